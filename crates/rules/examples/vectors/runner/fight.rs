//! A fight at the table, built and brought on by commands alone, with the dice of the vector.

use std::collections::BTreeSet;

use rules::dial::Reading;
use rules::dice::{Dice, Script};
use rules::encounter::command::{AskedAnswer, AskedTerm, Declaration, PlanAsk, RollAsk, Whose};
use rules::encounter::feature::RollRecord;
use rules::encounter::view::{ExchangeView, Row};
use rules::encounter::{
    Class, Command, Encounter, Event, Given, Record, Refusal, Turn, View, decide,
};
use rules::exchange::{Intent, Line, Slot, Step};
use rules::id::{CombatantId, CommandId, ExchangeId, SeatId};
use rules::phase::Phase;
use rules::seat::{Actor, Role};
use rules::settings::Value as Setting;
use rules::system::SystemId;
use rules::text::Name;

use super::family::say;

/// Runs the table.
pub(crate) const STORYTELLER: Actor = Actor::Seat(SeatId(1));
/// Plays a character.
pub(crate) const PLAYER: Actor = Actor::Seat(SeatId(2));

/// How many questions one exchange can ask before something is wrong with it.
const QUESTIONS: usize = 50;

/// An encounter that commands were given to.
#[derive(Clone)]
pub(crate) struct Fight {
    encounter: Encounter,
    given: u128,
}

impl Fight {
    /// A table with a storyteller and a player of this name.
    pub(crate) fn new(system: SystemId, player: &str) -> Result<Self, String> {
        let mut fight = Self {
            encounter: Encounter::new(Name::new("Vector").map_err(say)?, system),
            given: 0,
        };
        let seats = [
            (1, "Storyteller", Role::Storyteller),
            (2, player, Role::Player),
        ];
        for (seat, name, role) in seats {
            let sit = Command::Sit {
                seat: SeatId(seat),
                name: name.to_owned(),
                role,
            };
            let seated = fight.give(Actor::Server, sit, &mut Script::default());
            seated.map_err(say)?;
        }
        // A vector is about one rule, and seldom about whose turn it is.
        fight.house("keep_order", Setting::Yes(false))?;
        Ok(fight)
    }

    /// Gives a command; what came of it.
    pub(crate) fn give(
        &mut self,
        by: Actor,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        self.given += 1;
        let id = CommandId(self.given);
        let given = Given { id, by, command };
        let events = decide(&self.encounter, &given, dice)?;
        self.tell(by, events.clone());
        Ok(events)
    }

    /// What has happened before the first command.
    pub(crate) fn record(&mut self, event: Event) {
        self.given += 1;
        self.tell(Actor::Server, vec![event]);
    }

    fn tell(&mut self, by: Actor, events: Vec<Event>) {
        self.encounter.apply(&Record {
            at: 1,
            by,
            command: CommandId(self.given),
            events,
        });
    }

    /// Gives a storyteller's command that must be accepted and throws nothing that matters.
    pub(crate) fn must(&mut self, command: Command) -> Result<Vec<Event>, String> {
        let mut ones = Script::default();
        self.give(STORYTELLER, command, &mut ones).map_err(say)
    }

    /// What those who run the table see.
    pub(crate) fn view(&self) -> View {
        View::of(&self.encounter, Class::Storyteller)
    }

    /// What players see.
    pub(crate) fn players_view(&self) -> View {
        View::of(&self.encounter, Class::Table)
    }

    /// A combatant's row.
    pub(crate) fn row(&self, id: CombatantId) -> Result<Row, String> {
        let row = self.view().rows.remove(&id);
        row.map(|row| *row)
            .ok_or_else(|| "there is no such combatant".to_owned())
    }

    /// Adds a combatant with these traits.
    pub(crate) fn join(&mut self, traits: &[(&str, i32)]) -> Result<CombatantId, String> {
        let before: BTreeSet<CombatantId> = self.view().rows.into_keys().collect();
        self.must(Command::Add {
            line: "combatant".to_owned(),
            side: None,
            hidden: false,
            as_one: false,
        })?;
        let mut now = self.view().rows.into_keys();
        let id = now
            .find(|id| !before.contains(id))
            .ok_or("no combatant came")?;
        for (key, value) in traits {
            self.has(id, key, *value)?;
        }
        Ok(id)
    }

    /// Sets a trait of a combatant.
    pub(crate) fn has(&mut self, id: CombatantId, key: &str, value: i32) -> Result<(), String> {
        let key = key.to_owned();
        let value = Some(value);
        if self
            .row(id)?
            .sheet
            .is_some_and(|sheet| sheet.traits.get(&key) == value.as_ref())
        {
            return Ok(());
        }
        self.must(Command::SetTrait { id, key, value }).map(|_| ())
    }

    /// Gives a combatant to the player.
    pub(crate) fn hand_over(&mut self, id: CombatantId) -> Result<(), String> {
        let seat = Some(SeatId(2));
        self.must(Command::Assign { id, seat }).map(|_| ())
    }

    /// Plays a house rule so.
    pub(crate) fn house(&mut self, key: &str, value: Setting) -> Result<(), String> {
        let key = key.to_owned();
        let set = Command::Set {
            key,
            value,
            was: None,
        };
        match self.give(STORYTELLER, set, &mut Script::default()) {
            Ok(_) | Err(Refusal::NothingToDo) => Ok(()),
            Err(refusal) => Err(say(refusal)),
        }
    }

