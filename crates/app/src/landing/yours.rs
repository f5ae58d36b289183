//! The list of tables at which this browser has a seat.

use leptos::prelude::*;
use rules::messages::doors as msg;
use rules::messages::front;

use crate::page::{OwnTable, SeatedPerson};

/// The list of the tables of this browser, as large buttons.
#[component]
pub fn YourTables(
    /// The tables, where this browser was last first.
    tables: Vec<OwnTable>,
) -> impl IntoView {
    view! {
        <section class="yours" aria-labelledby="yours">
            <h2 id="yours">{msg::YOUR_TABLES.get()}</h2>
            <ul class="yours-list">
                {tables.into_iter().map(|yours| view! { <OneTable yours /> }).collect_view()}
            </ul>
        </section>
    }
}

/// A table of this browser, with the links to return to it and the button to leave it.
#[component]
fn OneTable(
    /// The table and the seat there.
    yours: OwnTable,
) -> impl IntoView {
    let OwnTable {
        table,
        title,
        system,
        seat: SeatedPerson { name, role },
        ago_ms,
    } = yours;
    let words = format!(
        "{name}, {} · {} · {}",
        role.title().get(),
        system.client_rules().facts().title.get(),
        ago(ago_ms)
    );
    let leave = role.can_leave_table().then(|| {
        let label = msg::leave(&title);
        view! {
            <details class="leave">
                <summary aria-label=label>{msg::LEAVE_2.get()}</summary>
                <form method="post" action=format!("/t/{table}/leave")>
                    <p class="faint">
                        {msg::YOUR_SEAT_IS_GIVEN_UP.get()}
                    </p>
                    <button type="submit" class="quiet">{msg::LEAVE_THIS_TABLE.get()}</button>
                </form>
            </details>
        }
    });
    view! {
        <li class="yours-table card">
            <a href=format!("/t/{table}")>
                <strong>{title}</strong>
                <span class="faint">{words}</span>
                <span class="yours-open" aria-hidden="true">{front::OPEN.get()}</span>
            </a>
            {leave}
        </li>
    }
}

/// Describes a time span of this many milliseconds before now, such as "2 hours ago".
fn ago(ms: u64) -> String {
    let minutes = ms / 60_000;
    let hours = minutes / 60;
    let days = hours / 24;
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    match (minutes, hours, days) {
        (0..=1, ..) => msg::JUST_NOW.get().to_owned(),
        (minutes, 0, _) => msg::minutes_ago(count(minutes)),
        (_, hours, 0) => msg::hours_ago(count(hours)),
        (_, _, days @ 1..14) => msg::days_ago(count(days)),
        (_, _, days @ 14..61) => msg::weeks_ago(count(days / 7)),
        (_, _, days @ 61..730) => msg::months_ago(count(days / 30)),
        (_, _, days) => msg::years_ago(count(days / 365)),
    }
}

#[cfg(test)]
mod tests {
    use super::ago;

    #[test]
    fn as_people_say_it() {
        let (minute, day) = (60_000, 24 * 60 * 60_000);
        for (ms, words) in [
            (0, "just now"),
            (2 * minute - 1, "just now"),
            (59 * minute, "59 minutes ago"),
            (60 * minute, "1 hour ago"),
            (day - 1, "23 hours ago"),
            (day, "1 day ago"),
            (13 * day, "13 days ago"),
            (20 * day, "2 weeks ago"),
            (61 * day, "2 months ago"),
            (729 * day, "24 months ago"),
            (730 * day, "2 years ago"),
        ] {
            assert_eq!(ago(ms), words);
        }
    }
}
