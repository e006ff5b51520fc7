<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AlternativesStrip</name>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n bar</numerusform><numerusform>%n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation type="vanished"><numerusform>%n note</numerusform><numerusform>%n notes</numerusform></translation>
    </message>
</context>
<context>
    <name>BarCommands</name>
    <message numerus="yes">
        <source>Cut %n bars</source>
        <translation><numerusform>Cut %n bar</numerusform><numerusform>Cut %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Paste %n bars</source>
        <translation><numerusform>Paste %n bar</numerusform><numerusform>Paste %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n bars</source>
        <translation><numerusform>Delete %n bar</numerusform><numerusform>Delete %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Insert %n bars</source>
        <translation><numerusform>Insert %n bar</numerusform><numerusform>Insert %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Repeat %n bars</source>
        <translation><numerusform>Repeat %n bar</numerusform><numerusform>Repeat %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n bars</source>
        <translation><numerusform>Transpose %n bar</numerusform><numerusform>Transpose %n bars</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n bars</source>
        <translation><numerusform>Move %n bar</numerusform><numerusform>Move %n bars</numerusform></translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n bar</numerusform><numerusform>%n bars</numerusform></translation>
    </message>
</context>
<context>
    <name>ContinuePanel</name>
    <message numerus="yes">
        <source>%n bars, as selected</source>
        <translation><numerusform>%n bar, as selected</numerusform><numerusform>%n bars, as selected</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n alternatives</source>
        <translation><numerusform>%n alternative</numerusform><numerusform>%n alternatives</numerusform></translation>
    </message>
</context>
<context>
    <name>DropPlaces</name>
    <message numerus="yes">
        <source>Put %n pieces here</source>
        <translation><numerusform>Put %n piece here</numerusform><numerusform>Put %n pieces here</numerusform></translation>
    </message>
</context>
<context>
    <name>EventsTable</name>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation><numerusform>Delete %n note</numerusform><numerusform>Delete %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n events</source>
        <translation><numerusform>Delete %n event</numerusform><numerusform>Delete %n events</numerusform></translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message numerus="yes">
        <source>‘%1’ has %n tune(s):</source>
        <translation><numerusform>‘%1’ has %n tune:</numerusform><numerusform>‘%1’ has %n tunes:</numerusform></translation>
    </message>
</context>
<context>
    <name>FolderRemoving</name>
    <message numerus="yes">
        <source>%n pieces of it leave the library, with the tags and notes you gave them. The files themselves stay where they are.</source>
        <translation><numerusform>%n piece of it leaves the library, with the tags and notes you gave it. The file itself stays where it is.</numerusform><numerusform>%n pieces of it leave the library, with the tags and notes you gave them. The files themselves stay where they are.</numerusform></translation>
    </message>
</context>
<context>
    <name>JamViews</name>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n bar</numerusform><numerusform>%n bars</numerusform></translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation><numerusform>%n could not be read</numerusform><numerusform>%n could not be read</numerusform></translation>
    </message>
</context>
<context>
    <name>LibraryViews</name>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation><numerusform>%n file or folder</numerusform><numerusform>%n files and folders</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n pieces added.</source>
        <translation><numerusform>%n piece added.</numerusform><numerusform>%n pieces added.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n pieces added.</source>
        <translation><numerusform>Stopped: %n piece added.</numerusform><numerusform>Stopped: %n pieces added.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Nothing new: the library has these %n pieces.</source>
        <translation><numerusform>Nothing new: the library has this %n piece.</numerusform><numerusform>Nothing new: the library has these %n pieces.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n new pieces were found in your folders.</source>
        <translation><numerusform>%n new piece was found in your folders.</numerusform><numerusform>%n new pieces were found in your folders.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n new pieces are not ticked, because you chose what models learn from.</source>
        <translation><numerusform>%n new piece is not ticked, because you chose what models learn from.</numerusform><numerusform>%n new pieces are not ticked, because you chose what models learn from.</numerusform></translation>
    </message>
