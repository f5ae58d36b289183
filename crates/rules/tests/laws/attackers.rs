//! Two worlds that differ in nothing but who attacks from out of sight and how: name, numbers,
//! weapon, maneuver, distance, dice. Where the same comes of both for those whom players see, players
//! read equal bytes all the way, whether the target notices the attack or not; and an attack that
//! nobody notices and that does nothing is not a byte.

use rules::base::id::{CombatantId, CommandId, ExchangeId};
use rules::base::seat::Actor;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration, ItemInput};
use rules::encounter::exchange::ExchangeInput;
use rules::encounter::feature::{
    CarryChanged, Conditioned, Counted, DueChanged, Equipped, ExchangeDeclared, ExchangeMoved,
    Harmed, HoldChanged, ItemChanged, Marked, Spent,
};
use rules::encounter::{Class, Command, Event, View};
use rules::exchange::{Answer, ExchangeStep, Party, RulingKind, Slot};
use rules::ruleset::SystemId;
use testkit::table::{ANA, ST, SeededDice, Table, add_command, add_hidden_command};

use crate::exchange::{Chance, answer, declaration};
use crate::json;

/// Names of those who attack.
const NAMES: [&str; 4] = ["Shade", "Sniper", "Crow", "The Thing In The Well"];

/// A table with a character of a player's and others in plain sight: what both worlds share.
fn shared(system: SystemId, chance: &mut Chance) -> Table {
    let mut table = Table::with_system(system);
    for (by, name) in [(ANA, "Ilse pc"), (ST, "Weston pc"), (ST, "Rat")] {
        let line = numbers(system, name, chance);
        if table.give(by, add_command(&line)).is_err() {
            table.give_accepted(by, add_command(name));
        }
    }
    table
}

/// A line that adds somebody with some numbers.
fn numbers(system: SystemId, name: &str, chance: &mut Chance) -> String {
    let rules = system.rules();
    let mut line = name.to_owned();
    if let Some(kind) = chance.any_of(rules.facts().creature_kinds) {
        line.push_str(&format!(" {}", kind.key));
    }
    for spec in rules.facts().trait_specs {
        let value = spec.min.max(1) + i32::try_from(chance.below(5)).expect("small");
        if chance.below(5) > 0 {
            line.push_str(&format!(" {} {}", spec.key, value.min(spec.max)));
        }
    }
    line
}

/// What is felt of an attack once it is declared.
#[derive(Debug, PartialEq, Eq)]
struct Felt {
    id: ExchangeId,
    harm: Option<Severity>,
    open: bool,
    done: Vec<String>,
}

/// One of the two worlds.
struct World {
    table: Table,
    shade: CombatantId,
    ilse: CombatantId,
    /// Commands of this world alone are numbered on their own.
    own: u128,
    /// What happened to those whom players see.
    done: Vec<String>,
    /// Whether the target is at work against it, and may pay and lose actions for that.
    meets: bool,
    /// What the target decided and rolled.
    rolled: Vec<String>,
}

impl World {
    /// Somebody armed comes in out of sight, and stands where they like.
    fn new(mut table: Table, system: SystemId, chance: &mut Chance) -> Self {
        table.now = 5_000_000;
        let name = chance.one_of(&NAMES);
        let line = numbers(system, name, chance);
        let mut world = Self {
            ilse: table.combatant_id("Ilse"),
            shade: table.combatant_id("Ilse"),
            table,
            own: u128::from(chance.below(1 << 30) as u64) << 64,
            done: Vec::new(),
            meets: false,
            rolled: Vec::new(),
        };
        if world.alone(ST, add_hidden_command(&line)).is_err() {
            world
                .alone(ST, add_hidden_command(name))
                .expect("a name will do");
        }
        let view = world.table.view(Class::Storyteller);
        let hidden = view.rows.values().find(|row| row.hidden);
        world.shade = hidden.expect("the hidden one").id;
        let chart = system.combat().item_chart();
        for _ in 0..3 {
            let Some(row) = chance.any_of(&chart) else {
                break;
            };
            let given = Command::GiveItem {
                id: world.shade,
                what: ItemInput::Chart(row.key),
                carried: None,
            };
            world.alone(ST, given).ok();
        }
        let order = [None, Some(world.ilse)];
        let to = rules::encounter::command::TokenDestination::Before(chance.one_of(&order));
        let id = world.shade;
        world.alone(ST, Command::Move { id, to }).ok();
        world
    }

