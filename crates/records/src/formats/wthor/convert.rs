//! Between WTHOR's bytes and the neutral [`Record`].
//!
//! | WTHOR | record |
//! |---|---|
//! | players, tournament | `black.name`, `white.name`, `event`; their numbers in `wthor` |
//! | black's final discs | `outcome`, 40 being `+16`; unfinished games have one too |
//! | the header's year | `date`, unless it is 0 |
//! | theoretical score, depth, the rest of the header | `wthor` |
//!
//! The other way round, an `outcome` with a whole even score gives the final discs, else the numbers in
//! `wthor` do, else the last position as if the game ended there. A game without a theoretical score is given
//! its final one, for which a depth of 0 is the truth. What the format has no room for (ratings, clocks,
//! comments) is left out; a game from another start than the standard one is refused.

use outflank_rules::{Move, Position};

use super::error::RecordFault;
use super::layout::{GameRecord, Header, byte_of_square};
use super::names::NameTable;
use super::replay::{explain, replay};
use crate::{Ending, Format, Number, Outcome, Ply, Problem, Record, WthorFields};

/// Makes the neutral record of a game; names are looked up in the tables there are.
///
/// # Errors
///
/// Says what is wrong with the bytes, or which move is illegal.
pub fn record_of_game(
    game: &GameRecord,
    header: &Header,
    players: Option<&NameTable>,
    tournaments: Option<&NameTable>,
) -> Result<Record, RecordFault> {
    game.check()?;
    let mut record = Record::new(Position::start());
    for square in game.squares() {
        if record.push(Ply::new(square)).is_err() {
            let number = record.moves().filter(|played| !played.is_pass()).count() + 1;
            let fault = RecordFault::BadMove { number, byte: byte_of_square(square) };
            return Err(explain(game, replay(game)).unwrap_or(fault));
        }
    }
    let name = |table: Option<&NameTable>, number| table?.name(number).filter(|name| !name.is_empty());
    record.black.name = name(players, game.black);
    record.white.name = name(players, game.white);
    record.event = name(tournaments, game.tournament);
    record.date = (header.year != 0).then(|| format!("{:04}", header.year));
    let score = 2 * i32::from(game.discs) - 64;
    record.outcome = Some(Outcome::of_score(Number::from(score), Ending::Discs));
    record.wthor = Some(WthorFields {
        tournament: game.tournament,
        black: game.black,
        white: game.white,
        black_discs: game.discs,
        theoretical: game.theoretical,
        depth: header.depth,
        year: header.year,
        header: Some(Header { games: 0, ..*header }),
    });
    Ok(record)
}

/// Makes the bytes of a game; the numbers of players and tournament are left 0.
///
/// # Errors
///
/// If the game does not start at the standard position.
pub fn game_of_record(record: &Record) -> Result<GameRecord, Problem> {
    let refuse = |what| Err(Problem::CannotHold { format: Format::Wthor, what });
    if record.start() != Position::start() {
        let what = format!("a game from another start than the standard one ({})", record.start());
        return refuse(what);
    }
    let mut moves = [0; GameRecord::MOVES];
    let mut places = moves.iter_mut();
    for square in record.moves().filter_map(Move::square) {
        match places.next() {
            Some(place) => *place = byte_of_square(square),
            None => return refuse(format!("a game of more than {} moves", GameRecord::MOVES)),
        }
    }
    let stated =
        record.outcome.as_ref().and_then(Outcome::discs).and_then(|(black, _)| u8::try_from(black).ok());
    let discs = stated
        .or_else(|| record.wthor.map(|fields| fields.black_discs))
        .unwrap_or((32 + record.last_position().score() / 2) as u8);
    let theoretical = record.wthor.map_or(discs, |fields| fields.theoretical);
    Ok(GameRecord { tournament: 0, black: 0, white: 0, discs, theoretical, moves })
}

/// Returns the year of a game: the date's, else that of the WTHOR file it came from, else 0.
#[must_use]
pub fn year_of_record(record: &Record) -> u16 {
    let stated = record.date.as_deref().and_then(|date| {
        let mut numbers = date.split(|letter: char| !letter.is_ascii_digit());
        numbers.find(|digits| digits.len() == 4).and_then(|digits| digits.parse().ok())
    });
    stated.or_else(|| record.wthor.map(|fields| fields.year)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_is_the_four_digits_of_a_date() {
        let year = |date: &str| {
            let mut record = Record::new(Position::start());
            record.date = Some(date.to_owned());
            year_of_record(&record)
        };
        assert_eq!(year("1977"), 1977);
        assert_eq!(year("1997.08.07"), 1997);
        assert_eq!(year("07/08/1997"), 1997);
        assert_eq!(year("2003.12.15_13:24:03.MST"), 2003);
        assert_eq!((year("1064000000"), year("????.??.??"), year("")), (0, 0, 0));
    }

    #[test]
    fn other_starts_are_refused_by_name() {
        let start: Position = format!("-OOOOOOX{}O", "-".repeat(56)).parse().unwrap();
        let error = game_of_record(&Record::new(start)).unwrap_err().to_string();
        assert!(error.starts_with("wthor cannot hold a game from another start"), "{error}");
    }

    #[test]
    fn a_game_without_any_result_gets_that_of_its_last_position() {
        let mut record = Record::new(Position::start());
        for name in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            record.push(Ply::new(name.parse::<Move>().unwrap())).unwrap();
        }
        let game = game_of_record(&record).unwrap();
        assert_eq!((game.discs, game.theoretical), (64, 64));
        record.outcome = Some(Outcome::of_score(Number::new("+16.000"), Ending::Resigned));
        assert_eq!(game_of_record(&record).unwrap().discs, 40);
        record.outcome = Some(Outcome::of_score(Number::new("-3.5"), Ending::Discs));
        assert_eq!(game_of_record(&record).unwrap().discs, 64);
    }
}
