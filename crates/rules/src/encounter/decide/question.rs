//! Answers to the questions of a seat, which change nothing and tell a player no more than a command would: what can be
//! declared, with how many dice, and the odds. Odds against foes, whose numbers are the storyteller's, are told only
//! where the table shows them.

use super::Decision;
use super::harm::most;
use crate::encounter::authority::Right;
use crate::encounter::combatant::Side;
use crate::encounter::command::{AskedAnswer, Declaration};
use crate::encounter::exchange::Exchange;
use crate::encounter::question::{Chances, Hurt, Question, Reply};
use crate::encounter::refusal::Refusal;
use crate::exchange::{Buy, Choice, Effect, Odds, Party, Policy, Slot};
use crate::id::{CombatantId, ExchangeId};
use crate::sorted::Map;
use crate::track::Packet;

/// Maximum number of branches computed exactly, and of samples, for one question: a room waits for the answer.
const MOST_WAYS: usize = 2_500;

impl Decision<'_> {
    /// Answers a question of the sender.
    pub(super) fn reply(&self, question: &Question) -> Reply {
        let reply = self.has(Right::Play).and_then(|()| match question {
            Question::Offers {
                by,
                at,
                others,
                without,
                intent,
            } => self.offers(&Declaration {
                at: at.clone(),
                others: others.clone(),
                without: without.clone(),
                ..Declaration::of(*by, intent.clone().unwrap_or_default())
            }),
            Question::Spent { by } => self.nothing_left(*by),
            Question::Odds(asked) => self.odds_of_declaration(asked),
            Question::OddsOf { exchange, answer } => self.odds_from(*exchange, answer.as_ref()),
        });
        reply.unwrap_or_else(Reply::Refused)
    }

    /// Computes the odds of a declaration, or only its first pool where the sender may not know the odds.
    fn odds_of_declaration(&self, asked: &Declaration) -> Result<Reply, Refusal> {
        let asked = &*self.with_drawn(asked);
        let all = self.meant(asked)?;
        // Declaring tells the pool of the first roll as well; only the odds tell the outcome.
        let known = self.odds_known(&all);
        if known.is_err() && !all.iter().all(|id| self.state.is_seen(*id)) {
            known.clone()?;
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        exchange.at.clone_from(&asked.at);
        exchange.others.clone_from(&asked.others);
        self.state
            .stage(&exchange, |scene| self.may_begin(scene, asked))?;
        let chances = self.chances(&exchange, None)?;
        match (known, chances.pool) {
            (Ok(()), _) => Ok(Reply::Odds(chances)),
            (Err(_), Some(sum)) => Ok(Reply::Odds(Chances {
                exact: true,
                parties: Map::new(),
                pool: Some(sum),
            })),
            (Err(refused), None) => Err(refused),
        }
    }

    /// Computes the odds of an open exchange from where it stands, or as if a question had this answer.
    fn odds_from(
        &self,
        id: ExchangeId,
        answer: Option<&(Slot, AskedAnswer)>,
    ) -> Result<Reply, Refusal> {
        let exchange = self.exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let all: Vec<CombatantId> = exchange.parties().collect();
        self.odds_known(&all)?;
        // Rulings are for the storyteller's eyes.
        if !exchange.rulings.is_empty() {
            self.run_only()?;
        }
        if let Some((slot, _)) = answer {
            exchange.asked(slot).ok_or(Refusal::NotAsked)?;
        }
        self.chances(exchange, answer).map(Reply::Odds)
    }

    /// Whether the sender knows the numbers of a combatant.
    fn reads(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| who.side == Side::Character && !who.hidden)
    }

    /// Checks that the sender may know the odds among these combatants: the sender knows the numbers of all of them, or
    /// the table shows players the odds against visible foes.
    fn odds_known(&self, all: &[CombatantId]) -> Result<(), Refusal> {
        let shown = |id: CombatantId| self.state.table.foe_odds && self.state.is_seen(id);
        match all.iter().all(|id| self.reads(*id) || shown(*id)) {
            true => Ok(()),
            false => Err(Refusal::NotAllowed),
        }
    }

    /// Whether the sender knows the health of a combatant. The chance to fall reveals as much.
    fn health_known(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| self.state.health_is_public(who))
    }

    /// Computes the chances of all parties of an exchange.
    fn chances(
        &self,
        exchange: &Exchange,
        answer: Option<&(Slot, AskedAnswer)>,
    ) -> Result<Chances, Refusal> {
        let policy = AsIf(answer);
        let odds = self.state.odds_within(exchange, &policy, MOST_WAYS)?;
        let parties = exchange.named_parties().into_iter();
        let hurt = |party, id| Hurt {
            chance: rounded(odds.hurt(party)),
            damage: rounded(odds.damage(party)),
            down: match self.health_known(id) {
                true => rounded(self.falls(&odds, party, id)),
                false => 0.0,
            },
            botch: rounded(odds.botch(party)),
        };
        Ok(Chances {
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
    fn falls(&self, odds: &Odds, party: Party, id: CombatantId) -> f64 {
        let (rules, house) = (self.state.rules(), &self.state.house);
        let Some(who) = self.state.combatants.get(&id) else {
            return 0.0;
        };
        if who.is_out(rules, house) {
            return 0.0;
        }
        // Many outcomes deal the same damage to a combatant.
        let mut known: Map<Vec<Packet>, f64> = Map::new();
        for (effects, chance) in &odds.outcomes {
            let packets = effects.iter().filter_map(|effect| match effect {
                Effect::Harm { to, packet } if *to == party => Some(most(*packet)),
                _ => None,
            });
            let packets: Vec<Packet> = packets.collect();
            if !packets.is_empty() {
                *known.or_default(packets) += chance;
            }
        }
        let falls = |packets: &[Packet]| {
            let mut who = who.clone();
            for packet in packets {
                let harmed = self.with_fighter(&who, |who| rules.harm(who, *packet));
                who.track = harmed.map_or(who.track, |harmed| harmed.after);
            }
            who.is_out(rules, house)
        };
        let down = known.iter().filter(|(packets, _)| falls(packets));
        down.map(|(_, chance)| chance).sum()
    }
}

/// Rounds to a hundredth of a percent, which is more precise than the screen shows.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// A policy that gives one fixed answer, and takes the first open option for everything else.
struct AsIf<'a>(Option<&'a (Slot, AskedAnswer)>);

impl AsIf<'_> {
    /// Returns the fixed answer if it belongs to this slot.
    fn answer(&self, slot: &Slot) -> Option<&AskedAnswer> {
        let (at, answer) = self.0?;
        (at == slot).then_some(answer)
    }
}

impl Policy for AsIf<'_> {
    fn choose(&self, slot: &Slot, options: &[Choice]) -> String {
        let open = |key: &str| {
            let named = options.iter().find(|option| option.key == key);
            named.is_some_and(|option| option.barred.is_none())
        };
        match self.answer(slot) {
            Some(AskedAnswer::Chose(key)) if open(key) => key.clone(),
            _ => crate::exchange::FirstOpen.choose(slot, options),
        }
    }

    fn number(&self, slot: &Slot, range: (i32, i32)) -> i32 {
        match self.answer(slot) {
            Some(AskedAnswer::Number(number)) => *number,
            _ => crate::exchange::FirstOpen.number(slot, range),
        }
    }

    fn buy(&self, slot: &Slot, buys: &[Buy]) -> Vec<String> {
        let Some(AskedAnswer::Roll { bought, .. }) = self.answer(slot) else {
            return Vec::new();
        };
        let open = buys.iter().filter(|buy| buy.barred.is_none());
        let keys = open.map(|buy| buy.key.to_string());
        keys.filter(|key| bought.contains(key)).collect()
    }
}
