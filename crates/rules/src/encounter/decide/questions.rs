//! Answers to the questions of a seat, which change nothing and tell a player no more than a command would: what can be
//! declared, with how many dice, and the odds. Odds against foes, whose numbers are the storyteller's, are told only
//! where the table shows them.

use super::Decision;
use super::harm::cap_damage;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::sorted_map::Map;
use crate::character::track::DamagePacket;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::authority::Right;
use crate::encounter::combatant::Side;
use crate::encounter::command::{AnswerInput, Declaration};
use crate::encounter::exchange::Exchange;
use crate::encounter::question::{CombatantOdds, ExchangeOdds, Question, Reply};
use crate::encounter::refusal::Refusal;
use crate::exchange::{ChoiceOption, Effect, Odds, Party, Policy, RollBenefit, Slot};

/// Maximum number of branches computed exactly, and of samples, for one question: a room waits for the answer.
const MAX_BRANCHES: usize = 2_500;

impl Decision<'_> {
    /// Answers a question of the sender.
    pub(super) fn answer_question(&self, question: &Question) -> Reply {
        let reply = self
            .require_right(Right::TakePart)
            .and_then(|()| match question {
                Question::Offers {
                    by,
                    at,
                    others,
                    without,
                    intent,
                } => self.list_offers(&Declaration {
                    at: at.clone(),
                    others: others.clone(),
                    without: without.clone(),
                    ..Declaration::without_target(*by, intent.clone().unwrap_or_default())
                }),
                Question::Spent { by } => self.check_actions_left(*by),
                Question::Ways { who, with } => self.list_ways(*who, with),
                Question::Vantage(asked) => self.vantage_of_declaration(asked),
                Question::VantageOf { exchange } => self.vantage_of_exchange(*exchange),
                Question::Odds(asked) => self.odds_of_declaration(asked),
                Question::OddsOf { exchange, answer } => {
                    self.odds_of_exchange(*exchange, answer.as_ref())
                }
            });
        reply.unwrap_or_else(Reply::Refused)
    }

    /// Computes the odds of a declaration, or only its first pool where the sender may not know the odds.
    fn odds_of_declaration(&self, asked: &Declaration) -> Result<Reply, Refusal> {
        let asked = &*self.with_drawn(asked);
        let all = self.resolve_parties(asked)?;
        // Declaring tells the pool of the first roll as well; only the odds tell the outcome.
        let known = self.check_odds_known(&all);
        if known.is_err() && !all.iter().all(|id| self.state.is_visible(*id)) {
            known.clone()?;
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        exchange.at.clone_from(&asked.at);
        exchange.others.clone_from(&asked.others);
        // Who steps up to the target first acts from there.
        let mut trial = DryRun::new(self.state);
        trial.extend(self.close_in(&all, asked)?);
        let near = self.with_state(trial.encounter());
        near.state
            .with_scene(&exchange, |scene| near.check_maneuver(scene, asked))?;
        let chances = near.compute_chances(&exchange, None)?;
        match (known, chances.pool) {
            (Ok(()), _) => Ok(Reply::Odds(chances)),
            (Err(_), Some(sum)) => Ok(Reply::Odds(ExchangeOdds {
                exact: true,
                parties: Map::new(),
                pool: Some(sum),
            })),
            (Err(refused), None) => Err(refused),
        }
    }

    /// Computes the odds of an open exchange from where it stands, or as if a question had this answer.
    fn odds_of_exchange(
        &self,
        id: ExchangeId,
        answer: Option<&(Slot, AnswerInput)>,
    ) -> Result<Reply, Refusal> {
        let exchange = self.find_exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let all: Vec<CombatantId> = exchange.parties().collect();
        self.check_odds_known(&all)?;
        // Rulings are for the storyteller's eyes.
        if !exchange.rulings.is_empty() {
            self.require_storyteller()?;
        }
        if let Some((slot, _)) = answer {
            exchange.find_question(slot).ok_or(Refusal::NotAsked)?;
        }
        self.compute_chances(exchange, answer).map(Reply::Odds)
    }

    /// Whether the sender knows the numbers of a combatant.
    fn knows_numbers(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| who.side == Side::Character && !who.hidden)
    }

    /// Checks that the sender may know the odds among these combatants, because the sender knows
    /// the numbers of all of them, or the table shows players the odds against visible foes.
    fn check_odds_known(&self, all: &[CombatantId]) -> Result<(), Refusal> {
        let shown = |id: CombatantId| self.state.table.foe_odds && self.state.is_visible(id);
        match all.iter().all(|id| self.knows_numbers(*id) || shown(*id)) {
            true => Ok(()),
            false => Err(Refusal::NotAllowed),
        }
    }

    /// Whether the sender knows the health of a combatant. The chance to fall reveals as much.
    fn knows_health(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| self.state.health_is_public(who))
    }

    /// Computes the chances of all parties of an exchange.
    fn compute_chances(
        &self,
        exchange: &Exchange,
        answer: Option<&(Slot, AnswerInput)>,
    ) -> Result<ExchangeOdds, Refusal> {
        let policy = FixedAnswer(answer);
        let odds = self
            .state
            .odds_with_limit(exchange, &policy, MAX_BRANCHES)?;
        let parties = exchange.named_parties().into_iter();
        let hurt = |party, id| CombatantOdds {
            chance: round_chance(odds.hurt_chance(party)),
            damage: round_chance(odds.mean_damage(party)),
            down: match self.knows_health(id) {
                true => round_chance(self.chance_to_fall(&odds, party, id)),
                false => 0.0,
            },
            botch: round_chance(odds.botch_chance(party)),
        };
        Ok(ExchangeOdds {
            exact: odds.exact,
            pool: odds
                .first
                .and_then(|(by, sum)| (by == Party::Actor).then_some(sum)),
            parties: parties.map(|(party, id)| (id, hurt(party, id))).collect(),
        })
    }
}

