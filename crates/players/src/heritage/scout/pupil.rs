//! Learning: games against itself in which one side sometimes plays the second or third best move.

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Board, Game, Move, Portable, Position, Square};

use super::ScoutRecipe;
use super::killers::Killers;
use crate::family::Pupil;
use crate::search::{GameTree as _, Meter, NegaScout, PassRule, Procedure as _};

/// How deep the games are searched unless told.
const DEPTH: u32 = 4;
/// One move in so many of the side that varies is not the best one.
const VARIES_EVERY: u32 = 3;

/// A player that fills its killer table.
pub(super) struct ScoutPupil {
    recipe: ScoutRecipe,
    killers: Killers,
}

impl ScoutPupil {
    /// Begins with the killer table the player has; with `killers=off` that is an empty one.
    pub(super) fn new(recipe: ScoutRecipe) -> ScoutPupil {
        let killers = recipe.killers.clone().unwrap_or_default();
        ScoutPupil { recipe, killers }
    }

    /// Returns the legal moves, the best first; in any order if it was stopped.
    fn ranked(&self, board: Board, stopper: &Stopper) -> Vec<Square> {
        let depth = self.recipe.depth.unwrap_or(DEPTH);
        let tree = self.recipe.tree();
        let mut search = NegaScout::new(&tree, PassRule::Free, None, Meter::new(stopper, None));
        let mut valued = Vec::new();
        for square in board.legal_moves(Portable).squares() {
            let after = tree.after(board.into(), square);
            valued.push((square, -search.value(after, depth - 1, f64::INFINITY)));
        }
        valued.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        valued.into_iter().map(|(square, _)| square).collect()
    }
}

impl Pupil for ScoutPupil {
    fn lesson(&mut self, dice: &mut Dice, stopper: &Stopper) {
        let mut position = Position::start();
        let varying = if dice.below(2) == 0 { position.side_to_move() } else { !position.side_to_move() };
        let mut last: Option<Square> = None;
        while !position.is_finished() {
            let ranked = self.ranked(position.board(), stopper);
            if stopper.is_stopped() {
                return;
            }
            if let (Some(last), Some(best)) = (last, ranked.first()) {
                self.killers.count(last, *best, self.recipe.mirrored);
            }
            let varies = position.side_to_move() == varying && dice.below(VARIES_EVERY) == 0;
            let choice = if varies { 1 + dice.below(2) as usize } else { 0 };
            let square = ranked.get(choice).or(ranked.first()).copied();
            match position.play(square.map_or(Move::Pass, Move::Place)) {
                Ok(next) => position = next,
                Err(_) => return,
            }
            last = square.or(last);
        }
    }

    /// Counts the replies as they were played, whoever played them.
    fn study(&mut self, game: &Game, _stopper: &Stopper) {
        let placed = game.plies().iter().filter_map(|played| played.square()).collect::<Vec<_>>();
        for two in placed.windows(2) {
            self.killers.count(two[0], two[1], self.recipe.mirrored);
        }
    }

    fn notes(&self) -> String {
        self.killers.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrant::Entrant;

    fn study(text: &str, seed: u64) -> String {
        let mut pupil = text.parse::<Entrant>().unwrap().pupil().unwrap();
        pupil.lesson(&mut Dice::new(seed), &Stopper::new());
        pupil.notes()
    }

    #[test]
    fn a_lesson_is_the_same_for_the_same_seed_and_other_for_another() {
        let first = study("scout:depth=2,killers=off", 1);
        assert!(first.lines().count() > 40);
        assert_eq!(study("scout:depth=2,killers=off", 1), first);
        assert_ne!(study("scout:depth=2,killers=off", 2), first);
    }

    #[test]
    fn replies_of_other_games_are_counted_as_played() {
        let mut pupil = "scout:killers=off".parse::<Entrant>().unwrap().pupil().unwrap();
        let moves = ["f5", "d6", "c3"].map(|text| text.parse().unwrap());
        let game = Game::replay(Position::start(), moves).unwrap();
        pupil.study(&game, &Stopper::new());
        pupil.study(&game, &Stopper::new());
        let lines: Vec<String> = pupil.notes().lines().skip(1).map(str::to_owned).collect();
        assert_eq!(lines, ["f5 d6 2", "d6 c3 2"]);
    }

    #[test]
    fn what_was_learned_can_be_read_and_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("killers.txt");
        let first = study("scout:depth=2,killers=off", 1);
        std::fs::write(&path, &first).unwrap();
        let more = study(&format!("scout:depth=2,killers={}", path.display()), 2);
        let total = |text: &str| -> u32 {
            text.lines().filter_map(|line| line.split(' ').nth(2)?.parse::<u32>().ok()).sum()
        };
        assert!(total(&more) > total(&first));
        assert!("random".parse::<Entrant>().unwrap().pupil().is_none());
    }
}
