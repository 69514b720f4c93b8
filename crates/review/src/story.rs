//! The story of a game: what decided it, and the few moves worth looking at again.
//!
//! Everything is chosen by what a move did to the expected result, as labels are. Sentences are made
//! elsewhere, in the language of whoever reads them.

use outflank_coach::{Label, MoveJudgement, cost};
use outflank_rules::Color;

/// How many mistakes of a side are key moments; the turning point may be one more.
const MISTAKES_PER_SIDE: usize = 3;
/// Up to which score, in discs, a game is called level: half a disc if that is proven, else what estimates
/// are often off by.
const LEVEL: [f64; 2] = [1.5, 0.5];
/// What an only move must have saved to be a key moment, as a share of the expected result: a blunder.
const SAVED: f64 = 0.12;

/// A move of the game as it is judged; a pass is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPly {
    /// Who made it.
    pub side: Color,
    /// What it is worth, and what the best was worth.
    pub judgement: MoveJudgement,
    /// Whether both are proven.
    pub is_exact: bool,
}

/// Why a move is worth looking at again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// It gave something away.
    Mistake,
    /// It was the only one that held what there was.
    OnlyMove,
}

impl MomentKind {
    /// Returns the word for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MomentKind::Mistake => "mistake",
            MomentKind::OnlyMove => "only-move",
        }
    }
}

/// A move worth looking at again. Scores and chances are the mover's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyMoment {
    /// The ply, counted from 0.
    pub ply: usize,
    /// Who made the move.
    pub side: Color,
    /// Why it is here.
    pub kind: MomentKind,
    /// What the move is called.
    pub label: Label,
    /// The score of the better choice, in discs: the best move, or for an only move the move itself.
    pub better: f64,
    /// The score of the worse choice: the move itself, or for an only move the best of the others.
    pub worse: f64,
    /// The chance to win with each of the two, 0 to 1.
    pub chances: [f64; 2],
    /// Whether the scores of the best move and of the played one are proven.
    pub is_exact: bool,
    /// Whether the move is the turning point of the game.
    pub is_turning: bool,
}

/// The move that changed for good who was winning. Scores are the mover's, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningPoint {
    /// The ply, counted from 0.
    pub ply: usize,
    /// Who made the move.
    pub side: Color,
    /// What the position was worth.
    pub before: f64,
    /// What the move left of it.
    pub after: f64,
    /// Whether both are proven.
    pub is_exact: bool,
    /// From which ply on the mover had been ahead; `None` if the game was level.
    pub ahead_since: Option<usize>,
}

/// What decided a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameStory {
    /// Black's score at the end, empty squares to the winner; `None` if the game is not over.
    pub result: Option<i32>,
    /// The move that changed for good who was winning; `None` if no mistake did.
    pub turning_point: Option<TurningPoint>,
    /// From which ply on whoever won was ahead, as far as that is known; `None` in a drawn game.
    pub ahead_from: Option<usize>,
    /// The moves worth looking at again, in the order of the game.
    pub moments: Vec<KeyMoment>,
}

impl GameStory {
    /// Tells the story of a game: of its plies, `None` for passes and where nothing is known, and its result.
    /// While the game is not over, `leader` is who is ahead now.
    #[must_use]
    pub fn of(plies: &[Option<JudgedPly>], result: Option<i32>, leader: Option<Color>) -> GameStory {
        let outcome = result.map_or_else(
            || leader.map_or(0, |side| side.for_black(1)),
            |score| leader_of(score.into(), Color::Black, true),
        );
        let turning_point = turning_point(plies, outcome);
        GameStory {
            result,
            turning_point,
            ahead_from: ahead_from(plies, outcome),
            moments: moments(plies, turning_point.map(|turn| turn.ply)),
        }
    }
}

/// Returns who is ahead with a side's score, proven or not: 1 for black, -1 for white, 0 for nobody.
fn leader_of(score: f64, side: Color, is_exact: bool) -> i32 {
    let level = LEVEL[usize::from(is_exact)];
    side.for_black(i32::from(score >= level) - i32::from(score <= -level))
}

