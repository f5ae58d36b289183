//! One combatant in the order.

use leptos::prelude::*;
use rules::encounter::Side;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::phase::Phase;
use rules::speech::number;

use super::Stage;
use super::boxes::Boxes;
use super::drag::{self, Spot};
use super::due::DueSlips;
use super::live::{clicked, keyed, live, memo, pointed};
use super::model::Model;
use super::points::Points;
use super::said::Said;
use crate::words;

/// One row: grip, token, name, condition, score, boxes.
#[component]
pub fn OrderRow(
    /// Whose row.
    id: CombatantId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = model.row(id)?;
    let row = memo(move || row.get());
    let acting = memo(move || model.turn.get().acting == Some(id));
    let name = memo(move || row.with(Row::full_name));
    // The order opens where the token would land.
    let gap = move || {
        stage.drag.with(|drag| {
            let Some(drag) = drag else { return false };
            let Spot::Order(at) = drag.spot else {
                return false;
            };
            model
                .order
                .with(|order| order.iter().filter(|other| **other != drag.id).nth(at) == Some(&id))
        })
    };
    let lifted = move || {
        stage
            .drag
            .with(|drag| drag.as_ref().is_some_and(|drag| drag.id == id))
    };
    let pending = move || model.pending_rows.with(|rows| rows.contains(&id));
    let score = move || {
        row.with(|row| row.score)
            .map_or_else(|| "—".to_owned(), number)
    };
    let step = move || acting.get().then(|| model.turn.with(|turn| turn.phase));
    // Where a row stands among those who act at the same moment.
    let together = memo(move || {
        model.together.with(|groups| {
            let group = groups.iter().find(|group| group.contains(&id))?;
            Some(if group.first() == Some(&id) {
                "first"
            } else if group.last() == Some(&id) {
                "last"
            } else {
                "between"
            })
        })
    });
    let mismatch = move || row.with(|row| row.mismatch);
    Some(view! {
        <li
            class="row"
            id=format!("row-{id}")
            data-id=id.to_string()
            data-side=live(move || row.with(|row| if row.side == Side::Character { "character" } else { "foe" }))
            data-acting=live(move || acting.get().to_string())
            data-hidden=live(move || row.with(|row| row.hidden).to_string())
            data-out=live(move || row.with(Row::is_out).to_string())
            data-pending=live(move || pending().to_string())
            data-gap=live(move || gap().to_string())
            data-lifted=live(move || lifted().to_string())
            data-step=live(move || step().map(|phase| match phase {
                Phase::Initiative => "initiative",
                Phase::Declare => "declare",
                Phase::Act => "act",
                Phase::Extra => "extra",
            }))
            data-together=live(move || together.get())
            data-waiting=live(move || row.with(|row| row.timing.is_waiting()).to_string())
            aria-current=live(move || acting.get().then_some("step"))
        >
            {model.runs().then(|| view! { <Grip id name /> })}
            <button
                type="button"
                class="token"
                data-side=live(move || row.with(|row| if row.side == Side::Character { "character" } else { "foe" }))
                data-hidden=live(move || row.with(|row| row.hidden).to_string())
                aria-label=live(move || format!("{}: damage, notes and more", name.get()))
                on:click=clicked(move |_| stage.sheet.set(Some(id)))
            >
                <span aria-hidden="true">
                    {live(move || row.with(|row| words::token(&row.name, row.label.as_deref())))}
                </span>
            </button>
            <Who id row name acting />
            <p class="score">
                <span class="unseen">"initiative "</span>
                {live(score)}
                <Show when=mismatch>
                    <span class="mismatch" title="This initiative was typed and says something else than the sheet">
                        <span aria-hidden="true">"≠"</span>
                        <span class="unseen">", not what the sheet says"</span>
                    </span>
                </Show>
            </p>
            <Boxes id row />
            <Points id row />
        </li>
    })
}

/// What the storyteller drags a row by.
#[component]
fn Grip(
    /// Whose row.
    id: CombatantId,
    /// Their name.
    name: Memo<String>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    view! {
        <button
            type="button"
            class="grip"
            id=format!("handle-{id}")
            aria-label=live(move || format!("Move {}", name.get()))
            aria-describedby="drag-help"
            on:pointerdown=pointed(move |event| drag::pointer_down(model, stage, id, &event))
            on:pointermove=pointed(move |event| drag::pointer_move(model, stage, &event))
            on:pointerup=pointed(move |event| drag::pointer_up(model, stage, &event))
            on:pointercancel=pointed(move |_| drag::forget(stage))
            on:contextmenu=clicked(|event| event.prevent_default())
            on:keydown=keyed(move |event| drag::key(model, stage, id, &event))
        >
            <svg aria-hidden="true" viewBox="0 0 10 16" width="10" height="16">
                <path d="M2 3h.01M8 3h.01M2 8h.01M8 8h.01M2 13h.01M8 13h.01" />
            </svg>
        </button>
    }
}

/// Name, owner, what they do now, how they are.
#[component]
fn Who(
    /// Whose row.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Their name.
    name: Memo<String>,
    /// Whether it is their step.
    acting: Memo<bool>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let owner = move || {
        let owner = row.with(|row| row.owner)?;
        if owner == model.you.get() {
            return Some("you".to_owned());
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
            said.join(" · ")
        })
    };
    let penalty =
        move || {
            let penalty = row.with(|row| row.health.penalty);
            (penalty != 0).then(|| view! {
                <span class="penalty" title="what wounds take from a roll">{number(penalty)}</span>
            })
        };
    let badge = move || match model.turn.with(|turn| turn.phase) {
        Phase::Declare => "declares",
        Phase::Extra => "takes the rest",
        _ => "acting",
    };
    view! {
        <div class="who">
            <p class="name-line">
                <span class="name" title=live(move || name.get())>{live(move || name.get())}</span>
                <span class="owner">{live(owner)}</span>
                <span class="badge">{live(move || acting.get().then(badge))}</span>
                <span class="hidden-word">
                    {live(move || row.with(|row| row.hidden).then_some("hidden from players"))}
                </span>
            </p>
            <p class="condition">{live(states)} {penalty}</p>
            <Said id row />
            <DueSlips id row />
        </div>
    }
}
