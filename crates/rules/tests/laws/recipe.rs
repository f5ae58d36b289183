//! Recipes: numbers from which a command is made, sense or not, in any system.

use rules::base::sorted_map::{Map, Set};

use proptest::prelude::*;
use rules::base::id::{CombatantId, ExchangeId, SeatId};
use rules::base::seat::{Actor, Role};
use rules::character::condition::{Condition, Until};
use rules::character::downtime::StoryTime;
use rules::character::gear::Carried;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::character::plan::AbortPrice;
use rules::character::sheet::Sheet;
use rules::character::track::{DamagePacket, Severity};
use rules::encounter::command::{
    BoxShift, CustomItemInput, InitiativeTarget, ItemInput, PlanInput, RollInput, SheetEditInput,
    TermInput, TokenDestination,
};
use rules::encounter::log::LogMessage;
use rules::encounter::{
    Class, CombatantField, Command, Countdown, Event, FoeHealth, HealthSight, OnTimeout, Side,
    TableSetting, Turn, UndoOffer, View,
};
use rules::ruleset::settings::{SettingSpec, Value};
use rules::ruleset::{RuleSystem, SystemId};
use testkit::table::{ANA, BEN, EVE, NOBODY, ST, Table};

/// Numbers from which one command and its sender are made.
#[derive(Clone, Copy)]
pub(crate) struct Recipe([u8; 16]);

impl std::fmt::Debug for Recipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.number())
    }
}

impl Recipe {
    /// The recipe that is printed so.
    pub(crate) const fn of(number: u128) -> Self {
        Self(number.to_be_bytes())
    }

    /// All of it as one number.
    pub(crate) const fn number(self) -> u128 {
        u128::from_be_bytes(self.0)
    }

    /// How long its sender thinks before it, in milliseconds.
    pub(crate) fn pause(self) -> u64 {
        u64::from(self.0[15]) * 100
    }
}

/// Any recipe.
pub(crate) fn recipe() -> impl Strategy<Value = Recipe> {
    any::<[u8; 16]>().prop_map(Recipe)
}

/// Some recipes, fewer than `most`.
pub(crate) fn recipes(most: usize) -> impl Strategy<Value = Vec<Recipe>> {
    prop::collection::vec(recipe(), 1..most)
}

/// One of the rule systems there are.
pub(crate) fn systems() -> impl Strategy<Value = SystemId> {
    prop::sample::select(SystemId::ALL)
}

/// Reads choices off a recipe, front to back.
pub(crate) struct Reader(Recipe, usize);

impl Reader {
    pub(crate) fn new(recipe: Recipe) -> Self {
        Self(recipe, 0)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let bytes = self.0.0;
        let byte = bytes[self.1 % bytes.len()];
        self.1 += 1;
        usize::from(byte) % n.max(1)
    }

    /// All that is left of the recipe, as one number.
    pub(crate) fn number(&mut self) -> u64 {
        (0..8).fold(0, |number, _| number << 8 | self.below(256) as u64)
    }

    pub(crate) fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    pub(crate) fn maybe<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 1).then(|| then(self))
    }

    fn severity(&mut self) -> Option<Severity> {
        self.one_of(&[
            None,
            Some(Severity::Bashing),
            Some(Severity::Lethal),
            Some(Severity::Aggravated),
        ])
    }
}

/// A combatant that never was.
pub(crate) fn unknown_id() -> CombatantId {
    "n0b0dy00".parse().expect("an id")
}

