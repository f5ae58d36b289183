//! The referee of crossover.

use std::collections::BTreeMap;

use rules::dial::Reading;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::plan::Plan;
use rules::systems::crossover::attack::pool::{Attempt, attempt};
use rules::systems::crossover::attack::{Attack, Attacker, Claws, Situation, Weapon};
use rules::systems::crossover::chart::{MANEUVERS, WEAPONS, WeaponLine, maneuvers, weapons};
use rules::systems::crossover::creature::Form;
use rules::systems::crossover::maneuver::Maneuver;
use rules::systems::crossover::powers::{Power, When, extra_actions};
use rules::systems::crossover::soak::{self, Incoming, Soaker};
use rules::systems::crossover::{Settings, actions, daze, sheet};
use rules::systems::d10::actions::split_penalty;
use rules::systems::d10::damage::DamageType;
use rules::term::Term;

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

/// A werewolf's shape is in the note.
fn form(who: &Person<'_>) -> Form {
    match who.note() {
        "in Crinos" => Form::Crinos,
        _ => Form::Homid,
    }
}

fn soaker(who: &Person<'_>, kind: DamageType) -> Soaker {
    Soaker {
        kind: sheet::kind(who.row.sheet.as_ref().expect("a sheet")),
        form: form(who),
        damage: Incoming {
            kind,
            silver: false,
        },
        stamina: who.get("stamina"),
        fortitude: who.get("fortitude"),
        ..Soaker::default()
    }
}

fn gun(name: &str, loaded: i32) -> Weapon {
    let chart = weapons(WEAPONS).expect("a chart");
    let line = chart.into_iter().find(|line| line.name == name);
    Weapon {
        loaded: Some(loaded).filter(|rounds| *rounds > 0),
        ..carried(&line.unwrap_or_else(|| panic!("there is no {name}")))
    }
}

/// What a combatant's roll attacks: how, at whom, with what.
fn attacks(who: &Person<'_>, what: &str) -> Option<(Maneuver, &'static str, Option<Weapon>)> {
    use Maneuver::{Claw, Shoot, Strike, WeaponStrike};
    Some(match (&*who.name(), what) {
        ("Ilse Varga", "Claws Thrall B") => (Claw, "Thrall B", None),
        ("Runs-at-Dusk", "Claws Thrall A") => (Claw, "Thrall A", None),
        ("Tomas Reed", "Shoots at Thrall B") => {
            let left = who.row.pools["ammo"];
            (Shoot, "Thrall B", Some(gun("Light revolver", left)))
        }
        ("Thrall A", "Strikes Runs-at-Dusk") => (Strike, "Runs-at-Dusk", None),
        ("Thrall B", "Knife at Runs-at-Dusk") => {
            (WeaponStrike, "Runs-at-Dusk", Some(gun("Knife", 0)))
        }
        _ => return None,
    })
}

impl Crossover {
    /// The attack, from the sheet, the plan and the actions before it.
    fn struck(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        let found = attacks(who, &what);
        let (maneuver, on, weapon) = found.unwrap_or_else(|| panic!("{name}: {what}?"));
        let (plan, number) = (who.plan(), scene.actions(&name) + 1);
        let declared = i32::from(plan.actions);
        assert!(number <= declared.max(1), "{name}: {what}");
        let by = Settings::default();
        let cost = actions::Plan {
            declared,
            power: plan.extra.into(),
            dexterity: who.get("dexterity"),
            wits: who.get("wits"),
            ..actions::Plan::default()
        };
        let cost = actions::cost(&cost, &by).expect("a cost");
        let attack = Attack {
            maneuver,
            attacker: Attacker {
                dexterity: who.get("dexterity"),
                strength: who.get("strength"),
                perception: who.get("perception"),
                brawl: who.get("brawl"),
                melee: who.get("melee"),
                firearms: who.get("firearms"),
                athletics: who.get("athletics"),
                wounds: who.wounds(),
                kind: sheet::kind(who.row.sheet.as_ref().expect("a sheet")),
                form: form(who),
                // The vampire’s are of bone, as she declares.
                claws: (who.kind() == "vampire").then_some(Claws::Bone),
                ..Attacker::default()
            },
            weapon,
            situation: Situation {
                split: split_penalty(declared, number),
                over_limit: cost.difficulty > 0,
                ..Situation::default()
            },
            dice: Vec::new(),
            difficulty: Vec::new(),
        };
        let chart = maneuvers(MANEUVERS).expect("a chart");
        let Ok(Attempt::Roll(pool)) = attempt(&attack, &chart, &by) else {
            panic!("{name}: {what} is no roll");
        };
        self.shot = pool.ammo_after.map(|left| (name.clone(), left));
        let kind = pool.damage_type.expect("damage");
        self.blow = Blow::struck(roll, (&name, on), &pool.damage_terms, kind);
        let difficulty = i32::from(pool.difficulty);
        Verdict {
            terms: typed(&pool.dice_terms, &["Wounds", "Several actions"]),
            pool: sum(&pool.dice_terms),
            dials: Reading::default().with("difficulty", difficulty),
            action: true,
            due: None,
        }
    }
}

/// A weapon of the chart, full.
fn carried(line: &WeaponLine) -> Weapon {
    Weapon {
        damage: line.damage,
        kind: Some(line.kind),
        class: line.class,
        range: line.range,
        rate: line.rate,
        clip: line.clip,
        loaded: (line.clip > 0).then_some(line.clip),
        thrown_design: line.thrown_design,
        melee_design: line.melee_design,
        ..Weapon::default()
    }
}

impl Referee for Crossover {
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        let Some(blow) = self.blow.take() else {
            return self.struck(scene, &who, roll);
        };
        let target = scene.named(&blow.on);
        let soaks = soak::pool(&soaker(&target, blow.kind), &Settings::default());
        let inflicted = |damage: i32, soaked: i32| {
            let left = (damage - soaked).max(0);
            // No combatant in this story is dazed, and none acts as if they were (XOV-CMP-06).
            assert!(!daze::dazes(left, target.get("stamina"), false));
            left
        };
        if blow.rolls_damage() {
            assert_eq!(
                (&*roll.what.to_string(), who.name()),
                ("Damage", blow.by.clone())
            );
            let (verdict, left) = blow.damage(roll, soaks.pool > 0, inflicted);
            self.blow = left;
            return verdict;
        }
        assert_eq!(
            (&*roll.what.to_string(), who.name()),
            ("Soaks", blow.on.clone())
        );
        let terms: Vec<Term> = soaks.terms;
        blow.soak(roll, &terms, inflicted)
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
        let power = Power::Celerity {
            dots: who.get("celerity"),
            blood: who.row.pools["blood"],
        };
        let given = extra_actions(&power, &Settings::default()).expect("Celerity");
        assert_eq!(given.when, When::NextTurn);
        let paid = self.paid.get(&who.name()).copied();
        assert_eq!(
            paid,
            Some(scene.view.turn.round - 1),
            "paid the turn before"
        );
        assert_eq!(i32::from(plan.extra), given.count);
    }

    fn step(&mut self, scene: &Scene, before: Turn, _: Turn) {
        assert_eq!(self.blow, None, "a blow is finished in its step");
        assert_eq!(self.shot, None, "a shot takes a round");
        scene.wounds_are_in(before);
    }
}
