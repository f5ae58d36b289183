//! A body held in front of a target (CHR-SHLD-01 to 04).

use super::armor;
use super::weapon::Harm;
use crate::character::track::DamagePacket;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::input;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::STAMINA;
use crate::systems::chronicle::vampire;

/// Result of a shot that had to pass a human shield.
pub(crate) struct Shielded {
    /// What the one in front takes.
    pub(crate) shield: DamagePacket,
    /// What goes on to the holder, before the holder's own armor and nature.
    pub(crate) passed: DamagePacket,
}

/// Sends the damage of a shot through the combatant who is held in front, the human shield.
///
/// Their armor works as usual and gives what they take. Of what their armor let through,
/// their Stamina takes points off, the most severe first; the rest flies on (CHR-SHLD-02,
/// CHR-SHLD-03). A vampire in front takes it as vampires do, but what passes keeps its kind.
pub(crate) fn through(
    packet: DamagePacket,
    firearm: bool,
    harm: Harm,
    body: &Character<'_>,
    settings: &Settings,
) -> Shielded {
    let (worn, vampire) = (body.armor(), body.vampire());
    let left = armor::through(packet, &worn, firearm, vampire, None, settings);
    let taken = if vampire {
        vampire::convert(left, harm, None, settings)
    } else {
        left
    };
    Shielded {
        shield: taken,
        passed: armor::general(left, input::points(body.get(&STAMINA))),
    }
}
