//! Blows that daze and blows that put to sleep (CHR-CMP-08, CHR-CMP-09).

use super::input::{self, Nonsense};
use super::numbers::HUMAN_SIZE;
use super::place::Location;
use super::settings::Settings;
use super::terms::wounds;

/// Whether a blow of `inflicted` points takes the target's next action: only a weapon that
/// stuns does it, with at least the target's Size in points (CHR-CMP-08). Vampires are not
/// safe from it (CHR-VMP-14).
#[must_use]
pub(crate) fn stuns(
    inflicted: u16,
    size: i32,
    weapon_stuns: bool,
    vampire: bool,
    settings: &Settings,
) -> bool {
    let open = !vampire || settings.stun_on_vampires;
    weapon_stuns && open && inflicted > 0 && i32::from(inflicted) >= size
}

/// A blow to the head, after it was marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blow {
    /// Where it fell.
    pub(crate) location: Option<Location>,
    /// Points inflicted by this one blow.
    pub(crate) inflicted: u16,
    /// The target's Size.
    pub(crate) size: i32,
    /// The target's Stamina.
    pub(crate) stamina: i32,
    /// The wound penalty with this blow already marked: 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
}

impl Default for Blow {
    fn default() -> Self {
        Self {
            location: None,
            inflicted: 0,
            size: HUMAN_SIZE,
            stamina: 0,
            wound_penalty: 0,
            vampire: false,
        }
    }
}

/// The pool against being knocked out; `None` when this blow cannot do it: not to the head,
/// weaker than the target's Size, or to a vampire (CHR-CMP-09, CHR-VMP-14).
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub(crate) fn check(blow: &Blow, settings: &Settings) -> Result<Option<i32>, Nonsense> {
    input::traits([("size", blow.size), ("stamina", blow.stamina)])?;
    input::penalty("wound_penalty", blow.wound_penalty)?;
    let hard = blow.inflicted > 0 && i32::from(blow.inflicted) >= blow.size;
    let open = !blow.vampire || settings.knockout_on_vampires;
    if blow.location != Some(Location::Head) || !hard || !open {
        return Ok(None);
    }
    let hurt = if settings.knockout_takes_wounds {
        wounds(blow.wound_penalty, blow.vampire)
    } else {
        0
    };
    Ok(Some(blow.stamina + hurt))
}

/// Turns of sleep after the roll: as many as the blow had points, none with a success.
#[must_use]
pub(crate) const fn sleep(inflicted: u16, successes: u32) -> u16 {
    if successes == 0 { inflicted } else { 0 }
}
