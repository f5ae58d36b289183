//! The draft of an action before it is declared: targets, maneuver, item. It starts with likely choices.

use leptos::prelude::*;
use rules::base::id::{CombatantId, CommandId};
use rules::base::late::Late;
use rules::base::sorted_map::Map;
use rules::character::gear::ItemId;
use rules::character::parameters::Parameters;
use rules::encounter::question::{DrawnCombatant, ExchangeOdds, OfferedManeuver, OfferedParameter};
use rules::exchange::Targets as Takes;
use rules::messages::{Text, screen as msg};
use rules::space::Separation;

use crate::exchange::candidates;
use crate::reactive::Key;
use crate::state::table_state::Model;

/// Number of maneuvers shown as cards; the others are behind one more tap.
pub(super) const CARDS: usize = 3;

/// The acting combatant and the targets of a drafted action, without its options.
type Aim = (CombatantId, Vec<CombatantId>);

/// State of the form with which a reader puts an attack or other action together before declaring it. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Draft {
    /// The combatant who acts; `None` while the draft is closed.
    pub(crate) by: RwSignal<Option<CombatantId>>,
    /// The targets of the action.
    pub(crate) at: RwSignal<Vec<CombatantId>>,
    /// Further combatants that may be drawn in, such as bystanders or helpers.
    pub(crate) others: RwSignal<Vec<CombatantId>>,
    /// Combatants that stay out of it, though the rules would draw them in.
    pub(crate) without: RwSignal<Vec<CombatantId>>,
    /// The key of the maneuver.
    pub(super) maneuver: RwSignal<Option<String>>,
    /// The item that is used.
    pub(super) item: RwSignal<Option<ItemId>>,
    /// The parameters that the player has set.
    pub(super) set: RwSignal<Parameters>,
    /// The maneuvers that the rules offer; empty until the server has answered.
    pub(super) offered: RwSignal<Vec<OfferedManeuver>>,
    /// The keys of the maneuvers on the screen: those possible when this draft was opened, and those that became
    /// possible since.
    pub(super) shown: RwSignal<Vec<String>>,
    /// The parameters of the situation between actor and target, such as distance.
    pub(super) situation: RwSignal<Vec<OfferedParameter>>,
    /// What the scene says of the combatant and the first target.
    pub(super) space: RwSignal<Option<Late<Separation>>>,
    /// The odds of the chosen maneuver.
    pub(super) chances: RwSignal<Option<ExchangeOdds>>,
    /// The odds of the maneuvers that are shown as cards, by key.
    pub(super) compared: RwSignal<Map<String, ExchangeOdds>>,
    /// The text in the search field of the other maneuvers.
    pub(super) search: RwSignal<String>,
    /// Whether the actor's roll waits, so that benefits can be bought for it first.
    pub(super) stops: RwSignal<bool>,
    /// The targets of each combatant's last accepted action.
    pub(super) last: StoredValue<Map<CombatantId, Vec<CombatantId>>>,
    /// The last declaration with its actor and targets, until it is answered.
    pub(super) sent: StoredValue<Option<(CommandId, Aim)>>,
    /// The acting combatant, once no action on another combatant is left.
    pub(crate) spent: RwSignal<Option<CombatantId>>,
}

impl Draft {
    /// Creates a closed, empty draft of an action.
    #[must_use]
    pub fn new() -> Self {
        Self {
            by: RwSignal::new(None),
            at: RwSignal::new(Vec::new()),
            others: RwSignal::new(Vec::new()),
            without: RwSignal::new(Vec::new()),
            maneuver: RwSignal::new(None),
            item: RwSignal::new(None),
            set: RwSignal::new(Parameters::default()),
            offered: RwSignal::new(Vec::new()),
            shown: RwSignal::new(Vec::new()),
            situation: RwSignal::new(Vec::new()),
            space: RwSignal::new(None),
            chances: RwSignal::new(None),
            compared: RwSignal::new(Map::new()),
            search: RwSignal::new(String::new()),
            stops: RwSignal::new(false),
            last: StoredValue::new(Map::new()),
            sent: StoredValue::new(None),
            spent: RwSignal::new(None),
        }
    }

