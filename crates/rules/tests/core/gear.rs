//! What combatants carry: given from the charts and as rows of the table's own, changed, carried
//! otherwise, taken away; by whom, who sees it, and what is refused.

use rules::base::sorted_map::Set;

use rules::base::id::CombatantId;
use rules::character::gear::{Carried, ItemSpec, MAX_ITEMS};
use rules::character::parameters::Parameters;
use rules::encounter::command::{CustomItemInput, ItemInput};
use rules::encounter::log::{ItemChangeMessage, LogMessage};
use rules::encounter::quick_add::QuickAddError;
use rules::encounter::{Class, Command, Encounter, Record, Refusal};
use rules::exchange::CombatRules;
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, EVE, ST, Table, add_command, name};

/// The systems that have items, and a table of each: Weston is Ana's, the cat is hidden.
fn tables() -> Vec<(&'static dyn CombatRules, Table)> {
    let armed = SystemId::ALL.iter().filter(|system| {
        let combat = system.combat();
        !combat.item_kinds().is_empty() && !combat.item_chart().is_empty()
    });
    let tables: Vec<_> = armed
        .map(|system| {
            let table = Table::with_system(*system).add_combatants(&["@Weston", "ghoul", "!cat"]);
            (system.combat(), table)
        })
        .collect();
    assert!(!tables.is_empty());
    tables
}

fn give(id: CombatantId, key: &str) -> Command {
    Command::GiveItem {
        id,
        what: ItemInput::Chart(key.into()),
        carried: None,
    }
}

fn own(id: CombatantId, spec: &ItemSpec) -> OwnAsk {
    OwnAsk {
        id,
        own: CustomItemInput {
            name: "Lucky charm".into(),
            kind: spec.kind.into(),
            numbers: Parameters::default(),
            tags: Set::new(),
        },
    }
}

struct OwnAsk {
    id: CombatantId,
    own: CustomItemInput,
}

impl OwnAsk {
    fn command(self) -> Command {
        Command::GiveItem {
            id: self.id,
            what: ItemInput::Own(self.own),
            carried: None,
        }
    }
}

/// A kind of item with a number.
fn numbered(combat: &dyn CombatRules) -> &'static ItemSpec {
    let mut specs = combat.item_kinds().iter();
    let spec = specs.find(|spec| !spec.numbers.is_empty());
    spec.expect("a kind of item with a number")
}

#[test]
fn every_row_of_a_chart_is_an_item_its_system_knows() {
    for (combat, _) in tables() {
        let mut keys = Set::new();
        for row in combat.item_chart() {
            let title = combat.rules().facts().title.get();
            assert!(keys.insert(row.key.clone()), "{title}: {} twice", row.key);
            let spec = combat
                .item_kinds()
                .iter()
                .find(|it| it.kind == row.item.kind);
            let spec = spec.unwrap_or_else(|| panic!("{title}: {} is of no kind", row.key));
            for (key, value) in &row.item.numbers {
                let number = spec.numbers.iter().find(|number| number.key == key);
                let number = number.unwrap_or_else(|| panic!("{title}: {} {key}", row.key));
                assert!(
                    (number.min..=number.max).contains(value),
                    "{title}: {} {key}",
                    row.key
                );
            }
            for tag in &row.item.tags {
                let known = spec.tags.iter().any(|(key, _)| key == tag);
                assert!(known, "{title}: {} {tag}", row.key);
            }
        }
    }
}

/// Each row can be named in a quick-add line by its key and by its title.
#[test]
fn every_row_of_a_chart_can_be_named() {
    for (combat, mut table) in tables() {
        for row in combat.item_chart() {
            for said in [row.key.clone(), row.item.name.as_str().to_uppercase()] {
                let events = table.give_accepted(ST, add_command(&format!("rat with {said}")));
                let id = *table.view(Class::Storyteller).bench.last().expect("a rat");
                assert_eq!(events.len(), 1);
                let view = table.view(Class::Storyteller);
                let gear = &view.rows[&id].gear;
                let items: Vec<_> = gear.values().collect();
                let named = items.iter().all(|item| item.name == row.item.name);
                assert!(items.len() == 1 && named, "{said}: {items:?}");
                table.give_accepted(ST, Command::Remove { id });
            }
        }
    }
}

