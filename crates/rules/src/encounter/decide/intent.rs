//! What somebody means to do, and when: plans, waiting, changes of mind.

use super::Desk;
use crate::dice::Dice;
use crate::encounter::command::PlanAsk;
use crate::encounter::event::Event;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;
use crate::plan::Price;

impl Desk<'_> {
    pub(super) fn plan(
        &self,
        id: CombatantId,
        plan: Option<&PlanAsk>,
    ) -> Result<Vec<Event>, Refusal> {
        let _ = (self.find_own(id)?, plan);
        Err(Refusal::OtherSystem)
    }

    pub(super) fn abort(
        &self,
        id: CombatantId,
        price: Price,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let _ = (self.find_own(id)?, price, dice);
        Err(Refusal::OtherSystem)
    }

    pub(super) fn wait(&self, id: CombatantId, until: &str) -> Result<Vec<Event>, Refusal> {
        let _ = (self.find_own(id)?, until);
        Err(Refusal::OtherSystem)
    }

    pub(super) fn cut_in(&self, id: CombatantId) -> Result<Vec<Event>, Refusal> {
        let _ = self.find_own(id)?;
        Err(Refusal::OtherSystem)
    }

    pub(super) fn adjust(&self, id: CombatantId, by: i32) -> Result<Vec<Event>, Refusal> {
        let _ = (self.find_own(id)?, by);
        Err(Refusal::OtherSystem)
    }

    pub(super) fn give_initiative(
        &self,
        line: u32,
        id: CombatantId,
    ) -> Result<Vec<Event>, Refusal> {
        let _ = (self.find_own(id)?, line);
        Err(Refusal::OtherSystem)
    }
}
