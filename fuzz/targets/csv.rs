//! Fuzzes the reader of tables (csv).

#![no_main]

use outflank_records::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::read_format(Format::Csv, data));
