//! What a combatant is offered: each maneuver with what bars it, judged as its declaration is.

use super::Decision;
use super::exchange::maneuvers_of;
use crate::dial::Dial;
use crate::encounter::combatant::Combatant;
use crate::encounter::command::Declaration;
use crate::encounter::cover::BEHIND;
use crate::encounter::exchange::Exchange;
use crate::encounter::question::{Dialed, NOTICED, Offered, Reply};
use crate::encounter::rank::{Ranked, rank_offers};
use crate::encounter::refusal::Refusal;
use crate::encounter::trial::Trial;
use crate::exchange::{Intent, Maneuver, Targets};
use crate::gear::{Carried, ItemId};
use crate::id::{CombatantId, ExchangeId};
use crate::messages::{Wording, encounter as msg};
use crate::term::{Bar, RuleId};

impl Decision<'_> {
    /// What the acting combatant of a draft can declare: its maneuver exactly as it stands there, all others with
    /// nothing set about them.
    pub(super) fn offers(&self, draft: &Declaration) -> Result<Reply, Refusal> {
        let by = draft.by.ok_or(Refusal::NoSuchCombatant)?;
        let who = self.find_own(by)?;
        self.meant(draft)?;
        let last = self.last_intent(by);
        let all = self.known(draft);
        let ranked = all.iter().map(|it| self.ranked(who, it, draft, last));
        Ok(Reply::Offers {
            maneuvers: rank_offers(ranked.collect()),
            situation: self.situation(who, &draft.at),
        })
    }

    pub(super) fn nothing_left(&self, by: CombatantId) -> Result<Reply, Refusal> {
        let who = self.find_own(by)?;
        let draft = Declaration::of(by, Intent::default());
        let all = self.known(&draft);
        let mut aimed = all.iter().filter(|it| it.targets != Targets::None);
        let barred = |it: &Maneuver| self.ranked(who, it, &draft, None).offered.barred.is_some();
        Ok(Reply::Spent(aimed.all(barred)))
    }

    /// What the acting combatant of a draft knows to start.
    fn known(&self, draft: &Declaration) -> Vec<Maneuver> {
        let mut exchange = Exchange::new(ExchangeId::FIRST, draft.intent.clone());
        exchange.by = draft.by;
        maneuvers_of(self.state, &exchange)
    }

    /// What a combatant did last, as far as this person knows of it.
    fn last_intent(&self, by: CombatantId) -> Option<&Intent> {
        let known = |it: &Exchange| self.can_run_table() || self.state.exchange_is_public(it);
        let mut theirs = self.state.exchanges.iter().rev();
        let last = theirs.find(|it| it.by == Some(by) && known(it))?;
        Some(&last.intent)
    }

    fn ranked(
        &self,
        who: &Combatant,
        maneuver: &Maneuver,
        draft: &Declaration,
        last: Option<&Intent>,
    ) -> Ranked {
        let last = last.filter(|last| last.maneuver == maneuver.key);
        let chosen = draft.intent.maneuver == maneuver.key;
        let meant = |item| Declaration {
            at: of_targets(maneuver.targets, &draft.at),
            intent: Intent {
                item,
                ..match chosen {
                    true => draft.intent.clone(),
                    false => Intent::of(maneuver.key),
                }
            },
            ..draft.clone()
        };
        let bar = |item| self.offer_bar(&meant(item), maneuver);
        let all = fitting(who, maneuver, last.and_then(|last| last.item));
        let tried: Vec<_> = all.iter().map(|(_, id)| (*id, bar(Some(*id)))).collect();
        let open = |id: ItemId| tried.iter().any(|(it, bar)| *it == id && bar.is_none());
        let any_open = tried.iter().any(|(_, bar)| bar.is_none());
        let first = tried.first().and_then(|(_, bar)| bar.clone());
        let barred = match (chosen, any_open) {
            (true, _) => bar(draft.intent.item),
            (false, true) => None,
            (false, false) => bar(None).map(|bare| first.unwrap_or(bare)),
        };
        // Where it can be done with bare hands alone, no item is named for it.
        let kept = |id: ItemId| match any_open {
            true => open(id) || chosen && draft.intent.item == Some(id),
            false => barred.is_some(),
        };
        let in_hand = all.iter().filter(|(_, id)| {
            let held = who.gear.get(id).map(|item| item.carried) == Some(Carried::Held);
            held && open(*id)
        });
        let in_hand = in_hand.map(|(fits, _)| *fits).min();
        Ranked {
            in_hand,
            last: last.is_some(),
            offered: Offered {
                key: maneuver.key.to_owned(),
                title: maneuver.title.into(),
                rule: maneuver.rule.clone(),
                targets: maneuver.targets,
                items: all
                    .iter()
                    .map(|(_, id)| *id)
                    .filter(|id| kept(*id))
                    .collect(),
                dials: maneuver.dials.iter().map(Into::into).collect(),
                drawn: self.drawn(&Declaration {
                    without: Vec::new(),
                    ..meant(None)
                }),
                barred,
            },
        }
    }

    /// What bars a declaration; without a target, what bars it at every one there is.
    fn offer_bar(&self, asked: &Declaration, maneuver: &Maneuver) -> Option<Bar> {
        if maneuver.targets.takes(asked.at.len()) {
            return self.declaration_bar(asked, &maneuver.rule);
        }
        let mut exchange = Exchange::new(ExchangeId::FIRST, asked.intent.clone());
        exchange.by = asked.by;
        if let Some(bar) = self.bar(&exchange) {
            return Some(bar);
        }
        let mut first = None;
        for id in self.state.combatants.keys().copied() {
            let known = self.find(id).is_ok();
            if !known || asked.by == Some(id) || asked.others.contains(&id) {
                continue;
            }
            let at = Declaration {
                at: vec![id],
                ..asked.clone()
            };
            let bar = self.declaration_bar(&at, &maneuver.rule)?;
            first = first.or(Some(bar));
        }
        first.or_else(|| Some(told(&Refusal::WrongTargets, &maneuver.rule)))
    }

    /// Why a declaration is refused now.
    fn declaration_bar(&self, asked: &Declaration, rule: &RuleId) -> Option<Bar> {
        let judged = self.judged(asked, &mut Trial::on(self.state));
        judged.err().map(|refusal| told(&refusal, rule))
    }

    /// What can be said of how things stand between a combatant and the first target.
    fn situation(&self, who: &Combatant, at: &[CombatantId]) -> Vec<Dialed> {
        let combat = self.state.system.combat();
        // Where it stands now is where it stays unless it is set.
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

    /// The covers this person knows of, as options of the dial that says which one is between a pair.
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

/// As many of these targets as a maneuver takes.
fn of_targets(takes: Targets, at: &[CombatantId]) -> Vec<CombatantId> {
    let most = match takes {
        Targets::None => 0,
        Targets::One => 1,
        Targets::UpTo(most) => usize::from(most),
    };
    at.iter().copied().take(most).collect()
}

/// The items of a combatant that a maneuver can be done with, and how many kinds suit it better: the one it was last
/// done with, then what is made for it, and of that what is in hand.
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

/// A refusal as what bars a maneuver of this rule.
fn told(refusal: &Refusal, rule: &RuleId) -> Bar {
    match refusal {
        Refusal::Barred { why, rule } => {
            (Wording::verbatim(why.clone()), RuleId::from(rule.clone()))
        }
        Refusal::Chat(why) => why.bar(rule),
        other => (Wording::verbatim(other.to_string()), rule.clone()),
    }
}
