//! Conversion between database rows and values.

use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::dice_proof::{DiceVisibility, Secret};
use rules::encounter::{Event, Record};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sql::SqlRow;
use super::{
    BytesWritten, DiceSecret, EncounterInfo, EncounterStatus, InviteCode, LogPosition, Seat,
    SeatListing, StoreError, Table,
};

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(cause) if cause.is_unique_violation() => Self::Conflict,
            Some(cause) if cause.is_foreign_key_violation() => Self::Gone,
            _ => Self::Database(error),
        }
    }
}

/// Returns the error for stored data that cannot be parsed.
pub(super) fn unreadable_error(cause: impl ToString) -> StoreError {
    StoreError::Unreadable(cause.to_string())
}

/// Returns the serde name of a unit enum variant.
pub(super) fn enum_to_text(value: &impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        _ => Err(unreadable_error("a name that is no word")),
    }
}

/// Parses a unit enum variant from its serde name.
pub(super) fn enum_from_text<T: DeserializeOwned>(word: String) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(unreadable_error)
}

/// Converts a number to the signed integer type of the databases, saturating.
pub(super) fn to_i64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Converts a number from the signed integer type of the databases; negative numbers become 0.
pub(super) fn to_u64(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// Converts a number to a `u32`, with an error if it does not fit.
pub(super) fn to_u32(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(unreadable_error)
}

/// Reads a 16-byte id from a column.
fn read_id(row: &SqlRow, column: &str) -> Result<[u8; 16], StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(unreadable_error)
}

/// Reads the number of a seat from the column `seat` of a database row.
pub(super) fn seat_id(row: &SqlRow) -> Result<SeatId, StoreError> {
    Ok(SeatId(to_u32(row.try_get("seat")?)?))
}

/// Reads the id of a table of players from a column.
pub(super) fn table_id(row: &SqlRow, column: &str) -> Result<TableId, StoreError> {
    Ok(TableId::from_bytes(read_id(row, column)?))
}

/// Reads the id of an encounter from the column `id`.
pub(super) fn encounter_id(row: &SqlRow) -> Result<EncounterId, StoreError> {
    Ok(EncounterId::from_bytes(read_id(row, "id")?))
}

/// Reads the number of bytes a table has written from a database row.
pub(super) fn bytes_written(row: &SqlRow) -> Result<BytesWritten, StoreError> {
    Ok(BytesWritten {
        bytes: to_u64(row.try_get("bytes")?),
        day: to_u64(row.try_get("day")?),
        day_bytes: to_u64(row.try_get("of_day")?),
    })
}

/// Reads the id of a command from a database row.
pub(super) fn command_id(row: &SqlRow) -> Result<CommandId, StoreError> {
    Ok(CommandId::from_bytes(read_id(row, "command_id")?))
}

/// Reads a table record from a row of `tables`.
pub(super) fn table(row: &SqlRow) -> Result<Table, StoreError> {
    let words: Option<String> = row.try_get("code")?;
    let expires: Option<i64> = row.try_get("code_expires_at")?;
    Ok(Table {
        id: table_id(row, "id")?,
        name: row.try_get("name")?,
        demo: row.try_get("demo")?,
        locked: row.try_get("locked")?,
        delay: to_u32(row.try_get("delay")?)?,
        generation: to_u32(row.try_get("invite_generation")?)?,
        code: words.zip(expires).map(|(words, expires)| InviteCode {
            words,
            expires_at: to_u64(expires),
        }),
    })
}

/// Expands to the columns that [`seat`] reads.
macro_rules! seat_columns {
    () => {
        "seats.table_id, seats.seat, seats.role, seats.name, seats.moves, seats.seen_at, \
         seats.token_hash IS NOT NULL AS has_old_token"
    };
}
pub(super) use seat_columns;

/// Reads a seat from a row with the columns of `seat_columns!`.
pub(super) fn seat(row: &SqlRow) -> Result<Seat, StoreError> {
    Ok(Seat {
        table: table_id(row, "table_id")?,
        id: seat_id(row)?,
        role: enum_from_text(row.try_get("role")?)?,
        name: row.try_get("name")?,
        moves: to_u32(row.try_get("moves")?)?,
        seen_at: to_u64(row.try_get("seen_at")?),
        has_old_token: row.try_get("has_old_token")?,
    })
}

