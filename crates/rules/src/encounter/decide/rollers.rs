//! Selection of the combatants who roll initiative.

use super::Decision;
use crate::chat_command::ChatError;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::InitiativeTarget;
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Returns the combatants to roll for, without those whom the rules forbid to.
    pub(super) fn find_rollers(&self, whose: InitiativeTarget) -> Result<Vec<&Combatant>, Refusal> {
        let ids = match whose {
            InitiativeTarget::One(id) => {
                let combatant = self.find_own_combatant(id)?;
                if combatant.initiative.is_some() && !self.can_run_table() {
                    return Err(Refusal::AlreadyRolled);
                }
                if let Some(why) = self.initiative_refusal(combatant) {
                    return Err(Refusal::Chat(why));
                }
                return Ok(vec![combatant]);
            }
            InitiativeTarget::Storytellers => self.state.storyteller_foes_unrolled(),
            InitiativeTarget::Everyone => self.state.order_unrolled(),
            InitiativeTarget::Mine => self
                .person
                .map(|(seat, _)| self.state.seat_unrolled(seat))
                .unwrap_or_default(),
        };
        let there = ids.iter().filter_map(|id| self.state.combatants.get(id));
        let able: Vec<&Combatant> = there
            .filter(|who| self.initiative_refusal(who).is_none())
            .collect();
        match able.is_empty() {
            true => Err(Refusal::NobodyToRoll),
            false => Ok(able),
        }
    }

    /// Returns why the rules forbid a combatant to roll initiative.
    fn initiative_refusal(&self, who: &Combatant) -> Option<ChatError> {
        self.with_fighter(who, |who| self.state.rules().forbids_initiative(who))
    }
}
