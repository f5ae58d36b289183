//! Ways to attack, kinds of harm, and a weapon as an attack sees it (CHR-ATK-02 to 05,
//! CHR-ATK-11).

use serde::Deserialize;

use super::range::Ranges;
use crate::systems::chronicle::input::{self, Nonsense};

/// Kind of an attack by its weapon in Chronicle, such as melee or thrown (CHR-ATK-02 to 05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AttackKind {
    /// Strength + Brawl.
    #[default]
    Unarmed,
    /// Strength + Weaponry.
    Melee,
    /// Dexterity + Firearms.
    Firearm,
    /// Dexterity + Athletics.
    Thrown,
}

impl AttackKind {
    /// Whether this kind of attack is made from afar: range, aim, concealment and cover matter.
    #[must_use]
    pub(crate) const fn is_ranged(self) -> bool {
        matches!(self, Self::Firearm | Self::Thrown)
    }

    /// Distance in yards that is taken for granted when none is set.
    #[must_use]
    pub(crate) const fn usual_distance(self) -> i32 {
        if self.is_ranged() { 10 } else { 1 }
    }
}

/// Nature of the harm of an attack, on which its effect on vampires depends (CHR-ATK-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Harm {
    /// Fists and feet.
    Unarmed,
    /// Clubs, bats, knuckledusters.
    Blunt,
    /// Points: stabs, arrows, stakes.
    Piercing,
    /// Edges.
    Slashing,
    /// Bullets.
    Ballistic,
    /// Flame.
    Fire,
    /// Whatever the storyteller calls unnatural enough (CHR-ATK-10).
    Supernatural,
}

/// Weapon of Chronicle with the numbers that an attack reads. All numbers in points, ranges in
/// yards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weapon {
    /// Added to the successes of a hit, never to the pool (CHR-ATK-01, CHR-ATK-07).
    pub(crate) modifier: i32,
    /// Size of the object; only a gun's matters (CHR-CQB-02).
    pub(crate) size: i32,
    /// By what nature it harms; `None` is the usual one of the attack.
    pub(crate) category: Option<Harm>,
    /// Short, medium and long range; `None` is always short.
    pub(crate) ranges: Option<Ranges>,
    /// Whether it was not made to be a weapon (CHR-IMPR-02).
    pub(crate) improvised: bool,
    /// The Strength it takes to wield it well; 0 asks for none (CHR-IMPR-06).
    pub(crate) str_req: i32,
    /// Whether it is a wooden stake (CHR-VMP-08).
    pub(crate) wooden_stake: bool,
    /// Whether it can stun (CHR-CMP-08).
    pub(crate) stun: bool,
}

impl Weapon {
    /// Checks that every number of the weapon is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::within("mod", self.modifier, -input::TRAIT_MOST, input::TRAIT_MOST)?;
        input::traits([("size", self.size), ("str_req", self.str_req)])
    }
}
