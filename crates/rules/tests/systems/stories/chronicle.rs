//! The referee of chronicle.

use std::collections::{BTreeMap, BTreeSet};

use rules::dial::Reading;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::plan::Plan;
use rules::systems::chronicle::attack::outcome::resolve;
use rules::systems::chronicle::attack::pool::{Hit, Mode, attack_pool};
use rules::systems::chronicle::attack::{Attack, AttackKind, Attacker, Options, Target};
use rules::systems::chronicle::called_shot::{LegChoice, Location};
use rules::systems::chronicle::chart;
use rules::systems::chronicle::concealment::Concealment;
use rules::systems::chronicle::condition::Condition;
use rules::systems::chronicle::settings::Settings;

use super::scene::{Person, Referee, Scene, Verdict, sum, typed};

/// A combatant who aims says so in the note.
const AIMING: &str = "aiming at ";

#[derive(Default)]
pub(crate) struct Chronicle {
    /// Who aims, and since when.
    aims: BTreeMap<String, u32>,
    /// Who lies on the ground, having been struck down.
    down: BTreeSet<String>,
    /// Who has lost the action of this turn.
    lost: BTreeSet<String>,
    /// How often Defense was applied in this turn.
    worn: BTreeMap<String, i32>,
}

impl Chronicle {
    fn attack(
        &self,
        scene: &Scene,
        who: &Person<'_>,
        kind: AttackKind,
        on: &str,
        weapon: Option<&str>,
    ) -> Attack {
        let target = scene.named(on);
        let weapon = weapon.map(|name| {
            let weapons = chart::weapons(chart::WEAPONS).expect("a chart");
            let line = weapons.into_iter().find(|line| line.name == name);
            let line = line.unwrap_or_else(|| panic!("there is no {name}"));
            // It counts into the initiative when that is rolled (CHR-INIT-05).
            assert!(who.get("initiative") <= line.initiative, "{name}");
            line.weapon()
        });
        Attack {
            kind,
            attacker: Attacker {
                strength: who.get("strength"),
                dexterity: who.get("dexterity"),
                brawl: who.get("brawl"),
                weaponry: who.get("weaponry"),
                firearms: who.get("firearms"),
                athletics: who.get("athletics"),
                wound_penalty: who.row.health.penalty,
                vampire: who.kind() == "vampire",
                prone: self.down.contains(&who.name()),
                ..Attacker::default()
            },
            weapon,
            distance: None,
            options: Options::default(),
            target: Target {
                dexterity: target.get("dexterity"),
                wits: target.get("wits"),
                stamina: target.get("stamina"),
                size: target.get("size"),
                prone: self.down.contains(on),
                defense_applied: self.worn.get(on).copied().unwrap_or(0),
                // Who aims keeps the aim by not defending (CHR-AIM-04).
                no_defense: self.aims.contains_key(on),
                vampire: target.kind() == "vampire",
                ..Target::default()
            },
            cover: None,
            shield: None,
        }
    }

    /// What this roll attacks; `None` is a roll of two traits.
    fn attacks(&self, scene: &Scene, who: &Person<'_>, what: &str) -> Option<(String, Attack)> {
        use AttackKind::{Firearm, Melee, Unarmed};
        let name = who.name();
        let at = |kind, on: &str, weapon| {
            let attack = self.attack(scene, who, kind, on, weapon);
            Some((on.to_owned(), attack))
        };
        match (&*name, what) {
            ("Ilse Varga", "Shoots at Ghoul B") => at(Firearm, "Ghoul B", Some("Light pistol")),
            ("Ilse Varga", "Shoots Ghoul A in the leg") => {
                let (on, mut attack) = at(Firearm, "Ghoul A", Some("Light pistol"))?;
                attack.options.called = Some(Location::Leg);
                attack.options.leg_choice = LegChoice::KnockedDown;
                // Weston is at it with that ghoul.
                attack.options.avoid = 1;
                Some((on, attack))
            }
            ("Dr. Amadi", "Shoots Ghoul A") => {
                let (on, mut attack) = at(Firearm, "Ghoul A", Some("Light pistol"))?;
                assert_eq!(who.note(), format!("{AIMING}Ghoul A"));
                let since = self.aims.get(&name).expect("an aim");
                let turns = scene.view.turn.round - since;
                attack.options.aim = i32::try_from(turns).expect("a few");
                attack.options.concealment = Some(Concealment::Barely);
                Some((on, attack))
            }
            ("Ghoul A", "Strikes Ilse Varga") => at(Unarmed, "Ilse Varga", None),
            ("Ghoul B", "Strikes Dr. Amadi") => at(Unarmed, "Dr. Amadi", None),
            ("Ghoul B", "Stabs Ilse Varga") => at(Melee, "Ilse Varga", Some("Knife")),
            ("Weston", "Strikes Ghoul A") => at(Unarmed, "Ghoul A", None),
            ("Weston", "Strikes at Ghoul B") => at(Unarmed, "Ghoul B", None),
            _ => None,
        }
    }
}

