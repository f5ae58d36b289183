//! The event of an edited sheet.

use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use crate::base::id::CombatantId;
use crate::character::sheet::SheetEdit;
use crate::character::track::{LevelPenalties, Track};
use crate::character::vocabulary::format_number;
use crate::encounter::feature::event_payload::{EventPayload, Revertible};
use crate::encounter::log::LogMessage;
use crate::encounter::log::log_line::LogLine;
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::ruleset::HealthState;

/// Maximum number of edits that a log line names.
const MAX_EDITS_NAMED: usize = 5;

/// Event that a trait or another value of a combatant's sheet was edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetChanged {
    /// The combatant with the sheet.
    pub id: CombatantId,
    /// The edit of the sheet.
    pub edit: SheetEdit,
    /// The track before and after, where its size or shape changes with the sheet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<(Track, Track)>,
    /// The health states that the edit added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<HealthState>,
}

impl EventPayload for SheetChanged {
    /// The track changes too, if the event holds a new one.
    fn apply(&self, state: &mut State) {
        state.update_combatant(self.id, |who| {
            who.sheet = std::mem::take(&mut who.sheet).with_edit(&self.edit);
            if let Some((_, after)) = self.track {
                who.track = after;
            }
        });
    }

    fn log_line(&self, state: &State) -> Option<LogLine> {
        let combatant = state.combatant(self.id)?;
        let name = combatant.full_name();
        let states = self.states.clone();
        let what = match self.edit.clone() {
            SheetEdit::Kind { after: kind, .. } => LogMessage::KindSet { name, kind, states },
            SheetEdit::Trait { key, after, .. }
            | SheetEdit::Custom {
                name: key, after, ..
            } => LogMessage::TraitSet {
                name,
                key,
                value: after,
                states,
            },
            SheetEdit::Notes { .. } => sheet_written(name, "notes".to_owned(), states),
            SheetEdit::Roll { name: roll, .. } => sheet_written(name, msg::roll(&roll), states),
            SheetEdit::Levels { after, .. } => sheet_written(name, levels_words(after), states),
            SheetEdit::Several { edits, from } => {
                let words = from.map_or_else(|| state.edits_words(&edits), String::from);
                sheet_written(name, words, states)
            }
        };
        Some(LogLine::new(state.sheet_is_public(combatant), what).about(combatant))
    }
}

impl Revertible for SheetChanged {
    type Inverse = Self;

    const PLAYERS_CAN_UNDO: bool = true;

    fn inverse(&self) -> Self {
        Self {
            id: self.id,
            edit: self.edit.clone().inverse(),
            track: self.track.map(|(before, after)| (after, before)),
            states: Vec::new(),
        }
    }

    fn coalesce(&mut self, _later: &Self) -> bool {
        false
    }

    fn still_holds(&self, state: &State, viewer: Viewer) -> bool {
        let who = state.find_with_known_numbers(viewer, self.id);
        who.is_some_and(|who| {
            let track = self.track.is_none_or(|(_, after)| who.track == after);
            self.edit.is_applied_to(&who.sheet) && track
        })
    }
}

/// Builds the log message of a sheet edit described in words.
const fn sheet_written(name: String, words: String, states: Vec<HealthState>) -> LogMessage {
    LogMessage::SheetWritten {
        name,
        words,
        states,
    }
}

/// Describes the health levels of a sheet in words: their number, and the penalty of each where it is not the usual
/// one.
fn levels_words(levels: Option<LevelPenalties>) -> String {
    let levels = levels.unwrap_or(LevelPenalties::SEVEN);
    match (levels.is_standard(), levels.level_count()) {
        (true, 1) => String::from(msg::N1_HEALTH_LEVEL),
        (true, count) => msg::health_levels(&count),
        (false, _) => msg::health_levels_2(&levels),
    }
}

impl State {
    /// Describes several edits of a sheet in words: the first few, and the number of the rest.
    fn edits_words(&self, edits: &[SheetEdit]) -> String {
        let rules = self.rules();
        let written = |title: &str, value: Option<i32>| match value {
            Some(value) => format!("{title} {}", format_number(value)),
            None => msg::not_written(&title),
        };
        let word = |edit: &SheetEdit| match edit {
            SheetEdit::Trait { key, after, .. } => {
                let mut trait_specs = rules.facts().trait_specs.iter();
                let spec = trait_specs.find(|spec| spec.key == key);
                written(spec.map_or(key, |spec| spec.title.get()), *after)
            }
            SheetEdit::Custom { name, after, .. } => written(name, *after),
            SheetEdit::Kind { after, .. } => {
                let mut kinds = rules.facts().creature_kinds.iter();
                let spec = kinds.find(|kind| after.as_deref().is_none_or(|key| kind.key == key));
                spec.map_or("", |spec| spec.title.get()).to_owned()
            }
            SheetEdit::Notes { .. } => "notes".to_owned(),
            SheetEdit::Roll { name, .. } => msg::roll(&name),
            SheetEdit::Levels { after, .. } => levels_words(*after),
            SheetEdit::Several { edits, .. } => self.edits_words(edits),
        };
        let mut words: Vec<String> = edits.iter().take(MAX_EDITS_NAMED).map(word).collect();
        let more = edits.len().saturating_sub(MAX_EDITS_NAMED);
        words.extend((more > 0).then(|| msg::more(&more)));
        words.join(", ")
    }
}