impl JudgedPly {
    /// Returns who is ahead before the move, and after it.
    fn leaders(&self) -> [i32; 2] {
        let MoveJudgement { best, played, .. } = self.judgement;
        [best, played].map(|score| leader_of(score, self.side, self.is_exact))
    }
}

/// Lists the plies that are known, with their numbers.
fn known(plies: &[Option<JudgedPly>]) -> impl DoubleEndedIterator<Item = (usize, &JudgedPly)> {
    plies.iter().enumerate().filter_map(|(ply, one)| Some((ply, one.as_ref()?)))
}

/// Finds the last mistake that led from one outcome to that of the game.
fn turning_point(plies: &[Option<JudgedPly>], outcome: i32) -> Option<TurningPoint> {
    let turns = |one: &JudgedPly| {
        let [before, after] = one.leaders();
        one.judgement.label() >= Label::Inaccuracy && before != outcome && after == outcome
    };
    let (ply, one) = known(plies).rfind(|(_, one)| turns(one))?;
    let ahead = |other: &JudgedPly| other.leaders()[0] == one.side.for_black(1);
    let since = known(&plies[..=ply]).rev().take_while(|(_, other)| ahead(other)).last();
    Some(TurningPoint {
        ply,
        side: one.side,
        before: one.judgement.best,
        after: one.judgement.played,
        is_exact: one.is_exact,
        ahead_since: since.map(|(ply, _)| ply),
    })
}

/// Finds the ply from which on whoever won was ahead.
fn ahead_from(plies: &[Option<JudgedPly>], outcome: i32) -> Option<usize> {
    if outcome == 0 || plies.is_empty() {
        return None;
    }
    let behind = known(plies).rfind(|(_, one)| one.leaders()[0] != outcome);
    Some(behind.map_or(0, |(ply, _)| ply + 1))
}

/// Chooses the moves worth looking at again.
fn moments(plies: &[Option<JudgedPly>], turning: Option<usize>) -> Vec<KeyMoment> {
    let mut chosen: Vec<(usize, &JudgedPly, MomentKind)> = Vec::new();
    for side in Color::BOTH {
        let own = || known(plies).filter(move |(_, one)| one.side == side);
        let mut mistakes: Vec<(usize, &JudgedPly)> =
            own().filter(|(_, one)| one.judgement.label() >= Label::Inaccuracy).collect();
        mistakes.sort_by(|(_, one), (_, other)| other.judgement.cost().total_cmp(&one.judgement.cost()));
        let (dearest, others) = mistakes.split_at(mistakes.len().min(MISTAKES_PER_SIDE));
        let turn = others.iter().filter(|(ply, _)| Some(*ply) == turning);
        chosen.extend(dearest.iter().chain(turn).map(|&(ply, one)| (ply, one, MomentKind::Mistake)));
        let held = own().filter(|(_, one)| one.judgement.label() == Label::Only && saved(one) >= SAVED);
        let held = held.max_by(|(_, one), (_, other)| saved(one).total_cmp(&saved(other)));
        chosen.extend(held.map(|(ply, one)| (ply, one, MomentKind::OnlyMove)));
    }
    chosen.sort_by_key(|(ply, _, _)| *ply);
    let moment = |(ply, one, kind): (usize, &JudgedPly, MomentKind)| {
        let MoveJudgement { best, played, rival, .. } = one.judgement;
        let (better, worse) = match kind {
            MomentKind::Mistake => (best, played),
            MomentKind::OnlyMove => (played, rival.unwrap_or(played)),
        };
        KeyMoment {
            ply,
            side: one.side,
            kind,
            label: one.judgement.label(),
            better,
            worse,
            chances: [better, worse].map(|score| one.judgement.chance(score)),
            is_exact: one.is_exact,
            is_turning: Some(ply) == turning,
        }
    };
    chosen.into_iter().map(moment).collect()
}

