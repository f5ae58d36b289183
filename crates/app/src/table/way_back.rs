//! The storyteller's way back to a table, for when their browser has forgotten them.

use leptos::prelude::*;

use super::links::{PassingOn, post};
use super::live::clicked;
use super::model::Model;
use crate::page::Passing;

const WORDS: &str = "Keep it where only you find it: it makes whoever opens it the storyteller \
                     of this table, and closes the table where it was open before.";

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
        passing.get().map(|link| {
            view! {
                <section class="way-back card" aria-labelledby="way-back-head">
                    <h2 id="way-back-head">"Your way back"</h2>
                    <p>"This table is kept in this browser. If the browser forgets it, or you lose the device, only this link brings you back. It is shown now and not again."</p>
                    <PassingOn passing=link label="Recovery link" id="way-back-link" words=WORDS.to_owned() />
                    <button type="button" class="brass" on:click=clicked(move |_| passing.set(None))>"I have kept it"</button>
                </section>
            }
        })
    };
    Some(card)
}

/// The way to a new link, in the place of the last one.
#[component]
pub fn NewWayBack() -> impl IntoView {
    let model = expect_context::<Model>();
    let passing = RwSignal::new(None::<Passing>);
    let shown = move || {
        passing.get().map(|passing| {
            view! { <PassingOn passing label="Recovery link" id="recovery-link" words=WORDS.to_owned() /> }
        })
    };
    view! {
        <div class="sheet-part recovery">
            <h3>"Your way back"</h3>
            <p class="faint">"A recovery link brings you back to this table when your browser has forgotten it."</p>
            {shown}
            <button type="button" class="quiet" on:click=clicked(move |_| fetch(model, passing))>
                "Make a new recovery link; the old one stops working"
            </button>
        </div>
    }
}
