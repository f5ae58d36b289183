//! The places of the scene as a list, for a phone: one's own place first, then the others by how far they are. Those who
//! run the table have them in the order in which they were written.

mod actions;
mod details;
pub(super) mod listing;
mod movers;
pub(crate) mod occupants;
mod row;
mod sentences;

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::encounter::Command;
use rules::encounter::command::SceneEdit;
use rules::messages::{places as msg, scene as board};

use self::listing::{Listing, own_combatants};
use crate::browser;
use crate::clocks::{Spot, clock_panel};
use crate::reactive::{Key, derive, keyed_list, on_click, on_key, redraw, show_when};
use crate::scene::setup::setup;
use crate::state::table_state::Model;
use crate::table::layout::{Stage, Tab};

/// The list of the scene's places while its tab is open.
#[component]
pub fn PlaceList() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    show_when(
        move || stage.tab.get() == Tab::Scene,
        move || draw_list(model, stage),
    )
}

/// Draws the list of places. Loaded later than the first part of the program.
#[inline(never)]
fn draw_list(model: Model, stage: Stage) -> AnyView {
    let listing = Listing::new(model, stage);
    let has_clocks = model.select(|view| view.clocks.is_some());
    let label = move || {
        let count = listing.with(|scene| scene.scene.plan.locations.len());
        board::scene_of(i64::try_from(count.unwrap_or(0)).unwrap_or(i64::MAX))
    };
    let keys = move |event: leptos::ev::KeyboardEvent| {
        if event.key() != "Escape" || event.default_prevented() {
            return browser::walk_focus(&event);
        }
        if let Some(id) = stage.place.get_untracked() {
            event.prevent_default();
            stage.place.set(None);
            if let Some(opener) = browser::element(&row::opener_id(id)) {
                _ = opener.focus();
            }
        }
    };
    let places = move || {
        let sorted = listing.sorted_places();
        sorted.into_iter().map(Key::Place).collect()
    };
    view! {
        {model.can_run_table().then(|| describe_part(listing))}
        {redraw(move || draft_notice(listing))}
        {redraw(move || own_choice(listing))}
        <ol class="areas" aria-label=derive(label) on:keydown=on_key(keys)>
            {keyed_list(places, move |key| match key {
                Key::Place(id) => Some(row::place_row(listing, id)),
                _ => None,
            })}
        </ol>
        {redraw(move || outside_list(listing))}
        {show_when(
            move || has_clocks.get() || model.can_run_table(),
            move || clock_panel(model, Spot::Tab),
        )}
        {show_when(
            move || listing.scene.with(Option::is_none) && !has_clocks.get() && !model.can_run_table(),
            || view! { <p class="empty">{msg::THE_SCENE_IS_GONE.get()}</p> },
        )}
    }
    .into_any()
}

/// Renders the button that opens the description of the scene, and the field while it is open.
fn describe_part(listing: Listing) -> AnyView {
    let Listing { model, stage, .. } = listing;
    let open = stage.scene.setup;
    let words = move || match listing.scene.with(Option::is_none) {
        true => board::NO_SCENE_DESCRIBE_ONE.get(),
        false => board::EDIT_SCENE.get(),
    };
    view! {
        <div class="areas-head">
            <button
                type="button"
                class="quiet"
                aria-expanded=derive(move || open.get().to_string())
                on:click=on_click(move |_| open.update(|open| *open = !*open))
            >
                {derive(words)}
            </button>
        </div>
        {show_when(move || open.get(), move || setup(model, stage))}
    }
    .into_any()
}

/// Renders the notice and the button of a scene that players do not see yet; `None` for others.
fn draft_notice(listing: Listing) -> Option<AnyView> {
    let draft = listing.with(|scene| scene.scene.draft)?;
    let draft = draft && !listing.stage.scene.setup.get();
    let used = SceneEdit::Use { on: true };
    let send = on_click(move |_| listing.model.send(Command::EditScene(used.clone())));
    draft.then(|| {
        view! {
            <div class="card scene-draft">
                <p>{board::ONLY_YOU_SEE_THE_SCENE.get()}</p>
                <button type="button" class="brass" on:click=send>{board::USE_THIS_SCENE.get()}</button>
            </div>
        }
        .into_any()
    })
}

/// Renders the choice among several own combatants, from whose place all distances are counted.
fn own_choice(listing: Listing) -> Option<AnyView> {
    let own = own_combatants(listing.model);
    let chip = move |id: CombatantId| {
        let name = listing.model.current_row(id).map(|row| row.full_name());
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=derive(move || (listing.own.get() == Some(id)).to_string())
                on:click=on_click(move |_| listing.chosen.set(Some(id)))
            >
                {name}
            </button>
        }
    };
    (own.len() > 1).then(|| {
        let chips: Vec<_> = own.into_iter().map(chip).collect();
        view! { <div class="chips" role="group" aria-label=msg::WHOM_DO_YOU_MOVE.get()>{chips}</div> }.into_any()
    })
}

/// Renders the combatants who are in no place of the scene.
fn outside_list(listing: Listing) -> Option<AnyView> {
    let ids = listing.with(|scene| scene.combatants_outside())?;
    let all = occupants::group_occupants(listing.model, &ids);
    let one = |occupant: &occupants::Occupant| {
        let token = occupant.token();
        view! { <li><span aria-hidden="true">{token}</span> {occupant.name.clone()}</li> }
    };
    (!all.is_empty()).then(|| {
        let all: Vec<_> = all.iter().map(one).collect();
        view! {
            <section class="area-outside" aria-labelledby="area-outside">
                <h2 id="area-outside">{msg::NOT_IN_THE_SCENE_YET.get()}</h2>
                <ul>{all}</ul>
            </section>
        }
        .into_any()
    })
}
