//! Touching without harm (CHR-CMP-06).

use super::settings::Settings;
use super::terms::{push, unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::term::Term;

/// Who touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toucher {
    /// Strength.
    pub(crate) strength: i32,
    /// Dexterity.
    pub(crate) dexterity: i32,
    /// Athletics.
    pub(crate) athletics: i32,
    /// Brawl.
    pub(crate) brawl: i32,
    /// Weaponry.
    pub(crate) weaponry: i32,
    /// 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
}

/// A touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Touch {
    /// Who touches.
    pub(crate) attacker: Toucher,
    /// With something in the hand: Weaponry instead of Brawl.
    pub(crate) held_item: bool,
    /// The other's Defense.
    pub(crate) defense: i32,
}

/// The pool for a touch: the higher of Strength and Dexterity, the higher of Athletics and
/// Brawl, or Weaponry with something in the hand; Defense is taken off, since the other resists.
#[must_use]
pub(crate) fn terms(touch: &Touch, settings: &Settings) -> Vec<Term> {
    let by = &touch.attacker;
    let attribute = if by.strength > by.dexterity {
        (msg::STRENGTH, by.strength)
    } else {
        (msg::DEXTERITY, by.dexterity)
    };
    let reach = if touch.held_item {
        (msg::WEAPONRY, by.weaponry)
    } else {
        (msg::BRAWL, by.brawl)
    };
    let skill = if by.athletics > reach.1 {
        (msg::ATHLETICS, by.athletics)
    } else {
        reach
    };
    let mut terms = vec![
        Term::of_rule(attribute.0, attribute.1, "CHR-CMP-06"),
        Term::of_rule(skill.0, skill.1, "CHR-CMP-06"),
    ];
    push(
        &mut terms,
        msg::UNSKILLED,
        unskilled(skill.1, settings),
        "CHR-DICE-07",
    );
    push(
        &mut terms,
        msg::WOUNDS,
        wounds(by.wound_penalty, by.vampire),
        "CHR-WND-02",
    );
    push(&mut terms, msg::DEFENSE, -touch.defense, "CHR-CMP-06");
    terms
}
