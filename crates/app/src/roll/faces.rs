//! Faces of real dice, as typed by the player.

use rules::base::text::parse_whole_number;

/// Returns example faces of dice with so many sides, as a hint in the field.
#[must_use]
pub const fn example_faces(sides: u16) -> &'static str {
    if sides < 10 { "3 5" } else { "8 10 3" }
}

/// Parses the faces of real dice in the order they fell; `None` if there are none or one is not a
/// face of such a die.
#[must_use]
pub fn read_faces(text: &str, sides: u16) -> Option<Vec<u16>> {
    let words = text
        .split(|c: char| c.is_whitespace() || [',', ';', '，', '、'].contains(&c))
        .filter(|word| !word.is_empty());
    let faces: Option<Vec<u16>> = words
        .map(|word| {
            u16::try_from(parse_whole_number(word)?)
                .ok()
                .filter(|face| (1..=sides).contains(face))
        })
        .collect();
    faces.filter(|faces| !faces.is_empty())
}
