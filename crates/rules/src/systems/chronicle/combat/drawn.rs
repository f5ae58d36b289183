//! Bystanders drawn into an exchange without being named (CHR-SHLD-01, CHR-AUTO-08).

use super::keys::{HELP, SHIELD};
use super::stage::Stage;
use crate::exchange::Party;
use crate::messages::{Text, chronicle as msg};

/// Whether a bystander is held in front of a target of a shot or throw (CHR-SHLD-01).
pub(crate) fn held_in_front(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    let party = stage.party(n);
    let mut targets = (0..stage.targets()).map(Party::Target);
    let held = targets.any(|target| stage.scene.hold_amount(target, party, SHIELD).is_some());
    held.then_some((msg::IS_HELD_IN_FRONT, "CHR-SHLD-01"))
}

/// Whether a burst at the targets catches a bystander, too: held in front of one, or wrestling with one
/// (CHR-AUTO-08).
pub(crate) fn in_a_burst(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    held_in_front(stage, n).or_else(|| {
        let party = stage.party(n);
        let helps = |target| stage.scene.hold_amount(party, target, HELP).is_some();
        let mut targets = (0..stage.targets()).map(Party::Target);
        let wrestles = targets.any(|target| stage.wrestle(party, target) || helps(target));
        wrestles.then_some((msg::WRESTLES_WITH_THE_TARGET, "CHR-AUTO-08"))
    })
}
