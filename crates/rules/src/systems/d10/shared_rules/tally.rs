//! Keys of the tallies of a turn, and of the stance that changes what counts.

/// Tally key of action rolls.
pub const ACTIONS: &str = "action";

/// Tally key of the defenses in a turn of desperate defense.
pub const DEFENSES: &str = "defense";

/// Tally key of declared actions that were given up for a defense in an exchange.
pub const ABORTED: &str = "aborted";

/// Key of the stance in which the whole turn is spent on defense.
pub const DESPERATE: &str = "desperate_defense";
/// Tally key of actions granted by powers.
pub const POWER_ACTIONS: &str = "power_action";
