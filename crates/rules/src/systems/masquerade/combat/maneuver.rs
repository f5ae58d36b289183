//! Maneuvers of Masquerade and what bars them (MSQ-ATK-01 to 04, MSQ-DECL-02, MSQ-DMG-06).

use std::sync::LazyLock;

use super::super::attack;
use super::super::soak::Source;
use super::super::track::Kind;
use super::super::{Refusal, Settings, sheet};
use super::attacks::{ATTACKS, BITE, line};
use super::blow::Blow;
use super::turn;
use crate::dial::Dial;
use crate::exchange::{Maneuver, Scene, Targets};
use crate::fighter::Fighter;
use crate::messages::masquerade as msg;
use crate::systems::d10::chart::RATING_MOST;
use crate::systems::d10::table::health;
use crate::term::{Bar, RuleId};

/// Maneuver key of getting up.
pub(super) const RISE: &str = "rise";
/// Maneuver key of exposure to fire or sunlight.
pub(super) const EXPOSURE: &str = "exposure";
/// Parameter key of an exposure's damage dice.
pub(super) const DICE: &str = "dice";
/// Parameter key of an exposure's [`Source`].
pub(super) const SOURCE: &str = "source";

/// Condition key of a combatant who has to get up.
pub(in super::super) const KNOCKED_DOWN: &str = "knocked_down";

/// All maneuvers of Masquerade.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let attacks = ATTACKS.iter().map(|(key, title, rule, items, _)| Maneuver {
        key,
        title: *title,
        rule: RuleId::new(rule),
        targets: Targets::One,
        items,
    });
    attacks.chain([rise(), exposure()]).collect()
});

/// Returns the reason that bars the intent of the scene, if any.
pub(super) fn barred(scene: &Scene<'_>) -> Option<Bar> {
    let refusal = match (scene.intent.maneuver.as_ref(), scene.actor) {
        (EXPOSURE, actor) => actor.map(|_| Refusal::NobodyActs),
        (_, None) => Some(Refusal::Nobody),
        (_, Some(actor)) if !health::can_act(actor.track) => Some(Refusal::Incapacitated),
        (RISE, Some(actor)) if !actor.conditions.contains_key(KNOCKED_DOWN) => {
            Some(Refusal::Stands)
        }
        (RISE, Some(actor)) => turn::next(actor).err(),
        (_, Some(actor)) => refused(scene, actor),
    };
    refusal.map(told)
}

/// Returns the refusal of an attack by this actor, if any.
fn refused(scene: &Scene<'_>, actor: &Fighter<'_>) -> Option<Refusal> {
    if scene.intent.maneuver == BITE && sheet::kind(actor.sheet) != Kind::Vampire {
        return Some(Refusal::NoFangs);
    }
    if let Err(refusal) = turn::next(actor) {
        return Some(refusal);
    }
    let at_hand = scene.item().is_none_or(crate::gear::Item::is_ready);
    let Some(line) = line(scene).filter(|_| at_hand) else {
        return Some(Refusal::NotAtHand);
    };
    let blow = Blow {
        scene,
        actor,
        line,
        flies: None,
        by: Settings::of(scene.house),
    };
    attack::check(&blow.pool()).err()
}

/// Converts a refusal to the reason that bars a maneuver.
fn told(refusal: Refusal) -> Bar {
    let (why, rule) = refusal.barred();
    (why, RuleId::new(rule))
}

/// Describes the maneuver of getting up.
const fn rise() -> Maneuver {
    Maneuver {
        key: RISE,
        title: msg::GET_UP,
        rule: RuleId::new("MSQ-DECL-02"),
        targets: Targets::None,
        items: &[],
    }
}

/// Describes the maneuver of exposure to fire or sunlight.
const fn exposure() -> Maneuver {
    Maneuver {
        key: EXPOSURE,
        title: msg::FIRE_OR_SUNLIGHT,
        rule: RuleId::new("MSQ-DMG-06"),
        targets: Targets::UpTo(12),
        items: &[],
    }
}

/// Lists the parameters of a maneuver.
pub(super) fn dials(maneuver: &str) -> Vec<Dial> {
    if maneuver != EXPOSURE {
        return Vec::new();
    }
    let options = [(0, msg::FIRE), (1, msg::SUNLIGHT)];
    vec![
        Dial::number(DICE, msg::DICE_OF_DAMAGE, (1, RATING_MOST), 1),
        Dial::choice(SOURCE, msg::WHAT_BURNS, &options),
    ]
}

/// Returns the source of damage in an exposure.
pub(super) fn source(scene: &Scene<'_>) -> Source {
    match scene.set(SOURCE, 0) {
        1 => Source::Sunlight,
        _ => Source::Fire,
    }
}
