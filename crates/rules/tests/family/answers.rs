//! What the three systems answer a table: sheets, tracks, initiative, rolls, chat.

use proptest::prelude::*;
use rules::chat;
use rules::dial::Reading;
use rules::dice::Script;
use rules::house::House;
use rules::initiative::Initiative;
use rules::plan::Price;
use rules::system::SystemId;
use rules::term::Term;
use rules::track::{Packet, Severity, Track};
use rules::typed::Typed;

use crate::owned_fighter::{FAMILY, OwnedFighter};

const XOV: SystemId = SystemId::Crossover;
const MSQ: SystemId = SystemId::Masquerade;
const ASC: SystemId = SystemId::Ascension;

fn set(dials: &[(&str, i32)]) -> Reading {
    let reading = Reading::default();
    dials
        .iter()
        .fold(reading, |reading, (key, value)| reading.with(key, *value))
}

fn written(terms: &[Term]) -> Vec<String> {
    let write = |term: &Term| {
        let rule = term.rule.as_ref().map(rules::term::RuleId::as_str);
        format!("{} {} {}", term.label, term.value, rule.unwrap_or("-"))
    };
    terms.iter().map(write).collect()
}

// ---- Sheets and tracks ----

#[test]
fn every_alias_means_one_trait_and_every_key_is_plain() {
    for system in FAMILY {
        let rules = system.rules();
        let mut words = std::collections::BTreeSet::new();
        for spec in rules.traits() {
            assert!(
                (spec.min..=spec.max).contains(&spec.default),
                "{}",
                spec.key
            );
            for word in std::iter::once(&spec.key).chain(spec.aliases) {
                assert!(words.insert(*word), "{word} twice in {system:?}");
                assert_eq!(*word, word.to_ascii_lowercase());
                // Willpower is rolled and paid; where a part is expected it is rolled.
                let paid = rules.dial_word(word).is_some();
                assert!(!paid || spec.key == "willpower", "{word} sets a dial");
            }
        }
        for kind in rules.kinds() {
            assert!(words.insert(kind.key), "{} is a trait too", kind.key);
        }
        for key in rules.unrolled_traits() {
            assert!(rules.traits().iter().any(|spec| spec.key == *key), "{key}");
        }
    }
}

#[test]
fn pools_are_what_the_sheet_has() {
    let keys = |owned: &OwnedFighter| owned.pools.keys().cloned().collect::<Vec<_>>();
    let vampire = OwnedFighter::of(XOV, "vampire", &[("blood", 12), ("ammo", 6)]);
    assert_eq!(keys(&vampire), ["ammo", "blood", "willpower"]);
    assert_eq!(vampire.pools.get("blood"), Some(&12));
    assert_eq!(keys(&OwnedFighter::of(MSQ, "", &[])), ["willpower"]);
    let drained = OwnedFighter::of(ASC, "mage", &[("willpower", 0)]);
    assert_eq!(keys(&drained), [""; 0]);
}

#[test]
fn a_full_row_is_death_torpor_or_neither_by_kind() {
    let lethal = |points| Packet::of(Severity::Lethal, points);
    let check = |system, kind, packet, expected: &str| {
        let owned = OwnedFighter::of(system, kind, &[]).hurt(packet);
        assert_eq!(owned.state(), expected, "{system:?} {kind}");
    };
    for system in FAMILY {
        check(system, "", lethal(0), ".......  0");
        check(system, "", lethal(1), "X...... bruised 0");
        check(system, "", lethal(4), "XXXX... wounded -2");
        check(system, "", lethal(6), "XXXXXX. crippled -5");
        check(system, "", lethal(7), "XXXXXXX incapacitated! 0");
        check(system, "", lethal(8), "XXXXXXX dead! 0");
    }
    for (system, kind) in [
        (XOV, "ghoul"),
        (MSQ, "ghoul"),
        (XOV, "werewolf"),
        (ASC, "mage"),
    ] {
        check(system, kind, lethal(9), "XXXXXXX dead! 0");
    }
    for system in [XOV, MSQ] {
        check(system, "vampire", lethal(8), "XXXXXXX in torpor! 0");
        let fire = Packet::of(Severity::Aggravated, 8);
        check(system, "vampire", fire, "******* Final Death! 0");
    }
}

#[test]
fn a_wraith_has_corpus_and_every_kind_of_damage_counts() {
    let packet = Packet {
        bashing: 2,
        lethal: 1,
        aggravated: 1,
        points: 1,
    };
    let wraith = OwnedFighter::of(XOV, "wraith", &[]);
    assert_eq!(wraith.state(), "10/10  0");
    let thin = wraith.hurt(packet);
    assert_eq!(thin.state(), "5/10  0");
    let harmed = thin.rules().harm(&thin.fighter(), Packet::plain(7));
    let harmed = harmed.expect("points");
    assert_eq!(harmed.excess, 2);
    let gone = OwnedFighter {
        track: harmed.after,
        ..thin
    };
    assert_eq!(gone.state(), "0/10 dissolved! 0");
    assert!(gone.rules().forbids(&gone.fighter(), &set(&[])).is_some());
    assert!(
        gone.rules()
            .roll_terms(&gone.fighter(), &set(&[]))
            .is_empty()
    );
    assert!(gone.rules().suggested(&gone.fighter()).is_empty());
    assert!(gone.rules().box_names(&gone.track).is_empty());
    assert_eq!(
        OwnedFighter::of(XOV, "wraith", &[("corpus", 4)]).state(),
        "4/4  0"
    );
}

