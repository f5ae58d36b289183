//! How much of anything an encounter holds, and what happens one beyond.

/// Combatants that players see. One more is refused.
pub const MAX_VISIBLE: usize = 100;

/// Hidden combatants. A limit of its own, so that being refused never tells a player how
/// many are hidden.
pub const MAX_HIDDEN: usize = 100;

/// Combatants that all players together may own by adding them: those who run the table always have room.
pub const MAX_OF_PLAYERS: usize = 75;

/// Combatants one player may own by adding them.
pub const MAX_PER_PLAYER: usize = 8;

/// Holds between combatants that players see; and as many that touch a hidden one.
pub const MAX_HOLDS: usize = 200;

/// Covers in an encounter. Only storytellers add them.
pub const MAX_COVERS: usize = 60;

/// Combatants one quick-add line may make.
pub const MAX_PER_LINE: u32 = 20;

/// Characters of several quick-add lines together.
pub const MAX_BLOCK: usize = 3_000;

/// Characters of a quick-add line.
pub const MAX_LINE: usize = 240;

/// Edits of a sheet in one command.
pub const MAX_EDITS: usize = 100;

/// How far a trait of a sheet's own goes either way.
pub const MAX_CUSTOM_VALUE: i32 = 100;

/// Points of one severity in one packet of damage.
pub const MAX_DAMAGE: u16 = 100;

/// Points of one packet that have no severity, and points gained or lost by hand at once.
pub const MAX_LOSS: u16 = 1_000;

/// Named modifiers of one roll.
pub const MAX_TERMS: usize = 24;

/// The greatest single modifier, up or down.
pub const MAX_TERM: i32 = 100;

/// The most dice a pool may come to before any die is thrown again.
pub const MAX_POOL: i32 = 100;

/// Boxes one gesture may change.
pub const MAX_SHIFTS: usize = 60;

/// Log entries a view holds, per class of viewer. Older ones stay in the stored log.
pub const LOG_WINDOW: usize = 100;
/// Characters of the terms typed into a roll that its line of the log shows one by one.
pub const MAX_TYPED: usize = 240;

/// Commands that can be taken back, newest first; older ones stay done, and so does what no
/// line in the reader's log tells of any more. All clicks of a gesture count as one. Each
/// player's own are counted apart, so that being refused never tells what was done in secret
/// since.
pub const UNDO_DEPTH: usize = 60;

/// Milliseconds within which further boxes marked by the same hand on the same track join
/// the same log entry.
pub const SAME_GESTURE_MS: u64 = 12_000;

/// Exchanges under way at once that no player declared, those players know of and the others apart.
pub const MAX_OPEN: usize = 20;

/// Exchanges under way at once that one player declared.
pub const MAX_OPEN_PER_PLAYER: usize = 8;

/// Exchanges that are over and still shown, those players know of and the others apart.
pub const MAX_CLOSED: usize = 8;

/// Combatants who take part in one exchange.
pub const MAX_PARTIES: usize = 16;

/// Rulings on one exchange.
pub const MAX_RULINGS: usize = 24;

/// Clicks that one line of the log tells of. One more begins another line.
pub const MAX_GESTURE: usize = 200;

/// What a player may have proposed at once.
pub const MAX_PROPOSALS: usize = 6;

/// Hidden rolls that players can still be told of: the newest ones.
pub const UNSEEN_ROLLS: usize = 100;

/// Hidden rolls that players are told of in one encounter.
pub const MAX_SEALS: usize = 500;
