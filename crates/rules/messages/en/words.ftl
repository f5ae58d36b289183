### Lines of the log, and where the fight stands.

by = by { $by }, { $runs }
by-2 = by { $by }
and = { $from } and { $to }
no-longer = { $by } no longer { $word } { $on }
the-scene-is-over = The scene is over
let-pass = skipped
leaves-the-order = { $name } leaves the order
moves-in-the-order = { $name } moves in the order
the-order-is-as-rolled = The order is sorted by initiative
players-see-foes-health = Players see foes’ health
players-no-longer-see-foes = Players no longer see foes’ health
sits-down-as = { $name } sits down as { $word }
is-muted = { $name } is muted
may-play-again = { $name } is no longer muted
proposes = { $name } proposes: { $words }
proposed-by = Proposed by { $name }
not-done-as-proposed = { $name }’s proposal is declined: { $words }
no-longer-proposed-by = { $name }’s proposal is off: { $words }
leaves-the-table = { $name } leaves the table
the-scene-is-now = The scene is now “{ $title }”
on-the-bench =
    { $count ->
        [one] { $names } joins the bench
       *[other] { $names } join the bench
    }
along =
    { $count ->
        [one] { $names } comes along
       *[other] { $names } come along
    }
from = from “{ $from }”
is-gone = { $name } is gone
is-now = { $before } is now called { $after }
appears = { $name } appears
is-hidden-from-players = { $name } is hidden from players
has-a-new-portrait = { $name } has a new portrait
has-no-portrait = { $name } no longer has a portrait
acts-alone = { $names } leaves the group
act-as-one = { $names } act as one
act-on-their-own = { $names } split up
plays = { $to } plays { $name }
is-the-storytellers = The storyteller plays { $name }
no-condition-any-more = { $name }: note cleared
left = { $left } left
is = { $name } is { $word }
is-no-more = { $name } is no longer { $word }
more-than-the-track-can = { $excess } past the last box
is-theirs-now = { $name } now has { $item }
is-theirs-no-more = { $name } no longer has { $item }
item-of = { $name }: { $item }
number-of-an-item = { $title }: { $number }
no-any-more = no { $title }
trait-on-the-sheet = { $name }’s sheet: { $title } { $value }
trait-off-the-sheet = { $name }’s sheet: { $title } cleared
on-the-sheet = { $name }’s sheet: { $words }
a-real-die = a real die
from-typed-numbers-not-from = typed in, not from a sheet
changed-by-hand = changed by hand
given-from-the-log = given from the log
a-second-roll-this-the = second roll this { $round }: the first one counts
nobody-here-has-it-yet = not given to anyone yet
house-rule = House rule: { $key }
out-of-turn = out of turn ({ $rule })
has-declared = { $name } has declared
sealed-until-everybody-has = sealed until everyone has declared
takes-back-what-was-declared = { $name } takes back the declaration
gives-up-an-action-for = { $name } aborts an action to defend
tries-to-defend-instead-and = { $name } tries to abort an action and fails
has-waited-and-acts-now = { $name } stops waiting and acts now
waited-too-long = { $name } waits too long
against = against { $at }
ruling-on = Ruling on { $what }: { $words }
one-step-back = { $what }: last step undone
given-up = canceled
before-the-fight = Before the fight
is-out-and-passed-over = { $name } is down and skipped
are-out-and-passed-over = { $more } are down and skipped
roll-initiative = { $round }: roll initiative
spends = { $name } spends { $count } { $pool }
regains = { $name } regains { $count } { $pool }
sealed = sealed
together-with = { $deed }, together with { $others }
back-to = back to { $round }
real-dice = real dice
as-before = as before
of = { $now } of { $most }
unhurt-boxes = unhurt, { $size } boxes
of-boxes = { $marks } of { $size } boxes
points = { $most } points
boxes = { $size } boxes
marked-by-the-storyteller = Only the storyteller can mark { $name }’s boxes.
marked-by-their-owner = Only { $owner } or the storyteller can mark { $name }’s boxes.
actions = { $actions } actions
extra-actions = extra actions
willpower = Willpower { $willpower }
one-action = one action
a-defense = a defense
all-defenses = all defenses
action-is-a-defense = action { $number } is a defense
actions-are-defenses = actions { $many } are defenses
the-fight-has-not-begun = the fight hasn’t started
everybody-rolls = everyone rolls initiative
declares = { $first } declares
takes-the-rest-2 = { $first } takes the remaining actions
acts = { $first } acts
acts-together-with = { $first } acts together with { $with }
then-the-next = then the next { $round }
then-declares = then { $first } declares
then-takes-the-rest = then { $first } takes the remaining actions
then-acts = then { $first } acts
is-next = { $name } is next
you-are-next = you’re next
you-are-next-with = you’re next with { $name }
begin = Begin
done-declaring = Done declaring
end-my-turn = End my turn
next = Next
next-2 = Next { $round }
begin-declaring = Begin declaring
begin-acting = Begin acting
on-to-the-rest = Remaining actions
the-newest-step = the last step
and-more = { $words } and { $more } more
yours = { $words }, yours
rolls = { $first } rolls initiative
empty = empty

