//! The choice of targets among all other combatants, the other side first.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Side;
use rules::encounter::question::DrawnCombatant;
use rules::messages::screen as msg;

use crate::exchange::candidates::possible_targets;
use crate::exchange::draft::Draft;
use crate::reactive::{derive, each_combatant, memo, on_click, on_key};
use crate::state::table_state::Model;
use crate::{browser, words};

/// Shows a button for each possible target of the drafted action.
#[component]
pub fn Targets(
    /// The action that is put together.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ids = memo(move || {
        draft
            .by
            .get()
            .map(|by| possible_targets(model, by))
            .unwrap_or_default()
    });
    // One stop of the Tab key: whom it is for, or the first.
    let stop = memo(move || {
        let chosen = draft.at.with(|at| at.first().copied());
        chosen.or_else(|| ids.with(|ids| ids.first().copied()))
    });
    let one = move |id| {
        target_button(
            model,
            id,
            None,
            move || stop.get() == Some(id),
            move || is_in(draft.at, id),
            move || draft.toggle_target(model, id),
        )
    };
    view! {
        <div
            class="targets"
            role="group"
            aria-label=msg::AT_WHOM.get()
            on:keydown=on_key(|event| browser::walk_focus(&event))
        >
            {each_combatant(move || ids.get(), one)}
        </div>
    }
}

/// A button for each further combatant that the action may concern.
#[component]
pub fn Others(
    /// The action that is put together.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let ids = memo(move || {
        let at = draft.at.get();
        let all = draft
            .by
            .get()
            .map(|by| possible_targets(model, by))
            .unwrap_or_default();
        let drawn = draft.drawn_in();
        all.into_iter()
            .filter(|id| !at.contains(id) && drawn.iter().all(|one| one.who != *id))
            .collect::<Vec<_>>()
    });
    let one = move |id| {
        target_button(
            model,
            id,
            None,
            || true,
            move || is_in(draft.others, id),
            move || draft.toggle_other(model, id),
        )
    };
    view! {
        <div class="others" hidden=derive(move || ids.with(Vec::is_empty))>
            <h3>{msg::OTHERS_NEAR_OR_HELPING.get()}</h3>
            <div class="targets" role="group" aria-label=msg::OTHERS.get()>
                {each_combatant(move || ids.get(), one)}
            </div>
        </div>
    }
}

/// A button for each combatant that the rules involve in the action; pressing it leaves the
/// combatant out.
#[component]
pub fn DrawnIn(
    /// The action that is put together.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let all = memo(move || draft.drawn_in());
    let one = move |it: DrawnCombatant| {
        let id = it.who;
        let why = format!("{} ({})", it.why, it.rule);
        let pressed = move || !is_in(draft.without, id);
        target_button(
            model,
            id,
            Some(why),
            || true,
            pressed,
            move || draft.toggle_left_out(model, id),
        )
    };
    view! {
        <div
            class="targets"
            role="group"
            aria-label=msg::ALSO_IN_IT.get()
            hidden=derive(move || all.with(Vec::is_empty))
        >
            {move || all.get().into_iter().map(one).collect_view()}
        </div>
    }
}

/// Whether a combatant is among the chosen ones.
fn is_in(chosen: RwSignal<Vec<CombatantId>>, id: CombatantId) -> bool {
    chosen.with(|chosen| chosen.contains(&id))
}

/// Renders the button that chooses a combatant; `is_stop` tells whether the Tab key stops there.
fn target_button(
    model: Model,
    id: CombatantId,
    why: Option<String>,
    is_stop: impl Fn() -> bool + Send + Sync + 'static,
    is_pressed: impl Fn() -> bool + Send + Sync + 'static,
    choose: impl Fn() + 'static,
) -> Option<AnyView> {
    let row = model.current_row(id)?;
    let side = if row.side == Side::Character {
        "character"
    } else {
        "foe"
    };
    let pressed = derive(move || is_pressed().to_string());
    let button = view! {
        <button
            type="button"
            class="target"
            data-id=id.to_string()
            data-side=side
            data-out=row.is_out().to_string()
            tabindex=derive(move || if is_stop() { "0" } else { "-1" })
            aria-pressed=pressed
            on:click=on_click(move |_| choose())
        >
            <span class="target-token" aria-hidden="true">{words::token_letters(&row.name, row.label.as_deref())}</span>
            <span class="target-name">{row.full_name()}{why.map(|why| format!(" {why}"))}</span>
        </button>
    };
    Some(button.into_any())
}
