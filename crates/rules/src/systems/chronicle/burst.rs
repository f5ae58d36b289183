//! Autofire: one pull of the trigger, many bullets (CHR-AUTO-01 to 12).

use serde::{Deserialize, Serialize};

use super::attack::outcome;
use super::attack::pool::{AttackPool, Hit, attack_pool};
use super::attack::{Attack, AttackKind, Attacker, Options, Target, Weapon};
use super::concealment::Concealment;
use super::input::{self, Nonsense};
use super::settings::Settings;
use crate::dice::Dice;

/// How long the trigger is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Burst {
    /// Three bullets, one target (CHR-AUTO-02).
    Short,
    /// About ten bullets, one to three targets (CHR-AUTO-03).
    Medium,
    /// About twenty bullets, as many targets as the storyteller allows (CHR-AUTO-04).
    Long,
}

impl Burst {
    /// Dice it adds to every roll.
    #[must_use]
    pub const fn bonus(self) -> i32 {
        match self {
            Self::Short => 1,
            Self::Medium => 2,
            Self::Long => 3,
        }
    }

    /// Bullets it takes (CHR-AUTO-10).
    #[must_use]
    pub const fn bullets(self) -> i32 {
        match self {
            Self::Short => 3,
            Self::Medium => 10,
            Self::Long => 20,
        }
    }

    /// The most people it may be aimed at; `None` is for the storyteller to say (CHR-AUTO-12).
    #[must_use]
    pub const fn most_targets(self) -> Option<usize> {
        match self {
            Self::Short => Some(1),
            Self::Medium => Some(3),
            Self::Long => None,
        }
    }

    /// The rule for it.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Short => "CHR-AUTO-02",
            Self::Medium => "CHR-AUTO-03",
            Self::Long => "CHR-AUTO-04",
        }
    }

    /// The words for it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Short => "Short burst",
            Self::Medium => "Medium burst",
            Self::Long => "Long burst",
        }
    }
}

/// What several people in the way of a burst cost: one die for each of them, on every roll;
/// nothing for a single one (CHR-AUTO-05, CHR-AUTO-08).
#[must_use]
pub const fn crowd(persons: i32) -> i32 {
    if persons > 1 {
        persons.saturating_neg()
    } else {
        0
    }
}

/// Whether somebody `yards` away from a target is drawn into a burst (CHR-AUTO-08, CHR-AUTO-09).
#[must_use]
pub const fn is_bystander(yards: i32, settings: &Settings) -> bool {
    yards <= settings.bystander_yards
}

/// Somebody a burst rolls against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Person {
    /// A name to tell them apart.
    pub name: String,
    /// How far from the shooter, in yards; `None` is the usual distance.
    pub distance: Option<i32>,
    /// How well concealed.
    pub concealment: Option<Concealment>,
    /// Everything else about them.
    #[serde(flatten)]
    pub target: Target,
}

/// One pull of the trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spray {
    /// How long.
    pub burst: Burst,
    /// Who shoots.
    #[serde(default)]
    pub attacker: Attacker,
    /// With what.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Bullets in the magazine; `None` is enough.
    #[serde(default)]
    pub ammo: Option<i32>,
    /// Whom it is aimed at.
    #[serde(default)]
    pub targets: Vec<Person>,
    /// Who else is near or between them (CHR-AUTO-08, CHR-AUTO-09).
    #[serde(default)]
    pub bystanders: Vec<Person>,
    /// Turns spent aiming.
    #[serde(default)]
    pub aim: i32,
    /// At whom (CHR-AIM-05).
    #[serde(default)]
    pub aimed_at: Option<String>,
    /// Circumstances that hold for every roll: what the storyteller adds, terms of other
    /// origin. Burst, persons, aim and concealment are set here and not there.
    #[serde(default)]
    pub options: Options,
}

/// Why a burst is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BurstRefusal {
    /// Nobody to shoot at.
    #[error("a burst needs a target")]
    NoTarget,
    /// More targets than this burst allows.
    #[error("this burst is aimed at {most} at the most (CHR-AUTO-02, CHR-AUTO-03)")]
    TooManyTargets {
        /// How many are allowed.
        most: usize,
    },
    /// Bystanders make it too many.
    #[error(
        "with those in between there are more than {most} in the way; take a long burst (CHR-AUTO-09)"
    )]
    TooManyInTheWay {
        /// How many are allowed.
        most: usize,
    },
    /// Too few bullets.
    #[error("this burst takes {needed} bullets (CHR-AUTO-10)")]
    TooFewBullets {
        /// How many it takes.
        needed: i32,
    },
}

