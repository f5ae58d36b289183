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
