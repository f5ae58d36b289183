//! Odds of an exchange: follows every branch by running the same rules once for each.

use crate::messages::core as msg;
use std::collections::{BTreeMap, BTreeSet};

use super::CombatRules;
use super::answers::{Answer, RecordedAnswers};
use super::auto_play::Policy;
use super::effect::Effect;
use super::pending_roll::{CompletedRoll, Outcomes, PendingRoll, RollBenefit};
use super::play::{AnswerSource, ChoiceOption, ExchangeStep, Play, Stop, diceless_roll};
use super::ruling::Ruling;
use super::scene::{Scene, SceneHistory};
use super::slot::{Party, Slot};
use crate::base::roll::Grade;
use crate::base::sorted_map::Map;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;

/// Maximum number of branches followed exactly; with more, branches are sampled.
pub const MAX_BRANCHES: usize = 60_000;

/// Number of samples where there are too many branches.
const SAMPLES: u32 = 20_000;

/// Odds of an exchange, with the probability of each outcome of its dice and choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The probability of each outcome.
    pub outcomes: BTreeMap<Vec<Effect>, f64>,
    /// The probability for each party that at least one of its rolls is a dramatic failure (botch).
    pub botches: BTreeMap<Party, f64>,
    /// The party that throws the first dice which have not fallen yet, and the sum of that roll.
    pub first: Option<(Party, i32)>,
    /// Whether the odds are exact; otherwise they are sampled, and shown as "about".
    pub exact: bool,
    /// Number of branches that were followed.
    pub branches: usize,
}

impl Odds {
    /// Returns the probability of the outcomes that satisfy a predicate.
    pub fn probability_of(&self, is_so: impl Fn(&[Effect]) -> bool) -> f64 {
        let so = self.outcomes.iter().filter(|(effects, _)| is_so(effects));
        so.map(|(_, chance)| chance).sum()
    }

    /// Returns the mean of a number computed from each outcome.
    pub fn mean_of(&self, number: impl Fn(&[Effect]) -> f64) -> f64 {
        let each = self.outcomes.iter();
        each.map(|(effects, chance)| number(effects) * chance).sum()
    }

    /// Returns the mean damage that a party takes, in points.
    #[must_use]
    pub fn mean_damage(&self, party: Party) -> f64 {
        self.mean_of(|effects| f64::from(damage_points(effects, party)))
    }

    /// Returns the probability that at least one roll of a party is a dramatic failure (botch).
    #[must_use]
    pub fn botch_chance(&self, party: Party) -> f64 {
        self.botches.get(&party).copied().unwrap_or(0.0)
    }

    /// Returns the probability that a party takes any damage.
    #[must_use]
    pub fn hurt_chance(&self, party: Party) -> f64 {
        self.probability_of(|effects| damage_points(effects, party) > 0)
    }
}

/// Returns the damage that a party takes in an outcome, in points.
fn damage_points(effects: &[Effect], party: Party) -> u32 {
    let each = effects.iter().map(|effect| match effect {
        Effect::Harm { to, packet } if *to == party => u32::from(packet.total()),
        _ => 0,
    });
    each.sum()
}

/// Computes the odds of an exchange, with a policy that chooses. Exact up to [`MAX_BRANCHES`] branches, beyond that
/// sampled from a fixed seed.
///
/// # Errors
/// Returns the refusal of the rules.
pub fn exchange_odds(
    combat: &dyn CombatRules,
    scene: &Scene<'_>,
    rulings: &[Ruling],
    policy: &dyn Policy,
) -> Result<Odds, ChatError> {
    odds_from(
        combat,
        &SceneHistory::unchanging(*scene),
        &Map::new(),
        rulings,
        policy,
    )
}

/// Computes the odds of an exchange in which these questions are answered already.
///
/// # Errors
/// Returns the refusal of the rules.
pub fn odds_from(
    combat: &dyn CombatRules,
    moments: &SceneHistory<'_>,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
    policy: &dyn Policy,
) -> Result<Odds, ChatError> {
    odds_within(combat, moments, (answers, rulings), policy, MAX_BRANCHES)
}

