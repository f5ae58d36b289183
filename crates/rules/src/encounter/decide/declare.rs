//! Declarations of actions. One function judges a declaration, both when it is given and when an offer asks whether it
//! could be.

use super::Decision;
use super::exchange::{bar_of, begin, maneuver_of};
use crate::dice::Dice;
use crate::due::{Deed, Due};
use crate::encounter::command::Declaration;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, Noticed};
use crate::encounter::limits::{MAX_OPEN, MAX_OPEN_PER_PLAYER, MAX_PARTIES};
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::exchange::{Intent, Maneuver, Party, Progress, Scene};
use crate::id::{CombatantId, ExchangeId};
use crate::messages::{Wording, encounter as msg};
use crate::switch::is_off;
use crate::term::{Bar, RuleId};

impl Decision<'_> {
    /// Begins the exchange of a declaration, and throws the dice that need no further answer.
    pub(super) fn declare(
        &self,
        asked: &Declaration,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = Trial::on(self.state);
        let (mut exchange, progress) = self.judged(asked, &mut trial)?;
        exchange.id = self.fresh_exchange_id(dice);
        exchange.throws = asked.throws;
        let id = exchange.id;
        let now = trial.now();
        let begun = self.on(now).landed_first(now, exchange, progress)?;
        trial.extend(begun);
        if asked.throws {
            self.throw_on(&mut trial, id, Some(Party::Actor), dice)?;
        }
        Ok(trial.into_events())
    }

    /// Judges a declaration: returns the exchange that it begins and its first progress, or why it cannot be declared
    /// now. Events that come before the exchange are added to the trial.
    pub(super) fn judged(
        &self,
        asked: &Declaration,
        trial: &mut Trial<'_>,
    ) -> Result<(Exchange, Progress), Refusal> {
        // Refuse unknown combatants before anything else, so that no later refusal says more about them.
        self.meant(asked)?;
        let asked = &*self.with_drawn(asked);
        let all = self.meant(asked)?;
        trial.extend(self.shows_itself(&all, asked)?);
        self.on(trial.now()).begun(&all, asked)
    }

    /// Returns the events that reveal a combatant set to show itself with its first action, if players see everyone
    /// else who takes part.
    fn shows_itself(
        &self,
        all: &[CombatantId],
        asked: &Declaration,
    ) -> Result<Vec<Event>, Refusal> {
        let lurks = |id: &CombatantId| {
            let who = self.state.combatants.get(id);
            who.is_some_and(|who| who.hidden && who.lurks)
        };
        let Some(id) = asked.by.filter(lurks) else {
            return Ok(Vec::new());
        };
        let mut others = all.iter().filter(|other| **other != id);
        match others.all(|other| self.state.is_seen(*other)) {
            true => self.veil(id, false),
            false => Ok(Vec::new()),
        }
    }

    /// Begins the exchange between all parties, if nothing bars it.
    fn begun(
        &self,
        all: &[CombatantId],
        asked: &Declaration,
    ) -> Result<(Exchange, Progress), Refusal> {
        let mut exchange = self.drafted(all, asked)?;
        let read = self.state.read(&exchange);
        let (maneuver, overruled, harm) = self.state.stage_read(&exchange, &read, |scene| {
            let maneuver = self.may_begin(scene, asked)?;
            let overruled = asked.anyway.then(|| self.out_of_turn(scene, asked.by?));
            let combat = self.state.system.combat();
            let harm = asked.noticed.then(|| combat.threatened(scene));
            Ok::<_, Refusal>((maneuver, overruled.flatten(), harm))
        })?;
        exchange.title = maneuver.title.into();
        exchange.noticed = harm.map(|harm| Noticed { harm });
        exchange.overruled = overruled;
        match begin(self.state, &mut exchange, read) {
            Ok(progress) => Ok((exchange, progress)),
            Err(Refusal::Chat(why)) if !asked.anyway => {
                let bar = why.bar(&maneuver.rule);
                Err(match is_off(bar.1.as_str()) {
                    true => Refusal::Chat(why),
                    false => refused(&bar),
                })
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Returns all combatants who take part in a declaration, if the sender may declare it.
    pub(super) fn meant(&self, asked: &Declaration) -> Result<Vec<CombatantId>, Refusal> {
        match asked.by {
            Some(id) => _ = self.find_own(id)?,
            None => self.run_only()?,
        }
        let others = || asked.at.iter().chain(&asked.others);
        for id in others() {
            self.find(*id)?;
        }
        let all: Vec<CombatantId> = asked.by.iter().chain(others()).copied().collect();
        let twice = all.iter().enumerate().any(|(n, id)| all[..n].contains(id));
        if all.len() > MAX_PARTIES || asked.without.len() > MAX_PARTIES || twice {
            return Err(Refusal::OutOfBounds);
        }
        Ok(all)
    }

    /// Returns the maneuver of a declaration, if nothing bars it.
    pub(super) fn may_begin(
        &self,
        scene: &Scene<'_>,
        asked: &Declaration,
    ) -> Result<&'static Maneuver, Refusal> {
        let maneuver = self.maneuver(&asked.intent)?;
        if !maneuver.targets.takes(asked.at.len()) {
            return Err(Refusal::WrongTargets);
        }
        if !asked.anyway
            && let Some(bar) = self.bar(scene, asked.by)
        {
            return Err(refused(&bar));
        }
        if asked.anyway || asked.noticed {
            self.run_only()?;
        }
        self.fits(scene, maneuver)?;
        Ok(maneuver)
    }

    /// Returns what bars a combatant from beginning the intent of a scene now, with or without its targets.
    pub(super) fn bar(&self, scene: &Scene<'_>, by: Option<CombatantId>) -> Option<Bar> {
        bar_of(self.state, scene)
            .or_else(|| self.out_of_turn(scene, by?))
            .or_else(|| self.too_early(by?, &scene.intent.maneuver))
            .or_else(|| {
                let due = self.due_first(scene, by?)?;
                Some((
                    Wording::verbatim(msg::is_due_first(&due.words)),
                    RuleId::from(due.rule.to_string()),
                ))
            })
    }

    /// Returns the bar on an action whose combatant does not act now.
    fn out_of_turn(&self, scene: &Scene<'_>, by: CombatantId) -> Option<Bar> {
        let bar = self.state.out_of_turn(by, scene);
        bar.filter(|(_, rule)| !is_off(rule.as_str()))
    }

    /// Returns the due roll that a combatant must make before taking an action.
    fn due_first(&self, scene: &Scene<'_>, id: CombatantId) -> Option<&Due> {
        let who = self.state.combatants.get(&id)?;
        let mut due = who.due.iter();
        let roll = due.find(|due| matches!(due.deed, Deed::Roll { .. }))?;
        let combat = self.state.system.combat();
        combat.takes_action(scene).then_some(roll)
    }

    /// Returns the bar on a maneuver that must wait until the combatant's own place in this round.
    fn too_early(&self, id: CombatantId, maneuver: &str) -> Option<Bar> {
        let state = self.state;
        let combat = state.system.combat();
        let rule = combat.own_place_only(maneuver, &state.house)?;
        let who = state.combatants.get(&id)?;
        let round = match who.hidden {
            true => state.whole_round(),
            false => state.known_round(),
        };
        let own = round.place_of(id)?;
        let now = round.place(self.turn_for(who));
        let early = now.is_some_and(|now| now < own);
        early.then(|| (msg::BEFORE_ITS_PLACE_IN_THE.into(), RuleId::new(rule)))
    }

    /// Builds the exchange of a declaration before the rules have looked at it.
    ///
    /// # Errors
    /// [`Refusal::TooManyExchanges`] at the limit of open exchanges.
    fn drafted(&self, all: &[CombatantId], asked: &Declaration) -> Result<Exchange, Refusal> {
        let hidden = !all.iter().all(|id| self.state.is_seen(*id));
        // Open exchanges are counted for each player apart, and apart from those of the storytellers.
        let player = self
            .person
            .filter(|_| !self.can_run_table())
            .map(|(seat, _)| seat);
        let open = self.state.exchanges.iter().filter(|it| !it.is_over());
        let open = open.filter(|it| it.player == player);
        let alike = open.filter(|it| self.state.exchange_is_public(it) != hidden);
        let most = if player.is_some() {
            MAX_OPEN_PER_PLAYER
        } else {
            MAX_OPEN
        };
        if alike.count() >= most {
            return Err(Refusal::TooManyExchanges);
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        exchange.player = player;
        exchange.at.clone_from(&asked.at);
        exchange.others.clone_from(&asked.others);
        Ok(exchange)
    }

    /// Draws an id that no exchange has.
    fn fresh_exchange_id(&self, dice: &mut dyn Dice) -> ExchangeId {
        let mut id = ExchangeId::draw(dice);
        while self.state.exchange(id).is_some() {
            id = id.next();
        }
        id
    }

    /// Finds the maneuver of an intent.
    fn maneuver(&self, intent: &Intent) -> Result<&'static Maneuver, Refusal> {
        maneuver_of(self.state, intent).ok_or(Refusal::NoSuchManeuver)
    }

    /// Checks that a declaration names a known maneuver and known combatants, whether it is barred or not.
    pub(super) fn can_be_meant(&self, asked: &Declaration) -> Result<(), Refusal> {
        let asked = &*self.with_drawn(asked);
        self.meant(asked)?;
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        let maneuver = self.maneuver(&exchange.intent)?;
        match maneuver.targets.takes(asked.at.len()) {
            true => self
                .state
                .stage(&exchange, |scene| self.fits(scene, maneuver)),
            false => Err(Refusal::WrongTargets),
        }
    }

    /// Checks that the maneuver accepts the parameters and the item of the intent.
    fn fits(&self, scene: &Scene<'_>, maneuver: &Maneuver) -> Result<(), Refusal> {
        let combat = self.state.system.combat();
        let set = &scene.intent.set;
        let can_be_set = || {
            let mut dials = combat.maneuver_dials(maneuver.key, scene);
            dials.extend(combat.situation());
            set.fits(&dials)
        };
        if !set.is_plain() && !can_be_set() {
            return Err(Refusal::OtherSystem);
        }
        if scene.intent.item.is_some() {
            let item = scene.item().ok_or(Refusal::NoSuchItem)?;
            if !maneuver.items.contains(&item.kind.as_str()) {
                return Err(Refusal::NoSuchItem);
            }
        }
        Ok(())
    }
}

/// Converts a bar to a refusal.
fn refused((why, rule): &Bar) -> Refusal {
    Refusal::Barred {
        why: why.to_string(),
        rule: rule.to_string(),
    }
}
