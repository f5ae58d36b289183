//! Parses the forms of the cast page.

use app::pages::FormFields;
use app::pages::cast::{RECOVERIES, SPANS, recovery_key};
use rules::base::id::{CombatantId, EncounterId};
use rules::base::sorted_map::Set;
use rules::base::text::Name;
use rules::encounter::carry_over::Recovery;
use rules::encounter::{Command, Side, View};
use rules::messages::served as msg;
use serde::Deserialize;

/// All fields of a form on the page of the cast, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct CastFields(pub(super) FormFields);

/// Action that a form on the page of the cast requests. The ticked combatants are read from [`CastFields`].
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum CastForm {
    /// Concerns another encounter.
    Scene(SceneAction),
    /// A command for the current encounter.
    Command(EncounterAction),
}

/// Action on other encounters, such as to prepare, begin or continue one, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum SceneAction {
    /// Prepares a new encounter.
    Prepare { title: String },
    /// Begins a new encounter now.
    Start { title: String },
    /// Continues a past encounter.
    Back { scene: EncounterId },
    /// Deletes a prepared encounter.
    Remove { scene: EncounterId },
    /// Begins a prepared encounter; its button has a name of its own.
    #[serde(untagged)]
    Begin { begin: EncounterId },
}

/// Action on the combatants of this encounter, such as to group or heal them, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum EncounterAction {
    /// The ticked combatants act as a group from now on.
    AsOne,
    /// The members of a group act alone again.
    Apart { who: CombatantId },
    /// Ends the scene.
    End,
    /// Heals wounds.
    Heal { whom: String },
    /// Refills the pools.
    Refill { whom: String },
    /// Lets time pass; each of [`SPANS`] has its button.
    #[serde(untagged)]
    Pass {
        #[serde(rename = "do")]
        span: String,
        whom: String,
        #[serde(default)]
        care: String,
    },
}

impl CastFields {
    /// Returns the combatants to carry over, and how they recover. `None` when that cannot be read.
    pub(super) fn companions(&self) -> Option<Vec<(CombatantId, Recovery)>> {
        let all = self
            .0
            .find("how")
            .map_or(Some(Recovery::default()), find_recovery)?;
        let ticked = self.0.0.iter().filter(|(name, _)| name == "along");
        let along = ticked.map(|(_, id)| {
            let id: CombatantId = id.parse().ok()?;
            let rest = match recovery_key(&self.0, id) {
                "" => all,
                key => find_recovery(key)?,
            };
            Some((id, rest))
        });
        along.collect()
    }

    /// Returns the combatants ticked to act as a group; `None` when that cannot be read.
    fn ticked_members(&self) -> Option<Set<CombatantId>> {
        let ticked = self.0.0.iter().filter(|(name, _)| name == "one");
        ticked.map(|(_, id)| id.parse().ok()).collect()
    }
}

impl EncounterAction {
    /// Returns the command that the form means; `None` when that cannot be read.
    pub(super) fn into_command(self, fields: &CastFields, view: &View) -> Option<Command> {
        let restore = |word: &str, health, pools| {
            let ids = parse_targets(view, word)?;
            Some(Command::Restore { ids, health, pools })
        };
        match self {
            Self::AsOne => fields.ticked_members().map(|ids| Command::Group { ids }),
            Self::Apart { who } => Some(Command::Ungroup { id: who }),
            Self::End => Some(Command::EndScene),
            Self::Heal { whom } => restore(&whom, true, false),
            Self::Refill { whom } => restore(&whom, false, true),
            Self::Pass {
                span,
                whom: word,
                care,
            } => {
                let mut spans = SPANS.into_iter();
                let (.., span) = spans.find(|(key, ..)| *key == span)?;
                let care = Some(care).filter(|care| !care.is_empty());
                let ids = parse_targets(view, &word)?;
                Some(Command::PassTime { ids, span, care })
            }
        }
    }
}

/// Parses which combatants an action of the form concerns, from a word for all characters,
/// everybody, or one combatant.
fn parse_targets(view: &View, word: &str) -> Option<Set<CombatantId>> {
    let rows = view.rows.values();
    Some(match word {
        "characters" => rows
            .filter(|row| row.side == Side::Character)
            .map(|row| row.id)
            .collect(),
        "everybody" => rows.map(|row| row.id).collect(),
        one => Set::from([one.parse().ok()?]),
    })
}

/// Finds how combatants recover before the next encounter by the form's key; `None` for an unknown
/// one.
fn find_recovery(key: &str) -> Option<Recovery> {
    let mut all = RECOVERIES.into_iter();
    all.find(|(other, ..)| *other == key).map(|(.., rest)| rest)
}

/// Parses the title of the next encounter, or returns the sentence for what is wrong with it.
pub(super) fn parse_title(typed: &str) -> Result<Name, String> {
    Name::new(typed).map_err(|error| match error {
        rules::base::text::TextError::Empty => msg::GIVE_THE_NEXT_ENCOUNTER_A.get().to_owned(),
        error => app::words::to_sentence(&error.to_string()),
    })
}
