//! Commands of exchanges: opens, answers, rules, takes back and withdraws them. The outcome under the rules is computed
//! here once and recorded with the events.

use super::Decision;
use crate::dice::{Dice, Seen};
use crate::encounter::came::Came;
use crate::encounter::command::AskedAnswer;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, Input, Read, Tail};
use crate::encounter::feature::{
    ExchangeDeclared, ExchangeMoved, ExchangeReread, ExchangeWithdrawn, OutcomeTold, Told,
};
use crate::encounter::limits::{MAX_RULINGS, MAX_TERM};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::State;
use crate::encounter::trial::Trial;
use crate::exchange::{
    self, Answer, Combat, Effect, Intent, Maneuver, Moments, Party, Progress, Ruled, Ruling, Scene,
    Slot, Step,
};
use crate::id::{CombatantId, ExchangeId};
use crate::messages::{Wording, encounter as msg};
use crate::roll::MAX_DICE;
use crate::seat::Actor;
use crate::sorted::Map;
use crate::switch::is_off;
use crate::term::{Bar, RuleId};
use crate::text::Name;

/// Maximum number of automatic rolls after one answer.
const MAX_THROWS: usize = 64;

impl Decision<'_> {
    /// Opens an exchange up to its first question, or to its outcome if nothing has to be asked.
    pub(super) fn opened(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
    ) -> Result<Vec<Event>, Refusal> {
        let read = state.read(&exchange);
        let progress = begin(state, &mut exchange, read)?;
        self.landed_first(state, exchange, progress)
    }

    /// Records an exchange that has begun, and applies the effects of its first step.
    pub(super) fn landed_first(
        &self,
        state: &Encounter,
        mut exchange: Exchange,
        progress: Progress,
    ) -> Result<Vec<Event>, Refusal> {
        exchange.ledger = progress.ledger;
        exchange.next = progress.next;
        let (effects, upshots) = (progress.effects, progress.upshots);
        let over = exchange.is_over();
        exchange.landed = kept(&effects, over);
        let declared = Event::ExchangeDeclared(ExchangeDeclared {
            exchange: Box::new(exchange.clone()),
        });
        let all = (&*effects, &*effects, &*upshots);
        let mut events = self.landed(state, &exchange, declared, all)?;
        events.splice(1..1, state.tell_attacked(&exchange));
        if over {
            events.extend(state.tell_unharmed(&exchange, &effects));
        }
        Ok(events)
    }

    /// Finds an exchange the sender knows of.
    pub(super) fn exchange(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.exchange_is_public(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Finds an exchange in which the sender may be asked something; this includes an attack by an unseen combatant
    /// that its targets notice.
    fn answerable(&self, id: ExchangeId) -> Result<&Exchange, Refusal> {
        let found = self.state.exchange(id);
        found
            .filter(|it| self.can_run_table() || self.state.exchange_is_known(it))
            .ok_or(Refusal::NoSuchExchange)
    }

    /// Returns the question in a slot, if it is put to the sender's class of readers.
    fn put_to_sender<'e>(&self, exchange: &'e Exchange, slot: &Slot) -> Result<&'e Step, Refusal> {
        let asked = exchange.asked(slot);
        asked
            .filter(|step| self.can_run_table() || self.state.is_put_to_players(exchange, step))
            .ok_or(Refusal::NotAsked)
    }

    /// Checks that the sender answers for a party.
    fn speaks_for(&self, exchange: &Exchange, party: Party) -> Result<(), Refusal> {
        match exchange.party(party) {
            Some(id) => self.find_own(id).map(|_| ()),
            None => self.run_only(),
        }
    }

    /// Answers a question of an exchange and advances the exchange.
    pub(super) fn answer(
        &self,
        id: ExchangeId,
        slot: &Slot,
        asked: &AskedAnswer,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.answerable(id)?;
        let step = self.put_to_sender(exchange, slot)?;
        let (_, party) = step.asked().ok_or(Refusal::NotAsked)?;
        self.speaks_for(exchange, party)?;
        let answer = match (step, asked) {
            (Step::Choose { options, .. }, AskedAnswer::Chose(key)) => {
                let option = options.iter().find(|option| option.key == key.as_str());
                let option = option.ok_or(Refusal::NoSuchChoice)?;
                if let Some((why, rule)) = &option.barred {
                    return Err(Refusal::Barred {
                        why: why.to_string(),
                        rule: rule.to_string(),
                    });
                }
                Answer::Chose(key.clone())
            }
            (Step::Number { range, .. }, AskedAnswer::Number(number)) => {
                if !(range.0..=range.1).contains(number) {
                    return Err(Refusal::OutOfBounds);
                }
                Answer::Number(*number)
            }
            (Step::Roll { .. }, AskedAnswer::Roll { bought, faces }) => {
                self.rolled(exchange, slot, bought, faces.as_deref(), dice)?
            }
            _ => return Err(Refusal::NotAsked),
        };
        self.moved(exchange, Input::Answer(slot.clone(), answer))
    }

    /// Answers a question and makes the rolls that follow without a further answer: with `throws`, those of the
    /// answering party and those for which nothing can be bought; always those that the declaration left to be thrown.
    pub(super) fn answer_and_throw(
        &self,
        id: ExchangeId,
        slot: &Slot,
        (asked, throws): (&AskedAnswer, bool),
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let by = self.answerable(id)?.asked(slot).and_then(Step::asked);
        let answering = by.map(|(_, party)| party).filter(|_| throws);
        let mut trial = Trial::on(self.state);
        trial.extend(self.answer(id, slot, asked, dice)?);
        self.throw_on(&mut trial, id, answering, dice)?;
        Ok(trial.into_events())
    }

    /// Makes the automatic rolls of an exchange; `answering` is the party whose answer let its dice be thrown.
    pub(super) fn throw_on(
        &self,
        trial: &mut Trial<'_>,
        id: ExchangeId,
        answering: Option<Party>,
        dice: &mut dyn Dice,
    ) -> Result<(), Refusal> {
        // Each roll answers a question, and no rules ask more often than this.
        for _ in 0..MAX_THROWS {
            let now = trial.now();
            let Some(slot) = thrown_next(now, id, answering) else {
                break;
            };
            let Some(exchange) = now.exchange(id) else {
                break;
            };
            let decision = self.on(now);
            let answer = decision.rolled(exchange, &slot, &[], None, dice)?;
            let more = decision.moved(exchange, Input::Answer(slot, answer))?;
            trial.extend(more);
        }
        Ok(())
    }

    /// Rolls the dice that a question asks for, with the bought benefits, or takes typed faces.
    fn rolled(
        &self,
        exchange: &Exchange,
        slot: &Slot,
        bought: &[String],
        typed: Option<&[u16]>,
        dice: &mut dyn Dice,
    ) -> Result<Answer, Refusal> {
        let Some(Step::Roll { buys, .. }) = exchange.asked(slot) else {
            return Err(Refusal::NotAsked);
        };
        for (n, key) in bought.iter().enumerate() {
            let buy = buys.iter().find(|buy| buy.key == key.as_str());
            let buy = buy.filter(|_| !bought[..n].contains(key));
            let buy = buy.ok_or(Refusal::NoSuchChoice)?;
            if let Some(why) = &buy.barred {
                return Err(Refusal::Barred {
                    why: why.to_string(),
                    rule: buy.rule.to_string(),
                });
            }
        }
        // What was bought may change what is rolled.
        let mut answers = exchange.answers.clone();
        let bound = Answer::Rolled {
            faces: Vec::new(),
            bought: bought.to_vec(),
            typed: false,
        };
        answers.insert(slot.clone(), bound);
        let asked = played(self.state, exchange, &answers, &exchange.rulings)?.next;
        let steps = asked.as_ref().map_or(&[][..], Step::each).iter();
        let mut here = steps.filter(|step| step.asked().is_some_and(|(at, _)| at == slot));
        let Some(step @ Step::Roll { check, .. }) = here.next() else {
            return Err(Refusal::NotAsked);
        };
        let (_, fell) = exchange.fell_for(slot);
        let rolled = match typed {
            Some(faces) if fell.is_empty() => {
                self.thrown(check.sum(), &check.reading, Some(faces), dice)?
            }
            Some(_) => return Err(Refusal::DiceFell),
            None => {
                let shown = self.state.is_put_to_players(exchange, step) && !self.state.unseen;
                let dice = &mut Seen::by_players(shown, dice);
                let mut bound = Bound { fell, dice };
                self.thrown(check.sum(), &check.reading, None, &mut bound)?
            }
        };
        let faces = rolled.faces.iter().map(|face| face.0).take(MAX_DICE);
        Ok(Answer::Rolled {
            faces: faces.collect(),
            bought: bought.to_vec(),
            typed: typed.is_some(),
        })
    }

    /// Adds a ruling to an exchange and advances the exchange.
    pub(super) fn rule(
        &self,
        id: ExchangeId,
        what: &Ruled,
        why: &str,
    ) -> Result<Vec<Event>, Refusal> {
        let exchange = self.exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let too_much = match what {
            Ruled::Add { value, .. } | Ruled::Change { value, .. } => {
                value.unsigned_abs() > MAX_TERM.unsigned_abs()
            }
            Ruled::Roll {
                successes, margin, ..
            } => {
                *successes > MAX_TERM.unsigned_abs()
                    || margin.is_some_and(|margin| margin.unsigned_abs() > MAX_TERM.unsigned_abs())
            }
            Ruled::Damage { to, packet } => {
                let to = exchange.party(*to).ok_or(Refusal::NoSuchCombatant)?;
                let to = self.find(to)?;
                let marked = self.with_fighter(to, |who| self.state.rules().harm(who, *packet));
                marked.ok_or(Refusal::OtherSystem)?;
                super::harm::is_too_much(*packet)
            }
            Ruled::Strike { .. } | Ruled::Choose { .. } | Ruled::End => false,
        };
        if too_much || exchange.rulings.len() >= MAX_RULINGS {
            return Err(Refusal::OutOfBounds);
        }
        let why = match why.trim() {
            "" => None,
            why => Some(Name::new(why)?),
        };
        let what = with_label_of_ledger(exchange, what.clone());
        self.moved(exchange, Input::Ruling(Ruling { what, why }))
    }

    /// Advances an exchange by an answer or a ruling, and applies the effects it adds.
    fn moved(&self, exchange: &Exchange, input: Input) -> Result<Vec<Event>, Refusal> {
        let (mut answers, mut rulings) = (exchange.answers.clone(), exchange.rulings.clone());
        let read = match &input {
            Input::Answer(slot, answer) => {
                answers.insert(slot.clone(), answer.clone());
                exchange.unless_read(self.state.read(exchange))
            }
            Input::Ruling(ruling) => {
                rulings.push(ruling.clone());
                None
            }
        };
        let progress = played(self.state, exchange, &answers, &rulings)?;
        let over = progress.next.is_none();
        let unharmed = match over {
            true => self.state.tell_unharmed(exchange, &progress.effects),
            false => Vec::new(),
        };
        let (all, upshots) = (progress.effects, progress.upshots);
        // Effects applied earlier stay; only those that the answer or ruling added are applied now.
        let effects = exchange.not_landed(all.clone());
        let landed = kept(&effects, over);
        let step = exchange.advance(input, &progress.ledger, progress.next, (landed, read));
        let moved = Event::ExchangeMoved(ExchangeMoved {
            id: exchange.id,
            step: u16::try_from(exchange.steps()).unwrap_or(u16::MAX),
            back: false,
            advance: Box::new(step),
        });
        let mut trial = Trial::on(self.state);
        let landed = (&*effects, &*all, &*upshots);
        trial.extend(self.landed(self.state, exchange, moved, landed)?);
        if !over && !effects.iter().all(Effect::is_immediate) {
            // The effects of a finished blow changed the table for the next.
            let now = trial.now();
            let open = now.exchange(exchange.id).filter(|it| !it.is_over());
            let reread = open.map(|open| self.reread(now, open, now.play_exchange(open)));
            trial.extend(reread.transpose()?.unwrap_or_default());
        }
        trial.extend(unharmed);
        Ok(trial.into_events())
    }

    /// Computes an open exchange anew on the table as it is: its question and the sums up to there, from the progress
    /// `by_now`. Returns no event if nothing differs.
    fn reread(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        by_now: Result<Progress, Refusal>,
    ) -> Result<Vec<Event>, Refusal> {
        let Ok(progress) = by_now else {
            return Ok(Vec::new());
        };
        if progress.next == exchange.next && progress.ledger == exchange.ledger {
            return Ok(Vec::new());
        }
        let over = progress.next.is_none();
        let unharmed = match over {
            true => state.tell_unharmed(exchange, &progress.effects),
            false => Vec::new(),
        };
        let (all, upshots) = (progress.effects, progress.upshots);
        let effects = exchange.not_landed(all.clone());
        let before = exchange.tail(&progress.ledger);
        let lines = progress.ledger.get(usize::from(before.kept)..);
        let after = Tail {
            lines: lines.unwrap_or_default().to_vec(),
            next: progress.next,
            landed: kept(&effects, over),
            ..before.clone()
        };
        let reread = Event::ExchangeReread(ExchangeReread {
            id: exchange.id,
            before: Box::new(before),
            after: Box::new(after),
        });
        let landed = (&*effects, &*all, &*upshots);
        let mut events = self.landed(state, exchange, reread, landed)?;
        events.extend(unharmed);
        Ok(events)
    }

    /// Adds the events that follow by themselves: every open exchange is computed anew, and combatants of one moment
    /// are spared only until that moment ends. An action that the rules now bar before its first die is called off.
    pub(super) fn follow_up(&self, events: Vec<Event>) -> Result<Vec<Event>, Refusal> {
        let begins = |event: &Event| {
            matches!(
                event,
                Event::ExchangeDeclared(_)
                    | Event::Spared(_)
                    | Event::Undone { .. }
                    | Event::Redone { .. }
            )
        };
        let open = self.state.exchanges.iter().any(|it| !it.is_over());
        if !open && self.state.spared.is_empty() && !events.iter().any(begins) {
            return Ok(events);
        }
        let back_or_forth = matches!(
            events.first(),
            Some(Event::Undone { .. } | Event::Redone { .. })
        );
        let decided = events.len();
        let mut trial = Trial::on(self.state);
        trial.extend(events);
        let (now, events) = trial.now_and_events();
        let moments = self.moments_on(events, now);
        trial.extend(moments);
        let ids: Vec<ExchangeId> = trial.now().exchanges.iter().map(|it| it.id).collect();
        // The outcome of one exchange can change what the others read, so repeat until stable.
        for _ in 0..=ids.len() {
            let before = trial.len();
            for id in &ids {
                let now = trial.now();
                let Some(open) = now.exchange(*id).filter(|it| !it.is_over()) else {
                    continue;
                };
                let by_now = now.play_exchange(open);
                let barred = || self.newly_barred(now, open, &by_now);
                let more = match (!back_or_forth).then(barred).flatten() {
                    Some((why, rule)) => self.called_off(now, open, why, rule)?,
                    None => self.reread(now, open, by_now)?,
                };
                // Undo and redo end no exchange by themselves.
                if back_or_forth && !more.iter().all(Event::follows_by_itself) {
                    continue;
                }
                trial.extend(more);
            }
            if trial.len() == before {
                break;
            }
        }
        let mut events = trial.into_events();
        if back_or_forth {
            let follows = events.split_off(decided);
            if let Some(Event::Undone { events, .. } | Event::Redone { events, .. }) =
                events.first_mut()
            {
                events.extend(follows);
            }
        }
        Ok(events)
    }

    /// Returns why the rules now bar an open exchange before its first die, though they did not before the command.
    fn newly_barred(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        by_now: &Result<Progress, Refusal>,
    ) -> Option<Bar> {
        let before = self.state.exchange(exchange.id)?;
        if exchange.has_rolled() {
            return None;
        }
        let why = barred(state, exchange, by_now)?;
        let played = self.state.play_exchange(before);
        barred(self.state, before, &played).is_none().then_some(why)
    }

    /// Withdraws an exchange that the rules now bar, and refunds its cost.
    fn called_off(
        &self,
        state: &Encounter,
        exchange: &Exchange,
        why: Wording,
        rule: RuleId,
    ) -> Result<Vec<Event>, Refusal> {
        let mut events = vec![Event::Told(Told {
            id: exchange.by,
            words: msg::wordings::does_not_go_through_with(why),
            rule,
            exchange: exchange.id,
            felt: false,
        })];
        events.extend(self.on(state).lifted(exchange, &exchange.landed)?);
        events.push(Event::ExchangeWithdrawn(ExchangeWithdrawn {
            exchange: Box::new(exchange.clone()),
        }));
        Ok(events)
    }

    /// Takes back the newest answer or ruling of an open exchange. Its cost is refunded; dice already rolled keep their
    /// faces and lie there again when the roll comes.
    pub(super) fn take_back(&self, id: ExchangeId) -> Result<Vec<Event>, Refusal> {
        let exchange = self.exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        let (input, landed) = exchange.newest().ok_or(Refusal::NothingToUndo)?;
        let slot = match input {
            Input::Ruling(_) | Input::Answer(_, Answer::Rolled { .. }) => {
                self.run_only()?;
                None
            }
            Input::Answer(slot, _) => Some(slot),
        };
        if let Some(slot) = slot {
            let line = exchange.ledger.iter().find(|line| line.slot == *slot);
            let party = line.map_or(Party::Storyteller, |line| line.by);
            self.speaks_for(exchange, party)?;
            if exchange.has_fallen() && !self.can_run_table() {
                return Err(Refusal::DiceFell);
            }
        }
        let advance = exchange.last_advance().ok_or(Refusal::NothingToUndo)?;
        let mut events = self.lifted(exchange, landed)?;
        let step = u16::try_from(exchange.steps().saturating_sub(1)).unwrap_or(u16::MAX);
        events.extend(untold(exchange, step).map(Event::from));
        events.push(Event::ExchangeMoved(ExchangeMoved {
            id,
            step,
            back: true,
            advance: Box::new(advance),
        }));
        Ok(events)
    }

    /// Withdraws an open exchange: the declaring seat may do so while nothing is answered, a storyteller at any time.
    pub(super) fn withdraw(&self, id: ExchangeId) -> Result<Vec<Event>, Refusal> {
        let exchange = self.exchange(id)?;
        if exchange.is_over() {
            return Err(Refusal::ExchangeOver);
        }
        if exchange.steps() > 0 {
            self.run_only()?;
        } else {
            self.speaks_for(exchange, Party::Actor)?;
        }
        let mut events = self.lifted(exchange, &exchange.landed)?;
        events.push(Event::ExchangeWithdrawn(ExchangeWithdrawn {
            exchange: Box::new(exchange.clone()),
        }));
        Ok(events)
    }

    /// Withdraws the open exchanges of a combatant who leaves the encounter.
    pub(super) fn without(&self, id: CombatantId) -> Vec<Event> {
        let with = self.state.exchanges.iter();
        let with = with.filter(|it| !it.is_over() && it.parties().any(|other| other == id));
        with.map(|exchange| {
            Event::ExchangeWithdrawn(ExchangeWithdrawn {
                exchange: Box::new((**exchange).clone()),
            })
        })
        .collect()
    }
}

