//! Finding out who makes a request.

use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use outflank_game::PersonId;
use rand::Rng;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use super::cookies::{GuestSigner, hex, session_in};
use super::{Caller, Passwords};
use crate::error::ApiError;
use crate::guard::ClientAddress;
use crate::hosting::Hosting;
use crate::studio::Studio;

/// How many letters and digits name a guest: more than 130 bits.
const GUEST_LETTERS: usize = 22;

/// What a public server knows to recognise people.
pub(crate) struct People {
    pub(crate) hosting: Arc<Hosting>,
    pub(crate) studio: Arc<Studio>,
    pub(crate) passwords: Passwords,
    /// Signs guests with what all servers of the database share.
    signer: OnceCell<GuestSigner>,
}

impl People {
    /// Begins to look after people.
    pub(crate) fn new(hosting: Arc<Hosting>, studio: Arc<Studio>) -> People {
        People { hosting, studio, passwords: Passwords::default(), signer: OnceCell::new() }
    }

    /// Tells whether cookies go by TLS only.
    pub(crate) fn is_secure(&self) -> bool {
        self.hosting.site().is_some_and(|site| site.is_secure())
    }

    async fn signer(&self) -> Result<&GuestSigner, ApiError> {
        let key = async || {
            let new = hex(&rand::random::<[u8; 32]>());
            Ok::<_, ApiError>(GuestSigner::new(&self.studio.store.secret("guests", &new).await?))
        };
        self.signer.get_or_try_init(key).await
    }

    /// Writes the cookie of a guest.
    pub(crate) async fn guest_cookie(&self, person: &PersonId, name: &str) -> Result<String, ApiError> {
        let cookie = self.signer().await?.cookie(person, name, self.is_secure());
        cookie.ok_or_else(|| ApiError::internal("the cookie cannot be signed"))
    }

    /// Finds out who makes a request.
    async fn caller(&self, headers: &HeaderMap, client: ClientAddress) -> Result<Caller, ApiError> {
        let ClientAddress(address) = client;
        if self.hosting.site().is_none() {
            return Ok(Caller::at_home(address));
        }
        if let Some(token) = session_in(headers, self.is_secure()).filter(|token| !token.is_empty()) {
            let token_hash = token_hash(token);
            if let Some(account) = self.studio.store.session(&token_hash).await? {
                return Ok(Caller::account(account, token_hash, address));
            }
        }
        if let Some((person, name)) = self.signer().await?.guest_in(headers, self.is_secure()) {
            return Ok(Caller::guest(person, name, true, address));
        }
        let letters = rand::rng().sample_iter(Alphanumeric).take(GUEST_LETTERS).map(char::from);
        let person = PersonId::guest(&letters.collect::<String>());
        Ok(Caller::guest(person, String::new(), false, address))
    }
}

/// Returns what is stored of a token.
pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Finds out who makes a request to the interface, and lets guests be known again.
pub(crate) async fn recognise(
    State(people): State<Arc<People>>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = request.extensions().get::<ClientAddress>().copied();
    let client = client.unwrap_or(ClientAddress(Ipv4Addr::UNSPECIFIED.into()));
    if !request.uri().path().starts_with("/api/") {
        // Pages are the same for everybody; those who look after the server are asked for nothing.
        return next.run(request).await;
    }
    let caller = match people.caller(request.headers(), client).await {
        Ok(caller) => caller,
        Err(error) => return error.into_response(),
    };
    // A guest is remembered from the first change on, or when a page asks who one is.
    let is_change = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_new = caller.logged_in().is_none() && caller.known_person().is_none();
    let wants_cookie = is_new && (is_change || request.uri().path() == "/api/me");
    let new_guest = caller.person().filter(|_| wants_cookie).cloned();
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    if let Some(guest) = new_guest
        && !response.headers().contains_key(header::SET_COOKIE)
        && response.status().is_success()
        && let Ok(cookie) = people.guest_cookie(&guest, "").await
        && let Ok(value) = HeaderValue::from_str(&cookie)
    {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}
