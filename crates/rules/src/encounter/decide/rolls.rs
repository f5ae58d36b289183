//! Rolls that a command asks for: pools and ordinary dice.

use super::Decision;
use crate::base::dice::{Dice, DiceScript, VisibleDice};
use crate::base::roll::{DieMark, Face, Grade, MAX_DICE, PlainRoll, RollResult};
use crate::base::term::{self, Term};
use crate::base::text::{MAX_NAME, Name};
use crate::character::parameters::Parameters;
use crate::chat_command::{PlainDiceLine, PlainDiceOperand};
use crate::encounter::combatant::Combatant;
use crate::encounter::command::RollInput;
use crate::encounter::event::Event;
use crate::encounter::feature::RollRecord;
use crate::encounter::limits::{MAX_POOL, MAX_TERM, MAX_TERMS};
use crate::encounter::refusal::Refusal;
use crate::encounter::roll_reading::read_roll;
use crate::messages::{Wording, encounter as msg};
use crate::ruleset::combatant_info::CombatantInfo;

/// A roll about which everything is settled but the dice, so that it may be made.
pub(super) struct RollOrder<'a> {
    /// The combatant who rolls; `None` is nobody in particular.
    pub(super) roller: Option<&'a Combatant>,
    /// The purpose of the roll.
    pub(super) what: Wording,
    /// The pool with the terms that the rules add.
    pub(super) terms: Vec<Term>,
    /// The parameters with the defaults of the roller.
    pub(super) reading: Parameters,
    /// The keys under which the roll counts in this round.
    pub(super) counts: Vec<&'static str>,
    /// Whether only storytellers see the dice.
    pub(super) hidden: bool,
    /// Whether it costs and counts nothing, because players must not notice it.
    pub(super) traceless: bool,
    /// Faces of real dice in the order they fell; `None` rolls on the server.
    pub(super) faces: Option<&'a [u16]>,
}

