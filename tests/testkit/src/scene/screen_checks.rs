//! Checks of what the screens of a table show besides the view: log messages, rolls and declarations that are offered,
//! and odds.
//!
//! The browser gets its words from the same [`ClientRules`] and asks the same [`Question`]s. A scene states no
//! expectations about these; for every scene there must be an answer, words must not be empty, and numbers must be
//! possible.

use std::collections::BTreeSet;

use rules::base::id::SeatId;
use rules::base::seat::Actor;
use rules::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use rules::encounter::log::LogMessage;
use rules::encounter::question::ExchangeOdds;
use rules::encounter::view::CombatantRow;
use rules::encounter::{
    Class, Command, Encounter, Question, Refusal, Reply, View, answer_question,
};
use rules::messages::Text;
use rules::ruleset::ClientRules;
use rules::ruleset::house_rules::HouseRules;

/// Number of the last log line that each class of viewers has read, in the order of [`Class::ALL`].
#[derive(Default)]
pub(super) struct LogPositions([u32; Class::ALL.len()]);

/// Reads the new lines of the log and checks what is offered to the acting combatants; returns a line for each
/// problem.
pub(super) fn check_screens(encounter: &Encounter, read: &mut LogPositions) -> Vec<String> {
    let mut wrong = Vec::new();
    for (class, last) in Class::ALL.into_iter().zip(&mut read.0) {
        let view = View::of(encounter, class);
        let rules = view.system.rules();
        for line in view.log.iter().filter(|line| line.no > *last) {
            if log_words(rules, &line.what).iter().any(String::is_empty) {
                wrong.push(format!("no words for {:?}", line.what));
            }
        }
        *last = view.log.last().map_or(*last, |line| line.no.max(*last));
        for row in view.turn.acting.iter().filter_map(|id| view.rows.get(id)) {
            if row_words(rules, row, &view.house).contains(&"") {
                wrong.push(format!("a word is missing beside {}", row.full_name()));
            }
            wrong.extend(check_roll_panel(rules, row, &view.house));
            let asks = |seat: &&SeatId| {
                let role = encounter.seat(**seat).map(|seat| seat.role);
                role.is_some_and(|role| Class::of(role) == class)
            };
            let storyteller = view.seats.iter().find(|seat| seat.role.can_run_table());
            let owner = row.owner.or(storyteller.map(|seat| seat.id));
            if let Some(seat) = owner.as_ref().filter(asks) {
                wrong.extend(check_offers(encounter, *seat, row, &view));
            }
        }
    }
    wrong
}

/// Returns the words that a rule system has for a log message; none may be empty.
fn log_words(rules: &dyn ClientRules, what: &LogMessage) -> Vec<String> {
    match what {
        LogMessage::Rolled {
            reading,
            rolled,
            terms,
            ..
        } => {
            let sum = rules::base::term::sum_terms(terms);
            let usual = rules.describe_parameters(reading);
            let offer = rules.preview_roll(sum, reading);
            let told = rules.describe_outcome(rolled, reading);
            vec![format!("{told}, {usual}"), told, offer.button, offer.sum]
        }
        LogMessage::Aborted {
            rolled: Some(rolled),
            ..
        } => vec![rules.describe_outcome(rolled, &Parameters::default())],
        LogMessage::Initiative {
            name,
            die,
            score,
            terms,
            ..
        } => {
            let known = die.map(|die| (die, terms.as_slice()));
            vec![rules.describe_initiative(name, *score, known)]
        }
        LogMessage::Offered {
            name, initiative, ..
        } => {
            let known = Some((initiative.die, initiative.terms.as_slice()));
            vec![rules.describe_initiative(name, initiative.score, known)]
        }
        LogMessage::Harmed { packet, .. } => vec![rules.describe_damage(packet)],
        LogMessage::Marked { .. } => vec![rules.facts().vocabulary.health.into()],
        LogMessage::TraitSet { key, .. } => {
            let mut traits = rules.facts().trait_specs.iter();
            let spec = traits.find(|spec| spec.key == key);
            vec![
                spec.map_or(key.as_str(), |spec| spec.title.get())
                    .to_owned(),
            ]
        }
        LogMessage::KindSet { kind, .. } => {
            let mut kinds = rules.facts().creature_kinds.iter();
            let spec = kinds.find(|spec| kind.as_ref().is_none_or(|key| spec.key == key));
            vec![spec.map_or("", |spec| spec.title.get()).to_owned()]
        }
        LogMessage::Conditioned { key, .. } => {
            let mut known = rules.facts().condition_specs.iter();
            let spec = known.find(|spec| spec.key == key);
            vec![spec.map_or(key.as_str(), |spec| spec.word.get()).to_owned()]
        }
        _ => Vec::new(),
    }
}

