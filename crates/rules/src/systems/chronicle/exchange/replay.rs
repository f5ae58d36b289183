//! Playing an exchange from its beginning up to what is needed next.

use super::effect::Effect;
use super::{Answer, Done, Exchange, Party, Purpose, Question, Refusal, Step};
use crate::systems::chronicle::attack::outcome::{self, Outcome, Verdict};
use crate::systems::chronicle::attack::pool::{self as sum, AttackPool, Hit, Mode};
use crate::systems::chronicle::attack::{Attack, AttackKind, legal};
use crate::systems::chronicle::called_shot::{self, LegChoice, Location};
use crate::systems::chronicle::condition::{Condition, Held};
use crate::systems::chronicle::damage;
use crate::systems::chronicle::improvised::{self, Improvised};
use crate::systems::chronicle::input;
use crate::systems::chronicle::knockout::{self, Blow};
use crate::systems::chronicle::melee_fire;
use crate::systems::chronicle::pool::{self, Ask};
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::wounds::{self, Kind};
use crate::term::Term;

/// An early end: the step to take.
type Stop = Box<Step>;

/// The answers given so far, taken one by one.
struct Given<'a>(std::slice::Iter<'a, Answer>);

impl Given<'_> {
    /// Yes or no to a question, or the question.
    fn choose(&mut self, by: Party, question: Question) -> Result<bool, Stop> {
        match self.0.next() {
            None => Err(Box::new(Step::NeedChoice { by, question })),
            Some(Answer::Yes) => Ok(true),
            Some(Answer::No) => Ok(false),
            Some(_) => Err(refused(Refusal::Unasked)),
        }
    }

    /// The successes of a roll, or the demand for it.
    fn roll(
        &mut self,
        by: Party,
        purpose: Purpose,
        ask: Ask,
        terms: &[Term],
    ) -> Result<crate::roll::Rolled, Stop> {
        match self.0.next() {
            None => Err(Box::new(Step::NeedRoll {
                by,
                purpose,
                ask,
                terms: terms.to_vec(),
            })),
            Some(Answer::Rolled(rolled)) => Ok(rolled.clone()),
            Some(_) => Err(refused(Refusal::Unasked)),
        }
    }
}

fn refused(why: impl Into<Refusal>) -> Stop {
    Box::new(Step::Refused(why.into()))
}

/// The whole exchange; `Err` is the step that is needed next.
pub(super) fn replay(exchange: &Exchange, settings: &Settings) -> Result<Step, Stop> {
    let mut given = Given(exchange.answers.iter());
    let mut attack = exchange.attack.clone();
    legal::legal(&attack, settings).map_err(refused)?;
    let mut effects = Vec::new();
    let bullets = bullets(exchange, &attack)?;
    let pool = declare(exchange, &mut attack, &mut given, settings)?;
    if pool.defense_applied {
        effects.push(Effect::DefenseApplied);
    }
    let hit = match pool.ask(&attack) {
        None if pool.mode == Mode::AutoDamage => Hit::Automatic,
        None => Hit::None,
        Some(ask) => {
            pool::check(ask.pool).map_err(refused)?;
            Hit::Rolled(given.roll(Party::Attacker, Purpose::Attack, ask, &pool.terms)?)
        }
    };
    let fired = pool.mode != Mode::Impossible;
    spent(
        &attack,
        &pool,
        fired.then_some(bullets).flatten(),
        &mut effects,
    );
    let mut outcome = outcome::resolve(&attack, &pool, &hit, settings).map_err(refused)?;
    if outcome.verdict == Verdict::DramaticFailure {
        botched(&attack, &mut given, &mut effects)?;
    }
    choose_leg(&attack, &mut outcome, &mut given)?;
    overrule(exchange, &attack, &mut outcome, settings);
    write_down(exchange, &attack, &outcome, settings, &mut effects).map_err(refused)?;
    knock_out(
        exchange,
        &attack,
        &outcome,
        &mut given,
        settings,
        &mut effects,
    )?;
    if let Some(marked) = &outcome.marked {
        let stabilised = exchange.circumstances.stabilised
            && outcome.inflicted.lethal == 0
            && outcome.inflicted.aggravated == 0;
        let kind = kind(exchange, &attack);
        let size = attack.target.size;
        let status = wounds::status_by(&marked.after, kind, size, stabilised, settings);
        effects.push(Effect::Status(status));
    }
    if given.0.next().is_some() {
        return Err(refused(Refusal::Unasked));
    }
    Ok(Step::Done(Box::new(Done {
        pool,
        outcome,
        effects,
    })))
}

