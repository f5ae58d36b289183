//! Getting out of a hold: a contest of Body + Brawl (TRI-ESC-01 to 04, TRI-CRIT-04).

use std::cmp::Ordering;

use super::bout::{Bout, TARGET};
use super::{dials, grapple};
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::exchange::{Party, Scene, Slot, Stop, Upshot};
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::hold::{self, Hold};
use crate::systems::tristat::roll_request::{
    Barred, FORFEIT, GRAPPLED, HOLD, LOST_ESCAPE, REGAINED,
};
use crate::systems::tristat::settings::Settings;
use crate::systems::tristat::sheet;
use crate::systems::tristat::stats::push;

/// Returns the bar on escaping for a combatant whom the target, or nobody, holds (TRI-ESC-01). A
/// hold that was only marked may be anybody's.
pub(super) fn bars_escaping(scene: &Scene<'_>, who: &CombatantInfo<'_>) -> Option<Barred> {
    let known = scene.holds.iter().any(|hold| hold.on == Party::Actor);
    let free = match scene.first_target() {
        Some(_) if known => scene.hold_amount(TARGET, Party::Actor, HOLD).is_none(),
        _ => !known && !who.conditions.contains_key(GRAPPLED),
    };
    free.then(|| Barred::new("not_held", msg::THEY_ARE_NOT_HELD_SO, "TRI-ESC-01"))
}

/// Returns the terms with which one side wrestles, Body and Brawl (TRI-ESC-01).
fn wrestling_terms(who: &CombatantInfo<'_>, settings: &Settings) -> Vec<Term> {
    let body = match settings.escape_by_effective_body {
        true => sheet::effective_body(who.sheet),
        false => sheet::stats(who.sheet).body,
    };
    let brawl = sheet::skill(who.sheet, "brawl");
    vec![
        Term::from_rule(msg::BODY, body, "TRI-ESC-01"),
        Term::from_rule(msg::BRAWL, brawl, "TRI-ESC-01"),
    ]
}

/// Returns the hold from which the actor escapes, that of the target, else whatever was marked by
/// hand (TRI-ESC-01).
fn hold_to_leave(bout: &Bout<'_, '_, '_>) -> Hold {
    let room = bout.scene.parameter_or(dials::ROOM, 0) == 1;
    let known = bout.scene.hold_amount(TARGET, Party::Actor, HOLD);
    let hold = match known {
        Some(_) => Some(Hold {
            extreme_mobility: room,
            much_stronger: bout.outmatches(Party::Actor, TARGET),
        }),
        None => bout.hold_on(Party::Actor, room),
    };
    hold.unwrap_or_default()
}

/// Plays the attempt to get free of the target who holds the actor (TRI-ESC-01 to 04). The higher
/// margin wins, also among failures.
pub(super) fn escape(bout: &mut Bout<'_, '_, '_>) -> Result<(), Stop> {
    let (victim, grabber) = (bout.party(Party::Actor)?, bout.party(TARGET)?);
    let settings = &bout.settings;
    let hold = hold_to_leave(bout);
    let mut own = wrestling_terms(victim, settings);
    let hindrance = hold.escape_hindrance(settings).saturating_neg();
    push(&mut own, msg::GRAPPLED, hindrance, hold.rule());
    let mut theirs = wrestling_terms(grabber, settings);
    hold::push_hold(&mut theirs, None, true, settings);
    let [first, second] = bout.roll_contest(
        (Slot::new("victim"), Party::Actor, msg::GET_FREE, own),
        (Slot::new("grabber"), TARGET, msg::HOLD_ON_TO_THEM, theirs),
    )?;
    match first.cmp(&second) {
        Ordering::Greater => {
            grapple::release(bout, TARGET, Party::Actor);
            bout.count(Party::Actor, REGAINED);
            let words = msg::FREE_AND_MAY_ACT_ONCE;
            bout.tell(Party::Actor, words, "TRI-ESC-02");
        }
        Ordering::Equal => {
            grapple::release(bout, TARGET, Party::Actor);
            bout.tell(Party::Actor, msg::FREE, "TRI-ESC-03");
        }
        Ordering::Less => {
            bout.play.add_upshot(TARGET, Upshot::Lost((second, first)));
            bout.gain(Party::Actor, FORFEIT, 0, Until::Rounds(1));
            bout.gain(Party::Actor, LOST_ESCAPE, 0, Until::OwnTurn);
        }
    }
    Ok(())
}
