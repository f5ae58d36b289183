//! Attacks: who strikes whom, with what and under which circumstances.
//!
//! [`Attack`] is what the table knows before the dice; [`pool`] turns it into a sum of
//! terms, [`outcome`] turns a roll into marked boxes (CHR-PIPE-01, CHR-PIPE-02).

pub(crate) mod legal;
pub(crate) mod outcome;
pub(crate) mod pool;
pub(crate) mod ranged;

use super::armor::Armor;
use super::called_shot::Location;
use super::concealment::Concealment;
use super::cover::Cover;
use super::input::{self, Nonsense};
use super::shield::Shield;
pub(crate) use super::weapon::{AttackKind, Harm, Weapon};
use crate::messages::chronicle as msg;
use crate::term::Term;
use crate::track::{Boxes, Severity};

/// What the attacker brings. A trait that is absent is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attacker {
    /// Strength.
    pub(crate) strength: i32,
    /// Dexterity.
    pub(crate) dexterity: i32,
    /// Brawl.
    pub(crate) brawl: i32,
    /// Weaponry.
    pub(crate) weaponry: i32,
    /// Firearms.
    pub(crate) firearms: i32,
    /// Athletics.
    pub(crate) athletics: i32,
    /// 0 or below; not counted for a vampire (CHR-WND-02).
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
    /// Lies down.
    pub(crate) prone: bool,
    /// Uses either hand alike (CHR-CMP-03).
    pub(crate) ambidextrous: bool,
    /// Sees and hears nothing at all (CHR-COND-07).
    pub(crate) blind_and_deaf: bool,
}

/// Who is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// Dexterity.
    pub(crate) dexterity: i32,
    /// Wits.
    pub(crate) wits: i32,
    /// Stamina.
    pub(crate) stamina: i32,
    /// Size.
    pub(crate) size: i32,
    /// 0 or below, as it was before this attack; used where no track is given.
    pub(crate) wound_penalty: i32,
    /// Lies down.
    pub(crate) prone: bool,
    /// Dodges this turn (CHR-DODGE-01).
    pub(crate) dodge: bool,
    /// How often Defense was applied earlier this turn (CHR-DEF-05).
    pub(crate) defense_applied: i32,
    /// What the storyteller adds to Defense or takes from it (CHR-ST-01).
    pub(crate) defense_ruled: i32,
    /// Is stunned: Defense is halved (CHR-COND-03).
    pub(crate) stunned: bool,
    /// Has no Defense against this, for whatever reason, or withholds it (CHR-DEF-04).
    pub(crate) no_defense: bool,
    /// Cannot move at all: bound or unconscious (CHR-DEF-09).
    pub(crate) dormant: bool,
    /// Is a vampire.
    pub(crate) vampire: bool,
    /// Sees and hears nothing at all (CHR-COND-07).
    pub(crate) blind_and_deaf: bool,
    /// Every piece of armor worn.
    pub(crate) armor: Vec<Armor>,
    /// The health track, if it is known.
    pub(crate) track: Option<Boxes>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            dexterity: 0,
            wits: 0,
            stamina: 0,
            size: super::numbers::HUMAN_SIZE,
            wound_penalty: 0,
            prone: false,
            dodge: false,
            defense_applied: 0,
            defense_ruled: 0,
            stunned: false,
            no_defense: false,
            dormant: false,
            vampire: false,
            blind_and_deaf: false,
            armor: Vec::new(),
            track: None,
        }
    }
}

/// Circumstances and choices. What belongs to another kind of attack is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    pub(crate) burst: Option<super::burst::Burst>,
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
    /// What the storyteller adds or takes (CHR-ST-01).
    pub(crate) st_modifier: i32,
    /// The storyteller calls the place close quarters (CHR-CQB-01).
    pub(crate) close_quarters: bool,
    /// Terms of other origin: conditions, merits, equipment.
    pub(crate) extra: Vec<Term>,
    /// Which faces are thrown again.
    pub(crate) again: super::pool::Again,
    /// Failed dice are thrown once more.
    pub(crate) rote: bool,
    /// Only a chance die is left, whatever the pool: both arms are useless (CHR-COND-01).
    pub(crate) chance: bool,
}

