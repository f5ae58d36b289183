//! Exchanges of Ascension, at the table, from dice, and as odds.

use rules::character::plan::Plan;
use rules::character::track::{DamagePacket, Severity};
use rules::exchange::{Effect, Intent, Party, RulingKind, Slot};
use rules::ruleset::SystemId;
use testkit::table::SeededDice;

use super::duel::{Duel, counted, levels, odds_hold};
use super::owned_fighter::OwnedFighter;

const ACTOR: Party = Party::Actor;
const TARGET: Party = Party::Target(0);

fn one(traits: &[(&str, i32)]) -> OwnedFighter {
    OwnedFighter::of(SystemId::Ascension, "mage", traits)
}

/// Dexterity 3 and 1 in everything.
fn able() -> OwnedFighter {
    one(&[
        ("dexterity", 3),
        ("athletics", 1),
        ("acrobatics", 1),
        ("brawl", 1),
        ("melee", 1),
        ("martial_arts", 1),
        ("do", 1),
        ("arete", 1),
        ("firearms", 1),
        ("archery", 1),
        ("energy_weapons", 1),
    ])
}

/// A spell: not from a chart, but the table's own.
fn with_spell(mut who: OwnedFighter, tags: &[&str]) -> OwnedFighter {
    let mut spell = able().carries("knife").gear.remove(&0).expect("a thing");
    spell.kind = "spell".to_owned();
    spell.numbers = [("sphere".to_owned(), 3), ("damage".to_owned(), 4)].into();
    spell.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    who.gear.insert(0, spell);
    who
}

fn in_a_fight(who: OwnedFighter, actions: u8, defenses: &[u8]) -> OwnedFighter {
    who.rolled(5).plans(actions, defenses, 0)
}

/// What the defender can do about it: the dice and the difficulty of an open way, or the rule.
fn way(duel: &Duel, key: &str) -> Result<(i32, i32), String> {
    if duel.asks() != "defense" {
        return Err("every way is barred".to_owned());
    }
    let (_, barred) = duel.option(key);
    match barred {
        Some(rule) => Err(rule),
        None => Ok(duel.clone().chose("defense", key).rolls()),
    }
}

/// Each kind of attack: a blow, a gun far, close and at two yards, a throw, an arrow, magick.
fn attacks(target: &OwnedFighter) -> Vec<Duel> {
    let duel = |who: OwnedFighter, maneuver| Duel::of(who, target.clone(), maneuver);
    let gun = || duel(able().carries("light_pistol"), "shoot").armed();
    let all = [
        duel(able(), "strike"),
        gun(),
        gun().at("range", 1),
        gun().at("range", 2),
        duel(able().carries("thrown_knife"), "throw").armed(),
        duel(able().carries("bow"), "bow").armed(),
        duel(with_spell(able(), &[]), "magick").armed(),
    ];
    all.map(|duel| duel.came_to("attack", 1)).into()
}

fn difficulties(target: &OwnedFighter, key: &str, room: i32) -> Vec<i32> {
    let attacks = attacks(target).into_iter();
    let each = attacks.map(|duel| way(&duel.at("room", room), key));
    each.map(|way| way.map_or(0, |(_, difficulty)| difficulty))
        .collect()
}

/// ASC-DODGE-01, ASC-DODGE-02, ASC-DODGE-04, ASC-BLOCK-01, ASC-BLOCK-03, ASC-BLOCK-04,
/// ASC-PARRY-01, ASC-CM-01: every defense against every kind of attack.
#[test]
fn the_tables_of_difficulties() {
    let vest = able().carries("ballistic_vest");
    assert_eq!(difficulties(&vest, "dodge", 0), [5, 6, 9, 10, 6, 6, 6]);
    assert_eq!(difficulties(&vest, "dodge", 1), [7, 8, 11, 12, 8, 8, 8]);
    assert_eq!(difficulties(&vest, "dodge", 2), [0; 7]);
    assert_eq!(difficulties(&vest, "block", 0), [6, 0, 0, 0, 0, 0, 0]);
    assert_eq!(
        difficulties(&vest, "trained_block", 0),
        [6, 0, 0, 0, 8, 8, 0]
    );
    let armed = able().carries("knife");
    assert_eq!(difficulties(&armed, "parry", 0), [6, 0, 0, 0, 0, 0, 0]);
    assert_eq!(difficulties(&vest, "parry", 0), [0; 7]);
    assert_eq!(
        difficulties(&vest, "countermagick", 0),
        [0, 0, 0, 0, 0, 0, 8]
    );
}

