//! Samples of every command, and the verdict that the table of permissions gives for each.
//!
//! The expected verdict is computed from the way the table was set up, not from the state.

use rules::base::id::{CombatantId, SeatId};
use rules::encounter::Command;
use rules::encounter::authority::{Ownership, Permission, Right, RightScope, Sender, Verdict};
use serde_json::{Value, json};

/// A command with placeholders for the combatant, the seat, the turn and the exchange it concerns.
#[derive(Clone, Debug)]
pub struct CommandSample {
    /// Title of the command in the documentation.
    pub title: String,
    json: String,
}

/// Returns all command samples from `commands.json`.
pub fn load_samples() -> Vec<CommandSample> {
    let all: Vec<(String, Value)> =
        serde_json::from_str(include_str!("commands.json")).expect("commands");
    let all = all.into_iter().map(|(what, command)| CommandSample {
        title: what,
        json: command.to_string(),
    });
    all.collect()
}

/// Values that fill the placeholders of command samples, with their relations to each sender.
#[derive(Clone, Debug)]
pub struct Placeholders {
    /// Combatants, one for each relation: Ana's, Ben's, an unowned character, a foe, a hidden one, and one that does not
    /// exist.
    pub combatants: [CombatantId; 6],
    /// Seats, one for each relation to Ana.
    pub seats: [(Ownership, SeatId); 4],
    /// Turn that is current when the command is given.
    pub turn: Value,
    /// Exchange that is open when the command is given.
    pub exchange: Value,
}

impl Placeholders {
    /// Returns the relation of a combatant to Ana, or to another seat if `ana` is false.
    pub fn relation_to(&self, id: CombatantId, ana: bool) -> Ownership {
        let at = self.combatants.iter().position(|other| *other == id);
        match Ownership::ALL[at.expect("one of those there are")] {
            Ownership::Own if !ana => Ownership::Others,
            relation => relation,
        }
    }

    /// Returns the value for a placeholder, or `None` if the text is no placeholder.
    fn placeholder_value(&self, gap: &str, who: CombatantId, seat: SeatId) -> Option<Value> {
        Some(match gap {
            "@who" => json!(who),
            "@own" => json!(self.combatants[0]),
            "@foe" => json!(self.combatants[3]),
            "@seat" => json!(seat),
            "@turn" => self.turn.clone(),
            "@exchange" => self.exchange.clone(),
            _ => return None,
        })
    }

    /// Replaces every placeholder in a JSON value.
    fn fill_placeholders(&self, value: &mut Value, who: CombatantId, seat: SeatId) {
        match value {
            Value::String(text) => {
                if let Some(found) = self.placeholder_value(text, who, seat) {
                    *value = found;
                }
            }
            Value::Array(all) => all
                .iter_mut()
                .for_each(|it| self.fill_placeholders(it, who, seat)),
            Value::Object(all) => all
                .values_mut()
                .for_each(|it| self.fill_placeholders(it, who, seat)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

impl CommandSample {
    /// Returns the command once for each relation of its combatant or seat to Ana; once without a relation if it
    /// concerns neither.
    pub fn commands_by_relation(&self, places: &Placeholders) -> Vec<(Option<Ownership>, Command)> {
        let made = |who, seat| {
            let mut value: Value = serde_json::from_str(&self.json).expect("JSON");
            places.fill_placeholders(&mut value, who, seat);
            serde_json::from_value(value).unwrap_or_else(|why| panic!("{}: {why}", self.title))
        };
        let someone = SeatId(3);
        if self.json.contains("@seat") {
            let all = places.seats.iter();
            let all =
                all.map(|(relation, seat)| (Some(*relation), made(places.combatants[0], *seat)));
            return all.collect();
        }
        if self.json.contains("@who") {
            let all = Ownership::ALL.into_iter().zip(places.combatants);
            let all = all.map(|(relation, id)| (Some(relation), made(id, someone)));
            return all.collect();
        }
        vec![(None, made(places.combatants[0], someone))]
    }
}

/// Returns the verdict that the table of permissions gives for a command: the first right that the sender lacks.
pub fn expected_verdict(
    row: &Permission,
    sender: Sender,
    relation: impl Fn(RightScope) -> Ownership,
) -> Verdict {
    let asked = |(right, over): &(Right, RightScope)| match over {
        RightScope::Either(one, other) => {
            let one = right.verdict_for(sender, relation(RightScope::Combatant(*one)));
            match one {
                Verdict::Allowed => one,
                _ => right.verdict_for(sender, relation(RightScope::Combatant(*other))),
            }
        }
        over => right.verdict_for(sender, relation(*over)),
    };
    if sender == Sender::NoSeat {
        return Verdict::NoSeat;
    }
    let mut verdicts = row.rights.iter().map(asked);
    let lacking = verdicts.find(|verdict| *verdict != Verdict::Allowed);
    lacking.unwrap_or(Verdict::Allowed)
}
