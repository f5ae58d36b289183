//! Texts about asked rolls, for the eye and for screen readers.

use rules::base::id::CombatantId;
use rules::base::term::{Term, sum_terms};
use rules::character::parameters::Parameters;
use rules::character::vocabulary::format_signed;
use rules::encounter::view::{AskAnswerView, AskView, CombatantRow};
use rules::encounter::{AskConsequence, AskTelling};
use rules::messages::asks as msg;

use crate::state::table_state::Model;
use crate::words::join_spoken;

/// Returns the full name of a combatant; empty if the reader does not know it.
pub(super) fn name_of(model: Model, who: CombatantId) -> String {
    let row = model.current_row(who);
    row.map_or_else(String::new, |row| CombatantRow::full_name(&row))
}

/// Returns the name of the player of a combatant; `None` if a storyteller plays it.
pub(super) fn player_of(model: Model, who: CombatantId) -> Option<String> {
    let owner = model.current_row(who)?.owner?;
    model.with_view(|view| view.seat_name(owner).map(str::to_owned))
}

/// Returns the pool of an asked roll with what differs from the usual, such as "Wits + Alertness,
/// difficulty 7".
pub(super) fn title(model: Model, ask: &AskView) -> String {
    let dial = model.rules().describe_parameters(&ask.reading);
    let needs = (ask.needs > 1).then(|| msg::needs(&ask.needs));
    let parts = [Some(ask.what.clone()), Some(dial), needs];
    let parts = parts.into_iter().flatten().filter(|it| !it.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the words for who learns the result of an asked roll.
pub(super) fn telling(telling: AskTelling) -> &'static str {
    match telling {
        AskTelling::Open => msg::IS_OPEN.get(),
        AskTelling::PassFail => msg::IS_PASS_OR_FAIL.get(),
        AskTelling::Secret { .. } => msg::IS_SECRET.get(),
    }
}

/// Returns the time left to answer, as the rest of a line; empty where it is not known.
pub(super) fn time_left(left: Option<u32>) -> String {
    match left {
        None => String::new(),
        Some(0) => format!("· {}", msg::TIME_IS_UP.get()),
        Some(seconds) => format!("· {}", msg::seconds_left(i64::from(seconds))),
    }
}

/// Returns the consequences of failing or passing an asked roll, one phrase each.
pub(super) fn follows(model: Model, ask: &AskView) -> Vec<String> {
    let phrase = |follows: &AskConsequence| match follows {
        AskConsequence::Condition(key) => {
            let mut specs = model.rules().facts().condition_specs.iter();
            let spec = specs.find(|spec| spec.key == key)?;
            Some(msg::failure_brings(&spec.word.get()))
        }
        AskConsequence::Tick { clock, passed } => model.with_view(|view| {
            let mut clocks = view.clocks.iter().flat_map(|clocks| clocks.iter());
            let clock = clocks.find(|it| it.id == *clock)?;
            Some(match passed {
                true => msg::pass_fills(&clock.name),
                false => msg::failure_fills(&clock.name),
            })
        }),
        AskConsequence::Handout(id) => model.with_view(|view| {
            let handout = view.handouts.as_ref()?.get(*id)?;
            Some(msg::pass_brings(&handout.name))
        }),
    };
    ask.follows.iter().filter_map(phrase).collect()
}

/// Returns the label of the button that rolls the given terms, such as "Roll 5 dice".
pub(super) fn roll_button(model: Model, terms: &[Term], reading: &Parameters) -> String {
    let rules = model.rules();
    rules.preview_roll(sum_terms(terms), reading).button
}

/// Returns the terms of the pool that a combatant is asked for, such as "Wits 3, Alertness 3, hurt
/// −1".
pub(super) fn made_of(answer: &AskAnswerView) -> String {
    let parts = answer.terms.iter().map(|term| match term.rule {
        None if term.value >= 0 => format!("{} {}", term.label, term.value),
        _ => format!("{} {}", term.label, format_signed(term.value)),
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the outcome of an asked roll in words, with its dice where the reader sees them; else
/// whether it passed.
pub(super) fn outcome(model: Model, answer: &AskAnswerView) -> Option<String> {
    let rules = model.rules();
    let dice = answer.rolled.as_ref();
    let dice = dice.map(|rolled| rules.describe_outcome(rolled, &answer.reading));
    let passed = answer.passed.map(|passed| match passed {
        true => msg::PASSED.get().to_owned(),
        false => msg::FAILED.get().to_owned(),
    });
    dice.or(passed)
}

/// Returns what a screen reader says when the reader is asked for a roll.
pub(super) fn spoken_question(model: Model, ask: &AskView, who: CombatantId) -> String {
    let answer = ask.answers.iter().find(|answer| answer.who == who);
    let roll = answer.map(|it| roll_button(model, &it.terms, &it.reading));
    let pool = title(model, ask)
        .replace(" + ", " plus ")
        .replace('−', "minus");
    msg::spoken_question(&pool, &ask.words, &roll.unwrap_or_default())
}

/// Returns what a screen reader says to a storyteller when an answer has come in; `None` if none
/// has.
pub(super) fn spoken_news(model: Model, before: &AskView, after: &AskView) -> Option<String> {
    let count = |ask: &AskView| ask.answers.iter().filter(|answer| answer.made).count();
    let (all, made) = (after.answers.len(), count(after));
    if made <= count(before) {
        return None;
    }
    let old = |who| before.answers.iter().any(|it| it.who == who && it.made);
    let new = after.answers.iter().filter(|it| it.made && !old(it.who));
    let said = new.map(|answer| {
        let result = outcome(model, answer).unwrap_or_default();
        msg::spoken_answer(&name_of(model, answer.who), &result, &made, &all)
    });
    let passed = after.answers.iter().filter(|it| it.passed == Some(true));
    let last = (made == all).then(|| msg::spoken_all(&passed.count()));
    let said: Vec<String> = said.chain(last).collect();
    Some(join_spoken(said.iter().map(String::as_str)))
}
