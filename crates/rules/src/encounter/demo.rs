//! The demo: an encounter in the middle of a fight, for visitors.

use super::combatant::Turn;
use super::command::{AskedTerm, Command, PlanAsk, RollAsk, Whose};
use super::decide::decide;
use super::encounter::Encounter;
use super::event::Record;
use super::refusal::Refusal;
use super::{Event, Given};
use crate::dial::Reading;
use crate::dice::{Dice, Script};
use crate::id::{CombatantId, CommandId, SeatId};
use crate::phase::Phase;
use crate::seat::{Actor, Role};
use crate::story::{Beat, Declared};
use crate::system::SystemId;
use crate::text::Name;
use crate::track::Packet;

/// The seat of the storyteller who runs the demo.
pub const STORYTELLER: SeatId = SeatId(1);

/// The storyteller of the demo as an actor.
const ST: Actor = Actor::Seat(STORYTELLER);

/// Maximum number of turns to advance in search of a turn; more than any round of a script has.
const STEPS_MOST: u8 = 100;

/// Builds an encounter in the middle of its system's [`Story`](crate::story::Story), and returns it with the
/// records that led there, in order.
///
/// `at` is the time of the first record in milliseconds since 1970; `id` mints the command ids. Initiative and
/// the rolls the script depends on fall as scripted; the dice of other rolls are real.
///
/// # Errors
/// None in practice, because nothing in a script is refused.
pub fn encounter(
    system: SystemId,
    at: u64,
    id: impl FnMut() -> CommandId,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Record>), Refusal> {
    let story = system.rules().demo();
    let mut stage = Stage {
        encounter: Encounter::new(Name::new(story.title)?, system),
        records: Vec::new(),
        at,
        id,
        dice,
    };
    let sit = Command::Sit {
        seat: STORYTELLER,
        name: "Storyteller".into(),
        role: Role::Storyteller,
    };
    stage.give(Actor::Server, sit)?;
    for line in story.cast {
        let add = Command::Add {
            line: (*line).into(),
            side: None,
            hidden: false,
            as_one: false,
        };
        stage.give(ST, add)?;
    }
    for beat in story.beats {
        stage.play(*beat)?;
    }
    Ok((stage.encounter, stage.records))
}

/// The encounter of the demo while the script is played.
struct Stage<'a, Id> {
    encounter: Encounter,
    records: Vec<Record>,
    at: u64,
    id: Id,
    dice: &'a mut dyn Dice,
}