/// Reads a seat with the name and the rule system of its table.
pub(super) fn seat_listing(row: &SqlRow) -> Result<SeatListing, StoreError> {
    Ok(SeatListing {
        seat: seat(row)?,
        table_name: row.try_get("table_name")?,
        system: enum_from_text(row.try_get("system")?)?,
    })
}

/// Reads the metadata of an encounter from a row of `encounters`.
pub(super) fn encounter_info(row: &SqlRow) -> Result<EncounterInfo, StoreError> {
    let title: String = row.try_get("title")?;
    let called: Option<String> = row.try_get("called")?;
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    let own = EncounterId::from_bytes(read_id(row, "id")?);
    let dice: Option<&[u8]> = row.try_get("dice_id")?;
    let dice = dice.map(|dice| dice.try_into().map_err(unreadable_error));
    Ok(EncounterInfo {
        id: own,
        dice: dice.transpose()?.map_or(own, EncounterId::from_bytes),
        table: table_id(row, "table_id")?,
        title: title.try_into().map_err(unreadable_error)?,
        system: enum_from_text(row.try_get("system")?)?,
        stage: enum_from_text(row.try_get("standing")?)?,
        renamed_to: called
            .map(Name::try_from)
            .transpose()
            .map_err(unreadable_error)?,
        ended_at: ended_at.map(to_u64),
    })
}

/// Reads the status of an encounter from a database row.
pub(super) fn encounter_status(row: &SqlRow) -> Result<EncounterStatus, StoreError> {
    Ok(EncounterStatus {
        end: LogPosition {
            encounter: encounter_id(row)?,
            last: to_u64(row.try_get("last")?),
        },
        stage: enum_from_text(row.try_get("standing")?)?,
        delay: to_u32(row.try_get("delay")?)?,
        seat_changes: to_u64(row.try_get("turns")?),
    })
}

/// Reads a log record from a row of `events`.
pub(super) fn record(row: &SqlRow) -> Result<Record, StoreError> {
    let seat: Option<i64> = row.try_get("seat")?;
    let events: Vec<Event> =
        serde_json::from_str(row.try_get("body")?).map_err(unreadable_error)?;
    Ok(Record {
        at: to_u64(row.try_get("at")?),
        by: match seat {
            None => Actor::Server,
            Some(seat) => Actor::Seat(SeatId(to_u32(seat)?)),
        },
        command: command_id(row)?,
        events,
    })
}

/// Reads a dice secret from a row of `dice_secrets`.
pub(super) fn dice_secret(row: &SqlRow) -> Result<DiceSecret, StoreError> {
    let secret: &[u8] = row.try_get("secret")?;
    Ok(DiceSecret {
        sight: match row.try_get("hidden")? {
            false => DiceVisibility::Open,
            true => DiceVisibility::Hidden,
        },
        epoch: to_u32(row.try_get("epoch")?)?,
        secret: Secret::new(secret.try_into().map_err(unreadable_error)?),
    })
}

/// Row of the database table `events`, which holds one log record to be written.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// Id of the encounter.
    pub encounter: [u8; 16],
    /// Number of the record.
    pub seq: i64,
    /// Id of the command.
    pub command: [u8; 16],
    /// Time of the record, in milliseconds since 1970.
    pub at: i64,
    /// Seat that gave the command; `None` for the server.
    pub seat: Option<i64>,
    /// Events, serialized as JSON.
    pub body: String,
}

impl EventRow {
    /// Numbers and serializes records that follow record number `after`.
    pub(super) fn from_records(
        encounter: EncounterId,
        after: u64,
        records: &[Record],
    ) -> Result<Vec<Self>, StoreError> {
        let numbered = (after + 1..).zip(records);
        numbered
            .map(|(seq, record)| {
                Ok(Self {
                    encounter: encounter.to_bytes(),
                    seq: to_i64(seq),
                    command: record.command.to_bytes(),
                    at: to_i64(record.at),
                    seat: match record.by {
                        Actor::Server => None,
                        Actor::Seat(SeatId(seat)) => Some(i64::from(seat)),
                    },
                    body: serde_json::to_string(&record.events).map_err(unreadable_error)?,
                })
            })
            .collect()
    }
}
