//! Rolls where people are: the newest as a card over whatever is open on a phone, and the
//! reader's own last one beside the button that rolls.

use leptos::ev::AnimationEvent;
use leptos::prelude::*;
use rules::encounter::view::Line;

use super::live::clicked;
use super::log;
use super::model::Model;
use crate::words;

/// The newest roll, while it is news. How long that is, the style sheet says; a hand or the
/// focus on the card stops the time. It is read aloud with its line of the log, not from here.
#[component]
pub fn RollCard() -> impl IntoView {
    let model = expect_context::<Model>();
    let close = move || model.roll.set(None);
    view! {
        <For each=move || model.roll.get() key=|line| line.no let:line>
            <div
                class="roll-card"
                role="group"
                aria-label="The newest roll"
                on:click=clicked(move |_| close())
                // The dice settle within it and end an animation of theirs.
                on:animationend=move |event: AnimationEvent| {
                    if event.animation_name().starts_with("linger") {
                        close();
                    }
                }
            >
                {result(model, &line)}
                <button type="button" class="quiet icon" aria-label="Close">"×"</button>
            </div>
        </For>
    }
}

/// What the reader rolled last, as long as the log holds it.
#[component]
pub fn LastRoll() -> impl IntoView {
    let model = expect_context::<Model>();
    let last = Memo::new(move |_| {
        let own = model.name();
        model.log.with(|log| {
            let mut newest_first = log.iter().rev();
            let own = |line: &&Line| own.is_some() && line.by == own && line.undone.is_none();
            newest_first
                .find(|line| own(line) && words::dice(&line.what).is_some())
                .cloned()
        })
    });
    view! {
        <For each=move || last.get() key=|line| line.no let:line>
            <div class="last-roll" role="group" aria-label="Your last roll">
                {result(model, &line)}
            </div>
        </For>
    }
}

/// Who rolled what for, the faces, and what they came to.
fn result(model: Model, line: &Line) -> AnyView {
    let told = model
        .house
        .with_untracked(|house| words::line(model.rules(), house, line));
    let hidden = line
        .hidden
        .then(|| view! { <p class="entry-sub">"only you see this"</p> });
    view! {
        <p class="entry-what">{told.head}</p>
        {told.rolled.map(log::faces)}
        <p class="entry-result">{told.result}</p>
        {hidden}
    }
    .into_any()
}
