//! Marking of damage by two methods (ASC-REC-01, ASC-REC-02, ASC-REC-03, ASC-REC-04).

use super::settings::DamageRecording;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::levels::{BodyKind, LevelHealth, topmost_lighter_mark};

/// Marks one point of damage on a health track of Ascension.
///
/// Cumulative: the point fills a box. Upgrade: it upgrades the topmost lighter mark, and fills a
/// box only if there is none. On a full track without a lighter mark a `/` becomes an `X`; without
/// one, or for aggravated damage, the owner dies.
#[must_use]
pub fn mark_point(health: LevelHealth, mode: DamageRecording, kind: DamageType) -> LevelHealth {
    let severity = kind.into();
    let lighter = match mode {
        DamageRecording::Cumulative => None,
        DamageRecording::Upgrade => topmost_lighter_mark(&health.boxes, severity),
    };
    let turned = lighter.and_then(|mark| health.boxes.with_box_turned(Some(mark), Some(severity)));
    match turned {
        Some(boxes) => LevelHealth { boxes, ..health },
        None => health.mark_point(severity, BodyKind::Living),
    }
}
