//! A story in masquerade: three stages, Celerity, a change of mind, and somebody in torpor.

use crate::phase::Phase::{Act, Declare};
use crate::plan::Price;
use crate::story::Beat::{
    Abort, Hit, Initiative, Note, Plan, Roll, RoundBegins, Spend, Turn, Until, Wait,
};
use crate::story::{Declared, Story};
use crate::track::Severity::{Aggravated, Bashing, Lethal};

const SOAK: &[(&str, i32)] = &[("kind", 3)];

/// One turn, and what has happened in the second.
pub(super) const STORY: Story = Story {
    title: "The Red Door, closing time",
    cast: &[
        "Milo Sant vampire dex 3 wits 3 stamina 3 brawl 2 celerity 2 blood 12 pc",
        "Corinna Hale vampire dex 2 wits 4 stamina 2 firearms 3 willpower 7 blood 10 pc",
        "Jonah ghoul dex 3 wits 2 stamina 3 melee 2 potence 1 blood 5 pc",
        "Old Piet vampire dex 2 wits 2 stamina 2 blood 9 pc",
        "3x Thug dex 3 wits 2 stamina 2 brawl 2 firearms 1",
        "The Hound vampire strength 4 dex 4 wits 3 fortitude 2 potence 3 blood 14",
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
            Declared {
                extra: 2,
                ..Declared::one("Strikes at the Hound, and again")
            },
        ),
        Turn("The Hound"),
        Plan("The Hound", Declared::one("Goes for Old Piet")),
        Until(Act, "The Hound"),
        Roll(
            "The Hound",
            "Goes for Old Piet",
            &[("Dexterity", 4), ("Brawl", 3)],
            &[],
        ),
        Hit("Old Piet", &[(Lethal, 5)]),
        Turn("Milo Sant"),
        Spend("Milo Sant", "blood", -1),
        Hit("The Hound", &[(Bashing, 1)]),
        Turn("Corinna Hale"),
        Turn("Old Piet"),
        Turn("Thug A"),
        Turn("The Nun"),
        Turn("Jonah"),
        Hit("Thug A", &[(Lethal, 3)]),
        Turn("Milo Sant"),
        Roll(
            "The Hound",
            "Soaks",
            &[("Stamina", 2), ("Fortitude", 2)],
            SOAK,
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
        Until(Declare, "Thug A"),
        Plan("Thug A", Declared::one("Shoots Jonah")),
        Turn("Milo Sant"),
        Plan(
            "Milo Sant",
            Declared {
                actions: 2,
                defenses: &[2],
                extra: 2,
                ..Declared::one("Pulls Piet away, then keeps his head down")
            },
        ),
        Turn("Jonah"),
        Plan(
            "Jonah",
            Declared {
                actions: 2,
                willpower: 1,
                ..Declared::one("Knife, and the knife again")
            },
        ),
        Turn("The Hound"),
        Plan(
            "The Hound",
            Declared {
                actions: 2,
                ..Declared::one("Finishes Piet, then whoever is next")
            },
        ),
        Turn("Corinna Hale"),
        Plan("Corinna Hale", Declared::one("Shoots the Hound")),
        Wait("Corinna Hale", "when the Hound is clear of Piet"),
        Turn("The Hound"),
        Hit("Old Piet", &[(Lethal, 4)]),
        Note("Old Piet", "under the bar"),
        Abort("Jonah", Price::Spend),
        Turn("Jonah"),
        Roll(
            "Jonah",
            "Knife at the Hound",
            &[("Dexterity", 3), ("Melee", 2)],
            &[],
        ),
        Hit("The Hound", &[(Lethal, 1), (Aggravated, 1)]),
    ],
};
