//! Ids of rules, each of which leads to its paragraph in the players' guide.

use leptos::prelude::*;
use rules::cite::{self, Piece};

use super::model::Model;

/// Words in which every id of a rule is a link.
pub fn ruled(words: &str) -> AnyView {
    let guide = expect_context::<Model>().system.key();
    let piece = |piece: Piece<'_>| match piece {
        Piece::Words(words) => words.to_owned().into_any(),
        Piece::Rule(id) => view! {
            <a
                class="rule"
                href=format!("/rules/{guide}#{id}")
                target="_blank"
                rel="noopener"
                aria-label=format!("Rule {id}, in a new tab")
            >
                {id.to_owned()}
            </a>
        }
        .into_any(),
    };
    cite::pieces(words)
        .into_iter()
        .map(piece)
        .collect_view()
        .into_any()
}

/// The same where the words change.
pub fn live_ruled(read: impl Fn() -> Option<String> + Send + 'static) -> AnyView {
    let read: Box<dyn Fn() -> Option<String> + Send> = Box::new(read);
    (move || ruled(&read().unwrap_or_default())).into_any()
}
