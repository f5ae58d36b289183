//! Limits of an encounter and what happens beyond them.

/// Maximum number of visible combatants. One more is refused.
pub const MAX_VISIBLE: usize = 100;

/// Maximum number of hidden combatants. It is counted apart, so that a refusal never tells a player how many
/// are hidden.
pub const MAX_HIDDEN: usize = 100;

/// Maximum number of combatants that all players together may own by adding them, so that storytellers always
/// have room.
pub const MAX_PLAYER_COMBATANTS: usize = 75;

/// Maximum number of combatants that one player may own by adding them.
pub const MAX_PER_PLAYER: usize = 8;

/// Maximum number of holds between visible combatants, and of holds that involve a hidden one.
pub const MAX_HOLDS: usize = 200;

/// Maximum number of combatants whose ways in the scene are asked for together.
pub const MAX_MOVED_TOGETHER: usize = 40;

/// Maximum number of covers. Only storytellers add them.
pub const MAX_COVERS: usize = 60;

/// Maximum number of combatants that one quick-add line may make.
pub const MAX_COMBATANTS_PER_LINE: u32 = 20;

/// Maximum number of characters of several quick-add lines together.
pub const MAX_QUICK_ADD_TEXT: usize = 3_000;

/// Maximum number of characters of one quick-add line.
pub const MAX_QUICK_ADD_LINE: usize = 240;

/// Maximum number of sheet edits in one command.
pub const MAX_SHEET_EDITS: usize = 100;

/// Largest absolute value of a custom trait.
pub const MAX_CUSTOM_VALUE: i32 = 100;

/// Maximum points of one severity in one packet of damage.
pub const MAX_DAMAGE: u16 = 100;

/// Maximum points without a severity in one packet, and points of health changed by hand at once.
pub const MAX_LOSS: u16 = 1_000;

/// Maximum number of typed terms in one roll.
pub const MAX_TERMS: usize = 24;

/// Largest absolute value of a single term.
pub const MAX_TERM: i32 = 100;

/// Maximum number of dice in a pool, before any die is rolled again.
pub const MAX_POOL: i32 = 100;

/// Maximum number of box changes in one command.
pub const MAX_BOX_SHIFTS: usize = 60;

/// Maximum number of log entries in a view, per class. Older ones stay in the stored log.
pub const LOG_WINDOW: usize = 100;
/// Maximum number of characters of typed terms that a roll's log line shows one by one.
pub const MAX_TYPED_TERM_CHARS: usize = 240;

/// Maximum number of commands that can be undone, newest first; older ones stay done, as do those that no log
/// line in the reader's window tells of. All clicks of a gesture count as one. Each player's commands are
/// counted apart, so that a refusal never tells what was done in secret.
pub const UNDO_DEPTH: usize = 60;

/// Milliseconds within which further marks by the same person on the same track join the same log entry.
pub const SAME_GESTURE_MS: u64 = 12_000;

/// Maximum number of exchanges under way that no player declared, counted apart for those that players know of
/// and the others.
pub const MAX_OPEN_EXCHANGES: usize = 20;

/// Maximum number of exchanges under way that one player declared.
pub const MAX_OPEN_EXCHANGES_PER_PLAYER: usize = 8;

/// Maximum number of ended exchanges still shown, counted apart for those that players know of and the others.
pub const MAX_ENDED_EXCHANGES: usize = 8;

/// Maximum number of combatants in one exchange.
pub const MAX_EXCHANGE_PARTIES: usize = 16;

/// Maximum number of things that a table has on its list of what the game leaves out.
pub const MAX_BOUNDARIES: usize = 60;

/// Maximum number of rulings on one exchange.
pub const MAX_RULINGS: usize = 24;

/// Maximum number of clicks in one log line. One more begins another line.
pub const MAX_GESTURE_CLICKS: usize = 200;

/// Maximum number of unsettled proposals of one player.
pub const MAX_PROPOSALS: usize = 6;

/// Number of newest hidden rolls that can still be sealed.
pub const MAX_SEALABLE_ROLLS: usize = 100;

/// Maximum number of sealed rolls in one encounter.
pub const MAX_SEALS: usize = 500;

/// Maximum number of asked rolls that are not over. Only storytellers ask.
pub const MAX_OPEN_ASKS: usize = 12;

/// Maximum number of asked rolls still shown once they are over, counted apart for those that players know of and the
/// others, and of the others for each combatant who is asked.
pub const MAX_ENDED_ASKS: usize = 6;

/// Maximum number of combatants asked at once.
pub const MAX_ASKED: usize = 40;

/// Maximum number of characters of the line that players read with an asked roll.
pub const MAX_ASK_WORDS: usize = 200;

/// Greatest number of successes that an asked roll may need.
pub const MAX_ASK_NEEDS: u16 = 30;

/// Maximum number of consequences of an asked roll.
pub const MAX_ASK_FOLLOWS: usize = 8;
