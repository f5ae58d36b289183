//! The header of the table: the scene, whose turn it is, who is here, and the main action.

use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::character::phase::Phase;
use rules::encounter::view::SeatView;
use rules::encounter::{Command, Side};
use rules::messages::Text;
use rules::messages::pages;
use rules::messages::safety as words_of_safety;
use rules::messages::screen as msg;
use rules::ruleset::house_rules::HouseRules;

use crate::combatant::short_name::short_name;
use crate::exchange::next_action::NextAction;
use crate::reactive::{derive, on_click, redraw, show_when};
use crate::roll::card::RollCard;
use crate::safety::{safety_card, take_card_wish};
use crate::state::table_state::Model;
use crate::table::banner::Banner;
use crate::table::layout::{MENU, Stage};
use crate::table::rule_link::{EVENING_GUIDE, guide_link, link_beside};
use crate::table::undo_buttons::{UndoButtons, UndoButtonsInFull};
use crate::{browser, words};

/// Paths and titles of the pages that open beside the table.
const PAGES: [(&str, Text); 5] = [
    ("proposals", msg::PROPOSALS),
    ("cast", msg::THE_CAST),
    ("recap", msg::AFTER_THE_FIGHT),
    ("dice", msg::THE_DICE),
    ("settings", msg::TABLE_SETTINGS),
];

/// Shows the header of the table with the scene, whose turn it is, who is here and the main actions.
#[component]
pub fn Header() -> impl IntoView {
    let model = expect_context::<Model>();
    let standing = move || match model.unseen {
        true => msg::prepared_players_do_not_see(&model.standing.get()),
        false => model.standing.get(),
    };
    let stage = expect_context::<Stage>();
    view! {
        <header
            class="top"
            data-runs=model.can_run_table().to_string()
            data-begun=derive(move || model.turn.with(|turn| turn.round > 0).to_string())
        >
            <div class="scene">
                {headline(model)}
                <h1>{derive(move || model.title.get())}</h1>
                <div class="news">
                    <p class="standing">{derive(standing)}</p>
                    <Banner />
                </div>
            </div>
            <People />
            {top_actions(model, stage)}
            <RollCard />
        </header>
    }
}

/// Renders the headline, which says whose turn it is.
fn headline(model: Model) -> AnyView {
    let words = move || {
        model.rows_changed.track();
        let turn = model.turn.get();
        let row = turn.acting.and_then(|id| model.current_row(id))?;
        let yours = row.owner == Some(model.you.get()) && model.role() == Role::Player;
        Some(match (turn.phase, yours) {
            (Phase::Declare, _) => msg::declares(&row.full_name()),
            (_, true) => msg::YOUR_TURN_2.get().to_owned(),
            (_, false) => msg::acts(&row.full_name()),
        })
    };
    view! {
        <p class="headline" hidden=derive(move || words().is_none())>
            {redraw(move || {
                model.rows_changed.track();
                let row = model.turn.get().acting.and_then(|id| model.current_row(id))?;
                let side = if row.side == Side::Character { "character" } else { "foe" };
                Some(view! {
                    <span class="token" data-side=side aria-hidden="true">
                        {words::token_letters(&row.name, row.label.as_deref())}
                    </span>
                })
            })}
            {short_name(move || words().unwrap_or_default())}
        </p>
    }
    .into_any()
}

