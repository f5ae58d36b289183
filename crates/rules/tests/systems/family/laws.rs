//! Laws: nothing panics, no level is lost, whatever the numbers are.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use rules::base::dice::DiceScript;
use rules::base::sorted_map::Map;
use rules::character::condition::Conditions;
use rules::character::gear::Gear;
use rules::character::sheet::Sheet;
use rules::character::track::{Boxes, DamagePacket, EndState, LevelPenalties, Severity, Track};
use rules::ruleset::SystemId;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::systems::d10::damage::DamageType;
use rules::systems::d10::dice::{self, CountingRules, Pool, TensRule};
use rules::systems::d10::levels::{BodyKind, HealthLevel, LevelHealth, VitalStatus, Wounds};

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

pub(crate) fn health() -> impl Strategy<Value = LevelHealth> {
    let marks = (0..=7_u16).prop_flat_map(|filled| {
        (0..=filled).prop_flat_map(move |grave| (Just(filled), Just(grave), 0..=grave))
    });
    marks.prop_map(|(filled, grave, worst)| {
        let packet = DamagePacket {
            bashing: filled - grave,
            lethal: grave - worst,
            aggravated: worst,
            points: 0,
        };
        let boxes = Boxes::new(7, packet).expect("a row");
        LevelHealth::new(boxes, VitalStatus::Ok)
    })
}

/// Damage of one attack: its type and its points.
pub(crate) fn blow() -> impl Strategy<Value = (DamageType, u32)> {
    let kind = prop_oneof![
        Just(DamageType::Bashing),
        Just(DamageType::Lethal),
        Just(DamageType::Aggravated)
    ];
    (kind, number()).prop_map(|(kind, points)| (kind, u32::try_from(points).unwrap_or(0)))
}

proptest! {
    /// Successes never exceed what the faces can give, and ones never make them negative.
    #[test]
    fn rolls_are_bounded(pool in number(), difficulty in number(), tens in 0..3_u8,
                         willpower: bool, faces in faces()) {
        let tens = [TensRule::Once, TensRule::Again, TensRule::Twice][usize::from(tens)];
        let manner = CountingRules { tens, willpower, ..CountingRules::default() };
        let rolled = dice::roll_pool(Pool::against(pool, difficulty), &manner, &mut DiceScript::new(faces));
        let worth = if tens == TensRule::Twice { 2 } else { 1 };
        prop_assert!(rolled.successes as usize <= rolled.faces.len() * worth + 1);
        prop_assert_eq!(rolled.faces.is_empty(), pool < 1);
        prop_assert!((2..=10).contains(&dice::target_number(difficulty)));
    }

    /// Marking never empties a box, and each point on a row with room fills exactly one.
    #[test]
    fn no_level_is_lost(before in health(), (kind, points) in blow(), undead: bool) {
        let body = if undead { BodyKind::Undead } else { BodyKind::Living };
        let after = before.mark_points(points, |health| health.mark_point(kind.into(), body));
        let room = u32::from(before.boxes.empty_count());
        let filled = u32::from(after.boxes.filled_count() - before.boxes.filled_count());
        prop_assert_eq!(filled, room.min(points));
        let costs = LevelPenalties::SEVEN;
        let level = |health: LevelHealth| Wounds::from_filled(&costs, health.boxes.filled_count()).level;
        prop_assert!(level(after) >= level(before));
        prop_assert_eq!(after.boxes.empty_count() == 0, after.status != VitalStatus::Ok);
        prop_assert!(after.boxes.marks().aggravated >= before.boxes.marks().aggravated);
    }
}

/// What levels may cost: any number of them, each no less than the one before.
fn costs() -> impl Strategy<Value = LevelPenalties> {
    vec(-20..=0_i32, 0..20).prop_map(|mut costs| {
        costs.sort_unstable_by(|one, other| other.cmp(one));
        LevelPenalties::new(&costs).expect("levels")
    })
}

proptest! {
    /// Whatever levels cost: a packet fills as many as there are, no further one costs less, each has a
    /// name of its own, only the last is out of action, and what is healed is as it was.
    #[test]
    fn levels_of_any_number_fill_and_cost(costs in costs(), packet in (0..25_u16, 0..25_u16, 0..25_u16), system in 0..3_usize) {
        let system = [SystemId::Masquerade, SystemId::Ascension, SystemId::Crossover][system];
        let (rules, house) = (system.rules(), HouseRules::default());
        let sheet = Sheet { levels: Some(costs), ..Sheet::default() };
        let track = rules.unmarked_track(&sheet).expect("a track");
        let size = costs.level_count();
        prop_assert_eq!(track.boxes().map(|boxes| boxes.size()), Some(size));
        let names: BTreeSet<_> = (0..size).filter_map(|index| rules.box_name(&track, index)).collect();
        prop_assert_eq!(names.len(), usize::from(size));
        prop_assert!(rules.box_name(&track, size).is_none());
        let penalties = rules.box_penalties(&sheet, &track, &house);
        let written: Vec<i32> = costs.iter().chain([0]).collect();
        prop_assert_eq!(&penalties, &written);

        let mut before = rules.health_state(&sheet, &track, &Conditions::new(), &house);
        for filled in 0..=size {
            let boxes = Boxes::new(size, DamagePacket::of_severity(Severity::Bashing, filled)).expect("a row");
            let now = rules.health_state(&sheet, &track.with_boxes(boxes), &Conditions::new(), &house);
            let out = now.states.iter().any(|state| state.out);
            prop_assert_eq!(out, filled == size);
            prop_assert!(out || now.penalty <= before.penalty);
            before = now;
        }

        let (bashing, lethal, aggravated) = packet;
        let packet = DamagePacket { bashing, lethal, aggravated, points: 0 };
        let pools = Map::new();
        let (conditions, gear, tally) = (Conditions::new(), Gear::new(), Map::new());
        let who = CombatantInfo {
            sheet: &sheet, track: &track, initiative: None, unscored: false, moved: 0, plan: None, tally: &tally,
            pools: &pools, conditions: &conditions, gear: &gear, house: &house,
        };
        let harmed = rules.apply_damage(&who, packet).expect("kinds it knows").after;
        let boxes = harmed.boxes().expect("boxes");
        prop_assert_eq!(boxes.size(), size);
        prop_assert_eq!(boxes.filled_count(), packet.total().min(size));
        prop_assert_eq!(harmed.refit_to(track), Ok(harmed));
        let Track::Levels(levels) = harmed else { panic!("no levels") };
        prop_assert!(levels.end_state() == EndState::Open || boxes.empty_count() == 0);
        prop_assert!(levels.end_state() == EndState::Open || packet.total() > size);
        let json = serde_json::to_string(&harmed).expect("data");
        prop_assert_eq!(serde_json::from_str::<Track>(&json).expect("a track"), harmed);
    }
}

/// Every level, mildest first.
pub(crate) const LEVELS: [HealthLevel; 8] = [
    HealthLevel::Healthy,
    HealthLevel::Bruised,
    HealthLevel::Hurt,
    HealthLevel::Injured,
    HealthLevel::Wounded,
    HealthLevel::Mauled,
    HealthLevel::Crippled,
    HealthLevel::Incapacitated,
];

#[test]
fn levels_have_words() {
    let words: Vec<&str> = LEVELS
        .into_iter()
        .map(|level| level.label().get())
        .collect();
    let json = serde_json::to_value(LEVELS).expect("levels");
    assert_eq!(json, serde_json::json!(words));
}
