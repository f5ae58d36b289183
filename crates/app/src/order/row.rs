//! One combatant in the order.

use leptos::ev;
use leptos::prelude::*;
use rules::encounter::Side;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::phase::Phase;
use rules::speech::number;

use crate::combatant::due::DueSlips;
use crate::combatant::plan_summary::Said;
use crate::combatant::short_name::cut;
use crate::health::boxes::Boxes;
use crate::health::hit_mark::struck;
use crate::health::points::Points;
use crate::order::drag::Spot;
use crate::order::group::Fold;
use crate::order::{drag, group};
use crate::reactive::{clicked, drawn, keyed, live, memo, pointed, showing};
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};
use crate::{browser, words};

/// Narrower pages are those of phones, in pixels; the style sheet draws the same line.
const PHONE: f64 = 704.0;

/// One row: grip, token, name, condition, score, boxes; and what can be done, once it is opened.
#[component]
pub fn OrderRow(
    /// The combatant of the row.
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
    let opened = memo(move || stage.opened.get() == Some(id));
    let part = memo(move || stage.parts.with(|parts| parts.of(id)));
    let struck = struck(row, move |id| {
        let by_hand = model.pending_rows.with_untracked(|rows| rows.contains(&id));
        by_hand || model.catches_up.get_untracked()
    });
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
            data-opened=live(move || opened.get().to_string())
            data-part=live(move || part.get().map(Part::key))
            data-struck=live(move || struck.get())
            aria-current=live(move || acting.get().then_some("step"))
        >
            {model.runs().then(|| view! { <Grip id name /> })}
            {showing(move || head.get(), move || view! { <Fold ids /> })}
            <Opener id row opened />
            <button
                type="button"
                class="token"
                id=format!("token-{id}")
                tabindex="-1"
                data-side=live(move || row.with(|row| if row.side == Side::Character { "character" } else { "foe" }))
                data-hidden=live(move || row.with(|row| row.hidden).to_string())
                aria-label=live(move || msg::damage_notes_and_more(&name.get()))
                on:pointerdown=pointed(move |event| drag::token_down(model, stage, id, &event))
                on:pointermove=pointed(move |event| drag::pointer_move(model, stage, &event))
                on:pointerup=pointed(move |event| drag::pointer_up(model, stage, &event))
                on:pointercancel=pointed(move |_| drag::forget(stage))
                on:contextmenu=clicked(|event| event.prevent_default())
                on:keydown=keyed(move |event| {
                    // Enter opens; a token in the air it puts down.
                    if event.key() != "Enter" || untrack(lifted) {
                        drag::key(model, stage, id, &event);
                    }
                })
                on:click=clicked(move |_| if drag::was_click() { stage.sheet.set(Some(id)) })
            >
                <span aria-hidden="true">
                    {live(move || row.with(|row| words::token(&row.name, row.label.as_deref())))}
                </span>
            </button>
            <Who id row name acting part />
            <p class="score">
                <span class="unseen">{msg::INITIATIVE_OF_A_ROW.get()} " "</span>
                {live(score)}
                {showing(mismatch, move || view! {
                    <span class="mismatch" title=msg::THIS_INITIATIVE_WAS_TYPED_AND.get()>
                        <span aria-hidden="true">"≠"</span>
                        <span class="unseen">", " {msg::NOT_WHAT_THE_SHEET_SAYS.get()}</span>
                    </span>
                })}
            </p>
            <Boxes id row in_row=true />
            <Points id row />
            {showing(move || opened.get(), move || view! { <RowActions id row /> })}
        </li>
    })
}

/// Escape closes the row that is open, and on a phone Back, as they close what lies over the table.
pub fn listen(stage: Stage) {
    Effect::new(move |before: Option<bool>| {
        let open = stage.opened.get().is_some();
        match open {
            true if before != Some(true) && browser::page_size().0 < PHONE => browser::go_over(),
            true => {}
            false => browser::come_back(),
        }
        open
    });
    let handle = window_event_listener(ev::popstate, move |_| {
        if !browser::is_over() {
            stage.opened.set(None);
        }
    });
    on_cleanup(move || handle.remove());
    let handle = window_event_listener(ev::keydown, move |event| {
        let free = event.key() == "Escape" && !event.default_prevented();
        if !free || browser::is_typing(&event) || browser::is_modal() {
            return;
        }
        if let Some(id) = stage.opened.get_untracked() {
            event.prevent_default();
            stage.opened.set(None);
            browser::focus_later(format!("open-{id}"));
        }
    });
    on_cleanup(move || handle.remove());
}

