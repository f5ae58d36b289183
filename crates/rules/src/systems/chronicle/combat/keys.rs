//! The words under which items, dials, counts and holds are kept.

use crate::exchange::HoldSpec;
use crate::messages::chronicle as msg;

/// Kinds of item.
pub(super) const BRAWL_WEAPON: &str = "brawl";
pub(super) const MELEE_WEAPON: &str = "melee";
pub(super) const GUN: &str = "gun";
pub(super) const THROWN_WEAPON: &str = "thrown";
pub(super) const OBJECT: &str = "object";
pub(super) const ARMOR: &str = "armor";

/// Numbers of an item.
pub(super) const DAMAGE: &str = "damage";
pub(super) const ITEM_SIZE: &str = "size";
pub(super) const INITIATIVE_PENALTY: &str = "initiative";
pub(super) const STRENGTH_NEEDED: &str = "strength";
pub(super) const RANGES: [&str; 3] = ["short", "medium", "long"];
pub(super) const MAGAZINE: &str = "magazine";
pub(super) const ROUNDS: &str = "rounds";
pub(super) const JAMMED: &str = "jammed";
pub(super) const DURABILITY: &str = "durability";
pub(super) const STRUCTURE: &str = "structure";
pub(super) const BALLISTIC: &str = "ballistic";
pub(super) const GENERAL: &str = "general";

/// What may be true of an item.
pub(super) const AUTOMATIC: &str = "automatic";
pub(super) const STAKE: &str = "stake";
pub(super) const STUNS: &str = "stun";
pub(super) const AERODYNAMIC: &str = "aerodynamic";
pub(super) const BINDS: &str = "binds";
pub(super) const IMPROVISED: &str = "improvised";
pub(super) const LOOSE_ROUNDS: &str = "loose_rounds";
pub(super) const HIDDEN: &str = "hidden";
pub(super) const SUPERNATURAL: &str = "supernatural";
pub(super) const SEE_THROUGH: &str = "see_through";

/// The situation between two.
pub(super) const DISTANCE: &str = "distance";
pub(super) const CONCEALMENT: &str = "concealment";
pub(super) const FIRING_FROM: &str = "firing_from";
pub(super) const COVER_DURABILITY: &str = "cover_durability";
pub(super) const COVER_STRUCTURE: &str = "cover_structure";
pub(super) const COVER_SEE_THROUGH: &str = "cover_see_through";
pub(super) const CLOSE_QUARTERS: &str = "close_quarters";
pub(super) const UNAWARE: &str = "unaware";
pub(super) const APART: &str = "apart";

/// What is set about a maneuver.
pub(super) const BASHING: &str = "bashing";
pub(super) const LETHAL: &str = "lethal";
pub(super) const AGGRAVATED: &str = "aggravated";
pub(super) const BULLETS: &str = "bullets";
pub(super) const ALL_OUT: &str = "all_out";
pub(super) const OFFHAND: &str = "offhand";
pub(super) const CALLED: &str = "called";
pub(super) const PULLED: &str = "pulled";
pub(super) const BURST: &str = "burst";
pub(super) const YARDS: &str = "yards";
pub(super) const AWAY: &str = "away";
pub(super) const TRAITS: [&str; 4] = ["trait", "second", "their_trait", "their_second"];

/// What is counted in a turn: applications of Defense (CHR-DEF-05), the action a grapple gave
/// back (CHR-GRAP-06), the action that was lost (CHR-COND-04), a run (CHR-MOVE-02). The acts
/// themselves are counted by their own keys.
pub(super) const DEFENSE: &str = "defense";
pub(super) const BREAK_FREE: &str = "break_free";
pub(super) const LOST_ACTION: &str = "lost_action";
pub(super) const RUN: &str = "run";
/// What a combatant waited for never came (CHR-INIT-04).
pub(in crate::systems::chronicle) const UNMET: &str = "unmet_delay";

/// Who holds whom.
pub(super) const AIM: &str = "aim";
pub(super) const GRAPPLE: &str = "grapple";
pub(super) const HOLD: &str = "hold";
pub(super) const CONTROL: &str = "control";
pub(super) const SHIELD: &str = "shield";
pub(super) const HELP: &str = "help";

/// Counted for the one whom the first grab of a grapple caught this turn.
pub(super) const GRABBED: &str = "grabbed";

/// A Hold by a joint lock, which binds; any other only holds (CHR-GRAP-11, CHR-GRAP-12).
pub(super) const LOCK: i32 = 1;

/// The ways in which one holds another. A controlled weapon is written as twice its id, and one
/// more when it is the other's (CHR-GRAP-07).
pub(super) const HOLDS: [HoldSpec; 6] = [
    HoldSpec::new(AIM, msg::AIMS_AT, 3),
    HoldSpec::new(GRAPPLE, msg::GRAPPLES_2, 0),
    HoldSpec::new(HOLD, msg::HOLDS, LOCK),
    HoldSpec::new(CONTROL, msg::CONTROLS_THE_WEAPON_IN_A, 200_000),
    HoldSpec::new(SHIELD, msg::HIDES_BEHIND, 0),
    HoldSpec::new(HELP, msg::HELPS_AGAINST, 0),
];

/// The mark of a shooter on those whom covering fire threatens (CHR-CFIRE-07).
pub(super) const COVERS: &str = "covers";