/// Returns the words of a rule system that the row of an acting combatant shows: sheet, track, declarations,
/// conditions and damage.
fn row_words(rules: &dyn ClientRules, row: &CombatantRow, house: &HouseRules) -> Vec<&'static str> {
    let facts = rules.facts();
    let texts = [facts.title, facts.description, facts.chat_help];
    let mut words = texts.map(Text::get).to_vec();
    words.push(facts.vocabulary.round.get());
    words.extend(facts.trait_specs.iter().map(|spec| spec.title.get()));
    words.extend(facts.unrolled_traits);
    words.extend(facts.creature_kinds.iter().map(|kind| kind.title.get()));
    words.extend(facts.condition_specs.iter().map(|spec| spec.word.get()));
    words.extend(facts.damage_kinds.iter().map(|kind| kind.word.get()));
    let stances = facts.plan_spec.map_or(&[][..], |plan| plan.stances);
    words.extend(stances.iter().map(|stance| stance.title.get()));
    if let Some(track) = &row.track {
        words.push(rules.track_title(track));
    }
    if let Some(fighter) = &row.fighter(house, false) {
        let derived = rules.derived_value_words().iter();
        let derived = derived.filter_map(|word| rules.derived_value(word, Some(fighter)));
        words.extend(derived.map(|(title, _)| title.get()));
        let suggested = rules.suggested_initiative_terms(fighter);
        words.extend(suggested.iter().map(|term| match term.label.is_empty() {
            true => "",
            false => "a term",
        }));
    }
    words
}

/// Checks the roll panel of a combatant whose values the viewer knows: as it opens, and with each parameter at both
/// ends of its range.
fn check_roll_panel(
    rules: &dyn ClientRules,
    row: &CombatantRow,
    house: &HouseRules,
) -> Vec<String> {
    let Some(fighter) = row.fighter(house, false) else {
        return Vec::new();
    };
    let mut readings = vec![Parameters::default()];
    for dial in rules.parameter_specs(Some(&fighter)) {
        for value in range_ends(&dial) {
            let mut reading = Parameters::default();
            reading.set(dial.key, value);
            readings.push(reading);
        }
    }
    let mut wrong = Vec::new();
    for turned in readings {
        let reading = rules.with_defaults(&fighter, &turned);
        let terms = rules.roll_terms(&fighter, &reading);
        let sum = rules::base::term::sum_terms(&terms).saturating_add(STARTING_POOL);
        let offer = rules.preview_roll(sum, &reading);
        let barred = rules.forbids_roll(&fighter, &reading);
        let cost = rules.roll_cost(&reading).map(|(pool, _)| pool);
        let unnamed = offer.button.is_empty()
            || terms.iter().any(|term| term.label.is_empty())
            || barred.is_some_and(|why| why.text.is_empty())
            || cost.is_some_and(str::is_empty);
        let odds = rules.outcome_odds(sum, &reading, house);
        let likely = |(word, chance): &(Text, f64)| !word.is_empty() && is_chance(*chance);
        if unnamed || odds.is_empty() || !odds.iter().all(likely) {
            let name = row.full_name();
            wrong.push(format!(
                "a roll of {name}’s, {turned:?}: {offer:?}, {odds:?}"
            ));
        }
    }
    wrong
}

/// Pool with which the roll panel opens.
const STARTING_POOL: i32 = 5;

/// Returns the first and the last value of a parameter.
fn range_ends(dial: &ParameterSpec) -> BTreeSet<i32> {
    let values = match &dial.range {
        ParameterRange::Flag => vec![1],
        ParameterRange::Choice(options) => options.iter().map(|(value, _)| *value).collect(),
        ParameterRange::Number(least, most) => vec![*least, *most],
    };
    values.into_iter().collect()
}

