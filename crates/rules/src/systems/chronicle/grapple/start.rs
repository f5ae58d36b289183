//! Getting hold of somebody (CHR-GRAP-01 to 03).

use serde::{Deserialize, Serialize};

use super::{Grappler, check_helpers, help};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::chronicle::attack::pool::{push, unskilled};
use crate::systems::chronicle::contest::{self, Winner};
use crate::systems::chronicle::input::Nonsense;
use crate::systems::chronicle::numbers::EXCEPTIONAL_AT;
use crate::systems::chronicle::pool;
use crate::systems::chronicle::settings::Settings;
use crate::term::{self, Term};

/// Somebody reaches for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Start {
    /// Who reaches.
    pub a: Grappler,
    /// Who is reached for.
    pub b: Grappler,
    /// Modifier of the rope, chain or whip that A uses (CHR-GRAP-03).
    pub weapon_bonus: i32,
    /// Who helps A (CHR-GRAP-17).
    pub helpers: Vec<Grappler>,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// The pool of the one who reaches.
    pub a_pool: i32,
    /// The pool of the other.
    pub b_pool: i32,
    /// Successes of the one who reaches, helpers included.
    pub a: u32,
    /// Successes of the other.
    pub b: u32,
    /// Whether both are grappling now.
    pub grappling: bool,
    /// Moves the one who reached has at once: 0 or 1 (CHR-GRAP-02).
    pub moves_allowed: u8,
    /// The two main rolls.
    pub rolls: [Rolled; 2],
}

/// The two pools: Strength + Brawl against Dexterity + the better of Brawl and Athletics.
/// The other's Strength plays no part yet (CHR-GRAP-01).
#[must_use]
pub fn terms(start: &Start, settings: &Settings) -> [Vec<Term>; 2] {
    let (a, b) = (&start.a, &start.b);
    let mut ours = vec![
        Term::of_rule("Strength", a.strength, "CHR-GRAP-01"),
        Term::of_rule("Brawl", a.brawl, "CHR-GRAP-01"),
    ];
    let rope = start.weapon_bonus.saturating_add(a.bonus);
    push(&mut ours, "Rope", rope, "CHR-GRAP-03");
    push(
        &mut ours,
        "Unskilled",
        unskilled(a.brawl, settings),
        "CHR-DICE-07",
    );
    push(&mut ours, "Wounds", a.wounds(), "CHR-WND-02");
    if settings.defense_in_contests {
        push(
            &mut ours,
            "Defense",
            b.defense.saturating_neg(),
            "CHR-DEF-10",
        );
    }
    let better = b.brawl.max(b.athletics);
    let label = if b.athletics > b.brawl {
        "Athletics"
    } else {
        "Brawl"
    };
    let mut theirs = vec![
        Term::of_rule("Dexterity", b.dexterity, "CHR-GRAP-01"),
        Term::of_rule(label, better, "CHR-GRAP-01"),
    ];
    push(
        &mut theirs,
        "Unskilled",
        unskilled(better, settings),
        "CHR-DICE-07",
    );
    push(&mut theirs, "Wounds", b.wounds(), "CHR-WND-02");
    [ours, theirs]
}

/// Rolls for it: A, B, then the helpers.
///
/// # Errors
/// [`Nonsense`] when a number cannot be; then no die was thrown.
pub fn roll(start: &Start, settings: &Settings, dice: &mut dyn Dice) -> Result<Started, Nonsense> {
    start.a.check()?;
    start.b.check()?;
    check_helpers(&start.helpers)?;
    crate::systems::chronicle::input::traits([("weapon_bonus", start.weapon_bonus)])?;
    let [ours, theirs] = terms(start, settings);
    let (a_pool, b_pool) = (term::sum(&ours), term::sum(&theirs));
    pool::check(a_pool)?;
    pool::check(b_pool)?;
    let own = pool::roll_by(&pool::Ask::pool(a_pool), settings, dice);
    let other = pool::roll_by(&pool::Ask::pool(b_pool), settings, dice);
    let helped = help(&start.helpers, settings, dice)?;
    let a = own.successes.saturating_add(helped);
    let b = other.successes;
    let grappling = contest::winner(a, b, settings) == Winner::A;
    let counted = if settings.helpers_make_exceptional {
        a
    } else {
        own.successes
    };
    Ok(Started {
        a_pool,
        b_pool,
        a,
        b,
        grappling,
        moves_allowed: u8::from(grappling && counted >= EXCEPTIONAL_AT),
        rolls: [own, other],
    })
}
