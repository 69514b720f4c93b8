//! People of a public server: who asks, and what they may.
//!
//! [`recognise`] finds out who makes a request, by a session or the signed cookie of a guest, [`permissions`]
//! says what each may do, and [`door`] asks it. A server for one person or a home network has none of this:
//! everybody is at home there.

mod admin;
mod caller;
mod cookies;
mod door;
mod passwords;
mod permissions;
mod recognise;

pub use admin::{NewAdminError, new_admin};
pub(crate) use caller::{Caller, network};
pub(crate) use cookies::{SESSION_DAYS, session_cookie, session_ended};
pub(crate) use door::{door, require_look, require_look_at_entry};
pub(crate) use passwords::{Passwords, WeakPassword};
pub use permissions::{Permission, Role, permissions};
pub(crate) use recognise::{People, recognise, token_hash};
