//! Sheet layout and ready-made sheets of Ascension.

use crate::character::sheet::{Archetype, TraitGroup};
use crate::messages::ascension as msg;

/// Groups of traits under their headings.
pub(super) const GROUPS: &[TraitGroup] = &[
    TraitGroup::new(
        msg::ATTRIBUTES,
        &["strength", "dexterity", "stamina", "perception", "wits"],
    ),
    TraitGroup::new(
        msg::ABILITIES,
        &[
            "acrobatics",
            "alertness",
            "athletics",
            "brawl",
            "do",
            "martial_arts",
            "archery",
            "energy_weapons",
            "firearms",
            "melee",
            "stealth",
        ],
    ),
    TraitGroup::new(msg::ADVANTAGES, &["arete", "willpower"]),
];

/// Ready-made sheets for a storyteller in a hurry, and as examples for beginners.
pub(super) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        key: "thug",
        title: msg::THUG,
        line: "strength 3 dexterity 2 stamina 3 perception 2 wits 2 brawl 2 firearms 1 melee 1 willpower 3 with light pistol, club",
    },
    Archetype {
        key: "adept_of_do",
        title: msg::ADEPT_OF_DO,
        line: "mage strength 3 dexterity 4 stamina 3 perception 3 wits 3 acrobatics 2 athletics 2 do 4 arete 2 willpower 6",
    },
    Archetype {
        key: "street_mage",
        title: msg::STREET_MAGE,
        line: "mage strength 2 dexterity 3 stamina 2 perception 3 wits 4 alertness 2 brawl 1 firearms 2 stealth 2 arete 3 willpower 6 with light pistol",
    },
    Archetype {
        key: "agent",
        title: msg::AGENT,
        line: "strength 2 dexterity 3 stamina 3 perception 3 wits 3 alertness 2 athletics 2 brawl 2 energy_weapons 2 firearms 3 willpower 5 with submachine gun, ballistic vest",
    },
];
