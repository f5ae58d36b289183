//! A story in crossover: creatures of several games, plans, and an extra phase about to come.

use crate::phase::Phase::{Act, Declare};
use crate::story::Beat::{
    Hit, Initiative, Note, Plan, Roll, RoundBegins, Spend, Turn, Until, Wait,
};
use crate::story::{Declared, Story};
use crate::track::Severity::{Aggravated, Bashing, Lethal};

const HARD: &[(&str, i32)] = &[("difficulty", 7)];

/// One turn, and what has happened in the second.
pub(super) const STORY: Story = Story {
    title: "The crypt under Saint Agnes",
    cast: &[
        "Ilse Varga vampire dex 3 wits 4 stamina 3 brawl 2 celerity 2 fortitude 2 blood 12 pc",
        "Tomas Reed mage dex 3 wits 3 stamina 2 firearms 3 willpower 6 ammo 6 pc",
        "Grey Anna wraith dex 2 wits 4 corpus 9 willpower 7 pc",
        "Runs-at-Dusk werewolf strength 4 dex 4 wits 2 stamina 4 brawl 4 rage 5 pc",
        "3x Thrall ghoul strength 3 dex 3 wits 2 stamina 3 brawl 2",
        "The Bishop vampire dex 4 wits 4 stamina 4 fortitude 3 potence 2 blood 15 hidden",
    ],
    beats: &[
        Initiative(&[
            ("Ilse Varga", 8),
            ("Runs-at-Dusk", 9),
            ("Tomas Reed", 5),
            ("Grey Anna", 5),
            ("Thrall A", 6),
            ("The Bishop", 2),
            ("Thrall B", 3),
        ]),
        Until(Declare, "Runs-at-Dusk"),
        Plan("Runs-at-Dusk", Declared::one("Tears at Thrall A")),
        Turn("Ilse Varga"),
        Plan(
            "Ilse Varga",
            Declared {
                actions: 2,
                defenses: &[2],
                ..Declared::one("Claws Thrall B, then dodges")
            },
        ),
        Until(Act, "Ilse Varga"),
        Roll(
            "Ilse Varga",
            "Claws Thrall B",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
        ),
        Hit("Thrall B", &[(Lethal, 2)]),
        Turn("Runs-at-Dusk"),
        Roll(
            "Runs-at-Dusk",
            "Tears at Thrall A",
            &[("Dexterity", 4), ("Brawl", 4)],
            &[],
        ),
        Hit("Thrall A", &[(Aggravated, 1), (Lethal, 2)]),
        Turn("Tomas Reed"),
        Spend("Tomas Reed", "ammo", -2),
        Turn("Grey Anna"),
        Turn("Thrall A"),
        Hit("Grey Anna", &[(Lethal, 3)]),
        Turn("The Bishop"),
        Turn("Thrall B"),
        Hit("Runs-at-Dusk", &[(Lethal, 1), (Bashing, 1)]),
        RoundBegins,
        Initiative(&[
            ("Runs-at-Dusk", 10),
            ("Tomas Reed", 8),
            ("Grey Anna", 8),
            ("Ilse Varga", 6),
            ("The Bishop", 4),
            ("Thrall B", 5),
            ("Thrall A", 2),
        ]),
        Turn("Thrall A"),
        Turn("Thrall B"),
        Plan("Thrall B", Declared::one("Drags Thrall A away")),
        Turn("The Bishop"),
        Plan(
            "The Bishop",
            Declared {
                actions: 2,
                ..Declared::one("Opens the coffin, and steps out")
            },
        ),
        Turn("Ilse Varga"),
        Spend("Ilse Varga", "blood", -2),
        Plan(
            "Ilse Varga",
            Declared {
                actions: 2,
                extra: 2,
                ..Declared::one("Thrall B, then whoever stands")
            },
        ),
        Turn("Grey Anna"),
        Turn("Tomas Reed"),
        Plan(
            "Tomas Reed",
            Declared {
                willpower: 1,
                ..Declared::one("Shoots whatever comes")
            },
        ),
        Turn("Runs-at-Dusk"),
        Plan(
            "Runs-at-Dusk",
            Declared {
                actions: 3,
                defenses: &[3],
                ..Declared::one("Bites, claws, and keeps the last for a dodge")
            },
        ),
        Wait("Tomas Reed", "if the coffin opens"),
        Turn("Runs-at-Dusk"),
        Roll(
            "Runs-at-Dusk",
            "Bites Thrall A",
            &[("Dexterity", 4), ("Brawl", 4)],
            HARD,
        ),
        Hit("Thrall A", &[(Lethal, 3)]),
        Turn("Grey Anna"),
        Note("Grey Anna", "across the Shroud"),
        Turn("Ilse Varga"),
        Roll(
            "Ilse Varga",
            "Claws Thrall B",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
        ),
        Hit("Thrall B", &[(Lethal, 1), (Bashing, 1)]),
    ],
};
