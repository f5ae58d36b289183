//! Checks of what the screens of a table show besides the view: log messages, rolls and declarations that are offered,
//! and odds.
//!
//! The browser gets its words from the same [`rules::system::Look`] and asks the same [`Question`]s. A scene states no
//! expectations about these; for every scene there must be an answer, words must not be empty, and numbers must be
//! possible.

use std::collections::BTreeSet;

use rules::dial::{Dial, Range, Reading};
use rules::encounter::log::What;
use rules::encounter::question::Chances;
use rules::encounter::view::Row;
use rules::encounter::{Class, Command, Encounter, Question, Refusal, Reply, View, reply};
use rules::house::House;
use rules::id::SeatId;
use rules::messages::Text;
use rules::seat::Actor;
use rules::system::Look;

/// Number of the last log line that each class of viewers has read, in the order of [`Class::ALL`].
#[derive(Default)]
pub(super) struct Read([u32; Class::ALL.len()]);

/// Reads the new lines of the log and checks what is offered to the acting combatants; returns a line for each
/// problem.
pub(super) fn looked(encounter: &Encounter, read: &mut Read) -> Vec<String> {
    let mut wrong = Vec::new();
    for (class, last) in Class::ALL.into_iter().zip(&mut read.0) {
        let view = View::of(encounter, class);
        let rules = view.system.rules();
        for line in view.log.iter().filter(|line| line.no > *last) {
            if words(rules, &line.what).iter().any(String::is_empty) {
                wrong.push(format!("no words for {:?}", line.what));
            }
        }
        *last = view.log.last().map_or(*last, |line| line.no.max(*last));
        for row in view.turn.acting.iter().filter_map(|id| view.rows.get(id)) {
            if around(rules, row, &view.house).contains(&"") {
                wrong.push(format!("a word is missing beside {}", row.full_name()));
            }
            wrong.extend(panel(rules, row, &view.house));
            let asks = |seat: &&SeatId| {
                let role = encounter.seat(**seat).map(|seat| seat.role);
                role.is_some_and(|role| Class::of(role) == class)
            };
            let storyteller = view.seats.iter().find(|seat| seat.role.runs_the_table());
            let owner = row.owner.or(storyteller.map(|seat| seat.id));
            if let Some(seat) = owner.as_ref().filter(asks) {
                wrong.extend(offers(encounter, *seat, row, &view));
            }
        }
    }
    wrong
}

/// Returns the words that a rule system has for a log message; none may be empty.
fn words(rules: &dyn Look, what: &What) -> Vec<String> {
    match what {
        What::Rolled {
            reading,
            rolled,
            terms,
            ..
        } => {
            let sum = rules::term::sum(terms);
            let usual = rules.tell_reading(reading);
            let offer = rules.offer(sum, reading);
            let told = rules.tell_outcome(rolled, reading);
            vec![format!("{told}, {usual}"), told, offer.button, offer.sum]
        }
        What::Aborted {
            rolled: Some(rolled),
            ..
        } => vec![rules.tell_outcome(rolled, &Reading::default())],
        What::Initiative {
            name,
            die,
            score,
            terms,
            ..
        } => {
            let known = die.map(|die| (die, terms.as_slice()));
            vec![rules.tell_initiative(name, *score, known)]
        }
        What::Offered {
            name, initiative, ..
        } => {
            let known = Some((initiative.die, initiative.terms.as_slice()));
            vec![rules.tell_initiative(name, initiative.score, known)]
        }
        What::Harmed { packet, .. } => vec![rules.tell_damage(packet)],
        What::Marked { .. } => vec![rules.speech().health.into()],
        What::TraitSet { key, .. } => {
            let mut traits = rules.traits().iter();
            let spec = traits.find(|spec| spec.key == key);
            vec![
                spec.map_or(key.as_str(), |spec| spec.title.get())
                    .to_owned(),
            ]
        }
        What::KindSet { kind, .. } => {
            let mut kinds = rules.kinds().iter();
            let spec = kinds.find(|spec| kind.as_ref().is_none_or(|key| spec.key == key));
            vec![spec.map_or("", |spec| spec.title.get()).to_owned()]
        }
        What::Conditioned { key, .. } => {
            let mut known = rules.conditions().iter();
            let spec = known.find(|spec| spec.key == key);
            vec![spec.map_or(key.as_str(), |spec| spec.word.get()).to_owned()]
        }
        _ => Vec::new(),
    }
}

/// Returns the words of a rule system that the row of an acting combatant shows: sheet, track, declarations,
/// conditions and damage.
fn around(rules: &dyn Look, row: &Row, house: &House) -> Vec<&'static str> {
    let mut words = vec![rules.title(), rules.blurb(), rules.chat_help()];
    words.push(rules.speech().round.get());
    words.extend(rules.traits().iter().map(|spec| spec.title.get()));
    words.extend(rules.unrolled_traits());
    words.extend(rules.kinds().iter().map(|kind| kind.title.get()));
    words.extend(rules.conditions().iter().map(|spec| spec.word.get()));
    words.extend(rules.damage_kinds().iter().map(|kind| kind.word.get()));
    let stances = rules.plan(house).map_or(&[][..], |plan| plan.stances);
    words.extend(stances.iter().map(|stance| stance.title.get()));
    if let Some(track) = &row.track {
        words.push(rules.track_title(track));
    }
    if let Some(fighter) = &row.fighter(house, false) {
        let derived = rules.derived_words().iter();
        let derived = derived.filter_map(|word| rules.derived(word, Some(fighter)));
        words.extend(derived.map(|(title, _)| title.get()));
        let suggested = rules.suggested(fighter);
        words.extend(suggested.iter().map(|term| match term.label.is_empty() {
            true => "",
            false => "a term",
        }));
    }
    words
}

