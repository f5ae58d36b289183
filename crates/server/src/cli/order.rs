//! Operations on the store that the command line can ask for.

use std::path::PathBuf;

/// Part of a table to export, as given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportSelection {
    /// Whole table.
    Table,
    /// Cast of the current encounter.
    Cast,
    /// Encounter with this number, from 1 in order of creation.
    Encounter(usize),
}

/// Command of the command line that works on the store's data, such as an export, a backup or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreCommand {
    /// List all tables.
    Tables,
    /// Print a table as an archive file.
    Export {
        /// Name of the table, or the beginning of its id.
        table: String,
        /// Part of the table to export.
        part: ExportSelection,
    },
    /// Import a table from an archive file.
    Import(PathBuf),
    /// Back up the whole database.
    Backup(PathBuf),
    /// Restore a backup.
    Restore {
        /// Backup file.
        file: PathBuf,
        /// Whether to replace existing data.
        replaces: bool,
    },
    /// Move everything from one database to the other.
    Move(Direction),
}

/// Direction in which `coterie move` copies all data between the data folder and Postgres.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Data folder to Postgres.
    ToPostgres,
    /// Postgres to the data folder.
    ToFolder,
}
