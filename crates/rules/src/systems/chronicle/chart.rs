//! The charts: weapons, armor, objects and conditions, read from files anybody may edit
//! (CHR-ATK-11, CHR-RNG-04, CHR-COV-07, CHR-COND-01 to 08).

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::armor::{Armor, Place};
use super::attack::{AttackKind, Harm, Weapon};
use super::condition::Condition;
use super::cover::Cover;
use super::input::{self, Nonsense};
use super::range::Ranges;
use crate::term::RuleId;

/// Why a chart cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// The file is not what it should be.
    #[error("the chart cannot be read: {0}")]
    Unreadable(String),
    /// The chart has nothing in it.
    #[error("the chart is empty")]
    Empty,
    /// Two entries have the same name.
    #[error("there are two entries called {0}")]
    Doubled(String),
    /// A number cannot be.
    #[error("in the entry {entry}: {cause}")]
    Number {
        /// Name of the entry.
        entry: String,
        /// What is wrong.
        cause: Nonsense,
    },
    /// An entry misses something it needs.
    #[error("the entry {entry} needs {needs}")]
    Missing {
        /// Name of the entry.
        entry: String,
        /// What is missing.
        needs: &'static str,
    },
}

/// How a gun is loaded (CHR-CMP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loading {
    /// A magazine or clip is swapped.
    Clip,
    /// Round by round.
    Single,
}

/// One line of the weapon chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponProfile {
    /// What it is called.
    pub name: String,
    /// How one attacks with it.
    pub kind: AttackKind,
    /// Its modifier.
    pub damage: i32,
    /// By what nature it harms.
    pub harm: Harm,
    /// Size of the object.
    pub size: i32,
    /// Short, medium and long range in yards. A thrown thing without ranges flies as far as
    /// its thrower is strong, see [`super::thrown`].
    #[serde(default)]
    pub ranges: Option<Ranges>,
    /// What it adds to initiative: 0 or below (CHR-INIT-05).
    #[serde(default)]
    pub initiative: i32,
    /// The Strength it asks for (CHR-IMPR-06).
    #[serde(default)]
    pub strength: i32,
    /// Bullets when full; 0 for what needs none (CHR-AUTO-10).
    #[serde(default)]
    pub magazine: i32,
    /// How it is loaded.
    #[serde(default)]
    pub loading: Option<Loading>,
    /// Fires bursts (CHR-AUTO-01, CHR-CFIRE-01).
    #[serde(default)]
    pub automatic: bool,
    /// Is a wooden stake (CHR-VMP-08).
    #[serde(default)]
    pub wooden_stake: bool,
    /// Can stun (CHR-CMP-08).
    #[serde(default)]
    pub stun: bool,
    /// Made to fly (CHR-THR-03).
    #[serde(default)]
    pub aerodynamic: bool,
    /// Lends its modifier to Strength in a grapple (CHR-GRAP-03).
    #[serde(default)]
    pub binds: bool,
}

impl WeaponProfile {
    /// The weapon as an attack uses it.
    #[must_use]
    pub fn weapon(&self) -> Weapon {
        Weapon {
            modifier: self.damage,
            size: self.size,
            category: Some(self.harm),
            ranges: self.ranges,
            improvised: false,
            str_req: self.strength,
            wooden_stake: self.wooden_stake,
            stun: self.stun,
        }
    }
}

/// One line of the armor chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmorProfile {
    /// What it is called.
    pub name: String,
    /// Ballistic rating.
    pub ballistic: i32,
    /// General rating.
    pub general: i32,
    /// Where it protects against called shots.
    pub covers: Vec<Place>,
}

impl ArmorProfile {
    /// The armor as an attack meets it.
    #[must_use]
    pub fn armor(&self) -> Armor {
        Armor {
            ballistic: self.ballistic,
            general: self.general,
            covers: self.covers.clone(),
            supernatural: false,
        }
    }
}

