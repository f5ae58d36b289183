//! Healing that comes due when a turn begins (XOV-SOAK-09).

use super::creature::Kind;
use super::sheet;
use crate::due::{Deed, Due};
use crate::fighter::Fighter;
use crate::messages::crossover as msg;

/// The tally of healing in a fight.
pub(super) const HEALING: &str = "healing";

/// Returns what comes due to a combatant whose turn begins: to heal, for a hurt werewolf (XOV-SOAK-09).
pub(super) fn due(who: &Fighter<'_>) -> Vec<Due> {
    let boxes = who.track.boxes().map(|boxes| boxes.marks());
    let hurt = boxes.is_some_and(|marks| marks.bashing > 0 || marks.lethal > 0);
    if !hurt || sheet::kind(who.sheet) != Kind::Werewolf || who.counted(HEALING) > 0 {
        return Vec::new();
    }
    let deed = Deed::Declare("heal".to_owned());
    vec![Due::new("heal", msg::MAY_HEAL, "XOV-SOAK-09", deed).this_turn()]
}
