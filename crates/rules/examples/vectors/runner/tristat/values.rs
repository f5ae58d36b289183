//! What follows from a sheet and a state without an exchange, as the table answers it.

use rules::sorted::Map;

use rules::condition::Conditions;
use rules::dial::Reading;
use rules::fighter::Fighter;
use rules::gear::Gear;
use rules::house::House;
use rules::plan::Plan;
use rules::sheet::Sheet;
use rules::system::{RuleSystem, SystemId};
use rules::term;
use rules::track::{Packet, Points, Track};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, say};

/// A combatant who is nothing but numbers.
#[derive(Default)]
struct Numbers {
    sheet: Sheet,
    plan: Option<Plan>,
    pools: Map<String, i32>,
    tally: Map<String, u16>,
    conditions: Conditions,
    gear: Gear,
    house: House,
}

impl Numbers {
    /// With these traits, and Stats of 0 where they are not among them.
    fn new(traits: &[(&str, i32)]) -> Self {
        let none = ["body", "mind", "soul"].map(|key| (key, 0));
        let all = none.iter().chain(traits);
        let sheet = Sheet {
            kind: None,
            traits: all
                .map(|(key, value)| ((*key).to_owned(), *value))
                .collect(),
            ..Sheet::default()
        };
        Self {
            sheet,
            ..Self::default()
        }
    }

    /// As the rules see it, with so much Health.
    fn seen<T>(&self, track: &Track, look: impl FnOnce(&Fighter<'_>) -> T) -> T {
        look(&Fighter {
            unscored: false,
            sheet: &self.sheet,
            track,
            initiative: None,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house: &self.house,
        })
    }
}

fn rules() -> &'static dyn RuleSystem {
    SystemId::Tristat.rules()
}

fn health_of(now: i32) -> Result<Track, String> {
    let points = Points::new(now, now.max(1)).map_err(say)?;
    Ok(Track::Points(points))
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(super) struct Stats {
    body: i32,
    mind: i32,
    soul: i32,
}

/// The four values of a combatant with these Stats.
pub(super) fn derive(of: &Stats) -> Answer {
    let who = Numbers::new(&[("body", of.body), ("mind", of.mind), ("soul", of.soul)]);
    let track = rules().track(&who.sheet).map_err(say)?;
    let value = |word| who.seen(&track, |it| rules().derived(word, Some(it)));
    let energy = rules()
        .pools(&who.sheet)
        .into_iter()
        .find(|pool| pool.key == "energy");
    Ok(json!({
        "combat_value": value("cv").map(|(_, value)| value),
        "defense_value": value("dv").map(|(_, value)| value),
        "health": track.points().map(|points| points.most()),
        "energy": energy.map_or(0, |pool| pool.most),
    }))
}

/// The initiative of a Combat Value and a die.
pub(super) fn initiative(combat_value: i32, die: u16) -> Result<i32, String> {
    let who = Numbers::new(&[("combat_value", combat_value)]);
    Ok(who
        .seen(&health_of(1)?, |it| rules().initiative(it, die))
        .score)
}

/// What a round holds, as the sheet shows it.
pub(super) fn actions(extra_attacks: i32, stance: Option<&str>) -> Answer {
    let mut who = Numbers::new(&[("extra_attacks", extra_attacks)]);
    who.plan = stance.map(|stance| Plan {
        stance: Some(stance.to_owned()),
        ..Plan::default()
    });
    let shown = who.seen(&health_of(1)?, |it| SystemId::Tristat.combat().shown(it));
    let value = |title| {
        let mut shown = shown.iter();
        let found = shown.find(|(it, _)| *it == title);
        found.map(|(_, terms)| term::sum(terms))
    };
    Ok(json!({
        "attacks": value("Attacks"),
        "optimal_defenses": value("Free defenses"),
    }))
}

/// What Energy buys for a check.
pub(super) fn energy(energy: i32, focus: i32) -> Answer {
    let mut who = Numbers::new(&[("focus", focus)]);
    who.pools.insert("energy".to_owned(), energy);
    let paid = Reading::default().with("kind", 2).with("energy", 1);
    let track = health_of(1)?;
    if let Some(why) = who.seen(&track, |it| rules().forbids(it, &paid)) {
        return Ok(json!({"error": why.code}));
    }
    let terms = who.seen(&track, |it| rules().roll_terms(it, &paid));
    let cost = rules()
        .cost(&paid)
        .map_or(0, |(_, points)| i32::from(points));
    Ok(json!({"bonus": term::sum(&terms), "energy_after": energy.saturating_sub(cost)}))
}

/// Health after a loss, and how they are then.
pub(super) fn health(now: i32, damage: i32) -> Answer {
    let who = Numbers::new(&[]);
    let packet = Packet::plain(u16::try_from(damage.max(0)).unwrap_or(u16::MAX));
    let before = health_of(now)?;
    let harmed = who.seen(&before, |it| rules().harm(it, packet));
    let after = harmed.ok_or("no loss of Health")?.after;
    let states = rules()
        .health(&who.sheet, &after, &who.conditions, &who.house)
        .states;
    let status = states.first().map_or("ok", |state| &state.word);
    Ok(json!({
        "health": after.points().map(|points| points.now()),
        "status": Value::from(status),
    }))
}
