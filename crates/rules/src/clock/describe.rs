//! Reader of the line that makes a clock: `Alarm 8, on failed Stealth`, `Open the ward: Intelligence + Occult, 8, 10
//! successes, 5 turns`.
//!
//! ```text
//! line   = name size {"," word} | name ":" pool {"," (number | number "successes" | number "turns" | dial | word)}
//! word   = "hidden" | "pinned" | "untold" | "by hand" | "each" moment | "on" ["failed" | "successful"] trait
//! moment = "turn" | "round" | "scene"
//! pool   = trait {("+" | "-") (trait | number)}
//! ```
//!
//! A number alone behind a pool is the difficulty, where the rules have one.

use super::action::ExtendedAction;
use super::limits::{MAX_CLOCK_LINE, MAX_ROLLS, MAX_SUCCESSES, SEGMENTS};
use super::model::{Clock, FillTrigger, Moment, RollTrigger, Tone};
use super::pool::{Problem, Traits, read_pool};
use super::problem::{ClockLineError, ClockLineProblem};
use crate::base::text::{Name, parse_whole_number};
use crate::character::parameters::{ParameterRange, ParameterSpec};
use crate::ruleset::ClientRules;
use crate::space::line::{find_part, split_number, split_unquoted};

/// Key of the parameter for each die's target number, in systems that have one.
const DIFFICULTY_KEY: &str = "difficulty";
/// Successes that an extended action needs if the line does not say.
const USUAL_SUCCESSES: u16 = 5;

/// Reads the line that makes a clock; `custom` are the traits of sheets beside those of the rules.
///
/// # Errors
/// [`ClockLineError`] with the part that is not understood.
pub fn parse_clock(
    text: &str,
    rules: &dyn ClientRules,
    custom: &[String],
) -> Result<Clock, ClockLineError> {
    let known = Traits { rules, custom };
    let too_long = text.chars().count() > MAX_CLOCK_LINE;
    let read = match text.split_once(':') {
        _ if too_long => Err((text, ClockLineProblem::TooLong)),
        Some((name, rest)) => read_action(name, rest, known),
        None => read_ring(text, known),
    };
    read.map_err(|(part, why)| ClockLineError {
        part: find_part(text, part),
        why,
    })
}

/// Reads the description of a clock that is a circle of segments, such as a name and their number.
fn read_ring<'t>(text: &'t str, known: Traits<'_>) -> Result<Clock, Problem<'t>> {
    let mut parts = split_unquoted(text, |c| c == ',')
        .into_iter()
        .map(str::trim);
    let head = parts.next().unwrap_or_default();
    let (name, size) = split_number(head);
    let name = read_name(name, head)?;
    let digits = size.ok_or((head, ClockLineProblem::NoSize))?;
    let size = digits.parse().ok().filter(|size| SEGMENTS.contains(size));
    let mut clock = Clock::new(name, size.ok_or((digits, ClockLineProblem::Segments))?);
    for part in parts.filter(|part| !part.is_empty()) {
        read_word(&mut clock, part, known)?;
    }
    Ok(clock)
}

/// Reads an extended action.
fn read_action<'t>(name: &'t str, rest: &'t str, known: Traits<'_>) -> Result<Clock, Problem<'t>> {
    let mut parts = split_unquoted(rest, |c| c == ',')
        .into_iter()
        .map(str::trim);
    let pool = parts.next().unwrap_or_default();
    let mut clock = Clock::new(read_name(name.trim(), name)?, USUAL_SUCCESSES);
    clock.tone = Tone::Work;
    let mut action = ExtendedAction {
        pool: read_pool(pool, known)?,
        ..ExtendedAction::default()
    };
    for part in parts.filter(|part| !part.is_empty()) {
        match part.split_once(' ') {
            Some((number, "success" | "successes")) => {
                let needed = number.parse().ok();
                let needed = needed.filter(|needed| (1..=MAX_SUCCESSES).contains(needed));
                clock.size = needed.ok_or((part, ClockLineProblem::Successes))?;
            }
            Some((number, "turn" | "turns" | "round" | "rounds" | "roll" | "rolls")) => {
                let rolls = number.parse().ok();
                let rolls = rolls.filter(|rolls| (1..=MAX_ROLLS).contains(rolls));
                action.rolls = Some(rolls.ok_or((part, ClockLineProblem::Rolls))?);
            }
            _ => match read_dial(part, known.rules) {
                Some((key, value)) => action.reading.set(key, value),
                None => read_word(&mut clock, part, known)?,
            },
        }
    }
    clock.action = Some(Box::new(action));
    Ok(clock)
}

/// Reads the name of a clock; `whole` is the text that an error about the name points at.
fn read_name<'t>(name: &str, whole: &'t str) -> Result<Name, Problem<'t>> {
    if name.is_empty() {
        return Err((whole, ClockLineProblem::NoName));
    }
    Name::new(name).map_err(|error| (whole, ClockLineProblem::Name(error)))
}

/// Reads a parameter of the rolls of an extended action, as a key and value: `8`, `difficulty 8`,
/// or the word of a flag; `None` if it is none.
fn read_dial(part: &str, rules: &dyn ClientRules) -> Option<(&'static str, i32)> {
    let specs = rules.parameter_specs(None);
    let find = |word: &str| {
        let folded = word.to_lowercase();
        let mut specs = specs.iter();
        specs.find(|spec| spec.key == folded || spec.title.get().to_lowercase() == folded)
    };
    let accepts = |spec: &ParameterSpec, value| spec.accepts(value).then_some((spec.key, value));
    if let Some(value) = parse_whole_number(part) {
        return accepts(find(DIFFICULTY_KEY)?, value);
    }
    let (words, number) = split_number(part);
    match number {
        Some(number) => accepts(find(words)?, number.parse().ok()?),
        None => {
            let spec = find(words)?;
            (spec.range == ParameterRange::Flag).then_some((spec.key, 1))
        }
    }
}

