//! Lying down (CHR-PRONE-01 to 05). Dropping and rising are in [`super::turn`].

use super::numbers::PRONE;
use super::settings::Settings;

/// What a shot or throw at a prone target gains or loses, and by which rule: harder from
/// afar (CHR-PRONE-01), easier from close by, whatever the shooter's posture (CHR-PRONE-03).
#[must_use]
pub(crate) const fn against_shots(distance: i32, settings: &Settings) -> (i32, &'static str) {
    if distance <= settings.close_range_yards {
        (PRONE, "CHR-PRONE-03")
    } else {
        (-PRONE, "CHR-PRONE-01")
    }
}
