//! How a target meets an attack: block, dodge, parry, and what comes of it (XOV-DEF-01 to 07,
//! XOV-MAN-01, XOV-CLOSE-10, XOV-TURN-07).

use super::blow::{self, Blow, holds};
use super::change::{self, Change, For};
use super::{dials, items, read};
use crate::condition::Until;
use crate::exchange::{Effect, Intent, Party, Play, Stop};
use crate::fighter::Fighter;
use crate::messages::crossover as msg;
use crate::messages::{Text, Wording};
use crate::systems::crossover::conditions as state;
use crate::systems::crossover::defense::{self, Defender, Defense, Situation};
use crate::systems::crossover::maneuver::Maneuver;
use crate::systems::crossover::parry::{self, Parried};
use crate::systems::crossover::system::can_act;
use crate::systems::crossover::{Denied, Refusal, Settings, sheet};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve::{self as d10, Met, NO_DEFENSE, Throw};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::left::{Defends, Left};
use crate::systems::d10::table::tally::{ACTIONS, DEFENSES, DESPERATE};
use crate::systems::d10::table::{health, sheet as numbers, steps};
use crate::term::Term;

const WAYS: [(Defense, &str, Text); 3] = [
    (Defense::Dodge, "dodge", msg::DODGE),
    (Defense::Block, "block", msg::BLOCK),
    (Defense::Parry, "parry", msg::PARRY),
];

/// The action that a defense of this kind takes. A declared defense covers its own kind; any other
/// defense is a change of mind (XOV-DECL-02, XOV-MAN-01). A combatant who declared nothing has not
/// made up their mind.
fn defends(who: &Fighter<'_>, left: &Left, kind: &str) -> Defends {
    let declared = who.plan.is_some_and(|plan| !plan.is(DESPERATE));
    let defends = left.defense(kind).filter(|_| declared);
    defends.unwrap_or(Defends {
        number: 1,
        declared: true,
    })
}

/// Why a target cannot defend at all (XOV-DEF-07, XOV-CMP-06).
pub(super) fn helpless(who: &Fighter<'_>) -> Option<(Wording, &'static str)> {
    if !can_act(who) {
        return Some((msg::NOBODY_DEFENDS_WHO_IS_OUT.into(), "XOV-HLTH-01"));
    }
    if let Some((why, rule)) = state::numb(who) {
        return Some((why.into(), rule));
    }
    let plan = steps::plan(who);
    let left = plan.is(DESPERATE) || who.counted(ACTIONS) < u16::from(plan.actions.max(1));
    let fights = who.fights();
    (fights && !left).then(|| (msg::NO_ACTION_IS_LEFT.into(), "XOV-DEF-07"))
}

/// Whether a defender has a weapon or shield to parry with.
fn parries_with(who: &Fighter<'_>) -> bool {
    items::held(who, items::WEAPON).next().is_some()
        || items::held(who, items::SHIELD).next().is_some()
}

/// How a target can defend against a blow.
pub(super) fn defenses(blow: &Blow<'_>, who: &Fighter<'_>) -> Vec<d10::Defense> {
    let get = |spec| who.sheet.get(spec);
    let defender = Defender {
        dexterity: get(&numbers::DEXTERITY),
        brawl: get(&numbers::BRAWL),
        dodge: get(&sheet::DODGE),
        melee: get(&numbers::MELEE),
        wounds: health::wounds(who.track),
    };
    let at = situation(blow, who);
    let out = helpless(who);
    let way = |(defense, key, title): (Defense, &'static str, Text)| {
        let summed = defense::defend(defense, &defender, &at, &blow.by);
        let (throw, refused) = match summed {
            Ok(pool) => {
                let mut difficulty = pool.difficulty_terms;
                difficulty.extend(
                    read::burdens(who)
                        .into_iter()
                        .filter(|term| burdens(term, who, &blow.by)),
                );
                let throw = Throw::new(title, Purpose::Action, pool.dice_terms);
                (throw.against(difficulty), None)
            }
            Err(why) => (Throw::new(title, Purpose::Action, Vec::new()), Some(why)),
        };
        d10::Defense {
            key,
            title,
            throw,
            buys: read::buys(who),
            barred: out
                .clone()
                .or_else(|| tied(defense, who))
                .or_else(|| refused.map(reason)),
        }
    };
    WAYS.map(way).into()
}

/// Why a defense that needs limbs is not open to one in a grip (XOV-CLOSE-04, XOV-CLOSE-06).
fn tied(defense: Defense, who: &Fighter<'_>) -> Option<(Wording, &'static str)> {
    let gripped = match defense {
        Defense::Block | Defense::Parry => state::gripped(who),
        Defense::Dodge => None,
    };
    gripped.map(|(why, rule)| (why.into(), rule))
}

