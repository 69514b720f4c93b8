//! Tournaments between people on the wire. Rounds, boards and entrants are counted from one, as people do.

use outflank_club::{BoardResult, ClubStanding, ClubState, ClubSystem, EntrantNumber, LateEntry, RoundEntry};
use outflank_rules::Color;
use outflank_store::{ClubBoardGame, ClubHead, ClubTurn, KeptClub};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// Who meets whom.
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

/// What late entrants get for each round that they missed.
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

/// How far a tournament is.
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

/// Who did not play.
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
    /// How many rounds are paired.
    pub(crate) paired: i64,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: i64,
}

impl ClubListed {
    /// Shows a tournament in a list; `None` if its system is none that is known.
    pub(crate) fn of(head: ClubHead) -> Option<ClubListed> {
        let ClubHead { slug, name, system, is_online, is_over, entered, paired, created } = head;
        let system = ClubSystem::named(&system)?.into();
        Some(ClubListed { slug, name, system, online: is_online, over: is_over, entered, paired, created })
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubEntrantView {
    pub(crate) number: usize,
    /// Empty if the account is gone.
    pub(crate) name: String,
    pub(crate) withdrawn: bool,
    /// How many rounds were paired before.
    pub(crate) joined: usize,
}

/// What came of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct BoardResultView {
    /// Black's discs of 64; null if the game was not played.
    pub(crate) black: Option<u8>,
    pub(crate) white: Option<u8>,
    /// Who did not play.
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

/// How it is with the game of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BoardGameState {
    Running,
    Over,
    /// It never began: the organiser decides.
    Aborted,
}

/// The game of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoardGameView {
    pub(crate) id: i64,
    pub(crate) state: BoardGameState,
    /// What the link to look on needs.
    pub(crate) key: Option<String>,
    /// Where nobody has a name: what the links of the players need, black first.
    pub(crate) seats: Option<[String; 2]>,
}

impl BoardGameView {
    /// Shows a game; the keys of its seats only where everybody may do everything.
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

/// Two who meet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubBoardView {
    pub(crate) black: usize,
    pub(crate) white: usize,
    pub(crate) result: Option<BoardResultView>,
    pub(crate) game: Option<BoardGameView>,
}

/// A round that is paired.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ClubRoundView {
    pub(crate) boards: Vec<ClubBoardView>,
    pub(crate) bye: Option<usize>,
}

/// What a round was for somebody.
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

/// A round of somebody in the standings.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubCellView {
    pub(crate) kind: ClubCellKind,
    pub(crate) opponent: Option<usize>,
    pub(crate) color: Option<Side>,
    /// Their own discs.
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

/// The place of somebody.
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
    /// How many rounds are to be played in all.
    pub(crate) planned: usize,
    /// The constant of the Brightwell quotient.
    pub(crate) brightwell: u32,
    pub(crate) online: bool,
    pub(crate) clock: Option<ClubClockView>,
    /// Seconds for the first move of each side, in games that are played here: whoever does not make it by
    /// then forfeits. Null without clocks.
    pub(crate) absence: Option<u64>,
    pub(crate) state: ClubStateWord,
    pub(crate) revision: i64,
    /// Whether whoever asks may change it.
    pub(crate) organiser: bool,
    /// The number of whoever asks, if they take part.
    pub(crate) own: Option<usize>,
    /// Whether whoever asks could enter now.
    pub(crate) may_enter: bool,
    pub(crate) entrants: Vec<ClubEntrantView>,
    pub(crate) rounds: Vec<ClubRoundView>,
    pub(crate) standings: Vec<ClubStandingView>,
}

/// The clocks of a tournament, in seconds.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubClockView {
    pub(crate) initial: u64,
    pub(crate) increment: u64,
}

impl ClubView {
    /// Shows the rounds of a tournament.
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

/// The revision of a tournament: who has seen it need not ask for more.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClubRevision {
    pub(crate) revision: i64,
}

/// A game that somebody has to play in a tournament.
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
