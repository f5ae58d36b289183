//! Crossover beyond scenes: the charts, the house rules, what comes between the rolls.

use proptest::prelude::*;
use rules::house::House;
use rules::phase::{Cadence, Phase};
use rules::system::SystemId;
use rules::systems::crossover as xov;
use rules::systems::d10::dice::{Outcome, Pool};
use rules::track::{Boxes, Packet, Severity};
use serde_json::{Value, json};

use super::laws::{blow, health, number};
use super::owned_fighter::OwnedFighter;
use xov::attack::pool::{Attempt, attempt};
use xov::attack::{Attack, Immobilized, WeaponClass};
use xov::chart::{self, ManeuverChart};
use xov::creature::Kind;
use xov::maneuver::Maneuver;
use xov::settings::TackleBotch;
use xov::{Denied, Refusal, Settings};

fn by() -> Settings {
    Settings::default()
}

fn maneuvers() -> ManeuverChart {
    chart::maneuvers(chart::MANEUVERS).expect("the chart that comes along")
}

fn made<T: serde::de::DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("possible")
}

fn attack(json: Value) -> Result<Attempt, Denied> {
    attempt(&made(json), &maneuvers(), &by())
}

/// XOV-CLOSE-01 to XOV-CLOSE-15, XOV-ATK-01, XOV-ATK-02: dice, difficulty, damage of each line of the chart, for
/// a combatant with 3 in everything and a weapon of 2.
#[test]
fn the_chart_of_maneuvers() {
    let table = [
        ("strike", 6, 6, 3, "bashing"),
        ("weapon_strike", 6, 6, 5, "lethal"),
        ("kick", 6, 7, 4, "bashing"),
        ("bite", 7, 6, 4, "aggravated"),
        ("claw", 6, 6, 4, "aggravated"),
        ("clinch", 6, 6, 3, "bashing"),
        ("jab_pistol", 6, 6, 4, "lethal"),
        ("sweep_leg", 6, 7, 3, "bashing"),
        ("sweep_arm", 6, 7, 3, "bashing"),
        ("sweep_weapon", 6, 7, 5, "lethal"),
        ("tackle", 6, 7, 4, "bashing"),
        ("shoot", 6, 6, 2, "lethal"),
        ("throw", 6, 6, 5, "lethal"),
        ("bow", 6, 6, 2, "lethal"),
        ("crossbow", 6, 6, 2, "lethal"),
        ("auto_fire", 16, 8, 2, "lethal"),
        ("strafe", 16, 8, 2, "lethal"),
        ("burst", 8, 7, 2, "lethal"),
    ];
    for (maneuver, pool, difficulty, damage, kind) in table {
        let attack = attack(json!({
            "maneuver": maneuver,
            "attacker": {"dexterity": 3, "strength": 3, "brawl": 3, "melee": 3, "firearms": 3,
                         "athletics": 3, "archery": 3, "kind": "werewolf", "form": "crinos"},
            "weapon": {"damage": 2, "type": "lethal", "class": "smg", "rate": 3},
            "situation": {"in_hold": true},
        }));
        let Ok(Attempt::Roll(sum)) = attack else {
            panic!("{maneuver}: {attack:?}");
        };
        let got = json!([sum.pool, sum.difficulty, sum.damage_pool, sum.damage_type]);
        assert_eq!(got, json!([pool, difficulty, damage, kind]), "{maneuver}");
        let rules = |terms: &[rules::term::Term]| terms.iter().all(|term| term.rule.is_some());
        assert!(
            rules(&sum.dice_terms) && rules(&sum.difficulty_terms),
            "{maneuver}"
        );
    }
}

