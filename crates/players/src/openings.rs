//! Openings: lines of a file that any player follows until the line is left.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use outflank_engine::{Dice, Stopper};
use outflank_records::{RecordError, open};
use outflank_rules::{Board, Game, Move, Position, Symmetry};

use crate::family::{Parameter, Pupil, Recipe, Term};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Thought, Turn};
use crate::pool::EnginePool;

/// The parameter that names a file of openings.
pub(crate) const OPENINGS: Parameter = Parameter {
    name: "openings",
    default: "none",
    meaning: "a file of lines, one per line of text (or games of any format), played until the game leaves them",
};

/// Gives a player the openings its options name, if they name any.
pub(crate) fn with_openings(
    options: &Options<'_>,
    recipe: impl Recipe + 'static,
) -> Result<Box<dyn Recipe>, SpecError> {
    let Some(path) = options.text(OPENINGS.name) else { return Ok(Box::new(recipe)) };
    let lines = OpeningLines::open(path.as_ref()).map_err(|why| options.refuse(OPENINGS.name, why))?;
    Ok(Box::new(WithOpenings { lines: Arc::new(lines), recipe: Box::new(recipe) }))
}

/// Says why there are no openings.
#[derive(Debug, thiserror::Error)]
enum OpeningLinesError {
    #[error(transparent)]
    Read(#[from] RecordError),
    #[error("no line in it")]
    Empty,
}

/// For every position of the lines, up to symmetry, the moves that go on, once for each line.
#[derive(Debug, Default)]
struct OpeningLines(HashMap<Position, Vec<Move>>);

impl OpeningLines {
    fn open(path: &Path) -> Result<OpeningLines, OpeningLinesError> {
        let (_, items) = open(path)?;
        let mut lines = OpeningLines::default();
        for item in items {
            if let Some(record) = item?.record {
                lines.add(record.start(), record.moves());
            }
        }
        if lines.0.is_empty() { Err(OpeningLinesError::Empty) } else { Ok(lines) }
    }

    fn add(&mut self, mut position: Position, moves: impl Iterator<Item = Move>) {
        for played in moves {
            let (canonical, symmetry) = position.canonical();
            let Ok(next) = position.play(played) else { return };
            if !played.is_pass() {
                self.0.entry(canonical).or_default().push(symmetry.mv(played));
            }
            position = next;
        }
    }

    /// Returns a move of a line that comes through a position; each line is as likely as the others.
    fn choose(&self, position: Position, dice: &mut Dice) -> Option<Move> {
        let (canonical, symmetry) = position.canonical();
        let moves = self.0.get(&canonical)?;
        let chosen = symmetry.inverse().mv(*moves.get(dice.below(moves.len() as u32) as usize)?);
        // A position that is its own mirror image offers every move in several places.
        let mirrors: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|mirror| mirror.position(position) == position).collect();
        let mirror = mirrors.get(dice.below(mirrors.len() as u32) as usize)?;
        Some(mirror.mv(chosen)).filter(|played| position.is_legal(*played))
    }
}

/// A player that knows openings.
struct WithOpenings {
    lines: Arc<OpeningLines>,
    recipe: Box<dyn Recipe>,
}

impl WithOpenings {
    fn player(&self, player: Box<dyn Player>) -> Box<dyn Player> {
        Box::new(OpeningsPlayer { lines: Arc::clone(&self.lines), player, is_in_line: false })
    }
}

impl Recipe for WithOpenings {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(self.player(self.recipe.seat()?))
    }

    fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        Ok(self.player(self.recipe.seat_with(engines)?))
    }

    fn ponders(&self) -> bool {
        self.recipe.ponders()
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        self.recipe.pupil()
    }

    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        self.recipe.terms(board)
    }
}

struct OpeningsPlayer {
    lines: Arc<OpeningLines>,
    player: Box<dyn Player>,
    /// Whether the last move came from the lines.
    is_in_line: bool,
}

impl Player for OpeningsPlayer {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(&mut self, mut turn: Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let known = self.lines.choose(turn.game.position(), dice);
        self.is_in_line = known.is_some();
        match known {
            Some(played) => {
                turn.tell(&Thought { best: Some(played), line: vec![played], ..Thought::default() });
                Ok(played)
            }
            None => self.player.choose(turn, dice),
        }
    }

    fn can_ponder(&self) -> bool {
        self.player.can_ponder()
    }

    fn ponder(&mut self, game: &Game, stopper: &Stopper) {
        self.player.ponder(game, stopper);
    }

    fn rest(&mut self) {
        self.player.rest();
    }

    fn nodes(&self) -> Option<u64> {
        if self.is_in_line { self.player.nodes().map(|_| 0) } else { self.player.nodes() }
    }

    fn expected_reply(&self) -> Option<bool> {
        if self.is_in_line { None } else { self.player.expected_reply() }
    }

    fn remarks(&self) -> Remarks {
        if self.is_in_line { Remarks::default() } else { self.player.remarks() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use outflank_records::Record;

    use super::*;
    use crate::entrant::Entrant;

    fn written(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.txt");
        std::fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        (folder, path)
    }

    fn answer(player: &mut dyn Player, moves: &str, seed: u64) -> String {
        let game = Record::from_transcript(moves).unwrap().game();
        player.choose(Turn::new(&game, Duration::from_millis(1)), &mut Dice::new(seed)).unwrap().to_string()
    }

    #[test]
    fn a_line_is_played_until_it_is_left_also_mirrored() {
        let (_folder, path) = written("f5d6c3d3c4\n\nf5f6e6f4\n");
        let mut player = format!("client-easy:openings={path}").parse::<Entrant>().unwrap().seat().unwrap();
        let mut alone = "client-easy".parse::<Entrant>().unwrap().seat().unwrap();
        let mut replies = std::collections::HashSet::new();
        for seed in 0..40 {
            assert_eq!(answer(player.as_mut(), "f5d6", seed), "c3");
            assert_eq!(answer(player.as_mut(), "f5d6c3d3", seed), "c4");
            // The same line mirrored at the diagonal.
            assert_eq!(answer(player.as_mut(), "e6f4", seed), "c3");
            assert_eq!(answer(player.as_mut(), "f5f4", seed), answer(alone.as_mut(), "f5f4", seed));
            assert!(["f5", "e6", "c4", "d3"].contains(&answer(player.as_mut(), "", seed).as_str()));
            replies.insert(answer(player.as_mut(), "f5", seed));
        }
        assert_eq!(replies, ["d6", "f6"].map(str::to_owned).into());
    }

    #[test]
    fn a_file_that_is_missing_empty_or_wrong_is_refused_by_name() {
        let refusal = |path: &str| format!("nea:openings={path}").parse::<Entrant>().unwrap_err().to_string();
        assert!(refusal("/no/such/file").contains("/no/such/file"));
        for text in ["", "f5d6\nf5a1\n", "hello"] {
            let (_folder, path) = written(text);
            assert!(refusal(&path).contains(&path), "{text:?}");
        }
    }
}
