//! What a form on the cast's page asks for.

use app::pages::Typed;
use app::pages::cast::{RESTS, SPANS, how};
use rules::encounter::along::Rest;
use rules::encounter::{Command, Side, View};
use rules::id::{CombatantId, EncounterId};
use rules::messages::served as msg;
use rules::sorted::Set;
use rules::text::Name;
use serde::Deserialize;

/// What a form holds, in the order of its fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(pub(super) Typed);

/// What a form asks for. Who is ticked is among the fields that were sent.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Asked {
    /// Another encounter.
    Scene(OfScene),
    /// A command for the encounter the table is at.
    Command(OfHere),
}

/// What becomes of the other encounters, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum OfScene {
    /// One more is prepared.
    Prepare { title: String },
    /// One more begins now.
    Start { title: String },
    /// One that is over goes on.
    Back { scene: EncounterId },
    /// A prepared one goes.
    Remove { scene: EncounterId },
    /// A prepared one begins, by a button of its own name.
    #[serde(untagged)]
    Begin { begin: EncounterId },
}

/// What becomes of those who are here, by the `do` of a form.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(super) enum OfHere {
    /// Those who are ticked act as one from now on.
    AsOne,
    /// Those who act as one act alone again.
    Apart { who: CombatantId },
    /// The scene ends.
    End,
    /// Wounds are gone.
    Heal { whom: String },
    /// What was spent is back.
    Refill { whom: String },
    /// Time passes; each of [`SPANS`] has its button.
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
    /// Who comes along, and how. `None` when that cannot be read.
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

    /// Those who are ticked to act as one.
    fn ticked(&self) -> Option<Set<CombatantId>> {
        let ticked = self.0.0.iter().filter(|(name, _)| name == "one");
        ticked.map(|(_, id)| id.parse().ok()).collect()
    }
}

impl OfHere {
    /// The command that it means; `None` when that cannot be read.
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

/// For whom time passes, and who is healed.
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

fn rest_of(key: &str) -> Option<Rest> {
    let mut all = RESTS.into_iter();
    all.find(|(other, ..)| *other == key).map(|(.., rest)| rest)
}

/// The title of the next encounter.
pub(super) fn title(typed: &str) -> Result<Name, String> {
    Name::new(typed).map_err(|error| match error {
        rules::text::TextError::Empty => msg::GIVE_THE_NEXT_ENCOUNTER_A.get().to_owned(),
        error => app::words::sentence(&error.to_string()),
    })
}
