//! Who did this: what changed a combatant's health, pools and conditions, when, and whose doing it was.

use std::fmt::Write as _;

use app::words;
use rules::encounter::View;
use rules::encounter::past::{Part, Past, Step};
use rules::encounter::view::{Line, Row};
use rules::id::CombatantId;
use rules::track::Track;

use super::Look;
use super::line::hour;
use super::log::{PAGE, paging};
use super::row::{change, condition_word, linked_box, track};
use crate::pages::deed::plain;

/// What of a combatant is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Everything.
    All,
    /// Their health.
    Health,
    /// One box of it, from 0.
    Box(u16),
    /// A pool, by its key.
    Pool(String),
    /// A condition, by its key.
    Condition(String),
    /// The initiative.
    Score,
}

impl Which {
    /// What an address asks for; everything when it asks for nothing there is.
    pub(super) fn of(of: &str, of_box: &str) -> Self {
        let number = of_box.parse::<u16>().ok().and_then(|no| no.checked_sub(1));
        match (of.split_once('.'), number) {
            (None, Some(index)) if of == "health" => Self::Box(index),
            (None, None) if of == "health" => Self::Health,
            (None, _) if of == "initiative" => Self::Score,
            (Some(("pool", key)), _) => Self::Pool(key.to_owned()),
            (Some(("condition", key)), _) => Self::Condition(key.to_owned()),
            _ => Self::All,
        }
    }

    /// Whether a change is one of these.
    fn holds(&self, part: &Part) -> bool {
        match (self, part) {
            (Self::All, _)
            | (Self::Health, Part::Track { .. })
            | (Self::Score, Part::Score { .. }) => true,
            (Self::Pool(key), Part::Pool { key: of, .. })
            | (Self::Condition(key), Part::Condition { key: of, .. }) => key == of,
            (Self::Box(index), Part::Track { before, after }) => {
                let at = |track: &Option<Track>| {
                    let boxes = track.as_ref().and_then(Track::boxes);
                    boxes.and_then(|boxes| boxes.at(*index))
                };
                at(before) != at(after)
            }
            _ => false,
        }
    }

    /// As it stands in the address of the page.
    fn address(&self) -> (String, String) {
        let of = |of: &str| (of.to_owned(), String::new());
        match self {
            Self::All => of(""),
            Self::Health => of("health"),
            Self::Box(index) => ("health".to_owned(), (index.saturating_add(1)).to_string()),
            Self::Pool(key) => of(&format!("pool.{key}")),
            Self::Condition(key) => of(&format!("condition.{key}")),
            Self::Score => of("initiative"),
        }
    }
}

/// The combatant's name and the page; `None` when this class never saw them.
pub(super) fn page(
    look: &Look<'_>,
    past: &Past,
    id: CombatantId,
    (which, page): (&Which, usize),
    script: &str,
) -> Option<(String, String)> {
    let name = past.name(look.class, id)?.to_owned();
    let view = View::of(past.encounter(), look.class);
    let changes: Vec<(u32, &Step, &Part)> = past
        .steps(look.class)
        .rev()
        .flat_map(|(number, step)| {
            let own = step.touched.iter().filter(|touch| touch.who == id);
            own.map(move |touch| (number, step, &touch.part))
        })
        .filter(|(.., part)| which.holds(part))
        .collect();
    let pages = changes.len().div_ceil(PAGE).max(1);
    let page = page.clamp(1, pages);
    let mut out = String::with_capacity(16 * 1024);
    head(look, (id, &name), &mut out);
    if let Some(row) = view.rows.get(&id) {
        choices(look, &view, row, which, &mut out);
    }
    if changes.is_empty() {
        out.push_str("<p class=\"empty\">Nothing has changed here.</p>");
    }
    out.push_str("<ol class=\"past-doings\">");
    let shown = changes
        .iter()
        .skip((page - 1).saturating_mul(PAGE))
        .take(PAGE);
    for (number, step, part) in shown {
        doing(look, past, &view, (*number, step, part), &mut out);
    }
    out.push_str("</ol>");
    let (of, of_box) = which.address();
    let own = [("of", of.as_str()), ("box", of_box.as_str())];
    paging(
        look,
        (&format!("c/{id}/past"), &own),
        (page, pages),
        &mut out,
    );
    let _ = write!(
        out,
        "</main><script type=\"module\" src=\"{}\"></script>",
        plain(script)
    );
    Some((name, out))
}

