//! The referee of masquerade.

use std::collections::BTreeMap;

use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::phase::Phase;
use rules::character::plan::Plan;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::systems::d10::actions::split_penalty;
use rules::systems::masquerade::attack::{self, AttackStats};
use rules::systems::masquerade::chart::{ATTACKS, AttackLine, read_attacks};
use rules::systems::masquerade::soak::{self, Soaker};
use rules::systems::masquerade::{Settings, celerity, damage, sheet};

use super::blow::Blow;
use super::scene::{Person, Referee, Scene, Verdict, sum, typed};

#[derive(Default)]
pub(crate) struct Masquerade {
    blow: Option<Blow>,
    /// Who planned actions of Celerity in this turn that are still to be paid for.
    owed: BTreeMap<String, i32>,
    /// Actions of Celerity that were rolled in this turn.
    quick: BTreeMap<String, i32>,
}

fn line(name: &str) -> AttackLine {
    let chart = read_attacks(ATTACKS).expect("a chart");
    let line = chart.into_iter().find(|line| line.name == name);
    line.unwrap_or_else(|| panic!("there is no {name}"))
}

/// With what an attacker attacks whom.
fn attacked(who: &str, what: &str) -> Option<(&'static str, AttackLine)> {
    Some(match (who, what) {
        ("The Hound", "Sword at Old Piet") => ("Old Piet", line("Sword")),
        ("Milo Sant", "Strikes the Hound" | "Strikes at the Hound again") => {
            ("The Hound", line("Fist"))
        }
        ("Jonah", "Knife at Thug A") => ("Thug A", line("Knife")),
        ("Jonah", "Knife at the Hound") => ("The Hound", line("Knife")),
        _ => return None,
    })
}

impl Masquerade {
    fn struck(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        let found = attacked(&name, &what);
        let (on, line) = found.unwrap_or_else(|| panic!("{name}: {what}?"));
        let attack = AttackStats {
            mode: line.mode,
            dexterity: who.get("dexterity"),
            brawl: who.get("brawl"),
            melee: who.get("melee"),
            firearms: who.get("firearms"),
            athletics: who.get("athletics"),
            wounds: who.wounds(),
        };
        let pool = attack::attack_terms(&attack);
        assert!(who.wounds().penalty.is_some(), "cannot act");
        assert!(sum(&pool) >= 1, "no dice");
        let plan = who.plan();
        let declared = i32::from(plan.actions);
        // The closing pass holds what is left, Celerity last.
        let quick = scene.view.turn.phase == Phase::Extra && scene.actions(&name) >= declared;
        let less = if quick {
            let used = self.quick.entry(name.clone()).or_default();
            *used += 1;
            assert!(*used <= i32::from(plan.extra), "{name}: {what}");
            0
        } else {
            let number = scene.actions(&name) + 1;
            assert!(number <= declared, "{name}: {what}");
            split_penalty(declared, number)
        };
        // The terms without dice are words, and are not typed.
        let terms = pool.iter().filter(|term| term.value != 0);
        let terms: Vec<Term> = terms.cloned().collect();
        let weapon = line.damage_stats(who.get("strength"), who.get("potence"));
        let weapon = damage::damage_terms(&weapon, &Settings::default());
        self.blow = Blow::struck(roll, (&name, on), &weapon, line.kind);
        Verdict {
            terms: typed(&terms, &["Wounds"]),
            pool: sum(&terms) + less,
            dials: Parameters::default().with("difficulty", 6),
            // Those of Celerity are counted apart.
            action: !quick,
            due: None,
        }
    }
}

impl Referee for Masquerade {
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        let Some(blow) = self.blow.take() else {
            return self.struck(scene, &who, roll);
        };
        let target = scene.named(&blow.on);
        let kind = sheet::creature_kind(target.row.sheet.as_ref().expect("a sheet"));
        let soaks = soak::soak_terms(&Soaker {
            kind,
            damage: blow.kind,
            stamina: target.get("stamina"),
            fortitude: target.get("fortitude"),
            armor: 0,
        });
        let halved = !blow.kind.is_worse_than_bashing() && target.kind() == "vampire";
        let inflicted = |hurts: i32, soaked: i32| match halved {
            true => damage::undead_bashing_levels(hurts, soaked, &Settings::default()),
            false => (hurts - soaked).max(0),
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

    fn note(&mut self, _: &Scene, _: Person<'_>, note: &str) -> bool {
        // No more than words.
        note == "under the bar"
    }

    fn spends(&mut self, _: &Scene, who: Person<'_>, pool: &str, points: i32) -> bool {
        let owed = self.owed.remove(&who.name());
        pool == "blood" && points == 1 && owed.is_some()
    }

    fn plan(&mut self, _: &Scene, who: Person<'_>, plan: &Plan) {
        let extra = i32::from(plan.extra);
        if extra > 0 && who.row.plan.is_none() {
            let given = celerity::granted_actions(who.get("celerity"), who.row.pools["blood"]);
            assert_eq!(extra, given, "{}", who.name());
            self.owed.insert(who.name(), extra);
        }
    }

    fn step(&mut self, scene: &Scene, before: Turn, after: Turn) {
        assert_eq!(self.blow, None, "a blow is finished in its step");
        scene.wounds_are_in(before);
        if after.phase == Phase::Act {
            assert!(self.owed.is_empty(), "Celerity costs blood");
        }
        if after.round != before.round {
            self.quick.clear();
        }
    }
}
