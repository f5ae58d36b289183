//! The input line of the log, for chat and for dice commands such as `/roll`.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::encounter::Command;
use rules::encounter::limits::MAX_QUICK_ADD_LINE;
use rules::messages::screen as msg;

use crate::log::whisper::{line_command, listener_options, readers_note};
use crate::reactive::{derive, on_click, on_pointer, show_when};
use crate::state::table_state::{Answer, Model};
use crate::table::layout::Stage;
use crate::table::rule_link::derive_linked_rules;

/// The input field for chat lines and dice commands. A line stays in it until the server has accepted it; why it was
/// refused is shown below, to its writer alone.
#[component]
pub fn ChatInput() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.role() == Role::Spectator {
        return None;
    }
    let rules = model.rules();
    let line = RwSignal::new(String::new());
    let waits = model.said;
    let trouble = RwSignal::new(None::<String>);
    let help = RwSignal::new(false);
    let to = RwSignal::new(String::new());
    Effect::new(move |_| {
        if let Some(answer) = model.answer.get() {
            take_answer(model, answer, line, trouble);
        }
    });
    Some(view! {
        <form
            class="say"
            method="dialog"
            id="say"
            on:submit=move |event| {
                event.prevent_default();
                send_line(model, stage, (line, to), trouble);
            }
        >
            <div class="say-line">
                <input
                    id="say-line"
                    type="text"
                    autocomplete="off"
                    autocapitalize="sentences"
                    enterkeyhint="send"
                    maxlength=MAX_QUICK_ADD_LINE.to_string()
                    aria-label=msg::SAY_SOMETHING_OR_GIVE_A.get()
                    aria-describedby="say-trouble"
                    placeholder=msg::say_something_or(&rules.facts().vocabulary.roll_example)
                    data-waits=derive(move || waits.with(Option::is_some).to_string())
                    prop:value=line
                    on:input:target=move |event| {
                        line.set(event.target().value());
                        trouble.set(None);
                    }
                />
                {listener_choice(model, to)}
                <button
                    type="button"
                    class="quiet icon"
                    tabindex="-1"
                    id="say-help-button"
                    aria-label=msg::WHAT_CAN_BE_TYPED.get()
                    aria-expanded=derive(move || help.get().to_string())
                    aria-controls="say-help"
                    on:click=on_click(move |_| help.update(|help| *help = !*help))
                >
                    "?"
                </button>
            </div>
            {show_when(move || !to.with(String::is_empty), move || readers_note(model, to))}
            <p class="trouble" id="say-trouble" role="alert">{derive_linked_rules(move || trouble.get())}</p>
            {show_when(move || help.get(), move || say_help(model, stage))}
        </form>
    })
}

/// Renders what can be typed into the line. Loaded later than the first part of the program.
#[inline(never)]
fn say_help(model: Model, stage: Stage) -> AnyView {
    let facts = model.rules().facts();
    let (help, example) = (facts.chat_help.get(), &facts.vocabulary.roll_example);
    let words = move || msg::commands_a_part_is_a(&help, &speaker(model, stage), example);
    view! { <p class="faint" id="say-help">{derive(words)}</p> }.into_any()
}

/// Renders the choice of who reads the line; the people are listed once it is touched.
fn listener_choice(model: Model, to: RwSignal<String>) -> AnyView {
    let choosing = RwSignal::new(false);
    view! {
        <select
            id="say-to"
            aria-label=msg::TO_WHOM.get()
            on:pointerdown=on_pointer(move |_| choosing.set(true))
            on:focus=move |_| choosing.set(true)
            on:change:target=move |event| to.set(event.target().value())
        >
            <option value="">{msg::EVERYBODY.get()}</option>
            {show_when(move || choosing.get(), move || listener_options(model))}
        </select>
    }
    .into_any()
}

/// Sends the typed line, unless an earlier one is pending. Loaded later than the first part of the program.
#[inline(never)]
fn send_line(
    model: Model,
    stage: Stage,
    (line, to): (RwSignal<String>, RwSignal<String>),
    trouble: RwSignal<Option<String>>,
) {
    let text = line.get_untracked();
    if text.trim().is_empty() || model.said.with_untracked(Option::is_some) {
        return;
    }
    trouble.set(None);
    let who = stage.roller.get_untracked().filter(|id| {
        let row = model.current_row(*id);
        row.is_some_and(|row| model.may_act_for(&row))
    });
    let said = Command::Say {
        line: text.clone(),
        who,
    };
    let asked = model.submit(to.with_untracked(|to| line_command(to, said)));
    model.set_waiting_line(asked.map(|id| (id, text)));
}

/// Clears the chat field once its line was accepted, or shows why it was refused.
fn take_answer(
    model: Model,
    answer: Answer,
    line: RwSignal<String>,
    trouble: RwSignal<Option<String>>,
) {
    let said = model.said.get_untracked();
    let Some((_, said)) = said.filter(|(id, _)| *id == answer.id) else {
        return;
    };
    model.set_waiting_line(None);
    // What was typed meanwhile is another line.
    if answer.refused.is_none() && line.with_untracked(|line| *line == said) {
        line.set(String::new());
    }
    trouble.set(answer.refused);
}

/// Returns the name of the combatant that rolls for dice commands typed into the log; words for
/// none.
fn speaker(model: Model, stage: Stage) -> String {
    model.rows_changed.track();
    let row = stage.roller.get().and_then(|id| model.current_row(id));
    row.filter(|row| model.may_act_for(row)).map_or_else(
        || msg::NOBODY_IS_CHOSEN_UNDER_THE.get().to_owned(),
        |row| row.full_name(),
    )
}
