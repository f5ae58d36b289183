//! Views of exchanges: what one viewer may see of an exchange.

use crate::messages::{Wording, encounter as msg};
use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, ExchangeId};
use crate::base::late::Late;
use crate::base::sorted_map::Map;
use crate::base::term::RuleId;
use crate::character::parameters::Parameters;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::Side;
use crate::encounter::countdown::OnTimeout;
use crate::encounter::exchange::Exchange;
use crate::encounter::state::deadlines::first_answer_text;
use crate::encounter::unseen_attack;
use crate::encounter::viewer::Viewer;
use crate::exchange::{ChoiceOption, ExchangeStep, LedgerLine, Party, PendingRoll, Ruling, Slot};
use crate::space::Separation;

/// An exchange as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct ExchangeView {
    /// The id of the exchange.
    pub id: ExchangeId,
    /// The acting combatant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CombatantId>,
    /// The targets, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<CombatantId>,
    /// Bystanders who may be drawn in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<CombatantId>,
    /// The title of the maneuver.
    pub title: Wording,
    /// The next question or questions; `None` when it is over. Players see a foe's question without its numbers
    /// and options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ExchangeStep>,
    /// What the scene says of the acting combatant and each other party, while the exchange is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub space: Option<Late<Vec<Separation>>>,
    /// Every sum, roll and choice so far; for players without the terms of foes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<LedgerLine>,
    /// The storyteller's rulings; empty for players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// Slots of open questions whose dice have fallen already and will be reused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<Slot>,
    /// The questions that have a deadline.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub waits: Map<Slot, WaitView>,
    /// Number of answers and rulings so far; nothing can be taken back at 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steps: u16,
    /// Slots of all answers and rulings in order, empty for a ruling. Only set for storytellers while the
    /// exchange is under way, who can go back to before any of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Slot>,
    /// The outcome, one sentence per affected party; empty while the exchange is under way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcome: Vec<Wording>,
    /// The number of the log line that tells of the end, for storytellers, who can rerun the exchange from
    /// there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u32>,
}

/// Deadline that the view shows for an open question of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct WaitView {
    /// The deadline in milliseconds since 1970; `None` when time is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// The consequence in words: the first open answer, or that the storyteller is asked.
    pub then: String,
}

/// Whether a count is zero, in which case serialization leaves it out.
const fn is_zero(steps: &u16) -> bool {
    *steps == 0
}

/// Returns the number of the log line that tells of the end of an exchange, for storytellers.
pub(super) fn ending_line(
    encounter: &Encounter,
    exchange: &Exchange,
    viewer: Viewer,
) -> Option<u32> {
    let all = viewer.sees_hidden();
    all.then(|| encounter.ending_log_line(exchange.id))
        .flatten()
}

/// Returns the sentences about the outcome of an exchange that is over; unless `all`, those that
/// players read.
fn outcome_sentences(exchange: &Exchange, all: bool) -> Vec<Wording> {
    if !exchange.is_over() {
        return Vec::new();
    }
    let told = exchange.came.iter().filter_map(|came| match all {
        true => Some(&came.words),
        false => came.for_players(),
    });
    told.cloned().collect()
}

/// Builds the view of an exchange for a viewer.
pub(super) fn build_exchange_view(
    encounter: &Encounter,
    exchange: &Exchange,
    viewer: Viewer,
) -> ExchangeView {
    let all = viewer.sees_hidden();
    if !all && encounter.is_noticed_attack(exchange) {
        return build_unseen_attack_view(encounter, exchange);
    }
    let open = |party: Party| all || is_party_public(encounter, exchange, party);
    let asked = exchange
        .next
        .as_ref()
        .map_or(&[][..], ExchangeStep::questions);
    let ledger = exchange.ledger.iter().map(|line| match open(line.by) {
        true => line.clone(),
        false => LedgerLine {
            terms: Vec::new(),
            reading: None,
            ..line.clone()
        },
    });
    let slots = asked
        .iter()
        .filter_map(ExchangeStep::slot_and_party)
        .map(|(slot, _)| slot);
    let fell = slots.filter(|slot| !exchange.fallen_dice(slot).1.is_empty());
    ExchangeView {
        id: exchange.id,
        by: exchange.by,
        at: exchange.at.clone(),
        others: exchange.others.clone(),
        title: exchange.title.clone(),
        next: exchange.next.as_ref().map(|step| redact_step(step, &open)),
        space: Some(exchange)
            .filter(|exchange| !exchange.is_over())
            .map(|exchange| encounter.shown_separations(exchange, !all))
            .filter(|space| !space.is_empty())
            .map(Late::new),
        ledger: ledger.collect(),
        rulings: match all {
            true => exchange.rulings.clone(),
            false => Vec::new(),
        },
        waits: wait_views(encounter, exchange, asked, &open),
        fell: fell.cloned().collect(),
        steps: u16::try_from(exchange.step_count()).unwrap_or(u16::MAX),
        given: match all && !exchange.is_over() {
            true => exchange.step_slots().collect(),
            false => Vec::new(),
        },
        outcome: outcome_sentences(exchange, all),
        ended: ending_line(encounter, exchange, viewer),
    }
}

