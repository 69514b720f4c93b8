//! A player named by a text, not yet seated.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use outflank_rules::Board;

use crate::family::{FAMILIES, Family, Pupil, Recipe, Term};
use crate::human::{HUMAN, Human};
use crate::options::SpecError;
use crate::player::{Player, PlayerFault};
use crate::pondering::pondering_by_itself;
use crate::pool::EnginePool;

/// A player as the command line names it: `random`, `level:7`, `engine:depth=8`, `exec:gtp:COMMAND`.
#[derive(Clone)]
pub struct Entrant {
    text: String,
    recipe: Arc<dyn Recipe>,
}

/// A player's text taken apart, but not yet understood: no file was read and no program looked for.
#[derive(Clone, Copy, Debug)]
pub struct Spec<'a> {
    text: &'a str,
    family: &'static Family,
    rest: &'a str,
}

impl<'a> Spec<'a> {
    /// Takes a text apart.
    ///
    /// # Errors
    ///
    /// If there is no such family.
    pub fn split(text: &'a str) -> Result<Spec<'a>, SpecError> {
        let text = text.trim();
        let (id, rest) = text.split_once(':').unwrap_or((text, ""));
        let same = |family: &&Family| family.id.eq_ignore_ascii_case(id.trim());
        let family = FAMILIES.iter().find(same).ok_or_else(|| SpecError::unknown_player(text))?;
        Ok(Spec { text, family, rest })
    }

    /// Returns the family.
    #[must_use]
    pub fn family(&self) -> &'static Family {
        self.family
    }

    /// Lists the options that are set, each with its value.
    pub fn options(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let pairs = self.rest.split(',').filter_map(|part| part.split_once('='));
        pairs.map(|(name, value)| (name.trim(), value.trim()))
    }

    /// Makes a player of it. Files that it names are read.
    ///
    /// # Errors
    ///
    /// If an option is wrong.
    pub fn entrant(&self) -> Result<Entrant, SpecError> {
        Ok(Entrant { text: self.text.to_owned(), recipe: Arc::from(self.family.recipe(self.rest)?) })
    }

    /// Makes a player of it whose files are found by `find`, which is given the name and the value of an
    /// option that names a file ([`FILE_OPTIONS`]) and returns its path, or `None` to leave it alone. Such
    /// files are only read. The player is still shown as it was written.
    ///
    /// # Errors
    ///
    /// If an option is wrong; the message names files as they were written.
    pub fn entrant_with(&self, find: &dyn Fn(&str, &str) -> Option<String>) -> Result<Entrant, SpecError> {
        self.entrant_finding(find, false)
    }

    /// As [`Spec::entrant_with`], but a table that is found grows in games, unless the text says `grow=no`.
    ///
    /// # Errors
    ///
    /// If an option is wrong; the message names files as they were written.
    pub fn learning_entrant_with(
        &self,
        find: &dyn Fn(&str, &str) -> Option<String>,
    ) -> Result<Entrant, SpecError> {
        self.entrant_finding(find, true)
    }

    fn entrant_finding(
        &self,
        find: &dyn Fn(&str, &str) -> Option<String>,
        may_grow: bool,
    ) -> Result<Entrant, SpecError> {
        let (mut found, mut rest) = (Vec::new(), Vec::new());
        for part in self.rest.split(',') {
            let file = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let file = file.filter(|(name, _)| FILE_OPTIONS.contains(name));
            match file.and_then(|(name, value)| Some((name, value, find(name, value)?))) {
                Some((name, value, path)) => {
                    rest.push(format!("{name}={path}"));
                    found.push((path, value));
                }
                None => rest.push(part.to_owned()),
            }
        }
        // The last of equal options counts.
        let has_table = self.family.parameters.iter().any(|parameter| parameter.name == "grow");
        if !may_grow && has_table && !found.is_empty() {
            rest.push("grow=no".to_owned());
        }
        let recipe = self.family.recipe(&rest.join(",")).map_err(|error| {
            let written = |text: String, (path, value): &(String, &str)| text.replace(path.as_str(), value);
            SpecError::new(found.iter().fold(error.to_string(), written))
        })?;
        Ok(Entrant { text: self.text.to_owned(), recipe: Arc::from(recipe) })
    }
}

