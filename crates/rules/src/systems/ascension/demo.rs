//! A story in ascension: initiative for the whole fight, stolen time, a desperate defence.

use crate::phase::Phase::Act;
use crate::story::Beat::{Hit, Initiative, Note, Plan, Roll, Spend, Turn, Until, Wait};
use crate::story::{Declared, Story};
use crate::track::Severity::{Aggravated, Bashing, Lethal};

const HARD: &[(&str, i32)] = &[("difficulty", 7)];
const PAID: &[(&str, i32)] = &[("difficulty", 5), ("willpower", 1)];

/// Two turns, and what has happened in the third.
pub(super) const STORY: Story = Story {
    title: "The server hall, after hours",
    cast: &[
        "Ilse Brandt mage dex 3 wits 4 stamina 2 arete 3 do 2 willpower 6 pc",
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
        Roll(
            "Lin Sato",
            "Kicks Agent A",
            &[("Dexterity", 4), ("Do", 4)],
            &[],
        ),
        Hit("Agent A", &[(Bashing, 3)]),
        Turn("Agent A"),
        Hit("Lin Sato", &[(Lethal, 2)]),
        Turn("Ilse Brandt"),
        Roll("Ilse Brandt", "Slows the bullets", &[("Arete", 3)], HARD),
        Turn("Agent B"),
        Turn("The Adjuster"),
        Turn("Father Okoro"),
        Until(Act, "Agent A"),
        Hit("Ilse Brandt", &[(Lethal, 1), (Bashing, 1)]),
        Turn("Ilse Brandt"),
        Turn("Agent B"),
        Turn("The Adjuster"),
        Note("The Adjuster", "above the racks"),
        Turn("Father Okoro"),
        Roll("Father Okoro", "Calls fire", &[("Arete", 4)], PAID),
        Hit("Agent B", &[(Aggravated, 2), (Lethal, 3)]),
        Turn("Lin Sato"),
        Plan(
            "Lin Sato",
            Declared {
                actions: 2,
                extra: 2,
                ..Declared::one("Agent A twice, and two stolen moments")
            },
        ),
        Roll(
            "Lin Sato",
            "Sweeps Agent A",
            &[("Dexterity", 4), ("Do", 4), ("Shared", -3)],
            &[],
        ),
        Hit("Agent A", &[(Bashing, 2)]),
        Turn("Agent A"),
        Turn("Ilse Brandt"),
        Plan(
            "Ilse Brandt",
            Declared {
                stance: Some("desperate_defense"),
                ..Declared::one("Gets everybody behind the racks")
            },
        ),
        Wait("Father Okoro", "once somebody shows on the gantry"),
        Turn("Agent B"),
        Spend("Ilse Brandt", "willpower", -1),
        Roll(
            "Ilse Brandt",
            "Dives for cover",
            &[("Dexterity", 3), ("Do", 2)],
            HARD,
        ),
    ],
};