/// XOV-CLOSE-02, XOV-CLOSE-03, XOV-CLOSE-12, XOV-CLOSE-15: which forms may do what.
#[test]
fn forms_and_maneuvers() {
    let allowed = |form: &str| -> Vec<Maneuver> {
        Maneuver::ALL
            .into_iter()
            .filter(|maneuver| {
                let attack = attack(json!({
                    "maneuver": maneuver,
                    "attacker": {"dexterity": 3, "strength": 3, "kind": "werewolf", "form": form},
                    "weapon": {"class": "smg", "rate": 3},
                    "situation": {"in_clinch": true},
                }));
                attack != Err(Denied::refused(Refusal::FormNotAllowed))
            })
            .collect()
    };
    let without = |gone: &[Maneuver]| -> Vec<Maneuver> {
        Maneuver::ALL
            .into_iter()
            .filter(|one| !gone.contains(one))
            .collect()
    };
    use Maneuver::{Bite, Claw, DisarmArmed, DisarmUnarmed, Kick, Strike, SweepArm};
    assert_eq!(allowed("homid"), without(&[Bite, Claw, SweepArm]));
    assert_eq!(allowed("glabro"), without(&[Bite, Claw, SweepArm]));
    assert_eq!(allowed("crinos"), without(&[]));
    let beast = [Strike, Kick, DisarmArmed, DisarmUnarmed, SweepArm];
    assert_eq!(allowed("hispo"), without(&beast));
    let wolf = [Strike, Kick, Claw, DisarmArmed, DisarmUnarmed, SweepArm];
    assert_eq!(allowed("lupus"), without(&wolf));
}

/// XOV-TGT-02, XOV-TGT-03, XOV-TGT-04: parts.
#[test]
fn the_table_of_parts() {
    use xov::attack::TargetSize;
    let row = |size: TargetSize| (size.difficulty(), size.dice(), size.rule());
    assert_eq!(row(TargetSize::Medium), (1, 0, "XOV-TGT-02"));
    assert_eq!(row(TargetSize::Small), (2, 1, "XOV-TGT-03"));
    assert_eq!(row(TargetSize::Precise), (3, 2, "XOV-TGT-04"));
}

/// XOV-RNG-03, XOV-RNG-04, XOV-RNG-06: cover and range.
#[test]
fn the_tables_of_cover_and_range() {
    use xov::attack::cover::{Cover, distance};
    let cover = [Cover::Light, Cover::Good, Cover::Superior];
    assert_eq!(
        cover.map(|one| (one.to_hit(), one.from_behind())),
        [(1, 0), (2, 1), (3, 2)]
    );
    let near = [0, 2, 3, 20, 21, 40].map(|yards| distance(yards, Some(20)).difficulty());
    assert_eq!(near, [-2, -2, 0, 0, 2, 2]);
    assert_eq!(
        distance(41, Some(20)),
        xov::attack::cover::Distance::OutOfReach
    );
    assert_eq!(distance(41, None).difficulty(), 0);
}

/// XOV-SOAK-02 to XOV-SOAK-06, every cell: Stamina 4, Fortitude 2, armor 1.
#[test]
fn the_soak_table() {
    let pools = |kind: &str, breed: &str, form: &str, silver: bool, by: &Settings| -> Vec<i32> {
        ["bashing", "lethal", "aggravated"]
            .into_iter()
            .map(|damage| {
                let who = made(json!({
                    "kind": kind, "breed": breed, "form": form, "stamina": 4, "fortitude": 2,
                    "damage": {"type": damage, "silver": silver}, "armor": {"rating": 1},
                }));
                xov::soak::pool(&who, by).pool
            })
            .collect()
    };
    let plain = |kind| pools(kind, "homid", "homid", false, &by());
    assert_eq!(plain("vampire"), [7, 7, 3]);
    assert_eq!(plain("ghoul"), [7, 3, 3]);
    for other in ["mage", "wraith", "mortal", "changeling"] {
        assert_eq!(plain(other), [7, 1, 1], "{other}");
    }
    let wolf = |breed, form, silver| pools("werewolf", breed, form, silver, &by());
    assert_eq!(wolf("homid", "homid", false), [7, 1, 1]);
    assert_eq!(wolf("lupus", "lupus", false), [7, 1, 1]);
    assert_eq!(wolf("homid", "lupus", false), [7, 5, 5]);
    assert_eq!(wolf("metis", "homid", false), [7, 5, 5]);
    assert_eq!(wolf("metis", "crinos", false), [7, 5, 5]);
    assert_eq!(wolf("homid", "homid", true), [7, 5, 5]);
    assert_eq!(wolf("homid", "glabro", true), [1, 1, 1]);
    assert_eq!(wolf("metis", "crinos", true), [1, 1, 1]);
    assert_eq!(pools("vampire", "homid", "crinos", true, &by()), [7, 7, 3]);
    let strict = Settings {
        metis_crinos_soaks: false,
        stamina_soaks_silver_in_breed_form: false,
        ..by()
    };
    assert_eq!(
        pools("werewolf", "metis", "crinos", false, &strict),
        [7, 1, 1]
    );
    assert_eq!(
        pools("werewolf", "metis", "homid", false, &strict),
        [7, 5, 5]
    );
    assert_eq!(
        pools("werewolf", "homid", "homid", true, &strict),
        [7, 1, 1]
    );
}

