//! Data folder of a start that names none.

use std::path::{Path, PathBuf};

use etcetera::base_strategy::{self, BaseStrategy as _};

use crate::folder::FILE;

/// Data folder in the folder that the program is started in, which older versions used.
const BESIDE: &str = "data";

/// Returns the data folder to use unless one is named, `data` beside where the program is started
/// if there are tables in it. Otherwise it is the folder that the system has for data of programs.
#[must_use]
pub fn usual_data_folder() -> PathBuf {
    if Path::new(BESIDE).join(FILE).exists() {
        return BESIDE.into();
    }
    let places = base_strategy::choose_native_strategy();
    places.map_or_else(
        |_| BESIDE.into(),
        |places| match cfg!(windows) {
            // Not the one that is carried along from computer to computer.
            true => places.cache_dir().join("Coterie"),
            false => places.data_dir().join("coterie"),
        },
    )
}

/// Returns the notice about a data folder that was found beside where the program is started;
/// `None` for another folder.
pub(super) fn beside_notice(data: &Path) -> Option<String> {
    (data == Path::new(BESIDE)).then(|| {
        format!("There are tables in the folder `{BESIDE}` here, so it goes on being used.\n")
    })
}
