//! Resolution of an attack, from the attack roll to the effects, as the three systems play it.
//!
//! The sequence of questions is fixed; each system supplies the answers as an [`Attack`].

mod attack;
mod change;
mod throw;

use crate::messages::d10 as msg;
pub use attack::{
    Attack, BLOCK, DODGE, Defense, Ids, Met, NO_DEFENSE, Opening, PARRY, Struck, TRIES,
};
pub use change::{Change, changes, parry_with};
pub use throw::{Throw, Thrown, contest, specialty, throw, willpower};

use super::damage::DamageType;
use super::dice::Outcome;
use crate::exchange::{Choice, Effect, Guard, Party, Play, Scene, Slot, Stop, Upshot, Way};
use crate::term::{RuleId, Term};
use crate::track::Packet;

/// Returns the current scene with the intent of the attack's player.
fn now<'n, 'p: 'n>(it: &'n dyn Attack, play: &Play<'p>) -> Scene<'n> {
    let now: Scene<'n> = play.scene();
    Scene {
        intent: it.scene().intent,
        ..now
    }
}

/// Resolves an attack: its roll, and for each target defense, damage, soak and effects.
///
/// Without a success no target defends, without a hit there is no damage roll, without damage no
/// soak roll.
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub fn resolve(it: &dyn Attack, play: &mut Play<'_>) -> Result<(), Stop> {
    let opened = open(it, play)?;
    it.opened(play, &opened)?;
    if opened.successes < 1 {
        for (target, _) in (0_u8..).zip(it.scene().targets) {
            play.upshot(Party::Target(target), Upshot::Missed);
        }
        return Ok(());
    }
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    let shares = it.shares(play, opened.successes)?;
    for (target, share) in (0_u8..).zip(shares) {
        if share >= 1 {
            strike(it, play, target, share)?;
        } else {
            play.upshot(Party::Target(target), Upshot::Missed);
        }
        play.end_blow();
    }
    Ok(())
}

/// Makes the attack roll, or records the automatic result.
fn open(it: &dyn Attack, play: &mut Play<'_>) -> Result<Thrown, Stop> {
    match it.opening() {
        Opening::Roll { throw, buys } => self::throw(play, "attack", 0, it.by(), &throw, &buys),
        Opening::Sure {
            why,
            successes,
            rule,
        } => {
            let terms = vec![Term::of_rule(why.clone(), successes, rule)];
            let successes = play.note(Slot::of("attack"), it.by(), why, terms);
            Ok(Thrown {
                successes,
                outcome: match successes >= 1 {
                    true => Outcome::Success,
                    false => Outcome::Failure,
                },
            })
        }
    }
}

/// Resolves the attack against one target, with its share of the successes.
fn strike(it: &dyn Attack, play: &mut Play<'_>, target: u8, share: i32) -> Result<(), Stop> {
    let ids = *it.ids();
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    let chosen = defense(it, play, target, share)?;
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    let (defense, successes) = match chosen {
        Some(key) => defend(it, play, target, share, &key)?,
        None => (NO_DEFENSE.to_owned(), 0),
    };
    let mut net = vec![Term::of_rule(msg::ATTACK, share, ids.defense)];
    if successes != 0 {
        net.push(Term::of_rule(msg::DEFENSE, -successes, ids.defense));
    }
    let net = play.note(Slot::of("net").at(target), it.by(), msg::HITS_BY, net);
    let met = Met {
        attack: share,
        defense,
        successes,
        net: net.max(0),
    };
    it.met(play, target, &met)?;
    if met.net < 1 {
        play.upshot(Party::Target(target), avoided(&met));
        return Ok(());
    }
    let mut struck = Struck {
        met,
        ..Struck::default()
    };
    harm(it, play, target, &mut struck)?;
    let scene = now(it, play);
    it.reread(&scene).aftermath(play, target, &struck)
}

