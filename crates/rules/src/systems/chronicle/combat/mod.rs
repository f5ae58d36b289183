//! The exchanges of Chronicle, each written once from top to bottom.

mod acts;
mod aftermath;
mod bars;
mod budget;
mod burst;
mod character;
mod contests;
mod controlled;
mod costs;
mod covering;
mod dials;
mod drawn;
mod effects;
mod gear;
mod grapple;
mod hazard;
mod item_specs;
mod keys;
mod maneuvers;
mod moves;
mod rolls;
mod shown;
mod sides;
mod stage;
mod strike;
mod struck;
pub(super) mod ways;

use crate::messages::chronicle as msg;
use crate::messages::{Text, Wording};
pub(super) use character::Character;
pub(super) use keys::UNMET;
pub(super) use stage::settings;

use super::Chronicle;
use super::attack::AttackKind;
use super::attack::legal;
use super::known_conditions::{EXPOSED, UNDER_FIRE};
use super::reading::ask;
use super::turn::Act;
use crate::condition::Until;
use crate::dial::{Dial, Reading};
use crate::exchange::{
    Combat, CoverSpec, Effect, Grip, HoldSpec, Maneuver, OrderRules, Party, Play, Scene, Stop,
    Unseen, Ways,
};
use crate::fighter::Fighter;
use crate::gear::{Carried, ChartRow, ItemSpec};
use crate::house::House;
use crate::system::RuleSystem;
use crate::term::{Bar, Term};
use crate::track::Severity;
use stage::Stage;

impl Combat for Chronicle {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Chronicle
    }

    fn situation(&self) -> Vec<Dial> {
        dials::situation()
    }

    fn mutual(&self) -> &'static [&'static str] {
        &[keys::DISTANCE, keys::CLOSE_QUARTERS]
    }

    /// Who shoots from where they are concealed pays for it, as well as the target sees them
    /// (CHR-CONC-05, CHR-CONC-06).
    fn mirrored(&self) -> &'static [(&'static str, &'static str)] {
        &[(keys::FIRING_FROM, keys::CONCEALMENT)]
    }

    /// A door, a wall: wholly behind it one is completely concealed (CHR-COV-01, CHR-COV-03).
    fn cover(&self) -> Option<&'static CoverSpec> {
        Some(&dials::THING)
    }

    fn draws_in(&self, scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        Stage::new(scene).map_or_else(|_| Vec::new(), |stage| drawn::draws_in(&stage))
    }

    fn items(&self) -> &'static [ItemSpec] {
        &item_specs::ITEMS
    }

    fn chart(&self) -> Vec<ChartRow> {
        gear::ROWS.clone()
    }

    fn holds(&self) -> &'static [HoldSpec] {
        &keys::HOLDS
    }

    fn conditions_of(&self, grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
        grapple::conditions_of(grip)
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &maneuvers::ALL
    }

    fn maneuver_dials(&self, maneuver: &str, _: &Scene<'_>) -> Vec<Dial> {
        dials::of(maneuver)
    }

    fn barred(&self, scene: &Scene<'_>) -> Option<Bar> {
        maneuvers::barred(&Stage::new(scene).ok()?)
    }

    /// The threat of covering fire is over when the one who shot acts again (CHR-CFIRE-07).
    fn threats(&self) -> &'static [(&'static str, &'static str)] {
        &[(keys::COVERS, UNDER_FIRE)]
    }

    fn is_action(&self, counted: &str) -> bool {
        Act::ALL.into_iter().any(|act| budget::key(act) == counted)
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        let maneuver = scene.intent.maneuver.as_ref();
        let acts = |stage: Stage<'_>| costs::act(&stage, maneuver).is_some();
        maneuver == "run" || Stage::new(scene).is_ok_and(acts)
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "CHR-INIT-01",
            ..OrderRules::of("CHR-INIT-02")
        }
    }

    /// A dodge may be declared before one's place, and late (CHR-DODGE-03).
    fn at_any_moment(&self, maneuver: &str) -> bool {
        maneuver == "dodge"
    }

    /// A dodge is declared early where the table allows it (CHR-DODGE-03).
    fn own_place_only(&self, maneuver: &str, house: &House) -> Option<&'static str> {
        (maneuver == "dodge" && !settings(house).early_dodge).then_some("CHR-DODGE-03")
    }

    fn unseen(&self) -> Unseen {
        Unseen {
            question: "defense",
            rule: "CHR-DEF-06",
            options: &[("apply", msg::APPLY_DEFENSE), ("withhold", msg::SAVE_IT)],
            nothing: "withhold",
            own: &["knockout"],
            tallies: &["grapple", "join_grapple"],
            consequences: &[keys::GRABBED, keys::LOST_ACTION],
        }
    }

    fn threatened(&self, scene: &Scene<'_>) -> Option<Severity> {
        let kind = match scene.intent.maneuver.as_ref() {
            "unarmed" => AttackKind::Unarmed,
            "melee" | "charge" => AttackKind::Melee,
            "shoot" | "burst" => AttackKind::Firearm,
            "throw" => AttackKind::Thrown,
            _ => return None,
        };
        let stage = Stage::new(scene).ok()?;
        stage.attack(0, kind).ok().map(|attack| attack.severity())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let maneuver: &str = &scene.intent.maneuver;
        if maneuver == "hazard" {
            return hazard::play(scene, play);
        }
        let mut stage = Stage::new(scene)?;
        if begin(&stage, play, maneuver) {
            covering::under_fire(&mut stage, play)?;
        }
        started(&stage, play, maneuver)
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        ways::of(&ask(sum, reading), reading, &settings(house))
    }

    fn shown(&self, who: &Fighter<'_>) -> Vec<(Text, Vec<Term>)> {
        shown::of(who)
    }
}

