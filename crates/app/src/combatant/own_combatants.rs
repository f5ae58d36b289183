//! The reader's own combatants, as cards large enough for a thumb.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::vocabulary::format_number;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::combatant::due::DueSlips;
use crate::combatant::plan_summary::PlanSummary;
use crate::combatant::pools::Pools;
use crate::combatant::sheet::sheet_link;
use crate::health::boxes::Boxes;
use crate::health::points::Points;
use crate::plan::timing::TimingButtons;
use crate::reactive::{derive, each_combatant, memo, on_click, show_when};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::{browser, words};

/// Returns the first combatant that the reader plays; `None` if they play none.
#[must_use]
pub fn first_own_combatant(model: &Model) -> Option<CombatantId> {
    let you = model.you.get_untracked();
    model.with_view(|view| {
        view.rows
            .values()
            .find(|row| row.owner == Some(you))
            .map(|row| row.id)
    })
}

/// Cards of a player's own combatants, or the choice of one for players without.
#[component]
pub fn OwnCombatants() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.can_run_table() {
        return None;
    }
    let ids = move |wanted: fn(&CombatantRow, rules::base::id::SeatId) -> bool| {
        model.rows_changed.track();
        let you = model.you.get();
        model.with_view(|view| {
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
        <div class="part-head">
            <h2>{if player { msg::YOU_PLAY.get() } else { msg::YOU_WATCH.get() }}</h2>
            {player.then(|| view! {
                <button
                    type="button"
                    class="quiet small"
                    id="whisper"
                    on:click=on_click(move |_| {
                        stage.open_tab(model, Tab::Log);
                        browser::focus_later("say-to".to_owned());
                    })
                >
                    {msg::WHISPER.get()}
                </button>
            })}
        </div>
        {each_combatant(own, |id| view! { <OwnCard id /> })}
        {show_when(move || player && own().is_empty(), move || view! {
            <div class="card">
                <p>{msg::YOU_PLAY_NOBODY_YET_ADD.get()}</p>
                <button
                    type="button"
                    class="quiet"
                    on:click=on_click(move |_| {
                        stage.open_tab(model, Tab::Order);
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

/// Scrolls the roll panel of a combatant into view, down to its button.
fn show_dice(stage: Stage, id: CombatantId) {
    stage.roller.set(Some(id));
    browser::show_later("roll".to_owned());
}

/// Card of one combatant of the reader.
#[component]
fn OwnCard(
    /// The combatant that is shown.
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
                said.push(msg::on_rolls(&format_number(row.health.penalty)));
            }
            said.join(" · ")
        })
    };
    Some(view! {
        <div
            class="card own"
            data-id=id.to_string()
            data-acting=derive(move || (model.turn.get().acting == Some(id)).to_string())
        >
            <div class="own-head">
                <p class="name">{derive(move || row.with(CombatantRow::full_name))}</p>
                {sheet_link(model, id, "button quiet small")}
                <button type="button" class="quiet small own-roll" on:click=on_click(move |_| show_dice(stage, id))>
                    {msg::ROLL_2.get()}
                </button>
                <button type="button" class="quiet small" on:click=on_click(move |_| stage.sheet.set(Some(id)))>
                    {msg::DAMAGE_AND_MORE.get()}
                </button>
            </div>
            <p class="condition">{derive(states)}</p>
            <PlanSummary id row plan_is_near=Signal::derive(move || stage.roller.get() == Some(id)) />
            <DueSlips id row />
            <Boxes id row />
            <Points id row />
            <Pools id row />
            <TimingButtons id row place="me" />
        </div>
    })
}
