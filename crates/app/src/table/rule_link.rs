//! Links from rule ids to their paragraphs in the players' guide, and links to pages beside the table.

use leptos::prelude::*;
use rules::base::rule_links::{self, TextPiece};
use rules::messages::screen as msg;

use crate::state::table_state::Model;

/// Path of the guide to what every table has outside of its rules.
pub const EVENING_GUIDE: &str = "/rules/evening";

/// Renders a link into the rules guide; `at` is the anchor, `name` the label for screen readers.
pub fn guide_link(class: &'static str, at: &str, words: &str, name: String) -> AnyView {
    let system = expect_context::<Model>().system.key();
    link_beside(class, format!("/rules/{system}{at}"), words, name)
}

/// Target of links to pages beside the table: the drawer of `assets/drawer.js`, or a browser tab where no script runs.
const BESIDE: &str = "beside";

/// Renders a link to a page that opens beside the table. All such links share one element type, because each type adds
/// to the program.
pub fn link_beside(class: &'static str, href: String, words: &str, name: String) -> AnyView {
    view! {
        <a
            class=class
            href=href
            target=BESIDE
            // Rules stand everywhere: arrows find them in what is one stop of the Tab key.
            tabindex=(class == "rule").then_some("-1")
            aria-label=name
        >
            {words.to_owned()}
        </a>
    }
    .into_any()
}

/// Renders a text in which every rule id is a link to the guide.
pub fn linked_rules(words: &str) -> AnyView {
    let piece = |piece: TextPiece<'_>| match piece {
        TextPiece::Words(words) => words.to_owned().into_any(),
        TextPiece::Rule(id) => {
            let name = msg::rule_beside_the_table(&id);
            guide_link("rule", &format!("#{id}"), id, name)
        }
    };
    rule_links::split_rule_ids(words)
        .into_iter()
        .map(piece)
        .collect_view()
        .into_any()
}

/// Renders a changing text in which every rule id is a link to the guide.
pub fn derive_linked_rules(read: impl Fn() -> Option<String> + Send + 'static) -> AnyView {
    let read: Box<dyn Fn() -> Option<String> + Send> = Box::new(read);
    (move || linked_rules(&read().unwrap_or_default())).into_any()
}
