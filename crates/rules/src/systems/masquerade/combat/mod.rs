//! Exchanges of Masquerade: attacks, exposure and getting up.

mod abort;
mod attacks;
mod blow;
mod exposure;
mod gear;
mod maneuver;
mod person;
mod rolls;
pub(super) mod turn;

use super::{Masquerade, Settings, dice};
use crate::dial::{Dial, Reading};
use crate::exchange::{
    Combat, Effect, Maneuver, OrderRules, Party, Play, Scene, Stop, Unseen, Ways,
};
use crate::fighter::Fighter;
use crate::gear::{ChartRow, ItemSpec};
use crate::house::House;
use crate::messages::Text;
use crate::messages::masquerade as msg;
use crate::phase::Phase;
use crate::system::RuleSystem;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{NO_DEFENSE, TRIES, resolve};
use crate::systems::d10::table::dials;
use crate::systems::d10::table::left::Left;
use crate::term::{Bar, Term};
use crate::track::Severity;
use blow::Blow;
use exposure::Exposure;
pub(super) use maneuver::KNOCKED_DOWN;

impl Combat for Masquerade {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Masquerade
    }

    /// Returns no parameters: the rules know neither distance nor cover.
    fn situation(&self) -> Vec<Dial> {
        Vec::new()
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
        scene.intent.maneuver != maneuver::EXPOSURE
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "MSQ-INIT-02",
            declared: "MSQ-DECL-01",
            acted: "MSQ-TURN-01",
        }
    }

    /// Bars all actions but the first, and those of Celerity, until the end of the turn
    /// (MSQ-TURN-05).
    fn barred_in_phase(&self, scene: &Scene<'_>, phase: Phase) -> Option<(Text, &'static str)> {
        let who = scene.actor?;
        let left = Left::of(who);
        let later = left.has_acted(who) || left.open.is_empty();
        (phase == Phase::Act && later).then_some((msg::ALL_FURTHER_ACTIONS_COME_AT, "MSQ-TURN-05"))
    }

    fn unseen(&self) -> Unseen {
        Unseen {
            question: "defense",
            rule: "MSQ-DEF-04",
            options: TRIES,
            nothing: NO_DEFENSE,
            own: &["abort", "defend", "soak", "willpower"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn threatened(&self, scene: &Scene<'_>) -> Option<Severity> {
        attacks::line(scene).map(|line| line.kind.into())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let by = Settings::of(scene.house);
        match (scene.intent.maneuver.as_ref(), scene.actor) {
            (maneuver::RISE, Some(actor)) => {
                rises(actor, play);
                Ok(())
            }
            (maneuver::EXPOSURE, _) => {
                let exposure = Exposure {
                    scene,
                    dice: scene.set(maneuver::DICE, 1),
                    source: maneuver::source(scene),
                    by,
                };
                resolve(&exposure, play)
            }
            (key, Some(actor)) => {
                let line = attacks::line(scene);
                let line = line.ok_or_else(|| Stop::refused("no_such_maneuver", NONE))?;
                let flies = scene.intent.item.filter(|_| key == attacks::THROW);
                let blow = Blow {
                    scene,
                    actor,
                    line,
                    flies,
                    by,
                };
                resolve(&blow, play)
            }
            (_, None) => Err(Stop::refused("no_such_maneuver", NONE)),
        }
    }

    fn ways(&self, sum: i32, reading: &Reading, house: &House) -> Ways {
        dials::ways(sum, reading, dice::reading(&Settings::of(house)))
    }

    /// Returns the soak pool against each type of damage.
    fn shown(&self, who: &Fighter<'_>) -> Vec<(Text, Vec<Term>)> {
        let by = Settings::of(who.house);
        let titles = [msg::SOAK_BASHING, msg::SOAK_LETHAL, msg::SOAK_AGGRAVATED];
        let rows = titles.into_iter().zip(DamageType::ALL);
        rows.map(|(title, kind)| (title, person::soak(who, kind, Default::default(), &by)))
            .collect()
    }
}

/// Text for an unknown maneuver.
const NONE: Text = msg::THERE_IS_NO_SUCH_MANEUVER;

/// Resolves getting up, which takes an action (MSQ-DECL-02).
fn rises(actor: &Fighter<'_>, play: &mut Play<'_>) {
    let act = turn::Turn::of(actor).next();
    let effects = act.map_or_else(Vec::new, |act| act.effects(Party::Actor));
    effects.into_iter().for_each(|effect| play.effect(effect));
    play.effect(Effect::Lose {
        who: Party::Actor,
        key: KNOCKED_DOWN.into(),
    });
}
