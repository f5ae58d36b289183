//! Ascension beyond the vectors: the chart, the house rules, what comes between the rolls.

use proptest::prelude::*;
use rules::dice::Script;
use rules::systems::ascension as asc;
use rules::systems::d10::damage::DamageType;
use rules::systems::d10::dice::Pool;
use rules::systems::d10::levels::Status;
use serde_json::{Value, json};

use super::laws::{blow, faces, health, number};
use asc::defense::{Defender, Defense, Incoming, Kind, Room, Situation};
use asc::settings::{Cinematic, Recording};
use asc::{Denied, Refusal, Settings};

fn by() -> Settings {
    Settings::default()
}

fn made<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("possible")
}

const KINDS: [Kind; 7] = [
    Kind::HandToHand,
    Kind::Firearm,
    Kind::FirearmClose,
    Kind::FirearmPointBlank,
    Kind::Thrown,
    Kind::Arrow,
    Kind::Mystic,
];

/// Dexterity 3 and 1 in everything.
fn somebody() -> Defender {
    made(
        json!({"dexterity": 3, "athletics": 1, "acrobatics": 1, "brawl": 1, "melee": 1,
        "martial_arts": 1, "do": 1, "arete": 1}),
    )
}

fn defend(defense: Defense, kind: Kind, at: &Situation, by: &Settings) -> Result<u16, Denied> {
    let incoming = Incoming {
        kind,
        ..Incoming::default()
    };
    asc::defense::defend(defense, &somebody(), &incoming, at, by).map(|sum| sum.difficulty)
}

/// ASC-DODGE-01, ASC-DODGE-02, ASC-DODGE-04, ASC-BLOCK-03, ASC-BLOCK-04, ASC-PARRY-01,
/// ASC-CM-01: every defence against every kind of attack.
#[test]
fn the_tables_of_difficulties() {
    let all = |defense, at: Situation| KINDS.map(|kind| defend(defense, kind, &at, &by()).ok());
    let some = |values: [u16; 7]| values.map(|value| (value > 0).then_some(value));
    let open = Situation::default();
    assert_eq!(all(Defense::Dodge, open), some([5, 6, 9, 10, 6, 6, 6]));
    let tight = Situation {
        room: Room::Tight,
        ..open
    };
    assert_eq!(all(Defense::Dodge, tight), some([7, 8, 10, 10, 8, 8, 8]));
    assert_eq!(all(Defense::Block, open), some([6, 0, 0, 0, 0, 0, 0]));
    let trained = Situation {
        use_martial_arts: true,
        ..open
    };
    assert_eq!(all(Defense::Block, trained), some([6, 0, 0, 0, 8, 8, 0]));
    let armed = Situation {
        has_weapon: true,
        ..open
    };
    assert_eq!(all(Defense::Parry, armed), some([6, 0, 0, 0, 0, 0, 0]));
    assert_eq!(
        all(Defense::Countermagick, open),
        some([0, 0, 0, 0, 0, 0, 8])
    );
}

/// ASC-BLOCK-02, ASC-BLOCK-05, ASC-BLOCK-06, ASC-BLOCK-07: who stops what.
#[test]
fn who_may_block_a_blade() {
    let pool = |incoming: Value, at: Value, by: &Settings| {
        let sum = asc::defense::defend(Defense::Block, &somebody(), &made(incoming), &made(at), by);
        sum.map(|sum| sum.difficulty)
    };
    let blade = || json!({"type": "lethal", "source": "weapon"});
    let no = Err(Denied::refused(Refusal::CannotBlockDamageType));
    assert_eq!(pool(blade(), json!({}), &by()), no);
    for reason in ["armored", "life_hardened", "use_martial_arts"] {
        assert_eq!(
            pool(blade(), json!({reason: true}), &by()),
            Ok(7),
            "{reason}"
        );
    }
    assert_eq!(pool(json!({"source": "heavy"}), json!({}), &by()), Ok(8));
    let futile = Settings {
        futile_blocks: true,
        ..by()
    };
    assert_eq!(pool(blade(), json!({}), &futile), Ok(7));
    let may = asc::defense::qualified(&somebody(), &made(blade()), &Situation::default());
    assert!(!may, "and whatever it rolls stops nothing");
    let saw = json!({"unblockable": true});
    assert_eq!(
        pool(saw, json!({"armored": true}), &by()),
        Err(Denied::refused(Refusal::Unblockable))
    );
}

