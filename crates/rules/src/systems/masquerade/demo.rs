//! Demo script of Masquerade: three stages, Celerity, an abort, and a vampire in torpor.

use crate::character::phase::Phase::{Act, Declare};
use crate::character::plan::AbortPrice;
use crate::character::track::Severity::{Bashing, Lethal};
use crate::demo_script::DemoBeat::{
    Abort, Adjust, Hit, Initiative, Plan, Remark, Roll, RoundBegins, ScriptedRoll, Turn, Until,
    Wait,
};
use crate::demo_script::{DemoPlan, DemoScript, NamedNumbers, SampleAttack};

/// Parameters of a damage roll.
const DAMAGE: NamedNumbers = &[("kind", 2)];
/// Parameters of a soak roll.
const SOAK: NamedNumbers = &[("kind", 3)];

/// Demo script of one turn and part of the second.
pub(super) const DEMO_SCRIPT: DemoScript = DemoScript {
    title: "The Red Door, closing time",
    cast: &[
        "Milo Sant vampire dex 3 wits 3 stamina 3 brawl 2 celerity 2 blood 12 pc",
        "Corinna Hale vampire dex 2 wits 4 stamina 2 firearms 3 willpower 7 blood 10 pc",
        "Jonah ghoul dex 3 wits 2 stamina 3 melee 2 potence 1 blood 5 pc",
        "Old Piet vampire dex 2 wits 2 stamina 2 blood 9 pc",
        "3x Thug dex 3 wits 2 stamina 2 brawl 2 firearms 1",
        "The Hound vampire strength 4 dex 4 wits 3 melee 3 fortitude 2 potence 3 blood 14",
        "The Nun vampire dex 3 wits 4 fortitude 2 stealth 4 blood 13 hidden",
    ],
    beats: &[
        Initiative(&[
            ("The Hound", 9),
            ("Milo Sant", 8),
            ("Corinna Hale", 5),
            ("Old Piet", 6),
            ("Thug A", 3),
            ("Jonah", 2),
            ("The Nun", 1),
        ]),
        Until(Declare, "Milo Sant"),
        Plan(
            "Milo Sant",
            DemoPlan {
                extra: 2,
                ..DemoPlan::single_action("Strikes at the Hound, and again; blood for Celerity")
            },
        ),
        Turn("The Hound"),
        Plan("The Hound", DemoPlan::single_action("Sword at Old Piet")),
        Until(Act, "The Hound"),
        ScriptedRoll(
            "The Hound",
            "Sword at Old Piet",
            &[("Dexterity", 4), ("Melee", 3)],
            &[],
            &[7, 2, 10, 5, 8, 3, 4],
        ),
        ScriptedRoll(
            "The Hound",
            "Damage",
            &[
                ("Strength", 4),
                ("Potence", 3),
                ("Weapon", 2),
                ("Extra successes", 2),
            ],
            DAMAGE,
            &[6, 9, 3, 7, 2, 8, 4, 10, 5, 6, 3],
        ),
        ScriptedRoll("Old Piet", "Soaks", &[("Stamina", 2)], SOAK, &[4, 7]),
        Hit("Old Piet", &[(Lethal, 5)]),
        Turn("Milo Sant"),
        ScriptedRoll(
            "Milo Sant",
            "Strikes the Hound",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
            &[8, 3, 6, 5, 2],
        ),
        ScriptedRoll(
            "Milo Sant",
            "Damage",
            &[("Strength", 2), ("Extra successes", 1)],
            DAMAGE,
            &[7, 10, 4],
        ),
        ScriptedRoll(
            "The Hound",
            "Soaks",
            &[("Stamina", 2), ("Fortitude", 2)],
            SOAK,
            &[3, 5, 2, 4],
        ),
        Hit("The Hound", &[(Bashing, 1)]),
        Turn("Corinna Hale"),
        Turn("Old Piet"),
        Turn("Thug A"),
        Turn("The Nun"),
        Turn("Jonah"),
        ScriptedRoll(
            "Jonah",
            "Knife at Thug A",
            &[("Dexterity", 3), ("Melee", 2)],
            &[],
            &[9, 5, 6, 2, 4],
        ),
        ScriptedRoll(
            "Jonah",
            "Damage",
            &[
                ("Strength", 2),
                ("Potence", 1),
                ("Weapon", 1),
                ("Extra successes", 1),
            ],
            DAMAGE,
            &[8, 6, 3, 10, 2],
        ),
        Hit("Thug A", &[(Lethal, 3)]),
        Turn("Milo Sant"),
        ScriptedRoll(
            "Milo Sant",
            "Strikes at the Hound again",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
            &[5, 3, 4, 2, 5],
        ),
        RoundBegins,
        Initiative(&[
            ("Corinna Hale", 10),
            ("The Hound", 6),
            ("Milo Sant", 5),
            ("Jonah", 7),
            ("Thug A", 5),
            ("The Nun", 2),
            ("Old Piet", 1),
        ]),
        Adjust("Thug A", -1),
        Adjust("Old Piet", -2),
        Until(Declare, "Thug A"),
        Plan("Thug A", DemoPlan::single_action("Shoots Jonah")),
        Turn("Milo Sant"),
        Plan(
            "Milo Sant",
            DemoPlan {
                actions: 2,
                defenses: &[2],
                kinds: &[],
                extra: 2,
                ..DemoPlan::single_action("Pulls Piet away, then dodges; blood for Celerity")
            },
        ),
        Turn("Jonah"),
        Plan(
            "Jonah",
            DemoPlan {
                actions: 2,
                willpower: 1,
                ..DemoPlan::single_action("Knife, and the knife again")
            },
        ),
        Turn("The Hound"),
        Plan(
            "The Hound",
            DemoPlan {
                actions: 2,
                ..DemoPlan::single_action("Finishes Piet, then whoever is next")
            },
        ),
        Turn("Corinna Hale"),
        Plan("Corinna Hale", DemoPlan::single_action("Shoots the Hound")),
        Wait("Corinna Hale", "when the Hound is clear of Piet"),
        Turn("The Hound"),
        ScriptedRoll(
            "The Hound",
            "Sword at Old Piet",
            &[("Dexterity", 4), ("Melee", 3)],
            &[],
            &[9, 4, 6, 3, 5],
        ),
        ScriptedRoll(
            "The Hound",
            "Damage",
            &[
                ("Strength", 4),
                ("Potence", 3),
                ("Weapon", 2),
                ("Extra successes", 1),
            ],
            DAMAGE,
            &[8, 4, 10, 6, 3, 5, 9, 2, 7, 4],
        ),
        ScriptedRoll("Old Piet", "Soaks", &[("Stamina", 2)], SOAK, &[6, 3]),
        Hit("Old Piet", &[(Lethal, 4)]),
        Remark("Old Piet", "under the bar"),
        Abort("Jonah", AbortPrice::Spend),
        Turn("Jonah"),
        Roll(
            "Jonah",
            "Knife at the Hound",
            &[("Dexterity", 3), ("Melee", 2)],
            &[],
        ),
    ],
    crowd: None,
    attack: Some(&ATTACK),
    evening: None,
};

/// Attack of this system, for samples of screens.
const ATTACK: SampleAttack = SampleAttack {
    cast: &[
        "Milo Sant vampire strength 2 dexterity 3 wits 3 stamina 3 brawl 2 blood 12 pc",
        "Thrall dexterity 3 wits 4 strength 3 stamina 2 brawl 3 melee 2",
    ],
    by: "Thrall",
    at: "Milo Sant",
    maneuver: "strike",
};
