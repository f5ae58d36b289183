//! Taking aim (CHR-AIM-01 to 05).

use serde::{Deserialize, Serialize};

use super::numbers::AIM_MAX;

/// Dice for so many full turns of aiming: one each, three at most (CHR-AIM-01).
#[must_use]
pub fn bonus(turns: i32) -> i32 {
    turns.clamp(0, AIM_MAX)
}

/// Something that happens to somebody who aims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimEvent {
    /// A full turn was spent aiming.
    Aim,
    /// Defense was applied against an attack (CHR-AIM-03).
    Defended,
    /// An attack came and Defense was not applied (CHR-AIM-04).
    HitWithoutDefending,
    /// The aimer moved (CHR-AIM-02).
    Moved,
    /// The aimer turned to another target (CHR-AIM-05).
    ChangedTarget,
    /// The shot was fired (CHR-AIM-05).
    Fired,
}

/// The aiming bonus after `event`.
#[must_use]
pub fn after(bonus: i32, event: AimEvent) -> i32 {
    match event {
        AimEvent::Aim => self::bonus(bonus.max(0).saturating_add(1)),
        AimEvent::HitWithoutDefending => bonus,
        AimEvent::Defended | AimEvent::Moved | AimEvent::ChangedTarget | AimEvent::Fired => 0,
    }
}

/// The bonus after everything that happened, in order.
#[must_use]
pub fn over(events: &[AimEvent]) -> i32 {
    events.iter().fold(0, |bonus, event| after(bonus, *event))
}
