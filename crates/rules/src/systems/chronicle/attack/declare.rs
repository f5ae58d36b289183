//! A single attack and a charge, and the bullets a gun takes (CHR-CHG-01, CHR-AUTO-10).

use super::AttackKind;
use super::declared::Declared;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::keys::{BRAWL_WEAPON, DISTANCE, ROUNDS};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::combat::strike;

/// Plays one attack on one target.
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>, kind: AttackKind) -> Result<(), Stop> {
    let declared = Declared { kind, burst: None };
    declared.on(stage, 0)?;
    if kind == AttackKind::Firearm {
        spend_bullets(stage, play, 1)?;
    }
    strike::strike(stage, play, 0, declared)
}

/// Plays a charge, in which the actor runs up to the target and strikes with what is in the hand
/// (CHR-CHG-01).
pub(crate) fn charge(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let brawls = stage
        .item()
        .is_none_or(|(_, item)| item.kind == BRAWL_WEAPON);
    if stage.scene.scene_value(0, DISTANCE).is_none() {
        play.add_effect(Effect::Place {
            target: Party::Target(0),
            key: DISTANCE.into(),
            value: 1,
        });
    }
    if let Some(closing_in) = stage.scene.closing_in(0) {
        play.add_effect(closing_in);
    }
    let kind = if brawls {
        AttackKind::Unarmed
    } else {
        AttackKind::Melee
    };
    self::play(stage, play, kind)
}

/// Takes bullets out of the gun in use (CHR-AUTO-10).
pub(crate) fn spend_bullets(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    bullets: i32,
) -> Result<(), Stop> {
    let Some((item, gun)) = stage.item() else {
        return Ok(());
    };
    let Some(left) = gun.number(ROUNDS) else {
        return Ok(());
    };
    if left < bullets {
        let words = msg::wordings::this_takes_bullets_chr_auto(bullets);
        return Err(Stop::refused("too_few_bullets", words));
    }
    play.add_effect(Effect::Wear {
        who: Party::Actor,
        item,
        key: ROUNDS.into(),
        by: -bullets,
    });
    Ok(())
}
