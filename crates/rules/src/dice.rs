//! Where faces come from. The rules ask for dice; the server throws them.

/// A source of die faces.
///
/// The server passes the operating system's secure source, tests pass a [`Script`].
/// Nothing else in this crate knows chance.
///
/// A die of which nothing else is said is one that players do not see, so that a face that is shown to
/// them is so because the rules said that it is: see [`Seen`].
pub trait Dice {
    /// Throws one die with `sides` sides and returns its face, from 1 to `sides`. Players do not
    /// learn of it.
    fn die(&mut self, sides: u16) -> u16;

    /// The same where players see the face.
    fn open_die(&mut self, sides: u16) -> u16 {
        self.die(sides)
    }

    /// Draws a letter of an id, from 1 to 32. It is no die of the game.
    fn letter(&mut self) -> u16 {
        self.die(32)
    }
}

/// Dice of which it is known whether players see them.
pub struct Seen<'a> {
    dice: &'a mut dyn Dice,
    open: bool,
}

impl<'a> Seen<'a> {
    /// These dice, where players see them if `open`.
    #[must_use]
    pub fn by_players(open: bool, dice: &'a mut dyn Dice) -> Self {
        Self { dice, open }
    }
}

impl Dice for Seen<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        match self.open {
            true => self.dice.open_die(sides),
            false => self.dice.die(sides),
        }
    }

    fn letter(&mut self) -> u16 {
        self.dice.letter()
    }
}

/// Faces written down beforehand, taken front to back.
///
/// A script that has run out answers with ones and remembers that it did, so that a
/// runner can fail the case instead of the rules having to.
#[derive(Clone, Debug, Default)]
pub struct Script {
    faces: std::collections::VecDeque<u16>,
    missing: usize,
}

impl Script {
    /// A script of these faces, first one first.
    #[must_use]
    pub fn new(faces: impl IntoIterator<Item = u16>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            missing: 0,
        }
    }

    /// How many faces were asked for after the script had run out.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// How many faces were not asked for.
    #[must_use]
    pub fn left(&self) -> usize {
        self.faces.len()
    }
}

impl Dice for Script {
    fn die(&mut self, _sides: u16) -> u16 {
        self.faces.pop_front().unwrap_or_else(|| {
            self.missing += 1;
            1
        })
    }
}
