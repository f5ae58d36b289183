//! Words about clocks and extended actions.

use rules::clock::{FillTrigger, Moment};
use rules::encounter::view::{ActionView, ClockView, HelperView};
use rules::messages::clocks as msg;

use crate::state::table_state::Model;
use crate::words::botch_word;

/// Returns how much of a clock is filled, such as "5 of 8".
pub(crate) fn count(clock: &ClockView) -> String {
    msg::so_many_of(i64::from(clock.filled), i64::from(clock.size))
}

/// Returns how many segments were too many when a clock filled; `None` if none was.
pub(super) fn too_many(clock: &ClockView) -> Option<String> {
    (clock.over > 0).then(|| msg::too_many(i64::from(clock.over)))
}

/// Returns what fills a clock, as a sentence; `None` if the reader is not told.
pub(super) fn fills(model: Model, clock: &ClockView) -> Option<String> {
    let round = model.rules().facts().vocabulary.round.get();
    Some(match clock.fills.as_ref()? {
        FillTrigger::Hand if model.can_run_table() => msg::FILLS_BY_HAND.get().to_owned(),
        FillTrigger::Hand => return None,
        FillTrigger::Each(Moment::Step) => msg::FILLS_EACH_STEP.get().to_owned(),
        FillTrigger::Each(Moment::Round) => msg::fills_each_round(&round),
        FillTrigger::Each(Moment::Scene) => msg::FILLS_EACH_SCENE.get().to_owned(),
        FillTrigger::Roll(roll) => match roll.failed {
            true => msg::fills_on_failed(&roll.of),
            false => msg::fills_on_successful(&roll.of),
        },
    })
}

/// Returns a clock in words for screen readers, such as "Alarm, 5 of 8, each failed Stealth roll
/// fills one".
pub(super) fn spoken(model: Model, clock: &ClockView) -> String {
    let hidden = clock.hidden.then(|| msg::HIDDEN.get().to_owned());
    let parts = [Some(clock.name.clone()), Some(count(clock)), hidden];
    let parts = parts.into_iter().flatten().chain(fills(model, clock));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns what is rolled for an extended action, such as "Intelligence + Occult, difficulty 8 · 10
/// successes, 5 rolls each".
pub(super) fn rolled_for(model: Model, clock: &ClockView, action: &ActionView) -> String {
    let dials = model.rules().describe_parameters(&action.reading);
    let dials = Some(dials).filter(|dials| !dials.is_empty());
    let rolled: Vec<String> = [Some(action.pool.clone()), dials]
        .into_iter()
        .flatten()
        .collect();
    let needed = msg::so_many_successes(i64::from(clock.size));
    let rolls = action
        .rolls
        .map(|rolls| msg::so_many_rolls_each(i64::from(rolls)));
    let aims: Vec<String> = [Some(needed), rolls].into_iter().flatten().collect();
    format!("{} · {}", rolled.join(", "), aims.join(", "))
}

/// Returns how far an extended action has come: "Turn 3 of 5 · at this pace done in turn 5 (61 %)".
pub(super) fn progress(model: Model, clock: &ClockView, action: &ActionView) -> String {
    if action.failed {
        return msg::it_is_over(&botch_word(model.rules()));
    }
    if clock.filled >= clock.size {
        let parts = [Some(msg::IT_IS_DONE.get().to_owned()), too_many(clock)];
        return parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    }
    let turn = action.made.iter().map(|made| made.turn).max().unwrap_or(0);
    let turn = (turn > 0).then(|| match action.rolls {
        Some(rolls) => msg::turn_of(i64::from(turn), i64::from(rolls)),
        None => msg::turn_number(i64::from(turn)),
    });
    let forecast = action.forecast.map(|it| {
        let (turn, percent) = (i64::from(it.turn), i64::from(it.percent));
        match it.percent >= 50 {
            true => msg::at_this_pace_done_in(turn, percent),
            false => msg::by_then_only(turn, percent),
        }
    });
    let parts: Vec<String> = [turn, forecast].into_iter().flatten().collect();
    parts.join(" · ")
}

/// Returns what a character does for an extended action, such as "leads · 6 dice · turn 1: 1, turn
/// 2: 2".
pub(super) fn helps(model: Model, action: &ActionView, helper: &HelperView) -> String {
    let role = if helper.leads {
        msg::LEADS.get()
    } else {
        msg::HELPS.get()
    };
    let pool = helper.pool.map(|pool| {
        let preview = model.rules().preview_roll(pool, &action.reading);
        format!("{} {}", preview.sum, preview.sum_title.get())
    });
    let made = action
        .made
        .iter()
        .filter(|made| made.who == Some(helper.who));
    let made = made.map(|made| msg::in_turn(i64::from(made.turn), i64::from(made.successes)));
    let made: Vec<String> = made.collect();
    let made = (!made.is_empty()).then(|| made.join(", "));
    let parts = [Some(role.to_owned()), pool, made];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
