//! A story in chronicle: boxes with three kinds of marks, and a vampire in the dark.

use crate::story::Beat::{Hit, Initiative, Note, Roll, Turn};
use crate::story::Story;
use crate::track::Severity::{Aggravated, Bashing, Lethal};

/// Two rounds, and what has happened in the third.
pub(super) const STORY: Story = Story {
    title: "The Wharf, midnight",
    cast: &[
        "Ilse Varga strength 2 dexterity 4 composure 4 wits 3 stamina 3 size 5 firearms 3 pc",
        "Dr. Amadi strength 2 dexterity 3 composure 3 wits 4 stamina 2 size 5 firearms 4 pc",
        "Weston strength 4 dexterity 2 composure 2 stamina 3 size 5 brawl 3 pc",
        "4x Ghoul strength 3 dexterity 3 composure 2 stamina 2 size 5 brawl 2",
        "Pia Lindqvist dexterity 3 composure 2 stamina 2 size 5 pc",
        "The Bishop vampire dexterity 3 composure 4 stamina 3 size 5 hidden",
    ],
    beats: &[
        Initiative(&[
            ("Ilse Varga", 10),
            ("Dr. Amadi", 10),
            ("Ghoul A", 10),
            ("Weston", 9),
            ("Ghoul B", 6),
            ("The Bishop", 2),
        ]),
        Hit("The Bishop", &[(Aggravated, 1), (Lethal, 2), (Bashing, 1)]),
        Turn("Ilse Varga"),
        Hit("Ghoul A", &[(Lethal, 2)]),
        Turn("Dr. Amadi"),
        Turn("Ghoul A"),
        Hit("Ilse Varga", &[(Bashing, 2)]),
        Turn("Weston"),
        Turn("Ghoul B"),
        Hit("Dr. Amadi", &[(Bashing, 1)]),
        Turn("The Bishop"),
        Roll(
            "The Bishop",
            "Stealth",
            &[("Dexterity", 3), ("Stealth", 3)],
            &[],
        ),
        Note("The Bishop", "hidden until first action"),
        Turn("Ilse Varga"),
        Note("Ilse Varga", "aiming +2"),
        Turn("Dr. Amadi"),
        Turn("Ghoul A"),
        Hit("Ilse Varga", &[(Lethal, 2)]),
        Turn("Weston"),
        Roll(
            "Weston",
            "Throws Ghoul A down",
            &[("Strength", 4), ("Brawl", 3)],
            &[],
        ),
        Hit("Ghoul A", &[(Bashing, 2)]),
        Note("Ghoul A", "prone"),
        Turn("Ghoul B"),
        Turn("The Bishop"),
        Turn("Ilse Varga"),
        Roll(
            "Ilse Varga",
            "Wits + Composure",
            &[("Wits", 3), ("Composure", 4)],
            &[],
        ),
        Note("Weston", "delaying: “if the door opens”"),
        Turn("Dr. Amadi"),
        Hit("Ghoul A", &[(Lethal, 1)]),
        Roll(
            "Dr. Amadi",
            "Shoots Ghoul A in the leg",
            &[
                ("Dexterity", 3),
                ("Firearms", 4),
                ("Heavy revolver", 2),
                ("Aimed 1 turn", 1),
                ("Called shot: leg", -2),
                ("Lamp light", -1),
            ],
            &[],
        ),
    ],
};
