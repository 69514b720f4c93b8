//! The messages of the interface: what pages say and hear, whoever answers them.
//!
//! A studio that is a server and one that lives in a page (`outflank-wasm`) speak the same words. The types
//! are here, with what makes them of domain types; what only servers say (accounts, the lobby, clubs, the
//! laboratory) stays with the server. Start at [`GameView`], then [`view`].

// The fields of messages are named like what they are; those that need a word more have one.
#![allow(missing_docs)]

pub mod bank;
pub mod book;
pub mod booked;
pub mod cards;
pub mod chat;
pub mod checks;
pub mod coaching;
pub mod entries;
pub mod hint;
pub mod learn;
pub mod learning;
pub mod lessons;
pub mod library;
pub mod live;
mod malformed;
pub mod minimax;
pub mod person;
pub mod players;
pub mod positions;
pub mod puzzles;
pub mod puzzling;
pub mod remote;
mod repertoire;
pub mod review;
pub mod reviewing;
pub mod story;
pub mod study;
pub mod studying;
pub mod text;
pub mod thinking;
pub mod training;
pub mod values;
pub mod view;
pub mod words;

pub use malformed::Malformed;

use outflank_rules::Color;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
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
pub struct Refusal {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

/// A legal move and what it does.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    pub square: String,
    /// The squares whose discs turn over.
    pub flips: Vec<String>,
}

/// A position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// 64 squares, `X` black, `O` white, `-` empty, then the side to move.
    pub board: String,
    /// The side to move; null when the game is over.
    pub side: Option<Side>,
    pub black: u32,
    pub white: u32,
    pub empties: u32,
    pub legal: Vec<LegalMove>,
    pub finished: bool,
    /// Black minus white, empty squares to the winner.
    pub score: i32,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlyView {
    pub side: Side,
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The board after it.
    pub board: String,
    pub milliseconds: i64,
    /// The computer player who chose it for the person who sits there; null if nobody did.
    pub helper: Option<String>,
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    pub player: String,
    pub name: String,
    pub human: bool,
    /// The name of the account that plays; null for guests, computers, and in lists.
    pub account: Option<String>,
    /// How strong whoever sits there is; null unless accounts play, and in lists.
    pub rating: Option<person::RatingView>,
}

/// The clocks, in milliseconds, at the moment of the answer.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClockView {
    pub black: i64,
    pub white: i64,
    pub running: Option<Side>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultView {
    #[schema(schema_with = words::end_reasons)]
    pub reason: String,
    /// Null for a draw.
    pub winner: Option<Side>,
    /// Discs of black; empty squares go to the winner of a game that was played out.
    pub black: u32,
    pub white: u32,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    pub id: i64,
    pub name: String,
    /// Grows with every change.
    pub revision: i64,
    /// Milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    pub black: SeatView,
    pub white: SeatView,
    /// The sides that whoever asks may move for.
    pub yours: Vec<Side>,
    pub start: String,
    pub plies: Vec<PlyView>,
    /// How many moves black and white would have, at the start and after every ply.
    pub mobility: Vec<[u32; 2]>,
    /// How many plies can be done again.
    pub undone: usize,
    pub position: PositionView,
    pub result: Option<ResultView>,
    pub clock: Option<ClockView>,
    pub pace: i64,
    /// Whether two people play who do not sit together: no computer helps them.
    pub by_invitation: bool,
    /// Whether it counts for ratings: everybody may look on, moves stand, and no computer helps.
    pub rated: bool,
    pub thinking: bool,
    /// Whether its computer players wait until they are told to go on.
    pub paused: bool,
    /// Whether it stays: listed among the games and, once it is over, in the library.
    pub saved: bool,
    /// Its key in the library; null unless it is there. The key opens it everywhere.
    pub key: Option<i64>,
    /// How many of the plies belong to the opening that a restart goes back to.
    pub opening: usize,
    /// What there is to know of a game between people who do not sit together; null in other games.
    pub remote: Option<remote::RemoteView>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameSummary {
    pub id: i64,
    pub name: String,
    pub updated: i64,
    pub black: SeatView,
    pub white: SeatView,
    pub board: String,
    pub plies: usize,
    pub result: Option<ResultView>,
}

/// A player that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    pub id: String,
    #[schema(schema_with = words::player_groups)]
    pub group: String,
    pub name: String,
    pub description: String,
    /// How many plies a level looks ahead.
    pub depth: Option<u32>,
    /// From how many empty squares on a level looks to the end.
    pub solves: Option<u32>,
    /// How much stronger than level 1 a level was measured to be, in Elo points.
    pub elo: Option<i32>,
    /// The share of the points it won against the level below.
    pub share_below: Option<f64>,
    /// What can be set, as in `nea:depth=7`.
    pub parameters: Vec<ParameterView>,
}

