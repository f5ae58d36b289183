//! Handouts in an encounter, and who reads them.

use super::State;
use crate::base::id::{CombatantId, HandoutId, PictureAddress, PictureId, SeatId};
use crate::handout::{Area, Handout};

impl State {
    /// Whether a seat reads a handout, as storytellers do with all, and everyone else with what a
    /// combatant they play has.
    #[must_use]
    pub fn reads_handout(&self, seat: SeatId, handout: &Handout) -> bool {
        let runs_table = self.seat(seat).is_some_and(|it| it.role.can_run_table());
        runs_table || self.holder_played_by(seat, handout).is_some()
    }

    /// Returns the combatant of a seat that has a handout, the one from whom the least is covered.
    pub(crate) fn holder_played_by(&self, seat: SeatId, handout: &Handout) -> Option<CombatantId> {
        let holders = handout.holders.iter();
        let played = holders.filter(|(id, _)| {
            let who = self.combatants.get(id);
            who.is_some_and(|who| who.owner == Some(seat))
        });
        let best = played.min_by_key(|(id, holding)| (handout.covers_for(**id), holding.nth));
        best.map(|(id, _)| *id)
    }

    /// Returns a handout if a seat reads it.
    pub(crate) fn handout_of_reader(&self, seat: SeatId, id: HandoutId) -> Option<&Handout> {
        let handout = self.handouts.get(id)?;
        self.reads_handout(seat, handout).then_some(handout)
    }

    /// Returns the picture that a seat finds at an address, with the areas to cut out; `None` if there is none for it.
    /// The picture on the table screen is there for every seat.
    #[must_use]
    pub fn picture_at(
        &self,
        seat: SeatId,
        address: PictureAddress,
    ) -> Option<(PictureId, Vec<Area>)> {
        let runs_table = self.seat(seat)?.role.can_run_table();
        self.handouts.iter().find_map(|(_, handout)| {
            let picture = handout.picture.as_ref()?;
            if runs_table && picture.address == address {
                return Some((picture.id, Vec::new()));
            }
            let shown = handout.on_screen.as_ref();
            if shown.is_some_and(|shown| shown.address == Some(address)) {
                return Some((picture.id, picture.covered_areas()));
            }
            let holder = self.holder_played_by(seat, handout)?;
            let holding = handout.holders.get(&holder)?;
            (holding.address == Some(address)).then(|| (picture.id, picture.covered_for(holder)))
        })
    }
}
