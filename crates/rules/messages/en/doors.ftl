### The start page, invitations, and one's tables.

your-seat = Your seat: { $seat }.
this-browser-is-already-at = This browser already has a seat at this table: { $other }. You can’t give that seat up, so open this link on the other device.
this-browser-is-already-at-this-table = This browser already has a seat at this table: { $other }. You’ll give that seat up.
sit-down-again = Take my seat again
back-to-the-table = Back to the table
the-seat-moves-to-this = Your seat moves to this device and closes wherever it was open before. The link works once.
sit-down-as = Sit down as { $seat }
coterie = Coterie
join = Join
you-are-invited-to-watch = You are invited to watch.
watch = Watch
this-becomes-the-table-screen = This display becomes the table’s screen. It shows what everyone may see, and nothing here can be pressed.
show-the-table-here = Show the table here
keys-of-the-screen = With a keyboard: F fills the screen, N turns day into night, + and − change the size.
you-are-invited-to-play = You are invited to play.
you-are-invited-to-help = You are invited to help run the table.
your-name-at-this-table = Your name at this table
your-seat-is-kept-in = Your seat is saved in this browser: come back with the same one.
that-name-will-not-do = That name won’t work: { $error }.
no-table-has-that-code = No table has these words, or they have run out. Ask your storyteller for new ones.
too-many-tries-wait-a = Too many tries. Wait a minute, then try again.
this-table-is-locked-it = This table is locked: no one new can join right now.
there-is-no-seat-left = There are no seats left at this table.
someone-at-this-table-already = Someone at this table already has that name, or one that looks like it. Is that you on a new phone? Ask the storyteller for your link. Otherwise pick another name.
that-name-says-who-runs = That name sounds like whoever runs the table. Pick another one.
there-is-no-such-rule = There are no such rules. Pick some from the list.
try-again = Try again
start-page = Start page
your-tables = Your tables
leave = Leave { $title }
leave-2 = Leave
your-seat-is-given-up = You give up your seat, and your name is free again. Your characters stay with the storyteller.
leave-this-table = Leave this table
just-now = just now
minutes-ago =
    { $count ->
        [one] 1 minute ago
       *[other] { $count } minutes ago
    }
hours-ago =
    { $count ->
        [one] 1 hour ago
       *[other] { $count } hours ago
    }
days-ago =
    { $count ->
        [one] 1 day ago
       *[other] { $count } days ago
    }
weeks-ago =
    { $count ->
        [one] 1 week ago
       *[other] { $count } weeks ago
    }
months-ago =
    { $count ->
        [one] 1 month ago
       *[other] { $count } months ago
    }
years-ago =
    { $count ->
        [one] 1 year ago
       *[other] { $count } years ago
    }
