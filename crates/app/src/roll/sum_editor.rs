//! The editor of a sum, with the parts of the player and the terms that the rules add.

use leptos::prelude::*;
use rules::base::term::Term;
use rules::character::vocabulary::format_signed;
use rules::messages::screen as msg;

use crate::reactive::{Key, derive, keyed_list, memo, on_click, redraw};
use crate::roll::pool::{Pool, SumPart};
use crate::table::rule_link::linked_rules;

/// The parts of a roll's sum, and the terms that the rules add.
#[component]
pub fn SumParts(
    /// The roll that is put together.
    pool: Pool,
) -> impl IntoView {
    view! {
        <ul class="ledger" aria-label=msg::THE_POOL.get()>
            {keyed_list(
                move || pool.parts.with(|parts| parts.iter().map(|part| Key::Part(part.key)).collect()),
                move |key| match key {
                    Key::Part(key) => pool.part(key).map(|part| view! { <PartRow pool part /> }),
                    _ => None,
                },
            )}
            {redraw(move || pool.given.get().into_iter().map(given_term).collect_view())}
        </ul>
    }
}

/// The controls of a part of a roll's sum, with its name, value and removal.
#[component]
fn PartRow(
    /// The roll that is put together.
    pool: Pool,
    /// The part when it was added.
    part: SumPart,
) -> impl IntoView {
    let SumPart {
        key,
        label,
        value: _,
    } = part;
    let value = memo(move || pool.value(key));
    let change = move |change: &dyn Fn(&mut SumPart)| pool.change(key, change);
    view! {
        <li class="term">
            <input
                type="text"
                class="term-label"
                aria-label=msg::PART_OF_THE_POOL.get()
                maxlength="60"
                autocomplete="off"
                prop:value=label.clone()
                on:input:target=move |event| {
                    let label = event.target().value();
                    change(&|part| part.label.clone_from(&label));
                }
            />
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::LESS.get()
                on:click=on_click(move |_| change(&|part| part.value = (part.value - 1).max(-30)))
            >
                "−"
            </button>
            <output class="term-value" data-negative=derive(move || (value.get() < 0).to_string())>
                {derive(move || format_signed(value.get()))}
            </output>
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::MORE_2.get()
                on:click=on_click(move |_| change(&|part| part.value = (part.value + 1).min(30)))
            >
                "+"
            </button>
            <button
                type="button"
                class="quiet icon faint"
                aria-label=msg::REMOVE_THIS_PART.get()
                on:click=on_click(move |_| pool.remove(key))
            >
                "×"
            </button>
        </li>
    }
}

/// Renders a term that the rules add to a roll, which cannot be removed.
fn given_term(term: Term) -> impl IntoView {
    view! {
        <li class="term given">
            <span class="term-label">{term.label.into_owned()}</span>
            {term.rule.map(|rule| linked_rules(rule.as_str()))}
            <output class="term-value" data-negative=(term.value < 0).to_string()>{format_signed(term.value)}</output>
        </li>
    }
}

/// Shows buttons that add a part to the sum of a roll, one for each of the roller's traits, and one for a modifier.
#[component]
pub fn TraitChips(
    /// The roll that is put together.
    pool: Pool,
) -> impl IntoView {
    let traits = memo(move || pool.traits());
    let chip = move |(title, value): (String, i32)| {
        let words = format!("{title} {value}");
        view! {
            <button type="button" class="chip" on:click=on_click(move |_| pool.add(&title, value))>
                {words}
            </button>
        }
    };
    view! {
        <div class="chips" aria-label=msg::ADD_TO_THE_POOL.get()>
            {redraw(move || traits.get().into_iter().map(chip).collect_view())}
            <button
                type="button"
                class="chip"
                id="add-modifier"
                on:click=on_click(move |_| pool.add(msg::MODIFIER.get(), 1))
            >
                {msg::PLUS_MODIFIER.get()}
            </button>
        </div>
    }
}
