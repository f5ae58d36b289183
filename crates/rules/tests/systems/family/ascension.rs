//! Ascension beyond scenes: the chart, the house rules, what comes between the rolls.

use proptest::prelude::*;
use rules::encounter::command::{InitiativeTarget, RollInput};
use rules::encounter::{Class, Command, Event};
use rules::ruleset::SystemId;
use rules::systems::ascension as asc;
use rules::systems::d10::damage::DamageType;
use rules::systems::d10::levels::{LevelHealth, VitalStatus};
use serde_json::{Value, json};
use testkit::table::{ANA, ST, Table, roll_request};

use super::laws::{blow, health, number};
use asc::Settings;
use asc::settings::DamageRecording;

fn by() -> Settings {
    Settings::default()
}

fn made<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("possible")
}

/// ASC-ATK-02, ASC-DMG-04: the chart of attacks.
#[test]
fn the_chart_that_comes_along() {
    let chart = asc::chart::read_attacks(asc::chart::ATTACKS).expect("attacks");
    let find = |name: &str| {
        chart
            .iter()
            .find(|one| one.name == name)
            .expect("an attack")
    };
    let strong = |name: &str| (find(name).damage, find(name).strength);
    assert_eq!((strong("Sword"), strong("Rifle")), ((2, true), (8, false)));
    assert!(find("Chainsaw").unblockable);
    for kind in DamageType::ALL {
        let known = chart.iter().any(|one| one.kind == kind);
        assert_eq!(
            known,
            kind != DamageType::Aggravated,
            "that comes from magick"
        );
    }
    assert!(asc::chart::read_attacks("[]").is_err());
    let bow = r#"[{"name": "Bow", "ability": "archery", "damage": 4, "type": "lethal"}]"#;
    assert!(asc::chart::read_attacks(bow).is_err());
    use asc::attack::{MagickOpenness, magick_difficulty};
    let openness = [
        MagickOpenness::Coincidental,
        MagickOpenness::Vulgar,
        MagickOpenness::Witnessed,
    ];
    assert_eq!(
        openness.map(|how| rules::base::term::sum_terms(&magick_difficulty(3, how))),
        [6, 7, 8]
    );
}

/// ASC-ATK-01: bows without Archery.
#[test]
fn bows() {
    use asc::attack::{AbilityDots, AttackAbility, bow_ability};
    assert_eq!(
        bow_ability(&AbilityDots {
            archery: 1,
            ..AbilityDots::default()
        }),
        AttackAbility::Archery
    );
    assert_eq!(
        bow_ability(&AbilityDots::default()),
        AttackAbility::Athletics
    );
}

/// ASC-DICE-01, ASC-INIT-02: six is the usual difficulty, and initiative holds for the fight.
#[test]
fn what_is_usual() {
    let table = Table::with_system(SystemId::Ascension).add_combatants(&["@Ilse dex 3 wits 4"]);
    let mut table = table;
    let roll = Command::RollInitiative {
        whose: InitiativeTarget::One(table.combatant_id("Ilse")),
        face: None,
    };
    table.give_accepted_with(ANA, roll, &[8]);
    let mut table = table.after_turns(2);
    assert_eq!(table.view(Class::Table).turn.round, 2);
    assert_eq!(table.row("Ilse").score, Some(15));
    let mut roll = roll_request(None, "Luck", &[("Dice", 2)]);
    let rolled = |table: &mut Table, roll: &RollInput| {
        let events = table.give_accepted_with(ST, Command::Roll(Box::new(roll.clone())), &[6, 5]);
        events.iter().find_map(|event| match event {
            Event::Rolled(record) => Some(record.rolled.successes),
            _ => None,
        })
    };
    assert_eq!(rolled(&mut table, &roll), Some(1));
    roll.reading.set("difficulty", 5);
    assert_eq!(rolled(&mut table, &roll), Some(2));
}

/// ASC-SPLIT-01: a pool is not divided into more than there is, however large the numbers.
#[test]
fn what_no_pool_can_hold_is_too_much() {
    let most = i32::MAX;
    let split = made(json!({"pools": [most, most], "allocation": [most, 1]}));
    let refused = asc::split::split_pool(&split);
    assert_eq!(refused, Err(asc::Refusal::AllocationExceedsPool));
}

#[test]
fn settings_are_read_strictly() {
    assert_eq!(
        serde_json::from_str::<Settings>("{}").expect("defaults"),
        by()
    );
    assert!(serde_json::from_str::<Settings>(r#"{"cinematic": true}"#).is_err());
}

fn mark(row: LevelHealth, mode: DamageRecording, (kind, points): (DamageType, u32)) -> LevelHealth {
    row.mark_points(points, |row| asc::track::mark_point(row, mode, kind))
}

proptest! {
    /// Upgrading never empties a box, never fills more than points, never softens a mark.
    #[test]
    fn no_level_is_lost(row in health(), blows in proptest::collection::vec(blow(), 0..4), upgrade: bool) {
        let mode = if upgrade { DamageRecording::Upgrade } else { DamageRecording::Cumulative };
        let after = blows.iter().fold(row, |row, blow| mark(row, mode, *blow));
        let (before, marks) = (row.boxes.marks(), after.boxes.marks());
        prop_assert!(after.boxes.filled_count() >= row.boxes.filled_count());
        prop_assert!(marks.aggravated >= before.aggravated);
        prop_assert!(marks.aggravated + marks.lethal >= before.aggravated + before.lethal);
        prop_assert_eq!(after.boxes.empty_count() == 0, after.status != VitalStatus::Ok);
        prop_assert!(matches!(after.status, VitalStatus::Ok | VitalStatus::Incapacitated | VitalStatus::Dead));
    }

    /// A point never makes more of a row in upgrade mode than in cumulative mode.
    #[test]
    fn upgrading_is_kinder(row in health(), blow in blow()) {
        let boxes = |mode| mark(row, mode, blow).boxes.filled_count();
        prop_assert!(boxes(DamageRecording::Upgrade) <= boxes(DamageRecording::Cumulative));
    }

    /// Divisions take anything.
    #[test]
    fn nothing_panics(n in proptest::collection::vec(number(), 4)) {
        let split = made(json!({"pools": [n[0], n[1]], "allocation": [n[2], n[3]]}));
        if let Ok(divided) = asc::split::split_pool(&split) {
            let used: i64 = divided.pools.iter().map(|dice| i64::from(*dice)).sum();
            prop_assert_eq!(used + i64::from(divided.unused), i64::from(n[0].min(n[1])));
        }
    }
}