/// Something that can be set for a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ParameterView {
    pub name: String,
    /// What holds unless it is set.
    pub default: String,
    pub meaning: String,
}

/// Who shall sit on a side.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatWish {
    /// `human`, or a player of `/api/players`.
    pub player: String,
    #[serde(default)]
    pub name: String,
}

/// Clocks, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    pub initial: u32,
    #[serde(default)]
    pub increment: u32,
}

/// A game to begin.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameWish {
    pub black: SeatWish,
    pub white: SeatWish,
    #[serde(default)]
    pub name: String,
    /// A board, moves, or a game in any text format; the standard start if missing.
    pub start: Option<String>,
    /// Begin with one of the balanced openings.
    #[serde(default)]
    pub balanced: bool,
    pub clock: Option<ClockWish>,
    /// The pause before a computer's move is shown, in milliseconds.
    #[serde(default)]
    pub pace: u32,
    /// The side that a person in another browser plays.
    pub invite: Option<Side>,
    /// Whether it counts for ratings: a game with a clock between two accounts, or of one against a level.
    #[serde(default)]
    pub rated: bool,
    /// Whether a person without a move has to say so.
    #[serde(default)]
    pub manual_pass: bool,
    /// Whether the game stays when it is over: listed, and in the library; true if missing.
    pub saved: Option<bool>,
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    pub game: GameView,
    /// The key of one's own seat, in a game by invitation.
    pub key: Option<String>,
    /// What the other person takes the open seat with; it can be used once.
    pub invitation: Option<String>,
}

/// A move to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveWish {
    /// How many plies there were when the move was chosen.
    pub ply: usize,
    /// A square, or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// How long a computer's answer shall wait at least, in milliseconds, until the discs have turned on the
    /// page; the pace of the game if missing. No clock counts it.
    pub pause: Option<u32>,
}

/// What can be changed of a game beside its moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeWish {
    pub name: Option<String>,
    /// The pause before a computer's move is shown, in milliseconds.
    pub pace: Option<u32>,
    /// Whether the game stays when it is over: listed, and in the library.
    pub saved: Option<bool>,
    /// Whether the computer players of a game without people and clocks stop before their next move.
    pub paused: Option<bool>,
}

/// A move that a computer player shall make for a person.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComputerMoveWish {
    /// For whom: the side to move, as it is if missing.
    pub side: Option<Side>,
    /// A player of `/api/players`; the engine if missing.
    pub player: Option<String>,
}

/// A position that a game goes on from.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditWish {
    /// A board, moves, or a game in any text format.
    pub position: String,
}

/// A text that holds a position or a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextWish {
    pub text: String,
}

/// Something that no game can contain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OddityView {
    /// `few-discs`, `empty-centre`, `disconnected`, or a word that is newer than this description.
    pub kind: String,
    /// The squares concerned.
    pub squares: Vec<String>,
    /// A sentence for people.
    pub message: String,
}

/// A position that somebody set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupView {
    pub position: PositionView,
    /// What no game can contain.
    pub oddities: Vec<OddityView>,
}

/// The format of an export.
#[derive(Debug, Deserialize, IntoParams)]
pub struct ExportQuery {
    /// A format that is text: `transcript`, `ggf`, `sgf`, `pgn` ...; or `log`, or `report` once it is over.
    pub format: String,
}

/// A game as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportView {
    pub text: String,
}

/// The numbers of games that were imported.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportView {
    pub games: Vec<i64>,
}
