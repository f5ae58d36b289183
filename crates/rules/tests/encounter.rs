//! The encounter, subject by subject: what a command does, who may give it, what it says.

mod table;

use rules::dial::Reading;
use rules::encounter::command::{AskedTerm, Destination, RollAsk, Shift, Whose};
use rules::encounter::limits::{
    MAX_DAMAGE, MAX_GESTURE, MAX_HIDDEN, MAX_PER_LINE, MAX_PER_PLAYER, MAX_POOL, MAX_SHIFTS,
    MAX_TERM, MAX_TERMS, MAX_VISIBLE, SAME_GESTURE_MS, UNDO_DEPTH,
};
use rules::encounter::log::What;
use rules::encounter::quick_add::LineError;
use rules::encounter::{Class, Command, Event, FoeHealth, Refusal, Side, Turn, View};
use rules::id::{CombatantId, CommandId, SeatId};
use rules::roll::{Grade, Mark};
use rules::seat::{Actor, Role};
use rules::text::TextError;
use rules::track::{Packet, Severity};

use table::{ANA, BEN, EVE, NOBODY, ST, Seeded, Table, add, add_hidden, ask};

fn nobody() -> CombatantId {
    "n0b0dy00".parse().expect("an id")
}

fn face(id: CombatantId, face: u16) -> Command {
    Command::RollInitiative {
        whose: Whose::One(id),
        face: Some(face),
    }
}

const fn whose(whose: Whose) -> Command {
    Command::RollInitiative { whose, face: None }
}

const fn to(id: CombatantId, to: Destination) -> Command {
    Command::Move { id, to }
}

fn harm(id: CombatantId, bashing: u16, lethal: u16, aggravated: u16) -> Command {
    let packet = Packet {
        bashing,
        lethal,
        aggravated,
        points: 0,
    };
    Command::Harm { id, packet }
}

/// Shifts written as `.>/` for an empty box that becomes bashing, `3x.>X` for three.
fn shifts(text: &str) -> Vec<Shift> {
    let severity = |glyph| match glyph {
        '.' => None,
        '/' => Some(Severity::Bashing),
        'X' => Some(Severity::Lethal),
        '*' => Some(Severity::Aggravated),
        other => panic!("{other} is no box"),
    };
    let one = |word: &str| {
        let (count, word) = word.split_once('x').unwrap_or(("1", word));
        let glyphs: Vec<char> = word.chars().collect();
        Shift {
            from: severity(glyphs[0]),
            to: severity(glyphs[2]),
            count: count.parse().expect("a count"),
        }
    };
    text.split_whitespace().map(one).collect()
}

fn click(id: CombatantId, text: &str) -> Command {
    Command::Turn {
        id,
        shifts: shifts(text),
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data")
}

// ---- Quick add and labels --------------------------------------------------------------

mod labels {
    use super::*;

    /// The full names of everybody who was added by these lines, in the order they came.
    fn check(lines: &[&str], expected: &[&str]) {
        assert_eq!(names(&Table::with(lines)), expected, "{lines:?}");
    }

    fn names(table: &Table) -> Vec<String> {
        let view = table.view(Class::Storyteller);
        let name = |id| view.rows[id].full_name();
        view.order.iter().chain(&view.bench).map(name).collect()
    }

    #[test]
    fn namesakes_are_told_apart() {
        check(&["ghoul"], &["Ghoul"]);
        check(
            &["ghoul", "Ghoul", "GHOUL"],
            &["Ghoul", "Ghoul B", "GHOUL C"],
        );
        check(&["3x ghoul"], &["Ghoul A", "Ghoul B", "Ghoul C"]);
        check(
            &["ghoul", "2x ghoul", "rat"],
            &["Ghoul", "Ghoul B", "Ghoul C", "Rat"],
        );
    }

    #[test]
    fn hidden_ones_count_apart() {
        check(&["!rat", "!rat"], &["Rat", "Rat ii"]);
        check(&["!2x rat"], &["Rat i", "Rat ii"]);
        check(&["rat", "!rat", "rat"], &["Rat", "Rat i", "Rat B"]);
        // Players have seen no rat yet.
        check(&["!3x rat", "rat"], &["Rat i", "Rat ii", "Rat iii", "Rat"]);
        check(&["rat hidden", "rat"], &["Rat", "Rat"]);
    }

    #[test]
    fn a_label_is_never_given_again() {
        let mut table = Table::with(&["3x ghoul"]);
        let id = table.id("Ghoul C");
        table.ok(ST, Command::Remove { id });
        table.ok(ST, add("ghoul"));
        assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "Ghoul D"]);
        table.ok(ST, Command::Undo);
        table.ok(ST, add("ghoul"));
        assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "Ghoul E"]);
        let id = table.id("Ghoul E");
        let rename = |name: &str| Command::Rename {
            id,
            name: name.into(),
        };
        table.ok(ST, rename("rat"));
        table.ok(ST, rename("ghoul"));
        assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "ghoul F"]);
        // Another case is the same name and keeps its label.
        table.ok(ST, rename("GHOUL"));
        assert_eq!(names(&table), ["Ghoul A", "Ghoul B", "GHOUL F"]);
    }

    #[test]
    fn showing_gives_the_next_letter_players_expect() {
        let mut table = Table::with(&["rat", "!rat"]);
        let id = table.id("Rat i");
        table.ok(ST, Command::Reveal { id });
        assert_eq!(names(&table), ["Rat", "Rat B"]);
        // What they have seen keeps its label through hiding and showing, plain or not.
        for name in ["Rat", "Rat B"] {
            let id = table.id(name);
            table.ok(ST, Command::Hide { id });
            table.ok(ST, Command::Reveal { id });
            assert_eq!(names(&table), ["Rat", "Rat B"]);
        }
        let mut table = Table::with(&["!rat"]);
        let id = table.id("Rat");
        table.ok(ST, Command::Reveal { id });
        table.ok(ST, add("rat"));
        assert_eq!(names(&table), ["Rat", "Rat B"]);
    }

    #[test]
    fn a_hidden_one_renamed_uses_up_no_letter() {
        let mut table = Table::with(&["rat", "!cat"]);
        let id = table.id("Cat");
        let name = "Rat".to_owned();
        table.ok(ST, Command::Rename { id, name });
        assert_eq!(names(&table), ["Rat", "Rat i"]);
        table.ok(ST, add("rat"));
        assert_eq!(names(&table), ["Rat", "Rat i", "Rat B"]);
    }

    #[test]
    fn whose_side() {
        let side = |by, line: &str, side| {
            let mut table = Table::new();
            let line = line.to_owned();
            table.ok(
                by,
                Command::Add {
                    line,
                    side,
                    hidden: false,
                },
            );
            let row = table.row("Rat");
            (row.side, row.owner)
        };
        assert_eq!(side(ST, "rat", None), (Side::Foe, None));
        assert_eq!(
            side(ST, "rat", Some(Side::Character)),
            (Side::Character, None)
        );
        assert_eq!(
            side(ST, "rat foe", Some(Side::Character)),
            (Side::Foe, None)
        );
        assert_eq!(
            side(ANA, "rat foe", Some(Side::Foe)),
            (Side::Character, Some(SeatId(2)))
        );
    }

    #[test]
    fn ids_follow_from_the_dice() {
        let mut table = Table::new();
        let dice = || Seeded::of(CommandId(7));
        table
            .give_as(CommandId(5), ST, add("3x rat"), &mut dice())
            .expect("added");
        let mut again = dice();
        let drawn = [(); 3].map(|()| CombatantId::draw(&mut again));
        assert_eq!(table.view(Class::Storyteller).bench, drawn);
    }
}

// ---- Initiative ------------------------------------------------------------------------

mod initiative {
    use super::*;

    const A: &str = "A dex 3 comp 2";
    const B: &str = "B dex 3 comp 2";

    /// Rolls typed faces, one after the other, and looks at the order.
    fn check(lines: &[&str], faces: &[(&str, u16)], expected: &str) {
        let mut table = Table::with(lines);
        for (name, typed) in faces {
            let id = table.id(name);
            table.ok(ST, face(id, *typed));
        }
        assert_eq!(
            table.picture(Class::Storyteller),
            expected,
            "{lines:?} {faces:?}"
        );
    }

    #[test]
    fn the_higher_score_acts_first() {
        let three = ["A dex 1 comp 1", "B dex 4 comp 4", "C dex 2 comp 2"];
        check(&three, &[("A", 10), ("B", 1), ("C", 10)], "0: C A B | ");
        check(&three, &[("B", 10), ("A", 10)], "0: B A | C");
    }

    #[test]
    fn chr_init_02_ties_go_to_the_modifier_then_to_dexterity() {
        check(
            &["A dex 2 comp 2", "B dex 3 comp 3"],
            &[("A", 7), ("B", 5)],
            "0: B A | ",
        );
        check(
            &["A dex 2 comp 3", "B dex 3 comp 2"],
            &[("A", 5), ("B", 5)],
            "0: B A | ",
        );
    }

    /// A stands in the order; B comes with the same numbers. The pool is five dice.
    fn roll_off(faces: &[u16], expected: &str) -> Table {
        let mut table = Table::with(&[A, B]);
        let (a, b) = (table.id("A"), table.id("B"));
        table.ok(ST, face(a, 5));
        table.ok_with(ST, face(b, 5), faces);
        assert_eq!(table.picture(Class::Storyteller), expected, "{faces:?}");
        table
    }

    #[test]
    fn chr_init_03_what_is_still_tied_is_rolled_off() {
        // The newcomer first, then who was there.
        roll_off(&[8, 8, 1, 1, 1, 8, 1, 1, 1, 1], "0: B A | ");
        roll_off(&[8, 1, 1, 1, 1, 8, 8, 1, 1, 1], "0: A B | ");
        let again = [8, 1, 1, 1, 1, 1, 1, 1, 1, 8, 9, 9, 9, 1, 1, 9, 9, 1, 1, 1];
        let table = roll_off(&again, "0: B A | ");
        let rank = |name| table.row(name).initiative.expect("a score").rank;
        assert_eq!(rank("A"), [10, 5, 3, 1, 2]);
        assert_eq!(rank("B"), [10, 5, 3, 1, 3]);
        // Players see the score and not how ties fell.
        let view = table.view(Class::Table);
        assert!(view.rows.values().all(|row| row.initiative.is_none()));
        assert!(view.rows.values().all(|row| row.score == Some(10)));
    }

