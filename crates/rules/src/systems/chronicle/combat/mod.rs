//! The exchanges of Chronicle, each written once from top to bottom.

mod aftermath;
mod budget;
mod character;
mod dials;
mod gear;
mod keys;
mod maneuvers;
mod shown;
mod stage;
mod strike;
pub(super) mod ways;

pub(super) use character::Character;
pub(super) use stage::settings;

use super::Chronicle;
use super::attack::AttackKind;
use super::attack::legal;
use super::system::ask;
use crate::dial::{Dial, Reading};
use crate::exchange::{Combat, Effect, Maneuver, Party, Play, Scene, Stop, Ways};
use crate::fighter::Fighter;
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::system::RuleSystem;
use crate::term::Term;
use stage::Stage;

impl Combat for Chronicle {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Chronicle
    }

    fn situation(&self) -> Vec<Dial> {
        dials::situation()
    }

    fn items(&self) -> &'static [ItemSpec] {
        &gear::ITEMS
    }

    fn chart(&self) -> Vec<ChartRow> {
        gear::ROWS.clone()
    }

    fn maneuvers(&self, scene: &Scene<'_>) -> Vec<Maneuver> {
        maneuvers::all(Stage::new(scene).ok().as_ref())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let stage = Stage::new(scene)?;
        let maneuver: &str = &scene.intent.maneuver;
        begin(&stage, play, maneuver);
        match maneuver {
            "unarmed" => attack(&stage, play, AttackKind::Unarmed),
            "melee" => attack(&stage, play, AttackKind::Melee),
            "shoot" => attack(&stage, play, AttackKind::Firearm),
            "throw" => attack(&stage, play, AttackKind::Thrown),
            _ => Err(Stop::refused(
                "no_such_maneuver",
                "There is no such maneuver.",
            )),
        }
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        ways::of(&ask(sum, reading), reading, &settings(house))
    }

    fn shown(&self, who: &Fighter<'_>) -> Vec<(&'static str, Vec<Term>)> {
        shown::of(who)
    }
}

/// Counts the act; some take Defense away for the turn (CHR-TURN-03).
fn begin(stage: &Stage<'_>, play: &mut Play<'_>, maneuver: &str) {
    if let Some(act) = maneuvers::act(stage, maneuver) {
        aftermath::count(play, Party::Actor, act);
        if act.loses_defense() {
            let until = crate::condition::Until::Rounds(1);
            aftermath::gain(
                play,
                Party::Actor,
                super::known_conditions::EXPOSED,
                0,
                until,
            );
        }
    }
}

/// One attack on one target.
fn attack(stage: &Stage<'_>, play: &mut Play<'_>, kind: AttackKind) -> Result<(), Stop> {
    let attack = stage.attack(0, kind)?;
    legal::legal(&attack, &stage.settings)
        .map_err(|why| Stop::refused("barred", format!("{why}.")))?;
    if kind == AttackKind::Firearm {
        fire(stage, play, 1)?;
    }
    strike::strike(stage, play, 0, attack)?;
    Ok(())
}

/// Takes bullets out of the gun in use (CHR-AUTO-10).
fn fire(stage: &Stage<'_>, play: &mut Play<'_>, bullets: i32) -> Result<(), Stop> {
    let Some((item, gun)) = stage.item() else {
        return Ok(());
    };
    let Some(left) = gun.number(keys::ROUNDS) else {
        return Ok(());
    };
    if left < bullets {
        let words = format!("This takes {bullets} bullets (CHR-AUTO-10).");
        return Err(Stop::refused("too_few_bullets", words));
    }
    play.effect(Effect::Wear {
        who: Party::Actor,
        item,
        key: keys::ROUNDS.into(),
        by: -bullets,
    });
    Ok(())
}
