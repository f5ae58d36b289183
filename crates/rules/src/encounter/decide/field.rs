//! The command that edits a plain field of a combatant.

use super::Decision;
use crate::base::id::{CombatantId, SeatId};
use crate::base::seat::Role;
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::event::Event;
use crate::encounter::feature::Edited;
use crate::encounter::field::CombatantField;
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Sets a plain field of a combatant.
    pub(super) fn edit_field(
        &self,
        id: CombatantId,
        to: &CombatantField<String>,
    ) -> Result<Vec<Event>, Refusal> {
        let combatant = self.find_known_combatant(id)?;
        if let CombatantField::Owner(seat) = to {
            self.check_assignment(combatant, *seat)?;
        }
        // The health of a character is always public.
        if matches!(to, CombatantField::Sight(Some(_))) && combatant.side == Side::Character {
            return Err(Refusal::NotAllowed);
        }
        let after = to.validate()?;
        let before = after.current_value(combatant);
        if before == after {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Edited(Edited { id, before, after })])
    }

    /// Checks that the sender may make this seat the owner of a combatant. A player takes a character without an owner,
    /// and gives back their own.
    fn check_assignment(
        &self,
        combatant: &Combatant,
        after: Option<SeatId>,
    ) -> Result<(), Refusal> {
        let before = combatant.owner;
        if !self.can_run_table() {
            let me = self.person.map(|(seat, _)| seat);
            let takes = before.is_none() && after == me;
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
        Ok(())
    }
}