/// One line of the object chart: cover, things to throw, things to hit with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectProfile {
    /// What it is called.
    pub name: String,
    /// How hard it is.
    pub durability: i32,
    /// How much it takes.
    pub structure: i32,
    /// How big it is.
    pub size: i32,
    /// Whether one sees through it.
    #[serde(default)]
    pub see_through: bool,
    /// Made to fly.
    #[serde(default)]
    pub aerodynamic: bool,
}

impl ObjectProfile {
    /// The object as cover.
    #[must_use]
    pub const fn cover(&self) -> Cover {
        Cover {
            durability: self.durability,
            structure: self.structure,
            see_through: self.see_through,
        }
    }
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionChart(Vec<ConditionData>);

impl ConditionChart {
    /// The line for a condition. Every condition has one, unless the chart was not parsed here.
    #[must_use]
    pub fn get(&self, condition: Condition) -> Option<&ConditionData> {
        self.0.iter().find(|data| data.condition == condition)
    }
}

/// The weapons the program comes with.
pub const WEAPONS: &str = include_str!("../../../../../assets/chronicle/weapons.json");
/// The armor the program comes with.
pub const ARMOR: &str = include_str!("../../../../../assets/chronicle/armor.json");
/// The objects the program comes with.
pub const OBJECTS: &str = include_str!("../../../../../assets/chronicle/objects.json");
/// What conditions do, as the program comes.
pub const CONDITIONS: &str = include_str!("../../../../../assets/chronicle/conditions.json");

/// Reads a weapon chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn weapons(text: &str) -> Result<Vec<WeaponProfile>, ChartError> {
    let chart: Vec<WeaponProfile> = read(text, |one: &WeaponProfile| &one.name)?;
    for one in &chart {
        let fits = one
            .weapon()
            .check()
            .and_then(|()| input::penalty("initiative", one.initiative))
            .and_then(|()| input::traits([("magazine", one.magazine)]));
        number(&one.name, fits)?;
        let gun = one.kind == AttackKind::Firearm;
        let needs = match one {
            WeaponProfile { ranges: None, .. } if gun => "ranges",
            WeaponProfile { magazine: 0, .. } if gun => "a magazine",
            WeaponProfile { loading: None, .. } if gun => "a way of loading",
            _ => continue,
        };
        return Err(ChartError::Missing {
            entry: one.name.clone(),
            needs,
        });
    }
    Ok(chart)
}

/// Reads an armor chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn armor(text: &str) -> Result<Vec<ArmorProfile>, ChartError> {
    let chart: Vec<ArmorProfile> = read(text, |one: &ArmorProfile| &one.name)?;
    for one in &chart {
        number(&one.name, one.armor().check())?;
        if one.covers.is_empty() {
            return Err(ChartError::Missing {
                entry: one.name.clone(),
                needs: "a place it covers",
            });
        }
    }
    Ok(chart)
}

/// Reads an object chart.
///
/// # Errors
/// [`ChartError`] with the first thing that is wrong.
pub fn objects(text: &str) -> Result<Vec<ObjectProfile>, ChartError> {
    let chart: Vec<ObjectProfile> = read(text, |one: &ObjectProfile| &one.name)?;
    for one in &chart {
        let fits = one.cover().check();
        number(
            &one.name,
            fits.and_then(|()| input::traits([("size", one.size)])),
        )?;
    }
    Ok(chart)
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

/// Reads a list of entries with distinct names.
fn read<T: DeserializeOwned>(text: &str, name: fn(&T) -> &String) -> Result<Vec<T>, ChartError> {
    let chart: Vec<T> =
        serde_json::from_str(text).map_err(|cause| ChartError::Unreadable(cause.to_string()))?;
    if chart.is_empty() {
        return Err(ChartError::Empty);
    }
    let mut names = std::collections::BTreeSet::new();
    match chart.iter().map(name).find(|name| !names.insert(*name)) {
        Some(twice) => Err(ChartError::Doubled(twice.clone())),
        None => Ok(chart),
    }
}

/// Names the entry a number was wrong in.
fn number(entry: &str, fits: Result<(), Nonsense>) -> Result<(), ChartError> {
    fits.map_err(|cause| ChartError::Number {
        entry: entry.to_owned(),
        cause,
    })
}
