//! Registry of the rule systems: one folder and one list entry per system.

use serde::{Deserialize, Serialize};

use crate::exchange::CombatRules;
use crate::ruleset::{ClientRules, RuleSystem};

pub mod ascension;
pub mod chronicle;
pub mod crossover;
pub mod d10;
pub mod masquerade;
mod refusals;
pub mod tristat;

pub(crate) use refusals::refusals;

/// Declares [`SystemId`] from the list of systems: variant, key on the wire and in the store, and
/// rules.
macro_rules! systems {
    ($($(#[$doc:meta])* $name:ident, $key:literal => $rules:expr,)*) => {
        /// Rule system that an encounter uses.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum SystemId {
            $($(#[$doc])* #[serde(rename = $key)] $name,)*
        }

        impl SystemId {
            /// All systems, in display order.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the key on the wire and in the store: `chronicle`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }

            /// Returns the part of the rules that a browser links.
            #[must_use]
            pub fn client_rules(self) -> &'static dyn ClientRules {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }

            /// Returns the complete rules; for the server only.
            #[must_use]
            pub fn rules(self) -> &'static dyn RuleSystem {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }

            /// Returns the rules of exchanges; for the server only.
            #[must_use]
            pub fn combat(self) -> &'static dyn CombatRules {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }
        }
    };
}

systems! {
    /// Pools of ten-sided dice that succeed from 8.
    Chronicle, "chronicle" => chronicle::Chronicle,
    /// Dice against a difficulty, for creatures of several games.
    Crossover, "crossover" => crossover::Crossover,
    /// Dice against a difficulty, for vampires.
    Masquerade, "masquerade" => masquerade::Masquerade,
    /// Two six-sided dice that must roll a target or less.
    Tristat, "tristat" => tristat::Tristat,
    /// Dice against a difficulty, for mages.
    Ascension, "ascension" => ascension::Ascension,
}

impl SystemId {
    /// Default system, used when none is chosen.
    pub const FIRST: Self = Self::ALL[0];

    /// Looks up a system by its key; `None` if there is none.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.key() == key)
    }
}
