//! The people of a shared server: accounts, sessions, the secrets that its servers share, and daily quotas.
//!
//! Passwords and tokens never come here: callers hash them. A studio of one person uses nothing of this.

use outflank_game::PersonId;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use crate::game::text;
use crate::{Store, StoreError};

/// Somebody with a name and a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What games and studies call their owner.
    pub person: PersonId,
    /// The name, as it is shown.
    pub name: String,
    /// An address, if one was given.
    pub email: Option<String>,
    /// Whether this account may change what concerns all.
    pub is_admin: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
}

/// An account that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// What games and studies will call their owner: nobody else's.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The hash of the password, with its salt.
    pub password: String,
    /// An address, if one is given.
    pub email: Option<String>,
    /// Whether it may change what concerns all.
    pub is_admin: bool,
}

const COLUMNS: &str = "person, name, email, is_admin, created";

/// A day in milliseconds.
const DAY: i64 = 24 * 3600 * 1000;

impl Store {
    /// Makes an account.
    ///
    /// # Errors
    ///
    /// If somebody has that name, or the database fails.
    pub async fn create_account(&self, new: &NewAccount) -> Result<Account, StoreError> {
        let sql = format!(
            "INSERT INTO accounts (person, name, folded, password, email, is_admin, created) \
             VALUES ($1, $2, $3, $4, $5, $6, {}) ON CONFLICT DO NOTHING RETURNING {COLUMNS}",
            self.kind().now()
        );
        let mut change = self.change().await?;
        let made = sqlx::query(AssertSqlSafe(sql))
            .bind(new.person.as_str())
            .bind(&new.name)
            .bind(folded(&new.name))
            .bind(&new.password)
            .bind(&new.email)
            .bind(i64::from(new.is_admin))
            .fetch_optional(&mut *change)
            .await?;
        let Some(row) = made else {
            change.abandon().await?;
            return Err(StoreError::NameTaken { name: new.name.clone() });
        };
        let account = read(&row)?;
        change.commit().await?;
        Ok(account)
    }

    /// Finds an account by its name, in capitals or not, with the hash of its password.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn account_named(&self, name: &str) -> Result<Option<(Account, String)>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, password FROM accounts WHERE folded = $1");
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(folded(name))
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        found.map(|row| Ok((read(&row)?, text(&row, "password")?))).transpose()
    }

    /// Tells whether anybody may change what concerns all.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn has_admin(&self) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM accounts WHERE is_admin = 1";
        let admins: i64 = sqlx::query_scalar(sql).fetch_one(&mut *self.connection().await?).await?;
        Ok(admins > 0)
    }

    /// Sets the password of an account, and ends all its sessions.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn set_password(&self, person: &PersonId, hash: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE accounts SET password = $2 WHERE person = $1")
            .bind(person.as_str())
            .bind(hash)
            .execute(&mut *change)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE person = $1")
            .bind(person.as_str())
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Sets the address of an account, or takes it away.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn set_email(&self, person: &PersonId, email: Option<&str>) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE accounts SET email = $2 WHERE person = $1")
            .bind(person.as_str())
            .bind(email)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Lets an account change what concerns all.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn make_admin(&self, person: &PersonId) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE accounts SET is_admin = 1 WHERE person = $1")
            .bind(person.as_str())
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Begins a session of an account, for so many milliseconds, under the hash of its token. Sessions that
    /// are over are forgotten.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn create_session(
        &self,
        token_hash: &str,
        person: &PersonId,
        lifetime: i64,
    ) -> Result<(), StoreError> {
        let now = self.kind().now();
        let mut change = self.change().await?;
        let sql = format!("DELETE FROM sessions WHERE expires < {now}");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *change).await?;
        let sql = format!(
            "INSERT INTO sessions (token, person, created, expires) SELECT $1, $2, clock.moment, clock.moment + $3 \
             FROM (SELECT {now} AS moment) AS clock"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(token_hash)
            .bind(person.as_str())
            .bind(lifetime)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Finds the account of a session that is not over.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn session(&self, token_hash: &str) -> Result<Option<Account>, StoreError> {
        let columns = COLUMNS.replace("person, ", "accounts.person, ").replace("created", "accounts.created");
        let sql = format!(
            "SELECT {columns} FROM sessions JOIN accounts ON accounts.person = sessions.person \
             WHERE sessions.token = $1 AND sessions.expires > {}",
            self.kind().now()
        );
        let found = sqlx::query(AssertSqlSafe(sql))
            .bind(token_hash)
            .fetch_optional(&mut *self.connection().await?)
            .await?;
        found.as_ref().map(read).transpose()
    }

    /// Ends a session.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn end_session(&self, token_hash: &str) -> Result<(), StoreError> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM sessions WHERE token = $1").bind(token_hash).execute(&mut *change).await?;
        change.commit().await
    }

    /// Returns a secret that all servers of the database share; `new` becomes it if there is none.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn secret(&self, name: &str, new: &str) -> Result<String, StoreError> {
        let mut change = self.change().await?;
        sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(new)
            .execute(&mut *change)
            .await?;
        change.commit().await?;
        let sql = "SELECT value FROM secrets WHERE name = $1";
        Ok(sqlx::query_scalar(sql).bind(name).fetch_one(&mut *self.connection().await?).await?)
    }

    /// Counts one use of something that somebody may use so often a day; tells whether this one is allowed.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn use_quota(&self, person: &str, kind: &str, most: i64) -> Result<bool, StoreError> {
        let mut change = self.change().await?;
        let today = self.now() / DAY;
        sqlx::query("DELETE FROM quotas WHERE day < $1").bind(today).execute(&mut *change).await?;
        let sql = "INSERT INTO quotas (person, kind, day, used) VALUES ($1, $2, $3, 1) \
                   ON CONFLICT (person, kind, day) DO UPDATE SET used = quotas.used + 1 WHERE quotas.used < $4 \
                   RETURNING used";
        let used = sqlx::query(sql)
            .bind(person)
            .bind(kind)
            .bind(today)
            .bind(most)
            .fetch_optional(&mut *change)
            .await?;
        change.commit().await?;
        Ok(used.is_some())
    }
}

/// Returns a name as it is compared with others: no two differ in capitals, or in blanks around them.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

fn read(row: &AnyRow) -> Result<Account, StoreError> {
    Ok(Account {
        person: PersonId::from(text(row, "person")?),
        name: text(row, "name")?,
        email: row.try_get("email")?,
        is_admin: row.try_get::<i64, _>("is_admin")? != 0,
        created: row.try_get("created")?,
    })
}
