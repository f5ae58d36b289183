//! The table log, newest first.

use leptos::prelude::*;
use rules::base::roll::{DieMark, Face, RollResult};
use rules::character::phase::Phase;
use rules::encounter::Command;
use rules::encounter::log::LogMessage;
use rules::encounter::view::LogLineView;
use rules::messages::screen as msg;

use crate::browser;
use crate::log::assign_initiative::AssignInitiative;
use crate::log::chat_input::ChatInput;
use crate::reactive::{Key, derive, keyed_list, on_click, on_key, show_when};
use crate::state::news::is_notable;
use crate::state::table_state::Model;
use crate::table::rule_link::linked_rules;
use crate::words::{self, DetailPart};

/// Maximum number of lines in a stretch of the log, which is drawn as a unit.
pub(crate) const LEAF: u32 = 16;

/// Choice of the lines that the log of the live table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    All,
    Rolls,
    Damage,
}

/// The table log with its filter and input line.
#[component]
pub fn Log() -> impl IntoView {
    let model = expect_context::<Model>();
    let filter = RwSignal::new(Filter::All);
    let leaves = move || {
        model.log.with(|log| {
            let mut leaves: Vec<u32> = log.iter().rev().map(|line| line.no / LEAF).collect();
            leaves.dedup();
            leaves.into_iter().map(Key::Leaf).collect()
        })
    };
    let empty = move || {
        let wanted = filter.get();
        model
            .log
            .with(|log| !log.iter().any(|line| passes_filter(line, wanted)))
    };
    let option = move |kind: Filter, words: &'static str| {
        view! {
            <button
                type="button"
                class="segment"
                tabindex=derive(move || if filter.get() == kind { "0" } else { "-1" })
                aria-pressed=derive(move || (filter.get() == kind).to_string())
                on:click=on_click(move |_| filter.set(kind))
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="part-head">
            <h2>{msg::LOG.get()}</h2>
            <div
                class="segments"
                role="group"
                aria-label=msg::WHAT_THE_LOG_SHOWS.get()
                on:keydown=on_key(|event| browser::walk_focus(&event))
            >
                {option(Filter::All, msg::ALL.get())}
                {option(Filter::Rolls, msg::ROLLS.get())}
                {option(Filter::Damage, msg::DAMAGE.get())}
            </div>
        </div>
        <ChatInput />
        <ol
            class="log"
            id="log"
            reversed
            tabindex="0"
            aria-label=msg::TABLE_LOG.get()
            on:keydown=on_key(|event| browser::walk_focus(&event))
        >
            {keyed_list(leaves, move |key| match key {
                Key::Leaf(no) => Some(log_stretch(no, model, filter)),
                _ => None,
            })}
        </ol>
        {show_when(empty, move || view! {
            <p class="empty">{msg::NOTHING_HAS_HAPPENED_YET.get()}</p>
        })}
        {crate::table::rule_link::link_beside(
            "button quiet log-all",
            format!("/t/{}/log", model.table),
            msg::ALL_OF_IT.get(),
            msg::THE_WHOLE_LOG_BESIDE_THE.get().to_owned(),
        )}
    }
}

/// Renders a stretch of the log, those lines whose number divided by `LEAF` is `no`. New lines do
/// not move anything in older stretches.
fn log_stretch(no: u32, model: Model, filter: RwSignal<Filter>) -> AnyView {
    let lines = move || {
        let wanted = filter.get();
        model.log.with(|log| {
            let from = log.partition_point(|line| line.no / LEAF < no);
            let here = log
                .iter()
                .skip(from)
                .take_while(|line| line.no / LEAF == no);
            let mut lines: Vec<_> = here
                .filter(|line| passes_filter(line, wanted))
                .map(entry_key)
                .collect();
            if model.private.get() > 0 && wanted == Filter::All {
                model.add_private_lines(no, &mut lines);
            }
            lines.reverse();
            lines
        })
    };
    keyed_list(lines, move |key| {
        let line = match key {
            Key::Line { no, .. } => model.log.with_untracked(|log| {
                let at = log.binary_search_by_key(&no, |line| line.no).ok()?;
                log.get(at).cloned()
            }),
            Key::PrivateLine { no, .. } => model.private_line(no),
            _ => None,
        };
        line.map(|line| view! { <Entry line /> })
    })
}

/// Returns the list key of a log line, which changes when the line is undone or continued. A new
/// key renders the line again.
const fn entry_key(line: &LogLineView) -> Key {
    let marked = match line.what {
        LogMessage::Marked {
            change: [bashing, lethal, aggravated],
            points,
            ..
        } => [bashing, lethal, aggravated, points],
        _ => [0; 4],
    };
    Key::Line {
        no: line.no,
        at: line.at,
        undone: line.undone.is_some(),
        marked,
    }
}

/// Whether the log shows a line under a filter.
fn passes_filter(line: &LogLineView, filter: Filter) -> bool {
    match filter {
        Filter::All => true,
        Filter::Rolls => matches!(
            line.what,
            LogMessage::Rolled { .. }
                | LogMessage::Initiative { .. }
                | LogMessage::Offered { .. }
                | LogMessage::Aborted { .. }
        ),
        Filter::Damage => {
            words::is_outcome(&line.what) || matches!(line.what, LogMessage::Marked { .. })
        }
    }
}

