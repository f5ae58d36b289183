//! A demonstration as data: who is there, and what has happened until a visitor looks.
//!
//! Each system brings one that shows what is its own. It is played by
//! [`encounter::demo`](crate::encounter::demo), through the commands that people give.

use crate::phase::Phase;
use crate::plan::Price;
use crate::track::Severity;

/// A story that ends in the middle of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Story {
    /// The scene's title.
    pub title: &'static str,
    /// Quick-add lines, in the order in which they come. They say themselves who is a
    /// character (`pc`) and who is hidden.
    pub cast: &'static [&'static str],
    /// What happens, in order.
    pub beats: &'static [Beat],
}

/// Numbers by name.
pub type Named = &'static [(&'static str, i32)];

/// Something that happens in a story. People are called by their full names.
#[derive(Clone, Copy, Debug)]
pub enum Beat {
    /// Initiative, with the faces that fell. A combatant who never rolls waits on the bench.
    Initiative(&'static [(&'static str, u16)]),
    /// Something is added to a combatant's initiative.
    Adjust(&'static str, i32),
    /// The next one's step, and it had better be theirs.
    Turn(&'static str),
    /// Steps pass until it is theirs in this part of the round.
    Until(Phase, &'static str),
    /// Steps pass until all roll initiative anew.
    RoundBegins,
    /// A combatant declares a plan.
    Plan(&'static str, Declared),
    /// A combatant gives up a declared action for a defense.
    Abort(&'static str, Price),
    /// A combatant waits, and for what.
    Wait(&'static str, &'static str),
    /// A combatant who waited acts.
    CutIn(&'static str),
    /// A combatant is hit. What happens in the fight follows from the rolls before it.
    Hit(&'static str, &'static [(Severity, u16)]),
    /// A combatant loses points of health.
    Lose(&'static str, u16),
    /// Points of a pool come back; spent ones are negative.
    Spend(&'static str, &'static str, i32),
    /// Words of condition.
    Note(&'static str, &'static str),
    /// A combatant rolls: what for, the parts, and the dials that are turned. The dice are thrown,
    /// so nothing in the story may follow from them.
    Roll(&'static str, &'static str, Named, Named),
    /// The same, with the faces that fell.
    Fell(&'static str, &'static str, Named, Named, &'static [u16]),
    /// The storyteller says something.
    Say(&'static str),
}

/// What a combatant in a story declares.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// In words.
    pub words: &'static str,
    /// Ordinary actions.
    pub actions: u8,
    /// Which of them are defenses, by number from 1.
    pub defenses: &'static [u8],
    /// What an action is, by its number.
    pub kinds: &'static [(u8, &'static str)],
    /// Extra actions.
    pub extra: u8,
    /// Points of Willpower for rolls.
    pub willpower: u8,
    /// The key of a stance.
    pub stance: Option<&'static str>,
}

impl Declared {
    /// One action.
    #[must_use]
    pub const fn one(words: &'static str) -> Self {
        Self {
            words,
            actions: 1,
            defenses: &[],
            kinds: &[],
            extra: 0,
            willpower: 0,
            stance: None,
        }
    }
}
