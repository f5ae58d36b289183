//! Storage of seats: their roles, the browsers that hold them, and the one-time links that move them.

pub(super) mod old_tokens;
pub(super) mod passes;
mod reading;
pub(super) mod writing;

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use rules::base::id::{SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::ruleset::SystemId;
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::auth::token::TokenHash;

/// A seat as stored, which is one person's place at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Table the seat belongs to.
    pub table: TableId,
    /// Number of the seat at its table.
    pub id: SeatId,
    /// Role of the seat.
    pub role: Role,
    /// Name the player gave.
    pub name: String,
    /// Number of times the seat has moved to another browser.
    pub moves: u32,
    /// Last visit of the seat's browser, in milliseconds since 1970.
    pub seen_at: u64,
    /// Whether a cookie of the first release still opens the seat.
    pub has_old_token: bool,
}

/// Seat with the details shown in its browser's list of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatListing {
    /// Seat the browser holds.
    pub seat: Seat,
    /// Name of the table.
    pub table_name: String,
    /// Rule system of the table's newest encounter.
    pub system: SystemId,
}

/// A seat that is to be created at a table, for a person who joins.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// Table to join.
    pub table: TableId,
    /// Role of the seat.
    pub role: Role,
    /// Name the player gave.
    pub name: Name,
    /// Hash of the browser key of the player.
    pub browser: TokenHash,
    /// Creation time, in milliseconds since 1970.
    pub at: u64,
    /// Maximum number of seats in use at the table.
    pub max_seats: u32,
    /// Maximum number of seats in use with this role.
    pub max_of_role: u32,
}

/// Outcome of a guest's request to the store for a seat at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatOutcome {
    /// The browser holds this seat now; a browser that already held one at the table keeps it.
    Seated(SeatId),
    /// All seats of the table are taken.
    Full,
    /// Another seat at the table has this name or one that is confusable with it.
    NameTaken,
    /// The table is locked.
    Locked,
}

/// Purpose of a one-time link to a seat, either moving it to another device or recovering it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassKind {
    /// Moves the seat to another device.
    Move,
    /// Recovers the seat after the browser has lost its key.
    Recovery,
}

/// One-time link to store; it replaces the previous link of its kind for the seat.
#[derive(Clone, Debug)]
pub struct NewPass {
    /// Table the seat belongs to.
    pub table: TableId,
    /// Seat the link moves.
    pub seat: SeatId,
    /// Purpose of the link.
    pub kind: PassKind,
    /// Hash of the token in the link.
    pub hash: TokenHash,
    /// Expiry time, in milliseconds since 1970; `None` if the link does not expire.
    pub expires_at: Option<u64>,
}

/// Outcome of redeeming a one-time link to a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassOutcome {
    /// The browser holds the seat now, and the link is used up.
    Moved {
        /// Seat the browser now holds.
        seat: Seat,
        /// Other seat at the table that the browser held before and has now lost.
        instead_of: Option<Seat>,
    },
    /// The link does not exist or is no longer valid.
    InvalidPass,
    /// The browser holds a seat at the table that cannot be given up; the link remains valid.
    SeatCannotLeave,
}

/// Result of assigning the seats of old cookies, those of the first release, to a browser's key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdoptedCookies {
    /// Tables at which the cookie opened a seat, which the browser key holds now.
    pub matched: Vec<TableId>,
    /// Tables at which the browser key holds or held a seat, so that the cookie is no longer needed.
    pub held: Vec<TableId>,
}

/// Number of changes to a table's seats since they were created, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatChanges {
    /// Seats in use.
    pub in_use: Vec<Seat>,
    /// Seats that were revoked or given up.
    pub revoked: BTreeSet<SeatId>,
    /// Number of moves of each seat that was moved.
    pub moves: BTreeMap<SeatId, u32>,
}

impl SeatChanges {
    /// Returns how many times a seat was created, moved, handed over or revoked.
    #[must_use]
    pub fn change_count(&self) -> u64 {
        let moves: u64 = self.moves.values().copied().map(u64::from).sum();
        moves + self.in_use.len() as u64 + 2 * self.revoked.len() as u64
    }
}

