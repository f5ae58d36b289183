//! One attack on one combatant, from Defense to marked boxes (CHR-DEF-06, CHR-DEF-09,
//! CHR-PIPE-01, CHR-PIPE-02).

use super::aftermath;
use super::effects::{lose_aim, tell};
use super::keys::{COVER_STRUCTURE, DEFENSE, UNAWARE};
use super::rolls::CombatRoll;
use super::stage::{Stage, nonsense};
use super::struck::Struck;
use crate::base::term::{self, Term};
use crate::character::parameters::Parameters;
use crate::character::track::DamagePacket;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Protection, Slot, Stop, Upshot};
use crate::messages::{Text, Wording, chronicle as msg};
use crate::systems::chronicle::attack::declared::Declared;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::attack::outcome::{self, Outcome, Verdict};
use crate::systems::chronicle::attack::pool::{AttackPool, Hit, Mode, attack_pool};
use crate::systems::chronicle::attack::{Attack, AttackKind};
use crate::systems::chronicle::conditions::known_conditions::{AIMING, DODGING};
use crate::systems::chronicle::dice::pool::{self, Again};
use crate::systems::chronicle::dice::reading::{AGAIN, CHANCE, ROTE};
use crate::systems::chronicle::gear::armor;

/// Plays one attack on target or bystander number `n`, which reads the table twice: as the table is
/// when Defense is asked for, and again when the dice fall.
pub(crate) fn strike(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    declared: Declared,
) -> Result<(), Stop> {
    let now = play.scene();
    let asked = &stage.reread(&now)?;
    let attack = declared.on(asked, n)?;
    let answer = defend(asked, play, &attack, n)?;
    if answer.wears {
        play.add_effect(Effect::Count {
            who: asked.party(n),
            key: DEFENSE.into(),
        });
    }
    let no_defense = attack.no_defense || answer.withheld;
    let now = play.scene();
    let helpless = &asked.reread(&now)?;
    let mut attack = declared.on(helpless, n)?;
    attack.no_defense |= no_defense;
    let wants_roll = refuses_killing_blow(helpless, play, n, &attack)?;
    let now = play.scene();
    let stage = &helpless.reread(&now)?;
    let mut attack = declared.on(stage, n)?;
    attack.no_defense |= no_defense;
    attack.options.roll |= wants_roll;
    let sum = explained_pool(stage, play, n, &mut attack);
    let hit = roll(stage, play, n, &attack, &sum)?;
    let mut outcome = outcome::resolve(&attack, &sum, &hit, &stage.settings);
    let party = stage.party(n);
    outcome.inflicted = damage_after_rulings(stage, play, n, (&attack, &outcome));
    let inflicted = play.ruled_damage(party).unwrap_or(outcome.inflicted);
    let struck = Struck {
        attack,
        sum,
        hit,
        outcome,
        inflicted,
    };
    if inflicted.is_empty() {
        play.add_upshot(party, reason_unharmed(&struck));
    }
    apply_damage(stage, play, n, &struck);
    end_unawareness(stage, play, n);
    aftermath::play(stage, play, n, &struck)
}

/// Ends the target's unawareness of the attacker, since one attack makes the next one known
/// (CHR-DEF-04).
fn end_unawareness(stage: &Stage<'_>, play: &mut Play<'_>, n: u8) {
    let remembered = stage.scene.situations.get(usize::from(n));
    if remembered.is_some_and(|set| set.is_on(UNAWARE)) {
        play.add_effect(Effect::Place {
            target: stage.party(n),
            key: UNAWARE.into(),
            value: 0,
        });
    }
}