# The places of the scene, in the log.
the-scene-has-a-place = New place in the scene: { $name }
the-scene-has-no-place = There’s no place called { $name } any more
the-place-is-called = The place { $was } is now called { $name }
the-place-has-changed = The place { $name } has changed
one-can-see-into = One can see into { $name } now
nobody-sees-into = No one sees into { $name } any more
so-many-to =
    { $count ->
        [one] { $name } to { $place }
       *[other] { $count } to { $place }
    }
so-many-out =
    { $count ->
        [one] { $name } out of the scene
       *[other] { $count } out of the scene
    }
there-is-no-way-between = There’s no longer a way between { $from } and { $to }
there-is-a-way-between = There’s a way between { $from } and { $to }
it-is-this-far-between = { $from } and { $to } are { $distance } apart
the-door-between-is-open = The door between { $from } and { $to } is open
the-door-between-is-closed = The door between { $from } and { $to } is closed
the-door-between-is-locked = The door between { $from } and { $to } is locked
the-scene-is-in-use = The scene is set: everyone sees who is where
the-scene-is-put-away = The scene is put away
goes-to = { $name } goes to { $place }
comes-into-the-scene = { $name } is now in { $place }
from-place = from { $place }
so-far-from = { $distance } from { $place }
leaves-the-scene = { $name } leaves the scene
moved-by-the-storyteller = moved by the storyteller
steps-up-to = { $who } steps up to { $name }
gets-behind = { $who } gets behind { $name }
you-whisper = You
you-listen = you
one-and-other = { $others } and { $last }
whisper-to-alone = { $by }, to { $to } alone: { $words }
nobody-else-reads-this = no one else reads this
the-storyteller-whispers-to-you = The storyteller whispers to you: { $words }
whispers-to-you = { $by } whispers to you: { $words }

### Log lines about clocks.

# $size (Number)
a-clock-begins = { $name }: { $size } to fill
the-clock-is-called = { $was } is called { $name } now
the-clock-has-changed = { $name } has changed
the-clock-is-put-away = { $name } is put away
the-clock-is-hidden = { $name } is hidden
# $filled (Number)
# $size (Number)
clock-at = { $name }: { $filled } of { $size }
# $filled (Number)
clock-to = { $name } to { $filled }
now-everyone-sees-it = now everyone sees it
# $over (Number)
too-many-by = { $over } too many
a-botch-ends-it = a { $botch } ends it
a-turn-is-over = a turn is over
a-round-is-over = a { $round } is over
as-the-scene-is-over = the scene is over
fails-a-roll = { $name } fails { $of }
succeeds-at-a-roll = { $name } succeeds at { $of }
a-roll-failed = a roll of { $of } failed
a-roll-succeeded = a roll of { $of } succeeded
# $successes (Number)
brings-successes =
    { $successes ->
        [one] { $name } brings 1 success
       *[other] { $name } brings { $successes } successes
    }
something-filled-it = something filled it
the-roll-was-taken-back = the roll was taken back

### Log lines about safety.

the-table-paused = The table paused
the-table-slows-down = The table slows down
the-table-goes-on = All good, the table goes on
