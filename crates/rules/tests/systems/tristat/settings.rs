//! Every house rule: with its default, and with the switch the other way.

use rules::systems::tristat as tri;
use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::damage::{Damage, WeakPoint};
use rules::systems::tristat::defense::Defense;
use rules::systems::tristat::escape::{Escape, Freed, Wrestler};
use rules::systems::tristat::flank::{Threat, defense_modifier, flanks};
use rules::systems::tristat::grapple::Hold;
use rules::systems::tristat::roll::{self, Purpose};
use rules::systems::tristat::settings::Settings;
use rules::systems::tristat::settings::{Opposite, Stacking};
use rules::systems::tristat::throw::{Flight, Throw};
use rules::term;

use super::{attack, defense};

/// The settings with one thing changed.
fn house(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings);
    assert_eq!(settings.misfit(), None);
    assert_ne!(settings, Settings::default());
    settings
}

/// `of` gives `usual` by default and `other` in the house.
fn check<T: PartialEq + std::fmt::Debug>(
    change: impl FnOnce(&mut Settings),
    of: impl Fn(&Settings) -> T,
    usual: T,
    other: T,
) {
    assert_ne!(usual, other, "the switch shows");
    assert_eq!(of(&Settings::default()), usual, "by default");
    assert_eq!(of(&house(change)), other, "by house rule");
}

