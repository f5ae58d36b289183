//! Command-line operations on the store: list, export, import, back up, restore, move.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use rules::base::seat::Role;

use super::order::{ExportSelection, StoreCommand};
use crate::archive::{ArchivePart, CHECK_TIMEOUT, export_table, read_archive};
use crate::auth::token::Token;
use crate::chance::Chance;
use crate::cli::options::Options;
use crate::folder::{DataFolder, FolderError};
use crate::store::archive::{ArchiveStore as _, TableSummary};
use crate::store::postgres::Address;
use crate::store::{
    EncounterInfo, EncounterStage, NewPass, PassKind, SqlStore, Store as _, postgres, sqlite,
};

mod backup;
mod restore;
mod transfer;

/// Maximum size of an imported file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024 * 1024;
/// Factor by which checking a file may take longer than on a page.
const CHECK_TIME_FACTOR: u32 = 10;
/// Validity of a printed link to a seat: a week.
const LINK_LIFE_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// Opened store, with the lock of the data folder unless a server holds it.
struct OpenedStore {
    store: SqlStore,
    _folder: Option<DataFolder>,
}

impl StoreCommand {
    /// Runs the command and returns the text to print.
    ///
    /// # Errors
    /// A message for the host.
    pub async fn run(
        self,
        options: &Options,
        chance: &dyn Chance,
        now: u64,
    ) -> Result<String, String> {
        let data = &options.data;
        let is_there = options.database.is_some() || data.join(sqlite::FILE).exists();
        if !is_there && !matches!(self, Self::Import(_) | Self::Restore { .. } | Self::Move(_)) {
            let data = data.display();
            return Err(format!(
                "there are no tables in `{data}`: name the folder with --data"
            ));
        }
        match self {
            Self::Tables => list_tables(&open_store(options).await?.store).await,
            Self::Export { table, part } => {
                let opened = open_store(options).await?;
                let listed = find_table(&opened.store, &table).await?;
                let part = resolve_part(&opened.store, &listed, part).await?;
                let at = (now, chance.new_command_id());
                let archive = export_table(&opened.store, listed.id, part, at).await;
                let archive = archive.map_err(|error| error.to_string())?;
                let text = serde_json::to_string(&archive).map_err(|error| error.to_string())?;
                opened.store.close().await;
                Ok(text + "\n")
            }
            Self::Move(way) => transfer::transfer(way, options).await,
            Self::Import(file) => import_file(&file, options, chance, now).await,
            Self::Backup(file) => match &options.database {
                None => backup::backup(data, &file).await,
                Some(address) => Err(format!(
                    "the database {address} is backed up by its own tools, such as `pg_dump`; \
                     one table goes into a file by `coterie export`"
                )),
            },
            Self::Restore { file, replaces } => match &options.database {
                None => restore::restore(data, &file, replaces, now).await,
                Some(address) => Err(format!(
                    "the database {address} is brought back by its own tools, such as `pg_restore`; \
                     one table comes out of a file by `coterie import`"
                )),
            },
        }
    }
}

/// Opens the store for a command, alongside a running server if there is one.
async fn open_store(options: &Options) -> Result<OpenedStore, String> {
    if let Some(address) = &options.database {
        let store = postgres::open_alongside_server(address).await;
        return Ok(OpenedStore {
            store: store.map_err(|error| database_error(address, &error))?,
            _folder: None,
        });
    }
    let data = &options.data;
    let (folder, store) = match DataFolder::lock(data) {
        Ok(folder) => (Some(folder), sqlite::open(data).await),
        Err(FolderError::InUse) => (None, sqlite::open_alongside_server(data).await),
        Err(error) => return Err(folder_error(data, &error)),
    };
    Ok(OpenedStore {
        store: store.map_err(|error| folder_error(data, &error))?,
        _folder: folder,
    })
}

/// Opens the store for an import, which requires that no server uses the data folder.
async fn open_for_import(options: &Options) -> Result<OpenedStore, String> {
    if let Some(address) = &options.database {
        let store = postgres::open(address).await;
        return Ok(OpenedStore {
            store: store.map_err(|error| database_error(address, &error))?,
            _folder: None,
        });
    }
    let data = &options.data;
    let folder = DataFolder::lock(data).map_err(|error| match error {
        FolderError::InUse => "a server is using the data folder: take the file on its page, \
                               /import, or end the server first"
            .to_owned(),
        error => folder_error(data, &error),
    })?;
    let store = sqlite::open(data).await;
    Ok(OpenedStore {
        store: store.map_err(|error| folder_error(data, &error))?,
        _folder: Some(folder),
    })
}

/// Returns the message for a database that cannot be used for a command.
fn database_error(address: &Address, error: &impl ToString) -> String {
    let error = error.to_string();
    format!("the database {address} cannot be used: {error}")
}

/// Returns the message for a data folder that cannot be used.
fn folder_error(data: &Path, error: &impl ToString) -> String {
    let (data, error) = (data.display(), error.to_string());
    format!("the data folder `{data}` cannot be used: {error}")
}

