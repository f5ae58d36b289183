//! Consequences of an attack besides the damage: jams and stray hits, wracks, a pierced
//! heart, a stake, lost actions, a knockout, a broken weapon (CHR-PIPE-02).

use super::character::Character;
use super::effects::{fall, gain, lose_aim, tell};
use super::keys::{IMPROVISED, JAMMED, OBJECT, STRUCTURE};
use super::stage::Stage;
use super::struck::Struck;
use crate::base::term::Term;
use crate::character::condition::Until;
use crate::character::parameters::Parameters;
use crate::character::track::DamagePacket;
use crate::exchange::{ChoiceOption, Effect, Party, PendingRoll, Play, Slot, Stop};
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::attack::called_shot::Location;
use crate::systems::chronicle::attack::outcome::{self, Verdict};
use crate::systems::chronicle::attack::pool::Mode;
use crate::systems::chronicle::attack::{Attack, AttackKind};
use crate::systems::chronicle::conditions::condition::Condition;
use crate::systems::chronicle::conditions::known_conditions::{
    self, AIMING, KNOCKED_OUT, LEANED_OUT, REELING, STAKED,
};
use crate::systems::chronicle::gear::improvised;
use crate::systems::chronicle::health::damage;
use crate::systems::chronicle::health::knockout;
use crate::systems::chronicle::input;
use crate::systems::chronicle::traits::SIZE;

/// So much of a condition is both limbs, both eyes.
const BOTH: i32 = 2;

/// Plays the consequences of one attack on one target.
pub(crate) fn play(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    apply_shooter_effects(stage, play, struck);
    if struck.outcome.verdict == Verdict::DramaticFailure {
        ask_botch_results(stage, play, n, struck)?;
    }
    let now = play.scene();
    apply_conditions(&stage.reread(&now)?, play, n, struck)?;
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    wear_down_weapon(stage, play, struck);
    roll_knockout(stage, play, n, struck)
}

/// Adds the effects that shooting has on the shooter, who loses the aim (CHR-AIM-05), what was
/// thrown (CHR-ATK-05) and full cover (CHR-CONC-06).
fn apply_shooter_effects(stage: &Stage<'_>, play: &mut Play<'_>, struck: &Struck<'_>) {
    if !struck.attack.kind.is_ranged() || struck.sum.mode == Mode::Impossible {
        return;
    }
    if stage.actor.is(AIMING) {
        lose_aim(play, Party::Actor);
    }
    if struck.attack.kind == AttackKind::Thrown
        && let Some((item, _)) = stage.item()
    {
        // What is thrown has left the hand (CHR-ATK-05).
        play.add_effect(Effect::Carry {
            who: Party::Actor,
            item,
            to: crate::character::gear::Carried::Dropped,
        });
    }
    if struck.sum.firer_concealment.is_some() {
        gain(play, Party::Actor, LEANED_OUT, 0, Until::OwnTurn);
    }
}

/// Asks the storyteller what a dramatic failure brings: a jam, and a hit on a bystander (CHR-CMP-05,
/// CHR-MIX-04). Both are the storyteller's to say.
fn ask_botch_results(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    if struck.attack.kind == AttackKind::Firearm {
        jam(stage, play, n)?;
    }
    let single = struck.attack.options.burst.is_none();
    let missed: Vec<u8> = stage.missed(n).collect();
    if !struck.attack.kind.is_ranged() || !single || missed.is_empty() {
        return Ok(());
    }
    ask_stray_hit(stage, play, &missed, struck)
}

/// Asks the storyteller whether the gun jams, after a dramatic failure of any Firearms roll
/// (CHR-CMP-05).
pub(crate) fn jam(stage: &Stage<'_>, play: &mut Play<'_>, n: u8) -> Result<(), Stop> {
    let Some((item, _)) = stage.item() else {
        return Ok(());
    };
    let options = vec![
        ChoiceOption::new("jams", msg::IT_JAMS),
        ChoiceOption::new("works", msg::IT_STILL_WORKS),
    ];
    let title = msg::A_DRAMATIC_FAILURE_DOES_THE;
    let slot = Slot::new("jam").for_target(n);
    if play.ask_choice(slot, Party::Storyteller, title, "CHR-CMP-05", options)? == "jams" {
        play.add_effect(Effect::Wear {
            who: Party::Actor,
            item,
            key: JAMMED.into(),
            by: 1,
        });
    }
    Ok(())
}

