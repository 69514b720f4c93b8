//! What goes over the wire, and only there. The types of the pages are made from it (`openapi`).

pub(crate) mod assistant;
pub(crate) mod book;
pub(crate) mod chat;
pub(crate) mod club;
pub(crate) mod club_journal;
pub(crate) mod club_wish;
pub(crate) mod hint;
pub(crate) mod lab;
pub(crate) mod learn;
pub(crate) mod library;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod minimax;
pub(crate) mod people;
pub(crate) mod person;
pub(crate) mod puzzles;
pub(crate) mod remote;
pub(crate) mod study;
pub(crate) mod thinking;
pub(crate) mod tournament;
pub(crate) mod words;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    /// Black, who begins.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// A word for programs.
    pub(crate) code: String,
    /// A sentence for people.
    pub(crate) message: String,
}

/// A legal move and what it does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    pub(crate) square: String,
    /// The squares whose discs turn over.
    pub(crate) flips: Vec<String>,
}

/// A position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PositionView {
    /// 64 squares, `X` black, `O` white, `-` empty, then the side to move.
    pub(crate) board: String,
    /// The side to move; null when the game is over.
    pub(crate) side: Option<Side>,
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) empties: u32,
    pub(crate) legal: Vec<LegalMove>,
    pub(crate) finished: bool,
    /// Black minus white, empty squares to the winner.
    pub(crate) score: i32,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlyView {
    pub(crate) side: Side,
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// The board after it.
    pub(crate) board: String,
    pub(crate) milliseconds: i64,
    /// The computer player who chose it for the person who sits there; null if nobody did.
    pub(crate) helper: Option<String>,
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    pub(crate) player: String,
    pub(crate) name: String,
    pub(crate) human: bool,
    /// The name of the account that plays; null for guests, computers, and in lists.
    pub(crate) account: Option<String>,
    /// How strong whoever sits there is; null unless accounts play, and in lists.
    pub(crate) rating: Option<person::RatingView>,
}

/// The clocks, in milliseconds, at the moment of the answer.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct ClockView {
    pub(crate) black: i64,
    pub(crate) white: i64,
    pub(crate) running: Option<Side>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ResultView {
    #[schema(schema_with = words::end_reasons)]
    pub(crate) reason: String,
    /// Null for a draw.
    pub(crate) winner: Option<Side>,
    /// Discs of black; empty squares go to the winner of a game that was played out.
    pub(crate) black: u32,
    pub(crate) white: u32,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameView {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Grows with every change.
    pub(crate) revision: i64,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) black: SeatView,
    pub(crate) white: SeatView,
    /// The sides that whoever asks may move for.
    pub(crate) yours: Vec<Side>,
    pub(crate) start: String,
    pub(crate) plies: Vec<PlyView>,
    /// How many moves black and white would have, at the start and after every ply.
    pub(crate) mobility: Vec<[u32; 2]>,
    /// How many plies can be done again.
    pub(crate) undone: usize,
    pub(crate) position: PositionView,
    pub(crate) result: Option<ResultView>,
    pub(crate) clock: Option<ClockView>,
    pub(crate) pace: i64,
    /// Whether two people play who do not sit together: no computer helps them.
    pub(crate) by_invitation: bool,
    /// Whether it counts for ratings: everybody may look on, moves stand, and no computer helps.
    pub(crate) rated: bool,
    pub(crate) thinking: bool,
    /// Whether its computer players wait until they are told to go on.
    pub(crate) paused: bool,
    /// Whether it stays: listed among the games and, once it is over, in the library.
    pub(crate) saved: bool,
    /// Its key in the library; null unless it is there. The key opens it everywhere.
    pub(crate) key: Option<i64>,
    /// How many of the plies belong to the opening that a restart goes back to.
    pub(crate) opening: usize,
    /// What there is to know of a game between people who do not sit together; null in other games.
    pub(crate) remote: Option<remote::RemoteView>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GameSummary {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) updated: i64,
    pub(crate) black: SeatView,
    pub(crate) white: SeatView,
    pub(crate) board: String,
    pub(crate) plies: usize,
    pub(crate) result: Option<ResultView>,
}

