//! The table of permissions as `docs/security.md` has it. `UPDATE=1` in front of the test writes it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rules::encounter::Command;
use rules::encounter::authority::{Over, Relation, Row, Sender, Verdict};
use testkit::authority::{Places, Sample, said, samples};

use super::{Moment, laid, places};

const BEGINS: &str = "<!-- The table of permissions begins. -->\n";
const ENDS: &str = "<!-- The table of permissions ends. -->\n";

/// What Ana, or another sender in her place, is told of what stands so to her.
fn cell(places: &Places, command: &Command, sender: Sender) -> &'static str {
    let row = Row::for_command(command);
    let player = sender == Sender::Player;
    let verdict = said(&row, sender, |over| match over {
        Over::All | Over::Either(..) => Relation::Own,
        Over::Combatant(id) => places.relation(id, player),
        Over::Seat(seat) => {
            let mut all = places.seats.iter();
            let found = all.find(|(_, other)| *other == seat);
            found.map_or(Relation::Absent, |(relation, _)| *relation)
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

fn line(places: &Places, sample: &Sample) -> String {
    let each = sample.each(places);
    let of = |sender, wanted: &[Relation]| {
        let each = each.iter();
        let each = each.filter(|(touched, _)| touched.is_none_or(|it| wanted.contains(&it)));
        let told: Vec<&str> = each
            .map(|(_, command)| cell(places, command, sender))
            .collect();
        cells(told)
    };
    let there = [
        Relation::Own,
        Relation::Others,
        Relation::Free,
        Relation::Storytellers,
    ];
    let gone = [Relation::Hidden, Relation::Absent];
    // What touches nothing is told once.
    let touches = each.iter().any(|(touched, _)| touched.is_some());
    let player = |wanted: &[Relation]| match touches {
        true => of(Sender::Player, wanted),
        false => "–".to_owned(),
    };
    let proviso = each
        .first()
        .and_then(|(_, command)| Row::for_command(command).proviso);
    format!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
        sample.what,
        of(Sender::Storyteller, &there),
        of(Sender::CoStoryteller, &there),
        of(Sender::Player, &there[..1]),
        player(&there[1..2]),
        player(&there[2..3]),
        player(&there[3..]),
        player(&gone),
        of(Sender::Spectator, &there),
        proviso.map_or("", |proviso| proviso.words()),
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
    for sample in samples() {
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
