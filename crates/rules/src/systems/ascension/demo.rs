//! Demo script of Ascension: initiative for the whole fight, stolen time, a desperate defense.

use crate::character::phase::Phase::Act;
use crate::character::track::Severity::{Bashing, Lethal};
use crate::demo_script::DemoBeat::{
    Hit, Initiative, Plan, Remark, Roll, ScriptedRoll, Turn, Until, Wait,
};
use crate::demo_script::{DemoPlan, DemoScript, NamedNumbers};

/// Parameters of a damage roll.
const DAMAGE: NamedNumbers = &[("kind", 2)];
/// Parameters of a soak roll.
const SOAK: NamedNumbers = &[("kind", 3)];
/// Parameters of a roll with a Willpower point.
const PAID: NamedNumbers = &[("willpower", 1)];
/// Parameters of vulgar magick of the third Sphere without witnesses.
const VULGAR: NamedNumbers = &[("difficulty", 7)];
/// Parameters of dodging a gun nearby with a Willpower point.
const BULLETS: NamedNumbers = &[("difficulty", 9), ("willpower", 1)];

/// Demo script of two turns and part of the third.
pub(super) const DEMO_SCRIPT: DemoScript = DemoScript {
    title: "The server hall, after hours",
    cast: &[
        "Ilse Brandt mage dex 3 wits 4 stamina 2 athletics 2 arete 3 do 2 willpower 6 pc",
        "Father Okoro mage dex 2 wits 3 stamina 3 arete 4 firearms 1 willpower 8 pc",
        "Lin Sato mage dex 4 wits 3 stamina 3 arete 2 do 4 willpower 5 pc",
        "3x Agent dex 3 wits 3 stamina 3 firearms 3 energy_weapons 2",
        "The Adjuster mage dex 2 wits 5 stamina 3 arete 4 willpower 8 hidden",
    ],
    beats: &[
        Initiative(&[
            ("Lin Sato", 9),
            ("Agent A", 8),
            ("Ilse Brandt", 6),
            ("Agent B", 7),
            ("The Adjuster", 4),
            ("Father Okoro", 3),
        ]),
        Turn("Lin Sato"),
        ScriptedRoll(
            "Lin Sato",
            "Strikes Agent A",
            &[("Dexterity", 4), ("Do", 4)],
            &[],
            &[9, 3, 6, 7, 2, 10, 4, 5],
        ),
        ScriptedRoll(
            "Lin Sato",
            "Damage",
            &[("Strength", 2), ("Extra successes", 3)],
            DAMAGE,
            &[8, 6, 3, 10, 7],
        ),
        ScriptedRoll("Agent A", "Soaks", &[("Stamina", 3)], SOAK, &[4, 9, 2]),
        Hit("Agent A", &[(Bashing, 3)]),
        Turn("Agent A"),
        ScriptedRoll(
            "Agent A",
            "Shoots Lin Sato",
            &[("Dexterity", 3), ("Firearms", 3)],
            &[],
            &[7, 3, 8, 5, 2],
        ),
        ScriptedRoll(
            "Agent A",
            "Damage",
            &[("Weapon", 4), ("Extra successes", 1)],
            DAMAGE,
            &[6, 4, 9, 2, 5],
        ),
        Hit("Lin Sato", &[(Lethal, 2)]),
        Turn("Ilse Brandt"),
        Turn("Agent B"),
        Turn("The Adjuster"),
        Turn("Father Okoro"),
        Until(Act, "Agent A"),
        ScriptedRoll(
            "Agent A",
            "Shoots Ilse Brandt",
            &[("Dexterity", 3), ("Firearms", 3)],
            &[],
            &[5, 6, 2, 4, 3],
        ),
        ScriptedRoll("Agent A", "Damage", &[("Weapon", 4)], DAMAGE, &[3, 7, 5, 4]),
        Hit("Ilse Brandt", &[(Lethal, 1)]),
        Turn("Ilse Brandt"),
        ScriptedRoll(
            "Ilse Brandt",
            "Steals two moments for Lin Sato",
            &[("Arete", 3)],
            VULGAR,
            &[8, 5, 7],
        ),
        Turn("Agent B"),
        Turn("The Adjuster"),
        Remark("The Adjuster", "above the racks"),
        Turn("Father Okoro"),
        ScriptedRoll(
            "Father Okoro",
            "Shoots Agent B",
            &[("Dexterity", 2), ("Firearms", 1)],
            PAID,
            &[4, 8, 3],
        ),
        ScriptedRoll(
            "Father Okoro",
            "Damage",
            &[("Weapon", 5), ("Extra successes", 1)],
            DAMAGE,
            &[9, 2, 6, 5, 10, 4],
        ),
        Hit("Agent B", &[(Lethal, 3)]),
        Turn("Lin Sato"),
        Plan(
            "Lin Sato",
            DemoPlan {
                actions: 2,
                extra: 2,
                ..DemoPlan::single_action("Agent A twice, and two stolen moments")
            },
        ),
        ScriptedRoll(
            "Lin Sato",
            "Strikes Agent A",
            &[("Dexterity", 4), ("Do", 4), ("Shared", -3)],
            &[],
            &[6, 3, 9, 5],
        ),
        ScriptedRoll(
            "Lin Sato",
            "Damage",
            &[("Strength", 2), ("Extra successes", 1)],
            DAMAGE,
            &[10, 6, 8],
        ),
        ScriptedRoll("Agent A", "Soaks", &[("Stamina", 3)], SOAK, &[2, 7, 5]),
        Hit("Agent A", &[(Bashing, 2)]),
        ScriptedRoll(
            "Lin Sato",
            "Strikes at Agent A again",
            &[("Dexterity", 4), ("Do", 4), ("Shared", -4)],
            &[],
            &[4, 2, 5],
        ),
        Turn("Agent A"),
        Turn("Ilse Brandt"),
        Plan(
            "Ilse Brandt",
            DemoPlan {
                stance: Some("desperate_defense"),
                ..DemoPlan::single_action("Gets everybody behind the racks")
            },
        ),
        Wait("Father Okoro", "once somebody shows on the gantry"),
        Turn("Agent B"),
        ScriptedRoll(
            "Agent B",
            "Shoots at Ilse Brandt",
            &[("Dexterity", 3), ("Firearms", 3)],
            &[],
            &[10, 6, 4, 2, 5],
        ),
        Roll(
            "Ilse Brandt",
            "Dives for cover",
            &[("Dexterity", 3), ("Athletics", 2)],
            BULLETS,
        ),
    ],
    crowd: None,
    attack: None,
    evening: None,
};
