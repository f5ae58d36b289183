//! The replay: a bar through all steps of an encounter, and the encounter as it was at one of them.

use std::fmt::Write as _;

use app::words;
use rules::encounter::past::{Jump, JumpTo, Past, Step, Touch};
use rules::encounter::view::Line;
use rules::encounter::{Class, View};
use rules::id::{CombatantId, SeatId};
use rules::seat::Role;

use super::bar::{bar, jumps};
use super::line::{entry, hour};
use super::row::{change, row};
use super::{Look, exchange};
use crate::pages::deed::plain;

/// Where a step stands in the course of its class.
pub(super) struct Course {
    pub(super) number: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    step: Option<Step>,
    pub(super) jumps: Vec<Jump>,
    /// The seats one may look through the eyes of, for those who run the table.
    seats: Vec<(SeatId, String)>,
}

impl Course {
    pub(super) fn of(past: &Past, class: Class, number: u32) -> Self {
        let (first, last) = past.bounds(class).unwrap_or((number, number));
        let newest = View::of(past.encounter(), Class::Storyteller).seats;
        let seats = newest.into_iter();
        let seats = seats.filter(|seat| seat.role != Role::Storyteller);
        Self {
            number,
            first,
            last,
            step: past.step(class, number).cloned(),
            jumps: past.jumps(class).to_vec(),
            seats: seats
                .map(|seat| (seat.id, format!("{}, {}", seat.name, seat.role.word())))
                .collect(),
        }
    }

    /// The step of the nearest jump of a kind before or behind this one.
    pub(super) fn near(&self, forward: bool, kind: impl Fn(&JumpTo) -> bool) -> Option<u32> {
        let mut jumps = self.jumps.iter().filter(|jump| kind(&jump.to));
        let found = match forward {
            true => jumps.find(|jump| jump.step > self.number),
            false => jumps.rev().find(|jump| jump.step < self.number),
        };
        found.map(|jump| jump.step)
    }
}

/// The page of an encounter in which nothing has happened that its reader was shown.
pub(super) fn nothing(look: &Look<'_>) -> String {
    let mut out = String::new();
    out.push_str("<main class=\"past\">");
    head(look, &mut out);
    out.push_str("<p class=\"empty\">Nothing has happened yet.</p></main>");
    out
}

/// The page at a step.
pub(super) fn body(look: &Look<'_>, course: &Course, view: &View, script: &str) -> String {
    let mut out = String::with_capacity(32 * 1024);
    out.push_str("<main class=\"past\" data-past");
    // Those who look at what is played now are shown what comes next as it comes.
    if look.past().is_none() {
        let _ = write!(out, " data-live=\"/ws/{}\"", look.scene.id);
    }
    out.push('>');
    head(look, &mut out);
    eyes(look, course, &mut out);
    bar(look, course, view, &mut out);
    jumps(look, course, view, &mut out);
    step(look, course, view, &mut out);
    let _ = write!(
        out,
        "</main><script type=\"module\" src=\"{}\"></script>",
        plain(script)
    );
    out
}

fn head(look: &Look<'_>, out: &mut String) {
    out.push_str("<header class=\"past-head\">");
    let table = &look.who.table;
    if !look.beside {
        let _ = write!(
            out,
            "<nav class=\"past-way\" aria-label=\"Where this page is\"><a href=\"/t/{}\">{}</a></nav>",
            table.id,
            plain(&table.name)
        );
    }
    let title = look.past().map(|_| plain(look.scene.name().as_str()));
    let title = title.map(|title| format!(" “{title}”")).unwrap_or_default();
    let _ = write!(
        out,
        "<h1>Replay{title}</h1><nav class=\"actions\" aria-label=\"More of the past\">\
         <a class=\"button quiet\" href=\"{}\">The whole log</a></nav></header>",
        look.address("log", &[])
    );
}

/// Through whose eyes: for those who run the table.
fn eyes(look: &Look<'_>, course: &Course, out: &mut String) {
    if !look.runs() || course.seats.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<form class=\"past-form\" method=\"get\" action=\"/t/{}/replay\"><label for=\"as\">Seen by</label>\
         <div class=\"inline\"><select id=\"as\" name=\"as\">\
         <option value=\"\">You, with all that is hidden</option>",
        look.who.table.id
    );
    for (SeatId(seat), name) in &course.seats {
        let chosen = look.eyes == Some(SeatId(*seat));
        let chosen = if chosen { " selected" } else { "" };
        let _ = write!(
            out,
            "<option value=\"{seat}\"{chosen}>{}</option>",
            plain(name)
        );
    }
    out.push_str("</select>");
    if let Some(id) = look.past() {
        let _ = write!(out, "<input type=\"hidden\" name=\"scene\" value=\"{id}\">");
    }
    out.push_str("<button class=\"quiet\">Look</button></div></form>");
    if let Some(seat) = look.eyes {
        let mut seats = course.seats.iter();
        let name = seats
            .find(|(id, _)| *id == seat)
            .map(|(_, name)| name.as_str());
        let _ = write!(
            out,
            "<p class=\"past-eyes\" role=\"note\">This is what {} sees: the very view that is sent to \
             them. The steps are counted as they count them.</p>",
            plain(name.unwrap_or("this seat"))
        );
    }
}

