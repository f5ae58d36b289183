//! Contests between two that are no attack: disarming, touching, surprise, and any other
//! (CHR-DICE-08, CHR-DISARM-01 to 05, CHR-CMP-06, CHR-CMP-07).

use super::character::Character;
use super::covering::suffered;
use super::effects::{gain, lose_aim, tell};
use super::gear;
use super::keys::{DAMAGE, DEFENSE, GUN, TRAITS};
use super::maneuver::{Bar, bar_unless};
use super::rolls::{CombatRoll, contested, fails, fails_at_once};
use super::stage::Stage;
use crate::condition::Until;
use crate::exchange::{Choice, Effect, Party, Play, Slot, Stop, Upshot};
use crate::gear::{Carried, Item, ItemId};
use crate::messages::chronicle as msg;
use crate::sheet::TraitSpec;
use crate::systems::chronicle::attack::{AttackKind, Harm};
use crate::systems::chronicle::contest::{self, Winner};
use crate::systems::chronicle::disarm::{self, Disarm, Fate, Hand};
use crate::systems::chronicle::input;
use crate::systems::chronicle::known_conditions::{AIMING, SURPRISED};
use crate::systems::chronicle::surprise::{self, Ambusher, Victim};
use crate::systems::chronicle::terms::{push, unskilled};
use crate::systems::chronicle::touch::{self, Touch, Toucher};
use crate::systems::chronicle::traits::{
    ATHLETICS, BRAWL, COMPOSURE, DEXTERITY, FIREARMS, STAMINA, STEALTH, STRENGTH, WEAPONRY,
    WILLPOWER, WITS,
};
use crate::term::Term;

const OTHER: Party = Party::Target(0);

// ---- Disarming

fn hand(stage: &Stage<'_>, who: &Character<'_>) -> Hand {
    Hand {
        strength: who.get(&STRENGTH),
        dexterity: who.get(&DEXTERITY),
        brawl: who.get(&BRAWL),
        athletics: who.get(&ATHLETICS),
        wound_penalty: who.wound_penalty,
        vampire: who.vampire(),
        defense: who.worth_of_defense(&stage.settings),
    }
}

/// Which of the weapons in the target's hands it is about.
fn wanted<'a>(stage: &Stage<'a>, play: &mut Play<'_>) -> Result<(ItemId, &'a Item), Stop> {
    let held: Vec<_> = stage.other(0)?.held().collect();
    let option = |(id, item): &(ItemId, &Item)| Choice::new(id.to_string(), &item.name);
    let options: Vec<Choice> = held.iter().map(option).collect();
    let refused = || Stop::refused("nothing_held", msg::THERE_IS_NOTHING_TO_STRIKE);
    if options.is_empty() {
        return Err(refused());
    }
    let slot = Slot::of("weapon");
    let key = play.choose(
        slot,
        Party::Actor,
        msg::WHICH_WEAPON,
        "CHR-DISARM-01",
        options,
    )?;
    let found = held.into_iter().find(|(id, _)| id.to_string() == key);
    found.ok_or_else(refused)
}

/// Bars disarming a combatant who holds nothing (CHR-DISARM-01).
pub(crate) fn bars_disarming(stage: &Stage<'_>) -> Bar {
    let empty = stage.target().is_some_and(|it| it.held().next().is_none());
    bar_unless(!empty, msg::HOLDS_NOTHING, "CHR-DISARM-01")
}

