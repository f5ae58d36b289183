//! Where chance comes from: dice, tokens, ids, epochs.

use rules::dice::Dice;
use rules::id::{CommandId, EncounterId, TableId};
use rules::wire::Epoch;

/// A source of chance. Tests write down what comes.
pub trait Chance: Send + Sync {
    /// Fills the bytes.
    fn fill(&self, bytes: &mut [u8]);

    /// The dice for one command.
    fn dice(&self, command: CommandId) -> Box<dyn Dice + Send>;

    /// The number of a room's new life.
    fn epoch(&self) -> Epoch {
        let mut bytes = [0; 4];
        self.fill(&mut bytes);
        Epoch(u32::from_be_bytes(bytes))
    }

    /// A command's id, for what the program itself does.
    fn command(&self) -> CommandId {
        CommandId::from_bytes(sixteen(self))
    }

    /// A table's id.
    fn table(&self) -> TableId {
        TableId::from_bytes(sixteen(self))
    }

    /// An encounter's id.
    fn encounter(&self) -> EncounterId {
        EncounterId::from_bytes(sixteen(self))
    }
}

fn sixteen(chance: &(impl Chance + ?Sized)) -> [u8; 16] {
    let mut bytes = [0; 16];
    chance.fill(&mut bytes);
    bytes
}

/// The operating system's secure source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn fill(&self, bytes: &mut [u8]) {
        secure(bytes);
    }

    fn dice(&self, _command: CommandId) -> Box<dyn Dice + Send> {
        Box::new(SecureDice::default())
    }
}

/// # Panics
/// When the operating system has no chance to give. Going on with less would be worse.
fn secure(bytes: &mut [u8]) {
    if let Err(error) = getrandom::fill(bytes) {
        panic!("the operating system's random source failed: {error}");
    }
}

/// Dice thrown from the operating system's secure source.
#[derive(Debug, Default)]
pub struct SecureDice {
    drawn: Vec<u8>,
}

impl SecureDice {
    /// Bytes drawn at once: enough for a big pool, and one call.
    const DRAW: usize = 128;

    fn word(&mut self) -> u32 {
        if self.drawn.is_empty() {
            self.drawn.resize(Self::DRAW, 0);
            secure(&mut self.drawn);
        }
        let rest = self.drawn.len() - 4;
        let word = self.drawn[rest..]
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
        self.drawn.truncate(rest);
        word
    }
}

impl Dice for SecureDice {
    fn die(&mut self, sides: u16) -> u16 {
        face(sides, || self.word())
    }
}

/// A face from 1 to `sides`, each exactly as likely: words beyond the last whole multiple of
/// `sides` are drawn again.
fn face(sides: u16, mut word: impl FnMut() -> u32) -> u16 {
    let sides = u32::from(sides.max(1));
    let beyond = u32::MAX - (u32::MAX % sides + 1) % sides;
    loop {
        let drawn = word();
        if drawn <= beyond {
            return u16::try_from(drawn % sides + 1).unwrap_or(u16::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_fair_to_the_last_word() {
        for sides in [1, 2, 3, 6, 8, 10, 12, 20, 100, 1000, u16::MAX] {
            let last = u32::MAX - (u32::MAX % u32::from(sides) + 1) % u32::from(sides);
            assert_eq!((u64::from(last) + 1) % u64::from(sides), 0, "{sides}");
            assert_eq!(face(sides, || last), sides);
            assert_eq!(face(sides, || 0), 1);
        }
        let mut words = [u32::MAX, u32::MAX - 5, 13].into_iter();
        let drawn = face(10, || words.next().unwrap_or(0));
        assert_eq!(
            drawn, 4,
            "words beyond the last multiple of ten are skipped"
        );
    }

    #[test]
    fn every_face_comes() {
        let mut dice = SecureDice::default();
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[usize::from(dice.die(10)) - 1] += 1;
        }
        // Ten standard deviations around a thousand.
        assert!(
            seen.iter().all(|count| (700..1300).contains(count)),
            "{seen:?}"
        );
    }
}
