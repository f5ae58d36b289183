//! What several actions cost, changes of mind, powers and marks of Crossover vectors.

use rules::condition::Until;
use rules::exchange::{Answer as Given, Effect, Line, Step};
use rules::house::House;
use rules::initiative::Initiative;
use rules::plan::Plan;
use rules::system::SystemId;
use rules::term::{Term, sum};
use rules::track::{Boxes, Fate, Packet, Severity, Track};
use serde::Deserialize;
use serde_json::json;

use super::super::Watched;
use super::super::family::{Answer, say};
use super::super::stage::{Chosen, OwnedFighter, Stage, line};
use super::asked::{Breed, DamageType, Kind, Method, NewAction};
use super::attacked::{of_kind, rules, written};

fn mortal() -> Result<OwnedFighter, String> {
    of_kind(Kind::Mortal, Breed::Homid)
}

fn stage(actor: OwnedFighter, maneuver: &str) -> Stage {
    Stage::new(SystemId::Crossover.combat(), actor, maneuver)
}

/// What terms of this rule come to.
fn of_rule(terms: &[Term], rule: &str) -> i32 {
    let fit = |term: &&Term| term.rule.as_ref().is_some_and(|id| id.as_str() == rule);
    sum(terms.iter().filter(fit))
}

fn ruled(ledger: &[Line], slot: &str, rule: &str) -> i32 {
    line(ledger, slot).map_or(0, |line| of_rule(&line.terms, rule))
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct PlanTest {
    declared: i32,
    power: i32,
    dexterity: i32,
    wits: i32,
    kind: Kind,
    frenzy: bool,
    desperate_defense: bool,
}

impl PlanTest {
    fn planning(&self) -> Result<OwnedFighter, String> {
        let number = |number: i32| u8::try_from(number.max(0)).map_err(say);
        let mut who = of_kind(self.kind, Breed::Homid)?.with(&[
            ("dexterity", self.dexterity),
            ("wits", self.wits),
            ("brawl", 500),
            ("dodge", 500),
        ]);
        who.is(self.frenzy, "frenzy");
        who.plan = Some(Plan {
            actions: number(self.declared)?.max(1),
            extra: number(self.power)?,
            stance: self
                .desperate_defense
                .then(|| "desperate_defense".to_owned()),
            ..Plan::default()
        });
        Ok(who)
    }

    /// A strike as action number so-and-so, 0 of a power: its dice and its difficulty.
    fn strikes(&self, number: i32) -> Result<(i32, i32), String> {
        let mut stage = stage(self.planning()?, "strike");
        stage.targets.push(mortal()?);
        stage.intent.set.set("action", number);
        let begun = stage.step(&[])?;
        match begun.next {
            Some(Step::Roll { check, .. }) => Ok((
                of_rule(&check.terms, "XOV-MULT-01"),
                ruled(&begun.ledger, "attack_difficulty", "XOV-MULT-05"),
            )),
            _ => Err("no roll was asked for".to_owned()),
        }
    }

    /// A dodge after so many others: its dice and its difficulty.
    fn dodges(&self, before: u16) -> Result<(i32, i32), String> {
        let mut stage = stage(mortal()?.with(&[("dexterity", 5)]), "strike");
        let mut target = self.planning()?;
        target.tally.insert("defense".to_owned(), before);
        stage.targets.push(target);
        stage.rolls("attack", 1);
        let begun = stage.step(&[("defense", Given::Chose("dodge".to_owned()))])?;
        match begun.next {
            Some(Step::Roll { slot, check, .. }) if slot.as_str() == "defend" => Ok((
                of_rule(&check.terms, "XOV-DEF-06"),
                ruled(&begun.ledger, "defend_difficulty", "XOV-MULT-05"),
            )),
            _ => Err("no defense was asked for".to_owned()),
        }
    }
}

/// Each of the actions, taken one by one.
pub(super) fn action_penalties(it: &PlanTest) -> Answer {
    let mut dice = Vec::new();
    let mut difficulty = 0;
    let powers = (0..it.power.max(0)).map(|_| 0);
    for number in (1..=it.declared).chain(powers) {
        let (fewer, harder) = match it.desperate_defense && number > 0 {
            true => it.dodges(u16::try_from(number - 1).map_err(say)?)?,
            false if it.desperate_defense => (0, 0),
            false => it.strikes(number)?,
        };
        dice.push(fewer);
        difficulty = harder;
    }
    Ok(json!({"dice": dice, "difficulty": difficulty}))
}

#[derive(Deserialize)]
#[serde(default)]
pub(super) struct PowerTest {
    power: String,
    dots: i32,
    blood: i32,
    kind: Kind,
    rage: i32,
    spent: i32,
    successes: i32,
    already_this_scene: bool,
}

impl Default for PowerTest {
    fn default() -> Self {
        Self {
            power: String::new(),
            dots: 0,
            blood: 1,
            kind: Kind::Mortal,
            rage: 0,
            spent: 0,
            successes: 0,
            already_this_scene: false,
        }
    }
}

/// A power is used: the condition it brings says how many actions there are, and when.
pub(super) fn extra_actions(it: &PowerTest) -> Answer {
    let mut who = of_kind(it.kind, Breed::Homid)?;
    who = who.with(&[("celerity", it.dots), ("rage", it.rage)]);
    let points = [("blood", it.blood), ("rage", it.spent), ("faith", it.spent)];
    for (key, points) in points {
        who.pools.insert(key.to_owned(), points);
    }
    who.is(it.already_this_scene, "dream_time");
    let mut stage = stage(who, &it.power);
    let points = match it.power.as_str() {
        "distort_time" => it.successes,
        _ => it.spent,
    };
    stage.intent.set.set("points", points);
    let played = match stage.given(&Chosen::default()) {
        Ok(played) => played,
        Err(code) if code == "nonsense" => return Err(code),
        Err(code) => return Ok(json!({"error": code})),
    };
    let gained = played.effects.iter().find_map(|effect| match effect {
        Effect::Gain { condition, .. } => Some(*condition),
        _ => None,
    });
    let next = matches!(
        it.power.as_str(),
        "celerity" | "distort_time" | "dream_time"
    );
    let next = match gained.map(|gained| gained.until) {
        Some(Until::Rounds(rounds)) => rounds > 1,
        _ => next,
    };
    let amount = gained.map_or(0, |gained| gained.amount);
    let mut answer = json!({
        "count": amount,
        "when": if next { "next_turn" } else { "this_turn" },
    });
    if it.power == "dream_time" {
        answer["count"] = json!(1);
        answer["turns"] = json!(amount);
    }
    if it.power == "faith" {
        answer["initiative_offsets"] = json!(offsets(&played.effects)?);
    }
    Ok(answer)
}

/// By how much each of the actions is later, as all are told.
fn offsets(effects: &[Effect]) -> Result<Vec<i32>, String> {
    let told = effects.iter().find_map(|effect| match effect {
        Effect::Tell { words, .. } => words.strip_prefix("Acts later by "),
        _ => None,
    });
    let numbers = told.into_iter().flat_map(|words| words.split(", "));
    numbers.map(|word| word.parse().map_err(say)).collect()
}

#[derive(Deserialize)]
#[serde(default)]
pub(super) struct ChangeTest {
    method: Method,
    willpower: i32,
    new_action: NewAction,
    pointless: bool,
    actions_left: i32,
    failed_before: bool,
}

impl Default for ChangeTest {
    fn default() -> Self {
        Self {
            method: Method::Roll,
            willpower: 0,
            new_action: NewAction::Other,
            pointless: false,
            actions_left: 1,
            failed_before: false,
        }
    }
}

impl ChangeTest {
    /// One who declared a single action and thinks better of it.
    fn declared(&self) -> Result<OwnedFighter, String> {
        let mut who = mortal()?.with(&[("dexterity", 3), ("willpower", self.willpower)]);
        who.pools.insert("willpower".to_owned(), self.willpower);
        who.plan = Some(Plan::default());
        who.initiative = Some(Initiative {
            die: 1,
            terms: Vec::new(),
            score: 1,
            rank: vec![1],
        });
        if self.actions_left < 1 {
            who.tally.insert("action".to_owned(), 1);
        }
        if self.failed_before {
            who.tally.insert("abort_failed".to_owned(), 1);
        }
        Ok(who)
    }
}

/// The refusal whose words stand beside a barred option.
const BARRED: [(&str, &str); 4] = [
    ("No action is left", "no_action_left"),
    ("No Willpower is left", "no_willpower"),
    ("No Willpower to roll", "no_willpower"),
    ("The roll failed before", "already_failed"),
];

/// A declared action is given up for a defense against a blow, or for a blow.
pub(super) fn abort(it: &ChangeTest, dice: &mut Watched) -> Answer {
    let way = match it.method {
        _ if it.pointless => "pointless".to_owned(),
        method => written(method)?,
    };
    let mut answers = Vec::new();
    let (stage, roll) = match it.new_action {
        NewAction::Defense => {
            let mut stage = stage(mortal()?.with(&[("dexterity", 5)]), "strike");
            stage.targets.push(it.declared()?);
            stage.rolls("attack", 1);
            stage.rolls("defend", 1);
            answers.push(("defense", Given::Chose("dodge".to_owned())));
            (stage, "defend")
        }
        NewAction::Other => {
            let mut stage = stage(it.declared()?, "strike");
            stage.targets.push(mortal()?);
            stage.intent.set.set("changed", 1);
            stage.rolls("attack", 0);
            (stage, "attack")
        }
    };
    let refused = |code: &str| {
        Ok(json!({
            "error": code, "changed": false, "difficulty_modifier": 0, "willpower_spent": 0,
        }))
    };
    // Whether what is meant is open to them at all.
    for _ in 0..2 {
        let begun = match stage.step(&answers) {
            Ok(begun) => begun,
            Err(code) if code == "nonsense" => return Err(code),
            Err(code) => return refused(&code),
        };
        let Some(Step::Choose { slot, options, .. }) = begun.next else {
            // No combatant without an action is asked how they defend.
            let asked = it.new_action == NewAction::Other || !answers.is_empty();
            match asked && it.actions_left > 0 {
                true => break,
                false => return refused("no_action_left"),
            }
        };
        let (slot, meant) = match slot.as_str() {
            "defense" => ("defense", "dodge"),
            _ => ("change", way.as_str()),
        };
        let option = options.iter().find(|option| option.key == meant);
        let barred = option.and_then(|option| option.barred.as_ref());
        if let Some((why, _)) = barred {
            let code = BARRED.iter().find(|(words, _)| why == words);
            return refused(code.ok_or_else(|| format!("{why} is no refusal"))?.1);
        }
        if slot == "change" {
            break;
        }
    }
    let chosen = Chosen::default()
        .choose("defense", "dodge")
        .choose("change", &way)
        .choose("own_change", &way);
    let played = stage.play(&chosen, dice)?;
    let spent = played.effects.iter().map(|effect| match effect {
        Effect::Spend { points, .. } => *points,
        _ => 0,
    });
    Ok(json!({
        "changed": line(&played.ledger, roll).is_some(),
        "difficulty_modifier": ruled(&played.ledger, &format!("{roll}_difficulty"), "XOV-MAN-02"),
        "willpower_spent": spent.sum::<i32>(),
    }))
}

#[derive(Clone, Copy, Deserialize)]
struct Damage {
    #[serde(rename = "type", default)]
    kind: DamageType,
    #[serde(default)]
    amount: i32,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    #[default]
    Ok,
    Incapacitated,
    Dead,
    Torpor,
    FinalDeath,
}

#[derive(Deserialize)]
pub(super) struct TrackTest {
    marks: String,
    #[serde(default)]
    status: Status,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    damage: Vec<Damage>,
}

/// The words and penalties of the levels, by how many boxes are filled.
const LEVELS: [(&str, Option<i32>); 8] = [
    ("healthy", Some(0)),
    ("bruised", Some(0)),
    ("hurt", Some(-1)),
    ("injured", Some(-1)),
    ("wounded", Some(-2)),
    ("mauled", Some(-2)),
    ("crippled", Some(-5)),
    ("incapacitated", None),
];

/// The rules mark blow after blow on a row.
pub(super) fn track(it: &TrackTest) -> Answer {
    let mut who = of_kind(it.kind, Breed::Homid)?;
    let Track::Levels(levels) = &mut who.track else {
        return Err("they have no row of boxes".to_owned());
    };
    let boxes = row(&it.marks, levels.boxes().size())?;
    let fate = match it.status {
        Status::Ok | Status::Incapacitated => Fate::Open,
        Status::Dead => Fate::Dead,
        Status::Torpor => Fate::Torpor,
        Status::FinalDeath => Fate::FinalDeath,
    };
    *levels = levels.after(boxes, fate);
    let house = House::default();
    for damage in &it.damage {
        let severity = match damage.kind {
            DamageType::Bashing => Severity::Bashing,
            DamageType::Lethal => Severity::Lethal,
            DamageType::Aggravated => Severity::Aggravated,
        };
        let points = u16::try_from(damage.amount.clamp(0, 1_000)).map_err(say)?;
        let packet = Packet::of(severity, points);
        let harmed = rules().harm(&who.fighter(&house), packet);
        who.track = harmed.ok_or("no such damage")?.after;
    }
    let Track::Levels(levels) = who.track else {
        return Err("no row of boxes is left".to_owned());
    };
    let (level, penalty) = filled(levels.boxes().filled());
    let states = rules().health(&who.sheet, &who.track, &who.conditions, &house);
    if states.penalty != penalty.unwrap_or(states.penalty) {
        return Err(format!("the table says {} at {level}", states.penalty));
    }
    let full = levels.boxes().empty() == 0;
    let status = match levels.fate() {
        Fate::Dead => "dead",
        Fate::Torpor => "torpor",
        Fate::FinalDeath => "final_death",
        Fate::Open if full => "incapacitated",
        Fate::Open => "ok",
    };
    Ok(json!({
        "marks": levels.boxes().picture(),
        "level": level,
        "penalty": penalty,
        "status": status,
    }))
}

fn filled(boxes: u16) -> (&'static str, Option<i32>) {
    let level = LEVELS.get(usize::from(boxes)).or(LEVELS.last());
    level.copied().unwrap_or(("incapacitated", None))
}

/// A row of boxes as it is written, worst first.
fn row(marks: &str, size: u16) -> Result<Boxes, String> {
    let mut packet = Packet::default();
    for mark in marks.chars().filter(|mark| *mark != '.') {
        let known = Severity::WORST_FIRST
            .into_iter()
            .find(|one| one.glyph() == mark);
        let points = packet.get_mut(known.ok_or("no such mark")?);
        *points = points.saturating_add(1);
    }
    let boxes = Boxes::new(size, packet).map_err(say)?;
    if boxes.picture() != marks {
        return Err("the marks are no sorted row".to_owned());
    }
    Ok(boxes)
}
