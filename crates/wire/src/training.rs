//! The openings trainer: what a repertoire is made of, what opponents play, and what a step of training
//! tells.

use std::collections::HashMap;
use std::sync::LazyLock;

use outflank_book::{Book, BookError, RepertoirePlan};
use outflank_keep::{CardRow, Explored, LearnedGameRow, NewCard, RepertoireRow, openings};
use outflank_learn::{CardPosition, Grade, RepertoireCard, RepertoireCoverage, RepertoireTree, ReplySource};
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};

use crate::cards::schedule_of;
use crate::learn::{
    AnswerWish, CoverageView, RepertoireListed, RepertoireMoveView, RepertoireView, RepertoireWish,
    TrainingView, TrainingWish,
};
use crate::library::OpeningView;
use crate::{Malformed, view};

/// How many repertoires somebody has at most.
pub const MOST_REPERTOIRES: i64 = 20;
/// How deep the moves of a position are compared.
pub const DEPTH: u32 = 10;
/// How many plies of one's own games are an opening.
pub const OPENING: usize = 14;
/// How many lines a wish may have, and how many letters a name.
const MOST_LINES: usize = 100;
const LONGEST_NAME: usize = 60;
/// How far lines are grown beyond what was chosen, in plies, and up to how many own moves.
const GROWN: usize = 6;
const GROWN_MOVES: usize = 40;
/// A reply that is played this often gets an answer.
const OFTEN: f64 = 0.1;
/// How far coverage is told, in own moves.
const COVERED: usize = 8;
/// From how many games on the library knows better than the book, and the book than the names of openings.
const ENOUGH: u64 = 10;
/// Replies of the other side that lose more discs need not be met by heart.
const WITHIN: i32 = 4;

/// How many named lines go through each move of a position, by the key of the position after it.
static NAMED: LazyLock<HashMap<String, u64>> = LazyLock::new(|| {
    let mut found: HashMap<String, u64> = HashMap::new();
    for line in openings::find("") {
        let Ok(record) = Record::from_transcript(line) else { continue };
        let mut position = Position::start();
        for played in record.moves() {
            let Ok(next) = position.play(played) else { break };
            position = next;
            *found.entry(CardPosition::of(&position).key()).or_default() += 1;
        }
    }
    found
});

/// Counts what is played in a position: in the games of a library, or else in those that the opening book
/// counts, or else in the lines that have names.
pub fn replies(position: Position, explored: &Explored, book: Option<&Book>) -> Vec<(Move, u64)> {
    let is_enough = |counted: &[(Move, u64)]| counted.iter().map(|(_, games)| games).sum::<u64>() >= ENOUGH;
    let played = explored.moves.iter().filter(|one| position.is_legal(one.played));
    let counted: Vec<(Move, u64)> = played.map(|one| (one.played, u64::from(one.results.games))).collect();
    if is_enough(&counted) {
        return counted;
    }
    let by_book = book.and_then(|book| book.moves_of(&position).ok()).unwrap_or_default();
    let by_book: Vec<(Move, u64)> =
        by_book.iter().map(|one| (one.played, one.visits.into())).filter(|(_, games)| *games > 0).collect();
    if is_enough(&by_book) {
        return by_book;
    }
    let named = |(played, next): (Move, Position)| {
        let lines = NAMED.get(&CardPosition::of(&next).key()).copied()?;
        Some((played, lines))
    };
    position.children().filter_map(named).collect()
}

/// Lines that somebody wants to play with one colour.
#[derive(Clone, Debug)]
pub struct RepertoireDraft {
    name: String,
    side: Color,
    lines: Vec<Vec<Move>>,
}

impl RepertoireDraft {
    /// Reads the lines of a wish.
    pub fn of(wish: &RepertoireWish) -> Result<RepertoireDraft, Malformed> {
        if wish.lines.len() > MOST_LINES || wish.name.chars().count() > LONGEST_NAME {
            return Err(Malformed(format!(
                "a repertoire has at most {MOST_LINES} lines and a name of {LONGEST_NAME} letters"
            )));
        }
        let read = |line: &String| {
            let record = Record::from_transcript(line);
            let record = record.map_err(|error| Malformed(format!("line {line:?}: {error}")))?;
            Ok(record.moves().collect::<Vec<Move>>())
        };
        let lines = wish.lines.iter().map(read).collect::<Result<_, _>>()?;
        Ok(RepertoireDraft { name: wish.name.trim().to_owned(), side: wish.side.into(), lines })
    }

