//! The form with which a storyteller asks for a roll.

use leptos::prelude::*;
use rules::base::sorted_map;
use rules::character::parameters::ParameterRange;
use rules::encounter::view::CombatantRow;
use rules::encounter::{AskTelling, Command, Side};
use rules::messages::asks as msg;
use rules::trait_pool::pool_title;

use super::form_more::{asked_most, candidates, more_fields};
use super::form_state::{AskForm, dial_of};
use super::picking::pick_by_taps;
use super::wish::pool_field;
use super::words;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::submission::Submission;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::stepper::Stepper;

/// Bounds of a modifier.
const MODIFIERS: (i32, i32) = (-20, 20);

/// Renders the form with which a storyteller asks players for a roll.
pub(super) fn ask_form(model: Model, stage: Stage) -> AnyView {
    let form = AskForm::new(model);
    pick_by_taps(form);
    let submission = Submission::new(model, move || stage.asking.set(false));
    let means = move || match form.telling.get() {
        AskTelling::Open => msg::OPEN_MEANS.get(),
        AskTelling::PassFail => msg::PASS_OR_FAIL_MEANS.get(),
        AskTelling::Secret { .. } => msg::SECRET_MEANS.get(),
    };
    let understood = move || {
        if form.text.with(|text| text.trim().is_empty()) {
            return String::new();
        }
        match form.pool() {
            Ok(pool) => msg::they_roll(&pool_title(&pool, model.rules()).to_string()),
            Err(part) => msg::not_understood(&part),
        }
    };
    view! {
        <form
            class="card ask-form"
            method="dialog"
            aria-labelledby="ask-form-title"
            on:submit=move |event| {
                event.prevent_default();
                if let Some(asked) = untrack(|| form.input()) {
                    submission.send(Command::AskRoll(Box::new(asked)));
                }
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    stage.asking.set(false);
                }
            }
        >
            <div class="ask-head">
                <h2 class="grow" id="ask-form-title">{msg::ASK_FOR_A_ROLL_TITLE.get()}</h2>
                <p class="faint">{derive(means)}</p>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::CLOSE.get()
                    on:click=on_click(move |_| stage.asking.set(false))
                >
                    "×"
                </button>
            </div>
            <div class="ask-what">
                <div class="ask-pool">{pool_field(model, "ask-pool", form.text, form.custom)}</div>
                {dial_field(form)}
                {telling_field(form)}
            </div>
            <p class="faint" role="status">{derive(understood)}</p>
            {whom_field(form)}
            <input
                type="text"
                id="ask-line"
                aria-label=msg::LINE_FOR_THE_PLAYERS.get()
                placeholder=msg::LINE_FOR_THE_PLAYERS.get()
                autocomplete="off"
                maxlength="200"
                prop:value=form.line
                on:input:target=move |event| form.line.set(event.target().value())
            />
            {more_fields(form)}
            {ask_button(form)}
            {asked_most(form)}
        </form>
    }
    .into_any()
}

/// Renders the stepper for the difficulty or modifier of an asked roll, whichever the rules vary in
/// every roll.
fn dial_field(form: AskForm) -> AnyView {
    let dial = dial_of(form.model);
    let bounds = match dial.as_ref().map(|dial| &dial.range) {
        Some(ParameterRange::Number(least, most)) => (*least, *most),
        _ => MODIFIERS,
    };
    let title = dial.map_or(msg::MODIFIER, |dial| dial.title);
    view! {
        <div class="amount" id="ask-dial">
            <span class="amount-label" aria-hidden="true">{title.get()}</span>
            <Stepper
                label=title
                value=form.dial
                bounds=bounds
                set=Callback::new(move |to| form.dial.set(to))
            />
        </div>
    }
    .into_any()
}

/// Renders the choice of what players learn of the roll: everything, pass or fail alone, or nothing.
fn telling_field(form: AskForm) -> AnyView {
    let option = |which: AskTelling, words: &'static str| {
        let same =
            move || std::mem::discriminant(&form.telling.get()) == std::mem::discriminant(&which);
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=derive(move || same().to_string())
                on:click=on_click(move |_| form.telling.set(which))
            >
                {words}
            </button>
        }
    };
    let announced = move || form.telling.get() == AskTelling::Secret { announced: true };
    view! {
        <div class="segments" role="group" aria-label=msg::HOW_IT_IS_TOLD.get()>
            {option(AskTelling::Open, msg::OPEN.get())}
            {option(AskTelling::PassFail, msg::PASS_OR_FAIL.get())}
            {option(AskTelling::Secret { announced: false }, msg::SECRET.get())}
        </div>
        {redraw(move || matches!(form.telling.get(), AskTelling::Secret { .. }).then(|| view! {
            <label class="check">
                <input
                    type="checkbox"
                    id="ask-announced"
                    prop:checked=derive(announced)
                    on:change:target=move |event| {
                        let announced = event.target().checked();
                        form.telling.set(AskTelling::Secret { announced });
                    }
                />
                {msg::SAY_THAT_SOMETHING_WAS_ASKED.get()}
            </label>
        }))}
    }
    .into_any()
}

/// Renders the choice of the combatants to ask for a roll.
fn whom_field(form: AskForm) -> AnyView {
    let model = form.model;
    let all = memo(move || candidates(model));
    let owned = move || {
        all.with(|all| {
            all.iter()
                .filter(|row| row.owner.is_some())
                .map(|row| row.id)
                .collect::<sorted_map::Set<_>>()
        })
    };
    let chip = move |row: CombatantRow| {
        let id = row.id;
        let on = move || form.of.with(|of| of.contains(&id));
        let side = if row.side == Side::Foe {
            "foe"
        } else {
            "character"
        };
        let name = words::player_of(model, id).unwrap_or_else(|| row.full_name());
        view! {
            <button
                type="button"
                class="target"
                data-side=side
                title=row.full_name()
                aria-pressed=derive(move || on().to_string())
                on:click=on_click(move |_| form.of.update(|of| {
                    if !of.remove(&id) {
                        of.insert(id);
                    }
                }))
            >
                <span class="target-token" aria-hidden="true">
                    {crate::words::token_letters(&row.name, row.label.as_deref())}
                </span>
                <span class="target-name">{name}</span>
            </button>
        }
    };
    view! {
        {redraw(move || owned().is_empty().then(|| view! { <p class="faint">{msg::NO_PLAYER_IS_HERE.get()}</p> }))}
        <div class="targets" role="group" aria-label=msg::WHOM.get()>
            <button
                type="button"
                class="chip"
                hidden=derive(move || owned().len() < 2)
                aria-pressed=derive(move || (form.of.get() == owned()).to_string())
                on:click=on_click(move |_| form.of.set(untrack(owned)))
            >
                {msg::ALL.get()}
            </button>
            {redraw(move || all.get().into_iter().map(chip).collect_view())}
        </div>
        <p class="faint ask-tap">{msg::PICK_IN_THE_ORDER.get()}</p>
    }
    .into_any()
}

/// Renders the button that asks the chosen combatants for the roll.
fn ask_button(form: AskForm) -> AnyView {
    let words = move || {
        let of = form.of.get();
        let first = of.iter().next().map(|id| words::name_of(form.model, *id));
        msg::ask_players(
            i64::try_from(of.len()).unwrap_or(i64::MAX),
            &first.unwrap_or_default(),
        )
    };
    view! {
        <button
            type="submit"
            class="brass"
            id="ask-now"
            disabled=derive(move || form.input().is_none())
        >
            {derive(words)}
        </button>
    }
    .into_any()
}
