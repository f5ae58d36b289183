//! Holding a target, and what follows from it (TRI-GRAP-01 to 05, TRI-THROW-01 to 06,
//! TRI-CHOKE-01, TRI-CHOKE-02, TRI-ESC-01 to 04).

use super::bout::{Bout, Hit, Shape};
use super::gear::Arm;
use super::list;
use super::meet::Against;
use crate::condition::{Condition, Until};
use crate::exchange::{Effect, Grip, Party, Slot, Stop, Upshot};
use crate::fighter::Fighter;
use crate::messages::tristat as msg;
use crate::systems::tristat::ability::Style;
use crate::systems::tristat::asked::{FORFEIT, GRAPPLED, HOLD, LOST_ESCAPE, PRONE, REGAINED, Use};
use crate::systems::tristat::damage::{self, Damage};
use crate::systems::tristat::escape::{Escape, Freed, Wrestler};
use crate::systems::tristat::throw::Throw;
use crate::systems::tristat::{grapple as hold, numbers, sheet};
use crate::term::Term;

const TARGET: Party = Party::Target(0);

/// What a target has to defend against when bare hands reach for it.
const fn by_hand(trick: i32, critical: bool) -> Against<'static> {
    Against {
        style: Style::Close,
        trick,
        critical,
        struck: Arm(None),
    }
}

fn gain(bout: &mut Bout<'_, '_, '_>, who: Party, key: &'static str, amount: i32, until: Until) {
    bout.play.effect(Effect::Gain {
        who,
        key: key.into(),
        condition: Condition { amount, until },
    });
}

/// Takes hold of a target without hurting them (TRI-GRAP-01, TRI-GRAP-02).
pub(super) fn grapple(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(TARGET)?;
    bout.use_attack(Use::Attack);
    let attack = bout.attack_with(Arm(None), Shape::default())?;
    let Some(hit) = bout.strike(0, msg::GRAPPLE.into(), &attack)? else {
        return Ok(());
    };
    if bout.is_met(0, by_hand(attack.trick, hit.critical.is_some()))? {
        return Ok(());
    }
    bout.play.effect(Effect::Hold {
        by: Party::Actor,
        on: TARGET,
        key: HOLD.into(),
        amount: 0,
    });
    Ok(())
}

/// What a hold brings to the one who is held: 1 where that one is much stronger (TRI-GRAP-05).
pub(super) fn conditions_of(grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
    if grip.holds || grip.key != HOLD {
        return Vec::new();
    }
    let stronger = hold::much_stronger(sheet::strength(grip.own), sheet::strength(grip.other));
    vec![(GRAPPLED, i32::from(stronger))]
}

/// The hold of one party on another is over.
fn release(bout: &mut Bout<'_, '_, '_>, by: Party, on: Party) {
    bout.play.effect(Effect::Release {
        by,
        on,
        key: HOLD.into(),
    });
}

/// Lets a held target go (TRI-GRAP-01).
pub(super) fn let_go(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(TARGET)?;
    release(bout, Party::Actor, TARGET);
    Ok(())
}

/// Throws a target who is held (TRI-THROW-01 to 03).
pub(super) fn throw(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(TARGET)?;
    bout.use_attack(Use::Attack);
    let shape = Shape {
        throw: true,
        ..Shape::default()
    };
    let attack = bout.attack_with(Arm(None), shape)?;
    thrown(bout)?;
    if let Some(hit) = bout.strike(0, msg::THROW.into(), &attack)?
        && !bout.is_met(0, by_hand(attack.trick, hit.critical.is_some()))?
    {
        let how = (false, attack.vital, hit.critical);
        let damage = thrown(bout)?;
        bout.deal(0, &damage, how, "TRI-THROW-04");
        flight(bout, hit, attack.vital)?;
    }
    // Hit, missed or defended: a throw lets go.
    release(bout, Party::Actor, TARGET);
    Ok(())
}

/// The damage of being thrown; it aims at no chink (TRI-THROW-04).
fn thrown(bout: &Bout<'_, '_, '_>) -> Result<Damage, Stop> {
    bout.damage(0, numbers::THROW_BASE)
}

