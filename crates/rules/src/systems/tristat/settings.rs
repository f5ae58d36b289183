//! House rules: every reading of the rules that another table may see differently.

use serde::{Deserialize, Serialize};

use super::input::{self, Nonsense};

/// When the count of defenses starts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recount {
    /// When a round starts, for everybody at once.
    #[default]
    Round,
    /// When the defender's own turn starts.
    OwnTurn,
}

/// What two multipliers on one damage come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// ×2 with ×3 is ×6.
    #[default]
    Multiply,
    /// ×2 with ×3 is ×4: each adds what it has above one.
    Add,
    /// ×2 with ×3 is ×3.
    Greatest,
}

/// When two squares lie on opposite sides of a third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opposite {
    /// Left against right, above against below, corner against the far corner.
    #[default]
    Mirrored,
    /// Anywhere that makes the two look at each other past the third at a wide angle.
    Wide,
}

/// Where a weapon lies that was struck from a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Landing {
    /// In the square of whoever held it.
    #[default]
    VictimSquare,
    /// In the square of whoever struck it.
    AttackerSquare,
    /// Wherever the storyteller says.
    Storyteller,
}

/// The house rules of one table. What is left out of a file keeps its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// A defense also succeeds on exactly its target. Off: the attacker has the tie (TRI-ROLL-02).
    pub defense_takes_ties: bool,
    /// Two sixes fail whatever the target. Off: twelve is a number like another (TRI-ROLL-04).
    pub natural_12_fails: bool,
    /// Nobody can defend against a critical (TRI-CRIT-01).
    pub crit_denies_defense: bool,
    /// Two ones succeed on defenses and Stat checks too (TRI-CRIT-04).
    pub snake_eyes_always_succeed: bool,
    /// Extra Attacks bring as many free defenses. Off: only attacks (TRI-EXTRA-01).
    pub extra_attacks_defend: bool,
    /// When the count of defenses starts again (TRI-DEF-04).
    pub defenses_recount: Recount,
    /// What a vital hit that is also a critical multiplies by (TRI-DMG-05).
    pub multipliers: Stacking,
    /// Half of an odd armor is rounded up. Off: down (TRI-CHINK-02).
    pub half_armor_rounds_up: bool,
    /// When two attackers are on opposite sides (TRI-FLANK-01).
    pub opposite: Opposite,
    /// Every pair that flanks takes a point. Off: flanked is flanked (TRI-FLANK-02).
    pub flanking_adds_up: bool,
    /// Whoever holds somebody is hindered like the one who is held (TRI-GRAP-02).
    pub holding_hinders: bool,
    /// What needs much room takes 4 on top of the 2. Off: instead of them (TRI-GRAP-03).
    pub mobility_adds: bool,
    /// The hindrance for want of room counts in escapes as well (TRI-ESC-01).
    pub mobility_hinders_escape: bool,
    /// Escapes are wrestled with effective Body. Off: with the Stat as it is (TRI-ESC-01).
    pub escape_by_effective_body: bool,
    /// Armor does not help against strangling (TRI-CHOKE-02).
    pub strangling_ignores_armor: bool,
    /// A thrower may choose a shorter flight (TRI-THROW-04).
    pub shorter_throws: bool,
    /// A critical multiplies the squares of a flight too (TRI-THROW-04).
    pub critical_lengthens_throw: bool,
    /// Health lost for each square of a flight that cannot be flown (TRI-THROW-05).
    pub collision_damage: i32,
    /// The most squares that count for it (TRI-THROW-05).
    pub collision_cap: i32,
    /// What multiplies the throw's damage multiplies the collision (TRI-THROW-05).
    pub collision_multiplies: bool,
    /// What lying down adds to attacks (TRI-PRONE-01).
    pub prone_attack: i32,
    /// What lying down adds to defenses (TRI-PRONE-01).
    pub prone_defense: i32,
    /// A disarm also does its weapon's damage (TRI-DISARM-01).
    pub disarm_damages: bool,
    /// Where a weapon lies that was struck from a hand (TRI-DISARM-04).
    pub disarmed_lands: Landing,
    /// Both weapons may strike with every attack. Off: once in a turn (TRI-DUAL-01).
    pub dual_every_attack: bool,
    /// Total defense leaves escapes and strangling, which roll no attack (TRI-STANCE-02).
    pub total_defense_wrestles: bool,
    /// How often Energy may be spent on one roll (TRI-EN-01).
    pub energy_per_roll: i32,
    /// Focus raises what Energy buys by its level. Off: by nothing (TRI-EN-02).
    pub focus_adds_level: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            defense_takes_ties: false,
            natural_12_fails: false,
            crit_denies_defense: false,
            snake_eyes_always_succeed: true,
            extra_attacks_defend: true,
            defenses_recount: Recount::Round,
            multipliers: Stacking::Multiply,
            half_armor_rounds_up: false,
            opposite: Opposite::Mirrored,
            flanking_adds_up: false,
            holding_hinders: false,
            mobility_adds: false,
            mobility_hinders_escape: false,
            escape_by_effective_body: false,
            strangling_ignores_armor: false,
            shorter_throws: true,
            critical_lengthens_throw: false,
            collision_damage: 5,
            collision_cap: 3,
            collision_multiplies: false,
            prone_attack: 0,
            prone_defense: 0,
            disarm_damages: false,
            disarmed_lands: Landing::VictimSquare,
            dual_every_attack: false,
            total_defense_wrestles: false,
            energy_per_roll: 1,
            focus_adds_level: true,
        }
    }
}

impl Settings {
    /// Whether every number here is possible.
    ///
    /// # Errors
    /// [`Nonsense::Range`] for the first that is not.
    pub fn check(&self) -> Result<(), Nonsense> {
        input::within("collision_damage", self.collision_damage, 0, 1_000)?;
        input::within("collision_cap", self.collision_cap, 0, 1_000)?;
        input::within("prone_attack", self.prone_attack, -100, 100)?;
        input::within("prone_defense", self.prone_defense, -100, 100)?;
        input::within("energy_per_roll", self.energy_per_roll, 0, 100)
    }
}
