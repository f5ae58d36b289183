//! Texts of single rules, extracted from a guide for use on other pages.

use std::collections::BTreeMap;

use pulldown_cmark::{Event, Parser, Tag, TagEnd, html};
use rules::base::rule_links;

/// Start of the part of an entry that names its settings.
const SETTINGS_MARK: &str = " House rule";
/// Mark before the text of a rule that the storyteller applies.
const STORYTELLER_MARK: &str = "*(storyteller)*";

/// Returns the entries of a guide by rule id, as HTML without paragraphs.
pub(super) fn rule_entries(markdown: &str) -> BTreeMap<String, String> {
    let mut entries: BTreeMap<String, String> = BTreeMap::new();
    let mut open: Option<String> = None;
    for line in markdown.lines() {
        match entry_start(line) {
            Some((id, words)) => {
                entries.insert(id.to_owned(), words.trim().to_owned());
                open = Some(id.to_owned());
            }
            // An entry continues as long as its lines are indented.
            None if !line.starts_with("  ") || line.trim_start().starts_with("- ") => open = None,
            None => {
                let entry = open.as_ref().and_then(|id| entries.get_mut(id));
                if let Some(words) = entry {
                    words.push(' ');
                    words.push_str(line.trim());
                }
            }
        }
    }
    entries
        .values_mut()
        .for_each(|words| *words = render_entry(words));
    entries
}

/// Returns the rule id and the rest of the line, if an entry begins in this line.
fn entry_start(line: &str) -> Option<(&str, &str)> {
    let (id, words) = line.strip_prefix("- **")?.split_once("**")?;
    rule_links::is_rule_id(id).then_some((id, words))
}

/// Renders a rule's entry as HTML, without the storyteller's mark and the settings, which the page shows anyway.
fn render_entry(words: &str) -> String {
    let words = words.strip_prefix(STORYTELLER_MARK).unwrap_or(words).trim();
    let words = words.split(SETTINGS_MARK).next().unwrap_or(words);
    let inside = Parser::new(words).filter_map(|event| match event {
        Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => None,
        Event::Html(words) | Event::InlineHtml(words) => Some(Event::Text(words)),
        event => Some(event),
    });
    let mut shown = String::with_capacity(words.len());
    html::push_html(&mut shown, inside);
    shown
}

#[cfg(test)]
mod tests {
    use super::rule_entries;

    #[test]
    fn an_entry_is_its_words_and_nothing_around_them() {
        let guide = "# Game\n\n- **GAM-DICE-01** *(storyteller)* A <b>die</b> falls,\n  *mostly* once. \
                     House rule: `fall`.\n- **GAM-DICE-02** Two.\n\n- **Bold** words.\n";
        let entries = rule_entries(guide);
        let found: Vec<_> = entries
            .iter()
            .map(|(id, words)| (&**id, &**words))
            .collect();
        let expected = [
            (
                "GAM-DICE-01",
                "A &lt;b&gt;die&lt;/b&gt; falls, <em>mostly</em> once.",
            ),
            ("GAM-DICE-02", "Two."),
        ];
        assert_eq!(found, expected);
    }
}
