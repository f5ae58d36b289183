//! Bursts, covering fire and what takes a turn, through the exchange; odds against play-outs.

use rules::character::condition::Until;
use rules::character::gear::Carried;
use rules::character::parameters::Parameters;
use rules::exchange::{CombatRules, Effect, Party};
use rules::ruleset::{ClientRules, DiceRules, HealthRules};
use rules::systems::chronicle::Chronicle;
use testkit::table::SeededDice;

use super::table::{
    Choices, Made, Table, counts, gained, gains, harm, item, line, loses, made, soldier, table,
    victim, wear,
};

const TARGET: Party = Party::Target(0);
const ACTOR: Party = Party::Actor;

fn gunner() -> Made {
    soldier().carries("assault_rifle")
}

/// CHR-AUTO-02 to 11: a roll for each, all in the way included.
#[test]
fn bursts() {
    let at = |burst: i32, targets: usize, bystanders: usize| {
        let mut it = table("burst", gunner(), &vec![victim(); targets]).set("burst", burst);
        it.bystanders = vec![victim(); bystanders];
        it
    };
    let short = at(1, 1, 0).out(&[], &[8, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (harm(&short.effects, TARGET), wear(&short.effects, "rounds")),
        ([0, 4, 0], -3)
    );
    // Two of three by choice, one more in the way: 6 + 2 − 3 for each.
    let medium = at(2, 2, 1);
    let mut faces = vec![8, 1, 1, 1, 1];
    faces.extend([1, 1, 1, 1, 1]);
    faces.extend([8, 8, 1, 1, 1]);
    let played = medium.out(&[], &faces);
    assert_eq!(harm(&played.effects, TARGET), [0, 4, 0]);
    assert_eq!(harm(&played.effects, Party::Target(1)), [0, 0, 0]);
    assert_eq!(harm(&played.effects, Party::Bystander(0)), [0, 5, 0]);
    assert_eq!(wear(&played.effects, "rounds"), -10);
    for (burst, targets, bystanders) in [(1, 2, 0), (2, 4, 0), (2, 2, 2)] {
        assert!(at(burst, targets, bystanders).try_step().is_err());
    }
    assert!(at(2, 1, 3).try_step().is_ok() && at(3, 2, 2).try_step().is_ok());
    // Who stands farther than a yard from the target is not in the way.
    let apart = at(2, 1, 1).between(1, "apart", 2);
    assert_eq!(apart.pool(), 8);
    let single = table("burst", soldier().carries("light_pistol"), &[victim()]);
    assert_eq!(single.barred(), "CHR-AUTO-01");
    let empty = table("burst", gunner().number(1, "rounds", 9), &[victim()]).set("burst", 2);
    assert_eq!(empty.barred(), "CHR-AUTO-10");
    assert!(empty.try_step().is_err());
    // Into a grapple it takes no penalty for missing a bystander (CHR-MIX-05, CHR-GRAP-20).
    let mut grapple = at(1, 1, 0);
    grapple.bystanders = vec![victim().is("grappled")];
    assert_eq!(grapple.pool(), 5);
}

/// CHR-CFIRE-01, CHR-CFIRE-03, CHR-CFIRE-04, CHR-CFIRE-05, CHR-CFIRE-06, CHR-CFIRE-07.
#[test]
fn covering_fire() {
    let cover = table(
        "covering_fire",
        gunner(),
        &[victim(), victim().counted("attack", 1)],
    );
    let played = cover.out(&[], &[8, 8, 1, 1, 1, 1]);
    assert_eq!(wear(&played.effects, "rounds"), -10);
    let threat = |taken| [("under_fire".to_owned(), 5, Until::NextAction { taken })];
    assert_eq!(gained(&played.effects, TARGET), threat(false));
    assert_eq!(gained(&played.effects, Party::Target(1)), threat(true));
    let missed = cover.out(&[], &[1; 6]);
    assert_eq!(gained(&missed.effects, TARGET), []);
    assert_eq!(
        table("covering_fire", soldier().carries("revolver"), &[victim()]).barred(),
        "CHR-CFIRE-01"
    );
    let acts = |key: &'static str, who: Made| {
        let blow = table(
            "unarmed",
            who.in_state("under_fire", 5),
            &[victim().is("exposed")],
        );
        blow.out(&[("under_fire", key)], &[1; 6]).effects
    };
    let shot = acts("act", soldier().carries("light_vest"));
    assert_eq!(
        harm(&shot, ACTOR),
        [2, 2, 0],
        "ballistic, then general armor"
    );
    assert!(loses(&shot, ACTOR, "under_fire"));
    let down = acts("prone", soldier());
    assert!(gains(&down, ACTOR, "prone") && harm(&down, ACTOR) == [0, 0, 0]);
    assert_eq!(harm(&acts("cover", soldier()), ACTOR), [0, 0, 0]);
    // Who lies there already has complied.
    let prone = table(
        "unarmed",
        soldier().is("prone").in_state("under_fire", 5),
        &[victim().is("exposed")],
    );
    assert_eq!(harm(&prone.out(&[], &[1; 6]).effects, ACTOR), [0, 0, 0]);
    let drops = table("drop_prone", soldier().in_state("under_fire", 5), &[]).effects();
    assert!(loses(&drops, ACTOR, "under_fire"));
    let hides = table("seek_cover", soldier().in_state("under_fire", 5), &[]).effects();
    assert!(loses(&hides, ACTOR, "under_fire"));
}

