//! Single rules: sheets, energy, conditions, tracks, initiative.

use rules::encounter::quick_add;
use rules::messages::Wording;
use rules::systems::tristat as tri;
use rules::systems::tristat::energy::{Bought, NoEnergy, spend};
use rules::systems::tristat::flank::{Threat, flanks};
use rules::systems::tristat::health::{Status, less, status};
use rules::systems::tristat::settings::Settings;
use rules::systems::tristat::stats::{Bonuses, Stats};
use rules::term::{self, Term};
use rules::track::Points;

use super::{attack, defense};

fn by() -> Settings {
    Settings::default()
}

/// TRI-STAT-01: from 1 to 12.
#[test]
fn stats_have_bounds() {
    let read = |line: &str| {
        let sheet = quick_add::read(line, rules::system::SystemId::Tristat.rules());
        sheet.map(|add| tri::sheet::stats(&add.sheet)).ok()
    };
    let stats = Stats {
        body: 1,
        mind: 12,
        soul: 6,
    };
    assert_eq!(read("Kei body 1 mind 12 soul 6"), Some(stats));
    assert_eq!(read("Kei body 0 mind 6 soul 6"), None);
    assert_eq!(read("Kei body 6 mind 13 soul 6"), None);
}

/// TRI-STAT-05: each value has a bonus of its own, skills are names.
#[test]
fn sheets_have_bonuses_and_skills() {
    let stats = Stats {
        body: 6,
        mind: 5,
        soul: 6,
    };
    let bonuses = Bonuses {
        combat_value: 2,
        health: -10,
        ..Bonuses::default()
    };
    let got = stats.derive_with(&bonuses);
    assert_eq!(
        (got.combat_value, got.defense_value, got.health, got.energy),
        (7, 3, 50, 55),
        "the Defense Value has a bonus of its own"
    );
    let sheet = rules::sheet::Sheet {
        kind: None,
        traits: rules::sorted::Map::from([("Swordplay".to_owned(), 3)]),
        ..rules::sheet::Sheet::default()
    };
    let level = |skill| tri::sheet::skill(&sheet, skill);
    assert_eq!((level("Swordplay"), level("Archery")), (3, 0));
}

/// TRI-ROLL-01: the margin is the target less the roll, either way.
#[test]
fn margins() {
    let margin = |faces| tri::roll::margin(7, faces);
    assert_eq!((margin([1, 2]), margin([3, 4]), margin([6, 6])), (4, 0, -5));
}

/// TRI-ATK-01, TRI-DEF-02: every number has a name and a rule.
#[test]
fn terms_tell_where_they_come_from() {
    let mut attack = attack();
    attack
        .terms
        .push(Term::typed(Wording::verbatim("High ground"), 1));
    attack.other = -2;
    attack.vital = true;
    attack.reduce.vital = 4;
    let terms = attack.target_terms(&by());
    let labels: Vec<&str> = terms.iter().map(|term| term.label.as_ref()).collect();
    assert_eq!(labels, ["Combat Value", "Skill", "Other", "High ground"]);
    assert_eq!(term::sum(&terms), 8);
    assert!(terms.iter().take(2).all(|term| term.rule.is_some()));
    let worn = tri::defense::Defense {
        prior_defenses: 1,
        ..defense()
    };
    let terms = worn.target_terms(&by());
    let last = terms.last().expect("a term");
    assert_eq!(
        (last.value, last.rule.as_ref().map(|rule| rule.as_str())),
        (-2, Some("TRI-DEF-03"))
    );
}

/// TRI-CRIT-02: the whole table of the critical die; TRI-EN-01: Energy pushes it to 6 at most.
#[test]
fn the_critical_die() {
    let table: Vec<i32> = (1..=6)
        .map(|face| tri::critical::multiplier(face, 0))
        .collect();
    assert_eq!(table, [2, 2, 2, 3, 3, 4]);
    let pushed: Vec<i32> = (1..=6)
        .map(|face| tri::critical::multiplier(face, 1))
        .collect();
    assert_eq!(pushed, [2, 2, 3, 3, 4, 4]);
    assert_eq!(tri::critical::multiplier(2, 40), 4);
}

/// TRI-EN-01, TRI-EN-02: five for one, once, Focus on top.
#[test]
fn energy_buys_once() {
    let bought = Bought {
        bonus: 3,
        energy_after: 0,
    };
    assert_eq!(spend(5, 2, 0, &by()), Ok(bought));
    assert_eq!(spend(5, 2, 1, &by()), Err(NoEnergy::SpentOnThisRoll));
    assert_eq!(spend(4, 2, 0, &by()), Err(NoEnergy::NotEnoughEnergy));
    let terms = [Term::of_rule(Wording::verbatim("Energy"), 3, "TRI-EN-01")];
    let initiative = tri::initiative::score(6, 5, &terms);
    assert_eq!(initiative.score, 14, "on the die itself, without a limit");
}

/// TRI-TURN-01, TRI-TURN-02: nothing but the score decides, and equal scores are equal.
#[test]
fn ties_act_together() {
    let strong = tri::initiative::score(2, 6, &[]);
    let quick = tri::initiative::score(5, 3, &[]);
    let slow = tri::initiative::score(1, 3, &[]);
    assert!(!strong.is_before(&quick) && !quick.is_before(&strong));
    assert!(quick.is_before(&slow) && !slow.is_before(&quick));
}

