//! The rolls of a grapple: both sides, and those who help (CHR-GRAP-17 to 19).

use super::sides::release;
use crate::base::roll::RollResult;
use crate::base::term::Term;
use crate::exchange::{Effect, Party, Play, Slot, Stop};
use crate::messages::{Text, chronicle as msg};
use crate::systems::chronicle::combat::budget;
use crate::systems::chronicle::combat::character::Character;
use crate::systems::chronicle::combat::effects::count;
use crate::systems::chronicle::combat::keys::HELP;
use crate::systems::chronicle::combat::rolls::{CombatRoll, roll_contest};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::conditions::known_conditions::GRAPPLED;
use crate::systems::chronicle::dice::terms::{push, unskilled_penalty};
use crate::systems::chronicle::round::turn::Act;
use crate::systems::chronicle::settings::Settings;
use crate::systems::chronicle::traits::{BRAWL, STRENGTH};

const OTHER: Party = Party::Target(0);

/// Successes of one side in a grapple contest of Chronicle, its helpers apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scored {
    /// The main grappler's own successes.
    pub(crate) own: u32,
    /// The successes of those who help (CHR-GRAP-17).
    pub(crate) helped: u32,
}

impl Scored {
    /// Returns the successes of all parts of the score together.
    pub(crate) const fn all(self) -> u32 {
        self.own.saturating_add(self.helped)
    }
}

/// The pools of the two sides of a contest.
type Pools = fn(&Character<'_>, &Character<'_>, &Settings) -> [Vec<Term>; 2];

/// Rolls for both sides of a grapple, then for those who help, in the order they joined
/// (CHR-DICE-08, CHR-GRAP-17).
pub(crate) fn roll(
    stage: &Stage<'_>,
    play: &mut Play<'_>,
    pools: Pools,
) -> Result<[Scored; 2], Stop> {
    let helped = |n| Some((n, stage.party(n), side_of_helper(stage, n)?));
    let sides: Vec<_> = (stage.targets()..stage.persons())
        .filter_map(helped)
        .collect();
    // It takes their action of this turn, where helping has not taken it yet (CHR-GRAP-19).
    for (n, party, _) in &sides {
        if !has_joined(stage, *n) {
            count(play, *party, Act::JoinGrapple);
        }
    }
    let rolled = roll_contest(play, |stage| {
        let settings = &stage.settings;
        let (by, on) = (&stage.actor, stage.other(0)?);
        let [ours, theirs] = pools(by, on, settings);
        let (slot, resist) = (Slot::new("grapple"), Slot::new("resist"));
        let mut rolls = vec![
            CombatRoll::new(by, (slot, Party::Actor), msg::GRAPPLE, ours),
            CombatRoll::new(on, (resist, OTHER), msg::GRAPPLE, theirs),
        ];
        for (n, party, _) in &sides {
            let who = stage.other(*n)?;
            let terms = helper_pool(who, settings);
            let slot = Slot::new("help").for_target(n - stage.targets());
            let title = msg::HELP_IN_THE_GRAPPLE;
            rolls.push(CombatRoll::new(who, (slot, *party), title, terms));
        }
        Ok(rolls)
    })?;
    let mut all = rolled.iter().map(successes);
    let mut scored = [(); 2].map(|()| Scored {
        own: all.next().unwrap_or(0),
        helped: 0,
    });
    for ((n, party, on), helped) in sides.into_iter().zip(all) {
        let [a, b] = &mut scored;
        let side = if on == OTHER { a } else { b };
        side.helped = side.helped.saturating_add(helped);
        // Who helped by an action of this turn helps once; who is drawn in goes on.
        if has_joined(stage, n) {
            release(play, party, on, HELP);
        }
    }
    Ok(scored)
}

/// Whether bystander `n` has joined a grapple with this turn's action.
fn has_joined(stage: &Stage<'_>, n: u8) -> bool {
    let who = stage.other(n);
    who.is_ok_and(|it| it.who.tally_count(budget::key(Act::JoinGrapple)) > 0)
}

/// Returns the party that bystander `n` helps against in the grapple; `None` if they do not help,
/// or have no action for it (CHR-GRAP-17, CHR-GRAP-19).
pub(crate) fn side_of_helper(stage: &Stage<'_>, n: u8) -> Option<Party> {
    let who = stage.other(n).ok()?;
    let busy = budget::has_acted(who.who) || who.burden.no_action || who.is_dormant();
    let helps = |on: &Party| stage.scene.hold_amount(stage.party(n), *on, HELP).is_some();
    let on = [OTHER, Party::Actor].into_iter().find(helps);
    on.filter(|_| has_joined(stage, n) || !busy)
}

/// Returns the pool of a helper in a grapple: Strength alone, less if the helper cannot brawl (CHR-GRAP-17).
fn helper_pool(helper: &Character<'_>, settings: &Settings) -> Vec<Term> {
    let rule = "CHR-GRAP-17";
    let mut terms = vec![Term::from_rule(msg::STRENGTH, helper.get(&STRENGTH), rule)];
    push(
        &mut terms,
        msg::UNSKILLED,
        unskilled_penalty(helper.get(&BRAWL), settings),
        rule,
    );
    helper.push_wounds(&mut terms);
    terms
}

/// Returns the successes of a roll in a grapple.
const fn successes(rolled: &RollResult) -> u32 {
    rolled.successes
}

/// Whether reaching for the target means helping in a grapple that is under way (CHR-GRAP-17).
pub(crate) fn joins(stage: &Stage<'_>) -> bool {
    let grappled = stage.other(0).is_ok_and(|target| target.is(GRAPPLED));
    grappled && !stage.wrestle(Party::Actor, OTHER)
}

/// Returns the words and the rule for bystander `n` who helps in a grapple, and so is drawn into
/// its contest; `None` for others (CHR-GRAP-17).
pub(crate) fn draws_in(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    side_of_helper(stage, n).map(|_| (msg::HELPS, "CHR-GRAP-17"))
}

/// Returns the words and the rule for bystander `n` who is drawn into the grab of a target; `None`
/// for others, and for all where grabbing only helps.
pub(crate) fn draws_in_a_grab(stage: &Stage<'_>, n: u8) -> Option<(Text, &'static str)> {
    draws_in(stage, n).filter(|_| !joins(stage))
}

/// Plays helping the one who wrestles with the target, in the next contest (CHR-GRAP-17,
/// CHR-GRAP-19).
pub(crate) fn help(_: &Stage<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
    play.add_effect(Effect::Hold {
        by: Party::Actor,
        on: OTHER,
        key: HELP.into(),
        amount: 0,
    });
    Ok(())
}
