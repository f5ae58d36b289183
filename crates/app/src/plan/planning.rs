//! What somebody will do this round: the form that declares it.

use leptos::prelude::*;
use rules::encounter::Command;
use rules::encounter::command::PlanAsk;
use rules::encounter::view::Row;
use rules::id::CombatantId;
use rules::messages::screen as msg;
use rules::phase::Phase;
use rules::plan::{ExtraSpec, KindOfAction, PlanSpec, StanceSpec};
use rules::seat::Role;
use rules::sorted;

use crate::reactive::{clicked, drawn, live, memo};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::rule_link::{live_ruled, ruled};
use crate::table::stepper::Stepper;
use crate::words;

/// The plan of whoever declares now, or else of whoever is chosen in the roll panel.
#[component]
pub fn Planning() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.role() == Role::Spectator {
        return None;
    }
    let rules = model.rules();
    let spec = memo(move || model.house.with(|house| rules.plan(house)));
    let may = move |id: CombatantId| {
        model.rows_changed.track();
        let row = model.row_now(id);
        row.is_some_and(|row| model.may_act_for(&row))
    };
    let who = memo(move || {
        let turn = model.turn.get();
        let declares = turn.acting.filter(|_| turn.phase == Phase::Declare);
        let chosen = stage.roller.get();
        let there = |id: &CombatantId| may(*id);
        declares.filter(there).or_else(|| chosen.filter(there))
    });
    Some(drawn(move || {
        let spec = spec.get()?;
        let id = who.get()?;
        let row = model.row(id)?;
        Some(view! { <PlanForm id row spec /> })
    }))
}

/// The fields of a plan as they are being filled in.
#[derive(Clone, Copy)]
struct Fields {
    words: RwSignal<String>,
    actions: RwSignal<i32>,
    defenses: RwSignal<sorted::Set<u8>>,
    kinds: RwSignal<sorted::Map<u8, String>>,
    extra: RwSignal<i32>,
    willpower: RwSignal<i32>,
    stance: RwSignal<Option<String>>,
}

impl Fields {
    fn new() -> Self {
        Self {
            words: RwSignal::new(String::new()),
            actions: RwSignal::new(1),
            defenses: RwSignal::new(sorted::Set::new()),
            kinds: RwSignal::new(sorted::Map::new()),
            extra: RwSignal::new(0),
            willpower: RwSignal::new(0),
            stance: RwSignal::new(None),
        }
    }

    fn fill(&self, row: &Row) {
        let plan = row.plan.clone().unwrap_or_default();
        let text = plan.words.as_ref().map(ToString::to_string);
        self.words.set(text.unwrap_or_default());
        self.actions.set(plan.actions.into());
        self.defenses.set(plan.defenses);
        self.kinds.set(plan.kinds);
        self.extra.set(plan.extra.into());
        self.willpower.set(plan.willpower.into());
        self.stance.set(plan.stance);
    }

    /// The number of the last action that can be a defense.
    fn last(&self, spec: &PlanSpec) -> u8 {
        let small = |count: RwSignal<i32>| u8::try_from(count.get().max(0)).unwrap_or(u8::MAX);
        let extra = spec.extra.filter(|extra| extra.defenses);
        let extra = extra.map_or(0, |_| small(self.extra));
        small(self.actions).max(1).saturating_add(extra)
    }

    fn ask(&self, spec: &PlanSpec) -> PlanAsk {
        let small =
            |count: RwSignal<i32>| u8::try_from(count.get_untracked().max(0)).unwrap_or(u8::MAX);
        let actions = small(self.actions);
        let last = untrack(|| self.last(spec));
        let mut defenses = self.defenses.get_untracked();
        defenses.retain(|number| *number <= last);
        let kinds = self.kinds.get_untracked();
        let fits = |(number, key): &(u8, String)| {
            let there = offered(spec, defenses.contains(number));
            *number <= last && there.iter().any(|kind| kind.key == key)
        };
        PlanAsk {
            words: self.words.get_untracked(),
            actions,
            kinds: kinds
                .iter()
                .map(|(number, key)| (*number, key.clone()))
                .filter(fits)
                .collect(),
            defenses,
            extra: small(self.extra),
            willpower: small(self.willpower),
            stance: self.stance.get_untracked(),
        }
    }
}

/// What an action can be said to be.
const fn offered(spec: &PlanSpec, defends: bool) -> &'static [KindOfAction] {
    if defends { spec.defenses } else { spec.pools }
}

