//! A question of an exchange: options as cards, a number, or a roll with everything it is made of.

use leptos::prelude::*;
use rules::encounter::Question;
use rules::encounter::command::{AskedAnswer, Command};
use rules::encounter::view::WaitView;
use rules::exchange::{Buy, Check, Choice, Ruled, Slot, Step};
use rules::messages::{Wording, screen as msg};
use rules::speech::signed;
use rules::term::Term;

use crate::browser;
use crate::exchange::open_questions::{
    OpenQuestion, likely_option, name_of, option_dice, rolls_own_dice,
};
use crate::exchange::{chance, rulings};
use crate::reactive::{derive, on_click};
use crate::roll::faces;
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;
use crate::table::stepper::Stepper;

/// The id of the button that gives the likely answer.
pub(crate) const FIRST: &str = "fight-first";

/// The question, as far as the reader may answer it; else whose answer it waits for.
pub(crate) fn question_card(model: Model, asked: &OpenQuestion) -> AnyView {
    let name = name_of(model, asked.who);
    if !asked.may {
        return view! { <p class="faint waits-for">{msg::answer_waits_for(&name)}</p> }.into_any();
    }
    let body = match &asked.step {
        Step::Choose {
            title,
            rule,
            options,
            ..
        } => choice_question(model, asked, title, rule.as_str(), options),
        Step::Number {
            title, rule, range, ..
        } => number_question(model, asked, title, rule.as_str(), *range),
        Step::Roll { check, buys, .. } => roll_question(model, asked, check, buys),
        Step::Several(_) => ().into_any(),
    };
    // For those who run the table: what another seat is asked is theirs, until it takes too long.
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

/// How long the question waits, by this device's clock, as a ring that runs out; and what happens then.
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

/// Counts on each second, as long as the question is shown.
fn count_down(left: RwSignal<u32>, until: u64, wait: u32) {
    browser::later(wait, move || {
        if left.try_set(browser::seconds_until(until)).is_none() {
            count_down(left, until, 1_000);
        }
    });
}

/// A question with options, each a card with its odds.
fn choice_question(
    model: Model,
    asked: &OpenQuestion,
    title: &str,
    rule: &str,
    options: &[Choice],
) -> AnyView {
    let stops = RwSignal::new(false);
    let (open, barred): (Vec<&Choice>, Vec<&Choice>) =
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

/// Asks for the odds of an option.
fn option_chances(model: Model, asked: &OpenQuestion, option: &Choice) -> chance::Known {
    let slot = asked.step.asked().map(|(slot, _)| slot.clone());
    let chose = AskedAnswer::Chose(option.key.to_string());
    let question = Question::OddsOf {
        exchange: asked.exchange,
        answer: slot.map(|slot| (slot, chose)),
    };
    chance::ask_chances(model, question)
}

/// An option that can be chosen, with its dice and what it would come to.
fn open_option(
    model: Model,
    asked: &OpenQuestion,
    option: &Choice,
    (likely, known): (bool, chance::Known),
    stops: RwSignal<bool>,
) -> AnyView {
    let key = option.key.to_string();
    let words = option.title.to_string();
    let dice = option_dice(model, option);
    let odds = chance::chances_line(model, known);
    let id = (likely && asked.mine).then_some(FIRST);
    let (whole, chosen) = (asked.clone(), key.clone());
    let choose = move |_: leptos::ev::MouseEvent| {
        let chose = AskedAnswer::Chose(chosen.clone());
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

/// An option that the rules bar, with the reason; those who run the table can allow it.
fn barred_option(model: Model, asked: &OpenQuestion, option: &Choice) -> Option<AnyView> {
    let (why, rule) = option.barred.as_ref()?;
    let (slot, _) = asked.step.asked()?;
    let (slot, key) = (slot.clone(), option.key.to_string());
    let exchange = asked.exchange;
    let named = key.clone();
    let force = move |_: leptos::ev::MouseEvent| {
        let (slot, key) = (slot.clone(), key.clone());
        rulings::send_ruling(model, exchange, Ruled::Choose { slot, key });
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

/// A question for a number.
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
                id=asked.mine.then_some(FIRST)
                on:click=on_click(move |_| send_answer(model, &whole, AskedAnswer::Number(value.get_untracked()), true))
            >
                {msg::TAKE_THAT.get()}
            </button>
        </div>
    }
    .into_any()
}

/// A roll with everything it is made of.
fn roll_question(model: Model, asked: &OpenQuestion, check: &Check, buys: &[Buy]) -> AnyView {
    let bought = RwSignal::new(Vec::<String>::new());
    let slot = asked.step.asked().map(|(slot, _)| slot.clone());
    let terms: Vec<AnyView> = check
        .terms
        .iter()
        .map(|term| term_line(model, asked, slot.as_ref(), term))
        .collect();
    let offer = model.rules().offer(check.sum(), &check.reading);
    let own_dice = rolls_own_dice(model);
    let faces_typed = RwSignal::new(String::new());
    let sides = model.rules().sides();
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
        send_answer(model, &whole, AskedAnswer::Roll { bought, faces }, true);
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
        <button type="button" class="brass roll-now" id=asked.mine.then_some(FIRST) on:click=on_click(throw)>
            {derive(move || match faces_typed.with(|typed| typed.trim().is_empty()) {
                true => offer.button.clone(),
                false => msg::RECORD.get().to_owned(),
            })}
        </button>
    }
    .into_any()
}

/// The field for what the reader's own dice show.
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

/// A checkbox for something that can be bought for the dice; `bought` are the keys of what is.
fn buy_check(buy: &Buy, bought: RwSignal<Vec<String>>) -> AnyView {
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

/// A term of a sum with its rule; those who run the table can strike it.
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
                    rulings::send_ruling(model, exchange, Ruled::Strike { slot, label: Wording::verbatim(label) });
                })
            >
                "×"
            </button>
        }
    });
    let rule = term.rule.as_ref().map(|rule| linked_rules(rule.as_str()));
    view! {
        <li class="term given">
            <span class="term-label">{label}</span>
            <span>{rule}</span>
            <span class="term-value" data-negative=(term.value < 0).to_string()>{signed(term.value)}</span>
            {strike}
        </li>
    }
    .into_any()
}

/// A checkbox that says whether the reader rolls real dice.
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

/// Answers a question of an exchange; with `throws`, what follows throws itself.
fn send_answer(model: Model, asked: &OpenQuestion, answer: AskedAnswer, throws: bool) {
    let Some((slot, _)) = asked.step.asked() else {
        return;
    };
    model.send(Command::Answer {
        exchange: asked.exchange,
        slot: slot.clone(),
        answer,
        throws,
    });
}
