//! An open row of the order: its opener and its buttons.

use leptos::ev;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::exchange::next_action;
use crate::reactive::{derive, memo, on_click};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::{browser, words};

/// Width in pixels below which a page uses the layout for phones; the style sheet has the same limit.
pub(crate) const PHONE_WIDTH: f64 = 704.0;

/// Makes Escape, and on a phone Back, close the open row.
pub fn close_on_escape(stage: Stage) {
    Effect::new(move |before: Option<bool>| {
        let open = stage.opened.get().is_some();
        match open {
            true if before != Some(true) && browser::page_size().0 < PHONE_WIDTH => {
                browser::open_over()
            }
            true => {}
            false => browser::close_over(),
        }
        open
    });
    let handle = window_event_listener(ev::popstate, move |_| {
        if !browser::is_open_over() {
            stage.opened.set(None);
        }
    });
    on_cleanup(move || handle.remove());
    let handle = window_event_listener(ev::keydown, move |event| {
        let free = event.key() == "Escape" && !event.default_prevented();
        if !free || browser::is_typing(&event) || browser::is_modal() {
            return;
        }
        if let Some(id) = stage.opened.get_untracked() {
            event.prevent_default();
            stage.opened.set(None);
            browser::focus_later(format!("open-{id}"));
        }
    });
    on_cleanup(move || handle.remove());
}

/// The button that covers a row of the order and opens it. While an action is drafted, it chooses
/// its target.
#[component]
pub fn Opener(
    /// The combatant of the row.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// Whether the row is open.
    opened: Memo<bool>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let press = move || {
        if stage.draft.can_target(id) {
            return stage.draft.toggle_target(model, id);
        }
        let open = !opened.get_untracked();
        stage.opened.set(open.then_some(id));
        if open {
            browser::show_later(format!("row-{id}"));
        }
    };
    view! {
        <button
            type="button"
            class="row-opener"
            id=format!("open-{id}")
            tabindex=derive(move || if stage.stop.get() == Some(id) { "0" } else { "-1" })
            aria-expanded=derive(move || opened.get().to_string())
            aria-label=derive(move || {
                let place = stage.places.with(|places| places.get(&id).cloned());
                row.with(|row| words::row_words(model.rules(), row, place))
            })
            on:focus=move |_| stage.stops.set(Some(id))
            on:click=on_click(move |_| press())
        ></button>
    }
}

/// Shows the buttons of a combatant's open row in the initiative order.
#[component]
pub fn RowActions(
    /// The combatant of the row.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let may = memo(move || row.with(|row| model.may_act_for(row)));
    // On another row the acting combatant attacks it; on its own row it acts.
    let acts = memo(move || {
        let acting = next_action::own_acting_combatant(model);
        acting.or_else(|| may.get().then_some(id))
    });
    let words = move || match acts.get() {
        Some(by) if by == id => msg::ACT_2.get(),
        _ => msg::ATTACK_IT.get(),
    };
    let act = move || {
        if let Some(by) = acts.get_untracked() {
            let target = (by != id).then_some(id);
            stage.draft.open(model, by, target);
            stage.opened.set(None);
            stage.open_tab(model, Tab::Me);
        }
    };
    view! {
        <div class="row-actions">
            <button
                type="button"
                class="quiet"
                tabindex="-1"
                hidden=derive(move || acts.get().is_none())
                on:click=on_click(move |_| act())
            >
                {derive(words)}
            </button>
            <button type="button" class="quiet" tabindex="-1" on:click=on_click(move |_| stage.sheet.set(Some(id)))>
                {derive(move || if may.get() { msg::DAMAGE_AND_MORE.get() } else { msg::WHAT_IS_KNOWN.get() })}
            </button>
        </div>
    }
}
