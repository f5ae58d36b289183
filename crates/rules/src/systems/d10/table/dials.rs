//! What can be set about a roll, and what it then is.

use crate::dial::{Dial, Reading};
use crate::systems::d10::ask::Ask;
use crate::systems::d10::dice::{DIFFICULTY, EASIEST, HARDEST_ASKED};

/// What the roll is for: a [`Purpose`].
pub const KIND: &str = "kind";
/// The face to reach.
pub const DIFFICULTY_KEY: &str = "difficulty";
/// A specialty fits.
pub const SPECIALTY: &str = "specialty";
/// A point of Willpower is paid.
pub const WILLPOWER: &str = "willpower";
/// Which of several declared actions it is, from 1; 0 is one that a power grants.
pub const ACTION: &str = "action";

/// What a roll is for. Only an action feels wounds and is one of several; nobody botches
/// damage or soak, or uses a specialty or Willpower there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// An action.
    Action,
    /// A reflex, or a roll on Willpower.
    Reflex,
    /// Damage, with at least one die.
    Damage,
    /// Soak.
    Soak,
}

impl Purpose {
    /// Each with its number on the dial and its words.
    const ALL: [(i32, &'static str, Self); 4] = [
        (0, "action", Self::Action),
        (1, "reflex or Willpower", Self::Reflex),
        (2, "damage", Self::Damage),
        (3, "soak", Self::Soak),
    ];

    /// What a reading says.
    #[must_use]
    pub fn of(reading: &Reading) -> Self {
        let kind = reading.or(KIND, 0);
        let known = Self::ALL.iter().find(|(value, ..)| *value == kind);
        known.map_or(Self::Action, |(_, _, purpose)| *purpose)
    }

    /// Whether it is damage or soak.
    #[must_use]
    pub const fn is_harm(self) -> bool {
        matches!(self, Self::Damage | Self::Soak)
    }

    /// The word for it where it is no action.
    pub(super) const fn word(self) -> Option<&'static str> {
        match self {
            Self::Action => None,
            Self::Reflex => Some("reflex"),
            Self::Damage => Some("damage"),
            Self::Soak => Some("soak"),
        }
    }
}

/// Of several declared actions, which one a roll may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Several {
    /// How many were declared.
    pub declared: i32,
    /// Whether powers grant more.
    pub extra: bool,
    /// Which one is next.
    pub next: i32,
}

/// The dials. `difficulty` is what the difficulty is called where something is added to it.
#[must_use]
pub fn dials(difficulty: Option<&'static str>, several: Option<Several>) -> Vec<Dial> {
    let kinds = Purpose::ALL.map(|(value, title, _)| (value, title));
    let title = difficulty.unwrap_or("difficulty");
    let range = (EASIEST, HARDEST_ASKED);
    let mut dials = vec![
        Dial::number(DIFFICULTY_KEY, title, range, DIFFICULTY),
        Dial::choice(KIND, "what for", &kinds),
        Dial::flag(SPECIALTY, "specialty"),
        Dial::flag(WILLPOWER, "Willpower for a success"),
    ];
    if let Some(several) = several {
        let (least, title) = match several.extra {
            true => (0, "which action (0: a power’s)"),
            false => (1, "which action"),
        };
        let range = (least, several.declared);
        dials.push(Dial::number(ACTION, title, range, several.next));
    }
    dials
}

/// Short words for them: `spec`, `wp`, `reflex`, `damage`, `soak`, and the difficulty as
/// `vs7`, `diff7`, `d7` or `@7`.
#[must_use]
pub fn word(word: &str) -> Option<(&'static str, i32)> {
    Some(match word {
        "spec" => (SPECIALTY, 1),
        "wp" => (WILLPOWER, 1),
        "reflex" => (KIND, 1),
        "damage" | "dmg" => (KIND, 2),
        "soak" => (KIND, 3),
        _ => {
            let short = ["vs", "diff", "d", "@"];
            let face = short.iter().find_map(|short| word.strip_prefix(short))?;
            if !face.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            let face = face.parse().ok()?;
            (EASIEST..=HARDEST_ASKED)
                .contains(&face)
                .then_some((DIFFICULTY_KEY, face))?
        }
    })
}

/// The roll that a sum and its dials ask for.
#[must_use]
pub fn ask(sum: i32, reading: &Reading) -> Ask {
    let purpose = Purpose::of(reading);
    let harm = purpose.is_harm();
    Ask {
        pool: match purpose {
            Purpose::Damage => sum.max(1),
            Purpose::Action | Purpose::Reflex | Purpose::Soak => sum,
        },
        difficulty: reading.or(DIFFICULTY_KEY, DIFFICULTY),
        specialty: reading.is_on(SPECIALTY) && !harm,
        willpower: reading.is_on(WILLPOWER) && !harm,
        botchable: !harm,
    }
}

/// What such a roll costs.
#[must_use]
pub fn cost(reading: &Reading) -> Option<(&'static str, u16)> {
    ask(1, reading).willpower.then_some((WILLPOWER, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_set_dials() {
        for text in ["vs7", "diff7", "d7", "@7"] {
            assert_eq!(word(text), Some((DIFFICULTY_KEY, 7)), "{text}");
        }
        for text in [
            "vs1",
            "d21",
            "vs",
            "d",
            "@",
            "diff-7",
            "d９",
            "d99999999999",
            "dex",
        ] {
            assert_eq!(word(text), None, "{text}");
        }
    }

    #[test]
    fn harm_knows_no_specialty_no_willpower_and_no_botch() {
        let all = Reading::default().with(SPECIALTY, 1).with(WILLPOWER, 1);
        assert!(ask(3, &all).specialty && ask(3, &all).willpower && ask(3, &all).botchable);
        assert_eq!(cost(&all), Some((WILLPOWER, 1)));
        for kind in [2, 3] {
            let harm = all.clone().with(KIND, kind);
            let ask = ask(0, &harm);
            assert!(!ask.specialty && !ask.willpower && !ask.botchable);
            assert_eq!((ask.pool, cost(&harm)), (i32::from(kind == 2), None));
        }
    }
}
