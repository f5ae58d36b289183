//! Recipes for commands about the order, turns and plans.

use super::*;

pub(super) fn of_turns(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let (all, rules) = (&ground.all, ground.all.system.rules());
    let any = ground.any(chance);
    let acting = all.turn.acting.filter(|id| ground.ids.contains(id));
    let acts = acting.filter(|_| chance.below(2) == 0).unwrap_or(any);
    let words = chance.one_of(&["the door", "rain"]).to_owned();
    match kind {
        CommandKind::RollInitiative => {
            let whose = match chance.below(6) {
                0..=1 => InitiativeTarget::Everyone,
                2 => InitiativeTarget::Storytellers,
                3 => InitiativeTarget::Mine,
                _ => InitiativeTarget::One(any),
            };
            let face = (whose == InitiativeTarget::One(any) && chance.below(2) == 0).then(|| {
                1 + u16::try_from(chance.below(usize::from(rules.facts().die_sides)))
                    .expect("small")
            });
            let by = match whose {
                InitiativeTarget::Mine => ground.player(chance),
                InitiativeTarget::Everyone | InitiativeTarget::Storytellers => ST,
                InitiativeTarget::One(id) => ground.hand(id, chance),
            };
            (by, Command::RollInitiative { whose, face })
        }
        CommandKind::Move => {
            let beside = ground.one(chance, |row| all.order.contains(&row.id));
            let to = match chance.below(8) {
                0 => TokenDestination::Bench,
                1..=3 => TokenDestination::Before(None),
                _ => TokenDestination::Before(Some(beside)),
            };
            (ST, Command::Move { id: any, to })
        }
        CommandKind::Sort => (ST, Command::Sort),
        CommandKind::NextTurn => {
            let owner = ground
                .known
                .turn
                .acting
                .and_then(|id| ground.row(id)?.owner);
            match owner.filter(|_| chance.below(3) == 0) {
                Some(seat) => {
                    let after = ground.known.turn;
                    (
                        Actor::Seat(seat),
                        Command::NextTurn {
                            after,
                            anyway: false,
                        },
                    )
                }
                None => (
                    ST,
                    Command::NextTurn {
                        after: all.turn,
                        anyway: chance.below(4) > 0,
                    },
                ),
            }
        }
        CommandKind::GroupTurn => (ST, Command::GroupTurn { after: all.turn }),
        CommandKind::PreviousTurn => {
            let before: Turn = all.turn;
            (ST, Command::PreviousTurn { before })
        }
        CommandKind::Adjust => {
            let id = ground.one(chance, |row| row.score.is_some());
            let by = chance.one_of(&[1, -1, 2]);
            (ground.hand(id, chance), Command::Adjust { id, by })
        }
        CommandKind::GiveInitiative => {
            let offered = all.log.iter();
            let offered = offered.filter(|line| matches!(line.what, LogMessage::Offered { .. }));
            let line = offered.map(|line| line.no).next_back().unwrap_or(1);
            (ST, Command::GiveInitiative { line, id: any })
        }
        CommandKind::Plan => {
            let plan = recipe::plan(&mut reader(chance), all);
            let plan = Some(plan).filter(|_| chance.below(6) > 0);
            (ground.hand(any, chance), Command::Plan { id: any, plan })
        }
        CommandKind::Abort => {
            let id = ground.one(chance, |row| row.plan.is_some());
            let price = chance.one_of(&[AbortPrice::Roll, AbortPrice::Spend]);
            (ground.hand(id, chance), Command::Abort { id, price })
        }
        CommandKind::Wait => {
            let wait = Command::Wait {
                id: acts,
                until: words,
            };
            (ground.hand(acts, chance), wait)
        }
        CommandKind::CutIn => {
            let id = ground.one(chance, |row| row.timing.is_waiting());
            let after = chance.below(3) == 0;
            (ground.hand(id, chance), Command::CutIn { id, after })
        }
        kind => not_here(kind),
    }
}
