//! Tri-Stat as a table plays it: through the trait every system answers to.

use rules::base::sorted_map::Map;
use rules::messages::Wording;

use proptest::prelude::*;
use rules::base::dice::DiceScript;
use rules::base::roll::{DieMark, Face, Grade, RollResult};
use rules::base::term::{self, Term};
use rules::character::condition::Conditions;
use rules::character::parameters::Parameters;
use rules::character::phase::{InitiativeCadence, Phase, TurnStep};
use rules::character::plan::{Plan, PlanDuration};
use rules::character::sheet::Sheet;
use rules::character::track::{DamagePacket, Points, Severity, Track, TrackError};
use rules::encounter::quick_add;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{RuleSystem, SystemId};

/// No combatant here is in any.
static NO_CONDITIONS: Conditions = Conditions::new();
static NO_GEAR: rules::character::gear::Gear = rules::character::gear::Gear::new();

fn rules() -> &'static dyn RuleSystem {
    SystemId::Tristat.rules()
}

/// A combatant in a fight, with all that a [`Fighter`] borrows.
#[derive(Clone)]
struct OwnedFighter {
    sheet: Sheet,
    track: Track,
    plan: Option<Plan>,
    tally: Map<String, u16>,
    pools: Map<String, i32>,
    house: HouseRules,
}

impl OwnedFighter {
    fn new(line: &str) -> Self {
        let sheet = quick_add::read(line, rules()).expect("a line").sheet;
        let pools = rules().pool_specs(&sheet).into_iter();
        Self {
            track: rules().unmarked_track(&sheet).expect("a track"),
            pools: pools.map(|pool| (pool.key.to_owned(), pool.most)).collect(),
            plan: None,
            tally: Map::new(),
            house: HouseRules::default(),
            sheet,
        }
    }

    fn taking(mut self, stance: &str) -> Self {
        self.plan = Some(Plan {
            stance: Some(stance.to_owned()),
            ..Plan::default()
        });
        self
    }

    fn having_done(mut self, key: &str, times: u16) -> Self {
        self.tally.insert(key.to_owned(), times);
        self
    }

    fn with_energy(mut self, left: i32) -> Self {
        self.pools.insert("energy".to_owned(), left);
        self
    }

    fn at(mut self, house: &str) -> Self {
        self.house.set_unchecked(house, true);
        self
    }

    fn fighter(&self) -> CombatantInfo<'_> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            conditions: &NO_CONDITIONS,
            gear: &NO_GEAR,
            sheet: &self.sheet,
            track: &self.track,
            initiative: None,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            house: &self.house,
        }
    }

    fn terms(&self, reading: &Parameters) -> Vec<Term> {
        rules().roll_terms(&self.fighter(), reading)
    }

    /// The code of what forbids such a roll.
    fn refusal(&self, reading: &Parameters) -> Option<String> {
        let error = rules().forbids_roll(&self.fighter(), reading);
        error.map(|error| error.code.into_owned())
    }
}

fn untouched() -> OwnedFighter {
    OwnedFighter::new("Kei body 6 mind 5 soul 6")
}

fn attack() -> Parameters {
    Parameters::default()
}

fn defense() -> Parameters {
    Parameters::default().with("kind", 1)
}

fn check() -> Parameters {
    Parameters::default().with("kind", 2)
}

/// Rolls against a target with exactly these faces.
#[track_caller]
fn rolled(target: i32, reading: &Parameters, house: &HouseRules, faces: &[u16]) -> RollResult {
    let mut script = DiceScript::new(faces.iter().copied());
    let rolled = rules().roll_dice(target, reading, house, &mut script);
    assert_eq!(
        (script.missing_faces(), script.remaining_faces()),
        (0, 0),
        "faces used"
    );
    rolled.expect("a roll")
}

#[track_caller]
fn says(target: i32, reading: &Parameters, faces: &[u16], words: &str) {
    let rolled = rolled(target, reading, &HouseRules::default(), faces);
    assert_eq!(rules().describe_outcome(&rolled, reading), words);
}

