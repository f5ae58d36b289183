//! The question that is out: to a player in an exchange, or a roll that everybody may know to be asked for.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::View;
use rules::encounter::view::{AskView, CombatantRow, ExchangeView};
use rules::exchange::ExchangeStep;
use rules::messages::table_screen as msg;
use rules::messages::words as common;

use crate::browser;
use crate::reactive::derive;
use crate::state::news::party_member;

/// Most names of those who are asked for a roll.
const MOST_NAMES: usize = 4;

/// Question as the card shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    /// The player and what is asked, or the roll.
    head: String,
    /// What happens, or who is asked and why.
    lines: Vec<String>,
    /// What the ring beside it counts.
    ring: Ring,
}

/// Ring beside a question.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ring {
    /// Time until then, in milliseconds since 1970, of so many seconds.
    Time(u64, u32),
    /// Number of rolls that were made, and of all.
    Made(usize, usize),
    /// Nothing but that something is awaited.
    Waits,
}

/// Returns the question that is out: first that of an exchange, which an asked roll waits for.
pub(super) fn open_question(view: &View) -> Option<Question> {
    let of_exchange = view.exchanges.values().find_map(|exchange| {
        let steps = exchange.next.as_ref()?.questions().iter();
        let mut steps = steps.filter_map(|step| player_question(view, exchange, step));
        steps.next()
    });
    of_exchange.or_else(|| {
        let mut asks = view.asks.iter().flat_map(|asks| asks.iter());
        asks.find_map(|ask| find_asked_roll(view, ask))
    })
}

/// Returns the question of a step, if a player answers it.
fn player_question(view: &View, exchange: &ExchangeView, step: &ExchangeStep) -> Option<Question> {
    let (slot, by) = step.slot_and_party()?;
    let row: &CombatantRow = view.rows.get(&party_member(exchange, by)?)?;
    let player = view.seat_name(row.owner?)?;
    let until = exchange.waits.get(slot).and_then(|wait| wait.until);
    let whole = view
        .countdown
        .map_or(0, |countdown| u32::from(countdown.seconds));
    Some(Question {
        head: msg::what_do_you_do(&player),
        lines: vec![view.exchange_sentence(exchange)],
        ring: until.map_or(Ring::Waits, |until| Ring::Time(until, whole)),
    })
}

/// Returns the question of an asked roll that somebody has still to make.
fn find_asked_roll(view: &View, ask: &AskView) -> Option<Question> {
    // Whoever is opposed or helped waits for no player.
    let aside = |who: CombatantId| ask.against == Some(who) || ask.helper == Some(who);
    let asked: Vec<_> = ask.answers.iter().filter(|it| !aside(it.who)).collect();
    let mut missing: Vec<&CombatantRow> = asked
        .iter()
        .filter(|it| !it.made)
        .filter_map(|it| view.rows.get(&it.who).map(|row| &**row))
        .collect();
    // As they stand in the order, and then those who do not.
    missing.sort_by_key(|row| {
        let at = view.order.iter().position(|id| *id == row.id);
        (at.unwrap_or(usize::MAX), row.full_name())
    });
    if ask.end.is_some() || missing.is_empty() {
        return None;
    }
    let dial = view.system.client_rules().describe_parameters(&ask.reading);
    let what = match dial.is_empty() {
        true => ask.what.clone(),
        false => format!("{}, {dial}", ask.what),
    };
    let made = asked.iter().filter(|it| it.made).count();
    let names = missing.iter().take(MOST_NAMES);
    let mut names = names
        .map(|row| row.full_name())
        .collect::<Vec<_>>()
        .join(" · ");
    if let Some(more) = missing.len().checked_sub(MOST_NAMES).filter(|it| *it > 0) {
        names.push_str(&format!(" · +{more}"));
    }
    let lines = [Some(names), Some(ask.words.clone())].into_iter().flatten();
    Some(Question {
        head: msg::roll_what(&what),
        lines: lines.filter(|line| !line.is_empty()).collect(),
        ring: match (ask.until, ask.seconds) {
            (Some(until), Some(seconds)) => Ring::Time(until, seconds.into()),
            _ => Ring::Made(made, asked.len()),
        },
    })
}

/// Renders the question that is out, with a ring that shows how much time is left, or how many rolls were made.
pub(super) fn draw_question(asked: &Question) -> AnyView {
    let ring = asked.ring;
    let tick = RwSignal::new(0_u32);
    Effect::new(move |_| {
        tick.track();
        if matches!(ring, Ring::Time(..)) {
            browser::run_later(500, move || {
                _ = tick.try_update(|tick| *tick = tick.wrapping_add(1));
            });
        }
    });
    let seconds_left = |until: u64| ((until as f64 - browser::now()) / 1_000.0).max(0.0).ceil();
    let share = move || {
        tick.track();
        match ring {
            Ring::Time(until, whole) => seconds_left(until) / f64::from(whole.max(1)),
            Ring::Made(made, all) => made as f64 / all.max(1) as f64,
            Ring::Waits => 1.0,
        }
        .clamp(0.0, 1.0)
    };
    let words = move || {
        tick.track();
        match ring {
            // Seconds that are left fit in 32 bits.
            Ring::Time(until, _) => Some((seconds_left(until) as u32).to_string()),
            Ring::Made(made, all) => Some(common::of(&made, &all)),
            Ring::Waits => None,
        }
    };
    let kind = match ring {
        Ring::Time(..) => "time",
        Ring::Made(..) => "made",
        Ring::Waits => "waits",
    };
    let line = |line: &String| view! { <p class="tv-question-deed">{line.clone()}</p> };
    view! {
        <div class="tv-asked">
            <div class="tv-asked-words">
                <p class="tv-question">{asked.head.clone()}</p>
                {asked.lines.iter().map(line).collect_view()}
            </div>
            <div class="tv-ring" data-counts=kind>
                <svg viewBox="0 0 100 100" aria-hidden="true">
                    <circle class="tv-ring-all" cx="50" cy="50" r="44"></circle>
                    <circle
                        class="tv-ring-left"
                        cx="50"
                        cy="50"
                        r="44"
                        pathLength="100"
                        stroke-dashoffset=derive(move || format!("{:.1}", 100.0 - share() * 100.0))
                    ></circle>
                </svg>
                <span class="tv-ring-words">{derive(words)}</span>
            </div>
        </div>
    }
    .into_any()
}