    #[test]
    fn a_roll_off_against_somebody_hidden_leaves_no_mark() {
        let mut table = Table::with(&[A, "!B dex 3 comp 2"]);
        let (a, b) = (table.id("A"), table.id("B"));
        table.ok(ST, face(a, 5));
        table.ok_with(ST, face(b, 5), &[8, 1, 1, 1, 1, 8, 8, 1, 1, 1]);
        assert_eq!(table.picture(Class::Storyteller), "0: A B | ");
        let rank = |table: &Table, name| table.row(name).initiative.expect("a score").rank;
        assert_eq!(rank(&table, "A"), [10, 5, 3]);
        assert_eq!(rank(&table, "B"), [10, 5, 3]);
        // And sorting leaves them so.
        assert_eq!(table.no(ST, Command::Sort), Refusal::NothingToDo);
        table.ok_with(ST, face(b, 5), &[8, 8, 8, 1, 1, 8, 8, 1, 1, 1]);
        assert_eq!(table.picture(Class::Storyteller), "0: B A | ");
        assert_eq!(rank(&table, "A"), [10, 5, 3]);
        assert_eq!(rank(&table, "B"), [10, 5, 3, 3]);
        // A newcomer does not roll off against somebody hidden.
        table.ok(ST, add("C dex 3 comp 2"));
        let c = table.id("C");
        table.ok_with(ST, face(c, 5), &[1, 1, 1, 1, 1, 8, 1, 1, 1, 1]);
        assert_eq!(table.picture(Class::Storyteller), "0: B A C | ");
    }

    #[test]
    fn newcomers_go_by_those_whom_players_see() {
        let mut table = Table::with(&["A dex 5 comp 5", "B dex 1 comp 1", "!H dex 1 comp 1", "N"]);
        for (name, typed) in [("A", 5), ("B", 5), ("H", 1)] {
            let id = table.id(name);
            table.ok(ST, face(id, typed));
        }
        let (h, a, n) = (table.id("H"), table.id("A"), table.id("N"));
        table.ok(ST, to(h, Destination::Before(Some(a))));
        assert_eq!(table.picture(Class::Storyteller), "0: H A B | N");
        table.ok(ST, face(n, 5));
        assert_eq!(table.picture(Class::Storyteller), "0: H A N B | ");
    }

    #[test]
    fn a_newcomer_goes_before_the_first_who_acts_later() {
        let mut table = Table::with(&["A dex 5 comp 5", "B dex 3 comp 3", "C dex 1 comp 1", "N"]);
        for name in ["A", "B", "C"] {
            let id = table.id(name);
            table.ok(ST, face(id, 5));
        }
        let (a, c, n) = (table.id("A"), table.id("C"), table.id("N"));
        table.ok(ST, to(c, Destination::Before(Some(a))));
        table.ok(ST, face(n, 4));
        assert_eq!(table.picture(Class::Table), "0: N C A B | ");
        // Somebody without a score is passed over.
        let mut table = Table::with(&["A", "B dex 1"]);
        let (a, b) = (table.id("A"), table.id("B"));
        table.ok(ST, to(a, Destination::Before(None)));
        table.ok(ST, face(b, 5));
        assert_eq!(table.picture(Class::Table), "0: A B | ");
    }

    #[test]
    fn all_the_storytellers_at_once() {
        let mut table = Table::with(&["@Ana dex 3", "2x ghoul", "!cat", "Pal pc"]);
        let ghoul = table.id("Ghoul A");
        table.ok(ST, face(ghoul, 10));
        // B, then the cat; whose ties cannot arise from these.
        table.ok_with(ST, whose(Whose::Storytellers), &[4, 1]);
        assert_eq!(
            table.picture(Class::Storyteller),
            "0: Ghoul A Ghoul B Cat | Ana Pal"
        );
        assert_eq!(
            table.no(ST, whose(Whose::Storytellers)),
            Refusal::NobodyToRoll
        );
    }

    #[test]
    fn all_mine_at_once() {
        let mut table = Table::with(&["@Ana dex 3", "@Dog dex 1", "rat"]);
        assert_eq!(table.no(BEN, whose(Whose::Mine)), Refusal::NobodyToRoll);
        table.ok_with(ANA, whose(Whose::Mine), &[1, 9]);
        assert_eq!(table.picture(Class::Table), "0: Dog Ana | Rat");
        assert_eq!(table.no(ANA, whose(Whose::Mine)), Refusal::NobodyToRoll);
        assert_eq!(table.no(ST, whose(Whose::Mine)), Refusal::NobodyToRoll);
    }

    #[test]
    fn players_roll_once_and_the_storyteller_again() {
        let mut table = Table::with(&["@Ana dex 3", "rat dex 3 comp 3"]);
        let (ana, rat) = (table.id("Ana"), table.id("Rat"));
        table.ok(ANA, face(ana, 10));
        table.ok(ST, face(rat, 5));
        assert_eq!(table.no(ANA, face(ana, 10)), Refusal::AlreadyRolled);
        assert_eq!(
            table.no(ANA, whose(Whose::One(ana))),
            Refusal::AlreadyRolled
        );
        assert_eq!(table.no(BEN, face(ana, 10)), Refusal::NotAllowed);
        table.ok(ST, face(ana, 1));
        assert_eq!(table.picture(Class::Table), "0: Rat Ana | ");
        assert_eq!(table.row("Ana").score, Some(6));
    }

    #[test]
    fn typed_faces_are_faces_of_one_die() {
        let mut table = Table::with(&["2x rat", "@Ana", "@Dog"]);
        let rat = table.id("Rat A");
        let no_face = Refusal::NoSuchFace { sides: 10 };
        for typed in [0, 11, u16::MAX] {
            assert_eq!(table.no(ST, face(rat, typed)), no_face);
        }
        for whose in [Whose::Storytellers, Whose::Mine] {
            let command = Command::RollInitiative {
                whose,
                face: Some(5),
            };
            let by = if whose == Whose::Mine { ANA } else { ST };
            assert_eq!(table.no(by, command), no_face);
        }
    }

    #[test]
    fn the_score_is_a_sum_of_named_terms() {
        let mut table = Table::with(&["rat dex 3 comp 2 stam 1 size 1 init -4"]);
        let rat = table.id("Rat");
        table.ok(ST, harm(rat, 2, 0, 0));
        table.ok(ST, face(rat, 7));
        let initiative = table.row("Rat").initiative.expect("a score");
        assert_eq!((initiative.score, initiative.die), (5, 7));
        let terms: Vec<(&str, i32)> = initiative
            .terms
            .iter()
            .map(|term| (&*term.label, term.value))
            .collect();
        assert_eq!(
            terms,
            [
                ("Dexterity", 3),
                ("Composure", 2),
                ("Modifier", -4),
                ("Wounded", -3)
            ]
        );
        assert!(initiative.terms.iter().all(|term| term.rule.is_some()));
        // Healing afterwards changes nothing (CHR-INIT-05).
        table.ok(ST, click(rat, "2x/>."));
        assert_eq!(table.row("Rat").score, Some(5));
    }

    #[test]
    fn sorting_is_what_the_dice_said() {
        let mut table = Table::with(&["A dex 5", "B dex 3", "C dex 1", "D"]);
        for name in ["A", "B", "C"] {
            let id = table.id(name);
            table.ok(ST, face(id, 5));
        }
        let (a, d) = (table.id("A"), table.id("D"));
        table.ok(ST, to(d, Destination::Before(Some(a))));
        table.ok(ST, to(a, Destination::Before(None)));
        assert_eq!(table.picture(Class::Table), "0: D B C A | ");
        table.ok(ST, Command::Sort);
        assert_eq!(table.picture(Class::Table), "0: A B C D | ");
        assert_eq!(table.no(ST, Command::Sort), Refusal::NothingToDo);
    }
}

// ---- Drags -----------------------------------------------------------------------------

mod drags {
    use super::*;

    const FOUR: [&str; 4] = ["A", "B", "C", "D"];

    /// Drags `who` in `A B C D` where B acts in round 1.
    fn check(who: &str, before: Option<&str>, expected: Result<&str, Refusal>) {
        let mut table = Table::with(&FOUR).lined_up().after_turns(2);
        let id = table.id(who);
        let other = before.map(|name| table.id(name));
        let dragged = table.give(ST, to(id, Destination::Before(other)));
        let picture = dragged.map(|_| table.picture(Class::Table));
        assert_eq!(
            picture.as_ref().map(String::as_str),
            expected.as_ref().map(|text| *text),
            "{who} before {before:?}"
        );
    }

    #[test]
    fn inside_the_order() {
        check("C", Some("A"), Ok("1: C A [B] D | "));
        check("B", Some("A"), Ok("1: [B] A C D | "));
        check("B", None, Ok("1: A C D [B] | "));
        check("A", Some("D"), Ok("1: [B] C A D | "));
        check("A", Some("B"), Err(Refusal::NothingToDo));
        check("A", Some("A"), Err(Refusal::NothingToDo));
        check("D", None, Err(Refusal::NothingToDo));
    }

    #[test]
    fn from_the_bench_and_to_it() {
        let mut table = Table::with(&FOUR);
        let id = |name| Table::with(&FOUR).id(name);
        table.ok(ST, to(id("A"), Destination::Before(None)));
        table.ok(ST, to(id("B"), Destination::Before(Some(id("A")))));
        assert_eq!(table.picture(Class::Table), "0: B A | C D");
        table.ok(ST, to(id("B"), Destination::Bench));
        assert_eq!(table.picture(Class::Table), "0: A | C D B");
        let bench = to(id("B"), Destination::Bench);
        assert_eq!(table.no(ST, bench), Refusal::NothingToDo);
        // Before somebody on the bench is nowhere.
        let beside = to(id("A"), Destination::Before(Some(id("C"))));
        assert_eq!(table.no(ST, beside), Refusal::NoSuchCombatant);
    }

    #[test]
    fn score_turn_and_round_stay() {
        let mut table = Table::with(&FOUR);
        for (name, typed) in [("A", 9), ("B", 7), ("C", 5), ("D", 3)] {
            let id = table.id(name);
            table.ok(ST, face(id, typed));
        }
        let mut table = table.after_turns(6);
        assert_eq!(table.picture(Class::Table), "2: A [B] C D | ");
        let (b, d) = (table.id("B"), table.id("D"));
        let rows = table.view(Class::Storyteller).rows;
        table.ok(ST, to(d, Destination::Before(Some(b))));
        table.ok(ST, to(b, Destination::Before(None)));
        assert_eq!(table.picture(Class::Table), "2: A D C [B] | ");
        assert_eq!(table.view(Class::Storyteller).rows, rows);
        table.ok(ST, to(d, Destination::Bench));
        assert_eq!(table.view(Class::Storyteller).rows, rows);
    }

