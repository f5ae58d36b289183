//! One attack on one combatant, from Defense to marked boxes (CHR-DEF-06, CHR-DEF-09,
//! CHR-PIPE-01, CHR-PIPE-02).

use super::aftermath;
use super::character::Character;
use super::effects::lose_aim;
use super::keys::{COVER_STRUCTURE, DEFENSE};
use super::stage::{Stage, nonsense};
use super::struck::Struck;
use crate::dial::Reading;
use crate::exchange::{Buy, Check, Choice, Effect, Party, Play, Slot, Stop};
use crate::systems::chronicle::armor;
use crate::systems::chronicle::attack::outcome::{self, Outcome};
use crate::systems::chronicle::attack::pool::{self as sum, AttackPool, Hit, Mode};
use crate::systems::chronicle::attack::{Attack, AttackKind};
use crate::systems::chronicle::input;
use crate::systems::chronicle::known_conditions::AIMING;
use crate::systems::chronicle::pool::{self, Again};
use crate::systems::chronicle::reading::{AGAIN, CHANCE, ROTE};
use crate::systems::chronicle::traits::WILLPOWER;
use crate::term::{self, RuleId, Term};
use crate::track::Packet;

/// Dice that a point of Willpower adds.
const WILLPOWER_DICE: i32 = 3;

/// An attack as the table makes it.
pub(super) type Made<'m> = &'m dyn Fn(&Stage<'_>) -> Result<Attack, Stop>;

/// Plays one attack on one of the others, whose place among them is `n`: `made` of the table as it
/// is when Defense is asked for, and again when the dice fall.
pub(super) fn strike(
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
    let sum = pool_of(stage, &attack)?;
    let hit = roll(stage, play, n, &attack, &sum)?;
    let mut outcome = outcome::resolve(&attack, &sum, &hit, &stage.settings).map_err(nonsense)?;
    let party = stage.party(n);
    outcome.inflicted = weighed(play, n, party, &attack, &outcome);
    let inflicted = play.ruled_damage(party).unwrap_or(outcome.inflicted);
    let struck = Struck {
        attack,
        sum,
        hit,
        outcome,
        inflicted,
    };
    bodies(stage, play, n, &struck);
    aftermath::play(stage, play, n, &struck)
}

fn pool_of(stage: &Stage<'_>, attack: &Attack) -> Result<AttackPool, Stop> {
    sum::attack_pool(attack, &stage.settings).map_err(nonsense)
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
            (true, _) => "Dodge",
            (false, true) => "Apply Defense and lose the aim",
            (false, false) => "Apply Defense",
        };
        let saved = sum.pool.saturating_add(sum.defense);
        let apply = Choice::new("apply", title).rolled_with(sum.pool);
        let withhold = Choice::new("withhold", "Save it").rolled_with(saved);
        let options = vec![apply.of(Party::Actor), withhold.of(Party::Actor)];
        let slot = Slot::of("defense").at(n);
        play.choose(slot, party, "Apply Defense?", "CHR-DEF-06", options)? == "apply"
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
        Choice::new("take", "Strike without a roll").rolled_with(sum.pool.max(0)),
        Choice::new("roll", "Roll"),
    ];
    let slot = Slot::of("killing_blow").at(n);
    let title = "The target is helpless";
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

/// A point of Willpower for a roll of this combatant, bound before the dice fall.
pub(super) fn willpower(who: &Character<'_>) -> Vec<Buy> {
    if who.get(&WILLPOWER) <= 0 {
        return Vec::new();
    }
    let left = who.who.pools.get(WILLPOWER.key).copied();
    let none = left.unwrap_or(0) <= 0;
    vec![Buy {
        key: WILLPOWER.key.into(),
        title: "Willpower for 3 dice".into(),
        rule: RuleId::new("CHR-PIPE-01"),
        cost: Some((WILLPOWER.key.into(), 1)),
        barred: none.then(|| "no Willpower is left".to_owned()),
    }]
}

