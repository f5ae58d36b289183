//! Keeping heads down (CHR-CFIRE-01 to 07).

use serde::{Deserialize, Serialize};

use super::attack::outcome;
use super::attack::pool::{unskilled, wounds};
use super::input::{self, Nonsense};
use super::numbers::COVERING_FIRE_BULLETS;
use super::pool::{self, Ask};
use super::settings::Settings;
use crate::dice::Dice;
use crate::roll::Rolled;
use crate::term::{self, Term};

/// Somebody who lays down covering fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Gunner {
    /// Dexterity.
    pub dexterity: i32,
    /// Firearms.
    pub firearms: i32,
    /// 0 or below.
    pub wound_penalty: i32,
    /// Is a vampire.
    pub vampire: bool,
    /// The gun's modifier.
    pub weapon_mod: i32,
    /// Whether the gun fires bursts.
    pub automatic: bool,
    /// Bullets in it.
    pub ammo: i32,
}

/// What somebody under covering fire does on their next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Acts and is shot (CHR-CFIRE-03).
    Act,
    /// Runs to cover within Speed, or stays there (CHR-CFIRE-04).
    Cover,
    /// Drops prone, or stays so (CHR-CFIRE-04).
    Prone,
}

/// Why covering fire is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoCoveringFire {
    /// The gun fires single shots.
    #[error("covering fire takes an automatic weapon (CHR-CFIRE-01)")]
    NotAutomatic,
    /// Too few bullets.
    #[error("covering fire takes {COVERING_FIRE_BULLETS} bullets (CHR-CFIRE-05)")]
    TooFewBullets,
}

/// The threat that hangs over an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Threat {
    /// The roll.
    pub rolled: Rolled,
    /// Lethal points for whoever acts without complying; 0 when the roll failed (CHR-CFIRE-06).
    pub damage: i32,
    /// Bullets left.
    pub ammo_after: i32,
}

/// Whether it may be declared.
///
/// # Errors
/// [`NoCoveringFire`] with the reason it may not.
pub fn legal(gunner: &Gunner) -> Result<(), NoCoveringFire> {
    if !gunner.automatic {
        return Err(NoCoveringFire::NotAutomatic);
    }
    if gunner.ammo < COVERING_FIRE_BULLETS {
        return Err(NoCoveringFire::TooFewBullets);
    }
    Ok(())
}

/// The pool: Dexterity + Firearms, no burst, nothing about single targets (CHR-CFIRE-02).
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub fn terms(gunner: &Gunner, settings: &Settings) -> Result<Vec<Term>, Nonsense> {
    input::traits([
        ("dexterity", gunner.dexterity),
        ("firearms", gunner.firearms),
    ])?;
    input::penalty("wound_penalty", gunner.wound_penalty)?;
    input::modifier("weapon_mod", gunner.weapon_mod)?;
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
    Ok(all
        .into_iter()
        .enumerate()
        .filter(|(index, (_, value, _))| *index < 2 || *value != 0)
        .map(|(_, (label, value, rule))| Term::of_rule(label, value, rule))
        .collect())
}

/// Rolls it; ten bullets are gone whatever comes (CHR-CFIRE-05).
///
/// # Errors
/// [`Nonsense`] when a number cannot be.
pub fn fire(gunner: &Gunner, settings: &Settings, dice: &mut dyn Dice) -> Result<Threat, Nonsense> {
    let pool = term::sum(&terms(gunner, settings)?);
    pool::check(pool)?;
    let rolled = pool::roll_by(&Ask::pool(pool), settings, dice);
    Ok(Threat {
        damage: outcome::raw(rolled.successes, gunner.weapon_mod),
        ammo_after: gunner.ammo.saturating_sub(COVERING_FIRE_BULLETS).max(0),
        rolled,
    })
}

impl Threat {
    /// Lethal points this choice costs, before armor (CHR-CFIRE-03, CHR-CFIRE-04). Somebody
    /// who complied may still act, with what prone or cover cost.
    #[must_use]
    pub const fn costs(&self, choice: Choice) -> i32 {
        match choice {
            Choice::Act => self.damage,
            Choice::Cover | Choice::Prone => 0,
        }
    }

    /// Whether anybody has to choose at all (CHR-CFIRE-06).
    #[must_use]
    pub const fn is_felt(&self) -> bool {
        self.rolled.successes > 0
    }
}

/// Who still has to choose. Ends for each when they have chosen, for all when the shooter
/// acts again (CHR-CFIRE-07).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Names of those in the area who have not chosen yet.
    pub waiting: Vec<String>,
}

impl Pending {
    /// After `name` has chosen; `false` when nothing was asked of them.
    pub fn chosen(&mut self, name: &str) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting != name);
        self.waiting.len() < before
    }

    /// After the shooter has acted again.
    pub fn lifted(&mut self) {
        self.waiting.clear();
    }
}
