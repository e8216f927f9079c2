//! What `Oxisalt.build_info` tells of the build, and what is linked with it.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    link_unwinder();
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    println!("cargo::rustc-env=OXISALT_RUSTC={}", version.trim().trim_start_matches("rustc "));
    for (name, value) in [("OXISALT_TARGET", "TARGET"), ("OXISALT_PROFILE", "PROFILE")] {
        println!("cargo::rustc-env={name}={}", env::var(value).unwrap_or_default());
    }
}

/// Takes the unwinder into the extension, where the standard library would have `libgcc_s` loaded for it: a tenth of the
/// memory that the extension takes. Panics are caught in it and pass no other library, so that it needs nobody else's.
///
/// The linker finds this script in the place of the shared library, and reads in it what to link instead.
fn link_unwinder() {
    let target = |name| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") != "linux" || target("ENV") != "gnu" {
        return;
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(folder.join("libgcc_s.so"), "INPUT(-lgcc_eh -lgcc)\n").expect("OUT_DIR can be written to");
    println!("cargo::rustc-link-search=native={}", folder.display());
}
