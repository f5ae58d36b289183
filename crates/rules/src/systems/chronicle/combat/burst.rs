//! Autofire: one pull of the trigger, a roll against each who is in the way (CHR-AUTO-01 to 12).

use super::attacks;
use super::costs;
use super::keys::{APART, AUTOMATIC};
use super::stage::Stage;
use super::strike;
use crate::exchange::{Play, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::attack::AttackKind;
use crate::systems::chronicle::attack::legal;
use crate::systems::chronicle::burst;

/// Fires a burst: at the targets, and at the bystanders near them (CHR-AUTO-08, CHR-AUTO-09).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.item().is_some_and(|(_, gun)| gun.is(AUTOMATIC)) {
        let why = msg::ONLY_AN_AUTOMATIC_WEAPON_FIRES;
        return Err(Stop::refused("not_automatic", why));
    }
    let burst = costs::burst(stage);
    let (targets, near) = (stage.targets(), in_the_way(stage));
    burst::legal(burst, usize::from(targets), near.len(), &stage.settings)
        .map_err(|why| Stop::refused("barred", Wording::verbatim(format!("{why}."))))?;
    attacks::spend_bullets(stage, play, burst.bullets())?;
    let all: Vec<u8> = (0..targets).chain(near).collect();
    let persons = i32::try_from(all.len()).unwrap_or(i32::MAX);
    for n in all {
        let attack = |stage: &Stage<'_>| {
            let mut attack = stage.attack(n, AttackKind::Firearm)?;
            attack.options.burst = Some(burst);
            attack.options.persons = persons;
            legal::legal(&attack)
                .map_err(|why| Stop::refused("barred", Wording::verbatim(format!("{why}."))))?;
            Ok(attack)
        };
        strike::strike(stage, play, n, &attack)?;
        play.end_blow();
    }
    Ok(())
}

/// The bystanders a burst catches: those near a target or between two, and not who is held in
/// front of one.
fn in_the_way(stage: &Stage<'_>) -> Vec<u8> {
    let (targets, persons) = (stage.targets(), stage.persons());
    let shields: Vec<u8> = (0..targets).filter_map(|n| stage.shield_of(n)).collect();
    let near = (targets..persons).filter(|n| {
        let apart = stage.scene.between(*n, APART, 0);
        burst::is_bystander(apart, &stage.settings) && !shields.contains(n)
    });
    near.collect()
}
