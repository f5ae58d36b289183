//! Exchanges of Tri-Stat, each written once from top to bottom.
//!
//! [`maneuvers`] has a row for each maneuver; the file of its function has its rules.

mod attack;
mod bout;
mod checks;
mod damage;
mod defense;
mod dials;
mod disarm;
mod escape;
mod flank;
mod gear;
mod grapple;
mod maneuvers;
mod odds;
mod rolls;
mod shown;
mod throw;

use super::Tristat;
use super::roll_request::GRAPPLED;
use crate::dial::{Dial, Reading};
use crate::exchange::{Combat, Grip, Maneuver, OrderRules, Play, Scene, Stop, Unseen, Ways};
use crate::fighter::Fighter;
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::messages::tristat as msg;
use crate::messages::{Text, Wording};
use crate::system::RuleSystem;
use crate::term::{Bar, RuleId, Term};
use bout::Bout;
use maneuvers::Row;

impl Combat for Tristat {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Tristat
    }

    fn situation(&self) -> Vec<Dial> {
        dials::situation()
    }

    fn directions(&self) -> &'static [&'static str] {
        &[dials::EAST, dials::SOUTH]
    }

    fn allied(&self) -> Option<&'static str> {
        Some(dials::ALLY)
    }

    /// Who flanks a target together with the one who attacks (TRI-FLANK-01).
    fn draws_in(&self, scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        let row = maneuvers::find(&scene.intent.maneuver);
        match row.is_some_and(Row::takes_attack) {
            true => flank::flankers(scene),
            false => Vec::new(),
        }
    }

    fn items(&self) -> &'static [ItemSpec] {
        &gear::ITEMS
    }

    fn chart(&self) -> Vec<ChartRow> {
        gear::chart()
    }

    fn conditions_of(&self, grip: &Grip<'_>) -> Vec<(&'static str, i32)> {
        grapple::conditions_of(grip)
    }

    /// The amount of being grappled is 1 where the grip is outmatched (TRI-GRAP-05).
    fn weightier(&self, condition: &str, one: i32, other: i32) -> i32 {
        match condition == GRAPPLED {
            true => one.min(other),
            false => one.max(other),
        }
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &maneuvers::OFFERED
    }

    fn maneuver_dials(&self, maneuver: &str, _: &Scene<'_>) -> Vec<Dial> {
        maneuvers::find(maneuver).map_or_else(Vec::new, Row::dials)
    }

    fn barred(&self, scene: &Scene<'_>) -> Option<Bar> {
        let bar = maneuvers::find(&scene.intent.maneuver)?.barred_now(scene)?;
        Some((bar.why, RuleId::new(bar.rule)))
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        maneuvers::find(&scene.intent.maneuver).is_some_and(Row::takes_attack)
    }

    /// Initiative is rolled each round (TRI-TURN-01), and attacks are made in one's own turn
    /// (TRI-ATK-03).
    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "TRI-TURN-01",
            ..OrderRules::of("TRI-ATK-03")
        }
    }

    fn unseen(&self) -> Unseen {
        Unseen {
            question: "defend",
            rule: "TRI-DEF-01",
            options: &[("defend", msg::DEFEND), ("none", msg::LET_IT_COME)],
            nothing: "none",
            own: &["defense"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let key = scene.intent.maneuver.as_ref();
        let Some(row) = maneuvers::find(key) else {
            let words = Wording::verbatim(msg::there_is_no_maneuver(&key));
            return Err(Stop::refused("no_such_maneuver", words));
        };
        match row.barred(scene) {
            Some(bar) => Err(bar.error().into()),
            None => row.play(&mut Bout::new(scene, play)),
        }
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        odds::distribution(sum, reading, house)
    }

    fn shown(&self, who: &Fighter<'_>) -> Vec<(Text, Vec<Term>)> {
        shown::shown(who)
    }
}