/// Plays a maneuver.
fn started(stage: &Stage<'_>, play: &mut Play<'_>, maneuver: &str) -> Result<(), Stop> {
    match maneuver {
        "unarmed" => attack(stage, play, AttackKind::Unarmed)?,
        "melee" => attack(stage, play, AttackKind::Melee)?,
        "shoot" => attack(stage, play, AttackKind::Firearm)?,
        "throw" => attack(stage, play, AttackKind::Thrown)?,
        "charge" => charge(stage, play)?,
        "burst" => burst::play(stage, play)?,
        "covering_fire" => covering::lay(stage, play)?,
        "grapple" => grapple::begin(stage, play)?,
        "wrestle" => grapple::wrestle(stage, play)?,
        "help" => acts::help(play),
        "leave" => grapple::leave(stage, play),
        "disarm" => contests::disarm(stage, play)?,
        "touch" => contests::touch(stage, play)?,
        "ambush" => contests::ambush(stage, play)?,
        "contest" => contests::contest(stage, play)?,
        "dodge" => acts::dodge(stage, play),
        "aim" => acts::aim(stage, play),
        "draw" => acts::carry(stage, play, Carried::Held)?,
        "sheathe" => acts::carry(stage, play, Carried::Stowed)?,
        "drop" => acts::carry(stage, play, Carried::Dropped)?,
        "reload" => acts::reload(stage, play)?,
        "clear_jam" => acts::clear_jam(stage, play)?,
        "rise" => acts::rise(stage, play),
        "drop_prone" => acts::drop_prone(stage, play),
        "walk" => acts::walk(stage, play),
        "approach" => acts::approach(stage, play),
        "run" => acts::run(stage, play),
        "seek_cover" => acts::seek_cover(stage, play),
        "dress_wounds" => acts::dress_wounds(play)?,
        "pull_stake" => acts::pull_stake(play),
        "cut_loose" => acts::cut_loose(play),
        _ => {
            let why = msg::THERE_IS_NO_SUCH_MANEUVER;
            return Err(Stop::refused("no_such_maneuver", why));
        }
    }
    Ok(())
}

/// Counts the act; some take Defense away for the turn (CHR-TURN-03). Returns whether it takes
/// an instant action.
fn begin(stage: &Stage<'_>, play: &mut Play<'_>, maneuver: &str) -> bool {
    let Some(act) = costs::act(stage, maneuver) else {
        return false;
    };
    effects::count(play, Party::Actor, act);
    if act.loses_defense() {
        effects::gain(play, Party::Actor, EXPOSED, 0, Until::Rounds(1));
    }
    true
}

/// Runs up to the target and strikes, with what is in the hand (CHR-CHG-01).
fn charge(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let brawls = stage
        .item()
        .is_none_or(|(_, item)| item.kind == keys::BRAWL_WEAPON);
    play.effect(Effect::Place {
        target: Party::Target(0),
        key: keys::DISTANCE.into(),
        value: 1,
    });
    let kind = if brawls {
        AttackKind::Unarmed
    } else {
        AttackKind::Melee
    };
    attack(stage, play, kind)
}

/// One attack on one target.
fn attack(stage: &Stage<'_>, play: &mut Play<'_>, kind: AttackKind) -> Result<(), Stop> {
    let attack = |stage: &Stage<'_>| {
        let attack = stage.attack(0, kind)?;
        legal::legal(&attack)
            .map_err(|why| Stop::refused("barred", Wording::verbatim(format!("{why}."))))?;
        Ok(attack)
    };
    attack(stage)?;
    if kind == AttackKind::Firearm {
        fire(stage, play, 1)?;
    }
    strike::strike(stage, play, 0, &attack)
}

/// Takes bullets out of the gun in use (CHR-AUTO-10).
fn fire(stage: &Stage<'_>, play: &mut Play<'_>, bullets: i32) -> Result<(), Stop> {
    let Some((item, gun)) = stage.item() else {
        return Ok(());
    };
    let Some(left) = gun.number(keys::ROUNDS) else {
        return Ok(());
    };
    if left < bullets {
        let words = msg::wordings::this_takes_bullets_chr_auto(bullets);
        return Err(Stop::refused("too_few_bullets", words));
    }
    play.effect(Effect::Wear {
        who: Party::Actor,
        item,
        key: keys::ROUNDS.into(),
        by: -bullets,
    });
    Ok(())
}
