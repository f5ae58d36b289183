//! What the three systems answer about rolls.

use crate::family::owned_fighter::{FAMILY, OwnedFighter};
use rules::base::dice::DiceScript;
use rules::base::term::Term;
use rules::character::parameters::Parameters;
use rules::character::plan::AbortPrice;
use rules::character::track::{DamagePacket, Severity};
use rules::messages::Wording;
use rules::ruleset::SystemId;
use rules::ruleset::house_rules::HouseRules;

use super::{ASC, MSQ, XOV, set, written};

#[test]
fn wounds_and_several_actions_take_dice_from_actions_alone() {
    let four = DamagePacket::of_severity(Severity::Bashing, 4);
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
            rules.tally_keys(&owned.fighter(), &Parameters::default())
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
        let dials = owned.rules().parameter_specs(Some(&owned.fighter()));
        dials.into_iter().find(|dial| dial.key == key)
    };
    let plain = OwnedFighter::of(XOV, "", &[]);
    assert!(dial(&plain, "action").is_none());
    assert_eq!(dial(&plain, "difficulty").map(|dial| dial.default), Some(6));
    let two = plain.clone().plans(2, &[], 0).did("action", 1);
    let action = dial(&two, "action").expect("a choice");
    assert_eq!(action.default, 2);
    assert!(action.accepts(1) && !action.accepts(0) && !action.accepts(3));
    let settled = two.rules().with_defaults(&two.fighter(), &set(&[]));
    assert_eq!(settled, set(&[("action", 2)]));
    let said = set(&[("action", 1), ("difficulty", 7)]);
    assert_eq!(two.rules().with_defaults(&two.fighter(), &said), said);
    let soak = set(&[("kind", 3)]);
    assert_eq!(two.rules().with_defaults(&two.fighter(), &soak), soak);
    let celerity = OwnedFighter::of(MSQ, "vampire", &[]).plans(2, &[], 1);
    assert!(dial(&celerity, "action").expect("a choice").accepts(0));
    for system in FAMILY {
        for owned in [
            OwnedFighter::of(system, "", &[])
                .plans(10, &[1], 10)
                .did("action", u16::MAX),
            OwnedFighter::of(system, "", &[]).plans(4, &[], 0),
        ] {
            let dials = system.rules().parameter_specs(Some(&owned.fighter()));
            let settled = system.rules().with_defaults(&owned.fighter(), &set(&[]));
            assert!(settled.are_valid_for(&dials));
            assert!(dials.iter().all(|dial| dial.accepts(dial.default)));
        }
    }
}