/// A quick-add line of a system; mostly one that can be read.
pub(crate) fn line(read: &mut Reader, system: SystemId) -> String {
    let rules = system.rules();
    let count = read.one_of(&["", "", "", "2x ", "3x "]);
    let name = read.one_of(&["rat", "Rat", "ghoul", "Ilse", "dog", "cat"]);
    let mut line = format!("{count}{name}");
    if let Some(kind) = read.maybe(|read| read.one_of(rules.facts().creature_kinds)) {
        line.push_str(&format!(" {}", kind.key));
    }
    let mut given = Set::new();
    for _ in 0..read.below(4) {
        let spec = read.one_of(rules.facts().trait_specs);
        let some = i32::try_from(read.below(5)).expect("small");
        if given.insert(spec.key) {
            let value = spec.min.saturating_add(some).min(spec.max);
            line.push_str(&format!(" {} {value}", spec.key));
        }
    }
    match read.below(12) {
        0 => line.push_str(" pc"),
        1 => line.push_str(" foe"),
        2 => line.push_str(" frumiousness 3"),
        3 => line.push_str(" with frumiousness"),
        4..=5 => {
            let chart = system.combat().item_chart();
            let row = chart.get(read.below(chart.len()));
            line.extend(row.map(|row| format!(" with {}", row.key)));
        }
        _ => {}
    }
    line
}

/// A reading; mostly one that fits.
pub(crate) fn reading(read: &mut Reader, dials: &[ParameterSpec]) -> Parameters {
    let mut reading = Parameters::default();
    for _ in 0..read.below(4) {
        let Some(dial) = dials.get(read.below(dials.len())) else {
            break;
        };
        let value = match &dial.range {
            ParameterRange::Flag => 1,
            ParameterRange::Choice(options) => read.one_of(options).0,
            ParameterRange::Number(least, most) => {
                let span = usize::try_from(most - least).unwrap_or(0);
                least + i32::try_from(read.below(span + 1)).expect("small")
            }
        };
        reading.set(dial.key, value);
    }
    match read.below(24) {
        0 => reading.with("frumiousness", 1),
        _ => reading,
    }
}

/// The keys of everything that can be spent in a system.
fn pools(rules: &dyn RuleSystem) -> Vec<String> {
    let traits = rules.facts().trait_specs.iter();
    let mut sheet = Sheet {
        kind: None,
        traits: traits.map(|spec| (spec.key.to_owned(), spec.max)).collect(),
        ..Sheet::default()
    };
    let mut keys = vec!["frumiousness".to_owned()];
    for kind in rules.facts().creature_kinds {
        sheet.kind = Some(kind.key.to_owned());
        keys.extend(
            rules
                .pool_specs(&sheet)
                .iter()
                .map(|pool| pool.key.to_owned()),
        );
    }
    keys
}

/// A plan; mostly one that may be made.
pub(crate) fn plan(read: &mut Reader, view: &View) -> PlanInput {
    let spec = view.system.rules().facts().plan_spec;
    let few = |read: &mut Reader, most: u8| {
        u8::try_from(read.below(usize::from(most.min(4)) + 1)).expect("small")
    };
    let actions = few(read, spec.map_or(2, |spec| spec.actions.max(1)));
    let extra = spec
        .and_then(|spec| spec.extra)
        .map_or(0, |extra| extra.most);
    let extra = few(read, extra);
    let kinds = spec.map_or(&[][..], |spec| spec.defenses);
    let pools = spec.map_or(&[][..], |spec| spec.pools);
    let wants_defenses = !kinds.is_empty() || read.below(12) == 0;
    let last = actions.max(1) + if read.below(3) == 0 { extra } else { 0 };
    let defenses = (1..=last).filter(|_| wants_defenses && read.below(3) == 0);
    let defenses: Set<u8> = defenses.collect();
    let said = (1..=last).filter_map(|number| {
        let there = if defenses.contains(&number) {
            kinds
        } else {
            pools
        };
        let said = !there.is_empty() && read.below(2) == 0;
        said.then(|| (number, read.one_of(there).key.to_owned()))
    });
    let kinds: Map<u8, String> = said.collect();
    let stances = spec.map_or(&[][..], |spec| spec.stances);
    PlanInput {
        words: read.one_of(&["", "rushes", "hides", "a\u{202e}b"]).into(),
        actions,
        defenses,
        kinds,
        extra,
        willpower: few(read, spec.map_or(0, |spec| spec.willpower)),
        stance: match read.below(3) {
            0 if !stances.is_empty() => Some(read.one_of(stances).key.to_owned()),
            1 if read.below(8) == 0 => Some("frumiousness".to_owned()),
            _ => None,
        },
    }
}