/// Asks the target how to defend; `None` if not at all.
fn defense(
    it: &dyn Attack,
    play: &mut Play<'_>,
    target: u8,
    share: i32,
) -> Result<Option<String>, Stop> {
    let ways = it.defenses(target, share);
    let by = Party::Target(target);
    let none = Choice::new(NO_DEFENSE, msg::NO_DEFENSE);
    let option = |way: &Defense| Choice {
        key: way.key.into(),
        title: way.title.into(),
        sum: Some(way.throw.sum()),
        of: None,
        barred: way
            .barred
            .as_ref()
            .map(|(why, rule)| (why.clone(), RuleId::new(rule))),
    };
    let options = std::iter::once(none)
        .chain(ways.iter().map(option))
        .collect();
    let slot = Slot::of("defense").at(target);
    let key = play.choose(slot, by, msg::DEFENSE, it.ids().defense, options)?;
    Ok((key != NO_DEFENSE).then_some(key))
}

/// Rolls the chosen defense; returns its key and its successes.
fn defend(
    it: &dyn Attack,
    play: &mut Play<'_>,
    target: u8,
    share: i32,
    key: &str,
) -> Result<(String, i32), Stop> {
    let ways = it.defenses(target, share);
    let Some(way) = ways.into_iter().find(|way| way.key == key) else {
        return Ok((NO_DEFENSE.to_owned(), 0));
    };
    let Some(roll) = it.chosen(play, target, &way)? else {
        return Ok((NO_DEFENSE.to_owned(), 0));
    };
    let by = Party::Target(target);
    let rolled = throw(play, "defend", target, by, &roll, &way.buys)?;
    Ok((key.to_owned(), rolled.successes))
}

/// Rolls damage and soak, and records the levels inflicted.
fn harm(it: &dyn Attack, play: &mut Play<'_>, target: u8, struck: &mut Struck) -> Result<(), Stop> {
    let ids = *it.ids();
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    let party = Party::Target(target);
    let met = &struck.met;
    let score = (met.defense != NO_DEFENSE).then_some((met.attack, met.successes));
    let Some(mut terms) = it.damage(target) else {
        play.upshot(party, Upshot::Hit(score));
        return Ok(());
    };
    if struck.met.net > 1 {
        let more = Term::of_rule(msg::EXTRA_SUCCESSES, struck.met.net - 1, ids.extra);
        terms.push(more);
    }
    let sum = play.ruled_sum(&Slot::of("damage").at(target), &terms);
    if let Some(rule) = it.least().filter(|_| sum < 1) {
        let missing = 1_i32.saturating_sub(sum);
        terms.push(Term::of_rule(msg::AT_LEAST_ONE_DIE, missing, rule));
    }
    let damage = Throw::damage(terms);
    struck.damage = throw(play, "damage", target, it.by(), &damage, &[])?.successes;
    if struck.damage < 1 {
        play.upshot(party, Upshot::Kept(Guard::Nothing));
        return Ok(());
    }
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    if let Some(soak) = it.soak(target) {
        let by = Party::Target(target);
        struck.soak = throw(play, "soak", target, by, &soak, &[])?.successes;
    }
    let scene = now(it, play);
    let it = &*it.reread(&scene);
    if let Some(mut terms) = it.inflicted(target, struck) {
        let slot = Slot::of("inflicted").at(target);
        let sum = play.ruled_sum(&slot, &terms);
        if sum < 0 {
            terms.push(Term::of_rule(
                msg::NEVER_BELOW_0,
                sum.saturating_neg(),
                ids.soak,
            ));
        }
        let levels = play.note(slot, Party::Target(target), msg::GETS_THROUGH, terms);
        struck.inflicted = levels.max(0);
        if levels < 1 {
            play.upshot(party, Upshot::Kept(Guard::Soak));
        }
    } else {
        play.upshot(party, Upshot::Hit(score));
    }
    Ok(())
}

/// Returns the outcome of an attack without net successes.
fn avoided(met: &Met) -> Upshot {
    let way = match met.defense.as_str() {
        NO_DEFENSE => return Upshot::Missed,
        DODGE => Way::Dodge,
        BLOCK => Way::Block,
        PARRY => Way::Parry,
        _ => Way::Defense,
    };
    Upshot::Met(way, Some((met.successes, met.attack)))
}

/// Creates the effect of so many levels of damage to a party.
#[must_use]
pub fn levels(to: Party, kind: DamageType, levels: i32) -> Effect {
    let levels = u16::try_from(levels.max(0)).unwrap_or(u16::MAX);
    Effect::Harm {
        to,
        packet: Packet::of(kind.into(), levels),
    }
}

#[cfg(test)]
mod tests;
