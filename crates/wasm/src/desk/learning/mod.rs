//! What is learned on this device: positions that come back, lessons, reviewed games, repertoires.

mod cards;
mod openings;
mod routes;
mod value;

use std::collections::{BTreeMap, BTreeSet};

use outflank_keep::{AnswerRow, CardRow, LearnedGameRow, LessonRow, NewCard, RepertoireRow};
use outflank_learn::BankedGame;
use outflank_wire::bank::GameLearner;
use outflank_wire::cards::MOST_CARDS;
use outflank_wire::learning::AllLearned;

use super::Desk;
use value::{ANSWERS, LEARNED};

/// All that was learned.
#[derive(Debug, Default)]
pub(super) struct LearningTable {
    cards: BTreeMap<i64, CardRow>,
    /// The first first.
    answers: Vec<AnswerRow>,
    lessons: Vec<LessonRow>,
    /// The first first.
    games: Vec<LearnedGameRow>,
    repertoires: Vec<RepertoireRow>,
    /// The last numbers that were given.
    last_card: i64,
    last_repertoire: i64,
}

fn key_of(card: i64) -> String {
    format!("cards/{card}")
}

impl LearningTable {
    /// Returns all cards, those that are due first before the others; of one kind, or of all.
    fn cards(&self, kind: Option<&str>) -> Vec<CardRow> {
        let wanted = |card: &&CardRow| kind.is_none_or(|kind| card.card.kind == kind);
        let mut cards: Vec<CardRow> = self.cards.values().filter(wanted).cloned().collect();
        cards.sort_by_key(|card| (card.card.due, card.id));
        cards
    }

    /// Takes a card; its position may be there already: then it keeps its memory and takes over where it was
    /// met last, due at the earlier of both moments. Returns its number.
    fn take_card(&mut self, new: NewCard, now: i64) -> i64 {
        let same = |card: &&mut CardRow| card.card.kind == new.kind && card.card.board == new.board;
        if let Some(known) = self.cards.values_mut().find(same) {
            let due = new.due.min(known.card.due);
            known.card = NewCard { due, ..new };
            return known.id;
        }
        self.last_card += 1;
        let id = self.last_card;
        let row =
            CardRow { id, card: new, created: now, reviewed: None, memory: None, reviews: 0, lapses: 0 };
        self.cards.insert(id, row);
        id
    }
}

impl Desk {
    /// Calls back with all that was learned.
    fn with_learned<T>(&self, tell: impl FnOnce(&AllLearned<'_>) -> T) -> T {
        let table = &self.learning;
        let (tried, endgames) = self.puzzles.tried();
        tell(&AllLearned {
            cards: &table.cards(None),
            answers: &table.answers,
            lessons: &table.lessons,
            repertoires: &table.repertoires,
            games: &table.games,
            tried,
            endgames,
        })
    }

    /// Keeps lessons, games and repertoires as they are now.
    fn keep_learned(&mut self) {
        self.out.put_json(LEARNED, &self.learning.value());
    }

    /// Keeps a card as it is now.
    fn keep_card(&mut self, id: i64) {
        if let Some(card) = self.learning.cards.get(&id) {
            self.out.put_json(key_of(id), &value::CardValue::of(card));
        }
    }

    /// Keeps new cards, as far as there is room.
    fn keep_cards(&mut self, cards: Vec<NewCard>) {
        let most = usize::try_from(MOST_CARDS).unwrap_or(0);
        let room = most.saturating_sub(self.learning.cards.len());
        let now = self.now;
        let kept: BTreeSet<i64> =
            cards.into_iter().take(room).map(|card| self.learning.take_card(card, now)).collect();
        for id in kept {
            self.keep_card(id);
        }
        self.keep_learned();
    }

    fn delete_card(&mut self, id: i64) {
        if self.learning.cards.remove(&id).is_some() {
            self.out.remove(key_of(id));
        }
    }

    /// Keeps an answer and what it did to its card.
    fn keep_answer(&mut self, after: CardRow, answer: AnswerRow) {
        let id = after.id;
        self.learning.cards.insert(id, after);
        self.keep_card(id);
        self.learning.answers.push(answer);
        let block = (self.learning.answers.len() - 1) / ANSWERS;
        let value = self.learning.answers_value(block);
        self.out.put_json(format!("answers/{block}"), &value);
    }

    /// Takes over what a review that is complete says of a game. Twice is as good as once.
    pub(super) fn learn_from_game(&mut self, learner: &GameLearner, found: &BankedGame) {
        let row = learner.row(found);
        let games = &mut self.learning.games;
        if let Some(known) = games.iter_mut().find(|known| known.game == row.game) {
            // When it was played, and against whom, stays.
            let (moment, opponent) = (known.moment, known.opponent.clone());
            *known = LearnedGameRow { moment, opponent, ..row };
            return self.keep_learned();
        }
        games.push(row);
        games.sort_by_key(|game| (game.moment, game.game));
        self.keep_cards(learner.cards(found, self.now));
    }
}
