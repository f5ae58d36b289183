//! Rolls typed into the log: the sum of traits and numbers, and the words that set parameters.

use std::borrow::Cow;

use crate::messages::{Wording, core as msg};

use crate::condition::Conditions;
use crate::dial::{Dial, Range, Reading};
use crate::dice_words;
use crate::fighter::Fighter;
use crate::gear::Gear;
use crate::house::House;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::system::RuleSystem;
use crate::typed::{ChatError, RollLine, Typed};

/// Key of the parameter for each die's target number, in systems that have one.
const DIFFICULTY: &str = "difficulty";

/// Creates an error about the syntax of a roll.
fn wrong(text: impl Into<Cow<'static, str>>) -> ChatError {
    ChatError::new("roll", Wording::verbatim(text))
}

/// Parses the text after `/roll`.
pub(super) fn roll(
    text: &str,
    rules: &dyn RuleSystem,
    sender: Option<&Fighter<'_>>,
) -> Result<Typed, ChatError> {
    let (text, what) = match text.split_once('#') {
        Some((text, what)) => (text, Some(what.trim()).filter(|what| !what.is_empty())),
        None => (text, None),
    };
    let mut line = RollLine {
        what: what.map(str::to_owned),
        terms: Vec::new(),
        reading: Reading::default(),
        hidden: false,
    };
    let spaced = spread(text).to_lowercase();
    let count;
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    match thrown(&words, rules)? {
        Thrown::No => {}
        Thrown::Sum => {
            let sum = dice_words::sum(&words, what)?;
            return Ok(Typed::Plain(Box::new(sum)));
        }
        Thrown::Pool(at, dice) => {
            count = dice.to_string();
            if let Some(word) = words.get_mut(at) {
                *word = &count;
            }
        }
        Thrown::Target(from) => _ = words.drain(from..from.saturating_add(2)),
    }
    let mut words = words.into_iter().peekable();
    let dials = rules.dials(sender);
    let mut sign = None;
    while let Some(word) = words.next() {
        if let "+" | "-" = word {
            if sign.is_some() {
                return Err(wrong(msg::something_is_missing_before(&word)));
            }
            sign = Some(if word == "+" { 1 } else { -1 });
            continue;
        }
        if let ">=" | ">" = word {
            let value = words.next().unwrap_or_default();
            counts_from((word, value), rules, &dials, &mut line)?;
            continue;
        }
        let part = part(word, rules, sender);
        match (part, sign.take()) {
            (Some(part), Some(sign)) => line.terms.push(signed(part?, sign)),
            (Some(part), None) if line.terms.is_empty() => line.terms.push(part?),
            (None, Some(_)) => {
                return Err(wrong(msg::is_no_number_and_no(&word)));
            }
            (part, None) => {
                let next = words.peek().copied();
                match set(word, next, rules, &dials, &mut line)? {
                    Set::Here => {}
                    Set::WithNext => drop(words.next()),
                    Set::Nothing if part.is_some() => {
                        return Err(wrong(msg::put_plus_or_minus_before(&word)));
                    }
                    Set::Nothing => {
                        let example = rules.speech().roll_example;
                        return Err(wrong(msg::means_nothing_here_try(&word, &example)));
                    }
                }
            }
        }
    }
    if sign.is_some() {
        return Err(wrong(msg::SOMETHING_IS_MISSING_AT_THE));
    }
    if line.terms.is_empty() && line.reading == Reading::default() {
        let example = rules.speech().roll_example;
        return Err(wrong(msg::say_what_to_roll(&example)));
    }
    Ok(Typed::Roll(Box::new(line)))
}

/// Interpretation of dice such as `5d10` in a roll line.
enum Thrown {
    /// Line without dice notation.
    No,
    /// Pool of so many dice, which replaces the word at this index.
    Pool(usize, u16),
    /// Roll against a target: dice at this index, followed by `<=`.
    Target(usize),
    /// Ordinary dice that are added up.
    Sum,
}

