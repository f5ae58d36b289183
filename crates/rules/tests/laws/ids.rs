//! An id is not chosen by people, tells nothing, and is given once.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::base::dice::Dice;
use rules::base::id::{CombatantId, CommandId};
use rules::encounter::command::TokenDestination;
use rules::encounter::feature::Added;
use rules::encounter::{Class, Command, Event, diff};
use rules::ruleset::SystemId;
use testkit::forged_ids;
use testkit::table::{ANA, ST, SeededDice, Table, add_command, add_hidden_command};

use crate::recipe::{anything, recipes, systems};
use crate::{cases, json};

/// Dice that cannot be guessed: they follow from a secret and from how often they were asked
/// for, and from nothing that is in a command.
struct Secret {
    of: u64,
    asked: u64,
}

impl Secret {
    fn dice(&mut self) -> SeededDice {
        self.asked += 1;
        SeededDice::for_command(CommandId(u128::from(self.of ^ self.asked << 32)))
    }
}

/// A world in which a token went out of players' sight, and what is thrown in it.
struct World {
    table: Table,
    secret: Secret,
}

impl World {
    /// The storyteller adds some, all see the ids, and one is hidden again. `gone` says
    /// whether the hidden one is taken out as well, which players must not notice.
    fn new(system: SystemId, secret: u64, gone: bool) -> (Self, CombatantId) {
        let mut table = Table::with_system(system);
        let mut secret = Secret {
            of: secret,
            asked: 0,
        };
        let mut target = None;
        for line in ["rat", "ghoul", "2x dog"] {
            let id = table.fresh_id();
            let events = table.give_with_id(id, ST, add_command(line), &mut secret.dice());
            target = added(&events.expect("added")).first().copied().or(target);
        }
        let target = target.expect("a combatant came");
        table.give_accepted(ST, Command::Hide { id: target });
        let now = table.now;
        if gone {
            table.give_accepted(ST, Command::Remove { id: target });
        }
        table.now = now;
        (Self { table, secret }, target)
    }

    /// Ana adds a combatant under a command id of her choice, tries something on the one she aims
    /// at, and takes hers out again; what she is sent and answered, and the id she saw.
    fn probe(&mut self, command: CommandId, target: CombatantId) -> (String, CombatantId) {
        let before = self.table.view(Class::Table);
        let answer =
            self.table
                .give_with_id(command, ANA, add_command("cat"), &mut self.secret.dice());
        let events = answer.expect("a player may add");
        let id = added(&events)[0];
        let between = self.table.view(Class::Table);
        let note = Command::Note {
            id: target,
            text: "seen".into(),
        };
        let told = json(&self.table.give_refused(ANA, note));
        self.table.give_accepted(ANA, Command::Remove { id });
        let after = self.table.view(Class::Table);
        let sent = json(&diff(&before, &between)) + &json(&diff(&between, &after));
        (sent + &told, id)
    }
}

/// Who came with these events; not who came back by taking back.
fn added(events: &[Event]) -> Vec<CombatantId> {
    let ids = events.iter().filter_map(|event| match event {
        Event::Added(Added { combatant, .. }) => Some(combatant.id),
        _ => None,
    });
    ids.collect()
}

/// Dice that always fall alike: the worst chance there is.
struct Stuck(u16);

impl Dice for Stuck {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0.min(sides)
    }
}

proptest! {
    #![proptest_config(cases(48))]

    /// A player who has seen ids and chooses the ids of their commands learns nothing about a
    /// token that went out of sight, and cannot get its id; and the storyteller can always
    /// bring it back.
    #[test]
    fn nobody_aims(system in systems(), secret in any::<u64>(), tries in 1..28_u64) {
        let (mut a, target) = World::new(system, secret, false);
        let (mut b, target_too) = World::new(system, secret, true);
        prop_assert_eq!(target, target_too);
        let mut seen = BTreeSet::from([target]);
        for nth in 0..tries {
            let command = forged_ids::forge_command_id(target, nth);
            let ((sent_a, id), (sent_b, _)) = (a.probe(command, target), b.probe(command, target));
            prop_assert_eq!(sent_a, sent_b);
            prop_assert!(seen.insert(id), "{} was given twice", id);
        }
        // In world B the removal is the storyteller's newest but for what Ana did since.
        while !b.table.view(Class::Storyteller).rows.contains_key(&target) {
            b.table.give_accepted(ST, Command::Undo);
        }
    }

    /// Two commands for which the same dice fall bring the same ids, whatever their own are.
    #[test]
    fn ids_are_chance_alone(
        (one, other) in any::<(u128, u128)>(), dice in any::<u128>(), hidden in any::<bool>(),
    ) {
        let ids = |command: u128, there: &[&str]| {
            let mut table = Table::with_combatants(there);
            let line = if hidden { add_hidden_command("3x rat") } else { add_command("3x rat") };
            let dice = &mut SeededDice::for_command(CommandId(dice));
            added(&table.give_with_id(CommandId(command), ST, line, dice).expect("added"))
        };
        let expected = ids(one, &[]);
        prop_assert_eq!(&ids(other, &[]), &expected);
        // Also where others are, seen or not.
        prop_assert_eq!(&ids(other, &["ghoul", "!The Bishop"]), &expected);
    }

    /// Whatever happens, even where the dice always fall alike: an id belongs to one combatant,
    /// also when they are gone, or have gone because their coming was taken back.
    #[test]
    fn an_id_is_given_once(system in systems(), face in 1..=32_u16, recipes in recipes(120)) {
        let mut table = Table::with_system(system);
        let mut given = BTreeSet::new();
        for recipe in recipes {
            let (by, command) = anything(recipe, &table);
            let id = table.fresh_id();
            table.now += 20_000;
            for id in added(&table.give_with_id(id, by, command, &mut Stuck(face)).unwrap_or_default()) {
                prop_assert!(given.insert(id), "{} was given twice", id);
            }
        }
    }
}

#[test]
fn whoever_is_gone_keeps_their_id() {
    let mut table = Table::new();
    let stuck = |table: &mut Table, line: &str| {
        let id = table.fresh_id();
        let events = table.give_with_id(id, ST, add_command(line), &mut Stuck(1));
        added(&events.expect("added"))[0]
    };
    let (first, second) = (stuck(&mut table, "rat"), stuck(&mut table, "dog"));
    table.give_accepted(ST, Command::Undo);
    table.give_accepted(ST, Command::Remove { id: first });
    let third = stuck(&mut table, "cat");
    assert!(third != first && third != second);
    table.give_accepted(ST, Command::Remove { id: third });
    for back in [third, first] {
        table.give_accepted(ST, Command::Undo);
        if back == third {
            // Its coming is taken back as well, so that the removal before it is next.
            table.give_accepted(ST, Command::Undo);
        }
    }
    let bench = table.view(Class::Storyteller).bench;
    assert_eq!(bench, [first]);
    table.give_accepted(
        ST,
        Command::Move {
            id: first,
            to: TokenDestination::Before(None),
        },
    );
}

/// The enemy knows what they are doing.
#[test]
fn whoever_aims_would_have_hit() {
    for text in ["00000000", "zzzzzzzz", "0k3m9xya"] {
        let target = text.parse().expect("an id");
        for nth in 0..100 {
            assert_eq!(
                forged_ids::first_release_id_bits(forged_ids::forge_command_id(target, nth)),
                forged_ids::id_bits(target)
            );
        }
    }
}
