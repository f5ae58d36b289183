//! The people of a sample and the beginning of its fight.

use super::super::command::{Command, InitiativeTarget};
use super::super::demo::{DemoRun, STORYTELLER_ACTOR};
use super::super::refusal::Refusal;
use crate::base::id::{CommandId, SeatId};

/// The seat of the player in a sample.
pub const PLAYER: SeatId = SeatId(2);

/// Adds combatants from quick-add lines.
pub(super) fn add_combatants(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    lines: &[&str],
) -> Result<(), Refusal> {
    lines.iter().try_for_each(|line| run.add(line, false))
}

/// Gives a character to the player, rolls everybody's initiative and begins the fight.
pub(super) fn begin_fight(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    played: &str,
) -> Result<(), Refusal> {
    let id = run.find_combatant(played)?;
    let assign = Command::Assign {
        id,
        seat: Some(PLAYER),
    };
    run.give_command(STORYTELLER_ACTOR, assign)?;
    let bench = run.encounter.bench.clone();
    for id in bench {
        let whose = InitiativeTarget::One(id);
        run.give_command(
            STORYTELLER_ACTOR,
            Command::RollInitiative { whose, face: None },
        )?;
    }
    run.next_turn()
}