/// Something typed into the log.
fn chat(read: &mut Reader, rules: &dyn RuleSystem) -> String {
    let first = rules
        .facts()
        .trait_specs
        .first()
        .map_or("", |spec| spec.key);
    let name = read.one_of(&["rat", "Rat A", "Ghoul A", "cat", "Zoe"]);
    match read.below(14) {
        0 => "The lamp goes out.".into(),
        1 | 2 => "/init".into(),
        3 => "/roll 3".into(),
        4 => "/roll 2 hidden # what".into(),
        5 => format!("/roll {first} - 1"),
        6 => rules.facts().vocabulary.roll_example.into(),
        7 => format!("+combat/init {name}=7"),
        8 => "+combat/init".into(),
        9 => "!inits 3 2".into(),
        10 => "!inits 99 2".into(),
        11 => "/frumiousness".into(),
        12 => "a\u{202e}b".into(),
        _ => String::new(),
    }
}

/// A roll a person asks for.
pub(crate) fn roll(read: &mut Reader, view: &View, id: Option<CombatantId>) -> RollInput {
    RollInput {
        id,
        what: "Wits".into(),
        terms: vec![TermInput {
            label: "Wits".into(),
            value: read.one_of(&[0, 3, 4, -2, 100, i32::MIN, i32::MAX]),
        }],
        reading: reading(read, &view.system.rules().parameter_specs(None)),
        hidden: read.below(5) == 0,
        bare: read.below(5) == 0,
        faces: read.one_of(&[
            None,
            None,
            None,
            Some(vec![]),
            Some(vec![5, 1, 6]),
            Some(vec![0]),
        ]),
    }
}

/// Keys of what may have come due, and one that is never.
const DUES: [&str; 4] = ["stay_awake", "bleed", "bleed", "frumiousness"];

/// Conditions set and lifted, and what is due let pass.
fn condition(
    read: &mut Reader,
    rules: &dyn RuleSystem,
    id: impl Fn(&mut Reader) -> CombatantId,
) -> Command {
    let known = rules.facts().condition_specs;
    let key = match known.get(read.below(known.len() + 1)) {
        Some(spec) => spec.key.to_owned(),
        None => "frumiousness".to_owned(),
    };
    let id = id(read);
    match read.below(5) {
        0 => Command::Lift { id, key },
        2 => Command::Propose {
            command: Box::new(Command::Lift { id, key }),
        },
        1 => Command::Waive {
            id,
            due: read.one_of(&DUES).into(),
        },
        _ => Command::Afflict {
            id,
            key,
            condition: Condition {
                amount: read.one_of(&[0, 0, 0, 1, -1]),
                until: read.one_of(&[
                    Until::Lifted,
                    Until::OwnTurn,
                    Until::Rounds(1),
                    Until::Rounds(2),
                    Until::Rounds(0),
                ]),
            },
        },
    }
}

