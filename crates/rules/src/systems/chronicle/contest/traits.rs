//! A contest of any traits (CHR-DICE-08, CHR-DICE-09).

use super::winner::{self, Winner};
use crate::base::term::Term;
use crate::character::sheet::TraitSpec;
use crate::exchange::{Party, Play, Slot, Stop};
use crate::messages::chronicle as msg;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::effects::tell;
use crate::systems::chronicle::combat::keys::TRAITS;
use crate::systems::chronicle::combat::rolls::{CombatRoll, roll_contest};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::dice::terms::{push, unskilled_penalty};
use crate::systems::chronicle::traits::{
    ATHLETICS, BRAWL, COMPOSURE, DEXTERITY, FIREARMS, STAMINA, STEALTH, STRENGTH, WEAPONRY,
    WILLPOWER, WITS,
};

const OTHER: Party = Party::Target(0);

/// The traits that a contest may be rolled with, by the values of its dials from 1 on.
const ROLLED: [TraitSpec; 11] = [
    STRENGTH, DEXTERITY, STAMINA, WITS, COMPOSURE, ATHLETICS, BRAWL, FIREARMS, STEALTH, WEAPONRY,
    WILLPOWER,
];
/// The physical skills among them, by their place in the list.
const SKILLS: std::ops::Range<usize> = 5..10;

/// Returns the pool of one side of a contest, from two of its traits (CHR-DICE-07, CHR-DICE-10).
fn pool(stage: &Stage<'_>, who: &Character<'_>, keys: [&str; 2]) -> Vec<Term> {
    let mut terms = Vec::new();
    for key in keys {
        let index = usize::try_from(stage.scene.parameter_or(key, 0)).unwrap_or(0);
        let Some(index) = index.checked_sub(1) else {
            continue;
        };
        let Some(spec) = ROLLED.get(index) else {
            continue;
        };
        let value = who.get(spec);
        terms.push(Term::from_rule(spec.title, value, "CHR-DICE-08"));
        if SKILLS.contains(&index) {
            let missing = unskilled_penalty(value, &stage.settings);
            push(&mut terms, msg::UNSKILLED, missing, "CHR-DICE-07");
        }
    }
    push(&mut terms, msg::WOUNDS, who.wound_penalty, "CHR-WND-02");
    terms
}

/// Builds the roll of one side in a contest of two traits. Only with a skill of fighting in it is it one of the fight
/// (CHR-COND-07): a fever is fought off without eyes.
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

/// Plays a contest of two pools against each other (CHR-DICE-08, CHR-DICE-09).
pub(crate) fn play(stage: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    let [first, second, third, fourth] = TRAITS;
    let rolled = roll_contest(play, |stage| {
        let (by, on) = (&stage.actor, stage.other(0)?);
        Ok(vec![
            side(
                stage,
                by,
                (Slot::new("contest"), Party::Actor),
                [first, second],
            ),
            side(stage, on, (Slot::new("resist"), OTHER), [third, fourth]),
        ])
    })?;
    let [a, b] = rolled.as_slice() else {
        return Ok(());
    };
    let winner = winner::winner(a.successes, b.successes, &stage.settings);
    let exceptional = winner::is_exceptional(winner, a.successes, b.successes);
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
