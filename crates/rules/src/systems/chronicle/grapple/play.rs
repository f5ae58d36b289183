//! The moves of the winner of a grapple's contest, as they are made (CHR-GRAP-05 to 14, CHR-GRAP-18).

use super::contest::Scored;
use super::controlled::{controlled, weapons};
use super::moves::{Move, Relations};
use super::sides::{Side, character, parties, release};
use crate::base::term::{self, Term};
use crate::character::condition::Until;
use crate::character::gear::{Carried, Item};
use crate::character::track::{DamagePacket, Severity};
use crate::chat_command::ChatError;
use crate::exchange::{ChoiceOption, Effect, Party, Play, Slot, Stop};
use crate::messages::{Wording, chronicle as msg, core};
use crate::systems::chronicle::combat::budget;
use crate::systems::chronicle::combat::effects::{fall, gain, tell};
use crate::systems::chronicle::combat::gear;
use crate::systems::chronicle::combat::keys::{
    BREAK_FREE, CONTROL, DAMAGE, GRAPPLE, HOLD, LOCK, SHIELD,
};
use crate::systems::chronicle::combat::rolls::CombatRoll;
use crate::systems::chronicle::combat::stage::{Stage, nonsense};
use crate::systems::chronicle::combat::suffer::{damage_after_armor, note_stopped_damage};
use crate::systems::chronicle::conditions::known_conditions::{BOTH_PRONE, IMMOBILISED};
use crate::systems::chronicle::dice::terms::push;
use crate::systems::chronicle::gear::armor;
use crate::systems::chronicle::gear::thrown;
use crate::systems::chronicle::gear::weapon::{AttackKind, Harm};
use crate::systems::chronicle::input;
use crate::systems::chronicle::traits::{SIZE, STRENGTH};

/// State of a grapple after a contest that was won.
pub(crate) struct Fight {
    /// Successes of the acting side, then of the other.
    pub(crate) scored: [Scored; 2],
    pub(crate) winner: Side,
    /// Number of moves won.
    pub(crate) allowed: u8,
    /// Holds between the two.
    pub(crate) relations: Relations,
    /// The weapon under control: twice its id, and one more for one of the other's; −1 is none.
    pub(crate) control: i32,
    /// Whether the loser is held in front of the winner by now.
    pub(crate) shield: bool,
    /// Whether this is the first grab, and no contest.
    pub(crate) first: bool,
    /// Whether the grapple is over.
    pub(crate) over: bool,
}

impl Fight {
    /// Returns the successes of the side that won the grapple contest.
    const fn own(&self) -> Scored {
        let [a, b] = self.scored;
        match self.winner {
            Side::A => a,
            Side::B => b,
        }
    }

    /// Returns the successes of the side that lost the grapple contest.
    const fn against(&self) -> Scored {
        let [a, b] = self.scored;
        match self.winner {
            Side::A => b,
            Side::B => a,
        }
    }
}

