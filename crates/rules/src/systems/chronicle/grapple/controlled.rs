//! The weapon in a grapple (CHR-GRAP-07).

use super::sides::{Side, character};
use crate::character::gear::{Carried, Item, ItemId};
use crate::systems::chronicle::combat::keys::ARMOR;
use crate::systems::chronicle::combat::stage::Stage;

/// Lists the weapons that the winner may bring under control, each as the number by which a hold
/// refers to it and its name: those of their own, and what the other has in hand. Each with what
/// its hold says.
pub(crate) fn weapons(stage: &Stage<'_>, winner: Side) -> Vec<(i32, String)> {
    let Ok(own) = character(stage, winner) else {
        return Vec::new();
    };
    let own = own.who.gear.iter();
    let own = own.filter(|(_, item)| item.kind != ARMOR && item.carried != Carried::Dropped);
    let mut all: Vec<(i32, String)> = own
        .map(|(id, item)| (2 * i32::from(*id), item.name.to_string()))
        .collect();
    if let Ok(other) = character(stage, winner.other()) {
        let theirs = other.held();
        all.extend(theirs.map(|(id, item)| (2 * i32::from(id) + 1, item.name.to_string())));
    }
    all
}

/// Returns the weapon that the number `control` of a hold refers to: whose it is, seen from the
/// winner, and which.
pub(crate) fn controlled<'a>(
    stage: &Stage<'a>,
    winner: Side,
    control: i32,
) -> Option<(Side, ItemId, &'a Item)> {
    let control = u32::try_from(control).ok()?;
    let owner = if control.is_multiple_of(2) {
        winner
    } else {
        winner.other()
    };
    let id = ItemId::try_from(control / 2).ok()?;
    let item = character(stage, owner).ok()?.who.gear.get(&id)?;
    Some((owner, id, item))
}
