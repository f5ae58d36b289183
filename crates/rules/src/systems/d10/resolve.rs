//! From the attack roll to what is left of it, as the three systems play it: one straight line
//! of questions, over what each system answers as an [`Attack`].

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

/// The key of the option not to defend.
pub const NO_DEFENSE: &str = "none";

/// What a target can try against an attack by someone unseen, whatever it is.
pub const TRIES: &[(&str, Text)] = &[
    (NO_DEFENSE, msg::NO_DEFENSE),
    ("dodge", msg::DODGE),
    ("block", msg::BLOCK),
    ("parry", msg::PARRY),
];

/// Where a system says how an exchange goes.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Each success of the defense cancels one of the attack.
    pub defense: &'static str,
    /// Successes beyond the first add damage dice.
    pub extra: &'static str,
    /// The damage roll.
    pub damage: &'static str,
    /// The soak roll.
    pub soak: &'static str,
}

/// How an attack begins.
#[derive(Clone, Debug)]
pub enum Opening {
    /// With a roll.
    Roll {
        /// The roll.
        throw: Throw,
        /// What can be bought for it.
        buys: Vec<Buy>,
    },
    /// Without one: it counts as so many successes, none where it misses.
    Sure {
        /// Why, in a few words.
        why: Wording,
        /// As how many successes it counts.
        successes: i32,
        /// The rule.
        rule: &'static str,
    },
}

/// A way to defend.
#[derive(Clone, Debug)]
pub struct Defense {
    /// The key in an answer.
    pub key: &'static str,
    /// In words: "Dodge".
    pub title: Text,
    /// The roll.
    pub throw: Throw,
    /// What can be bought for it.
    pub buys: Vec<Buy>,
    /// Why it cannot be chosen: the reason and its rule.
    pub barred: Option<(Wording, &'static str)>,
}

/// How an attack was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The successes of the attack, or the target's share of them.
    pub attack: i32,
    /// The key of the defense, [`NO_DEFENSE`] without one.
    pub defense: String,
    /// Its successes.
    pub successes: i32,
    /// What is left of the attack; a hit from 1.
    pub net: i32,
}

/// What an attack that hit came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Struck {
    /// How it was met.
    pub met: Met,
    /// Successes of the damage roll.
    pub damage: i32,
    /// Successes of the soak roll.
    pub soak: i32,
    /// Levels that get through.
    pub inflicted: i32,
}

/// An attack as a system plays it: what [`resolve`] asks. Each question comes after the ones
/// before it were answered, and may ask the play itself.
pub trait Attack {
    /// Where the system says how it goes.
    fn ids(&self) -> &Ids;

    /// The table as the attack reads it.
    fn scene(&self) -> &Scene<'_>;

    /// The same attack with the table as it is by now: each question and each roll after the
    /// attack roll reads it again.
    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n>;

    /// Who rolls attack and damage: the acting combatant.
    fn by(&self) -> Party {
        Party::Actor
    }

    /// How it begins.
    fn opening(&self) -> Opening;

    /// What comes of the attack roll, whatever it was: an action is counted, rounds are fired, a
    /// botch has its price.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn opened(&self, _play: &mut Play<'_>, _roll: &Thrown) -> Result<(), Stop> {
        Ok(())
    }

    /// The successes that each target has to meet, in the order of the targets. All of them for
    /// the one target, unless the attack is shared out.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn shares(&self, _play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        Ok(vec![successes])
    }

    /// How a target can defend against so many successes, besides not at all.
    fn defenses(&self, target: u8, successes: i32) -> Vec<Defense>;

    /// Whether a defense that was chosen comes about: giving up another action for it may fail.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn allowed(&self, _play: &mut Play<'_>, _target: u8, _key: &str) -> Result<bool, Stop> {
        Ok(true)
    }

    /// What has to happen before the defense that was chosen is rolled, besides what may fail:
    /// dice are divided. The roll as it is then made, or `None` when nothing comes of it.
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

    /// What comes of meeting it, hit or not: an action is counted, a parry cuts the attacker.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn met(&self, _play: &mut Play<'_>, _target: u8, _met: &Met) -> Result<(), Stop> {
        Ok(())
    }

    /// The damage dice of a hit, without those of extra successes; `None` does no damage.
    fn damage(&self, target: u8) -> Option<Vec<Term>>;

    /// The rule by which a damage roll always has a die, where the system has one.
    fn least(&self) -> Option<&'static str> {
        None
    }

    /// The soak roll; `None` where nothing is soaked.
    fn soak(&self, target: u8) -> Option<Throw>;

    /// What the levels that get through are made of; `None` where damage successes are no levels.
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

    /// What comes of a hit: the damage is marked, the target falls, armor breaks.
    ///
    /// # Errors
    /// [`Stop`] when an answer is needed first.
    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop>;
}

/// The table as the next question of an attack reads it, with what its player meant by it.
fn now<'n, 'p: 'n>(it: &'n dyn Attack, play: &Play<'p>) -> Scene<'n> {
    let now: Scene<'n> = play.scene();
    Scene {
        intent: it.scene().intent,
        ..now
    }
}

/// Plays an attack: its roll, and for each target defense, damage, soak and what comes of it.
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

/// One target meets its share of an attack.
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

/// The target chooses how to defend; `None` is not at all.
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

/// The target rolls the defense that was chosen; how it defended, and with what success.
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

/// Damage, and what the target soaks of it.
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

/// What became of an attack of which nothing is left once it was met.
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

/// So many levels of damage for a party.
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
