//! The storyteller's way back to a table, for when their browser has forgotten them.

use leptos::prelude::*;

use super::links::{Copyable, post};
use super::live::{clicked, drawn};
use super::model::Model;
use crate::page::Passing;

/// Asks for a new link; the last one stops.
fn fetch(model: Model, into: RwSignal<Option<Passing>>) {
    let path = format!("/t/{}/recovery", model.table);
    post(&path, move |passing| into.set(passing));
}

/// Shown by itself when there is no such link yet: once, when a table is made, and again when the
/// link has been used up.
#[component]
pub fn WayBack() -> impl IntoView {
    let model = expect_context::<Model>();
    let passing = RwSignal::new(None::<Passing>);
    if !model.needs_way_back {
        return None;
    }
    Effect::new(move |asked: Option<bool>| {
        let awake = model.awake.get();
        if awake && asked != Some(true) {
            fetch(model, passing);
        }
        awake
    });
    let card = move || {
        passing.get().map(|Passing { link, .. }| {
            view! {
                <section class="way-back card" aria-labelledby="way-back-head">
                    <div>
                        <h2 id="way-back-head">"Your way back"</h2>
                        <p class="faint">
                            "This table is kept in this browser. If the browser forgets it, or you lose the device, this link brings you back. Keep it to yourself: whoever opens it becomes the storyteller. It is shown once and works once."
                        </p>
                    </div>
                    <Copyable label="Recovery link" id="way-back-link" link>
                        <button type="button" class="brass" on:click=clicked(move |_| passing.set(None))>
                            "I have kept it"
                        </button>
                    </Copyable>
                </section>
            }
        })
    };
    Some(drawn(card))
}

/// The way to a new link, in the place of the last one.
#[component]
pub fn NewWayBack() -> impl IntoView {
    let model = expect_context::<Model>();
    let passing = RwSignal::new(None::<Passing>);
    let shown = move || {
        passing.get().map(|Passing { link, .. }| {
            view! {
                <Copyable label="Recovery link" id="recovery-link" link />
                <p class="faint">
                    "Keep it to yourself: whoever opens it becomes the storyteller. It is shown once and works once."
                </p>
            }
        })
    };
    view! {
        <div class="sheet-part recovery">
            <h3>"Your way back"</h3>
            <p class="faint">
                "A recovery link brings you back to this table when your browser has forgotten it. A new one replaces the last."
            </p>
            {drawn(shown)}
            <button type="button" class="quiet" on:click=clicked(move |_| fetch(model, passing))>
                "New recovery link"
            </button>
        </div>
    }
}
