//! Actions that the forms of a sheet request, and the commands they mean.

use app::pages::sheet::{HOLD_SEPARATOR, part};
use rules::base::id::{CombatantId, SeatId};
use rules::base::text::parse_whole_number;
use rules::character::condition::Condition;
use rules::character::gear::Carried;
use rules::encounter::command::{InitiativeTarget, ItemInput, SheetEditInput};
use rules::encounter::view::CombatantRow;
use rules::encounter::{CombatantField, Command, HealthSight, View};
use rules::messages::served as msg;
use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer};

use super::form::{
    FormError, ParseResult, SheetFormFields, parse_field, parse_number, parse_pool_roll,
};
use crate::http::error::HttpError;

impl SheetFormFields {
    /// Returns the key of the sheet's section that the form belongs to, and its commands.
    pub(super) fn parse_commands(
        &self,
        view: &View,
        row: &CombatantRow,
    ) -> Result<(&'static str, ParseResult<Vec<Command>>), HttpError> {
        let asked: SheetForm = self.0.parse_as().ok_or(HttpError::Unreadable)?;
        Ok((asked.part(), asked.into_commands(self, view, row)?))
    }
}

/// Action that a form on a combatant's sheet requests, by its `do`. Fields with names that vary
/// between sheets are read from [`SheetFormFields`].
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum SheetForm {
    /// Spends or regains points of a pool: `willpower -1`.
    Spend { spend: String },
    /// Removes a condition.
    Lift { key: String },
    /// Adds a condition.
    Afflict { key: String },
    /// Starts to hold another combatant.
    Hold { on: CombatantId, key: String },
    /// Lets another combatant go.
    Release { hold: String },
    /// Sets the short note beside the conditions.
    Note { text: String },
    /// Takes the face of a real initiative die.
    Real { face: String },
    /// Adds to the initiative.
    Adjust { by: String },
    /// Adds an item of the rules' charts.
    Give { what: String },
    /// Adds an item with values of the table's own.
    Own {
        name: String,
        kind: String,
        to: Carried,
    },
    /// Moves an item to another place.
    Carry { item: String, to: Carried },
    /// Changes numbers of an item.
    Change { item: String },
    /// Removes an item.
    Take { item: String },
    /// Sets traits.
    Traits,
    /// Rolls several traits together.
    Pool,
    /// Replaces the sheet with an archetype.
    Start { archetype: String },
    /// Sets the kind of being.
    Kind { kind: String },
    /// Sets the notes.
    Notes { text: String },
    /// Sets the wound penalties of the health levels.
    Levels { levels: String },
    /// Sets the name.
    Name { name: String },
    /// Makes a saved roll.
    Roll { name: String },
    /// Saves a roll.
    Keep { name: String, line: String },
    /// Removes a saved roll.
    Unroll { name: String },
    /// Sets how much of the health players see.
    Sight {
        #[serde(deserialize_with = "deserialize_optional")]
        sight: Option<HealthSight>,
    },
    /// Sets whether the hidden combatant is revealed by its first exchange.
    Lurks { lurks: String },
    /// Removes the portrait.
    Faceless,
    /// Sets the player.
    Owner { seat: String },
}

