//! The fixed numbers of the system, each in one place.

/// Sides of every die.
pub(super) const SIDES: u16 = 6;
/// Both dice show a one: the lowest roll there is (TRI-CRIT-01).
pub(super) const SNAKE_EYES: i32 = 2;
/// Both dice show a six: the highest roll there is (TRI-ROLL-04).
pub(super) const BOXCARS: i32 = 12;
/// Difference by which the Defense Value lies below the Combat Value (TRI-STAT-02).
pub(super) const DEFENSE_GAP: i32 = 2;
/// Health and Energy for each point of their two Stats (TRI-STAT-03, TRI-STAT-04).
pub(super) const POINTS_PER_STAT: i32 = 5;
/// Penalty of each defense past the free ones, which adds up (TRI-DEF-03).
pub(super) const PER_DEFENSE: i32 = 2;
/// Aiming at a vital target (TRI-VITAL-01).
pub(super) const VITAL: i32 = 4;
/// Multiplier of the damage of a hit on a vital target (TRI-DMG-04).
pub(super) const VITAL_MULTIPLIER: i32 = 2;
/// Aiming at a chink in the armor (TRI-CHINK-01).
pub(super) const CHINK: i32 = 2;
/// Defending against an attacker who flanks (TRI-FLANK-02).
pub(super) const FLANKED: i32 = -1;
/// Penalty of being grappled (TRI-GRAP-03).
pub(super) const GRAPPLED: i32 = 2;
/// Being grappled and doing something that needs much room (TRI-GRAP-03).
pub(super) const GRAPPLED_MOBILE: i32 = 4;
/// Difference of Body from which a grappler is much stronger (TRI-GRAP-04).
pub(super) const MUCH_STRONGER: i32 = 4;
/// Bonus of the attack of a throw (TRI-THROW-01).
pub(super) const THROW: i32 = 2;
/// Base damage of a throw (TRI-THROW-04).
pub(super) const THROW_BASE: i32 = 5;
/// Disarming with the hands or a melee weapon (TRI-DISARM-01).
pub(super) const DISARM_CLOSE: i32 = 2;
/// Disarming from afar (TRI-DISARM-06).
pub(super) const DISARM_RANGED: i32 = 4;
/// Holding the weapon in two hands against a disarm (TRI-DISARM-03).
pub(super) const TWO_HANDED: i32 = 1;
/// Using a weapon that was nearly lost (TRI-DISARM-04).
pub(super) const SHAKEN: i32 = -2;
/// Two weapons at one target (TRI-DUAL-01).
pub(super) const DUAL_SAME: i32 = 4;
/// Two weapons at two targets (TRI-DUAL-01).
pub(super) const DUAL_DIFFERENT: i32 = 6;
/// Drawing as part of the attack (TRI-DRAW-01).
pub(super) const DRAW: i32 = 3;
/// Modifier of attacks by a total attack (TRI-STANCE-01).
pub(super) const TOTAL_ATTACK: i32 = 1;
/// Modifier of defenses by a total defense (TRI-STANCE-02).
pub(super) const TOTAL_DEFENSE: i32 = 2;
/// Energy that one bonus costs (TRI-EN-01).
pub(super) const ENERGY_COST: i32 = 5;
/// Bonus that Energy buys, before Focus (TRI-EN-01).
pub(super) const ENERGY_BONUS: i32 = 1;
