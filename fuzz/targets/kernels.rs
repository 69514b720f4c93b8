//! Fuzzes the kernels of every instruction set against the reference.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::compare_kernels(data));
