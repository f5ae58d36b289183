//! Constants of a rule system, as data: its names, lists and numbers.

use super::settings::SettingSpec;
use crate::character::condition::ConditionSpec;
use crate::character::plan::PlanSpec;
use crate::character::sheet::{Archetype, KindSpec, TraitGroup, TraitSpec};
use crate::character::track::DamageKind;
use crate::character::vocabulary::Vocabulary;
use crate::demo_script::DemoScript;
use crate::messages::Text;
use crate::space::DistanceUnit;

/// Constants of a rule system that a browser links.
#[derive(Debug)]
pub struct SystemFacts {
    /// Name of the system shown on the screen.
    pub title: Text,
    /// Short description, one sentence long, for a storyteller who chooses a system.
    pub description: Text,
    /// Vocabulary of the system's players.
    pub vocabulary: Vocabulary,
    /// Ready-made sheets to start from.
    pub archetypes: &'static [Archetype],
    /// Traits that a sheet may have, in display order.
    pub trait_specs: &'static [TraitSpec],
    /// Keys of traits that are never rolled, such as sizes, bonuses and pool ratings.
    pub unrolled_traits: &'static [&'static str],
    /// Keys of the roll parameters that whoever is asked for a roll may add, such as a specialty.
    pub roller_options: &'static [&'static str],
    /// Kinds of creature, with the ordinary one first.
    pub creature_kinds: &'static [KindSpec],
    /// Kinds of damage that the system knows, mildest first.
    pub damage_kinds: &'static [DamageKind],
    /// Conditions known to the system's rules.
    pub condition_specs: &'static [ConditionSpec],
    /// Number of sides of the dice, of rolls and of initiative.
    pub die_sides: u16,
    /// Unit in which the system counts distances.
    pub distance_unit: DistanceUnit,
    /// Description of what can be declared; `None` if the system has no declarations.
    pub plan_spec: Option<PlanSpec>,
    /// Characters that begin the system's own commands, besides the common slash.
    pub chat_prefixes: &'static [char],
    /// Short list of the commands that can be typed.
    pub chat_help: Text,
}

/// Lists of a rule system that only the server needs.
#[derive(Debug)]
pub struct SystemLists {
    /// Script of a demo fight that shows a visitor the system's strengths at a glance.
    pub demo_script: &'static DemoScript,
    /// Key and title of every pool that [`ClientRules::pool_specs`](super::ClientRules::pool_specs)
    /// can return for any sheet.
    pub pool_titles: &'static [(&'static str, Text)],
    /// Settings that a table may change as house rules.
    pub setting_specs: &'static [SettingSpec],
    /// Groups of traits under their headings on a sheet; each trait belongs to one group.
    pub trait_groups: &'static [TraitGroup],
    /// Keys of the conditions that end with the scene, besides those that end with a turn or a
    /// round.
    pub conditions_ending_with_scene: &'static [&'static str],
    /// Words by which players recognize their game, for visitors.
    pub known_words: &'static [KnownWord],
    /// What the table counts for these players, in a few short sentences for visitors.
    pub counts: Text,
}

/// Word of a game's players, with the rule whose entry in the guide explains it.
#[derive(Clone, Copy, Debug)]
pub struct KnownWord {
    /// Word as players say it; the entry contains it.
    pub word: Text,
    /// Id of the rule.
    pub rule: &'static str,
}

impl KnownWord {
    /// Creates a word with its rule.
    #[must_use]
    pub const fn new(word: Text, rule: &'static str) -> Self {
        Self { word, rule }
    }
}
