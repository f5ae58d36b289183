//! Hazards without an attacker: a fall, a fire, a blast. The storyteller says how bad it is, and armor
//! meets it (CHR-ST-01, CHR-ARM-01 to 06).

use super::character::Character;
use super::keys::{AGGRAVATED, BASHING, BULLETS, CALLED, LETHAL};
use super::stage::{location, table_settings};
use crate::base::term::Term;
use crate::character::track::DamagePacket;
use crate::exchange::{Effect, Party, Play, Protection, Scene, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::gear::armor;
use crate::systems::chronicle::input;

/// Plays a hazard (such as a fall or a fire), which hurts every target alike, each after their own
/// armor.
pub(crate) fn play(scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let settings = table_settings(scene.house);
    let points = |key| input::points(scene.parameter_or(key, 0));
    let packet = DamagePacket {
        bashing: points(BASHING),
        lethal: points(LETHAL),
        aggravated: points(AGGRAVATED),
        points: 0,
    };
    let (bullets, called) = (
        scene.parameter_or(BULLETS, 0) == 1,
        location(scene.parameter_or(CALLED, 0)),
    );
    for (n, who) in (0_u8..).zip(scene.targets) {
        let (target, to) = (Character::new(who, &settings), Party::Target(n));
        let worn = target.armor();
        let through = armor::through(packet, &worn, bullets, target.vampire(), called, &settings);
        let stopped = i32::from(packet.total()) - i32::from(through.total());
        let mut terms = vec![Term::from_rule(
            msg::DAMAGE,
            packet.total().into(),
            "CHR-ST-01",
        )];
        if stopped != 0 {
            let label = target.armor_label();
            terms.push(Term::from_rule(label, -stopped, "CHR-ARM-03"));
        }
        play.note_sum(Slot::new("hazard").for_target(n), to, msg::DAMAGE, terms);
        if stopped > 0 && through.is_empty() {
            play.add_upshot(
                to,
                Upshot::Unharmed(Protection::armor(target.armor_names())),
            );
        }
        play.add_effect(Effect::Harm {
            to,
            packet: through,
        });
    }
    Ok(())
}
