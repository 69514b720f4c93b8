//! Opening libraries: lines of a file, played until the line is left.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use outflank_engine::{Dice, Stopper};
use outflank_records::{RecordError, open};
use outflank_rules::{Board, Move, Position, Symmetry};

use crate::family::{Parameter, Pupil, Recipe};
use crate::options::{Options, SpecError};
use crate::player::{Player, PlayerFault, Remarks, Turn};
use crate::term::Term;

/// The parameter that names a library.
pub(crate) const OPENINGS: Parameter = Parameter {
    name: "openings",
    default: "none",
    meaning: "a file of lines, one a line of text (or games of any format), played until the line is left",
};

/// Gives a player the library its options name, if they name one.
pub(crate) fn with_openings(
    options: &Options<'_>,
    recipe: impl Recipe + 'static,
) -> Result<Box<dyn Recipe>, SpecError> {
    let Some(path) = options.text(OPENINGS.name) else { return Ok(Box::new(recipe)) };
    let library = Library::open(path.as_ref()).map_err(|why| options.refuse(OPENINGS.name, why))?;
    Ok(Box::new(WellRead { library: Arc::new(library), recipe: Box::new(recipe) }))
}

/// Says why there is no library.
#[derive(Debug, thiserror::Error)]
enum LibraryError {
    #[error(transparent)]
    Read(#[from] RecordError),
    #[error("no line in it")]
    Empty,
}

/// For every position of the lines, up to symmetry, the moves that go on, once for each line.
#[derive(Debug, Default)]
struct Library(HashMap<Position, Vec<Move>>);

impl Library {
    fn open(path: &Path) -> Result<Library, LibraryError> {
        let (_, items) = open(path)?;
        let mut library = Library::default();
        for item in items {
            if let Some(record) = item?.record {
                library.add(record.start(), record.moves());
            }
        }
        if library.0.is_empty() { Err(LibraryError::Empty) } else { Ok(library) }
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

/// A player with a library.
struct WellRead {
    library: Arc<Library>,
    recipe: Box<dyn Recipe>,
}

impl Recipe for WellRead {
    fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        let player = self.recipe.seat()?;
        Ok(Box::new(Reader { library: Arc::clone(&self.library), player, is_reading: false }))
    }

    fn pupil(&self) -> Option<Box<dyn Pupil>> {
        self.recipe.pupil()
    }

    fn terms(&self, board: Board) -> Option<Vec<Term>> {
        self.recipe.terms(board)
    }
}

struct Reader {
    library: Arc<Library>,
    player: Box<dyn Player>,
    /// Whether the last move came from the library.
    is_reading: bool,
}

impl Player for Reader {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(&mut self, turn: &Turn<'_>, dice: &mut Dice) -> Result<Move, PlayerFault> {
        let read = self.library.choose(turn.game.position(), dice);
        self.is_reading = read.is_some();
        read.map_or_else(|| self.player.choose(turn, dice), Ok)
    }

    fn nodes(&self) -> Option<u64> {
        if self.is_reading { self.player.nodes().map(|_| 0) } else { self.player.nodes() }
    }

    fn stopper(&self) -> Option<Stopper> {
        self.player.stopper()
    }

    fn remarks(&self) -> Remarks {
        if self.is_reading { Remarks::default() } else { self.player.remarks() }
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
        let turn = Turn { game: &game, time: Duration::from_millis(1) };
        player.choose(&turn, &mut Dice::new(seed)).unwrap().to_string()
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
