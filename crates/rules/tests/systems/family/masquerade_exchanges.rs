//! Exchanges of Masquerade, at the table, from dice, and as odds.

use rules::base::text::Name;
use rules::character::gear::Carried;
use rules::character::plan::Plan;
use rules::character::track::{DamagePacket, Severity};
use rules::exchange::{Effect, ExchangeStep, Party, RulingKind, Slot};
use rules::ruleset::SystemId;
use testkit::table::SeededDice;

use super::duel::{Duel, counted, levels, odds_hold};
use super::owned_fighter::OwnedFighter;

fn one(kind: &str, traits: &[(&str, i32)]) -> OwnedFighter {
    OwnedFighter::of(SystemId::Masquerade, kind, traits)
}

fn fist(dexterity: i32, brawl: i32) -> OwnedFighter {
    one("", &[("dexterity", dexterity), ("brawl", brawl)])
}

const ACTOR: Party = Party::Actor;
const TARGET: Party = Party::Target(0);

/// MSQ-ATK-01, MSQ-ATK-05, MSQ-DEF-04, MSQ-DMG-01, MSQ-DMG-04, MSQ-SOAK-01, MSQ-SOAK-02,
/// MSQ-DMG-05: a blow step by step, and nothing that is not asked.
#[test]
fn a_blow_at_the_table() {
    let milo = one(
        "vampire",
        &[
            ("dexterity", 3),
            ("brawl", 2),
            ("strength", 3),
            ("potence", 1),
        ],
    );
    let piet = one(
        "vampire",
        &[("dexterity", 2), ("athletics", 1), ("stamina", 2)],
    );
    let duel = Duel::of(milo, piet, "strike");
    assert_eq!((duel.asks(), duel.rolls()), ("attack".to_owned(), (5, 6)));
    let duel = duel.fell("attack", &[6, 7, 8, 9, 2]);
    assert_eq!(counted(&duel.effects(), ACTOR, "action"), 1);
    assert_eq!(duel.asks(), "defense");
    assert_eq!(duel.option("dodge"), (Some(3), None));
    assert_eq!(duel.option("block").1, None);
    assert_eq!(duel.option("parry").1.as_deref(), Some("MSQ-DEF-04"));
    let duel = duel.chose("defense", "dodge");
    assert_eq!((duel.asks(), duel.rolls()), ("defend".to_owned(), (3, 6)));
    let duel = duel.fell("defend", &[6, 2, 3]);
    // Three are left: two dice more than Strength and Potence.
    assert_eq!((duel.asks(), duel.rolls()), ("damage".to_owned(), (6, 6)));
    let duel = duel.fell("damage", &[6, 6, 6, 6, 6, 1]);
    assert_eq!((duel.asks(), duel.rolls()), ("soak".to_owned(), (2, 6)));
    let duel = duel.fell("soak", &[6, 2]);
    assert_eq!(duel.asks(), "nothing");
    // Four of damage, one soaked, three halved.
    assert_eq!(levels(&duel.effects(), TARGET), 1);
    assert_eq!(counted(&duel.effects(), TARGET, "defense"), 1);
    // Taken back is left out.
    let mut back = duel.clone();
    back.answers.remove(&Slot::new("soak"));
    assert_eq!(back.asks(), "soak");
    assert_eq!(levels(&back.effects(), TARGET), 0);
    // The same dice at once come to the same.
    let duel = duel.policy("defense", "dodge");
    let played = duel.played(&[6, 7, 8, 9, 2, 6, 2, 3, 6, 6, 6, 6, 6, 1, 6, 2]);
    assert_eq!(played.effects, duel.effects());
    assert_eq!(played.ledger, duel.progress().ledger);
}