/// Returns the pool of the attack, after noting in the ledger what made Defense what it is, where
/// more than the trait did, and applying the storyteller's rulings on that (CHR-DEF-05,
/// CHR-DEF-08).
fn explained_pool(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &mut Attack<'_>,
) -> AttackPool {
    let sum = attack_pool(attack, &stage.settings);
    if sum.defense_parts.len() < 2 {
        return sum;
    }
    let slot = Slot::new("defense_value").for_target(n);
    let parts = sum.defense_parts.clone();
    let before = term::sum_terms(&parts);
    let after = play.note_sum(slot, stage.party(n), msg::DEFENSE, parts);
    attack.defense_ruled = after.saturating_sub(before);
    attack_pool(attack, &stage.settings)
}

/// Answer of an attack's target to the question whether to apply Defense.
#[derive(Default)]
struct DefenseAnswer {
    /// Whether Defense is saved.
    withheld: bool,
    /// Whether this wears Defense down.
    wears: bool,
}

/// Lets the target apply Defense or save it (CHR-DEF-06). Who aims loses the aim by it (CHR-AIM-03).
fn defend(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    attack: &Attack<'_>,
    n: u8,
) -> Result<DefenseAnswer, Stop> {
    let sum = attack_pool(attack, &stage.settings);
    if !sum.defense_applied || matches!(sum.mode, Mode::AutoFail | Mode::Impossible) {
        return Ok(DefenseAnswer::default());
    }
    let (party, target) = (stage.party(n), attack.on);
    let aims = target.is(AIMING);
    // A Defense worn down to nothing is not worth a question. It is reflexive, and counts
    // (CHR-DEF-05), but not at the price of an aim.
    let applies = if sum.defense == 0 {
        !aims && defense::applied_before(target, &stage.settings) > 0
    } else {
        let title = match (target.is(DODGING), aims) {
            (true, _) => msg::DODGE,
            (false, true) => msg::APPLY_DEFENSE_AND_LOSE_THE,
            (false, false) => msg::APPLY_DEFENSE,
        };
        let saved = sum.pool.saturating_add(sum.defense);
        let apply = ChoiceOption::new("apply", title).with_sum(sum.pool);
        let withhold = ChoiceOption::new("withhold", msg::SAVE_IT).with_sum(saved);
        let options = vec![
            apply.with_roller(Party::Actor),
            withhold.with_roller(Party::Actor),
        ];
        let slot = Slot::new("defense").for_target(n);
        play.ask_choice(slot, party, msg::APPLY_DEFENSE_2, "CHR-DEF-06", options)? == "apply"
    };
    if !applies {
        return Ok(DefenseAnswer {
            withheld: true,
            wears: stage.settings.withheld_attacks_wear,
        });
    }
    if aims {
        lose_aim(play, party);
    }
    Ok(DefenseAnswer {
        withheld: false,
        wears: true,
    })
}

/// Asks the attacker whether to roll in place of a sure killing blow; true if they roll
/// (CHR-DEF-09).
fn refuses_killing_blow(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &Attack<'_>,
) -> Result<bool, Stop> {
    let sum = attack_pool(attack, &stage.settings);
    if sum.mode != Mode::AutoDamage {
        return Ok(false);
    }
    let options = vec![
        ChoiceOption::new("take", msg::STRIKE_WITHOUT_A_ROLL).with_sum(sum.pool.max(0)),
        ChoiceOption::new("roll", msg::ROLL),
    ];
    let slot = Slot::new("killing_blow").for_target(n);
    let title = msg::THE_TARGET_IS_HELPLESS;
    let key = play.ask_choice(slot, Party::Actor, title, "CHR-DEF-09", options)?;
    Ok(key != "take")
}

