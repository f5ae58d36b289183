//! Writer of the sentences about the outcome of one exchange.

use super::landed::Harm;
use crate::encounter::came::{Came, Heard, Of};
use crate::encounter::combatant::Side;
use crate::encounter::exchange::Exchange;
use crate::encounter::state::State;
use crate::exchange::{Effect, Guard, Party, Ruled, Score, Upshot, Way};
use crate::gear::{Carried, ItemId};
use crate::id::CombatantId;
use crate::messages::{Wording, outcome as msg};
use crate::speech::number;
use crate::text::Name;
use crate::track::{Packet, Severity};

/// Writes sentences about one exchange, from the current state.
pub(super) struct Teller<'a> {
    pub(super) state: &'a State,
    pub(super) exchange: &'a Exchange,
    pub(super) effects: &'a [Effect],
}

impl Teller<'_> {
    /// Builds a sentence; players read nothing of it if they do not know of the exchange.
    pub(super) fn came(&self, words: Wording, players: Heard, of: Of) -> Came {
        let public = self.state.exchange_is_public(self.exchange);
        Came {
            step: u16::try_from(self.exchange.steps()).unwrap_or(u16::MAX),
            words,
            players: match public {
                true => players,
                false => Heard::Nothing,
            },
            of,
        }
    }

    /// Returns the full name of a combatant.
    fn name_of(&self, id: Option<CombatantId>) -> Option<Wording> {
        let who = self.state.combatant(id?)?;
        Some(Wording::verbatim(who.full_name()))
    }

    /// Returns the name of a party, or "It" if the combatant is gone.
    fn name(&self, party: Party) -> Wording {
        let name = self.name_of(self.exchange.party(party));
        name.unwrap_or_else(|| msg::IT.into())
    }

    /// Returns the name of the acting combatant.
    fn actor(&self) -> Wording {
        self.name(Party::Actor)
    }

    /// Returns whether players may read a party's numbers, and whether they may read its health.
    pub(super) fn is_known(&self, party: Party) -> (bool, bool) {
        let who = self.exchange.party(party);
        let who = who.and_then(|id| self.state.combatant(id));
        who.map_or((false, false), |who| {
            let open = !who.hidden && who.side == Side::Character;
            (open, self.state.health_is_public(who))
        })
    }

    /// Returns the phrase for a party's item.
    fn item(&self, who: Party, item: ItemId) -> Option<Wording> {
        let who = self.state.combatant(self.exchange.party(who)?)?;
        Some(self.with_article(&who.gear.get(&item)?.name))
    }

    /// Returns the phrase for an item: "the knife" for an item of the charts, the plain name for a custom one.
    fn with_article(&self, name: &Name) -> Wording {
        let chart = self.state.system.combat().chart();
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
    fn hits(&self, name: Wording) -> Wording {
        let weapon = || {
            let who = self.state.combatant(self.exchange.by?)?;
            let item = self.exchange.intent.item?;
            let name = &who.gear.get(&item)?.name;
            let mut lines = self.exchange.ledger.iter();
            let named = lines.any(|line| line.title.contains(name.as_str()));
            self.item(Party::Actor, item).filter(|_| named)
        };
        match weapon() {
            Some(item) => msg::wordings::hits_using(self.actor(), name, item),
            None => msg::wordings::hits(self.actor(), name),
        }
    }

    /// Returns the sentence for a result of a party.
    pub(super) fn upshot(&self, party: Party, upshot: &Upshot) -> Came {
        let name = self.name(party);
        let words = match upshot {
            Upshot::Missed => self.missed(name),
            Upshot::Met(way, score) => met(*way, name, *score),
            Upshot::Kept(guard) => {
                // Nobody attacks themselves: harm that rebounded on the actor did nothing.
                if party == Party::Actor {
                    let words = msg::wordings::comes_to_no_harm(name);
                    let players = match self.is_known(party) {
                        (_, true) => Heard::All,
                        (_, false) => Heard::Nothing,
                    };
                    return self.came(words, players, Of::Upshot);
                }
                let players = self.kept_for_players(party, guard, name.clone());
                return self.came(self.kept(guard, name), players, Of::Upshot);
            }
            Upshot::Hit(score) => self.hit(party, name, *score),
            Upshot::Won(score) => self.won(party, name, *score),
            Upshot::Lost((own, theirs)) => {
                let (own, theirs) = (number_of(*own), number_of(*theirs));
                msg::wordings::loses_the_contest(name, self.actor(), own, theirs)
            }
        };
        self.came(words, Heard::All, Of::Upshot)
    }

    /// Returns the sentence for an attack that missed.
    fn missed(&self, name: Wording) -> Wording {
        match self.name_of(self.exchange.by) {
            Some(by) => msg::wordings::misses(by, name),
            None => msg::wordings::it_misses(name),
        }
    }

    /// Returns the sentence for a hit that did no harm.
    fn kept(&self, guard: &Guard, name: Wording) -> Wording {
        match guard {
            Guard::Armor(armor) => {
                let armor = armor.as_ref().map(|armor| self.with_article(armor));
                let armor = armor.unwrap_or_else(|| msg::THE_ARMOR.into());
                msg::wordings::not_through_armor(self.hits(name), armor)
            }
            Guard::Cover => msg::wordings::hits_the_cover(self.actor(), name),
            Guard::Shield => msg::wordings::does_not_get_through(self.actor(), name),
            Guard::Soak => msg::wordings::soaks_it_all(name),
            Guard::Nothing => msg::wordings::no_harm(self.hits(name)),
        }
    }

    /// Returns the players' version of [`Self::kept`], which hides a foe's gear and, depending on the settings,
    /// health.
    fn kept_for_players(&self, party: Party, guard: &Guard, name: Wording) -> Heard {
        match (self.is_known(party), guard) {
            ((_, false), _) => Heard::Other(self.hits(name)),
            ((true, true), _) | ((false, true), Guard::Soak | Guard::Nothing) => Heard::All,
            ((false, true), Guard::Armor(_) | Guard::Cover | Guard::Shield) => {
                Heard::Other(msg::wordings::no_harm(self.hits(name)))
            }
        }
    }

    /// Returns the sentence for a hit without damage, or for the hold or disarm that it brought.
    fn hit(&self, party: Party, name: Wording, score: Option<Score>) -> Wording {
        let score = score.map(|(own, theirs)| (number_of(own), number_of(theirs)));
        let tie = self.tie(party);
        match (tie, score) {
            (Some(word), Some((own, theirs))) => {
                msg::wordings::ties_with(self.actor(), word, name, own, theirs)
            }
            (Some(word), None) => msg::wordings::ties(self.actor(), word, name),
            (None, Some((own, theirs))) => {
                let hits = msg::wordings::hits_by(self.hits(name), own, theirs);
                msg::wordings::no_harm(hits)
            }
            (None, None) => msg::wordings::no_harm(self.hits(name)),
        }
    }

    /// Returns the sentence for a contest that the acting combatant won.
    fn won(&self, party: Party, name: Wording, (own, theirs): Score) -> Wording {
        let (own, theirs) = (number_of(own), number_of(theirs));
        let frees = |effect: &Effect| matches!(effect, Effect::Release { by, .. } if *by == party);
        match self.tie(party) {
            Some(word) => msg::wordings::ties_with(self.actor(), word, name, own, theirs),
            None if self.effects.iter().any(frees) => {
                msg::wordings::gets_free_with(self.actor(), name, own, theirs)
            }
            None => msg::wordings::wins(self.actor(), name, own, theirs),
        }
    }

    /// Returns the verb for an effect on a party other than harm: "grapples", "disarms".
    fn tie(&self, party: Party) -> Option<Wording> {
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
            } if *on == party => self.word_of(key),
            _ => None,
        })
    }

    /// Returns the verb of a kind of hold.
    fn word_of(&self, key: &str) -> Option<Wording> {
        let holds = self.state.system.combat().holds();
        let hold = holds.iter().find(|hold| hold.key == key)?;
        Some(hold.word.into())
    }

    /// Returns the sentence for damage taken or healed. Players who may not see the target's health read only
    /// that it was hit, or what was tried.
    pub(super) fn harm(&self, party: Party, harmed: &Harm) -> Option<Came> {
        let name = self.name_of(Some(harmed.id))?;
        let players = match (self.is_known(party), party) {
            ((_, true), _) => Heard::All,
            // Nobody attacked a combatant who is hurt by their own action.
            (_, Party::Actor) => Heard::Nothing,
            (_, _) => Heard::Other(self.hits(name.clone())),
        };
        if harmed.heals {
            let players = match players {
                Heard::All => Heard::All,
                Heard::Other(_) | Heard::Nothing => Heard::Other(self.tried()),
            };
            let health = self.state.rules().speech().health;
            let healed = match harmed.packet.points {
                0 => damage(harmed.packet)?,
                points => msg::wordings::damage_of_a_kind(points, health),
            };
            return Some(self.came(msg::wordings::heals(name, healed), players, Of::Deed));
        }
        let states = harmed.states.iter().map(|state| state.word.clone());
        let states = states.reduce(msg::wordings::two_states);
        let words = match (harmed.packet.points, states) {
            (0, None) => msg::wordings::takes(name, damage(harmed.packet)?),
            (0, Some(states)) => msg::wordings::takes_and_is(name, damage(harmed.packet)?, states),
            (points, states) => {
                let health = self.state.rules().speech().health;
                match states {
                    None => msg::wordings::loses(name, points, health),
                    Some(states) => msg::wordings::loses_and_is(name, points, health, states),
                }
            }
        };
        Some(self.came(words, players, Of::Harm))
    }

    /// Returns the sentence for a hold that started or ended, unless one of the `upshots` tells of it.
    pub(super) fn tied(
        &self,
        effect: &Effect,
        upshots: &[(Party, Upshot)],
    ) -> Option<(Party, Came)> {
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
            true => msg::wordings::gets_free(self.name(on), self.name(by)),
            false => self.done(effect)?,
        };
        let hidden = |party: Party| {
            let who = self
                .exchange
                .party(party)
                .and_then(|id| self.state.combatant(id));
            who.is_none_or(|who| who.hidden)
        };
        let players = match hidden(by) || hidden(on) {
            true => Heard::Nothing,
            false => Heard::All,
        };
        let whom = if on == Party::Actor { by } else { on };
        Some((whom, self.came(words, players, Of::Deed)))
    }

    /// Returns the sentence for what was done, where there is nothing to tell for any party.
    pub(super) fn deed(&self) -> Wording {
        let mut rulings = self.exchange.rulings.iter();
        if rulings.any(|ruling| ruling.what == Ruled::End) {
            return msg::NOTHING_MORE_COMES_OF_IT.into();
        }
        let of_effect = self.effects.iter().find_map(|effect| self.done(effect));
        of_effect.unwrap_or_else(|| self.tried())
    }

    /// Returns the sentence for what was attempted, without a result.
    pub(super) fn tried(&self) -> Wording {
        let title = self.exchange.title.clone();
        match self.name_of(self.exchange.by) {
            Some(name) => msg::wordings::said_of(name, title),
            None => title,
        }
    }

    /// Returns the sentence for an effect, for those effects that are told as actions.
    fn done(&self, effect: &Effect) -> Option<Wording> {
        match effect {
            Effect::Tell { who, words, .. } => {
                let name = self.name_of(self.exchange.party(*who));
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
                let (name, item) = (self.actor(), self.item(Party::Actor, *item)?);
                Some(match to {
                    Carried::Held => msg::wordings::draws(name, item),
                    Carried::Worn => msg::wordings::puts_on(name, item),
                    Carried::Stowed => msg::wordings::puts_away(name, item),
                    Carried::Dropped => msg::wordings::drops(name, item),
                })
            }
            Effect::Hold { by, on, key, .. } => {
                let word = self.word_of(key)?;
                Some(msg::wordings::ties(self.name(*by), word, self.name(*on)))
            }
            Effect::Release { by, on, .. } => Some(match on {
                Party::Actor => msg::wordings::gets_free(self.actor(), self.name(*by)),
                _ => msg::wordings::lets_go(self.name(*by), self.name(*on)),
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
            | Effect::LetGo { .. }
            | Effect::Follow { .. } => None,
        }
    }
}

/// Returns a number as wording.
fn number_of(value: i32) -> Wording {
    Wording::verbatim(number(value))
}

/// Returns the sentence for a successful defense.
fn met(way: Way, name: Wording, score: Option<Score>) -> Wording {
    let score = score.map(|(own, theirs)| (number_of(own), number_of(theirs)));
    match (way, score) {
        (Way::Dodge, None) => msg::wordings::dodges(name),
        (Way::Dodge, Some((own, theirs))) => msg::wordings::dodges_with(name, own, theirs),
        (Way::Block, None) => msg::wordings::blocks(name),
        (Way::Block, Some((own, theirs))) => msg::wordings::blocks_with(name, own, theirs),
        (Way::Parry, None) => msg::wordings::parries(name),
        (Way::Parry, Some((own, theirs))) => msg::wordings::parries_with(name, own, theirs),
        (Way::Grip, _) => msg::wordings::keeps_hold(name),
        (Way::Defense, None) => msg::wordings::fends_off(name),
        (Way::Defense, Some((own, theirs))) => msg::wordings::fends_off_with(name, own, theirs),
    }
}

/// Returns damage in words, such as `3 lethal and 1 bashing`; `None` if there is none.
fn damage(packet: Packet) -> Option<Wording> {
    let kinds = Severity::WORST_FIRST.into_iter();
    let kinds = kinds.filter(|kind| packet.get(*kind) > 0);
    kinds
        .map(|kind| msg::wordings::damage_of_a_kind(packet.get(kind), kind.word()))
        .reduce(crate::messages::core::wordings::and)
}
