//! Autofire: one pull of the trigger, and a roll against each who is in the way (CHR-AUTO-01 to 12).

use super::AttackKind;
use super::burst::Burst;
use super::declare;
use super::declared::Declared;
use crate::exchange::{Play, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::combat::costs;
use crate::systems::chronicle::combat::keys::{APART, AUTOMATIC};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::combat::strike;
use crate::systems::chronicle::settings::Settings;

/// Whether a bystander `yards` away from a target is drawn into a burst (CHR-AUTO-08, CHR-AUTO-09).
pub(crate) const fn is_bystander(yards: i32, settings: &Settings) -> bool {
    yards <= settings.bystander_yards
}

/// Refuses a burst at more than it may be fired at, the bystanders in the way included (CHR-AUTO-09,
/// CHR-AUTO-12).
fn check_targets(
    burst: Burst,
    intended: usize,
    in_the_way: usize,
    settings: &Settings,
) -> Result<(), Stop> {
    let Some(most) = burst.most_targets() else {
        return Ok(());
    };
    // A burst at one target catches all who stand near, without a limit (CHR-AUTO-08).
    let all = intended.saturating_add(in_the_way);
    let why = if intended > most {
        msg::this_burst_is_aimed_at(&most)
    } else if intended > 1 && all > most && settings.bystanders_fill_bursts {
        msg::with_those_in_between_there(&most)
    } else {
        return Ok(());
    };
    Err(Stop::refused(
        "barred",
        Wording::verbatim(format!("{why}.")),
    ))
}

/// Plays a burst of automatic fire at the targets, and at the bystanders near them (CHR-AUTO-08,
/// CHR-AUTO-09).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.item_is(AUTOMATIC) {
        let why = msg::ONLY_AN_AUTOMATIC_WEAPON_FIRES;
        return Err(Stop::refused("not_automatic", why));
    }
    let burst = costs::burst(stage);
    let (targets, near) = (stage.targets(), in_the_way(stage));
    check_targets(burst, usize::from(targets), near.len(), &stage.settings)?;
    declare::spend_bullets(stage, play, burst.bullets())?;
    let all: Vec<u8> = (0..targets).chain(near).collect();
    let persons = i32::try_from(all.len()).unwrap_or(i32::MAX);
    let declared = Declared {
        kind: AttackKind::Firearm,
        burst: Some((burst, persons)),
    };
    for n in all {
        strike::strike(stage, play, n, declared)?;
        play.end_blow();
    }
    Ok(())
}

/// Finds the bystanders a burst catches, who stand near a target or between two, and are not held
/// in front of one.
fn in_the_way(stage: &Stage<'_>) -> Vec<u8> {
    let (targets, persons) = (stage.targets(), stage.persons());
    let shields: Vec<u8> = (0..targets).filter_map(|n| stage.shield_of(n)).collect();
    let near = (targets..persons).filter(|n| {
        let apart = stage.scene.scene_value(*n, APART).unwrap_or(0);
        let apart = stage.scene.situation_value(*n, APART, apart);
        is_bystander(apart, &stage.settings) && !shields.contains(n)
    });
    near.collect()
}
