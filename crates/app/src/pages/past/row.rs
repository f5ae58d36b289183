//! A combatant as they were at a step: health, states, conditions, pools; and what of it changed.

use leptos::prelude::*;
use rules::condition::{Condition, Until};
use rules::encounter::past::Part;
use rules::encounter::view::Row;
use rules::encounter::{Side, Timing, View};
use rules::speech::number;
use rules::system::SystemId;
use rules::track::{Severity, Track};

use super::super::track::{letter, points, strokes};
use super::{Look, joined, ruled};
use crate::words;

/// A box that is read.
fn a_box(mark: Option<Severity>) -> AnyView {
    view! {
        <span class="box" aria-disabled="true" data-mark=letter(mark)>{strokes(Some("true"))}</span>
    }
    .into_any()
}

/// A box that leads somewhere.
pub(super) fn linked_box(
    mark: Option<Severity>,
    (href, name): (String, &str),
    current: bool,
) -> AnyView {
    let label = format!("{name}: {}", words::mark(mark));
    view! {
        <a
            class="box"
            href=href
            data-mark=letter(mark)
            aria-label=label
            aria-current=current.then_some("true")
        >
            {strokes(Some("true"))}
        </a>
    }
    .into_any()
}

/// A track as it is drawn, with its words.
pub(super) fn track(track: &Track) -> Option<AnyView> {
    if let Track::Points(now) = track {
        return Some(points(now));
    }
    let boxes = track.boxes()?;
    let said = words::raised(&words::track(track));
    let all = (0..boxes.size()).map(|index| a_box(boxes.at(index)));
    let drawn = view! {
        <p class="unseen">{said}</p>
        <div class="past-boxes" aria-hidden="true">{all.collect_view()}</div>
    };
    Some(drawn.into_any())
}

/// One combatant at a step.
pub(super) fn row(look: &Look<'_>, view: &View, row: &Row, touched: bool) -> AnyView {
    let acting = view.turn.acting == Some(row.id);
    let with = view.together.iter().find(|all| {
        let acting = view.turn.acting.as_ref();
        acting.is_some_and(|acting| all.contains(acting))
    });
    let acting = acting || with.is_some_and(|all| all.contains(&row.id));
    let side = match row.side {
        Side::Character => "character",
        Side::Foe => "foe",
    };
    let score = row.score.map(|score| {
        view! {
            <p class="past-score"><span class="unseen">"Initiative "</span>{number(score)}</p>
        }
    });
    let page = look.address(&format!("c/{}/past", row.id), &[]);
    view! {
        <li
            class="past-row"
            data-acting=acting.to_string()
            data-touched=touched.to_string()
            data-hidden=row.hidden.to_string()
            data-side=side
        >
            <div class="past-name">
                <h3>{row.full_name()}</h3>
                {quietly(view, row, acting, touched)}
            </div>
            {score}
            <div class="past-body">{row.track.as_ref().and_then(track)} {states(view, row)}</div>
            <a class="past-who" href=page>
                "Who did this"
                <span class="unseen">{format!(" to {}", row.full_name())}</span>
            </a>
        </li>
    }
    .into_any()
}

/// Whose they are, and how they stand in the round.
fn quietly(view: &View, row: &Row, acting: bool, touched: bool) -> Option<AnyView> {
    let owner = row.owner.and_then(|seat| view.seat_name(seat));
    let waits = view.system.look().speech().waits;
    let timing = match &row.timing {
        Timing::InPlace => None,
        Timing::CutIn => Some("cut in".to_owned()),
        Timing::Waiting(None) => Some(waits.to_owned()),
        Timing::Waiting(Some(until)) => Some(format!("{waits} until {until}")),
    };
    let parts = [
        owner.map(|owner| owner.to_owned().into_any()),
        acting.then(|| view! { <b>"acts"</b> }.into_any()),
        touched.then(|| view! { <i>"changed"</i> }.into_any()),
        row.hidden.then(|| "hidden from players".into_any()),
        timing.map(|words| words.into_any()),
    ];
    let parts: Vec<AnyView> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| view! { <p class="faint">{joined(parts, " · ")}</p> }.into_any())
}

