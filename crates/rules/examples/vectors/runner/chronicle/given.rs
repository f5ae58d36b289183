//! The fields of vectors that describe an attack, as they are written.

use rules::roll::Grade;
use rules::track::Boxes;
use serde::{Deserialize, Serialize};

/// How an attack is made.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    #[default]
    Unarmed,
    Melee,
    Firearm,
    Thrown,
}

impl Kind {
    /// The maneuver that makes it.
    pub(super) const fn maneuver(self) -> &'static str {
        match self {
            Self::Unarmed => "unarmed",
            Self::Melee => "melee",
            Self::Firearm => "shoot",
            Self::Thrown => "throw",
        }
    }

    /// The kind of item it is made with.
    pub(super) const fn item(self) -> &'static str {
        match self {
            Self::Unarmed => "brawl",
            Self::Melee => "melee",
            Self::Firearm => "gun",
            Self::Thrown => "thrown",
        }
    }
}

/// A word of a vector that the table writes alike.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub(super) enum $name { $($word),* }
    )*};
}

words! {
    /// By what nature a weapon harms.
    Harm { Unarmed, Blunt, Piercing, Slashing, Ballistic, Fire, Supernatural }
    /// Where armor protects.
    Place { All, Torso, Head, Arm, Leg, Hand, Eye }
    /// What is aimed at, in the order of the dial.
    Location { Arm, Leg, Head, Heart, Hand, Eye }
    /// How well a combatant is concealed, in the order of the dial.
    Concealment { Barely, Partial, Substantial, Complete, VisionBlocked }
    /// What a hit to the leg does.
    LegChoice { LegWrack, KnockedDown }
    /// How long the trigger is held, in the order of the dial.
    Burst { Short, Medium, Long }
    /// What kind of creature it is.
    Creature { Mortal, Vampire, Supernatural }
}

/// A word as it is written.
pub(super) fn word(grade: Grade) -> &'static str {
    match grade {
        Grade::DramaticFailure => "dramatic_failure",
        Grade::Failure => "failure",
        Grade::Success => "success",
        Grade::Exceptional => "exceptional",
    }
}

/// Who attacks. A trait that is absent is 0.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Attacker {
    pub(super) strength: i32,
    pub(super) dexterity: i32,
    pub(super) brawl: i32,
    pub(super) weaponry: i32,
    pub(super) firearms: i32,
    pub(super) athletics: i32,
    pub(super) wound_penalty: i32,
    pub(super) vampire: bool,
    pub(super) prone: bool,
    pub(super) ambidextrous: bool,
    pub(super) blind_and_deaf: bool,
}

/// A piece of armor.
#[derive(Clone, Deserialize)]
#[serde(default)]
pub(super) struct Armor {
    pub(super) ballistic: i32,
    pub(super) general: i32,
    pub(super) covers: Vec<Place>,
    pub(super) supernatural: bool,
}

impl Default for Armor {
    fn default() -> Self {
        Self {
            ballistic: 0,
            general: 0,
            covers: vec![Place::All],
            supernatural: false,
        }
    }
}

/// Who is attacked.
#[derive(Clone, Deserialize)]
#[serde(default)]
pub(super) struct Target {
    pub(super) dexterity: i32,
    pub(super) wits: i32,
    pub(super) stamina: i32,
    pub(super) size: i32,
    pub(super) wound_penalty: i32,
    pub(super) prone: bool,
    pub(super) dodge: bool,
    pub(super) defense_applied: i32,
    pub(super) stunned: bool,
    pub(super) no_defense: bool,
    pub(super) dormant: bool,
    pub(super) vampire: bool,
    pub(super) blind_and_deaf: bool,
    pub(super) armor: Vec<Armor>,
    pub(super) track: Option<Boxes>,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            dexterity: 0,
            wits: 0,
            stamina: 0,
            size: super::human(),
            wound_penalty: 0,
            prone: false,
            dodge: false,
            defense_applied: 0,
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

/// A weapon.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Weapon {
    #[serde(rename = "mod")]
    pub(super) modifier: i32,
    pub(super) size: i32,
    pub(super) category: Option<Harm>,
    pub(super) ranges: Option<[i32; 3]>,
    pub(super) improvised: bool,
    pub(super) str_req: i32,
    pub(super) wooden_stake: bool,
    pub(super) stun: bool,
}

/// A term of other origin.
#[derive(Clone, Deserialize)]
pub(super) struct Extra {
    pub(super) label: String,
    pub(super) value: i32,
}

/// Circumstances and choices.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Options {
    pub(super) offhand: bool,
    pub(super) all_out: bool,
    pub(super) pulled: i32,
    pub(super) aim: i32,
    pub(super) burst: Option<Burst>,
    pub(super) persons: i32,
    pub(super) avoid: i32,
    pub(super) avoid_grappled: i32,
    pub(super) called: Option<Location>,
    pub(super) leg_choice: Option<LegChoice>,
    pub(super) concealment: Option<Concealment>,
    pub(super) firing_from: Option<Concealment>,
    pub(super) roll: bool,
    pub(super) st_modifier: i32,
    pub(super) close_quarters: bool,
    pub(super) extra: Vec<Extra>,
}

/// What hides the target.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Cover {
    pub(super) durability: i32,
    pub(super) structure: i32,
    pub(super) see_through: bool,
}

/// Who is held in front of the target.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Shield {
    pub(super) stamina: i32,
    pub(super) armor: Vec<Armor>,
    pub(super) vampire: bool,
}

/// One attack.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Attack {
    pub(super) kind: Kind,
    pub(super) attacker: Attacker,
    pub(super) weapon: Option<Weapon>,
    pub(super) distance: Option<i32>,
    pub(super) options: Options,
    pub(super) target: Target,
    pub(super) cover: Option<Cover>,
    pub(super) shield: Option<Shield>,
}
