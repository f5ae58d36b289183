//! Keyboard shortcuts, their list, and the palette that finds everything else by name.

use leptos::ev;
use leptos::prelude::*;
use rules::base::id::CombatantId;
use rules::base::seat::Role;
use rules::encounter::view::CombatantRow;
use rules::messages::{Text, asks, clocks, handout, safety, screen as msg};

use crate::browser;
use crate::exchange::next_action;
use crate::reactive::{derive, memo, on_click, on_key, redraw};
use crate::safety::open_card_with_menu;
use crate::scene::state::Segment;
use crate::state::table_state::Model;
use crate::table::layout::{KEYS, MENU, PALETTE, Stage, Tab};

/// Maximum number of entries that the palette shows.
const MOST_FOUND: usize = 8;

/// An action of the live table that has a keyboard shortcut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shortcut {
    Next,
    Attack,
    Roll,
    Undo,
    Redo,
    Order,
    Log,
    Search,
    Help,
}

impl Shortcut {
    const ALL: [Self; 9] = [
        Self::Next,
        Self::Attack,
        Self::Roll,
        Self::Undo,
        Self::Redo,
        Self::Order,
        Self::Log,
        Self::Search,
        Self::Help,
    ];

    /// Returns the key of the shortcut.
    const fn key(self) -> &'static str {
        match self {
            Self::Next => "n",
            Self::Attack => "a",
            Self::Roll => "r",
            Self::Undo => "u",
            Self::Redo => "y",
            Self::Order => "o",
            Self::Log => "l",
            Self::Search => "/",
            Self::Help => "?",
        }
    }

    /// Returns the name of the shortcut's action.
    const fn title(self) -> Text {
        match self {
            Self::Next => msg::KEY_NEXT,
            Self::Attack => msg::ATTACK_2,
            Self::Roll => msg::ROLL_DICE,
            Self::Undo => msg::UNDO,
            Self::Redo => msg::REDO,
            Self::Order => msg::KEY_ORDER,
            Self::Log => msg::KEY_LOG,
            Self::Search => msg::KEY_SEARCH,
            Self::Help => msg::KEY_HELP,
        }
    }

    /// Carries out the action of the keyboard shortcut.
    fn run(self, model: Model, stage: Stage) {
        let go = |tab: Tab, id: String| {
            stage.open_tab(model, tab);
            browser::focus_later(id);
        };
        match self {
            Self::Next => {
                let acting = model.turn.with_untracked(|turn| turn.acting);
                let row = acting.and_then(|id| model.current_row(id));
                if model.can_run_table() || row.is_some_and(|row| model.may_act_for(&row)) {
                    model.next_step();
                }
            }
            Self::Attack => {
                if let Some(id) = untrack(|| next_action::own_acting_combatant(model)) {
                    stage.draft.open(model, id, None);
                    browser::focus_later("draft".to_owned());
                } else if model.can_run_table() {
                    ask_for_roll(model, stage);
                }
            }
            Self::Roll => {
                stage.dice.set(Some(true));
                stage.scene.segment.set(Segment::Dice);
                go(Tab::Me, "roll-what".to_owned());
            }
            Self::Undo => model.undo_newest(),
            Self::Redo => model.redo_newest(),
            Self::Order => {
                if let Some(id) = stage.stop.get_untracked() {
                    go(Tab::Order, format!("open-{id}"));
                }
            }
            Self::Log => go(Tab::Log, "say-line".to_owned()),
            Self::Search => stage.dialog.set(Some(PALETTE)),
            Self::Help => stage.dialog.set(Some(KEYS)),
        }
    }
}

/// Listens for the shortcuts, except in text fields and dialogs.
pub fn listen_for_shortcuts(model: Model, stage: Stage) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if event.default_prevented() || event.repeat() || event.alt_key() {
            return;
        }
        let held = event.ctrl_key() || event.meta_key();
        let key = event.key();
        if held && key.eq_ignore_ascii_case("k") {
            event.prevent_default();
            return Shortcut::Search.run(model, stage);
        }
        if held
            || browser::is_modal()
            || browser::is_typing(&event)
            || browser::has_cookie("keys=off")
        {
            return;
        }
        if let Some(shortcut) = Shortcut::ALL.into_iter().find(|it| it.key() == key) {
            event.prevent_default();
            shortcut.run(model, stage);
        }
    });
    on_cleanup(move || handle.remove());
}

