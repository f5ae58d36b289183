//! Proposals of players: a slip for each, accepted or declined with one tap.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::ProposalView;
use rules::messages::screen as msg;

use crate::reactive::{Key, derive, keyed_list, on_click};
use crate::state::table_state::Model;

/// Renders for storytellers the list of the players' open proposals. Each proposal keeps its own buttons when the list
/// changes, so that a tap never lands on another one that has just moved there.
pub(crate) fn proposal_list(model: Model, all: Memo<Vec<ProposalView>>) -> impl IntoView {
    let ids = move || all.with(|all| all.iter().map(|one| Key::Proposal(one.id)).collect());
    view! {
        <ul
            class="dues"
            aria-label=msg::PROPOSED_BY_PLAYERS.get()
            hidden=derive(move || all.with(Vec::is_empty))
        >
            {keyed_list(ids, move |key| proposal_slip(model, all, key))}
        </ul>
    }
}

/// Renders a player's proposal with the buttons that accept and decline it; `None` once it is
/// settled.
fn proposal_slip(model: Model, all: Memo<Vec<ProposalView>>, key: Key) -> Option<AnyView> {
    let Key::Proposal(proposal) = key else {
        return None;
    };
    let words = all.with_untracked(|all| {
        let one = all.iter().find(|one| one.id == proposal)?;
        Some(msg::proposes(&one.by, &one.words))
    })?;
    let settle = move |accept| on_click(move |_| model.send(Command::Settle { proposal, accept }));
    let slip = view! {
        <li class="due proposal">
            <span class="due-words">{words}</span>
            <button type="button" class="small" on:click=settle(true)>{msg::ACCEPT.get()}</button>
            <button type="button" class="quiet small" on:click=settle(false)>{msg::DECLINE.get()}</button>
        </li>
    };
    Some(slip.into_any())
}