/// XOV-EQP-01, XOV-EQP-02, XOV-EQP-03, XOV-EQP-04, XOV-POL-04, XOV-POL-05: the charts can be
/// read, and hold what they should.
#[test]
fn the_charts_that_come_along() {
    let weapons = chart::weapons(chart::WEAPONS).expect("weapons");
    let find = |name: &str| {
        weapons
            .iter()
            .find(|one| one.name == name)
            .expect("a weapon")
    };
    assert_eq!((weapons.len(), find("Axe").damage), (17, 3));
    let rifle = find("Assault rifle");
    assert_eq!(
        (rifle.damage, rifle.range, rifle.rate, rifle.clip),
        (7, 150, 3, 42)
    );
    let armor = chart::armor(chart::ARMOR).expect("armor");
    let rows: Vec<_> = armor
        .iter()
        .map(|one| (one.rating, one.difficulty))
        .collect();
    assert_eq!(rows, [(1, 0), (2, 1), (3, 1), (4, 2), (5, 3)]);
    let tactics = chart::tactics(chart::TACTICS).expect("tactics");
    let savage = tactics
        .iter()
        .find(|one| one.name == "Savage")
        .expect("a tactic");
    assert!(savage.possible(3) && !savage.possible(2));
    assert_eq!(
        (savage.rise_difficulty(3), savage.rise_difficulty(9)),
        (Some(7), Some(10))
    );
}

#[test]
fn odd_charts_are_refused() {
    assert!(chart::maneuvers("[]").is_err());
    assert!(chart::weapons("{").is_err());
    let line = chart::MANEUVERS
        .lines()
        .nth(1)
        .expect("a line")
        .trim_end_matches(',');
    assert!(
        chart::maneuvers(&format!("[{line}]")).is_err(),
        "the others are missing"
    );
    assert!(
        chart::maneuvers(&format!("[{line},{line}]")).is_err(),
        "twice"
    );
    let gun = r#"[{"name":"Gun","damage":4,"type":"lethal","class":"pistol","length":"short","hands":1}]"#;
    assert!(chart::weapons(gun).is_err(), "no range");
}

/// XOV-SOAK-09: bashing first, then lethal, never aggravated.
#[test]
fn healing_in_combat() {
    let heal = |bashing, lethal, aggravated| {
        let packet = Packet {
            bashing,
            lethal,
            aggravated,
            points: 0,
        };
        let row = Boxes::new(7, packet).expect("a row");
        xov::soak::healed(row, &by())
    };
    assert_eq!(heal(1, 1, 1), [Severity::Bashing]);
    assert_eq!(heal(0, 1, 1), [Severity::Lethal]);
    assert_eq!(heal(0, 0, 1), []);
}

/// XOV-CMP-09, XOV-CLOSE-12, XOV-CLOSE-13: what a fall comes to.
#[test]
fn falls_come_to_this() {
    use xov::knockdown::{Posture, Trip, landed};
    let fall = |outcome| {
        let landed = landed(outcome);
        (landed.state, landed.initiative_next_turn, landed.bashing)
    };
    assert_eq!(fall(Outcome::Success), (Posture::Up, -2, 0));
    assert_eq!(fall(Outcome::Failure), (Posture::Down, 0, 0));
    assert_eq!(fall(Outcome::Botch), (Posture::Down, 0, 1));
    let harder = [Trip::Sweep, Trip::Tackle, Trip::Thrown].map(Trip::harder);
    assert_eq!(harder, [Some(2), Some(1), None]);
}

/// XOV-INIT-02, XOV-TURN-06: rolled anew every turn; of all actions, those of powers included,
/// only the first is in the main phase.
#[test]
fn one_action_in_the_main_phase() {
    let rules = SystemId::Crossover.rules();
    assert_eq!(rules.cadence(&House::default()), Cadence::EveryRound);
    let many = OwnedFighter::of(SystemId::Crossover, "", &[]).rolled(5);
    let many = many.plans(1, &[], 3);
    let order = [many.fighter()];
    let steps = |phase| rules.steps(phase, &order).len();
    assert_eq!((steps(Phase::Act), steps(Phase::Extra)), (1, 1));
}