/// TRI-HLTH-01, TRI-DMG-03: Health is a number that may go below 0.
#[test]
fn health_is_a_number() {
    let kei = untouched();
    let points = |now| Track::Points(Points::new(now, 60).expect("points"));
    assert_eq!(kei.track, points(60));
    let harmed = rules()
        .apply_damage(&kei.fighter(), DamagePacket::of_points(21))
        .expect("a loss");
    assert_eq!((harmed.after, harmed.excess), (points(39), 0));
    let harmed = rules()
        .apply_damage(&kei.fighter(), DamagePacket::of_points(75))
        .expect("a loss");
    assert_eq!((harmed.after, harmed.excess), (points(-15), 0));
    // Severities are for other systems.
    let graded = DamagePacket {
        points: 3,
        ..DamagePacket::of_severity(Severity::Lethal, 1)
    };
    assert_eq!(rules().apply_damage(&kei.fighter(), graded), None);
    for (now, words) in [(60, &[][..]), (1, &[]), (0, &["down"]), (-15, &["down"])] {
        let health = rules().health_state(&kei.sheet, &points(now), &NO_CONDITIONS, &kei.house);
        let states: Vec<&str> = health.states.iter().map(|state| &*state.word).collect();
        assert_eq!((states.as_slice(), health.penalty), (words, 0), "{now}");
        assert!(health.states.iter().all(|state| state.out));
    }
    assert!(
        rules()
            .box_penalties(&kei.sheet, &kei.track, &kei.house)
            .is_empty()
    );
    assert_eq!(
        rules().describe_damage(&DamagePacket::of_points(7)),
        "loses 7 Health"
    );
    let feeble = quick_add::read("Wisp body 1 soul 1 health -10", rules()).expect("a line");
    assert_eq!(
        rules().unmarked_track(&feeble.sheet),
        Err(TrackError::NoPoints)
    );
}

/// TRI-STAT-01, TRI-STAT-02, TRI-STAT-04: what follows from a sheet.
#[test]
fn what_follows_from_a_sheet() {
    let kei = OwnedFighter::new("Kei body 6 mind 5 soul 6 cv_bonus 1 ep_bonus -5");
    let derived = |word| rules().derived_value(word, Some(&kei.fighter()));
    let derived = |word| derived(word).map(|(title, value)| (title.get(), value));
    assert_eq!(derived("cv"), Some(("Combat Value", 6)));
    assert_eq!(derived("dv"), Some(("Defense Value", 3)));
    assert_eq!(
        (derived("xv"), rules().derived_value("cv", None)),
        (None, None)
    );
    let pools = rules().pool_specs(&kei.sheet);
    let pools: Vec<_> = pools.iter().map(|pool| (pool.key, pool.most)).collect();
    assert_eq!(pools, [("energy", 50)]);
    let none = OwnedFighter::new("Wisp mind 1 soul 1 energy -10");
    assert!(rules().pool_specs(&none.sheet).is_empty());
    for key in rules().facts().unrolled_traits {
        assert!(
            rules()
                .facts()
                .trait_specs
                .iter()
                .any(|spec| spec.key == *key),
            "{key}"
        );
    }
}

/// TRI-TURN-01, TRI-TURN-02: a die and the Combat Value, anew each round; equals together.
#[test]
fn initiative_comes_every_round() {
    let kei = untouched();
    let five = rules().initiative_for_die(&kei.fighter(), 4);
    assert_eq!((five.score, five.rank.as_slice()), (9, &[9][..]));
    let told = rules().describe_initiative("Kei", five.score, Some((five.die, &five.terms)));
    assert_eq!(told, "Kei acts on 9: Combat Value 5 + die 4");
    assert_eq!(
        rules().describe_initiative("Kei", -1, None),
        "Kei acts on −1"
    );
    // The same total from other numbers is the same moment.
    let typed = rules().typed_initiative(vec![Term::from_typed(Wording::verbatim("Typed"), 3)], 6);
    assert!(!typed.is_before(&five) && !five.is_before(&typed));
    let bought =
        rules().adjust_initiative(&five, Term::from_typed(Wording::verbatim("Adjusted"), 1));
    assert_eq!((bought.score, bought.rank.as_slice()), (10, &[10][..]));
    let told = rules().describe_initiative("Kei", bought.score, Some((4, &bought.terms)));
    assert_eq!(told, "Kei acts on 10: Combat Value 5 + Adjusted 1 + die 4");
    let house = HouseRules::default();
    assert_eq!(
        rules().initiative_cadence(&house),
        InitiativeCadence::EveryRound
    );
    assert_eq!(
        rules().round_phases(&house),
        [Phase::Initiative, Phase::Act]
    );
    assert_eq!(
        (rules().facts().die_sides, rules().facts().die_sides),
        (6, 6)
    );
}

