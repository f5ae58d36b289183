//! Throwing a target: how far, and into what (TRI-THROW-01 to 06).

use serde::{Deserialize, Serialize};

use super::settings::Settings;

/// What a flight depends on beside the attack roll (TRI-THROW-04, TRI-THROW-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Throw {
    /// Squares that can be flown before something stands in the way; `None` when nothing does.
    pub free_squares: Option<i32>,
    /// The most squares that count as a collision; `None` is the table's own (TRI-THROW-05).
    pub collision_cap: Option<i32>,
    /// The most squares the thrower wants; `None` is as far as it goes (TRI-THROW-04).
    pub wanted: Option<i32>,
}

/// Where the victim ends up and what the way there costs, in squares and points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flight {
    /// Squares the throw is good for.
    pub squares: i32,
    /// Squares really flown.
    pub travelled: i32,
    /// Health lost to what stood in the way; armor does not help (TRI-THROW-05).
    pub collision: i32,
}

impl Throw {
    /// The flight of a target thrown by this `margin`; a negative one moves none, a
    /// critical's `multiplier` counts only by house rule (TRI-THROW-04, TRI-THROW-05).
    #[must_use]
    pub fn flight(&self, margin: i32, multiplier: i32, settings: &Settings) -> Flight {
        let mut squares = margin.max(0);
        if settings.critical_lengthens_throw {
            squares = squares.saturating_mul(multiplier.max(1));
        }
        if let Some(wanted) = self.wanted.filter(|_| settings.shorter_throws) {
            squares = squares.min(wanted.max(0));
        }
        let travelled = self
            .free_squares
            .map_or(squares, |free| squares.min(free.max(0)));
        let cap = self.collision_cap.unwrap_or(settings.collision_cap);
        let once = collision(squares, travelled, cap, settings);
        let times = if settings.collision_multiplies {
            multiplier.max(1)
        } else {
            1
        };
        Flight {
            squares,
            travelled,
            collision: once.saturating_mul(times),
        }
    }
}

/// Health lost for the squares that could not be flown, at most `cap` of them
/// (TRI-THROW-05). Never below 0.
#[must_use]
pub fn collision(squares: i32, travelled: i32, cap: i32, settings: &Settings) -> i32 {
    squares
        .saturating_sub(travelled)
        .min(cap)
        .max(0)
        .saturating_mul(settings.collision_damage)
}
