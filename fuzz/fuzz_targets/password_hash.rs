//! `password_hash`, for libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxisalt_fuzz::password_hash::encoded(data));