/// Computes the odds like [`odds_from`], but follows at most `most` branches, or samples as many.
///
/// # Errors
/// Returns the refusal of the rules.
pub fn odds_within(
    combat: &dyn CombatRules,
    moments: &SceneHistory<'_>,
    (answers, rulings): (&Map<Slot, Answer>, &[Ruling]),
    policy: &dyn Policy,
    most: usize,
) -> Result<Odds, ChatError> {
    let ask = OddsState {
        combat,
        moments,
        answers,
        rulings,
        policy,
        most,
    };
    let mut known = BTreeMap::new();
    match ask.follow_all(&mut known)? {
        Some(odds) => Ok(odds),
        None => ask.sample(&mut known),
    }
}

/// The exchange whose odds are computed, with its answers, rulings and policy.
#[derive(Clone, Copy)]
struct OddsState<'a> {
    combat: &'a dyn CombatRules,
    moments: &'a SceneHistory<'a>,
    answers: &'a Map<Slot, Answer>,
    rulings: &'a [Ruling],
    policy: &'a dyn Policy,
    /// Maximum number of branches to follow.
    most: usize,
}

/// Distributions computed so far, by sum and parameters of the roll.
type DistributionCache = BTreeMap<(i32, Parameters), Outcomes>;

impl OddsState<'_> {
    /// Follows every branch; `None` when there are too many.
    fn follow_all(&self, known: &mut DistributionCache) -> Result<Option<Odds>, ChatError> {
        let (mut outcomes, mut botches) = (BTreeMap::new(), BTreeMap::new());
        let (mut path, mut sizes, mut ways, mut first) = (Vec::new(), Vec::new(), 0, None);
        loop {
            let mut source = self.branch_source(known, OutcomePick::Path(&mut path, &mut sizes));
            let effects = self.play_branch(&mut source)?;
            first = first.or(source.first);
            *outcomes.entry(effects).or_insert(0.0) += source.weight;
            for party in source.botched {
                *botches.entry(party).or_insert(0.0) += source.weight;
            }
            ways += 1;
            if ways > self.most {
                return Ok(None);
            }
            // Advance the last roll that has an outcome left; drop the rolls behind it.
            loop {
                let (Some(last), Some(size)) = (path.pop(), sizes.pop()) else {
                    return Ok(Some(Odds {
                        outcomes,
                        botches,
                        first,
                        exact: true,
                        branches: ways,
                    }));
                };
                if last + 1 < size {
                    path.push(last + 1);
                    sizes.push(size);
                    break;
                }
            }
        }
    }

    /// Samples branches from a fixed seed.
    fn sample(&self, known: &mut DistributionCache) -> Result<Odds, ChatError> {
        let (mut outcomes, mut botches) = (BTreeMap::new(), BTreeMap::new());
        let (mut chance, mut first) = (0x9e37_79b9_7f4a_7c15_u64, None);
        let samples = SAMPLES
            .min(u32::try_from(self.most).unwrap_or(SAMPLES))
            .max(1);
        for _ in 0..samples {
            let mut source = self.branch_source(known, OutcomePick::Chance(&mut chance));
            let effects = self.play_branch(&mut source)?;
            first = first.or(source.first);
            *outcomes.entry(effects).or_insert(0.0) += 1.0 / f64::from(samples);
            for party in source.botched {
                *botches.entry(party).or_insert(0.0) += 1.0 / f64::from(samples);
            }
        }
        Ok(Odds {
            outcomes,
            botches,
            first,
            exact: false,
            branches: usize::try_from(samples).unwrap_or(usize::MAX),
        })
    }

    /// Creates the answer source of one branch.
    fn branch_source<'b>(
        &'b self,
        known: &'b mut DistributionCache,
        pick: OutcomePick<'b>,
    ) -> BranchSource<'b> {
        BranchSource {
            asked: self,
            known,
            weight: 1.0,
            botched: BTreeSet::new(),
            first: None,
            at: 0,
            pick,
        }
    }

    /// Plays one branch from the beginning to the end.
    fn play_branch(&self, source: &mut BranchSource<'_>) -> Result<Vec<Effect>, ChatError> {
        let mut play = Play::new(source, self.rulings, self.moments);
        match self
            .combat
            .resolve(self.moments.at_first_answer(), &mut play)
        {
            Ok(()) => Ok(play.finish(false).effects),
            Err(Stop::Refused(why)) => Err(*why),
            Err(Stop::Asks(_)) => Err(ChatError::new("unanswered", msg::NOBODY_ANSWERED_THAT)),
        }
    }
}

