//! Laws: nothing panics, no level is lost, whatever the numbers are.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use rules::condition::Conditions;
use rules::dice::Script;
use rules::fighter::Fighter;
use rules::gear::Gear;
use rules::house::House;
use rules::sheet::Sheet;
use rules::sorted::Map;
use rules::system::SystemId;
use rules::systems::d10::damage::{Blow, DamageType};
use rules::systems::d10::dice::{self, Manner, Pool, Tens};
use rules::systems::d10::levels::{Body, Health, Level, Status, Wounds};
use rules::track::{Boxes, Fate, LevelCosts, Packet, Severity, Track};

/// Any number, the extreme ones more often than they deserve.
pub(crate) fn number() -> impl Strategy<Value = i32> {
    prop_oneof![
        4 => -3..=12_i32,
        1 => any::<i32>(),
        1 => prop_oneof![Just(i32::MIN), Just(i32::MAX), Just(0), Just(1_001)],
    ]
}

pub(crate) fn faces() -> impl Strategy<Value = Vec<u16>> {
    vec(1..=10_u16, 0..60)
}

pub(crate) fn health() -> impl Strategy<Value = Health> {
    let marks = (0..=7_u16).prop_flat_map(|filled| {
        (0..=filled).prop_flat_map(move |grave| (Just(filled), Just(grave), 0..=grave))
    });
    marks.prop_map(|(filled, grave, worst)| {
        let packet = Packet {
            bashing: filled - grave,
            lethal: grave - worst,
            aggravated: worst,
            points: 0,
        };
        let boxes = Boxes::new(7, packet).expect("a row");
        Health::new(boxes, Status::Ok)
    })
}

pub(crate) fn blow() -> impl Strategy<Value = Blow> {
    let kind = prop_oneof![
        Just(DamageType::Bashing),
        Just(DamageType::Lethal),
        Just(DamageType::Aggravated)
    ];
    (kind, number()).prop_map(|(kind, amount)| Blow { kind, amount })
}

proptest! {
    /// Successes never exceed what the faces can give, and ones never make them negative.
    #[test]
    fn rolls_are_bounded(pool in number(), difficulty in number(), tens in 0..3_u8,
                         willpower: bool, faces in faces()) {
        let tens = [Tens::Once, Tens::Again, Tens::Twice][usize::from(tens)];
        let manner = Manner { tens, willpower, ..Manner::default() };
        let rolled = dice::roll(Pool::at(pool, difficulty), &manner, &mut Script::new(faces));
        let worth = if tens == Tens::Twice { 2 } else { 1 };
        prop_assert!(rolled.successes as usize <= rolled.faces.len() * worth + 1);
        prop_assert_eq!(rolled.faces.is_empty(), pool < 1);
        prop_assert!((2..=10).contains(&dice::target(difficulty)));
    }

    /// Marking never empties a box, and each point on a row with room fills exactly one.
    #[test]
    fn no_level_is_lost(before in health(), blow in blow(), undead: bool) {
        let body = if undead { Body::Undead } else { Body::Living };
        let after = before.marked(blow.points(), |health| health.point(blow.kind.into(), body));
        let room = u32::from(before.boxes.empty());
        let filled = u32::from(after.boxes.filled() - before.boxes.filled());
        prop_assert_eq!(filled, room.min(blow.points()));
        let costs = LevelCosts::SEVEN;
        let level = |health: Health| Wounds::of(&costs, health.boxes.filled()).level;
        prop_assert!(level(after) >= level(before));
        prop_assert_eq!(after.boxes.empty() == 0, after.status != Status::Ok);
        prop_assert!(after.boxes.marks().aggravated >= before.boxes.marks().aggravated);
    }
}

/// What levels may cost: any number of them, each no less than the one before.
fn costs() -> impl Strategy<Value = LevelCosts> {
    vec(-20..=0_i32, 0..20).prop_map(|mut costs| {
        costs.sort_unstable_by(|one, other| other.cmp(one));
        LevelCosts::new(&costs).expect("levels")
    })
}

proptest! {
    /// Whatever levels cost: a packet fills as many as there are, no further one costs less, each has a
    /// name of its own, only the last is out of action, and what is healed is as it was.
    #[test]
    fn levels_of_any_number_fill_and_cost(costs in costs(), packet in (0..25_u16, 0..25_u16, 0..25_u16), system in 0..3_usize) {
        let system = [SystemId::Masquerade, SystemId::Ascension, SystemId::Crossover][system];
        let (rules, house) = (system.rules(), House::default());
        let sheet = Sheet { levels: Some(costs), ..Sheet::default() };
        let track = rules.track(&sheet).expect("a track");
        let size = costs.levels();
        prop_assert_eq!(track.boxes().map(|boxes| boxes.size()), Some(size));
        let names: BTreeSet<_> = (0..size).filter_map(|index| rules.box_name(&track, index)).collect();
        prop_assert_eq!(names.len(), usize::from(size));
        prop_assert!(rules.box_name(&track, size).is_none());
        let penalties = rules.box_penalties(&sheet, &track, &house);
        let written: Vec<i32> = costs.iter().chain([0]).collect();
        prop_assert_eq!(&penalties, &written);

        let mut before = rules.health(&sheet, &track, &Conditions::new(), &house);
        for filled in 0..=size {
            let boxes = Boxes::new(size, Packet::of(Severity::Bashing, filled)).expect("a row");
            let now = rules.health(&sheet, &track.with_boxes(boxes), &Conditions::new(), &house);
            let out = now.states.iter().any(|state| state.out);
            prop_assert_eq!(out, filled == size);
            prop_assert!(out || now.penalty <= before.penalty);
            before = now;
        }

        let (bashing, lethal, aggravated) = packet;
        let packet = Packet { bashing, lethal, aggravated, points: 0 };
        let pools = Map::new();
        let (conditions, gear, tally) = (Conditions::new(), Gear::new(), Map::new());
        let who = Fighter {
            sheet: &sheet, track: &track, initiative: None, unscored: false, plan: None, tally: &tally,
            pools: &pools, conditions: &conditions, gear: &gear, house: &house,
        };
        let harmed = rules.harm(&who, packet).expect("kinds it knows").after;
        let boxes = harmed.boxes().expect("boxes");
        prop_assert_eq!(boxes.size(), size);
        prop_assert_eq!(boxes.filled(), packet.total().min(size));
        prop_assert_eq!(harmed.fitted(track), Ok(harmed));
        let Track::Levels(levels) = harmed else { panic!("no levels") };
        prop_assert!(levels.fate() == Fate::Open || boxes.empty() == 0);
        prop_assert!(levels.fate() == Fate::Open || packet.total() > size);
        let json = serde_json::to_string(&harmed).expect("data");
        prop_assert_eq!(serde_json::from_str::<Track>(&json).expect("a track"), harmed);
    }
}

/// Every level, mildest first.
pub(crate) const LEVELS: [Level; 8] = [
    Level::Healthy,
    Level::Bruised,
    Level::Hurt,
    Level::Injured,
    Level::Wounded,
    Level::Mauled,
    Level::Crippled,
    Level::Incapacitated,
];

#[test]
fn levels_have_words() {
    let words: Vec<&str> = LEVELS.into_iter().map(|level| level.word().get()).collect();
    let json = serde_json::to_value(LEVELS).expect("levels");
    assert_eq!(json, serde_json::json!(words));
}
