### The description of a scene as places, and the scenes one can start from.

line-of-the-scene = line { $line }: { $why }
the-description-is-too-long = that’s longer than { $most } characters
a-scene-has-at-most = a scene has at most { $most } places
a-line-begins-with-a-place = start with a place, such as “Gallery: height 5, railing”
there-is-no-mark = “{ $word }” isn’t a mark. Use dark, fog, crowd, crates or other cover, height, drop, water, tight, hidden, unseen, locked or a note
there-is-no-such-way = “{ $word }” can’t be between two places. Use stairs, a ladder, a door, a window, a drop, a wall, one way or hidden
number-goes-from-to = that number goes from { $min } to { $max }
a-note-is-in-quotes = put the words in quotation marks, such as: note "It smells of gas"
a-way-leads-to-another-place = a way leads to another place
bar = Bar
bar-lines = Taproom: crowd 20, tables; Bar counter: bar; Gallery: height 4, railing; Back room: dim, tight; Back alley: dark; Street; Taproom 4 Bar counter; Taproom 8 Gallery by stairs; Bar counter 6 Back room by a door; Back room 6 Back alley by a door; Taproom 10 Street by a door
warehouse = Warehouse
warehouse-lines = Loading dock: crates; Warehouse floor: dim, crates; Catwalk: height 6, railing; Office: furniture; Yard: containers; Yard 12 Loading dock; Loading dock 10 Warehouse floor; Warehouse floor 8 Catwalk by a ladder; Catwalk 6 Office by a door; Warehouse floor 16 Office by a door
street = Street
street-lines = Street: crowd 10, cars; Sidewalk: doorway; Alley: dark, tight; Rooftop: height 8, wall; Shop: counter; Street 6 Sidewalk; Sidewalk 4 Shop by a door; Sidewalk 8 Alley; Alley 10 Rooftop by a ladder
church = Church
church-lines = Porch: pillars; Nave: pews; Altar: altar; Gallery: height 6, railing; Crypt: black, tombs, tight; Graveyard: dark, tombs; Porch 6 Nave by a door; Nave 14 Altar; Nave 8 Gallery by stairs; Altar 10 Crypt by stairs and a door; Porch 8 Graveyard
subway = Subway
subway-lines = Platform: crowd 30, pillars; Train: tight, crowd 20; Tracks: drop 2; Tunnel: black, tight; Concourse: crowd 10; Service room: dim, machines; Platform 2 Train by an open door; Platform 4 Tracks by a drop; Tracks 20 Tunnel; Platform 16 Concourse by stairs; Platform 10 Service room by a locked door
big-house = Big house
big-house-lines = Hall: pillars; Salon: furniture; Kitchen: tables, tight; Upstairs: height 4, railing; Bedroom: dim; Garden: dark, hedge; Cellar: black, barrels; Hall 6 Salon by an open door; Hall 8 Kitchen by a door; Hall 8 Upstairs by stairs; Upstairs 6 Bedroom by a door; Kitchen 8 Cellar by stairs and a door; Salon 6 Garden by a window; Hall 10 Garden by a door

### The scene as places: the board, its cards, and what a way costs.

# $distance (Number)
yd = { $distance } yd
# $distance (Number)
sq = { $distance } sq
how-far = how far?
dim = dim
dark = dark
black = pitch dark
thin-fog = thin fog
thick-fog = thick fog
# $count (Number)
crowd-of =
    { $count ->
        [one] 1 bystander
       *[other] crowd of { $count }
    }
high = { $distance } up
drop-into-water = drop into water
drop-of = drop of { $distance }
tight = tight
door-open = door open
door-closed = door closed
door-locked = door locked
stairs = stairs
ladder = ladder
window = window
drop = drop
across = { $distance } · { $pace }
scene = Scene
stage = What the middle shows
no-scene-describe-one = No scene. Describe one…
edit-scene = Edit scene
only-you-see-the-scene = Only you see this scene so far.
use-this-scene = Use this scene
change-the-scene = Change the scene
leave-it-out = Leave it out
where-are-they = Where are they?
lines-example =
    Taproom: crowd
    Gallery: height, railing
    Taproom 12 Gallery by stairs
