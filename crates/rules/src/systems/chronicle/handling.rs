//! Weapons in hand: what drawing and loading cost (CHR-CMP-01, CHR-CMP-02).

use super::chart::Loading;
use super::turn::Act;

/// What drawing costs: an action, or nothing with Quick Draw; a hidden weapon always costs an
/// action and Defense (CHR-CMP-01). Putting away and readying cost like drawing.
#[must_use]
pub(crate) const fn drawing(hidden: bool, quick_draw: bool) -> Option<Act> {
    match (hidden, quick_draw) {
        (true, _) => Some(Act::DrawHidden),
        (false, true) => None,
        (false, false) => Some(Act::Draw),
    }
}

/// What loading costs: an action, and Defense too if it goes round by round (CHR-CMP-02).
#[must_use]
pub(crate) const fn loading(loading: Loading) -> Act {
    match loading {
        Loading::Clip => Act::ReloadClip,
        Loading::Single => Act::ReloadSingle,
    }
}