    #[test]
    fn the_one_who_acts_hands_the_turn_on() {
        let mut table = Table::with(&FOUR).lined_up().after_turns(2);
        let b = table.id("B");
        table.ok(ST, to(b, Destination::Bench));
        assert_eq!(table.picture(Class::Table), "1: A [C] D | B");
        let mut table = Table::with(&FOUR).lined_up().after_turns(4);
        let d = table.id("D");
        table.ok(ST, to(d, Destination::Bench));
        assert_eq!(table.picture(Class::Table), "2: [A] B C | D");
        let mut table = Table::with(&["A"]).lined_up().after_turns(3);
        let a = table.id("A");
        table.ok(ST, to(a, Destination::Bench));
        assert_eq!(table.picture(Class::Table), "3:  | A");
        // Removing is leaving as well.
        let mut table = Table::with(&FOUR).lined_up().after_turns(2);
        table.ok(ST, Command::Remove { id: b });
        assert_eq!(table.picture(Class::Table), "1: A [C] D | ");
        table.ok(ST, Command::Undo);
        assert_eq!(table.picture(Class::Table), "1: A [B] C D | ");
    }

    #[test]
    fn a_step_past_somebody_hidden_is_no_step() {
        let mut table = Table::with(&["A", "!H", "B"]).lined_up();
        let (a, b) = (table.id("A"), table.id("B"));
        let (before, lines) = (table.view(Class::Table), table.lines(Class::Storyteller));
        table.ok(ST, to(a, Destination::Before(Some(b))));
        assert_eq!(table.picture(Class::Storyteller), "0: H A B | ");
        assert_eq!(table.view(Class::Table), before);
        assert_eq!(table.lines(Class::Storyteller), lines + 1);
    }

    #[test]
    fn taking_back_puts_a_token_where_players_saw_it() {
        let mut table = Table::with(&["!H", "A", "@Ana", "B"]).lined_up();
        let (h, ana) = (table.id("H"), table.id("Ana"));
        table.ok(ANA, Command::Remove { id: ana });
        table.ok(ST, Command::Remove { id: h });
        assert_eq!(table.picture(Class::Table), "0: A B | ");
        table.ok(ANA, Command::Undo);
        assert_eq!(table.picture(Class::Table), "0: A Ana B | ");
    }

    #[test]
    fn taking_back_a_step_past_somebody_hidden_is_no_step() {
        let mut table = Table::with(&["@Ana", "!H", "B"]).lined_up();
        let (ana, h, b) = (table.id("Ana"), table.id("H"), table.id("B"));
        table.ok(ANA, Command::Remove { id: ana });
        table.ok(ST, to(b, Destination::Before(Some(h))));
        table.ok(ANA, Command::Undo);
        let before = table.view(Class::Table);
        assert_eq!(table.picture(Class::Table), "0: Ana B | ");
        table.ok(ST, Command::Undo);
        assert_eq!(table.picture(Class::Storyteller), "0: Ana H B | ");
        assert_eq!(table.view(Class::Table), before);
    }
}

// ---- Turns -----------------------------------------------------------------------------

mod turns {
    use super::*;

    /// What the storyteller and the players see after each press.
    fn check(lines: &[&str], expected: &[(&str, &str)]) {
        let mut table = Table::with(lines).lined_up();
        for (nth, (all, known)) in expected.iter().enumerate() {
            table.next();
            let seen = [Class::Storyteller, Class::Table].map(|class| table.picture(class));
            assert_eq!(seen, [*all, *known], "press {}", nth + 1);
        }
        // And back again to before the fight.
        for (all, known) in expected.iter().rev().skip(1) {
            let before = table.view(Class::Storyteller).turn;
            table.ok(ST, Command::PreviousTurn { before });
            assert_eq!(table.picture(Class::Storyteller), *all);
            // On the way back players stay where they were while somebody hidden acts.
            assert!(all.contains("[H]") || table.picture(Class::Table) == *known);
        }
    }

    #[test]
    fn rounds_are_counted_from_one() {
        check(
            &["A", "B"],
            &[
                ("1: [A] B | ", "1: [A] B | "),
                ("1: A [B] | ", "1: A [B] | "),
                ("2: [A] B | ", "2: [A] B | "),
            ],
        );
    }

    #[test]
    fn a_hidden_turn_is_no_turn_to_players() {
        check(
            &["A", "!H", "B"],
            &[
                ("1: [A] H B | ", "1: [A] B | "),
                ("1: A [H] B | ", "1: [A] B | "),
                ("1: A H [B] | ", "1: A [B] | "),
                ("2: [A] H B | ", "2: [A] B | "),
            ],
        );
    }

    #[test]
    fn before_the_fight_and_back_to_it() {
        let mut table = Table::with(&["A"]);
        let none = Turn::default();
        let next = |after| Command::NextTurn { after };
        let back = |before| Command::PreviousTurn { before };
        assert_eq!(table.no(ST, next(none)), Refusal::NobodyInOrder);
        assert_eq!(table.no(ST, back(none)), Refusal::NothingToDo);
        let mut table = table.lined_up().after_turns(1);
        let first = table.view(Class::Table).turn;
        table.ok(ST, back(first));
        assert_eq!(table.view(Class::Table).turn, none);
        assert_eq!(
            json(&table.told(Class::Table)),
            r#"{"turn":{"round":0,"back":true}}"#
        );
    }

    #[test]
    fn two_who_press_at_once_end_one_turn() {
        let mut table = Table::with(&["A", "B", "C"]).lined_up().after_turns(1);
        let seen = table.view(Class::Table).turn;
        table.ok(ST, Command::NextTurn { after: seen });
        let again = Command::NextTurn { after: seen };
        assert_eq!(table.no(ST, again), Refusal::TurnHasPassed);
        let back = Command::PreviousTurn { before: seen };
        assert_eq!(table.no(ST, back), Refusal::TurnHasPassed);
        assert_eq!(table.picture(Class::Table), "1: A [B] C | ");
    }

    #[test]
    fn players_end_turns_of_their_own() {
        let mut table = Table::with(&["@Ana", "B", "@Dog"]).lined_up();
        let end = |table: &Table| Command::NextTurn {
            after: table.view(Class::Table).turn,
        };
        // The fight has not begun; that is the storyteller's to do.
        assert_eq!(table.no(ANA, end(&table)), Refusal::NotAllowed);
        table.next();
        assert_eq!(table.no(BEN, end(&table)), Refusal::NotAllowed);
        assert_eq!(table.no(EVE, end(&table)), Refusal::NotAllowed);
        let stale = Command::NextTurn {
            after: Turn::default(),
        };
        assert_eq!(table.no(ANA, stale), Refusal::TurnHasPassed);
        table.ok(ANA, end(&table));
        assert_eq!(table.picture(Class::Table), "1: Ana [B] Dog | ");
        assert_eq!(table.no(ANA, end(&table)), Refusal::NotAllowed);
    }

    #[test]
    fn turns_ended_ahead_of_somebody_hidden_do_not_come_back() {
        let mut table = Table::with(&["@Ana", "!H", "@Dog", "B"])
            .lined_up()
            .after_turns(1);
        let end = |table: &Table| Command::NextTurn {
            after: table.view(Class::Table).turn,
        };
        table.ok(ANA, end(&table));
        assert_eq!(table.picture(Class::Table), "1: Ana [Dog] B | ");
        assert_eq!(table.picture(Class::Storyteller), "1: Ana [H] Dog B | ");
        table.ok(ANA, end(&table));
        assert_eq!(table.picture(Class::Table), "1: Ana Dog [B] | ");
        assert_eq!(table.picture(Class::Storyteller), "1: Ana [H] Dog B | ");
        let seen = table.view(Class::Table);
        table.next();
        assert_eq!(table.picture(Class::Storyteller), "1: Ana H Dog [B] | ");
        assert_eq!(table.view(Class::Table), seen);
        table.next();
        assert_eq!(table.picture(Class::Table), "2: [Ana] Dog B | ");
    }

    #[test]
    fn rounds_among_hidden_ones_do_not_count() {
        let mut table = Table::with(&["!2x H"]).lined_up().after_turns(9);
        assert_eq!(table.picture(Class::Storyteller), "5: [H i] H ii | ");
        assert_eq!(table.picture(Class::Table), "0:  | ");
        table.ok(ST, add("A"));
        let a = table.id("A");
        table.ok(ST, to(a, Destination::Before(None)));
        table.next();
        table.next();
        assert_eq!(table.picture(Class::Table), "1: [A] | ");
        assert_eq!(table.picture(Class::Storyteller), "1: H i H ii [A] | ");
    }

    #[test]
    fn hiding_and_showing_the_one_who_acts() {
        let mut table = Table::with(&["A", "B", "C"]).lined_up().after_turns(2);
        let b = table.id("B");
        let before = table.essence();
        table.ok(ST, Command::Hide { id: b });
        assert_eq!(table.picture(Class::Table), "1: A [C] | ");
        assert_eq!(table.picture(Class::Storyteller), "1: A [B] C | ");
        table.ok(ST, Command::Reveal { id: b });
        assert_eq!(table.essence(), before);
        table.ok(ST, Command::Undo);
        assert_eq!(table.picture(Class::Table), "1: A [C] | ");
        table.ok(ST, Command::Undo);
        assert_eq!(table.essence(), before);

        let mut table = Table::with(&["A", "!H", "B"]).lined_up().after_turns(2);
        let (h, before) = (table.id("H"), table.essence());
        assert_eq!(table.picture(Class::Table), "1: [A] B | ");
        table.ok(ST, Command::Reveal { id: h });
        assert_eq!(table.picture(Class::Table), "1: A [H] B | ");
        table.ok(ST, Command::Undo);
        assert_eq!(table.essence(), before);
    }

    #[test]
    fn somebody_hidden_who_leaves_in_their_turn_hands_it_on() {
        let mut table = Table::with(&["A", "!H", "B"]).lined_up().after_turns(2);
        let h = table.id("H");
        table.ok(ST, to(h, Destination::Bench));
        assert_eq!(table.picture(Class::Storyteller), "1: A [B] | H");
        assert_eq!(table.picture(Class::Table), "1: A [B] | ");
        table.ok(ST, Command::Undo);
        assert_eq!(table.picture(Class::Storyteller), "1: A [H] B | ");
        assert_eq!(table.picture(Class::Table), "1: [A] B | ");
    }
}