/// Lists all tables with their encounters.
async fn list_tables(store: &SqlStore) -> Result<String, String> {
    let mut words = String::new();
    for table in store
        .list_tables()
        .await
        .map_err(|error| error.to_string())?
    {
        let TableSummary {
            id, name, seats, ..
        } = &table;
        let _ = writeln!(words, "{id}  {name}  ({seats} seats)");
        for (number, scene) in (1..).zip(encounters_in_order(store, &table).await?) {
            let number: usize = number;
            let standing = match scene.stage {
                EncounterStage::Current => "current",
                EncounterStage::Prepared => "prepared",
                EncounterStage::Over => "over",
            };
            let _ = writeln!(
                words,
                "    {number}  {}  ({standing})",
                scene.current_title()
            );
        }
    }
    store.close().await;
    if words.is_empty() {
        words.push_str("There are no tables here but demonstrations.\n");
    }
    Ok(words)
}

/// Returns the encounters of a table in order of creation.
async fn encounters_in_order(
    store: &SqlStore,
    table: &TableSummary,
) -> Result<Vec<EncounterInfo>, String> {
    let scenes = store.encounters_in_order(table.id).await;
    scenes.map_err(|error| error.to_string())
}

/// Finds the only table with this name, or whose id begins with this text.
async fn find_table(store: &SqlStore, wanted: &str) -> Result<TableSummary, String> {
    let all = store
        .list_tables()
        .await
        .map_err(|error| error.to_string())?;
    let named = all.iter().filter(|table| table.name == wanted);
    let begins = all
        .iter()
        .filter(|table| !wanted.is_empty() && table.id.to_string().starts_with(wanted));
    let mut found: Vec<&TableSummary> = named.chain(begins).collect();
    found.dedup_by_key(|table| table.id);
    match found[..] {
        [table] => Ok(table.clone()),
        [] => Err(format!(
            "there is no table `{wanted}` (see `coterie tables`)"
        )),
        _ => Err(format!(
            "there are several tables `{wanted}`: name one by the beginning of its id \
             (see `coterie tables`)"
        )),
    }
}

/// Resolves what is to be exported from the command line, replacing an encounter's number by its
/// id.
async fn resolve_part(
    store: &SqlStore,
    table: &TableSummary,
    part: ExportSelection,
) -> Result<ArchivePart, String> {
    let number = match part {
        ExportSelection::Table => return Ok(ArchivePart::Table),
        ExportSelection::Cast => return Ok(ArchivePart::Cast),
        ExportSelection::Encounter(number) => number,
    };
    let scenes = encounters_in_order(store, table).await?;
    let scene = number.checked_sub(1).and_then(|at| scenes.get(at));
    let scene = scene.ok_or(format!(
        "that table has no encounter {number} (see `coterie tables`)"
    ))?;
    Ok(ArchivePart::Encounter(scene.id))
}

/// Imports a table from a file and prints a one-time link for each seat.
async fn import_file(
    file: &Path,
    options: &Options,
    chance: &dyn Chance,
    now: u64,
) -> Result<String, String> {
    let shown = file.display();
    let unreadable = |error| {
        format!("`{shown}` cannot be read: {error}. Name a file that `coterie export` has written")
    };
    let mut text = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    let mut within = opened.take(MAX_FILE_BYTES + 1);
    within.read_to_end(&mut text).map_err(unreadable)?;
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(format!(
            "`{shown}` is larger than 1 GB, as no table is: a whole folder comes back with `coterie restore`"
        ));
    }
    // On a blocking thread; a panic while checking counts as a damaged file.
    let checked =
        tokio::task::spawn_blocking(move || read_archive(&text, CHECK_TIMEOUT * CHECK_TIME_FACTOR));
    let checked = checked.await.map_err(|_| {
        format!("`{shown}`: that file is damaged and cannot be read: save it once more")
    })?;
    let checked = checked.map_err(|flaw| format!("`{shown}`: {flaw}"))?;
    let opened = open_for_import(options).await?;
    let store = &opened.store;
    let table = chance.new_table_id();
    let site = match &options.public_url {
        Some(url) => url.origin().to_owned(),
        None => format!("http://{}", options.listen),
    };
    let mut words = format!("“{}” is here now, as {table}.\n", checked.archive().table);
    let mut passes = Vec::new();
    for seat in checked.archive().seats.iter().filter(|seat| !seat.gone) {
        let token = Token::mint(chance);
        let kind = match seat.role {
            Role::Storyteller => PassKind::Recovery,
            Role::CoStoryteller | Role::Player | Role::Spectator => PassKind::Move,
        };
        let (name, role, link) = (&seat.name, seat.role.key(), token.to_text());
        let _ = writeln!(words, "{name} ({role}): {site}/seat/{link}");
        passes.push(NewPass {
            table,
            seat: seat.seat,
            kind,
            hash: token.hash(),
            expires_at: (kind == PassKind::Move).then_some(now + LINK_LIFE_MS),
        });
    }
    words.push_str(
        "Each link works once and is for that seat alone. The storyteller's works until it is used, \
         the others for a week; the storyteller makes new ones on the page “At the table”.\n",
    );
    let new = checked.into_import(table, chance, (now, None), passes);
    let made = store.import_table(new).await;
    made.map_err(|error| format!("nothing was kept: {error}. Is there room on the disk?"))?;
    store.close().await;
    Ok(words)
}
