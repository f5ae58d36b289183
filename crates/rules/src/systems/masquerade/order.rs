//! Who declares and acts when, ties and delays included (MSQ-DECL-01, MSQ-TURN-01,
//! MSQ-TURN-02, MSQ-TURN-03, MSQ-TURN-04, MSQ-TURN-07).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::dice::Dice;
use crate::systems::d10::input::{self, Nonsense};
use crate::systems::d10::ties;

/// Somebody with an initiative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Combatant {
    /// Who.
    pub id: String,
    /// This turn's total, with whatever was adjusted by hand (MSQ-INIT-06).
    pub total: i32,
    /// The die in it.
    pub die: i32,
    /// Wits.
    pub wits: i32,
    /// Dexterity.
    pub dexterity: i32,
}

/// When somebody who waits acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Moment {
    /// Right after somebody.
    After(String),
    /// Right before somebody, whose action is interrupted (MSQ-TURN-07).
    Before(String),
}

impl Moment {
    /// Whose action it is about.
    #[must_use]
    pub fn whose(&self) -> &str {
        match self {
            Self::After(who) | Self::Before(who) => who,
        }
    }
}

impl From<Moment> for String {
    fn from(moment: Moment) -> Self {
        match moment {
            Moment::After(who) => format!("after:{who}"),
            Moment::Before(who) => format!("before:{who}"),
        }
    }
}

impl TryFrom<String> for Moment {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("after", who)) => Ok(Self::After(who.to_owned())),
            Some(("before", who)) => Ok(Self::Before(who.to_owned())),
            _ => Err(format!("{text} is neither after: nor before: somebody")),
        }
    }
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    /// Who waits.
    pub id: String,
    /// For which moment.
    pub at: Moment,
}

/// A turn's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Lowest first; a delay changes nothing here.
    pub declare: Vec<String>,
    /// Highest first, those who wait where they wanted.
    pub act: Vec<String>,
}

/// Sorts by total; equal totals by the die, then Wits, then Dexterity, then a roll-off, the
/// highest tied group first. Returns positions in `all`, first to act first. The roll-offs
/// hold for the whole turn.
///
/// # Errors
/// [`Nonsense`] for too many, or names that come twice; then no die was thrown.
pub fn ranking(
    all: &[Combatant],
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<Vec<usize>, Nonsense> {
    input::list("combatants", all.len())?;
    input::distinct(all.iter().map(|one| one.id.as_str()))?;
    let key = |one: &Combatant| {
        let tie = [one.die, one.wits, one.dexterity];
        (one.total, if by.tie_by_rolloff { [0; 3] } else { tie })
    };
    let mut sorted: Vec<(usize, _)> = all.iter().map(key).enumerate().collect();
    sorted.sort_by_key(|(_, key)| Reverse(*key));
    let groups = sorted.chunk_by(|a, b| a.1 == b.1);
    Ok(groups
        .flat_map(|group| {
            let tied: Vec<usize> = group.iter().map(|(index, _)| *index).collect();
            ties::roll_off(&tied, dice)
        })
        .collect())
}

/// Works out a turn's order. Whoever waits is taken out and put right behind or right before
/// the one they wait for; several at the same spot keep their undelayed order (MSQ-TURN-04).
///
/// # Errors
/// [`Nonsense`] for names that come twice or are unknown, and for somebody who waits for a
/// moment that has passed or never comes; then no die was thrown, unless only the roll-off
/// shows that the moment has passed.
pub fn order(
    all: &[Combatant],
    delays: &[Delay],
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<Order, Nonsense> {
    input::distinct(delays.iter().map(|delay| delay.id.as_str()))?;
    for delay in delays {
        for name in [delay.id.as_str(), delay.at.whose()] {
            if !all.iter().any(|one| one.id == name) {
                return Err(Nonsense::Stranger(name.to_owned()));
            }
        }
    }
    let ranked = ranking(all, by, dice)?;
    let names: Vec<&str> = ranked
        .iter()
        .filter_map(|index| all.get(*index))
        .map(|one| one.id.as_str())
        .collect();
    let waits: BTreeMap<&str, &Moment> = delays
        .iter()
        .map(|delay| (delay.id.as_str(), &delay.at))
        .collect();
    let turn = Turn { names, waits };
    for delay in delays {
        turn.check(delay)?;
    }
    let mut act = Vec::new();
    for name in turn
        .names
        .iter()
        .filter(|name| !turn.waits.contains_key(**name))
    {
        turn.place(name, &mut act);
    }
    let declare = turn
        .names
        .iter()
        .rev()
        .map(|name| (*name).to_owned())
        .collect();
    Ok(Order { declare, act })
}

struct Turn<'a> {
    /// Everybody, first to act first, as if nobody waited.
    names: Vec<&'a str>,
    waits: BTreeMap<&'a str, &'a Moment>,
}

impl Turn<'_> {
    /// Puts somebody down between those who wait for the moment before and after them.
    fn place(&self, name: &str, act: &mut Vec<String>) {
        let waiting = |after: bool| {
            self.names
                .iter()
                .copied()
                .filter(move |other| match self.waits.get(other) {
                    Some(Moment::After(who)) => after && who == name,
                    Some(Moment::Before(who)) => !after && who == name,
                    None => false,
                })
        };
        for other in waiting(false) {
            self.place(other, act);
        }
        act.push(name.to_owned());
        for other in waiting(true) {
            self.place(other, act);
        }
    }

    /// Whether a moment is still to come: following who waits for whom must end at somebody
    /// who does not wait and whose place is behind the waiter's own.
    fn check(&self, delay: &Delay) -> Result<(), Nonsense> {
        let mut whose = delay.at.whose();
        for _ in 0..=self.waits.len() {
            if let Some(next) = self.waits.get(whose) {
                whose = next.whose();
                continue;
            }
            let place = |name: &str| self.names.iter().position(|one| *one == name);
            if place(whose) > place(&delay.id) {
                return Ok(());
            }
            break;
        }
        Err(Nonsense::Delay(delay.id.clone()))
    }
}
