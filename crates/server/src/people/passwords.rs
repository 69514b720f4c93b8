//! Passwords: hashed with Argon2, a few at a time, away from the threads that answer.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// How many passwords are looked at at a time: each takes 19 MiB for some hundredths of a second.
const AT_A_TIME: usize = 2;
/// The shortest and the longest password, in letters.
const SHORTEST: usize = 8;
const LONGEST: usize = 200;
/// What passwords are that everybody tries first.
const COMMON: [&str; 14] = [
    "password",
    "12345678",
    "123456789",
    "1234567890",
    "qwertyui",
    "qwerty123",
    "password1",
    "iloveyou",
    "11111111",
    "00000000",
    "abcd1234",
    "sunshine",
    "letmein1",
    "outflank",
];

/// Says that a password is too easy, or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WeakPassword {
    #[error("a password has {SHORTEST} to {LONGEST} characters")]
    Length,
    #[error("this password is one of those that everybody tries first")]
    Common,
}

/// Hashes and compares passwords.
pub(crate) struct Passwords {
    turns: Semaphore,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { turns: Semaphore::new(AT_A_TIME) }
    }
}

impl Passwords {
    /// Checks that a password may be chosen.
    pub(crate) fn check(password: &str, name: &str) -> Result<(), WeakPassword> {
        let lower = password.to_lowercase();
        if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
            return Err(WeakPassword::Length);
        }
        if COMMON.contains(&lower.as_str()) || lower == name.trim().to_lowercase() {
            return Err(WeakPassword::Common);
        }
        Ok(())
    }

    /// Hashes a password, with a salt of its own.
    pub(crate) async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.aside(move || hash(&password)).await?
    }

    /// Tells whether a password belongs to a hash. Without a hash it takes as long and is wrong, so that
    /// nobody learns which names there are.
    pub(crate) async fn verify(&self, password: String, known: Option<String>) -> Result<bool, ApiError> {
        self.aside(move || match known {
            Some(known) => Ok(is_password(&password, &known)),
            None => hash(&password).map(|_nobodys| false),
        })
        .await?
    }

    async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _turn = self.turns.acquire().await;
        tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(error.to_string()))
    }
}

fn hash(password: &str) -> Result<String, ApiError> {
    let failed =
        |error: argon2::password_hash::Error| ApiError::failed("the password cannot be hashed", &error);
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>()).map_err(failed)?;
    Ok(Argon2::default().hash_password(password.as_bytes(), &salt).map_err(failed)?.to_string())
}

fn is_password(password: &str, known: &str) -> bool {
    let Ok(known) = PasswordHash::new(known) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &known).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash_alone() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"), "{hash}");
        assert_ne!(hash, passwords.hash("correct horse".to_owned()).await.unwrap(), "a salt of its own");
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        for (password, known) in [("wrong horse", Some(hash)), ("x", None), ("x", Some(String::new()))] {
            assert!(!passwords.verify(password.to_owned(), known).await.unwrap());
        }
    }

    #[test]
    fn what_everybody_tries_first_is_refused() {
        assert_eq!(Passwords::check("short", "Ada"), Err(WeakPassword::Length));
        assert_eq!(Passwords::check("Password", "Ada"), Err(WeakPassword::Common));
        assert_eq!(Passwords::check("ada lovelace", "Ada Lovelace"), Err(WeakPassword::Common));
        assert_eq!(Passwords::check("correct horse", "Ada"), Ok(()));
    }
}