/// XOV-INIT-05, XOV-INIT-06, XOV-INIT-07: what is proposed, and second rolls.
#[test]
fn beside_an_initiative() {
    let proposed = xov::initiative::suggested(Some(-2), true);
    assert_eq!(rules::term::sum(&proposed), -4);
    assert!(xov::initiative::counts(false, false, &by()));
    assert!(!xov::initiative::counts(true, false, &by()));
}

/// XOV-INIT-03, XOV-INIT-04: every error of the command, in order.
#[test]
fn the_command_grammar() {
    use xov::command::{Command, CommandError as Wrong, parse};
    let long = "x".repeat(61);
    let table = [
        ("", Wrong::UnknownCommand),
        ("+combat/initx", Wrong::UnknownCommand),
        ("+combat/init=5", Wrong::UnknownCommand),
        ("\u{a0}+combat/init", Wrong::UnknownCommand),
        ("+combat/init Rat", Wrong::MissingEquals),
        ("+combat/init = ", Wrong::MissingName),
        (&format!("+combat/init {long}="), Wrong::NameTooLong),
        ("+combat/init Rat =\t", Wrong::MissingSum),
        ("+combat/init Rat=4=4", Wrong::SumNotInteger),
        ("+combat/init Rat=-4", Wrong::SumNotInteger),
        ("+combat/init Rat=4.0", Wrong::SumNotInteger),
        ("+combat/init Rat=4 4", Wrong::SumNotInteger),
        ("+combat/init Rat=٤", Wrong::SumNotInteger),
        ("+combat/init Rat=41", Wrong::SumOutOfRange),
        (
            "+combat/init Rat=99999999999999999999",
            Wrong::SumOutOfRange,
        ),
    ];
    for (line, wrong) in table {
        assert_eq!(parse(line), Err(wrong), "{line}");
    }
    let npc = |name: &str, sum| {
        Ok(Command::Npc {
            name: name.to_owned(),
            sum,
        })
    };
    assert_eq!(parse(" \t+Combat/INIT\t "), Ok(Command::Own));
    assert_eq!(
        parse("+combat/init  Old  Ætla = 0040 "),
        npc("Old  Ætla", 40)
    );
    let sixty = "é".repeat(60);
    assert_eq!(parse(&format!("+combat/init {sixty}=0")), npc(&sixty, 0));
}

/// XOV-DICE-01, XOV-DICE-07, XOV-DICE-08, XOV-DICE-09.
#[test]
fn substitutes() {
    use xov::dice::{Substitute, substitution};
    assert_eq!(substitution(Substitute::SecondaryForPrimary, false), -1);
    assert_eq!(substitution(Substitute::PrimaryForSecondary, false), 1);
    assert_eq!(substitution(Substitute::PrimaryForSecondary, true), 0);
}

/// XOV-MAN-05, XOV-MAN-08, XOV-CLOSE-14, XOV-HLTH-01.
#[test]
fn moving_and_facing() {
    use xov::movement::{Flank, Length, flank, hurt, is_fast, is_outreached, jog, run};
    assert_eq!(
        (jog(3), run(3), is_fast(7), is_fast(8)),
        (15, 29, false, true)
    );
    let seen = [0, 45, 46, 134, 135, 180].map(|off| flank(off, &by()));
    let side = Some(Flank::Side);
    let rear = Some(Flank::Rear);
    assert_eq!(seen, [None, None, side, side, rear, rear]);
    let yards: Vec<i32> = crate::family::laws::LEVELS
        .into_iter()
        .map(|level| hurt(level, 29))
        .collect();
    assert_eq!(yards, [29, 29, 29, 14, 7, 3, 1, 0]);
    assert!(
        is_outreached(Length::Short, Length::Pole) && !is_outreached(Length::Long, Length::Long)
    );
}

/// XOV-ATK-08, XOV-ATK-09, XOV-ATK-14, XOV-RNG-07, XOV-EQP-05: bows and bolts.
#[test]
fn bows_break_and_are_mended() {
    use xov::ready::{Bow, is_ready, repair};
    let bow = Bow {
        broken: false,
        spares: 1,
    }
    .after_shot(Outcome::Botch);
    assert!(
        bow.broken
            && !bow
                .after_repair(Outcome::Failure)
                .after_repair(Outcome::Success)
                .broken
    );
    let empty = Bow {
        broken: true,
        spares: 0,
    };
    assert!(empty.after_repair(Outcome::Success).broken);
    assert_eq!(
        (repair(3, 2, 1), repair(3, 0, 1), repair(3, 0, 0)),
        (Some((5, 6)), Some((4, 7)), None)
    );
    assert!(is_ready(WeaponClass::Pistol, 0) && !is_ready(WeaponClass::Bow, 0));
}

