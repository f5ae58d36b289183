//! Counting of dice: difficulty 6, ones cancel, tens with a specialty count twice (ASC-DICE-01,
//! ASC-DICE-02, ASC-DICE-03, ASC-DICE-04, ASC-DICE-05, ASC-DICE-06, ASC-DICE-07).

use super::Settings;
use crate::systems::d10::dice::{DiceConventions, TensRule};

/// Returns the conventions of Ascension for counting dice.
#[must_use]
pub const fn dice_conventions(settings: &Settings) -> DiceConventions {
    DiceConventions {
        specialty: TensRule::Twice,
        extra_ones_cancel: false,
        ones_cancel_harm: settings.ones_cancel_harm,
    }
}
