//! What is left of a turn, and whether a step fits into it.

use super::{Act, Declared, Step};
use crate::systems::chronicle::input::{self, Nonsense};
use crate::systems::chronicle::weapon::AttackKind;

/// Why a step does not fit. The message is what the player reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStep {
    /// A second instant action.
    #[error("there is one instant action in a turn (CHR-TURN-02)")]
    ActionSpent,
    /// Walking before and after the action.
    #[error("walk before or after the action, not both (CHR-MOVE-01)")]
    SplitMove,
    /// Too far.
    #[error("that is farther than {most} yards (CHR-MOVE-01, CHR-MOVE-02, CHR-CHG-01)")]
    TooFar {
        /// The most yards.
        most: i32,
    },
    /// No walking beside this.
    #[error("this leaves no room for walking (CHR-AIM-02, CHR-MOVE-02, CHR-CHG-01)")]
    NoMoving,
    /// Nothing beside running.
    #[error("running takes the whole turn (CHR-MOVE-02)")]
    Running,
    /// On the ground.
    #[error("first get up (CHR-PRONE-05)")]
    Prone,
    /// On one's feet.
    #[error("only a prone combatant can get up (CHR-PRONE-05)")]
    NotProne,
    /// Not in close combat.
    #[error("this is for close combat (CHR-CMP-04, CHR-CHG-01)")]
    NotClose,
    /// Defense was applied.
    #[error("Defense was already applied this turn (CHR-CHG-04, CHR-CMP-04)")]
    DefenseApplied,
    /// A number that cannot be.
    #[error(transparent)]
    Nonsense(#[from] Nonsense),
}

/// What is left of a turn that is under way. A new one starts with everything restored
/// (CHR-DEF-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Speed, in yards.
    pub speed: i32,
    /// Whether they lie on the ground.
    pub prone: bool,
    /// What the instant action was spent on.
    pub act: Option<Act>,
    /// Yards walked before it.
    pub walked_before: i32,
    /// Yards walked after it.
    pub walked_after: i32,
    /// Whether they ran.
    pub ran: bool,
    /// How often Defense was applied (CHR-DEF-05).
    pub defense_applied: i32,
}

impl Budget {
    /// Whether a step fits.
    ///
    /// # Errors
    /// [`NoStep`] with the reason it does not.
    pub fn fits(&self, step: &Step) -> Result<(), NoStep> {
        match step {
            Step::Move(yards) => self.walk(*yards),
            Step::Run(yards) => self.run(*yards),
            Step::Act(declared) => self.declare(*declared),
        }
    }

    fn walk(&self, yards: i32) -> Result<(), NoStep> {
        input::within("move", yards, 0, input::YARDS_MOST)?;
        if self.ran || self.act.is_some_and(|act| !act.allows_moving()) {
            return Err(NoStep::NoMoving);
        }
        let acted = self.act.is_some();
        if acted && yards > 0 && self.walked_before > 0 {
            return Err(NoStep::SplitMove);
        }
        let walked = self.walked_before.saturating_add(self.walked_after);
        if walked.saturating_add(yards) > self.speed {
            return Err(NoStep::TooFar { most: self.speed });
        }
        Ok(())
    }

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

    fn twice_speed(&self, yards: i32) -> Result<(), NoStep> {
        let most = self.speed.saturating_mul(2);
        if yards > most {
            return Err(NoStep::TooFar { most });
        }
        Ok(())
    }

    fn declare(&self, declared: Declared) -> Result<(), NoStep> {
        let act = declared.act;
        if self.ran {
            return Err(NoStep::Running);
        }
        if self.act.is_some() {
            return Err(NoStep::ActionSpent);
        }
        if !act.allows_moving() && self.walked_before > 0 {
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
