//! A table for tests: four seats, commands as values, and seeded or scripted dice.

use rules::base::dice::{Dice, DiceScript};
use rules::base::id::{CombatantId, CommandId, EncounterId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::base::text::Name;
use rules::character::parameters::Parameters;
use rules::dice_proof::{DiceSource, DiceVisibility, Secret, Thrower};
use rules::encounter::carry_over::CarryOver;
use rules::encounter::command::{RollInput, TermInput};
use rules::encounter::log::LogMessage;
use rules::encounter::view::CombatantRow;
use rules::encounter::{
    Class, Command, DiceEvent, Encounter, Event, IssuedCommand, Record, Refusal, View, decide,
    decide_with_proof,
};
use rules::ruleset::SystemId;

/// The seat of the storyteller, Sam.
pub const ST: Actor = Actor::Seat(SeatId(1));
/// The seat of the player Ana.
pub const ANA: Actor = Actor::Seat(SeatId(2));
/// The seat of the player Ben.
pub const BEN: Actor = Actor::Seat(SeatId(3));
/// The seat of the spectator Eve.
pub const EVE: Actor = Actor::Seat(SeatId(4));
/// A seat that nobody took.
pub const NOBODY: Actor = Actor::Seat(SeatId(9));

/// The seats of every test table: number, name and role.
pub const SEATS: [(u32, &str, Role); 4] = [
    (1, "Sam", Role::Storyteller),
    (2, "Ana", Role::Player),
    (3, "Ben", Role::Player),
    (4, "Eve", Role::Spectator),
];

/// Milliseconds between two commands: too long for one gesture.
const COMMAND_GAP: u64 = 20_000;

/// An encounter with its records and a manual clock.
#[derive(Clone, Debug)]
pub struct Table {
    /// The encounter in its current state.
    pub encounter: Encounter,
    /// All records, in order.
    pub records: Vec<Record>,
    /// Time of the clock, in milliseconds.
    pub now: u64,
    command_count: u64,
    /// Sources of open and hidden dice, if the dice are provable.
    dice_sources: Option<[DiceSource; 2]>,
}

/// Id of the encounter of a table with provable dice.
pub const PROVABLE_ENCOUNTER: EncounterId = EncounterId(7);

impl Default for Table {
    fn default() -> Self {
        Self::new()
    }
}

impl Table {
    /// Creates a table with [`SEATS`] and no combatants, in the first rule system.
    pub fn new() -> Self {
        Self::with_system(SystemId::FIRST)
    }

    /// Creates a table with [`SEATS`] and no combatants, in a given rule system.
    pub fn with_system(system: SystemId) -> Self {
        let mut table = Self {
            encounter: Encounter::new(name("A test"), system),
            records: Vec::new(),
            now: 1_000_000,
            command_count: 0,
            dice_sources: None,
        };
        for (seat, name, role) in SEATS {
            let sit = Command::Sit {
                seat: SeatId(seat),
                name: name.into(),
                role,
            };
            table.give_accepted(Actor::Server, sit);
        }
        table
    }

    /// Creates a table where the storyteller has added combatants by these lines; a leading `!` hides them, a leading
    /// `@` makes them Ana's characters.
    pub fn with_combatants(lines: &[&str]) -> Self {
        Self::new().add_combatants(lines)
    }

    /// Adds combatants by lines, as [`Table::with_combatants`] does.
    pub fn add_combatants(mut self, lines: &[&str]) -> Self {
        for line in lines {
            let (line, by, hidden) = match line.split_at(1) {
                ("!", rest) => (rest, ST, true),
                ("@", rest) => (rest, ANA, false),
                _ => (*line, ST, false),
            };
            self.give_accepted(by, add_line_command(line, hidden));
        }
        self
    }

    /// Places all combatants of the bench in the order, without dice.
    pub fn place_all_in_order(mut self) -> Self {
        for id in self.view(Class::Storyteller).bench {
            let to = rules::encounter::command::TokenDestination::Before(None);
            self.give_accepted(ST, Command::Move { id, to });
        }
        self
    }

    /// Advances by `presses` turns.
    pub fn after_turns(mut self, presses: usize) -> Self {
        for _ in 0..presses {
            self.next_turn();
        }
        self
    }

    /// Switches the house rule off by which combatants act in order.
    pub fn without_turn_order(mut self) -> Self {
        self.give_accepted(
            ST,
            Command::Set {
                key: "keep_order".into(),
                value: rules::ruleset::settings::Value::Yes(false),
                was: None,
            },
        );
        self
    }

    /// Advances to the next turn as the storyteller, even if initiative is still to be rolled.
    pub fn next_turn(&mut self) {
        let after = self.view(Class::Storyteller).turn;
        self.give_accepted(
            ST,
            Command::NextTurn {
                after,
                anyway: true,
            },
        );
    }

    /// Returns a new command id.
    pub fn fresh_id(&mut self) -> CommandId {
        self.command_count += 1;
        CommandId(0x5eed_0000_0000_0000_0000_0000_0000_0000 | u128::from(self.command_count))
    }

    /// Decides a command with the given id and dice; applies and records its events.
    pub fn give_with_id(
        &mut self,
        id: CommandId,
        by: Actor,
        command: Command,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let given = IssuedCommand { id, by, command };
        let events = match &self.dice_sources {
            None => decide(&self.encounter, &given, dice)?,
            Some([open, hidden]) => {
                let rolls_of = |roller| self.encounter.roll_count(roller);
                let thrower = Thrower::new(
                    (PROVABLE_ENCOUNTER, rolls_of),
                    (by, None),
                    (open, hidden),
                    dice,
                );
                decide_with_proof(&self.encounter, &given, thrower)?
            }
        };
        self.record_events(by, id, events.clone());
        self.begin_due_epochs();
        Ok(events)
    }

    /// Returns the table with its next encounter, into which the carry-over has come.
    pub fn next_encounter(&self, company: &CarryOver, unseen: bool) -> Result<Self, Refusal> {
        let mut next = self.clone();
        let system = self.view(Class::Storyteller).system;
        next.encounter = Encounter::new(name("A test"), system);
        next.records = Vec::new();
        next.add_carry_over(company, unseen)?;
        Ok(next)
    }

    /// Adds the carry-over to this encounter.
    pub fn add_carry_over(&mut self, company: &CarryOver, unseen: bool) -> Result<(), Refusal> {
        let events = self.encounter.arrival_events(company, unseen)?;
        let command = self.fresh_id();
        self.record_events(ST, command, events);
        self.begin_due_epochs();
        Ok(())
    }

    /// Applies events and records them.
    fn record_events(&mut self, by: Actor, command: CommandId, events: Vec<Event>) {
        let record = Record {
            at: self.now,
            by,
            command,
            events,
        };
        self.encounter.apply(&record);
        self.records.push(record);
    }

    /// Returns the table with provable dice, as a server has them.
    pub fn with_provable_dice(mut self) -> Self {
        self.dice_sources = Some([(); 2].map(|()| DiceSource {
            secret: Secret::new([0; 32]),
            epoch: 0,
        }));
        self.begin_due_epochs();
        self
    }

    /// Returns all dice events, in order.
    fn dice_events(&self) -> impl Iterator<Item = &DiceEvent> {
        let events = self.records.iter().flat_map(|record| &record.events);
        events.filter_map(|event| match event {
            Event::Dice(event) => Some(&**event),
            _ => None,
        })
    }

    /// Returns the counters of the hidden rolls, in order.
    pub fn hidden_rolls(&self) -> Vec<u64> {
        let thrown = self.dice_events().filter_map(|event| match event {
            DiceEvent::Thrown(throw) if throw.sight == DiceVisibility::Hidden => {
                Some(throw.counter)
            }
            _ => None,
        });
        thrown.collect()
    }

    /// Returns the number of hidden rolls that players know of.
    pub fn sealed_roll_count(&self) -> u32 {
        let sealed = |event: &&DiceEvent| matches!(event, DiceEvent::Sealed { .. });
        u32::try_from(self.dice_events().filter(sealed).count()).expect("few")
    }

    /// Begins the epochs of dice that are due, as the server does. Secrets follow from the kind of dice and the number
    /// of the epoch alone, so that nothing else shows in them.
    fn begin_due_epochs(&mut self) {
        for sight in DiceVisibility::ALL {
            let at = usize::from(sight == DiceVisibility::Hidden);
            if !self.encounter.needs_epoch(sight) {
                continue;
            }
            let Some(fair) = &mut self.dice_sources else {
                return;
            };
            let epoch = self.encounter.epoch(sight).number + 1;
            let mut bytes = [0x5a; 32];
            bytes[..4].copy_from_slice(&epoch.to_be_bytes());
            bytes[4] = u8::from(sight == DiceVisibility::Hidden);
            let secret = Secret::new(bytes);
            let bound = DiceEvent::Bound {
                sight,
                epoch,
                commitment: secret.commitment(PROVABLE_ENCOUNTER, epoch),
            };
            let before = std::mem::replace(&mut fair[at], DiceSource { secret, epoch });
            let bared = (epoch > 1).then(|| DiceEvent::Bared {
                sight,
                epoch: before.epoch,
                secret: before.secret.expose(),
            });
            let events = [Some(bound), bared].into_iter().flatten();
            let events = events.map(|event| Event::Dice(Box::new(event)));
            let command = CommandId(
                0xd1ce << 112
                    | u128::from(sight == DiceVisibility::Hidden) << 64
                    | u128::from(epoch),
            );
            self.record_events(Actor::Server, command, events.collect());
        }
    }

    /// Gives a command after a pause, with dice that follow from its id.
    pub fn give(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, Refusal> {
        self.now += COMMAND_GAP;
        let id = self.fresh_id();
        self.give_with_id(id, by, command, &mut SeededDice::for_command(id))
    }

    /// Gives a command that must be accepted.
    #[track_caller]
    pub fn give_accepted(&mut self, by: Actor, command: Command) -> Vec<Event> {
        let said = format!("{command:?}");
        match self.give(by, command) {
            Ok(events) => events,
            Err(refusal) => panic!("{said} was refused: {refusal}"),
        }
    }

    /// Gives a command that must be accepted and must use exactly these faces.
    #[track_caller]
    pub fn give_accepted_with(&mut self, by: Actor, command: Command, faces: &[u16]) -> Vec<Event> {
        self.now += COMMAND_GAP;
        let id = self.fresh_id();
        let mut script = DiceScript::new(faces.iter().copied());
        let events = self.give_with_id(id, by, command, &mut script);
        assert_eq!(
            (script.missing_faces(), script.remaining_faces()),
            (0, 0),
            "faces used"
        );
        events.expect("an accepted command")
    }

    /// Gives a command that must be refused; returns the refusal.
    #[track_caller]
    pub fn give_refused(&mut self, by: Actor, command: Command) -> Refusal {
        let before = self.encounter.clone();
        let said = format!("{command:?}");
        let refusal = match self.give(by, command) {
            Ok(_) => panic!("{said} was accepted"),
            Err(refusal) => refusal,
        };
        assert!(before == self.encounter, "a refusal changed something");
        refusal
    }

    /// Returns the view of a class of viewers.
    pub fn view(&self, class: Class) -> View {
        View::of(&self.encounter, class)
    }

    /// Returns the id of the combatant of this full name, hidden or not.
    #[track_caller]
    pub fn combatant_id(&self, name: &str) -> CombatantId {
        self.row(name).id
    }

    /// Returns the storyteller's row of the combatant of this full name.
    #[track_caller]
    pub fn row(&self, name: &str) -> CombatantRow {
        let view = self.view(Class::Storyteller);
        let row = view.rows.into_values().find(|row| row.full_name() == name);
        *row.unwrap_or_else(|| panic!("there is no {name}"))
    }

    /// Returns round, order and bench as a class sees them, with the acting combatant in brackets: `2: Ana [Ghoul A] |
    /// Ghoul B`.
    pub fn order_summary(&self, class: Class) -> String {
        let view = self.view(class);
        let word = |id: &CombatantId| {
            let name = view
                .rows
                .get(id)
                .map(|row| row.full_name())
                .unwrap_or_default();
            match view.turn.acting == Some(*id) {
                true => format!("[{name}]"),
                false => name,
            }
        };
        let list = |ids: &[CombatantId]| ids.iter().map(word).collect::<Vec<_>>().join(" ");
        format!(
            "{}: {} | {}",
            view.turn.round,
            list(&view.order),
            list(&view.bench)
        )
    }

    /// Returns the number of log lines that a class has ever had.
    pub fn log_line_count(&self, class: Class) -> u32 {
        self.view(class).log.last().map_or(0, |line| line.no)
    }

    /// Returns the newest log message of a class.
    #[track_caller]
    pub fn last_log_message(&self, class: Class) -> LogMessage {
        let line = self.view(class).log.pop();
        line.expect("a line in the log").what
    }

    /// Returns the health boxes of a combatant as text.
    #[track_caller]
    pub fn health_boxes(&self, name: &str) -> String {
        let track = self.row(name).track.expect("a track");
        track.boxes().expect("boxes").picture()
    }

    /// Returns the state without what only counts up or cannot be undone: ids, labels, log lines, items ever had,
    /// rolls, and the undo history.
    pub fn comparable_state(&self) -> serde_json::Value {
        let mut encounter = serde_json::to_value(&self.encounter).expect("an encounter is data");
        let mut state = encounter["state"].take();
        let fields = state.as_object_mut().expect("a state has fields");
        for counting in ["ids", "joined", "labels"] {
            fields.remove(counting).expect("the field");
        }
        // A repeated question starts a new deadline.
        fields.remove("waits");
        // Thrown faces are not undone: neither in the dice proof nor in an exchange.
        fields.remove("fair");
        if let Some(exchanges) = fields.get_mut("exchanges") {
            let all = exchanges.as_array_mut().expect("exchanges");
            for exchange in all.iter_mut().filter_map(|it| it.as_object_mut()) {
                exchange.remove("fell");
            }
            // An exchange that is redone comes after those declared since; no view shows that order.
            all.sort_by_key(|exchange| exchange["id"].to_string());
        }
        // Nor are the dice and the wishes of rolls that were asked for.
        if let Some(asks) = fields.get_mut("asks").and_then(|asks| asks.as_array_mut()) {
            for ask in asks.iter_mut() {
                let answers = ask["answers"].as_object_mut().expect("answers");
                for answer in answers.values_mut().filter_map(|it| it.as_object_mut()) {
                    answer.remove("dice");
                    answer.remove("wish");
                }
            }
        }
        // Thrown dice are not undone, and their tallies stay.
        let combatants = fields["combatants"].as_object_mut().expect("combatants");
        for combatant in combatants.values_mut() {
            let combatant = combatant.as_object_mut().expect("fields");
            combatant.remove("items");
            if let Some(now) = combatant.get_mut("now").and_then(|now| now.as_object_mut()) {
                now.remove("tally");
                if now.is_empty() {
                    combatant.remove("now");
                }
            }
        }
        state
    }
}

/// Dice from a seed. Seeded by a command id, equal commands throw equal faces.
pub struct SeededDice(pub u64);

impl SeededDice {
    /// Creates the dice for a command.
    pub fn for_command(command: CommandId) -> Self {
        Self((command.0 as u64) ^ ((command.0 >> 64) as u64))
    }
}

impl Dice for SeededDice {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % u64::from(sides)) as u16 + 1
    }
}

/// Returns a name; panics if the text is not a valid name.
pub fn name(text: &str) -> Name {
    Name::new(text).expect("a name")
}

/// Returns the command that adds combatants by a line.
pub fn add_command(line: &str) -> Command {
    add_line_command(line, false)
}

/// Returns the command that adds hidden combatants by a line.
pub fn add_hidden_command(line: &str) -> Command {
    add_line_command(line, true)
}

/// Returns the command that adds combatants by a line, hidden or not.
fn add_line_command(line: &str, hidden: bool) -> Command {
    Command::Add {
        line: line.into(),
        side: None,
        hidden,
        as_one: false,
    }
}

/// Returns a plain roll of these terms.
pub fn roll_request(id: Option<CombatantId>, what: &str, terms: &[(&str, i32)]) -> RollInput {
    RollInput {
        id,
        what: what.into(),
        terms: terms
            .iter()
            .map(|(label, value)| TermInput {
                label: (*label).into(),
                value: *value,
            })
            .collect(),
        reading: Parameters::default(),
        hidden: false,
        bare: false,
        faces: None,
    }
}