/// The terms with what was bought for them.
pub(super) fn with_willpower(terms: &[Term], bought: &[String]) -> Vec<Term> {
    let mut terms = terms.to_vec();
    if bought.iter().any(|key| key == WILLPOWER.key) {
        terms.push(Term::of_rule("Willpower", WILLPOWER_DICE, "CHR-PIPE-01"));
    }
    terms
}

/// What the attack is called.
fn title(stage: &Stage<'_>, attack: &Attack) -> String {
    let with = stage.item().map(|(_, item)| item.name.to_string());
    let how = match attack.kind {
        AttackKind::Unarmed => "Unarmed attack",
        AttackKind::Melee => "Attack",
        AttackKind::Firearm => "Shot",
        AttackKind::Thrown => "Throw",
    };
    match with {
        Some(item) => format!("{how}: {item}"),
        None => how.to_owned(),
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
    let told = match sum.mode {
        Mode::Pool | Mode::Chance => {
            pool::check(sum.pool).map_err(nonsense)?;
            let reading = reading(attack, sum);
            let rolled =
                play.roll_buying(slot, Party::Actor, &willpower(&stage.actor), |bought| {
                    let terms = with_willpower(&sum.terms, bought);
                    Check::new(title.clone(), terms, reading.clone())
                })?;
            return Ok(Hit::Rolled(rolled));
        }
        Mode::AutoDamage => {
            play.note(slot, Party::Actor, title, sum.terms.clone());
            return Ok(Hit::Automatic);
        }
        Mode::AutoFail => ("neither sees nor hears, and misses", "CHR-COND-07"),
        Mode::Impossible => ("is too far away for it", "CHR-RNG-03"),
    };
    play.note(slot, Party::Actor, title, sum.terms.clone());
    let who = match sum.mode {
        Mode::Impossible => stage.party(n),
        _ => Party::Actor,
    };
    play.effect(Effect::Tell {
        who,
        words: told.0.into(),
        rule: RuleId::new(told.1),
    });
    Ok(Hit::None)
}

/// The points that arrive, after the storyteller's rulings on the sum: what was struck goes
/// off the most severe first, what was added is of the attack's kind.
fn weighed(play: &mut Play<'_>, n: u8, party: Party, attack: &Attack, outcome: &Outcome) -> Packet {
    if outcome.ledger.is_empty() {
        return outcome.inflicted;
    }
    let before = term::sum(&outcome.ledger);
    let slot = Slot::of("damage").at(n);
    let after = play.note(slot, party, "Damage", outcome.ledger.clone());
    adjusted(outcome.inflicted, after.saturating_sub(before), attack)
}

fn adjusted(packet: Packet, by: i32, attack: &Attack) -> Packet {
    let mut packet = armor::general(packet, input::points(by.saturating_neg()));
    if by > 0 {
        let points = packet.get_mut(attack.severity());
        *points = points.saturating_add(input::points(by));
    }
    packet
}

/// What cover, the one held in front and the target take.
fn bodies(stage: &Stage<'_>, play: &mut Play<'_>, n: u8, struck: &Struck) {
    let target = stage.party(n);
    if let Some(covered) = struck.outcome.cover {
        let title = if covered.penetrates {
            "Through the cover"
        } else {
            "The cover holds"
        };
        let raw = struck.outcome.raw;
        let terms = vec![
            Term::of_rule("Damage", raw, "CHR-COV-01"),
            Term::of_rule("Durability", covered.object - raw, "CHR-COV-02"),
        ];
        play.note(Slot::of("cover").at(n), target, title, terms);
    }
    // Without a hit there is nothing of it (CHR-ATK-06, CHR-COV-05).
    if struck.outcome.raw == 0 {
        return;
    }
    let covered = struck.outcome.cover.filter(|covered| covered.object > 0);
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
