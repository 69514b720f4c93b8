//! Games kept in a database: a file of SQLite, or PostgreSQL.
//!
//! A [`Store`] hands out games parsed and played by the rules ([`KeptGame`](outflank_game::KeptGame)); a row
//! that is no game is a [`DamagedGame`] and leaves the others alone. What has been answered with `Ok` is on
//! disk: a killed process or a full disk loses nothing that was acknowledged (`change`). Every change of a
//! game names the revision it was decided on, so that of two changes made at once exactly one succeeds
//! ([`StoreError::Stale`]).
//!
//! The time of clocks is that of the database, one for all servers that share it: when a turn began and when
//! its flag falls is stored with the move ([`Store::end_lost_on_time`]).
//!
//! Servers that share a PostgreSQL hear of each other's changes ([`Store::news`]) and share their work
//! ([`Store::claim`]).
//!
//! One set of queries serves both databases; what differs is in `database` and in `migrations/`.

mod attempts;
mod backup;
mod bounded;
mod change;
mod chat;
mod chores;
mod clock;
mod club;
mod club_games;
mod club_rows;
mod connect;
mod database;
mod error;
mod game;
mod games;
mod imports;
mod index_shelf;
mod learning;
mod learning_repertoires;
mod library;
mod listing;
mod migrations;
mod news;
mod on_air;
mod owners;
mod people;
mod presence;
mod puzzle_endgames;
mod puzzles;
mod queue;
mod ratings;
mod remote;
mod reports;
mod review;
mod seek_ratings;
mod seeks;
mod store;
mod studies;

pub use chat::{Chat, ChatRefused, PlayerMessage};
pub use clock::GameState;
pub use club::{ClubBoardGame, ClubHead, ClubPace, JournalRow, KeptClub, NewClub};
pub use club_games::{ClubPlace, ClubTurn};
pub use error::StoreError;
pub use game::{DamagedGame, NewGame};
pub use imports::{ImportBounds, ImportClaim, ImportFile, ImportNote, ImportPhase, ImportRefusal, ImportRow};
pub use index_shelf::{CHUNK, StoredIndex};
pub use library::{
    DamagedEntry, Filter, LibraryGame, LibraryMoves, LibraryOrder, LibraryRow, LibrarySource, OutcomeFilter,
    Page, Pulse, Sort,
};
pub use listing::{ListedGame, Whose};
pub use news::StoreNews;
pub use on_air::GameOnAir;
pub use outflank_keep::{
    AnswerRow, CardRow, CountedAttempt, EndgameRecord, LearnedGameRow, LessonRow, NewCard, PuzzleAttempt,
    PuzzleMode, PuzzleStanding, RepertoireRow, TriedPuzzle,
};
pub use owners::Belongings;
pub use people::{Account, NewAccount};
pub use presence::{SeatArrival, SeatPresence};
pub use queue::{ClaimedJob, JobClass, LEASE, NewJob, QueueLength};
pub use ratings::{
    AccountStanding, OpponentRecord, PersonPage, PlayedOpening, PlayedRatedGame, RatingDifference,
    RatingPoint, RecomputedRatings, ResultCount,
};
pub use reports::ChatReport;
pub use review::ReviewRow;
pub use seek_ratings::{RatingRange, SeekerRating};
pub use seeks::{NewSeek, Seek, SeekOutcome, SeekRefused, SeekTerms};
pub use store::Store;
pub use studies::{DamagedStudy, NewStudy};