/// MSQ-DEF-04: there is no defense against an attack without a success, and a defense may take all.
#[test]
fn what_is_not_reached_is_not_asked() {
    let duel = Duel::of(fist(2, 1), fist(2, 1), "strike");
    assert_eq!(duel.clone().fell("attack", &[1, 2, 3]).asks(), "nothing");
    let met = duel.fell("attack", &[6, 2, 3]).chose("defense", "block");
    let met = met.fell("defend", &[7, 2, 2]);
    assert_eq!(
        (met.asks(), levels(&met.effects(), TARGET)),
        ("nothing".to_owned(), 0)
    );
}

/// MSQ-ATK-02, MSQ-ATK-03, MSQ-ATK-04, MSQ-ATK-06, MSQ-HLTH-03: the pools of every attack.
#[test]
fn the_pools_of_attacks() {
    let all = [
        ("dexterity", 3),
        ("melee", 1),
        ("firearms", 2),
        ("athletics", 3),
    ];
    let with = |row: &str| one("", &all).carries(row);
    let pool = |who: OwnedFighter, maneuver| Duel::of(who, fist(2, 0), maneuver).armed().rolls();
    assert_eq!(pool(with("sword"), "weapon"), (4, 6));
    assert_eq!(pool(with("rifle"), "shoot"), (5, 6));
    assert_eq!(pool(with("thrown_knife"), "throw"), (6, 6));
    assert_eq!(pool(with("claws"), "claw"), (3, 6));
    let hurt = with("sword").hurt(DamagePacket::of_severity(Severity::Lethal, 4));
    assert_eq!(pool(hurt, "weapon"), (2, 6));
    let thrown = Duel::of(with("thrown_knife"), fist(2, 0), "throw").armed();
    let effects = thrown.fell("attack", &[1, 1, 1, 1, 1, 1]).effects();
    let flies = |effect: &Effect| {
        matches!(
            effect,
            Effect::Carry {
                to: Carried::Dropped,
                ..
            }
        )
    };
    assert!(effects.iter().any(flies));
}

/// MSQ-DEF-04: against anything a dodge, against close attacks a block or a parry.
#[test]
fn who_may_answer_what() {
    let gun = one("", &[]).carries("light_pistol");
    let shot = Duel::of(gun, one("", &[]).carries("sword"), "shoot").armed();
    let shot = shot.came_to("attack", 2);
    let barred = |duel: &Duel, key: &str| duel.option(key).1;
    assert_eq!(barred(&shot, "dodge"), None);
    assert_eq!(barred(&shot, "block").as_deref(), Some("MSQ-DEF-04"));
    assert_eq!(barred(&shot, "parry").as_deref(), Some("MSQ-DEF-04"));
    let blade = |target| Duel::of(one("", &[]).carries("sword"), target, "weapon");
    let blade = |target| blade(target).armed().came_to("attack", 1);
    let bare = blade(one("", &[]).carries("shield"));
    assert_eq!(barred(&bare, "block").as_deref(), Some("MSQ-DEF-04"));
    assert_eq!(barred(&bare, "parry"), None);
    let armored = blade(one("", &[]).carries("riot_suit"));
    assert_eq!(barred(&armored, "block"), None);
    let out = one("", &[]).hurt(DamagePacket::of_severity(Severity::Bashing, 7));
    assert_eq!(blade(out).asks(), "damage");
}

fn turn(actions: u8, defenses: &[u8], extra: u8) -> OwnedFighter {
    let who = [
        ("dexterity", 4),
        ("brawl", 3),
        ("athletics", 3),
        ("celerity", 2),
        ("blood", 5),
    ];
    one("vampire", &who)
        .rolled(5)
        .plans(actions, defenses, extra)
}

