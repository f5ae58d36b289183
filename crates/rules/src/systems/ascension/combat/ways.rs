//! Defense methods: dodge, block, parry, countermagick, and desperate defense (ASC-DODGE-01 to 06,
//! ASC-BLOCK-01 to 06, ASC-PARRY-01, ASC-CM-01, ASC-DESP-01).

use super::super::attack::Ability;
use super::super::chart::AttackLine;
use super::super::defense::{
    self, COUNTERMAGICK, Defense as Kind, Incoming, Situation, Source, Sum,
};
use super::super::{Refusal, Settings, desperate};
use super::turn::{self, Turn};
use super::{abort, person, rolls};
use crate::exchange::{Effect, Party, Play};
use crate::fighter::Fighter;
use crate::messages::ascension as msg;
use crate::messages::{Text, Wording};
use crate::systems::d10::resolve::{BLOCK, DODGE, Defense, PARRY, Throw};
use crate::systems::d10::table::dials::Purpose;
use crate::systems::d10::table::sheet::STRENGTH;
use crate::systems::d10::table::tally::{DEFENSES, DESPERATE as STANCE};
use crate::term::{Term, sum};

/// Defense method that a target can choose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    key: &'static str,
    title: Text,
    /// Kind of defense; `None` for a desperate defense.
    kind: Option<Kind>,
    /// Whether the method uses Acrobatics, Martial Arts or Do.
    trained: bool,
}

/// Defense methods of an ordinary turn, in display order.
const WAYS: [Way; 6] = [
    way(DODGE, msg::DODGE, Kind::Dodge, false),
    way("acrobatics", msg::DODGE_WITH_ACROBATICS, Kind::Dodge, true),
    way(BLOCK, msg::BLOCK, Kind::Block, false),
    way(
        "trained_block",
        msg::BLOCK_WITH_MARTIAL_ARTS_OR,
        Kind::Block,
        true,
    ),
    way(PARRY, msg::PARRY, Kind::Parry, false),
    way(
        COUNTERMAGICK,
        msg::COUNTERMAGICK,
        Kind::Countermagick,
        false,
    ),
];

/// Defense methods of a desperate turn.
const DESPERATE: [Way; 2] = [
    Way {
        key: "desperate",
        title: msg::DESPERATE_DEFENSE,
        kind: None,
        trained: false,
    },
    Way {
        key: "desperate_acrobatics",
        title: msg::DESPERATE_DEFENSE_WITH_ACROBATICS,
        kind: None,
        trained: true,
    },
];

/// Creates a defense method of an ordinary turn.
const fn way(key: &'static str, title: Text, kind: Kind, trained: bool) -> Way {
    Way {
        key,
        title,
        kind: Some(kind),
        trained,
    }
}

impl Way {
    /// Whether the method is a block.
    pub(super) fn is_block(&self) -> bool {
        self.kind == Some(Kind::Block)
    }

    /// Whether the method is a parry.
    pub(super) fn is_parry(&self) -> bool {
        self.kind == Some(Kind::Parry)
    }

    /// Returns the kind as which the defense is declared in a plan.
    pub(super) const fn declared_as(&self) -> &'static str {
        match self.kind {
            Some(Kind::Dodge) | None => DODGE,
            Some(Kind::Block) => BLOCK,
            Some(Kind::Parry) => PARRY,
            Some(Kind::Countermagick) => COUNTERMAGICK,
        }
    }

    /// Whether the method is part of a desperate defense.
    pub(super) const fn is_desperate(&self) -> bool {
        self.kind.is_none()
    }

    /// Returns the circumstances with the choices of this method applied.
    pub(super) fn situation(&self, at: Situation) -> Situation {
        Situation {
            use_acrobatics: self.trained && !self.is_block(),
            use_martial_arts: self.trained && self.is_block(),
            ..at
        }
    }
}