/// ASC-DODGE-05, ASC-DODGE-06: Acrobatics take a dot and open room, and no target dodges what is
/// not seen.
#[test]
fn where_and_when_one_dodges() {
    let strike = |target| Duel::of(able(), target, "strike").came_to("attack", 1);
    assert_eq!(way(&strike(able()), "acrobatics"), Ok((4, 5)));
    let no = |rule: &str| Err(rule.to_owned());
    assert_eq!(
        way(&strike(able()).at("room", 1), "acrobatics"),
        no("ASC-DODGE-05")
    );
    assert_eq!(way(&strike(one(&[])), "acrobatics"), no("ASC-DODGE-05"));
    assert_eq!(
        way(&strike(able()).at("room", 2), "dodge"),
        no("ASC-DODGE-04")
    );
    assert_eq!(
        way(&strike(able()).at("unseen", 1), "dodge"),
        no("ASC-DODGE-06")
    );
}

/// ASC-BLOCK-02, ASC-BLOCK-05, ASC-BLOCK-06, ASC-BLOCK-07: who stops what.
#[test]
fn who_may_block_a_blade() {
    let cut = |row: &str, target| {
        let duel = Duel::of(able().carries(row), target, "weapon").armed();
        duel.came_to("attack", 2)
    };
    let no = |rule: &str| Err(rule.to_owned());
    assert_eq!(way(&cut("sword", able()), "block"), no("ASC-BLOCK-05"));
    assert_eq!(way(&cut("sword", able()), "trained_block"), Ok((4, 7)));
    let vest = able().carries("armored_shirt");
    assert_eq!(way(&cut("sword", vest.clone()), "block"), Ok((4, 7)));
    let skin = able().is("life_hardened", 0);
    assert_eq!(way(&cut("sword", skin), "block"), Ok((4, 7)));
    assert_eq!(way(&cut("table", able()), "block"), Ok((4, 8)));
    assert_eq!(
        way(&cut("chainsaw", vest.clone()), "block"),
        no("ASC-BLOCK-06")
    );
    // Where the table lets it be tried, or the storyteller does, it stops nothing.
    let futile = cut("sword", able())
        .under("futile_blocks", true)
        .chose("defense", "block");
    let forced = cut("sword", able()).ruled(RulingKind::Choose {
        slot: "defense".into(),
        key: "block".to_owned(),
    });
    for tried in [futile, forced] {
        let tried = tried.fell("defend", &[10, 10, 10, 10]);
        assert_eq!(tried.asks(), "damage");
        assert_eq!(counted(&tried.effects(), TARGET, "action"), 1);
        let effects = tried.came_to("damage", 1).effects();
        assert!(
            effects
                .iter()
                .any(|effect| matches!(effect, Effect::Tell { .. }))
        );
        assert_eq!(levels(&effects, TARGET), 1);
    }
    // A limb for a chainsaw.
    let limb = cut("chainsaw", vest).ruled(RulingKind::Choose {
        slot: "defense".into(),
        key: "block".to_owned(),
    });
    let effects = limb.fell("defend", &[10, 10, 2, 2]).effects();
    let told = |effect: &Effect| matches!(effect, Effect::Tell { rule, .. } if rule.as_str() == "ASC-BLOCK-06");
    assert!(effects.iter().any(told) && levels(&effects, TARGET) == 0);
}