#[test]
fn a_row_of_a_chart_is_given_as_it_stands_there() {
    for (combat, mut table) in tables() {
        let row = combat.item_chart().pop().expect("a row");
        let id = table.combatant_id("Weston");
        table.give_accepted(ANA, give(id, &row.key));
        assert_eq!(table.row("Weston").gear[&1], row.item);
        let what = LogMessage::Gear {
            name: "Weston".into(),
            item: row.item.name.to_string(),
            told: ItemChangeMessage::Given,
        };
        assert_eq!(table.last_log_message(Class::Table), what);
        // Where it goes can be said.
        let command = Command::GiveItem {
            id,
            what: ItemInput::Chart(row.key),
            carried: Some(Carried::Dropped),
        };
        table.give_accepted(ST, command);
        assert_eq!(table.row("Weston").gear[&2].carried, Carried::Dropped);
    }
}

#[test]
fn a_row_of_the_tables_own_is_checked() {
    for (combat, mut table) in tables() {
        let (id, spec) = (table.combatant_id("Weston"), numbered(combat));
        let number = spec.numbers[0];
        let mut good = own(id, spec);
        good.own.numbers.set(number.key, number.max);
        good.own.tags = spec.tags.iter().map(|(key, _)| (*key).to_owned()).collect();
        let tags = good.own.tags.clone();
        table.give_accepted(ANA, good.command());
        let item = table.row("Weston").gear.remove(&1).expect("the charm");
        assert_eq!((item.name.as_str(), &item.tags), ("Lucky charm", &tags));
        assert_eq!(item.number(number.key), Some(number.max));

        let mut bad = own(id, spec);
        bad.own.kind = "frumiousness".into();
        assert_eq!(table.give_refused(ANA, bad.command()), Refusal::NoSuchKind);
        let mut bad = own(id, spec);
        bad.own.numbers.set(number.key, number.max + 1);
        let range = Refusal::OutOfRange {
            title: number.title.into(),
            min: number.min,
            max: number.max,
        };
        assert_eq!(table.give_refused(ANA, bad.command()), range);
        let unknown = || Refusal::NotOfItems {
            key: "frumiousness".into(),
        };
        let mut bad = own(id, spec);
        bad.own.numbers.set("frumiousness", 1);
        assert_eq!(table.give_refused(ANA, bad.command()), unknown());
        let mut bad = own(id, spec);
        bad.own.tags.insert("frumiousness".into());
        assert_eq!(table.give_refused(ANA, bad.command()), unknown());
        let mut bad = own(id, spec);
        bad.own.name = " ".into();
        assert!(matches!(
            table.give_refused(ANA, bad.command()),
            Refusal::Text(_)
        ));
        assert_eq!(
            table.give_refused(ANA, give(id, "frumiousness")),
            Refusal::NoSuchRow
        );
    }
}

/// A table where Weston has one item with a number, at its least.
fn with_number(
    combat: &dyn CombatRules,
    mut table: Table,
) -> (Table, CombatantId, &'static ItemSpec) {
    let (id, spec) = (table.combatant_id("Weston"), numbered(combat));
    let mut ask = own(id, spec);
    ask.own
        .numbers
        .set(spec.numbers[0].key, spec.numbers[0].min);
    table.give_accepted(ANA, ask.command());
    (table, id, spec)
}

