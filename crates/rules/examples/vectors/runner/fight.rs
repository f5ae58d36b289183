//! A fight at the table, built and brought on by commands alone.

use std::collections::BTreeSet;

use rules::dial::Reading;
use rules::dice::{Dice, Script};
use rules::encounter::command::{
    AskedAnswer, AskedTerm, Declaration, PlanAsk, RollAsk, Shift, Whose,
};
use rules::encounter::event::RollRecord;
use rules::encounter::view::{ExchangeView, Row};
use rules::encounter::{Class, Command, Encounter, Event, Given, Record, Refusal, View, decide};
use rules::exchange::{Intent, Line, Slot, Step};
use rules::id::{CombatantId, CommandId, ExchangeId, SeatId};
use rules::phase::Phase;
use rules::roll::{Grade, Rolled};
use rules::seat::{Actor, Role};
use rules::settings::Value as Setting;
use rules::system::SystemId;
use rules::text::Name;
use rules::track::{Fate, Levels, Packet, Severity, Track};
use serde::Deserialize;
use serde_json::{Value, json};

use super::family::{Answer, say};

/// Runs the table.
pub(crate) const STORYTELLER: Actor = Actor::Seat(SeatId(1));
/// Plays a character.
pub(crate) const PLAYER: Actor = Actor::Seat(SeatId(2));

/// How many questions one exchange can ask before something is wrong with it.
const QUESTIONS: usize = 50;

/// An encounter that commands were given to.
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
    fn record(&mut self, event: Event) {
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
        row.ok_or_else(|| "there is no such combatant".to_owned())
    }

    /// Adds a combatant with these traits.
    pub(crate) fn join(&mut self, traits: &[(&str, i32)]) -> Result<CombatantId, String> {
        let before: BTreeSet<CombatantId> = self.view().rows.into_keys().collect();
        self.must(Command::Add {
            line: "combatant".to_owned(),
            side: None,
            hidden: false,
        })?;
        let mut now = self.view().rows.into_keys();
        let id = now.find(|id| !before.contains(id)).ok_or("nobody came")?;
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
        let set = Command::Set { key, value };
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
        self.must(Command::NextTurn { after }).map(|_| ())
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
            anyway: false,
        }));
        let mut ones = Script::default();
        self.give(STORYTELLER, declare, &mut ones)?;
        let newest = self.view().exchanges.into_keys().next_back();
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

#[derive(Deserialize)]
#[serde(default)]
struct RollTest {
    pool: i32,
    difficulty: i32,
    specialty: bool,
    willpower: bool,
    botchable: bool,
}

impl Default for RollTest {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: 6,
            specialty: false,
            willpower: false,
            botchable: true,
        }
    }
}

/// One roll: its successes and its outcome.
pub(crate) fn rolled(system: SystemId, given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = RollTest::deserialize(given).map_err(say)?;
    let mut reading = Reading::default();
    reading.set("difficulty", it.difficulty);
    // Soak is what cannot be botched.
    let flags = [
        ("specialty", 1, it.specialty),
        ("willpower", 1, it.willpower),
        ("kind", 3, !it.botchable),
    ];
    for (key, value, _) in flags.into_iter().filter(|(.., on)| *on) {
        reading.set(key, value);
    }
    match Fight::new(system, "Player")?.roll(None, it.pool, reading, dice) {
        Ok(record) => Ok(outcome(&record.rolled)),
        Err(refusal) => Ok(json!({"error": code(refusal)?})),
    }
}

fn outcome(rolled: &Rolled) -> Value {
    let outcome = match rolled.grade {
        Grade::DramaticFailure => "botch",
        Grade::Failure => "failure",
        Grade::Success | Grade::Exceptional => "success",
    };
    json!({"successes": rolled.successes, "outcome": outcome})
}

#[derive(Deserialize)]
#[serde(default)]
struct AbortTest {
    method: String,
    willpower: i32,
    new_action: String,
    actions_left: u8,
    failed_before: bool,
}

impl Default for AbortTest {
    fn default() -> Self {
        Self {
            method: "roll".to_owned(),
            willpower: 0,
            new_action: "defense".to_owned(),
            actions_left: 1,
            failed_before: false,
        }
    }
}