/// What opens a row in its place: all of it that is not a button of its own. While an action is put together, it
/// chooses the target.
#[component]
fn Opener(
    /// The combatant of the row.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Whether it is open.
    opened: Memo<bool>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let press = move || {
        if stage.draft.wants(id) {
            return stage.draft.aim(model, id);
        }
        let open = !opened.get_untracked();
        stage.opened.set(open.then_some(id));
        if open {
            browser::show_later(format!("row-{id}"));
        }
    };
    view! {
        <button
            type="button"
            class="row-opener"
            id=format!("open-{id}")
            tabindex=live(move || if stage.stop.get() == Some(id) { "0" } else { "-1" })
            aria-expanded=live(move || opened.get().to_string())
            aria-label=live(move || row.with(|row| words::row(model.rules(), row)))
            on:focus=move |_| stage.stops.set(Some(id))
            on:click=clicked(move |_| press())
        ></button>
    }
}

/// What can be done with a row that is open.
#[component]
fn RowActions(
    /// The combatant of the row.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let may = memo(move || row.with(|row| model.may_act_for(row)));
    // Whoever acts attacks this one; this one acts where it is theirs.
    let acts = memo(move || {
        let acting = crate::exchange::next_action::acting(model);
        acting.or_else(|| may.get().then_some(id))
    });
    let words = move || match acts.get() {
        Some(by) if by == id => msg::ACT_2.get(),
        _ => msg::ATTACK_IT.get(),
    };
    let act = move || {
        if let Some(by) = acts.get_untracked() {
            let target = (by != id).then_some(id);
            stage.draft.open(model, by, target);
            stage.opened.set(None);
            stage.open(model, Tab::Me);
        }
    };
    view! {
        <div class="row-actions">
            <button
                type="button"
                class="quiet"
                tabindex="-1"
                hidden=live(move || acts.get().is_none())
                on:click=clicked(move |_| act())
            >
                {live(words)}
            </button>
            <button type="button" class="quiet" tabindex="-1" on:click=clicked(move |_| stage.sheet.set(Some(id)))>
                {live(move || if may.get() { msg::DAMAGE_AND_MORE.get() } else { msg::WHAT_IS_KNOWN.get() })}
            </button>
        </div>
    }
}

/// The part that somebody takes in the exchanges under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The combatant acts.
    Acts,
    /// The combatant is a target.
    Target,
}

impl Part {
    const fn key(self) -> &'static str {
        match self {
            Self::Acts => "acts",
            Self::Target => "target",
        }
    }
}

/// The part of each combatant in the open exchanges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<(CombatantId, Part)>);

impl Parts {
    /// Of all exchanges that are not over.
    #[must_use]
    pub fn of_all(model: Model) -> Self {
        model.exchanges.with(|all| {
            let open = all.values().filter(|it| it.next.is_some());
            let parts = open.flat_map(|it| {
                let at = it.at.iter().filter(|id| Some(**id) != it.by);
                let at = at.map(|id| (*id, Part::Target));
                at.chain(it.by.map(|by| (by, Part::Acts)))
            });
            Self(parts.collect())
        })
    }

    /// The part of one; who acts and is a target as well is the target.
    #[must_use]
    pub fn of(&self, id: CombatantId) -> Option<Part> {
        let mut parts = self.0.iter().filter(|(who, _)| *who == id);
        let first = parts.next()?.1;
        let target = first == Part::Target || parts.any(|(_, part)| *part == Part::Target);
        Some(if target { Part::Target } else { first })
    }
}

/// What the storyteller drags a row by.
#[component]
fn Grip(
    /// The combatant of the row.
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
            tabindex="-1"
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
    /// The combatant of the row.
    id: CombatantId,
    /// Their row.
    row: Memo<Row>,
    /// Their name.
    name: Memo<String>,
    /// Whether it is their step.
    acting: Memo<bool>,
    /// The part they take in an exchange.
    part: Memo<Option<Part>>,
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
            (!said.is_empty()).then(|| said.join(" · "))
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
                <span class="name" title=live(move || name.get())>{cut(move || name.get())}</span>
                <span class="badge">{live(move || acting.get().then(badge))}</span>
                <span class="target-word">
                    {live(move || (part.get() == Some(Part::Target)).then_some(msg::TARGET.get()))}
                </span>
                <span class="hidden-word">
                    {live(move || row.with(|row| row.hidden).then_some(msg::HIDDEN_FROM_PLAYERS.get()))}
                </span>
            </p>
            <div class="states">
                <span class="owner">{live(owner)}</span>
                <p class="condition">{live(states)}</p>
                {drawn(penalty)}
                <Said id row />
            </div>
            <DueSlips id row />
        </div>
    }
}
