//! Whether one order fits everything that was answered: the log is the witness. What was acknowledged stands in it
//! once and does what it was asked to; what was refused does not stand in it, and there is a place at which the rules
//! refuse it so; what was answered before something else was said comes before it; and what people saw is what the log
//! came to at some place, later and later.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use rules::base::dice::Dice;
use rules::base::id::{CommandId, SeatId};
use rules::base::seat::Actor;
use rules::encounter::{
    Class, Command, Encounter, Event, IssuedCommand, Record, Refusal, View, decide,
};

use crate::crash::Chance;

/// What became of a command, as far as its sender was told, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Done(Duration),
    Refused(Duration, Refusal),
    /// Nobody waited for the answer, or nobody was there to give one.
    Unknown,
}

/// A command that was given, however often it was said.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) id: CommandId,
    pub(crate) seat: SeatId,
    pub(crate) command: Command,
    /// When it was said first.
    pub(crate) begun: Duration,
    pub(crate) answer: Answer,
}

/// What one viewer saw on one line at one time.
#[derive(Clone, Debug)]
pub(crate) struct Glimpse {
    pub(crate) view: View,
    /// The last command of theirs that was acknowledged on this line.
    pub(crate) knows: Option<CommandId>,
}

/// Everything one viewer saw on one line, in order.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    pub(crate) name: String,
    pub(crate) class: Class,
    pub(crate) glimpses: Vec<Glimpse>,
    /// The last command of theirs that was acknowledged before, on another line.
    pub(crate) knew: Option<CommandId>,
    /// Whether the last of it is what they see in the end.
    pub(crate) to_the_end: bool,
}

/// What must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// Acknowledged, and not in the log.
    Lost(CommandId),
    /// In the log twice.
    Twice(CommandId),
    /// In the log, and nobody gave it, or another did.
    Invented(CommandId),
    /// Refused, and in the log.
    DoneAndRefused(CommandId),
    /// The first was answered before the second was said, and stands behind it.
    Disordered(CommandId, CommandId),
    /// Where it stands the rules say something else.
    Otherwise(CommandId),
    /// At no place at which it can have been decided do the rules refuse it so.
    NoReason(CommandId, Refusal),
    /// A browser saw what the log never came to, or what it had come to earlier than what they saw before.
    Unseen(String),
    /// A browser sees something else in the end.
    Differs(String),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(id) => write!(f, "{id} was acknowledged and is lost"),
            Self::Twice(id) => write!(f, "{id} was done twice"),
            Self::Invented(id) => write!(f, "{id} was done, and its seat never gave it"),
            Self::DoneAndRefused(id) => write!(f, "{id} was refused and done"),
            Self::Disordered(first, second) => write!(
                f,
                "{first} was answered before {second} was said, and stands behind it"
            ),
            Self::Otherwise(id) => write!(f, "{id} did something else than the rules say there"),
            Self::NoReason(id, refusal) => {
                write!(f, "{id} was refused for no reason: {refusal}")
            }
            Self::Unseen(name) => write!(f, "{name} saw what never was, or time went back"),
            Self::Differs(name) => write!(f, "{name} sees something else in the end"),
        }
    }
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) done: usize,
    pub(crate) refused: usize,
    pub(crate) unknown: usize,
    /// Of those that were done, how many without chance, so that what they did can be told.
    pub(crate) told: usize,
    pub(crate) glimpses: usize,
    /// How often somebody came to a node that did not show yet what they had been told elsewhere.
    pub(crate) behind: usize,
}

/// A log with every state it came to: one more than it has records.
pub(crate) struct Log {
    records: Vec<Record>,
    states: Vec<Encounter>,
    places: BTreeMap<CommandId, usize>,
}

