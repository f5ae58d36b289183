//! Samples of every command, and the verdict that the table of permissions gives for each.
//!
//! The expected verdict is computed from the way the table was set up, not from the state.

use rules::encounter::Command;
use rules::encounter::authority::{Over, Relation, Right, Row, Sender, Verdict};
use rules::id::{CombatantId, SeatId};
use serde_json::{Value, json};

/// A command with placeholders for the combatant, the seat, the turn and the exchange it concerns.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Title of the command in the documentation.
    pub what: String,
    text: String,
}

/// Returns all command samples from `commands.json`.
pub fn samples() -> Vec<Sample> {
    let all: Vec<(String, Value)> =
        serde_json::from_str(include_str!("commands.json")).expect("commands");
    let all = all.into_iter().map(|(what, command)| Sample {
        what,
        text: command.to_string(),
    });
    all.collect()
}

/// Values that fill the placeholders of command samples, with their relations to each sender.
#[derive(Clone, Debug)]
pub struct Places {
    /// Combatants, one for each relation: Ana's, Ben's, an unowned character, a foe, a hidden one, and one that does not
    /// exist.
    pub touched: [CombatantId; 6],
    /// Seats, one for each relation to Ana.
    pub seats: [(Relation, SeatId); 4],
    /// Turn that is current when the command is given.
    pub turn: Value,
    /// Exchange that is open when the command is given.
    pub exchange: Value,
}

impl Places {
    /// Returns the relation of a combatant to Ana, or to another seat if `ana` is false.
    pub fn relation(&self, id: CombatantId, ana: bool) -> Relation {
        let at = self.touched.iter().position(|other| *other == id);
        match Relation::ALL[at.expect("one of those there are")] {
            Relation::Own if !ana => Relation::Others,
            relation => relation,
        }
    }

    /// Returns the value for a placeholder, or `None` if the text is no placeholder.
    fn fill(&self, gap: &str, who: CombatantId, seat: SeatId) -> Option<Value> {
        Some(match gap {
            "@who" => json!(who),
            "@own" => json!(self.touched[0]),
            "@foe" => json!(self.touched[3]),
            "@seat" => json!(seat),
            "@turn" => self.turn.clone(),
            "@exchange" => self.exchange.clone(),
            _ => return None,
        })
    }

    /// Replaces every placeholder in a JSON value.
    fn filled(&self, value: &mut Value, who: CombatantId, seat: SeatId) {
        match value {
            Value::String(text) => {
                if let Some(found) = self.fill(text, who, seat) {
                    *value = found;
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|it| self.filled(it, who, seat)),
            Value::Object(all) => all.values_mut().for_each(|it| self.filled(it, who, seat)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

impl Sample {
    /// Returns the command once for each relation of its combatant or seat to Ana; once without a relation if it
    /// concerns neither.
    pub fn each(&self, places: &Places) -> Vec<(Option<Relation>, Command)> {
        let made = |who, seat| {
            let mut value: Value = serde_json::from_str(&self.text).expect("JSON");
            places.filled(&mut value, who, seat);
            serde_json::from_value(value).unwrap_or_else(|why| panic!("{}: {why}", self.what))
        };
        let someone = SeatId(3);
        if self.text.contains("@seat") {
            let all = places.seats.iter();
            let all = all.map(|(relation, seat)| (Some(*relation), made(places.touched[0], *seat)));
            return all.collect();
        }
        if self.text.contains("@who") {
            let all = Relation::ALL.into_iter().zip(places.touched);
            let all = all.map(|(relation, id)| (Some(relation), made(id, someone)));
            return all.collect();
        }
        vec![(None, made(places.touched[0], someone))]
    }
}

/// Returns the verdict that the table of permissions gives for a command: the first right that the sender lacks.
pub fn said(row: &Row, sender: Sender, relation: impl Fn(Over) -> Relation) -> Verdict {
    let asked = |(right, over): &(Right, Over)| match over {
        Over::Either(one, other) => {
            let one = right.verdict(sender, relation(Over::Combatant(*one)));
            match one {
                Verdict::Allowed => one,
                _ => right.verdict(sender, relation(Over::Combatant(*other))),
            }
        }
        over => right.verdict(sender, relation(*over)),
    };
    if sender == Sender::Gone {
        return Verdict::NoSeat;
    }
    let mut verdicts = row.asks.iter().map(asked);
    let lacking = verdicts.find(|verdict| *verdict != Verdict::Allowed);
    lacking.unwrap_or(Verdict::Allowed)
}
