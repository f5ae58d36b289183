# The table screen: what a large display shows that everybody in the room looks at.

order = Order
newest-roll = Newest roll
where-everybody-is = Where everybody is
clocks = Clocks
join = Join

not-begun = Not begun yet
no-roll-yet = No roll yet
# The player's name.
what-do-you-do = { $name }, what do you do?
# A roll that is asked for: its pool, and what differs from the usual.
roll-what = Roll { $what }
page-of = Page { $page } of { $all }
# A group: how many there are, and how many of them stand.
of-whom-stand = { $all }, { $up } standing
boxes-filled = { $filled } of { $all } boxes filled
# $count (Number)
then-so-many-more = then { $count } more:
and-also = and { $names }

join-in = Join in
watch-along = Watch along
a-code-to-scan = The link, to scan with a phone
here-are = Here are
who-runs-it = { $name } (storyteller)
a-handout-named = Handout: { $name }

no-line-seconds = No connection for { $seconds } s
no-line-minutes = No connection for { $minutes } min
nothing-is-stored = The server can’t store anything right now
the-seat-is-gone = This display has no seat any more. Open the link for a table screen again.
load-it-again = Coterie was updated. Load this page again.
