//! Writes as the writer task gets them, and their outcomes.

use std::collections::BTreeMap;

use rules::encounter::Refusal;
use rules::id::{CommandId, EncounterId, SeatId, TableId};
use rules::text::Name;

use super::archive::NewWhole;
use super::rows::EventRow;
use super::{
    Append, Code, DiceSecret, End, Folded, Kept, Moved, NewPass, NewPortrait, NewScene, NewSeat,
    NewTable, Refusals, Revoked, SNAPSHOT_FORMAT, Sat, Size, Standing, StoreError,
};
use crate::auth::token::TokenHash;

/// Write request.
#[derive(Debug)]
pub(super) enum Write {
    /// Create a table with the log of its first encounter.
    Table(NewTable, Vec<EventRow>),
    /// Import a table with the logs of its encounters.
    Whole(Box<NewWhole>, Vec<Vec<EventRow>>),
    /// Create an encounter with its log.
    Scene(NewScene, Vec<EventRow>),
    /// Make an encounter current at this time, leaving another one.
    Current(EncounterId, u64, Option<End>),
    /// Delete a prepared encounter.
    RemovePrepared(EncounterId),
    /// Set the invite code of a table.
    Code(TableId, Code),
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
    Seen(TableId, SeatId, u64),
    /// Revoke a seat at this time.
    Revoke(TableId, Revoked, u64),
    /// Assign the seats of old cookies to a browser key.
    Fold(TokenHash, Vec<(TableId, TokenHash)>),
    /// Delete the old cookie tokens of a browser's seats.
    ForgetOldTokens(TokenHash),
    /// Store a one-time link.
    Pass(NewPass),
    /// Redeem a one-time link (its hash) for a browser (its key hash) at this time.
    UsePass(TokenHash, TokenHash, u64),
    /// Append to a log.
    Log(Lines),
    /// Store refusals without any records.
    Refused(Refusals),
    /// Store a snapshot.
    Snapshot(EncounterId, Kept),
    /// Store a portrait.
    Portrait(NewPortrait),
}

/// Append to the log of one encounter, ready to be written.
#[derive(Debug)]
pub(super) struct Lines {
    /// Id of the encounter.
    pub(super) encounter: EncounterId,
    /// Records to append.
    pub(super) rows: Vec<EventRow>,
    /// Stage of the encounter, as known to the sender.
    pub(super) standing: Standing,
    /// Last position of the encounter the table leaves, as known to the sender.
    pub(super) leaves: Option<End>,
    /// Seats revoked by these records.
    pub(super) revoked: Vec<Revoked>,
    /// Dice secrets to which these records commit the server.
    pub(super) secrets: Vec<DiceSecret>,
    /// Time of the last record, in milliseconds since 1970.
    pub(super) at: u64,
    /// New title of the encounter, if it changes.
    pub(super) called: Option<Name>,
    /// Whether the encounter becomes the current one of its table.
    pub(super) becomes_current: bool,
    /// Snapshot after the last record, included now and then.
    pub(super) snapshot: Option<Kept>,
    /// Commands refused while these records were decided.
    pub(super) refused: BTreeMap<CommandId, Refusal>,
}

impl Lines {
    /// Converts an append of a room; `None` if there are no records.
    pub(super) fn of(append: Append) -> Result<Option<Self>, StoreError> {
        let Some(last) = append.records.last() else {
            return Ok(None);
        };
        let seq = append.after + append.records.len() as u64;
        let kept = |body| Kept {
            seq,
            format: SNAPSHOT_FORMAT.into(),
            body,
        };
        Ok(Some(Self {
            encounter: append.encounter,
            rows: EventRow::of(append.encounter, append.after, &append.records)?,
            standing: append.standing,
            leaves: append.leaves,
            revoked: append.revoked,
            secrets: append.secrets,
            at: last.at,
            called: append.called,
            becomes_current: append.becomes_current,
            snapshot: append.snapshot.map(kept),
            refused: append.refused,
        }))
    }
}

/// Outcome of a write.
#[derive(Debug)]
pub(super) enum Wrote {
    /// Completed without further information.
    Done,
    /// Storage used by the table after an append.
    Log(Size),
    /// Outcome of a request for a seat.
    Seat(Sat),
    /// Whether the storyteller role was handed over.
    HandedOver(bool),
    /// Result of migrating old cookies.
    Folded(Folded),
    /// Outcome of redeeming a one-time link.
    Moved(Moved),
    /// Whether the portrait was stored.
    Portrait(bool),
}

/// Outcome of a write, or its error.
pub(super) type Answer = Result<Wrote, StoreError>;
