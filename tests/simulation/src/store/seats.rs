//! Seats and table exports of a simulated store: seats never change.

use async_trait::async_trait;
use rules::base::id::{SeatId, TableId};
use server::auth::token::TokenHash;
use server::store::archive::{ArchiveStore, TableDump, TableImport, TableSummary};
use server::store::{
    AdoptedCookies, EncounterInfo, NewPass, NewSeat, PassKind, PassOutcome, RevokedSeat, Seat,
    SeatChanges, SeatListing, SeatOutcome, SeatStore, StoreError,
};

use super::SimulatedStore;

#[async_trait]
impl SeatStore for SimulatedStore {
    async fn seat_changes(&self, _: TableId) -> Result<SeatChanges, StoreError> {
        self.read_contents(|_| SeatChanges::default())
    }

    async fn seats(&self, _: TableId) -> Result<Vec<Seat>, StoreError> {
        self.read_contents(|_| Vec::new())
    }

    async fn create_seat(&self, _: NewSeat) -> Result<SeatOutcome, StoreError> {
        Self::unsupported()
    }

    async fn seat(&self, _: TableId, _: SeatId) -> Result<Option<Seat>, StoreError> {
        Self::unsupported()
    }

    async fn seat_of_browser(&self, _: TableId, _: TokenHash) -> Result<Option<Seat>, StoreError> {
        Self::unsupported()
    }

    async fn list_seats_of_browser(&self, _: TokenHash) -> Result<Vec<SeatListing>, StoreError> {
        Self::unsupported()
    }

    async fn was_removed_from_table(&self, _: TableId, _: TokenHash) -> Result<bool, StoreError> {
        Self::unsupported()
    }

    async fn record_visit(&self, _: TableId, _: SeatId, _: u64) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn revoke_seat(&self, _: TableId, _: RevokedSeat, _: u64) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn set_locked(&self, _: TableId, _: bool) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn set_spectator_delay(&self, _: TableId, _: u32) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn hand_over_storyteller(
        &self,
        _: TableId,
        _: SeatId,
        _: SeatId,
    ) -> Result<bool, StoreError> {
        Self::unsupported()
    }

    async fn adopt_old_cookies(
        &self,
        _: TokenHash,
        _: Vec<(TableId, TokenHash)>,
    ) -> Result<AdoptedCookies, StoreError> {
        Self::unsupported()
    }

    async fn forget_old_tokens(&self, _: TokenHash) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn create_pass(&self, _: NewPass) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn seat_of_pass(&self, _: TokenHash, _: u64) -> Result<Option<Seat>, StoreError> {
        Self::unsupported()
    }

    async fn has_pass(&self, _: TableId, _: SeatId, _: PassKind) -> Result<bool, StoreError> {
        Self::unsupported()
    }

    async fn redeem_pass(
        &self,
        _: TokenHash,
        _: TokenHash,
        _: u64,
    ) -> Result<PassOutcome, StoreError> {
        Self::unsupported()
    }
}

#[async_trait]
impl ArchiveStore for SimulatedStore {
    async fn read_table(&self, _: TableId) -> Result<Option<TableDump>, StoreError> {
        Self::unsupported()
    }

    async fn import_table(&self, _: TableImport) -> Result<(), StoreError> {
        Self::unsupported()
    }

    async fn list_tables(&self) -> Result<Vec<TableSummary>, StoreError> {
        Self::unsupported()
    }

    async fn encounters_in_order(&self, _: TableId) -> Result<Vec<EncounterInfo>, StoreError> {
        Self::unsupported()
    }

    async fn imported_record_count(&self, _: &EncounterInfo) -> Result<Option<u64>, StoreError> {
        Self::unsupported()
    }
}