then-put-people-where = Then put people where they are. A fight without a scene works, too.
scene-of =
    { $count ->
        [one] Scene, 1 place
       *[other] Scene, { $count } places
    }
nobody = no one
not-in-the-scene = not in the scene yet
out-of-the-scene = out of the scene
add-a-place = Add a place
a-new-place = A new place
you-are-here = you are here
hidden-from-players = hidden from players
hidden-from-players-box = Hidden from players
tight-quarters = Close quarters
unknown-distance = ?
locked = locked
there-are = with { $names }
show-others =
    { $count ->
        [one] Show 1 more
       *[other] Show { $count } more
    }
# $count (Number)
group-of = { $name } and others, { $count } in all
beside = beside { $name }
stays-in = { $place }: stays
place-and-cost = { $place }: { $cost }
moved-to = { $name } goes to { $way }
cannot-go-there = { $name } can’t go there: { $why }
put-back = Put back.
lifted =
    { $count ->
        [0] { $name }: no place in reach. { $place }
        [one] { $name }: 1 place in reach. Arrows choose, Enter moves, Escape puts back. { $place }
       *[other] { $name }: { $count } places in reach. Arrows choose, Enter moves, Escape puts back. { $place }
    }
where-to = Where does { $name } go?
way-between = { $from } and { $to }
way-one-way = from { $from } to { $to } only
no-line = no line to shoot along
open-the-door = Open the door: { $way }
close-the-door = Close the door: { $way }
name = Name
note-for-all = Note for everyone
note-for-you = Note for you
save = Save
locked-nobody-moves = No one moves in or out
light = Light
lit = lit
air = Air
clear = clear
bystanders = Bystanders
height = Height
edge = Edge
no-drop = none
a-fall = a fall
depth = Depth
cover = Cover
how-good = How good
ways-from-here = Ways from here
connect-with = + { $name }
where-do-they-go =
    { $count ->
        [one] Where does the one who’s there go?
       *[other] Where do the { $count } who are there go?
    }
remove-the-place = Remove the place…
remove-the-way = Remove the way
no-door = no door
level-ground = level ground
distance = Distance
door = Door
way = Way
direction = Direction
both-ways = both ways
only-from = only from { $name }
solid-between = A wall or a floor bars the line
start-from = Start from
keep-it-for-later = Keep it for later
remove-the-scene = Remove the scene
what-no-line-names-stays = Lines add to the scene or change it. What no line names stays.
out-of-sight = out of sight
all-to = All to { $place }
moved-out = { $name } leaves the scene
water = water
unseen-box = Players don’t see who’s in it
players-cannot-see-in = players can’t see in
let-them-see-in = Let them see in
let-them-see-into = Let players see into { $name }
slowest-is = { $name } is the slowest
so-many-go-to = { $count } go to { $way }
so-many-leave = { $count } leave the scene
where-do-so-many-go = Where do { $names } go?
choose-several = Choose several
# $count (Number)
so-many-chosen =
    { $count ->
        [0] No one is chosen.
        [one] 1 is chosen. Choose more, then drag one of them or press M.
       *[other] { $count } are chosen. Drag one of them, or press M.
    }
move-them = Move them…
choose-no-one = Choose no one
chosen = chosen
jump-to-a-place = Jump to a place
jump-to = Jump to { $place }: Enter
no-such-place-here = No place begins like that
connect-hint = Drag from the edge of a card to another to connect them, or press C on a card’s name.
connect-hint-touch = To connect two places, open one by its name.
connects-from = From { $place }: arrows choose where to, Enter connects, Escape lets go.
how-far-between = How far from { $from } to { $to }?
connect = Connect
left-of = { $left } of { $distance } left
left-of-named = { $name }: { $left } of { $distance } left
