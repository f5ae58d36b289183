//! Laws that hold for every number: what is lost stays lost, ties are total, nothing panics.

use proptest::prelude::*;
use rules::sorted::Map;

use rules::dice::Dice;
use rules::exchange::{Answer, Effect, FirstOpen, Moments, Party, Slot, Step, play_out, step};
use rules::system::SystemId;
use rules::systems::tristat as tri;
use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::damage::{Damage, Hurt};
use rules::systems::tristat::defense::{Defense, wear};
use rules::systems::tristat::escape::{Escape, Freed, Wrestler};
use rules::systems::tristat::flank::{Threat, flanks};
use rules::systems::tristat::grapple::{Strength, much_stronger};
use rules::systems::tristat::health::less;
use rules::systems::tristat::roll::{self, Purpose};
use rules::systems::tristat::settings::Opposite;
use rules::systems::tristat::settings::Settings;
use rules::systems::tristat::technique::reduced;
use rules::track::Points;

use super::fight::{Fight, Who};

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
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(self.0 >> 16).unwrap_or(0) % sides.max(1) + 1
    }
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
                let keys = tri::sheet::TRAITS.iter().map(|spec| spec.key.to_owned());
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
fn answered(step: &Step, dice: &mut Wheel) -> (Slot, Answer) {
    let asked = step.each().first().expect("a question");
    let (slot, _) = asked.asked().expect("one question");
    let answer = match asked {
        Step::Choose { options, .. } => {
            let open = options.iter().find(|option| option.barred.is_none());
            Answer::Chose(open.expect("an open option").key.to_string())
        }
        Step::Number { range, .. } => Answer::Number(range.0),
        Step::Roll { .. } | Step::Several(_) => {
            let pair = [dice.die(6), dice.die(6)];
            // The third die of a critical is thrown with the pair.
            let third = (pair == [1, 1] && slot.purpose() == "attack").then(|| dice.die(6));
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
            match fight.look(|scene| step(combat, &Moments::only(*scene), &answers, &[])) {
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
    fn attack_has_the_tie(value in any_number(), a in 1..=6_u16, b in 1..=6_u16) {
        prop_assume!((-1_000_000..=1_000_000).contains(&value));
        let by = Settings::default();
        let attack = Attack { combat_value: value, ..Attack::default() };
        let defense = Defense { defense_value: value, ..Defense::default() };
        let hit = roll::read(Purpose::Attack, attack.target_terms(&by), [a, b], &by);
        let met = roll::read(Purpose::Defense, defense.target_terms(&by), [a, b], &by);
        prop_assert!(hit.success || !met.success);
        prop_assert_eq!(hit.success != met.success, hit.margin == 0 && hit.roll != 2);
    }

    /// TRI-VITAL-01: no technique turns a penalty into a bonus.
    #[test]
    fn techniques_only_reduce(penalty in 0..100_i32, by in any_number()) {
        let left = reduced(penalty, by);
        prop_assert!(left <= 0);
        prop_assert!(by < 0 || left >= -penalty);
    }

    /// TRI-DEF-03: each defense is at most 2 worse than the one before, never better.
    #[test]
    fn defenses_wear_down(prior in 0..100_i32, optimal in 0..20_i32) {
        let (now, next) = (wear(prior, optimal), wear(prior + 1, optimal));
        prop_assert!(now <= 0 && next <= now && now - next <= 2);
        prop_assert_eq!(now == 0, prior < optimal);
    }

    /// TRI-DMG-02, TRI-DMG-03: more armor never hurts more, a higher multiplier never less.
    #[test]
    fn armor_helps(base in any_number(), armor in any_number(), more in 0..50_i32, by in 1..9_i32) {
        let deal = |armor: i32, multiplier| Hurt::of(base, armor, multiplier).loss;
        prop_assert!(deal(armor.saturating_add(more), by) <= deal(armor, by));
        prop_assert!(deal(armor, by) <= deal(armor, by + 1) && deal(armor, by) >= 0);
    }

    /// TRI-HLTH-01: what is lost is lost to the point, and comes back to the point.
    #[test]
    fn health_is_kept(max in 1..200_i32, losses in prop::collection::vec(0..80_i32, 0..8)) {
        let mut track = Points::new(max, max).expect("possible");
        for points in &losses {
            track = less(track, *points);
        }
        let lost: i32 = losses.iter().sum();
        prop_assert_eq!(track.now(), max - lost);
        prop_assert_eq!(track.changed(lost).now(), max);
        prop_assert_eq!(less(track, i32::MAX).most(), max);
    }

    /// TRI-FLANK-01: it does not matter which of the two strikes, nor where the board begins.
    #[test]
    fn flanking_is_mutual(
        at in prop::array::uniform3(prop::array::uniform2(-3..=3_i32)),
        reach in 0..4_i32,
        shift in -1_000_000..1_000_000_i32,
        wide in any::<bool>(),
    ) {
        let by = Settings {
            opposite: if wide { Opposite::Wide } else { Opposite::Mirrored },
            ..Settings::default()
        };
        let moved = |square: [i32; 2]| square.map(|along| along + shift);
        let [target, one, other] = at;
        let threat = |at| Threat { at, reach };
        let flanked = flanks(target, threat(one), threat(other), &by);
        prop_assert_eq!(flanked, flanks(target, threat(other), threat(one), &by));
        prop_assert_eq!(flanked, flanks(moved(target), threat(moved(one)), threat(moved(other)), &by));
        prop_assert!(!flanked || one != other);
    }

    /// No square is too far away to ask.
    #[test]
    fn squares_may_be_anywhere(at in prop::array::uniform6(any_number()), reach in any_number()) {
        let [a, b, c, d, e, f] = at;
        for opposite in [Opposite::Mirrored, Opposite::Wide] {
            let by = Settings { opposite, ..Settings::default() };
            let threat = |at| Threat { at, reach };
            let _ = flanks([a, b], threat([c, d]), threat([e, f]), &by);
        }
    }

    /// TRI-ESC-01: one of the two wins, and the margins say who.
    #[test]
    fn a_struggle_is_decided(numbers in prop::array::uniform6(any_number()), seed in any::<u32>()) {
        let [a, b, c, d, e, f] = numbers;
        let side = |body, brawl, strength_adjust| Wrestler {
            body,
            brawl,
            strength_adjust,
            ..Wrestler::default()
        };
        let escape = Escape { victim: side(a, b, c), grabber: side(d, e, f) };
        let mut dice = Wheel(seed);
        let terms = escape.target_terms(&Settings::default());
        let [held, holds] = terms.map(|terms| {
            roll::margin(rules::term::sum(&terms), roll::throw(&mut dice))
        });
        let freed = Freed::of(held, holds);
        prop_assert_eq!(freed == Freed::EscapeAndAct, held > holds);
        prop_assert_eq!(freed == Freed::Escape, held == holds);
        prop_assert_eq!(freed == Freed::Held, held < holds);
        let strength = |body, strength_adjust| Strength { body, strength_adjust };
        let (one, other) = (strength(a, c), strength(d, f));
        prop_assert!(!(much_stronger(one, other) && much_stronger(other, one)));
    }

    /// TRI-ATK-03: no combatant attacks oftener in a round than they may.
    #[test]
    fn attacks_are_counted(level in 0..30_u16, used in 0..40_u16) {
        let line = format!("Kei extra_attacks {level}");
        let who = Who::new(&line).having_done("attack", used);
        let barred = Fight::new(who, Who::new("Ren"), "attack").barred();
        prop_assert_eq!(barred.is_some(), used > level);
    }

    /// Numbers at the end of their type neither panic nor wrap.
    #[test]
    fn extremes(numbers in prop::array::uniform4(any_number()), face in any::<u16>()) {
        let [a, b, c, d] = numbers;
        let by = Settings::default();
        let stats = tri::stats::Stats { body: a, mind: b, soul: c };
        let _ = stats.derive();
        let _ = tri::critical::multiplier(face, a);
        let _ = tri::initiative::score(face, a, &[]);
        let _ = tri::throw::collision(a, b, c, &by);
        let _ = tri::energy::spend(a, b, c, &by);
        let _ = (tri::health::status(a), Points::new(a, b).map(|track| less(track, c).changed(d)));
        let _ = tri::stance::allowance(a, None, &by);
        let _ = tri::damage::multiplier(true, Some(a), &by);
        let _ = tri::roll::margin(a, [face, face]);
        let chink = Some(tri::damage::WeakPoint::Half);
        let damage = Damage { base: a, combat_value: b, bonus: c, armor: d, hide: a, chink };
        let (raw, armor) = (damage.terms(), damage.armor_terms(true, &by));
        let hurt = Hurt::of(rules::term::sum(&raw), rules::term::sum(&armor), 8);
        prop_assert!(hurt.loss >= 0);
    }
}
