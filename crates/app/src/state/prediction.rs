//! Pending commands, and their predicted effects.
//!
//! Prediction only makes the screen respond at once: the server decides. Effects that cannot be predicted (dice, names
//! that need a label, house rules) show only as pending.

use rules::base::id::{CombatantId, CommandId, EncounterId, LocationId, SeatId};
use rules::base::sorted_map::Set;
use rules::base::text::Name;
use rules::character::phase::Phase;
use rules::character::plan::{PLAN_PAID, Plan};
use rules::character::track::{DamagePacket, Track};
use rules::encounter::command::PlanInput;
use rules::encounter::command::{BoxShift, SceneDestination, SceneEdit, TokenDestination};
use rules::encounter::view::Standpoint;
use rules::encounter::{Command, Timing, View};
use rules::ruleset::house_rules::SEALED;
use rules::wire::ClientMessage;

/// The encounter and seat to which pending commands belong.
pub type Place = (EncounterId, SeatId);

/// A command that was sent to the server, or waits to be, and has no answer yet.
#[derive(Debug, PartialEq)]
pub struct Pending {
    /// The id of the command.
    pub id: CommandId,
    /// The message to the server.
    pub message: String,
    /// The command; for those restored after a reload, only marks are known.
    pub command: Option<Command>,
    /// The row that waits for the answer.
    pub row: Option<CombatantId>,
    /// Whether it was restored after a reload: the view may contain its effect already, so it is not predicted while
    /// its answer may come at any moment.
    pub unsure: bool,
}

impl Pending {
    /// Creates a pending command that is given now.
    #[must_use]
    pub fn new(id: CommandId, command: Command) -> Self {
        let row = Self::row_of(&command);
        let message = ClientMessage::Do { id, command };
        let text = serde_json::to_string(&message).unwrap_or_default();
        let command = match message {
            ClientMessage::Do { command, .. } => Some(command),
            _ => None,
        };
        Self {
            id,
            message: text,
            command,
            row,
            unsure: false,
        }
    }

    /// Returns the combatant that a command is about; `None` if it is about none.
    fn row_of(command: &Command) -> Option<CombatantId> {
        match command {
            Command::Remove { id }
            | Command::Rename { id, .. }
            | Command::Reveal { id }
            | Command::Hide { id }
            | Command::Edit { id, .. }
            | Command::Assign { id, .. }
            | Command::Note { id, .. }
            | Command::Move { id, .. }
            | Command::Harm { id, .. }
            | Command::MarkBoxes { id, .. }
            | Command::Count { id, .. }
            | Command::Spend { id, .. }
            | Command::Adjust { id, .. }
            | Command::GiveInitiative { id, .. }
            | Command::Plan { id, .. }
            | Command::Abort { id, .. }
            | Command::Wait { id, .. }
            | Command::CutIn { id, .. }
            | Command::Afflict { id, .. }
            | Command::Lift { id, .. }
            | Command::GiveItem { id, .. }
            | Command::ChangeItem { id, .. }
            | Command::CarryItem { id, .. }
            | Command::TakeItem { id, .. }
            | Command::SetTrait { id, .. }
            | Command::SetKind { id, .. }
            | Command::EditSheet { id, .. }
            | Command::StartFrom { id, .. }
            | Command::Accept { id, .. }
            | Command::Waive { id, .. } => Some(*id),
            _ => None,
        }
    }
}

/// Predicts the effect of a command on a view.
pub fn predict(view: &mut View, command: &Command) {
    match command {
        Command::Harm { id, packet } => predict_harm(view, *id, *packet),
        Command::MarkBoxes { id, shifts } => {
            with_track(view, *id, |track| with_shifts(track, shifts))
        }
        Command::Count { id, by } => with_track(view, *id, |track| {
            let points = track.points()?;
            Some(Track::Points(points.changed_by(*by)))
        }),
        Command::Spend { id, pool, by } => predict_spending(view, *id, pool, *by),
        Command::Plan { id, plan } => predict_plan(view, *id, plan.as_ref()),
        Command::Wait { id, until } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.timing = Timing::Waiting(Name::new(until).ok());
            }
        }
        Command::CutIn { id, .. } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.timing = Timing::CutIn;
            }
        }
        Command::Afflict { id, key, condition } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.conditions.insert(key.clone(), *condition);
            }
        }
        Command::Lift { id, key } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.conditions.remove(key);
            }
        }
        Command::Accept { id, due, .. } | Command::Waive { id, due } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.due.retain(|other| other.key != *due);
            }
        }
        Command::Note { id, text } => {
            if let Some(row) = view.rows.get_mut(id) {
                let text = text.trim();
                row.note = (!text.is_empty()).then(|| text.to_owned());
            }
        }
        Command::Move { id, to } => move_token(view, *id, *to),
        Command::NextTurn { after, .. } if *after == view.turn => {
            if let Some(next) = view.next.take() {
                view.turn = next;
            }
        }
        Command::Reveal { id } | Command::Hide { id } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.hidden = matches!(command, Command::Hide { .. });
            }
        }
        Command::Assign { id, seat } => {
            if let Some(row) = view.rows.get_mut(id) {
                row.owner = *seat;
            }
        }
        Command::Remove { id } => {
            view.order.retain(|other| other != id);
            view.bench.retain(|other| other != id);
        }
        Command::Go { ids, to, .. } => predict_move(view, ids, *to),
        Command::EditScene(SceneEdit::Place { id: Some(id), to }) => {
            predict_card_move(view, *id, to.slot);
        }
        // What comes next is not known before this is answered: it is offered then.
        Command::UndoLine { .. } | Command::RedoLine { .. } => {
            view.undo.clear();
            view.redo.clear();
        }
        _ => {}
    }
}