// ---- Boxes and harm --------------------------------------------------------------------

mod health {
    use super::*;

    /// Somebody with these marks on five boxes, whose boxes are turned.
    fn check_boxes(marks: (u16, u16, u16), text: &str, expected: Result<&str, Refusal>) {
        let mut table = Table::with(&["rat stam 2 size 3"]);
        let id = table.id("Rat");
        if marks != (0, 0, 0) {
            table.ok(ST, harm(id, marks.0, marks.1, marks.2));
        }
        let turned = table.give(ST, click(id, text));
        let picture = turned.map(|_| table.boxes("Rat"));
        assert_eq!(
            picture.as_ref().map(String::as_str),
            expected.as_ref().map(|text| *text),
            "{marks:?} {text}"
        );
    }

    #[test]
    fn boxes_are_turned_one_by_one() {
        check_boxes((0, 0, 0), ".>/", Ok("/...."));
        check_boxes((1, 0, 0), "/>X", Ok("X...."));
        check_boxes((0, 1, 0), "X>*", Ok("*...."));
        check_boxes((0, 0, 1), "*>.", Ok("....."));
        check_boxes((1, 1, 0), "X>.", Ok("/...."));
    }

    #[test]
    fn a_run_is_one_gesture() {
        check_boxes((0, 0, 0), "3x.>/", Ok("///.."));
        check_boxes((1, 1, 0), "/>X 2x.>X", Ok("XXXX."));
        check_boxes((0, 0, 0), "5x.>* 5x*>X", Ok("XXXXX"));
    }

    #[test]
    fn a_box_that_is_not_there_cannot_be_turned() {
        check_boxes((0, 0, 0), "/>X", Err(Refusal::NoSuchBox));
        check_boxes((5, 0, 0), ".>/", Err(Refusal::NoSuchBox));
        check_boxes((2, 0, 0), "3x/>X", Err(Refusal::NoSuchBox));
        check_boxes((0, 0, 0), "6x.>/", Err(Refusal::NoSuchBox));
    }

    #[test]
    fn nothing_is_nothing_to_do() {
        check_boxes((1, 0, 0), "", Err(Refusal::NothingToDo));
        check_boxes((1, 0, 0), "/>/", Err(Refusal::NothingToDo));
        check_boxes((1, 0, 0), ".>. />X X>/", Err(Refusal::NothingToDo));
        check_boxes((1, 0, 0), "0x/>X", Err(Refusal::NothingToDo));
    }

    /// Harms somebody with three boxes, packet after packet.
    fn check_harm(hits: &[(u16, u16, u16)], expected: &str, states: &[&str]) {
        let mut table = Table::with(&["rat stam 1 size 2"]);
        let id = table.id("Rat");
        for (bashing, lethal, aggravated) in hits {
            table.ok(ST, harm(id, *bashing, *lethal, *aggravated));
        }
        assert_eq!(table.boxes("Rat"), expected, "{hits:?}");
        let What::Harmed { states: told, .. } = table.told(Class::Table) else {
            panic!("harm is told");
        };
        let told: Vec<&str> = told.iter().map(|state| &*state.word).collect();
        assert_eq!(told, states, "{hits:?}");
    }

    #[test]
    fn harm_overflows_and_tells_what_is_new() {
        check_harm(&[(1, 0, 0)], "/..", &[]);
        check_harm(
            &[(1, 1, 1)],
            "*X/",
            &["roll Stamina to stay awake", "bleeding"],
        );
        check_harm(&[(3, 0, 0), (1, 0, 0)], "X//", &[]);
        check_harm(
            &[(3, 0, 0), (3, 0, 0)],
            "XXX",
            &["unconscious", "bleeding out"],
        );
        check_harm(&[(0, 3, 0), (0, 0, 3)], "***", &["dead"]);
        check_harm(&[(0, 0, 3), (1, 0, 0)], "***", &[]);
    }

    #[test]
    fn points_beyond_the_track_are_told() {
        let mut table = Table::with(&["rat stam 1 size 1"]);
        let id = table.id("Rat");
        table.ok(ST, harm(id, 0, 0, 5));
        assert!(matches!(
            table.told(Class::Table),
            What::Harmed { excess: 3, .. }
        ));
    }

    #[test]
    fn concealed_foes_show_only_that_they_are_out() {
        let mut table = Table::with(&["rat stam 1 size 2", "@Ana stam 1 size 2"]);
        let conceal = Command::FoeHealth {
            shown: FoeHealth::Concealed,
        };
        table.ok(ST, conceal);
        let (rat, ana) = (table.id("Rat"), table.id("Ana"));
        let lines = table.lines(Class::Table);
        let before = table.view(Class::Table);
        table.ok(ST, harm(rat, 2, 0, 0));
        assert_eq!(table.view(Class::Table), before);
        table.ok(ST, harm(rat, 0, 3, 0));
        let row = &table.view(Class::Table).rows[&rat];
        assert_eq!((row.track, row.health.penalty), (None, 0));
        assert!(row.penalties.is_empty() && row.is_out());
        assert_eq!(table.lines(Class::Table), lines);
        table.ok(ST, harm(ana, 1, 0, 0));
        assert_eq!(table.lines(Class::Table), lines + 1);
    }
}

// ---- Rolls -----------------------------------------------------------------------------

mod rolls {
    use super::*;

    /// A pool's dials.
    fn reading(again: i32, rote: i32, chance: i32) -> Reading {
        let dials = [("again", again), ("rote", rote), ("chance", chance)];
        let set = |reading: Reading, (key, value)| reading.with(key, value);
        dials.into_iter().fold(Reading::default(), set)
    }

    /// Rolls a pool of `dice`; says the marks, the successes and the grade.
    fn check(dice: i32, reading: &Reading, faces: &[u16], expected: (&str, u32, Grade)) {
        let mut table = Table::new();
        let roll = RollAsk {
            reading: reading.clone(),
            ..ask(None, "Wits", &[("Wits", dice)])
        };
        let typed = RollAsk {
            faces: Some(faces.to_vec()),
            ..roll.clone()
        };
        for (roll, thrown) in [(roll, faces), (typed, &[][..])] {
            table.ok_with(ANA, Command::Roll(Box::new(roll)), thrown);
            let What::Rolled { rolled, .. } = table.told(Class::Table) else {
                panic!("a roll is told");
            };
            let mark = |mark| match mark {
                Mark::Idle => '-',
                Mark::Counts => '+',
                Mark::Again => '!',
                Mark::Cancels => 'x',
                Mark::Rerolled => '~',
            };
            let marks: String = rolled.faces.iter().map(|face| mark(face.1)).collect();
            assert_eq!(
                (marks.as_str(), rolled.successes, rolled.grade),
                expected,
                "{dice} {reading:?} {faces:?}"
            );
        }
    }

    #[test]
    fn how_dice_are_read() {
        let plain = &Reading::default();
        check(3, plain, &[7, 8, 9], ("-++", 2, Grade::Success));
        check(2, plain, &[10, 1, 10, 2], ("!-!-", 2, Grade::Success));
        check(2, &reading(9, 0, 0), &[9, 8, 1], ("!+-", 2, Grade::Success));
        check(1, &reading(8, 0, 0), &[8, 8, 1], ("!!-", 2, Grade::Success));
        check(1, &reading(0, 0, 0), &[10], ("+", 1, Grade::Success));
        check(
            2,
            &reading(10, 1, 0),
            &[2, 9, 8],
            ("~++", 2, Grade::Success),
        );
        check(0, plain, &[1], ("x", 0, Grade::DramaticFailure));
        check(-7, plain, &[10], ("+", 1, Grade::Success));
        check(5, &reading(10, 0, 1), &[9], ("-", 0, Grade::Failure));
        check(5, plain, &[8; 5], ("+++++", 5, Grade::Exceptional));
    }

    #[test]
    fn typed_faces_must_make_up_the_roll() {
        let mut table = Table::new();
        let mut with = |faces: Vec<u16>| {
            let roll = RollAsk {
                faces: Some(faces),
                ..ask(None, "Wits", &[("Wits", 2)])
            };
            table.no(ANA, Command::Roll(Box::new(roll)))
        };
        let wrong = |missing, left| Refusal::WrongNumberOfFaces { missing, left };
        assert_eq!(with(vec![]), wrong(2, 0));
        assert_eq!(with(vec![1]), wrong(1, 0));
        assert_eq!(with(vec![1, 1, 1]), wrong(0, 1));
        // A ten is thrown again.
        assert_eq!(with(vec![10, 1]), wrong(1, 0));
        assert_eq!(with(vec![0, 1]), Refusal::NoSuchFace { sides: 10 });
        assert_eq!(with(vec![11, 1]), Refusal::NoSuchFace { sides: 10 });
        assert_eq!(with(vec![1; 1_001]), Refusal::OutOfBounds);
    }

    #[test]
    fn wounds_are_a_named_term() {
        let mut table = Table::with(&["@Ana stam 1 size 3"]);
        let id = table.id("Ana");
        table.ok(ST, harm(id, 3, 0, 0));
        let roll = |bare| {
            let roll = RollAsk {
                bare,
                ..ask(
                    Some(id),
                    "Wits + Composure",
                    &[("Wits", 3), ("Composure", 2)],
                )
            };
            Command::Roll(Box::new(roll))
        };
        table.ok(ANA, roll(false));
        let What::Rolled { terms, pool, .. } = table.told(Class::Table) else {
            panic!("a roll is told");
        };
        assert_eq!(pool, 3);
        assert_eq!(
            json(&terms),
            concat!(
                r#"[{"l":"Wits","v":3},{"l":"Composure","v":2},"#,
                r#"{"l":"Wounded","v":-2,"r":"CHR-WND-02"}]"#
            )
        );
        // Striking it is the storyteller's.
        assert_eq!(table.no(ANA, roll(true)), Refusal::NotAllowed);
        table.ok(ST, roll(true));
        assert!(matches!(
            table.told(Class::Table),
            What::Rolled { pool: 5, .. }
        ));
    }

