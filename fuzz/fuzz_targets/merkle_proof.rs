//! `merkle_proof`, for libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxisalt_fuzz::merkle::proof(data));
