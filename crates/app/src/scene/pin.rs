//! The pin of what comes from the scene: in a ledger, where it opens to what it is and what can be done about it, and in
//! a draft.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::encounter::Command;
use rules::encounter::view::{ExchangeView, Standpoint};
use rules::exchange::{ExchangeStep, RulingKind, Slot};
use rules::messages::{Wording, places as msg};
use rules::space::{SceneReading, Separation};

use crate::browser;
use crate::exchange::rulings::send_ruling;
use crate::order::row_actions::PHONE_WIDTH;
use crate::reactive::{derive, on_click, show_when};
use crate::scene::state::SceneForm;
use crate::state::news::party_member;
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::table::rule_link::linked_rules;
use crate::table::stepper::Stepper;

/// Greatest amount of a term changed by hand, in either direction.
const MOST: i32 = 30;

/// Outline of a pin on a map, with its hole, in a square of 16.
const PIN_OUTLINE: &str = "M8 14.5C5 11 3.5 8.7 3.5 6.5a4.5 4.5 0 0 1 9 0c0 2.2-1.5 4.5-4.5 8z\
    M8 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z";

/// Renders the pin, the sign of a term that comes from the scene, and its words.
pub(crate) fn pin_label() -> AnyView {
    view! {
        <span class="pin-label">
            <svg class="mark-icon" aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
                <path d=PIN_OUTLINE></path>
            </svg>
            {msg::FROM_THE_SCENE.get()}
        </span>
    }
    .into_any()
}

/// Finds which fact of the scene a term of an exchange follows from, and the combatant it is about;
/// `None` for other terms.
fn reading_of(view: &ExchangeView, term: &Term) -> Option<(CombatantId, SceneReading)> {
    let rule = term.rule.as_ref().filter(|_| term.from_scene)?.as_str();
    let others = view.at.iter().chain(&view.others);
    let mut all = others
        .zip(view.space.iter().flat_map(|space| space.iter()))
        .flat_map(|(id, between)| between.readings.iter().map(|read| (*id, read)));
    let found = all.find(|(_, read)| read.rules.iter().any(|one| one == rule));
    found.map(|(id, read)| (id, read.clone()))
}

/// Renders the pin of a term that comes from the scene, and the panel that it opens; `None` for
/// other terms.
pub(crate) fn term_pin(
    model: Model,
    exchange: ExchangeId,
    slot: Option<&Slot>,
    term: &Term,
) -> Option<(AnyView, AnyView)> {
    let (by, found, roller) = model.exchanges.with_untracked(|all| {
        let view = all.get(&exchange)?;
        let slots = view.next.iter().flat_map(ExchangeStep::questions);
        let mut slots = slots.filter_map(ExchangeStep::slot_and_party);
        let roller = slots.find(|(at, _)| Some(*at) == slot);
        let roller = roller.and_then(|(_, by)| party_member(view, by));
        Some((view.by, reading_of(view, term)?, roller))
    })?;
    let pinned = PinnedTerm {
        exchange,
        slot: slot.cloned(),
        label: term.label.to_string(),
        value: term.value,
        by,
        of: found.0,
        reading: found.1,
        proposes: {
            let row = roller.and_then(|id| model.current_row(id));
            !model.can_run_table() && row.is_some_and(|row| model.may_act_for(&row))
        },
    };
    Some(draw_pin(model, pinned))
}

/// A term of a sum that comes from the scene.
#[derive(Clone)]
struct PinnedTerm {
    exchange: ExchangeId,
    /// The slot of the sum; `None` if nobody rules on it now.
    slot: Option<Slot>,
    label: String,
    value: i32,
    /// The acting combatant of the exchange.
    by: Option<CombatantId>,
    /// The party about whom the scene says it.
    of: CombatantId,
    reading: SceneReading,
    /// Whether the reader, who plays the combatant that rolls, proposes what storytellers do.
    proposes: bool,
}

/// Draws the pin of a term that comes from the scene, and the panel that it opens.
fn draw_pin(model: Model, pinned: PinnedTerm) -> (AnyView, AnyView) {
    let open = RwSignal::new(false);
    let label = msg::about_the_term(&pinned.label);
    let pin = view! {
        <button
            type="button"
            class="pin"
            aria-expanded=derive(move || open.get().to_string())
            aria-label=label
            on:click=on_click(move |_| open.update(|open| *open = !*open))
        >
            {pin_label()}
        </button>
    };
    let panel = show_when(move || open.get(), move || pin_panel(model, &pinned));
    (pin.into_any(), panel)
}

