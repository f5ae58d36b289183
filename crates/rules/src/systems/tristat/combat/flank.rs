//! Flanking on the square grid (TRI-FLANK-01, TRI-FLANK-02).

use super::{dials, gear};
use crate::exchange::Scene;
use crate::messages::{Text, tristat as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::numbers;
use crate::systems::tristat::roll_request::down_bar;
use crate::systems::tristat::settings::{Opposite, Settings};

/// Square of the map on which Tri-Stat's combatants stand, as column and row.
type Square = [i32; 2];

/// A combatant who threatens up close: the square, and how many squares the weapon reaches,
/// diagonals included.
type Threat = (Square, i32);

/// Returns the columns and rows from one square to another, with their signs.
fn offset(from: Square, to: Square) -> [i64; 2] {
    [
        i64::from(to[0]) - i64::from(from[0]),
        i64::from(to[1]) - i64::from(from[1]),
    ]
}

/// Whether a combatant is within reach of a square that is not their own (TRI-FLANK-01). The next
/// square is 1 away, diagonals like straight ways.
fn threatens((at, reach): Threat, target: Square) -> bool {
    let [x, y] = offset(target, at);
    (1..=i64::from(reach)).contains(&x.abs().max(y.abs()))
}

/// Whether two combatants stand on opposite sides of a third, on the square `target`
/// (TRI-FLANK-01).
fn are_opposite(target: Square, one: Square, other: Square, settings: &Settings) -> bool {
    let ([ax, ay], [bx, by]) = (offset(target, one), offset(target, other));
    match settings.opposite {
        Opposite::Mirrored => ax.signum() == -bx.signum() && ay.signum() == -by.signum(),
        Opposite::Wide => {
            let along = i128::from(ax) * i128::from(bx) + i128::from(ay) * i128::from(by);
            along < 0
        }
    }
}

/// Whether two combatants flank a defender, both within reach, on opposite sides (TRI-FLANK-01).
fn flanks(target: Square, one: Threat, other: Threat, settings: &Settings) -> bool {
    threatens(one, target)
        && threatens(other, target)
        && are_opposite(target, one.0, other.0, settings)
}

/// Returns the penalty of a defense against one of so many pairs who flank (TRI-FLANK-02): 1,
/// however many pairs there are.
pub(super) fn penalty(pairs: i32, settings: &Settings) -> i32 {
    let pairs = pairs.max(0);
    let counted = match settings.flanking_adds_up {
        true => pairs,
        false => pairs.min(1),
    };
    counted.saturating_mul(numbers::FLANKED)
}

/// Returns the bystanders who flank any target with the actor: their place among the bystanders,
/// what they do, and the rule.
pub(super) fn flankers(scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
    let settings = Settings::of(scene.house);
    let targets = 0..u8::try_from(scene.targets.len()).unwrap_or(u8::MAX);
    let mut flanking: Vec<u8> = targets
        .flat_map(|n| flankers_of(scene, n, &settings))
        .collect();
    flanking.sort_unstable();
    flanking.dedup();
    let said = |b| (b, msg::FLANKS, "TRI-FLANK-01");
    flanking.into_iter().map(said).collect()
}

/// Returns the actor's allies among the bystanders who flank a target with the actor
/// (TRI-FLANK-01).
pub(super) fn flankers_of(scene: &Scene<'_>, n: u8, settings: &Settings) -> Vec<u8> {
    let Some(actor) = scene.actor else {
        return Vec::new();
    };
    let place = |at: usize| {
        let set = scene.situations.get(at);
        let of = |key| set.map_or(0, |set| set.get_or(key, 0));
        ([of(dials::EAST), of(dials::SOUTH)], of(dials::ALLY) == 1)
    };
    let (target, _) = place(usize::from(n));
    let threat = |at: Square, who: &CombatantInfo<'_>| (at, gear::reach(who));
    let by = threat([0, 0], actor);
    let others = (0..=u8::MAX).zip(scene.bystanders);
    let flanking = others.filter(|(b, who)| {
        let (at, is_ally) = place(scene.targets.len().saturating_add(usize::from(*b)));
        is_ally && flanks(target, by, threat(at, who), settings) && down_bar(who).is_none()
    });
    flanking.map(|(b, _)| b).collect()
}
