//! The demo: an encounter in the middle of a fight, for visitors.

use super::aggregate::encounter::Encounter;
use super::combatant::Turn;
use super::command::{Command, InitiativeTarget, PlanInput, RollInput, TermInput};
use super::decide::decide;
use super::event::Record;
use super::refusal::Refusal;
use super::{Event, IssuedCommand};
use crate::base::dice::{Dice, DiceScript};
use crate::base::id::{CombatantId, CommandId, SeatId};
use crate::base::seat::{Actor, Role};
use crate::base::text::Name;
use crate::character::parameters::Parameters;
use crate::character::phase::Phase;
use crate::character::track::DamagePacket;
use crate::demo_script::{DemoBeat, DemoPlan};
use crate::ruleset::SystemId;

/// The seat of the storyteller who runs the demo.
pub const STORYTELLER: SeatId = SeatId(1);

/// The storyteller of the demo as an actor.
pub(super) const STORYTELLER_ACTOR: Actor = Actor::Seat(STORYTELLER);

/// Maximum number of turns to advance in search of a turn; more than any round of a script has.
const MAX_TURN_STEPS: u8 = 100;

/// Builds an encounter in the middle of its system's [`DemoScript`](crate::demo_script::DemoScript), and returns it with the
/// records that led there, in order.
///
/// `at` is the time of the first record in milliseconds since 1970; `id` mints the command ids. Initiative and
/// the rolls the script depends on fall as scripted; the dice of other rolls are real.
///
/// # Errors
/// None in practice, because nothing in a script is refused.
pub fn build_encounter(
    system: SystemId,
    at: u64,
    id: impl FnMut() -> CommandId,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Record>), Refusal> {
    let story = system.rules().lists().demo_script;
    let mut stage = DemoRun::begin(Name::new(story.title)?, system, at, id, dice);
    stage.sit(STORYTELLER, "Storyteller", Role::Storyteller)?;
    for line in story.cast {
        stage.add(line, false)?;
    }
    for beat in story.beats {
        stage.play_beat(*beat)?;
    }
    Ok((stage.encounter, stage.records))
}

/// The encounter of the demo while the script is played.
pub(super) struct DemoRun<'a, Id> {
    pub(super) encounter: Encounter,
    records: Vec<Record>,
    at: u64,
    id: Id,
    dice: &'a mut dyn Dice,
}

impl<'a, Id: FnMut() -> CommandId> DemoRun<'a, Id> {
    /// Begins an encounter without seats and combatants.
    pub(super) fn begin(
        title: Name,
        system: SystemId,
        at: u64,
        id: Id,
        dice: &'a mut dyn Dice,
    ) -> Self {
        Self {
            encounter: Encounter::new(title, system),
            records: Vec::new(),
            at,
            id,
            dice,
        }
    }

    /// Puts a person into a seat.
    pub(super) fn sit(&mut self, seat: SeatId, name: &str, role: Role) -> Result<(), Refusal> {
        let name = name.into();
        self.give_command(Actor::Server, Command::Sit { seat, name, role })
    }

    /// Adds the combatants of a quick-add line, as one group if `as_one`.
    pub(super) fn add(&mut self, line: &str, as_one: bool) -> Result<(), Refusal> {
        let add = Command::Add {
            line: line.into(),
            side: None,
            hidden: false,
            as_one,
        };
        self.give_command(STORYTELLER_ACTOR, add)
    }

    /// Plays one beat of the script.
    fn play_beat(&mut self, beat: DemoBeat) -> Result<(), Refusal> {
        let command = match beat {
            DemoBeat::Initiative(faces) => return self.roll_initiative(faces),
            DemoBeat::Turn(name) => {
                let id = self.find_combatant(name)?;
                self.next_turn()?;
                return match self.encounter.turn.all.acting == Some(id) {
                    true => Ok(()),
                    false => Err(Refusal::TurnHasPassed),
                };
            }
            DemoBeat::Until(phase, name) => {
                let acting = Some(self.find_combatant(name)?);
                return self.advance_until(|turn| turn.phase == phase && turn.acting == acting);
            }
            DemoBeat::RoundBegins => {
                return self.advance_until(|turn| turn.phase == Phase::Initiative);
            }
            DemoBeat::Plan(name, plan) => Command::Plan {
                id: self.find_combatant(name)?,
                plan: Some(to_plan_input(plan)),
            },
            DemoBeat::Abort(name, price) => Command::Abort {
                id: self.find_combatant(name)?,
                price,
            },
            DemoBeat::Wait(name, until) => Command::Wait {
                id: self.find_combatant(name)?,
                until: until.into(),
            },
            DemoBeat::CutIn(name) => Command::CutIn {
                id: self.find_combatant(name)?,
                after: false,
            },
            DemoBeat::Hit(name, points) => Command::Harm {
                id: self.find_combatant(name)?,
                packet: points.iter().fold(
                    DamagePacket::default(),
                    |mut packet, (severity, points)| {
                        *packet.get_mut(*severity) = *points;
                        packet
                    },
                ),
            },
            DemoBeat::Lose(name, points) => Command::Harm {
                id: self.find_combatant(name)?,
                packet: DamagePacket::of_points(points),
            },
            DemoBeat::Spend(name, pool, by) => Command::Spend {
                id: self.find_combatant(name)?,
                pool: pool.into(),
                by,
            },
            DemoBeat::Remark(name, text) => Command::Note {
                id: self.find_combatant(name)?,
                text: text.into(),
            },
            DemoBeat::Adjust(name, by) => Command::Adjust {
                id: self.find_combatant(name)?,
                by,
            },
            DemoBeat::Roll(name, what, terms, dials) => {
                let id = self.find_combatant(name)?;
                Command::Roll(Box::new(to_roll_input(id, what, terms, dials)))
            }
            DemoBeat::ScriptedRoll(name, what, terms, dials, faces) => {
                let id = self.find_combatant(name)?;
                let roll = Command::Roll(Box::new(to_roll_input(id, what, terms, dials)));
                return self.roll_with_faces(roll, faces);
            }
            DemoBeat::Say(line) => Command::Say {
                line: line.into(),
                who: None,
            },
        };
        self.give_command(STORYTELLER_ACTOR, command)
    }

