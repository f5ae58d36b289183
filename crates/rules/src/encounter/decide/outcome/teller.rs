//! Writer of the sentences about the outcome of one exchange.

use super::landed::HealthChange;
use super::phrases::{damage_text, defense_text, number_text};
use crate::base::id::CombatantId;
use crate::base::text::Name;
use crate::character::gear::{Carried, ItemId};
use crate::encounter::combatant::Side;
use crate::encounter::exchange::Exchange;
use crate::encounter::exchange::outcome_sentence::{OutcomeKind, OutcomeSentence, PlayerVersion};
use crate::encounter::state::State;
use crate::exchange::{Effect, OpposedScore, Party, Protection, RulingKind, Upshot};
use crate::messages::{Wording, outcome as msg};

/// Writes sentences about one exchange, from the current state.
pub(super) struct OutcomeWriter<'a> {
    pub(super) state: &'a State,
    pub(super) exchange: &'a Exchange,
    pub(super) effects: &'a [Effect],
}

impl OutcomeWriter<'_> {
    /// Builds a sentence; players read nothing of it if they do not know of the exchange.
    pub(super) fn sentence(
        &self,
        words: Wording,
        players: PlayerVersion,
        of: OutcomeKind,
    ) -> OutcomeSentence {
        let public = self.state.is_exchange_public(self.exchange);
        OutcomeSentence {
            step: u16::try_from(self.exchange.step_count()).unwrap_or(u16::MAX),
            words,
            players: match public {
                true => players,
                false => PlayerVersion::Nothing,
            },
            of,
        }
    }

    /// Returns the full name of a combatant; `None` if there is none or it is gone.
    fn combatant_name(&self, id: Option<CombatantId>) -> Option<Wording> {
        let who = self.state.combatant(id?)?;
        Some(Wording::verbatim(who.full_name()))
    }

    /// Returns the name of a party, or "It" if the combatant is gone.
    fn party_name(&self, party: Party) -> Wording {
        let name = self.combatant_name(self.exchange.combatant_of(party));
        name.unwrap_or_else(|| msg::IT.into())
    }

    /// Returns the name of the acting combatant.
    fn actor_name(&self) -> Wording {
        self.party_name(Party::Actor)
    }

    /// Returns whether players may read a party's numbers, and whether they may read its health.
    pub(super) fn party_visibility(&self, party: Party) -> (bool, bool) {
        let who = self.exchange.combatant_of(party);
        let who = who.and_then(|id| self.state.combatant(id));
        who.map_or((false, false), |who| {
            let open = !who.hidden && who.side == Side::Character;
            (open, self.state.health_is_public(who))
        })
    }

    /// Returns the phrase for a party's item, such as "the knife"; `None` if the item is gone.
    fn item_text(&self, who: Party, item: ItemId) -> Option<Wording> {
        let who = self.state.combatant(self.exchange.combatant_of(who)?)?;
        Some(self.item_name_with_article(&who.gear.get(&item)?.name))
    }

    /// Returns the name of an item, with its article if it is of the charts, as in "the knife".
    fn item_name_with_article(&self, name: &Name) -> Wording {
        let chart = self.state.system.combat().item_chart();
        if !chart.iter().any(|row| row.item.name == *name) {
            return name.into();
        }
        let mut letters = name.as_str().chars();
        let first = letters.next();
        let is_word = letters.clone().next().is_some_and(char::is_lowercase);
        let first = first.filter(|_| is_word).into_iter();
        let lower: String = first.flat_map(char::to_lowercase).chain(letters).collect();
        msg::wordings::the_item(match is_word {
            true => Wording::verbatim(lower),
            false => name.into(),
        })
    }

    /// Returns the phrase that the acting combatant hits a party, with the weapon if the ledger names it.
    fn hits_text(&self, name: Wording) -> Wording {
        let weapon = || {
            let who = self.state.combatant(self.exchange.by?)?;
            let item = self.exchange.intent.item?;
            let name = &who.gear.get(&item)?.name;
            let mut lines = self.exchange.ledger.iter();
            let named = lines.any(|line| line.title.contains(name.as_str()));
            self.item_text(Party::Actor, item).filter(|_| named)
        };
        match weapon() {
            Some(item) => msg::wordings::hits_using(self.actor_name(), name, item),
            None => msg::wordings::hits(self.actor_name(), name),
        }
    }

    /// Returns the sentence for a party's result, such as a miss, a hit or a defense.
    pub(super) fn upshot_sentence(&self, party: Party, upshot: &Upshot) -> OutcomeSentence {
        let name = self.party_name(party);
        let words = match upshot {
            Upshot::Missed => self.missed_text(name),
            Upshot::Defended(way, score) => defense_text(*way, name, *score),
            Upshot::Unharmed(guard) => {
                // Nobody attacks themselves: harm that rebounded on the actor did nothing.
                if party == Party::Actor {
                    let words = msg::wordings::comes_to_no_harm(name);
                    let players = match self.party_visibility(party) {
                        (_, true) => PlayerVersion::All,
                        (_, false) => PlayerVersion::Nothing,
                    };
                    return self.sentence(words, players, OutcomeKind::Upshot);
                }
                let players = self.harmless_hit_for_players(party, guard, name.clone());
                return self.sentence(
                    self.harmless_hit_text(guard, name),
                    players,
                    OutcomeKind::Upshot,
                );
            }
            Upshot::Hit(score) => self.hit_text(party, name, *score),
            Upshot::Won(score) => self.won_text(party, name, *score),
            Upshot::Lost((own, theirs)) => {
                let (own, theirs) = (number_text(*own), number_text(*theirs));
                msg::wordings::loses_the_contest(name, self.actor_name(), own, theirs)
            }
        };
        self.sentence(words, PlayerVersion::All, OutcomeKind::Upshot)
    }

    /// Returns the sentence for an attack that missed.
    fn missed_text(&self, name: Wording) -> Wording {
        match self.combatant_name(self.exchange.by) {
            Some(by) => msg::wordings::misses(by, name),
            None => msg::wordings::it_misses(name),
        }
    }

    /// Returns the sentence for a hit that did no harm.
    fn harmless_hit_text(&self, guard: &Protection, name: Wording) -> Wording {
        match guard {
            Protection::Armor(armor) => {
                let armor = armor
                    .as_ref()
                    .map(|armor| self.item_name_with_article(armor));
                let armor = armor.unwrap_or_else(|| msg::THE_ARMOR.into());
                msg::wordings::not_through_armor(self.hits_text(name), armor)
            }
            Protection::Cover => msg::wordings::hits_the_cover(self.actor_name(), name),
            Protection::Shield => msg::wordings::does_not_get_through(self.actor_name(), name),
            Protection::Soak => msg::wordings::soaks_it_all(name),
            Protection::Nothing => msg::wordings::no_harm(self.hits_text(name)),
        }
    }

    /// Returns the players' version of [`Self::harmless_hit_text`], which hides a foe's gear and, depending on the settings,
    /// health.
    fn harmless_hit_for_players(
        &self,
        party: Party,
        guard: &Protection,
        name: Wording,
    ) -> PlayerVersion {
        match (self.party_visibility(party), guard) {
            ((_, false), _) => PlayerVersion::Other(self.hits_text(name)),
            ((true, true), _) | ((false, true), Protection::Soak | Protection::Nothing) => {
                PlayerVersion::All
            }
            ((false, true), Protection::Armor(_) | Protection::Cover | Protection::Shield) => {
                PlayerVersion::Other(msg::wordings::no_harm(self.hits_text(name)))
            }
        }
    }

    /// Returns the sentence for a hit without damage, or for the hold or disarm that it brought.
    fn hit_text(&self, party: Party, name: Wording, score: Option<OpposedScore>) -> Wording {
        let score = score.map(|(own, theirs)| (number_text(own), number_text(theirs)));
        let tie = self.tie_verb(party);
        match (tie, score) {
            (Some(word), Some((own, theirs))) => {
                msg::wordings::ties_with(self.actor_name(), word, name, own, theirs)
            }
            (Some(word), None) => msg::wordings::ties(self.actor_name(), word, name),
            (None, Some((own, theirs))) => {
                let hits = msg::wordings::hits_by(self.hits_text(name), own, theirs);
                msg::wordings::no_harm(hits)
            }
            (None, None) => msg::wordings::no_harm(self.hits_text(name)),
        }
    }

    /// Returns the sentence for a contest that the acting combatant won.
    fn won_text(&self, party: Party, name: Wording, (own, theirs): OpposedScore) -> Wording {
        let (own, theirs) = (number_text(own), number_text(theirs));
        let frees = |effect: &Effect| matches!(effect, Effect::Release { by, .. } if *by == party);
        match self.tie_verb(party) {
            Some(word) => msg::wordings::ties_with(self.actor_name(), word, name, own, theirs),
            None if self.effects.iter().any(frees) => {
                msg::wordings::gets_free_with(self.actor_name(), name, own, theirs)
            }
            None => msg::wordings::wins(self.actor_name(), name, own, theirs),
        }
    }

    /// Returns the verb for what is done to a party beside harm, as in "grapples", if anything.
    fn tie_verb(&self, party: Party) -> Option<Wording> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Give { from, .. } if *from == party => Some(msg::DISARMS.into()),
            Effect::Carry { who, to, .. } if *who == party && *to == Carried::Dropped => {
                Some(msg::DISARMS.into())
            }
            Effect::Hold {
                by: Party::Actor,
                on,
                key,
                ..
            } if *on == party => self.hold_verb(key),
            _ => None,
        })
    }

    /// Returns the verb of a kind of hold.
    fn hold_verb(&self, key: &str) -> Option<Wording> {
        let holds = self.state.system.combat().hold_kinds();
        let hold = holds.iter().find(|hold| hold.key == key)?;
        Some(hold.word.into())
    }

    /// Returns the sentence for damage taken or healed. Players who may not see the target's health read only
    /// that it was hit, or what was tried.
    pub(super) fn harm_sentence(
        &self,
        party: Party,
        harmed: &HealthChange,
    ) -> Option<OutcomeSentence> {
        let name = self.combatant_name(Some(harmed.id))?;
        let players = match (self.party_visibility(party), party) {
            ((_, true), _) => PlayerVersion::All,
            // Nobody attacked a combatant who is hurt by their own action.
            (_, Party::Actor) => PlayerVersion::Nothing,
            (_, _) => PlayerVersion::Other(self.hits_text(name.clone())),
        };
        if harmed.heals {
            let players = match players {
                PlayerVersion::All => PlayerVersion::All,
                PlayerVersion::Other(_) | PlayerVersion::Nothing => {
                    PlayerVersion::Other(self.attempt_text())
                }
            };
            let health = self.state.rules().facts().vocabulary.health;
            let healed = match harmed.packet.points {
                0 => damage_text(harmed.packet)?,
                points => msg::wordings::damage_of_a_kind(points, health),
            };
            return Some(self.sentence(
                msg::wordings::heals(name, healed),
                players,
                OutcomeKind::Deed,
            ));
        }
        let states = harmed.states.iter().map(|state| state.word.clone());
        let states = states.reduce(msg::wordings::two_states);
        let words = match (harmed.packet.points, states) {
            (0, None) => msg::wordings::takes(name, damage_text(harmed.packet)?),
            (0, Some(states)) => {
                msg::wordings::takes_and_is(name, damage_text(harmed.packet)?, states)
            }
            (points, states) => {
                let health = self.state.rules().facts().vocabulary.health;
                match states {
                    None => msg::wordings::loses(name, points, health),
                    Some(states) => msg::wordings::loses_and_is(name, points, health, states),
                }
            }
        };
        Some(self.sentence(words, players, OutcomeKind::Harm))
    }

    /// Returns the sentence for a hold that began or ended, and its party, unless `upshots` tell it.
    pub(super) fn hold_sentence(
        &self,
        effect: &Effect,
        upshots: &[(Party, Upshot)],
    ) -> Option<(Party, OutcomeSentence)> {
        let (by, on, key) = match effect {
            Effect::Hold { by, on, key, .. } | Effect::Release { by, on, key } => (*by, *on, key),
            _ => return None,
        };
        let came = |party: Party| upshots.iter().filter(move |(of, _)| *of == party);
        let won = |party| came(party).any(|(_, it)| matches!(it, Upshot::Hit(_) | Upshot::Won(_)));
        let lost = |party| came(party).any(|(_, it)| matches!(it, Upshot::Lost(_)));
        let holds = matches!(effect, Effect::Hold { .. });
        let is_said = match holds {
            true => by == Party::Actor && won(on),
            false => on == Party::Actor && won(by),
        };
        if is_said || self.state.is_mark(key) {
            return None;
        }
        // A combatant who lost a contest did not let go by choice.
        let words = match !holds && by == Party::Actor && lost(on) {
            true => msg::wordings::gets_free(self.party_name(on), self.party_name(by)),
            false => self.effect_text(effect)?,
        };
        let hidden = |party: Party| {
            let who = self
                .exchange
                .combatant_of(party)
                .and_then(|id| self.state.combatant(id));
            who.is_none_or(|who| who.hidden)
        };
        let players = match hidden(by) || hidden(on) {
            true => PlayerVersion::Nothing,
            false => PlayerVersion::All,
        };
        let whom = if on == Party::Actor { by } else { on };
        Some((whom, self.sentence(words, players, OutcomeKind::Deed)))
    }

    /// Returns the sentence for what was done, where there is nothing to tell for any party.
    pub(super) fn deed_text(&self) -> Wording {
        let mut rulings = self.exchange.rulings.iter();
        if rulings.any(|ruling| ruling.what == RulingKind::End) {
            return msg::NOTHING_MORE_COMES_OF_IT.into();
        }
        let mut effects = self.effects.iter();
        let of_effect = effects.find_map(|effect| self.effect_text(effect));
        of_effect.unwrap_or_else(|| self.attempt_text())
    }

    /// Returns the sentence for what was attempted, without a result.
    pub(super) fn attempt_text(&self) -> Wording {
        let title = self.exchange.title.clone();
        match self.combatant_name(self.exchange.by) {
            Some(name) => msg::wordings::said_of(name, title),
            None => title,
        }
    }

    /// Returns the sentence for an effect, for those effects that are told as actions.
    fn effect_text(&self, effect: &Effect) -> Option<Wording> {
        match effect {
            Effect::Tell { who, words, .. } => {
                let name = self.combatant_name(self.exchange.combatant_of(*who));
                Some(match name {
                    Some(name) => msg::wordings::said_of(name, words),
                    None => words.clone(),
                })
            }
            Effect::Carry {
                who: Party::Actor,
                item,
                to,
            } => {
                let (name, item) = (self.actor_name(), self.item_text(Party::Actor, *item)?);
                Some(match to {
                    Carried::Held => msg::wordings::draws(name, item),
                    Carried::Worn => msg::wordings::puts_on(name, item),
                    Carried::Stowed => msg::wordings::puts_away(name, item),
                    Carried::Dropped => msg::wordings::drops(name, item),
                })
            }
            Effect::Hold { by, on, key, .. } => {
                let word = self.hold_verb(key)?;
                Some(msg::wordings::ties(
                    self.party_name(*by),
                    word,
                    self.party_name(*on),
                ))
            }
            Effect::Release { by, on, .. } => Some(match on {
                Party::Actor => msg::wordings::gets_free(self.actor_name(), self.party_name(*by)),
                _ => msg::wordings::lets_go(self.party_name(*by), self.party_name(*on)),
            }),
            Effect::Harm { .. }
            | Effect::Mend { .. }
            | Effect::Spend { .. }
            | Effect::Count { .. }
            | Effect::Wear { .. }
            | Effect::Gain { .. }
            | Effect::Lose { .. }
            | Effect::Carry { .. }
            | Effect::Give { .. }
            | Effect::Place { .. }
            | Effect::Shift { .. }
            | Effect::LetGo { .. }
            | Effect::Follow { .. } => None,
        }
    }
}
