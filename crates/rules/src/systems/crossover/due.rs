//! Healing that comes due when a turn begins (XOV-SOAK-09).

use super::creature::Kind;
use super::sheet;
use crate::character::due::{Due, DueAction};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;

/// The tally of healing in a fight.
pub(super) const HEALING: &str = "healing";

/// Returns the items that come due to a combatant whose turn begins: to heal, for a hurt werewolf
/// (XOV-SOAK-09).
pub(super) fn due(who: &CombatantInfo<'_>) -> Vec<Due> {
    let boxes = who.track.boxes().map(|boxes| boxes.marks());
    let hurt = boxes.is_some_and(|marks| marks.bashing > 0 || marks.lethal > 0);
    if !hurt || sheet::kind(who.sheet) != Kind::Werewolf || who.tally_count(HEALING) > 0 {
        return Vec::new();
    }
    let deed = DueAction::Declare("heal".to_owned());
    vec![Due::new("heal", msg::MAY_HEAL, "XOV-SOAK-09", deed).lapsing_this_turn()]
}
