//! Keeping heads down (CHR-CFIRE-01 to 07).

use super::attack::Attacker;
use super::settings::Settings;
use super::terms::{unskilled, wounds};
use crate::term::Term;

/// The pool: Dexterity + Firearms, no burst, nothing about single targets (CHR-CFIRE-02).
#[must_use]
pub fn terms(gunner: &Attacker, settings: &Settings) -> Vec<Term> {
    let all = [
        ("Dexterity", gunner.dexterity, "CHR-CFIRE-02"),
        ("Firearms", gunner.firearms, "CHR-CFIRE-02"),
        (
            "Unskilled",
            unskilled(gunner.firearms, settings),
            "CHR-DICE-07",
        ),
        (
            "Wounds",
            wounds(gunner.wound_penalty, gunner.vampire),
            "CHR-WND-02",
        ),
        ("House rule", settings.covering_fire_bonus, "CHR-CFIRE-02"),
    ];
    all.into_iter()
        .enumerate()
        .filter(|(index, (_, value, _))| *index < 2 || *value != 0)
        .map(|(_, (label, value, rule))| Term::of_rule(label, value, rule))
        .collect()
}
