//! Attacks by hidden combatants.
//!
//! Players do not know of such an exchange. If its storyteller lets the targets notice it, players learn that
//! an attack comes and of what kind, and get the questions and rolls that concern the targets alone. Nothing
//! else of it reaches them.

use super::combatant::Side;
use super::event::Event;
use super::exchange::Exchange;
use super::feature::ConsequenceTold;
use super::state::State;
use crate::base::term::{self, RuleId, Term};
use crate::character::track::Severity;
use crate::exchange::{
    Effect, ExchangeStep, LedgerLine, Party, PendingRoll, Progress, Slot, UnseenAttack,
    reaction_slot,
};
use crate::messages::Text;
use crate::messages::encounter as msg;

/// The players' title of a noticed attack.
pub(super) const UNSEEN_ATTACK_TITLE: Text = msg::ATTACK_BY_SOMEONE_UNSEEN;

impl State {
    /// Whether players know of an exchange, fully or as an attack by a hidden combatant that its
    /// targets notice.
    pub(crate) fn is_exchange_known(&self, exchange: &Exchange) -> bool {
        self.is_exchange_public(exchange) || self.is_noticed_attack(exchange)
    }

    /// Whether players know of an exchange only as a noticed attack, which is one by a hidden
    /// combatant that its visible targets notice.
    pub(crate) fn is_noticed_attack(&self, exchange: &Exchange) -> bool {
        exchange.noticed.is_some()
            && self.has_hidden_attacker(exchange)
            && !exchange.at.is_empty()
            && exchange.at.iter().all(|id| self.is_visible(*id))
    }

    /// Whether the acting combatant is hidden from players.
    fn has_hidden_attacker(&self, exchange: &Exchange) -> bool {
        exchange.by.is_some_and(|by| !self.is_visible(by))
    }

    /// Returns the indices of the targets on the characters' side who notice an attack by a hidden
    /// combatant and are asked about it.
    fn noticing_targets(&self, exchange: &Exchange) -> Vec<u8> {
        let targets = (0..=u8::MAX).zip(&exchange.at);
        let character = |id| {
            let who = self.combatants.get(id);
            who.is_some_and(|who| who.side == Side::Character)
        };
        targets
            .filter(|(_, id)| self.is_noticed_attack(exchange) && character(id))
            .map(|(n, _)| n)
            .collect()
    }

    /// Whether a question or ledger line belongs to a target alone who notices the attack of a
    /// hidden combatant, and so may be shown to players.
    pub(super) fn belongs_to_noticing_target(
        &self,
        exchange: &Exchange,
        (slot, by): (&Slot, Party),
    ) -> bool {
        let Party::Target(n) = by else {
            return false;
        };
        let decided = self.system.combat().unseen_attack().own;
        let own = *slot == reaction_slot(n) || decided.contains(&slot.purpose());
        own && self.noticing_targets(exchange).contains(&n)
    }

    /// Whether a question of an exchange is put to players.
    pub(super) fn is_asked_of_players(&self, exchange: &Exchange, step: &ExchangeStep) -> bool {
        let own = |asked| self.belongs_to_noticing_target(exchange, asked);
        self.is_exchange_public(exchange) || step.slot_and_party().is_some_and(own)
    }

    /// Adds the questions to targets who notice an attack by a hidden combatant to the rules'
    /// result, and removes what would reveal the attacker to players.
    pub(super) fn mask_unseen_attack(&self, exchange: &Exchange, progress: &mut Progress) {
        if !self.has_hidden_attacker(exchange) {
            return;
        }
        let unseen = self.system.combat().unseen_attack();
        progress
            .effects
            .retain(|effect| self.is_effect_visible(exchange, effect, &unseen));
        let mut asked = Vec::new();
        for n in self.noticing_targets(exchange) {
            match unseen.ledger_line(n, &exchange.answers) {
                Some(line) => progress.ledger.insert(0, line),
                None => asked.push(n),
            }
        }
        let Some(next) = progress.next.take() else {
            return;
        };
        let harm = exchange.noticed.and_then(|it| it.harm);
        let harm = harm.map(Severity::word);
        let questions = asked.iter().map(|n| unseen.question_for(*n, harm));
        // Do not ask a target twice what they do.
        let twice = |step: &ExchangeStep| match step.slot_and_party() {
            Some((_, Party::Target(n))) => unseen.is_question(step) && asked.contains(&n),
            _ => false,
        };
        let rest = next.questions().iter().filter(|step| !twice(step));
        let rest = rest.map(|step| self.without_purchases(exchange, step));
        let mut all: Vec<ExchangeStep> = questions.chain(rest).collect();
        progress.next = match all.len() {
            1 => all.pop(),
            _ => Some(ExchangeStep::Several(all)),
        };
    }

