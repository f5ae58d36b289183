//! Nocking, spanning, loading, and a broken string (XOV-EQP-05, XOV-RNG-07, XOV-ATK-08,
//! XOV-ATK-09, XOV-ATK-14).

use serde::{Deserialize, Serialize};

use super::attack::WeaponClass;
use crate::systems::d10::dice::{DIFFICULTY, Outcome};

/// Actions to spend before each shot; firing starts the count anew.
#[must_use]
pub const fn actions_needed(class: WeaponClass) -> i32 {
    match class {
        WeaponClass::Bow => 1,
        WeaponClass::Crossbow => 2,
        _ => 0,
    }
}

/// Whether a weapon can be shot after so many actions. A gun also needs a round in it.
#[must_use]
pub const fn is_ready(class: WeaponClass, actions_spent: i32) -> bool {
    actions_spent >= actions_needed(class)
}

/// A bow and its strings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bow {
    /// The string has snapped.
    pub broken: bool,
    /// Spare strings.
    pub spares: u16,
}

impl Bow {
    /// After a shot that went like this: a botch snaps the string.
    #[must_use]
    pub fn after_shot(self, outcome: Outcome) -> Self {
        Self {
            broken: self.broken || outcome == Outcome::Botch,
            ..self
        }
    }

    /// After an action spent on mending it: success uses up a spare string.
    #[must_use]
    pub fn after_repair(self, outcome: Outcome) -> Self {
        match (self.broken, self.spares.checked_sub(1), outcome) {
            (true, Some(spares), Outcome::Success) => Self {
                broken: false,
                spares,
            },
            _ => self,
        }
    }
}

/// The pool and summed difficulty of mending a bow: Wits + Archery, or Wits + Crafts at one
/// more. `None` where neither is possessed and Wits alone remain to be ruled on.
#[must_use]
pub const fn repair(wits: i32, archery: i32, crafts: i32) -> Option<(i32, i32)> {
    if archery > 0 {
        Some((wits.saturating_add(archery), DIFFICULTY))
    } else if crafts > 0 {
        Some((wits.saturating_add(crafts), DIFFICULTY + 1))
    } else {
        None
    }
}
