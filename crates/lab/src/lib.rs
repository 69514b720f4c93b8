//! The laboratory: players meet, and what happened is counted.
//!
//! A [`Contest`] lets two players meet over [`Openings`], each played twice with colours swapped; a [`Tally`]
//! counts results by pairs of games, so that [`Tally::elo`] has an honest interval and a [`Sprt`] can end the
//! contest early. Results are handed to an observer in the order of the games, whatever the number of boards:
//! the same seed gives the same games for players limited by depth or nodes. A [`Venue`] holds tournaments, a
//! [`Tuning`] improves weights, a [`Learning`] fills tables; all go on after any interruption. Nothing here
//! prints.

mod adjudicator;
mod attendance;
mod balance;
mod choice;
mod contest;
mod drawing;
mod elsewhere;
mod entry;
mod equal_time;
mod hall;
mod learning;
mod logs;
mod losses;
mod openings;
mod pacing;
mod people;
mod played;
mod ratings;
mod side_by_side;
mod sprt;
mod standings;
mod steps;
mod tally;
mod tournament;
mod tuning;

pub use adjudicator::{Adjudication, Adjudicator, Ahead, AheadError, GameWatch};
pub use balance::{Judging, balanced, distinct};
pub use choice::{ChoiceTally, ValuedPosition};
pub use contest::{Contest, ContestError, ContestResult, player_of};
pub use drawing::{Chart, stacked_bars};
pub use elsewhere::{GameHelpers, GameOrder, PlayedGameReport};
pub use entry::GameEntry;
pub use hall::boards_for;
pub use learning::{Learning, LearningError, LearningPlan};
pub use logs::{LoggedGame, Logs};
pub use losses::{CLASSES, Distribution, Loss, LossJudge, class_names, judge_all};
pub use openings::{LoadOpeningsError, OpeningSource, Openings};
pub use pacing::{PaceSummary, PacedMove, Pacing};
pub use people::{LAST_YEAR, PeopleError, sample};
pub use played::{Played, Pondered, TimeSpent, play};
pub use ratings::{Rating, Unit, rate};
pub use side_by_side::{PlayerEffort, SideBySide};
pub use sprt::{PairShape, Sprt, SprtError, SprtReport, SprtRuns, SprtSimulation, SprtVerdict};
pub use standings::{Meeting, Standing, Standings};
pub use steps::{LevelStep, Measuring, level_table};
pub use tally::{Elo, Share, Tally};
pub use tournament::{
    Form, JournalError, LossPhase, PHASES, PlanError, PlayerLine, TournamentNews, TournamentPlan,
    TournamentResults, TournamentState, TournamentSummary, Venue, VenueError, game_log, log_text,
    report_line,
};
pub use tuning::{Trial, Tuning, TuningCheck, TuningPlan, TuningReport};
