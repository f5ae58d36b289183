//! The middle of a fight, for somebody who wants to see the point in ten seconds.

use super::Given;
use super::command::{AskedTerm, Command, Destination, RollAsk, Shift, Whose};
use super::decide::decide;
use super::event::Record;
use super::state::{Encounter, Side};
use crate::dice::Dice;
use crate::id::{CombatantId, CommandId, SeatId};
use crate::seat::{Actor, Role};
use crate::system::{Reading, SystemId};
use crate::systems::chronicle::pool::Again;
use crate::text::{Name, TextError};
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
/// None in practice: the title is a name.
pub fn encounter(
    at: u64,
    mut id: impl FnMut() -> CommandId,
    dice: &mut dyn Dice,
) -> Result<(Encounter, Vec<Record>), TextError> {
    let mut stage = Stage {
        encounter: Encounter::new(Name::new(TITLE)?, SystemId::Chronicle),
        records: Vec::new(),
        at,
    };
    let mut give = |stage: &mut Stage, by, command| stage.give(id(), by, command, dice);

    let sit = Command::Sit {
        seat: STORYTELLER,
        name: "Storyteller".into(),
        role: Role::Storyteller,
    };
    give(&mut stage, Actor::House, sit);
    for (line, side, hidden, face) in CAST {
        let add = Command::Add {
            line: line.into(),
            side: Some(side),
            hidden,
        };
        let added = give(&mut stage, ST, add);
        if let (Some(face), Some(who)) = (face, added) {
            give(
                &mut stage,
                ST,
                Command::RollInitiative {
                    whose: Whose::One(who),
                    face: Some(face),
                },
            );
        }
    }
    let ghouls = give(
        &mut stage,
        ST,
        Command::Add {
            line: GHOULS.into(),
            side: None,
            hidden: false,
        },
    );
    if let (Some(ghoul_a), Some(ghoul_b)) = (ghouls, stage.named("Ghoul B")) {
        for (who, face) in [(ghoul_a, 9), (ghoul_b, 5)] {
            give(
                &mut stage,
                ST,
                Command::RollInitiative {
                    whose: Whose::One(who),
                    face: Some(face),
                },
            );
        }
    }
    for _ in 0..stage.encounter.order.len() * 2 + 1 {
        let after = stage.encounter.turn;
        give(&mut stage, ST, Command::NextTurn { after });
    }
    let wounds = [
        ("Ilse Varga", Severity::Lethal, 2),
        ("Ilse Varga", Severity::Bashing, 2),
        ("Dr. Amadi", Severity::Bashing, 1),
        ("Ghoul A", Severity::Lethal, 3),
        ("Ghoul A", Severity::Bashing, 2),
        ("The Bishop", Severity::Aggravated, 1),
        ("The Bishop", Severity::Lethal, 2),
    ];
    for (name, severity, points) in wounds {
        if let Some(id) = stage.named(name) {
            give(
                &mut stage,
                ST,
                Command::Harm {
                    id,
                    packet: Packet::of(severity, points),
                },
            );
        }
    }
    for (name, note) in [("Ilse Varga", "aiming +2"), ("Ghoul A", "prone")] {
        if let Some(id) = stage.named(name) {
            give(
                &mut stage,
                ST,
                Command::Note {
                    id,
                    text: note.into(),
                },
            );
        }
    }
    if let Some(id) = stage.named("Ilse Varga") {
        let after = stage.encounter.turn;
        give(
            &mut stage,
            ST,
            Command::Roll(Box::new(roll(
                id,
                "Wits + Composure",
                &[("Wits", 3), ("Composure", 3)],
            ))),
        );
        give(&mut stage, ST, Command::NextTurn { after });
    }
    if let Some(id) = stage.named("Dr. Amadi") {
        let terms = [
            ("Dexterity", 3),
            ("Firearms", 4),
            ("Heavy revolver, aimed", 1),
            ("Called shot: leg", -2),
        ];
        give(
            &mut stage,
            ST,
            Command::Roll(Box::new(roll(id, "Shoots Ghoul A in the leg", &terms))),
        );
    }
    // One late click, so that there is something fresh to take back.
    if let Some(id) = stage.named("Ghoul B") {
        let shifts = vec![Shift {
            from: None,
            to: Some(Severity::Bashing),
            count: 1,
        }];
        give(&mut stage, ST, Command::Turn { id, shifts });
    }
    if let (Some(id), Some(before)) = (stage.named("Weston"), stage.named("Ghoul B")) {
        give(
            &mut stage,
            ST,
            Command::Move {
                id,
                to: Destination::Before(Some(before)),
            },
        );
    }
    Ok((stage.encounter, stage.records))
}

const ST: Actor = Actor::Seat(STORYTELLER);

const GHOULS: &str = "4x Ghoul strength 3 dexterity 3 composure 2 stamina 2 size 5 brawl 2";

/// Quick-add line, side, whether hidden, and the initiative die; `None` waits on the bench.
const CAST: [(&str, Side, bool, Option<u16>); 5] = [
    (
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3",
        Side::Character,
        false,
        Some(10),
    ),
    (
        "Dr. Amadi strength 2 dexterity 3 composure 3 wits 4 stamina 2 size 5 firearms 4",
        Side::Character,
        false,
        Some(10),
    ),
    (
        "Weston strength 4 dexterity 2 composure 2 stamina 3 size 5 brawl 3",
        Side::Character,
        false,
        Some(9),
    ),
    (
        "Pia Lindqvist dexterity 3 composure 2 stamina 2 size 5",
        Side::Character,
        false,
        None,
    ),
    (
        "The Bishop vampire dexterity 3 composure 4 stamina 4 size 5",
        Side::Foe,
        true,
        Some(2),
    ),
];

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
        reading: Reading::Pool {
            again: Again::Ten,
            rote: false,
            chance: false,
        },
        hidden: false,
        bare: false,
        faces: None,
    }
}

/// Where the demonstration is rehearsed.
struct Stage {
    encounter: Encounter,
    records: Vec<Record>,
    at: u64,
}

impl Stage {
    /// Gives a command; returns the first combatant it added.
    fn give(
        &mut self,
        id: CommandId,
        by: Actor,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Option<CombatantId> {
        let given = Given { id, by, command };
        let events = decide(&self.encounter, &given, dice).ok()?;
        // Far enough apart that no two of them look like one gesture.
        self.at += 20_000;
        let record = Record {
            at: self.at,
            by,
            command: id,
            events,
        };
        self.encounter.apply(&record);
        let added = record.events.iter().find_map(|event| match event {
            super::Event::Added { combatant, .. } => Some(combatant.id),
            _ => None,
        });
        self.records.push(record);
        added
    }

    fn named(&self, name: &str) -> Option<CombatantId> {
        self.encounter
            .combatants
            .values()
            .find(|who| who.full_name() == name)
            .map(|who| who.id)
    }
}