    /// Returns which reviewed games have openings for it, the latest first.
    pub fn games<'g>(&self, games: &'g [LearnedGameRow]) -> impl Iterator<Item = i64> + use<'g> {
        let side = self.side;
        let own = games.iter().rev().filter(move |game| game.side == side.name());
        own.take(MOST_LINES).map(|game| game.game)
    }

    /// Adds the opening of a game.
    pub fn add_game(&mut self, plies: &[Move]) {
        self.lines.push(plies.iter().copied().take(OPENING).collect());
    }

    /// Takes instead what a book holds after each of the lines, with at most so many moves to remember after
    /// each; where there are no lines, after the start. Without an entry there is nothing to remember.
    pub fn hold(&mut self, book: &Book, most: u16) -> Result<(), BookError> {
        let most = usize::from(most).min(MOST_LINES);
        let plan = RepertoirePlan { side: self.side, within: WITHIN, most, ..RepertoirePlan::default() };
        let (mut held, start) = (Vec::new(), [Vec::new()]);
        for line in if self.lines.is_empty() { &start[..] } else { &self.lines } {
            let after = line.iter().try_fold(Position::start(), |position, played| position.play(*played));
            let Ok(position) = after else { continue };
            let Some(found) = plan.find(book, &position)? else { continue };
            for entry in found.entries {
                let mut way = line.clone();
                way.extend(entry.line);
                way.push(entry.played);
                held.push(way);
            }
        }
        self.lines = held;
        Ok(())
    }

    /// Tells whether no line is left.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the moves of the lines.
    pub fn tree(&self) -> RepertoireTree {
        RepertoireTree::of_lines(self.side, self.lines.iter().map(Vec::as_slice))
    }

    /// Returns the moves of the lines and answers to what opponents play often after them.
    pub fn grown(&self, source: &dyn ReplySource) -> RepertoireTree {
        let longest = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let usual = |position: &Position| {
            let most = source.replies(position).into_iter().max_by_key(|(_, games)| *games);
            most.map(|(played, _)| played)
        };
        let mut tree = self.tree();
        tree.grow(source, OFTEN, longest + GROWN, GROWN_MOVES, &mut { usual });
        tree
    }

    /// Returns what is kept: the repertoire, whose number is not given yet, and its cards, due at once.
    pub fn kept(&self, tree: &RepertoireTree, now: i64) -> Result<(RepertoireRow, Vec<NewCard>), Malformed> {
        if tree.is_empty() {
            return Err(Malformed(format!("no line has a move of {}", self.side.name())));
        }
        let written = |card: &RepertoireCard| spelled(&card.way) + &card.answer.to_string();
        let row = RepertoireRow {
            id: 0,
            name: self.name.clone(),
            side: self.side.name().to_owned(),
            lines: tree.cards().map(|(_, card)| written(card)).collect(),
        };
        Ok((row, tree.cards().map(|(key, card)| card_of(key, card, now)).collect()))
    }
}

/// Why nothing of the book can be remembered.
pub fn nothing_held() -> Malformed {
    Malformed("the opening book has nothing there to remember, or not with so few moves".to_owned())
}

fn card_of(key: &str, card: &RepertoireCard, now: i64) -> NewCard {
    NewCard {
        kind: "opening".to_owned(),
        board: key.to_owned(),
        position: card.position.to_string(),
        answers: vec![card.answer.to_string()],
        due: now,
        ply: i64::try_from(card.way.len()).unwrap_or(0),
        ..NewCard::default()
    }
}

fn spelled(moves: &[Move]) -> String {
    moves.iter().filter(|played| !played.is_pass()).map(ToString::to_string).collect()
}

/// Reads a repertoire.
pub fn tree_of(row: &RepertoireRow) -> RepertoireTree {
    let side = if row.side == "white" { Color::White } else { Color::Black };
    let read = |line: &String| {
        Record::from_transcript(line).ok().map(|record| record.moves().collect::<Vec<Move>>())
    };
    let lines: Vec<Vec<Move>> = row.lines.iter().filter_map(read).collect();
    RepertoireTree::of_lines(side, lines.iter().map(Vec::as_slice))
}

/// Finds the card of a position in an opening.
pub fn card_at<'c>(cards: &'c [CardRow], key: &str) -> Option<&'c CardRow> {
    cards.iter().find(|card| card.card.kind == "opening" && card.card.board == key)
}

/// Shows a repertoire in a list.
pub fn listed(row: &RepertoireRow, cards: &[CardRow], now: i64) -> RepertoireListed {
    let tree = tree_of(row);
    let found: Vec<&CardRow> = tree.cards().filter_map(|(key, _)| card_at(cards, key)).collect();
    RepertoireListed {
        id: row.id,
        name: row.name.clone(),
        side: row.side.clone(),
        lines: row.lines.clone(),
        moves: tree.len(),
        known: found.iter().filter(|card| schedule_of(card).strength() >= 2).count(),
        due: found.iter().filter(|card| schedule_of(card).is_due(now)).count(),
    }
}

/// Tells how much of what opponents play a repertoire answers.
pub fn coverage(tree: &RepertoireTree, source: &dyn ReplySource) -> Vec<RepertoireCoverage> {
    tree.coverage(source, COVERED)
}

