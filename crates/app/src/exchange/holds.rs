//! Holds: combatants that grapple, pin or aim at others.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::view::HoldView;
use rules::messages::screen as msg;

use crate::exchange::open_questions::name_of;
use crate::reactive::on_click;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Renders who holds whom in a grapple, with the actions that each hold allows.
pub(super) fn hold_list(model: Model, holds: Vec<HoldView>) -> AnyView {
    let told = holds.into_iter().map(|hold| {
        let (by, on) = (hold.by, hold.on);
        let may = |id: CombatantId| {
            model
                .current_row(id)
                .is_some_and(|row| model.may_act_for(&row))
        };
        let amount = if hold.amount == 0 {
            String::new()
        } else {
            format!(" ({})", hold.amount)
        };
        let words = format!(
            "{} {} {}{amount}",
            name_of(model, Some(by)),
            hold.word,
            name_of(model, Some(on))
        );
        let act = move |who: CombatantId, other: CombatantId| {
            let stage = expect_context::<Stage>();
            let name = name_of(model, Some(who));
            view! {
                <button
                    type="button"
                    class="quiet small"
                    on:click=on_click(move |_| stage.draft.open(model, who, Some(other)))
                >
                    {msg::acts_on_a_hold(&name)}
                </button>
            }
        };
        view! {
            <li class="hold">
                <span>{words}</span>
                {may(by).then(|| act(by, on))}
                {may(on).then(|| act(on, by))}
            </li>
        }
    });
    view! { <ul class="holds" aria-label=msg::WHO_HOLDS_WHOM.get()>{told.collect_view()}</ul> }
        .into_any()
}
