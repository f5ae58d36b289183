//! The condition chart.

use serde::{Deserialize, Serialize};

use super::{ChartError, number, read};
use crate::systems::chronicle::input;
use crate::term::RuleId;

/// What conditions do, as the program comes.
pub const CONDITIONS: &str = include_str!("../../../../../../assets/chronicle/conditions.json");

/// A condition a combatant can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// An arm is useless (CHR-COND-01).
    ArmWrack,
    /// A leg gives way (CHR-COND-02).
    LegWrack,
    /// Loses the next action (CHR-COND-03).
    Stunned,
    /// On the ground (CHR-COND-04).
    KnockedDown,
    /// An eye sees nothing (CHR-COND-05).
    Blinded,
    /// Cannot move (CHR-COND-06).
    Immobilised,
    /// Neither sees nor hears (CHR-COND-07).
    BlindAndDeaf,
    /// Out cold (CHR-COND-08).
    Unconscious,
    /// Held by a stake: sees everything, does nothing (CHR-VMP-15).
    Staked,
    /// Both grapplers lie on the ground (CHR-GRAP-10).
    BothProne,
    /// Held in front of the opponent in a grapple (CHR-GRAP-13).
    HumanShield,
}

impl Condition {
    /// Every condition.
    pub const ALL: [Self; 11] = [
        Self::ArmWrack,
        Self::LegWrack,
        Self::Stunned,
        Self::KnockedDown,
        Self::Blinded,
        Self::Immobilised,
        Self::BlindAndDeaf,
        Self::Unconscious,
        Self::Staked,
        Self::BothProne,
        Self::HumanShield,
    ];
}

/// What a condition does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Effect {
    /// No Defense at all.
    pub no_defense: bool,
    /// The Defense trait is halved first.
    pub halved_defense: bool,
    /// No instant action.
    pub no_action: bool,
    /// No movement.
    pub no_movement: bool,
    /// The next action is lost.
    pub loses_next_action: bool,
    /// This turn's action is lost, unless it was taken.
    pub loses_this_action: bool,
    /// Lies down.
    pub prone: bool,
    /// Drops what the wracked arm holds.
    pub drops_held: bool,
    /// Every combat roll fails.
    pub auto_fail: bool,
    /// Only a chance die for work with the hands.
    pub chance_on_manual: bool,
    /// Can be struck down without a roll.
    pub dormant: bool,
    /// Speed is divided by this.
    pub speed_divisor: u8,
    /// Speed is at most this, in yards.
    pub speed_most: Option<i32>,
    /// Dice on physical rolls that need footwork.
    pub footwork: i32,
    /// Dice on rolls that need sight.
    pub sight: i32,
    /// Dice on work that falls to the other hand.
    pub offhand: i32,
}

impl Default for Effect {
    fn default() -> Self {
        Self {
            no_defense: false,
            halved_defense: false,
            no_action: false,
            no_movement: false,
            loses_next_action: false,
            loses_this_action: false,
            prone: false,
            drops_held: false,
            auto_fail: false,
            chance_on_manual: false,
            dormant: false,
            speed_divisor: 1,
            speed_most: None,
            footwork: 0,
            sight: 0,
            offhand: 0,
        }
    }
}

/// One line of the condition chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionData {
    /// Which condition.
    pub condition: Condition,
    /// What it is called.
    pub label: String,
    /// The rule it comes from.
    pub rule: RuleId,
    /// When it ends, in words.
    pub ends: String,
    /// What it does.
    pub effect: Effect,
    /// What it does instead when both arms, legs or eyes are gone, or nothing can move.
    #[serde(default)]
    pub both: Option<Effect>,
}

/// The condition chart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConditionChart(Vec<ConditionData>);

impl ConditionChart {
    /// The line for a condition. Every condition has one, unless the chart was not parsed here.
    #[must_use]
    pub fn get(&self, condition: Condition) -> Option<&ConditionData> {
        self.0.iter().find(|data| data.condition == condition)
    }
}

/// Reads a condition chart; every condition must be in it.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn conditions(text: &str) -> Result<ConditionChart, ChartError> {
    let chart: Vec<ConditionData> = read(text, |one: &ConditionData| &one.label)?;
    for one in &chart {
        for effect in [Some(&one.effect), one.both.as_ref()].into_iter().flatten() {
            let fits = input::penalty("footwork", effect.footwork)
                .and_then(|()| input::penalty("sight", effect.sight))
                .and_then(|()| input::penalty("offhand", effect.offhand))
                .and_then(|()| input::within("speed_divisor", effect.speed_divisor.into(), 1, 255))
                .and_then(|()| input::traits([("speed_most", effect.speed_most.unwrap_or(0))]));
            number(&one.label, fits)?;
        }
    }
    let missing = Condition::ALL
        .iter()
        .find(|condition| !chart.iter().any(|one| one.condition == **condition));
    match missing {
        Some(condition) => Err(ChartError::Missing {
            entry: format!("{condition:?}"),
            needs: "a line of its own",
        }),
        None => Ok(ConditionChart(chart)),
    }
}
