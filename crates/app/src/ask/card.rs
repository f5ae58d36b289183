//! Card of an asked roll on the player's phone: the sum, what can be added, and the button that rolls.

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::base::sorted_map;
use rules::base::term::{Term, sum_terms};
use rules::character::parameters::{ParameterSpec, Parameters};
use rules::character::vocabulary::format_signed;
use rules::encounter::command::AskReply;
use rules::encounter::view::{AskAnswerView, AskView};
use rules::encounter::{AskTelling, Command};
use rules::messages::{asks as msg, screen};

use super::known::{Asks, find_answer, find_ask};
use super::time_left::{count_down, ring_of_time, time_is_up};
use super::wish::wish_field;
use super::words;
use crate::exchange::open_questions::rolls_own_dice;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::roll::faces;
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;

/// Questions that were folded to a line.
pub(super) type Folded = RwSignal<Vec<(AskId, CombatantId)>>;

/// State of the card on which a player is asked for one roll. Cheap to copy.
#[derive(Clone, Copy)]
struct Question {
    model: Model,
    asks: Asks,
    /// The asked roll and the combatant who is asked.
    of: (AskId, CombatantId),
    /// Keys of the parameters that the roller adds.
    added: RwSignal<sorted_map::Set<String>>,
    /// Whether the faces of real dice are typed.
    real: RwSignal<bool>,
    /// The faces as typed.
    faces: RwSignal<String>,
    /// Whether the field for another pool is open.
    wishes: RwSignal<bool>,
    /// Whether the typed faces cannot be read.
    trouble: RwSignal<bool>,
}

/// Renders the card that asks a player for a roll, or the line to which the player folded it.
pub(super) fn question_card(
    model: Model,
    asks: Asks,
    of: (AskId, CombatantId),
    folded: Folded,
) -> AnyView {
    let question = Question {
        model,
        asks,
        of,
        added: RwSignal::new(sorted_map::Set::new()),
        real: RwSignal::new(rolls_own_dice(model)),
        faces: RwSignal::new(String::new()),
        wishes: RwSignal::new(false),
        trouble: RwSignal::new(false),
    };
    let is_folded = move || folded.with(|all| all.contains(&of));
    redraw(move || match is_folded() {
        true => folded_line(question, folded),
        false => open_card(question, folded),
    })
}

/// Renders the line in place of a folded card; a click unfolds the card.
fn folded_line(question: Question, folded: Folded) -> AnyView {
    let of = question.of;
    let what = find_ask(question.asks, of.0).map_or_else(String::new, |ask| ask.what);
    view! {
        <button
            type="button"
            class="ask-folded"
            on:click=on_click(move |_| folded.update(|all| all.retain(|it| *it != of)))
        >
            {msg::still_asked(&what)}
        </button>
    }
    .into_any()
}

/// Renders the whole card that asks for a roll.
fn open_card(question: Question, folded: Folded) -> AnyView {
    let Question { asks, of, .. } = question;
    let now = memo(move || {
        let ask = find_ask(asks, of.0)?;
        let answer = find_answer(&ask, of.1)?;
        Some((ask, answer))
    });
    view! {
        <section class="card ask-card" aria-labelledby="ask-title">
            {redraw(move || now.get().map(|(ask, answer)| card_body(question, &ask, &answer)))}
            <div class="inline ask-aside">
                <button
                    type="button"
                    class="quiet grow"
                    aria-pressed=derive(move || question.real.get().to_string())
                    on:click=on_click(move |_| question.real.update(|on| *on = !*on))
                >
                    {screen::REAL_DICE.get()}
                </button>
                <button
                    type="button"
                    class="quiet grow"
                    on:click=on_click(move |_| folded.update(|all| all.push(of)))
                >
                    {msg::NOT_NOW.get()}
                </button>
            </div>
        </section>
    }
    .into_any()
}

