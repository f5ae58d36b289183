//! Keeping heads down (CHR-CFIRE-01 to 07).

use super::attack::Attacker;
use super::settings::Settings;
use super::terms::{unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::term::Term;

/// The pool: Dexterity + Firearms, no burst, nothing about single targets (CHR-CFIRE-02).
#[must_use]
pub(crate) fn terms(gunner: &Attacker, settings: &Settings) -> Vec<Term> {
    let all = [
        (msg::DEXTERITY, gunner.dexterity, "CHR-CFIRE-02"),
        (msg::FIREARMS, gunner.firearms, "CHR-CFIRE-02"),
        (
            msg::UNSKILLED,
            unskilled(gunner.firearms, settings),
            "CHR-DICE-07",
        ),
        (
            msg::WOUNDS,
            wounds(gunner.wound_penalty, gunner.vampire),
            "CHR-WND-02",
        ),
        (
            msg::HOUSE_RULE,
            settings.covering_fire_bonus,
            "CHR-CFIRE-02",
        ),
    ];
    all.into_iter()
        .enumerate()
        .filter(|(index, (_, value, _))| *index < 2 || *value != 0)
        .map(|(_, (label, value, rule))| Term::of_rule(label, value, rule))
        .collect()
}
