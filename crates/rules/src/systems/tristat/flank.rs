//! Flanking on the square grid (TRI-FLANK-01, TRI-FLANK-02).

use super::numbers;
use super::settings::{Opposite, Settings};

/// A square: column, row.
pub type Square = [i32; 2];

/// A combatant who threatens with a melee weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threat {
    /// Where they stand.
    pub at: Square,
    /// How many squares their weapon reaches, diagonals included; 1 for most.
    pub reach: i32,
}

/// Squares from one to the other, the diagonal counting as one; offsets with their signs.
fn offset(from: Square, to: Square) -> [i64; 2] {
    [
        i64::from(to[0]) - i64::from(from[0]),
        i64::from(to[1]) - i64::from(from[1]),
    ]
}

/// How many squares lie between two, the next one being 1 and diagonals like straight ways.
#[must_use]
pub fn distance(from: Square, to: Square) -> i64 {
    let [x, y] = offset(from, to);
    x.abs().max(y.abs())
}

/// Whether a combatant is within their melee range of a square that is not their own
/// (TRI-FLANK-01).
#[must_use]
pub fn threatens(threat: Threat, target: Square) -> bool {
    (1..=i64::from(threat.reach)).contains(&distance(target, threat.at))
}

/// Whether two stand on opposite sides of a third (TRI-FLANK-01).
#[must_use]
pub fn are_opposite(target: Square, one: Square, other: Square, settings: &Settings) -> bool {
    let ([ax, ay], [bx, by]) = (offset(target, one), offset(target, other));
    match settings.opposite {
        Opposite::Mirrored => ax.signum() == -bx.signum() && ay.signum() == -by.signum(),
        Opposite::Wide => {
            let along = i128::from(ax) * i128::from(bx) + i128::from(ay) * i128::from(by);
            along < 0
        }
    }
}

/// Whether `attacker` and `ally` flank a defender on `target`: both within reach, on
/// opposite sides (TRI-FLANK-01).
#[must_use]
pub fn flanks(target: Square, attacker: Threat, ally: Threat, settings: &Settings) -> bool {
    threatens(attacker, target)
        && threatens(ally, target)
        && are_opposite(target, attacker.at, ally.at, settings)
}

/// What a defender flanked by `pairs` pairs adds to a defense against one of them
/// (TRI-FLANK-02): −1, however many pairs there are.
#[must_use]
pub fn defense_modifier(pairs: u32, settings: &Settings) -> i32 {
    let pairs = i32::try_from(pairs).unwrap_or(i32::MAX);
    let counted = if settings.flanking_adds_up {
        pairs
    } else {
        pairs.min(1)
    };
    counted.saturating_mul(numbers::FLANKED)
}
