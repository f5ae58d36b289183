//! The table at which a scene is played: the encounter, its clock, and scripted dice.

use rules::base::dice::{Dice, DiceScript};
use rules::base::id::{CommandId, ExchangeId};
use rules::base::seat::Actor;
use rules::base::text::Name;
use rules::encounter::{
    Class, Command, Encounter, IssuedCommand, Record, Refusal, View, decide, diff,
};
use rules::ruleset::SystemId;
use serde::Serialize;
use serde_json::Value;

use super::names::Names;
use super::screen_checks::{self, LogPositions};

/// Milliseconds between two commands: too long for one gesture.
const COMMAND_GAP: u64 = 20_000;

/// Number of sides of the dice that ids are drawn from.
const ID_DIE_SIDES: u16 = 32;

/// The encounter of a scene, with its names and its clock.
pub(super) struct SceneTable {
    encounter: Encounter,
    pub(super) names: Names,
    now: u64,
    command_count: u64,
    id_letters: u64,
    log_positions: LogPositions,
}

/// Outcome of a command.
pub(super) enum CommandOutcome {
    /// The command was accepted: the changes that players were sent, the exchanges that began, and the problem with
    /// the odds the sender was shown, if any.
    Done {
        changes: Vec<Value>,
        exchanges: Vec<ExchangeId>,
        odd: Option<String>,
    },
    /// The command was refused: the refusal, and the problem with the dice, if any.
    Refused(Value, Result<(), String>),
}

impl SceneTable {
    /// Creates an encounter without seats.
    pub(super) fn new(title: &str, system: SystemId) -> Result<Self, String> {
        let title = Name::new(title).map_err(|why| format!("the scene's name: {why}"))?;
        Ok(Self {
            encounter: Encounter::new(title, system),
            names: Names::default(),
            now: 1_000_000,
            command_count: 0,
            id_letters: 0,
            log_positions: LogPositions::default(),
        })
    }

    /// Returns the view of a class of viewers as JSON.
    pub(super) fn view(&self, class: Class) -> Result<Value, String> {
        to_json(&View::of(&self.encounter, class))
    }

    /// Returns the seat of a person by name.
    pub(super) fn seat(&self, name: &str) -> Result<Actor, String> {
        self.names.seat(name)
    }

    /// Returns a command with ids in place of names, and the turn as the sender sees it in place of `@turn`.
    pub(super) fn resolve_names(&self, command: &Value, by: Actor) -> Result<Value, String> {
        let class = match by {
            Actor::Server => Class::Storyteller,
            Actor::Seat(seat) => self
                .encounter
                .seat(seat)
                .map_or(Class::Table, |seat| Class::of(seat.role)),
        };
        let turn = to_json(&View::of(&self.encounter, class).turn)?;
        self.names.resolve_names(command, &turn)
    }

