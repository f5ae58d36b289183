//! What a combatant is offered can be declared, what is barred is refused for the reason that was given, and
//! what can be declared is offered.

use rules::base::id::{CombatantId, CommandId};
use rules::base::seat::{Actor, Role};
use rules::character::gear::ItemId;
use rules::character::parameters::Parameters;
use rules::encounter::command::Declaration;
use rules::encounter::question::OfferedManeuver;
use rules::encounter::{
    Class, Command, IssuedCommand, Question, Refusal, Reply, answer_question, decide,
};
use rules::exchange::{Intent, Targets};
use rules::ruleset::SystemId;
use testkit::table::{ST, SeededDice, Table};

use crate::evening::Evening;
use crate::exchange::{self, Chance};

/// So many situations are drawn in each evening.
const DRAWN: u64 = 40;

/// What came of it: situations, offers that could be declared, offers that were barred, declarations by
/// chance that were accepted, and such as were refused.
type Tally = [u64; 5];

/// Why a declaration is refused; `None` where it is accepted.
fn refusal(table: &Table, by: Actor, asked: &Declaration) -> Option<Refusal> {
    let given = IssuedCommand {
        id: CommandId(77),
        by,
        command: Command::Declare(Box::new(asked.clone())),
    };
    decide(
        &table.encounter,
        &given,
        &mut SeededDice::for_command(given.id),
    )
    .err()
}

/// Whether an offer bars what was refused for this reason.
fn agrees(barred: &OfferedManeuver, refused: &Refusal) -> bool {
    let Some((why, rule)) = &barred.barred else {
        return false;
    };
    match refused {
        Refusal::Barred {
            why: said,
            rule: by,
        } => why == said.as_str() && rule.as_str() == by,
        Refusal::Chat(said) => said.text.starts_with(why.as_str()),
        other => why == other.to_string().as_str() && *rule == barred.rule,
    }
}

/// What is offered for a declaration, exactly as it stands or with nothing chosen.
fn offered(table: &Table, by: Actor, asked: &Declaration, exactly: bool) -> Vec<OfferedManeuver> {
    let question = Question::Offers {
        by: asked.by.expect("one acts"),
        at: asked.at.clone(),
        others: asked.others.clone(),
        without: asked.without.clone(),
        intent: exactly.then(|| asked.intent.clone()),
    };
    match answer_question(&table.encounter, by, &question) {
        Reply::Offers { maneuvers, .. } => maneuvers,
        other => panic!("{question:?}: {other:?}"),
    }
}

fn named(offers: Targets, at: &[CombatantId]) -> Vec<CombatantId> {
    let most = match offers {
        Targets::None => 0,
        Targets::One => 1,
        Targets::UpTo(most) => usize::from(most),
    };
    at.iter().copied().take(most).collect()
}

/// A declaration of an offer with an item and nothing set.
fn declared(of: &Declaration, offer: &OfferedManeuver, item: Option<ItemId>) -> Declaration {
    Declaration {
        at: named(offer.targets, &of.at),
        intent: Intent {
            item,
            set: Parameters::default(),
            ..Intent::of(offer.key.clone())
        },
        ..of.clone()
    }
}

/// A table with those who act at it, and who asks.
struct Asking<'a> {
    table: &'a Table,
    by: Actor,
    /// Those whom the asking person sees.
    seen: Vec<CombatantId>,
}

impl Asking<'_> {
    /// Each offer at these targets is declared as it is offered.
    fn check_each(&self, draft: &Declaration, tally: &mut Tally) {
        let offers = offered(self.table, self.by, draft, false);
        let bars = offers.iter().map(|it| it.barred.is_some());
        assert!(bars.is_sorted(), "what is barred comes last");
        for offer in &offers {
            let said = || format!("{:?} {:?}", self.by, offer);
            if !offer.targets.accepts(named(offer.targets, &draft.at).len()) {
                continue;
            }
            let asked = declared(draft, offer, offer.items.first().copied());
            match refusal(self.table, self.by, &asked) {
                None => assert_eq!(offer.barred, None, "{asked:?} {}", said()),
                Some(why) => assert!(agrees(offer, &why), "{why:?} {asked:?} {}", said()),
            }
            tally[1 + usize::from(offer.barred.is_some())] += 1;
            // Each item that it is offered with is good for it.
            for item in offer
                .items
                .iter()
                .skip(1)
                .filter(|_| offer.barred.is_none())
            {
                let asked = declared(draft, offer, Some(*item));
                let why = refusal(self.table, self.by, &asked);
                assert_eq!(why, None, "{asked:?} {}", said());
            }
        }
    }

    /// What is offered at no target can be done to one who is there, and what is barred to none.
    fn check_untargeted(&self, draft: &Declaration, chance: &mut Chance) {
        let offers = offered(self.table, self.by, draft, false);
        let aimed = offers.iter().filter(|it| it.targets != Targets::None);
        let Some(offer) = chance.any_of(&aimed.collect::<Vec<_>>()) else {
            return;
        };
        let view = self.table.view(Class::Storyteller);
        let gear = &view.rows[&draft.by.expect("one acts")].gear;
        let items: Vec<_> = gear.keys().copied().map(Some).chain([None]).collect();
        let mut others = self.seen.iter().copied().filter(|id| draft.by != Some(*id));
        let accepted = others.any(|id| {
            let at = Declaration {
                at: vec![id],
                ..draft.clone()
            };
            let mut items = items.iter();
            items.any(|item| refusal(self.table, self.by, &declared(&at, offer, *item)).is_none())
        });
        assert_eq!(
            accepted,
            offer.barred.is_none(),
            "{:?} {draft:?} {offer:?}",
            self.by
        );
    }

    /// A declaration by chance is accepted where exactly it is offered, and refused for the reason that bars it.
    fn check_exactly(&self, asked: &Declaration, tally: &mut Tally) {
        let offers = offered(self.table, self.by, asked, true);
        let offer = offers.iter().find(|it| it.key == asked.intent.maneuver);
        let offer = offer.expect("it is known");
        let why = refusal(self.table, self.by, asked);
        match &why {
            None => assert_eq!(offer.barred, None, "{:?} {asked:?}", self.by),
            Some(why) => assert!(
                agrees(offer, why),
                "{:?} {why:?} {asked:?} {offer:?}",
                self.by
            ),
        }
        tally[3 + usize::from(why.is_some())] += 1;
        let anyway = Declaration {
            anyway: true,
            ..asked.clone()
        };
        let passed = refusal(self.table, self.by, &anyway);
        match self.by == ST {
            // Who runs the table passes every bar, and needs to pass none.
            true => assert!(why.is_some() || passed.is_none(), "{passed:?} {anyway:?}"),
            false => assert!(passed.is_some(), "players pass no bar"),
        }
    }
}

