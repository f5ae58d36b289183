//! Offers of a combatant: each maneuver with what bars it, judged as its declaration is.

use std::cell::Cell;

use super::Decision;
use super::exchange::maneuvers;
use crate::dial::Dial;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Declaration;
use crate::encounter::cover::BEHIND;
use crate::encounter::exchange::Exchange;
use crate::encounter::question::{Dialed, NOTICED, Offered, Reply};
use crate::encounter::rank::{Ranked, rank_offers};
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::exchange::{Intent, Maneuver, Scene, Targets};
use crate::gear::{Carried, ItemId};
use crate::id::{CombatantId, ExchangeId};
use crate::messages::{Wording, encounter as msg};
use crate::term::{Bar, RuleId};

/// Maximum number of declarations of one maneuver judged to find its targets: one for every combatant a player sees,
/// with and without an item. A room waits for the answer.
const MOST_JUDGED: usize = 200;

/// A maneuver judged with each item it can be done with.
struct Tried {
    /// The fitting items, best first: the number of kinds that suit the maneuver better, and what bars it with this
    /// one.
    items: Vec<(usize, ItemId, Option<Bar>)>,
    /// The bar on the maneuver as a whole.
    barred: Option<Bar>,
}

impl Decision<'_> {
    /// Lists what the acting combatant of a draft can declare: the maneuver of the draft exactly as drafted, every
    /// other one with nothing set.
    pub(super) fn offers(&self, draft: &Declaration) -> Result<Reply, Refusal> {
        let by = draft.by.ok_or(Refusal::NoSuchCombatant)?;
        let who = self.find_own(by)?;
        self.meant(draft)?;
        let last = self.last_intent(by);
        let (state, combat) = (self.state, self.state.system.combat());
        let mut exchange = Exchange::new(ExchangeId::FIRST, draft.intent.clone());
        exchange.by = draft.by;
        let ranked = state.stage(&exchange, |scene| {
            let each = maneuvers(state).map(|maneuver| {
                let dials = combat.maneuver_dials(maneuver.key, scene);
                self.ranked(who, (maneuver, &dials), draft, last)
            });
            each.collect()
        });
        Ok(Reply::Offers {
            maneuvers: rank_offers(ranked),
            situation: self.situation(who, &draft.at),
        })
    }

    /// Whether a combatant has no targeted action left. Maneuvers that take no action do not count.
    pub(super) fn nothing_left(&self, by: CombatantId) -> Result<Reply, Refusal> {
        let who = self.find_own(by)?;
        let draft = Declaration::of(by, Intent::default());
        let combat = self.state.system.combat();
        let is_action = |it: &Maneuver| {
            let mut exchange = Exchange::new(ExchangeId::FIRST, Intent::of(it.key));
            exchange.by = Some(by);
            self.state
                .stage(&exchange, |scene| combat.takes_action(scene))
        };
        let aimed = maneuvers(self.state).filter(|it| it.targets != Targets::None);
        let mut aimed = aimed.filter(|it| is_action(it));
        let barred = |it: &Maneuver| {
            let left = Cell::new(MOST_JUDGED);
            let items = fitting(who, it, None).into_iter().map(|(_, id)| Some(id));
            let mut bars = items.chain([None]).map(|item| {
                let asked = with_maneuver(&draft, it, item);
                self.offer_bar(&asked, it, &left)
            });
            bars.all(|bar| bar.is_some())
        };
        Ok(Reply::Spent(aimed.all(barred)))
    }

    /// Returns the last intent of a combatant that the sender knows of.
    fn last_intent(&self, by: CombatantId) -> Option<&Intent> {
        let known = |it: &Exchange| self.can_run_table() || self.state.exchange_is_public(it);
        let mut theirs = self.state.exchanges.iter().rev();
        let last = theirs.find(|it| it.by == Some(by) && known(it))?;
        Some(&last.intent)
    }

    /// Builds the offer of a maneuver with its rank among the offers.
    fn ranked(
        &self,
        who: &Combatant,
        (maneuver, dials): (&Maneuver, &[Dial]),
        draft: &Declaration,
        last: Option<&Intent>,
    ) -> Ranked {
        let last = last.filter(|last| last.maneuver == maneuver.key);
        let Tried { items, barred } =
            self.tried(who, maneuver, draft, last.and_then(|last| last.item));
        let chosen = draft.intent.maneuver == maneuver.key;
        let open = || items.iter().filter(|(.., bar)| bar.is_none());
        // Where only bare hands can do it, no item is named for it.
        let kept = |(_, id, bar): &(usize, ItemId, Option<Bar>)| match open().next() {
            Some(_) => bar.is_none() || chosen && draft.intent.item == Some(*id),
            None => barred.is_some(),
        };
        let is_held =
            |id: &ItemId| who.gear.get(id).map(|item| item.carried) == Some(Carried::Held);
        let in_hand = open().filter(|(_, id, _)| is_held(id));
        Ranked {
            in_hand: in_hand.map(|(fits, ..)| *fits).min(),
            last: last.is_some(),
            offered: Offered {
                key: maneuver.key.to_owned(),
                title: maneuver.title.into(),
                rule: maneuver.rule.clone(),
                targets: maneuver.targets,
                items: items
                    .iter()
                    .filter(|it| kept(it))
                    .map(|(_, id, _)| *id)
                    .collect(),
                dials: dials.iter().map(Into::into).collect(),
                drawn: self.drawn(&Declaration {
                    without: Vec::new(),
                    ..with_maneuver(draft, maneuver, None)
                }),
                barred,
            },
        }
    }

    /// Judges a maneuver of a draft: with the chosen item, or with every fitting item and without one.
    fn tried(
        &self,
        who: &Combatant,
        maneuver: &Maneuver,
        draft: &Declaration,
        last: Option<ItemId>,
    ) -> Tried {
        let left = Cell::new(MOST_JUDGED);
        let bar = |item| self.offer_bar(&with_maneuver(draft, maneuver, item), maneuver, &left);
        let items = fitting(who, maneuver, last).into_iter();
        let items: Vec<_> = items.map(|(fits, id)| (fits, id, bar(Some(id)))).collect();
        let chosen = (draft.intent.maneuver == maneuver.key).then_some(draft.intent.item);
        let barred = match chosen {
            Some(item) => match items.iter().find(|(_, id, _)| item == Some(*id)) {
                Some((.., bar)) => bar.clone(),
                None => bar(item),
            },
            None if items.iter().any(|(.., bar)| bar.is_none()) => None,
            None => bar(None).map(|bare| match items.first() {
                Some((.., Some(first))) => first.clone(),
                _ => bare,
            }),
        };
        Tried { items, barred }
    }

    /// Returns what bars a declaration; without a target, what bars it at every possible one. At most `left`
    /// declarations are judged: at the limit, it counts as not barred.
    fn offer_bar(
        &self,
        asked: &Declaration,
        maneuver: &Maneuver,
        left: &Cell<usize>,
    ) -> Option<Bar> {
        if maneuver.targets.takes(asked.at.len()) {
            return self.declaration_bar(asked, &maneuver.rule);
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        let alone = |scene: &Scene<'_>| self.bar(scene, asked.by);
        // Players know only targets they see, and learn nothing of what others do to the acting combatant.
        let alike = || !self.can_run_table() || self.state.reads_actor_alike(&exchange);
        if let Some(bar) = self.state.stage(&exchange, alone)
            && alike()
        {
            return Some(bar);
        }
        let mut first = None;
        for id in self.state.combatants.keys().copied() {
            let known = self.find(id).is_ok();
            if !known || asked.by == Some(id) || asked.others.contains(&id) {
                continue;
            }
            left.set(left.get().checked_sub(1)?);
            let at = Declaration {
                at: vec![id],
                ..asked.clone()
            };
            let bar = self.declaration_bar(&at, &maneuver.rule)?;
            first = first.or(Some(bar));
        }
        first.or_else(|| Some(told(&Refusal::WrongTargets, &maneuver.rule)))
    }

    /// Returns why a declaration would be refused now.
    fn declaration_bar(&self, asked: &Declaration, rule: &RuleId) -> Option<Bar> {
        let judged = self.judged(asked, &mut Trial::on(self.state));
        judged.err().map(|refusal| told(&refusal, rule))
    }

    /// Lists the situation parameters that can be set between a combatant and the first target.
    fn situation(&self, who: &Combatant, at: &[CombatantId]) -> Vec<Dialed> {
        let combat = self.state.system.combat();
        // The current value stays unless it is set.
        let now = at.first().map(|to| self.state.between(who.id, *to));
        let mut situation: Vec<Dialed> = combat.situation().iter().map(Into::into).collect();
        for dial in &mut situation {
            let now = now.as_ref().and_then(|now| now.get(&dial.key));
            dial.default = now.unwrap_or(dial.default);
            let spec = combat.cover();
            dial.cover = spec.is_some_and(|spec| spec.keys.contains(&&*dial.key));
        }
        let covers = at.first().and_then(|to| self.covers_offered(who.id, *to));
        situation.splice(0..0, covers);
        if who.hidden {
            let noticed = Dial::flag(NOTICED, msg::THE_TARGET_NOTICES_IT);
            situation.push(Dialed::from(&noticed));
        }
        situation
    }

    /// Lists the covers the sender knows of, as options of the parameter that says which one is between a pair.
    fn covers_offered(&self, by: CombatantId, to: CombatantId) -> Option<Dialed> {
        self.state.system.combat().cover()?;
        let covers = self.state.covers_known(self.viewer());
        if covers.is_empty() && !self.can_run_table() {
            return None;
        }
        let named = covers.iter();
        let named = named.map(|(id, cover)| (id.to_dial(), cover.name.to_string()));
        let none = std::iter::once((0, msg::NONE_WITH_A_NAME.into()));
        Some(Dialed {
            key: BEHIND.to_owned(),
            title: msg::BEHIND_2.into(),
            options: none.chain(named).collect(),
            range: None,
            default: self
                .state
                .cover_between(by, to)
                .map_or(0, |(id, _)| id.to_dial()),
            cover: false,
        })
    }
}

