//! A story in crossover: creatures of several games, plans, and an extra phase about to come.

use crate::character::phase::Phase::{Act, Declare};
use crate::character::track::Severity::{Aggravated, Bashing, Lethal};
use crate::demo_script::DemoBeat::{
    Adjust, Hit, Initiative, Plan, Remark, Roll, RoundBegins, ScriptedRoll, Spend, Turn, Until,
    Wait,
};
use crate::demo_script::{DemoPlan, DemoScript, NamedNumbers};

const DAMAGE: NamedNumbers = &[("kind", 2)];
const SOAK: NamedNumbers = &[("kind", 3)];

/// Script of the demo: one turn, and the beginning of the second.
pub(super) const STORY: DemoScript = DemoScript {
    title: "The crypt under Saint Agnes",
    cast: &[
        "Ilse Varga vampire dex 3 wits 4 stamina 3 brawl 2 celerity 2 fortitude 2 blood 12 pc",
        "Tomas Reed mage dex 3 wits 3 stamina 2 firearms 3 willpower 6 ammo 6 pc",
        "Grey Anna wraith dex 2 wits 4 corpus 9 willpower 7 pc",
        "Runs-at-Dusk werewolf strength 4 dex 4 wits 2 stamina 4 brawl 4 rage 5 pc",
        "3x Thrall ghoul strength 3 dex 3 wits 2 stamina 3 brawl 2 melee 1",
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
        Hit("Grey Anna", &[(Lethal, 3)]),
        Remark("Runs-at-Dusk", "in Crinos"),
        Until(Declare, "Runs-at-Dusk"),
        Plan("Runs-at-Dusk", DemoPlan::single_action("Claws Thrall A")),
        Turn("Ilse Varga"),
        Plan(
            "Ilse Varga",
            DemoPlan {
                actions: 2,
                defenses: &[2],
                kinds: &[],
                ..DemoPlan::single_action(
                    "Claws of bone at Thrall B, then dodges; blood for Celerity",
                )
            },
        ),
        Spend("Ilse Varga", "blood", -1),
        Until(Act, "Ilse Varga"),
        ScriptedRoll(
            "Ilse Varga",
            "Claws Thrall B",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
            &[7, 4, 9],
        ),
        ScriptedRoll(
            "Ilse Varga",
            "Damage",
            &[("Strength", 2), ("Claw", 1), ("Extra successes", 1)],
            DAMAGE,
            &[6, 3, 10, 5],
        ),
        Hit("Thrall B", &[(Lethal, 2)]),
        Turn("Runs-at-Dusk"),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Claws Thrall A",
            &[("Dexterity", 4), ("Brawl", 4)],
            &[],
            &[8, 2, 6, 5, 7, 3, 4, 5],
        ),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Damage",
            &[("Strength", 4), ("Claw", 1), ("Extra successes", 2)],
            DAMAGE,
            &[9, 4, 2, 6, 5, 8, 3],
        ),
        Hit("Thrall A", &[(Aggravated, 3)]),
        Turn("Tomas Reed"),
        ScriptedRoll(
            "Tomas Reed",
            "Shoots at Thrall B",
            &[("Dexterity", 3), ("Firearms", 3)],
            &[],
            &[3, 5, 2, 4, 5, 2],
        ),
        Spend("Tomas Reed", "ammo", -1),
        Turn("Grey Anna"),
        Turn("Thrall A"),
        ScriptedRoll(
            "Thrall A",
            "Strikes Runs-at-Dusk",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
            &[6, 7, 3, 5],
        ),
        ScriptedRoll(
            "Thrall A",
            "Damage",
            &[("Strength", 3), ("Extra successes", 1)],
            DAMAGE,
            &[8, 6, 2, 4],
        ),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Soaks",
            &[("Stamina", 4)],
            SOAK,
            &[7, 3, 5, 2],
        ),
        Hit("Runs-at-Dusk", &[(Bashing, 1)]),
        Turn("The Bishop"),
        Turn("Thrall B"),
        ScriptedRoll(
            "Thrall B",
            "Knife at Runs-at-Dusk",
            &[("Dexterity", 3), ("Melee", 1)],
            &[],
            &[9, 4, 2],
        ),
        ScriptedRoll(
            "Thrall B",
            "Damage",
            &[("Strength", 3), ("Weapon", 1)],
            DAMAGE,
            &[6, 10, 5, 3],
        ),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Soaks",
            &[("Stamina", 4)],
            SOAK,
            &[4, 8, 2, 5],
        ),
        Hit("Runs-at-Dusk", &[(Lethal, 1)]),
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
        Adjust("Runs-at-Dusk", -1),
        Adjust("Thrall B", -1),
        Adjust("Thrall A", -1),
        Turn("Thrall A"),
        Turn("Thrall B"),
        Plan("Thrall B", DemoPlan::single_action("Drags Thrall A away")),
        Turn("The Bishop"),
        Plan(
            "The Bishop",
            DemoPlan {
                actions: 2,
                ..DemoPlan::single_action("Opens the coffin, and steps out")
            },
        ),
        Turn("Ilse Varga"),
        Plan(
            "Ilse Varga",
            DemoPlan {
                extra: 2,
                ..DemoPlan::single_action("Thrall B, then whoever stands")
            },
        ),
        Spend("Ilse Varga", "blood", -1),
        Turn("Grey Anna"),
        Turn("Tomas Reed"),
        Plan(
            "Tomas Reed",
            DemoPlan {
                willpower: 1,
                ..DemoPlan::single_action("Shoots whatever comes")
            },
        ),
        Turn("Runs-at-Dusk"),
        Plan(
            "Runs-at-Dusk",
            DemoPlan {
                actions: 2,
                defenses: &[2],
                kinds: &[],
                ..DemoPlan::single_action("Claws Thrall A, and keeps the last for a dodge")
            },
        ),
        Wait("Tomas Reed", "if the coffin opens"),
        Turn("Runs-at-Dusk"),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Claws Thrall A",
            &[("Dexterity", 4), ("Brawl", 4)],
            &[],
            &[10, 4, 7, 2, 5],
        ),
        ScriptedRoll(
            "Runs-at-Dusk",
            "Damage",
            &[("Strength", 4), ("Claw", 1), ("Extra successes", 1)],
            DAMAGE,
            &[3, 8, 5, 6, 2, 4],
        ),
        Hit("Thrall A", &[(Aggravated, 2)]),
        Turn("Grey Anna"),
        Remark("Grey Anna", "across the Shroud"),
        Turn("Ilse Varga"),
        Roll(
            "Ilse Varga",
            "Claws Thrall B",
            &[("Dexterity", 3), ("Brawl", 2)],
            &[],
        ),
    ],
    crowd: None,
    attack: None,
    evening: None,
};
