//! Commands about seats, and the title of the encounter.

use super::Decision;
use crate::base::confusables;
use crate::base::id::SeatId;
use crate::base::seat::Role;
use crate::base::text::Name;
use crate::encounter::event::Event;
use crate::encounter::feature::{Muted, OwnDice, Seated, Titled, Unseated};
use crate::encounter::refusal::Refusal;

impl Decision<'_> {
    /// Seats a person, or changes their name or role.
    pub(super) fn seat_person(
        &self,
        seat: SeatId,
        name: &str,
        role: Role,
    ) -> Result<Vec<Event>, Refusal> {
        let name = Name::new(name)?;
        let before = self.state.seat(seat);
        if before.is_some_and(|old| old.name == name && old.role == role) {
            return Err(Refusal::NothingToDo);
        }
        // Duplicate names from before names had to be unique are kept.
        let keeps = before.is_some_and(|old| old.name == name);
        let others = self.state.seats.iter().filter(|(id, _)| **id != seat);
        if !keeps && confusables::is_name_taken(&name, others.map(|(_, other)| &other.name))? {
            return Err(Refusal::NameTaken);
        }
        Ok(vec![Event::Seated(Seated { seat, name, role })])
    }

    /// Removes a seat from the table.
    pub(super) fn remove_seat(&self, seat: SeatId) -> Result<Vec<Event>, Refusal> {
        let leaving = self.state.seat(seat).ok_or(Refusal::NoSuchSeat)?;
        let name = leaving.name.clone();
        Ok(vec![Event::Unseated(Unseated { seat, name })])
    }

    /// Mutes or unmutes a seat that does not run the table.
    pub(super) fn set_muted(&self, seat: SeatId, muted: bool) -> Result<Vec<Event>, Refusal> {
        let of = self.state.seat(seat).ok_or(Refusal::NoSuchSeat)?;
        if of.role.can_run_table() {
            return Err(Refusal::NotAllowed);
        }
        if of.muted == muted {
            return Err(Refusal::NothingToDo);
        }
        let name = of.name.clone();
        Ok(vec![Event::Muted(Muted { seat, name, muted })])
    }

    /// Sets whether the sender rolls real dice of their own.
    pub(super) fn set_own_dice(&self, own: bool) -> Result<Vec<Event>, Refusal> {
        let (seat, _) = self.person.ok_or(Refusal::NothingToDo)?;
        if self.state.own_dice.contains(&seat) == own {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::OwnDice(OwnDice { seat, own })])
    }

    /// Sets the title of the encounter.
    pub(super) fn set_title(&self, title: &str) -> Result<Vec<Event>, Refusal> {
        let after = Name::new(title)?;
        let before = self.state.title.clone();
        if after == before {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Titled(Titled { before, after })])
    }
}
