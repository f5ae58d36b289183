use crate::base::sorted_map::Map;
use crate::messages::Wording;

use super::*;
use crate::base::dice::DiceScript;
use crate::base::text::Name;
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::exchange::{
    Answer, CombatRules, ExchangeStep, FirstOpen, Intent, Maneuver, OrderRules, Outcomes, Policy,
    Progress, Ruling, RulingKind, Scene, SceneHistory, UnseenAttack, exchange_odds, play_answers,
    play_out,
};
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{RuleSystem, SystemId};
use crate::systems::d10::dice::{DiceConventions, Pool, TensRule};
use crate::systems::d10::shared_rules::roll_parameters::{self, RollPurpose};

/// Minimal attack: 3 dice against 7, a defense of 2 dice, 2 dice of damage, soaked by 2 dice against
/// 8 and one against 6.
struct TestAttack<'a>(Scene<'a>);

const IDS: ExchangeRuleIds = ExchangeRuleIds {
    defense: "DEF",
    extra: "EXTRA",
    damage: "DMG",
    soak: "SOAK",
};

fn dice_terms(label: &'static str, dice: i32) -> Vec<Term> {
    vec![Term::from_rule(Wording::verbatim(label), dice, "ID")]
}

impl AttackRules for TestAttack<'_> {
    fn rule_ids(&self) -> &ExchangeRuleIds {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        &self.0
    }

    fn with_scene<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn AttackRules + 'n> {
        Box::new(TestAttack(*now))
    }

    fn attack_roll(&self) -> AttackRoll {
        let throw = RollSpec::new(
            Wording::verbatim("Blow"),
            RollPurpose::Action,
            dice_terms("Dexterity", 3),
        );
        AttackRoll::Roll {
            throw: throw.with_difficulty(dice_terms("Difficulty", 7)),
            buys: vec![specialty_purchase("SPEC"), willpower_purchase("WP", None)],
        }
    }

    fn on_attack_roll(&self, play: &mut Play<'_>, _roll: &RollScore) -> Result<(), Stop> {
        play.add_effect(Effect::Count {
            who: Party::Actor,
            key: "action".into(),
        });
        Ok(())
    }

    fn defense_options(&self, _target: u8, _successes: i32) -> Vec<DefenseOption> {
        let dodge = DefenseOption {
            key: "dodge",
            title: crate::messages::text_of_test!("Dodge"),
            throw: RollSpec::new(
                Wording::verbatim("Dodge"),
                RollPurpose::Action,
                dice_terms("Dexterity", 2),
            ),
            buys: Vec::new(),
            barred: None,
        };
        let parry = DefenseOption {
            key: "parry",
            title: crate::messages::text_of_test!("Parry"),
            barred: Some((Wording::verbatim("Nothing to parry with"), "PARRY")),
            ..dodge.clone()
        };
        vec![dodge, parry]
    }

    fn damage_terms(&self, _target: u8) -> Option<Vec<Term>> {
        Some(dice_terms("Strength", 2))
    }

    fn soak_roll(&self, _target: u8) -> Option<RollSpec> {
        let mut soak = RollSpec::soak_roll(dice_terms("Stamina", 3))
            .with_difficulty(dice_terms("Difficulty", 8));
        soak.others = vec![Pool::at_default_difficulty(1)];
        Some(soak)
    }

    fn apply_hit(&self, play: &mut Play<'_>, target: u8, struck: &HitResult) -> Result<(), Stop> {
        play.add_effect(damage_effect(
            Party::Target(target),
            DamageType::Lethal,
            struck.inflicted,
        ));
        Ok(())
    }
}

struct TestSystem;

const READS: DiceConventions = DiceConventions {
    specialty: TensRule::Again,
    extra_ones_cancel: false,
    ones_cancel_harm: true,
};