/// What happened at the step, and how all stood behind it.
fn step(look: &Look<'_>, course: &Course, view: &View, out: &mut String) {
    let touched: &[Touch] = course.step.as_ref().map_or(&[], |step| &step.touched);
    let _ = write!(
        out,
        "<div class=\"past-step\" data-step data-at=\"{}\" data-newest=\"{}\">",
        course.number,
        course.number == course.last
    );
    let standing = words::raised(&words::standing(view, look.eyes));
    let at = course.step.as_ref().map(|step| hour(step.at));
    let _ = write!(
        out,
        "<p class=\"past-standing\"><strong>{}</strong> {}</p>",
        plain(&standing),
        at.unwrap_or_default()
    );
    happened(course, view, touched, out);
    exchanges(course, view, out);
    let touches = |id: &CombatantId| touched.iter().any(|touch| touch.who == *id);
    for (title, ids) in [("The order", &view.order), ("The bench", &view.bench)] {
        if ids.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "<section class=\"past-part\"><h2>{title}</h2><ol class=\"past-rows\">"
        );
        for shown in ids.iter().filter_map(|id| view.rows.get(id)) {
            row(look, view, shown, touches(&shown.id), out);
        }
        out.push_str("</ol></section>");
    }
    out.push_str("</div>");
}

fn happened(course: &Course, view: &View, touched: &[Touch], out: &mut String) {
    let numbers = course.step.as_ref().map_or(&[][..], |step| &step.lines);
    let lines: Vec<&Line> = view
        .log
        .iter()
        .filter(|line| numbers.contains(&line.no))
        .collect();
    let said: Vec<String> = lines
        .iter()
        .map(|line| words::line(view.system.look(), &view.house, line).aloud())
        .collect();
    let _ = write!(
        out,
        "<section class=\"past-part\"><h2>What happened</h2>\
         <p class=\"unseen\" data-said>Step {}. {}</p>",
        course.number,
        plain(&said.join(". "))
    );
    let by = course.step.as_ref().and_then(|step| step.by.as_deref());
    match by {
        Some(by) => {
            let _ = write!(out, "<p class=\"faint\">Done by {}.</p>", plain(by));
        }
        None if lines.is_empty() => {
            out.push_str("<p class=\"faint\">No line of the log tells of this step.</p>");
        }
        None => {}
    }
    if !lines.is_empty() {
        out.push_str("<ol class=\"log\">");
        lines.iter().for_each(|line| entry(view, line, "", out));
        out.push_str("</ol>");
    }
    let changes: Vec<String> = touched
        .iter()
        .filter_map(|touch| {
            let who = view.rows.get(&touch.who)?.full_name();
            let (title, words) = change(view.system, &touch.part);
            let words = Some(words).filter(|words| !words.is_empty());
            let words = words.map(|words| format!(": {words}")).unwrap_or_default();
            Some(format!(
                "<li><b>{}</b> {}</li>",
                plain(&who),
                plain(&format!("{title}{words}"))
            ))
        })
        .collect();
    if !changes.is_empty() {
        let _ = write!(out, "<ul class=\"past-changes\">{}</ul>", changes.concat());
    }
    out.push_str("</section>");
}

/// The exchanges that the step brought on, and behind them those that lay there as well.
fn exchanges(course: &Course, view: &View, out: &mut String) {
    if view.exchanges.is_empty() {
        return;
    }
    let moved = course.step.as_ref().map_or(&[][..], |step| &step.exchanges);
    let (now, rest): (Vec<_>, Vec<_>) = view
        .exchanges
        .values()
        .partition(|it| moved.contains(&it.id) || it.next.is_some());
    out.push_str("<section class=\"past-part\"><h2>Exchanges</h2>");
    for it in now {
        exchange::exchange(view, it, out);
    }
    if !rest.is_empty() {
        let _ = write!(
            out,
            "<details><summary>Over by then: {}</summary>",
            rest.len()
        );
        for it in rest {
            exchange::exchange(view, it, out);
        }
        out.push_str("</details>");
    }
    out.push_str("</section>");
}