/// Asks the storyteller whether a dramatic failure hits a combatant whom the attacker meant to
/// miss, one of `missed` (CHR-MIX-04).
fn ask_stray_hit(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    missed: &[u8],
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    let points = struck.attack.weapon_modifier().max(1);
    let options = vec![
        ChoiceOption::new("nobody", msg::NONE_OF_THEM_IS_HIT),
        ChoiceOption::new("drawn", msg::ONE_OF_THEM_DRAWN_BY).with_sum(points),
    ];
    let title = msg::A_DRAMATIC_FAILURE_IS_ONE;
    let rule = "CHR-MIX-04";
    let chose = play.ask_choice(Slot::new("stray"), Party::Storyteller, title, rule, options)?;
    if chose != "drawn" {
        return Ok(());
    }
    let count = i32::try_from(missed.len()).unwrap_or(1);
    let reading = Parameters::default().with(super::ways::DRAW, count);
    let terms = vec![Term::from_rule(msg::THOSE_TO_BE_MISSED, count, rule)];
    let drawn = match count {
        1 => 1,
        _ => {
            let check = PendingRoll::new(msg::WHO_IS_HIT, terms, reading);
            play.ask_roll(Slot::new("drawn"), Party::Storyteller, check)?
                .successes
        }
    };
    let index = usize::try_from(drawn).unwrap_or(1).saturating_sub(1);
    if let Some(hit) = missed.get(index.min(missed.len() - 1)) {
        let points = input::points(points);
        play.add_effect(Effect::Harm {
            to: stage.party(*hit),
            packet: DamagePacket::of_severity(struck.attack.severity(), points),
        });
    }
    Ok(())
}

/// Returns the moment until which a target loses the next action: this round's if it was not taken and their turn has
/// not passed (CHR-COND-03, CHR-CMP-08).
pub(crate) fn next_action(stage: &Stage<'_>, n: u8) -> Until {
    let other = stage.others.get(usize::from(n));
    let taken = other.is_some_and(|other| super::budget::has_acted(other.who));
    Until::NextAction { taken }
}

/// Puts the conditions of a called shot on the target, such as a wrack, a stun or a pierced heart
/// (CHR-TGT-02 to 07, CHR-VMP-08 to 12, CHR-CMP-08).
fn apply_conditions(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    let Struck {
        attack,
        hit,
        outcome,
        inflicted,
        ..
    } = struck;
    let party = stage.party(n);
    let settings = &stage.settings;
    let judged = outcome::judge(attack, hit, outcome.raw, *inflicted, settings);
    for condition in judged.conditions {
        let condition = match attack.called() {
            Some(Location::Leg) => choose_leg_condition(play, n)?,
            _ => condition,
        };
        afflict(stage, play, n, condition, struck)?;
    }
    if judged.heart_pierced {
        tell(play, party, msg::THE_HEART_IS_PIERCED, "CHR-TGT-05");
    }
    if judged.staked {
        gain(play, party, STAKED, 0, Until::Lifted);
    }
    let stuns = attack.weapon.as_ref().is_some_and(|weapon| weapon.stun);
    let (size, vampire) = (attack.on.get(&SIZE), attack.on.vampire());
    if knockout::stuns(inflicted.total(), size, stuns, vampire, settings) {
        gain(play, party, REELING, 0, next_action(stage, n));
    }
    Ok(())
}

/// Key of the choice that a hit to the leg fells the target.
const FALLS: &str = "knocked_down";

/// Lets the attacker pick which condition a good hit to the leg brings (CHR-TGT-03).
fn choose_leg_condition(play: &mut Play<'_>, n: u8) -> Result<Condition, Stop> {
    let options = vec![
        ChoiceOption::new("leg_wrack", msg::LEG_WRACK),
        ChoiceOption::new(FALLS, msg::KNOCKED_DOWN),
    ];
    let title = msg::WHAT_DOES_THE_LEG_SUFFER;
    let slot = Slot::new("leg").for_target(n);
    let chose = play.ask_choice(slot, Party::Actor, title, "CHR-TGT-03", options)?;
    Ok(match chose.as_str() == FALLS {
        true => Condition::KnockedDown,
        false => Condition::LegWrack,
    })
}

/// Puts a condition on target or bystander number `n`, for as long as the condition lasts.
fn afflict(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    condition: Condition,
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    let attack = &struck.attack;
    let party = stage.party(n);
    let other = stage.other(n)?;
    let key = known_conditions::key(condition);
    match condition {
        Condition::Stunned => gain(play, party, key, 0, next_action(stage, n)),
        Condition::KnockedDown => fall(play, party, super::budget::has_acted(other.who)),
        Condition::ArmWrack | Condition::LegWrack | Condition::Blinded => {
            let amount = count_lost_limbs(play, n, (other, key), attack)?;
            let until = match attack.on.vampire() {
                true => injured(other, key, amount, struck.inflicted),
                false => Until::Lifted,
            };
            gain(play, party, key, amount, until);
            if condition == Condition::ArmWrack {
                drop_held(play, party, other, amount);
            }
        }
        _ => gain(play, party, key, 0, Until::Lifted),
    }
    Ok(())
}

