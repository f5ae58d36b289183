//! Results of rolls: the newest roll, or the exchange that it ended, as a card over the open tab of a phone; and the
//! reader's last roll beside the button that rolls.

use leptos::ev::AnimationEvent;
use leptos::prelude::*;
use rules::base::id::ExchangeId;
use rules::base::sorted_map::Map;
use rules::encounter::view::{ExchangeView, LogLineView};
use rules::messages::screen as msg;

use crate::exchange::card;
use crate::log::entries;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::words;

/// The card of the newest roll, shown for as long as the style sheet says; a pointer or the focus on the card stops the
/// time. Screen readers hear it with the line of the log.
#[component]
pub fn RollCard() -> impl IntoView {
    let model = expect_context::<Model>();
    let close = move || model.close_roll_card();
    // What was taken back has not come of anything.
    let ended = memo(move || {
        let id = model.ended.get()?;
        let over = |all: &Map<ExchangeId, ExchangeView>| all.get(&id)?.next.is_none().then_some(id);
        model.exchanges.with(over)
    });
    let is_over = move || ended.get().is_some();
    let there = memo(move || is_over() || newest_roll(model).is_some());
    view! {
        <div
            class="roll-card"
            role="group"
            aria-label=msg::THE_NEWEST_ROLL.get()
            hidden=derive(move || !there.get())
            // Two in a row are two animations.
            data-beat=derive(move || ((model.roll.get() + u32::from(is_over())) % 2).to_string())
            on:click=on_click(move |_| close())
            // The dice settle within it and end an animation of theirs.
            on:animationend=move |event: AnimationEvent| {
                if event.animation_name().starts_with("linger") {
                    close();
                }
            }
        >
            {redraw(move || ended.get().and_then(|id| card::ended_exchange(model, id)))}
            {roll_result(model, newest_roll)}
            {move || model.came.get().into_iter().map(|it| view! { <p class="entry-effect">{it}</p> }).collect_view()}
            <button type="button" class="quiet icon" aria-label=msg::CLOSE.get()>"×"</button>
        </div>
    }
}

/// The reader's last roll with its result, as long as the log has it.
#[component]
pub fn LastRoll() -> impl IntoView {
    let model = expect_context::<Model>();
    let there = memo(move || last_own_roll(model).is_some());
    view! {
        <div class="last-roll" role="group" aria-label=msg::YOUR_LAST_ROLL.get() hidden=derive(move || !there.get())>
            {roll_result(model, last_own_roll)}
        </div>
    }
}

/// Returns the log line with the newest roll while its card is shown; otherwise `None`.
fn newest_roll(model: Model) -> Option<LogLineView> {
    let no = model.roll.get();
    find_line(model, |line| line.no == no && line.undone.is_none())
}

/// Returns the log line with the reader's last roll; `None` if the log has none.
fn last_own_roll(model: Model) -> Option<LogLineView> {
    let own = model.own_name();
    find_line(model, |line| {
        own.is_some() && line.by == own && line.undone.is_none()
    })
}

/// Finds the newest log line with dice that meets a condition; `None` if none does.
fn find_line(model: Model, wanted: impl Fn(&LogLineView) -> bool) -> Option<LogLineView> {
    model.log.with(|log| {
        let mut newest_first = log.iter().rev();
        newest_first
            .find(|line| wanted(line) && words::dice_of(&line.what).is_some())
            .cloned()
    })
}

/// Renders the roll of a log line, with who rolled for what, the dice, and the result.
fn roll_result(model: Model, line: fn(Model) -> Option<LogLineView>) -> impl IntoView {
    let told = memo(move || {
        let line = line(model)?;
        Some((words::log_text(model.rules(), &line, None), line.hidden))
    });
    let secret = move || {
        let hidden = told.with(|told| matches!(told, Some((_, true))));
        hidden.then_some(msg::ONLY_YOU_SEE_THIS.get())
    };
    view! {
        <p class="entry-what">{derive(move || told.get().map(|(told, _)| told.head))}</p>
        {redraw(move || told.get().and_then(|(told, _)| told.rolled).map(entries::die_faces))}
        <p class="entry-result">{derive(move || told.get().and_then(|(told, _)| told.result))}</p>
        <p class="entry-sub">{derive(secret)}</p>
    }
}
