//! What Crossover vectors ask about, as their schema writes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($(#[$inner:meta])* $word:ident),* $(,)? })*) => {$(
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
        #[serde(rename_all = "snake_case")]
        $(#[$meta])*
        pub(super) enum $name { $($(#[$inner])* $word),* }
    )*};
}

words! {
    Kind { Vampire, Ghoul, Werewolf, Mage, Wraith, Risen, #[default] Mortal, #[serde(other)] Other }
    Breed { #[default] Homid, Metis, Lupus }
    Form { #[default] Homid, Glabro, Crinos, Hispo, Lupus }
    DamageType { #[default] Bashing, Lethal, Aggravated }
    WeaponClass {
        Pistol, Rifle, Smg, AssaultRifle, Shotgun, Bow, Crossbow, Blade, Blunt, Stake,
        #[default] #[serde(other)] Other,
    }
    Maneuver {
        #[default] Strike, WeaponStrike, Kick, Bite, Claw, Clinch, Hold, DisarmArmed,
        DisarmUnarmed, JabPistol, SweepLeg, SweepArm, SweepWeapon, Tackle, Shoot, Throw, Bow,
        Crossbow, AutoFire, Strafe, Burst,
    }
    Claws { #[default] Feral, Bone }
    Reach { #[default] Close, Ranged }
    Ability { #[default] Brawl, Melee, Firearms, Athletics, Throwing, Archery }
    Flank { #[default] Side, Rear }
    TargetSize { #[default] Medium, Small, Precise }
    Cover { #[default] Light, Good, Superior }
    Immobilized { #[default] Partly, Fully }
    Defense { #[default] Block, Dodge, Parry }
    Method { #[default] Roll, Spend }
    NewAction { Defense, #[default] Other }
}

impl Maneuver {
    /// Whether it is done from afar.
    pub(super) const fn is_ranged(self) -> bool {
        use Maneuver::{AutoFire, Bow, Burst, Crossbow, Shoot, Strafe, Throw};
        matches!(
            self,
            Shoot | Throw | Bow | Crossbow | AutoFire | Strafe | Burst
        )
    }
}

/// The usual difficulty.
pub(super) const DIFFICULTY: i32 = 6;

/// Dice and what they are rolled against.
#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Pool {
    pub(super) pool: i32,
    pub(super) difficulty: i32,
}

impl Pool {
    pub(super) const fn at(pool: i32, difficulty: i32) -> Self {
        Self { pool, difficulty }
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self::at(0, DIFFICULTY)
    }
}

/// One roll.
#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Ask {
    pub(super) pool: i32,
    pub(super) difficulty: i32,
    pub(super) specialty: bool,
    pub(super) willpower: bool,
    pub(super) botchable: bool,
}

impl Default for Ask {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: DIFFICULTY,
            specialty: false,
            willpower: false,
            botchable: true,
        }
    }
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Attacker {
    pub(super) dexterity: i32,
    pub(super) strength: i32,
    pub(super) perception: i32,
    pub(super) brawl: i32,
    pub(super) melee: i32,
    pub(super) firearms: i32,
    pub(super) athletics: i32,
    pub(super) throwing: i32,
    pub(super) archery: i32,
    pub(super) wound_level: Level,
    pub(super) kind: Kind,
    pub(super) form: Form,
    pub(super) claws: Option<Claws>,
    pub(super) ambidextrous: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Weapon {
    pub(super) damage: i32,
    #[serde(rename = "type")]
    pub(super) kind: Option<DamageType>,
    pub(super) class: WeaponClass,
    pub(super) range: i32,
    pub(super) rate: i32,
    pub(super) clip: i32,
    pub(super) loaded: Option<i32>,
    pub(super) rubber: bool,
    pub(super) thrown_design: bool,
    pub(super) melee_design: bool,
}

impl Default for Weapon {
    fn default() -> Self {
        Self {
            damage: 0,
            kind: None,
            class: WeaponClass::Other,
            range: 0,
            rate: 1,
            clip: 0,
            loaded: None,
            rubber: false,
            thrown_design: false,
            melee_design: false,
        }
    }
}

/// What helps the blinded.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Relief {
    pub(super) heightened_senses: bool,
    pub(super) eyes_of_the_beast: bool,
    pub(super) blind_fighting: i32,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Situation {
    pub(super) ability: Option<Ability>,
    pub(super) flank: Option<Flank>,
    pub(super) yards_moved: i32,
    pub(super) running_yards: Option<i32>,
    pub(super) split: i32,
    pub(super) over_limit: bool,
    pub(super) armor_difficulty: i32,
    pub(super) changed_action: bool,
    pub(super) tackled: bool,
    pub(super) target_size: Option<TargetSize>,
    pub(super) opponents: i32,
    pub(super) target_weapon_longer: bool,
    pub(super) riposte: bool,
    pub(super) aim_turns: i32,
    pub(super) scope: bool,
    pub(super) distance: Option<i32>,
    pub(super) target_cover: Option<Cover>,
    pub(super) part_exposed: bool,
    pub(super) self_cover: Option<Cover>,
    pub(super) off_hand: bool,
    pub(super) target_blinded: bool,
    pub(super) target_blind_fighting: i32,
    pub(super) self_blinded: bool,
    #[serde(flatten)]
    pub(super) relief: Relief,
    pub(super) target_dazed: bool,
    pub(super) target_immobilized: Option<Immobilized>,
    pub(super) target_down: bool,
    pub(super) self_down: bool,
    pub(super) self_fast: Option<bool>,
    pub(super) target_fast: bool,
    pub(super) ambush_bonus: i32,
    pub(super) in_clinch: bool,
    pub(super) in_hold: bool,
    pub(super) tackled_target_last_turn: bool,
    pub(super) target_smaller: bool,
}

impl Default for Situation {
    fn default() -> Self {
        Self {
            ability: None,
            flank: None,
            yards_moved: 0,
            running_yards: None,
            split: 0,
            over_limit: false,
            armor_difficulty: 0,
            changed_action: false,
            tackled: false,
            target_size: None,
            opponents: 1,
            target_weapon_longer: false,
            riposte: false,
            aim_turns: 0,
            scope: false,
            distance: None,
            target_cover: None,
            part_exposed: false,
            self_cover: None,
            off_hand: false,
            target_blinded: false,
            target_blind_fighting: 0,
            self_blinded: false,
            relief: Relief::default(),
            target_dazed: false,
            target_immobilized: None,
            target_down: false,
            self_down: false,
            self_fast: None,
            target_fast: false,
            ambush_bonus: 0,
            in_clinch: false,
            in_hold: false,
            tackled_target_last_turn: false,
            target_smaller: true,
        }
    }
}

/// An attack before its dice.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Attack {
    pub(super) maneuver: Maneuver,
    #[serde(default)]
    pub(super) attacker: Attacker,
    #[serde(default)]
    pub(super) weapon: Option<Weapon>,
    #[serde(default)]
    pub(super) situation: Situation,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Defender {
    pub(super) dexterity: i32,
    pub(super) brawl: i32,
    pub(super) dodge: i32,
    pub(super) melee: i32,
    pub(super) wound_level: Level,
}

/// What a defender meets, and how they are.
#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Met {
    pub(super) incoming: Reach,
    pub(super) incoming_type: DamageType,
    pub(super) soak_pool: i32,
    pub(super) has_weapon_or_shield: bool,
    pub(super) strafed: bool,
    pub(super) opponents: i32,
    pub(super) split: i32,
    pub(super) over_limit: bool,
    pub(super) desperate_index: Option<i32>,
    pub(super) tackled: bool,
    pub(super) self_blinded: bool,
    #[serde(flatten)]
    pub(super) relief: Relief,
    pub(super) armor_difficulty: i32,
}

impl Default for Met {
    fn default() -> Self {
        Self {
            incoming: Reach::Close,
            incoming_type: DamageType::Bashing,
            soak_pool: 0,
            has_weapon_or_shield: false,
            strafed: false,
            opponents: 1,
            split: 0,
            over_limit: false,
            desperate_index: None,
            tackled: false,
            self_blinded: false,
            relief: Relief::default(),
            armor_difficulty: 0,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct Defending {
    pub(super) maneuver: Defense,
    #[serde(default)]
    pub(super) defender: Defender,
    #[serde(default)]
    pub(super) situation: Met,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(default)]
pub(super) struct Armor {
    pub(super) rating: i32,
    pub(super) applies: bool,
    pub(super) damaged: bool,
}

impl Default for Armor {
    fn default() -> Self {
        Self {
            rating: 0,
            applies: true,
            damaged: false,
        }
    }
}

/// Damage of a type, that may be of silver.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Incoming {
    #[serde(rename = "type")]
    pub(super) kind: DamageType,
    pub(super) silver: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Soaker {
    pub(super) kind: Kind,
    pub(super) breed: Breed,
    pub(super) form: Form,
    pub(super) damage: Incoming,
    pub(super) stamina: i32,
    pub(super) fortitude: i32,
    pub(super) armor: Option<Armor>,
}

/// One roll for several targets.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Spray {
    pub(super) successes: i32,
    pub(super) targets: Vec<String>,
    pub(super) leftovers: Vec<String>,
    pub(super) dodges: BTreeMap<String, i32>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(super) struct Parried {
    pub(super) attack_successes: i32,
    pub(super) parry_successes: i32,
    pub(super) attack_unarmed: bool,
    pub(super) weapon_type: DamageType,
    pub(super) damage_pool: i32,
}

#[derive(Deserialize)]
#[serde(default)]
pub(super) struct Thrust {
    pub(super) target_kind: Kind,
    pub(super) part: String,
    pub(super) inflicted: i32,
    pub(super) weapon_is_stake: bool,
}

impl Default for Thrust {
    fn default() -> Self {
        Self {
            target_kind: Kind::Mortal,
            part: String::new(),
            inflicted: 0,
            weapon_is_stake: true,
        }
    }
}

pub(super) use super::super::stage::Level;
