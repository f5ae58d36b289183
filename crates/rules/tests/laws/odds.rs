//! The odds of an exchange are those of its dice: what is worked out equals what is simulated.

use std::collections::BTreeMap;

use rules::base::dice::Dice;
use rules::encounter::Class;
use rules::exchange::{Effect, FirstOpen, play_out};
use rules::ruleset::SystemId;

use crate::exchange::{Chance, armed, declare};

/// Set-ups a system.
const SETUPS: usize = 40;

/// Dice that follow from a seed, unbiased for the sides there are.
struct Thrown(Chance);

impl Dice for Thrown {
    fn roll_die(&mut self, sides: u16) -> u16 {
        u16::try_from(self.0.below(usize::from(sides))).expect("a face") + 1
    }
}

/// Each outcome of a set-up happens about as often as it is said to: within five standard errors.
fn check(system: SystemId, seed: u64, times: u32) -> bool {
    let mut chance = Chance::new(seed);
    let mut table = armed(system, &mut chance);
    let Some(id) = declare(&mut table, &mut chance) else {
        return false;
    };
    let view = table.view(Class::Storyteller);
    if view.exchanges[&id].next.is_none() {
        return false;
    }
    let exchange = table.encounter.exchange(id).expect("it is declared");
    let odds = table.encounter.odds(exchange, &FirstOpen).expect("odds");
    let sum: f64 = odds.outcomes.values().sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum} in all");
    // What cannot be followed in full is sampled, and says so.
    if !odds.exact || odds.branches < 3 {
        return false;
    }
    let mut dice = Thrown(Chance::new(seed ^ 0x0dd5));
    let mut seen: BTreeMap<Vec<Effect>, u32> = BTreeMap::new();
    table.encounter.with_scene(exchange, |scene| {
        for _ in 0..times {
            let played = play_out(system.combat(), scene, &[], &FirstOpen, &mut dice);
            *seen
                .entry(played.expect("it was declared").effects)
                .or_default() += 1;
        }
    });
    let times = f64::from(times);
    for (effects, count) in &seen {
        assert!(
            odds.outcomes.contains_key(effects),
            "{count} of {effects:?}"
        );
    }
    for (effects, chance) in &odds.outcomes {
        let share = f64::from(seen.get(effects).copied().unwrap_or(0)) / times;
        // What is certain may add up to a hair more than 1.
        let error = (chance * (1.0 - chance).max(0.0) / times).sqrt();
        assert!(
            (share - chance).abs() <= 5.0f64.mul_add(error, 5.0 / times),
            "{} {seed} {}: {chance} worked out, {share} seen of {effects:?}",
            system.key(),
            exchange.title,
        );
    }
    true
}

/// `ODDS` simulated exchanges for each set-up, or a few.
#[test]
fn odds_equal_what_is_simulated() {
    let asked = std::env::var("ODDS").ok();
    let times: u32 = asked.and_then(|it| it.parse().ok()).unwrap_or(2_000);
    let setups = if times > 2_000 { SETUPS } else { SETUPS / 10 };
    // The systems at the same time: in full this takes long.
    std::thread::scope(|all| {
        for system in SystemId::ALL {
            all.spawn(move || {
                let found = (0..4_000).filter(|seed| check(*system, *seed, times));
                assert_eq!(found.take(setups).count(), setups, "{}", system.key());
            });
        }
    });
}
