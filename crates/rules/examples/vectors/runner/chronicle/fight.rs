//! A fight at the table: an encounter that is led by commands, as the server leads it.

use rules::condition::Condition;
use rules::dice::Dice;
use rules::encounter::command::{AskedAnswer, Declaration, Destination, ItemAsk, OwnItem, Shift};
use rules::encounter::view::Row;
use rules::encounter::{Class, Command, Encounter, Given, Record, Refusal, View, decide};
use rules::exchange::{Intent, Step};
use rules::gear::Carried;
use rules::id::{CombatantId, CommandId, ExchangeId, SeatId};
use rules::seat::{Actor, Role};
use rules::system::SystemId;
use rules::text::Name;
use rules::track::{Boxes, Severity};

use super::scene::Twos;
use super::{Creature, say};

const STORYTELLER: SeatId = SeatId(1);

/// Dice from which ids are drawn.
struct Letters(u64);

impl Dice for Letters {
    fn die(&mut self, sides: u16) -> u16 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let face = (self.0 >> 33) % u64::from(sides.max(1));
        u16::try_from(face).unwrap_or(0) + 1
    }
}

/// An encounter with the storyteller at it.
pub(super) struct Fight {
    encounter: Encounter,
    given: u64,
    letters: Letters,
}

impl Fight {
    pub(super) fn new() -> Result<Self, String> {
        let title = Name::new("A vector").map_err(say)?;
        let mut fight = Self {
            encounter: Encounter::new(title, SystemId::Chronicle),
            given: 0,
            letters: Letters(7),
        };
        let sit = Command::Sit {
            seat: STORYTELLER,
            name: "Sam".to_owned(),
            role: Role::Storyteller,
        };
        fight.command(Actor::Server, sit, &mut Twos).map_err(say)?;
        // A vector is about one rule, and seldom about whose turn it is.
        fight.order(Command::Set {
            key: "keep_order".to_owned(),
            value: rules::settings::Value::Yes(false),
            was: None,
        })?;
        Ok(fight)
    }

    fn command(&mut self, by: Actor, command: Command, dice: &mut dyn Dice) -> Result<(), Refusal> {
        self.given += 1;
        let id = CommandId(u128::from(self.given));
        let given = Given { id, by, command };
        let events = decide(&self.encounter, &given, dice)?;
        self.encounter.apply(&Record {
            at: self.given * 20_000,
            by,
            command: id,
            events,
        });
        Ok(())
    }

    /// What the storyteller asks for, with dice; the refusal as it is.
    pub(super) fn ask(&mut self, command: Command, dice: &mut dyn Dice) -> Result<(), Refusal> {
        self.command(Actor::Seat(STORYTELLER), command, dice)
    }

    /// The same, without dice and where it must be done.
    pub(super) fn order(&mut self, command: Command) -> Result<(), String> {
        let mut letters = Letters(self.letters.die(u16::MAX).into());
        self.ask(command, &mut letters).map_err(say)
    }

    /// The same, where it may come to nothing.
    pub(super) fn if_any(&mut self, command: Command) -> Result<(), String> {
        match self.ask(command, &mut Twos) {
            Ok(()) | Err(Refusal::NothingToDo) => Ok(()),
            Err(refusal) => Err(say(refusal)),
        }
    }

    pub(super) fn view(&self) -> View {
        View::of(&self.encounter, Class::Storyteller)
    }

    pub(super) fn row(&self, id: CombatantId) -> Result<Row, String> {
        let row = self.view().rows.remove(&id);
        row.map(|row| *row)
            .ok_or_else(|| "nobody is there".to_owned())
    }

    /// A combatant with these traits; every other one is 0. They stand at the end of the order.
    pub(super) fn joins(&mut self, traits: &[(&str, i32)]) -> Result<CombatantId, String> {
        let before = self.view().rows;
        self.order(Command::Add {
            line: "OwnedFighter".to_owned(),
            side: None,
            hidden: false,
            as_one: false,
        })?;
        let now = self.view().rows;
        let id = now.into_keys().find(|id| !before.contains_key(id));
        let id = id.ok_or("no combatant came")?;
        let zero = ["strength", "dexterity", "stamina", "wits", "composure"];
        let unset = zero.into_iter().filter(|key| {
            let mut set = traits.iter();
            set.all(|(other, _)| other != key)
        });
        let unset: Vec<(&str, i32)> = unset.map(|key| (key, 0)).collect();
        for (key, value) in unset.iter().chain(traits) {
            self.if_any(Command::SetTrait {
                id,
                key: (*key).to_owned(),
                value: Some(*value),
            })?;
        }
        let to = Destination::Before(None);
        self.order(Command::Move { id, to })?;
        Ok(id)
    }

