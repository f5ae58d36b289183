//! Laws that hold for every number: what is lost stays lost, ties are total, nothing panics.

use proptest::prelude::*;
use rules::base::sorted_map::Map;

use rules::base::dice::{Dice, DiceScript};
use rules::character::parameters::Parameters;
use rules::exchange::{
    Answer, Effect, ExchangeStep, FirstOpen, Party, SceneHistory, Slot, play_answers, play_out,
};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;

use super::fight::{Fight, Who, attacker, defender, lost, sum};

/// Any number, the extremes often.
fn any_number() -> impl Strategy<Value = i32> {
    prop_oneof![
        6 => -5..=15_i32,
        1 => any::<i32>(),
        1 => prop::sample::select(vec![i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX]),
    ]
}

/// Faces that depend on nothing but how many were thrown.
struct Wheel(u32);

impl Dice for Wheel {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(self.0 >> 16).unwrap_or(0) % sides.max(1) + 1
    }
}

/// Whether an ally on one square flanks a target on another with an attacker on `[0, 0]`.
fn flanks(target: [i32; 2], ally: [i32; 2], (spears, wide): (bool, bool)) -> bool {
    let who = |who: Who| if spears { who.with("spear") } else { who };
    let mut fight = Fight::new(who(attacker()), defender(), "attack");
    fight.bystanders = vec![who(attacker())];
    if wide {
        fight = fight.at("opposite", "wide");
    }
    for (set, at) in fight.between.iter_mut().zip([target, ally]) {
        set.set("east", at[0]);
        set.set("south", at[1]);
    }
    fight.between[1].set("ally", 1);
    fight.look(|scene| {
        !SystemId::Tristat
            .combat()
            .drawn_in_bystanders(scene)
            .is_empty()
    })
}

/// Everything an exchange can be set to.
fn fights() -> impl Strategy<Value = Fight> {
    let maneuvers = vec![
        "attack",
        "two_weapons",
        "disarm",
        "grapple",
        "throw",
        "strangle",
        "escape",
        "contest",
        "collision",
        "check",
        "let_go",
        "stand_up",
        "",
    ];
    let combatant = || {
        (
            prop::collection::vec(any_number(), 29),
            prop::sample::subsequence(
                vec![
                    "grappled",
                    "prone",
                    "shaken_weapon",
                    "lost_escape",
                    "attacks_lost",
                ],
                0..=2,
            ),
            prop::sample::select(vec!["total_attack", "total_defense", "", "", "", ""]),
            any::<u16>(),
            prop::sample::subsequence(vec!["sword", "bow", "knife", "plate", "chain_mail"], 0..=4),
            any::<i32>(),
        )
            .prop_map(|(traits, conditions, stance, tally, rows, energy)| {
                let mut who = Who::new("Kei")
                    .having_done("defense", tally)
                    .with_energy(energy);
                let keys = SystemId::Tristat
                    .rules()
                    .facts()
                    .trait_specs
                    .iter()
                    .map(|spec| spec.key.to_owned());
                who.sheet.traits = keys.zip(traits).collect();
                who = rows.into_iter().fold(who, Who::with);
                who = conditions.into_iter().fold(who, Who::being);
                if stance.is_empty() {
                    who
                } else {
                    who.taking(stance)
                }
            })
    };
    let sets = prop::collection::vec(
        (
            prop::sample::select(vec![
                "trick",
                "vital",
                "chink",
                "skill",
                "room",
                "stat",
                "squares",
                "travelled",
                "flanked",
                "defense_room",
                "free_squares",
                "collision_cap",
            ]),
            any_number(),
        ),
        0..5,
    );
    let holds = prop::sample::subsequence(vec![0, 1], 0..=2);
    let house = (any::<bool>(), any::<bool>(), 0..4_i32);
    (
        prop::sample::select(maneuvers),
        combatant(),
        combatant(),
        sets,
        holds,
        house,
        0..2_usize,
    )
        .prop_map(|(maneuver, one, other, sets, holds, (a, b, buys), more)| {
            let mut fight = Fight::new(one, other.clone(), maneuver)
                .at("crit_denies_defense", a)
                .at("shorter_throws", b)
                .at("energy_per_roll", buys);
            fight.targets.extend(std::iter::repeat_n(other, more));
            fight.intent.item = fight
                .actor
                .as_ref()
                .and_then(|who| who.gear.keys().next().copied());
            for (key, value) in sets {
                fight = fight.set(key, value);
            }
            let (actor, target) = (Party::Actor, Party::Target(0));
            holds.into_iter().fold(fight, |fight, hold| match hold {
                0 => fight.holding(actor, target),
                _ => fight.holding(target, actor),
            })
        })
}

