//! Attacks with a single roll, and what they take before it: a charge, bullets (CHR-CHG-01, CHR-AUTO-10).

use super::keys::{BRAWL_WEAPON, DISTANCE, ROUNDS};
use super::stage::Stage;
use super::strike;
use crate::exchange::{Effect, Party, Play, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::attack::AttackKind;
use crate::systems::chronicle::attack::legal;

/// Plays one attack on one target.
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>, kind: AttackKind) -> Result<(), Stop> {
    let attack = |stage: &Stage<'_>| {
        let attack = stage.attack(0, kind)?;
        legal::legal(&attack)
            .map_err(|why| Stop::refused("barred", Wording::verbatim(format!("{why}."))))?;
        Ok(attack)
    };
    attack(stage)?;
    if kind == AttackKind::Firearm {
        spend_bullets(stage, play, 1)?;
    }
    strike::strike(stage, play, 0, &attack)
}

/// Runs up to the target and strikes, with what is in the hand (CHR-CHG-01).
pub(crate) fn charge(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let brawls = stage
        .item()
        .is_none_or(|(_, item)| item.kind == BRAWL_WEAPON);
    play.effect(Effect::Place {
        target: Party::Target(0),
        key: DISTANCE.into(),
        value: 1,
    });
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
    play.effect(Effect::Wear {
        who: Party::Actor,
        item,
        key: ROUNDS.into(),
        by: -bullets,
    });
    Ok(())
}
