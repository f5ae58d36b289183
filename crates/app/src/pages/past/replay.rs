//! Replay page: a bar through all steps of an encounter, and the encounter as it was at one of them.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::text::capitalize;
use rules::encounter::View;
use rules::encounter::replay::past::CombatantChange;
use rules::encounter::view::LogLineView;
use rules::messages::pages as msg;

use super::bar::{bar, jumps};
use super::course::ReplayPosition;
use super::line::{log_entry, time_of_day};
use super::row::{change_words, row};
use super::{Body, PastPage, exchange, hidden_field, script_element, select_option};
use crate::words;

/// Content of the page that replays an encounter step by step.
#[derive(Debug)]
pub struct Replay<'a> {
    /// Common content of these pages.
    pub look: &'a PastPage<'a>,
    /// The step, and the view of the class then; `None` if the class was shown nothing yet.
    pub at: Option<(&'a ReplayPosition, &'a View)>,
}

/// Returns the log lines of the step: those of the class, and then those that the reader's seat alone was told.
fn lines_of_step<'a>(course: &'a ReplayPosition, view: &'a View) -> Vec<&'a LogLineView> {
    let numbers = course.step.as_ref().map_or(&[][..], |step| &step.lines);
    let lines = view.log.iter();
    let lines = lines.filter(|line| numbers.contains(&line.no));
    lines.chain(&course.private).collect()
}

impl Body for Replay<'_> {
    fn render(&self) -> AnyView {
        let look = self.look;
        let Some((course, view)) = self.at else {
            return view! {
                {look.damage_notice()}
                <main class="past">
                    {draw_header(look)}
                    <p class="empty">{msg::NOTHING_HAS_HAPPENED_YET.get()}</p>
                </main>
            }
            .into_any();
        };
        // A reader at the newest step follows the game live.
        let live = look
            .scene_title
            .is_none()
            .then(|| format!("/ws/{}", look.scene));
        view! {
            {look.damage_notice()}
            <main class="past" data-past data-live=live>
                {draw_header(look)}
                {seat_choice(look, course)}
                {bar(look, course, view)}
                {jumps(look, course, view)}
                {draw_step(look, course, view)}
            </main>
            {script_element(&look.script)}
        }
        .into_any()
    }
}

/// Renders the header of the page that replays an encounter.
fn draw_header(look: &PastPage<'_>) -> AnyView {
    let title = look.scene_title.map(|title| format!(" “{title}”"));
    view! {
        <header class="past-head">
            {look.table_link()}
            <h1>{msg::REPLAY_2.get()}{title}</h1>
            <nav class="actions" aria-label=msg::MORE_OF_THE_PAST.get()>
                <a class="button quiet" href=look.address("log", &[])>{msg::THE_WHOLE_LOG.get()}</a>
            </nav>
        </header>
    }
    .into_any()
}

/// Renders the choice of a seat whose view is shown, for storytellers.
fn seat_choice(look: &PastPage<'_>, course: &ReplayPosition) -> Option<AnyView> {
    if !look.can_run_table || course.seats.is_empty() {
        return None;
    }
    let seats = course.seats.iter().map(|(seat, name)| {
        let chosen = look.viewed_as == Some(*seat);
        select_option(&seat.0.to_string(), name, chosen)
    });
    let note = look.viewed_as.map(|seat| {
        let mut seats = course.seats.iter();
        let name = seats
            .find(|(id, _)| *id == seat)
            .map_or(msg::THIS_SEAT.get(), |(_, name)| name.as_str());
        let words = msg::this_is_what_sees_the(&name);
        view! { <p class="past-eyes" role="note">{words}</p> }
    });
    let eyes = view! {
        <form class="past-form" method="get" action=format!("/t/{}/replay", look.table)>
            <label for="as">{msg::SEEN_BY.get()}</label>
            <div class="inline">
                <select id="as" name="as">
                    <option value="">{msg::YOU_WITH_ALL_THAT_IS.get()}</option>
                    {seats.collect_view()}
                </select>
                {look.scene_query().map(|id| hidden_field("scene", id))}
                <button class="quiet">{msg::LOOK.get()}</button>
            </div>
        </form>
        {note}
    };
    Some(eyes.into_any())
}

