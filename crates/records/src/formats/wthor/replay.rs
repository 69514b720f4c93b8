//! Replaying game records in bulk: are they legal, are they finished, is their score right?
//!
//! The loop is a [`Routine`], so a whole block of records is played by the best kernels of the machine. It
//! never generates moves while the discs go down: a move that turns something over is legal, and only one
//! that does not asks whether the side had to pass.

use std::fmt;
use std::io::Read;
use std::ops::AddAssign;

use outflank_rules::{Board, IllegalMove, Isa, Position, Routine, Tier};

use super::error::RecordFault;
use super::layout::{GameRecord, square_of_byte};
use super::reader::WthorReader;
use crate::RecordError;

/// What replaying one record showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// How many discs were placed.
    pub moves: u8,
    /// How many passes had to be supplied before one of them.
    pub passes: u8,
    /// How it ended.
    pub ending: ReplayEnd,
    /// Black's discs at the end, empty squares going to the winner.
    pub discs: u8,
}

/// How a replayed record ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayEnd {
    /// Neither side can move.
    Finished,
    /// The moves end before the game does.
    Unfinished,
    /// The move after those placed is illegal, or no move at all.
    Illegal,
}

/// What replaying many records showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayTally {
    /// Records replayed.
    pub games: u64,
    /// Records that end with the game and have the right score.
    pub matching: u64,
    /// Records that end with the game and have another score.
    pub differing: u64,
    /// Records that end before the game does.
    pub unfinished: u64,
    /// Records with an illegal move.
    pub illegal: u64,
    /// Discs placed.
    pub moves: u64,
    /// Passes that the records leave out.
    pub passes: u64,
}

impl ReplayTally {
    /// Counts one record.
    pub fn add(&mut self, record: &GameRecord, replay: Replay) {
        self.games += 1;
        self.moves += u64::from(replay.moves);
        self.passes += u64::from(replay.passes);
        match replay.ending {
            ReplayEnd::Finished if replay.discs == record.discs => self.matching += 1,
            ReplayEnd::Finished => self.differing += 1,
            ReplayEnd::Unfinished => self.unfinished += 1,
            ReplayEnd::Illegal => self.illegal += 1,
        }
    }
}

impl AddAssign for ReplayTally {
    fn add_assign(&mut self, other: ReplayTally) {
        self.games += other.games;
        self.matching += other.matching;
        self.differing += other.differing;
        self.unfinished += other.unfinished;
        self.illegal += other.illegal;
        self.moves += other.moves;
        self.passes += other.passes;
    }
}

impl fmt::Display for ReplayTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplayTally { games, matching, differing, unfinished, illegal, moves, passes } = self;
        write!(
            f,
            "{games} games: {illegal} illegal, {matching} finished with the right score, {differing} with \
             another, {unfinished} unfinished; {moves} moves, {passes} passes left out"
        )
    }
}

/// Replays one record.
#[must_use]
pub fn replay(record: &GameRecord) -> Replay {
    let mut replays = Vec::with_capacity(1);
    Tier::best().run(ReplayAll { records: std::slice::from_ref(record), replays: &mut replays });
    replays.pop().unwrap_or(Replay { moves: 0, passes: 0, ending: ReplayEnd::Unfinished, discs: 32 })
}

/// Replays records on one thread, with the kernels of the given tier.
#[must_use]
pub fn replay_all(tier: Tier, records: &[GameRecord]) -> Vec<Replay> {
    let mut replays = Vec::with_capacity(records.len());
    tier.run(ReplayAll { records, replays: &mut replays });
    replays
}

/// Replays all records of a file on one thread, corrupt ones counting as illegal.
///
/// # Errors
///
/// Passes on what is wrong with the file as a whole.
pub fn tally<R: Read>(reader: &mut WthorReader<R>) -> Result<ReplayTally, RecordError> {
    let tier = Tier::best();
    let mut tally = ReplayTally::default();
    while let Some(block) = reader.next_block() {
        let (_, records) = block?;
        for (record, replay) in records.iter().zip(replay_all(tier, records)) {
            tally.add(record, replay);
        }
    }
    Ok(tally)
}