/// Snatches a weapon (CHR-DISARM-01 to 05).
pub(crate) fn disarm(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let (item, weapon) = wanted(stage, play)?;
    if fails_at_once(stage, play, Slot::of("disarm"), msg::DISARM) {
        return Ok(());
    }
    let settings = &stage.settings;
    let terms = |stage: &Stage<'_>, lower_attribute| -> Result<[Vec<Term>; 2], Stop> {
        let disarm = Disarm {
            attacker: hand(stage, &stage.actor),
            defender: hand(stage, stage.other(0)?),
            lower_attribute,
        };
        Ok(disarm::terms(&disarm, settings))
    };
    let now = play.scene();
    let now = Stage::new(&now)?;
    let ([_, higher], [_, lower]) = (terms(&now, false)?, terms(&now, true)?);
    let mut lowers = false;
    let resists = fails(now.other(0)?, OTHER).is_none();
    if resists && crate::term::sum(&lower) != crate::term::sum(&higher) {
        let options = vec![
            Choice::new("higher", msg::WITH_THE_HIGHER_ATTRIBUTE)
                .rolled_with(crate::term::sum(&higher)),
            Choice::new("lower", msg::WITH_THE_LOWER_ONE).rolled_with(crate::term::sum(&lower)),
        ];
        let slot = Slot::of("attribute");
        let title = msg::STRENGTH_OR_DEXTERITY;
        lowers = play.choose(slot, OTHER, title, "CHR-DISARM-05", options)? == "lower";
    }
    let rolled = contested(play, |stage| {
        let [ours, resists] = terms(stage, lowers)?;
        let (slot, resist) = (Slot::of("disarm"), Slot::of("resist"));
        let other = stage.other(0)?;
        Ok(vec![
            CombatRoll::new(&stage.actor, (slot, Party::Actor), msg::DISARM, ours),
            CombatRoll::new(other, (resist, OTHER), msg::KEEP_THE_WEAPON, resists),
        ])
    })?;
    let [a, b] = rolled.as_slice() else {
        return Ok(());
    };
    let fate = disarm::fate(a, b, settings);
    let (ours, theirs) = (input::signed(a.successes), input::signed(b.successes));
    play.upshot(
        OTHER,
        match fate {
            Fate::Dropped | Fate::Taken => Upshot::Won((ours, theirs)),
            Fate::None | Fate::SelfDamage => Upshot::Lost((theirs, ours)),
        },
    );
    match fate {
        Fate::None => {}
        Fate::Dropped => play.effect(Effect::Carry {
            who: OTHER,
            item,
            to: Carried::Dropped,
        }),
        Fate::Taken => play.effect(Effect::Give {
            from: OTHER,
            item,
            to: Party::Actor,
        }),
        Fate::SelfDamage => {
            let packet = disarm::backlash(weapon.or_zero(DAMAGE), settings);
            let gun = weapon.kind == GUN;
            let kind = if gun {
                AttackKind::Firearm
            } else {
                AttackKind::Melee
            };
            let harm = gear::weapon(weapon, kind, settings).and_then(|it| it.category);
            let usual = if gun { Harm::Ballistic } else { Harm::Blunt };
            let hit = (packet, harm.unwrap_or(usual));
            let who = (&stage.actor, Party::Actor);
            let packet = suffered(play, who, hit, settings)?;
            play.effect(Effect::Harm {
                to: Party::Actor,
                packet,
            });
        }
    }
    Ok(())
}

// ---- Touching

/// Touches without harm; the target may let it happen (CHR-CMP-06).
pub(crate) fn touch(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if stage.other(0)?.is_dormant() {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
        return Ok(());
    }
    let options = vec![
        Choice::new("resist", msg::RESIST),
        Choice::new("allow", msg::LET_IT_HAPPEN),
    ];
    let slot = Slot::of("defense");
    if play.choose(slot, OTHER, msg::RESIST_THE_TOUCH, "CHR-CMP-06", options)? == "allow" {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
        return Ok(());
    }
    let now = play.scene();
    let stage = &stage.reread(&now)?;
    let (by, target) = (&stage.actor, stage.other(0)?);
    let defense = target.worth_of_defense(&stage.settings);
    if defense > 0 {
        play.effect(Effect::Count {
            who: OTHER,
            key: DEFENSE.into(),
        });
        if target.is(AIMING) {
            lose_aim(play, OTHER);
        }
    }
    let touch = Touch {
        attacker: Toucher {
            strength: by.get(&STRENGTH),
            dexterity: by.get(&DEXTERITY),
            athletics: by.get(&ATHLETICS),
            brawl: by.get(&BRAWL),
            weaponry: by.get(&WEAPONRY),
            wound_penalty: by.wound_penalty,
            vampire: by.vampire(),
        },
        held_item: stage.item().is_some(),
        defense,
    };
    let terms = touch::terms(&touch, &stage.settings);
    let slot = Slot::of("touch");
    let roll = CombatRoll::new(by, (slot, Party::Actor), msg::TOUCH, terms);
    let rolled = roll.make(play)?;
    if rolled.is_some_and(|rolled| rolled.successes > 0) {
        tell(play, OTHER, msg::IS_TOUCHED, "CHR-CMP-06");
    } else {
        play.upshot(OTHER, Upshot::Missed);
    }
    Ok(())
}

// ---- Surprise