impl<Id: FnMut() -> CommandId> Stage<'_, Id> {
    /// Plays one beat of the script.
    fn play(&mut self, beat: Beat) -> Result<(), Refusal> {
        let command = match beat {
            Beat::Initiative(faces) => return self.roll_initiative(faces),
            Beat::Turn(name) => {
                let id = self.named(name)?;
                self.next()?;
                return match self.encounter.turn.all.acting == Some(id) {
                    true => Ok(()),
                    false => Err(Refusal::TurnHasPassed),
                };
            }
            Beat::Until(phase, name) => {
                let acting = Some(self.named(name)?);
                return self.press(|turn| turn.phase == phase && turn.acting == acting);
            }
            Beat::RoundBegins => return self.press(|turn| turn.phase == Phase::Initiative),
            Beat::Plan(name, plan) => Command::Plan {
                id: self.named(name)?,
                plan: Some(declared(plan)),
            },
            Beat::Abort(name, price) => Command::Abort {
                id: self.named(name)?,
                price,
            },
            Beat::Wait(name, until) => Command::Wait {
                id: self.named(name)?,
                until: until.into(),
            },
            Beat::CutIn(name) => Command::CutIn {
                id: self.named(name)?,
                after: false,
            },
            Beat::Hit(name, points) => Command::Harm {
                id: self.named(name)?,
                packet: points
                    .iter()
                    .fold(Packet::default(), |mut packet, (severity, points)| {
                        *packet.get_mut(*severity) = *points;
                        packet
                    }),
            },
            Beat::Lose(name, points) => Command::Harm {
                id: self.named(name)?,
                packet: Packet::plain(points),
            },
            Beat::Spend(name, pool, by) => Command::Spend {
                id: self.named(name)?,
                pool: pool.into(),
                by,
            },
            Beat::Note(name, text) => Command::Note {
                id: self.named(name)?,
                text: text.into(),
            },
            Beat::Adjust(name, by) => Command::Adjust {
                id: self.named(name)?,
                by,
            },
            Beat::Roll(name, what, terms, dials) => {
                let id = self.named(name)?;
                Command::Roll(Box::new(roll(id, what, terms, dials)))
            }
            Beat::Fell(name, what, terms, dials, faces) => {
                let id = self.named(name)?;
                let roll = Command::Roll(Box::new(roll(id, what, terms, dials)));
                return self.fell(roll, faces);
            }
            Beat::Say(line) => Command::Say {
                line: line.into(),
                who: None,
            },
        };
        self.give(ST, command)
    }

    /// Rolls initiative for several combatants with scripted faces.
    fn roll_initiative(&mut self, faces: &[(&str, u16)]) -> Result<(), Refusal> {
        for (name, face) in faces {
            let roll = Command::RollInitiative {
                whose: Whose::One(self.named(name)?),
                face: Some(*face),
            };
            self.give(ST, roll)?;
        }
        Ok(())
    }

    /// Ends the current turn.
    fn next(&mut self) -> Result<(), Refusal> {
        let after = self.encounter.turn.all;
        self.give(
            ST,
            Command::NextTurn {
                after,
                anyway: false,
            },
        )
    }

    /// Ends turns until the current turn is `wanted`.
    fn press(&mut self, wanted: impl Fn(Turn) -> bool) -> Result<(), Refusal> {
        for _ in 0..STEPS_MOST {
            self.next()?;
            if wanted(self.encounter.turn.all) {
                return Ok(());
            }
        }
        Err(Refusal::TurnHasPassed)
    }

    /// Gives a roll command with scripted faces, no more and no fewer than it needs.
    fn fell(&mut self, roll: Command, faces: &[u16]) -> Result<(), Refusal> {
        let mut script = Script::new(faces.iter().copied());
        let given = self.given(ST, roll);
        let events = decide(&self.encounter, &given, &mut script)?;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (missing, left) = (count(script.missing()), count(script.left()));
        if missing > 0 || left > 0 {
            return Err(Refusal::WrongNumberOfFaces { missing, left });
        }
        self.keep(given, events);
        Ok(())
    }

    /// Decides a command with real dice and applies it.
    fn give(&mut self, by: Actor, command: Command) -> Result<(), Refusal> {
        let given = self.given(by, command);
        let events = decide(&self.encounter, &given, self.dice)?;
        self.keep(given, events);
        Ok(())
    }

    /// Adds a new id and the actor to a command.
    fn given(&mut self, by: Actor, command: Command) -> Given {
        let id = (self.id)();
        Given { id, by, command }
    }

    /// Applies the events of a command as a record.
    fn keep(&mut self, given: Given, events: Vec<Event>) {
        // Records are far enough apart that no two of them look like one gesture.
        self.at += 20_000;
        let record = Record {
            at: self.at,
            by: given.by,
            command: given.id,
            events,
        };
        self.encounter.apply(&record);
        self.records.push(record);
    }

    /// Returns the id of the combatant with this full name.
    fn named(&self, name: &str) -> Result<CombatantId, Refusal> {
        let mut there = self.encounter.combatants.values();
        let found = there.find(|who| who.full_name() == name);
        found.map(|who| who.id).ok_or(Refusal::NoSuchCombatant)
    }
}

/// Converts a scripted plan.
fn declared(plan: Declared) -> PlanAsk {
    PlanAsk {
        words: plan.words.into(),
        actions: plan.actions,
        defenses: plan.defenses.iter().copied().collect(),
        kinds: plan
            .kinds
            .iter()
            .map(|(number, key)| (*number, (*key).to_owned()))
            .collect(),
        extra: plan.extra,
        willpower: plan.willpower,
        stance: plan.stance.map(str::to_owned),
    }
}

/// Builds a scripted roll.
fn roll(id: CombatantId, what: &str, terms: &[(&str, i32)], dials: &[(&str, i32)]) -> RollAsk {
    let turned = |reading: Reading, (key, value): &(&str, i32)| reading.with(key, *value);
    RollAsk {
        id: Some(id),
        what: what.into(),
        terms: terms
            .iter()
            .map(|(label, value)| AskedTerm {
                label: (*label).into(),
                value: *value,
            })
            .collect(),
        reading: dials.iter().fold(Reading::default(), turned),
        hidden: false,
        bare: false,
        faces: None,
    }
}