/// An item given, changed, carried otherwise or taken away.
fn gear(read: &mut Reader, view: &View, id: CombatantId) -> Command {
    let combat = view.system.combat();
    let row = view.rows.get(&id);
    let there: Vec<u16> = row.map_or_else(Vec::new, |row| row.gear.keys().copied().collect());
    let item = match there.get(read.below(there.len() + 1)) {
        Some(item) => *item,
        None => 99,
    };
    let carried = [
        Carried::Held,
        Carried::Worn,
        Carried::Stowed,
        Carried::Dropped,
    ];
    let kinds = combat.item_kinds();
    let number = |read: &mut Reader, kind: &str| {
        let spec = kinds.iter().find(|spec| spec.kind == kind);
        let numbers = spec.map_or(&[][..], |spec| spec.numbers);
        numbers.get(read.below(numbers.len())).copied()
    };
    match read.below(7) {
        0 => Command::TakeItem { id, item },
        1 => Command::CarryItem {
            id,
            item,
            to: read.one_of(&carried),
        },
        2 => {
            let kind = row.and_then(|row| row.gear.get(&item));
            let number = kind.and_then(|item| number(read, &item.kind));
            Command::ChangeItem {
                id,
                item,
                key: number.map_or("frumiousness", |number| number.key).into(),
                by: read.one_of(&[1, -1, 3, 1_000, i32::MIN]),
            }
        }
        3 => {
            let kind = match kinds.get(read.below(kinds.len() + 1)) {
                Some(spec) => spec.kind,
                None => "frumiousness",
            };
            let number = number(read, kind);
            let set =
                number.map(|number| (number.key, read.one_of(&[number.max, number.min, -99])));
            let numbers = set.into_iter();
            Command::GiveItem {
                id,
                what: ItemInput::Own(CustomItemInput {
                    name: read.one_of(&["Charm", "Charm", "a\u{202e}b"]).into(),
                    kind: kind.into(),
                    numbers: numbers.fold(Parameters::default(), |all, (key, n)| all.with(key, n)),
                    tags: Set::new(),
                }),
                carried: read.maybe(|read| read.one_of(&carried)),
            }
        }
        _ => {
            let chart = combat.item_chart();
            let row = chart.get(read.below(chart.len() + 1));
            Command::GiveItem {
                id,
                what: ItemInput::Chart(row.map_or("frumiousness", |row| row.key.as_str()).into()),
                carried: None,
            }
        }
    }
}

/// A trait or a kind set.
fn sheet(read: &mut Reader, view: &View, id: CombatantId) -> Command {
    let rules = view.system.rules();
    let kinds = rules.facts().creature_kinds;
    if read.below(6) == 0 {
        return written(read, rules, id);
    }
    if read.below(4) == 0 {
        let kind = kinds.get(read.below(kinds.len() + 1));
        return Command::SetKind {
            id,
            kind: kind.map(|kind| kind.key.to_owned()),
        };
    }
    let spec = read.one_of(rules.facts().trait_specs);
    let some = i32::try_from(read.below(5)).expect("small");
    let value = spec.min.saturating_add(some);
    Command::SetTrait {
        id,
        key: read
            .one_of(&[spec.key, spec.key, spec.key, "frumiousness"])
            .into(),
        value: read.one_of(&[Some(value), Some(value), Some(spec.max), None]),
    }
}

/// Several edits of a sheet at once, or a ready sheet.
fn written(read: &mut Reader, rules: &dyn RuleSystem, id: CombatantId) -> Command {
    let archetypes = rules.facts().archetypes;
    if read.below(3) == 0 {
        let archetype = archetypes.get(read.below(archetypes.len() + 1));
        return Command::StartFrom {
            id,
            archetype: archetype.map_or("frumious", |known| known.key).into(),
        };
    }
    let edits = (0..read.below(4)).map(|_| match read.below(8) {
        0 => SheetEditInput::Notes(read.one_of(&["", "Owes Ana a favor.", "a\u{202e}b"]).into()),
        1 => SheetEditInput::Kind(read.one_of(&[None, Some("vampire".to_owned())])),
        6 => SheetEditInput::Roll {
            name: read.one_of(&["Sneak", "sneak", "Duck", ""]).into(),
            line: read.one_of(&[
                Some("3".to_owned()),
                Some("2 # low".to_owned()),
                Some("/roll 4".to_owned()),
                Some("frumiousness".to_owned()),
                None,
            ]),
        },
        7 => SheetEditInput::Levels(
            read.one_of(&["", "1", "3", "20", "0,0,-1,-4,out", "0,-2,-1,out", "21"])
                .into(),
        ),
        2..=3 => SheetEditInput::Custom {
            name: read.one_of(&["Occult", "occult", "Wits", ""]).into(),
            value: read.one_of(&[Some(3), Some(101), None]),
        },
        _ => {
            let spec = read.one_of(rules.facts().trait_specs);
            SheetEditInput::Trait {
                key: spec.key.into(),
                value: read.one_of(&[Some(spec.max.min(4)), Some(spec.min), None]),
            }
        }
    });
    Command::EditSheet {
        id,
        edits: edits.collect(),
    }
}

