//! What the screen foresees is what the server then says, in every rule system's story.

use app::state::prediction::predict;
use rules::base::dice::Dice;
use rules::base::id::CommandId;
use rules::base::seat::Actor;
use rules::character::track::Severity;
use rules::encounter::command::{BoxShift, PlanInput};
use rules::encounter::view::CombatantRow;
use rules::encounter::{Class, Command, Encounter, IssuedCommand, Record, View, decide, demo};
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::SEALED;

/// Faces that go round and round.
struct Round(u16);

impl Dice for Round {
    fn roll_die(&mut self, sides: u16) -> u16 {
        self.0 = self.0 % sides + 1;
        self.0
    }
}

fn story(system: SystemId) -> Encounter {
    let mut next = 0;
    let id = || {
        next += 1;
        CommandId(next)
    };
    demo::build_encounter(system, 1_790_000_000_000, id, &mut Round(0))
        .unwrap()
        .0
}

/// Carries a command out as the storyteller; `None` when it is refused.
fn after(encounter: &Encounter, command: Command) -> Option<Encounter> {
    let given = IssuedCommand {
        id: CommandId(1 << 40),
        by: Actor::Seat(demo::STORYTELLER),
        command,
    };
    let events = decide(encounter, &given, &mut Round(0)).ok()?;
    let mut encounter = encounter.clone();
    encounter.apply(&Record {
        at: 1_790_000_900_000,
        by: given.by,
        command: given.id,
        events,
    });
    Some(encounter)
}

/// What a glance sees of a row.
fn glance(row: &CombatantRow) -> String {
    let CombatantRow {
        track,
        health,
        pools,
        plan,
        sealed,
        timing,
        ..
    } = row;
    format!("{track:?} {health:?} {pools:?} {plan:?} {sealed} {timing:?}")
}

/// Compares what is foreseen with what comes; how many commands were carried out.
fn compare(encounter: &Encounter, commands: &[Command]) -> usize {
    let mut done = 0;
    for command in commands {
        let Some(after) = after(encounter, command.clone()) else {
            continue;
        };
        done += 1;
        for class in Class::ALL {
            let mut foreseen = View::of(encounter, class);
            predict(&mut foreseen, command);
            let real = View::of(&after, class);
            for (id, row) in &real.rows {
                // Who may not know a sheet cannot say what its owner's wounds mean.
                if row.sheet.is_some() {
                    assert_eq!(glance(&foreseen.rows[id]), glance(row), "{command:?}");
                }
            }
        }
    }
    done
}

fn commands(view: &View) -> Vec<Command> {
    let rules = view.system.rules();
    let mut commands = vec![];
    for (id, row) in &view.rows {
        let id = *id;
        let kinds = rules.facts().damage_kinds.iter();
        commands.extend(kinds.map(|kind| Command::Harm {
            id,
            packet: kind.to_packet(3),
        }));
        commands.push(Command::MarkBoxes {
            id,
            shifts: vec![BoxShift {
                from: None,
                to: Some(Severity::Lethal),
                count: 1,
            }],
        });
        commands.extend([-5, 1].map(|by| Command::Count { id, by }));
        for pool in row.pools.keys() {
            commands.extend([-1, 1].map(|by| Command::Spend {
                id,
                pool: pool.clone(),
                by,
            }));
        }
        commands.push(Command::Plan {
            id,
            plan: Some(PlanInput {
                words: "  runs  ".into(),
                ..PlanInput::default()
            }),
        });
        commands.push(Command::Plan { id, plan: None });
        if view.turn.acting != Some(id) {
            let until = "the door opens".into();
            commands.push(Command::Wait { id, until });
        }
    }
    commands
}

#[test]
fn what_is_foreseen_comes() {
    for system in SystemId::ALL {
        let encounter = story(*system);
        let view = View::of(&encounter, Class::Storyteller);
        let done = compare(&encounter, &commands(&view));
        assert!(done > 12, "{system:?}: only {done} were carried out");
        let turn = Command::NextTurn {
            after: view.turn,
            anyway: true,
        };
        let after = after(&encounter, turn.clone()).unwrap();
        let mut foreseen = view.clone();
        predict(&mut foreseen, &turn);
        let real = View::of(&after, Class::Storyteller);
        assert_eq!(foreseen.turn, real.turn, "{system:?}");
    }
}

#[test]
fn sealed_plans_are_foreseen_sealed() {
    let mut tried = 0;
    for system in SystemId::ALL {
        let seal = Command::HouseRule {
            key: SEALED.into(),
            on: true,
        };
        let Some(mut encounter) = after(&story(*system), seal) else {
            continue;
        };
        // On to where the next round is declared.
        for _ in 0..40 {
            let view = View::of(&encounter, Class::Storyteller);
            if view.turn.phase == rules::character::phase::Phase::Declare {
                break;
            }
            encounter = after(
                &encounter,
                Command::NextTurn {
                    after: view.turn,
                    anyway: true,
                },
            )
            .unwrap();
        }
        let view = View::of(&encounter, Class::Storyteller);
        if view.turn.phase == rules::character::phase::Phase::Declare {
            tried += compare(&encounter, &commands(&view));
        }
    }
    assert!(tried > 20, "only {tried} were carried out");
}
