//! One attack on one combatant, from Defense to marked boxes (CHR-DEF-06, CHR-DEF-09,
//! CHR-PIPE-01, CHR-PIPE-02).

use super::aftermath;
use super::effects::{lose_aim, tell};
use super::keys::{COVER_STRUCTURE, DEFENSE, UNAWARE};
use super::rolls::CombatRoll;
use super::stage::{Stage, nonsense};
use super::struck::Struck;
use crate::dial::Reading;
use crate::exchange::{Choice, Effect, Guard, Party, Play, Slot, Stop, Upshot};
use crate::messages::{Text, Wording, chronicle as msg};
use crate::systems::chronicle::armor;
use crate::systems::chronicle::attack::outcome::{self, Outcome, Verdict};
use crate::systems::chronicle::attack::pool::{self as sum, AttackPool, Hit, Mode};
use crate::systems::chronicle::attack::{Attack, AttackKind};
use crate::systems::chronicle::known_conditions::AIMING;
use crate::systems::chronicle::pool::{self, Again};
use crate::systems::chronicle::reading::{AGAIN, CHANCE, ROTE};
use crate::term::{self, Term};
use crate::track::Packet;

/// An attack as the table makes it.
pub(crate) type Made<'m> = &'m dyn Fn(&Stage<'_>) -> Result<Attack, Stop>;

/// Plays one attack on one of the others, whose place among them is `n`: `made` of the table as it
/// is when Defense is asked for, and again when the dice fall.
pub(crate) fn strike(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    made: Made<'_>,
) -> Result<(), Stop> {
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    let mut attack = made(stage)?;
    if defend(stage, play, n, &mut attack)? {
        play.effect(Effect::Count {
            who: stage.party(n),
            key: DEFENSE.into(),
        });
    }
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    let withheld = attack.target.no_defense;
    attack = made(stage)?;
    attack.target.no_defense |= withheld;
    let wants_roll = refuses_killing_blow(stage, play, n, &attack)?;
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    attack = made(stage)?;
    attack.target.no_defense |= withheld;
    attack.options.roll |= wants_roll;
    let sum = explained(stage, play, n, &mut attack)?;
    let hit = roll(stage, play, n, &attack, &sum)?;
    let mut outcome = outcome::resolve(&attack, &sum, &hit, &stage.settings).map_err(nonsense)?;
    let party = stage.party(n);
    outcome.inflicted = weighed(stage, play, n, (&attack, &outcome));
    let inflicted = play.ruled_damage(party).unwrap_or(outcome.inflicted);
    let struck = Struck {
        attack,
        sum,
        hit,
        outcome,
        inflicted,
    };
    if inflicted.is_empty() {
        let upshot = stopped(stage, n, &struck);
        play.upshot(party, upshot);
    }
    bodies(stage, play, n, &struck);
    noticed(stage, play, n);
    aftermath::play(stage, play, n, &struck)
}

/// Who was unaware of one attack is not so of the next (CHR-DEF-04).
fn noticed(stage: &Stage<'_>, play: &mut Play<'_>, n: u8) {
    let remembered = stage.scene.between.get(usize::from(n));
    if remembered.is_some_and(|set| set.is_on(UNAWARE)) {
        play.effect(Effect::Place {
            target: stage.party(n),
            key: UNAWARE.into(),
            value: 0,
        });
    }
}

fn pool_of(stage: &Stage<'_>, attack: &Attack) -> Result<AttackPool, Stop> {
    sum::attack_pool(attack, &stage.settings).map_err(nonsense)
}

/// The pool, after a line of the ledger that says what made Defense what it is, where more than the
/// trait did, and the storyteller's rulings on that (CHR-DEF-05, CHR-DEF-08).
fn explained(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &mut Attack,
) -> Result<AttackPool, Stop> {
    let sum = pool_of(stage, attack)?;
    if sum.defense_parts.len() < 2 {
        return Ok(sum);
    }
    let slot = Slot::of("defense_value").at(n);
    let parts = sum.defense_parts.clone();
    let before = term::sum(&parts);
    let after = play.note(slot, stage.party(n), msg::DEFENSE, parts);
    attack.target.defense_ruled = after.saturating_sub(before);
    pool_of(stage, attack)
}

/// Lets the target apply Defense or save it (CHR-DEF-06); returns whether this wears it down.
/// Who aims loses the aim by it (CHR-AIM-03).
fn defend(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &mut Attack,
) -> Result<bool, Stop> {
    let sum = pool_of(stage, attack)?;
    if !sum.defense_applied || matches!(sum.mode, Mode::AutoFail | Mode::Impossible) {
        return Ok(false);
    }
    let (party, target) = (stage.party(n), stage.other(n)?);
    let aims = target.is(AIMING);
    // A Defense worn down to nothing is not worth a question. It is reflexive, and counts
    // (CHR-DEF-05), but not at the price of an aim.
    let applies = if sum.defense == 0 {
        !aims && attack.target.defense_applied > 0
    } else {
        let title = match (attack.target.dodge, aims) {
            (true, _) => msg::DODGE,
            (false, true) => msg::APPLY_DEFENSE_AND_LOSE_THE,
            (false, false) => msg::APPLY_DEFENSE,
        };
        let saved = sum.pool.saturating_add(sum.defense);
        let apply = Choice::new("apply", title).rolled_with(sum.pool);
        let withhold = Choice::new("withhold", msg::SAVE_IT).rolled_with(saved);
        let options = vec![apply.of(Party::Actor), withhold.of(Party::Actor)];
        let slot = Slot::of("defense").at(n);
        play.choose(slot, party, msg::APPLY_DEFENSE_2, "CHR-DEF-06", options)? == "apply"
    };
    if !applies {
        attack.target.no_defense = true;
        return Ok(stage.settings.withheld_attacks_wear);
    }
    if aims {
        lose_aim(play, party);
    }
    Ok(true)
}

/// Whether the attacker leaves the offer of a killing blow, and rolls (CHR-DEF-09).
fn refuses_killing_blow(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &Attack,
) -> Result<bool, Stop> {
    let sum = pool_of(stage, attack)?;
    if sum.mode != Mode::AutoDamage {
        return Ok(false);
    }
    let options = vec![
        Choice::new("take", msg::STRIKE_WITHOUT_A_ROLL).rolled_with(sum.pool.max(0)),
        Choice::new("roll", msg::ROLL),
    ];
    let slot = Slot::of("killing_blow").at(n);
    let title = msg::THE_TARGET_IS_HELPLESS;
    let key = play.choose(slot, Party::Actor, title, "CHR-DEF-09", options)?;
    Ok(key != "take")
}

/// How the dice of an attack are read.
fn reading(attack: &Attack, sum: &AttackPool) -> Reading {
    let mut reading = Reading::default();
    let again = match attack.options.again {
        Again::Ten => None,
        Again::Nine => Some(9),
        Again::Eight => Some(8),
        Again::Never => Some(0),
    };
    if let Some(again) = again {
        reading.set(AGAIN, again);
    }
    if attack.options.rote {
        reading.set(ROTE, 1);
    }
    if sum.forced.chance {
        reading.set(CHANCE, 1);
    }
    reading
}

/// What the attack is called.
fn title(stage: &Stage<'_>, attack: &Attack) -> Wording {
    let how = match attack.kind {
        AttackKind::Unarmed => msg::UNARMED_ATTACK,
        AttackKind::Melee => msg::ATTACK,
        AttackKind::Firearm => msg::SHOT,
        AttackKind::Thrown => msg::THROW,
    };
    match stage.item() {
        Some((_, item)) => msg::wordings::attack_with_item(how, &item.name),
        None => how.into(),
    }
}

/// The attack roll, in the modes that have one (CHR-DICE-06).
fn roll(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &Attack,
    sum: &AttackPool,
) -> Result<Hit, Stop> {
    let slot = Slot::of("attack").at(n);
    let title = title(stage, attack);
    let at = (slot.clone(), Party::Actor);
    match sum.mode {
        Mode::Pool | Mode::Chance | Mode::AutoFail => {
            pool::check(sum.pool).map_err(nonsense)?;
            let roll = CombatRoll::new(&stage.actor, at, title, sum.terms.clone());
            let rolled = roll.read(reading(attack, sum)).make(play)?;
            Ok(rolled.map_or(Hit::None, Hit::Rolled))
        }
        Mode::AutoDamage => {
            play.note(slot, Party::Actor, title, sum.terms.clone());
            Ok(Hit::Automatic)
        }
        Mode::Impossible => {
            play.note(slot, Party::Actor, title, sum.terms.clone());
            tell(play, stage.party(n), msg::IS_TOO_FAR_AWAY_FOR, "CHR-RNG-03");
            Ok(Hit::None)
        }
    }
}

/// The points that arrive, after the storyteller's rulings on the sum: what was struck goes
/// off the most severe first, what was added is of the attack's kind.
fn weighed(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    (attack, outcome): (&Attack, &Outcome),
) -> Packet {
    if outcome.ledger.is_empty() {
        return outcome.inflicted;
    }
    let before = term::sum(&outcome.ledger);
    let slot = Slot::of("damage").at(n);
    let mut terms = outcome.ledger.clone();
    let armor = terms.iter_mut().filter(|term| term.label == msg::ARMOR);
    if let Some(other) = stage.others.get(usize::from(n)) {
        armor.for_each(|term| term.label = other.armor_label());
    }
    let after = play.note(slot, stage.party(n), msg::DAMAGE, terms);
    let by = after.saturating_sub(before);
    armor::ruled(outcome.inflicted, by, Packet::of(attack.severity(), 1))
}

/// Why nothing of an attack reaches the target.
fn stopped(stage: &Stage<'_>, n: u8, struck: &Struck) -> Upshot {
    let outcome = &struck.outcome;
    let armor = || {
        let other = stage.others.get(usize::from(n));
        other.map_or(Guard::Armor(None), |other| {
            Guard::armor(other.armor_names())
        })
    };
    if outcome.raw <= 0 && matches!(outcome.verdict, Verdict::Failure | Verdict::DramaticFailure) {
        return Upshot::Missed;
    }
    let lost = |label: Text| outcome.ledger.iter().any(|term| term.label == label);
    Upshot::Kept(if lost(msg::ARMOR) {
        armor()
    } else if lost(msg::HUMAN_SHIELD) {
        Guard::Shield
    } else if lost(msg::COVER) {
        Guard::Cover
    } else {
        Guard::Nothing
    })
}

/// What cover, the one held in front and the target take.
fn bodies(stage: &Stage<'_>, play: &mut Play<'_>, n: u8, struck: &Struck) {
    let target = stage.party(n);
    if let Some(covered) = struck.outcome.cover {
        let title = if covered.penetrates {
            msg::THROUGH_THE_COVER
        } else {
            msg::THE_COVER_HOLDS
        };
        let raw = struck.outcome.raw;
        let terms = vec![
            Term::of_rule(msg::DAMAGE, raw, "CHR-COV-01"),
            Term::of_rule(msg::DURABILITY, covered.object - raw, "CHR-COV-02"),
        ];
        play.note(Slot::of("cover").at(n), target, title, terms);
    }
    // Without a hit there is nothing of it (CHR-ATK-06, CHR-COV-05).
    if struck.outcome.raw == 0 {
        return;
    }
    // An object of which no Structure was said lasts.
    let wears = stage.scene.between(n, COVER_STRUCTURE, -1) >= 0;
    let covered = struck
        .outcome
        .cover
        .filter(|covered| wears && covered.object > 0);
    if let Some(covered) = covered {
        play.effect(Effect::Place {
            target,
            key: COVER_STRUCTURE.into(),
            value: covered.structure_after,
        });
    }
    if let (Some(held), Some(packet)) = (stage.shield_of(n), struck.outcome.shield) {
        play.effect(Effect::Harm {
            to: stage.party(held),
            packet,
        });
    }
    play.effect(Effect::Harm {
        to: target,
        packet: struck.outcome.inflicted,
    });
}
