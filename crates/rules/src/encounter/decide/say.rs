//! Lines typed into the log.

use super::Desk;
use crate::dice::Dice;
use crate::encounter::event::Event;
use crate::encounter::refusal::Refusal;
use crate::id::CombatantId;

impl Desk<'_> {
    pub(super) fn say(
        &self,
        line: &str,
        who: Option<CombatantId>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let _ = (line, who, dice);
        self.may_play()?;
        Err(Refusal::OtherSystem)
    }
}