/// So many situations of an evening by chance.
fn check_offers(seed: u64) -> Tally {
    let system = SystemId::ALL[seed as usize % SystemId::ALL.len()];
    let mut evening = Evening::of(system, seed);
    let mut chance = Chance::new(seed ^ 0x0ffe);
    let mut tally = Tally::default();
    for _ in 0..DRAWN * 3 {
        evening.goes_on(1 + chance.below(3));
        if tally[0] >= DRAWN {
            break;
        }
        let table = &evening.table;
        let (all, known) = (table.view(Class::Storyteller), table.view(Class::Table));
        let Some((&id, row)) = chance.any_of(&all.rows.iter().collect::<Vec<_>>()) else {
            continue;
        };
        let mut players = all
            .seats
            .iter()
            .filter(|it| it.role == Role::Player && !it.muted);
        let player = row.owner.filter(|seat| players.any(|it| it.id == *seat));
        let player = player.filter(|_| !row.hidden && chance.below(3) > 0);
        let by = player.map_or(ST, Actor::Seat);
        let view = if by == ST { &all } else { &known };
        let seen: Vec<_> = view.rows.keys().copied().collect();
        let asking = Asking { table, by, seen };
        let mut draft = Declaration {
            by: Some(id),
            at: Vec::new(),
            others: Vec::new(),
            without: Vec::new(),
            intent: Intent::default(),
            anyway: false,
            noticed: false,
            throws: false,
        };
        let mut others = asking.seen.clone();
        others.retain(|other| *other != id);
        while draft.at.len() < chance.below(4) && !others.is_empty() {
            draft.at.push(others.remove(chance.below(others.len())));
        }
        tally[0] += 1;
        asking.check_each(&draft, &mut tally);
        if draft.at.is_empty() {
            asking.check_untargeted(&draft, &mut chance);
        }
        for _ in 0..4 {
            let by_chance = exchange::declaration(&all, &asking.seen, &mut chance);
            let Some(Command::Declare(mut asked)) = by_chance else {
                continue;
            };
            (asked.anyway, asked.noticed) = (false, false);
            let theirs = by == ST || all.rows[&asked.by.expect("one acts")].owner == row.owner;
            let fits = asked.at.len() <= 20 && theirs && asked.by.is_some();
            if fits && exchange::takes(&all, &asked) {
                asking.check_exactly(&asked, &mut tally);
            }
        }
    }
    tally
}

/// `OFFERS` situations, or a few, from where `PROPTEST_RNG_SEED` says; or the evening that `OFFER` names.
#[test]
fn what_is_offered_can_be_declared_and_nothing_else_can() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    if let Some(seed) = asked("OFFER") {
        check_offers(seed);
        return;
    }
    let first = asked("PROPTEST_RNG_SEED").unwrap_or(1) << 20;
    let many = asked("OFFERS").unwrap_or(400).div_ceil(DRAWN);
    let hands = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let tried = std::thread::scope(|scope| {
        let some = |hand| {
            let seeds = (first..first + many).skip(hand).step_by(hands);
            move || {
                let (mut failed, mut sum) = (Vec::new(), Tally::default());
                for seed in seeds {
                    match std::panic::catch_unwind(|| check_offers(seed)) {
                        Ok(more) => sum
                            .iter_mut()
                            .zip(more)
                            .for_each(|(sum, more)| *sum += more),
                        Err(_) => failed.push(seed),
                    }
                    if failed.len() >= 5 {
                        break;
                    }
                }
                (failed, sum)
            }
        };
        let all: Vec<_> = (0..hands).map(|hand| scope.spawn(some(hand))).collect();
        let all = all.into_iter().filter_map(|hand| hand.join().ok());
        all.collect::<Vec<(Vec<u64>, Tally)>>()
    });
    let failed: Vec<u64> = tried
        .iter()
        .flat_map(|(failed, _)| failed.clone())
        .collect();
    assert!(failed.is_empty(), "OFFER={failed:?}: each tries it again");
    let sum = |nth: usize| tried.iter().map(|(_, tally)| tally[nth]).sum::<u64>();
    let sums = [0, 1, 2, 3, 4].map(sum);
    let [situations, open, barred, accepted, refused] = sums;
    let enough = open > situations && barred > situations && accepted * 10 > situations;
    assert!(
        enough && refused * 2 > situations,
        "each kind is tried: {sums:?}"
    );
}
