//! The bench, with the combatants that are not in the order, and the form that adds more.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::base::sorted_map::Map;
use rules::character::condition::Conditions;
use rules::character::sheet::Sheet;
use rules::character::track::Track;
use rules::character::vocabulary::format_signed;
use rules::encounter::limits::MAX_QUICK_ADD_TEXT;
use rules::encounter::quick_add::{self, CombatantDraft};
use rules::encounter::{Command, Side};
use rules::messages::screen as msg;
use rules::ruleset::ClientRules;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;

use crate::order::drag::Spot;
use crate::order::dragging;
use crate::reactive::{derive, each_combatant, memo, on_click, on_key, on_pointer};
use crate::state::table_state::Model;
use crate::table::layout::Stage;
use crate::words;

/// The conditions of a combatant that is not added yet: none.
static NO_CONDITIONS: Conditions = Conditions::new();
static NO_GEAR: rules::character::gear::Gear = rules::character::gear::Gear::new();

/// The bench, where combatants wait who are not in the order, with the form that adds combatants.
#[component]
pub fn Bench() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let empty = move || model.bench.with(Vec::is_empty);
    let over = move || {
        stage
            .drag
            .with(|drag| drag.as_ref().is_some_and(|drag| drag.spot == Spot::Bench))
    };
    let hint = move || match (
        empty(),
        model.can_run_table(),
        model.order.with(Vec::is_empty),
    ) {
        (true, true, true) => msg::NOBODY_IS_HERE_YET_ADD.get(),
        (true, _, _) => msg::THE_BENCH_IS_EMPTY.get(),
        (false, true, _) => msg::DRAG_INTO_THE_ORDER.get(),
        (false, false, _) => msg::NOT_IN_THE_ORDER_YET.get(),
    };
    // During a fight the bench is folded to one line; the reader can open it.
    let open = memo(move || {
        let began = model.turn.with(|turn| turn.round > 0);
        stage
            .bench
            .get()
            .unwrap_or(!began || model.order.with(Vec::is_empty))
    });
    // Players with a character in the order do not need the bench.
    let idle = move || {
        let you = model.you.get();
        let order = model.order.get();
        _ = model.rows_changed.get();
        let plays = model.with_view(|view| {
            let mut rows = order.iter().filter_map(|id| view.rows.get(id));
            rows.any(|row| row.owner == Some(you))
        });
        !model.can_run_table()
            && (plays || model.role() == Role::Spectator)
            && !open.get()
            && empty()
    };
    let called = move || msg::bench_of(&model.bench.with(Vec::len));
    view! {
        <section
            class="bench-part"
            id="bench"
            data-over=derive(move || over().to_string())
            data-open=derive(move || open.get().to_string())
            data-idle=derive(move || idle().to_string())
        >
            <h2 class="part-head">
                <button
                    type="button"
                    class="quiet bench-fold"
                    aria-expanded=derive(move || open.get().to_string())
                    aria-controls="bench-body"
                    on:click=on_click(move |_| stage.bench.set(Some(!open.get_untracked())))
                >
                    {derive(called)}
                </button>
            </h2>
            <div id="bench-body">
                <div class="bench">
                    <ul class="tokens" aria-label=msg::BENCH.get()>
                        {each_combatant(move || model.bench.get(), |id| view! { <BenchToken id /> })}
                    </ul>
                    <p class="faint bench-hint">{derive(hint)}</p>
                </div>
                {(model.role() != Role::Spectator).then(|| view! { <QuickAdd /> })}
            </div>
        </section>
    }
}

