//! Hard to see: what hides a target, and what it costs to shoot from there
//! (CHR-CONC-01 to 06).

use crate::messages::Text;
use crate::messages::chronicle as msg;
/// Grade of a combatant's concealment in Chronicle, from barely to out of sight. Only shots and throws care
/// (CHR-CONC-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Concealment {
    /// A chair's worth.
    Barely,
    /// Half of the body.
    Partial,
    /// Nearly all of it.
    Substantial,
    /// All of it, behind something solid: see [`super::cover`] (CHR-CONC-03).
    Complete,
    /// All of it, but only out of sight: fog, darkness, a curtain (CHR-CONC-04).
    VisionBlocked,
}

impl Concealment {
    /// Dice modifier for hitting a target that is concealed to this grade (CHR-CONC-01). Full
    /// concealment costs none: the barrier takes the shots, or a chance die is all there is.
    #[must_use]
    pub(crate) const fn to_hit(self) -> i32 {
        match self {
            Self::Barely => -1,
            Self::Partial => -2,
            Self::Substantial => -3,
            Self::Complete | Self::VisionBlocked => 0,
        }
    }

    /// Returns the dice modifier for shooting out of this concealment, one die milder than into it (CHR-CONC-05).
    /// Full cover must be left first and then counts as substantial (CHR-CONC-06). From fog or darkness the
    /// storyteller decides; by default nothing.
    #[must_use]
    pub(crate) const fn firing_back(self) -> i32 {
        match self {
            Self::Barely | Self::VisionBlocked => 0,
            Self::Partial => -1,
            Self::Substantial | Self::Complete => -2,
        }
    }

    /// Returns the concealment of a shooter until their next turn, after firing from this one
    /// (CHR-CONC-06).
    #[must_use]
    pub(crate) const fn after_firing(self) -> Self {
        match self {
            Self::Complete => Self::Substantial,
            other => other,
        }
    }

    /// Returns the label of a grade of concealment.
    #[must_use]
    pub(crate) const fn label(self) -> Text {
        match self {
            Self::Barely => msg::BARELY_CONCEALED,
            Self::Partial => msg::PARTIALLY_CONCEALED,
            Self::Substantial => msg::SUBSTANTIALLY_CONCEALED,
            Self::Complete => msg::BEHIND_COVER,
            Self::VisionBlocked => msg::OUT_OF_SIGHT_2,
        }
    }
}