/// A roll of two traits.
fn traits(who: &Person<'_>, keys: [&str; 2], action: bool) -> Verdict {
    let terms = keys.map(|key| (who.title(key).to_owned(), who.get(key)));
    Verdict {
        pool: terms.iter().map(|(_, value)| value).sum::<i32>() + who.row.health.penalty,
        terms: terms.to_vec(),
        dials: Reading::default(),
        action,
        due: None,
    }
}

impl Referee for Chronicle {
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        let name = who.name();
        let what = roll.what.to_string();
        if what == "Wits + Composure" {
            // Noticing something takes no action.
            return traits(&who, ["wits", "composure"], false);
        }
        // One instant action in a turn (CHR-TURN-02), and none for those struck down.
        assert_eq!(scene.actions(&name), 0, "{name}: {what}");
        assert!(!self.lost.contains(&name), "{name}: {what}");
        if what == "Stealth" {
            return traits(&who, ["dexterity", "stealth"], true);
        }
        let attacked = self.attacks(scene, &who, &what);
        let (on, attack) = attacked.unwrap_or_else(|| panic!("{name}: {what}?"));
        let by = Settings::default();
        let pool = attack_pool(&attack, &by).expect("a pool");
        assert_eq!(pool.mode, Mode::Pool);
        let outcome = resolve(&attack, &pool, &Hit::Rolled(roll.rolled.clone()), &by);
        let outcome = outcome.expect("an outcome");
        if pool.defense_applied {
            *self.worn.entry(on.clone()).or_default() += 1;
        }
        // An attack uses the aim up.
        self.aims.remove(&name);
        if outcome.conditions.contains(&Condition::KnockedDown) {
            self.down.insert(on.clone());
            if scene.actions(&on) == 0 {
                self.lost.insert(on.clone());
            }
        }
        Verdict {
            terms: typed(&pool.terms, &["Wounds"]),
            pool: sum(&pool.terms),
            dials: Reading::default(),
            action: true,
            due: (!outcome.inflicted.is_empty()).then_some((on, outcome.inflicted)),
        }
    }

    fn note(&mut self, scene: &Scene, who: Person<'_>, note: &str) -> bool {
        let name = who.name();
        if note.starts_with(AIMING) {
            // Aiming takes the whole turn (CHR-AIM-01).
            let own = scene.acting() == Some(name.clone()) && scene.actions(&name) == 0;
            self.aims.insert(name, scene.view.turn.round);
            return own;
        }
        match note {
            "prone" => self.down.contains(&name),
            "hidden until first action" => who.row.hidden,
            _ => false,
        }
    }

    fn spends(&mut self, _: &Scene, _: Person<'_>, _: &str, _: i32) -> bool {
        false
    }

    fn plan(&mut self, _: &Scene, who: Person<'_>, _: &Plan) {
        panic!("{} plans, and nobody does here", who.name());
    }

    fn step(&mut self, _: &Scene, before: Turn, after: Turn) {
        if after.round != before.round {
            self.lost.clear();
            self.worn.clear();
        }
    }
}
