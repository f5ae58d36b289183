//! Operations on turns: who comes first, what fits into one, what aiming comes to.

use rules::encounter::command::Whose;
use rules::encounter::{Command, Refusal};
use rules::exchange::{Intent, Step};
use rules::gear::Carried;
use rules::id::CombatantId;
use rules::term;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::fight::Fight;
use super::given::Kind;
use super::scene::Twos;
use super::{Answer, Watched, few, illegal, read, say};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    combatants: Vec<Combatant>,
}

#[derive(Deserialize)]
struct Combatant {
    name: String,
    #[serde(default)]
    dexterity: i32,
    #[serde(default)]
    composure: i32,
    #[serde(default)]
    misc: i32,
}

pub(super) fn initiative(given: &Map<String, Value>, dice: &mut Watched) -> Answer {
    let roster: Roster = read(given)?;
    let mut fight = Fight::new()?;
    let mut names = Vec::new();
    for one in roster.combatants {
        let traits = [
            ("dexterity", one.dexterity),
            ("composure", one.composure),
            ("initiative", one.misc),
        ];
        names.push((fight.joins(&traits)?, one.name));
    }
    let rolled = Command::RollInitiative {
        whose: Whose::Everyone,
        face: None,
    };
    match fight.ask(rolled, dice) {
        Ok(()) | Err(Refusal::NobodyToRoll) => {}
        Err(refusal) => return Err(say(refusal)),
    }
    let view = fight.view();
    let (mut scores, mut order) = (Map::new(), Vec::new());
    for id in &view.order {
        let name = names.iter().find(|(other, _)| other == id);
        let (_, name) = name.ok_or("nobody of that name")?;
        let score = view.rows.get(id).and_then(|row| row.score);
        scores.insert(name.clone(), score.into());
        order.push(name);
    }
    Ok(json!({"scores": scores, "order": order}))
}

// ---- one turn

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    #[serde(default)]
    speed: i32,
    #[serde(default)]
    prone: bool,
    #[serde(default)]
    steps: Vec<Value>,
}

/// An instant action with what belongs to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    act: String,
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(default)]
    distance: i32,
    #[serde(default)]
    all_out: bool,
}

/// A combatant in a turn of their own, and another.
struct Stage {
    fight: Fight,
    it: CombatantId,
    other: CombatantId,
}

/// Whether something was done; `None` is a refusal by the rules.
type Done = Result<Option<()>, String>;

impl Stage {
    fn new(turn: &Turn) -> Result<Self, String> {
        let mut fight = Fight::new()?;
        // Defense is not worn down to nothing here.
        let it = fight.joins(&[("speed", turn.speed), ("dexterity", 30), ("wits", 30)])?;
        let other = fight.joins(&[("health", 60)])?;
        if turn.prone {
            fight.afflict(it, "prone", 0)?;
        }
        fight.next()?;
        Ok(Self { fight, it, other })
    }

    fn does(&mut self, at: &[CombatantId], intent: Intent) -> Done {
        let id = match self.fight.declare(self.it, at, intent, false) {
            Ok(id) => id,
            Err(Refusal::Barred { .. } | Refusal::OtherSystem | Refusal::Chat(_)) => {
                return Ok(None);
            }
            Err(refusal) => return Err(say(refusal)),
        };
        self.fight.finish(id, &[], &mut Twos)?;
        Ok(Some(()))
    }

    fn moves(&mut self, maneuver: &'static str, yards: i32) -> Done {
        let mut intent = Intent::of(maneuver);
        intent.set.set("yards", yards);
        self.does(&[], intent)
    }

    /// A thing given to them.
    fn thing(
        &mut self,
        kind: &str,
        numbers: &[(&str, i32)],
        tags: &[&str],
        carried: Carried,
    ) -> Result<Option<u16>, String> {
        let item = self.fight.give(self.it, kind, (numbers, tags), carried);
        item.map(Some)
    }

    /// A weapon for an attack of this kind.
    fn weapon(&mut self, kind: Kind) -> Result<Option<u16>, String> {
        match kind {
            Kind::Unarmed => Ok(None),
            kind => self.thing(kind.item(), &[], &[], Carried::Held),
        }
    }

    fn acts(&mut self, act: &Act) -> Done {
        let mut target = vec![self.other];
        let (maneuver, item) = match act.act.as_str() {
            "attack" => {
                let kind = act.kind.unwrap_or_default();
                (kind.maneuver(), self.weapon(kind)?)
            }
            "all_out" => match act.kind {
                None => return Ok(None),
                Some(kind) => (kind.maneuver(), self.weapon(kind)?),
            },
            "charge" => match act.kind {
                Some(kind @ (Kind::Unarmed | Kind::Melee)) => ("charge", self.weapon(kind)?),
                _ => return Ok(None),
            },
            "aim" => ("aim", self.weapon(Kind::Firearm)?),
            "join_grapple" => {
                self.fight.afflict(self.other, "grappled", 0)?;
                ("help", None)
            }
            other => {
                target.clear();
                let stowed = Carried::Stowed;
                match other {
                    "dodge" => ("dodge", None),
                    "draw" => ("draw", self.thing("melee", &[], &[], stowed)?),
                    "draw_hidden" => ("draw", self.thing("melee", &[], &["hidden"], stowed)?),
                    "reload_clip" => ("reload", self.thing("gun", &[], &[], Carried::Held)?),
                    "reload_single" => {
                        let tags = ["loose_rounds"];
                        ("reload", self.thing("gun", &[], &tags, Carried::Held)?)
                    }
                    "clear_jam" => {
                        let jammed = [("jammed", 1)];
                        ("clear_jam", self.thing("gun", &jammed, &[], Carried::Held)?)
                    }
                    "rise" => ("rise", None),
                    other => return Err(format!("no act is {other}")),
                }
            }
        };
        let mut intent = Intent::of(maneuver);
        intent.item = item;
        if act.act == "all_out" || act.all_out {
            intent.set.set("all_out", 1);
        }
        if maneuver == "charge" {
            intent.set.set("yards", act.distance);
        }
        self.does(&target, intent)
    }

