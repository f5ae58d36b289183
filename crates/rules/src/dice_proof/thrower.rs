//! The dice of one command, and the record of its rolls.

use super::{DiceStream, DiceVisibility, Nonce, RollKey, RollProof, RollerId, Secret, roller_id};
use crate::base::dice::Dice;
use crate::base::id::EncounterId;
use crate::base::seat::Actor;

/// The epoch from which open or hidden dice are made.
#[derive(Clone, Debug)]
pub struct DiceSource {
    /// The secret of the current epoch.
    pub secret: Secret,
    /// The number of the epoch.
    pub epoch: u32,
}

/// Dice source for one command, drawing from the committed streams of the dice proof. Open and hidden dice come from
/// separate streams; the letters of ids, which are no dice, come from `letters`.
pub struct Thrower<'a> {
    open: RollerDice<'a>,
    hidden: RollerDice<'a>,
    letters: &'a mut dyn Dice,
}

/// The dice of one visibility within a command.
struct RollerDice<'a> {
    encounter: EncounterId,
    sight: DiceVisibility,
    source: &'a DiceSource,
    roller: RollerId,
    /// The counter of the roller's last roll.
    counter: u64,
    /// The bytes that the browser added, if it did.
    nonce: Option<Nonce>,
    rolls: Vec<(DiceStream, RollProof)>,
}

impl<'a> Thrower<'a> {
    /// Creates the dice of a command from the encounter and the number of rolls each roller has made there, the actor
    /// with the nonce of their browser, and the sources of open and hidden dice.
    #[must_use]
    pub fn new(
        (id, rolls_of): (EncounterId, impl Fn(RollerId) -> u64),
        (by, nonce): (Actor, Option<Nonce>),
        (open, hidden): (&'a DiceSource, &'a DiceSource),
        letters: &'a mut dyn Dice,
    ) -> Self {
        let kind = |sight, source| {
            let roller = roller_id(id, by, sight);
            RollerDice {
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
            open: kind(DiceVisibility::Open, open),
            hidden: kind(DiceVisibility::Hidden, hidden),
            letters,
        }
    }

    /// Returns the proofs of the rolls that were made, one of each visibility, or more if there
    /// were more dice than one roll holds.
    #[must_use]
    pub fn into_roll_proofs(self) -> Vec<RollProof> {
        let all = self.open.rolls.into_iter().chain(self.hidden.rolls);
        all.map(|(_, throw)| throw).collect()
    }
}

impl Dice for Thrower<'_> {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.hidden.die(sides)
    }

    fn roll_open_die(&mut self, sides: u16) -> u16 {
        self.open.die(sides)
    }

    fn draw_letter(&mut self) -> u16 {
        self.letters.draw_letter()
    }
}

impl RollerDice<'_> {
    /// Draws the next die, beginning another roll where the current one has no dice left.
    fn die(&mut self, sides: u16) -> u16 {
        let sides = sides.max(1);
        if self.rolls.is_empty() {
            self.begin_roll();
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
            self.begin_roll();
        }
        1
    }

    /// Begins another roll with the next counter.
    fn begin_roll(&mut self) {
        self.counter = self.counter.saturating_add(1);
        let roll = RollKey {
            encounter: self.encounter,
            epoch: self.source.epoch,
            roller: self.roller,
            counter: self.counter,
        };
        let secret = &self.source.secret;
        let nonce = self.nonce.unwrap_or_else(|| secret.nonce_for(&roll));
        let throw = RollProof {
            sight: self.sight,
            epoch: roll.epoch,
            roller: roll.roller,
            counter: roll.counter,
            nonce,
            nonce_by_server: self.nonce.is_none(),
            dice: Vec::new(),
            salt: (self.sight == DiceVisibility::Hidden).then(|| secret.salt_for(&roll)),
            what: String::new(),
        };
        let stream = DiceStream::new(secret, &roll, &nonce);
        self.rolls.push((stream, throw));
    }
}