/// Reads a word of a clock line that every clock can have, such as "hidden", into the clock.
fn read_word<'t>(clock: &mut Clock, part: &'t str, known: Traits<'_>) -> Result<(), Problem<'t>> {
    let folded = part.to_lowercase();
    let words: Vec<&str> = folded.split_whitespace().collect();
    let unknown = || {
        let words = part.to_owned();
        let why = match &clock.action {
            None if clock.tone == Tone::Threat => ClockLineProblem::UnknownTrigger { words },
            _ => ClockLineProblem::UnknownDial { words },
        };
        (part, why)
    };
    let turn = match known.rules.facts().vocabulary.round.get() {
        "turn" => Moment::Round,
        _ => Moment::Step,
    };
    match &words[..] {
        ["hidden"] => clock.hidden = true,
        ["pinned"] => clock.pinned = true,
        ["untold"] => clock.untold = true,
        ["by", "hand"] => clock.fills = FillTrigger::Hand,
        ["each" | "every", "turn"] => clock.fills = FillTrigger::Each(turn),
        ["each" | "every", "round"] => clock.fills = FillTrigger::Each(Moment::Round),
        ["each" | "every", "scene"] => clock.fills = FillTrigger::Each(Moment::Scene),
        ["on", ..] => {
            let rest = part.get(2..).unwrap_or_default().trim();
            let (first, behind) = rest.split_once(' ').unwrap_or((rest, ""));
            let (failed, of) = match &*first.to_lowercase() {
                "failed" | "failing" | "failure" => (true, behind),
                "successful" | "success" | "each" | "every" => (false, behind),
                _ => (false, rest),
            };
            let of = of
                .trim()
                .trim_start_matches("of ")
                .trim_end_matches(" roll");
            if of.is_empty() {
                return Err(unknown());
            }
            let of = Name::new(of).map_err(|error| (part, ClockLineProblem::Name(error)))?;
            clock.fills = FillTrigger::Roll(RollTrigger { of, failed });
        }
        _ => return Err(unknown()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::SystemId;

    fn read(line: &str) -> Result<Clock, ClockLineError> {
        let custom = ["Intelligence", "Occult"].map(str::to_owned);
        parse_clock(line, SystemId::Masquerade.client_rules(), &custom)
    }

    #[test]
    fn a_line_makes_a_clock() {
        let alarm = read("Alarm 8, on failed stealth").expect("a clock");
        assert_eq!(
            (alarm.name.as_str(), alarm.size, alarm.hidden),
            ("Alarm", 8, false)
        );
        let FillTrigger::Roll(roll) = &alarm.fills else {
            panic!("{alarm:?}");
        };
        assert_eq!((roll.of.as_str(), roll.failed), ("stealth", true));
        let bishop = read("The Bishop wakes 6, each turn, hidden").expect("a clock");
        assert_eq!(bishop.fills, FillTrigger::Each(Moment::Round));
        assert!(bishop.hidden && bishop.name.as_str() == "The Bishop wakes");
        let ward = read("Open the ward: Intelligence + Occult, 8, 10 successes, 5 turns");
        let ward = ward.expect("an action");
        let action = ward.action.expect("an action");
        assert_eq!((ward.size, action.rolls), (10, Some(5)));
        assert_eq!(action.pool, "Intelligence + Occult");
        assert_eq!(action.reading.get("difficulty"), Some(8));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let wrong = |line: &str| {
            let error = read(line).expect_err("no clock");
            let (from, to) = (error.part.0 as usize, error.part.1 as usize);
            (line.get(from..to).unwrap_or_default().to_owned(), error.why)
        };
        assert_eq!(wrong("Alarm").1, ClockLineProblem::NoSize);
        assert_eq!(wrong("Alarm 2"), ("2".into(), ClockLineProblem::Segments));
        assert_eq!(
            wrong("Alarm 13, hidden"),
            ("13".into(), ClockLineProblem::Segments)
        );
        assert_eq!(wrong("8").1, ClockLineProblem::NoName);
        let (part, why) = wrong("Alarm 8, on Tuesdays, loudly");
        let words = "loudly".to_owned();
        assert_eq!(
            (part, why),
            ("loudly".into(), ClockLineProblem::UnknownTrigger { words })
        );
        let (part, why) = wrong("Ward: Intelligence + Ocult, 8");
        let word = "Ocult".to_owned();
        assert_eq!(
            (part, why),
            ("Ocult".into(), ClockLineProblem::UnknownTrait { word })
        );
        assert_eq!(
            wrong("Ward: Occult, 99 successes").1,
            ClockLineProblem::Successes
        );
        assert_eq!(wrong("Ward: Occult, 99 turns").1, ClockLineProblem::Rolls);
        let words = "99".to_owned();
        assert_eq!(
            wrong("Ward: Occult, 99"),
            ("99".into(), ClockLineProblem::UnknownDial { words })
        );
        assert_eq!(wrong(&"x".repeat(300)).1, ClockLineProblem::TooLong);
    }
}
