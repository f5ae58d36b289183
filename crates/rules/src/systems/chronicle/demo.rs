//! A story in chronicle: boxes with three kinds of marks, and a vampire in the dark.

use crate::character::track::Severity::{Aggravated, Bashing, Lethal};
use crate::demo_script::DemoBeat::{Hit, Initiative, Remark, Roll, ScriptedRoll, Turn, Wait};
use crate::demo_script::{DemoScript, SampleCrowd, SampleEvening, SampleHandout};
use crate::handout::HandoutKind;

/// Two turns, and what has happened in the third. The weapon of each combatant is in their initiative.
pub(crate) const STORY: DemoScript = DemoScript {
    title: "The Wharf, midnight",
    cast: &[
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3 pc",
        "Dr. Amadi strength 2 dexterity 3 composure 3 wits 4 stamina 2 size 5 firearms 4 pc",
        "Weston strength 4 dexterity 2 composure 2 stamina 3 size 5 brawl 3 pc",
        "4x Ghoul strength 3 dexterity 3 composure 2 stamina 2 size 5 brawl 2 weaponry 2 initiative -1",
        "Pia Lindqvist dexterity 3 composure 2 stamina 2 size 5 pc",
        "The Bishop vampire dexterity 3 composure 4 stamina 3 size 5 stealth 3 hidden",
    ],
    beats: &[
        Initiative(&[
            ("Ilse Varga", 10),
            ("Dr. Amadi", 10),
            ("Ghoul A", 10),
            ("Weston", 9),
            ("Ghoul B", 7),
            ("The Bishop", 2),
        ]),
        Hit("The Bishop", &[(Aggravated, 1), (Lethal, 2), (Bashing, 1)]),
        Turn("Ilse Varga"),
        ScriptedRoll(
            "Ilse Varga",
            "Shoots at Ghoul B",
            &[("Dexterity", 4), ("Firearms", 3)],
            &[],
            &[2, 5, 7, 1, 6, 3, 4],
        ),
        Turn("Dr. Amadi"),
        Remark("Dr. Amadi", "aiming at Ghoul A"),
        Turn("Ghoul A"),
        ScriptedRoll(
            "Ghoul A",
            "Strikes Ilse Varga",
            &[("Strength", 3), ("Brawl", 2), ("Defense", -3)],
            &[],
            &[8, 9],
        ),
        Hit("Ilse Varga", &[(Bashing, 2)]),
        Turn("Weston"),
        ScriptedRoll(
            "Weston",
            "Strikes Ghoul A",
            &[("Strength", 4), ("Brawl", 3), ("Defense", -2)],
            &[],
            &[4, 8, 1, 9, 6],
        ),
        Hit("Ghoul A", &[(Bashing, 2)]),
        Turn("Ghoul B"),
        ScriptedRoll(
            "Ghoul B",
            "Strikes Dr. Amadi",
            &[("Strength", 3), ("Brawl", 2)],
            &[],
            &[8, 2, 6, 3, 7],
        ),
        Hit("Dr. Amadi", &[(Bashing, 1)]),
        Turn("The Bishop"),
        Roll(
            "The Bishop",
            "Stealth",
            &[("Dexterity", 3), ("Stealth", 3)],
            &[],
        ),
        Remark("The Bishop", "hidden until first action"),
        Turn("Ilse Varga"),
        ScriptedRoll(
            "Ilse Varga",
            "Shoots Ghoul A in the leg",
            &[
                ("Dexterity", 4),
                ("Firearms", 3),
                ("Avoiding others", -2),
                ("Aimed at the leg", -2),
            ],
            &[],
            &[9, 4, 8],
        ),
        Hit("Ghoul A", &[(Lethal, 3)]),
        Remark("Ghoul A", "prone"),
        Turn("Dr. Amadi"),
        Turn("Ghoul A"),
        Turn("Weston"),
        ScriptedRoll(
            "Weston",
            "Strikes at Ghoul B",
            &[("Strength", 4), ("Brawl", 3), ("Defense", -2)],
            &[],
            &[7, 3, 1, 6, 4],
        ),
        Turn("Ghoul B"),
        ScriptedRoll(
            "Ghoul B",
            "Stabs Ilse Varga",
            &[("Strength", 3), ("Weaponry", 2), ("Defense", -3)],
            &[],
            &[9, 8],
        ),
        Hit("Ilse Varga", &[(Lethal, 2)]),
        Turn("The Bishop"),
        Turn("Ilse Varga"),
        Roll(
            "Ilse Varga",
            "Wits + Composure",
            &[("Wits", 3), ("Composure", 4)],
            &[],
        ),
        Wait("Weston", "if the door opens"),
        Turn("Dr. Amadi"),
        Roll(
            "Dr. Amadi",
            "Shoots Ghoul A",
            &[
                ("Dexterity", 3),
                ("Firearms", 4),
                ("Aim", 2),
                ("Barely concealed", -1),
                ("Target prone", -2),
            ],
            &[],
        ),
    ],
    crowd: Some(&CROWD),
    attack: None,
    evening: Some(&EVENING),
};