/// TRI-TURN-03: one turn each, whatever a combatant has.
#[test]
fn one_turn_each() {
    let many = OwnedFighter::new("Kei extra_attacks 3");
    let order = [many.fighter(), many.fighter()];
    assert_eq!(
        rules().phase_steps(Phase::Act, &order),
        [TurnStep::in_first_pass(0), TurnStep::in_first_pass(1)]
    );
    for phase in [Phase::Initiative, Phase::Declare, Phase::Extra] {
        assert!(rules().phase_steps(phase, &order).is_empty());
    }
}

/// TRI-ROLL-02, TRI-ROLL-03, TRI-CRIT-01, TRI-CRIT-02, TRI-CRIT-04.
#[test]
fn rolls_are_read_and_told() {
    says(9, &attack(), &[3, 4], "rolled 7 against 9: made by 2");
    says(7, &attack(), &[3, 4], "rolled 7 against 7: made exactly");
    says(6, &attack(), &[3, 4], "rolled 7 against 6: missed by 1");
    says(-3, &attack(), &[3, 4], "rolled 7 against −3: missed by 10");
    says(8, &defense(), &[3, 4], "rolled 7 against 8: made by 1");
    says(7, &defense(), &[3, 4], "rolled 7 against 7: not under it");
    says(7, &check(), &[3, 4], "rolled 7 against 7: made exactly");
    for (face, times) in [(1, 2), (3, 2), (4, 3), (5, 3), (6, 4)] {
        let words = format!("snake eyes: critical, damage ×{times}");
        says(-9, &attack(), &[1, 1, face], &words);
    }
    says(
        -9,
        &defense(),
        &[1, 1],
        "rolled 2 against −9: snake eyes succeed",
    );
    says(5, &check(), &[1, 1], "rolled 2 against 5: made by 3");
    says(12, &attack(), &[6, 6], "rolled 12 against 12: made exactly");
}

/// The faces say what they did.
#[test]
fn faces_are_marked() {
    let plain = HouseRules::default();
    let faces = |rolled: &RollResult| rolled.faces.clone();
    let hit = rolled(9, &attack(), &plain, &[3, 4]);
    assert_eq!(
        faces(&hit),
        [Face(3, DieMark::Counts), Face(4, DieMark::Counts)]
    );
    assert_eq!(
        (hit.successes, hit.grade, hit.margin),
        (1, Grade::Success, Some(2))
    );
    let miss = rolled(5, &attack(), &plain, &[3, 4]);
    assert_eq!(
        faces(&miss),
        [Face(3, DieMark::Idle), Face(4, DieMark::Idle)]
    );
    assert_eq!(
        (miss.successes, miss.grade, miss.margin),
        (0, Grade::Failure, Some(-2))
    );
    let critical = rolled(0, &attack(), &plain, &[1, 1, 6]);
    let marked = [
        Face(1, DieMark::Again),
        Face(1, DieMark::Again),
        Face(6, DieMark::Counts),
    ];
    assert_eq!(faces(&critical), marked);
    let expected = (1, Grade::Exceptional, Some(-2));
    assert_eq!(
        (critical.successes, critical.grade, critical.margin),
        expected
    );
}

