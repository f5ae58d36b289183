//! The chart of maneuvers: one line for each, read from a file that is compiled in.

use crate::messages::Text;
use serde::{Deserialize, Serialize};

use super::creature::Form;
use super::maneuver::{Attribute, Basis, Maneuver, Nature, Reach, Way};
use crate::systems::d10::chart::{self, ChartError, RATING_MOST};
use crate::systems::d10::dice::HARDEST;

/// One line of the chart of maneuvers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManeuverLine {
    /// Which maneuver.
    pub maneuver: Maneuver,
    /// The rule it comes from.
    pub rule: crate::term::RuleId,
    /// Close or ranged.
    pub reach: Reach,
    /// What is rolled with the ability.
    pub attribute: Attribute,
    /// The abilities it may be rolled with, the usual one first.
    pub abilities: Vec<Way>,
    /// Added to the difficulty of an attacker who has none of them (XOV-ATK-03, XOV-ATK-11).
    #[serde(default)]
    pub unskilled: i32,
    /// Dice.
    #[serde(default)]
    pub dice: i32,
    /// Difficulty.
    #[serde(default)]
    pub difficulty: i32,
    /// What the damage is counted from.
    pub damage: Basis,
    /// Dice added to it.
    #[serde(default)]
    pub plus: i32,
    /// Its type.
    pub nature: Nature,
    /// The forms a werewolf can do it in; empty is any.
    #[serde(default)]
    pub forms: Vec<Form>,
    /// Whether naming a part of the body makes a difference (XOV-CLOSE-05).
    #[serde(default = "yes")]
    pub parts: bool,
    /// Rounds it needs in the weapon.
    #[serde(default)]
    pub needs: i32,
    /// Rounds the attack itself uses up.
    #[serde(default)]
    pub uses: i32,
    /// Empties the clip: needs an automatic weapon, half a clip, and no named part.
    #[serde(default)]
    pub empties: bool,
    /// The rate of fire it takes.
    #[serde(default)]
    pub rate: i32,
    /// Harder with a weapon built for throwing (XOV-ATK-05).
    #[serde(default)]
    pub thrown_design: i32,
    /// Harder with a weapon built for melee (XOV-ATK-12).
    #[serde(default)]
    pub melee_design: i32,
}

impl ManeuverLine {
    /// What it is called.
    #[must_use]
    pub const fn title(&self) -> Text {
        self.maneuver.title()
    }
}

const fn yes() -> bool {
    true
}

/// The chart of maneuvers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ManeuverChart(Vec<ManeuverLine>);

impl ManeuverChart {
    /// The line of a maneuver; every maneuver has one.
    #[must_use]
    pub fn get(&self, maneuver: Maneuver) -> Option<&ManeuverLine> {
        self.0.iter().find(|line| line.maneuver == maneuver)
    }
}

/// The maneuvers the program comes with.
pub const MANEUVERS: &str = include_str!("../../../../../assets/crossover/maneuvers.json");

/// Reads a chart of maneuvers; every maneuver must be in it.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn maneuvers(text: &str) -> Result<ManeuverChart, ChartError> {
    let name = |one: &ManeuverLine| format!("{:?}", one.maneuver);
    let chart: Vec<ManeuverLine> = chart::read(text, name)?;
    for one in &chart {
        let missing = |needs| ChartError::Missing {
            entry: name(one),
            needs,
        };
        chart::numbers(
            &name(one),
            [
                ("dice", one.dice, -RATING_MOST, RATING_MOST),
                ("difficulty", one.difficulty, -HARDEST, HARDEST),
                ("unskilled", one.unskilled, -HARDEST, HARDEST),
                ("plus", one.plus, -RATING_MOST, RATING_MOST),
                ("needs", one.needs, 0, RATING_MOST),
                ("uses", one.uses, 0, one.needs.max(0)),
                ("rate", one.rate, 0, RATING_MOST),
                ("thrown_design", one.thrown_design, -HARDEST, HARDEST),
                ("melee_design", one.melee_design, -HARDEST, HARDEST),
            ],
        )?;
        if one.abilities.is_empty() {
            return Err(missing("an ability"));
        }
        if one.damage == Basis::Nothing && one.nature != Nature::Test {
            return Err(missing("damage, or to be a test"));
        }
    }
    let all = Maneuver::ALL.iter();
    match all
        .copied()
        .find(|wanted| !chart.iter().any(|one| one.maneuver == *wanted))
    {
        None => Ok(ManeuverChart(chart)),
        Some(wanted) => Err(ChartError::Missing {
            entry: format!("{wanted:?}"),
            needs: "a line of its own",
        }),
    }
}
