//! One combatant in the order.

use leptos::prelude::*;
use rules::encounter::Side;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::phase::Phase;
use rules::speech::number;

use super::Stage;
use super::boxes::Boxes;
use super::drag::{self, Spot};
use super::due::DueSlips;
use super::group::{self, Fold};
use super::live::{clicked, drawn, keyed, live, memo, pointed, showing};
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
    // The order opens where the token would land, or the row shows that it is aimed at.
    let gap = move || {
        stage.drag.with(|drag| {
            let drag = drag.as_ref()?;
            match drag.spot {
                Spot::Bench => None,
                Spot::Target(target) => (target == Some(id)).then_some("aimed"),
                Spot::Order(at) => model.order.with(|order| {
                    let mut others = order.iter().filter(|other| **other != drag.id);
                    (others.nth(at) == Some(&id)).then_some("true")
                }),
            }
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
    let ids = memo(move || group::of(model, id));
    let head = memo(move || ids.with(|ids| ids.first() == Some(&id)));
    let grouped = move || {
        let alone = ids.with(Vec::is_empty);
        (!alone).then(|| if head.get() { "head" } else { "member" })
    };
    let open = move || {
        let key = row.with(|row| row.group);
        key.is_some_and(|key| stage.open.with(|open| open.contains(&key)))
    };
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
            data-gap=live(gap)
            data-lifted=live(move || lifted().to_string())
            data-step=live(move || step().map(|phase| match phase {
                Phase::Initiative => "initiative",
                Phase::Declare => "declare",
                Phase::Act => "act",
                Phase::Extra => "extra",
            }))
            data-together=live(move || together.get())
            data-group=live(grouped)
            data-open=live(move || open().to_string())
            data-waiting=live(move || row.with(|row| row.timing.is_waiting()).to_string())
            aria-current=live(move || acting.get().then_some("step"))
        >
            {model.runs().then(|| view! { <Grip id name /> })}
            {showing(move || head.get(), move || view! { <Fold ids /> })}
            <button
                type="button"
                class="token"
                data-side=live(move || row.with(|row| if row.side == Side::Character { "character" } else { "foe" }))
                data-hidden=live(move || row.with(|row| row.hidden).to_string())
                aria-label=live(move || msg::damage_notes_and_more(&name.get()))
                on:pointerdown=pointed(move |event| drag::aim_down(model, stage, id, &event))
                on:pointermove=pointed(move |event| drag::pointer_move(model, stage, &event))
                on:pointerup=pointed(move |event| drag::pointer_up(model, stage, &event))
                on:pointercancel=pointed(move |_| drag::forget(stage))
                on:click=clicked(move |_| if drag::was_click() { stage.sheet.set(Some(id)) })
            >
                <span aria-hidden="true">
                    {live(move || row.with(|row| words::token(&row.name, row.label.as_deref())))}
                </span>
            </button>
            <Who id row name acting />
            <p class="score">
                <span class="unseen">{msg::INITIATIVE_3.get()}</span>
                {live(score)}
                {showing(mismatch, move || view! {
                    <span class="mismatch" title=msg::THIS_INITIATIVE_WAS_TYPED_AND.get()>
                        <span aria-hidden="true">"≠"</span>
                        <span class="unseen">{msg::NOT_WHAT_THE_SHEET_SAYS.get()}</span>
                    </span>
                })}
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
            aria-label=live(move || msg::move_(&name.get()))
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

/// What they look like, beside their name.
pub fn face(model: Model, row: &Row) -> AnyView {
    let (table, scene, id) = (model.table, model.encounter, row.id);
    let portrait = row.portrait.map(|portrait| {
        let from = format!("/t/{table}/portrait/{id}/{portrait}?scene={scene}");
        view! { <img class="portrait" src=from alt="" width="30" height="30" loading="lazy" /> }
    });
    portrait.into_any()
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
            said.join(" · ")
        })
    };
    let penalty = move || {
        let penalty = row.with(|row| row.health.penalty);
        (penalty != 0).then(|| view! {
            <span class="penalty" title=msg::WHAT_WOUNDS_TAKE_FROM_A.get()>{number(penalty)}</span>
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
                {drawn(move || face(model, &row.get()))}
                <span class="name" title=live(move || name.get())>{live(move || name.get())}</span>
                <span class="owner">{live(owner)}</span>
                <span class="badge">{live(move || acting.get().then(badge))}</span>
                <span class="hidden-word">
                    {live(move || row.with(|row| row.hidden).then_some(msg::HIDDEN_FROM_PLAYERS.get()))}
                </span>
            </p>
            <p class="condition">{live(states)} {drawn(penalty)}</p>
            <Said id row />
            <DueSlips id row />
        </div>
    }
}
