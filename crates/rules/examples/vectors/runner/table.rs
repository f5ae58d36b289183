//! A table for vectors: an encounter to which commands are given, with the dice of the vector.

use rules::dice::Dice;
use rules::encounter::command::{Command, PlanAsk};
use rules::encounter::view::Row;
use rules::encounter::{Class, Encounter, Event, Given, Record, Refusal, Turn, View, decide};
use rules::id::{CombatantId, CommandId, SeatId};
use rules::phase::Phase;
use rules::seat::{Actor, Role};
use rules::system::SystemId;
use rules::text::Name;

use super::family::say;

/// Runs the table.
pub(crate) const STORYTELLER: SeatId = SeatId(1);
/// A player.
pub(crate) const PLAYER: SeatId = SeatId(2);

/// Far enough apart that two commands are not one gesture.
const A_WHILE: u64 = 20_000;

/// Dice for ids; they are no dice of the vector.
struct Ids(u64);

impl Dice for Ids {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let face = (self.0 >> 33) % u64::from(sides.max(1));
        u16::try_from(face).unwrap_or(0) + 1
    }
}

/// An encounter with a storyteller and a player.
#[derive(Clone)]
pub(crate) struct Table {
    encounter: Encounter,
    given: u64,
}

impl Table {
    pub(crate) fn new(system: SystemId) -> Result<Self, String> {
        let title = Name::new("A vector").map_err(say)?;
        let mut table = Self {
            encounter: Encounter::new(title, system),
            given: 0,
        };
        let seats = [
            (STORYTELLER, "Sam", Role::Storyteller),
            (PLAYER, "Ana", Role::Player),
        ];
        for (seat, name, role) in seats {
            let name = name.to_owned();
            let sit = Command::Sit { seat, name, role };
            table.told(Actor::Server, sit, &mut Ids(1)).map_err(say)?;
        }
        Ok(table)
    }

    fn told(
        &mut self,
        by: Actor,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        self.given += 1;
        let id = CommandId(u128::from(self.given));
        let given = Given { id, by, command };
        let events = decide(&self.encounter, &given, dice)?;
        self.encounter.apply(&Record {
            at: self.given * A_WHILE,
            by,
            command: id,
            events: events.clone(),
        });
        Ok(events)
    }

    /// A person gives a command that throws these dice.
    pub(crate) fn give(
        &mut self,
        by: SeatId,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        self.told(Actor::Seat(by), command, dice)
    }

    /// The storyteller gives a command that throws no dice of the vector.
    pub(crate) fn run(&mut self, command: Command) -> Result<Vec<Event>, String> {
        let mut ids = Ids(self.given + 1);
        self.told(Actor::Seat(STORYTELLER), command, &mut ids)
            .map_err(say)
    }

    pub(crate) fn view(&self) -> View {
        View::of(&self.encounter, Class::Storyteller)
    }

    pub(crate) fn row(&self, id: CombatantId) -> Result<Row, String> {
        let row = self.view().rows.remove(&id);
        row.ok_or_else(|| "nobody has that id".to_owned())
    }

    /// A combatant of this kind with these traits joins.
    pub(crate) fn joined(
        &mut self,
        kind: Option<&str>,
        traits: &[(&str, i32)],
    ) -> Result<CombatantId, String> {
        let before = self.view();
        self.run(Command::Add {
            line: "One".to_owned(),
            side: None,
            hidden: false,
        })?;
        let mut after = self.view().rows.into_keys();
        let id = after.find(|id| !before.rows.contains_key(id));
        let id = id.ok_or("nobody joined")?;
        if let Some(kind) = kind {
            let kind = Some(kind.to_owned());
            self.run(Command::SetKind { id, kind })?;
        }
        for (key, value) in traits {
            self.run(Command::SetTrait {
                id,
                key: (*key).to_owned(),
                value: Some(*value),
            })?;
        }
        Ok(id)
    }

    pub(crate) fn plan(&mut self, id: CombatantId, plan: PlanAsk) -> Result<(), String> {
        let plan = Some(plan);
        self.run(Command::Plan { id, plan })?;
        Ok(())
    }

    pub(crate) fn turn(&self) -> Turn {
        self.view().turn
    }

    pub(crate) fn next(&mut self) -> Result<Turn, String> {
        let after = self.turn();
        self.run(Command::NextTurn { after })?;
        Ok(self.turn())
    }

    /// Goes on until such a phase of the round begins; `false` where it never does.
    pub(crate) fn comes_to(&mut self, phase: Phase) -> Result<bool, String> {
        let round = self.turn().round.max(1);
        loop {
            let now = self.turn();
            if now.round == round && now.phase >= phase && now.round > 0 {
                return Ok(now.phase == phase);
            }
            if now.round > round {
                return Ok(false);
            }
            self.next()?;
        }
    }

    /// Those who act together with a combatant, that one included.
    pub(crate) fn together(&self, id: CombatantId) -> Vec<CombatantId> {
        let groups = self.view().together;
        let group = groups.into_iter().find(|group| group.contains(&id));
        group.unwrap_or_else(|| vec![id])
    }
}