    /// All on the storyteller's side roll initiative: these faces first, then ties.
    pub(crate) fn initiative(&mut self, faces: &[u16], dice: &mut dyn Dice) -> Result<(), String> {
        let roll = Command::RollInitiative {
            whose: Whose::Storytellers,
            face: None,
        };
        let mut dice = First {
            faces: Script::new(faces.iter().copied()),
            then: dice,
        };
        self.give(STORYTELLER, roll, &mut dice).map_err(say)?;
        Ok(())
    }

    /// The next step of the turn.
    pub(crate) fn next(&mut self) -> Result<(), String> {
        let after = self.view().turn;
        self.must(Command::NextTurn {
            after,
            anyway: false,
        })
        .map(|_| ())
    }

    /// Where the fight stands.
    pub(crate) fn turn(&self) -> Turn {
        self.view().turn
    }

    /// Those who act together with a combatant, that one included.
    pub(crate) fn together(&self, id: CombatantId) -> Vec<CombatantId> {
        let groups = self.view().together;
        let group = groups.into_iter().find(|group| group.contains(&id));
        group.unwrap_or_else(|| vec![id])
    }

    /// Goes on to this phase of the first turn; who has a step in each earlier one, in order.
    pub(crate) fn go_to(&mut self, phase: Phase) -> Result<Vec<CombatantId>, String> {
        let mut passed = Vec::new();
        loop {
            let turn = self.view().turn;
            if turn.round > 1 || (turn.round == 1 && turn.phase >= phase) {
                return Ok(passed);
            }
            passed.extend(turn.acting);
            self.next()?;
        }
    }

    /// Says what a combatant will do this turn.
    pub(crate) fn plan(&mut self, id: CombatantId, plan: PlanAsk) -> Result<(), String> {
        let plan = Some(plan);
        self.must(Command::Plan { id, plan }).map(|_| ())
    }

    /// Declares an exchange; its id.
    pub(crate) fn declare(
        &mut self,
        by: CombatantId,
        at: CombatantId,
        intent: Intent,
    ) -> Result<ExchangeId, Refusal> {
        let declare = Command::Declare(Box::new(Declaration {
            by: Some(by),
            at: vec![at],
            others: Vec::new(),
            intent,
            without: Vec::new(),
            anyway: false,
            noticed: false,
        }));
        let mut ones = Script::default();
        self.give(STORYTELLER, declare, &mut ones)?;
        let newest = self.view().exchanges.into_keys().last();
        newest.ok_or(Refusal::NothingToDo)
    }

    /// An exchange as it stands.
    pub(crate) fn exchange(&self, id: ExchangeId) -> Result<ExchangeView, String> {
        let exchange = self.view().exchanges.remove(&id);
        exchange.ok_or_else(|| "there is no such exchange".to_owned())
    }

    /// Answers what an exchange asks.
    pub(crate) fn answer(
        &mut self,
        exchange: ExchangeId,
        slot: Slot,
        answer: AskedAnswer,
        dice: &mut dyn Dice,
    ) -> Result<(), Refusal> {
        let command = Command::Answer {
            exchange,
            slot,
            answer,
            throws: false,
        };
        self.give(STORYTELLER, command, dice).map(|_| ())
    }

    /// Plays an exchange to its end: chooses `choice` where it is offered, the first option
    /// otherwise, names the least number, and throws these dice. Its ledger.
    pub(crate) fn finish(
        &mut self,
        id: ExchangeId,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Line>, String> {
        for _ in 0..QUESTIONS {
            let exchange = self.exchange(id)?;
            let (slot, answer) = match exchange.next {
                None => return Ok(exchange.ledger),
                Some(Step::Choose { slot, options, .. }) => {
                    let meant = options.iter().find(|option| option.key == choice);
                    let option = meant.or(options.first()).ok_or("no option")?;
                    (slot, AskedAnswer::Chose(option.key.to_string()))
                }
                Some(Step::Number { slot, range, .. }) => (slot, AskedAnswer::Number(range.0)),
                Some(Step::Roll { slot, .. }) => {
                    let (bought, faces) = (Vec::new(), None);
                    (slot, AskedAnswer::Roll { bought, faces })
                }
                Some(Step::Several(_)) => return Err("several are asked".to_owned()),
            };
            self.answer(id, slot, answer, dice).map_err(say)?;
        }
        Err("an exchange has no end".to_owned())
    }

    /// A roll of so many dice, read so, by a combatant or by none.
    pub(crate) fn roll(
        &mut self,
        id: Option<CombatantId>,
        pool: i32,
        reading: Reading,
        dice: &mut dyn Dice,
    ) -> Result<RollRecord, Refusal> {
        let ask = RollAsk {
            id,
            what: "Vector".to_owned(),
            terms: vec![AskedTerm {
                label: "Given".to_owned(),
                value: pool,
            }],
            reading,
            hidden: false,
            bare: false,
            faces: None,
        };
        let events = self.give(STORYTELLER, Command::Roll(Box::new(ask)), dice)?;
        let rolled = events.into_iter().find_map(|event| match event {
            Event::Rolled(record) => Some(*record),
            _ => None,
        });
        rolled.ok_or(Refusal::NothingToDo)
    }
}

/// Faces that are thrown first, and then other dice.
struct First<'a> {
    faces: Script,
    then: &'a mut dyn Dice,
}

impl Dice for First<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        match self.faces.left() {
            0 => self.then.die(sides),
            _ => self.faces.die(sides),
        }
    }
}

/// Dice that all show one face.
pub(crate) struct Always(pub(crate) u16);

impl Dice for Always {
    fn die(&mut self, _sides: u16) -> u16 {
        self.0
    }
}

/// The code of a refusal, as the rules' own words have it.
pub(crate) fn code(refusal: Refusal) -> Result<String, String> {
    match refusal {
        Refusal::Chat(why) => Ok(why.code.into_owned()),
        other => Err(say(other)),
    }
}
