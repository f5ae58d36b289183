//! Plan commands: declare and change the plan of a round, and abort an action for a defense.

use super::Decision;
use crate::base::dice::{Dice, VisibleDice};
use crate::base::id::CombatantId;
use crate::base::rule_switch::cites_rule_off;
use crate::base::term::RuleId;
use crate::base::text::Name;
use crate::character::phase::Phase;
use crate::character::plan::{AbortPrice, PLAN_PAID, Plan};
use crate::chat_command::ChatError;
use crate::encounter::class::PerClass;
use crate::encounter::combatant::{Combatant, RoundState, Turn};
use crate::encounter::command::PlanInput;
use crate::encounter::event::Event;
use crate::encounter::feature::{AbortTried, Counted, Intended};
use crate::encounter::refusal::Refusal;
use crate::encounter::viewer::Viewer;
use crate::messages::{Wording, encounter as msg};

impl Decision<'_> {
    /// Declares, changes or clears the plan of a combatant for this round.
    pub(super) fn set_plan(
        &self,
        id: CombatantId,
        ask: Option<&PlanInput>,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let rules = self.state.rules();
        let spec = rules.facts().plan_spec.ok_or(Refusal::OtherSystem)?;
        let declared_first = rules
            .round_phases(&self.state.house)
            .contains(&Phase::Declare);
        let turn = self.turn_for(who);
        // A declared plan is binding once the actions begin; changing it has a price.
        let late = turn.round > 0 && (turn.phase > Phase::Declare || !declared_first);
        let bound = spec.binds && late && who.now.plan.is_some();
        let plan = ask.map(build_plan).transpose()?;
        if let Some(plan) = &plan {
            plan.check_limits(&spec)?;
        }
        if who.now.plan == plan {
            return Err(Refusal::NothingToDo);
        }
        let forbids = self.with_fighter(who, |fighter| rules.forbids_plan(fighter, plan.as_ref()));
        let forbids = forbids.filter(|why| !cites_rule_off(&why.text));
        if let Some(why) = forbids.filter(|_| !self.can_run_table()) {
            return Err(Refusal::Chat(why));
        }
        let stance = plan.as_ref().and_then(|plan| plan.stance.as_ref());
        let before = who.now.plan.as_ref().and_then(|plan| plan.stance.as_ref());
        let stance_changes = stance != before;
        let rule = self.state.stance_bar_rule(who);
        if let Some(rule) = rule.filter(|_| stance_changes && !self.can_run_table()) {
            let words = Wording::verbatim(msg::a_stance_is_taken_in(&rule));
            return Err(Refusal::Chat(ChatError::new("not_your_turn", words)));
        }
        if bound && !self.can_run_table() {
            return Err(Refusal::NotAllowed);
        }
        let paid = match self.state.is_plan_sealed(who) {
            // The cost of a sealed plan would reveal what is in it.
            true => Vec::new(),
            false => self.pay_plan(who, plan.as_ref())?,
        };
        let after = RoundState {
            plan,
            ..who.now.clone()
        };
        let mut intended = self.intent_event(who, after);
        if let Event::Intended(Intended { out_of_turn, .. }) = &mut intended {
            *out_of_turn = rule.filter(|_| stance_changes).map(RuleId::new);
        }
        Ok(std::iter::once(intended).chain(paid).collect())
    }

    /// Returns the payment of the difference between what was paid for a combatant's plan and what this plan costs. A
    /// plan that cannot be paid for costs nothing; only a storyteller gets that far.
    fn pay_plan(&self, who: &Combatant, plan: Option<&Plan>) -> Result<Vec<Event>, Refusal> {
        let rules = self.state.rules();
        let price = self.with_fighter(who, |fighter| rules.plan_price(fighter, plan));
        let Some((pool, points)) = price else {
            return Ok(Vec::new());
        };
        let paid = who.now.tally.get(PLAN_PAID).copied().unwrap_or(0);
        let more = i32::from(points) - i32::from(paid);
        if more == 0 {
            return Ok(Vec::new());
        }
        let spent = match self.spend_event(who, pool, -more) {
            Ok(event) => Some(event),
            // Points that were refunded otherwise are not refunded twice.
            Err(Refusal::NothingToDo) => None,
            Err(Refusal::NoSuchPool | Refusal::NotEnough) if more > 0 => return Ok(Vec::new()),
            Err(refusal) => return Err(refusal),
        };
        let counted = Event::Counted(Counted {
            id: who.id,
            key: PLAN_PAID.to_owned(),
            by: more,
        });
        Ok(spent.into_iter().chain([counted]).collect())
    }

    /// Returns the events that pay for plans (what combatants declared for the round) that were
    /// sealed from players until the turn `after` opens them.
    pub(super) fn pay_opened_plans(&self, after: PerClass<Turn>) -> Vec<Event> {
        let there = self.state.combatants.values();
        let opens = |who: &&Combatant| {
            let next = *after.for_class(Viewer::for_combatant(who).class);
            let open = next.round > 0 && next.phase > Phase::Declare;
            open && who.now.plan.is_some() && self.state.is_plan_sealed(who)
        };
        let paid = |who: &Combatant| {
            let paid = self.pay_plan(who, who.now.plan.as_ref());
            paid.unwrap_or_default()
        };
        there.filter(opens).flat_map(paid).collect()
    }

    /// Gives up a planned action for a defense, at the chosen price.
    pub(super) fn abort_action(
        &self,
        id: CombatantId,
        price: AbortPrice,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let who = self.find_own_combatant(id)?;
        let rules = self.state.rules();
        let dice = &mut VisibleDice::with_visibility(self.is_roll_public(who), dice);
        let aborted = self.with_fighter(who, |fighter| rules.abort_action(fighter, price, dice));
        let aborted = aborted.ok_or(Refusal::OtherSystem)??;
        let mut events = Vec::new();
        if let Some((pool, points)) = aborted.spent {
            events.extend(self.pay_cost(who, pool, points)?);
        }
        events.push(Event::Aborted(AbortTried {
            id,
            changed: aborted.changed,
            roll: aborted.roll,
        }));
        if aborted.changed {
            let mut plan = who.now.plan.clone().unwrap_or_default();
            plan.kinds.remove(&aborted.action);
            plan.defenses.insert(aborted.action);
            let after = RoundState {
                plan: Some(plan),
                ..who.now.clone()
            };
            if after != who.now {
                events.push(self.intent_event(who, after));
            }
        }
        Ok(events)
    }
}

/// Builds a plan from a request, checking its words.
fn build_plan(ask: &PlanInput) -> Result<Plan, Refusal> {
    let words = match ask.words.trim() {
        "" => None,
        words => Some(Name::new(words)?),
    };
    Ok(Plan {
        words,
        actions: ask.actions.max(1),
        defenses: ask.defenses.clone(),
        kinds: ask.kinds.clone(),
        extra: ask.extra,
        willpower: ask.willpower,
        stance: ask.stance.clone(),
    })
}
