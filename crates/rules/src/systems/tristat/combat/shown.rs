//! Values that follow from a combatant's numbers and gear, for the sheet.

use super::gear;
use crate::base::term::Term;
use crate::messages::Text;
use crate::messages::tristat as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::tristat::roll_request::{self as requests, stance};
use crate::systems::tristat::settings::Settings;
use crate::systems::tristat::sheet;
use crate::systems::tristat::stance::Stance;
use crate::systems::tristat::stats::push;

/// Returns the values that a sheet shows of a combatant, each with its terms: Combat Value, Defense
/// Value, armor, attacks and free defenses of a round (TRI-STAT-01, TRI-STAT-02, TRI-STAT-05,
/// TRI-DMG-02, TRI-ATK-03, TRI-DEF-03).
pub(super) fn shown(who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
    let plain = sheet::stats(who.sheet).derive();
    let whole = sheet::derived(who.sheet);
    let value = |label, plain: i32, whole: i32, rule| {
        let mut terms = vec![Term::from_rule(label, plain, rule)];
        let bonus = whole.saturating_sub(plain);
        push(&mut terms, msg::BONUS, bonus, "TRI-STAT-05");
        terms
    };
    let (combat, defense) = (plain.combat_value, plain.defense_value);
    let combat = value(
        msg::A_THIRD_OF_THE_STATS,
        combat,
        whole.combat_value,
        "TRI-STAT-01",
    );
    let defense = value(
        msg::COMBAT_VALUE_LESS_2,
        defense,
        whole.defense_value,
        "TRI-STAT-02",
    );
    let settings = Settings::of(who.house);
    let round = requests::allowed(who, &settings);
    let attacks = match stance(who) {
        Some(Stance::TotalDefense) => "TRI-STANCE-02",
        _ => "TRI-ATK-03",
    };
    let defenses = match stance(who) {
        Some(Stance::TotalAttack) => "TRI-STANCE-01",
        _ => "TRI-DEF-03",
    };
    let one = |label, value, rule| vec![Term::from_rule(label, value, rule)];
    vec![
        (msg::COMBAT_VALUE, combat),
        (msg::DEFENSE_VALUE, defense),
        (msg::ARMOR, armor_terms(who)),
        (msg::ATTACKS, one(msg::IN_A_ROUND, round.attacks, attacks)),
        (
            msg::FREE_DEFENSES,
            one(msg::IN_A_ROUND, round.free_defenses, defenses),
        ),
    ]
}

/// Returns the terms of the armor that a combatant wears, and that of their sheet.
fn armor_terms(who: &CombatantInfo<'_>) -> Vec<Term> {
    let worn = gear::worn(who);
    let mut terms = Vec::new();
    let all = worn.armor.saturating_add(worn.rest);
    push(&mut terms, msg::WORN, all, "TRI-DMG-02");
    push(&mut terms, msg::OWN, sheet::armor(who.sheet), "TRI-DMG-02");
    terms
}
