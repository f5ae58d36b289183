//! Recipes for commands about handouts.

use rules::base::id::{CombatantId, HandoutId, PictureId};
use rules::base::seat::Actor;
use rules::base::sorted_map::Set;
use rules::encounter::Command;
use rules::encounter::authority::CommandKind;
use rules::encounter::command::{
    CoveredPart, HandoutEdit, HandoutInput, HandoutPictureInput, PassageInput,
};
use rules::handout::{Area, Handout, HandoutKind};
use testkit::table::ST;

use super::Ground;
use crate::exchange::Chance;

/// A handout that is not there.
const NOTHING: HandoutId = HandoutId(7);

/// Areas of a picture that are covered.
const AREAS: [Area; 2] = [
    Area {
        x: 0,
        y: 0,
        width: 500,
        height: 250,
    },
    Area {
        x: 100,
        y: 700,
        width: 800,
        height: 300,
    },
];

/// One of the handouts, with what it is.
fn any<'a>(ground: &'a Ground<'_>, chance: &mut Chance) -> (HandoutId, Option<&'a Handout>) {
    let shelf = ground.all.handouts.iter().flat_map(|shelf| shelf.iter());
    let all: Vec<_> = shelf.map(|(id, handout)| (id, Some(handout))).collect();
    chance.any_of(&all).unwrap_or((NOTHING, None))
}

/// Cards of names that somebody has, with one who has each: whoever plays them may write on it.
pub(super) fn held_names(ground: &Ground<'_>) -> Vec<(HandoutId, CombatantId)> {
    let shelf = ground.all.handouts.iter().flat_map(|shelf| shelf.iter());
    let names = shelf.filter(|(_, handout)| handout.kind == HandoutKind::Name);
    let held = names.filter_map(|(id, handout)| Some((id, *handout.holders.keys().next()?)));
    held.collect()
}

pub(super) fn of_handouts(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let (id, handout) = any(ground, chance);
    let who = ground.any(chance);
    let holder = handout.and_then(|handout| handout.holders.keys().next().copied());
    let by = holder.map_or(ST, |holder| ground.hand(holder, chance));
    match kind {
        CommandKind::ShowHandout => (
            by,
            Command::ShowHandout {
                id,
                to: [who].into_iter().collect(),
            },
        ),
        CommandKind::NoteHandout => {
            let (id, by) = match chance.any_of(&held_names(ground)) {
                Some((id, holder)) => (id, ground.hand(holder, chance)),
                None => (id, by),
            };
            let words = chance.one_of(&["a sailor", "owes us", " "]).to_owned();
            (by, Command::NoteHandout { id, words })
        }
        _ => {
            let more = ground.any(chance);
            let whom = [who, more].into_iter().take(1 + chance.below(2)).collect();
            let edit = match (chance.below(11), handout) {
                (0, Some(_)) => HandoutEdit::Remove { id },
                (1..=4, Some(_)) => HandoutEdit::Give { id, to: whom },
                (5, Some(_)) => HandoutEdit::Recall {
                    id,
                    from: whom,
                    quiet: chance.below(2) == 0,
                },
                (9..=10, Some(handout)) => HandoutEdit::Screen {
                    id,
                    on: handout.on_screen.is_none(),
                },
                (6, Some(handout)) => uncover(id, handout, whom, chance),
                _ => HandoutEdit::Put {
                    id: (chance.below(3) == 0).then_some(id),
                    to: Box::new(input(chance)),
                },
            };
            (ST, Command::EditHandout(edit))
        }
    }
}

/// Uncovers a part of a handout, where one is covered.
fn uncover(
    id: HandoutId,
    handout: &Handout,
    whom: Set<CombatantId>,
    chance: &mut Chance,
) -> HandoutEdit {
    let mut covered = handout.text.iter().filter(|passage| passage.covered);
    let part = match covered.next() {
        Some(passage) => CoveredPart::Words(passage.words.clone()),
        None => CoveredPart::Area(chance.one_of(&AREAS)),
    };
    let only = match chance.below(2) {
        0 => Set::new(),
        _ => whom,
    };
    HandoutEdit::Uncover { id, part, only }
}

/// A handout as typed.
fn input(chance: &mut Chance) -> HandoutInput {
    let kinds = [
        HandoutKind::Letter,
        HandoutKind::Picture,
        HandoutKind::Note,
        HandoutKind::Name,
    ];
    let kind = chance.one_of(&kinds);
    let passage = |words: &str, covered| PassageInput {
        words: words.to_owned(),
        covered,
    };
    let picture = (kind == HandoutKind::Picture).then(|| HandoutPictureInput {
        id: PictureId(7),
        words: "a figure at the end of a pier".into(),
        covered: AREAS.into_iter().take(chance.below(3)).collect(),
    });
    HandoutInput {
        kind,
        name: chance.one_of(&["A letter", "Vadim", "The pier"]).to_owned(),
        text: vec![
            passage("Meet me at ", false),
            passage(chance.one_of(&["the pier", "noon"]), chance.below(2) == 0),
        ],
        picture,
        may_show: chance.below(2) == 0,
        announced: chance.below(2) == 0,
    }
}
