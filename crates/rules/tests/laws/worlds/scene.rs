//! Two worlds whose hidden places, ways and people in them differ.

use proptest::prelude::*;
use rules::base::id::{CombatantId, LocationId};
use rules::base::seat::Actor;
use rules::base::sorted_map::Set;
use rules::encounter::command::{SceneDestination, SceneEdit};
use rules::encounter::{Class, Command};
use rules::ruleset::SystemId;
use rules::space::{Door, Link, LinkEnds, Stance};
use testkit::table::{ANA, ST};

use super::{Worlds, one};
use crate::cases;
use crate::recipe::{Reader, Recipe, recipe, systems};

impl Worlds {
    /// The places that players know of.
    fn places(&self) -> Vec<LocationId> {
        let scene = self.seen.scene.iter();
        let known = scene.flat_map(|scene| scene.plan.locations.keys());
        known.copied().chain([LocationId(7)]).collect()
    }

    /// Players and the storyteller move those whom players see, and the places that players know of change.
    pub(super) fn in_the_scene(
        &self,
        kind: u8,
        read: &mut Reader,
        shown: &[CombatantId],
    ) -> (Option<Actor>, Command) {
        let places = self.places();
        let (id, place) = (one(shown, read), read.one_of(&places));
        let hers = self.anas(shown);
        match kind {
            67..=68 => {
                let (id, other) = (one(&hers, read), one(shown, read));
                let to = destination(read, place, other);
                let ids = Set::from_iter([id]);
                let anyway = read.below(8) == 0;
                (Some(ANA), Command::Go { ids, to, anyway })
            }
            69 => {
                let open = read.below(2) == 0;
                let id = one(&hers, read);
                let to = place;
                (Some(ANA), Command::SetDoor { id, to, open })
            }
            70 => {
                let other = one(shown, read);
                let to = destination(read, place, other);
                let ids = Set::from_iter([id]);
                let anyway = read.below(3) == 0;
                (Some(ST), Command::Go { ids, to, anyway })
            }
            _ => {
                let from = read.one_of(&places);
                let edit = match read.below(9) {
                    0..=3 => SceneEdit::Describe {
                        lines: read.one_of(&OPEN_LINES).to_owned(),
                    },
                    4 => SceneEdit::RemovePlace {
                        id: place,
                        to: read.one_of(&[None, Some(from)]),
                    },
                    5..=6 => SceneEdit::Link {
                        from,
                        to: place,
                        link: some_link(read, false),
                    },
                    7 => SceneEdit::Clear,
                    _ => SceneEdit::Use {
                        on: read.below(4) > 0,
                    },
                };
                (Some(ST), Command::EditScene(edit))
            }
        }
    }

    /// Hidden places and ways come, change and go, and hidden ones move.
    pub(super) fn in_the_scene_in_secret(
        &self,
        read: &mut Reader,
        hidden: &[CombatantId],
    ) -> Command {
        let plan = self.a.view(Class::Storyteller).scene;
        let plan = plan
            .map(|scene| scene.into_inner().plan)
            .unwrap_or_default();
        let all: Vec<LocationId> = plan
            .locations
            .keys()
            .copied()
            .chain([LocationId(7)])
            .collect();
        let (from, to) = (read.one_of(&all), read.one_of(&all));
        let is_hidden = |id: &LocationId| plan.locations.get(id).is_some_and(|it| it.hidden);
        match read.below(8) {
            0..=2 => Command::EditScene(SceneEdit::Describe {
                lines: read.one_of(&SECRET_LINES).to_owned(),
            }),
            // A way that players know of, or might, is not theirs to hide.
            3..=4 => {
                let known = |link: &Link| !link.hidden;
                let ends = LinkEnds::new(from, to);
                let seen = ends.and_then(|ends| plan.link(ends)).is_some_and(known);
                let secret = is_hidden(&from) || is_hidden(&to);
                let link = some_link(read, !secret);
                Command::EditScene(match seen && !secret {
                    true => SceneEdit::Describe {
                        lines: SECRET_LINES[0].to_owned(),
                    },
                    false => SceneEdit::Link { from, to, link },
                })
            }
            _ => {
                let (id, other) = (one(hidden, read), one(hidden, read));
                let shown = self.seen.rows.keys().copied().collect::<Vec<_>>();
                let beside = one(&shown, read);
                let other = read.one_of(&[other, beside]);
                let to = destination(read, to, other);
                let ids = Set::from_iter([id]);
                let anyway = read.below(2) == 0;
                Command::Go { ids, to, anyway }
            }
        }
    }
}

/// Places and ways as the storyteller describes them for all.
const OPEN_LINES: [&str; 6] = [
    "Taproom: crowd, tables; Taproom 12 Gallery by stairs",
    "Gallery: height 4, railing; Gallery -> Yard by a drop",
    "Yard: dark; Taproom 8 Yard by a door",
    "Taproom 6 Back room by a door; Back room: dim, unseen",
    "Taproom 3 Gallery; Gallery 5 Yard; Yard: locked",
    "Loft: height 9; Loft 2 Gallery by a window",
];

