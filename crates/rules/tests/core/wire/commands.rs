//! Every command as it travels.

use rules::base::sorted_map::Set;

use rules::base::id::{AskId, ClockId, CoverId, HandoutId, LocationId, PictureId, SeatId};
use rules::base::seat::Role;
use rules::character::condition::{Condition, Until};
use rules::character::gear::Carried;
use rules::character::parameters::Parameters;
use rules::character::phase::Phase;
use rules::character::plan::AbortPrice;
use rules::character::track::{DamagePacket, Severity};
use rules::clock::{FillTrigger, Helper, Moment};
use rules::encounter::command::{
    AnswerInput, AskInput, AskReply, AskStep, BoxShift, ClockEdit, ClockInput, Command,
    CoveredPart, CustomItemInput, Declaration, HandoutEdit, HandoutInput, HandoutPictureInput,
    InitiativeTarget, ItemInput, LocationInput, PassageInput, PlanInput, RollInput,
    SceneDestination, SceneEdit, SheetEditInput, TermInput, TokenDestination,
};
use rules::encounter::{
    AskConsequence, AskTelling, CombatantField, Countdown, FoeHealth, OnTimeout, Side,
    TableSetting, Turn, WhisperSetting,
};
use rules::exchange::{Intent, RulingKind};
use rules::handout::{Area, HandoutKind};
use rules::ruleset::settings::Value;
use rules::space::{Darkness, Door, Link, Marks, Passage, Stance};
use rules::table_screen::{ScreenInvitation, ScreenLayout, TableScreen};
use rules::trait_pool::PoolPart;
use testkit::table::{add_command, roll_request};

use super::{check, exchange, id, other};

