//! Every command that there is, and what the table of permissions says of it: told from how the table
//! was laid, not from the state.

use rules::encounter::Command;
use rules::encounter::authority::{Over, Relation, Right, Row, Sender, Verdict};
use rules::id::{CombatantId, SeatId};
use serde_json::{Value, json};

/// A command with gaps: whom it touches, whose turn it is, which exchange.
#[derive(Clone, Debug)]
pub struct Sample {
    /// What it is called on the page.
    pub what: String,
    text: String,
}

/// All of them, as the file has them.
pub fn samples() -> Vec<Sample> {
    let all: Vec<(String, Value)> =
        serde_json::from_str(include_str!("commands.json")).expect("commands");
    let all = all.into_iter().map(|(what, command)| Sample {
        what,
        text: command.to_string(),
    });
    all.collect()
}

/// What fills the gaps of commands, and how it stands to each sender.
#[derive(Clone, Debug)]
pub struct Places {
    /// Ana's, Ben's, a character's whom nobody plays, a foe's, a hidden one's, and one that never was.
    pub touched: [CombatantId; 6],
    /// Of these relations to Ana: a seat.
    pub seats: [(Relation, SeatId); 4],
    /// The turn that goes on.
    pub turn: Value,
    /// The exchange that is open.
    pub exchange: Value,
}

impl Places {
    /// How a combatant stands to Ana, or to another seat.
    pub fn relation(&self, id: CombatantId, ana: bool) -> Relation {
        let at = self.touched.iter().position(|other| *other == id);
        match Relation::ALL[at.expect("one of those there are")] {
            Relation::Own if !ana => Relation::Others,
            relation => relation,
        }
    }

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
    /// As it is for each relation of what it touches to Ana; once where it touches nothing.
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

/// What the table says of a command, by how its places were laid: the first right that is lacking.
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