/// CHR-TURN-02, CHR-TURN-03, CHR-DODGE-01, CHR-DODGE-03, CHR-DODGE-04.
#[test]
fn one_action_in_a_turn() {
    for act in ["attack", "dodge", "aim", "draw", "reload_clip", "rise"] {
        let blow = table("unarmed", soldier().counted(act, 1), &[victim()]);
        let rule = match act {
            "dodge" => "CHR-DODGE-01",
            _ => "CHR-TURN-02",
        };
        assert_eq!(blow.barred(), rule, "{act}");
    }
    let dodge = table("dodge", soldier().counted("defense", 2), &[]);
    assert_eq!(dodge.barred(), "");
    let effects = dodge.effects();
    assert_eq!(
        gained(&effects, ACTOR),
        [("dodging".to_owned(), 2, Until::Rounds(1))]
    );
    assert_eq!(counts(&effects, ACTOR, "dodge"), 1);
    let lost = table("unarmed", soldier().counted("lost_action", 1), &[victim()]);
    assert_eq!(lost.barred(), "CHR-COND-04");
    for (condition, rule) in [
        ("stunned", "CHR-COND-03"),
        ("staked", "CHR-VMP-15"),
        ("knocked_out", "CHR-COND-08"),
    ] {
        let out = table("unarmed", soldier().is(condition), &[victim()]);
        assert_eq!(out.barred(), rule);
    }
    let dead = table("unarmed", soldier().marked(0, 7, 0), &[victim()]);
    assert_eq!(dead.barred(), "CHR-COND-08");
}

/// CHR-AIM-01, CHR-AIM-02, CHR-AIM-05.
#[test]
fn aiming() {
    let aim = |who: Made| table("aim", who, &[victim()]);
    let first = aim(gunner()).effects();
    assert!(first.contains(&Effect::LetGo {
        by: ACTOR,
        key: "aim".into()
    }));
    let hold = |amount| Effect::Hold {
        by: ACTOR,
        on: TARGET,
        key: "aim".into(),
        amount,
    };
    assert!(first.contains(&hold(1)));
    let second = aim(gunner().in_state("aiming", 1))
        .held(ACTOR, TARGET, "aim", 1)
        .effects();
    assert!(second.contains(&hold(2)));
    let most = aim(gunner().in_state("aiming", 3))
        .held(ACTOR, TARGET, "aim", 3)
        .effects();
    assert!(most.contains(&hold(3)));
    // Aiming at another begins anew; who walked cannot aim, and who aims loses it by walking.
    let other = aim(gunner().in_state("aiming", 3)).effects();
    assert!(other.contains(&hold(1)));
    assert_eq!(aim(gunner().in_state("moved", 3)).barred(), "CHR-AIM-02");
    let walks = table("walk", gunner().in_state("aiming", 2), &[])
        .set("yards", 4)
        .effects();
    assert!(loses(&walks, ACTOR, "aiming"));
}

