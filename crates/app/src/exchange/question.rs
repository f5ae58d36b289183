//! A question of an exchange: options as cards, a number, or a roll with all its terms.

use leptos::prelude::*;
use rules::encounter::Question;
use rules::encounter::command::AnswerInput;
use rules::encounter::view::WaitView;
use rules::exchange::{ChoiceOption, ExchangeStep, RulingKind};
use rules::messages::screen as msg;

use crate::browser;
use crate::exchange::answering::{SUGGESTED_ANSWER_ID, send_answer};
use crate::exchange::open_questions::{OpenQuestion, likely_option, name_of, option_dice};
use crate::exchange::roll_question::roll_question;
use crate::exchange::{chance, rulings};
use crate::reactive::{derive, on_click};
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;
use crate::table::stepper::Stepper;

/// Renders a question with its controls if the reader may answer it, or else the name of the combatant whose answer is
/// awaited.
pub(crate) fn question_card(model: Model, asked: &OpenQuestion) -> AnyView {
    let name = name_of(model, asked.who);
    if !asked.may {
        return view! { <p class="faint waits-for">{msg::answer_waits_for(&name)}</p> }.into_any();
    }
    let body = match &asked.step {
        ExchangeStep::Choose {
            title,
            rule,
            options,
            ..
        } => choice_question(model, asked, title, rule.as_str(), options),
        ExchangeStep::Number {
            title, rule, range, ..
        } => number_question(model, asked, title, rule.as_str(), *range),
        ExchangeStep::Roll { check, buys, .. } => roll_question(model, asked, check, buys),
        ExchangeStep::Several(_) => ().into_any(),
    };
    // For storytellers: a question to another seat is left to that seat until it is overdue.
    let wait = asked.wait.as_ref().map(|it| deadline(model, it));
    if asked.mine {
        view! { <div class="question">{wait}{body}</div> }.into_any()
    } else {
        view! {
            <details class="question instead">
                <summary>{msg::answer_instead(&name)}</summary>
                {wait}
                {body}
            </details>
        }
        .into_any()
    }
}

/// Renders the time left to answer as a ring that runs out, and what happens then.
fn deadline(model: Model, wait: &WaitView) -> AnyView {
    let Some(until) = wait.until else {
        return view! { <p class="faint wait">{msg::TIME_IS_UP_THE_STORYTELLER.get()}</p> }
            .into_any();
    };
    // What time it is, only the browser knows.
    let left = RwSignal::new(0);
    count_down(left, until, 0);
    let all = model.with_view(|view| view.countdown.map_or(1, |it| u32::from(it.seconds).max(1)));
    let share = move || format!("{} 100", (left.get() * 100 / all).min(100));
    let seconds = move || (left.get() > 0).then(|| msg::seconds_left(&left.get()));
    view! {
        <p class="faint wait">
            <span class="ring" data-left=derive(move || left.get().to_string()) hidden=derive(move || left.get() == 0)>
                <svg aria-hidden="true" viewBox="0 0 36 36">
                    <circle cx="18" cy="18" r="15.9" />
                    <circle class="ring-left" cx="18" cy="18" r="15.9" stroke-dasharray=derive(share) />
                </svg>
            </span>
            <span class="unseen">{derive(seconds)}</span>
            {msg::then(&wait.then)}
        </p>
    }
    .into_any()
}

/// Updates `left` each second until the time `until`, as long as the question is shown.
fn count_down(left: RwSignal<u32>, until: u64, wait: u32) {
    browser::run_later(wait, move || {
        if left.try_set(browser::seconds_until(until)).is_none() {
            count_down(left, until, 1_000);
        }
    });
}