/// Builds a draft of a maneuver with an item: with the parameters of `draft` if it is the maneuver drafted there, else
/// with none set.
fn with_maneuver(draft: &Declaration, maneuver: &Maneuver, item: Option<ItemId>) -> Declaration {
    let chosen = draft.intent.maneuver == maneuver.key;
    let intent = match chosen {
        true => draft.intent.clone(),
        false => Intent::of(maneuver.key),
    };
    Declaration {
        by: draft.by,
        at: of_targets(maneuver.targets, &draft.at),
        others: draft.others.clone(),
        without: draft.without.clone(),
        intent: Intent { item, ..intent },
        ..*draft
    }
}

/// Returns as many of these targets as a maneuver takes.
fn of_targets(takes: Targets, at: &[CombatantId]) -> Vec<CombatantId> {
    let most = match takes {
        Targets::None => 0,
        Targets::One => 1,
        Targets::UpTo(most) => usize::from(most),
    };
    at.iter().copied().take(most).collect()
}

/// Returns the items of a combatant that fit a maneuver, best first, each with the number of kinds that suit it better:
/// the item used last, then what is made for the maneuver, and of that what is in hand.
fn fitting(who: &Combatant, maneuver: &Maneuver, last: Option<ItemId>) -> Vec<(usize, ItemId)> {
    let items = who.gear.iter().filter_map(|(id, item)| {
        let mut kinds = maneuver.items.iter();
        let fits = kinds.position(|kind| *kind == item.kind)?;
        Some((last != Some(*id), fits, item.carried, *id))
    });
    let mut fitting: Vec<_> = items.collect();
    fitting.sort_unstable();
    let fitting = fitting.into_iter();
    fitting.map(|(_, fits, _, id)| (fits, id)).collect()
}

/// Converts a refusal to a bar on a maneuver of this rule.
fn told(refusal: &Refusal, rule: &RuleId) -> Bar {
    match refusal {
        Refusal::Barred { why, rule } => {
            (Wording::verbatim(why.clone()), RuleId::from(rule.clone()))
        }
        Refusal::Chat(why) => why.bar(rule),
        other => (Wording::verbatim(other.to_string()), rule.clone()),
    }
}
