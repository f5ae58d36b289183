//! House rules whose scenes are few: an exchange with the default, and with the switch the other way.

use rules::base::dice::DiceScript;
use rules::base::term;
use rules::exchange::{Effect, Party, PlayedExchange};
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::settings::Value;
use rules::ruleset::{ClientRules as _, HealthRules as _, RoundRules as _, RuleSystem as _};
use rules::systems::chronicle::Chronicle;
use rules::systems::chronicle::settings::Settings;

use super::table::{Choices, Made, Table, harm, item, line, made, soldier, table, victim};

const TARGET: Party = Party::Target(0);

/// The house rules of a table with one setting turned.
fn turned(key: &str, value: impl Into<Value>) -> HouseRules {
    let mut specs = Chronicle.lists().setting_specs.iter();
    let spec = specs.find(|spec| spec.key == key).expect("a setting");
    let value = value.into();
    assert_eq!(spec.check_value(&value), Ok(()));
    let mut house = HouseRules::default();
    house.apply_setting(spec, value);
    house
}

/// `of` reads `usual` by default and `other` in the house.
#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(
    house: HouseRules,
    of: impl Fn(HouseRules) -> T,
    both: [T; 2],
) {
    let [usual, other] = both;
    assert_ne!(usual, other, "the switch shows");
    assert_eq!(of(HouseRules::default()), usual, "by default");
    assert_eq!(of(house), other, "by house rule");
}

/// Plays an exchange with these faces, again and again.
fn play(exchange: &Table, house: HouseRules, faces: &[u16]) -> PlayedExchange {
    let mut exchange = exchange.clone();
    exchange.house = house;
    let mut dice = DiceScript::new(faces.iter().copied().cycle().take(200));
    let played = exchange.play(&Choices(Vec::new()), &mut dice);
    played.expect("not refused")
}

/// The sum of a roll or note of an exchange.
fn sum(played: &PlayedExchange, slot: &str) -> i32 {
    term::sum_terms(&line(&played.ledger, slot).terms)
}

