//! The rows of the order as the screen shows them: from now on, with a line where the next round begins.

use rules::base::id::CombatantId;
use rules::character::track::{Severity, Track};
use rules::character::vocabulary::{describe_action, format_number};
use rules::encounter::view::CombatantRow;
use rules::encounter::{Side, View};
use rules::messages::table_screen as msg;
use rules::messages::words as common;

use crate::scene::spots::place_names;
use crate::words;

/// Most health boxes that are drawn; more are told as a number.
const MOST_BOXES: usize = 12;
/// Most rows that are drawn where some are left over.
const MOST_ROWS: usize = 7;
/// Heights in units: of the row of who acts, of another row, of the line of a new round, and of the names left over.
const ACTING: f64 = 160.0;
const ROW: f64 = 90.0;
const LINE: f64 = 54.0;
const REST: f64 = 94.0;
/// Space below the last row, which needs none.
const GAP: f64 = 10.0;

/// Health of a combatant as the table screen shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HealthDisplay {
    /// Boxes with their marks.
    Boxes(Vec<Option<Severity>>),
    /// A word or a number.
    Words(String),
    /// Unknown to players.
    Nothing,
}

/// Row of the order on the table screen for a combatant, or for a group that acts as one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScreenRow {
    /// The combatants; those of a group are several.
    pub(super) ids: Vec<CombatantId>,
    /// The name.
    pub(super) name: String,
    /// The letters of the token.
    pub(super) letters: String,
    /// The key of the side for the style sheet.
    pub(super) side: &'static str,
    /// The health.
    pub(super) health: HealthDisplay,
    /// The initiative.
    pub(super) score: Option<String>,
    /// Whether all of them are out of the fight.
    pub(super) is_out: bool,
    /// Where it is and what it does, for the one who acts; `None` for the others.
    pub(super) deed: Option<String>,
}

/// Row of the upcoming order, or the line where a round begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// A row.
    Row(ScreenRow),
    /// The line where a round begins, with its title.
    Round(String),
}

/// Order of the combatants from the acting one on, as far as the table screen has room for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Upcoming {
    /// The rows and the line between them.
    pub(super) entries: Vec<Entry>,
    /// The names of the others, and how many combatants they are.
    pub(super) rest: Option<(usize, String)>,
}

impl Upcoming {
    /// Builds the order from the acting combatant on, for a height of `room` units.
    pub(super) fn of(view: &View, room: f64) -> Self {
        let all = all_entries(view);
        let height = |entry: &Entry| match entry {
            Entry::Row(row) if row.deed.is_some() => ACTING,
            Entry::Row(_) => ROW,
            Entry::Round(_) => LINE,
        };
        let whole: f64 = all.iter().map(height).sum();
        if whole <= room + GAP {
            return Self {
                entries: all,
                rest: None,
            };
        }
        let (mut left, mut rows) = (room - REST, 0);
        let mut entries = Vec::new();
        let mut all = all.into_iter().peekable();
        while let Some(entry) = all.peek() {
            left -= height(entry);
            rows += usize::from(matches!(entry, Entry::Row(_)));
            if left < 0.0 || rows > MOST_ROWS {
                break;
            }
            entries.extend(all.next());
        }
        // A line with nothing below it says nothing.
        if matches!(entries.last(), Some(Entry::Round(_))) {
            entries.pop();
        }
        let others: Vec<ScreenRow> = all
            .filter_map(|entry| match entry {
                Entry::Row(row) => Some(row),
                Entry::Round(_) => None,
            })
            .collect();
        let count = others.iter().map(|row| row.ids.len()).sum();
        let names: Vec<String> = others.iter().map(name_in_rest).collect();
        Self {
            entries,
            rest: Some((count, names.join(", "))),
        }
    }
}

/// Returns the name of a row that does not fit the screen, with the size of a group.
fn name_in_rest(row: &ScreenRow) -> String {
    match row.ids.len() {
        0 | 1 => row.name.clone(),
        several => format!("{} ({several})", row.name),
    }
}