#[test]
fn xov_mult_05_too_many_actions_make_every_action_harder() {
    let traits = [("dexterity", 3), ("wits", 2)];
    let busy = OwnedFighter::of(XOV, "", &traits).plans(2, &[], 1);
    let rules = busy.rules();
    let title = |owned: &OwnedFighter| {
        let dials = rules.parameter_specs(Some(&owned.fighter()));
        let dial = dials.into_iter().find(|dial| dial.key == "difficulty");
        dial.expect("a difficulty").title
    };
    assert!(title(&busy).ends_with("+3 for too many actions (XOV-MULT-05)"));
    let settled = |reading: &Parameters| rules.with_defaults(&busy.fighter(), reading);
    let action = settled(&set(&[]));
    assert_eq!(action, set(&[("difficulty", 9), ("action", 1)]));
    assert_eq!(
        rules.preview_roll(5, &action).button,
        "Roll 5 dice against 9"
    );
    // It comes on top of whatever difficulty is named, and what lies beyond the dice is told.
    let kick = settled(&set(&[("difficulty", 7)]));
    assert_eq!(kick.get("difficulty"), Some(10));
    let hard = settled(&set(&[("difficulty", 9)]));
    assert_eq!(
        rules.preview_roll(5, &hard).button,
        "Roll 5 dice against 10"
    );
    assert_eq!(rules.describe_parameters(&hard), "difficulty 10 (12 asked)");
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
                .forbids_roll(&owned.fighter(), &set(dials))
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
        (XOV, "Earlier defenses", "XOV-DEF-06"),
        (ASC, "Further attacks", "ASC-DESP-02"),
    ] {
        let mut owned = OwnedFighter::of(system, "", &[]).plans(3, &[], 0);
        owned = owned.takes("desperate_defense");
        let rules = system.rules();
        assert!(rules.roll_terms(&owned.fighter(), &set(&[])).is_empty());
        let counts = rules.tally_keys(&owned.fighter(), &set(&[]));
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
        (XOV, "You can’t act while incapacitated (XOV-HLTH-01)."),
        (MSQ, "You can’t act while incapacitated (MSQ-HLTH-01)."),
        (ASC, "You can’t act while incapacitated (ASC-REC-01)."),
    ] {
        let down =
            OwnedFighter::of(system, "", &[]).hurt(DamagePacket::of_severity(Severity::Bashing, 7));
        let rules = system.rules();
        let why = rules
            .forbids_roll(&down.fighter(), &set(&[]))
            .expect("a reason");
        assert_eq!(
            (why.code.as_ref(), why.text.as_ref()),
            ("incapacitated", told)
        );
        for kind in 1..=3 {
            let reading = set(&[("kind", kind)]);
            assert_eq!(rules.forbids_roll(&down.fighter(), &reading), None);
        }
        let abort = rules.abort_action(
            &down.fighter(),
            AbortPrice::Spend,
            &mut DiceScript::default(),
        );
        let code = abort.expect("an answer").expect_err("a refusal").code;
        assert_eq!(code, "incapacitated");
    }
}

#[test]
fn willpower_is_paid_once_a_turn_and_declared_where_that_is_the_rule() {
    let paid = set(&[("willpower", 1)]);
    let code = |owned: &OwnedFighter, reading: &Parameters| {
        let why = owned.rules().forbids_roll(&owned.fighter(), reading);
        why.map(|why| why.code.into_owned())
    };
    for (system, undeclared) in [(XOV, true), (MSQ, true), (ASC, false)] {
        let rules = system.rules();
        assert_eq!(rules.roll_cost(&paid), Some(("willpower", 1)));
        let spec = rules.facts().plan_spec.expect("plans");
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
        let counts = rules.tally_keys(&said.fighter(), &paid);
        assert_eq!(counts, ["action", "willpower"]);
        let spent = said.did("willpower", 1);
        assert_eq!(code(&spent, &paid).as_deref(), Some("willpower_spent"));
        assert_eq!(code(&spent, &set(&[])), None);
        // On damage and soak it does nothing and costs nothing.
        let soak = paid.clone().with("kind", 3);
        assert_eq!((rules.roll_cost(&soak), code(&spent, &soak)), (None, None));
    }
}

#[test]
fn dice_are_read_as_the_dials_say() {
    let roll = |system: SystemId, sum, dials: &[(&str, i32)], faces: &[u16]| {
        let mut script = DiceScript::new(faces.iter().copied());
        let (rules, reading) = (system.rules(), set(dials));
        let rolled = rules.roll_dice(sum, &reading, &HouseRules::default(), &mut script);
        assert_eq!(
            (script.missing_faces(), script.remaining_faces()),
            (0, 0),
            "{dials:?}"
        );
        rolled
            .map(|rolled| rules.describe_outcome(&rolled, &reading))
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
            let offer = rules.preview_roll(sum, &set(dials));
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
        let told = rules.describe_parameters(&set(&reading));
        assert_eq!(told, "difficulty 7, specialty, Willpower");
        assert_eq!(rules.describe_parameters(&set(&[])), "");
        let damage = set(&[("kind", 2), ("willpower", 1)]);
        assert_eq!(rules.describe_parameters(&damage), "damage");
        let odds = |sum, dials: &[(&str, i32)]| {
            rules.outcome_odds(sum, &set(dials), &HouseRules::default())
        };
        let one = odds(1, &[]);
        assert!((one[0].1 - 0.5).abs() < 1e-12 && (one[1].1 - 0.1).abs() < 1e-12);
        assert_eq!(one.map_names(), ["succeeds", "botches"]);
        assert_eq!(odds(3, &[("kind", 3)]).map_names(), ["succeeds"]);
        assert_eq!(odds(0, &[])[0].1, 0.0);
        assert_eq!(odds(3, &[("willpower", 1)])[0].1, 1.0);
        let damage = rules.describe_damage(&DamagePacket::of_severity(Severity::Lethal, 2));
        assert_eq!(damage, "takes 2 lethal");
    }
}