#[test]
fn files_may_leave_out_but_not_invent() {
    let some: Settings = serde_json::from_str(r#"{"close_range_yards": 3}"#).expect("a setting");
    let three = Settings {
        close_range_yards: 3,
        ..Settings::default()
    };
    assert_eq!(some, three);
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
fn a_helpless_target_out_of_sight() {
    let shot = table(
        "shoot",
        soldier().carries("light_pistol"),
        &[victim().in_state("immobilised", 2)],
    );
    let shot = shot.between(0, "concealment", 5);
    check(
        turned("automatic_hit_beats_chance", true),
        |house| {
            let mut shot = shot.clone();
            shot.house = house;
            shot.asks().0
        },
        ["attack".to_owned(), "killing_blow".to_owned()],
    );
}

#[test]
fn initiative_is_the_callers_to_roll_off() {
    check(
        turned("initiative_roll_offs", false),
        |house| {
            let even = victim();
            let mut list =
                [5, 5].map(|die| Chronicle.initiative_for_die(&even.fighter(&house), die));
            let mut dice = DiceScript::new([8, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
            Chronicle.break_ties(&mut list, &[true; 2], &house, &mut dice);
            let [a, b] = &list;
            a.is_before(b)
        },
        [true, false],
    );
}

#[test]
fn a_late_dodge() {
    // Defense was applied twice, once of that before the dodge.
    let worn = victim().in_state("dodging", 1).counted("defense", 2);
    let blow = table("unarmed", soldier(), &[worn]);
    check(
        turned("late_dodge_keeps_wear", false),
        |house| -sum(&play(&blow, house, &[1]), "attack") + 6,
        [2, 3],
    );
}

#[test]
fn slow_bleeding() {
    let wounded = victim().marked(0, 5, 0);
    let every = |house: HouseRules| {
        let clocks = Chronicle.recurring_dues(&wounded.fighter(&house));
        clocks.first().map(|clock| clock.every)
    };
    check(
        turned("bleed_interval_turns", 5),
        every,
        [Some(20), Some(5)],
    );
    let bleeds = |house: HouseRules| {
        let body = victim().marked(0, 4, 1);
        !Chronicle.recurring_dues(&body.fighter(&house)).is_empty()
    };
    check(turned("aggravated_bleeds", false), bleeds, [true, false]);
}

#[test]
fn blows_to_the_head() {
    let blow = |target: Made| {
        let baton = soldier().has(item("melee", &[("damage", 9)], &["blunt"]));
        table("melee", baton, &[target.with("size", 3).is("exposed")]).set("called", 3)
    };
    let mortal = blow(victim().marked(0, 2, 0));
    check(
        turned("knockout_takes_wounds", false),
        |house| sum(&play(&mortal, house, &[8, 1, 1]), "knockout"),
        [-1, 2],
    );
    let dead = blow(victim().vampire());
    check(
        turned("knockout_on_vampires", true),
        |house| {
            let ledger = play(&dead, house, &[8, 1, 1]).ledger;
            ledger.iter().any(|line| line.slot.as_str() == "knockout")
        },
        [false, true],
    );
    let helmet = victim().vampire().carries("combat_helmet");
    let shot = table("shoot", soldier().carries("heavy_pistol"), &[helmet]).set("called", 3);
    check(
        turned("vampire_helmets", true),
        |house| harm(&play(&shot, house, &[8, 1, 1]).effects, TARGET),
        [[0, 2, 0], [2, 0, 0]],
    );
}

#[test]
fn cover() {
    let behind = |durability, see_through| {
        let gun = soldier().has(item("gun", &[("damage", 2), ("rounds", 9)], &["ballistic"]));
        table("shoot", gun, &[victim()])
            .between(0, "concealment", 4)
            .between(0, "cover_durability", durability)
            .between(0, "cover_structure", 9)
            .between(0, "cover_see_through", see_through)
    };
    let left = |played: &PlayedExchange| {
        let mut effects = played.effects.iter();
        effects.find_map(|effect| match effect {
            Effect::Place { key, value, .. } if key == "cover_structure" => Some(*value),
            _ => None,
        })
    };
    let solid = behind(3, 0);
    check(
        turned("stopped_shots_hurt_cover", false),
        |house| left(&play(&solid, house, &[8, 8, 1])),
        [Some(6), None],
    );
    let window = behind(3, 1);
    check(
        turned("see_through_softens", true),
        |house| harm(&play(&window, house, &[8, 8, 1]).effects, TARGET),
        [[0, 0, 0], [0, 5, 0]],
    );
}

#[test]
fn bursts_and_covering_fire() {
    let gunner = || soldier().carries("assault_rifle");
    let mut near = table("burst", gunner(), &[victim()]).set("burst", 2);
    near = near.bystander(victim()).between(1, "apart", 2);
    check(
        turned("bystander_yards", 2),
        |house| sum(&play(&near, house, &[1]), "attack"),
        [8, 6],
    );
    let mut crowded = table("burst", gunner(), &[victim(), victim()]).set("burst", 2);
    crowded.bystanders = vec![victim(), victim()];
    check(
        turned("bystanders_fill_bursts", false),
        |house| {
            let mut crowded = crowded.clone();
            crowded.house = house;
            crowded.try_step().is_ok()
        },
        [false, true],
    );
    let cover = table("covering_fire", gunner(), &[victim()]);
    check(
        turned("covering_fire_bonus", 2),
        |house| sum(&play(&cover, house, &[1]), "covering_fire"),
        [6, 8],
    );
}

#[test]
fn grapples_and_disarming() {
    let wrestler = |strength| made(&[("strength", strength), ("brawl", 3)]).is("grappled");
    let wrestle = |actor: Made, other: Made| {
        let bout = table("wrestle", actor, &[other]);
        bout.held(Party::Actor, TARGET, "grapple", 0)
    };
    let knife = wrestle(wrestler(4).carries("knife"), wrestler(2));
    let knife = knife
        .held(Party::Actor, TARGET, "control", 2)
        .chose("move", "damage");
    check(
        turned("grapple_weapon_damage", "bashing"),
        |house| {
            let mut knife = knife.clone();
            knife.house = house;
            let knife = knife.rolled("grapple", &[8, 8, 1, 1, 1]);
            harm(&knife.rolled("resist", &[1]).effects(), TARGET)
        },
        [[0, 2, 0], [2, 0, 0]],
    );
    let roped = wrestle(wrestler(4).carries("chain"), wrestler(3));
    check(
        turned("rope_hinders", false),
        |house| sum(&play(&roped, house, &[1]), "resist"),
        [1, 2],
    );
    let armed = victim().carries("machete");
    let snatch = table("disarm", made(&[("dexterity", 0)]), &[armed]);
    check(
        turned("disarm_backlash", "bashing"),
        |house| harm(&play(&snatch, house, &[1]).effects, Party::Actor),
        [[0, 2, 0], [2, 0, 0]],
    );
}
