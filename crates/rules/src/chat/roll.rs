//! Rolls typed into the log: the sum of traits and numbers, and the words that set parameters.

use std::borrow::Cow;

use crate::messages::{Wording, core as msg};

use crate::character::parameters::{ParameterRange, ParameterSpec, Parameters};
use crate::chat::dice_notation;
use crate::chat_command::{ChatCommand, ChatError, RollLine};
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::trait_pool::derived_title;

/// Key of the parameter for each die's target number, in systems that have one.
const DIFFICULTY_KEY: &str = "difficulty";

/// Creates an error about the syntax of a roll after `/roll` in the chat.
fn roll_error(text: impl Into<Cow<'static, str>>) -> ChatError {
    ChatError::new("roll", Wording::verbatim(text))
}

/// Parses the text after `/roll` in a chat line into a roll by the rules or of ordinary dice.
pub(super) fn parse_roll(
    text: &str,
    rules: &dyn RuleSystem,
    sender: Option<&CombatantInfo<'_>>,
) -> Result<ChatCommand, ChatError> {
    let (text, what) = match text.split_once('#') {
        Some((text, what)) => (text, Some(what.trim()).filter(|what| !what.is_empty())),
        None => (text, None),
    };
    let mut line = RollLine {
        purpose: what.map(str::to_owned),
        terms: Vec::new(),
        reading: Parameters::default(),
        hidden: false,
    };
    let spaced = space_out_signs(text).to_lowercase();
    let count;
    let mut words: Vec<&str> = spaced.split_whitespace().collect();
    match classify_dice(&words, rules)? {
        DiceUse::None => {}
        DiceUse::PlainSum => {
            let sum = dice_notation::parse_dice_sum(&words, what)?;
            return Ok(ChatCommand::Plain(Box::new(sum)));
        }
        DiceUse::Pool(at, dice) => {
            count = dice.to_string();
            if let Some(word) = words.get_mut(at) {
                *word = &count;
            }
        }
        DiceUse::Target(from) => _ = words.drain(from..from.saturating_add(2)),
    }
    let mut words = words.into_iter().peekable();
    let dials = rules.parameter_specs(sender);
    let mut sign = None;
    while let Some(word) = words.next() {
        if let "+" | "-" = word {
            if sign.is_some() {
                return Err(roll_error(msg::something_is_missing_before(&word)));
            }
            sign = Some(if word == "+" { 1 } else { -1 });
            continue;
        }
        if let ">=" | ">" = word {
            let value = words.next().unwrap_or_default();
            set_target_number((word, value), rules, &dials, &mut line)?;
            continue;
        }
        let part = parse_part(word, rules, sender);
        match (part, sign.take()) {
            (Some(part), Some(sign)) => line.terms.push(apply_sign(part?, sign)),
            (Some(part), None) if line.terms.is_empty() => line.terms.push(part?),
            (None, Some(_)) => {
                return Err(roll_error(msg::is_no_number_and_no(&word)));
            }
            (part, None) => {
                let next = words.peek().copied();
                match set_parameter(word, next, rules, &dials, &mut line)? {
                    ParameterMatch::Word => {}
                    ParameterMatch::WordPair => drop(words.next()),
                    ParameterMatch::Unmatched if part.is_some() => {
                        return Err(roll_error(msg::put_plus_or_minus_before(&word)));
                    }
                    ParameterMatch::Unmatched => {
                        let example = rules.facts().vocabulary.roll_example;
                        return Err(roll_error(msg::means_nothing_here_try(&word, &example)));
                    }
                }
            }
        }
    }
    if sign.is_some() {
        return Err(roll_error(msg::SOMETHING_IS_MISSING_AT_THE));
    }
    if line.terms.is_empty() && line.reading == Parameters::default() {
        let example = rules.facts().vocabulary.roll_example;
        return Err(roll_error(msg::say_what_to_roll(&example)));
    }
    Ok(ChatCommand::Roll(Box::new(line)))
}