/// Returns the event that removes the outcome lines which came after `steps` steps; `None` if there are none.
fn untold(exchange: &Exchange, steps: u16) -> Option<OutcomeTold> {
    let left = exchange.came.iter().filter(|came| came.step <= steps);
    let after: Vec<Came> = left.cloned().collect();
    (after != exchange.came).then(|| OutcomeTold {
        id: exchange.id,
        before: exchange.came.clone(),
        after,
    })
}

/// Returns the slot of the next automatic roll of an exchange, never one of a seat that rolls real dice; `answering` is
/// the party whose answer let its dice be thrown.
fn thrown_next(state: &State, id: ExchangeId, answering: Option<Party>) -> Option<Slot> {
    let exchange = state.exchange(id)?;
    let mut steps = exchange.next.as_ref()?.each().iter();
    steps.find_map(|step| {
        let Step::Roll { slot, by, buys, .. } = step else {
            return None;
        };
        let free = answering.is_some() && buys.iter().all(|buy| buy.barred.is_some());
        let owner = exchange.party(*by);
        let owner = owner.and_then(|id| state.combatants.get(&id)?.owner);
        let own_dice = match owner {
            Some(seat) => state.own_dice.contains(&seat),
            None => state
                .own_dice
                .iter()
                .any(|seat| state.can_run_table(Actor::Seat(*seat))),
        };
        let agreed = exchange.throws && *by == Party::Actor;
        let thrown = (free || agreed || answering == Some(*by)) && !own_dice;
        thrown.then(|| slot.clone())
    })
}

