//! Exchange as it stood at a step: who does what to whom, every sum with its rules, the dice.

use leptos::prelude::*;
use rules::character::vocabulary::{format_number, format_signed};
use rules::encounter::View;
use rules::encounter::view::ExchangeView;
use rules::exchange::{ExchangeStep, LedgerLine, Party};
use rules::messages::pages as msg;

use super::line::dice_faces;
use super::{join_elements, with_rule_links};

/// Renders an exchange as the page's class of readers was shown it.
pub(super) fn exchange(view: &View, exchange: &ExchangeView) -> AnyView {
    let next = exchange
        .next
        .as_ref()
        .map_or(&[][..], ExchangeStep::questions)
        .iter();
    let asked: Vec<String> = next
        .map(|step| match step {
            ExchangeStep::Choose { by, title, .. } | ExchangeStep::Number { by, title, .. } => {
                format!("{}: {title}", party_name(view, exchange, *by))
            }
            ExchangeStep::Roll { by, check, .. } => {
                msg::rolls_2(&party_name(view, exchange, *by), &check.title)
            }
            ExchangeStep::Several(_) => String::new(),
        })
        .filter(|words| !words.is_empty())
        .collect();
    let asked = match asked.is_empty() {
        true => view! { <p class="faint">{msg::IT_IS_OVER.get()}</p> }.into_any(),
        false => {
            let words = msg::asked_next(&asked.join("; "));
            view! { <p class="past-asked">{with_rule_links(view.system, &words)}</p> }.into_any()
        }
    };
    let lines = exchange.ledger.iter();
    let lines = lines.filter_map(|line| ledger_line(view, exchange, line));
    view! {
        <article class="past-exchange">
            <h3>{view.exchange_sentence(exchange)}</h3>
            <ul class="past-ledger">{lines.collect_view()}</ul>
            {asked}
        </article>
    }
    .into_any()
}

/// Renders a line of an exchange's ledger, which lists its rolls and sums, with every term and its
/// rule.
fn ledger_line(view: &View, exchange: &ExchangeView, line: &LedgerLine) -> Option<AnyView> {
    let result = match (&line.chose, &line.rolled) {
        (Some(chose), _) => chose.to_string(),
        (None, Some(rolled)) => {
            let plain = rules::character::parameters::Parameters::default();
            let reading = line.reading.as_ref().unwrap_or(&plain);
            view.system.client_rules().describe_outcome(rolled, reading)
        }
        // Players see that a foe had a sum, and nothing of it.
        (None, None) if line.terms.is_empty() => return None,
        (None, None) => format_number(rules::base::term::sum_terms(&line.terms)),
    };
    let terms = (!line.terms.is_empty()).then(|| {
        let terms = line.terms.iter().map(|term| {
            let rule = term.rule.as_ref().map(|rule| format!(" {rule}"));
            let words = format!("{} {}", term.label, format_signed(term.value));
            with_rule_links(view.system, &format!("{words}{}", rule.unwrap_or_default()))
        });
        view! { <p class="past-terms">{join_elements(terms.collect(), ", ")}</p> }
    });
    let title = format!("{}: {}", party_name(view, exchange, line.by), line.title);
    let line = view! {
        <li>
            <p><span class="faint">{title}</span> " " <b>{with_rule_links(view.system, &result)}</b></p>
            {terms}
            {line.rolled.as_ref().map(dice_faces)}
        </li>
    };
    Some(line.into_any())
}

/// Returns the name of a party of the exchange.
fn party_name(view: &View, exchange: &ExchangeView, party: Party) -> String {
    let id = match party {
        Party::Actor => exchange.by,
        Party::Target(n) => exchange.at.get(usize::from(n)).copied(),
        Party::Bystander(n) => exchange.others.get(usize::from(n)).copied(),
        Party::Storyteller => None,
    };
    let row = id.and_then(|id| view.rows.get(&id));
    row.map_or_else(
        || msg::THE_STORYTELLER.get().to_owned(),
        |row| row.full_name(),
    )
}
