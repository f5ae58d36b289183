//! Contests, one roll against another: ambush, and any other (XOV-DICE-11, XOV-MAN-03).

use super::{change, dials, holds, read};
use crate::base::term::{RuleId, Term};
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Effect, Party, Play, Scene, Stop, Upshot};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::refusal::D10;
use crate::systems::crossover::{Refusal, Settings, sheet, state};
use crate::systems::d10::resolve::{self as d10, RollSpec};
use crate::systems::d10::shared_rules::roll_parameters::RollPurpose;
use crate::systems::d10::shared_rules::sheet as numbers;

const OWN: [(&str, Text); 2] = [
    ("own_attribute", msg::OWN_ATTRIBUTE),
    ("own_ability", msg::OWN_ABILITY),
];
const THEIRS: [(&str, Text); 2] = [
    ("their_attribute", msg::THEIR_ATTRIBUTE),
    ("their_ability", msg::THEIR_ABILITY),
];

/// Returns the parameters (dials) of a contest: those of an action, and which traits each side
/// rolls.
pub(super) fn dials(who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    let named = (1..).zip(&sheet::TRAITS);
    let mut traits: Vec<(i32, Text)> = named.map(|(n, spec)| (n, spec.title)).collect();
    traits.insert(0, (0, msg::NOTHING_2));
    let each = OWN.into_iter().chain(THEIRS);
    let each = each.map(|(key, title)| ParameterSpec::choice(key, title, &traits));
    dials::action(who).into_iter().chain(each).collect()
}

/// Returns the traits that one side of a contest rolls, which the parameters `keys` choose by their
/// place in the list of traits, from 1.
fn chosen(scene: &Scene<'_>, who: &CombatantInfo<'_>, keys: [(&str, Text); 2]) -> Vec<(Text, i32)> {
    let spec = |(key, _): (&str, Text)| {
        let place = usize::try_from(scene.parameter_or(key, 0))
            .ok()?
            .checked_sub(1)?;
        let spec = sheet::TRAITS.get(place)?;
        Some((spec.title, who.sheet.get(spec)))
    };
    keys.into_iter().filter_map(spec).collect()
}

/// Returns the roll of one side of a contest.
pub(super) fn side(
    title: Text,
    who: &CombatantInfo<'_>,
    parts: &[(Text, i32)],
    rule: &'static str,
    by: &Settings,
) -> RollSpec {
    let terms = read::traits(who, parts, RollPurpose::Action, rule, by);
    let difficulty = D10.default_difficulty();
    RollSpec::new(title, RollPurpose::Action, terms).with_difficulty(vec![difficulty])
}

/// Plays an action of one against another, which the acting side wins with more successes.
pub(super) fn contest(
    scene: &Scene<'_>,
    throws: impl Fn(&Scene<'_>) -> Result<(RollSpec, RollSpec), Stop>,
    by: &Settings,
    play: &mut Play<'_>,
) -> Result<Upshot, Stop> {
    let who = read::actor(scene)?;
    let number = dials::number(who, &scene.intent.set);
    let sides = |now: &Scene<'_>| {
        let now = &Scene {
            intent: scene.intent,
            ..*now
        };
        let who = read::actor(now)?;
        let (mut own, theirs) = throws(now)?;
        let split = read::split(who, number, by);
        if split != 0 {
            own.terms
                .push(Term::from_rule(msg::SEVERAL_ACTIONS, split, "XOV-MULT-01"));
        }
        own.difficulty.extend(read::all_burdens(who));
        own.difficulty.extend(change::harder(now));
        if own.dice_count() < 1 {
            return Err(read::refusal(Refusal::NoDice));
        }
        Ok([
            ("own_roll", Party::Actor, own),
            ("their_roll", Party::Target(0), theirs),
        ])
    };
    let [a, b] = d10::ask_contest(play, sides)?;
    play.add_effect(read::counted(Party::Actor, number));
    for effect in read::effects_of_acting(who, Party::Actor) {
        play.add_effect(effect);
    }
    let terms = vec![
        Term::from_rule(msg::OWN_SUCCESSES, a.successes, "XOV-DICE-11"),
        Term::from_rule(msg::THEIRS, -b.successes, "XOV-DICE-11"),
    ];
    let margin = play.note_sum("margin".into(), Party::Actor, msg::AHEAD_BY, terms);
    Ok(match margin {
        1.. => Upshot::Won((a.successes, b.successes)),
        _ => Upshot::Lost((b.successes, a.successes)),
    })
}