/// ASC-SOAK-01, ASC-SOAK-02, ASC-SOAK-03, ASC-SOAK-04, ASC-CINE-01, ASC-CINE-03: every cell.
#[test]
fn the_soak_table() {
    let cell = |kind: &str, special: bool, cinematic: bool| -> Vec<(i32, i32)> {
        let who = made(json!({"type": kind, "stamina": 4,
            "armor": {"rating": 2, "soaks_aggravated": special}}));
        let option = Cinematic {
            enabled: cinematic,
            min_stamina: 0,
        };
        let pool = asc::soak::pool(&who, &option, &by());
        assert_eq!(pool.can_soak, !pool.groups.is_empty());
        pool.groups
            .iter()
            .map(|group| (group.pool, group.difficulty))
            .collect()
    };
    for cinematic in [false, true] {
        assert_eq!(cell("bashing", false, cinematic), [(6, 6)]);
        assert_eq!(cell("aggravated", false, cinematic), []);
        assert_eq!(cell("aggravated", true, cinematic), [(2, 6)]);
    }
    assert_eq!(cell("lethal", false, false), [(2, 6)]);
    assert_eq!(cell("lethal", false, true), [(4, 8), (2, 6)]);
}

/// ASC-ATK-02, ASC-DMG-04: the chart of attacks.
#[test]
fn the_chart_that_comes_along() {
    let chart = asc::chart::attacks(asc::chart::ATTACKS).expect("attacks");
    let find = |name: &str| {
        chart
            .iter()
            .find(|one| one.name == name)
            .expect("an attack")
    };
    assert_eq!(
        (find("Sword").damage_pool(3), find("Rifle").damage_pool(3)),
        (5, 8)
    );
    assert!(find("Chainsaw").unblockable);
    for kind in DamageType::ALL {
        let known = chart.iter().any(|one| one.kind == kind);
        assert_eq!(
            known,
            kind != DamageType::Aggravated,
            "that comes from magick"
        );
    }
    assert!(asc::chart::attacks("[]").is_err());
    let bow = r#"[{"name": "Bow", "ability": "archery", "damage": 4, "type": "lethal"}]"#;
    assert!(asc::chart::attacks(bow).is_err());
    use asc::attack::{Openness, magick};
    let openness = [
        Openness::Coincidental,
        Openness::Vulgar,
        Openness::Witnessed,
    ];
    assert_eq!(openness.map(|how| magick(3, how)), [6, 7, 8]);
}

/// ASC-ATK-01: bows without Archery.
#[test]
fn bows() {
    use asc::attack::{Ability, Dots, bow};
    assert_eq!(
        bow(&Dots {
            archery: 1,
            ..Dots::default()
        }),
        Ability::Archery
    );
    assert_eq!(bow(&Dots::default()), Ability::Athletics);
}

/// ASC-TURN-01, ASC-TURN-02, ASC-DEF-02, ASC-DEF-04, ASC-DEF-05, ASC-DESP-01: what a turn holds.
#[test]
fn a_turn_is_spent() {
    use asc::turn::{Budget, Phase};
    assert_eq!(asc::turn::SECONDS, 3);
    assert!(Phase::Attack < Phase::Defense && Phase::Defense < Phase::Damage);
    let fresh = Budget::fresh(0);
    let spent = fresh.spend().expect("an action");
    assert_eq!(spent.spend(), Err(Refusal::NoActionLeft));
    assert_eq!(spent.desperate(), Err(Refusal::Desperate));
    let running = fresh.desperate().expect("nothing done yet");
    assert_eq!(running.spend(), Err(Refusal::Desperate));
    assert!(Budget::fresh(1).spend().expect("granted").spend().is_ok());
    let incoming = Incoming {
        kind: Kind::FirearmClose,
        ..Incoming::default()
    };
    let at = Situation {
        use_acrobatics: true,
        ..Situation::default()
    };
    let sum = asc::desperate::defend(&somebody(), &incoming, &at, 2, &by()).expect("dice");
    assert_eq!((sum.pool, sum.difficulty), (2, 9));
    let mut script = Script::new([6, 2]);
    let bare = made(json!({"attack": {"pool": 1}, "damage": {"pool": 1}}));
    let struck = asc::exchange::resolve(&bare, &by(), &mut script).expect("possible");
    assert_eq!(struck.defense_successes, 0, "nobody is defended by wishing");
}

