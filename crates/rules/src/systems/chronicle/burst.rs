//! Autofire: one pull of the trigger, many bullets (CHR-AUTO-01 to 12).

use super::settings::Settings;
use crate::messages::Text;
use crate::messages::chronicle as msg;

/// How long the trigger is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Burst {
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
    pub(crate) const fn bonus(self) -> i32 {
        match self {
            Self::Short => 1,
            Self::Medium => 2,
            Self::Long => 3,
        }
    }

    /// Bullets it takes (CHR-AUTO-10).
    #[must_use]
    pub(crate) const fn bullets(self) -> i32 {
        match self {
            Self::Short => 3,
            Self::Medium => 10,
            Self::Long => 20,
        }
    }

    /// The most people it may be aimed at; `None` is for the storyteller to say (CHR-AUTO-12).
    #[must_use]
    pub(crate) const fn most_targets(self) -> Option<usize> {
        match self {
            Self::Short => Some(1),
            Self::Medium => Some(3),
            Self::Long => None,
        }
    }

    /// The rule for it.
    #[must_use]
    pub(crate) const fn rule(self) -> &'static str {
        match self {
            Self::Short => "CHR-AUTO-02",
            Self::Medium => "CHR-AUTO-03",
            Self::Long => "CHR-AUTO-04",
        }
    }

    /// The words for it.
    #[must_use]
    pub(crate) const fn label(self) -> Text {
        match self {
            Self::Short => msg::SHORT_BURST,
            Self::Medium => msg::MEDIUM_BURST,
            Self::Long => msg::LONG_BURST,
        }
    }
}

/// What several people in the way of a burst cost: one die for each of them, on every roll;
/// nothing for a single one (CHR-AUTO-05, CHR-AUTO-08).
#[must_use]
pub(crate) const fn crowd(persons: i32) -> i32 {
    if persons > 1 {
        persons.saturating_neg()
    } else {
        0
    }
}

/// Whether a bystander `yards` away from a target is drawn into a burst (CHR-AUTO-08, CHR-AUTO-09).
#[must_use]
pub(crate) const fn is_bystander(yards: i32, settings: &Settings) -> bool {
    yards <= settings.bystander_yards
}

/// Why a burst is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub(crate) enum BurstRefusal {
    /// No target to shoot at.
    #[error("{}", msg::A_BURST_NEEDS_A_TARGET)]
    NoTarget,
    /// More targets than this burst allows.
    #[error("{}", msg::this_burst_is_aimed_at(.most))]
    TooManyTargets {
        /// How many are allowed.
        most: usize,
    },
    /// Bystanders make it too many.
    #[error(
        "{}", msg::with_those_in_between_there(.most)
    )]
    TooManyInTheWay {
        /// How many are allowed.
        most: usize,
    },
}

/// Whether this burst may be fired at so many, with so many others in the way.
///
/// # Errors
/// [`BurstRefusal`] with the first reason it may not.
pub(crate) fn legal(
    burst: Burst,
    intended: usize,
    in_the_way: usize,
    settings: &Settings,
) -> Result<(), BurstRefusal> {
    if intended == 0 {
        return Err(BurstRefusal::NoTarget);
    }
    let Some(most) = burst.most_targets() else {
        return Ok(());
    };
    if intended > most {
        return Err(BurstRefusal::TooManyTargets { most });
    }
    // A burst at one target catches all who stand near, without a limit (CHR-AUTO-08).
    let all = intended.saturating_add(in_the_way);
    if intended > 1 && all > most && settings.bystanders_fill_bursts {
        return Err(BurstRefusal::TooManyInTheWay { most });
    }
    Ok(())
}
