//! Games that are kept, move by move, so that they can be gone on with.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use crate::course::Course;
use crate::news::News;

/// Who sits somewhere, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// The player's text: `human`, `level:7` ...
    pub player: String,
    /// A name for people to read; may be empty.
    pub name: String,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in the database, once it has one.
    pub id: Option<i64>,
    /// Who plays, black first.
    pub seats: [StoredSeat; 2],
    /// What was played.
    pub course: Course,
    /// When it changed last, for people to read.
    pub changed: String,
}

/// Where games are kept.
pub trait Archive: Send {
    /// Lists games, the last changed first.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn games(&mut self) -> Result<Vec<StoredGame>, String>;

    /// Keeps a game as it is now, and returns its number.
    ///
    /// # Errors
    ///
    /// Says what failed, for people to read.
    fn keep(&mut self, game: &StoredGame) -> Result<i64, String>;
}

/// An order to the archive.
enum Order {
    Keep(u64, Box<StoredGame>),
    List,
}

/// An archive on a thread of its own.
pub(crate) struct Keeper {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts the thread. Its answers go to `news`.
    pub(crate) fn start(archive: Box<dyn Archive>, news: Sender<News>) -> std::io::Result<Keeper> {
        let (orders, inbox) = channel();
        let thread =
            thread::Builder::new().name("archive".to_owned()).spawn(move || work(archive, &inbox, &news))?;
        Ok(Keeper { orders: Some(orders), thread: Some(thread) })
    }

    /// Keeps a game, known by a number of its own in this run of the program.
    pub(crate) fn keep(&self, serial: u64, game: StoredGame) {
        self.order(Order::Keep(serial, Box::new(game)));
    }

    /// Asks for the stored games.
    pub(crate) fn list(&self) {
        self.order(Order::List);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that has ended keeps nothing more; its end was told.
            let _not_kept = orders.send(order);
        }
    }
}

impl Drop for Keeper {
    /// Waits until everything is on disk.
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _told_by_itself = thread.join();
        }
    }
}

fn work(mut archive: Box<dyn Archive>, inbox: &Receiver<Order>, news: &Sender<News>) {
    let mut ids: HashMap<u64, i64> = HashMap::new();
    for order in inbox {
        let told = match order {
            Order::List => archive.games().map(News::Stored),
            Order::Keep(serial, game) => {
                let game = StoredGame { id: game.id.or_else(|| ids.get(&serial).copied()), ..*game };
                archive.keep(&game).map(|id| {
                    ids.insert(serial, id);
                    News::Kept { serial, id }
                })
            }
        };
        let _gone = news.send(told.unwrap_or_else(News::Failed));
    }
}
