//! A question for a roll: its terms, the benefits that can be bought for it, and the button that rolls.

use leptos::prelude::*;
use rules::base::term::Term;
use rules::character::vocabulary::format_signed;
use rules::encounter::Question;
use rules::encounter::command::{AnswerInput, Command};
use rules::exchange::{PendingRoll, RollBenefit, RulingKind, Slot};
use rules::messages::{Wording, screen as msg};

use crate::exchange::answering::{SUGGESTED_ANSWER_ID, send_answer};
use crate::exchange::open_questions::{OpenQuestion, rolls_own_dice};
use crate::exchange::{chance, rulings};
use crate::reactive::{derive, on_click};
use crate::roll::faces;
use crate::scene::pin::term_pin;
use crate::scene::vantage::vantage_line;
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;

/// Renders a roll that waits to be made with all its terms; `buys` are the benefits to pay for.
pub(super) fn roll_question(
    model: Model,
    asked: &OpenQuestion,
    check: &PendingRoll,
    buys: &[RollBenefit],
) -> AnyView {
    let bought = RwSignal::new(Vec::<String>::new());
    let slot = asked.step.slot_and_party().map(|(slot, _)| slot.clone());
    let terms: Vec<AnyView> = check
        .terms
        .iter()
        .map(|term| term_line(model, asked, slot.as_ref(), term))
        .collect();
    let offer = model.rules().preview_roll(check.sum(), &check.reading);
    let own_dice = rolls_own_dice(model);
    let faces_typed = RwSignal::new(String::new());
    let sides = model.rules().facts().die_sides;
    let whole = asked.clone();
    let trouble = RwSignal::new(false);
    let throw = move |_: leptos::ev::MouseEvent| {
        let typed = faces_typed.get_untracked();
        let faces = match own_dice && !typed.trim().is_empty() {
            true => match faces::read_faces(&typed, sides) {
                Some(faces) => Some(faces),
                None => return trouble.set(true),
            },
            false => None,
        };
        let bought = bought.get_untracked();
        send_answer(model, &whole, AnswerInput::Roll { bought, faces }, true);
    };
    let buys: Vec<AnyView> = buys.iter().map(|it| buy_check(it, bought)).collect();
    let question = Question::OddsOf {
        exchange: asked.exchange,
        answer: None,
    };
    let odds = chance::chances_line(model, chance::ask_chances(model, question));
    view! {
        <p class="question-title">{check.title.to_string()}</p>
        <ul class="ledger">{terms}</ul>
        <p class="sum"><span>{offer.sum_title.get()}</span> <strong>{offer.sum}</strong></p>
        <p class="faint">{odds}</p>
        {buys}
        {own_dice.then(|| own_faces(sides, faces_typed, trouble))}
        <button
            type="button"
            class="brass roll-now"
            id=asked.mine.then_some(SUGGESTED_ANSWER_ID)
            on:click=on_click(throw)
        >
            {derive(move || match faces_typed.with(|typed| typed.trim().is_empty()) {
                true => offer.button.clone(),
                false => msg::RECORD.get().to_owned(),
            })}
        </button>
        {better_place(model, asked)}
    }
    .into_any()
}

/// Renders the best other place from which the reader's combatant could act; `None` without a scene
/// or after the first roll.
fn better_place(model: Model, asked: &OpenQuestion) -> Option<AnyView> {
    let exchange = asked.exchange;
    let target = model.exchanges.with_untracked(|all| {
        let view = all.get(&exchange).filter(|view| view.space.is_some())?;
        let own = asked.who == view.by && view.steps == 0;
        view.at.first().copied().filter(|_| own)
    })?;
    let row = asked.who.and_then(|id| model.current_row(id))?;
    let question = Question::VantageOf { exchange };
    model
        .may_act_for(&row)
        .then(|| vantage_line(model, question, target))
}

/// Renders the field for the faces of the reader's real dice.
fn own_faces(sides: u16, typed: RwSignal<String>, trouble: RwSignal<bool>) -> AnyView {
    view! {
        <input
            type="text"
            inputmode="numeric"
            autocomplete="off"
            class="own-faces"
            aria-label=msg::WHAT_THE_DICE_SHOW.get()
            placeholder=faces::example_faces(sides)
            aria-invalid=derive(move || trouble.get().to_string())
            prop:value=typed
            on:input:target=move |event| {
                trouble.set(false);
                typed.set(event.target().value());
            }
        />
    }
    .into_any()
}

/// Renders a checkbox for a benefit that a roll can be given at a cost; `bought` holds the keys of
/// the chosen ones.
fn buy_check(buy: &RollBenefit, bought: RwSignal<Vec<String>>) -> AnyView {
    let (key, title) = (buy.key.to_string(), buy.title.to_string());
    let barred = buy.barred.clone();
    let named = key.clone();
    view! {
        <div class="buy-line">
            <label class="check buy" data-buy=named>
                <input
                    type="checkbox"
                    disabled=barred.is_some()
                    on:change:target=move |event| {
                        let key = key.clone();
                        let on = event.target().checked();
                        bought.update(|all| {
                            all.retain(|other| *other != key);
                            if on {
                                all.push(key);
                            }
                        });
                    }
                />
                {title}
                {barred.map(|why| view! { <span class="faint">{String::from(why)}</span> })}
            </label>
            {linked_rules(buy.rule.as_str())}
        </div>
    }
    .into_any()
}

/// Renders a term of a sum with its rule; storytellers can strike it.
fn term_line(model: Model, asked: &OpenQuestion, slot: Option<&Slot>, term: &Term) -> AnyView {
    let label = term.label.to_string();
    let exchange = asked.exchange;
    let strike = slot.filter(|_| model.can_run_table()).map(|slot| {
        let (slot, label) = (slot.clone(), label.clone());
        let name = msg::strike(&label);
        view! {
            <button
                type="button"
                class="quiet icon small"
                aria-label=name
                on:click=on_click(move |_| {
                    let (slot, label) = (slot.clone(), label.clone());
                    rulings::send_ruling(model, exchange, RulingKind::Strike { slot, label: Wording::verbatim(label) });
                })
            >
                "×"
            </button>
        }
    });
    let rule = term.rule.as_ref().map(|rule| linked_rules(rule.as_str()));
    let (pin, panel) = term_pin(model, exchange, slot, term).unzip();
    view! {
        <li class="term given">
            <span class="term-label">{label} " " {pin}</span>
            <span>{rule}</span>
            <span class="term-value" data-negative=(term.value < 0).to_string()>{format_signed(term.value)}</span>
            {strike}
            {panel}
        </li>
    }
    .into_any()
}

/// Renders the checkbox with which a reader rolls real dice.
pub(crate) fn own_dice_check(model: Model) -> AnyView {
    view! {
        <label class="check">
            <input
                type="checkbox"
                id="own-dice"
                prop:checked=derive(move || rolls_own_dice(model))
                on:change:target=move |event| {
                    model.send(Command::OwnDice { own: event.target().checked() });
                }
            />
            {if model.can_run_table() { msg::HOLD_THE_DICE.get() } else { msg::MY_OWN_DICE.get() }}
        </label>
    }
    .into_any()
}