/// The switches do what they say.
#[test]
fn house_rules_are_played() {
    let house = |key: &str| {
        let mut house = HouseRules::default();
        house.set_unchecked(key, true);
        house
    };
    let tie = rolled(7, &defense(), &house("defense_takes_ties"), &[3, 4]);
    assert_eq!((tie.successes, tie.margin), (1, Some(0)));
    let twelve = house("natural_12_fails");
    for (target, reading) in [
        (14, attack()),
        (12, attack()),
        (14, defense()),
        (12, check()),
    ] {
        let rolled = rolled(target, &reading, &twelve, &[6, 6]);
        let words = format!("rolled 12 against {target}: two sixes fail");
        assert_eq!(rules().describe_outcome(&rolled, &reading), words);
        assert!(rolled.faces.iter().all(|face| face.1 == DieMark::Cancels));
    }
    let strict = house("snake_eyes_attack_only");
    assert_eq!(rolled(1, &defense(), &strict, &[1, 1]).successes, 0);
    assert_eq!(rolled(1, &check(), &strict, &[1, 1]).successes, 0);
    assert_eq!(
        rolled(1, &attack(), &strict, &[1, 1, 2]).grade,
        Grade::Exceptional
    );

    let quick = OwnedFighter::new("Kei extra_attacks 1").having_done("defense", 1);
    assert_eq!(quick.terms(&defense()), []);
    let alone = quick.at("extra_attacks_only_attack");
    assert_eq!(term::sum_terms(&alone.terms(&defense())), -2);

    let focused = OwnedFighter::new("Kei focus 2");
    let paid = attack().with("energy", 1);
    assert_eq!(term::sum_terms(&focused.terms(&paid)), 3);
    assert_eq!(
        term::sum_terms(&focused.at("focus_adds_nothing").terms(&paid)),
        1
    );

    let guide = include_str!("../../../../../docs/rules/tristat.md");
    for spec in rules().lists().setting_specs {
        assert!(guide.contains(&format!("`{}`", spec.key)), "{}", spec.key);
        let rule = spec.defining_rule();
        assert!(guide.contains(&format!("**{rule}**")), "{rule}");
    }
}

/// TRI-STANCE-01, TRI-STANCE-02.
#[test]
fn stances_add_and_forbid() {
    let spec = rules().facts().plan_spec.expect("a plan");
    assert_eq!((spec.actions, spec.lasts), (1, PlanDuration::OwnTurn));
    let all_out = untouched().taking("total_attack");
    assert_eq!(
        all_out.plan.as_ref().map(|plan| plan.check_limits(&spec)),
        Some(Ok(()))
    );
    let term =
        |label: &'static str, value, rule| Term::from_rule(Wording::verbatim(label), value, rule);
    let attack_term = term("Total attack", 1, "TRI-STANCE-01");
    assert_eq!(all_out.terms(&attack()), [attack_term]);
    assert_eq!(
        (all_out.terms(&check()), all_out.refusal(&check())),
        (vec![], None)
    );
    assert_eq!(all_out.refusal(&attack()), None);
    assert_eq!(all_out.refusal(&defense()).as_deref(), Some("total_attack"));

    let careful = untouched().taking("total_defense");
    let defense_term = term("Total defense", 2, "TRI-STANCE-02");
    assert_eq!(
        careful.terms(&defense()),
        std::slice::from_ref(&defense_term)
    );
    assert_eq!(careful.refusal(&defense()), None);
    let refused = Some("total_defense_no_attacks");
    assert_eq!(careful.refusal(&attack()).as_deref(), refused);
    assert_eq!(
        careful.refusal(&attack().with("second", 1)).as_deref(),
        refused
    );
    let worn = term("Earlier defenses", -2, "TRI-DEF-03");
    let careful = careful.having_done("defense", 1);
    assert_eq!(careful.terms(&defense()), [worn, defense_term]);
}

/// TRI-DEF-03, TRI-DEF-04, TRI-EXTRA-01: later defenses lose more and more.
#[test]
fn defenses_wear() {
    let wear = |line: &str, prior| {
        let who = OwnedFighter::new(line).having_done("defense", prior);
        term::sum_terms(&who.terms(&defense()))
    };
    let each = |line: &str| (0..5).map(|prior| wear(line, prior)).collect::<Vec<_>>();
    assert_eq!(each("Kei"), [0, -2, -4, -6, -8]);
    assert_eq!(each("Kei extra_attacks 2"), [0, 0, 0, -2, -4]);
    // Only defenses wear.
    let tired = untouched().having_done("defense", 3);
    assert_eq!(
        (tired.terms(&attack()), tired.terms(&check())),
        (vec![], vec![])
    );
}

