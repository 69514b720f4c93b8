//! Fuzzes games: make and unmake, symmetry, text forms, perft.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| outflank_fuzz::play_game(data));
