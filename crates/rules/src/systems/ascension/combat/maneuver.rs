//! Maneuvers of Ascension and what bars them (ASC-ATK-01, ASC-ATK-02, ASC-SPLIT-01).

use std::sync::LazyLock;

use super::super::attack::{self, AttackAbility};
use super::super::{Refusal, Settings};
use super::attack_exchange::{AttackExchange, build_attack};
use super::forms::{
    DELIVERED, FORMS, MAGICK, OPENNESS, OPENNESS_OPTIONS, SPELL_DELIVERIES, THROUGH,
};
use super::gear::WEAPON;
use super::rebound::REBOUND;
use super::turn::{TurnAction, TurnState};
use crate::base::roll::MAX_DICE;
use crate::base::term::{BarReason, RuleId, sum_terms};
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Maneuver, Play, Scene, Stop, Targets};
use crate::messages::ascension as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::ascension::refusal::D10;
use crate::systems::d10::shared_rules::health;

/// Parameter key of the dice of a divided pool that an attack takes; 0 does not divide.
const SHARE: &str = "share";

/// Builds the attack with the action it uses, asking for the share of a divided pool.
pub(super) fn begin_attack<'a>(
    scene: &'a Scene<'a>,
    actor: &'a CombatantInfo<'a>,
    play: &mut Play<'_>,
) -> Result<Option<AttackExchange<'a>>, Stop> {
    let Some(mut blow) = build_attack(scene, actor, scene.intent.maneuver.as_ref()) else {
        return Ok(None);
    };
    let named = requested_share(scene);
    let act = TurnState::of(actor).next_action(sum_terms(&blow.undivided_terms()), named.is_some());
    let act = act.unwrap_or(TurnAction::Whole);
    let by = (0, crate::exchange::Party::Actor);
    blow.action = Some(act.take(play, by, named)?);
    Ok(Some(blow))
}

/// Returns the share of a divided pool that the intent requests, if any.
fn requested_share(scene: &Scene<'_>) -> Option<i32> {
    Some(scene.parameter_or(SHARE, 0)).filter(|dice| *dice > 0)
}

/// All maneuvers of Ascension.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let forms = FORMS.iter().map(|form| Maneuver {
        key: form.key,
        title: form.title,
        rule: RuleId::new("ASC-ATK-01"),
        targets: Targets::One,
        items: form.items,
    });
    let rebound = Maneuver {
        key: REBOUND,
        title: msg::REBOUND,
        rule: RuleId::new("ASC-REB-02"),
        targets: Targets::One,
        items: &[WEAPON],
    };
    forms.chain([rebound]).collect()
});

/// Lists the parameters that a maneuver of Ascension takes.
pub(super) fn parameter_specs(key: &str) -> Vec<ParameterSpec> {
    let most = i32::try_from(MAX_DICE).unwrap_or(i32::MAX);
    let share = ParameterSpec::number(SHARE, msg::DICE_OF_A_DIVIDED_POOL, (0, most), 0);
    let more = match key {
        MAGICK => {
            let options = OPENNESS_OPTIONS.map(|(value, title, _)| (value, title));
            Some(ParameterSpec::choice(OPENNESS, msg::HOW_OPENLY, &options))
        }
        DELIVERED => {
            let options = SPELL_DELIVERIES.map(|(value, title, _)| (value, title));
            Some(ParameterSpec::choice(
                THROUGH,
                msg::DELIVERED_WITH,
                &options,
            ))
        }
        REBOUND => return Vec::new(),
        _ => None,
    };
    more.into_iter().chain([share]).collect()
}

/// Returns the reason for which Ascension bars the intent of the scene, if any.
pub(super) fn find_bar(scene: &Scene<'_>) -> Option<BarReason> {
    let refusal = match (scene.intent.maneuver.as_ref(), scene.actor) {
        (REBOUND, _) => Some(Refusal::FollowsParry),
        (_, None) => Some(Refusal::Nobody),
        (key, Some(actor)) => find_refusal(scene, actor, key),
    };
    refusal.map(Into::into)
}

/// Returns the refusal by Ascension of an attack by this actor, if any.
fn find_refusal(scene: &Scene<'_>, actor: &CombatantInfo<'_>, key: &str) -> Option<Refusal> {
    if !health::can_act(actor.track) {
        return Some(Refusal::Incapacitated);
    }
    let at_hand = scene
        .item()
        .is_none_or(crate::character::gear::Item::is_ready);
    let Some(blow) = build_attack(scene, actor, key).filter(|_| at_hand) else {
        return Some(Refusal::NotAtHand);
    };
    let named = requested_share(scene);
    match next_action(actor, blow.line.ability, named.is_some(), &blow.settings) {
        Err(refusal) => Some(refusal),
        Ok(TurnAction::Share(room)) if named.is_some_and(|dice| dice > room.most) => {
            Some(Refusal::AllocationExceedsPool)
        }
        Ok(_) => None,
    }
}

/// Returns the next action of an actor who attacks with this ability.
fn next_action(
    actor: &CombatantInfo<'_>,
    ability: AttackAbility,
    divides: bool,
    settings: &Settings,
) -> Result<TurnAction, Refusal> {
    let whole = attack::attack_terms(
        &super::combatant_stats::attack_stats(actor, ability),
        settings,
    );
    D10.check_dice(&whole)?;
    TurnState::of(actor).next_action(sum_terms(&whole), divides)
}