/// Plays any contest of traits (XOV-DICE-11).
pub(super) fn any(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::may_act(who, &scene.intent.set)?;
    let throws = |now: &Scene<'_>| {
        let side = |who, keys| {
            side(
                msg::CONTEST,
                who,
                &chosen(now, who, keys),
                "XOV-DICE-11",
                by,
            )
        };
        Ok((
            side(read::actor(now)?, OWN),
            side(read::target(now)?, THEIRS),
        ))
    };
    let won = matches!(contest(scene, throws, by, play)?, Upshot::Won(_));
    let words = match won {
        true => msg::WINS_THE_CONTEST,
        false => msg::DOES_NOT_WIN_THE_CONTEST,
    };
    play.add_effect(Effect::Tell {
        who: Party::Actor,
        words: words.into(),
        rule: RuleId::new("XOV-DICE-11"),
    });
    Ok(())
}

/// Plays lying in wait for a target who is not fighting yet: Stealth against Alertness. Ahead is
/// one free attack, with a die more for each success beyond the first (XOV-MAN-03).
pub(super) fn ambush(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let (who, target) = (read::actor(scene)?, read::target(scene)?);
    if target.is_in_fight() {
        return Err(read::refusal(Refusal::TargetInCombat));
    }
    read::may_act(who, &scene.intent.set)?;
    let sides = |now: &Scene<'_>| {
        let get = |who: &CombatantInfo<'_>, spec| who.sheet.get(spec);
        let (who, target) = (read::actor(now)?, read::target(now)?);
        let own = [
            (msg::DEXTERITY, get(who, &numbers::DEXTERITY)),
            (msg::STEALTH, get(who, &numbers::STEALTH)),
        ];
        let theirs = [
            (msg::PERCEPTION, get(target, &numbers::PERCEPTION)),
            (msg::ALERTNESS, get(target, &numbers::ALERTNESS)),
        ];
        let own = side(msg::AMBUSH, who, &own, "XOV-MAN-03", by);
        let theirs = side(msg::NOTICING, target, &theirs, "XOV-MAN-03", by);
        Ok([
            ("own_roll", Party::Actor, own),
            ("their_roll", Party::Target(0), theirs),
        ])
    };
    let [a, b] = d10::ask_contest(play, sides)?;
    let terms = vec![
        Term::from_rule(msg::OWN_SUCCESSES, a.successes, "XOV-DICE-11"),
        Term::from_rule(msg::THEIRS, -b.successes, "XOV-DICE-11"),
    ];
    let margin = play.note_sum("margin".into(), Party::Actor, msg::AHEAD_BY, terms);
    let words = match margin {
        1.. => {
            let bonus = margin.saturating_sub(1).min(30);
            play.add_effect(state::gain(
                Party::Actor,
                state::AMBUSH,
                bonus,
                state::THIS_TURN,
            ));
            play.add_effect(Effect::Hold {
                by: Party::Actor,
                on: Party::Target(0),
                key: holds::AMBUSH.into(),
                amount: bonus,
            });
            msg::A_FREE_ATTACK_THAT_NOBODY
        }
        0 => msg::ACTS_FIRST_THE_OTHER_MAY,
        ..0 => msg::IS_NOTICED_ORDINARY_INITIATIVE,
    };
    play.add_effect(Effect::Tell {
        who: Party::Actor,
        words: words.into(),
        rule: RuleId::new("XOV-MAN-03"),
    });
    Ok(())
}
