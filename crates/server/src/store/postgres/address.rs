//! Address of a Postgres database. The password in it is never shown.

use std::fmt;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};

/// Address of a Postgres database, `postgres://name:password@host/database`.
#[derive(Clone)]
pub struct Address {
    text: String,
    options: Box<PgConnectOptions>,
}

/// Error for an invalid database address. The text does not quote the input, which may contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address of the database is none this program knows: it must look like \
     postgres://name:password@host/database. Leave it out, and everything is kept in one file in the data folder"
)]
pub struct InvalidAddress;

impl Address {
    /// Parses the address of a Postgres database.
    ///
    /// # Errors
    /// [`InvalidAddress`] unless the text is a Postgres address that names a host or a socket.
    pub fn parse(text: &str) -> Result<Self, InvalidAddress> {
        let schemes = ["postgres://", "postgresql://"];
        if !schemes.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(InvalidAddress);
        }
        let options: PgConnectOptions = text.parse().map_err(|_| InvalidAddress)?;
        Ok(Self {
            text: text.to_owned(),
            options: Box::new(options),
        })
    }

    /// Connects to the Postgres database with the options of the address alone.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn connect(&self) -> Result<PgConnection, sqlx::Error> {
        self.options.connect().await
    }

    /// Returns the options for connecting to the Postgres database at this address.
    pub(super) fn options(&self) -> PgConnectOptions {
        (*self.options).clone()
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Address {}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        let database = options.get_database().unwrap_or(options.get_username());
        match options.get_socket() {
            Some(folder) => write!(f, "`{database}` at {}", folder.display()),
            None => write!(
                f,
                "`{database}` at {}:{}",
                options.get_host(),
                options.get_port()
            ),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_an_address_is_its_password() -> Result<(), InvalidAddress> {
        for text in [
            "postgres://coterie:hunter2@db.example.org:5433/tables",
            "postgresql://coterie:hunter2@db.example.org:5433/tables?sslmode=disable",
        ] {
            let address = Address::parse(text)?;
            let shown = format!("{address} {address:?}");
            assert!(!shown.contains("hunter2"), "{shown}");
            assert!(shown.contains("`tables` at db.example.org:5433"), "{shown}");
        }
        let socket = Address::parse("postgres:///tables?host=/run/postgresql")?;
        assert_eq!(socket.to_string(), "`tables` at /run/postgresql");
        Ok(())
    }

    #[test]
    fn an_address_of_something_else_is_none() {
        for wrong in [
            "",
            "tables",
            "sqlite://data/coterie.sqlite3",
            "mysql://root:hunter2@localhost/tables",
            "postgres:",
            "postgres://localhost:port/tables",
            "postgres://localhost/tables?sslmode=perhaps",
            "https://example.org",
        ] {
            assert_eq!(Address::parse(wrong).err(), Some(InvalidAddress), "{wrong}");
        }
        assert!(!InvalidAddress.to_string().contains("hunter2"));
    }
}