</context>
<context>
    <name>MemoryStrip</name>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n bar</numerusform><numerusform>%n bars</numerusform></translation>
    </message>
</context>
<context>
    <name>Mixer</name>
    <message numerus="yes">
        <source>channel in %n track(s)</source>
        <translation><numerusform>channel in %n track</numerusform><numerusform>channel in %n tracks</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>port in %n track(s)</source>
        <translation><numerusform>port in %n track</numerusform><numerusform>port in %n tracks</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>delay in %n track(s)</source>
        <translation><numerusform>delay in %n track</numerusform><numerusform>delay in %n tracks</numerusform></translation>
    </message>
</context>
<context>
    <name>NoteCommands</name>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation><numerusform>Delete %n note</numerusform><numerusform>Delete %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n notes</source>
        <translation><numerusform>Duplicate %n note</numerusform><numerusform>Duplicate %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation><numerusform>Move %n note</numerusform><numerusform>Move %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Copy %n notes</source>
        <translation><numerusform>Copy %n note</numerusform><numerusform>Copy %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change length of %n notes</source>
        <translation><numerusform>Change length of %n note</numerusform><numerusform>Change length of %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Tie %n notes</source>
        <translation><numerusform>Tie %n note</numerusform><numerusform>Tie %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n notes</source>
        <translation><numerusform>Transpose %n note</numerusform><numerusform>Transpose %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change velocity of %n notes</source>
        <translation><numerusform>Change velocity of %n note</numerusform><numerusform>Change velocity of %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Quantise %n notes</source>
        <translation><numerusform>Quantise %n note</numerusform><numerusform>Quantise %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change feel of %n notes</source>
        <translation><numerusform>Change feel of %n note</numerusform><numerusform>Change feel of %n notes</numerusform></translation>
    </message>
</context>
<context>
    <name>NoticeStrip</name>
    <message numerus="yes">
        <source>%n open notices</source>
        <translation><numerusform>%n open notice</numerusform><numerusform>%n open notices</numerusform></translation>
    </message>
</context>
<context>
    <name>OfferPlan</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation><numerusform>and %n more</numerusform><numerusform>and %n more</numerusform></translation>
    </message>
</context>
<context>
    <name>PartExtraction</name>
    <message numerus="yes">
        <source>%n of the files are there already.</source>
        <translation><numerusform>%n of the files is there already.</numerusform><numerusform>%n of the files are there already.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n parts to ‘%1’.</source>
        <translation><numerusform>Wrote %n part to ‘%1’.</numerusform><numerusform>Wrote %n parts to ‘%1’.</numerusform></translation>
    </message>
</context>
<context>
    <name>PiecesColumn</name>
    <message numerus="yes">
        <source>%n chosen pieces</source>
        <translation><numerusform>%n chosen piece</numerusform><numerusform>%n chosen pieces</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n pieces are set aside. They are never learned from and only measure.</source>
        <translation><numerusform>%n piece is set aside. It is never learned from and only measures.</numerusform><numerusform>%n pieces are set aside. They are never learned from and only measure.</numerusform></translation>
    </message>
</context>
<context>
    <name>PiecesDialog</name>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation><numerusform>%n piece</numerusform><numerusform>%n pieces</numerusform></translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message numerus="yes">
        <source>Printed: %n pages.</source>
        <translation><numerusform>Printed: %n page.</numerusform><numerusform>Printed: %n pages.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n parts to ‘%1’.</source>
        <translation><numerusform>Wrote %n part to ‘%1’.</numerusform><numerusform>Wrote %n parts to ‘%1’.</numerusform></translation>
    </message>
