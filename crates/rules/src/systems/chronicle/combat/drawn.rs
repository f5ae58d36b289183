//! Who is drawn into an exchange without being named (CHR-GRAP-17, CHR-SHLD-01, CHR-AUTO-08).

use super::grapple;
use super::keys::{HELP, SHIELD};
use super::stage::Stage;
use crate::exchange::Party;
use crate::messages::{Text, chronicle as msg};

/// What the bystanders have to do with what is declared: their place among them, what they do in it,
/// and the rule.
pub(super) fn draws_in(stage: &Stage<'_>) -> Vec<(u8, Text, &'static str)> {
    let maneuver: &str = &stage.scene.intent.maneuver;
    let bystanders = stage.targets()..stage.persons();
    let drawn = bystanders.filter_map(|n| {
        let (why, rule) = drawn(stage, maneuver, n)?;
        Some((n - stage.targets(), why, rule))
    });
    drawn.collect()
}

fn drawn(stage: &Stage<'_>, maneuver: &str, n: u8) -> Option<(Text, &'static str)> {
    let party = stage.party(n);
    let targets = || (0..stage.targets()).map(Party::Target);
    let held = |by, on, key| stage.scene.held(by, on, key).is_some();
    match maneuver {
        "grapple" if grapple::joins(stage) => None,
        "grapple" | "wrestle" if grapple::side_of_helper(stage, n).is_some() => {
            Some((msg::HELPS, "CHR-GRAP-17"))
        }
        "shoot" | "throw" | "burst" if targets().any(|target| held(target, party, SHIELD)) => {
            Some((msg::IS_HELD_IN_FRONT, "CHR-SHLD-01"))
        }
        "burst"
            if targets()
                .any(|target| stage.wrestle(party, target) || held(party, target, HELP)) =>
        {
            Some((msg::WRESTLES_WITH_THE_TARGET, "CHR-AUTO-08"))
        }
        _ => None,
    }
}
