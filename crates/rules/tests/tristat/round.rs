//! A round as somebody goes through it: attacks, defenses, stances, escapes.

use rules::systems::tristat::Settings;
use rules::systems::tristat::defense::Forbidden;
use rules::systems::tristat::escape::Freed;
use rules::systems::tristat::stance::{Stance, allowance};
use rules::systems::tristat::turn::{Budget, NoUse, Use};

fn by() -> Settings {
    Settings::default()
}

/// Somebody with this level of Extra Attacks whose turn has started.
fn acting(extra_attacks: i32) -> Budget {
    let mut budget = Budget::new(extra_attacks);
    budget.start_round(&by());
    budget.start_turn(&by());
    budget
}

/// TRI-ATK-03, TRI-EXTRA-01, TRI-STANCE-01, TRI-STANCE-02: the whole table.
#[test]
fn the_allowance_table() {
    let of = |level, stance| {
        let it = allowance(level, stance, &by());
        (it.attacks, it.optimal_defenses)
    };
    assert_eq!((of(0, None), of(2, None)), ((1, 1), (3, 3)));
    let attack = Some(Stance::TotalAttack);
    assert_eq!((of(0, attack), of(2, attack)), ((1, 0), (3, 0)));
    let defense = Some(Stance::TotalDefense);
    assert_eq!((of(0, defense), of(2, defense)), ((0, 1), (0, 3)));
    assert_eq!(of(-4, None), (1, 1), "a defect takes nothing here");
}

/// TRI-ATK-03: on the own turn, and as many as there are.
#[test]
fn attacks_run_out() {
    let mut budget = Budget::new(1);
    assert_eq!(budget.spend(Use::Attack, &by()), Err(NoUse::NotYourTurn));
    budget.start_turn(&by());
    assert_eq!(budget.spend(Use::Attack, &by()), Ok(()));
    assert_eq!(budget.spend(Use::Escape, &by()), Ok(()));
    assert_eq!(
        budget.spend(Use::Strangle, &by()),
        Err(NoUse::NoAttacksLeft)
    );
    budget.end_turn();
    budget.start_round(&by());
    assert_eq!(budget.attacks_left(&by()), 2);
}

/// TRI-DUAL-01: one attack, two rolls, once in a turn.
#[test]
fn both_weapons_once() {
    let mut budget = acting(2);
    assert_eq!(budget.spend(Use::TwoWeapons, &by()), Ok(()));
    assert_eq!(budget.attacks_left(&by()), 2);
    assert_eq!(
        budget.spend(Use::TwoWeapons, &by()),
        Err(NoUse::TwoWeaponsUsed)
    );
    assert_eq!(budget.spend(Use::Attack, &by()), Ok(()));
    budget.start_round(&by());
    budget.start_turn(&by());
    assert_eq!(budget.spend(Use::TwoWeapons, &by()), Ok(()));
}

/// TRI-DEF-03, TRI-DEF-04: every one counts, until the round starts.
#[test]
fn defenses_are_counted() {
    let mut budget = Budget::new(1);
    let counted: Vec<_> = (0..3).map(|_| budget.defend(&by())).collect();
    assert_eq!(counted, [Ok((0, 2)), Ok((1, 2)), Ok((2, 2))]);
    budget.start_turn(&by());
    assert_eq!(budget.defenses(), 3, "the own turn changes nothing");
    budget.start_round(&by());
    assert_eq!(budget.defend(&by()), Ok((0, 2)));
}

/// TRI-STANCE-01: before the first attack, until the next turn, across the round's end.
#[test]
fn total_attack_lasts() {
    let mut budget = acting(0);
    assert_eq!(budget.take(Stance::TotalAttack), Ok(()));
    assert_eq!(budget.spend(Use::Attack, &by()), Ok(()));
    assert_eq!(
        budget.take(Stance::TotalDefense),
        Err(NoUse::AlreadyAttacked)
    );
    budget.end_turn();
    assert_eq!(budget.defend(&by()), Err(Forbidden::TotalAttack));
    budget.start_round(&by());
    assert_eq!(budget.defend(&by()), Err(Forbidden::TotalAttack));
    assert_eq!(budget.defenses(), 0, "what is forbidden is not counted");
    budget.start_turn(&by());
    assert_eq!(budget.defend(&by()), Ok((0, 1)));
    assert_eq!(budget.stance(), None);
}

/// TRI-STANCE-02: no use of an attack at all, and the round's end changes nothing.
#[test]
fn total_defense_lasts() {
    let mut budget = acting(1);
    assert_eq!(budget.take(Stance::TotalDefense), Ok(()));
    for on in [Use::Attack, Use::TwoWeapons, Use::Strangle, Use::Escape] {
        assert_eq!(budget.spend(on, &by()), Err(NoUse::TotalDefense));
    }
    budget.end_turn();
    budget.start_round(&by());
    assert_eq!(budget.stance(), Some(Stance::TotalDefense));
    assert_eq!(budget.take(Stance::TotalAttack), Err(NoUse::NotYourTurn));
}

/// TRI-ESC-02, TRI-ESC-03, TRI-ESC-04: the attack comes back, is spent, takes all others.
#[test]
fn escapes_and_attacks() {
    let after = |how| {
        let mut budget = acting(1);
        assert_eq!(budget.spend(Use::Escape, &by()), Ok(()));
        budget.escaped(how);
        budget
    };
    let mut free = after(Freed::EscapeAndAct);
    assert_eq!(
        (free.attacks_left(&by()), free.defend(&by())),
        (2, Ok((0, 2)))
    );
    let mut even = after(Freed::Escape);
    assert_eq!(
        (even.attacks_left(&by()), even.defend(&by())),
        (1, Ok((0, 2)))
    );
    let mut held = after(Freed::Held);
    assert_eq!(held.attacks_left(&by()), 0);
    assert_eq!(held.defend(&by()), Err(Forbidden::LostEscape));
    held.end_turn();
    held.start_round(&by());
    assert_eq!(
        held.attacks_left(&by()),
        2,
        "attacks are back with the round"
    );
    assert_eq!(
        held.defend(&by()),
        Err(Forbidden::LostEscape),
        "defenses only with the turn"
    );
    assert!(held.lost_escape());
    held.start_turn(&by());
    assert_eq!(held.defend(&by()), Ok((0, 2)));
}
