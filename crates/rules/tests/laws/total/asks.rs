//! Commands about rolls that a storyteller asks for.

use rules::encounter::command::{AskInput, AskReply, AskStep};
use rules::encounter::view::AskView;
use rules::encounter::{AskConsequence, AskTelling};
use rules::trait_pool::PoolPart;

use super::*;

/// The asked rolls that go on, of combatants among those named.
pub(super) fn open<'a>(ground: &'a Ground<'_>) -> impl Iterator<Item = &'a AskView> {
    let all = ground.all.asks.iter().flat_map(|asks| asks.iter());
    all.filter(|ask| {
        let mut asked = ask.answers.iter();
        ask.end.is_none() && asked.all(|answer| ground.ids.contains(&answer.who))
    })
}

/// A pool of one trait that is rolled, or two.
fn pool(ground: &Ground<'_>, chance: &mut Chance) -> Vec<PoolPart> {
    let facts = ground.all.system.rules().facts();
    let rolled = facts.trait_specs.iter();
    let rolled = rolled.filter(|spec| !facts.unrolled_traits.contains(&spec.key));
    let keys: Vec<&str> = rolled.map(|spec| spec.key).collect();
    let named = (0..=chance.below(2)).map(|_| PoolPart::Trait(chance.one_of(&keys).to_owned()));
    let mut parts: Vec<PoolPart> = named.collect();
    match chance.below(6) {
        0 => parts.push(PoolPart::Number(-1)),
        1 => parts.push(PoolPart::Trait(unknown())),
        _ => parts.push(PoolPart::Number(2)),
    }
    parts
}

/// What follows for those who fail or pass: of everything that is there, some.
fn follows(ground: &Ground<'_>, chance: &mut Chance) -> Vec<AskConsequence> {
    let clocks = ground.all.clocks.iter().flat_map(|clocks| clocks.iter());
    let ticks = clocks.map(|clock| AskConsequence::Tick {
        clock: clock.id,
        passed: clock.filled % 2 == 0,
    });
    let shelf = ground.all.handouts.iter().flat_map(|shelf| shelf.iter());
    let handouts = shelf.map(|(id, _)| AskConsequence::Handout(id));
    let all: Vec<AskConsequence> = ticks.chain(handouts).collect();
    (0..chance.below(3))
        .filter_map(|_| chance.any_of(&all))
        .collect()
}

pub(super) fn of_asks(
    kind: CommandKind,
    ground: &Ground<'_>,
    chance: &mut Chance,
) -> (Actor, Command) {
    let asks: Vec<&AskView> = open(ground).collect();
    let ask = chance.any_of(&asks);
    let id = ask.map_or(rules::base::id::AskId(7), |ask| ask.id);
    match kind {
        CommandKind::AskRoll => {
            let of = [ground.any(chance), ground.any(chance)];
            let other = ground.any(chance);
            let tellings = [
                AskTelling::Open,
                AskTelling::PassFail,
                AskTelling::Secret { announced: false },
                AskTelling::Secret { announced: true },
            ];
            let asked = AskInput {
                pool: pool(ground, chance),
                of: of.into_iter().collect(),
                telling: chance.one_of(&tellings),
                words: chance
                    .one_of(&["", "Something moves in the choir."])
                    .to_owned(),
                needs: u16::try_from(chance.below(3)).unwrap_or(1),
                against: (chance.below(6) == 0).then_some(other),
                helper: (chance.below(8) == 0).then_some(of[0]),
                seconds: (chance.below(4) == 0).then_some(30),
                follows: follows(ground, chance),
                ..AskInput::default()
            };
            (ST, Command::AskRoll(Box::new(asked)))
        }
        CommandKind::AnswerAsk => {
            let missing = ask.into_iter().flat_map(|ask| &ask.answers);
            let missing = missing
                .filter(|answer| !answer.made)
                .map(|answer| answer.who);
            let who = chance.any_of(&missing.collect::<Vec<_>>());
            let who = who.unwrap_or_else(|| ground.any(chance));
            let reply = match chance.below(4) {
                0 => AskReply::Instead {
                    pool: pool(ground, chance),
                },
                _ => AskReply::Roll {
                    added: Default::default(),
                    faces: None,
                },
            };
            let by = ground.hand(who, chance);
            (
                by,
                Command::AnswerAsk {
                    ask: id,
                    who,
                    reply,
                },
            )
        }
        CommandKind::StepAsk => {
            let wishes = ask.into_iter().flat_map(|ask| &ask.answers);
            let wishes = wishes.filter(|answer| answer.wish.is_some());
            let wish = chance.any_of(&wishes.map(|answer| answer.who).collect::<Vec<_>>());
            let step = match (wish, chance.below(8)) {
                (Some(who), 0..=5) => AskStep::Settle {
                    who,
                    accept: chance.below(2) == 0,
                },
                (_, 0..=2) => AskStep::RollMissing,
                (_, 3) => AskStep::Show,
                (_, 4) => AskStep::Keep,
                (_, 5) => AskStep::CallOff,
                _ => AskStep::Tell {
                    passed: ask
                        .into_iter()
                        .flat_map(|ask| &ask.answers)
                        .map(|answer| (answer.who, answer.passed == Some(true)))
                        .collect(),
                },
            };
            (ST, Command::StepAsk { ask: id, step })
        }
        kind => not_here(kind),
    }
}