/// Checks the roll panel of a combatant whose values the viewer knows: as it opens, and with each parameter at both
/// ends of its range.
fn panel(rules: &dyn Look, row: &Row, house: &House) -> Vec<String> {
    let Some(fighter) = row.fighter(house, false) else {
        return Vec::new();
    };
    let mut readings = vec![Reading::default()];
    for dial in rules.dials(Some(&fighter)) {
        for value in ends(&dial) {
            let mut reading = Reading::default();
            reading.set(dial.key, value);
            readings.push(reading);
        }
    }
    let mut wrong = Vec::new();
    for turned in readings {
        let reading = rules.settled(&fighter, &turned);
        let terms = rules.roll_terms(&fighter, &reading);
        let sum = rules::term::sum(&terms).saturating_add(USUAL);
        let offer = rules.offer(sum, &reading);
        let barred = rules.forbids(&fighter, &reading);
        let cost = rules.cost(&reading).map(|(pool, _)| pool);
        let unnamed = offer.button.is_empty()
            || terms.iter().any(|term| term.label.is_empty())
            || barred.is_some_and(|why| why.text.is_empty())
            || cost.is_some_and(str::is_empty);
        let odds = rules.odds(sum, &reading, house);
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
const USUAL: i32 = 5;

/// Returns the first and the last value of a parameter.
fn ends(dial: &Dial) -> BTreeSet<i32> {
    let values = match &dial.range {
        Range::Flag => vec![1],
        Range::Choice(options) => options.iter().map(|(value, _)| *value).collect(),
        Range::Number(least, most) => vec![*least, *most],
    };
    values.into_iter().collect()
}

/// Checks that the owner of an acting combatant is offered maneuvers: without a target, and against each other visible
/// combatant.
fn offers(encounter: &Encounter, seat: SeatId, row: &Row, view: &View) -> Vec<String> {
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
        match reply(encounter, Actor::Seat(seat), &question) {
            Reply::Offers { maneuvers, .. } if !maneuvers.is_empty() => {}
            other => wrong.push(format!("{question:?}: {other:?}")),
        }
    }
    wrong
}

/// Returns the odds that the sender of a command sees before sending it: of a declaration, or of an exchange with
/// their answer. `None` for other commands.
pub(super) fn asked(encounter: &Encounter, by: Actor, command: &Command) -> Option<Reply> {
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
    Some(reply(encounter, by, &question))
}

/// Returns the reason that bars a declaration as it is offered to its sender, in the words of a refusal. `None` if it
/// is not offered; `Some(None)` if nothing bars it.
pub(super) fn offered(
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
    let Reply::Offers { maneuvers, .. } = reply(encounter, by, &question) else {
        return None;
    };
    let mut offers = maneuvers.into_iter();
    let offer = offers.find(|it| it.key == asked.intent.maneuver)?;
    let bar = offer.barred.map(|(why, rule)| format!("{why} ({rule})"));
    offer.targets.takes(asked.at.len()).then_some(bar)
}

/// Returns the problem with a reply of [`asked`] about a command that was accepted, if any.
pub(super) fn odd(told: &Reply) -> Option<String> {
    let fine = match told {
        Reply::Odds(Chances { parties, .. }) => parties.values().all(|hurt| {
            let chances = is_chance(hurt.chance) && is_chance(hurt.down);
            chances && hurt.damage.is_finite() && hurt.damage >= 0.0
        }),
        // Players may not know what a foe can do.
        Reply::Refused(Refusal::NotAllowed) => true,
        Reply::Offers { .. } | Reply::Spent(_) | Reply::Refused(_) | Reply::TooFast => false,
    };
    (!fine).then(|| format!("its odds: {told:?}"))
}

/// Whether a number is a probability from 0 to 1, with a margin for rounding.
fn is_chance(chance: f64) -> bool {
    (0.0..=1.0 + 1e-9).contains(&chance)
}

#[cfg(test)]
mod tests {
    use rules::sorted::Map;

    use rules::encounter::question::Hurt;
    use rules::id::CombatantId;

    use super::*;

    #[test]
    fn a_table_that_does_not_answer_is_odd() {
        let odds = |chance, damage| {
            let (down, botch) = (0.0, 0.0);
            let hurt = Hurt {
                chance,
                damage,
                down,
                botch,
            };
            let parties = Map::from([(CombatantId::FIRST, hurt)]);
            let exact = true;
            Reply::Odds(Chances {
                exact,
                parties,
                pool: None,
            })
        };
        for fine in [odds(0.5, 2.0), Reply::Refused(Refusal::NotAllowed)] {
            assert_eq!(odd(&fine), None);
        }
        let strange = [odds(1.5, 2.0), odds(0.5, -1.0), odds(0.5, f64::NAN)];
        let silent = [Reply::Refused(Refusal::ExchangeOver), Reply::TooFast];
        for wrong in strange.iter().chain(&silent) {
            assert!(odd(wrong).is_some(), "{wrong:?}");
        }
    }
}
