use crate::messages::Wording;
use crate::sorted::Map;

use super::*;
use crate::dial::{Dial, Reading};
use crate::dice::Script;
use crate::exchange::{
    Answer, Combat, FirstOpen, Intent, Maneuver, Moments, OrderRules, Policy, Progress, Ruled,
    Ruling, Scene, Step, Unseen, Ways, odds, play_out, step,
};
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::system::{RuleSystem, SystemId};
use crate::systems::d10::dice::{Pool, Reads, Tens};
use crate::systems::d10::table::dials::{self, Purpose};
use crate::text::Name;

/// Minimal attack: 3 dice against 7, a defense of 2 dice, 2 dice of damage, soaked by 2 dice against
/// 8 and one against 6.
struct Blow<'a>(Scene<'a>);

const IDS: Ids = Ids {
    defense: "DEF",
    extra: "EXTRA",
    damage: "DMG",
    soak: "SOAK",
};

fn dice_of(label: &'static str, dice: i32) -> Vec<Term> {
    vec![Term::of_rule(Wording::verbatim(label), dice, "ID")]
}

impl Attack for Blow<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        &self.0
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n> {
        Box::new(Blow(*now))
    }

    fn opening(&self) -> Opening {
        let throw = Throw::new(
            Wording::verbatim("Blow"),
            Purpose::Action,
            dice_of("Dexterity", 3),
        );
        Opening::Roll {
            throw: throw.against(dice_of("Difficulty", 7)),
            buys: vec![specialty("SPEC"), willpower("WP", None)],
        }
    }

    fn opened(&self, play: &mut Play<'_>, _roll: &Thrown) -> Result<(), Stop> {
        play.effect(Effect::Count {
            who: Party::Actor,
            key: "action".into(),
        });
        Ok(())
    }

    fn defenses(&self, _target: u8, _successes: i32) -> Vec<Defense> {
        let dodge = Defense {
            key: "dodge",
            title: crate::messages::text_of_test!("Dodge"),
            throw: Throw::new(
                Wording::verbatim("Dodge"),
                Purpose::Action,
                dice_of("Dexterity", 2),
            ),
            buys: Vec::new(),
            barred: None,
        };
        let parry = Defense {
            key: "parry",
            title: crate::messages::text_of_test!("Parry"),
            barred: Some((Wording::verbatim("Nothing to parry with"), "PARRY")),
            ..dodge.clone()
        };
        vec![dodge, parry]
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        Some(dice_of("Strength", 2))
    }

    fn soak(&self, _target: u8) -> Option<Throw> {
        let mut soak = Throw::soak(dice_of("Stamina", 3)).against(dice_of("Difficulty", 8));
        soak.others = vec![Pool::of(1)];
        Some(soak)
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        play.effect(levels(
            Party::Target(target),
            DamageType::Lethal,
            struck.inflicted,
        ));
        Ok(())
    }
}

struct Toy;

const READS: Reads = Reads {
    specialty: Tens::Again,
    extra_ones_cancel: false,
    ones_cancel_harm: true,
};

impl Combat for Toy {
    /// Picks any of the three systems: all count these dice alike.
    fn rules(&self) -> &'static dyn RuleSystem {
        let all = SystemId::ALL.iter().map(|system| system.rules());
        let of_ten = all.filter(|rules| rules.sides() == 10);
        let reads_difficulty = |rules: &&'static dyn RuleSystem| {
            rules
                .dials(None)
                .iter()
                .any(|dial| dial.key == dials::DIFFICULTY_KEY)
        };
        let found = { of_ten }.find(reads_difficulty);
        found.expect("a d10 system")
    }
    fn situation(&self) -> Vec<Dial> {
        Vec::new()
    }
    fn items(&self) -> &'static [ItemSpec] {
        &[]
    }
    fn chart(&self) -> Vec<ChartRow> {
        Vec::new()
    }
    fn maneuvers(&self) -> &'static [Maneuver] {
        &[]
    }
    fn barred(&self, _scene: &Scene<'_>) -> Option<crate::term::Bar> {
        None
    }
    fn takes_action(&self, _scene: &Scene<'_>) -> bool {
        false
    }
    fn order_rules(&self) -> OrderRules {
        OrderRules::of("XOV-TURN-01")
    }
    fn unseen(&self) -> Unseen {
        Unseen {
            question: "defense",
            rule: "XOV-DEF-01",
            options: const { &[(NO_DEFENSE, crate::messages::text_of_test!("No defense"))] },
            nothing: NO_DEFENSE,
            own: &["abort", "defend", "soak", "willpower"],
            tallies: &[],
            consequences: &[],
        }
    }
    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        resolve(&Blow(*scene), play)
    }
    fn ways(&self, sum: i32, reading: &Reading, _house: &House) -> Ways {
        dials::ways(sum, reading, READS)
    }
}

