//! The settings of the rule system in words, asked for when a page first shows any: nobody else
//! need load the texts of all systems.

use leptos::prelude::*;
use rules::settings::{Named, SettingKind, SettingSpec};
use serde::Deserialize;

use super::links::get;
use super::model::Model;

/// A setting as the server tells it.
#[derive(Deserialize)]
struct Setting {
    key: String,
    title: String,
    rules: String,
    group: String,
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    YesNo(bool),
    Choice(Vec<Name>, usize),
    Number { least: i32, most: i32, usual: i32 },
}

#[derive(Deserialize)]
struct Name {
    key: String,
    title: String,
}

/// Asks for them, unless they are here.
pub fn fetch(model: Model) {
    if model
        .settings
        .with_untracked(|settings| settings.is_empty())
    {
        let path = format!("/systems/{}/settings", model.system.key());
        get(&path, move |read: Option<Vec<Setting>>| {
            if let Some(read) = read {
                model.settings.set(kept(read));
            }
        });
    }
}

/// The page keeps them as long as it lives, so they need no owner.
fn kept(read: Vec<Setting>) -> &'static [SettingSpec] {
    let one = |setting: Setting| SettingSpec {
        key: setting.key.leak(),
        title: setting.title.leak(),
        rules: setting.rules.leak(),
        group: setting.group.leak(),
        kind: match setting.kind {
            Kind::YesNo(usual) => SettingKind::YesNo(usual),
            Kind::Choice(names, usual) => {
                let names = names.into_iter().map(|name| Named {
                    key: name.key.leak(),
                    title: name.title.leak(),
                });
                SettingKind::Choice(names.collect::<Vec<_>>().leak(), usual)
            }
            Kind::Number { least, most, usual } => SettingKind::Number { least, most, usual },
        },
    };
    read.into_iter().map(one).collect::<Vec<_>>().leak()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::system::SystemId;

    #[test]
    fn what_the_server_tells_is_what_it_has() {
        for system in SystemId::ALL {
            let told = serde_json::to_string(system.rules().settings()).unwrap_or_default();
            let read = rules::reader::read::<Vec<Setting>>(&told).map(kept);
            assert_eq!(read, Ok(system.rules().settings()), "{system:?}");
        }
    }
}
