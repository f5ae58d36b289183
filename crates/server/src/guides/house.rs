//! What can be played another way, from the rules' own list, so that it is never out of date.

use std::fmt::Write as _;

use rules::settings::SettingSpec;

use super::markdown::{escaped, to_rule};

/// The part of a guide that lists all settings, by group, each with what it is as the rules are
/// written.
pub(super) fn part(settings: &[SettingSpec]) -> String {
    let mut html = String::from(
        "<h2 id=\"house-rules\">House rules</h2>\
         <p>All that a table can play another way, and how it is as the rules are written. Those who \
         run the table turn it on the page “Table settings”, at any time.</p>",
    );
    for group in settings.chunk_by(|one, next| one.group == next.group) {
        let title = group.first().map_or("", |spec| spec.group);
        let _ = write!(html, "<h3>{}</h3><ul>", escaped(title));
        for spec in group {
            let (key, title) = (spec.key, escaped(spec.title()));
            let usual = escaped(&spec.word(&spec.usual()));
            let _ = write!(
                html,
                "<li class=\"guide-house\" id=\"house-{key}\">{title}: <strong>{usual}</strong>."
            );
            if let Some(off) = spec.off() {
                let _ = write!(html, " If no: {}.", escaped(off));
            }
            let rules: Vec<String> = spec.rules.split(", ").map(to_rule).collect();
            if !spec.rules.is_empty() {
                let _ = write!(html, " {}", rules.join(", "));
            }
            let _ = write!(html, " <code>{key}</code></li>");
        }
        html.push_str("</ul>");
    }
    html
}
