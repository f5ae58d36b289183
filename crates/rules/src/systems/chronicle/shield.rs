//! A body held in front of a target (CHR-SHLD-01 to 04).

use super::armor::{self, Armor};
use super::input::{self, Nonsense};
use super::settings::Settings;
use super::vampire;
use super::weapon::Harm;
use crate::messages::chronicle as msg;
use crate::track::Packet;

/// The one who is held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shield {
    /// Stamina.
    pub(crate) stamina: i32,
    /// Every piece of armor worn.
    pub(crate) armor: Vec<Armor>,
    /// Is a vampire.
    pub(crate) vampire: bool,
}

impl Shield {
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense`] for the first that is not.
    pub(crate) fn check(&self) -> Result<(), Nonsense> {
        input::traits([("stamina", self.stamina)])?;
        input::list(msg::PIECES_OF_ARMOR.get(), self.armor.len())?;
        self.armor.iter().try_for_each(Armor::check)
    }
}

/// What a shot does on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shielded {
    /// What the one in front takes.
    pub(crate) shield: Packet,
    /// What goes on to the holder, before the holder's own armor and nature.
    pub(crate) passed: Packet,
}

/// Sends a packet through the one in front.
///
/// Their armor works as usual and gives what they take. Of what their armor let through,
/// their Stamina takes points off, the most severe first; the rest flies on (CHR-SHLD-02,
/// CHR-SHLD-03). A vampire in front takes it as vampires do, but what passes keeps its kind.
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub(crate) fn through(
    packet: Packet,
    firearm: bool,
    harm: Harm,
    shield: &Shield,
    settings: &Settings,
) -> Result<Shielded, Nonsense> {
    shield.check()?;
    let left = armor::through(
        packet,
        &shield.armor,
        firearm,
        shield.vampire,
        None,
        settings,
    )?;
    let taken = if shield.vampire {
        vampire::convert(left, harm, None, settings)
    } else {
        left
    };
    Ok(Shielded {
        shield: taken,
        passed: armor::general(left, input::points(shield.stamina)),
    })
}