fn scene(run: impl FnOnce(&Scene<'_>)) {
    let scene = Scene {
        actor: None,
        targets: &[],
        bystanders: &[],
        between: &[],
        holds: &[],
        intent: &Intent::of("blow"),
        house: &House::default(),
    };
    run(&scene);
}

struct Dodges;

impl Policy for Dodges {
    fn choose(&self, _slot: &Slot, _options: &[crate::exchange::Choice]) -> String {
        "dodge".to_owned()
    }
}

fn rolled(faces: &[u16]) -> Answer {
    Answer::Rolled {
        faces: faces.to_vec(),
        bought: Vec::new(),
        typed: false,
    }
}

#[test]
fn each_step_is_asked_of_the_party_it_is_up_to() {
    scene(|scene| {
        let mut answers = Map::new();
        let go = |answers: &Map<Slot, Answer>, rulings: &[Ruling]| -> Progress {
            step(&Toy, &Moments::only(*scene), answers, rulings).expect("the rules allow it")
        };
        let given: [(&str, Party, Answer); 5] = [
            ("attack", Party::Actor, rolled(&[7, 8, 9])),
            (
                "defense",
                Party::Target(0),
                Answer::Chose("dodge".to_owned()),
            ),
            ("defend", Party::Target(0), rolled(&[6, 2])),
            ("damage", Party::Actor, rolled(&[6, 7, 8])),
            ("soak", Party::Target(0), rolled(&[7, 8, 6])),
        ];
        for (slot, by, answer) in given {
            let next = go(&answers, &[]).next.expect("something is asked");
            assert_eq!(next.asked(), Some((&Slot::from(slot), by)));
            answers.insert(Slot::from(slot), answer);
        }
        let done = go(&answers, &[]);
        assert_eq!(done.next, None);
        // 3 damage less 2 of soak: 7 fails against 8, 8 succeeds, 6 succeeds against 6.
        let lost = levels(Party::Target(0), DamageType::Lethal, 1);
        assert!(done.effects.contains(&lost), "{done:?}");
        // Removing an answer asks again, and later answers are kept.
        let defense = answers.remove(&Slot::from("defense"));
        assert!(matches!(go(&answers, &[]).next, Some(Step::Choose { .. })));
        answers.insert(Slot::from("defense"), defense.expect("an answer"));
        // The storyteller raises the difficulty, and the same faces are counted again.
        let harder = Ruling {
            what: Ruled::Add {
                slot: Slot::from("attack_difficulty"),
                label: Name::new("Smoke").expect("a name"),
                value: 3,
            },
            why: None,
        };
        let missed = go(&answers, &[harder]);
        assert_eq!(missed.next, None);
        assert!(!missed.effects.contains(&lost), "{missed:?}");
    });
}

#[test]
fn the_odds_follow_every_way() {
    scene(|scene| {
        for policy in [&Dodges as &dyn Policy, &FirstOpen] {
            let odds = odds(&Toy, scene, &[], policy).expect("odds");
            let sum: f64 = odds.outcomes.values().sum();
            assert!(odds.exact && (sum - 1.0).abs() < 1e-9, "{odds:?}");
            assert!(odds.hurt(Party::Target(0)) > 0.1, "{odds:?}");
        }
    });
}

#[test]
fn a_script_gives_every_die_to_its_roll() {
    scene(|scene| {
        let mut dice = Script::new([7, 8, 9, 6, 2, 6, 7, 8, 7, 8, 6]);
        let played = play_out(&Toy, scene, &[], &Dodges, &mut dice).expect("a blow");
        assert_eq!((dice.missing(), dice.left()), (0, 0));
        let lost = levels(Party::Target(0), DamageType::Lethal, 1);
        assert!(played.effects.contains(&lost), "{played:?}");
    });
}
