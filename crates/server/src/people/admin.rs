//! The admin of a public server, made at its first start or by a command.

use outflank_game::PersonId;
use outflank_store::{NewAccount, Store, StoreError};
use rand::Rng;

use super::Passwords;

/// How many letters a password has that is made here: more than 110 bits.
const LETTERS: usize = 20;
/// Letters that nobody takes for others.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ2346789";

/// Why there is no new admin.
#[derive(Debug, thiserror::Error)]
pub enum NewAdminError {
    /// The database fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The password cannot be hashed.
    #[error("{0}")]
    Password(String),
}

/// Lets somebody be admin under a name, with a new password, which is returned and nowhere kept. An account
/// of that name becomes one and is logged out everywhere; otherwise one is made.
///
/// # Errors
///
/// If the database fails.
pub async fn new_admin(store: &Store, name: &str) -> Result<String, NewAdminError> {
    let password = letters();
    let hash = Passwords::default().hash(password.clone()).await;
    let hash = hash.map_err(|error| NewAdminError::Password(error.message().to_owned()))?;
    match store.account_named(name).await? {
        Some((account, _)) => {
            store.set_password(&account.person, &hash).await?;
            store.make_admin(&account.person).await?;
        }
        None => {
            let (person, name, email) = (PersonId::account(&letters()), name.to_owned(), None);
            store.create_account(&NewAccount { person, name, password: hash, email, is_admin: true }).await?;
        }
    }
    Ok(password)
}

fn letters() -> String {
    let mut rng = rand::rng();
    (0..LETTERS).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect()
}
