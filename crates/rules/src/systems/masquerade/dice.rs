//! Counting of dice: difficulty 6, ones cancel, tens with a specialty explode (MSQ-DICE-01,
//! MSQ-DICE-02, MSQ-DICE-03, MSQ-DICE-04, MSQ-DICE-05, MSQ-DICE-06).

use super::Settings;
use crate::systems::d10::dice::{DiceConventions, TensRule};

/// Returns the conventions of Masquerade for counting dice.
#[must_use]
pub const fn dice_conventions(settings: &Settings) -> DiceConventions {
    DiceConventions {
        specialty: TensRule::Again,
        extra_ones_cancel: settings.extra_ones_cancel,
        ones_cancel_harm: settings.ones_cancel_harm,
    }
}
