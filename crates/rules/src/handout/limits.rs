//! Limits of handouts.

/// Maximum number of handouts of an encounter. Only storytellers make them.
pub const MAX_HANDOUTS: usize = 120;

/// Maximum number of bytes of all texts of handouts together, so that all of them fit into one record of the log.
pub const MAX_SHELF_TEXT: usize = 250_000;

/// Maximum number of characters of the text of a handout, covered ones included.
pub const MAX_HANDOUT_TEXT: usize = 6_000;

/// Maximum number of passages of a text, covered and uncovered ones.
pub const MAX_PASSAGES: usize = 121;

/// Maximum number of covered areas of a picture.
pub const MAX_AREAS: usize = 24;

/// Maximum number of characters of the words that stand for a picture.
pub const MAX_PICTURE_WORDS: usize = 300;

/// Maximum number of notes on the card of a person or place.
pub const MAX_CARD_NOTES: usize = 20;

/// Maximum number of cards of persons and places.
pub const MAX_NAME_CARDS: usize = 40;

/// Maximum number of characters of a note on a card.
pub const MAX_CARD_NOTE: usize = 160;
