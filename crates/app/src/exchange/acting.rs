//! The acting combatant with its wounds and conditions, and the exchange that ended last; shown while there is no
//! question.

use leptos::prelude::*;
use rules::base::id::{CombatantId, ExchangeId};
use rules::character::condition::ConditionSpec;
use rules::character::phase::Phase;
use rules::character::vocabulary::format_number;
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::combatant::portrait::portrait;
use crate::exchange::card;
use crate::exchange::next_action::{self, NextAction, awaited_name};
use crate::order::group;
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// Shows the acting combatant with its state, and the "Attack" button for readers who may act for it.
#[component]
pub fn Acting() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let draft = stage.draft;
    let acting = memo(move || acting_for_all(model));
    let may = memo(move || next_action::own_acting_combatant(model).is_some());
    let row = move || {
        model.rows_changed.track();
        acting.get().and_then(|id| model.current_row(id))
    };
    let busy = move || {
        let id = acting.get();
        id.is_some_and(|id| awaited_name(model, stage.asked, id).is_some())
    };
    let quiet = move || acting.get().is_none() || draft.is_open() || busy();
    let out = move || row().is_some_and(|row| row.is_out());
    let spent = move || acting.get().is_some() && draft.spent.get() == acting.get();
    let ending = move || {
        stage
            .deed
            .with(|deed| matches!(deed, Some(NextAction::End)))
    };
    let said = move || match row().map(|row| row.full_name()) {
        Some(name) if out() => msg::is_out_of_the_fight(&name),
        Some(name) if spent() => msg::has_acted(&name),
        Some(name) => msg::acts(&name),
        None => String::new(),
    };
    view! {
        <div class="card acting" data-mine=derive(move || may.get().to_string()) hidden=derive(quiet)>
            <h2>
                {redraw(move || row().map(|row| portrait(model, &row)))}
                {derive(said)}
            </h2>
            <div class="actions" hidden=derive(move || !may.get())>
                <button
                    type="button"
                    class=derive(move || if spent() || ending() { "quiet" } else { "brass" })
                    id="attack"
                    hidden=derive(out)
                    on:click=on_click(move |_| {
                        if let Some(id) = acting.get_untracked() {
                            draft.open(model, id, None);
                        }
                    })
                >
                    {msg::ATTACK_2.get()}
                </button>
                {group::group_done_button(model, None)}
            </div>
            {redraw(move || row().map(|row| state_line(model, &row)))}
        </div>
    }
}

/// Returns the combatant whose turn it is, also if the reader may not act for it.
fn acting_for_all(model: Model) -> Option<CombatantId> {
    let turn = model.turn.get();
    let acts = matches!(turn.phase, Phase::Act | Phase::Extra);
    turn.acting.filter(|_| acts && turn.round > 0)
}

/// Renders the wounds, penalty and conditions of a combatant; readers who may act for it can lift the conditions.
fn state_line(model: Model, row: &CombatantRow) -> AnyView {
    let id = row.id;
    let may = model.may_act_for(row);
    let penalty = row.health.penalty;
    let penalty = (penalty != 0).then(|| msg::on_rolls(&format_number(penalty)));
    let plain = words::health(&row.health).into_iter().chain(penalty);
    let plain = plain.map(|said| view! { <li>{said}</li> }.into_any());
    let known = model.rules().facts().condition_specs.iter();
    let known = known.filter(|spec| row.conditions.contains_key(spec.key));
    let known = known.map(|spec| condition_chip(model, id, spec, may));
    let all: Vec<AnyView> = plain.chain(known).collect();
    (!all.is_empty())
        .then(|| view! { <ul class="state">{all}</ul> })
        .into_any()
}

/// Renders a condition of a combatant, as a button that lifts it if `may` is true.
fn condition_chip(
    model: Model,
    id: CombatantId,
    spec: &'static ConditionSpec,
    may: bool,
) -> AnyView {
    let (word, effect) = (spec.word.get(), spec.effect.get());
    if !may {
        return view! { <li title=effect>{word}</li> }.into_any();
    }
    let key = spec.key;
    let lift = move |_| {
        let key = key.to_owned();
        model.send(Command::Lift { id, key });
    };
    view! {
        <li>
            <button
                type="button"
                class="quiet small"
                title=effect
                aria-label=msg::lift_condition(&spec.word)
                on:click=on_click(lift)
            >
                {word} <span aria-hidden="true">" ×"</span>
            </button>
        </li>
    }
    .into_any()
}

/// The exchange that ended last, until another begins. On a phone it is shown as a card over the open tab.
#[component]
pub fn LastExchange(
    /// The exchanges under way.
    open: Memo<Vec<ExchangeId>>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let last = memo(move || {
        let last = model.ended.get();
        last.filter(|_| open.with(Vec::is_empty))
    });
    view! {
        <article
            class="card last-exchange"
            aria-label=msg::THE_LAST_EXCHANGE.get()
            hidden=derive(move || last.get().is_none())
        >
            {redraw(move || last.get().and_then(|id| card::ended_exchange(model, id)))}
        </article>
    }
}
