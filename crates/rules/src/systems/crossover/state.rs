//! State of a combatant, as their conditions say it.

use super::Settings;
pub(super) use super::conditions::*;
use super::creature::Form;
use crate::character::condition::{Condition, Until};
use crate::exchange::{Effect, Party};
use crate::messages::{Text, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;

/// Claws of a vampire in Crossover: feral or of bone, which decides their damage.
#[derive(Clone, Copy)]
pub(super) enum Claws {
    /// Grown by a discipline of the beast: aggravated.
    Feral,
    /// Shaped of bone: lethal.
    Bone,
}

/// Grade of a combatant's immobility, partly or fully (XOV-CMP-08).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Immobilized {
    /// Two dice against it.
    Partly,
    /// Hit without a roll.
    Fully,
}

/// Senses and skill that help a combatant who cannot see.
pub(super) struct Relief {
    /// Half the penalty (XOV-CMP-04).
    pub(super) heightened_senses: bool,
    /// No penalty at all (XOV-CMP-04).
    pub(super) eyes_of_the_beast: bool,
    /// Successes of Perception + Blind Fighting used for this (XOV-CMP-05).
    pub(super) blind_fighting: i32,
}

/// Whether a combatant is in the condition with this key.
pub(super) fn has(who: &CombatantInfo<'_>, key: &str) -> bool {
    who.conditions.contains_key(key)
}

/// Returns the amount of a condition a combatant is in; 0 of one they are not in.
pub(super) fn amount(who: &CombatantInfo<'_>, key: &str) -> i32 {
    who.conditions
        .get(key)
        .map_or(0, |condition| condition.amount)
}

/// Whether a combatant is in a condition whose turn has come: one that was brought for the turn
/// that follows counts from then on.
pub(super) fn in_force(who: &CombatantInfo<'_>, key: &str) -> bool {
    let condition = who.conditions.get(key);
    condition.is_some_and(|condition| !matches!(condition.until, Until::Rounds(2..)))
}

/// Returns the amount of a condition whose turn has come.
pub(super) fn amount_in_force(who: &CombatantInfo<'_>, key: &str) -> i32 {
    if in_force(who, key) {
        amount(who, key)
    } else {
        0
    }
}

/// The end of a condition for the rest of this turn.
pub(super) const THIS_TURN: Until = Until::Rounds(1);
/// The end of a condition that lasts through the turn that follows.
pub(super) const NEXT_TURN: Until = Until::Rounds(2);

/// Returns the effect of coming into a condition.
pub(super) const fn gain(who: Party, key: &'static str, amount: i32, until: Until) -> Effect {
    Effect::Gain {
        who,
        key: std::borrow::Cow::Borrowed(key),
        condition: Condition { amount, until },
    }
}

/// Returns the effect of losing a condition.
pub(super) const fn lose(who: Party, key: &'static str) -> Effect {
    Effect::Lose {
        who,
        key: std::borrow::Cow::Borrowed(key),
    }
}

/// Returns the form of a werewolf, which is Homid if no condition names another.
pub(super) fn form(who: &CombatantInfo<'_>) -> Form {
    let forms = [
        (GLABRO, Form::Glabro),
        (CRINOS, Form::Crinos),
        (HISPO, Form::Hispo),
        (LUPUS, Form::Lupus),
    ];
    let now = forms.iter().find(|(key, _)| has(who, key));
    now.map_or(Form::Homid, |(_, form)| *form)
}

/// Returns the claws a combatant has grown.
pub(super) fn claws(who: &CombatantInfo<'_>) -> Option<Claws> {
    if has(who, FERAL_CLAWS) {
        Some(Claws::Feral)
    } else {
        has(who, BONE_CLAWS).then_some(Claws::Bone)
    }
}

/// Returns the senses and skill that help a combatant who cannot see.
pub(super) fn relief(who: &CombatantInfo<'_>) -> Relief {
    Relief {
        heightened_senses: has(who, SENSES),
        eyes_of_the_beast: has(who, EYES),
        blind_fighting: amount(who, FELT),
    }
}

/// Returns why a combatant does nothing that needs limbs, `None` if nothing keeps them from it: the
/// reason and its rule, of a hold before a clinch, in which one can squeeze (XOV-CLOSE-04,
/// XOV-CLOSE-06).
pub(super) fn grip_bar(who: &CombatantInfo<'_>) -> Option<(Text, &'static str)> {
    if has(who, HELD) || has(who, HOLDING) {
        let words = msg::IN_A_HOLD_ONE_GETS;
        return Some((words, "XOV-CLOSE-06"));
    }
    has(who, CLINCHED).then_some((msg::IN_A_GRIP_ONE_GETS, "XOV-CLOSE-04"))
}

/// Returns the grade to which a combatant is immobilized, `None` if they are free: held ones are in
/// part, by house rule (XOV-CMP-08, XOV-CLOSE-06).
pub(super) fn immobilized(who: &CombatantInfo<'_>, by: &Settings) -> Option<Immobilized> {
    if has(who, STAKED) || has(who, HELPLESS) {
        return Some(Immobilized::Fully);
    }
    let held = by.held_is_immobilized && has(who, HELD);
    (held || has(who, IMMOBILIZED)).then_some(Immobilized::Partly)
}

/// Returns why a combatant can do nothing at all, though they are up, `None` if they can: the
/// reason and its rule.
pub(super) fn numbness_bar(who: &CombatantInfo<'_>) -> Option<(Text, &'static str)> {
    if in_force(who, DAZED) {
        Some((msg::NOBODY_ACTS_WHILE_DAZED, "XOV-CMP-06"))
    } else if has(who, STAKED) {
        Some((msg::NOBODY_MOVES_WITH_A_STAKE, "XOV-TGT-05"))
    } else if has(who, HELPLESS) {
        Some((msg::NOBODY_MOVES_WHO_IS_FULLY, "XOV-CMP-08"))
    } else {
        None
    }
}

/// Returns the extra actions that powers give a combatant this turn (XOV-POW-01 to 05).
pub(super) fn granted_actions(who: &CombatantInfo<'_>) -> i32 {
    let powers = [CELERITY, RAGE, DISTORT_TIME, FAITHFUL];
    let granted: i32 = powers.iter().map(|key| amount_in_force(who, key)).sum();
    // Dream Time begins with the next turn and lasts several: its amount is how many.
    let dreaming = who.conditions.get(DREAM_TIME).is_some_and(|condition| {
        let turns = u16::try_from(condition.amount).unwrap_or(0);
        matches!(condition.until, Until::Rounds(left) if left <= turns)
    });
    granted + i32::from(dreaming)
}
