//! Throwing a target who is held: how far, and into what (TRI-THROW-01 to 06).

use super::attack::AttackInput;
use super::bout::{Bout, Hit, TARGET};
use super::damage::{Harm, multiplier};
use super::{dials, grapple, scene};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::exchange::{Party, Slot, Stop};
use crate::messages::tristat as msg;
use crate::systems::tristat::numbers;
use crate::systems::tristat::roll_request::PRONE;
use crate::systems::tristat::settings::Settings;

/// Plays throwing a target who is held (TRI-THROW-01 to 04).
pub(super) fn throw(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let attack = AttackInput {
        throw: true,
        ..AttackInput::default()
    };
    if let Some(hit) = bout.strike(0, msg::THROW.into(), attack)?
        && !bout.is_met(0, grapple::by_hand(bout, hit))?
    {
        let harm = Harm {
            base: numbers::THROW_BASE,
            vital: bout.is_vital(),
            critical: hit.critical,
            ..Harm::of("TRI-THROW-04")
        };
        bout.deal(0, harm)?;
        fly(bout, hit)?;
    }
    // Hit, missed or defended: a throw lets go.
    grapple::release(bout, Party::Actor, TARGET);
    Ok(())
}

/// Moves the target who was thrown, into what stands in the way (TRI-THROW-04 to 06). The
/// multiplier of the damage counts for both by house rule only.
fn fly(bout: &mut Bout<'_, '_, '_>, hit: Hit) -> Result<(), Stop> {
    let settings = bout.settings.clone();
    let times = multiplier(bout.is_vital(), hit.critical, &settings).max(1);
    let mut squares = hit.margin.max(0);
    if settings.critical_lengthens_throw {
        squares = squares.saturating_mul(times);
    }
    if settings.shorter_throws {
        let (slot, by, title) = (
            Slot::new("squares"),
            Party::Actor,
            msg::HOW_MANY_SQUARES_DOES_THE,
        );
        let range = (0, squares);
        let wanted = bout
            .play
            .ask_number(slot, by, title, "TRI-THROW-04", range)?;
        squares = squares.min(wanted.max(0));
    }
    let exit = scene::choose_landing(bout, squares)?;
    let free = bout
        .scene
        .situation_value(0, dials::FREE_SQUARES, dials::NOT_SET);
    let travelled = match free {
        dials::NOT_SET => squares,
        // What is in the way within the place is not on the way out of it.
        _ if exit.is_some() => squares,
        free => squares.min(free.max(0)),
    };
    let missing = squares.saturating_sub(travelled);
    let loss = collision_loss(missing, collision_cap(bout), &settings);
    let loss = match settings.collision_multiplies {
        true => loss.saturating_mul(times),
        false => loss,
    };
    bout.gain(TARGET, PRONE, 0, Until::Lifted);
    if travelled > 0 {
        let words = msg::wordings::flies_squares(travelled);
        bout.tell(TARGET, words, "TRI-THROW-04");
    }
    scene::land_target(bout, travelled, exit);
    if loss > 0 {
        collide(bout, missing, loss);
    }
    Ok(())
}

/// Plays a target's flight into something, whatever moved it (TRI-THROW-05).
pub(super) fn collision(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let set = |key| bout.scene.parameter_or(key, 0);
    let missing = set(dials::SQUARES).saturating_sub(set(dials::TRAVELLED));
    let loss = collision_loss(missing, collision_cap(bout), &bout.settings);
    collide(bout, missing.max(0), loss);
    Ok(())
}

/// Takes Health (`loss`) from the target for the `missing` squares, which were not free to fly
/// through. Armor does not help.
fn collide(bout: &mut Bout<'_, '_, '_>, missing: i32, loss: i32) {
    let label = msg::wordings::squares_that_were_not_free(missing);
    let terms = vec![Term::from_rule(label, loss, "TRI-THROW-05")];
    let slot = Slot::new("collision");
    let loss = bout.play.note_sum(slot, TARGET, msg::COLLISION, terms);
    bout.lose(TARGET, loss);
}

/// Returns the most squares that count as a collision (TRI-THROW-05).
fn collision_cap(bout: &Bout<'_, '_, '_>) -> i32 {
    let cap = bout
        .scene
        .situation_value(0, dials::COLLISION_CAP, dials::NOT_SET);
    match cap {
        dials::NOT_SET => bout.settings.collision_cap,
        cap => cap,
    }
}

/// Returns the Health lost for squares that could not be flown, at most `cap` of them
/// (TRI-THROW-05). Never below 0.
fn collision_loss(missing: i32, cap: i32, settings: &Settings) -> i32 {
    let counted = missing.min(cap).max(0);
    counted.saturating_mul(settings.collision_damage)
}
