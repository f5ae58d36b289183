//! Single rules: time, choices, conditions, charts behind them.

use rules::due::Deed;
use rules::house::House;
use rules::messages::Wording;
use rules::system::HealthRules as _;
use rules::systems::chronicle as chr;
use rules::systems::chronicle::attack::AttackKind;
use rules::systems::chronicle::attack::legal::{Illegal, legal};
use rules::systems::chronicle::burst::Burst;
use rules::systems::chronicle::called_shot::Location;
use rules::systems::chronicle::chart;
use rules::systems::chronicle::concealment::Concealment;
use rules::systems::chronicle::condition::{self, Condition, Held};
use rules::systems::chronicle::settings::Settings;
use rules::systems::chronicle::turn::{Act, Budget, Declared, NoStep, Step};
use rules::systems::chronicle::wounds::{Kind, State};
use rules::systems::chronicle::{Chronicle, grapple, heal, initiative};
use rules::term::{self, Term};
use rules::track::Severity;

use super::table::{Made, made, soldier, table, victim};
use super::{attack, packet, play, pool_of, row};

fn by() -> Settings {
    Settings::default()
}

fn burden(held: &[Held]) -> condition::Burden {
    let chart = chart::conditions(chart::CONDITIONS).expect("the chart that comes along");
    condition::burden(held, &chart)
}

/// CHR-DICE-10: one attribute, then modifiers.
#[test]
fn rolls_with_one_attribute() {
    let house = House::default();
    let full = made(&[("stamina", 3), ("size", 4)]).marked(7, 0, 0);
    let due = Chronicle.due(&full.fighter(&house), rules::due::Moment::TurnStart);
    let Some(Deed::Roll { terms, .. }) = due.first().map(|due| &due.deed) else {
        panic!("nothing to roll in {due:?}");
    };
    assert_eq!(term::sum(terms), 3, "without the wound penalty of −3");
    let helper = grapple::Grappler {
        strength: 3,
        brawl: 0,
        wound_penalty: -1,
        ..grapple::Grappler::default()
    };
    assert_eq!(term::sum(&grapple::helper_terms(&helper, &by())), 1);
}

/// CHR-DICE-11, CHR-INIT-05: the die is a number, and what is added is read once.
#[test]
fn the_initiative_die_is_a_number() {
    let misc = [
        Term::typed(Wording::verbatim("Merit"), 1),
        Term::of_rule(Wording::verbatim("Crowbar"), -2, "CHR-INIT-05"),
    ];
    let score = initiative::score(10, 3, 2, &misc);
    assert_eq!(
        (score.score, score.rank.as_slice()),
        (14, [14, 4, 3].as_slice())
    );
}

/// CHR-TURN-01, CHR-TURN-03: what every action costs.
#[test]
fn the_action_table() {
    assert_eq!(chr::numbers::TURN_SECONDS, 3);
    let lost: Vec<Act> = Act::ALL
        .into_iter()
        .filter(|act| act.loses_defense())
        .collect();
    assert_eq!(
        lost,
        [Act::AllOut, Act::Charge, Act::DrawHidden, Act::ReloadSingle]
    );
    let still: Vec<Act> = Act::ALL
        .into_iter()
        .filter(|act| !act.allows_moving())
        .collect();
    assert_eq!(still, [Act::Charge, Act::Aim, Act::Grapple]);
    let back: Vec<Act> = Act::ALL
        .into_iter()
        .filter(|act| act.looks_back())
        .collect();
    assert_eq!(back, [Act::AllOut, Act::Charge]);
}

/// CHR-ATK-11: how a weapon harms, where nothing is said.
#[test]
fn the_usual_harm() {
    use rules::systems::chronicle::attack::Harm;
    for (kind, harm, severity) in [
        (AttackKind::Unarmed, Harm::Unarmed, Severity::Bashing),
        (AttackKind::Melee, Harm::Blunt, Severity::Lethal),
        (AttackKind::Firearm, Harm::Ballistic, Severity::Lethal),
        (AttackKind::Thrown, Harm::Blunt, Severity::Lethal),
    ] {
        let attack = attack(kind);
        assert_eq!((attack.harm(), attack.severity()), (harm, severity));
    }
}