/// Renders the buttons of the main actions in the table's header. At most one is brass, that of the
/// next action.
fn top_actions(model: Model, stage: Stage) -> AnyView {
    let may_end = move || {
        let turn = model.turn.get();
        model.rows_changed.track();
        model.can_run_table()
            || turn
                .acting
                .and_then(|id| model.current_row(id))
                .is_some_and(|row| {
                    row.owner == Some(model.you.get()) && model.role() == Role::Player
                })
    };
    let next_words = move || {
        let round = model.rules().facts().vocabulary.round;
        // While the step after the next is not known yet, the words stay.
        words::next_step_label(
            round.get(),
            model.turn.get(),
            model.next.get(),
            model.can_run_table(),
        )
    };
    let deed = stage.deed;
    let weight = move || match deed
        .with(|deed| matches!(deed, Some(NextAction::GoOn | NextAction::Declare(true))))
    {
        true => "brass",
        false => "quiet",
    };
    view! {
        <div class="top-actions">
            {model.can_run_table().then(|| link_beside(
                "button quiet wide-only",
                format!("/t/{}/people#invite", model.table),
                msg::INVITE.get(),
                msg::INVITE_BESIDE_THE_TABLE.get().to_owned(),
            ))}
            {(model.role() != Role::Spectator).then(|| view! { <UndoButtons /> })}
            <button
                type="button"
                class="quiet icon"
                aria-label=msg::MORE.get()
                aria-haspopup="dialog"
                on:click=on_click(move |_| stage.dialog.set(Some(MENU)))
            >
                <span aria-hidden="true">"⋯"</span>
            </button>
            {model.can_run_table().then(|| view! { <GoOnWithout /> })}
            {model.can_run_table().then(|| view! {
                <button
                    type="button"
                    class="brass"
                    id="end-fight"
                    hidden=derive(move || !deed.with(|deed| matches!(deed, Some(NextAction::End))))
                    on:click=on_click(move |_| model.send(Command::EndScene))
                >
                    {msg::END_THE_FIGHT.get()}
                </button>
            })}
            <button
                hidden=derive(move || !may_end())
                type="button"
                class=derive(weight)
                id="next"
                disabled=derive(move || model.order.with(Vec::is_empty))
                on:click=on_click(move |_| model.next_step())
            >
                {derive(next_words)}
            </button>
        </div>
    }
    .into_any()
}

/// The button with which a storyteller goes on before all combatants have rolled initiative.
#[component]
fn GoOnWithout() -> impl IntoView {
    let model = expect_context::<Model>();
    let waits = move || {
        model.rows_changed.track();
        let turn = model.turn.get();
        let unrolled = |id: &CombatantId| {
            model
                .current_row(*id)
                .is_some_and(|row| row.initiative.is_none() && !row.is_out())
        };
        turn.round > 0
            && turn.phase == Phase::Initiative
            && model.order.with(|order| order.iter().any(unrolled))
    };
    let go_on = move |_| {
        let after = model.turn.get_untracked();
        let anyway = true;
        model.send(Command::NextTurn { after, anyway });
    };
    view! {
        <button
            hidden=derive(move || !waits())
            type="button"
            class="button quiet"
            id="go-on-without"
            on:click=on_click(go_on)
        >
            {msg::GO_ON_WITHOUT_THEM.get()}
        </button>
    }
}

/// The seats of the table as small rings, faint for players who are away.
#[component]
fn People() -> impl IntoView {
    let model = expect_context::<Model>();
    let ring = move |seat: SeatView| {
        let SeatView { id, name, role, .. } = seat;
        let here = move || model.here.with(|here| here.contains(&id));
        let letters = if role == Role::Storyteller {
            "ST".to_owned()
        } else {
            words::token_letters(&name, None)
        };
        let title = {
            let name = name.clone();
            move || match here() {
                true => msg::person_here(&name, &role.title()),
                false => msg::person_away(&name, &role.title()),
            }
        };
        let spoken = title.clone();
        view! {
            <li class="person" data-role=role.key() data-here=derive(move || here().to_string()) title=derive(title)>
                <span aria-hidden="true">{letters}</span>
                <span class="unseen">{derive(spoken)}</span>
            </li>
        }
    };
    view! {
        <ul class="people" aria-label=msg::AT_THE_TABLE.get()>
            {redraw(move || model.seats.get().into_iter().map(ring).collect_view())}
        </ul>
    }
}

