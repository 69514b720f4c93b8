//! Tournaments between people on the wire. Rounds, boards and entrants are counted from one, as people do.

use outflank_club::{BoardResult, ClubStanding, ClubState, ClubSystem, EntrantNumber, LateEntry, RoundEntry};
use outflank_rules::Color;
use outflank_store::{ClubBoardGame, ClubHead, ClubTurn, KeptClub};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// The pairing system of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClubSystemWord {
    Swiss,
    RoundRobin,
    DoubleRoundRobin,
}

impl From<ClubSystemWord> for ClubSystem {
    fn from(word: ClubSystemWord) -> ClubSystem {
        match word {
            ClubSystemWord::Swiss => ClubSystem::Swiss,
            ClubSystemWord::RoundRobin => ClubSystem::RoundRobin,
            ClubSystemWord::DoubleRoundRobin => ClubSystem::DoubleRoundRobin,
        }
    }
}

impl From<ClubSystem> for ClubSystemWord {
    fn from(system: ClubSystem) -> ClubSystemWord {
        match system {
            ClubSystem::Swiss => ClubSystemWord::Swiss,
            ClubSystem::RoundRobin => ClubSystemWord::RoundRobin,
            ClubSystem::DoubleRoundRobin => ClubSystemWord::DoubleRoundRobin,
        }
    }
}

/// What late entrants score for each round they missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LateEntryWord {
    #[default]
    Zero,
    Half,
    Refused,
}

impl From<LateEntryWord> for LateEntry {
    fn from(word: LateEntryWord) -> LateEntry {
        match word {
            LateEntryWord::Zero => LateEntry::Zero,
            LateEntryWord::Half => LateEntry::Half,
            LateEntryWord::Refused => LateEntry::Refused,
        }
    }
}

/// The state of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClubStateWord {
    Open,
    Running,
    Between,
    Over,
}

impl From<ClubState> for ClubStateWord {
    fn from(state: ClubState) -> ClubStateWord {
        match state {
            ClubState::Open => ClubStateWord::Open,
            ClubState::RoundRunning => ClubStateWord::Running,
            ClubState::BetweenRounds => ClubStateWord::Between,
            ClubState::Over => ClubStateWord::Over,
        }
    }
}

/// Which side forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ForfeitWord {
    Black,
    White,
    Both,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubListed {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) system: ClubSystemWord,
    pub(crate) online: bool,
    pub(crate) over: bool,
    pub(crate) entered: i64,
    /// The number of rounds paired so far.
    pub(crate) paired: i64,
    /// When it was created, in milliseconds since 1970.
    pub(crate) created: i64,
}

impl ClubListed {
    /// Converts a tournament for a list; `None` if its system is unknown.
    pub(crate) fn of(head: ClubHead) -> Option<ClubListed> {
        let ClubHead { slug, name, system, is_online, is_over, entered, paired, created } = head;
        let system = ClubSystem::named(&system)?.into();
        Some(ClubListed { slug, name, system, online: is_online, over: is_over, entered, paired, created })
    }
}

/// An entrant of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubEntrantView {
    pub(crate) number: usize,
    /// Empty if the account was deleted.
    pub(crate) name: String,
    pub(crate) withdrawn: bool,
    /// The number of rounds paired before this entrant joined.
    pub(crate) joined: usize,
}

/// The result of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct BoardResultView {
    /// Black's share of the 64 discs; null if the game was not played.
    pub(crate) black: Option<u8>,
    pub(crate) white: Option<u8>,
    /// Which side forfeited.
    pub(crate) forfeit: Option<ForfeitWord>,
}

impl From<BoardResult> for BoardResultView {
    fn from(result: BoardResult) -> BoardResultView {
        let forfeit = match result {
            BoardResult::Discs { .. } => None,
            BoardResult::Forfeit(Color::Black) => Some(ForfeitWord::Black),
            BoardResult::Forfeit(Color::White) => Some(ForfeitWord::White),
            BoardResult::DoubleForfeit => Some(ForfeitWord::Both),
        };
        BoardResultView { black: result.discs(Color::Black), white: result.discs(Color::White), forfeit }
    }
}

/// The state of a board's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BoardGameState {
    Running,
    Over,
    /// The game never got under way: the organiser decides.
    Aborted,
}

/// The game of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoardGameView {
    pub(crate) id: i64,
    pub(crate) state: BoardGameState,
    /// The key in the link for spectators.
    pub(crate) key: Option<String>,
    /// On a local studio only: the keys in the players' links, Black first.
    pub(crate) seats: Option<[String; 2]>,
}

impl BoardGameView {
    /// Converts a game; the keys of its seats are included only on a local studio.
    pub(crate) fn of(game: &ClubBoardGame, is_at_home: bool) -> BoardGameView {
        let state = match game.ended.as_deref() {
            _ if !game.is_there => BoardGameState::Aborted,
            None => BoardGameState::Running,
            Some("aborted") => BoardGameState::Aborted,
            Some(_) => BoardGameState::Over,
        };
        let seats = match &game.keys {
            [Some(black), Some(white)] if is_at_home => Some([black.clone(), white.clone()]),
            _ => None,
        };
        BoardGameView { id: game.id, state, key: game.watch_key.clone(), seats }
    }
}

