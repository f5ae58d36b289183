//! Combatant as it was at a step: health, states, conditions, pools; and what of it changed.

use leptos::prelude::*;
use rules::base::text::capitalize;
use rules::character::condition::{Condition, Until};
use rules::character::track::{Severity, Track};
use rules::character::vocabulary::format_number;
use rules::encounter::replay::past::ChangedPart;
use rules::encounter::view::CombatantRow;
use rules::encounter::{Side, Timing, View};
use rules::messages::pages as msg;
use rules::ruleset::SystemId;

use super::super::track::{mark_letter, mark_strokes, points};
use super::{PastPage, join_elements, with_rule_links};
use crate::words;

/// Renders a health box to be read only.
fn read_only_box(mark: Option<Severity>) -> AnyView {
    view! {
        <span class="box" aria-disabled="true" data-mark=mark_letter(mark)>{mark_strokes(Some("true"))}</span>
    }
    .into_any()
}

/// Renders a health box that is a link.
pub(super) fn linked_box(
    mark: Option<Severity>,
    (href, name): (String, &str),
    current: bool,
) -> AnyView {
    let label = format!("{name}: {}", words::mark_word(mark));
    view! {
        <a
            class="box"
            href=href
            data-mark=mark_letter(mark)
            aria-label=label
            aria-current=current.then_some("true")
        >
            {mark_strokes(Some("true"))}
        </a>
    }
    .into_any()
}

/// Renders a track, with its text for screen readers.
pub(super) fn track(track: &Track) -> Option<AnyView> {
    if let Track::Points(now) = track {
        return Some(points(now));
    }
    let boxes = track.boxes()?;
    let said = capitalize(&words::track(track));
    let all = (0..boxes.size()).map(|index| read_only_box(boxes.mark_at(index)));
    let drawn = view! {
        <p class="unseen">{said}</p>
        <div class="past-boxes" aria-hidden="true">{all.collect_view()}</div>
    };
    Some(drawn.into_any())
}

/// Renders a combatant as it was at a step of the replay.
pub(super) fn row(look: &PastPage<'_>, view: &View, row: &CombatantRow, touched: bool) -> AnyView {
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
            <p class="past-score"><span class="unseen">{msg::INITIATIVE_2.get()} " "</span>{format_number(score)}</p>
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
                {small_print(view, row, acting, touched)}
            </div>
            {score}
            <div class="past-body">{row.track.as_ref().and_then(track)} {describe_states(view, row)}</div>
            <a class="past-who" href=page aria-label=msg::who_did_this_to(&row.full_name())>
                {msg::WHO_DID_THIS.get()}
            </a>
        </li>
    }
    .into_any()
}

/// Renders the small print of a combatant's row in the replay, with the player, and the timing in the round.
fn small_print(view: &View, row: &CombatantRow, acting: bool, touched: bool) -> Option<AnyView> {
    let owner = row.owner.and_then(|seat| view.seat_name(seat));
    let waits = view.system.client_rules().facts().vocabulary.waits;
    let timing = match &row.timing {
        Timing::InPlace => None,
        Timing::CutIn => Some(msg::CUT_IN.get().to_owned()),
        Timing::Waiting(None) => Some(waits.into()),
        Timing::Waiting(Some(until)) => Some(msg::until(&waits, &until)),
    };
    let parts = [
        owner.map(|owner| owner.to_owned().into_any()),
        acting.then(|| view! { <b>{msg::ACTS.get()}</b> }.into_any()),
        touched.then(|| view! { <i>{msg::CHANGED.get()}</i> }.into_any()),
        row.hidden
            .then(|| msg::HIDDEN_FROM_PLAYERS.get().into_any()),
        timing.map(|words| words.into_any()),
    ];
    let parts: Vec<AnyView> = parts.into_iter().flatten().collect();
    (!parts.is_empty())
        .then(|| view! { <p class="faint">{join_elements(parts, " · ")}</p> }.into_any())
}