/// What the target is; a vampire says so itself.
fn kind(exchange: &Exchange, attack: &Attack) -> Kind {
    if attack.target.vampire {
        Kind::Vampire
    } else {
        exchange.circumstances.kind
    }
}

/// The bullets left after this, where somebody counts them.
fn bullets(exchange: &Exchange, attack: &Attack) -> Result<Option<i32>, Stop> {
    let ammo = exchange.rulings.ammo().or(exchange.circumstances.ammo);
    let Some(ammo) = ammo.filter(|_| attack.kind == AttackKind::Firearm) else {
        return Ok(None);
    };
    let needed = attack.options.burst.map_or(1, |burst| burst.bullets());
    if ammo < needed {
        return Err(refused(Refusal::TooFewBullets { needed }));
    }
    Ok(Some(ammo.saturating_sub(needed)))
}

/// The pool, after the target chose about Defense and the attacker about the killing blow.
fn declare(
    exchange: &Exchange,
    attack: &mut Attack,
    given: &mut Given<'_>,
    settings: &Settings,
) -> Result<AttackPool, Stop> {
    let again = |attack: &Attack| {
        let pool = sum::attack_pool(attack, settings).map_err(refused)?;
        Ok::<_, Stop>(exchange.rulings.pool(pool, settings))
    };
    let mut pool = again(attack)?;
    let value = pool.defense;
    if pool.defense_applied {
        // A Defense worn down to nothing is not worth a question, nor an application.
        let applies = value > 0 && given.choose(Party::Target, Question::Defense { value })?;
        if !applies {
            attack.target.no_defense = true;
            pool = again(attack)?;
        }
    }
    if pool.mode == Mode::AutoDamage && pool.forced.automatic {
        let damage = pool.pool.max(0);
        if !given.choose(Party::Attacker, Question::KillingBlow { damage })? {
            attack.options.roll = true;
            pool = again(attack)?;
        }
    }
    Ok(pool)
}

/// What the attacker has used up.
fn spent(attack: &Attack, pool: &AttackPool, ammo: Option<i32>, effects: &mut Vec<Effect>) {
    if let Some(left) = ammo {
        effects.push(Effect::AmmoAfter(left));
    }
    if attack.kind.is_ranged() && attack.options.aim > 0 {
        effects.push(Effect::AimUsed);
    }
    if let Some(concealment) = pool.firer_concealment {
        effects.push(Effect::FirerConcealed(concealment));
    }
}

/// What a dramatic failure may bring: a jam, and a hit on somebody else.
fn botched(attack: &Attack, given: &mut Given<'_>, effects: &mut Vec<Effect>) -> Result<(), Stop> {
    if attack.kind == AttackKind::Firearm {
        effects.push(Effect::Jammed);
    }
    let single = attack.options.burst.is_none() || attack.kind == AttackKind::Thrown;
    let avoided = attack
        .options
        .avoid
        .saturating_add(attack.options.avoid_grappled);
    if !attack.kind.is_ranged() || !single || avoided <= 0 {
        return Ok(());
    }
    let damage = melee_fire::suggested_damage(attack.weapon_modifier());
    let question = Question::StrayHit { suggested: damage };
    if !given.choose(Party::Storyteller, question)? {
        return Ok(());
    }
    let sides = input::points(avoided);
    let index = if sides > 1 {
        match given.0.next() {
            None => return Err(Box::new(Step::NeedDie { sides })),
            Some(Answer::Face(face)) => face.saturating_sub(1),
            Some(_) => return Err(refused(Refusal::Unasked)),
        }
    } else {
        0
    };
    effects.push(Effect::Stray { index, damage });
    Ok(())
}

/// Lets the attacker pick what a good hit to the leg does.
fn choose_leg(attack: &Attack, outcome: &mut Outcome, given: &mut Given<'_>) -> Result<(), Stop> {
    if attack.called() != Some(Location::Leg) || outcome.conditions.is_empty() {
        return Ok(());
    }
    let condition = match given.0.next() {
        None => {
            return Err(Box::new(Step::NeedChoice {
                by: Party::Attacker,
                question: Question::Leg,
            }));
        }
        Some(Answer::Leg(LegChoice::LegWrack)) => Condition::LegWrack,
        Some(Answer::Leg(LegChoice::KnockedDown)) => Condition::KnockedDown,
        Some(_) => return Err(refused(Refusal::Unasked)),
    };
    outcome.conditions = vec![condition];
    Ok(())
}

