//! Plain fields of a combatant: who may set them, and to what.

use super::Decision;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::event::Event;
use crate::encounter::field::Field;
use crate::encounter::refusal::Refusal;
use crate::id::{CombatantId, SeatId};
use crate::seat::Role;

impl Decision<'_> {
    /// Sets a plain field of a combatant.
    pub(super) fn edit(&self, id: CombatantId, to: &Field<String>) -> Result<Vec<Event>, Refusal> {
        let combatant = match (to, to.is_players()) {
            (Field::Owner(seat), _) => self.may_assign(self.find(id)?, *seat)?,
            (_, true) => self.find_own(id)?,
            (_, false) => {
                self.run_only()?;
                self.find(id)?
            }
        };
        let after = to.checked()?;
        let before = after.now(combatant);
        if before == after {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Edited { id, before, after }])
    }

    /// Whether this person may give a combatant to another player. A player takes a character
    /// without an owner, and gives back their own.
    fn may_assign<'c>(
        &self,
        combatant: &'c Combatant,
        after: Option<SeatId>,
    ) -> Result<&'c Combatant, Refusal> {
        let before = combatant.owner;
        if !self.runs() {
            self.may_play()?;
            let me = self.person.map(|(seat, _)| seat);
            let takes = before.is_none() && after == me && combatant.side == Side::Character;
            let gives_back = before == me && after.is_none();
            if !takes && !gives_back {
                return Err(Refusal::NotAllowed);
            }
        }
        if let Some(seat) = after {
            let person = self.state.seat(seat).ok_or(Refusal::NoSuchSeat)?;
            if person.role != Role::Player {
                return Err(Refusal::NotAllowed);
            }
        }
        Ok(combatant)
    }
}