/// Answers a step with these dice, and with the first that can be chosen.
fn answered(step: &ExchangeStep, dice: &mut Wheel) -> (Slot, Answer) {
    let asked = step.questions().first().expect("a question");
    let (slot, _) = asked.slot_and_party().expect("one question");
    let answer = match asked {
        ExchangeStep::Choose { options, .. } => {
            let open = options.iter().find(|option| option.barred.is_none());
            Answer::Chose(open.expect("an open option").key.to_string())
        }
        ExchangeStep::Number { range, .. } => Answer::Number(range.0),
        ExchangeStep::Roll { .. } | ExchangeStep::Several(_) => {
            let pair = [dice.roll_die(6), dice.roll_die(6)];
            // The third die of a critical is thrown with the pair.
            let third = (pair == [1, 1] && slot.purpose() == "attack").then(|| dice.roll_die(6));
            Answer::Rolled {
                faces: pair.into_iter().chain(third).collect(),
                bought: Vec::new(),
                typed: false,
            }
        }
    };
    (slot.clone(), answer)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is declared: an answer or a refusal. Answering step by step and through JSON
    /// gives what playing at once gives, and a hold that is thrown is over.
    #[test]
    fn steps_equal_play(fight in fights(), seed in any::<u32>()) {
        let combat = SystemId::Tristat.combat();
        let mut wheel = Wheel(seed);
        let at_once = fight.look(|scene| play_out(combat, scene, &[], &FirstOpen, &mut wheel));
        let mut dice = Wheel(seed);
        let mut answers = Map::new();
        let by_steps = loop {
            match fight.look(|scene| play_answers(combat, &SceneHistory::unchanging(*scene), &answers, &[])) {
                Err(why) => break Err(why),
                Ok(progress) => match &progress.next {
                    None => break Ok(progress.effects),
                    Some(next) => {
                        let (slot, answer) = answered(next, &mut dice);
                        let text = serde_json::to_string(&answer).expect("writable");
                        let answer = serde_json::from_str(&text).expect("readable");
                        prop_assert!(answers.insert(slot, answer).is_none(), "asked twice");
                    }
                },
            }
        };
        let over = |effect: &Effect| matches!(effect, Effect::Release { .. });
        if let Ok(effects) = &by_steps && fight.intent.maneuver == "throw" {
            prop_assert!(effects.iter().any(over));
        }
        prop_assert_eq!(at_once.map(|played| played.effects), by_steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// TRI-ROLL-02: on equal targets a defense never beats a roll that an attack would miss,
    /// and both agree everywhere but on the target itself.
    #[test]
    fn attack_has_the_tie(target in any_number(), a in 1..=6_u16, b in 1..=6_u16) {
        let rolled = |kind| {
            let reading = Parameters::default().with("kind", kind);
            let mut dice = DiceScript::new([a, b, 1]);
            let rolled = SystemId::Tristat.rules().roll_dice(target, &reading, &HouseRules::default(), &mut dice);
            rolled.expect("a roll")
        };
        let (hit, met) = (rolled(0), rolled(1));
        let (hits, meets) = (hit.successes > 0, met.successes > 0);
        prop_assert!(hits || !meets);
        prop_assert_eq!(hits != meets, hit.margin == Some(0) && a + b != 2);
    }

    /// TRI-VITAL-01: no technique turns a penalty into a bonus.
    #[test]
    fn techniques_only_reduce(by in any_number()) {
        let mut kei = attacker();
        kei.sheet.traits.insert("easier_vital".to_owned(), by);
        let fight = Fight::new(kei, defender(), "attack").set("vital", 1);
        let target = sum(&fight.play(&[6, 6]), "attack").expect("a roll");
        prop_assert!(target <= 9);
        prop_assert!(by < 0 || target >= 5);
    }

    /// TRI-DEF-03: each defense is at most 2 worse than the one before, never better.
    #[test]
    fn defenses_wear_down(prior in 0..100_u16, extra in 0..20_i32) {
        let target = |prior| {
            let mut ren = defender().having_done("defense", prior);
            ren.sheet.traits.insert("extra_attacks".to_owned(), extra);
            let done = Fight::new(attacker(), ren, "attack").play(&[4, 4, 6, 6]);
            sum(&done, "defense").expect("a defense")
        };
        let (now, next) = (target(prior), target(prior + 1));
        prop_assert!(now <= 7 && next <= now && now - next <= 2);
        prop_assert_eq!(now == 7, i32::from(prior) <= extra);
    }

    /// TRI-DMG-02, TRI-DMG-03: more armor never hurts more.
    #[test]
    fn armor_helps(armor in any_number(), more in 0..50_i32, vital in 0..2_i32) {
        let loss = |armor: i32| {
            let mut ren = defender();
            ren.sheet.traits.insert("armor".to_owned(), armor);
            let fight = Fight::new(attacker(), ren, "attack").set("vital", vital);
            lost(&fight.play(&[2, 2, 6, 6]))
        };
        prop_assert!(loss(armor.saturating_add(more)) <= loss(armor));
    }

    /// TRI-FLANK-01: it does not matter which of the two strikes.
    #[test]
    fn flanking_is_mutual(
        target in prop::array::uniform2(-3..=3_i32),
        ally in prop::array::uniform2(-3..=3_i32),
        spears in any::<bool>(),
        wide in any::<bool>(),
    ) {
        let seen_from_ally = [target[0] - ally[0], target[1] - ally[1]];
        let one = flanks(target, ally, (spears, wide));
        let other = flanks(seen_from_ally, ally.map(|along| -along), (spears, wide));
        prop_assert_eq!(one, other);
        prop_assert!(!one || ally != [0, 0]);
    }

    /// No square is too far away to ask.
    #[test]
    fn squares_may_be_anywhere(at in prop::array::uniform4(any_number()), wide in any::<bool>()) {
        let [a, b, c, d] = at;
        let _ = flanks([a, b], [c, d], (true, wide));
    }

    /// TRI-ATK-03: no combatant attacks oftener in a round than they may.
    #[test]
    fn attacks_are_counted(level in 0..30_u16, used in 0..40_u16) {
        let line = format!("Kei extra_attacks {level}");
        let who = Who::new(&line).having_done("attack", used);
        let barred = Fight::new(who, Who::new("Ren"), "attack").barred();
        prop_assert_eq!(barred.is_some(), used > level);
    }
}