fn head(look: &Look<'_>, (id, name): (CombatantId, &str), out: &mut String) {
    let table = &look.who.table;
    out.push_str("<main class=\"past\" data-log><header class=\"past-head\">");
    if !look.beside {
        let _ = write!(
            out,
            "<nav class=\"past-way\" aria-label=\"Where this page is\"><a href=\"/t/{}\">{}</a></nav>",
            table.id,
            plain(&table.name)
        );
    }
    let _ = write!(
        out,
        "<h1>Who did this to {}</h1><p class=\"faint\">What changed, the newest first, and whose doing \
         it was, as far as the reader was told.</p><nav class=\"actions\" aria-label=\"More of the past\">",
        plain(name)
    );
    if look.past().is_none() && look.eyes.is_none() {
        let _ = write!(
            out,
            "<a class=\"button quiet\" href=\"/t/{}/c/{id}\">The sheet</a>",
            table.id
        );
    }
    let _ = write!(
        out,
        "<a class=\"button quiet\" href=\"{}\">Replay</a></nav></header>",
        look.address("replay", &[])
    );
}

/// What can be asked about, as it is now: each box, each pool, each condition.
fn choices(look: &Look<'_>, view: &View, row: &Row, which: &Which, out: &mut String) {
    let page = format!("c/{}/past", row.id);
    let to = |which: &Which| {
        let (of, of_box) = which.address();
        look.address(&page, &[("of", &of), ("box", &of_box)])
    };
    let chip = |one: &Which, words: &str| {
        let current = if one == which {
            " aria-current=\"true\""
        } else {
            ""
        };
        format!(
            "<li><a class=\"button chip\" href=\"{}\"{current}>{}</a></li>",
            to(one),
            plain(words)
        )
    };
    let mut chips = chip(&Which::All, "Everything");
    if let Some(track) = &row.track {
        let title = view.system.rules().track_title(track);
        chips.push_str(&chip(&Which::Health, title));
    }
    for key in row.pools.keys() {
        let title = words::pool_title(view.system.look(), key);
        chips.push_str(&chip(&Which::Pool(key.clone()), &title));
    }
    for key in row.conditions.keys() {
        let title = words::raised(&condition_word(view.system, key));
        chips.push_str(&chip(&Which::Condition(key.clone()), &title));
    }
    chips.push_str(&chip(&Which::Score, "Initiative"));
    let _ = write!(
        out,
        "<nav aria-label=\"What is asked about\"><ul class=\"past-chips\">{chips}</ul>"
    );
    if let Some(boxes) = row.track.as_ref().and_then(Track::boxes) {
        out.push_str("<p class=\"faint\">Or one box:</p><div class=\"past-boxes past-asks\">");
        for index in 0..boxes.size() {
            let one = Which::Box(index);
            let name = format!("Box {}", index.saturating_add(1));
            out.push_str(&linked_box(
                boxes.at(index),
                (&to(&one), &name),
                one == *which,
            ));
        }
        out.push_str("</div>");
    }
    out.push_str("</nav>");
}

/// One change: when, what, whose doing, and the way to its step.
fn doing(
    look: &Look<'_>,
    past: &Past,
    view: &View,
    (number, step, part): (u32, &Step, &Part),
    out: &mut String,
) {
    let (title, words) = change(view.system, part);
    let rules = view.system.look();
    let round = match step.turn.round {
        0 => "before the fight".to_owned(),
        number => words::round(rules, number),
    };
    let _ = write!(
        out,
        "<li><div class=\"entry-head\"><h2>{}</h2>{}</div><p class=\"past-fromto\">{}</p>",
        plain(&title),
        hour(step.at),
        plain(&words)
    );
    if let Part::Track {
        after: Some(after), ..
    } = part
        && after.boxes().is_some()
    {
        track(after, out);
    }
    let by = match &step.by {
        Some(by) => format!("by {}", plain(by)),
        None => "whose doing, no line says".to_owned(),
    };
    let lines = step
        .lines
        .iter()
        .filter_map(|no| past.line(look.class, *no));
    let told: Vec<String> = lines
        .map(|line: &Line| plain(&app::words::line(rules, &view.house, line).head))
        .collect();
    let told = match told.is_empty() {
        true => String::new(),
        false => format!(" · {}", told.join("; ")),
    };
    let at = number.to_string();
    let _ = write!(
        out,
        "<p class=\"faint\">{} · <b>{by}</b>{told}</p>\
         <a class=\"past-who\" href=\"{}\">Step {number}<span class=\"unseen\"> of the replay</span></a></li>",
        plain(&words::raised(&round)),
        look.address("replay", &[("at", &at)])
    );
}
