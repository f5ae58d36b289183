//! House rules that an exchange plays: the same faces come to something else once they are turned.

use rules::base::dice::DiceScript;
use rules::ruleset::RuleSystem;
use rules::ruleset::settings::Value;
use rules::systems::chronicle::Chronicle;

use super::table::{Choices, Made, Table, item, made, soldier, table, victim};

/// Plays an exchange as written and with the setting turned.
#[track_caller]
fn differs(
    key: &str,
    value: impl Into<Value>,
    exchange: &Table,
    choices: &[(&'static str, &'static str)],
    faces: &[u16],
) {
    let value = value.into();
    let mut setting_specs = Chronicle.lists().setting_specs.iter();
    let spec = setting_specs.find(|spec| spec.key == key);
    let spec = spec.unwrap_or_else(|| panic!("there is no {key}"));
    assert_eq!(spec.check_value(&value), Ok(()));
    let play = |exchange: &Table| {
        let mut dice = DiceScript::new(faces.iter().copied().cycle().take(80));
        exchange.play(&Choices(choices.to_vec()), &mut dice)
    };
    let mut house = exchange.clone();
    house.house.apply_setting(spec, value);
    let (written, turned) = (play(exchange), play(&house));
    assert!(written.is_ok() || turned.is_ok(), "{key}: {written:?}");
    assert_ne!(written, turned, "{key}");
}

fn blow(target: Made) -> Table {
    table("melee", soldier().carries("machete"), &[target])
}

fn shot(target: Made) -> Table {
    table("shoot", soldier().carries("heavy_pistol"), &[target])
}

#[test]
fn defense_and_distance() {
    let hit = [8, 8, 8, 1, 1, 1];
    let near = shot(victim()).between(0, "distance", 2);
    differs("close_range_yards", 1, &near, &[], &hit);
    let withheld = [("defense", "withhold")];
    differs(
        "withheld_attacks_wear",
        true,
        &blow(victim()),
        &withheld,
        &hit,
    );
    let helpless = blow(victim().in_state("immobilised", 2));
    let killing = [("killing_blow", "take")];
    differs("killing_blow_adds_weapon", true, &helpless, &killing, &hit);
    let clumsy = table("unarmed", made(&[("strength", 3)]), &[victim()]);
    differs("unskilled_physical", -3, &clumsy, &[], &hit);
    let desperate = table("unarmed", made(&[("strength", 1)]), &[victim()]);
    differs("chance_ten_again", true, &desperate, &[], &[10, 3]);
    let prone = table(
        "melee",
        soldier().carries("machete").is("prone"),
        &[victim().is("prone")],
    );
    differs("prone_attacker_bonus", true, &prone, &[], &hit);
}

#[test]
fn vampires_and_armor() {
    let hit = [8, 8, 8, 8, 8, 1, 1];
    let club = soldier().has(item("melee", &[("damage", 2)], &["blunt"]));
    let clubbed = table("melee", club, &[victim().vampire()]);
    differs("blunt_on_vampires", "lethal", &clubbed, &[], &hit);
    let head = shot(victim().vampire()).set("called", 3);
    differs("headshot_on_vampires", "bashing", &head, &[], &hit);
    let stake = soldier().carries("wooden_stake").with("strength", 6);
    let heavy = stake.clone().number(1, "damage", 2);
    let heavy = table("melee", heavy, &[victim().vampire().is("exposed")]).set("called", 4);
    let heart = table("melee", stake, &[victim().vampire().is("exposed")]).set("called", 4);
    differs("stake_holds_from", 20, &heart, &[], &[8; 5]);
    differs(
        "stake_needs_exceptional",
        false,
        &heavy,
        &[],
        &[8, 8, 8, 8, 1],
    );
    differs("stake_lethal_from", 20, &heart, &[], &[8; 5]);
    let vest = shot(victim().carries("heavy_vest"));
    differs(
        "called_shots_bypass",
        "never",
        &vest.clone().set("called", 1),
        &[],
        &hit,
    );
    let doubled = shot(victim().carries("light_vest").carries("mail"));
    differs("mundane_armor_stacks", true, &doubled, &[], &hit);
}

#[test]
fn pulled_and_improvised() {
    let pulled = table("unarmed", soldier(), &[victim().carries("mail")]).set("pulled", 2);
    differs("pulled_cap_after_armor", true, &pulled, &[], &[8; 6]);
    let like_a_club = soldier().carries("chair").number(1, "damage", 2);
    let like_a_club = table("melee", like_a_club, &[victim().is("exposed")]);
    differs(
        "improvised_penalty_with_profile",
        false,
        &like_a_club,
        &[],
        &[8, 8, 8, 8, 1],
    );
    let armored = table(
        "melee",
        soldier().carries("chair"),
        &[victim().is("exposed").carries("mail")],
    );
    differs(
        "improvised_self_damage",
        "raw",
        &armored,
        &[],
        &[8, 8, 8, 8, 1],
    );
    let baton = soldier().has(item("melee", &[("damage", 5)], &["blunt", "stun"]));
    let stunned = table("melee", baton, &[victim().vampire().is("exposed")]);
    differs("stun_on_vampires", false, &stunned, &[], &[8; 6]);
}
