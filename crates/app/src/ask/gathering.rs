//! The card that gathers the answers to an asked roll, for storytellers.

use leptos::prelude::*;
use rules::base::id::{AskId, CombatantId};
use rules::encounter::command::{AskReply, AskStep};
use rules::encounter::view::{AskAnswerView, AskView};
use rules::encounter::{AskTelling, Command, Side};
use rules::messages::asks as msg;

use super::known::{Asks, find_ask};
use super::reading::is_reading;
use super::tell::tell_form;
use super::time_left::{SecondsLeft, count_down};
use super::words;
use crate::log::entries;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;

/// Number of foes beyond which they share a folded row.
const MOST_FOES: usize = 3;

/// Renders the storyteller's card that collects the answers to an asked roll.
pub(super) fn gathering_card(model: Model, asks: Asks, id: AskId) -> AnyView {
    let now = memo(move || find_ask(asks, id));
    let tells = RwSignal::new(false);
    let left = memo(move || now.with(|ask| ask.as_ref().and_then(count_down)));
    view! {
        <section class="card ask-gathering" data-ask=id.0.to_string() aria-label=msg::THESE_ROLLS.get()>
            {redraw(move || now.get().map(|ask| gathering_body(model, &ask, left.get())))}
            {redraw(move || {
                let ask = now.get()?;
                Some(match tells.get() {
                    true => tell_form(model, &ask, tells),
                    false => gathering_foot(model, &ask, (tells, left.get())),
                })
            })}
        </section>
    }
    .into_any()
}

/// Renders the card's head and a row for each combatant that is asked.
fn gathering_body(model: Model, ask: &AskView, left: Option<SecondsLeft>) -> AnyView {
    // Who is here changes beside the view.
    model.here.track();
    let (all, made) = count_answers(ask);
    let words = (!ask.words.is_empty()).then(|| format!("“{}” · ", ask.words));
    let follows = words::follows(model, ask);
    let time = left.map(|left| derive(move || words::time_left(left.get())));
    let is_foe = |answer: &&AskAnswerView| {
        let row = model.current_row(answer.who);
        row.is_some_and(|row| row.side == Side::Foe && row.owner.is_none())
    };
    let (foes, others): (Vec<_>, Vec<_>) = ask.answers.iter().partition(is_foe);
    let row = |answer: &&AskAnswerView| answer_row(model, ask, answer);
    let foes_made = foes.iter().filter(|answer| answer.made).count();
    let count = foes.len();
    let rows: Vec<AnyView> = foes.iter().map(row).collect();
    let foes = match count > MOST_FOES {
        false => rows.into_any(),
        true => view! {
            <li class="ask-crowd">
                <details>
                    <summary>
                        {msg::foes_in_one(i64::try_from(count).unwrap_or(i64::MAX))}
                        " · "
                        {so_many_of(foes_made, count)}
                    </summary>
                    <ul class="plain ask-rows">{rows}</ul>
                </details>
            </li>
        }
        .into_any(),
    };
    view! {
        <div class="ask-head">
            <div class="grow">
                <h2>{words::title(model, ask)}</h2>
                <p class="faint">{words} {words::telling(ask.telling)} {time}</p>
                {(!follows.is_empty()).then(|| view! { <p class="faint">{follows.join(" · ")}</p> })}
            </div>
            {ring(made, all)}
        </div>
        <ul class="plain ask-rows">
            {others.iter().map(row).collect_view()}
            {foes}
        </ul>
    }
    .into_any()
}

/// Counts the answers to an asked roll, and returns how many are expected and how many have come
/// in.
fn count_answers(ask: &AskView) -> (usize, usize) {
    let made = ask.answers.iter().filter(|answer| answer.made);
    (ask.answers.len(), made.count())
}

/// Renders a ring that is closed as far as `made` of `all` answers have come in.
fn ring(made: usize, all: usize) -> AnyView {
    let share = format!("{} 100", made * 100 / all.max(1));
    view! {
        <span class="ring ask-ring" data-left=format!("{made}/{all}")>
            <svg aria-hidden="true" viewBox="0 0 36 36">
                <circle cx="18" cy="18" r="15.9" />
                <circle class="ring-left" cx="18" cy="18" r="15.9" stroke-dasharray=share />
            </svg>
            <span class="unseen">{so_many_of(made, all)}</span>
        </span>
    }
    .into_any()
}