/// A declared action is given up for something else.
pub(crate) fn abort(system: SystemId, given: &Value, dice: &mut dyn Dice) -> Answer {
    let it = AbortTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(system, "Player")?;
    // Where declaring is a part of the turn, a plan binds.
    if system == SystemId::Ascension {
        fight.house("declare_low_to_high", Setting::Yes(true))?;
    }
    let traits = [("willpower", it.willpower), ("brawl", 10)];
    let id = fight.join(&traits)?;
    let other = fight.join(&[])?;
    fight.initiative(&[5, 4], &mut Script::default())?;
    let plan = |actions: u8| PlanAsk {
        actions,
        ..PlanAsk::default()
    };
    fight.plan(id, plan(it.actions_left.max(1)))?;
    fight.hand_over(id)?;
    fight.go_to(Phase::Act)?;
    if it.actions_left < 1 {
        let done = fight
            .declare(id, other, Intent::of("strike"))
            .map_err(say)?;
        fight.finish(done, "none", &mut Script::default())?;
    }
    let price = |method: &str| match method {
        "roll" => Ok(rules::plan::Price::Roll),
        "spend" => Ok(rules::plan::Price::Spend),
        other => Err(format!("{other} is no way to pay")),
    };
    if it.failed_before {
        let price = rules::plan::Price::Roll;
        let failed = fight.give(PLAYER, Command::Abort { id, price }, &mut Always(2));
        failed.map_err(say)?;
    }
    let points = |fight: &Fight| -> Result<i32, String> {
        Ok(fight.row(id)?.pools.get("willpower").copied().unwrap_or(0))
    };
    let before = points(&fight)?;
    let refused = |error: &str| json!({"error": error, "changed": false, "willpower_spent": 0});
    if it.new_action != "defense" {
        // Only another plan would be another action, and what was declared stands.
        let plan = Some(plan(it.actions_left.max(1) + 1));
        let changed = fight.give(PLAYER, Command::Plan { id, plan }, dice);
        return match changed {
            Err(Refusal::NotAllowed) => Ok(refused("defense_only")),
            other => Err(format!("{other:?}")),
        };
    }
    let price = price(&it.method)?;
    let events = match fight.give(PLAYER, Command::Abort { id, price }, dice) {
        Ok(events) => events,
        Err(refusal) => return Ok(refused(&code(refusal)?)),
    };
    let changed = events.iter().find_map(|event| match event {
        Event::Aborted { changed, .. } => Some(*changed),
        _ => None,
    });
    Ok(json!({
        "changed": changed.ok_or("nothing was given up")?,
        "willpower_spent": before - points(&fight)?,
    }))
}

#[derive(Deserialize)]
struct Blow {
    #[serde(rename = "type")]
    kind: String,
    amount: u16,
}

impl Blow {
    fn packet(&self) -> Result<Packet, String> {
        let severity = match self.kind.as_str() {
            "bashing" => Severity::Bashing,
            "lethal" => Severity::Lethal,
            "aggravated" => Severity::Aggravated,
            other => return Err(format!("{other} is no damage")),
        };
        Ok(Packet::of(severity, self.amount))
    }
}

#[derive(Deserialize)]
struct TrackTest {
    #[serde(default)]
    kind: String,
    marks: String,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    damage: Vec<Blow>,
}

/// Damage is marked on a row.
pub(crate) fn track(system: SystemId, given: &Value) -> Answer {
    let it = TrackTest::deserialize(given).map_err(say)?;
    let mut fight = Fight::new(system, "Player")?;
    if let Some(mode) = it.mode {
        fight.house("damage_recording", Setting::Named(mode.into()))?;
    }
    let id = fight.join(&[])?;
    if system
        .rules()
        .kinds()
        .iter()
        .any(|kind| kind.key == it.kind)
    {
        let kind = Some(it.kind.clone());
        fight.must(Command::SetKind { id, kind })?;
    }
    marked(&mut fight, id, &it.marks)?;
    fate(&mut fight, id, it.status.as_deref())?;
    for blow in it.damage.iter().filter(|blow| blow.amount > 0) {
        let packet = blow.packet()?;
        fight.must(Command::Harm { id, packet })?;
    }
    let row = fight.row(id)?;
    let Some(Track::Levels(levels)) = row.track else {
        return Err("there are no levels".to_owned());
    };
    let names = system.rules().box_names(&Track::Levels(levels));
    let filled = usize::from(levels.boxes.filled());
    let level = filled.checked_sub(1).and_then(|last| names.get(last));
    let full = levels.boxes.empty() == 0;
    let status = match levels.fate {
        Fate::Open if full => "incapacitated",
        Fate::Open => "ok",
        Fate::Dead => "dead",
        Fate::Torpor => "torpor",
        Fate::FinalDeath => "final_death",
    };
    Ok(json!({
        "marks": levels.boxes.picture(),
        "level": level.unwrap_or(&"Healthy").to_lowercase(),
        "penalty": if full { Value::Null } else { row.health.penalty.into() },
        "status": status,
    }))
}

/// What has become of a combatant before, as a record tells it.
fn fate(fight: &mut Fight, id: CombatantId, status: Option<&str>) -> Result<(), String> {
    let fate = match status {
        None | Some("ok" | "incapacitated") => return Ok(()),
        Some("dead") => Fate::Dead,
        Some("torpor") => Fate::Torpor,
        Some("final_death") => Fate::FinalDeath,
        Some(other) => return Err(format!("{other} is no status")),
    };
    let Some(Track::Levels(levels)) = fight.row(id)?.track else {
        return Err("there are no levels".to_owned());
    };
    fight.record(Event::Marked {
        id,
        before: Track::Levels(levels),
        after: Track::Levels(Levels { fate, ..levels }),
        states: Vec::new(),
    });
    Ok(())
}

/// Turns the boxes of a clean row into these marks.
fn marked(fight: &mut Fight, id: CombatantId, marks: &str) -> Result<(), String> {
    let mut shifts = Vec::new();
    for severity in [Severity::Aggravated, Severity::Lethal, Severity::Bashing] {
        let count = marks
            .chars()
            .filter(|mark| *mark == severity.glyph())
            .count();
        let count = u16::try_from(count).map_err(say)?;
        if count > 0 {
            let (from, to) = (None, Some(severity));
            shifts.push(Shift { from, to, count });
        }
    }
    if !shifts.is_empty() {
        fight.must(Command::MarkBoxes { id, shifts })?;
    }
    let track = fight.row(id)?.track;
    let boxes = track.as_ref().and_then(Track::boxes);
    match boxes.is_some_and(|boxes| boxes.picture() == marks) {
        true => Ok(()),
        false => Err(format!("{marks} is no row")),
    }
}