/// Returns the parameters by which the dice of an attack are read.
fn reading(attack: &Attack<'_>, sum: &AttackPool) -> Parameters {
    let mut reading = Parameters::default();
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

/// Returns the title of the attack roll, by kind of attack and weapon.
fn title(stage: &Stage<'_>, attack: &Attack<'_>) -> Wording {
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

/// Plays the attack roll, in the modes that have one, and returns the hit (CHR-DICE-06).
fn roll(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    attack: &Attack<'_>,
    sum: &AttackPool,
) -> Result<Hit, Stop> {
    let slot = Slot::new("attack").for_target(n);
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
            play.note_sum(slot, Party::Actor, title, sum.terms.clone());
            Ok(Hit::Automatic)
        }
        Mode::Impossible => {
            play.note_sum(slot, Party::Actor, title, sum.terms.clone());
            tell(play, stage.party(n), msg::IS_TOO_FAR_AWAY_FOR, "CHR-RNG-03");
            Ok(Hit::None)
        }
    }
}

/// Returns the damage that arrives at the target, after the storyteller's rulings on its sum: what
/// was struck goes off the most severe first, what was added is of the attack's kind.
fn damage_after_rulings(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    n: u8,
    (attack, outcome): (&Attack<'_>, &Outcome),
) -> DamagePacket {
    if outcome.ledger.is_empty() {
        return outcome.inflicted;
    }
    let before = term::sum_terms(&outcome.ledger);
    let slot = Slot::new("damage").for_target(n);
    let mut terms = outcome.ledger.clone();
    let armor = terms.iter_mut().filter(|term| term.label == msg::ARMOR);
    armor.for_each(|term| term.label = attack.on.armor_label());
    let after = play.note_sum(slot, stage.party(n), msg::DAMAGE, terms);
    let by = after.saturating_sub(before);
    armor::apply_ruling_to_packet(
        outcome.inflicted,
        by,
        DamagePacket::of_severity(attack.severity(), 1),
    )
}

/// Returns the reason why no damage of an attack reaches the target, for the log.
fn reason_unharmed(struck: &Struck<'_>) -> Upshot {
    let outcome = &struck.outcome;
    if outcome.raw <= 0 && matches!(outcome.verdict, Verdict::Failure | Verdict::DramaticFailure) {
        return Upshot::Missed;
    }
    let lost = |label: Text| outcome.ledger.iter().any(|term| term.label == label);
    Upshot::Unharmed(if lost(msg::ARMOR) {
        Protection::armor(struck.attack.on.armor_names())
    } else if lost(msg::HUMAN_SHIELD) {
        Protection::Shield
    } else if lost(msg::COVER) {
        Protection::Cover
    } else {
        Protection::Nothing
    })
}

/// Applies the damage to cover, to the combatant held in front and to the target.
fn apply_damage(stage: &Stage<'_>, play: &mut Play<'_>, n: u8, struck: &Struck<'_>) {
    let target = stage.party(n);
    if let Some(covered) = struck.outcome.cover {
        let title = if covered.penetrates {
            msg::THROUGH_THE_COVER
        } else {
            msg::THE_COVER_HOLDS
        };
        let raw = struck.outcome.raw;
        let terms = vec![
            Term::from_rule(msg::DAMAGE, raw, "CHR-COV-01"),
            Term::from_rule(msg::DURABILITY, covered.object - raw, "CHR-COV-02"),
        ];
        play.note_sum(Slot::new("cover").for_target(n), target, title, terms);
    }
    // Without a hit there is nothing of it (CHR-ATK-06, CHR-COV-05).
    if struck.outcome.raw == 0 {
        return;
    }
    // An object of which no Structure was said lasts.
    let wears = stage.scene.situation_value(n, COVER_STRUCTURE, -1) >= 0;
    let covered = struck
        .outcome
        .cover
        .filter(|covered| wears && covered.object > 0);
    if let Some(covered) = covered {
        play.add_effect(Effect::Place {
            target,
            key: COVER_STRUCTURE.into(),
            value: covered.structure_after,
        });
    }
    if let (Some(held), Some(packet)) = (stage.shield_of(n), struck.outcome.shield) {
        play.add_effect(Effect::Harm {
            to: stage.party(held),
            packet,
        });
    }
    play.add_effect(Effect::Harm {
        to: target,
        packet: struck.outcome.inflicted,
    });
}
