//! Choice of whom to ask by taps on rows of the order, on the bench and on tokens of the scene, while the form is open.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::form_state::AskForm;
use crate::browser::HERE;
use crate::order::group;

/// Beginnings of the ids of the elements that stand for a combatant.
const STANDS_FOR: [&str; 3] = ["row-", "piece-", "handle-"];
/// What in a row keeps its own use: boxes, points, and the buttons of an open row.
const KEPT: &str = ".boxes, .points, .row-actions, .grip";
/// Attribute that marks picked combatants for the style sheet.
const PICKED: &str = "data-picked";

/// Returns the combatant that an element of the page, or one around it, stands for; `None` if there
/// is none.
fn combatant_at(element: &web_sys::Element) -> Option<CombatantId> {
    if element.closest(KEPT).ok().flatten().is_some() {
        return None;
    }
    let found = element.closest(".row, .piece, .bench-token").ok()??.id();
    let mut ids = STANDS_FOR.iter().filter_map(|it| found.strip_prefix(it));
    ids.next()?.parse().ok()
}

/// Lets taps on combatants pick them for the form, and marks the picked ones until the form is closed.
pub(super) fn pick_by_taps(form: AskForm) {
    if !HERE {
        return;
    }
    let tapped = Closure::<dyn Fn(web_sys::MouseEvent)>::new(move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into().ok());
        let Some(id) = target.as_ref().and_then(combatant_at) else {
            return;
        };
        event.stop_propagation();
        event.prevent_default();
        toggle(form, id);
    });
    let heard: JsValue = tapped.into_js_value();
    let heard: js_sys::Function = heard.unchecked_into();
    // Before the row hears of it, which would open.
    _ = document().add_event_listener_with_callback_and_bool("click", &heard, true);
    let heard = StoredValue::new_local(heard);
    Effect::new(move |_| {
        form.model.rows_changed.track();
        let picked = form.of.get();
        mark(|id| picked.contains(&id));
    });
    on_cleanup(move || {
        heard.with_value(|heard| {
            _ = document().remove_event_listener_with_callback_and_bool("click", heard, true);
        });
        mark(|_| false);
    });
}

/// Picks a combatant for the form, with the whole group that it acts in; or unpicks them.
fn toggle(form: AskForm, id: CombatantId) {
    let mut ids = untrack(|| group::group_of(form.model, id));
    if ids.is_empty() {
        ids.push(id);
    }
    form.of.update(|of| {
        let there = ids.iter().all(|id| of.contains(id));
        for id in ids {
            match there {
                true => _ = of.remove(&id),
                false => _ = of.insert(id),
            }
        }
    });
}

/// Highlights the elements of the combatants that are picked for the form.
fn mark(is_picked: impl Fn(CombatantId) -> bool) {
    let Ok(all) = document().query_selector_all(".row, .piece, .bench-token") else {
        return;
    };
    for at in 0..all.length() {
        let element = all
            .item(at)
            .and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        let Some(element) = element else { continue };
        let picked = combatant_at(&element).is_some_and(&is_picked);
        _ = match picked {
            true => element.set_attribute(PICKED, "true"),
            false => element.remove_attribute(PICKED),
        };
    }
}