/// Renders a combatant's health, conditions with their duration, pools and plan in words.
fn describe_states(view: &View, row: &CombatantRow) -> AnyView {
    let mut all = words::health(&row.health);
    if row.health.penalty != 0 {
        all.push(msg::wounds(&format_number(row.health.penalty)));
    }
    for (key, condition) in &row.conditions {
        all.push(condition_words(view.system, key, *condition));
    }
    all.extend(row.note.clone());
    let all = (!all.is_empty()).then(|| view! { <p class="past-states">{all.join(" · ")}</p> });
    let rules = view.system.client_rules();
    let pools = row.sheet.iter().flat_map(|sheet| rules.pool_specs(sheet));
    let pools: Vec<AnyView> = pools
        .filter_map(|pool| {
            let left = format_number(*row.pools.get(pool.key)?);
            let (title, most) = (
                format!("{} ", pool.title),
                msg::of_4(&format_number(pool.most)),
            );
            Some(view! { <span>{title}<b>{left}</b>{most}</span> }.into_any())
        })
        .collect();
    let pools = (!pools.is_empty()).then(|| view! { <p class="past-pools">{pools}</p> });
    let plan = match (&row.plan, row.sealed) {
        (Some(plan), _) => Some(words::plan_words(rules, plan)),
        (None, true) => Some(msg::DECLARED_AND_NOT_TO_BE.get().to_owned()),
        (None, false) => None,
    };
    let plan = plan.map(
        |plan| view! { <p class="faint">{with_rule_links(view.system, &msg::plan(&plan))}</p> },
    );
    view! { {all} {pools} {plan} }.into_any()
}

/// Returns a condition with its amount and its end, such as `prone` or `bleeding 2, until their
/// next turn`.
fn condition_words(system: SystemId, key: &str, condition: Condition) -> String {
    let word = condition_word(system, key);
    let amount = match condition.amount {
        0 => String::new(),
        amount => format!(" {}", format_number(amount)),
    };
    let round = system.client_rules().facts().vocabulary.round;
    let until = match condition.until {
        Until::Lifted => return format!("{word}{amount}"),
        Until::OwnTurn => msg::UNTIL_THEIR_NEXT_TURN.get().to_owned(),
        Until::AfterTurn => msg::UNTIL_THEIR_NEXT_TURN_IS.get().to_owned(),
        Until::ThisTurn => msg::UNTIL_THIS_TURN_IS_OVER.get().to_owned(),
        Until::Rounds(1) => msg::until_this_is_over(&round),
        Until::Rounds(rounds) => msg::s_more(&rounds, &round),
        Until::Scene => msg::UNTIL_THE_SCENE_IS_OVER.get().to_owned(),
        Until::NextAction { .. } => msg::UNTIL_THEIR_NEXT_ACTION_IS.get().to_owned(),
        Until::Healed { .. } => msg::UNTIL_ITS_DAMAGE_IS_HEALED.get().to_owned(),
        Until::SecondTurn => msg::UNTIL_TWO_TURNS_OF_THEIRS.get().to_owned(),
    };
    format!("{word}{amount}, {until}")
}

/// Returns the word for a condition, or its key if the rules do not know it.
pub(super) fn condition_word(system: SystemId, key: &str) -> String {
    let mut known = system.client_rules().facts().condition_specs.iter();
    let known = known.find(|spec| spec.key == key);
    known.map_or_else(|| key.to_owned(), |spec| spec.word.into())
}

/// Returns the title of a change to a combatant, and the values before and after.
pub(super) fn change_words(system: SystemId, part: &ChangedPart) -> (String, String) {
    let look = system.client_rules();
    let none = || msg::NONE_2.into();
    let (title, before, after) = match part {
        ChangedPart::Came => return (msg::CAME_INTO_SIGHT.get().to_owned(), String::new()),
        ChangedPart::Went => return (msg::WENT_OUT_OF_SIGHT.get().to_owned(), String::new()),
        ChangedPart::Track { before, after } => {
            let said = |track: &Option<Track>| {
                let hidden = || msg::NOT_TO_BE_SEEN.get().to_owned();
                track.as_ref().map_or_else(hidden, words::track)
            };
            let title = before.as_ref().or(after.as_ref());
            let title = title.map_or(msg::HEALTH.get(), |track| system.rules().track_title(track));
            (title.to_owned(), said(before), said(after))
        }
        ChangedPart::Pool { key, before, after } => {
            let title = words::pool_title(look, key);
            (title, format_number(*before), format_number(*after))
        }
        ChangedPart::Condition { key, before, after } => {
            let said = |condition: &Option<Condition>| match condition {
                None => msg::NO.into(),
                Some(now) => condition_words(system, key, *now),
            };
            let title = capitalize(&condition_word(system, key));
            (title, said(before), said(after))
        }
        ChangedPart::Score { before, after } => {
            let said = |score: &Option<i32>| score.map_or_else(none, format_number);
            (
                msg::INITIATIVE_2.get().to_owned(),
                said(before),
                said(after),
            )
        }
        ChangedPart::Note { before, after } => {
            let said = |note: &Option<String>| note.clone().unwrap_or_else(none);
            (msg::NOTE.get().to_owned(), said(before), said(after))
        }
    };
    (title, format!("{before} → {after}"))
}
