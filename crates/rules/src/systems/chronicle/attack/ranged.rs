//! Terms that only shots and throws have.

use super::burst;
use super::{Attack, AttackKind};
use crate::base::term::Term;
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::concealment::Concealment;
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::gear::range::{self, Mode};
use crate::systems::chronicle::numbers::{AIM_MAX, PER_AVOIDED, PER_AVOIDED_GRAPPLED, PRONE};
use crate::systems::chronicle::settings::Settings;

/// Adds the terms of a ranged attack for aim, burst, range, concealment, posture and the people in
/// between.
pub(crate) fn terms(attack: &Attack<'_>, settings: &Settings, terms: &mut Vec<Term>) {
    let options = &attack.options;
    push(terms, msg::AIM, aim_bonus(options.aim), "CHR-AIM-01");
    let gun_burst = options.burst.filter(|_| attack.kind == AttackKind::Firearm);
    if let Some(burst) = gun_burst {
        push(terms, burst.label(), burst.bonus(), burst.rule());
    }
    if attack.kind == AttackKind::Firearm {
        push(
            terms,
            msg::SEVERAL_TARGETS,
            burst::crowd_penalty(options.persons),
            "CHR-AUTO-05",
        );
    }
    if let Some(ranges) = attack.weapon.as_ref().and_then(|weapon| weapon.ranges) {
        let reach = range::reach(ranges, attack.distance());
        let rule = match attack.kind {
            AttackKind::Thrown => "CHR-THR-05",
            _ => "CHR-RNG-01",
        };
        push(terms, msg::RANGE, reach.modifier, rule);
    }
    if let Some(concealment) = options.concealment {
        push(
            terms,
            concealment.label(),
            concealment.to_hit(),
            "CHR-CONC-01",
        );
    }
    if let Some(own) = options.firing_from {
        let rule = if own == Concealment::Complete {
            "CHR-CONC-06"
        } else {
            "CHR-CONC-05"
        };
        push(
            terms,
            msg::SHOOTING_FROM_CONCEALMENT,
            own.firing_back(),
            rule,
        );
    }
    if attack.on.is_prone() {
        let (value, rule) = against_prone(attack.distance(), settings);
        push(terms, msg::TARGET_PRONE, value, rule);
    }
    if gun_burst.is_none() {
        // Bursts have their own rule (CHR-MIX-05).
        let free = options.avoid.saturating_mul(PER_AVOIDED);
        let grappled = options.avoid_grappled.saturating_mul(PER_AVOIDED_GRAPPLED);
        push(terms, msg::AVOIDING_OTHERS, free, "CHR-MIX-01");
        push(terms, msg::AVOIDING_GRAPPLERS, grappled, "CHR-MIX-02");
    }
}

/// Whether distance makes a ranged attack impossible, and whether distance or sight leave a chance
/// die.
pub(crate) fn forced(attack: &Attack<'_>) -> (bool, bool) {
    let ranges = attack.weapon.as_ref().and_then(|weapon| weapon.ranges);
    let reach = ranges.map(|ranges| range::reach(ranges, attack.distance()).mode);
    let unseen = attack.options.concealment == Some(Concealment::VisionBlocked);
    (
        reach == Some(Mode::Impossible),
        reach == Some(Mode::Chance) || unseen,
    )
}

/// Number of dice for so many full turns of aiming: one each, three at most (CHR-AIM-01).
pub(crate) fn aim_bonus(turns: i32) -> i32 {
    turns.clamp(0, AIM_MAX)
}

/// Returns the modifier of a shot or throw at a prone target, and its rule: harder from
/// afar (CHR-PRONE-01), easier from close by, whatever the shooter's posture (CHR-PRONE-03).
const fn against_prone(distance: i32, settings: &Settings) -> (i32, &'static str) {
    if distance <= settings.close_range_yards {
        (PRONE, "CHR-PRONE-03")
    } else {
        (-PRONE, "CHR-PRONE-01")
    }
}
