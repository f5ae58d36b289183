//! A scene built by hand, and played by the table's own engine.

use rules::base::sorted_map::{Map, Set};

use rules::base::dice::{Dice, DiceScript};
use rules::base::roll::Grade;
use rules::base::text::Name;
use rules::character::condition::{Condition, Conditions, Until};
use rules::character::gear::{Carried, Gear, Item, ItemId};
use rules::character::initiative::Initiative;
use rules::character::parameters::Parameters;
use rules::character::plan::Plan;
use rules::character::sheet::Sheet;
use rules::character::track::{Boxes, DamagePacket, Track};
use rules::exchange::{
    self, Answer, ChoiceOption, CombatRules, Effect, Hold, Intent, LedgerLine, Party,
    PlayedExchange, Policy, Progress, Ruling, RulingKind, Scene, SceneHistory, Slot,
};
use rules::ruleset::RuleSystem;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;

/// A combatant in it.
#[derive(Clone)]
pub(crate) struct OwnedFighter {
    pub(crate) sheet: Sheet,
    pub(crate) track: Track,
    pub(crate) initiative: Option<Initiative>,
    pub(crate) plan: Option<Plan>,
    pub(crate) tally: Map<String, u16>,
    pub(crate) pools: Map<String, i32>,
    pub(crate) conditions: Conditions,
    pub(crate) gear: Gear,
}

impl OwnedFighter {
    /// A combatant of this kind with nothing in any trait.
    pub(crate) fn new(rules: &dyn RuleSystem, kind: &str) -> Result<Self, String> {
        let known = rules
            .facts()
            .creature_kinds
            .iter()
            .any(|spec| spec.key == kind);
        let none = rules
            .facts()
            .trait_specs
            .iter()
            .map(|spec| (spec.key.to_owned(), 0));
        let sheet = Sheet {
            kind: known.then(|| kind.to_owned()),
            traits: none.collect(),
            ..Sheet::default()
        };
        let track = rules.unmarked_track(&Sheet {
            traits: Map::new(),
            ..sheet.clone()
        });
        Ok(Self {
            sheet,
            track: track.map_err(|cause| cause.to_string())?,
            initiative: None,
            plan: None,
            tally: Map::new(),
            pools: Map::new(),
            conditions: Conditions::new(),
            gear: Gear::new(),
        })
    }

    /// The same with traits.
    pub(crate) fn with(mut self, traits: &[(&str, i32)]) -> Self {
        for (key, dots) in traits {
            self.sheet.traits.insert((*key).to_owned(), *dots);
        }
        self
    }

    /// Hurt by blows: so many boxes are filled.
    pub(crate) fn hurt(&mut self, boxes: u16) {
        let packet = DamagePacket {
            bashing: boxes,
            ..DamagePacket::default()
        };
        if let Track::Levels(levels) = &mut self.track
            && let Ok(boxes) = Boxes::new(levels.boxes().size(), packet)
        {
            *levels = levels.with_state(boxes, levels.end_state());
        }
    }

    /// In a condition this turn.
    pub(crate) fn is(&mut self, so: bool, key: &str) {
        if so {
            self.has(key, 0);
        }
    }

    /// In so much of a condition this turn.
    pub(crate) fn has(&mut self, key: &str, amount: i32) {
        let condition = Condition {
            amount,
            until: Until::Rounds(1),
        };
        self.conditions.insert(key.to_owned(), condition);
    }