/// Decides how the dice notation in a line is meant in this system.
fn thrown(words: &[&str], rules: &dyn RuleSystem) -> Result<Thrown, ChatError> {
    // Beside other parts of a roll, some systems read `d7` as a difficulty.
    let is_part = |at: Option<usize>| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| !matches!(*word, "+" | "-" | "hidden" | "<" | ">" | "<=" | ">="))
    };
    let is_dial = |at: usize, word: &str| {
        let beside = is_part(at.checked_sub(1)) || is_part(at.checked_add(1));
        beside && rules.dial_word(word).is_some()
    };
    let words_at = words.iter().enumerate();
    let words_at = words_at.filter(|(at, word)| !is_dial(*at, word));
    let mut dice = words_at.filter_map(|(at, word)| Some((at, dice_words::dice(word)?)));
    let Some((at, first)) = dice.next() else {
        return Ok(Thrown::No);
    };
    let (count, sides) = first?;
    let is_alone = dice.next().is_none() && !words.iter().any(|word| matches!(*word, "+" | "-"));
    let own = is_alone && sides == rules.sides();
    let behind = words.get(at.saturating_add(1)).copied();
    match (own, rules.counts_dice(), behind) {
        (true, true, _) => Ok(Thrown::Pool(at, count)),
        (true, false, Some("<=")) if count == 2 => Ok(Thrown::Target(at)),
        (.., Some(sign @ ("<=" | ">=" | "<" | ">"))) => Err(wrong(msg::is_read_of_no_dice(
            &sign,
            &(match rules.counts_dice() {
                true => format!("6d{}>=8", rules.sides()),
                false => format!("2d{}<=8", rules.sides()),
            }),
        ))),
        _ => Ok(Thrown::Sum),
    }
}

/// Sets the target number of each die from a sign and number such as `>=8`.
fn counts_from(
    (sign, value): (&str, &str),
    rules: &dyn RuleSystem,
    dials: &[Dial],
    line: &mut RollLine,
) -> Result<(), ChatError> {
    let least = value.parse::<i32>().ok().filter(|value| *value <= 1_000);
    let least = least.ok_or_else(|| wrong(msg::a_number_is_missing_behind(&sign)))?;
    let least = if sign == ">" {
        least.saturating_add(1)
    } else {
        least
    };
    let dial = dials.iter().find(|dial| dial.key == DIFFICULTY);
    match (dial, rules.counts_from()) {
        (Some(_), _) if line.reading.get(DIFFICULTY).is_some() => {
            Err(wrong(msg::that_is_there_twice(&sign, &value)))
        }
        (Some(dial), _) => {
            line.reading
                .set(dial.key, stands_for(&least.to_string(), dial)?);
            Ok(())
        }
        (None, Some(always)) if always == least => Ok(()),
        (None, Some(always)) => Err(wrong(msg::a_die_counts_here_from(&always, &sign, &value))),
        (None, None) => Err(wrong(msg::dice_are_not_counted_here(&sign, &value))),
    }
}

/// Multiplies the value of a part by its sign, 1 or −1.
fn signed((label, value): (String, i32), sign: i32) -> (String, i32) {
    (label, value.saturating_mul(sign))
}

/// Puts blanks around signs between parts, but not inside words such as `9-again`; a typographic
/// minus counts as one, too.
fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        // `9-again` is one word, and traits as in `dex-wits` are never subtracted.
        let joins = before.is_alphanumeric() && next.is_alphabetic();
        match char {
            '+' => spread.push_str(" + "),
            '≥' => spread.push_str(" >= "),
            '≤' => spread.push_str(" <= "),
            '=' if matches!(before, '<' | '>') => spread.push_str("= "),
            '<' | '>' if next == '=' => {
                spread.push(' ');
                spread.push(char);
            }
            '<' | '>' => {
                spread.push(' ');
                spread.push(char);
                spread.push(' ');
            }
            '-' | '−' | '–' if joins => spread.push('-'),
            '-' | '−' | '–' => spread.push_str(" - "),
            other => spread.push(other),
        }
        before = char;
    }
    spread
}

