//! Which games are wanted, and in what order.

use outflank_game::{PersonId, PlayerId};
use outflank_rules::Color;

use crate::{LibraryGame, LibraryRow};

/// How a game went, from black's view or from a player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeFilter {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// The player asked for won; without a player, somebody did.
    Won,
    /// The player asked for lost; without a player, somebody did.
    Lost,
}

/// What games are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The order in which they were added.
    #[default]
    Key,
    /// The day they were played.
    Day,
    /// The name of black.
    Black,
    /// The name of white.
    White,
    /// The score from black's view.
    Score,
    /// How many plies they have.
    Plies,
}

/// The direction of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LibraryOrder {
    /// The largest, latest or last first.
    #[default]
    Falling,
    /// The smallest first.
    Rising,
}

/// Which games are wanted. What is not set lets all pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// A part of a name, of event, place or notes.
    pub text: Option<String>,
    /// A part of the name of one who plays.
    pub player: Option<String>,
    /// Which colour that player has: `black` is true.
    pub player_is_black: Option<bool>,
    /// A part of the name of the other one.
    pub opponent: Option<String>,
    /// Who plays on one side: `level:7`, `human`; what stands before a colon is enough (`level`).
    pub kind: Option<String>,
    /// Whether two people play.
    pub human_human: Option<bool>,
    /// How it went.
    pub outcome: Option<OutcomeFilter>,
    /// The first day, `YYYY` or longer.
    pub from: Option<String>,
    /// The last day, `YYYY` or longer.
    pub to: Option<String>,
    /// A tag.
    pub tag: Option<String>,
    /// Lines of which the game's opening is one.
    pub openings: Option<Vec<String>>,
    /// Whether deleted games are wanted instead of the others.
    pub deleted: bool,
    /// Who asks, on a shared server: what belongs to others does not pass.
    pub seen_by: Option<PersonId>,
}

/// A filter as rows in memory are asked: texts in small letters.
struct Folded {
    text: Option<String>,
    player: Option<String>,
    opponent: Option<String>,
}

impl Filter {
    /// Returns the rows that pass, as they are asked in memory. Whose a game is is not asked: where rows are
    /// in memory they are somebody's own.
    pub fn passing<'r>(
        &self,
        rows: impl IntoIterator<Item = &'r LibraryRow>,
    ) -> impl Iterator<Item = &'r LibraryRow> {
        let fold = |text: &Option<String>| text.as_ref().map(|text| text.trim().to_lowercase());
        let folded =
            Folded { text: fold(&self.text), player: fold(&self.player), opponent: fold(&self.opponent) };
        rows.into_iter().filter(move |row| self.lets(row, &folded))
    }

    fn lets(&self, row: &LibraryRow, folded: &Folded) -> bool {
        let game = &row.game;
        // Rows that a fuller one has replaced are deleted at moment 1.
        let is_there = match row.deleted {
            None => !self.deleted,
            Some(moment) => self.deleted && moment > 1,
        };
        let is_person = |player: &Option<PlayerId>| *player == Some(PlayerId::Person);
        let people = is_person(&game.black_player) && is_person(&game.white_player);
        is_there
            && self.human_human.is_none_or(|wanted| wanted == people)
            && self.from.as_ref().is_none_or(|from| game.day.as_str() >= from.as_str())
            // All days of a year or month stand before the tilde.
            && self.to.as_ref().is_none_or(|to| !game.day.is_empty() && game.day <= format!("{to}~"))
            && self.tag.as_ref().is_none_or(|tag| row.tags.contains(tag))
            && self.openings.as_ref().is_none_or(|lines| lines.contains(&game.opening))
            && self.kind.as_ref().is_none_or(|kind| is_kind(game, kind))
            && folded.text.as_ref().is_none_or(|text| says(game, text))
            && self.lets_people(game, folded)
    }

    /// Asks players and outcome, which belong together.
    fn lets_people(&self, game: &LibraryGame, folded: &Folded) -> bool {
        let winner = game.result.map(|result| result.winner);
        let (black, white) = (game.black.to_lowercase(), game.white.to_lowercase());
        let side = |own: &str, other: &str, color: Color| {
            let has =
                |name: &str, part: &Option<String>| part.as_ref().is_none_or(|part| name.contains(part));
            let outcome = match self.outcome {
                None => true,
                Some(OutcomeFilter::Won) => winner == Some(Some(color)),
                Some(OutcomeFilter::Lost) => winner == Some(Some(!color)),
                Some(OutcomeFilter::Black) => winner == Some(Some(Color::Black)),
                Some(OutcomeFilter::White) => winner == Some(Some(Color::White)),
                Some(OutcomeFilter::Draw) => winner == Some(None),
            };
            has(own, &folded.player) && has(other, &folded.opponent) && outcome
        };
        match self.player_is_black {
            Some(true) => side(&black, &white, Color::Black),
            Some(false) => side(&white, &black, Color::White),
            None => side(&black, &white, Color::Black) || side(&white, &black, Color::White),
        }
    }
}

/// Tells whether somebody of a kind plays: `level:7`, or all of `level`.
fn is_kind(game: &LibraryGame, kind: &str) -> bool {
    let is = |player: &Option<PlayerId>| {
        let rest = player.as_ref().and_then(|player| player.as_str().strip_prefix(kind));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    is(&game.black_player) || is(&game.white_player)
}

/// Tells whether names, event, place or notes have a text in small letters.
fn says(game: &LibraryGame, text: &str) -> bool {
    let event = format!("{} {}", game.event, game.place);
    let texts = [game.black.as_str(), &game.white, event.trim(), &game.notes];
    texts.into_iter().any(|one| one.to_lowercase().contains(text))
}

/// Puts rows into the order of a list; equal ones go by their keys.
pub fn sort_rows(rows: &mut [&LibraryRow], sort: Sort, order: LibraryOrder) {
    rows.sort_by(|one, other| {
        let [first, second] = [one, other].map(|row| &row.game);
        let folded = |text: &String| text.to_lowercase();
        let compared = match sort {
            Sort::Key => std::cmp::Ordering::Equal,
            Sort::Day => first.day.cmp(&second.day),
            Sort::Black => folded(&first.black).cmp(&folded(&second.black)),
            Sort::White => folded(&first.white).cmp(&folded(&second.white)),
            Sort::Score => first.score.cmp(&second.score),
            Sort::Plies => first.moves.plies().cmp(&second.moves.plies()),
        };
        let compared = compared.then(one.key.cmp(&other.key));
        if order == LibraryOrder::Falling { compared.reverse() } else { compared }
    });
}
