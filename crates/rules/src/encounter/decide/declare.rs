//! Declarations of actions. One function judges a declaration, both when it is given and when an offer asks whether it
//! could be.

use super::Decision;
use super::exchange::{begin_exchange, find_maneuver, scene_bar};
use crate::base::dice::Dice;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::rule_switch::is_rule_off;
use crate::base::term::{BarReason, RuleId};
use crate::character::due::{Due, DueAction};
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::command::Declaration;
use crate::encounter::event::Event;
use crate::encounter::exchange::{Exchange, NoticedAttack};
use crate::encounter::limits::{
    MAX_EXCHANGE_PARTIES, MAX_OPEN_EXCHANGES, MAX_OPEN_EXCHANGES_PER_PLAYER,
};
use crate::encounter::refusal::Refusal;
use crate::exchange::{Intent, Maneuver, Party, Progress, Scene};
use crate::messages::{Wording, encounter as msg};

impl Decision<'_> {
    /// Begins the exchange of a declaration, and throws the dice that need no further answer.
    pub(super) fn declare(
        &self,
        asked: &Declaration,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Event>, Refusal> {
        let mut trial = DryRun::new(self.state);
        let (mut exchange, progress) = self.judge(asked, &mut trial)?;
        exchange.id = self.fresh_exchange_id(dice);
        exchange.throws = asked.throws;
        let id = exchange.id;
        let now = trial.encounter();
        let begun = self.with_state(now).record_begin(now, exchange, progress)?;
        trial.extend(begun);
        if asked.throws {
            self.roll_automatically(&mut trial, id, Some(Party::Actor), dice)?;
        }
        Ok(trial.into_events())
    }

    /// Judges a declaration and returns the exchange that it begins with its first progress, or why it is refused
    /// now. Events that come before the exchange are added to the trial.
    pub(super) fn judge(
        &self,
        asked: &Declaration,
        trial: &mut DryRun<'_>,
    ) -> Result<(Exchange, Progress), Refusal> {
        // Refuse unknown combatants before anything else, so that no later refusal says more about them.
        self.resolve_parties(asked)?;
        let asked = &*self.with_drawn(asked);
        let all = self.resolve_parties(asked)?;
        trial.extend(self.reveal_actor(&all, asked)?);
        let closes_in = self.with_state(trial.encounter()).close_in(&all, asked)?;
        trial.extend(closes_in);
        self.with_state(trial.encounter()).begin(&all, asked)
    }

    /// Returns the events that reveal a combatant set to show itself with its first action, if players see everyone
    /// else who takes part.
    fn reveal_actor(
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
        match others.all(|other| self.state.is_visible(*other)) {
            true => self.set_hidden(id, false),
            false => Ok(Vec::new()),
        }
    }

    /// Begins the exchange between all parties, if nothing bars it.
    fn begin(
        &self,
        all: &[CombatantId],
        asked: &Declaration,
    ) -> Result<(Exchange, Progress), Refusal> {
        let mut exchange = self.draft(all, asked)?;
        let read = self.state.snapshot_for(&exchange);
        let (maneuver, overruled, harm) = self.state.with_scene_of(&exchange, &read, |scene| {
            let maneuver = self.check_maneuver(scene, asked)?;
            let overruled = asked.anyway.then(|| self.turn_bar(scene, asked.by?));
            let combat = self.state.system.combat();
            let harm = asked.noticed.then(|| combat.threatened_severity(scene));
            Ok::<_, Refusal>((maneuver, overruled.flatten(), harm))
        })?;
        exchange.title = maneuver.title.into();
        exchange.noticed = harm.map(|harm| NoticedAttack { harm });
        exchange.overruled = overruled;
        match begin_exchange(self.state, &mut exchange, read) {
            Ok(progress) => Ok((exchange, progress)),
            Err(Refusal::Chat(why)) if !asked.anyway => {
                let bar = why.to_bar_reason(&maneuver.rule);
                Err(match is_rule_off(bar.1.as_str()) {
                    true => Refusal::Chat(why),
                    false => to_refusal(&bar),
                })
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Returns all combatants who take part in a declaration, if the sender may declare it.
    pub(super) fn resolve_parties(&self, asked: &Declaration) -> Result<Vec<CombatantId>, Refusal> {
        match asked.by {
            Some(id) => _ = self.find_own_combatant(id)?,
            None => self.require_storyteller()?,
        }
        let others = || asked.at.iter().chain(&asked.others);
        for id in others() {
            self.find_known_combatant(*id)?;
        }
        let all: Vec<CombatantId> = asked.by.iter().chain(others()).copied().collect();
        let twice = all.iter().enumerate().any(|(n, id)| all[..n].contains(id));
        if all.len() > MAX_EXCHANGE_PARTIES || asked.without.len() > MAX_EXCHANGE_PARTIES || twice {
            return Err(Refusal::OutOfBounds);
        }
        Ok(all)
    }

    /// Returns the maneuver of a declaration, if nothing bars it.
    pub(super) fn check_maneuver(
        &self,
        scene: &Scene<'_>,
        asked: &Declaration,
    ) -> Result<&'static Maneuver, Refusal> {
        let maneuver = self.find_intent(asked)?;
        if !asked.anyway
            && let Some(bar) = self
                .find_bar(scene, asked.by)
                .or_else(|| self.space_bar(scene, asked))
        {
            return Err(to_refusal(&bar));
        }
        if asked.anyway || asked.noticed {
            self.require_storyteller()?;
        }
        self.check_parameters_and_item(scene, maneuver)?;
        Ok(maneuver)
    }

    /// Returns the maneuver of a declaration, or refuses if it takes another number of targets.
    fn find_intent(&self, asked: &Declaration) -> Result<&'static Maneuver, Refusal> {
        let maneuver = self.require_maneuver(&asked.intent)?;
        match maneuver.targets.accepts(asked.at.len()) {
            true => Ok(maneuver),
            false => Err(Refusal::WrongTargets),
        }
    }

    /// Checks the maneuver, the parameters and the item of a declaration, whatever bars it now.
    pub(super) fn check_intent(
        &self,
        scene: &Scene<'_>,
        asked: &Declaration,
    ) -> Result<(), Refusal> {
        let maneuver = self.find_intent(asked)?;
        self.check_parameters_and_item(scene, maneuver)
    }

    /// Returns what bars a combatant from beginning the intent of a scene now, with or without its targets.
    pub(super) fn find_bar(&self, scene: &Scene<'_>, by: Option<CombatantId>) -> Option<BarReason> {
        scene_bar(self.state, scene)
            .or_else(|| self.turn_bar(scene, by?))
            .or_else(|| self.early_bar(by?, &scene.intent.maneuver))
            .or_else(|| {
                let due = self.blocking_due(scene, by?)?;
                Some((
                    Wording::verbatim(msg::is_due_first(&due.words)),
                    RuleId::from(due.rule.to_string()),
                ))
            })
    }

    /// Returns the bar on an action whose combatant does not act now.
    fn turn_bar(&self, scene: &Scene<'_>, by: CombatantId) -> Option<BarReason> {
        let bar = self.state.out_of_turn_bar(by, scene);
        bar.filter(|(_, rule)| !is_rule_off(rule.as_str()))
    }

    /// Returns the due roll that a combatant must make before taking an action.
    fn blocking_due(&self, scene: &Scene<'_>, id: CombatantId) -> Option<&Due> {
        let who = self.state.combatants.get(&id)?;
        let mut due = who.due.iter();
        let roll = due.find(|due| matches!(due.deed, DueAction::Roll { .. }))?;
        let combat = self.state.system.combat();
        combat.takes_action(scene).then_some(roll)
    }

    /// Returns the bar on a maneuver that must wait until the combatant's own place in this round.
    fn early_bar(&self, id: CombatantId, maneuver: &str) -> Option<BarReason> {
        let state = self.state;
        let combat = state.system.combat();
        let rule = combat.own_place_rule(maneuver, &state.house)?;
        let who = state.combatants.get(&id)?;
        let round = match who.hidden {
            true => state.full_round_steps(),
            false => state.players_round_steps(),
        };
        let own = round.step_index_of(id)?;
        let now = round.step_index(self.turn_for(who));
        let early = now.is_some_and(|now| now < own);
        early.then(|| (msg::BEFORE_ITS_PLACE_IN_THE.into(), RuleId::new(rule)))
    }

    /// Builds the exchange of a declaration before the rules have looked at it.
    ///
    /// # Errors
    /// [`Refusal::TooManyExchanges`] at the limit of open exchanges.
    pub(super) fn draft(
        &self,
        all: &[CombatantId],
        asked: &Declaration,
    ) -> Result<Exchange, Refusal> {
        let hidden = !all.iter().all(|id| self.state.is_visible(*id));
        // Open exchanges are counted for each player apart, and apart from those of the storytellers.
        let player = self
            .person
            .filter(|_| !self.can_run_table())
            .map(|(seat, _)| seat);
        let open = self.state.exchanges.iter().filter(|it| !it.is_over());
        let open = open.filter(|it| it.player == player);
        let alike = open.filter(|it| self.state.is_exchange_public(it) != hidden);
        let most = if player.is_some() {
            MAX_OPEN_EXCHANGES_PER_PLAYER
        } else {
            MAX_OPEN_EXCHANGES
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

    /// Finds the maneuver of an intent, or refuses if there is none.
    fn require_maneuver(&self, intent: &Intent) -> Result<&'static Maneuver, Refusal> {
        find_maneuver(self.state, intent).ok_or(Refusal::NoSuchManeuver)
    }

    /// Checks that a declaration names a known maneuver and known combatants, whether it is barred or not.
    pub(super) fn check_declarable(&self, asked: &Declaration) -> Result<(), Refusal> {
        let asked = &*self.with_drawn(asked);
        self.resolve_parties(asked)?;
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        let maneuver = self.require_maneuver(&exchange.intent)?;
        match maneuver.targets.accepts(asked.at.len()) {
            true => self.state.with_scene(&exchange, |scene| {
                self.check_parameters_and_item(scene, maneuver)
            }),
            false => Err(Refusal::WrongTargets),
        }
    }

    /// Checks that the maneuver accepts the parameters and the item of the intent.
    fn check_parameters_and_item(
        &self,
        scene: &Scene<'_>,
        maneuver: &Maneuver,
    ) -> Result<(), Refusal> {
        let combat = self.state.system.combat();
        let set = &scene.intent.set;
        let can_be_set = || {
            let mut dials = combat.maneuver_parameters(maneuver.key, scene);
            dials.extend(combat.situation_parameters());
            set.are_valid_for(&dials)
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

/// Converts the reason that bars an action to a refusal.
fn to_refusal((why, rule): &BarReason) -> Refusal {
    Refusal::Barred {
        why: why.to_string(),
        rule: rule.to_string(),
    }
}