/// Lists every defense of a combatant against an attack, each permitted or barred.
pub(super) fn all(
    who: &Fighter<'_>,
    incoming: &Incoming,
    mystic: bool,
    at: &Situation,
    by: &Settings,
) -> Vec<(Way, Defense)> {
    let defender = person::defender(who);
    let desperately = |way: Way, before: i32, gives_up: bool| {
        let at = way.situation(*at);
        let sum = desperate::sum(&defender, incoming, &at, before, by);
        let refused = desperate::check(&defender, &at, &sum);
        let refused = refused.and_then(|()| match gives_up {
            true => abort::possible(who, by),
            false => Ok(()),
        });
        (way, defense(who, way, sum, refused.err()))
    };
    if let Some(before) = turn::desperate(who) {
        return DESPERATE.map(|way| desperately(way, before, false)).into();
    }
    let trained = defender.martial_arts > 0 || defender.do_ > 0;
    let one = |way: Way| {
        let kind = way
            .kind
            .filter(|_| trained || !way.is_block() || !way.trained)?;
        let at = way.situation(*at);
        let mut incoming = *incoming;
        if kind == Kind::Countermagick && mystic {
            incoming.kind = super::super::defense::Kind::Mystic;
        }
        let sum = defense::sum(kind, &defender, &incoming, &at, by);
        let refused = defense::check(kind, &defender, &incoming, &at, by);
        let refused = refused.and_then(|()| has_action(who, &way, &sum, by));
        Some((way, defense(who, way, sum, refused.err())))
    };
    // A combatant who has not acted can convert the whole turn when attacked (ASC-DEF-02).
    let turns = Turn::of(who).may_turn_desperate();
    let turns = turns.map(|gives_up| DESPERATE.map(|way| desperately(way, 0, gives_up)));
    let ways = WAYS.into_iter().filter_map(one);
    ways.chain(turns.into_iter().flatten()).collect()
}

/// Checks that an action is left for a defense, and can be given up for it if declared.
fn has_action(who: &Fighter<'_>, way: &Way, of: &Sum, by: &Settings) -> Result<(), Refusal> {
    let turn = Turn::of(who);
    let defends = turn.defense(way.declared_as());
    turn.taking(Some(defends.number), sum(&of.terms), false)?;
    match defends.declared {
        true => Ok(()),
        false => abort::possible(who, by),
    }
}

/// Builds the defense option of a method from its pool and a possible refusal.
fn defense(who: &Fighter<'_>, way: Way, sum: Sum, refused: Option<Refusal>) -> Defense {
    let throw = Throw::new(way.title, Purpose::Action, sum.terms);
    Defense {
        key: way.key,
        title: way.title,
        throw: throw.against(sum.difficulty),
        buys: rolls::buys(who),
        barred: refused.map(Refusal::barred),
    }
}

/// Records that the turn was converted to a desperate defense when attacked (ASC-DEF-02).
pub(super) fn turn_desperate(play: &mut Play<'_>, who: Party) {
    play.effect(Effect::Count {
        who,
        key: STANCE.into(),
    });
}

/// Counts a defense of a desperate turn (ASC-DESP-02).
pub(super) fn count_desperate(play: &mut Play<'_>, who: Party) {
    play.effect(Effect::Count {
        who,
        key: DEFENSES.into(),
    });
}

/// Whether an attack uses nothing but the body (ASC-REB-01).
pub(super) fn is_unarmed(line: &AttackLine) -> bool {
    let body = matches!(
        line.ability,
        Ability::Brawl | Ability::MartialArts | Ability::Do | Ability::Athletics
    );
    body && line.range == 0 && line.source == Source::Fist
}

/// Returns the damage dice of a hit, without those of extra successes.
pub(super) fn damage(who: &Fighter<'_>, line: &AttackLine) -> Vec<Term> {
    let strength = if line.strength {
        who.sheet.get(&STRENGTH)
    } else {
        0
    };
    [
        (Wording::from(msg::STRENGTH), strength),
        (Wording::verbatim(line.name.clone()), line.damage),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(label, value)| Term::of_rule(label, value, "ASC-ATK-02"))
    .collect()
}
