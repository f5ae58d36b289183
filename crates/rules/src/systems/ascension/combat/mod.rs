//! Exchanges of Ascension: attacks in three phases of attack, defense and damage (ASC-TURN-02).

mod abort;
mod blow;
mod forms;
mod gear;
mod maneuver;
mod person;
mod rebound;
mod rolls;
pub(super) mod turn;
mod ways;

use super::defense::COUNTERMAGICK;
use super::{Ascension, Settings, dice};
use crate::dial::{Dial, Reading};
use crate::exchange::{Combat, Maneuver, OrderRules, Play, Scene, Stop, Unseen, Ways};
use crate::fighter::Fighter;
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::messages::Text;
use crate::messages::ascension as msg;
use crate::phase::Phase;
use crate::system::RuleSystem;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{BLOCK, DODGE, NO_DEFENSE, PARRY, resolve};
use crate::systems::d10::table::dials;
use crate::term::{Bar, Term};
use crate::track::Severity;
pub(super) use person::{LIFE_HARDENED, WARD};
use rebound::{REBOUND, Rebound};

impl Combat for Ascension {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Ascension
    }

    /// Range of a gun, room to dodge, and whether an attack is seen in time (ASC-DODGE-02,
    /// ASC-DODGE-04, ASC-DODGE-06).
    fn situation(&self) -> Vec<Dial> {
        let ranges = [
            (0, msg::SOME_WAY_OFF),
            (1, msg::CLOSE),
            (2, msg::POINT_BLANK_TWO_YARDS_OR),
        ];
        let rooms = [
            (0, msg::OPEN),
            (1, msg::TIGHT_LIKE_A_DOORWAY),
            (2, msg::NONE),
        ];
        vec![
            Dial::choice(person::RANGE, msg::RANGE, &ranges),
            Dial::choice(person::ROOM, msg::ROOM_TO_DODGE, &rooms),
            Dial::flag(person::UNSEEN, msg::NOT_SEEN_COMING),
        ]
    }

    fn mutual(&self) -> &'static [&'static str] {
        &[person::RANGE]
    }

    fn items(&self) -> &'static [ItemSpec] {
        &gear::ITEMS
    }

    fn chart(&self) -> Vec<ChartRow> {
        gear::rows()
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &maneuver::ALL
    }

    fn maneuver_dials(&self, maneuver: &str, _: &Scene<'_>) -> Vec<Dial> {
        maneuver::dials(maneuver)
    }

    fn barred(&self, scene: &Scene<'_>) -> Option<Bar> {
        maneuver::barred(scene)
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        scene.intent.maneuver != REBOUND
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "ASC-INIT-02",
            declared: "ASC-DECL-01",
            acted: "ASC-INIT-03",
        }
    }

    /// Bars granted actions until all combatants have taken their first one (ASC-TURN-01).
    fn barred_in_phase(&self, scene: &Scene<'_>, phase: Phase) -> Option<(Text, &'static str)> {
        let granted = turn::is_granted_next(scene.actor?);
        (phase == Phase::Act && granted).then_some((msg::WHAT_IS_GRANTED_COMES_WHEN, "ASC-TURN-01"))
    }

    fn unseen(&self) -> Unseen {
        Unseen {
            question: "defense",
            rule: "ASC-DEF-01",
            options: &[
                (NO_DEFENSE, msg::NO_DEFENSE),
                (DODGE, msg::DODGE),
                (BLOCK, msg::BLOCK),
                (PARRY, msg::PARRY),
                (COUNTERMAGICK, msg::COUNTERMAGICK),
                ("desperate", msg::DESPERATE_DEFENSE),
            ],
            nothing: NO_DEFENSE,
            own: &["abort", "defend", "share", "soak", "willpower"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn threatened(&self, scene: &Scene<'_>) -> Option<Severity> {
        let actor = scene.actor?;
        let blow = blow::blow(scene, actor, &scene.intent.maneuver);
        blow.map(|blow| blow.line.kind.into())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let unknown = || {
            let words = msg::THERE_IS_NO_SUCH_MANEUVER;
            Stop::refused("no_such_maneuver", words)
        };
        let actor = scene.actor.ok_or_else(unknown)?;
        if scene.intent.maneuver == REBOUND {
            let rebound = Rebound::of(scene, actor, Settings::of(scene.house));
            return resolve(&rebound.ok_or_else(unknown)?, play);
        }
        let blow = maneuver::begun(scene, actor, play)?;
        resolve(&blow.ok_or_else(unknown)?, play)
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        dials::ways(sum, reading, dice::reading(&Settings::of(house)))
    }

    /// Returns the soak pool against each type of damage.
    fn shown(&self, who: &Fighter<'_>) -> Vec<(Text, Vec<Term>)> {
        let by = Settings::of(who.house);
        let titles = [msg::SOAK_BASHING, msg::SOAK_LETHAL, msg::SOAK_AGGRAVATED];
        let rows = titles.into_iter().zip(DamageType::ALL);
        rows.map(|(title, kind)| (title, person::soak(who, kind, &by).terms))
            .collect()
    }
}
