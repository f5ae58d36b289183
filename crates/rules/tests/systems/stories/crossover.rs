//! The referee of crossover.

use std::collections::BTreeMap;

use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::messages::Wording;
use rules::systems::d10::actions::split_penalty;
use rules::systems::d10::damage::DamageType;

use super::blow::Blow;
use super::scene::{Person, Referee, Scene, Verdict, sum, typed};

#[derive(Default)]
pub(crate) struct Crossover {
    blow: Option<Blow>,
    /// Rounds in a combatant's gun after the shot that was just rolled.
    shot: Option<(String, i32)>,
    /// Who paid for Celerity, and in which turn.
    paid: BTreeMap<String, u32>,
}

/// How an attack is made.
struct Way {
    on: &'static str,
    ability: &'static str,
    /// The damage dice, and whether Strength is added to them.
    damage: (&'static str, i32, bool),
    kind: DamageType,
    shoots: bool,
}

/// What a combatant's roll attacks: how, at whom, with what.
fn attacks(who: &Person<'_>, what: &str) -> Option<Way> {
    let way = |on, ability, damage, kind| Way {
        on,
        ability,
        damage,
        kind,
        shoots: ability == "firearms",
    };
    let (claws, knife) = (("Claw", 1, true), ("Weapon", 1, true));
    Some(match (&*who.name(), what) {
        // The vampire's are of bone, as she declares.
        ("Ilse Varga", "Claws Thrall B") => way("Thrall B", "brawl", claws, DamageType::Lethal),
        ("Runs-at-Dusk", "Claws Thrall A") => {
            assert_eq!(who.note(), "in Crinos");
            way("Thrall A", "brawl", claws, DamageType::Aggravated)
        }
        ("Tomas Reed", "Shoots at Thrall B") => {
            let revolver = ("Weapon", 4, false);
            way("Thrall B", "firearms", revolver, DamageType::Lethal)
        }
        ("Thrall A", "Strikes Runs-at-Dusk") => {
            let fist = ("Weapon", 0, true);
            way("Runs-at-Dusk", "brawl", fist, DamageType::Bashing)
        }
        ("Thrall B", "Knife at Runs-at-Dusk") => {
            way("Runs-at-Dusk", "melee", knife, DamageType::Lethal)
        }
        _ => return None,
    })
}

fn term(label: &'static str, value: i32) -> Term {
    Term::from_typed(Wording::verbatim(label), value)
}

/// What a target soaks with.
fn soaks(who: &Person<'_>, kind: DamageType) -> Vec<Term> {
    let (vampire, werewolf) = (who.kind() == "vampire", who.kind() == "werewolf");
    let changed = werewolf && who.note() == "in Crinos";
    let bashing = kind == DamageType::Bashing;
    let stamina = bashing || changed || (vampire && kind == DamageType::Lethal);
    let fortitude = bashing || vampire || who.kind() == "ghoul";
    let parts = [("stamina", stamina), ("fortitude", fortitude)];
    let parts = parts
        .into_iter()
        .filter(|(key, is)| *is && who.get(key) > 0);
    parts
        .map(|(key, _)| term(who.title(key), who.get(key)))
        .collect()
}

impl Crossover {
    /// The attack, from the sheet, the plan and the actions before it.
    fn struck(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        let found = attacks(who, &what);
        let way = found.unwrap_or_else(|| panic!("{name}: {what}?"));
        let (plan, number) = (who.plan(), scene.actions(&name) + 1);
        let declared = i32::from(plan.actions);
        assert!(number <= declared.max(1), "{name}: {what}");
        let all = declared + i32::from(plan.extra);
        let too_much = all > who.get("dexterity") || all > who.get("wits");
        let dots = who.get(way.ability);
        let mut dice = vec![term("Dexterity", who.get("dexterity"))];
        if dots > 0 {
            dice.push(term(who.title(way.ability), dots));
        }
        let wounds = who.wounds().penalty.expect("able to act");
        dice.push(term("Wounds", wounds));
        dice.push(term("Several actions", split_penalty(declared, number)));
        let unskilled = i32::from(way.shoots && dots < 1);
        let difficulty = 6 + unskilled + if too_much { 3 } else { 0 };
        let (label, more, strength) = way.damage;
        let mut damage = Vec::new();
        if strength {
            damage.push(term("Strength", who.get("strength")));
        }
        if more > 0 {
            damage.push(term(label, more));
        }
        self.shot = way
            .shoots
            .then(|| (name.clone(), who.row.pools["ammo"] - 1));
        self.blow = Blow::struck(roll, (&name, way.on), &damage, way.kind);
        Verdict {
            terms: typed(&dice, &["Wounds", "Several actions"]),
            pool: sum(&dice),
            dials: Parameters::default().with("difficulty", difficulty),
            action: true,
            due: None,
        }
    }
}

impl Referee for Crossover {
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        let Some(blow) = self.blow.take() else {
            return self.struck(scene, &who, roll);
        };
        let target = scene.named(&blow.on);
        let soaks = soaks(&target, blow.kind);
        let inflicted = |damage: i32, soaked: i32| {
            let left = (damage - soaked).max(0);
            // No combatant in this story is dazed, and none acts as if they were (XOV-CMP-06).
            assert!(left <= target.get("stamina"));
            left
        };
        if blow.rolls_damage() {
            assert_eq!(
                (&*roll.what.to_string(), who.name()),
                ("Damage", blow.by.clone())
            );
            let (verdict, left) = blow.damage(roll, !soaks.is_empty(), inflicted);
            self.blow = left;
            return verdict;
        }
        assert_eq!(
            (&*roll.what.to_string(), who.name()),
            ("Soaks", blow.on.clone())
        );
        blow.soak(roll, &soaks, inflicted)
    }

    fn note(&mut self, _: &Scene, who: Person<'_>, note: &str) -> bool {
        match note {
            "in Crinos" => who.kind() == "werewolf",
            // No more than words.
            "across the Shroud" => who.kind() == "wraith",
            _ => false,
        }
    }

    fn spends(&mut self, scene: &Scene, who: Person<'_>, pool: &str, points: i32) -> bool {
        match pool {
            "ammo" => {
                let left = who.row.pools["ammo"] - points;
                self.shot.take() == Some((who.name(), left))
            }
            "blood" => {
                self.paid.insert(who.name(), scene.view.turn.round);
                points == 1 && who.get("celerity") > 0
            }
            _ => false,
        }
    }

    fn plan(&mut self, scene: &Scene, who: Person<'_>, plan: &Plan) {
        if plan.extra == 0 {
            return;
        }
        let paid = self.paid.get(&who.name()).copied();
        assert_eq!(
            paid,
            Some(scene.view.turn.round - 1),
            "paid the turn before"
        );
        assert_eq!(i32::from(plan.extra), who.get("celerity"));
    }

    fn step(&mut self, scene: &Scene, before: Turn, _: Turn) {
        assert_eq!(self.blow, None, "a blow is finished in its step");
        assert_eq!(self.shot, None, "a shot takes a round");
        scene.wounds_are_in(before);
    }
}
