//! Hazards without an attacker: a fall, a fire, a blast. The storyteller says how bad it is, and armor
//! meets it (CHR-ST-01, CHR-ARM-01 to 06).

use super::character::Character;
use super::keys::{AGGRAVATED, BASHING, BULLETS, CALLED, LETHAL};
use super::stage::{location, settings};
use crate::exchange::{Effect, Guard, Party, Play, Scene, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::armor;
use crate::systems::chronicle::input;
use crate::term::Term;
use crate::track::Packet;

/// Hurts every target alike, each after their own armor.
pub(crate) fn play(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let settings = settings(scene.house);
    let points = |key| input::points(scene.set(key, 0));
    let packet = Packet {
        bashing: points(BASHING),
        lethal: points(LETHAL),
        aggravated: points(AGGRAVATED),
        points: 0,
    };
    let (bullets, called) = (scene.set(BULLETS, 0) == 1, location(scene.set(CALLED, 0)));
    for (n, who) in (0_u8..).zip(scene.targets) {
        let (target, to) = (Character::new(who, &settings), Party::Target(n));
        let worn = target.armor();
        let through = armor::through(packet, &worn, bullets, target.vampire(), called, &settings);
        let stopped = i32::from(packet.total()) - i32::from(through.total());
        let mut terms = vec![Term::of_rule(
            msg::DAMAGE,
            packet.total().into(),
            "CHR-ST-01",
        )];
        if stopped != 0 {
            let label = target.armor_label();
            terms.push(Term::of_rule(label, -stopped, "CHR-ARM-03"));
        }
        play.note(Slot::of("hazard").at(n), to, msg::DAMAGE, terms);
        if stopped > 0 && through.is_empty() {
            play.upshot(to, Upshot::Kept(Guard::armor(target.armor_names())));
        }
        play.effect(Effect::Harm {
            to,
            packet: through,
        });
    }
    Ok(())
}
