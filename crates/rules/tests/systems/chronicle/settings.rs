//! Every house rule: with its default, and with the switch the other way.

use rules::dice::Script;
use rules::house::House;
use rules::roll::Grade;
use rules::settings::Value;
use rules::system::{RoundRules as _, RuleSystem as _};
use rules::systems::chronicle as chr;
use rules::systems::chronicle::Chronicle;
use rules::systems::chronicle::attack::pool::Mode;
use rules::systems::chronicle::attack::{AttackKind, Harm, Weapon};
use rules::systems::chronicle::called_shot::Location;
use rules::systems::chronicle::concealment::Concealment;
use rules::systems::chronicle::contest::Winner;
use rules::systems::chronicle::settings::{Bypass, MarkOrder, SelfDamage, Settings, Tie};
use rules::systems::chronicle::wounds::Kind;
use rules::track::Severity;

use super::{attack, packet, play, pool_of, row};

/// The settings with one thing changed.
fn house(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings);
    assert!(settings.misfit().is_none());
    assert_ne!(settings, Settings::default());
    settings
}

/// The house rules of a table with one setting turned.
fn turned(key: &str, value: impl Into<Value>) -> House {
    let mut specs = Chronicle.settings().iter();
    let spec = specs.find(|spec| spec.key == key).expect("a setting");
    let mut house = House::default();
    house.put(spec, value.into());
    house
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
    let some: Settings = serde_json::from_str(r#"{"close_range_yards": 3}"#).expect("a setting");
    assert_eq!(some, house(|by| by.close_range_yards = 3));
    assert!(serde_json::from_str::<Settings>(r#"{"close_range_yard": 3}"#).is_err());
    let text = serde_json::to_string(&some).expect("writable");
    assert_eq!(serde_json::from_str::<Settings>(&text).ok(), Some(some));
    let odd = Settings {
        bleed_interval_turns: 0,
        ..Settings::default()
    };
    assert!(odd.misfit().is_some());
}

#[test]
fn dice_and_contests() {
    check(
        |by| by.chance_ten_again = true,
        |by| {
            let mut dice = Script::new([10, 10, 4]);
            let rolled = chr::pool::roll_by(&chr::pool::Ask::pool(0), by, &mut dice);
            (rolled.successes, rolled.grade)
        },
        (1, Grade::Success),
        (2, Grade::Success),
    );
    let mut clumsy = attack(AttackKind::Unarmed);
    clumsy.attacker.brawl = 0;
    check(
        |by| by.unskilled_physical = -3,
        |by| pool_of(&clumsy, by).pool,
        0,
        -2,
    );
    let mut unseen = attack(AttackKind::Firearm);
    unseen.target.dormant = true;
    unseen.options.concealment = Some(Concealment::VisionBlocked);
    check(
        |by| by.automatic_hit_beats_chance = true,
        |by| pool_of(&unseen, by).mode,
        Mode::Chance,
        Mode::AutoDamage,
    );
    let even = |by: &Settings| chr::contest::winner(2, 2, by);
    check(
        |by| by.contest_tie = Tie::Initiator,
        even,
        Winner::None,
        Winner::A,
    );
    check(
        |by| by.contest_tie = Tie::Resister,
        even,
        Winner::None,
        Winner::B,
    );
}

#[test]
fn initiative_is_the_callers_to_roll_off() {
    check(
        |by| by.initiative_roll_offs = false,
        |by| {
            let mut list = [5, 5].map(|die| chr::initiative::score(die, 2, 2, &[]));
            let mut dice = Script::new([8, 1, 1, 1, 1, 1, 1, 1]);
            let house = turned("initiative_roll_offs", by.initiative_roll_offs);
            Chronicle.settle_ties(&mut list, &[true; 2], &house, &mut dice);
            let [a, b] = &list;
            a.is_before(b)
        },
        true,
        false,
    );
}

#[test]
fn defense_and_dodge() {
    let mut near = attack(AttackKind::Firearm);
    near.distance = Some(3);
    check(
        |by| by.close_range_yards = 3,
        |by| pool_of(&near, by).defense,
        0,
        2,
    );
    check(
        |by| by.bystander_yards = 2,
        |by| chr::burst::is_bystander(2, by),
        false,
        true,
    );
    let penalties = |wear: i32, dodge_from: usize, by: &Settings| {
        let mut applied = wear;
        [0, 1].map(|nth| {
            let mut blow = attack(AttackKind::Unarmed);
            (blow.options.pulled, blow.target.dexterity) = (1, 3);
            blow.target.dodge = nth >= dodge_from;
            blow.target.defense_applied = applied;
            applied += 1;
            pool_of(&blow, by).defense
        })
    };
    check(
        |by| by.dodge_doubles_bonuses = true,
        |by| penalties(0, 0, by),
        [7, 6],
        [8, 7],
    );
    assert_eq!(penalties(0, 1, &Settings::default()), [4, 6]);
    let mut helpless = attack(AttackKind::Melee);
    helpless.target.dormant = true;
    check(
        |by| by.killing_blow_adds_weapon = true,
        |by| play(&helpless, by, &[]).raw,
        6,
        8,
    );
    let disarm = chr::disarm::Disarm {
        defender: chr::disarm::Hand {
            defense: 2,
            ..chr::disarm::Hand::default()
        },
        ..chr::disarm::Disarm::default()
    };
    let quick = chr::grapple::Grappler {
        defense: 2,
        ..chr::grapple::Grappler::default()
    };
    check(
        |by| by.defense_in_contests = true,
        |by| {
            let [snatch, _] = chr::disarm::terms(&disarm, by);
            let [reach, _] =
                chr::grapple::start::terms(&chr::grapple::Grappler::default(), &quick, by);
            (rules::term::sum(&snatch), rules::term::sum(&reach))
        },
        (-1, -1),
        (-3, -3),
    );
}

#[test]
fn marks_and_wounds() {
    let mark = |track, hit, by: &Settings| chr::damage::mark_by(track, hit, by).after.picture();
    check(
        |by| by.milder_damage_overflows = false,
        |by| mark(row(3, 0, 3, 0), packet(1, 0, 0), by),
        "*XX".to_owned(),
        "XXX".to_owned(),
    );
    check(
        |by| by.mark_order = MarkOrder::MildestFirst,
        |by| mark(row(3, 2, 0, 0), packet(1, 1, 0), by),
        "XX/".to_owned(),
        "X//".to_owned(),
    );
    let penalties = |by: &Settings| {
        [(7, 4), (7, 5), (7, 6), (7, 7), (2, 1), (2, 2), (1, 1)].map(|(size, filled)| {
            chr::wounds::penalty_by(&row(size, filled, 0, 0), Kind::Mortal, by)
        })
    };
    check(
        |by| by.wounds_add_up = true,
        penalties,
        [0, -1, -2, -3, -2, -3, -3],
        [0, -1, -3, -6, -2, -5, -3],
    );
    check(
        |by| by.bleed_interval_turns = 5,
        |by| {
            let wounded = chr::bleed::Wounded {
                track: row(7, 0, 5, 0),
                kind: Kind::Mortal,
                size: 5,
                stabilized: false,
                turns: 0,
            };
            wounded.after(9, by).turns
        },
        9,
        4,
    );
    let bleeds =
        |kind, by: &Settings| chr::wounds::bleeding_by(&row(7, 0, 4, 1), kind, 5, false, by);
    use chr::wounds::Bleeding;
    check(
        |by| by.aggravated_bleeds = false,
        |by| bleeds(Kind::Mortal, by),
        Bleeding::Slow,
        Bleeding::None,
    );
    check(
        |by| by.supernaturals_bleed = true,
        |by| bleeds(Kind::Supernatural, by),
        Bleeding::None,
        Bleeding::Slow,
    );
    check(
        |by| by.heal_in_parallel = false,
        |by| {
            let clocks = chr::heal::Clocks::default();
            let care = chr::heal::Care::Hospital;
            chr::heal::pass(row(7, 3, 2, 0), clocks, 25, care, by)
                .after
                .picture()
        },
        "X......".to_owned(),
        "XX.....".to_owned(),
    );
    let after = |hours| {
        let by = house(|by| by.heal_in_parallel = false);
        let clocks = chr::heal::Clocks::default();
        chr::heal::pass(
            row(7, 3, 2, 0),
            clocks,
            hours,
            chr::heal::Care::Hospital,
            &by,
        )
        .after
        .picture()
    };
    assert_eq!(
        [after(2), after(26), after(27)],
        ["XX/....", "XX.....", "X......"]
    );
}

#[test]
fn vampires() {
    let hurt = |harm, called, by: &Settings| chr::vampire::severity(harm, called, by);
    check(
        |by| by.blunt_on_vampires = Severity::Lethal,
        |by| hurt(Harm::Blunt, None, by),
        Severity::Bashing,
        Severity::Lethal,
    );
    check(
        |by| by.headshot_on_vampires = Severity::Bashing,
        |by| hurt(Harm::Ballistic, Some(Location::Eye), by),
        Severity::Lethal,
        Severity::Bashing,
    );
    let helmet = [chr::armor::Armor {
        ballistic: 2,
        ..chr::armor::Armor::default()
    }];
    check(
        |by| by.vampire_helmets = true,
        |by| {
            let head = Some(Location::Head);
            chr::armor::through(packet(0, 3, 0), &helmet, true, true, head, by)
        },
        Ok(packet(0, 3, 0)),
        Ok(packet(2, 1, 0)),
    );
    let stake = |successes, points, by: &Settings| {
        let it = chr::vampire::staking(packet(0, points, 0), Some(successes), by);
        (it.staked, it.inflicted)
    };
    check(
        |by| by.stake_holds_from = 4,
        |by| stake(5, 4, by),
        (false, packet(0, 4, 0)),
        (true, packet(0, 4, 0)),
    );
    check(
        |by| by.stake_lethal_from = 1,
        |by| stake(2, 2, by),
        (false, packet(2, 0, 0)),
        (false, packet(0, 2, 0)),
    );
    check(
        |by| by.stake_needs_exceptional = false,
        |by| stake(4, 5, by).0,
        false,
        true,
    );
    let blow = chr::knockout::Blow {
        location: Some(Location::Head),
        inflicted: 6,
        stamina: 2,
        wound_penalty: -2,
        vampire: true,
        ..chr::knockout::Blow::default()
    };
    check(
        |by| by.knockout_on_vampires = true,
        |by| chr::knockout::check(&blow, by),
        Ok(None),
        Ok(Some(2)),
    );
    check(
        |by| by.stun_on_vampires = false,
        |by| chr::knockout::stuns(5, 5, true, true, by),
        true,
        false,
    );
    let living = chr::knockout::Blow {
        vampire: false,
        ..blow
    };
    check(
        |by| by.knockout_takes_wounds = false,
        |by| chr::knockout::check(&living, by),
        Ok(Some(0)),
        Ok(Some(2)),
    );
}

#[test]
fn armor_and_cover() {
    use chr::armor::{Armor, Place};
    let vest = [Armor {
        general: 2,
        covers: vec![Place::Torso],
        ..Armor::default()
    }];
    let left = |location, by: &Settings| {
        chr::armor::through(packet(0, 3, 0), &vest, false, false, Some(location), by)
    };
    check(
        |by| by.called_shots_bypass = Bypass::Never,
        |by| left(Location::Arm, by),
        Ok(packet(0, 3, 0)),
        Ok(packet(0, 1, 0)),
    );
    check(
        |by| by.called_shots_bypass = Bypass::Always,
        |by| left(Location::Heart, by),
        Ok(packet(0, 1, 0)),
        Ok(packet(0, 3, 0)),
    );
    let two = [vest.clone(), vest.clone()].concat();
    check(
        |by| by.mundane_armor_stacks = true,
        |by| chr::armor::doubled(&two, by),
        Some((0, 1)),
        None,
    );
    let cover = |durability, see_through| chr::cover::Cover {
        durability,
        structure: 9,
        see_through,
    };
    check(
        |by| by.stopped_shots_hurt_cover = false,
        |by| chr::cover::through(5, 2, &cover(3, false), by).object,
        2,
        0,
    );
    check(
        |by| by.see_through_softens = true,
        |by| chr::cover::through(5, 2, &cover(3, true), by).target,
        0,
        4,
    );
    let mut arm = attack(AttackKind::Unarmed);
    arm.options.called = Some(Location::Arm);
    arm.target.armor = vec![Armor {
        general: 1,
        ..Armor::default()
    }];
    arm.target.no_defense = true;
    check(
        |by| by.thresholds_before_armor = true,
        |by| play(&arm, by, &[8, 8, 8, 1]).conditions.len(),
        0,
        1,
    );
}

#[test]
fn bursts_and_grapples() {
    let gunner = chr::attack::Attacker {
        dexterity: 2,
        firearms: 2,
        ..chr::attack::Attacker::default()
    };
    check(
        |by| by.covering_fire_bonus = 2,
        |by| rules::term::sum(&chr::covering_fire::terms(&gunner, by)),
        4,
        6,
    );
    let medium = chr::burst::Burst::Medium;
    check(
        |by| by.bystanders_fill_bursts = false,
        |by| chr::burst::legal(medium, 2, 2, by).is_ok(),
        false,
        true,
    );
    use chr::grapple::moves::can_throw;
    use chr::grapple::turn::{Scored, blow, resisted, terms, winner};
    use chr::grapple::{Grappler, Side, start};
    check(
        |by| by.grapple_weapon_damage = Severity::Bashing,
        |by| blow(3, 1, true, 2, by),
        (Severity::Lethal, 4),
        (Severity::Bashing, 4),
    );
    let roped = Grappler {
        strength: 3,
        brawl: 3,
        bonus: 2,
        ..Grappler::default()
    };
    let other = Grappler {
        strength: 1,
        brawl: 4,
        ..Grappler::default()
    };
    check(
        |by| by.rope_hinders = false,
        |by| {
            let [_, theirs] = terms(&roped, &other, by);
            rules::term::sum(&theirs)
        },
        0,
        2,
    );
    // Four successes and one of a helper.
    let helped = Scored { own: 4, helped: 1 };
    let failed = Scored::default();
    check(
        |by| by.helpers_make_exceptional = false,
        |by| {
            (
                winner(helped, failed, by),
                start::started(helped, failed, by),
            )
        },
        (Some((Side::A, 2)), Some(true)),
        (Some((Side::A, 1)), Some(false)),
    );
    check(
        |by| by.helpers_lower_damage = false,
        |by| resisted(helped, by),
        5,
        4,
    );
    let strong = Grappler {
        strength: 5,
        ..Grappler::default()
    };
    check(
        |by| by.throw_needs_more_than_size = false,
        |by| can_throw(&strong, &Grappler::default(), by),
        false,
        true,
    );
}

#[test]
fn disarming_pulling_improvising() {
    use chr::disarm::{Fate, backlash, fate};
    let rolled = |dice| {
        let ask = chr::pool::Ask::pool(dice);
        chr::pool::roll(&ask, &mut Script::new(vec![8; 11]))
    };
    check(
        |by| by.disarm_must_win = false,
        |by| fate(&rolled(5), &rolled(6), by),
        Fate::None,
        Fate::Dropped,
    );
    check(
        |by| by.disarm_backlash = Severity::Bashing,
        |by| backlash(2, by),
        packet(0, 2, 0),
        packet(2, 0, 0),
    );
    let mut pulled = attack(AttackKind::Unarmed);
    pulled.options.pulled = 2;
    pulled.target.no_defense = true;
    pulled.target.armor = vec![chr::armor::Armor {
        general: 1,
        ..chr::armor::Armor::default()
    }];
    check(
        |by| by.pulled_cap_after_armor = true,
        |by| {
            let outcome = play(&pulled, by, &[8, 8, 8, 8, 1, 1]);
            (outcome.raw, outcome.inflicted)
        },
        (2, packet(1, 0, 0)),
        (4, packet(2, 0, 0)),
    );
    check(
        |by| by.improvised_penalty_with_profile = false,
        |by| chr::improvised::alike(Weapon::default(), by).improvised,
        true,
        false,
    );
    let chair = chr::improvised::Improvised {
        durability: 2,
        structure: 9,
        inflicted: 3,
        raw: 6,
        ..chr::improvised::Improvised::default()
    };
    check(
        |by| by.improvised_self_damage = SelfDamage::Raw,
        |by| chr::improvised::worth(&chair, by).map(|it| it.structure_after),
        Ok(8),
        Ok(5),
    );
    let mut both_down = attack(AttackKind::Melee);
    both_down.attacker.prone = true;
    both_down.target.prone = true;
    both_down.weapon = Some(Weapon::default());
    check(
        |by| by.prone_attacker_bonus = true,
        |by| pool_of(&both_down, by).pool,
        4,
        6,
    );
}