/// Returns the whole order, beginning with who acts now.
fn all_entries(view: &View) -> Vec<Entry> {
    let group = |id: &CombatantId| view.rows.get(id).and_then(|row| row.group);
    let together =
        |one: &CombatantId, other: &CombatantId| group(one).is_some() && group(one) == group(other);
    let chunks: Vec<&[CombatantId]> = view.order.chunk_by(together).collect();
    let acting = view.turn.acting;
    let at = chunks
        .iter()
        .position(|ids| acting.is_some_and(|acting| ids.contains(&acting)));
    let (before, after) = chunks.split_at(at.unwrap_or(0));
    let row = |ids: &&[CombatantId]| build_row(view, ids).map(Entry::Row);
    let mut entries: Vec<Entry> = after.iter().filter_map(row).collect();
    if !before.is_empty() {
        let rules = view.system.client_rules();
        let next = view.turn.round.saturating_add(1);
        entries.push(Entry::Round(words::round_title(rules, next)));
        entries.extend(before.iter().filter_map(row));
    }
    entries
}

/// Builds the row of a combatant or group; `None` where the table screen's viewer knows none of
/// them.
pub(super) fn build_row(view: &View, ids: &[CombatantId]) -> Option<ScreenRow> {
    let rows: Vec<&CombatantRow> = ids
        .iter()
        .filter_map(|id| view.rows.get(id).map(Box::as_ref))
        .collect();
    let first = rows.first()?;
    let up = rows.iter().filter(|row| !row.is_out()).count();
    let acting = view.turn.acting.filter(|acting| ids.contains(acting));
    let alone = rows.len() == 1;
    Some(ScreenRow {
        ids: rows.iter().map(|row| row.id).collect(),
        name: match alone {
            true => first.full_name(),
            false => first.name.clone(),
        },
        letters: match alone {
            true => words::token_letters(&first.name, first.label.as_deref()),
            false => rows.len().to_string(),
        },
        side: match first.side {
            Side::Character => "character",
            Side::Foe => "foe",
        },
        health: match alone {
            true => shown_health(first),
            false => HealthDisplay::Words(msg::of_whom_stand(&rows.len(), &up)),
        },
        score: first.score.map(format_number),
        is_out: up == 0,
        deed: acting.map(|acting| deed_words(view, acting)),
    })
}

/// Returns the health of a combatant as the table screen shows it.
fn shown_health(row: &CombatantRow) -> HealthDisplay {
    let word = || {
        row.health
            .states
            .first()
            .map(|state| state.word.to_string())
    };
    match &row.track {
        None => word().map_or(HealthDisplay::Nothing, HealthDisplay::Words),
        Some(Track::Points(points)) => {
            HealthDisplay::Words(common::of(&format_number(points.left()), &points.maximum()))
        }
        Some(track) => match track.boxes() {
            Some(boxes) if usize::from(boxes.size()) <= MOST_BOXES => {
                HealthDisplay::Boxes((0..boxes.size()).map(|at| boxes.mark_at(at)).collect())
            }
            _ => HealthDisplay::Words(words::track(track)),
        },
    }
}

/// Returns where a combatant is and what it does, such as `Warehouse · aims at Ghoul A`.
fn deed_words(view: &View, who: CombatantId) -> String {
    let name = |id: &CombatantId| view.rows.get(id).map(|row| row.full_name());
    let place = place_names(view).get(&who).cloned();
    let mut open = view.exchanges.values();
    let open = open.find(|it| it.next.is_some() && it.by == Some(who));
    let deed = open.map(|it| {
        let at: Vec<String> = it.at.iter().filter_map(name).collect();
        describe_action(None, &it.title, &at)
    });
    let hold = || {
        let hold = view.holds.iter().find(|hold| hold.by == who)?;
        Some(format!("{} {}", hold.word, name(&hold.on)?))
    };
    let row = view.rows.get(&who);
    let note = || row.and_then(|row| row.note.clone());
    let rules = view.system.client_rules();
    let conditions = row.map(|row| words::conditions(rules, &row.conditions));
    let parts = [place, deed.or_else(hold).or_else(note)]
        .into_iter()
        .flatten();
    let parts: Vec<String> = parts.chain(conditions.into_iter().flatten()).collect();
    parts.join(" · ")
}
