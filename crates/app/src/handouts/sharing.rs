//! A reader shows a handout to the characters of others.

use leptos::prelude::*;
use rules::base::id::HandoutId;
use rules::encounter::Command;
use rules::messages::handout as msg;

use crate::handouts::known_state::Known;
use crate::handouts::shelf_state::player_characters;
use crate::reactive::on_click;

/// Renders a button for each character that a handout can be shown to.
pub(super) fn sharing(known: Known, id: HandoutId) -> AnyView {
    let model = known.model;
    let you = model.you.get_untracked();
    let others = player_characters(model).into_iter().filter(|(who, _)| {
        let row = model.current_row(*who);
        row.is_some_and(|row| row.owner != Some(you))
    });
    let shown = RwSignal::new(Vec::new());
    let others = others.map(|(who, name)| {
        let words = name.clone();
        let send = move || {
            let to = [who].into_iter().collect();
            model.send(Command::ShowHandout { id, to });
            shown.update(|shown| shown.push(who));
        };
        view! {
            <button
                type="button"
                class="chip"
                disabled=move || shown.with(|shown| shown.contains(&who))
                on:click=on_click(move |_| send())
            >
                {move || match shown.with(|shown| shown.contains(&who)) {
                    true => msg::shown_to(&words),
                    false => words.clone(),
                }}
            </button>
        }
    });
    let others: Vec<_> = others.collect();
    match others.is_empty() {
        true => view! { <p class="faint">{msg::NOBODY_ELSE_IS_HERE.get()}</p> }.into_any(),
        false => view! {
            <div class="chips" role="group" aria-label=msg::TO_WHOM.get()>{others}</div>
        }
        .into_any(),
    }
}
