//! Commits a room to the dice secret of each epoch and reveals the one before. What players can verify afterwards is in
//! `rules::fair` and in `docs/dice.md`.

use rules::base::seat::Actor;
use rules::dice_proof::DiceVisibility;
use rules::encounter::{Encounter, Record};

use super::pending::PendingOp;
use super::state::{Room, RoomBroken};

impl Room {
    /// Begins new epochs of dice, each with a secret of its own, where one is over or none has
    /// begun. So the server is committed to the secret before any roll.
    pub(super) fn commit_dice(&mut self) {
        let lacks = self.secrets.sources().is_none();
        self.begin_epochs(|encounter, sight| encounter.needs_epoch(sight) || lacks);
    }

    /// Reveals the dice secrets of all epochs with rolls, so that the rolls of an ended encounter
    /// can be verified.
    pub(super) fn reveal_dice(&mut self) {
        self.begin_epochs(|encounter, sight| encounter.epoch(sight).rolls > 0);
    }

    /// Reveals and commits the dice secrets of an encounter that ended while the server was down.
    pub(super) async fn reveal_ended_dice(&mut self) -> Result<(), RoomBroken> {
        self.reveal_dice();
        self.push_pending(PendingOp::RevealDice);
        self.commit().await
    }

    /// Begins the next epoch of open and of hidden dice, where `wanted` says that one is needed.
    fn begin_epochs(&mut self, wanted: impl Fn(&Encounter, DiceVisibility) -> bool) {
        for sight in DiceVisibility::ALL {
            if !wanted(&self.encounter, sight) {
                continue;
            }
            let of = (self.scene.dice, &self.encounter);
            let events = self.secrets.begin_epoch(of, sight, &*self.chance);
            let record = Record {
                at: self.clock.now(),
                by: Actor::Server,
                command: self.chance.new_command_id(),
                events: events.into_iter().flatten().collect(),
            };
            self.apply_record(record);
        }
    }
}
