//! The middle of a fight, for somebody who wants to see the point in ten seconds.

use super::command::{AskedTerm, Command, RollAsk, Whose};
use super::decide::decide;
use super::event::Record;
use super::refusal::Refusal;
use super::state::{Encounter, Side};
use super::{Event, Given};
use crate::dial::Reading;
use crate::dice::Dice;
use crate::id::{CombatantId, CommandId, SeatId};
use crate::seat::{Actor, Role};
use crate::system::SystemId;
use crate::text::Name;
use crate::track::{Packet, Severity};

/// The scene's title.
pub const TITLE: &str = "The Wharf, midnight";

/// Who runs the demonstration.
pub const STORYTELLER: SeatId = SeatId(1);

/// An encounter in its third round and the records that led there, in order.
///
/// `at` is the time of the first record in milliseconds since 1970; `id` mints the command
/// ids; the initiative is fixed, the dice of the rolls are real.
///
/// # Errors
/// None in practice: nothing in the story is refused.
pub fn encounter(
    at: u64,
    id: impl FnMut() -> CommandId,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Record>), Refusal> {
    let mut stage = Stage {
        encounter: Encounter::new(Name::new(TITLE)?, SystemId::Chronicle),
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
    stage.give(Actor::House, sit)?;
    for (line, side, hidden) in CAST {
        let add = Command::Add {
            line: line.into(),
            side: Some(side),
            hidden,
        };
        stage.give(ST, add)?;
    }
    for (name, face) in FACES {
        let roll = Command::RollInitiative {
            whose: Whose::One(stage.named(name)?),
            face: Some(face),
        };
        stage.give(ST, roll)?;
    }
    for beat in STORY {
        stage.play(beat)?;
    }
    Ok((stage.encounter, stage.records))
}

const ST: Actor = Actor::Seat(STORYTELLER);

/// Quick-add line, side and whether hidden, in the order in which they come.
const CAST: [(&str, Side, bool); 6] = [
    (
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3",
        Side::Character,
        false,
    ),
    (
        "Dr. Amadi strength 2 dexterity 3 composure 3 wits 4 stamina 2 size 5 firearms 4",
        Side::Character,
        false,
    ),
    (
        "Weston strength 4 dexterity 2 composure 2 stamina 3 size 5 brawl 3",
        Side::Character,
        false,
    ),
    (
        "4x Ghoul strength 3 dexterity 3 composure 2 stamina 2 size 5 brawl 2",
        Side::Foe,
        false,
    ),
    (
        "Pia Lindqvist dexterity 3 composure 2 stamina 2 size 5",
        Side::Character,
        false,
    ),
    (
        "The Bishop vampire dexterity 3 composure 4 stamina 3 size 5",
        Side::Foe,
        true,
    ),
];

/// The initiative dice. Whoever is not here waits on the bench.
const FACES: [(&str, u16); 6] = [
    ("Ilse Varga", 10),
    ("Dr. Amadi", 10),
    ("Ghoul A", 10),
    ("Weston", 9),
    ("Ghoul B", 6),
    ("The Bishop", 2),
];

/// Something that happens in the story.
#[derive(Clone, Copy)]
enum Beat {
    /// The next one acts, and it had better be this one.
    Turn(&'static str),
    /// Somebody is hit.
    Hit(&'static str, &'static [(Severity, u16)]),
    /// Words of condition.
    Note(&'static str, &'static str),
    /// Somebody rolls.
    Roll(&'static str, &'static str, &'static [(&'static str, i32)]),
}

use Beat::{Hit, Note, Roll, Turn};
use Severity::{Aggravated, Bashing, Lethal};

