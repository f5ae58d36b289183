//! The card of an exchange, which grows while it goes on: attacker and targets, rolls so far, the open question, and
//! finally the outcome.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::character::vocabulary::{describe_action, format_number, format_signed};
use rules::encounter::view::ExchangeView;
use rules::encounter::{Command, Side};
use rules::exchange::LedgerLine;
use rules::messages::screen as msg;

use crate::exchange::open_questions::name_of;
use crate::exchange::question::question_card;
use crate::exchange::roll_question::own_dice_check;
use crate::exchange::rulings::{ruling_list, step_back_button};
use crate::log::entries;
use crate::reactive::{memo, on_click};
use crate::scene::pin::pin_label;
use crate::scene::ribbon::draw_ribbon;
use crate::state::news;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::rule_link::linked_rules;
use crate::words;

/// Shows the card of an open exchange with its steps, questions and rolls.
#[component]
pub fn Exchange(
    /// The id of the exchange.
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
            {move || view.get().map(|view| exchange_head(model, &view))}
            {move || questions.get().iter().map(|one| question_card(model, one)).collect_view()}
            {move || view.get().map(|view| exchange_foot(model, &view))}
        </article>
    }
}

/// Returns the title of an open exchange, which names the attacker, the action, and the targets.
pub(crate) fn exchange_title(model: Model, view: &ExchangeView) -> String {
    let at: Vec<String> = view.at.iter().map(|id| name_of(model, Some(*id))).collect();
    let by = view.by.map(|id| name_of(model, Some(id)));
    describe_action(by.as_deref(), &view.title, &at)
}

/// Renders an exchange that has ended, with its outcome and rolls. Loaded later than the first part of the program.
#[inline(never)]
pub fn ended_exchange(model: Model, id: ExchangeId) -> Option<AnyView> {
    let view = model.exchanges.with(|all| all.get(&id).cloned())?;
    Some(
        view! { <div class="ended" data-exchange=id.to_string()>{exchange_head(model, &view)}</div> }
            .into_any(),
    )
}

/// Renders the head of an open exchange with the tokens, the title, and the rolls so far.
fn exchange_head(model: Model, view: &ExchangeView) -> AnyView {
    // Of foes' sums players see that there was one, and nothing of it.
    let known = |line: &&LedgerLine| {
        line.chose.is_some() || line.rolled.is_some() || !line.terms.is_empty()
    };
    let newest = view.ledger.iter().rfind(|line| line.rolled.is_some());
    let newest = newest.map(|line| &line.slot);
    let lines = view.ledger.iter().filter(known);
    let lines = lines.map(|line| ledger_line(model, view, line, newest == Some(&line.slot)));
    let lines: Vec<AnyView> = lines.collect();
    let tokens =
        |ids: &[CombatantId]| -> Vec<_> { ids.iter().filter_map(|id| token(model, *id)).collect() };
    let apart = (view.by.is_some() && !view.at.is_empty()).then_some("›");
    let title = match view.outcome.as_slice() {
        [] => exchange_title(model, view),
        outcome => words::join_sentences(outcome),
    };
    view! {
        <p class="who-whom" aria-hidden="true">
            {tokens(view.by.as_slice())}
            {apart}
            {tokens(&view.at)}
        </p>
        <h2>{title}</h2>
        {exchange_ribbon(model, view)}
        <ul class="so-far">{lines}</ul>
    }
    .into_any()
}

/// Renders the distance and cover between the acting combatant and the others; `None` without a
/// scene.
fn exchange_ribbon(model: Model, view: &ExchangeView) -> Option<AnyView> {
    let space = view.space.as_ref()?;
    let others: Vec<CombatantId> = view.at.iter().chain(&view.others).copied().collect();
    draw_ribbon(model, view.by?, &others, space)
}

/// Renders the token of a combatant; `None` if the reader does not know it.
fn token(model: Model, id: CombatantId) -> Option<AnyView> {
    let row = model.current_row(id)?;
    let side = if row.side == Side::Character {
        "character"
    } else {
        "foe"
    };
    let token = words::token_letters(&row.name, row.label.as_deref());
    Some(view! { <span class="target-token" data-side=side>{token}</span> }.into_any())
}

/// Renders a line of the exchange's rolls and sums as a chip that opens to its terms; the newest
/// dice are open already.
fn ledger_line(model: Model, view: &ExchangeView, line: &LedgerLine, newest: bool) -> AnyView {
    let name = name_of(model, news::party_member(view, line.by));
    let title = line.title.to_string();
    let result = match (&line.chose, &line.rolled) {
        (Some(chose), _) => chose.to_string(),
        (None, Some(rolled)) => {
            let plain = rules::character::parameters::Parameters::default();
            let reading = line.reading.as_ref().unwrap_or(&plain);
            model.rules().describe_outcome(rolled, reading)
        }
        (None, None) => format!(
            "= {}",
            format_number(rules::base::term::sum_terms(&line.terms))
        ),
    };
    let (mut open, mut folded) = (line.rolled.clone().map(entries::die_faces), None);
    if !newest {
        std::mem::swap(&mut open, &mut folded);
    }
    let terms = line.terms.iter().map(|term| {
        let rule = term.rule.as_ref().map(|rule| linked_rules(rule.as_str()));
        let pin = term.from_scene.then(pin_label);
        view! { <li>{term.label.to_string()} " " {format_signed(term.value)} " " {rule} " " {pin}</li> }
    });
    let terms: Vec<_> = terms.collect();
    let made_of = (folded.is_some() || !terms.is_empty())
        .then(|| view! { <ul class="made-of">{terms}</ul> {folded} });
    // What was chosen says what was asked.
    let what = match line.chose {
        Some(_) => format!("{name}:"),
        None => format!("{name}: {title}"),
    };
    let chip = view! { <span class="faint">{what}</span> " " <b>{result}</b> };
    let chip = match made_of {
        // Where it lies on a card that a tap closes, it opens and the card stays.
        Some(made_of) => view! {
            <details>
                <summary on:click=on_click(|event| event.stop_propagation())>{chip}</summary>
                {made_of}
            </details>
        }
        .into_any(),
        None => chip.into_any(),
    };
    let step = view.given.iter().position(|slot| *slot == line.slot);
    let step = step
        .filter(|_| model.can_run_table())
        .and_then(|step| u16::try_from(step).ok());
    let exchange = view.id;
    let again = step.map(|step| {
        let label = msg::run_again_from(&title);
        view! {
            <button
                type="button"
                class="quiet icon again"
                aria-label=label
                on:click=on_click(move |_| model.send(Command::RunAgain { exchange, step: Some(step) }))
            >
                "↺"
            </button>
        }
    });
    view! {
        <li>
            {chip}
            {open}
            {again}
        </li>
    }
    .into_any()
}

/// Renders the foot of an open exchange with the switch for real dice, a step back, and rulings.
fn exchange_foot(model: Model, view: &ExchangeView) -> AnyView {
    let runs = model.can_run_table();
    view! {
        <div class="actions exchange-foot">
            {own_dice_check(model)}
            {step_back_button(model, view)}
            {runs.then(|| ruling_list(model, view))}
        </div>
    }
    .into_any()
}
