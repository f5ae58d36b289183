//! Snatching a weapon (CHR-DISARM-01 to 05).

use super::winner::{self, Winner};
use crate::base::roll::{Grade, RollResult};
use crate::base::term::{self, Term};
use crate::character::gear::{Carried, Item, ItemId};
use crate::character::track::DamagePacket;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop, Upshot};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::attack::defense;
use crate::systems::chronicle::combat::gear;
use crate::systems::chronicle::combat::keys::{DAMAGE, GUN};
use crate::systems::chronicle::combat::maneuver::{Bar, bar_unless};
use crate::systems::chronicle::combat::rolls::{CombatRoll, fails, fails_at_once, roll_contest};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::combat::suffer::damage_after_armor;
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm};
use crate::systems::chronicle::input;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{ATHLETICS, BRAWL, DEXTERITY, STRENGTH};

const OTHER: Party = Party::Target(0);

/// Outcome of a disarm for the weapon in Chronicle: kept, dropped, taken, or turned on the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WeaponOutcome {
    /// The weapon stays (CHR-DISARM-02).
    Kept,
    /// The weapon falls (CHR-DISARM-02).
    Dropped,
    /// The attacker has it (CHR-DISARM-03).
    Taken,
    /// The attacker is hurt by it (CHR-DISARM-04).
    SelfDamage,
}

/// Bars disarming a combatant who holds nothing (CHR-DISARM-01).
pub(crate) fn bars_empty_hands(stage: &Stage<'_>) -> Bar {
    let empty = stage.target().is_some_and(|it| it.held().next().is_none());
    bar_unless(!empty, msg::HOLDS_NOTHING, "CHR-DISARM-01")
}

/// Lets the attacker pick one of the weapons in the target's hands.
fn pick_weapon<'a>(stage: &Stage<'a>, play: &mut Play<'_>) -> Result<(ItemId, &'a Item), Stop> {
    let held: Vec<_> = stage.other(0)?.held().collect();
    let option = |(id, item): &(ItemId, &Item)| ChoiceOption::new(id.to_string(), &item.name);
    let options: Vec<ChoiceOption> = held.iter().map(option).collect();
    let refused = || Stop::refused("nothing_held", msg::THERE_IS_NOTHING_TO_STRIKE);
    if options.is_empty() {
        return Err(refused());
    }
    let slot = Slot::new("weapon");
    let key = play.ask_choice(
        slot,
        Party::Actor,
        msg::WHICH_WEAPON,
        "CHR-DISARM-01",
        options,
    )?;
    let found = held.into_iter().find(|(id, _)| id.to_string() == key);
    found.ok_or_else(refused)
}

/// Returns the pools of attacker and defender in a disarm: Dexterity + Brawl against the higher of
/// Strength and Dexterity + Athletics, or by choice the `lower` one (CHR-DISARM-01, CHR-DISARM-05).
fn pools(stage: &Stage<'_>, lower: bool) -> Result<[Vec<Term>; 2], Stop> {
    let settings = &stage.settings;
    let (by, on) = (&stage.actor, stage.other(0)?);
    let rule = "CHR-DISARM-01";
    let mut ours = by.pool([(&DEXTERITY, rule), (&BRAWL, rule)], settings);
    if settings.defense_in_contests {
        let defense = defense::worth(on, settings);
        push(&mut ours, msg::DEFENSE, -defense, "CHR-DEF-10");
    }
    let stronger = (on.get(&STRENGTH) > on.get(&DEXTERITY)) != lower;
    let attribute = if stronger { &STRENGTH } else { &DEXTERITY };
    let parts = [(attribute, "CHR-DISARM-05"), (&ATHLETICS, rule)];
    Ok([ours, on.pool(parts, settings)])
}

