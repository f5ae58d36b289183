//! Dice secrets of an encounter: those of the running epochs, and the next ones.

use rules::encounter::{DiceEvent, Encounter, Event};
use rules::fair::{Secret, Sight, Source};
use rules::id::EncounterId;

use crate::chance::Chance;
use crate::store::DiceSecret;

/// Secrets of the running epochs, and those not stored yet.
#[derive(Clone, Debug, Default)]
pub(super) struct DiceSecrets {
    open: Option<Source>,
    hidden: Option<Source>,
    /// Highest epochs whose secrets are stored, of open and of hidden dice: no number is used twice.
    kept: (u32, u32),
    pub(super) fresh: Vec<DiceSecret>,
}

impl DiceSecrets {
    /// Selects the secrets of the encounter's running epochs among the stored ones.
    ///
    /// A secret that differs from the commitment in the log is damaged and is not used: the next epoch begins, and
    /// the rolls of this one cannot be verified, but none looks false.
    pub(super) fn running(
        (id, encounter): (EncounterId, &Encounter),
        kept: Vec<DiceSecret>,
    ) -> Self {
        let mut secrets = Self::default();
        for kept in kept {
            let highest = secrets.kept_mut(kept.sight);
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
                *secrets.of_mut(kept.sight) = Some(Source { secret, epoch });
            }
        }
        secrets
    }

    /// Returns the sources of open and hidden dice; `None` before the server has committed to them.
    pub(super) const fn sources(&self) -> Option<(&Source, &Source)> {
        match (&self.open, &self.hidden) {
            (Some(open), Some(hidden)) => Some((open, hidden)),
            _ => None,
        }
    }

    /// Returns the highest stored epoch of a kind of dice.
    const fn kept_mut(&mut self, sight: Sight) -> &mut u32 {
        match sight {
            Sight::Open => &mut self.kept.0,
            Sight::Hidden => &mut self.kept.1,
        }
    }

    /// Returns the running source of a kind of dice.
    fn of_mut(&mut self, sight: Sight) -> &mut Option<Source> {
        match sight {
            Sight::Open => &mut self.open,
            Sight::Hidden => &mut self.hidden,
        }
    }

    /// Begins the next epoch of a kind of dice. Returns the commitment to its secret, and the revealed secret of the
    /// epoch before, if there was one.
    pub(super) fn next(
        &mut self,
        (id, encounter): (EncounterId, &Encounter),
        sight: Sight,
        chance: &dyn Chance,
    ) -> [Option<Event>; 2] {
        let mut bytes = [0; 32];
        chance.fill(&mut bytes);
        let secret = Secret::new(bytes);
        let kept = self.kept_mut(sight);
        let epoch = encounter.epoch(sight).number.max(*kept).saturating_add(1);
        *kept = epoch;
        let bound = DiceEvent::Bound {
            sight,
            epoch,
            commitment: secret.commitment(id, epoch),
        };
        self.fresh.push(DiceSecret {
            sight,
            epoch,
            secret: secret.clone(),
        });
        let before = self.of_mut(sight).replace(Source { secret, epoch });
        let bared = before.map(|before| DiceEvent::Bared {
            sight,
            epoch: before.epoch,
            secret: before.secret.bare(),
        });
        let event = |event| Event::Dice(Box::new(event));
        [Some(event(bound)), bared.map(event)]
    }
}
