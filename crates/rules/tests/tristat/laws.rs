//! Laws that hold for every number: what is lost stays lost, ties are total, nothing panics.

use proptest::prelude::*;
use rules::dice::{Dice, Script};
use rules::systems::tristat as tri;
use rules::systems::tristat::Settings;
use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::damage::Damage;
use rules::systems::tristat::defense::{Defense, wear};
use rules::systems::tristat::escape::{Escape, Freed, Wrestler};
use rules::systems::tristat::exchange::deed::Deed;
use rules::systems::tristat::exchange::{Answer, Exchange, Step};
use rules::systems::tristat::flank::{Threat, flanks};
use rules::systems::tristat::grapple::{Strength, much_stronger};
use rules::systems::tristat::health::less;
use rules::systems::tristat::settings::Opposite;
use rules::systems::tristat::stance::Stance;
use rules::systems::tristat::technique::reduced;
use rules::systems::tristat::turn::{Budget, Use};
use rules::track::Points;

use super::made::Made;

/// Any number, the extremes often.
fn any_number() -> impl Strategy<Value = i32> {
    prop_oneof![
        6 => -5..=15_i32,
        1 => any::<i32>(),
        1 => prop::sample::select(vec![i32::MIN, i32::MIN + 1, -1, 0, i32::MAX - 1, i32::MAX]),
    ]
}

/// Numbers a table has.
fn a_number() -> impl Strategy<Value = i32> {
    -5..=15_i32
}

/// Faces that depend on nothing but how many were thrown.
struct Wheel(u32);

impl Dice for Wheel {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        u16::try_from(self.0 >> 16).unwrap_or(0) % sides.max(1) + 1
    }
}

