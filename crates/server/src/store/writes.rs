//! Writes as the writer task gets them, and their outcomes.

use std::collections::BTreeMap;

use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::base::text::Name;
use rules::encounter::Refusal;

use super::archive::TableImport;
use super::rows::EventRow;
use super::{
    AdoptedCookies, Append, DiceSecret, EncounterStage, InviteCode, LogPosition, NewEncounter,
    NewPass, NewPortrait, NewSeat, NewTable, PassOutcome, Refusals, RevokedSeat, SNAPSHOT_FORMAT,
    SeatOutcome, Snapshot, StoreError, TableUsage,
};
use crate::auth::token::TokenHash;

/// Request for one write to the store, sent to the writer task.
#[derive(Debug)]
pub enum Write {
    /// Create a table with the log of its first encounter.
    Table(NewTable, Vec<EventRow>),
    /// Import a table with the logs of its encounters.
    ImportTable(Box<TableImport>, Vec<Vec<EventRow>>),
    /// Create an encounter with its log.
    CreateEncounter(NewEncounter, Vec<EventRow>),
    /// Make an encounter current at this time, leaving another one.
    SetCurrent(EncounterId, u64, Option<LogPosition>),
    /// Delete a prepared encounter.
    RemovePrepared(EncounterId),
    /// Set the invite code of a table.
    Code(TableId, InviteCode),
    /// Invalidate all invite links of a table and its code.
    StopInvites(TableId),
    /// Delete a table.
    Delete(TableId),
    /// Create a seat.
    Seat(NewSeat),
    /// Lock or unlock a table.
    Lock(TableId, bool),
    /// Set the spectator delay of a table, in seconds.
    Delay(TableId, u32),
    /// Hand the storyteller role over from one seat to another.
    HandOver(TableId, (SeatId, SeatId)),
    /// Record a visit of a seat's browser at this time.
    RecordVisit(TableId, SeatId, u64),
    /// Revoke a seat at this time.
    Revoke(TableId, RevokedSeat, u64),
    /// Assign the seats of old cookies to a browser key.
    AdoptOldCookies(TokenHash, Vec<(TableId, TokenHash)>),
    /// Delete the old cookie tokens of a browser's seats.
    ForgetOldTokens(TokenHash),
    /// Store a one-time link.
    Pass(NewPass),
    /// Redeem a one-time link (its hash) for a browser (its key hash) at this time.
    UsePass(TokenHash, TokenHash, u64),
    /// Append to a log.
    Log(LogWrite),
    /// Store refusals without any records.
    Refused(Refusals),
    /// Store a snapshot.
    Snapshot(EncounterId, Snapshot),
    /// Store a portrait.
    Portrait(NewPortrait),
}

/// Append to the log of one encounter, ready to be written.
#[derive(Debug)]
pub struct LogWrite {
    /// Id of the encounter.
    pub encounter: EncounterId,
    /// Records to append.
    pub rows: Vec<EventRow>,
    /// Stage of the encounter, as known to the sender.
    pub stage: EncounterStage,
    /// Last position of the encounter the table leaves, as known to the sender.
    pub left_encounter: Option<LogPosition>,
    /// Seats revoked by these records.
    pub revoked: Vec<RevokedSeat>,
    /// Dice secrets to which these records commit the server.
    pub secrets: Vec<DiceSecret>,
    /// Time of the last record, in milliseconds since 1970.
    pub at: u64,
    /// New title of the encounter, if it changes.
    pub renamed_to: Option<Name>,
    /// Whether the encounter becomes the current one of its table.
    pub becomes_current: bool,
    /// Snapshot after the last record, included now and then.
    pub snapshot: Option<Snapshot>,
    /// Commands refused while these records were decided.
    pub refused: BTreeMap<CommandId, Refusal>,
}

impl LogWrite {
    /// Converts an append of a room; `None` if there are no records.
    pub fn from_append(append: Append) -> Result<Option<Self>, StoreError> {
        let Some(last) = append.records.last() else {
            return Ok(None);
        };
        let seq = append.after + append.records.len() as u64;
        let kept = |body| Snapshot {
            seq,
            format: SNAPSHOT_FORMAT.into(),
            body,
        };
        Ok(Some(Self {
            encounter: append.encounter,
            rows: EventRow::from_records(append.encounter, append.after, &append.records)?,
            stage: append.stage,
            left_encounter: append.left_encounter,
            revoked: append.revoked,
            secrets: append.secrets,
            at: last.at,
            renamed_to: append.renamed_to,
            becomes_current: append.becomes_current,
            snapshot: append.snapshot.map(kept),
            refused: append.refused,
        }))
    }
}

/// Outcome of one write to the store, as the writer task reports it.
#[derive(Debug)]
pub enum WriteOutcome {
    /// Completed without further information.
    Done,
    /// Storage used by the table after an append.
    Log(TableUsage),
    /// Outcome of a request for a seat.
    Seat(SeatOutcome),
    /// Whether the storyteller role was handed over.
    HandedOver(bool),
    /// Result of migrating old cookies.
    CookiesAdopted(AdoptedCookies),
    /// Outcome of redeeming a one-time link.
    PassRedeemed(PassOutcome),
    /// Whether the portrait was stored.
    Portrait(bool),
}

/// Outcome of one write to the store, or its error.
pub type WriteReply = Result<WriteOutcome, StoreError>;
