//! Attacks: who strikes whom, with what and under which circumstances.
//!
//! [`Attack`] is what the table knows before the dice; [`pool`] turns it into a sum of
//! terms, [`outcome`] turns a roll into damage (CHR-PIPE-01, CHR-PIPE-02).

pub(crate) mod autofire;
pub(crate) mod burst;
pub(crate) mod called_shot;
pub(crate) mod concealment;
pub(crate) mod cover;
pub(crate) mod declare;
pub(crate) mod declared;
pub(crate) mod defense;
pub(crate) mod outcome;
pub(crate) mod pool;
pub(crate) mod ranged;

use super::attack::called_shot::Location;
use super::attack::concealment::Concealment;
use super::attack::cover::Cover;
use super::combat::character::Character;
use super::dice::pool::Again;
pub(crate) use super::gear::weapon::{AttackKind, Harm, Weapon};
use crate::base::term::Term;
use crate::character::track::Severity;
use burst::Burst;

/// Circumstances and choices of an attack in Chronicle, such as an all-out attack. What belongs to another kind of
/// attack is ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// With the wrong hand (CHR-CMP-03).
    pub(crate) offhand: bool,
    /// An all-out attack (CHR-CMP-04).
    pub(crate) all_out: bool,
    /// The limit of a pulled blow; 0 when it is not pulled (CHR-PULL-01).
    pub(crate) pulled: i32,
    /// Turns spent aiming (CHR-AIM-01).
    pub(crate) aim: i32,
    /// A burst instead of a single shot (CHR-AUTO-02 to 04).
    pub(crate) burst: Option<Burst>,
    /// All the burst rolls against, the target included; 0 counts as 1 (CHR-AUTO-05).
    pub(crate) persons: i32,
    /// Combatants a single shot must miss (CHR-MIX-01).
    pub(crate) avoid: i32,
    /// Grappled combatants a single shot must miss, counted apart (CHR-MIX-02).
    pub(crate) avoid_grappled: i32,
    /// A called shot (CHR-TGT-01).
    pub(crate) called: Option<Location>,
    /// How well the target is concealed (CHR-CONC-01).
    pub(crate) concealment: Option<Concealment>,
    /// From what concealment the attacker shoots (CHR-CONC-05).
    pub(crate) firing_from: Option<Concealment>,
    /// Rolls against a dormant target although no roll is needed (CHR-DEF-09).
    pub(crate) roll: bool,
    /// The storyteller calls the place close quarters (CHR-CQB-01).
    pub(crate) close_quarters: bool,
    /// Terms of other origin: conditions, merits, equipment.
    pub(crate) extra: Vec<Term>,
    /// Which faces are thrown again.
    pub(crate) again: Again,
    /// Failed dice are thrown once more.
    pub(crate) rote: bool,
    /// Only a chance die is left, whatever the pool: both arms are useless (CHR-COND-01).
    pub(crate) chance: bool,
}

/// Attack of Chronicle on one target, with its circumstances, before the dice are thrown.
#[derive(Clone)]
pub(crate) struct Attack<'a> {
    /// How it is made.
    pub(crate) kind: AttackKind,
    /// The attacker.
    pub(crate) by: &'a Character<'a>,
    /// The target.
    pub(crate) on: &'a Character<'a>,
    /// With what; `None` is bare hands.
    pub(crate) weapon: Option<Weapon>,
    /// Distance in yards; `None` is the usual one of the kind.
    pub(crate) distance: Option<i32>,
    /// Circumstances.
    pub(crate) options: Options,
    /// Whether the target has no Defense against this, or withholds it (CHR-DEF-04).
    pub(crate) no_defense: bool,
    /// What the storyteller adds to Defense or takes from it (CHR-ST-01).
    pub(crate) defense_ruled: i32,
    /// What wholly hides the target; only shots and throws meet it (CHR-COV-03).
    pub(crate) cover: Option<Cover>,
    /// The combatant who is held in front of the target (CHR-SHLD-01).
    pub(crate) shield: Option<&'a Character<'a>>,
}

impl Attack<'_> {
    /// Returns the distance to the target in yards, or the usual one for the kind of attack.
    pub(crate) fn distance(&self) -> i32 {
        self.distance.unwrap_or(self.kind.usual_distance())
    }

    /// Returns the damage modifier of the attack's weapon; 0 without one.
    pub(crate) fn weapon_modifier(&self) -> i32 {
        self.weapon.as_ref().map_or(0, |weapon| weapon.modifier)
    }

    /// Returns the nature of the harm of the attack.
    pub(crate) fn harm(&self) -> Harm {
        let named = self.weapon.as_ref().and_then(|weapon| weapon.category);
        named.unwrap_or(match self.kind {
            AttackKind::Unarmed => Harm::Unarmed,
            AttackKind::Firearm => Harm::Ballistic,
            AttackKind::Melee | AttackKind::Thrown => Harm::Blunt,
        })
    }

    /// Whether the attack is a shot that ballistic armor is made for: a bolt and an arrow are none
    /// (CHR-ARM-01).
    pub(crate) fn is_gunshot(&self) -> bool {
        self.kind == AttackKind::Firearm && self.harm() == Harm::Ballistic
    }

    /// Returns the severity of the damage to the living: fists bruise (CHR-ATK-08), any weapon is lethal
    /// (CHR-ATK-09), fire and the unnatural are aggravated (CHR-ATK-10).
    pub(crate) fn severity(&self) -> Severity {
        match (self.harm(), self.kind) {
            (Harm::Fire | Harm::Supernatural, _) => Severity::Aggravated,
            (Harm::Unarmed, AttackKind::Unarmed) => Severity::Bashing,
            _ => Severity::Lethal,
        }
    }

    /// Returns the location that the attack aims at by a called shot, if any.
    pub(crate) const fn called(&self) -> Option<Location> {
        self.options.called
    }

    /// Whether the attack aims a wooden stake at the heart (CHR-VMP-08).
    pub(crate) fn is_staking(&self) -> bool {
        self.called() == Some(Location::Heart)
            && self
                .weapon
                .as_ref()
                .is_some_and(|weapon| weapon.wooden_stake)
    }
}
