//! A story in Tri-Stat: Health as a number, Energy, stances, several attacks in one turn.

use crate::character::phase::Phase::Act;
use crate::demo_script::DemoBeat::{
    Initiative, Lose, Plan, Remark, Roll, RoundBegins, Say, ScriptedRoll, Turn, Until, Wait,
};
use crate::demo_script::{DemoPlan, DemoScript, NamedNumbers};

const DEFENSE: NamedNumbers = &[("kind", 1)];
const CHECK: NamedNumbers = &[("kind", 2)];
const ENERGY: NamedNumbers = &[("energy", 1)];

/// Script of the demo: one round, and the beginning of the second.
pub(super) const STORY: DemoScript = DemoScript {
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
        ScriptedRoll(
            "Kei Tanaka",
            "Sword at Ninja A",
            &[("Combat Value", 5), ("Melee", 3)],
            &[],
            &[3, 4],
        ),
        ScriptedRoll(
            "Ninja A",
            "Parries",
            &[("Defense Value", 2), ("Melee defense", 1)],
            DEFENSE,
            &[2, 5],
        ),
        Lose("Ninja A", 11),
        Turn("Ninja A"),
        ScriptedRoll(
            "Ninja A",
            "Club at Kei Tanaka",
            &[("Combat Value", 4), ("Melee", 2)],
            &[],
            &[2, 3],
        ),
        ScriptedRoll(
            "Kei Tanaka",
            "Parries",
            &[("Defense Value", 3), ("Melee defense", 2)],
            DEFENSE,
            &[4, 3],
        ),
        Lose("Kei Tanaka", 8),
        Turn("Rosa Vance"),
        // A critical: the third die says by how much.
        ScriptedRoll(
            "Rosa Vance",
            "Shoots Ninja B",
            &[("Combat Value", 5), ("Ranged", 3)],
            ENERGY,
            &[1, 1, 2],
        ),
        Lose("Ninja B", 30),
        ScriptedRoll(
            "Rosa Vance",
            "Shoots at Ninja B again",
            &[("Combat Value", 5), ("Ranged", 3), ("Vital target", -4)],
            &[],
            &[3, 5],
        ),
        Turn("Brother Anselm"),
        ScriptedRoll(
            "Brother Anselm",
            "Takes hold of Ninja A",
            &[("Combat Value", 5), ("Brawl", 3)],
            &[],
            &[4, 2],
        ),
        Remark("Brother Anselm", "holds Ninja A"),
        Turn("Ninja B"),
        ScriptedRoll(
            "Ninja B",
            "Club at Brother Anselm",
            &[("Combat Value", 4), ("Melee", 2)],
            &[],
            &[1, 4],
        ),
        Lose("Brother Anselm", 5),
        RoundBegins,
        Initiative(&[
            ("Rosa Vance", 6),
            ("Kei Tanaka", 5),
            ("Ninja B", 5),
            ("The Shadow", 1),
            ("Brother Anselm", 2),
            ("Ninja A", 2),
        ]),
        Wait("Brother Anselm", "when somebody comes through the ivy"),
        Until(Act, "Rosa Vance"),
        ScriptedRoll(
            "Rosa Vance",
            "Shoots Ninja A in the chest",
            &[("Combat Value", 5), ("Ranged", 3), ("Vital target", -4)],
            ENERGY,
            &[2, 4],
        ),
        Lose("Ninja A", 30),
        ScriptedRoll(
            "Rosa Vance",
            "Shoots Ninja A",
            &[("Combat Value", 5), ("Ranged", 3)],
            &[],
            &[5, 2],
        ),
        Lose("Ninja A", 15),
        Turn("Kei Tanaka"),
        Plan(
            "Kei Tanaka",
            DemoPlan {
                stance: Some("total_defense"),
                ..DemoPlan::single_action("Covers the door")
            },
        ),
        Turn("Ninja B"),
        Say("Something moves in the ivy."),
        ScriptedRoll(
            "Ninja B",
            "Club at Kei Tanaka",
            &[("Combat Value", 4), ("Melee", 2)],
            &[],
            &[3, 1],
        ),
        Roll(
            "Kei Tanaka",
            "Ducks",
            &[("Defense Value", 3), ("Acrobatics", 2)],
            DEFENSE,
        ),
    ],
    crowd: None,
    attack: None,
    evening: None,
};