/// A thing to do that has no key of its own, but is in the command palette.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Ask,
    Clocks,
    Handouts,
    Safety,
}

impl Deed {
    /// Lists what a reader can do.
    fn all(model: Model) -> Vec<Self> {
        match model.can_run_table() {
            true => vec![Self::Ask, Self::Clocks, Self::Handouts, Self::Safety],
            false => vec![Self::Safety],
        }
    }

    /// Returns the name of the deed.
    const fn title(self) -> Text {
        match self {
            Self::Ask => asks::ASK_FOR_A_ROLL,
            Self::Clocks => clocks::CLOCKS,
            Self::Handouts => handout::HANDOUTS,
            Self::Safety => safety::OPEN_SAFETY,
        }
    }

    /// Opens what the deed needs.
    fn run(self, model: Model, stage: Stage) {
        let show = |segment: Segment, id: &str| {
            stage.scene.segment.set(segment);
            browser::focus_later(id.to_owned());
        };
        match self {
            Self::Ask => ask_for_roll(model, stage),
            Self::Clocks => {
                stage.scene.clocks.set(true);
                show(Segment::Clocks, "new-clock");
            }
            Self::Handouts => show(Segment::Handouts, "find-handout"),
            Self::Safety => {
                open_card_with_menu();
                stage.dialog.set(Some(MENU));
            }
        }
    }
}

/// Opens the form that asks for a roll.
fn ask_for_roll(model: Model, stage: Stage) {
    stage.asking.set(true);
    stage.open_tab(model, Tab::Me);
    browser::focus_later("ask-pool".to_owned());
}

/// An entry of the command palette: a keyboard shortcut, another deed, or a combatant to open.
#[derive(Clone, PartialEq)]
enum PaletteEntry {
    Shortcut(Shortcut),
    Deed(Deed),
    Combatant(CombatantId, String),
}

impl PaletteEntry {
    /// Returns the first entries of the command palette that match a search.
    fn all(model: Model, search: &str) -> Vec<Self> {
        let search = search.trim().to_lowercase();
        let fits = |name: &str| name.to_lowercase().contains(&search);
        let mut shortcuts = Shortcut::ALL.to_vec();
        if model.role() == Role::Spectator {
            shortcuts.retain(|it| matches!(it, Shortcut::Order | Shortcut::Help));
        }
        let shortcuts = shortcuts
            .into_iter()
            .filter(|it| *it != Shortcut::Search && fits(it.title().get()));
        let deeds = Deed::all(model).into_iter();
        let deeds = deeds.filter(|it| fits(it.title().get())).map(Self::Deed);
        let shortcuts = shortcuts.map(Self::Shortcut);
        model.rows_changed.track();
        let rows = model.with_view(|view| {
            let rows = view
                .rows
                .values()
                .map(|row| (row.id, CombatantRow::full_name(row)));
            rows.filter(|(_, name)| fits(name)).collect::<Vec<_>>()
        });
        let rows = rows.into_iter().map(|(id, name)| Self::Combatant(id, name));
        match search.is_empty() {
            true => shortcuts
                .chain(deeds)
                .chain(rows)
                .take(MOST_FOUND)
                .collect(),
            false => rows
                .chain(shortcuts)
                .chain(deeds)
                .take(MOST_FOUND)
                .collect(),
        }
    }

    /// Returns the name of the palette's entry.
    fn title(&self) -> String {
        match self {
            Self::Shortcut(shortcut) => shortcut.title().get().to_owned(),
            Self::Deed(deed) => deed.title().get().to_owned(),
            Self::Combatant(_, name) => name.clone(),
        }
    }