/// Returns the moment until which an injury of a vampire lasts: until the points of this attack are healed, and those
/// of another that struck the same limb or the other one (CHR-VMP-12).
fn injured(other: &Character<'_>, key: &str, amount: i32, inflicted: DamagePacket) -> Until {
    let fresh = Until::Healed {
        points: inflicted,
        other: DamagePacket::default(),
    };
    let Some(kept) = other.who.conditions.get(key) else {
        return fresh;
    };
    match kept.until {
        Until::Healed { points, .. } if amount >= BOTH && kept.amount < BOTH => Until::Healed {
            points,
            other: inflicted,
        },
        Until::Healed { points, other } => Until::Healed {
            points: points.plus(inflicted),
            other,
        },
        until => until,
    }
}

/// Returns how many of two limbs or eyes are gone after this hit, by the condition `key` that
/// counts them: where one is gone already, the attacker says which was aimed at (CHR-COND-01,
/// CHR-COND-02, CHR-COND-05).
fn count_lost_limbs(
    play: &mut Play<'_>,
    n: u8,
    (other, key): (&Character<'_>, &'static str),
    attack: &Attack<'_>,
) -> Result<i32, Stop> {
    let before = other.amount(key);
    if !other.is(key) || before >= BOTH {
        return Ok(before);
    }
    let options = vec![
        ChoiceOption::new("other", msg::THE_OTHER_ONE_BOTH_ARE),
        ChoiceOption::new("same", msg::THE_SAME_ONE_AGAIN),
    ];
    let title =
        msg::wordings::already_which_was_aimed_at(Wording::verbatim(known_conditions::word(key)));
    let rule = attack.called().map_or("CHR-TGT-01", Location::rule);
    let chose = play.ask_choice(
        Slot::new("limb").for_target(n),
        Party::Actor,
        title,
        rule,
        options,
    )?;
    Ok(if chose == "other" { BOTH } else { before })
}

/// Drops what a wracked arm holds: the first item in hand, or with both arms gone everything
/// (CHR-COND-01).
fn drop_held(play: &mut Play<'_>, who: Party, other: &Character<'_>, amount: i32) {
    let count = if amount >= BOTH { usize::MAX } else { 1 };
    for (item, _) in other.held().take(count) {
        play.add_effect(Effect::Carry {
            who,
            item,
            to: crate::character::gear::Carried::Dropped,
        });
    }
}

/// Wears down an improvised weapon by its own blow (CHR-IMPR-04).
fn wear_down_weapon(stage: &Stage<'_>, play: &mut Play<'_>, struck: &Struck<'_>) {
    let thing = stage.item().filter(|_| !struck.inflicted.is_empty());
    let thing = thing.filter(|(_, item)| item.kind == OBJECT || item.has_tag(IMPROVISED));
    let Some((id, item)) = thing.filter(|(_, item)| item.number(STRUCTURE).is_some()) else {
        return;
    };
    let inflicted = struck.inflicted.total().into();
    let after = improvised::structure_after(item, inflicted, struck.outcome.raw, &stage.settings);
    let by = after.saturating_sub(item.number_or_zero(STRUCTURE));
    if by != 0 {
        play.add_effect(Effect::Wear {
            who: Party::Actor,
            item: id,
            key: STRUCTURE.into(),
            by,
        });
    }
    if after == 0 {
        let words = msg::wordings::is_wrecked(&item.name);
        tell(play, Party::Actor, words, "CHR-IMPR-05");
    }
}

/// Lets the target of a hard blow to the head roll against being knocked out (CHR-CMP-09).
fn roll_knockout(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    struck: &Struck<'_>,
) -> Result<(), Stop> {
    let settings = &stage.settings;
    let Some(other) = stage.others.get(usize::from(n)) else {
        return Ok(());
    };
    let marked = damage::mark_by(other.boxes, struck.inflicted, settings);
    let points = struck.inflicted.total();
    let blow = (struck.attack.called(), points, &marked.after);
    let Some(terms) = knockout::pool(other, blow, settings) else {
        return Ok(());
    };
    let check = PendingRoll::new(msg::STAY_CONSCIOUS, terms, Parameters::default());
    let rolled = play.ask_roll(Slot::new("knockout").for_target(n), stage.party(n), check)?;
    let turns = knockout::turns_asleep(points, rolled.successes);
    if turns > 0 {
        gain(play, stage.party(n), KNOCKED_OUT, 0, Until::Rounds(turns));
    }
    Ok(())
}