/// Something that stands between two.
pub(crate) fn tie(read: &mut Reader, view: &View, one: CombatantId, other: CombatantId) -> Command {
    let combat = view.system.combat();
    let dials = combat.situation_parameters();
    let holds = combat.hold_kinds();
    let hold = match holds.get(read.below(holds.len() + 1)) {
        Some(spec) => spec.key,
        None => "frumiousness",
    };
    match (read.below(6), dials.is_empty()) {
        (0..=1, _) => Command::Hold {
            by: one,
            on: other,
            key: hold.into(),
            amount: read.one_of(&[0, 1, 3, -1]),
        },
        (2, _) | (_, true) => Command::Release {
            by: one,
            on: other,
            key: hold.into(),
        },
        _ => {
            let dial = read.one_of(&dials);
            let set = reading(read, std::slice::from_ref(&dial));
            Command::Situate {
                from: one,
                to: other,
                key: dial.key.into(),
                value: set.get(dial.key),
            }
        }
    }
}

/// Something about what a combatant carries, or their sheet.
pub(crate) fn belongings(read: &mut Reader, view: &View, id: CombatantId) -> Command {
    match read.below(3) {
        0 => sheet(read, view, id),
        _ => gear(read, view, id),
    }
}

/// The number of a line that undo or redo may be asked for; mostly one that a seat is offered.
fn offered(read: &mut Reader, view: &View, offers: &Map<SeatId, UndoOffer>) -> u32 {
    let lines = offers.values().map(|offer| offer.line);
    let lines: Vec<u32> = lines.collect();
    match read.below(4) {
        0 => read.one_of(&[0, 1, view.log.last().map_or(7, |line| line.no), u32::MAX]),
        _ if lines.is_empty() => 2,
        _ => read.one_of(&lines),
    }
}

/// What a person may come to ask for, sense or not. `ids` are whom they speak of, `view` is
/// what they see.
pub(crate) fn command(read: &mut Reader, view: &View, ids: &[CombatantId]) -> Command {
    match read.below(77) {
        kind @ (0..=9 | 28..=29) => who_is_there(read, view, ids, kind),
        kind @ 10..=27 => order_and_harm(read, view, ids, kind),
        kind @ 30..=50 => what_is_meant(read, view, ids, kind),
        51 => Command::RollInitiative {
            whose: InitiativeTarget::Everyone,
            face: None,
        },
        52..=56 => Command::NextTurn {
            after: view.turn,
            anyway: read.below(2) == 0,
        },
        57..=59 => Command::Undo,
        60..=62 => Command::Redo,
        63..=64 => Command::UndoLine {
            line: offered(read, view, &view.undo),
        },
        65 => {
            let known = view.exchanges.keys().copied();
            let known: Vec<ExchangeId> = known.chain([ExchangeId::FIRST]).collect();
            Command::RunAgain {
                exchange: read.one_of(&known),
                step: read.one_of(&[None, None, Some(0)]),
            }
        }
        66..=68 => {
            let id = one_of_all(read, ids);
            belongings(read, view, id)
        }
        69..=70 => {
            let (one, other) = (one_of_all(read, ids), one_of_all(read, ids));
            tie(read, view, one, other)
        }
        71..=72 => between_fights(read, ids),
        73..=76 => together(read, ids),
        _ => Command::RedoLine {
            line: offered(read, view, &view.redo),
        },
    }
}