/// MSQ-MULT-01, MSQ-MULT-02, MSQ-TURN-05, MSQ-DECL-02: each action of a turn in its order, with
/// what it loses; Celerity last, whole, for a point of blood.
#[test]
fn the_actions_of_a_turn() {
    let strikes = |who: OwnedFighter| Duel::of(who, fist(2, 0), "strike");
    assert_eq!(strikes(turn(1, &[], 0)).rolls(), (7, 6));
    assert_eq!(strikes(turn(2, &[], 2)).rolls(), (5, 6));
    assert_eq!(strikes(turn(2, &[], 2).did("action", 1)).rolls(), (4, 6));
    let quick = strikes(turn(2, &[], 2).did("action", 2));
    assert_eq!(quick.rolls(), (7, 6));
    let effects = quick.fell("attack", &[1; 7]).effects();
    assert_eq!(counted(&effects, ACTOR, "power_action"), 1);
    let paid = |effect: &Effect| matches!(effect, Effect::Spend { pool, points: 1, .. } if pool == "blood");
    assert!(effects.iter().any(paid));
    let second = turn(2, &[], 2).did("action", 2).did("power_action", 1);
    let second = strikes(second).fell("attack", &[1; 7]).effects();
    assert!(!second.iter().any(paid), "Celerity is paid for once");
    let spent = turn(2, &[], 2).did("action", 2).did("power_action", 2);
    assert_eq!(strikes(spent).barred().as_deref(), Some("MSQ-DECL-02"));
    let mut dry = turn(1, &[], 2).did("action", 1);
    dry.pools.insert("blood".to_owned(), 0);
    assert_eq!(strikes(dry).barred().as_deref(), Some("MSQ-MULT-02"));
    // The second of three is a defense, so the second strike is the third action.
    let mixed = turn(3, &[2], 0).did("action", 1);
    assert_eq!(strikes(mixed).rolls(), (2, 6));
}

/// MSQ-MULT-02: Celerity grants its dots, for blood, and nothing to those without.
#[test]
fn nobody_plans_more_celerity_than_there_is() {
    let rules = SystemId::Masquerade.rules();
    let plan = |extra| Plan {
        extra,
        ..Plan::default()
    };
    let quick = turn(1, &[], 0);
    assert!(
        rules
            .forbids_plan(&quick.fighter(), Some(&plan(2)))
            .is_none()
    );
    assert!(
        rules
            .forbids_plan(&quick.fighter(), Some(&plan(3)))
            .is_some()
    );
    let mortal = one("", &[]);
    let refused = rules.forbids_plan(&mortal.fighter(), Some(&plan(10)));
    assert_eq!(refused.expect("refused").code, "no_celerity");
    assert!(
        rules
            .forbids_plan(&mortal.fighter(), Some(&plan(0)))
            .is_none()
    );
}

/// MSQ-TURN-06, MSQ-DEF-01, MSQ-DEF-02, MSQ-DEF-03: a declared defense is free; another costs
/// the declared action, and Willpower.
#[test]
fn defenses_of_a_turn() {
    let struck = |who: OwnedFighter| Duel::of(fist(3, 3), who, "strike").came_to("attack", 2);
    // Declared as the second of two: one die less than the first.
    let declared = struck(turn(2, &[2], 0));
    assert_eq!(declared.option("dodge"), (Some(4), None));
    assert_eq!(declared.chose("defense", "dodge").asks(), "defend");
    let aborts = struck(turn(1, &[], 0)).chose("defense", "dodge");
    assert_eq!(aborts.asks(), "abort");
    let rolls = aborts.clone().chose("abort", "roll");
    assert_eq!(
        (rolls.asks(), rolls.rolls()),
        ("willpower".to_owned(), (5, 6))
    );
    let fails = rolls.clone().fell("willpower", &[2, 2, 2, 2, 1]);
    assert_eq!(counted(&fails.effects(), TARGET, "abort_failed"), 1);
    assert_eq!(fails.asks(), "damage");
    let works = rolls.fell("willpower", &[6, 2, 2, 2, 2]);
    assert_eq!(works.asks(), "defend");
    let met = works.fell("defend", &[6, 6, 2, 2, 2, 2, 2]);
    let counts = ["aborted", "action", "defense"];
    assert_eq!(
        counts.map(|what| counted(&met.effects(), TARGET, what)),
        [1, 1, 1]
    );
    let pays = aborts.chose("abort", "spend");
    let spent = |effect: &Effect| matches!(effect, Effect::Spend { who, pool, .. } if *who == TARGET && pool == "willpower");
    assert!(pays.effects().iter().any(spent) && pays.asks() == "defend");
    // After it there is nothing to give up, and after a failed roll no second try.
    let given_up = ["aborted", "action", "defense"];
    let again = given_up
        .iter()
        .fold(turn(1, &[], 0), |who, what| who.did(what, 1));
    assert_eq!(struck(again).asks(), "damage");
    assert_eq!(
        struck(turn(1, &[], 0).did("abort_failed", 1)).asks(),
        "damage"
    );
}