prop_compose! {
    fn made(numbers: BoxedStrategy<i32>)(
        numbers in prop::collection::vec(numbers, 64),
        flags in prop::collection::vec(any::<bool>(), 96),
        which in 0..5_u8,
        house in any::<bool>(),
    ) -> (Deed, Option<Defense>, Settings) {
        let mut made = Made { numbers: numbers.iter(), flags: flags.iter() };
        let settings = made.settings();
        let settings = if house { settings } else { Settings::default() };
        (made.deed(which), made.defense(), settings)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever is declared: an answer or a refusal, at most seven dice, and no healing.
    #[test]
    fn every_exchange_ends(
        (deed, defense, by) in made(any_number().boxed()),
        seed in any::<u32>(),
        energy in any_number(),
    ) {
        let exchange = Exchange::declare(deed, defense).with_critical_energy(energy);
        if let Ok(done) = exchange.play(&by, &mut Wheel(seed)) {
            prop_assert!(done.loss() >= 0 && done.total_loss() >= 0);
            prop_assert!(done.hit || done.loss() == 0);
            prop_assert!(!done.defended || done.hurt.is_none());
            let flight = done.flight.unwrap_or_default();
            prop_assert!((0..=flight.squares).contains(&flight.travelled));
            let snake_eyes = done.attack.as_ref().is_some_and(tri::roll::Check::is_snake_eyes);
            prop_assert_eq!(done.critical.is_some(), snake_eyes);
        }
    }

    /// Answering step by step and through JSON gives what playing at once gives.
    #[test]
    fn steps_equal_play((deed, defense, by) in made(a_number().boxed()), seed in any::<u32>()) {
        let at_once = Exchange::declare(deed.clone(), defense.clone()).play(&by, &mut Wheel(seed));
        let mut dice = Wheel(seed);
        let mut exchange = Exchange::declare(deed, defense);
        let by_steps = loop {
            let text = serde_json::to_string(&exchange).expect("writable");
            exchange = serde_json::from_str(&text).expect("readable");
            match exchange.step(&by) {
                Step::NeedRoll(ask) => {
                    let faces = (0..ask.dice).map(|_| dice.die(6)).collect();
                    exchange.answer(Answer::Faces(faces));
                }
                Step::NeedDefense { .. } => exchange.answer(Answer::Defend),
                Step::Done(done) => break Ok(*done),
                Step::Refused(why) => break Err(why),
            }
        };
        prop_assert_eq!(at_once, by_steps);
    }

    /// TRI-ROLL-02: on equal targets a defense never beats a roll that an attack would miss,
    /// and both agree everywhere but on the target itself.
    #[test]
    fn attack_has_the_tie(value in any_number(), a in 1..=6_u16, b in 1..=6_u16) {
        prop_assume!((-1_000_000..=1_000_000).contains(&value));
        let by = Settings::default();
        let attack = Attack { combat_value: value, ..Attack::default() };
        let defense = Defense { defense_value: value, ..Defense::default() };
        let hit = attack.roll(&by, &mut Script::new([a, b])).expect("possible");
        let met = defense.roll(&by, &mut Script::new([a, b])).expect("possible").expect("allowed");
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
        let settings = Settings::default();
        let deal = |armor: i32, multiplier| {
            let damage = Damage { base, armor, ..Damage::default() };
            damage.deal(false, multiplier, &settings).loss
        };
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

    /// TRI-ESC-01: somebody wins, and the margins say who.
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
        if let Ok(struggle) = escape.roll(&Settings::default(), &mut Wheel(seed)) {
            let (held, holds) = (struggle.victim_margin, struggle.grabber_margin);
            prop_assert_eq!(struggle.result == Freed::EscapeAndAct, held > holds);
            prop_assert_eq!(struggle.result == Freed::Escape, held == holds);
            prop_assert_eq!(struggle.result == Freed::Held, held < holds);
        }
        let strength = |body, strength_adjust| Strength { body, strength_adjust };
        let (one, other) = (strength(a, c), strength(d, f));
        prop_assert!(!(much_stronger(one, other) && much_stronger(other, one)));
    }

    /// TRI-TURN-02: everybody acts once, high before low, equals together.
    #[test]
    fn the_order_is_total(totals in prop::collection::vec(("[a-c]{1,3}", 0..5_i32), 0..12)) {
        let all = totals.iter().map(|(id, total)| (id.as_str(), *total));
        let groups = tri::initiative::order(all);
        prop_assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), totals.len());
        for group in &groups {
            prop_assert!(!group.is_empty() && group.is_sorted());
        }
        let distinct: std::collections::BTreeSet<i32> = totals.iter().map(|(_, t)| *t).collect();
        prop_assert_eq!(groups.len(), distinct.len());
    }

    /// TRI-ATK-03: nobody attacks oftener in a round than they may, whatever they try.
    #[test]
    fn attacks_are_counted(
        level in any_number(),
        steps in prop::collection::vec(0..8_u8, 0..40),
        house in prop::collection::vec(any::<bool>(), 3),
    ) {
        let by = Settings {
            dual_every_attack: house[0],
            total_defense_wrestles: house[1],
            extra_attacks_defend: house[2],
            ..Settings::default()
        };
        let mut budget = Budget::new(level);
        budget.start_turn(&by);
        let mut spent = 0_i32;
        for step in steps {
            let use_of = [Use::Attack, Use::TwoWeapons, Use::Strangle, Use::Escape];
            match step {
                0..=3 => spent += i32::from(budget.spend(use_of[usize::from(step)], &by).is_ok()),
                4 => { let _ = budget.take(Stance::TotalAttack); }
                5 => { let _ = budget.take(Stance::TotalDefense); }
                6 => { let _ = budget.defend(&by); }
                _ => budget.start_turn(&by),
            }
            prop_assert!(budget.attacks_left(&by) >= 0);
        }
        prop_assert!(spent <= level.max(0).saturating_add(1));
    }

    /// Numbers at the end of their type neither panic nor wrap.
    #[test]
    fn extremes(numbers in prop::array::uniform4(any_number()), face in any::<u16>()) {
        let [a, b, c, d] = numbers;
        let by = Settings::default();
        let stats = tri::stats::Stats { body: a, mind: b, soul: c };
        let _ = (stats.derive(), stats.check().is_ok());
        let _ = tri::critical::multiplier(face, a);
        let _ = tri::initiative::score(face, a, &[]);
        let _ = tri::throw::collision(a, b, c, &by);
        let _ = tri::energy::spend(a, b, c, &by);
        let _ = (tri::health::lose(a, b), Points::new(a, b).map(|track| less(track, c).changed(d)));
        let _ = tri::stance::allowance(a, None, &by);
        let _ = tri::damage::multiplier(true, Some(a), &by);
        let _ = tri::roll::margin(a, [face, face]);
        let damage = Damage { base: a, combat_value: b, bonus: c, armor: d, chink: None };
        prop_assert!(damage.deal(true, 8, &by).loss >= 0);
    }
}
