# Handouts: letters, pictures, notes and names that storytellers give to characters.

# Lines of the log.
a-letter = A letter
a-picture = A picture
a-note = A note
a-name = A name
is-a-new-handout = New handout: { $name }
is-changed = Handout changed: { $name }
is-removed = Handout removed: { $name }
more-of-it-can-be-read = More of { $name } can be read
# $count (Number)
is-handed-something = { $count ->
    [one] { $who } is handed something
   *[other] { $who } are handed something
}
something-to = { $what }, to { $who }
something-back-from = { $what } is taken back from { $who }
a-note-on = A note on { $name }
is-on-the-screen = { $name } is on the table screen
is-off-the-screen = { $name } is off the table screen

# The shelf of those who run the table.
also-on-the-table-screen = Also on the table screen
handouts = Handouts
find = Find
find-a-handout = Find a handout
new-handout = New handout
new-letter = New letter
new-picture = New picture
new-note = New note
new-name = New name
all = All
everybody-knows = Everyone knows
some-know = Some know
not-given-yet = Not given yet
which-handouts = Which handouts
no-handouts-yet = No handouts yet. Write a letter or a note, or start with a name.
nothing-like-that = Nothing like that here.
not-given-yet-line = not given yet
everybody = everyone
alone = { $name } alone
# $count (Number)
parts-covered = { $count ->
    [one] { $count } part covered
   *[other] { $count } parts covered
}
# $count (Number)
notes = { $count ->
    [one] { $count } note
   *[other] { $count } notes
}
open-handout = Open handout
change-or-cover = Change it or cover words
covered = covered
covered-words = Covered: { $words }
# $nth (Number)
covered-area = Covered part { $nth }
tap-a-bar-to-uncover-it = Readers see the bars. Tap a bar to uncover it.
uncover = Uncover
uncover-for-everyone = Uncover for everyone
uncover-for = Only for { $name }
who-gets-it = Who gets it?
nobody-plays-a-character = No one plays a character yet.
has-it = has it
they-may-show-it = they may show it to others
drop-or-paste = Drop a picture here, or paste a picture or a text, for a new handout. Drag a card onto a token to hand it over.
drop-it-on-who-gets-it = Drop it on who gets it
has-it-already = { $who } has it already
save-what-you-write-first = Save or cancel the handout you’re writing first.
that-is-no-picture = That’s no picture. Drop a JPEG, PNG or WebP.
others-see-something = the others see that something is handed over
hand-it-to = Hand it to { $who }
take-it-back-from = Take it back from { $who }
without-telling-them = without telling them
remove-the-handout = Remove the handout

# The form of a handout.
a-new-letter = A new letter
a-new-picture = A new picture
a-new-note = A new note
a-new-name = A new person or place
change-it = Change the handout
name-of-it = Name
text = Text
picture-file = Picture (JPEG, PNG or WebP)
the-picture-is-sent = The picture is being sent…
the-picture-is-ready = The picture is there.
the-picture-did-not-arrive = The picture didn’t arrive. Try it again.
words-for-the-picture = What it shows, for those who don’t see it
draw-what-is-covered = Draw over what is covered. Readers are sent a picture without it.
cover-a-part = Cover a part
from-the-left = Left %
from-the-top = Top %
width = Width %
height = Height %
save = Save
cancel = Cancel
cover-the-selection = Cover the selected words
what-is-in-brackets-is-covered = Words in [[double brackets]] are bars for the readers. *emphasis*, **strong**, # heading and - lists work.

# What a player knows.
what-we-know = What we know
only-mine = Only mine
new = New
part-of-it-covered = part of it covered
you-can-read-more-of-it = You can read more of it now.
new-notes = There are new notes on it.
to-you-alone = to you alone
to-some-of-you = to some of you
to-everybody = to everyone
shown-by = shown by { $name }
a-letter-given = A letter, { $how }
a-picture-given = A picture, { $how }
a-note-given = A note, { $how }
a-name-given = A name, { $how }
some-of-it-cannot-be-read = Some of it can’t be read yet.
keep-it = Keep it
show-the-others = Show the others…
whisper-back = Whisper back…
whisper-to = Whisper to { $name }
whispered-to = Whispered to { $name }.
send = Send
picture-that-grows = Picture: + and − change its size, 0 shows all of it
larger-or-all-of-it = Larger, or all of it
to-whom = To whom?
shown-to = Shown to { $name }
nobody-else-is-here = No one else plays a character.
add-a-note = Add a note
add = Add