    /// Gives a command of this world alone, without a tick of the clock.
    fn alone(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, ()> {
        self.own += 1;
        let id = CommandId(0xa10e << 112 | self.own);
        self.given(id, by, command)
    }

    /// Gives a command of both worlds.
    fn both(&mut self, nth: u128, by: Actor, command: Command) -> Result<Vec<Event>, ()> {
        self.table.now = 6_000_000 + 30_000 * u64::try_from(nth).expect("small");
        self.given(CommandId(0xb07 << 112 | nth), by, command)
    }

    fn given(&mut self, id: CommandId, by: Actor, command: Command) -> Result<Vec<Event>, ()> {
        let given = self
            .table
            .give_with_id(id, by, command, &mut SeededDice::for_command(id));
        let events = given.map_err(|_| ())?;
        let seen = |id: &CombatantId| *id != self.shade;
        let system = self.table.view(Class::Storyteller).system;
        let comes_of_it = system.combat().unseen_attack().consequences;
        for event in &events {
            match event {
                Event::Harmed(Harmed { id, .. })
                | Event::Marked(Marked { id, .. })
                | Event::Conditioned(Conditioned { id, .. })
                | Event::Carried(CarryChanged { id, .. })
                | Event::Equipped(Equipped { id, .. })
                | Event::ItemChanged(ItemChanged { id, .. })
                | Event::DueChanged(DueChanged { id, .. })
                    if seen(id) =>
                {
                    self.done.push(json(event));
                }
                Event::Counted(Counted { id, key, .. })
                    if seen(id) && comes_of_it.contains(&key.as_str()) =>
                {
                    self.done.push(json(event));
                }
                Event::Spent(Spent { id, .. }) | Event::Counted(Counted { id, .. })
                    if self.meets && seen(id) =>
                {
                    self.done.push(json(event));
                }
                // Whoever holds them, or is held by them: they feel it.
                Event::Held(HoldChanged {
                    by,
                    on,
                    key,
                    after,
                    felt: true,
                    ..
                }) if seen(by) || seen(on) => {
                    let holds = seen(by);
                    self.done.push(format!("{holds} {key} {after:?}"));
                }
                Event::ExchangeMoved(ExchangeMoved { advance, .. }) => {
                    let decided = system.combat().unseen_attack().own;
                    let own = advance.lines.iter().filter(|line| {
                        matches!(line.by, Party::Target(_))
                            && decided.contains(&line.slot.purpose())
                    });
                    let own = own.map(|line| json(&(&line.slot, &line.chose, &line.rolled)));
                    self.rolled.extend(own);
                    // Extras bought for a roll are the target's own choice, too.
                    if let ExchangeInput::Answer(slot, Answer::Rolled { bought, .. }) =
                        &advance.input
                        && decided.contains(&slot.purpose())
                    {
                        self.rolled.push(json(bought));
                    }
                }
                _ => {}
            }
        }
        Ok(events)
    }

    fn known(&self) -> String {
        json(&self.table.view(Class::Table))
    }

    /// Something that the one out of sight can do to the target.
    fn attack(&self, noticed: bool, chance: &mut Chance) -> Option<Declaration> {
        let view = self.table.view(Class::Storyteller);
        for _ in 0..40 {
            let Some(Command::Declare(asked)) =
                declaration(&view, &[self.shade, self.ilse], chance)
            else {
                continue;
            };
            if asked.by == Some(self.shade) && asked.at == [self.ilse] {
                return Some(Declaration {
                    anyway: true,
                    others: Vec::new(),
                    without: Vec::new(),
                    noticed,
                    throws: false,
                    ..*asked
                });
            }
        }
        None
    }

    /// Attacks; with `like`, so that the same is felt of it.
    fn attacks(&mut self, noticed: bool, like: Option<&Felt>, chance: &mut Chance) -> Option<Felt> {
        for _ in 0..30 {
            let asked = self.attack(noticed, chance)?;
            let (before, done) = (self.table.clone(), self.done.len());
            if let Ok(events) = self.both(1, ST, Command::Declare(Box::new(asked))) {
                let declared = events.iter().find_map(|event| match event {
                    Event::ExchangeDeclared(ExchangeDeclared { exchange }) => {
                        Some((exchange.id, exchange.noticed))
                    }
                    _ => None,
                });
                let (id, noticed) = declared.expect("declared");
                let felt = Felt {
                    id,
                    harm: noticed.and_then(|it| it.harm),
                    open: self.open(id).is_some(),
                    done: self.done.clone(),
                };
                if like.is_none_or(|like| *like == felt) {
                    return Some(felt);
                }
            }
            self.table = before;
            self.done.truncate(done);
        }
        None
    }

    fn open(&self, id: ExchangeId) -> Option<ExchangeStep> {
        let exchange = self.table.encounter.exchange(id)?;
        exchange.next.clone()
    }

    /// The storyteller brings an exchange on to its end, and says first how much harm it does.
    fn play_out(
        &mut self,
        id: ExchangeId,
        ruled: Option<DamagePacket>,
        ends: bool,
        chance: &mut Chance,
    ) {
        let rule = |ruling| Command::Rule {
            exchange: id,
            ruling,
            why: String::new(),
        };
        let steps = chance.below(3);
        self.play_on(id, steps, chance);
        if let Some(packet) = ruled.filter(|_| self.open(id).is_some()) {
            let to = Party::Target(0);
            self.alone(ST, rule(RulingKind::Damage { to, packet })).ok();
        }
        if ends && self.open(id).is_some() {
            self.alone(ST, rule(RulingKind::End)).ok();
        }
        self.play_on(id, 60, chance);
    }

    fn play_on(&mut self, id: ExchangeId, steps: usize, chance: &mut Chance) {
        for _ in 0..steps {
            let view = self.table.view(Class::Storyteller);
            let Some((_, command)) = answer(&view, id, chance) else {
                return;
            };
            let wish = matches!(&command, Command::Answer { slot, .. } if *slot == wish());
            if !wish {
                self.alone(ST, command).ok();
            }
        }
    }
}

fn wish() -> Slot {
    Slot::new("unseen")
}

/// What came of it: how often two worlds could be compared to the end.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    tried: u32,
    declared: u32,
    ended: u32,
    missed: u32,
    answered: u32,
}