/// Interpretation of dice such as `5d10` in a roll line.
enum DiceUse {
    /// Line without dice notation.
    None,
    /// Pool of so many dice, which replaces the word at this index.
    Pool(usize, u16),
    /// Roll against a target: dice at this index, followed by `<=`.
    Target(usize),
    /// Ordinary dice that are added up.
    PlainSum,
}

/// Decides how the dice notation in a line is meant in this system.
fn classify_dice(words: &[&str], rules: &dyn RuleSystem) -> Result<DiceUse, ChatError> {
    // Beside other parts of a roll, some systems read `d7` as a difficulty.
    let is_part = |at: Option<usize>| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| !matches!(*word, "+" | "-" | "hidden" | "<" | ">" | "<=" | ">="))
    };
    let is_dial = |at: usize, word: &str| {
        let beside = is_part(at.checked_sub(1)) || is_part(at.checked_add(1));
        beside && rules.parameter_from_word(word).is_some()
    };
    let words_at = words.iter().enumerate();
    let words_at = words_at.filter(|(at, word)| !is_dial(*at, word));
    let mut dice = words_at.filter_map(|(at, word)| Some((at, dice_notation::parse_dice(word)?)));
    let Some((at, first)) = dice.next() else {
        return Ok(DiceUse::None);
    };
    let (count, sides) = first?;
    let is_alone = dice.next().is_none() && !words.iter().any(|word| matches!(*word, "+" | "-"));
    let own = is_alone && sides == rules.facts().die_sides;
    let behind = words.get(at.saturating_add(1)).copied();
    match (own, rules.counts_dice(), behind) {
        (true, true, _) => Ok(DiceUse::Pool(at, count)),
        (true, false, Some("<=")) if count == 2 => Ok(DiceUse::Target(at)),
        (.., Some(sign @ ("<=" | ">=" | "<" | ">"))) => Err(roll_error(msg::is_read_of_no_dice(
            &sign,
            &(match rules.counts_dice() {
                true => format!("6d{}>=8", rules.facts().die_sides),
                false => format!("2d{}<=8", rules.facts().die_sides),
            }),
        ))),
        _ => Ok(DiceUse::PlainSum),
    }
}

/// Sets the target number of each die from a sign and number such as `>=8`.
fn set_target_number(
    (sign, value): (&str, &str),
    rules: &dyn RuleSystem,
    dials: &[ParameterSpec],
    line: &mut RollLine,
) -> Result<(), ChatError> {
    let least = value.parse::<i32>().ok().filter(|value| *value <= 1_000);
    let least = least.ok_or_else(|| roll_error(msg::a_number_is_missing_behind(&sign)))?;
    let least = if sign == ">" {
        least.saturating_add(1)
    } else {
        least
    };
    let dial = dials.iter().find(|dial| dial.key == DIFFICULTY_KEY);
    match (dial, rules.fixed_target_number()) {
        (Some(_), _) if line.reading.get(DIFFICULTY_KEY).is_some() => {
            Err(roll_error(msg::that_is_there_twice(&sign, &value)))
        }
        (Some(dial), _) => {
            line.reading
                .set(dial.key, parse_parameter_value(&least.to_string(), dial)?);
            Ok(())
        }
        (None, Some(always)) if always == least => Ok(()),
        (None, Some(always)) => Err(roll_error(msg::a_die_counts_here_from(
            &always, &sign, &value,
        ))),
        (None, None) => Err(roll_error(msg::dice_are_not_counted_here(&sign, &value))),
    }
}

/// Multiplies the value of a part by its sign, 1 or −1.
fn apply_sign((label, value): (String, i32), sign: i32) -> (String, i32) {
    (label, value.saturating_mul(sign))
}

