//! The exchanges of Tri-Stat, each written once from top to bottom.

mod bars;
mod blow;
mod bout;
mod energy;
mod gear;
mod list;
mod meet;
mod shown;
mod stat;
mod ways;
mod wrestle;

use super::Tristat;
use super::asked::GRAPPLED;
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

impl Combat for Tristat {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Tristat
    }

    fn situation(&self) -> Vec<Dial> {
        list::situation()
    }

    fn directions(&self) -> &'static [&'static str] {
        &[list::EAST, list::SOUTH]
    }

    fn allied(&self) -> Option<&'static str> {
        Some(list::ALLY)
    }

    /// Who flanks a target together with the one who attacks (TRI-FLANK-01).
    fn draws_in(&self, scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        let attacks = list::kind(&scene.intent.maneuver).is_some_and(|kind| kind.on.is_some());
        match attacks {
            true => meet::flankers(scene),
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
        wrestle::conditions_of(grip)
    }

    /// The amount of being grappled is 1 where the grip is outmatched (TRI-GRAP-05).
    fn weightier(&self, condition: &str, one: i32, other: i32) -> i32 {
        match condition {
            GRAPPLED => one.min(other),
            _ => one.max(other),
        }
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &list::ALL
    }

    fn maneuver_dials(&self, maneuver: &str, _: &Scene<'_>) -> Vec<Dial> {
        let dials = list::kind(maneuver).map_or(&[][..], |kind| kind.dials);
        dials.iter().map(|dial| dial()).collect()
    }

    fn barred(&self, scene: &Scene<'_>) -> Option<Bar> {
        let bar = bars::now(scene, list::kind(&scene.intent.maneuver)?)?;
        Some((bar.why, RuleId::new(bar.rule)))
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        list::kind(&scene.intent.maneuver).is_some_and(|kind| kind.on.is_some())
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
        if let Some(bar) = bars::of_the_facts(scene, key) {
            return Err(bar.error().into());
        }
        let mut bout = Bout::new(scene, play);
        match key {
            list::ATTACK => blow::attack(&mut bout),
            list::TWO_WEAPONS => blow::two_weapons(&mut bout),
            list::DISARM => blow::disarm(&mut bout),
            list::GRAPPLE => wrestle::grapple(&mut bout),
            list::THROW => wrestle::throw(&mut bout),
            list::STRANGLE => wrestle::strangle(&mut bout),
            list::ESCAPE => wrestle::escape(&mut bout),
            list::LET_GO => wrestle::let_go(&mut bout),
            list::STAND_UP => stat::stand_up(&mut bout),
            list::CHECK => stat::check(&mut bout),
            list::CONTEST => stat::contest(&mut bout),
            list::COLLISION => stat::collision(&mut bout),
            _ => Err(Stop::refused(
                "no_such_maneuver",
                Wording::verbatim(msg::there_is_no_maneuver(&key)),
            )),
        }
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        ways::ways(sum, reading, house)
    }

    fn shown(&self, who: &Fighter<'_>) -> Vec<(Text, Vec<Term>)> {
        shown::shown(who)
    }
}