/// ASC-PARRY-01, ASC-BLOCK-04: what a table may play the other way.
#[test]
fn other_positions_of_defenses() {
    let armed = able().carries("knife");
    let cut = Duel::of(able().carries("sword"), armed, "weapon").armed();
    let cut = cut.came_to("attack", 1);
    assert_eq!(way(&cut, "parry"), Ok((4, 7)));
    let limited = cut.under("parry_limited", true);
    assert_eq!(way(&limited, "parry"), Err("ASC-BLOCK-05".to_owned()));
    let monk = one(&[("dexterity", 2), ("do", 3)]);
    let arrow = Duel::of(able().carries("bow"), monk, "bow").armed();
    let arrow = arrow.came_to("attack", 1);
    assert_eq!(way(&arrow, "trained_block"), Err("ASC-BLOCK-03".to_owned()));
    let missiles = arrow.under("do_stops_missiles", true);
    assert_eq!(way(&missiles, "trained_block"), Ok((5, 8)));
}

/// ASC-TURN-02, ASC-ATK-01, ASC-DEF-01, ASC-DEF-04, ASC-DMG-01, ASC-DMG-02, ASC-DMG-03,
/// ASC-SOAK-05: a blow step by step; wishing is no defense.
#[test]
fn a_blow_at_the_table() {
    let lin = one(&[("dexterity", 3), ("do", 4), ("strength", 2)]);
    let agent = one(&[("dexterity", 2), ("athletics", 2), ("stamina", 2)]);
    let duel = Duel::of(lin, agent, "do_strike");
    assert_eq!((duel.asks(), duel.rolls()), ("attack".to_owned(), (7, 6)));
    let duel = duel.fell("attack", &[6, 7, 8, 9, 10, 2, 3]);
    let missed = duel.clone().chose("defense", "none");
    assert_eq!(missed.rolls(), (6, 6), "Strength and four dice more");
    let duel = duel.chose("defense", "dodge");
    assert_eq!(duel.rolls(), (4, 5));
    let duel = duel.fell("defend", &[5, 5, 6, 2]);
    assert_eq!(duel.rolls(), (3, 6));
    let duel = duel.fell("damage", &[6, 8, 2]);
    assert_eq!((duel.asks(), duel.rolls()), ("soak".to_owned(), (2, 6)));
    let duel = duel.fell("soak", &[6, 2]);
    assert_eq!(
        (duel.asks(), levels(&duel.effects(), TARGET)),
        ("nothing".to_owned(), 1)
    );
    let mut back = duel.clone();
    back.answers.remove(&Slot::new("damage"));
    assert_eq!(back.asks(), "damage");
    let played = duel.clone().policy("defense", "dodge");
    let played = played.played(&[6, 7, 8, 9, 10, 2, 3, 5, 5, 6, 2, 6, 8, 2, 6, 2]);
    assert_eq!(played.effects, duel.effects());
}

/// ASC-ATK-01, ASC-ATK-02: the pools and difficulties of every attack.
#[test]
fn the_pools_of_attacks() {
    let mage = || {
        one(&[
            ("dexterity", 3),
            ("arete", 4),
            ("melee", 2),
            ("athletics", 1),
            ("martial_arts", 5),
        ])
    };
    let pool = |who, maneuver| Duel::of(who, able(), maneuver).rolls();
    assert_eq!(pool(mage(), "kick"), (3, 7));
    assert_eq!(pool(mage(), "trained_strike"), (8, 6));
    assert_eq!(pool(mage(), "tackle"), (4, 7));
    let armed = |row: &str, maneuver| {
        Duel::of(mage().carries(row), able(), maneuver)
            .armed()
            .rolls()
    };
    assert_eq!(armed("chainsaw", "weapon"), (5, 7));
    assert_eq!(armed("force_blade", "weapon"), (3, 6));
    assert_eq!(armed("bow", "bow"), (4, 6), "Athletics without Archery");
    let spell = |maneuver| Duel::of(with_spell(mage(), &["aggravated"]), able(), maneuver).armed();
    assert_eq!(spell("magick").rolls(), (4, 6));
    assert_eq!(spell("magick").set("openness", 2).rolls(), (4, 8));
    let blow = spell("delivered_magick").set("through", 1);
    assert_eq!(blow.rolls(), (8, 6));
    let met = blow.came_to("attack", 1);
    assert_eq!(way(&met, "countermagick"), Ok((1, 8)));
    assert_eq!(way(&met, "dodge"), Ok((4, 5)));
    let hurt = mage().hurt(DamagePacket::of_severity(Severity::Bashing, 4));
    let hurt = Duel::of(with_spell(hurt, &[]), able(), "magick").armed();
    assert_eq!(hurt.rolls(), (2, 6));
    assert_eq!(hurt.under("wounds_lower_arete", false).rolls(), (4, 6));
}