/// CHR-CMP-01, CHR-CMP-02, CHR-CMP-05, CHR-AUTO-10.
#[test]
fn handling_weapons() {
    let mut stowed = gunner();
    stowed.gear.get_mut(&1).expect("a gun").carried = Carried::Stowed;
    assert_eq!(
        table("shoot", stowed.clone(), &[victim()]).barred(),
        "CHR-CMP-01"
    );
    let draw = table("draw", stowed.clone(), &[]);
    let effects = draw.effects();
    assert!(effects.contains(&Effect::Carry {
        who: ACTOR,
        item: 1,
        to: Carried::Held
    }));
    assert_eq!(counts(&effects, ACTOR, "draw"), 1);
    let quick = table("draw", stowed.with("quick_draw", 1), &[]).effects();
    assert_eq!(counts(&quick, ACTOR, "draw"), 0);
    let mut hidden = soldier().has(item("melee", &[], &["blunt", "hidden"]));
    hidden.gear.get_mut(&1).expect("a knife").carried = Carried::Stowed;
    let effects = table("draw", hidden, &[]).effects();
    assert!(gains(&effects, ACTOR, "exposed") && counts(&effects, ACTOR, "draw_hidden") == 1);
    let reload =
        |row: &str| table("reload", soldier().carries(row).number(1, "rounds", 1), &[]).effects();
    let clip = reload("heavy_pistol");
    assert_eq!(
        (wear(&clip, "rounds"), gains(&clip, ACTOR, "exposed")),
        (7, false)
    );
    let loose = reload("revolver");
    assert_eq!(
        (wear(&loose, "rounds"), gains(&loose, ACTOR, "exposed")),
        (5, true)
    );
    let jam = table("clear_jam", gunner().number(1, "jammed", 2), &[]).effects();
    assert_eq!(wear(&jam, "jammed"), -1);
    assert_eq!(table("clear_jam", gunner(), &[]).barred(), "CHR-CMP-05");
}

/// CHR-MOVE-01, CHR-MOVE-02, CHR-PRONE-04, CHR-PRONE-05, CHR-COND-02.
#[test]
fn moving() {
    // Speed is 3 + 3 + 5.
    let walk = |who: Made, yards: i32| table("walk", who, &[]).set("yards", yards);
    assert_eq!(walk(soldier(), 11).barred(), "");
    assert_eq!(walk(soldier(), 12).barred(), "CHR-MOVE-01");
    assert_eq!(
        walk(soldier().in_state("moved", 6), 6).barred(),
        "CHR-MOVE-01"
    );
    assert_eq!(walk(soldier().is("leg_wrack"), 6).barred(), "CHR-MOVE-01");
    assert_eq!(walk(soldier().with("speed", 20), 20).barred(), "");
    let split = soldier().in_state("moved", 2).counted("attack", 1);
    assert_eq!(walk(split, 2).barred(), "CHR-MOVE-01");
    let after = walk(soldier().counted("attack", 1), 3).effects();
    assert!(gains(&after, ACTOR, "moved_on"));
    let run = |who: Made| table("run", who, &[]).set("yards", 22);
    assert_eq!(run(soldier()).barred(), "");
    assert_eq!(run(soldier().is("prone")).barred(), "CHR-PRONE-05");
    assert_eq!(
        table("unarmed", soldier().counted("run", 1), &[victim()]).barred(),
        "CHR-MOVE-02"
    );
    let near = table("approach", soldier(), &[victim()])
        .set("yards", 4)
        .between(0, "distance", 10);
    assert!(near.effects().contains(&Effect::Place {
        target: TARGET,
        key: "distance".into(),
        value: 6
    }));
    let rise = table("rise", soldier().is("prone"), &[]).effects();
    assert!(loses(&rise, ACTOR, "prone") && counts(&rise, ACTOR, "rise") == 1);
    assert_eq!(table("rise", soldier(), &[]).barred(), "CHR-PRONE-05");
    let down = table("drop_prone", soldier().counted("attack", 1), &[]);
    assert_eq!(down.barred(), "");
    assert!(gains(&down.effects(), ACTOR, "prone"));
}

/// CHR-CHG-01 to 04, CHR-CMP-04: what is paid for with Defense.
#[test]
fn charging() {
    let charge = |who: Made, yards: i32| {
        table("charge", who, &[victim().is("exposed")]).between(0, "distance", yards)
    };
    assert_eq!(charge(soldier(), 22).barred(), "");
    assert_eq!(charge(soldier(), 23).barred(), "CHR-CHG-01");
    assert_eq!(
        charge(soldier().counted("defense", 1), 10).barred(),
        "CHR-CHG-04"
    );
    assert_eq!(charge(soldier().is("prone"), 10).barred(), "CHR-PRONE-05");
    let all_out = table("unarmed", soldier().counted("defense", 1), &[victim()]).set("all_out", 1);
    assert_eq!(all_out.barred(), "CHR-CMP-04");
    let effects = charge(soldier().carries("machete"), 10)
        .out(&[], &[8, 1, 1, 1, 1, 1])
        .effects;
    assert!(gains(&effects, ACTOR, "exposed"));
    assert!(effects.contains(&Effect::Place {
        target: TARGET,
        key: "distance".into(),
        value: 1
    }));
    assert_eq!(harm(&effects, TARGET), [0, 3, 0]);
}

