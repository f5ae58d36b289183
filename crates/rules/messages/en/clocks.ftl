### Clocks and extended actions: the line that makes one.

the-line-is-too-long = that’s longer than { $most } characters
a-line-begins-with-a-name = start with a name, such as “Alarm 8, on failed Stealth”
how-many-segments = say how many segments, such as “Alarm 8”
a-clock-has-segments = a clock has { $min } to { $max } segments
it-needs-successes = it needs 1 to { $most } successes
it-takes-rolls = it takes 1 to { $most } rolls
does-not-say-what-fills = “{ $words }” doesn’t say what fills it. Use on failed Stealth, on Stealth, each turn, each round, each scene, by hand, hidden, pinned or untold
is-no-trait = “{ $word }” isn’t a trait of these rules, nor on any sheet here
is-nothing-a-roll-reads = “{ $words }” isn’t understood. Use 10 successes, 5 turns, a difficulty, hidden, pinned or untold

### Clocks and extended actions on the screen.

clocks = Clocks
pinned-clocks = Pinned clocks
# $filled (Number)
# $size (Number)
so-many-of = { $filled } of { $size }
hidden = hidden
fills-by-hand = Fills by hand.
fills-each-step = Each combatant’s turn fills one.
fills-each-round = Each { $round } fills one.
fills-each-scene = Each scene fills one.
fills-on-failed = Each failed { $of } roll fills one.
fills-on-successful = Each successful { $of } roll fills one.
# $size (Number)
when-full = At { $size }: { $words }
only-you-when-full = For you alone: { $words }
nobody-else-knows = Nobody else knows of it.
it-is-full = It’s full.
# $over (Number)
too-many = { $over } too many.
it-is-done = Done.
# $needed (Number)
so-many-successes =
    { $needed ->
        [one] 1 success
       *[other] { $needed } successes
    }
# $rolls (Number)
so-many-rolls-each =
    { $rolls ->
        [one] 1 roll each
       *[other] { $rolls } rolls each at most
    }
it-is-over = It’s over: { $botch }.
# $turn (Number)
# $most (Number)
turn-of = Turn { $turn } of { $most }
# $turn (Number)
turn-number = Turn { $turn }
# $percent (Number)
# $turn (Number)
at-this-pace-done-in = at this pace done in turn { $turn } ({ $percent }%)
# $percent (Number)
# $turn (Number)
by-then-only = done by turn { $turn }: { $percent }%
leads = leads
helps = helps
# $turn (Number)
# $successes (Number)
in-turn = turn { $turn }: { $successes }
you = you
to-roll = to roll
roll-for-combatant = Roll for { $name }
roll-for-it = { $button } for it
who-takes-part = Who takes part
joins = joins { $name }
leaves = leaves { $name }
drag-them-here = Drag them here from the order, or choose:
seen-to = Seen to
is-due = { $name }: { $words }
botch-is-due = { $name }: { $botch }. Say what comes of it.
due-now = To see to
fill-one-of = Fill one of { $name }
empty-one-of = Empty one of { $name }
change = Change…
show-it = Show it
hide-it = Hide it
pin = Pin
put-it-away = Put it away
no-clock-yet = No clock yet. Try “Alarm 8, on failed Stealth”.
new-clock = New clock
new-clock-example = New clock: Alarm 8, on failed Stealth
add = Add
name = Name
segments = Segments
successes-needed = Successes needed
words-for-all = Words for all when it’s full
words-for-you = Words for you when it’s full
slip-for-you = Slip for you when it’s full
brings-a-condition = When it’s full, a condition
nothing = None
to-whom = To whom
darkens-a-place = When it’s full, a place goes dark
how-dark = How dark
gives-a-handout = When it’s full, a handout
every-players-character = Every player’s character
the-players-fill-it = The players work on it
save = Save
cancel = Cancel
pool = Pool
rolls-each = Rolls each at most
fills-by = Filled by
by-hand = You, by hand
a-failed-roll-of = A failed roll of…
a-successful-roll-of = A successful roll of…
each-combatants-turn = Each combatant’s turn
each-round = Each { $round }
each-scene = Each scene
trait = Trait
players-are-told = Players are told what fills it