/// Renders what is asked for, the terms that add up to the pool, and the button that rolls.
fn card_body(question: Question, ask: &AskView, answer: &AskAnswerView) -> AnyView {
    let model = question.model;
    let mine = model.with_view(|view| {
        let you = model.you.get_untracked();
        view.rows
            .values()
            .filter(|row| row.owner == Some(you))
            .count()
    });
    let others = ask.answers.len().saturating_sub(1);
    let asks = match (mine, others) {
        (2.., _) => msg::asks_named(&words::name_of(model, answer.who)),
        (_, 0) => msg::ASKS_YOU.get().to_owned(),
        (_, others) => msg::asks_you_and_others(others.try_into().unwrap_or(i64::MAX)),
    };
    let what = answer.instead.clone().unwrap_or_else(|| ask.what.clone());
    let note = match ask.telling {
        AskTelling::Open => None,
        AskTelling::PassFail => Some(msg::PASS_OR_FAIL_TO_YOU.get()),
        AskTelling::Secret { .. } => Some(msg::SECRET_TO_YOU.get()),
    };
    let helper = ask.helper.filter(|helper| {
        let mut answers = ask.answers.iter();
        answers.any(|answer| answer.who == *helper && !answer.made)
    });
    let barred = helper.map(|helper| msg::help_comes_first(&words::name_of(model, helper)));
    let barred = barred.or_else(|| answer.barred.clone());
    let wish = answer.wish.as_ref().map(msg::waits_for_the_storyteller);
    let left = count_down(ask);
    view! {
        <div class="ask-head">
            <div class="grow">
                <p class="faint">{asks}</p>
                <h2 id="ask-title">{what}</h2>
            </div>
            {left.map(|left| ring_of_time(ask, left))}
        </div>
        {(!ask.words.is_empty()).then(|| view! { <p class="ask-words">"“" {ask.words.clone()} "”"</p> })}
        {sum_of(question, ask, answer)}
        {options(question, ask)}
        {wish.map(|wish| view! { <p class="faint" role="status">{wish}</p> })}
        {redraw(move || question.wishes.get().then(|| wish_field(model, question.of, question.wishes)))}
        {redraw(move || question.real.get().then(|| faces_field(question)))}
        {barred.clone().map(|why| view! { <p class="trouble">{why}</p> })}
        {roll_button(question, answer, barred.is_some())}
        {left.map(time_is_up)}
        {note.map(|note| view! { <p class="faint">{note}</p> })}
    }
    .into_any()
}

/// Returns the terms and parameters of an asked roll, with the options that the roller has added.
fn with_added(question: Question, answer: &AskAnswerView) -> (Vec<Term>, Parameters) {
    let model = question.model;
    let rules = model.rules();
    let added = question.added.get();
    let reading = added
        .iter()
        .fold(answer.reading.clone(), |reading, key| reading.with(key, 1));
    let row = model.current_row(answer.who);
    let more = row.and_then(|row| {
        model.with_combatant_info(&row, |who| {
            let before = rules.roll_terms(who, &answer.reading);
            let after = rules.roll_terms(who, &reading).into_iter();
            after
                .filter(|term| !before.contains(term))
                .collect::<Vec<_>>()
        })
    });
    let terms = answer.terms.iter().cloned().chain(more.unwrap_or_default());
    (terms.collect(), reading)
}

/// Renders the terms that add up to the dice pool, one line each.
fn sum_of(question: Question, ask: &AskView, answer: &AskAnswerView) -> AnyView {
    let rules = question.model.rules();
    let answer = answer.clone();
    let needs = (ask.needs > 1).then(|| msg::needs(&ask.needs));
    redraw(move || {
        let (terms, reading) = with_added(question, &answer);
        let offer = rules.preview_roll(sum_terms(&terms), &reading);
        let dial = rules.describe_parameters(&reading);
        let parts = [
            offer.sum_title.get().to_owned(),
            dial,
            needs.clone().unwrap_or_default(),
        ];
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let title = parts.collect::<Vec<_>>().join(" · ");
        let long = offer.sum.chars().any(char::is_alphabetic);
        view! {
            <ul class="ledger">{terms.into_iter().map(term_line).collect_view()}</ul>
            <p class="sum">
                <span>{title}</span>
                <strong data-words=long.to_string()>{offer.sum}</strong>
            </p>
        }
    })
}