/// A command, and how it is written.
type Written = (Command, &'static str);

fn table() -> Vec<Written> {
    vec![
        (
            Command::Sit {
                seat: SeatId(2),
                name: "Ana".into(),
                role: Role::CoStoryteller,
            },
            r#"{"sit":{"seat":2,"name":"Ana","role":"co_storyteller"}}"#,
        ),
        (
            Command::Unseat { seat: SeatId(2) },
            r#"{"unseat":{"seat":2}}"#,
        ),
        (
            Command::Mute {
                seat: SeatId(2),
                muted: true,
            },
            r#"{"mute":{"seat":2,"muted":true}}"#,
        ),
        (
            Command::Propose {
                command: Box::new(Command::Count { id: id(), by: -3 }),
            },
            r#"{"propose":{"command":{"count":{"id":"0k3m9xya","by":-3}}}}"#,
        ),
        (
            Command::Settle {
                proposal: rules::base::id::CommandId(0xab),
                accept: true,
            },
            r#"{"settle":{"proposal":"000000000000000000000000000000ab","accept":true}}"#,
        ),
        (
            Command::Retract {
                proposal: rules::base::id::CommandId(0xab),
            },
            r#"{"retract":{"proposal":"000000000000000000000000000000ab"}}"#,
        ),
        (
            Command::Title {
                title: "The Wharf".into(),
            },
            r#"{"title":{"title":"The Wharf"}}"#,
        ),
        (
            Command::Say {
                line: "/roll wits".into(),
                who: Some(id()),
            },
            r#"{"say":{"line":"/roll wits","who":"0k3m9xya"}}"#,
        ),
        (
            Command::Say {
                line: "hello".into(),
                who: None,
            },
            r#"{"say":{"line":"hello"}}"#,
        ),
        (
            Command::Whisper {
                to: Set::from_iter([SeatId(3)]),
                words: "You know that hand.".into(),
            },
            r#"{"whisper":{"to":[3],"words":"You know that hand."}}"#,
        ),
        (
            Command::SetTable {
                to: TableSetting::Whispers(WhisperSetting::Private),
                was: None,
            },
            r#"{"set_table":{"to":{"whispers":"private"}}}"#,
        ),
        (
            Command::SetScreen(TableScreen {
                layout: ScreenLayout::Scene,
                clocks: Some(Set::from_iter([ClockId(7)])),
                invitation: ScreenInvitation::Players,
            }),
            r#"{"set_screen":{"layout":"scene","clocks":[7],"invitation":"players"}}"#,
        ),
        (
            Command::HouseRule {
                key: "sealed".into(),
                on: true,
            },
            r#"{"house_rule":{"key":"sealed","on":true}}"#,
        ),
        (
            Command::Set {
                key: "dodge_blow".into(),
                value: Value::Number(4),
                was: None,
            },
            r#"{"set":{"key":"dodge_blow","value":4}}"#,
        ),
        (
            Command::Set {
                key: "multipliers".into(),
                value: Value::from_key("add"),
                was: None,
            },
            r#"{"set":{"key":"multipliers","value":"add"}}"#,
        ),
        (
            Command::Set {
                key: "dodge_blow".into(),
                value: Value::Number(4),
                was: Some(Value::Number(5)),
            },
            r#"{"set":{"key":"dodge_blow","value":4,"was":5}}"#,
        ),
        (
            Command::Set {
                key: "abort_cost".into(),
                value: Value::Yes(false),
                was: None,
            },
            r#"{"set":{"key":"abort_cost","value":false}}"#,
        ),
        (
            Command::SetTable {
                to: TableSetting::FoeHealth(FoeHealth::Concealed),
                was: None,
            },
            r#"{"foe_health":{"shown":"concealed"}}"#,
        ),
        (
            Command::SetTable {
                to: TableSetting::FoeOdds(true),
                was: None,
            },
            r#"{"foe_odds":{"shown":true}}"#,
        ),
        (Command::Undo, r#""undo""#),
        (
            Command::UndoLine { line: 41 },
            r#"{"undo_line":{"line":41}}"#,
        ),
        (Command::Redo, r#""redo""#),
        (
            Command::RedoLine { line: 41 },
            r#"{"redo_line":{"line":41}}"#,
        ),
    ]
}

fn cast() -> Vec<Written> {
    vec![
        (add_command("3x ghoul"), r#"{"add":{"line":"3x ghoul"}}"#),
        (
            Command::Add {
                line: "cat".into(),
                side: Some(Side::Character),
                hidden: true,
                as_one: false,
            },
            r#"{"add":{"line":"cat","side":"character","hidden":true}}"#,
        ),
        (
            Command::Remove { id: id() },
            r#"{"remove":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::Rename {
                id: id(),
                name: "Cat".into(),
            },
            r#"{"rename":{"id":"0k3m9xya","name":"Cat"}}"#,
        ),
        (
            Command::Reveal { id: id() },
            r#"{"reveal":{"id":"0k3m9xya"}}"#,
        ),
        (Command::Hide { id: id() }, r#"{"hide":{"id":"0k3m9xya"}}"#),
        (
            Command::Group {
                ids: [id()].into_iter().collect(),
            },
            r#"{"group":{"ids":["0k3m9xya"]}}"#,
        ),
        (
            Command::Ungroup { id: id() },
            r#"{"ungroup":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::LeaveGroup { id: id() },
            r#"{"leave_group":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::Assign {
                id: id(),
                seat: Some(SeatId(2)),
            },
            r#"{"assign":{"id":"0k3m9xya","seat":2}}"#,
        ),
        (
            Command::Assign {
                id: id(),
                seat: None,
            },
            r#"{"assign":{"id":"0k3m9xya","seat":null}}"#,
        ),
        (
            Command::Note {
                id: id(),
                text: "prone".into(),
            },
            r#"{"note":{"id":"0k3m9xya","text":"prone"}}"#,
        ),
        (
            Command::SetTrait {
                id: id(),
                key: "stamina".into(),
                value: Some(3),
            },
            r#"{"set_trait":{"id":"0k3m9xya","key":"stamina","value":3}}"#,
        ),
        (
            Command::SetTrait {
                id: id(),
                key: "stamina".into(),
                value: None,
            },
            r#"{"set_trait":{"id":"0k3m9xya","key":"stamina"}}"#,
        ),
        (
            Command::SetKind {
                id: id(),
                kind: Some("vampire".into()),
            },
            r#"{"set_kind":{"id":"0k3m9xya","kind":"vampire"}}"#,
        ),
        (
            Command::EditSheet {
                id: id(),
                edits: vec![
                    SheetEditInput::Trait {
                        key: "stamina".into(),
                        value: Some(3),
                    },
                    SheetEditInput::Custom {
                        name: "Occult".into(),
                        value: None,
                    },
                    SheetEditInput::Kind(Some("vampire".into())),
                    SheetEditInput::Notes("Owes Ana.".into()),
                ],
            },
            r#"{"edit_sheet":{"id":"0k3m9xya","edits":[{"trait":{"key":"stamina","value":3}},{"custom":{"name":"Occult"}},{"kind":"vampire"},{"notes":"Owes Ana."}]}}"#,
        ),
        (
            Command::StartFrom {
                id: id(),
                archetype: "hunter".into(),
            },
            r#"{"start_from":{"id":"0k3m9xya","archetype":"hunter"}}"#,
        ),
        (
            Command::Edit {
                id: id(),
                to: CombatantField::Note(Some("prone".into())),
            },
            r#"{"edit":{"id":"0k3m9xya","to":{"note":"prone"}}}"#,
        ),
    ]
}

fn round() -> Vec<Written> {
    vec![
        (
            Command::RollInitiative {
                whose: InitiativeTarget::One(id()),
                face: Some(7),
            },
            r#"{"roll_initiative":{"whose":{"one":"0k3m9xya"},"face":7}}"#,
        ),
        (
            Command::RollInitiative {
                whose: InitiativeTarget::Storytellers,
                face: None,
            },
            r#"{"roll_initiative":{"whose":"storytellers"}}"#,
        ),
        (
            Command::RollInitiative {
                whose: InitiativeTarget::Mine,
                face: None,
            },
            r#"{"roll_initiative":{"whose":"mine"}}"#,
        ),
        (
            Command::Move {
                id: id(),
                to: TokenDestination::Bench,
            },
            r#"{"move":{"id":"0k3m9xya","to":"bench"}}"#,
        ),
        (
            Command::Move {
                id: id(),
                to: TokenDestination::BenchGroup,
            },
            r#"{"move":{"id":"0k3m9xya","to":"bench_group"}}"#,
        ),
        (
            Command::Move {
                id: id(),
                to: TokenDestination::Before(Some(id())),
            },
            r#"{"move":{"id":"0k3m9xya","to":{"before":"0k3m9xya"}}}"#,
        ),
        (
            Command::Move {
                id: id(),
                to: TokenDestination::Before(None),
            },
            r#"{"move":{"id":"0k3m9xya","to":{"before":null}}}"#,
        ),
        (Command::Sort, r#""sort""#),
        (
            Command::NextTurn {
                after: Turn::acting_in(3, id()),
                anyway: false,
            },
            r#"{"next_turn":{"after":{"n":3,"who":"0k3m9xya"}}}"#,
        ),
        (
            Command::GroupTurn {
                after: Turn::acting_in(3, id()),
            },
            r#"{"group_turn":{"after":{"n":3,"who":"0k3m9xya"}}}"#,
        ),
        (
            Command::PreviousTurn {
                before: Turn::default(),
            },
            r#"{"previous_turn":{"before":{"n":0}}}"#,
        ),
        (
            Command::RollInitiative {
                whose: InitiativeTarget::Everyone,
                face: None,
            },
            r#"{"roll_initiative":{"whose":"everyone"}}"#,
        ),
        (
            Command::NextTurn {
                after: Turn {
                    round: 2,
                    phase: Phase::Extra,
                    acting: Some(id()),
                    pass: 1,
                },
                anyway: true,
            },
            r#"{"next_turn":{"after":{"n":2,"ph":"extra","who":"0k3m9xya","pass":1},"anyway":true}}"#,
        ),
        (
            Command::Adjust { id: id(), by: 2 },
            r#"{"adjust":{"id":"0k3m9xya","by":2}}"#,
        ),
        (
            Command::GiveInitiative { line: 41, id: id() },
            r#"{"give_initiative":{"line":41,"id":"0k3m9xya"}}"#,
        ),
    ]
}

fn more_round() -> Vec<Written> {
    vec![
        (
            Command::Plan {
                id: id(),
                plan: Some(PlanInput {
                    willpower: 1,
                    words: "shoot, then duck".into(),
                    actions: 3,
                    defenses: Set::from([2, 3]),
                    kinds: std::iter::once((3, "dodge".to_owned())).collect(),
                    extra: 1,
                    stance: Some("all_out".into()),
                }),
            },
            concat!(
                r#"{"plan":{"id":"0k3m9xya","plan":{"words":"shoot, then duck","actions":3,"#,
                r#""defenses":[2,3],"kinds":{"3":"dodge"},"extra":1,"willpower":1,"stance":"all_out"}}}"#
            ),
        ),
        (
            Command::Plan {
                id: id(),
                plan: None,
            },
            r#"{"plan":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::Abort {
                id: id(),
                price: AbortPrice::Spend,
            },
            r#"{"abort":{"id":"0k3m9xya","price":"spend"}}"#,
        ),
        (
            Command::Wait {
                id: id(),
                until: "the door opens".into(),
            },
            r#"{"wait":{"id":"0k3m9xya","until":"the door opens"}}"#,
        ),
        (
            Command::Wait {
                id: id(),
                until: String::new(),
            },
            r#"{"wait":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::CutIn {
                id: id(),
                after: false,
            },
            r#"{"cut_in":{"id":"0k3m9xya"}}"#,
        ),
        (
            Command::CutIn {
                id: id(),
                after: true,
            },
            r#"{"cut_in":{"id":"0k3m9xya","after":true}}"#,
        ),
    ]
}

fn harm() -> Vec<Written> {
    vec![
        (
            Command::Harm {
                id: id(),
                packet: DamagePacket::of_severity(Severity::Lethal, 2),
            },
            r#"{"harm":{"id":"0k3m9xya","packet":{"b":0,"l":2,"a":0}}}"#,
        ),
        (
            Command::MarkBoxes {
                id: id(),
                shifts: vec![
                    BoxShift {
                        from: None,
                        to: Some(Severity::Bashing),
                        count: 1,
                    },
                    BoxShift {
                        from: Some(Severity::Lethal),
                        to: None,
                        count: 3,
                    },
                ],
            },
            r#"{"turn":{"id":"0k3m9xya","shifts":[{"to":"b"},{"from":"l","count":3}]}}"#,
        ),
        (
            Command::Harm {
                id: id(),
                packet: DamagePacket::of_points(7),
            },
            r#"{"harm":{"id":"0k3m9xya","packet":{"b":0,"l":0,"a":0,"p":7}}}"#,
        ),
        (
            Command::Count { id: id(), by: -3 },
            r#"{"count":{"id":"0k3m9xya","by":-3}}"#,
        ),
        (
            Command::Spend {
                id: id(),
                pool: "energy".into(),
                by: -5,
            },
            r#"{"spend":{"id":"0k3m9xya","pool":"energy","by":-5}}"#,
        ),
        (
            Command::Afflict {
                id: id(),
                key: "prone".into(),
                condition: Condition {
                    amount: 2,
                    until: Until::Rounds(3),
                },
            },
            r#"{"afflict":{"id":"0k3m9xya","key":"prone","condition":{"amount":2,"until":{"rounds":3}}}}"#,
        ),
        (
            Command::Afflict {
                id: id(),
                key: "stabilized".into(),
                condition: Condition::default(),
            },
            r#"{"afflict":{"id":"0k3m9xya","key":"stabilized","condition":{}}}"#,
        ),
        (
            Command::Lift {
                id: id(),
                key: "prone".into(),
            },
            r#"{"lift":{"id":"0k3m9xya","key":"prone"}}"#,
        ),
        (
            Command::Accept {
                id: id(),
                due: "bleed".into(),
                faces: None,
            },
            r#"{"accept":{"id":"0k3m9xya","due":"bleed"}}"#,
        ),
        (
            Command::Accept {
                id: id(),
                due: "stay_awake".into(),
                faces: Some(vec![7, 8]),
            },
            r#"{"accept":{"id":"0k3m9xya","due":"stay_awake","faces":[7,8]}}"#,
        ),
        (Command::EndScene, r#""end_scene""#),
        (
            Command::PassTime {
                ids: rules::base::sorted_map::Set::from([id()]),
                span: rules::character::downtime::StoryTime::Hours(6),
                care: Some("medical".into()),
            },
            r#"{"pass_time":{"ids":["0k3m9xya"],"span":{"hours":6},"care":"medical"}}"#,
        ),
        (
            Command::Restore {
                ids: rules::base::sorted_map::Set::from([id()]),
                health: true,
                pools: false,
            },
            r#"{"restore":{"ids":["0k3m9xya"],"health":true}}"#,
        ),
    ]
}

fn more_harm() -> Vec<Written> {
    vec![(
        Command::Waive {
            id: id(),
            due: "bleed".into(),
        },
        r#"{"waive":{"id":"0k3m9xya","due":"bleed"}}"#,
    )]
}

fn gear() -> Vec<Written> {
    vec![
        (
            Command::GiveItem {
                id: id(),
                what: ItemInput::Chart("heavy_pistol".into()),
                carried: Some(Carried::Stowed),
            },
            r#"{"give_item":{"id":"0k3m9xya","what":{"chart":"heavy_pistol"},"carried":"stowed"}}"#,
        ),
        (
            Command::GiveItem {
                id: id(),
                what: ItemInput::Own(CustomItemInput {
                    name: "Crowbar".into(),
                    kind: "weapon".into(),
                    numbers: Parameters::default().with("damage", 2),
                    tags: ["two_handed".to_owned()].into(),
                }),
                carried: None,
            },
            concat!(
                r#"{"give_item":{"id":"0k3m9xya","what":{"own":{"name":"Crowbar","#,
                r#""kind":"weapon","numbers":{"damage":2},"tags":["two_handed"]}}}}"#
            ),
        ),
        (
            Command::ChangeItem {
                id: id(),
                item: 1,
                key: "rounds".into(),
                by: -3,
            },
            r#"{"change_item":{"id":"0k3m9xya","item":1,"key":"rounds","by":-3}}"#,
        ),
        (
            Command::CarryItem {
                id: id(),
                item: 1,
                to: Carried::Worn,
            },
            r#"{"carry_item":{"id":"0k3m9xya","item":1,"to":"worn"}}"#,
        ),
        (
            Command::TakeItem { id: id(), item: 1 },
            r#"{"take_item":{"id":"0k3m9xya","item":1}}"#,
        ),
        (
            Command::Situate {
                from: id(),
                to: other(),
                key: "distance".into(),
                value: Some(10),
            },
            r#"{"situate":{"from":"0k3m9xya","to":"pfnw2gpy","key":"distance","value":10}}"#,
        ),
        (
            Command::SetCover {
                cover: Some(CoverId(7)),
                name: "Door".into(),
                numbers: Parameters::default().with("cover_durability", 1),
                between: Some((id(), other())),
            },
            r#"{"set_cover":{"cover":7,"name":"Door","numbers":{"cover_durability":1},"between":["0k3m9xya","pfnw2gpy"]}}"#,
        ),
        (
            Command::SetCover {
                cover: None,
                name: "Door".into(),
                numbers: Parameters::default(),
                between: None,
            },
            r#"{"set_cover":{"name":"Door"}}"#,
        ),
        (
            Command::RemoveCover { cover: CoverId(7) },
            r#"{"remove_cover":{"cover":7}}"#,
        ),
        (
            Command::EditScene(SceneEdit::Describe {
                lines: "Taproom: crowd; Taproom 12 Gallery by stairs".into(),
            }),
            r#"{"edit_scene":{"describe":{"lines":"Taproom: crowd; Taproom 12 Gallery by stairs"}}}"#,
        ),
        (
            Command::EditScene(SceneEdit::Place {
                id: Some(LocationId(7)),
                to: Box::new(LocationInput {
                    name: "Gallery".into(),
                    slot: Some(1),
                    marks: Marks {
                        dark: Darkness::Dim,
                        height: Some(4),
                        ..Marks::default()
                    },
                    hidden: true,
                    ..LocationInput::default()
                }),
            }),
            r#"{"edit_scene":{"place":{"id":7,"to":{"name":"Gallery","slot":1,"marks":{"dark":"dim","height":4},"hidden":true}}}}"#,
        ),
        (
            Command::EditScene(SceneEdit::RemovePlace {
                id: LocationId(7),
                to: Some(LocationId(8)),
            }),
            r#"{"edit_scene":{"remove_place":{"id":7,"to":8}}}"#,
        ),
        (
            Command::EditScene(SceneEdit::Link {
                from: LocationId(7),
                to: LocationId(8),
                link: Some(Link {
                    distance: Some(12),
                    door: Door::Closed,
                    passage: Passage::Stairs,
                    blind: true,
                    one_way_from: Some(LocationId(8)),
                    hidden: true,
                }),
            }),
            r#"{"edit_scene":{"link":{"from":7,"to":8,"link":{"distance":12,"door":"closed","passage":"stairs","blind":true,"one_way_from":8,"hidden":true}}}}"#,
        ),
        (
            Command::EditScene(SceneEdit::Use { on: true }),
            r#"{"edit_scene":{"use":{"on":true}}}"#,
        ),
        (
            Command::EditScene(SceneEdit::Clear),
            r#"{"edit_scene":"clear"}"#,
        ),
        (
            Command::EditClock(ClockEdit::Make {
                line: "Alarm 8, on failed Stealth".into(),
            }),
            r#"{"edit_clock":{"make":{"line":"Alarm 8, on failed Stealth"}}}"#,
        ),
        (
            Command::EditClock(ClockEdit::Fill {
                id: ClockId(7),
                by: -1,
            }),
            r#"{"edit_clock":{"fill":{"id":7,"by":-1}}}"#,
        ),
        (
            Command::EditClock(ClockEdit::Join {
                id: ClockId(7),
                helper: Helper {
                    who: id(),
                    leads: true,
                },
                joins: true,
            }),
            r#"{"edit_clock":{"join":{"id":7,"helper":{"who":"0k3m9xya","leads":true},"joins":true}}}"#,
        ),
        (
            Command::EditClock(ClockEdit::Change {
                id: ClockId(7),
                to: Box::new(ClockInput {
                    name: "Alarm".into(),
                    size: 8,
                    fills: FillTrigger::Each(Moment::Round),
                    words: "The alarm is raised.".into(),
                    slip: "Two guards come.".into(),
                    handout: Some((HandoutId(9), Some(id()))),
                    ..ClockInput::default()
                }),
            }),
            r#"{"edit_clock":{"change":{"id":7,"to":{"name":"Alarm","size":8,"tone":"threat","fills":{"each":"round"},"words":"The alarm is raised.","slip":"Two guards come.","handout":[9,"0k3m9xya"]}}}}"#,
        ),
        (
            Command::EditClock(ClockEdit::Settle { id: ClockId(7) }),
            r#"{"edit_clock":{"settle":{"id":7}}}"#,
        ),
        (
            Command::RollFor {
                clock: ClockId(7),
                id: id(),
                faces: Some(vec![3, 9]),
            },
            r#"{"roll_for":{"clock":7,"id":"0k3m9xya","faces":[3,9]}}"#,
        ),
        (
            Command::Go {
                ids: Set::from_iter([id(), other()]),
                to: SceneDestination::Place(LocationId(7)),
                anyway: true,
            },
            r#"{"go":{"ids":["0k3m9xya","pfnw2gpy"],"to":{"place":7},"anyway":true}}"#,
        ),
        (
            Command::Go {
                ids: Set::from_iter([id()]),
                to: SceneDestination::UpTo(other(), Stance::Behind),
                anyway: false,
            },
            r#"{"go":{"ids":["0k3m9xya"],"to":{"up_to":["pfnw2gpy","behind"]}}}"#,
        ),
        (
            Command::SetDoor {
                id: id(),
                to: LocationId(7),
                open: false,
            },
            r#"{"set_door":{"id":"0k3m9xya","to":7,"open":false}}"#,
        ),
        (
            Command::Hold {
                by: id(),
                on: other(),
                key: "grapple".into(),
                amount: 2,
            },
            r#"{"hold":{"by":"0k3m9xya","on":"pfnw2gpy","key":"grapple","amount":2}}"#,
        ),
        (
            Command::Hold {
                by: id(),
                on: other(),
                key: "aim".into(),
                amount: 0,
            },
            r#"{"hold":{"by":"0k3m9xya","on":"pfnw2gpy","key":"aim"}}"#,
        ),
        (
            Command::Release {
                by: id(),
                on: other(),
                key: "grapple".into(),
            },
            r#"{"release":{"by":"0k3m9xya","on":"pfnw2gpy","key":"grapple"}}"#,
        ),
    ]
}

fn dice() -> Vec<Written> {
    vec![
        (
            Command::Roll(Box::new(roll_request(None, "Wits", &[]))),
            r#"{"roll":{"what":"Wits","terms":[],"reading":{}}}"#,
        ),
        (
            Command::Roll(Box::new(RollInput {
                id: Some(id()),
                what: "Wits".into(),
                terms: vec![TermInput {
                    label: "Wits".into(),
                    value: -3,
                }],
                reading: Parameters::default()
                    .with("again", 0)
                    .with("rote", 1)
                    .with("chance", 1),
                hidden: true,
                bare: true,
                faces: Some(vec![1, 10]),
            })),
            concat!(
                r#"{"roll":{"id":"0k3m9xya","what":"Wits","terms":[{"label":"Wits","value":-3}],"#,
                r#""reading":{"again":0,"chance":1,"rote":1},"#,
                r#""hidden":true,"bare":true,"faces":[1,10]}}"#
            ),
        ),
    ]
}

fn exchanges() -> Vec<Written> {
    vec![
        (
            Command::Declare(Box::new(Declaration {
                by: Some(id()),
                at: vec![id().next()],
                others: Vec::new(),
                intent: Intent::of("strike").with_item(2).with_parameter("trick", 1),
                without: Vec::new(),
                anyway: false,
                noticed: false,
                throws: false,
            })),
            r#"{"declare":{"by":"0k3m9xya","at":["0k3m9xyb"],"intent":{"maneuver":"strike","item":2,"set":{"trick":1}}}}"#,
        ),
        (
            Command::Answer {
                exchange: exchange(),
                slot: "defense".into(),
                answer: AnswerInput::Chose("dodge".into()),
                throws: true,
            },
            r#"{"answer":{"exchange":"4t9r2c1h","slot":"defense","answer":{"chose":"dodge"},"throws":true}}"#,
        ),
        (
            Command::SetTable {
                to: TableSetting::Countdown(Some(Countdown {
                    seconds: 30,
                    then: OnTimeout::First,
                })),
                was: Some(TableSetting::Countdown(None)),
            },
            r#"{"countdown":{"to":{"seconds":30,"then":"first"}}}"#,
        ),
        (
            Command::SetTable {
                to: TableSetting::Countdown(None),
                was: Some(TableSetting::Countdown(Some(Countdown {
                    seconds: 30,
                    then: OnTimeout::Storyteller,
                }))),
            },
            r#"{"countdown":{"from":{"seconds":30,"then":"storyteller"}}}"#,
        ),
        // Settings that never had a command of their own, and what they saw.
        (
            Command::SetTable {
                to: TableSetting::FoeOdds(true),
                was: Some(TableSetting::FoeOdds(false)),
            },
            r#"{"set_table":{"to":{"foe_odds":true},"was":{"foe_odds":false}}}"#,
        ),
        (
            Command::TimeUp {
                exchange: exchange(),
                slot: "defense".into(),
            },
            r#"{"time_up":{"exchange":"4t9r2c1h","slot":"defense"}}"#,
        ),
        (Command::EndEpoch, r#""end_epoch""#),
        (
            Command::SealRoll { roll: 12 },
            r#"{"seal_roll":{"roll":12}}"#,
        ),
        (Command::OpenRoll { seal: 1 }, r#"{"open_roll":{"seal":1}}"#),
        (
            Command::OwnDice { own: true },
            r#"{"own_dice":{"own":true}}"#,
        ),
        (
            Command::Answer {
                exchange: exchange(),
                slot: "soak@1".into(),
                answer: AnswerInput::Roll {
                    bought: vec!["willpower".into()],
                    faces: Some(vec![8, 1, 3]),
                },
                throws: false,
            },
            r#"{"answer":{"exchange":"4t9r2c1h","slot":"soak@1","answer":{"roll":{"bought":["willpower"],"faces":[8,1,3]}}}}"#,
        ),
        (
            Command::Rule {
                exchange: exchange(),
                ruling: RulingKind::Add {
                    slot: "attack".into(),
                    label: rules::base::text::Name::new("Darkness").expect("a name"),
                    value: -2,
                },
                why: "no lamp".into(),
            },
            r#"{"rule":{"exchange":"4t9r2c1h","ruling":{"add":{"slot":"attack","label":"Darkness","value":-2}},"why":"no lamp"}}"#,
        ),
        (
            Command::TakeBack {
                exchange: exchange(),
            },
            r#"{"take_back":{"exchange":"4t9r2c1h"}}"#,
        ),
        (
            Command::RunAgain {
                exchange: exchange(),
                step: None,
            },
            r#"{"run_again":{"exchange":"4t9r2c1h"}}"#,
        ),
        (
            Command::RunAgain {
                exchange: exchange(),
                step: Some(1),
            },
            r#"{"run_again":{"exchange":"4t9r2c1h","step":1}}"#,
        ),
        (
            Command::Withdraw {
                exchange: exchange(),
            },
            r#"{"withdraw":{"exchange":"4t9r2c1h"}}"#,
        ),
    ]
}

fn asks() -> Vec<Written> {
    let (one, two) = (id(), other());
    let ask = AskId(82910);
    vec![
        (
            Command::AskRoll(Box::new(AskInput {
                pool: vec![
                    PoolPart::Trait("wits".into()),
                    PoolPart::Trait("alertness".into()),
                ],
                reading: Parameters::default().with("difficulty", 7),
                of: [one, two].into_iter().collect(),
                telling: AskTelling::Secret { announced: true },
                words: "Something moves in the choir.".into(),
                needs: 2,
                against: None,
                helper: None,
                seconds: Some(30),
                follows: vec![
                    AskConsequence::Condition("prone".into()),
                    AskConsequence::Tick {
                        clock: ClockId(7),
                        passed: true,
                    },
                    AskConsequence::Handout(HandoutId(9)),
                ],
            })),
            r#"{"ask_roll":{"pool":[{"trait":"wits"},{"trait":"alertness"}],"reading":{"difficulty":7},"of":["0k3m9xya","pfnw2gpy"],"telling":{"secret":{"announced":true}},"words":"Something moves in the choir.","needs":2,"seconds":30,"follows":[{"condition":"prone"},{"tick":{"clock":7,"passed":true}},{"handout":9}]}}"#,
        ),
        (
            Command::AnswerAsk {
                ask,
                who: one,
                reply: AskReply::Roll {
                    added: ["specialty".to_owned()].into_iter().collect(),
                    faces: Some(vec![8, 3]),
                },
            },
            r#"{"answer_ask":{"ask":82910,"who":"0k3m9xya","reply":{"roll":{"added":["specialty"],"faces":[8,3]}}}}"#,
        ),
        (
            Command::AnswerAsk {
                ask,
                who: one,
                reply: AskReply::Instead {
                    pool: vec![PoolPart::Trait("perception".into()), PoolPart::Number(-1)],
                },
            },
            r#"{"answer_ask":{"ask":82910,"who":"0k3m9xya","reply":{"instead":{"pool":[{"trait":"perception"},{"number":-1}]}}}}"#,
        ),
        (
            Command::StepAsk {
                ask,
                step: AskStep::RollMissing,
            },
            r#"{"step_ask":{"ask":82910,"step":"roll_missing"}}"#,
        ),
        (
            Command::StepAsk {
                ask,
                step: AskStep::Tell {
                    passed: [(one, true)].into_iter().collect(),
                },
            },
            r#"{"step_ask":{"ask":82910,"step":{"tell":{"passed":{"0k3m9xya":true}}}}}"#,
        ),
        (
            Command::StepAsk {
                ask,
                step: AskStep::Settle {
                    who: one,
                    accept: true,
                },
            },
            r#"{"step_ask":{"ask":82910,"step":{"settle":{"who":"0k3m9xya","accept":true}}}}"#,
        ),
    ]
}

fn handouts() -> Vec<Written> {
    let card = HandoutId(7);
    vec![
        (
            Command::EditHandout(HandoutEdit::Put {
                id: Some(card),
                to: Box::new(HandoutInput {
                    kind: HandoutKind::Picture,
                    name: "The pier".into(),
                    text: vec![PassageInput {
                        words: "Tuesday".into(),
                        covered: true,
                    }],
                    picture: Some(HandoutPictureInput {
                        id: PictureId(7),
                        words: "a pier".into(),
                        covered: vec![CORNER],
                    }),
                    may_show: true,
                    announced: true,
                }),
            }),
            r#"{"edit_handout":{"put":{"id":7,"to":{"kind":"picture","name":"The pier","text":[{"words":"Tuesday","covered":true}],"picture":{"id":"00000000000000000000000000000007","words":"a pier","covered":[{"x":0,"y":0,"width":500,"height":250}]},"may_show":true,"announced":true}}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Remove { id: card }),
            r#"{"edit_handout":{"remove":{"id":7}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Give {
                id: card,
                to: Set::from_iter([id()]),
            }),
            r#"{"edit_handout":{"give":{"id":7,"to":["0k3m9xya"]}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Recall {
                id: card,
                from: Set::from_iter([id()]),
                quiet: true,
            }),
            r#"{"edit_handout":{"recall":{"id":7,"from":["0k3m9xya"],"quiet":true}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Screen { id: card, on: true }),
            r#"{"edit_handout":{"screen":{"id":7,"on":true}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Uncover {
                id: card,
                part: CoveredPart::Words("Tuesday".into()),
                only: Set::from_iter([id()]),
            }),
            r#"{"edit_handout":{"uncover":{"id":7,"part":{"words":"Tuesday"},"only":["0k3m9xya"]}}}"#,
        ),
        (
            Command::EditHandout(HandoutEdit::Uncover {
                id: card,
                part: CoveredPart::Area(CORNER),
                only: Set::new(),
            }),
            r#"{"edit_handout":{"uncover":{"id":7,"part":{"area":{"x":0,"y":0,"width":500,"height":250}}}}}"#,
        ),
        (
            Command::ShowHandout {
                id: card,
                to: Set::from_iter([id()]),
            },
            r#"{"show_handout":{"id":7,"to":["0k3m9xya"]}}"#,
        ),
        (
            Command::NoteHandout {
                id: card,
                words: "a sailor".into(),
            },
            r#"{"note_handout":{"id":7,"words":"a sailor"}}"#,
        ),
    ]
}