/// ASC-DICE-01, ASC-INIT-02, ASC-DECL-01, ASC-DEF-03, ASC-PARRY-01, ASC-REB-03, ASC-DESP-02,
/// ASC-SOAK-04, ASC-BLOCK-04: the other positions.
#[test]
fn the_other_position() {
    assert_eq!(asc::dice::Ask::default().difficulty, 6);
    let each = Settings {
        reroll_each_turn: true,
        declare_low_to_high: true,
        ..by()
    };
    assert!(asc::initiative::is_rolled(1, &by()) && !asc::initiative::is_rolled(2, &by()));
    assert!(asc::initiative::is_rolled(2, &each));
    let all: Vec<asc::initiative::Combatant> =
        made(json!([{"id": "A", "total": 9}, {"id": "B", "total": 5}]));
    let declare = |by: &Settings| asc::initiative::order(&all, by).expect("two").declare;
    assert_eq!(
        (declare(&by()).len(), declare(&each)),
        (0, vec![vec!["B".into()], vec!["A".into()]])
    );
    let free = Settings {
        abort_cost: false,
        ..by()
    };
    let abort = made(json!({"method": "roll", "new_action": "defense"}));
    let changed = asc::abort::abort(&abort, &free, &mut Script::default()).expect("free");
    assert_eq!((changed.changed, changed.willpower_spent), (true, 0));
    let missiles = Settings {
        do_stops_missiles: true,
        ..by()
    };
    let monk: Defender = made(json!({"dexterity": 2, "do": 3}));
    let arrow: Incoming = made(json!({"kind": "arrow"}));
    let at = Situation {
        use_martial_arts: true,
        ..Situation::default()
    };
    let block = |by: &Settings| {
        asc::defense::defend(Defense::Block, &monk, &arrow, &at, by).map(|sum| sum.pool)
    };
    assert_eq!((block(&by()).is_err(), block(&missiles)), (true, Ok(5)));
    let limited = Settings {
        parry_limited: true,
        ..by()
    };
    let blade: Incoming = made(json!({"type": "lethal", "source": "weapon"}));
    let armed = Situation {
        has_weapon: true,
        ..Situation::default()
    };
    let parry = |by: &Settings| {
        asc::defense::defend(Defense::Parry, &somebody(), &blade, &armed, by).is_ok()
    };
    assert!(parry(&by()) && !parry(&limited));
    let flat = Settings {
        desperate_grows: false,
        ..by()
    };
    assert_eq!(asc::desperate::pools(4, 3, &flat), Ok(vec![4, 3, 3]));
    let wards = Settings {
        ward_helps_always: false,
        ..by()
    };
    let warded = made(json!({"type": "lethal", "ward": 2}));
    assert!(!asc::soak::pool(&warded, &Cinematic::default(), &wards).can_soak);
    let loose = Settings {
        excess_to_attack: false,
        ..by()
    };
    let rebound = made(
        json!({"attack_successes": 1, "parry_successes": 3, "attack_unarmed": true,
        "rebound": {"pool": 1}, "damage": {"pool": 1, "type": "lethal"}}),
    );
    let mut script = Script::new([6, 6]);
    let back = asc::rebound::roll(&rebound, &loose, &mut script).expect("possible");
    assert_eq!((back.harm.damage_dice, back.harm.inflicted), (1, 3));
}

