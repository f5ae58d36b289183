//! Storytellers' rulings about an exchange: a further term, an outcome, its end, a step back.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::base::text::{Name, parse_whole_number};
use rules::encounter::Command;
use rules::encounter::view::ExchangeView;
use rules::exchange::{ExchangeStep, RulingKind};
use rules::messages::screen as msg;

use crate::reactive::{derive, on_click};
use crate::state::news::party_member;
use crate::state::table_state::Model;

/// Sends a ruling about an exchange.
pub(crate) fn send_ruling(model: Model, exchange: ExchangeId, ruling: RulingKind) {
    model.send(Command::Rule {
        exchange,
        ruling,
        why: String::new(),
    });
}

/// Renders the rulings that an exchange allows now.
pub(crate) fn ruling_list(model: Model, view: &ExchangeView) -> AnyView {
    let exchange = view.id;
    let mut steps = view
        .next
        .as_ref()
        .map_or(&[][..], ExchangeStep::questions)
        .iter();
    let slot = steps.find_map(|step| match step {
        ExchangeStep::Roll { slot, .. } => Some(slot.clone()),
        _ => None,
    });
    let (label, value) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let add = move |slot: rules::exchange::Slot| {
        let words = label.get_untracked();
        let words = if words.trim().is_empty() {
            msg::RULING.get()
        } else {
            words.trim()
        };
        let number = value.with_untracked(|value| parse_whole_number(value));
        if let (Ok(label), Some(value)) = (Name::new(words), number) {
            send_ruling(model, exchange, RulingKind::Add { slot, label, value });
        }
    };
    let form = slot.map(|slot| {
        view! {
            <form
                class="inline"
                on:submit=move |event| {
                    event.prevent_default();
                    add(slot.clone());
                }
            >
                <input
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    aria-label=msg::WHAT_COUNTS_AS_WELL.get()
                    placeholder=msg::DARKNESS.get()
                    on:input:target=move |event| label.set(event.target().value())
                />
                <input
                    type="text"
                    class="short"
                    maxlength="4"
                    autocomplete="off"
                    aria-label=msg::BY_HOW_MUCH.get()
                    placeholder="−2"
                    on:input:target=move |event| value.set(event.target().value())
                />
                <button type="submit" class="quiet">{msg::ADD.get()}</button>
            </form>
        }
    });
    view! {
        <details class="rulings">
            <summary>{msg::DECIDE.get()}</summary>
            {form}
            <button
                type="button"
                class="quiet small"
                on:click=on_click(move |_| send_ruling(model, exchange, RulingKind::End))
            >
                {msg::NOTHING_MORE_COMES_OF_IT.get()}
            </button>
        </details>
    }
    .into_any()
}

/// Renders the buttons that undo the last step of an exchange and give the exchange up.
pub(crate) fn step_back_button(model: Model, view: &ExchangeView) -> AnyView {
    let (exchange, steps) = (view.id, view.steps);
    let speaks_for = |who: Option<CombatantId>| {
        let row = who.and_then(|id| model.current_row(id));
        row.is_some_and(|row| model.may_act_for(&row))
    };
    // A choice is taken back by the player who made it; dice that fell, by those who run the table.
    let mut lines = view.ledger.iter().rev();
    let newest = lines.find(|line| line.chose.is_some() || line.rolled.is_some());
    let chose = newest.filter(|line| line.chose.is_some());
    let chooses = chose.is_some_and(|line| speaks_for(party_member(view, line.by)));
    let withdraws = model.can_run_table() || (speaks_for(view.by) && steps == 0);
    view! {
        <button
            hidden=derive(move || steps == 0 || !(chooses || model.can_run_table()))
            type="button"
            class="quiet small"
            on:click=on_click(move |_| model.send(Command::TakeBack { exchange }))
        >
            {msg::TAKE_BACK.get()}
        </button>
        <button
            hidden=derive(move || !withdraws)
            type="button"
            class="quiet small"
            on:click=on_click(move |_| model.send(Command::Withdraw { exchange }))
        >
            {msg::CALL_IT_OFF.get()}
        </button>
    }
    .into_any()
}