fn check_attackers(seed: u64, tally: &mut Tally) {
    let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
    let noticed = (seed / 5).is_multiple_of(2);
    let mut chance = Chance::new(seed);
    let base = shared(system, &mut chance)
        .place_all_in_order()
        .after_turns(1);
    let packet = match system.key() {
        "tristat" => DamagePacket::of_points(1 + u16::try_from(chance.below(6)).expect("small")),
        _ => DamagePacket::of_severity(
            chance.one_of(&[Severity::Bashing, Severity::Lethal]),
            u16::try_from(chance.below(3)).expect("small"),
        ),
    };
    let ruled = (chance.below(4) > 0).then_some(packet);
    let ends = chance.below(4) > 0;
    let option = chance.below(4);
    let mut worlds = [0, 1].map(|_| World::new(base.clone(), system, &mut chance));
    tally.tried += 1;
    let same = |worlds: &[World; 2], when: &str| {
        let [one, other] = worlds.each_ref().map(World::known);
        alike(&one, &other, &format!("{when}, {}", system.key()));
    };
    same(&worlds, "before anything happens");
    let before = worlds[0].known();
    let [one, other] = &mut worlds;
    let Some(felt) = one.attacks(noticed, None, &mut chance) else {
        return;
    };
    let Some(_) = other.attacks(noticed, Some(&felt), &mut chance) else {
        return;
    };
    let id = felt.id;
    let open = [felt.open; 2];
    tally.declared += 1;
    same(&worlds, "once it is declared");
    if open[0] && noticed && option < 3 {
        let options = asked_of_ana(&worlds[0].table.view(Class::Table), id);
        let key = options[option % options.len()].clone();
        let given = worlds.each_mut().map(|world| {
            world.meets = true;
            let answer = Command::Answer {
                exchange: id,
                slot: wish(),
                answer: AnswerInput::Chose(key.clone()),
                throws: false,
            };
            world.both(2, ANA, answer)
        });
        assert!(given.iter().all(Result::is_ok), "what is asked is answered");
        let open = worlds.each_ref().map(|world| world.open(id).is_some());
        if open[0] != open[1] || worlds[0].done != worlds[1].done {
            return;
        }
        tally.answered += 1;
        same(&worlds, "once the target said what they do");
    }
    for world in &mut worlds {
        world.table.now = 7_000_000;
        world.meets = noticed;
        world.play_out(id, ruled, ends, &mut chance);
    }
    let over = worlds.each_ref().map(|world| world.open(id).is_none());
    if over != [true, true] {
        return;
    }
    for world in &worlds {
        if !noticed && world.done.is_empty() {
            tally.missed += 1;
            let said = format!("a miss is not a byte, {}", system.key());
            alike(&world.known(), &before, &said);
        }
    }
    if worlds[0].done != worlds[1].done || (noticed && worlds[0].rolled != worlds[1].rolled) {
        return;
    }
    tally.ended += 1;
    same(&worlds, "when it is over");
}

