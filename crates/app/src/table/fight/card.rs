//! An exchange under way: who does what to whom, what was counted so far, and what is asked next.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::view::ExchangeView;
use rules::exchange::Line;
use rules::id::ExchangeId;
use rules::messages::screen as msg;
use rules::speech::{list, number};

use super::question::{own_dice_check, question};
use super::rulings::{back, rulings};
use super::{asked, name_of};
use crate::table::Stage;
use crate::table::live::{clicked, memo};
use crate::table::log;
use crate::table::model::Model;

/// One exchange.
#[component]
pub fn Exchange(
    /// Which.
    id: ExchangeId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let view = memo(move || model.exchanges.with(|all| all.get(&id).cloned()));
    let questions = memo(move || {
        stage.asked.with(|asked| {
            let here = asked.iter().filter(|one| one.exchange == id);
            here.cloned().collect::<Vec<_>>()
        })
    });
    view! {
        <article class="card exchange" data-exchange=id.to_string()>
            {move || view.get().map(|view| head(model, &view))}
            {move || questions.get().iter().map(|one| question(model, one)).collect_view()}
            {move || view.get().map(|view| foot(model, &view))}
        </article>
    }
}

/// Who does what to whom.
pub(super) fn sentence(model: Model, view: &ExchangeView) -> String {
    let at: Vec<String> = view.at.iter().map(|id| name_of(model, Some(*id))).collect();
    let by = view.by.map(|id| format!("{}: ", name_of(model, Some(id))));
    let at = if at.is_empty() {
        String::new()
    } else {
        msg::at(&list(&at))
    };
    format!("{}{}{at}", by.unwrap_or_default(), view.title)
}

fn head(model: Model, view: &ExchangeView) -> AnyView {
    // Of foes' sums players see that there was one, and nothing of it.
    let known =
        |line: &&Line| line.chose.is_some() || line.rolled.is_some() || !line.terms.is_empty();
    let lines = view.ledger.iter().filter(known);
    let lines: Vec<AnyView> = lines.map(|line| told(model, view, line)).collect();
    view! {
        <h2>{sentence(model, view)}</h2>
        <ul class="so-far">{lines}</ul>
    }
    .into_any()
}

/// A line of the ledger.
fn told(model: Model, view: &ExchangeView, line: &Line) -> AnyView {
    let name = name_of(model, asked::party(view, line.by));
    let title = line.title.to_string();
    let result = match (&line.chose, &line.rolled) {
        (Some(chose), _) => chose.to_string(),
        (None, Some(rolled)) => {
            let plain = rules::dial::Reading::default();
            let reading = line.reading.as_ref().unwrap_or(&plain);
            model.rules().tell_outcome(rolled, reading)
        }
        (None, None) => number(rules::term::sum(&line.terms)),
    };
    let dice = line.rolled.clone().map(log::faces);
    let step = view.given.iter().position(|slot| *slot == line.slot);
    let step = step
        .filter(|_| model.runs())
        .and_then(|step| u16::try_from(step).ok());
    let exchange = view.id;
    let again = step.map(|step| {
        let label = msg::run_again_from(&title);
        view! {
            <button
                type="button"
                class="quiet icon again"
                aria-label=label
                on:click=clicked(move |_| model.give(Command::RunAgain { exchange, step: Some(step) }))
            >
                "↺"
            </button>
        }
    });
    view! {
        <li>
            <span class="faint">{name} ": " {title}</span>
            <b>{result}</b>
            {dice}
            {again}
        </li>
    }
    .into_any()
}

fn foot(model: Model, view: &ExchangeView) -> AnyView {
    let runs = model.runs();
    view! {
        <div class="actions exchange-foot">
            {own_dice_check(model)}
            {back(model, view)}
            {runs.then(|| rulings(model, view))}
        </div>
    }
    .into_any()
}
