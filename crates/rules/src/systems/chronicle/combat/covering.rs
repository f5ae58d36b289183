//! Covering fire, and acting under it (CHR-CFIRE-01 to 07).

use super::aftermath;
use super::attacks;
use super::character::Character;
use super::effects::{gain, lose};
use super::keys::{AUTOMATIC, COVERS};
use super::rolls::CombatRoll;
use super::stage::{Stage, nonsense};
use crate::condition::Until;
use crate::exchange::{Choice, Effect, Guard, Party, Play, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::roll::Grade;
use crate::systems::chronicle::armor;
use crate::systems::chronicle::attack::{AttackKind, Harm, outcome};
use crate::systems::chronicle::covering_fire;
use crate::systems::chronicle::input;
use crate::systems::chronicle::known_conditions::{PRONE, UNDER_FIRE};
use crate::systems::chronicle::numbers::COVERING_FIRE_BULLETS;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::vampire;
use crate::term::Term;
use crate::track::{Packet, Severity};

/// Lays down covering fire on every target in the area.
pub(crate) fn lay(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.item().is_some_and(|(_, gun)| gun.is(AUTOMATIC)) {
        let why = msg::COVERING_FIRE_TAKES_AN_AUTOMATIC;
        return Err(Stop::refused("not_automatic", why));
    }
    attacks::spend_bullets(stage, play, COVERING_FIRE_BULLETS)?;
    let terms = covering_fire::terms(&stage.actor.attacker(), &stage.settings);
    let slot = Slot::of("covering_fire");
    let at = (slot, Party::Actor);
    let roll = CombatRoll::new(&stage.actor, at, msg::COVERING_FIRE, terms);
    let Some(rolled) = roll.make(play)? else {
        return Ok(());
    };
    if rolled.grade == Grade::DramaticFailure {
        aftermath::jam(stage, play, 0)?;
    }
    let gun = stage.weapon(AttackKind::Firearm)?;
    let damage = outcome::raw(rolled.successes, gun.map_or(0, |gun| gun.modifier));
    if rolled.successes == 0 {
        return Ok(());
    }
    for n in 0..stage.targets() {
        // The choice comes with the next turn of their own.
        let until = aftermath::next_action(stage, n);
        gain(play, stage.party(n), UNDER_FIRE, damage, until);
        play.effect(Effect::Hold {
            by: Party::Actor,
            on: stage.party(n),
            key: COVERS.into(),
            amount: 0,
        });
    }
    Ok(())
}

/// Lets who acts under covering fire go down, go to cover, or be shot (CHR-CFIRE-03,
/// CHR-CFIRE-04). Who lies on the ground has complied already (CHR-CFIRE-07).
pub(crate) fn under_fire(stage: &mut Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if !stage.actor.is(UNDER_FIRE) {
        return Ok(());
    }
    let damage = stage.actor.amount(UNDER_FIRE);
    lose(play, Party::Actor, UNDER_FIRE);
    if stage.actor.is_prone() {
        return Ok(());
    }
    let options = vec![
        Choice::new("prone", msg::DROP_PRONE_FIRST),
        Choice::new("cover", msg::GO_TO_COVER_FIRST),
        Choice::new("act", msg::ACT_AND_BE_SHOT).rolled_with(damage),
    ];
    let title = msg::UNDER_COVERING_FIRE;
    let slot = Slot::of("under_fire");
    match play
        .choose(slot, Party::Actor, title, "CHR-CFIRE-03", options)?
        .as_str()
    {
        "prone" => {
            gain(play, Party::Actor, PRONE, 0, Until::Lifted);
            stage.actor.burden.prone = true;
            stage.went_down = true;
        }
        "act" => {
            let packet = Packet::of(Severity::Lethal, input::points(damage));
            let hit = (packet, Harm::Ballistic);
            let who = (&stage.actor, Party::Actor);
            let packet = suffered(play, who, hit, &stage.settings)?;
            play.effect(Effect::Harm {
                to: Party::Actor,
                packet,
            });
        }
        _ => {}
    }
    Ok(())
}

/// What a combatant takes of a packet of this nature: as their kind takes it, after armor, of which
/// a ballistic rating meets bullets (CHR-ARM-01).
pub(crate) fn suffered(
    play: &mut Play<'_>,
    (who, party): (&Character<'_>, Party),
    (packet, harm): (Packet, Harm),
    settings: &Settings,
) -> Result<Packet, Stop> {
    let natural = if who.vampire() {
        vampire::convert(packet, harm, None, settings)
    } else {
        packet
    };
    let bullets = harm == Harm::Ballistic;
    let (worn, vampire) = (who.armor(), who.vampire());
    let left = armor::through(natural, &worn, bullets, vampire, None, settings);
    Ok(noted(play, (who, party), natural, left.map_err(nonsense)?))
}

/// What is left of a packet after armor, as a line of the ledger says it (CHR-ARM-03, CHR-ARM-04).
pub(crate) fn noted(
    play: &mut Play<'_>,
    (who, party): (&Character<'_>, Party),
    packet: Packet,
    left: Packet,
) -> Packet {
    let stopped = i32::from(packet.total()) - i32::from(left.total());
    if stopped == 0 {
        return left;
    }
    let terms = vec![
        Term::of_rule(msg::DAMAGE, packet.total().into(), "CHR-ARM-04"),
        Term::of_rule(who.armor_label(), -stopped, "CHR-ARM-03"),
    ];
    let after = play.note(Slot::of("armor"), party, msg::AFTER_ARMOR, terms);
    let by = after.saturating_sub(left.total().into());
    let left = armor::ruled(left, by, packet);
    if left.is_empty() {
        play.upshot(party, Upshot::Kept(Guard::armor(who.armor_names())));
    }
    left
}