/// Dice whose first faces are preset, as they have fallen before; later ones are rolled.
struct Bound<'a> {
    fell: &'a [u16],
    dice: &'a mut dyn Dice,
}

impl Dice for Bound<'_> {
    fn die(&mut self, sides: u16) -> u16 {
        match self.fell.split_first() {
            Some((face, rest)) => {
                self.fell = rest;
                *face
            }
            None => self.dice.die(sides),
        }
    }
}

/// Names the term of a ruling as the ledger does, instead of by the words a person read there.
fn with_label_of_ledger(exchange: &Exchange, mut what: Ruled) -> Ruled {
    if let Ruled::Strike { label, .. } | Ruled::Change { label, .. } = &mut what {
        let mut terms = exchange.ledger.iter().flat_map(|line| &line.terms);
        if let Some(term) = terms.find(|term| term.label == *label) {
            label.clone_from(&term.label);
        }
    }
    what
}

/// Returns why the rules bar an exchange or refused to go on with it.
fn barred(state: &State, exchange: &Exchange, played: &Result<Progress, Refusal>) -> Option<Bar> {
    let maneuver = maneuver_of(state, &exchange.intent)?;
    let bar = state.stage(exchange, |scene| bar_of(state, scene));
    bar.or_else(|| match played {
        Err(Refusal::Chat(why)) => Some((why.text.clone(), maneuver.rule.clone())),
        Ok(_) | Err(_) => None,
    })
}

