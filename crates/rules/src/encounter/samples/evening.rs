//! Samples of what is beside a fight: places, clocks, handouts, a whisper and an asked roll.

use super::super::command::{
    AskInput, AskReply, AskStep, ClockEdit, Command, HandoutEdit, HandoutInput, PassageInput,
    SceneDestination, SceneEdit,
};
use super::super::demo::{DemoRun, STORYTELLER_ACTOR};
use super::super::refusal::Refusal;
use super::cast::{PLAYER, add_combatants, begin_fight};
use crate::base::id::{AskId, ClockId, CombatantId, CommandId, SeatId};
use crate::base::seat::{Actor, Role};
use crate::base::sorted_map::Set;
use crate::base::text::Name;
use crate::clock::Helper;
use crate::demo_script::{SampleEvening, SampleHandout};
use crate::ruleset::SystemId;
use crate::trait_pool::PoolPart;

/// The seat of the other player.
const OTHER_PLAYER: SeatId = SeatId(3);

/// Returns the evening that a rule system shows.
fn evening() -> Result<&'static SampleEvening, Refusal> {
    let mut scripts = SystemId::ALL
        .iter()
        .map(|system| system.rules().lists().demo_script);
    scripts
        .find_map(|script| script.evening)
        .ok_or(Refusal::NothingToDo)
}

/// Finds the combatants of these names.
fn find_all(
    run: &DemoRun<'_, impl FnMut() -> CommandId>,
    names: &[&str],
) -> Result<Set<CombatantId>, Refusal> {
    names.iter().map(|name| run.find_combatant(name)).collect()
}

/// Seats two players with their characters and begins the fight.
fn begin(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    let evening = evening()?;
    run.sit(OTHER_PLAYER, "Carla", Role::Player)?;
    add_combatants(run, evening.cast)?;
    let assign = Command::Assign {
        id: run.find_combatant(evening.played.1)?,
        seat: Some(OTHER_PLAYER),
    };
    run.give_command(STORYTELLER_ACTOR, assign)?;
    begin_fight(run, evening.played.0)
}

/// Builds the evening without the asked roll.
pub(super) fn build_evening(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
) -> Result<(), Refusal> {
    let evening = evening()?;
    begin(run)?;
    build_scene(run, evening)?;
    for clock in evening.clocks {
        build_clock(run, clock)?;
    }
    build_work(run, evening)?;
    for handout in evening.handouts {
        build_handout(run, handout)?;
    }
    let whisper = Command::Whisper {
        to: [PLAYER].into_iter().collect(),
        words: evening.whisper.into(),
    };
    run.give_command(STORYTELLER_ACTOR, whisper)
}

/// Describes the scene, takes it into use, and puts everybody where they stand.
fn build_scene(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    evening: &SampleEvening,
) -> Result<(), Refusal> {
    let lines = evening.scene.into();
    let describe = Command::EditScene(SceneEdit::Describe { lines });
    run.give_command(STORYTELLER_ACTOR, describe)?;
    let used = Command::EditScene(SceneEdit::Use { on: true });
    run.give_command(STORYTELLER_ACTOR, used)?;
    for (place, names) in evening.stand {
        let mut places = run.encounter.plan.locations.iter();
        let found = places.find(|(_, location)| location.name.as_str() == *place);
        let place = *found.ok_or(Refusal::NothingToDo)?.0;
        let go = Command::Go {
            ids: find_all(run, names)?,
            to: SceneDestination::Place(place),
            anyway: true,
        };
        run.give_command(STORYTELLER_ACTOR, go)?;
    }
    Ok(())
}

/// Finds the clock of a name.
fn find_clock(
    run: &DemoRun<'_, impl FnMut() -> CommandId>,
    name: &str,
) -> Result<ClockId, Refusal> {
    let mut clocks = run.encounter.clocks.iter();
    let found = clocks.find(|(_, clock)| clock.name.as_str() == name);
    found.map(|(id, _)| *id).ok_or(Refusal::NothingToDo)
}

