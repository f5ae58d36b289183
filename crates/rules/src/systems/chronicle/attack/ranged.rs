//! Terms that only shots and throws have.

use super::{Attack, AttackKind};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::aim;
use crate::systems::chronicle::burst;
use crate::systems::chronicle::concealment::Concealment;
use crate::systems::chronicle::melee_fire;
use crate::systems::chronicle::prone;
use crate::systems::chronicle::range::{self, Mode};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::terms::push;
use crate::term::Term;

/// Gathers aim, burst, range, concealment, posture and the people in between.
pub(crate) fn terms(attack: &Attack, settings: &Settings, terms: &mut Vec<Term>) {
    let options = &attack.options;
    push(terms, msg::AIM, aim::bonus(options.aim), "CHR-AIM-01");
    let gun_burst = options.burst.filter(|_| attack.kind == AttackKind::Firearm);
    if let Some(burst) = gun_burst {
        push(terms, burst.label(), burst.bonus(), burst.rule());
    }
    if attack.kind == AttackKind::Firearm {
        push(
            terms,
            msg::SEVERAL_TARGETS,
            burst::crowd(options.persons),
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
    if attack.target.prone {
        let (value, rule) = prone::against_shots(attack.distance(), settings);
        push(terms, msg::TARGET_PRONE, value, rule);
    }
    if gun_burst.is_none() {
        let [free, grappled] = melee_fire::penalties(options.avoid, options.avoid_grappled);
        push(terms, msg::AVOIDING_OTHERS, free, "CHR-MIX-01");
        push(terms, msg::AVOIDING_GRAPPLERS, grappled, "CHR-MIX-02");
    }
}

/// Whether distance makes it impossible, and whether distance or sight leave a chance die.
pub(crate) fn forced(attack: &Attack) -> (bool, bool) {
    let ranges = attack.weapon.as_ref().and_then(|weapon| weapon.ranges);
    let reach = ranges.map(|ranges| range::reach(ranges, attack.distance()).mode);
    let unseen = attack.options.concealment == Some(Concealment::VisionBlocked);
    (
        reach == Some(Mode::Impossible),
        reach == Some(Mode::Chance) || unseen,
    )
}