/// The token of a combatant on the bench, who is not in the order.
#[component]
fn BenchToken(
    /// The combatant of the token.
    id: CombatantId,
) -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let row = model.row(id)?;
    let letters = {
        let row = row.clone();
        move || row.with(|row| words::token_letters(&row.name, row.label.as_deref()))
    };
    let side = {
        let row = row.clone();
        move || {
            row.with(|row| {
                if row.side == Side::Character {
                    "character"
                } else {
                    "foe"
                }
            })
        }
    };
    let hidden = {
        let row = row.clone();
        move || row.with(|row| row.hidden).to_string()
    };
    let name = {
        let row = row.clone();
        move || row.with(rules::encounter::view::CombatantRow::full_name)
    };
    let label = {
        let name = name.clone();
        move || {
            if model.can_run_table() {
                msg::token_with_keys(&name())
            } else {
                name()
            }
        }
    };
    let lifted = move || {
        stage
            .drag
            .with(|drag| drag.as_ref().is_some_and(|drag| drag.id == id))
    };
    let pending = move || model.pending_rows.with(|rows| rows.contains(&id));
    Some(view! {
        <li>
            <button
                type="button"
                class="token bench-token"
                id=format!("handle-{id}")
                data-side=derive(side)
                data-hidden=derive(hidden)
                data-lifted=derive(move || lifted().to_string())
                data-pending=derive(move || pending().to_string())
                aria-label=derive(label)
                on:pointerdown=on_pointer(move |event| dragging::pointer_down(model, stage, id, &event))
                on:pointermove=on_pointer(move |event| dragging::pointer_move(model, stage, &event))
                on:pointerup=on_pointer(move |event| dragging::pointer_up(model, stage, &event))
                on:pointercancel=on_pointer(move |_| dragging::cancel(stage))
                on:contextmenu=on_click(|event| event.prevent_default())
                on:keydown=on_key(move |event| dragging::handle_key(model, stage, id, &event))
                on:click=on_click(move |_| {
                    if dragging::was_click() {
                        stage.sheet.set(Some(id));
                    }
                })
            >
                <span aria-hidden="true">{derive(letters)}</span>
                <span class="token-name" aria-hidden="true">{derive(name)}</span>
            </button>
        </li>
    })
}

/// Text and switches of the form that adds combatants to the bench or the order.
#[derive(Clone, Copy)]
struct QuickAddFields {
    /// The text that describes the combatants.
    line: RwSignal<String>,
    /// Whether they are added hidden from players.
    hidden: RwSignal<bool>,
    /// Whether they are player characters, not foes.
    character: RwSignal<bool>,
    /// Whether several of a kind act as one group.
    together: RwSignal<bool>,
    /// The error of the submitted text, if any.
    trouble: RwSignal<Option<String>>,
}

impl QuickAddFields {
    /// Whether the typed text describes several combatants of the same kind.
    fn makes_several(self, model: Model) -> bool {
        self.line.with(|line| makes_alike(line, model.rules()))
    }

    /// Adds the described combatants and clears the text, or shows its error.
    fn submit(self, model: Model) {
        let text = self.line.get_untracked();
        match quick_add::read_all(&text, model.rules()) {
            Ok(_) => {
                let side = if self.character.get_untracked() {
                    Side::Character
                } else {
                    Side::Foe
                };
                let side = model.can_run_table().then_some(side);
                let as_one = self.together.get_untracked() && makes_alike(&text, model.rules());
                model.send(Command::Add {
                    line: text,
                    side,
                    hidden: self.hidden.get_untracked(),
                    as_one,
                });
                self.line.set(String::new());
                self.trouble.set(None);
            }
            Err(error) => self.trouble.set(Some(error.to_string())),
        }
    }
}

