//! Marking of damage by two methods (ASC-REC-01, ASC-REC-02, ASC-REC-03, ASC-REC-04).

use super::settings::Recording;
use crate::systems::d10::damage::{Blow, DamageType};
use crate::systems::d10::levels::{Body, Health, topmost_lighter};

/// Marks amounts of damage in order, point by point; further damage to the dead is lost.
#[must_use]
pub fn mark(health: Health, mode: Recording, blows: &[Blow]) -> Health {
    blows.iter().fold(health, |health, blow| {
        health.marked(blow.points(), |health| point(health, mode, blow.kind))
    })
}

/// Marks one point of damage.
///
/// Cumulative: the point fills a box. Upgrade: it upgrades the topmost lighter mark, and fills a
/// box only if there is none. On a full track without a lighter mark a `/` becomes an `X`; without
/// one, or for aggravated damage, the owner dies.
fn point(health: Health, mode: Recording, kind: DamageType) -> Health {
    let severity = kind.into();
    let lighter = match mode {
        Recording::Cumulative => None,
        Recording::Upgrade => topmost_lighter(&health.boxes, severity),
    };
    let turned = lighter.and_then(|mark| health.boxes.turned(Some(mark), Some(severity)));
    match turned {
        Some(boxes) => Health { boxes, ..health },
        None => health.point(severity, Body::Living),
    }
}
