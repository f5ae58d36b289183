//! Damage that comes of no attack, after armor (CHR-ARM-01 to 04).

use super::character::Character;
use crate::base::term::Term;
use crate::character::track::DamagePacket;
use crate::exchange::{Party, Play, Protection, Slot, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::gear::armor;
use crate::systems::chronicle::gear::weapon::Harm;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::vampire;

/// Returns the damage that a combatant takes of a packet of this nature: as their kind takes it, after armor, of which
/// a ballistic rating meets bullets (CHR-ARM-01).
pub(crate) fn damage_after_armor(
    play: &mut Play<'_>,
    (who, party): (&Character<'_>, Party),
    (packet, harm): (DamagePacket, Harm),
    settings: &Settings,
) -> DamagePacket {
    let natural = if who.vampire() {
        vampire::convert(packet, harm, None, settings)
    } else {
        packet
    };
    let bullets = harm == Harm::Ballistic;
    let (worn, vampire) = (who.armor(), who.vampire());
    let left = armor::through(natural, &worn, bullets, vampire, None, settings);
    note_stopped_damage(play, (who, party), natural, left)
}

/// Notes in the ledger what armor stopped of a packet, and returns the rest (CHR-ARM-03, CHR-ARM-04).
pub(crate) fn note_stopped_damage(
    play: &mut Play<'_>,
    (who, party): (&Character<'_>, Party),
    packet: DamagePacket,
    left: DamagePacket,
) -> DamagePacket {
    let stopped = i32::from(packet.total()) - i32::from(left.total());
    if stopped == 0 {
        return left;
    }
    let terms = vec![
        Term::from_rule(msg::DAMAGE, packet.total().into(), "CHR-ARM-04"),
        Term::from_rule(who.armor_label(), -stopped, "CHR-ARM-03"),
    ];
    let after = play.note_sum(Slot::new("armor"), party, msg::AFTER_ARMOR, terms);
    let by = after.saturating_sub(left.total().into());
    let left = armor::apply_ruling_to_packet(left, by, packet);
    if left.is_empty() {
        play.add_upshot(
            party,
            Upshot::Unharmed(Protection::armor(who.armor_names())),
        );
    }
    left
}