    /// Is attacked, and meets it with Defense or without.
    fn attacked(&mut self, with_defense: bool) -> Done {
        let (by, at) = (self.other, [self.it]);
        let intent = Intent::of("unarmed");
        let blow = self.fight.declare(by, &at, intent, true).map_err(say)?;
        let asked = matches!(
            self.fight.asks(blow),
            Some(Step::Choose { slot, .. }) if slot.as_str() == "defense"
        );
        if with_defense && !asked {
            return Ok(None);
        }
        let chosen = if with_defense { "apply" } else { "withhold" };
        self.fight.finish(blow, &[("defense", chosen)], &mut Twos)?;
        Ok(Some(()))
    }

    fn step(&mut self, step: &Value) -> Done {
        if step.get("act").is_some() {
            let act: Act = serde_json::from_value(step.clone()).map_err(say)?;
            return self.acts(&act);
        }
        let yards = |value: &Value| -> Result<i32, String> {
            let yards = value.as_i64().and_then(|yards| i32::try_from(yards).ok());
            yards.ok_or_else(|| format!("{value} are no yards"))
        };
        if let Some(value) = step.get("move") {
            return self.moves("walk", yards(value)?);
        }
        if let Some(value) = step.get("run") {
            return self.moves("run", yards(value)?);
        }
        if let Some(name) = step.get("reflexive") {
            let lies = self.fight.row(self.it)?.conditions.contains_key("prone");
            return match name.as_str() {
                Some("drop_prone") if !lies => self.does(&[], Intent::of("drop_prone")),
                Some(_) => Ok(Some(())),
                None => Err(format!("nothing is {name}")),
            };
        }
        match step.get("attacked").and_then(Value::as_str) {
            Some("defense_applied") => self.attacked(true),
            Some("no_defense") => self.attacked(false),
            _ => Err(format!("no step is {step}")),
        }
    }
}

pub(super) fn turn(given: &Map<String, Value>) -> Answer {
    let turn: Turn = read(given)?;
    let mut stage = Stage::new(&turn)?;
    for step in &turn.steps {
        if stage.step(step)?.is_none() {
            return Ok(illegal());
        }
    }
    let conditions = stage.fight.row(stage.it)?.conditions;
    Ok(json!({"legal": true, "defense_lost": conditions.contains_key("exposed")}))
}

// ---- aiming

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Aim {
    #[serde(default)]
    events: Vec<AimEvent>,
}

/// Something that happens to a combatant who aims.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AimEvent {
    Aim,
    Defended,
    HitWithoutDefending,
    Moved,
    ChangedTarget,
    Fired,
}

/// Dice that all show an eight.
struct Eights;

impl rules::dice::Dice for Eights {
    fn die(&mut self, _sides: u16) -> u16 {
        8
    }
}

pub(super) fn aim(given: &Map<String, Value>) -> Answer {
    let it: Aim = read(given)?;
    few(u32::try_from(it.events.len()).unwrap_or(u32::MAX))?;
    let mut fight = Fight::new()?;
    let traits = [
        ("dexterity", 3),
        ("wits", 3),
        ("firearms", 3),
        ("health", 60),
    ];
    let aimer = fight.joins(&traits)?;
    let gun = fight.give(aimer, "gun", (&[], &[]), Carried::Held)?;
    let mut target = fight.joins(&[("health", 60)])?;
    let with_gun = |maneuver: &'static str| {
        let mut intent = Intent::of(maneuver);
        intent.item = Some(gun);
        intent
    };
    for event in it.events {
        fight.next_round()?;
        let (by, at, intent, defense) = match event {
            AimEvent::Aim => (aimer, Some(target), with_gun("aim"), "apply"),
            AimEvent::Fired => (aimer, Some(target), with_gun("shoot"), "apply"),
            AimEvent::Defended => (target, Some(aimer), Intent::of("unarmed"), "apply"),
            AimEvent::HitWithoutDefending => {
                (target, Some(aimer), Intent::of("unarmed"), "withhold")
            }
            AimEvent::Moved => {
                let mut intent = Intent::of("walk");
                intent.set.set("yards", 1);
                (aimer, None, intent, "apply")
            }
            AimEvent::ChangedTarget => {
                target = fight.joins(&[("health", 60)])?;
                continue;
            }
        };
        let at: Vec<CombatantId> = at.into_iter().collect();
        let id = fight.declare(by, &at, intent, false).map_err(say)?;
        let chosen = [("defense", defense)];
        if by == aimer {
            fight.finish(id, &chosen, &mut Twos)?;
        } else {
            fight.finish(id, &chosen, &mut Eights)?;
        }
    }
    // What the bonus would be worth to a shot.
    fight.next_round()?;
    let shot = fight.declare(aimer, &[target], with_gun("shoot"), false);
    let Some(Step::Roll { check, .. }) = fight.asks(shot.map_err(say)?) else {
        return Err("no shot is rolled".to_owned());
    };
    let rule = |term: &&term::Term| {
        let rule = term.rule.as_ref();
        rule.is_some_and(|rule| rule.as_str() == "CHR-AIM-01")
    };
    let bonus = term::sum(check.terms.iter().filter(rule));
    Ok(json!({"bonus": bonus}))
}