/// ASC-SOAK-01, ASC-SOAK-02, ASC-SOAK-03, ASC-SOAK-04, ASC-SOAK-06, ASC-CINE-01, ASC-CINE-02,
/// ASC-CINE-03, ASC-CINE-04, ASC-DMG-04: every cell; Stamina at 8 and armor at 6 are one roll.
#[test]
fn the_soak_table() {
    let cell = |kind: Severity, special: bool, least: Option<i32>, who: OwnedFighter| {
        let mut target = who.carries("armored_shirt");
        if special {
            let armor = target.gear.get_mut(&0).expect("armor");
            armor.tags.insert("soaks_aggravated".to_owned());
        }
        let tag = match kind {
            Severity::Bashing => "bashing",
            Severity::Lethal => "lethal",
            Severity::Aggravated => "aggravated",
        };
        let mut duel = Duel::of(with_spell(able(), &[tag]), target, "magick").armed();
        if let Some(least) = least {
            duel = duel
                .under("cinematic_damage", true)
                .under("cinematic_min_stamina", least);
        }
        let duel = duel
            .came_to("attack", 1)
            .chose("defense", "none")
            .came_to("damage", 2);
        if duel.asks() != "soak" {
            return vec![];
        }
        let Some(rules::exchange::ExchangeStep::Roll { check, .. }) = duel.progress().next else {
            panic!("no roll");
        };
        let (sum, second) = (check.sum(), check.reading.get_or("second_dice", 0));
        let first = (sum - second, check.reading.get_or("difficulty", 6));
        let second = (second, check.reading.get_or("second_difficulty", 6));
        [first, second]
            .into_iter()
            .filter(|(dice, _)| *dice > 0)
            .collect()
    };
    let who = || one(&[("stamina", 4)]);
    for cinematic in [None, Some(0)] {
        assert_eq!(cell(Severity::Bashing, false, cinematic, who()), [(6, 6)]);
        assert_eq!(cell(Severity::Aggravated, false, cinematic, who()), []);
        assert_eq!(cell(Severity::Aggravated, true, cinematic, who()), [(2, 6)]);
        let warded = who().is("ward", 3);
        assert_eq!(
            cell(Severity::Aggravated, false, cinematic, warded),
            [(3, 6)]
        );
    }
    assert_eq!(cell(Severity::Lethal, false, None, who()), [(2, 6)]);
    assert_eq!(
        cell(Severity::Lethal, false, Some(4), who()),
        [(4, 8), (2, 6)]
    );
    assert_eq!(cell(Severity::Lethal, false, Some(5), who()), [(2, 6)]);
    let other = OwnedFighter::of(SystemId::Ascension, "other", &[("stamina", 4)]);
    assert_eq!(cell(Severity::Lethal, false, Some(0), other), [(2, 6)]);
    // Ones cancel across both groups.
    let tough = Duel::of(
        able().carries("rifle"),
        who().carries("armored_shirt"),
        "shoot",
    )
    .armed();
    let tough = tough
        .under("cinematic_damage", true)
        .chose("defense", "none");
    let tough = tough.came_to("attack", 1).came_to("damage", 3);
    let soaked = tough.fell("soak", &[7, 8, 9, 2, 6, 1]);
    assert_eq!(levels(&soaked.effects(), TARGET), 1);
    let wards = Duel::of(able().carries("rifle"), who().is("ward", 2), "shoot").armed();
    let wards = wards
        .chose("defense", "none")
        .came_to("attack", 1)
        .came_to("damage", 1);
    assert_eq!(wards.asks(), "soak");
    assert_eq!(wards.under("ward_helps_always", false).asks(), "nothing");
}

