//! The condition chart.

use serde::Deserialize;

use super::{ChartError, number, read};
use crate::base::term::RuleId;
use crate::systems::chronicle::input;

/// JSON text of the condition chart that the program comes with.
pub(crate) const CONDITIONS: &str =
    include_str!("../../../../../../assets/chronicle/conditions.json");

/// Condition of Chronicle's chart that a combatant can be in, such as stunned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Condition {
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
    /// All conditions of the chart.
    pub(crate) const ALL: [Self; 11] = [
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

/// Effects of a condition on rolls and movement.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Effect {
    /// No Defense at all.
    pub(crate) no_defense: bool,
    /// The Defense trait is halved first.
    pub(crate) halved_defense: bool,
    /// No instant action.
    pub(crate) no_action: bool,
    /// No movement.
    pub(crate) no_movement: bool,
    /// The next action is lost.
    pub(crate) loses_next_action: bool,
    /// This turn's action is lost, unless it was taken.
    pub(crate) loses_this_action: bool,
    /// Lies down.
    pub(crate) prone: bool,
    /// Drops what the wracked arm holds.
    pub(crate) drops_held: bool,
    /// Every combat roll fails.
    pub(crate) auto_fail: bool,
    /// Only a chance die for work with the hands.
    pub(crate) chance_on_manual: bool,
    /// Can be struck down without a roll.
    pub(crate) dormant: bool,
    /// Speed is divided by this.
    pub(crate) speed_divisor: u8,
    /// Speed is at most this, in yards.
    pub(crate) speed_most: Option<i32>,
    /// Dice on physical rolls that need footwork.
    pub(crate) footwork: i32,
    /// Dice on rolls that need sight.
    pub(crate) sight: i32,
    /// Dice on work that falls to the other hand.
    pub(crate) offhand: i32,
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

/// Line of Chronicle's condition chart for one condition, with its name and effects.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConditionData {
    /// Which condition.
    pub(crate) condition: Condition,
    /// What it is called.
    pub(crate) label: String,
    /// The rule it comes from.
    pub(crate) rule: RuleId,
    /// When it ends, in words.
    pub(crate) ends: String,
    /// What it does.
    pub(crate) effect: Effect,
    /// What it does instead when both arms, legs or eyes are gone, or nothing can move.
    #[serde(default)]
    pub(crate) both: Option<Effect>,
}

/// Chart of all conditions and their effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConditionChart(Vec<ConditionData>);

impl ConditionChart {
    /// Returns the line of the chart for a condition. Every condition has one, unless the chart was not parsed here.
    #[must_use]
    pub(crate) fn get(&self, condition: Condition) -> Option<&ConditionData> {
        self.0.iter().find(|data| data.condition == condition)
    }
}

/// Reads a condition chart; every condition must be in it.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub(crate) fn conditions(text: &str) -> Result<ConditionChart, ChartError> {
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
