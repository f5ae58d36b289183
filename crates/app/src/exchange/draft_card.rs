//! The card on which a player puts an action together: targets, maneuver, item, and the button that declares it.

use leptos::prelude::*;
use rules::encounter::Question;
use rules::encounter::question::OfferedManeuver;
use rules::exchange::Targets as Takes;
use rules::messages::screen as msg;
use rules::space::Separation;

use crate::browser;
use crate::exchange::chance;
use crate::exchange::draft::{CARDS, Draft};
use crate::exchange::draft_options::{maneuver_options, situation_options};
use crate::exchange::maneuvers::{maneuver_card, other_maneuvers};
use crate::exchange::open_questions::name_of;
use crate::exchange::targets::{DrawnIn, Others, Targets};
use crate::reactive::{derive, keyed_list, memo, on_click, on_key, redraw};
use crate::scene::pin::reading_list;
use crate::scene::ribbon::draw_ribbon;
use crate::scene::vantage::vantage_line;
use crate::state::table_state::Model;

/// Shows the drafted action with its targets, maneuver, item and options, and the button that declares it.
#[component]
pub fn DraftCard(
    /// The draft of the action.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let title = move || format!("{} …", name_of(model, draft.by.get()));
    let chosen = memo(move || draft.chosen_maneuver());
    let ready = memo(move || draft.declaration(false).is_some());
    let button = move || declare_label(model, draft, chosen.get());
    view! {
        <div
            class="card draft"
            id="draft"
            tabindex="-1"
            hidden=derive(move || !draft.is_open())
            on:keydown=on_key(move |event| if event.key() == "Escape" { draft.close() } else { browser::walk_focus(&event) })
        >
            <div class="own-head">
                <h2>{derive(title)}</h2>
                <button
                    type="button"
                    class="quiet icon small"
                    tabindex="-1"
                    aria-label=msg::DO_SOMETHING_ELSE.get()
                    on:click=on_click(move |_| draft.close())
                >
                    "×"
                </button>
            </div>
            <Targets draft />
            {redraw(move || draft_ribbon(model, draft))}
            <div
                class="maneuvers options"
                role="group"
                aria-label=msg::WHAT.get()
                on:keydown=on_key(|event| browser::walk_focus(&event))
            >
                {keyed_list(move || draft.shown_places(0, CARDS), move |key| maneuver_card(model, draft, key))}
            </div>
            {redraw(move || draft.by.get().map(|_| other_maneuvers(model, draft)))}
            <DrawnIn draft />
            {move || chosen.get().map(|it| item_choice(model, draft, &it))}
            // Folded again with each new draft.
            {redraw(move || draft.by.get().map(|_| view! {
                <details class="draft-options">
                    <summary>{msg::OPTIONS.get()}</summary>
                    {move || chosen.get().map(|it| maneuver_options(model, draft, &it))}
                    {move || situation_options(model, draft)}
                    <Others draft />
                </details>
            }))}
            <p class="faint chances">{chance::chances_line(model, draft.chances)}</p>
            <label class="check stops">
                <input
                    type="checkbox"
                    prop:checked=draft.stops
                    on:change:target=move |event| draft.stops.set(event.target().checked())
                />
                {msg::BUY_SOMETHING_FIRST.get()}
            </label>
            <button
                type="button"
                class="brass declare"
                id="declare"
                disabled=derive(move || !ready.get())
                on:click=on_click(move |_| draft.declare(model))
            >
                {derive(button)}
            </button>
        </div>
    }
}

/// Renders the distance and cover between the acting combatant and the first target; `None` without
/// a scene.
fn draft_ribbon(model: Model, draft: Draft) -> Option<AnyView> {
    let space = draft.space.get()?;
    draw_draft_ribbon(model, draft, &space)
}

/// Draws the distance and cover between the acting combatant and the first target. Loaded later
/// than the first part of the program.
#[inline(never)]
fn draw_draft_ribbon(model: Model, draft: Draft, space: &Separation) -> Option<AnyView> {
    let (by, at) = (draft.by.get(), draft.at.get());
    let set = draft.set.get();
    let leave_out = move |key: &str, value: i32| draft.leave_out(model, key, value);
    let ribbon = draw_ribbon(model, by?, &at, std::slice::from_ref(space));
    let readings = reading_list(space, &set, leave_out);
    let target = at.first().copied();
    let declared = target.and_then(|target| Some((target, draft.declaration(false)?)));
    let better = declared.map(|(target, declared)| {
        vantage_line(model, Question::Vantage(Box::new(declared)), target)
    });
    Some(view! { {ribbon} {readings} {better} }.into_any())
}

/// Returns the label of the button that declares the action, or what is still to be chosen.
fn declare_label(model: Model, draft: Draft, chosen: Option<OfferedManeuver>) -> String {
    let needs_target = chosen.as_ref().is_none_or(|it| it.targets != Takes::None);
    match (chosen.map(|it| it.title), draft.at.get().first()) {
        (Some(what), Some(at)) if needs_target => {
            format!("{what}: {}", name_of(model, Some(*at)))
        }
        (Some(_), None) if needs_target => msg::CHOOSE_A_TARGET.get().to_owned(),
        (Some(what), _) => what,
        (None, _) => msg::CHOOSE_WHAT_TO_DO.get().to_owned(),
    }
}

/// Renders the choice of the item for a maneuver; hidden unless there are several.
fn item_choice(model: Model, draft: Draft, offered: &OfferedManeuver) -> AnyView {
    let gear = draft
        .by
        .get()
        .and_then(|id| model.current_row(id))
        .map(|row| row.gear);
    let gear = gear.unwrap_or_default();
    let items = offered.items.iter().filter_map(|id| {
        let name = gear.get(id)?.name.to_string();
        let id = *id;
        Some(view! {
            <button
                type="button"
                class="chip"
                aria-pressed=derive(move || (draft.item.get() == Some(id)).to_string())
                on:click=on_click(move |_| {
                    draft.item.set(Some(id));
                    draft.ask_offers(model, true);
                })
            >
                {name}
            </button>
        })
    });
    let items = items.collect_view();
    view! { <div class="chips" role="group" aria-label=msg::WITH_WHAT.get() hidden=offered.items.len() < 2>{items}</div> }
        .into_any()
}