/// Lets the winner make the moves won, one after the other.
pub(crate) fn play_moves(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    mut fight: Fight,
) -> Result<(), Stop> {
    let (by, _) = parties(fight.winner);
    for count in 1..=fight.allowed {
        let options = options(stage, &fight)?;
        let slot = Slot::new("move");
        let title = msg::wordings::move_of(count, fight.allowed);
        let key = play.ask_choice(slot, by, title, "CHR-GRAP-05", options)?;
        let Some(one) = Move::of(&key) else {
            return Ok(());
        };
        make(stage, play, &mut fight, one)?;
        if fight.over {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the holds after the grapple move `one`, or the reason it cannot be made.
fn after(
    stage: &Stage<'_>,
    fight: &Fight,
    one: Move,
) -> Result<Relations, (Wording, &'static str)> {
    let no_one_there = |_| (Wording::default(), "CHR-GRAP-05");
    let thrower = character(stage, fight.winner).map_err(no_one_there)?;
    let victim = character(stage, fight.winner.other()).map_err(no_one_there)?;
    if one == Move::ControlWeapon && weapons(stage, fight.winner).is_empty() {
        return Err((msg::NEITHER_HAS_A_WEAPON.into(), "CHR-GRAP-07"));
    }
    let (settings, winner) = (&stage.settings, fight.winner);
    let relations = fight
        .relations
        .after(one, winner, thrower, victim, settings);
    relations.map_err(|why| {
        let (words, rule) = why.why();
        (words.into(), rule)
    })
}

/// Returns the grapple moves as options of a choice, each barred one with its reason.
fn options(stage: &Stage<'_>, fight: &Fight) -> Result<Vec<ChoiceOption>, Stop> {
    let mut options: Vec<ChoiceOption> = Move::ALL
        .into_iter()
        .map(|one| {
            let option = ChoiceOption::new(one.key(), one.title());
            match after(stage, fight, one) {
                Ok(_) => option,
                Err((why, rule)) => option.barred_by(why, rule),
            }
        })
        .collect();
    options.push(ChoiceOption::new("none", msg::NO_MOVE));
    // What the Damage move would do, where the other side can be seen.
    for option in options.iter_mut().filter(|option| option.key == "damage") {
        option.sum = Some(term::sum_terms(&blow(stage, fight)?));
    }
    Ok(options)
}

/// Makes the grapple move that the winner of the contest chose.
fn make(stage: &Stage<'_>, play: &mut Play<'_>, fight: &mut Fight, one: Move) -> Result<(), Stop> {
    let (by, on) = parties(fight.winner);
    let refused = |(why, rule): (Wording, &'static str)| {
        Stop::from(ChatError::from_rule("barred", why, rule))
    };
    let relations = after(stage, fight, one);
    match one {
        Move::BreakFree => {
            end(play, fight);
            play.add_effect(Effect::Count {
                who: by,
                key: BREAK_FREE.into(),
            });
        }
        Move::ControlWeapon => take_control(stage, play, fight)?,
        Move::Damage => damage(stage, play, fight)?,
        Move::Disarm => disarm(stage, play, fight),
        Move::DropProne => {
            for who in [by, on] {
                gain(play, who, BOTH_PRONE, 0, Until::Lifted);
            }
        }
        Move::Hold => {
            hold(play, by, on, HOLD, 0);
        }
        Move::Restrain => restrain(play, fight)?,
        Move::TakeCover => {
            hold(play, by, on, SHIELD, 0);
            fight.shield = true;
        }
        Move::Throw => hurl(stage, play, fight)?,
    }
    // A ruling may have chosen what the rules bar: then nothing else stands between the two.
    fight.relations = relations.or_else(|why| match why.0.as_str().is_empty() {
        true => Err(refused(why)),
        false => Ok(fight.relations),
    })?;
    Ok(())
}

/// Adds an effect by which one party has a hold of this kind on another.
fn hold(play: &mut Play<'_>, by: Party, on: Party, key: &'static str, amount: i32) {
    play.add_effect(Effect::Hold {
        by,
        on,
        key: key.into(),
        amount,
    });
}

/// Ends the grapple, and with it every hold between the two.
fn end(play: &mut Play<'_>, fight: &mut Fight) {
    fight.over = true;
    for side in [Side::A, Side::B] {
        let (by, on) = parties(side);
        release(play, by, on, GRAPPLE);
        let stands = [
            (HOLD, fight.relations.holds == Some(side)),
            (CONTROL, fight.relations.controls == Some(side)),
            (SHIELD, fight.shield && fight.winner == side),
        ];
        for (key, _) in stands.into_iter().filter(|(_, stands)| *stands) {
            release(play, by, on, key);
        }
    }
}

/// Plays the move that draws a weapon, or turns the other's on its owner (CHR-GRAP-07).
fn take_control(stage: &Stage<'_>, play: &mut Play<'_>, fight: &mut Fight) -> Result<(), Stop> {
    let (by, on) = parties(fight.winner);
    let weapons = weapons(stage, fight.winner);
    let option = |(amount, name): &(i32, String)| {
        let whose = if amount % 2 == 0 {
            msg::OWN
        } else {
            msg::THE_OTHERS
        };
        ChoiceOption::new(
            amount.to_string(),
            msg::wordings::weapon_of_whom(Wording::verbatim(name.clone()), whose),
        )
    };
    let options = weapons.iter().map(option).collect();
    let slot = Slot::new("weapon");
    let key = play.ask_choice(slot, by, msg::WHICH_WEAPON, "CHR-GRAP-07", options)?;
    let amount = key.parse().unwrap_or(-1);
    if let Some((owner, item, thing)) = controlled(stage, fight.winner, amount)
        && owner == fight.winner
        && thing.carried == Carried::Stowed
    {
        play.add_effect(Effect::Carry {
            who: by,
            item,
            to: Carried::Held,
        });
    }
    if fight.relations.controls == Some(fight.winner.other()) {
        release(play, on, by, CONTROL);
    }
    hold(play, by, on, CONTROL, amount);
    fight.control = amount;
    Ok(())
}

/// Plays the move by which the controlled weapon leaves the grapple (CHR-GRAP-09).
fn disarm(stage: &Stage<'_>, play: &mut Play<'_>, fight: &Fight) {
    let (by, on) = parties(fight.winner);
    release(play, by, on, CONTROL);
    if let Some((owner, item, _)) = controlled(stage, fight.winner, fight.control) {
        play.add_effect(Effect::Carry {
            who: parties(owner).0,
            item,
            to: Carried::Dropped,
        });
    }
}

/// Returns the terms of the Damage move of a grapple (CHR-GRAP-08, CHR-GRAP-18).
fn blow(stage: &Stage<'_>, fight: &Fight) -> Result<Vec<Term>, Stop> {
    let own = fight.own().own;
    let mut terms = vec![Term::from_rule(
        msg::OWN_SUCCESSES,
        input::signed(own),
        "CHR-GRAP-08",
    )];
    let weapon = armed(stage, fight).map_or(0, |(_, item)| item.number_or_zero(DAMAGE));
    if own > 0 {
        push(&mut terms, msg::WEAPON, weapon, "CHR-GRAP-08");
        // Its helpers resist, too (CHR-GRAP-18).
        let against = fight.against();
        let resisted = if stage.settings.helpers_lower_damage {
            against.all()
        } else {
            against.own
        };
        let resisted = input::signed(resisted).saturating_neg();
        push(
            &mut terms,
            msg::OPPONENTS_SUCCESSES,
            resisted,
            "CHR-GRAP-08",
        );
    }
    Ok(terms)
}

/// Returns the weapon that the winner has under control, and whose it is; `None` if there is none.
fn armed<'a>(stage: &Stage<'a>, fight: &Fight) -> Option<(Side, &'a Item)> {
    let controls = fight.relations.controls == Some(fight.winner);
    let found = controlled(stage, fight.winner, fight.control).filter(|_| controls);
    found.map(|(owner, _, item)| (owner, item))
}

/// Plays the grapple move that damages the loser, with the weapon in hand if there is one.
fn damage(stage: &Stage<'_>, play: &mut Play<'_>, fight: &Fight) -> Result<(), Stop> {
    let (_, on) = parties(fight.winner);
    let weapon = armed(stage, fight).map(|(_, item)| item);
    let terms = blow(stage, fight)?;
    let points = input::points(play.note_sum(Slot::new("damage"), on, msg::DAMAGE, terms));
    let settings = &stage.settings;
    let severity = match weapon {
        Some(_) => settings.grapple_weapon_damage,
        None => Severity::Bashing,
    };
    let harm = weapon.and_then(|item| gear::weapon(item, AttackKind::Melee, settings));
    let harm = harm.map_or(Harm::Unarmed, |it| it.category.unwrap_or(Harm::Blunt));
    hurt(
        stage,
        play,
        fight,
        (DamagePacket::of_severity(severity, points), harm),
    )
}

/// Adds the damage that the loser of a grapple contest takes, after armor.
fn hurt(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    fight: &Fight,
    hit: (DamagePacket, Harm),
) -> Result<(), Stop> {
    let loser = character(stage, fight.winner.other())?;
    let (_, to) = parties(fight.winner);
    let packet = damage_after_armor(play, (loser, to), hit, &stage.settings);
    play.add_effect(Effect::Harm { to, packet });
    Ok(())
}

/// Binds the held combatant by a joint lock, or with ties, and then the grapple may be left (CHR-GRAP-12).
fn restrain(play: &mut Play<'_>, fight: &mut Fight) -> Result<(), Stop> {
    let (by, on) = parties(fight.winner);
    let options = vec![
        ChoiceOption::new("lock", msg::A_JOINT_LOCK_STAY),
        ChoiceOption::new("ties", msg::WITH_TAPE_OR_TIES_LEAVE),
    ];
    let slot = Slot::new("restrain");
    let how = play.ask_choice(slot, by, msg::RESTRAINED_WITH_WHAT, "CHR-GRAP-12", options)?;
    if how == "ties" {
        end(play, fight);
        gain(play, on, IMMOBILISED, 1, Until::Lifted);
    } else {
        hold(play, by, on, HOLD, LOCK);
    }
    Ok(())
}

/// Plays the move that hurls the loser away (CHR-GRAP-14).
fn hurl(stage: &Stage<'_>, play: &mut Play<'_>, fight: &mut Fight) -> Result<(), Stop> {
    let (by, on) = parties(fight.winner);
    let who = character(stage, fight.winner)?;
    let victim = character(stage, fight.winner.other())?;
    let mut terms = vec![Term::from_rule(
        msg::STRENGTH,
        who.get(&STRENGTH),
        "CHR-GRAP-14",
    )];
    who.push_wounds(&mut terms);
    let roll =
        CombatRoll::new(who, (Slot::new("throw"), by), msg::THROW, terms).without_willpower();
    let successes = roll.make(play)?.map_or(0, |rolled| rolled.successes);
    end(play, fight);
    let points = input::points(input::signed(successes));
    let packet = DamagePacket {
        bashing: points,
        ..DamagePacket::default()
    };
    let (worn, vampire) = (victim.armor(), victim.vampire());
    let left = armor::through(packet, &worn, false, vampire, None, &stage.settings);
    let packet = note_stopped_damage(play, (victim, on), packet, left);
    play.add_effect(Effect::Harm { to: on, packet });
    // A contest has taken the loser's action; the first grab has not (CHR-GRAP-15).
    fall(play, on, !fight.first || budget::has_acted(victim.who));
    if let Some(ranges) = thrown::ranges(who, victim.get(&SIZE), false).map_err(nonsense)? {
        let [short, ..] = ranges.yards();
        let words = msg::wordings::lands_up_to_yards_away(short);
        tell(play, on, words, "CHR-GRAP-14");
        if let Some(between) = stage.scene.separation(0) {
            let exit = play.ask_landing(between, by, short, "CHR-GRAP-14")?;
            let words = |yards| core::wordings::distance_in_yards(i64::from(yards));
            play.add_landing(on, exit, words, "CHR-ST-01");
        }
    }
    Ok(())
}
