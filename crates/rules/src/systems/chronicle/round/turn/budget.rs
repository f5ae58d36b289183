//! The rest of a turn, and whether a step fits into it.

use super::{Act, Declared, Step};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::gear::weapon::AttackKind;
use crate::systems::chronicle::input::{self, Nonsense};

/// Reason for which a step does not fit into a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoStep {
    /// A second instant action.
    ActionSpent,
    /// Walking before and after the action.
    SplitMove,
    /// Too far.
    TooFar {
        /// The most yards.
        most: i32,
    },
    /// No walking beside this.
    NoMoving,
    /// Nothing beside running.
    Running,
    /// On the ground.
    Prone,
    /// On one's feet.
    NotProne,
    /// Not in close combat.
    NotClose,
    /// Defense was applied.
    DefenseApplied,
    /// A number that cannot be.
    Nonsense(Nonsense),
}

impl NoStep {
    /// Returns the reason why a step does not fit the turn, without the rule.
    #[must_use]
    pub(crate) fn reason(&self) -> Wording {
        match self {
            Self::ActionSpent => msg::THERE_IS_ONE_INSTANT_ACTION.into(),
            Self::SplitMove => msg::WALK_BEFORE_OR_AFTER_THE.into(),
            Self::TooFar { most } => msg::wordings::that_is_farther_than_yards(*most),
            Self::NoMoving => msg::THIS_LEAVES_NO_ROOM_FOR.into(),
            Self::Running => msg::RUNNING_TAKES_THE_WHOLE_TURN.into(),
            Self::Prone => msg::FIRST_GET_UP.into(),
            Self::NotProne => msg::ONLY_A_PRONE_COMBATANT_CAN.into(),
            Self::NotClose => msg::THIS_IS_FOR_CLOSE_COMBAT.into(),
            Self::DefenseApplied => msg::DEFENSE_WAS_ALREADY_APPLIED_THIS.into(),
            Self::Nonsense(nonsense) => Wording::verbatim(nonsense.to_string()),
        }
    }
}

impl From<Nonsense> for NoStep {
    fn from(nonsense: Nonsense) -> Self {
        Self::Nonsense(nonsense)
    }
}

/// The rest of a turn that is under way. A new one starts with everything restored
/// (CHR-DEF-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Budget {
    /// Speed, in yards.
    pub(crate) speed: i32,
    /// Whether they lie on the ground.
    pub(crate) prone: bool,
    /// Act that the instant action was spent on.
    pub(crate) act: Option<Act>,
    /// Yards walked before it.
    pub(crate) walked_before: i32,
    /// Yards walked after it.
    pub(crate) walked_after: i32,
    /// Yards moved in the scene, those before the action too.
    pub(crate) moved: i32,
    /// Whether they ran.
    pub(crate) ran: bool,
    /// Number of times Defense was applied (CHR-DEF-05).
    pub(crate) defense_applied: i32,
}

impl Budget {
    /// Checks that the combatant's turn still has room for a step.
    ///
    /// # Errors
    /// [`NoStep`] with the reason it does not.
    pub(crate) fn fits(&self, step: &Step) -> Result<(), NoStep> {
        match step {
            Step::Move(yards) => self.walk(*yards),
            Step::Run(yards) => self.run(*yards),
            Step::Act(declared) => self.declare(*declared),
        }
    }

    /// Checks that the combatant can still walk so many yards this turn.
    fn walk(&self, yards: i32) -> Result<(), NoStep> {
        input::within("move", yards, 0, input::YARDS_MOST)?;
        if self.ran || self.act.is_some_and(|act| !act.allows_moving()) {
            return Err(NoStep::NoMoving);
        }
        let acted = self.act.is_some();
        if acted && yards > 0 && self.walked_before > 0 {
            return Err(NoStep::SplitMove);
        }
        if self.walked().saturating_add(yards) > self.speed {
            return Err(NoStep::TooFar { most: self.speed });
        }
        Ok(())
    }

    /// Returns the yards walked so far this turn; with the action, those moved in the scene before
    /// it are counted among the walked ones.
    fn walked(&self) -> i32 {
        let told = self.walked_before.saturating_add(self.walked_after);
        let counted = self.act.is_some() && self.walked_before > 0;
        told.saturating_add(if counted { 0 } else { self.moved })
    }

    /// Returns the yards that the combatant can still walk this turn.
    pub(crate) fn walk_left(&self) -> i32 {
        match self.walk(1) {
            Ok(()) | Err(NoStep::TooFar { .. }) => self.speed.saturating_sub(self.walked()).max(0),
            Err(_) => 0,
        }
    }

    /// Checks that the combatant can still run so many yards this turn.
    fn run(&self, yards: i32) -> Result<(), NoStep> {
        input::within("run", yards, 0, input::YARDS_MOST)?;
        if self.prone {
            return Err(NoStep::Prone);
        }
        if self.ran || self.act.is_some() || self.walked_before > 0 {
            return Err(NoStep::Running);
        }
        self.twice_speed(yards)
    }

    /// Checks that a distance is at most twice the combatant's speed.
    fn twice_speed(&self, yards: i32) -> Result<(), NoStep> {
        let most = self.speed.saturating_mul(2);
        if yards > most {
            return Err(NoStep::TooFar { most });
        }
        Ok(())
    }

    /// Checks that the turn still allows the declared act.
    fn declare(&self, declared: Declared) -> Result<(), NoStep> {
        let act = declared.act;
        if self.ran {
            return Err(NoStep::Running);
        }
        if self.act.is_some() {
            return Err(NoStep::ActionSpent);
        }
        if !act.allows_moving() && self.walked_before.saturating_add(self.moved) > 0 {
            return Err(NoStep::NoMoving);
        }
        if act.looks_back() {
            if !matches!(declared.kind, Some(AttackKind::Unarmed | AttackKind::Melee)) {
                return Err(NoStep::NotClose);
            }
            if self.defense_applied > 0 {
                return Err(NoStep::DefenseApplied);
            }
        }
        match act {
            Act::Charge => {
                input::within("distance", declared.distance, 0, input::YARDS_MOST)?;
                if self.prone {
                    return Err(NoStep::Prone);
                }
                self.twice_speed(declared.distance)
            }
            Act::Rise if !self.prone => Err(NoStep::NotProne),
            _ => Ok(()),
        }
    }
}