/// Renders a question with options, each as a card with its odds.
fn choice_question(
    model: Model,
    asked: &OpenQuestion,
    title: &str,
    rule: &str,
    options: &[ChoiceOption],
) -> AnyView {
    let stops = RwSignal::new(false);
    let (open, barred): (Vec<&ChoiceOption>, Vec<&ChoiceOption>) =
        options.iter().partition(|option| option.barred.is_none());
    let likely = likely_option(&open);
    let known: Vec<_> = open
        .iter()
        .map(|option| option_chances(model, asked, option))
        .collect();
    if let Some(who) = asked.who.filter(|_| asked.mine) {
        chance::expect_damage(who, known.clone());
    }
    let open = open.iter().zip(known).enumerate();
    let open: Vec<AnyView> = open
        .map(|(at, (option, known))| {
            open_option(model, asked, option, (at == likely, known), stops)
        })
        .collect();
    let count = barred.len();
    let barred: Vec<AnyView> = barred
        .iter()
        .filter_map(|option| barred_option(model, asked, option))
        .collect();
    view! {
        <p class="question-title">{title.to_owned()} " " {linked_rules(rule)}</p>
        <ul class="options">{open}</ul>
        <div class="folds">
            {(count > 0).then(|| view! {
                <details class="not-now">
                    <summary>{msg::not_now(&count)}</summary>
                    <ul class="plain">{barred}</ul>
                </details>
            })}
            <label class="check">
                <input
                    type="checkbox"
                    on:change:target=move |event| stops.set(event.target().checked())
                />
                {msg::BUY_SOMETHING_FIRST.get()}
            </label>
        </div>
    }
    .into_any()
}

/// Asks for the odds of an option that answers a question.
fn option_chances(model: Model, asked: &OpenQuestion, option: &ChoiceOption) -> chance::OddsSignal {
    let slot = asked.step.slot_and_party().map(|(slot, _)| slot.clone());
    let chose = AnswerInput::Chose(option.key.to_string());
    let question = Question::OddsOf {
        exchange: asked.exchange,
        answer: slot.map(|slot| (slot, chose)),
    };
    chance::ask_chances(model, question)
}

/// Renders an option that can be chosen, with its dice and odds.
fn open_option(
    model: Model,
    asked: &OpenQuestion,
    option: &ChoiceOption,
    (likely, known): (bool, chance::OddsSignal),
    stops: RwSignal<bool>,
) -> AnyView {
    let key = option.key.to_string();
    let words = option.title.to_string();
    let dice = option_dice(model, option);
    let odds = chance::chances_line(model, known);
    let id = (likely && asked.mine).then_some(SUGGESTED_ANSWER_ID);
    let (whole, chosen) = (asked.clone(), key.clone());
    let choose = move |_: leptos::ev::MouseEvent| {
        let chose = AnswerInput::Chose(chosen.clone());
        send_answer(model, &whole, chose, !stops.get_untracked());
    };
    view! {
        <li>
            <button
                type="button"
                class="option"
                id=id
                data-key=key
                data-likely=likely.to_string()
                on:click=on_click(choose)
            >
                <span class="option-title">
                    {words}
                    {dice.map(|dice| view! { <b class="option-dice">{dice}</b> })}
                </span>
                {odds}
            </button>
        </li>
    }
    .into_any()
}

/// Renders an option that the rules bar, with the reason; storytellers can allow it.
fn barred_option(model: Model, asked: &OpenQuestion, option: &ChoiceOption) -> Option<AnyView> {
    let (why, rule) = option.barred.as_ref()?;
    let (slot, _) = asked.step.slot_and_party()?;
    let (slot, key) = (slot.clone(), option.key.to_string());
    let exchange = asked.exchange;
    let named = key.clone();
    let force = move |_: leptos::ev::MouseEvent| {
        let (slot, key) = (slot.clone(), key.clone());
        rulings::send_ruling(model, exchange, RulingKind::Choose { slot, key });
    };
    let barred = view! {
        <li class="barred" data-barred="true" data-key=named>
            <span><b>{option.title.to_string()}</b> " " {why.to_string()} " " {linked_rules(rule.as_str())}</span>
            {model.can_run_table().then(|| view! {
                <button type="button" class="quiet small" on:click=on_click(force)>{msg::ALLOW_IT.get()}</button>
            })}
        </li>
    };
    Some(barred.into_any())
}

/// Renders a question of an exchange that is answered by a number.
fn number_question(
    model: Model,
    asked: &OpenQuestion,
    title: &str,
    rule: &str,
    range: (i32, i32),
) -> AnyView {
    let value = RwSignal::new(range.0);
    let whole = asked.clone();
    view! {
        <p class="question-title">{title.to_owned()} " " {linked_rules(rule)}</p>
        <div class="inline">
            <Stepper label=msg::NUMBER.get() value bounds=range set=Callback::new(move |to| value.set(to)) />
            <button
                type="button"
                class="brass"
                id=asked.mine.then_some(SUGGESTED_ANSWER_ID)
                on:click=on_click(move |_| send_answer(model, &whole, AnswerInput::Number(value.get_untracked()), true))
            >
                {msg::TAKE_THAT.get()}
            </button>
        </div>
    }
    .into_any()
}
