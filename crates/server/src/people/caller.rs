//! Who makes a request.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use outflank_game::{GameRights, PersonId};
use outflank_store::{Account, Whose};

/// Who makes a request.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    who: CallerKind,
    /// Where the request comes from.
    pub(crate) address: IpAddr,
}

/// What is known of somebody.
#[derive(Clone, Debug)]
enum CallerKind {
    /// Somebody in a studio without accounts: everything is theirs.
    AtHome,
    /// Somebody without an account.
    Guest {
        person: PersonId,
        name: String,
        /// Whether they have been here before: the request came with their cookie.
        is_known: bool,
    },
    /// Somebody who is logged in.
    Account { account: Account, token_hash: String },
}

impl Caller {
    /// Makes somebody in a studio without accounts.
    pub(crate) fn at_home(address: IpAddr) -> Caller {
        Caller { who: CallerKind::AtHome, address }
    }

    /// Makes a guest.
    pub(crate) fn guest(person: PersonId, name: String, is_known: bool, address: IpAddr) -> Caller {
        Caller { who: CallerKind::Guest { person, name, is_known }, address }
    }

    /// Makes somebody who is logged in.
    pub(crate) fn account(account: Account, token_hash: String, address: IpAddr) -> Caller {
        Caller { who: CallerKind::Account { account, token_hash }, address }
    }

    /// Tells whether the studio has no accounts.
    pub(crate) fn is_at_home(&self) -> bool {
        matches!(self.who, CallerKind::AtHome)
    }

    /// Returns who it is, where people have names.
    pub(crate) fn person(&self) -> Option<&PersonId> {
        match &self.who {
            CallerKind::AtHome => None,
            CallerKind::Guest { person, .. } => Some(person),
            CallerKind::Account { account, .. } => Some(&account.person),
        }
    }

    /// Returns who it is if they have shown it: a guest who came without a cookie may never come back.
    pub(crate) fn known_person(&self) -> Option<&PersonId> {
        self.person().filter(|_| !matches!(self.who, CallerKind::Guest { is_known: false, .. }))
    }

    /// Returns the account of somebody who is logged in.
    pub(crate) fn logged_in(&self) -> Option<&Account> {
        match &self.who {
            CallerKind::Account { account, .. } => Some(account),
            _ => None,
        }
    }

    /// Returns the hash of the token of the session.
    pub(crate) fn token_hash(&self) -> Option<&str> {
        match &self.who {
            CallerKind::Account { token_hash, .. } => Some(token_hash),
            _ => None,
        }
    }

    /// Returns what the caller is called; empty if they have not said.
    pub(crate) fn name(&self) -> &str {
        match &self.who {
            CallerKind::AtHome => "",
            CallerKind::Guest { name, .. } => name,
            CallerKind::Account { account, .. } => &account.name,
        }
    }

    /// Tells whether the caller may change what concerns all.
    pub(crate) fn is_admin(&self) -> bool {
        self.is_at_home() || self.logged_in().is_some_and(|account| account.is_admin)
    }

    /// Returns whose games the caller lists.
    pub(crate) fn whose(&self) -> Whose<'_> {
        match self.person() {
            None => Whose::Everybody,
            Some(person) if self.is_admin() => Whose::PersonsAndNobodys(person),
            Some(person) => Whose::Persons(person),
        }
    }

    /// Returns the rights of a game that the caller begins and plays on some sides, black first.
    pub(crate) fn rights(&self, plays: [bool; 2]) -> GameRights {
        let sits = |plays: bool| self.known_person().filter(|_| plays).cloned();
        let (owner, people) = (self.person().cloned(), plays.map(sits));
        GameRights { owner, people, ..GameRights::default() }
    }

    /// Returns whose turn it is at the engines if this caller asks: an account, or everybody without one at
    /// an address, however many guests that is. Where one person uses the studio there are no turns.
    pub(crate) fn payer(&self) -> String {
        match &self.who {
            CallerKind::AtHome => String::new(),
            CallerKind::Account { account, .. } => account.person.to_string(),
            CallerKind::Guest { .. } => network(self.address),
        }
    }
}

/// Returns what stands for all addresses that one client may have: those of the newer kind come in blocks.
pub(crate) fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    /// Somebody whom nobody has recognised is a stranger.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Caller, Infallible> {
        let stranger = || {
            let person = PersonId::guest("");
            Caller::guest(person, String::new(), false, Ipv4Addr::UNSPECIFIED.into())
        };
        Ok(parts.extensions.get::<Caller>().cloned().unwrap_or_else(stranger))
    }
}