    /// With something of this kind in hand or on the body.
    pub(crate) fn carries(&mut self, kind: &str, numbers: &[(&str, i32)], tags: &[&str]) -> ItemId {
        let id = ItemId::try_from(self.gear.len() + 1).unwrap_or(ItemId::MAX);
        let carried = if kind == "armor" {
            Carried::Worn
        } else {
            Carried::Held
        };
        let Ok(name) = Name::new(kind) else {
            return id;
        };
        let numbers = numbers
            .iter()
            .map(|(key, value)| ((*key).to_owned(), *value));
        let item = Item {
            name,
            kind: kind.to_owned(),
            carried,
            numbers: numbers.collect(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect::<Set<_>>(),
        };
        self.gear.insert(id, item);
        id
    }

    pub(crate) fn fighter<'a>(&'a self, house: &'a HouseRules) -> CombatantInfo<'a> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// A scene with what it borrows.
pub(crate) struct Stage {
    pub(crate) combat: &'static dyn CombatRules,
    pub(crate) actor: OwnedFighter,
    pub(crate) targets: Vec<OwnedFighter>,
    pub(crate) between: Parameters,
    pub(crate) holds: Vec<Hold>,
    pub(crate) intent: Intent,
    pub(crate) rulings: Vec<Ruling>,
}

impl Stage {
    pub(crate) fn new(
        combat: &'static dyn CombatRules,
        actor: OwnedFighter,
        maneuver: &str,
    ) -> Self {
        Self {
            combat,
            actor,
            targets: Vec::new(),
            between: Parameters::default(),
            holds: Vec::new(),
            intent: Intent::of(maneuver.to_owned()),
            rulings: Vec::new(),
        }
    }

    /// The acting combatant has taken hold of the first target in this way.
    pub(crate) fn holds(&mut self, key: &str, amount: i32) {
        self.holds.push(Hold {
            by: Party::Actor,
            on: Party::Target(0),
            key: key.to_owned(),
            amount,
        });
    }

    pub(crate) fn ruled(&mut self, what: RulingKind) {
        self.rulings.push(Ruling { what, why: None });
    }

    /// A number that is given is added to a sum.
    pub(crate) fn add(&mut self, slot: &str, value: i32) {
        let Ok(label) = Name::new("Given") else {
            return;
        };
        if value != 0 {
            self.ruled(RulingKind::Add {
                slot: Slot::from(slot),
                label,
                value,
            });
        }
    }

    /// A roll of which the successes are given.
    pub(crate) fn rolls(&mut self, slot: &str, successes: i32) {
        let successes = u32::try_from(successes).unwrap_or(0);
        self.ruled(RulingKind::Roll {
            slot: Slot::from(slot),
            successes,
            grade: if successes > 0 {
                Grade::Success
            } else {
                Grade::Failure
            },
            margin: None,
        });
    }

    pub(crate) fn staged<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let house = HouseRules::default();
        let actor = self.actor.fighter(&house);
        let targets: Vec<CombatantInfo<'_>> =
            self.targets.iter().map(|one| one.fighter(&house)).collect();
        let between = vec![self.between.clone(); targets.len()];
        look(&Scene {
            actor: Some(&actor),
            targets: &targets,
            bystanders: &[],
            situations: &between,
            holds: &self.holds,
            space: &[],
            intent: &self.intent,
            house: &house,
        })
    }

    /// How far it comes with these answers; the code of the refusal otherwise.
    pub(crate) fn step(&self, answers: &[(&str, Answer)]) -> Result<Progress, String> {
        let answers = answers
            .iter()
            .map(|(slot, answer)| (Slot::from(*slot), answer.clone()));
        let answers: Map<Slot, Answer> = answers.collect();
        let progress = self.staged(|scene| {
            exchange::play_answers(
                self.combat,
                &SceneHistory::unchanging(*scene),
                &answers,
                &self.rulings,
            )
        });
        progress.map_err(|refused| refused.code.into_owned())
    }

    /// What it comes to with dice and these choices and numbers; the code of the refusal otherwise.
    pub(crate) fn play(
        &self,
        chosen: &Chosen,
        dice: &mut dyn Dice,
    ) -> Result<PlayedExchange, String> {
        let played = self
            .staged(|scene| exchange::play_out(self.combat, scene, &self.rulings, chosen, dice));
        played.map_err(|refused| refused.code.into_owned())
    }

    /// The same without dice: every roll was given.
    pub(crate) fn given(&self, chosen: &Chosen) -> Result<PlayedExchange, String> {
        self.play(chosen, &mut DiceScript::default())
    }
}

/// Choices and numbers by their slot.
#[derive(Default)]
pub(crate) struct Chosen(pub(crate) Map<String, (String, i32, Vec<String>)>);

impl Chosen {
    pub(crate) fn choose(mut self, slot: &str, key: &str) -> Self {
        self.0
            .insert(slot.to_owned(), (key.to_owned(), 0, Vec::new()));
        self
    }

    pub(crate) fn number(mut self, slot: &str, number: i32) -> Self {
        self.0
            .insert(slot.to_owned(), (String::new(), number, Vec::new()));
        self
    }

    pub(crate) fn buy(mut self, slot: &str, keys: Vec<String>) -> Self {
        self.0.insert(slot.to_owned(), (String::new(), 0, keys));
        self
    }
}

impl Policy for Chosen {
    fn choose(&self, slot: &Slot, options: &[ChoiceOption]) -> String {
        match self.0.get(slot.as_str()) {
            Some((key, ..)) => key.clone(),
            None => options
                .first()
                .map_or_else(String::new, |option| option.key.to_string()),
        }
    }

    fn number(&self, slot: &Slot, range: (i32, i32)) -> i32 {
        self.0
            .get(slot.as_str())
            .map_or(range.0, |(_, number, _)| *number)
    }

    fn buy(&self, slot: &Slot, _buys: &[rules::exchange::RollBenefit]) -> Vec<String> {
        self.0
            .get(slot.as_str())
            .map_or_else(Vec::new, |(.., keys)| keys.clone())
    }
}

/// The line of a slot.
pub(crate) fn line<'a>(ledger: &'a [LedgerLine], slot: &str) -> Option<&'a LedgerLine> {
    ledger.iter().find(|line| line.slot.as_str() == slot)
}

/// The sum of the line of a slot.
pub(crate) fn sum(ledger: &[LedgerLine], slot: &str) -> Option<i32> {
    line(ledger, slot).map(|line| rules::base::term::sum_terms(&line.terms))
}

/// What a number of an item changes by.
pub(crate) fn worn(effects: &[Effect], number: &str) -> i32 {
    let each = effects.iter().map(|effect| match effect {
        Effect::Wear { key, by, .. } if key == number => *by,
        _ => 0,
    });
    each.sum()
}

/// The damage a party takes.
pub(crate) fn harm(effects: &[Effect], party: Party) -> DamagePacket {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Harm { to, packet } if *to == party => Some(*packet),
        _ => None,
    });
    found.unwrap_or_default()
}

/// How much of a condition a party comes into; `None` where they do not.
pub(crate) fn gained(effects: &[Effect], party: Party, condition: &str) -> Option<Condition> {
    effects.iter().find_map(|effect| match effect {
        Effect::Gain {
            who,
            key,
            condition: gained,
        } if *who == party && key == condition => Some(*gained),
        _ => None,
    })
}