/// CHR-DMG-01: glyphs from mild to worst.
#[test]
fn the_picture_of_a_row() {
    assert_eq!(row(7, 2, 1, 1).picture(), "*X//...");
    assert!(Severity::Bashing < Severity::Lethal && Severity::Lethal < Severity::Aggravated);
}

/// CHR-WND-06: awake again with the last box free.
#[test]
fn coming_to() {
    assert!(!chr::wounds::comes_to(&row(7, 0, 7, 0)));
    let healed = heal::pass(
        row(7, 1, 6, 0),
        heal::Clocks::default(),
        1,
        heal::Care::None,
        &by(),
    );
    assert!(chr::wounds::comes_to(&healed.after));
    assert_eq!(chr::wounds::state(&healed.after, Kind::Mortal), State::Ok);
}

/// CHR-HEAL-04, CHR-HEAL-05: clocks keep the rest, and stand still without care.
#[test]
fn healing_clocks() {
    let first = heal::pass(
        row(7, 0, 2, 0),
        heal::Clocks::default(),
        30,
        heal::Care::Medical,
        &by(),
    );
    assert_eq!(
        (first.after.picture().as_str(), first.clocks.lethal),
        ("X......", 6)
    );
    let idle = heal::pass(first.after, first.clocks, 100, heal::Care::None, &by());
    assert_eq!((idle.after, idle.clocks.lethal), (first.after, 6));
    let second = heal::pass(idle.after, idle.clocks, 18, heal::Care::Hospital, &by());
    assert_eq!(second.after.picture(), ".......");
    assert_eq!(second.clocks, heal::Clocks::default());
}

/// CHR-BLEED-02, CHR-BLEED-03, CHR-BLEED-04: twenty turns a tick, and nothing of dressed wounds.
#[test]
fn dressing_and_pace() {
    let wounded = chr::bleed::Wounded {
        track: row(7, 0, 5, 0),
        kind: Kind::Mortal,
        size: 5,
        stabilized: false,
        turns: 0,
    };
    let after = |turns| {
        let after = wounded.after(turns, &by());
        (after.track.picture(), after.turns)
    };
    assert_eq!(after(19), ("XXXXX..".to_owned(), 19));
    assert_eq!(after(20), ("XXXXXX.".to_owned(), 0));
    assert_eq!(after(39), ("XXXXXX.".to_owned(), 19));
    assert_eq!(after(40), ("XXXXXXX".to_owned(), 0));
    assert_eq!(after(43), ("***XXXX".to_owned(), 0), "a point each turn");
    assert_eq!(after(1_000_000), ("*******".to_owned(), 0), "dead");
    let dressed = chr::bleed::Wounded {
        stabilized: true,
        ..wounded
    };
    assert_eq!(dressed.after(1_000, &by()), dressed);
}

/// CHR-COND-01 to CHR-COND-08, CHR-VMP-15: what conditions do, one by one.
#[test]
fn what_conditions_do() {
    let one = |condition| burden(&[Held::new(condition)]);
    let both = |condition| {
        burden(&[Held {
            both: true,
            ..Held::new(condition)
        }])
    };
    // CHR-COND-01
    let arm = one(Condition::ArmWrack);
    assert!(arm.drops_held && term::sum(&arm.offhand) == -2 && !arm.chance_on_manual);
    assert!(both(Condition::ArmWrack).chance_on_manual);
    // CHR-COND-02
    let leg = one(Condition::LegWrack);
    assert_eq!(
        (condition::speed(11, &leg), term::sum(&leg.footwork)),
        (5, -2)
    );
    let legs = both(Condition::LegWrack);
    assert_eq!((condition::speed(11, &legs), legs.prone), (1, true));
    // CHR-COND-03
    let stunned = one(Condition::Stunned);
    assert!(stunned.loses_next_action && stunned.halved_defense && !stunned.no_defense);
    let mut on_stunned = attack(AttackKind::Melee);
    on_stunned.target.dexterity = 3;
    on_stunned.target.stunned = true;
    on_stunned.target.dodge = true;
    assert_eq!(
        pool_of(&on_stunned, &by()).defense,
        2,
        "3 halved, then doubled"
    );
    // CHR-COND-04
    let down = one(Condition::KnockedDown);
    assert!(down.prone && down.loses_this_action && !down.loses_next_action);
    // CHR-COND-05
    assert_eq!(term::sum(&one(Condition::Blinded).sight), -3);
    let dark = both(Condition::Blinded);
    assert_eq!((term::sum(&dark.sight), dark.no_defense), (-5, true));
    // CHR-COND-06
    let bound = one(Condition::Immobilised);
    assert!(bound.no_action && bound.no_movement && bound.no_defense && !bound.dormant);
    assert!(both(Condition::Immobilised).dormant);
    assert_eq!(condition::speed(9, &bound), 0);
    // CHR-COND-07
    let lost = one(Condition::BlindAndDeaf);
    assert!(lost.no_defense && lost.auto_fail);
    // CHR-COND-08
    let out = one(Condition::Unconscious);
    assert!(out.no_action && out.no_defense && out.dormant);
    // CHR-VMP-15
    let staked = one(Condition::Staked);
    assert!(staked.no_action && staked.no_movement && staked.no_defense);
    assert_eq!(
        chr::wounds::state(&row(7, 0, 5, 0), Kind::Vampire),
        State::Ok,
        "no torpor"
    );
}

