//! Abilities rolled in the place of others (XOV-DICE-07 to 09).

/// Substitution of one class of ability for another in a roll (XOV-DICE-07, XOV-DICE-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Substitute {
    /// A secondary ability for a primary one: it fits better.
    SecondaryForPrimary,
    /// A primary ability for a secondary one: it is broader.
    PrimaryForSecondary,
}

/// Returns what a substitute ability adds to the difficulty; `named_by_rule` is one whose number
/// the rule gives. Where a rule already names the substitute with a number, that number is this one
/// and nothing is added (XOV-DICE-09).
pub(super) const fn substitution(how: Substitute, named_by_rule: bool) -> i32 {
    match (how, named_by_rule) {
        (_, true) => 0,
        (Substitute::SecondaryForPrimary, false) => -1,
        (Substitute::PrimaryForSecondary, false) => 1,
    }
}