/// Returns what a move saved against the best of the others, as a share of the expected result.
fn saved(one: &JudgedPly) -> f64 {
    let MoveJudgement { played, rival, empties, .. } = one.judgement;
    rival.map_or(0.0, |rival| cost(played, rival, empties))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a game of plies (best, played) with black to move first, 60 squares empty.
    fn game(scores: &[(f64, f64)]) -> Vec<Option<JudgedPly>> {
        let ply = |(ply, &(best, played)): (usize, &(f64, f64))| {
            let side = if ply % 2 == 0 { Color::Black } else { Color::White };
            let empties = 60 - ply as u32;
            let judgement = MoveJudgement { empties, legal: 8, best, played, rival: Some(played.min(best)) };
            Some(JudgedPly { side, judgement, is_exact: false })
        };
        scores.iter().enumerate().map(ply).collect()
    }

    #[test]
    fn the_last_mistake_that_changed_who_was_winning_is_the_turning_point() {
        // Black is ahead, gives it away, gets it back, and gives it away for good.
        let plies = game(&[
            (6.0, 6.0),
            (-6.0, -6.0),
            (6.0, -8.0),
            (8.0, -8.0),
            (8.0, 8.0),
            (-8.0, -8.0),
            (8.0, -10.0),
            (10.0, 10.0),
            (-10.0, -30.0),
        ]);
        let story = GameStory::of(&plies, Some(-20), None);
        let turn = story.turning_point.unwrap();
        assert_eq!((turn.ply, turn.side, turn.before, turn.after), (6, Color::Black, 8.0, -10.0));
        assert_eq!((turn.ahead_since, story.ahead_from), (Some(4), Some(7)));
        assert!(story.moments.iter().any(|moment| moment.ply == 6 && moment.is_turning));
    }

    #[test]
    fn a_game_that_was_never_given_away_has_no_turning_point() {
        let plies = game(&[(2.0, 2.0), (-2.0, -2.0), (2.0, 2.0)]);
        let story = GameStory::of(&plies, Some(4), None);
        assert_eq!((story.turning_point, story.ahead_from, story.moments.len()), (None, Some(0), 0));
        assert_eq!(GameStory::of(&[], None, None), GameStory::default());
    }

    #[test]
    fn a_win_that_became_a_draw_turned() {
        let story = GameStory::of(&game(&[(9.0, 0.0), (0.0, 0.0)]), Some(0), None);
        assert_eq!(story.turning_point.map(|turn| turn.ply), Some(0));
        assert_eq!(story.ahead_from, None);
    }

    #[test]
    fn key_moments_are_the_dearest_mistakes_of_each_side_in_order_of_the_game() {
        let losses = [5.0, 9.0, 12.0, 30.0, 7.0, 8.0, 20.0, 1.0, 9.0, 16.0];
        let scores: Vec<(f64, f64)> = losses.iter().map(|loss| (0.0, -loss)).collect();
        let story = GameStory::of(&game(&scores), None, Some(Color::Black));
        let plies: Vec<usize> = story.moments.iter().map(|moment| moment.ply).collect();
        // Black's 12, 20 and 9; white's 9, 30 and 16, the last of which put black ahead.
        assert_eq!(plies, [1, 2, 3, 6, 8, 9]);
        assert_eq!(story.turning_point.map(|turn| turn.ply), Some(9));
        assert!(story.moments.iter().all(|moment| moment.chances[0] > moment.chances[1]));
    }

    #[test]
    fn an_only_move_that_saved_much_is_a_key_moment() {
        let mut plies = game(&[(4.0, 4.0), (-4.0, -4.0)]);
        if let Some(ply) = plies[0].as_mut() {
            ply.judgement.rival = Some(-12.0);
        }
        let story = GameStory::of(&plies, Some(4), None);
        let moment = story.moments[0];
        assert_eq!((moment.kind, moment.better, moment.worse), (MomentKind::OnlyMove, 4.0, -12.0));
    }
}
