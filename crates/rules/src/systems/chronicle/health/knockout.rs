//! Blows that daze and blows that put to sleep (CHR-CMP-08, CHR-CMP-09).

use super::place::Location;
use super::wounds;
use crate::base::term::Term;
use crate::character::track::Boxes;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{SIZE, STAMINA};

/// Whether a blow of `inflicted` points takes the target's next action: only a weapon that
/// stuns does it, with at least the target's Size in points (CHR-CMP-08). Vampires are not
/// safe from it (CHR-VMP-14).
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

/// Returns the pool against being knocked out by `inflicted` points at `location`, which `marked`
/// has already; `None` when this blow cannot do it: not to the head, weaker than the target's Size,
/// or to a vampire (CHR-CMP-09, CHR-VMP-14).
pub(crate) fn pool(
    target: &Character<'_>,
    (location, inflicted, marked): (Option<Location>, u16, &Boxes),
    settings: &Settings,
) -> Option<Vec<Term>> {
    let hard = inflicted > 0 && i32::from(inflicted) >= target.get(&SIZE);
    let open = !target.vampire() || settings.knockout_on_vampires;
    if location != Some(Location::Head) || !hard || !open {
        return None;
    }
    let mut terms = vec![Term::from_rule(
        msg::STAMINA,
        target.get(&STAMINA),
        "CHR-CMP-09",
    )];
    if settings.knockout_takes_wounds {
        let hurt = wounds::penalty_by(marked, target.kind, settings);
        push(&mut terms, msg::WOUNDS, hurt, "CHR-WND-02");
    }
    Some(terms)
}

/// Number of turns a knocked-out combatant sleeps after the roll: as many as the blow had points,
/// none with a success.
pub(crate) const fn turns_asleep(inflicted: u16, successes: u32) -> u16 {
    if successes == 0 { inflicted } else { 0 }
}
