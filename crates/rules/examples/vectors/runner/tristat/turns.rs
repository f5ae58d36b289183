//! Who acts when, at a table where all have rolled.

use rules::dice::{Dice, Script};
use rules::encounter::command::{Destination, Whose};
use rules::encounter::{Class, Command, Encounter, Given, Record, View, decide};
use rules::id::{CombatantId, CommandId, SeatId};
use rules::seat::{Actor, Role};
use rules::system::SystemId;
use rules::text::Name;
use serde_json::{Value, json};

use super::{Answer, Placed, say};

const STORYTELLER: Actor = Actor::Seat(SeatId(1));

/// A table with only the storyteller at it.
struct Table {
    encounter: Encounter,
    given: u64,
}

/// Dice for ids, which are no dice of the vector.
struct Letters(u64);

impl Dice for Letters {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u16::try_from((self.0 >> 33) % u64::from(sides)).map_or(1, |face| face + 1)
    }
}

impl Table {
    fn open() -> Result<Self, String> {
        let title = Name::new("Order").map_err(say)?;
        let mut table = Self {
            encounter: Encounter::new(title, SystemId::Tristat),
            given: 0,
        };
        let sit = Command::Sit {
            seat: SeatId(1),
            name: "Sam".to_owned(),
            role: Role::Storyteller,
        };
        table.give(Actor::Server, sit, &mut Script::default())?;
        Ok(table)
    }

    fn give(&mut self, by: Actor, command: Command, dice: &mut dyn Dice) -> Result<(), String> {
        self.given += 1;
        let id = CommandId(u128::from(self.given));
        let given = Given { id, by, command };
        let events = decide(&self.encounter, &given, dice).map_err(|why| format!("{why:?}"))?;
        self.encounter.apply(&Record {
            at: self.given * 20_000,
            by,
            command: id,
            events,
        });
        Ok(())
    }

    fn view(&self) -> View {
        View::of(&self.encounter, Class::Storyteller)
    }

    /// Adds a combatant whose Combat Value and a die of 1 come to `total`.
    fn add(&mut self, total: i32) -> Result<CombatantId, String> {
        let bonus = total.saturating_sub(2);
        let line = format!("Kei body 1 mind 1 soul 1 combat_value {bonus}");
        let before = self.view().rows;
        let seed = self.given;
        let add = Command::Add {
            line,
            side: None,
            hidden: false,
            as_one: false,
        };
        self.give(STORYTELLER, add, &mut Letters(seed))?;
        let mut new = self.view().rows.into_keys();
        let id = new
            .find(|id| !before.contains_key(id))
            .ok_or("no combatant came")?;
        let to = Destination::Before(None);
        self.give(
            STORYTELLER,
            Command::Move { id, to },
            &mut Script::default(),
        )?;
        Ok(id)
    }
}

/// Those who act, the first first, those of the same moment together and in the order of their
/// names.
pub(super) fn order(combatants: &[Placed]) -> Answer {
    let mut table = Table::open()?;
    let mut ids = Vec::new();
    for one in combatants {
        ids.push((table.add(one.total)?, one.id.as_str()));
    }
    let after = table.view().turn;
    table.give(
        STORYTELLER,
        Command::NextTurn {
            after,
            anyway: false,
        },
        &mut Script::default(),
    )?;
    for (id, _) in &ids {
        let roll = Command::RollInitiative {
            whose: Whose::One(*id),
            face: Some(1),
        };
        table.give(STORYTELLER, roll, &mut Script::default())?;
    }
    let view = table.view();
    let name = |id: &CombatantId| ids.iter().find(|(one, _)| one == id).map(|(_, name)| *name);
    let mut act: Vec<Vec<&str>> = Vec::new();
    let mut told: Vec<CombatantId> = Vec::new();
    for id in &view.order {
        if told.contains(id) {
            continue;
        }
        let group = view.together.iter().find(|group| group.contains(id));
        let group = group.cloned().unwrap_or_else(|| vec![*id]);
        let mut names: Vec<&str> = group.iter().filter_map(name).collect();
        names.sort_unstable();
        act.push(names);
        told.extend(group);
    }
    let act: Value = json!(act);
    Ok(json!({ "act": act }))
}