/// Renders what a term from the scene is, its rules, and what can be done about it.
fn pin_panel(model: Model, pinned: &PinnedTerm) -> AnyView {
    let stage = expect_context::<Stage>();
    let rules = linked_rules(&pinned.reading.rules.join(" "));
    let acts = model.can_run_table() || pinned.proposes;
    let in_scene = match pinned.proposes {
        true => msg::SHOW_IT_IN_THE_SCENE,
        false => msg::CHANGE_IN_THE_SCENE,
    };
    let actions = acts.then(|| {
        let changes = RwSignal::new(false);
        let change = pinned.slot.clone().map(|slot| {
            let pinned = pinned.clone();
            let form = show_when(
                move || changes.get(),
                move || change_form(model, &pinned, slot.clone()),
            );
            let toggle = on_click(move |_| changes.update(|changes| *changes = !*changes));
            (
                view! {
                    <button
                        type="button"
                        class="quiet"
                        aria-expanded=derive(move || changes.get().to_string())
                        on:click=toggle
                    >
                        {msg::CHANGE_FOR_THIS_ROLL.get()}
                    </button>
                },
                form,
            )
        });
        let (change, form) = change.unzip();
        let of = pinned.of;
        let left = pinned.clone();
        view! {
            <div class="actions">
                {change}
                <button type="button" class="quiet" on:click=on_click(move |_| open_place_of(model, stage, of))>
                    {in_scene.get()}
                </button>
                <button type="button" class="quiet" on:click=on_click(move |_| leave_out(model, &left))>
                    {msg::LEAVE_IT_OUT.get()}
                </button>
            </div>
            {form}
        }
    });
    view! {
        <div class="pin-panel">
            <p>{pinned.reading.words.to_string()} " " {rules}</p>
            {actions}
        </div>
    }
    .into_any()
}

/// Renders the field for the number of a term, and the button that rules on it.
fn change_form(model: Model, pinned: &PinnedTerm, slot: Slot) -> AnyView {
    let value = RwSignal::new(pinned.value);
    let (exchange, label) = (pinned.exchange, pinned.label.clone());
    let proposes = pinned.proposes;
    let set = move |_| {
        let ruling = RulingKind::Change {
            slot: slot.clone(),
            label: Wording::verbatim(label.clone()),
            value: value.get_untracked(),
        };
        rule_or_propose(model, (exchange, proposes), ruling);
    };
    let words = if proposes {
        msg::PROPOSE_IT
    } else {
        msg::SET_IT
    };
    let bounds = (-MOST, MOST);
    view! {
        <div class="inline">
            <Stepper
                label=msg::a_term_is_worth(&pinned.label)
                value
                bounds
                set=Callback::new(move |to| value.set(to))
            />
            <button type="button" class="quiet" on:click=on_click(set)>{words.get()}</button>
        </div>
    }
    .into_any()
}

/// Sends a storyteller's ruling about an exchange, or proposes it if `proposes`.
fn rule_or_propose(model: Model, (exchange, proposes): (ExchangeId, bool), ruling: RulingKind) {
    match proposes {
        true => model.propose(Command::Rule {
            exchange,
            ruling,
            why: String::new(),
        }),
        false => send_ruling(model, exchange, ruling),
    }
}

/// Strikes a term from this sum, and overrides what the scene says until one of the two moves.
fn leave_out(model: Model, pinned: &PinnedTerm) {
    if let Some(slot) = pinned.slot.clone() {
        let label = Wording::verbatim(pinned.label.clone());
        let whose = (pinned.exchange, pinned.proposes);
        rule_or_propose(model, whose, RulingKind::Strike { slot, label });
    }
    if let Some(from) = pinned.by.filter(|_| !pinned.proposes) {
        model.send(Command::Situate {
            from,
            to: pinned.of,
            key: pinned.reading.key.clone(),
            value: Some(pinned.reading.without),
        });
    }
}

/// Opens the place of a combatant in the scene, in the list on a phone or else in its form.
fn open_place_of(model: Model, stage: Stage, id: CombatantId) {
    let at = model.with_view(|view| view.standpoint(id));
    let Some(Standpoint::At(place)) = at else {
        return;
    };
    if browser::page_size().0 < PHONE_WIDTH {
        stage.place.set(Some(place));
        stage.open_tab(model, Tab::Scene);
    } else {
        stage
            .scene
            .board()
            .form
            .set(Some(SceneForm::Place(Some(place))));
    }
}

/// Renders a button for each thing that the scene says of a drafted action's target. Pressed again,
/// it is left out of this action.
pub(crate) fn reading_list(
    space: &Separation,
    set: &Parameters,
    leave_out: impl Fn(&str, i32) + Clone + 'static,
) -> Option<AnyView> {
    let readings = space.readings.iter().map(|read| {
        let out = set.get(&read.key).is_some_and(|value| value != read.value);
        let (key, without) = (read.key.clone(), read.without);
        let leave_out = leave_out.clone();
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=(!out).to_string()
                title=read.rules.first().cloned()
                on:click=on_click(move |_| leave_out(&key, without))
            >
                {read.words.to_string()}
            </button>
        }
        .into_any()
    });
    let readings: Vec<AnyView> = readings.collect();
    (!readings.is_empty()).then(|| {
        view! {
            <div class="readings chips" role="group" aria-label=msg::FROM_THE_SCENE.get()>
                {pin_label()}
                {readings}
            </div>
        }
        .into_any()
    })
}
