//! The table at which a scene is played: the encounter, its clock, and scripted dice.

use rules::dice::{Dice, Script};
use rules::encounter::{Class, Command, Encounter, Given, Record, Refusal, View, decide, diff};
use rules::id::{CommandId, ExchangeId};
use rules::seat::Actor;
use rules::system::SystemId;
use rules::text::Name;
use serde::Serialize;
use serde_json::Value;

use super::names::Names;
use super::screen::{self, Read};

/// Milliseconds between two commands: too long for one gesture.
const A_WHILE: u64 = 20_000;

/// Number of sides of the dice that ids are drawn from.
const ID_DIE: u16 = 32;

/// The encounter of a scene, with its names and its clock.
pub(super) struct Table {
    encounter: Encounter,
    pub(super) names: Names,
    now: u64,
    given: u64,
    letters: u64,
    read: Read,
}

/// Outcome of a command.
pub(super) enum Outcome {
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

impl Table {
    /// Creates an encounter without seats.
    pub(super) fn new(title: &str, system: SystemId) -> Result<Self, String> {
        let title = Name::new(title).map_err(|why| format!("the scene's name: {why}"))?;
        Ok(Self {
            encounter: Encounter::new(title, system),
            names: Names::default(),
            now: 1_000_000,
            given: 0,
            letters: 0,
            read: Read::default(),
        })
    }

    /// Returns the view of a class of viewers as JSON.
    pub(super) fn view(&self, class: Class) -> Result<Value, String> {
        json(&View::of(&self.encounter, class))
    }

    /// Returns the seat of a person by name.
    pub(super) fn seat(&self, name: &str) -> Result<Actor, String> {
        self.names.seat(name)
    }

    /// Returns a command with ids in place of names, and the turn as the sender sees it in place of `@turn`.
    pub(super) fn filled(&self, command: &Value, by: Actor) -> Result<Value, String> {
        let class = match by {
            Actor::Server => Class::Storyteller,
            Actor::Seat(seat) => self
                .encounter
                .seat(seat)
                .map_or(Class::Table, |seat| Class::of(seat.role)),
        };
        let turn = json(&View::of(&self.encounter, class).turn)?;
        self.names.filled(command, &turn)
    }

    /// Gives a command whose names are resolved; it must throw exactly these faces.
    pub(super) fn give(
        &mut self,
        by: Actor,
        command: &Value,
        faces: &[u16],
    ) -> Result<Outcome, String> {
        let read = serde_json::from_value::<Command>(command.clone());
        let read = read.map_err(|cause| format!("{command} is no command: {cause}"))?;
        self.now += A_WHILE;
        self.given += 1;
        let id = CommandId(u128::from(self.given));
        let before = Class::ALL.map(|class| View::of(&self.encounter, class));
        let mut dice = Faces {
            script: Script::new(faces.iter().copied()),
            letters: self.letters,
            odd: Vec::new(),
        };
        let given = Given {
            id,
            by,
            command: read,
        };
        let told = screen::asked(&self.encounter, by, &given.command);
        let offered = screen::offered(&self.encounter, by, &given.command);
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
        let fell = dice.check(command);
        self.letters = dice.letters;
        let events = match decided {
            Ok(events) => events,
            Err(refusal) => return Ok(Outcome::Refused(json(&refusal)?, fell)),
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
                self.names.look(&new)?;
                let begun = new.exchanges.keys();
                let begun = begun.filter(|id| !old.exchanges.contains_key(id));
                exchanges = begun.copied().collect();
            } else {
                changes = told.iter().map(json).collect::<Result<_, _>>()?;
            }
            told.iter().for_each(|change| old.patch(change));
            if old != new {
                return Err(format!("{command}: the changes do not lead to the view"));
            }
        }
        Ok(Outcome::Done {
            changes,
            exchanges,
            odd: told.as_ref().and_then(screen::odd),
        })
    }

    /// Checks what the screens show now; returns a line for each problem.
    pub(super) fn looked(&mut self) -> Vec<String> {
        screen::looked(&self.encounter, &mut self.read)
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
        pairs.try_for_each(|(name, id)| self.names.begins(name, *id))
    }
}

/// Serializes a value to JSON with messages in words.
fn json<T: Serialize>(value: &T) -> Result<Value, String> {
    rules::messages::in_words(|| serde_json::to_value(value)).map_err(|cause| cause.to_string())
}

/// Dice that show the faces of the scene, except for id dice, which follow a counter.
struct Faces {
    script: Script,
    letters: u64,
    odd: Vec<String>,
}

impl Dice for Faces {
    fn die(&mut self, sides: u16) -> u16 {
        if sides == ID_DIE {
            let (id, letter) = (self.letters / 8 + 1, self.letters % 8);
            self.letters += 1;
            let spread = id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24;
            return ((spread >> (letter * 5)) & 31) as u16 + 1;
        }
        let missing = self.script.missing();
        let face = self.script.die(sides);
        if self.script.missing() == missing && !(1..=sides).contains(&face) {
            self.odd
                .push(format!("a die of {sides} sides has no {face}"));
        }
        face
    }
}

impl Faces {
    /// Checks that exactly the faces of the scene were thrown.
    fn check(&self, command: &Value) -> Result<(), String> {
        let mut wrong = self.odd.clone();
        match (self.script.missing(), self.script.left()) {
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
