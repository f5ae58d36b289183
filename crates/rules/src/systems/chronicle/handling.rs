//! Weapons in hand: drawing, loading, jams (CHR-CMP-01, CHR-CMP-02, CHR-CMP-05, CHR-AUTO-10).

use serde::{Deserialize, Serialize};

use super::chart::Loading;
use super::turn::Act;
use crate::roll::Grade;

/// What drawing costs: an action, or nothing with Quick Draw; a hidden weapon always costs an
/// action and Defense (CHR-CMP-01). Putting away and readying cost like drawing.
#[must_use]
pub const fn drawing(hidden: bool, quick_draw: bool) -> Option<Act> {
    match (hidden, quick_draw) {
        (true, _) => Some(Act::DrawHidden),
        (false, true) => None,
        (false, false) => Some(Act::Draw),
    }
}

/// What loading costs: an action, and Defense too if it goes round by round (CHR-CMP-02).
#[must_use]
pub const fn loading(loading: Loading) -> Act {
    match loading {
        Loading::Clip => Act::ReloadClip,
        Loading::Single => Act::ReloadSingle,
    }
}

/// Whether a gun jams: the usual outcome of a dramatic failure, if the storyteller agrees
/// (CHR-CMP-05).
#[must_use]
pub fn jams(grade: Grade) -> bool {
    grade == Grade::DramaticFailure
}

/// A jammed gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jam {
    /// Actions it still takes; `None` until it is taken apart in a quiet hour.
    pub actions_left: Option<u8>,
}

impl Default for Jam {
    fn default() -> Self {
        Self {
            actions_left: Some(1),
        }
    }
}

impl Jam {
    /// After one action spent on it; `None` when it is clear.
    #[must_use]
    pub fn worked_on(self) -> Option<Self> {
        let left = self.actions_left.map(|left| left.saturating_sub(1));
        (left != Some(0)).then_some(Self { actions_left: left })
    }
}

/// Bullets left after firing so many; `None` when there are too few (CHR-AUTO-10).
#[must_use]
pub const fn spend(ammo: u16, bullets: u16) -> Option<u16> {
    ammo.checked_sub(bullets)
}
