//! The dice of one command, and the record of its rolls.

use super::{Nonce, RollKey, RollerId, Secret, Sight, Stream, Throw, roller};
use crate::dice::Dice;
use crate::id::EncounterId;
use crate::seat::Actor;

/// The epoch from which open or hidden dice are made.
#[derive(Clone, Debug)]
pub struct Source {
    /// The secret of the current epoch.
    pub secret: Secret,
    /// The number of the epoch.
    pub epoch: u32,
}

/// The dice of one command. Open and hidden dice come from separate streams; the letters of ids, which are no dice,
/// come from `letters`.
pub struct Thrower<'a> {
    open: Kind<'a>,
    hidden: Kind<'a>,
    letters: &'a mut dyn Dice,
}

/// The dice of one visibility within a command.
struct Kind<'a> {
    encounter: EncounterId,
    sight: Sight,
    source: &'a Source,
    roller: RollerId,
    /// The counter of the roller's last roll.
    counter: u64,
    /// The bytes that the browser added, if it did.
    nonce: Option<Nonce>,
    rolls: Vec<(Stream, Throw)>,
}

impl<'a> Thrower<'a> {
    /// Creates the dice of a command from the encounter and the number of rolls each roller has made there, the actor
    /// with the nonce of their browser, and the sources of open and hidden dice.
    #[must_use]
    pub fn new(
        (id, rolls_of): (EncounterId, impl Fn(RollerId) -> u64),
        (by, nonce): (Actor, Option<Nonce>),
        (open, hidden): (&'a Source, &'a Source),
        letters: &'a mut dyn Dice,
    ) -> Self {
        let kind = |sight, source| {
            let roller = roller(id, by, sight);
            Kind {
                encounter: id,
                sight,
                source,
                roller,
                counter: rolls_of(roller),
                nonce,
                rolls: Vec::new(),
            }
        };
        Self {
            open: kind(Sight::Open, open),
            hidden: kind(Sight::Hidden, hidden),
            letters,
        }
    }

    /// Returns the rolls that were made: one of each visibility, more if there were more dice than one roll holds.
    #[must_use]
    pub fn thrown(self) -> Vec<Throw> {
        let all = self.open.rolls.into_iter().chain(self.hidden.rolls);
        all.map(|(_, throw)| throw).collect()
    }
}

impl Dice for Thrower<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        self.hidden.die(sides)
    }

    fn open_die(&mut self, sides: u16) -> u16 {
        self.open.die(sides)
    }

    fn letter(&mut self) -> u16 {
        self.letters.letter()
    }
}

impl Kind<'_> {
    /// Draws the next die, beginning another roll where the current one has no dice left.
    fn die(&mut self, sides: u16) -> u16 {
        let sides = sides.max(1);
        if self.rolls.is_empty() {
            self.begin();
        }
        // A roll without dice left is followed by another: a fresh one always has a die, except by a chance smaller
        // than that of guessing the secret.
        for _ in 0..2 {
            if let Some((stream, throw)) = self.rolls.last_mut()
                && let Some(face) = stream.die(sides.into())
                && let Ok(face) = u16::try_from(face)
            {
                throw.dice.push((sides, face));
                return face;
            }
            self.begin();
        }
        1
    }

    /// Begins another roll with the next counter.
    fn begin(&mut self) {
        self.counter = self.counter.saturating_add(1);
        let roll = RollKey {
            encounter: self.encounter,
            epoch: self.source.epoch,
            roller: self.roller,
            counter: self.counter,
        };
        let secret = &self.source.secret;
        let nonce = self.nonce.unwrap_or_else(|| secret.nonce(&roll));
        let throw = Throw {
            sight: self.sight,
            epoch: roll.epoch,
            roller: roll.roller,
            counter: roll.counter,
            nonce,
            nonce_by_server: self.nonce.is_none(),
            dice: Vec::new(),
            salt: (self.sight == Sight::Hidden).then(|| secret.salt(&roll)),
            what: String::new(),
        };
        let stream = Stream::new(secret, &roll, &nonce);
        self.rolls.push((stream, throw));
    }
}