impl SheetForm {
    /// Returns the key of the sheet's section that the form belongs to.
    const fn part(&self) -> &'static str {
        match self {
            Self::Spend { .. } => part::POOLS,
            Self::Lift { .. } | Self::Afflict { .. } | Self::Note { .. } => part::CONDITIONS,
            Self::Hold { .. } | Self::Release { .. } => part::HOLDS,
            Self::Real { .. } | Self::Adjust { .. } => part::INITIATIVE,
            Self::Give { .. }
            | Self::Own { .. }
            | Self::Carry { .. }
            | Self::Change { .. }
            | Self::Take { .. } => part::GEAR,
            Self::Traits => part::TRAITS,
            Self::Pool => part::DICE,
            Self::Start { .. } => part::START,
            Self::Notes { .. } => part::NOTES,
            Self::Roll { .. } | Self::Keep { .. } | Self::Unroll { .. } => part::ROLLS,
            Self::Faceless => part::PORTRAIT,
            Self::Kind { .. }
            | Self::Levels { .. }
            | Self::Name { .. }
            | Self::Sight { .. }
            | Self::Lurks { .. }
            | Self::Owner { .. } => part::WHO,
        }
    }

    /// Returns the commands that the form of the sheet means.
    fn into_commands(
        self,
        sent: &SheetFormFields,
        view: &View,
        row: &CombatantRow,
    ) -> Result<ParseResult<Vec<Command>>, HttpError> {
        let id = row.id;
        let edit = |ask| Command::EditSheet {
            id,
            edits: vec![ask],
        };
        let field = |to| Command::Edit { id, to };
        let command = match self {
            Self::Traits => return Ok(sent.parse_traits(view, row)),
            Self::Pool => return Ok(parse_pool_roll(sent, view, row)),
            Self::Own { name, kind, to } => return sent.parse_own_item(view, id, (name, kind, to)),
            Self::Change { item } => return Ok(sent.parse_item_changes(id, parse_field(&item)?)),
            Self::Real { face } => return Ok(real_die(id, &face)),
            Self::Adjust { by } => return Ok(adjustment_command(id, &by)),
            Self::Roll { name } => return Ok(saved_roll(row, &name)),
            Self::Spend { spend } => {
                let (pool, by) = spend.rsplit_once(' ').ok_or(HttpError::Unreadable)?;
                let (pool, by) = (pool.to_owned(), parse_field(by)?);
                Command::Spend { id, pool, by }
            }
            Self::Lift { key } => Command::Lift { id, key },
            Self::Afflict { key } => {
                let condition = Condition::default();
                Command::Afflict { id, key, condition }
            }
            Self::Hold { on, key } => Command::Hold {
                by: id,
                on,
                key,
                amount: 0,
            },
            Self::Release { hold } => {
                let (key, on) = hold
                    .split_once(HOLD_SEPARATOR)
                    .ok_or(HttpError::Unreadable)?;
                let (key, on) = (key.to_owned(), parse_field(on)?);
                Command::Release { by: id, on, key }
            }
            Self::Note { text } => Command::Note { id, text },
            Self::Give { what } => Command::GiveItem {
                id,
                what: ItemInput::Chart(what),
                carried: None,
            },
            Self::Carry { item, to } => {
                let item = parse_field(&item)?;
                Command::CarryItem { id, item, to }
            }
            Self::Take { item } => {
                let item = parse_field(&item)?;
                Command::TakeItem { id, item }
            }
            Self::Start { archetype } => Command::StartFrom { id, archetype },
            Self::Kind { kind } => {
                let kind = Some(kind).filter(|kind| !kind.is_empty());
                Command::SetKind { id, kind }
            }
            Self::Notes { text } => edit(SheetEditInput::Notes(text)),
            Self::Levels { levels } => edit(SheetEditInput::Levels(levels)),
            Self::Name { name } => Command::Rename { id, name },
            Self::Keep { name, line } => {
                let line = Some(line);
                edit(SheetEditInput::Roll { name, line })
            }
            Self::Unroll { name } => edit(SheetEditInput::Roll { name, line: None }),
            Self::Sight { sight } => field(CombatantField::Sight(sight)),
            Self::Lurks { lurks } => field(CombatantField::Lurks(lurks == "yes")),
            Self::Faceless => field(CombatantField::Portrait(None)),
            Self::Owner { seat } => Command::Assign {
                id,
                seat: parsed_seat(&seat)?,
            },
        };
        Ok(Ok(vec![command]))
    }
}

/// Returns the command that sets the initiative die to the face of a real one.
fn real_die(id: CombatantId, face: &str) -> ParseResult<Vec<Command>> {
    let face = parse_whole_number(face).and_then(|face| u16::try_from(face).ok());
    let face = face.ok_or_else(|| FormError::Number(msg::THE_DIE.get().to_owned()))?;
    Ok(vec![Command::RollInitiative {
        whose: InitiativeTarget::One(id),
        face: Some(face),
    }])
}

/// Returns the command that adds a typed number to the combatant's initiative.
fn adjustment_command(id: CombatantId, by: &str) -> ParseResult<Vec<Command>> {
    let by = parse_number(msg::INITIATIVE.get(), by)?;
    let by = by.ok_or(FormError::Nothing)?;
    Ok(vec![Command::Adjust { id, by }])
}

/// Returns the command that makes a saved roll of the combatant.
fn saved_roll(row: &CombatantRow, name: &str) -> ParseResult<Vec<Command>> {
    let sheet = row.sheet.as_ref();
    let line = sheet.and_then(|sheet| sheet.roll_line(name));
    let line = line.ok_or(FormError::Nothing)?;
    let who = Some(row.id);
    Ok(vec![Command::Say { line, who }])
}

/// Parses the seat of the player that a form gives to a combatant; the empty text is no player.
fn parsed_seat(seat: &str) -> Result<Option<SeatId>, HttpError> {
    match seat {
        "" => Ok(None),
        seat => Ok(Some(SeatId(parse_field(seat)?))),
    }
}

/// Deserializes an optional word; the empty text, as the first choice of a list sends it, is `None`.
fn deserialize_optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    match String::deserialize(from)?.as_str() {
        "" => Ok(None),
        word => T::deserialize(word.to_owned().into_deserializer()).map(Some),
    }
}
