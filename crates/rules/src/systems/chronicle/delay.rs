//! Waiting for one's moment (CHR-INIT-04).

use serde::{Deserialize, Serialize};

use super::settings::{Settings, UnmetDelay};

/// What somebody waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// Something that happens, in the player's words.
    Event(String),
    /// The end of somebody's action, by name.
    After(String),
}

/// A delay cannot be declared without saying what one waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("say what you wait for (CHR-INIT-04)")]
pub struct NoTrigger;

/// A held action. The score in the order does not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    trigger: Trigger,
}

impl Delay {
    /// Holds the action until `trigger`.
    ///
    /// # Errors
    /// [`NoTrigger`] when the words are blank.
    pub fn until(trigger: Trigger) -> Result<Self, NoTrigger> {
        let (Trigger::Event(words) | Trigger::After(words)) = &trigger;
        if words.trim().is_empty() {
            return Err(NoTrigger);
        }
        Ok(Self { trigger })
    }

    /// What is waited for.
    #[must_use]
    pub const fn trigger(&self) -> &Trigger {
        &self.trigger
    }

    /// Whether the end of this one's action is what was waited for. Whether an event has
    /// happened is for the storyteller to say.
    #[must_use]
    pub fn is_met_by_end_of(&self, name: &str) -> bool {
        matches!(&self.trigger, Trigger::After(awaited) if awaited == name)
    }

    /// Whether the action may still be taken when everybody else has acted: by default an
    /// unmet delay is lost with the turn.
    #[must_use]
    pub fn is_kept_at_end(&self, settings: &Settings) -> bool {
        settings.unmet_delay == UnmetDelay::EndOfTurn
    }
}