/// Puts blanks around signs between parts, but not inside words such as `9-again`; a typographic
/// minus counts as one, too.
fn space_out_signs(text: &str) -> String {
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

/// Parses a part of a sum, a number or a trait of the sender's character; `None` for any other
/// word.
fn parse_part(
    word: &str,
    rules: &dyn RuleSystem,
    sender: Option<&CombatantInfo<'_>>,
) -> Option<Result<(String, i32), ChatError>> {
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let value = word.parse().ok().filter(|value| *value <= 1_000);
        let value = value.ok_or_else(|| roll_error(msg::THAT_NUMBER_IS_TOO_LARGE));
        return Some(value.map(|value| (msg::TYPED.into(), value)));
    }
    let mut specs = rules.facts().trait_specs.iter();
    let named = specs.find(|spec| spec.key == word || spec.aliases.contains(&word));
    let Some(sender) = sender else {
        let is_known = named.is_some() || derived_title(word, rules).is_some();
        let without = || ChatError::new("no_character", msg::PICK_A_CHARACTER_FIRST);
        return is_known.then(|| Err(without()));
    };
    if let Some(spec) = named {
        return Some(Ok((spec.title.into(), sender.sheet.get(spec))));
    }
    if let Some((title, value)) = rules.derived_value(word, Some(sender)) {
        return Some(Ok((title.into(), value)));
    }
    let mut own = sender.sheet.custom.iter();
    let (name, value) = own.find(|(name, _)| name.to_lowercase().replace(' ', "_") == word)?;
    Some(Ok((name.clone(), *value)))
}

/// Outcome of trying a word as a parameter.
enum ParameterMatch {
    /// Word that sets no parameter.
    Unmatched,
    /// Parameter set by this word alone.
    Word,
    /// Parameter set by this word and the next.
    WordPair,
}

/// Sets a parameter from a word, or hides the roll.
fn set_parameter(
    word: &str,
    next: Option<&str>,
    rules: &dyn RuleSystem,
    dials: &[ParameterSpec],
    line: &mut RollLine,
) -> Result<ParameterMatch, ChatError> {
    if word == "hidden" {
        line.hidden = true;
        return Ok(ParameterMatch::Word);
    }
    let (key, glued) = match word.split_once(['=', ':']) {
        Some((key, value)) => (key, Some(value)),
        None => (word, None),
    };
    let named = |key: &str| dials.iter().find(|dial| dial.key == key);
    let begun = || dials.iter().find(|dial| dial.key.starts_with(key));
    let (dial, value, with) = if let Some((key, value)) = rules.parameter_from_word(word) {
        let Some(dial) = named(key) else {
            return Ok(ParameterMatch::Unmatched);
        };
        (dial, value, ParameterMatch::Word)
    } else {
        let long = key.len() >= 3;
        let Some(dial) = named(key).or_else(|| begun().filter(|_| long)) else {
            return Ok(ParameterMatch::Unmatched);
        };
        let (text, with) = match (&dial.range, glued) {
            (ParameterRange::Flag, None) => ("1", ParameterMatch::Word),
            (_, Some(text)) => (text, ParameterMatch::Word),
            (_, None) => (next.unwrap_or_default(), ParameterMatch::WordPair),
        };
        (dial, parse_parameter_value(text, dial)?, with)
    };
    if line.reading.get(dial.key).is_some() {
        return Err(roll_error(msg::that_is_there_twice_2(&word)));
    }
    line.reading.set(dial.key, value);
    Ok(with)
}

/// Parses the value of a parameter from text.
fn parse_parameter_value(text: &str, dial: &ParameterSpec) -> Result<i32, ChatError> {
    let title = dial.title;
    let chosen = match &dial.range {
        ParameterRange::Choice(options) => options.iter().find(|(_, word)| *word == text),
        ParameterRange::Flag | ParameterRange::Number(..) => None,
    };
    let value = match chosen {
        Some((value, _)) => Some(*value),
        None => text.parse().ok().filter(|value| dial.accepts(*value)),
    };
    value.ok_or_else(|| match &dial.range {
        ParameterRange::Number(least, most) => roll_error(msg::goes_from_to(&title, &least, &most)),
        ParameterRange::Flag => roll_error(msg::n1_or_0(&title)),
        ParameterRange::Choice(options) => {
            let words: Vec<&str> = options.iter().map(|(_, word)| word.get()).collect();
            roll_error(format!("{title}: {}.", words.join(", ")))
        }
    })
}
