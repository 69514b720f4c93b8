//! Fuzzes the recognition of formats and what follows from it.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::read_any_format(data));
