//! Upshots: the result of an attack or a contest for a party, where no damage tells it.

use crate::base::text::Name;

/// The way a target defended against an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefenseStyle {
    /// Getting out of the way.
    Dodge,
    /// Defending with the body.
    Block,
    /// Defending with a weapon.
    Parry,
    /// Defense of any kind.
    Defense,
    /// Keeping a grip: the item about to be lost stays in the hand.
    Grip,
}

/// The reason why an attack that hit did no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Armor, with its name if a single piece is worn.
    Armor(Option<Name>),
    /// Cover in front of the target.
    Cover,
    /// A combatant held in front of the target as a shield.
    Shield,
    /// The target's soak roll.
    Soak,
    /// The weakness of the attack itself.
    Nothing,
}

impl Protection {
    /// Returns the protection of armor with these names; a single one is named.
    #[must_use]
    pub fn armor<'n>(names: impl Iterator<Item = &'n Name>) -> Self {
        let names: Vec<&Name> = names.collect();
        match names.as_slice() {
            [one] => Self::Armor(Some((*one).clone())),
            _ => Self::Armor(None),
        }
    }
}

/// The results of both sides of a contest, or of an attack and its defense.
pub type OpposedScore = (i32, i32);

/// The result of an action for one party, apart from damage and other effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upshot {
    /// The attack missed the party.
    Missed,
    /// The party defended: the kind of defense, and the successes of party and attacker if both have some.
    Defended(DefenseStyle, Option<OpposedScore>),
    /// The attack hit and did no harm, for this reason.
    Unharmed(Protection),
    /// The attack hit and was not meant to harm; with the successes of attacker and party if the party defended.
    Hit(Option<OpposedScore>),
    /// The acting side won against the party; the successes of both.
    Won(OpposedScore),
    /// The party held out against the acting side; the successes of the party and of that side.
    Lost(OpposedScore),
}
