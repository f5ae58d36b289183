//! Seals of dice that lay face down: shown while they do, and checked once they are turned.

use std::cell::RefCell;
use std::collections::BTreeMap;

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::dice_proof::Bytes32;
use rules::encounter::view::AskAnswerView;
use rules::messages::asks as msg;

/// Number of digits of a seal that are shown.
const SHOWN_DIGITS: usize = 8;

thread_local! {
    /// The seal of each roll as this page first saw it.
    static SEEN: RefCell<BTreeMap<(AskId, CombatantId), Bytes32>> = const { RefCell::new(BTreeMap::new()) };
}

/// Renders the commitment to a secret roll, or whether the opened roll matches it; `None` without
/// one.
pub(super) fn seal_line(ask: AskId, own: &AskAnswerView) -> Option<AnyView> {
    let seal = own.seal?;
    let first = SEEN.with_borrow_mut(|seen| *seen.entry((ask, own.who)).or_insert(seal));
    let shown: String = first.to_string().chars().take(SHOWN_DIGITS).collect();
    let holds = own.opened.as_ref().map(|opened| opened.hash() == first);
    let (words, class) = match holds {
        None => (msg::sealed_as(&shown), "faint"),
        Some(true) => (msg::seal_holds(&shown), "faint"),
        Some(false) => (msg::seal_is_broken(&shown), "trouble"),
    };
    Some(view! { <p class=class>{words}</p> }.into_any())
}
