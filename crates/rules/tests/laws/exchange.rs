//! Laws of exchanges: whatever is answered, ruled and taken back, a log replays to what was
//! lived, undoing all of it leaves the table as it was, and nothing panics.

use rules::base::id::{CombatantId, ExchangeId};
use rules::base::roll::Grade;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{AnswerInput, Declaration, ItemInput};
use rules::encounter::feature::ExchangeDeclared;
use rules::encounter::{Class, Command, Encounter, Event, View, diff};
use rules::exchange::{ExchangeStep, Intent, Party, RulingKind, Scene, Slot};
use rules::messages::Wording;
use rules::ruleset::SystemId;
use testkit::table::{ST, Table, name};

use crate::json;

/// Numbers that follow from a seed.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        (x % u64::try_from(n.max(1)).expect("small")) as usize
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// One of them, if there is any.
    pub(crate) fn any_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| self.one_of(all))
    }
}

/// A table of a system with four who can do most things, armed from its charts, in a round.
pub(crate) fn armed(system: SystemId, chance: &mut Chance) -> Table {
    let mut table = Table::with_system(system);
    let rules = system.rules();
    for who in ["Ilse pc", "Weston pc", "Ghoul", "Rat"] {
        let mut line = who.to_owned();
        if let Some(kind) = rules
            .facts()
            .creature_kinds
            .get(chance.below(rules.facts().creature_kinds.len()))
        {
            line.push_str(&format!(" {}", kind.key));
        }
        for spec in rules.facts().trait_specs {
            let value = spec.min.max(1) + i32::try_from(chance.below(5)).expect("small");
            if chance.below(5) > 0 {
                line.push_str(&format!(" {} {}", spec.key, value.min(spec.max)));
            }
        }
        // A line that makes no track is left to others.
        if table.give(ST, testkit::table::add_command(&line)).is_err() {
            table.give_accepted(ST, testkit::table::add_command(who));
        }
    }
    let mut table = table.place_all_in_order();
    let chart = system.combat().item_chart();
    let ids: Vec<CombatantId> = table.view(Class::Storyteller).order;
    for id in &ids {
        for _ in 0..3 {
            if chart.is_empty() {
                break;
            }
            let row = chance.one_of(&chart).key;
            let what = ItemInput::Chart(row);
            let carried = None;
            table
                .give(
                    ST,
                    Command::GiveItem {
                        id: *id,
                        what,
                        carried,
                    },
                )
                .ok();
        }
    }
    table
        .give(
            ST,
            Command::RollInitiative {
                whose: rules::encounter::command::InitiativeTarget::Everyone,
                face: None,
            },
        )
        .ok();
    for _ in 0..8 {
        let after = table.view(Class::Storyteller).turn;
        if after.acting.is_some() && after.phase == rules::character::phase::Phase::Act {
            break;
        }
        table
            .give(
                ST,
                Command::NextTurn {
                    after,
                    anyway: true,
                },
            )
            .ok();
    }
    table
}

/// Dials set to what they can be set to, one in so many of them.
pub(crate) fn dialed(chance: &mut Chance, dials: &[ParameterSpec], one_in: usize) -> Parameters {
    let mut reading = Parameters::default();
    for dial in dials
        .iter()
        .filter(|_| chance.below(one_in) == 0)
        .collect::<Vec<_>>()
    {
        let value = match &dial.range {
            ParameterRange::Flag => 1,
            ParameterRange::Choice(options) => chance.one_of(options).0,
            ParameterRange::Number(least, most) => {
                let span = usize::try_from((most - least).min(8)).unwrap_or(0);
                least + i32::try_from(chance.below(span + 1)).expect("small")
            }
        };
        reading.set(dial.key, value);
    }
    reading
}

/// A declaration of something the rules know, by one of `ids` against others of them; `None` when
/// nothing can be declared.
pub(crate) fn declaration(
    view: &View,
    ids: &[CombatantId],
    chance: &mut Chance,
) -> Option<Command> {
    let any = ids.iter().copied().map(Some).chain([None]);
    // Mostly the one whose turn it is, as at a table.
    let acting = view.turn.acting.filter(|id| ids.contains(id));
    let by = match acting.filter(|_| chance.below(4) > 0) {
        Some(id) => id,
        None => chance.one_of(&any.collect::<Vec<_>>())?,
    };
    let row = view.rows.get(&by)?;
    let combat = view.system.combat();
    let fighter = view.fighter_of(row)?;
    let scene = Scene {
        actor: Some(&fighter),
        targets: &[],
        bystanders: &[],
        situations: &[],
        holds: &[],
        space: &[],
        intent: &Intent::default(),
        house: &view.house,
    };
    let all = combat.maneuvers();
    if all.is_empty() {
        return None;
    }
    let maneuver = chance.one_of(all);
    let mut others = ids.to_vec();
    others.retain(|id| *id != by);
    let mut at = Vec::new();
    while !maneuver.targets.accepts(at.len()) && !others.is_empty() {
        at.push(others.remove(chance.below(others.len())));
    }
    others.retain(|_| chance.below(4) == 0);
    let items = row.gear.iter();
    let items = items.filter(|(_, item)| maneuver.items.contains(&item.kind.as_str()));
    let items: Vec<_> = items.map(|(id, _)| *id).collect();
    let mut intent = Intent::of(maneuver.key);
    if !items.is_empty() && chance.below(4) > 0 {
        intent.item = Some(chance.one_of(&items));
    }
    let mut dials = combat.maneuver_parameters(maneuver.key, &scene);
    dials.extend(combat.situation_parameters());
    intent.set = dialed(chance, &dials, 6);
    let anyway = chance.below(2) == 0;
    let first = ids.iter().copied().filter(|_| !anyway);
    Some(Command::Declare(Box::new(Declaration {
        by: Some(by),
        at,
        others,
        intent,
        without: first.take(1).collect(),
        anyway,
        noticed: anyway && chance.below(2) == 0,
        throws: false,
    })))
}

