//! Texts of log lines about initiative, plans and turns.

use rules::base::text::capitalize;
use rules::character::parameters::Parameters;
use rules::character::phase::Phase;
use rules::character::vocabulary::join_list;
use rules::encounter::log::{InitiativeSource, LogMessage, UnassignedReason};
use rules::messages::words as msg;
use rules::ruleset::ClientRules;

use super::text::LogText;
use crate::words::{plan_words, round_title};

/// Returns the text of a line about initiative.
pub(super) fn initiative_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Initiative {
            name,
            die,
            score,
            typed,
            terms,
            source,
        } => {
            let known = die.map(|die| (die, terms.as_slice()));
            let told = LogText::new(rules.describe_initiative(name, *score, known));
            let how = match (source, typed) {
                (InitiativeSource::Sheet, false) => "",
                (InitiativeSource::Sheet, true) => msg::A_REAL_DIE.get(),
                (InitiativeSource::Typed, _) => msg::FROM_TYPED_NUMBERS_NOT_FROM.get(),
                (InitiativeSource::Adjusted, _) => msg::CHANGED_BY_HAND.get(),
                (InitiativeSource::Given, _) => msg::GIVEN_FROM_THE_LOG.get(),
            };
            let rest = if how.is_empty() {
                String::new()
            } else {
                format!(" · {how}")
            };
            told.with_details(how).with_terms(terms, &rest)
        }
        LogMessage::Offered {
            name,
            initiative,
            why,
        } => {
            let known = Some((initiative.die, initiative.terms.as_slice()));
            let told = LogText::new(rules.describe_initiative(name, initiative.score, known));
            told.with_details(match why {
                UnassignedReason::Second => {
                    msg::a_second_roll_this_the(&rules.facts().vocabulary.round)
                }
                UnassignedReason::Nobody => msg::NOBODY_HERE_HAS_IT_YET.get().to_owned(),
            })
        }
        _ => LogText::default(),
    }
}

/// Returns the text of a line about plans, aborts and delays.
pub(super) fn plan_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    match what {
        LogMessage::Planned {
            name,
            plan: Some(said),
            sealed,
            out_of_turn,
        } => {
            let said = plan_words(rules, said);
            LogText::new(format!("{name}: {said}")).with_details(match (sealed, out_of_turn) {
                (true, _) => msg::SEALED.get().to_owned(),
                (false, Some(rule)) => msg::out_of_turn(&rule),
                (false, None) => String::new(),
            })
        }
        LogMessage::Planned {
            name,
            plan: None,
            sealed: true,
            ..
        } => LogText::new(msg::has_declared(&name))
            .with_details(msg::SEALED_UNTIL_EVERYBODY_HAS.get()),
        LogMessage::Planned { name, .. } => LogText::new(msg::takes_back_what_was_declared(&name)),
        LogMessage::Aborted {
            name,
            changed,
            rolled,
        } => {
            let told = LogText::new(match changed {
                true => msg::gives_up_an_action_for(&name),
                false => msg::tries_to_defend_instead_and(&name),
            });
            match rolled {
                Some(rolled) => told.with_dice(rules, rolled, &Parameters::default()),
                None => told,
            }
        }
        LogMessage::Waits { name, until } => {
            let told = LogText::new(format!("{name} {}", rules.facts().vocabulary.waits));
            told.with_details(until.clone().unwrap_or_default())
        }
        LogMessage::CutsIn { name } => LogText::new(msg::has_waited_and_acts_now(&name)),
        LogMessage::WaitedTooLong { name } => LogText::new(msg::waited_too_long(&name)),
        _ => LogText::default(),
    }
}

/// Returns the text of a line about the start of a turn.
pub(super) fn turn_text(rules: &dyn ClientRules, what: &LogMessage) -> LogText {
    let LogMessage::Turn {
        round: number,
        phase,
        name,
        with,
        passed,
        back,
    } = what
    else {
        return LogText::default();
    };
    if *number == 0 {
        return LogText::new(msg::BEFORE_THE_FIGHT.get());
    }
    let round = round_title(rules, *number);
    let passed = match passed.as_slice() {
        [] => None,
        [one] => Some(msg::is_out_and_passed_over(&one)),
        more => Some(msg::are_out_and_passed_over(&join_list(more))),
    };
    let Some(name) = name else {
        let told = LogText::new(match phase {
            Phase::Initiative => msg::roll_initiative(&capitalize(&round)),
            _ => capitalize(&round),
        });
        return told.with_details(passed.unwrap_or_default());
    };
    let does = match phase {
        Phase::Initiative => msg::rolls(&name),
        Phase::Declare => msg::declares(&name),
        Phase::Act => msg::acts(&name),
        Phase::Extra => msg::takes_the_rest_2(&name),
    };
    let does = match with.as_slice() {
        [] => does,
        others => msg::together_with(&does, &join_list(others)),
    };
    let when = match back {
        true => msg::back_to(&round),
        false => round,
    };
    LogText::new(does).with_details(match passed {
        Some(passed) => format!("{when} · {passed}"),
        None => when,
    })
}
