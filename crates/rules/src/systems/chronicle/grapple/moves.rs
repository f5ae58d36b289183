//! Moves of the winner of a contest, and their order (CHR-GRAP-05 to 14).

use super::sides::Side;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{SIZE, STRENGTH};

/// Move that the winner of a grapple contest may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    /// The grapple ends, and the winner still has an action (CHR-GRAP-06).
    BreakFree,
    /// Draws a weapon or turns the other's (CHR-GRAP-07).
    ControlWeapon,
    /// Hurts the other (CHR-GRAP-08).
    Damage,
    /// Gets the weapon out of the grapple (CHR-GRAP-09).
    Disarm,
    /// Both go down (CHR-GRAP-10).
    DropProne,
    /// Neither has Defense (CHR-GRAP-11).
    Hold,
    /// Binds the held one (CHR-GRAP-12).
    Restrain,
    /// Holds the other in front (CHR-GRAP-13).
    TakeCover,
    /// Hurls the other away (CHR-GRAP-14).
    Throw,
}

/// Reason for which a grapple move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoMove {
    /// No weapon under control.
    NoControl,
    /// No hold of one's own.
    NoHold,
    /// Not strong enough.
    TooHeavy,
}

impl NoMove {
    /// Returns the reason why a grapple move is barred, and the id of its rule.
    pub(crate) const fn why(self) -> (Text, &'static str) {
        match self {
            Self::NoControl => (msg::FIRST_THE_WEAPON_MUST_BE, "CHR-GRAP-09"),
            Self::NoHold => (msg::FIRST_A_HOLD_MUST_STAND, "CHR-GRAP-12"),
            Self::TooHeavy => (msg::IT_TAKES_MORE_STRENGTH_THAN, "CHR-GRAP-14"),
        }
    }
}

/// Holds between the two combatants of a grapple, before or after a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relations {
    /// The side that has a weapon under control, until the other takes it (CHR-GRAP-07).
    pub(crate) controls: Option<Side>,
    /// The side whose Hold stands, until the other wins (CHR-GRAP-11).
    pub(crate) holds: Option<Side>,
}

impl Move {
    /// All grapple moves, in order.
    pub(crate) const ALL: [Self; 9] = [
        Self::BreakFree,
        Self::ControlWeapon,
        Self::Damage,
        Self::Disarm,
        Self::DropProne,
        Self::Hold,
        Self::Restrain,
        Self::TakeCover,
        Self::Throw,
    ];

    /// Returns the key of a grapple move among the options of a choice.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::BreakFree => "break_free",
            Self::ControlWeapon => "control_weapon",
            Self::Damage => "damage",
            Self::Disarm => "disarm",
            Self::DropProne => "drop_prone",
            Self::Hold => "hold",
            Self::Restrain => "restrain",
            Self::TakeCover => "take_cover",
            Self::Throw => "throw",
        }
    }

    /// Returns the title of a grapple move among the options of a choice.
    pub(crate) const fn title(self) -> Text {
        match self {
            Self::BreakFree => msg::BREAK_FREE,
            Self::ControlWeapon => msg::CONTROL_WEAPON,
            Self::Damage => msg::DAMAGE,
            Self::Disarm => msg::DISARM,
            Self::DropProne => msg::DROP_PRONE_2,
            Self::Hold => msg::HOLD,
            Self::Restrain => msg::RESTRAIN,
            Self::TakeCover => msg::TAKE_COVER,
            Self::Throw => msg::THROW,
        }
    }

    /// Returns the grapple move with this key, if there is one.
    pub(crate) fn of(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.key() == key)
    }
}

impl Relations {
    /// Returns the holds after `winner` has won a contest, which breaks the Hold of the other (CHR-GRAP-11).
    pub(crate) fn won_by(mut self, winner: Side) -> Self {
        if self.holds == Some(winner.other()) {
            self.holds = None;
        }
        self
    }

    /// Returns the holds after the move `one` of `winner`.
    ///
    /// # Errors
    /// [`NoMove`] when the move cannot be made as things stand (CHR-GRAP-05 to 14).
    pub(crate) fn after(
        mut self,
        one: Move,
        winner: Side,
        thrower: &Character<'_>,
        victim: &Character<'_>,
        settings: &Settings,
    ) -> Result<Self, NoMove> {
        match one {
            Move::Disarm if self.controls != Some(winner) => return Err(NoMove::NoControl),
            Move::Restrain if self.holds != Some(winner) => return Err(NoMove::NoHold),
            Move::Throw if !can_throw(thrower, victim, settings) => return Err(NoMove::TooHeavy),
            Move::ControlWeapon => self.controls = Some(winner),
            Move::Disarm => self.controls = None,
            Move::Hold => self.holds = Some(winner),
            Move::BreakFree | Move::Throw => self = Self::default(),
            Move::Damage | Move::DropProne | Move::Restrain | Move::TakeCover => {}
        }
        Ok(self)
    }
}

/// Whether one grappler's bare Strength is above the other's Size, enough to throw them
/// (CHR-GRAP-14).
fn can_throw(thrower: &Character<'_>, victim: &Character<'_>, settings: &Settings) -> bool {
    let (strength, size) = (thrower.get(&STRENGTH), victim.get(&SIZE));
    if settings.throw_needs_more_than_size {
        strength > size
    } else {
        strength >= size
    }
}
