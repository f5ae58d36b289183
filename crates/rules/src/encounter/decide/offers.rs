//! Offers of a combatant: each maneuver with what bars it, judged as its declaration is.

use std::cell::Cell;

use super::Decision;
use super::exchange::active_maneuvers;
use crate::base::id::{CombatantId, ExchangeId};
use crate::base::late::Late;
use crate::base::term::{BarReason, RuleId};
use crate::character::gear::{Carried, ItemId};
use crate::character::parameters::ParameterSpec;
use crate::encounter::aggregate::dry_run::DryRun;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Declaration;
use crate::encounter::decide::offer_rank::{RankedOffer, rank_offers};
use crate::encounter::exchange::Exchange;
use crate::encounter::question::{NOTICED_KEY, OfferedManeuver, OfferedParameter, Reply};
use crate::encounter::refusal::Refusal;
use crate::encounter::state::cover::BEHIND_KEY;
use crate::exchange::{Intent, Maneuver, Scene, Targets};
use crate::messages::{Wording, encounter as msg};
use crate::space::Separation;

/// Maximum number of declarations of one maneuver judged to find its targets: one for every combatant a player sees,
/// with and without an item. A room waits for the answer.
const MAX_JUDGED: usize = 200;

/// A maneuver judged with each item it can be done with.
struct JudgedManeuver {
    /// The fitting items, best first: the number of kinds that suit the maneuver better, and what bars it with this
    /// one.
    items: Vec<(usize, ItemId, Option<BarReason>)>,
    /// The bar on the maneuver as a whole.
    barred: Option<BarReason>,
}