/// One roll of a burst, before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Whom it is rolled against.
    pub name: &'a str,
    /// The attack on this one.
    pub attack: Attack,
    /// The pool.
    pub pool: AttackPool,
}

/// A burst before the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid<'a> {
    /// Bullets it takes.
    pub bullets: i32,
    /// Everybody rolled against.
    pub persons: i32,
    /// One roll each: the targets, then the bystanders, in list order (CHR-AUTO-06).
    pub lines: Vec<Line<'a>>,
}

/// What came of one roll of a burst.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// Whom it was rolled against.
    pub name: String,
    /// The roll.
    pub hit: Hit,
    /// Successes and the weapon's modifier, before cover and armor (CHR-AUTO-07).
    pub damage: i32,
}

/// Whether this burst may be fired.
///
/// # Errors
/// [`BurstRefusal`] with the first reason it may not.
pub fn legal(spray: &Spray, settings: &Settings) -> Result<(), BurstRefusal> {
    let intended = spray.targets.len();
    if intended == 0 {
        return Err(BurstRefusal::NoTarget);
    }
    if let Some(most) = spray.burst.most_targets() {
        if intended > most {
            return Err(BurstRefusal::TooManyTargets { most });
        }
        // A burst at one target catches whoever stands near, without a limit (CHR-AUTO-08).
        let all = intended.saturating_add(spray.bystanders.len());
        if intended > 1 && all > most && settings.bystanders_fill_bursts {
            return Err(BurstRefusal::TooManyInTheWay { most });
        }
    }
    let needed = spray.burst.bullets();
    match spray.ammo {
        Some(ammo) if ammo < needed => Err(BurstRefusal::TooFewBullets { needed }),
        _ => Ok(()),
    }
}

/// Sums up every roll of a burst that may be fired (CHR-AUTO-06, CHR-AUTO-11).
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub fn lay<'a>(spray: &'a Spray, settings: &Settings) -> Result<Laid<'a>, Nonsense> {
    let everybody = spray.targets.len().saturating_add(spray.bystanders.len());
    input::list("persons", everybody)?;
    let persons = i32::try_from(everybody).unwrap_or(i32::MAX);
    let lines = spray.targets.iter().chain(&spray.bystanders).map(|person| {
        let aimed = spray.aimed_at.as_ref() == Some(&person.name);
        let attack = Attack {
            kind: AttackKind::Firearm,
            attacker: spray.attacker.clone(),
            weapon: spray.weapon.clone(),
            distance: person.distance,
            options: Options {
                burst: Some(spray.burst),
                persons,
                aim: if aimed { spray.aim } else { 0 },
                concealment: person.concealment,
                ..spray.options.clone()
            },
            target: person.target.clone(),
            cover: None,
            shield: None,
        };
        let pool = attack_pool(&attack, settings)?;
        Ok(Line {
            name: &person.name,
            attack,
            pool,
        })
    });
    Ok(Laid {
        bullets: spray.burst.bullets(),
        persons,
        lines: lines.collect::<Result<_, Nonsense>>()?,
    })
}

/// Throws every roll of a burst in order; one that cannot succeed takes no dice.
///
/// # Errors
/// [`Nonsense`] when a pool is larger than any dice bag.
pub fn fire(
    laid: &Laid<'_>,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<Vec<Shot>, Nonsense> {
    let shots = laid.lines.iter().map(|line| {
        let hit = line.pool.throw(&line.attack, settings, dice)?;
        let damage = outcome::resolve(&line.attack, &line.pool, &hit, settings)?.raw;
        Ok(Shot {
            name: line.name.to_owned(),
            hit,
            damage,
        })
    });
    shots.collect()
}

/// The bursts a gun can fire now: none unless it is automatic (CHR-AUTO-01), and only those
/// it has the bullets for (CHR-AUTO-10). A single shot takes one bullet.
pub fn offered(automatic: bool, ammo: i32) -> impl Iterator<Item = Burst> {
    [Burst::Short, Burst::Medium, Burst::Long]
        .into_iter()
        .filter(move |burst| automatic && ammo >= burst.bullets())
}
