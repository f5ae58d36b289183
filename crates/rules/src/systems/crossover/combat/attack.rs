//! Attacks before their dice: the numbers and functions of a maneuver, and one attack with it.

use super::items::{self, WeaponClass};
use super::{dials, holds, read};
use crate::base::term::{RuleId, Term};
use crate::character::gear::{Item, ItemId};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::sheet::TraitSpec;
use crate::exchange::{Effect, Party, Play, Scene, Stop, Targets};
use crate::messages::{Text, Wording, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::creature::{Form, Kind};
use crate::systems::crossover::state;
use crate::systems::crossover::{Refusal, Settings, sheet};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{HitResult, RollScore};
use crate::systems::d10::shared_rules::sheet as numbers;

/// The keys of the disarms, with which a pressed pistol is answered.
pub(super) const DISARM_ARMED: &str = "disarm_armed";
pub(super) const DISARM_UNARMED: &str = "disarm_unarmed";

/// Reach of an attack, close or ranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Within arm's length.
    Close,
    /// From afar.
    Ranged,
}

/// Attribute that is added to the ability of an attack roll.
#[derive(Clone, Copy)]
pub(super) enum Attribute {
    Dexterity,
    Strength,
}

/// Ability with which attacks are rolled in Crossover, such as Brawl.
#[derive(Clone, Copy)]
pub(super) enum Ability {
    /// Fists.
    Brawl,
    /// Weapons in hand.
    Melee,
    /// Guns.
    Firearms,
    /// Throws.
    Athletics,
    /// Throws and nothing else.
    Throwing,
    /// Bows.
    Archery,
}

impl Ability {
    /// Returns the ability's trait on a sheet, and its word in a roll.
    const fn parts(self) -> (&'static TraitSpec, Text) {
        match self {
            Self::Brawl => (&numbers::BRAWL, msg::BRAWL),
            Self::Melee => (&numbers::MELEE, msg::MELEE),
            Self::Firearms => (&numbers::FIREARMS, msg::FIREARMS),
            Self::Athletics => (&numbers::ATHLETICS, msg::ATHLETICS),
            Self::Throwing => (&sheet::THROWING, msg::THROWING),
            Self::Archery => (&numbers::ARCHERY, msg::ARCHERY),
        }
    }

    /// Returns the word that names the ability in a roll.
    pub(super) const fn word(self) -> Text {
        self.parts().1
    }

    /// Returns the dots of a combatant; one without a dot does not have the ability.
    pub(super) fn dots(self, who: &CombatantInfo<'_>) -> i32 {
        who.sheet.get(self.parts().0)
    }
}

/// Ability that a maneuver may be rolled with, and how much harder it makes the roll.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) ability: Ability,
    /// The number of a substitute, added to the difficulty (XOV-DICE-09).
    pub(super) difficulty: i32,
}

impl Way {
    /// Creates a method of rolling with this ability, at no higher difficulty.
    pub(super) const fn of(ability: Ability) -> Self {
        Self::harder(ability, 0)
    }

    /// Creates a method of rolling with a substitute ability, at a higher difficulty.
    pub(super) const fn harder(ability: Ability, difficulty: i32) -> Self {
        Self {
            ability,
            difficulty,
        }
    }
}

/// Basis from which the dice of a damage pool are counted, such as Strength.
#[derive(Clone, Copy)]
pub(super) enum Basis {
    /// Strength.
    Strength,
    /// The weapon's dice.
    Weapon,
    /// Both.
    StrengthAndWeapon,
    /// There is no damage.
    Nothing,
}

/// Rule by which an attack gets its type of damage, such as from the weapon.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// Always bashing.
    Bashing,
    /// Always aggravated.
    Aggravated,
    /// The weapon's type.
    Weapon,
    /// The claws' type.
    Claws,
    /// A test, which does no harm.
    Test,
}

impl Nature {
    /// Returns the type of damage where it is always the same; `None` where it depends on
    /// something.
    pub(super) const fn fixed(self) -> Option<DamageType> {
        match self {
            Self::Bashing => Some(DamageType::Bashing),
            Self::Aggravated => Some(DamageType::Aggravated),
            Self::Weapon | Self::Claws | Self::Test => None,
        }
    }
}