/// The options of players that name files.
pub const FILE_OPTIONS: [&str; 4] = ["openings", "killers", "table", "weights"];

impl Entrant {
    /// Returns the person at the keyboard.
    #[must_use]
    pub fn human() -> Entrant {
        Entrant { text: HUMAN.id.to_owned(), recipe: Arc::new(Human) }
    }

    /// Takes a seat at a board. A player that was told to ponder (`ponder=yes`) does so by itself, on a
    /// thread of its own, from each of its moves to the next.
    ///
    /// # Errors
    ///
    /// If the player cannot be used.
    pub fn seat(&self) -> Result<Box<dyn Player>, PlayerFault> {
        if self.ponders() { self.seat_pondering() } else { self.seat_quiet() }
    }

    /// Takes a seat and ponders by itself, whether or not it was told so. Players that have no use for the
    /// opponent's time sit down as ever.
    ///
    /// # Errors
    ///
    /// If the player cannot be used.
    pub fn seat_pondering(&self) -> Result<Box<dyn Player>, PlayerFault> {
        self.seat_quiet().map(pondering_by_itself)
    }

    /// Takes a seat and ponders only when it is asked to, by [`Player::ponder`].
    ///
    /// # Errors
    ///
    /// If the player cannot be used.
    pub fn seat_quiet(&self) -> Result<Box<dyn Player>, PlayerFault> {
        self.recipe.seat()
    }

    /// Tells whether the player was told to use the opponent's time.
    #[must_use]
    pub fn ponders(&self) -> bool {
        self.recipe.ponders()
    }

    /// Takes a seat at a board and borrows an engine of a pool for each move, instead of holding one of its
    /// own. It ponders only when it is asked to.
    ///
    /// # Errors
    ///
    /// If the player cannot be used.
    pub fn seat_with(&self, engines: &Arc<EnginePool>) -> Result<Box<dyn Player>, PlayerFault> {
        self.recipe.seat_with(engines)
    }

    /// Goes to school; `None` if the player has nothing to learn.
    #[must_use]
    pub fn pupil(&self) -> Option<Box<dyn Pupil>> {
        self.recipe.pupil()
    }

    /// Lists what the player's evaluation of a board is made of, as the side to move sees it; `None` if it
    /// has none that is a sum of such terms.
    #[must_use]
    pub fn terms(&self, board: Board) -> Option<Vec<Term>> {
        self.recipe.terms(board)
    }

    /// Tells whether this is a person, who cannot be seated but has to be asked.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.recipe.is_human()
    }
}

impl FromStr for Entrant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Entrant, SpecError> {
        Spec::split(text)?.entrant()
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use outflank_rules::Portable;

    use super::*;

    #[test]
    fn every_family_is_found_by_its_id_and_named_members_can_be_made() {
        for family in FAMILIES {
            assert!(!family.description.is_empty() && family.usage.starts_with(family.id));
            for (member, _) in family.members() {
                assert!(member.parse::<Entrant>().is_ok(), "{member}");
            }
        }
        assert!(" Random ".parse::<Entrant>().is_ok());
    }

    #[test]
    fn the_terms_of_an_evaluation_are_named_once_and_add_up_to_it() {
        // x: the upper corner and its edge; o: below.
        let board = Board::from_words(0x0000_0000_0000_000f, 0x0000_0000_0000_0610);
        let mut evaluating = 0;
        for family in FAMILIES {
            // Levels and programs need more than their name.
            let Ok(entrant) = family.id.parse::<Entrant>() else { continue };
            let Some(terms) = entrant.terms(board) else { continue };
            evaluating += 1;
            let names: HashSet<&str> = terms.iter().map(|term| term.name).collect();
            assert_eq!(names.len(), terms.len(), "{}: {terms:?}", family.id);
        }
        assert_eq!(evaluating, 10);
        // One corner, four discs to three.
        let nea = "nea".parse::<Entrant>().unwrap().terms(board).unwrap();
        let amount = |name| nea.iter().find(|term| term.name == name).unwrap().amount;
        assert_eq!([amount("corners"), amount("discs")], [1.0, 1.0]);
        assert_eq!(amount("choice"), f64::from(board.legal_moves(Portable).len()));
        let value: f64 = nea.iter().map(Term::value).sum();
        assert_eq!(value, 4001.0 - 10.0 * amount("frontier") + 1000.0 * amount("choice"));
        assert_eq!("random".parse::<Entrant>().unwrap().terms(board), None);
        assert_eq!("om-beginner".parse::<Entrant>().unwrap().terms(board), None);
    }

