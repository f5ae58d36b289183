//! The form of a place: its name, marks and notes, the ways from it, and its removal. Others read what is there.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::encounter::Command;
use rules::encounter::command::{LocationInput, SceneEdit};
use rules::encounter::view::Standpoint;
use rules::messages::{Text, scene as msg};
use rules::space::{CoverMark, Darkness, Drop, FloorPlan, Fog, Link, LinkEnds, Location};

use crate::reactive::{derive, on_click, redraw};
use crate::scene::card_drag::location_input;
use crate::scene::forms::{check_field, choice_field, form_head, number_field, text_field};
use crate::scene::state::SceneForm;
use crate::state::submission::Submission;
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words::scene as words;

/// Depth of a fall of which no number is said.
const USUAL_FALL: u16 = 4;

/// Renders the form of a place, or for players what they may know of it; without an id, of a new
/// place.
pub(super) fn place_form(model: Model, stage: Stage, id: Option<LocationId>) -> AnyView {
    let plan = model.with_view(|view| view.scene.as_ref().map(|scene| scene.plan.clone()));
    let plan = plan.unwrap_or_default();
    let location = id.and_then(|id| plan.locations.get(&id).cloned());
    match (model.can_run_table(), location) {
        (true, location) => edit_form(model, stage, id.zip(location), &plan),
        (false, Some(location)) => description(model, stage, (id, &location)),
        (false, None) => ().into_any(),
    }
}

/// Returns the combatants who stand in a place.
fn those_in(model: Model, id: LocationId) -> Vec<CombatantId> {
    model.with_view(|view| {
        let here = view.scene.iter().flat_map(|scene| scene.places.iter());
        let here = here.filter(|(_, at)| **at == Standpoint::At(id));
        here.map(|(who, _)| *who).collect()
    })
}

/// Renders what players know of a place.
fn description(
    model: Model,
    stage: Stage,
    (id, location): (Option<LocationId>, &Location),
) -> AnyView {
    let marks = words::marks_text(model.system, &location.marks).join(", ");
    let there = id.map_or(Vec::new(), |id| those_in(model, id));
    let there = there.into_iter().filter_map(|who| {
        let row = model.current_row(who)?;
        Some(view! { <li>{crate::words::row_words(model.rules(), &row, None)}</li> })
    });
    let there: Vec<_> = there.collect();
    view! {
        <div class="sheet-body">
            {form_head(stage, location.name.to_string())}
            {(!marks.is_empty()).then(|| view! { <p>{marks}</p> })}
            {location.note.as_ref().map(|note| view! { <p class="note">{note.to_string()}</p> })}
            <ul class="plain">{there}</ul>
        </div>
    }
    .into_any()
}

/// Renders the form in which storytellers change a place or add one.
fn edit_form(
    model: Model,
    stage: Stage,
    known: Option<(LocationId, Location)>,
    plan: &FloorPlan,
) -> AnyView {
    let input = RwSignal::new(match &known {
        Some((_, location)) => location_input(location, location.slot),
        None => LocationInput::default(),
    });
    let id = known.as_ref().map(|(id, _)| *id);
    let title = match &known {
        Some((_, location)) => location.name.to_string(),
        None => msg::A_NEW_PLACE.get().to_owned(),
    };
    let now = input.get_untracked();
    let (before, close) = (now.clone(), move || stage.scene.board().form.set(None));
    let submission = Submission::new(model, close);
    let save = move || match input.get_untracked() {
        blank if blank.name.trim().is_empty() => {}
        same if same == before => close(),
        to => {
            let to = Box::new(to);
            submission.send(Command::EditScene(SceneEdit::Place { id, to }));
        }
    };
    view! {
        <form class="sheet-body" method="dialog" on:submit=move |event| { event.prevent_default(); save(); }>
            {form_head(stage, title)}
            {text_field(msg::NAME, now.name, move |name| input.update(|input| input.name = name))}
            {mark_fields(input, model.rules().cover_grades())}
            <div class="fields wide-fields">
                {text_field(msg::NOTE_FOR_ALL, now.note, move |note| input.update(|input| input.note = note))}
                {text_field(msg::NOTE_FOR_YOU, now.secret, move |note| input.update(|input| input.secret = note))}
            </div>
            <div class="inline">
                {check_field(msg::TIGHT_QUARTERS, now.marks.tight, move |on| input.update(|input| input.marks.tight = on))}
                {check_field(msg::HIDDEN_FROM_PLAYERS_BOX, now.hidden, move |on| input.update(|input| input.hidden = on))}
                {check_field(msg::UNSEEN_BOX, now.unseen, move |on| input.update(|input| input.unseen = on))}
                {check_field(msg::LOCKED_NOBODY_MOVES, now.locked, move |on| input.update(|input| input.locked = on))}
            </div>
            <div class="actions">
                <button type="submit" class="brass" id="save-place">{msg::SAVE.get()}</button>
            </div>
            {id.map(|id| ways_from(model, stage, id, plan))}
            {id.map(|id| removal(model, stage, id, plan))}
        </form>
    }
    .into_any()
}

