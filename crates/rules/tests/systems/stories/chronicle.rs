//! The referee of chronicle.

use std::collections::{BTreeMap, BTreeSet};

use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::character::track::DamagePacket;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::exchange::Party;

use crate::chronicle::table::{Made, Table, counts, gains, harm, line, made, table, victim};

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
    worn: BTreeMap<String, u16>,
}

impl Chronicle {
    /// A combatant as the table has them now.
    fn made(&self, who: &Person<'_>) -> Made {
        let keys = [
            "strength",
            "dexterity",
            "stamina",
            "wits",
            "size",
            "brawl",
            "weaponry",
            "firearms",
            "athletics",
        ];
        let mut made = made(&keys.map(|key| (key, who.get(key))));
        made.sheet.kind = Some(who.kind().to_owned());
        made.track = who.row.track.expect("a track");
        let name = who.name();
        if self.down.contains(&name) {
            made = made.is("prone");
        }
        made.counted("defense", self.worn.get(&name).copied().unwrap_or(0))
    }

    fn attack(
        &self,
        scene: &Scene,
        who: &Person<'_>,
        maneuver: &'static str,
        on: &str,
        weapon: Option<&str>,
    ) -> Table {
        let mut actor = self.made(who);
        if let Some(weapon) = weapon {
            actor = actor.carries(weapon);
            // It counts into the initiative when that is rolled (CHR-INIT-05).
            let penalty = actor.gear[&1].number_or_zero("initiative");
            assert!(who.get("initiative") <= penalty, "{weapon}");
        }
        let attack = table(maneuver, actor, &[self.made(&scene.named(on))]);
        // Who aims keeps the aim by not defending (CHR-AIM-04).
        if self.aims.contains_key(on) {
            attack.chose("defense", "withhold")
        } else {
            attack.chose("defense", "apply")
        }
    }

    /// What this roll attacks; `None` is a roll of two traits.
    fn attacks(&self, scene: &Scene, who: &Person<'_>, what: &str) -> Option<(String, Table)> {
        let name = who.name();
        let at = |maneuver, on: &str, weapon| {
            let attack = self.attack(scene, who, maneuver, on, weapon);
            Some((on.to_owned(), attack))
        };
        match (&*name, what) {
            ("Ilse Varga", "Shoots at Ghoul B") => at("shoot", "Ghoul B", Some("light_pistol")),
            ("Ilse Varga", "Shoots Ghoul A in the leg") => {
                let (on, attack) = at("shoot", "Ghoul A", Some("light_pistol"))?;
                let attack = attack.set("called", 2).chose("leg", "knocked_down");
                // Weston is at it with that ghoul.
                Some((on, attack.bystander(victim())))
            }
            ("Dr. Amadi", "Shoots Ghoul A") => {
                let (on, mut attack) = at("shoot", "Ghoul A", Some("light_pistol"))?;
                assert_eq!(who.note(), format!("{AIMING}Ghoul A"));
                let since = self.aims.get(&name).expect("an aim");
                let turns = scene.view.turn.round - since;
                let turns = i32::try_from(turns).expect("a few");
                attack.actor = attack.actor.in_state("aiming", turns);
                let attack = attack.held(Party::Actor, Party::Target(0), "aim", turns);
                Some((on, attack.between(0, "concealment", 1)))
            }
            ("Ghoul A", "Strikes Ilse Varga") => at("unarmed", "Ilse Varga", None),
            ("Ghoul B", "Strikes Dr. Amadi") => at("unarmed", "Dr. Amadi", None),
            ("Ghoul B", "Stabs Ilse Varga") => at("melee", "Ilse Varga", Some("knife")),
            ("Weston", "Strikes Ghoul A") => at("unarmed", "Ghoul A", None),
            ("Weston", "Strikes at Ghoul B") => at("unarmed", "Ghoul B", None),
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
        dials: Parameters::default(),
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
        // The faces as they were thrown, before any was thrown again.
        let faces: Vec<u16> = roll.rolled.faces.iter().map(|face| face.0).collect();
        assert!(!roll.rolled.chance, "{name}: {what}");
        let played = attack.rolled("attack", &faces).step();
        let target = Party::Target(0);
        let terms = &line(&played.ledger, "attack").terms;
        if counts(&played.effects, target, "defense") > 0 {
            *self.worn.entry(on.clone()).or_default() += 1;
        }
        // An attack uses the aim up.
        self.aims.remove(&name);
        if gains(&played.effects, target, "prone") {
            self.down.insert(on.clone());
            if scene.actions(&on) == 0 {
                self.lost.insert(on.clone());
            }
        }
        let [bashing, lethal, aggravated] = harm(&played.effects, target);
        let packet = DamagePacket {
            bashing,
            lethal,
            aggravated,
            points: 0,
        };
        Verdict {
            terms: typed(terms, &["Wounds"]),
            pool: sum(terms),
            dials: Parameters::default(),
            action: true,
            due: (!packet.is_empty()).then_some((on, packet)),
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
