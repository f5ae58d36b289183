//! Solid things in the way (CHR-COV-01 to 07).

use crate::systems::chronicle::input::{self, Nonsense};
use crate::systems::chronicle::settings::Settings;

/// A barrier that wholly hides the target (CHR-COV-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cover {
    /// Durability in points.
    pub(crate) durability: i32,
    /// Structure in points: damage until the cover is gone.
    pub(crate) structure: i32,
    /// Whether the target is seen through it (CHR-COV-04).
    pub(crate) see_through: bool,
}

impl Cover {
    /// Checks that every number of the cover is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::traits([("durability", self.durability)])?;
        input::within("structure", self.structure, 0, input::YARDS_MOST)
    }
}

/// Effect of a shot on cover and on the combatant behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    /// Whether the weapon can go through at all; known even when the shot missed.
    pub(crate) penetrates: bool,
    /// Points off the object's Structure.
    pub(crate) object: i32,
    /// Points that reach the one behind.
    pub(crate) target: i32,
    /// Structure left, never below 0.
    pub(crate) structure_after: i32,
}

/// Sends `damage` against cover, and returns what the cover and the combatant behind it take.
///
/// The weapon's modifier alone decides whether it goes through: it must be at least the
/// Durability (CHR-COV-02). The object and the one behind both take the damage less the
/// Durability, or less half of it if the cover is see-through (CHR-COV-01, CHR-COV-04). A
/// shot that missed does nothing (CHR-COV-05).
#[must_use]
pub(crate) fn through(
    damage: i32,
    weapon_modifier: i32,
    cover: &Cover,
    settings: &Settings,
) -> Covered {
    let damage = damage.max(0);
    let full = cover.durability.max(0);
    let half = if cover.see_through { full / 2 } else { full };
    let tested = if settings.see_through_softens {
        half
    } else {
        full
    };
    let penetrates = tested <= weapon_modifier;
    let taken = if penetrates { half } else { full };
    let rest = damage.saturating_sub(taken).max(0);
    let object = if penetrates || settings.stopped_shots_hurt_cover {
        rest
    } else {
        0
    };
    Covered {
        penetrates,
        object,
        target: if penetrates { rest } else { 0 },
        structure_after: cover.structure.max(0).saturating_sub(object).max(0),
    }
}
