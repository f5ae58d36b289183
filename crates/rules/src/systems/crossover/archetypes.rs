//! How a sheet is laid out here, and ready sheets to start from.

use crate::character::sheet::{Archetype, TraitGroup};
use crate::messages::crossover as msg;

/// The headings of a sheet and what stands below each.
pub(super) const GROUPS: &[TraitGroup] = &[
    TraitGroup::new(
        msg::ATTRIBUTES,
        &["strength", "dexterity", "stamina", "perception", "wits"],
    ),
    TraitGroup::new(
        msg::TALENTS_AND_SKILLS,
        &[
            "alertness",
            "athletics",
            "brawl",
            "dodge",
            "archery",
            "firearms",
            "melee",
            "stealth",
            "throwing",
            "blind_fighting",
            "crafts",
        ],
    ),
    TraitGroup::new(
        msg::POWERS,
        &["fortitude", "potence", "celerity", "rage", "faith"],
    ),
    TraitGroup::new(msg::RESERVES, &["willpower", "blood", "corpus", "ammo"]),
    TraitGroup::new(msg::ADVANTAGES, &["ambidextrous", "toughness"]),
];

/// Archetypes for storytellers in a hurry, and for beginners as examples of a sheet.
pub(super) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        key: "thug",
        title: msg::THUG,
        line: "strength 3 dexterity 2 stamina 3 perception 2 wits 2 brawl 2 dodge 1 melee 1 firearms 1 willpower 3 with light pistol, club",
    },
    Archetype {
        key: "vampire",
        title: msg::VAMPIRE_OF_THE_CITY,
        line: "vampire strength 3 dexterity 3 stamina 3 perception 3 wits 3 brawl 3 dodge 2 melee 2 celerity 1 fortitude 1 potence 1 willpower 5 blood 12 with sword",
    },
    Archetype {
        key: "werewolf",
        title: msg::WEREWOLF_OF_THE_PACK,
        line: "werewolf strength 4 dexterity 3 stamina 4 perception 3 wits 3 alertness 2 athletics 2 brawl 4 dodge 2 rage 4 willpower 4",
    },
    Archetype {
        key: "mage",
        title: msg::MAGE_OF_THE_STREET,
        line: "mage strength 2 dexterity 3 stamina 2 perception 3 wits 4 alertness 2 dodge 2 firearms 2 willpower 6 with light revolver",
    },
    Archetype {
        key: "ghoul",
        title: msg::GHOUL,
        line: "ghoul strength 3 dexterity 3 stamina 3 perception 2 wits 2 brawl 2 dodge 1 firearms 2 melee 2 potence 1 willpower 4 blood 5 with shotgun, reinforced clothing",
    },
];
