//! The form of a way between two places: how far it is, and what is in between.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::SceneEdit;
use rules::messages::{Text, scene as msg};
use rules::space::{Door, Link, LinkEnds, Passage};

use crate::reactive::on_click;
use crate::scene::forms::{check_field, choice_field, form_head, number_field};
use crate::scene::moves::place_name;
use crate::state::submission::Submission;
use crate::state::table_state::Model;
use crate::table::layout::Stage;

/// The doors, in the order of the field.
const DOORS: [Door; 4] = [Door::None, Door::Open, Door::Closed, Door::Locked];
/// The kinds of ways, in the order of the field.
const PASSAGES: [Passage; 5] = [
    Passage::Ground,
    Passage::Stairs,
    Passage::Ladder,
    Passage::Window,
    Passage::Drop,
];

/// Renders the form for the connection of two places.
pub(super) fn link_form(model: Model, stage: Stage, ends: LinkEnds) -> AnyView {
    let [from, to] = ends.locations();
    let known = model.with_view(|view| view.scene.as_ref()?.plan.link(ends).cloned());
    let now = known.clone().unwrap_or_default();
    let link = RwSignal::new(now.clone());
    let [one, other] = [from, to].map(|id| place_name(model, id).unwrap_or_default());
    let close = move || stage.scene.board().form.set(None);
    let submission = Submission::new(model, close);
    let known = StoredValue::new(known);
    let send = move |link: Option<Link>| match known.with_value(|known| *known == link) {
        true => close(),
        false => submission.send(Command::EditScene(SceneEdit::Link { from, to, link })),
    };
    let words = |all: &[Text]| all.iter().map(|it| it.get().to_owned()).collect::<Vec<_>>();
    let doors = words(&[
        msg::NO_DOOR,
        msg::DOOR_OPEN,
        msg::DOOR_CLOSED,
        msg::DOOR_LOCKED,
    ]);
    let passages = words(&[
        msg::LEVEL_GROUND,
        msg::STAIRS,
        msg::LADDER,
        msg::WINDOW,
        msg::DROP,
    ]);
    let door = DOORS.iter().position(|it| *it == now.door).unwrap_or(0);
    let passage = PASSAGES
        .iter()
        .position(|it| *it == now.passage)
        .unwrap_or(0);
    let directions = vec![
        msg::BOTH_WAYS.get().to_owned(),
        msg::only_from(&one),
        msg::only_from(&other),
    ];
    let direction = match now.one_way_from {
        None => 0,
        Some(start) if start == from => 1,
        Some(_) => 2,
    };
    let set_direction = move |at: usize| {
        let start = [None, Some(from), Some(to)];
        link.update(|link| link.one_way_from = start.get(at).copied().flatten());
    };
    view! {
        <form
            class="sheet-body"
            method="dialog"
            on:submit=move |event| { event.prevent_default(); send(Some(link.get_untracked())); }
        >
            {form_head(stage, msg::way_between(&one, &other))}
            <div class="fields wide-fields">
                {number_field(msg::DISTANCE, now.distance, move |far| link.update(|link| link.distance = far))}
                {choice_field(msg::DOOR, doors, door, move |at| {
                    link.update(|link| link.door = DOORS.get(at).copied().unwrap_or_default());
                })}
                {choice_field(msg::WAY, passages, passage, move |at| {
                    link.update(|link| link.passage = PASSAGES.get(at).copied().unwrap_or_default());
                })}
                {choice_field(msg::DIRECTION, directions, direction, set_direction)}
            </div>
            <div class="inline">
                {check_field(msg::SOLID_BETWEEN, now.blind, move |on| link.update(|link| link.blind = on))}
                {check_field(msg::HIDDEN_FROM_PLAYERS_BOX, now.hidden, move |on| link.update(|link| link.hidden = on))}
            </div>
            <div class="actions">
                <button type="submit" class="brass" id="save-link">{msg::SAVE.get()}</button>
                <button type="button" class="quiet harm" on:click=on_click(move |_| send(None))>
                    {msg::REMOVE_THE_WAY.get()}
                </button>
            </div>
        </form>
    }
    .into_any()
}