/// CHR-CONC-03: behind something solid there is no concealment penalty.
/// CHR-COV-03: only shots and throws meet cover.
#[test]
fn cover_instead_of_concealment() {
    let mut shot = attack(AttackKind::Firearm);
    shot.options.concealment = Some(Concealment::Complete);
    assert_eq!(pool_of(&shot, &by()).pool, 6);
    assert_eq!(
        Concealment::Complete.after_firing(),
        Concealment::Substantial
    );
    let mut blow = attack(AttackKind::Melee);
    blow.cover = Some(chr::cover::Cover {
        durability: 9,
        structure: 9,
        see_through: false,
    });
    let outcome = play(&blow, &by(), &[8, 1, 1, 1]);
    assert_eq!((outcome.cover, outcome.inflicted), (None, packet(0, 3, 0)));
}

/// CHR-SHLD-01, CHR-SHLD-03, CHR-VMP-05: each body after its own nature.
#[test]
fn a_vampire_in_front() {
    let mut shot = attack(AttackKind::Firearm);
    shot.shield = Some(chr::shield::Shield {
        stamina: 2,
        armor: vec![chr::armor::Armor {
            ballistic: 3,
            general: 1,
            ..chr::armor::Armor::default()
        }],
        vampire: true,
    });
    // Three successes and 2 make 5; armor takes 1, the body's Stamina 2 more.
    let outcome = play(&shot, &by(), &[8, 8, 8, 1, 1, 1]);
    assert_eq!(
        outcome.shield,
        Some(packet(4, 0, 0)),
        "the vampire is bruised"
    );
    assert_eq!(outcome.inflicted, packet(0, 2, 0), "the holder bleeds");
    shot.target.vampire = true;
    let outcome = play(&shot, &by(), &[8, 8, 8, 1, 1, 1]);
    assert_eq!(outcome.inflicted, packet(2, 0, 0));
    let sum = i32::from(outcome.inflicted.total());
    assert_eq!(
        term::sum(&outcome.ledger),
        sum,
        "CHR-PIPE-03: the ledger adds up"
    );
}

/// CHR-MIX-03, CHR-MIX-04: a success hits the one meant; who else may be hit is drawn.
#[test]
fn stray_hits() {
    let mut shot = attack(AttackKind::Firearm);
    shot.options.avoid = 1;
    let outcome = play(&shot, &by(), &[8, 1, 1, 1]);
    assert_eq!(outcome.inflicted, packet(0, 3, 0));
    assert_eq!(chr::melee_fire::suggested_damage(0), 1);
    assert_eq!(chr::melee_fire::suggested_damage(4), 4);
}

/// CHR-CQB-01: a place too tight for guns. CHR-CQB-03: the gun as a club.
#[test]
fn guns_up_close() {
    let mut shot = attack(AttackKind::Firearm);
    assert_eq!(pool_of(&shot, &by()).defense, 0);
    shot.options.close_quarters = true;
    assert_eq!(pool_of(&shot, &by()).defense, 2);
    let weapons = chart::weapons(chart::WEAPONS).expect("the chart that comes along");
    let find = |name: &str| {
        weapons
            .iter()
            .find(|one| one.name == name)
            .expect("on the chart")
    };
    let crowbar = find("Crowbar");
    let club = chr::close_quarters::as_club(&find("Assault rifle").weapon(), crowbar);
    let club = club.expect("big enough");
    assert!(club.improvised && club.modifier == 2 && club.ranges.is_none());
    assert_eq!(
        chr::close_quarters::as_club(&find("Light pistol").weapon(), crowbar),
        None
    );
}

