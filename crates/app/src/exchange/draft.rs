//! An action before it is declared: at whom, what, with what. Everything a table would assume is filled in.

use leptos::prelude::*;
use rules::dial::Reading;
use rules::encounter::command::{Command, Declaration};
use rules::encounter::cover::BEHIND;
use rules::encounter::question::{Chances, Dialed, Drawn, NOTICED, Offered};
use rules::encounter::{Question, Reply};
use rules::exchange::{Intent, Targets as Takes};
use rules::gear::ItemId;
use rules::id::{CombatantId, CommandId};
use rules::messages::{Text, screen as msg};
use rules::sorted::Map;

use crate::browser;
use crate::connection::questions;
use crate::exchange::open_questions::name_of;
use crate::exchange::targets::{DrawnIn, Others, Targets};
use crate::exchange::{chance, cover, targets};
use crate::reactive::{Key, clicked, drawn, keyed, listed, live, memo};
use crate::state::table_state::{Answer, Model};
use crate::table::rule_link::ruled;
use crate::table::stepper::Stepper;

/// How many of what can be done stand as cards; the rest is behind one more tap.
const CARDS: usize = 3;

/// After how many milliseconds a question is asked again that came too fast.
const AGAIN: u32 = 400;

/// The acting combatant and the targets.
type Aim = (CombatantId, Vec<CombatantId>);

/// An action that is being put together. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Draft {
    /// The combatant who acts; `None` while nothing is put together.
    pub(crate) by: RwSignal<Option<CombatantId>>,
    /// At whom.
    pub(crate) at: RwSignal<Vec<CombatantId>>,
    /// Others who may be drawn in: bystanders, those who help.
    pub(crate) others: RwSignal<Vec<CombatantId>>,
    /// Those who stay out of it, though the rules would draw them in.
    pub(crate) without: RwSignal<Vec<CombatantId>>,
    /// The key of the maneuver.
    maneuver: RwSignal<Option<String>>,
    /// With what.
    item: RwSignal<Option<ItemId>>,
    /// What was set about it.
    set: RwSignal<Reading>,
    /// What the rules offer, once they were asked.
    offered: RwSignal<Vec<Offered>>,
    /// The keys of what is on the screen: what could be done when this draft was opened, and what can be done since.
    shown: RwSignal<Vec<String>>,
    /// What can be said of the situation between the two.
    situation: RwSignal<Vec<Dialed>>,
    /// What it would come to.
    chances: RwSignal<Option<Chances>>,
    /// What the first few of what is on the screen would come to, by their keys.
    compared: RwSignal<Map<String, Chances>>,
    /// The text in the search field of "More ways".
    search: RwSignal<String>,
    /// Whether the own dice wait, for something is to be bought for them.
    stops: RwSignal<bool>,
    /// At whom each combatant last did what was accepted.
    last: StoredValue<Map<CombatantId, Vec<CombatantId>>>,
    /// What was declared last, who acts in it and at whom, until it is answered.
    sent: StoredValue<Option<(CommandId, Aim)>>,
    /// The acting combatant, once nothing is left that they could do to another.
    pub(crate) spent: RwSignal<Option<CombatantId>>,
}

