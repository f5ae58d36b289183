//! The words a system's players use, and how numbers are written in all of them. Sentences about everything else live in the app.

use crate::messages::Text;
use crate::messages::core as msg;
use crate::track::{Packet, Severity};

/// Words for what every table shows and each game calls something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speech {
    /// What each combatant acts once in: "turn", "round".
    pub round: Text,
    /// What a full track is called: "Health", "Corpus".
    pub health: Text,
    /// What the phase is called in which initiative is rolled.
    pub initiative: Text,
    /// What the phase is called in which plans are declared.
    pub declare: Text,
    /// What the phase is called in which the combatants act.
    pub act: Text,
    /// What the phase is called in which the rest is taken.
    pub extra: Text,
    /// What a character waits with: "delays", "holds".
    pub waits: Text,
    /// What goes into a damage field, in a sentence: after what, before what.
    pub damage_hint: Text,
    /// A quick-add line that says all a line can say.
    pub add_example: &'static str,
    /// The same for a player's own character.
    pub own_example: &'static str,
    /// A roll as typed into the log.
    pub roll_example: &'static str,
}

/// A number with a real minus sign.
#[must_use]
pub fn number(value: i32) -> String {
    if value < 0 {
        format!("−{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// A number with its sign, and a real minus.
#[must_use]
pub fn signed(value: i32) -> String {
    if value < 0 {
        number(value)
    } else {
        format!("+{value}")
    }
}

/// `a, b and c`.
#[must_use]
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => msg::and(&most.join(", "), &last),
    }
}

/// A declared action in one phrase: `Ilse: Attack at Ghoul A`.
#[must_use]
pub fn who_to_whom(by: Option<&str>, deed: &str, at: &[String]) -> String {
    match (by, at) {
        (None, []) => deed.to_owned(),
        (Some(by), []) => msg::deed_of(&by, &deed),
        (None, at) => msg::deed_at(&deed, &list(at)),
        (Some(by), at) => msg::deed_of_at(&by, &deed, &list(at)),
    }
}

/// `3 lethal and 1 bashing`.
#[must_use]
pub fn packet(packet: &Packet) -> String {
    let severities = Severity::WORST_FIRST.into_iter();
    let parts = severities
        .map(|severity| (packet.get(severity), severity.word()))
        .chain([(packet.points, msg::POINTS)]);
    let parts: Vec<String> = parts
        .filter(|(points, _)| *points > 0)
        .map(|(points, word)| format!("{points} {word}"))
        .collect();
    list(&parts)
}

/// `takes 3 lethal and 1 bashing`.
#[must_use]
pub fn takes(damage: &Packet) -> String {
    msg::takes(&packet(damage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_well() {
        assert_eq!(
            (number(-3), signed(-3), signed(0)),
            ("−3".into(), "−3".into(), "+0".into())
        );
        let damage = Packet {
            bashing: 1,
            lethal: 3,
            ..Packet::default()
        };
        assert_eq!(takes(&damage), "takes 3 lethal and 1 bashing");
        assert_eq!(packet(&Packet::plain(7)), "7 points");
    }
}