/// Renders the row of one combatant who is asked for a roll.
fn answer_row(model: Model, ask: &AskView, answer: &AskAnswerView) -> AnyView {
    let row = model.current_row(answer.who);
    let name = words::name_of(model, answer.who);
    let player = words::player_of(model, answer.who);
    let owner = row.as_ref().and_then(|row| row.owner);
    let away = owner.is_some_and(|seat| !model.here.with(|here| here.contains(&seat)));
    let reads = !answer.made && owner.is_some_and(|seat| is_reading(seat, ask.id));
    let side = match row.as_ref().map(|row| row.side) {
        Some(Side::Foe) => "foe",
        Some(Side::Character) | None => "character",
    };
    let token = row.map(|row| crate::words::token_letters(&row.name, row.label.as_deref()));
    let role = match answer.who {
        who if ask.against == Some(who) => Some(msg::STANDS_AGAINST.get()),
        who if ask.helper == Some(who) => Some(msg::HELPS_THEM.get()),
        _ => None,
    };
    let parts = [
        player.clone(),
        role.map(str::to_owned),
        answer.instead.as_ref().map(msg::rolls_instead),
        Some(words::made_of(answer)),
        answer
            .by_storyteller
            .then(|| msg::ROLLED_BY_YOU.get().to_owned()),
        (away && !answer.made).then(|| msg::NOT_HERE.get().to_owned()),
        reads.then(|| msg::HAS_IT_OPEN.get().to_owned()),
        answer.wish.as_ref().map(msg::asks_instead),
        answer.barred.clone(),
    ];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    let line = parts.collect::<Vec<_>>().join(" · ");
    view! {
        <li class="ask-row" data-made=answer.made.to_string()>
            <span class="target-token" data-side=side aria-hidden="true">{token}</span>
            <div class="grow">
                <p class="ask-name">{name}</p>
                <p class="faint">{line}</p>
            </div>
            <div class="ask-result-part">{answer_end(model, ask, answer, player)}</div>
        </li>
    }
    .into_any()
}

/// Renders the end of a row: the dice of an answer, or buttons to settle or replace it.
fn answer_end(
    model: Model,
    ask: &AskView,
    answer: &AskAnswerView,
    player: Option<String>,
) -> AnyView {
    let (id, who) = (ask.id, answer.who);
    if let Some(rolled) = &answer.rolled {
        let bad = answer.passed == Some(false);
        return view! {
            <p class="ask-result" data-bad=bad.to_string()>{words::outcome(model, answer)}</p>
            {entries::die_faces(rolled.clone())}
        }
        .into_any();
    }
    if answer.wish.is_some() {
        let settle = move |accept| {
            on_click(move |_| {
                let step = AskStep::Settle { who, accept };
                model.send(Command::StepAsk { ask: id, step });
            })
        };
        return view! {
            <button type="button" class="small" on:click=settle(true)>{msg::LET_THEM.get()}</button>
            <button type="button" class="quiet small" on:click=settle(false)>{msg::AS_ASKED.get()}</button>
        }
        .into_any();
    }
    let roll = words::roll_button(model, &answer.terms, &answer.reading);
    let words = match player {
        Some(player) => msg::roll_for(&roll, &player),
        None => roll,
    };
    let name = format!("{}: {words}", words::name_of(model, who));
    let barred = answer.barred.is_some();
    view! {
        <button
            type="button"
            class="quiet small"
            aria-label=name
            disabled=barred
            on:click=on_click(move |_| roll_for(model, id, who))
        >
            {words}
        </button>
    }
    .into_any()
}

/// Rolls in place of a combatant who is asked and has not answered.
fn roll_for(model: Model, ask: AskId, who: CombatantId) {
    let reply = AskReply::Roll {
        added: Default::default(),
        faces: None,
    };
    model.send(Command::AnswerAsk { ask, who, reply });
}

/// Renders the buttons below the rows of answers, which tell the result or close the asked roll.
fn gathering_foot(
    model: Model,
    ask: &AskView,
    (tells, left): (RwSignal<bool>, Option<SecondsLeft>),
) -> AnyView {
    let id = ask.id;
    let (all, made) = count_answers(ask);
    let step = move |step: fn() -> AskStep| {
        on_click(move |_| {
            let step = step();
            model.send(Command::StepAsk { ask: id, step });
        })
    };
    let secret = matches!(ask.telling, AskTelling::Secret { .. });
    let closed = made == all;
    let missing = all.saturating_sub(made);
    let main = match (secret, closed) {
        (true, _) if made > 0 => Some(view! {
            <button type="button" class="brass" on:click=on_click(move |_| tells.set(true))>
                {msg::TELL_WHO_PASSED.get()}
            </button>
        }
        .into_any()),
        (false, true) => Some(view! {
            <button type="button" class="brass" on:click=step(|| AskStep::Keep)>{msg::DONE.get()}</button>
        }
        .into_any()),
        _ => None,
    };
    let is_up = move || left.is_some_and(|left| left.get() == Some(0));
    let show = closed && ask.telling != AskTelling::Open;
    view! {
        <div class="actions">
            {main}
            {(missing > 0).then(|| view! {
                <button
                    type="button"
                    class=derive(move || if is_up() { "brass" } else { "" })
                    disabled=derive(move || model.pending.get() > 0)
                    on:click=step(|| AskStep::RollMissing)
                >
                    {msg::roll_for_missing(i64::try_from(missing).unwrap_or(i64::MAX))}
                </button>
            })}
            {show.then(|| view! {
                <button type="button" class="quiet" on:click=step(|| AskStep::Show)>{msg::SHOW_THE_DICE.get()}</button>
            })}
            {(secret && closed).then(|| view! {
                <button type="button" class="quiet" on:click=step(|| AskStep::Keep)>{msg::KEEP_IT.get()}</button>
            })}
            {(!closed).then(|| view! {
                <button type="button" class="quiet" on:click=step(|| AskStep::CallOff)>{msg::CALL_IT_OFF.get()}</button>
            })}
        </div>
    }
    .into_any()
}

/// Returns the words for how many of all have answered, such as "2 of 4".
fn so_many_of(made: usize, all: usize) -> String {
    let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
    msg::so_many_of(number(made), number(all))
}