/// Attack maneuver of Crossover, with its numbers and the functions that only it has.
pub(super) struct AttackManeuver {
    pub(super) key: &'static str,
    pub(super) title: Text,
    pub(super) rule: &'static str,
    pub(super) reach: Reach,
    pub(super) targets: Targets,
    pub(super) attribute: Attribute,
    /// The abilities it may be rolled with, the usual one first.
    pub(super) abilities: &'static [Way],
    /// Added to the difficulty of an attacker who has none of them (XOV-ATK-03, XOV-ATK-11).
    pub(super) unskilled: i32,
    /// Dice added to the pool.
    pub(super) dice: i32,
    /// Added to the difficulty.
    pub(super) difficulty: i32,
    pub(super) damage: Basis,
    /// Dice added to the damage.
    pub(super) plus: i32,
    pub(super) nature: Nature,
    /// The forms a werewolf can do it in; empty is any.
    pub(super) forms: &'static [Form],
    /// Whether naming a part of the body makes a difference (XOV-CLOSE-05).
    pub(super) parts: bool,
    /// Whether a weapon of a class is made for it; `None` where it takes no weapon. One of no class
    /// is made for anything.
    pub(super) weapon: Option<fn(WeaponClass) -> bool>,
    /// Rounds it needs in the weapon.
    pub(super) needs: i32,
    /// Rounds the attack itself uses up.
    pub(super) uses: i32,
    /// The rate of fire it takes.
    pub(super) rate: i32,
    /// Whether it empties the clip: needs an automatic weapon, half a clip, and no named part.
    pub(super) empties: bool,
    /// Whether it is one shot, of which a weapon has so many in a turn (XOV-RNG-11).
    pub(super) single: bool,
    /// Whether it counts as a shot with the weapon.
    pub(super) shoots: bool,
    /// Whether its targets dodge a share of a spray (XOV-RNG-08).
    pub(super) sprays: bool,
    /// Added to the difficulty with a weapon built for throwing (XOV-ATK-05).
    pub(super) thrown_design: i32,
    /// Added to the difficulty with a weapon built for melee (XOV-ATK-12).
    pub(super) melee_design: i32,
    /// Whether it needs limbs, which one in a grip does not have (XOV-CLOSE-04, XOV-CLOSE-06).
    pub(super) needs_limbs: bool,
    /// Whether a vampire may drink instead of wounding (XOV-CLOSE-02).
    pub(super) drinks: bool,
    /// Dials that only this maneuver has.
    pub(super) dials: &'static [fn() -> ParameterSpec],
    /// Whether it strikes at a weapon, so that the target has to hold one (XOV-CLOSE-05).
    pub(super) at_weapon: bool,
    /// Whether the weapon is ready for it.
    pub(super) ready: fn(&Item) -> Result<(), Stop>,
    /// Whether this attacker can do it to this target.
    pub(super) allowed: fn(&Attack<'_>) -> Result<(), Refusal>,
    /// The normal range in yards, where the weapon has none of its own.
    pub(super) range: fn(&Attack<'_>) -> Option<i32>,
    /// What the attack does to the weapon, besides its rounds.
    pub(super) used: fn(&Attack<'_>, &RollScore) -> Vec<Effect>,
    /// What comes of the roll, hit or not.
    pub(super) rolled: fn(&Attack<'_>, &mut Play<'_>, &RollScore) -> Result<(), Stop>,
    /// The successes of each target.
    pub(super) shares: fn(&Attack<'_>, &mut Play<'_>, i32) -> Result<Vec<i32>, Stop>,
    /// What comes of a hit on a target, besides its damage.
    pub(super) hits: fn(&Attack<'_>, &mut Play<'_>, u8, &HitResult) -> Result<(), Stop>,
}

impl AttackManeuver {
    /// Returns a term that cites the rule of the maneuver.
    pub(super) fn term(&self, label: impl Into<Wording>, value: i32) -> Term {
        Term {
            label: label.into(),
            value,
            rule: Some(RuleId::new(self.rule)),
            from_scene: false,
        }
    }
}

/// Attack of Crossover before its dice: attacker, target, maneuver and item.
#[derive(Clone, Copy)]
pub(super) struct Attack<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) actor: &'a CombatantInfo<'a>,
    /// The first target.
    pub(super) target: &'a CombatantInfo<'a>,
    pub(super) by: &'a Settings,
    pub(super) maneuver: &'static AttackManeuver,
    /// The weapon, where the maneuver takes one.
    pub(super) item: Option<(ItemId, &'a Item)>,
}

impl<'a> Attack<'a> {
    /// Returns the combatant who is the attack's target with this number.
    pub(super) fn at(&self, target: u8) -> Option<&'a CombatantInfo<'a>> {
        self.scene.targets.get(usize::from(target))
    }

    /// Returns the parameters that were set for the attack.
    pub(super) fn set(&self) -> &'a Parameters {
        &self.scene.intent.set
    }

    /// Whether the attack is made in close combat.
    pub(super) fn is_close(&self) -> bool {
        self.maneuver.reach == Reach::Close
    }

    /// Whether the attack is made at range.
    pub(super) fn is_ranged(&self) -> bool {
        self.maneuver.reach == Reach::Ranged
    }

    /// Returns the value of a trait on the attacker's sheet.
    pub(super) fn own(&self, spec: &TraitSpec) -> i32 {
        self.actor.sheet.get(spec)
    }

    /// Returns the kind of creature of the attacker.
    pub(super) fn kind(&self) -> Kind {
        sheet::kind(self.actor.sheet)
    }

    /// Returns the strength of the attacker's hold of this kind on the first target; `None` if
    /// there is no such hold.
    pub(super) fn held(&self, key: &str) -> Option<i32> {
        self.scene.hold_amount(Party::Actor, Party::Target(0), key)
    }

    /// Whether attacker or first target has a hold of this kind on the other.
    pub(super) fn is_in_grip(&self, key: &str) -> bool {
        let theirs = self.scene.hold_amount(Party::Target(0), Party::Actor, key);
        self.held(key).is_some() || theirs.is_some()
    }

    /// Whether the weapon has a tag.
    pub(super) fn has_tag(&self, tag: &str) -> bool {
        self.item.is_some_and(|(_, item)| item.has_tag(tag))
    }

    /// Returns a number of the weapon, 0 without one.
    pub(super) fn number(&self, key: &str) -> i32 {
        self.item.map_or(0, |(_, item)| item.number_or_zero(key))
    }

    /// Returns the class of the weapon.
    pub(super) fn class(&self) -> WeaponClass {
        let class = self.item.map(|(_, item)| items::class(item));
        class.unwrap_or(WeaponClass::Other)
    }

    /// Returns the rounds in the weapon, if they are counted.
    pub(super) fn loaded(&self) -> Option<i32> {
        self.item.and_then(|(_, item)| item.number(items::LOADED))
    }

    /// Returns the yards that the attacker moves beside the attack: as said, and those moved in the
    /// scene for which no action paid yet (XOV-MAN-06).
    pub(super) fn yards(&self) -> i32 {
        let told = self.set().get_or(dials::YARDS, 0);
        told.saturating_add(read::unpaid_yards(self.actor))
    }

    /// Returns the number of turns of aiming (XOV-RNG-01).
    pub(super) fn aim_turns(&self) -> i32 {
        read::turns_aimed(self.scene, self.actor, self.item.map(|(id, _)| id))
    }

    /// Returns the ability that the attack rolls, the first that the attacker has, or from afar the
    /// one they chose. `None` is the attribute alone.
    pub(super) fn way(&self) -> Option<Way> {
        let ways = self.maneuver.abilities;
        let chosen = usize::try_from(self.set().get_or(dials::ABILITY, 0)).unwrap_or(0);
        let chosen = chosen.checked_sub(1).filter(|_| self.is_ranged());
        let chosen = chosen.and_then(|place| ways.get(place..=place));
        let fits = chosen.unwrap_or(ways);
        let mut fits = fits.iter();
        fits.find(|way| way.ability.dots(self.actor) >= 1).copied()
    }

    /// Whether the attack adds the attacker to those who fight the target at close quarters
    /// (XOV-CLOSE-09).
    pub(super) fn is_newcomer(&self) -> bool {
        self.is_close() && self.held(holds::ENGAGES).is_none()
    }

    /// Returns the strength of the hold that marks the free attack of an ambush on this target;
    /// `None` for any other attack (XOV-MAN-03).
    pub(super) fn ambush(&self) -> Option<i32> {
        let lies_in_wait = state::has(self.actor, state::AMBUSH);
        self.held(holds::AMBUSH).filter(|_| lies_in_wait)
    }
}