/// Renders the events of a step of the replay, and the state after it.
fn draw_step(look: &PastPage<'_>, course: &ReplayPosition, view: &View) -> AnyView {
    let touched: &[CombatantChange] = course.step.as_ref().map_or(&[], |step| &step.touched);
    let standing = capitalize(&words::fight_status(view, look.viewed_as));
    let at = course.step.as_ref().map(|step| time_of_day(step.at));
    let touches = |id: &CombatantId| touched.iter().any(|touch| touch.who == *id);
    let parts = [
        (msg::THE_ORDER.get(), &view.order),
        (msg::THE_BENCH.get(), &view.bench),
    ];
    let parts = parts.into_iter().filter(|(_, ids)| !ids.is_empty());
    let parts = parts.map(|(title, ids)| {
        let rows = ids.iter().filter_map(|id| view.rows.get(id));
        let rows = rows.map(|shown| row(look, view, shown, touches(&shown.id)));
        view! {
            <section class="past-part">
                <h2>{title}</h2>
                <ol class="past-rows">{rows.collect_view()}</ol>
            </section>
        }
    });
    view! {
        <div
            class="past-step"
            data-step
            data-at=course.number.to_string()
            data-newest=(course.number == course.last).to_string()
        >
            <p class="past-standing"><strong>{standing}</strong> " " {at}</p>
            {step_events(look, course, view, touched)}
            {draw_exchanges(course, view)}
            {parts.collect_view()}
        </div>
    }
    .into_any()
}

/// Renders the log lines and changes of the step.
fn step_events(
    look: &PastPage<'_>,
    course: &ReplayPosition,
    view: &View,
    touched: &[CombatantChange],
) -> AnyView {
    let lines = lines_of_step(course, view);
    let said: Vec<String> = lines
        .iter()
        .map(|line| {
            words::log_text(view.system.client_rules(), line, Some(look.reader)).to_spoken()
        })
        .collect();
    let said = msg::step_3(&course.number, &said.join(". "));
    let by = course.step.as_ref().and_then(|step| step.by.as_deref());
    let by = match by {
        Some(by) => Some(msg::done_by(&by)),
        None if lines.is_empty() => Some(msg::NO_LINE_OF_THE_LOG.get().to_owned()),
        None => None,
    };
    let by = by.map(|by| view! { <p class="faint">{by}</p> });
    let lines = (!lines.is_empty()).then(|| {
        let lines = lines.iter().map(|line| log_entry(look, view, line, None));
        view! { <ol class="log">{lines.collect_view()}</ol> }
    });
    let changes: Vec<AnyView> = touched
        .iter()
        .filter_map(|touch| {
            let who = view.rows.get(&touch.who)?.full_name();
            let (title, words) = change_words(view.system, &touch.part);
            let words = Some(words).filter(|words| !words.is_empty());
            let words = words.map(|words| format!(": {words}")).unwrap_or_default();
            let words = format!(" {title}{words}");
            Some(view! { <li><b>{who}</b>{words}</li> }.into_any())
        })
        .collect();
    let changes = (!changes.is_empty()).then(|| view! { <ul class="past-changes">{changes}</ul> });
    view! {
        <section class="past-part">
            <h2>{msg::WHAT_HAPPENED.get()}</h2>
            <p class="unseen" data-said>{said}</p>
            {by}
            {lines}
            {changes}
        </section>
    }
    .into_any()
}

/// Renders the exchanges that the step changed or that are still open, then the others.
fn draw_exchanges(course: &ReplayPosition, view: &View) -> Option<AnyView> {
    if view.exchanges.is_empty() {
        return None;
    }
    let moved = course.step.as_ref().map_or(&[][..], |step| &step.exchanges);
    let (now, rest): (Vec<_>, Vec<_>) = view
        .exchanges
        .values()
        .partition(|it| moved.contains(&it.id) || it.next.is_some());
    let now = now.into_iter().map(|it| exchange::exchange(view, it));
    let rest = (!rest.is_empty()).then(|| {
        let words = msg::over_by_then(&rest.len());
        let rest = rest.iter().map(|it| exchange::exchange(view, it));
        view! { <details><summary>{words}</summary>{rest.collect_view()}</details> }
    });
    let exchanges = view! {
        <section class="past-part"><h2>{msg::EXCHANGES.get()}</h2>{now.collect_view()} {rest}</section>
    };
    Some(exchanges.into_any())
}
