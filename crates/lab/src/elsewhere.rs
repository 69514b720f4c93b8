//! Games of a tournament that others play: what they are asked for, and what they answer, as plain words.
//!
//! A game follows from its order alone, dice included: for players limited by depth or nodes it is the game
//! that would have been played here.

use std::time::Duration;

use outflank_game::{Ending, GameInPlay, GameResult, Seat};
use outflank_players::{Entrant, Stopper};
use outflank_rules::{Color, Game, Move};
use serde::{Deserialize, Serialize};

use crate::adjudicator::{Adjudication, Adjudicator, Ahead};
use crate::hall::{Fixture, Hall, Seats};
use crate::openings::Openings;
use crate::played::{Played, Pondered, TimeSpent};

/// Others who play games of a tournament.
pub trait GameHelpers: Sync {
    /// Returns how many games they can play at a time at present.
    fn boards(&self) -> usize;

    /// Tells whether they know a player by its text, without files and programs of this machine.
    fn know(&self, player: &str) -> bool;

    /// Lets one of them play a game; `None` if it was stopped, or none of them could.
    fn play(&self, order: &GameOrder, stopper: &Stopper) -> Option<PlayedGameReport>;
}

/// A game to be played by somebody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameOrder {
    /// What the two players of the pairing are called as players; one if it meets itself.
    pub players: Vec<String>,
    /// The position before the first ply.
    start: String,
    /// The plies of the opening.
    plies: Vec<String>,
    pairing: u32,
    index: u32,
    seed: u64,
    /// The time for a move, in microseconds.
    time: u64,
    /// From how many empty squares on the game is decided by its value.
    empties: Option<u32>,
    /// By how many discs, for how many plies, a side has to be ahead to win at once.
    ahead: Option<[u32; 2]>,
}

/// A game that somebody else has played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGameReport {
    /// All plies after the opening, with what each took in microseconds.
    plies: Vec<(String, u64)>,
    ending: String,
    winner: Option<String>,
    score: i32,
    thinking: [SideReport; 2],
}

/// What a side spent on a game: see [`TimeSpent`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct SideReport {
    total: u64,
    longest: u64,
    moves: u32,
    nodes: Option<u64>,
    pondered: Option<[u32; 2]>,
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl From<&TimeSpent> for SideReport {
    fn from(spent: &TimeSpent) -> SideReport {
        SideReport {
            total: microseconds(spent.total),
            longest: microseconds(spent.longest),
            moves: spent.moves,
            nodes: spent.nodes,
            pondered: spent.pondered.map(|pondered| [pondered.moves, pondered.hits]),
        }
    }
}

impl From<SideReport> for TimeSpent {
    fn from(spent: SideReport) -> TimeSpent {
        TimeSpent {
            total: Duration::from_micros(spent.total),
            longest: Duration::from_micros(spent.longest),
            moves: spent.moves,
            nodes: spent.nodes,
            pondered: spent.pondered.map(|[moves, hits]| Pondered { moves, hits }),
        }
    }
}

impl GameOrder {
    /// Asks for a game of a hall.
    pub(crate) fn new(hall: &Hall<'_>, fixture: &Fixture) -> GameOrder {
        let opening = hall.openings.get(fixture.opening());
        let players: &[usize] = if fixture.is_mirror() { &fixture.players[..1] } else { &fixture.players };
        GameOrder {
            players: players.iter().map(|&player| hall.entrants[player].to_string()).collect(),
            start: opening.start().to_string(),
            plies: opening.plies().iter().map(Move::to_string).collect(),
            pairing: fixture.pairing,
            index: fixture.index,
            seed: hall.seed,
            time: microseconds(hall.time),
            empties: hall.adjudication.empties,
            ahead: hall.adjudication.ahead.map(|Ahead { discs, plies }| [discs, plies]),
        }
    }

    /// Sets the opening up; `None` if it is none.
    fn opening(&self) -> Option<Game> {
        let mut game = Game::new(self.start.parse().ok()?);
        for ply in &self.plies {
            game.play(ply.parse().ok()?).ok()?;
        }
        Some(game)
    }

    fn adjudication(&self) -> Adjudication {
        let ahead = self.ahead.map(|[discs, plies]| Ahead { discs, plies });
        Adjudication { empties: self.empties.map(|empties| empties.min(Adjudicator::MOST)), ahead }
    }

