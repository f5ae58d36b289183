//! `coterie move`: moves everything from one database to the other, while no server uses either.

use std::path::Path;

use crate::auth::token::Secret;
use crate::cli::options::Options;
use crate::cli::order::Direction;
use crate::folder::{DataFolder, FolderError};
use crate::store::{sqlite, transfer};

/// Moves all data between the data folder and the database given in the options; `way` is the
/// direction.
pub(super) async fn transfer(way: Direction, options: &Options) -> Result<String, String> {
    let data = &options.data;
    let address = options.database.as_ref().ok_or(
        "`coterie move` goes between the data folder and Postgres: name the database in DATABASE_URL",
    )?;
    match way {
        Direction::ToPostgres => {
            let file = data.join(sqlite::FILE);
            if !file.exists() {
                let file = file.display();
                return Err(format!("there is no `{file}`; `--data` names the folder"));
            }
            let _folder = DataFolder::lock(data).map_err(|error| lock_error(data, &error))?;
            let words = transfer::copy_to_postgres(data, address).await?;
            Ok(format!(
                "{words}The folder is as it was. Keep it until nobody misses anything, and then like a copy: every secret \
                 of every table is in it.\n"
            ))
        }
        Direction::ToFolder => {
            let _folder = DataFolder::lock(data).map_err(|error| lock_error(data, &error))?;
            let mut words = transfer::copy_to_folder(address, data).await?;
            if !data.join(Secret::FILE).exists() {
                words += &format!(
                    "There is no `{}` in it, so invite links from before do not work: put the old folder's there \
                     before the server starts, or make new links.\n",
                    Secret::FILE
                );
            }
            Ok(words)
        }
    }
}

/// Returns the message for a data folder that cannot be locked.
fn lock_error(data: &Path, error: &FolderError) -> String {
    match error {
        FolderError::InUse => "a server is using the data folder: end it first".to_owned(),
        error => super::folder_error(data, error),
    }
}
