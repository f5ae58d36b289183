//! Pools named by traits: what a roll is made of before it is known who makes it.
//!
//! The same pool has other numbers on every sheet. [`read_pool`] reads it as typed, [`PoolPart::value_for`] looks a part
//! up on a sheet.

use serde::{Deserialize, Serialize};

use crate::base::sorted_map::Map;
use crate::character::condition::Conditions;
use crate::character::gear::Gear;
use crate::character::sheet::{Sheet, TraitSpec};
use crate::messages::{Text, Wording, core as msg};
use crate::ruleset::ClientRules;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;

/// Maximum number of parts of one pool.
pub const MAX_POOL_PARTS: usize = 8;

/// Part of a dice pool, either a trait whose value each combatant brings or a fixed number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PoolPart {
    /// A trait of the sheet, by its key; a derived value, by its word; or a custom trait, by its name.
    Trait(String),
    /// The same, subtracted.
    Less(String),
    /// A number that is the same for everybody.
    Number(i32),
}

impl PoolPart {
    /// Returns the key of the trait; `None` for a number.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Trait(key) | Self::Less(key) => Some(key),
            Self::Number(_) => None,
        }
    }

    /// Returns the title of the part, without its sign.
    #[must_use]
    pub fn title(&self, rules: &dyn ClientRules) -> Wording {
        let Some(key) = self.key() else {
            return msg::MODIFIER.into();
        };
        let spec = find_spec(key, rules).map(|spec| spec.title);
        spec.or_else(|| derived_title(key, rules))
            .map_or_else(|| Wording::verbatim(key.to_owned()), Wording::from)
    }

    /// Returns the value of the part for a combatant, from their sheet. A custom trait that the
    /// sheet lacks counts 0.
    #[must_use]
    pub fn value_for(&self, who: &CombatantInfo<'_>, rules: &dyn ClientRules) -> i32 {
        let look_up = |key: &str| {
            if let Some(spec) = find_spec(key, rules) {
                return who.sheet.get(spec);
            }
            if let Some((_, value)) = rules.derived_value(key, Some(who)) {
                return value;
            }
            who.sheet.custom.get(key).copied().unwrap_or(0)
        };
        match self {
            Self::Trait(key) => look_up(key),
            Self::Less(key) => look_up(key).saturating_neg(),
            Self::Number(number) => *number,
        }
    }

    /// Whether the part can be looked up, as a number, a trait of the rules, or one of these custom
    /// traits.
    #[must_use]
    pub fn is_known(&self, rules: &dyn ClientRules, custom: &[&str]) -> bool {
        self.key().is_none_or(|key| {
            find_spec(key, rules).is_some()
                || derived_title(key, rules).is_some()
                || custom.contains(&key)
        })
    }
}

/// Returns a pool in words, such as "Wits + Alertness − 1".
#[must_use]
pub fn pool_title(parts: &[PoolPart], rules: &dyn ClientRules) -> Wording {
    let words = |part: &PoolPart| match part {
        PoolPart::Number(number) => Wording::verbatim(number.unsigned_abs().to_string()),
        part => part.title(rules),
    };
    let is_less = |part: &PoolPart| matches!(part, PoolPart::Less(_) | PoolPart::Number(..0));
    let mut parts = parts.iter();
    let first = parts
        .next()
        .map_or_else(Wording::default, |first| match is_less(first) {
            true => msg::wordings::less(words(first)),
            false => words(first),
        });
    parts.fold(first, |sum, part| match is_less(part) {
        true => msg::wordings::difference_of(sum, words(part)),
        false => msg::wordings::sum_of(sum, words(part)),
    })
}

/// Reads a pool as people type it, or only the beginnings of its words, as in "wits + alertness" or
/// "wits al".
///
/// # Errors
/// The part of the text that names nothing, or the whole text if there is nothing in it or too much.
pub fn read_pool(
    text: &str,
    rules: &dyn ClientRules,
    custom: &[&str],
) -> Result<Vec<PoolPart>, String> {
    let mut parts = Vec::new();
    let spread = text.replace(['−', '–'], "-");
    let spread = spread.replace('+', " + ").replace(" -", " - ");
    let mut minus = false;
    let mut words: Vec<&str> = Vec::new();
    for word in spread.split_whitespace().chain(["+"]) {
        if !matches!(word, "+" | "-") {
            words.push(word);
            continue;
        }
        read_words(&words, minus, (rules, custom), &mut parts)?;
        words.clear();
        minus = word == "-";
    }
    match parts.is_empty() || parts.len() > MAX_POOL_PARTS {
        true => Err(text.trim().to_owned()),
        false => Ok(parts),
    }
}

