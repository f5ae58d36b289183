//! The dice of a room: its secrets, and when one makes way for the next. What players can check
//! afterwards is in `rules::fair` and in `docs/dice.md`.

use rules::encounter::{DiceEvent, Encounter, Event, Record};
use rules::fair::{Secret, Sight, Source};
use rules::id::EncounterId;
use rules::seat::Actor;

use super::again::Order;
use super::life::{Broken, Room};
use crate::chance::Chance;
use crate::store::DiceSecret;

/// The secrets of the epochs that are running, and those that are not kept yet.
#[derive(Clone, Debug, Default)]
pub(super) struct DiceSecrets {
    open: Option<Source>,
    hidden: Option<Source>,
    /// The highest epoch of which a secret is kept, of open and of hidden dice: no number comes twice.
    kept: (u32, u32),
    pub(super) fresh: Vec<DiceSecret>,
}

impl DiceSecrets {
    /// Those of an encounter's epochs that are running, of all that are kept.
    ///
    /// One that is not what the log binds the server to is damaged, and nothing is rolled from it: the next epoch
    /// begins, and the rolls of this one can be checked by nobody, but none looks false.
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

    /// What open and hidden dice come from; `None` before they are bound.
    pub(super) const fn sources(&self) -> Option<(&Source, &Source)> {
        match (&self.open, &self.hidden) {
            (Some(open), Some(hidden)) => Some((open, hidden)),
            _ => None,
        }
    }

    const fn kept_mut(&mut self, sight: Sight) -> &mut u32 {
        match sight {
            Sight::Open => &mut self.kept.0,
            Sight::Hidden => &mut self.kept.1,
        }
    }

    fn of_mut(&mut self, sight: Sight) -> &mut Option<Source> {
        match sight {
            Sight::Open => &mut self.open,
            Sight::Hidden => &mut self.hidden,
        }
    }

    /// The next epoch of dice of a kind: what binds the server to its secret, then the secret of the
    /// one before.
    fn next(
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

impl Room {
    /// Binds the server to the secrets of the next epochs, where one is over or none has begun: so
    /// there is one before any die falls.
    pub(super) fn bind_dice(&mut self) {
        let lacks = self.secrets.sources().is_none();
        self.next_epochs(|encounter, sight| encounter.needs_epoch(sight) || lacks);
    }

    /// The encounter is over: what was rolled in it can be checked.
    pub(super) fn bare_dice(&mut self) {
        self.next_epochs(|encounter, sight| encounter.epoch(sight).rolls > 0);
    }

    /// The same for an encounter that ended as the server did.
    pub(super) async fn bare_at_last(&mut self) -> Result<(), Broken> {
        self.bare_dice();
        self.remember(Order::Bare);
        self.keep().await
    }

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
