//! The table screen: what a large display shows that everybody in the room looks at. The display knows what spectators
//! know; here is what storytellers choose of it.

use serde::{Deserialize, Serialize};

use crate::base::id::ClockId;
use crate::base::seat::Role;
use crate::base::sorted_map::Set;

/// Most clocks that storytellers choose for the table screen.
pub const MAX_SCREEN_CLOCKS: usize = 8;

/// Layout of the table screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenLayout {
    /// The order, and beside it the newest roll and who is in which place.
    #[default]
    OrderAndScene,
    /// The order over the whole width.
    Order,
    /// The places of the scene with everybody in them, over the whole width.
    Scene,
    /// The handout that is on the screen, beside the newest roll.
    Picture,
}

impl ScreenLayout {
    /// All layouts, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::OrderAndScene, Self::Order, Self::Scene, Self::Picture];

    /// Returns the key of the layout, for forms and style sheets.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::OrderAndScene => "order_and_scene",
            Self::Order => "order",
            Self::Scene => "scene",
            Self::Picture => "picture",
        }
    }
}

/// Invitation on the table screen, with a code to scan, and for players the words to type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenInvitation {
    /// Neither code nor words, as for a game that is streamed.
    Off,
    /// A code for spectators.
    #[default]
    Spectators,
    /// Code and words for players.
    Players,
}

impl ScreenInvitation {
    /// All invitations, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Spectators, Self::Players, Self::Off];

    /// Returns the key of the invitation, for forms.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Spectators => "spectators",
            Self::Players => "players",
        }
    }
}

/// Choice of what the table screen shows, kept with the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableScreen {
    /// The layout.
    #[serde(default, skip_serializing_if = "is_default")]
    pub layout: ScreenLayout,
    /// The clocks to show; `None` shows those that are pinned, or else the first ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Set<ClockId>>,
    /// The invitation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub invitation: ScreenInvitation,
}

impl TableScreen {
    /// Whether the screen has its default choices, which are not written.
    #[must_use]
    pub fn is_default(&self) -> bool {
        is_default(self)
    }

    /// Returns the role to which the screen invites in this round; `None` while it invites nobody. A table that is
    /// locked or whose spectators see everything later invites nobody, and neither does a fight after its first round.
    #[must_use]
    pub fn invited_role(&self, round: u32, is_locked: bool, delay: u32) -> Option<Role> {
        let open = round <= 1 && !is_locked && delay == 0;
        match self.invitation {
            ScreenInvitation::Spectators if open => Some(Role::Spectator),
            ScreenInvitation::Players if open => Some(Role::Player),
            ScreenInvitation::Off | ScreenInvitation::Spectators | ScreenInvitation::Players => {
                None
            }
        }
    }
}

/// Whether a value is the default, which is not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
