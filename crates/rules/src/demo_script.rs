//! Demo encounters as data: the cast, and the events up to the visitor's arrival.
//!
//! Each system brings a demo that shows its specialties.
//! [`encounter::demo`](crate::encounter::demo) plays it with the commands that people give.

use crate::character::phase::Phase;
use crate::character::plan::AbortPrice;
use crate::character::track::Severity;
use crate::handout::HandoutKind;

/// Script of a demo that ends in the middle of a fight.
#[derive(Clone, Copy, Debug)]
pub struct DemoScript {
    /// Title of the scene.
    pub title: &'static str,
    /// Quick-add lines in order; they mark characters (`pc`) and hidden combatants themselves.
    pub cast: &'static [&'static str],
    /// Events of the demo in order.
    pub beats: &'static [DemoBeat],
    /// Fight of many, where the system shows what a screen makes of one.
    pub crowd: Option<&'static SampleCrowd>,
    /// Attack with a question to its target, where the system shows what a screen makes of one.
    pub attack: Option<&'static SampleAttack>,
    /// Evening with places, clocks, handouts and an asked roll, where the system shows what a screen makes of one.
    pub evening: Option<&'static SampleEvening>,
}

/// Fight of twenty, with the longest names, marks of every kind, hidden combatants and some who are out.
#[derive(Clone, Copy, Debug)]
pub struct SampleCrowd {
    /// Quick-add lines in order.
    pub cast: &'static [&'static str],
    /// Quick-add line of those who act as one.
    pub group: &'static str,
    /// Name of the player's character.
    pub played: &'static str,
    /// Damage of each combatant who has some.
    pub harm: &'static [(&'static str, &'static [(Severity, u16)])],
    /// Combatant with a note, and the note.
    pub note: (&'static str, &'static str),
}

/// Attack by a foe on a player's character.
#[derive(Clone, Copy, Debug)]
pub struct SampleAttack {
    /// Quick-add lines in order.
    pub cast: &'static [&'static str],
    /// Name of the foe.
    pub by: &'static str,
    /// Name of the player's character.
    pub at: &'static str,
    /// Key of the maneuver.
    pub maneuver: &'static str,
}

/// Evening with places, clocks, handouts and an asked roll.
#[derive(Clone, Copy, Debug)]
pub struct SampleEvening {
    /// Quick-add lines in order.
    pub cast: &'static [&'static str],
    /// Names of the players' characters: that of the reader, and that of another player.
    pub played: (&'static str, &'static str),
    /// Lines that describe the scene.
    pub scene: &'static str,
    /// Places with the names of those who stand there.
    pub stand: &'static [(&'static str, &'static [&'static str])],
    /// Lines of the clocks, their names, and how many segments are filled.
    pub clocks: &'static [(&'static str, &'static str, i16)],
    /// Name of the extended action among the clocks, and those who roll for it, one after the other.
    pub work: (&'static str, &'static [&'static str]),
    /// Handouts in order.
    pub handouts: &'static [SampleHandout],
    /// Words that the storyteller whispers to the reader.
    pub whisper: &'static str,
    /// Keys of the traits of the asked roll.
    pub pool: &'static [&'static str],
    /// Names of those who are asked.
    pub asked: &'static [&'static str],
    /// Words with which the roll is asked.
    pub words: &'static str,
}

/// Handout of an evening.
#[derive(Clone, Copy, Debug)]
pub struct SampleHandout {
    /// The kind.
    pub kind: HandoutKind,
    /// The name.
    pub name: &'static str,
    /// The passages of the text, and whether each of them is covered.
    pub text: &'static [(&'static str, bool)],
    /// Names of the characters who get it.
    pub given: &'static [&'static str],
}

/// Numbers by name, such as the terms of a roll.
pub type NamedNumbers = &'static [(&'static str, i32)];

/// Event in a demo; combatants are referred to by their full names.
#[derive(Clone, Copy, Debug)]
pub enum DemoBeat {
    /// Initiative rolls with their faces; a combatant who never rolls stays on the bench.
    Initiative(&'static [(&'static str, u16)]),
    /// Adjustment of a combatant's initiative.
    Adjust(&'static str, i32),
    /// Next step of the order, which must belong to this combatant.
    Turn(&'static str),
    /// Steps of the order until this combatant's step in the given phase.
    Until(Phase, &'static str),
    /// Steps of the order until a new round of initiative rolls.
    RoundBegins,
    /// Declaration of a combatant's plan.
    Plan(&'static str, DemoPlan),
    /// Abort of a declared action for a defense, with its payment.
    Abort(&'static str, AbortPrice),
    /// Delay of a combatant, with the trigger.
    Wait(&'static str, &'static str),
    /// Action of a combatant who delayed.
    CutIn(&'static str),
    /// Damage to a combatant, as it follows from the rolls before.
    Hit(&'static str, &'static [(Severity, u16)]),
    /// Loss of health points on a combatant's track.
    Lose(&'static str, u16),
    /// Change of a pool: points regained, or spent where negative.
    Spend(&'static str, &'static str, i32),
    /// Free-form note on a combatant's condition.
    Remark(&'static str, &'static str),
    /// Roll of a combatant: purpose, terms and parameters. The dice are random, so no later event
    /// may depend on the result.
    Roll(&'static str, &'static str, NamedNumbers, NamedNumbers),
    /// Roll with predetermined faces: purpose, terms, parameters and faces.
    ScriptedRoll(
        &'static str,
        &'static str,
        NamedNumbers,
        NamedNumbers,
        &'static [u16],
    ),
    /// Chat message of the storyteller.
    Say(&'static str),
}

/// Plan that a combatant declares in a demo.
#[derive(Clone, Copy, Debug)]
pub struct DemoPlan {
    /// Free-form description of the plan.
    pub words: &'static str,
    /// Number of ordinary actions.
    pub actions: u8,
    /// Numbers (from 1) of the actions that are defenses.
    pub defenses: &'static [u8],
    /// Kinds of actions by their numbers.
    pub kinds: &'static [(u8, &'static str)],
    /// Number of extra actions.
    pub extra: u8,
    /// Willpower points declared for rolls.
    pub willpower: u8,
    /// Key of the stance taken.
    pub stance: Option<&'static str>,
}

impl DemoPlan {
    /// Creates a plan of a single action.
    #[must_use]
    pub const fn single_action(words: &'static str) -> Self {
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
