//! The roll panel: a sum of named parts, the parameters of the roll, and the button that rolls. All of it comes from
//! the rules as data.

use leptos::prelude::*;
use rules::base::seat::Role;
use rules::encounter::Command;
use rules::messages::screen as msg;

use crate::reactive::{derive, memo, on_click};
use crate::roll::card::LastRoll;
use crate::roll::faces;
use crate::roll::odds::Odds;
use crate::roll::parameter_controls::ParameterControls;
use crate::roll::pool::Pool;
use crate::roll::roller::Roller;
use crate::roll::saved_rolls::SavedRolls;
use crate::roll::sum_editor::{SumParts, TraitChips};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::rule_link::derive_linked_rules;

/// The panel in which dice rolls are put together.
#[component]
pub fn RollPanel() -> impl IntoView {
    let model = expect_context::<Model>();
    if model.role() == Role::Spectator {
        return None;
    }
    let stage = expect_context::<Stage>();
    let pool = Pool::new(model, stage);
    // While a fight runs, those who run the table need the dice seldom: one line, until it is opened.
    let open = memo(move || {
        let seldom = model.can_run_table() && model.turn.with(|turn| turn.round > 0);
        stage.dice.get().unwrap_or(!seldom)
    });
    Some(view! {
        {dice_fold(stage, open)}
        <form
            data-open=derive(move || open.get().to_string())
            class="card roll-panel"
            method="dialog"
            id="roll-panel"
            on:submit=move |event| {
                event.prevent_default();
                if let Some(ask) = pool.roll_request() {
                    model.send(Command::Roll(Box::new(ask)));
                }
            }
        >
            <Roller />
            <SavedRolls pool />
            <input
                type="text"
                id="roll-what"
                aria-label=msg::WHAT_THE_ROLL_IS_FOR.get()
                placeholder=msg::WHAT_FOR_2.get()
                maxlength="60"
                autocomplete="off"
                prop:value=pool.what
                on:input:target=move |event| pool.what.set(event.target().value())
            />
            <SumParts pool />
            <TraitChips pool />
            <div class="sum">
                <span>{derive(move || pool.offer.with(|offer| offer.sum_title.get()))}</span>
                <strong data-words=derive(move || pool.offer.with(|offer| has_words(&offer.sum)).to_string())>
                    {derive(move || pool.offer.with(|offer| offer.sum.clone()))}
                </strong>
            </div>
            <Odds pool />
            <div class="reading">
                <ParameterControls dials=pool.dials reading=pool.turned />
                {model.can_run_table().then(|| view! {
                    <label class="check">
                        <input
                            type="checkbox"
                            id="roll-hidden"
                            prop:checked=pool.hidden
                            on:change:target=move |event| pool.hidden.set(event.target().checked())
                        />
                        {msg::HIDDEN_FROM_PLAYERS.get()}
                    </label>
                })}
            </div>
            {real_faces(model, pool)}
            <p class="trouble" role="alert">
                {derive_linked_rules(move || pool.trouble.get().or_else(|| pool.forbidden.get()))}
            </p>
            {roll_actions(pool)}
            <LastRoll />
        </form>
    })
}

/// Renders the heading that opens and folds the panel of dice rolls.
fn dice_fold(stage: Stage, open: Memo<bool>) -> AnyView {
    view! {
        <h2 class="part-head">
            <button
                type="button"
                class="quiet dice-fold"
                aria-expanded=derive(move || open.get().to_string())
                aria-controls="roll-panel"
                on:click=on_click(move |_| stage.dice.set(Some(!open.get_untracked())))
            >
                {msg::DICE.get()}
            </button>
        </h2>
    }
    .into_any()
}

/// Renders the field for the faces of dice rolled by hand, if the player rolls those.
fn real_faces(model: Model, pool: Pool) -> AnyView {
    view! {
        <input
            hidden=derive(move || !pool.real.get())
            type="text"
            id="real-faces"
            class="faces-input"
            inputmode="numeric"
            aria-label=msg::FACES_OF_THE_REAL_DICE.get()
            placeholder=msg::faces_as_they_fell(&faces::example_faces(model.rules().facts().die_sides))
            autocomplete="off"
            prop:value=pool.faces
            on:input:target=move |event| pool.faces.set(event.target().value())
        />
    }
    .into_any()
}

/// Renders the button that rolls, the switch for real dice, and the cost of the roll.
fn roll_actions(pool: Pool) -> AnyView {
    let button_words = move || {
        if pool.real.get() {
            msg::WRITE_IT_DOWN.get().to_owned()
        } else {
            pool.offer.with(|offer| offer.button.clone())
        }
    };
    view! {
        <div class="actions">
            <button type="submit" class="brass" id="roll">{derive(button_words)}</button>
            <button
                type="button"
                class="quiet"
                aria-pressed=derive(move || pool.real.get().to_string())
                on:click=on_click(move |_| pool.real.update(|real| *real = !*real))
            >
                {msg::REAL_DICE.get()}
            </button>
            <span class="faint roll-cost">{derive(move || pool.cost())}</span>
        </div>
    }
    .into_any()
}

/// Whether the typed sum of a roll contains letters, such as the name of a trait.
fn has_words(sum: &str) -> bool {
    sum.chars().any(char::is_alphabetic)
}
