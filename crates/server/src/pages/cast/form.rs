//! Parses the forms of the cast page.

use app::pages::Typed;
use app::pages::cast::{RESTS, SPANS, how};
use rules::encounter::along::Rest;
use rules::encounter::{Command, Side, View};
use rules::id::{CombatantId, EncounterId};
use rules::messages::served as msg;
use rules::sorted::Set;
use rules::text::Name;
use serde::Deserialize;

/// Fields of a form, in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(pub(super) Typed);

/// Action that a form requests. The ticked combatants are read from [`Fields`].
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Asked {
    /// Concerns another encounter.
    Scene(OfScene),
    /// A command for the current encounter.
    Command(OfHere),
}

/// Action on other encounters, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum OfScene {
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

/// Action on the combatants of this encounter, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum OfHere {
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

impl Fields {
    /// Returns the combatants to carry over, and how they recover. `None` when that cannot be read.
    pub(super) fn along(&self) -> Option<Vec<(CombatantId, Rest)>> {
        let all = self.0.find("how").map_or(Some(Rest::default()), rest_of)?;
        let ticked = self.0.0.iter().filter(|(name, _)| name == "along");
        let along = ticked.map(|(_, id)| {
            let id: CombatantId = id.parse().ok()?;
            let rest = match how(&self.0, id) {
                "" => all,
                key => rest_of(key)?,
            };
            Some((id, rest))
        });
        along.collect()
    }

    /// Returns the combatants ticked to act as a group.
    fn ticked(&self) -> Option<Set<CombatantId>> {
        let ticked = self.0.0.iter().filter(|(name, _)| name == "one");
        ticked.map(|(_, id)| id.parse().ok()).collect()
    }
}

impl OfHere {
    /// Returns the command that the form means; `None` when that cannot be read.
    pub(super) fn command(self, fields: &Fields, view: &View) -> Option<Command> {
        let restore = |word: &str, health, pools| {
            let ids = whom(view, word)?;
            Some(Command::Restore { ids, health, pools })
        };
        match self {
            Self::AsOne => fields.ticked().map(|ids| Command::Group { ids }),
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
                let ids = whom(view, &word)?;
                Some(Command::PassTime { ids, span, care })
            }
        }
    }
}

/// Parses whom an action concerns: all characters, everybody, or one combatant.
fn whom(view: &View, word: &str) -> Option<Set<CombatantId>> {
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

/// Finds a recovery by its key.
fn rest_of(key: &str) -> Option<Rest> {
    let mut all = RESTS.into_iter();
    all.find(|(other, ..)| *other == key).map(|(.., rest)| rest)
}

/// Parses the title of the next encounter, or returns the sentence for what is wrong with it.
pub(super) fn title(typed: &str) -> Result<Name, String> {
    Name::new(typed).map_err(|error| match error {
        rules::text::TextError::Empty => msg::GIVE_THE_NEXT_ENCOUNTER_A.get().to_owned(),
        error => app::words::sentence(&error.to_string()),
    })
}