/// Whether a burden weighs on a defense: doing too much does not on a desperate one (XOV-DEF-06).
fn burdens(term: &Term, who: &Fighter<'_>, by: &Settings) -> bool {
    let too_much = term
        .rule
        .as_ref()
        .is_some_and(|rule| rule.as_str() == "XOV-MULT-05");
    !too_much || by.over_limit_on_desperate || !steps::plan(who).is(DESPERATE)
}

/// A refusal as the reason beside an option, and its rule.
fn reason(why: Denied) -> (Wording, &'static str) {
    let rule = match &why {
        Denied::Refused(Refusal::CloseOnly | Refusal::CannotBlockUnsoakable) => "XOV-DEF-02",
        Denied::Refused(Refusal::NeedsWeaponOrShield) => "XOV-DEF-04",
        Denied::Refused(Refusal::NoDice) | Denied::Nonsense(_) => "XOV-DICE-06",
        Denied::Refused(_) => "XOV-HLTH-01",
    };
    let words = match why {
        Denied::Refused(refusal) => refusal.reason(),
        Denied::Nonsense(nonsense) => Wording::verbatim(nonsense.to_string()),
    };
    (words, rule)
}

fn situation(blow: &Blow<'_>, who: &Fighter<'_>) -> Situation {
    let wound = blow.wound();
    let (soak, _) = read::soak(who, &wound, &blow.by);
    let before = i32::from(who.counted(read::ATTACKERS));
    let opponents = match blow.scene.intent.set.or(dials::TARGETED, 0) {
        0 => before.saturating_add(i32::from(blow.is_newcomer())),
        told => told,
    };
    let desperate = steps::plan(who).is(DESPERATE);
    let next = i32::from(who.counted(ACTIONS)) + 1;
    Situation {
        incoming: blow.line.reach,
        incoming_type: if blow.is_test() {
            DamageType::Bashing
        } else {
            wound.kind
        },
        soak_pool: soak.pool,
        has_weapon_or_shield: parries_with(who),
        strafed: blow.line.maneuver == Maneuver::Strafe,
        opponents,
        split: read::split(who, next, &blow.by),
        over_limit: false,
        desperate_index: desperate.then(|| i32::from(who.counted(DEFENSES))),
        tackled: state::in_force(who, state::TACKLED),
        self_blinded: state::has(who, state::BLINDED),
        relief: state::relief(who),
        armor_difficulty: items::hindrance(who),
    }
}

/// Gives up another action for a defense of a kind that was not declared (XOV-MAN-01).
///
/// # Errors
/// [`Stop`] when an answer is needed first.
pub(super) fn given_up(
    who: &Fighter<'_>,
    target: u8,
    kind: &str,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<bool, Stop> {
    let left = Left::of(who);
    let defends = defends(who, &left, kind);
    if defends.declared {
        return Ok(true);
    }
    let party = Party::Target(target);
    if change::paid(who, party, For::Defense, by, play)? == Change::Stays {
        return Ok(false);
    }
    if let Some(key) = left.counts_given_up(defends.number) {
        play.effect(Effect::Count {
            who: party,
            key: key.into(),
        });
    }
    Ok(true)
}

/// What comes of meeting a blow: the defense is counted, a parry cuts a bare hand or opens a
/// riposte.
pub(super) fn met(blow: &Blow<'_>, target: u8, who: &Fighter<'_>, met: &Met, play: &mut Play<'_>) {
    if met.defense == NO_DEFENSE {
        return;
    }
    let party = Party::Target(target);
    let left = Left::of(who);
    if left.plan.is(DESPERATE) {
        play.effect(Effect::Count {
            who: party,
            key: DEFENSES.into(),
        });
    } else {
        let defends = defends(who, &left, &met.defense);
        left.count(play, party, defends.number);
    }
    for effect in read::over(who, party) {
        play.effect(effect);
    }
    let Some((id, item)) = items::close_weapon(who).filter(|_| met.defense == "parry") else {
        return;
    };
    if parry::is_riposte(met.net, true, true, true) {
        play.effect(state::gain(
            party,
            state::RIPOSTE,
            i32::from(id) + 1,
            Until::Lifted,
        ));
        play.effect(Effect::Hold {
            by: party,
            on: Party::Actor,
            key: holds::RIPOSTE.into(),
            amount: 0,
        });
    }
    let weapon = items::weapon(item);
    let parried = Parried {
        attack_successes: met.attack,
        parry_successes: met.successes,
        attack_unarmed: !blow::armed(blow.line.maneuver),
        weapon_type: weapon.kind.unwrap_or_default(),
        damage_pool: who
            .sheet
            .get(&numbers::STRENGTH)
            .saturating_add(weapon.damage),
    };
    if parry::cuts(&parried) {
        let more = met.successes.saturating_sub(met.attack);
        play.effect(Effect::Follow {
            by: party,
            at: vec![Party::Actor],
            intent: Intent::of(CUT).with(id).set(MORE, more),
        });
    }
}

/// The exchange in which a bare hand runs into a blade (XOV-DEF-05).
pub(super) const CUT: &str = "parry_cut";
/// By how many successes the parry was better.
pub(super) const MORE: &str = "more";