#[test]
fn points_without_a_severity_are_unknown_to_rows_of_boxes() {
    for system in FAMILY {
        let owned = OwnedFighter::of(system, "", &[]);
        let harm = |packet| owned.rules().harm(&owned.fighter(), packet);
        assert!(harm(Packet::plain(1)).is_none());
        let dead = harm(Packet::of(Severity::Aggravated, 20)).expect("damage");
        assert_eq!(dead.excess, 12, "{system:?}");
    }
}

#[test]
fn asc_rec_03_upgrading_by_house_rule() {
    let bruised = OwnedFighter::of(ASC, "", &[]).hurt(Packet::of(Severity::Bashing, 3));
    let cut = Packet::of(Severity::Lethal, 2);
    assert_eq!(bruised.clone().hurt(cut).state(), "XX///.. mauled -2");
    let upgraded = bruised.under("upgrade").hurt(cut);
    assert_eq!(upgraded.state(), "XX/.... injured -1");
}

#[test]
fn a_packet_marks_its_worst_first() {
    let mixed = Packet {
        bashing: 1,
        aggravated: 1,
        ..Packet::default()
    };
    let six = Packet::of(Severity::Bashing, 6);
    let owned = OwnedFighter::of(XOV, "", &[]).hurt(six).hurt(mixed);
    assert_eq!(owned.state(), "*X///// incapacitated! 0");
}

// ---- Initiative ----

#[test]
fn initiative_is_dexterity_wits_and_a_die_whatever_the_wounds() {
    for (system, prefix) in [(XOV, "XOV"), (MSQ, "MSQ"), (ASC, "ASC")] {
        let owned = OwnedFighter::of(system, "", &[("dexterity", 3), ("wits", 4)]);
        let owned = owned.hurt(Packet::of(Severity::Lethal, 5)).rolled(8);
        let rolled = owned.initiative.clone().expect("a roll");
        assert_eq!((rolled.die, rolled.score), (8, 15));
        let terms = [
            format!("Dexterity 3 {prefix}-INIT-01"),
            format!("Wits 4 {prefix}-INIT-01"),
        ];
        assert_eq!(written(&rolled.terms), terms);
        let rank = if system == MSQ {
            vec![15, 8, 4, 3]
        } else {
            vec![15, 7]
        };
        assert_eq!(rolled.rank, rank);
        let suggested = owned.rules().suggested(&owned.fighter());
        let expected: &[&str] = match system {
            SystemId::Crossover => &["Wounds -2 XOV-INIT-05"],
            SystemId::Masquerade => &["Wounds -2 MSQ-INIT-06"],
            _ => &[],
        };
        assert_eq!(written(&suggested), expected);
    }
}

#[test]
fn what_is_added_by_hand_changes_the_total_and_not_the_tie_break() {
    let by = || Term::typed("Adjusted", -2);
    for system in FAMILY {
        let owned = OwnedFighter::of(system, "", &[("dexterity", 3), ("wits", 4)]).rolled(8);
        let mut rolled = owned.initiative.clone().expect("a roll");
        if system == MSQ {
            rolled.rank.extend([9, 2]);
        }
        let adjusted = system.rules().adjusted(&rolled, by());
        assert_eq!(adjusted.score, 13);
        assert_eq!(adjusted.rank.first(), Some(&13));
        // What was rolled off at the old total says nothing about the new one.
        let rest = owned.initiative.expect("a roll").rank.split_off(1);
        assert_eq!(adjusted.rank.get(1..), Some(&rest[..]));
    }
}

#[test]
fn msq_turn_02_what_stays_tied_rolls_off() {
    let rules = MSQ.rules();
    let typed = |dexterity, wits, die| {
        let terms = vec![
            Term::typed("Dexterity", dexterity),
            Term::typed("Wits", wits),
        ];
        rules.typed_initiative(terms, die)
    };
    let settle =
        |newcomers: &mut [Initiative], settled: &mut [Initiative], house, faces: &[u16]| {
            let mut script = Script::new(faces.iter().copied());
            rules.settle_ties(newcomers, settled, house, &mut script);
            assert_eq!((script.missing(), script.left()), (0, 0));
        };
    let plain = House::default();
    // Die, Wits and Dexterity decide without a roll-off.
    let mut two = [typed(4, 2, 7), typed(3, 3, 7)];
    settle(&mut two, &mut [], &plain, &[]);
    assert!(two[1].is_before(&two[0]));
    // The highest tied group first; a part that ties again rolls again at once.
    let mut five = [
        typed(2, 2, 5),
        typed(3, 3, 7),
        typed(3, 3, 7),
        typed(3, 3, 7),
        typed(2, 2, 5),
    ];
    settle(&mut five, &mut [], &plain, &[4, 9, 4, 1, 6, 8, 3]);
    let ranks: Vec<&[i32]> = five.iter().map(|one| &one.rank[4..]).collect();
    assert_eq!(ranks, [&[8][..], &[4, 1], &[9], &[4, 6], &[3]]);
    // A combatant who comes later and ties with the settled rolls alone.
    let mut late = [typed(3, 3, 7)];
    let before = five.clone();
    settle(&mut late, &mut five, &plain, &[5]);
    assert_eq!(late[0].rank, [13, 7, 3, 3, 5]);
    assert_eq!(five, before);
    // And a group without newcomers is left alone.
    let mut late = [typed(5, 5, 1)];
    settle(&mut late, &mut five, &plain, &[]);
    assert_eq!(five, before);
}

