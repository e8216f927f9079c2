//! `openpgp_clearsigned`, for libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxisalt_fuzz::openpgp::clearsigned(data));
