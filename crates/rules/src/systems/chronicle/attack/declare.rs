//! Declaring an attack: a single one, a charge, and the bullets it takes (CHR-CHG-01, CHR-PULL-01, CHR-AUTO-10).

use super::burst::Burst;
use super::{Attack, AttackKind};
use crate::exchange::{Effect, Party, Play, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::combat::keys::{BRAWL_WEAPON, DISTANCE, ROUNDS};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::combat::strike;
use crate::systems::chronicle::traits::{BRAWL, STRENGTH};

/// An attack as it is declared, for any of those it is made on.
#[derive(Clone, Copy)]
pub(crate) struct Declared {
    pub(crate) kind: AttackKind,
    /// The burst, and how many it rolls against.
    pub(crate) burst: Option<(Burst, i32)>,
}

impl Declared {
    /// The attack on one of the others as the table is now.
    pub(crate) fn on<'s>(self, stage: &'s Stage<'_>, n: u8) -> Result<Attack<'s>, Stop> {
        let mut attack = stage.attack(n, self.kind)?;
        if let Some((burst, persons)) = self.burst {
            attack.options.burst = Some(burst);
            attack.options.persons = persons;
        }
        check_pulled(&attack)?;
        Ok(attack)
    }
}

/// Refuses a pulled blow whose limit is not from 1 to the higher of Strength and Brawl (CHR-PULL-01).
fn check_pulled(attack: &Attack<'_>) -> Result<(), Stop> {
    let (cap, by) = (attack.options.pulled, attack.by);
    let highest = by.get(&STRENGTH).max(by.get(&BRAWL));
    if cap == 0 || (1..=highest).contains(&cap) {
        return Ok(());
    }
    let why = msg::a_pulled_blow_is_limited(&highest);
    Err(Stop::refused(
        "barred",
        Wording::verbatim(format!("{why}.")),
    ))
}

/// Plays one attack on one target.
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>, kind: AttackKind) -> Result<(), Stop> {
    let declared = Declared { kind, burst: None };
    declared.on(stage, 0)?;
    if kind == AttackKind::Firearm {
        spend_bullets(stage, play, 1)?;
    }
    strike::strike(stage, play, 0, declared)
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