/// TRI-ATK-03, TRI-EXTRA-01, TRI-DUAL-01: as many attacks as there are.
#[test]
fn attacks_run_out() {
    let refusal = |line: &str, attacks, reading: &Parameters| {
        let who = OwnedFighter::new(line).having_done("attack", attacks);
        who.refusal(reading)
    };
    let none_left = Some("no_attacks_left".to_owned());
    assert_eq!(refusal("Kei", 0, &attack()), None);
    assert_eq!(refusal("Kei", 1, &attack()), none_left);
    assert_eq!(refusal("Kei extra_attacks 2", 2, &attack()), None);
    assert_eq!(refusal("Kei extra_attacks 2", 3, &attack()), none_left);
    // The second weapon belongs to an attack that is paid for, once.
    let second = attack().with("second", 1);
    assert_eq!(refusal("Kei", 1, &second), None);
    let both = untouched()
        .having_done("attack", 1)
        .having_done("second_weapon", 1);
    assert_eq!(both.refusal(&second).as_deref(), Some("two_weapons_used"));
    // Defenses and checks never run out.
    assert_eq!(refusal("Kei", 9, &defense()), None);
    assert_eq!(refusal("Kei", 9, &check()), None);

    let counts = |reading: &Parameters| rules().tally_keys(&untouched().fighter(), reading);
    assert_eq!(
        (counts(&attack()), counts(&second)),
        (vec!["attack"], vec!["second_weapon"])
    );
    assert_eq!(
        (counts(&defense()), counts(&check())),
        (vec!["defense"], vec![])
    );
    assert_eq!(counts(&defense().with("second", 1)), ["defense"]);
}

/// TRI-EN-01, TRI-EN-02: five Energy for a point, and Focus on top.
#[test]
fn energy_is_paid_for() {
    for reading in [attack(), defense(), check()] {
        assert_eq!(rules().roll_cost(&reading), None);
        let paid = reading.with("energy", 1);
        assert_eq!(rules().roll_cost(&paid), Some(("energy", 5)));
        let focused = OwnedFighter::new("Kei focus 2").with_energy(5);
        assert_eq!(
            focused.terms(&paid),
            [
                Term::from_rule(Wording::verbatim("Energy"), 1, "TRI-EN-01"),
                Term::from_rule(Wording::verbatim("Focus"), 2, "TRI-EN-02")
            ]
        );
        assert_eq!(focused.refusal(&paid), None);
        let spent = focused.with_energy(4);
        assert_eq!(spent.refusal(&paid).as_deref(), Some("not_enough_energy"));
        assert!(spent.terms(&paid).is_empty());
    }
    let error = rules().forbids_roll(
        &untouched().with_energy(0).fighter(),
        &attack().with("energy", 1),
    );
    let text = error.map(|error| error.text.to_string());
    assert_eq!(text.as_deref(), Some("A bonus costs 5 Energy (TRI-EN-01)."));
}

#[test]
fn what_is_offered() {
    let offer = rules().preview_roll(9, &attack());
    assert_eq!((offer.sum_title.get(), offer.sum.as_str()), ("target", "9"));
    assert_eq!(offer.button, "Roll 2 dice against 9");
    assert_eq!(
        rules().preview_roll(-1, &attack()).button,
        "Roll 2 dice against −1"
    );
    let told = |reading: &Parameters| rules().describe_parameters(reading);
    assert_eq!(
        (told(&attack()), told(&check())),
        (String::new(), "check".to_owned())
    );
    assert_eq!(told(&defense().with("energy", 1)), "defense, 5 Energy");
    assert_eq!(told(&attack().with("second", 1)), "second weapon");
}

/// Every roll of every pair counted out.
fn brute(
    target: i32,
    reading: &Parameters,
    house: &HouseRules,
    wanted: fn(&RollResult) -> bool,
) -> f64 {
    let mut good = 0;
    for one in 1..=6_u16 {
        for other in 1..=6_u16 {
            let mut script = DiceScript::new([one, other, 1]);
            let rolled = rules().roll_dice(target, reading, house, &mut script);
            good += u32::from(rolled.is_ok_and(|rolled| wanted(&rolled)));
        }
    }
    f64::from(good) / 36.0
}