/// The way to pick the outcome of a roll.
enum OutcomePick<'a> {
    /// The outcome at this index of the path, or the first where the path ends.
    Path(&'a mut Vec<usize>, &'a mut Vec<usize>),
    /// A random outcome, from a generator without a secret.
    Chance(&'a mut u64),
}

/// Answer source for one branch of the odds: gives recorded answers first, then picks an outcome for each roll.
struct BranchSource<'a> {
    asked: &'a OddsState<'a>,
    known: &'a mut DistributionCache,
    /// The probability of the branch so far.
    weight: f64,
    /// The parties with a dramatic failure (botch).
    botched: BTreeSet<Party>,
    /// The party that threw first, and the sum of that roll.
    first: Option<(Party, i32)>,
    /// Number of rolls picked so far.
    at: usize,
    pick: OutcomePick<'a>,
}

impl BranchSource<'_> {
    /// Returns the source of the recorded answers.
    fn recorded_answers(&self) -> RecordedAnswers<'_> {
        RecordedAnswers {
            combat: self.asked.combat,
            house: self.asked.moments.current().house,
            answers: self.asked.answers,
        }
    }
}

impl AnswerSource for BranchSource<'_> {
    fn choose(&mut self, asked: &ExchangeStep, options: &[ChoiceOption]) -> Result<String, Stop> {
        self.recorded_answers().choose(asked, options).or_else(|_| {
            let slot = asked.slot_and_party().map(|(slot, _)| slot);
            let policy = self.asked.policy;
            Ok(slot.map_or_else(String::new, |slot| policy.choose(slot, options)))
        })
    }

    fn number(&mut self, asked: &ExchangeStep, (least, most): (i32, i32)) -> Result<i32, Stop> {
        self.recorded_answers()
            .number(asked, (least, most))
            .or_else(|_| {
                let slot = asked.slot_and_party().map(|(slot, _)| slot);
                let named = slot.map(|slot| self.asked.policy.number(slot, (least, most)));
                Ok(named.unwrap_or(least).clamp(least, most))
            })
    }

    fn roll(
        &mut self,
        slot: &Slot,
        by: Party,
        buys: &[RollBenefit],
        check: &dyn Fn(&[String]) -> PendingRoll,
    ) -> Result<CompletedRoll, Stop> {
        if self.asked.answers.contains_key(slot)
            && let Ok(fell) = self.recorded_answers().roll(slot, by, buys, check)
        {
            return Ok(fell);
        }
        let bought = self.asked.policy.buy(slot, buys);
        let made = check(&bought);
        self.first.get_or_insert((by, made.sum()));
        let key = (made.sum(), made.reading.clone());
        let (combat, house) = (self.asked.combat, self.asked.moments.current().house);
        let ways = self
            .known
            .entry(key)
            .or_insert_with_key(|(sum, reading)| combat.distribution(*sum, reading, house));
        let index = match &mut self.pick {
            OutcomePick::Path(path, sizes) => {
                if self.at == path.len() {
                    path.push(0);
                    sizes.push(ways.len());
                }
                path.get(self.at).copied().unwrap_or(0)
            }
            OutcomePick::Chance(state) => draw_outcome(ways, state),
        };
        self.at += 1;
        let way = ways.get(index);
        self.weight *= way.map_or(1.0, |(_, chance)| *chance);
        let rolled = way.map_or_else(diceless_roll, |(rolled, _)| rolled.clone());
        if rolled.grade == Grade::DramaticFailure {
            self.botched.insert(by);
        }
        Ok(CompletedRoll {
            check: made,
            rolled,
            bought,
        })
    }
}

/// Draws the index of an outcome by its probability, with a xorshift generator.
fn draw_outcome(ways: &Outcomes, state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    let high = u32::try_from(*state >> 32).unwrap_or(u32::MAX);
    let mut left = f64::from(high) / (f64::from(u32::MAX) + 1.0);
    for (index, (_, chance)) in ways.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return index;
        }
    }
    ways.len().saturating_sub(1)
}
