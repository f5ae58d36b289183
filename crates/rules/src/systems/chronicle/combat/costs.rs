//! Steps of a turn that maneuvers take (CHR-TURN-03).

use super::keys::{ALL_OUT, BURST, DISTANCE, LOOSE_ROUNDS, YARDS};
use super::stage::Stage;
use crate::systems::chronicle::attack::burst::Burst;
use crate::systems::chronicle::gear::weapon::AttackKind;
use crate::systems::chronicle::grapple::contest;
use crate::systems::chronicle::round::turn::{Act, Declared, Step};
use crate::systems::chronicle::traits::QUICK_DRAW;

/// Returns the turn step of an instant action.
pub(crate) const fn act(act: Act) -> Option<Step> {
    Some(Step::Act(Declared {
        act,
        kind: None,
        distance: 0,
    }))
}

/// Returns the turn step of a blow within arm's reach, all out where that is declared (CHR-CMP-04).
pub(crate) fn blow(stage: &Stage<'_>, kind: AttackKind) -> Option<Step> {
    let all_out = stage.scene.parameter_or(ALL_OUT, 0) == 1;
    Some(Step::Act(Declared {
        act: if all_out { Act::AllOut } else { Act::Attack },
        kind: Some(kind),
        distance: 0,
    }))
}

/// Returns the turn step of a charge over the yards that are declared, else over the distance to
/// the target (CHR-CHG-01).
pub(crate) fn charge(stage: &Stage<'_>) -> Option<Step> {
    let distance = match stage.scene.parameter_or(YARDS, 0) {
        0 => stage.scene.situation_value(0, DISTANCE, 0),
        yards => yards,
    };
    Some(Step::Act(Declared {
        act: Act::Charge,
        kind: Some(AttackKind::Melee),
        distance,
    }))
}

/// Returns the turn step of reaching for a target: an attack, or help where a grapple is under way
/// (CHR-GRAP-17).
pub(crate) fn grab(stage: &Stage<'_>) -> Option<Step> {
    act(if contest::joins(stage) {
        Act::JoinGrapple
    } else {
        Act::Attack
    })
}

/// Returns the turn step of drawing or putting away a weapon: an action, or nothing with Quick
/// Draw; drawing a `hidden` one always costs an action and Defense (CHR-CMP-01).
pub(crate) fn draw(stage: &Stage<'_>, hidden: bool) -> Option<Step> {
    match (hidden, stage.actor.get(&QUICK_DRAW) > 0) {
        (true, _) => act(Act::DrawHidden),
        (false, true) => None,
        (false, false) => act(Act::Draw),
    }
}

/// Returns the turn step of loading a gun: an action, and Defense too if it goes round by round
/// (CHR-CMP-02).
pub(crate) fn reload(stage: &Stage<'_>) -> Option<Step> {
    act(if stage.item_is(LOOSE_ROUNDS) {
        Act::ReloadSingle
    } else {
        Act::ReloadClip
    })
}

/// Returns the turn step of walking (CHR-MOVE-01).
pub(crate) fn walk(stage: &Stage<'_>) -> Option<Step> {
    Some(Step::Move(stage.scene.parameter_or(YARDS, 0)))
}

/// Returns the turn step of running (CHR-MOVE-02).
pub(crate) fn run(stage: &Stage<'_>) -> Option<Step> {
    Some(Step::Run(stage.scene.parameter_or(YARDS, 0)))
}

/// Returns the length of a burst that the intent's parameter sets.
pub(crate) fn burst(stage: &Stage<'_>) -> Burst {
    match stage.scene.parameter_or(BURST, 1) {
        2 => Burst::Medium,
        3 => Burst::Long,
        _ => Burst::Short,
    }
}