/// MSQ-TURN-05, MSQ-DEF-01: who gave up the only action for a defense has no place any more.
#[test]
fn an_action_given_up_has_no_step() {
    use rules::character::phase::Phase;
    let rules = SystemId::Masquerade.rules();
    let steps = |who: &OwnedFighter, phase| rules.phase_steps(phase, &[who.fighter()]).len();
    let waits = turn(2, &[], 0);
    assert_eq!(
        (steps(&waits, Phase::Act), steps(&waits, Phase::Extra)),
        (1, 1)
    );
    let aborted = turn(2, &[], 0).did("aborted", 1);
    assert_eq!(
        (steps(&aborted, Phase::Act), steps(&aborted, Phase::Extra)),
        (1, 0)
    );
    let both = turn(2, &[], 0).did("aborted", 2);
    assert_eq!(
        (steps(&both, Phase::Act), steps(&both, Phase::Extra)),
        (0, 0)
    );
}

/// MSQ-DICE-04, MSQ-DICE-06: a specialty and a declared point of Willpower are bought before the
/// dice fall, once a turn.
#[test]
fn what_can_be_bought() {
    let duel = Duel::of(fist(2, 1), fist(2, 1), "strike");
    let bought = duel.fell_buying("attack", &[10, 1, 2, 4], &["specialty", "willpower"]);
    assert_eq!(bought.asks(), "defense");
    assert_eq!(counted(&bought.effects(), ACTOR, "willpower"), 1);
    let line = &bought.progress().ledger;
    let attack = line.iter().find(|line| line.slot.as_str() == "attack");
    let rolled = attack.and_then(|line| line.rolled.clone()).expect("a roll");
    // The ten is cancelled by the one; the point cannot be.
    assert_eq!((rolled.successes, rolled.faces.len()), (1, 4));
    let barred = |who: OwnedFighter| match Duel::of(who, fist(2, 1), "strike").progress().next {
        Some(ExchangeStep::Roll { buys, .. }) => {
            buys.iter().filter(|buy| buy.barred.is_some()).count()
        }
        other => panic!("{other:?}"),
    };
    let mut declared = turn(1, &[], 0);
    declared.plan = declared.plan.map(|plan| Plan {
        willpower: 1,
        ..plan
    });
    assert_eq!(barred(declared.clone()), 0);
    assert_eq!(
        barred(declared.clone().did("willpower", 1)),
        1,
        "once a turn"
    );
    declared.pools.insert("willpower".to_owned(), 0);
    assert_eq!(barred(declared), 1);
    assert_eq!(barred(turn(1, &[], 0)), 1, "it was not declared");
}