/// Several act as one, or each on their own again.
pub(crate) fn together(read: &mut Reader, ids: &[CombatantId]) -> Command {
    match read.below(6) {
        0 => Command::Ungroup {
            id: one_of_all(read, ids),
        },
        1 => Command::LeaveGroup {
            id: one_of_all(read, ids),
        },
        _ => {
            let few = 1 + read.below(4);
            let ids = match ids.is_empty() {
                true => vec![unknown_id()],
                false => (0..few).map(|_| read.one_of(ids)).collect(),
            };
            Command::Group {
                ids: ids.into_iter().collect(),
            }
        }
    }
}

/// Wounds heal and what was spent comes back, or time passes.
fn between_fights(read: &mut Reader, ids: &[CombatantId]) -> Command {
    let whom: Set<CombatantId> = (0..=read.below(3)).map(|_| one_of_all(read, ids)).collect();
    match read.below(3) {
        0 => Command::PassTime {
            ids: whom,
            span: read.one_of(&[
                StoryTime::Turns(20),
                StoryTime::Hours(1),
                StoryTime::Nights(7),
                StoryTime::Nights(0),
            ]),
            care: read
                .one_of(&[None, None, Some("medical"), Some("frumious")])
                .map(str::to_owned),
        },
        _ => Command::Restore {
            ids: whom,
            health: read.below(3) > 0,
            pools: read.below(2) > 0,
        },
    }
}

/// One of these, or one who is not there.
fn one_of_all(read: &mut Reader, ids: &[CombatantId]) -> CombatantId {
    match read.below(ids.len() + 1) {
        0 => unknown_id(),
        at => ids[at - 1],
    }
}

/// Who comes, goes, and is called what.
fn who_is_there(read: &mut Reader, view: &View, ids: &[CombatantId], kind: usize) -> Command {
    let id = |read: &mut Reader| one_of_all(read, ids);
    match kind {
        0..=3 => Command::Add {
            line: match read.below(10) {
                0 => read.one_of(&["", "3x", "cat foe hidden"]).into(),
                _ => line(read, view.system),
            },
            side: read.one_of(&[None, Some(Side::Foe), Some(Side::Character)]),
            hidden: false,
            as_one: read.below(3) == 0,
        },
        4 => Command::Remove { id: id(read) },
        5 => Command::Rename {
            id: id(read),
            name: read
                .one_of(&["rat", "Rat", "Ghoul", "", "a\u{202e}b"])
                .into(),
        },
        6 => Command::Hide { id: id(read) },
        7 => Command::Reveal { id: id(read) },
        8 => Command::Assign {
            id: id(read),
            seat: read.one_of(&[None, Some(SeatId(2)), Some(SeatId(3)), Some(SeatId(9))]),
        },
        9 => Command::Note {
            id: id(read),
            text: read.one_of(&["prone", "", " aiming ", "a\nb"]).into(),
        },
        28 if read.below(2) == 0 => {
            let set = |seconds, then| Some(Countdown { seconds, then });
            let all = [
                None,
                set(30, OnTimeout::First),
                set(5, OnTimeout::Storyteller),
                set(1, OnTimeout::First),
            ];
            Command::SetTable {
                to: TableSetting::Countdown(read.one_of(&all)),
                was: Some(TableSetting::Countdown(view.countdown)),
            }
        }
        28 if read.below(2) == 0 => Command::Edit {
            id: id(read),
            to: CombatantField::Sight(read.one_of(&[
                None,
                Some(HealthSight::Exact),
                Some(HealthSight::Banded),
                Some(HealthSight::Hidden),
            ])),
        },
        28 if read.below(2) == 0 => Command::SetTable {
            to: TableSetting::FoeOdds(!view.foe_odds),
            was: None,
        },
        28 => Command::SetTable {
            to: TableSetting::FoeHealth(read.one_of(&[FoeHealth::Shown, FoeHealth::Concealed])),
            was: None,
        },
        29 => Command::Title {
            title: read.one_of(&["The Wharf", "The Roof", ""]).into(),
        },
        _ => unreachable!("not of this kind"),
    }
}

