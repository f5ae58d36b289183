//! Source of randomness for dice, tokens, ids and epochs.

use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rand::{Rng, RngExt as _};
use rules::base::dice::Dice;
use rules::base::id::{CommandId, EncounterId, TableId};
use rules::wire::RoomEpoch;

/// Source of random bytes and dice for the whole server. Tests use scripted ones.
pub trait Chance: Send + Sync {
    /// Fills the buffer with random bytes.
    fn fill_bytes(&self, bytes: &mut [u8]);

    /// Returns dice for one command's rolls that no player verifies, such as the letters of ids.
    fn dice(&self, command: CommandId) -> Box<dyn Dice + Send>;

    /// Whether the dice follow a file, for tests, and not a secret that players can verify.
    fn is_scripted(&self) -> bool {
        false
    }

    /// Draws the random number that tells a newly opened room from the same room before.
    fn new_epoch(&self) -> RoomEpoch {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        RoomEpoch(u32::from_be_bytes(bytes))
    }

    /// Draws the id of a command that the program itself gives.
    fn new_command_id(&self) -> CommandId {
        CommandId::from_bytes(sixteen_bytes(self))
    }

    /// Draws the id of a new table.
    fn new_table_id(&self) -> TableId {
        TableId::from_bytes(sixteen_bytes(self))
    }

    /// Draws the id of a new encounter.
    fn new_encounter_id(&self) -> EncounterId {
        EncounterId::from_bytes(sixteen_bytes(self))
    }
}

/// Draws sixteen random bytes, as many as an id has.
fn sixteen_bytes(chance: &(impl Chance + ?Sized)) -> [u8; 16] {
    let mut bytes = [0; 16];
    chance.fill_bytes(&mut bytes);
    bytes
}

/// Source of random bytes and dice from the operating system's secure generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        system_rng().fill_bytes(bytes);
    }

    fn dice(&self, _command: CommandId) -> Box<dyn Dice + Send> {
        Box::new(RngDice(system_rng()))
    }
}

/// Returns the operating system's generator. It panics when that has no randomness: continuing with less would be
/// worse.
fn system_rng() -> UnwrapErr<SysRng> {
    UnwrapErr(SysRng)
}

/// Dice that follow a file for as long as it has values, so that fights in browser tests have the same course each
/// time. Not part of a release.
#[cfg(debug_assertions)]
#[derive(Debug)]
pub struct ScriptedChance {
    file: std::path::PathBuf,
    /// Number of the file's values used so far.
    used: std::sync::Arc<std::sync::Mutex<usize>>,
}

#[cfg(debug_assertions)]
impl ScriptedChance {
    /// Environment variable that names the file with scripted random values in development. They are separated by
    /// whitespace, and more may be appended later.
    pub const VARIABLE: &str = "COTERIE_DICE";

    /// Creates a source whose dice follow the values in this file.
    #[must_use]
    pub fn new(file: std::path::PathBuf) -> Self {
        let fallen = std::sync::Arc::default();
        Self { file, used: fallen }
    }
}

#[cfg(debug_assertions)]
impl Chance for ScriptedChance {
    fn fill_bytes(&self, bytes: &mut [u8]) {
        SystemChance.fill_bytes(bytes);
    }

    fn is_scripted(&self) -> bool {
        true
    }

    fn dice(&self, command: CommandId) -> Box<dyn Dice + Send> {
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let faces = text.split_whitespace().filter_map(|face| face.parse().ok());
        Box::new(ScriptedDice {
            faces: faces.collect(),
            used: self.used.clone(),
            fallback: SystemChance.dice(command),
        })
    }
}

/// Dice with given faces that [`ScriptedChance`] hands to one command in tests.
#[cfg(debug_assertions)]
struct ScriptedDice {
    faces: Vec<u16>,
    used: std::sync::Arc<std::sync::Mutex<usize>>,
    fallback: Box<dyn Dice + Send>,
}

#[cfg(debug_assertions)]
impl Dice for ScriptedDice {
    fn roll_die(&mut self, sides: u16) -> u16 {
        // Ids are drawn with dice of more sides.
        let is_die = sides <= 10;
        let mut fallen = crate::lock(&self.used);
        match self.faces.get(*fallen).filter(|_| is_die) {
            Some(face) => {
                *fallen += 1;
                (*face).clamp(1, sides)
            }
            None => self.fallback.roll_die(sides),
        }
    }
}

/// Dice of the rules that a random number generator rolls.
struct RngDice<R>(R);

impl<R: Rng> Dice for RngDice<R> {
    fn roll_die(&mut self, sides: u16) -> u16 {
        // Every face exactly as likely: `rand` is built with its feature `unbiased`.
        self.0.random_range(1..=sides.max(1))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use rand::TryRng;

    use super::*;

    /// Generator that returns recorded numbers, and counts them.
    struct RecordedRng(Vec<u32>);

    impl TryRng for RecordedRng {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            assert!(
                !self.0.is_empty(),
                "more words were drawn than written down"
            );
            Ok(self.0.remove(0))
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            unreachable!("a die needs no more than 32 bits")
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
            unreachable!("a die needs no bytes")
        }
    }

    #[test]
    fn no_face_is_likelier_by_a_rounding() {
        // Ten faces do not divide the range of 32 bits: the first number falls on the border of two faces, and so
        // does the second. A generator that accepts a small bias stops there and says 3; a fair one draws a third
        // number, which decides.
        let mut dice = RngDice(RecordedRng(vec![1_288_490_188, 3_435_973_836, u32::MAX]));
        assert_eq!(dice.roll_die(10), 4);
        assert!(dice.0.0.is_empty(), "the third word was drawn");
    }

    #[test]
    fn every_face_comes() {
        let mut dice = SystemChance.dice(CommandId(1));
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[usize::from(dice.roll_die(10)) - 1] += 1;
        }
        // Ten standard deviations around a thousand.
        assert!(
            seen.iter().all(|count| (700..1300).contains(count)),
            "{seen:?}"
        );
        for sides in [0, 1] {
            assert_eq!(dice.roll_die(sides), 1);
        }
    }

    #[test]
    fn scripted_dice_fall_as_the_file_says_and_ids_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("dice");
        std::fs::write(&file, "8 3\n10 99").expect("a file");
        let chance = ScriptedChance::new(file.clone());
        let mut dice = chance.dice(CommandId(1));
        assert!((1..=32).contains(&dice.roll_die(32)));
        assert_eq!([dice.roll_die(10), dice.roll_die(6)], [8, 3]);
        // The next command continues where this one ended.
        let mut dice = chance.dice(CommandId(2));
        assert_eq!([dice.roll_die(10), dice.roll_die(10)], [10, 10]);
        assert!((1..=10).contains(&dice.roll_die(10)));
        std::fs::write(&file, "8 3 10 99 4").expect("a file");
        assert_eq!(chance.dice(CommandId(3)).roll_die(10), 4);
    }
}