fn rebounds(duel: &Duel) -> Option<(Party, Vec<Party>, Intent)> {
    duel.effects().into_iter().find_map(|effect| match effect {
        Effect::Follow { by, at, intent } => Some((by, at, intent)),
        _ => None,
    })
}

/// ASC-REB-01, ASC-REB-02, ASC-REB-03: a bare hand that runs into a blade.
#[test]
fn a_rebound_follows() {
    let blade = || able().carries("sword");
    let parry = |who, maneuver: &'static str, attack, parried| {
        let duel = Duel::of(who, blade(), maneuver).came_to("attack", attack);
        let duel = duel.chose("defense", "parry").came_to("defend", parried);
        duel.came_to("damage", 0)
    };
    let better = parry(able(), "strike", 1, 3);
    let (by, at, intent) = rebounds(&better).expect("a rebound");
    assert_eq!((by, at), (TARGET, vec![ACTOR]));
    assert!(rebounds(&parry(able(), "strike", 2, 2)).is_none());
    let armed = Duel::of(able().carries("club"), blade(), "weapon").armed();
    let armed = armed
        .came_to("attack", 1)
        .chose("defense", "parry")
        .came_to("defend", 3);
    assert!(rebounds(&armed).is_none());
    let mut duel = Duel::of(blade(), able(), "rebound");
    duel.intent = intent;
    assert_eq!(
        duel.barred().as_deref(),
        Some("ASC-REB-02"),
        "nobody starts one"
    );
    assert_eq!(
        (duel.rolls(), duel.offered().title.get()),
        ((4, 6), "Rebound")
    );
    assert_eq!(duel.clone().fell("attack", &[2, 3, 4, 1]).asks(), "nothing");
    let hit = duel.clone().fell("attack", &[6, 7, 2, 3]);
    // Strength 2, the sword's 2, and three for four successes; the target does not defend.
    assert_eq!((hit.asks(), hit.rolls()), ("damage".to_owned(), (7, 6)));
    assert_eq!(counted(&hit.effects(), ACTOR, "action"), 0);
    let loose = duel
        .under("excess_to_attack", false)
        .fell("attack", &[6, 7, 2, 3]);
    assert_eq!(loose.rolls(), (5, 6));
    let effects = loose.came_to("damage", 1).effects();
    assert_eq!(levels(&effects, TARGET), 3);
}

/// ASC-DESP-01, ASC-DESP-02, ASC-DEF-05: nothing but getting away, each time a die less.
#[test]
fn a_desperate_turn() {
    let flees = |before| {
        able()
            .rolled(5)
            .takes("desperate_defense")
            .did("defense", before)
    };
    let shot = |before| {
        let gun = Duel::of(able().carries("light_pistol"), flees(before), "shoot").armed();
        gun.at("range", 1).came_to("attack", 1)
    };
    assert_eq!(shot(0).option("desperate"), (Some(4), None));
    assert_eq!(shot(0).options().len(), 3);
    assert_eq!(way(&shot(2), "desperate_acrobatics"), Ok((2, 9)));
    assert_eq!(
        way(&shot(2).under("desperate_grows", false), "desperate"),
        Ok((3, 9))
    );
    assert_eq!(shot(4).asks(), "damage", "no dice are left");
    let met = shot(1)
        .chose("defense", "desperate")
        .fell("defend", &[9, 2, 2]);
    let effects = met.effects();
    assert_eq!(
        (
            counted(&effects, TARGET, "defense"),
            counted(&effects, TARGET, "action")
        ),
        (1, 0)
    );
    let strikes = Duel::of(flees(0), able(), "strike");
    assert_eq!(strikes.barred().as_deref(), Some("ASC-DEF-05"));
    let rules = SystemId::Ascension.rules();
    let desperate = Plan {
        stance: Some("desperate_defense".to_owned()),
        ..Plan::default()
    };
    let acted = able().rolled(5).did("action", 1);
    assert!(
        rules
            .forbids_plan(&acted.fighter(), Some(&desperate))
            .is_some()
    );
    assert!(rules.forbids_plan(&flees(1).fighter(), None).is_some());
    assert!(rules.forbids_plan(&flees(0).fighter(), None).is_none());
}