/// Checks that the owner of an acting combatant is offered maneuvers: without a target, and against each other visible
/// combatant.
fn check_offers(
    encounter: &Encounter,
    seat: SeatId,
    row: &CombatantRow,
    view: &View,
) -> Vec<String> {
    let others = view.rows.keys().filter(|id| **id != row.id);
    let targets = std::iter::once(Vec::new()).chain(others.map(|id| vec![*id]));
    let mut wrong = Vec::new();
    for at in targets {
        let question = Question::Offers {
            by: row.id,
            at,
            others: Vec::new(),
            without: Vec::new(),
            intent: None,
        };
        match answer_question(encounter, Actor::Seat(seat), &question) {
            Reply::Offers { maneuvers, .. } if !maneuvers.is_empty() => {}
            other => wrong.push(format!("{question:?}: {other:?}")),
        }
    }
    wrong
}

/// Returns the odds that the sender of a command sees before sending it: of a declaration, or of an exchange with
/// their answer. `None` for other commands.
pub(super) fn preview_odds(encounter: &Encounter, by: Actor, command: &Command) -> Option<Reply> {
    let question = match command {
        Command::Declare(asked) => Question::Odds(asked.clone()),
        Command::Answer {
            exchange,
            slot,
            answer,
            ..
        } => Question::OddsOf {
            exchange: *exchange,
            answer: Some((slot.clone(), answer.clone())),
        },
        _ => return None,
    };
    Some(answer_question(encounter, by, &question))
}

/// Returns the reason that bars a declaration as it is offered to its sender, in the words of a refusal. `None` if it
/// is not offered; `Some(None)` if nothing bars it.
pub(super) fn offered_bar(
    encounter: &Encounter,
    by: Actor,
    command: &Command,
) -> Option<Option<String>> {
    let Command::Declare(asked) = command else {
        return None;
    };
    let question = Question::Offers {
        by: asked.by.filter(|_| !asked.anyway && !asked.noticed)?,
        at: asked.at.clone(),
        others: asked.others.clone(),
        without: asked.without.clone(),
        intent: Some(asked.intent.clone()),
    };
    let Reply::Offers { maneuvers, .. } = answer_question(encounter, by, &question) else {
        return None;
    };
    let mut offers = maneuvers.into_iter();
    let offer = offers.find(|it| it.key == asked.intent.maneuver)?;
    let bar = offer.barred.map(|(why, rule)| format!("{why} ({rule})"));
    offer.targets.accepts(asked.at.len()).then_some(bar)
}

/// Returns the problem with a reply of [`preview_odds`] about a command that was accepted, if any.
pub(super) fn check_odds(told: &Reply) -> Option<String> {
    let fine = match told {
        Reply::Odds(ExchangeOdds { parties, .. }) => parties.values().all(|hurt| {
            let chances = is_chance(hurt.chance) && is_chance(hurt.down);
            chances && hurt.damage.is_finite() && hurt.damage >= 0.0
        }),
        // Players may not know what a foe can do.
        Reply::Refused(Refusal::NotAllowed) => true,
        Reply::Offers { .. }
        | Reply::Spent(_)
        | Reply::Ways(_)
        | Reply::Vantage(_)
        | Reply::Refused(_)
        | Reply::TooFast => false,
    };
    (!fine).then(|| format!("its odds: {told:?}"))
}

/// Whether a number is a probability from 0 to 1, with a margin for rounding.
fn is_chance(chance: f64) -> bool {
    (0.0..=1.0 + 1e-9).contains(&chance)
}

#[cfg(test)]
mod tests {
    use rules::base::sorted_map::Map;

    use rules::base::id::CombatantId;
    use rules::encounter::question::CombatantOdds;

    use super::*;

    #[test]
    fn a_table_that_does_not_answer_is_odd() {
        let odds = |chance, damage| {
            let (down, botch) = (0.0, 0.0);
            let hurt = CombatantOdds {
                chance,
                damage,
                down,
                botch,
            };
            let parties = Map::from([(CombatantId::FIRST, hurt)]);
            let exact = true;
            Reply::Odds(ExchangeOdds {
                exact,
                parties,
                pool: None,
            })
        };
        for fine in [odds(0.5, 2.0), Reply::Refused(Refusal::NotAllowed)] {
            assert_eq!(check_odds(&fine), None);
        }
        let strange = [odds(1.5, 2.0), odds(0.5, -1.0), odds(0.5, f64::NAN)];
        let silent = [Reply::Refused(Refusal::ExchangeOver), Reply::TooFast];
        for wrong in strange.iter().chain(&silent) {
            assert!(check_odds(wrong).is_some(), "{wrong:?}");
        }
    }
}
