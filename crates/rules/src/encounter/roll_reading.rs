//! Reading of a roll before its dice fall: its parameters, the terms that the rules add, what it counts as.

use super::ask::AskedRoll;
use super::combatant::Combatant;
use super::refusal::Refusal;
use super::state::State;
use crate::base::id::CombatantId;
use crate::base::rule_switch::cites_rule_off;
use crate::base::sorted_map::Map;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::chat_command::ChatError;
use crate::messages::{Wording, encounter as msg};
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;

/// Reading of a roll by the rules, with the terms that they add, the counts, and what
/// forbids it.
#[derive(Debug)]
pub(crate) struct RollReading {
    /// The parameters with the defaults of the roller.
    pub(crate) reading: Parameters,
    /// The terms that the rules add.
    pub(crate) given: Vec<Term>,
    /// The keys under which the roll counts in this round.
    pub(crate) counts: Vec<&'static str>,
    /// The reason why the roller may not make the roll now.
    pub(crate) forbidden: Option<ChatError>,
}

/// Reads a roll of these terms and parameters by the rules, for a combatant or for nobody in particular.
///
/// # Errors
/// [`Refusal::OtherSystem`] if the system has no such parameters.
pub(crate) fn read_roll(
    rules: &dyn RuleSystem,
    who: Option<&CombatantInfo<'_>>,
    terms: &[Term],
    asked: &Parameters,
) -> Result<RollReading, Refusal> {
    if !asked.are_valid_for(&rules.parameter_specs(who)) {
        return Err(Refusal::OtherSystem);
    }
    let Some(who) = who else {
        return Ok(RollReading {
            reading: asked.clone(),
            given: Vec::new(),
            counts: Vec::new(),
            forbidden: None,
        });
    };
    let reading = rules.with_defaults(who, asked);
    let forbids = rules.forbids_roll(who, &reading);
    let mut given = rules.roll_terms(who, &reading);
    given.extend(rules.implied_terms(who, terms));
    Ok(RollReading {
        forbidden: forbids.filter(|why| !cites_rule_off(&why.text)),
        counts: rules.tally_keys(who, &reading),
        given,
        reading,
    })
}

impl State {
    /// Calls `ask` with a combatant as the rules see it.
    pub(crate) fn with_fighter<T>(
        &self,
        combatant: &Combatant,
        ask: impl FnOnce(&CombatantInfo<'_>) -> T,
    ) -> T {
        let pools = combatant.remaining_pools(self.rules());
        let conditions = self.conditions_of(combatant, !combatant.hidden);
        let who = combatant.fighter(&pools, &conditions, &self.house);
        ask(&CombatantInfo {
            unscored: self.is_unscored(combatant),
            ..who
        })
    }

    /// Returns the terms of an asked roll for one of its combatants, from the sheet, and what the rules make of them
    /// with the parameters that the roller adds.
    ///
    /// The roll is no action of the turn: what the combatant declared neither bars nor lessens it.
    pub(crate) fn read_asked_roll(
        &self,
        ask: &AskedRoll,
        combatant: &Combatant,
        added: &Parameters,
    ) -> Result<(Vec<Term>, RollReading), Refusal> {
        let rules = self.rules();
        let system = rules.asked_roll_parameters();
        let all = [&ask.reading, added].into_iter();
        let reading = all.fold(system, |reading, more| {
            more.iter()
                .fold(reading, |reading, (key, value)| reading.with(key, value))
        });
        let help = ask.help_for(combatant.id).unwrap_or_default();
        let helper = ask.helper.and_then(|id| self.combatants.get(&id));
        self.with_fighter(combatant, |who| {
            let none = Map::new();
            let who = CombatantInfo {
                initiative: None,
                unscored: false,
                plan: None,
                tally: match ask.is_traceless() {
                    true => &none,
                    false => who.tally,
                },
                ..*who
            };
            let parts = ask.pool_of(combatant.id).iter();
            let terms =
                parts.map(|part| Term::from_typed(part.title(rules), part.value_for(&who, rules)));
            let help = (help != 0).then(|| {
                let name = helper.map(Combatant::full_name).unwrap_or_default();
                Term::from_typed(msg::wordings::help_of(Wording::verbatim(name)), help)
            });
            let terms: Vec<Term> = terms.chain(help).collect();
            let read = read_roll(rules, Some(&who), &terms, &reading)?;
            Ok((terms, read))
        })
    }

    /// Whether a combatant who is asked may roll already, as those who are helped wait for the
    /// helper's roll.
    pub(crate) fn can_roll_for_ask(ask: &AskedRoll, who: CombatantId) -> bool {
        ask.help_for(who).is_some()
    }
}