/// The form with one input line that adds combatants to the bench.
#[component]
fn QuickAdd() -> impl IntoView {
    let model = expect_context::<Model>();
    let fields = QuickAddFields {
        line: expect_context::<Stage>().line,
        hidden: RwSignal::new(false),
        character: RwSignal::new(false),
        together: RwSignal::new(false),
        trouble: RwSignal::new(None),
    };
    let QuickAddFields { line, trouble, .. } = fields;
    let vocabulary = model.rules().facts().vocabulary;
    let label = if model.can_run_table() {
        msg::ADD_TO_THE_BENCH.get()
    } else {
        msg::ADD_A_CHARACTER_OF_YOURS.get()
    };
    let example = if model.can_run_table() {
        vocabulary.add_example
    } else {
        vocabulary.own_example
    };
    let said = move || {
        let wrong = trouble.get().is_some();
        match preview_line(model, &line.get()) {
            Some(Ok(words)) => (words, false),
            // A word that is not finished yet is no mistake.
            Some(Err(words)) if wrong => (words, true),
            _ => (String::new(), false),
        }
    };
    view! {
        <form
            class="quick-add"
            data-typing=derive(move || line.with(|line| !line.is_empty()).to_string())
            method="dialog"
            on:submit=move |event| {
                event.prevent_default();
                fields.submit(model);
            }
        >
            <div class="quick-line">
                // Of several rows, so that a paste keeps its lines; Enter sends it all the same.
                <textarea
                    id="quick-add"
                    rows="1"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    enterkeyhint="done"
                    maxlength=MAX_QUICK_ADD_TEXT.to_string()
                    data-enter="sends"
                    aria-label=label
                    placeholder=example
                    aria-describedby="quick-add-said"
                    prop:value=line
                    on:input:target=move |event| {
                        line.set(event.target().value());
                        trouble.set(None);
                    }
                ></textarea>
                // Enter in the field does the same.
                <button type="submit" class="quiet" tabindex="-1">{msg::ADD.get()}</button>
            </div>
            <div class="quick-more">
                <p id="quick-add-said" class="faint" data-wrong=derive(move || said().1.to_string())>
                    {derive(move || said().0)}
                </p>
                {quick_add_options(model, fields)}
            </div>
        </form>
    }
}

/// Renders the checkboxes beside the line that adds combatants, for acting as one, a player's, and hidden.
fn quick_add_options(model: Model, fields: QuickAddFields) -> impl IntoView {
    view! {
        <label class="check" hidden=derive(move || !fields.makes_several(model))>
            <input
                type="checkbox"
                id="quick-as-one"
                prop:checked=fields.together
                on:change:target=move |event| fields.together.set(event.target().checked())
            />
            {msg::ACT_AS_ONE.get()}
        </label>
        {model.can_run_table().then(|| view! {
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=fields.character
                    on:change:target=move |event| fields.character.set(event.target().checked())
                />
                {msg::A_PLAYERS.get()}
            </label>
            <label class="check">
                <input
                    type="checkbox"
                    id="quick-hidden"
                    prop:checked=fields.hidden
                    on:change:target=move |event| fields.hidden.set(event.target().checked())
                />
                {msg::HIDDEN.get()}
            </label>
        })}
    }
}

/// Whether a line of the text describes several combatants of the same kind.
fn makes_alike(text: &str, rules: &dyn ClientRules) -> bool {
    let drafts = quick_add::read_all(text, rules);
    drafts.is_ok_and(|drafts| drafts.iter().any(|draft| draft.count > 1))
}

/// Describes what a text would add, or the error in it; `None` while it is empty.
fn preview_line(model: Model, text: &str) -> Option<Result<String, String>> {
    if text.trim().is_empty() {
        return None;
    }
    let rules = model.rules();
    let drafts = match quick_add::read_all(text, rules) {
        Ok(drafts) => drafts,
        Err(error) => return Some(Err(error.to_string())),
    };
    let [draft] = drafts.as_slice() else {
        let all: Vec<String> = drafts.iter().map(CombatantDraft::summary).collect();
        return Some(Ok(all.join(" · ")));
    };
    let track = match rules.unmarked_track(&draft.sheet) {
        Ok(track) => track,
        Err(error) => return Some(Err(error.to_string())),
    };
    let who = draft.summary();
    let size = words::track_size(&track);
    Some(Ok(if draft.gear.is_empty() {
        let rating = model
            .house
            .with(|house| initiative_rating(rules, &draft.sheet, &track, house));
        msg::initiative(&who, &size, &format_signed(rating))
    } else {
        // Which items there are, and what they change, only the server knows.
        msg::with_if_the_charts_have(&who, &size, &draft.gear.join(", "))
    }))
}

/// Returns the number that a new combatant adds to its initiative die.
fn initiative_rating(
    rules: &dyn ClientRules,
    sheet: &Sheet,
    track: &Track,
    house: &HouseRules,
) -> i32 {
    let (tally, pools) = (Map::new(), Map::new());
    let who = CombatantInfo {
        unscored: false,
        moved: 0,
        conditions: &NO_CONDITIONS,
        gear: &NO_GEAR,
        sheet,
        track,
        initiative: None,
        plan: None,
        tally: &tally,
        pools: &pools,
        house,
    };
    rules.initiative_for_die(&who, 0).score
}
