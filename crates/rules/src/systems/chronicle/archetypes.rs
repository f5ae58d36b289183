//! Layout of a sheet, and ready sheets to start from.

use crate::character::sheet::{Archetype, TraitGroup};
use crate::messages::chronicle as msg;

/// The headings of a sheet and what stands below each.
pub(crate) const GROUPS: &[TraitGroup] = &[
    TraitGroup::new(
        msg::ATTRIBUTES,
        &["strength", "dexterity", "stamina", "wits", "composure"],
    ),
    TraitGroup::new(
        msg::SKILLS,
        &["athletics", "brawl", "firearms", "stealth", "weaponry"],
    ),
    TraitGroup::new(
        msg::ADVANTAGES,
        &[
            "size",
            "speed",
            "health",
            "initiative",
            "willpower",
            "blood",
        ],
    ),
    TraitGroup::new(msg::MERITS, &["ambidextrous", "quick_draw"]),
];

/// Ready sheets for a storyteller in a hurry and for beginners.
pub(crate) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        key: "street_fighter",
        title: msg::STREET_FIGHTER,
        line: "strength 3 dexterity 3 stamina 3 wits 2 composure 2 athletics 2 brawl 3 weaponry 1 willpower 4 with knife, leather armor",
    },
    Archetype {
        key: "police_officer",
        title: msg::POLICE_OFFICER,
        line: "strength 3 dexterity 3 stamina 2 wits 3 composure 3 athletics 2 brawl 2 firearms 3 weaponry 1 willpower 5 with heavy pistol, light vest",
    },
    Archetype {
        key: "hunter",
        title: msg::HUNTER,
        line: "strength 2 dexterity 3 stamina 3 wits 3 composure 3 athletics 2 firearms 3 stealth 3 weaponry 2 willpower 6 with hunting rifle, wooden stake, thick clothing",
    },
    Archetype {
        key: "ancilla",
        title: msg::VAMPIRE_OF_THE_CITY,
        line: "vampire strength 3 dexterity 3 stamina 3 wits 3 composure 3 athletics 2 brawl 3 stealth 2 weaponry 3 willpower 6 blood 10 with sword",
    },
    Archetype {
        key: "guard_dog",
        title: msg::GUARD_DOG,
        line: "strength 3 dexterity 3 stamina 3 wits 3 composure 2 size 4 athletics 3 brawl 3 stealth 1 speed 14 willpower 3",
    },
];