#[test]
fn msq_turn_02_by_house_rule_equal_totals_roll_off_at_once() {
    let mut house = House::default();
    house.set("tie_by_rolloff", true);
    let ana = OwnedFighter::of(MSQ, "", &[("dexterity", 3), ("wits", 3)]).rolled(7);
    let ben = OwnedFighter::of(MSQ, "", &[("dexterity", 2), ("wits", 2)]).rolled(9);
    let mut two = [ana, ben].map(|one| one.initiative.expect("a roll"));
    let mut script = Script::new([2, 8]);
    MSQ.rules()
        .settle_ties(&mut two, &mut [], &house, &mut script);
    assert_eq!((script.missing(), script.left()), (0, 0));
    assert_eq!([&two[0].rank[..], &two[1].rank[..]], [&[13, 2], &[13, 8]]);
    // One that was adjusted and comes back to the others starts anew.
    let adjusted = MSQ.rules().adjusted(&two[0], Term::typed("Adjusted", 1));
    let mut late = [MSQ.rules().adjusted(&adjusted, Term::typed("Adjusted", -1))];
    let mut script = Script::new([9]);
    let mut settled = [two[1].clone()];
    MSQ.rules()
        .settle_ties(&mut late, &mut settled, &house, &mut script);
    assert_eq!((script.missing(), script.left()), (0, 0));
    assert!(late[0].is_before(&settled[0]));
}

#[test]
fn msq_init_05_a_row_shows_that_something_else_was_typed() {
    let rules = MSQ.rules();
    let owned = OwnedFighter::of(MSQ, "", &[("dexterity", 3), ("wits", 2)]).rolled(5);
    let own = owned.initiative.as_ref().expect("a roll");
    assert!(!rules.mismatch(&owned.sheet, own));
    let typed = |dexterity, wits| {
        let terms = vec![
            Term::typed("Dexterity", dexterity),
            Term::typed("Wits", wits),
        ];
        rules.mismatch(&owned.sheet, &rules.typed_initiative(terms, 5))
    };
    assert!(!typed(3, 2) && typed(2, 3) && typed(3, 3) && typed(4, 2));
}

#[test]
fn who_waited_for_the_same_moment() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let one = |system, dexterity, wits, die| {
        let owned = OwnedFighter::of(system, "", &[("dexterity", dexterity), ("wits", wits)]);
        owned.rolled(die).initiative.expect("a roll")
    };
    // XOV-TURN-03: by the rating, whatever the totals.
    let (slow, quick) = (one(XOV, 2, 2, 10), one(XOV, 4, 4, 1));
    let tie = |later: &Initiative, earlier: &Initiative| XOV.rules().delayed_tie(later, earlier);
    assert_eq!((tie(&quick, &slow), tie(&slow, &quick)), (Less, Greater));
    assert_eq!(tie(&slow, &one(XOV, 3, 1, 2)), Equal);
    // MSQ-TURN-04: in the order they would have had.
    let (high, low) = (one(MSQ, 2, 2, 10), one(MSQ, 4, 4, 1));
    let tie = |later: &Initiative, earlier: &Initiative| MSQ.rules().delayed_tie(later, earlier);
    assert_eq!((tie(&high, &low), tie(&low, &high)), (Less, Greater));
}

// ---- Rolls ----

#[test]
fn wounds_and_several_actions_take_dice_from_actions_alone() {
    let four = Packet::of(Severity::Bashing, 4);
    for (system, wounds, split) in [
        (XOV, "Wounded -2 XOV-HLTH-03", "XOV-MULT-01"),
        (MSQ, "Wounded -2 MSQ-HLTH-03", "MSQ-MULT-01"),
    ] {
        let traits = [("dexterity", 4), ("wits", 4)];
        let owned = OwnedFighter::of(system, "", &traits)
            .hurt(four)
            .plans(3, &[], 0);
        let terms = |owned: &OwnedFighter, dials: &[(&str, i32)]| {
            written(&owned.rules().roll_terms(&owned.fighter(), &set(dials)))
        };
        let first = format!("Action 1 of 3 -3 {split}");
        assert_eq!(terms(&owned, &[]), [wounds, &first]);
        let third = format!("Action 3 of 3 -5 {split}");
        assert_eq!(terms(&owned, &[("action", 3)]), [wounds, &third]);
        for kind in 1..=3 {
            assert_eq!(terms(&owned, &[("kind", kind)]), [""; 0]);
        }
        // Without a word it is the next one, and after the last still the last.
        let second = format!("Action 2 of 3 -4 {split}");
        let owned = owned.did("action", 1);
        assert_eq!(terms(&owned, &[]), [wounds, &second]);
        assert_eq!(
            terms(&owned.clone().did("action", 9), &[]),
            [wounds, &third]
        );
        // One of a power is whole, and comes when the ordinary ones are used up.
        let mut powerful = owned.plans(3, &[], 2).did("action", 3);
        assert_eq!(terms(&powerful, &[]), [wounds]);
        let counts = |owned: &OwnedFighter| {
            let rules = owned.rules();
            rules.counts(&owned.fighter(), &Reading::default())
        };
        assert_eq!(counts(&powerful), ["power_action"]);
        powerful.tally.clear();
        assert_eq!(counts(&powerful), ["action"]);
    }
    let mage = OwnedFighter::of(ASC, "mage", &[])
        .hurt(four)
        .plans(3, &[], 0);
    let terms = mage.rules().roll_terms(&mage.fighter(), &set(&[]));
    assert_eq!(written(&terms), ["Wounded -2 ASC-REC-01"]);
}