/// One attack on one target, before the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attack {
    /// How it is made.
    pub(crate) kind: AttackKind,
    /// Who attacks.
    pub(crate) attacker: Attacker,
    /// With what; `None` is bare hands or nothing worth a number.
    pub(crate) weapon: Option<Weapon>,
    /// From how far, in yards; `None` is the usual distance of the kind.
    pub(crate) distance: Option<i32>,
    /// Circumstances.
    pub(crate) options: Options,
    /// Who is attacked.
    pub(crate) target: Target,
    /// What wholly hides the target; only shots and throws meet it (CHR-COV-03).
    pub(crate) cover: Option<Cover>,
    /// Who is held in front of the target (CHR-SHLD-01).
    pub(crate) shield: Option<Shield>,
}

impl Attack {
    /// The distance, in yards.
    #[must_use]
    pub(crate) fn distance(&self) -> i32 {
        self.distance.unwrap_or(self.kind.usual_distance())
    }

    /// The weapon's modifier; 0 without one.
    #[must_use]
    pub(crate) fn weapon_modifier(&self) -> i32 {
        self.weapon.as_ref().map_or(0, |weapon| weapon.modifier)
    }

    /// By what nature this attack harms.
    #[must_use]
    pub(crate) fn harm(&self) -> Harm {
        let named = self.weapon.as_ref().and_then(|weapon| weapon.category);
        named.unwrap_or(match self.kind {
            AttackKind::Unarmed => Harm::Unarmed,
            AttackKind::Firearm => Harm::Ballistic,
            AttackKind::Melee | AttackKind::Thrown => Harm::Blunt,
        })
    }

    /// Whether it is a shot that ballistic armor is made for: a bolt and an arrow are none
    /// (CHR-ARM-01).
    #[must_use]
    pub(crate) fn is_gunshot(&self) -> bool {
        self.kind == AttackKind::Firearm && self.harm() == Harm::Ballistic
    }

    /// What this attack does to the living: fists bruise (CHR-ATK-08), any weapon is lethal
    /// (CHR-ATK-09), fire and the unnatural are aggravated (CHR-ATK-10).
    #[must_use]
    pub(crate) fn severity(&self) -> Severity {
        match (self.harm(), self.kind) {
            (Harm::Fire | Harm::Supernatural, _) => Severity::Aggravated,
            (Harm::Unarmed, AttackKind::Unarmed) => Severity::Bashing,
            _ => Severity::Lethal,
        }
    }

    /// The called location, if any.
    #[must_use]
    pub(crate) const fn called(&self) -> Option<Location> {
        self.options.called
    }

    /// Whether a wooden stake is aimed at the heart (CHR-VMP-08).
    #[must_use]
    pub(crate) fn is_staking(&self) -> bool {
        self.called() == Some(Location::Heart)
            && self
                .weapon
                .as_ref()
                .is_some_and(|weapon| weapon.wooden_stake)
    }

    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        let by = &self.attacker;
        input::traits([
            ("strength", by.strength),
            ("dexterity", by.dexterity),
            ("brawl", by.brawl),
            ("weaponry", by.weaponry),
            ("firearms", by.firearms),
            ("athletics", by.athletics),
        ])?;
        input::penalty("wound_penalty", by.wound_penalty)?;
        if let Some(weapon) = &self.weapon {
            weapon.check()?;
        }
        input::within("distance", self.distance(), 0, input::YARDS_MOST)?;
        self.options.check()?;
        self.target.check()?;
        if let Some(cover) = &self.cover {
            cover.check()?;
        }
        self.shield.as_ref().map_or(Ok(()), Shield::check)
    }
}

impl Target {
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::traits([
            ("dexterity", self.dexterity),
            ("wits", self.wits),
            ("stamina", self.stamina),
            ("size", self.size),
            ("defense_applied", self.defense_applied),
        ])?;
        input::penalty("wound_penalty", self.wound_penalty)?;
        input::list(msg::PIECES_OF_ARMOR.get(), self.armor.len())?;
        self.armor.iter().try_for_each(Armor::check)
    }
}

impl Options {
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::traits([
            ("pulled", self.pulled),
            ("persons", self.persons),
            ("avoid", self.avoid),
            ("avoid_grappled", self.avoid_grappled),
        ])?;
        input::within("aim", self.aim, 0, input::YARDS_MOST)?;
        input::modifier("st_modifier", self.st_modifier)?;
        input::list("terms", self.extra.len())?;
        self.extra
            .iter()
            .try_for_each(|term| input::modifier("term", term.value))
    }
}