#[test]
fn numbers_are_changed_by_so_much() {
    for (combat, table) in tables() {
        let (mut table, id, spec) = with_number(combat, table);
        let number = spec.numbers[0];
        let change = |key: &str, item, by| Command::ChangeItem {
            id,
            item,
            key: key.into(),
            by,
        };
        table.give_accepted(ANA, change(number.key, 1, 1));
        table.give_accepted(ST, change(number.key, 1, 1));
        let now = Some(number.min + 2);
        assert_eq!(table.row("Weston").gear[&1].number(number.key), now);
        let told = ItemChangeMessage::Number {
            title: number.title.into(),
            now,
        };
        assert!(
            matches!(table.last_log_message(Class::Table), LogMessage::Gear { told: it, .. } if it == told)
        );
        let least = table.give_refused(ANA, change(number.key, 1, -3));
        assert!(matches!(least, Refusal::OutOfRange { .. }));
        let most = table.give_refused(ANA, change(number.key, 1, i32::MAX));
        assert!(matches!(most, Refusal::OutOfRange { .. }));
        assert_eq!(
            table.give_refused(ANA, change(number.key, 1, 0)),
            Refusal::NothingToDo
        );
        assert_eq!(
            table.give_refused(ANA, change(number.key, 2, 1)),
            Refusal::NoSuchItem
        );
        let key = "frumiousness".to_owned();
        let unknown = Refusal::NotOfItems { key: key.clone() };
        assert_eq!(table.give_refused(ANA, change(&key, 1, 1)), unknown);
    }
}

#[test]
fn items_are_drawn_put_away_and_dropped() {
    for (combat, table) in tables() {
        let (mut table, id, _) = with_number(combat, table);
        let carry = |item, to| Command::CarryItem { id, item, to };
        for to in [
            Carried::Stowed,
            Carried::Worn,
            Carried::Dropped,
            Carried::Held,
        ] {
            table.give_accepted(ANA, carry(1, to));
            assert_eq!(table.row("Weston").gear[&1].carried, to);
            let told = ItemChangeMessage::Carried(to);
            assert!(
                matches!(table.last_log_message(Class::Table), LogMessage::Gear { told: it, .. } if it == told)
            );
            assert_eq!(table.give_refused(ANA, carry(1, to)), Refusal::NothingToDo);
        }
        assert_eq!(
            table.give_refused(ANA, carry(7, Carried::Held)),
            Refusal::NoSuchItem
        );
    }
}

/// What was given twice are two things, and what is gone does not leave its number free.
#[test]
fn an_items_number_is_given_once() {
    for (combat, mut table) in tables() {
        let (id, key) = (
            table.combatant_id("Weston"),
            combat.item_chart()[0].key.clone(),
        );
        let take = |item| Command::TakeItem { id, item };
        let numbers =
            |table: &Table| -> Vec<u16> { table.row("Weston").gear.keys().copied().collect() };
        table.give_accepted(ANA, give(id, &key));
        table.give_accepted(ANA, give(id, &key));
        table.give_accepted(ANA, take(2));
        assert!(matches!(
            table.last_log_message(Class::Table),
            LogMessage::Gear {
                told: ItemChangeMessage::Taken,
                ..
            }
        ));
        table.give_accepted(ANA, give(id, &key));
        assert_eq!(numbers(&table), [1, 3]);
        table.give_accepted(ANA, Command::Undo);
        table.give_accepted(ANA, give(id, &key));
        assert_eq!(numbers(&table), [1, 4]);
        assert_eq!(table.give_refused(ANA, take(3)), Refusal::NoSuchItem);
        table.give_accepted(ST, Command::Undo);
        table.give_accepted(ST, Command::Undo);
        assert_eq!(numbers(&table), [1, 2]);
    }
}

