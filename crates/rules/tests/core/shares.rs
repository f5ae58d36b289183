//! What many fill together has a share for each: no player fills another's, or that of those who run the table.

use rules::base::id::SeatId;
use rules::base::seat::{Actor, Role};
use rules::encounter::command::Declaration;
use rules::encounter::limits::{
    MAX_OPEN_EXCHANGES, MAX_OPEN_EXCHANGES_PER_PLAYER, MAX_PER_PLAYER, MAX_PLAYER_COMBATANTS,
    MAX_VISIBLE,
};
use rules::encounter::{Class, Command, Refusal};
use rules::exchange::Intent;
use rules::ruleset::SystemId;
use testkit::table::{ANA, BEN, ST, Table, add_command};

const ATTACKS: [(SystemId, &str); 5] = [
    (SystemId::Chronicle, "unarmed"),
    (SystemId::Crossover, "strike"),
    (SystemId::Masquerade, "strike"),
    (SystemId::Tristat, "attack"),
    (SystemId::Ascension, "strike"),
];

fn strikes(table: &Table, who: &str, maneuver: &'static str) -> Command {
    Command::Declare(Box::new(Declaration {
        by: Some(table.combatant_id(who)),
        at: vec![table.combatant_id("Ghoul")],
        others: Vec::new(),
        without: Vec::new(),
        intent: Intent::of(maneuver),
        anyway: false,
        noticed: false,
        throws: false,
    }))
}

#[test]
fn a_player_fills_no_exchanges_but_their_own() {
    for (system, maneuver) in ATTACKS {
        let mut table = Table::with_system(system);
        table.give_accepted(ST, add_command("ghoul"));
        table.give_accepted(ANA, add_command("Ilse"));
        table.give_accepted(BEN, add_command("Weston"));
        let declare = strikes(&table, "Ilse", maneuver);
        table.give_accepted(ANA, declare.clone());
        let view = table.view(Class::Storyteller);
        let exchange = *view.exchanges.keys().next().expect("an exchange");
        for _ in 1..MAX_OPEN_EXCHANGES_PER_PLAYER {
            table.give_accepted(ANA, declare.clone());
        }
        let full = table.give_refused(ANA, declare.clone());
        assert_eq!(full, Refusal::TooManyExchanges, "{system:?}");
        let weston = strikes(&table, "Weston", maneuver);
        table.give_accepted(BEN, weston);
        let ghoul = strikes(&table, "Ghoul", maneuver).at("Ilse", &table);
        for _ in 0..MAX_OPEN_EXCHANGES {
            table.give_accepted(ST, ghoul.clone());
        }
        let full = table.give_refused(ST, ghoul);
        assert_eq!(full, Refusal::TooManyExchanges);
        // One that ends makes room for one, and for its own player.
        table.give_accepted(ANA, Command::Withdraw { exchange });
        table.give_accepted(ANA, declare.clone());
        let full = table.give_refused(ANA, declare.clone());
        assert_eq!(full, Refusal::TooManyExchanges);
    }
}

trait At {
    fn at(self, whom: &str, table: &Table) -> Self;
}

impl At for Command {
    fn at(self, whom: &str, table: &Table) -> Self {
        match self {
            Self::Declare(mut asked) => {
                asked.at = vec![table.combatant_id(whom)];
                Self::Declare(asked)
            }
            other => other,
        }
    }
}

#[test]
fn players_leave_room_for_combatants_of_those_who_run_the_table() {
    let mut table = Table::new();
    let mut came = 0;
    let names = [
        "Ada", "Boris", "Cyd", "Dora", "Egon", "Fay", "Gus", "Hugo", "Ivy", "Jo", "Kim", "Lou",
    ];
    for (seat, name) in (10..).zip(names) {
        table.give_accepted(
            Actor::Server,
            Command::Sit {
                seat: SeatId(seat),
                name: name.to_owned(),
                role: Role::Player,
            },
        );
        let by = Actor::Seat(SeatId(seat));
        let line = format!("{MAX_PER_PLAYER}x {name}’s dog");
        match came + MAX_PER_PLAYER <= MAX_PLAYER_COMBATANTS {
            true => {
                table.give_accepted(by, add_command(&line));
                came += MAX_PER_PLAYER;
            }
            false => assert_eq!(table.give_refused(by, add_command(&line)), Refusal::Full),
        }
    }
    assert!(came + MAX_PER_PLAYER > MAX_PLAYER_COMBATANTS);
    for _ in 0..MAX_VISIBLE - MAX_PLAYER_COMBATANTS {
        table.give_accepted(ST, add_command("rat"));
    }
}