#[test]
fn odds_are_counted_out() {
    let mut houses = vec![HouseRules::default()];
    for spec in rules().lists().setting_specs {
        let others = testkit::setting_values::non_default_values(spec).into_iter();
        houses.extend(others.map(|value| {
            let mut house = HouseRules::default();
            house.apply_setting(spec, value);
            house
        }));
    }
    for house in &houses {
        for target in -2..=16 {
            for reading in [attack(), defense(), check()] {
                let odds = rules().outcome_odds(target, &reading, house);
                let good = brute(target, &reading, house, |rolled| rolled.successes == 1);
                let first = odds.first().map_or(f64::NAN, |(_, odds)| *odds);
                assert!((first - good).abs() < 1e-12, "{target} {reading:?}");
                let critical = |rolled: &RollResult| rolled.grade == Grade::Exceptional;
                let critical = brute(target, &reading, house, critical);
                let second = odds.get(1).map_or(0.0, |(_, odds)| *odds);
                assert!((second - critical).abs() < 1e-12, "{target} {reading:?}");
            }
        }
    }
    let words: Vec<&str> = rules()
        .outcome_odds(7, &attack(), &HouseRules::default())
        .into_iter()
        .map(|(word, _)| word.get())
        .collect();
    assert_eq!(words, ["hits", "critical"]);
}

prop_compose! {
    fn readings()(
        dials in prop::collection::vec(
            (prop::sample::select(vec!["kind", "energy", "second", "again", ""]), any::<i32>()),
            0..4,
        ),
    ) -> Parameters {
        let set = |reading: Parameters, (key, value): &(&str, i32)| reading.with(key, *value);
        dials.iter().fold(Parameters::default(), set)
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is asked has an answer; a roll throws two dice, a critical three.
    #[test]
    fn nothing_panics(
        target: i32,
        reading in readings(),
        faces in prop::collection::vec(1..=6_u16, 3),
        traits in prop::collection::vec(any::<i32>(), 29),
        tally in any::<u16>(),
        energy: i32,
        stance in prop::sample::select(vec!["total_attack", "total_defense", "other", ""]),
        points: u16,
    ) {
        let keys = rules().facts().trait_specs.iter().map(|spec| spec.key.to_owned());
        let sheet = Sheet { kind: None, traits: keys.zip(traits).collect(),
            ..Sheet::default()
        };
        let track = Points::new(1, 1).map(Track::Points).expect("points");
        let mut who = untouched().taking(stance).having_done("attack", tally);
        who = who.having_done("defense", tally).with_energy(energy);
        who.sheet = sheet;
        who.track = rules().unmarked_track(&who.sheet).unwrap_or(track);
        let fighter = who.fighter();
        let _ = (rules().roll_terms(&fighter, &reading), rules().forbids_roll(&fighter, &reading));
        let _ = (rules().pool_specs(&who.sheet), rules().derived_value("cv", Some(&fighter)));
        let score = rules().initiative_for_die(&fighter, 6);
        prop_assert_eq!(score.rank.first(), Some(&score.score));
        if let Some(harmed) = rules().apply_damage(&fighter, DamagePacket::of_points(points)) {
            let now = |track: &Track| track.points().map(Points::left);
            prop_assert!(now(&harmed.after) <= now(&who.track));
        }
        let mut script = DiceScript::new(faces.iter().copied());
        let rolled = rules().roll_dice(target, &reading, &who.house, &mut script).expect("a roll");
        let critical = rolled.grade == Grade::Exceptional;
        prop_assert_eq!(rolled.faces.len(), if critical { 3 } else { 2 });
        prop_assert_eq!(script.remaining_faces(), usize::from(!critical));
        prop_assert!(!rules().describe_outcome(&rolled, &reading).is_empty());
        let _ = (rules().describe_parameters(&reading), rules().preview_roll(target, &reading));
    }

    /// A roll read from anywhere is told without a crash.
    #[test]
    fn any_roll_can_be_told(faces in prop::collection::vec(any::<u16>(), 0..5), margin: Option<i32>) {
        let rolled = RollResult {
            chance: false,
            faces: faces.into_iter().map(|face| Face(face, DieMark::Counts)).collect(),
            successes: 1,
            grade: Grade::Success,
            margin,
            plain: None,
        };
        prop_assert!(!rules().describe_outcome(&rolled, &attack()).is_empty());
    }
}