impl Draft {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            by: RwSignal::new(None),
            at: RwSignal::new(Vec::new()),
            others: RwSignal::new(Vec::new()),
            without: RwSignal::new(Vec::new()),
            maneuver: RwSignal::new(None),
            item: RwSignal::new(None),
            set: RwSignal::new(Reading::default()),
            offered: RwSignal::new(Vec::new()),
            shown: RwSignal::new(Vec::new()),
            situation: RwSignal::new(Vec::new()),
            chances: RwSignal::new(None),
            compared: RwSignal::new(Map::new()),
            search: RwSignal::new(String::new()),
            stops: RwSignal::new(false),
            last: StoredValue::new(Map::new()),
            sent: StoredValue::new(None),
            spent: RwSignal::new(None),
        }
    }

    /// Whether an action is being put together.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.by.with(Option::is_some)
    }

    /// The acting combatant, once nothing is left that they could do to another.
    #[must_use]
    pub fn spent(&self) -> Option<CombatantId> {
        self.spent.get()
    }

    /// Begins with an action of a combatant: what the rules offer first, at `target`, at whom they last did
    /// something, or at the one foe there is.
    pub fn open(&self, model: Model, by: CombatantId, target: Option<CombatantId>) {
        let at = self
            .last
            .with_value(|last| last.get(&by).cloned().unwrap_or_default());
        let here = targets::all(model, by);
        let up = |id: &CombatantId| model.row_now(*id).is_some_and(|row| !row.is_out());
        let before = at.into_iter().filter(|id| here.contains(id) && up(id));
        let at: Vec<CombatantId> = match target {
            Some(target) => vec![target],
            None => before.collect(),
        };
        let at = if at.is_empty() {
            targets::likely(model, by).into_iter().collect()
        } else {
            at
        };
        self.at.set(at);
        self.others.set(Vec::new());
        self.without.set(Vec::new());
        self.maneuver.set(None);
        self.item.set(None);
        self.set.set(Reading::default());
        self.offered.set(Vec::new());
        self.shown.set(Vec::new());
        self.compared.set(Map::new());
        self.search.set(String::new());
        self.by.set(Some(by));
        self.ask(model, false);
    }

    /// The acting combatant and the first target.
    pub(crate) fn pair(&self) -> Option<(CombatantId, CombatantId)> {
        let at = self.at.get_untracked();
        self.by.get_untracked().zip(at.first().copied())
    }

    /// Where the dials of a cover between the two stand; what stands at 0 is not said.
    pub(crate) fn cover_numbers(&self) -> Reading {
        let set = self.set.get_untracked();
        let mut numbers = Reading::default();
        for dial in self.situation.get_untracked() {
            let value = set.or(&dial.key, dial.default);
            if dial.cover && value != 0 {
                numbers.set(&dial.key, value);
            }
        }
        numbers
    }

    /// Asks for the offers again after a command changed the cover, and drops the numbers that were set of it.
    pub(crate) fn look_again(&self, model: Model) {
        self.situation.with_untracked(|dials| {
            let dials = dials.iter().filter(|dial| dial.cover);
            self.set
                .update(|set| dials.for_each(|dial| set.unset(&dial.key)));
        });
        self.ask(model, true);
    }

    /// Gives it up.
    pub fn close(&self) {
        self.by.set(None);
    }

    /// Whether an action is put together of which this combatant could be the target.
    pub(crate) fn wants(&self, id: CombatantId) -> bool {
        self.by.get_untracked().is_some_and(|by| by != id)
    }

    /// Chooses a target: in the place of the one before, or beside the others where the maneuver
    /// takes several.
    pub(crate) fn aim(&self, model: Model, id: CombatantId) {
        let several = matches!(self.chosen().map(|it| it.targets), Some(Takes::UpTo(_)));
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
        self.ask(model, several);
    }

    /// Names one who may be drawn in, or not.
    pub(crate) fn draw_in(&self, model: Model, id: CombatantId) {
        self.others.update(
            |others| match others.iter().position(|other| *other == id) {
                Some(place) => _ = others.remove(place),
                None => others.push(id),
            },
        );
        self.ask(model, true);
    }

    /// Leaves out one whom the rules draw in, or not.
    pub(crate) fn leave_out(&self, model: Model, id: CombatantId) {
        self.without
            .update(|out| match out.iter().position(|other| *other == id) {
                Some(place) => _ = out.remove(place),
                None => out.push(id),
            });
        self.ask(model, true);
    }

    /// Whom the rules draw into the maneuver that is chosen.
    pub(crate) fn drawn(&self) -> Vec<Drawn> {
        self.chosen().map(|it| it.drawn).unwrap_or_default()
    }

    /// The maneuver that is chosen, as it is offered.
    fn chosen(&self) -> Option<Offered> {
        self.offer_of(&self.maneuver.get()?)
    }

    fn offer_of(&self, key: &str) -> Option<Offered> {
        self.offered
            .with(|offered| offered.iter().find(|it| it.key == key).cloned())
    }

    /// The places of so many on the screen, from one on.
    fn places(&self, from: usize, count: usize) -> Vec<Key> {
        let shown = self.shown.with(Vec::len);
        let places = (0u32..).take(shown).skip(from).take(count);
        places.map(Key::Maneuver).collect()
    }

    /// The key of the maneuver at a place of the screen.
    fn key_at(&self, place: u32) -> Option<String> {
        let place = usize::try_from(place).ok()?;
        self.shown.with_untracked(|keys| keys.get(place).cloned())
    }

    /// The places of those behind the cards that are done in a way and have what is searched for in their names.
    fn found(&self, way: Way) -> Vec<u32> {
        let search = self.search.get().trim().to_lowercase();
        let fits = |key: &String| {
            let offered = self.offer_of(key);
            offered
                .is_some_and(|it| Way::of(&it) == way && it.title.to_lowercase().contains(&search))
        };
        self.shown.with(|shown| {
            let places = (0u32..).zip(shown).skip(CARDS);
            places
                .filter(|(_, key)| fits(key))
                .map(|(place, _)| place)
                .collect()
        })
    }

    /// Something of what a maneuver would come to, if that is known.
    fn known<T>(&self, key: &str, part: impl Fn(&Chances) -> T) -> Option<T> {
        if self.maneuver.with(|now| now.as_deref() == Some(key)) {
            let now = self.chances.with(|chances| chances.as_ref().map(&part));
            if now.is_some() {
                return now;
            }
        }
        self.compared.with(|all| all.get(key).map(&part))
    }

    fn choose(&self, key: &str) {
        self.maneuver.set(Some(key.to_owned()));
        self.set.set(Reading::default());
        self.fit();
    }

    /// Brings targets and item to what the maneuver that is chosen takes.
    fn fit(&self) {
        let offered = untrack(|| self.chosen());
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
        self.weigh();
    }

    /// The question about the draft as it stands; `None` while nobody acts.
    fn question(&self) -> Option<Question> {
        let by = self.by.get_untracked()?;
        Some(Question::Offers {
            by,
            at: self.at.get_untracked(),
            others: self.others.get_untracked(),
            without: self.without.get_untracked(),
            intent: self.maneuver.get_untracked().map(|key| self.intent(key)),
        })
    }

    /// The intent as chosen so far.
    fn intent(&self, key: String) -> Intent {
        let mut intent = Intent::of(key);
        intent.item = self.item.get();
        intent.set = self.set.get();
        intent.set.unset(NOTICED);
        intent
    }

    /// Asks the rules what this combatant can do so; `keep` says that what is chosen stays, be it barred or not.
    fn ask(&self, model: Model, keep: bool) {
        let (draft, asked) = (*self, untrack(|| self.question()));
        let Some(question) = asked.clone() else {
            return;
        };
        questions::ask(question, move |reply| {
            if untrack(|| draft.question()) != asked {
                return;
            }
            match reply {
                Reply::Offers {
                    maneuvers,
                    situation,
                } => {
                    if draft.situation.with_untracked(|old| *old != situation) {
                        draft.situation.set(situation);
                    }
                    draft.offer(maneuvers, keep);
                }
                Reply::Refused(why) => model.say(crate::words::sentence(&why.to_string())),
                // Asked again a moment later, or nothing could be chosen.
                Reply::TooFast => browser::later(AGAIN, move || draft.ask(model, keep)),
                Reply::Spent(_) | Reply::Odds(_) => {}
            }
        });
    }

    /// Takes in what the rules offer, the likeliest first. What is on the screen stays where it is, for a finger may be
    /// on its way there, also where it cannot be done any more.
    fn offer(&self, maneuvers: Vec<Offered>, keep: bool) {
        let open = maneuvers.iter().filter(|it| it.barred.is_none());
        let open: Vec<String> = open.map(|it| it.key.clone()).collect();
        self.offered.set(maneuvers);
        let chosen = self.maneuver.get_untracked();
        match open.first() {
            _ if chosen.is_some_and(|key| keep || open.contains(&key)) => self.fit(),
            Some(key) => self.choose(key),
            None => self.maneuver.set(None),
        }
        let shown = self.shown.get_untracked();
        let new = open.into_iter().filter(|key| !shown.contains(key));
        self.shown.update(|shown| shown.extend(new));
        self.compare();
    }

    /// Asks what each of the cards would come to, with what it would be done with.
    fn compare(&self) {
        self.compared.set(Map::new());
        let Some(by) = self.by.get_untracked() else {
            return;
        };
        let at = self.at.get_untracked();
        let cards = self
            .shown
            .with_untracked(|keys| keys.iter().take(CARDS).cloned().collect::<Vec<_>>());
        for offered in cards
            .iter()
            .filter_map(|key| untrack(|| self.offer_of(key)))
        {
            let at = match offered.targets {
                Takes::None => Vec::new(),
                Takes::One => at.iter().take(1).copied().collect(),
                Takes::UpTo(_) => at.clone(),
            };
            if offered.barred.is_some() || !offered.targets.takes(at.len()) {
                continue;
            }
            let mut intent = Intent::of(offered.key.clone());
            intent.item = offered.items.first().copied();
            let asked = Declaration {
                at,
                ..Declaration::of(by, intent)
            };
            let compared = self.compared;
            questions::ask(Question::Odds(Box::new(asked)), move |reply| {
                if let Reply::Odds(chances) = reply {
                    _ = compared.try_update(|all| all.insert(offered.key, chances));
                }
            });
        }
    }

    /// The declaration as it stands; `None` while something is missing.
    fn declaration(&self, anyway: bool) -> Option<Declaration> {
        let by = self.by.get()?;
        let offered = self.chosen()?;
        let at = if offered.targets == Takes::None {
            Vec::new()
        } else {
            self.at.get()
        };
        if !offered.targets.takes(at.len()) || (offered.barred.is_some() && !anyway) {
            return None;
        }
        let noticed = self.set.with(|set| set.is_on(NOTICED));
        let intent = self.intent(offered.key);
        Some(Declaration {
            by: Some(by),
            at,
            others: self.others.get(),
            intent,
            without: self.without.get(),
            anyway,
            noticed,
            // What goes past the rules is looked at first.
            throws: !anyway && !self.stops.get(),
        })
    }

    /// Asks what it would come to.
    fn weigh(&self) {
        self.chances.set(None);
        if let Some(declaration) = untrack(|| self.declaration(false)) {
            chance::ask(Question::Odds(Box::new(declaration)), self.chances);
        }
    }

    fn turn(&self, model: Model, key: &str, value: i32, default: i32) {
        self.set.update(|set| {
            if value == default {
                set.unset(key);
            } else {
                set.set(key, value);
            }
        });
        self.ask(model, true);
    }

    fn declare(&self, model: Model) {
        if let Some(declaration) = untrack(|| self.declaration(false)) {
            let done = declaration.by.map(|by| (by, declaration.at.clone()));
            let given = model.ask(Command::Declare(Box::new(declaration)));
            self.sent.set_value(given.zip(done));
            self.close();
        }
    }

    /// Does what is barred all the same, or asks the storyteller to.
    fn declare_anyway(&self, model: Model, key: &str) {
        self.choose(key);
        let Some(declaration) = untrack(|| self.declaration(true)) else {
            model.say(msg::CHOOSE_A_TARGET_FIRST.get().to_owned());
            return;
        };
        let command = Command::Declare(Box::new(declaration));
        match model.runs() {
            true => model.give(command),
            false => model.propose(command),
        };
        self.close();
    }

    /// What was refused is still there, to be put otherwise; at whom it was done is remembered of what was accepted.
    pub(crate) fn answered(&self, answer: &Answer) {
        let sent = self.sent.get_value();
        if let Some((_, (by, at))) = sent.filter(|(id, _)| *id == answer.id) {
            self.sent.set_value(None);
            if answer.refused.is_none() {
                self.last.update_value(|last| _ = last.insert(by, at));
            } else if !untrack(|| self.is_open()) {
                self.by.set(Some(by));
            }
        }
    }

    /// Asks whether anything is left for the acting combatant to do.
    pub(crate) fn look_ahead(&self, by: CombatantId) {
        let spent = self.spent;
        let draft = *self;
        questions::ask(Question::Spent { by }, move |reply| match reply {
            Reply::Spent(nothing) => _ = spent.try_set(nothing.then_some(by)),
            Reply::TooFast => browser::later(AGAIN, move || draft.look_ahead(by)),
            _ => {}
        });
    }
}

