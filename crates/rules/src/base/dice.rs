//! Sources of die faces: the rules ask for dice, the server throws them.

/// Source of random die faces, from which the rules throw every die.
///
/// The server passes a cryptographically secure source; tests pass a [`DiceScript`]. Nothing else in
/// this crate uses randomness.
///
/// Dice are hidden from players unless the rules ask for an open die, so a face is shown only where
/// the rules say so; see [`VisibleDice`].
pub trait Dice {
    /// Throws one hidden die with `sides` sides and returns its face, from 1 to `sides`.
    fn roll_die(&mut self, sides: u16) -> u16;

    /// Throws one die whose face players see.
    fn roll_open_die(&mut self, sides: u16) -> u16 {
        self.roll_die(sides)
    }

    /// Draws a letter of an id, from 1 to 32; not a die of the game.
    fn draw_letter(&mut self) -> u16 {
        self.roll_die(32)
    }
}

/// Dice whose faces are all visible to players, or all hidden.
pub struct VisibleDice<'a> {
    dice: &'a mut dyn Dice,
    open: bool,
}

impl<'a> VisibleDice<'a> {
    /// Wraps dice, making them visible to players if `open`.
    #[must_use]
    pub fn with_visibility(open: bool, dice: &'a mut dyn Dice) -> Self {
        Self { dice, open }
    }
}

impl Dice for VisibleDice<'_> {
    fn roll_die(&mut self, sides: u16) -> u16 {
        match self.open {
            true => self.dice.roll_open_die(sides),
            false => self.dice.roll_die(sides),
        }
    }

    fn draw_letter(&mut self) -> u16 {
        self.dice.draw_letter()
    }
}

/// Source of dice whose faces are predetermined, taken front to back.
///
/// An exhausted script returns ones and counts them, so that a test runner can fail the case
/// instead of the rules.
#[derive(Clone, Debug, Default)]
pub struct DiceScript {
    faces: std::collections::VecDeque<u16>,
    missing: usize,
}

impl DiceScript {
    /// Creates a dice script of these faces, first face first.
    #[must_use]
    pub fn new(faces: impl IntoIterator<Item = u16>) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            missing: 0,
        }
    }

    /// Number of faces that were requested after the script was exhausted.
    #[must_use]
    pub fn missing_faces(&self) -> usize {
        self.missing
    }

    /// Number of faces not yet taken.
    #[must_use]
    pub fn remaining_faces(&self) -> usize {
        self.faces.len()
    }
}

impl Dice for DiceScript {
    fn roll_die(&mut self, _sides: u16) -> u16 {
        self.faces.pop_front().unwrap_or_else(|| {
            self.missing += 1;
            1
        })
    }
}
