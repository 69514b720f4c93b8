//! Fuzzes what is asked of a line before it is read: how far the game on it reaches.

#![no_main]

use outflank_records::{LineExtent, continues_numbered, line_extent};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let LineExtent::Begins(format) = line_extent(data) {
        outflank_fuzz::read_format(format, data);
    }
    continues_numbered(data);
});
