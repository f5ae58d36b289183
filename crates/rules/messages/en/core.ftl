### What all rule systems share: typed rolls, files, dice that can be checked, health tracks.

pick-a-character-first = Pick a character first.
init-stands-alone-it-rolls = Nothing goes after /init: it rolls for your character.
unknown-command-try = Unknown command. Try { $known }
something-is-missing-before = Something is missing before { $word }.
is-no-number-and-no = { $word } isn’t a number or a trait.
put-plus-or-minus-before = Put + or − before { $word }.
means-nothing-here-try = { $word } means nothing here. Try { $example }
something-is-missing-at-the = Something is missing at the end.
say-what-to-roll = Say what to roll: { $example }
is-read-of-no-dice = { $sign } only works with this system’s own dice: { $sides }.
a-number-is-missing-behind = A number is missing after { $sign }.
that-is-there-twice = { $sign }{ $value } is there twice.
a-die-counts-here-from = Here a die always counts from { $always } up: leave out { $sign }{ $value }.
dice-are-not-counted-here = Dice aren’t counted here: { $sign }{ $value } means nothing.
that-number-is-too-large = That number is too large.
typed = Typed
that-is-there-twice-2 = { $word } is there twice.
goes-from-to = { $title } goes from { $least } to { $most }.
n1-or-0 = { $title } is 1 or 0.
dice-are-typed-as-2d6 = { $word }: type dice as 2d6; you can only add or subtract them.
n1-to-dice = { $word }: roll 1 to { $most_plain } dice.
a-die-has-2-to = { $word }: a die has 2 to { $most_sides } sides.
cannot-stand-beside-ordinary-dice = { $word } doesn’t go with plain dice: they only take +, − and numbers, as in 2d6 + 3.
that-is-more-than-dice = That’s more than { $most_plain } dice, or more than 20 parts.
in-hand = in hand
put-away = put away
out-of-reach = out of reach
not-an-id = not an ID
with = { $passes }, with { $care }
a-plan-has-1-to = a plan can have 1 to { $most } actions here
that-many-extra-actions-cannot = you can’t have that many extra actions here
at-most-willpower-can-be = you can spend at most { $most } Willpower on rolls each round here
a-defense-must-be-one = a defense must be one of the declared actions
no-declared-action-is-of = no declared action is of that kind
there-is-no-such-stance = there is no such stance
this-house-rule-is-either = this house rule is either on or off
this-house-rule-is-a = this house rule is a whole number from { $least } to { $most }
no = { $title }: no, { $off }
no-2 = { $title }: no
bashing = bashing
lethal = lethal
aggravated = aggravated
and = { $most } and { $last }
takes = takes { $damage }
total = total { $total }
roll-or-init = /roll or /init
nobody-rolls-who-is = No one can roll while { $word } ({ $rule }).
there-is-nothing-written-there = there’s nothing written there
that-is-longer-than-characters = that’s longer than { $most_name } characters
that-holds-an-invisible-or = that has an invisible or direction-changing character in it
a-health-track-needs-at = a health track needs at least one box
a-health-track-has-at = a health track has at most { $most_boxes } boxes
these-marks-cannot-stand-on = these marks don’t fit another kind of health track: clear them first
there-are-more-marks-than = there are more marks than boxes
health-needs-at-least-one = health needs at least one point
health-has-at-most-points = health has at most { $most_points } points
that-was-too-fast-wait = that was too fast: wait a moment
the-server-could-not-keep = the server couldn’t save that: try again
the-log-of-this-encounter = this encounter’s log is damaged: you can read it, and play on in a new encounter
this-table-has-written-all = this table has written all it may today: you can go on in { $hours } h { $minutes } min
this-table-has-written-all-it-may = this table has written all it may: go on at a new one
that-is-not-json = that’s not JSON
that-is-no-message-of = that’s not a message of this protocol
messages-are-text = messages are text
that-message-is-too-long = that message is too long
say-hello-first-and-once = say hello first, and once
too-many-messages = too many messages
that-is-no-file-of = That isn’t a table’s file: pick one that Coterie gave you.
that-file-was-written-by = That file was written by a newer version of Coterie ({ $version }). Update this one first.
that-file-is-damaged-and = That file is damaged and can’t be read ({ $cause }).
that-file-does-not-fit = That file doesn’t add up: { $cause }. Nothing was taken from it.
that-file-holds-more-than = That file holds more than a table can: { $what }.
that-file-takes-too-long = That file takes too long to read here.
there-is-no-version-0 = there is no version 0
in-the-records-make-another = in “{ $title }” the records make a different cast than it says
ends-otherwise-than-it-says = “{ $title }” ends differently than it says
how-ends-was-changed-after = how “{ $title }” ends was changed after it was written
somebody-sits-in-a-seat = someone is in a seat this table doesn’t have
its-seats-are-not-in = its seats are out of order
two-are-called = two are called “{ $seat }”
nobody-tells-the-story = there’s no storyteller
two-tell-the-story = there are two storytellers
it-is-to-hold-one = it should hold exactly one encounter
one-encounter-is-to-be = exactly one encounter should be the current one
bytes-of-a-portrait = bytes of a portrait
the-dice-of-two-encounters = the dice of two encounters are bound to one id
a-portrait-is-in-it = a portrait is in it twice
something-of-it-happened-after = something in it happened after the year 9999
in-record-is-missing = in “{ $title }” record { $nth } is missing
record-stands-there-twice = record { $no } stands there twice
bytes-of-a-record = bytes of a record
a-combatant-stands-nowhere-or = a combatant is in no place, or in two
it-is-the-turn-of = it’s the turn of a combatant who isn’t there
words-in-one-encounter = words in one encounter
it-cannot-be-shown = it can’t be shown
nobody-answered-that = No one answered that.
chosen = Chosen
aims-at = aims at
hides-behind = hides behind
helps-against = helps against
there-is-no = There is no `{ $key }`.
someone-unseen-attacks = Someone unseen attacks: { $harm }
someone-unseen-attacks-2 = Someone unseen attacks
roll = roll { $no }
seal = seal { $no }
a-seal-is-missing = a seal is missing
its-sum-is-missing = its sum is missing
it-is-not-as-it = it’s not as it was given out: something was changed or taken out
there-are-two-epochs-of = there are two epochs of this number
the-epoch-before-it-is = the epoch before it is missing
rolls-had-been-made-by = { $by_then } rolls had been made by then, but the list has { $rolls }
its-secret-was-told-and = its secret was told but is missing
when-its-secret-was-told = the time its secret was told is missing
the-server-was-bound-to = the server was bound to { $commitment }, but the secret makes { $made }
it-is-number-of-its = it’s number { $counter } of its roller, but the one before was number { $last }
its-epoch-is-not-in = its epoch isn’t in the list
it-was-made-before-the = it was made before the server was bound
it-was-made-after-the = it was made after the secret was told
die-shows-and-the-secret = die { $at } shows { $face }, but the secret says { $right }
there-is-no-die-in = there is no die { $at } in a roll
what-is-told-is-not = what is told isn’t what was sealed
hidden-epoch = hidden epoch
not-the-right-number-of = not the right number of lowercase hex digits
d = { $before }d{ $sides } { $face }
a-health-track-has-1 = a health track has 1 to { $most_levels } levels
a-level-costs-0-to = a level costs 0 to −{ $most }
a-level-costs-no-less = a level costs no less than the one before it
only-the-last-level-is = only the last level is “{ $out }”
the-last-level-is-end = the last level is “{ $out }”: end the costs with it
is-not-what-a-level = “{ $word }” isn’t what a level costs: write a number of levels, or costs such as 0,-1,-2,{ $out }
health-has-no-levels-here = health has no levels here
grapples = grapples
holds = holds
pins = pins
controls = controls
epoch = epoch
worn = worn
points = points
turns-pass =
    { $count ->
        [one] A { $round } passes
       *[other] { $count } { $round }s pass
    }