    #[test]
    fn refusals_name_the_offending_part() {
        let refusal = |text: &str| text.parse::<Entrant>().unwrap_err().to_string();
        let unknown = refusal("deep-blue");
        assert!(unknown.contains("\"deep-blue\"") && unknown.contains("greedy"), "{unknown}");
        assert!(refusal("gredy").ends_with("did you mean \"greedy\"?"));
        assert!(refusal("om-mastr:seed=3").ends_with("did you mean \"om-master\"?"));
        assert!(refusal("level7").ends_with("did you mean \"level:7\"?"));
        assert!(refusal("engine:depht=3").ends_with("did you mean \"depth\"?"));
        assert!(refusal("level:21").contains("\"21\""));
        assert!(refusal("level").contains("level:N"));
        assert!(refusal("level:3,temperature=hot").contains("\"hot\""));
        assert!(refusal("engine:depht=3").contains("\"depht\""));
        assert!(refusal("engine:depth=x").contains("\"x\""));
        assert!(refusal("engine:time").contains("\"time\""));
        assert!(refusal("engine:weights=/nowhere/at/all").contains("/nowhere/at/all"));
        assert!(refusal("random:7").contains("\"7\""));
        assert!(refusal("exec:uci:x").contains("\"uci\""));
        assert!(refusal("exec:gtp:").contains("command"));
        assert!(refusal("exec:gtp:'x").contains("quot"));
        assert!(refusal("exec:gtp[dir=x:y").contains("]"));
        assert!(refusal("exec:gtp[color=red]:x").contains("\"color\""));
    }

    #[test]
    fn files_are_found_elsewhere_and_shown_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("lines.txt"), "f5d6c3\n").unwrap();
        let find = |_: &str, value: &str| Some(folder.path().join(value).display().to_string());
        let found = Spec::split("nea:depth=3,openings=lines.txt").unwrap().entrant_with(&find).unwrap();
        assert_eq!(found.to_string(), "nea:depth=3,openings=lines.txt");
        let refused = Spec::split("nea:openings=none.txt").unwrap().entrant_with(&find).unwrap_err();
        assert!(refused.to_string().contains("\"none.txt\""), "{refused}");
        assert!(!refused.to_string().contains(&folder.path().display().to_string()), "{refused}");
        assert!(Spec::split("nea:openings=lines.txt").unwrap().entrant_with(&|_, _| None).is_err());
        // A table that is found is only read: it has to be there, and does not grow.
        let table = Spec::split("client-medium:table=t.txt,grow=yes").unwrap();
        assert!(table.entrant_with(&find).is_err());
        std::fs::write(folder.path().join("t.txt"), "").unwrap();
        let mut player = table.entrant_with(&find).unwrap().seat().unwrap();
        let game = outflank_rules::Game::new(outflank_rules::Position::start());
        let turn = crate::Turn::new(&game, std::time::Duration::from_secs(1));
        player.choose(turn, &mut crate::Dice::new(1)).unwrap();
        assert_eq!(std::fs::read_to_string(folder.path().join("t.txt")).unwrap(), "");
        // One that learns adds a line for every search, unless it is told not to.
        for (text, lines) in [("client-medium:table=t.txt,grow=no", 0), ("client-medium:table=t.txt", 1)] {
            let learning = Spec::split(text).unwrap().learning_entrant_with(&find).unwrap();
            let turn = crate::Turn::new(&game, std::time::Duration::from_secs(1));
            learning.seat().unwrap().choose(turn, &mut crate::Dice::new(1)).unwrap();
            let kept = std::fs::read_to_string(folder.path().join("t.txt")).unwrap();
            assert_eq!((learning.to_string().as_str(), kept.lines().count()), (text, lines));
        }
    }

    #[test]
    fn external_programs_take_options_and_words() {
        for text in ["exec:nboard:./ntest x", "exec:gtp[dir=/tmp,depth=18,timeout=5]:edax -l '3 4'"] {
            assert_eq!(text.parse::<Entrant>().unwrap().to_string(), text);
        }
    }
}