/// Builds the players' view of a noticed attack by a hidden combatant, which shows that it comes,
/// and what concerns its targets alone.
fn build_unseen_attack_view(encounter: &Encounter, exchange: &Exchange) -> ExchangeView {
    let open = |party: Party| is_party_public(encounter, exchange, party);
    let asked = exchange
        .next
        .as_ref()
        .map_or(&[][..], ExchangeStep::questions)
        .iter();
    let own = asked.filter(|step| encounter.is_asked_of_players(exchange, step));
    let own = own.map(|step| match step.clone() {
        ExchangeStep::Roll {
            slot,
            by,
            check,
            buys,
        } => ExchangeStep::Roll {
            check: encounter.check_for_target(&check),
            slot,
            by,
            buys,
        },
        step => step,
    });
    let own: Vec<ExchangeStep> = own.collect();
    let waits = wait_views(encounter, exchange, &own, &open);
    let ledger = exchange.ledger.iter();
    let ledger =
        ledger.filter(|line| encounter.belongs_to_noticing_target(exchange, (&line.slot, line.by)));
    let title = unseen_attack::UNSEEN_ATTACK_TITLE.into();
    ExchangeView {
        id: exchange.id,
        by: None,
        at: exchange.at.clone(),
        others: Vec::new(),
        next: match exchange.is_over() {
            true => None,
            false => Some(combine_steps(encounter, own)),
        },
        title,
        space: None,
        ledger: ledger.map(|line| encounter.line_for_target(line)).collect(),
        rulings: Vec::new(),
        waits,
        fell: Vec::new(),
        steps: 0,
        given: Vec::new(),
        outcome: Vec::new(),
        ended: None,
    }
}

/// Combines questions into one step; without any, the step says that the storyteller decides.
fn combine_steps(encounter: &Encounter, mut steps: Vec<ExchangeStep>) -> ExchangeStep {
    match steps.len() {
        0 => ExchangeStep::Choose {
            slot: Slot::new("goes_on"),
            by: Party::Storyteller,
            title: msg::WHAT_COMES_OF_IT.into(),
            rule: RuleId::new(encounter.system.combat().unseen_attack().rule),
            options: Vec::new(),
        },
        1 => steps.remove(0),
        _ => ExchangeStep::Several(steps),
    }
}

/// Returns the deadlines of those questions that have one; `open` says whether a party's numbers
/// may be known.
fn wait_views(
    encounter: &Encounter,
    exchange: &Exchange,
    steps: &[ExchangeStep],
    open: &impl Fn(Party) -> bool,
) -> Map<Slot, WaitView> {
    let waits = steps.iter().filter_map(|step| {
        let (slot, _) = step.slot_and_party()?;
        let wait = encounter.question_wait(exchange.id, slot)?;
        let then = match encounter.table.countdown?.then {
            OnTimeout::Storyteller => msg::THE_STORYTELLER_IS_ASKED.into(),
            OnTimeout::First => first_answer_text(&redact_step(step, open)),
        };
        let until = encounter.wait_deadline(wait);
        Some((slot.clone(), WaitView { until, then }))
    });
    waits.collect()
}

/// Whether players may read a party's numbers.
fn is_party_public(encounter: &Encounter, exchange: &Exchange, party: Party) -> bool {
    let who = exchange.combatant_of(party);
    let who = who.and_then(|id| encounter.combatants.get(&id));
    who.is_some_and(|who| who.side == Side::Character)
}

/// Returns a question without the numbers that its reader may not know; `open` says whether those
/// of a party may be known.
fn redact_step(step: &ExchangeStep, open: &impl Fn(Party) -> bool) -> ExchangeStep {
    match step {
        ExchangeStep::Several(steps) => {
            ExchangeStep::Several(steps.iter().map(|step| redact_step(step, open)).collect())
        }
        ExchangeStep::Choose {
            slot,
            by,
            title,
            rule,
            ..
        } if !open(*by) => ExchangeStep::Choose {
            slot: slot.clone(),
            by: *by,
            title: title.clone(),
            rule: rule.clone(),
            options: Vec::new(),
        },
        ExchangeStep::Number {
            slot,
            by,
            title,
            rule,
            ..
        } if !open(*by) => ExchangeStep::Number {
            slot: slot.clone(),
            by: *by,
            title: title.clone(),
            rule: rule.clone(),
            range: (0, 0),
        },
        ExchangeStep::Roll {
            slot, by, check, ..
        } if !open(*by) => ExchangeStep::Roll {
            slot: slot.clone(),
            by: *by,
            check: PendingRoll::new(check.title.clone(), Vec::new(), Parameters::default()),
            buys: Vec::new(),
        },
        ExchangeStep::Choose {
            slot,
            by,
            title,
            rule,
            options,
        } => ExchangeStep::Choose {
            slot: slot.clone(),
            by: *by,
            title: title.clone(),
            rule: rule.clone(),
            options: options
                .iter()
                .map(|option| redact_choice(option, open))
                .collect(),
        },
        step => step.clone(),
    }
}

/// Returns an option without the pool of a party whose numbers its reader may not know; `open` says
/// whose may be known.
fn redact_choice(option: &ChoiceOption, open: &impl Fn(Party) -> bool) -> ChoiceOption {
    ChoiceOption {
        sum: option.sum.filter(|_| option.of.is_none_or(open)),
        ..option.clone()
    }
}