    /// Plays the game between these players; `None` if it was stopped.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the order, or which player cannot be used: whoever asked for the game has to
    /// play it.
    pub fn play(&self, entrants: &[Entrant], stopper: &Stopper) -> Result<Option<PlayedGameReport>, String> {
        let opening = self.opening().ok_or("the opening is no game")?;
        let players = match entrants.len() {
            1 => [0, 0],
            2 => [0, 1],
            count => return Err(format!("{count} players")),
        };
        let plies = opening.plies().len();
        let hall = Hall {
            entrants,
            openings: &Openings::List(vec![opening]),
            time: Duration::from_micros(self.time),
            boards: 1,
            seed: self.seed,
            adjudication: self.adjudication(),
            helpers: None,
        };
        let fixture = Fixture { number: 0, pairing: self.pairing, index: self.index, players };
        let adjudicator = hall.adjudicator().map_err(|error| error.to_string())?;
        let played = hall.game(&fixture, &mut Seats::new(), adjudicator.as_ref(), stopper);
        match (&played.fault, played.ending()) {
            (None, Ending::Aborted) => Ok(None),
            (None, _) => Ok(Some(PlayedGameReport::new(&played, plies))),
            // What a player did wrong is told where it can be seen again.
            (Some(fault), _) => Err(fault.to_string()),
        }
    }
}

impl PlayedGameReport {
    fn new(played: &Played, opening: usize) -> PlayedGameReport {
        let game = &played.game;
        let plies = game.plies().iter().zip(game.times()).skip(opening);
        let result = game.result().unwrap_or(GameResult { ending: Ending::Aborted, winner: None });
        PlayedGameReport {
            plies: plies.map(|(ply, &time)| (ply.to_string(), microseconds(time))).collect(),
            ending: result.ending.name().to_owned(),
            winner: result.winner.map(|winner| winner.name().to_owned()),
            score: played.score,
            thinking: [SideReport::from(&played.thinking[0]), SideReport::from(&played.thinking[1])],
        }
    }