/// Whether a declaration names as many targets as its maneuver takes.
pub(crate) fn takes(view: &View, asked: &Declaration) -> bool {
    let mut all = view.system.combat().maneuvers().iter();
    let meant = all.find(|it| it.key == asked.intent.maneuver);
    meant.is_some_and(|it| it.targets.accepts(asked.at.len()))
}

/// Declares something; what the rules refuse is tried no further.
pub(crate) fn declare(table: &mut Table, chance: &mut Chance) -> Option<ExchangeId> {
    let view = table.view(Class::Storyteller);
    let declared = declaration(&view, &view.order, chance)?;
    let events = table.give(ST, declared).ok()?;
    let declared = events.iter().find_map(|event| match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) => Some(exchange.id),
        _ => None,
    });
    Some(declared.expect("declared"))
}

/// What brings an exchange on or back: mostly an answer to what is asked; `None` when nothing is.
pub(crate) fn next(
    view: &View,
    id: ExchangeId,
    most: usize,
    chance: &mut Chance,
) -> Option<Command> {
    let exchange = view.exchanges.get(&id)?;
    let step = chance.one_of(exchange.next.as_ref()?.questions());
    Some(match chance.below(most) {
        10 => Command::Rule {
            exchange: id,
            ruling: ruled(view, id, chance),
            why: String::new(),
        },
        11 if exchange.steps > 1 && chance.below(2) == 0 => Command::RunAgain {
            exchange: id,
            step: u16::try_from(chance.below(usize::from(exchange.steps))).ok(),
        },
        11 if exchange.steps > 0 => Command::TakeBack { exchange: id },
        9 if chance.below(6) == 0 => Command::Withdraw { exchange: id },
        _ => Command::Answer {
            exchange: id,
            slot: step.slot_and_party().expect("one question").0.clone(),
            answer: answered(&step, chance),
            throws: false,
        },
    })
}

/// An answer to something an exchange asks, and the combatant of whom it is asked; `None` is the
/// storyteller.
pub(crate) fn answer(
    view: &View,
    id: ExchangeId,
    chance: &mut Chance,
) -> Option<(Option<CombatantId>, Command)> {
    let exchange = view.exchanges.get(&id)?;
    let step = chance.one_of(exchange.next.as_ref()?.questions());
    let (slot, party) = step.slot_and_party().expect("one question");
    let nth = |ids: &[CombatantId], n: u8| ids.get(usize::from(n)).copied();
    let of = match party {
        Party::Actor => exchange.by,
        Party::Target(n) => nth(&exchange.at, n),
        Party::Bystander(n) => nth(&exchange.others, n),
        Party::Storyteller => None,
    };
    let answer = Command::Answer {
        exchange: id,
        slot: slot.clone(),
        answer: answered(&step, chance),
        throws: false,
    };
    Some((of, answer))
}

/// The slots of what is asked, was rolled or summed.
fn slots(view: &View, id: ExchangeId) -> Vec<Slot> {
    let exchange = &view.exchanges[&id];
    let asked = exchange.next.iter().flat_map(|step| step.questions());
    let asked = asked
        .filter_map(ExchangeStep::slot_and_party)
        .map(|(slot, _)| slot.clone());
    let told = exchange.ledger.iter().map(|line| line.slot.clone());
    asked.chain(told).collect()
}

