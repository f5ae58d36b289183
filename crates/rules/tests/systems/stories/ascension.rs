//! The referee of ascension.

use std::collections::BTreeMap;

use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::encounter::Turn;
use rules::encounter::feature::RollRecord;
use rules::messages::Wording;
use rules::systems::ascension::attack::{
    self, AbilityDots, AttackAbility, AttackStats, MagickOpenness, magick_difficulty,
};
use rules::systems::ascension::chart::{ATTACKS, AttackLine, read_attacks};
use rules::systems::ascension::defense::{
    Defender, DefenseSituation, IncomingAttack, IncomingKind,
};
use rules::systems::ascension::soak::{self, Soaker};
use rules::systems::ascension::split::{SplitRequest, split_pool};
use rules::systems::ascension::{Settings, desperate};
use rules::systems::d10::damage::DamageType;

use super::blow::Blow;
use super::scene::{Person, Referee, Scene, Verdict, sum, typed};

#[derive(Default)]
pub(crate) struct Ascension {
    blow: Option<Blow>,
    /// Moments that time magick granted.
    granted: BTreeMap<String, u32>,
    /// The dice that were shared out in this turn.
    shares: BTreeMap<String, Vec<i32>>,
}

fn line(name: &str) -> AttackLine {
    let chart = read_attacks(ATTACKS).expect("a chart");
    let line = chart.into_iter().find(|line| line.name == name);
    line.unwrap_or_else(|| panic!("there is no {name}"))
}

/// With what an attacker attacks whom.
fn attacked(who: &str, what: &str) -> Option<(&'static str, AttackLine)> {
    Some(match (who, what) {
        ("Lin Sato", "Strikes Agent A" | "Strikes at Agent A again") => {
            ("Agent A", line("Do strike"))
        }
        ("Agent A", "Shoots Lin Sato") => ("Lin Sato", line("Light pistol")),
        ("Agent A", "Shoots Ilse Brandt") => ("Ilse Brandt", line("Light pistol")),
        ("Agent B", "Shoots at Ilse Brandt") => ("Ilse Brandt", line("Light pistol")),
        ("Father Okoro", "Shoots Agent B") => ("Agent B", line("Heavy pistol")),
        _ => return None,
    })
}

fn dots(who: &Person<'_>) -> AbilityDots {
    AbilityDots {
        brawl: who.get("brawl"),
        martial_arts: who.get("martial_arts"),
        do_: who.get("do"),
        melee: who.get("melee"),
        firearms: who.get("firearms"),
        energy_weapons: who.get("energy_weapons"),
        athletics: who.get("athletics"),
        archery: who.get("archery"),
        arete: who.get("arete"),
    }
}

fn damage(line: &AttackLine, strength: i32) -> Vec<Term> {
    let strength = if line.strength { strength } else { 0 };
    let terms = [("Strength", strength), ("Weapon", line.damage)];
    let terms = terms.into_iter().filter(|(_, value)| *value != 0);
    terms
        .map(|(label, value)| Term::from_typed(Wording::verbatim(label), value))
        .collect()
}

impl Ascension {
    fn attack(
        &self,
        who: &Person<'_>,
        ability: AttackAbility,
        difficulty: i32,
    ) -> (Vec<Term>, i32) {
        let attack = AttackStats {
            ability,
            dexterity: who.get("dexterity"),
            dots: dots(who),
            wounds: who.wounds(),
        };
        let terms = attack::attack_terms(&attack, &Settings::default());
        assert!(who.wounds().penalty.is_some(), "cannot act");
        assert!(sum(&terms) >= 1, "no dice");
        (terms, difficulty)
    }

    /// Dice that are shared among several actions (ASC-SPLIT-01).
    fn share(&mut self, who: &Person<'_>, whole: i32, roll: &RollRecord) -> Option<(String, i32)> {
        if who.plan().actions < 2 {
            return None;
        }
        let shares = self.shares.entry(who.name()).or_default();
        shares.push(roll.pool);
        let shared = split_pool(&SplitRequest {
            pools: vec![whole; shares.len()],
            allocation: shares.clone(),
        });
        assert!(shared.is_ok(), "{}: {shared:?}", who.name());
        Some(("Shared".to_owned(), roll.pool - whole))
    }