/// Draws the menu with links to pages and seldom used actions. Loaded later than the first part of the program.
#[inline(never)]
pub fn menu_body(model: Model, _: Stage) -> AnyView {
    let close = move || browser::close_dialog(MENU);
    let safety = RwSignal::new(take_card_wish());
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <h2>{msg::MORE.get()}</h2>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::CLOSE.get()
                    on:click=on_click(move |_| close())
                >
                    "×"
                </button>
            </div>
            {(model.role() != Role::Spectator).then(|| view! { <UndoButtonsInFull /> })}
            <div class="actions">
                {page_links(model)}
            </div>
            <div class="actions">
                <button
                    type="button"
                    class="quiet"
                    id="open-safety"
                    aria-expanded=derive(move || safety.get().to_string())
                    on:click=on_click(move |_| safety.update(|open| *open = !*open))
                >
                    {words_of_safety::OPEN_SAFETY.get()}
                </button>
            </div>
            {show_when(move || safety.get(), move || safety_card(model))}
            <p class="faint" id="house-rules" hidden=derive(move || model.house.with(HouseRules::is_plain))>
                {derive(move || house_rules(model))}
            </p>
            {model.can_run_table().then(|| table_actions(model))}
        </div>
    }
    .into_any()
}

/// Renders the links to the pages beside the table.
fn page_links(model: Model) -> impl IntoView {
    let seats = match model.can_run_table() {
        true => msg::INVITE_AND_SEATS.get(),
        false => msg::SEATS.get(),
    };
    view! {
        {link_beside(
            "button quiet",
            format!("/t/{}/people", model.table),
            seats,
            msg::beside_the_table(&seats),
        )}
        {guide_link("button quiet", "", msg::THE_RULES.get(), msg::THE_RULES_BESIDE_THE_TABLE.get().to_owned())}
        {link_beside(
            "button quiet",
            EVENING_GUIDE.to_owned(),
            pages::OUTSIDE_THE_FIGHT.get(),
            msg::beside_the_table(&pages::OUTSIDE_THE_FIGHT.get()),
        )}
        {model.can_run_table().then(|| link_beside(
            "button quiet",
            model.page_path("screen"),
            msg::TABLE_SCREEN.get(),
            msg::beside_the_table(&msg::TABLE_SCREEN),
        ))}
        {PAGES.map(|(page, words)| link_beside(
            "button quiet",
            model.page_path(page),
            words.get(),
            msg::beside_the_table(&words),
        )).collect_view()}
    }
}

/// Renders the seldom used actions of a storyteller.
fn table_actions(model: Model) -> impl IntoView {
    let send = move |command: Command| {
        model.send(command);
        browser::close_dialog(MENU);
    };
    view! {
        <div class="sheet-part">
            <div class="actions">
                <button
                    type="button"
                    class="quiet"
                    disabled=derive(move || model.turn.get().round == 0)
                    on:click=on_click(move |_| send(Command::PreviousTurn { before: model.turn.get_untracked() }))
                >
                    {derive(move || msg::previous(&step_word(model)))}
                </button>
                <button
                    type="button"
                    class="quiet"
                    hidden=derive(move || model.turn.get().round == 0)
                    on:click=on_click(move |_| send(Command::EndScene))
                >
                    {msg::END_THE_FIGHT.get()}
                </button>
                <button type="button" class="quiet" on:click=on_click(move |_| send(Command::Sort))>
                    {msg::SORT_BY_SCORE.get()}
                </button>
            </div>
        </div>
    }
}

/// Returns the words for how many house rules are changed; the settings page lists them.
fn house_rules(model: Model) -> String {
    let count = model.house.with(|house| house.iter().count());
    msg::house_rules(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Returns the word for what the back button undoes, a turn, or a step where a round has several
/// phases.
fn step_word(model: Model) -> &'static str {
    let several = model
        .house
        .with(|house| model.rules().round_phases(house).len() > 1);
    if several {
        msg::STEP.get()
    } else {
        msg::TURN.get()
    }
}