    /// Whether the form that drafts an action is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.by.with(Option::is_some)
    }

    /// Returns the acting combatant, once it has no action on another combatant left this turn.
    #[must_use]
    pub fn spent(&self) -> Option<CombatantId> {
        self.spent.get()
    }

    /// Opens the draft of an action with the first maneuver that the rules offer. It targets `target`, the last target
    /// of the combatant, or its only foe.
    pub fn open(&self, model: Model, by: CombatantId, target: Option<CombatantId>) {
        let at = self
            .last
            .with_value(|last| last.get(&by).cloned().unwrap_or_default());
        let here = candidates::possible_targets(model, by);
        let up = |id: &CombatantId| model.current_row(*id).is_some_and(|row| !row.is_out());
        let before = at.into_iter().filter(|id| here.contains(id) && up(id));
        let at: Vec<CombatantId> = match target {
            Some(target) => vec![target],
            None => before.collect(),
        };
        let at = if at.is_empty() {
            candidates::likely_target(model, by).into_iter().collect()
        } else {
            at
        };
        self.at.set(at);
        self.others.set(Vec::new());
        self.without.set(Vec::new());
        self.maneuver.set(None);
        self.item.set(None);
        self.set.set(Parameters::default());
        self.offered.set(Vec::new());
        self.shown.set(Vec::new());
        self.compared.set(Map::new());
        self.search.set(String::new());
        self.by.set(Some(by));
        self.ask_offers(model, false);
    }

    /// Returns the acting combatant of the draft and its first target; `None` without both.
    pub(crate) fn actor_and_target(&self) -> Option<(CombatantId, CombatantId)> {
        let at = self.at.get_untracked();
        self.by.get_untracked().zip(at.first().copied())
    }

    /// Returns the parameters of a cover between actor and target that are not 0.
    pub(crate) fn cover_numbers(&self) -> Parameters {
        let set = self.set.get_untracked();
        let mut numbers = Parameters::default();
        for dial in self.situation.get_untracked() {
            let value = set.get_or(&dial.key, dial.default);
            if dial.cover && value != 0 {
                numbers.set(&dial.key, value);
            }
        }
        numbers
    }

    /// Asks for the offered maneuvers again after a command changed the cover, and resets its
    /// parameters.
    pub(crate) fn refresh_offers(&self, model: Model) {
        self.situation.with_untracked(|dials| {
            let dials = dials.iter().filter(|dial| dial.cover);
            self.set
                .update(|set| dials.for_each(|dial| set.unset(&dial.key)));
        });
        self.ask_offers(model, true);
    }

    /// Closes the draft of an action without declaring it.
    pub fn close(&self) {
        self.by.set(None);
    }

    /// Whether the draft is open and could target this combatant.
    pub(crate) fn can_target(&self, id: CombatantId) -> bool {
        self.by.get_untracked().is_some_and(|by| by != id)
    }

    /// Chooses a combatant as a target of the drafted action, or drops it. A new one replaces the previous one, unless
    /// the maneuver takes several.
    pub(crate) fn toggle_target(&self, model: Model, id: CombatantId) {
        let several = matches!(
            self.chosen_maneuver().map(|it| it.targets),
            Some(Takes::UpTo(_))
        );
        self.at
            .update(|at| match at.iter().position(|other| *other == id) {
                Some(place) => _ = at.remove(place),
                None if several => at.push(id),
                None => *at = vec![id],
            });
        self.others.update(|others| others.retain(|it| *it != id));
        // How the two stand to each other is another matter now.
        self.situation.with_untracked(|dials| {
            self.set
                .update(|set| dials.iter().for_each(|dial| set.unset(&dial.key)));
        });
        // What takes several may take so many only in another way, which is still to be set.
        self.ask_offers(model, several);
    }

    /// Names a further combatant that the drafted action concerns, or removes it.
    pub(crate) fn toggle_other(&self, model: Model, id: CombatantId) {
        self.others.update(
            |others| match others.iter().position(|other| *other == id) {
                Some(place) => _ = others.remove(place),
                None => others.push(id),
            },
        );
        self.ask_offers(model, true);
    }

    /// Leaves out a combatant that the rules involve in the action, or includes it again.
    pub(crate) fn toggle_left_out(&self, model: Model, id: CombatantId) {
        self.without
            .update(|out| match out.iter().position(|other| *other == id) {
                Some(place) => _ = out.remove(place),
                None => out.push(id),
            });
        self.ask_offers(model, true);
    }

    /// Returns the combatants that the rules involve in the chosen maneuver besides its targets.
    pub(crate) fn drawn_in(&self) -> Vec<DrawnCombatant> {
        self.chosen_maneuver()
            .map(|it| it.drawn)
            .unwrap_or_default()
    }

    /// Returns the chosen maneuver with what the rules offer for it; `None` if none is chosen.
    pub(super) fn chosen_maneuver(&self) -> Option<OfferedManeuver> {
        self.offer(&self.maneuver.get()?)
    }

    /// Returns the offered maneuver with this key.
    pub(super) fn offer(&self, key: &str) -> Option<OfferedManeuver> {
        self.offered
            .with(|offered| offered.iter().find(|it| it.key == key).cloned())
    }

    /// Returns the list keys of `count` maneuvers on the screen, beginning with the place `from`.
    pub(super) fn shown_places(&self, from: usize, count: usize) -> Vec<Key> {
        let shown = self.shown.with(Vec::len);
        let places = (0u32..).take(shown).skip(from).take(count);
        places.map(Key::Maneuver).collect()
    }

    /// Returns the key of the maneuver at a place of the screen.
    pub(super) fn key_at(&self, place: u32) -> Option<String> {
        let place = usize::try_from(place).ok()?;
        self.shown.with_untracked(|keys| keys.get(place).cloned())
    }

    /// Returns the places of a group's maneuvers that match the search and have no card of their
    /// own.
    pub(super) fn matching_places(&self, group: ManeuverGroup) -> Vec<u32> {
        let search = self.search.get().trim().to_lowercase();
        let fits = |key: &String| {
            let offered = self.offer(key);
            offered.is_some_and(|it| {
                ManeuverGroup::of(&it) == group && it.title.to_lowercase().contains(&search)
            })
        };
        self.shown.with(|shown| {
            let places = (0u32..).zip(shown).skip(CARDS);
            places
                .filter(|(_, key)| fits(key))
                .map(|(place, _)| place)
                .collect()
        })
    }

    /// Reads the odds of a maneuver, if they are known.
    pub(super) fn known_chances<T>(
        &self,
        key: &str,
        part: impl Fn(&ExchangeOdds) -> T,
    ) -> Option<T> {
        if self.maneuver.with(|now| now.as_deref() == Some(key)) {
            let now = self.chances.with(|chances| chances.as_ref().map(&part));
            if now.is_some() {
                return now;
            }
        }
        self.compared.with(|all| all.get(key).map(&part))
    }

    /// Chooses a maneuver, with its default parameters.
    pub(super) fn choose_maneuver(&self, key: &str) {
        self.maneuver.set(Some(key.to_owned()));
        self.set.set(Parameters::default());
        self.fit_targets();
    }

    /// Adjusts targets and item to the chosen maneuver.
    pub(super) fn fit_targets(&self) {
        let offered = untrack(|| self.chosen_maneuver());
        if offered.as_ref().is_some_and(|it| it.targets == Takes::One) {
            self.at.update(|at| at.truncate(1));
        }
        let items = offered.map(|it| it.items).unwrap_or_default();
        if !self
            .item
            .get_untracked()
            .is_some_and(|item| items.contains(&item))
        {
            self.item.set(items.first().copied());
        }
        self.ask_odds();
    }

    /// Sets a parameter to `value`, which leaves out what the scene says; or back if it is set.
    pub(super) fn leave_out(&self, model: Model, key: &str, value: i32) {
        self.set.update(|set| match set.get(key) {
            Some(_) => set.unset(key),
            None => set.set(key, value),
        });
        self.ask_offers(model, true);
    }

    /// Sets a parameter, and asks for the offers again.
    pub(super) fn set_parameter(&self, model: Model, key: &str, value: i32, default: i32) {
        self.set.update(|set| {
            if value == default {
                set.unset(key);
            } else {
                set.set(key, value);
            }
        });
        self.ask_offers(model, true);
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self::new()
    }
}

/// Group of maneuvers that use a weapon, bare hands, or no target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ManeuverGroup {
    Item,
    Bare,
    Alone,
}

impl ManeuverGroup {
    pub(super) const ALL: [Self; 3] = [Self::Item, Self::Bare, Self::Alone];

    /// Returns the group that a maneuver belongs to.
    pub(super) fn of(offered: &OfferedManeuver) -> Self {
        match offered.targets {
            Takes::None => Self::Alone,
            _ if offered.items.is_empty() => Self::Bare,
            _ => Self::Item,
        }
    }

    /// Returns the heading of a group of maneuvers.
    pub(super) const fn title(self) -> Text {
        match self {
            Self::Item => msg::WITH_A_WEAPON,
            Self::Bare => msg::WITH_BARE_HANDS,
            Self::Alone => msg::WITHOUT_A_TARGET,
        }
    }
}