/// ASC-DEF-02, ASC-DEF-03, ASC-DECL-01: a defense takes an action; what was announced is given
/// up for it with Willpower.
#[test]
fn defenses_of_a_turn() {
    let struck = |who| Duel::of(able(), who, "strike").came_to("attack", 1);
    let free = struck(able().rolled(5)).chose("defense", "dodge");
    assert_eq!(free.asks(), "defend");
    let counted_for = |duel: &Duel| counted(&duel.effects(), TARGET, "action");
    assert_eq!(counted_for(&free.fell("defend", &[2, 2, 2, 2])), 1);
    let acted = struck(able().rolled(5).did("action", 1));
    assert_eq!(acted.asks(), "damage");
    let bound = struck(in_a_fight(able(), 1, &[])).chose("defense", "dodge");
    assert_eq!(bound.asks(), "abort");
    assert_eq!(bound.clone().chose("abort", "spend").asks(), "defend");
    let fails = bound
        .clone()
        .chose("abort", "roll")
        .fell("willpower", &[1, 2, 2, 2, 2]);
    assert_eq!(fails.asks(), "damage");
    assert_eq!(bound.under("abort_cost", false).asks(), "defend");
    let declared = struck(in_a_fight(able(), 1, &[1])).chose("defense", "dodge");
    assert_eq!(declared.asks(), "defend");
}

/// ASC-SPLIT-01, ASC-DEF-05: an attack and a dodge share the dice of the smaller pool.
#[test]
fn a_divided_pool() {
    let fighter = || in_a_fight(able(), 2, &[2]);
    let strikes = Duel::of(fighter(), able(), "strike");
    assert_eq!(strikes.asks(), "share");
    let Some(rules::exchange::ExchangeStep::Number { range, .. }) = strikes.progress().next else {
        panic!("no number");
    };
    assert_eq!(range, (1, 3), "one die is for the other action");
    let strikes = strikes.named("share", 3);
    assert_eq!(strikes.rolls(), (3, 6));
    let effects = strikes.fell("attack", &[2, 2, 3]).effects();
    let gains = |effect: &Effect| match effect {
        Effect::Gain { key, condition, .. } => Some((key.to_string(), condition.amount)),
        _ => None,
    };
    let gained: Vec<(String, i32)> = effects.iter().filter_map(gains).collect();
    assert_eq!(
        gained,
        [("divided".to_owned(), 3), ("smallest_pool".to_owned(), 4)]
    );
    // The dodge has what is left, and then nothing is.
    let divided = |used| {
        fighter()
            .did("action", 1)
            .is("divided", used)
            .is("smallest_pool", 4)
    };
    let struck = Duel::of(able(), divided(3), "strike").came_to("attack", 1);
    let dodges = struck.chose("defense", "dodge");
    assert_eq!(dodges.rolls(), (1, 5));
    let nothing = Duel::of(divided(4), able(), "strike");
    assert_eq!(nothing.barred().as_deref(), Some("ASC-SPLIT-01"));
    // A smaller pool makes less of it; dividing need not be declared.
    let small = one(&[("dexterity", 2)]).rolled(5).did("action", 1);
    let small = small.is("divided", 1).is("smallest_pool", 4);
    assert_eq!(Duel::of(small, able(), "strike").rolls(), (1, 6));
    let undeclared = Duel::of(able().rolled(5), able(), "strike").set("share", 2);
    assert_eq!(undeclared.rolls(), (2, 6));
    assert_eq!(
        undeclared.set("share", 5).barred().as_deref(),
        Some("ASC-SPLIT-01")
    );
}

