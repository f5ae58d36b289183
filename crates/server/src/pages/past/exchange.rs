//! An exchange as it stood at a step: who does what to whom, every sum with its rules, the dice.

use std::fmt::Write as _;

use rules::encounter::View;
use rules::encounter::view::ExchangeView;
use rules::exchange::{Line, Party, Step};
use rules::speech::{number, signed};

use super::line::{faces, ruled};
use crate::pages::deed::plain;

/// An exchange as its class was shown it.
pub(super) fn exchange(view: &View, exchange: &ExchangeView, out: &mut String) {
    let _ = write!(
        out,
        "<article class=\"past-exchange\"><h3>{}</h3><ul class=\"past-ledger\">",
        plain(&view.sentence(exchange))
    );
    for line in &exchange.ledger {
        ledger(view, exchange, line, out);
    }
    out.push_str("</ul>");
    let next = exchange.next.as_ref().map_or(&[][..], Step::each).iter();
    let asked: Vec<String> = next
        .map(|step| match step {
            Step::Choose { by, title, .. } | Step::Number { by, title, .. } => {
                format!("{}: {title}", name(view, exchange, *by))
            }
            Step::Roll { by, check, .. } => {
                format!("{} rolls {}", name(view, exchange, *by), check.title)
            }
            Step::Several(_) => String::new(),
        })
        .filter(|words| !words.is_empty())
        .collect();
    match asked.is_empty() {
        true => out.push_str("<p class=\"faint\">It is over.</p>"),
        false => {
            let words = format!("Asked next: {}", asked.join("; "));
            let _ = write!(out, "<p class=\"past-asked\">{}</p>", ruled(view, &words));
        }
    }
    out.push_str("</article>");
}

/// A line of the ledger: whose, what it is, what it came to, and every term with its rule.
fn ledger(view: &View, exchange: &ExchangeView, line: &Line, out: &mut String) {
    let result = match (&line.chose, &line.rolled) {
        (Some(chose), _) => chose.clone(),
        (None, Some(rolled)) => {
            let plain = rules::dial::Reading::default();
            let reading = line.reading.as_ref().unwrap_or(&plain);
            view.system.look().tell_outcome(rolled, reading)
        }
        // Of foes’ sums players see that there was one, and nothing of it.
        (None, None) if line.terms.is_empty() => return,
        (None, None) => number(rules::term::sum(&line.terms)),
    };
    let _ = write!(
        out,
        "<li><p><span class=\"faint\">{}: {}</span> <b>{}</b></p>",
        plain(&name(view, exchange, line.by)),
        plain(&line.title),
        ruled(view, &result)
    );
    if !line.terms.is_empty() {
        let terms = line.terms.iter().map(|term| {
            let rule = term.rule.as_ref().map(|rule| format!(" {rule}"));
            let words = format!("{} {}", term.label, signed(term.value));
            ruled(view, &format!("{words}{}", rule.unwrap_or_default()))
        });
        let terms: Vec<String> = terms.collect();
        let _ = write!(out, "<p class=\"past-terms\">{}</p>", terms.join(", "));
    }
    if let Some(rolled) = &line.rolled {
        faces(rolled, out);
    }
    out.push_str("</li>");
}

fn name(view: &View, exchange: &ExchangeView, party: Party) -> String {
    let id = match party {
        Party::Actor => exchange.by,
        Party::Target(n) => exchange.at.get(usize::from(n)).copied(),
        Party::Bystander(n) => exchange.others.get(usize::from(n)).copied(),
        Party::Storyteller => None,
    };
    let row = id.and_then(|id| view.rows.get(&id));
    row.map_or_else(|| "The storyteller".to_owned(), |row| row.full_name())
}
