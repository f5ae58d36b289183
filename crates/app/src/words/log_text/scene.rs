//! Texts of log lines about the places of the scene and who goes where.

use rules::encounter::UndoOffer;
use rules::encounter::log::{LogMessage, SceneMessage};
use rules::encounter::view::LogLineView;
use rules::messages::words as msg;
use rules::space::{Door, Stance};

use super::text::LogText;

/// Returns in a few words who moved where by one command, such as `Ghoul A to Gallery` or `3 to
/// Gallery`. It is `None` if nobody moved, or not all of them to one place.
#[inline(never)]
pub(crate) fn moves_in_short(log: &[LogLineView], offer: UndoOffer) -> Option<String> {
    let last = offer.line.saturating_add(offer.more);
    let lines = log
        .iter()
        .filter(|line| (offer.line..=last).contains(&line.no));
    let went = lines.filter_map(|line| match &line.what {
        LogMessage::Scene(what) => match &**what {
            SceneMessage::Went { name, to, .. } => Some((name, to)),
            _ => None,
        },
        _ => None,
    });
    let went: Vec<_> = went.collect();
    let (name, to) = went.first().copied()?;
    let count = i64::try_from(went.len()).unwrap_or(i64::MAX);
    let together = went.iter().all(|(_, other)| *other == to);
    together.then(|| match to {
        Some(to) => msg::so_many_to(count, name, to),
        None => msg::so_many_out(count, name),
    })
}

/// Returns the text of a line about the places of the scene. Loaded later than the first part of the program.
#[inline(never)]
pub(super) fn scene_text(what: &SceneMessage) -> LogText {
    match what {
        SceneMessage::PlaceChanged {
            name,
            was,
            there,
            seen,
        } => LogText::new(match (was, there, seen) {
            (_, _, Some(true)) => msg::one_can_see_into(name),
            (_, _, Some(false)) => msg::nobody_sees_into(name),
            (None, ..) => msg::the_scene_has_a_place(name),
            (Some(_), false, _) => msg::the_scene_has_no_place(name),
            (Some(was), true, _) if was != name => msg::the_place_is_called(was, name),
            (Some(_), true, _) => msg::the_place_has_changed(name),
        }),
        SceneMessage::LinkChanged {
            from,
            to,
            distance,
            door,
            there,
        } => LogText::new(match (door, distance, there) {
            (_, _, false) => msg::there_is_no_way_between(from, to),
            (Some(Door::Open), _, _) => msg::the_door_between_is_open(from, to),
            (Some(Door::Closed), _, _) => msg::the_door_between_is_closed(from, to),
            (Some(Door::Locked), _, _) => msg::the_door_between_is_locked(from, to),
            (_, Some(distance), _) => msg::it_is_this_far_between(from, to, distance),
            (_, None, _) => msg::there_is_a_way_between(from, to),
        }),
        SceneMessage::Used { used: true } => LogText::new(msg::THE_SCENE_IS_IN_USE.get()),
        SceneMessage::Used { used: false } => LogText::new(msg::THE_SCENE_IS_PUT_AWAY.get()),
        SceneMessage::Went {
            name,
            from,
            to,
            distance,
            anyway,
        } => {
            let said = match (from, to) {
                (None, Some(to)) => LogText::new(msg::comes_into_the_scene(name, to)),
                (Some(_), Some(to)) => LogText::new(msg::goes_to(name, to)),
                (_, None) => LogText::new(msg::leaves_the_scene(name)),
            };
            let way = from.as_ref().map(|from| match distance {
                Some(distance) => msg::so_far_from(&&**distance, from),
                None => msg::from_place(from),
            });
            let by_hand = anyway.then(|| msg::MOVED_BY_THE_STORYTELLER.get().to_owned());
            let details: Vec<String> = way.into_iter().chain(by_hand).collect();
            said.with_details(details.join(" · "))
        }
        SceneMessage::SteppedUp { who, to, stance } => LogText::new(match stance {
            Stance::Beside => msg::steps_up_to(who, to),
            Stance::Behind => msg::gets_behind(who, to),
        }),
    }
}
