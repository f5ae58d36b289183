//! The referee of Tri-Stat.

use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::character::track::DamagePacket;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;

use super::scene::{Person, Referee, Scene, Verdict};

/// Damage of the weapons.
const SWORD: i32 = 8;
const CLUB: i32 = 4;
const PISTOL: i32 = 12;

/// What a target does who was hit.
const DEFENSES: [&str; 2] = ["Parries", "Ducks"];

/// An attack that has hit, and what it does if the target does not get out of its way.
struct Hit {
    on: String,
    loss: i32,
}

#[derive(Default)]
pub(crate) struct Tristat {
    hit: Option<Hit>,
    /// Who holds whom.
    holds: Vec<(String, String)>,
}

/// How an attacker attacks.
struct Way {
    on: &'static str,
    skill: &'static str,
    /// Damage of the weapon; `None` takes hold and does no harm.
    weapon: Option<i32>,
    vital: bool,
}

fn attacks(who: &str, what: &str) -> Option<Way> {
    let way = |on, skill, weapon| Way {
        on,
        skill,
        weapon: Some(weapon),
        vital: false,
    };
    Some(match (who, what) {
        ("Kei Tanaka", "Sword at Ninja A") => way("Ninja A", "melee", SWORD),
        ("Ninja A" | "Ninja B", "Club at Kei Tanaka") => way("Kei Tanaka", "melee", CLUB),
        ("Ninja B", "Club at Brother Anselm") => way("Brother Anselm", "melee", CLUB),
        ("Rosa Vance", "Shoots Ninja B") => way("Ninja B", "ranged", PISTOL),
        ("Rosa Vance", "Shoots Ninja A") => way("Ninja A", "ranged", PISTOL),
        ("Rosa Vance", "Shoots at Ninja B again") => Way {
            vital: true,
            ..way("Ninja B", "ranged", PISTOL)
        },
        ("Rosa Vance", "Shoots Ninja A in the chest") => Way {
            vital: true,
            ..way("Ninja A", "ranged", PISTOL)
        },
        ("Brother Anselm", "Takes hold of Ninja A") => Way {
            on: "Ninja A",
            skill: "brawl",
            weapon: None,
            vital: false,
        },
        _ => return None,
    })
}

/// A third of the Stats, rounded down.
fn third(who: &Person<'_>) -> i32 {
    (who.get("body") + who.get("mind") + who.get("soul")) / 3
}

/// Attacks of a round, and defenses that cost nothing.
fn attacks_of(who: &Person<'_>) -> i32 {
    1 + who.get("extra_attacks")
}

fn added(terms: &[(String, i32)]) -> i32 {
    terms.iter().map(|(_, value)| value).sum()
}

/// What five Energy buy.
fn bought(who: &Person<'_>, roll: &RollRecord) -> i32 {
    if !roll.reading.is_on("energy") {
        return 0;
    }
    assert!(who.row.pools["energy"] >= 5, "enough Energy");
    1 + who.get("focus")
}

impl Tristat {
    fn attack(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        self.hit = None;
        let way = attacks(&name, &what).unwrap_or_else(|| panic!("{name}: {what}?"));
        let on = scene.named(way.on);
        assert!(scene.actions(&name) < attacks_of(who), "{name}: {what}");
        assert!(
            self.holds.iter().all(|(_, held)| *held != name),
            "{name} is held"
        );
        let combat_value = third(who) + who.get("combat_value");
        let mut terms = vec![
            ("Combat Value".to_owned(), combat_value),
            (who.title(way.skill).to_owned(), who.get(way.skill)),
        ];
        if way.vital {
            terms.push(("Vital target".to_owned(), -4));
        }
        let critical = match roll.rolled.faces.get(2).map(|face| face.0) {
            None => 1,
            Some(1..=3) => 2,
            Some(4..=5) => 3,
            Some(_) => 4,
        };
        if roll.rolled.successes > 0 {
            match way.weapon {
                Some(damage) => {
                    let times = critical * if way.vital { 2 } else { 1 };
                    let through = (damage + combat_value - on.get("armor")).max(0);
                    self.hit = Some(Hit {
                        on: way.on.to_owned(),
                        loss: through * times,
                    });
                }
                None => self.holds.push((name, way.on.to_owned())),
            }
        }
        Verdict {
            pool: added(&terms) + bought(who, roll),
            terms,
            dials: Parameters::default().with("energy", i32::from(roll.reading.is_on("energy"))),
            action: true,
            due: self.hit.as_ref().map(due),
        }
    }

    /// The target who was hit may defend, with a skill that fits.
    fn defends(&mut self, who: &Person<'_>, roll: &RollRecord, skill: &str) -> Verdict {
        let hit = self.hit.take().expect("only a target who was hit defends");
        assert_eq!(who.name(), hit.on);
        let terms = vec![
            (
                "Defense Value".to_owned(),
                third(who) - 2 + who.get("defense_value"),
            ),
            (who.title(skill).to_owned(), who.get(skill)),
        ];
        let prior = who.row.tally.get("defense").copied().unwrap_or(0);
        let worn = 2 * (i32::from(prior) - attacks_of(who) + 1).max(0);
        let stance = if who.plan().has_stance("total_defense") {
            2
        } else {
            0
        };
        if roll.rolled.successes == 0 {
            self.hit = Some(hit);
        }
        Verdict {
            pool: added(&terms) - worn + stance + bought(who, roll),
            terms,
            dials: Parameters::default().with("kind", 1),
            action: false,
            due: self.hit.as_ref().map(due),
        }
    }
}

fn due(hit: &Hit) -> (String, DamagePacket) {
    let loss = u16::try_from(hit.loss).expect("a loss");
    (hit.on.clone(), DamagePacket::of_points(loss))
}

impl Referee for Tristat {
    fn answers(&self, what: &str) -> bool {
        DEFENSES.contains(&what)
    }

    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        match &*roll.what.to_string() {
            "Parries" => self.defends(&who, roll, "melee_defense"),
            "Ducks" => self.defends(&who, roll, "acrobatics"),
            "Waits in the ivy" => Verdict {
                terms: ["mind", "stealth"]
                    .map(|key| (who.title(key).to_owned(), who.get(key)))
                    .to_vec(),
                pool: who.get("mind") + who.get("stealth"),
                dials: Parameters::default().with("kind", 2),
                action: true,
                due: None,
            },
            _ => self.attack(scene, &who, roll),
        }
    }

    fn note(&mut self, _: &Scene, who: Person<'_>, note: &str) -> bool {
        let (name, held) = (who.name(), note.strip_prefix("holds "));
        let mut holds = self.holds.iter();
        held.is_some_and(|held| holds.any(|(by, on)| *by == name && on == held))
    }

    fn spends(&mut self, _: &Scene, _: Person<'_>, _: &str, _: i32) -> bool {
        false
    }

    fn plan(&mut self, scene: &Scene, who: Person<'_>, plan: &Plan) {
        // A stance comes before the first attack of one’s own turn.
        if plan.stance.is_some() {
            assert_eq!(scene.acting(), Some(who.name()));
            assert_eq!(scene.actions(&who.name()), 0);
        }
    }

    fn step(&mut self, _: &Scene, _: Turn, _: Turn) {
        self.hit = None;
    }
}