#[test]
fn the_dials_show_what_is_next() {
    let dial = |owned: &OwnedFighter, key: &str| {
        let dials = owned.rules().dials(Some(&owned.fighter()));
        dials.into_iter().find(|dial| dial.key == key)
    };
    let plain = OwnedFighter::of(XOV, "", &[]);
    assert!(dial(&plain, "action").is_none());
    assert_eq!(dial(&plain, "difficulty").map(|dial| dial.default), Some(6));
    let two = plain.clone().plans(2, &[], 0).did("action", 1);
    let action = dial(&two, "action").expect("a choice");
    assert_eq!(action.default, 2);
    assert!(action.takes(1) && !action.takes(0) && !action.takes(3));
    let settled = two.rules().settled(&two.fighter(), &set(&[]));
    assert_eq!(settled, set(&[("action", 2)]));
    let said = set(&[("action", 1), ("difficulty", 7)]);
    assert_eq!(two.rules().settled(&two.fighter(), &said), said);
    let soak = set(&[("kind", 3)]);
    assert_eq!(two.rules().settled(&two.fighter(), &soak), soak);
    let celerity = OwnedFighter::of(MSQ, "vampire", &[]).plans(2, &[], 1);
    assert!(dial(&celerity, "action").expect("a choice").takes(0));
    for system in FAMILY {
        for owned in [
            OwnedFighter::of(system, "", &[])
                .plans(10, &[1], 10)
                .did("action", u16::MAX),
            OwnedFighter::of(system, "", &[]).plans(4, &[], 0),
        ] {
            let dials = system.rules().dials(Some(&owned.fighter()));
            let settled = system.rules().settled(&owned.fighter(), &set(&[]));
            assert!(settled.fits(&dials));
            assert!(dials.iter().all(|dial| dial.takes(dial.default)));
        }
    }
}

#[test]
fn xov_mult_05_too_many_actions_make_every_action_harder() {
    let traits = [("dexterity", 3), ("wits", 2)];
    let busy = OwnedFighter::of(XOV, "", &traits).plans(2, &[], 1);
    let rules = busy.rules();
    let title = |owned: &OwnedFighter| {
        let dials = rules.dials(Some(&owned.fighter()));
        let dial = dials.into_iter().find(|dial| dial.key == "difficulty");
        dial.expect("a difficulty").title
    };
    assert!(title(&busy).ends_with("+3 for too many actions (XOV-MULT-05)"));
    let settled = |reading: &Reading| rules.settled(&busy.fighter(), reading);
    let action = settled(&set(&[]));
    assert_eq!(action, set(&[("difficulty", 9), ("action", 1)]));
    assert_eq!(rules.offer(5, &action).button, "Roll 5 dice against 9");
    // It comes on top of whatever difficulty is named, and what lies beyond the dice is told.
    let kick = settled(&set(&[("difficulty", 7)]));
    assert_eq!(kick.get("difficulty"), Some(10));
    let hard = settled(&set(&[("difficulty", 9)]));
    assert_eq!(rules.offer(5, &hard).button, "Roll 5 dice against 10");
    assert_eq!(rules.tell_reading(&hard), "difficulty 10 (12 asked)");
    let soak = set(&[("kind", 3)]);
    assert_eq!(settled(&soak), soak);
    assert_eq!(title(&busy.clone().plans(2, &[], 0)), "difficulty");
    assert_eq!(title(&busy.takes("desperate_defense")), "difficulty");
}

