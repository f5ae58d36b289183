//! Conversion between database rows and values.

use rules::encounter::{Event, Record};
use rules::fair::{Secret, Sight};
use rules::id::{CommandId, EncounterId, SeatId, TableId};
use rules::seat::Actor;
use rules::text::Name;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::sql::Row;
use super::{Code, DiceSecret, End, Outlook, Scene, Seat, Sitting, StoreError, Table, Written};

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
pub(super) fn unreadable(cause: impl ToString) -> StoreError {
    StoreError::Unreadable(cause.to_string())
}

/// Returns the serde name of a unit enum variant.
pub(super) fn word(value: &impl Serialize) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => Ok(word),
        _ => Err(unreadable("a name that is no word")),
    }
}

/// Parses a unit enum variant from its serde name.
pub(super) fn of_word<T: DeserializeOwned>(word: String) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(unreadable)
}

/// Converts to the signed integer type of the databases, saturating.
pub(super) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Converts from the signed integer type of the databases; negative numbers become 0.
pub(super) fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// Converts to a `u32`, with an error if the number does not fit.
pub(super) fn small(value: i64) -> Result<u32, StoreError> {
    u32::try_from(value).map_err(unreadable)
}

/// Reads a 16-byte id from a column.
fn id(row: &Row, column: &str) -> Result<[u8; 16], StoreError> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(unreadable)
}

/// Reads a seat number.
pub(super) fn seat_id(row: &Row) -> Result<SeatId, StoreError> {
    Ok(SeatId(small(row.try_get("seat")?)?))
}

/// Reads the id of a table.
pub(super) fn table_id(row: &Row, column: &str) -> Result<TableId, StoreError> {
    Ok(TableId::from_bytes(id(row, column)?))
}

/// Reads the id of an encounter from the column `id`.
pub(super) fn encounter_id(row: &Row) -> Result<EncounterId, StoreError> {
    Ok(EncounterId::from_bytes(id(row, "id")?))
}

/// Reads a usage counter.
pub(super) fn written(row: &Row) -> Result<Written, StoreError> {
    Ok(Written {
        bytes: unsigned(row.try_get("bytes")?),
        day: unsigned(row.try_get("day")?),
        of_day: unsigned(row.try_get("of_day")?),
    })
}

/// Reads the id of a command.
pub(super) fn command_id(row: &Row) -> Result<CommandId, StoreError> {
    Ok(CommandId::from_bytes(id(row, "command_id")?))
}

/// Reads a table record from a row of `tables`.
pub(super) fn table(row: &Row) -> Result<Table, StoreError> {
    let words: Option<String> = row.try_get("code")?;
    let expires: Option<i64> = row.try_get("code_expires_at")?;
    Ok(Table {
        id: table_id(row, "id")?,
        name: row.try_get("name")?,
        demo: row.try_get("demo")?,
        locked: row.try_get("locked")?,
        delay: small(row.try_get("delay")?)?,
        generation: small(row.try_get("invite_generation")?)?,
        code: words.zip(expires).map(|(words, expires)| Code {
            words,
            expires_at: unsigned(expires),
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

/// Reads a seat from the columns of `seat_columns!`.
pub(super) fn seat(row: &Row) -> Result<Seat, StoreError> {
    Ok(Seat {
        table: table_id(row, "table_id")?,
        id: seat_id(row)?,
        role: of_word(row.try_get("role")?)?,
        name: row.try_get("name")?,
        moves: small(row.try_get("moves")?)?,
        seen_at: unsigned(row.try_get("seen_at")?),
        has_old_token: row.try_get("has_old_token")?,
    })
}

/// Reads a seat with the name and the rule system of its table.
pub(super) fn sitting(row: &Row) -> Result<Sitting, StoreError> {
    Ok(Sitting {
        seat: seat(row)?,
        table_name: row.try_get("table_name")?,
        system: of_word(row.try_get("system")?)?,
    })
}

/// Reads the metadata of an encounter from a row of `encounters`.
pub(super) fn scene(row: &Row) -> Result<Scene, StoreError> {
    let title: String = row.try_get("title")?;
    let called: Option<String> = row.try_get("called")?;
    let ended_at: Option<i64> = row.try_get("ended_at")?;
    let own = EncounterId::from_bytes(id(row, "id")?);
    let dice: Option<&[u8]> = row.try_get("dice_id")?;
    let dice = dice.map(|dice| dice.try_into().map_err(unreadable));
    Ok(Scene {
        id: own,
        dice: dice.transpose()?.map_or(own, EncounterId::from_bytes),
        table: table_id(row, "table_id")?,
        title: title.try_into().map_err(unreadable)?,
        system: of_word(row.try_get("system")?)?,
        standing: of_word(row.try_get("standing")?)?,
        called: called.map(Name::try_from).transpose().map_err(unreadable)?,
        ended_at: ended_at.map(unsigned),
    })
}

/// Reads the status of an encounter.
pub(super) fn outlook(row: &Row) -> Result<Outlook, StoreError> {
    Ok(Outlook {
        end: End {
            encounter: encounter_id(row)?,
            last: unsigned(row.try_get("last")?),
        },
        standing: of_word(row.try_get("standing")?)?,
        delay: small(row.try_get("delay")?)?,
        seats: unsigned(row.try_get("turns")?),
    })
}

/// Reads a log record from a row of `events`.
pub(super) fn record(row: &Row) -> Result<Record, StoreError> {
    let seat: Option<i64> = row.try_get("seat")?;
    let events: Vec<Event> = serde_json::from_str(row.try_get("body")?).map_err(unreadable)?;
    Ok(Record {
        at: unsigned(row.try_get("at")?),
        by: match seat {
            None => Actor::Server,
            Some(seat) => Actor::Seat(SeatId(small(seat)?)),
        },
        command: command_id(row)?,
        events,
    })
}

/// Reads a dice secret from a row of `dice_secrets`.
pub(super) fn dice_secret(row: &Row) -> Result<DiceSecret, StoreError> {
    let secret: &[u8] = row.try_get("secret")?;
    Ok(DiceSecret {
        sight: match row.try_get("hidden")? {
            false => Sight::Open,
            true => Sight::Hidden,
        },
        epoch: small(row.try_get("epoch")?)?,
        secret: Secret::new(secret.try_into().map_err(unreadable)?),
    })
}

/// Row of `events`: a log record to be written.
#[derive(Clone, Debug)]
pub(super) struct EventRow {
    /// Id of the encounter.
    pub(super) encounter: [u8; 16],
    /// Number of the record.
    pub(super) seq: i64,
    /// Id of the command.
    pub(super) command: [u8; 16],
    /// Time of the record, in milliseconds since 1970.
    pub(super) at: i64,
    /// Seat that gave the command; `None` for the server.
    pub(super) seat: Option<i64>,
    /// Events, serialized as JSON.
    pub(super) body: String,
}

impl EventRow {
    /// Numbers and serializes records that follow record number `after`.
    pub(super) fn of(
        encounter: EncounterId,
        after: u64,
        records: &[Record],
    ) -> Result<Vec<Self>, StoreError> {
        let numbered = (after + 1..).zip(records);
        numbered
            .map(|(seq, record)| {
                Ok(Self {
                    encounter: encounter.to_bytes(),
                    seq: number(seq),
                    command: record.command.to_bytes(),
                    at: number(record.at),
                    seat: match record.by {
                        Actor::Server => None,
                        Actor::Seat(SeatId(seat)) => Some(i64::from(seat)),
                    },
                    body: serde_json::to_string(&record.events).map_err(unreadable)?,
                })
            })
            .collect()
    }
}