/// CHR-BLEED-04, CHR-VMP-15: tending to others.
#[test]
fn tending() {
    let dress = table("dress_wounds", soldier(), &[victim()]);
    assert_eq!(dress.asks(), ("attention".to_owned(), Party::Storyteller));
    assert!(gains(
        &dress.clone().chose("attention", "enough").effects(),
        TARGET,
        "stabilized"
    ));
    assert!(!gains(
        &dress.chose("attention", "not_enough").effects(),
        TARGET,
        "stabilized"
    ));
    let pull = table("pull_stake", soldier(), &[victim().vampire().is("staked")]);
    assert!(loses(&pull.effects(), TARGET, "staked"));
}

/// CHR-VMP-12: a vampire's wracks end when the wounds of the attack are healed.
#[test]
fn wracks_of_the_dead() {
    let house = rules::ruleset::house_rules::HouseRules::default();
    let wracked = victim().vampire().is("arm_wrack").in_state("injury", 1);
    let lapsed =
        |who: &Made, after: &Made| Chronicle.lapsed_conditions(&who.fighter(&house), &after.track);
    let hurt = wracked.clone().marked(1, 2, 0);
    assert_eq!(
        lapsed(&hurt, &hurt.clone().marked(1, 1, 0)),
        Vec::<&str>::new()
    );
    assert_eq!(
        lapsed(&hurt, &hurt.clone().marked(1, 0, 0)),
        ["injury", "arm_wrack"]
    );
}

/// CHR-INIT-05, CHR-DEF-01, CHR-ARM-05: what is shown of a sheet, and the weapon in the hand.
#[test]
fn values_that_follow() {
    let house = rules::ruleset::house_rules::HouseRules::default();
    let who = soldier()
        .with("wits", 2)
        .carries("fire_axe")
        .carries("light_vest");
    let shown = Chronicle.derived_values(&who.fighter(&house));
    let sums: Vec<(&str, i32)> = shown
        .iter()
        .map(|(title, terms)| (title.get(), rules::base::term::sum_terms(terms)))
        .collect();
    let expected = [
        ("Defense", 2),
        ("Speed", 11),
        ("Initiative", 1),
        ("Armor, ballistic", 2),
        ("Armor, general", 1),
        ("Size", 5),
    ];
    assert_eq!(sums, expected);
    assert_eq!(
        Chronicle.initiative_for_die(&who.fighter(&house), 7).score,
        8
    );
    let worn = soldier()
        .with("wits", 3)
        .is("dodging")
        .counted("defense", 2);
    assert_eq!(
        rules::base::term::sum_terms(&Chronicle.derived_values(&worn.fighter(&house))[0].1),
        4
    );
}

/// Every row of the charts is of a kind the rules know, with numbers and tags they know.
#[test]
fn rows_fit_their_kinds() {
    let chart = Chronicle.item_chart();
    assert!(chart.len() > 50);
    for row in &chart {
        let spec = Chronicle
            .item_kinds()
            .iter()
            .find(|spec| spec.kind == row.item.kind);
        let spec = spec.unwrap_or_else(|| panic!("{}", row.key));
        for (key, value) in &row.item.numbers {
            let number = spec
                .numbers
                .iter()
                .find(|it| it.key == key)
                .unwrap_or_else(|| panic!("{key}"));
            assert!(
                (number.min..=number.max).contains(value),
                "{} {key}",
                row.key
            );
        }
        for tag in &row.item.tags {
            assert!(
                spec.tags.iter().any(|(known, _)| known == tag),
                "{} {tag}",
                row.key
            );
        }
    }
}

/// A number of an outcome.
type Measure<'a> = &'a dyn Fn(&[Effect]) -> f64;

