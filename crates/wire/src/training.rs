//! The openings trainer: what a repertoire is made of, what opponents play, and what a step of training
//! tells.

use std::collections::HashMap;
use std::sync::LazyLock;

use outflank_book::{Book, BookError, RepertoirePlan};
use outflank_keep::{CardRow, Explored, LearnedGameRow, NewCard, RepertoireRow, openings};
use outflank_learn::{
    CardPosition, DayBoundary, Grade, RepertoireCard, RepertoireCoverage, RepertoireTree, ReplySource,
};
use outflank_records::Record;
use outflank_rules::{Color, Move, Position};

use crate::cards::schedule_of;
use crate::learn::{
    AnswerWish, CoverageView, RepertoireListed, RepertoireMoveView, RepertoireView, RepertoireWish,
    TrainingView, TrainingWish,
};
use crate::library::OpeningView;
use crate::{Malformed, view};

/// The maximum number of repertoires per person.
pub const MOST_REPERTOIRES: i64 = 20;
/// The depth to which the moves of a position are compared.
pub const DEPTH: u32 = 10;
/// How many plies of a person's own games count as the opening.
pub const OPENING: usize = 14;
/// The maximum number of lines in a request, and of characters in a name.
const MOST_LINES: usize = 100;
const LONGEST_NAME: usize = 60;
/// How far lines are extended beyond what was chosen, in plies, and up to how many own moves.
const GROWN: usize = 6;
const GROWN_MOVES: usize = 40;
/// Replies with at least this frequency get an answer.
const OFTEN: f64 = 0.1;
/// The maximum number of named openings listed.
const MOST_NAMED: usize = 40;
/// How far coverage is reported, in own moves.
const COVERED: usize = 8;
/// The number of games from which the library takes precedence over the book, and the book over the names of
/// openings.
const ENOUGH: u64 = 10;
/// Replies of the other side that lose more discs need not be memorized.
const WITHIN: i32 = 4;

/// The number of named lines through each move of a position, by the key of the position after it.
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

/// Counts the moves played in a position: in the games of a library, otherwise in the games counted by the
/// opening book, otherwise in the named lines.
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

/// The lines of a new repertoire for one side.
#[derive(Clone, Debug)]
pub struct RepertoireDraft {
    name: String,
    side: Color,
    lines: Vec<Vec<Move>>,
}

impl RepertoireDraft {
    /// Parses the lines of a request.
    pub fn of(wish: &RepertoireWish) -> Result<RepertoireDraft, Malformed> {
        if wish.lines.len() > MOST_LINES || wish.name.chars().count() > LONGEST_NAME {
            return Err(Malformed(format!(
                "a repertoire has at most {MOST_LINES} lines and a name of at most {LONGEST_NAME} characters"
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

    /// Returns the reviewed games whose openings are to be included, latest first.
    pub fn games<'g>(&self, games: &'g [LearnedGameRow]) -> impl Iterator<Item = i64> + use<'g> {
        let side = self.side;
        let own = games.iter().rev().filter(move |game| game.side == side.name());
        own.take(MOST_LINES).map(|game| game.game)
    }

    /// Adds the opening of a game.
    pub fn add_game(&mut self, plies: &[Move]) {
        self.lines.push(plies.iter().copied().take(OPENING).collect());
    }

    /// Replaces the lines by what the book holds after each of them, or after the start if there are none,
    /// with at most so many moves to remember after each. Without an entry there is nothing to remember.
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

    /// Returns whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the tree of the lines.
    pub fn tree(&self) -> RepertoireTree {
        RepertoireTree::of_lines(self.side, self.lines.iter().map(Vec::as_slice))
    }

    /// Returns the tree of the lines, extended by answers to the opponents' frequent replies.
    pub fn grown(&self, source: &dyn ReplySource) -> RepertoireTree {
        // Without a line to go on from it is what people play from the start.
        let longest = self.lines.iter().map(Vec::len).max().unwrap_or(OPENING - GROWN);
        let usual = |position: &Position| {
            let most = source.replies(position).into_iter().max_by_key(|(_, games)| *games);
            most.map(|(played, _)| played)
        };
        let mut tree = self.tree();
        tree.grow(source, OFTEN, longest + GROWN, GROWN_MOVES, &mut { usual });
        tree
    }

    /// Returns what is stored: the repertoire, still without a number, and its cards, due at once.
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

/// The error when there is nothing to remember in the book.
pub fn nothing_held() -> Malformed {
    Malformed("the opening book has nothing to remember there, or not with so few moves".to_owned())
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

/// Builds the tree of a repertoire.
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

/// Converts a repertoire for a list.
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

/// Returns how much of what opponents play a repertoire covers.
pub fn coverage(tree: &RepertoireTree, source: &dyn ReplySource) -> Vec<RepertoireCoverage> {
    tree.coverage(source, COVERED)
}

/// Converts a repertoire: its tree, and how much of what opponents play it covers.
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

/// Finds named openings by part of the name or by the first moves, shortest first.
pub fn named(find: &str) -> Vec<OpeningView> {
    let mut lines = openings::find(find);
    lines.sort_by_key(|line| line.len());
    // Of lines that have no name of their own the one that has it stands for all.
    let mut found: Vec<OpeningView> = Vec::new();
    for one in lines.into_iter().filter_map(OpeningView::of_line) {
        let is_told = |known: &OpeningView| (&known.en, &known.ja) == (&one.en, &one.ja);
        if found.len() < MOST_NAMED && !found.iter().any(is_told) {
            found.push(one);
        }
    }
    found
}

/// Returns the number of days until a card comes back that was answered correctly before it was due; `None`
/// if the move is graded. Early practice says little about memory, least of all after the answer was shown.
pub fn practised(step: &JudgedStep, card: &CardRow, days: DayBoundary, now: i64) -> Option<u32> {
    let schedule = schedule_of(card);
    (step.right && !schedule.is_due(now)).then(|| schedule.days_until(days, now))
}

/// A judged move of a training step.
#[derive(Clone, Debug)]
pub struct JudgedStep {
    /// The position in which it was played.
    pub position: Position,
    /// The key of the card for that position.
    pub key: String,
    /// The move played.
    pub played: Move,
    /// The expected move.
    pub expected: Move,
    /// Whether the two are the same.
    pub right: bool,
    /// The grade of the move.
    pub grade: Grade,
    /// The answer to the card.
    pub answer: AnswerWish,
}

/// A training step: the moves so far, and the learner's move if there is one.
#[derive(Clone, Debug)]
pub struct TrainingStep {
    tree: RepertoireTree,
    moves: Vec<Move>,
    position: Position,
    judged: Option<JudgedStep>,
}

impl TrainingStep {
    /// Judges the learner's move of a step, if there is one.
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

    /// Returns the judged move of the learner.
    pub fn judged(&self) -> Option<&JudgedStep> {
        self.judged.as_ref()
    }

    /// Returns the position in which the trainer is to move, unless the learner's move was wrong.
    pub fn asks_trainer(&self) -> Option<Position> {
        self.judged.as_ref().is_none_or(|step| step.right).then_some(self.position)
    }

    /// Plays the trainer's move, if it is the trainer's turn: one of the replies the repertoire answers,
    /// chosen as often as people play it. Returns the result of the step, without values and the reason of a
    /// mistake.
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