/// A pairing within a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubBoardView {
    pub(crate) black: usize,
    pub(crate) white: usize,
    pub(crate) result: Option<BoardResultView>,
    pub(crate) game: Option<BoardGameView>,
}

/// A round that has been paired.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubRoundView {
    pub(crate) boards: Vec<ClubBoardView>,
    pub(crate) bye: Option<usize>,
}

/// The outcome of a round for an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ClubCellKind {
    Pending,
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
    Bye,
    Missed,
}

/// One round of an entrant in the standings.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubCellView {
    pub(crate) kind: ClubCellKind,
    pub(crate) opponent: Option<usize>,
    pub(crate) color: Option<Side>,
    /// The entrant's own discs.
    pub(crate) discs: Option<u8>,
}

impl From<RoundEntry> for ClubCellView {
    fn from(entry: RoundEntry) -> ClubCellView {
        let RoundEntry::Board { opponent, color, result } = entry else {
            let kind = if entry == RoundEntry::Bye { ClubCellKind::Bye } else { ClubCellKind::Missed };
            return ClubCellView { kind, opponent: None, color: None, discs: None };
        };
        let discs = result.and_then(|result| result.discs(color));
        let kind = match (result, discs) {
            (None, _) => ClubCellKind::Pending,
            (_, Some(33..)) => ClubCellKind::Win,
            (_, Some(32)) => ClubCellKind::Draw,
            (_, Some(_)) => ClubCellKind::Loss,
            (Some(BoardResult::Forfeit(absent)), None) if absent != color => ClubCellKind::ForfeitWin,
            (Some(_), None) => ClubCellKind::ForfeitLoss,
        };
        ClubCellView { kind, opponent: Some(opponent.0 + 1), color: Some(color.into()), discs }
    }
}

/// An entrant's row in the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubStandingView {
    pub(crate) rank: usize,
    pub(crate) entrant: usize,
    pub(crate) points: f64,
    pub(crate) brightwell: f64,
    pub(crate) discs: u32,
    pub(crate) rounds: Vec<ClubCellView>,
}

impl From<ClubStanding> for ClubStandingView {
    fn from(row: ClubStanding) -> ClubStandingView {
        ClubStandingView {
            rank: row.rank,
            entrant: row.entrant.0 + 1,
            points: f64::from(row.points.halves()) / 2.0,
            brightwell: f64::from(row.brightwell.halves()) / 2.0,
            discs: row.discs,
            rounds: row.rounds.into_iter().map(ClubCellView::from).collect(),
        }
    }
}

/// A tournament between people.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubView {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) system: ClubSystemWord,
    /// The total number of rounds to be played.
    pub(crate) planned: usize,
    /// The constant of the Brightwell quotient.
    pub(crate) brightwell: u32,
    pub(crate) online: bool,
    pub(crate) clock: Option<ClubClockView>,
    /// In games played on this server, the seconds each side has for its first move: a player who does not
    /// move by then forfeits. Null without clocks.
    pub(crate) absence: Option<u64>,
    pub(crate) state: ClubStateWord,
    pub(crate) revision: i64,
    /// Whether the caller may change the tournament.
    pub(crate) organiser: bool,
    /// The caller's entrant number, if they take part.
    pub(crate) own: Option<usize>,
    /// Whether the caller could enter now.
    pub(crate) may_enter: bool,
    pub(crate) entrants: Vec<ClubEntrantView>,
    pub(crate) rounds: Vec<ClubRoundView>,
    pub(crate) standings: Vec<ClubStandingView>,
}

/// The time control of a tournament, in seconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubClockView {
    pub(crate) initial: u64,
    pub(crate) increment: u64,
}

impl ClubView {
    /// Converts the rounds of a tournament.
    pub(crate) fn rounds_of(kept: &KeptClub, is_at_home: bool) -> Vec<ClubRoundView> {
        let number = |entrant: EntrantNumber| entrant.0 + 1;
        let mut shown = Vec::with_capacity(kept.club.rounds.len());
        for (round, paired) in kept.club.rounds.iter().enumerate() {
            let game = |board: usize| kept.games.get(round)?.get(board)?.as_ref();
            let boards = paired.boards.iter().enumerate().map(|(place, board)| ClubBoardView {
                black: number(board.black),
                white: number(board.white),
                result: board.result.map(BoardResultView::from),
                game: game(place).map(|game| BoardGameView::of(game, is_at_home)),
            });
            shown.push(ClubRoundView { boards: boards.collect(), bye: paired.bye.map(number) });
        }
        shown
    }
}

/// The revision of a tournament. A client that already has this revision is up to date.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubRevision {
    pub(crate) revision: i64,
}

/// A tournament game the caller has to play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubTurnView {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) round: usize,
    pub(crate) opponent: String,
    pub(crate) game: i64,
}

impl From<ClubTurn> for ClubTurnView {
    fn from(turn: ClubTurn) -> ClubTurnView {
        let ClubTurn { place, name, opponent, game } = turn;
        ClubTurnView { slug: place.slug, name, round: place.round + 1, opponent, game }
    }
}