/// Renders the fields for the features of a place that the rules know, with their `grades`.
fn mark_fields(input: RwSignal<LocationInput>, grades: &[(u8, Text)]) -> AnyView {
    const DARK: [Darkness; 4] = [
        Darkness::Lit,
        Darkness::Dim,
        Darkness::Dark,
        Darkness::Black,
    ];
    const FOG: [Fog; 3] = [Fog::Clear, Fog::Thin, Fog::Thick];
    let marks = input.get_untracked().marks;
    let words = |all: &[Text]| all.iter().map(|it| it.get().to_owned()).collect();
    let light = words(&[msg::LIT, msg::DIM, msg::DARK, msg::BLACK]);
    let air = words(&[msg::CLEAR, msg::THIN_FOG, msg::THICK_FOG]);
    let edge = words(&[msg::NO_DROP, msg::WATER, msg::A_FALL]);
    let dark = DARK.iter().position(|it| *it == marks.dark).unwrap_or(0);
    let fog = FOG.iter().position(|it| *it == marks.fog).unwrap_or(0);
    let (drop, depth) = match marks.drop {
        None => (0, None),
        Some(Drop::Water) => (1, None),
        Some(Drop::Fall(depth)) => (2, Some(depth)),
    };
    let change = move |change: &dyn Fn(&mut rules::space::Marks)| {
        input.update(|input| change(&mut input.marks));
    };
    let set_dark =
        move |at: usize| change(&|marks| marks.dark = DARK.get(at).copied().unwrap_or_default());
    let set_fog =
        move |at: usize| change(&|marks| marks.fog = FOG.get(at).copied().unwrap_or_default());
    let set_drop = move |at: usize| {
        change(&|marks| {
            marks.drop = match (at, marks.drop) {
                (0, _) => None,
                (1, _) => Some(Drop::Water),
                (_, Some(Drop::Fall(depth))) => Some(Drop::Fall(depth)),
                _ => Some(Drop::Fall(USUAL_FALL)),
            }
        });
    };
    let set_depth = move |depth: Option<u16>| {
        change(&|marks| {
            if let (Some(Drop::Fall(_)), Some(depth)) = (marks.drop, depth) {
                marks.drop = Some(Drop::Fall(depth));
            }
        });
    };
    view! {
        <div class="fields">
            {choice_field(msg::LIGHT, light, dark, set_dark)}
            {choice_field(msg::AIR, air, fog, set_fog)}
            {number_field(
                msg::BYSTANDERS,
                Some(marks.crowd).filter(|crowd| *crowd > 0),
                move |crowd| change(&|marks| marks.crowd = crowd.unwrap_or(0)),
            )}
            {number_field(msg::HEIGHT, marks.height, move |height| change(&|marks| marks.height = height))}
            {choice_field(msg::EDGE, edge, drop, set_drop)}
            {number_field(msg::DEPTH, depth, set_depth)}
            {cover_fields(input, marks.cover, grades)}
        </div>
    }
    .into_any()
}

/// Renders the fields for what gives cover in a place, and how good it is.
fn cover_fields(
    input: RwSignal<LocationInput>,
    cover: Option<CoverMark>,
    grades: &[(u8, Text)],
) -> AnyView {
    let name = RwSignal::new(
        cover
            .as_ref()
            .map(|it| it.name.to_string())
            .unwrap_or_default(),
    );
    let grade = RwSignal::new(
        cover
            .as_ref()
            .map_or(grades.first().map_or(1, |it| it.0), |it| it.grade),
    );
    let thing = cover.as_ref().and_then(|it| it.thing);
    let write = move || {
        let named = rules::base::text::Name::new(&name.get_untracked()).ok();
        input.update(|input| {
            let grade = grade.get_untracked();
            input.marks.cover = named.map(|name| CoverMark { name, grade, thing });
        });
    };
    let numbers: Vec<u8> = grades.iter().map(|(grade, _)| *grade).collect();
    let words: Vec<String> = grades
        .iter()
        .map(|(_, word)| word.get().to_owned())
        .collect();
    let chosen = numbers
        .iter()
        .position(|it| *it == grade.get_untracked())
        .unwrap_or(0);
    view! {
        {text_field(msg::COVER, name.get_untracked(), move |text| {
            name.set(text);
            write();
        })}
        {(!numbers.is_empty()).then(|| choice_field(msg::HOW_GOOD, words, chosen, move |at| {
            grade.set(numbers.get(at).copied().unwrap_or(1));
            write();
        }))}
    }
    .into_any()
}