/// The odds of an exchange against so many play-outs: harm to the target, harm to the actor,
/// and the number of effects, each within five standard errors.
fn agrees(it: &Table, choices: &[(&'static str, &'static str)]) {
    const TIMES: u32 = 50_000;
    let policy = Choices(choices.to_vec());
    let odds = it.odds(&policy);
    assert!(odds.exact, "{} ways", odds.branches);
    let whole: f64 = odds.outcomes.values().sum();
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    let points = |effects: &[Effect], who: Party| f64::from(harm(effects, who).iter().sum::<u16>());
    let measures: [Measure<'_>; 4] = [
        &|effects| points(effects, TARGET),
        &|effects| f64::from(u8::from(points(effects, TARGET) > 0.0)),
        &|effects| points(effects, ACTOR),
        &|effects| f64::from(u32::try_from(effects.len()).expect("few")),
    ];
    let mut sums = [0.0; 4];
    let mut dice = SeededDice(0x5eed_1234_abcd_0001);
    for _ in 0..TIMES {
        let played = it.play(&policy, &mut dice).expect("not refused");
        for (sum, measure) in sums.iter_mut().zip(&measures) {
            *sum += measure(&played.effects);
        }
    }
    for (sum, measure) in sums.iter().zip(&measures) {
        let exact = odds.mean_of(measure);
        let variance = odds.mean_of(|effects| measure(effects).powi(2)) - exact * exact;
        let error = (variance.max(0.0) / f64::from(TIMES)).sqrt();
        let seen = sum / f64::from(TIMES);
        assert!(
            (seen - exact).abs() <= 5.0 * error + 1e-9,
            "{seen} {exact} {error}"
        );
    }
}

/// The exact odds are those of the dice, for blows, shots, bursts, contests and grapples.
#[test]
fn odds_are_those_of_play() {
    let armored = || victim().carries("riot_gear");
    agrees(&table("unarmed", soldier(), &[victim()]), &[]);
    agrees(
        &table("melee", soldier().carries("machete"), &[armored()]).set("called", 1),
        &[],
    );
    let head = table(
        "melee",
        soldier().carries("sword").with("strength", 6),
        &[victim()],
    );
    agrees(&head.set("called", 3), &[("defense", "withhold")]);
    let far = table("shoot", soldier().carries("heavy_pistol"), &[victim()]);
    agrees(&far.clone().between(0, "distance", 130), &[]);
    agrees(
        &far.bystander(victim())
            .bystander(victim())
            .bystander(victim()),
        &[("stray", "drawn")],
    );
    let short = table("burst", gunner(), &[armored()])
        .set("rote", 1)
        .set("again", 8);
    agrees(&short, &[]);
    let two = table("burst", gunner(), &[victim(), armored()]).set("burst", 2);
    agrees(&two, &[]);
    let grapple = table(
        "wrestle",
        soldier().is("grappled"),
        &[victim().is("grappled")],
    );
    agrees(
        &grapple.held(ACTOR, TARGET, "grapple", 0),
        &[("move", "damage"), ("move#2", "damage")],
    );
    let snatch = table("disarm", made(&[]), &[victim().carries("machete")]);
    agrees(&snatch, &[]);
}

/// The outcomes of a roll have the chances that are told of it.
#[test]
fn ways_are_what_is_told() {
    let house = rules::ruleset::house_rules::HouseRules::default();
    for sum in [-2, 0, 1, 4, 9, 30] {
        for (again, rote) in [(10, 0), (9, 0), (8, 1), (0, 1)] {
            let reading = Parameters::default()
                .with("again", again)
                .with("rote", rote);
            let ways = Chronicle.distribution(sum, &reading, &house);
            let told = Chronicle.outcome_odds(sum, &reading, &house);
            let chance = |least: u32| -> f64 {
                let so = ways.iter().filter(|(rolled, _)| rolled.successes >= least);
                so.map(|(_, chance)| chance).sum()
            };
            assert!((chance(0) - 1.0).abs() < 1e-9);
            assert!((chance(1) - told[0].1).abs() < 1e-9, "{sum} {again} {rote}");
            assert!((chance(5) - told[1].1).abs() < 1e-9, "{sum} {again} {rote}");
        }
    }
    let cut = Chronicle.distribution(12, &Parameters::default(), &house);
    assert!(cut.len() < 30 && cut.iter().all(|(_, chance)| *chance > 0.0));
    let played = table("unarmed", soldier(), &[victim()]).out(&[], &[1; 4]);
    assert_eq!(line(&played.ledger, "attack").slot.as_str(), "attack");
}