/// MSQ-DMG-02, MSQ-DMG-03, MSQ-DMG-06, MSQ-SOAK-06, MSQ-SOAK-07, MSQ-SOAK-05: fire and sunlight
/// burn whom they reach; armor does not help, and nothing is botched.
#[test]
fn fire_and_sunlight() {
    let nun = one("vampire", &[("fortitude", 2)]).carries("riot_suit");
    let mut fire = Duel::of(fist(2, 0), nun, "exposure").set("dice", 3);
    assert_eq!(
        fire.barred().as_deref(),
        Some("MSQ-DMG-06"),
        "nobody does it"
    );
    fire.intent.set.set("source", 1);
    let progress = fire.progress();
    let by = progress
        .next
        .as_ref()
        .and_then(|step| step.slot_and_party())
        .map(|(_, by)| by);
    assert_eq!((fire.rolls(), by), ((3, 6), Some(Party::Storyteller)));
    let burns = fire.clone().fell("damage", &[6, 7, 8]);
    assert_eq!(burns.rolls(), (2, 6));
    let burnt = burns.fell("soak", &[1, 1]);
    let aggravated = Effect::Harm {
        to: TARGET,
        packet: DamagePacket::of_severity(Severity::Aggravated, 3),
    };
    assert!(burnt.effects().contains(&aggravated));
    assert_eq!(fire.fell("damage", &[1, 1, 2]).asks(), "nothing");
    let weak = one("", &[("strength", 0), ("brawl", 3)]);
    let weak = Duel::of(weak, fist(2, 0), "strike").came_to("attack", 1);
    assert_eq!(weak.chose("defense", "none").rolls(), (1, 6));
}

/// MSQ-DECL-02: getting up is an action of its own.
#[test]
fn getting_up() {
    let down = turn(2, &[], 0).is("knocked_down", 0);
    let rise = Duel::of(down, fist(2, 0), "rise");
    assert_eq!(rise.barred(), None);
    let effects = rise.effects();
    assert_eq!(counted(&effects, ACTOR, "action"), 1);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Lose { .. }))
    );
    let stands = Duel::of(turn(1, &[], 0), fist(2, 0), "rise");
    assert_eq!(stands.barred().as_deref(), Some("MSQ-DECL-02"));
}

/// MSQ-DMG-06, MSQ-HLTH-01: bites are for those with fangs, and the incapacitated do nothing.
#[test]
fn what_bars_an_attack() {
    let bite = |who| Duel::of(who, fist(2, 0), "bite");
    assert_eq!(bite(one("vampire", &[])).barred(), None);
    assert_eq!(
        bite(one("ghoul", &[])).barred().as_deref(),
        Some("MSQ-DMG-06")
    );
    let out = one("vampire", &[]).hurt(DamagePacket::of_severity(Severity::Bashing, 7));
    assert_eq!(bite(out).barred().as_deref(), Some("MSQ-HLTH-01"));
    let crippled = one("vampire", &[]).hurt(DamagePacket::of_severity(Severity::Bashing, 6));
    assert_eq!(bite(crippled).barred().as_deref(), Some("MSQ-DICE-05"));
    let mut away = one("", &[]).carries("sword");
    away.gear.get_mut(&0).expect("a sword").carried = Carried::Stowed;
    let away = Duel::of(away, fist(2, 0), "weapon").armed();
    assert_eq!(away.barred().as_deref(), Some("MSQ-ATK-02"));
}

/// MSQ-DICE-01, MSQ-DMG-05: the storyteller changes a difficulty, a sum, a roll, a choice, the
/// damage; a table turns halving off.
#[test]
fn rulings_and_house_rules() {
    let name = |text: &str| Name::new(text).expect("a name");
    let add = |slot: &str, value| RulingKind::Add {
        slot: slot.into(),
        label: name("Mud"),
        value,
    };
    let duel = Duel::of(fist(3, 2), one("vampire", &[]), "strike");
    let hard = duel
        .clone()
        .ruled(add("attack_difficulty", 2))
        .ruled(add("attack", -1));
    assert_eq!(hard.rolls(), (4, 8));
    let forced = duel.clone().came_to("attack", 3).ruled(RulingKind::Choose {
        slot: "defense".into(),
        key: "parry".to_owned(),
    });
    assert_eq!(
        forced.asks(),
        "defend",
        "though there is nothing to parry with"
    );
    let damaged = duel.clone().came_to("attack", 0).ruled(RulingKind::Damage {
        to: TARGET,
        packet: DamagePacket::of_severity(Severity::Lethal, 2),
    });
    assert_eq!(levels(&damaged.effects(), TARGET), 2);
    let hit = duel.came_to("attack", 1).chose("defense", "none");
    let hit = hit.came_to("damage", 5).came_to("soak", 1);
    assert_eq!(levels(&hit.effects(), TARGET), 2);
    let before = hit.clone().under("halve_before_soak", true);
    assert_eq!(levels(&before.effects(), TARGET), 1);
    let whole = hit.under("halve_bashing_for_undead", false);
    assert_eq!(levels(&whole.effects(), TARGET), 4);
}