/// Where the one thrown ends up, and what stands in the way (TRI-THROW-04 to 06).
fn flight(bout: &mut Bout<'_, '_, '_>, hit: Hit, vital: bool) -> Result<(), Stop> {
    let times = damage::multiplier(vital, hit.critical, &bout.settings);
    let set = |key| {
        let value = bout.scene.between(0, key, list::NOT_SET);
        (value != list::NOT_SET).then_some(value)
    };
    let throw = Throw {
        free_squares: set(list::FREE_SQUARES),
        collision_cap: set(list::COLLISION_CAP),
        wanted: None,
    };
    let most = throw.flight(hit.margin, times, &bout.settings).squares;
    let wanted = if bout.settings.shorter_throws {
        let title = msg::HOW_MANY_SQUARES_DOES_THE;
        let slot = Slot::of("squares");
        let by = Party::Actor;
        Some(
            bout.play
                .number(slot, by, title, "TRI-THROW-04", (0, most))?,
        )
    } else {
        None
    };
    let flight = Throw { wanted, ..throw }.flight(hit.margin, times, &bout.settings);
    gain(bout, TARGET, PRONE, 0, Until::Lifted);
    if flight.travelled > 0 {
        let words = msg::wordings::flies_squares(flight.travelled);
        bout.tell(TARGET, words, "TRI-THROW-04");
    }
    if flight.collision > 0 {
        let missing = flight.squares.saturating_sub(flight.travelled);
        let label = msg::wordings::squares_that_were_not_free(missing);
        let terms = vec![Term::of_rule(label, flight.collision, "TRI-THROW-05")];
        let slot = Slot::of("collision");
        let loss = bout.play.note(slot, TARGET, msg::COLLISION, terms);
        bout.lose(TARGET, loss);
    }
    Ok(())
}

/// Strangles or crushes a target who is held: it hits without a roll (TRI-CHOKE-01,
/// TRI-CHOKE-02).
pub(super) fn strangle(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    bout.party(TARGET)?;
    bout.use_attack(Use::Wrestle);
    bout.damage(0, 0)?;
    if !bout.is_met(0, by_hand(0, false))? {
        let mut damage = Damage {
            chink: None,
            ..bout.damage(0, 0)?
        };
        if bout.settings.strangling_ignores_armor {
            (damage.armor, damage.hide) = (0, 0);
        }
        bout.deal(0, &damage, (false, false, None), "TRI-CHOKE-02");
    }
    Ok(())
}

/// Tries to get free of the one who holds (TRI-ESC-01 to 04).
pub(super) fn escape(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let (victim, grabber) = (bout.party(Party::Actor)?, bout.party(TARGET)?);
    bout.use_attack(Use::Wrestle);
    let room = bout.scene.set(list::ROOM, 0) == 1;
    let held = bout.hold_by(TARGET, Party::Actor, room);
    let held = held.unwrap_or_default();
    let wrestler = |who: &Fighter<'_>| {
        let strength = sheet::strength(who.sheet);
        Wrestler {
            body: strength.body,
            strength_adjust: strength.strength_adjust,
            brawl: sheet::skill(who.sheet, "brawl"),
            ..Wrestler::default()
        }
    };
    let contest = Escape {
        victim: Wrestler {
            much_stronger: held.much_stronger,
            extreme_mobility: held.extreme_mobility,
            ..wrestler(victim)
        },
        grabber: wrestler(grabber),
    };
    let settings = bout.settings.clone();
    let of_victim = |energy_bonus| {
        let mut paid = contest.clone();
        paid.victim.energy_bonus = energy_bonus;
        let [victim, _] = paid.target_terms(&settings);
        victim
    };
    let of_grabber = |energy_bonus| {
        let mut paid = contest.clone();
        paid.grabber.energy_bonus = energy_bonus;
        let [_, grabber] = paid.target_terms(&settings);
        grabber
    };
    let [first, second] = bout.both(
        (Slot::of("victim"), Party::Actor, msg::GET_FREE, &of_victim),
        (
            Slot::of("grabber"),
            TARGET,
            msg::HOLD_ON_TO_THEM,
            &of_grabber,
        ),
    )?;
    match Freed::of(first, second) {
        Freed::EscapeAndAct => {
            release(bout, TARGET, Party::Actor);
            bout.count(Party::Actor, REGAINED);
            let words = msg::FREE_AND_MAY_ACT_ONCE;
            bout.tell(Party::Actor, words, "TRI-ESC-02");
        }
        Freed::Escape => {
            release(bout, TARGET, Party::Actor);
            bout.tell(Party::Actor, msg::FREE, "TRI-ESC-03");
        }
        Freed::Held => {
            let score = (second, first);
            bout.play.upshot(TARGET, Upshot::Lost(score));
            gain(bout, Party::Actor, FORFEIT, 0, Until::Rounds(1));
            gain(bout, Party::Actor, LOST_ESCAPE, 0, Until::OwnTurn);
        }
    }
    Ok(())
}