/// Parses a part of a sum: a number or a trait of the sender's character; `None` for any other
/// word.
fn part(
    word: &str,
    rules: &dyn RuleSystem,
    sender: Option<&Fighter<'_>>,
) -> Option<Result<(String, i32), ChatError>> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let value = word.parse().ok().filter(|value| *value <= 1_000);
        let value = value.ok_or_else(|| wrong(msg::THAT_NUMBER_IS_TOO_LARGE));
        return Some(value.map(|value| (msg::TYPED.into(), value)));
    }
    let mut specs = rules.traits().iter();
    let named = specs.find(|spec| spec.key == word || spec.aliases.contains(&word));
    let Some(sender) = sender else {
        let is_known = named.is_some() || follows_from_some_sheet(word, rules);
        let without = || ChatError::new("no_character", msg::PICK_A_CHARACTER_FIRST);
        return is_known.then(|| Err(without()));
    };
    if let Some(spec) = named {
        return Some(Ok((spec.title.into(), sender.sheet.get(spec))));
    }
    if let Some((title, value)) = rules.derived(word, Some(sender)) {
        return Some(Ok((title.into(), value)));
    }
    let mut own = sender.sheet.custom.iter();
    let (name, value) = own.find(|(name, _)| name.to_lowercase().replace(' ', "_") == word)?;
    Some(Ok((name.clone(), *value)))
}

/// Whether a word names a derived value, tried with a blank sheet.
fn follows_from_some_sheet(word: &str, rules: &dyn RuleSystem) -> bool {
    let (sheet, house) = (Sheet::default(), House::default());
    let (tally, pools) = (Map::new(), Map::new());
    rules.track(&sheet).is_ok_and(|track| {
        let conditions = Conditions::new();
        let gear = Gear::new();
        let blank = Fighter {
            conditions: &conditions,
            gear: &gear,
            sheet: &sheet,
            track: &track,
            initiative: None,
            unscored: false,
            plan: None,
            tally: &tally,
            pools: &pools,
            house: &house,
        };
        rules.derived(word, Some(&blank)).is_some()
    })
}

/// Outcome of trying a word as a parameter.
enum Set {
    /// Word that sets no parameter.
    Nothing,
    /// Parameter set by this word alone.
    Here,
    /// Parameter set by this word and the next.
    WithNext,
}

/// Sets a parameter from a word, or hides the roll.
fn set(
    word: &str,
    next: Option<&str>,
    rules: &dyn RuleSystem,
    dials: &[Dial],
    line: &mut RollLine,
) -> Result<Set, ChatError> {
    if word == "hidden" {
        line.hidden = true;
        return Ok(Set::Here);
    }
    let (key, glued) = match word.split_once(['=', ':']) {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    };
    let named = |key: &str| dials.iter().find(|dial| dial.key == key);
    let begun = || dials.iter().find(|dial| dial.key.starts_with(key));
    let (dial, value, with) = if let Some((key, value)) = rules.dial_word(word) {
        let Some(dial) = named(key) else {
            return Ok(Set::Nothing);
        };
        (dial, value, Set::Here)
    } else {
        let long = key.len() >= 3;
        let Some(dial) = named(key).or_else(|| begun().filter(|_| long)) else {
            return Ok(Set::Nothing);
        };
        let (text, with) = match (&dial.range, glued) {
            (Range::Flag, None) => ("1", Set::Here),
            (_, Some(text)) => (text, Set::Here),
            (_, None) => (next.unwrap_or_default(), Set::WithNext),
        };
        (dial, stands_for(text, dial)?, with)
    };
    if line.reading.get(dial.key).is_some() {
        return Err(wrong(msg::that_is_there_twice_2(&word)));
    }
    line.reading.set(dial.key, value);
    Ok(with)
}

/// Parses the value of a parameter from text.
fn stands_for(text: &str, dial: &Dial) -> Result<i32, ChatError> {
    let title = dial.title;
    let chosen = match &dial.range {
        Range::Choice(options) => options.iter().find(|(_, word)| *word == text),
        Range::Flag | Range::Number(..) => None,
    };
    let value = match chosen {
        Some((value, _)) => Some(*value),
        None => text.parse().ok().filter(|value| dial.takes(*value)),
    };
    value.ok_or_else(|| match &dial.range {
        Range::Number(least, most) => wrong(msg::goes_from_to(&title, &least, &most)),
        Range::Flag => wrong(msg::n1_or_0(&title)),
        Range::Choice(options) => {
            let words: Vec<&str> = options.iter().map(|(_, word)| word.get()).collect();
            wrong(format!("{title}: {}.", words.join(", ")))
        }
    })
}
