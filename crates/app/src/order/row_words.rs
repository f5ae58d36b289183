//! The middle of a row of the order: name, owner, plan, and state of the combatant.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::character::phase::Phase;
use rules::character::vocabulary::format_number;
use rules::encounter::view::CombatantRow;
use rules::messages::{places, screen as msg};

use crate::combatant::due::DueSlips;
use crate::combatant::plan_summary::PlanSummary;
use crate::combatant::portrait::portrait;
use crate::combatant::short_name::short_name;
use crate::exchange::parts::Part;
use crate::reactive::{derive, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// Name and owner of a combatant, its current action or plan, and its state.
#[component]
pub fn NameAndState(
    /// The combatant of the row.
    id: CombatantId,
    /// The row of that combatant.
    row: Memo<CombatantRow>,
    /// The name of that combatant.
    name: Memo<String>,
    /// Whether it is their turn.
    acting: Memo<bool>,
    /// Their part in an open exchange.
    part: Memo<Option<Part>>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let owner = move || {
        let owner = row.with(|row| row.owner)?;
        if owner == model.you.get() {
            return Some(msg::YOU.into());
        }
        model.seats.with(|seats| {
            seats
                .iter()
                .find(|seat| seat.id == owner)
                .map(|seat| seat.name.clone())
        })
    };
    let states = move || {
        row.with(|row| {
            let mut said: Vec<String> = row.note.iter().cloned().collect();
            said.extend(words::health(&row.health));
            said.extend(words::conditions(model.rules(), &row.conditions));
            (!said.is_empty()).then(|| said.join(" · "))
        })
    };
    let penalty = move || {
        let penalty = row.with(|row| row.health.penalty);
        (penalty != 0).then(|| view! {
            <span class="penalty" title=msg::WHAT_WOUNDS_TAKE_FROM_A.get()>{format_number(penalty)}</span>
        })
    };
    let badge = move || match model.turn.with(|turn| turn.phase) {
        Phase::Declare => msg::DECLARES_2.get(),
        Phase::Extra => msg::TAKES_THE_REST.get(),
        _ => msg::ACTING.get(),
    };
    view! {
        <div class="who">
            <p class="name-line">
                {redraw(move || portrait(model, &row.get()))}
                <span class="name" title=derive(move || name.get())>{short_name(move || name.get())}</span>
                <span class="badge">{derive(move || acting.get().then(badge))}</span>
                <span class="target-word">
                    {derive(move || (part.get() == Some(Part::Target)).then_some(msg::TARGET.get()))}
                </span>
                <span class="hidden-word">
                    {derive(move || row.with(|row| row.hidden).then_some(places::HIDDEN.get()))}
                </span>
            </p>
            <div class="states">
                <span class="owner">{derive(owner)}</span>
                <span class="where">{derive(move || stage.places.with(|places| places.get(&id).cloned()))}</span>
                <p class="condition">{derive(states)}</p>
                {redraw(penalty)}
                <PlanSummary id row />
            </div>
            <DueSlips id row />
        </div>
    }
}
