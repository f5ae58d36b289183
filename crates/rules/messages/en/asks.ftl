### Rolls that the storyteller asks for.

## The form
ask-for-a-roll = Ask for a roll…
ask-for-a-roll-title = Ask for a roll
pool-to-roll = What to roll
pool-example = Wits + Alertness
not-understood = { $part }: no trait here is called that.
they-roll = They roll { $pool }
modifier = Modifier
whom = Whom
all = All
how-it-is-told = How it’s told
open = Open
pass-or-fail = Pass or fail
secret = Secret
open-means = Everyone sees the dice.
pass-or-fail-means = Players learn only whether they passed.
secret-means = Only you see how it turns out.
say-that-something-was-asked = Tell the others that something was asked
line-for-the-players = What they notice, if anything
more = More
needs-successes = Successes needed
opposed-by = Opposed by
helped-by = Helped by
nobody = Nobody
on-failure = On a failure
nothing = Nothing happens
fills-a-clock = Fills a clock
no-clock = None
clock-on-each-failure = { $clock }, on each failure
clock-on-each-pass = { $clock }, on each pass
who-passes-gets = Whoever passes gets
no-handout = Nothing
answer-within = Answer within
no-limit = No limit
so-many-seconds = { $seconds } s
pick-in-the-order = Or tap them in the order or the scene.
ask-players =
    { $count ->
        [one] Ask { $name }
       *[other] Ask { $count } of them
    }
asked-most = Asked most here
no-player-is-here = No player is here. Roll for them?
close = Close

## The gathering card
these-rolls = Rolls you asked for
is-secret = secret: only you see how it turns out
is-pass-or-fail = they learn only whether they passed
is-open = open
not-here = not here
asks-instead = asks for { $pool } instead
rolls-instead = { $pool } instead
stands-against = rolls against them
helps-them = helps
roll-for = { $roll } for { $name }
roll-for-missing =
    { $count ->
        [one] Roll for the last one
       *[other] Roll for the other { $count }
    }
tell-who-passed = Tell who passed…
tell-them = Tell them
passed-checked = Checked: they’re told they passed. Unchecked: they’re told they failed.
show-the-dice = Show the dice
keep-it = Keep it to yourself
done = Done
call-it-off = Call it off
let-them = Let them
as-asked = As asked
# $made (Number)
# $all (Number)
so-many-of = { $made } of { $all }
foes-in-one =
    { $count ->
        [one] 1 foe
       *[other] { $count } foes
    }
passed = passed
failed = failed
rolled-by-you = you rolled
has-it-open = has it open
# $seconds (Number)
seconds-left = { $seconds } s left
time-is-up = time’s up
failure-brings = on a failure: { $condition }
failure-fills = each failure fills { $clock }
pass-fills = each pass fills { $clock }
pass-brings = whoever passes gets “{ $handout }”

## The card of whoever is asked
asks-you = The storyteller asks you
asks-you-and-others =
    { $count ->
        [one] The storyteller asks you and one other
       *[other] The storyteller asks you and { $count } others
    }
asks-named = The storyteller asks { $name }
something-else = Something else…
what-would-you-rather-roll = What would you rather roll?
ask-for-that = Ask for that
waits-for-the-storyteller = You asked for { $pool }. The storyteller decides.
not-now = Not now
still-asked = { $pool }: still to roll
secret-to-you = Secret: your dice fall face down. Only the storyteller sees how it turns out.
pass-or-fail-to-you = You learn whether you pass. How well, the storyteller keeps.
rolled = { $pool } · rolled
the-storyteller-has-it = The storyteller has it.
dice-are-sealed = Your dice are fixed: nobody can turn one any more.
sealed-as = Sealed as { $seal }: if they’re shown, this page checks them.
seal-holds = Checked: these are the dice that lay face down, sealed as { $seal }.
seal-is-broken = These aren’t the dice that lay face down: their seal was { $seal }.
you-passed = You passed.
you-failed = You failed.
others-passed = { $names } passed, too.
others-failed = { $names } failed.
name-and-result = { $name } { $result }
time-is-up-for-you = Time’s up. You can still roll, or the storyteller rolls for you.
help-comes-first = { $name } helps first.
needs = needs { $count }

## Spoken
spoken-question = The storyteller asks you: { $pool }. { $words } { $roll }, button.
spoken-answer = { $name }, { $result }. { $made } of { $all }.
spoken-all = All have answered: { $passed } passed.

## The log
asks-for = { $by } asks for { $what }
asks-for-something = The storyteller asks something of somebody
has-passed = { $name } passes { $what }
has-failed = { $name } fails { $what }
tells-who-passed = The storyteller tells how { $what } went
shows-the-dice = The dice of { $what } are shown
calls-off = { $what } is called off
who-passed = passed: { $names }
who-failed = failed: { $names }
the-storyteller = The storyteller
cancel = Cancel
