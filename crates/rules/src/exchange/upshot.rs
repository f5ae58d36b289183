//! What became of an attack or a contest where no damage says it: why nothing came of it.

use crate::text::Name;

/// How a target met an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By getting out of the way.
    Dodge,
    /// With the body.
    Block,
    /// With a weapon.
    Parry,
    /// In any way.
    Defense,
    /// With a grip: what it was to lose stays in the hand.
    Grip,
}

/// What kept an attack that hit from doing harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Armor, called so where one piece is worn.
    Armor(Option<Name>),
    /// What the target stands behind.
    Cover,
    /// The one who is held in front of the target.
    Shield,
    /// The target soaked it.
    Soak,
    /// It was too weak.
    Nothing,
}

impl Guard {
    /// The armor of these names: one is called by it.
    #[must_use]
    pub fn armor<'n>(names: impl Iterator<Item = &'n Name>) -> Self {
        let names: Vec<&Name> = names.collect();
        match names.as_slice() {
            [one] => Self::Armor(Some((*one).clone())),
            _ => Self::Armor(None),
        }
    }
}

/// What the two sides of a contest, or of an attack and its defense, came to.
pub type Score = (i32, i32);

/// What became of an act for one party, apart from damage and other effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upshot {
    /// The attack missed.
    Missed,
    /// The party met the attack: how, and the successes of party and attacker where both have some.
    Met(Way, Option<Score>),
    /// The attack hit, and did no harm because of this.
    Kept(Guard),
    /// The attack hit and was not meant to harm; with the successes of attacker and party where the
    /// party defended.
    Hit(Option<Score>),
    /// The acting side won against the party; the successes of both.
    Won(Score),
    /// The party held out against the acting side; the successes of the party and of that side.
    Lost(Score),
}
