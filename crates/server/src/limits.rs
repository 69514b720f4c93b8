//! Limits on what one client may ask for on a public server, so that nobody slows others.
//!
//! A client is an address, or whom a proxy that is believed speaks for; people are counted beside that. Who
//! asks too often is told when to come back (429 with `Retry-After`). A studio of one person or of a home
//! network has none of these limits.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use outflank_store::Store;

use crate::error::ApiError;
use crate::payer::Payer;
use crate::people::{Caller, network, token_hash};

/// How much one client may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientQuotas {
    /// Requests a second of an address, in the long run; of one person two fifths of that.
    pub requests: NonZeroU32,
    /// Live connections of an address at a time.
    pub sockets: usize,
}

impl Default for ClientQuotas {
    /// A class of pupils behind one address has enough; a program that asks as fast as it can does not.
    fn default() -> ClientQuotas {
        ClientQuotas { requests: NonZeroU32::new(50).unwrap_or(NonZeroU32::MIN), sockets: 256 }
    }
}

/// How many seconds' worth of requests may come at once.
const BURST: u32 = 6;
/// Log-ins that one address may try at once, and in how many seconds one more; the same of one name.
const LOG_INS: (u32, u64) = (20, 6);
const LOG_INS_OF_NAME: (u32, u64) = (8, 30);
/// Accounts that one address may make at once, and in how many seconds one more: a class signs up together.
const SIGN_UPS: (u32, u64) = (40, 60);
/// Games that one address may begin at once, and in how many seconds one more.
const NEW_GAMES: (u32, u64) = (60, 2);
/// Seeks that one address may make at once, and in how many seconds one more.
const SEEKS: (u32, u64) = (40, 2);
/// Live connections of one person at a time.
const SOCKETS_OF_PERSON: usize = 32;
/// The longest that a computer player thinks about a move; then it makes the best so far.
pub(crate) const MOVE_TIME: Duration = Duration::from_secs(5);
/// Games with computer players that are on, of one person.
const RUNNING_GAMES: i64 = 12;
/// Questions to the assistant's endpoint a day: of an account, and of all guests of an address.
pub(crate) const QUESTIONS_A_DAY: (i64, i64) = (60, 10);

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    SignUp,
    NewGame,
    Seek,
}

type Counts = DefaultKeyedRateLimiter<String>;

/// Counts what clients ask for.
pub(crate) struct ClientLimits {
    of_address: Counts,
    of_person: Counts,
    log_ins: Counts,
    log_ins_of_name: Counts,
    sign_ups: Counts,
    new_games: Counts,
    seeks: Counts,
    sockets_of_address: usize,
    sockets: Arc<Mutex<HashMap<String, usize>>>,
    clock: DefaultClock,
}

fn counts(most: u32, every: Duration) -> Counts {
    let quota = Quota::with_period(every).unwrap_or_else(|| Quota::per_second(NonZeroU32::MIN));
    RateLimiter::keyed(quota.allow_burst(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN)))
}

impl ClientLimits {
    /// Begins to count.
    pub(crate) fn new(quotas: ClientQuotas) -> ClientLimits {
        let a_second =
            |requests: u32| counts(requests.saturating_mul(BURST), Duration::from_secs(1) / requests);
        let slow = |(most, every): (u32, u64)| counts(most, Duration::from_secs(every));
        ClientLimits {
            of_address: a_second(quotas.requests.get()),
            of_person: a_second((quotas.requests.get() / 5 * 2).max(1)),
            log_ins: slow(LOG_INS),
            log_ins_of_name: slow(LOG_INS_OF_NAME),
            sign_ups: slow(SIGN_UPS),
            new_games: slow(NEW_GAMES),
            seeks: slow(SEEKS),
            sockets_of_address: quotas.sockets,
            sockets: Arc::default(),
            clock: DefaultClock::default(),
        }
    }