/// XOV-DECL-02, MSQ-DECL-02: several actions are declared, or there is one.
#[test]
fn an_action_more_than_was_declared_is_refused() {
    for system in [XOV, MSQ] {
        let fighting = |actions, extra| {
            let owned = OwnedFighter::of(system, "", &[("dexterity", 3), ("wits", 2)]);
            let mut owned = owned.plans(actions, &[], extra);
            owned.initiative = Some(system.rules().typed_initiative(Vec::new(), 5));
            owned
        };
        let forbidden = |owned: &OwnedFighter, dials: &[(&'static str, i32)]| {
            system
                .rules()
                .forbids(&owned.fighter(), &set(dials))
                .is_some()
        };
        assert!(!forbidden(&fighting(1, 0), &[]));
        assert!(forbidden(&fighting(1, 0).did("action", 1), &[]));
        assert!(!forbidden(&fighting(2, 0).did("action", 1), &[]));
        assert!(forbidden(&fighting(2, 0).did("action", 2), &[]));
        // A power's action comes after them, as many as the power grants.
        let powerful = fighting(1, 1).did("action", 1);
        assert!(!forbidden(&powerful, &[]));
        assert!(forbidden(&powerful.did("power_action", 1), &[]));
        // Reflexes, damage and soak are no actions, and nothing is declared outside of a fight.
        for kind in 1..=3 {
            assert!(!forbidden(
                &fighting(1, 0).did("action", 1),
                &[("kind", kind)]
            ));
        }
        let mut outside = fighting(1, 0).did("action", 1);
        outside.initiative = None;
        assert!(!forbidden(&outside, &[]));
        let desperate = fighting(1, 0).takes("desperate_defense").did("action", 1);
        assert!(!forbidden(&desperate, &[]));
    }
}

#[test]
fn a_desperate_defense_loses_a_die_each_time() {
    for (system, label, rule) in [
        (XOV, "Defenses before it", "XOV-DEF-06"),
        (ASC, "Further attacks", "ASC-DESP-02"),
    ] {
        let mut owned = OwnedFighter::of(system, "", &[]).plans(3, &[], 0);
        owned = owned.takes("desperate_defense");
        let rules = system.rules();
        assert!(rules.roll_terms(&owned.fighter(), &set(&[])).is_empty());
        let counts = rules.counts(&owned.fighter(), &set(&[]));
        assert_eq!(counts, ["defense"]);
        owned = owned.did("defense", 2);
        let terms = rules.roll_terms(&owned.fighter(), &set(&[]));
        assert_eq!(written(&terms), [format!("{label} -2 {rule}")]);
        let soak = rules.roll_terms(&owned.fighter(), &set(&[("kind", 3)]));
        assert!(soak.is_empty());
    }
}

#[test]
fn nobody_acts_while_incapacitated_but_soaks_and_wills() {
    for (system, told) in [
        (XOV, "Nobody acts while incapacitated (XOV-HLTH-01)."),
        (MSQ, "Nobody acts while incapacitated (MSQ-HLTH-01)."),
        (ASC, "Nobody acts while incapacitated (ASC-REC-01)."),
    ] {
        let down = OwnedFighter::of(system, "", &[]).hurt(Packet::of(Severity::Bashing, 7));
        let rules = system.rules();
        let why = rules.forbids(&down.fighter(), &set(&[])).expect("a reason");
        assert_eq!(
            (why.code.as_ref(), why.text.as_ref()),
            ("incapacitated", told)
        );
        for kind in 1..=3 {
            let reading = set(&[("kind", kind)]);
            assert_eq!(rules.forbids(&down.fighter(), &reading), None);
        }
        let abort = rules.abort(&down.fighter(), Price::Spend, &mut Script::default());
        let code = abort.expect("an answer").expect_err("a refusal").code;
        assert_eq!(code, "incapacitated");
    }
}

#[test]
fn willpower_is_paid_once_a_turn_and_declared_where_that_is_the_rule() {
    let paid = set(&[("willpower", 1)]);
    let code = |owned: &OwnedFighter, reading: &Reading| {
        let why = owned.rules().forbids(&owned.fighter(), reading);
        why.map(|why| why.code.into_owned())
    };
    for (system, undeclared) in [(XOV, true), (MSQ, true), (ASC, false)] {
        let rules = system.rules();
        assert_eq!(rules.cost(&paid), Some(("willpower", 1)));
        let spec = rules.plan(&House::default()).expect("plans");
        assert_eq!(spec.willpower, u8::from(undeclared));
        // Outside a fight nothing is declared.
        let owned = OwnedFighter::of(system, "", &[]);
        assert_eq!(code(&owned, &paid), None);
        let fighting = owned.rolled(5);
        let expected = undeclared.then_some("not_declared");
        assert_eq!(code(&fighting, &paid).as_deref(), expected);
        let mut said = fighting.plans(1, &[], 0);
        said.plan.as_mut().expect("a plan").willpower = 1;
        assert_eq!(code(&said, &paid), None);
        let counts = rules.counts(&said.fighter(), &paid);
        assert_eq!(counts, ["action", "willpower"]);
        let spent = said.did("willpower", 1);
        assert_eq!(code(&spent, &paid).as_deref(), Some("willpower_spent"));
        assert_eq!(code(&spent, &set(&[])), None);
        // On damage and soak it does nothing and costs nothing.
        let soak = paid.clone().with("kind", 3);
        assert_eq!((rules.cost(&soak), code(&spent, &soak)), (None, None));
    }
}

#[test]
fn dice_are_read_as_the_dials_say() {
    let roll = |system: SystemId, sum, dials: &[(&str, i32)], faces: &[u16]| {
        let mut script = Script::new(faces.iter().copied());
        let (rules, reading) = (system.rules(), set(dials));
        let rolled = rules.roll(sum, &reading, &House::default(), &mut script);
        assert_eq!((script.missing(), script.left()), (0, 0), "{dials:?}");
        rolled
            .map(|rolled| rules.tell_outcome(&rolled, &reading))
            .unwrap_or_else(|why| why.code.into_owned())
    };
    for system in FAMILY {
        assert_eq!(roll(system, 4, &[], &[6, 7, 1, 5]), "1 success");
        assert_eq!(roll(system, 3, &[], &[6, 7, 10]), "3 successes");
        assert_eq!(roll(system, 3, &[], &[6, 1, 1]), "failure");
        assert_eq!(roll(system, 2, &[], &[5, 1]), "botch");
        assert_eq!(roll(system, 2, &[("difficulty", 5)], &[5, 1]), "failure");
        assert_eq!(roll(system, 2, &[("willpower", 1)], &[5, 1]), "1 success");
        assert_eq!(roll(system, 2, &[("kind", 3)], &[5, 1]), "failure");
        assert_eq!(roll(system, 0, &[], &[]), "no_dice");
        assert_eq!(roll(system, -3, &[("kind", 3)], &[]), "no_dice");
        // Damage always has a die.
        assert_eq!(roll(system, -3, &[("kind", 2)], &[6]), "1 success");
        assert_eq!(roll(system, i32::MAX, &[], &[]), "nonsense");
        let harm = [("kind", 2), ("specialty", 1), ("willpower", 1)];
        assert_eq!(roll(system, 2, &harm, &[10, 1]), "failure");
    }
    for system in [XOV, MSQ] {
        let faces = [10, 2, 10, 1];
        assert_eq!(roll(system, 2, &[("specialty", 1)], &faces), "2 successes");
    }
    assert_eq!(roll(ASC, 2, &[("specialty", 1)], &[10, 2]), "2 successes");
}

#[test]
fn a_roll_is_told_before_and_after() {
    for system in FAMILY {
        let rules = system.rules();
        let offer = |sum, dials: &[(&str, i32)]| {
            let offer = rules.offer(sum, &set(dials));
            (offer.sum, offer.button)
        };
        let told = |sum: &str, button: &str| (sum.to_owned(), button.to_owned());
        assert_eq!(
            offer(6, &[("difficulty", 7)]),
            told("6", "Roll 6 dice against 7")
        );
        assert_eq!(offer(1, &[]), told("1", "Roll 1 die against 6"));
        assert_eq!(offer(-2, &[]), told("no dice", "No dice to roll"));
        let damage = offer(-2, &[("kind", 2)]);
        assert_eq!(damage, told("1", "Roll 1 die against 6"));
        let reading = [
            ("kind", 0),
            ("difficulty", 7),
            ("specialty", 1),
            ("willpower", 1),
        ];
        let told = rules.tell_reading(&set(&reading));
        assert_eq!(told, "difficulty 7, specialty, Willpower");
        assert_eq!(rules.tell_reading(&set(&[])), "");
        let damage = set(&[("kind", 2), ("willpower", 1)]);
        assert_eq!(rules.tell_reading(&damage), "damage");
        let odds = |sum, dials: &[(&str, i32)]| rules.odds(sum, &set(dials), &House::default());
        let one = odds(1, &[]);
        assert!((one[0].1 - 0.5).abs() < 1e-12 && (one[1].1 - 0.1).abs() < 1e-12);
        assert_eq!(one.map_names(), ["succeeds", "botches"]);
        assert_eq!(odds(3, &[("kind", 3)]).map_names(), ["succeeds"]);
        assert_eq!(odds(0, &[])[0].1, 0.0);
        assert_eq!(odds(3, &[("willpower", 1)])[0].1, 1.0);
        let damage = rules.tell_damage(&Packet::of(Severity::Lethal, 2));
        assert_eq!(damage, "takes 2 lethal");
    }
}

trait Named {
    fn map_names(&self) -> Vec<&'static str>;
}

impl Named for Vec<(&'static str, f64)> {
    fn map_names(&self) -> Vec<&'static str> {
        self.iter().map(|(name, _)| *name).collect()
    }
}

