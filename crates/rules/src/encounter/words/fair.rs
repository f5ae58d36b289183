//! What the log says of the dice themselves.

use crate::encounter::dice_event::DiceEvent;
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::fair::Sight;

impl State {
    /// What the log says of an event of the dice.
    pub(super) fn fair_wording(event: &DiceEvent) -> Option<LogLine> {
        let text = match event {
            DiceEvent::Bared {
                sight: Sight::Open,
                epoch,
                ..
            } => format!("The dice of epoch {epoch} can be checked now."),
            DiceEvent::Sealed { no, seal, .. } => {
                format!("Something was rolled that players do not see. Seal {no}: {seal}")
            }
            DiceEvent::Opened { no, words, .. } => format!("Seal {no} is opened. {words}"),
            DiceEvent::Bound { .. }
            | DiceEvent::Bared { .. }
            | DiceEvent::Thrown(_)
            | DiceEvent::EpochAsked => return None,
        };
        Some(LogLine::open(What::Said { text }))
    }
}