/// CHR-TGT-01: the places and their price.
#[test]
fn called_shots_cost() {
    let cost: Vec<i32> = Location::ALL.into_iter().map(Location::modifier).collect();
    assert_eq!(cost, [-2, -2, -3, -4, -4, -5]);
    for kind in [AttackKind::Unarmed, AttackKind::Thrown] {
        let mut called = attack(kind);
        called.options.called = Some(Location::Hand);
        assert_eq!(
            pool_of(&called, &by()).pool,
            pool_of(&attack(kind), &by()).pool - 4
        );
    }
}

/// CHR-GRAP-04: at the higher initiative. CHR-GRAP-15, CHR-GRAP-06: the contest takes the
/// action, breaking free gives it back. CHR-GRAP-19: helping takes it too.
#[test]
fn what_a_grapple_costs() {
    let (slow, quick) = (
        initiative::score(2, 2, 2, &[]),
        initiative::score(9, 2, 2, &[]),
    );
    assert_eq!(grapple::acts_at(&slow, &quick), grapple::Side::B);
    assert_eq!(grapple::acts_at(&quick, &slow), grapple::Side::A);
    let after = |act: Act| Budget {
        speed: 9,
        act: Some(act),
        ..Budget::default()
    };
    let attack = Step::Act(Declared {
        act: Act::Attack,
        kind: None,
        distance: 0,
    });
    let spent = after(Act::Grapple);
    assert_eq!(spent.fits(&attack), Err(NoStep::ActionSpent));
    assert_eq!(spent.fits(&Step::Move(1)), Err(NoStep::NoMoving));
    assert_eq!(
        after(Act::JoinGrapple).fits(&attack),
        Err(NoStep::ActionSpent)
    );
    // Breaking free gives the action back.
    let wrestler = soldier().is("grappled").counted("grapple", 1);
    let free = soldier().counted("grapple", 1).counted("break_free", 1);
    let bar = |actor: Made| {
        table("unarmed", actor, &[victim()])
            .bar()
            .map(|(_, rule)| rule)
    };
    assert_eq!(bar(wrestler).as_deref(), Some("CHR-GRAP-15"));
    assert_eq!(bar(free), None);
}

/// CHR-GRAP-20: shooting at a grapple; without a Hold it meets Defense as ever.
#[test]
fn shooting_at_a_grapple() {
    let mut thrown = attack(AttackKind::Thrown);
    thrown.options.avoid_grappled = 1;
    let pool = pool_of(&thrown, &by());
    assert_eq!((pool.pool, pool.defense), (0, 2));
    let mut burst = attack(AttackKind::Firearm);
    burst.options.burst = Some(Burst::Short);
    burst.options.persons = 2;
    burst.options.avoid_grappled = 1;
    assert_eq!(
        pool_of(&burst, &by()).pool,
        5,
        "6 + 1 − 2, and nothing for avoiding"
    );
}

/// CHR-ARM-05: a second ordinary suit on one place is refused; a hide adds.
#[test]
fn suits_of_armor() {
    use rules::systems::chronicle::armor::{Armor, Place, covering, doubled};
    let suit = |covers: &[Place], supernatural| Armor {
        general: 1,
        covers: covers.to_vec(),
        supernatural,
        ..Armor::default()
    };
    let worn = |pieces: &[Armor]| doubled(pieces, &by());
    let torso = suit(&[Place::Torso], false);
    assert_eq!(worn(&[torso.clone(), suit(&[Place::Head], false)]), None);
    assert_eq!(worn(&[torso.clone(), suit(&[Place::All], true)]), None);
    assert_eq!(
        worn(&[torso.clone(), suit(&[Place::All], false)]),
        Some((0, 1))
    );
    let thick = Armor {
        general: 2,
        ..torso.clone()
    };
    let hide = suit(&[Place::All], true);
    let all = vec![torso, thick.clone(), hide.clone()];
    assert_eq!(covering(all, &by()), [thick, hide]);
}