/// ASC-SPLIT-01: nobody divides more than there is, however large the numbers.
#[test]
fn what_no_pool_can_hold_is_too_much() {
    let most = i32::MAX;
    let split = made(json!({"pools": [most, most], "allocation": [most, 1]}));
    let refused = asc::split::split(&split);
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

proptest! {
    /// Upgrading never empties a box, never fills more than points, never softens a mark.
    #[test]
    fn no_level_is_lost(row in health(), blows in proptest::collection::vec(blow(), 0..4), upgrade: bool) {
        let mode = if upgrade { Recording::Upgrade } else { Recording::Cumulative };
        let after = asc::track::mark(row, mode, &blows);
        let (before, marks) = (row.boxes.marks(), after.boxes.marks());
        prop_assert!(after.boxes.filled() >= row.boxes.filled());
        prop_assert!(marks.aggravated >= before.aggravated);
        prop_assert!(marks.aggravated + marks.lethal >= before.aggravated + before.lethal);
        prop_assert_eq!(after.boxes.empty() == 0, after.status != Status::Ok);
        prop_assert!(matches!(after.status, Status::Ok | Status::Incapacitated | Status::Dead));
    }

    /// A point never makes more of a row in upgrade mode than in cumulative mode.
    #[test]
    fn upgrading_is_kinder(row in health(), blow in blow()) {
        let boxes = |mode| asc::track::mark(row, mode, &[blow]).boxes.filled();
        prop_assert!(boxes(Recording::Upgrade) <= boxes(Recording::Cumulative));
    }

    /// Blows, rebounds and pools take anything.
    #[test]
    fn nothing_panics(n in proptest::collection::vec(number(), 9), faces in faces(), unarmed: bool) {
        let groups = json!([{"pool": n[5], "difficulty": n[6]}, {"pool": n[7], "difficulty": n[8]}]);
        let blow = made(json!({"attack": {"pool": n[0], "difficulty": n[1]},
            "defense": {"pool": n[2], "difficulty": n[3]}, "damage": {"pool": n[4]}, "soak": groups}));
        if let Ok(struck) = asc::exchange::resolve(&blow, &by(), &mut Script::new(faces.clone())) {
            prop_assert!((0..=struck.harm.damage_successes).contains(&struck.harm.inflicted));
            prop_assert_eq!(struck.hit, struck.harm.damage_dice >= 1);
        }
        let rebound = made(json!({"attack_successes": n[0], "parry_successes": n[1],
            "attack_unarmed": unarmed, "rebound": {"pool": n[2], "difficulty": n[3]},
            "damage": {"pool": n[4]}, "soak": groups}));
        if let Ok(back) = asc::rebound::roll(&rebound, &by(), &mut Script::new(faces)) {
            prop_assert!(unarmed || !back.triggered);
            prop_assert_eq!(back.hit, back.harm.damage_dice >= 1);
        }
        let split = made(json!({"pools": [n[0], n[1]], "allocation": [n[2], n[3]]}));
        if let Ok(divided) = asc::split::split(&split) {
            let used: i64 = divided.pools.iter().map(|dice| i64::from(*dice)).sum();
            prop_assert_eq!(used + i64::from(divided.unused), i64::from(n[0].min(n[1])));
        }
        let attack = made(json!({"ability": "do", "dexterity": n[0], "do": n[1], "difficulty": n[2]}));
        if let Ok(sum) = asc::attack::attack_pool(&attack, &by()) {
            prop_assert!(sum.pool >= 1 && (2..=10).contains(&sum.difficulty));
        }
        let soaker = made(json!({"type": "lethal", "stamina": n[0], "ward": n[1], "armor": {"rating": n[2]}}));
        let option = Cinematic { enabled: true, min_stamina: n[3] };
        prop_assert!(asc::soak::pool(&soaker, &option, &by()).groups.iter().all(|group| group.pool >= 1));
        let _ = asc::desperate::pools(n[0], n[1], &by());
        let _ = Pool::at(n[0], n[1]).check();
        for kind in KINDS {
            let at = Situation { share: Some(n[4]), ..Situation::default() };
            let _ = defend(Defense::Dodge, kind, &at, &by());
        }
    }
}
