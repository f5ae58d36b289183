//! What a combatant can neither declare nor spend.

use super::gifts;
use crate::fighter::Fighter;
use crate::messages::crossover as msg;
use crate::plan::Plan;
use crate::systems::crossover::powers::{Power, extra_actions};
use crate::systems::crossover::system::settings;
use crate::systems::crossover::{conditions, sheet};
use crate::typed::ChatError;

/// Why a plan cannot be declared: a dazed combatant loses the turn (XOV-CMP-06), and extra actions
/// need a power that gives them or can be used for them this turn (XOV-MULT-03).
pub(in crate::systems::crossover) fn plan(who: &Fighter<'_>, plan: &Plan) -> Option<ChatError> {
    if conditions::in_force(who, conditions::DAZED) {
        let words = msg::NOBODY_ACTS_WHILE_DAZED_XOV;
        return Some(ChatError::new("numb", words));
    }
    let most = conditions::granted(who).saturating_add(in_reach(who));
    let beyond = i32::from(plan.extra) > most;
    let words = msg::NO_POWER_GIVES_SO_MANY;
    beyond.then(|| ChatError::new("no_power", words))
}

/// The extra actions that Rage and Faith can still give this turn (XOV-POW-02, XOV-POW-05).
fn in_reach(who: &Fighter<'_>) -> i32 {
    let left = |pool: &str| who.pools.get(pool).copied().unwrap_or(0);
    let by = settings(who.house);
    let rage = |spent: &i32| {
        let power = Power::Rage {
            kind: sheet::kind(who.sheet),
            rage: who.sheet.get(&sheet::RAGE),
            spent: *spent,
            before: who.counted(gifts::RAGED).into(),
        };
        extra_actions(&power, &by).is_ok()
    };
    let rage = (1..=left("rage")).rev().find(rage).unwrap_or(0);
    rage.saturating_add(left("faith").max(0))
}

/// Why nothing can be spent of a pool: a vampire with a stake in the heart spends no blood
/// (XOV-TGT-05).
pub(in crate::systems::crossover) fn spending(who: &Fighter<'_>, pool: &str) -> Option<ChatError> {
    let words = msg::NOBODY_SPENDS_BLOOD_WITH_A;
    let staked = pool == "blood" && conditions::has(who, conditions::STAKED);
    staked.then(|| ChatError::new("staked", words))
}
