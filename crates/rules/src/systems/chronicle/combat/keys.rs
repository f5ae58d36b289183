//! Keys of item kinds, item numbers, parameters, counts and holds.

use crate::exchange::HoldSpec;
use crate::messages::chronicle as msg;

/// Kinds of item.
pub(crate) const BRAWL_WEAPON: &str = "brawl";
pub(crate) const MELEE_WEAPON: &str = "melee";
pub(crate) const GUN: &str = "gun";
pub(crate) const THROWN_WEAPON: &str = "thrown";
pub(crate) const OBJECT: &str = "object";
pub(crate) const ARMOR: &str = "armor";

/// Numbers of an item.
pub(crate) const DAMAGE: &str = "damage";
pub(crate) const ITEM_SIZE: &str = "size";
pub(crate) const INITIATIVE_PENALTY: &str = "initiative";
pub(crate) const STRENGTH_NEEDED: &str = "strength";
pub(crate) const RANGES: [&str; 3] = ["short", "medium", "long"];
pub(crate) const MAGAZINE: &str = "magazine";
pub(crate) const ROUNDS: &str = "rounds";
pub(crate) const JAMMED: &str = "jammed";
pub(crate) const DURABILITY: &str = "durability";
pub(crate) const STRUCTURE: &str = "structure";
pub(crate) const BALLISTIC: &str = "ballistic";
pub(crate) const GENERAL: &str = "general";

/// Tags of an item.
pub(crate) const AUTOMATIC: &str = "automatic";
pub(crate) const STAKE: &str = "stake";
pub(crate) const STUNS: &str = "stun";
pub(crate) const AERODYNAMIC: &str = "aerodynamic";
pub(crate) const BINDS: &str = "binds";
pub(crate) const IMPROVISED: &str = "improvised";
pub(crate) const LOOSE_ROUNDS: &str = "loose_rounds";
pub(crate) const HIDDEN: &str = "hidden";
pub(crate) const SUPERNATURAL: &str = "supernatural";
pub(crate) const SEE_THROUGH: &str = "see_through";

/// The situation between two.
pub(crate) const DISTANCE: &str = "distance";
/// The greatest distance between two, in yards.
pub(crate) const DISTANCE_MOST: i32 = 10_000;
pub(crate) const CONCEALMENT: &str = "concealment";
pub(crate) const FIRING_FROM: &str = "firing_from";
pub(crate) const COVER_DURABILITY: &str = "cover_durability";
pub(crate) const COVER_STRUCTURE: &str = "cover_structure";
pub(crate) const COVER_SEE_THROUGH: &str = "cover_see_through";
pub(crate) const CLOSE_QUARTERS: &str = "close_quarters";
pub(crate) const UNAWARE: &str = "unaware";
pub(crate) const APART: &str = "apart";

/// Parameters of a maneuver.
pub(crate) const BASHING: &str = "bashing";
pub(crate) const LETHAL: &str = "lethal";
pub(crate) const AGGRAVATED: &str = "aggravated";
pub(crate) const BULLETS: &str = "bullets";
pub(crate) const ALL_OUT: &str = "all_out";
pub(crate) const OFFHAND: &str = "offhand";
pub(crate) const CALLED: &str = "called";
pub(crate) const PULLED: &str = "pulled";
pub(crate) const BURST: &str = "burst";
pub(crate) const YARDS: &str = "yards";
pub(crate) const AWAY: &str = "away";
pub(crate) const TRAITS: [&str; 4] = ["trait", "second", "their_trait", "their_second"];

/// Counts of a turn: applications of Defense (CHR-DEF-05), the action a grapple gave
/// back (CHR-GRAP-06), the action that was lost (CHR-COND-04), a run (CHR-MOVE-02). The acts
/// themselves are counted by their own keys.
pub(crate) const DEFENSE: &str = "defense";
pub(crate) const BREAK_FREE: &str = "break_free";
pub(crate) const LOST_ACTION: &str = "lost_action";
pub(crate) const RUN: &str = "run";
/// Count of a delayed action whose trigger never came (CHR-INIT-04).
pub(crate) const UNMET: &str = "unmet_delay";

/// Kinds of hold between two combatants.
pub(crate) const AIM: &str = "aim";
pub(crate) const GRAPPLE: &str = "grapple";
pub(crate) const HOLD: &str = "hold";
pub(crate) const CONTROL: &str = "control";
pub(crate) const SHIELD: &str = "shield";
pub(crate) const HELP: &str = "help";

/// Counted for the one whom the first grab of a grapple caught this turn.
pub(crate) const GRABBED: &str = "grabbed";

/// A Hold by a joint lock, which binds; any other only holds (CHR-GRAP-11, CHR-GRAP-12).
pub(crate) const LOCK: i32 = 1;

/// The ways in which one holds another. A controlled weapon is written as twice its id, and one
/// more when it is the other's (CHR-GRAP-07).
pub(crate) const HOLDS: [HoldSpec; 6] = [
    HoldSpec::new(AIM, msg::AIMS_AT, 3),
    HoldSpec::new(GRAPPLE, msg::GRAPPLES_2, 0),
    HoldSpec::new(HOLD, msg::HOLDS, LOCK),
    HoldSpec::new(CONTROL, msg::CONTROLS_THE_WEAPON_IN_A, 200_000),
    HoldSpec::new(SHIELD, msg::HIDES_BEHIND, 0),
    HoldSpec::new(HELP, msg::HELPS_AGAINST, 0),
];

/// The mark of a shooter on those whom covering fire threatens (CHR-CFIRE-07).
pub(crate) const COVERS: &str = "covers";
