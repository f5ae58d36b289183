//! Grades of what gives cover in a place of the scene.

use crate::messages::{Text, crossover as msg};

/// The grades of what gives cover in a place (XOV-RNG-03).
pub(super) const GRADES: [(u8, Text); 3] = [(1, msg::LIGHT), (2, msg::GOOD), (3, msg::SUPERIOR)];