/// ASC-TURN-01, ASC-DEF-02: one action, and those that were granted.
#[test]
fn actions_that_are_granted() {
    let granted = |done| able().rolled(5).plans(1, &[], 1).did("action", done);
    let strikes = |who| Duel::of(who, able(), "strike");
    assert_eq!(strikes(granted(0)).rolls(), (4, 6));
    let second = strikes(granted(1)).fell("attack", &[2; 4]).effects();
    assert_eq!(counted(&second, ACTOR, "power_action"), 1);
    let third = strikes(granted(1).did("power_action", 1));
    assert_eq!(third.barred().as_deref(), Some("ASC-DEF-02"));
    let out = able().hurt(DamagePacket::of_severity(Severity::Lethal, 7));
    assert_eq!(strikes(out).barred().as_deref(), Some("ASC-REC-01"));
    let unable = one(&[("dexterity", 0)]);
    assert_eq!(strikes(unable).barred().as_deref(), Some("ASC-DICE-06"));
}

/// The odds of each set-up are those of fifty thousand exchanges.
#[test]
fn the_odds_are_what_happens() {
    let lin = || one(&[("dexterity", 3), ("do", 3), ("brawl", 2), ("strength", 3)]);
    let agent = || {
        one(&[
            ("dexterity", 3),
            ("firearms", 2),
            ("athletics", 2),
            ("stamina", 3),
        ])
    };
    let tough = Duel::of(
        agent().carries("light_pistol"),
        agent().carries("armored_shirt"),
        "shoot",
    );
    let hurls = one(&[("dexterity", 2), ("arete", 4)]);
    odds_hold(&[
        ("a strike", Duel::of(lin(), agent(), "do_strike")),
        (
            "a strike, dodged",
            Duel::of(lin(), agent(), "do_strike").policy("defense", "dodge"),
        ),
        (
            "cinematic soak",
            tough.armed().under("cinematic_damage", true),
        ),
        (
            "magick, countered, with a specialty",
            Duel::of(
                with_spell(hurls, &["aggravated"]),
                one(&[("arete", 3)]).is("ward", 2),
                "magick",
            )
            .armed()
            .policy("defense", "countermagick")
            .buying("attack", "specialty"),
        ),
        (
            "a punch into a knife",
            Duel::of(lin(), agent().carries("knife"), "strike").policy("defense", "parry"),
        ),
        (
            "half a pool, with Willpower",
            Duel::of(in_a_fight(lin(), 2, &[]), agent(), "strike")
                .policy("share", "3")
                .buying("attack", "willpower"),
        ),
    ]);
}

/// Exchanges of any combatant with anything come to an end.
#[test]
fn nothing_panics() {
    let mut dice = SeededDice(11);
    let chart = SystemId::Ascension.combat().item_chart();
    let mut number =
        |most: u16| usize::from(rules::base::dice::Dice::roll_die(&mut dice, most)) - 1;
    for seed in 0..300 {
        let mut person = || {
            let traits = [
                "strength",
                "dexterity",
                "stamina",
                "brawl",
                "melee",
                "arete",
            ];
            let traits = traits.map(|key| (key, [0, 1, 5, 31, 900, -4][number(6)]));
            let who = one(&traits).carries(&chart[number(20) % chart.len()].key);
            match number(3) {
                0 => who,
                1 => in_a_fight(who, 3, &[2]).is("ward", 2),
                _ => who.rolled(4).takes("desperate_defense"),
            }
        };
        let (actor, target) = (person(), person());
        for maneuver in SystemId::Ascension.combat().maneuvers() {
            let mut duel = Duel::of(actor.clone(), target.clone(), maneuver.key);
            if !maneuver.items.is_empty() {
                duel = duel.armed();
                if !maneuver.items.contains(&&*actor.gear[&0].kind) {
                    continue;
                }
            }
            let keys = ["none", "dodge", "block", "countermagick", "parry"];
            let key = keys[usize::try_from(seed % 5).expect("an index")];
            let duel = duel.at("room", 1).ruled(RulingKind::Choose {
                slot: "defense".into(),
                key: key.to_owned(),
            });
            let effects = duel.thrown(&mut SeededDice(seed)).effects;
            assert!(counted(&effects, ACTOR, "action") <= 1);
        }
    }
}