impl Default for Draft {
    fn default() -> Self {
        Self::new()
    }
}

/// The action as cards: at whom, what, with what; and one button.
#[component]
pub fn DraftCard(
    /// The action.
    draft: Draft,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let title = move || format!("{} …", name_of(model, draft.by.get()));
    let chosen = memo(move || draft.chosen());
    let needs_target = move || chosen.get().is_none_or(|it| it.targets != Takes::None);
    let ready = memo(move || draft.declaration(false).is_some());
    let button = move || {
        let what = chosen.get().map(|it| it.title);
        let at = draft.at.get();
        match (what, at.first()) {
            (Some(what), Some(at)) if needs_target() => {
                format!("{what}: {}", name_of(model, Some(*at)))
            }
            (Some(_), None) if needs_target() => msg::CHOOSE_A_TARGET.get().to_owned(),
            (Some(what), _) => what,
            (None, _) => msg::CHOOSE_WHAT_TO_DO.get().to_owned(),
        }
    };
    view! {
        <div
            class="card draft"
            id="draft"
            tabindex="-1"
            hidden=live(move || !draft.is_open())
            on:keydown=keyed(move |event| if event.key() == "Escape" { draft.close() } else { browser::walk(&event) })
        >
            <div class="own-head">
                <h2>{live(title)}</h2>
                <button
                    type="button"
                    class="quiet icon small"
                    tabindex="-1"
                    aria-label=msg::DO_SOMETHING_ELSE.get()
                    on:click=clicked(move |_| draft.close())
                >
                    "×"
                </button>
            </div>
            <Targets draft />
            <div
                class="maneuvers options"
                role="group"
                aria-label=msg::WHAT.get()
                on:keydown=keyed(|event| browser::walk(&event))
            >
                {listed(move || draft.places(0, CARDS), move |key| card(model, draft, key))}
            </div>
            {drawn(move || draft.by.get().map(|_| more_ways(model, draft)))}
            <DrawnIn draft />
            {move || chosen.get().map(|it| items(model, draft, &it))}
            // Folded again with each new draft.
            {drawn(move || draft.by.get().map(|_| view! {
                <details class="draft-options">
                    <summary>{msg::OPTIONS.get()}</summary>
                    {move || chosen.get().map(|it| details(model, draft, &it))}
                    {move || situation(model, draft)}
                    <Others draft />
                </details>
            }))}
            <p class="faint chances">{chance::shown(model, draft.chances)}</p>
            <label class="check stops">
                <input
                    type="checkbox"
                    prop:checked=draft.stops
                    on:change:target=move |event| draft.stops.set(event.target().checked())
                />
                {msg::BUY_SOMETHING_FIRST.get()}
            </label>
            <button
                type="button"
                class="brass declare"
                id="declare"
                disabled=live(move || !ready.get())
                on:click=clicked(move |_| draft.declare(model))
            >
                {live(button)}
            </button>
        </div>
    }
}

