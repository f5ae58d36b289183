//! Seats as they are kept: who sits where, in which browser, and the links that move a seat.

mod reading;
pub(super) mod writing;

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use rules::id::{SeatId, TableId};
use rules::seat::Role;
use rules::system::SystemId;
use rules::text::Name;
use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::token::TokenHash;

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The table.
    pub table: TableId,
    /// The number at the table.
    pub id: SeatId,
    /// What it is for.
    pub role: Role,
    /// The name they gave.
    pub name: String,
    /// How often it has moved to another browser.
    pub moves: u32,
    /// When its browser was last there, in milliseconds since 1970.
    pub seen_at: u64,
    /// Whether a cookie of the first release opens it too.
    pub has_old_token: bool,
}

/// A seat with what its browser's list of tables says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// The seat.
    pub seat: Seat,
    /// The table's name.
    pub table_name: String,
    /// The rules of its newest encounter.
    pub system: SystemId,
}

/// A seat to be made.
#[derive(Clone, Debug)]
pub struct NewSeat {
    /// At which table.
    pub table: TableId,
    /// What it is for.
    pub role: Role,
    /// The name they gave.
    pub name: Name,
    /// The hash of the key of their browser.
    pub browser: TokenHash,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How many seats in use a table has at most.
    pub most: u32,
    /// How many of them are for this.
    pub most_of_role: u32,
}

/// What came of asking for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sat {
    /// They sit there; a browser that sat at the table already keeps its seat.
    Down(SeatId),
    /// The table has as many seats as it may.
    Full,
    /// Another at the table has that name, or one that looks like it.
    NameTaken,
    /// The table takes nobody new.
    Locked,
}

/// What a link that works once is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassKind {
    /// To sit in the same seat on another device.
    Move,
    /// To come back when the browser has forgotten its key.
    Recovery,
}

/// A link that works once, to be kept in place of the last one of its kind for that seat.
#[derive(Clone, Debug)]
pub struct NewPass {
    /// The table.
    pub table: TableId,
    /// The seat it moves.
    pub seat: SeatId,
    /// What it is for.
    pub kind: PassKind,
    /// The hash of what stands in the link.
    pub hash: TokenHash,
    /// When it stops working, in milliseconds since 1970; `None` is never.
    pub expires_at: Option<u64>,
}

/// What came of a link that works once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The seat is the browser's now, and the link is used up.
    Here {
        /// The seat.
        seat: Seat,
        /// The seat the browser held at that table before, and holds no more.
        instead_of: Option<Seat>,
    },
    /// No such link, or not any more.
    NoPass,
    /// The browser holds a seat at that table which nobody leaves; the link still works.
    Bound,
}

/// What came of cookies of the first release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// At these tables the cookie stood for a seat, which is the browser's now.
    pub matched: Vec<TableId>,
    /// At these tables the browser has, or had, a seat by its key: the cookie is not needed.
    pub held: Vec<TableId>,
}

/// What has become of a table's seats since they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Those in use.
    pub sitting: Vec<Seat>,
    /// Those that were taken away or given up.
    pub revoked: BTreeSet<SeatId>,
    /// How often those moved that did.
    pub moves: BTreeMap<SeatId, u32>,
}

impl Changed {
    /// How often a seat was made, moved, handed over or taken away.
    #[must_use]
    pub fn turns(&self) -> u64 {
        let moves: u64 = self.moves.values().copied().map(u64::from).sum();
        moves + self.sitting.len() as u64 + 2 * self.revoked.len() as u64
    }
}

/// A seat that is taken away or given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revoked {
    /// The seat.
    pub seat: SeatId,
    /// The seat of who did it; `None` is the program.
    pub by: Option<SeatId>,
}

/// The part of the store that knows the seats. An answer to a write means that it is
/// on disk.
#[async_trait]
pub trait Seats: Send + Sync {
    /// Makes a seat.
    async fn make_seat(&self, seat: NewSeat) -> Result<Sat, StoreError>;
    /// A seat in use.
    async fn seat(&self, table: TableId, seat: SeatId) -> Result<Option<Seat>, StoreError>;
    /// The seats in use at a table, in the order in which they were made.
    async fn seats(&self, table: TableId) -> Result<Vec<Seat>, StoreError>;
    /// The seat in use that a browser holds at a table.
    async fn seat_of_browser(
        &self,
        table: TableId,
        browser: TokenHash,
    ) -> Result<Option<Seat>, StoreError>;
    /// Where a browser sits, demonstrations apart: where it was last comes first.
    async fn sittings(&self, browser: TokenHash) -> Result<Vec<Sitting>, StoreError>;
    /// Whether another browser took a seat at a table away from this one.
    async fn was_shown_out(&self, table: TableId, browser: TokenHash) -> Result<bool, StoreError>;
    /// Notes that the browser of a seat was there.
    async fn seen(&self, table: TableId, seat: SeatId, at: u64) -> Result<(), StoreError>;
    /// Takes a seat away that no encounter knows of yet.
    async fn revoke(&self, table: TableId, revoked: Revoked, at: u64) -> Result<(), StoreError>;
    /// From now on the table takes nobody new, or takes guests again.
    async fn lock(&self, table: TableId, locked: bool) -> Result<(), StoreError>;
    /// From now on spectators see what happens at the table so many seconds later.
    async fn delay(&self, table: TableId, seconds: u32) -> Result<(), StoreError>;
    /// The storyteller of a table hands the storytelling over to another seat in use and is a
    /// co-storyteller from now on. Whether it was so: another may have been faster.
    async fn hand_over(&self, table: TableId, from: SeatId, to: SeatId)
    -> Result<bool, StoreError>;
    /// What has become of a table's seats.
    async fn changed_seats(&self, table: TableId) -> Result<Changed, StoreError>;

    /// Gives a browser the seats its cookies of the first release stand for.
    async fn fold(
        &self,
        browser: TokenHash,
        old: Vec<(TableId, TokenHash)>,
    ) -> Result<Folded, StoreError>;
    /// From now on only the browser's key opens its seats.
    async fn forget_old_tokens(&self, browser: TokenHash) -> Result<(), StoreError>;

    /// Keeps a link that works once; the last one of its kind for the seat stops.
    async fn make_pass(&self, pass: NewPass) -> Result<(), StoreError>;
    /// The seat a link moves, if it works at this time.
    async fn seat_of_pass(&self, hash: TokenHash, now: u64) -> Result<Option<Seat>, StoreError>;
    /// Whether there is a link of this kind for a seat.
    async fn has_pass(
        &self,
        table: TableId,
        seat: SeatId,
        kind: PassKind,
    ) -> Result<bool, StoreError>;
    /// Uses a link up: its seat moves to this browser.
    async fn use_pass(
        &self,
        hash: TokenHash,
        browser: TokenHash,
        now: u64,
    ) -> Result<Moved, StoreError>;
}
