//! Texts of log lines about clocks, extended actions and safety.

use rules::base::roll::{Grade, RollResult};
use rules::character::parameters::Parameters;
use rules::clock::Moment;
use rules::encounter::log::{ClockCause, ClockMessage};
use rules::encounter::safety::SafetySignal;
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

use super::text::LogText;

/// Returns the text of a line about a clock.
#[inline(never)]
pub(super) fn clock_text(rules: &dyn ClientRules, message: &ClockMessage) -> LogText {
    match message {
        ClockMessage::Made { name, size } => {
            LogText::new(msg::a_clock_begins(name, i64::from(*size)))
        }
        ClockMessage::Changed {
            name,
            was: Some(was),
        } => LogText::new(msg::the_clock_is_called(was, name)),
        ClockMessage::Changed { name, was: None } => LogText::new(msg::the_clock_has_changed(name)),
        ClockMessage::Removed { name } => LogText::new(msg::the_clock_is_put_away(name)),
        ClockMessage::Shown { name, filled, size } => {
            LogText::new(msg::clock_at(name, i64::from(*filled), i64::from(*size)))
                .with_details(msg::NOW_EVERYONE_SEES_IT.get().to_owned())
        }
        ClockMessage::Hidden { name } => LogText::new(msg::the_clock_is_hidden(name)),
        ClockMessage::Filled {
            name,
            filled,
            size,
            over,
            cause,
            failed,
            words,
            secret,
        } => {
            let round = rules.facts().vocabulary.round.get();
            let cause = cause.as_ref().map(|cause| cause_text(cause, round));
            let over = (*over > 0).then(|| msg::too_many_by(i64::from(*over)));
            let failed = failed.then(|| msg::a_botch_ends_it(&botch_word(rules)));
            let words = [words, secret].into_iter().flatten().cloned();
            let details: Vec<String> = cause
                .into_iter()
                .chain(over)
                .chain(failed)
                .chain(words)
                .collect();
            LogText::new(msg::clock_at(name, i64::from(*filled), i64::from(*size)))
                .with_details(details.join(" · "))
        }
    }
}

/// Returns what was done to a clock in a few words, such as "Alarm to 5"; `None` if its log line is
/// short already.
#[inline(never)]
pub(in crate::words) fn clock_in_short(message: &ClockMessage) -> Option<String> {
    match message {
        ClockMessage::Filled { name, filled, .. } => Some(msg::clock_to(name, i64::from(*filled))),
        _ => None,
    }
}

/// Returns what filled a clock as a phrase, such as a failed roll.
fn cause_text(cause: &ClockCause, round: &str) -> String {
    match cause {
        ClockCause::Moment(Moment::Step) => msg::A_TURN_IS_OVER.get().to_owned(),
        ClockCause::Moment(Moment::Round) => msg::a_round_is_over(&round),
        ClockCause::Moment(Moment::Scene) => msg::AS_THE_SCENE_IS_OVER.get().to_owned(),
        ClockCause::Roll {
            name, of, failed, ..
        } => match (name, failed) {
            (Some(name), true) => msg::fails_a_roll(name, of),
            (Some(name), false) => msg::succeeds_at_a_roll(name, of),
            (None, true) => msg::a_roll_failed(of),
            (None, false) => msg::a_roll_succeeded(of),
        },
        ClockCause::Action {
            name, successes, ..
        } => msg::brings_successes(i64::from(*successes), name),
        ClockCause::Something => msg::SOMETHING_FILLED_IT.get().to_owned(),
        ClockCause::TakenBack => msg::THE_ROLL_WAS_TAKEN_BACK.get().to_owned(),
    }
}

/// Returns what the system calls a botch: "botch", "dramatic failure".
pub(crate) fn botch_word(rules: &dyn ClientRules) -> String {
    let rolled = RollResult {
        chance: false,
        faces: Vec::new(),
        successes: 0,
        grade: Grade::DramaticFailure,
        margin: None,
        plain: None,
    };
    rules.describe_outcome(&rolled, &Parameters::default())
}

/// Returns the text of a line about a signal for safety.
#[inline(never)]
pub(super) fn safety_text(signal: SafetySignal) -> LogText {
    LogText::new(match signal {
        SafetySignal::Stop => msg::THE_TABLE_PAUSED.get(),
        SafetySignal::SlowDown => msg::THE_TABLE_SLOWS_DOWN.get(),
        SafetySignal::GoOn => msg::THE_TABLE_GOES_ON.get(),
    })
}
