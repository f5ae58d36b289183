//! Vocabulary of a system's players, and formatting of numbers, lists and damage.

use crate::character::track::{DamagePacket, Severity};
use crate::messages::Text;
use crate::messages::core as msg;

/// Terms that differ from game to game for things that every table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// Term for the unit in which each combatant acts once: "turn", "round".
    pub round: Text,
    /// Title of a health track: "Health", "Corpus".
    pub health: Text,
    /// Title of the phase in which initiative is rolled.
    pub initiative: Text,
    /// Title of the phase in which plans are declared.
    pub declare: Text,
    /// Title of the phase in which combatants act.
    pub act: Text,
    /// Title of the phase for the remaining actions.
    pub extra: Text,
    /// Verb for a combatant who delays: "delays", "holds".
    pub waits: Text,
    /// Hint for a damage field: the stage of the calculation at which the number is taken.
    pub damage_hint: Text,
    /// Example of a quick-add line that uses every part of the syntax.
    pub add_example: &'static str,
    /// Example of a quick-add line for a player's own character.
    pub own_example: &'static str,
    /// Example of a roll as typed into the log.
    pub roll_example: &'static str,
}

/// Formats a number with a typographic minus sign.
#[must_use]
pub fn format_number(value: i32) -> String {
    if value < 0 {
        format!("−{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// Formats a number with a plus or a typographic minus sign.
#[must_use]
pub fn format_signed(value: i32) -> String {
    if value < 0 {
        format_number(value)
    } else {
        format!("+{value}")
    }
}

/// Joins names into a list for a sentence, such as `a, b and c`.
#[must_use]
pub fn join_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => msg::and(&most.join(", "), &last),
    }
}

/// Describes an action with its actor and targets: `Ilse: Attack at Ghoul A`.
#[must_use]
pub fn describe_action(by: Option<&str>, deed: &str, at: &[String]) -> String {
    match (by, at) {
        (None, []) => deed.to_owned(),
        (Some(by), []) => msg::deed_of(&by, &deed),
        (None, at) => msg::deed_at(&deed, &join_list(at)),
        (Some(by), at) => msg::deed_of_at(&by, &deed, &join_list(at)),
    }
}

/// Describes an amount of damage, such as `3 lethal and 1 bashing`.
#[must_use]
pub fn describe_packet(packet: &DamagePacket) -> String {
    let severities = Severity::WORST_FIRST.into_iter();
    let parts = severities
        .map(|severity| (packet.get(severity), severity.word()))
        .chain([(packet.points, msg::POINTS)]);
    let parts: Vec<String> = parts
        .filter(|(points, _)| *points > 0)
        .map(|(points, word)| format!("{points} {word}"))
        .collect();
    join_list(&parts)
}

/// Describes damage that a combatant takes, such as `takes 3 lethal and 1 bashing`.
#[must_use]
pub fn describe_damage_taken(damage: &DamagePacket) -> String {
    msg::takes(&describe_packet(damage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(
            (format_number(-3), format_signed(-3), format_signed(0)),
            ("−3".into(), "−3".into(), "+0".into())
        );
        let damage = DamagePacket {
            bashing: 1,
            lethal: 3,
            ..DamagePacket::default()
        };
        assert_eq!(
            describe_damage_taken(&damage),
            "takes 3 lethal and 1 bashing"
        );
        assert_eq!(describe_packet(&DamagePacket::of_points(7)), "7 points");
    }
}