#[test]
fn nobody_carries_more_than_fits() {
    for (combat, mut table) in tables() {
        let (id, key) = (
            table.combatant_id("Weston"),
            combat.item_chart()[0].key.clone(),
        );
        for _ in 0..MAX_ITEMS {
            table.give_accepted(ST, give(id, &key));
        }
        assert_eq!(
            table.give_refused(ST, give(id, &key)),
            Refusal::TooManyItems
        );
        table.give_accepted(ST, Command::TakeItem { id, item: 5 });
        table.give_accepted(ST, give(id, &key));
        let many = vec![key; MAX_ITEMS + 1].join(", ");
        if many.len() < 200 {
            let line = add_command(&format!("rat with {many}"));
            assert_eq!(table.give_refused(ST, line), Refusal::TooManyItems);
        }
    }
}

#[test]
fn players_see_to_their_own() {
    for (combat, table) in tables() {
        let (mut table, id, spec) = with_number(combat, table);
        let (ghoul, cat) = (table.combatant_id("Ghoul"), table.combatant_id("Cat"));
        let key = combat.item_chart()[0].key.clone();
        let number = spec.numbers[0].key.to_owned();
        let all = |id| {
            [
                give(id, &key),
                Command::ChangeItem {
                    id,
                    item: 1,
                    key: number.clone(),
                    by: 1,
                },
                Command::CarryItem {
                    id,
                    item: 1,
                    to: Carried::Stowed,
                },
                Command::TakeItem { id, item: 1 },
            ]
        };
        for command in all(id) {
            assert_eq!(
                table.give_refused(BEN, command.clone()),
                Refusal::NotAllowed
            );
            assert_eq!(table.give_refused(EVE, command), Refusal::NotAllowed);
        }
        for command in all(ghoul) {
            assert_eq!(table.give_refused(ANA, command), Refusal::NotAllowed);
        }
        for command in all(cat) {
            assert_eq!(table.give_refused(ANA, command), Refusal::NoSuchCombatant);
        }
        for command in all(id) {
            table.give_accepted(ANA, command);
        }
    }
}

/// What a foe carries is the storyteller's to know, and so is every word about it.
#[test]
fn what_foes_carry_players_do_not_see() {
    for (combat, mut table) in tables() {
        let key = combat.item_chart()[0].key.clone();
        for name in ["Ghoul", "Cat"] {
            let id = table.combatant_id(name);
            let before = table.view(Class::Table);
            table.give_accepted(ST, give(id, &key));
            table.give_accepted(
                ST,
                Command::CarryItem {
                    id,
                    item: 1,
                    to: Carried::Dropped,
                },
            );
            assert_eq!(table.row(name).gear.len(), 1);
            assert_eq!(table.view(Class::Table), before);
            table.give_accepted(ST, Command::TakeItem { id, item: 1 });
            assert_eq!(table.view(Class::Table), before);
        }
    }
}

#[test]
fn all_of_it_is_taken_back_and_brought_back() {
    for (combat, table) in tables() {
        let (mut table, id, spec) = with_number(combat, table);
        let number = spec.numbers[0].key.to_owned();
        let by = 1;
        let commands = [
            give(id, &combat.item_chart()[0].key),
            Command::ChangeItem {
                id,
                item: 1,
                key: number,
                by,
            },
            Command::CarryItem {
                id,
                item: 1,
                to: Carried::Stowed,
            },
            Command::TakeItem { id, item: 1 },
        ];
        for who in [ANA, ST] {
            let mut states = vec![table.comparable_state()];
            for command in commands.clone() {
                table.give_accepted(who, command);
                states.push(table.comparable_state());
            }
            let last = states.pop().expect("a state");
            for before in states.iter().rev() {
                table.give_accepted(who, Command::Undo);
                assert_eq!(table.comparable_state(), *before);
            }
            for _ in &commands {
                table.give_accepted(who, Command::Redo);
            }
            assert_eq!(table.comparable_state(), last);
            for _ in &commands {
                table.give_accepted(who, Command::Undo);
            }
        }
    }
}

