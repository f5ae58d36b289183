//! Seats and table exports of a simulated store: seats never change.

use async_trait::async_trait;
use rules::id::{SeatId, TableId};

use super::SimulatedStore;
use crate::auth::token::TokenHash;
use crate::store::archive::{Listed, NewWhole, Whole, WholeTable};
use crate::store::seats::{
    Changed, Folded, Moved, NewPass, NewSeat, PassKind, Revoked, Sat, Seat, Seats, Sitting,
};
use crate::store::{Scene, StoreError};

#[async_trait]
impl Seats for SimulatedStore {
    async fn changed_seats(&self, _: TableId) -> Result<Changed, StoreError> {
        self.read(|_| Changed::default())
    }

    async fn seats(&self, _: TableId) -> Result<Vec<Seat>, StoreError> {
        self.read(|_| Vec::new())
    }

    async fn make_seat(&self, _: NewSeat) -> Result<Sat, StoreError> {
        Self::elsewhere()
    }

    async fn seat(&self, _: TableId, _: SeatId) -> Result<Option<Seat>, StoreError> {
        Self::elsewhere()
    }

    async fn seat_of_browser(&self, _: TableId, _: TokenHash) -> Result<Option<Seat>, StoreError> {
        Self::elsewhere()
    }

    async fn sittings(&self, _: TokenHash) -> Result<Vec<Sitting>, StoreError> {
        Self::elsewhere()
    }

    async fn was_shown_out(&self, _: TableId, _: TokenHash) -> Result<bool, StoreError> {
        Self::elsewhere()
    }

    async fn seen(&self, _: TableId, _: SeatId, _: u64) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn revoke(&self, _: TableId, _: Revoked, _: u64) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn lock(&self, _: TableId, _: bool) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn delay(&self, _: TableId, _: u32) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn hand_over(&self, _: TableId, _: SeatId, _: SeatId) -> Result<bool, StoreError> {
        Self::elsewhere()
    }

    async fn fold(&self, _: TokenHash, _: Vec<(TableId, TokenHash)>) -> Result<Folded, StoreError> {
        Self::elsewhere()
    }

    async fn forget_old_tokens(&self, _: TokenHash) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn make_pass(&self, _: NewPass) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn seat_of_pass(&self, _: TokenHash, _: u64) -> Result<Option<Seat>, StoreError> {
        Self::elsewhere()
    }

    async fn has_pass(&self, _: TableId, _: SeatId, _: PassKind) -> Result<bool, StoreError> {
        Self::elsewhere()
    }

    async fn use_pass(&self, _: TokenHash, _: TokenHash, _: u64) -> Result<Moved, StoreError> {
        Self::elsewhere()
    }
}

#[async_trait]
impl Whole for SimulatedStore {
    async fn whole(&self, _: TableId) -> Result<Option<WholeTable>, StoreError> {
        Self::elsewhere()
    }

    async fn make_whole(&self, _: NewWhole) -> Result<(), StoreError> {
        Self::elsewhere()
    }

    async fn listed(&self) -> Result<Vec<Listed>, StoreError> {
        Self::elsewhere()
    }

    async fn in_order(&self, _: TableId) -> Result<Vec<Scene>, StoreError> {
        Self::elsewhere()
    }

    async fn came(&self, _: &Scene) -> Result<Option<u64>, StoreError> {
        Self::elsewhere()
    }
}