trait Named {
    fn map_names(&self) -> Vec<&'static str>;
}

impl Named for Vec<(rules::messages::Text, f64)> {
    fn map_names(&self) -> Vec<&'static str> {
        self.iter().map(|(name, _)| name.get()).collect()
    }
}

#[test]
fn initiative_is_told_in_the_players_own_words() {
    let terms = |named: &[(&'static str, i32)]| {
        let term = |(label, value): &(&'static str, i32)| {
            Term::from_typed(Wording::verbatim(*label), *value)
        };
        named.iter().map(term).collect::<Vec<_>>()
    };
    let sheet = terms(&[("Dexterity", 3), ("Wits", 2)]);
    let adjusted = terms(&[("Dexterity", 3), ("Wits", 2), ("Adjusted", -2)]);
    let rating = terms(&[("Rating", 9)]);
    let tell = |system: SystemId, score, die, terms: &[Term]| {
        system
            .rules()
            .describe_initiative("Milo", score, Some((die, terms)))
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
        let told = system.rules().describe_initiative("Milo", -3, None);
        assert_eq!(told, "Milo acts on −3");
        assert!(!tell(system, 9, 9, &[]).is_empty());
    }
}

#[test]
fn a_declared_action_is_given_up_for_a_defense() {
    let abort = |owned: &OwnedFighter, price, faces: &[u16]| {
        let mut script = DiceScript::new(faces.iter().copied());
        let aborted = owned
            .rules()
            .abort_action(&owned.fighter(), price, &mut script);
        assert_eq!((script.missing_faces(), script.remaining_faces()), (0, 0));
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
        assert_eq!(abort(&ana, AbortPrice::Spend, &[]), paid);
        let (won, lost) = (
            format!("true None true {rule}"),
            format!("false None true {rule}"),
        );
        assert_eq!(abort(&ana, AbortPrice::Roll, &[6, 2, 3]), won);
        assert_eq!(abort(&ana, AbortPrice::Roll, &[6, 1, 3]), lost);
        // A roll takes the rating, a point takes what is left.
        ana.pools.insert("willpower".into(), 0);
        assert_eq!(abort(&ana, AbortPrice::Spend, &[]), "no_willpower");
        assert_eq!(abort(&ana, AbortPrice::Roll, &[6, 2, 3]), won);
        let acted = ana.clone().did("action", 1);
        assert_eq!(abort(&acted, AbortPrice::Roll, &[]), "no_action_left");
        let more = acted.plans(2, &[], 0);
        assert_eq!(abort(&more, AbortPrice::Roll, &[6, 2, 3]), won);
        let defends = ana.clone().plans(2, &[1, 2], 0);
        assert_eq!(abort(&defends, AbortPrice::Roll, &[]), "no_action_left");
        let mut failed = ana.clone().did("abort_failed", 1);
        failed.pools.insert("willpower".into(), 3);
        let again = if system == ASC {
            paid
        } else {
            "already_failed".to_owned()
        };
        assert_eq!(abort(&failed, AbortPrice::Spend, &[]), again);
    }
    let free = OwnedFighter::of(ASC, "", &[("willpower", 0)]).under("free_abort");
    assert_eq!(
        abort(&free, AbortPrice::Spend, &[]),
        "true None false ASC-DEF-03"
    );
    let desperate = OwnedFighter::of(XOV, "", &[]).takes("desperate_defense");
    assert_eq!(abort(&desperate, AbortPrice::Spend, &[]), "no_action_left");
}