impl Decision<'_> {
    /// Rolls a pool as asked, with the terms and costs that the rules add.
    pub(super) fn make_roll(
        &self,
        ask: &RollInput,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let roller = ask.id.map(|id| self.find_own_combatant(id)).transpose()?;
        if (ask.bare || ask.hidden) && !self.can_run_table() {
            return Err(Refusal::NotAllowed);
        }
        let what = Name::new(&ask.what)?;
        let too_much = |value: i32| value.unsigned_abs() > MAX_TERM.unsigned_abs();
        if ask.terms.len() > MAX_TERMS || ask.terms.iter().any(|term| too_much(term.value)) {
            return Err(Refusal::OutOfBounds);
        }
        let mut terms = Vec::with_capacity(ask.terms.len() + 4);
        for asked in &ask.terms {
            let label = Name::new(&asked.label)?.to_string();
            terms.push(Term::from_typed(Wording::verbatim(label), asked.value));
        }
        let rules = self.state.rules();
        let read = |who: Option<&CombatantInfo<'_>>| read_roll(rules, who, &terms, &ask.reading);
        let read = match roller {
            Some(roller) => self.with_fighter(roller, |who| read(Some(who)))?,
            None => read(None)?,
        };
        if let Some(why) = read.forbidden.filter(|_| !ask.bare) {
            return Err(Refusal::Chat(why));
        }
        if !ask.bare {
            terms.extend(read.given);
        }
        let order = RollOrder {
            roller,
            what: Wording::from(&what),
            terms,
            reading: read.reading,
            counts: read.counts,
            hidden: ask.hidden,
            traceless: ask.hidden,
            faces: ask.faces.as_deref(),
        };
        self.throw_pool(order, dice)
    }

    /// Throws the dice of a pool and pays for it.
    pub(super) fn throw_pool(
        &self,
        order: RollOrder<'_>,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let RollOrder {
            roller, reading, ..
        } = order;
        let rules = self.state.rules();
        // Before the fight begins there is no round to count in, and a secret roll must not show in what players see.
        let open = roller.filter(|roller| !order.traceless || roller.hidden);
        let counted = open.is_some_and(|roller| self.turn_for(roller).round > 0);
        let pool = term::sum_terms(&order.terms);
        if pool > MAX_POOL {
            return Err(Refusal::OutOfBounds);
        }
        let mut events = Vec::new();
        if let Some((roller, (pool, points))) = open.zip(rules.roll_cost(&reading)) {
            events.extend(self.pay_cost(roller, pool, points)?);
        }
        let shown = !order.hidden && roller.is_none_or(|roller| self.is_roll_public(roller));
        let dice = &mut VisibleDice::with_visibility(shown && !self.state.unseen, dice);
        let rolled = self.roll_pool(pool, &reading, order.faces, dice)?;
        let counts = order.counts.into_iter().filter(|_| counted);
        events.push(Event::Rolled(Box::new(RollRecord {
            id: roller.map(|roller| roller.id),
            what: order.what,
            terms: order.terms,
            pool,
            reading,
            rolled,
            hidden: order.hidden,
            typed: order.faces.is_some(),
            counts: counts.map(str::to_owned).collect(),
        })));
        Ok(events)
    }

    /// Rolls ordinary dice, which no system interprets, with each part as a term and the sum as the
    /// result.
    pub(super) fn roll_plain(
        &self,
        roller: Option<&Combatant>,
        line: PlainDiceLine,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        if line.hidden && !self.can_run_table() {
            return Err(Refusal::NotAllowed);
        }
        let what: String = line
            .purpose
            .unwrap_or(line.normalized)
            .chars()
            .take(MAX_NAME)
            .collect();
        let what = Wording::from(&Name::new(&what)?);
        let shown = !line.hidden && roller.is_none_or(|roller| self.is_roll_public(roller));
        let mut dice = VisibleDice::with_visibility(shown && !self.state.unseen, dice);
        let (mut faces, mut all) = (Vec::new(), Vec::new());
        let terms = line.parts.iter().map(|part| {
            let (label, value) = match part.operand {
                PlainDiceOperand::Number(number) => (msg::TYPED.into(), i32::from(number)),
                PlainDiceOperand::Dice(count, sides) => {
                    let thrown = (0..count).map(|_| dice.roll_die(sides));
                    let thrown: Vec<u16> = thrown.collect();
                    let mark = if part.is_subtracted {
                        DieMark::Cancels
                    } else {
                        DieMark::Counts
                    };
                    faces.extend(thrown.iter().map(|face| Face(*face, mark)));
                    all.extend(thrown.iter().map(|_| sides));
                    (
                        Wording::verbatim(part.operand.to_string()),
                        thrown.into_iter().map(i32::from).sum(),
                    )
                }
            };
            Term::from_typed(
                label,
                if part.is_subtracted {
                    value.saturating_neg()
                } else {
                    value
                },
            )
        });
        let terms: Vec<Term> = terms.collect();
        let total = term::sum_terms(&terms);
        Ok(vec![Event::Rolled(Box::new(RollRecord {
            id: roller.map(|roller| roller.id),
            what,
            terms,
            pool: total,
            reading: Parameters::default(),
            rolled: RollResult {
                chance: false,
                faces,
                successes: u32::try_from(total).unwrap_or(0),
                grade: Grade::Success,
                margin: None,
                plain: Some(PlainRoll { sides: all, total }),
            },
            hidden: line.hidden,
            typed: false,
            counts: Vec::new(),
        }))])
    }

    /// Rolls a pool, or reads faces of real dice from the table.
    pub(super) fn roll_pool(
        &self,
        sum: i32,
        reading: &Parameters,
        faces: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<RollResult, Refusal> {
        let (rules, house) = (self.state.rules(), &self.state.house);
        let Some(faces) = faces else {
            return Ok(rules.roll_dice(sum, reading, house, dice)?);
        };
        let sides = rules.facts().die_sides;
        if faces.len() > MAX_DICE {
            return Err(Refusal::OutOfBounds);
        }
        if faces.iter().any(|face| !(1..=sides).contains(face)) {
            return Err(Refusal::NoSuchFace { sides });
        }
        let mut script = DiceScript::new(faces.iter().copied());
        let rolled = rules.roll_dice(sum, reading, house, &mut script)?;
        let (missing, left) = (
            to_u32(script.missing_faces()),
            to_u32(script.remaining_faces()),
        );
        if missing > 0 || left > 0 {
            return Err(Refusal::WrongNumberOfFaces { missing, left });
        }
        Ok(rolled)
    }

    /// Builds the payment of a roll's cost; `None` for a combatant without that pool, whose points
    /// are counted elsewhere.
    pub(super) fn pay_cost(
        &self,
        who: &Combatant,
        pool: &str,
        points: u16,
    ) -> Result<Option<Event>, Refusal> {
        match self.spend_event(who, pool, -i32::from(points)) {
            Ok(event) => Ok(Some(event)),
            Err(Refusal::NoSuchPool) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Converts a count, saturating at [`u32::MAX`].
fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
