//! Limits of clocks.

use std::ops::RangeInclusive;

/// Numbers of segments that a clock can have.
pub const SEGMENTS: RangeInclusive<u16> = 3..=12;
/// Most successes that an extended action can need.
pub const MAX_SUCCESSES: u16 = 60;
/// Most rolls that one character can make for an extended action.
pub const MAX_ROLLS: u8 = 20;
/// Most characters who lead or help an extended action.
pub const MAX_HELPERS: usize = 8;
/// Most clocks of an encounter.
pub const MAX_CLOCKS: usize = 30;
/// Most clocks that are pinned to the foot of the scene, among those that are hidden and among those that are not.
pub const MAX_PINNED: usize = 3;
/// Most characters of the line that makes a clock.
pub const MAX_CLOCK_LINE: usize = 240;