/// Renders a term of a dice pool with its rule.
fn term_line(term: Term) -> AnyView {
    view! {
        <li class="term given">
            <span class="term-label">{term.label.to_string()}</span>
            <span>{term.rule.as_ref().map(|rule| linked_rules(rule.as_str()))}</span>
            <span class="term-value" data-negative=(term.value < 0).to_string()>{format_signed(term.value)}</span>
        </li>
    }
    .into_any()
}

/// Renders the options that the roller may add to an asked roll, and the button that asks for
/// another trait.
fn options(question: Question, ask: &AskView) -> AnyView {
    let rules = question.model.rules();
    let hushed = matches!(ask.telling, AskTelling::Secret { announced: false });
    let offered = |spec: &ParameterSpec| {
        let costs = || {
            rules
                .roll_cost(&Parameters::default().with(spec.key, 1))
                .is_some()
        };
        rules.facts().roller_options.contains(&spec.key) && !(hushed && costs())
    };
    let specs = rules.parameter_specs(None);
    let chips = specs.into_iter().filter(offered).map(|spec| {
        let key = spec.key;
        let on = move || question.added.with(|added| added.contains(key));
        view! {
            <button
                type="button"
                class="chip"
                data-option=key
                aria-pressed=derive(move || on().to_string())
                on:click=on_click(move |_| {
                    question.added.update(|added| {
                        if !added.remove(key) {
                            added.insert(key.to_owned());
                        }
                    });
                })
            >
                {spec.title.get()}
            </button>
        }
    });
    view! {
        <div class="chips">
            {chips.collect_view()}
            <button
                type="button"
                class="chip"
                aria-pressed=derive(move || question.wishes.get().to_string())
                on:click=on_click(move |_| question.wishes.update(|on| *on = !*on))
            >
                {msg::SOMETHING_ELSE.get()}
            </button>
        </div>
    }
    .into_any()
}

/// Renders the field for the faces of real dice that the roller throws by hand.
fn faces_field(question: Question) -> AnyView {
    let sides = question.model.rules().facts().die_sides;
    view! {
        <input
            type="text"
            inputmode="numeric"
            autocomplete="off"
            id="ask-faces"
            aria-label=screen::WHAT_THE_DICE_SHOW.get()
            placeholder=faces::example_faces(sides)
            aria-invalid=derive(move || question.trouble.get().to_string())
            prop:value=question.faces
            on:input:target=move |event| {
                question.trouble.set(false);
                question.faces.set(event.target().value());
            }
        />
    }
    .into_any()
}

/// Renders the button that rolls, or records the faces of real dice; disabled if `barred`.
fn roll_button(question: Question, answer: &AskAnswerView, barred: bool) -> AnyView {
    let (model, (ask, who)) = (question.model, question.of);
    let answer = answer.clone();
    let label = move || match question.real.get() {
        true => screen::RECORD.get().to_owned(),
        false => {
            let (terms, reading) = with_added(question, &answer);
            words::roll_button(model, &terms, &reading)
        }
    };
    let roll = move || {
        let sides = model.rules().facts().die_sides;
        let faces = match question.real.get_untracked() {
            true => match faces::read_faces(&question.faces.get_untracked(), sides) {
                Some(faces) => Some(faces),
                None => return question.trouble.set(true),
            },
            false => None,
        };
        let added = question.added.get_untracked();
        let reply = AskReply::Roll { added, faces };
        model.send(Command::AnswerAsk { ask, who, reply });
    };
    view! {
        <button
            type="button"
            class="brass roll-now"
            id="ask-roll"
            disabled=derive(move || barred || model.pending.get() > 0)
            on:click=on_click(move |_| roll())
        >
            {derive(label)}
        </button>
    }
    .into_any()
}
