//! Defense: how much of an attacker's pool it takes, and how it wears down
//! (CHR-DEF-01 to 08, CHR-DODGE-01 to 04).

use crate::base::term::{self, Term};
use crate::messages::Text;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::keys::DEFENSE;
use crate::systems::chronicle::conditions::known_conditions::DODGING;
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::gear::weapon::AttackKind;
use crate::systems::chronicle::numbers::PULLED_BLOW;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{DEXTERITY, WITS};

/// Returns the Defense trait of a combatant, the lower of Dexterity and Wits (CHR-DEF-01).
pub(crate) fn trait_of(who: &Character<'_>) -> i32 {
    let (dexterity, wits) = (who.get(&DEXTERITY), who.get(&WITS));
    dexterity.min(wits).max(0)
}

/// Number of applications of Defense this turn that wear it down (CHR-DEF-05, CHR-DODGE-03).
pub(crate) fn applied_before(who: &Character<'_>, settings: &Settings) -> i32 {
    let applied = i32::from(who.who.tally_count(DEFENSE));
    if settings.late_dodge_keeps_wear {
        return applied;
    }
    (applied - who.amount(DODGING)).max(0)
}

/// Number of dice that one application of Defense would take from an attack now: at close range,
/// with nothing special about the attack (CHR-DEF-08); 0 where it does not count (CHR-DEF-04).
pub(crate) fn worth(who: &Character<'_>, settings: &Settings) -> i32 {
    term::sum_terms(&usual_parts(who, settings)).max(0)
}

/// Returns the terms of which [`worth`], a combatant's usual Defense, is the sum.
pub(crate) fn usual_parts(who: &Character<'_>, settings: &Settings) -> Vec<Term> {
    let [dexterity, wits] = [who.get(&DEXTERITY), who.get(&WITS)];
    let label = if dexterity <= wits {
        msg::DEXTERITY
    } else {
        msg::WITS
    };
    let mut parts = parts(who, (label, "CHR-DEF-01"), &[], settings);
    if who.burden.no_defense || who.is_dormant() {
        let all = term::sum_terms(&parts);
        push(&mut parts, msg::NO_DEFENSE_NOW, -all, "CHR-DEF-04");
    }
    parts
}

/// Lists the terms that one application of Defense takes from the attacker's pool: the `base` of
/// these words and rule, then what raises and lowers it. The sum is never below 0 (CHR-DEF-08). The
/// terms in `raised` count against this attack only (CHR-PULL-03, CHR-CQB-02).
pub(crate) fn parts(
    who: &Character<'_>,
    (label, rule): (Text, &'static str),
    raised: &[Term],
    settings: &Settings,
) -> Vec<Term> {
    let whole = trait_of(who);
    let halved = who.burden.halved_defense;
    let left = if halved { whole / 2 } else { whole };
    let is_dodging = who.is(DODGING);
    let mut parts = vec![Term::from_rule(label, whole, rule)];
    push(&mut parts, msg::STUNNED, left - whole, "CHR-COND-03");
    if is_dodging {
        let doubled = match settings.dodge_doubles_bonuses {
            true => left.saturating_add(term::sum_terms(raised)),
            false => left,
        };
        push(&mut parts, msg::DODGING, doubled, "CHR-DODGE-01");
    }
    let raised = raised.iter().filter(|term| term.value != 0).cloned();
    parts.extend(raised.map(|term| Term {
        value: term.value.max(-i32::MAX),
        ..term
    }));
    let missing = term::sum_terms(&parts).min(0).saturating_neg();
    push(&mut parts, msg::NEVER_BELOW_0, missing, "CHR-DEF-08");
    let worn = applied_before(who, settings).clamp(0, term::sum_terms(&parts).max(0));
    let worn_by = if is_dodging {
        "CHR-DODGE-02"
    } else {
        "CHR-DEF-05"
    };
    push(&mut parts, msg::APPLIED_BEFORE, -worn, worn_by);
    parts
}

/// Whether Defense counts at all against an attack of this kind from this far (CHR-DEF-02,
/// CHR-DEF-03). `close_quarters` is a place the storyteller marked as too tight for guns
/// (CHR-CQB-01).
pub(crate) fn counts(
    kind: AttackKind,
    distance: i32,
    close_quarters: bool,
    settings: &Settings,
) -> bool {
    match kind {
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => true,
        AttackKind::Firearm => close_quarters || distance <= settings.close_range_yards,
    }
}

/// Returns the terms that one attack adds to the target's Defense: +1 against a pulled blow
/// (CHR-PULL-03), and the gun's Size − 1 where guns meet Defense (CHR-CQB-02).
pub(crate) fn bonus(kind: AttackKind, gun_size: i32, pulled: bool) -> Vec<Term> {
    let mut bonus = Vec::new();
    match kind {
        AttackKind::Unarmed if pulled => {
            push(&mut bonus, msg::PULLED_BLOW, PULLED_BLOW, "CHR-PULL-03");
        }
        AttackKind::Firearm => {
            let more = gun_bonus(gun_size);
            push(&mut bonus, msg::THE_GUNS_SIZE, more, "CHR-CQB-02");
        }
        AttackKind::Unarmed | AttackKind::Melee | AttackKind::Thrown => {}
    }
    bonus
}

/// Number of dice that a gun's length adds to the target's Defense up close: Size − 1, never less
/// than nothing (CHR-CQB-02).
fn gun_bonus(gun_size: i32) -> i32 {
    gun_size.saturating_sub(1).max(0)
}