/// Says why the move after those placed cannot be made.
#[must_use]
pub fn explain(record: &GameRecord, replay: Replay) -> Option<RecordFault> {
    if replay.ending != ReplayEnd::Illegal {
        return None;
    }
    let number = usize::from(replay.moves) + 1;
    let &byte = record.moves.get(usize::from(replay.moves))?;
    let Some(square) = square_of_byte(byte) else { return Some(RecordFault::BadMove { number, byte }) };
    let mut game = outflank_rules::Game::new(Position::start());
    let reason =
        record.squares().find_map(|square| game.place(square).err()).unwrap_or(IllegalMove::Finished);
    Some(RecordFault::Illegal { number, square, reason })
}

struct ReplayAll<'a> {
    records: &'a [GameRecord],
    replays: &'a mut Vec<Replay>,
}

impl Routine for ReplayAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for record in self.records {
            self.replays.push(replay_with(isa, &record.moves));
        }
    }
}

/// Plays the moves from the start. Plain loops: a closure would be compiled without the instruction set.
#[inline(always)]
fn replay_with<I: Isa>(isa: I, moves: &[u8; GameRecord::MOVES]) -> Replay {
    let mut board = START;
    let mut black_moves = true;
    let mut placed = 0;
    let mut passes = 0;
    let mut broken = false;
    for &byte in moves {
        if byte == 0 {
            break;
        }
        broken = true;
        let Some(square) = square_of_byte(byte) else { break };
        if !board.empty().contains(square) {
            break;
        }
        let mut flips = board.flips(isa, square);
        if flips.is_empty() {
            if !board.legal_moves(isa).is_empty() {
                break;
            }
            board = board.swapped();
            flips = board.flips(isa, square);
            if flips.is_empty() {
                break;
            }
            black_moves = !black_moves;
            passes += 1;
        }
        board = board.after(square, flips);
        black_moves = !black_moves;
        placed += 1;
        broken = false;
    }
    let ending = if broken {
        ReplayEnd::Illegal
    } else if board.legal_moves(isa).is_empty() && board.swapped().legal_moves(isa).is_empty() {
        ReplayEnd::Finished
    } else {
        ReplayEnd::Unfinished
    };
    let score = if black_moves { board.final_score() } else { -board.final_score() };
    Replay { moves: placed, passes, ending, discs: (32 + score / 2) as u8 }
}

/// The standard start as black sees it.
const START: Board = Board::from_words(0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wthor::byte_of_square;
    use outflank_rules::Color;

    fn record(moves: &[&str]) -> GameRecord {
        let mut record = GameRecord::from_bytes(&[0; GameRecord::SIZE]);
        for (place, name) in record.moves.iter_mut().zip(moves) {
            *place = byte_of_square(name.parse().unwrap());
        }
        record
    }

    #[test]
    fn the_start_is_the_start() {
        assert_eq!(Position::of_board(START, Color::Black), Position::start());
        assert_eq!(START.empty().len(), 60);
    }

    #[test]
    fn the_shortest_wipe_out_gives_all_squares_to_the_winner() {
        let record = record(&["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]);
        let found = replay(&record);
        assert_eq!(found, Replay { moves: 9, passes: 0, ending: ReplayEnd::Finished, discs: 64 });
        assert_eq!(explain(&record, found), None);
    }

    #[test]
    fn illegal_moves_are_explained() {
        let bad = record(&["f5", "d6", "a1"]);
        let found = replay(&bad);
        assert_eq!((found.moves, found.ending), (2, ReplayEnd::Illegal));
        let fault = explain(&bad, found).unwrap();
        assert_eq!(fault.to_string(), "move 3 (a1) is illegal: black at a1 turns nothing over");
        assert_eq!(fault.offset(), 10);
        let mut bad = record(&["f5", "d6"]);
        bad.moves[2] = 99;
        assert_eq!(explain(&bad, replay(&bad)), Some(RecordFault::BadMove { number: 3, byte: 99 }));
        assert_eq!(replay(&record(&["f5"])).ending, ReplayEnd::Unfinished);
    }
}
