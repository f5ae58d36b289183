//! Pages beside the table: they are read, or have forms, and need no program in the browser. The server prints them from
//! what it knows, and nothing of them is in what browsers load.

pub mod cast;
pub mod dice;
pub mod guide;
pub mod import;
pub mod later;
pub mod past;
pub mod people;
pub mod portrait;
pub mod proposals;
pub mod recap;
pub mod settings;
pub mod sheet;
mod track;

use leptos::prelude::*;
use rules::cite::{self, Piece};
use rules::id::EncounterId;
use rules::system::SystemId;
use serde::de::DeserializeOwned;
use serde::de::value::{self, MapDeserializer};

/// The body of a page, as data.
pub trait Body {
    /// The elements of it.
    fn view(&self) -> AnyView;

    /// The same as HTML.
    fn html(&self) -> String {
        let owner = Owner::new_root(None);
        let html = owner.with(|| self.view().to_html());
        owner.cleanup();
        // No program wakes these pages, so none looks for the places where text meets text.
        html.replace(MARK, "")
    }
}

/// Stands between two texts, and where nothing is drawn.
const MARK: &str = "<!>";

/// An encounter of a table, as pages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneName {
    /// The encounter.
    pub id: EncounterId,
    /// Its title.
    pub name: String,
    /// What it is to its table.
    pub standing: SceneStanding,
}

/// What an encounter is to its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneStanding {
    /// The table is at it.
    Current,
    /// The encounter is prepared, and only storytellers know of it.
    Prepared,
    /// It has been.
    Over,
}

/// The fields of a form as they were sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub struct Typed(pub Vec<(String, String)>);

impl Typed {
    /// The first value of a field, if it was sent.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let (_, value) = fields.find(|(field, _)| field == name)?;
        Some(value)
    }

    /// The first value of a field; nothing of one that is not there.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.find(name).unwrap_or_default()
    }

    /// What the fields say together: those that a form has once.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let fields = self.0.iter();
        let fields = fields.map(|(name, value)| (name.as_str(), value.as_str()));
        T::deserialize(MapDeserializer::<_, value::Error>::new(fields)).ok()
    }

    /// Whether one of the fields of this name holds this.
    #[must_use]
    pub fn holds(&self, name: &str, value: &str) -> bool {
        let mut fields = self.0.iter();
        fields.any(|(field, held)| field == name && held == value)
    }
}

/// Why a form was not done.
fn trouble(words: &str) -> AnyView {
    view! { <p class="trouble" role="alert">{words.to_owned()}</p> }.into_any()
}

/// A field that is sent and not seen.
fn hidden(name: &str, value: impl ToString) -> AnyView {
    view! { <input type="hidden" name=name.to_owned() value=value.to_string() /> }.into_any()
}

/// One choice of a `select`.
fn option(value: &str, words: &str, chosen: bool) -> AnyView {
    view! { <option value=value.to_owned() selected=chosen>{words.to_owned()}</option> }.into_any()
}

/// Words, where there are any: an empty text would be drawn as a space.
fn some(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

/// What stands in a `textarea`: its first line is lost where it is empty, and the element prints what it holds as it is, so
/// it is made HTML before.
fn area(words: &str) -> String {
    format!("\n{words}").to_html()
}

/// A script of the page's own.
fn script(path: &str) -> AnyView {
    view! { <script type="module" src=path.to_owned()></script> }.into_any()
}

/// An address with one thing more to say.
#[must_use]
pub fn with(path: &str, name: &str, value: &str) -> String {
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{name}={value}")
}

/// Words as they stand in an address.
#[must_use]
pub fn encoded(words: &str) -> String {
    use std::fmt::Write as _;
    words.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            all.push(char::from(byte));
        } else {
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}

/// Words in which every id of a rule leads to the guide.
fn ruled(system: SystemId, words: &str) -> AnyView {
    let pieces = cite::pieces(words).into_iter();
    let pieces: Vec<AnyView> = pieces
        .map(|piece| match piece {
            Piece::Words(words) => words.to_owned().into_any(),
            Piece::Rule(id) => {
                let path = format!("/rules/{}#{id}", system.key());
                view! { <a class="rule" href=path>{id.to_owned()}</a> }.into_any()
            }
        })
        .collect();
    pieces.into_any()
}

/// What stands beside each other, with something between.
fn joined(parts: Vec<AnyView>, between: &'static str) -> AnyView {
    let parts = parts.into_iter().enumerate();
    let parts: Vec<AnyView> = parts
        .map(|(at, part)| match at {
            0 => part,
            _ => view! { {between} {part} }.into_any(),
        })
        .collect();
    parts.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_words_wherever_they_stand() {
        let words = "</textarea><script>\"&";
        let shown = "&lt;/textarea&gt;&lt;script&gt;\"&amp;";
        let printed = view! { <textarea>{area(words)}</textarea> }.to_html();
        assert_eq!(printed, format!("<textarea>\n{shown}</textarea>"));
        let printed = option(words, words, false).to_html().replace(MARK, "");
        let value = shown.replace('"', "&quot;");
        assert_eq!(
            printed,
            format!("<option value=\"{value}\">{shown}</option>")
        );
    }
}
