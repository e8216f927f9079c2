//! Refuses a libcrypto that has no providers.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // openssl-sys tells what it found.
    let version = std::env::var("DEP_OPENSSL_VERSION_NUMBER")
        .ok()
        .and_then(|number| u64::from_str_radix(&number, 16).ok());
    match version {
        Some(0x3000_0000..) => {}
        Some(number) => println!("cargo::error=OpenSSL 3.0 or later is needed, and this is {number:#x}"),
        None => println!("cargo::error=OpenSSL 3.0 or later is needed, and this is no OpenSSL"),
    }
}
