//! Snatching a weapon (CHR-DISARM-01 to 05).

use serde::{Deserialize, Serialize};

use super::attack::pool::{push, unskilled, wounds};
use super::contest::{self, Winner};
use super::input::{self, Nonsense};
use super::pool;
use super::settings::Settings;
use crate::dice::Dice;
use crate::roll::{Grade, Rolled};
use crate::term::{self, Term};
use crate::track::Packet;

/// One of the two at a weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hand {
    /// Strength.
    pub strength: i32,
    /// Dexterity.
    pub dexterity: i32,
    /// Brawl.
    pub brawl: i32,
    /// Athletics.
    pub athletics: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
    /// Defense, where a house rule takes it from the attacker's pool (CHR-DEF-10).
    pub defense: i32,
}

/// An attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Disarm {
    /// Who wants the weapon.
    pub attacker: Hand,
    /// Who has it.
    pub defender: Hand,
    /// Its modifier.
    pub weapon_mod: i32,
    /// The defender resists with the lower of Strength and Dexterity after all (CHR-DISARM-05).
    pub lower_attribute: bool,
}

/// What becomes of the weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It stays (CHR-DISARM-02).
    None,
    /// It falls (CHR-DISARM-02).
    Dropped,
    /// The attacker has it (CHR-DISARM-03).
    Taken,
    /// The attacker is hurt by it (CHR-DISARM-04).
    SelfDamage,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disarmed {
    /// The attacker's pool.
    pub a_pool: i32,
    /// The defender's pool.
    pub b_pool: i32,
    /// What becomes of the weapon.
    pub result: Fate,
    /// Points for the attacker, before armor; lethal unless a house rule says otherwise.
    pub self_damage: i32,
    /// Both rolls.
    pub rolls: [Rolled; 2],
}

impl Disarmed {
    /// What the attacker takes from a botched attempt, before armor (CHR-DISARM-04).
    #[must_use]
    pub fn backlash(&self, settings: &Settings) -> Packet {
        Packet::of(settings.disarm_backlash, input::points(self.self_damage))
    }
}

/// The two pools: Dexterity + Brawl against the higher of Strength and Dexterity + Athletics
/// (CHR-DISARM-01, CHR-DISARM-05).
#[must_use]
pub fn terms(disarm: &Disarm, settings: &Settings) -> [Vec<Term>; 2] {
    let (by, on) = (&disarm.attacker, &disarm.defender);
    let mut ours = vec![
        Term::of_rule("Dexterity", by.dexterity, "CHR-DISARM-01"),
        Term::of_rule("Brawl", by.brawl, "CHR-DISARM-01"),
    ];
    push(
        &mut ours,
        "Unskilled",
        unskilled(by.brawl, settings),
        "CHR-DICE-07",
    );
    push(
        &mut ours,
        "Wounds",
        wounds(by.wound_penalty, by.vampire),
        "CHR-WND-02",
    );
    if settings.defense_in_contests {
        push(
            &mut ours,
            "Defense",
            on.defense.saturating_neg(),
            "CHR-DEF-10",
        );
    }
    let stronger = (on.strength > on.dexterity) != disarm.lower_attribute;
    let attribute = if stronger {
        ("Strength", on.strength)
    } else {
        ("Dexterity", on.dexterity)
    };
    let mut theirs = vec![
        Term::of_rule(attribute.0, attribute.1, "CHR-DISARM-05"),
        Term::of_rule("Athletics", on.athletics, "CHR-DISARM-01"),
    ];
    push(
        &mut theirs,
        "Unskilled",
        unskilled(on.athletics, settings),
        "CHR-DICE-07",
    );
    push(
        &mut theirs,
        "Wounds",
        wounds(on.wound_penalty, on.vampire),
        "CHR-WND-02",
    );
    [ours, theirs]
}

/// Rolls for the weapon: the attacker, then the defender.
///
/// # Errors
/// [`Nonsense`] when a number cannot be; then no die was thrown.
pub fn roll(
    disarm: &Disarm,
    settings: &Settings,
    dice: &mut dyn Dice,
) -> Result<Disarmed, Nonsense> {
    for hand in [&disarm.attacker, &disarm.defender] {
        input::traits([
            ("strength", hand.strength),
            ("dexterity", hand.dexterity),
            ("brawl", hand.brawl),
            ("athletics", hand.athletics),
            ("defense", hand.defense),
        ])?;
        input::penalty("wound_penalty", hand.wound_penalty)?;
    }
    input::modifier("weapon_mod", disarm.weapon_mod)?;
    let [ours, theirs] = terms(disarm, settings);
    let (a_pool, b_pool) = (term::sum(&ours), term::sum(&theirs));
    pool::check(a_pool)?;
    pool::check(b_pool)?;
    let contest = contest::roll(a_pool, b_pool, settings, dice);
    let result = match (contest.a.grade, contest.winner) {
        (Grade::DramaticFailure, _) => Fate::SelfDamage,
        (Grade::Exceptional, Winner::A) => Fate::Taken,
        (_, Winner::A) => Fate::Dropped,
        (Grade::Exceptional, _) if !settings.disarm_must_win => Fate::Dropped,
        (_, Winner::B | Winner::None) => Fate::None,
    };
    let self_damage = match result {
        Fate::SelfDamage => disarm.weapon_mod.max(0),
        Fate::None | Fate::Dropped | Fate::Taken => 0,
    };
    Ok(Disarmed {
        a_pool,
        b_pool,
        result,
        self_damage,
        rolls: [contest.a, contest.b],
    })
}
