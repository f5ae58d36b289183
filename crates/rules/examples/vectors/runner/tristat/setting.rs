//! A scene for a vector of Tri-Stat: who takes part, what is set, who chooses what.

use rules::sorted::{Map, Set};
use std::cell::RefCell;

use rules::condition::{Condition, Conditions};
use rules::dial::Reading;
use rules::dice::Dice;
use rules::exchange::{
    Buy, Choice, FirstOpen, Hold, Intent, Party, Played, Policy, Ruled, Ruling, Scene, Slot,
    play_out,
};
use rules::fighter::Fighter;
use rules::gear::{Carried, Gear, Item};
use rules::house::House;
use rules::plan::Plan;
use rules::sheet::Sheet;
use rules::system::SystemId;
use rules::text::Name;
use rules::track::{Points, Track};
use serde_json::{Value, json};

/// What one bonus of Energy costs, and is without Focus.
const ENERGY: (i32, i32) = (5, 1);

/// A combatant made from a vector's fields.
#[derive(Default)]
pub(super) struct Made {
    pub(super) sheet: Sheet,
    pub(super) plan: Option<Plan>,
    pub(super) tally: Map<String, u16>,
    pub(super) pools: Map<String, i32>,
    pub(super) conditions: Conditions,
    pub(super) gear: Gear,
}

impl Made {
    pub(super) fn put(&mut self, key: &str, value: i32) {
        self.sheet.traits.insert(key.to_owned(), value);
    }

    pub(super) fn is(&mut self, key: &str, amount: i32) {
        let condition = Condition {
            amount,
            ..Condition::default()
        };
        self.conditions.insert(key.to_owned(), condition);
    }

    pub(super) fn takes(&mut self, stance: &str) {
        self.plan = Some(Plan {
            stance: Some(stance.to_owned()),
            ..Plan::default()
        });
    }

    /// Energy that gives exactly this, if it is bought.
    pub(super) fn has_energy_for(&mut self, bonus: i32) {
        self.pools.insert("energy".to_owned(), ENERGY.0);
        self.put("focus", bonus.saturating_sub(ENERGY.1));
    }

    pub(super) fn carries(
        &mut self,
        kind: &str,
        number: (&str, i32),
        tags: &[&str],
        carried: Carried,
    ) {
        let id = u16::try_from(self.gear.len()).unwrap_or(u16::MAX);
        let item = Item {
            name: Name::new("Thing").expect("a name"),
            kind: kind.to_owned(),
            carried,
            numbers: Map::from([(number.0.to_owned(), number.1)]),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect::<Set<_>>(),
        };
        self.gear.insert(id, item);
    }

    pub(super) fn fighter<'a>(&'a self, track: &'a Track, house: &'a House) -> Fighter<'a> {
        Fighter {
            unscored: false,
            sheet: &self.sheet,
            track,
            initiative: None,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        }
    }
}

/// Everything one exchange is played with.
#[derive(Default)]
pub(super) struct Setting {
    pub(super) actor: Option<Made>,
    pub(super) target: Made,
    pub(super) between: Reading,
    pub(super) holds: Vec<Hold>,
    pub(super) intent: Intent,
    pub(super) rulings: Vec<Ruling>,
    /// Whether the target defends.
    pub(super) defends: bool,
    /// Whether the actor and the target buy Energy.
    pub(super) pays: [bool; 2],
    /// Whether there is a second target.
    pub(super) two: bool,
    /// A combatant beside them, and where.
    pub(super) ally: Option<(Made, Reading)>,
    /// The rules that barred every defense.
    pub(super) bars: RefCell<Vec<String>>,
}

impl Policy for Setting {
    fn choose(&self, slot: &Slot, options: &[Choice]) -> String {
        match slot.purpose() {
            "defend" if !self.defends => "none".to_owned(),
            "chink" => "aim".to_owned(),
            _ => FirstOpen.choose(slot, options),
        }
    }

    fn settled(&self, slot: &Slot, options: &[Choice]) {
        if slot.purpose() == "defend" {
            let bars = options.iter().filter_map(|option| option.barred.as_ref());
            self.bars
                .borrow_mut()
                .extend(bars.map(|(_, rule)| rule.to_string()));
        }
    }

    fn number(&self, _slot: &Slot, (_, most): (i32, i32)) -> i32 {
        most
    }

    fn buy(&self, slot: &Slot, _buys: &[Buy]) -> Vec<String> {
        let pays = match slot.purpose() {
            "attack" | "victim" => self.pays[0],
            _ => self.pays[1],
        };
        pays.then(|| "energy".to_owned()).into_iter().collect()
    }
}

impl Setting {
    pub(super) fn rule(&mut self, what: Ruled) {
        self.rulings.push(Ruling { what, why: None });
    }

    /// What no sheet says is what the storyteller adds.
    pub(super) fn add(&mut self, slot: &'static str, value: i32) {
        if value != 0 {
            self.rule(Ruled::Add {
                slot: Slot::of(slot),
                label: Name::new("Else").expect("a name"),
                value,
            });
        }
    }

    pub(super) fn set(&mut self, key: &str, value: i32) {
        self.intent.set.set(key, value);
    }

    pub(super) fn hold(&mut self, by: Party, on: Party) {
        self.holds.push(Hold {
            by,
            on,
            key: "grapple".to_owned(),
            amount: 0,
        });
    }

    pub(super) fn play(&self, dice: &mut dyn Dice) -> Result<Result<Played, Value>, String> {
        let house = House::default();
        let track = Track::Points(Points::new(1, 1).expect("points"));
        let actor = self.actor.as_ref().map(|it| it.fighter(&track, &house));
        let other = Made::default();
        let mut targets = vec![self.target.fighter(&track, &house)];
        if self.two {
            targets.push(other.fighter(&track, &house));
        }
        let mut between = vec![self.between.clone(); targets.len()];
        let ally = self.ally.as_ref();
        between.extend(ally.map(|(_, between)| between.clone()));
        let ally: Vec<Fighter<'_>> = ally
            .map(|(made, _)| made.fighter(&track, &house))
            .into_iter()
            .collect();
        let scene = Scene {
            actor: actor.as_ref(),
            targets: &targets,
            bystanders: &ally,
            between: &between,
            holds: &self.holds,
            intent: &self.intent,
            house: &house,
        };
        let combat = SystemId::Tristat.combat();
        match play_out(combat, &scene, &self.rulings, self, dice) {
            Ok(played) => Ok(Ok(played)),
            Err(why) if why.code == "nonsense" => Err(why.text.into_owned()),
            Err(why) => Ok(Err(json!({"error": why.code}))),
        }
    }
}
