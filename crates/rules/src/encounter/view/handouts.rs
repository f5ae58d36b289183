//! Handouts as storytellers see them, and as one seat knows them.

use crate::base::id::SeatId;
use crate::base::late::Late;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::viewer::Viewer;
use crate::handout::{HandoutShelf, KnownHandout};

/// Returns the shelf (all handouts of the encounter) for storytellers; `None` for players, and
/// where it is empty.
pub(super) fn shelf_of(encounter: &Encounter, viewer: Viewer) -> Option<Late<HandoutShelf>> {
    let shown = viewer.sees_hidden() && !encounter.handouts.is_empty();
    shown.then(|| Late::new(encounter.handouts.clone()))
}

/// Returns the handouts that a seat knows because of the combatants it plays, those given first at the front.
#[must_use]
pub fn known_handouts(encounter: &Encounter, seat: SeatId) -> Vec<KnownHandout> {
    let all = encounter.handouts.iter();
    let known = all.filter_map(|(id, handout)| {
        let holder = encounter.holder_played_by(seat, handout)?;
        let nth = handout.holders.get(&holder)?.nth;
        Some((nth, id, handout.known_to(id, holder)?))
    });
    let mut known: Vec<_> = known.collect();
    known.sort_by_key(|(nth, id, _)| (*nth, *id));
    known.into_iter().map(|(_, _, known)| known).collect()
}

/// Whether both encounters have the same handouts, and the same people read them.
pub(super) fn have_same_readers(before: &Encounter, now: &Encounter) -> bool {
    if before.handouts.is_empty() && now.handouts.is_empty() {
        return true;
    }
    let owner = |of: &Encounter, who| of.combatant(who).and_then(|who| who.owner);
    let mut all = now.handouts.iter();
    before.handouts == now.handouts
        && before.seats == now.seats
        && all.all(|(_, handout)| {
            let mut holders = handout.holders.keys();
            holders.all(|who| owner(before, *who) == owner(now, *who))
        })
}