/// Puts the storyteller's word in place of what came out (CHR-ST-01).
fn overrule(exchange: &Exchange, attack: &Attack, outcome: &mut Outcome, settings: &Settings) {
    let target = &attack.target;
    if let Some(packet) = exchange.rulings.damage() {
        outcome.inflicted = packet;
        outcome.marked = (target.track).map(|track| damage::mark_by(track, packet, settings));
        if let Some(location) = attack.called() {
            let leg = attack.options.leg_choice;
            let (points, hardy) = (packet.total(), target.stamina);
            let struck = called_shot::effect(location, points, hardy, target.vampire, leg);
            outcome.heart_pierced = struck.heart_pierced;
            if outcome.conditions.is_empty() || struck.condition.is_none() {
                outcome.conditions = struck.condition.into_iter().collect();
            }
        }
    }
    if let Some(conditions) = exchange.rulings.conditions() {
        outcome.conditions = conditions;
    }
    if let Some(after) = exchange.rulings.track() {
        outcome.marked = Some(damage::Marked { after, excess: 0 });
    }
}

/// Writes down what the blow did to cover, bodies and the weapon itself.
fn write_down(
    exchange: &Exchange,
    attack: &Attack,
    outcome: &Outcome,
    settings: &Settings,
    effects: &mut Vec<Effect>,
) -> Result<(), input::Nonsense> {
    if let Some(covered) = outcome.cover.filter(|covered| covered.object > 0) {
        effects.push(Effect::CoverAfter(covered.structure_after));
    }
    if let Some(packet) = outcome.shield.filter(|packet| !packet.is_empty()) {
        effects.push(Effect::ShieldTakes(packet));
    }
    let packet = outcome.inflicted;
    if !packet.is_empty() || exchange.rulings.track().is_some() {
        effects.push(Effect::Marked {
            packet,
            before: attack.target.track,
            after: outcome.marked.map(|marked| marked.after),
            excess: outcome.marked.map_or(0, |marked| marked.excess),
        });
    }
    if exchange.circumstances.stabilised && (packet.lethal > 0 || packet.aggravated > 0) {
        effects.push(Effect::DressingTorn);
    }
    for condition in &outcome.conditions {
        effects.push(Effect::Gains(if attack.target.vampire {
            Held::of_injury(*condition, packet)
        } else {
            Held::new(*condition)
        }));
    }
    if outcome.heart_pierced {
        effects.push(Effect::HeartPierced);
    }
    if outcome.staked {
        effects.push(Effect::Gains(Held::new(Condition::Staked)));
    }
    let stuns = attack.weapon.as_ref().is_some_and(|weapon| weapon.stun);
    let (size, vampire) = (attack.target.size, attack.target.vampire);
    if knockout::stuns(packet.total(), size, stuns, vampire, settings) {
        effects.push(Effect::LosesNextAction);
    }
    if let Some(thing) = exchange.circumstances.thing.filter(|_| !packet.is_empty()) {
        let after = improvised::worth(
            &Improvised {
                inflicted: packet.total().into(),
                raw: outcome.raw,
                ..thing
            },
            settings,
        )?;
        effects.push(Effect::WeaponAfter(after.structure_after));
    }
    Ok(())
}

/// Lets a hard blow to the head be rolled against.
fn knock_out(
    exchange: &Exchange,
    attack: &Attack,
    outcome: &Outcome,
    given: &mut Given<'_>,
    settings: &Settings,
    effects: &mut Vec<Effect>,
) -> Result<(), Stop> {
    let target = &attack.target;
    let kind = kind(exchange, attack);
    let hurt = outcome.marked.map_or(target.wound_penalty, |marked| {
        wounds::penalty_by(&marked.after, kind, settings)
    });
    let blow = Blow {
        location: attack.called(),
        inflicted: outcome.inflicted.total(),
        size: target.size,
        stamina: target.stamina,
        wound_penalty: hurt,
        vampire: target.vampire,
    };
    let Some(pool) = knockout::check(&blow, settings).map_err(refused)? else {
        return Ok(());
    };
    let mut terms = vec![Term::of_rule("Stamina", target.stamina, "CHR-CMP-09")];
    sum::push(&mut terms, "Wounds", pool - target.stamina, "CHR-WND-02");
    let rolled = given.roll(Party::Target, Purpose::Knockout, Ask::pool(pool), &terms)?;
    let turns = knockout::sleep(blow.inflicted, rolled.successes);
    if turns > 0 {
        effects.push(Effect::KnockedOut(turns));
    }
    Ok(())
}
