//! Pack tactics of several werewolves (XOV-POL-04).

use std::sync::LazyLock;

use super::attack::Attack;
use super::dials;
use crate::exchange::{Party, Play};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::chart::{self, Tactic};
use crate::systems::crossover::state;

/// The tactics the table plays.
pub(super) static TACTICS: LazyLock<Vec<Tactic>> =
    LazyLock::new(|| chart::tactics(chart::TACTICS).unwrap_or_default());

/// Plays the tactic of a pack, which its attack chose, on the target as its prey (XOV-POL-04).
pub(super) fn play_tactic(
    attack: &Attack<'_>,
    target: u8,
    who: &CombatantInfo<'_>,
    play: &mut Play<'_>,
) {
    let party = Party::Target(target);
    if attack.set().get_or(dials::TACTIC, 0) > 0 && state::has(who, state::STRIPPED) {
        play.add_effect(state::lose(party, state::STRIPPED));
    }
    let set = attack.set();
    let members = set.get_or(dials::PACK, 0);
    let place = usize::try_from(set.get_or(dials::TACTIC, 0))
        .ok()
        .and_then(|place| place.checked_sub(1));
    let tactic = place.and_then(|place| TACTICS.get(place));
    let close = attack.is_close();
    let Some(tactic) = tactic.filter(|tactic| close && tactic.possible(members)) else {
        return;
    };
    if tactic.effect.strips_armor {
        play.add_effect(state::gain(party, state::STRIPPED, 0, state::THIS_TURN));
    }
    if tactic.effect.prey_difficulty > 0 {
        let harder = tactic.effect.prey_difficulty;
        play.add_effect(state::gain(party, state::HARRIED, harder, state::THIS_TURN));
    }
    if let Some(difficulty) = tactic.rise_difficulty(members) {
        play.add_effect(state::gain(
            party,
            state::BESET,
            difficulty,
            state::NEXT_TURN,
        ));
    }
}
