//! Where faces come from. The rules ask for dice; the server throws them.

/// A source of die faces.
///
/// The server passes the operating system's secure source, tests pass a [`Script`].
/// Nothing else in this crate knows chance.
pub trait Dice {
    /// Throws one die with `sides` sides and returns its face, from 1 to `sides`.
    fn die(&mut self, sides: u16) -> u16;
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn die(&mut self, sides: u16) -> u16 {
        (**self).die(sides)
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