/// Any ruling on an exchange.
pub(crate) fn ruled(view: &View, id: ExchangeId, chance: &mut Chance) -> RulingKind {
    let slots = slots(view, id);
    let slot = match slots.is_empty() {
        true => Slot::new("attack"),
        false => chance.one_of(&slots),
    };
    let labels = view.exchanges[&id].ledger.iter();
    let labels = labels.flat_map(|line| {
        line.terms
            .iter()
            .map(|term| Wording::verbatim(term.label.to_string()))
    });
    let labels: Vec<Wording> = labels.chain([Wording::verbatim("Defense")]).collect();
    let value = chance.one_of(&[-3, -1, 1, 2, 5]);
    match chance.below(8) {
        0..=2 => RulingKind::Add {
            slot,
            label: name("Darkness"),
            value,
        },
        3 => RulingKind::Strike {
            slot,
            label: chance.one_of(&labels),
        },
        4 => RulingKind::Change {
            slot,
            label: chance.one_of(&labels),
            value,
        },
        5 => RulingKind::Roll {
            slot,
            successes: chance.one_of(&[0, 1, 4]),
            grade: chance.one_of(&[Grade::DramaticFailure, Grade::Failure, Grade::Success]),
            margin: chance.one_of(&[None, Some(-2), Some(3)]),
        },
        6 => RulingKind::Damage {
            to: chance.one_of(&[Party::Actor, Party::Target(0), Party::Target(1)]),
            packet: chance.one_of(&[
                DamagePacket::default(),
                DamagePacket::of_severity(Severity::Lethal, 2),
                DamagePacket::of_points(7),
            ]),
        },
        _ => RulingKind::End,
    }
}

fn answered(step: &ExchangeStep, chance: &mut Chance) -> AnswerInput {
    match step {
        ExchangeStep::Choose { options, .. } => {
            let open: Vec<String> = options
                .iter()
                .filter(|option| option.barred.is_none())
                .map(|option| option.key.to_string())
                .collect();
            AnswerInput::Chose(chance.one_of(&open))
        }
        ExchangeStep::Number { range, .. } => {
            let span = usize::try_from((range.1 - range.0).min(10)).unwrap_or(0);
            AnswerInput::Number(range.0 + i32::try_from(chance.below(span + 1)).expect("small"))
        }
        ExchangeStep::Roll { buys, .. } => AnswerInput::Roll {
            bought: buys
                .iter()
                .filter(|buy| buy.barred.is_none() && chance.below(3) == 0)
                .map(|buy| buy.key.to_string())
                .collect(),
            faces: None,
        },
        ExchangeStep::Several(_) => unreachable!("one of several"),
    }
}

/// Brings an exchange to its end, with rulings and steps back on the way.
fn played_out(table: &mut Table, id: ExchangeId, chance: &mut Chance) {
    for turn in 0..200 {
        let view = table.view(Class::Storyteller);
        // Late in the day nothing is taken back any more.
        let most = if turn < 60 { 12 } else { 1 };
        let Some(command) = next(&view, id, most, chance) else {
            return;
        };
        let said = format!("{command:?}");
        let is_answer = matches!(command, Command::Answer { .. });
        let given = table.give(ST, command);
        // The rules may refuse a ruling that would make the roll impossible; never an answer
        // they asked for.
        assert!(given.is_ok() || !is_answer, "{said}: {given:?}");
    }
    panic!("an exchange without end");
}

/// One exchange by chance, and what must be true of it.
pub(crate) fn check(system: SystemId, seed: u64) -> bool {
    let mut chance = Chance::new(seed);
    let mut table = armed(system, &mut chance);
    let (before, tallies) = (table.comparable_state(), tallies(&table));
    let known = table.view(Class::Table);
    let records = table.records.len();
    let Some(id) = declare(&mut table, &mut chance) else {
        return false;
    };
    played_out(&mut table, id, &mut chance);
    // Follow-ups are exchanges like any other; they are played out as well.
    for _ in 0..12 {
        let view = table.view(Class::Storyteller);
        let open = view.exchanges.values().find(|it| it.next.is_some());
        let Some(open) = open.map(|it| it.id) else {
            break;
        };
        played_out(&mut table, open, &mut chance);
    }
    let mut replayed = Encounter::new(name("A test"), system);
    table.records.iter().for_each(|it| replayed.apply(it));
    assert_eq!(
        json(&replayed),
        json(&table.encounter),
        "replay equals live"
    );
    let mut patched = known.clone();
    let now = table.view(Class::Table);
    diff(&known, &now)
        .iter()
        .for_each(|it| patched.apply_change(it));
    assert_eq!(json(&patched), json(&now), "what is sent is what is seen");
    // Everything is taken back, newest first.
    for _ in records..table.records.len() {
        if table.comparable_state() == before && tallies == self::tallies(&table) {
            break;
        }
        table.give_accepted(ST, Command::Undo);
    }
    assert_eq!(
        table.comparable_state(),
        before,
        "undo leaves the table as it was"
    );
    assert_eq!(self::tallies(&table), tallies, "and what was counted");
    true
}

fn tallies(table: &Table) -> String {
    let rows = table.view(Class::Storyteller).rows.into_values();
    let rows = rows.map(|row| (row.id, row.tally));
    json(&rows.collect::<Vec<_>>())
}

/// `EXCHANGES` of each system, or a few; the seeds count up, so that a failing one comes again.
#[test]
fn exchanges_of_every_system() {
    let asked = std::env::var("EXCHANGES").ok();
    let each: usize = asked.and_then(|it| it.parse().ok()).unwrap_or(40);
    for system in SystemId::ALL {
        let opened = (0..).filter(|seed| check(*system, *seed));
        assert_eq!(opened.take(each).count(), each);
    }
}