/// Two rounds, and what has happened in the third.
const STORY: [Beat; 29] = [
    Hit("The Bishop", &[(Aggravated, 1), (Lethal, 2), (Bashing, 1)]),
    Turn("Ilse Varga"),
    Hit("Ghoul A", &[(Lethal, 2)]),
    Turn("Dr. Amadi"),
    Turn("Ghoul A"),
    Hit("Ilse Varga", &[(Bashing, 2)]),
    Turn("Weston"),
    Turn("Ghoul B"),
    Hit("Dr. Amadi", &[(Bashing, 1)]),
    Turn("The Bishop"),
    Roll("The Bishop", "Stealth", &[("Dexterity", 3), ("Stealth", 3)]),
    Note("The Bishop", "hidden until first action"),
    Turn("Ilse Varga"),
    Note("Ilse Varga", "aiming +2"),
    Turn("Dr. Amadi"),
    Turn("Ghoul A"),
    Hit("Ilse Varga", &[(Lethal, 2)]),
    Turn("Weston"),
    Roll(
        "Weston",
        "Throws Ghoul A down",
        &[("Strength", 4), ("Brawl", 3)],
    ),
    Hit("Ghoul A", &[(Bashing, 2)]),
    Note("Ghoul A", "prone"),
    Turn("Ghoul B"),
    Turn("The Bishop"),
    Turn("Ilse Varga"),
    Roll(
        "Ilse Varga",
        "Wits + Composure",
        &[("Wits", 3), ("Composure", 4)],
    ),
    Note("Weston", "delaying: “if the door opens”"),
    Turn("Dr. Amadi"),
    Hit("Ghoul A", &[(Lethal, 1)]),
    Roll(
        "Dr. Amadi",
        "Shoots Ghoul A in the leg",
        &[
            ("Dexterity", 3),
            ("Firearms", 4),
            ("Heavy revolver", 2),
            ("Aimed 1 turn", 1),
            ("Called shot: leg", -2),
            ("Lamp light", -1),
        ],
    ),
];

/// Where the demonstration is rehearsed.
struct Stage<'a, Id> {
    encounter: Encounter,
    records: Vec<Record>,
    at: u64,
    id: Id,
    dice: &'a mut dyn Dice,
}

impl<Id: FnMut() -> CommandId> Stage<'_, Id> {
    fn play(&mut self, beat: Beat) -> Result<(), Refusal> {
        let command = match beat {
            Turn(name) => {
                let after = self.encounter.turn;
                self.give(ST, Command::NextTurn { after })?;
                return match self.encounter.turn.acting == Some(self.named(name)?) {
                    true => Ok(()),
                    false => Err(Refusal::TurnHasPassed),
                };
            }
            Hit(name, points) => Command::Harm {
                id: self.named(name)?,
                packet: points
                    .iter()
                    .fold(Packet::default(), |mut packet, (severity, points)| {
                        *packet.get_mut(*severity) = *points;
                        packet
                    }),
            },
            Note(name, text) => Command::Note {
                id: self.named(name)?,
                text: text.into(),
            },
            Roll(name, what, terms) => {
                Command::Roll(Box::new(roll(self.named(name)?, what, terms)))
            }
        };
        self.give(ST, command)
    }

    fn give(&mut self, by: Actor, command: Command) -> Result<(), Refusal> {
        let id = (self.id)();
        let given = Given { id, by, command };
        let events: Vec<Event> = decide(&self.encounter, &given, self.dice)?;
        // Far enough apart that no two of them look like one gesture.
        self.at += 20_000;
        let record = Record {
            at: self.at,
            by,
            command: id,
            events,
        };
        self.encounter.apply(&record);
        self.records.push(record);
        Ok(())
    }

    fn named(&self, name: &str) -> Result<CombatantId, Refusal> {
        let mut there = self.encounter.combatants.values();
        let found = there.find(|who| who.full_name() == name);
        found.map(|who| who.id).ok_or(Refusal::NoSuchCombatant)
    }
}

fn roll(id: CombatantId, what: &str, terms: &[(&str, i32)]) -> RollAsk {
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
        reading: Reading::default(),
        hidden: false,
        bare: false,
        faces: None,
    }
}
