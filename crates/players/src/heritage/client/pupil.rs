//! Learning: the table grows by games of a level against itself.

use outflank_engine::{Dice, Stopper};
use outflank_rules::{Game, Move, Position};

use super::lookup::Lookup;
use super::{ClientSearcher, for_white};
use crate::family::Pupil;
use crate::search::Meter;

/// Every so-many-th move is a random one, so that games differ.
const RANDOM_EVERY: u32 = 6;

/// A level that fills its table.
pub(super) struct ClientPupil {
    searcher: ClientSearcher,
    table: Lookup,
}

impl ClientPupil {
    /// Begins with the table the level has.
    pub(super) fn new(searcher: ClientSearcher) -> ClientPupil {
        let table = searcher.table.as_ref().map(|table| table.known()).unwrap_or_default();
        ClientPupil { searcher, table }
    }

    /// Returns the best move of a position, from the table or by a search that the table then knows; `None`
    /// if it was stopped.
    fn study_position(&mut self, position: Position, stopper: &Stopper) -> Option<Move> {
        if let Some((known, _)) = self.table.get(position) {
            return Some(Move::Place(known));
        }
        let (depth, meter) = (self.searcher.depth, Meter::new(stopper, None));
        let (square, value) = self.searcher.search(position.board(), depth, meter, &mut |_, _, _| {})?;
        if stopper.is_stopped() {
            return None;
        }
        self.table.insert(position, square, for_white(position, value));
        Some(Move::Place(square))
    }
}

impl Pupil for ClientPupil {
    fn lesson(&mut self, dice: &mut Dice, stopper: &Stopper) {
        let mut position = Position::start();
        while !position.is_finished() && !stopper.is_stopped() {
            let moves = position.legal_moves();
            let best =
                if moves.is_empty() { Some(Move::Pass) } else { self.study_position(position, stopper) };
            let random = moves.squares().nth(dice.below(moves.len()) as usize).map(Move::Place);
            let played = if dice.below(RANDOM_EVERY) == 0 { random.or(best) } else { best };
            match played.and_then(|played| position.play(played).ok()) {
                Some(next) => position = next,
                None => return,
            }
        }
    }

    /// Searches every position in which there is a choice.
    fn study(&mut self, game: &Game, stopper: &Stopper) {
        for position in game.positions() {
            if stopper.is_stopped() {
                return;
            }
            if position.legal_moves().len() > 1 {
                let _stopped = self.study_position(position, stopper);
            }
        }
    }

    fn notes(&self) -> String {
        self.table.text()
    }
}

#[cfg(test)]
mod tests {
    use crate::entrant::Entrant;

    use super::*;

    #[test]
    fn positions_of_other_games_are_searched() {
        let mut pupil = "client-medium".parse::<Entrant>().unwrap().pupil().unwrap();
        let moves = ["f5", "d6", "c3"].map(|text| text.parse().unwrap());
        pupil.study(&Game::replay(Position::start(), moves).unwrap(), &Stopper::new());
        assert_eq!(pupil.notes().lines().count(), 4);
    }

    #[test]
    fn a_table_that_was_learned_is_used_and_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let study = |text: &str, seed| {
            let mut pupil = text.parse::<Entrant>().unwrap().pupil().unwrap();
            pupil.lesson(&mut Dice::new(seed), &Stopper::new());
            pupil.notes()
        };
        let first = study("client-medium", 1);
        assert!(first.lines().count() > 20);
        assert_eq!(study("client-medium", 1), first);
        std::fs::write(&path, &first).unwrap();
        let known = format!("client-medium:grow=no,table={}", path.display());
        let more = study(&known, 2);
        assert!(first.lines().all(|line| more.contains(line)) && more.len() > first.len());

        // With the table the player visits nothing for a position it knows.
        let mut player = known.parse::<Entrant>().unwrap().seat().unwrap();
        let game = outflank_rules::Game::new(Position::start());
        let turn = crate::Turn::new(&game, std::time::Duration::from_millis(1));
        let played = player.choose(turn, &mut Dice::new(1)).unwrap();
        assert_eq!((played.to_string(), player.nodes()), ("f5".to_owned(), Some(0)));
    }
}
