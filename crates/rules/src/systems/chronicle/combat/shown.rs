//! Values that follow from a combatant's numbers, gear and conditions, for the sheet.

use super::character::Character;
use super::stage::table_settings;
use crate::base::term::Term;
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::gear::armor;
use crate::systems::chronicle::traits::{COMPOSURE, DEXTERITY, INITIATIVE, SIZE, STRENGTH};

/// Completes the parts of a sum that must come to `whole`: what the parts leave open stands on a
/// line of its own.
fn sum(mut parts: Vec<Term>, whole: i32, label: Text, rule: &'static str) -> Vec<Term> {
    let rest = whole.saturating_sub(crate::base::term::sum_terms(&parts));
    if rest != 0 {
        parts.push(Term::from_rule(label, rest, rule));
    }
    parts
}

/// Returns the values that a sheet shows of a combatant, each with its terms: Defense, Speed,
/// initiative, armor and Size.
pub(crate) fn of(who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
    let settings = table_settings(who.house);
    let it = Character::new(who, &settings);
    let mut shown = vec![(msg::DEFENSE, defense::usual_parts(&it, &settings))];
    let speed = vec![
        Term::from_rule(msg::STRENGTH, it.get(&STRENGTH), "CHR-MOVE-01"),
        Term::from_rule(msg::DEXTERITY, it.get(&DEXTERITY), "CHR-MOVE-01"),
        Term::from_rule(msg::BASE, 5, "CHR-MOVE-01"),
    ];
    shown.push((
        msg::SPEED,
        sum(speed, it.speed(), msg::AS_THINGS_STAND, "CHR-MOVE-01"),
    ));
    let mut initiative = vec![
        Term::from_rule(msg::DEXTERITY, it.get(&DEXTERITY), "CHR-INIT-01"),
        Term::from_rule(msg::COMPOSURE, it.get(&COMPOSURE), "CHR-INIT-01"),
    ];
    let more = [
        (msg::MODIFIER, it.get(&INITIATIVE)),
        (msg::WEAPON, it.weapon_initiative()),
        (msg::WOUNDED, it.wound_penalty),
    ];
    let more = more.into_iter().filter(|(_, value)| *value != 0);
    initiative.extend(more.map(|(label, value)| Term::from_rule(label, value, "CHR-INIT-05")));
    shown.push((msg::INITIATIVE, initiative));
    let ratings = armor::ratings(&it.armor(), None, &settings);
    for (title, points, rule) in [
        (msg::ARMOR_BALLISTIC, ratings.ballistic, "CHR-ARM-01"),
        (msg::ARMOR_GENERAL, ratings.general, "CHR-ARM-03"),
    ] {
        if points > 0 {
            shown.push((
                title,
                vec![Term::from_rule(msg::WORN, i32::from(points), rule)],
            ));
        }
    }
    let size = Term::from_rule(msg::SIZE, it.get(&SIZE), "CHR-CMP-09");
    shown.push((msg::SIZE, vec![size]));
    shown
}