/// Reads the words between two signs into parts, each of which takes as many words as name
/// something together.
fn read_words(
    words: &[&str],
    minus: bool,
    (rules, custom): (&dyn ClientRules, &[&str]),
    parts: &mut Vec<PoolPart>,
) -> Result<(), String> {
    let mut rest = words;
    while let Some(first) = rest.first() {
        if let Ok(number) = first.parse::<i32>() {
            parts.push(PoolPart::Number(if minus {
                number.saturating_neg()
            } else {
                number
            }));
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let named = (1..=rest.len()).rev().find_map(|count| {
            let name = rest.get(..count)?.join(" ");
            let key = find_key(&name, rules, custom)?;
            Some((key, count))
        });
        let (key, count) = named.ok_or_else(|| (*first).to_owned())?;
        parts.push(match minus {
            true => PoolPart::Less(key),
            false => PoolPart::Trait(key),
        });
        rest = rest.get(count..).unwrap_or_default();
    }
    Ok(())
}

/// Finds the key that a name stands for, if it is spelled out or the only one that begins so.
fn find_key(name: &str, rules: &dyn ClientRules, custom: &[&str]) -> Option<String> {
    let name = fold(name);
    let all = pool_names(rules, custom);
    let whole = all.iter().find(|(key, title, aliases)| {
        fold(key) == name || fold(title) == name || aliases.iter().any(|alias| fold(alias) == name)
    });
    let begun = || {
        let mut begun = all
            .iter()
            .filter(|(key, title, _)| fold(title).starts_with(&name) || fold(key) == name);
        begun.next().filter(|_| name.chars().count() > 1)
    };
    whole.or_else(begun).map(|(key, ..)| key.clone())
}

/// Lists the pools that text may be meant to become, as keys and words; at most six.
#[must_use]
pub fn complete_pool(text: &str, rules: &dyn ClientRules, custom: &[&str]) -> Vec<String> {
    let text = text.trim_start();
    let (before, last) = match text.rfind(['+', ' ']) {
        Some(at) if read_pool(text.get(..at).unwrap_or_default(), rules, custom).is_ok() => (
            text.get(..at).unwrap_or_default(),
            text.get(at + 1..).unwrap_or_default(),
        ),
        _ => ("", text),
    };
    let last = fold(last.trim());
    if last.is_empty() {
        return Vec::new();
    }
    let before = read_pool(before, rules, custom).unwrap_or_default();
    let names = pool_names(rules, custom).into_iter();
    let fits = names.filter(|(_, title, aliases)| {
        let title = fold(title);
        let mut words = title.split(' ');
        title.starts_with(&last)
            || words.any(|word| word.starts_with(&last))
            || aliases.iter().any(|alias| fold(alias) == last)
    });
    let whole = fits.map(|(key, ..)| {
        let parts = before.iter().cloned().chain([PoolPart::Trait(key)]);
        pool_title(&parts.collect::<Vec<_>>(), rules).to_string()
    });
    whole.take(6).collect()
}

/// Lists everything that can be part of a pool, with its key, its title, and other words for it.
fn pool_names(
    rules: &dyn ClientRules,
    custom: &[&str],
) -> Vec<(String, String, &'static [&'static str])> {
    let facts = rules.facts();
    let rolled = facts.trait_specs.iter();
    let rolled = rolled.filter(|spec| !facts.unrolled_traits.contains(&spec.key));
    let rolled = rolled.map(|spec| (spec.key.to_owned(), String::from(spec.title), spec.aliases));
    let derived = rules.derived_value_words().iter();
    let derived = derived.filter_map(|word| {
        let title = derived_title(word, rules)?;
        Some(((*word).to_owned(), String::from(title), &[][..]))
    });
    let custom = custom.iter();
    let custom = custom.map(|name| ((*name).to_owned(), (*name).to_owned(), &[][..]));
    rolled.chain(derived).chain(custom).collect()
}

/// Converts a name to the form in which names are compared.
fn fold(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

/// Finds a trait of the rules by its key.
fn find_spec(key: &str, rules: &dyn ClientRules) -> Option<&'static TraitSpec> {
    let mut specs = rules.facts().trait_specs.iter();
    specs.find(|spec| spec.key == key)
}

/// Returns the title of a derived value, tried with a blank sheet; `None` if the word names none.
#[must_use]
pub fn derived_title(word: &str, rules: &dyn ClientRules) -> Option<Text> {
    let (sheet, house) = (Sheet::default(), HouseRules::default());
    let (tally, pools) = (Map::new(), Map::new());
    let (conditions, gear) = (Conditions::new(), Gear::new());
    let blank = CombatantInfo {
        conditions: &conditions,
        gear: &gear,
        sheet: &sheet,
        track: &rules.unmarked_track(&sheet).ok()?,
        initiative: None,
        unscored: false,
        moved: 0,
        plan: None,
        tally: &tally,
        pools: &pools,
        house: &house,
    };
    let (title, _) = rules.derived_value(word, Some(&blank))?;
    Some(title)
}