minutes-pass =
    { $count ->
        [one] A minute passes
       *[other] { $count } minutes pass
    }
hours-pass =
    { $count ->
        [one] An hour passes
       *[other] { $count } hours pass
    }
weeks-pass =
    { $count ->
        [one] A week passes
       *[other] { $count } weeks pass
    }
nights-pass =
    { $count ->
        [one] A night passes
       *[other] { $count } nights pass
    }
storyteller = storyteller
co-storyteller = co-storyteller
player = player
spectator = spectator
reason-and-rule-short = { $reason } ({ $rule })
reason-and-rule = { $reason } ({ $rule }).
passes-like-that = { $passes }, { $care }
deed-of = { $name }: { $deed }
deed-at = { $deed } at { $targets }
deed-of-at = { $name }: { $deed } at { $targets }

distance-in-yards =
    { $distance ->
        [one] 1 yard
       *[other] { $distance } yards
    }
distance-in-squares =
    { $distance ->
        [one] 1 square
       *[other] { $distance } squares
    }

# Where those who are thrown land in the scene.
where-do-they-land = Where do they land?
in-the-same-place = Here: { $place }
into-a-place = Into { $place }
out-of-a-window = Out of the window, into { $place }
over-the-edge = Over the edge, into { $place }
lands-in-the-water = lands in the water
falls-that-far = falls { $distance }: the storyteller says what that does
falls = falls: the storyteller says what that does
sum-of = { $one } + { $other }
difference-of = { $one } − { $other }
less = −{ $one }
modifier = Modifier