    /// Sets the game up that was asked for; `None` if this is no such game: a move is not legal, the result
    /// not that of the board, or it is not over.
    pub(crate) fn played(&self, order: &GameOrder, fixture: &Fixture) -> Option<Played> {
        let mut history = order.opening()?;
        let mut times = vec![Duration::ZERO; history.plies().len()];
        for (ply, time) in &self.plies {
            history.play(ply.parse().ok()?).ok()?;
            times.push(Duration::from_micros(*time));
        }
        let ending: Ending = self.ending.parse().ok()?;
        let winner = match self.winner.as_deref() {
            None => None,
            Some(name) => Some(Color::BOTH.into_iter().find(|color| color.name() == name)?),
        };
        // The players are called as the tournament calls them, not as whoever played the game does.
        let role = |role: usize| &order.players[role.min(order.players.len() - 1)];
        let seats = fixture.roles().map(|seat| Seat::program(role(seat)));
        let result = GameResult { ending, winner };
        let game = GameInPlay::new(history, seats).with_past(&times, Some(result));
        let is_right = match ending {
            Ending::Discs => game.score() == self.score,
            Ending::Adjudicated => GameResult::of_score(ending, self.score).winner == winner,
            Ending::Resigned => winner.is_some() && game.score() == self.score,
            _ => false,
        };
        let is_right = is_right && game.result() == Some(result);
        let thinking = self.thinking.map(TimeSpent::from);
        is_right.then_some(Played { game, score: self.score, thinking, fault: None })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;
    use crate::openings::OpeningSource;

    /// Helpers in the same process that get everything as text, and fail now and then.
    struct Neighbours {
        boards: usize,
        asked: AtomicUsize,
        fails: usize,
    }

    impl GameHelpers for Neighbours {
        fn boards(&self) -> usize {
            self.boards
        }

        fn know(&self, player: &str) -> bool {
            !player.contains("exec")
        }

        fn play(&self, order: &GameOrder, stopper: &Stopper) -> Option<PlayedGameReport> {
            let asked = self.asked.fetch_add(1, Ordering::Relaxed);
            if self.fails > 0 && asked.is_multiple_of(self.fails) {
                return None;
            }
            let text = serde_json::to_string(order).unwrap();
            let order: GameOrder = serde_json::from_str(&text).unwrap();
            let entrants: Vec<Entrant> = order.players.iter().map(|text| text.parse().unwrap()).collect();
            let report = order.play(&entrants, stopper).unwrap()?;
            let text = serde_json::to_string(&report).unwrap();
            assert!(text.len() < 6000, "{} bytes", text.len());
            serde_json::from_str(&text).unwrap()
        }
    }

    /// Plays all games of a small tournament, and returns their moves and scores.
    fn games(
        players: &[&str],
        adjudication: Adjudication,
        helpers: Option<&dyn GameHelpers>,
    ) -> BTreeMap<u32, (String, i32)> {
        let entrants: Vec<Entrant> = players.iter().map(|text| text.parse().unwrap()).collect();
        let openings = Openings::load(&OpeningSource::Random(7), None, 3).unwrap();
        let time = Duration::from_millis(10);
        let hall = Hall {
            entrants: &entrants,
            openings: &openings,
            time,
            boards: 1,
            seed: 5,
            adjudication,
            helpers,
        };
        let pairs = [[0, 1], [1, 1]];
        let fixtures = (0..16).map(|number| {
            let pairing = number % 2;
            Fixture { number, pairing, index: number / 2, players: pairs[pairing as usize] }
        });
        let waiting = std::sync::Mutex::new(fixtures);
        let mut found = BTreeMap::new();
        let next = || waiting.lock().unwrap().next();
        hall.hold(&next, &AtomicBool::new(false), &mut |games| {
            for (fixture, played) in games {
                let seats = fixture.seats().map(|seat| entrants[seat].to_string());
                assert_eq!(played.game.seats().each_ref().map(|seat| seat.player.to_string()), seats);
                assert!(played.thinking.iter().all(|spent| spent.moves > 0), "{fixture:?}");
                let text = played.game.history().transcript();
                assert!(found.insert(fixture.number, (text, played.score)).is_none());
            }
            true
        })
        .unwrap();
        found
    }

    #[test]
    fn helpers_play_the_games_that_would_have_been_played_here() {
        let early = Adjudication { empties: Some(8), ahead: "30,4".parse().ok() };
        for rules in [Adjudication::default(), early] {
            let players = ["level:2", "random"];
            let alone = games(&players, rules, None);
            assert_eq!(alone.len(), 16);
            for fails in [0, 3] {
                let neighbours = Neighbours { boards: 2, asked: AtomicUsize::new(0), fails };
                assert_eq!(games(&players, rules, Some(&neighbours)), alone);
                assert!(neighbours.asked.load(Ordering::Relaxed) > 1, "nobody was asked");
            }
        }
    }

    #[test]
    fn nobody_is_asked_for_what_only_this_machine_has() {
        let neighbours = Neighbours { boards: 0, asked: AtomicUsize::new(0), fails: 0 };
        assert_eq!(games(&["greedy", "random"], Adjudication::default(), Some(&neighbours)).len(), 16);
        assert_eq!(neighbours.asked.into_inner(), 0, "there was nobody");
    }

    #[test]
    fn a_game_that_was_not_asked_for_is_refused() {
        let entrants: Vec<Entrant> = ["greedy", "random"].map(|text| text.parse().unwrap()).into();
        let openings = Openings::load(&OpeningSource::Random(7), None, 3).unwrap();
        let adjudication = Adjudication::default();
        let time = Duration::from_millis(10);
        let hall = Hall {
            entrants: &entrants,
            openings: &openings,
            time,
            boards: 1,
            seed: 5,
            adjudication,
            helpers: None,
        };
        let fixture = Fixture { number: 1, pairing: 0, index: 1, players: [0, 1] };
        let order = GameOrder::new(&hall, &fixture);
        let good = order.play(&entrants, &Stopper::new()).unwrap().unwrap();
        let played = good.played(&order, &fixture).unwrap();
        assert_eq!(played.game.seats()[0].player.to_string(), "random", "colours are swapped");
        let mut illegal = good.clone();
        illegal.plies[3].0 = "d4".to_owned();
        let mut short = good.clone();
        short.plies.pop();
        let mut wrong = good.clone();
        wrong.score += 2;
        let mut forfeited = good.clone();
        forfeited.ending = "forfeited".to_owned();
        let mut aborted = good;
        aborted.ending = "aborted".to_owned();
        for (what, report) in [illegal, short, wrong, forfeited, aborted].into_iter().enumerate() {
            assert!(report.played(&order, &fixture).is_none(), "{what}");
        }
        let mut strange = order.clone();
        strange.plies[0] = "a1".to_owned();
        assert!(strange.play(&entrants, &Stopper::new()).is_err());
        assert!(order.play(&[], &Stopper::new()).is_err());
        let stopped = Stopper::new();
        stopped.stop();
        assert_eq!(order.play(&entrants, &stopped), Ok(None));
    }
}