    fn struck(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord) -> Verdict {
        let (name, what) = (who.name(), roll.what.to_string());
        let declared = i32::from(who.plan().actions);
        assert!(scene.actions(&name) < declared, "{name}: {what}");
        if let Some(whom) = what.strip_prefix("Steals two moments for ") {
            // The third Sphere, openly, and no one looks.
            let difficulty = sum(&magick_difficulty(3, MagickOpenness::Vulgar));
            let (terms, difficulty) = self.attack(who, AttackAbility::Arete, difficulty);
            self.granted.insert(whom.to_owned(), roll.rolled.successes);
            return Verdict {
                pool: sum(&terms),
                terms: typed(&terms, &["Wounds"]),
                dials: Parameters::default().with("difficulty", difficulty),
                action: true,
                due: None,
            };
        }
        let found = attacked(&name, &what);
        let (on, line) = found.unwrap_or_else(|| panic!("{name}: {what}?"));
        let (terms, difficulty) = self.attack(who, line.ability, line.difficulty);
        let share = self.share(who, sum(&terms), roll);
        let damage = damage(&line, who.get("strength"));
        self.blow = Blow::struck(roll, (&name, on), &damage, line.kind);
        let mut dials = Parameters::default().with("difficulty", difficulty);
        if name == "Father Okoro" {
            dials.set("willpower", 1);
        }
        Verdict {
            pool: sum(&terms) + share.as_ref().map_or(0, |(_, less)| *less),
            terms: typed(&terms, &["Wounds"])
                .into_iter()
                .chain(share)
                .collect(),
            dials,
            action: true,
            due: None,
        }
    }

    /// Nothing but getting away, from a gun nearby.
    fn dives(&mut self, scene: &Scene, who: &Person<'_>, roll: &RollRecord, blow: Blow) -> Verdict {
        assert!(who.plan().has_stance("desperate_defense"));
        let defender = Defender {
            dexterity: who.get("dexterity"),
            athletics: who.get("athletics"),
            acrobatics: who.get("acrobatics"),
            wounds: who.wounds(),
            ..Defender::default()
        };
        let incoming = IncomingAttack {
            kind: IncomingKind::FirearmClose,
            damage: DamageType::Lethal,
            ..IncomingAttack::default()
        };
        let index = i32::from(who.row.tally.get("defenses").copied().unwrap_or(0));
        let at = DefenseSituation::default();
        let pool = desperate::desperate_defense_sum(
            &defender,
            &incoming,
            &at,
            index,
            &Settings::default(),
        );
        assert_eq!(
            desperate::check_desperate_defense(&defender, &at, &pool),
            Ok(())
        );
        self.blow = blow.met(roll);
        assert!(scene.acting() == Some("Agent B".to_owned()));
        Verdict {
            terms: typed(&pool.terms, &["Wounds", "Further attacks"]),
            pool: sum(&pool.terms),
            dials: Parameters::default()
                .with("difficulty", sum(&pool.difficulty))
                .with("willpower", 1),
            action: false,
            due: None,
        }
    }
}

impl Referee for Ascension {
    fn roll(&mut self, scene: &Scene, who: Person<'_>, roll: &RollRecord) -> Verdict {
        let Some(blow) = self.blow.take() else {
            return self.struck(scene, &who, roll);
        };
        let what = roll.what.to_string();
        if what == "Dives for cover" {
            assert_eq!(who.name(), blow.on);
            return self.dives(scene, &who, roll, blow);
        }
        let target = scene.named(&blow.on);
        let soaks = soak::soak_pool(
            &Soaker {
                damage: blow.kind,
                stamina: target.get("stamina"),
                human: true,
                armor: None,
                ward: 0,
            },
            &Settings::default(),
        );
        let inflicted = |damage: i32, soaked: i32| (damage - soaked).max(0);
        if blow.rolls_damage() {
            assert_eq!((&*what, who.name()), ("Damage", blow.by.clone()));
            let (verdict, left) = blow.damage(roll, !soaks.groups.is_empty(), inflicted);
            self.blow = left;
            return verdict;
        }
        assert_eq!((&*what, who.name()), ("Soaks", blow.on.clone()));
        blow.soak(roll, &soaks.terms, inflicted)
    }

    fn note(&mut self, _: &Scene, who: Person<'_>, note: &str) -> bool {
        // No more than words.
        note == "above the racks" && who.row.hidden
    }

    fn spends(&mut self, _: &Scene, _: Person<'_>, _: &str, _: i32) -> bool {
        false
    }

    fn plan(&mut self, _: &Scene, who: Person<'_>, plan: &Plan) {
        let granted = self.granted.get(&who.name()).copied().unwrap_or(0);
        assert!(u32::from(plan.extra) <= granted, "{}", who.name());
    }

    fn step(&mut self, _: &Scene, before: Turn, after: Turn) {
        assert_eq!(self.blow, None, "a blow is finished in its step");
        if after.round != before.round {
            self.shares.clear();
        }
    }
}