/// A seat of a table that is being revoked or given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevokedSeat {
    /// Number of the revoked seat.
    pub seat: SeatId,
    /// Seat that revoked it; `None` if the server did.
    pub by: Option<SeatId>,
}

/// Storage operations on the seats of all tables and the links to them. A write method returns only once the data is
/// durable on disk.
#[async_trait]
pub trait SeatStore: Send + Sync {
    /// Creates a seat for a browser that joins a table.
    async fn create_seat(&self, seat: NewSeat) -> Result<SeatOutcome, StoreError>;
    /// Returns a seat, if it is in use.
    async fn seat(&self, table: TableId, seat: SeatId) -> Result<Option<Seat>, StoreError>;
    /// Returns the seats in use at a table, in order of creation.
    async fn seats(&self, table: TableId) -> Result<Vec<Seat>, StoreError>;
    /// Returns the seat in use that a browser holds at a table; `None` if it holds none.
    async fn seat_of_browser(
        &self,
        table: TableId,
        browser: TokenHash,
    ) -> Result<Option<Seat>, StoreError>;
    /// Returns the seats a browser holds at tables other than demos, most recently visited first.
    async fn list_seats_of_browser(
        &self,
        browser: TokenHash,
    ) -> Result<Vec<SeatListing>, StoreError>;
    /// Whether another seat has revoked this browser's seat at a table.
    async fn was_removed_from_table(
        &self,
        table: TableId,
        browser: TokenHash,
    ) -> Result<bool, StoreError>;
    /// Records a visit of the seat's browser.
    async fn record_visit(&self, table: TableId, seat: SeatId, at: u64) -> Result<(), StoreError>;
    /// Revokes a seat that no encounter knows of yet.
    async fn revoke_seat(
        &self,
        table: TableId,
        revoked: RevokedSeat,
        at: u64,
    ) -> Result<(), StoreError>;
    /// Locks a table against new guests, or unlocks it.
    async fn set_locked(&self, table: TableId, locked: bool) -> Result<(), StoreError>;
    /// Sets the delay in seconds with which spectators see the table.
    async fn set_spectator_delay(&self, table: TableId, seconds: u32) -> Result<(), StoreError>;
    /// Hands the storyteller role over to another seat in use; the previous storyteller becomes a co-storyteller.
    /// Returns `false` if the roles had already changed.
    async fn hand_over_storyteller(
        &self,
        table: TableId,
        from: SeatId,
        to: SeatId,
    ) -> Result<bool, StoreError>;
    /// Returns the changes of a table's seats since they were created.
    async fn seat_changes(&self, table: TableId) -> Result<SeatChanges, StoreError>;

    /// Assigns the seats opened by cookies of the first release to the browser's one key.
    async fn adopt_old_cookies(
        &self,
        browser: TokenHash,
        old: Vec<(TableId, TokenHash)>,
    ) -> Result<AdoptedCookies, StoreError>;
    /// Deletes the old cookie tokens of a browser's seats, so that only the browser key opens them.
    async fn forget_old_tokens(&self, browser: TokenHash) -> Result<(), StoreError>;

    /// Stores a one-time link; the previous link of its kind for the seat becomes invalid.
    async fn create_pass(&self, pass: NewPass) -> Result<(), StoreError>;
    /// Returns the seat a one-time link moves, if the link is valid at `now`.
    async fn seat_of_pass(&self, hash: TokenHash, now: u64) -> Result<Option<Seat>, StoreError>;
    /// Whether a link of this kind exists for a seat.
    async fn has_pass(
        &self,
        table: TableId,
        seat: SeatId,
        kind: PassKind,
    ) -> Result<bool, StoreError>;
    /// Redeems a one-time link to a seat, which moves the seat to this browser.
    async fn redeem_pass(
        &self,
        hash: TokenHash,
        browser: TokenHash,
        now: u64,
    ) -> Result<PassOutcome, StoreError>;
}
