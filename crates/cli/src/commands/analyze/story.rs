//! The story of a game as it is printed: what decided it, and the moves worth looking at again.

use outflank_coach::{LabelCounts, PlayerAccuracy};
use outflank_review::{GameStory, KeyMoment, TurningPoint};
use serde::Serialize;

use super::game::PlyJson;
use crate::report::PrintedScore;

/// The story of a game. The fields and their order are a promise.
#[derive(Debug, Serialize)]
pub(super) struct StoryJson {
    turning_point: Option<TurningPointJson>,
    /// From which ply on whoever won was ahead, counted from 1.
    ahead_from: Option<usize>,
    moments: Vec<MomentJson>,
    counts: CountsJson,
}

/// The move that changed for good who was winning.
#[derive(Debug, Serialize)]
struct TurningPointJson {
    ply: usize,
    side: &'static str,
    before: PrintedScore,
    after: PrintedScore,
}

/// A move worth looking at again.
#[derive(Debug, Serialize)]
struct MomentJson {
    ply: usize,
    side: &'static str,
    kind: &'static str,
    label: &'static str,
    better: PrintedScore,
    worse: PrintedScore,
    chances: [f64; 2],
}

/// How many moves of each side cost something.
#[derive(Debug, Serialize)]
struct CountsJson {
    black: SideCounts,
    white: SideCounts,
}

/// How many moves of a side cost something.
#[derive(Debug, Serialize)]
struct SideCounts {
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<LabelCounts> for SideCounts {
    fn from(counts: LabelCounts) -> SideCounts {
        let LabelCounts { inaccuracies, mistakes, blunders } = counts;
        SideCounts { inaccuracies, mistakes, blunders }
    }
}

impl StoryJson {
    /// Shows a story, with the sums of black and white.
    pub(super) fn of(story: &GameStory, sides: &[PlayerAccuracy; 2]) -> StoryJson {
        let [black, white] = sides.each_ref().map(|side| side.counts.into());
        StoryJson {
            turning_point: story.turning_point.map(TurningPointJson::of),
            ahead_from: story.ahead_from.map(|ply| ply + 1),
            moments: story.moments.iter().map(MomentJson::of).collect(),
            counts: CountsJson { black, white },
        }
    }
}

impl TurningPointJson {
    fn of(turn: TurningPoint) -> TurningPointJson {
        let [before, after] = [turn.before, turn.after].map(PrintedScore::new);
        TurningPointJson { ply: turn.ply + 1, side: turn.side.name(), before, after }
    }
}

impl MomentJson {
    fn of(moment: &KeyMoment) -> MomentJson {
        MomentJson {
            ply: moment.ply + 1,
            side: moment.side.name(),
            kind: moment.kind.name(),
            label: moment.label.name(),
            better: PrintedScore::new(moment.better),
            worse: PrintedScore::new(moment.worse),
            chances: moment.chances.map(|chance| (1000.0 * chance).round() / 1000.0),
        }
    }
}

/// Says what decided a game, in a line or two; nothing if nothing did.
pub(super) fn in_words(story: &GameStory, plies: &[PlyJson]) -> Vec<String> {
    let named = |ply: usize| {
        let played = plies.iter().find(|one| one.ply == ply + 1).map_or("", |one| one.played.as_str());
        format!("ply {} {played}", ply + 1)
    };
    let turn = story.turning_point.map(|turn| {
        let [before, after] = [turn.before, turn.after].map(PrintedScore::new);
        format!("turning point: {}, {before} to {after} for {}", named(turn.ply), turn.side)
    });
    let moments: Vec<String> = story.moments.iter().map(|moment| named(moment.ply)).collect();
    let moments = (!moments.is_empty()).then(|| format!("key moments: {}", moments.join(", ")));
    turn.into_iter().chain(moments).collect()
}
