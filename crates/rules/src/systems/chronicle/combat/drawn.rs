//! Bystanders drawn into an exchange without being named (CHR-SHLD-01, CHR-AUTO-08).

use super::keys::{APART, HELP, SHIELD};
use super::stage::Stage;
use crate::exchange::Party;
use crate::messages::{Text, chronicle as msg};
use crate::systems::chronicle::attack::autofire;

/// Returns the words and the rule for a bystander who is held in front of a target of a shot or
/// throw; `None` if bystander `n` is not (CHR-SHLD-01).
pub(crate) fn held_in_front(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    let party = stage.party(n);
    let mut targets = (0..stage.targets()).map(Party::Target);
    let held = targets.any(|target| stage.scene.hold_amount(target, party, SHIELD).is_some());
    held.then_some((msg::IS_HELD_IN_FRONT, "CHR-SHLD-01"))
}

/// Returns the words and the rule for a bystander whom a burst at the targets catches, too; `None`
/// for others. Caught is who is held in front of one, wrestling with one, or near one in the scene
/// (CHR-AUTO-08, CHR-AUTO-09).
pub(crate) fn in_a_burst(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    held_in_front(stage, n)
        .or_else(|| {
            let party = stage.party(n);
            let helps = |target| stage.scene.hold_amount(party, target, HELP).is_some();
            let mut targets = (0..stage.targets()).map(Party::Target);
            let wrestles = targets.any(|target| stage.wrestle(party, target) || helps(target));
            wrestles.then_some((msg::WRESTLES_WITH_THE_TARGET, "CHR-AUTO-08"))
        })
        .or_else(|| {
            let apart = stage.scene.scene_value(n, APART)?;
            let rule = match stage.targets() {
                ..=1 => "CHR-AUTO-08",
                _ => "CHR-AUTO-09",
            };
            let near = autofire::is_bystander(apart, &stage.settings);
            near.then_some((msg::STANDS_NEAR_THE_TARGET, rule))
        })
}

/// Returns the words and the rule for a bystander on whom covering fire is laid, too, because they
/// stand in the place of a target; `None` for others (CHR-CFIRE-03).
pub(crate) fn in_the_area(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    let place = |n| stage.scene.separation(n)?.there.as_ref();
    let own = place(n)?;
    let is_there = (0..stage.targets()).any(|target| place(target) == Some(own));
    is_there.then_some((msg::STANDS_IN_THE_AREA, "CHR-CFIRE-03"))
}