#[test]
fn initiative_is_told_in_the_players_own_words() {
    let terms = |named: &[(&'static str, i32)]| {
        let term = |(label, value): &(&'static str, i32)| Term::typed(*label, *value);
        named.iter().map(term).collect::<Vec<_>>()
    };
    let sheet = terms(&[("Dexterity", 3), ("Wits", 2)]);
    let adjusted = terms(&[("Dexterity", 3), ("Wits", 2), ("Adjusted", -2)]);
    let rating = terms(&[("Rating", 9)]);
    let tell = |system: SystemId, score, die, terms: &[Term]| {
        system
            .rules()
            .tell_initiative("Milo", score, Some((die, terms)))
    };
    for system in [XOV, ASC] {
        assert_eq!(
            tell(system, 14, 9, &sheet),
            "Milo rolls initiative: rating 5 + die 9 = 14"
        );
        assert_eq!(
            tell(system, 12, 9, &adjusted),
            "Milo rolls initiative: rating 5 + die 9 −2 (Adjusted) = 12"
        );
        assert_eq!(
            tell(system, 10, 1, &rating),
            "Milo rolls initiative: rating 9 + die 1 = 10"
        );
    }
    assert_eq!(
        tell(MSQ, 14, 9, &sheet),
        "Milo’s Dex:3, Wits: 2 plus Init Roll: 9. Initiative = 14"
    );
    assert_eq!(
        tell(MSQ, 12, 9, &adjusted),
        "Milo’s Dex:3, Wits: 2 plus Init Roll: 9 −2 (Adjusted). Initiative = 12"
    );
    for system in FAMILY {
        let told = system.rules().tell_initiative("Milo", -3, None);
        assert_eq!(told, "Milo acts on −3");
        assert!(!tell(system, 9, 9, &[]).is_empty());
    }
}

// ---- Changing one's mind ----

#[test]
fn a_declared_action_is_given_up_for_a_defense() {
    let abort = |owned: &OwnedFighter, price, faces: &[u16]| {
        let mut script = Script::new(faces.iter().copied());
        let aborted = owned.rules().abort(&owned.fighter(), price, &mut script);
        assert_eq!((script.missing(), script.left()), (0, 0));
        let aborted = aborted.expect("these systems have it");
        aborted
            .map(|it| {
                format!(
                    "{} {:?} {} {}",
                    it.changed,
                    it.spent,
                    it.roll.is_some(),
                    it.rule
                )
            })
            .unwrap_or_else(|why| why.code.into_owned())
    };
    for (system, rule) in [
        (XOV, "XOV-MAN-01"),
        (MSQ, "MSQ-DEF-01"),
        (ASC, "ASC-DEF-03"),
    ] {
        let mut ana = OwnedFighter::of(system, "", &[("willpower", 3)]);
        let paid = format!("true Some((\"willpower\", 1)) false {rule}");
        assert_eq!(abort(&ana, Price::Spend, &[]), paid);
        let (won, lost) = (
            format!("true None true {rule}"),
            format!("false None true {rule}"),
        );
        assert_eq!(abort(&ana, Price::Roll, &[6, 2, 3]), won);
        assert_eq!(abort(&ana, Price::Roll, &[6, 1, 3]), lost);
        // A roll takes the rating, a point takes what is left.
        ana.pools.insert("willpower".into(), 0);
        assert_eq!(abort(&ana, Price::Spend, &[]), "no_willpower");
        assert_eq!(abort(&ana, Price::Roll, &[6, 2, 3]), won);
        let acted = ana.clone().did("action", 1);
        assert_eq!(abort(&acted, Price::Roll, &[]), "no_action_left");
        let more = acted.plans(2, &[], 0);
        assert_eq!(abort(&more, Price::Roll, &[6, 2, 3]), won);
        let defends = ana.clone().plans(2, &[1, 2], 0);
        assert_eq!(abort(&defends, Price::Roll, &[]), "no_action_left");
        let mut failed = ana.clone().did("abort_failed", 1);
        failed.pools.insert("willpower".into(), 3);
        let again = if system == ASC {
            paid
        } else {
            "already_failed".to_owned()
        };
        assert_eq!(abort(&failed, Price::Spend, &[]), again);
    }
    let free = OwnedFighter::of(ASC, "", &[("willpower", 0)]).under("free_abort");
    assert_eq!(
        abort(&free, Price::Spend, &[]),
        "true None false ASC-DEF-03"
    );
    let desperate = OwnedFighter::of(XOV, "", &[]).takes("desperate_defense");
    assert_eq!(abort(&desperate, Price::Spend, &[]), "no_action_left");
}

// ---- Chat ----

/// What a line comes to, in a few words.
fn heard(system: SystemId, line: &str, sender: Option<&OwnedFighter>) -> String {
    let fighter = sender.map(OwnedFighter::fighter);
    match chat::read(line, system.rules(), fighter.as_ref(), &House::default()) {
        Ok(Typed::OwnInitiative) => "own".to_owned(),
        Ok(Typed::TypedInitiative { name, terms }) => {
            format!("{name:?} {}", written(&terms).join(", "))
        }
        Ok(Typed::Roll(roll)) => {
            let sum: i32 = roll.terms.iter().map(|(_, value)| value).sum();
            let reading = system.rules().tell_reading(&roll.reading);
            format!("{sum} {reading}").trim().to_owned()
        }
        Err(error) => format!("{}: {}", error.code, error.text),
    }
}

#[test]
fn xov_init_03_and_04_the_command_that_players_know() {
    let milo = OwnedFighter::of(XOV, "", &[]);
    let heard = |line, sender| heard(XOV, line, sender);
    assert_eq!(heard("+combat/init", Some(&milo)), "own");
    assert_eq!(heard(" +Combat/INIT \t", Some(&milo)), "own");
    assert_eq!(
        heard("+combat/init", None),
        "no_character: Pick a character first."
    );
    for sender in [None, Some(&milo)] {
        assert_eq!(
            heard("+combat/init Big Bad = 007", sender),
            "Some(\"Big Bad\") Rating 7 -"
        );
    }
    for (line, answer) in [
        (
            "+combat/initx",
            "unknown_command: Unknown command. Try +combat/init",
        ),
        (
            "+roll 3",
            "unknown_command: Unknown command. Try +combat/init",
        ),
        ("+", "unknown_command: Unknown command. Try +combat/init"),
        (
            "+combat/init Rat",
            "missing_equals: Use +combat/init NAME=SUM",
        ),
        (
            "+combat/init =4",
            "missing_name: Name the NPC before the equals sign.",
        ),
        (
            "+combat/init Rat=",
            "missing_sum: Give Dexterity + Wits after the equals sign.",
        ),
        (
            "+combat/init Rat=4+2",
            "sum_not_integer: The sum must be a plain whole number.",
        ),
        (
            "+combat/init Rat=41",
            "sum_out_of_range: The sum must be between 0 and 40.",
        ),
    ] {
        assert_eq!(heard(line, None), answer, "{line}");
    }
    assert!(heard("!inits 3 2", None).starts_with("unknown_command"));
}

#[test]
fn msq_init_03_and_04_the_command_that_players_know() {
    for line in ["!inits 3 2", " !INITS\t03  0002 "] {
        assert_eq!(heard(MSQ, line, None), "None Dexterity 3 -, Wits 2 -");
    }
    for (line, answer) in [
        (
            "!init 3 2",
            "unknown_command: Unknown command. Try !inits DEX WITS",
        ),
        (
            "!inits 5",
            "argument_count: Give two numbers: Dexterity, then Wits.",
        ),
        (
            "!inits 99 x",
            "not_integer: Both values must be whole numbers.",
        ),
        ("!inits 11 2", "out_of_range: Values run from 0 to 10."),
    ] {
        assert_eq!(heard(MSQ, line, None), answer, "{line}");
    }
    assert!(heard(MSQ, "+combat/init", None).starts_with("unknown_command"));
}

#[test]
fn rolls_and_initiative_can_be_typed_in_all_three() {
    for system in FAMILY {
        let milo = OwnedFighter::of(
            system,
            "",
            &[("dexterity", 3), ("brawl", 4), ("willpower", 6)],
        );
        let heard = |line: &str| heard(system, line, Some(&milo));
        assert_eq!(heard("/init"), "own");
        assert_eq!(
            heard("/roll dex + brawl difficulty 7 specialty"),
            "7 difficulty 7, specialty"
        );
        assert_eq!(heard("/roll 6 diff 8"), "6 difficulty 8");
        assert_eq!(
            heard("/r 6 @8 spec wp"),
            "6 difficulty 8, specialty, Willpower"
        );
        assert_eq!(heard("/roll dex+brawl-2 vs9"), "5 difficulty 9");
        assert_eq!(heard("/roll willpower reflex d7"), "6 reflex, difficulty 7");
        assert_eq!(heard("/roll soak sta # his coat"), "2 soak");
        assert_eq!(heard("/roll 5 damage"), "5 damage");
        assert_eq!(heard("/roll 5 kind 2"), "5 damage");
        assert_eq!(heard("/roll 5 diff 12"), "5 difficulty 10 (12 asked)");
        assert_eq!(heard("/roll 5 vs11"), "5 difficulty 10 (11 asked)");
        assert!(heard("/roll 5 diff 21").starts_with("roll: "));
        assert!(heard("/roll 5 vs21").starts_with("roll: vs21 means nothing here"));
        assert!(heard("/roll 5 action 2").starts_with("roll: "));
        assert!(heard("/roll").starts_with("roll: Say what to roll"));
        assert!(heard("/dance").starts_with("unknown_command"));
        let two = milo.plans(2, &[], 0);
        if system != ASC {
            let line = "/roll dex + brawl action 2";
            let who = two.fighter();
            let Ok(Typed::Roll(roll)) = chat::read(line, system.rules(), Some(&who), who.house)
            else {
                panic!("{system:?}");
            };
            // The terms of the roll say which action it is.
            assert_eq!(roll.reading.get("action"), Some(2));
            assert_eq!(self::heard(system, line, Some(&two)), "7");
        }
        let example = system.rules().speech().roll_example;
        assert!(!self::heard(system, example, Some(&two)).starts_with("roll: "));
    }
}

proptest! {
    /// Whatever is typed is understood or answered, and what is understood can be played.
    #[test]
    fn no_line_is_too_odd(system in 0..3_usize, who: bool, line in odd_line()) {
        let system = FAMILY[system];
        let owned = OwnedFighter::of(system, "", &[]).plans(2, &[1], 1);
        let fighter = who.then(|| owned.fighter());
        let rules = system.rules();
        let Ok(ask) = chat::read(&line, rules, fighter.as_ref(), &House::default()) else {
            return Ok(());
        };
        if let Typed::Roll(roll) = ask {
            prop_assert!(roll.reading.fits(&rules.dials(fighter.as_ref())), "{}", line);
            let sum = roll.terms.iter().fold(0_i32, |sum, (_, value)| sum.saturating_add(*value));
            let _ = rules.roll(sum, &roll.reading, &House::default(), &mut Script::default());
            prop_assert!(!rules.offer(sum, &roll.reading).button.is_empty());
        }
    }
}

/// Lines made of what commands are made of, and of anything.
fn odd_line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("/roll".to_owned()),
        Just("+combat/init".to_owned()),
        Just("!inits".to_owned()),
        Just("dex".to_owned()),
        Just("kind".to_owned()),
        Just("action".to_owned()),
        Just("difficulty=".to_owned()),
        Just("wp".to_owned()),
        Just("=".to_owned()),
        Just("#".to_owned()),
        "[+\\-−@d]?[0-9]{1,12}",
        "(vs|diff|@|d)[0-9]{0,3}",
        "\\PC{0,6}",
    ];
    let line = proptest::collection::vec(part, 0..9).prop_map(|parts| parts.join(" "));
    prop_oneof![4 => line.prop_map(|line| format!("/roll {line}")), 1 => "\\PC{0,40}", 2 => part_line()]
}

