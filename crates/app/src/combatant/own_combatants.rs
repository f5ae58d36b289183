//! The reader's own combatants, large enough for a thumb.

use leptos::prelude::*;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::seat::Role;
use rules::speech::number;

use crate::combatant::due::DueSlips;
use crate::combatant::plan_summary::Said;
use crate::combatant::pools::Pools;
use crate::combatant::sheet::page_of;
use crate::health::boxes::Boxes;
use crate::health::points::Points;
use crate::plan::timing::Intent;
use crate::reactive::{clicked, each, live, memo, showing};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::{browser, words};

/// The first combatant the reader plays.
#[must_use]
pub fn first_own(model: &Model) -> Option<CombatantId> {
    let you = model.you.get_untracked();
    model.look(|view| {
        view.rows
            .values()
            .find(|row| row.owner == Some(you))
            .map(|row| row.id)
    })
}

/// A player's own combatants, or those they may choose from.
#[component]
pub fn Me() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.runs() {
        return None;
    }
    let ids = move |wanted: fn(&Row, rules::id::SeatId) -> bool| {
        model.rows_changed.track();
        let you = model.you.get();
        model.look(|view| {
            view.rows
                .values()
                .filter(|row| wanted(row, you))
                .map(|row| row.id)
                .collect::<Vec<_>>()
        })
    };
    let own = move || ids(|row, you| row.owner == Some(you));
    let player = model.role() == Role::Player;
    Some(view! {
        <div class="part-head"><h2>{if player { msg::YOU_PLAY.get() } else { msg::YOU_WATCH.get() }}</h2></div>
        {each(own, |id| view! { <Own id /> })}
        {showing(move || player && own().is_empty(), move || view! {
            <div class="card">
                <p>{msg::YOU_PLAY_NOBODY_YET_ADD.get()}</p>
                <button
                    type="button"
                    class="quiet"
                    on:click=clicked(move |_| {
                        stage.open(model, Tab::Order);
                        browser::focus_later("who-name".to_owned());
                    })
                >
                    {msg::CHOOSE_ONE.get()}
                </button>
            </div>
        })}
        {(!player).then(|| view! {
            <p class="faint">{msg::SPECTATORS_SEE_WHAT_PLAYERS_SEE.get()}</p>
        })}
    })
}

/// Brings the dice of a combatant into sight, down to their button.
fn roll(stage: Stage, id: CombatantId) {
    stage.roller.set(Some(id));
    browser::show_later("roll".to_owned());
}

#[component]
fn Own(
    /// Whom.
    id: CombatantId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = model.row(id)?;
    let row = memo(move || row.get());
    let states = move || {
        row.with(|row| {
            let mut said: Vec<String> = row.note.iter().cloned().collect();
            said.extend(words::health(&row.health));
            said.extend(words::conditions(model.rules(), &row.conditions));
            if row.health.penalty != 0 {
                said.push(msg::on_rolls(&number(row.health.penalty)));
            }
            said.join(" · ")
        })
    };
    Some(view! {
        <div
            class="card own"
            data-id=id.to_string()
            data-acting=live(move || (model.turn.get().acting == Some(id)).to_string())
        >
            <div class="own-head">
                <p class="name">{live(move || row.with(Row::full_name))}</p>
                {page_of(model, id, "button quiet small")}
                <button type="button" class="quiet small own-roll" on:click=clicked(move |_| roll(stage, id))>
                    {msg::ROLL_2.get()}
                </button>
                <button type="button" class="quiet small" on:click=clicked(move |_| stage.sheet.set(Some(id)))>
                    {msg::DAMAGE_AND_MORE.get()}
                </button>
            </div>
            <p class="condition">{live(states)}</p>
            <Said id row plan_is_near=Signal::derive(move || stage.roller.get() == Some(id)) />
            <DueSlips id row />
            <Boxes id row />
            <Points id row />
            <Pools id row />
            <Intent id row place="me" />
        </div>
    })
}
