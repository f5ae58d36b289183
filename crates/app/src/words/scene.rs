//! Words about the scene as places: distances, marks, what is between two places, and what a way costs.

use rules::messages::{Text, scene as msg};
use rules::ruleset::SystemId;
use rules::space::{Darkness, DistanceUnit, Door, Drop, Fog, Link, Marks, Passage, StepsLeft, Way};

use super::join_spoken;

/// Whether a rule system measures distances in squares, and not in yards.
#[must_use]
pub fn is_in_squares(system: SystemId) -> bool {
    let unit = system.client_rules().facts().distance_unit;
    matches!(unit, DistanceUnit::Squares)
}

/// Returns a distance in the unit of a rule system, such as `12 yards` or `3 squares`.
#[must_use]
pub fn distance_text(system: SystemId, distance: u32) -> String {
    let unit = system.client_rules().facts().distance_unit;
    unit.words(distance).to_string()
}

/// Returns a distance in the abbreviated unit of a rule system, such as `12 yd` or `3 sq`.
#[must_use]
pub fn short_distance(system: SystemId, distance: u32) -> String {
    system
        .client_rules()
        .facts()
        .distance_unit
        .short_text(distance)
}

/// A kind of feature of a place, such as darkness or cover, which decides its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// Little light.
    Dark,
    /// Fog or smoke.
    Fog,
    /// Bystanders.
    Crowd,
    /// Something that gives cover.
    Cover,
    /// Higher than the ground.
    Height,
    /// An edge that one can be thrown over.
    Drop,
    /// No room to step aside.
    Tight,
}

/// Returns the features of a place, such as darkness, each with its kind and its word, in a fixed
/// order.
#[must_use]
pub fn mark_list(system: SystemId, marks: &Marks) -> Vec<(MarkKind, String)> {
    let mut all = Vec::new();
    let mut add = |kind, words: Option<String>| all.extend(words.map(|words| (kind, words)));
    let said = |text: Text| Some(text.get().to_owned());
    add(
        MarkKind::Dark,
        match marks.dark {
            Darkness::Lit => None,
            Darkness::Dim => said(msg::DIM),
            Darkness::Dark => said(msg::DARK),
            Darkness::Black => said(msg::BLACK),
        },
    );
    add(
        MarkKind::Fog,
        match marks.fog {
            Fog::Clear => None,
            Fog::Thin => said(msg::THIN_FOG),
            Fog::Thick => said(msg::THICK_FOG),
        },
    );
    let crowd = (marks.crowd > 0).then(|| msg::crowd_of(i64::from(marks.crowd)));
    add(MarkKind::Crowd, crowd);
    let cover = marks.cover.as_ref().map(|cover| cover.name.to_string());
    add(MarkKind::Cover, cover);
    let height = marks
        .height
        .map(|height| msg::high(&short_distance(system, height.into())));
    add(MarkKind::Height, height);
    add(
        MarkKind::Drop,
        marks.drop.and_then(|drop| match drop {
            Drop::Water => said(msg::DROP_INTO_WATER),
            Drop::Fall(far) => Some(msg::drop_of(&short_distance(system, far.into()))),
        }),
    );
    add(MarkKind::Tight, said(msg::TIGHT).filter(|_| marks.tight));
    all
}

/// Returns the features of a place, such as darkness, in words, in a fixed order.
#[must_use]
pub fn marks_text(system: SystemId, marks: &Marks) -> Vec<String> {
    let all = mark_list(system, marks).into_iter();
    all.map(|(_, words)| words).collect()
}

/// Returns the words for the door and the kind of passage of a link between two places.
#[must_use]
pub fn between_text(link: &Link) -> Vec<&'static str> {
    let door = match link.door {
        Door::None => None,
        Door::Open => Some(msg::DOOR_OPEN),
        Door::Closed => Some(msg::DOOR_CLOSED),
        Door::Locked => Some(msg::DOOR_LOCKED),
    };
    let passage = match link.passage {
        Passage::Ground => None,
        Passage::Stairs => Some(msg::STAIRS),
        Passage::Ladder => Some(msg::LADDER),
        Passage::Window => Some(msg::WINDOW),
        Passage::Drop => Some(msg::DROP),
    };
    [passage, door]
        .into_iter()
        .flatten()
        .map(Text::get)
        .collect()
}

/// Returns the cost of a way to a place, such as `12 yards · a run`, or the distance and the reason
/// why it cannot be gone now.
#[must_use]
pub fn way_text(system: SystemId, way: &Way) -> String {
    let far = match way.distance {
        Some(distance) => distance_text(system, distance),
        None => msg::HOW_FAR.get().to_owned(),
    };
    let pace = match (&way.barred, &way.pace) {
        (Some((why, _)), _) => Some(why.to_string()),
        (None, Some(pace)) => Some(pace.to_string()),
        (None, None) => None,
    };
    match pace {
        Some(pace) => msg::across(&far, &pace),
        None => far,
    }
}

/// Returns how much of a turn's distance is left, such as `3 of 11 yards left`.
#[must_use]
pub fn left_text(system: SystemId, left: StepsLeft) -> String {
    msg::left_of(&left.left, &distance_text(system, left.of))
}

/// Returns the cost of a way to a place in a few words, such as `12 yd · a run`, or the reason why
/// it cannot be gone now.
#[must_use]
pub fn short_cost(system: SystemId, way: &Way) -> String {
    if let Some((why, _)) = &way.barred {
        return why.to_string();
    }
    let far = match way.distance {
        Some(distance) => short_distance(system, distance),
        None => msg::HOW_FAR.get().to_owned(),
    };
    match &way.pace {
        Some(pace) => msg::across(&far, &&**pace),
        None => far,
    }
}

/// Returns in full sentences what a way to a place costs, and what else going it brings.
#[must_use]
pub fn way_in_full(system: SystemId, way: &Way) -> String {
    let mut said = vec![way_text(system, way)];
    said.extend(way.brings.iter().map(ToString::to_string));
    join_spoken(said.iter().map(String::as_str))
}