/// The order, turns, and what is marked or rolled.
fn order_and_harm(read: &mut Reader, view: &View, ids: &[CombatantId], kind: usize) -> Command {
    let id = |read: &mut Reader| one_of_all(read, ids);
    let turn = |read: &mut Reader| match read.below(6) {
        0 => Turn::default(),
        1 => Turn {
            round: u32::MAX,
            acting: view.order.last().copied(),
            ..Turn::default()
        },
        _ => view.turn,
    };
    match kind {
        10..=13 => Command::RollInitiative {
            whose: match read.below(5) {
                0 => InitiativeTarget::Storytellers,
                1 => InitiativeTarget::Mine,
                2 => InitiativeTarget::Everyone,
                _ => InitiativeTarget::One(id(read)),
            },
            face: read.one_of(&[None, None, None, Some(5), Some(5), Some(0), Some(u16::MAX)]),
        },
        14..=16 => Command::Move {
            id: id(read),
            to: match read.below(5) {
                0 => TokenDestination::Bench,
                4 => TokenDestination::BenchGroup,
                1 => TokenDestination::Before(None),
                _ => TokenDestination::Before(Some(id(read))),
            },
        },
        17 => Command::Sort,
        18..=19 => Command::NextTurn {
            after: turn(read),
            anyway: read.below(2) == 0,
        },
        20 => Command::GroupTurn { after: turn(read) },
        21 => Command::PreviousTurn { before: turn(read) },
        22..=23 => Command::Harm {
            id: id(read),
            packet: DamagePacket {
                bashing: read.one_of(&[0, 1, 2, 100, u16::MAX]),
                lethal: read.one_of(&[0, 0, 1, 3]),
                aggravated: read.one_of(&[0, 0, 0, 1]),
                points: read.one_of(&[0, 0, 0, 0, 1, 7, 100]),
            },
        },
        24..=26 => {
            let id = id(read);
            let shift = |read: &mut Reader| BoxShift {
                from: read.one_of(&[None, None, Some(Severity::Bashing)]),
                to: read.severity(),
                count: read.one_of(&[1, 1, 1, 2, 0, u16::MAX]),
            };
            let mut shifts = vec![shift(read)];
            shifts.extend(read.maybe(shift));
            Command::MarkBoxes { id, shifts }
        }
        27 => {
            let id = Some(id(read)).filter(|_| read.below(4) > 0);
            Command::Roll(Box::new(roll(read, view, id)))
        }
        _ => unreachable!("not of this kind"),
    }
}

