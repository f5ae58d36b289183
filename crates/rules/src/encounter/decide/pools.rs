//! Commands on pools (points that are spent and come back) and on house rules.

use super::Decision;
use crate::base::id::CombatantId;
use crate::base::rule_switch::cites_rule_off;
use crate::encounter::combatant::Combatant;
use crate::encounter::event::Event;
use crate::encounter::feature::{HouseRuleSet, Spent};
use crate::encounter::limits::MAX_DAMAGE;
use crate::encounter::refusal::Refusal;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::settings::Value;

impl Decision<'_> {
    /// Spends or restores points of a pool by hand.
    pub(super) fn change_pool(
        &self,
        id: CombatantId,
        pool: &str,
        by: i32,
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_own_combatant(id)?;
        if by.unsigned_abs() > u32::from(MAX_DAMAGE) {
            return Err(Refusal::OutOfBounds);
        }
        let rules = self.state.rules();
        let forbids = self.with_fighter(combatant, |who| rules.forbids_spending(who, pool));
        let forbids =
            forbids.filter(|why| by < 0 && !self.can_run_table() && !cites_rule_off(&why.text));
        if let Some(why) = forbids {
            return Err(Refusal::Chat(why));
        }
        let event = self.spend_event(combatant, pool, by)?;
        Ok(vec![event])
    }

    /// Builds the event that restores points of a pool, or spends them where `by` is negative. Never spends more than
    /// there are, nor restores more than were spent.
    pub(super) fn spend_event(
        &self,
        who: &Combatant,
        pool: &str,
        by: i32,
    ) -> Result<Event, Refusal> {
        let pools = self.state.rules().pool_specs(&who.sheet);
        let spec = pools.iter().find(|spec| spec.key == pool);
        let most = spec.ok_or(Refusal::NoSuchPool)?.most;
        let before = who.spent.get(pool).copied().unwrap_or(0);
        // A sheet edit may have made the pool smaller: no more counts as spent than there is.
        let spent = before.min(most);
        let after = spent.saturating_sub(by);
        if after > most {
            return Err(Refusal::NotEnough);
        }
        let after = after.max(0);
        if after == spent {
            return Err(Refusal::NothingToDo);
        }
        Ok(Event::Spent(Spent {
            id: who.id,
            pool: pool.to_owned(),
            before,
            after,
            left: Some(most.saturating_sub(after)),
        }))
    }

    /// Sets a house rule; refused where its value is no longer `was`.
    pub(super) fn set_house_rule(
        &self,
        key: &str,
        value: &Value,
        was: Option<&Value>,
    ) -> Result<Vec<Event>, Refusal> {
        let specs = self.state.rules().lists().setting_specs;
        let (spec, after) =
            HouseRules::resolve_setting(specs, key, value).ok_or(Refusal::NoSuchRule)?;
        spec.check_value(&after)?;
        let before = self.state.house.value_or_default(spec);
        if before == after {
            return Err(Refusal::NothingToDo);
        }
        if was.is_some_and(|was| *was != before) {
            return Err(Refusal::Overtaken);
        }
        Ok(vec![Event::HouseRuleSet(HouseRuleSet {
            key: spec.key.to_owned(),
            before,
            after,
        })])
    }
}
