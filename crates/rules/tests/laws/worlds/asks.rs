//! Two worlds of which one has rolls that the storyteller asks for in secret.

use proptest::prelude::*;
use rules::encounter::command::{AskInput, AskReply, AskStep, ClockEdit};
use rules::encounter::view::AskView;
use rules::encounter::{AskConsequence, AskTelling};
use rules::trait_pool::PoolPart;

use super::*;

impl Worlds {
    /// The storyteller asks in secret in world A alone, and those who are asked answer there.
    fn ask_in_secret(&mut self, read: &mut Reader) {
        let asks = self.a.view(Class::Storyteller).asks;
        let open: Vec<AskView> = asks
            .iter()
            .flat_map(|asks| asks.iter())
            .filter(|ask| ask.end.is_none() && matches!(ask.telling, AskTelling::Secret { .. }))
            .cloned()
            .collect();
        let all: Vec<CombatantId> = self.seen.rows.keys().copied().collect();
        let clocks = self.a.view(Class::Storyteller).clocks;
        let mut hidden = clocks.iter().flat_map(|clocks| clocks.iter());
        let Some(clock) = hidden.find(|clock| clock.hidden).map(|clock| clock.id) else {
            let line = "Somebody listens 12, hidden".to_owned();
            return self.only_a(ST, Command::EditClock(ClockEdit::Make { line }));
        };
        let (Some(ask), false) = (open.first(), read.below(4) == 0) else {
            let asked = AskInput {
                pool: vec![PoolPart::Number(3)],
                of: all.into_iter().collect(),
                telling: AskTelling::Secret { announced: false },
                seconds: Some(30),
                follows: [false, true]
                    .map(|passed| AskConsequence::Tick { clock, passed })
                    .into(),
                ..AskInput::default()
            };
            return self.only_a(ST, Command::AskRoll(Box::new(asked)));
        };
        let asked: Vec<CombatantId> = ask.answers.iter().map(|it| it.who).collect();
        // All who were asked can be gone by now.
        if asked.is_empty() {
            return;
        }
        let who = read.one_of(&asked);
        let by = read.one_of(&[ANA, BEN, ST]);
        let id = ask.id;
        let passed = || [(who, true)].into_iter().collect();
        let step = |step| (ST, Command::StepAsk { ask: id, step });
        let answer = |reply| {
            (
                by,
                Command::AnswerAsk {
                    ask: id,
                    who,
                    reply,
                },
            )
        };
        let (by, command) = match read.below(9) {
            0 => step(AskStep::RollMissing),
            1 => step(AskStep::Tell { passed: passed() }),
            2 => step(AskStep::Keep),
            3 => step(AskStep::CallOff),
            4 => step(AskStep::Settle { who, accept: true }),
            5 => answer(AskReply::Instead {
                pool: vec![PoolPart::Number(2)],
            }),
            _ => answer(AskReply::Roll {
                added: Default::default(),
                faces: None,
            }),
        };
        self.only_a(by, command);
    }

    /// A command that only world A takes; refused there, it is nothing.
    fn only_a(&mut self, by: Actor, command: Command) {
        let id = self.fresh_id();
        let mut dice = Noted::of(id);
        let mut a = self.a.clone();
        if a.give_with_id(id, by, command, &mut dice).is_ok() {
            assert!(dice.open.is_empty(), "players see dice");
            self.a = a;
        }
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// Secret questions, their dice and what is told of them to those who are asked change no byte for the class, while
    /// the evening goes on.
    #[test]
    fn two_worlds_have_secret_rolls_alike(
        system in systems(),
        steps in prop::collection::vec((0..75_u8, recipe()), 1..60),
    ) {
        let mut worlds = Worlds::new(system);
        for (by, line) in [(ANA, "Ilse"), (BEN, "Bo"), (ST, "Ghoul")] {
            worlds.public(by, &testkit::table::add_command(line));
        }
        worlds.check("the cast");
        for (kind, recipe) in steps {
            worlds.ask_in_secret(&mut Reader::new(recipe));
            worlds.check("a secret question");
            worlds.step(kind, recipe);
        }
        worlds.check_recap();
        worlds.check_told();
        worlds.check_past();
    }
}
