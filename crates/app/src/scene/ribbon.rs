//! The ribbon of an exchange: the places of the acting combatant and of its target as two cards, and between them how
//! far it is and what is in the way.

use leptos::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::text::capitalize;
use rules::encounter::View;
use rules::encounter::view::Standpoint;
use rules::messages::{places as msg, scene as board};
use rules::space::{FloorPlan, LinkEnds, Location, Separation};

use crate::exchange::open_questions::name_of;
use crate::scene::list::occupants::group_occupants;
use crate::scene::marks::mark_row;
use crate::state::table_state::Model;
use crate::words::scene::{between_text, distance_text, marks_text};

/// Draws distance and obstacles between the acting combatant and each other party; `None` without a
/// scene. The first is a ribbon, the rest are lines. Loaded later than the first part of the
/// program.
#[inline(never)]
pub(crate) fn draw_ribbon(
    model: Model,
    by: CombatantId,
    others: &[CombatantId],
    space: &[Separation],
) -> Option<AnyView> {
    let mut known = others
        .iter()
        .zip(space)
        .filter(|(_, between)| between.there.is_some());
    let (first, between) = known.next()?;
    let here = model.with_view(|view| location_of(view, by))?;
    let there = model.with_view(|view| location_of(view, *first))?;
    let text = model.with_view(|view| {
        let plan = view.scene.as_ref().map(|scene| &scene.plan);
        plan.map(|plan| Between::of(model, plan, (here.0, there.0), between))
    })?;
    let spoken = text.sentences(model, &here.1, &there.1, between);
    let shown = match between.together {
        true => view! {
            {place_card(model, &here.1, &[by, *first])}
            {text.shown(between)}
        }
        .into_any(),
        false => view! {
            {place_card(model, &here.1, &[by])}
            {text.shown(between)}
            {place_card(model, &there.1, &[*first])}
        }
        .into_any(),
    };
    let rest: Vec<AnyView> = known
        .map(|(id, between)| {
            let name = name_of(model, Some(*id));
            let place = between
                .there
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            let line = msg::further_target(&name, &place, &distance_words(model, between));
            view! { <li>{line}</li> }.into_any()
        })
        .collect();
    let rest = (!rest.is_empty()).then(|| view! { <ul class="faint">{rest}</ul> });
    let bar = between
        .barred
        .then(|| view! { <p class="ribbon-bar">{text.bar()}</p> });
    Some(
        view! {
            <div class="ribbon">
                <p class="unseen">{spoken}</p>
                <div class="ribbon-row" aria-hidden="true" data-together=between.together.to_string()>{shown}</div>
                {bar}
                {rest}
            </div>
        }
        .into_any(),
    )
}

/// Returns the place of a combatant in a view, with its id.
fn location_of(view: &View, id: CombatantId) -> Option<(LocationId, Location)> {
    let Standpoint::At(place) = view.standpoint(id)? else {
        return None;
    };
    let location = view.scene.as_ref()?.plan.locations.get(&place)?;
    Some((place, location.clone()))
}

/// Renders the card of a place with its features and the tokens of the parties.
fn place_card(model: Model, place: &Location, who: &[CombatantId]) -> AnyView {
    let marks = mark_row(model.system, &place.marks);
    let tokens: Vec<AnyView> = who
        .iter()
        .flat_map(|id| untrack(|| group_occupants(model, &[*id])))
        .map(|one| one.token())
        .collect();
    view! {
        <div class="ribbon-place">
            <b class="name">{place.name.to_string()}</b>
            <span class="area-line">{marks}</span>
            <span class="ribbon-tokens">{tokens}</span>
        </div>
    }
    .into_any()
}

/// Returns the distance between two parties in words.
fn distance_words(model: Model, between: &Separation) -> String {
    match between.distance {
        _ if between.close => msg::AT_ARMS_LENGTH.get().to_owned(),
        Some(distance) => distance_text(model.system, distance),
        None => board::HOW_FAR.get().to_owned(),
    }
}

/// Distance and obstacles between two parties of an exchange, in words.
struct Between {
    /// How far it is.
    distance: String,
    /// What kind of way it is: stairs, a door, or through which place.
    passage: String,
    /// The shut door on the way.
    shut: Option<&'static str>,
}

impl Between {
    /// Describes the distance and obstacles between two places.
    fn of(
        model: Model,
        plan: &FloorPlan,
        (here, there): (LocationId, LocationId),
        between: &Separation,
    ) -> Self {
        let route = plan.shortest_route(here, there, |_, _, _| true);
        let through = route.map(|route| route.through).unwrap_or_default();
        let links = through.windows(2).filter_map(|pair| match pair {
            [one, other] => plan.link(LinkEnds::new(*one, *other)?),
            _ => None,
        });
        let links: Vec<_> = links.collect();
        let shut = links.iter().find(|link| link.door.is_shut());
        let passage = match (links.as_slice(), through.as_slice()) {
            ([only], _) => between_text(only).join(", "),
            (_, [_, middle, _]) => {
                let middle = plan.locations.get(middle);
                middle.map_or_else(String::new, |middle| msg::by_way_of(&middle.name))
            }
            _ => String::new(),
        };
        Self {
            distance: distance_words(model, between),
            passage,
            shut: shut.and_then(|link| between_text(link).last().copied()),
        }
    }

    /// Renders the distance and obstacles with the line between the cards of the two places.
    fn shown(&self, between: &Separation) -> AnyView {
        let passage = (!self.passage.is_empty())
            .then(|| view! { <span class="ribbon-passage">{self.passage.clone()}</span> });
        view! {
            <div class="ribbon-between" data-barred=between.barred.to_string()>
                <b>{self.distance.clone()}</b>
                {passage}
            </div>
        }
        .into_any()
    }

    /// Returns the sentence why the two parties have no line between them, such as a shut door.
    fn bar(&self) -> String {
        let why = self.shut.unwrap_or(msg::SOMETHING_SOLID.get());
        msg::no_line_because(&why)
    }

    /// Returns both places and what lies between them as sentences for screen readers.
    fn sentences(
        &self,
        model: Model,
        here: &Location,
        there: &Location,
        between: &Separation,
    ) -> String {
        if between.together {
            return msg::both_in(&with_marks(model, here), &self.distance);
        }
        let passage = [&self.distance, &self.passage];
        let passage: Vec<&str> = passage
            .into_iter()
            .map(String::as_str)
            .filter(|words| !words.is_empty())
            .collect();
        let passage = capitalize(&passage.join(", "));
        msg::between_here_and_there(
            &with_marks(model, here),
            &passage,
            &with_marks(model, there),
        )
    }
}

/// Returns the name of a place with its features.
fn with_marks(model: Model, place: &Location) -> String {
    let marks = marks_text(model.system, &place.marks);
    let all = std::iter::once(place.name.to_string()).chain(marks);
    all.collect::<Vec<_>>().join(", ")
}