    /// Gives a command whose names are resolved; it must throw exactly these faces.
    pub(super) fn give(
        &mut self,
        by: Actor,
        command: &Value,
        faces: &[u16],
    ) -> Result<CommandOutcome, String> {
        let read = serde_json::from_value::<Command>(command.clone());
        let read = read.map_err(|cause| format!("{command} is no command: {cause}"))?;
        self.now += COMMAND_GAP;
        self.command_count += 1;
        let id = CommandId(u128::from(self.command_count));
        let before = Class::ALL.map(|class| View::of(&self.encounter, class));
        let mut dice = ScriptedDice {
            script: DiceScript::new(faces.iter().copied()),
            id_letters: self.id_letters,
            problems: Vec::new(),
        };
        let given = IssuedCommand {
            id,
            by,
            command: read,
        };
        let told = screen_checks::preview_odds(&self.encounter, by, &given.command);
        let offered = screen_checks::offered_bar(&self.encounter, by, &given.command);
        let decided = decide(&self.encounter, &given, &mut dice);
        if let Some(barred) = offered {
            let refused = decided.as_ref().err();
            let agrees = match refused {
                Some(why @ Refusal::Barred { .. }) => barred == Some(why.to_string()),
                refused => barred.is_some() == refused.is_some(),
            };
            if !agrees {
                let said = format!("offered as barred by {barred:?}, refused by {refused:?}");
                return Err(format!("{command}: {said}"));
            }
        }
        let fell = dice.check_all_used(command);
        self.id_letters = dice.id_letters;
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => return Ok(CommandOutcome::Refused(to_json(&refusal)?, fell)),
        };
        fell?;
        self.encounter.apply(&Record {
            at: self.now,
            by,
            command: id,
            events,
        });
        let mut changes = Vec::new();
        let mut exchanges = Vec::new();
        for (class, mut old) in Class::ALL.into_iter().zip(before) {
            let new = View::of(&self.encounter, class);
            let told = diff(&old, &new);
            if class == Class::Storyteller {
                self.names.update(&new)?;
                let begun = new.exchanges.keys();
                let begun = begun.filter(|id| !old.exchanges.contains_key(id));
                exchanges = begun.copied().collect();
            } else {
                changes = told.iter().map(to_json).collect::<Result<_, _>>()?;
            }
            told.iter().for_each(|change| old.apply_change(change));
            if old != new {
                return Err(format!("{command}: the changes do not lead to the view"));
            }
        }
        Ok(CommandOutcome::Done {
            changes,
            exchanges,
            odd: told.as_ref().and_then(screen_checks::check_odds),
        })
    }

    /// Checks what the screens show now; returns a line for each problem.
    pub(super) fn check_screens(&mut self) -> Vec<String> {
        screen_checks::check_screens(&self.encounter, &mut self.log_positions)
    }

    /// Names the exchanges that a step began.
    pub(super) fn name_exchanges(
        &mut self,
        names: &[String],
        begun: &[ExchangeId],
    ) -> Result<(), String> {
        if names.is_empty() {
            return Ok(());
        }
        if names.len() != begun.len() {
            let (names, begun) = (names.len(), begun.len());
            return Err(format!("“as” names {names} exchanges, and {begun} began"));
        }
        let mut pairs = names.iter().zip(begun);
        pairs.try_for_each(|(name, id)| self.names.add_exchange(name, *id))
    }
}

/// Serializes a value to JSON with messages in words.
fn to_json<T: Serialize>(value: &T) -> Result<Value, String> {
    rules::messages::serialize_as_words(|| serde_json::to_value(value))
        .map_err(|cause| cause.to_string())
}

/// Dice that show the faces of the scene, except for id dice, which follow a counter.
struct ScriptedDice {
    script: DiceScript,
    id_letters: u64,
    problems: Vec<String>,
}

impl Dice for ScriptedDice {
    fn roll_die(&mut self, sides: u16) -> u16 {
        if sides == ID_DIE_SIDES {
            let (id, letter) = (self.id_letters / 8 + 1, self.id_letters % 8);
            self.id_letters += 1;
            let spread = id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
            return ((spread >> (letter * 5)) & 31) as u16 + 1;
        }
        let missing = self.script.missing_faces();
        let face = self.script.roll_die(sides);
        if self.script.missing_faces() == missing && !(1..=sides).contains(&face) {
            self.problems
                .push(format!("a die of {sides} sides has no {face}"));
        }
        face
    }
}

impl ScriptedDice {
    /// Checks that exactly the faces of the scene were thrown.
    fn check_all_used(&self, command: &Value) -> Result<(), String> {
        let mut wrong = self.problems.clone();
        match (self.script.missing_faces(), self.script.remaining_faces()) {
            (0, 0) => {}
            (0, left) => wrong.push(format!("faces left over: {left}")),
            (missing, _) => wrong.push(format!("faces missing: {missing}")),
        }
        match wrong.is_empty() {
            true => Ok(()),
            false => Err(format!("dice: {} ({command})", wrong.join(", "))),
        }
    }
}
