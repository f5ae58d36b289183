//! Going through a round: attacks spent, defenses counted, stances taken (TRI-ATK-03,
//! TRI-DEF-03, TRI-DEF-04, TRI-DUAL-01, TRI-ESC-01 to 04, TRI-STANCE-01, TRI-STANCE-02).

use serde::{Deserialize, Serialize};

use super::defense::Forbidden;
use super::escape::Freed;
use super::settings::{Recount, Settings};
use super::stance::{Stance, allowance};

/// What an attack of the round is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// An attack roll: a blow, a grapple, a throw, a disarm (TRI-ATK-03).
    Attack,
    /// Two attack rolls, one with each hand (TRI-DUAL-01).
    TwoWeapons,
    /// Strangling somebody who is held (TRI-CHOKE-01).
    Strangle,
    /// Getting out of a hold (TRI-ESC-01).
    Escape,
}

impl Use {
    /// Whether an attack is rolled for it.
    #[must_use]
    pub const fn rolls_attack(self) -> bool {
        matches!(self, Self::Attack | Self::TwoWeapons)
    }
}

/// Why something does not fit. The message is what the player reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoUse {
    /// Attacks wait for one's own turn.
    #[error("attacks are made on one's own turn (TRI-ATK-03)")]
    NotYourTurn,
    /// No attack is left.
    #[error("there are no attacks left this round (TRI-ATK-03)")]
    NoAttacksLeft,
    /// All on defense.
    #[error("total defense leaves no attacks (TRI-STANCE-02)")]
    TotalDefense,
    /// Both hands struck already.
    #[error("both weapons have struck this turn (TRI-DUAL-01)")]
    TwoWeaponsUsed,
    /// Stances come before the first attack.
    #[error("a stance is declared before the first attack of the turn (TRI-STANCE-01)")]
    AlreadyAttacked,
}

/// Where somebody is in their round. Starts fresh and outside of their turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    extra_attacks: i32,
    stance: Option<Stance>,
    own_turn: bool,
    attacks_used: i32,
    attacked_this_turn: bool,
    forfeit: bool,
    both_used: bool,
    lost_escape: bool,
    defenses: i32,
}

impl Budget {
    /// A fresh round for somebody with this level of Extra Attacks.
    #[must_use]
    pub fn new(extra_attacks: i32) -> Self {
        Self {
            extra_attacks,
            ..Self::default()
        }
    }

    /// The stance, if one was taken.
    #[must_use]
    pub const fn stance(&self) -> Option<Stance> {
        self.stance
    }

    /// Defenses rolled so far (TRI-DEF-04).
    #[must_use]
    pub const fn defenses(&self) -> i32 {
        self.defenses
    }

    /// Whether the contest to get free was lost since the last turn (TRI-ESC-04).
    #[must_use]
    pub const fn lost_escape(&self) -> bool {
        self.lost_escape
    }

    /// Attacks left in the round, whoever's turn it is.
    #[must_use]
    pub fn attacks_left(&self, settings: &Settings) -> i32 {
        if self.forfeit {
            return 0;
        }
        let all = allowance(self.extra_attacks, None, settings).attacks;
        all.saturating_sub(self.attacks_used).max(0)
    }

    /// A new round starts (TRI-DEF-04). Stances go on to the next turn.
    pub fn start_round(&mut self, settings: &Settings) {
        self.attacks_used = 0;
        self.forfeit = false;
        self.both_used = false;
        if settings.defenses_recount == Recount::Round {
            self.defenses = 0;
        }
    }

    /// Their turn starts: stances and a lost escape end (TRI-STANCE-01, TRI-STANCE-02,
    /// TRI-ESC-04).
    pub fn start_turn(&mut self, settings: &Settings) {
        self.own_turn = true;
        self.stance = None;
        self.lost_escape = false;
        self.attacked_this_turn = false;
        self.both_used = false;
        if settings.defenses_recount == Recount::OwnTurn {
            self.defenses = 0;
        }
    }

    /// Their turn ends.
    pub fn end_turn(&mut self) {
        self.own_turn = false;
    }

    /// Takes a stance (TRI-STANCE-01, TRI-STANCE-02).
    ///
    /// # Errors
    /// [`NoUse`] outside of their turn or after an attack; nothing changed.
    pub fn take(&mut self, stance: Stance) -> Result<(), NoUse> {
        if !self.own_turn {
            return Err(NoUse::NotYourTurn);
        }
        if self.attacked_this_turn {
            return Err(NoUse::AlreadyAttacked);
        }
        self.stance = Some(stance);
        Ok(())
    }

    /// Uses an attack (TRI-ATK-03).
    ///
    /// # Errors
    /// [`NoUse`] when it does not fit; nothing changed.
    pub fn spend(&mut self, on: Use, settings: &Settings) -> Result<(), NoUse> {
        if !self.own_turn {
            return Err(NoUse::NotYourTurn);
        }
        let wrestles = settings.total_defense_wrestles && !on.rolls_attack();
        if self.stance == Some(Stance::TotalDefense) && !wrestles {
            return Err(NoUse::TotalDefense);
        }
        if self.attacks_left(settings) == 0 {
            return Err(NoUse::NoAttacksLeft);
        }
        if on == Use::TwoWeapons {
            if self.both_used && !settings.dual_every_attack {
                return Err(NoUse::TwoWeaponsUsed);
            }
            self.both_used = true;
        }
        self.attacks_used = self.attacks_used.saturating_add(1);
        self.attacked_this_turn = true;
        Ok(())
    }

    /// Writes down how a paid attempt to get free ended: the attack comes back, is gone, or
    /// takes all others with it (TRI-ESC-02 to 04).
    pub fn escaped(&mut self, how: Freed) {
        match how {
            Freed::EscapeAndAct => self.attacks_used = self.attacks_used.saturating_sub(1).max(0),
            Freed::Escape => {}
            Freed::Held => {
                self.forfeit = true;
                self.lost_escape = true;
            }
        }
    }

    /// Counts a defense and says what it is counted against: how many came before it, and
    /// how many are free (TRI-DEF-03, TRI-DEF-04).
    ///
    /// # Errors
    /// [`Forbidden`] when there may be none; nothing was counted.
    pub fn defend(&mut self, settings: &Settings) -> Result<(i32, i32), Forbidden> {
        if self.stance == Some(Stance::TotalAttack) {
            return Err(Forbidden::TotalAttack);
        }
        if self.lost_escape {
            return Err(Forbidden::LostEscape);
        }
        let prior = self.defenses;
        self.defenses = prior.saturating_add(1);
        let free = allowance(self.extra_attacks, self.stance, settings).optimal_defenses;
        Ok((prior, free))
    }
}
