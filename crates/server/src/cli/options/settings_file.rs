//! Settings file: the options of the command line, as lines of TOML.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory as _};
use toml::{Table, Value};

use super::OptionsError;
use super::arguments::Arguments;

/// Name of the settings file in the data folder.
const FILE: &str = "settings.toml";

/// Settings file to read, either one that was named or the one that may lie in the data folder.
#[derive(Debug)]
pub(super) enum SettingsFile {
    Named(PathBuf),
    InDataFolder(PathBuf),
}

impl SettingsFile {
    /// Returns the settings file of a data folder, unless another one was named.
    pub(super) fn choose(named: Option<PathBuf>, data: &Path) -> Self {
        match named {
            Some(path) => Self::Named(path),
            None => Self::InDataFolder(data.join(FILE)),
        }
    }

    /// Reads the settings of the file, each as arguments of the command line; none where there is
    /// no file in the data folder.
    pub(super) fn read_arguments(&self) -> Result<Vec<(String, Vec<OsString>)>, OptionsError> {
        let (Self::Named(path) | Self::InDataFolder(path)) = self;
        let wrong = |why: String| OptionsError::SettingsFile {
            path: path.clone(),
            why,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error)
                if error.kind() == io::ErrorKind::NotFound
                    && matches!(self, Self::InDataFolder(_)) =>
            {
                return Ok(Vec::new());
            }
            Err(error) => {
                return Err(wrong(format!(
                    "it cannot be read: {error}. `--settings` names another"
                )));
            }
        };
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            let start = error.span().map_or(0, |span| span.start);
            let line = 1 + text.get(..start).unwrap_or_default().matches('\n').count();
            wrong(format!(
                "line {line} is no TOML: {}. A line looks like `lan = true`",
                error.message()
            ))
        })?;
        let known = self.known_settings();
        let lines = table.iter().map(|(name, value)| {
            if !known.contains(name) {
                return Err(wrong(format!(
                    "`{name}` is no setting of it. It may have: {}",
                    known.join(", ")
                )));
            }
            let expected = || {
                wrong(format!(
                    "`{name}` wants what `--{name}` does: see `coterie --help`"
                ))
            };
            let values = read_values(value).ok_or_else(expected)?;
            // A word where a switch is, or two words where one is, would be told as a mistake of the command line.
            let form = command_line(name, &values);
            let program = OsString::from("coterie");
            let words = std::iter::once(program).chain(form);
            match Arguments::command().try_get_matches_from(words) {
                Ok(_) => Ok((name.clone(), values)),
                Err(_) => Err(expected()),
            }
        });
        lines.collect()
    }

    /// Lists the settings that the file may have.
    fn known_settings(&self) -> Vec<String> {
        let left_out: &[&str] = match self {
            Self::Named(_) => &["settings"],
            Self::InDataFolder(_) => &["settings", "data"],
        };
        let names = setting_names(&Arguments::command());
        let names = names.into_iter();
        names
            .filter(|name| !left_out.contains(&name.as_str()))
            .collect()
    }
}

/// Lists the command line options that have a name and are not the help or the version.
pub(super) fn setting_names(command: &Command) -> Vec<String> {
    let options = command.get_arguments().filter_map(|it| it.get_long());
    let options = options.filter(|name| !["help", "version"].contains(name));
    options.map(str::to_owned).collect()
}

/// Returns a setting and its values as the words of a command line.
pub(super) fn command_line(name: &str, values: &[OsString]) -> Vec<OsString> {
    if let [value] = values {
        let mut word = OsString::from(format!("--{name}="));
        word.push(value);
        return vec![word];
    }
    let name = OsString::from(format!("--{name}"));
    std::iter::once(name)
        .chain(values.iter().cloned())
        .collect()
}

/// Reads the value of a setting, or the values of a list; `None` for other types.
fn read_values(value: &Value) -> Option<Vec<OsString>> {
    let read_one = |value: &Value| match value {
        Value::String(text) => Some(OsString::from(text)),
        Value::Integer(number) => Some(OsString::from(number.to_string())),
        Value::Boolean(is_on) => Some(OsString::from(is_on.to_string())),
        _ => None,
    };
    match value {
        Value::Array(all) if all.len() == 2 => all.iter().map(read_one).collect(),
        Value::Array(_) => None,
        one => Some(vec![read_one(one)?]),
    }
}