impl Log {
    /// Replays records behind a beginning. A command that is there twice is a violation already.
    pub(crate) fn replay(start: Encounter, records: Vec<Record>) -> Result<Self, Violation> {
        let mut states = vec![start.clone()];
        let (mut now, mut places) = (start, BTreeMap::new());
        for (place, record) in (1..).zip(&records) {
            if places.insert(record.command, place).is_some() {
                return Err(Violation::Twice(record.command));
            }
            now.apply(record);
            states.push(now.clone());
        }
        Ok(Self {
            records,
            states,
            places,
        })
    }

    /// The same log with its first records as a beginning: what was done before anybody looked.
    pub(crate) fn since(mut self, known: usize) -> Result<Self, Violation> {
        let later = self.records.split_off(known);
        Self::replay(self.states.swap_remove(known), later)
    }

    /// How many records there are.
    pub(crate) fn last(&self) -> usize {
        self.records.len()
    }

    /// Whether a command stands in it.
    pub(crate) fn has(&self, id: CommandId) -> bool {
        self.places.contains_key(&id)
    }

    /// What everybody of a class sees in the end.
    pub(crate) fn view(&self, class: Class) -> View {
        View::of(&self.states[self.last()], class)
    }

    /// Compares it with what was given and answered, and with what was seen.
    pub(crate) fn judge(
        &self,
        operations: &[Operation],
        watched: &[Watched],
    ) -> Result<Compared, Violation> {
        let mut compared = Compared::default();
        self.stands_once(operations)?;
        self.stands_in_order(operations)?;
        for operation in operations {
            match &operation.answer {
                Answer::Done(_) => compared.done += 1,
                Answer::Refused(..) => compared.refused += 1,
                Answer::Unknown => compared.unknown += 1,
            }
            if let Some(place) = self.places.get(&operation.id) {
                compared.told += usize::from(self.does_what_was_asked(*place, operation)?);
            }
        }
        self.refuses(operations)?;
        let views = Class::ALL.map(|class| {
            let views = self.states.iter().map(|state| View::of(state, class));
            (class, views.collect::<Vec<_>>())
        });
        for line in watched {
            let (_, views) = views
                .iter()
                .find(|(class, _)| *class == line.class)
                .expect("every class");
            self.was_so(views, line)?;
            compared.glimpses += line.glimpses.len();
            compared.behind += usize::from(self.is_behind(views, line));
        }
        Ok(compared)
    }

    /// What was acknowledged is there, what was refused is not, and nothing is there that nobody gave.
    fn stands_once(&self, operations: &[Operation]) -> Result<(), Violation> {
        let mut given = BTreeMap::new();
        for Operation {
            id, seat, answer, ..
        } in operations
        {
            given.insert(*id, Actor::Seat(*seat));
            match (answer, self.has(*id)) {
                (Answer::Done(_), false) => return Err(Violation::Lost(*id)),
                (Answer::Refused(..), true) => return Err(Violation::DoneAndRefused(*id)),
                (Answer::Done(_), true) | (Answer::Refused(..), false) | (Answer::Unknown, _) => {}
            }
        }
        let of_seats = self.records.iter().filter(|it| it.by != Actor::Server);
        for record in of_seats {
            if given.get(&record.command) != Some(&record.by) {
                return Err(Violation::Invented(record.command));
            }
        }
        Ok(())
    }

    /// Going back through the log: who stands further behind was not answered before this one was said.
    fn stands_in_order(&self, operations: &[Operation]) -> Result<(), Violation> {
        let mut standing: Vec<(usize, &Operation)> = operations
            .iter()
            .filter_map(|it| Some((*self.places.get(&it.id)?, it)))
            .collect();
        standing.sort_by_key(|(place, _)| *place);
        let mut first_answered: Option<(Duration, CommandId)> = None;
        for (_, operation) in standing.iter().rev() {
            if let Some((answered, id)) = first_answered
                && answered < operation.begun
            {
                return Err(Violation::Disordered(id, operation.id));
            }
            if let Answer::Done(at) = operation.answer
                && first_answered.is_none_or(|(answered, _)| at < answered)
            {
                first_answered = Some((at, operation.id));
            }
        }
        Ok(())
    }