    /// A creature of this kind with such a track, of this Size.
    pub(super) fn body(
        &mut self,
        kind: Creature,
        track: &Boxes,
        traits: &[(&str, i32)],
    ) -> Result<CombatantId, String> {
        let health = [("health", i32::from(track.size()))];
        let all: Vec<(&str, i32)> = traits.iter().chain(&health).copied().collect();
        let id = self.joins(&all)?;
        let key = match kind {
            Creature::Mortal => None,
            Creature::Vampire => Some("vampire"),
            Creature::Supernatural => Some("supernatural"),
        };
        if let Some(key) = key {
            let kind = Some(key.to_owned());
            self.order(Command::SetKind { id, kind })?;
        }
        let shifts = Severity::WORST_FIRST.map(|severity| Shift {
            from: None,
            to: Some(severity),
            count: track.marks().get(severity),
        });
        let shifts = shifts.to_vec();
        self.if_any(Command::MarkBoxes { id, shifts })?;
        Ok(id)
    }

    pub(super) fn track(&self, id: CombatantId) -> Result<Boxes, String> {
        let track = self.row(id)?.track;
        let boxes = track.as_ref().and_then(rules::track::Track::boxes);
        boxes.copied().ok_or_else(|| "no boxes".to_owned())
    }

    pub(super) fn afflict(
        &mut self,
        id: CombatantId,
        key: &str,
        amount: i32,
    ) -> Result<(), String> {
        self.order(Command::Afflict {
            id,
            key: key.to_owned(),
            condition: Condition {
                amount,
                ..Condition::default()
            },
        })
    }

    /// An item of the table's own; its number.
    pub(super) fn give(
        &mut self,
        id: CombatantId,
        kind: &str,
        (numbers, tags): (&[(&str, i32)], &[&str]),
        carried: Carried,
    ) -> Result<u16, String> {
        let mut own = OwnItem {
            name: "Thing".to_owned(),
            kind: kind.to_owned(),
            numbers: rules::dial::Reading::default(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        for (key, value) in numbers {
            own.numbers.set(key, *value);
        }
        self.order(Command::GiveItem {
            id,
            what: ItemAsk::Own(own),
            carried: Some(carried),
        })?;
        let gear = self.row(id)?.gear;
        gear.into_keys().max().ok_or_else(|| "no item".to_owned())
    }

    /// Another turn.
    pub(super) fn next(&mut self) -> Result<(), String> {
        let after = self.view().turn;
        self.order(Command::NextTurn {
            after,
            anyway: false,
        })
    }

    /// Turns go by until it is the turn of this combatant again, or their place was passed.
    pub(super) fn next_round(&mut self) -> Result<(), String> {
        let round = self.view().turn.round;
        while self.view().turn.round <= round {
            self.next()?;
        }
        Ok(())
    }

    /// Declares an exchange; the refusal as it is.
    pub(super) fn declare(
        &mut self,
        by: CombatantId,
        at: &[CombatantId],
        intent: Intent,
        anyway: bool,
    ) -> Result<ExchangeId, Refusal> {
        let before = self.view().exchanges;
        let declared = Command::Declare(Box::new(Declaration {
            by: Some(by),
            at: at.to_vec(),
            others: Vec::new(),
            intent,
            without: Vec::new(),
            anyway,
            noticed: false,
        }));
        let mut letters = Letters(self.letters.die(u16::MAX).into());
        self.ask(declared, &mut letters)?;
        let now = self.view().exchanges;
        let id = now.into_keys().find(|id| !before.contains_key(id));
        id.ok_or(Refusal::NoSuchExchange)
    }

    /// What an exchange asks next.
    pub(super) fn asks(&self, id: ExchangeId) -> Option<Step> {
        self.view().exchanges.remove(&id)?.next
    }

    /// Answers whatever an exchange asks until it is over: these options, else the first that is
    /// open.
    pub(super) fn finish(
        &mut self,
        id: ExchangeId,
        chosen: &[(&str, &str)],
        dice: &mut dyn Dice,
    ) -> Result<(), String> {
        while let Some(step) = self.asks(id) {
            let step = match step {
                Step::Several(steps) => steps.into_iter().next().ok_or("nothing is asked")?,
                step => step,
            };
            let (slot, answer) = match step {
                Step::Choose { slot, options, .. } => {
                    let wanted = chosen.iter().find(|(at, _)| *at == slot.as_str());
                    let open = options.iter().find(|option| option.barred.is_none());
                    let first = open.map(|option| option.key.to_string());
                    let key = wanted.map(|(_, key)| (*key).to_owned()).or(first);
                    (slot, AskedAnswer::Chose(key.ok_or("no option is open")?))
                }
                Step::Number { slot, range, .. } => (slot, AskedAnswer::Number(range.0)),
                Step::Roll { slot, .. } => {
                    let (bought, faces) = (Vec::new(), None);
                    (slot, AskedAnswer::Roll { bought, faces })
                }
                Step::Several(_) => return Err("questions within questions".to_owned()),
            };
            let answer = Command::Answer {
                exchange: id,
                slot,
                answer,
                throws: false,
            };
            self.ask(answer, dice).map_err(say)?;
        }
        Ok(())
    }
}
