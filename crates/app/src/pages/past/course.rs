//! Position of a step in the history of its class.

use rules::base::id::SeatId;
use rules::base::seat::Role;
use rules::encounter::replay::past::{JumpTarget, JumpTargetKind, Past, PastStep};
use rules::encounter::view::LogLineView;
use rules::encounter::{Class, View};

use super::PastPage;

/// Position of a step in the past as one class of readers was shown it.
#[derive(Debug)]
pub struct ReplayPosition {
    pub(super) number: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) step: Option<PastStep>,
    /// Lines that the reader's seat alone was told, from this step to the next.
    pub(super) private: Vec<LogLineView>,
    pub(super) jumps: Vec<JumpTarget>,
    /// Seats whose view storytellers may choose; shown to storytellers alone.
    pub(super) seats: Vec<(SeatId, String)>,
}

impl ReplayPosition {
    /// Creates the position of a step in the history that a page shows.
    #[must_use]
    pub fn new(past: &Past, look: &PastPage<'_>, number: u32) -> Self {
        let class = look.class;
        let private = past.private_lines(look.reader, look.viewed_as.is_some());
        let private = private.filter(|(_, step)| *step == number);
        let (first, last) = past.step_range(class).unwrap_or((number, number));
        let newest = View::of(past.encounter(), Class::Storyteller).seats;
        let seats = newest.into_iter();
        let seats = seats.filter(|seat| seat.role != Role::Storyteller);
        Self {
            number,
            first,
            last,
            step: past.step(class, number).cloned(),
            private: private.map(|(told, _)| told.line.clone()).collect(),
            jumps: past.jumps(class).to_vec(),
            seats: seats
                .map(|seat| (seat.id, format!("{}, {}", seat.name, seat.role.title())))
                .collect(),
        }
    }

    /// Returns the nearest step to jump to, such as a turn, after this one if `forward`, or else
    /// before it.
    pub(super) fn nearest_jump(
        &self,
        forward: bool,
        kind: impl Fn(&JumpTargetKind) -> bool,
    ) -> Option<u32> {
        let mut jumps = self.jumps.iter().filter(|jump| kind(&jump.to));
        let found = match forward {
            true => jumps.find(|jump| jump.step > self.number),
            false => jumps.rev().find(|jump| jump.step < self.number),
        };
        found.map(|jump| jump.step)
    }
}
