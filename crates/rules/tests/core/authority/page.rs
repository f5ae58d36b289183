//! The table of permissions as `docs/security.md` has it. `UPDATE=1` in front of the test writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rules::encounter::Command;
use rules::encounter::authority::{Ownership, Permission, RightScope, Sender, Verdict};
use testkit::authority::{CommandSample, Placeholders, expected_verdict, load_samples};

use super::{Moment, laid, places};

const BEGINS: &str = "<!-- The table of permissions begins. -->\n";
const ENDS: &str = "<!-- The table of permissions ends. -->\n";

/// What Ana, or another sender in her place, is told of what stands so to her.
fn cell(places: &Placeholders, command: &Command, sender: Sender) -> &'static str {
    let row = Permission::for_command(command);
    let player = sender == Sender::Player;
    let verdict = expected_verdict(&row, sender, |over| match over {
        RightScope::Unscoped | RightScope::Either(..) => Ownership::Own,
        RightScope::Combatant(id) => places.relation_to(id, player),
        RightScope::Seat(seat) => {
            let mut all = places.seats.iter();
            let found = all.find(|(_, other)| *other == seat);
            found.map_or(Ownership::Absent, |(relation, _)| *relation)
        }
    });
    match (verdict, row.proviso) {
        (Verdict::Allowed, Some(_)) if player => "if",
        (Verdict::Allowed, _) => "yes",
        (Verdict::Forbidden, _) => "no",
        (Verdict::Unknown, _) => "not there",
        (Verdict::NoSeat, _) => "no seat",
        (Verdict::Muted, _) => "muted",
    }
}

/// One cell for several commands, where they are told the same; a dash where there are none.
fn cells<'a>(told: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = told.into_iter().collect();
    words.dedup();
    match words.is_empty() {
        true => "–".to_owned(),
        false => words.join(", "),
    }
}

fn line(places: &Placeholders, sample: &CommandSample) -> String {
    let each = sample.commands_by_relation(places);
    let of = |sender, wanted: &[Ownership]| {
        let each = each.iter();
        let each = each.filter(|(touched, _)| touched.is_none_or(|it| wanted.contains(&it)));
        let told: Vec<&str> = each
            .map(|(_, command)| cell(places, command, sender))
            .collect();
        cells(told)
    };
    let there = [
        Ownership::Own,
        Ownership::Others,
        Ownership::Unowned,
        Ownership::OfStoryteller,
    ];
    let gone = [Ownership::Hidden, Ownership::Absent];
    // What touches nothing is told once.
    let touches = each.iter().any(|(touched, _)| touched.is_some());
    let player = |wanted: &[Ownership]| match touches {
        true => of(Sender::Player, wanted),
        false => "–".to_owned(),
    };
    let proviso = each
        .first()
        .and_then(|(_, command)| Permission::for_command(command).proviso);
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
        sample.title,
        of(Sender::Storyteller, &there),
        of(Sender::CoStoryteller, &there),
        of(Sender::Player, &there[..1]),
        player(&there[1..2]),
        player(&there[2..3]),
        player(&there[3..]),
        player(&gone),
        of(Sender::Spectator, &there),
        proviso.map_or("", |proviso| proviso.description()),
    )
}

fn printed() -> String {
    let table = laid(Moment::Asked);
    let places = places(&table);
    let mut text = String::from(
        "| command | storyteller | co-storyteller | player: own | another's | nobody's | a foe | \
         hidden or not there | spectator | a player, if |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for sample in load_samples() {
        let _ = write!(text, "{}", line(&places, &sample));
    }
    text
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the page is what is tested")]
fn the_page_has_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, rest) = page.split_once(BEGINS).expect("where the table begins");
    let (table, after) = rest.split_once(ENDS).expect("where the table ends");
    let printed = printed();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{before}{BEGINS}{printed}{ENDS}{after}")).expect("written");
        return;
    }
    assert!(
        table == printed,
        "docs/security.md is out of date: UPDATE=1 cargo test -p rules --test core authority::"
    );
}
