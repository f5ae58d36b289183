//! Who sits where, and what the scene is called.

use super::Decision;
use crate::encounter::event::Event;
use crate::encounter::feature::{Muted, OwnDice, Seated, Titled, Unseated};
use crate::encounter::refusal::Refusal;
use crate::id::SeatId;
use crate::likeness;
use crate::seat::Role;
use crate::text::Name;

impl Decision<'_> {
    pub(super) fn sit(&self, seat: SeatId, name: &str, role: Role) -> Result<Vec<Event>, Refusal> {
        let name = Name::new(name)?;
        let before = self.state.seat(seat);
        if before.is_some_and(|old| old.name == name && old.role == role) {
            return Err(Refusal::NothingToDo);
        }
        // Namesakes from before names were unique keep theirs.
        let keeps = before.is_some_and(|old| old.name == name);
        let others = self.state.seats.iter().filter(|(id, _)| **id != seat);
        if !keeps && likeness::is_taken(&name, others.map(|(_, other)| &other.name))? {
            return Err(Refusal::NameTaken);
        }
        Ok(vec![Event::Seated(Seated { seat, name, role })])
    }

    pub(super) fn unseat(&self, seat: SeatId) -> Result<Vec<Event>, Refusal> {
        let leaving = self.state.seat(seat).ok_or(Refusal::NoSuchSeat)?;
        let name = leaving.name.clone();
        Ok(vec![Event::Unseated(Unseated { seat, name })])
    }

    pub(super) fn mute(&self, seat: SeatId, muted: bool) -> Result<Vec<Event>, Refusal> {
        let of = self.state.seat(seat).ok_or(Refusal::NoSuchSeat)?;
        if of.role.runs_the_table() {
            return Err(Refusal::NotAllowed);
        }
        if of.muted == muted {
            return Err(Refusal::NothingToDo);
        }
        let name = of.name.clone();
        Ok(vec![Event::Muted(Muted { seat, name, muted })])
    }

    pub(super) fn own_dice(&self, own: bool) -> Result<Vec<Event>, Refusal> {
        let (seat, _) = self.person.ok_or(Refusal::NothingToDo)?;
        if self.state.own_dice.contains(&seat) == own {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::OwnDice(OwnDice { seat, own })])
    }

    pub(super) fn title(&self, title: &str) -> Result<Vec<Event>, Refusal> {
        let after = Name::new(title)?;
        let before = self.state.title.clone();
        if after == before {
            return Err(Refusal::NothingToDo);
        }
        Ok(vec![Event::Titled(Titled { before, after })])
    }
}
