//! Resolution of an attack, from the attack roll to the effects, as the three systems play it.
//!
//! The sequence of questions is fixed; each system supplies the answers as an [`Attack`].

mod change;
mod throw;

use crate::messages::d10 as msg;
use crate::messages::{Text, Wording};
pub use change::{Change, changes, parry_with};
pub use throw::{Throw, Thrown, contest, specialty, throw, willpower};

use super::damage::DamageType;
use super::dice::Outcome;
use crate::exchange::{Buy, Choice, Effect, Guard, Party, Play, Scene, Slot, Stop, Upshot, Way};
use crate::term::{RuleId, Term};
use crate::track::Packet;

/// Key of the option not to defend.
pub const NO_DEFENSE: &str = "none";

/// Defense options that are offered against any attack by a hidden combatant.
pub const TRIES: &[(&str, Text)] = &[
    (NO_DEFENSE, msg::NO_DEFENSE),
    ("dodge", msg::DODGE),
    ("block", msg::BLOCK),
    ("parry", msg::PARRY),
];

/// Rule ids that a system cites in an exchange.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Rule that each success of the defense cancels one of the attack.
    pub defense: &'static str,
    /// Rule that successes beyond the first add damage dice.
    pub extra: &'static str,
    /// Rule about the damage roll.
    pub damage: &'static str,
    /// Rule about the soak roll.
    pub soak: &'static str,
}

/// Beginning of an attack: a roll, or an automatic result.
#[derive(Clone, Debug)]
pub enum Opening {
    /// Attack that is rolled.
    Roll {
        /// Attack roll to be made.
        throw: Throw,
        /// Extras that can be bought for the roll.
        buys: Vec<Buy>,
    },
    /// Attack without a roll; it counts as so many successes, 0 for a miss.
    Sure {
        /// Short reason for the automatic result.
        why: Wording,
        /// Number of successes that the attack counts as.
        successes: i32,
        /// Rule that replaces the roll.
        rule: &'static str,
    },
}

/// Defense option of a target.
#[derive(Clone, Debug)]
pub struct Defense {
    /// Key of the option in an answer.
    pub key: &'static str,
    /// Label shown on the screen: "Dodge".
    pub title: Text,
    /// Defense roll to be made.
    pub throw: Throw,
    /// Extras that can be bought for the roll.
    pub buys: Vec<Buy>,
    /// Reason and rule if the option cannot be chosen.
    pub barred: Option<(Wording, &'static str)>,
}

/// Result of a defense against an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Successes of the attack, or the target's share of them.
    pub attack: i32,
    /// Key of the defense; [`NO_DEFENSE`] without one.
    pub defense: String,
    /// Successes of the defense.
    pub successes: i32,
    /// Net successes of the attack; at least 1 is a hit.
    pub net: i32,
}

/// Result of an attack that hit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// Result of the defense.
    pub met: Met,
    /// Successes of the damage roll.
    pub damage: i32,
    /// Successes of the soak roll.
    pub soak: i32,
    /// Health levels inflicted after soak.
    pub inflicted: i32,
}

/// Rules of one attack, called by [`resolve`] step by step.
///
/// Each method is called after the steps before it are answered, and may ask questions of its own
/// through the [`Play`].
pub trait Attack {
    /// Rule ids that the attack cites.
    fn ids(&self) -> &Ids;

    /// Scene of the attack as it was last read.
    fn scene(&self) -> &Scene<'_>;

    /// Returns the same attack in the current scene; called before each step after the attack roll.
    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n>;

    /// Party that rolls attack and damage, by default the actor.
    fn by(&self) -> Party {
        Party::Actor
    }

    /// Returns the attack roll, or the automatic result that replaces it.
    fn opening(&self) -> Opening;

    /// Applies the effects of the attack roll, whatever its result: counts the action, spends
    /// ammunition, punishes a botch.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn opened(&self, _play: &mut Play<'_>, _roll: &Thrown) -> Result<(), Stop> {
        Ok(())
    }

    /// Splits the successes among the targets, in order; by default all go to the single target.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn shares(&self, _play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        Ok(vec![successes])
    }

    /// Lists the defense options of a target against so many successes, except not to defend.
    fn defenses(&self, target: u8, successes: i32) -> Vec<Defense>;

    /// Confirms that the chosen defense happens; aborting another action for it may fail.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn allowed(&self, _play: &mut Play<'_>, _target: u8, _key: &str) -> Result<bool, Stop> {
        Ok(true)
    }

    /// Prepares the chosen defense, for example by dividing dice, and returns its roll; `None` if
    /// the defense does not happen.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn chosen(
        &self,
        play: &mut Play<'_>,
        target: u8,
        way: &Defense,
    ) -> Result<Option<Throw>, Stop> {
        let comes = self.allowed(play, target, way.key)?;
        Ok(comes.then(|| way.throw.clone()))
    }

    /// Applies the effects of a defense, whether or not the attack hit: counts the action, or cuts
    /// the attacker on a parry.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn met(&self, _play: &mut Play<'_>, _target: u8, _met: &Met) -> Result<(), Stop> {
        Ok(())
    }

    /// Damage dice of a hit, without those of extra successes; `None` if the attack does no damage.
    fn damage(&self, target: u8) -> Option<Vec<Term>>;

    /// Rule that guarantees a damage roll at least one die, if the system has one.
    fn least(&self) -> Option<&'static str> {
        None
    }

    /// Soak roll of a target; `None` if the damage cannot be soaked.
    fn soak(&self, target: u8) -> Option<Throw>;

    /// Terms of the health levels inflicted; `None` if damage successes are not health levels.
    fn inflicted(&self, _target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let ids = self.ids();
        let damage = Term::of_rule(msg::DAMAGE, struck.damage, ids.damage);
        let soak = Term::of_rule(msg::SOAK, -struck.soak, ids.soak);
        Some(
            [damage, soak]
                .into_iter()
                .filter(|term| term.value != 0)
                .collect(),
        )
    }

    /// Applies the effects of a hit: marks damage, knocks the target down, breaks armor.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop>;
}

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
        "dodge" => Way::Dodge,
        "block" => Way::Block,
        "parry" => Way::Parry,
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
