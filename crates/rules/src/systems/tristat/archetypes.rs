//! How a sheet is laid out here, and ready sheets to start from.

use crate::character::sheet::{Archetype, TraitGroup};
use crate::messages::tristat as msg;

/// The headings of a sheet and what stands below each.
pub(super) const GROUPS: &[TraitGroup] = &[
    TraitGroup::new(msg::STATS, &["body", "mind", "soul"]),
    TraitGroup::new(msg::ATTACK_SKILLS, &["brawl", "melee", "ranged", "thrown"]),
    TraitGroup::new(
        msg::DEFENSE_SKILLS,
        &["brawl_defense", "melee_defense", "ranged_defense"],
    ),
    TraitGroup::new(msg::OTHER_SKILLS, &["acrobatics", "athletics", "stealth"]),
    TraitGroup::new(
        msg::VALUES,
        &[
            "combat_value",
            "defense_value",
            "health",
            "energy",
            "armor",
            "damage_bonus",
        ],
    ),
    TraitGroup::new(
        msg::ATTRIBUTES,
        &[
            "extra_attacks",
            "focus",
            "strength_adjust",
            "kensei",
            "gun_bunny",
        ],
    ),
    TraitGroup::new(
        msg::TECHNIQUES,
        &[
            "easier_vital",
            "easier_chink",
            "easier_dual",
            "easier_draw",
            "easier_disarm",
        ],
    ),
];

/// Archetypes for storytellers in a hurry, and for beginners as examples of a sheet.
pub(super) const ARCHETYPES: &[Archetype] = &[
    Archetype {
        key: "swordfighter",
        title: msg::SWORDFIGHTER,
        line: "body 6 mind 5 soul 6 melee 3 melee_defense 2 acrobatics 2 kensei 1 with sword",
    },
    Archetype {
        key: "gunslinger",
        title: msg::GUNSLINGER,
        line: "body 5 mind 6 soul 5 ranged 3 ranged_defense 2 gun_bunny 1 extra_attacks 1 with heavy pistol, leather",
    },
    Archetype {
        key: "brawler",
        title: msg::BRAWLER,
        line: "body 8 mind 3 soul 5 brawl 3 brawl_defense 2 athletics 2 strength_adjust 2 with leather",
    },
    Archetype {
        key: "henchman",
        title: msg::HENCHMAN,
        line: "body 4 mind 4 soul 4 melee 1 ranged 1 melee_defense 1 with light pistol, club",
    },
    Archetype {
        key: "adept",
        title: msg::ADEPT,
        line: "body 4 mind 6 soul 8 energy 20 focus 2 ranged 2 ranged_defense 2 with staff",
    },
];