    /// Returns the keyboard shortcut for the same as the entry; `None` if it has none.
    const fn key(&self) -> Option<&'static str> {
        match self {
            Self::Shortcut(shortcut) => Some(shortcut.key()),
            Self::Deed(_) | Self::Combatant(..) => None,
        }
    }

    /// Carries out the entry chosen in the command palette, and closes the palette.
    fn open(&self, model: Model, stage: Stage) {
        browser::close_dialog(PALETTE);
        match self {
            Self::Shortcut(shortcut) => shortcut.run(model, stage),
            Self::Deed(deed) => deed.run(model, stage),
            Self::Combatant(id, _) => stage.sheet.set(Some(*id)),
        }
    }
}

/// Draws the command palette, which is a search field with the matching shortcuts and combatants. Loaded later than the
/// first part of the program.
#[inline(never)]
pub fn palette_body(model: Model, stage: Stage) -> AnyView {
    let search = RwSignal::new(String::new());
    let at = RwSignal::new(0_usize);
    let found = memo(move || PaletteEntry::all(model, &search.get()));
    let walk = move |event: ev::KeyboardEvent| {
        let last = found.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => at.update(|at| *at = (*at + 1).min(last)),
            "ArrowUp" => at.update(|at| *at = at.saturating_sub(1)),
            "Enter" => {
                let chosen = found.with_untracked(|found| found.get(at.get_untracked()).cloned());
                if let Some(chosen) = chosen {
                    chosen.open(model, stage);
                }
            }
            _ => return,
        }
        event.prevent_default();
    };
    let line = move |(place, one): (usize, PaletteEntry)| {
        let (title, key) = (one.title(), one.key());
        view! {
            <li
                role="option"
                id=format!("found-{place}")
                class="choice"
                aria-selected=derive(move || (at.get() == place).to_string())
                on:click=on_click(move |_| one.open(model, stage))
            >
                <span class="grow">{title}</span>
                {key.map(|key| view! { <kbd>{key}</kbd> })}
            </li>
        }
    };
    view! {
        <div class="sheet-body">
            <input
                type="text"
                id="palette-search"
                role="combobox"
                autocomplete="off"
                aria-expanded="true"
                aria-controls="palette-found"
                aria-activedescendant=derive(move || format!("found-{}", at.get()))
                aria-label=msg::KEY_SEARCH.get()
                placeholder=msg::A_NAME_OR_WHAT_TO_DO.get()
                prop:value=search
                on:input:target=move |event| {
                    search.set(event.target().value());
                    at.set(0);
                }
                on:keydown=on_key(walk)
            />
            <ul role="listbox" id="palette-found" aria-label=msg::WHAT_WAS_FOUND.get()>
                {redraw(move || found.get().into_iter().enumerate().map(line).collect_view())}
            </ul>
        </div>
    }
    .into_any()
}

/// Draws the list of all keyboard shortcuts of the table. Loaded later than the first part of the program.
#[inline(never)]
pub fn keys_body(_: Model, _: Stage) -> AnyView {
    let lines = Shortcut::ALL.map(|it| view! { <li>{it.title().get()} <kbd>{it.key()}</kbd></li> });
    view! {
        <div class="sheet-body">
            <div class="sheet-head">
                <h2>{msg::KEYS.get()}</h2>
                <button
                    type="button"
                    class="quiet icon"
                    aria-label=msg::CLOSE.get()
                    on:click=on_click(|_| browser::close_dialog(KEYS))
                >
                    "×"
                </button>
            </div>
            <ul class="keys">{lines.collect_view()}</ul>
            <p class="faint">{msg::KEYS_IN_THE_ORDER.get()}</p>
            <p class="faint">{msg::KEYS_ARE_TURNED_OFF.get()}</p>
        </div>
    }
    .into_any()
}

/// Links for keyboards that skip to the parts of the table; visible while they have the focus.
#[component]
pub fn SkipLinks() -> impl IntoView {
    let model = expect_context::<Model>();
    let stage = expect_context::<Stage>();
    let link = move |shortcut: Shortcut| {
        view! {
            <button
                type="button"
                class="unseen skip"
                on:click=on_click(move |_| shortcut.run(model, stage))
            >
                {shortcut.title().get()}
            </button>
        }
    };
    view! { <div class="skips">{link(Shortcut::Order)} {link(Shortcut::Log)}</div> }
}
