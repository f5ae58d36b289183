//! What players propose: a slip for each, done or let be with one tap.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::ProposalView;
use rules::messages::screen as msg;

use crate::table::live::clicked;
use crate::table::model::Model;

/// The slips, for those who run the table.
pub(super) fn proposals(model: Model, all: Vec<ProposalView>) -> AnyView {
    let slip = move |one: ProposalView| {
        let proposal = one.id;
        let settle =
            move |accept| clicked(move |_| model.give(Command::Settle { proposal, accept }));
        view! {
            <li class="due proposal">
                <span class="due-words">{msg::proposes(&one.by, &one.words)}</span>
                <button type="button" class="small" on:click=settle(true)>{msg::ACCEPT.get()}</button>
                <button type="button" class="quiet small" on:click=settle(false)>{msg::DECLINE.get()}</button>
            </li>
        }
    };
    if all.is_empty() {
        return ().into_any();
    }
    view! {
        <ul class="dues" aria-label=msg::PROPOSED_BY_PLAYERS.get()>
            {all.into_iter().map(slip).collect_view()}
        </ul>
    }
    .into_any()
}