/// Lets the defender resist with the lower of Strength and Dexterity after all; returns whether they do
/// (CHR-DISARM-05).
fn resists_with_lower(play: &mut Play<'_>) -> Result<bool, Stop> {
    let now = play.scene();
    let now = Stage::new(&now)?;
    let [higher, lower] =
        [pools(&now, false)?, pools(&now, true)?].map(|[_, it]| term::sum_terms(&it));
    let resists = fails(now.other(0)?, OTHER).is_none();
    if !resists || lower == higher {
        return Ok(false);
    }
    let options = vec![
        ChoiceOption::new("higher", msg::WITH_THE_HIGHER_ATTRIBUTE).with_sum(higher),
        ChoiceOption::new("lower", msg::WITH_THE_LOWER_ONE).with_sum(lower),
    ];
    let slot = Slot::new("attribute");
    let title = msg::STRENGTH_OR_DEXTERITY;
    Ok(play.ask_choice(slot, OTHER, title, "CHR-DISARM-05", options)? == "lower")
}

/// Plays an attempt to snatch a weapon from the target's hand (CHR-DISARM-01 to 05).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let (item, weapon) = pick_weapon(stage, play)?;
    if fails_at_once(stage, play, Slot::new("disarm"), msg::DISARM) {
        return Ok(());
    }
    let settings = &stage.settings;
    let lower = resists_with_lower(play)?;
    let rolled = roll_contest(play, |stage| {
        let [ours, resists] = pools(stage, lower)?;
        let (slot, resist) = (Slot::new("disarm"), Slot::new("resist"));
        let other = stage.other(0)?;
        Ok(vec![
            CombatRoll::new(&stage.actor, (slot, Party::Actor), msg::DISARM, ours),
            CombatRoll::new(other, (resist, OTHER), msg::KEEP_THE_WEAPON, resists),
        ])
    })?;
    let [a, b] = rolled.as_slice() else {
        return Ok(());
    };
    let outcome = judge(a, b, settings);
    let (ours, theirs) = (input::signed(a.successes), input::signed(b.successes));
    play.add_upshot(
        OTHER,
        match outcome {
            WeaponOutcome::Dropped | WeaponOutcome::Taken => Upshot::Won((ours, theirs)),
            WeaponOutcome::Kept | WeaponOutcome::SelfDamage => Upshot::Lost((theirs, ours)),
        },
    );
    match outcome {
        WeaponOutcome::Kept => {}
        WeaponOutcome::Dropped => play.add_effect(Effect::Carry {
            who: OTHER,
            item,
            to: Carried::Dropped,
        }),
        WeaponOutcome::Taken => play.add_effect(Effect::Give {
            from: OTHER,
            item,
            to: Party::Actor,
        }),
        WeaponOutcome::SelfDamage => hurt_by_weapon(stage, play, weapon)?,
    }
    Ok(())
}

/// Judges what becomes of the weapon (CHR-DISARM-02 to 04).
fn judge(attacker: &RollResult, defender: &RollResult, settings: &Settings) -> WeaponOutcome {
    let winner = winner::winner(attacker.successes, defender.successes, settings);
    match (attacker.grade, winner) {
        (Grade::DramaticFailure, _) => WeaponOutcome::SelfDamage,
        (Grade::Exceptional, Winner::A) => WeaponOutcome::Taken,
        (_, Winner::A) => WeaponOutcome::Dropped,
        (Grade::Exceptional, _) if !settings.disarm_must_win => WeaponOutcome::Dropped,
        (_, Winner::B | Winner::None) => WeaponOutcome::Kept,
    }
}

/// Hurts the attacker of a botched attempt by the weapon, after armor (CHR-DISARM-04).
fn hurt_by_weapon(stage: &Stage<'_>, play: &mut Play<'_>, weapon: &Item) -> Result<(), Stop> {
    let settings = &stage.settings;
    let points = input::points(weapon.number_or_zero(DAMAGE));
    let packet = DamagePacket::of_severity(settings.disarm_backlash, points);
    let (kind, usual) = if weapon.kind == GUN {
        (AttackKind::Firearm, Harm::Ballistic)
    } else {
        (AttackKind::Melee, Harm::Blunt)
    };
    let harm = gear::weapon(weapon, kind, settings).and_then(|it| it.category);
    let hit = (packet, harm.unwrap_or(usual));
    let who = (&stage.actor, Party::Actor);
    let packet = damage_after_armor(play, who, hit, settings);
    play.add_effect(Effect::Harm {
        to: Party::Actor,
        packet,
    });
    Ok(())
}