    fn check(&self, counts: &Counts, key: &str, what: &str) -> Result<(), ApiError> {
        counts.check_key(&key.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            ApiError::too_many(format!("too many {what}"), wait)
        })
    }

    /// Counts a request.
    fn request(&self, caller: &Caller) -> Result<(), ApiError> {
        self.check(&self.of_address, &network(caller.address), "requests from one place")?;
        match caller.known_person() {
            Some(person) => self.check(&self.of_person, person.as_str(), "requests from one person"),
            None => Ok(()),
        }
    }

    /// Counts an attempt to log in under a name. Servers that share a database count those of a name
    /// together: asking another one is of no use.
    pub(crate) async fn log_in(&self, store: &Store, caller: &Caller, name: &str) -> Result<(), ApiError> {
        if caller.is_at_home() {
            return Ok(());
        }
        self.check(&self.log_ins, &network(caller.address), "attempts to log in from one place")?;
        let (name, what) = (name.trim().to_lowercase(), "attempts to log in under this name");
        if !store.is_shared() {
            return self.check(&self.log_ins_of_name, &name, what);
        }
        let (most, every) = LOG_INS_OF_NAME;
        let subject = format!("log-in {}", token_hash(&name));
        match store.attempt(&subject, most, Duration::from_secs(every)).await? {
            None => Ok(()),
            Some(wait) => Err(ApiError::too_many(format!("too many {what}"), wait)),
        }
    }

    /// Counts something that is rare.
    pub(crate) fn attempt(&self, attempt: Attempt, caller: &Caller) -> Result<(), ApiError> {
        if caller.is_at_home() {
            return Ok(());
        }
        let place = network(caller.address);
        match attempt {
            Attempt::SignUp => self.check(&self.sign_ups, &place, "new accounts from one place"),
            Attempt::NewGame => self.check(&self.new_games, &place, "new games from one place"),
            Attempt::Seek => self.check(&self.seeks, &place, "seeks from one place"),
        }
    }

    /// Refuses a further game with computer players if somebody has enough of them.
    pub(crate) async fn require_free_board(&self, store: &Store, caller: &Caller) -> Result<(), ApiError> {
        let Some(person) = caller.person() else { return Ok(()) };
        let running = store.running_with_computers(person).await?;
        if running < RUNNING_GAMES {
            return Ok(());
        }
        let message =
            format!("{running} of your games with computer players are in progress; end or delete one");
        Err(ApiError::too_many(message, Duration::from_secs(30)))
    }

    /// Counts a live connection, until what is returned is dropped.
    fn socket(&self, caller: &Caller) -> Result<SocketPlace, ApiError> {
        let mut wanted = vec![(network(caller.address), self.sockets_of_address)];
        wanted.extend(caller.known_person().map(|person| (person.to_string(), SOCKETS_OF_PERSON)));
        let mut open = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let full = wanted.iter().find(|(key, most)| open.get(key).is_some_and(|count| count >= most));
        if let Some((_, most)) = full {
            let message = format!("too many live connections from one client; the limit is {most}");
            return Err(ApiError::too_many(message, Duration::from_secs(10)));
        }
        let keys: Vec<String> = wanted.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *open.entry(key.clone()).or_default() += 1;
        }
        Ok(SocketPlace { keys, open: Arc::clone(&self.sockets) })
    }

    /// Forgets clients that have not asked for long.
    pub(crate) fn forget_old(&self) {
        for counts in [
            &self.of_address,
            &self.of_person,
            &self.log_ins,
            &self.log_ins_of_name,
            &self.sign_ups,
            &self.new_games,
            &self.seeks,
        ] {
            counts.retain_recent();
            counts.shrink_to_fit();
        }
    }
}

/// The place of a live connection.
pub(crate) struct SocketPlace {
    keys: Vec<String>,
    open: Arc<Mutex<HashMap<String, usize>>>,
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = open.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    open.remove(key);
                }
            }
        }
    }
}

/// Counts a request, and lets the engines know for whom they work.
pub(crate) async fn limit(State(limits): State<Arc<ClientLimits>>, request: Request, next: Next) -> Response {
    let Some(caller) = request.extensions().get::<Caller>().filter(|caller| !caller.is_at_home()) else {
        return next.run(request).await;
    };
    let is_socket = request.headers().contains_key(header::SEC_WEBSOCKET_KEY);
    let counted = limits.request(caller).and_then(|()| is_socket.then(|| limits.socket(caller)).transpose());
    match counted {
        Ok(socket) => Payer::of(&caller.payer()).with_socket(socket).pays(next.run(request)).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use outflank_game::PersonId;

    use super::*;

    fn guest(name: &str, last: u8) -> Caller {
        let address = Ipv4Addr::new(192, 0, 2, last).into();
        Caller::guest(PersonId::guest(name), String::new(), true, address)
    }

    #[test]
    fn one_client_has_its_limit_and_leaves_the_others_theirs() {
        let requests = NonZeroU32::new(5).unwrap();
        let limits = ClientLimits::new(ClientQuotas { requests, sockets: 3 });
        let allowed = (0..50).filter(|_| limits.request(&guest("a", 1)).is_ok()).count();
        assert!((12..=14).contains(&allowed), "{allowed}");
        assert!(limits.request(&guest("b", 2)).is_ok());
        // Another name at the same address does not help.
        assert!(limits.request(&guest("c", 1)).is_err());
        let home = Caller::at_home(Ipv4Addr::LOCALHOST.into());
        assert!((0..1000).all(|_| limits.attempt(Attempt::NewGame, &home).is_ok()));

        let places: Vec<_> = (0..3).map(|_| limits.socket(&guest("a", 1)).unwrap()).collect();
        assert!(limits.socket(&guest("b", 1)).is_err());
        assert!(limits.socket(&guest("b", 2)).is_ok());
        drop(places);
        assert!(limits.socket(&guest("a", 1)).is_ok());
        limits.forget_old();
    }

    #[tokio::test]
    async fn passwords_cannot_be_tried_out() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.db").display());
        let store = Store::open(&url).await.unwrap();
        let limits = ClientLimits::new(ClientQuotas::default());
        let tried = async |name: &str, last| limits.log_in(&store, &guest("a", last), name).await.is_ok();
        let (mut same, mut others) = (0, 0);
        for number in 0..50 {
            same += u32::from(tried("Ada", 1).await);
            others += u32::from(tried(&format!("name {number}"), 3).await);
        }
        // Neither under one name from many places, nor from one place under many names.
        assert_eq!((same, others), (8, 20));
        assert!(!tried(" ada", 2).await && tried("Bob", 2).await);
    }
}
