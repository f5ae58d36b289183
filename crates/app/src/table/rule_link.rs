//! Ids of rules, each of which leads to its paragraph in the players' guide.

use leptos::prelude::*;
use rules::messages::screen as msg;
use rules::rule_links::{self, TextPiece};

use crate::state::table_state::Model;

/// A link into the players' guide.
pub fn guide_link(class: &'static str, at: &str, words: &str, name: String) -> AnyView {
    let system = expect_context::<Model>().system.key();
    link_beside(class, format!("/rules/{system}{at}"), words, name)
}

/// The target of links to pages beside the table: a drawer, which `assets/drawer.js` is; where no script runs, a tab.
const BESIDE: &str = "beside";

/// A link to a page that opens beside the table and not in its place. One kind of element for all
/// of them: phones download each kind.
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

/// Words in which every id of a rule is a link.
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

/// Words that change, in which every id of a rule is a link.
pub fn derive_linked_rules(read: impl Fn() -> Option<String> + Send + 'static) -> AnyView {
    let read: Box<dyn Fn() -> Option<String> + Send> = Box::new(read);
    (move || linked_rules(&read().unwrap_or_default())).into_any()
}
