//! Data folder and database of the program: locked, opened, and with the key that signs links.

use crate::auth::token::Secret;
use crate::chance::SystemChance;
use crate::cli::options::Options;
use crate::folder::{DataFolder, FolderError};
use crate::store::{ArchiveStore as _, SqlStore, postgres, sqlite};

/// Locks the data folder for this server alone; `None` with a database elsewhere, which needs no
/// lock.
pub(super) fn lock_folder(options: &Options) -> Result<Option<DataFolder>, FolderError> {
    match options.database {
        Some(_) => Ok(None),
        None => DataFolder::lock(&options.data).map(Some),
    }
}

/// Loads the key that signs invitation links, from the options or from beside the tables.
pub(super) async fn load_key(options: &Options, store: &SqlStore) -> Result<Secret, String> {
    if let Some(secret) = &options.secret {
        return Ok(secret.clone());
    }
    let data = options.data.display();
    let unreadable = |error| format!("the key in `{data}` cannot be read or made: {error}");
    let Some(address) = &options.database else {
        if Secret::read_from_folder(&options.data)
            .map_err(unreadable)?
            .is_none()
            && has_tables(store).await
        {
            tracing::warn!(
                "the file `secret` is missing in `{data}`, beside tables: a new key is made, and every invite link from \
                 before has stopped. If you have a copy of the file, end the server and put it back"
            );
        }
        return Secret::load_or_create(&options.data, &SystemChance).map_err(unreadable);
    };
    let own = Secret::read_from_folder(&options.data).map_err(unreadable)?;
    let brought = own
        .clone()
        .unwrap_or_else(|| Secret::generate(&SystemChance));
    let kept = postgres::shared_key(address, &brought).await;
    let kept = kept.map_err(|error| format!("the database {address} cannot be used: {error}"))?;
    if own.is_some_and(|own| own != kept) {
        tracing::warn!(
            "the key in `{data}` is not that of the database {address}: links that were signed with it have stopped"
        );
    }
    Ok(kept)
}

/// Whether the store has any table.
async fn has_tables(store: &SqlStore) -> bool {
    let tables = store.list_tables().await;
    tables.is_ok_and(|tables| !tables.is_empty())
}

/// Opens the database in the data folder, or the one that the options name.
pub(super) async fn open_store(options: &Options) -> Result<SqlStore, String> {
    let data = options.data.display();
    let Some(address) = &options.database else {
        let store = sqlite::open(&options.data).await;
        return store
            .map_err(|error| format!("the database in `{data}` cannot be opened: {error}"));
    };
    if options.data.join(sqlite::FILE).exists() {
        tracing::warn!(
            "the tables in `{data}` are not shown: everything is kept in the database {address}"
        );
    }
    let store = postgres::open(address).await;
    store.map_err(|error| format!("the database {address} cannot be used: {error}"))
}
