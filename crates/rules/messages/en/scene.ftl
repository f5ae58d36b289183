### The scene as places: the board, its cards, and what a way costs.

# $distance (Number)
yards =
    { $distance ->
        [one] 1 yard
       *[other] { $distance } yards
    }
# $distance (Number)
squares =
    { $distance ->
        [one] 1 square
       *[other] { $distance } squares
    }
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
everyone-starts-in-the-first = Everyone starts in the first place. A fight without a scene works, too.
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
moved-to = { $name }: { $way }
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
locked-nobody-moves = Locked: no one moves in or out
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
