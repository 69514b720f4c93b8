//! Fuzzes the reader of OBF.

#![no_main]

use outflank_records::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::read_format(Format::Obf, data));