/// Places that players do not know of, and ways to them.
const SECRET_LINES: [&str; 4] = [
    "Cellar: hidden; Crypt: hidden, black",
    "Crypt: hidden, tight, locked; Cellar: hidden, dark",
    "Cellar: hidden, crates; Cellar 1 Crypt; Crypt: hidden",
    "Vault: hidden; Vault 2 Crypt; Crypt: hidden",
];

/// A way, or none.
fn some_link(read: &mut Reader, hidden: bool) -> Option<Link> {
    read.maybe(|read| Link {
        distance: read.one_of(&[None, Some(1), Some(2), Some(30)]),
        door: read.one_of(&[Door::None, Door::Open, Door::Closed, Door::Locked]),
        blind: read.below(4) == 0,
        hidden,
        ..Link::default()
    })
}

/// Somewhere to go.
fn destination(read: &mut Reader, place: LocationId, other: CombatantId) -> SceneDestination {
    match read.below(8) {
        0 => SceneDestination::Aside,
        1 => SceneDestination::Out,
        2..=3 => {
            let stance = read.one_of(&[Stance::Beside, Stance::Behind]);
            SceneDestination::UpTo(other, stance)
        }
        _ => SceneDestination::Place(place),
    }
}

/// What has to do with the scene: moves and changes of it, exchanges, turns, and secrets.
fn placing() -> impl Strategy<Value = u8> {
    prop::sample::select(
        &[
            0, 4, 9, 10, 12, 13, 20, 22, 23, 37, 43, 43, 44, 45, 47, 54, 55, 56, 57, 58, 59, 60,
            61, 67, 67, 68, 68, 69, 70, 70, 70, 71, 71, 72, 72, 73, 74,
        ][..],
    )
}

proptest! {
    #![proptest_config(cases(96))]

    /// Hidden places, hidden ways and whoever is in them differ, while those whom players see move about and exchange
    /// blows: players of both worlds read the same, refusals, costs and ledgers included.
    #[test]
    fn two_worlds_have_scenes_alike(
        system in systems(),
        steps in prop::collection::vec((placing(), recipe()), 1..90),
    ) {
        let mut worlds = worlds_with_scene(system);
        for (kind, recipe) in steps {
            worlds.step(kind, recipe);
        }
        worlds.check_recap();
        worlds.check_told();
        worlds.check_past();
    }
}

/// Two worlds with a scene, a player's combatant, a foe and a hidden foe.
fn worlds_with_scene(system: SystemId) -> Worlds {
    let mut worlds = Worlds::new(system);
    for line in ["@Ilse", "Ghoul", "!rat"] {
        let add = match line {
            "!rat" => testkit::table::add_hidden_command("rat"),
            line => testkit::table::add_command(line.trim_start_matches('@')),
        };
        let by = if line.starts_with('@') { ANA } else { ST };
        worlds.public(by, &add);
    }
    let lines = format!(
        "{}; {}; Den: hidden; Den 1 Taproom",
        OPEN_LINES[0], OPEN_LINES[2]
    );
    worlds.public(ST, &Command::EditScene(SceneEdit::Describe { lines }));
    worlds.public(ST, &Command::EditScene(SceneEdit::Use { on: true }));
    worlds.check("the scene");
    worlds
}

/// A player takes back the combatant of an open exchange, the storyteller draws a hidden place, the player brings the
/// combatant back: the exchange goes on as in the world without that place.
#[test]
fn what_undo_left_open_stays_open_in_secret() {
    let mut worlds = worlds_with_scene(SystemId::Masquerade);
    for (kind, recipe) in [
        (58, 0x6461a1708e423deb0000000000000000),
        (20, 0),
        (72, 0x00006000000000000000000a838ef8a0),
        (45, 0xd4db0b05df94920a2dff8010c67f7162),
    ] {
        worlds.step(kind, Recipe::of(recipe));
    }
    let view = worlds.a.view(Class::Table);
    assert!(view.exchanges.values().any(|it| it.next.is_some()));
}

/// A hidden foe stepped up to somebody whose move was taken back: who is outside the scene goes out of it no further, in both
/// worlds.
#[test]
fn who_is_out_of_the_scene_has_nowhere_to_leave() {
    let mut worlds = worlds_with_scene(SystemId::Chronicle);
    for (kind, recipe) in [
        (67, 0x0020_0000_a401_0000_0000_0000_0000_0000),
        (72, 0x0000_4500_0006_01b2_0000_0000_0000_0000),
        (20, 0),
        (67, 0x0000_0000_c901_0000_0000_0000_0000_0000),
    ] {
        worlds.step(kind, Recipe::of(recipe));
    }
}
