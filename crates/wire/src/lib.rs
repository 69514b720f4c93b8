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
    /// Black, who moves first.
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

/// An error response.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Refusal {
    /// A machine-readable code.
    pub code: String,
    /// A message for people.
    pub message: String,
}

/// A legal move and its effect.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    pub square: String,
    /// The squares of the discs it flips.
    pub flips: Vec<String>,
}

/// A position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// 64 squares (`X` black, `O` white, `-` empty), followed by the side to move.
    pub board: String,
    /// The side to move; null if the game is over.
    pub side: Option<Side>,
    pub black: u32,
    pub white: u32,
    pub empties: u32,
    pub legal: Vec<LegalMove>,
    pub finished: bool,
    /// Black minus White, with empty squares counted for the winner.
    pub score: i32,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlyView {
    pub side: Side,
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The board after the move.
    pub board: String,
    pub milliseconds: i64,
    /// The computer player that chose the move for the person in the seat; null if the person chose it.
    pub helper: Option<String>,
}

/// The player of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    pub player: String,
    pub name: String,
    pub human: bool,
    /// The account name of the player; null for guests and computers, and in lists.
    pub account: Option<String>,
    /// The player's rating; null unless accounts play, and in lists.
    pub rating: Option<person::RatingView>,
}

/// The clocks, in milliseconds, at the time of the response.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ClockView {
    pub black: i64,
    pub white: i64,
    pub running: Option<Side>,
}

/// The result of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultView {
    #[schema(schema_with = words::end_reasons)]
    pub reason: String,
    /// The winner; null for a draw.
    pub winner: Option<Side>,
    /// Black's discs; if the game was played out, empty squares count for the winner.
    pub black: u32,
    pub white: u32,
}

/// A game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    pub id: i64,
    pub name: String,
    /// Incremented with every change.
    pub revision: i64,
    /// When the game was created, in milliseconds since 1970.
    pub created: i64,
    pub updated: i64,
    pub black: SeatView,
    pub white: SeatView,
    /// The sides the caller may move for.
    pub yours: Vec<Side>,
    pub start: String,
    pub plies: Vec<PlyView>,
    /// The number of moves Black and White would have, at the start and after every ply.
    pub mobility: Vec<[u32; 2]>,
    /// The number of plies that can be redone.
    pub undone: usize,
    pub position: PositionView,
    pub result: Option<ResultView>,
    pub clock: Option<ClockView>,
    pub pace: i64,
    /// Whether this is a remote game between two people, in which no computer helps.
    pub by_invitation: bool,
    /// Whether the game is rated: anyone may spectate, moves cannot be taken back, and no computer helps.
    pub rated: bool,
    pub thinking: bool,
    /// Whether its computer players are paused until told to continue.
    pub paused: bool,
    /// Whether the game is saved: listed among the games and, once it is over, in the library.
    pub saved: bool,
    /// Its key in the library, which identifies it everywhere; null if it is not in the library.
    pub key: Option<i64>,
    /// The number of plies in the opening to which a restart returns.
    pub opening: usize,
    /// The state of a remote game between people; null for other games.
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

/// An available player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    pub id: String,
    #[schema(schema_with = words::player_groups)]
    pub group: String,
    pub name: String,
    pub description: String,
    /// The search depth of a level, in plies.
    pub depth: Option<u32>,
    /// The number of empty squares from which a level solves the endgame.
    pub solves: Option<u32>,
    /// The measured strength of a level relative to level 1, in Elo points.
    pub elo: Option<i32>,
    /// The share of points it scored against the level below.
    pub share_below: Option<f64>,
    /// The parameters that can be set, as in `nea:depth=7`.
    pub parameters: Vec<ParameterView>,
}

/// A parameter of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ParameterView {
    pub name: String,
    /// The default value.
    pub default: String,
    pub meaning: String,
}

/// A player to be assigned to a side.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatWish {
    /// `human`, or a player of `/api/players`.
    pub player: String,
    #[serde(default)]
    pub name: String,
}

/// A time control, in seconds.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockWish {
    pub initial: u32,
    #[serde(default)]
    pub increment: u32,
}

/// A new game to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameWish {
    pub black: SeatWish,
    pub white: SeatWish,
    #[serde(default)]
    pub name: String,
    /// A board, a list of moves, or a game in any text format; the standard starting position if missing.
    pub start: Option<String>,
    /// Whether to start from one of the balanced openings.
    #[serde(default)]
    pub balanced: bool,
    pub clock: Option<ClockWish>,
    /// The delay before a computer's move is shown, in milliseconds.
    #[serde(default)]
    pub pace: u32,
    /// The side played by a person in another browser.
    pub invite: Option<Side>,
    /// Whether the game is rated: a timed game between two accounts, or of an account against a level.
    #[serde(default)]
    pub rated: bool,
    /// Whether a person without a legal move must pass explicitly.
    #[serde(default)]
    pub manual_pass: bool,
    /// Whether the finished game is saved: listed, and in the library; true if missing.
    pub saved: Option<bool>,
}

/// A created game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    pub game: GameView,
    /// The key of the caller's seat in a remote game.
    pub key: Option<String>,
    /// The invitation with which the other person takes the open seat; it can be used once.
    pub invitation: Option<String>,
}

/// A move to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveWish {
    /// The number of plies in the game when the move was chosen.
    pub ply: usize,
    /// A square or `pass`.
    #[serde(rename = "move")]
    pub played: String,
    /// The minimum delay before a computer's reply, in milliseconds, while the page animates the flipping
    /// discs; the pace of the game if missing. It does not count against any clock.
    pub pause: Option<u32>,
}

/// Changes to a game other than moves.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeWish {
    pub name: Option<String>,
    /// The delay before a computer's move is shown, in milliseconds.
    pub pace: Option<u32>,
    /// Whether the finished game is saved: listed, and in the library.
    pub saved: Option<bool>,
    /// Whether the computer players stop before their next move, in a game without people and clocks.
    pub paused: Option<bool>,
}

/// A move that a computer player is to make for a person.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComputerMoveWish {
    /// The side to move for; the current side to move if missing.
    pub side: Option<Side>,
    /// A player of `/api/players`; the engine if missing.
    pub player: Option<String>,
}

/// A position to continue a game from.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditWish {
    /// A board, a list of moves, or a game in any text format.
    pub position: String,
}

/// A text that contains a position or a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextWish {
    pub text: String,
}

/// Something that cannot occur in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OddityView {
    /// `few-discs`, `empty-centre`, `disconnected`, or a newer value that is not listed here.
    pub kind: String,
    /// The squares concerned.
    pub squares: Vec<String>,
    /// A message for people.
    pub message: String,
}

/// A position that was set up.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupView {
    pub position: PositionView,
    /// What could not occur in a game.
    pub oddities: Vec<OddityView>,
}

/// The format of an export.
#[derive(Debug, Deserialize, IntoParams)]
pub struct ExportQuery {
    /// A text format: `transcript`, `ggf`, `sgf`, `pgn` ...; or `log`, or, for a finished game, `report`.
    pub format: String,
}

/// A game as text.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExportView {
    pub text: String,
}

/// The numbers of the imported games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportView {
    pub games: Vec<i64>,
}