/// Whether the log has a notable line after number `read` that is not by the reader, whose name is
/// `own`.
pub(crate) fn has_news(log: &[LogLineView], read: u32, own: Option<&str>) -> bool {
    log.iter()
        .rev()
        .take_while(|line| line.no > read)
        .any(|line| is_notable(&line.what) && (own.is_none() || line.by.as_deref() != own))
}

/// A line of the log as it is drawn.
#[component]
fn Entry(
    /// The line that is shown.
    line: LogLineView,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let told = words::log_text(model.rules(), &line, Some(model.you.get_untracked()));
    let (hand, plain) = model.seats.with_untracked(|seats| {
        let plain = words::short_attribution(seats, &line).map(str::to_owned);
        (words::attribution(seats, &line), plain)
    });
    let at = line.at;
    // Who declares is no turn yet.
    let turn = matches!(line.what, LogMessage::Turn { phase, .. } if phase != Phase::Declare);
    let quiet = !is_notable(&line.what) && !turn;
    let whisper = matches!(line.what, LogMessage::Whispered(_));
    let talk = whisper || matches!(line.what, LogMessage::Said { .. });
    let offered = matches!(line.what, LogMessage::Offered { .. }) && line.undone.is_none();
    let no = line.no;
    let undone = line.undone.is_some();
    view! {
        <li
            class="entry"
            data-quiet=quiet.to_string()
            data-turn=turn.to_string()
            data-talk=talk.to_string()
            data-hidden=(whisper || line.hidden).to_string()
            data-undone=undone.to_string()
        >
            <div class="entry-head">
                <p class="entry-what">{told.head}</p>
                {plain.map(|plain| view! { <span class="entry-hand">{plain}</span> })}
                <time>{derive(move || model.awake.get().then(|| browser::clock_time(at)))}</time>
            </div>
            {entry_sub_line(told.details, told.detail_parts, hand)}
            {told.rolled.map(die_faces)}
            {told.result.map(|result| view! { <p class="entry-result">{result}</p> })}
            {told.effects.into_iter().map(|effect| view! { <p class="entry-effect">{effect}</p> }).collect_view()}
            {(offered && model.can_run_table()).then(|| view! { <AssignInitiative no /> })}
            {model.can_run_table().then(|| run_again_button(model, no))}
            {(line.hidden && !whisper).then(|| view! { <p class="entry-aside">{msg::ONLY_YOU_SEE_THIS.get()}</p> })}
            {line.undone.map(|by| view! { <p class="entry-aside">{msg::taken_back_by(&by)}</p> })}
        </li>
    }
}

/// Renders a button that reopens the exchange whose outcome the line reports.
fn run_again_button(model: Model, no: u32) -> impl IntoView {
    let ended = move || {
        model.exchanges.with(|all| {
            let mut ended = all.values().filter(|it| it.ended == Some(no));
            ended.next().map(|it| it.id)
        })
    };
    view! {
        <button
            hidden=derive(move || ended().is_none())
            type="button"
            class="quiet again"
            tabindex="-1"
            on:click=on_click(move |_| {
                if let Some(exchange) = untrack(ended) {
                    model.send(Command::RunAgain { exchange, step: None });
                }
            })
        >
            {msg::RUN_AGAIN_FROM_HERE.get()}
        </button>
    }
}

/// Renders the details below a line of the log with terms and rules; `hand` is who did it, if that
/// is not obvious.
fn entry_sub_line(
    plain: Option<String>,
    mut bits: Vec<DetailPart>,
    hand: Option<String>,
) -> impl IntoView {
    if bits.is_empty() {
        bits.extend(plain.map(DetailPart::Words));
    }
    let apart = if bits.is_empty() { "" } else { " · " };
    let hand = hand.map(|hand| view! { {apart} <span class="entry-by">{hand}</span> });
    let none = bits.is_empty() && hand.is_none();
    let bit = |bit: DetailPart| match bit {
        DetailPart::Words(words) => linked_rules(&words),
        DetailPart::Rule(rule) => view! { " " {linked_rules(&rule)} }.into_any(),
    };
    let bits = bits.into_iter().map(bit).collect_view();
    (!none).then(|| view! { <p class="entry-sub">{bits} {hand}</p> })
}

/// Renders the dice of a roll, each with its result.
pub(crate) fn die_faces(rolled: RollResult) -> AnyView {
    view! {
        <ul class="faces" aria-label=msg::FACES.get()>
            {rolled.faces.into_iter().map(die_face).collect_view()}
        </ul>
    }
    .into_any()
}

/// Renders a die with its result.
fn die_face(Face(face, mark): Face) -> impl IntoView {
    let (kind, words) = match mark {
        DieMark::Idle => ("idle", ""),
        DieMark::Counts => ("counts", msg::COUNTS.get()),
        DieMark::Again => ("again", msg::COUNTS_AND_ROLLS_AGAIN.get()),
        DieMark::Cancels => ("cancels", msg::AGAINST.get()),
        DieMark::Rerolled => ("rerolled", msg::ROLLED_AGAIN.get()),
    };
    view! {
        <li class="face" data-mark=kind>
            {face.to_string()}
            <span class="unseen">{words}</span>
        </li>
    }
}