/// One combatant's plan.
#[component]
fn PlanForm(
    /// Whose.
    id: CombatantId,
    /// Their row.
    row: ArcRwSignal<Row>,
    /// What can be declared.
    spec: PlanSpec,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let row = memo(move || row.get());
    let fields = Fields::new();
    row.with_untracked(|row| fields.fill(row));
    // What was declared elsewhere shows here; a sealed plan is not read, so it stays as typed.
    let declared = memo(move || row.with(|row| row.plan.clone()));
    Effect::new(move |before: Option<()>| {
        let known = declared.with(Option::is_some) || row.with_untracked(|row| !row.sealed);
        if before.is_some() && known {
            row.with_untracked(|row| fields.fill(row));
        }
    });
    let now = Signal::derive(move || {
        let turn = model.turn.get();
        turn.phase == Phase::Declare && turn.acting == Some(id)
    });
    let has = Signal::derive(move || declared.with(Option::is_some) || row.with(|row| row.sealed));
    let said = move || {
        row.with(|row| match (&row.plan, row.sealed) {
            (Some(plan), _) => model
                .house
                .with(|house| words::plan(model.rules(), house, plan)),
            (None, true) => msg::DECLARED_SEALED.get().to_owned(),
            (None, false) => msg::NOTHING_DECLARED_YET.get().to_owned(),
        })
    };
    let head = move || {
        let name = row.with(Row::full_name);
        if now.get() {
            msg::declares(&name)
        } else {
            msg::what_will_do(&name)
        }
    };
    // What was declared binds players once everybody acts.
    let bound = move || {
        let turn = model.turn.get();
        let phases = model.house.with(|house| model.rules().phases(house));
        let late = turn.round > 0 && turn.phase > Phase::Declare;
        let late = late || (turn.round > 0 && !phases.contains(&Phase::Declare));
        spec.binds && late && has.get() && !model.runs()
    };
    // Unless somebody declares now, one line says it and a button opens the form.
    let opened = RwSignal::new(false);
    let open = move || (now.get() || opened.get()) && !bound();
    let PlanSpec {
        actions,
        defenses,
        extra,
        willpower,
        stances,
        rule,
        ..
    } = spec;
    view! {
        <form
            class="card plan"
            id="plan"
            data-id=id.to_string()
            data-now=live(move || now.get().to_string())
            on:submit=move |event| {
                event.prevent_default();
                model.give(Command::Plan { id, plan: Some(fields.ask(&spec)) });
                opened.set(false);
            }
        >
            <div class="plan-head">
                <h3>{live(head)}</h3>
                {ruled(rule)}
            </div>
            <div class="plan-line">
                <p class="faint plan-said grow" data-there=live(move || has.get().to_string())>{live(said)}</p>
                <button
                    type="button"
                    class="quiet small"
                    id="plan-open"
                    hidden=live(move || open() || bound())
                    on:click=clicked(move |_| opened.set(true))
                >
                    {live(move || if has.get() { msg::CHANGE.get() } else { msg::DECLARE_2.get() })}
                </button>
            </div>
            <div class="plan-form" hidden=live(move || !open())>
                <input
                    id="plan-words"
                    type="text"
                    maxlength="60"
                    autocomplete="off"
                    aria-label=msg::IN_WORDS.get()
                    placeholder=msg::IN_WORDS_SHOOTS_THEN_DODGES.get()
                    prop:value=fields.words
                    on:input:target=move |event| fields.words.set(event.target().value())
                />
                <div class="plan-fields">
                    {(actions > 1).then(|| view! {
                        <Amount label=msg::ACTIONS.get() value=fields.actions least=1 most=actions />
                    })}
                    {extra.map(|ExtraSpec { title, most, .. }| view! {
                        <Amount label=title.get() value=fields.extra least=0 most />
                    })}
                    {(willpower > 0).then(|| view! {
                        <Amount label=msg::WILLPOWER.get() value=fields.willpower least=0 most=willpower />
                    })}
                </div>
                {(!defenses.is_empty()).then(|| view! { <Defenses fields spec /> })}
                {(!stances.is_empty()).then(|| view! { <Stances stances chosen=fields.stance /> })}
                <PlanActions id now has opened />
            </div>
        </form>
    }
}

/// Declaring, taking back, closing.
#[component]
fn PlanActions(
    /// Whose plan.
    id: CombatantId,
    /// Whether it is their step to declare.
    now: Signal<bool>,
    /// Whether they have declared.
    has: Signal<bool>,
    /// Whether the form was opened by hand.
    opened: RwSignal<bool>,
) -> impl IntoView {
    let model = expect_context::<Model>();
    view! {
        <div class="actions">
            <button
                type="submit"
                class=live(move || if now.get() || !has.get() { "brass" } else { "quiet" })
                id="plan-declare"
            >
                {live(move || if has.get() { msg::DECLARE_ANEW.get() } else { msg::DECLARE.get() })}
            </button>
            <button
                hidden=live(move || !has.get())
                type="button"
                class="quiet"
                id="plan-back"
                on:click=clicked(move |_| {
                    model.give(Command::Plan { id, plan: None });
                    opened.set(false);
                })
            >
                {msg::TAKE_BACK.get()}
            </button>
            <button
                hidden=live(move || !opened.get() || now.get())
                type="button"
                class="quiet"
                on:click=clicked(move |_| opened.set(false))
            >
                {msg::CLOSE.get()}
            </button>
        </div>
    }
}