    /// Rolls initiative for several combatants with scripted faces.
    fn roll_initiative(&mut self, faces: &[(&str, u16)]) -> Result<(), Refusal> {
        for (name, face) in faces {
            let roll = Command::RollInitiative {
                whose: InitiativeTarget::One(self.find_combatant(name)?),
                face: Some(*face),
            };
            self.give_command(STORYTELLER_ACTOR, roll)?;
        }
        Ok(())
    }

    /// Ends the current turn of the demo's encounter by a storyteller's command.
    pub(super) fn next_turn(&mut self) -> Result<(), Refusal> {
        let after = self.encounter.turn.all;
        self.give_command(
            STORYTELLER_ACTOR,
            Command::NextTurn {
                after,
                anyway: false,
            },
        )
    }

    /// Ends turns until the current turn is `wanted`.
    fn advance_until(&mut self, wanted: impl Fn(Turn) -> bool) -> Result<(), Refusal> {
        for _ in 0..MAX_TURN_STEPS {
            self.next_turn()?;
            if wanted(self.encounter.turn.all) {
                return Ok(());
            }
        }
        Err(Refusal::TurnHasPassed)
    }

    /// Gives a roll command with scripted faces, no more and no fewer than it needs.
    fn roll_with_faces(&mut self, roll: Command, faces: &[u16]) -> Result<(), Refusal> {
        let mut script = DiceScript::new(faces.iter().copied());
        let given = self.issue(STORYTELLER_ACTOR, roll);
        let events = decide(&self.encounter, &given, &mut script)?;
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (missing, left) = (
            count(script.missing_faces()),
            count(script.remaining_faces()),
        );
        if missing > 0 || left > 0 {
            return Err(Refusal::WrongNumberOfFaces { missing, left });
        }
        self.apply_record(given, events);
        Ok(())
    }

    /// Decides a command with real dice and applies it.
    pub(super) fn give_command(&mut self, by: Actor, command: Command) -> Result<(), Refusal> {
        let given = self.issue(by, command);
        let events = decide(&self.encounter, &given, self.dice)?;
        self.apply_record(given, events);
        Ok(())
    }

    /// Adds a new id and the actor to a command.
    fn issue(&mut self, by: Actor, command: Command) -> IssuedCommand {
        let id = (self.id)();
        IssuedCommand { id, by, command }
    }

    /// Applies the events of a command as a record.
    fn apply_record(&mut self, given: IssuedCommand, events: Vec<Event>) {
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
    pub(super) fn find_combatant(&self, name: &str) -> Result<CombatantId, Refusal> {
        let mut there = self.encounter.combatants.values();
        let found = there.find(|who| who.full_name() == name);
        found.map(|who| who.id).ok_or(Refusal::NoSuchCombatant)
    }
}

/// Converts a plan of the demo script into the input of a command.
fn to_plan_input(plan: DemoPlan) -> PlanInput {
    PlanInput {
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

/// Builds the input of a roll command from a roll of the demo script.
fn to_roll_input(
    id: CombatantId,
    what: &str,
    terms: &[(&str, i32)],
    dials: &[(&str, i32)],
) -> RollInput {
    let turned = |reading: Parameters, (key, value): &(&str, i32)| reading.with(key, *value);
    RollInput {
        id: Some(id),
        what: what.into(),
        terms: terms
            .iter()
            .map(|(label, value)| TermInput {
                label: (*label).into(),
                value: *value,
            })
            .collect(),
        reading: dials.iter().fold(Parameters::default(), turned),
        hidden: false,
        bare: false,
        faces: None,
    }
}