/// An ambush: one roll of the one who lies in wait against each who walks by (CHR-CMP-07).
pub(crate) fn ambush(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    if fails_at_once(stage, play, Slot::of("ambush"), msg::AMBUSH) {
        return Ok(());
    }
    let rolled = contested(play, |stage| {
        let by = &stage.actor;
        let ambusher = Ambusher {
            dexterity: by.get(&DEXTERITY),
            stealth: by.get(&STEALTH),
            wound_penalty: by.wound_penalty,
            vampire: by.vampire(),
        };
        let terms = surprise::ambusher(&ambusher, &stage.settings);
        let slot = Slot::of("ambush");
        let mut sides = vec![CombatRoll::new(
            by,
            (slot, Party::Actor),
            msg::AMBUSH,
            terms,
        )];
        for n in 0..stage.targets() {
            let on = stage.other(n)?;
            let victim = Victim {
                wits: on.get(&WITS),
                composure: on.get(&COMPOSURE),
                wound_penalty: on.wound_penalty,
                vampire: on.vampire(),
            };
            let terms = surprise::victim(&victim);
            let (slot, title) = (Slot::of("notice").at(n), msg::NOTICE_THE_AMBUSH);
            sides.push(CombatRoll::new(on, (slot, stage.party(n)), title, terms));
        }
        Ok(sides)
    })?;
    let Some((a, others)) = rolled.split_first() else {
        return Ok(());
    };
    for (n, b) in (0..stage.targets()).zip(others) {
        let (ours, theirs) = (input::signed(a.successes), input::signed(b.successes));
        if contest::winner(a.successes, b.successes, &stage.settings) == Winner::A {
            gain(play, stage.party(n), SURPRISED, 0, Until::Rounds(1));
            play.upshot(stage.party(n), Upshot::Won((ours, theirs)));
        } else {
            play.upshot(stage.party(n), Upshot::Lost((theirs, ours)));
        }
    }
    Ok(())
}

// ---- Any other contest

/// The traits that a contest may be rolled with, by the values of its dials from 1 on.
const ROLLED: [TraitSpec; 11] = [
    STRENGTH, DEXTERITY, STAMINA, WITS, COMPOSURE, ATHLETICS, BRAWL, FIREARMS, STEALTH, WEAPONRY,
    WILLPOWER,
];
/// From which of them on a trait is a physical skill, and before which it is none any more.
const SKILLS: std::ops::Range<usize> = 5..10;

/// The pool of one side, from two of its traits (CHR-DICE-07, CHR-DICE-10).
fn pool(stage: &Stage<'_>, who: &Character<'_>, keys: [&str; 2]) -> Vec<Term> {
    let mut terms = Vec::new();
    for key in keys {
        let index = usize::try_from(stage.scene.set(key, 0)).unwrap_or(0);
        let Some(index) = index.checked_sub(1) else {
            continue;
        };
        let Some(spec) = ROLLED.get(index) else {
            continue;
        };
        let value = who.get(spec);
        terms.push(Term::of_rule(spec.title, value, "CHR-DICE-08"));
        if SKILLS.contains(&index) {
            let missing = unskilled(value, &stage.settings);
            push(&mut terms, msg::UNSKILLED, missing, "CHR-DICE-07");
        }
    }
    push(&mut terms, msg::WOUNDS, who.wound_penalty, "CHR-WND-02");
    terms
}

/// The roll of one side. Only with a skill of fighting in it is it one of the fight (CHR-COND-07):
/// a fever is fought off without eyes.
fn side(stage: &Stage<'_>, who: &Character<'_>, at: (Slot, Party), keys: [&str; 2]) -> CombatRoll {
    let terms = pool(stage, who, keys);
    let skills = [&BRAWL, &FIREARMS, &WEAPONRY];
    let fights = |term: &Term| skills.iter().any(|skill| term.label == skill.title);
    let fights = terms.iter().any(fights);
    let roll = CombatRoll::new(who, at, msg::CONTEST, terms);
    if fights {
        roll
    } else {
        roll.beside_the_fight()
    }
}

/// Two pools against each other (CHR-DICE-08, CHR-DICE-09).
pub(crate) fn contest(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let [first, second, third, fourth] = TRAITS;
    let rolled = contested(play, |stage| {
        let (by, on) = (&stage.actor, stage.other(0)?);
        Ok(vec![
            side(
                stage,
                by,
                (Slot::of("contest"), Party::Actor),
                [first, second],
            ),
            side(stage, on, (Slot::of("resist"), OTHER), [third, fourth]),
        ])
    })?;
    let [a, b] = rolled.as_slice() else {
        return Ok(());
    };
    let winner = contest::winner(a.successes, b.successes, &stage.settings);
    let exceptional = contest::exceptional(winner, a.successes, b.successes);
    let who = match winner {
        Winner::A => Party::Actor,
        Winner::B => OTHER,
        Winner::None => {
            tell(
                play,
                Party::Actor,
                msg::NOBODY_WINS_THE_CONTEST,
                "CHR-DICE-08",
            );
            return Ok(());
        }
    };
    let (words, rule) = if exceptional {
        (msg::WINS_THE_CONTEST_EXCEPTIONALLY, "CHR-DICE-09")
    } else {
        (msg::WINS_THE_CONTEST, "CHR-DICE-08")
    };
    tell(play, who, words, rule);
    Ok(())
}