/// CHR-PULL-01, CHR-CMP-04: what cannot be declared.
#[test]
fn what_cannot_be_declared() {
    let mut blow = attack(AttackKind::Unarmed);
    for (cap, verdict) in [
        (0, Ok(())),
        (3, Ok(())),
        (4, Err(Illegal::PulledCap { highest: 3 })),
    ] {
        blow.options.pulled = cap;
        assert_eq!(legal(&blow), verdict);
    }
    let mut cut = attack(AttackKind::Melee);
    cut.options.pulled = 1;
    assert_eq!(legal(&cut), Err(Illegal::PulledWeapon));
    let mut shot = attack(AttackKind::Firearm);
    shot.options.all_out = true;
    assert_eq!(legal(&shot), Err(Illegal::AllOutFromAfar));
}

/// CHR-PIPE-01: every term is there, by name and rule, and they add up.
#[test]
fn the_pool_can_be_read_aloud() {
    let mut shot = attack(AttackKind::Firearm);
    shot.distance = Some(50);
    shot.attacker.wound_penalty = -1;
    shot.options.aim = 2;
    shot.options.offhand = true;
    shot.options.st_modifier = 1;
    shot.options.called = Some(Location::Arm);
    shot.options.avoid = 1;
    shot.options.concealment = Some(Concealment::Partial);
    shot.options.firing_from = Some(Concealment::Substantial);
    shot.target.prone = true;
    let weapon = shot.weapon.as_mut().expect("a gun");
    weapon.ranges = chr::range::Ranges::new(20, 60, 90).ok();
    weapon.str_req = 4;
    weapon.improvised = true;
    let pool = pool_of(&shot, &by());
    let read: Vec<(String, i32)> = pool
        .terms
        .iter()
        .map(|term| {
            (
                term.rule
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default(),
                term.value,
            )
        })
        .collect();
    let expected = [
        ("CHR-ATK-03", 3),
        ("CHR-ATK-03", 3),
        ("CHR-AIM-01", 2),
        ("CHR-RNG-01", -2),
        ("CHR-CONC-01", -2),
        ("CHR-CONC-05", -2),
        ("CHR-PRONE-01", -2),
        ("CHR-MIX-01", -2),
        ("CHR-CMP-03", -2),
        ("CHR-IMPR-02", -1),
        ("CHR-IMPR-06", -1),
        ("CHR-TGT-02", -2),
        ("CHR-WND-02", -1),
        ("CHR-ST-01", 1),
    ];
    let expected: Vec<(String, i32)> = expected
        .into_iter()
        .map(|(rule, value)| (rule.to_owned(), value))
        .collect();
    assert_eq!(read, expected);
    assert_eq!(pool.pool, -8);
}

/// CHR-PIPE-02: cover, ballistic, general, marks, in this order.
#[test]
fn the_order_of_damage() {
    let mut shot = attack(AttackKind::Firearm);
    shot.cover = Some(chr::cover::Cover {
        durability: 2,
        structure: 9,
        see_through: false,
    });
    shot.target.armor = vec![chr::armor::Armor {
        ballistic: 1,
        general: 1,
        ..chr::armor::Armor::default()
    }];
    shot.target.track = Some(row(7, 6, 0, 0));
    // 4 successes and 2 make 6; cover leaves 4 lethal; 1 becomes bashing; 1 lethal is gone.
    let outcome = play(&shot, &by(), &[8, 8, 8, 8, 1, 1]);
    assert_eq!(outcome.inflicted, packet(1, 2, 0));
    let picture = outcome.marked.map(|marked| marked.after.picture());
    // One lethal fills the row, the next takes a bashing box, the bashing point worsens one more.
    assert_eq!(picture.as_deref(), Some("XXX////"));
    let rules: Vec<&str> = outcome
        .ledger
        .iter()
        .filter_map(|line| line.rule.as_ref().map(rules::term::RuleId::as_str))
        .collect();
    assert_eq!(
        rules,
        ["CHR-ATK-07", "CHR-ATK-07", "CHR-COV-01", "CHR-ARM-03"]
    );
}
