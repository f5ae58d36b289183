//! The rule systems an encounter can run on: one folder each, and one list.

use serde::{Deserialize, Serialize};

use crate::exchange::Combat;
use crate::system::{Look, RuleSystem};

pub mod ascension;
pub mod chronicle;
pub mod crossover;
pub mod d10;
pub mod masquerade;
mod refusals;
pub mod tristat;

pub(crate) use refusals::refusals;

/// The list: a name for the wire and the store, and the rules behind it.
macro_rules! systems {
    ($($(#[$doc:meta])* $name:ident, $key:literal => $rules:expr,)*) => {
        /// The systems an encounter can run on.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum SystemId {
            $($(#[$doc])* #[serde(rename = $key)] $name,)*
        }

        impl SystemId {
            /// Every system, in the order in which they are offered.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The name as it is written: `chronicle`.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)*
                }
            }

            /// What it looks like: all that a browser needs.
            #[must_use]
            pub fn look(self) -> &'static dyn Look {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }

            /// The rules behind the name. Not for the browser, which asks what it looks like.
            #[must_use]
            pub fn rules(self) -> &'static dyn RuleSystem {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }

            /// How its exchanges are played. Not for the browser, which only draws them.
            #[must_use]
            pub fn combat(self) -> &'static dyn Combat {
                match self {
                    $(Self::$name => &$rules,)*
                }
            }
        }
    };
}

systems! {
    /// Pools of ten-sided dice, eights succeed.
    Chronicle, "chronicle" => chronicle::Chronicle,
    /// Dice against a difficulty, for creatures of several games.
    Crossover, "crossover" => crossover::Crossover,
    /// Dice against a difficulty, for vampires.
    Masquerade, "masquerade" => masquerade::Masquerade,
    /// Two six-sided dice at or under a target.
    Tristat, "tristat" => tristat::Tristat,
    /// Dice against a difficulty, for mages.
    Ascension, "ascension" => ascension::Ascension,
}

impl SystemId {
    /// The system of those who do not choose.
    pub const FIRST: Self = Self::ALL[0];

    /// The system of a name; `None` when there is none.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.key() == key)
    }
}
