//! Spelling suggestions for misspelled words.

use strsim::osa_distance;

use super::QuickAddError;
use super::lexer::fold_word;
use crate::ruleset::ClientRules;

/// Words that stand alone in a line.
const STANDALONE_WORDS: [&str; 5] = ["foe", "npc", "hidden", "lurking", "with"];

/// Returns the nearest known word, if one is within one typo in short words, two in others, or
/// begins with the word. A word of up to two letters has none.
pub(in crate::encounter) fn nearest_word<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let word = fold_word(word);
    let length = word.chars().count();
    let slips = |known: &str| {
        let compared = known.to_lowercase().replace('_', " ");
        let most = match compared.chars().count() {
            0..3 => 0,
            3..6 => 1,
            _ => 2,
        };
        if length >= 3 && compared.starts_with(&word) {
            return Some(1);
        }
        let slips = osa_distance(&word, &compared);
        (slips > 0 && slips <= most && slips < length).then_some(slips)
    };
    let near = known
        .into_iter()
        .filter_map(|known| Some((slips(known)?, known)));
    let (_, nearest) = near.min_by_key(|(slips, _)| *slips)?;
    Some(nearest.replace('_', " "))
}

/// Iterates over the words that a line may use in this system.
pub(in crate::encounter) fn known_words(rules: &dyn ClientRules) -> impl Iterator<Item = &str> {
    let traits = rules.facts().trait_specs.iter();
    let traits = traits.flat_map(|spec| {
        let names = [spec.key].into_iter().chain(spec.aliases.iter().copied());
        names.chain([spec.title.get()])
    });
    let kinds = rules.facts().creature_kinds.iter().map(|kind| kind.key);
    traits.chain(kinds).chain(STANDALONE_WORDS)
}

/// Returns the error for an unknown word, with a suggestion if there is one.
pub(super) fn unknown_word_error(word: &str, rules: &dyn ClientRules) -> QuickAddError {
    let word = word.trim_end_matches(['.', '!', '?']).to_owned();
    match nearest_word(&word, known_words(rules)) {
        Some(meant) => QuickAddError::Misspelled { word, meant },
        None => QuickAddError::UnknownWord { word },
    }
}
