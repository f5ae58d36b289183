//! Switches off one rule at a time, so that tests can prove that some scene depends on it.
//!
//! A rule that is off has no effect: it adds nothing to sums, bars nothing, asks nothing, offers
//! nothing, and nothing comes due by it. Its label stays, so that no scene fails because of a label
//! alone. Only tests can switch rules off (feature `switches`); otherwise every rule is on and the
//! check costs nothing.

#[cfg(feature = "switches")]
mod switched {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        /// Rules by which this thread has asked people for input.
        static ASKED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
        /// Rule that is switched off in this thread; empty if none.
        static OFF: RefCell<String> = const { RefCell::new(String::new()) };
    }

    /// Guard that switches the rule on again when dropped, also after a panic.
    struct BackOn;

    impl Drop for BackOn {
        fn drop(&mut self) {
            OFF.with_borrow_mut(String::clear);
        }
    }

    /// Runs `play` with this rule switched off.
    pub fn with_rule_off<T>(rule: &str, play: impl FnOnce() -> T) -> T {
        OFF.with_borrow_mut(|off| off.push_str(rule));
        let _back = BackOn;
        play()
    }

    /// Returns and clears the rules by which this thread has asked people for input.
    #[must_use]
    pub fn take_asked_rules() -> BTreeSet<String> {
        ASKED.take()
    }

    /// Records that a person is asked for input by this rule.
    pub(crate) fn record_asked_rule(rule: &str) {
        ASKED.with_borrow_mut(|asked| asked.insert(rule.to_owned()));
    }

    /// Whether this rule is switched off.
    pub(crate) fn is_rule_off(rule: &str) -> bool {
        OFF.with_borrow(|off| !off.is_empty() && off == rule)
    }

    /// Whether the text of a refusal cites the rule that is off, in parentheses.
    pub(crate) fn cites_rule_off(words: &str) -> bool {
        OFF.with_borrow(|off| !off.is_empty() && words.contains(&format!("({off})")))
    }
}

#[cfg(feature = "switches")]
pub(crate) use switched::{cites_rule_off, is_rule_off, record_asked_rule};
#[cfg(feature = "switches")]
pub use switched::{take_asked_rules, with_rule_off};

/// Records that a person is asked for input by this rule.
#[cfg(not(feature = "switches"))]
pub(crate) const fn record_asked_rule(_rule: &str) {}

/// Whether this rule is switched off.
#[cfg(not(feature = "switches"))]
pub(crate) const fn is_rule_off(_rule: &str) -> bool {
    false
}

/// Whether the text of a refusal cites the rule that is off, in parentheses.
#[cfg(not(feature = "switches"))]
pub(crate) const fn cites_rule_off(_words: &str) -> bool {
    false
}