/// A number of a plan.
#[component]
fn Amount(
    /// What it counts.
    label: &'static str,
    /// The number.
    value: RwSignal<i32>,
    /// The least.
    least: i32,
    /// The most.
    most: u8,
) -> impl IntoView {
    let bounds = (least, i32::from(most));
    view! {
        <div class="amount">
            <span class="amount-label" aria-hidden="true">{label}</span>
            <Stepper label value bounds set=Callback::new(move |number| value.set(number)) />
        </div>
    }
}

/// Which of the actions are defenses: a toggle for each.
#[component]
fn Defenses(
    /// The plan.
    fields: Fields,
    /// What can be declared.
    spec: PlanSpec,
) -> impl IntoView {
    let numbers = move || 1..=fields.last(&spec);
    let one = move |number: u8| {
        let on = move || fields.defenses.with(|defenses| defenses.contains(&number));
        view! {
            <button
                type="button"
                class="segment"
                aria-label=msg::action_is_a_defense(&number)
                aria-pressed=live(move || on().to_string())
                on:click=clicked(move |_| fields.defenses.update(|defenses| {
                    if !defenses.remove(&number) {
                        defenses.insert(number);
                    }
                }))
            >
                {number.to_string()}
            </button>
        }
    };
    view! {
        <div class="amount">
            <span class="amount-label" id="plan-defenses">{msg::WHICH_ARE_DEFENSES.get()}</span>
            <div class="segments" role="group" aria-labelledby="plan-defenses">
                {drawn(move || numbers().map(one).collect_view())}
            </div>
        </div>
        <div class="plan-kinds">
            {drawn(move || numbers().map(|number| view! { <Kind fields spec number /> }).collect_view())}
        </div>
    }
}

/// What one of the actions is: the kind of a defense, or what another is rolled with where there
/// are several.
#[component]
fn Kind(
    /// The plan.
    fields: Fields,
    /// What can be declared.
    spec: PlanSpec,
    /// The number of the action.
    number: u8,
) -> impl IntoView {
    let defends = memo(move || fields.defenses.with(|defenses| defenses.contains(&number)));
    let option = move |kind: &KindOfAction| {
        let key = kind.key;
        let chosen = move || {
            fields
                .kinds
                .with(|kinds| kinds.get(&number).is_some_and(|said| said == key))
        };
        view! { <option value=key selected=live(chosen)>{kind.title.get()}</option> }
    };
    drawn(move || {
        let kinds = offered(&spec, defends.get());
        let several = defends.get() || fields.last(&spec) > 1;
        (several && !kinds.is_empty()).then(|| {
            let (said, none) = match defends.get() {
                true => (msg::kind_of_defense(&number), msg::ANY_DEFENSE.get()),
                false => (
                    msg::what_action_is_rolled_with(&number),
                    msg::NOT_SAID.get(),
                ),
            };
            view! {
                <label class="amount">
                    <span class="amount-label" aria-hidden="true">{number.to_string()}</span>
                    <select
                        aria-label=said
                        on:change:target=move |event| fields.kinds.update(|kinds| {
                            match event.target().value() {
                                key if key.is_empty() => _ = kinds.remove(&number),
                                key => _ = kinds.insert(number, key),
                            }
                        })
                    >
                        <option value="">{none}</option>
                        {kinds.iter().map(option).collect_view()}
                    </select>
                </label>
            }
        })
    })
}

/// The stances, and none.
#[component]
fn Stances(
    /// Those there are.
    stances: &'static [StanceSpec],
    /// The key of the one that is taken.
    chosen: RwSignal<Option<String>>,
) -> impl IntoView {
    let option = move |key: Option<&'static str>, words: &'static str| {
        view! {
            <button
                type="button"
                class="segment"
                aria-pressed=live(move || chosen.with(|chosen| chosen.as_deref() == key).to_string())
                on:click=clicked(move |_| chosen.set(key.map(str::to_owned)))
            >
                {words}
            </button>
        }
    };
    let rule = move || {
        let chosen = chosen.get()?;
        let stance = stances.iter().find(|stance| stance.key == chosen)?;
        Some(stance.rule.to_owned())
    };
    view! {
        <div class="segments" role="group" aria-label=msg::STANCE.get()>
            {option(None, msg::NO_STANCE.get())}
            {stances.iter().map(|stance| option(Some(stance.key), stance.title.get())).collect_view()}
        </div>
        <span>{live_ruled(rule)}</span>
    }
}
