//! The plan of a combatant for this round: the form that declares it.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::phase::Phase;
use rules::character::plan::{ExtraSpec, PlanSpec};
use rules::encounter::Command;
use rules::encounter::view::CombatantRow;
use rules::messages::screen as msg;

use crate::plan::fields::PlanFields;
use crate::plan::parts::{Amount, Defenses, Stances};
use crate::reactive::{derive, memo, on_click, redraw};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::table::rule_link::linked_rules;
use crate::words;

/// The plan of the combatant who declares now, or else of the combatant chosen in the roll panel.
#[component]
pub fn Planning() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    if model.role() == Role::Spectator {
        return None;
    }
    let spec = model.rules().facts().plan_spec;
    let may = move |id: CombatantId| {
        model.rows_changed.track();
        let row = model.current_row(id);
        row.is_some_and(|row| model.may_act_for(&row))
    };
    let who = memo(move || {
        let turn = model.turn.get();
        let declares = turn.acting.filter(|_| turn.phase == Phase::Declare);
        let chosen = stage.roller.get();
        let there = |id: &CombatantId| may(*id);
        declares.filter(there).or_else(|| chosen.filter(there))
    });
    Some(redraw(move || {
        let spec = spec?;
        let id = who.get()?;
        let row = model.row(id)?;
        Some(view! { <PlanForm id row spec /> })
    }))
}

/// Shows the form in which a combatant's plan of actions is declared.
#[component]
fn PlanForm(
    /// The combatant that is shown.
    id: CombatantId,
    /// The row of that combatant.
    row: ArcReadSignal<CombatantRow>,
    /// The kinds of plans the rules allow.
    spec: PlanSpec,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let row = memo(move || row.get());
    let fields = PlanFields::new();
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
    let said = move || row.with(|row| describe_plan(model, row));
    let head = move || {
        let name = row.with(CombatantRow::full_name);
        if now.get() {
            msg::declares(&name)
        } else {
            msg::what_will_do(&name)
        }
    };
    let bound = move || has.get() && binds_player(model, &spec);
    // Outside of the step to declare, one line shows the plan and a button opens the form.
    let opened = RwSignal::new(false);
    let open = move || (now.get() || opened.get()) && !bound();
    view! {
        <form
            class="card plan"
            id="plan"
            data-id=id.to_string()
            data-now=derive(move || now.get().to_string())
            on:submit=move |event| {
                event.prevent_default();
                model.send(Command::Plan { id, plan: Some(fields.request(&spec)) });
                opened.set(false);
            }
        >
            <div class="plan-head">
                <h3>{derive(head)}</h3>
                {linked_rules(spec.rule)}
            </div>
            <div class="plan-line">
                <p class="faint plan-said grow" data-there=derive(move || has.get().to_string())>{derive(said)}</p>
                <button
                    type="button"
                    class="quiet small"
                    id="plan-open"
                    hidden=derive(move || open() || bound())
                    on:click=on_click(move |_| opened.set(true))
                >
                    {derive(move || if has.get() { msg::CHANGE.get() } else { msg::DECLARE_2.get() })}
                </button>
            </div>
            <div class="plan-form" hidden=derive(move || !open())>
                {plan_inputs(fields, spec)}
                <PlanActions id now has opened />
            </div>
        </form>
    }
}

/// Describes the plan of a combatant, or says that there is none or that it is sealed.
fn describe_plan(model: Model, row: &CombatantRow) -> String {
    match (&row.plan, row.sealed) {
        (Some(plan), _) => words::plan_words(model.rules(), plan),
        (None, true) => msg::DECLARED_SEALED.get().to_owned(),
        (None, false) => msg::NOTHING_DECLARED_YET.get().to_owned(),
    }
}

/// Whether a declared plan can no longer be changed by the reader. Under rules where it binds,
/// players cannot change it once the step to declare is over.
fn binds_player(model: Model, spec: &PlanSpec) -> bool {
    let turn = model.turn.get();
    let phases = model.house.with(|house| model.rules().round_phases(house));
    let late = turn.round > 0 && turn.phase > Phase::Declare;
    let late = late || (turn.round > 0 && !phases.contains(&Phase::Declare));
    spec.binds && late && !model.can_run_table()
}

/// Renders the inputs for what a plan consists of under these rules.
fn plan_inputs(fields: PlanFields, spec: PlanSpec) -> impl IntoView {
    let PlanSpec {
        actions,
        defenses,
        extra,
        willpower,
        stances,
        ..
    } = spec;
    view! {
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
    }
}

/// Shows the buttons of the form for a combatant's plan, which declare it, take it back, or close the form.
#[component]
fn PlanActions(
    /// The combatant whose plan it is.
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
                class=derive(move || if now.get() || !has.get() { "brass" } else { "quiet" })
                id="plan-declare"
            >
                {derive(move || if has.get() { msg::DECLARE_ANEW.get() } else { msg::DECLARE.get() })}
            </button>
            <button
                hidden=derive(move || !has.get())
                type="button"
                class="quiet"
                id="plan-back"
                on:click=on_click(move |_| {
                    model.send(Command::Plan { id, plan: None });
                    opened.set(false);
                })
            >
                {msg::TAKE_BACK.get()}
            </button>
            <button
                hidden=derive(move || !opened.get() || now.get())
                type="button"
                class="quiet"
                on:click=on_click(move |_| opened.set(false))
            >
                {msg::CLOSE.get()}
            </button>
        </div>
    }
}
