//! Single rules: sheets, conditions, tracks, the critical die.

use rules::base::sorted_map::Set;
use rules::character::sheet::Sheet;
use rules::character::track::{Points, Track};
use rules::encounter::quick_add;
use rules::ruleset::{RuleSystem, SystemId};

use super::fight::{Fight, Says, attacker, defender, line, sum};

fn rules() -> &'static dyn RuleSystem {
    SystemId::Tristat.rules()
}

/// TRI-STAT-01: from 1 to 12.
#[test]
fn stats_have_bounds() {
    let read = |line: &str| quick_add::read(line, rules()).is_ok();
    assert!(read("Kei body 1 mind 12 soul 6"));
    assert!(!read("Kei body 0 mind 6 soul 6"));
    assert!(!read("Kei body 6 mind 13 soul 6"));
}

/// TRI-STAT-03, TRI-STAT-05: Health has a bonus of its own, and no track is empty.
#[test]
fn sheets_have_a_track() {
    let track = |pairs: &[(&str, i32)]| {
        let traits = pairs.iter().map(|(key, value)| ((*key).to_owned(), *value));
        let sheet = Sheet {
            traits: traits.collect(),
            ..Sheet::default()
        };
        rules().unmarked_track(&sheet).ok()
    };
    let points = |most| Points::new(most, most).ok().map(Track::Points);
    assert_eq!(track(&[]), points(40));
    assert_eq!(track(&[("body", 6), ("health", 15)]), points(65));
    assert_eq!(track(&[("health", -40)]), None);
}

#[test]
fn no_word_means_two_traits() {
    let traits = rules().facts().trait_specs;
    let words = traits
        .iter()
        .flat_map(|spec| spec.aliases.iter().chain([&spec.key]));
    let words: Vec<&str> = words.copied().collect();
    let distinct: Set<&str> = words.iter().copied().collect();
    assert_eq!(distinct.len(), words.len());
    let fits =
        |spec: &rules::character::sheet::TraitSpec| (spec.min..=spec.max).contains(&spec.default);
    assert!(traits.iter().all(fits));
}

/// TRI-CRIT-02: the whole table of the critical die; TRI-EN-01: Energy pushes it to 6 at most.
#[test]
fn the_critical_die() {
    let fight = Fight::new(attacker(), defender(), "attack");
    let table = |says: &Says| {
        let times = |face| {
            let done = fight.play_by(says, &[1, 1, face, 6, 6]);
            sum(&done, "multiplier").expect("a multiplier")
        };
        [1, 2, 3, 4, 5, 6].map(times)
    };
    assert_eq!(table(&Says::default()), [2, 2, 2, 3, 3, 4]);
    let pushed = Says::buying("attack", &["critical"]);
    assert_eq!(table(&pushed), [2, 2, 3, 3, 4, 4]);
}

/// TRI-ATK-01: every number has a name and a rule.
#[test]
fn terms_tell_where_they_come_from() {
    let fight = Fight::new(attacker(), defender(), "attack").set("vital", 1);
    let done = fight.play(&[6, 6]);
    let terms = &line(&done, "attack").expect("a roll").terms;
    let labels: Vec<&str> = terms.iter().map(|term| term.label.as_ref()).collect();
    assert_eq!(labels, ["Combat Value", "Skill", "Vital target"]);
    assert!(terms.iter().all(|term| term.rule.is_some()));
}

/// TRI-GRAP-03, TRI-PRONE-01, TRI-DISARM-04, TRI-ESC-04: each condition has its rule.
#[test]
fn conditions_have_rules() {
    let specs = rules().facts().condition_specs;
    assert!(specs.iter().all(|spec| spec.rule.starts_with("TRI-")));
    let words: Set<&str> = specs.iter().map(|spec| spec.word.get()).collect();
    assert_eq!((words.len(), specs.len()), (5, 5));
}

/// TRI-HLTH-01: what goes past 0 is kept.
#[test]
fn points_are_stored() {
    let far = Points::new(-15, 60).expect("possible");
    assert_eq!(
        (far.changed_by(20).left(), far.changed_by(500).left()),
        (5, 60)
    );
    let stored = serde_json::to_string(&far).ok();
    assert_eq!(stored.as_deref(), Some("[-15,60]"));
    assert!(serde_json::from_str::<Points>("[61,60]").is_err());
    assert!(serde_json::from_str::<Points>("[0,0]").is_err());
}
