//! Cookies: who somebody is, as their browser remembers it.
//!
//! Pages never see them (`HttpOnly`), other sites never send them along with a change (`SameSite=Lax`), and
//! they never go over an open line (`Secure`). A session is a random token; a guest is a name that the server
//! has signed, so that it need not remember guests.

use axum::http::{HeaderMap, header};
use hmac::{Hmac, KeyInit, Mac};
use outflank_game::PersonId;
use sha2::Sha256;

/// How long a session lasts.
pub(crate) const SESSION_DAYS: i64 = 60;
/// How long a guest is remembered.
const GUEST_DAYS: i64 = 400;
/// What guests and sessions are kept under.
const GUEST: &str = "outflank-guest";
const SESSION: &str = "outflank-session";
/// How the value of a guest begins: whoever changes what follows takes another number.
const VERSION: &str = "v1";

/// Returns what a cookie is called: browsers take a name of this kind from nobody but this very host.
fn called(name: &str, is_secure: bool) -> String {
    if is_secure { format!("__Host-{name}") } else { name.to_owned() }
}

fn written(name: &str, value: &str, days: i64, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    let age = days * 24 * 3600;
    format!("{}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}", called(name, is_secure))
}

fn found<'h>(headers: &'h HeaderMap, name: &str, is_secure: bool) -> Option<&'h str> {
    let name = called(name, is_secure);
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Finds the token of a session.
pub(super) fn session_in(headers: &HeaderMap, is_secure: bool) -> Option<&str> {
    found(headers, SESSION, is_secure)
}

/// Writes the cookie of a session.
pub(crate) fn session_cookie(token: &str, is_secure: bool) -> String {
    written(SESSION, token, SESSION_DAYS, is_secure)
}

/// Writes the cookie that ends a session.
pub(crate) fn session_ended(is_secure: bool) -> String {
    written(SESSION, "", 0, is_secure)
}

/// Signs guests, and knows them again.
#[derive(Clone)]
pub(super) struct GuestSigner {
    key: Vec<u8>,
}

impl GuestSigner {
    /// Signs with a key.
    pub(super) fn new(key: &str) -> GuestSigner {
        GuestSigner { key: key.as_bytes().to_owned() }
    }

    fn mac(&self, text: &str) -> Option<Hmac<Sha256>> {
        // A key may have any length.
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).ok()?;
        mac.update(b"outflank guest ");
        mac.update(text.as_bytes());
        Some(mac)
    }

    /// Writes the cookie of a guest.
    pub(super) fn cookie(&self, person: &PersonId, name: &str, is_secure: bool) -> Option<String> {
        let text = format!("{VERSION}.{person}.{}", hex(name.as_bytes()));
        let mac = hex(&self.mac(&text)?.finalize().into_bytes());
        Some(written(GUEST, &format!("{text}.{mac}"), GUEST_DAYS, is_secure))
    }

    /// Finds a guest, and what they are called.
    pub(super) fn guest_in(&self, headers: &HeaderMap, is_secure: bool) -> Option<(PersonId, String)> {
        let value = found(headers, GUEST, is_secure)?;
        let (text, mac) = value.rsplit_once('.')?;
        // This comparison takes as long for a good guess as for a bad one.
        self.mac(text)?.verify_slice(&bytes(mac)?).ok()?;
        let mut parts = text.split('.');
        let (version, person, name) = (parts.next()?, parts.next()?, parts.next()?);
        let name = String::from_utf8(bytes(name)?).ok()?;
        (version == VERSION).then(|| (PersonId::from(person.to_owned()), name))
    }
}

/// Writes bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let pairs = hex.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        let pair = cookie.split(';').next().unwrap();
        HeaderMap::from_iter([(header::COOKIE, format!("other=1; {pair}").parse().unwrap())])
    }

    #[test]
    fn a_guest_is_known_again_and_nobody_can_pretend_to_be_one() {
        let signer = GuestSigner::new("key");
        let person = PersonId::guest("abc");
        let cookie = signer.cookie(&person, "Zoë; 香", true).unwrap();
        assert!(cookie.starts_with("__Host-outflank-guest=v1.g-abc."), "{cookie}");
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        let known = signer.guest_in(&headers(&cookie), true);
        assert_eq!(known, Some((person.clone(), "Zoë; 香".to_owned())));
        assert_eq!(GuestSigner::new("other").guest_in(&headers(&cookie), true), None);
        assert_eq!(signer.guest_in(&headers(&cookie), false), None, "the name is another without TLS");
        for forged in [
            cookie.replace("g-abc", "g-abd"),
            cookie.replace("g-abc", "a-abc"),
            cookie.replacen("v1.", "v2.", 1),
            "__Host-outflank-guest=v1.g-abc.".to_owned(),
            "__Host-outflank-guest=v1.g-abc..00".to_owned(),
            "__Host-outflank-guest=".to_owned(),
        ] {
            assert_eq!(signer.guest_in(&headers(&forged), true), None, "{forged}");
        }
    }

    #[test]
    fn a_session_is_found_among_other_cookies_and_ends() {
        let cookie = session_cookie("token", false);
        assert!(!cookie.contains("Secure"), "{cookie}");
        assert_eq!(session_in(&headers(&cookie), false), Some("token"));
        assert!(session_ended(true).contains("Max-Age=0"));
    }
}