/// XOV-CLOSE-02, XOV-CLOSE-04, XOV-CLOSE-06, XOV-CLOSE-07, XOV-CLOSE-13, XOV-TGT-05.
#[test]
fn grips() {
    use xov::grip::{Backfire, Grip, GripAction, drain, may_answer_jab, tackle_botch};
    assert!(Grip::Clinch.allows(GripAction::Harm) && !Grip::Hold.allows(GripAction::Harm));
    assert_eq!(Grip::Hold.immobilized(&by()), Some(Immobilized::Partly));
    assert_eq!(
        (drain(Kind::Vampire, 9), drain(Kind::Ghoul, 2)),
        (Some(3), None)
    );
    assert_eq!(tackle_botch(3, &by()), Backfire::Falls);
    let hurts = Settings {
        tackle_botch: TackleBotch::Damage,
        ..by()
    };
    assert_eq!(tackle_botch(3, &hurts), Backfire::Damage(3));
    assert!(may_answer_jab(true));
}

/// XOV-CLOSE-10, XOV-RNG-03, XOV-RNG-05, XOV-RNG-08, XOV-RNG-11, XOV-RNG-01.
#[test]
fn small_questions() {
    assert!(xov::parry::is_riposte(0, true, true, true));
    assert!(!xov::parry::is_riposte(1, true, true, true));
    assert!(xov::attack::cover::lying(&by()).is_some());
    assert!(!xov::attack::cover::relic_passes(true));
    assert!(xov::spray::near_enough(&[3, 0]) && !xov::spray::near_enough(&[4]));
    assert!(xov::spray::may_shoot(1, 1, 3, &by()) && !xov::spray::may_shoot(2, 1, 3, &by()));
    assert_eq!(xov::aim::turns(9, 3), 3);
}

/// XOV-CMP-04, XOV-CMP-05, XOV-CMP-06: senses, Blind Fighting, who is dazed.
#[test]
fn blindness_and_daze() {
    use xov::daze::{Toughness, dazes, toughness};
    assert!(!dazes(3, 3, false) && dazes(4, 3, false) && !dazes(5, 3, true) && dazes(6, 3, true));
    assert_eq!(toughness(Kind::Ghoul), Toughness::Mortal);
    assert_eq!(toughness(Kind::Mage), Toughness::Supernatural);
}

/// House rules: the other position of each switch that changes a number.
#[test]
fn the_other_position() {
    let plan = |declared| made(json!({"declared": declared, "dexterity": 1, "wits": 1}));
    let cost = |declared, by: &Settings| xov::actions::cost(&plan(declared), by).expect("few");
    let rules = Settings {
        single_action_costs: true,
        over_limit_adds_up: true,
        rage_rounds_up: true,
        ..by()
    };
    assert_eq!(
        (cost(1, &by()).dice, cost(1, &rules).dice),
        (vec![0], vec![-1])
    );
    assert_eq!(
        (cost(2, &by()).difficulty, cost(2, &rules).difficulty),
        (3, 6)
    );
    let rage = made(json!({"power": "rage", "kind": "werewolf", "rage": 5, "spent": 3}));
    assert!(xov::powers::extra_actions(&rage, &by()).is_err());
    assert!(xov::powers::extra_actions(&rage, &rules).is_ok());
}