/// What has been changed again since cannot be taken back by a player.
#[test]
fn what_changed_since_stays() {
    for (combat, table) in tables() {
        let (mut table, id, spec) = with_number(combat, table);
        let change = Command::ChangeItem {
            id,
            item: 1,
            key: spec.numbers[0].key.into(),
            by: 1,
        };
        table.give_accepted(ANA, change.clone());
        table.give_accepted(ST, change);
        assert_eq!(
            table.give_refused(ANA, Command::Undo),
            Refusal::ChangedSince
        );
    }
}

#[test]
fn a_log_of_it_replays() {
    for (combat, table) in tables() {
        let (mut table, id, _) = with_number(combat, table);
        table.give_accepted(ANA, give(id, &combat.item_chart()[0].key));
        table.give_accepted(ANA, Command::TakeItem { id, item: 1 });
        table.give_accepted(ST, Command::Undo);
        table.give_accepted(ST, Command::Remove { id });
        table.give_accepted(ST, Command::Undo);
        let mut replayed = Encounter::new(name("A test"), table.view(Class::Table).system);
        for record in &table.records {
            let text = serde_json::to_string(record).expect("data");
            let read: Record = serde_json::from_str(&text).expect("a record");
            replayed.apply(&read);
        }
        assert_eq!(replayed, table.encounter);
        assert_eq!(table.row("Weston").gear.len(), 2);
    }
}

#[test]
fn a_line_names_what_they_carry() {
    for (combat, mut table) in tables() {
        let chart = combat.item_chart();
        let (one, other) = (&chart[0], &chart[chart.len() - 1]);
        let spec = &combat.rules().facts().trait_specs[0];
        let line = format!(
            "2x ogre {} {} {}, {}",
            spec.key, spec.min, one.key, other.key
        );
        table.give_accepted(ST, add_command(&line));
        for name in ["Ogre A", "Ogre B"] {
            let gear = table.row(name).gear;
            let names: Vec<_> = gear.values().map(|item| item.name.clone()).collect();
            assert_eq!(
                names,
                [one.item.name.clone(), other.item.name.clone()],
                "{line}"
            );
        }
        // Their next item is numbered on.
        let id = table.combatant_id("Ogre A");
        table.give_accepted(ST, give(id, &one.key));
        assert_eq!(table.row("Ogre A").gear.keys().last(), Some(&3));
        let unknown = |word: &str| {
            let word = word.to_owned();
            Refusal::Line(QuickAddError::UnknownWord { word })
        };
        let line = format!("ogre with {}, frumiousness", one.key);
        assert_eq!(
            table.give_refused(ST, add_command(&line)),
            unknown("frumiousness")
        );
        let line = format!("ogre {} {} frumiousness", spec.key, spec.min);
        assert_eq!(
            table.give_refused(ST, add_command(&line)),
            unknown("frumiousness")
        );
    }
}

/// What follows from numbers and gear is shown to those who may read the sheet.
#[test]
fn what_follows_is_shown() {
    let mut shown = 0;
    for (combat, table) in tables() {
        for name in ["Weston", "Ghoul"] {
            let row = table.row(name);
            let view = table.view(Class::Storyteller);
            let who = view.fighter_of(&row).expect("a sheet");
            let expected = combat.derived_values(&who);
            let told: Vec<_> = row.shown.iter().map(|it| it.title.as_str()).collect();
            let titles: Vec<_> = expected.iter().map(|(title, _)| title.get()).collect();
            assert_eq!(told, titles);
            let sums: Vec<i32> = expected
                .iter()
                .map(|(_, terms)| rules::base::term::sum_terms(terms))
                .collect();
            let values: Vec<i32> = row.shown.iter().map(|it| it.value()).collect();
            assert_eq!(values, sums);
            shown += values.len();
        }
        let view = table.view(Class::Table);
        assert_eq!(
            view.rows[&table.combatant_id("Weston")].shown,
            table.row("Weston").shown
        );
        assert!(view.rows[&table.combatant_id("Ghoul")].shown.is_empty());
    }
    assert!(shown > 0);
}
