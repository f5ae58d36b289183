//! Recipes for commands about exchanges.

use super::*;

pub(super) fn of_exchanges(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let nothing: ExchangeId = "n0b0dy00".parse().expect("an id");
    let declared = |chance: &mut Chance| {
        let order = ground.all.order.iter().copied();
        let there: Vec<CombatantId> = order.filter(|id| ground.ids.contains(id)).collect();
        let declared = (0..4).find_map(|_| exchange::declaration(&ground.all, &there, chance));
        let by = match &declared {
            Some(Command::Declare(asked)) => asked.by.map(|by| ground.hand(by, chance)),
            _ => None,
        };
        (by, declared)
    };
    let open = ground.open(chance).map(|it| it.id);
    // Of what is not there: nothing is to be done about it.
    let exchange = open.unwrap_or(nothing);
    let view = &ground.all;
    match kind {
        CommandKind::Declare => match declared(chance) {
            (Some(by), Some(Command::Declare(mut asked))) => {
                asked.anyway &= by == ST;
                (by, Command::Declare(asked))
            }
            _ => (ST, Command::Withdraw { exchange: nothing }),
        },
        CommandKind::Answer => match open.and_then(|id| exchange::answer(view, id, chance)) {
            Some((by, mut answer)) => {
                if let Command::Answer { throws, .. } = &mut answer {
                    *throws = chance.below(3) == 0;
                }
                let by = by.map_or(ST, |id| ground.hand(id, chance));
                (by, answer)
            }
            None => (ST, Command::Withdraw { exchange }),
        },
        CommandKind::Rule => match open {
            Some(exchange) => {
                let ruling = exchange::ruled(view, exchange, chance);
                let why = chance.one_of(&["", "It is dark."]).to_owned();
                let rule = Command::Rule {
                    exchange,
                    ruling,
                    why,
                };
                (ST, rule)
            }
            None => (ST, Command::Withdraw { exchange }),
        },
        CommandKind::TakeBack => {
            let mut begun = ground.open_exchanges().filter(|it| it.steps > 0);
            let exchange = begun.next().map_or(exchange, |it| it.id);
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            (by, Command::TakeBack { exchange })
        }
        CommandKind::RunAgain => {
            // One that is over goes back to before its end, another to a step of those it took.
            let mut all = ground.exchanges();
            let over = all.find(|it| it.next.is_none()).map(|it| it.id);
            let begun = ground.open_exchanges().find(|it| it.steps > 0);
            let step = begun.map(|it| chance.below(it.steps.into()));
            let step = step.and_then(|step| u16::try_from(step).ok());
            let (exchange, step) = match over.filter(|_| chance.below(2) == 0) {
                Some(over) => (over, None),
                None => (begun.map_or(exchange, |it| it.id), step),
            };
            (ST, Command::RunAgain { exchange, step })
        }
        CommandKind::Withdraw => {
            let player = ground.player(chance);
            let by = chance.one_of(&[ST, ST, player]);
            (by, Command::Withdraw { exchange })
        }
        CommandKind::TimeUp => {
            let overdue = ground.table.encounter.overdue_questions(u64::MAX);
            let (exchange, slot) = match overdue.into_iter().next() {
                Some(overdue) => overdue,
                None => (exchange, rules::exchange::Slot::new("attack")),
            };
            (Actor::Server, Command::TimeUp { exchange, slot })
        }
        kind => not_here(kind),
    }
}
