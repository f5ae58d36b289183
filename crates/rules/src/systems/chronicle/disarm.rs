//! Snatching a weapon (CHR-DISARM-01 to 05).

use super::contest::{self, Winner};
use super::input;
use super::settings::Settings;
use super::terms::{push, unskilled, wounds};
use crate::messages::chronicle as msg;
use crate::roll::{Grade, Rolled};
use crate::term::Term;
use crate::track::Packet;

/// One of the two at a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hand {
    /// Strength.
    pub(crate) strength: i32,
    /// Dexterity.
    pub(crate) dexterity: i32,
    /// Brawl.
    pub(crate) brawl: i32,
    /// Athletics.
    pub(crate) athletics: i32,
    /// 0 or below.
    pub(crate) wound_penalty: i32,
    /// Is a vampire.
    pub(crate) vampire: bool,
    /// Defense, where a house rule takes it from the attacker's pool (CHR-DEF-10).
    pub(crate) defense: i32,
}

/// An attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Disarm {
    /// Who wants the weapon.
    pub(crate) attacker: Hand,
    /// Who has it.
    pub(crate) defender: Hand,
    /// The defender resists with the lower of Strength and Dexterity after all (CHR-DISARM-05).
    pub(crate) lower_attribute: bool,
}

/// What becomes of the weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fate {
    /// It stays (CHR-DISARM-02).
    None,
    /// It falls (CHR-DISARM-02).
    Dropped,
    /// The attacker has it (CHR-DISARM-03).
    Taken,
    /// The attacker is hurt by it (CHR-DISARM-04).
    SelfDamage,
}

/// The two pools: Dexterity + Brawl against the higher of Strength and Dexterity + Athletics
/// (CHR-DISARM-01, CHR-DISARM-05).
#[must_use]
pub(crate) fn terms(disarm: &Disarm, settings: &Settings) -> [Vec<Term>; 2] {
    let (by, on) = (&disarm.attacker, &disarm.defender);
    let mut ours = vec![
        Term::of_rule(msg::DEXTERITY, by.dexterity, "CHR-DISARM-01"),
        Term::of_rule(msg::BRAWL, by.brawl, "CHR-DISARM-01"),
    ];
    push(
        &mut ours,
        msg::UNSKILLED,
        unskilled(by.brawl, settings),
        "CHR-DICE-07",
    );
    push(
        &mut ours,
        msg::WOUNDS,
        wounds(by.wound_penalty, by.vampire),
        "CHR-WND-02",
    );
    if settings.defense_in_contests {
        push(
            &mut ours,
            msg::DEFENSE,
            on.defense.saturating_neg(),
            "CHR-DEF-10",
        );
    }
    let stronger = (on.strength > on.dexterity) != disarm.lower_attribute;
    let attribute = if stronger {
        (msg::STRENGTH, on.strength)
    } else {
        (msg::DEXTERITY, on.dexterity)
    };
    let mut theirs = vec![
        Term::of_rule(attribute.0, attribute.1, "CHR-DISARM-05"),
        Term::of_rule(msg::ATHLETICS, on.athletics, "CHR-DISARM-01"),
    ];
    push(
        &mut theirs,
        msg::UNSKILLED,
        unskilled(on.athletics, settings),
        "CHR-DICE-07",
    );
    push(
        &mut theirs,
        msg::WOUNDS,
        wounds(on.wound_penalty, on.vampire),
        "CHR-WND-02",
    );
    [ours, theirs]
}

/// What becomes of the weapon (CHR-DISARM-02 to 04).
#[must_use]
pub(crate) fn fate(attacker: &Rolled, defender: &Rolled, settings: &Settings) -> Fate {
    let winner = contest::winner(attacker.successes, defender.successes, settings);
    match (attacker.grade, winner) {
        (Grade::DramaticFailure, _) => Fate::SelfDamage,
        (Grade::Exceptional, Winner::A) => Fate::Taken,
        (_, Winner::A) => Fate::Dropped,
        (Grade::Exceptional, _) if !settings.disarm_must_win => Fate::Dropped,
        (_, Winner::B | Winner::None) => Fate::None,
    }
}

/// What the attacker takes from a botched attempt with a weapon of this modifier, before armor
/// (CHR-DISARM-04).
#[must_use]
pub(crate) fn backlash(weapon_modifier: i32, settings: &Settings) -> Packet {
    Packet::of(settings.disarm_backlash, input::points(weapon_modifier))
}
