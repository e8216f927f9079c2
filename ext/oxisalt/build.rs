//! What `Oxisalt.build_info` tells of the build.

use std::env;
use std::process::Command;

fn main() {
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