impl Decision<'_> {
    /// Lists the maneuvers that the acting combatant of a draft can declare, the one of the draft
    /// exactly as drafted, every other one with nothing set.
    pub(super) fn list_offers(&self, draft: &Declaration) -> Result<Reply, Refusal> {
        let by = draft.by.ok_or(Refusal::NoSuchCombatant)?;
        let who = self.find_own_combatant(by)?;
        self.resolve_parties(draft)?;
        let last = self.last_intent(by);
        let (state, combat) = (self.state, self.state.system.combat());
        let mut exchange = Exchange::new(ExchangeId::FIRST, draft.intent.clone());
        exchange.by = draft.by;
        let ranked = state.with_scene(&exchange, |scene| {
            let each = active_maneuvers(state).map(|maneuver| {
                let dials = combat.maneuver_parameters(maneuver.key, scene);
                self.rank_maneuver(who, (maneuver, &dials), draft, last)
            });
            each.collect()
        });
        Ok(Reply::Offers {
            maneuvers: rank_offers(ranked),
            situation: self.situation_offers(who, &draft.at),
            space: self.offered_space(who, &draft.at),
        })
    }

    /// Replies whether a combatant has no action at a target left in this turn. Maneuvers that take
    /// no action do not count.
    pub(super) fn check_actions_left(&self, by: CombatantId) -> Result<Reply, Refusal> {
        let who = self.find_own_combatant(by)?;
        let draft = Declaration::without_target(by, Intent::default());
        let combat = self.state.system.combat();
        let is_action = |it: &Maneuver| {
            let mut exchange = Exchange::new(ExchangeId::FIRST, Intent::of(it.key));
            exchange.by = Some(by);
            self.state
                .with_scene(&exchange, |scene| combat.takes_action(scene))
        };
        let aimed = active_maneuvers(self.state).filter(|it| it.targets != Targets::None);
        let mut aimed = aimed.filter(|it| is_action(it));
        let barred = |it: &Maneuver| {
            let left = Cell::new(MAX_JUDGED);
            let items = fitting_items(who, it, None)
                .into_iter()
                .map(|(_, id)| Some(id));
            let mut bars = items.chain([None]).map(|item| {
                let asked = with_maneuver(&draft, it, item);
                self.offer_bar(&asked, it, &left)
            });
            bars.all(|bar| bar.is_some())
        };
        Ok(Reply::Spent(aimed.all(barred)))
    }

    /// Returns the intent of the newest exchange that a combatant began and the sender knows of.
    fn last_intent(&self, by: CombatantId) -> Option<&Intent> {
        let known = |it: &Exchange| self.can_run_table() || self.state.is_exchange_public(it);
        let mut theirs = self.state.exchanges.iter().rev();
        let last = theirs.find(|it| it.by == Some(by) && known(it))?;
        Some(&last.intent)
    }

    /// Builds the offer of a maneuver with its rank among the offers.
    fn rank_maneuver(
        &self,
        who: &Combatant,
        (maneuver, dials): (&Maneuver, &[ParameterSpec]),
        draft: &Declaration,
        last: Option<&Intent>,
    ) -> RankedOffer {
        let last = last.filter(|last| last.maneuver == maneuver.key);
        let JudgedManeuver { items, barred } =
            self.judge_maneuver(who, maneuver, draft, last.and_then(|last| last.item));
        let chosen = draft.intent.maneuver == maneuver.key;
        let open = || items.iter().filter(|(.., bar)| bar.is_none());
        // Where only bare hands can do it, no item is named for it.
        let kept = |(_, id, bar): &(usize, ItemId, Option<BarReason>)| match open().next() {
            Some(_) => bar.is_none() || chosen && draft.intent.item == Some(*id),
            None => barred.is_some(),
        };
        let is_held =
            |id: &ItemId| who.gear.get(id).map(|item| item.carried) == Some(Carried::Held);
        let in_hand = open().filter(|(_, id, _)| is_held(id));
        RankedOffer {
            in_hand: in_hand.map(|(fits, ..)| *fits).min(),
            last: last.is_some(),
            offered: OfferedManeuver {
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
                drawn: self.drawn_in(&Declaration {
                    without: Vec::new(),
                    ..with_maneuver(draft, maneuver, None)
                }),
                barred,
            },
        }
    }

    /// Finds out what bars a maneuver for a draft's actor and targets, with the item chosen in the
    /// draft, or with every fitting item and without one; `last` is the item used last.
    fn judge_maneuver(
        &self,
        who: &Combatant,
        maneuver: &Maneuver,
        draft: &Declaration,
        last: Option<ItemId>,
    ) -> JudgedManeuver {
        let left = Cell::new(MAX_JUDGED);
        let bar = |item| self.offer_bar(&with_maneuver(draft, maneuver, item), maneuver, &left);
        let items = fitting_items(who, maneuver, last).into_iter();
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
        JudgedManeuver { items, barred }
    }

    /// Returns what bars a declaration; without a target, what bars it at every possible one. At
    /// most `left` more declarations are judged, which counts down; at the limit, it counts as not
    /// barred.
    fn offer_bar(
        &self,
        asked: &Declaration,
        maneuver: &Maneuver,
        left: &Cell<usize>,
    ) -> Option<BarReason> {
        if maneuver.targets.accepts(asked.at.len()) {
            return self.declaration_bar(asked, &maneuver.rule);
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        let alone = |scene: &Scene<'_>| self.find_bar(scene, asked.by);
        // Players know only targets they see, and learn nothing of what others do to the acting combatant.
        let alike = || !self.can_run_table() || self.state.is_actor_read_alike(&exchange);
        if let Some(bar) = self.state.with_scene(&exchange, alone)
            && alike()
        {
            return Some(bar);
        }
        let mut first = None;
        for id in self.state.combatants.keys().copied() {
            let known = self.find_known_combatant(id).is_ok();
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
        first.or_else(|| Some(to_bar(&Refusal::WrongTargets, &maneuver.rule)))
    }

    /// Returns why a declaration would be refused now.
    fn declaration_bar(&self, asked: &Declaration, rule: &RuleId) -> Option<BarReason> {
        let judged = self.judge(asked, &mut DryRun::new(self.state));
        judged.err().map(|refusal| to_bar(&refusal, rule))
    }

    /// Lists the situation parameters that can be set between a combatant and the first target.
    fn situation_offers(&self, who: &Combatant, at: &[CombatantId]) -> Vec<OfferedParameter> {
        let combat = self.state.system.combat();
        // The current value stays unless it is set.
        let now = at
            .first()
            .map(|to| self.state.situation_between(who.id, *to));
        let mut situation: Vec<OfferedParameter> = combat
            .situation_parameters()
            .iter()
            .map(Into::into)
            .collect();
        for dial in &mut situation {
            let now = now.as_ref().and_then(|now| now.get(&dial.key));
            dial.default = now.unwrap_or(dial.default);
            let spec = combat.cover_spec();
            dial.cover = spec.is_some_and(|spec| spec.keys.contains(&&*dial.key));
        }
        let covers = at.first().and_then(|to| self.cover_offers(who.id, *to));
        situation.splice(0..0, covers);
        if who.hidden {
            let noticed = ParameterSpec::flag(NOTICED_KEY, msg::THE_TARGET_NOTICES_IT);
            situation.push(OfferedParameter::from(&noticed));
        }
        situation
    }

    /// Returns what the scene says of a combatant and the first target, as far as the sender knows of it.
    fn offered_space(&self, who: &Combatant, at: &[CombatantId]) -> Option<Late<Separation>> {
        let (state, to) = (self.state, *at.first()?);
        let public = !self.can_run_table() || state.is_visible(who.id) && state.is_visible(to);
        let mut space = state.separation_of(who.id, to, (&[], public))?;
        space.exits.clear();
        Some(Late::new(space))
    }

    /// Lists the covers the sender knows of, as options of the parameter that says which one is
    /// between a pair; `None` if the rules have no cover, or a player knows of none.
    fn cover_offers(&self, by: CombatantId, to: CombatantId) -> Option<OfferedParameter> {
        self.state.system.combat().cover_spec()?;
        let covers = self.state.known_covers(self.viewer());
        if covers.is_empty() && !self.can_run_table() {
            return None;
        }
        let named = covers.iter();
        let named = named.map(|(id, cover)| (id.to_parameter(), cover.name.to_string()));
        let none = std::iter::once((0, msg::NONE_WITH_A_NAME.into()));
        Some(OfferedParameter {
            key: BEHIND_KEY.to_owned(),
            title: msg::BEHIND_2.into(),
            options: none.chain(named).collect(),
            range: None,
            default: self
                .state
                .cover_between(by, to)
                .map_or(0, |(id, _)| id.to_parameter()),
            cover: false,
        })
    }
}

/// Builds a draft of another maneuver or item for the same actor and targets, with the parameters
/// of `draft` if it is the maneuver drafted there, else with none set.
fn with_maneuver(draft: &Declaration, maneuver: &Maneuver, item: Option<ItemId>) -> Declaration {
    let chosen = draft.intent.maneuver == maneuver.key;
    let intent = match chosen {
        true => draft.intent.clone(),
        false => Intent::of(maneuver.key),
    };
    Declaration {
        by: draft.by,
        at: limit_targets(maneuver.targets, &draft.at),
        others: draft.others.clone(),
        without: draft.without.clone(),
        intent: Intent { item, ..intent },
        ..*draft
    }
}

/// Returns as many of these targets as a maneuver takes.
fn limit_targets(takes: Targets, at: &[CombatantId]) -> Vec<CombatantId> {
    let most = match takes {
        Targets::None => 0,
        Targets::One => 1,
        Targets::UpTo(most) => usize::from(most),
    };
    at.iter().copied().take(most).collect()
}

/// Returns the items of a combatant that fit a maneuver, best first, each with the number of item
/// kinds that suit the maneuver better. Best is the item used last, then what is made for the
/// maneuver, and of that what is in hand.
fn fitting_items(
    who: &Combatant,
    maneuver: &Maneuver,
    last: Option<ItemId>,
) -> Vec<(usize, ItemId)> {
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
fn to_bar(refusal: &Refusal, rule: &RuleId) -> BarReason {
    match refusal {
        Refusal::Barred { why, rule } => {
            (Wording::verbatim(why.clone()), RuleId::from(rule.clone()))
        }
        Refusal::Chat(why) => why.to_bar_reason(rule),
        other => (Wording::verbatim(other.to_string()), rule.clone()),
    }
}
