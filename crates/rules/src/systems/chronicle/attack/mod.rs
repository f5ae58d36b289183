//! Attacks: who strikes whom, with what and under which circumstances.
//!
//! [`Attack`] is what the table knows before the dice; [`pool`] turns it into a sum of
//! terms, [`outcome`] turns a roll into marked boxes (CHR-PIPE-01, CHR-PIPE-02).

pub mod legal;
pub mod outcome;
pub mod pool;
pub mod ranged;

use crate::messages::chronicle as msg;
use serde::{Deserialize, Serialize};

use super::armor::Armor;
use super::called_shot::{LegChoice, Location};
use super::concealment::Concealment;
use super::cover::Cover;
use super::input::{self, Nonsense};
use super::shield::Shield;
pub use super::weapon::{AttackKind, Harm, Weapon};
use crate::term::Term;
use crate::track::{Boxes, Severity};

/// What the attacker brings. A trait that is absent is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attacker {
    /// Strength.
    pub strength: i32,
    /// Dexterity.
    pub dexterity: i32,
    /// Brawl.
    pub brawl: i32,
    /// Weaponry.
    pub weaponry: i32,
    /// Firearms.
    pub firearms: i32,
    /// Athletics.
    pub athletics: i32,
    /// 0 or below; not counted for a vampire (CHR-WND-02).
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
    /// Lies down.
    pub prone: bool,
    /// Uses either hand alike (CHR-CMP-03).
    pub ambidextrous: bool,
    /// Sees and hears nothing at all (CHR-COND-07).
    pub blind_and_deaf: bool,
}

/// Who is attacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Dexterity.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
    /// Stamina.
    pub stamina: i32,
    /// Size.
    pub size: i32,
    /// 0 or below, as it was before this attack; used where no track is given.
    pub wound_penalty: i32,
    /// Lies down.
    pub prone: bool,
    /// Dodges this turn (CHR-DODGE-01).
    pub dodge: bool,
    /// How often Defense was applied earlier this turn (CHR-DEF-05).
    pub defense_applied: i32,
    /// What the storyteller adds to Defense or takes from it (CHR-ST-01).
    #[serde(skip)]
    pub defense_ruled: i32,
    /// Is stunned: Defense is halved (CHR-COND-03).
    pub stunned: bool,
    /// Has no Defense against this, for whatever reason, or withholds it (CHR-DEF-04).
    pub no_defense: bool,
    /// Cannot move at all: bound or unconscious (CHR-DEF-09).
    pub dormant: bool,
    /// Is a vampire.
    pub vampire: bool,
    /// Sees and hears nothing at all (CHR-COND-07).
    pub blind_and_deaf: bool,
    /// Every piece of armor worn.
    pub armor: Vec<Armor>,
    /// The health track, if it is known.
    pub track: Option<Boxes>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// With the wrong hand (CHR-CMP-03).
    pub offhand: bool,
    /// An all-out attack (CHR-CMP-04).
    pub all_out: bool,
    /// The limit of a pulled blow; 0 when it is not pulled (CHR-PULL-01).
    pub pulled: i32,
    /// Turns spent aiming (CHR-AIM-01).
    pub aim: i32,
    /// A burst instead of a single shot (CHR-AUTO-02 to 04).
    pub burst: Option<super::burst::Burst>,
    /// All the burst rolls against, the target included; 0 counts as 1 (CHR-AUTO-05).
    pub persons: i32,
    /// Combatants a single shot must miss (CHR-MIX-01).
    pub avoid: i32,
    /// Grappled combatants a single shot must miss, counted apart (CHR-MIX-02).
    pub avoid_grappled: i32,
    /// A called shot (CHR-TGT-01).
    pub called: Option<Location>,
    /// What a hit to the leg does (CHR-TGT-03).
    pub leg_choice: LegChoice,
    /// How well the target is concealed (CHR-CONC-01).
    pub concealment: Option<Concealment>,
    /// From what concealment the attacker shoots (CHR-CONC-05).
    pub firing_from: Option<Concealment>,
    /// Rolls against a dormant target although no roll is needed (CHR-DEF-09).
    pub roll: bool,
    /// What the storyteller adds or takes (CHR-ST-01).
    pub st_modifier: i32,
    /// The storyteller calls the place close quarters (CHR-CQB-01).
    pub close_quarters: bool,
    /// Terms of other origin: conditions, merits, equipment.
    pub extra: Vec<Term>,
    /// Which faces are thrown again.
    pub again: super::pool::Again,
    /// Failed dice are thrown once more.
    pub rote: bool,
    /// Only a chance die is left, whatever the pool: both arms are useless (CHR-COND-01).
    pub chance: bool,
}

/// One attack on one target, before the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// How it is made.
    pub kind: AttackKind,
    /// Who attacks.
    #[serde(default)]
    pub attacker: Attacker,
    /// With what; `None` is bare hands or nothing worth a number.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// From how far, in yards; `None` is the usual distance of the kind.
    #[serde(default)]
    pub distance: Option<i32>,
    /// Circumstances.
    #[serde(default)]
    pub options: Options,
    /// Who is attacked.
    #[serde(default)]
    pub target: Target,
    /// What wholly hides the target; only shots and throws meet it (CHR-COV-03).
    #[serde(default)]
    pub cover: Option<Cover>,
    /// Who is held in front of the target (CHR-SHLD-01).
    #[serde(default)]
    pub shield: Option<Shield>,
}

impl Attack {
    /// The distance, in yards.
    #[must_use]
    pub fn distance(&self) -> i32 {
        self.distance.unwrap_or(self.kind.usual_distance())
    }

    /// The weapon's modifier; 0 without one.
    #[must_use]
    pub fn weapon_modifier(&self) -> i32 {
        self.weapon.as_ref().map_or(0, |weapon| weapon.modifier)
    }

    /// By what nature this attack harms.
    #[must_use]
    pub fn harm(&self) -> Harm {
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
    pub fn is_gunshot(&self) -> bool {
        self.kind == AttackKind::Firearm && self.harm() == Harm::Ballistic
    }

    /// What this attack does to the living: fists bruise (CHR-ATK-08), any weapon is lethal
    /// (CHR-ATK-09), fire and the unnatural are aggravated (CHR-ATK-10).
    #[must_use]
    pub fn severity(&self) -> Severity {
        match (self.harm(), self.kind) {
            (Harm::Fire | Harm::Supernatural, _) => Severity::Aggravated,
            (Harm::Unarmed, AttackKind::Unarmed) => Severity::Bashing,
            _ => Severity::Lethal,
        }
    }

    /// The called location, if any.
    #[must_use]
    pub const fn called(&self) -> Option<Location> {
        self.options.called
    }

    /// Whether a wooden stake is aimed at the heart (CHR-VMP-08).
    #[must_use]
    pub fn is_staking(&self) -> bool {
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
    pub fn check(&self) -> Result<(), Nonsense> {
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
    pub fn check(&self) -> Result<(), Nonsense> {
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
    pub fn check(&self) -> Result<(), Nonsense> {
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
