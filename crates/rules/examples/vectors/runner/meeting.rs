//! A scene of an exchange built from the fields of a vector, and what comes of playing it.

use rules::sorted::Map;
use std::cell::RefCell;

use rules::condition::{Condition, Conditions};
use rules::dial::Reading;
use rules::dice::Dice;
use rules::exchange::{
    Choice, Effect, Facts, Intent, Line, Moments, Party, Played, Policy, Progress, Ruled, Ruling,
    Scene, Slot, play_out, step,
};
use rules::gear::{Carried, Gear, Item, ItemId};
use rules::house::House;
use rules::plan::Plan;
use rules::roll::Grade;
use rules::sheet::Sheet;
use rules::system::SystemId;
use rules::text::Name;
use rules::track::{Packet, Severity};
use serde::Deserialize;
use serde_json::Value;

use super::family::{Answer, say};

/// One who takes part: every trait that is not written is 0.
pub(crate) struct Person {
    facts: Facts,
    pub(crate) tally: Map<String, u16>,
    pub(crate) pools: Map<String, i32>,
}

impl Person {
    /// A combatant with these traits, and as many filled boxes.
    pub(crate) fn new(
        system: SystemId,
        kind: &str,
        traits: &[(&str, i32)],
        filled: u16,
    ) -> Result<Self, String> {
        let rules = system.rules();
        let none = rules.traits().iter().map(|spec| (spec.key.to_owned(), 0));
        let given = traits.iter().map(|(key, dots)| ((*key).to_owned(), *dots));
        let sheet = Sheet {
            kind: (!kind.is_empty()).then(|| kind.to_owned()),
            traits: none.chain(given).collect(),
            ..Sheet::default()
        };
        let track = rules.track(&sheet).map_err(say)?;
        let mut person = Self {
            facts: Facts {
                unscored: false,
                tally: Map::new(),
                pools: None,
                sheet,
                track,
                initiative: None,
                plan: None,
                conditions: Conditions::new(),
                gear: Gear::new(),
            },
            tally: Map::new(),
            pools: Map::from([("willpower".to_owned(), 10)]),
        };
        let house = House::default();
        let packet = Packet::of(Severity::Lethal, filled);
        let fighter = person.facts.fighter(&person.tally, &person.pools, &house);
        let harmed = rules.harm(&fighter, packet).ok_or("no such wounds")?;
        person.facts.track = harmed.after;
        Ok(person)
    }

    /// With an item of this kind; its id.
    pub(crate) fn carries(&mut self, kind: &str, numbers: &[(&str, i32)], tags: &[&str]) -> ItemId {
        let id = ItemId::try_from(self.facts.gear.len()).unwrap_or(ItemId::MAX);
        let item = Item {
            name: Name::new(kind).expect("a word"),
            kind: kind.to_owned(),
            carried: Carried::Held,
            numbers: numbers
                .iter()
                .map(|(key, n)| ((*key).to_owned(), *n))
                .collect(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        self.facts.gear.insert(id, item);
        id
    }

    /// With so many dots of a trait.
    pub(crate) fn has(&mut self, key: &str, dots: i32) {
        self.facts.sheet.traits.insert(key.to_owned(), dots);
    }

    /// In a condition.
    pub(crate) fn is(&mut self, condition: &str, amount: i32) {
        let condition_of = Condition {
            amount,
            ..Condition::default()
        };
        self.facts
            .conditions
            .insert(condition.to_owned(), condition_of);
    }

    /// With a plan.
    pub(crate) fn plans(&mut self, plan: Plan) {
        self.facts.plan = Some(plan);
    }
}

/// Two who meet.
pub(crate) struct Stage {
    pub(crate) system: SystemId,
    pub(crate) actor: Person,
    pub(crate) target: Person,
    pub(crate) between: Reading,
    pub(crate) intent: Intent,
    pub(crate) house: House,
    pub(crate) rulings: Vec<Ruling>,
    /// What is chosen, by the purpose of the question.
    pub(crate) chosen: Map<&'static str, String>,
    /// What is bought, by the purpose of the roll.
    pub(crate) bought: Map<&'static str, Vec<String>>,
    /// The options that were offered.
    seen: RefCell<Map<String, Vec<Choice>>>,
}

impl Policy for Stage {
    fn choose(&self, slot: &Slot, options: &[Choice]) -> String {
        self.settled(slot, options);
        let chosen = self.chosen.get(slot.purpose());
        chosen.map_or_else(|| "none".to_owned(), Clone::clone)
    }

    fn settled(&self, slot: &Slot, options: &[Choice]) {
        let purpose = slot.purpose().to_owned();
        self.seen.borrow_mut().insert(purpose, options.to_vec());
    }

    fn buy(&self, slot: &Slot, _buys: &[rules::exchange::Buy]) -> Vec<String> {
        self.bought.get(slot.purpose()).cloned().unwrap_or_default()
    }
}

impl Stage {
    pub(crate) fn new(system: SystemId, actor: Person, target: Person, intent: Intent) -> Self {
        Self {
            system,
            actor,
            target,
            between: Reading::default(),
            intent,
            house: House::default(),
            rulings: Vec::new(),
            chosen: Map::new(),
            bought: Map::new(),
            seen: RefCell::default(),
        }
    }

    /// Looks at it as a scene.
    fn staged<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        let (one, other) = (&self.actor, &self.target);
        let actor = one.facts.fighter(&one.tally, &one.pools, &self.house);
        let target = other.facts.fighter(&other.tally, &other.pools, &self.house);
        look(&Scene {
            actor: Some(&actor),
            targets: &[target],
            bystanders: &[],
            between: std::slice::from_ref(&self.between),
            holds: &[],
            intent: &self.intent,
            house: &self.house,
        })
    }

    fn rule(&mut self, what: Ruled) {
        self.rulings.push(Ruling { what, why: None });
    }

    /// A roll came to so many successes.
    pub(crate) fn came_to(&mut self, slot: &str, successes: u32) {
        self.rule(Ruled::Roll {
            slot: slot.into(),
            successes,
            grade: match successes {
                0 => Grade::Failure,
                _ => Grade::Success,
            },
            margin: None,
        });
    }

    /// The storyteller adds so much to a sum.
    pub(crate) fn adds(&mut self, slot: &str, value: i32) {
        if value != 0 {
            self.rule(Ruled::Add {
                slot: slot.into(),
                label: Name::new("Given").expect("a word"),
                value,
            });
        }
    }

    /// The storyteller decides a choice.
    pub(crate) fn forces(&mut self, slot: &str, key: &str) {
        self.rule(Ruled::Choose {
            slot: slot.into(),
            key: key.to_owned(),
        });
    }

    /// Why the maneuver that is meant is barred.
    pub(crate) fn barred(&self) -> Option<String> {
        let all = self.staged(|scene| self.system.combat().maneuvers(scene));
        let mut all = all.into_iter();
        let meant = all.find(|it| it.key == self.intent.maneuver.as_ref())?;
        meant.barred.map(|(why, _)| why)
    }

    /// What is asked when nothing was answered.
    pub(crate) fn begun(&self) -> Result<Progress, String> {
        let combat = self.system.combat();
        let begun =
            self.staged(|scene| step(combat, &Moments::only(*scene), &Map::new(), &self.rulings));
        begun.map_err(|why| why.text.to_string())
    }

    /// Plays it with these dice.
    pub(crate) fn played(&self, dice: &mut dyn Dice) -> Result<Told, String> {
        let combat = self.system.combat();
        let played = self.staged(|scene| play_out(combat, scene, &self.rulings, self, dice));
        Ok(Told(played.map_err(|why| why.text.to_string())?))
    }

    /// An option that was offered for a choice.
    pub(crate) fn offered(&self, purpose: &str, key: &str) -> Result<Choice, String> {
        let seen = self.seen.borrow();
        let options = seen.get(purpose).ok_or("nothing was offered")?;
        let option = options.iter().find(|option| option.key == key);
        option.cloned().ok_or_else(|| format!("there is no {key}"))
    }
}

/// What an exchange came to.
pub(crate) struct Told(pub(crate) Played);

impl Told {
    /// A line of the ledger.
    pub(crate) fn line(&self, slot: &str) -> Option<&Line> {
        let mut lines = self.0.ledger.iter();
        lines.find(|line| line.slot.as_str() == slot)
    }