/// A maneuver that can be done, or could be a moment ago, with what it would be done with and come to.
fn card(model: Model, draft: Draft, key: Key) -> Option<AnyView> {
    let Key::Maneuver(place) = key else {
        return None;
    };
    let name = draft.key_at(place)?;
    let (title, with, sum, odds) = (name.clone(), name.clone(), name.clone(), name.clone());
    let with = move || {
        let item = match draft.maneuver.with(|now| now.as_ref() == Some(&with)) {
            true => draft.item.get(),
            false => draft.offer_of(&with)?.items.first().copied(),
        };
        let row = draft.by.get().and_then(|by| model.row_now(by))?;
        Some(row.gear.get(&item?)?.name.to_string())
    };
    let dice = move || {
        let sum = draft.known(&sum, |chances| chances.pool)??;
        Some(model.rules().offer(sum, &Reading::default()).sum)
    };
    let inside = view! {
        <span class="option-title">
            {live(move || draft.offer_of(&title).map(|it| it.title))}
            <b class="option-dice">{live(dice)}</b>
        </span>
        <span class="option-with">{live(with)}</span>
        <span class="chance">{live(move || draft.known(&odds, |it| chance::short(model, it)))}</span>
    };
    Some(choice(
        model,
        draft,
        "option maneuver",
        name,
        inside.into_any(),
    ))
}