/// In words: how they are, what they are in and for how long, what is left, what they plan.
fn states(view: &View, row: &Row) -> AnyView {
    let mut all = words::health(&row.health);
    if row.health.penalty != 0 {
        all.push(format!("wounds {}", number(row.health.penalty)));
    }
    for (key, condition) in &row.conditions {
        all.push(condition_words(view.system, key, *condition));
    }
    all.extend(row.note.clone());
    let all = (!all.is_empty()).then(|| view! { <p class="past-states">{all.join(" · ")}</p> });
    let rules = view.system.look();
    let pools = row.sheet.iter().flat_map(|sheet| rules.pools(sheet));
    let pools: Vec<AnyView> = pools
        .filter_map(|pool| {
            let left = number(*row.pools.get(pool.key)?);
            let (title, most) = (
                format!("{} ", pool.title),
                format!(" of {}", number(pool.most)),
            );
            Some(view! { <span>{title}<b>{left}</b>{most}</span> }.into_any())
        })
        .collect();
    let pools = (!pools.is_empty()).then(|| view! { <p class="past-pools">{pools}</p> });
    let plan = match (&row.plan, row.sealed) {
        (Some(plan), _) => Some(words::plan(rules, &view.house, plan)),
        (None, true) => Some("declared, and not to be read yet".to_owned()),
        (None, false) => None,
    };
    let plan = plan.map(|plan| view! { <p class="faint">"Plan: " {ruled(view.system, &plan)}</p> });
    view! { {all} {pools} {plan} }.into_any()
}

/// A condition with its amount and its end: `prone`, `bleeding 2, until their next turn`.
fn condition_words(system: SystemId, key: &str, condition: Condition) -> String {
    let word = condition_word(system, key);
    let amount = match condition.amount {
        0 => String::new(),
        amount => format!(" {}", number(amount)),
    };
    let round = system.look().speech().round;
    let until = match condition.until {
        Until::Lifted => String::new(),
        Until::OwnTurn => ", until their next turn".to_owned(),
        Until::AfterTurn => ", until their next turn is over".to_owned(),
        Until::ThisTurn => ", until this turn is over".to_owned(),
        Until::Rounds(1) => format!(", until this {round} is over"),
        Until::Rounds(rounds) => format!(", {rounds} {round}s more"),
        Until::Scene => ", until the scene is over".to_owned(),
        Until::NextAction { .. } => ", until their next action is lost".to_owned(),
        Until::Healed { .. } => ", until its damage is healed".to_owned(),
        Until::SecondTurn => ", until two turns of theirs are over".to_owned(),
    };
    format!("{word}{amount}{until}")
}

/// The word for a condition.
pub(super) fn condition_word(system: SystemId, key: &str) -> String {
    let mut known = system.look().conditions().iter();
    let known = known.find(|spec| spec.key == key);
    known.map_or_else(|| key.to_owned(), |spec| spec.word.to_owned())
}

/// What changed, as its name and from what to what.
pub(super) fn change(system: SystemId, part: &Part) -> (String, String) {
    let look = system.look();
    let none = || "none".to_owned();
    let (title, before, after) = match part {
        Part::Came => return ("Came into sight".to_owned(), String::new()),
        Part::Went => return ("Went out of sight".to_owned(), String::new()),
        Part::Track { before, after } => {
            let said = |track: &Option<Track>| {
                let hidden = || "not to be seen".to_owned();
                track.as_ref().map_or_else(hidden, words::track)
            };
            let title = before.as_ref().or(after.as_ref());
            let title = title.map_or("Health", |track| system.rules().track_title(track));
            (title.to_owned(), said(before), said(after))
        }
        Part::Pool { key, before, after } => {
            let title = words::pool_title(look, key);
            (title, number(*before), number(*after))
        }
        Part::Condition { key, before, after } => {
            let said = |condition: &Option<Condition>| match condition {
                None => "no".to_owned(),
                Some(now) => condition_words(system, key, *now),
            };
            let title = words::raised(&condition_word(system, key));
            (title, said(before), said(after))
        }
        Part::Score { before, after } => {
            let said = |score: &Option<i32>| score.map_or_else(none, number);
            ("Initiative".to_owned(), said(before), said(after))
        }
        Part::Note { before, after } => {
            let said = |note: &Option<String>| note.clone().unwrap_or_else(none);
            ("Note".to_owned(), said(before), said(after))
        }
    };
    (title, format!("{before} → {after}"))
}