/// Plans, waits, pools, talk, house rules, and what is due.
fn what_is_meant(read: &mut Reader, view: &View, ids: &[CombatantId], kind: usize) -> Command {
    let rules = view.system.rules();
    let id = |read: &mut Reader| one_of_all(read, ids);
    let small = [0, 1, -1, 2, -3, 100, i32::MIN];
    match kind {
        30..=33 => Command::Plan {
            id: id(read),
            plan: Some(plan(read, view)).filter(|_| read.below(5) > 0),
        },
        34..=35 => Command::Wait {
            id: id(read),
            until: read.one_of(&["", "the door", "the door", "a\nb"]).into(),
        },
        36..=37 => Command::CutIn {
            id: id(read),
            after: read.below(3) == 0,
        },
        38 => Command::Spend {
            id: id(read),
            pool: read.one_of(&pools(rules)),
            by: read.one_of(&small),
        },
        39 => Command::Adjust {
            id: id(read),
            by: read.one_of(&small),
        },
        40 => Command::Count {
            id: id(read),
            by: read.one_of(&small),
        },
        41..=43 => Command::Say {
            line: chat(read, rules),
            who: Some(id(read)).filter(|_| read.below(3) > 0),
        },
        44 => {
            let specs = rules.lists().setting_specs;
            match specs.get(read.below(specs.len() + 2)) {
                Some(spec) => setting(read, spec),
                None => Command::HouseRule {
                    key: read
                        .one_of(&["frumiousness", "sealed", "free_abort", "upgrade"])
                        .to_owned(),
                    on: read.below(2) == 0,
                },
            }
        }
        45..=46 => Command::Abort {
            id: id(read),
            price: read.one_of(&[AbortPrice::Roll, AbortPrice::Spend]),
        },
        47..=48 => {
            let offered = view.log.iter();
            let offered = offered.filter(|line| matches!(line.what, LogMessage::Offered { .. }));
            let lines: Vec<u32> = offered.map(|line| line.no).chain([1]).collect();
            Command::GiveInitiative {
                line: read.one_of(&lines),
                id: id(read),
            }
        }
        49 => Command::Accept {
            id: id(read),
            due: read.one_of(&DUES).into(),
            faces: read.one_of(&[None, None, Some(vec![7, 2])]),
        },
        50 => condition(read, rules, id),
        _ => unreachable!("not of this kind"),
    }
}

/// Commands about people, which only few may give.
pub(crate) fn seating(read: &mut Reader) -> Command {
    let seat = SeatId(read.one_of(&[1, 2, 3, 4, 5, u32::MAX]));
    match read.below(4) {
        0 => Command::Unseat { seat },
        1 => Command::Mute {
            seat,
            muted: read.below(2) == 0,
        },
        _ => Command::Sit {
            seat,
            name: read.one_of(&["Ana", "Zoe", ""]).into(),
            role: read.one_of(&[
                Role::Player,
                Role::Player,
                Role::Spectator,
                Role::CoStoryteller,
            ]),
        },
    }
}

/// Any person gives any command.
pub(crate) fn anything(recipe: Recipe, table: &Table) -> (Actor, Command) {
    let mut read = Reader::new(recipe);
    let view = table.view(Class::Storyteller);
    let ids: Vec<CombatantId> = view.rows.keys().copied().collect();
    // A person who took something back often takes back more, or wants it back.
    if let Some(last) = table.records.last()
        && matches!(
            last.events[..],
            [Event::Undone { .. } | Event::Redone { .. }]
        )
        && read.below(3) > 0
    {
        return (last.by, read.one_of(&[Command::Undo, Command::Redo]));
    }
    // Some take too long to answer.
    let overdue = table
        .encounter
        .overdue_questions(u64::MAX)
        .into_iter()
        .next();
    if let Some((exchange, slot)) = overdue.filter(|_| read.below(3) == 0) {
        return (Actor::Server, Command::TimeUp { exchange, slot });
    }
    let by = read.one_of(&[
        ST,
        ST,
        ST,
        ST,
        ST,
        ANA,
        ANA,
        BEN,
        EVE,
        NOBODY,
        Actor::Server,
    ]);
    if read.below(24) == 0 {
        return (by, seating(&mut read));
    }
    let mut command = command(&mut read, &view, &ids);
    if let Command::Add { hidden, .. } = &mut command {
        *hidden = read.below(3) == 0;
    }
    (by, command)
}

/// A setting turned to a value it can have, mostly.
fn setting(read: &mut Reader, spec: &SettingSpec) -> Command {
    let value = match read.below(8) {
        0 => spec.default_value(),
        1 => read.one_of(&[
            Value::Yes(true),
            Value::Number(7),
            Value::Number(-2_000_000),
            Value::from_key("mostly"),
        ]),
        _ => read.one_of(&testkit::setting_values::non_default_values(spec)),
    };
    Command::Set {
        key: spec.key.to_owned(),
        value,
        was: None,
    }
}