    #[test]
    fn hidden_rolls_stay_with_the_storyteller() {
        let mut table = Table::with(&["rat", "!cat"]);
        let (rat, cat) = (table.id("Rat"), table.id("Cat"));
        let before = table.view(Class::Table);
        for (id, hidden) in [(Some(rat), true), (None, true), (Some(cat), false)] {
            let roll = RollAsk {
                hidden,
                ..ask(id, "Stealth", &[("Wits", 2)])
            };
            table.ok(ST, Command::Roll(Box::new(roll.clone())));
            assert_eq!(table.view(Class::Table), before);
            if hidden {
                let refusal = table.no(ANA, Command::Roll(Box::new(RollAsk { id: None, ..roll })));
                assert_eq!(refusal, Refusal::NotAllowed);
            }
        }
        assert_eq!(
            table.no(ANA, Command::Roll(Box::new(ask(Some(cat), "x", &[])))),
            table.no(ANA, Command::Roll(Box::new(ask(Some(nobody()), "x", &[])))),
        );
    }
}

// ---- Permissions -----------------------------------------------------------------------

mod permissions {
    use super::*;

    const CO: Actor = Actor::Seat(SeatId(5));

    /// Ana plays Ilse, who acts; there is a ghoul, a character nobody plays, somebody hidden.
    fn table() -> Table {
        let mut table = Table::with(&["@Ilse", "ghoul", "Pal pc", "!cat"]).lined_up();
        let sit = Command::Sit {
            seat: SeatId(5),
            name: "Cleo".into(),
            role: Role::CoStoryteller,
        };
        table.ok(Actor::House, sit);
        table.after_turns(1)
    }

    fn word(answer: &Result<Vec<Event>, Refusal>) -> &'static str {
        match answer {
            Ok(_) => "ok",
            Err(Refusal::NotAllowed) => "no",
            Err(Refusal::NoSuchCombatant) => "who",
            Err(Refusal::NoSuchSeat) => "seat?",
            Err(Refusal::NoSeat) => "out",
            Err(Refusal::NobodyToRoll) => "none",
            Err(Refusal::NothingToUndo) => "done",
            Err(Refusal::ChangedSince) => "since",
            Err(other) => panic!("{other:?}"),
        }
    }

    /// What house, storyteller, co-storyteller, Ana, Ben, a spectator and a stranger are
    /// answered.
    #[test]
    fn who_may_do_what() {
        let table = table();
        let (ilse, ghoul) = (table.id("Ilse"), table.id("Ghoul"));
        let (pal, cat) = (table.id("Pal"), table.id("Cat"));
        let turn = table.view(Class::Storyteller).turn;
        let roll = |id| Command::Roll(Box::new(ask(id, "Wits", &[("Wits", 2)])));
        let assign = |id, seat: Option<u32>| Command::Assign {
            id,
            seat: seat.map(SeatId),
        };
        let rename = |id| Command::Rename {
            id,
            name: "Zoe".into(),
        };
        let note = |id| Command::Note {
            id,
            text: "prone".into(),
        };
        let rows: Vec<(&str, Command, &str)> = vec![
            (
                "sit",
                Command::Sit {
                    seat: SeatId(6),
                    name: "Zoe".into(),
                    role: Role::Player,
                },
                "ok no no no no no out",
            ),
            (
                "unseat a player",
                Command::Unseat { seat: SeatId(3) },
                "ok ok ok no ok no out",
            ),
            (
                "unseat the one who helps",
                Command::Unseat { seat: SeatId(5) },
                "ok ok ok no no no out",
            ),
            (
                "unseat the one who watches",
                Command::Unseat { seat: SeatId(4) },
                "ok ok ok no no ok out",
            ),
            (
                "unseat the storyteller",
                Command::Unseat { seat: SeatId(1) },
                "ok no no no no no out",
            ),
            (
                "unseat nobody",
                Command::Unseat { seat: SeatId(8) },
                "seat? seat? seat? no no no out",
            ),
            (
                "title",
                Command::Title {
                    title: "Dawn".into(),
                },
                "ok ok ok no no no out",
            ),
            ("add", add("rat"), "ok ok ok ok ok no out"),
            ("add hidden", add_hidden("rat"), "ok ok ok no no no out"),
            (
                "add hidden by word",
                add("rat hidden"),
                "ok ok ok no no no out",
            ),
            (
                "remove ilse",
                Command::Remove { id: ilse },
                "ok ok ok ok no no out",
            ),
            (
                "remove ghoul",
                Command::Remove { id: ghoul },
                "ok ok ok no no no out",
            ),
            (
                "remove cat",
                Command::Remove { id: cat },
                "ok ok ok who who who out",
            ),
            (
                "remove nobody",
                Command::Remove { id: nobody() },
                "who who who who who who out",
            ),
            ("rename ilse", rename(ilse), "ok ok ok ok no no out"),
            ("rename cat", rename(cat), "ok ok ok who who who out"),
            (
                "reveal cat",
                Command::Reveal { id: cat },
                "ok ok ok no no no out",
            ),
            (
                "hide ilse",
                Command::Hide { id: ilse },
                "ok ok ok no no no out",
            ),
            (
                "hide nobody",
                Command::Hide { id: nobody() },
                "who who who no no no out",
            ),
            ("take pal", assign(pal, Some(2)), "ok ok ok ok no no out"),
            (
                "give pal to ben",
                assign(pal, Some(3)),
                "ok ok ok no ok no out",
            ),
            (
                "give ilse back",
                assign(ilse, None),
                "ok ok ok ok no no out",
            ),
            (
                "take ilse over",
                assign(ilse, Some(3)),
                "ok ok ok no no no out",
            ),
            (
                "take a foe",
                assign(ghoul, Some(2)),
                "ok ok ok no no no out",
            ),
            (
                "give to a spectator",
                assign(pal, Some(4)),
                "no no no no no no out",
            ),
            (
                "give to nobody",
                assign(pal, Some(8)),
                "seat? seat? seat? no no no out",
            ),
            ("take cat", assign(cat, Some(2)), "ok ok ok who who who out"),
            ("note ilse", note(ilse), "ok ok ok ok no no out"),
            ("note ghoul", note(ghoul), "ok ok ok no no no out"),
            ("note cat", note(cat), "ok ok ok who who who out"),
            (
                "roll for ilse",
                whose(Whose::One(ilse)),
                "ok ok ok ok no no out",
            ),
            (
                "roll for ghoul",
                whose(Whose::One(ghoul)),
                "ok ok ok no no no out",
            ),
            (
                "roll for cat",
                whose(Whose::One(cat)),
                "ok ok ok who who who out",
            ),
            (
                "roll for all foes",
                whose(Whose::Storytellers),
                "ok ok ok no no no out",
            ),
            (
                "roll for mine",
                whose(Whose::Mine),
                "none none none ok none no out",
            ),
            (
                "drag",
                to(ghoul, Destination::Bench),
                "ok ok ok no no no out",
            ),
            (
                "drag own",
                to(ilse, Destination::Bench),
                "ok ok ok no no no out",
            ),
            (
                "drag cat",
                to(cat, Destination::Bench),
                "ok ok ok no no no out",
            ),
            (
                "drag before nobody",
                to(ilse, Destination::Before(Some(nobody()))),
                "who who who no no no out",
            ),
            (
                "next",
                Command::NextTurn { after: turn },
                "ok ok ok ok no no out",
            ),
            (
                "back",
                Command::PreviousTurn { before: turn },
                "ok ok ok no no no out",
            ),
            ("harm ilse", harm(ilse, 1, 0, 0), "ok ok ok ok no no out"),
            ("harm ghoul", harm(ghoul, 1, 0, 0), "ok ok ok no no no out"),
            ("harm cat", harm(cat, 1, 0, 0), "ok ok ok who who who out"),
            ("boxes of ilse", click(ilse, ".>/"), "ok ok ok ok no no out"),
            (
                "boxes of cat",
                click(cat, ".>/"),
                "ok ok ok who who who out",
            ),
            ("a roll", roll(None), "ok ok ok ok ok no out"),
            ("a roll of ilse", roll(Some(ilse)), "ok ok ok ok no no out"),
            ("a roll of cat", roll(Some(cat)), "ok ok ok who who no out"),
            (
                "foe health",
                Command::FoeHealth {
                    shown: FoeHealth::Concealed,
                },
                "ok ok ok no no no out",
            ),
            ("undo", Command::Undo, "ok ok ok since done no out"),
        ];
        for (what, command, expected) in rows {
            let answers: Vec<&str> = [Actor::House, ST, CO, ANA, BEN, EVE, NOBODY]
                .into_iter()
                .map(|by| word(&table.clone().give(by, command.clone())))
                .collect();
            assert_eq!(answers.join(" "), expected, "{what}");
        }
    }

    #[test]
    fn sorting_is_the_storytellers() {
        let mut table = table();
        for name in ["Ilse", "Ghoul"] {
            let id = table.id(name);
            table.ok(ST, face(id, 5));
        }
        let (ilse, ghoul) = (table.id("Ilse"), table.id("Ghoul"));
        let first = table.view(Class::Table).order[0];
        let other = if first == ilse { ghoul } else { ilse };
        table.ok(ST, to(other, Destination::Before(Some(first))));
        for by in [ANA, BEN, EVE] {
            assert_eq!(table.no(by, Command::Sort), Refusal::NotAllowed);
        }
        assert_eq!(table.no(NOBODY, Command::Sort), Refusal::NoSeat);
        table.ok(CO, Command::Sort);
    }

    #[test]
    fn whoever_lost_their_seat_is_out() {
        let mut table = table();
        table.ok(ST, Command::Unseat { seat: SeatId(2) });
        assert_eq!(table.no(ANA, Command::Undo), Refusal::NoSeat);
        assert_eq!(View::class_of(&table.encounter, ANA), None);
        assert_eq!(table.row("Ilse").owner, Some(SeatId(2)));
    }
}

// ---- Text and limits -------------------------------------------------------------------

mod bounds {
    use super::*;

    /// What becomes of a text wherever somebody may write one.
    fn check_text(text: &str, expected: TextError) {
        let mut table = Table::with(&["rat"]);
        let id = table.id("Rat");
        let (name, title) = (text.to_owned(), text.to_owned());
        let refusal = Refusal::Text(expected);
        let sit = Command::Sit {
            seat: SeatId(7),
            name: text.to_owned(),
            role: Role::Player,
        };
        assert_eq!(table.no(Actor::House, sit), refusal);
        assert_eq!(table.no(ST, Command::Title { title }), refusal);
        assert_eq!(table.no(ST, Command::Rename { id, name }), refusal);
        let roll = ask(None, text, &[]);
        assert_eq!(table.no(ST, Command::Roll(Box::new(roll))), refusal);
        let roll = ask(None, "Wits", &[(text, 1)]);
        assert_eq!(table.no(ST, Command::Roll(Box::new(roll))), refusal);
        let text = text.to_owned();
        if expected != TextError::Empty {
            assert_eq!(table.no(ST, Command::Note { id, text }), refusal);
        }
    }