</context>
<context>
    <name>RollCommands</name>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation type="vanished"><numerusform>Delete %n note</numerusform><numerusform>Delete %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n notes</source>
        <translation type="vanished"><numerusform>Duplicate %n note</numerusform><numerusform>Duplicate %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation type="vanished"><numerusform>Move %n note</numerusform><numerusform>Move %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Copy %n notes</source>
        <translation type="vanished"><numerusform>Copy %n note</numerusform><numerusform>Copy %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change length of %n notes</source>
        <translation type="vanished"><numerusform>Change length of %n note</numerusform><numerusform>Change length of %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n notes</source>
        <translation type="vanished"><numerusform>Transpose %n note</numerusform><numerusform>Transpose %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change velocity of %n notes</source>
        <translation type="vanished"><numerusform>Change velocity of %n note</numerusform><numerusform>Change velocity of %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Quantise %n notes</source>
        <translation type="vanished"><numerusform>Quantise %n note</numerusform><numerusform>Quantise %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation type="vanished"><numerusform>%n note</numerusform><numerusform>%n notes</numerusform></translation>
    </message>
</context>
<context>
    <name>RollState</name>
    <message numerus="yes">
        <source>%n notes selected</source>
        <translation><numerusform>%n note selected</numerusform><numerusform>%n notes selected</numerusform></translation>
    </message>
</context>
<context>
    <name>RollWalking</name>
    <message numerus="yes">
        <source>%n notes</source>
        <translation><numerusform>%n note</numerusform><numerusform>%n notes</numerusform></translation>
    </message>
</context>
<context>
    <name>ScoreEdits</name>
    <message numerus="yes">
        <source>Bar %1: %n notes</source>
        <translation><numerusform>Bar %1: %n note</numerusform><numerusform>Bar %1: %n notes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Bars %1 to %2: %n notes</source>
        <translation><numerusform>Bars %1 to %2: %n note</numerusform><numerusform>Bars %1 to %2: %n notes</numerusform></translation>
    </message>
</context>
<context>
    <name>Starting</name>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation type="vanished"><numerusform>%n piece</numerusform><numerusform>%n pieces</numerusform></translation>
    </message>
</context>
<context>
    <name>TasteViews</name>
    <message numerus="yes">
        <source>You prefer: %1 (from %n choice(s)).</source>
        <translation><numerusform>You prefer: %1 (from %n choice).</numerusform><numerusform>You prefer: %1 (from %n choices).</numerusform></translation>
    </message>
</context>
<context>
    <name>TrainNotices</name>
    <message numerus="yes">
        <source>The pieces to learn from changed a moment ago: now there are %n.</source>
        <translation><numerusform>The pieces to learn from changed a moment ago: now there is %n.</numerusform><numerusform>The pieces to learn from changed a moment ago: now there are %n.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The %n ticked ones of these pieces are less than a minute of music.</source>
        <translation><numerusform>The %n ticked one of these pieces is less than a minute of music.</numerusform><numerusform>The %n ticked ones of these pieces are less than a minute of music.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The training learns from the other %n pieces.</source>
        <translation><numerusform>The training learns from the other %n piece.</numerusform><numerusform>The training learns from the other %n pieces.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more of the chosen pieces are not learned from.</source>
        <translation><numerusform>%n more of the chosen pieces is not learned from.</numerusform><numerusform>%n more of the chosen pieces are not learned from.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n pieces were ticked after Start: they are not learned from.</source>
        <translation><numerusform>%n piece was ticked after Start: it is not learned from.</numerusform><numerusform>%n pieces were ticked after Start: they are not learned from.</numerusform></translation>
    </message>
</context>
<context>
    <name>TrainingStart</name>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation type="vanished"><numerusform>%n piece</numerusform><numerusform>%n pieces</numerusform></translation>
    </message>
</context>
<context>
    <name>TransportBar</name>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n bar</numerusform><numerusform>%n bars</numerusform></translation>
    </message>
</context>
<context>
    <name>TuningDialog</name>
    <message numerus="yes">
        <source>%n note(s) of the piece are on keys that this tuning leaves out; they are silent.</source>
        <translation><numerusform>%n note of the piece is on a key that this tuning leaves out; it is silent.</numerusform><numerusform>%n notes of the piece are on keys that this tuning leaves out; they are silent.</numerusform></translation>
    </message>
</context>
</TS>