/// A player that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayerView {
    pub(crate) id: String,
    #[schema(schema_with = words::player_groups)]
    pub(crate) group: String,
    pub(crate) name: String,
    pub(crate) description: String,
    /// How many plies a level looks ahead.
    pub(crate) depth: Option<u32>,
    /// From how many empty squares on a level looks to the end.
    pub(crate) solves: Option<u32>,
    /// How much stronger than level 1 a level was measured to be, in Elo points.
    pub(crate) elo: Option<i32>,
    /// The share of the points it won against the level below.
    pub(crate) share_below: Option<f64>,
    /// What can be set, as in `nea:depth=7`.
    pub(crate) parameters: Vec<ParameterView>,
}

/// Something that can be set for a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ParameterView {
    pub(crate) name: String,
    /// What holds unless it is set.
    pub(crate) default: String,
    pub(crate) meaning: String,
}

/// Who shall sit on a side.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatWish {
    /// `human`, or a player of `/api/players`.
    pub(crate) player: String,
    #[serde(default)]
    pub(crate) name: String,
}

/// Clocks, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockWish {
    pub(crate) initial: u32,
    #[serde(default)]
    pub(crate) increment: u32,
}

/// A game to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameWish {
    pub(crate) black: SeatWish,
    pub(crate) white: SeatWish,
    #[serde(default)]
    pub(crate) name: String,
    /// A board, moves, or a game in any text format; the standard start if missing.
    pub(crate) start: Option<String>,
    /// Begin with one of the balanced openings.
    #[serde(default)]
    pub(crate) balanced: bool,
    pub(crate) clock: Option<ClockWish>,
    /// The pause before a computer's move is shown, in milliseconds.
    #[serde(default)]
    pub(crate) pace: u32,
    /// The side that a person in another browser plays.
    pub(crate) invite: Option<Side>,
    /// Whether it counts for ratings: a game with a clock between two accounts, or of one against a level.
    #[serde(default)]
    pub(crate) rated: bool,
    /// Whether a person without a move has to say so.
    #[serde(default)]
    pub(crate) manual_pass: bool,
    /// Whether the game stays when it is over: listed, and in the library; true if missing.
    pub(crate) saved: Option<bool>,
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Created {
    pub(crate) game: GameView,
    /// The key of one's own seat, in a game by invitation.
    pub(crate) key: Option<String>,
    /// What the other person takes the open seat with; it can be used once.
    pub(crate) invitation: Option<String>,
}

/// A move to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveWish {
    /// How many plies there were when the move was chosen.
    pub(crate) ply: usize,
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub(crate) played: String,
    /// How long a computer's answer shall wait at least, in milliseconds, until the discs have turned on the
    /// page; the pace of the game if missing. No clock counts it.
    pub(crate) pause: Option<u32>,
}

/// What can be changed of a game beside its moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChangeWish {
    pub(crate) name: Option<String>,
    /// The pause before a computer's move is shown, in milliseconds.
    pub(crate) pace: Option<u32>,
    /// Whether the game stays when it is over: listed, and in the library.
    pub(crate) saved: Option<bool>,
    /// Whether the computer players of a game without people and clocks stop before their next move.
    pub(crate) paused: Option<bool>,
}

/// A move that a computer player shall make for a person.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComputerMoveWish {
    /// For whom: the side to move, as it is if missing.
    pub(crate) side: Option<Side>,
    /// A player of `/api/players`; the engine if missing.
    pub(crate) player: Option<String>,
}

/// A position that a game goes on from.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditWish {
    /// A board, moves, or a game in any text format.
    pub(crate) position: String,
}

/// A text that holds a position or a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextWish {
    pub(crate) text: String,
}

/// Something that no game can contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OddityView {
    /// `few-discs`, `empty-centre`, `disconnected`, or a word that is newer than this description.
    pub(crate) kind: String,
    /// The squares concerned.
    pub(crate) squares: Vec<String>,
    /// A sentence for people.
    pub(crate) message: String,
}

/// A position that somebody set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SetupView {
    pub(crate) position: PositionView,
    /// What no game can contain.
    pub(crate) oddities: Vec<OddityView>,
}

/// The format of an export.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct ExportQuery {
    /// A format that is text: `transcript`, `ggf`, `sgf`, `pgn` ...; or `log`, or `report` once it is over.
    pub(crate) format: String,
}

/// A game as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ExportView {
    pub(crate) text: String,
}

/// The numbers of games that were imported.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ImportView {
    pub(crate) games: Vec<i64>,
}