/// Predicts where combatants go in the scene.
#[inline(never)]
fn predict_move(view: &mut View, ids: &Set<CombatantId>, to: SceneDestination) {
    let Some(scene) = &mut view.scene else {
        return;
    };
    for id in ids.iter().filter(|id| view.rows.contains_key(id)) {
        match to {
            SceneDestination::Place(to) => _ = scene.places.insert(*id, Standpoint::At(to)),
            SceneDestination::Out => _ = scene.places.remove(id),
            SceneDestination::UpTo(..) | SceneDestination::Aside => {}
        }
    }
}

/// Predicts the field of the board to which the card of a place goes.
#[inline(never)]
fn predict_card_move(view: &mut View, id: LocationId, slot: Option<u8>) {
    let scene = view.scene.as_mut();
    let place = scene.and_then(|scene| scene.plan.locations.get_mut(&id));
    if let Some((place, slot)) = place.zip(slot) {
        place.slot = slot;
    }
}

/// Changes the health track of a combatant, and its dependent values.
fn with_track(view: &mut View, id: CombatantId, change: impl Fn(Track) -> Option<Track>) {
    let rules = view.system.client_rules();
    if let Some(row) = view.rows.get_mut(&id)
        && let Some(after) = row.track.and_then(change)
    {
        row.track = Some(after);
        if let Some(sheet) = &row.sheet {
            row.health = rules.health_state(sheet, &after, &row.conditions, &view.house);
        }
    }
}

/// Returns a health track with some boxes changed; `None` if it has no such boxes.
fn with_shifts(track: Track, shifts: &[BoxShift]) -> Option<Track> {
    let mut boxes = *track.boxes()?;
    for shift in shifts {
        for _ in 0..shift.count {
            boxes = boxes.with_box_turned(shift.from, shift.to)?;
        }
    }
    Some(track.with_boxes(boxes))
}

/// Predicts the effect of damage on a combatant's health track.
fn predict_harm(view: &mut View, id: CombatantId, packet: DamagePacket) {
    let rules = view.system.client_rules();
    let harmed = view.rows.get(&id).and_then(|row| {
        let who = view.fighter_of(row)?;
        rules.apply_damage(&who, packet)
    });
    if let Some(harmed) = harmed {
        with_track(view, id, |_| Some(harmed.after));
    }
}

/// Predicts that points of a combatant's pool are spent.
fn predict_spending(view: &mut View, id: CombatantId, pool: &str, by: i32) {
    let rules = view.system.client_rules();
    let Some(row) = view.rows.get_mut(&id) else {
        return;
    };
    let pools = row.sheet.as_ref().map(|sheet| rules.pool_specs(sheet));
    let spec = pools.into_iter().flatten().find(|spec| spec.key == pool);
    if let (Some(spec), Some(left)) = (spec, row.pools.get_mut(pool)) {
        let after = left.saturating_add(by).min(spec.most);
        if after >= 0 {
            *left = after;
        }
    }
}

/// Predicts in the view the effect of declaring or withdrawing a combatant's plan. Players do not read a sealed plan,
/// not even their own: all readers of a class see the same.
fn predict_plan(view: &mut View, id: CombatantId, ask: Option<&PlanInput>) {
    let phases = view.system.client_rules().round_phases(&view.house);
    let open = view.turn.round > 0 && view.turn.phase > Phase::Declare;
    let sealed = view.house.is_on(SEALED) && !open && phases.contains(&Phase::Declare);
    let unread = sealed && view.foe_health.is_none();
    let spec = view.system.client_rules().facts().plan_spec;
    let price = spec.and_then(|spec| spec.extra?.price);
    if let Some(row) = view.rows.get_mut(&id) {
        row.sealed = sealed && ask.is_some();
        row.plan = ask.filter(|_| !unread).map(expected_plan);
        let price = price.filter(|_| !sealed);
        if let Some((pool, points)) = price
            && let Some(left) = row.pools.get_mut(pool)
        {
            let paid = row.tally.get(PLAN_PAID).copied().unwrap_or(0);
            let owed = if ask.is_some_and(|ask| ask.extra > 0) {
                points
            } else {
                0
            };
            *left += i32::from(paid) - i32::from(owed);
        }
    }
}

/// Returns the plan of actions that a request will become.
fn expected_plan(ask: &PlanInput) -> Plan {
    Plan {
        words: Name::new(&ask.words).ok(),
        actions: ask.actions.max(1),
        defenses: ask.defenses.clone(),
        kinds: ask.kinds.clone(),
        extra: ask.extra,
        willpower: ask.willpower,
        stance: ask.stance.clone(),
    }
}

/// Predicts the move of a token within the order or to the bench, outside it.
fn move_token(view: &mut View, id: CombatantId, to: TokenDestination) {
    if !view.rows.contains_key(&id) {
        return;
    }
    match to {
        TokenDestination::Bench => {
            if view.bench.contains(&id) {
                return;
            }
            view.order.retain(|other| *other != id);
            view.bench.push(id);
        }
        // Where each of them goes is for the server to say.
        TokenDestination::BenchGroup => {}
        TokenDestination::Before(before) => {
            let mut order: Vec<_> = view
                .order
                .iter()
                .copied()
                .filter(|other| *other != id)
                .collect();
            let at = match before {
                None => order.len(),
                Some(before) => match order.iter().position(|other| *other == before) {
                    Some(at) => at,
                    None => return,
                },
            };
            order.insert(at, id);
            view.order = order;
            view.bench.retain(|other| *other != id);
        }
    }
}