    /// The successes of a roll; 0 where it was not made.
    pub(crate) fn successes(&self, slot: &str) -> u32 {
        let rolled = self.line(slot).and_then(|line| line.rolled.as_ref());
        rolled.map_or(0, |rolled| rolled.successes)
    }

    /// How many dice a roll threw.
    pub(crate) fn dice(&self, slot: &str) -> usize {
        let rolled = self.line(slot).and_then(|line| line.rolled.as_ref());
        rolled.map_or(0, |rolled| rolled.faces.len())
    }

    /// A sum of the ledger, not below 0.
    pub(crate) fn sum(&self, slot: &str) -> i32 {
        let line = self.line(slot);
        line.map_or(0, |line| rules::term::sum(&line.terms).max(0))
    }

    /// The levels the target takes.
    pub(crate) fn inflicted(&self) -> u16 {
        let harm = self.0.effects.iter().map(|effect| match effect {
            Effect::Harm {
                to: Party::Target(_),
                packet,
            } => packet.total(),
            _ => 0,
        });
        harm.sum()
    }
}

/// Dice and their difficulty, as a vector writes them.
#[derive(Clone, Copy, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Given {
    pub(crate) pool: i32,
    pub(crate) difficulty: i32,
    pub(crate) specialty: bool,
    pub(crate) willpower: bool,
}

impl Default for Given {
    fn default() -> Self {
        Self {
            pool: 0,
            difficulty: 6,
            specialty: false,
            willpower: false,
        }
    }
}

impl Given {
    /// What is bought for it.
    pub(crate) fn bought(&self) -> Vec<String> {
        let keys = [("specialty", self.specialty), ("willpower", self.willpower)];
        let keys = keys.into_iter().filter(|(_, so)| *so);
        keys.map(|(key, _)| key.to_owned()).collect()
    }
}

/// Dice of damage and their type.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct GivenDamage {
    pub(crate) pool: i32,
    #[serde(rename = "type")]
    pub(crate) kind: String,
}

/// The error of a vector for a reason: codes are words of the schema, reasons are the table's.
pub(crate) fn error(codes: &[(&str, &str)], why: &str) -> Answer {
    let code = codes.iter().find(|(words, _)| why.contains(words));
    let (_, code) = code.ok_or_else(|| format!("no code for: {why}"))?;
    Ok(serde_json::json!({"error": code}))
}

/// The wounds of a level as a number of filled boxes.
pub(crate) fn filled(level: &Value) -> Result<u16, String> {
    const LEVELS: [&str; 8] = [
        "healthy",
        "bruised",
        "hurt",
        "injured",
        "wounded",
        "mauled",
        "crippled",
        "incapacitated",
    ];
    let Some(level) = level.as_str() else {
        return Ok(0);
    };
    let place = LEVELS.iter().position(|known| *known == level);
    let place = place.ok_or_else(|| format!("{level} is no level"))?;
    u16::try_from(place).map_err(say)
}