    #[test]
    fn what_cannot_be_shown_is_refused_in_words() {
        check_text("", TextError::Empty);
        check_text(" \u{a0} ", TextError::Empty);
        check_text(&"x".repeat(61), TextError::TooLong);
        check_text(&"x".repeat(15_000), TextError::TooLong);
        check_text("evil\u{202e}txt", TextError::Unseen);
        check_text("a\u{0}b", TextError::Unseen);
    }

    #[test]
    fn lines_are_refused_in_words() {
        let mut table = Table::new();
        let line = |error| Refusal::Line(error);
        assert_eq!(table.no(ANA, add("")), line(LineError::NoName));
        assert_eq!(table.no(ANA, add("21x rat")), line(LineError::Count));
        assert_eq!(
            table.no(ST, add(&"x".repeat(241))),
            line(LineError::TooLong)
        );
        assert_eq!(
            table.no(ST, add("rat stam 0 size 0")).to_string(),
            "a health track needs at least one box"
        );
    }

    #[test]
    fn visible_and_hidden_are_limited_apart() {
        let mut table = Table::new();
        let lines = MAX_HIDDEN / MAX_PER_LINE as usize;
        for _ in 0..lines {
            table.ok(ST, add_hidden("20x bat"));
        }
        assert_eq!(table.no(ST, add_hidden("bat")), Refusal::Full);
        for _ in 0..MAX_VISIBLE / MAX_PER_LINE as usize - 1 {
            table.ok(ST, add("20x rat"));
        }
        table.ok(ST, add("19x rat"));
        assert_eq!(table.no(ANA, add("2x dog")), Refusal::Full);
        table.ok(ANA, add("dog"));
        assert_eq!(table.no(ANA, add("dog")), Refusal::Full);
        assert_eq!(table.no(ST, add("dog")), Refusal::Full);
        let (bat, rat) = (table.id("Bat i"), table.id("Rat A"));
        assert_eq!(table.no(ST, Command::Reveal { id: bat }), Refusal::Full);
        assert_eq!(table.no(ST, Command::Hide { id: rat }), Refusal::Full);
    }

    #[test]
    fn a_player_brings_only_so_many() {
        let mut table = Table::new();
        let most = format!("{MAX_PER_PLAYER}x dog");
        assert_eq!(table.no(ANA, add("20x dog")), Refusal::Full);
        table.ok(ANA, add(&most));
        assert_eq!(table.no(ANA, add("cat")), Refusal::Full);
        table.ok(BEN, add(&most));
        let id = table.id("Dog C");
        table.ok(ANA, Command::Remove { id });
        table.ok(ANA, add("cat"));
    }

    #[test]
    fn numbers_have_bounds() {
        let mut table = Table::with(&["rat stam 1 size 2"]);
        let id = table.id("Rat");
        let out = Refusal::OutOfBounds;
        let over = MAX_DAMAGE + 1;
        for (b, l, a) in [
            (over, 0, 0),
            (0, over, 0),
            (0, 0, over),
            (u16::MAX, u16::MAX, u16::MAX),
        ] {
            assert_eq!(table.no(ST, harm(id, b, l, a)), out);
        }
        assert_eq!(table.no(ST, harm(id, 0, 0, 0)), Refusal::NothingToDo);
        table.ok(ST, harm(id, MAX_DAMAGE, MAX_DAMAGE, MAX_DAMAGE));

        let roll = |terms: &[(&str, i32)]| Command::Roll(Box::new(ask(None, "Wits", terms)));
        for value in [MAX_TERM + 1, -MAX_TERM - 1, i32::MAX, i32::MIN] {
            assert_eq!(table.no(ST, roll(&[("Wits", value)])), out, "{value}");
        }
        table.ok(ST, roll(&[("Wits", MAX_TERM)]));
        table.ok(ST, roll(&[("Wits", -MAX_TERM)]));
        assert_eq!(table.no(ST, roll(&[("Wits", MAX_POOL), ("Luck", 1)])), out);
        table.ok(ST, roll(&vec![("Wits", 1); MAX_TERMS]));
        assert_eq!(table.no(ST, roll(&vec![("Wits", 1); MAX_TERMS + 1])), out);
    }

    #[test]
    fn one_gesture_turns_so_many_boxes() {
        let mut table = Table::with(&["rat health 60"]);
        let id = table.id("Rat");
        let run = |count: u16, times: usize| {
            let shift = Shift {
                from: None,
                to: Some(Severity::Bashing),
                count,
            };
            Command::Turn {
                id,
                shifts: vec![shift; times],
            }
        };
        let out = Refusal::OutOfBounds;
        let most = u16::try_from(MAX_SHIFTS).expect("a few");
        assert_eq!(table.no(ST, run(most + 1, 1)), out);
        assert_eq!(table.no(ST, run(u16::MAX, 1)), out);
        assert_eq!(table.no(ST, run(1, MAX_SHIFTS + 1)), out);
        // More than any 32-bit sum holds.
        assert_eq!(table.no(ST, run(u16::MAX, 70_000)), out);
        table.ok(ST, run(most, 1));
    }

    #[test]
    fn the_last_round_there_is() {
        let mut table = Table::with(&["A", "B"]).lined_up().after_turns(2);
        let mut state = serde_json::to_value(&table.encounter).expect("data");
        state["turn"]["n"] = u32::MAX.into();
        state["public_turn"]["n"] = u32::MAX.into();
        table.encounter = serde_json::from_value(state).expect("an encounter");
        table.next();
        table.next();
        assert_eq!(table.view(Class::Table).turn.round, u32::MAX);
    }
}

// ---- The log ---------------------------------------------------------------------------

mod log {
    use super::*;

    /// What players and the storyteller read after a command; an empty text is no new line.
    fn check(table: &mut Table, by: Actor, command: Command, public: &str, secret: &str) {
        let said = format!("{command:?}");
        let lines = |table: &Table| [table.lines(Class::Table), table.lines(Class::Storyteller)];
        let before = lines(table);
        table.ok(by, command);
        let after = lines(table);
        let new = [after[0] - before[0], after[1] - before[1]];
        let expected = [
            u32::from(!public.is_empty()),
            u32::from(!public.is_empty()) + u32::from(!secret.is_empty()),
        ];
        assert_eq!(new, expected, "{said}");
        if !public.is_empty() {
            assert_eq!(json(&table.told(Class::Table)), public, "{said}");
        }
        if !secret.is_empty() {
            assert_eq!(json(&table.told(Class::Storyteller)), secret, "{said}");
            let line = table.view(Class::Storyteller).log.pop();
            assert!(line.is_some_and(|line| line.hidden));
        }
    }

