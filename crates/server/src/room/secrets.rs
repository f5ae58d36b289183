//! Dice secrets of an encounter: those of the running epochs, and the next ones.

use rules::base::id::EncounterId;
use rules::dice_proof::{DiceSource, DiceVisibility, Secret};
use rules::encounter::{DiceEvent, Encounter, Event};

use crate::chance::Chance;
use crate::store::DiceSecret;

/// Dice secrets of the running epochs, and those not stored yet.
#[derive(Clone, Debug, Default)]
pub(super) struct DiceSecrets {
    open: Option<DiceSource>,
    hidden: Option<DiceSource>,
    /// Highest epochs whose secrets are stored, of open and of hidden dice: no number is used twice.
    highest_epochs: (u32, u32),
    pub(super) unsaved: Vec<DiceSecret>,
}

impl DiceSecrets {
    /// Selects the secrets of the encounter's running epochs among the stored ones.
    ///
    /// A secret that differs from the commitment in the log is damaged and is not used: the next epoch begins, and
    /// the rolls of this one cannot be verified, but none looks false.
    pub(super) fn from_stored(
        (id, encounter): (EncounterId, &Encounter),
        kept: Vec<DiceSecret>,
    ) -> Self {
        let mut secrets = Self::default();
        for kept in kept {
            let highest = secrets.highest_epoch_mut(kept.sight);
            *highest = kept.epoch.max(*highest);
            let epoch = encounter.epoch(kept.sight);
            if epoch.number == kept.epoch
                && let Some(commitment) = &epoch.commitment
            {
                if kept.secret.commitment(id, kept.epoch) != *commitment {
                    tracing::error!(
                        epoch = kept.epoch,
                        "a secret of dice is not what was written: it is not used"
                    );
                    continue;
                }
                let (secret, epoch) = (kept.secret, kept.epoch);
                *secrets.source_mut(kept.sight) = Some(DiceSource { secret, epoch });
            }
        }
        secrets
    }

    /// Returns the sources of open and hidden dice; `None` before the server has committed to them.
    pub(super) const fn sources(&self) -> Option<(&DiceSource, &DiceSource)> {
        match (&self.open, &self.hidden) {
            (Some(open), Some(hidden)) => Some((open, hidden)),
            _ => None,
        }
    }

    /// Returns the number of the highest stored epoch of open or hidden dice.
    const fn highest_epoch_mut(&mut self, sight: DiceVisibility) -> &mut u32 {
        match sight {
            DiceVisibility::Open => &mut self.highest_epochs.0,
            DiceVisibility::Hidden => &mut self.highest_epochs.1,
        }
    }

    /// Returns the running source of open or hidden dice; `None` before it has begun.
    fn source_mut(&mut self, sight: DiceVisibility) -> &mut Option<DiceSource> {
        match sight {
            DiceVisibility::Open => &mut self.open,
            DiceVisibility::Hidden => &mut self.hidden,
        }
    }

    /// Begins the next epoch of open or hidden dice, with a new secret. Returns the commitment to
    /// its secret, and the revealed secret of the epoch before, if there was one.
    pub(super) fn begin_epoch(
        &mut self,
        (id, encounter): (EncounterId, &Encounter),
        sight: DiceVisibility,
        chance: &dyn Chance,
    ) -> [Option<Event>; 2] {
        let mut bytes = [0; 32];
        chance.fill_bytes(&mut bytes);
        let secret = Secret::new(bytes);
        let kept = self.highest_epoch_mut(sight);
        let epoch = encounter.epoch(sight).number.max(*kept).saturating_add(1);
        *kept = epoch;
        let bound = DiceEvent::Bound {
            sight,
            epoch,
            commitment: secret.commitment(id, epoch),
        };
        self.unsaved.push(DiceSecret {
            sight,
            epoch,
            secret: secret.clone(),
        });
        let before = self.source_mut(sight).replace(DiceSource { secret, epoch });
        let bared = before.map(|before| DiceEvent::Bared {
            sight,
            epoch: before.epoch,
            secret: before.secret.expose(),
        });
        let event = |event| Event::Dice(Box::new(event));
        [Some(event(bound)), bared.map(event)]
    }
}
