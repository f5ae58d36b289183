//! A row of the table of maneuvers (CHR-TURN-03).

use super::stage::Stage;
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Play, Scene, Stop, Targets};
use crate::messages::{Text, Wording};
use crate::systems::chronicle::attack::AttackKind;
use crate::systems::chronicle::round::turn::Step;

/// Bar on starting a maneuver of Chronicle, as the reason and its rule.
pub(crate) type Bar = Option<(Wording, &'static str)>;

/// Returns the bar of a maneuver for this reason and rule.
pub(crate) fn why(words: impl Into<Wording>, rule: &'static str) -> Bar {
    Some((words.into(), rule))
}

/// Bars a maneuver for this reason, unless it may be done; then returns `None`.
pub(crate) fn bar_unless(may: bool, words: Text, rule: &'static str) -> Bar {
    (!may).then(|| (words.into(), rule))
}

/// Maneuver of Chronicle that a combatant can start.
pub(crate) struct Maneuver {
    pub(crate) key: &'static str,
    pub(crate) title: Text,
    pub(crate) rule: &'static str,
    pub(crate) targets: Targets,
    /// Kinds of item it can be done with; empty where it needs none.
    pub(crate) items: &'static [&'static str],
    /// Demands on the item.
    pub(crate) needs: Needs,
    /// The kind of attack on the first target, for the damage it threatens.
    pub(crate) attack: Option<AttackKind>,
    /// Step of the turn that it takes; `None` is reflexive or takes no action.
    pub(crate) step: fn(&Stage<'_>) -> Option<Step>,
    /// Whether the target must be within arm's reach.
    pub(crate) is_close: bool,
    /// Whether it may still be done in a turn spent dodging (CHR-DODGE-01).
    pub(crate) goes_with_dodge: bool,
    /// The rule that lets it be declared before the combatant's own place, where the table allows that.
    pub(crate) early: Option<&'static str>,
    /// Parameters that can be set.
    pub(crate) dials: fn() -> Vec<ParameterSpec>,
    /// Reasons that bar this maneuver and no other.
    pub(crate) barred: fn(&Stage<'_>) -> Bar,
    /// The part of a bystander in it, and the rule.
    pub(crate) draws_in: fn(&Stage<'_>, u8) -> Option<(Text, &'static str)>,
    pub(crate) script: Script,
}

/// Demands of a maneuver on the item it is done with.
pub(crate) enum Needs {
    /// No weapon; the row's own bar says what else it demands.
    Nothing,
    /// A weapon in the hand that is not wrecked, if one is named.
    IfAny,
    /// A weapon in the hand that is not wrecked.
    Weapon,
    /// A weapon that can be thrown so far.
    Missile,
    /// A gun that is not jammed, with so many bullets in it.
    Gun {
        bullets: fn(&Stage<'_>) -> i32,
        /// The rule by which it must fire bursts.
        automatic: Option<&'static str>,
        /// Whether the target must be in range; a burst and covering fire ask for no range.
        aimed: bool,
    },
}

/// Function that plays a maneuver of Chronicle in an exchange, with or without an acting combatant.
pub(crate) enum Script {
    /// By the combatant who acts.
    Actor(fn(&Stage<'_>, &mut Play<'_>) -> Result<(), Stop>),
    /// Without an acting combatant.
    World(fn(&Scene<'_>, &mut Play<'_>) -> Result<(), Stop>),
}
