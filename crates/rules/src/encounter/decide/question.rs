//! Answers to questions. They change nothing, and tell a player no more than a command would: what can be
//! declared and with how many dice, which declaring it tells, and no chances against foes, whose numbers are the
//! storyteller's.

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

/// The most ways that are followed, and the most that are sampled, for a question: a room waits
/// for the answer.
const MOST_WAYS: usize = 2_500;

impl Decision<'_> {
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

    fn odds_of_declaration(&self, asked: &Declaration) -> Result<Reply, Refusal> {
        let asked = &*self.with_drawn(asked);
        let all = self.meant(asked)?;
        // What somebody would roll first, declaring it says as well; what comes of it, only the odds.
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
        // What the storyteller has ruled is theirs to know.
        if !exchange.rulings.is_empty() {
            self.run_only()?;
        }
        if let Some((slot, _)) = answer {
            exchange.asked(slot).ok_or(Refusal::NotAsked)?;
        }
        self.chances(exchange, answer).map(Reply::Odds)
    }

    /// Whether this person knows the numbers of a combatant.
    fn reads(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| who.side == Side::Character && !who.hidden)
    }

    /// Whether this person is told the odds of what happens among these: they know the numbers of
    /// all of them, or the table shows players the odds against the foes whom they see.
    fn odds_known(&self, all: &[CombatantId]) -> Result<(), Refusal> {
        let shown = |id: CombatantId| self.state.table.foe_odds && self.state.is_seen(id);
        match all.iter().all(|id| self.reads(*id) || shown(*id)) {
            true => Ok(()),
            false => Err(Refusal::NotAllowed),
        }
    }

    /// Whether this person knows how a combatant is: how near they are to fall says as much.
    fn health_known(&self, id: CombatantId) -> bool {
        let there = self.state.combatants.get(&id);
        self.can_run_table() || there.is_some_and(|who| self.state.health_is_public(who))
    }

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
    /// How likely the damage of an exchange takes a combatant out of the fight who still is in it.
    fn falls(&self, odds: &Odds, party: Party, id: CombatantId) -> f64 {
        let (rules, house) = (self.state.rules(), &self.state.house);
        let Some(who) = self.state.combatants.get(&id) else {
            return 0.0;
        };
        if who.is_out(rules, house) {
            return 0.0;
        }
        // Many outcomes do the same to one of them.
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

/// To a hundredth of a percent, which is more than the screen shows.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// Gives one answer, and for the rest takes the first that is open.
struct AsIf<'a>(Option<&'a (Slot, AskedAnswer)>);

impl AsIf<'_> {
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