    #[test]
    fn every_event_is_told() {
        let mut table = Table::new();
        let t = &mut table;
        let sit = |seat, name: &str, role| Command::Sit {
            seat: SeatId(seat),
            name: name.into(),
            role,
        };
        let house = Actor::House;
        check(
            t,
            house,
            sit(5, "Cleo", Role::CoStoryteller),
            r#"{"joined":{"name":"Cleo","role":"co_storyteller"}}"#,
            "",
        );
        check(
            t,
            ST,
            Command::Unseat { seat: SeatId(5) },
            r#"{"left":{"name":"Cleo"}}"#,
            "",
        );
        check(
            t,
            ST,
            Command::Title {
                title: "Dawn".into(),
            },
            r#"{"titled":{"title":"Dawn"}}"#,
            "",
        );
        check(
            t,
            ST,
            add("2x ghoul dex 3 comp 2 stam 1 size 1"),
            r#"{"added":{"names":["Ghoul A","Ghoul B"]}}"#,
            "",
        );
        check(
            t,
            ANA,
            add("Ilse dex 4 comp 3 stam 2 size 1"),
            r#"{"added":{"names":["Ilse"]}}"#,
            "",
        );
        check(
            t,
            ST,
            add_hidden("cat stam 1 size 1"),
            "",
            r#"{"added":{"names":["Cat"]}}"#,
        );
        let (ghoul, ilse, cat) = (t.id("Ghoul A"), t.id("Ilse"), t.id("Cat"));
        check(
            t,
            ANA,
            face(ilse, 9),
            concat!(
                r#"{"initiative":{"name":"Ilse","die":9,"score":16,"typed":true,"#,
                r#""terms":[{"l":"Dexterity","v":4,"r":"CHR-INIT-01"},"#,
                r#"{"l":"Composure","v":3,"r":"CHR-INIT-01"}]}}"#
            ),
            "",
        );
        // The die of a foe would tell its traits.
        check(
            t,
            ST,
            face(ghoul, 9),
            r#"{"initiative":{"name":"Ghoul A","score":14,"typed":true}}"#,
            "",
        );
        check(
            t,
            ST,
            face(cat, 1),
            "",
            r#"{"initiative":{"name":"Cat","score":5,"typed":true}}"#,
        );
        check(
            t,
            ST,
            Command::NextTurn {
                after: Turn::default(),
            },
            r#"{"turn":{"round":1,"name":"Ilse"}}"#,
            "",
        );
        let after = t.view(Class::Table).turn;
        check(
            t,
            ANA,
            Command::NextTurn { after },
            r#"{"turn":{"round":1,"name":"Ghoul A"}}"#,
            "",
        );
        let after = t.view(Class::Table).turn;
        check(
            t,
            ST,
            Command::NextTurn { after },
            "",
            r#"{"turn":{"round":1,"name":"Cat"}}"#,
        );
        let before = t.view(Class::Storyteller).turn;
        check(t, ST, Command::PreviousTurn { before }, "", "");
        let before = t.view(Class::Storyteller).turn;
        check(
            t,
            ST,
            Command::PreviousTurn { before },
            r#"{"turn":{"round":1,"name":"Ilse","back":true}}"#,
            "",
        );
        check(
            t,
            ST,
            to(ilse, Destination::Before(None)),
            r#"{"moved":{"name":"Ilse"}}"#,
            "",
        );
        check(t, ST, Command::Sort, r#""sorted""#, "");
        let b = t.id("Ghoul B");
        check(
            t,
            ST,
            to(b, Destination::Before(None)),
            r#"{"moved":{"name":"Ghoul B"}}"#,
            "",
        );
        check(
            t,
            ST,
            to(b, Destination::Bench),
            r#"{"moved":{"name":"Ghoul B","bench":true}}"#,
            "",
        );
        check(
            t,
            ST,
            to(cat, Destination::Bench),
            "",
            r#"{"moved":{"name":"Cat","bench":true}}"#,
        );
        check(
            t,
            ST,
            harm(ilse, 1, 2, 0),
            concat!(
                r#"{"harmed":{"name":"Ilse","packet":{"b":1,"l":2,"a":0},"#,
                r#""states":[{"word":"roll Stamina to stay awake","rule":"CHR-WND-03"},"#,
                r#"{"word":"bleeding","rule":"CHR-BLEED-01"}]}}"#
            ),
            "",
        );
        check(
            t,
            ANA,
            click(ilse, "/>."),
            r#"{"marked":{"name":"Ilse","change":[-1,0,0]}}"#,
            "",
        );
        check(
            t,
            ANA,
            Command::Note {
                id: ilse,
                text: " prone ".into(),
            },
            r#"{"noted":{"name":"Ilse","text":"prone"}}"#,
            "",
        );
        check(
            t,
            ANA,
            Command::Note {
                id: ilse,
                text: " ".into(),
            },
            r#"{"noted":{"name":"Ilse","text":null}}"#,
            "",
        );
        check(
            t,
            ANA,
            Command::Assign {
                id: ilse,
                seat: None,
            },
            r#"{"assigned":{"name":"Ilse","to":null}}"#,
            "",
        );
        check(
            t,
            BEN,
            Command::Assign {
                id: ilse,
                seat: Some(SeatId(3)),
            },
            r#"{"assigned":{"name":"Ilse","to":"Ben"}}"#,
            "",
        );
        check(
            t,
            BEN,
            Command::Rename {
                id: ilse,
                name: "ghoul".into(),
            },
            r#"{"renamed":{"before":"Ilse","after":"ghoul C"}}"#,
            "",
        );
        check(
            t,
            ST,
            Command::Reveal { id: cat },
            r#"{"revealed":{"name":"Cat"}}"#,
            "",
        );
        check(
            t,
            ST,
            Command::Hide { id: cat },
            "",
            r#"{"hidden":{"name":"Cat"}}"#,
        );
        check(
            t,
            ST,
            Command::Remove { id: cat },
            "",
            r#"{"removed":{"name":"Cat"}}"#,
        );
        check(
            t,
            ST,
            Command::Remove { id: b },
            r#"{"removed":{"name":"Ghoul B"}}"#,
            "",
        );
        check(
            t,
            ST,
            Command::FoeHealth {
                shown: FoeHealth::Concealed,
            },
            "",
            r#"{"foe_health":{"shown":"concealed"}}"#,
        );
        check(
            t,
            ST,
            click(ghoul, ".>/"),
            "",
            r#"{"marked":{"name":"Ghoul A","change":[1,0,0]}}"#,
        );
        let typed = RollAsk {
            faces: Some(vec![8, 3]),
            ..ask(None, "Luck", &[("Wits", 3), ("Dark", -1)])
        };
        check(
            t,
            BEN,
            Command::Roll(Box::new(typed)),
            concat!(
                r#"{"rolled":{"what":"Luck","#,
                r#""terms":[{"l":"Wits","v":3},{"l":"Dark","v":-1}],"pool":2,"#,
                r#""reading":{},"#,
                r#""rolled":{"faces":[[8,"+"],[3,"-"]],"successes":1,"grade":"success"},"#,
                r#""typed":true}}"#
            ),
            "",
        );
        // Taking back strikes the line out and writes none.
        check(t, BEN, Command::Undo, "", "");
    }

    #[test]
    fn taking_back_strikes_the_line_out() {
        let mut table = Table::with(&["@Ilse stam 2 size 2"]);
        let id = table.id("Ilse");
        table.ok(ANA, harm(id, 1, 0, 0));
        table.ok(ST, Command::Undo);
        let line = table.view(Class::Table).log.pop().expect("a line");
        assert_eq!(line.undone.as_deref(), Some("Sam"));
        assert_eq!(line.by.as_deref(), Some("Ana"));
    }

    #[test]
    fn names_are_those_of_the_moment() {
        let mut table = Table::with(&["rat"]);
        let id = table.id("Rat");
        let name = "Cat".to_owned();
        table.ok(ST, Command::Rename { id, name });
        let view = table.view(Class::Table);
        let told: Vec<String> = view.log.iter().map(|line| json(&line.what)).collect();
        assert!(told[told.len() - 2].contains("Rat"));
    }

    #[test]
    fn secret_lines_push_no_public_one_out() {
        let mut table = Table::with(&["@Ilse", "!cat"]);
        let cat = table.id("Cat");
        let before = table.view(Class::Table);
        for nth in 0..300 {
            let text = format!("lurks {nth}");
            table.ok(ST, Command::Note { id: cat, text });
        }
        assert_eq!(table.view(Class::Table), before);
        let ilse = table.id("Ilse");
        for nth in 0..150 {
            let text = format!("aims {nth}");
            table.ok(ANA, Command::Note { id: ilse, text });
        }
        let view = table.view(Class::Table);
        assert_eq!(view.log.len(), 100);
        assert_eq!(view.log[99].no, before.log.last().expect("a line").no + 150);
        assert_eq!(table.view(Class::Storyteller).log.len(), 100);
    }

    // ---- Gestures ----

    /// Clicks so many milliseconds after each other; says how many lines that made.
    fn gesture(clicks: &[(Actor, u64, &str)]) -> (u32, Table) {
        let mut table = Table::with(&["@Ilse stam 1 size 2"]);
        let id = table.id("Ilse");
        let before = table.lines(Class::Table);
        for (by, later, text) in clicks {
            table.now += later;
            let command = table.fresh_id();
            let given = table.give_as(command, *by, click(id, text), &mut Seeded::of(command));
            given.expect("a box to turn");
        }
        (table.lines(Class::Table) - before, table)
    }

    fn check_gesture(clicks: &[(Actor, u64, &str)], lines: u32, change: [i32; 3]) -> Table {
        let (made, table) = gesture(clicks);
        assert_eq!(made, lines, "{clicks:?}");
        let What::Marked { change: told, .. } = table.told(Class::Table) else {
            panic!("boxes are told");
        };
        assert_eq!(told, change, "{clicks:?}");
        table
    }

    #[test]
    fn boxes_of_one_hand_join_one_line() {
        let near = SAME_GESTURE_MS;
        check_gesture(&[(ANA, 0, ".>/"), (ANA, near, ".>X")], 1, [1, 1, 0]);
        check_gesture(&[(ANA, 0, ".>/"), (ANA, near + 1, ".>X")], 2, [0, 1, 0]);
        check_gesture(&[(ANA, 0, ".>/"), (ST, 5, "/>X")], 2, [-1, 1, 0]);
        // Each click keeps the gesture open.
        let long = [(ANA, 0, ".>/"), (ANA, near, ".>/"), (ANA, near, ".>/")];
        check_gesture(&long, 1, [3, 0, 0]);
        check_gesture(&[(ANA, 0, ".>/"), (ANA, 9, "/>.")], 1, [0, 0, 0]);
    }

    #[test]
    fn a_gesture_tells_the_states_of_all_its_boxes() {
        let table = check_gesture(&[(ANA, 0, "3x.>X"), (ANA, 9, "X>*")], 1, [0, 2, 1]);
        let states = |table: &Table| match table.told(Class::Table) {
            What::Marked { states, .. } => states
                .iter()
                .map(|state| state.word.to_string())
                .collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        assert_eq!(states(&table), ["unconscious", "bleeding out"]);
        let table = check_gesture(&[(ANA, 0, "3x.>X"), (ANA, 9, "X>.")], 1, [0, 2, 0]);
        assert_eq!(states(&table), ["bleeding"]);
    }

    /// What is taken back is the line, all its clicks, whoever takes it back; and the line
    /// still says what it said.
    #[test]
    fn a_gesture_is_taken_back_as_a_whole() {
        for (clicks, change) in [
            (&[".>/", ".>/", "/>X"][..], [1, 1, 0]),
            (&[".>/", "/>.", ".>/"], [1, 0, 0]),
            (&[".>/", "/>."], [0, 0, 0]),
        ] {
            let clicks: Vec<_> = clicks.iter().map(|text| (ANA, 9, *text)).collect();
            for by in [ANA, ST] {
                let (lines, mut table) = gesture(&clicks);
                let before = table.encounter.clone();
                table.ok(by, Command::Undo);
                assert_eq!(table.boxes("Ilse"), "...");
                let line = table.view(Class::Table).log.pop().expect("a line");
                let What::Marked { change: told, .. } = line.what else {
                    panic!("boxes are told");
                };
                let name = if by == ANA { "Ana" } else { "Sam" };
                assert_eq!(
                    (lines, told, line.undone.as_deref()),
                    (1, change, Some(name))
                );
                table.ok(by, Command::Redo);
                assert_eq!(table.encounter, before);
            }
        }
    }

    /// A further click after the line was taken back and brought back goes on with it.
    #[test]
    fn a_gesture_goes_on_after_it_was_brought_back() {
        let (_, mut table) = gesture(&[(ANA, 0, ".>/"), (ANA, 9, ".>/")]);
        let id = table.id("Ilse");
        let lines = table.lines(Class::Table);
        let mut quick = |command| {
            let id = table.fresh_id();
            let given = table.give_as(id, ANA, command, &mut Seeded::of(id));
            given.expect("accepted");
            table.lines(Class::Table)
        };
        quick(Command::Undo);
        quick(Command::Redo);
        assert_eq!(quick(click(id, ".>/")), lines);
        quick(Command::Undo);
        assert_eq!(quick(click(id, ".>X")), lines + 1);
        assert_eq!(table.boxes("Ilse"), "X..");
    }

    #[test]
    fn so_many_clicks_are_one_gesture() {
        let clicks = [(ANA, 9, ".>/"), (ANA, 9, "/>.")].repeat(MAX_GESTURE / 2);
        assert_eq!(gesture(&clicks).0, 1);
        let clicks = [clicks, vec![(ANA, 9, ".>/")]].concat();
        let (lines, mut table) = gesture(&clicks);
        assert_eq!(lines, 2);
        table.ok(ANA, Command::Undo);
        assert_eq!(table.boxes("Ilse"), "...");
    }

    /// A line tells of clicks that follow each other: what else happened to the track in
    /// between, unseen, ends it.
    #[test]
    fn a_gesture_has_no_gap() {
        let mut table = Table::with(&["rat stam 2 size 3"]);
        let rat = table.id("Rat");
        let mut quick = |command| {
            let id = table.fresh_id();
            let given = table.give_as(id, ST, command, &mut Seeded::of(id));
            given.expect("accepted");
            table.lines(Class::Table)
        };
        let lines = quick(click(rat, ".>/"));
        let shown = |shown| Command::FoeHealth { shown };
        quick(shown(FoeHealth::Concealed));
        quick(harm(rat, 0, 1, 0));
        quick(shown(FoeHealth::Shown));
        assert_eq!(quick(click(rat, ".>/")), lines + 1);
        for boxes in ["X/...", "X/...", "/....", "/....", "....."] {
            table.ok(ST, Command::Undo);
            assert_eq!(table.boxes("Rat"), boxes);
        }
    }

    #[test]
    fn other_lines_end_a_gesture_and_secret_ones_do_not() {
        let mut table = Table::with(&["@Ilse stam 2 size 3", "!cat"]);
        let (ilse, cat) = (table.id("Ilse"), table.id("Cat"));
        let mut quick = |by, command| {
            let id = table.fresh_id();
            let given = table.give_as(id, by, command, &mut Seeded::of(id));
            given.expect("accepted");
            table.lines(Class::Table)
        };
        let lines = quick(ANA, click(ilse, ".>/"));
        quick(ST, click(cat, ".>/"));
        assert_eq!(quick(ANA, click(ilse, ".>/")), lines);
        let text = "prone".to_owned();
        quick(ST, Command::Note { id: ilse, text });
        assert_eq!(quick(ANA, click(ilse, ".>/")), lines + 2);
    }
}

// ---- Taking back -----------------------------------------------------------------------

mod undo {
    use super::*;

    fn table() -> Table {
        let mut table =
            Table::with(&["@Ilse dex 3", "2x ghoul dex 3", "!cat dex 3", "Pal pc"]).lined_up();
        for name in ["Ilse", "Ghoul A", "Cat"] {
            let id = table.id(name);
            table.ok(ST, face(id, 5));
        }
        table.after_turns(2)
    }

    /// Everything that can be taken back, by whoever did it and by the storyteller.
    #[test]
    fn whatever_can_be_taken_back_is_as_it_was() {
        let table = table();
        let [ilse, a, b, cat, pal] =
            ["Ilse", "Ghoul A", "Ghoul B", "Cat", "Pal"].map(|name| table.id(name));
        let turn = table.view(Class::Storyteller).turn;
        let acting = turn.acting.expect("somebody acts");
        let name = |name: &str| name.to_owned();
        let commands: Vec<Command> = vec![
            Command::Title {
                title: name("Dawn"),
            },
            add("rat"),
            add("3x ghoul"),
            add_hidden("cat"),
            Command::Remove { id: ilse },
            Command::Remove { id: a },
            Command::Remove { id: cat },
            Command::Remove { id: acting },
            Command::Rename {
                id: ilse,
                name: name("Ghoul"),
            },
            Command::Rename {
                id: cat,
                name: name("Ghoul"),
            },
            Command::Reveal { id: cat },
            Command::Hide { id: a },
            Command::Hide { id: acting },
            Command::Assign {
                id: pal,
                seat: Some(SeatId(2)),
            },
            Command::Assign {
                id: ilse,
                seat: None,
            },
            Command::Note {
                id: ilse,
                text: name("prone"),
            },
            whose(Whose::One(ilse)),
            whose(Whose::One(cat)),
            whose(Whose::One(b)),
            face(b, 5),
            whose(Whose::Storytellers),
            to(b, Destination::Before(Some(a))),
            to(cat, Destination::Bench),
            to(acting, Destination::Bench),
            Command::Sort,
            Command::NextTurn { after: turn },
            Command::PreviousTurn { before: turn },
            harm(ilse, 1, 2, 1),
            harm(cat, 1, 0, 0),
            click(a, "2x.>X .>/"),
            Command::FoeHealth {
                shown: FoeHealth::Concealed,
            },
        ];
        let before = table.essence();
        for command in commands {
            let mut table = table.clone();
            if matches!(command, Command::Sort) {
                let last = table.view(Class::Storyteller).order[4];
                table.ok(ST, to(last, Destination::Before(Some(ilse))));
            }
            let before = match command {
                Command::Sort => table.essence(),
                _ => before.clone(),
            };
            let said = format!("{command:?}");
            table.ok(ST, command);
            assert_ne!(table.essence(), before, "{said}");
            table.ok(ST, Command::Undo);
            assert_eq!(table.essence(), before, "{said}");
        }
    }

    #[test]
    fn dice_and_seats_stay() {
        let mut table = Table::with(&["rat"]);
        let id = table.id("Rat");
        let before = table.essence();
        table.ok(
            ST,
            Command::Note {
                id,
                text: "prone".into(),
            },
        );
        table.ok(ST, Command::Roll(Box::new(ask(None, "Luck", &[]))));
        table.ok(ST, Command::Unseat { seat: SeatId(4) });
        table.ok(ST, Command::Undo);
        let mut after = table.essence();
        after["seats"] = before["seats"].clone();
        assert_eq!(after, before);
    }

    #[test]
    fn the_storyteller_takes_back_anybodys_and_players_their_own() {
        let mut table = Table::with(&["@Ilse", "rat"]);
        let (ilse, rat) = (table.id("Ilse"), table.id("Rat"));
        let note = |id, text: &str| Command::Note {
            id,
            text: text.into(),
        };
        table.ok(ANA, note(ilse, "hers"));
        table.ok(ST, note(rat, "theirs"));
        assert_eq!(table.no(BEN, Command::Undo), Refusal::NothingToUndo);
        table.ok(ANA, Command::Undo);
        assert_eq!(table.row("Ilse").note, None);
        table.ok(ANA, note(ilse, "again"));
        table.ok(ST, Command::Undo);
        assert_eq!(table.row("Ilse").note, None);
        assert_eq!(table.row("Rat").note.as_deref(), Some("theirs"));
    }

    #[test]
    fn a_player_takes_back_neither_turn_nor_initiative() {
        let mut table = Table::with(&["@Ilse", "rat"]);
        let ilse = table.id("Ilse");
        table.ok(ANA, face(ilse, 5));
        table.next();
        let after = table.view(Class::Table).turn;
        table.ok(ANA, Command::NextTurn { after });
        // What is left is adding her, and she is in the order by now.
        assert_eq!(table.no(ANA, Command::Undo), Refusal::ChangedSince);
    }

    #[test]
    fn what_was_changed_since_stays() {
        let mut table = Table::with(&["@Ilse stam 2 size 3"]);
        let ilse = table.id("Ilse");
        let since = Refusal::ChangedSince;
        table.ok(ANA, click(ilse, ".>/"));
        table.ok(ST, harm(ilse, 0, 1, 0));
        assert_eq!(table.no(ANA, Command::Undo), since);
        // Adding, once they are in the order, or under another's hand, or out of sight.
        for change in [
            to(ilse, Destination::Before(None)),
            harm(ilse, 1, 0, 0),
            face(ilse, 5),
            Command::Assign {
                id: ilse,
                seat: Some(SeatId(3)),
            },
            Command::Hide { id: ilse },
            Command::Remove { id: ilse },
        ] {
            let mut table = Table::with(&["@Ilse stam 2 size 3"]);
            let said = format!("{change:?}");
            table.ok(ST, change);
            assert_eq!(table.no(ANA, Command::Undo), since, "{said}");
        }
    }

    #[test]
    fn so_many_can_be_taken_back() {
        let mut table = Table::with(&["@Ilse", "!cat"]);
        let (ilse, cat) = (table.id("Ilse"), table.id("Cat"));
        let note = |id, nth: usize| Command::Note {
            id,
            text: format!("note {nth}"),
        };
        table.ok(ANA, note(ilse, 0));
        for nth in 0..=UNDO_DEPTH {
            table.ok(ST, note(cat, nth));
        }
        for _ in 0..UNDO_DEPTH {
            table.ok(ST, Command::Undo);
        }
        assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
        assert!(!table.view(Class::Storyteller).can_undo);
        assert_eq!(table.row("Cat").note.as_deref(), Some("note 0"));
        // A player's own is not pushed out by what they do not see.
        table.ok(ANA, Command::Undo);
        assert_eq!(table.row("Ilse").note, None);
        for nth in 0..=UNDO_DEPTH {
            table.ok(ANA, note(ilse, nth));
        }
        for _ in 0..UNDO_DEPTH {
            table.ok(ANA, Command::Undo);
        }
        assert_eq!(table.row("Ilse").note.as_deref(), Some("note 0"));
        assert_eq!(table.no(ANA, Command::Undo), Refusal::NothingToUndo);
    }

    #[test]
    fn undone_twice_is_two_steps() {
        let mut table = Table::with(&["rat", "cat"]);
        table.ok(ST, Command::Undo);
        table.ok(ST, Command::Undo);
        assert!(table.view(Class::Table).rows.is_empty());
        assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
    }

    #[test]
    fn whoever_ran_the_table_takes_back_nothing_of_that() {
        let mut table = Table::with(&["A", "B"]);
        let a = table.id("A");
        table.ok(ST, to(a, Destination::Before(None)));
        let sit = Command::Sit {
            seat: SeatId(1),
            name: "Sam".into(),
            role: Role::Player,
        };
        table.ok(Actor::House, sit);
        assert_eq!(table.no(ST, Command::Undo), Refusal::NothingToUndo);
        assert_eq!(table.picture(Class::Table), "0: A | B");
    }
}

#[test]
fn terms_are_typed_by_whoever_asks() {
    let term = AskedTerm {
        label: " Wits ".into(),
        value: 3,
    };
    let mut table = Table::new();
    let roll = RollAsk {
        terms: vec![term],
        ..ask(None, "Luck", &[])
    };
    table.ok(ANA, Command::Roll(Box::new(roll)));
    let What::Rolled { terms, .. } = table.told(Class::Table) else {
        panic!("a roll is told");
    };
    assert_eq!(json(&terms), r#"[{"l":"Wits","v":3}]"#);
}
