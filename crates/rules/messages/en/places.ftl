### The places of the scene on a phone, in an exchange, and in the order.

the-scene-is-gone = There’s no scene right now.
hidden = hidden
not-in-the-scene-yet = Not in the scene yet
who-knows = who knows?
nobody-is-here = Nobody’s here.
# $more (Number)
and-more = +{ $more }
with-you = With you: { $names }
move-here = Move here
propose-to-move-here = Propose: move here
move-here-anyway = Move here anyway
put-here = Start here
open-the-door = Open the door
close-the-door = Close the door
open-the-door-between = Open the door between { $from } and { $to }
close-the-door-between = Close the door between { $from } and { $to }
unlock-the-door-between = Unlock and open the door between { $from } and { $to }
open = Open
close = Close
unlock = Unlock
whats-here = What’s here?
step-up = Step up
get-behind = Get behind
step-aside = Step aside
step-up-to = Step up to { $name }
get-behind-named = Get behind { $name }
next-to-you = next to you
behind-you = behind you
in-front-of-you = in front of you
next-to = next to { $name }
behind = behind { $name }
it-takes-your-action = This takes your action.
ways-from-here = Ways from here
# $count (Number)
move-so-many-here =
    { $count ->
        [one] Move 1 here
       *[other] Move { $count } here
    }
move-somebody-here = Move somebody here…
marks = Marks…
show-it = Show
hide-it = Hide
show-named = Show { $name } to players
hide-named = Hide { $name } from players
everybody-is-here = Everybody’s here already.
for-you-alone = for you alone
whom-do-you-move = Whom do you move?

at-arms-length = at arm’s length
by-way-of = by way of { $place }
no-line-because = No line from here: { $why }
something-solid = something solid is in the way
from-the-scene = from the scene
about-the-term = { $term }, from the scene
change-for-this-roll = Change for this roll
change-in-the-scene = Change in the scene
leave-it-out = Leave it out
a-term-is-worth = What { $term } is worth
set-it = Set it
changed-by-hand = { $term }, changed by hand
between-here-and-there = { $here }. { $between }. { $there }.
both-in = Both in { $place }, { $between }.
further-target = { $name }: { $place }, { $distance }

do-not-let-them-see-in = Don’t let them see in
do-not-let-them-see-into = Don’t let players see into { $name }
move-so-many-for =
    { $count ->
        [one] Move 1 here: { $cost }
       *[other] Move { $count } here: { $cost }
    }
show-it-in-the-scene = Show it in the scene
propose-it = Propose it
better-without = In { $place } this wouldn’t help { $name }: { $what }.
better-numbers = In { $place } it would be { $there } instead of { $here }.
open-from-there = From { $place } there’s a clear way to { $name }.
but-it-is-the-whole-turn = But getting there is { $pace }, so not this turn.
getting-there-is = Getting there is { $cost }.

is-in-place = { $name } is in { $place }
is-out-of-sight = { $name } is out of sight
goes-from-you = { $name } goes to { $place }, { $distance } from you
goes-away = { $name } goes to { $place }
comes-to-you = { $name } comes to { $place }, where you are
leaves-the-scene = { $name } leaves the scene
is-now-next-to = { $who } is next to { $name }
is-now-behind = { $who } is behind { $name }
