//! Commits a room to the dice secret of each epoch and reveals the one before. What players can verify afterwards is in
//! `rules::fair` and in `docs/dice.md`.

use rules::encounter::{Encounter, Record};
use rules::fair::Sight;
use rules::seat::Actor;

use super::pending::Order;
use super::state::{Broken, Room};

impl Room {
    /// Begins new epochs where one is over or none has begun, so that the server is committed before any roll.
    pub(super) fn bind_dice(&mut self) {
        let lacks = self.secrets.sources().is_none();
        self.next_epochs(|encounter, sight| encounter.needs_epoch(sight) || lacks);
    }

    /// Reveals the secrets of all epochs with rolls, so that the rolls of an ended encounter can be verified.
    pub(super) fn bare_dice(&mut self) {
        self.next_epochs(|encounter, sight| encounter.epoch(sight).rolls > 0);
    }

    /// Reveals and commits the secrets of an encounter that ended while the server was down.
    pub(super) async fn bare_at_last(&mut self) -> Result<(), Broken> {
        self.bare_dice();
        self.remember(Order::Bare);
        self.keep().await
    }

    /// Begins the next epoch of each kind of dice that needs one.
    fn next_epochs(&mut self, wanted: impl Fn(&Encounter, Sight) -> bool) {
        for sight in Sight::ALL {
            if !wanted(&self.encounter, sight) {
                continue;
            }
            let of = (self.scene.dice, &self.encounter);
            let events = self.secrets.next(of, sight, &*self.chance);
            let record = Record {
                at: self.clock.now(),
                by: Actor::Server,
                command: self.chance.command(),
                events: events.into_iter().flatten().collect(),
            };
            self.take_in(record);
        }
    }
}
