//! What is known of a whole game: the graph, the losses, the accuracy.

use outflank_coach::{Label, LabelCounts, Lesson, Lost, MoveJudgement, PlayerAccuracy, lessons};
use outflank_rules::{Color, Move, Position};

use crate::notes::PositionNotes;
use crate::schedule::ReviewSchedule;
use crate::story::{GameStory, JudgedPly};

/// The score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionScore {
    /// Black's, in discs.
    pub score: i32,
    /// Whether it is proven.
    pub is_exact: bool,
}

/// A move of the game and what it cost. Scores are the mover's, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyReview {
    /// Who made it.
    pub side: Color,
    /// What was made; a pass costs nothing and does not count.
    pub played: Move,
    /// What it is worth.
    pub score: i32,
    /// The best move: the one that was played, if none is better.
    pub best: Move,
    /// What the best is worth.
    pub best_score: i32,
    /// Whether both scores are proven.
    pub is_exact: bool,
    /// The plies searched for all moves of the position.
    pub depth: u32,
    /// What it is called.
    pub label: Label,
    judgement: MoveJudgement,
}

impl PlyReview {
    /// Reviews a move; `None` if nothing is known of it.
    #[must_use]
    pub fn of(position: &Position, notes: &PositionNotes, played: Move) -> Option<PlyReview> {
        let (best, judgement) = notes.judge(position, played)?;
        let (one, best) = (notes.of_move(played)?, notes.of_move(best)?);
        Some(PlyReview {
            side: position.side_to_move(),
            played,
            score: one.value.score,
            best: best.played,
            best_score: best.value.score,
            is_exact: best.value.is_exact() && one.value.is_exact(),
            depth: notes.depth(),
            label: judgement.label(),
            judgement,
        })
    }

    /// Returns what it lost, in discs.
    #[must_use]
    pub fn loss(&self) -> i32 {
        self.best_score - self.score
    }

    /// Returns the mover's chance to win with the best move and with this one, 0 to 1.
    #[must_use]
    pub fn chances(&self) -> [f64; 2] {
        [self.best_score, self.score].map(|score| self.judgement.chance(score.into()))
    }

    /// Returns it as the story of the game takes it; `None` for a pass.
    fn judged(&self) -> Option<JudgedPly> {
        let judged = JudgedPly { side: self.side, judgement: self.judgement, is_exact: self.is_exact };
        (!self.played.is_pass()).then_some(judged)
    }
}

/// What a side lost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// How many moves are judged, passes left out.
    pub moves: usize,
    /// What they lost, in discs.
    pub loss: i32,
    /// Their accuracy, 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Their accuracy in the opening, the midgame and the endgame.
    pub phases: [Option<f64>; 3],
    /// How many of them were inaccuracies, mistakes and blunders.
    pub counts: LabelCounts,
    /// What cost most, the dearest first, as far as mistakes are explained.
    pub lessons: Vec<Lesson>,
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewSummary {
    /// One for each position, the last included; `None` where nothing is known yet.
    pub scores: Vec<Option<PositionScore>>,
    /// One for each ply, passes included; `None` where nothing is known yet.
    pub plies: Vec<Option<PlyReview>>,
    /// What decided the game; its result alone until every ply is known.
    pub story: GameStory,
    /// Black's side, then white's.
    pub sides: [SideSummary; 2],
    /// From which position on every score is exact.
    pub exact_from: Option<usize>,
    /// How many positions are reviewed.
    pub done: usize,
}

impl SideSummary {
    /// Sums up the moves of one side.
    fn of<'a>(plies: impl Iterator<Item = &'a PlyReview>, lessons: Vec<Lesson>) -> SideSummary {
        let placed = plies.filter(|ply| !ply.played.is_pass());
        let judged: Vec<MoveJudgement> = placed.map(|ply| ply.judgement).collect();
        let PlayerAccuracy { moves, loss, accuracy, phases, counts } = PlayerAccuracy::of(&judged);
        SideSummary { moves, loss: loss as i32, accuracy, phases, counts, lessons }
    }
}

impl ReviewSchedule {
    /// Reviews a ply of the game, counted from 0; `None` while it is unknown.
    #[must_use]
    pub fn ply(&self, ply: usize) -> Option<PlyReview> {
        let (position, played) = *self.game().get(ply)?;
        PlyReview::of(&position, self.notes(position)?, played?)
    }

    /// Returns the score of a position, if it is known.
    #[must_use]
    pub fn score(&self, position: Position) -> Option<PositionScore> {
        if position.is_finished() {
            return Some(PositionScore { score: position.score(), is_exact: true });
        }
        let best = self.notes(position)?.best()?.value;
        let score = position.side_to_move().for_black(best.score);
        Some(PositionScore { score, is_exact: best.is_exact() })
    }

    /// Sums up what is known of the game.
    #[must_use]
    pub fn summary(&self) -> ReviewSummary {
        let game = self.game();
        let scores: Vec<Option<PositionScore>> =
            game.iter().map(|(position, _)| self.score(*position)).collect();
        let plies: Vec<Option<PlyReview>> =
            (0..game.len().saturating_sub(1)).map(|ply| self.ply(ply)).collect();
        let of_side = |side: Color| {
            let own = plies.iter().flatten().filter(move |ply| ply.side == side);
            SideSummary::of(own, self.lessons(&plies, side))
        };
        let inexact = scores.iter().rposition(|score| !score.is_some_and(|score| score.is_exact));
        let exact_from = inexact.map_or(0, |last| last + 1);
        ReviewSummary {
            story: self.story(&plies, scores.last().copied().flatten()),
            sides: Color::BOTH.map(of_side),
            exact_from: (exact_from < scores.len()).then_some(exact_from),
            done: game.iter().filter(|(position, _)| self.is_done(*position)).count(),
            scores,
            plies,
        }
    }

    /// Tells what decided the game, with what is known of its plies and its last position.
    fn story(&self, plies: &[Option<PlyReview>], last: Option<PositionScore>) -> GameStory {
        let is_over = self.game().last().is_some_and(|(position, _)| position.is_finished());
        let result = last.filter(|_| is_over).map(|last| last.score);
        if plies.iter().any(Option::is_none) {
            // What nobody has looked at yet may have decided it.
            return GameStory { result, ..GameStory::default() };
        }
        let judged: Vec<Option<JudgedPly>> = plies.iter().map(|ply| ply.as_ref()?.judged()).collect();
        let leader = last.map(|last| last.score).filter(|score| *score != 0);
        let leader = leader.map(|score| if score > 0 { Color::Black } else { Color::White });
        GameStory::of(&judged, result, leader)
    }

    /// Sums up what cost a side most, as far as its mistakes are explained.
    fn lessons(&self, plies: &[Option<PlyReview>], side: Color) -> Vec<Lesson> {
        let own = plies.iter().enumerate().filter_map(|(ply, one)| Some((ply, one.as_ref()?)));
        let lost = own.filter(|(_, one)| one.side == side).filter_map(|(ply, one)| {
            let explanation = self.explanation(self.game()[ply].0)?;
            // What the list of moves says, so that the sums agree.
            let loss = u32::try_from(one.loss()).ok()?;
            Some(Lost { ply, loss, cause: explanation.claims().first()?.cause })
        });
        lessons(&lost.collect::<Vec<Lost>>())
    }
}