#[test]
fn settings_are_read_strictly() {
    assert_eq!(
        serde_json::from_str::<Settings>("{}").expect("defaults"),
        by()
    );
    assert!(serde_json::from_str::<Settings>(r#"{"rage_round_up": true}"#).is_err());
}

fn any_attack() -> impl Strategy<Value = Attack> {
    let maneuver = (0..Maneuver::ALL.len()).prop_map(|index| Maneuver::ALL[index]);
    let numbers = proptest::collection::vec(number(), 24);
    let flags = proptest::collection::vec(any::<bool>(), 16);
    (maneuver, numbers, flags).prop_map(|(maneuver, n, f)| {
        made(json!({
            "maneuver": maneuver,
            "attacker": {"dexterity": n[0], "strength": n[1], "perception": n[2], "brawl": n[3],
                "melee": n[4], "firearms": n[5], "athletics": n[6], "throwing": n[7],
                "archery": n[8], "kind": if f[0] {"werewolf"} else {"vampire"}, "form": "crinos",
                "claws": "bone"},
            "weapon": {"damage": n[9], "type": "lethal", "class": "smg", "range": n[10],
                "rate": n[11], "clip": n[12], "loaded": n[13], "rubber": f[1],
                "thrown_design": f[2], "melee_design": f[3]},
            "situation": {"yards_moved": n[14], "split": n[15], "armor_difficulty": n[16],
                "opponents": n[17], "aim_turns": n[18], "scope": f[4], "distance": n[19],
                "target_blind_fighting": n[20], "blind_fighting": n[21], "ambush_bonus": n[22],
                "target_blinded": f[5], "self_blinded": f[6], "target_down": f[7],
                "self_down": f[8], "in_hold": f[9], "target_fast": f[10],
                "heightened_senses": f[11], "target_size": if f[12] {"precise"} else {"small"},
                "running_yards": n[23]},
        }))
    })
}

proptest! {
    /// No attack panics; what can be rolled has dice and a possible difficulty.
    #[test]
    fn attacks_never_panic(attack in any_attack()) {
        if let Ok(Attempt::Roll(sum)) = attempt(&attack, &maneuvers(), &by()) {
            prop_assert!(sum.pool >= 1);
            prop_assert!((2..=10).contains(&sum.difficulty));
            prop_assert_eq!(rules::term::sum(&sum.dice_terms), sum.pool);
        }
    }

    /// A spray gives every success away, except half of those at a single target.
    #[test]
    fn sprays_give_everything_away(successes in number(), count in 2..6_usize, first in 0..6_usize) {
        let targets: Vec<String> = (0..count).map(|index| index.to_string()).collect();
        let left = usize::try_from(successes.max(0)).unwrap_or(0) % count;
        let leftovers: Vec<&String> = (0..left).map(|step| &targets[(first + step) % count]).collect();
        let spray = made(json!({"successes": successes, "targets": targets, "leftovers": leftovers}));
        let shares = xov::spray::share(&spray, &by()).expect("handed out");
        let total: i64 = shares.per_target.values().map(|share| i64::from(*share)).sum();
        prop_assert_eq!(total, i64::from(successes.max(0)));
    }

    /// No line of chat panics, and only names and numbers as they have to be are understood.
    #[test]
    fn chat_never_panics(line in "(\\+combat/init)?[ \\t]*\\PC{0,20}(=)?[0-9]{0,12}[ \\t]*") {
        if let Ok(xov::command::Command::Npc { name, sum }) = xov::command::parse(&line) {
            prop_assert!(!name.is_empty() && (0..=xov::command::SUM_MOST).contains(&sum));
        }
    }

    /// Soak, actions, powers and tracks take any number.
    #[test]
    fn numbers_never_panic(n in proptest::collection::vec(number(), 6), row in health(),
                           blows in proptest::collection::vec(blow(), 0..4), undead: bool) {
        let who = made(json!({"kind": "werewolf", "breed": "metis", "form": "crinos",
            "stamina": n[0], "fortitude": n[1], "armor": {"rating": n[2]}}));
        prop_assert!(xov::soak::pool(&who, &by()).pool >= 0);
        let plan = made(json!({"declared": n[0], "power": n[1], "dexterity": n[2], "wits": n[3]}));
        let _ = xov::actions::cost(&plan, &by());
        for power in ["celerity", "rage", "distort_time", "dream_time", "faith"] {
            let power = made(json!({"power": power, "dots": n[0], "blood": n[1], "rage": n[2],
                "spent": n[3], "successes": n[4], "kind": "werewolf"}));
            let _ = xov::powers::extra_actions(&power, &by());
        }
        let parried = made(json!({"attack_successes": n[0], "parry_successes": n[1],
            "attack_unarmed": true, "weapon_type": "lethal", "damage_pool": n[2]}));
        let _ = xov::parry::cuts(&parried);
        let kind = if undead { Kind::Vampire } else { Kind::Mortal };
        let after = xov::track::mark(row, kind, &blows);
        prop_assert!(after.boxes.filled() >= row.boxes.filled());
        let _ = xov::movement::flank(n[4], &by());
        let _ = Pool::at(n[4], n[5]).check();
    }
}
