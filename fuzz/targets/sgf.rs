//! Fuzzes the reader of SGF.

#![no_main]

use outflank_records::Format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::read_format(Format::Sgf, data));