/// One of the rest, by its name alone.
fn chip(model: Model, draft: Draft, key: Key) -> Option<AnyView> {
    let Key::Maneuver(place) = key else {
        return None;
    };
    let name = draft.key_at(place)?;
    let title = name.clone();
    let inside = live(move || draft.offer_of(&title).map(|it| it.title));
    Some(choice(
        model,
        draft,
        "chip maneuver",
        name,
        inside.into_any(),
    ))
}

/// A button that chooses a maneuver.
fn choice(
    model: Model,
    draft: Draft,
    class: &'static str,
    name: String,
    inside: AnyView,
) -> AnyView {
    let (key, barred, pressed, stop) = (name.clone(), name.clone(), name.clone(), name.clone());
    view! {
        <button
            type="button"
            class=class
            data-key=key
            disabled=live(move || draft.offer_of(&barred).is_none_or(|it| it.barred.is_some()))
            tabindex=live(move || if draft.maneuver.with(|now| now.as_ref() == Some(&stop)) { "0" } else { "-1" })
            aria-pressed=live(move || draft.maneuver.with(|now| now.as_ref() == Some(&pressed)).to_string())
            on:click=clicked(move |_| {
                draft.choose(&name);
                draft.ask(model, true);
            })
        >
            {inside}
        </button>
    }
    .into_any()
}

