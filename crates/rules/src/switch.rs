//! One rule switched off, to see whether any scene notices.
//!
//! A rule that is off is not done: what it adds to a sum is nothing, what it bars is open, what it
//! asks is not asked, what it offers is not there, what comes due by it does not. Its label stays,
//! so that no scene notices by a label alone. Only tests can switch (feature `switches`); everywhere
//! else every rule is on and the question costs nothing.

#[cfg(feature = "switches")]
mod switched {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        static ASKED: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
        static OFF: RefCell<String> = const { RefCell::new(String::new()) };
    }

    /// Puts the rule back on, also where what was played panics.
    struct BackOn;

    impl Drop for BackOn {
        fn drop(&mut self) {
            OFF.with_borrow_mut(String::clear);
        }
    }

    /// Plays something with this rule switched off.
    pub fn without<T>(rule: &str, play: impl FnOnce() -> T) -> T {
        OFF.with_borrow_mut(|off| off.push_str(rule));
        let _back = BackOn;
        play()
    }

    /// The rules by which people were asked something in what this thread played, since the last
    /// time.
    #[must_use]
    pub fn asked() -> BTreeSet<String> {
        ASKED.take()
    }

    /// Remembers that a person is asked by this rule.
    pub(crate) fn asks(rule: &str) {
        ASKED.with_borrow_mut(|asked| asked.insert(rule.to_owned()));
    }

    /// Whether this rule is off.
    pub(crate) fn is_off(rule: &str) -> bool {
        OFF.with_borrow(|off| !off.is_empty() && off == rule)
    }

    /// Whether these words of a refusal name the rule that is off, in brackets.
    pub(crate) fn is_of_one_off(words: &str) -> bool {
        OFF.with_borrow(|off| !off.is_empty() && words.contains(&format!("({off})")))
    }
}

#[cfg(feature = "switches")]
pub use switched::{asked, without};
#[cfg(feature = "switches")]
pub(crate) use switched::{asks, is_of_one_off, is_off};

/// Remembers that a person is asked by this rule.
#[cfg(not(feature = "switches"))]
pub(crate) const fn asks(_rule: &str) {}

/// Whether this rule is off.
#[cfg(not(feature = "switches"))]
pub(crate) const fn is_off(_rule: &str) -> bool {
    false
}

/// Whether these words of a refusal name the rule that is off, in brackets.
#[cfg(not(feature = "switches"))]
pub(crate) const fn is_of_one_off(_words: &str) -> bool {
    false
}
