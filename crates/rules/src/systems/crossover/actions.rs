//! What several actions in a turn cost (XOV-MULT-01 to 06, XOV-DEF-06).

use serde::{Deserialize, Serialize};

use super::Settings;
use super::creature::Kind;
use crate::systems::d10::actions::{defense_penalty, split_penalty};
use crate::systems::d10::input::{self, Nonsense};

/// What a combatant wants to do in one turn. Reflexes are not counted (XOV-ACT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// Ordinary actions.
    pub declared: i32,
    /// Extra actions of powers; never split, never penalized (XOV-MULT-03, XOV-MULT-04).
    pub power: i32,
    /// Dexterity.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
    /// What they are.
    pub kind: Kind,
    /// In frenzy.
    pub frenzy: bool,
    /// The whole turn is defense, which has a price of its own (XOV-MULT-02).
    pub desperate_defense: bool,
}

/// What it costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Dice for each action: ordinary ones in order, then those of powers.
    pub dice: Vec<i32>,
    /// Added to the difficulty of every action of the turn.
    pub difficulty: i32,
}

/// Works out the price. Only action rolls pay it, never damage, soak or reflexes.
///
/// # Errors
/// [`Nonsense::TooMany`] for more actions than a turn could hold.
pub fn cost(plan: &Plan, by: &Settings) -> Result<Cost, Nonsense> {
    let declared = input::count("actions", plan.declared)?;
    let power = input::count("actions", plan.power)?;
    let ordinary = |number: i32| {
        if plan.desperate_defense {
            defense_penalty(number - 1)
        } else if declared == 1 && by.single_action_costs {
            -1
        } else {
            split_penalty(declared, number)
        }
    };
    let dice = (1..=declared).map(ordinary);
    Ok(Cost {
        dice: dice.chain((1..=power).map(|_| 0)).collect(),
        difficulty: too_much(plan, declared.saturating_add(power), by),
    })
}

/// More actions than Dexterity or Wits (XOV-MULT-05). A vampire or werewolf in frenzy does not
/// care for Wits (XOV-MULT-06).
fn too_much(plan: &Plan, total: i32, by: &Settings) -> i32 {
    if plan.desperate_defense && !by.over_limit_on_desperate {
        return 0;
    }
    let wild = plan.frenzy && matches!(plan.kind, Kind::Vampire | Kind::Werewolf);
    let over = [total > plan.dexterity, !wild && total > plan.wits];
    match over {
        [false, false] => 0,
        [true, true] if by.over_limit_adds_up => by.over_limit.saturating_mul(2),
        _ => by.over_limit,
    }
}
