//! The contest of each later turn (CHR-GRAP-04, CHR-GRAP-05, CHR-GRAP-15 to 18).

use serde::{Deserialize, Serialize};

use super::moves::{self, Move, NoMove, Ties};
use super::{Grappler, Side, check_helpers, help};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::chronicle::attack::pool::{push, unskilled};
use crate::systems::chronicle::condition::Condition;
use crate::systems::chronicle::contest::{self, Winner};
use crate::systems::chronicle::input::{self, Nonsense};
use crate::systems::chronicle::pool::{self, Ask};
use crate::systems::chronicle::settings::Settings;
use crate::term::{self, Term};
use crate::track::{Packet, Severity};

/// Two who wrestle, and what stands between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Turn {
    /// One of them.
    pub a: Grappler,
    /// The other.
    pub b: Grappler,
    /// Who helps A.
    pub helpers_a: Vec<Grappler>,
    /// Who has a weapon under control.
    pub controls: Option<Side>,
    /// Whose Hold stands.
    pub holds: Option<Side>,
    /// Modifier of that weapon.
    pub weapon_mod: i32,
    /// What the winner wants to do, in order.
    pub moves: Vec<Move>,
}

/// The contest after the dice, before the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contest {
    /// A's pool.
    pub a_pool: i32,
    /// B's pool.
    pub b_pool: i32,
    /// A's successes, helpers included.
    pub a: u32,
    /// B's successes.
    pub b: u32,
    /// Who won.
    pub winner: Winner,
    /// Moves won: 0, 1 or 2 (CHR-GRAP-05, CHR-GRAP-16).
    pub moves_allowed: u8,
    /// The two main rolls.
    pub rolls: [Rolled; 2],
}

/// What the moves did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Points for the loser, before armor.
    pub damage: Packet,
    /// Conditions in the order of the moves.
    pub conditions: Vec<Condition>,
    /// Whether the two still wrestle.
    pub grappling: bool,
    /// What stands between them now.
    pub ties: Ties,
    /// Whether the winner may act again this turn.
    pub action_back: bool,
    /// The roll of a throw.
    pub thrown: Option<Rolled>,
}

/// The two pools: Strength + Brawl, less the other's Strength, ropes included (CHR-GRAP-03,
/// CHR-GRAP-04).
#[must_use]
pub fn terms(turn: &Turn, settings: &Settings) -> [Vec<Term>; 2] {
    [(&turn.a, &turn.b), (&turn.b, &turn.a)].map(|(own, other)| {
        let mut terms = vec![
            Term::of_rule("Strength", own.strength, "CHR-GRAP-04"),
            Term::of_rule("Brawl", own.brawl, "CHR-GRAP-04"),
        ];
        push(&mut terms, "Rope", own.bonus, "CHR-GRAP-03");
        push(
            &mut terms,
            "Unskilled",
            unskilled(own.brawl, settings),
            "CHR-DICE-07",
        );
        push(&mut terms, "Wounds", own.wounds(), "CHR-WND-02");
        let resisting = other.strength.saturating_neg();
        push(&mut terms, "Opponent's Strength", resisting, "CHR-GRAP-04");
        if settings.rope_hinders {
            push(
                &mut terms,
                "Opponent's rope",
                other.bonus.saturating_neg(),
                "CHR-GRAP-03",
            );
        }
        terms
    })
}

/// Rolls the contest: A, B, then A's helpers.
///
/// # Errors
/// [`Nonsense`] when a number cannot be; then no die was thrown.
pub fn contest(turn: &Turn, settings: &Settings, dice: &mut dyn Dice) -> Result<Contest, Nonsense> {
    turn.a.check()?;
    turn.b.check()?;
    check_helpers(&turn.helpers_a)?;
    input::modifier("weapon_mod", turn.weapon_mod)?;
    input::list("moves", turn.moves.len())?;
    let [ours, theirs] = terms(turn, settings);
    let (a_pool, b_pool) = (term::sum(&ours), term::sum(&theirs));
    pool::check(a_pool)?;
    pool::check(b_pool)?;
    let own = pool::roll_by(&Ask::pool(a_pool), settings, dice);
    let other = pool::roll_by(&Ask::pool(b_pool), settings, dice);
    let helped = help(&turn.helpers_a, settings, dice)?;
    let a = own.successes.saturating_add(helped);
    let b = other.successes;
    let winner = contest::winner(a, b, settings);
    let judged = if settings.helpers_make_exceptional {
        a
    } else {
        own.successes
    };
    let moves_allowed = match winner {
        Winner::None => 0,
        _ if contest::exceptional(winner, judged, b) => 2,
        Winner::A | Winner::B => 1,
    };
    Ok(Contest {
        a_pool,
        b_pool,
        a,
        b,
        winner,
        moves_allowed,
        rolls: [own, other],
    })
}

/// Plays the winner's moves. A throw rolls Strength last (CHR-GRAP-14).
///
/// # Errors
/// [`NoMove`] when the moves cannot be made; then nothing happened and the grapple goes on.
pub fn play(
    turn: &Turn,
    contest: &Contest,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<Played, NoMove> {
    let ties = Ties {
        controls: turn.controls,
        holds: turn.holds,
    };
    let [a_roll, b_roll] = &contest.rolls;
    let (side, own, other, winner, loser) = match contest.winner {
        Winner::A => (Side::A, a_roll.successes, contest.b, &turn.a, &turn.b),
        Winner::B => {
            let helped = if settings.helpers_lower_damage {
                contest.a
            } else {
                a_roll.successes
            };
            (Side::B, b_roll.successes, helped, &turn.b, &turn.a)
        }
        Winner::None => {
            if !turn.moves.is_empty() {
                return Err(NoMove::TooMany { allowed: 0 });
            }
            return Ok(Played {
                damage: Packet::default(),
                conditions: Vec::new(),
                grappling: true,
                ties,
                action_back: false,
                thrown: None,
            });
        }
    };
    let allowed = contest.moves_allowed;
    let made = moves::play(&turn.moves, allowed, side, ties, winner, loser, settings)?;
    let mut damage = Packet::default();
    for armed in &made.blows {
        let (severity, points) = blow(own, other, *armed, turn.weapon_mod, settings);
        let have = damage.get_mut(severity);
        *have = have.saturating_add(points);
    }
    let thrown = made.thrown.then(|| {
        let pool = winner.strength.saturating_add(winner.wounds());
        pool::roll_by(&Ask::pool(pool), settings, dice)
    });
    if let Some(rolled) = &thrown {
        let points = input::points(input::signed(rolled.successes));
        damage.bashing = damage.bashing.saturating_add(points);
    }
    Ok(Played {
        damage,
        conditions: made.conditions,
        grappling: !made.over,
        ties: made.ties,
        action_back: made.action_back,
        thrown,
    })
}

/// The Damage move: the winner's own successes less all of the loser's side; a weapon under
/// control adds to them and makes it lethal; own successes of 0 do nothing (CHR-GRAP-08,
/// CHR-GRAP-18).
#[must_use]
pub fn blow(
    own: u32,
    other: u32,
    armed: bool,
    weapon_modifier: i32,
    settings: &Settings,
) -> (Severity, u16) {
    let severity = if armed {
        settings.grapple_weapon_damage
    } else {
        Severity::Bashing
    };
    if own == 0 {
        return (severity, 0);
    }
    let weapon = if armed { weapon_modifier } else { 0 };
    let left = input::signed(own)
        .saturating_add(weapon)
        .saturating_sub(input::signed(other));
    (severity, input::points(left))
}
