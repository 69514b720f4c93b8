//! A short text that is the same for the same game.
//!
//! The same are games with the same start, moves, names of players (in any case) and year. The day is left
//! out, since formats spell it with different precision; the event, since they name it differently. A game
//! that leaves out names or year has a fingerprint of its own; the store finds the game that it is.

/// Returns the fingerprint of a game: 32 hexadecimal digits (FNV-1a with 128 bits).
pub fn fingerprint(start: &str, moves: &str, black: &str, white: &str, day: &str) -> String {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let year = day.get(..4).unwrap_or("");
    let (black, white) = (black.trim().to_lowercase(), white.trim().to_lowercase());
    let mut hash = BASIS;
    for part in [start, moves, &black, &white, year] {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn case_and_day_do_not_matter_but_moves_players_and_year_do() {
        let one = fingerprint("", "f5d6", "Ann", "Bob", "1997-08-07");
        assert_eq!(one, fingerprint("", "f5d6", "ANN ", "bob", "1997"));
        assert_ne!(one, fingerprint("", "f5d6", "Bob", "Ann", "1997"));
        assert_ne!(one, fingerprint("", "f5d6c3", "Ann", "Bob", "1997"));
        assert_ne!(one, fingerprint("", "f5d6", "Ann", "Bob", "1998"));
        assert_ne!(fingerprint("", "", "ab", "c", ""), fingerprint("", "", "a", "bc", ""));
    }
}