fn part_line() -> impl Strategy<Value = String> {
    "(\\+combat/init|!inits) ?[a-zA-Z0-9=+ \\t\u{a0}é]{0,20}"
}

// ---- Anything at all ----

proptest! {
    /// No sheet, track, packet or reading brings a system out of step.
    #[test]
    fn nothing_panics(
        system in 0..3_usize,
        kind in 0..8_usize,
        dots in crate::laws::number(),
        packets in proptest::collection::vec((0..=3_u8, 0..=300_u16), 0..6),
        die in 0..=20_u16,
        sum in crate::laws::number(),
        dials in proptest::collection::vec((0..6_usize, crate::laws::number()), 0..4),
    ) {
        let system = FAMILY[system];
        let rules = system.rules();
        let kind = rules.kinds().get(kind).map_or("stranger", |kind| kind.key);
        let dots = dots.clamp(1, 1_000_000);
        let mut owned = OwnedFighter::of(system, "", &[]);
        owned.sheet.kind = Some(kind.to_owned());
        for spec in rules.traits() {
            owned.sheet.traits.insert(spec.key.to_owned(), dots);
        }
        owned.track = rules.track(&owned.sheet).unwrap_or(owned.track);
        for (severity, points) in packets {
            let packet = match severity {
                0 => Packet::plain(points),
                1 => Packet::of(Severity::Bashing, points),
                2 => Packet::of(Severity::Lethal, points),
                _ => Packet::of(Severity::Aggravated, points),
            };
            if let Some(harmed) = rules.harm(&owned.fighter(), packet) {
                prop_assert!(harmed.excess <= packet.total());
                prop_assert!(harmed.after != owned.track || harmed.excess == packet.total());
                owned.track = harmed.after;
            } else {
                prop_assert!(packet.points > 0 || severity == 0);
            }
        }
        let keys = ["difficulty", "kind", "specialty", "willpower", "action", "x"];
        let mut reading = Reading::default();
        for (key, value) in dials {
            reading.set(keys[key], value);
        }
        owned = owned.rolled(die);
        let who = &owned.fighter();
        let health = rules.health(&owned.sheet, &owned.track, &Default::default(), &House::default());
        prop_assert!(health.penalty <= 0);
        let boxes = owned.track.boxes().map_or(0, |boxes| usize::from(boxes.size()));
        prop_assert_eq!(rules.box_penalties(&owned.sheet, &owned.track, who.house).len(), boxes);
        let settled = rules.settled(who, &reading);
        let _ = (rules.roll_terms(who, &settled), rules.counts(who, &settled));
        let _ = (rules.forbids(who, &settled), rules.cost(&settled));
        let odds = rules.odds(sum.min(200), &settled, &House::default());
        prop_assert!(odds.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)));
        let _ = rules.roll(sum, &settled, &House::default(), &mut Script::default());
        let _ = (rules.offer(sum, &settled), rules.tell_reading(&settled));
        let adjusted = owned.initiative.as_ref().map(|rolled| {
            rules.adjusted(rolled, Term::typed("Adjusted", sum))
        });
        prop_assert!(adjusted.is_some_and(|rolled| rolled.rank.first() == Some(&rolled.score)));
    }
}

/// A stored track of another shape is read as well as it can be.
#[test]
fn tracks_of_another_shape_are_no_trouble() {
    let boxes = rules::track::Boxes::new(3, Packet::of(Severity::Lethal, 2)).expect("a row");
    for system in FAMILY {
        let mut owned = OwnedFighter::of(system, "", &[]);
        owned.track = Track::Boxes(boxes);
        assert_eq!(owned.state(), "XX. hurt -1");
        let harm = system
            .rules()
            .harm(&owned.fighter(), Packet::of(Severity::Lethal, 1));
        assert!(harm.is_none());
    }
}
