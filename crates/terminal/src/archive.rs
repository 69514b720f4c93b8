//! Games that are saved, move by move, so that they can be resumed.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use outflank_game::{GameInPlay, KeptGame};

use crate::news::News;

/// A game of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The game.
    pub kept: KeptGame,
    /// When it changed last, for people to read.
    pub changed: String,
}

/// What a game that was saved is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Its number among the games that are played.
    pub id: i64,
    /// Its key in the library; `None` unless it is over.
    pub key: Option<i64>,
}

/// Where games are saved.
pub trait Archive: Send {
    /// Lists games, the last changed first.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn games(&mut self) -> Result<Vec<ArchivedGame>, String>;

    /// Saves a game as it is now and returns what it is called; `id` is the number it has already.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn save(&mut self, id: Option<i64>, game: &GameInPlay) -> Result<SavedGame, String>;
}

/// An order to the archive.
enum ArchiveOrder {
    Save(u64, Option<i64>, Box<GameInPlay>),
    List,
}

/// An archive on a thread of its own.
pub(crate) struct ArchiveThread {
    orders: Option<Sender<ArchiveOrder>>,
    thread: Option<JoinHandle<()>>,
}

impl ArchiveThread {
    /// Starts the thread. Its answers go to `news`.
    pub(crate) fn start(archive: Box<dyn Archive>, news: Sender<News>) -> std::io::Result<ArchiveThread> {
        let (orders, inbox) = channel();
        let thread =
            thread::Builder::new().name("archive".to_owned()).spawn(move || work(archive, &inbox, &news))?;
        Ok(ArchiveThread { orders: Some(orders), thread: Some(thread) })
    }

    /// Saves a game: its number in this run of the program, and the one it has in the database, if any.
    pub(crate) fn save(&self, serial: u64, id: Option<i64>, game: Box<GameInPlay>) {
        self.order(ArchiveOrder::Save(serial, id, game));
    }

    /// Asks for the stored games.
    pub(crate) fn list(&self) {
        self.order(ArchiveOrder::List);
    }

    fn order(&self, order: ArchiveOrder) {
        if let Some(orders) = &self.orders {
            // A thread that has ended saves nothing more; its end was told.
            let _not_saved = orders.send(order);
        }
    }
}

impl Drop for ArchiveThread {
    /// Waits until everything is on disk.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _told_by_itself = thread.join();
        }
    }
}

fn work(mut archive: Box<dyn Archive>, inbox: &Receiver<ArchiveOrder>, news: &Sender<News>) {
    let mut ids: HashMap<u64, i64> = HashMap::new();
    for order in inbox {
        let told = match order {
            ArchiveOrder::List => archive.games().map(News::Stored),
            ArchiveOrder::Save(serial, id, game) => {
                let id = id.or_else(|| ids.get(&serial).copied());
                archive.save(id, &game).map(|saved| {
                    ids.insert(serial, saved.id);
                    News::Saved { serial, saved }
                })
            }
        };
        let _gone = news.send(told.unwrap_or_else(News::Failed));
    }
}
