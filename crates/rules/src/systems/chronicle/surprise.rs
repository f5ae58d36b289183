//! Taken by surprise (CHR-CMP-07).

use super::settings::Settings;
use super::terms::{push, unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::term::Term;

/// The one who lies in wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ambusher {
    /// Dexterity.
    pub(crate) dexterity: i32,
    /// Stealth.
    pub(crate) stealth: i32,
    /// 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
}

/// The one who should have looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Victim {
    /// Wits.
    pub(crate) wits: i32,
    /// Composure.
    pub(crate) composure: i32,
    /// 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
}

/// The pool of the one who lies in wait: Dexterity + Stealth.
#[must_use]
pub(crate) fn ambusher(by: &Ambusher, settings: &Settings) -> Vec<Term> {
    let mut terms = vec![
        Term::of_rule(msg::DEXTERITY, by.dexterity, "CHR-CMP-07"),
        Term::of_rule(msg::STEALTH, by.stealth, "CHR-CMP-07"),
    ];
    let unskilled = unskilled(by.stealth, settings);
    push(&mut terms, msg::UNSKILLED, unskilled, "CHR-DICE-07");
    let wounds = wounds(by.wound_penalty, by.vampire);
    push(&mut terms, msg::WOUNDS, wounds, "CHR-WND-02");
    terms
}

/// The pool of the one who should have looked up: Wits + Composure.
#[must_use]
pub(crate) fn victim(on: &Victim) -> Vec<Term> {
    let mut terms = vec![
        Term::of_rule(msg::WITS, on.wits, "CHR-CMP-07"),
        Term::of_rule(msg::COMPOSURE, on.composure, "CHR-CMP-07"),
    ];
    let wounds = wounds(on.wound_penalty, on.vampire);
    push(&mut terms, msg::WOUNDS, wounds, "CHR-WND-02");
    terms
}