/// Returns what bars the intent of a scene from being started.
pub(super) fn bar_of(state: &State, scene: &Scene<'_>) -> Option<Bar> {
    let bar = state.system.combat().barred(scene);
    bar.filter(|(_, rule)| !is_off(rule.as_str()))
}

/// Finds the maneuver of an intent.
pub(super) fn maneuver_of(state: &State, intent: &Intent) -> Option<&'static Maneuver> {
    maneuvers(state).find(|it| it.key == intent.maneuver)
}

/// Iterates over the maneuvers of the system that no test has switched off.
pub(super) fn maneuvers(state: &State) -> impl Iterator<Item = &'static Maneuver> {
    let all = state.system.combat().maneuvers().iter();
    all.filter(|it| !is_off(it.rule.as_str()))
}

/// Records what an exchange reads of the table, and plays it up to its first question.
pub(super) fn begin(
    state: &State,
    exchange: &mut Exchange,
    read: Read,
) -> Result<Progress, Refusal> {
    let combat = state.system.combat();
    let progress = state.stage_read(exchange, &read, |scene| {
        let (answers, rulings) = (&exchange.answers, &exchange.rulings);
        exchange::step(combat, &Moments::only(*scene), answers, rulings)
    })?;
    exchange.declare(read);
    Ok(completed(state, exchange, progress))
}

