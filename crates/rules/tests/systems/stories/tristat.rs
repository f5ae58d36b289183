//! The referee of Tri-Stat.

use rules::dial::Reading;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::plan::Plan;
use rules::systems::tristat::attack::Attack;
use rules::systems::tristat::chart::{WEAPONS, weapons};
use rules::systems::tristat::critical;
use rules::systems::tristat::damage::{Damage, Hurt, multiplier};
use rules::systems::tristat::defense::Defense;
use rules::systems::tristat::energy;
use rules::systems::tristat::settings::Settings;
use rules::systems::tristat::sheet;
use rules::systems::tristat::stance::allowance;
use rules::term::{self, Term};
use rules::track::Packet;

use super::scene::{Person, Referee, Scene, Verdict, sum, typed};

/// What the table adds by itself.
const BY_ITSELF: [&str; 4] = ["Energy", "Focus", "Total defense", "Earlier defenses"];

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
    /// `None` takes hold and does no harm.
    weapon: Option<&'static str>,
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
        ("Kei Tanaka", "Sword at Ninja A") => way("Ninja A", "melee", "Sword"),
        ("Ninja A" | "Ninja B", "Club at Kei Tanaka") => way("Kei Tanaka", "melee", "Club"),
        ("Ninja B", "Club at Brother Anselm") => way("Brother Anselm", "melee", "Club"),
        ("Rosa Vance", "Shoots Ninja B") => way("Ninja B", "ranged", "Heavy pistol"),
        ("Rosa Vance", "Shoots Ninja A") => way("Ninja A", "ranged", "Heavy pistol"),
        ("Rosa Vance", "Shoots at Ninja B again") => Way {
            vital: true,
            ..way("Ninja B", "ranged", "Heavy pistol")
        },
        ("Rosa Vance", "Shoots Ninja A in the chest") => Way {
            vital: true,
            ..way("Ninja A", "ranged", "Heavy pistol")
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

/// The terms as a person types them: a skill by its name.
fn named(terms: &[Term], skill: &str) -> Vec<(String, i32)> {
    let named = typed(terms, &BY_ITSELF).into_iter();
    named
        .map(|(label, value)| match &*label {
            "Skill" => (skill.to_owned(), value),
            _ => (label, value),
        })
        .collect()
}

fn bought(who: &Person<'_>, roll: &RollRecord) -> i32 {
    if !roll.reading.is_on("energy") {
        return 0;
    }
    let by = Settings::default();
    let bought = energy::spend(who.row.pools["energy"], who.get("focus"), 0, &by);
    bought.expect("enough Energy").bonus
}

impl Tristat {
    fn attack(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        self.hit = None;
        let way = attacks(&name, &what).unwrap_or_else(|| panic!("{name}: {what}?"));
        let by = Settings::default();
        let (on, own) = (
            scene.named(way.on),
            who.row.sheet.as_ref().expect("a sheet"),
        );
        let most = allowance(sheet::extra_attacks(own), None, &by).attacks;
        assert!(scene.actions(&name) < most, "{name}: {what}");
        assert!(
            self.holds.iter().all(|(_, held)| *held != name),
            "{name} is held"
        );
        let combat_value = sheet::derived(own).combat_value;
        let attack = Attack {
            combat_value,
            skill: who.get(way.skill),
            vital: way.vital,
            energy_bonus: bought(who, roll),
            ..Attack::default()
        };
        assert!(attack.check().is_ok());
        let terms = attack.target_terms(&by);
        let critical = roll.rolled.faces.get(2);
        let critical = critical.map(|face| critical::multiplier(face.0, 0));
        if roll.rolled.successes > 0 {
            let loss = way.weapon.map(|name| {
                let chart = weapons(WEAPONS).expect("a chart");
                let weapon = chart.into_iter().find(|line| line.name == name);
                let damage = Damage {
                    base: weapon.expect("a weapon").damage,
                    combat_value,
                    bonus: 0,
                    armor: sheet::armor(on.row.sheet.as_ref().expect("a sheet")),
                    ..Damage::default()
                };
                let times = multiplier(way.vital, critical, &by);
                let armor = term::sum(&damage.armor_terms(false, &by));
                Hurt::of(term::sum(&damage.terms()), armor, times).loss
            });
            match loss {
                Some(loss) => {
                    let on = way.on.to_owned();
                    self.hit = Some(Hit { on, loss });
                }
                None => self.holds.push((name, way.on.to_owned())),
            }
        }
        Verdict {
            terms: named(&terms, who.title(way.skill)),
            pool: sum(&terms),
            dials: Reading::default().with("energy", i32::from(roll.reading.is_on("energy"))),
            action: true,
            due: self.hit.as_ref().map(due),
        }
    }

    /// The target who was hit may defend, with a skill that fits.
    fn defends(&mut self, who: &Person<'_>, roll: &RollRecord, skill: &str) -> Verdict {
        let hit = self.hit.take().expect("only a target who was hit defends");
        assert_eq!(who.name(), hit.on);
        let by = Settings::default();
        let own = who.row.sheet.as_ref().expect("a sheet");
        let total_defense = who.plan().is("total_defense");
        let defense = Defense {
            defense_value: sheet::derived(own).defense_value,
            skill: who.get(skill),
            prior_defenses: who.row.tally.get("defense").copied().unwrap_or(0).into(),
            optimal: allowance(sheet::extra_attacks(own), None, &by).optimal_defenses,
            total_defense,
            energy_bonus: bought(who, roll),
            ..Defense::default()
        };
        let terms = defense.target_terms(&by);
        if roll.rolled.successes == 0 {
            self.hit = Some(hit);
        }
        Verdict {
            terms: named(&terms, who.title(skill)),
            pool: sum(&terms),
            dials: Reading::default().with("kind", 1),
            action: false,
            due: self.hit.as_ref().map(due),
        }
    }
}

fn due(hit: &Hit) -> (String, Packet) {
    let loss = u16::try_from(hit.loss).expect("a loss");
    (hit.on.clone(), Packet::plain(loss))
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
                dials: Reading::default().with("kind", 2),
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