/// Makes a clock and fills it.
fn build_clock(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    (line, name, by): &(&str, &str, i16),
) -> Result<(), Refusal> {
    let line = (*line).into();
    let made = Command::EditClock(ClockEdit::Make { line });
    run.give_command(STORYTELLER_ACTOR, made)?;
    if *by == 0 {
        return Ok(());
    }
    let id = find_clock(run, name)?;
    let filled = Command::EditClock(ClockEdit::Fill { id, by: *by });
    run.give_command(STORYTELLER_ACTOR, filled)
}

/// Rolls for the extended action; the first of those who do leads.
fn build_work(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    evening: &SampleEvening,
) -> Result<(), Refusal> {
    let (work, names) = evening.work;
    let clock = find_clock(run, work)?;
    for (at, name) in names.iter().enumerate() {
        let who = run.find_combatant(name)?;
        let helper = Helper {
            who,
            leads: at == 0,
        };
        let joined = ClockEdit::Join {
            id: clock,
            helper,
            joins: true,
        };
        run.give_command(STORYTELLER_ACTOR, Command::EditClock(joined))?;
    }
    for name in names {
        let rolled = Command::RollFor {
            clock,
            id: run.find_combatant(name)?,
            faces: None,
        };
        run.give_command(STORYTELLER_ACTOR, rolled)?;
    }
    Ok(())
}

/// Makes a handout and gives it to those who get it.
fn build_handout(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
    handout: &SampleHandout,
) -> Result<(), Refusal> {
    let passage = |(words, covered): &(&str, bool)| PassageInput {
        words: (*words).into(),
        covered: *covered,
    };
    let to = HandoutInput {
        kind: handout.kind,
        name: handout.name.into(),
        text: handout.text.iter().map(passage).collect(),
        announced: true,
        ..HandoutInput::default()
    };
    let to = Box::new(to);
    let put = Command::EditHandout(HandoutEdit::Put { id: None, to });
    run.give_command(STORYTELLER_ACTOR, put)?;
    if handout.given.is_empty() {
        return Ok(());
    }
    let to = find_all(run, handout.given)?;
    let is_made = |name: &Name| name.as_str() == handout.name;
    let made = {
        let mut shelf = run.encounter.handouts.iter();
        shelf.find(|(_, it)| is_made(&it.name)).map(|(id, _)| id)
    };
    let id = made.ok_or(Refusal::NothingToDo)?;
    let given = Command::EditHandout(HandoutEdit::Give { id, to });
    run.give_command(STORYTELLER_ACTOR, given)
}

/// Asks for a roll, and returns it with those who are asked.
fn ask(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
) -> Result<(AskId, &'static SampleEvening), Refusal> {
    let evening = evening()?;
    begin(run)?;
    let part = |key: &&str| PoolPart::Trait((*key).into());
    let asked = AskInput {
        pool: evening.pool.iter().map(part).collect(),
        of: find_all(run, evening.asked)?,
        words: evening.words.into(),
        ..AskInput::default()
    };
    run.give_command(STORYTELLER_ACTOR, Command::AskRoll(Box::new(asked)))?;
    let ask = run.encounter.asks.iter().last();
    let id = ask.map(|ask| ask.id).ok_or(Refusal::NothingToDo)?;
    let reply = AskReply::Roll {
        added: Set::default(),
        faces: None,
    };
    let who = run.find_combatant(evening.played.1)?;
    let answer = Command::AnswerAsk {
        ask: id,
        who,
        reply,
    };
    run.give_command(Actor::Seat(OTHER_PLAYER), answer)?;
    Ok((id, evening))
}

/// Builds a roll that is asked for, and that the other player has made.
pub(super) fn build_asked(run: &mut DemoRun<'_, impl FnMut() -> CommandId>) -> Result<(), Refusal> {
    ask(run).map(|_| ())
}

/// Builds an asked roll that all have made.
pub(super) fn build_answered(
    run: &mut DemoRun<'_, impl FnMut() -> CommandId>,
) -> Result<(), Refusal> {
    let (ask, evening) = ask(run)?;
    let answer = Command::AnswerAsk {
        ask,
        who: run.find_combatant(evening.played.0)?,
        reply: AskReply::Roll {
            added: Set::default(),
            faces: None,
        },
    };
    run.give_command(Actor::Seat(PLAYER), answer)?;
    let missing = Command::StepAsk {
        ask,
        step: AskStep::RollMissing,
    };
    run.give_command(STORYTELLER_ACTOR, missing)
}
