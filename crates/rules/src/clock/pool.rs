//! Pools of extended actions: traits and numbers that are added up.

use super::problem::{ClockLineError, ClockLineProblem};
use crate::messages::core as msg;
use crate::ruleset::ClientRules;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::space::line::find_part;

/// A problem with a part of the line.
pub(super) type Problem<'a> = (&'a str, ClockLineProblem);

/// The traits that a pool can name.
#[derive(Clone, Copy)]
pub(super) struct Traits<'a> {
    /// The rules with their traits and derived values.
    pub(super) rules: &'a dyn ClientRules,
    /// The traits of sheets beside those of the rules.
    pub(super) custom: &'a [String],
}

impl Traits<'_> {
    /// Finds a trait or derived value by what people call it, and returns its name.
    pub(super) fn find(self, word: &str) -> Option<String> {
        let folded = word.to_lowercase();
        let named = find_spec(word, self.rules).map(|spec| spec.title.get().to_owned());
        let derived = || {
            let mut words = self.rules.derived_value_words().iter();
            let joined = folded.replace(' ', "_");
            words
                .find(|word| **word == joined)
                .map(|word| (*word).to_owned())
        };
        let custom = || {
            let mut custom = self.custom.iter();
            custom.find(|name| name.to_lowercase() == folded).cloned()
        };
        named.or_else(derived).or_else(custom)
    }
}

/// Finds a trait of the rules by its key, title or another word for it.
fn find_spec(
    word: &str,
    rules: &dyn ClientRules,
) -> Option<&'static crate::character::sheet::TraitSpec> {
    let folded = word.to_lowercase();
    let joined = folded.replace(' ', "_");
    let mut specs = rules.facts().trait_specs.iter();
    specs.find(|spec| {
        spec.key == joined
            || spec.aliases.contains(&&*joined)
            || spec.title.get().to_lowercase() == folded
    })
}

/// Reads the pool of an extended action, and returns it with the names of the traits; `custom` are the traits of sheets
/// beside those of the rules.
///
/// # Errors
/// [`ClockLineError`] with the trait that nobody knows.
pub fn parse_pool(
    text: &str,
    rules: &dyn ClientRules,
    custom: &[String],
) -> Result<String, ClockLineError> {
    read_pool(text, Traits { rules, custom }).map_err(|(part, why)| ClockLineError {
        part: find_part(text, part),
        why,
    })
}

/// Reads a pool of traits and numbers, and returns it with the names of the traits.
pub(super) fn read_pool<'t>(text: &'t str, known: Traits<'_>) -> Result<String, Problem<'t>> {
    let mut pool = String::new();
    for (minus, word) in split_pool(text) {
        let part = match is_number(word) {
            true => Some(word.to_owned()),
            false => known.find(word),
        };
        let part = part.ok_or_else(|| {
            let part = if word.is_empty() { text } else { word };
            let word = word.to_owned();
            (part, ClockLineProblem::UnknownTrait { word })
        })?;
        pool.push_str(match (pool.is_empty(), minus) {
            (true, false) => "",
            (true, true) => "- ",
            (false, false) => " + ",
            (false, true) => " - ",
        });
        pool.push_str(&part);
    }
    Ok(pool)
}

/// Whether a word is a number.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a pool into its parts, each with whether it is subtracted.
fn split_pool(text: &str) -> Vec<(bool, &str)> {
    let is_sign = |c: char| matches!(c, '+' | '-' | '−');
    let (mut parts, mut minus, mut rest) = (Vec::new(), false, text.trim());
    if let Some(behind) = rest.strip_prefix('-') {
        (minus, rest) = (true, behind);
    }
    while let Some(at) = rest.find(is_sign) {
        let (word, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        parts.push((minus, word.trim()));
        minus = !behind.starts_with('+');
        rest = behind.trim_start_matches(is_sign);
    }
    parts.push((minus, rest.trim()));
    parts
}

/// Returns the labeled terms of a combatant's dice pool; a trait that their sheet lacks is 0, and a
/// pool that nobody could read is `None`.
#[must_use]
pub fn pool_terms(
    pool: &str,
    rules: &dyn ClientRules,
    who: &CombatantInfo<'_>,
) -> Option<Vec<(String, i32)>> {
    let parts = split_pool(pool).into_iter().map(|(minus, word)| {
        let (label, value) = match is_number(word) {
            true => (msg::TYPED.get().to_owned(), word.parse().ok()?),
            false => value_of(word, rules, who),
        };
        Some((label, if minus { value.saturating_neg() } else { value }))
    });
    parts.collect()
}

/// Returns the name and value of a trait of a combatant.
fn value_of(word: &str, rules: &dyn ClientRules, who: &CombatantInfo<'_>) -> (String, i32) {
    let folded = word.to_lowercase();
    if let Some(spec) = find_spec(word, rules) {
        return (spec.title.get().to_owned(), who.sheet.get(spec));
    }
    if let Some((title, value)) = rules.derived_value(&folded.replace(' ', "_"), Some(who)) {
        return (title.get().to_owned(), value);
    }
    let mut custom = who.sheet.custom.iter();
    let own = custom.find(|(name, _)| name.to_lowercase() == folded);
    own.map_or_else(
        || (word.to_owned(), 0),
        |(name, value)| (name.clone(), *value),
    )
}