/// Renders the connections of a place, each as a button that opens its form, and the places it can
/// be connected with.
fn ways_from(model: Model, stage: Stage, id: LocationId, plan: &FloorPlan) -> AnyView {
    let mut others: Vec<_> = plan
        .locations
        .iter()
        .filter(|(other, _)| **other != id)
        .collect();
    others.sort_by_key(|(_, location)| location.slot);
    let linked = |other: &LocationId| {
        let ends = LinkEnds::new(id, *other)?;
        plan.link(ends).map(|link| (ends, link))
    };
    let known = others.iter().filter_map(|(other, location)| {
        let (ends, link) = linked(other)?;
        let far = match link.distance {
            Some(distance) => words::short_distance(model.system, distance.into()),
            None => msg::HOW_FAR.get().to_owned(),
        };
        let words = format!("{} · {far}", location.name);
        Some(view! {
            <button
                type="button"
                class="chip"
                on:click=on_click(move |_| stage.scene.board().form.set(Some(SceneForm::Link(ends))))
            >
                {words}
            </button>
        })
    });
    let known: Vec<_> = known.collect();
    let fresh = others
        .iter()
        .filter(|(other, _)| linked(other).is_none())
        .filter_map(|(other, location)| {
            let ends = LinkEnds::new(id, **other)?;
            let to = **other;
            let connect = move || {
                let link = Some(Link::default());
                model.send(Command::EditScene(SceneEdit::Link { from: id, to, link }));
                stage.scene.board().form.set(Some(SceneForm::Link(ends)));
            };
            Some(view! {
                <button type="button" class="chip" on:click=on_click(move |_| connect())>
                    {msg::connect_with(&location.name)}
                </button>
            })
        });
    let fresh: Vec<_> = fresh.collect();
    view! {
        <div class="sheet-part">
            <h3>{msg::WAYS_FROM_HERE.get()}</h3>
            <div class="chips">{known} {fresh}</div>
        </div>
    }
    .into_any()
}

/// Renders the button that removes a place, which asks where the people in it go.
fn removal(model: Model, stage: Stage, id: LocationId, plan: &FloorPlan) -> AnyView {
    let there = those_in(model, id);
    let asks = RwSignal::new(false);
    let remove = move |to: Option<LocationId>| {
        model.send(Command::EditScene(SceneEdit::RemovePlace { id, to }));
        stage.scene.board().form.set(None);
    };
    let crowded = !there.is_empty();
    let count = i64::try_from(there.len()).unwrap_or(i64::MAX);
    let mut others: Vec<(Option<LocationId>, String)> = plan
        .locations
        .iter()
        .filter(|(other, _)| **other != id)
        .map(|(other, location)| (Some(*other), location.name.to_string()))
        .collect();
    others.push((None, msg::OUT_OF_THE_SCENE.get().to_owned()));
    let others = StoredValue::new(others);
    let choices = move || {
        asks.get().then(|| {
            let buttons = others.get_value().into_iter().map(|(to, name)| {
                view! { <button type="button" class="chip" on:click=on_click(move |_| remove(to))>{name}</button> }
            });
            let buttons: Vec<_> = buttons.collect();
            view! {
                <p id="remove-where">{msg::where_do_they_go(count)}</p>
                <div class="chips" role="group" aria-labelledby="remove-where">{buttons}</div>
            }
        })
    };
    view! {
        <div class="sheet-part">
            <div class="actions">
                <button
                    type="button"
                    class="quiet harm"
                    hidden=derive(move || asks.get())
                    on:click=on_click(move |_| if crowded { asks.set(true) } else { remove(None) })
                >
                    {msg::REMOVE_THE_PLACE.get()}
                </button>
            </div>
            {redraw(choices)}
        </div>
    }
    .into_any()
}
