//! Pages beside the table: to read, or with forms; they need no program in the browser. The server renders them, and
//! the program that browsers load contains nothing of them.

pub mod cast;
pub mod delayed;
pub mod dice;
pub mod guide;
pub mod here;
pub mod import;
pub mod offline;
pub mod past;
pub mod people;
pub mod portrait;
pub mod proposals;
pub mod recap;
pub mod settings;
pub mod sheet;
pub mod style;
pub mod table_screen;
mod track;

use leptos::prelude::*;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rules::base::id::EncounterId;
use rules::base::rule_links::{self, TextPiece};
use rules::ruleset::SystemId;
use serde::de::DeserializeOwned;
use serde::de::value::{self, MapDeserializer};

/// Content of a static page, which renders itself as the HTML of the page's body.
pub trait Body {
    /// Renders the elements of the body.
    fn render(&self) -> AnyView;

    /// Renders the body of the page as HTML text.
    fn to_html(&self) -> String {
        let owner = Owner::new_root(None);
        let html = owner.with(|| self.render().to_html());
        owner.cleanup();
        // These pages are not hydrated, so nothing needs the markers between texts.
        html.replace(TEXT_MARKER, "")
    }
}

/// Marker between two adjacent texts, and where nothing is rendered.
const TEXT_MARKER: &str = "<!>";

/// An encounter of a table, as pages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneName {
    /// The encounter's id.
    pub id: EncounterId,
    /// Title of the encounter.
    pub name: String,
    /// Standing of the encounter at its table.
    pub standing: SceneStanding,
}

/// Standing of an encounter at its table, such as prepared, current or over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneStanding {
    /// The current encounter.
    Current,
    /// The encounter is prepared, and only storytellers know of it.
    Prepared,
    /// A past encounter.
    Over,
}

/// Fields of a form as they were sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub struct FormFields(pub Vec<(String, String)>);

impl FormFields {
    /// Returns the first value of a field, if it was sent.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let (_, value) = fields.find(|(field, _)| field == name)?;
        Some(value)
    }

    /// Returns the first value of a field, or an empty text.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.find(name).unwrap_or_default()
    }

    /// Deserializes a form into a value; for fields that a form has once. `None` if they do not
    /// fit.
    #[must_use]
    pub fn parse_as<T: DeserializeOwned>(&self) -> Option<T> {
        let fields = self.0.iter();
        let fields = fields.map(|(name, value)| (name.as_str(), value.as_str()));
        T::deserialize(MapDeserializer::<_, value::Error>::new(fields)).ok()
    }

    /// Whether one of the fields of this name has this value.
    #[must_use]
    pub fn has_value(&self, name: &str, value: &str) -> bool {
        let mut fields = self.0.iter();
        fields.any(|(field, held)| field == name && held == value)
    }
}

/// Renders why a form was refused.
fn trouble_notice(words: &str) -> AnyView {
    view! { <p class="trouble" role="alert">{words.to_owned()}</p> }.into_any()
}

/// Renders a hidden input field of a form, with its name and value.
fn hidden_field(name: &str, value: impl ToString) -> AnyView {
    view! { <input type="hidden" name=name.to_owned() value=value.to_string() /> }.into_any()
}

/// Renders an option of a `select`.
fn select_option(value: &str, words: &str, chosen: bool) -> AnyView {
    view! { <option value=value.to_owned() selected=chosen>{words.to_owned()}</option> }.into_any()
}

/// Returns a text unless it is empty, because an empty text would be drawn as a space.
fn non_empty(words: &str) -> Option<String> {
    (!words.is_empty()).then(|| words.to_owned())
}

/// Returns the content of a `textarea` as HTML. The element drops an empty first line and prints its content
/// unescaped, so both are handled here.
fn textarea_content(words: &str) -> String {
    format!("\n{words}").to_html()
}

/// Renders the element that loads a script by its path, for pages with a script of their own.
fn script_element(path: &str) -> AnyView {
    view! { <script type="module" src=path.to_owned()></script> }.into_any()
}

/// Adds a query parameter to an address.
#[must_use]
pub fn with_query(path: &str, name: &str, value: &str) -> String {
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{name}={value}")
}

/// Percent-encodes a text for an address.
#[must_use]
pub fn percent_encode(words: &str) -> String {
    const ENCODED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    utf8_percent_encode(words, &ENCODED).to_string()
}

/// Renders a text in which every rule id links to the guide.
fn with_rule_links(system: SystemId, words: &str) -> AnyView {
    let pieces = rule_links::split_rule_ids(words).into_iter();
    let pieces: Vec<AnyView> = pieces
        .map(|piece| match piece {
            TextPiece::Words(words) => words.to_owned().into_any(),
            TextPiece::Rule(id) => {
                let path = format!("/rules/{}#{id}", system.key());
                view! { <a class="rule" href=path>{id.to_owned()}</a> }.into_any()
            }
        })
        .collect();
    pieces.into_any()
}

/// Renders elements beside each other, with a separator.
fn join_elements(parts: Vec<AnyView>, between: &'static str) -> AnyView {
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
        let printed = view! { <textarea>{textarea_content(words)}</textarea> }.to_html();
        assert_eq!(printed, format!("<textarea>\n{shown}</textarea>"));
        let printed = select_option(words, words, false)
            .to_html()
            .replace(TEXT_MARKER, "");
        let value = shown.replace('"', "&quot;");
        assert_eq!(
            printed,
            format!("<option value=\"{value}\">{shown}</option>")
        );
    }
}