/// Shows a repertoire: its tree, and how much of what opponents play it answers.
pub fn shown(
    row: &RepertoireRow,
    coverage: &[RepertoireCoverage],
    cards: &[CardRow],
    now: i64,
) -> RepertoireView {
    let tree = tree_of(row);
    let moves = tree.cards().map(|(key, card)| {
        let known = card_at(cards, key).map(schedule_of);
        RepertoireMoveView {
            way: spelled(&card.way),
            played: card.answer.to_string(),
            opening: name_after(&card.position, card.answer),
            strength: known.map_or(0, |known| known.strength()),
            due: known.is_some_and(|known| known.is_due(now)),
        }
    });
    let mut moves: Vec<RepertoireMoveView> = moves.collect();
    moves.sort_by(|one, other| (one.way.len(), &one.way).cmp(&(other.way.len(), &other.way)));
    let share = coverage.iter().map(|one| CoverageView { own_moves: one.own_moves, share: one.share });
    RepertoireView { listed: listed(row, cards, now), tree: moves, coverage: share.collect() }
}

fn name_after(position: &Position, played: Move) -> Option<OpeningView> {
    let next = position.play(played).ok()?;
    OpeningView::of_line(openings::line_of_position(&next)?)
}

/// A move of a step of training that was looked at.
#[derive(Clone, Debug)]
pub struct JudgedStep {
    /// Where it was played.
    pub position: Position,
    /// The key of the card that asks there.
    pub key: String,
    /// What was played.
    pub played: Move,
    /// What was to be played.
    pub expected: Move,
    /// Whether that is the same.
    pub right: bool,
    /// What it is worth.
    pub grade: Grade,
    /// The answer to the card.
    pub answer: AnswerWish,
}

/// A step of training: the moves so far, and the own move if there is one.
#[derive(Clone, Debug)]
pub struct TrainingStep {
    tree: RepertoireTree,
    moves: Vec<Move>,
    position: Position,
    judged: Option<JudgedStep>,
}

impl TrainingStep {
    /// Judges the own move of a step, if it has one.
    pub fn of(tree: RepertoireTree, wish: &TrainingWish) -> Result<TrainingStep, Malformed> {
        let record = Record::from_transcript(&wish.moves)
            .map_err(|error| Malformed(format!("moves {:?}: {error}", wish.moves)))?;
        let mut moves: Vec<Move> = record.moves().collect();
        let mut position = record.last_position();
        let judged = match &wish.played {
            Some(text) => Some(judged(&tree, position, text, wish)?),
            None => None,
        };
        if let Some(step) = judged.as_ref().filter(|step| step.right) {
            moves.push(step.played);
            position = position.play(step.played).map_err(|error| Malformed(error.to_string()))?;
        }
        Ok(TrainingStep { tree, moves, position, judged })
    }

    /// Returns the own move.
    pub fn judged(&self) -> Option<&JudgedStep> {
        self.judged.as_ref()
    }

    /// Returns where the trainer is to move, unless the own move was wrong.
    pub fn asks_trainer(&self) -> Option<Position> {
        self.judged.as_ref().is_none_or(|step| step.right).then_some(self.position)
    }

    /// Lets the trainer move, if it is its turn: one of the replies that the repertoire answers, as often as
    /// people play it. What the step tells comes back, but for values and the reason of a mistake.
    pub fn told(mut self, source: &dyn ReplySource, draw: &mut dyn FnMut(u64) -> u64) -> TrainingView {
        let mut told = TrainingView::default();
        if let Some(step) = &self.judged {
            (told.right, told.expected) = (Some(step.right), Some(step.expected.to_string()));
            told.opening = name_after(&step.position, step.expected);
        }
        if let Some(here) = self.asks_trainer()
            && let Some(found) = self.tree.reply(&here, source, draw)
        {
            (told.reply, told.share) = (Some(found.played.to_string()), found.share);
            self.moves.push(found.played);
            self.position = found.next;
        }
        told.moves = spelled(&self.moves);
        told.finished = told.right != Some(false) && self.tree.answer(&self.position).is_none();
        told.position = Some(view::position(self.position));
        told
    }
}

fn judged(
    tree: &RepertoireTree,
    position: Position,
    text: &str,
    wish: &TrainingWish,
) -> Result<JudgedStep, Malformed> {
    let played: Move = text.parse().map_err(|error| Malformed(format!("{error}")))?;
    position.play(played).map_err(|error| Malformed(error.to_string()))?;
    let expected = tree.answer(&position);
    let expected =
        expected.ok_or_else(|| Malformed(format!("the repertoire has no move after {:?}", wish.moves)))?;
    let same = |one: Move| position.play(one).ok().map(|next| CardPosition::of(&next).key());
    let right = same(played) == same(expected);
    Ok(JudgedStep {
        position,
        key: CardPosition::of(&position).key(),
        played,
        expected,
        right,
        grade: Grade::of_answer(right, wish.hinted, wish.milliseconds),
        answer: AnswerWish { played: text.to_owned(), milliseconds: wish.milliseconds, hinted: wish.hinted },
    })
}