impl CombatRules for TestSystem {
    /// Picks any of the three systems: all count these dice alike.
    fn rules(&self) -> &'static dyn RuleSystem {
        let all = SystemId::ALL.iter().map(|system| system.rules());
        let of_ten = all.filter(|rules| rules.facts().die_sides == 10);
        let reads_difficulty = |rules: &&'static dyn RuleSystem| {
            rules
                .parameter_specs(None)
                .iter()
                .any(|dial| dial.key == roll_parameters::DIFFICULTY_KEY)
        };
        let found = { of_ten }.find(reads_difficulty);
        found.expect("a d10 system")
    }
    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        Vec::new()
    }
    fn item_kinds(&self) -> &'static [ItemSpec] {
        &[]
    }
    fn item_chart(&self) -> Vec<ChartRow> {
        Vec::new()
    }
    fn maneuvers(&self) -> &'static [Maneuver] {
        &[]
    }
    fn find_bar(&self, _scene: &Scene<'_>) -> Option<crate::base::term::BarReason> {
        None
    }
    fn takes_action(&self, _scene: &Scene<'_>) -> bool {
        false
    }
    fn order_rules(&self) -> OrderRules {
        OrderRules::single("XOV-TURN-01")
    }
    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
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
        resolve_attack(&TestAttack(*scene), play)
    }
    fn distribution(&self, sum: i32, reading: &Parameters, _house: &HouseRules) -> Outcomes {
        roll_parameters::distribution(sum, reading, READS)
    }
}

fn run_in_scene(run: impl FnOnce(&Scene<'_>)) {
    let scene = Scene {
        actor: None,
        targets: &[],
        bystanders: &[],
        situations: &[],
        holds: &[],
        space: &[],
        intent: &Intent::of("blow"),
        house: &HouseRules::default(),
    };
    run(&scene);
}

struct AlwaysDodge;

impl Policy for AlwaysDodge {
    fn choose(&self, _slot: &Slot, _options: &[crate::exchange::ChoiceOption]) -> String {
        "dodge".to_owned()
    }
}

fn rolled_answer(faces: &[u16]) -> Answer {
    Answer::Rolled {
        faces: faces.to_vec(),
        bought: Vec::new(),
        typed: false,
    }
}

#[test]
fn each_step_is_asked_of_the_party_it_is_up_to() {
    run_in_scene(|scene| {
        let mut answers = Map::new();
        let go = |answers: &Map<Slot, Answer>, rulings: &[Ruling]| -> Progress {
            play_answers(
                &TestSystem,
                &SceneHistory::unchanging(*scene),
                answers,
                rulings,
            )
            .expect("the rules allow it")
        };
        let given: [(&str, Party, Answer); 5] = [
            ("attack", Party::Actor, rolled_answer(&[7, 8, 9])),
            (
                "defense",
                Party::Target(0),
                Answer::Chose("dodge".to_owned()),
            ),
            ("defend", Party::Target(0), rolled_answer(&[6, 2])),
            ("damage", Party::Actor, rolled_answer(&[6, 7, 8])),
            ("soak", Party::Target(0), rolled_answer(&[7, 8, 6])),
        ];
        for (slot, by, answer) in given {
            let next = go(&answers, &[]).next.expect("something is asked");
            assert_eq!(next.slot_and_party(), Some((&Slot::from(slot), by)));
            answers.insert(Slot::from(slot), answer);
        }
        let done = go(&answers, &[]);
        assert_eq!(done.next, None);
        // 3 damage less 2 of soak: 7 fails against 8, 8 succeeds, 6 succeeds against 6.
        let lost = damage_effect(Party::Target(0), DamageType::Lethal, 1);
        assert!(done.effects.contains(&lost), "{done:?}");
        // Removing an answer asks again, and later answers are kept.
        let defense = answers.remove(&Slot::from("defense"));
        assert!(matches!(
            go(&answers, &[]).next,
            Some(ExchangeStep::Choose { .. })
        ));
        answers.insert(Slot::from("defense"), defense.expect("an answer"));
        // The storyteller raises the difficulty, and the same faces are counted again.
        let harder = Ruling {
            what: RulingKind::Add {
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
    run_in_scene(|scene| {
        for policy in [&AlwaysDodge as &dyn Policy, &FirstOpen] {
            let odds = exchange_odds(&TestSystem, scene, &[], policy).expect("odds");
            let sum: f64 = odds.outcomes.values().sum();
            assert!(odds.exact && (sum - 1.0).abs() < 1e-9, "{odds:?}");
            assert!(odds.hurt_chance(Party::Target(0)) > 0.1, "{odds:?}");
        }
    });
}

#[test]
fn a_script_gives_every_die_to_its_roll() {
    run_in_scene(|scene| {
        let mut dice = DiceScript::new([7, 8, 9, 6, 2, 6, 7, 8, 7, 8, 6]);
        let played = play_out(&TestSystem, scene, &[], &AlwaysDodge, &mut dice).expect("a blow");
        assert_eq!((dice.missing_faces(), dice.remaining_faces()), (0, 0));
        let lost = damage_effect(Party::Target(0), DamageType::Lethal, 1);
        assert!(played.effects.contains(&lost), "{played:?}");
    });
}