/// What a maneuver of the rest is done with, in the order in which they stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Item,
    Bare,
    Alone,
}

impl Way {
    const ALL: [Self; 3] = [Self::Item, Self::Bare, Self::Alone];

    fn of(offered: &Offered) -> Self {
        match offered.targets {
            Takes::None => Self::Alone,
            _ if offered.items.is_empty() => Self::Bare,
            _ => Self::Item,
        }
    }

    const fn title(self) -> Text {
        match self {
            Self::Item => msg::WITH_A_WEAPON,
            Self::Bare => msg::WITH_BARE_HANDS,
            Self::Alone => msg::WITHOUT_A_TARGET,
        }
    }
}

/// What else can be done, by what it is done with, with a field that finds it by its name; and what cannot be done now.
fn more_ways(model: Model, draft: Draft) -> AnyView {
    let rest = memo(move || draft.shown.with(|shown| shown.len().saturating_sub(CARDS)));
    let barred_too = move || {
        draft
            .offered
            .with(|all| all.iter().filter(|it| it.barred.is_some()).count())
    };
    let groups = Way::ALL.map(|way| {
        let places = memo(move || draft.found(way).into_iter().map(Key::Maneuver).collect::<Vec<_>>());
        view! {
            <div class="ways" role="group" aria-label=way.title().get() hidden=live(move || places.with(Vec::is_empty))>
                <h3>{way.title().get()}</h3>
                <div class="chips" on:keydown=keyed(|event| browser::walk(&event))>
                    {listed(move || places.get(), move |key| chip(model, draft, key))}
                </div>
            </div>
        }
    });
    let search = move || {
        (rest.get() > 6).then(|| {
            view! {
                <input
                    type="text"
                    class="ways-search"
                    autocomplete="off"
                    aria-label=msg::FIND_A_WAY.get()
                    placeholder=msg::FIND_A_WAY.get()
                    prop:value=draft.search
                    on:input:target=move |event| draft.search.set(event.target().value())
                />
            }
        })
    };
    view! {
        <details class="more-ways" hidden=live(move || rest.get() + barred_too() == 0)>
            <summary>{live(move || msg::more_ways(&(rest.get() + barred_too())))}</summary>
            {drawn(search)}
            {groups}
            {drawn(move || barred(model, draft))}
        </details>
    }
    .into_any()
}