#[test]
fn files_may_leave_out_but_not_invent() {
    let some: Settings = serde_json::from_str(r#"{"collision_cap": 4}"#).expect("a setting");
    assert_eq!(some, house(|by| by.collision_cap = 4));
    assert!(serde_json::from_str::<Settings>(r#"{"collision_caps": 4}"#).is_err());
    let text = serde_json::to_string(&some).expect("writable");
    assert_eq!(serde_json::from_str::<Settings>(&text).ok(), Some(some));
    for odd in [r#"{"collision_cap": -1}"#, r#"{"prone_attack": 101}"#] {
        let odd: Settings = serde_json::from_str(odd).expect("a setting");
        assert!(odd.misfit().is_some());
    }
}

fn attacks(of: &Attack, by: &Settings, faces: [u16; 2]) -> (i32, bool) {
    let rolled = roll::read(Purpose::Attack, of.target_terms(by), faces, by);
    (rolled.target, rolled.success)
}

fn defends(of: &Defense, by: &Settings, faces: [u16; 2]) -> (i32, bool) {
    let rolled = roll::read(Purpose::Defense, of.target_terms(by), faces, by);
    (rolled.target, rolled.success)
}

/// TRI-ROLL-02, TRI-ROLL-04, TRI-CRIT-04.
#[test]
fn comparisons() {
    check(
        |by| by.defense_takes_ties = true,
        |by| defends(&defense(), by, [3, 4]),
        (7, false),
        (7, true),
    );
    let mut sure = attack();
    sure.other = 5;
    check(
        |by| by.natural_12_fails = true,
        |by| attacks(&sure, by, [6, 6]),
        (14, true),
        (14, false),
    );
    let mut hopeless = defense();
    hopeless.other = -9;
    check(
        |by| by.snake_eyes_always_succeed = false,
        |by| defends(&hopeless, by, [1, 1]),
        (-2, true),
        (-2, false),
    );
    let mut lucky = attack();
    lucky.other = -20;
    let strict = house(|by| by.snake_eyes_always_succeed = false);
    assert!(attacks(&lucky, &strict, [1, 1]).1, "attacks always do");
}

/// TRI-EXTRA-01.
#[test]
fn rounds() {
    check(
        |by| by.extra_attacks_defend = false,
        |by| {
            let all = tri::stance::allowance(2, None, by);
            (all.attacks, all.optimal_defenses)
        },
        (3, 3),
        (3, 1),
    );
}

/// TRI-DMG-05, TRI-CHINK-02.
#[test]
fn multipliers_and_halves() {
    let both = |by: &Settings| tri::damage::multiplier(true, Some(3), by);
    check(|by| by.multipliers = Stacking::Add, both, 6, 4);
    check(|by| by.multipliers = Stacking::Greatest, both, 6, 3);
    for stacking in [Stacking::Multiply, Stacking::Add, Stacking::Greatest] {
        let by = Settings {
            multipliers: stacking,
            ..Settings::default()
        };
        let alone = [
            tri::damage::multiplier(false, None, &by),
            tri::damage::multiplier(true, None, &by),
            tri::damage::multiplier(false, Some(4), &by),
        ];
        assert_eq!(alone, [1, 2, 4], "{stacking:?} of one is that one");
    }
    let odd = Damage {
        armor: 5,
        chink: Some(WeakPoint::Half),
        ..Damage::default()
    };
    let met = |by: &Settings| odd.armor_met(true, by);
    check(|by| by.half_armor_rounds_up = true, met, 2, 3);
}

/// TRI-FLANK-01, TRI-FLANK-02.
#[test]
fn flanking() {
    let at = |at| Threat { at, reach: 1 };
    check(
        |by| by.opposite = Opposite::Wide,
        |by| {
            [
                flanks([5, 5], at([4, 5]), at([6, 5]), by),
                flanks([5, 5], at([4, 5]), at([6, 6]), by),
                flanks([5, 5], at([4, 5]), at([5, 6]), by),
            ]
        },
        [true, false, false],
        [true, true, false],
    );
    check(
        |by| by.flanking_adds_up = true,
        |by| [0, 1, 3].map(|pairs| defense_modifier(pairs, by)),
        [0, -1, -1],
        [0, -1, -3],
    );
    let mut flanked = defense();
    (flanked.flanked, flanked.more_pairs) = (true, 2);
    check(
        |by| by.flanking_adds_up = true,
        |by| term::sum(&flanked.target_terms(by)),
        6,
        4,
    );
}

/// TRI-GRAP-02, TRI-GRAP-03, TRI-ESC-01.
#[test]
fn holds() {
    let mut holding = attack();
    holding.holding = true;
    check(
        |by| by.holding_hinders = true,
        |by| term::sum(&holding.target_terms(by)),
        9,
        7,
    );
    let mobile = Hold {
        extreme_mobility: true,
        much_stronger: false,
    };
    check(
        |by| by.mobility_adds = true,
        |by| mobile.hindrance(by),
        4,
        6,
    );
    let escape = Escape {
        victim: Wrestler {
            body: 5,
            strength_adjust: 3,
            brawl: 2,
            extreme_mobility: true,
            ..Wrestler::default()
        },
        grabber: Wrestler {
            body: 6,
            strength_adjust: -1,
            ..Wrestler::default()
        },
    };
    let targets = |by: &Settings| escape.target_terms(by).map(|terms| term::sum(&terms));
    check(
        |by| by.mobility_hinders_escape = true,
        targets,
        [5, 6],
        [3, 6],
    );
    check(
        |by| by.escape_by_effective_body = true,
        targets,
        [5, 6],
        [8, 5],
    );
    check(|by| by.holding_hinders = true, targets, [5, 6], [5, 4]);
    let freed = |by: &Settings| {
        let [held, holds] = targets(by);
        Freed::of(roll::margin(held, [3, 3]), roll::margin(holds, [3, 3]))
    };
    check(
        |by| by.escape_by_effective_body = true,
        freed,
        Freed::Held,
        Freed::EscapeAndAct,
    );
}

/// TRI-THROW-04, TRI-THROW-05.
#[test]
fn throws() {
    let throw = Throw {
        free_squares: Some(1),
        wanted: Some(3),
        ..Throw::default()
    };
    let flight = |by: &Settings| {
        let Flight {
            squares,
            travelled,
            collision,
        } = throw.flight(5, 2, by);
        [squares, travelled, collision]
    };
    check(
        |by| by.shorter_throws = false,
        flight,
        [3, 1, 10],
        [5, 1, 15],
    );
    check(|by| by.collision_damage = 2, flight, [3, 1, 10], [3, 1, 4]);
    check(|by| by.collision_cap = 1, flight, [3, 1, 10], [3, 1, 5]);
    check(
        |by| by.collision_multiplies = true,
        flight,
        [3, 1, 10],
        [3, 1, 20],
    );
    let free = Throw::default();
    check(
        |by| by.critical_lengthens_throw = true,
        |by| free.flight(5, 2, by).travelled,
        5,
        10,
    );
}

/// TRI-PRONE-01.
#[test]
fn lying_down() {
    let mut attack = attack();
    attack.prone = true;
    check(
        |by| by.prone_attack = -2,
        |by| term::sum(&attack.target_terms(by)),
        9,
        7,
    );
    let mut defense = defense();
    defense.prone = true;
    check(
        |by| by.prone_defense = -1,
        |by| term::sum(&defense.target_terms(by)),
        7,
        6,
    );
}

/// TRI-EN-01, TRI-EN-02.
#[test]
fn energy() {
    check(
        |by| by.energy_per_roll = 2,
        |by| tri::energy::spend(20, 0, 1, by).is_ok(),
        false,
        true,
    );
    check(
        |by| by.focus_adds_level = false,
        |by| tri::energy::spend(20, 3, 0, by).map(|bought| bought.bonus),
        Ok(4),
        Ok(1),
    );
}