    /// Whether players may see an effect. Points that a target spends and counts would reveal an attack that
    /// they do not notice.
    fn is_effect_visible(
        &self,
        exchange: &Exchange,
        effect: &Effect,
        unseen: &UnseenAttack,
    ) -> bool {
        let (Effect::Count { who, .. } | Effect::Spend { who, .. }) = effect else {
            return true;
        };
        let other = matches!(who, Party::Target(_) | Party::Bystander(_));
        let shown = exchange
            .combatant_of(*who)
            .is_some_and(|id| self.is_visible(id));
        if !other || !shown {
            return true;
        }
        let own = match effect {
            Effect::Count { key, .. } if unseen.consequences.contains(&key.as_ref()) => {
                return true;
            }
            Effect::Count { key, .. } => !unseen.tallies.contains(&key.as_ref()),
            _ => true,
        };
        self.is_noticed_attack(exchange) && own && matches!(who, Party::Target(_))
    }

    /// Returns the question for a target's roll, without the benefits to buy for it if the target
    /// notices nothing of the attack.
    fn without_purchases(&self, exchange: &Exchange, step: &ExchangeStep) -> ExchangeStep {
        let mut step = step.clone();
        if let ExchangeStep::Roll { by, buys, .. } = &mut step {
            let who = exchange.combatant_of(*by);
            if who != exchange.by
                && who.is_some_and(|id| self.is_visible(id))
                && !self.is_noticed_attack(exchange)
            {
                buys.retain(|buy| buy.cost.is_none());
            }
        }
        step
    }

    /// Returns the events that tell the targets of a noticed attack that they are attacked.
    pub(super) fn attacked_notices(&self, exchange: &Exchange) -> Vec<Event> {
        self.target_notices(exchange, |_| Some(msg::IS_ATTACKED_BY_SOMEONE_UNSEEN))
    }

    /// Returns the events that tell unharmed targets that nothing came of a noticed attack.
    pub(super) fn unharmed_notices(&self, exchange: &Exchange, effects: &[Effect]) -> Vec<Event> {
        let harmed = |n| {
            let mut effects = effects.iter();
            effects.any(|it| matches!(it, Effect::Harm { to: Party::Target(to), .. } if *to == n))
        };
        self.target_notices(exchange, |n| (!harmed(n)).then_some(msg::COMES_TO_NO_HARM))
    }

    /// Returns events that tell each target of a noticed attack the given words.
    fn target_notices(
        &self,
        exchange: &Exchange,
        words: impl Fn(u8) -> Option<Text>,
    ) -> Vec<Event> {
        if !self.is_noticed_attack(exchange) {
            return Vec::new();
        }
        let targets = (0..=u8::MAX).zip(&exchange.at);
        let told = targets.filter_map(|(n, id)| {
            Some(Event::Told(ConsequenceTold {
                id: Some(*id),
                words: words(n)?.into(),
                rule: RuleId::new(self.system.combat().unseen_attack().rule),
                exchange: exchange.id,
                felt: true,
            }))
        });
        told.collect()
    }

    /// Returns a ledger line of a noticed attack's target as players read it, with the terms other
    /// than traits summed up as one.
    pub(super) fn line_for_target(&self, line: &LedgerLine) -> LedgerLine {
        LedgerLine {
            terms: self.terms_for_target(&line.terms),
            ..line.clone()
        }
    }

    /// Returns a roll of a noticed attack's target as players read it, with the terms other than
    /// traits summed up as one.
    pub(super) fn check_for_target(&self, check: &PendingRoll) -> PendingRoll {
        PendingRoll::new(
            check.title.clone(),
            self.terms_for_target(&check.terms),
            check.reading.clone(),
        )
    }

    /// Keeps the terms for traits and sums up all others in one term.
    fn terms_for_target(&self, terms: &[Term]) -> Vec<Term> {
        let traits = self.rules().facts().trait_specs;
        let own = |term: &&Term| {
            let mut known = traits.iter().map(|it| it.title).chain([msg::WOUNDS]);
            known.any(|title| title.eq_ignore_ascii_case(&term.label))
        };
        let mut felt: Vec<Term> = terms.iter().filter(own).cloned().collect();
        let rest = term::sum_terms(terms).saturating_sub(term::sum_terms(&felt));
        if rest != 0 {
            felt.push(Term::from_typed(msg::ALL_ELSE, rest));
        }
        felt
    }
}
