//! What is left of a turn, step by step.

use serde::{Deserialize, Serialize};

use super::{Act, Declared, Met, Step};
use crate::systems::chronicle::input::{self, Nonsense};
use crate::systems::chronicle::settings::Settings;
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
    #[error("only somebody prone can get up (CHR-PRONE-05)")]
    NotProne,
    /// Not in close combat.
    #[error("this is for close combat (CHR-CMP-04, CHR-CHG-01)")]
    NotClose,
    /// Defense was applied.
    #[error("Defense was already applied this turn (CHR-CHG-04, CHR-CMP-04)")]
    DefenseApplied,
    /// Two manoeuvres that both cost Defense.
    #[error("a charge is no all-out attack (CHR-CHG-03)")]
    ChargeAllOut,
    /// Defense was given up.
    #[error("there is no Defense left this turn (CHR-DEF-04)")]
    DefenseLost,
    /// A number that cannot be.
    #[error(transparent)]
    Nonsense(#[from] Nonsense),
}

/// Where somebody is in their turn. A new one starts with everything restored (CHR-DEF-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    speed: i32,
    prone: bool,
    act: Option<Act>,
    walked_before: i32,
    walked_after: i32,
    ran: bool,
    defense_applied: i32,
    defense_lost: bool,
}

/// What was done of a turn that is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// What the instant action was spent on.
    pub act: Option<Act>,
    /// Yards walked before it.
    pub walked_before: i32,
    /// Yards walked after it.
    pub walked_after: i32,
    /// Whether they ran.
    pub ran: bool,
    /// How often Defense was applied.
    pub defense_applied: i32,
    /// Whether Defense is gone for this turn.
    pub defense_lost: bool,
}

impl Budget {
    /// A turn that is under way.
    ///
    /// # Errors
    /// [`Nonsense`] when the Speed cannot be.
    pub fn resumed(speed: i32, prone: bool, past: Past) -> Result<Self, Nonsense> {
        let fresh = Self::new(speed, prone)?;
        Ok(Self {
            act: past.act,
            walked_before: past.walked_before,
            walked_after: past.walked_after,
            ran: past.ran,
            defense_applied: past.defense_applied,
            defense_lost: past.defense_lost,
            ..fresh
        })
    }

    /// A fresh turn for somebody of this Speed.
    ///
    /// # Errors
    /// [`Nonsense`] when the Speed cannot be.
    pub fn new(speed: i32, prone: bool) -> Result<Self, Nonsense> {
        input::within("speed", speed, 0, input::YARDS_MOST)?;
        Ok(Self {
            speed,
            prone,
            act: None,
            walked_before: 0,
            walked_after: 0,
            ran: false,
            defense_applied: 0,
            defense_lost: false,
        })
    }

    /// Whether the instant action is still there.
    #[must_use]
    pub const fn has_action(&self) -> bool {
        self.act.is_none() && !self.ran
    }

    /// Whether Defense is gone for this turn (CHR-DEF-04).
    #[must_use]
    pub const fn defense_lost(&self) -> bool {
        self.defense_lost
    }

    /// How often Defense was applied (CHR-DEF-05).
    #[must_use]
    pub const fn defense_applied(&self) -> i32 {
        self.defense_applied
    }

    /// Whether they lie on the ground.
    #[must_use]
    pub const fn is_prone(&self) -> bool {
        self.prone
    }

    /// Whether they dodge (CHR-DODGE-01).
    #[must_use]
    pub fn is_dodging(&self) -> bool {
        self.act == Some(Act::Dodge)
    }

    /// Whether a dodge may be declared now: the action must be there, and before one's own
    /// place only if the table allows it (CHR-DODGE-03).
    #[must_use]
    pub const fn may_dodge(&self, before_own_place: bool, settings: &Settings) -> bool {
        self.has_action() && (!before_own_place || settings.early_dodge)
    }

    /// The turn after one more step.
    ///
    /// # Errors
    /// [`NoStep`] with the reason it does not fit.
    pub fn after(mut self, step: &Step) -> Result<Self, NoStep> {
        match step {
            Step::Move(yards) => self.walk(*yards)?,
            Step::Run(yards) => self.run(*yards)?,
            Step::Act(declared) => self.declare(*declared)?,
            Step::Reflexive(name) => self.reflex(name),
            Step::Attacked(Met::NoDefense) => {}
            Step::Attacked(Met::DefenseApplied) if self.defense_lost => {
                return Err(NoStep::DefenseLost);
            }
            Step::Attacked(Met::DefenseApplied) => {
                self.defense_applied = self.defense_applied.saturating_add(1);
            }
        }
        Ok(self)
    }

    fn walk(&mut self, yards: i32) -> Result<(), NoStep> {
        input::within("move", yards, 0, input::YARDS_MOST)?;
        if self.ran || self.act.is_some_and(|act| !act.allows_moving()) {
            return Err(NoStep::NoMoving);
        }
        let walked = if self.act.is_some() {
            &mut self.walked_after
        } else {
            &mut self.walked_before
        };
        *walked = walked.saturating_add(yards);
        if self.walked_before > 0 && self.walked_after > 0 {
            return Err(NoStep::SplitMove);
        }
        if self.walked_before.saturating_add(self.walked_after) > self.speed {
            return Err(NoStep::TooFar { most: self.speed });
        }
        Ok(())
    }

    fn run(&mut self, yards: i32) -> Result<(), NoStep> {
        input::within("run", yards, 0, input::YARDS_MOST)?;
        if self.prone {
            return Err(NoStep::Prone);
        }
        if self.ran || self.act.is_some() || self.walked_before > 0 {
            return Err(NoStep::Running);
        }
        self.ran = true;
        self.twice_speed(yards)
    }

    fn twice_speed(&self, yards: i32) -> Result<(), NoStep> {
        let most = self.speed.saturating_mul(2);
        if yards > most {
            return Err(NoStep::TooFar { most });
        }
        Ok(())
    }

    fn declare(&mut self, declared: Declared) -> Result<(), NoStep> {
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
                if declared.all_out {
                    return Err(NoStep::ChargeAllOut);
                }
                self.twice_speed(declared.distance)?;
            }
            Act::Rise if !self.prone => return Err(NoStep::NotProne),
            Act::Rise => self.prone = false,
            _ => {}
        }
        self.act = Some(act);
        self.defense_lost |= act.loses_defense();
        Ok(())
    }

    fn reflex(&mut self, name: &str) {
        match name {
            "drop_prone" => self.prone = true,
            "break_free" if self.act == Some(Act::Grapple) => self.act = None,
            _ => {}
        }
    }
}

/// A whole turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// Speed, in yards.
    pub speed: i32,
    /// Whether it begins on the ground.
    pub prone: bool,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

/// Plays a whole turn and returns where it ends.
///
/// # Errors
/// [`NoStep`] for the first step that does not fit.
pub fn play(turn: &Turn) -> Result<Budget, NoStep> {
    input::list("steps", turn.steps.len())?;
    let fresh = Budget::new(turn.speed, turn.prone)?;
    turn.steps
        .iter()
        .try_fold(fresh, |budget, step| budget.after(step))
}
