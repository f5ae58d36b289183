//! The fixed numbers of the system, each in one place.

/// The lowest face that is a success (CHR-DICE-01).
pub(crate) const SUCCESS_FACE: u16 = 8;
/// From how many successes on a roll is exceptional (CHR-DICE-03).
pub(crate) const EXCEPTIONAL_AT: u32 = 5;
/// Seconds of the story that one turn takes (CHR-TURN-01).
pub(crate) const TURN_SECONDS: u32 = 3;
/// The most dice that aiming gives (CHR-AIM-01).
pub(crate) const AIM_MAX: i32 = 3;
/// Bullets that covering fire eats (CHR-CFIRE-05).
pub(crate) const COVERING_FIRE_BULLETS: i32 = 10;
/// Hours until one point of bashing is gone (CHR-HEAL-01).
pub(crate) const HOURS_PER_BASHING: u32 = 1;
/// Hours until one point of lethal is gone (CHR-HEAL-02).
pub(crate) const HOURS_PER_LETHAL: u32 = 24;
/// Hours until one point of aggravated is gone (CHR-HEAL-03).
pub(crate) const HOURS_PER_AGGRAVATED: u32 = 168;
/// Inflicted points from which a heart shot pierces the heart (CHR-TGT-05).
pub(crate) const HEART_PIERCED_FROM: u16 = 5;
/// The Size of a grown human, where nothing else is said.
pub(crate) const HUMAN_SIZE: i32 = 5;
/// Penalty of offhand attacks (CHR-CMP-03).
pub(crate) const OFFHAND: i32 = -2;
/// Bonus of all-out attacks (CHR-CMP-04).
pub(crate) const ALL_OUT: i32 = 2;
/// Added to Defense against a pulled blow (CHR-PULL-03).
pub(crate) const PULLED_BLOW: i32 = 1;
/// Any improvised weapon (CHR-IMPR-02).
pub(crate) const IMPROVISED: i32 = -1;
/// A wielder too weak for the weapon (CHR-IMPR-06).
pub(crate) const TOO_WEAK: i32 = -1;
/// Each combatant a shot must not hit (CHR-MIX-01).
pub(crate) const PER_AVOIDED: i32 = -2;
/// Each grappled combatant a shot must not hit (CHR-MIX-02).
pub(crate) const PER_AVOIDED_GRAPPLED: i32 = -4;
/// Dice of lying down: for attackers close by, and against those far off (CHR-PRONE-01 to 03).
pub(crate) const PRONE: i32 = 2;