/// The upper left of a picture.
const CORNER: Area = Area {
    x: 0,
    y: 0,
    width: 500,
    height: 250,
};

#[test]
fn every_command() {
    let commands = [
        table(),
        cast(),
        round(),
        more_round(),
        harm(),
        more_harm(),
        gear(),
        dice(),
        exchanges(),
        asks(),
        handouts(),
    ];
    for (command, expected) in commands.into_iter().flatten() {
        // A command that is missing above does not compile here.
        match &command {
            Command::Sit { .. }
            | Command::Unseat { .. }
            | Command::Mute { .. }
            | Command::Propose { .. }
            | Command::Settle { .. }
            | Command::Retract { .. }
            | Command::Title { .. }
            | Command::Add { .. }
            | Command::Remove { .. }
            | Command::Rename { .. }
            | Command::Reveal { .. }
            | Command::Hide { .. }
            | Command::Group { .. }
            | Command::Ungroup { .. }
            | Command::LeaveGroup { .. }
            | Command::Edit { .. }
            | Command::Assign { .. }
            | Command::Note { .. }
            | Command::RollInitiative { .. }
            | Command::Move { .. }
            | Command::Sort
            | Command::NextTurn { .. }
            | Command::GroupTurn { .. }
            | Command::PreviousTurn { .. }
            | Command::Harm { .. }
            | Command::MarkBoxes { .. }
            | Command::Count { .. }
            | Command::Spend { .. }
            | Command::Adjust { .. }
            | Command::GiveInitiative { .. }
            | Command::Declare(_)
            | Command::Answer { .. }
            | Command::Rule { .. }
            | Command::TakeBack { .. }
            | Command::RunAgain { .. }
            | Command::Withdraw { .. }
            | Command::Plan { .. }
            | Command::Abort { .. }
            | Command::Wait { .. }
            | Command::CutIn { .. }
            | Command::Afflict { .. }
            | Command::Lift { .. }
            | Command::GiveItem { .. }
            | Command::ChangeItem { .. }
            | Command::CarryItem { .. }
            | Command::TakeItem { .. }
            | Command::SetTrait { .. }
            | Command::SetKind { .. }
            | Command::EditSheet { .. }
            | Command::StartFrom { .. }
            | Command::Situate { .. }
            | Command::SetCover { .. }
            | Command::RemoveCover { .. }
            | Command::EditScene { .. }
            | Command::EditClock { .. }
            | Command::RollFor { .. }
            | Command::EditHandout(_)
            | Command::ShowHandout { .. }
            | Command::NoteHandout { .. }
            | Command::Go { .. }
            | Command::SetDoor { .. }
            | Command::Hold { .. }
            | Command::Release { .. }
            | Command::Accept { .. }
            | Command::Waive { .. }
            | Command::EndScene
            | Command::PassTime { .. }
            | Command::Restore { .. }
            | Command::Say { .. }
            | Command::Whisper { .. }
            | Command::HouseRule { .. }
            | Command::Set { .. }
            | Command::EndEpoch
            | Command::SealRoll { .. }
            | Command::OpenRoll { .. }
            | Command::OwnDice { .. }
            | Command::Roll(_)
            | Command::AskRoll(_)
            | Command::AnswerAsk { .. }
            | Command::StepAsk { .. }
            | Command::SetTable { .. }
            | Command::SetScreen(_)
            | Command::TimeUp { .. }
            | Command::Undo
            | Command::UndoLine { .. }
            | Command::Redo
            | Command::RedoLine { .. } => check(command, expected),
        }
    }
}