/// TRI-PRONE-01: a mark without a number; TRI-GRAP-02, TRI-DISARM-04, TRI-ESC-04: each condition
/// has its rule.
#[test]
fn what_conditions_do() {
    let lying = tri::attack::Attack {
        prone: true,
        ..attack()
    };
    assert_eq!(lying.target_terms(&by()), attack().target_terms(&by()));
    let specs = rules::system::SystemId::Tristat.rules().conditions();
    assert!(specs.iter().all(|spec| spec.rule.starts_with("TRI-")));
    let words: rules::sorted::Set<&str> = specs.iter().map(|spec| spec.word.get()).collect();
    assert_eq!((words.len(), specs.len()), (5, 5));
}

/// TRI-GRAP-03 to TRI-GRAP-05: the four cases.
#[test]
fn hindrances() {
    let hindrance = |extreme_mobility, much_stronger| {
        let hold = tri::grapple::Hold {
            extreme_mobility,
            much_stronger,
        };
        (
            hold.hindrance(&by()),
            hold.escape_hindrance(&by()),
            hold.rule(),
        )
    };
    assert_eq!(hindrance(false, false), (2, 2, "TRI-GRAP-03"));
    assert_eq!(hindrance(true, false), (4, 2, "TRI-GRAP-03"));
    assert_eq!(hindrance(false, true), (1, 1, "TRI-GRAP-05"));
    assert_eq!(hindrance(true, true), (2, 1, "TRI-GRAP-05"));
}

/// TRI-FLANK-01: one spear and one knife, each with its own reach.
#[test]
fn each_has_their_own_reach() {
    let at = |at, reach| Threat { at, reach };
    assert!(flanks([0, 0], at([-2, 0], 2), at([1, 0], 1), &by()));
    assert!(!flanks([0, 0], at([-2, 0], 1), at([1, 0], 2), &by()));
    let far = at([i32::MIN, 0], i32::MAX);
    assert!(!flanks([i32::MAX, 0], far, far, &by()));
}

/// TRI-HLTH-01: down at 0, and what goes past it is kept.
#[test]
fn health_goes_below_zero() {
    let track = Points::new(10, 60).expect("possible");
    for (points, left, expected) in [(9, 1, Status::Ok), (10, 0, Status::Down)] {
        let now = less(track, points).now();
        assert_eq!((now, status(now)), (left, expected));
    }
    let far = less(track, 25);
    assert_eq!(
        (far.now(), far.changed(20).now(), far.changed(500).now()),
        (-15, 5, 60)
    );
    assert_eq!(less(track, -5), track, "a negative loss is no healing");
    assert_eq!(
        serde_json::to_string(&far).ok().as_deref(),
        Some("[-15,60]")
    );
    assert!(serde_json::from_str::<Points>("[61,60]").is_err());
    assert!(serde_json::from_str::<Points>("[0,0]").is_err());
}

/// TRI-TRICK-01: a trick shot is never easier than an ordinary one.
#[test]
fn nonsense_is_refused() {
    let mut tricky = attack();
    tricky.trick = -1;
    let mut loud = attack();
    loud.other = i32::MAX;
    for nonsense in [tricky, loud] {
        let why = nonsense.check().expect_err("nonsense");
        assert_eq!(why.code(), None, "{why}");
    }
}

/// TRI-STAT-01 to TRI-STAT-05, TRI-EXTRA-01, TRI-GRAP-04: a sheet, and one with nothing on it.
#[test]
fn sheets_are_read() {
    use rules::sheet::Sheet;
    use tri::sheet::{TRAITS, armor, derived, extra_attacks, initiative, points, strength};
    let plain = Sheet::default();
    assert_eq!(
        (derived(&plain).combat_value, derived(&plain).defense_value),
        (4, 2)
    );
    assert_eq!(
        points(&plain).map(|track| (track.now(), track.most())),
        Ok((40, 40))
    );
    let written = |pairs: &[(&str, i32)]| Sheet {
        kind: None,
        traits: pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), *value))
            .collect(),
        ..Sheet::default()
    };
    let sheet = written(&[
        ("body", 6),
        ("health", 15),
        ("combat_value", 1),
        ("extra_attacks", 2),
        ("strength_adjust", 3),
        ("armor", 4),
    ]);
    assert_eq!(points(&sheet).map(|track| track.most()), Ok(65));
    assert_eq!((initiative(&sheet, 6).score, armor(&sheet)), (11, 4));
    assert_eq!(strength(&sheet).effective(), 9);
    assert_eq!(extra_attacks(&sheet), 2);
    assert!(points(&written(&[("health", -40)])).is_err());
    let keys: rules::sorted::Set<&str> = TRAITS
        .iter()
        .flat_map(|spec| spec.aliases.iter().chain([&spec.key]))
        .copied()
        .collect();
    let words: usize = TRAITS.iter().map(|spec| spec.aliases.len() + 1).sum();
    assert_eq!(keys.len(), words, "no word means two traits");
    assert!(
        TRAITS
            .iter()
            .all(|spec| (spec.min..=spec.max).contains(&spec.default))
    );
}