/// The odds of each set-up are those of fifty thousand exchanges.
#[test]
fn the_odds_are_what_happens() {
    let hound = || {
        one(
            "vampire",
            &[
                ("strength", 4),
                ("dexterity", 4),
                ("melee", 3),
                ("potence", 2),
            ],
        )
    };
    let thug = || {
        one(
            "",
            &[
                ("dexterity", 3),
                ("athletics", 1),
                ("stamina", 3),
                ("brawl", 2),
            ],
        )
    };
    let nun = || one("vampire", &[("stamina", 3), ("fortitude", 2)]);
    let shot = || one("", &[("dexterity", 3), ("firearms", 2)]).carries("heavy_pistol");
    odds_hold(&[
        (
            "a fist against the undead",
            Duel::of(thug(), nun(), "strike"),
        ),
        (
            "a sword, dodged",
            Duel::of(hound().carries("sword"), thug(), "weapon")
                .armed()
                .policy("defense", "dodge"),
        ),
        (
            "a pistol against a vest",
            Duel::of(shot(), thug().carries("ballistic_vest"), "shoot").armed(),
        ),
        (
            "claws with a specialty",
            Duel::of(hound().carries("claws"), nun(), "claw")
                .armed()
                .buying("attack", "specialty"),
        ),
        (
            "an action given up with a roll",
            Duel::of(thug(), turn(1, &[], 0), "strike")
                .policy("defense", "block")
                .policy("abort", "roll"),
        ),
        (
            "a bite with Willpower",
            Duel::of(nun(), thug(), "bite").buying("attack", "willpower"),
        ),
    ]);
}

/// Exchanges of any combatant with anything come to an end.
#[test]
fn nothing_panics() {
    let mut dice = SeededDice(7);
    let chart = SystemId::Masquerade.combat().item_chart();
    let maneuvers = [
        "strike", "kick", "bite", "claw", "weapon", "shoot", "throw", "rise", "exposure",
    ];
    let mut number = |most: u16| i32::from(rules::base::dice::Dice::roll_die(&mut dice, most)) - 1;
    for seed in 0..400 {
        let mut person = || {
            let kind = ["", "vampire", "ghoul"][usize::try_from(number(3)).expect("an index")];
            let traits = [
                "strength",
                "dexterity",
                "stamina",
                "brawl",
                "melee",
                "fortitude",
            ];
            let traits = traits.map(|key| {
                (
                    key,
                    [0, 1, 5, 31, i32::MAX, -4][usize::try_from(number(6)).expect("an index")]
                        .min(900),
                )
            });
            let row = usize::try_from(number(26)).expect("an index") % chart.len();
            let who = one(kind, &traits).carries(&chart[row].key);
            match number(2) {
                0 => who,
                _ => who.rolled(3).plans(3, &[2], 2),
            }
        };
        let (actor, target) = (person(), person());
        for maneuver in maneuvers {
            let mut duel = Duel::of(actor.clone(), target.clone(), maneuver);
            if !duel.offered().items.is_empty() {
                duel = duel.armed();
                if !duel.offered().items.contains(&&*duel.actor.gear[&0].kind) {
                    continue;
                }
            }
            let key = ["none", "dodge"][usize::try_from(seed % 2).expect("an index")];
            let duel = duel.ruled(RulingKind::Choose {
                slot: "defense".into(),
                key: key.to_owned(),
            });
            let effects = duel.thrown(&mut SeededDice(seed)).effects;
            assert!(counted(&effects, ACTOR, "action") <= 1);
        }
    }
}
