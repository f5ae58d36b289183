//! Touching without harm (CHR-CMP-06).

use serde::{Deserialize, Serialize};

use super::attack::pool::{push, unskilled, wounds};
use super::input::{self, Nonsense};
use super::settings::Settings;
use crate::term::{self, Term};

/// Who touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Toucher {
    /// Strength.
    pub strength: i32,
    /// Dexterity.
    pub dexterity: i32,
    /// Athletics.
    pub athletics: i32,
    /// Brawl.
    pub brawl: i32,
    /// Weaponry.
    pub weaponry: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
}

/// A touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Touch {
    /// Who touches.
    pub attacker: Toucher,
    /// With something in the hand: Weaponry instead of Brawl.
    pub held_item: bool,
    /// Whether the other does not want it.
    pub resisting: bool,
    /// The other's Defense.
    pub defense: i32,
}

impl Default for Touch {
    fn default() -> Self {
        Self {
            attacker: Toucher::default(),
            held_item: false,
            resisting: true,
            defense: 0,
        }
    }
}

/// What it takes. It never harms, however well it goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The storyteller may let it succeed without a roll.
    pub automatic: bool,
    /// The pool.
    pub pool: i32,
    /// Always 0.
    pub damage: i32,
    /// The pool, term by term.
    pub terms: Vec<Term>,
}

/// The pool for a touch: the higher of Strength and Dexterity, the higher of Athletics and
/// Brawl, or Weaponry with something in the hand; Defense only if the other resists.
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub fn pool(touch: &Touch, settings: &Settings) -> Result<Reached, Nonsense> {
    let by = &touch.attacker;
    input::traits([
        ("strength", by.strength),
        ("dexterity", by.dexterity),
        ("athletics", by.athletics),
        ("brawl", by.brawl),
        ("weaponry", by.weaponry),
        ("defense", touch.defense),
    ])?;
    input::penalty("wound_penalty", by.wound_penalty)?;
    let attribute = if by.strength > by.dexterity {
        ("Strength", by.strength)
    } else {
        ("Dexterity", by.dexterity)
    };
    let reach = if touch.held_item {
        ("Weaponry", by.weaponry)
    } else {
        ("Brawl", by.brawl)
    };
    let skill = if by.athletics > reach.1 {
        ("Athletics", by.athletics)
    } else {
        reach
    };
    let mut terms = vec![
        Term::of_rule(attribute.0, attribute.1, "CHR-CMP-06"),
        Term::of_rule(skill.0, skill.1, "CHR-CMP-06"),
    ];
    push(
        &mut terms,
        "Unskilled",
        unskilled(skill.1, settings),
        "CHR-DICE-07",
    );
    push(
        &mut terms,
        "Wounds",
        wounds(by.wound_penalty, by.vampire),
        "CHR-WND-02",
    );
    if touch.resisting {
        push(&mut terms, "Defense", -touch.defense, "CHR-CMP-06");
    }
    Ok(Reached {
        automatic: !touch.resisting,
        pool: term::sum(&terms),
        damage: 0,
        terms,
    })
}
