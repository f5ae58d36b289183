//! Holding a target, and strangling one who is held (TRI-GRAP-01, TRI-GRAP-02, TRI-GRAP-05,
//! TRI-CHOKE-01, TRI-CHOKE-02).

use super::attack::AttackInput;
use super::bout::{Bout, Hit, TARGET};
use super::damage::Harm;
use super::defense::Against;
use super::gear::Arm;
use crate::exchange::{Effect, HoldSide, Party, Scene, Stop};
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::hold;
use crate::systems::tristat::roll_request::{Barred, GRAPPLED, HOLD};

/// Whether the actor holds the target.
fn holds_target(scene: &Scene<'_>) -> bool {
    scene.hold_amount(Party::Actor, TARGET, HOLD).is_some()
}

/// Returns the bar on taking hold of a target who is held already (TRI-GRAP-01).
pub(super) fn bars_grappling(scene: &Scene<'_>, _: &CombatantInfo<'_>) -> Option<Barred> {
    let why = msg::THEY_ARE_HELD_ALREADY;
    holds_target(scene).then(|| Barred::new("held_already", why, "TRI-GRAP-01"))
}

/// Returns the bar on a maneuver that needs a target whom the actor holds, citing `rule`; `None` if
/// they are held.
pub(super) fn bars_without_hold(scene: &Scene<'_>, rule: &'static str) -> Option<Barred> {
    let missing = scene.first_target().is_some() && !holds_target(scene);
    missing.then(|| Barred::new("not_held", msg::THEY_ARE_NOT_HELD_BY, rule))
}

/// Describes a hit with bare hands for the defense of its target.
pub(super) fn by_hand(bout: &Bout<'_, '_, '_>, hit: Hit) -> Against<'static> {
    Against::with(Arm(None), bout.trick(), hit)
}

/// Plays taking hold of a target without hurting them (TRI-GRAP-01, TRI-GRAP-02).
pub(super) fn grapple(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let Some(hit) = bout.strike(0, msg::GRAPPLE.into(), AttackInput::default())? else {
        return Ok(());
    };
    if !bout.is_met(0, by_hand(bout, hit))? {
        bout.play.add_effect(Effect::Hold {
            by: Party::Actor,
            on: TARGET,
            key: HOLD.into(),
            amount: 0,
        });
    }
    Ok(())
}

/// Returns the conditions that a hold brings to the one who is held. The amount is 1 where that one
/// is much stronger (TRI-GRAP-05).
pub(super) fn conditions_of(grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
    if grip.holds || grip.key != HOLD {
        return Vec::new();
    }
    let stronger = hold::is_much_stronger(grip.own, grip.other);
    vec![(GRAPPLED, i32::from(stronger))]
}

/// Adds the effect that ends the hold of one party on another.
pub(super) fn release(bout: &mut Bout<'_, '_, '_>, by: Party, on: Party) {
    bout.play.add_effect(Effect::Release {
        by,
        on,
        key: HOLD.into(),
    });
}

/// Plays letting a held target go (TRI-GRAP-01).
pub(super) fn let_go(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    release(bout, Party::Actor, TARGET);
    Ok(())
}

/// Plays strangling or crushing a target who is held, which hits without a roll (TRI-CHOKE-01,
/// TRI-CHOKE-02).
pub(super) fn strangle(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    if bout.is_met(0, Against::without_roll(Arm(None), 0))? {
        return Ok(());
    }
    let harm = Harm {
        ignores_armor: bout.settings.strangling_ignores_armor,
        ..Harm::of("TRI-CHOKE-02")
    };
    bout.deal(0, harm)
}
