//! The ways through a replay: the bar, the steps beside, the lists of turns and exchanges.

use std::fmt::Write as _;

use app::words;
use rules::encounter::past::{Jump, JumpTo};
use rules::encounter::{Turn, View};

use super::Look;
use super::replay::Course;
use crate::pages::deed::plain;

/// The bar, and the ways to the steps beside this one.
pub(super) fn bar(look: &Look<'_>, course: &Course, view: &View, out: &mut String) {
    let Course {
        number,
        first,
        last,
        ..
    } = *course;
    let standing = words::raised(&words::standing(view, look.eyes));
    let _ = write!(
        out,
        "<section class=\"past-bar\" aria-label=\"Steps\">\
         <form class=\"past-form\" method=\"get\" data-bar>{}\
         <label for=\"at\">Step <b data-number>{number}</b> of <span data-last>{last}</span></label>\
         <input id=\"at\" type=\"range\" name=\"at\" min=\"{first}\" max=\"{last}\" value=\"{number}\" \
         aria-valuetext=\"Step {number} of {last}. {}\">\
         <button class=\"quiet\" data-plain>Go to this step</button></form>\
         <nav class=\"past-go\" aria-label=\"To another step\">",
        look.fields(),
        plain(&standing)
    );
    let before = Some(number.saturating_sub(1)).filter(|at| *at >= first);
    let after = Some(number.saturating_add(1)).filter(|at| *at <= last);
    let ways = [
        ("first", "«", "First step", before.map(|_| first)),
        ("before", "‹", "Step before", before),
        ("after", "›", "Next step", after),
        ("newest", "»", "Newest step", after.map(|_| last)),
    ];
    for (key, sign, name, to) in ways {
        way(look, (key, sign, name), to, out);
    }
    out.push_str("</nav></section>");
}

/// A way to another step, or that there is none.
fn way(look: &Look<'_>, (key, sign, name): (&str, &str, &str), to: Option<u32>, out: &mut String) {
    let to = to.map(|to| look.address("replay", &[("at", &to.to_string())]));
    let href = match to {
        Some(to) => format!(" href=\"{to}\""),
        None => " aria-disabled=\"true\"".to_owned(),
    };
    let _ = write!(
        out,
        "<a class=\"button quiet\" role=\"link\" data-go=\"{key}\" aria-label=\"{name}\"{href}>{sign}</a>"
    );
}

/// Turns and exchanges: the one before and the next, and a list of all.
pub(super) fn jumps(look: &Look<'_>, course: &Course, view: &View, out: &mut String) {
    if course.jumps.is_empty() {
        return;
    }
    let several = view.system.look().phases(&view.house).len() > 1;
    let mut turns = String::new();
    let mut exchanges = String::new();
    for Jump { step, to } in &course.jumps {
        let (list, words) = match to {
            JumpTo::Turn(turn, acting) => {
                let words = turn_words(view, *turn, acting.as_deref(), several);
                (&mut turns, words)
            }
            JumpTo::Exchange(words) => (&mut exchanges, words.clone()),
        };
        let _ = write!(list, "<option value=\"{step}\">{}</option>", plain(&words));
    }
    let turn = |to: &JumpTo| matches!(to, JumpTo::Turn(..));
    let exchange = |to: &JumpTo| matches!(to, JumpTo::Exchange(_));
    out.push_str("<div class=\"past-jumps\">");
    let of_turns = (course.near(false, turn), course.near(true, turn));
    jump(look, ("turn", turns), of_turns, out);
    let of_exchanges = (course.near(false, exchange), course.near(true, exchange));
    jump(look, ("exchange", exchanges), of_exchanges, out);
    out.push_str("</div>");
}

fn jump(
    look: &Look<'_>,
    (key, options): (&str, String),
    (before, after): (Option<u32>, Option<u32>),
    out: &mut String,
) {
    if options.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<form class=\"past-form\" method=\"get\" data-jump>{}<label for=\"{key}\">Jump to {} {key}</label>\
         <div class=\"past-jump\">",
        look.fields(),
        if key == "turn" { "a" } else { "an" }
    );
    let back = (
        format!("{key}-before"),
        format!("{} before", words::raised(key)),
    );
    way(look, (&back.0, "‹", &back.1), before, out);
    let _ = write!(out, "<select id=\"{key}\" name=\"at\">{options}</select>");
    let on = (format!("{key}-after"), format!("Next {key}"));
    way(look, (&on.0, "›", &on.1), after, out);
    let _ = write!(
        out,
        "<button class=\"quiet\" aria-label=\"Jump to this {key}\">Jump</button></div></form>"
    );
}

fn turn_words(view: &View, turn: Turn, acting: Option<&str>, several: bool) -> String {
    let rules = view.system.look();
    if turn.round == 0 {
        return "Before the fight".to_owned();
    }
    let mut words = vec![words::raised(&words::round(rules, turn.round))];
    words.extend(several.then(|| words::phase(rules, turn.phase).to_owned()));
    words.extend(acting.map(str::to_owned));
    words.join(" · ")
}
