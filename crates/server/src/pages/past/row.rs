//! A combatant as they were at a step: health, states, conditions, pools; and what of it changed.

use std::fmt::Write as _;

use app::words;
use rules::condition::{Condition, Until};
use rules::encounter::past::Part;
use rules::encounter::view::Row;
use rules::encounter::{Side, Timing, View};
use rules::speech::number;
use rules::system::SystemId;
use rules::track::{Boxes, Severity, Track};

use super::Look;
use super::line::ruled;
use crate::pages::deed::plain;

/// The marks of a box, drawn as at the table.
const STROKES: &str = "<svg viewBox=\"0 0 30 30\" aria-hidden=\"true\">\
    <path class=\"stroke stroke-1\" d=\"M6.5 24 C11 18.5 18 11.5 23.5 6\"/>\
    <path class=\"stroke stroke-2\" d=\"M6.5 6.5 C11.5 11.5 18.5 18.5 23.8 24\"/>\
    <path class=\"stroke stroke-3\" d=\"M15 3.5 C14.6 11 15.3 19 15 26.5\"/></svg>";

/// The letter of what a box holds.
pub(super) const fn letter(mark: Option<Severity>) -> &'static str {
    match mark {
        None => "",
        Some(Severity::Bashing) => "b",
        Some(Severity::Lethal) => "l",
        Some(Severity::Aggravated) => "a",
    }
}

/// A box that is read.
fn a_box(mark: Option<Severity>) -> String {
    let mark = letter(mark);
    format!("<span class=\"box\" aria-disabled=\"true\" data-mark=\"{mark}\">{STROKES}</span>")
}

/// A box that leads somewhere.
pub(super) fn linked_box(
    mark: Option<Severity>,
    (href, name): (&str, &str),
    current: bool,
) -> String {
    let (mark, words) = (letter(mark), words::mark(mark));
    format!(
        "<a class=\"box\" href=\"{href}\" data-mark=\"{mark}\" aria-label=\"{name}: {words}\"\
         {}>{STROKES}</a>",
        if current {
            " aria-current=\"true\""
        } else {
            ""
        }
    )
}

/// A track as it is drawn, with its words.
pub(super) fn track(track: &Track, out: &mut String) {
    let said = words::raised(&words::track(track));
    match track {
        Track::Points(points) => {
            let share = points.now().max(0).saturating_mul(100) / points.most().max(1);
            let _ = write!(
                out,
                "<p class=\"points-figure\"><strong>{}</strong> of {}</p>\
                 <svg class=\"bar\" aria-hidden=\"true\" viewBox=\"0 0 100 1\" \
                 preserveAspectRatio=\"none\" data-low=\"{}\"><rect width=\"{share}\" height=\"1\"/></svg>",
                number(points.now()),
                points.most(),
                share <= 25
            );
        }
        track => {
            if let Some(boxes) = track.boxes() {
                row_of(boxes, &said, out);
            }
        }
    }
}

fn row_of(boxes: &Boxes, said: &str, out: &mut String) {
    let _ = write!(
        out,
        "<p class=\"unseen\">{said}</p><div class=\"past-boxes\" aria-hidden=\"true\">"
    );
    for index in 0..boxes.size() {
        out.push_str(&a_box(boxes.at(index)));
    }
    out.push_str("</div>");
}

/// One combatant at a step.
pub(super) fn row(look: &Look<'_>, view: &View, row: &Row, touched: bool, out: &mut String) {
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
    let _ = write!(
        out,
        "<li class=\"past-row\" data-acting=\"{acting}\" data-touched=\"{touched}\" data-hidden=\"{}\" \
         data-side=\"{side}\"><div class=\"past-name\"><h3>{}</h3>",
        row.hidden,
        plain(&row.full_name())
    );
    let owner = row.owner.and_then(|seat| view.seat_name(seat));
    let mut quiet: Vec<String> = owner.map(plain).into_iter().collect();
    quiet.extend(acting.then(|| "<b>acts</b>".to_owned()));
    quiet.extend(touched.then(|| "<i>changed</i>".to_owned()));
    quiet.extend(row.hidden.then(|| "hidden from players".to_owned()));
    quiet.extend(match &row.timing {
        Timing::InPlace => None,
        Timing::CutIn => Some("cut in".to_owned()),
        Timing::Waiting(None) => Some(view.system.look().speech().waits.to_owned()),
        Timing::Waiting(Some(until)) => Some(format!(
            "{} until {}",
            view.system.look().speech().waits,
            plain(until.as_str())
        )),
    });
    if !quiet.is_empty() {
        let _ = write!(out, "<p class=\"faint\">{}</p>", quiet.join(" · "));
    }
    out.push_str("</div>");
    if let Some(score) = row.score {
        let _ = write!(
            out,
            "<p class=\"past-score\"><span class=\"unseen\">Initiative </span>{}</p>",
            number(score)
        );
    }
    out.push_str("<div class=\"past-body\">");
    if let Some(now) = &row.track {
        track(now, out);
    }
    states(view, row, out);
    out.push_str("</div>");
    let page = format!("c/{}/past", row.id);
    let _ = write!(
        out,
        "<a class=\"past-who\" href=\"{}\">Who did this<span class=\"unseen\"> to {}</span></a></li>",
        look.address(&page, &[]),
        plain(&row.full_name())
    );
}

/// In words: how they are, what they are in and for how long, what is left, what they plan.
fn states(view: &View, row: &Row, out: &mut String) {
    let mut said = words::health(&row.health);
    if row.health.penalty != 0 {
        said.push(format!("wounds {}", number(row.health.penalty)));
    }
    let mut all: Vec<String> = said.iter().map(|words| plain(words)).collect();
    for (key, condition) in &row.conditions {
        all.push(plain(&condition_words(view.system, key, *condition)));
    }
    all.extend(row.note.as_deref().map(plain));
    if !all.is_empty() {
        let _ = write!(out, "<p class=\"past-states\">{}</p>", all.join(" · "));
    }
    let rules = view.system.look();
    let pools = row.sheet.iter().flat_map(|sheet| rules.pools(sheet));
    let pools: Vec<String> = pools
        .filter_map(|pool| {
            let left = row.pools.get(pool.key)?;
            let (title, left, most) = (pool.title, number(*left), number(pool.most));
            Some(format!("<span>{title} <b>{left}</b> of {most}</span>"))
        })
        .collect();
    if !pools.is_empty() {
        let _ = write!(out, "<p class=\"past-pools\">{}</p>", pools.concat());
    }
    let plan = match (&row.plan, row.sealed) {
        (Some(plan), _) => Some(words::plan(rules, &view.house, plan)),
        (None, true) => Some("declared, and not to be read yet".to_owned()),
        (None, false) => None,
    };
    if let Some(plan) = plan {
        let _ = write!(out, "<p class=\"faint\">Plan: {}</p>", ruled(view, &plan));
    }
}

/// A condition with its amount and its end: `prone`, `bleeding 2, until their next turn`.
pub(super) fn condition_words(system: SystemId, key: &str, condition: Condition) -> String {
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