/// Twenty of this system, for samples of screens.
const CROWD: SampleCrowd = SampleCrowd {
    cast: &[
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3 pc",
        "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg dexterity 3 composure 3 stamina 2 size 5 pc",
        "Weston strength 4 dexterity 2 composure 2 stamina 3 size 5 brawl 3 pc",
        "The Unspeakable Custodian of the Seventh Lower Warehouse vampire dexterity 3 composure 4 stamina 5 size 7",
        "6x Thrall dexterity 2 composure 2 stamina 2 size 5",
        "3x Hound dexterity 4 composure 2 stamina 2 size 4",
        "The Bishop vampire dexterity 3 composure 4 stamina 3 size 5 stealth 3 hidden",
        "2x Lookout dexterity 3 composure 3 stamina 2 size 5 hidden",
    ],
    group: "4x Ghoul dexterity 3 composure 2 stamina 2 size 5",
    played: "Ilse Varga",
    harm: &[
        ("Ilse Varga", &[(Lethal, 2), (Bashing, 2)]),
        ("Weston", &[(Aggravated, 1), (Lethal, 3), (Bashing, 1)]),
        ("Thrall A", &[(Lethal, 7)]),
        ("Hound B", &[(Bashing, 6)]),
        ("The Bishop", &[(Aggravated, 2)]),
    ],
    note: (
        "Hound A",
        "circles behind the crates, waiting for the light to go out",
    ),
};

/// Evening of this system, for samples of screens.
const EVENING: SampleEvening = SampleEvening {
    cast: &[
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3 pc",
        "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg dexterity 3 composure 3 wits 2 stamina 2 size 5 pc",
        "Weston strength 4 dexterity 2 composure 2 wits 2 stamina 3 size 5 brawl 3 pc",
        "6x Thrall dexterity 2 composure 2 stamina 2 size 5",
        "The Bishop vampire dexterity 3 composure 4 stamina 3 size 5 stealth 3 hidden",
    ],
    played: (
        "Ilse Varga",
        "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg",
    ),
    scene: "Loading dock: crates; Warehouse floor: dim, crowd 20; Gallery over the lower warehouse: height 6, railing; \
            Back alley: dark, thin fog; Pier: drop 3; Crypt: hidden, black; Pier 15 Loading dock; \
            Loading dock 8 Back alley; Loading dock 10 Warehouse floor by a door; \
            Gallery over the lower warehouse 12 Warehouse floor by stairs; Warehouse floor 5 Crypt",
    stand: &[
        ("Loading dock", &["Ilse Varga", "Thrall A"]),
        (
            "Warehouse floor",
            &[
                "Weston", "Thrall B", "Thrall C", "Thrall D", "Thrall E", "Thrall F",
            ],
        ),
        (
            "Gallery over the lower warehouse",
            &["Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg"],
        ),
        ("Crypt", &["The Bishop"]),
    ],
    clocks: &[
        ("Alarm 8, on failed Stealth, pinned", "Alarm", 5),
        (
            "The tide reaches the lower warehouse 6, each turn, pinned",
            "The tide reaches the lower warehouse",
            2,
        ),
        ("The boat is gone 4", "The boat is gone", 4),
        (
            "The Bishop wakes 6, each turn, hidden",
            "The Bishop wakes",
            3,
        ),
        (
            "Open the ward: Wits + Composure, 10 successes, 5 rolls",
            "Open the ward",
            0,
        ),
    ],
    work: ("Open the ward", &["Ilse Varga", "Weston"]),
    handouts: &[
        SampleHandout {
            kind: HandoutKind::Letter,
            name: "The ship is not late",
            text: &[
                (
                    "My dear Ilse,\n\nthe ship is not late. It was here on Tuesday, and they unloaded it by night. Meet me \
                  where your ",
                    false,
                ),
                ("sister drowned", true),
                (", after the bells. Bring nobody.\n\nM.", false),
            ],
            given: &["Ilse Varga"],
        },
        SampleHandout {
            kind: HandoutKind::Note,
            name: "A dream",
            text: &[("A lamp on the water, and someone counting.", false)],
            given: &[
                "Ilse Varga",
                "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg",
            ],
        },
        SampleHandout {
            kind: HandoutKind::Name,
            name: "The Custodian of the Seventh Lower Warehouse",
            text: &[(
                "Keeps the keys, and a list of who has asked for them.",
                false,
            )],
            given: &[
                "Ilse Varga",
                "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg",
            ],
        },
        SampleHandout {
            kind: HandoutKind::Letter,
            name: "The list of cargo",
            text: &[
                ("Eleven boxes of earth, one of them ", false),
                ("empty", true),
            ],
            given: &[],
        },
    ],
    whisper: "You know that hand.",
    pool: &["wits", "composure"],
    asked: &[
        "Ilse Varga",
        "Maximiliane Wilhelmina von und zu Hohenstein-Lobenberg",
        "Weston",
    ],
    words: "Something moves below the floor.",
};
