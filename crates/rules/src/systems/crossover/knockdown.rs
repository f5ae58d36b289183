//! Falling and getting up (XOV-CMP-09, XOV-CMP-10, XOV-CLOSE-12, XOV-CLOSE-13).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::systems::d10::dice::{self, DIFFICULTY, Manner, Outcome, Pool};

/// What throws somebody down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trip {
    /// A sweep.
    Sweep,
    /// A tackle, on either side of it.
    Tackle,
    /// Anything that leaves no roll against falling.
    Thrown,
}

impl Trip {
    /// The summed difficulty of the roll against falling; `None` when there is none.
    #[must_use]
    pub const fn difficulty(self) -> Option<i32> {
        match self {
            Self::Sweep => Some(DIFFICULTY + 2),
            Self::Tackle => Some(DIFFICULTY + 1),
            Self::Thrown => None,
        }
    }
}

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// On one's feet.
    Up,
    /// Down; standing up costs an action.
    Down,
}

/// How somebody landed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Landed {
    /// Up or down.
    pub state: Posture,
    /// What it takes from the next turn's initiative.
    pub initiative_next_turn: i32,
    /// Bashing points that cannot be soaked.
    pub bashing: i32,
    /// Every roll, in order.
    pub rolls: Vec<Rolled>,
}

/// Rolls Dexterity + Athletics, a reflex, after falling: a success is up at once and two
/// later next turn, a failure stays down, a botch also hurts.
///
/// # Errors
/// [`Refusal::NoDice`] below one die.
pub fn land(pool: Pool, dice: &mut dyn Dice) -> Result<Landed, Denied> {
    let rolled = throw(pool, dice)?;
    let outcome = Outcome::from(rolled.grade);
    Ok(Landed {
        rolls: vec![rolled],
        ..landed(outcome)
    })
}

const fn landed(outcome: Outcome) -> Landed {
    let (state, initiative_next_turn, bashing) = match outcome {
        Outcome::Success => (Posture::Up, -2, 0),
        Outcome::Failure => (Posture::Down, 0, 0),
        Outcome::Botch => (Posture::Down, 0, 1),
    };
    Landed {
        state,
        initiative_next_turn,
        bashing,
        rolls: Vec::new(),
    }
}

/// Trips somebody with this many dice of Dexterity + Athletics: first the roll against
/// falling, where there is one; who passes it never falls, and nothing else happens. Then the
/// roll of [`land`], unless a house rule lets the first decide both (XOV-CMP-09). Without a
/// die one simply lies there.
///
/// # Errors
/// [`Denied`] for a pool that cannot be thrown.
pub fn trip(pool: i32, trip: Trip, by: &Settings, dice: &mut dyn Dice) -> Result<Landed, Denied> {
    Pool::of(pool).check()?;
    if pool < 1 {
        return Ok(landed(Outcome::Failure));
    }
    let mut rolls = Vec::new();
    if let Some(difficulty) = trip.difficulty() {
        let kept = throw(Pool::at(pool, difficulty), dice)?;
        let outcome = Outcome::from(kept.grade);
        rolls.push(kept);
        if outcome == Outcome::Success {
            return Ok(Landed {
                initiative_next_turn: 0,
                rolls,
                ..landed(outcome)
            });
        }
        if by.single_knockdown_roll {
            return Ok(Landed {
                rolls,
                ..landed(outcome)
            });
        }
    }
    let mut after = land(Pool::of(pool), dice)?;
    rolls.append(&mut after.rolls);
    Ok(Landed { rolls, ..after })
}

fn throw(pool: Pool, dice: &mut dyn Dice) -> Result<Rolled, Denied> {
    if pool.pool < 1 {
        return Err(Denied::refused(Refusal::NoDice));
    }
    pool.check()?;
    Ok(dice::roll(pool, &Manner::default(), dice))
}