/// What cannot be done now, with the reason.
fn barred(model: Model, draft: Draft) -> Option<AnyView> {
    let barred = draft.offered.with(|offered| {
        let barred = offered.iter().filter_map(|it| {
            let (why, rule) = it.barred.clone()?;
            Some((it.key.clone(), it.title.clone(), why, rule))
        });
        barred.collect::<Vec<_>>()
    });
    let count = barred.len();
    let words = match model.runs() {
        true => msg::DO_IT_ANYWAY.get(),
        false => msg::ASK_TO_DO_IT_ANYWAY.get(),
    };
    let lines = barred.into_iter().map(|(key, title, why, rule)| {
        let anyway = key.clone();
        view! {
            <li data-key=key>
                <b>{title}</b>
                " "
                {String::from(why)}
                " "
                {ruled(rule.as_str())}
                " "
                <button
                    type="button"
                    class="button quiet"
                    on:click=clicked(move |_| draft.declare_anyway(model, &anyway))
                >
                    {words}
                </button>
            </li>
        }
    });
    let list = view! {
        <h3>{msg::not_now(&count)}</h3>
        <ul class="plain not-now">{lines.collect_view()}</ul>
    };
    (count > 0).then(|| list.into_any())
}

/// With what.
fn items(model: Model, draft: Draft, offered: &Offered) -> AnyView {
    let gear = draft
        .by
        .get()
        .and_then(|id| model.row_now(id))
        .map(|row| row.gear);
    let gear = gear.unwrap_or_default();
    let items = offered.items.iter().filter_map(|id| {
        let name = gear.get(id)?.name.to_string();
        let id = *id;
        Some(view! {
            <button
                type="button"
                class="chip"
                aria-pressed=live(move || (draft.item.get() == Some(id)).to_string())
                on:click=clicked(move |_| {
                    draft.item.set(Some(id));
                    draft.ask(model, true);
                })
            >
                {name}
            </button>
        })
    });
    let items = items.collect_view();
    view! { <div class="chips" role="group" aria-label=msg::WITH_WHAT.get() hidden=offered.items.len() < 2>{items}</div> }
        .into_any()
}

/// What can be set about it, and its rule.
fn details(model: Model, draft: Draft, offered: &Offered) -> AnyView {
    let dials: Vec<AnyView> = offered
        .dials
        .iter()
        .map(|dial| dialed(model, draft, dial))
        .collect();
    let rule = ruled(offered.rule.as_str());
    view! {
        <p class="faint draft-rule">{offered.title.clone()} " " {rule}</p>
        <div class="reading">{dials}</div>
    }
    .into_any()
}

/// What can be said of the situation.
fn situation(model: Model, draft: Draft) -> AnyView {
    let all = draft.situation.get();
    if all.is_empty() {
        return ().into_any();
    }
    let dials: Vec<AnyView> = all.iter().map(|dial| dialed(model, draft, dial)).collect();
    view! {
        <h3>{msg::DISTANCE_COVER_LIGHT.get()}</h3>
        <div class="reading situation">{dials}</div>
    }
    .into_any()
}

/// Something that can be set about an action.
fn dialed(model: Model, draft: Draft, dial: &Dialed) -> AnyView {
    if dial.key == BEHIND {
        return cover::card(draft, dial);
    }
    let (key, default) = (dial.key.clone(), dial.default);
    let title = dial.title.clone();
    let now = {
        let key = key.clone();
        memo(move || draft.set.with(|set| set.or(&key, default)))
    };
    let set = move |value: i32| draft.turn(model, &key, value, default);
    match (dial.options.is_empty(), dial.range) {
        (true, Some((0, 1))) => view! {
            <label class="check dial">
                <input
                    type="checkbox"
                    prop:checked=live(move || now.get() == 1)
                    on:change:target=move |event| set(i32::from(event.target().checked()))
                />
                {title}
            </label>
        }
        .into_any(),
        (true, range) => {
            view! {
                <div class="amount dial">
                    <span class="amount-label" aria-hidden="true">{title.clone()}</span>
                    <Stepper label=title value=now bounds=range.unwrap_or((0, 100)) set=Callback::new(set) />
                </div>
            }
            .into_any()
        }
        (false, _) => {
            let options = dial.options.clone();
            let option = move |(value, words): (i32, String)| {
                let set = set.clone();
                view! {
                    <button
                        type="button"
                        class="segment"
                        aria-pressed=live(move || (now.get() == value).to_string())
                        on:click=clicked(move |_| set(value))
                    >
                        {words}
                    </button>
                }
            };
            view! {
                <div class="segments dial" role="group" aria-label=title>
                    {options.into_iter().map(option).collect_view()}
                </div>
            }
            .into_any()
        }
    }
}
