//! The asked rolls at the top of the stage, and over any tab of a phone.

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::base::seat::Role;
use rules::encounter::view::AskView;

use super::answered::answered_asks;
use super::card::question_card;
use super::form::ask_form;
use super::gathering::gathering_card;
use super::known::{Asks, find_ask, is_own};
use super::reading::tell_reading;
use super::words;
use crate::browser;
use crate::reactive::{Key, derive, keyed_list, memo, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// Time in milliseconds after the log's line at which an answer is announced.
const SPOKEN_AFTER_MS: u32 = 400;

/// Whether the reader may see any asked roll.
pub fn has_asks(model: Model) -> bool {
    model.track_view();
    model.with_view(|view| view.asks.is_some()) || model.has_private_asks()
}

/// Watches whether the reader is asked for a roll that is not made yet.
pub fn watch_question(model: Model) -> Memo<bool> {
    memo(move || has_asks(model) && has_question(model))
}

/// Whether the reader is asked for a roll that is not made yet. Loaded later than the first part of the program.
#[inline(never)]
fn has_question(model: Model) -> bool {
    model.track_view();
    next_question(model, &read_asks(model)).is_some()
}

/// Renders the asked rolls, and for storytellers the form that asks for one. Loaded later than the
/// first part of the program.
#[inline(never)]
pub fn draw_asks(model: Model, stage: Stage) -> AnyView {
    let asks: Asks = memo(move || {
        model.track_view();
        read_asks(model)
    });
    let drawn = match model.can_run_table() {
        true => draw_for_storyteller(model, stage, asks),
        false => draw_for_player(model, stage, asks),
    };
    view! {
        <link rel="stylesheet" href="/ask.css" />
        <div class="asks">{drawn}</div>
    }
    .into_any()
}

/// Reads the asked rolls that the reader knows of.
fn read_asks(model: Model) -> Vec<AskView> {
    let shown = model.with_view(|view| view.asks.as_ref().map(|asks| asks.to_vec()));
    let mut asks = shown.unwrap_or_default();
    asks.extend(model.private_asks());
    asks
}

/// Returns the first asked roll that the reader has not made, and the combatant for whom; `None` if
/// there is none.
fn next_question(model: Model, asks: &[AskView]) -> Option<(AskId, CombatantId)> {
    if model.can_run_table() || model.role() != Role::Player {
        return None;
    }
    let open = asks.iter().filter(|ask| ask.end.is_none());
    let answers = open.flat_map(|ask| ask.answers.iter().map(move |answer| (ask, answer)));
    let mut mine = answers.filter(|(ask, answer)| {
        let aside = ask.against == Some(answer.who) || ask.helper == Some(answer.who);
        !answer.made && !aside && is_own(model, answer.who)
    });
    mine.next().map(|(ask, answer)| (ask.id, answer.who))
}

/// Renders a storyteller's cards that collect the answers to asked rolls, and the form.
fn draw_for_storyteller(model: Model, stage: Stage, asks: Asks) -> AnyView {
    speak_answers(model, asks);
    let open = move || {
        asks.with(|all| {
            let open = all.iter().filter(|ask| ask.end.is_none());
            open.map(|ask| Key::Part(ask.id.0)).collect()
        })
    };
    view! {
        {keyed_list(open, move |key| match key {
            Key::Part(id) => Some(gathering_card(model, asks, AskId(id))),
            _ => None,
        })}
        // What is typed outlasts combatants who come and go.
        {redraw(move || stage.asking.get().then(|| untrack(|| ask_form(model, stage))))}
    }
    .into_any()
}

/// Renders the card of the next asked roll of a player, and the results of those before.
fn draw_for_player(model: Model, stage: Stage, asks: Asks) -> AnyView {
    let question = memo(move || asks.with(|all| next_question(model, all)));
    let folded = RwSignal::new(Vec::new());
    // An exchange is answered first.
    let waits = move || stage.asked.with(|asked| asked.iter().any(|one| one.mine));
    Effect::new(move |_| {
        if let Some((id, who)) = question.get()
            && let Some(ask) = untrack(|| find_ask(asks, id))
        {
            model.say_aloud(words::spoken_question(model, &ask, who));
        }
    });
    tell_reading(model, move || {
        let open = question
            .get()
            .filter(|of| folded.with(|all| !all.contains(of)));
        open.filter(|_| !waits()).map(|(id, _)| id)
    });
    view! {
        <div hidden=derive(waits)>
            {redraw(move || question.get().map(|(id, who)| question_card(model, asks, (id, who), folded)))}
        </div>
        {answered_asks(model, asks)}
    }
    .into_any()
}

/// Announces each new answer to an asked roll to screen readers.
fn speak_answers(model: Model, asks: Asks) {
    Effect::new(move |before: Option<Vec<AskView>>| {
        let now = asks.get();
        for ask in before.iter().flatten() {
            let after = now.iter().find(|it| it.id == ask.id);
            if let Some(said) = after.and_then(|after| words::spoken_news(model, ask, after)) {
                // After the log's line about the roll, which would be spoken over it.
                browser::run_later(SPOKEN_AFTER_MS, move || model.say_aloud(said));
            }
        }
        now
    });
}
