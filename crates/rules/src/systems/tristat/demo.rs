//! A story in Tri-Stat: Health as a number, Energy, stances, several attacks in one turn.

use crate::phase::Phase::Act;
use crate::story::Beat::{Initiative, Lose, Note, Plan, Roll, RoundBegins, Say, Turn, Until, Wait};
use crate::story::{Declared, Story};

const DEFENSE: &[(&str, i32)] = &[("kind", 1)];
const CHECK: &[(&str, i32)] = &[("kind", 2)];
const ENERGY: &[(&str, i32)] = &[("energy", 1)];

/// One round, and what has happened in the second.
pub(super) const STORY: Story = Story {
    title: "The rooftop garden, after the rain",
    cast: &[
        "Kei Tanaka body 6 mind 5 soul 6 melee 3 melee_defense 2 acrobatics 2 pc",
        "Rosa Vance body 4 mind 7 soul 5 ranged 3 ranged_defense 1 extra_attacks 1 focus 1 pc",
        "Brother Anselm body 7 mind 3 soul 6 brawl 3 brawl_defense 2 armor 3 pc",
        "3x Ninja body 5 mind 4 soul 5 armor 2 melee 2 melee_defense 1",
        "The Shadow body 8 mind 6 soul 7 melee 4 extra_attacks 1 armor 4 stealth 3 hidden",
    ],
    beats: &[
        Initiative(&[
            ("The Shadow", 5),
            ("Kei Tanaka", 6),
            ("Ninja A", 5),
            ("Rosa Vance", 3),
            ("Brother Anselm", 3),
            ("Ninja B", 2),
        ]),
        Turn("The Shadow"),
        Roll(
            "The Shadow",
            "Waits in the ivy",
            &[("Mind", 6), ("Stealth", 3)],
            CHECK,
        ),
        Turn("Kei Tanaka"),
        Roll(
            "Kei Tanaka",
            "Strikes at Ninja A",
            &[("Combat Value", 5), ("Melee", 3)],
            &[],
        ),
        Lose("Ninja A", 11),
        Turn("Ninja A"),
        Roll(
            "Ninja A",
            "Strikes at Kei",
            &[("Combat Value", 4), ("Melee", 2)],
            &[],
        ),
        Roll(
            "Kei Tanaka",
            "Parries",
            &[("Defense Value", 3), ("Melee defense", 2)],
            DEFENSE,
        ),
        Lose("Kei Tanaka", 8),
        Turn("Rosa Vance"),
        Roll(
            "Rosa Vance",
            "Shoots Ninja B",
            &[("Combat Value", 5), ("Ranged", 3)],
            ENERGY,
        ),
        Lose("Ninja B", 26),
        Roll(
            "Rosa Vance",
            "Shoots Ninja B again",
            &[("Combat Value", 5), ("Ranged", 3), ("Vital target", -4)],
            &[],
        ),
        Turn("Brother Anselm"),
        Note("Brother Anselm", "holds Ninja A"),
        Turn("Ninja B"),
        Lose("Brother Anselm", 5),
        RoundBegins,
        Initiative(&[
            ("Rosa Vance", 6),
            ("Ninja A", 5),
            ("Kei Tanaka", 2),
            ("Brother Anselm", 4),
            ("The Shadow", 1),
            ("Ninja B", 1),
        ]),
        Wait("Brother Anselm", "when somebody comes through the ivy"),
        Until(Act, "Rosa Vance"),
        Roll(
            "Rosa Vance",
            "Shoots Ninja A",
            &[("Combat Value", 5), ("Ranged", 3), ("Trick shot", -2)],
            ENERGY,
        ),
        Lose("Ninja A", 42),
        Turn("The Shadow"),
        Note("The Shadow", "still in the ivy"),
        Turn("Kei Tanaka"),
        Plan(
            "Kei Tanaka",
            Declared {
                stance: Some("total_defense"),
                ..Declared::one("Covers the door")
            },
        ),
        Say("Something moves in the ivy."),
        Roll(
            "Kei Tanaka",
            "Ducks",
            &[("Defense Value", 3), ("Acrobatics", 2)],
            DEFENSE,
        ),
    ],
};
