//! Results of the rolls that a player was asked for.

use leptos::prelude::*;
use rules::encounter::view::{AskAnswerView, AskView};
use rules::encounter::{AskEnd, AskTelling};
use rules::messages::asks as msg;

use super::known::{Asks, is_own};
use super::seal::seal_line;
use super::words;
use crate::log::entries;
use crate::reactive::redraw;
use crate::state::table_state::Model;

/// Number of answered rolls that stay in sight, the newest first.
const MOST_SHOWN: usize = 3;

/// Renders the results of those asked rolls that the reader's own combatants have made, the newest
/// first.
pub(super) fn answered_asks(model: Model, asks: Asks) -> AnyView {
    let cards = move || {
        asks.with(|all| {
            let there = all.iter().rev();
            let there = there.filter(|ask| ask.end != Some(AskEnd::CalledOff));
            let made = there.filter_map(|ask| {
                let mut answers = ask.answers.iter();
                let own = answers.find(|answer| answer.made && is_own(model, answer.who))?;
                Some(answered_card(model, ask, own))
            });
            made.take(MOST_SHOWN).collect_view()
        })
    };
    view! { <div class="ask-told">{redraw(cards)}</div> }.into_any()
}

/// Renders the card with the result of one asked roll, as the roller may know it.
fn answered_card(model: Model, ask: &AskView, own: &AskAnswerView) -> AnyView {
    let title = words::title(model, ask);
    let others: Vec<&AskAnswerView> = ask
        .answers
        .iter()
        .filter(|answer| answer.made && answer.who != own.who)
        .collect();
    let body = match (&own.rolled, own.passed) {
        (Some(rolled), _) => {
            let result = words::outcome(model, own).unwrap_or_default();
            let others = others.iter().filter_map(|answer| {
                let result = words::outcome(model, answer)?;
                Some(msg::name_and_result(
                    &words::name_of(model, answer.who),
                    &result,
                ))
            });
            let all: Vec<String> = std::iter::once(result).chain(others).collect();
            view! {
                {entries::die_faces(rolled.clone())}
                <p class="ask-result">{all.join(" · ")}</p>
            }
            .into_any()
        }
        (None, Some(passed)) => {
            let name = |which: bool| -> Vec<String> {
                let of = others.iter().filter(|answer| answer.passed == Some(which));
                of.map(|answer| words::name_of(model, answer.who)).collect()
            };
            let same = name(passed);
            let too = (!same.is_empty()).then(|| match passed {
                true => msg::others_passed(&same.join(", ")),
                false => msg::others_failed(&same.join(", ")),
            });
            view! {
                <p class="ask-verdict">{if passed { msg::YOU_PASSED } else { msg::YOU_FAILED }.get()}</p>
                {too.map(|too| view! { <p class="faint">{too}</p> })}
            }
            .into_any()
        }
        (None, None) => view! {
            <p class="ask-sealed" aria-hidden="true">{sealed_dice(own)}</p>
            <p class="ask-verdict">{msg::THE_STORYTELLER_HAS_IT.get()}</p>
            <p class="faint">{msg::DICE_ARE_SEALED.get()}</p>
        }
        .into_any(),
    };
    let how = match ask.telling {
        AskTelling::Open => msg::OPEN,
        AskTelling::PassFail => msg::PASS_OR_FAIL,
        AskTelling::Secret { .. } => msg::SECRET,
    };
    let line = format!("{title} · {}", how.get().to_lowercase());
    view! {
        <section class="card ask-answered" aria-label=title>
            <p class="faint">{line}</p>
            {body}
            {seal_line(ask.id, own)}
        </section>
    }
    .into_any()
}

/// Renders the dice of a secret roll face down, because the roller may not see them.
fn sealed_dice(own: &AskAnswerView) -> impl IntoView {
    let sum = rules::base::term::sum_terms(&own.terms).clamp(1, 5);
    (0..sum)
        .map(|_| view! { <span class="ask-down"></span> })
        .collect_view()
}