/// Filters the effects that an exchange keeps as applied: all of them while it goes on, and once it is over only those
/// applied at once (spent, counted, fired).
fn kept(effects: &[Effect], over: bool) -> Vec<Effect> {
    let kept = effects.iter().filter(|it| !over || it.is_immediate());
    kept.cloned().collect()
}

/// Plays an exchange as far as these answers go.
fn played(
    state: &State,
    exchange: &Exchange,
    answers: &Map<Slot, Answer>,
    rulings: &[Ruling],
) -> Result<Progress, Refusal> {
    let combat: &dyn Combat = state.system.combat();
    let progress = state.stage_all(exchange, |moments| {
        exchange::step(combat, moments, answers, rulings)
    });
    Ok(completed(state, exchange, progress?))
}

/// Completes the progress of an exchange: adds the questions to targets who do not see the acting combatant, and the
/// line that says why it came out of turn.
fn completed(state: &State, exchange: &Exchange, mut progress: Progress) -> Progress {
    state.veil_unseen(exchange, &mut progress);
    if let Some(line) = exchange.overruled_line() {
        progress.ledger.insert(0, line);
    }
    progress
}

impl State {
    /// Plays an exchange as far as it is answered, on the table as it is.
    ///
    /// # Errors
    /// Returns the refusal of the rules.
    pub fn play_exchange(&self, exchange: &Exchange) -> Result<Progress, Refusal> {
        played(self, exchange, &exchange.answers, &exchange.rulings)
    }
}

/// Builds the exchange that follows from another; `None` if its acting party or maneuver is missing.
pub(super) fn follow(
    state: &State,
    from: &Exchange,
    id: ExchangeId,
    (by, at, intent): (Party, &[Party], &Intent),
) -> Option<Exchange> {
    let mut exchange = Exchange::new(id, intent.clone());
    exchange.by = Some(from.party(by)?);
    exchange.at = at.iter().filter_map(|party| from.party(*party)).collect();
    exchange.title = maneuver_of(state, intent)?.title.into();
    Some(exchange)
}
