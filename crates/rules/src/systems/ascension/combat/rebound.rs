//! Rebound of an unarmed attack from a parrying weapon (ASC-REB-01, ASC-REB-02, ASC-REB-03).

use super::super::Settings;
use super::super::attack::{self, Ability};
use super::super::chart::AttackLine;
use super::gear::WEAPON;
use super::rolls::IDS;
use super::{gear, person, rolls, ways};
use crate::exchange::{Effect, Intent, Party, Play, Scene, Slot, Stop};
use crate::fighter::Fighter;
use crate::gear::ItemId;
use crate::messages::ascension as msg;
use crate::systems::d10::resolve::{
    Attack, Defense, Ids, Opening, Struck, Throw, levels, parry_with,
};
use crate::systems::d10::table::dials::Purpose;
use crate::term::Term;

/// Maneuver key of a rebound, which follows automatically from a parry.
pub(super) const REBOUND: &str = "rebound";
/// Parameter key of the parry's excess successes.
pub(super) const EXCESS: &str = "excess";

/// Determines the weapon a target parries with, which also strikes in a rebound; asks if several
/// weapons are in hand (ASC-REB-02, ASC-REB-03).
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn parries_with(
    play: &mut Play<'_>,
    target: u8,
    who: &Fighter<'_>,
) -> Result<Option<ItemId>, Stop> {
    let held = who.gear.iter().filter(|(_, item)| item.is_ready());
    let held = held.filter(|(_, item)| item.kind == WEAPON);
    parry_with(play, target, held, "ASC-PARRY-01")
}

/// Creates the effect that starts a rebound after a target's parry.
pub(super) fn follows(target: u8, weapon: Option<ItemId>, excess: i32) -> Effect {
    let intent = Intent::of(REBOUND).set(EXCESS, excess);
    Effect::Follow {
        by: Party::Target(target),
        at: vec![Party::Actor],
        intent: match weapon {
            Some(id) => intent.with(id),
            None => intent,
        },
    }
}

/// Rebound attack, against which there is no defense; it uses up no action.
pub(super) struct Rebound<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) actor: &'a Fighter<'a>,
    pub(super) line: AttackLine,
    pub(super) excess: i32,
    pub(super) by: Settings,
}

impl<'a> Rebound<'a> {
    /// Builds the rebound of a scene, with the weapon that parried.
    pub(super) fn of(scene: &'a Scene<'a>, actor: &'a Fighter<'a>, by: Settings) -> Option<Self> {
        Some(Self {
            scene,
            actor,
            line: scene.item().map(gear::line)?,
            excess: scene.set(EXCESS, 0),
            by,
        })
    }
}

impl Attack for Rebound<'_> {
    fn ids(&self) -> &Ids {
        &IDS
    }

    fn scene(&self) -> &Scene<'_> {
        self.scene
    }

    fn reread<'n>(&'n self, now: &'n Scene<'n>) -> Box<dyn Attack + 'n> {
        let item = now.item().map(gear::line);
        Box::new(Rebound {
            scene: now,
            actor: now.actor.unwrap_or(self.actor),
            line: item.unwrap_or_else(|| self.line.clone()),
            excess: self.excess,
            by: self.by.clone(),
        })
    }

    fn opening(&self) -> Opening {
        let terms = attack::terms(&person::attack(self.actor, Ability::Melee), &self.by);
        let six = rolls::usual().into_iter().map(|term| Term {
            rule: Some(crate::term::RuleId::new("ASC-REB-02")),
            ..term
        });
        let throw = Throw::new(msg::REBOUND, Purpose::Reflex, terms);
        Opening::Roll {
            throw: throw.against(six.collect()),
            buys: rolls::buys(self.actor),
        }
    }

    /// Adds the excess of the parry to the successes, unless a house rule adds it to damage
    /// (ASC-REB-03).
    fn shares(&self, play: &mut Play<'_>, successes: i32) -> Result<Vec<i32>, Stop> {
        if !self.by.excess_to_attack {
            return Ok(vec![successes]);
        }
        let terms = vec![
            Term::of_rule(msg::REBOUND, successes, "ASC-REB-02"),
            Term::of_rule(msg::BETTER_PARRY, self.excess, "ASC-REB-03"),
        ];
        let all = play.note(Slot::of("rebound"), Party::Actor, msg::SUCCESSES, terms);
        Ok(vec![all])
    }

    fn defenses(&self, _target: u8, _successes: i32) -> Vec<Defense> {
        Vec::new()
    }

    fn damage(&self, _target: u8) -> Option<Vec<Term>> {
        Some(ways::damage(self.actor, &self.line))
    }

    fn least(&self) -> Option<&'static str> {
        Some("ASC-DMG-02")
    }

    fn soak(&self, target: u8) -> Option<Throw> {
        let who = self.scene.party(Party::Target(target))?;
        Some(rolls::soak(person::soak(who, self.line.kind, &self.by)))
    }

    fn inflicted(&self, _target: u8, struck: &Struck) -> Option<Vec<Term>> {
        let better = if self.by.excess_to_attack {
            0
        } else {
            self.excess
        };
        let terms = [
            Term::of_rule(msg::DAMAGE, struck.damage, IDS.damage),
            Term::of_rule(msg::BETTER_PARRY, better, "ASC-REB-03"),
            Term::of_rule(msg::SOAK, -struck.soak, IDS.soak),
        ];
        Some(terms.into_iter().filter(|term| term.value != 0).collect())
    }

    fn aftermath(&self, play: &mut Play<'_>, target: u8, struck: &Struck) -> Result<(), Stop> {
        let to = Party::Target(target);
        play.effect(levels(to, self.line.kind, struck.inflicted));
        Ok(())
    }
}