impl Decision<'_> {
    /// Returns the probability that the damage of an exchange takes a combatant out of the fight; 0 if they are out
    /// already.
    fn chance_to_fall(&self, odds: &Odds, party: Party, id: CombatantId) -> f64 {
        let (rules, house) = (self.state.rules(), &self.state.house);
        let Some(who) = self.state.combatants.get(&id) else {
            return 0.0;
        };
        if who.is_out(rules, house) {
            return 0.0;
        }
        // Many outcomes deal the same damage to a combatant.
        let mut known: Map<Vec<DamagePacket>, f64> = Map::new();
        for (effects, chance) in &odds.outcomes {
            let packets = effects.iter().filter_map(|effect| match effect {
                Effect::Harm { to, packet } if *to == party => Some(cap_damage(*packet)),
                _ => None,
            });
            let packets: Vec<DamagePacket> = packets.collect();
            if !packets.is_empty() {
                *known.get_or_insert_default(packets) += chance;
            }
        }
        let falls = |packets: &[DamagePacket]| {
            let mut who = who.clone();
            for packet in packets {
                let harmed = self.with_fighter(&who, |who| rules.apply_damage(who, *packet));
                who.track = harmed.map_or(who.track, |harmed| harmed.after);
            }
            who.is_out(rules, house)
        };
        let down = known.iter().filter(|(packets, _)| falls(packets));
        down.map(|(_, chance)| chance).sum()
    }
}

/// Rounds to a hundredth of a percent, which is more precise than the screen shows.
fn round_chance(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// A policy that gives one fixed answer, and takes the first open option for everything else.
struct FixedAnswer<'a>(Option<&'a (Slot, AnswerInput)>);

impl FixedAnswer<'_> {
    /// Returns the fixed answer if it belongs to this slot.
    fn answer_for(&self, slot: &Slot) -> Option<&AnswerInput> {
        let (at, answer) = self.0?;
        (at == slot).then_some(answer)
    }
}

impl Policy for FixedAnswer<'_> {
    fn choose(&self, slot: &Slot, options: &[ChoiceOption]) -> String {
        let open = |key: &str| {
            let named = options.iter().find(|option| option.key == key);
            named.is_some_and(|option| option.barred.is_none())
        };
        match self.answer_for(slot) {
            Some(AnswerInput::Chose(key)) if open(key) => key.clone(),
            _ => crate::exchange::FirstOpen.choose(slot, options),
        }
    }

    fn number(&self, slot: &Slot, range: (i32, i32)) -> i32 {
        match self.answer_for(slot) {
            Some(AnswerInput::Number(number)) => *number,
            _ => crate::exchange::FirstOpen.number(slot, range),
        }
    }

    fn buy(&self, slot: &Slot, buys: &[RollBenefit]) -> Vec<String> {
        let Some(AnswerInput::Roll { bought, .. }) = self.answer_for(slot) else {
            return Vec::new();
        };
        let open = buys.iter().filter(|buy| buy.barred.is_none());
        let keys = open.map(|buy| buy.key.to_string());
        keys.filter(|key| bought.contains(key)).collect()
    }
}
