//! Sheet layout and ready-made sheets of Masquerade.

use crate::character::sheet::{Archetype, TraitGroup};
use crate::messages::masquerade as msg;

/// Groups of traits under their headings.
pub(super) const GROUPS: &[TraitGroup] = &[
    TraitGroup::new(
        msg::ATTRIBUTES,
        &["strength", "dexterity", "stamina", "perception", "wits"],
    ),
    TraitGroup::new(
        msg::ABILITIES,
        &[
            "alertness",
            "athletics",
            "brawl",
            "firearms",
            "melee",
            "stealth",
        ],
    ),
    TraitGroup::new(msg::DISCIPLINES, &["fortitude", "potence", "celerity"]),
    TraitGroup::new(msg::RESERVES, &["willpower", "blood"]),
];

/// Ready-made sheets for a storyteller in a hurry, and as examples for beginners.
pub(super) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        key: "thug",
        title: msg::THUG,
        line: "strength 3 dexterity 2 stamina 3 perception 2 wits 2 brawl 2 firearms 1 melee 1 willpower 3 with light pistol, club",
    },
    Archetype {
        key: "neonate",
        title: msg::NEONATE,
        line: "vampire strength 2 dexterity 3 stamina 2 perception 3 wits 3 alertness 2 athletics 2 brawl 2 firearms 1 melee 1 stealth 2 celerity 1 willpower 5 blood 10 with knife",
    },
    Archetype {
        key: "sheriff",
        title: msg::SHERIFF,
        line: "vampire strength 4 dexterity 4 stamina 3 perception 3 wits 3 alertness 3 athletics 3 brawl 4 melee 4 celerity 2 fortitude 2 potence 2 willpower 7 blood 13 with sword, armored shirt",
    },
    Archetype {
        key: "ghoul",
        title: msg::GHOUL,
        line: "ghoul strength 3 dexterity 3 stamina 3 perception 2 wits 2 brawl 2 firearms 2 melee 2 potence 1 willpower 4 blood 5 with heavy revolver, reinforced clothing",
    },
    Archetype {
        key: "hunter",
        title: msg::HUNTER,
        line: "strength 2 dexterity 3 stamina 3 perception 4 wits 3 alertness 3 athletics 2 firearms 3 melee 2 stealth 3 willpower 6 with shotgun, stake, ballistic vest",
    },
];
