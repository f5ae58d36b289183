//! Standalone words of quick-add lines: the kind of creature, the side, hidden, lurking.

use super::lexer::fold_word;
use crate::encounter::combatant::Side;
use crate::ruleset::ClientRules;

/// Values that standalone words of a quick-add line set, such as the kind and side of the new combatant.
#[derive(Default)]
pub(super) struct StandaloneTags {
    /// The key of the kind of creature.
    pub(super) kind: Option<String>,
    /// The side of the combatant.
    pub(super) side: Option<Side>,
    /// Whether the combatant is hidden.
    pub(super) hidden: bool,
    /// Whether the first action reveals the combatant.
    pub(super) reveals_on_action: bool,
}

impl StandaloneTags {
    /// Takes a word that names a kind of creature; returns `false` if it names none.
    pub(super) fn take_kind(&mut self, word: &str, rules: &dyn ClientRules) -> bool {
        let word = fold_word(word);
        let mut creature_kinds = rules.facts().creature_kinds.iter();
        let kind = creature_kinds.find(|kind| kind.key == word);
        self.kind = kind.map(|kind| kind.key.to_owned()).or(self.kind.take());
        kind.is_some()
    }

    /// Sets what a standalone word of a quick-add line names, such as `foe`; returns `false` if it names nothing.
    pub(super) fn take_word(&mut self, word: &str, rules: &dyn ClientRules) -> bool {
        if self.take_kind(word, rules) {
            return true;
        }
        match fold_word(word).as_str() {
            "pc" => self.side = Some(Side::Character),
            "foe" | "npc" => self.side = Some(Side::Foe),
            "hidden" => self.hidden = true,
            "lurking" => (self.hidden, self.reveals_on_action) = (true, true),
            _ => return false,
        }
        true
    }
}