/// Two pictures are equal; where they are not, from where on is said.
#[track_caller]
fn alike(one: &str, other: &str, said: &str) {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let from = same.count();
    let some = |text: &str| {
        text.chars()
            .skip(from.saturating_sub(80))
            .take(280)
            .collect::<String>()
    };
    assert!(one == other, "{said}:\n{}\n{}", some(one), some(other));
}

/// The keys of what a noticed attack asks, as players read it.
fn asked_of_ana(known: &View, id: ExchangeId) -> Vec<String> {
    let exchange = known.exchanges.get(&id).expect("players know of it");
    let step = exchange.next.as_ref().expect("it asks");
    let asked = step.questions().iter().find_map(|step| match step {
        ExchangeStep::Choose { slot, options, .. } if *slot == wish() => Some(options),
        _ => None,
    });
    let options = asked.expect("the target is asked").iter();
    options.map(|option| option.key.to_string()).collect()
}

/// `ATTACKERS` pairs, or a few, from where `PROPTEST_RNG_SEED` says; or the one `ATTACKER` names.
#[test]
fn who_attacks_from_out_of_sight_is_not_a_byte() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let mut tally = Tally::default();
    if let Some(seed) = asked("ATTACKER") {
        check_attackers(seed, &mut tally);
        return;
    }
    let first = asked("PROPTEST_RNG_SEED").unwrap_or(1) << 20;
    let many = asked("ATTACKERS").unwrap_or(300);
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let found: Vec<(Tally, Vec<u64>)> = std::thread::scope(|scope| {
        let some = |hand| {
            let seeds = (first..first + many).skip(hand).step_by(hands);
            move || {
                let (mut tally, mut failed) = (Tally::default(), Vec::new());
                for seed in seeds {
                    let tried = std::panic::AssertUnwindSafe(|| {
                        let mut one = tally;
                        check_attackers(seed, &mut one);
                        one
                    });
                    match std::panic::catch_unwind(tried) {
                        Ok(one) => tally = one,
                        Err(_) => failed.push(seed),
                    }
                    if failed.len() > 4 {
                        break;
                    }
                }
                (tally, failed)
            }
        };
        let all: Vec<_> = (0..hands).map(|hand| scope.spawn(some(hand))).collect();
        let all = all.into_iter().filter_map(|hand| hand.join().ok());
        all.collect()
    });
    let failed: Vec<u64> = found
        .iter()
        .flat_map(|(_, failed)| failed.clone())
        .collect();
    assert!(
        failed.is_empty(),
        "ATTACKER={failed:?}: each tries it again"
    );
    let sum = |of: fn(&Tally) -> u32| found.iter().map(|(tally, _)| of(tally)).sum::<u32>();
    let (tried, declared, ended) = (
        sum(|it| it.tried),
        sum(|it| it.declared),
        sum(|it| it.ended),
    );
    let (missed, answered) = (sum(|it| it.missed), sum(|it| it.answered));
    assert!(
        declared * 3 > tried * 2 && ended * 5 > tried * 2,
        "most come to an end: {declared}, {ended} of {tried}"
    );
    assert!(
        missed * 5 > tried && answered * 6 > tried,
        "each kind is tried: {missed}, {answered} of {tried}"
    );
}
