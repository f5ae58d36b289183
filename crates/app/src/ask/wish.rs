//! A field for a pool of traits, with completion, and the wish to roll another pool than was asked for.

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::encounter::Command;
use rules::encounter::command::AskReply;
use rules::messages::asks as msg;
use rules::trait_pool::{PoolPart, complete_pool, pool_title, read_pool};

use crate::reactive::{derive, on_click, redraw};
use crate::state::submission::Submission;
use crate::state::table_state::Model;

/// Renders a field for a dice pool and, below it, what the typed text could mean. `custom` holds
/// the names of custom traits, which it may use.
pub(super) fn pool_field(
    model: Model,
    id: &'static str,
    text: RwSignal<String>,
    custom: StoredValue<Vec<String>>,
) -> AnyView {
    let rules = model.rules();
    let found = move || {
        text.with(|text| {
            let whole = read_typed(model, text, custom).ok();
            let whole = whole.map(|parts| pool_title(&parts, rules).to_string());
            let all = custom.with_value(|custom| {
                let custom: Vec<&str> = custom.iter().map(String::as_str).collect();
                complete_pool(text, rules, &custom)
            });
            all.into_iter()
                .filter(|it| Some(it) != whole.as_ref() || *it != *text)
                .filter(|it| it != text)
                .take(4)
                .collect::<Vec<_>>()
        })
    };
    let chip = move |words: String| {
        let shown = words.clone();
        view! {
            <button
                type="button"
                class="chip"
                on:click=on_click(move |_| {
                    text.set(words.clone());
                    crate::browser::focus_later(id.to_owned());
                })
            >
                {shown}
            </button>
        }
    };
    view! {
        <input
            type="text"
            id=id
            aria-label=msg::POOL_TO_ROLL.get()
            placeholder=msg::POOL_EXAMPLE.get()
            autocomplete="off"
            autocapitalize="none"
            maxlength="120"
            prop:value=text
            on:input:target=move |event| text.set(event.target().value())
        />
        <div class="chips ask-found" hidden=derive(move || found().is_empty())>
            {redraw(move || found().into_iter().map(chip).collect_view())}
        </div>
    }
    .into_any()
}

/// Reads a dice pool that was typed; `custom` holds the names of custom traits, which it may use.
///
/// # Errors
/// The part of the text that names nothing.
pub(super) fn read_typed(
    model: Model,
    text: &str,
    custom: StoredValue<Vec<String>>,
) -> Result<Vec<PoolPart>, String> {
    custom.with_value(|custom| {
        let custom: Vec<&str> = custom.iter().map(String::as_str).collect();
        read_pool(text, model.rules(), &custom)
    })
}

/// Renders the field in which a player asks to roll another pool than the asked one.
pub(super) fn wish_field(
    model: Model,
    (ask, who): (AskId, CombatantId),
    open: RwSignal<bool>,
) -> AnyView {
    let text = RwSignal::new(String::new());
    let row = model.current_row(who);
    let custom = row.and_then(|row| row.sheet).map(|sheet| sheet.custom);
    let custom = custom.into_iter().flat_map(|all| all.into_keys());
    let custom = StoredValue::new(custom.collect::<Vec<String>>());
    let read = move || text.with(|text| read_typed(model, text, custom));
    let submission = Submission::new(model, move || open.set(false));
    crate::browser::focus_later("ask-wish".to_owned());
    view! {
        <form
            class="ask-wish"
            method="dialog"
            on:submit=move |event| {
                event.prevent_default();
                if let Ok(pool) = untrack(read) {
                    let reply = AskReply::Instead { pool };
                    submission.send(Command::AnswerAsk { ask, who, reply });
                }
            }
        >
            <p class="faint">{msg::WHAT_WOULD_YOU_RATHER_ROLL.get()}</p>
            {pool_field(model, "ask-wish", text, custom)}
            <button type="submit" disabled=derive(move || read().is_err())>{msg::ASK_FOR_THAT.get()}</button>
        </form>
    }
    .into_any()
}