    /// Where a command stands the rules let it be done, and where no chance is in it they say what is written. Whether
    /// that could be told.
    fn does_what_was_asked(&self, place: usize, of: &Operation) -> Result<bool, Violation> {
        let otherwise = Err(Violation::Otherwise(of.id));
        let record = &self.records[place - 1];
        match self.decided(place - 1, of) {
            (Ok(events), false) if events == record.events => Ok(true),
            (Ok(_), true) => Ok(false),
            (Ok(_), false) | (Err(_), _) => otherwise,
        }
    }

    /// What the rules say of a command behind so many records, and whether it took chance.
    fn decided(&self, behind: usize, of: &Operation) -> (Result<Vec<Event>, Refusal>, bool) {
        let given = IssuedCommand {
            id: of.id,
            by: Actor::Seat(of.seat),
            command: of.command.clone(),
        };
        let mut dice = Drawn::default();
        let decided = decide(&self.states[behind], &given, &mut dice);
        (decided, dice.any)
    }

    /// Every refusal has a place: behind all that was answered before it was asked for, before all that was said
    /// after it was answered, and the rules refuse it there with these words. Each takes the first place there is, in
    /// the order in which they were asked for, so that it leaves the most room to those that come later.
    fn refuses(&self, operations: &[Operation]) -> Result<(), Violation> {
        let mut asked: Vec<&Operation> = operations.iter().collect();
        asked.sort_by_key(|it| it.begun);
        let mut refused: Vec<(Duration, usize)> = Vec::new();
        for operation in asked {
            let Answer::Refused(answered, refusal) = &operation.answer else {
                continue;
            };
            let (mut least, mut most) = (0, self.last());
            for other in operations {
                let Some(place) = self.places.get(&other.id) else {
                    continue;
                };
                if matches!(other.answer, Answer::Done(at) if at < operation.begun) {
                    least = least.max(*place);
                }
                if other.begun > *answered {
                    most = most.min(place - 1);
                }
            }
            for (at, place) in &refused {
                if *at < operation.begun {
                    least = least.max(*place);
                }
            }
            let place = (least..=most).find(|behind| match self.decided(*behind, operation) {
                (Err(said), _) => said == *refusal,
                (Ok(_), _) => false,
            });
            let place = place.ok_or_else(|| Violation::NoReason(operation.id, refusal.clone()))?;
            refused.push((*answered, place));
        }
        Ok(())
    }

    /// Whether what somebody saw first on a line lacks what they had been told on another before.
    fn is_behind(&self, views: &[View], line: &Watched) -> bool {
        let known = line.knew.and_then(|id| self.places.get(&id));
        match (known, line.glimpses.first()) {
            (Some(place), Some(first)) => !views[*place..].contains(&first.view),
            (None, _) | (_, None) => false,
        }
    }

    /// What was seen on a line is what the log came to, later and later, with all that its viewer knew of; and in the
    /// end all of it.
    fn was_so(&self, views: &[View], line: &Watched) -> Result<(), Violation> {
        let mut least = 0;
        for glimpse in &line.glimpses {
            let known = glimpse.knows.and_then(|id| self.places.get(&id));
            least = known.map_or(least, |place| least.max(*place));
            let found = (least..views.len()).find(|place| views[*place] == glimpse.view);
            least = found.ok_or_else(|| Violation::Unseen(line.name.clone()))?;
        }
        if line.to_the_end && line.glimpses.last().map(|it| &it.view) != views.last() {
            return Err(Violation::Differs(line.name.clone()));
        }
        Ok(())
    }
}

/// Dice that remember whether any was drawn.
pub(super) struct Drawn {
    chance: Chance,
    any: bool,
}

impl Default for Drawn {
    fn default() -> Self {
        let (chance, any) = (Chance(1), false);
        Self { chance, any }
    }
}

impl Dice for Drawn {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.any = true;
        let face = 1 + self.chance.below(u64::from(sides.max(1)));
        u16::try_from(face).unwrap_or(1)
    }
}
