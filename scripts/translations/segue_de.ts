<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Accompanying</name>
    <message>
        <source>Add track</source>
        <translation>Spur hinzufügen</translation>
    </message>
    <message>
        <source>%3 plays along in bar %1.</source>
        <translation>%3 spielt in Takt %1 mit.</translation>
    </message>
    <message>
        <source>%3 plays along in bars %1 to %2.</source>
        <translation>%3 spielt in den Takten %1 bis %2 mit.</translation>
    </message>
    <message>
        <source>This model has not learned to fill gaps, so it cannot play along.</source>
        <translation>Dieses Modell hat nicht gelernt, Lücken zu füllen, und kann darum nicht mitspielen.</translation>
    </message>
    <message>
        <source>There is nothing to play along with yet: write a few bars first.</source>
        <translation>Es gibt noch nichts, wozu etwas mitspielen könnte: Schreiben Sie erst ein paar Takte.</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>%1 in the score</source>
        <translation>%1 in den Noten</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Wiedergabe</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>Bi&amp;bliothek</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>New from &amp;template</source>
        <translation>Neu aus &amp;Vorlage</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Older &amp;versions</source>
        <translation>Ältere &amp;Fassungen</translation>
    </message>
    <message>
        <source>&amp;Demo pieces</source>
        <translation>&amp;Demostücke</translation>
    </message>
    <message>
        <source>Count-&amp;in</source>
        <translation>Vor&amp;zähler</translation>
    </message>
    <message>
        <source>&amp;Sound through</source>
        <translation>&amp;Klang über</translation>
    </message>
    <message>
        <source>&amp;Listen to</source>
        <translation>&amp;Hören auf</translation>
    </message>
    <message>
        <source>&amp;Go on with</source>
        <translation>&amp;Fortsetzen mit</translation>
    </message>
    <message>
        <source>&amp;New piece</source>
        <translation>&amp;Neues Stück</translation>
    </message>
    <message>
        <source>Begin an empty piece.</source>
        <translation>Ein leeres Stück beginnen.</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open a Segue piece, a MIDI file or a recording.</source>
        <translation>Ein Segue-Stück, eine MIDI-Datei oder eine Aufnahme öffnen.</translation>
    </message>
    <message>
        <source>S&amp;tart page</source>
        <translation>S&amp;tartseite</translation>
    </message>
    <message>
        <source>Recent pieces, empty ones and demos.</source>
        <translation>Zuletzt geöffnete Stücke, leere und Demos.</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save the piece, with all its takes.</source>
        <translation>Das Stück mit allen Takes speichern.</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save the piece under another name.</source>
        <translation>Das Stück unter einem anderen Namen speichern.</translation>
    </message>
    <message>
        <source>Title and &amp;composer…</source>
        <translation>Titel und &amp;Komponist…</translation>
    </message>
    <message>
        <source>What the piece is called and who wrote it, as scores and files say.</source>
        <translation>Wie das Stück heißt und wer es geschrieben hat; so steht es auf Noten und in Dateien.</translation>
    </message>
    <message>
        <source>&amp;Insert MIDI file…</source>
        <translation>MIDI-Datei &amp;einfügen…</translation>
    </message>
    <message>
        <source>Add a MIDI file's notes at the playhead.</source>
        <translation>Die Noten einer MIDI-Datei an der Abspielposition einfügen.</translation>
    </message>
    <message>
        <source>&amp;Export MIDI…</source>
        <translation>MIDI e&amp;xportieren…</translation>
    </message>
    <message>
        <source>Write the piece as a MIDI file for other programs.</source>
        <translation>Das Stück als MIDI-Datei für andere Programme schreiben.</translation>
    </message>
    <message>
        <source>Export a&amp;udio…</source>
        <translation>A&amp;udio exportieren…</translation>
    </message>
    <message>
        <source>Write the piece as sound: WAV, FLAC or OGG.</source>
        <translation>Das Stück als Klang schreiben: WAV, FLAC oder OGG.</translation>
    </message>
    <message>
        <source>Export Music&amp;XML…</source>
        <translation>Music&amp;XML exportieren…</translation>
    </message>
    <message>
        <source>Write the piece as notation for MuseScore and others.</source>
        <translation>Das Stück als Noten für MuseScore und andere schreiben.</translation>
    </message>
    <message>
        <source>Export MIDI with o&amp;rigins…</source>
        <translation>MIDI mit &amp;Herkunft exportieren…</translation>
    </message>
    <message>
        <source>MIDI with a text event for each note the model made, saying which take it is from.</source>
        <translation>MIDI mit einem Textereignis für jede Note des Modells, das sagt, aus welchem Take sie ist.</translation>
    </message>
    <message>
        <source>&amp;Print the score…</source>
        <translation>Noten dr&amp;ucken…</translation>
    </message>
    <message>
        <source>Print the piece as a score, or its parts.</source>
        <translation>Das Stück als Partitur oder seine Stimmen drucken.</translation>
    </message>
    <message>
        <source>Save the score as P&amp;DF…</source>
        <translation>Noten als P&amp;DF speichern…</translation>
    </message>
    <message>
        <source>Write the piece as pages that any machine shows and prints.</source>
        <translation>Das Stück als Seiten schreiben, die jeder Rechner zeigt und druckt.</translation>
    </message>
    <message>
        <source>Extract parts as &amp;files…</source>
        <translation>Stimmen heraussch&amp;reiben…</translation>
    </message>
    <message>
        <source>Write the parts of players as files of their own: pages, or MusicXML.</source>
        <translation>Die Stimmen der Spieler als eigene Dateien schreiben: als Seiten oder MusicXML.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Close Segue; unsaved work is asked about.</source>
        <translation>Segue schließen; nach ungespeicherter Arbeit wird gefragt.</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take the last step back.</source>
        <translation>Den letzten Schritt zurücknehmen.</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Do the step again that was taken back.</source>
        <translation>Den zurückgenommenen Schritt wieder tun.</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>&amp;Verlauf…</translation>
    </message>
    <message>
        <source>See all steps and go back to any of them.</source>
        <translation>Alle Schritte sehen und zu jedem zurückgehen.</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>Take the selected notes or bars out and remember them.</source>
        <translation>Ausgewählte Noten oder Takte herausnehmen und merken.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Remember the selected notes or bars.</source>
        <translation>Ausgewählte Noten oder Takte merken.</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>E&amp;infügen</translation>
    </message>
    <message>
        <source>Put remembered notes at the playhead, or bars before this one.</source>
        <translation>Gemerkte Noten an der Abspielposition einsetzen, Takte vor diesem Takt.</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>Repeat the selected notes or bars right after themselves.</source>
        <translation>Ausgewählte Noten oder Takte gleich dahinter wiederholen.</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Remove the selected notes or bars.</source>
        <translation>Ausgewählte Noten oder Takte entfernen.</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>Select every note of the current track; once more: all bars of all tracks.</source>
        <translation>Alle Noten der aktuellen Spur auswählen; noch einmal: alle Takte aller Spuren.</translation>
    </message>
    <message>
        <source>&amp;Select the bar</source>
        <translation>Takt au&amp;swählen</translation>
    </message>
    <message>
        <source>Select the bar at the playhead in all tracks.</source>
        <translation>Den Takt an der Abspielposition in allen Spuren auswählen.</translation>
    </message>
    <message>
        <source>Bars of all tracks</source>
        <translation>Takte aller Spuren</translation>
    </message>
    <message>
        <source>One bar &amp;more</source>
        <translation>Einen Takt &amp;mehr</translation>
    </message>
    <message>
        <source>Select the next bar, too.</source>
        <translation>Auch den nächsten Takt auswählen.</translation>
    </message>
    <message>
        <source>One bar &amp;fewer</source>
        <translation>Einen Takt &amp;weniger</translation>
    </message>
    <message>
        <source>Select one bar less.</source>
        <translation>Einen Takt weniger auswählen.</translation>
    </message>
    <message>
        <source>&amp;Insert empty bars…</source>
        <translation>&amp;Leere Takte einfügen …</translation>
    </message>
    <message>
        <source>Put empty bars before the selected ones, or before the bar at the playhead.</source>
        <translation>Leere Takte vor den ausgewählten oder vor dem Takt an der Abspielposition einfügen.</translation>
    </message>
    <message>
        <source>Section &amp;earlier</source>
        <translation>Abschnitt &amp;früher</translation>
    </message>
    <message>
        <source>Move the section at the playhead, with all its bars, before the one before.</source>
        <translation>Den Abschnitt an der Abspielposition mit allen Takten vor den vorigen schieben.</translation>
    </message>
    <message>
        <source>Section &amp;later</source>
        <translation>Abschnitt &amp;später</translation>
    </message>
    <message>
        <source>Move the section at the playhead, with all its bars, behind the next one.</source>
        <translation>Den Abschnitt an der Abspielposition mit allen Takten hinter den nächsten schieben.</translation>
    </message>
    <message>
        <source>&amp;Quantise</source>
        <translation>&amp;Quantisieren</translation>
    </message>
    <message>
        <source>Put the selected notes (or all) on the grid.</source>
        <translation>Die ausgewählten Noten (oder alle) ins Raster setzen.</translation>
    </message>
    <message>
        <source>Quantise &amp;with strength…</source>
        <translation>Quantisieren &amp;mit Stärke…</translation>
    </message>
    <message>
        <source>Put the selected notes (or all) a part of the way on the grid.</source>
        <translation>Die ausgewählten Noten (oder alle) ein Stück weit ins Raster setzen.</translation>
    </message>
    <message>
        <source>&amp;Groove and swing…</source>
        <translation>&amp;Groove und Swing…</translation>
    </message>
    <message>
        <source>Swing, the groove of another track, or humanise the selected notes (or all).</source>
        <translation>Den markierten Noten (oder allen) Swing, den Groove einer anderen Spur oder etwas Zufall geben.</translation>
    </message>
    <message>
        <source>Semitone up</source>
        <translation>Halbton höher</translation>
    </message>
    <message>
        <source>Move the selected notes up a semitone.</source>
        <translation>Die ausgewählten Noten einen Halbton höher setzen.</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>Transponieren</translation>
    </message>
    <message>
        <source>Semitone down</source>
        <translation>Halbton tiefer</translation>
    </message>
    <message>
        <source>Move the selected notes down a semitone.</source>
        <translation>Die ausgewählten Noten einen Halbton tiefer setzen.</translation>
    </message>
    <message>
        <source>Octave up</source>
        <translation>Oktave höher</translation>
    </message>
    <message>
        <source>Move the selected notes up an octave.</source>
        <translation>Die ausgewählten Noten eine Oktave höher setzen.</translation>
    </message>
    <message>
        <source>Octave down</source>
        <translation>Oktave tiefer</translation>
    </message>
    <message>
        <source>Move the selected notes down an octave.</source>
        <translation>Die ausgewählten Noten eine Oktave tiefer setzen.</translation>
    </message>
    <message>
        <source>Scale step up</source>
        <translation>Tonleiterschritt höher</translation>
    </message>
    <message>
        <source>Move the selected notes up one step of the key.</source>
        <translation>Die ausgewählten Noten eine Stufe der Tonart höher setzen.</translation>
    </message>
    <message>
        <source>Scale step down</source>
        <translation>Tonleiterschritt tiefer</translation>
    </message>
    <message>
        <source>Move the selected notes down one step of the key.</source>
        <translation>Die ausgewählten Noten eine Stufe der Tonart tiefer setzen.</translation>
    </message>
    <message>
        <source>Later by grid</source>
        <translation>Einen Rasterwert später</translation>
    </message>
    <message>
        <source>Move the selected notes one grid value later.</source>
        <translation>Die ausgewählten Noten einen Rasterwert später setzen.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Earlier by grid</source>
        <translation>Einen Rasterwert früher</translation>
    </message>
    <message>
        <source>Move the selected notes one grid value earlier.</source>
        <translation>Die ausgewählten Noten einen Rasterwert früher setzen.</translation>
    </message>
    <message>
        <source>Later by a tick</source>
        <translation>Einen Tick später</translation>
    </message>
    <message>
        <source>Move the selected notes a tick later.</source>
        <translation>Die ausgewählten Noten einen Tick später setzen.</translation>
    </message>
    <message>
        <source>Earlier by a tick</source>
        <translation>Einen Tick früher</translation>
    </message>
    <message>
        <source>Move the selected notes a tick earlier.</source>
        <translation>Die ausgewählten Noten einen Tick früher setzen.</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Länger</translation>
    </message>
    <message>
        <source>Make the selected notes longer by one grid value.</source>
        <translation>Die ausgewählten Noten um einen Rasterwert verlängern.</translation>
    </message>
    <message>
        <source>Length and loudness</source>
        <translation>Länge und Lautstärke</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Kürzer</translation>
    </message>
    <message>
        <source>Make the selected notes shorter by one grid value.</source>
        <translation>Die ausgewählten Noten um einen Rasterwert verkürzen.</translation>
    </message>
    <message>
        <source>Louder</source>
        <translation>Lauter</translation>
    </message>
    <message>
        <source>Raise the selected notes' velocity.</source>
        <translation>Die Anschlagstärke der ausgewählten Noten erhöhen.</translation>
    </message>
    <message>
        <source>Softer</source>
        <translation>Leiser</translation>
    </message>
    <message>
        <source>Lower the selected notes' velocity.</source>
        <translation>Die Anschlagstärke der ausgewählten Noten verringern.</translation>
    </message>
    <message>
        <source>Select the &amp;bar</source>
        <translation>&amp;Takt auswählen</translation>
    </message>
    <message>
        <source>Select the current track's notes in the bar of the selection, or at the playhead.</source>
        <translation>Die Noten der aktuellen Spur im Takt der Auswahl oder an der Abspielposition auswählen.</translation>
    </message>
    <message>
        <source>T&amp;ie to the next</source>
        <translation>An die nächste b&amp;inden</translation>
    </message>
    <message>
        <source>Make one note of the selected ones and the next of their pitch.</source>
        <translation>Aus den ausgewählten Noten und der nächsten ihrer Tonhöhe eine machen.</translation>
    </message>
    <message>
        <source>Next notes</source>
        <translation>Nächste Noten</translation>
    </message>
    <message>
        <source>Go to the next notes, hear and select them.</source>
        <translation>Zu den nächsten Noten gehen, sie hören und auswählen.</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Notes before</source>
        <translation>Vorige Noten</translation>
    </message>
    <message>
        <source>Go to the notes before, hear and select them.</source>
        <translation>Zu den vorigen Noten gehen, sie hören und auswählen.</translation>
    </message>
    <message>
        <source>Note above</source>
        <translation>Note darüber</translation>
    </message>
    <message>
        <source>Go to the next higher of the notes that begin together.</source>
        <translation>Zur nächsthöheren der Noten gehen, die zusammen beginnen.</translation>
    </message>
    <message>
        <source>Note below</source>
        <translation>Note darunter</translation>
    </message>
    <message>
        <source>Go to the next lower of the notes that begin together.</source>
        <translation>Zur nächsttieferen der Noten gehen, die zusammen beginnen.</translation>
    </message>
    <message>
        <source>Next notes as well</source>
        <translation>Nächste Noten dazu</translation>
    </message>
    <message>
        <source>Select the next notes, too.</source>
        <translation>Die nächsten Noten ebenfalls auswählen.</translation>
    </message>
    <message>
        <source>Notes before as well</source>
        <translation>Vorige Noten dazu</translation>
    </message>
    <message>
        <source>Select the notes before, too.</source>
        <translation>Die vorigen Noten ebenfalls auswählen.</translation>
    </message>
    <message>
        <source>&amp;Insert note</source>
        <translation>Note &amp;einfügen</translation>
    </message>
    <message>
        <source>Put a note after the selected ones, or at the playhead.</source>
        <translation>Eine Note nach den ausgewählten oder an der Abspielposition einfügen.</translation>
    </message>
    <message>
        <source>&amp;Staccato</source>
        <translation>&amp;Staccato</translation>
    </message>
    <message>
        <source>The selected notes are short, with a dot.</source>
        <translation>Die ausgewählten Noten sind kurz, mit einem Punkt.</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>On a note</source>
        <translation>An der Note</translation>
    </message>
    <message>
        <source>&amp;Tenuto</source>
        <translation>&amp;Tenuto</translation>
    </message>
    <message>
        <source>The selected notes are held, with a line.</source>
        <translation>Die ausgewählten Noten sind gehalten, mit einem Strich.</translation>
    </message>
    <message>
        <source>&amp;Accent</source>
        <translation>&amp;Akzent</translation>
    </message>
    <message>
        <source>The selected notes are struck harder.</source>
        <translation>Die ausgewählten Noten sind stärker angeschlagen.</translation>
    </message>
    <message>
        <source>&amp;Marcato</source>
        <translation>&amp;Marcato</translation>
    </message>
    <message>
        <source>The selected notes are struck hardest.</source>
        <translation>Die ausgewählten Noten sind am stärksten angeschlagen.</translation>
    </message>
    <message>
        <source>&amp;Fermata</source>
        <translation>&amp;Fermate</translation>
    </message>
    <message>
        <source>The selected notes are held longer than written.</source>
        <translation>Die ausgewählten Noten sind länger gehalten als geschrieben.</translation>
    </message>
    <message>
        <source>T&amp;rill</source>
        <translation>T&amp;riller</translation>
    </message>
    <message>
        <source>The selected notes alternate with the note above.</source>
        <translation>Die ausgewählten Noten wechseln mit der Note darüber.</translation>
    </message>
    <message>
        <source>M&amp;ordent</source>
        <translation>M&amp;ordent</translation>
    </message>
    <message>
        <source>The selected notes touch the note below once.</source>
        <translation>Die ausgewählten Noten berühren einmal die Note darunter.</translation>
    </message>
    <message>
        <source>T&amp;urn</source>
        <translation>&amp;Doppelschlag</translation>
    </message>
    <message>
        <source>The selected notes are played around from above.</source>
        <translation>Die ausgewählten Noten werden von oben her umspielt.</translation>
    </message>
    <message>
        <source>&amp;Slur</source>
        <translation>&amp;Bogen</translation>
    </message>
    <message>
        <source>One bow from the first selected note to the last.</source>
        <translation>Ein Bogen von der ersten ausgewählten Note zur letzten.</translation>
    </message>
    <message>
        <source>Over notes</source>
        <translation>Über Noten</translation>
    </message>
    <message>
        <source>&amp;Crescendo</source>
        <translation>&amp;Crescendo</translation>
    </message>
    <message>
        <source>The selected notes grow louder.</source>
        <translation>Die ausgewählten Noten werden lauter.</translation>
    </message>
    <message>
        <source>&amp;Diminuendo</source>
        <translation>&amp;Diminuendo</translation>
    </message>
    <message>
        <source>The selected notes grow softer.</source>
        <translation>Die ausgewählten Noten werden leiser.</translation>
    </message>
    <message>
        <source>&amp;Pedal</source>
        <translation>&amp;Pedal</translation>
    </message>
    <message>
        <source>The sustain pedal is down under the selected notes.</source>
        <translation>Unter den ausgewählten Noten ist das Haltepedal getreten.</translation>
    </message>
    <message>
        <source>pp</source>
        <translation>pp</translation>
    </message>
    <message>
        <source>From the first selected note on: very soft.</source>
        <translation>Ab der ersten ausgewählten Note: sehr leise.</translation>
    </message>
    <message>
        <source>How loud</source>
        <translation>Wie laut</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>From the first selected note on: soft.</source>
        <translation>Ab der ersten ausgewählten Note: leise.</translation>
    </message>
    <message>
        <source>mp</source>
        <translation>mp</translation>
    </message>
    <message>
        <source>From the first selected note on: half soft.</source>
        <translation>Ab der ersten ausgewählten Note: halb leise.</translation>
    </message>
    <message>
        <source>mf</source>
        <translation>mf</translation>
    </message>
    <message>
        <source>From the first selected note on: half loud.</source>
        <translation>Ab der ersten ausgewählten Note: halb laut.</translation>
    </message>
    <message>
        <source>f</source>
        <translation>f</translation>
    </message>
    <message>
        <source>From the first selected note on: loud.</source>
        <translation>Ab der ersten ausgewählten Note: laut.</translation>
    </message>
    <message>
        <source>ff</source>
        <translation>ff</translation>
    </message>
    <message>
        <source>From the first selected note on: very loud.</source>
        <translation>Ab der ersten ausgewählten Note: sehr laut.</translation>
    </message>
    <message>
        <source>sfz</source>
        <translation>sfz</translation>
    </message>
    <message>
        <source>The first selected note is suddenly loud.</source>
        <translation>Die erste ausgewählte Note ist plötzlich laut.</translation>
    </message>
    <message>
        <source>fp</source>
        <translation>fp</translation>
    </message>
    <message>
        <source>Loud on the first selected note, soft after it.</source>
        <translation>Laut auf der ersten ausgewählten Note, danach leise.</translation>
    </message>
    <message>
        <source>Repeat from &amp;here</source>
        <translation>Wiederholung ab &amp;hier</translation>
    </message>
    <message>
        <source>A repeat begins with the selected bars.</source>
        <translation>Mit den ausgewählten Takten beginnt eine Wiederholung.</translation>
    </message>
    <message>
        <source>The way through</source>
        <translation>Der Weg durchs Stück</translation>
    </message>
    <message>
        <source>&amp;Repeat to here</source>
        <translation>&amp;Wiederholung bis hier</translation>
    </message>
    <message>
        <source>A repeat ends with the selected bars: they are played once more.</source>
        <translation>Mit den ausgewählten Takten endet eine Wiederholung: Sie werden noch einmal gespielt.</translation>
    </message>
    <message>
        <source>&amp;1st ending</source>
        <translation>&amp;1. Klammer</translation>
    </message>
    <message>
        <source>The selected bars are played the first time only.</source>
        <translation>Die ausgewählten Takte werden nur beim ersten Mal gespielt.</translation>
    </message>
    <message>
        <source>&amp;2nd ending</source>
        <translation>&amp;2. Klammer</translation>
    </message>
    <message>
        <source>The selected bars are played the second time only.</source>
        <translation>Die ausgewählten Takte werden nur beim zweiten Mal gespielt.</translation>
    </message>
    <message>
        <source>&amp;Segno</source>
        <translation>&amp;Segno</translation>
    </message>
    <message>
        <source>The sign that D.S. goes back to.</source>
        <translation>Das Zeichen, zu dem D.S. zurückgeht.</translation>
    </message>
    <message>
        <source>&amp;Coda</source>
        <translation>&amp;Coda</translation>
    </message>
    <message>
        <source>The sign of the ending after a jump.</source>
        <translation>Das Zeichen des Schlusses nach einem Sprung.</translation>
    </message>
    <message>
        <source>&amp;Da capo</source>
        <translation>&amp;Da capo</translation>
    </message>
    <message>
        <source>Back to the beginning, or to the segno, after the selected bars.</source>
        <translation>Nach den ausgewählten Takten zurück zum Anfang oder zum Segno.</translation>
    </message>
    <message>
        <source>&amp;Fine</source>
        <translation>&amp;Fine</translation>
    </message>
    <message>
        <source>The end, once one has gone back.</source>
        <translation>Der Schluss, nachdem man zurückgegangen ist.</translation>
    </message>
    <message>
        <source>&amp;Text…</source>
        <translation>&amp;Text…</translation>
    </message>
    <message>
        <source>Words over the first selected note.</source>
        <translation>Worte über der ersten ausgewählten Note.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Worte</translation>
    </message>
    <message>
        <source>Tem&amp;po in words…</source>
        <translation>Te&amp;mpo in Worten…</translation>
    </message>
    <message>
        <source>A tempo from the first selected note on, such as Allegro or 120.</source>
        <translation>Ein Tempo ab der ersten ausgewählten Note, etwa Allegro oder 120.</translation>
    </message>
    <message>
        <source>&amp;Fingering…</source>
        <translation>&amp;Fingersatz…</translation>
    </message>
    <message>
        <source>The fingers of the selected notes.</source>
        <translation>Die Finger der ausgewählten Noten.</translation>
    </message>
    <message>
        <source>&amp;Lyrics…</source>
        <translation>&amp;Liedtext…</translation>
    </message>
    <message>
        <source>The syllables under the selected notes.</source>
        <translation>Die Silben unter den ausgewählten Noten.</translation>
    </message>
    <message>
        <source>Find the &amp;beats</source>
        <translation>&amp;Schläge finden</translation>
    </message>
    <message>
        <source>Find beats and bars in music that was played without a click.</source>
        <translation>Schläge und Takte in Musik finden, die ohne Klick gespielt wurde.</translation>
    </message>
    <message>
        <source>&amp;Other beats</source>
        <translation>&amp;Andere Schläge</translation>
    </message>
    <message>
        <source>Show the most likely beats other than those that were found; once more, the next.</source>
        <translation>Zeigt die wahrscheinlichsten anderen Schläge; noch einmal die nächsten.</translation>
    </message>
    <message>
        <source>&amp;Tap the beats</source>
        <translation>Schläge &amp;klopfen</translation>
    </message>
    <message>
        <source>Play the piece and tap along: its beats and bars follow your taps.</source>
        <translation>Das Stück abspielen und mitklopfen: Schläge und Takte folgen dem Klopfen.</translation>
    </message>
    <message>
        <source>Tempo…</source>
        <translation>Tempo…</translation>
    </message>
    <message>
        <source>Another tempo from this bar on.</source>
        <translation>Ein anderes Tempo ab diesem Takt.</translation>
    </message>
    <message>
        <source>At the playhead</source>
        <translation>An der Abspielposition</translation>
    </message>
    <message>
        <source>Meter…</source>
        <translation>Taktart…</translation>
    </message>
    <message>
        <source>Another meter from this bar on.</source>
        <translation>Eine andere Taktart ab diesem Takt.</translation>
    </message>
    <message>
        <source>Key…</source>
        <translation>Tonart…</translation>
    </message>
    <message>
        <source>Another key from this bar on.</source>
        <translation>Eine andere Tonart ab diesem Takt.</translation>
    </message>
    <message>
        <source>Marker…</source>
        <translation>Marke…</translation>
    </message>
    <message>
        <source>A word at the playhead.</source>
        <translation>Ein Wort an der Abspielposition.</translation>
    </message>
    <message>
        <source>Sections…</source>
        <translation>Abschnitte …</translation>
    </message>
    <message>
        <source>Letters of sections from this bar on, such as A B A: Segue follows them over empty bars.</source>
        <translation>Buchstaben für Abschnitte ab diesem Takt, etwa A B A: Über leeren Takten folgt Segue ihnen.</translation>
    </message>
    <message>
        <source>&amp;Type chords…</source>
        <translation>Akkorde &amp;tippen…</translation>
    </message>
    <message>
        <source>Type chords over the bar at the playhead, such as Dm7 G7 | C.</source>
        <translation>Akkorde über den Takt an der Position tippen, etwa Dm7 G7 | C.</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>&amp;Find chords</source>
        <translation>Akkorde &amp;finden</translation>
    </message>
    <message>
        <source>Write the chords over the piece that are heard in it.</source>
        <translation>Die Akkorde über das Stück schreiben, die darin zu hören sind.</translation>
    </message>
    <message>
        <source>&amp;Other chords that fit…</source>
        <translation>&amp;Andere Akkorde, die passen…</translation>
    </message>
    <message>
        <source>Other chords for the one at the playhead, those first that fit the tune best.</source>
        <translation>Andere Akkorde für den an der Position, zuerst die, die am besten zur Melodie passen.</translation>
    </message>
    <message>
        <source>Semitone &amp;up</source>
        <translation>Halbton &amp;höher</translation>
    </message>
    <message>
        <source>Move all chords up a semitone.</source>
        <translation>Alle Akkorde einen Halbton höher.</translation>
    </message>
    <message>
        <source>Semitone &amp;down</source>
        <translation>Halbton &amp;tiefer</translation>
    </message>
    <message>
        <source>Move all chords down a semitone.</source>
        <translation>Alle Akkorde einen Halbton tiefer.</translation>
    </message>
    <message>
        <source>Chords on a new &amp;track</source>
        <translation>Akkorde auf einer neuen &amp;Spur</translation>
    </message>
    <message>
        <source>Add a track that plays the chords as blocks.</source>
        <translation>Eine Spur hinzufügen, die die Akkorde als Blöcke spielt.</translation>
    </message>
    <message>
        <source>Add &amp;track</source>
        <translation>&amp;Spur hinzufügen</translation>
    </message>
    <message>
        <source>Add an empty track.</source>
        <translation>Eine leere Spur hinzufügen.</translation>
    </message>
    <message>
        <source>Remove trac&amp;k</source>
        <translation>S&amp;pur entfernen</translation>
    </message>
    <message>
        <source>Remove the current track.</source>
        <translation>Die aktuelle Spur entfernen.</translation>
    </message>
    <message>
        <source>Re&amp;name track</source>
        <translation>Spur umbe&amp;nennen</translation>
    </message>
    <message>
        <source>Give the current track another name.</source>
        <translation>Der aktuellen Spur einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>&amp;Mute track</source>
        <translation>Spur &amp;stummschalten</translation>
    </message>
    <message>
        <source>Silence the current track, or let it sound.</source>
        <translation>Die aktuelle Spur verstummen oder wieder klingen lassen.</translation>
    </message>
    <message>
        <source>S&amp;olo track</source>
        <translation>Spur s&amp;olo</translation>
    </message>
    <message>
        <source>Hear only the current track.</source>
        <translation>Nur die aktuelle Spur hören.</translation>
    </message>
    <message>
        <source>Previous track</source>
        <translation>Vorige Spur</translation>
    </message>
    <message>
        <source>Edit the track above.</source>
        <translation>Die Spur darüber bearbeiten.</translation>
    </message>
    <message>
        <source>Next track</source>
        <translation>Nächste Spur</translation>
    </message>
    <message>
        <source>Edit the track below.</source>
        <translation>Die Spur darunter bearbeiten.</translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation>E&amp;instellungen…</translation>
    </message>
    <message>
        <source>Sound, folders, colours, keys and language.</source>
        <translation>Klang, Ordner, Farben, Tasten und Sprache.</translation>
    </message>
    <message>
        <source>&amp;Compose</source>
        <translation>&amp;Komponieren</translation>
    </message>
    <message>
        <source>The workspace for writing.</source>
        <translation>Der Arbeitsbereich zum Schreiben.</translation>
    </message>
    <message>
        <source>&amp;Train</source>
        <translation>&amp;Trainieren</translation>
    </message>
    <message>
        <source>The workspace for making models from your pieces.</source>
        <translation>Der Arbeitsbereich, in dem aus Ihren Stücken Modelle werden.</translation>
    </message>
    <message>
        <source>Li&amp;brary</source>
        <translation>&amp;Bibliothek</translation>
    </message>
    <message>
        <source>All your pieces: find, hear and choose them.</source>
        <translation>Alle eigenen Stücke: finden, anhören und auswählen.</translation>
    </message>
    <message>
        <source>&amp;Jam</source>
        <translation>&amp;Jam</translation>
    </message>
    <message>
        <source>The workspace for playing together with Segue.</source>
        <translation>Der Arbeitsbereich zum Zusammenspielen mit Segue.</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Show less music, larger.</source>
        <translation>Weniger Musik zeigen, größer.</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Show more music, smaller.</source>
        <translation>Mehr Musik zeigen, kleiner.</translation>
    </message>
    <message>
        <source>Zoom to &amp;fit</source>
        <translation>&amp;Einpassen</translation>
    </message>
    <message>
        <source>Show the selection, or the whole piece.</source>
        <translation>Die Auswahl oder das ganze Stück zeigen.</translation>
    </message>
    <message>
        <source>Select &amp;with the pointer</source>
        <translation>Mit dem Zeiger aus&amp;wählen</translation>
    </message>
    <message>
        <source>The pointer selects and moves notes.</source>
        <translation>Der Zeiger wählt Noten aus und verschiebt sie.</translation>
    </message>
    <message>
        <source>&amp;Draw with the pointer</source>
        <translation>Mit dem Zeiger &amp;zeichnen</translation>
    </message>
    <message>
        <source>The pointer draws notes.</source>
        <translation>Der Zeiger zeichnet Noten.</translation>
    </message>
    <message>
        <source>S&amp;nap to the grid</source>
        <translation>Am &amp;Raster einrasten</translation>
    </message>
    <message>
        <source>Edits keep to the grid, or go anywhere.</source>
        <translation>Änderungen halten sich ans Raster oder gehen überallhin.</translation>
    </message>
    <message>
        <source>Coarser grid</source>
        <translation>Gröberes Raster</translation>
    </message>
    <message>
        <source>Double the grid's value.</source>
        <translation>Den Rasterwert verdoppeln.</translation>
    </message>
    <message>
        <source>Finer grid</source>
        <translation>Feineres Raster</translation>
    </message>
    <message>
        <source>Halve the grid's value.</source>
        <translation>Den Rasterwert halbieren.</translation>
    </message>
    <message>
        <source>&amp;Alternatives</source>
        <translation>&amp;Alternativen</translation>
    </message>
    <message>
        <source>The alternatives to choose from, side by side.</source>
        <translation>Die Alternativen zur Wahl, nebeneinander.</translation>
    </message>
    <message>
        <source>&amp;Pane under the roll</source>
        <translation>&amp;Ansicht unter der Pianorolle</translation>
    </message>
    <message>
        <source>&amp;Tree</source>
        <translation>&amp;Baum</translation>
    </message>
    <message>
        <source>The piece's takes and their branches.</source>
        <translation>Die Takes des Stücks und ihre Verzweigungen.</translation>
    </message>
    <message>
        <source>&amp;Mixer</source>
        <translation>&amp;Mischpult</translation>
    </message>
    <message>
        <source>Volume, pan and level of every track.</source>
        <translation>Lautstärke, Panorama und Pegel jeder Spur.</translation>
    </message>
    <message>
        <source>&amp;Events</source>
        <translation>&amp;Ereignisse</translation>
    </message>
    <message>
        <source>Notes and controllers as a table to edit.</source>
        <translation>Noten und Controller als Tabelle zum Bearbeiten.</translation>
    </message>
    <message>
        <source>&amp;Score</source>
        <translation>&amp;Noten</translation>
    </message>
    <message>
        <source>The piece as a score, in which the same keys edit.</source>
        <translation>Das Stück als Noten, in denen dieselben Tasten bearbeiten.</translation>
    </message>
    <message>
        <source>F&amp;ollow the playhead</source>
        <translation>Der Abspielposition f&amp;olgen</translation>
    </message>
    <message>
        <source>The roll moves along while the piece plays.</source>
        <translation>Die Pianorolle wandert bei der Wiedergabe mit.</translation>
    </message>
    <message>
        <source>Show other tracks</source>
        <translation>Andere Spuren zeigen</translation>
    </message>
    <message>
        <source>Show the other tracks' notes faintly.</source>
        <translation>Die Noten der anderen Spuren blass zeigen.</translation>
    </message>
    <message>
        <source>Highlight the &amp;scale</source>
        <translation>&amp;Tonleiter hervorheben</translation>
    </message>
    <message>
        <source>Shade what lies outside the key.</source>
        <translation>Abdunkeln, was außerhalb der Tonart liegt.</translation>
    </message>
    <message>
        <source>Show who &amp;wrote each note</source>
        <translation>Zeigen, &amp;wer jede Note schrieb</translation>
    </message>
    <message>
        <source>Mark the model's notes and those you changed.</source>
        <translation>Die Noten des Modells markieren und die, die Sie geändert haben.</translation>
    </message>
    <message>
        <source>&amp;Velocity lane</source>
        <translation>&amp;Anschlagbahn</translation>
    </message>
    <message>
        <source>Show how loud each note is.</source>
        <translation>Zeigen, wie laut jede Note ist.</translation>
    </message>
    <message>
        <source>&amp;Keyboard navigation</source>
        <translation>&amp;Navigation mit Tasten</translation>
    </message>
    <message>
        <source>Arrow keys walk from chord to chord and speak.</source>
        <translation>Pfeiltasten gehen von Akkord zu Akkord und sprechen.</translation>
    </message>
    <message>
        <source>Fold to the keys &amp;used</source>
        <translation>Nur ben&amp;utzte Tasten</translation>
    </message>
    <message>
        <source>Leave out the rows of pitches that no note has.</source>
        <translation>Die Zeilen von Tonhöhen weglassen, die keine Note hat.</translation>
    </message>
    <message>
        <source>Drum &amp;grid</source>
        <translation>Schla&amp;gzeugraster</translation>
    </message>
    <message>
        <source>Drum tracks show a row for each drum and a mark for each stroke.</source>
        <translation>Schlagzeugspuren zeigen eine Zeile je Instrument und ein Zeichen je Schlag.</translation>
    </message>
    <message>
        <source>C&amp;hords</source>
        <translation>&amp;Akkorde</translation>
    </message>
    <message>
        <source>Show the chords over the ruler.</source>
        <translation>Die Akkorde über dem Lineal zeigen.</translation>
    </message>
    <message>
        <source>Score as one lin&amp;e</source>
        <translation>Noten als &amp;eine Zeile</translation>
    </message>
    <message>
        <source>The score goes on sideways without an end, or line under line.</source>
        <translation>Die Noten gehen seitwärts weiter ohne Ende, oder Zeile unter Zeile.</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Follow the desktop's colours.</source>
        <translation>Den Farben des Systems folgen.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Light notes on dark ground.</source>
        <translation>Helle Noten auf dunklem Grund.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark notes on light ground.</source>
        <translation>Dunkle Noten auf hellem Grund.</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>The strongest contrasts.</source>
        <translation>Die stärksten Kontraste.</translation>
    </message>
    <message>
        <source>Library panel</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Show pieces, models and takes.</source>
        <translation>Stücke, Modelle und Takes zeigen.</translation>
    </message>
    <message>
        <source>Continue panel</source>
        <translation>Fortsetzen-Leiste</translation>
    </message>
    <message>
        <source>Show how the model goes on.</source>
        <translation>Zeigen, wie das Modell fortsetzt.</translation>
    </message>
    <message>
        <source>Next panel</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Go to the next part of the window by key.</source>
        <translation>Mit der Taste zum nächsten Teil des Fensters gehen.</translation>
    </message>
    <message>
        <source>Panel before</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Go to the part of the window before by key.</source>
        <translation>Mit der Taste zum vorigen Teil des Fensters gehen.</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Put all panels back where they were.</source>
        <translation>Alle Leisten wieder an ihren ersten Platz stellen.</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Use the whole screen.</source>
        <translation>Den ganzen Bildschirm nutzen.</translation>
    </message>
    <message>
        <source>&amp;Play or stop</source>
        <translation>&amp;Wiedergabe oder Stopp</translation>
    </message>
    <message>
        <source>Play from the playhead; stop and go back.</source>
        <translation>Ab der Abspielposition spielen; anhalten und zurückgehen.</translation>
    </message>
    <message>
        <source>Play &amp;on</source>
        <translation>W&amp;eiterspielen</translation>
    </message>
    <message>
        <source>Go on where it stopped.</source>
        <translation>Dort weitermachen, wo es anhielt.</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>Stop; a second time goes to the start and ends every sound.</source>
        <translation>Anhalten; ein zweites Mal geht an den Anfang und beendet jeden Klang.</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>&amp;Aufnehmen</translation>
    </message>
    <message>
        <source>Record what you play into this track.</source>
        <translation>In diese Spur aufnehmen, was Sie spielen.</translation>
    </message>
    <message>
        <source>&amp;Hum it…</source>
        <translation>&amp;Vorsummen…</translation>
    </message>
    <message>
        <source>Sing, whistle or play into the microphone, or open a recording: Segue finds the notes.</source>
        <translation>Ins Mikrofon singen, pfeifen oder spielen oder eine Aufnahme öffnen: Segue findet die Noten.</translation>
    </message>
    <message>
        <source>&amp;Replace what is there</source>
        <translation>Vorhandenes &amp;ersetzen</translation>
    </message>
    <message>
        <source>What you record takes the place of what is in the track, while it records.</source>
        <translation>Was Sie aufnehmen, tritt an die Stelle dessen, was in der Spur steht, solange aufgenommen wird.</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Only in the &amp;loop range</source>
        <translation>Nur im &amp;Loopbereich</translation>
    </message>
    <message>
        <source>Nothing is recorded before the loop range and after it, looping or not.</source>
        <translation>Vor dem Loopbereich und danach wird nichts aufgenommen, ob mit Loop oder ohne.</translation>
    </message>
    <message>
        <source>A ta&amp;ke for each round</source>
        <translation>Ein Ta&amp;ke für jede Runde</translation>
    </message>
    <message>
        <source>Each round of a loop is a step of its own; undo goes back from round to round.</source>
        <translation>Jede Runde einer Schleife ist ein eigener Schritt; Rückgängig geht Runde um Runde zurück.</translation>
    </message>
    <message>
        <source>&amp;Capture what I just played</source>
        <translation>&amp;Festhalten, was ich gerade spielte</translation>
    </message>
    <message>
        <source>Put what you just played into this track, though nothing recorded.</source>
        <translation>In diese Spur setzen, was Sie gerade spielten, obwohl nichts aufnahm.</translation>
    </message>
    <message>
        <source>&amp;Typing keyboard</source>
        <translation>&amp;Spielen mit der Tastatur</translation>
    </message>
    <message>
        <source>The computer's letters play notes: A to ; are white keys, Z and X change the octave.</source>
        <translation>Die Buchstaben des Rechners spielen Noten: A bis Ö sind weiße Tasten, Z und X wechseln die Oktave.</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Go to the beginning.</source>
        <translation>An den Anfang gehen.</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>Zum Ende</translation>
    </message>
    <message>
        <source>Go to the end.</source>
        <translation>Ans Ende gehen.</translation>
    </message>
    <message>
        <source>Previous bar</source>
        <translation>Voriger Takt</translation>
    </message>
    <message>
        <source>Go back a bar.</source>
        <translation>Einen Takt zurückgehen.</translation>
    </message>
    <message>
        <source>Next bar</source>
        <translation>Nächster Takt</translation>
    </message>
    <message>
        <source>Go on a bar.</source>
        <translation>Einen Takt weitergehen.</translation>
    </message>
    <message>
        <source>&amp;Loop</source>
        <translation>&amp;Loop</translation>
    </message>
    <message>
        <source>Repeat the selected bars, or the range that was looped last.</source>
        <translation>Die ausgewählten Takte wiederholen, oder den Bereich der letzten Schleife.</translation>
    </message>
    <message>
        <source>&amp;Metronome</source>
        <translation>&amp;Metronom</translation>
    </message>
    <message>
        <source>Click on the beats.</source>
        <translation>Auf den Zählzeiten klicken.</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>Langsamer</translation>
    </message>
    <message>
        <source>Play 10 % slower; the piece's tempo stays.</source>
        <translation>10 % langsamer spielen; das Tempo des Stücks bleibt.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Play 10 % faster; the piece's tempo stays.</source>
        <translation>10 % schneller spielen; das Tempo des Stücks bleibt.</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>Wie notiert</translation>
    </message>
    <message>
        <source>Play at the piece's own tempo.</source>
        <translation>Im eigenen Tempo des Stücks spielen.</translation>
    </message>
    <message>
        <source>T&amp;uning…</source>
        <translation>Stimm&amp;ung…</translation>
    </message>
    <message>
        <source>The pitches of the keys: historic tunings, equal steps, or a Scala file.</source>
        <translation>Die Tonhöhen der Tasten: historische Stimmungen, gleiche Stufen oder eine Scala-Datei.</translation>
    </message>
    <message>
        <source>P&amp;anic</source>
        <translation>&amp;Panik</translation>
    </message>
    <message>
        <source>End every sound on every output at once.</source>
        <translation>Jeden Klang auf jedem Ausgang sofort beenden.</translation>
    </message>
    <message>
        <source>Start or stop &amp;jamming</source>
        <translation>&amp;Jam starten oder anhalten</translation>
    </message>
    <message>
        <source>Play together with Segue.</source>
        <translation>Mit Segue zusammen spielen.</translation>
    </message>
    <message>
        <source>Hand o&amp;ver</source>
        <translation>Ü&amp;bergeben</translation>
    </message>
    <message>
        <source>In a jam: give the turn to Segue, or take it back.</source>
        <translation>Im Jam: an Segue übergeben oder wieder übernehmen.</translation>
    </message>
    <message>
        <source>Let the model go on with the piece, or begin an empty one.</source>
        <translation>Das Modell das Stück fortsetzen oder ein leeres beginnen lassen.</translation>
    </message>
    <message>
        <source>&amp;Rewrite these bars</source>
        <translation>Diese Takte neu &amp;schreiben</translation>
    </message>
    <message>
        <source>Other notes for the bars of the selection or the loop, those that join best first.</source>
        <translation>Andere Noten für die Takte der Auswahl oder des Loops, die am besten anschließenden zuerst.</translation>
    </message>
    <message>
        <source>Rewrite this &amp;track here</source>
        <translation>Diese S&amp;pur hier neu schreiben</translation>
    </message>
    <message>
        <source>The same for the current track alone; the model hears the others meanwhile.</source>
        <translation>Dasselbe nur für die aktuelle Spur; das Modell hört die anderen dabei.</translation>
    </message>
    <message>
        <source>&amp;Fill these bars</source>
        <translation>Diese Takte &amp;füllen</translation>
    </message>
    <message>
        <source>Notes for the bars of the selection or the loop that lead into what follows.</source>
        <translation>Noten für die Takte der Auswahl oder des Loops, die in das führen, was folgt.</translation>
    </message>
    <message>
        <source>Fill t&amp;his track here</source>
        <translation>Diese Spur &amp;hier füllen</translation>
    </message>
    <message>
        <source>Let the others a&amp;nswer</source>
        <translation>Die anderen a&amp;ntworten lassen</translation>
    </message>
    <message>
        <source>The current track stays, and the other tracks follow it in these bars.</source>
        <translation>Die aktuelle Spur bleibt, und die anderen Spuren folgen ihr in diesen Takten.</translation>
    </message>
    <message>
        <source>Add a track that &amp;plays along…</source>
        <translation>S&amp;pur hinzufügen, die mitspielt…</translation>
    </message>
    <message>
        <source>Choose an instrument: the model writes it for the selected bars, or the whole piece.</source>
        <translation>Wählen Sie ein Instrument: Das Modell schreibt es für die ausgewählten Takte oder das ganze Stück.</translation>
    </message>
    <message>
        <source>&amp;More like this one</source>
        <translation>&amp;Mehr wie diese</translation>
    </message>
    <message>
        <source>Others that begin as the highlighted alternative does, and go on in their own way.</source>
        <translation>Andere, die beginnen wie die hervorgehobene Alternative und auf eigene Weise weitergehen.</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Stop what runs; then the keys that play; then the selection; then the music.</source>
        <translation>Beenden, was läuft; dann die Tasten, die spielen; dann die Auswahl; dann die Musik.</translation>
    </message>
    <message>
        <source>Next alternative</source>
        <translation>Nächste Alternative</translation>
    </message>
    <message>
        <source>Hear the next alternative.</source>
        <translation>Die nächste Alternative hören.</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Hören</translation>
    </message>
    <message>
        <source>Previous alternative</source>
        <translation>Vorige Alternative</translation>
    </message>
    <message>
        <source>Hear the one before.</source>
        <translation>Die vorige hören.</translation>
    </message>
    <message>
        <source>Alternative A</source>
        <translation>Alternative A</translation>
    </message>
    <message>
        <source>Hear alternative A in its place.</source>
        <translation>Alternative A an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative B</source>
        <translation>Alternative B</translation>
    </message>
    <message>
        <source>Hear alternative B in its place.</source>
        <translation>Alternative B an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative C</source>
        <translation>Alternative C</translation>
    </message>
    <message>
        <source>Hear alternative C in its place.</source>
        <translation>Alternative C an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative D</source>
        <translation>Alternative D</translation>
    </message>
    <message>
        <source>Hear alternative D in its place.</source>
        <translation>Alternative D an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative E</source>
        <translation>Alternative E</translation>
    </message>
    <message>
        <source>Hear alternative E in its place.</source>
        <translation>Alternative E an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative F</source>
        <translation>Alternative F</translation>
    </message>
    <message>
        <source>Hear alternative F in its place.</source>
        <translation>Alternative F an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative G</source>
        <translation>Alternative G</translation>
    </message>
    <message>
        <source>Hear alternative G in its place.</source>
        <translation>Alternative G an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>Alternative H</source>
        <translation>Alternative H</translation>
    </message>
    <message>
        <source>Hear alternative H in its place.</source>
        <translation>Alternative H an Ort und Stelle hören.</translation>
    </message>
    <message>
        <source>The piece as it is</source>
        <translation>Das Stück, wie es ist</translation>
    </message>
    <message>
        <source>Hear the piece without an alternative.</source>
        <translation>Das Stück ohne eine Alternative hören.</translation>
    </message>
    <message>
        <source>&amp;Keep this one</source>
        <translation>Diese &amp;behalten</translation>
    </message>
    <message>
        <source>Put the alternative into the piece, as one step.</source>
        <translation>Die Alternative ins Stück übernehmen, als ein Schritt.</translation>
    </message>
    <message>
        <source>Put &amp;all away</source>
        <translation>&amp;Alle weglegen</translation>
    </message>
    <message>
        <source>Put all alternatives away; they stay among the takes.</source>
        <translation>Alle Alternativen weglegen; sie bleiben unter den Takes.</translation>
    </message>
    <message>
        <source>&amp;Star this one</source>
        <translation>Mit &amp;Stern markieren</translation>
    </message>
    <message>
        <source>Mark the alternative; find it among the takes.</source>
        <translation>Die Alternative markieren; sie ist unter den Takes zu finden.</translation>
    </message>
    <message>
        <source>&amp;Forget memory</source>
        <translation>Gedächtnis &amp;vergessen</translation>
    </message>
    <message>
        <source>The model forgets the bars before the place where it goes on.</source>
        <translation>Das Modell vergisst die Takte vor der Stelle, an der es weitergeht.</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>&amp;Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder of MIDI files; they stay where they are.</source>
        <translation>Einen Ordner mit MIDI-Dateien hinzufügen; sie bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Last &amp;import report</source>
        <translation>Letzter &amp;Importbericht</translation>
    </message>
    <message>
        <source>What the last import found and why some files were not used.</source>
        <translation>Was der letzte Import fand und warum manche Dateien nicht verwendet wurden.</translation>
    </message>
    <message>
        <source>&amp;Find in the library…</source>
        <translation>In der Bibliothek su&amp;chen…</translation>
    </message>
    <message>
        <source>Search your pieces, models or takes as you type.</source>
        <translation>Stücke, Modelle oder Takes beim Tippen durchsuchen.</translation>
    </message>
    <message>
        <source>&amp;Pieces</source>
        <translation>&amp;Stücke</translation>
    </message>
    <message>
        <source>Show the pieces of your library.</source>
        <translation>Die Stücke Ihrer Bibliothek zeigen.</translation>
    </message>
    <message>
        <source>&amp;Takes</source>
        <translation>&amp;Takes</translation>
    </message>
    <message>
        <source>Show the takes of this piece: all alternatives that were ever made for it.</source>
        <translation>Die Takes dieses Stücks zeigen: alle Alternativen, die je dafür entstanden.</translation>
    </message>
    <message>
        <source>&amp;Models</source>
        <translation>&amp;Modelle</translation>
    </message>
    <message>
        <source>Show the models on this machine.</source>
        <translation>Die Modelle auf diesem Rechner zeigen.</translation>
    </message>
    <message>
        <source>Use &amp;Starter</source>
        <translation>&amp;Starter verwenden</translation>
    </message>
    <message>
        <source>Go on with the model that comes with Segue.</source>
        <translation>Mit dem Modell fortsetzen, das Segue beiliegt.</translation>
    </message>
    <message>
        <source>&amp;Train a model…</source>
        <translation>Modell &amp;trainieren…</translation>
    </message>
    <message>
        <source>Make a model from your own pieces.</source>
        <translation>Aus Ihren Stücken ein Modell machen.</translation>
    </message>
    <message>
        <source>&amp;Find an action…</source>
        <translation>&amp;Aktion finden…</translation>
    </message>
    <message>
        <source>Type to find anything Segue can do.</source>
        <translation>Tippen, um alles zu finden, was Segue kann.</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>All keys on one sheet.</source>
        <translation>Alle Tastenkürzel auf einem Blatt.</translation>
    </message>
    <message>
        <source>&amp;User guide</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Read how Segue is used.</source>
        <translation>Lesen, wie man mit Segue arbeitet.</translation>
    </message>
    <message>
        <source>Use a graphics &amp;card</source>
        <translation>Eine &amp;Grafikkarte nutzen</translation>
    </message>
    <message>
        <source>Read how a graphics card is used for training, step by step.</source>
        <translation>Schritt für Schritt lesen, wie eine Grafikkarte zum Trainieren genutzt wird.</translation>
    </message>
    <message>
        <source>Is what I make &amp;mine?</source>
        <translation>&amp;Gehört mir, was ich mache?</translation>
    </message>
    <message>
        <source>Read about the licence of the model, its sources, and selling.</source>
        <translation>Über die Lizenz des Modells, seine Quellen und das Verkaufen lesen.</translation>
    </message>
    <message>
        <source>Replay the &amp;introduction</source>
        <translation>Einführung &amp;wiederholen</translation>
    </message>
    <message>
        <source>Hear again what Segue does with a piece.</source>
        <translation>Noch einmal hören, was Segue aus einem Stück macht.</translation>
    </message>
    <message>
        <source>&amp;Report a problem</source>
        <translation>Ein &amp;Problem melden</translation>
    </message>
    <message>
        <source>Read what a report needs, and where it goes.</source>
        <translation>Lesen, was eine Meldung braucht und wohin sie geht.</translation>
    </message>
    <message>
        <source>Open &amp;log folder</source>
        <translation>&amp;Protokollordner öffnen</translation>
    </message>
    <message>
        <source>Where Segue writes down what went wrong.</source>
        <translation>Wo Segue aufschreibt, was schiefging.</translation>
    </message>
    <message>
        <source>Copy s&amp;ystem information</source>
        <translation>S&amp;ystemangaben kopieren</translation>
    </message>
    <message>
        <source>Put versions and folders on the clipboard.</source>
        <translation>Versionen und Ordner in die Zwischenablage legen.</translation>
    </message>
    <message>
        <source>&amp;About Segue</source>
        <translation>&amp;Über Segue</translation>
    </message>
    <message>
        <source>Version and licences.</source>
        <translation>Version und Lizenzen.</translation>
    </message>
    <message>
        <source>Open a Segue piece or a MIDI file.</source>
        <translation type="vanished">Ein Segue-Stück oder eine MIDI-Datei öffnen.</translation>
    </message>
    <message>
        <source>Offer the most likely beats other than those that were found; once more, the next.</source>
        <translation type="vanished">Bietet die wahrscheinlichsten anderen Schläge an; noch einmal die nächsten.</translation>
    </message>
    <message>
        <source>Save the piece, with everything the model offered.</source>
        <translation type="vanished">Das Stück speichern, mit allem, was das Modell angeboten hat.</translation>
    </message>
    <message>
        <source>What the model offers, side by side.</source>
        <translation type="vanished">Was das Modell anbietet, nebeneinander.</translation>
    </message>
    <message>
        <source>Each round of a loop is a step of its own; undo goes back from take to take.</source>
        <translation type="vanished">Jede Runde eines Loops ist ein eigener Schritt; Rückgängig geht von Take zu Take zurück.</translation>
    </message>
    <message>
        <source>Let the model go on with the piece.</source>
        <translation type="vanished">Das Modell das Stück fortsetzen lassen.</translation>
    </message>
    <message>
        <source>Start from s&amp;ilence</source>
        <translation type="vanished">Aus der St&amp;ille beginnen</translation>
    </message>
    <message>
        <source>Let the model begin an empty piece.</source>
        <translation type="vanished">Das Modell ein leeres Stück beginnen lassen.</translation>
    </message>
    <message>
        <source>Stop what runs; then the selection; then the music.</source>
        <translation type="vanished">Anhalten, was läuft; dann die Auswahl; dann die Musik.</translation>
    </message>
    <message>
        <source>Put them &amp;all away</source>
        <translation type="vanished">&amp;Alle weglegen</translation>
    </message>
    <message>
        <source>Show everything the model ever offered for this piece.</source>
        <translation type="vanished">Alles zeigen, was das Modell für dieses Stück je angeboten hat.</translation>
    </message>
    <message>
        <source>See the first card again.</source>
        <translation type="vanished">Die erste Karte noch einmal sehen.</translation>
    </message>
    <message>
        <source>Repeat the loop range; drag over the ruler to set it.</source>
        <translation type="vanished">Den Loopbereich wiederholen; auf dem Taktlineal ziehen, um ihn zu setzen.</translation>
    </message>
    <message>
        <source>Take the selected notes out and remember them.</source>
        <translation type="vanished">Die ausgewählten Noten herausnehmen und merken.</translation>
    </message>
    <message>
        <source>Remember the selected notes.</source>
        <translation type="vanished">Die ausgewählten Noten merken.</translation>
    </message>
    <message>
        <source>Put remembered notes at the playhead.</source>
        <translation type="vanished">Gemerkte Noten an der Abspielposition einfügen.</translation>
    </message>
    <message>
        <source>Repeat the selected notes right after themselves.</source>
        <translation type="vanished">Die ausgewählten Noten gleich danach wiederholen.</translation>
    </message>
    <message>
        <source>Remove the selected notes.</source>
        <translation type="vanished">Die ausgewählten Noten entfernen.</translation>
    </message>
    <message>
        <source>Select every note of the current track.</source>
        <translation type="vanished">Jede Note der aktuellen Spur auswählen.</translation>
    </message>
    <message>
        <source>&amp;None of these</source>
        <translation type="vanished">&amp;Keine davon</translation>
    </message>
    <message>
        <source>The model drops what it carries and reads anew.</source>
        <translation type="vanished">Das Modell verwirft, was es behält, und liest neu.</translation>
    </message>
</context>
<context>
    <name>AdvancedSettings</name>
    <message>
        <source>Lock the seed</source>
        <translation>Startwert festhalten</translation>
    </message>
    <message>
        <source>Locked: the same settings give the same notes</source>
        <translation>Festgehalten: Dieselben Einstellungen ergeben dieselben Noten</translation>
    </message>
    <message>
        <source>Another seed</source>
        <translation>Anderer Startwert</translation>
    </message>
    <message>
        <source>Draw {0}, offer the best</source>
        <translation type="vanished">{0} ziehen, die besten anbieten</translation>
    </message>
    <message>
        <source>Better ones take the place of what was not heard yet; switch it off on a slow machine</source>
        <translation type="vanished">Bessere nehmen den Platz dessen ein, was noch nicht gehört wurde; auf langsamen Rechnern ausschalten</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="vanished">Temperatur</translation>
    </message>
    <message>
        <source>Higher draws rarer notes; 0 takes the likeliest every time</source>
        <translation type="vanished">Höher zieht seltenere Noten; 0 nimmt immer die wahrscheinlichste</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation type="vanished">Top-p</translation>
    </message>
    <message>
        <source>Draw from the likeliest that together have this share</source>
        <translation type="vanished">Aus den wahrscheinlichsten ziehen, die zusammen diesen Anteil haben</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation type="vanished">Typical-p</translation>
    </message>
    <message>
        <source>Draw from what tells about as much as is to be expected, up to this share; 1 leaves it out</source>
        <translation type="vanished">Aus dem ziehen, was etwa so viel sagt, wie zu erwarten ist, bis zu diesem Anteil; 1 lässt es weg</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation type="vanished">Min-p</translation>
    </message>
    <message>
        <source>Leave out what is less likely than this share of the likeliest</source>
        <translation type="vanished">Weglassen, was unwahrscheinlicher ist als dieser Anteil der wahrscheinlichsten</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation type="vanished">Top-k</translation>
    </message>
    <message>
        <source>Draw from this many of the likeliest</source>
        <translation type="vanished">Aus so vielen der wahrscheinlichsten ziehen</translation>
    </message>
    <message>
        <source>all</source>
        <translation type="vanished">alle</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation type="vanished">Wiederholung</translation>
    </message>
    <message>
        <source>Above 1, what was drawn lately gets less likely</source>
        <translation type="vanished">Über 1 wird weniger wahrscheinlich, was gerade gezogen wurde</translation>
    </message>
    <message>
        <source>Lowest pitch</source>
        <translation type="vanished">Tiefster Ton</translation>
    </message>
    <message>
        <source>No note below; drums are free</source>
        <translation type="vanished">Keine Note darunter; Schlagzeug ist frei</translation>
    </message>
    <message>
        <source>Highest pitch</source>
        <translation type="vanished">Höchster Ton</translation>
    </message>
    <message>
        <source>No note above; drums are free</source>
        <translation type="vanished">Keine Note darüber; Schlagzeug ist frei</translation>
    </message>
    <message>
        <source>Longest copy</source>
        <translation type="vanished">Längste Kopie</translation>
    </message>
    <message>
        <source>Never more notes in a row than this from a piece the model learned from, in any key; scales and repeated notes are free. For the pieces that Starter learned from it holds from 30 notes on</source>
        <translation type="vanished">Nie mehr Noten hintereinander als so viele aus einem gelernten Stück, in keiner Tonart; Tonleitern und Tonwiederholungen sind frei. Für die Stücke, aus denen Starter lernte, gilt es ab 30 Noten</translation>
    </message>
    <message>
        <source>any</source>
        <translation type="vanished">beliebig</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="vanished">Startwert</translation>
    </message>
    <message>
        <source>The same seed and settings give the same notes</source>
        <translation type="vanished">Derselbe Startwert und dieselben Einstellungen ergeben dieselben Noten</translation>
    </message>
    <message>
        <source>Never more notes in a row than this from a piece the model learned from, in any key; scales and repeated notes are free</source>
        <translation type="vanished">Nie mehr Noten hintereinander als so viele aus einem gelernten Stück, in keiner Tonart; Tonleitern und Tonwiederholungen sind frei</translation>
    </message>
</context>
<context>
    <name>AdventureSlider</name>
    <message>
        <source>Adventurousness</source>
        <translation>Wagemut</translation>
    </message>
    <message>
        <source>In the middle the model is as it is; double-click to go back there</source>
        <translation>In der Mitte ist das Modell, wie es ist; Doppelklick führt dorthin zurück</translation>
    </message>
    <message>
        <source>very safe</source>
        <translation>sehr brav</translation>
    </message>
    <message>
        <source>safer</source>
        <translation>braver</translation>
    </message>
    <message>
        <source>as it learned</source>
        <translation>wie gelernt</translation>
    </message>
    <message>
        <source>bolder</source>
        <translation>kühner</translation>
    </message>
    <message>
        <source>wild</source>
        <translation>wild</translation>
    </message>
</context>
<context>
    <name>AlternativesStrip</name>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Press %1 to go on from the last bars.</source>
        <translation>%1 macht nach den letzten Takten weiter.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Alternative {0} of {1} is being made</source>
        <translation>Alternative {0} von {1} entsteht</translation>
    </message>
    <message>
        <source>Alternative {0} of {1}</source>
        <translation>Alternative {0} von {1}</translation>
    </message>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n Takt</numerusform><numerusform>%n Takte</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation type="vanished"><numerusform>%n Note</numerusform><numerusform>%n Noten</numerusform></translation>
    </message>
    <message>
        <source>Press G to go on from the last bars.</source>
        <translation type="vanished">Drücken Sie G, um nach den letzten Takten fortzufahren.</translation>
    </message>
    <message>
        <source>Alternative {0} of {1}, {2}, {3}</source>
        <translation type="vanished">Alternative {0} von {1}, {2}, {3}</translation>
    </message>
    <message>
        <source>None of these</source>
        <translation type="vanished">Keine davon</translation>
    </message>
    <message>
        <source>Put them all away and make others</source>
        <translation type="vanished">Alle weglegen und andere machen</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation type="vanished">Baum</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation type="vanished">Mischpult</translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="vanished">Ereignisse</translation>
    </message>
    <message>
        <source>Score</source>
        <translation type="vanished">Noten</translation>
    </message>
    <message>
        <source>Show {0} here</source>
        <translation type="vanished">{0} hier zeigen</translation>
    </message>
    <message>
        <source>Reject them all and make others (Shift+Backspace)</source>
        <translation type="vanished">Alle ablehnen und andere machen (Umschalt+Rücktaste)</translation>
    </message>
    <message>
        <source>Press G to get 4 continuations of the last bars.</source>
        <translation type="vanished">Drücken Sie G für 4 Fortsetzungen der letzten Takte.</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation type="vanished">Darstellung</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="vanished">Farben</translation>
    </message>
    <message>
        <source>The colours of the whole window</source>
        <translation type="vanished">Die Farben des ganzen Fensters</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation type="vanished">Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="vanished">Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="vanished">Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation type="vanished">Hoher Kontrast</translation>
    </message>
    <message>
        <source>Size of text and controls</source>
        <translation type="vanished">Größe von Schrift und Bedienung</translation>
    </message>
    <message>
        <source>Makes all words and controls smaller or larger</source>
        <translation type="vanished">Macht alle Wörter und Bedienelemente kleiner oder größer</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation type="vanished">Beim Start</translation>
    </message>
    <message>
        <source>What is there when Segue is started without a file</source>
        <translation type="vanished">Was da ist, wenn Segue ohne Datei gestartet wird</translation>
    </message>
    <message>
        <source>The last piece</source>
        <translation type="vanished">Das letzte Stück</translation>
    </message>
    <message>
        <source>The start page</source>
        <translation type="vanished">Die Startseite</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation type="vanished">&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Size of text and controls</source>
        <translation type="vanished">&amp;Größe von Schrift und Bedienung</translation>
    </message>
    <message>
        <source>&amp;At the start</source>
        <translation type="vanished">&amp;Beim Start</translation>
    </message>
    <message>
        <source>The size holds from the next start on.</source>
        <translation type="vanished">Die Größe gilt ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>AudioExport</name>
    <message>
        <source>Export audio</source>
        <translation>Audio exportieren</translation>
    </message>
    <message>
        <source>Writing ‘%1’…</source>
        <translation>„%1“ wird geschrieben…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>An audio file is being written.</source>
        <translation>Eine Audiodatei wird geschrieben.</translation>
    </message>
    <message>
        <source>WAV (*.wav);;FLAC (*.flac);;OGG Vorbis (*.ogg)</source>
        <translation type="vanished">WAV (*.wav);;FLAC (*.flac);;OGG Vorbis (*.ogg)</translation>
    </message>
    <message>
        <source>There are no notes yet.</source>
        <translation type="vanished">Es gibt noch keine Noten.</translation>
    </message>
    <message>
        <source>Written to ‘%1’.</source>
        <translation type="vanished">In „%1“ geschrieben.</translation>
    </message>
</context>
<context>
    <name>AudioOptionsDialog</name>
    <message>
        <source>44.1 kHz</source>
        <translation>44,1 kHz</translation>
    </message>
    <message>
        <source>48 kHz</source>
        <translation>48 kHz</translation>
    </message>
    <message>
        <source>-14 LUFS (streaming)</source>
        <translation>-14 LUFS (Streaming)</translation>
    </message>
    <message>
        <source>-16 LUFS (usual)</source>
        <translation>-16 LUFS (üblich)</translation>
    </message>
    <message>
        <source>-18 LUFS (quieter)</source>
        <translation>-18 LUFS (leiser)</translation>
    </message>
    <message>
        <source>-23 LUFS (broadcast)</source>
        <translation>-23 LUFS (Rundfunk)</translation>
    </message>
    <message>
        <source>As it is, peaks at -1 dB</source>
        <translation>Wie sie ist, Spitzen bei -1 dB</translation>
    </message>
    <message>
        <source>16 bits, dithered</source>
        <translation>16 Bit, mit Dither</translation>
    </message>
    <message>
        <source>24 bits</source>
        <translation>24 Bit</translation>
    </message>
    <message>
        <source>Floating point</source>
        <translation>Gleitkomma</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Saal</translation>
    </message>
    <message>
        <source>An Ogg file has no sample format.</source>
        <translation>Eine Ogg-Datei hat kein Format für Abtastwerte.</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>&amp;Abtastwerte</translation>
    </message>
    <message>
        <source>Sample &amp;rate</source>
        <translation>Abtast&amp;rate</translation>
    </message>
    <message>
        <source>&amp;Loudness</source>
        <translation>&amp;Lautheit</translation>
    </message>
    <message>
        <source>R&amp;oom</source>
        <translation>Ra&amp;um</translation>
    </message>
    <message>
        <source>Each &amp;track in a file of its own, too</source>
        <translation>Auch jede &amp;Spur in eine eigene Datei</translation>
    </message>
    <message>
        <source>Export audio</source>
        <translation>Audio exportieren</translation>
    </message>
</context>
<context>
    <name>BankViews</name>
    <message>
        <source>Choose a sound bank</source>
        <translation>Klangbank wählen</translation>
    </message>
    <message>
        <source>Sound banks (%1)</source>
        <translation>Klangbänke (%1)</translation>
    </message>
    <message>
        <source>Trying each sound of ‘%1’…</source>
        <translation>Jeder Klang von „%1“ wird ausprobiert…</translation>
    </message>
    <message>
        <source>The built-in sound plays ‘%1’ now.</source>
        <translation>Der eingebaute Klang spielt jetzt „%1“.</translation>
    </message>
    <message>
        <source>What it lacks is played by Segue's own bank.</source>
        <translation>Was ihr fehlt, spielt Segues eigene Klangbank.</translation>
    </message>
    <message>
        <source>Use Segue's own</source>
        <translation>Segues eigene nehmen</translation>
    </message>
    <message>
        <source>This piece was mixed with the sound bank ‘%1’; it is played with ‘%2’.</source>
        <translation>Dieses Stück wurde mit der Klangbank „%1“ gemischt; gespielt wird es mit „%2“.</translation>
    </message>
    <message>
        <source>Instruments may be louder, softer or different.</source>
        <translation>Instrumente können lauter, leiser oder anders klingen.</translation>
    </message>
</context>
<context>
    <name>BarCommands</name>
    <message numerus="yes">
        <source>Cut %n bars</source>
        <translation><numerusform>%n Takt ausschneiden</numerusform><numerusform>%n Takte ausschneiden</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Paste %n bars</source>
        <translation><numerusform>%n Takt einfügen</numerusform><numerusform>%n Takte einfügen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n bars</source>
        <translation><numerusform>%n Takt löschen</numerusform><numerusform>%n Takte löschen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Insert %n bars</source>
        <translation><numerusform>%n Takt einfügen</numerusform><numerusform>%n Takte einfügen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Repeat %n bars</source>
        <translation><numerusform>%n Takt wiederholen</numerusform><numerusform>%n Takte wiederholen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n bars</source>
        <translation><numerusform>%n Takt transponieren</numerusform><numerusform>%n Takte transponieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n bars</source>
        <translation><numerusform>%n Takt verschieben</numerusform><numerusform>%n Takte verschieben</numerusform></translation>
    </message>
    <message>
        <source>Move ‘%1’</source>
        <translation>‚%1‘ verschieben</translation>
    </message>
</context>
<context>
    <name>BarEditing</name>
    <message>
        <source>Empty bars before bar %1</source>
        <translation>Leere Takte vor Takt %1</translation>
    </message>
    <message>
        <source>Insert bars</source>
        <translation>Takte einfügen</translation>
    </message>
    <message>
        <source>There is no section to move there: markers begin one.</source>
        <translation>Dort ist kein Abschnitt zu verschieben: Ein Abschnitt beginnt mit einer Marke.</translation>
    </message>
    <message>
        <source>Bar %1 of the whole piece</source>
        <translation>Takt %1 des ganzen Stücks</translation>
    </message>
    <message>
        <source>Bars %1–%2 of the whole piece</source>
        <translation>Takte %1–%2 des ganzen Stücks</translation>
    </message>
</context>
<context>
    <name>BarLineCorrection</name>
    <message>
        <source>Tap at least four beats: the bars stay as they are.</source>
        <translation type="vanished">Klopfen Sie mindestens vier Schläge: Die Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Segue looks for the beats.</source>
        <translation type="vanished">Segue sucht die Schläge.</translation>
    </message>
    <message>
        <source>The bar line stays where you put it.</source>
        <translation type="vanished">Der Taktstrich bleibt, wo Sie ihn hingesetzt haben.</translation>
    </message>
    <message>
        <source>Find the other bars anew</source>
        <translation type="vanished">Andere Takte neu suchen</translation>
    </message>
    <message>
        <source>The piece was edited: its bars stay as they are.</source>
        <translation type="vanished">Das Stück wurde bearbeitet: seine Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>With them, every note sounds when it did.</source>
        <translation type="vanished">Mit ihnen erklingt jede Note, wann sie erklang.</translation>
    </message>
    <message>
        <source>Use these beats</source>
        <translation type="vanished">Diese Schläge verwenden</translation>
    </message>
    <message>
        <source>Every note sounds when it did.</source>
        <translation type="vanished">Jede Note klingt, wann sie klang.</translation>
    </message>
    <message>
        <source>Other beats</source>
        <translation type="vanished">Andere Schläge</translation>
    </message>
    <message>
        <source>Segue uses bars of %1 beats, %2 a minute: %3 takes them back.</source>
        <translation type="vanished">Segue verwendet Takte mit %1 Schlägen, %2 pro Minute: %3 nimmt sie zurück.</translation>
    </message>
    <message>
        <source>Bars of %1 beats, %2 a minute: the green dashed lines.</source>
        <translation type="vanished">Takte mit %1 Schlägen, %2 pro Minute: die grün gestrichelten Linien.</translation>
    </message>
    <message>
        <source>Doubtful bars: %1 of %2.</source>
        <translation type="vanished">Zweifelhafte Takte: %1 von %2.</translation>
    </message>
    <message>
        <source>The beats follow your taps.</source>
        <translation type="vanished">Die Schläge folgen dem Klopfen.</translation>
    </message>
    <message>
        <source>This was played without a click.</source>
        <translation type="vanished">Das wurde ohne Klick gespielt.</translation>
    </message>
    <message>
        <source>The bars of this piece do not fit its notes.</source>
        <translation type="vanished">Die Takte dieses Stücks passen nicht zu seinen Noten.</translation>
    </message>
    <message>
        <source>The bars of this piece fit its notes already.</source>
        <translation type="vanished">Die Takte dieses Stücks passen schon zu seinen Noten.</translation>
    </message>
    <message>
        <source>The taps agree with no beat of the music: the bars stay as they are.</source>
        <translation type="vanished">Das Klopfen passt zu keinem Schlag der Musik: Die Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>No steady beat was found: the bars stay as they are.</source>
        <translation type="vanished">Es wurde kein gleichmäßiger Schlag gefunden: Die Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Find the beats</source>
        <translation type="vanished">Schläge finden</translation>
    </message>
    <message>
        <source>Every note sounds when it did. Undo takes these beats back.</source>
        <translation type="vanished">Jede Note erklingt wie zuvor. Rückgängig nimmt diese Schläge zurück.</translation>
    </message>
    <message>
        <source>Its beats were found: mostly %1 in a bar, about %2 a minute.</source>
        <translation type="vanished">Die Schläge wurden gefunden: meist %1 im Takt, etwa %2 in der Minute.</translation>
    </message>
    <message>
        <source>The green dashed lines are the bars that were found: mostly %1 beats, %2 a minute.</source>
        <translation type="vanished">Die grünen gestrichelten Linien sind die gefundenen Takte: meist %1 Schläge, %2 in der Minute.</translation>
    </message>
    <message>
        <source>Most seem to have %1 beats.</source>
        <translation type="vanished">Die meisten haben wohl %1 Schläge.</translation>
    </message>
    <message>
        <source>What the model adds follows the bars as they are.</source>
        <translation type="vanished">Was das Modell hinzufügt, folgt den Takten, wie sie sind.</translation>
    </message>
    <message>
        <source>Put bars right</source>
        <translation type="vanished">Takte richtigstellen</translation>
    </message>
</context>
<context>
    <name>BarLineMoves</name>
    <message>
        <source>The bar line stays: no file could write the tempo beside it.</source>
        <translation type="vanished">Der Taktstrich bleibt: Keine Datei könnte das Tempo daneben schreiben.</translation>
    </message>
    <message>
        <source>Move bar line</source>
        <translation type="vanished">Taktstrich verschieben</translation>
    </message>
</context>
<context>
    <name>BarRequests</name>
    <message>
        <source>Every track is set to Context or Ignore: set one to Write.</source>
        <translation>Jede Spur steht auf Kontext oder Ignorieren: Stellen Sie eine auf Schreiben.</translation>
    </message>
    <message>
        <source>The model is at work: Esc stops it.</source>
        <translation>Das Modell ist bei der Arbeit: Esc hält es an.</translation>
    </message>
    <message>
        <source>Bar %1 is written anew: %3.</source>
        <translation>Takt %1 wird neu geschrieben: %3.</translation>
    </message>
    <message>
        <source>Bars %1 to %2 are written anew: %3.</source>
        <translation>Takte %1 bis %2 werden neu geschrieben: %3.</translation>
    </message>
    <message>
        <source>Bar %1 is filled: %3.</source>
        <translation>Takt %1 wird gefüllt: %3.</translation>
    </message>
    <message>
        <source>Bars %1 to %2 are filled: %3.</source>
        <translation>Die Takte %1 bis %2 werden gefüllt: %3.</translation>
    </message>
</context>
<context>
    <name>BarRow</name>
    <message>
        <source>Everything from this bar on is removed. Key: B</source>
        <translation>Alles ab diesem Takt wird entfernt. Taste: B</translation>
    </message>
    <message>
        <source>Go back to any bar</source>
        <translation>Zurück zu einem Takt</translation>
    </message>
    <message>
        <source>Bars of the jam</source>
        <translation>Takte des Jams</translation>
    </message>
    <message>
        <source>Each bar that is played stands here.</source>
        <translation>Hier steht jeder Takt, der gespielt wird.</translation>
    </message>
    <message>
        <source>Play on from %1</source>
        <translation>Weiter ab Takt %1</translation>
    </message>
    <message>
        <source>Play on from…</source>
        <translation>Weiter ab …</translation>
    </message>
    <message>
        <source>Choose a bar first.</source>
        <translation>Wählen Sie zuerst einen Takt.</translation>
    </message>
</context>
<context>
    <name>BeatMenu</name>
    <message>
        <source>This is beat 1</source>
        <translation type="vanished">Das ist Schlag 1</translation>
    </message>
    <message>
        <source>A bar begins at this beat already.</source>
        <translation type="vanished">Auf diesem Schlag beginnt schon ein Takt.</translation>
    </message>
    <message>
        <source>Beats in a bar</source>
        <translation type="vanished">Schläge je Takt</translation>
    </message>
    <message>
        <source>A MIDI file could not write the tempo or the ticks.</source>
        <translation type="vanished">Eine MIDI-Datei könnte das Tempo oder die Ticks nicht schreiben.</translation>
    </message>
    <message>
        <source>Count twice as fast</source>
        <translation type="vanished">Doppelt so schnell zählen</translation>
    </message>
    <message>
        <source>Count half as fast</source>
        <translation type="vanished">Halb so schnell zählen</translation>
    </message>
    <message>
        <source>A bar begins at the playhead already.</source>
        <translation type="vanished">An der Abspielposition beginnt schon ein Takt.</translation>
    </message>
    <message>
        <source>The first bar line stays where it is.</source>
        <translation type="vanished">Der erste Taktstrich bleibt, wo er ist.</translation>
    </message>
    <message>
        <source>Move the nearest bar line to the playhead</source>
        <translation type="vanished">Den nächsten Taktstrich zur Abspielposition verschieben</translation>
    </message>
</context>
<context>
    <name>BeatSearch</name>
    <message>
        <source>The bars of this piece fit its notes already.</source>
        <translation>Die Takte dieses Stücks passen schon zu seinen Noten.</translation>
    </message>
    <message>
        <source>Segue looks for the beats.</source>
        <translation>Segue sucht die Schläge.</translation>
    </message>
    <message>
        <source>Segue looks for other beats.</source>
        <translation>Segue sucht andere Schläge.</translation>
    </message>
    <message>
        <source>The piece was edited: its bars stay as they are.</source>
        <translation>Das Stück wurde bearbeitet: seine Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>The beats follow your taps.</source>
        <translation>Die Schläge folgen dem Klopfen.</translation>
    </message>
    <message>
        <source>This was played without a click.</source>
        <translation>Das wurde ohne Klick gespielt.</translation>
    </message>
    <message>
        <source>The bars of this piece do not fit its notes.</source>
        <translation>Die Takte dieses Stücks passen nicht zu seinen Noten.</translation>
    </message>
    <message>
        <source>The taps agree with no beat of the music: the bars stay as they are.</source>
        <translation>Das Klopfen passt zu keinem Schlag der Musik: Die Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>No steady beat was found: the bars stay as they are.</source>
        <translation>Es wurde kein gleichmäßiger Schlag gefunden: Die Takte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Segue found no other beats.</source>
        <translation>Segue hat keine anderen Schläge gefunden.</translation>
    </message>
    <message>
        <source>Other beats, %1 of %2.</source>
        <translation>Andere Schläge, %1 von %2.</translation>
    </message>
    <message>
        <source>No steady beat was found: this is guess %1 of %2.</source>
        <translation>Ein gleichmäßiger Schlag wurde nicht gefunden: Das ist Vermutung %1 von %2.</translation>
    </message>
</context>
<context>
    <name>BeatSheet</name>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
</context>
<context>
    <name>BeatTapping</name>
    <message>
        <source>End the recording first.</source>
        <translation>Beenden Sie zuerst die Aufnahme.</translation>
    </message>
    <message>
        <source>T taps the beat</source>
        <translation>T tippt den Schlag</translation>
    </message>
    <message>
        <source>Tap at each beat, from the first of a bar on. Esc drops the taps.</source>
        <translation>Tippen Sie jeden Schlag, vom ersten eines Takts an. Esc verwirft die Schläge.</translation>
    </message>
    <message>
        <source>There is no music to tap along with.</source>
        <translation type="vanished">Es gibt keine Musik, zu der man klopfen könnte.</translation>
    </message>
    <message>
        <source>Tap T, or a key of your MIDI keyboard, at each beat.</source>
        <translation type="vanished">Klopfen Sie auf jeden Schlag, mit T oder einer Taste des MIDI-Keyboards.</translation>
    </message>
    <message>
        <source>Begin with the first beat of a bar.</source>
        <translation type="vanished">Beginnen Sie mit dem ersten Schlag eines Takts.</translation>
    </message>
    <message>
        <source>Shift+T, or a harder stroke, begins a bar, too.</source>
        <translation type="vanished">Umschalt+T oder ein stärkerer Anschlag beginnt auch einen Takt.</translation>
    </message>
    <message>
        <source>Beats in a bar: %1</source>
        <translation type="vanished">Schläge im Takt: %1</translation>
    </message>
    <message>
        <source>Beats in a bar: heard</source>
        <translation type="vanished">Schläge im Takt: gehört</translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="vanished">Fertig</translation>
    </message>
    <message>
        <source>%1 tap</source>
        <translation type="vanished">%1 Schlag</translation>
    </message>
    <message>
        <source>%1 taps</source>
        <translation type="vanished">%1 Schläge</translation>
    </message>
    <message>
        <source>Stop when you like: the bars follow your taps.</source>
        <translation type="vanished">Hören Sie auf, wann Sie wollen: Die Takte folgen dem Klopfen.</translation>
    </message>
</context>
<context>
    <name>BeatsGrid</name>
    <message>
        <source>Bars</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Tab: the next doubtful bar. Drag a bar line to where the bar begins.</source>
        <translation>Tab: der nächste zweifelhafte Takt. Ziehen Sie einen Taktstrich dorthin, wo der Takt beginnt.</translation>
    </message>
    <message>
        <source>This is beat 1</source>
        <translation>Das ist Schlag 1</translation>
    </message>
    <message>
        <source>A bar begins at this beat (1)</source>
        <translation>Auf diesem Schlag beginnt ein Takt (1)</translation>
    </message>
    <message>
        <source>No bar here</source>
        <translation>Hier kein Takt</translation>
    </message>
    <message>
        <source>No bar begins here (Delete)</source>
        <translation>Hier beginnt kein Takt (Entf)</translation>
    </message>
    <message>
        <source>A beat of bar %1</source>
        <translation>Ein Schlag in Takt %1</translation>
    </message>
    <message>
        <source>Bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>%1, doubtful: %2</source>
        <translation>%1, zweifelhaft: %2</translation>
    </message>
    <message>
        <source>%1, put by you</source>
        <translation>%1, von Ihnen gesetzt</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation type="vanished">Takt</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation type="vanished">min:s</translation>
    </message>
</context>
<context>
    <name>BeatsHeard</name>
    <message>
        <source>%1, bars %2 and %3</source>
        <translation>%1, Takte %2 und %3</translation>
    </message>
    <message>
        <source>%1, bar %2</source>
        <translation>%1, Takt %2</translation>
    </message>
</context>
<context>
    <name>BeatsPage</name>
    <message>
        <source>As it was</source>
        <translation>Wie es war</translation>
    </message>
    <message>
        <source>Play with a click on its old beats</source>
        <translation>Mit einem Klick auf den alten Schlägen spielen</translation>
    </message>
    <message>
        <source>As it will be</source>
        <translation>Wie es wird</translation>
    </message>
    <message>
        <source>Play with a click on these beats</source>
        <translation>Mit einem Klick auf diesen Schlägen spielen</translation>
    </message>
    <message>
        <source>Find the beats</source>
        <translation>Schläge finden</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>beats a minute</source>
        <translation>je Minute</translation>
    </message>
    <message>
        <source>bar, sure: drag it</source>
        <translation>Takt, sicher: ziehbar</translation>
    </message>
    <message>
        <source>bar, doubtful</source>
        <translation>Takt, zweifelhaft</translation>
    </message>
    <message>
        <source>beat</source>
        <translation>Schlag</translation>
    </message>
    <message>
        <source>Time in view</source>
        <translation type="vanished">Sichtbare Zeit</translation>
    </message>
</context>
<context>
    <name>BeatsRoom</name>
    <message>
        <source>There is no music to find beats in.</source>
        <translation>Es gibt keine Musik, in der Schläge zu finden wären.</translation>
    </message>
    <message>
        <source>Every note keeps the time at which you played it.</source>
        <translation>Jede Note behält die Zeit, zu der Sie sie gespielt haben.</translation>
    </message>
    <message>
        <source>Find the beats</source>
        <translation>Schläge finden</translation>
    </message>
    <message>
        <source>The piece has %1. Every note sounds when it did.</source>
        <translation>Das Stück hat %1. Jede Note klingt, wann sie klang.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Look at the beats</source>
        <translation>Schläge ansehen</translation>
    </message>
    <message>
        <source>That cannot be: no file could write its tempo or meter.</source>
        <translation>Das geht nicht: Keine Datei könnte Tempo oder Taktart schreiben.</translation>
    </message>
    <message>
        <source>The last change is taken back.</source>
        <translation>Die letzte Änderung ist zurückgenommen.</translation>
    </message>
    <message>
        <source>Bar line %1 moved by %2 s.</source>
        <translation>Taktstrich %1 um %2 s verschoben.</translation>
    </message>
    <message>
        <source>Tap at least four beats: the bars stay as they are.</source>
        <translation>Klopfen Sie mindestens vier Schläge: Die Takte bleiben, wie sie sind.</translation>
    </message>
</context>
<context>
    <name>BeatsShown</name>
    <message>
        <source>slows down into it</source>
        <translation>wird davor langsamer</translation>
    </message>
    <message>
        <source>hurries into it</source>
        <translation>eilt hinein</translation>
    </message>
    <message>
        <source>counts %1, most bars %2</source>
        <translation>zählt %1, die meisten %2</translation>
    </message>
    <message>
        <source>two ways to count</source>
        <translation>zweierlei zu zählen</translation>
    </message>
    <message>
        <source>No beats yet</source>
        <translation>Noch keine Schläge</translation>
    </message>
    <message>
        <source>%1 bars of %2 found</source>
        <translation>%1 Takte im %2 gefunden</translation>
    </message>
    <message>
        <source>%1 bars of %2</source>
        <translation>%1 Takte im %2</translation>
    </message>
    <message>
        <source>%1 beats a minute</source>
        <translation>%1 Schläge je Minute</translation>
    </message>
    <message>
        <source>%1 to %2 beats a minute, mostly %3</source>
        <translation>%1 bis %2 Schläge je Minute, meist %3</translation>
    </message>
</context>
<context>
    <name>BeatsSide</name>
    <message>
        <source>One beat later</source>
        <translation>Einen Schlag später</translation>
    </message>
    <message>
        <source>All bar lines go to the next beat</source>
        <translation>Alle Taktstriche rücken auf den nächsten Schlag</translation>
    </message>
    <message>
        <source>Beats in a bar</source>
        <translation>Schläge je Takt</translation>
    </message>
    <message>
        <source>Doubtful bars</source>
        <translation>Zweifelhafte Takte</translation>
    </message>
    <message>
        <source>Tap along</source>
        <translation>Mitklopfen</translation>
    </message>
    <message>
        <source>Other beats</source>
        <translation>Andere Schläge</translation>
    </message>
    <message>
        <source>The next way to count the whole piece</source>
        <translation>Die nächste Art, das ganze Stück zu zählen</translation>
    </message>
    <message>
        <source>Use these beats</source>
        <translation>Diese Schläge verwenden</translation>
    </message>
    <message>
        <source>The piece gets these bars: one undo step</source>
        <translation>Das Stück bekommt diese Takte: ein Schritt zum Rückgängigmachen</translation>
    </message>
    <message>
        <source>Leave as it is</source>
        <translation>So lassen</translation>
    </message>
    <message>
        <source>Nothing changes (Esc)</source>
        <translation>Nichts ändert sich (Esc)</translation>
    </message>
    <message>
        <source>Only the page changes, not the sound.</source>
        <translation>Nur die Seite ändert sich, nicht der Klang.</translation>
    </message>
    <message>
        <source>The piece counts like this already.</source>
        <translation>Das Stück zählt schon so.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Each bar is clear.</source>
        <translation>Jeder Takt ist klar.</translation>
    </message>
    <message>
        <source>Most bars are a guess: tap along, or try other beats.</source>
        <translation>Die meisten Takte sind geraten: Klopfen Sie mit, oder versuchen Sie andere Schläge.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Tap each beat (T)</source>
        <translation>Jeden Schlag klopfen (T)</translation>
    </message>
    <message>
        <source>T or a MIDI key at each beat, from the first of a bar on.</source>
        <translation>T oder eine MIDI-Taste zu jedem Schlag, vom ersten eines Taktes an.</translation>
    </message>
    <message>
        <source>Plays from the chosen bar; a tap counts more than a guess.</source>
        <translation>Spielt ab dem gewählten Takt; Klopfen zählt mehr als Raten.</translation>
    </message>
    <message>
        <source>How fast it counts</source>
        <translation type="vanished">Wie schnell gezählt wird</translation>
    </message>
    <message>
        <source>beats a minute</source>
        <translation type="vanished">je Minute</translation>
    </message>
    <message>
        <source>Half %1</source>
        <translation type="vanished">Halb %1</translation>
    </message>
    <message>
        <source>Double %1</source>
        <translation type="vanished">Doppelt %1</translation>
    </message>
</context>
<context>
    <name>BeginCard</name>
    <message>
        <source>Or begin it yourself</source>
        <translation>Oder selbst beginnen</translation>
    </message>
    <message>
        <source>Whatever comes first, Segue goes on from there.</source>
        <translation>Was auch zuerst kommt: Segue macht dort weiter.</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>Hum</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>sing or whistle; Segue finds the notes</source>
        <translation>singen oder pfeifen; Segue findet die Noten</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>double-click in the roll, drag for length</source>
        <translation>Doppelklick in die Rolle, für die Länge ziehen</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Ablegen</translation>
    </message>
    <message>
        <source>a MIDI, MusicXML, ABC or sound file</source>
        <translation>eine MIDI-, MusicXML-, ABC- oder Tondatei</translation>
    </message>
    <message>
        <source>a MIDI, MusicXML or ABC file</source>
        <translation type="vanished">eine MIDI-, MusicXML- oder ABC-Datei</translation>
    </message>
</context>
<context>
    <name>BeginViews</name>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei…</translation>
    </message>
    <message>
        <source>%1 bpm</source>
        <translation>%1 bpm</translation>
    </message>
    <message>
        <source>There is no style yet: the library makes one of some of its pieces.</source>
        <translation>Es gibt noch keinen Stil: Die Bibliothek macht einen aus einigen ihrer Stücke.</translation>
    </message>
    <message>
        <source>%1 is heard: a click records it</source>
        <translation>%1 wird gehört: ein Klick nimmt auf</translation>
    </message>
    <message>
        <source>%1 was found: a click records it</source>
        <translation>%1 gefunden: ein Klick nimmt auf</translation>
    </message>
    <message>
        <source>the computer's keys: a click switches them on</source>
        <translation>die Tasten des Computers: ein Klick schaltet sie ein</translation>
    </message>
</context>
<context>
    <name>BeginningChoices</name>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Quarter notes a minute</source>
        <translation>Viertel je Minute</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Major</source>
        <translation>Dur</translation>
    </message>
    <message>
        <source>Minor</source>
        <translation>Moll</translation>
    </message>
    <message>
        <source>Segue chooses</source>
        <translation>Segue wählt</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>A piece</source>
        <translation>Ein Stück</translation>
    </message>
    <message>
        <source>A style</source>
        <translation>Ein Stil</translation>
    </message>
    <message>
        <source>Like</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>only its manner, never its notes</source>
        <translation>nur seine Art, nie seine Noten</translation>
    </message>
    <message>
        <source>Like {0}: choose another</source>
        <translation>Wie {0}: anderes wählen</translation>
    </message>
    <message>
        <source>%1 bpm, %2</source>
        <translation>%1 bpm, %2</translation>
    </message>
    <message>
        <source>One beginning</source>
        <translation>Ein Anfang</translation>
    </message>
    <message>
        <source>Two beginnings</source>
        <translation>Zwei Anfänge</translation>
    </message>
    <message>
        <source>Four beginnings</source>
        <translation>Vier Anfänge</translation>
    </message>
    <message>
        <source>Eight beginnings</source>
        <translation>Acht Anfänge</translation>
    </message>
    <message>
        <source>%1 beginnings</source>
        <translation>%1 Anfänge</translation>
    </message>
    <message>
        <source>very slow</source>
        <translation>sehr langsam</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>langsam</translation>
    </message>
    <message>
        <source>walking</source>
        <translation>gehend</translation>
    </message>
    <message>
        <source>lively</source>
        <translation>lebhaft</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>schnell</translation>
    </message>
    <message>
        <source>very fast</source>
        <translation>sehr schnell</translation>
    </message>
</context>
<context>
    <name>BlindTest</name>
    <message>
        <source>Compare two steps blind</source>
        <translation>Zwei Schritte blind vergleichen</translation>
    </message>
    <message>
        <source>Hear {0}</source>
        <translation>{0} hören</translation>
    </message>
    <message>
        <source>A is better</source>
        <translation>A ist besser</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>Kein Unterschied</translation>
    </message>
    <message>
        <source>B is better</source>
        <translation>B ist besser</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>A step to compare</source>
        <translation>Ein Schritt zum Vergleichen</translation>
    </message>
    <message>
        <source>Which two steps?</source>
        <translation>Welche zwei Schritte?</translation>
    </message>
    <message>
        <source>You hear each opening twice and say which you like better. Which is which you learn at the end.</source>
        <translation>Sie hören jeden Anfang zweimal und sagen, was Ihnen besser gefällt. Welcher welcher ist, erfahren Sie am Ende.</translation>
    </message>
    <message>
        <source>Choose two different steps</source>
        <translation>Wählen Sie zwei verschiedene Schritte</translation>
    </message>
    <message>
        <source>{0} of {1}: {2}</source>
        <translation>{0} von {1}: {2}</translation>
    </message>
    <message>
        <source>Listen as often as you like, then say which is better.</source>
        <translation>Hören Sie, so oft Sie mögen, und sagen Sie dann, was besser ist.</translation>
    </message>
    <message>
        <source>You hear no difference that lasts</source>
        <translation>Sie hören keinen bleibenden Unterschied</translation>
    </message>
    <message>
        <source>You like {0} better</source>
        <translation>{0} gefällt Ihnen besser</translation>
    </message>
    <message>
        <source>{0}: A was {1}, B was {2}</source>
        <translation>{0}: A war {1}, B war {2}</translation>
    </message>
    <message>
        <source>{0}: preferred {1} of {2} times</source>
        <translation>{0}: {1} von {2} Malen bevorzugt</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>{0} verwenden</translation>
    </message>
    <message>
        <source>Take {0}</source>
        <translation type="vanished">Take {0}</translation>
    </message>
</context>
<context>
    <name>Calibrating</name>
    <message>
        <source>A cable measures a MIDI output. Choose one first.</source>
        <translation>Ein Kabel misst einen MIDI-Ausgang. Wählen Sie zuerst einen.</translation>
    </message>
    <message>
        <source>What was sent did not come back. Connect the output to an input that is chosen, or tap along instead. Nothing was changed.</source>
        <translation>Was gesendet wurde, kam nicht zurück. Verbinden Sie den Ausgang mit einem gewählten Eingang, oder klopfen Sie stattdessen mit. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Fewer than five taps were heard. Nothing was changed.</source>
        <translation>Weniger als fünf Schläge waren zu hören. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>The computer's keys need no calibration.</source>
        <translation>Die Rechnertastatur braucht kein Kalibrieren.</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>Mark it</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Hear {0} in place</source>
        <translation>{0} an Ort und Stelle hören</translation>
    </message>
    <message>
        <source>Hear it in place</source>
        <translation>An Ort und Stelle hören</translation>
    </message>
    <message>
        <source>Keep {0}</source>
        <translation>{0} behalten</translation>
    </message>
    <message>
        <source>Add these bars to the piece</source>
        <translation>Diese Takte ins Stück übernehmen</translation>
    </message>
    <message>
        <source>Nothing is made yet</source>
        <translation>Es ist noch nichts entstanden</translation>
    </message>
    <message>
        <source>It is still being made</source>
        <translation>Es entsteht noch</translation>
    </message>
    <message>
        <source>How well the bars that follow fit after it, compared with the best alternative</source>
        <translation>Wie wahrscheinlich das Modell die folgenden Takte findet, verglichen mit der besten Alternative</translation>
    </message>
    <message>
        <source>Drag it to your DAW.</source>
        <translation>Ziehen Sie sie in Ihre DAW.</translation>
    </message>
    <message>
        <source>Planned chords: {0}</source>
        <translation>Geplante Akkorde: {0}</translation>
    </message>
    <message>
        <source>Keep ↵</source>
        <translation>Behalten ↵</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>1 bar</source>
        <translation>1 Takt</translation>
    </message>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n Takt</numerusform><numerusform>%n Takte</numerusform></translation>
    </message>
    <message>
        <source>waiting…</source>
        <translation>wartet…</translation>
    </message>
    <message>
        <source>making… {0} %</source>
        <translation>entsteht… {0} %</translation>
    </message>
    <message>
        <source>best join</source>
        <translation>bester Anschluss</translation>
    </message>
    <message>
        <source>joins {0} %</source>
        <translation>Anschluss {0} %</translation>
    </message>
    <message>
        <source>Alternative {0}: {1}</source>
        <translation>Alternative {0}: {1}</translation>
    </message>
    <message>
        <source>Hear in place</source>
        <translation>An Ort und Stelle hören</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>More like this one</source>
        <translation>Mehr wie diese</translation>
    </message>
    <message>
        <source>Write the plan over the bars</source>
        <translation>Den Plan über die Takte schreiben</translation>
    </message>
    <message>
        <source>No chords were planned for it</source>
        <translation>Dafür wurden keine Akkorde geplant</translation>
    </message>
    <message>
        <source>Seed {0}. Drag it to your DAW.</source>
        <translation type="vanished">Startwert {0}. Ziehen Sie sie in Ihre DAW.</translation>
    </message>
    <message>
        <source>Alternative {0}: {1}, {2} notes</source>
        <translation type="vanished">Alternative {0}: {1}, {2} Noten</translation>
    </message>
    <message>
        <source>best</source>
        <translation type="vanished">beste</translation>
    </message>
    <message>
        <source>✓ keep ↵</source>
        <translation type="vanished">✓ behalten ↵</translation>
    </message>
    <message>
        <source>playing</source>
        <translation type="vanished">spielt</translation>
    </message>
    <message>
        <source>{0} · playing</source>
        <translation type="vanished">{0} · spielt</translation>
    </message>
    <message>
        <source>Mark it (T)</source>
        <translation type="vanished">Markieren (T)</translation>
    </message>
    <message>
        <source>Hear it in place ({0})</source>
        <translation type="vanished">An Ort und Stelle hören ({0})</translation>
    </message>
    <message>
        <source>Add these bars to the piece (Enter)</source>
        <translation type="vanished">Diese Takte ins Stück übernehmen (Eingabetaste)</translation>
    </message>
</context>
<context>
    <name>Cards</name>
    <message>
        <source>ends on {0}</source>
        <translation>endet auf {0}</translation>
    </message>
</context>
<context>
    <name>ChannelStrip</name>
    <message>
        <source>Instrument</source>
        <translation>Instrument</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>Volume in decibels</source>
        <translation>Lautstärke in Dezibel</translation>
    </message>
    <message>
        <source>Type a level, such as −3</source>
        <translation>Einen Pegel eingeben, etwa −3</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Pan</translation>
    </message>
    <message>
        <source>Pan: left or right; double-click for the middle</source>
        <translation>Pan: links oder rechts; Doppelklick für die Mitte</translation>
    </message>
    <message>
        <source>Reverb</source>
        <translation>Hall</translation>
    </message>
    <message>
        <source>Reverb: double-click for as much as the instrument has</source>
        <translation>Hall: Doppelklick für so viel, wie das Instrument hat</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Delay in milliseconds</source>
        <translation>Verzögerung in Millisekunden</translation>
    </message>
    <message>
        <source>Later or earlier than written, in ms, for slow outputs</source>
        <translation>Später oder früher als notiert, in ms, für langsame Ausgänge</translation>
    </message>
    <message>
        <source>C</source>
        <translation>M</translation>
    </message>
    <message>
        <source>L {0}</source>
        <translation>L {0}</translation>
    </message>
    <message>
        <source>R {0}</source>
        <translation>R {0}</translation>
    </message>
    <message>
        <source>any channel</source>
        <translation>beliebiger Kanal</translation>
    </message>
    <message>
        <source>default output</source>
        <translation>Standardausgang</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Default output</source>
        <translation>Standardausgang</translation>
    </message>
</context>
<context>
    <name>ChordLane</name>
    <message>
        <source>Chords from here on</source>
        <translation>Akkorde von hier an</translation>
    </message>
    <message>
        <source>Tab or Space: the next bar. Several chords, with Shift+Space between them: a bar each, or bars divided by |; % repeats a bar</source>
        <translation>Tab oder Leertaste: der nächste Takt. Mehrere Akkorde, mit Umschalt+Leertaste dazwischen: je einer im Takt, oder Takte durch | geteilt; % wiederholt einen Takt</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Double-click to type chords, drag a border to move one</source>
        <translation>Doppelklick, um Akkorde zu tippen; eine Grenze ziehen, um einen zu verschieben</translation>
    </message>
    <message>
        <source>bar {0}</source>
        <translation>Takt {0}</translation>
    </message>
    <message>
        <source>no chord begins here</source>
        <translation>hier beginnt kein Akkord</translation>
    </message>
    <message>
        <source>{0}, offered</source>
        <translation>{0}, angeboten</translation>
    </message>
    <message>
        <source>as in bar {0}</source>
        <translation>wie in Takt {0}</translation>
    </message>
    <message>
        <source>One chord, or several: a bar each, or bars divided by |; % repeats a bar</source>
        <translation type="vanished">Ein Akkord oder mehrere: je einer für einen Takt, oder Takte durch | getrennt; % wiederholt einen Takt</translation>
    </message>
    <message>
        <source>section {0}</source>
        <translation type="vanished">Abschnitt {0}</translation>
    </message>
</context>
<context>
    <name>ChordMenu</name>
    <message>
        <source>Type chords from bar %1…</source>
        <translation>Akkorde ab Takt %1 tippen…</translation>
    </message>
    <message>
        <source>No chord begins here.</source>
        <translation>Hier beginnt kein Akkord.</translation>
    </message>
    <message>
        <source>Remove this chord</source>
        <translation>Diesen Akkord entfernen</translation>
    </message>
    <message>
        <source>Other chords that fit</source>
        <translation>Andere Akkorde, die passen</translation>
    </message>
    <message>
        <source>Write the bars under it anew</source>
        <translation>Die Takte darunter neu schreiben</translation>
    </message>
    <message>
        <source>Nothing sounds here</source>
        <translation>Hier klingt nichts</translation>
    </message>
    <message>
        <source>Likeliest to the model</source>
        <translation>Für das Modell am wahrscheinlichsten</translation>
    </message>
    <message>
        <source>Best to the chord finder</source>
        <translation>Für die Akkordsuche am besten</translation>
    </message>
    <message>
        <source>Ranked by how well they fit the notes, as the chord finder hears them</source>
        <translation type="vanished">Danach geordnet, wie gut sie nach Gehör der Akkordsuche zu den Noten passen</translation>
    </message>
</context>
<context>
    <name>ChordViews</name>
    <message>
        <source>Move chord</source>
        <translation>Akkord verschieben</translation>
    </message>
    <message>
        <source>Type chords</source>
        <translation>Akkorde tippen</translation>
    </message>
    <message>
        <source>Play chord</source>
        <translation>Akkord spielen</translation>
    </message>
    <message>
        <source>Remove chord</source>
        <translation>Akkord entfernen</translation>
    </message>
    <message>
        <source>The piece was changed while its chords were searched.</source>
        <translation>Das Stück wurde geändert, während seine Akkorde gesucht wurden.</translation>
    </message>
    <message>
        <source>Find them again.</source>
        <translation>Suchen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>Find chords</source>
        <translation>Akkorde finden</translation>
    </message>
    <message>
        <source>Replace the chord over the piece?</source>
        <translation>Den Akkord über dem Stück ersetzen?</translation>
    </message>
    <message>
        <source>Replace %1 chords?</source>
        <translation>%1 Akkorde ersetzen?</translation>
    </message>
    <message>
        <source>Segue has found others in the notes. Undo brings these back.</source>
        <translation>Segue hat in den Noten andere gefunden. Rückgängig bringt diese zurück.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Transpose chords</source>
        <translation>Akkorde transponieren</translation>
    </message>
    <message>
        <source>Write plan</source>
        <translation>Plan schreiben</translation>
    </message>
    <message>
        <source>The plan is written from bar %1 to bar %2.</source>
        <translation>Der Plan steht jetzt von Takt %1 bis Takt %2.</translation>
    </message>
    <message>
        <source>Change its chords in the lane, then press %1.</source>
        <translation>Ändern Sie seine Akkorde in der Spur und drücken Sie dann %1.</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Chords on a new track</source>
        <translation>Akkorde auf einer neuen Spur</translation>
    </message>
    <message>
        <source>Another chord is written over bar %1.</source>
        <translation>Über Takt %1 steht ein anderer Akkord.</translation>
    </message>
    <message>
        <source>Other chords are written over bars %1 to %2.</source>
        <translation>Über den Takten %1 bis %2 stehen andere Akkorde.</translation>
    </message>
    <message>
        <source>Write the notes anew</source>
        <translation>Die Noten neu schreiben</translation>
    </message>
    <message>
        <source>Another chord</source>
        <translation>Anderer Akkord</translation>
    </message>
    <message>
        <source>The piece is in another key, its chords are where they were.</source>
        <translation>Das Stück steht in einer anderen Tonart, seine Akkorde sind, wo sie waren.</translation>
    </message>
    <message>
        <source>Move the chords as well</source>
        <translation>Die Akkorde mitnehmen</translation>
    </message>
    <message>
        <source>There are no chords over the piece yet: press %1.</source>
        <translation>Über dem Stück stehen noch keine Akkorde: Drücken Sie %1.</translation>
    </message>
    <message>
        <source>Change its chords in the lane, then press G.</source>
        <translation type="vanished">Ändern Sie seine Akkorde in der Spur, dann drücken Sie G.</translation>
    </message>
    <message>
        <source>There are no chords over the piece yet: press C.</source>
        <translation type="vanished">Über dem Stück stehen noch keine Akkorde: Drücken Sie C.</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>Befehle suchen</translation>
    </message>
    <message>
        <source>Nothing named ‘{0}’.</source>
        <translation>Nichts namens „{0}“.</translation>
    </message>
</context>
<context>
    <name>CompactOffers</name>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Hear {0} in place</source>
        <translation>{0} an Ort und Stelle hören</translation>
    </message>
    <message>
        <source>Keep {0}</source>
        <translation>{0} behalten</translation>
    </message>
    <message>
        <source>It is still being made</source>
        <translation>Es entsteht noch</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>ComposePage</name>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>Mischpult</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Noten</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Anschlag</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation type="vanished">Angebote</translation>
    </message>
    <message>
        <source>Panes under the roll</source>
        <translation type="vanished">Ansichten unter der Pianorolle</translation>
    </message>
</context>
<context>
    <name>ContinuePanel</name>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Lock the seed: the same settings give the same notes</source>
        <translation>Startwert festhalten: Dieselben Einstellungen ergeben dieselben Noten</translation>
    </message>
    <message>
        <source>Go on with the piece</source>
        <translation>Das Stück fortsetzen</translation>
    </message>
    <message>
        <source>Playhead</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>Fortsetzen ab</translation>
    </message>
    <message>
        <source>Length in bars</source>
        <translation>Länge in Takten</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>Alternativen</translation>
    </message>
    <message>
        <source>Echo</source>
        <translation>Echo</translation>
    </message>
    <message>
        <source>How often the piece's own ideas come back; double-click for as often as in most music</source>
        <translation>Wie oft eigene Ideen des Stücks wiederkehren; Doppelklick: so oft wie in den meisten Stücken</translation>
    </message>
    <message>
        <source>Most voices</source>
        <translation>Höchstens Stimmen</translation>
    </message>
    <message>
        <source>Shape it</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>Alternatives, sliders, limits, the chords and the memory</source>
        <translation>Alternativen, Regler, Grenzen, Akkorde und Gedächtnis</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>How notes are drawn, from which range, and the seed</source>
        <translation>Wie Noten gezogen werden, aus welchem Umfang, und der Startwert</translation>
    </message>
    <message>
        <source>Only a scale or chord</source>
        <translation>Nur eine Tonleiter oder ein Akkord</translation>
    </message>
    <message>
        <source>No note outside a scale or chord can be drawn</source>
        <translation>Kein Ton außerhalb einer Tonleiter oder eines Akkords wird gezogen</translation>
    </message>
    <message>
        <source>Notes that may sound at once in a track</source>
        <translation>Noten, die in einer Spur zugleich klingen dürfen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Wish</source>
        <translation>Wunsch</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Max voices</source>
        <translation>Stimmen</translation>
    </message>
    <message>
        <source>Max {0} voices</source>
        <translation>Max. {0} Stimmen</translation>
    </message>
    <message>
        <source>seed {0}</source>
        <translation>Startwert {0}</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>fest</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>seldom</source>
        <translation>selten</translation>
    </message>
    <message>
        <source>as in most music</source>
        <translation>wie in den meisten Stücken</translation>
    </message>
    <message>
        <source>often</source>
        <translation>oft</translation>
    </message>
    <message>
        <source>again and again</source>
        <translation>immer wieder</translation>
    </message>
    <message>
        <source>key</source>
        <translation>der Tonart</translation>
    </message>
    <message>
        <source>Keep in {0}</source>
        <translation>In {0} bleiben</translation>
    </message>
    <message>
        <source>The piece has no key yet</source>
        <translation>Das Stück hat noch keine Tonart</translation>
    </message>
    <message>
        <source>No note outside the key can be drawn</source>
        <translation>Kein Ton außerhalb der Tonart wird gezogen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>1 bar, as selected</source>
        <translation>1 Takt, wie gewählt</translation>
    </message>
    <message numerus="yes">
        <source>%n bars, as selected</source>
        <translation><numerusform>%n Takt, wie gewählt</numerusform><numerusform>%n Takte, wie gewählt</numerusform></translation>
    </message>
    <message>
        <source>bars</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>for this request</source>
        <translation>für diese Anfrage</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>1 alternative</source>
        <translation>1 Alternative</translation>
    </message>
    <message numerus="yes">
        <source>%n alternatives</source>
        <translation><numerusform>%n Alternative</numerusform><numerusform>%n Alternativen</numerusform></translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>shaped</source>
        <translation>geformt</translation>
    </message>
    <message>
        <source>about {0} s</source>
        <translation>etwa {0} s</translation>
    </message>
    <message>
        <source>Replaces the outlined notes</source>
        <translation>Ersetzt die umrandeten Noten</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Ohne Grenze</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation type="vanished">Neu schreiben</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation type="vanished">Füllen</translation>
    </message>
    <message>
        <source>≈ {0} s for {1} × {2} bars</source>
        <translation type="vanished">≈ {0} s für {1} × {2} Takte</translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="vanished">Beginnen</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation type="vanished">{0}: {1}</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="vanished">Esc</translation>
    </message>
    <message>
        <source>Go on with the piece (G)</source>
        <translation type="vanished">Das Stück fortsetzen (G)</translation>
    </message>
    <message>
        <source>Adventurousness</source>
        <translation type="vanished">Wagemut</translation>
    </message>
    <message>
        <source>In the middle the model is as it is; double-click to go back there</source>
        <translation type="vanished">In der Mitte ist das Modell, wie es ist; Doppelklick führt dorthin zurück</translation>
    </message>
    <message>
        <source>very safe</source>
        <translation type="vanished">sehr brav</translation>
    </message>
    <message>
        <source>safer</source>
        <translation type="vanished">braver</translation>
    </message>
    <message>
        <source>as it learned</source>
        <translation type="vanished">wie gelernt</translation>
    </message>
    <message>
        <source>bolder</source>
        <translation type="vanished">kühner</translation>
    </message>
    <message>
        <source>wild</source>
        <translation type="vanished">wild</translation>
    </message>
    <message>
        <source>What it is to be like</source>
        <translation type="vanished">Wie es werden soll</translation>
    </message>
    <message>
        <source>Busier, calmer, like the selected bars, an answer, an end; until you keep one</source>
        <translation type="vanished">Belebter, ruhiger, wie die gewählten Takte, eine Antwort, ein Schluss; bis Sie eine behalten</translation>
    </message>
    <message>
        <source>Temperature, top-p, range and seed</source>
        <translation type="vanished">Temperatur, Top-p, Umfang und Startwert</translation>
    </message>
    <message>
        <source>my model</source>
        <translation type="vanished">wie gelernt</translation>
    </message>
</context>
<context>
    <name>ContinuedCard</name>
    <message>
        <source>Play ‘{0}’</source>
        <translation>‚{0}‘ abspielen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open ‘{0}’</source>
        <translation>‚{0}‘ öffnen</translation>
    </message>
    <message>
        <source>Stop ‘{0}’</source>
        <translation>‚{0}‘ anhalten</translation>
    </message>
</context>
<context>
    <name>ContinuedDemos</name>
    <message>
        <source>Enter keeps it, G makes 1 more.</source>
        <translation>Enter behält es, G macht 1 weitere.</translation>
    </message>
    <message>
        <source>Enter keeps it, G makes %1 more.</source>
        <translation>Enter behält es, G macht %1 weitere.</translation>
    </message>
    <message>
        <source>{0} parts</source>
        <translation>{0} Stimmen</translation>
    </message>
</context>
<context>
    <name>Continuing</name>
    <message>
        <source>Keep %1</source>
        <translation>%1 behalten</translation>
    </message>
    <message>
        <source>bars %1–%2, alternative %3</source>
        <translation>Takte %1–%2, Alternative %3</translation>
    </message>
    <message>
        <source>bar %1, alternative %3</source>
        <translation>Takt %1, Alternative %3</translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>Modulation</source>
        <translation>Modulation</translation>
    </message>
    <message>
        <source>Breath</source>
        <translation>Atem</translation>
    </message>
    <message>
        <source>Portamento time</source>
        <translation>Portamentozeit</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Panorama</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>Expression</translation>
    </message>
    <message>
        <source>Sustain</source>
        <translation>Haltepedal</translation>
    </message>
    <message>
        <source>Portamento</source>
        <translation>Portamento</translation>
    </message>
    <message>
        <source>Sostenuto</source>
        <translation>Sostenuto</translation>
    </message>
    <message>
        <source>Soft pedal</source>
        <translation>Una-corda-Pedal</translation>
    </message>
    <message>
        <source>Resonance</source>
        <translation>Resonanz</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Reverb</source>
        <translation>Hall</translation>
    </message>
    <message>
        <source>Chorus</source>
        <translation>Chorus</translation>
    </message>
</context>
<context>
    <name>CopyBar</name>
    <message>
        <source>too short to tell</source>
        <translation>zu kurz zum Vergleich</translation>
    </message>
    <message>
        <source>shared &lt; 1 %</source>
        <translation>geteilt &lt; 1 %</translation>
    </message>
    <message>
        <source>shared {0} %</source>
        <translation>geteilt {0} %</translation>
    </message>
    <message>
        <source>nothing shared</source>
        <translation>nichts geteilt</translation>
    </message>
    <message>
        <source>It has no run of 16 notes to compare</source>
        <translation>Es hat keine 16 Töne in Folge zum Vergleichen</translation>
    </message>
    <message>
        <source>None of its runs of {0} notes is in the training pieces</source>
        <translation>Nichts davon steht {0} Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>None of its runs of 16 notes is in the training pieces</source>
        <translation>Nichts davon steht 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>At least {0} % of its runs of 16 notes are in the training pieces</source>
        <translation>{0} % davon oder mehr stehen 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>{0} % of its runs of 16 notes are in the training pieces</source>
        <translation>{0} % davon stehen 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>{0} notes of ‘{1}’, from bar {2}</source>
        <translation>{0} Noten aus „{1}“, ab Takt {2}</translation>
    </message>
</context>
<context>
    <name>CopyDot</name>
    <message>
        <source>None of its runs of {0} notes is in the training pieces</source>
        <translation type="vanished">Nichts davon steht {0} Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>None of its runs of 16 notes is in the training pieces</source>
        <translation type="vanished">Nichts davon steht 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>At least {0} % of its runs of 16 notes are in the training pieces</source>
        <translation type="vanished">{0} % davon oder mehr stehen 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>{0} % of its runs of 16 notes are in the training pieces</source>
        <translation type="vanished">{0} % davon stehen 16 Noten lang in den gelernten Stücken</translation>
    </message>
    <message>
        <source>{0} notes of ‘{1}’, from bar {2}</source>
        <translation type="vanished">{0} Noten aus „{1}“, ab Takt {2}</translation>
    </message>
</context>
<context>
    <name>CopyingBars</name>
    <message>
        <source>Copying</source>
        <translation type="vanished">Abschreiben</translation>
    </message>
    <message>
        <source>{0:.1f} %</source>
        <translation type="vanished">{0:.1f} %</translation>
    </message>
</context>
<context>
    <name>CreditsDialog</name>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>&amp;Composer</source>
        <translation>&amp;Komponist</translation>
    </message>
    <message>
        <source>Choose another one where names or words are unreadable.</source>
        <translation>Wählen Sie eine andere, wenn Namen oder Wörter nicht lesbar sind.</translation>
    </message>
    <message>
        <source>&amp;Encoding of the file's texts</source>
        <translation>Zeichen&amp;kodierung der Texte der Datei</translation>
    </message>
    <message>
        <source>Title and composer</source>
        <translation>Titel und Komponist</translation>
    </message>
</context>
<context>
    <name>Defects</name>
    <message>
        <source>Something in Segue went wrong.</source>
        <translation>In Segue ist etwas schiefgegangen.</translation>
    </message>
    <message>
        <source>Your piece is safe; the last action may not have happened.</source>
        <translation>Ihr Stück ist sicher; die letzte Aktion wurde vielleicht nicht ausgeführt.</translation>
    </message>
</context>
<context>
    <name>DeviceViews</name>
    <message>
        <source>Out: opening…</source>
        <translation>Ausgang: wird geöffnet…</translation>
    </message>
    <message>
        <source>Out: no sound</source>
        <translation>Ausgang: kein Klang</translation>
    </message>
    <message>
        <source>Built-in sound</source>
        <translation>Eingebauter Klang</translation>
    </message>
    <message>
        <source>What sounds. Click to choose another output.</source>
        <translation>Was klingt. Klicken, um einen anderen Ausgang zu wählen.</translation>
    </message>
    <message>
        <source>Connect another program to the MIDI port “%1”.</source>
        <translation>Verbinden Sie ein anderes Programm mit dem MIDI-Anschluss „%1“.</translation>
    </message>
    <message>
        <source>%1, %2 ms</source>
        <translation>%1, %2 ms</translation>
    </message>
    <message>
        <source>Out: %1</source>
        <translation>Ausgang: %1</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>In: %1</source>
        <translation>Eingang: %1</translation>
    </message>
    <message>
        <source>In: none</source>
        <translation>Eingang: keiner</translation>
    </message>
    <message>
        <source>The MIDI keyboards that are listened to. Click to choose.</source>
        <translation>Die MIDI-Keyboards, auf die gehört wird. Klicken zum Wählen.</translation>
    </message>
    <message>
        <source>No MIDI devices found. Plug one in; it appears by itself.</source>
        <translation>Keine MIDI-Geräte gefunden. Schließen Sie eines an; es erscheint von selbst.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>What you play sounds at once, through its track</source>
        <translation>Was Sie spielen, klingt sofort, durch seine Spur</translation>
    </message>
    <message>
        <source>Follows %1</source>
        <translation>Folgt %1</translation>
    </message>
    <message>
        <source>Tempo, start and stop come from this clock; end it to use Segue's own.</source>
        <translation>Tempo, Start und Stopp kommen von dieser Uhr; beenden Sie es, um Segues eigene zu benutzen.</translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <translation>%1 (nicht verbunden)</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Choose output</source>
        <translation>Ausgang wählen</translation>
    </message>
    <message>
        <source>Out: none</source>
        <translation>Ausgang: keiner</translation>
    </message>
    <message>
        <source>‘%1’ was disconnected. Notes were stopped.</source>
        <translation>„%1“ wurde getrennt. Alle Noten wurden beendet.</translation>
    </message>
    <message>
        <source>It will reconnect by itself.</source>
        <translation>Es verbindet sich von selbst wieder.</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>‘%1’ has changes that are not saved.</source>
        <translation>„%1“ enthält ungespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save?</source>
        <translation>Speichern?</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>Ohne Speichern gehen sie verloren.</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Don't save</source>
        <translation>&amp;Nicht speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>‘%1’ is there already.</source>
        <translation>„%1“ gibt es schon.</translation>
    </message>
    <message>
        <source>What is in it now is replaced.</source>
        <translation>Was jetzt darin steht, wird ersetzt.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Segue pieces</source>
        <translation>Segue-Stücke</translation>
    </message>
    <message>
        <source>MIDI files</source>
        <translation>MIDI-Dateien</translation>
    </message>
    <message>
        <source>MusicXML</source>
        <translation>MusicXML</translation>
    </message>
    <message>
        <source>ABC</source>
        <translation>ABC</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>WAV</source>
        <translation>WAV</translation>
    </message>
    <message>
        <source>FLAC</source>
        <translation>FLAC</translation>
    </message>
    <message>
        <source>MP3</source>
        <translation>MP3</translation>
    </message>
    <message>
        <source>OGG Vorbis</source>
        <translation>OGG Vorbis</translation>
    </message>
    <message>
        <source>Opus</source>
        <translation>Opus</translation>
    </message>
    <message>
        <source>AIFF</source>
        <translation>AIFF</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>DonePanel</name>
    <message>
        <source>Name of the model</source>
        <translation>Name des Modells</translation>
    </message>
    <message>
        <source>Press Enter to rename it</source>
        <translation>Mit der Eingabetaste umbenennen</translation>
    </message>
    <message>
        <source>Saved step</source>
        <translation>Gespeicherter Schritt</translation>
    </message>
    <message>
        <source>Which saved step the model is</source>
        <translation>Welcher gespeicherte Schritt das Modell ist</translation>
    </message>
    <message>
        <source>About this model…</source>
        <translation>Über dieses Modell…</translation>
    </message>
    <message>
        <source>What it learned from, and how</source>
        <translation>Woraus es gelernt hat, und wie</translation>
    </message>
    <message>
        <source>Learn again</source>
        <translation>Neu lernen</translation>
    </message>
    <message>
        <source>Let the other saved steps go, and be ready for the next training</source>
        <translation>Die anderen gespeicherten Schritte loslassen und bereit sein für das nächste Training</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Use it in Compose</source>
        <translation type="vanished">Zum Komponieren verwenden</translation>
    </message>
    <message>
        <source>Compose goes on with this model from now on</source>
        <translation type="vanished">Komponieren arbeitet von nun an mit diesem Modell</translation>
    </message>
    <message>
        <source>Compare blind…</source>
        <translation type="vanished">Blind vergleichen…</translation>
    </message>
    <message>
        <source>Judge by ear, not by number</source>
        <translation type="vanished">Nach dem Ohr urteilen, nicht nach der Zahl</translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="vanished">Fertig</translation>
    </message>
    <message>
        <source>Let the other saved steps go, and be ready for more</source>
        <translation type="vanished">Die anderen gespeicherten Schritte weglassen und für mehr bereit sein</translation>
    </message>
    <message>
        <source>Compose uses it already</source>
        <translation type="vanished">Komponieren verwendet es schon</translation>
    </message>
</context>
<context>
    <name>DropPlaces</name>
    <message>
        <source>Open this piece</source>
        <translation>Dieses Stück öffnen</translation>
    </message>
    <message>
        <source>With Alt: put its notes here</source>
        <translation>Mit Alt: Noten hier einfügen</translation>
    </message>
    <message>
        <source>Put its notes on a track</source>
        <translation>Noten in eine Spur einfügen</translation>
    </message>
    <message>
        <source>Add ‘%1’</source>
        <translation>„%1“ hinzufügen</translation>
    </message>
    <message>
        <source>Find the notes of ‘%1’</source>
        <translation>Die Noten von „%1“ finden</translation>
    </message>
    <message numerus="yes">
        <source>Put %n pieces here</source>
        <translation><numerusform>%n Stück hierher</numerusform><numerusform>%n Stücke hierher</numerusform></translation>
    </message>
    <message>
        <source>Put ‘%1’ here</source>
        <translation>„%1“ hierher</translation>
    </message>
    <message>
        <source>Put them here</source>
        <translation>Alle hierher</translation>
    </message>
</context>
<context>
    <name>Drops</name>
    <message>
        <source>Insert ‘%1’</source>
        <translation>„%1“ einfügen</translation>
    </message>
</context>
<context>
    <name>DrumNames</name>
    <message>
        <source>Kick 2</source>
        <translation>Bassdrum 2</translation>
    </message>
    <message>
        <source>Kick</source>
        <translation>Bassdrum</translation>
    </message>
    <message>
        <source>Side stick</source>
        <translation>Sidestick</translation>
    </message>
    <message>
        <source>Snare</source>
        <translation>Snare</translation>
    </message>
    <message>
        <source>Clap</source>
        <translation>Klatschen</translation>
    </message>
    <message>
        <source>Snare 2</source>
        <translation>Snare 2</translation>
    </message>
    <message>
        <source>Low floor</source>
        <translation>Tom 6</translation>
    </message>
    <message>
        <source>Closed hat</source>
        <translation>Hi-Hat zu</translation>
    </message>
    <message>
        <source>High floor</source>
        <translation>Tom 5</translation>
    </message>
    <message>
        <source>Pedal hat</source>
        <translation>Hi-Hat Fuß</translation>
    </message>
    <message>
        <source>Low tom</source>
        <translation>Tom 4</translation>
    </message>
    <message>
        <source>Open hat</source>
        <translation>Hi-Hat auf</translation>
    </message>
    <message>
        <source>Low mid</source>
        <translation>Tom 3</translation>
    </message>
    <message>
        <source>High mid</source>
        <translation>Tom 2</translation>
    </message>
    <message>
        <source>Crash</source>
        <translation>Crash</translation>
    </message>
    <message>
        <source>High tom</source>
        <translation>Tom 1</translation>
    </message>
    <message>
        <source>Ride</source>
        <translation>Ride</translation>
    </message>
    <message>
        <source>China</source>
        <translation>China</translation>
    </message>
    <message>
        <source>Ride bell</source>
        <translation>Ride-Kuppe</translation>
    </message>
    <message>
        <source>Tambourine</source>
        <translation>Tamburin</translation>
    </message>
    <message>
        <source>Splash</source>
        <translation>Splash</translation>
    </message>
    <message>
        <source>Cowbell</source>
        <translation>Kuhglocke</translation>
    </message>
    <message>
        <source>Crash 2</source>
        <translation>Crash 2</translation>
    </message>
    <message>
        <source>Vibraslap</source>
        <translation>Vibraslap</translation>
    </message>
    <message>
        <source>Ride 2</source>
        <translation>Ride 2</translation>
    </message>
    <message>
        <source>High bongo</source>
        <translation>Bongo hoch</translation>
    </message>
    <message>
        <source>Low bongo</source>
        <translation>Bongo tief</translation>
    </message>
    <message>
        <source>Mute conga</source>
        <translation>Conga mute</translation>
    </message>
    <message>
        <source>High conga</source>
        <translation>Conga hoch</translation>
    </message>
    <message>
        <source>Low conga</source>
        <translation>Conga tief</translation>
    </message>
    <message>
        <source>High timbale</source>
        <translation>Timbale hoch</translation>
    </message>
    <message>
        <source>Low timbale</source>
        <translation>Timbale tief</translation>
    </message>
    <message>
        <source>High agogo</source>
        <translation>Agogo hoch</translation>
    </message>
    <message>
        <source>Low agogo</source>
        <translation>Agogo tief</translation>
    </message>
    <message>
        <source>Cabasa</source>
        <translation>Cabasa</translation>
    </message>
    <message>
        <source>Maracas</source>
        <translation>Maracas</translation>
    </message>
    <message>
        <source>Whistle</source>
        <translation>Pfeife</translation>
    </message>
    <message>
        <source>Whistle 2</source>
        <translation>Pfeife 2</translation>
    </message>
    <message>
        <source>Guiro</source>
        <translation>Guiro</translation>
    </message>
    <message>
        <source>Guiro 2</source>
        <translation>Guiro 2</translation>
    </message>
    <message>
        <source>Claves</source>
        <translation>Claves</translation>
    </message>
    <message>
        <source>Woodblock</source>
        <translation>Holzblock</translation>
    </message>
    <message>
        <source>Woodblock 2</source>
        <translation>Holzblock 2</translation>
    </message>
    <message>
        <source>Mute cuica</source>
        <translation>Cuica mute</translation>
    </message>
    <message>
        <source>Open cuica</source>
        <translation>Cuica offen</translation>
    </message>
    <message>
        <source>Mute triangle</source>
        <translation>Triangel mute</translation>
    </message>
    <message>
        <source>Triangle</source>
        <translation>Triangel</translation>
    </message>
</context>
<context>
    <name>DrumRows</name>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
    <message>
        <source>Other parts</source>
        <translation>Andere Stimmen</translation>
    </message>
    <message>
        <source>Click to edit the drums</source>
        <translation>Klicken, um das Schlagzeug zu bearbeiten</translation>
    </message>
    <message>
        <source>Click a note to edit its part</source>
        <translation>Auf eine Note klicken, um ihre Stimme zu bearbeiten</translation>
    </message>
</context>
<context>
    <name>EarsColumn</name>
    <message>
        <source>Opening</source>
        <translation type="vanished">Anfang</translation>
    </message>
    <message>
        <source>Which piece's beginning is gone on with</source>
        <translation type="vanished">Welches Stücks Anfang fortgesetzt wird</translation>
    </message>
    <message>
        <source>Compare two steps blind…</source>
        <translation type="vanished">Zwei Schritte blind vergleichen…</translation>
    </message>
    <message>
        <source>Judge by ear, not by number</source>
        <translation type="vanished">Nach dem Ohr urteilen, nicht nach der Zahl</translation>
    </message>
    <message>
        <source>Hear it learn</source>
        <translation type="vanished">Beim Lernen zuhören</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation type="vanished">Abschreiben</translation>
    </message>
    <message>
        <source>the same opening at each saved step</source>
        <translation type="vanished">derselbe Anfang bei jedem gespeicherten Schritt</translation>
    </message>
    <message>
        <source>At each saved step Segue continues the same opening, for your ear.</source>
        <translation type="vanished">Bei jedem gespeicherten Schritt setzt Segue denselben Anfang fort, für Ihr Ohr.</translation>
    </message>
    <message>
        <source>It takes two saved steps to compare</source>
        <translation type="vanished">Zum Vergleichen braucht es zwei gespeicherte Schritte</translation>
    </message>
    <message>
        <source>Share of 16-note windows also found in your pieces. Above 10 % Segue suggests stopping.</source>
        <translation type="vanished">Anteil der 16-Noten-Fenster, die auch in Ihren Stücken stehen. Über 10 % rät Segue, aufzuhören.</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Track output</source>
        <translation>Ausgang der Spur</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Lautstärke</translation>
    </message>
    <message>
        <source>Reverb</source>
        <translation>Hall</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Panorama</translation>
    </message>
    <message>
        <source>Track delay</source>
        <translation>Spurverzögerung</translation>
    </message>
    <message>
        <source>Role of a track</source>
        <translation>Rolle einer Spur</translation>
    </message>
    <message>
        <source>Track colour</source>
        <translation>Spurfarbe</translation>
    </message>
    <message>
        <source>Duplicate track</source>
        <translation>Spur duplizieren</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Zurückgenommen: %1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>Strength in per cent: 100 is on the grid</source>
        <translation>Stärke in Prozent: 100 liegt auf dem Raster</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Track %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>Add track</source>
        <translation>Spur hinzufügen</translation>
    </message>
    <message>
        <source>Remove track</source>
        <translation>Spur entfernen</translation>
    </message>
    <message>
        <source>Move track</source>
        <translation>Spur verschieben</translation>
    </message>
    <message>
        <source>Rename track</source>
        <translation>Spur umbenennen</translation>
    </message>
    <message>
        <source>Instrument</source>
        <translation>Instrument</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>Nothing was changed yet.</source>
        <translation>Es wurde noch nichts geändert.</translation>
    </message>
    <message>
        <source>Nothing was taken back.</source>
        <translation>Es wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Select notes first.</source>
        <translation>Wählen Sie zuerst Noten aus.</translation>
    </message>
    <message>
        <source>Select notes or bars first.</source>
        <translation>Zuerst Noten oder Takte auswählen.</translation>
    </message>
    <message>
        <source>Nothing was copied yet.</source>
        <translation>Noch nichts kopiert.</translation>
    </message>
    <message>
        <source>There is no track.</source>
        <translation>Es gibt keine Spur.</translation>
    </message>
    <message>
        <source>No notes were copied yet.</source>
        <translation type="vanished">Es wurden noch keine Noten kopiert.</translation>
    </message>
    <message>
        <source>Paste %1 note</source>
        <translation type="vanished">%1 Note einsetzen</translation>
    </message>
    <message>
        <source>Paste %1 notes</source>
        <translation type="vanished">%1 Noten einsetzen</translation>
    </message>
</context>
<context>
    <name>Encodings</name>
    <message>
        <source>Western European</source>
        <translation>Westeuropäisch</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>Mitteleuropäisch</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>Kyrillisch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>Baltisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thailändisch</translation>
    </message>
    <message>
        <source>Chinese, simplified</source>
        <translation>Chinesisch, vereinfacht</translation>
    </message>
    <message>
        <source>Chinese, traditional</source>
        <translation>Chinesisch, traditionell</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>‘%1’, which finds beats, cannot be read.</source>
        <translation>‚%1‘, das Schläge findet, kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Install Segue again.</source>
        <translation>Installieren Sie Segue neu.</translation>
    </message>
    <message>
        <source>The fingerprints of your songs cannot be used (%1).</source>
        <translation>Die Fingerabdrücke Ihrer Stücke lassen sich nicht verwenden (%1).</translation>
    </message>
    <message>
        <source>The fingerprints of this model's songs are damaged.</source>
        <translation>Die Fingerabdrücke der Stücke dieses Modells sind beschädigt.</translation>
    </message>
    <message>
        <source>The fingerprints of this model's songs are of another version.</source>
        <translation>Die Fingerabdrücke der Stücke dieses Modells gehören zu einer anderen Version.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be read.</source>
        <translation>„%1“ ist nicht lesbar.</translation>
    </message>
    <message>
        <source>A score cannot be %1 wide.</source>
        <translation>Noten können nicht %1 breit sein.</translation>
    </message>
    <message>
        <source>The score could not be drawn.</source>
        <translation>Die Noten konnten nicht gezeichnet werden.</translation>
    </message>
    <message>
        <source>Drawing scores needs the library verovio, which is not installed.</source>
        <translation>Zum Zeichnen von Noten braucht es die Bibliothek verovio, die nicht installiert ist.</translation>
    </message>
    <message>
        <source>The song's bars begin in another way than a continuation's.</source>
        <translation>Die Takte des Stücks beginnen anders als die einer Fortsetzung.</translation>
    </message>
    <message>
        <source>With its repeats it is longer than %1 measures.</source>
        <translation>Mit seinen Wiederholungen ist es länger als %1 Takte.</translation>
    </message>
    <message>
        <source>It is no longer there.</source>
        <translation>Es ist nicht mehr da.</translation>
    </message>
    <message>
        <source>It may not be read (permission denied).</source>
        <translation>Sie darf nicht gelesen werden (Zugriff verweigert).</translation>
    </message>
    <message>
        <source>It is a link that leads to itself.</source>
        <translation>Es ist eine Verknüpfung auf sich selbst.</translation>
    </message>
    <message>
        <source>It is a folder, not a file.</source>
        <translation>Es ist ein Ordner, keine Datei.</translation>
    </message>
    <message>
        <source>It is not a regular file.</source>
        <translation>Es ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>It could not be read (%1).</source>
        <translation>Es konnte nicht gelesen werden (%1).</translation>
    </message>
    <message>
        <source>It has an impossible name.</source>
        <translation>Es hat einen unmöglichen Namen.</translation>
    </message>
    <message>
        <source>There are no notes in the bars to continue from.</source>
        <translation>In den Takten, ab denen fortgesetzt werden soll, sind keine Noten.</translation>
    </message>
    <message>
        <source>A gap of all tracks has at most %1 bars, not %2.</source>
        <translation>Eine Lücke in allen Spuren hat höchstens %1 Takte, nicht %2.</translation>
    </message>
    <message>
        <source>Leave one of the tracks out, or fill fewer bars.</source>
        <translation>Lassen Sie eine der Spuren aus, oder füllen Sie weniger Takte.</translation>
    </message>
    <message>
        <source>‘%1’ cannot go on with music; nothing was kept.</source>
        <translation>„%1“ kann keine Musik fortsetzen; nichts wurde übernommen.</translation>
    </message>
    <message>
        <source>What was found: %1.</source>
        <translation>Gefunden wurde: %1.</translation>
    </message>
    <message>
        <source>The model in ‘%1’ has no tokenizer: it reads no music.</source>
        <translation>Das Modell in „%1“ hat keinen Tokenizer: Es liest keine Musik.</translation>
    </message>
    <message>
        <source>The model in ‘%1’ knows %2 tokens and its tokenizer %3: they do not belong together.</source>
        <translation>Das Modell in „%1“ kennt %2 Zeichen und sein Tokenizer %3: Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>The model in ‘%1’ has %2 places for the ids of a step, which has up to %3.</source>
        <translation>Das Modell in „%1“ hat %2 Plätze für die Nummern eines Schritts, der bis zu %3 hat.</translation>
    </message>
    <message>
        <source>The model in ‘%1’ says that %2 is %3, and its tokenizer %4: they do not belong together.</source>
        <translation>Das Modell in „%1“ sagt, %2 sei %3, und sein Tokenizer %4: Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>The piece has %1 tracks and %2 roles.</source>
        <translation>Das Stück hat %1 Spuren und %2 Rollen.</translation>
    </message>
    <message>
        <source>The range of pitches is empty, so no note could be drawn.</source>
        <translation>Der Tonumfang ist leer; so ließe sich keine Note ziehen.</translation>
    </message>
    <message>
        <source>Copies shorter than %1 notes cannot be told from chance.</source>
        <translation>Kopien von weniger als %1 Noten lassen sich vom Zufall nicht unterscheiden.</translation>
    </message>
    <message>
        <source>This model goes on with pieces and has not learned to fill gaps in them.</source>
        <translation>Dieses Modell setzt Stücke fort und hat nicht gelernt, Lücken in ihnen zu füllen.</translation>
    </message>
    <message>
        <source>Choose a model that has.</source>
        <translation>Wählen Sie ein Modell, das es gelernt hat.</translation>
    </message>
    <message>
        <source>The model's strengths of rules are not valid (%1).</source>
        <translation>Die Stärken der Regeln dieses Modells sind ungültig (%1).</translation>
    </message>
    <message>
        <source>There is nothing around this gap to go by.</source>
        <translation>Um diese Lücke herum ist nichts, wonach man sich richten könnte.</translation>
    </message>
    <message>
        <source>No track is chosen, so there is nowhere to put new notes.</source>
        <translation>Es ist keine Spur gewählt; neue Noten hätten keinen Platz.</translation>
    </message>
    <message>
        <source>A gap is whole bars: it begins and ends at bar lines.</source>
        <translation>Eine Lücke besteht aus ganzen Takten: Sie beginnt und endet an Taktstrichen.</translation>
    </message>
    <message>
        <source>A gap of some tracks has at most %1 bars at once, not %2.</source>
        <translation>Eine Lücke in einigen Spuren hat höchstens %1 Takte auf einmal, nicht %2.</translation>
    </message>
    <message>
        <source>Continue writes from nothing.</source>
        <translation>Fortsetzen schreibt aus dem Nichts.</translation>
    </message>
    <message>
        <source>Choose at least one track.</source>
        <translation>Wählen Sie mindestens eine Spur.</translation>
    </message>
    <message>
        <source>There is nothing to continue yet.</source>
        <translation>Es gibt noch nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>No track is set to Write, so there is nowhere to put new notes.</source>
        <translation>Keine Spur steht auf Schreiben; so ist kein Platz für neue Noten.</translation>
    </message>
    <message>
        <source>Play or drop a few bars, or start from silence.</source>
        <translation>Spielen oder ziehen Sie ein paar Takte, oder beginnen Sie aus der Stille.</translation>
    </message>
    <message>
        <source>Click the role of a track until it says Write.</source>
        <translation>Klicken Sie auf die Rolle einer Spur, bis dort Schreiben steht.</translation>
    </message>
    <message>
        <source>What goes on until it is stopped has no end to ask for.</source>
        <translation>Was weitergeht, bis man es anhält, hat keinen Schluss, um den man bitten könnte.</translation>
    </message>
    <message>
        <source>Segue cannot write to its folder ‘%1’ (%2).</source>
        <translation>Segue kann in seinen Ordner „%1“ nicht schreiben (%2).</translation>
    </message>
    <message>
        <source>The training part that is installed here belongs to another Segue.</source>
        <translation>Der hier installierte Trainingsteil gehört zu einem anderen Segue.</translation>
    </message>
    <message>
        <source>Training is a part of its own, which is not installed.</source>
        <translation>Das Training ist ein eigener Teil, der nicht installiert ist.</translation>
    </message>
    <message>
        <source>‘%1’ is damaged: it is not the file that belongs to this Segue.</source>
        <translation>‚%1‘ ist beschädigt: Es ist nicht die Datei, die zu diesem Segue gehört.</translation>
    </message>
    <message>
        <source>Training needs PyTorch, which is not installed.</source>
        <translation>Das Training braucht PyTorch, das nicht installiert ist.</translation>
    </message>
    <message>
        <source>Download ‘%1’ where you got Segue, then choose it on the Train page.</source>
        <translation>Laden Sie ‚%1‘ dort herunter, woher Sie Segue haben, und wählen Sie die Datei dann auf der Seite Trainieren.</translation>
    </message>
    <message>
        <source>Download ‘%1’ where you got Segue.</source>
        <translation>Laden Sie ‚%1‘ dort herunter, woher Sie Segue haben.</translation>
    </message>
    <message>
        <source>‘%1’ belongs to Segue %2; this is Segue %3.</source>
        <translation>‚%1‘ gehört zu Segue %2; dies ist Segue %3.</translation>
    </message>
    <message>
        <source>‘%1’ was made for %2; this is %3 on %4.</source>
        <translation>‚%1‘ wurde für %2 gemacht; dies ist %3 auf %4.</translation>
    </message>
    <message>
        <source>‘%1’ was made for Python %2; this Segue has %3.</source>
        <translation>‚%1‘ wurde für Python %2 gemacht; dieses Segue hat %3.</translation>
    </message>
    <message>
        <source>The training part needs %1.</source>
        <translation>Der Trainingsteil braucht %1.</translation>
    </message>
    <message>
        <source>PyTorch, which training needs, does not start on this computer (%1).</source>
        <translation>PyTorch, das das Training braucht, startet auf diesem Computer nicht (%1).</translation>
    </message>
    <message>
        <source>Run this in Segue's folder: %1</source>
        <translation>Im Ordner von Segue ausführen: %1</translation>
    </message>
    <message>
        <source>The training part cannot be written to ‘%1’ (%2).</source>
        <translation>Der Trainingsteil kann nicht nach ‚%1‘ geschrieben werden (%2).</translation>
    </message>
    <message>
        <source>‘%1’ is not a training part of Segue.</source>
        <translation>‚%1‘ ist kein Trainingsteil von Segue.</translation>
    </message>
    <message>
        <source>Make room on the disk.</source>
        <translation>Schaffen Sie Platz auf der Platte.</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>Sie ist beschädigt.</translation>
    </message>
    <message>
        <source>Composing and playing work without it. Install it again.</source>
        <translation>Komponieren und Spielen gehen ohne es. Installieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>‘%1’ is not complete: it has %2 MB of %3.</source>
        <translation>‚%1‘ ist unvollständig: Es hat %2 von %3 MB.</translation>
    </message>
    <message>
        <source>‘%1’ is no chord that Segue knows.</source>
        <translation>„%1“ ist kein Akkord, den Segue kennt.</translation>
    </message>
    <message>
        <source>These keys together are no chord that Segue knows.</source>
        <translation>Diese Tasten zusammen sind kein Akkord, den Segue kennt.</translation>
    </message>
    <message>
        <source>‘%1’ is no chord here.</source>
        <translation>„%1“ ist hier kein Akkord.</translation>
    </message>
    <message>
        <source>Write it like C, Am, G7, Dm7/F or N.C.</source>
        <translation>Schreiben Sie ihn wie C, Am, G7, Dm7/F oder N.C.</translation>
    </message>
    <message>
        <source>Play its third, and its seventh where it has one.</source>
        <translation>Spielen Sie seine Terz mit und, wo er eine hat, seine Septime.</translation>
    </message>
    <message>
        <source>Write B for the German H, B♭ for B.</source>
        <translation>Schreiben Sie B für das deutsche H, B♭ für das deutsche B.</translation>
    </message>
    <message>
        <source>A piece has at most %1 chords.</source>
        <translation>Ein Stück hat höchstens %1 Akkorde.</translation>
    </message>
    <message>
        <source>There are no chords in this.</source>
        <translation>Darin stehen keine Akkorde.</translation>
    </message>
    <message>
        <source>There are no chords to be heard in this piece.</source>
        <translation>In diesem Stück sind keine Akkorde zu hören.</translation>
    </message>
    <message>
        <source>Write them like Dm7 G13 | Cmaj7.</source>
        <translation>Schreiben Sie sie wie Dm7 G13 | Cmaj7.</translation>
    </message>
    <message>
        <source>Bar %1 has %2 chords; in %3/%4 a bar holds at most %5.</source>
        <translation>Takt %1 hat %2 Akkorde; in %3/%4 fasst ein Takt höchstens %5.</translation>
    </message>
    <message>
        <source>Type them, or write a few notes first.</source>
        <translation>Tippen Sie sie, oder schreiben Sie erst ein paar Noten.</translation>
    </message>
    <message>
        <source>The piece is too long for its chords to be found (%1 beats).</source>
        <translation>Das Stück ist zu lang, um seine Akkorde zu finden (%1 Schläge).</translation>
    </message>
    <message>
        <source>‘%1’ lies in a folder of the library and stays with it.</source>
        <translation>„%1“ liegt in einem Ordner der Bibliothek und bleibt bei ihm.</translation>
    </message>
    <message>
        <source>‘%1’ is none of the library's folders.</source>
        <translation>„%1“ ist keiner der Ordner der Bibliothek.</translation>
    </message>
    <message>
        <source>This piece is no longer in the library.</source>
        <translation>Dieses Stück ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>The same file as ‘%1’.</source>
        <translation>Dieselbe Datei wie „%1“.</translation>
    </message>
    <message>
        <source>The same file as another piece.</source>
        <translation>Dieselbe Datei wie ein anderes Stück.</translation>
    </message>
    <message>
        <source>The same notes as ‘%1’.</source>
        <translation>Dieselben Noten wie „%1“.</translation>
    </message>
    <message>
        <source>The same notes as another piece.</source>
        <translation>Dieselben Noten wie ein anderes Stück.</translation>
    </message>
    <message>
        <source>The same tune as ‘%1’, in another key, tempo or touch.</source>
        <translation>Dieselbe Melodie wie „%1“, in anderer Tonart, anderem Tempo oder Anschlag.</translation>
    </message>
    <message>
        <source>The same tune as another piece, in another key, tempo or touch.</source>
        <translation>Dieselbe Melodie wie ein anderes Stück, in anderer Tonart, anderem Tempo oder Anschlag.</translation>
    </message>
    <message>
        <source>Reading it ended the process that read it (code %1).</source>
        <translation>Der lesende Prozess brach dabei ab (Code %1).</translation>
    </message>
    <message>
        <source>Reading it took longer than %1 seconds.</source>
        <translation>Das Lesen dauerte länger als %1 Sekunden.</translation>
    </message>
    <message>
        <source>The processes that read files cannot be started.</source>
        <translation>Die Prozesse, die Dateien lesen, lassen sich nicht starten.</translation>
    </message>
    <message>
        <source>The folders could not be searched (%1).</source>
        <translation>Die Ordner konnten nicht durchsucht werden (%1).</translation>
    </message>
    <message>
        <source>The drive it is on does not answer.</source>
        <translation>Das Laufwerk antwortet nicht.</translation>
    </message>
    <message>
        <source>It is notation where MIDI files are read.</source>
        <translation>Es sind Noten, wo MIDI-Dateien gelesen werden.</translation>
    </message>
    <message>
        <source>%1 duplicates have no original.</source>
        <translation>%1 Dubletten haben kein Original.</translation>
    </message>
    <message>
        <source>%1 usable files have no notes.</source>
        <translation>%1 brauchbare Dateien haben keine Noten.</translation>
    </message>
    <message>
        <source>%1 refused files have no reason.</source>
        <translation>%1 abgelehnte Dateien haben keinen Grund.</translation>
    </message>
    <message>
        <source>The library's catalogue cannot be opened (%1).</source>
        <translation>Der Katalog der Bibliothek lässt sich nicht öffnen (%1).</translation>
    </message>
    <message>
        <source>A row of ‘%1’ points to a file that is not in the library.</source>
        <translation>Eine Zeile von „%1“ verweist auf eine Datei, die nicht in der Bibliothek ist.</translation>
    </message>
    <message>
        <source>The file is damaged: %1</source>
        <translation>Die Datei ist beschädigt: %1</translation>
    </message>
    <message>
        <source>It is damaged at its beginning.</source>
        <translation>Es ist am Anfang beschädigt.</translation>
    </message>
    <message>
        <source>There is nothing in it.</source>
        <translation>Es ist nichts darin.</translation>
    </message>
    <message>
        <source>It is a file of another kind, whatever its name says.</source>
        <translation>Es ist eine Datei anderer Art, was auch immer ihr Name sagt.</translation>
    </message>
    <message>
        <source>It is no MIDI file, whatever its name says.</source>
        <translation>Es ist keine MIDI-Datei, was auch immer ihr Name sagt.</translation>
    </message>
    <message>
        <source>It breaks off before any music.</source>
        <translation>Es bricht ab, bevor Musik kommt.</translation>
    </message>
    <message>
        <source>There is no music in it.</source>
        <translation>Es ist keine Musik darin.</translation>
    </message>
    <message>
        <source>%1 of %2 hours are drums alone.</source>
        <translation>%1 von %2 Stunden sind nur Schlagzeug.</translation>
    </message>
    <message>
        <source>%1 % is from one folder, ‘%2’.</source>
        <translation>%1 % stammen aus einem einzigen Ordner, „%2“.</translation>
    </message>
    <message>
        <source>%1 % has a name that begins with ‘%2’.</source>
        <translation>%1 % haben einen Namen, der mit „%2“ beginnt.</translation>
    </message>
    <message>
        <source>Another file of the same name hides it in its ZIP archive.</source>
        <translation>Eine andere Datei gleichen Namens verdeckt sie in ihrem ZIP-Archiv.</translation>
    </message>
    <message>
        <source>There is no MIDI file in this ZIP archive.</source>
        <translation>In diesem ZIP-Archiv ist keine MIDI-Datei.</translation>
    </message>
    <message>
        <source>It was not read again yet.</source>
        <translation>Sie wurde noch nicht wieder gelesen.</translation>
    </message>
    <message>
        <source>The disk is full; the library keeps what it had.</source>
        <translation>Die Platte ist voll; die Bibliothek behält, was sie hatte.</translation>
    </message>
    <message>
        <source>Another program is using the library; try again in a moment.</source>
        <translation>Ein anderes Programm benutzt die Bibliothek; versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>The library cannot be written to (no permission).</source>
        <translation>In die Bibliothek kann nicht geschrieben werden (keine Berechtigung).</translation>
    </message>
    <message>
        <source>The library's catalogue cannot be used (%1).</source>
        <translation>Der Katalog der Bibliothek kann nicht benutzt werden (%1).</translation>
    </message>
    <message>
        <source>The library was made by a newer version (format %1; this program reads up to %2).</source>
        <translation>Die Bibliothek stammt von einer neueren Version (Format %1; dieses Programm liest bis %2).</translation>
    </message>
    <message>
        <source>The library's catalogue is damaged.</source>
        <translation>Der Katalog der Bibliothek ist beschädigt.</translation>
    </message>
    <message>
        <source>Update Segue to open it.</source>
        <translation>Aktualisieren Sie Segue, um sie zu öffnen.</translation>
    </message>
    <message>
        <source>Reading it takes more memory than one file may.</source>
        <translation>Das Lesen braucht mehr Speicher, als eine Datei haben darf.</translation>
    </message>
    <message>
        <source>‘%1’, which hears notes, cannot be read.</source>
        <translation>„%1“, das Noten hört, kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>‘%1’ is no recording that Segue reads.</source>
        <translation>‘%1’ ist keine Aufnahme, die Segue liest.</translation>
    </message>
    <message>
        <source>‘%1’ is longer than %2 hours, or its header says so.</source>
        <translation>‘%1’ ist länger als %2 Stunden, oder sein Kopf sagt das.</translation>
    </message>
    <message>
        <source>‘%1’ says that it has %2 samples a second, which is no sound.</source>
        <translation>‘%1’ hat nach eigenen Angaben %2 Abtastwerte in der Sekunde; das ist kein Klang.</translation>
    </message>
    <message>
        <source>It reads %1.</source>
        <translation>Es liest %1.</translation>
    </message>
    <message>
        <source>There is no sound in ‘%1’.</source>
        <translation>In ‘%1’ ist kein Klang.</translation>
    </message>
    <message>
        <source>Listen to a part of it.</source>
        <translation>Nehmen Sie einen Teil davon.</translation>
    </message>
    <message>
        <source>Sound files cannot be read on this system.</source>
        <translation>Klangdateien sind auf diesem System nicht zu lesen.</translation>
    </message>
    <message>
        <source>There is no piece at hand, so there is nothing to go on with.</source>
        <translation>Es liegt kein Stück vor, also gibt es nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>The piece has no track %1 to hear notes in.</source>
        <translation>Das Stück hat keine Spur %1, in der Noten zu hören wären.</translation>
    </message>
    <message>
        <source>This machine cannot train on ‘%1’; it can on: %2.</source>
        <translation>Dieser Rechner kann nicht auf „%1“ trainieren; er kann auf: %2.</translation>
    </message>
    <message>
        <source>An Apple GPU cannot be divided among processes.</source>
        <translation>Eine Apple-GPU lässt sich nicht unter Prozessen teilen.</translation>
    </message>
    <message>
        <source>This machine has %1 GPUs for %2 processes.</source>
        <translation>Dieser Rechner hat %1 GPUs für %2 Prozesse.</translation>
    </message>
    <message>
        <source>Start one process, or add --device cpu.</source>
        <translation>Starten Sie einen Prozess, oder fügen Sie --device cpu hinzu.</translation>
    </message>
    <message>
        <source>Start as many processes as there are GPUs.</source>
        <translation>Starten Sie so viele Prozesse, wie es GPUs gibt.</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>von Ihnen gewählt</translation>
    </message>
    <message>
        <source>a GPU is far faster</source>
        <translation>eine Grafikkarte ist weit schneller</translation>
    </message>
    <message>
        <source>no GPU found</source>
        <translation>keine Grafikkarte gefunden</translation>
    </message>
    <message>
        <source>this build cannot use the GPU</source>
        <translation>diese Ausgabe kann die Grafikkarte nicht nutzen</translation>
    </message>
    <message>
        <source>the GPU's driver is too old or not running</source>
        <translation>der Treiber der Grafikkarte ist zu alt oder läuft nicht</translation>
    </message>
    <message>
        <source>the GPU did not work when it was tried</source>
        <translation>die Grafikkarte arbeitete bei der Probe nicht</translation>
    </message>
    <message>
        <source>The chords of the model that it began with are not used: %1</source>
        <translation>Die Akkorde des Modells, mit dem es begann, werden nicht verwendet: %1</translation>
    </message>
    <message>
        <source>The chords were not written beside the model, so it plans none: %1.</source>
        <translation>Die Akkorde konnten nicht neben das Modell geschrieben werden, darum plant es keine: %1.</translation>
    </message>
    <message>
        <source>The run's folder cannot be written (%1).</source>
        <translation>Der Ordner des Trainings kann nicht beschrieben werden (%1).</translation>
    </message>
    <message>
        <source>The list of songs was not written beside the model, so copied songs cannot be found: %1.</source>
        <translation>Die Liste der Stücke ließ sich nicht neben das Modell schreiben; kopierte Noten findet es nicht: %1.</translation>
    </message>
    <message>
        <source>Notes that are copied from songs cannot be found with this model: %1</source>
        <translation>Mit diesem Modell lassen sich aus Stücken kopierte Noten nicht finden: %1</translation>
    </message>
    <message>
        <source>A model that is trained further keeps its size and its memory.</source>
        <translation>Ein Modell, das weiter trainiert wird, behält seine Größe und sein Gedächtnis.</translation>
    </message>
    <message>
        <source>This compression has no weights that a loss could train.</source>
        <translation>Diese Verdichtung hat keine Gewichte, die ein Ziel trainieren könnte.</translation>
    </message>
    <message>
        <source>A model without memory has nothing to compress.</source>
        <translation>Ein Modell ohne Gedächtnis hat nichts zu verdichten.</translation>
    </message>
    <message>
        <source>A compressed memory of no notes holds nothing.</source>
        <translation>Ein verdichtetes Gedächtnis von null Noten behält nichts.</translation>
    </message>
    <message>
        <source>At a rate of %1 nothing is compressed.</source>
        <translation>Mit der Rate %1 wird nichts verdichtet.</translation>
    </message>
    <message>
        <source>A memory of %1 notes is too short to be compressed by %2.</source>
        <translation>Ein Gedächtnis von %1 Noten ist zu kurz, um je %2 davon zu verdichten.</translation>
    </message>
    <message>
        <source>%1 notes do not divide by the rate %2.</source>
        <translation>%1 Noten lassen sich nicht durch die Rate %2 teilen.</translation>
    </message>
    <message>
        <source>Make a new one (--from scratch), or leave these settings as they are.</source>
        <translation>Machen Sie ein neues (--from scratch), oder lassen Sie diese Einstellungen, wie sie sind.</translation>
    </message>
    <message>
        <source>The length, rate and loss of a compression need a function.</source>
        <translation>Länge, Rate und Ziel einer Verdichtung brauchen ein Verfahren.</translation>
    </message>
    <message>
        <source>Choose no loss, or a convolution.</source>
        <translation>Wählen Sie kein Ziel oder eine Faltung.</translation>
    </message>
    <message>
        <source>Give it a memory, or choose no compression.</source>
        <translation>Geben Sie ihm ein Gedächtnis, oder wählen Sie keine Verdichtung.</translation>
    </message>
    <message>
        <source>Give it a length, or choose no compression.</source>
        <translation>Geben Sie ihm eine Länge, oder wählen Sie keine Verdichtung.</translation>
    </message>
    <message>
        <source>Choose a rate of 2 or more.</source>
        <translation>Wählen Sie eine Rate von 2 oder mehr.</translation>
    </message>
    <message>
        <source>Choose a lower rate or a longer memory.</source>
        <translation>Wählen Sie eine kleinere Rate oder ein längeres Gedächtnis.</translation>
    </message>
    <message>
        <source>Choose %1 notes, or another rate.</source>
        <translation>Wählen Sie %1 Noten oder eine andere Rate.</translation>
    </message>
    <message>
        <source>Choose one, such as convolution, or leave them as they are.</source>
        <translation>Wählen Sie eines, etwa die Faltung, oder lassen Sie sie, wie sie sind.</translation>
    </message>
    <message>
        <source>There is no file or folder ‘%1’.</source>
        <translation>Es gibt keine Datei und keinen Ordner „%1“.</translation>
    </message>
    <message>
        <source>There is already a model ‘%1’.</source>
        <translation>Es gibt schon ein Modell „%1“.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>‘%1’ could not be kept (%2).</source>
        <translation>„%1“ konnte nicht behalten werden (%2).</translation>
    </message>
    <message>
        <source>This file contains executable code (pickle) and was not opened.</source>
        <translation>Diese Datei enthält ausführbaren Code (Pickle) und wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>Use a model whose weights are .safetensors.</source>
        <translation>Nehmen Sie ein Modell, dessen Gewichte .safetensors sind.</translation>
    </message>
    <message>
        <source>There is no model ‘%1’.</source>
        <translation>Es gibt kein Modell „%1“.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be a model's name.</source>
        <translation>„%1“ kann kein Modellname sein.</translation>
    </message>
    <message>
        <source>The name ‘starter’ belongs to the model that ships.</source>
        <translation>Der Name „starter“ gehört dem Modell, das beiliegt.</translation>
    </message>
    <message>
        <source>There is no room for ‘%1’ (%2 MB); nothing was changed.</source>
        <translation>Für „%1“ ist kein Platz (%2 MB); nichts wurde geändert.</translation>
    </message>
    <message>
        <source>There are: %1.</source>
        <translation>Es gibt: %1.</translation>
    </message>
    <message>
        <source>No model is installed.</source>
        <translation>Es ist kein Modell installiert.</translation>
    </message>
    <message>
        <source>Use letters, digits, spaces and dashes, up to 80 of them.</source>
        <translation>Nehmen Sie Buchstaben, Ziffern, Leerzeichen und Striche, bis zu 80.</translation>
    </message>
    <message>
        <source>Could not write ‘%1’ (%2).</source>
        <translation>„%1“ konnte nicht geschrieben werden (%2).</translation>
    </message>
    <message>
        <source>Import it with --name NAME.</source>
        <translation>Importieren Sie es mit --name NAME.</translation>
    </message>
    <message>
        <source>There is no model in ‘%1’.</source>
        <translation>In „%1“ ist kein Modell.</translation>
    </message>
    <message>
        <source>‘%1’ could not be copied (%2); nothing was kept.</source>
        <translation>„%1“ konnte nicht kopiert werden (%2); es wurde nichts behalten.</translation>
    </message>
    <message>
        <source>There is no model in ‘%1’: %2.</source>
        <translation>In „%1“ ist kein Modell: %2.</translation>
    </message>
    <message>
        <source>‘%1’ is larger than any model; nothing was changed.</source>
        <translation>„%1“ ist größer als jedes Modell; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>‘%1’ is no model, or it is damaged; nothing was changed.</source>
        <translation>„%1“ ist kein Modell oder beschädigt; es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>Make room on the disk, or move the models to another one.</source>
        <translation>Schaffen Sie Platz, oder verlegen Sie die Modelle auf ein anderes Laufwerk.</translation>
    </message>
    <message>
        <source>‘%1’ is larger than any model's; nothing was kept.</source>
        <translation>„%1“ ist größer als bei jedem Modell; nichts wurde behalten.</translation>
    </message>
    <message>
        <source>‘%1’ could not be opened; nothing was kept.</source>
        <translation>„%1“ konnte nicht geöffnet werden; nichts wurde behalten.</translation>
    </message>
    <message>
        <source>‘%1’ needs more memory than its size explains; nothing was kept.</source>
        <translation>„%1“ braucht mehr Speicher, als seine Größe erklärt; nichts wurde behalten.</translation>
    </message>
    <message>
        <source>Measuring how fast this machine learns.</source>
        <translation>Es wird gemessen, wie schnell dieser Rechner lernt.</translation>
    </message>
    <message>
        <source>The training ‘%1’ was stopped before its first saved step.</source>
        <translation>Das Training „%1“ wurde vor dem ersten gespeicherten Schritt angehalten.</translation>
    </message>
    <message>
        <source>There is a training ‘%1’ that was not finished.</source>
        <translation>Es gibt ein unbeendetes Training „%1“.</translation>
    </message>
    <message>
        <source>Start it anew under another name.</source>
        <translation>Beginnen Sie es unter einem anderen Namen neu.</translation>
    </message>
    <message>
        <source>Resume it or choose another name.</source>
        <translation>Machen Sie damit weiter, oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Looking at the library.</source>
        <translation>Die Bibliothek wird angesehen.</translation>
    </message>
    <message>
        <source>Remembering what is yours.</source>
        <translation>Was Ihnen gehört, wird gemerkt.</translation>
    </message>
    <message>
        <source>Looking at the files.</source>
        <translation>Die Dateien werden angesehen.</translation>
    </message>
    <message>
        <source>Reading the songs.</source>
        <translation>Die Stücke werden gelesen.</translation>
    </message>
    <message>
        <source>This process does not see the folder ‘%1’ of the first one.</source>
        <translation>Dieser Prozess sieht den Ordner „%1“ des ersten nicht.</translation>
    </message>
    <message>
        <source>Set SEGUE_HOME to a folder that all machines share.</source>
        <translation>Setzen Sie SEGUE_HOME auf einen Ordner, den alle Rechner teilen.</translation>
    </message>
    <message>
        <source>The disk has %1 left and this training needs %2. Nothing was started.</source>
        <translation>Auf der Festplatte sind noch %1, und dieses Training braucht %2. Es wurde nichts begonnen.</translation>
    </message>
    <message>
        <source>Make room, or choose a folder on another disk for trainings.</source>
        <translation>Schaffen Sie Platz, oder wählen Sie für Trainings einen Ordner auf einem anderen Laufwerk.</translation>
    </message>
    <message>
        <source>Another training is running on this computer, in a window or as a command.</source>
        <translation>Auf diesem Rechner läuft schon ein Training, in einem Fenster oder als Befehl.</translation>
    </message>
    <message>
        <source>Wait for its end or stop it; this one was not started and nothing is lost.</source>
        <translation>Warten Sie auf sein Ende, oder halten Sie es an; dieses wurde nicht begonnen, und es ging nichts verloren.</translation>
    </message>
    <message>
        <source>A memory of %1 notes would take more than %2 GB in a model of this size.</source>
        <translation>Ein Gedächtnis von %1 Noten bräuchte in einem Modell dieser Größe mehr als %2 GB.</translation>
    </message>
    <message>
        <source>This cannot be trained: %1.</source>
        <translation>So lässt sich nicht trainieren: %1.</translation>
    </message>
    <message>
        <source>Choose a shorter memory or a smaller model.</source>
        <translation>Wählen Sie ein kürzeres Gedächtnis oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Set that field back to its default.</source>
        <translation>Stellen Sie dieses Feld wieder auf seine Vorgabe.</translation>
    </message>
    <message>
        <source>The saved step %1 is not there any more.</source>
        <translation>Der gespeicherte Schritt %1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The training was stopped before there was anything to keep.</source>
        <translation>Das Training wurde angehalten, bevor es etwas zu behalten gab.</translation>
    </message>
    <message>
        <source>Make room, then resume.</source>
        <translation>Schaffen Sie Platz und setzen Sie dann fort.</translation>
    </message>
    <message>
        <source>The disk has %1 left and saved steps need %2. Training is paused at step %3, nothing is lost.</source>
        <translation>Auf der Platte sind noch %1 frei, gespeicherte Schritte brauchen %2. Das Training ruht bei Schritt %3, nichts ist verloren.</translation>
    </message>
    <message>
        <source>The list of this run's songs cannot be read.</source>
        <translation>Die Liste der Stücke dieses Laufs ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The file is not there any more.</source>
        <translation>Die Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>It is not in the library any more.</source>
        <translation>Es ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>The library is not there any more.</source>
        <translation>Die Bibliothek ist nicht mehr da.</translation>
    </message>
    <message>
        <source>None of the pieces that were chosen is there any more.</source>
        <translation>Keines der gewählten Stücke ist noch da.</translation>
    </message>
    <message>
        <source>There is no MIDI file in ‘%1’ that can be learned from.</source>
        <translation>In „%1“ ist keine MIDI-Datei, aus der sich lernen ließe.</translation>
    </message>
    <message>
        <source>Choose pieces in the library and start again.</source>
        <translation>Wählen Sie Stücke in der Bibliothek und starten Sie noch einmal.</translation>
    </message>
    <message>
        <source>‘%1’ came with Segue; its sliders are measured.</source>
        <translation>„%1“ kam mit Segue; seine Regler sind gemessen.</translation>
    </message>
    <message>
        <source>A style belongs to a model, and ‘%1’ is not among the models here.</source>
        <translation>Ein Stil gehört zu einem Modell, und ‚%1‘ ist keines der Modelle hier.</translation>
    </message>
    <message>
        <source>There is no song to learn the style from.</source>
        <translation>Es gibt kein Stück, von dem der Stil gelernt werden kann.</translation>
    </message>
    <message>
        <source>Import it first: segue models import FOLDER.</source>
        <translation>Importieren Sie es zuerst: segue models import ORDNER.</translation>
    </message>
    <message>
        <source>The style could not be written to %1: %2.</source>
        <translation>Der Stil konnte nicht nach %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>There is no preset ‘%1’; there are %2.</source>
        <translation>Es gibt keine Vorgabe „%1“; es gibt %2.</translation>
    </message>
    <message>
        <source>There is no training ‘%1’ that could be resumed.</source>
        <translation>Es gibt kein Training „%1“, mit dem es weitergehen könnte.</translation>
    </message>
    <message>
        <source>There is no folder ‘%1’.</source>
        <translation>Es gibt keinen Ordner „%1“.</translation>
    </message>
    <message>
        <source>There is no music in the library to learn from.</source>
        <translation>In der Bibliothek ist keine Musik, aus der sich lernen ließe.</translation>
    </message>
    <message>
        <source>This machine cannot train on ‘%1’.</source>
        <translation>Dieser Rechner kann nicht auf „%1“ trainieren.</translation>
    </message>
    <message>
        <source>A style belongs to a model, so it cannot begin from scratch.</source>
        <translation>Ein Stil gehört zu einem Modell, darum kann er nicht bei null beginnen.</translation>
    </message>
    <message>
        <source>A training keeps its steps there; nothing was started.</source>
        <translation>Ein Training hebt seine Schritte dort auf; es wurde nichts begonnen.</translation>
    </message>
    <message>
        <source>The training of ‘%1’ is done.</source>
        <translation>Das Training von „%1“ ist fertig.</translation>
    </message>
    <message>
        <source>Add a folder of MIDI files.</source>
        <translation>Fügen Sie einen Ordner mit MIDI-Dateien hinzu.</translation>
    </message>
    <message>
        <source>Begin it from the starter, or from a model of yours.</source>
        <translation>Beginnen Sie mit Starter oder mit einem eigenen Modell.</translation>
    </message>
    <message>
        <source>To teach it more songs: %1</source>
        <translation>Um ihm mehr Stücke beizubringen: %1</translation>
    </message>
    <message>
        <source>Still improving.</source>
        <translation>Wird noch besser.</translation>
    </message>
    <message>
        <source>Flat since step %1.</source>
        <translation>Gleichbleibend seit Schritt %1.</translation>
    </message>
    <message>
        <source>It is starting to memorise; the best is step %1.</source>
        <translation>Es beginnt auswendig zu lernen; am besten ist Schritt %1.</translation>
    </message>
    <message>
        <source>Segue was changed while it was running. The messages of its new %1 process have version %2, those of this program version %3.</source>
        <translation>Segue wurde geändert, während es lief. Die Nachrichten seines neuen Prozesses %1 haben Version %2, die dieses Programms Version %3.</translation>
    </message>
    <message>
        <source>Save your work and start Segue again.</source>
        <translation>Sichern Sie Ihre Arbeit und starten Sie Segue neu.</translation>
    </message>
    <message>
        <source>A command could not be read: %1.</source>
        <translation>Ein Befehl konnte nicht gelesen werden: %1.</translation>
    </message>
    <message>
        <source>An event could not be read: %1</source>
        <translation>Ein Ereignis konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>A message of the jam could not be read: %1</source>
        <translation>Eine Nachricht des Jams konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>General MIDI</source>
        <translation>General MIDI</translation>
    </message>
    <message>
        <source>General MIDI 2</source>
        <translation>General MIDI 2</translation>
    </message>
    <message>
        <source>Roland GS</source>
        <translation>Roland GS</translation>
    </message>
    <message>
        <source>Yamaha XG</source>
        <translation>Yamaha XG</translation>
    </message>
    <message>
        <source>This ZIP archive has more than %1 files in it.</source>
        <translation>In diesem ZIP-Archiv sind mehr als %1 Dateien.</translation>
    </message>
    <message>
        <source>It is a damaged ZIP archive.</source>
        <translation>Es ist ein beschädigtes ZIP-Archiv.</translation>
    </message>
    <message>
        <source>It is locked with a password.</source>
        <translation>Es ist mit einem Kennwort verschlossen.</translation>
    </message>
    <message>
        <source>Its ZIP archive is damaged.</source>
        <translation>Sein ZIP-Archiv ist beschädigt.</translation>
    </message>
    <message>
        <source>It has %1 MiB; Segue reads MIDI files up to %2 MiB.</source>
        <translation>Es hat %1 MiB; Segue liest MIDI-Dateien bis %2 MiB.</translation>
    </message>
    <message>
        <source>%1 is not a readable MIDI file (%2).</source>
        <translation>%1 ist keine lesbare MIDI-Datei (%2).</translation>
    </message>
    <message>
        <source>There are no notes.</source>
        <translation>Es sind keine Noten darin.</translation>
    </message>
    <message>
        <source>%1 has %2 MiB; Segue reads MIDI files up to %3 MiB.</source>
        <translation>%1 hat %2 MiB; Segue liest MIDI-Dateien bis %3 MiB.</translation>
    </message>
    <message>
        <source>‘%1’ has no notes in it.</source>
        <translation>„%1“ enthält keine Noten.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>It has %1 tracks; Segue reads up to %2.</source>
        <translation>Es hat %1 Spuren; Segue liest bis zu %2.</translation>
    </message>
    <message>
        <source>More than %1 parts of the piece each need a MIDI port to themselves, and a MIDI file has %2.</source>
        <translation>Mehr als %1 Stimmen des Stücks brauchen je einen eigenen MIDI-Port, und eine MIDI-Datei hat %2.</translation>
    </message>
    <message>
        <source>Give drum parts that play together the same kit.</source>
        <translation>Geben Sie Schlagzeugstimmen, die zugleich spielen, dasselbe Schlagzeug.</translation>
    </message>
    <message>
        <source>The model gives no numbers, so that no note can be drawn.</source>
        <translation>Das Modell liefert keine Zahlen, deshalb lässt sich keine Note ziehen.</translation>
    </message>
    <message>
        <source>Its weights or its description are damaged: choose another model.</source>
        <translation>Seine Gewichte oder seine Beschreibung sind beschädigt: Wähle ein anderes Modell.</translation>
    </message>
    <message>
        <source>%1 describes no model that can be built: %2.</source>
        <translation>%1 beschreibt kein Modell, das sich bauen lässt: %2.</translation>
    </message>
    <message>
        <source>The model has no weights: %1 is missing.</source>
        <translation>Das Modell hat keine Gewichte: %1 fehlt.</translation>
    </message>
    <message>
        <source>There is no model in %1: %2 is missing.</source>
        <translation>In %1 ist kein Modell: %2 fehlt.</translation>
    </message>
    <message>
        <source>%1 is damaged: its field format is not a number of a format.</source>
        <translation>%1 ist beschädigt: Sein Feld format ist keine Formatnummer.</translation>
    </message>
    <message>
        <source>%1 was made by a newer version of Segue (format %2).</source>
        <translation>%1 stammt von einer neueren Version von Segue (Format %2).</translation>
    </message>
    <message>
        <source>The model could not be written to %1: %2.</source>
        <translation>Das Modell konnte nicht in %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 ist nicht lesbar.</translation>
    </message>
    <message>
        <source>%1 is too large to be a model's description.</source>
        <translation>%1 ist zu groß für die Beschreibung eines Modells.</translation>
    </message>
    <message>
        <source>%1 is damaged: %2.</source>
        <translation>%1 ist beschädigt: %2.</translation>
    </message>
    <message>
        <source>Update Segue to use this model.</source>
        <translation>Aktualisieren Sie Segue, um dieses Modell zu verwenden.</translation>
    </message>
    <message>
        <source>%1 is damaged: its field %2 is missing or wrong.</source>
        <translation>%1 ist beschädigt: Sein Feld %2 fehlt oder ist falsch.</translation>
    </message>
    <message>
        <source>What is asked for reads ids one by one; this model reads notes.</source>
        <translation>Was verlangt ist, liest Zeichen einzeln; dieses Modell liest Noten.</translation>
    </message>
    <message>
        <source>The style ‘%1’ belongs to the model ‘%2’, which is not here.</source>
        <translation>Der Stil ‚%1‘ gehört zum Modell ‚%2‘, das hier fehlt.</translation>
    </message>
    <message>
        <source>%1 is damaged: it holds no style.</source>
        <translation>%1 ist beschädigt: Die Datei enthält keinen Stil.</translation>
    </message>
    <message>
        <source>%1 does not fit the model that it was made for.</source>
        <translation>%1 passt nicht zu dem Modell, für das es gemacht wurde.</translation>
    </message>
    <message>
        <source>%1 holds values that are not numbers.</source>
        <translation>%1 enthält Werte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <source>Import ‘%1’, or make the style again with a model that is here.</source>
        <translation>Importieren Sie ‚%1‘, oder machen Sie den Stil neu mit einem Modell, das hier ist.</translation>
    </message>
    <message>
        <source>%1 is a pickle under another name, which could run a program when it is opened; it was not opened.</source>
        <translation>%1 ist ein Pickle unter anderem Namen, das beim Öffnen ein Programm starten könnte; es blieb zu.</translation>
    </message>
    <message>
        <source>%1: the weight %2 is missing.</source>
        <translation>%1: Das Gewicht %2 fehlt.</translation>
    </message>
    <message>
        <source>%1: the weight %2 belongs to no part of the model.</source>
        <translation>%1: Das Gewicht %2 gehört zu keinem Teil des Modells.</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 ist nicht lesbar: %2.</translation>
    </message>
    <message>
        <source>Use a model whose weights are true safetensors.</source>
        <translation>Verwenden Sie ein Modell, dessen Gewichte echte safetensors sind.</translation>
    </message>
    <message>
        <source>%1: the weight %2 is stored as bfloat16, which NumPy does not know.</source>
        <translation>%1: Das Gewicht %2 ist als bfloat16 gespeichert, was NumPy nicht kennt.</translation>
    </message>
    <message>
        <source>%1: the weight %2 is %3 and should be %4.</source>
        <translation>%1: Das Gewicht %2 ist %3 und sollte %4 sein.</translation>
    </message>
    <message>
        <source>%1: the weight %2 holds values that are not numbers.</source>
        <translation>%1: Das Gewicht %2 enthält Werte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <source>Store it as float32, float16 or int8.</source>
        <translation>Speichern Sie es als float32, float16 oder int8.</translation>
    </message>
    <message>
        <source>There are no notes in it.</source>
        <translation>Es sind keine Noten darin.</translation>
    </message>
    <message>
        <source>It has %1 tunes only.</source>
        <translation>Sie hat nur %1 Stücke.</translation>
    </message>
    <message>
        <source>It has more than %1 MiB.</source>
        <translation>Es hat mehr als %1 MiB.</translation>
    </message>
    <message>
        <source>This ABC file is empty.</source>
        <translation>Diese ABC-Datei ist leer.</translation>
    </message>
    <message>
        <source>It is no ABC: it has no tune with a key.</source>
        <translation>Es ist kein ABC: Es hat keine Melodie mit einer Tonart.</translation>
    </message>
    <message>
        <source>It has more than %1 voices.</source>
        <translation>Es hat mehr als %1 Stimmen.</translation>
    </message>
    <message>
        <source>It has a measure of more than %1 quarters.</source>
        <translation>Sie hat einen Takt von mehr als %1 Vierteln.</translation>
    </message>
    <message>
        <source>It has more than %1 voices in a measure.</source>
        <translation>Sie hat mehr als %1 Stimmen in einem Takt.</translation>
    </message>
    <message>
        <source>It has more than %1 measures.</source>
        <translation>Es hat mehr als %1 Takte.</translation>
    </message>
    <message>
        <source>1 ornament is played plainly: %1.</source>
        <translation>1 Verzierung wird schlicht gespielt: %1.</translation>
    </message>
    <message>
        <source>%1 ornaments are played plainly: %2.</source>
        <translation>%1 Verzierungen werden schlicht gespielt: %2.</translation>
    </message>
    <message>
        <source>1 playing technique is not heard: %1.</source>
        <translation>1 Spielweise ist nicht zu hören: %1.</translation>
    </message>
    <message>
        <source>%1 playing techniques are not heard: %2.</source>
        <translation>%1 Spielweisen sind nicht zu hören: %2.</translation>
    </message>
    <message>
        <source>1 gradual change of tempo is not played.</source>
        <translation>1 allmähliche Tempoänderung wird nicht gespielt.</translation>
    </message>
    <message>
        <source>%1 gradual changes of tempo are not played.</source>
        <translation>%1 allmähliche Tempoänderungen werden nicht gespielt.</translation>
    </message>
    <message>
        <source>Swing is written as words; the notes are played as they stand.</source>
        <translation>Swing steht als Anweisung da; die Noten werden gespielt, wie sie stehen.</translation>
    </message>
    <message>
        <source>Swing is written as words in %1 places; the notes are played as they stand.</source>
        <translation>Swing steht an %1 Stellen als Anweisung da; die Noten werden gespielt, wie sie stehen.</translation>
    </message>
    <message>
        <source>1 cue note is not played.</source>
        <translation>1 Stichnote wird nicht gespielt.</translation>
    </message>
    <message>
        <source>%1 cue notes are not played.</source>
        <translation>%1 Stichnoten werden nicht gespielt.</translation>
    </message>
    <message>
        <source>1 note of an ossia was left out.</source>
        <translation>1 Note eines Ossias wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 notes of ossias were left out.</source>
        <translation>%1 Noten von Ossias wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 microtone was rounded to a semitone.</source>
        <translation>1 Mikroton wurde auf einen Halbton gerundet.</translation>
    </message>
    <message>
        <source>%1 microtones were rounded to semitones.</source>
        <translation>%1 Mikrotöne wurden auf Halbtöne gerundet.</translation>
    </message>
    <message>
        <source>1 note that MIDI does not have was left out.</source>
        <translation>1 Note, die es in MIDI nicht gibt, wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 notes that MIDI does not have were left out.</source>
        <translation>%1 Noten, die es in MIDI nicht gibt, wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 note without a length was left out.</source>
        <translation>1 Note ohne Länge wurde ausgelassen.</translation>
    </message>
    <message>
        <source>%1 notes without a length were left out.</source>
        <translation>%1 Noten ohne Länge wurden ausgelassen.</translation>
    </message>
    <message>
        <source>1 key signature that has no sharps or flats by fifths was left out.</source>
        <translation>1 Vorzeichnung, die nicht im Quintenzirkel steht, wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 key signatures that have no sharps or flats by fifths were left out.</source>
        <translation>%1 Vorzeichnungen, die nicht im Quintenzirkel stehen, wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 measure is a repeat sign without notes; it is silent.</source>
        <translation>1 Takt ist ein Faulenzer ohne Noten; er bleibt stumm.</translation>
    </message>
    <message>
        <source>%1 measures are repeat signs without notes; they are silent.</source>
        <translation>%1 Takte sind Faulenzer ohne Noten; sie bleiben stumm.</translation>
    </message>
    <message>
        <source>1 figured bass sign is not played.</source>
        <translation>1 Generalbassziffer wird nicht gespielt.</translation>
    </message>
    <message>
        <source>%1 figured bass signs are not played.</source>
        <translation>%1 Generalbassziffern werden nicht gespielt.</translation>
    </message>
    <message>
        <source>1 passage without a meter was given one.</source>
        <translation>1 Stelle ohne Taktart bekam eine.</translation>
    </message>
    <message>
        <source>%1 passages without a meter were given one.</source>
        <translation>%1 Stellen ohne Taktart bekamen eine.</translation>
    </message>
    <message>
        <source>1 element that MusicXML does not have was left out: %1.</source>
        <translation>1 Element, das es in MusicXML nicht gibt, wurde weggelassen: %1.</translation>
    </message>
    <message>
        <source>%1 elements that MusicXML does not have were left out: %2.</source>
        <translation>%1 Elemente, die es in MusicXML nicht gibt, wurden weggelassen: %2.</translation>
    </message>
    <message>
        <source>The file names a wrong encoding; it was read as %1.</source>
        <translation>Die Datei nennt eine falsche Kodierung; sie wurde als %1 gelesen.</translation>
    </message>
    <message>
        <source>1 instruction of the ABC file was left out: %1.</source>
        <translation>1 Anweisung der ABC-Datei wurde weggelassen: %1.</translation>
    </message>
    <message>
        <source>%1 instructions of the ABC file were left out: %2.</source>
        <translation>%1 Anweisungen der ABC-Datei wurden weggelassen: %2.</translation>
    </message>
    <message>
        <source>1 sign of the ABC file was left out: %1.</source>
        <translation>1 Zeichen der ABC-Datei wurde weggelassen: %1.</translation>
    </message>
    <message>
        <source>%1 signs of the ABC file were left out: %2.</source>
        <translation>%1 Zeichen der ABC-Datei wurden weggelassen: %2.</translation>
    </message>
    <message>
        <source>1 part that the order of parts names is not marked in the tune: %1.</source>
        <translation>1 Teil, den die Reihenfolge der Teile nennt, ist im Stück nicht markiert: %1.</translation>
    </message>
    <message>
        <source>%1 parts that the order of parts names are not marked in the tune: %2.</source>
        <translation>%1 Teile, die die Reihenfolge der Teile nennt, sind im Stück nicht markiert: %2.</translation>
    </message>
    <message>
        <source>1 more tune of the ABC file was left out: add its folder to the library to open each.</source>
        <translation>1 weiteres Stück der ABC-Datei fehlt: Öffnen Sie es aus der Bibliothek mit ihrem Ordner.</translation>
    </message>
    <message>
        <source>%1 more tunes of the ABC file were left out: add its folder to the library to open each.</source>
        <translation>%1 weitere Stücke der ABC-Datei fehlen: Öffnen Sie sie aus der Bibliothek mit ihrem Ordner.</translation>
    </message>
    <message>
        <source>1 pitch bend is not written.</source>
        <translation>1 Tonhöhenbeugung wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 pitch bends are not written.</source>
        <translation>%1 Tonhöhenbeugungen werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>1 controller is not written.</source>
        <translation>1 Controller wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 controllers are not written.</source>
        <translation>%1 Controller werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>1 change of key or channel pressure is not written.</source>
        <translation>1 Änderung des Tasten- oder Kanaldrucks wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 changes of key and channel pressure are not written.</source>
        <translation>%1 Änderungen des Tasten- und Kanaldrucks werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>1 message for a certain device is not written.</source>
        <translation>1 Nachricht für ein bestimmtes Gerät wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 messages for certain devices are not written.</source>
        <translation>%1 Nachrichten für bestimmte Geräte werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>1 marker is not written.</source>
        <translation>1 Marker wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 markers are not written.</source>
        <translation>%1 Marker werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>The tuning is not written; the notes are those of the keys.</source>
        <translation>Die Stimmung wird nicht geschrieben; die Noten sind die der Tasten.</translation>
    </message>
    <message>
        <source>1 change of tempo is not written: ABC would print its number.</source>
        <translation>1 Tempowechsel wird nicht geschrieben: ABC würde seine Zahl drucken.</translation>
    </message>
    <message>
        <source>%1 changes of tempo are not written: ABC would print a number at each.</source>
        <translation>%1 Tempowechsel werden nicht geschrieben: ABC würde an jedem eine Zahl drucken.</translation>
    </message>
    <message>
        <source>1 press of the pedal is not written: ABC has no sign for it.</source>
        <translation>1 Pedaltritt wird nicht geschrieben: ABC hat kein Zeichen dafür.</translation>
    </message>
    <message>
        <source>%1 presses of the pedal are not written: ABC has no sign for them.</source>
        <translation>%1 Pedaltritte werden nicht geschrieben: ABC hat kein Zeichen dafür.</translation>
    </message>
    <message>
        <source>1 mark is not written: ABC has no sign for it.</source>
        <translation>1 Zeichen wird nicht geschrieben: ABC kennt es nicht.</translation>
    </message>
    <message>
        <source>%1 marks are not written: ABC has no signs for them.</source>
        <translation>%1 Zeichen werden nicht geschrieben: ABC kennt sie nicht.</translation>
    </message>
    <message>
        <source>1 syllable that belongs to no notes is not written.</source>
        <translation>1 Silbe, die zu keinen Noten gehört, wird nicht geschrieben.</translation>
    </message>
    <message>
        <source>%1 syllables that belong to no notes are not written.</source>
        <translation>%1 Silben, die zu keinen Noten gehören, werden nicht geschrieben.</translation>
    </message>
    <message>
        <source>It is XML, but no MusicXML score.</source>
        <translation>Es ist XML, aber keine MusicXML-Partitur.</translation>
    </message>
    <message>
        <source>It has %1 parts; Segue reads up to %2.</source>
        <translation>Es hat %1 Stimmen; Segue liest bis zu %2.</translation>
    </message>
    <message>
        <source>It is a file of MuseScore's own; open it there and export it as MusicXML first.</source>
        <translation>Es ist eine Datei in MuseScores eigenem Format; öffnen Sie sie dort, und exportieren Sie sie zuerst als MusicXML.</translation>
    </message>
    <message>
        <source>It unpacks to more than %1 MiB; Segue reads no more of it.</source>
        <translation>Ausgepackt hat es mehr als %1 MiB; mehr davon liest Segue nicht.</translation>
    </message>
    <message>
        <source>It cannot be read as MusicXML: %1.</source>
        <translation>Es lässt sich nicht als MusicXML lesen: %1.</translation>
    </message>
    <message>
        <source>Its %1 parts have %2 measures to play each.</source>
        <translation>Seine %1 Stimmen haben je %2 Takte zu spielen.</translation>
    </message>
    <message>
        <source>With its parts it is longer than %1 measures.</source>
        <translation>Mit seinen Teilen ist es länger als %1 Takte.</translation>
    </message>
    <message>
        <source>It has %1 notes; Segue reads up to %2.</source>
        <translation>Es hat %1 Noten; Segue liest bis zu %2.</translation>
    </message>
    <message>
        <source>It has more than %1 notes with its tremolos.</source>
        <translation>Mit seinen Tremoli hat es mehr als %1 Noten.</translation>
    </message>
    <message>
        <source>‘%1’ was read before take %2, and it was not kept.</source>
        <translation>„%1“ wurde vor Take %2 gelesen und nicht aufgehoben.</translation>
    </message>
    <message>
        <source>Remember that piece again, and continue.</source>
        <translation>Lassen Sie dieses Stück noch einmal zuerst lesen und setzen Sie fort.</translation>
    </message>
    <message>
        <source>The piece and its takes are more than one file holds.</source>
        <translation>Das Stück und seine Takes sind mehr, als eine Datei fasst.</translation>
    </message>
    <message>
        <source>‘%1’ is larger than any piece Segue writes.</source>
        <translation>„%1“ ist größer als jedes Stück, das Segue schreibt.</translation>
    </message>
    <message>
        <source>‘%1’ is not a readable Segue piece (%2).</source>
        <translation>„%1“ ist kein lesbares Segue-Stück (%2).</translation>
    </message>
    <message>
        <source>‘%1’ was made by a newer version (format %2; this one reads up to %3).</source>
        <translation>„%1“ stammt von einer neueren Version (Format %2; diese liest bis %3).</translation>
    </message>
    <message>
        <source>Could not save to ‘%1’ (%2).</source>
        <translation>„%1“ konnte nicht gespeichert werden (%2).</translation>
    </message>
    <message>
        <source>Could not open ‘%1’.</source>
        <translation>„%1“ konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>Delete takes that you no longer need and save again.</source>
        <translation>Löschen Sie Takes, die Sie nicht mehr brauchen, und speichern Sie noch einmal.</translation>
    </message>
    <message>
        <source>‘%1’ was not opened.</source>
        <translation>„%1“ wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>‘%1’ was not kept.</source>
        <translation>„%1“ wurde nicht behalten.</translation>
    </message>
    <message>
        <source>The beats of this piece were not found.</source>
        <translation>Die Schläge dieses Stücks wurden nicht gefunden.</translation>
    </message>
    <message>
        <source>No more pieces are read.</source>
        <translation>Es werden keine Stücke mehr gelesen.</translation>
    </message>
    <message>
        <source>‘%1’ is not used: it ended the process that tried it.</source>
        <translation>„%1“ wird nicht verwendet: Der Prozess, der sie prüfte, ist daran abgestürzt.</translation>
    </message>
    <message>
        <source>‘%1’ could not be tried: that took longer than %2 seconds.</source>
        <translation>„%1“ konnte nicht geprüft werden: Es dauerte länger als %2 Sekunden.</translation>
    </message>
    <message>
        <source>‘%1’ could not be tried: the process that tried it hung.</source>
        <translation>„%1“ konnte nicht geprüft werden: Der Prozess, der sie prüfte, hing.</translation>
    </message>
    <message>
        <source>‘%1’ could not be tried: the process that tried it was ended.</source>
        <translation>„%1“ konnte nicht geprüft werden: Der Prozess, der sie prüfte, wurde beendet.</translation>
    </message>
    <message>
        <source>The recording ‘%1’ was not kept: the process that reads it ended.</source>
        <translation>Die Aufnahme „%1“ wurde nicht behalten: Der Prozess, der sie liest, ist beendet.</translation>
    </message>
    <message>
        <source>‘%1’ was not opened: the process that reads pieces ended.</source>
        <translation>„%1“ wurde nicht geöffnet: Der Prozess, der Stücke liest, ist abgebrochen.</translation>
    </message>
    <message>
        <source>The piece is as it was.</source>
        <translation>Das Stück ist, wie es war.</translation>
    </message>
    <message>
        <source>The process that reads pieces ended.</source>
        <translation>Der Prozess, der Stücke liest, ist zu Ende.</translation>
    </message>
    <message>
        <source>The sound is as it was.</source>
        <translation>Der Klang ist, wie er war.</translation>
    </message>
    <message>
        <source>‘%1’ of the model is not valid (%2).</source>
        <translation>„%1“ des Modells ist nicht gültig (%2).</translation>
    </message>
    <message>
        <source>Start JACK, or PipeWire with its JACK libraries (Debian: libjack-jackd2-0).</source>
        <translation>Starten Sie JACK oder PipeWire mit seinen JACK-Bibliotheken (Debian: libjack-jackd2-0).</translation>
    </message>
    <message>
        <source>This system has no JACK library.</source>
        <translation>Dieses System hat keine JACK-Bibliothek.</translation>
    </message>
    <message>
        <source>No JACK server runs here.</source>
        <translation>Hier läuft kein JACK-Server.</translation>
    </message>
    <message>
        <source>‘%1’ is no audio file that can be written.</source>
        <translation>„%1“ ist keine Audiodatei, die sich schreiben lässt.</translation>
    </message>
    <message>
        <source>Its name must end in .wav, .flac or .ogg.</source>
        <translation>Ihr Name muss auf .wav, .flac oder .ogg enden.</translation>
    </message>
    <message>
        <source>%1 files cannot be written here.</source>
        <translation>%1-Dateien lassen sich hier nicht schreiben.</translation>
    </message>
    <message>
        <source>WAV files can.</source>
        <translation>WAV-Dateien schon.</translation>
    </message>
    <message>
        <source>‘%1’ is too long to be kept in a piece.</source>
        <translation>„%1“ ist zu lang, um im Stück behalten zu werden.</translation>
    </message>
    <message>
        <source>It stays where it is.</source>
        <translation>Es bleibt, wo es ist.</translation>
    </message>
    <message>
        <source>The piece lasts %1 minutes; audio is written up to %2 minutes.</source>
        <translation>Das Stück dauert %1 Minuten; Audio wird bis %2 Minuten geschrieben.</translation>
    </message>
    <message>
        <source>‘%1’ did not say that a key was released: Segue released it, so that the jam goes on.</source>
        <translation>„%1“ meldete eine losgelassene Taste nicht: Segue ließ sie los, damit der Jam weitergeht.</translation>
    </message>
    <message>
        <source>‘%1’ sends back what Segue sends. Segue leaves these notes out.</source>
        <translation>‚%1‘ schickt zurück, was Segue sendet. Segue lässt diese Noten weg.</translation>
    </message>
    <message>
        <source>The recording is heard at the written tempo only.</source>
        <translation>Die Aufnahme ist nur im geschriebenen Tempo zu hören.</translation>
    </message>
    <message>
        <source>The notes of track ‘%1’ do not bend by themselves: its output has too few channels.</source>
        <translation>Die Noten der Spur „%1“ lassen sich nicht einzeln ziehen: Ihr Ausgang hat zu wenige Kanäle.</translation>
    </message>
    <message>
        <source>‘%1’ started again while it played. If two programs send a clock to it, disconnect one of them.</source>
        <translation>„%1“ startete noch einmal, während es spielte. Wenn zwei Programme einen Takt dorthin senden, trennen Sie eines davon.</translation>
    </message>
    <message>
        <source>The clock of ‘%1’ has no tempo from %2 to %3 beats a minute; it cannot be followed.</source>
        <translation>Der Takt von „%1“ hat kein Tempo von %2 bis %3 Schlägen in der Minute; Segue folgt ihm nicht.</translation>
    </message>
    <message>
        <source>No clock comes from ‘%1’ yet; the music begins with its first pulse.</source>
        <translation>Von „%1“ kommt noch kein Takt; die Musik beginnt mit seinem ersten Impuls.</translation>
    </message>
    <message>
        <source>No more clock comes from ‘%1’; the music rests until it is back.</source>
        <translation>Von „%1“ kommt kein Takt mehr; die Musik ruht, bis er wieder da ist.</translation>
    </message>
    <message>
        <source>‘%1’ stopped; the music rests until it goes on.</source>
        <translation>„%1“ hat angehalten; die Musik ruht, bis es weitergeht.</translation>
    </message>
    <message>
        <source>No more clock comes from ‘%1’; it stopped.</source>
        <translation>Von „%1“ kommt kein Takt mehr; es hat angehalten.</translation>
    </message>
    <message>
        <source>‘%1’ keeps time again.</source>
        <translation>„%1“ gibt wieder den Takt an.</translation>
    </message>
    <message>
        <source>%1 times the tempo cannot be played; it is %2.</source>
        <translation>Das %1-fache Tempo kann nicht gespielt werden; es ist %2.</translation>
    </message>
    <message>
        <source>The one that ships is used instead.</source>
        <translation>Stattdessen wird die mitgelieferte benutzt.</translation>
    </message>
    <message>
        <source>%1 already in use by another program.</source>
        <translation>%1 – schon von einem anderen Programm belegt.</translation>
    </message>
    <message>
        <source>This system has no virtual MIDI ports.</source>
        <translation>Dieses System hat keine virtuellen MIDI-Anschlüsse.</translation>
    </message>
    <message>
        <source>‘%1’ is not connected.</source>
        <translation>„%1“ ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Close it there or pick another port.</source>
        <translation>Schließen Sie ihn dort, oder wählen Sie einen anderen Anschluss.</translation>
    </message>
    <message>
        <source>On Linux, start JACK or PipeWire; on Windows, install loopMIDI.</source>
        <translation>Unter Linux JACK oder PipeWire starten; unter Windows loopMIDI installieren.</translation>
    </message>
    <message>
        <source>It is used by itself as soon as it is back.</source>
        <translation>Er wird von selbst verwendet, sobald er wieder da ist.</translation>
    </message>
    <message>
        <source>‘%1’ is closed.</source>
        <translation>„%1“ ist geschlossen.</translation>
    </message>
    <message>
        <source>‘%1’ was disconnected.</source>
        <translation>„%1“ wurde getrennt.</translation>
    </message>
    <message>
        <source>The MIDI server stopped. Its ports are used again by themselves when it is back.</source>
        <translation>Der MIDI-Server ist stehengeblieben. Seine Anschlüsse werden von selbst wieder benutzt, wenn er zurück ist.</translation>
    </message>
    <message>
        <source>The player met a problem and stopped; your piece is safe.</source>
        <translation>Die Wiedergabe hatte ein Problem und hielt an; Ihr Stück ist sicher.</translation>
    </message>
    <message>
        <source>The player does not know the command %1.</source>
        <translation>Die Wiedergabe kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>A tempo of %1 cannot be played; it is played at %2.</source>
        <translation>Ein Tempo von %1 kann nicht gespielt werden; gespielt wird mit %2.</translation>
    </message>
    <message>
        <source>The piece has a time signature that makes no sense; it was left out.</source>
        <translation>Das Stück hat eine Taktart, die keinen Sinn ergibt; sie wurde weggelassen.</translation>
    </message>
    <message>
        <source>The sound bank ‘%1’ is not at %2.</source>
        <translation>Die Klangbank „%1“ ist nicht in %2.</translation>
    </message>
    <message>
        <source>The sound bank ‘%1’ cannot be read.</source>
        <translation>Die Klangbank „%1“ ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The sound bank ‘%1’ cannot be read (%2).</source>
        <translation>Die Klangbank „%1“ ist nicht lesbar (%2).</translation>
    </message>
    <message>
        <source>‘%1’ is not a usable sound bank (%2).</source>
        <translation>„%1“ ist keine brauchbare Klangbank (%2).</translation>
    </message>
    <message>
        <source>The synthesizer for sound banks is not installed.</source>
        <translation>Der Synthesizer für Klangbänke ist nicht installiert.</translation>
    </message>
    <message>
        <source>The sound bank cannot be read.</source>
        <translation>Die Klangbank ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The audio device ‘%1’ is not there.</source>
        <translation>Das Audiogerät „%1“ ist nicht da.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>Segue's own sound bank cannot be read.</source>
        <translation>Die mitgelieferte Klangbank ist nicht lesbar.</translation>
    </message>
    <message>
        <source>No audio device found.</source>
        <translation>Kein Audiogerät gefunden.</translation>
    </message>
    <message>
        <source>You can still send MIDI to a port.</source>
        <translation>Sie können trotzdem MIDI an einen Anschluss senden.</translation>
    </message>
    <message>
        <source>It is no sound file that Segue can play, or it is damaged.</source>
        <translation>Es ist keine Klangdatei, die Segue spielen kann, oder sie ist beschädigt.</translation>
    </message>
    <message>
        <source>The recording ‘%1’ cannot be heard. %2 The notes play on.</source>
        <translation>Die Aufnahme „%1“ ist nicht zu hören. %2 Die Noten spielen weiter.</translation>
    </message>
    <message>
        <source>The pipe of the jam could not be opened (%1).</source>
        <translation>Die Verbindung für das Zusammenspiel ließ sich nicht öffnen (%1).</translation>
    </message>
    <message>
        <source>The %1 process ended unexpectedly (code %2).</source>
        <translation>Der Prozess %1 endete unerwartet (Code %2).</translation>
    </message>
    <message>
        <source>A message between processes was too long and was dropped.</source>
        <translation>Eine Nachricht zwischen Prozessen war zu lang und wurde verworfen.</translation>
    </message>
    <message>
        <source>The %1 process could not be started (%2).</source>
        <translation>Der Prozess %1 konnte nicht gestartet werden (%2).</translation>
    </message>
    <message>
        <source>The %1 process has said nothing for %2 seconds.</source>
        <translation>Der Prozess %1 sagt seit %2 Sekunden nichts.</translation>
    </message>
    <message>
        <source>It said last: %1</source>
        <translation>Zuletzt gab er aus: %1</translation>
    </message>
    <message>
        <source>A request has no field ‘%1’.</source>
        <translation>Eine Anfrage hat kein Feld „%1“.</translation>
    </message>
    <message>
        <source>The piece has %1 tracks, and %2 roles.</source>
        <translation>Das Stück hat %1 Spuren und %2 Rollen.</translation>
    </message>
    <message>
        <source>This is no request (%1).</source>
        <translation>Das ist keine Anfrage (%1).</translation>
    </message>
    <message>
        <source>There is no track %1 to begin with: the piece has %2 tracks, counted from 0.</source>
        <translation>Es gibt keine Spur %1, mit der begonnen wird: Das Stück hat %2 Spuren, gezählt ab 0.</translation>
    </message>
    <message>
        <source>The model knows no bars of %1/%2.</source>
        <translation>Das Modell kennt keine Takte von %1/%2.</translation>
    </message>
    <message>
        <source>No song is long enough to learn from.</source>
        <translation>Kein Stück ist lang genug, um daraus zu lernen.</translation>
    </message>
    <message>
        <source>This training run was made with other songs or other batches.</source>
        <translation>Dieser Trainingslauf wurde mit anderen Stücken oder anderen Bündeln gemacht.</translation>
    </message>
    <message>
        <source>The state of this training run is damaged.</source>
        <translation>Der Zustand dieses Trainingslaufs ist beschädigt.</translation>
    </message>
    <message>
        <source>Begin a new run.</source>
        <translation>Beginnen Sie einen neuen Lauf.</translation>
    </message>
    <message>
        <source>The prepared songs cannot be used (%1).</source>
        <translation>Die vorbereiteten Stücke lassen sich nicht verwenden (%1).</translation>
    </message>
    <message>
        <source>This music needs %1 tokens; Segue takes up to %2.</source>
        <translation>Diese Musik braucht %1 Zeichen; Segue nimmt bis zu %2.</translation>
    </message>
    <message>
        <source>There are no notes in this music.</source>
        <translation>In dieser Musik sind keine Noten.</translation>
    </message>
    <message>
        <source>This music has more than %1 bars.</source>
        <translation>Diese Musik hat mehr als %1 Takte.</translation>
    </message>
    <message>
        <source>Cut it into shorter pieces.</source>
        <translation>Zerlegen Sie sie in kürzere Stücke.</translation>
    </message>
    <message>
        <source>The MidiTok on this machine has other tokens than this version of Segue.</source>
        <translation>Das MidiTok auf diesem Rechner hat andere Tokens als diese Version von Segue.</translation>
    </message>
    <message>
        <source>Install the version that Segue asks for.</source>
        <translation>Installieren Sie die Version, die Segue verlangt.</translation>
    </message>
    <message>
        <source>The prepared songs in %1 are damaged.</source>
        <translation>Die vorbereiteten Stücke in %1 sind beschädigt.</translation>
    </message>
    <message>
        <source>The prepared songs in %1 are of another version of Segue.</source>
        <translation>Die vorbereiteten Stücke in %1 stammen von einer anderen Version von Segue.</translation>
    </message>
    <message>
        <source>Prepare the library again.</source>
        <translation>Bereiten Sie die Bibliothek neu vor.</translation>
    </message>
    <message>
        <source>There are no songs to prepare.</source>
        <translation>Es gibt keine Stücke vorzubereiten.</translation>
    </message>
    <message>
        <source>The prepared songs' tokens mean something else than this tokenizer's.</source>
        <translation>Die Token der vorbereiteten Stücke bedeuten etwas anderes als die dieses Tokenizers.</translation>
    </message>
    <message>
        <source>The prepared songs in %1 cannot be read.</source>
        <translation>Die vorbereiteten Stücke in %1 sind nicht lesbar.</translation>
    </message>
    <message>
        <source>Prepare the songs again.</source>
        <translation>Bereiten Sie die Stücke noch einmal vor.</translation>
    </message>
    <message>
        <source>This model was made by an earlier Segue, which could not tell a piece's tracks apart: it cannot go on with them.</source>
        <translation>Dieses Modell stammt von einem früheren Segue ohne Spuren: Es kann ein Stück mit Spuren nicht fortsetzen.</translation>
    </message>
    <message>
        <source>This model's tokenizer is of a kind this version of Segue does not know.</source>
        <translation>Der Tokenizer dieses Modells ist von einer Art, die diese Version von Segue nicht kennt.</translation>
    </message>
    <message>
        <source>This model's tokens mean something else than this version's.</source>
        <translation>Die Zeichen dieses Modells bedeuten etwas anderes als die dieser Version.</translation>
    </message>
    <message>
        <source>Train it anew: its songs are still in the library.</source>
        <translation>Trainieren Sie es neu: Seine Stücke sind noch in der Bibliothek.</translation>
    </message>
    <message>
        <source>Open it with the version of Segue that made it.</source>
        <translation>Öffnen Sie es mit der Version von Segue, die es gemacht hat.</translation>
    </message>
    <message>
        <source>The model's tokenizer description is damaged.</source>
        <translation>Die Beschreibung des Tokenizers ist beschädigt.</translation>
    </message>
    <message>
        <source>It was made with another version of its tokenizer.</source>
        <translation>Es wurde mit einer anderen Version seines Tokenizers gemacht.</translation>
    </message>
    <message>
        <source>This model was trained with another tokenizer than the one the songs were read with.</source>
        <translation>Dieses Modell wurde mit einem anderen Tokenizer trainiert als dem, mit dem die Stücke gelesen wurden.</translation>
    </message>
    <message>
        <source>%1 rows of songs cannot be divided among %2 processes.</source>
        <translation>%1 Reihen von Stücken lassen sich nicht auf %2 Prozesse verteilen.</translation>
    </message>
    <message>
        <source>Training became unstable at step %1. Went back to step %2 and halved the learning rate.</source>
        <translation>Das Training wurde bei Schritt %1 instabil. Es ging zu Schritt %2 zurück und halbierte die Lernrate.</translation>
    </message>
    <message>
        <source>There is a training of this name already.</source>
        <translation>Es gibt schon ein Training dieses Namens.</translation>
    </message>
    <message>
        <source>Start a new training: it reads the songs as its model does.</source>
        <translation>Beginnen Sie ein neues Training: Es liest die Stücke wie sein Modell.</translation>
    </message>
    <message>
        <source>Start at most %1.</source>
        <translation>Starten Sie höchstens %1.</translation>
    </message>
    <message>
        <source>There is no training of this name to resume.</source>
        <translation>Es gibt kein Training dieses Namens, mit dem es weitergehen könnte.</translation>
    </message>
    <message>
        <source>Not enough memory for %1 rows at once: going on with %2 (the same result, slower).</source>
        <translation>Nicht genug Speicher für %1 Stücke nebeneinander: Es geht mit %2 weiter (gleiches Ergebnis, langsamer).</translation>
    </message>
    <message>
        <source>Training became unstable and going back did not help.</source>
        <translation>Das Training wurde instabil, und zurückzugehen half nicht.</translation>
    </message>
    <message>
        <source>Another process could not save this step; training waits.</source>
        <translation>Ein anderer Prozess konnte diesen Schritt nicht speichern; das Training wartet.</translation>
    </message>
    <message>
        <source>The device %1 stopped working at step %2 (%3). What was saved at step %4 is kept.</source>
        <translation>Das Gerät %1 fiel bei Schritt %2 aus (%3). Was bei Schritt %4 gespeichert wurde, bleibt.</translation>
    </message>
    <message>
        <source>Start again with a lower learning rate.</source>
        <translation>Beginnen Sie mit einer kleineren Lernrate noch einmal.</translation>
    </message>
    <message>
        <source>It is saved now, and training goes on.</source>
        <translation>Jetzt ist er gespeichert, und das Training geht weiter.</translation>
    </message>
    <message>
        <source>Step %1 could not be saved (%2); %3. Training waits and goes on by itself as soon as there is room on the disk.</source>
        <translation>Schritt %1 konnte nicht gespeichert werden (%2); %3. Das Training wartet und geht von selbst weiter, sobald auf der Platte Platz ist.</translation>
    </message>
    <message>
        <source>Resume it; with the device ‘cpu’ it goes on without it.</source>
        <translation>Machen Sie weiter; mit dem Gerät ‘cpu’ geht es ohne es.</translation>
    </message>
    <message>
        <source>There is not enough memory to train this model on this machine.</source>
        <translation>Der Speicher dieses Rechners reicht nicht, um dieses Modell zu trainieren.</translation>
    </message>
    <message>
        <source>Choose a smaller model or close other programs.</source>
        <translation>Wählen Sie ein kleineres Modell, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>The file was changed after it was chosen.</source>
        <translation>Die Datei wurde geändert, nachdem sie gewählt worden war.</translation>
    </message>
    <message>
        <source>None of the songs can be learned from: no notes were found.</source>
        <translation>Aus keinem der Stücke lässt sich lernen: Es wurden keine Noten gefunden.</translation>
    </message>
    <message>
        <source>Add MIDI files with notes and try again.</source>
        <translation>Fügen Sie MIDI-Dateien mit Noten hinzu und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>It has no notes.</source>
        <translation>Es hat keine Noten.</translation>
    </message>
    <message>
        <source>There is too little music to learn from: about %1 notes.</source>
        <translation>Es ist zu wenig Musik zum Lernen: etwa %1 Noten.</translation>
    </message>
    <message>
        <source>Learning only from these pieces needs about ten hours of music; there are %1 notes, and it takes %2.</source>
        <translation>Nur aus diesen Stücken zu lernen braucht etwa zehn Stunden Musik; es sind %1 Noten, und es braucht %2.</translation>
    </message>
    <message>
        <source>Add a whole piece at least.</source>
        <translation>Fügen Sie wenigstens ein ganzes Stück hinzu.</translation>
    </message>
    <message>
        <source>Train the starter further on them instead.</source>
        <translation>Trainieren Sie stattdessen den Starter damit weiter.</translation>
    </message>
    <message>
        <source>Another process of this training ended, and so this one ends too.</source>
        <translation>Ein anderer Prozess dieses Trainings ist zu Ende; deshalb endet auch dieser.</translation>
    </message>
    <message>
        <source>The processes of this training did not find each other.</source>
        <translation>Die Prozesse dieses Trainings haben einander nicht gefunden.</translation>
    </message>
    <message>
        <source>Resume it: it goes on from the last saved step.</source>
        <translation>Machen Sie weiter: Es geht beim letzten gespeicherten Schritt weiter.</translation>
    </message>
    <message>
        <source>The saved step %1 cannot be read: %2</source>
        <translation>Der gespeicherte Schritt %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>An older saved step is kept beside it.</source>
        <translation>Ein älterer gespeicherter Schritt liegt daneben.</translation>
    </message>
    <message>
        <source>This training was saved by a newer version of Segue.</source>
        <translation>Dieses Training wurde von einer neueren Version von Segue gespeichert.</translation>
    </message>
    <message>
        <source>This training was begun with other settings of its batches.</source>
        <translation>Dieses Training wurde mit anderen Einstellungen seiner Bündel begonnen.</translation>
    </message>
    <message>
        <source>Update Segue.</source>
        <translation>Aktualisieren Sie Segue.</translation>
    </message>
    <message>
        <source>A model without memory, or with compressed memory, cannot remember a style.</source>
        <translation>Ein Modell ohne Gedächtnis oder mit verdichtetem Gedächtnis kann sich keinen Stil merken.</translation>
    </message>
    <message>
        <source>Choose another model, or train one on the pieces.</source>
        <translation>Wählen Sie ein anderes Modell, oder trainieren Sie eines mit den Stücken.</translation>
    </message>
    <message>
        <source>The keyboard mapping gives the frequency of key %1, which it leaves out.</source>
        <translation>Die Tastaturbelegung nennt die Frequenz der Taste %1, die sie auslässt.</translation>
    </message>
    <message>
        <source>‘%1’ is not a text, as Scala files are.</source>
        <translation>„%1“ ist kein Text, wie es Scala-Dateien sind.</translation>
    </message>
    <message>
        <source>‘%1’ is not a readable Scala scale (%2).</source>
        <translation>„%1“ ist keine lesbare Scala-Skala (%2).</translation>
    </message>
    <message>
        <source>‘%1’ is not a readable Scala keyboard mapping (%2).</source>
        <translation>„%1“ ist keine lesbare Scala-Tastaturbelegung (%2).</translation>
    </message>
    <message>
        <source>‘%1’ is larger than any Scala file.</source>
        <translation>„%1“ ist größer als jede Scala-Datei.</translation>
    </message>
    <message>
        <source>1 track is cut short.</source>
        <translation>1 Spur ist abgeschnitten.</translation>
    </message>
    <message>
        <source>%1 tracks are cut short.</source>
        <translation>%1 Spuren sind abgeschnitten.</translation>
    </message>
    <message>
        <source>1 track has a wrong length or stray bytes after it.</source>
        <translation>1 Spur hat eine falsche Länge oder fremde Bytes hinter sich.</translation>
    </message>
    <message>
        <source>%1 tracks have a wrong length or stray bytes after them.</source>
        <translation>%1 Spuren haben eine falsche Länge oder fremde Bytes hinter sich.</translation>
    </message>
    <message>
        <source>1 track has no end-of-track event.</source>
        <translation>1 Spur hat kein Ende-Ereignis.</translation>
    </message>
    <message>
        <source>%1 tracks have no end-of-track event.</source>
        <translation>%1 Spuren haben kein Ende-Ereignis.</translation>
    </message>
    <message>
        <source>Events after the end of 1 track were left out.</source>
        <translation>Ereignisse nach dem Ende von 1 Spur wurden weggelassen.</translation>
    </message>
    <message>
        <source>Events after the end of %1 tracks were left out.</source>
        <translation>Ereignisse nach dem Ende von %1 Spuren wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 track is empty of bytes.</source>
        <translation>1 Spur hat kein einziges Byte.</translation>
    </message>
    <message>
        <source>%1 tracks are empty of bytes.</source>
        <translation>%1 Spuren haben kein einziges Byte.</translation>
    </message>
    <message>
        <source>Bytes that are no part of the music were left out.</source>
        <translation>Bytes, die nicht zur Musik gehören, wurden weggelassen.</translation>
    </message>
    <message>
        <source>Bytes that are no part of the music were left out in %1 places.</source>
        <translation>Bytes, die nicht zur Musik gehören, wurden an %1 Stellen weggelassen.</translation>
    </message>
    <message>
        <source>There are bytes before the MIDI header.</source>
        <translation>Vor dem MIDI-Kopf stehen fremde Bytes.</translation>
    </message>
    <message>
        <source>A second MIDI file after the first was left out.</source>
        <translation>Eine zweite MIDI-Datei hinter der ersten wurde weggelassen.</translation>
    </message>
    <message>
        <source>The RIFF wrapper is cut short.</source>
        <translation>Die RIFF-Hülle ist abgeschnitten.</translation>
    </message>
    <message>
        <source>The header says a format that does not exist; the file was read as format 1.</source>
        <translation>Der Kopf nennt ein Format, das es nicht gibt; die Datei wurde als Format 1 gelesen.</translation>
    </message>
    <message>
        <source>The header says one track, but there are more; all were read.</source>
        <translation>Der Kopf nennt eine Spur, es sind aber mehr; alle wurden gelesen.</translation>
    </message>
    <message>
        <source>The file holds independent patterns (format 2); they were put one after the other.</source>
        <translation>Die Datei enthält unabhängige Patterns (Format 2); sie wurden aneinandergereiht.</translation>
    </message>
    <message>
        <source>The header says another number of tracks than there are.</source>
        <translation>Der Kopf nennt eine andere Zahl von Spuren, als da sind.</translation>
    </message>
    <message>
        <source>Time is counted in film frames; it was turned into beats at 120 a minute.</source>
        <translation>Die Zeit ist in Filmbildern gezählt; sie wurde in Schläge umgerechnet, 120 in der Minute.</translation>
    </message>
    <message>
        <source>1 value out of range was brought into range.</source>
        <translation>1 Wert außerhalb des Bereichs wurde hineingebracht.</translation>
    </message>
    <message>
        <source>%1 values out of range were brought into range.</source>
        <translation>%1 Werte außerhalb des Bereichs wurden hineingebracht.</translation>
    </message>
    <message>
        <source>1 stray byte in a track was left out.</source>
        <translation>1 verirrtes Byte in einer Spur wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 stray bytes in tracks were left out.</source>
        <translation>%1 verirrte Bytes in Spuren wurden weggelassen.</translation>
    </message>
    <message>
        <source>Running status goes on across a meta or system event.</source>
        <translation>Der laufende Status reicht über ein Meta- oder Systemereignis hinweg.</translation>
    </message>
    <message>
        <source>Running status goes on across %1 meta or system events.</source>
        <translation>Der laufende Status reicht über %1 Meta- oder Systemereignisse hinweg.</translation>
    </message>
    <message>
        <source>1 time step is written in more than four bytes.</source>
        <translation>1 Zeitschritt ist mit mehr als vier Bytes geschrieben.</translation>
    </message>
    <message>
        <source>%1 time steps are written in more than four bytes.</source>
        <translation>%1 Zeitschritte sind mit mehr als vier Bytes geschrieben.</translation>
    </message>
    <message>
        <source>1 message that does not belong in a file was left out.</source>
        <translation>1 Nachricht, die nicht in eine Datei gehört, wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 messages that do not belong in a file were left out.</source>
        <translation>%1 Nachrichten, die nicht in eine Datei gehören, wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 system exclusive message is not ended.</source>
        <translation>1 systemexklusive Nachricht ist nicht beendet.</translation>
    </message>
    <message>
        <source>%1 system exclusive messages are not ended.</source>
        <translation>%1 systemexklusive Nachrichten sind nicht beendet.</translation>
    </message>
    <message>
        <source>1 event has a wrong length and was left out.</source>
        <translation>1 Ereignis hat eine falsche Länge und wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 events have a wrong length and were left out.</source>
        <translation>%1 Ereignisse haben eine falsche Länge und wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 event of an impossible type was left out.</source>
        <translation>1 Ereignis einer unmöglichen Art wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 events of impossible types were left out.</source>
        <translation>%1 Ereignisse unmöglicher Arten wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 impossible tempo was left out.</source>
        <translation>1 unmögliches Tempo wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 impossible tempos were left out.</source>
        <translation>%1 unmögliche Tempi wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 unusable time signature was left out.</source>
        <translation>1 unbrauchbare Taktart wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 unusable time signatures were left out.</source>
        <translation>%1 unbrauchbare Taktarten wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 impossible key signature was left out.</source>
        <translation>1 unmögliche Tonart wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 impossible key signatures were left out.</source>
        <translation>%1 unmögliche Tonarten wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 key signature is neither major nor minor; its sharps or flats were kept.</source>
        <translation>1 Vorzeichnung ist weder Dur noch Moll; ihre Vorzeichen wurden behalten.</translation>
    </message>
    <message>
        <source>%1 key signatures are neither major nor minor; their sharps or flats were kept.</source>
        <translation>%1 Vorzeichnungen sind weder Dur noch Moll; ihre Vorzeichen wurden behalten.</translation>
    </message>
    <message>
        <source>1 impossible SMPTE offset was left out.</source>
        <translation>1 unmöglicher SMPTE-Versatz wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 impossible SMPTE offsets were left out.</source>
        <translation>%1 unmögliche SMPTE-Versätze wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 impossible channel prefix was left out.</source>
        <translation>1 unmögliches Kanalpräfix wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 impossible channel prefixes were left out.</source>
        <translation>%1 unmögliche Kanalpräfixe wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 note was never ended; it was closed.</source>
        <translation>1 Note wurde nie beendet; sie wurde geschlossen.</translation>
    </message>
    <message>
        <source>%1 notes were never ended; they were closed.</source>
        <translation>%1 Noten wurden nie beendet; sie wurden geschlossen.</translation>
    </message>
    <message>
        <source>1 note had no length; it was given one tick.</source>
        <translation>1 Note hatte keine Länge; sie bekam einen Tick.</translation>
    </message>
    <message>
        <source>%1 notes had no length; they were given one tick.</source>
        <translation>%1 Noten hatten keine Länge; sie bekamen einen Tick.</translation>
    </message>
    <message>
        <source>1 note longer than 256 bars was shortened.</source>
        <translation>1 Note von mehr als 256 Takten wurde gekürzt.</translation>
    </message>
    <message>
        <source>%1 notes longer than 256 bars were shortened.</source>
        <translation>%1 Noten von mehr als 256 Takten wurden gekürzt.</translation>
    </message>
    <message>
        <source>1 note doubled on a sounding one was left out.</source>
        <translation>1 Note, die eine klingende verdoppelt, wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 notes doubled on sounding ones were left out.</source>
        <translation>%1 Noten, die klingende verdoppeln, wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 very long silence was shortened.</source>
        <translation>1 sehr lange Stille wurde gekürzt.</translation>
    </message>
    <message>
        <source>%1 very long silences were shortened.</source>
        <translation>%1 sehr lange Stillen wurden gekürzt.</translation>
    </message>
    <message>
        <source>1 track without any event was left out.</source>
        <translation>1 Spur ohne jedes Ereignis wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 tracks without any event were left out.</source>
        <translation>%1 Spuren ohne jedes Ereignis wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 system exclusive message too many was left out.</source>
        <translation>1 überzählige systemexklusive Nachricht wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 system exclusive messages too many were left out.</source>
        <translation>%1 überzählige systemexklusive Nachrichten wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 change or text too many was left out.</source>
        <translation>1 überzähliger Wechsel oder Text wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 changes and texts too many were left out.</source>
        <translation>%1 überzählige Wechsel und Texte wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 controller or pitch bend too many was left out.</source>
        <translation>1 überzähliger Controller- oder Tonbeugungswert wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 controllers and pitch bends too many were left out.</source>
        <translation>%1 überzählige Controller- und Tonbeugungswerte wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 change of tempo, meter or key too many was left out.</source>
        <translation>1 überzähliger Wechsel von Tempo, Taktart oder Tonart wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 changes of tempo, meter or key too many were left out.</source>
        <translation>%1 überzählige Wechsel von Tempo, Taktart oder Tonart wurden weggelassen.</translation>
    </message>
    <message>
        <source>Events after the first 2,000,000 were left out.</source>
        <translation>Ereignisse nach den ersten 2.000.000 wurden weggelassen.</translation>
    </message>
    <message>
        <source>1 text or system message of more than a megabyte was left out.</source>
        <translation>1 Text oder eine Systemnachricht von mehr als einem Megabyte wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 texts or system messages of more than a megabyte were left out.</source>
        <translation>%1 Texte oder Systemnachrichten von mehr als einem Megabyte wurden weggelassen.</translation>
    </message>
    <message>
        <source>The encoding of 1 text is not certain: a MIDI export has it as it was. File ▸ Title and composer… has others.</source>
        <translation>Die Zeichenkodierung von 1 Text ist nicht sicher: Ein MIDI-Export enthält ihn, wie er war. Unter Datei ▸ Titel und Komponist… gibt es andere.</translation>
    </message>
    <message>
        <source>The encoding of %1 texts is not certain: a MIDI export has them as they were. File ▸ Title and composer… has others.</source>
        <translation>Die Zeichenkodierung von %1 Texten ist nicht sicher: Ein MIDI-Export enthält sie, wie sie waren. Unter Datei ▸ Titel und Komponist… gibt es andere.</translation>
    </message>
    <message>
        <source>1 note too many was left out; training sees the beginning only.</source>
        <translation>1 überzählige Note wurde weggelassen; das Training sieht nur den Anfang.</translation>
    </message>
    <message>
        <source>%1 notes too many were left out; training sees the beginning only.</source>
        <translation>%1 überzählige Noten wurden weggelassen; das Training sieht nur den Anfang.</translation>
    </message>
    <message>
        <source>It lasts too long; the end was left out.</source>
        <translation>Das Stück dauert zu lang; das Ende wurde weggelassen.</translation>
    </message>
    <message>
        <source>1 note too many in one bar was left out.</source>
        <translation>1 überzählige Note in einem Takt wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 notes too many in one bar were left out.</source>
        <translation>%1 überzählige Noten in einem Takt wurden weggelassen.</translation>
    </message>
    <message>
        <source>The engraving process does not know the command %1.</source>
        <translation>Der Notenstich-Prozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>The engraving process has no piece to draw.</source>
        <translation>Der Notenstich-Prozess hat kein Stück zu zeichnen.</translation>
    </message>
    <message>
        <source>The engraving process was told %1.</source>
        <translation>Dem Notenstich-Prozess wurde %1 gesagt.</translation>
    </message>
    <message>
        <source>The job process does not know the command %1.</source>
        <translation>Der Arbeitsprozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>The microphone gives nothing, not even noise: it is switched off, or the system keeps it from Segue.</source>
        <translation>Vom Mikrofon kommt nichts, nicht einmal Rauschen: Es ist ausgeschaltet, oder das System gibt es Segue nicht.</translation>
    </message>
    <message>
        <source>‘%1’ breaks off after %2 seconds, which were listened to.</source>
        <translation>‘%1’ bricht nach %2 Sekunden ab; bis dahin wurde zugehört.</translation>
    </message>
    <message>
        <source>The recording ended, because its file could not be written (%1).</source>
        <translation>Die Aufnahme ist zu Ende, weil ihre Datei nicht zu schreiben war (%1).</translation>
    </message>
    <message>
        <source>The recording ended, because it is %1 hours long.</source>
        <translation>Die Aufnahme ist zu Ende, weil sie %1 Stunden lang ist.</translation>
    </message>
    <message>
        <source>The microphone recorded nothing.</source>
        <translation>Das Mikrofon hat nichts aufgenommen.</translation>
    </message>
    <message>
        <source>No note was heard: nothing in the recording has a clear pitch.</source>
        <translation>Keine Note war zu hören: Nichts in der Aufnahme hat eine klare Tonhöhe.</translation>
    </message>
    <message>
        <source>The listening process does not know the command %1.</source>
        <translation>Der Prozess, der zuhört, kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>Sing or play louder, or nearer to the microphone.</source>
        <translation>Singen oder spielen Sie lauter oder näher am Mikrofon.</translation>
    </message>
    <message>
        <source>That recording is no longer there.</source>
        <translation>Diese Aufnahme ist nicht mehr da.</translation>
    </message>
    <message>
        <source>No model is loaded yet, so nothing was continued.</source>
        <translation>Es ist noch kein Modell geladen; es wurde nichts fortgesetzt.</translation>
    </message>
    <message>
        <source>The live process does not know the command %1.</source>
        <translation>Der Fortsetzungsprozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>Choose a model in the Models tab.</source>
        <translation>Wählen Sie ein Modell unter „Modelle“.</translation>
    </message>
    <message>
        <source>No microphone was found.</source>
        <translation>Kein Mikrofon gefunden.</translation>
    </message>
    <message>
        <source>Plug one in, then try again.</source>
        <translation>Schließen Sie eines an und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The system does not let Segue use the microphone.</source>
        <translation>Das System lässt Segue nicht an das Mikrofon.</translation>
    </message>
    <message>
        <source>Allow it in the system's settings, under privacy.</source>
        <translation>Erlauben Sie es in den Einstellungen des Systems, unter Datenschutz.</translation>
    </message>
    <message>
        <source>The microphone has gone; what it recorded until then is kept and heard.</source>
        <translation>Das Mikrofon ist weg; die Aufnahme bis dahin bleibt und wird gehört.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be written.</source>
        <translation>‘%1’ ist nicht zu schreiben.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be opened.</source>
        <translation>„%1“ lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>There is no OSC message %1.</source>
        <translation>Es gibt keine OSC-Nachricht %1.</translation>
    </message>
    <message>
        <source>The first argument of %1 is not the token.</source>
        <translation>Das erste Argument von %1 ist nicht das Token.</translation>
    </message>
    <message>
        <source>A datagram is no OSC message.</source>
        <translation>Ein Datagramm ist keine OSC-Nachricht.</translation>
    </message>
    <message>
        <source>%1 has other arguments than these.</source>
        <translation>%1 hat andere Argumente als diese.</translation>
    </message>
    <message>
        <source>OSC cannot use port %1: %2.</source>
        <translation>OSC kann den Port %1 nicht verwenden: %2.</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>Wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>The sound bank ‘%1’ takes more memory than it may.</source>
        <translation>Die Klangbank „%1“ braucht mehr Speicher, als sie darf.</translation>
    </message>
    <message>
        <source>The reader process does not know the command %1.</source>
        <translation>Der Lese-Prozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>The render process does not know the command %1.</source>
        <translation>Der Klangprozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>The music engine met a problem and dropped this request; your piece is safe.</source>
        <translation>Das Modell hatte ein Problem und ließ diese Anfrage fallen; Ihr Stück ist sicher.</translation>
    </message>
    <message>
        <source>OSC is open already, on port %1.</source>
        <translation>OSC ist schon geöffnet, auf Port %1.</translation>
    </message>
    <message>
        <source>No model is loaded, so no piece was opened.</source>
        <translation>Es ist kein Modell geladen, darum wurde kein Stück geöffnet.</translation>
    </message>
    <message>
        <source>Piece %1 is not open.</source>
        <translation>Stück %1 ist nicht offen.</translation>
    </message>
    <message>
        <source>%1 pieces are open, and there cannot be more.</source>
        <translation>%1 Stücke sind offen, mehr können es nicht sein.</translation>
    </message>
    <message>
        <source>Load one with LoadModel.</source>
        <translation>Laden Sie eines mit LoadModel.</translation>
    </message>
    <message>
        <source>Open it with OpenPiece first.</source>
        <translation>Öffnen Sie es zuerst mit OpenPiece.</translation>
    </message>
    <message>
        <source>‘segue serve’ does not know the command %1.</source>
        <translation>‚segue serve‘ kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>Close one with ClosePiece.</source>
        <translation>Schließen Sie eines mit ClosePiece.</translation>
    </message>
    <message>
        <source>There is no library yet.</source>
        <translation>Es gibt noch keine Bibliothek.</translation>
    </message>
    <message>
        <source>The library process does not know the command %1.</source>
        <translation>Der Bibliotheksprozess kennt den Befehl %1 nicht.</translation>
    </message>
    <message>
        <source>Could not open ‘%1’ (%2).</source>
        <translation>„%1“ konnte nicht geöffnet werden (%2).</translation>
    </message>
    <message>
        <source>Could not keep the piece in ‘%1’ (%2).</source>
        <translation>Das Stück konnte nicht in „%1“ behalten werden (%2).</translation>
    </message>
    <message>
        <source>Could not keep the last edit in ‘%1’ (%2).</source>
        <translation>Die letzte Änderung konnte nicht in „%1“ behalten werden (%2).</translation>
    </message>
    <message>
        <source>Something went wrong (%1).</source>
        <translation>Etwas ist schiefgegangen (%1).</translation>
    </message>
    <message>
        <source>Details are in the log.</source>
        <translation>Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>‘%1’ came with Segue and keeps its name.</source>
        <translation>„%1“ liegt Segue bei und behält seinen Namen.</translation>
    </message>
    <message>
        <source>A model needs a name; it keeps the one it has.</source>
        <translation>Ein Modell braucht einen Namen; es behält seinen.</translation>
    </message>
    <message>
        <source>‘%1’ came with Segue and stays.</source>
        <translation>„%1“ liegt Segue bei und bleibt.</translation>
    </message>
    <message>
        <source>‘%1’ could not be renamed (%2).</source>
        <translation>„%1“ konnte nicht umbenannt werden (%2).</translation>
    </message>
    <message>
        <source>‘%1’ could not be deleted (%2).</source>
        <translation>„%1“ konnte nicht gelöscht werden (%2).</translation>
    </message>
    <message>
        <source>‘%1’ already has something named ‘%2’. Nothing was moved.</source>
        <translation>In „%1“ gibt es schon etwas namens „%2“. Es wurde nichts verschoben.</translation>
    </message>
    <message>
        <source>Choose an empty folder.</source>
        <translation>Wählen Sie einen leeren Ordner.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be used (%2). Nothing was moved.</source>
        <translation>„%1“ lässt sich nicht verwenden (%2). Es wurde nichts verschoben.</translation>
    </message>
    <message>
        <source>‘%1’ does not answer; its drive may be away.</source>
        <translation>„%1“ antwortet nicht; das Laufwerk ist vielleicht nicht da.</translation>
    </message>
    <message>
        <source>The taste could not be saved (%1).</source>
        <translation>Der Geschmack ließ sich nicht speichern (%1).</translation>
    </message>
    <message>
        <source>A folder cannot be moved into itself.</source>
        <translation>Ein Ordner lässt sich nicht in sich selbst verschieben.</translation>
    </message>
    <message>
        <source>The new place could not be kept (%1).</source>
        <translation>Der neue Ort konnte nicht festgehalten werden (%1).</translation>
    </message>
    <message>
        <source>‘%1’ is no letter of a section.</source>
        <translation>„%1“ ist kein Buchstabe für einen Abschnitt.</translation>
    </message>
    <message>
        <source>Write letters with a space between, such as A B A, or A′ for A with changes.</source>
        <translation>Schreiben Sie Buchstaben mit Leerzeichen dazwischen, etwa A B A, oder A′ für ein verändertes A.</translation>
    </message>
    <message>
        <source>It could not be printed: the printer or the file takes nothing.</source>
        <translation>Es konnte nicht gedruckt werden: Der Drucker oder die Datei nimmt nichts an.</translation>
    </message>
    <message>
        <source>The music engine stopped unexpectedly and was restarted. Your piece is safe; the last request was cancelled.</source>
        <translation>Das Modell hielt unerwartet an und wurde neu gestartet. Ihr Stück ist sicher; die letzte Anfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The player stopped unexpectedly and was restarted. Your piece is safe; what was playing goes on.</source>
        <translation>Die Wiedergabe wurde unerwartet beendet und neu gestartet. Ihr Stück ist sicher; was gespielt wurde, geht weiter.</translation>
    </message>
    <message>
        <source>The work stopped unexpectedly. What was already finished is kept.</source>
        <translation>Die Arbeit hielt unerwartet an. Was schon fertig war, bleibt.</translation>
    </message>
    <message>
        <source>The library's list stopped unexpectedly and was restarted.</source>
        <translation>Die Liste der Bibliothek hielt unerwartet an und wurde neu gestartet.</translation>
    </message>
    <message>
        <source>Writing the audio file stopped unexpectedly. Your piece is safe.</source>
        <translation>Das Schreiben der Audiodatei hielt unerwartet an. Ihr Stück ist sicher.</translation>
    </message>
    <message>
        <source>The score stopped being drawn and was begun again. Your piece is safe.</source>
        <translation>Das Zeichnen der Noten brach ab und wurde neu begonnen. Ihr Stück ist sicher.</translation>
    </message>
    <message>
        <source>Listening stopped unexpectedly and was restarted. Your piece is safe, and what was recorded is kept.</source>
        <translation>Das Zuhören ist unerwartet abgebrochen und wurde neu gestartet. Ihr Stück ist sicher, und was aufgenommen wurde, ist noch da.</translation>
    </message>
    <message>
        <source>The music engine keeps stopping and was not restarted. Your piece is safe; everything but Continue still works.</source>
        <translation>Das Modell hält immer wieder an und wurde nicht neu gestartet. Ihr Stück ist sicher; alles außer Fortsetzen geht weiter.</translation>
    </message>
    <message>
        <source>The player keeps stopping and was not restarted. Your piece is safe; everything but sound still works.</source>
        <translation>Die Wiedergabe hält immer wieder an und wurde nicht neu gestartet. Ihr Stück ist sicher; alles außer Klang geht weiter.</translation>
    </message>
    <message>
        <source>The work keeps stopping.</source>
        <translation>Die Arbeit hält immer wieder an.</translation>
    </message>
    <message>
        <source>The library's list keeps stopping and was not restarted.</source>
        <translation>Die Liste der Bibliothek hält immer wieder an und wurde nicht neu gestartet.</translation>
    </message>
    <message>
        <source>Writing audio files keeps stopping.</source>
        <translation>Das Schreiben von Audiodateien hält immer wieder an.</translation>
    </message>
    <message>
        <source>Listening keeps stopping and was not restarted. Your piece is safe; everything but finding notes in sound still works.</source>
        <translation>Das Zuhören bricht immer wieder ab und wurde nicht neu gestartet. Ihr Stück ist sicher; alles außer dem Finden von Noten in Klang geht noch.</translation>
    </message>
    <message>
        <source>Drawing the score keeps stopping and was not begun again. Your piece is safe; everything but the score still works.</source>
        <translation>Das Zeichnen der Noten bricht immer wieder ab und wurde nicht neu begonnen. Ihr Stück ist sicher; alles außer den Noten funktioniert weiter.</translation>
    </message>
    <message>
        <source>Another one is used instead. Try it again: Edit ▸ Preferences ▸ Sound and ports.</source>
        <translation type="vanished">Stattdessen wird eine andere verwendet. Noch einmal prüfen: Bearbeiten ▸ Einstellungen ▸ Klang und Anschlüsse.</translation>
    </message>
    <message>
        <source>The built-in one is used instead.</source>
        <translation type="vanished">Stattdessen wird die eingebaute verwendet.</translation>
    </message>
    <message>
        <source>1 more tune of the ABC file was left out.</source>
        <translation type="vanished">1 weitere Melodie der ABC-Datei wurde weggelassen.</translation>
    </message>
    <message>
        <source>%1 more tunes of the ABC file were left out.</source>
        <translation type="vanished">%1 weitere Melodien der ABC-Datei wurden weggelassen.</translation>
    </message>
    <message>
        <source>A gap has at most %1 bars, not %2.</source>
        <translation type="vanished">Eine Lücke hat höchstens %1 Takte, nicht %2.</translation>
    </message>
    <message>
        <source>Segue makes 1 to %1 alternatives at once.</source>
        <translation type="vanished">Segue macht 1 bis %1 Alternativen auf einmal.</translation>
    </message>
    <message>
        <source>Pitch classes are numbers from 0, which is C, to 11, which is B.</source>
        <translation type="vanished">Tonklassen sind Zahlen von 0, das ist C, bis 11, das ist H.</translation>
    </message>
    <message>
        <source>The limit of notes at once must not be negative; 0 sets none.</source>
        <translation type="vanished">Die Grenze für gleichzeitige Noten darf nicht negativ sein; 0 setzt keine.</translation>
    </message>
    <message>
        <source>Segue was changed while it was running: the messages of its new %1 process have version %2, those of this program version %3.</source>
        <translation type="vanished">Segue wurde geändert, während es lief: Die Nachrichten seines neuen Prozesses %1 haben Version %2, die dieses Programms Version %3.</translation>
    </message>
    <message>
        <source>On Windows, loopMIDI adds ports that programs can share.</source>
        <translation type="vanished">Unter Windows fügt loopMIDI Anschlüsse hinzu, die Programme teilen können.</translation>
    </message>
    <message>
        <source>The key “C major” does not fit the notes: the key is found from them.</source>
        <translation type="vanished">Die Tonart „C-Dur“ passt nicht zu den Noten: Sie wird aus ihnen ermittelt.</translation>
    </message>
    <message>
        <source>It is MusicXML where MIDI files are read.</source>
        <translation type="vanished">Das ist MusicXML, wo MIDI-Dateien gelesen werden.</translation>
    </message>
    <message>
        <source>The published model lacks %1.</source>
        <translation type="vanished">Dem veröffentlichten Modell fehlt %1.</translation>
    </message>
    <message>
        <source>The published model is of a kind that cannot be read: %1 is %2.</source>
        <translation type="vanished">Das veröffentlichte Modell ist von einer unlesbaren Art: %1 ist %2.</translation>
    </message>
    <message>
        <source>The player did not open an output.</source>
        <translation type="vanished">Die Wiedergabe hat keinen Ausgang geöffnet.</translation>
    </message>
    <message>
        <source>The player did not come to the end.</source>
        <translation type="vanished">Die Wiedergabe kam nicht bis zum Ende.</translation>
    </message>
    <message>
        <source>There is no checkpoint in %1.</source>
        <translation type="vanished">In %1 ist kein gespeicherter Schritt.</translation>
    </message>
    <message>
        <source>There is a training in %1 already.</source>
        <translation type="vanished">In %1 ist schon ein Training.</translation>
    </message>
    <message>
        <source>This run's ids mean something else than the larger vocabulary's.</source>
        <translation type="vanished">Die Nummern dieses Laufs bedeuten etwas anderes als die des größeren Vokabulars.</translation>
    </message>
    <message>
        <source>The built-in one is used instead. It can be tried again in Preferences, Sound.</source>
        <translation type="vanished">Stattdessen wird die eingebaute verwendet. Unter Einstellungen, Klang, lässt sie sich noch einmal prüfen.</translation>
    </message>
    <message>
        <source>‘%1’ was not opened: the process that reads sound banks ended.</source>
        <translation type="vanished">„%1“ wurde nicht geöffnet: Der Prozess, der Klangbanken liest, ist zu Ende gegangen.</translation>
    </message>
    <message>
        <source>The library's folder cannot be used (%1).</source>
        <translation type="vanished">Der Ordner der Bibliothek lässt sich nicht verwenden (%1).</translation>
    </message>
    <message>
        <source>The folder for prepared songs cannot be used (%1).</source>
        <translation type="vanished">Der Ordner für vorbereitete Stücke lässt sich nicht verwenden (%1).</translation>
    </message>
    <message>
        <source>%1 of %2 songs could not be read.</source>
        <translation type="vanished">%1 von %2 Stücken konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>‘%1’ cannot be read (%2).</source>
        <translation type="vanished">„%1“ ist nicht lesbar (%2).</translation>
    </message>
    <message>
        <source>The published model in %1 cannot be read: %2 is damaged.</source>
        <translation type="vanished">Das veröffentlichte Modell in %1 ist nicht lesbar: %2 ist beschädigt.</translation>
    </message>
    <message>
        <source>The published model in %1 cannot be read: %2.</source>
        <translation type="vanished">Das veröffentlichte Modell in %1 ist nicht lesbar: %2.</translation>
    </message>
    <message>
        <source>A gap of all tracks has at most %1 bars.</source>
        <translation type="vanished">Eine Lücke in allen Spuren hat höchstens %1 Takte.</translation>
    </message>
    <message>
        <source>MusicXML needs the library partitura, which is not installed.</source>
        <translation type="vanished">MusicXML braucht die Bibliothek partitura, die nicht installiert ist.</translation>
    </message>
    <message>
        <source>There is too little music to learn from: %1 tokens, about %2 notes.</source>
        <translation type="vanished">Es ist zu wenig Musik zum Lernen: %1 Zeichen, etwa %2 Noten.</translation>
    </message>
    <message>
        <source>Learning only from these pieces needs about ten hours of music; there are %1 tokens, and it takes %2.</source>
        <translation type="vanished">Nur aus diesen Stücken zu lernen braucht etwa zehn Stunden Musik; es sind %1 Zeichen, und es braucht %2.</translation>
    </message>
    <message>
        <source>‘%1’ is packed in a way Segue never writes.</source>
        <translation type="vanished">„%1“ ist so gepackt, wie Segue nie schreibt.</translation>
    </message>
    <message>
        <source>%1 is damaged: it holds no description.</source>
        <translation type="vanished">%1 ist beschädigt: Es enthält keine Beschreibung.</translation>
    </message>
    <message>
        <source>%1 is damaged: it is not JSON.</source>
        <translation type="vanished">%1 ist beschädigt: Es ist kein JSON.</translation>
    </message>
    <message>
        <source>‘%1’ is larger than any model.</source>
        <translation type="vanished">„%1“ ist größer als jedes Modell.</translation>
    </message>
    <message>
        <source>The sound bank ‘%1’ is larger than 1 GB.</source>
        <translation type="vanished">Die Klangbank „%1“ ist größer als 1 GB.</translation>
    </message>
    <message>
        <source>The player stopped unexpectedly and was restarted. Your piece is safe; press Space to play on.</source>
        <translation type="vanished">Der Spieler hielt unerwartet an und wurde neu gestartet. Ihr Stück ist sicher; mit der Leertaste spielt es weiter.</translation>
    </message>
    <message>
        <source>Its file %1 is missing.</source>
        <translation type="vanished">Seine Datei %1 fehlt.</translation>
    </message>
    <message>
        <source>Its description is damaged.</source>
        <translation type="vanished">Seine Beschreibung ist beschädigt.</translation>
    </message>
    <message>
        <source>Make room, or move the models' folder to another disk.</source>
        <translation type="vanished">Schaffen Sie Platz, oder bewegen Sie den Ordner der Modelle auf eine andere Festplatte.</translation>
    </message>
    <message>
        <source>Could not open ‘%1’ (%2). Nothing was changed.</source>
        <translation type="vanished">„%1“ konnte nicht geöffnet werden (%2). Es wurde nichts geändert.</translation>
    </message>
</context>
<context>
    <name>Events</name>
    <message>
        <source>Instrument</source>
        <translation>Instrument</translation>
    </message>
    <message>
        <source>A place is bar, beat and tick, such as 5.2.120.</source>
        <translation>Ein Ort besteht aus Takt, Schlag und Tick, etwa 5.2.120.</translation>
    </message>
    <message>
        <source>A pitch is a name such as F♯3, or a number up to 127.</source>
        <translation>Eine Tonhöhe ist ein Name wie F♯3 oder eine Zahl bis 127.</translation>
    </message>
    <message>
        <source>A controller is a number up to 127, or a name such as Sustain.</source>
        <translation>Ein Controller ist eine Zahl bis 127 oder ein Name wie Haltepedal.</translation>
    </message>
    <message>
        <source>A length is a number of ticks, at least 1.</source>
        <translation>Eine Länge ist eine Anzahl Ticks, mindestens 1.</translation>
    </message>
    <message>
        <source>A velocity is a number from 1 to 127.</source>
        <translation>Eine Anschlagstärke ist eine Zahl von 1 bis 127.</translation>
    </message>
    <message>
        <source>A controller's value is a number up to 127.</source>
        <translation>Der Wert eines Controllers ist eine Zahl bis 127.</translation>
    </message>
    <message>
        <source>A pitch bend is a number from -8192 to 8191.</source>
        <translation>Das Tonhöhenrad hat Werte von -8192 bis 8191.</translation>
    </message>
    <message>
        <source>An instrument is a number from 1 to 128, or its name.</source>
        <translation>Ein Instrument ist eine Zahl von 1 bis 128 oder sein Name.</translation>
    </message>
    <message>
        <source>A tempo is a number from 10 to 400.</source>
        <translation>Ein Tempo ist eine Zahl von 10 bis 400.</translation>
    </message>
    <message>
        <source>A meter is written like 3/4.</source>
        <translation>Eine Taktart schreibt man wie 3/4.</translation>
    </message>
    <message>
        <source>A key is written like E♭ major or F# minor.</source>
        <translation>Eine Tonart schreibt man wie Es-Dur oder Eb major.</translation>
    </message>
    <message>
        <source>A marker needs a word.</source>
        <translation>Eine Marke braucht ein Wort.</translation>
    </message>
    <message>
        <source>{0}: a number from {1} to {2}.</source>
        <translation>{0}: eine Zahl von {1} bis {2}.</translation>
    </message>
    <message>
        <source>take {0}</source>
        <translation>Take {0}</translation>
    </message>
    <message>
        <source>{0}, edited</source>
        <translation>{0}, bearbeitet</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Controller</source>
        <translation>Controller</translation>
    </message>
    <message>
        <source>Pitch bend</source>
        <translation>Tonhöhenrad</translation>
    </message>
    <message>
        <source>Channel pressure</source>
        <translation>Kanaldruck</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>you</source>
        <translation type="vanished">Ihnen</translation>
    </message>
</context>
<context>
    <name>EventsModel</name>
    <message>
        <source>Start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation>{0} ändern</translation>
    </message>
</context>
<context>
    <name>EventsTable</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Which events are shown</source>
        <translation>Welche Ereignisse gezeigt werden</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Put an event after this row, or at the playhead (Insert key)</source>
        <translation>Ein Ereignis nach dieser Zeile oder an der Abspielposition einfügen (Taste Einfg)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Remove the selected rows (Delete key)</source>
        <translation>Die ausgewählten Zeilen entfernen (Taste Entf)</translation>
    </message>
    <message>
        <source>Events of {0}</source>
        <translation>Ereignisse von {0}</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Show: {0}</source>
        <translation>Zeigen: {0}</translation>
    </message>
    <message>
        <source>No notes in this track yet. Draw some, play some, or press %1.</source>
        <translation>Noch keine Noten in dieser Spur. Zeichnen oder spielen Sie welche, oder drücken Sie %1.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>No events of this kind. Insert one.</source>
        <translation>Keine Ereignisse dieser Art. Fügen Sie eines ein.</translation>
    </message>
    <message>
        <source>Select rows that can be removed first.</source>
        <translation>Wählen Sie zuerst Zeilen aus, die entfernt werden können.</translation>
    </message>
    <message>
        <source>Insert: {0}</source>
        <translation>Einfügen: {0}</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Note löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation><numerusform>%n Note löschen</numerusform><numerusform>%n Noten löschen</numerusform></translation>
    </message>
    <message>
        <source>Delete event</source>
        <translation>Ereignis löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n events</source>
        <translation><numerusform>%n Ereignis löschen</numerusform><numerusform>%n Ereignisse löschen</numerusform></translation>
    </message>
    <message>
        <source>No notes in this track yet. Draw some, play some, or press G.</source>
        <translation type="vanished">Noch keine Noten in dieser Spur. Zeichnen oder spielen Sie welche, oder drücken Sie G.</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation type="vanished">{0} einfügen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="vanished">Noten</translation>
    </message>
    <message>
        <source>Notes of {0}</source>
        <translation type="vanished">Noten von {0}</translation>
    </message>
</context>
<context>
    <name>ExpertForm</name>
    <message>
        <source>Back to the defaults</source>
        <translation>Zurück zu den Vorgaben</translation>
    </message>
    <message>
        <source>Forget all of this</source>
        <translation>All dies vergessen</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Vorgabe: {0}</translation>
    </message>
    <message>
        <source>on</source>
        <translation type="vanished">an</translation>
    </message>
    <message>
        <source>off</source>
        <translation type="vanished">aus</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>There are no notes yet.</source>
        <translation>Es gibt noch keine Noten.</translation>
    </message>
</context>
<context>
    <name>ExportJobs</name>
    <message>
        <source>Writing ‘%1’…</source>
        <translation>„%1“ wird geschrieben…</translation>
    </message>
    <message>
        <source>Written to ‘%1’.</source>
        <translation>In „%1“ geschrieben.</translation>
    </message>
</context>
<context>
    <name>Fader</name>
    <message>
        <source>{0}: wheel and arrows by 0.5 dB, a double click sets 0 dB</source>
        <translation>{0}: Rad und Pfeiltasten um 0,5 dB, ein Doppelklick stellt 0 dB ein</translation>
    </message>
</context>
<context>
    <name>Families</name>
    <message>
        <source>Piano</source>
        <translation>Klavier</translation>
    </message>
    <message>
        <source>Chromatic percussion</source>
        <translation>Stabspiele</translation>
    </message>
    <message>
        <source>Organ</source>
        <translation>Orgel</translation>
    </message>
    <message>
        <source>Guitar</source>
        <translation>Gitarre</translation>
    </message>
    <message>
        <source>Bass</source>
        <translation>Bass</translation>
    </message>
    <message>
        <source>Strings</source>
        <translation>Streicher</translation>
    </message>
    <message>
        <source>Ensemble</source>
        <translation>Ensemble</translation>
    </message>
    <message>
        <source>Brass</source>
        <translation>Blechbläser</translation>
    </message>
    <message>
        <source>Reed</source>
        <translation>Rohrblattinstrumente</translation>
    </message>
    <message>
        <source>Pipe</source>
        <translation>Flöten</translation>
    </message>
    <message>
        <source>Synth lead</source>
        <translation>Synth-Solo</translation>
    </message>
    <message>
        <source>Synth pad</source>
        <translation>Synth-Fläche</translation>
    </message>
    <message>
        <source>Synth effects</source>
        <translation>Synth-Effekte</translation>
    </message>
    <message>
        <source>Ethnic</source>
        <translation>Weltmusik</translation>
    </message>
    <message>
        <source>Percussive</source>
        <translation>Schlaginstrumente</translation>
    </message>
    <message>
        <source>Sound effects</source>
        <translation>Klangeffekte</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 Min.</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 Std.</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 Std. %2 Min.</translation>
    </message>
    <message>
        <source>%1 s left</source>
        <translation>noch %1 s</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>Opening ‘%1’…</source>
        <translation>„%1“ wird geöffnet…</translation>
    </message>
    <message numerus="yes">
        <source>‘%1’ has %n tune(s):</source>
        <translation><numerusform>„%1“ hat %n Stück:</numerusform><numerusform>„%1“ hat %n Stücke:</numerusform></translation>
    </message>
    <message>
        <source>Open a tune</source>
        <translation>Ein Stück öffnen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Music (*%1 %2)</source>
        <translation>Musik (*%1 %2)</translation>
    </message>
    <message>
        <source>MIDI files (%1)</source>
        <translation>MIDI-Dateien (%1)</translation>
    </message>
    <message>
        <source>Insert MIDI file</source>
        <translation>MIDI-Datei einfügen</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Export MIDI</source>
        <translation>MIDI exportieren</translation>
    </message>
    <message>
        <source>Segue closed unexpectedly.</source>
        <translation>Segue wurde unerwartet beendet.</translation>
    </message>
    <message>
        <source>Open autosave</source>
        <translation>Automatische Sicherung öffnen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Autosave of ‘%1’ (%2) was never saved to a file.</source>
        <translation>Die automatische Sicherung von „%1“ (%2) wurde nie in einer Datei gespeichert.</translation>
    </message>
    <message>
        <source>Autosave of ‘%1’ (%2) is newer than the file (%3).</source>
        <translation>Die automatische Sicherung von „%1“ (%2) ist neuer als die Datei (%3).</translation>
    </message>
    <message>
        <source>This is the autosave. Undo shows the saved file.</source>
        <translation>Dies ist die automatische Sicherung. Rückgängig zeigt die gespeicherte Datei.</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Noch nicht gespeichert</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>It is saved.</source>
        <translation>Es ist gespeichert.</translation>
    </message>
    <message>
        <source>There are no notes yet.</source>
        <translation>Es gibt noch keine Noten.</translation>
    </message>
    <message>
        <source>Saving a piece again keeps the version before</source>
        <translation>Beim erneuten Speichern bleibt die Fassung davor erhalten</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>There are none</source>
        <translation>Es gibt keine</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Gespeichert %1</translation>
    </message>
    <message>
        <source>Written to ‘%1’.</source>
        <translation>In „%1“ geschrieben.</translation>
    </message>
    <message>
        <source>Your work is kept in autosave.</source>
        <translation>Ihre Arbeit ist automatisch gesichert.</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Segue pieces (*%1)</source>
        <translation type="vanished">Segue-Stücke (*%1)</translation>
    </message>
    <message>
        <source>MIDI files (*.mid)</source>
        <translation type="vanished">MIDI-Dateien (*.mid)</translation>
    </message>
</context>
<context>
    <name>Files</name>
    <message>
        <source>Autosave</source>
        <translation>Automatische Sicherung</translation>
    </message>
    <message>
        <source>The recording in ‘%1’ is damaged; the piece is whole without it.</source>
        <translation>Die Aufnahme in „%1“ ist beschädigt; das Stück ist ohne sie vollständig.</translation>
    </message>
    <message>
        <source>‘%1’ was opened.</source>
        <translation>„%1“ wurde geöffnet.</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Built-in sound</source>
        <translation type="vanished">Eingebauter Klang</translation>
    </message>
    <message>
        <source>Choose a folder of MIDI files</source>
        <translation type="vanished">Ordner mit MIDI-Dateien wählen</translation>
    </message>
</context>
<context>
    <name>FolderRemoving</name>
    <message numerus="yes">
        <source>%n pieces of it leave the library, with the tags and notes you gave them. The files themselves stay where they are.</source>
        <translation><numerusform>%n Stück daraus verlässt die Bibliothek, mit den Schlagwörtern und Notizen, die Sie ihm gegeben haben. Die Datei selbst bleibt, wo sie ist.</numerusform><numerusform>%n Stücke daraus verlassen die Bibliothek, mit den Schlagwörtern und Notizen, die Sie ihnen gegeben haben. Die Dateien selbst bleiben, wo sie sind.</numerusform></translation>
    </message>
    <message>
        <source>Remove ‘%1’ from the library?</source>
        <translation>„%1“ aus der Bibliothek nehmen?</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Herausnehmen</translation>
    </message>
    <message>
        <source>What is being looked through ends first…</source>
        <translation>Was gerade durchgesehen wird, endet erst …</translation>
    </message>
    <message>
        <source>‘%1’ is no longer in the library.</source>
        <translation>„%1“ ist nicht mehr in der Bibliothek.</translation>
    </message>
    <message>
        <source>Its files stay where they are.</source>
        <translation>Die Dateien bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Wieder hinzufügen</translation>
    </message>
</context>
<context>
    <name>FoldersPage</name>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Your own music stays where it is: Segue only reads it.</source>
        <translation>Ihre eigene Musik bleibt, wo sie ist: Segue liest sie nur.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the folder of %1</source>
        <translation>Den Ordner zeigen: %1</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Verschieben…</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>Verschieben: %1</translation>
    </message>
    <message>
        <source>&amp;Look for new music in the library's folders</source>
        <translation type="vanished">In den Ordnern der Bibliothek nach neuer &amp;Musik sehen</translation>
    </message>
    <message>
        <source>After each start, and whenever files come, change or go there</source>
        <translation type="vanished">Nach jedem Start und sobald dort Dateien hinzukommen, sich ändern oder verschwinden</translation>
    </message>
</context>
<context>
    <name>FormBand</name>
    <message>
        <source>Letters from here on</source>
        <translation>Buchstaben ab hier</translation>
    </message>
    <message>
        <source>One letter, or several: eight bars each</source>
        <translation>Ein Buchstabe oder mehrere: je acht Takte</translation>
    </message>
    <message>
        <source>Sections</source>
        <translation>Abschnitte</translation>
    </message>
    <message>
        <source>Double-click to type letters, drag a border to move it. Over empty bars Segue follows them.</source>
        <translation>Doppelklicken, um Buchstaben zu schreiben; eine Grenze ziehen, um sie zu verschieben. Über leeren Takten folgt Segue ihnen.</translation>
    </message>
    <message>
        <source>bar {0}</source>
        <translation>Takt {0}</translation>
    </message>
    <message>
        <source>section {0}</source>
        <translation>Abschnitt {0}</translation>
    </message>
    <message>
        <source>section {0}, offered</source>
        <translation>Abschnitt {0}, angeboten</translation>
    </message>
    <message>
        <source>no section</source>
        <translation>kein Abschnitt</translation>
    </message>
</context>
<context>
    <name>FormViews</name>
    <message>
        <source>Move section</source>
        <translation>Abschnitt verschieben</translation>
    </message>
    <message>
        <source>Type sections</source>
        <translation>Abschnitte schreiben</translation>
    </message>
    <message>
        <source>Remove section</source>
        <translation>Abschnitt entfernen</translation>
    </message>
    <message>
        <source>Type letters from bar %1…</source>
        <translation>Buchstaben ab Takt %1 schreiben …</translation>
    </message>
    <message>
        <source>No section is written here.</source>
        <translation>Hier ist kein Abschnitt geschrieben.</translation>
    </message>
    <message>
        <source>Remove this section</source>
        <translation>Diesen Abschnitt entfernen</translation>
    </message>
</context>
<context>
    <name>GapChips</name>
    <message>
        <source>Follow the chords</source>
        <translation>Den Akkorden folgen</translation>
    </message>
    <message>
        <source>What the chords over the piece are for while Segue writes under them</source>
        <translation>Wozu die Akkorde über dem Stück da sind, während Segue darunter schreibt</translation>
    </message>
    <message>
        <source>Notes in a gap</source>
        <translation>Noten in einer Lücke</translation>
    </message>
    <message>
        <source>What becomes of notes in the bars that Fill writes</source>
        <translation>Was aus Noten in den Takten wird, die „Füllen“ schreibt</translation>
    </message>
    <message>
        <source>Plan the chords</source>
        <translation>Akkorde planen</translation>
    </message>
    <message>
        <source>Decide on chords for the new bars before their notes, where you wrote none</source>
        <translation>Vor den Noten neuer Takte deren Akkorde festlegen, wo Sie keine geschrieben haben</translation>
    </message>
    <message>
        <source>Chords ignored</source>
        <translation>Akkorde: egal</translation>
    </message>
    <message>
        <source>Chords followed</source>
        <translation>Akkorde: folgen</translation>
    </message>
    <message>
        <source>Chords held to</source>
        <translation>Akkorde: streng</translation>
    </message>
    <message>
        <source>Gaps emptied</source>
        <translation>Lücken: leeren</translation>
    </message>
    <message>
        <source>Gaps thinned</source>
        <translation>Lücken: ausdünnen</translation>
    </message>
    <message>
        <source>Gaps kept</source>
        <translation>Lücken: behalten</translation>
    </message>
    <message>
        <source>Without a plan: the chords are ignored</source>
        <translation>Ohne Plan: die Akkorde werden übergangen</translation>
    </message>
    <message>
        <source>Ignore the chords</source>
        <translation>Die Akkorde nicht beachten</translation>
    </message>
    <message>
        <source>Hold to the chords: on strong beats nothing but their tones</source>
        <translation>Streng nach den Akkorden: auf betonten Zeiten nichts als ihre Töne</translation>
    </message>
    <message>
        <source>Replace the notes that stand there</source>
        <translation>Die Noten ersetzen, die dort stehen</translation>
    </message>
    <message>
        <source>Keep every other one of them</source>
        <translation>Jede zweite von ihnen behalten</translation>
    </message>
    <message>
        <source>Keep all of them and write between</source>
        <translation>Alle behalten und dazwischen schreiben</translation>
    </message>
</context>
<context>
    <name>GrooveDialog</name>
    <message>
        <source>The notes stay where they are.</source>
        <translation>Die Noten bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>&amp;Notes go to</source>
        <translation>&amp;Noten gehen auf</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Raster</translation>
    </message>
    <message>
        <source>How far the lines are from each other</source>
        <translation>Wie weit die Linien auseinanderliegen</translation>
    </message>
    <message>
        <source>S&amp;wing</source>
        <translation>S&amp;wing</translation>
    </message>
    <message>
        <source>Where the second of two notes lies: 50 is straight, 67 is triplets</source>
        <translation>Wo die zweite von zwei Noten liegt: 50 ist gerade, 67 sind Triolen</translation>
    </message>
    <message>
        <source>Choose the swung grid first.</source>
        <translation>Wählen Sie zuerst das Swing-Raster.</translation>
    </message>
    <message>
        <source>&amp;Strength</source>
        <translation>&amp;Stärke</translation>
    </message>
    <message>
        <source>How much of the way the notes go</source>
        <translation>Welchen Teil des Weges die Noten gehen</translation>
    </message>
    <message>
        <source>&amp;Accents of the track</source>
        <translation>&amp;Akzente der Spur</translation>
    </message>
    <message>
        <source>How much of the track's louder and softer notes is taken over</source>
        <translation>Wie viel von den lauteren und leiseren Noten der Spur übernommen wird</translation>
    </message>
    <message>
        <source>Choose a track first.</source>
        <translation>Wählen Sie zuerst eine Spur.</translation>
    </message>
    <message>
        <source>&amp;Chance in time</source>
        <translation>&amp;Zufall in der Zeit</translation>
    </message>
    <message>
        <source>Each note begins up to this much earlier or later</source>
        <translation>Jede Note beginnt bis zu so viel früher oder später</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Chance in &amp;loudness</source>
        <translation>Zufall in der &amp;Lautstärke</translation>
    </message>
    <message>
        <source>Each note gets up to this much louder or softer</source>
        <translation>Jede Note wird bis zu so viel lauter oder leiser</translation>
    </message>
    <message>
        <source>the straight grid</source>
        <translation>das gerade Raster</translation>
    </message>
    <message>
        <source>the swung grid</source>
        <translation>das Swing-Raster</translation>
    </message>
    <message>
        <source>where ‘%1’ plays</source>
        <translation>die Stellen, an denen ‚%1‘ spielt</translation>
    </message>
    <message>
        <source>nowhere else</source>
        <translation>keine andere Stelle</translation>
    </message>
    <message>
        <source>Groove and swing</source>
        <translation>Groove und Swing</translation>
    </message>
</context>
<context>
    <name>GuideReader</name>
    <message>
        <source>User guide</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Page of the guide</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The page before (Alt+Left)</source>
        <translation>Die Seite davor (Alt+Links)</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>All pages of the guide</source>
        <translation>Alle Seiten des Handbuchs</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>HeardLevel</name>
    <message>
        <source>What Segue hears</source>
        <translation>Was Segue hört</translation>
    </message>
</context>
<context>
    <name>Hearing</name>
    <message>
        <source>It takes two saved steps to compare</source>
        <translation type="vanished">Zum Vergleichen braucht es zwei gespeicherte Schritte</translation>
    </message>
</context>
<context>
    <name>HelpActions</name>
    <message>
        <source>The guide is not there: Segue was copied without it.</source>
        <translation>Das Handbuch fehlt: Segue wurde ohne es kopiert.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Go to the piece as it was after this step:</source>
        <translation>Zum Stück zurück, wie es nach diesem Schritt war:</translation>
    </message>
    <message>
        <source>This computer has no browser to show the guide in.</source>
        <translation>Dieser Rechner hat keinen Browser, in dem das Handbuch erscheinen kann.</translation>
    </message>
    <message>
        <source>This computer has no program that shows folders.</source>
        <translation>Dieser Rechner hat kein Programm, das Ordner zeigt.</translation>
    </message>
    <message>
        <source>It is ‘%1’.</source>
        <translation>Sie finden es hier: „%1“.</translation>
    </message>
    <message>
        <source>It is on the clipboard.</source>
        <translation>Es liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Segue %1

Goes on with your music, on your own computer.
Nothing is ever sent anywhere.

MIT licence. Segue uses Qt and verovio under the LGPL 3, libsndfile and JACK under the LGPL 2.1, and many other works. “Licences” lists all of them with their texts, and the music that the model learned from.</source>
        <translation>Segue %1

Setzt Ihre Musik fort, auf Ihrem eigenen Rechner.
Nichts wird jemals irgendwohin gesendet.

MIT-Lizenz. Segue verwendet Qt und verovio unter der LGPL 3, libsndfile und JACK unter der LGPL 2.1 und viele weitere Werke. „Lizenzen“ führt sie alle mit ihren Texten auf, und die Musik, aus der das Modell gelernt hat.</translation>
    </message>
    <message>
        <source>About Segue</source>
        <translation>Über Segue</translation>
    </message>
    <message>
        <source>&amp;Licences…</source>
        <translation>&amp;Lizenzen…</translation>
    </message>
    <message>
        <source>The guide is not built. In the source folder, run: python3 run.py guide</source>
        <translation type="vanished">Das Handbuch ist nicht gebaut. Im Ordner des Quelltexts: python3 run.py guide</translation>
    </message>
    <message>
        <source>Segue %1

Goes on with your music, on your own computer.
Nothing is ever sent anywhere.

MIT licence. Made with Qt, PyTorch, MidiTok, mido and RtMidi; their licences are in the program's folder.</source>
        <translation type="vanished">Segue %1

Setzt Ihre Musik fort, auf Ihrem eigenen Rechner.
Es wird nie etwas irgendwohin gesendet.

MIT-Lizenz. Gemacht mit Qt, PyTorch, MidiTok, mido und RtMidi; deren Lizenzen liegen im Programmordner.</translation>
    </message>
    <message>
        <source>This copy of Segue came without a guide.</source>
        <translation type="vanished">Dieser Kopie von Segue liegt kein Handbuch bei.</translation>
    </message>
</context>
<context>
    <name>HumColumn</name>
    <message>
        <source>Keep the recording in the piece</source>
        <translation>Aufnahme im Stück behalten</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Noten</translation>
    </message>
    <message>
        <source>Listen</source>
        <translation>Anhören</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>One voice</source>
        <translation>Eine Stimme</translation>
    </message>
    <message>
        <source>Many voices</source>
        <translation>Mehrere</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was es ist</translation>
    </message>
    <message>
        <source>How much to hear</source>
        <translation>Wie viel zu hören ist</translation>
    </message>
    <message>
        <source>To the right, weaker notes are notes too</source>
        <translation>Nach rechts gelten auch schwächere Noten</translation>
    </message>
    <message>
        <source>fewer notes</source>
        <translation>weniger Noten</translation>
    </message>
    <message>
        <source>more notes</source>
        <translation>mehr Noten</translation>
    </message>
    <message>
        <source>−50 cents</source>
        <translation>−50 Cent</translation>
    </message>
    <message>
        <source>in tune</source>
        <translation>gestimmt</translation>
    </message>
    <message>
        <source>Tuning</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <source>Sing again (R)</source>
        <translation>Noch einmal singen (R)</translation>
    </message>
    <message>
        <source>Sing again: the microphone opens (R)</source>
        <translation>Noch einmal singen: das Mikrofon geht an (R)</translation>
    </message>
    <message>
        <source>Open a recording…</source>
        <translation>Aufnahme öffnen…</translation>
    </message>
    <message>
        <source>A WAV, FLAC, MP3 or OGG file</source>
        <translation>Eine Datei in WAV, FLAC, MP3 oder OGG</translation>
    </message>
    <message>
        <source>chosen by you</source>
        <translation>von Ihnen gewählt</translation>
    </message>
    <message>
        <source>found by itself</source>
        <translation>selbst gefunden</translation>
    </message>
    <message>
        <source>%1 note</source>
        <translation>%1 Note</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Noten</translation>
    </message>
    <message>
        <source>Sing</source>
        <translation>Singen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Use these notes</source>
        <translation>Diese Noten nehmen</translation>
    </message>
    <message>
        <source>sung in tune</source>
        <translation>sauber gesungen</translation>
    </message>
    <message>
        <source>sung %1 cents flat: moved</source>
        <translation>%1 Cent zu tief: verschoben</translation>
    </message>
    <message>
        <source>sung %1 cents sharp: moved</source>
        <translation>%1 Cent zu hoch: verschoben</translation>
    </message>
    <message>
        <source>How fast it counts</source>
        <translation type="vanished">Wie schnell gezählt wird</translation>
    </message>
    <message>
        <source>beats a minute</source>
        <translation type="vanished">pro Minute</translation>
    </message>
    <message>
        <source>Half %1</source>
        <translation type="vanished">Halb %1</translation>
    </message>
    <message>
        <source>Double %1</source>
        <translation type="vanished">Doppelt %1</translation>
    </message>
</context>
<context>
    <name>HumGrid</name>
    <message>
        <source>Notes that Segue heard</source>
        <translation>Noten, die Segue gehört hat</translation>
    </message>
    <message>
        <source>Drag a note to another key, or an edge of it to another time. Del leaves it out; a click on a note that is left out takes it.</source>
        <translation>Ziehen Sie eine Note auf eine andere Taste oder ihren Rand auf eine andere Zeit. Entf lässt sie weg; ein Klick auf eine weggelassene Note nimmt sie.</translation>
    </message>
    <message>
        <source>Between two keys</source>
        <translation>Zwischen zwei Tasten</translation>
    </message>
    <message>
        <source>Leave out (Del)</source>
        <translation>Weglassen (Entf)</translation>
    </message>
    <message>
        <source>Leave this note out</source>
        <translation>Diese Note weglassen</translation>
    </message>
    <message>
        <source>%1, left out</source>
        <translation>%1, weggelassen</translation>
    </message>
    <message>
        <source>Note %1 of %2: %3</source>
        <translation>Note %1 von %2: %3</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1, oder %2</translation>
    </message>
    <message>
        <source>breath</source>
        <translation>Atem</translation>
    </message>
</context>
<context>
    <name>HumPage</name>
    <message>
        <source>As it will be written</source>
        <translation>So wird es geschrieben</translation>
    </message>
    <message>
        <source>Hum it</source>
        <translation>Vorsummen</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Pegel</translation>
    </message>
    <message>
        <source>what you sang</source>
        <translation>was Sie sangen</translation>
    </message>
    <message>
        <source>before tuning</source>
        <translation>vor dem Stimmen</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>note, doubtful</source>
        <translation>Note, fraglich</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
</context>
<context>
    <name>HumRoom</name>
    <message>
        <source>No steady beat was found.</source>
        <translation>Es wurde kein gleichmäßiger Schlag gefunden.</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>End the recording first.</source>
        <translation>Beenden Sie zuerst die Aufnahme.</translation>
    </message>
    <message>
        <source>The microphone is off again; nothing has left this computer.</source>
        <translation>Das Mikrofon ist wieder aus; nichts hat diesen Rechner verlassen.</translation>
    </message>
    <message>
        <source>Open a recording</source>
        <translation>Aufnahme öffnen</translation>
    </message>
    <message>
        <source>Recordings (%1)</source>
        <translation>Aufnahmen (%1)</translation>
    </message>
    <message>
        <source>That cannot be: no file could write its tempo or meter.</source>
        <translation>Das geht nicht: Keine Datei könnte Tempo oder Taktart schreiben.</translation>
    </message>
    <message>
        <source>The last change is taken back.</source>
        <translation>Die letzte Änderung ist zurückgenommen.</translation>
    </message>
    <message>
        <source>Hum it</source>
        <translation>Vorsummen</translation>
    </message>
    <message>
        <source>Segue listens</source>
        <translation>Segue hört zu</translation>
    </message>
    <message>
        <source>The microphone is open only while its red sign stands at the top.</source>
        <translation>Das Mikrofon ist nur offen, solange oben sein rotes Zeichen steht.</translation>
    </message>
    <message>
        <source>The notes come when you stop.</source>
        <translation>Die Noten kommen, wenn Sie aufhören.</translation>
    </message>
    <message>
        <source>The notes of the beginning are there after ten seconds of it.</source>
        <translation>Die Noten des Anfangs sind nach zehn Sekunden davon da.</translation>
    </message>
    <message>
        <source>To the empty piece, then G goes on</source>
        <translation>In das leere Stück, dann macht G weiter</translation>
    </message>
    <message>
        <source>To a new track, from bar %1 on</source>
        <translation>In eine neue Spur, ab Takt %1</translation>
    </message>
    <message>
        <source>A microphone is open, and what it hears stays on this computer.</source>
        <translation>Ein Mikrofon ist offen, und was es hört, bleibt auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Microphone on · Stop</source>
        <translation>Mikrofon an · Stopp</translation>
    </message>
    <message>
        <source>You sang something, and no piece has its notes yet.</source>
        <translation>Sie haben etwas gesungen, und noch kein Stück hat die Noten.</translation>
    </message>
    <message>
        <source>Listen to it</source>
        <translation>Anhören</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>HumShown</name>
    <message>
        <source>silent so far</source>
        <translation>bisher still</translation>
    </message>
    <message>
        <source>loudest %1 dB, good</source>
        <translation>am lautesten %1 dB, gut</translation>
    </message>
    <message>
        <source>loudest %1 dB, soft</source>
        <translation>am lautesten %1 dB, leise</translation>
    </message>
    <message>
        <source>loudest %1 dB, too loud</source>
        <translation>am lautesten %1 dB, zu laut</translation>
    </message>
    <message>
        <source>Sing, whistle or play one voice. Enter ends it.</source>
        <translation>Singen, pfeifen oder spielen Sie eine Stimme. Enter beendet es.</translation>
    </message>
    <message>
        <source>Segue looks for the notes.</source>
        <translation>Segue sucht die Noten.</translation>
    </message>
    <message>
        <source>Segue listens to ‘%1’: %2 of %3.</source>
        <translation>Segue hört „%1“: %2 von %3.</translation>
    </message>
    <message>
        <source>Sing, whistle or play into the microphone, or drop a recording on the window.</source>
        <translation>Singen, pfeifen oder spielen Sie ins Mikrofon, oder ziehen Sie eine Aufnahme auf das Fenster.</translation>
    </message>
    <message>
        <source>You sang %1 second.</source>
        <translation>Sie haben %1 Sekunde gesungen.</translation>
    </message>
    <message>
        <source>You sang %1 seconds.</source>
        <translation>Sie haben %1 Sekunden gesungen.</translation>
    </message>
    <message>
        <source>‘%1’, %2.</source>
        <translation>„%1“, %2.</translation>
    </message>
    <message>
        <source>The line is your voice, the notes are what Segue heard; drag one where it is wrong.</source>
        <translation>Die Linie ist Ihre Stimme, die Noten hat Segue gehört; ziehen Sie eine, wo sie falsch ist.</translation>
    </message>
    <message>
        <source>The notes are what Segue heard; drag one where it is wrong.</source>
        <translation>Die Noten hat Segue gehört; ziehen Sie eine, wo sie falsch ist.</translation>
    </message>
    <message>
        <source>%1 note</source>
        <translation>%1 Note</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>%1 Noten</translation>
    </message>
    <message>
        <source>%1 bar of %2</source>
        <translation>%1 Takt in %2</translation>
    </message>
    <message>
        <source>%1 bars of %2</source>
        <translation>%1 Takte in %2</translation>
    </message>
    <message>
        <source>There are no notes: move “How much to hear” to the right.</source>
        <translation>Es gibt keine Noten: Ziehen Sie „Wie viel zu hören ist“ nach rechts.</translation>
    </message>
    <message>
        <source>about %1 bpm</source>
        <translation>etwa %1 bpm</translation>
    </message>
    <message>
        <source>%1 note doubtful</source>
        <translation>%1 Note fraglich</translation>
    </message>
    <message>
        <source>%1 notes doubtful</source>
        <translation>%1 Noten fraglich</translation>
    </message>
    <message>
        <source>%1, bars %2 to %3</source>
        <translation>%1, Takte %2 bis %3</translation>
    </message>
</context>
<context>
    <name>ImportReport</name>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>Close report</source>
        <translation>Bericht schließen</translation>
    </message>
    <message>
        <source>Not used because</source>
        <translation>Nicht verwendet, weil</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files that were not used</source>
        <translation>Nicht verwendete Dateien</translation>
    </message>
    <message>
        <source>Every file that was found can be used.</source>
        <translation>Jede gefundene Datei ist verwendbar.</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>Als CSV speichern…</translation>
    </message>
    <message>
        <source>All files of the library, with reasons</source>
        <translation>Alle Dateien der Bibliothek, mit Gründen</translation>
    </message>
    <message>
        <source>Train on these…</source>
        <translation>Damit trainieren…</translation>
    </message>
    <message>
        <source>Go on to training</source>
        <translation>Weiter zum Training</translation>
    </message>
    <message>
        <source>The report comes when everything is read.</source>
        <translation>Der Bericht kommt, wenn alles gelesen ist.</translation>
    </message>
    <message>
        <source>The import is still running</source>
        <translation>Der Import läuft noch</translation>
    </message>
    <message>
        <source>{0} found · {1} ready ({2} h {3} m, {4} notes) · {5} not used</source>
        <translation>{0} gefunden · {1} bereit ({2} Std. {3} Min., {4} Noten) · {5} nicht verwendet</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>{0} neu</translation>
    </message>
    <message>
        <source>Stopped: {0}</source>
        <translation>Angehalten: {0}</translation>
    </message>
    <message>
        <source>There is no usable file to learn from</source>
        <translation>Es gibt keine brauchbare Datei zum Lernen</translation>
    </message>
    <message>
        <source>No file was found</source>
        <translation>Es wurde keine Datei gefunden</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>ImportReportPage</name>
    <message>
        <source>Import report</source>
        <translation type="vanished">Importbericht</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="vanished">Abbrechen</translation>
    </message>
    <message>
        <source>What is read is kept</source>
        <translation type="vanished">Was gelesen ist, bleibt</translation>
    </message>
    <message>
        <source>Close report</source>
        <translation type="vanished">Bericht schließen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="vanished">Import</translation>
    </message>
    <message>
        <source>Not used because</source>
        <translation type="vanished">Nicht verwendet, weil</translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="vanished">Dateien</translation>
    </message>
    <message>
        <source>Files that were not used</source>
        <translation type="vanished">Nicht verwendete Dateien</translation>
    </message>
    <message>
        <source>Every file that was found can be used.</source>
        <translation type="vanished">Jede gefundene Datei ist verwendbar.</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation type="vanished">Als CSV speichern…</translation>
    </message>
    <message>
        <source>All files of the library, with reasons</source>
        <translation type="vanished">Alle Dateien der Bibliothek, mit Gründen</translation>
    </message>
    <message>
        <source>Train on these…</source>
        <translation type="vanished">Damit trainieren…</translation>
    </message>
    <message>
        <source>Go on to training</source>
        <translation type="vanished">Weiter zum Training</translation>
    </message>
    <message>
        <source>Looking for MIDI files…</source>
        <translation type="vanished">MIDI-Dateien werden gesucht…</translation>
    </message>
    <message>
        <source>{0} of {1} read · {2} ready</source>
        <translation type="vanished">{0} von {1} gelesen · {2} bereit</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation type="vanished">noch etwa {0} s</translation>
    </message>
    <message>
        <source>The import is still running</source>
        <translation type="vanished">Der Import läuft noch</translation>
    </message>
    <message>
        <source>{0} found · {1} ready ({2} h {3} m, {4} notes) · {5} not used</source>
        <translation type="vanished">{0} gefunden · {1} bereit ({2} Std. {3} Min., {4} Noten) · {5} nicht verwendet</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation type="vanished">{0} neu</translation>
    </message>
    <message>
        <source>Stopped: {0}</source>
        <translation type="vanished">Angehalten: {0}</translation>
    </message>
    <message>
        <source>There is no usable file to learn from</source>
        <translation type="vanished">Es gibt keine brauchbare Datei zum Lernen</translation>
    </message>
    <message>
        <source>No file was found</source>
        <translation type="vanished">Es wurde keine Datei gefunden</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation type="vanished">und {0} weitere</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation type="vanished">Im Ordner zeigen</translation>
    </message>
</context>
<context>
    <name>InstrumentBars</name>
    <message>
        <source>Instruments</source>
        <translation>Instrumente</translation>
    </message>
</context>
<context>
    <name>Instruments</name>
    <message>
        <source>Grand piano</source>
        <translation>Flügel</translation>
    </message>
    <message>
        <source>Bright piano</source>
        <translation>Helles Klavier</translation>
    </message>
    <message>
        <source>Electric grand</source>
        <translation>E-Flügel</translation>
    </message>
    <message>
        <source>Honky-tonk piano</source>
        <translation>Honky-Tonk-Klavier</translation>
    </message>
    <message>
        <source>Electric piano 1</source>
        <translation>E-Piano 1</translation>
    </message>
    <message>
        <source>Electric piano 2</source>
        <translation>E-Piano 2</translation>
    </message>
    <message>
        <source>Harpsichord</source>
        <translation>Cembalo</translation>
    </message>
    <message>
        <source>Clavinet</source>
        <translation>Clavinet</translation>
    </message>
    <message>
        <source>Celesta</source>
        <translation>Celesta</translation>
    </message>
    <message>
        <source>Glockenspiel</source>
        <translation>Glockenspiel</translation>
    </message>
    <message>
        <source>Music box</source>
        <translation>Spieluhr</translation>
    </message>
    <message>
        <source>Vibraphone</source>
        <translation>Vibraphon</translation>
    </message>
    <message>
        <source>Marimba</source>
        <translation>Marimba</translation>
    </message>
    <message>
        <source>Xylophone</source>
        <translation>Xylophon</translation>
    </message>
    <message>
        <source>Tubular bells</source>
        <translation>Röhrenglocken</translation>
    </message>
    <message>
        <source>Dulcimer</source>
        <translation>Hackbrett</translation>
    </message>
    <message>
        <source>Drawbar organ</source>
        <translation>Zugriegelorgel</translation>
    </message>
    <message>
        <source>Percussive organ</source>
        <translation>Perkussive Orgel</translation>
    </message>
    <message>
        <source>Rock organ</source>
        <translation>Rockorgel</translation>
    </message>
    <message>
        <source>Church organ</source>
        <translation>Kirchenorgel</translation>
    </message>
    <message>
        <source>Reed organ</source>
        <translation>Harmonium</translation>
    </message>
    <message>
        <source>Accordion</source>
        <translation>Akkordeon</translation>
    </message>
    <message>
        <source>Harmonica</source>
        <translation>Mundharmonika</translation>
    </message>
    <message>
        <source>Tango accordion</source>
        <translation>Bandoneon</translation>
    </message>
    <message>
        <source>Nylon guitar</source>
        <translation>Nylongitarre</translation>
    </message>
    <message>
        <source>Steel guitar</source>
        <translation>Stahlsaitengitarre</translation>
    </message>
    <message>
        <source>Jazz guitar</source>
        <translation>Jazzgitarre</translation>
    </message>
    <message>
        <source>Clean guitar</source>
        <translation>Clean-Gitarre</translation>
    </message>
    <message>
        <source>Muted guitar</source>
        <translation>Gedämpfte Gitarre</translation>
    </message>
    <message>
        <source>Overdriven guitar</source>
        <translation>Overdrive-Gitarre</translation>
    </message>
    <message>
        <source>Distortion guitar</source>
        <translation>Verzerrte Gitarre</translation>
    </message>
    <message>
        <source>Guitar harmonics</source>
        <translation>Gitarren-Flageolett</translation>
    </message>
    <message>
        <source>Acoustic bass</source>
        <translation>Kontrabass, gezupft</translation>
    </message>
    <message>
        <source>Finger bass</source>
        <translation>E-Bass mit Fingern</translation>
    </message>
    <message>
        <source>Pick bass</source>
        <translation>E-Bass mit Plektrum</translation>
    </message>
    <message>
        <source>Fretless bass</source>
        <translation>Bundloser Bass</translation>
    </message>
    <message>
        <source>Slap bass 1</source>
        <translation>Slap-Bass 1</translation>
    </message>
    <message>
        <source>Slap bass 2</source>
        <translation>Slap-Bass 2</translation>
    </message>
    <message>
        <source>Synth bass 1</source>
        <translation>Synth-Bass 1</translation>
    </message>
    <message>
        <source>Synth bass 2</source>
        <translation>Synth-Bass 2</translation>
    </message>
    <message>
        <source>Violin</source>
        <translation>Violine</translation>
    </message>
    <message>
        <source>Viola</source>
        <translation>Viola</translation>
    </message>
    <message>
        <source>Cello</source>
        <translation>Violoncello</translation>
    </message>
    <message>
        <source>Contrabass</source>
        <translation>Kontrabass</translation>
    </message>
    <message>
        <source>Tremolo strings</source>
        <translation>Tremolostreicher</translation>
    </message>
    <message>
        <source>Pizzicato strings</source>
        <translation>Pizzicatostreicher</translation>
    </message>
    <message>
        <source>Harp</source>
        <translation>Harfe</translation>
    </message>
    <message>
        <source>Timpani</source>
        <translation>Pauken</translation>
    </message>
    <message>
        <source>String ensemble 1</source>
        <translation>Streichensemble 1</translation>
    </message>
    <message>
        <source>String ensemble 2</source>
        <translation>Streichensemble 2</translation>
    </message>
    <message>
        <source>Synth strings 1</source>
        <translation>Synth-Streicher 1</translation>
    </message>
    <message>
        <source>Synth strings 2</source>
        <translation>Synth-Streicher 2</translation>
    </message>
    <message>
        <source>Choir aahs</source>
        <translation>Chor „Aah“</translation>
    </message>
    <message>
        <source>Voice oohs</source>
        <translation>Stimme „Ooh“</translation>
    </message>
    <message>
        <source>Synth voice</source>
        <translation>Synth-Stimme</translation>
    </message>
    <message>
        <source>Orchestra hit</source>
        <translation>Orchesterschlag</translation>
    </message>
    <message>
        <source>Trumpet</source>
        <translation>Trompete</translation>
    </message>
    <message>
        <source>Trombone</source>
        <translation>Posaune</translation>
    </message>
    <message>
        <source>Tuba</source>
        <translation>Tuba</translation>
    </message>
    <message>
        <source>Muted trumpet</source>
        <translation>Gedämpfte Trompete</translation>
    </message>
    <message>
        <source>French horn</source>
        <translation>Waldhorn</translation>
    </message>
    <message>
        <source>Brass section</source>
        <translation>Blechbläsersatz</translation>
    </message>
    <message>
        <source>Synth brass 1</source>
        <translation>Synth-Bläser 1</translation>
    </message>
    <message>
        <source>Synth brass 2</source>
        <translation>Synth-Bläser 2</translation>
    </message>
    <message>
        <source>Soprano sax</source>
        <translation>Sopransaxophon</translation>
    </message>
    <message>
        <source>Alto sax</source>
        <translation>Altsaxophon</translation>
    </message>
    <message>
        <source>Tenor sax</source>
        <translation>Tenorsaxophon</translation>
    </message>
    <message>
        <source>Baritone sax</source>
        <translation>Baritonsaxophon</translation>
    </message>
    <message>
        <source>Oboe</source>
        <translation>Oboe</translation>
    </message>
    <message>
        <source>English horn</source>
        <translation>Englischhorn</translation>
    </message>
    <message>
        <source>Bassoon</source>
        <translation>Fagott</translation>
    </message>
    <message>
        <source>Clarinet</source>
        <translation>Klarinette</translation>
    </message>
    <message>
        <source>Piccolo</source>
        <translation>Piccoloflöte</translation>
    </message>
    <message>
        <source>Flute</source>
        <translation>Querflöte</translation>
    </message>
    <message>
        <source>Recorder</source>
        <translation>Blockflöte</translation>
    </message>
    <message>
        <source>Pan flute</source>
        <translation>Panflöte</translation>
    </message>
    <message>
        <source>Blown bottle</source>
        <translation>Angeblasene Flasche</translation>
    </message>
    <message>
        <source>Shakuhachi</source>
        <translation>Shakuhachi</translation>
    </message>
    <message>
        <source>Whistle</source>
        <translation>Pfeifen</translation>
    </message>
    <message>
        <source>Ocarina</source>
        <translation>Okarina</translation>
    </message>
    <message>
        <source>Square lead</source>
        <translation>Rechteck-Solo</translation>
    </message>
    <message>
        <source>Sawtooth lead</source>
        <translation>Sägezahn-Solo</translation>
    </message>
    <message>
        <source>Calliope lead</source>
        <translation>Calliope-Solo</translation>
    </message>
    <message>
        <source>Chiff lead</source>
        <translation>Chiff-Solo</translation>
    </message>
    <message>
        <source>Charang lead</source>
        <translation>Charang-Solo</translation>
    </message>
    <message>
        <source>Voice lead</source>
        <translation>Stimm-Solo</translation>
    </message>
    <message>
        <source>Fifths lead</source>
        <translation>Quinten-Solo</translation>
    </message>
    <message>
        <source>Bass and lead</source>
        <translation>Bass und Solo</translation>
    </message>
    <message>
        <source>New age pad</source>
        <translation>New-Age-Fläche</translation>
    </message>
    <message>
        <source>Warm pad</source>
        <translation>Warme Fläche</translation>
    </message>
    <message>
        <source>Polysynth pad</source>
        <translation>Polysynth-Fläche</translation>
    </message>
    <message>
        <source>Choir pad</source>
        <translation>Chorfläche</translation>
    </message>
    <message>
        <source>Bowed pad</source>
        <translation>Gestrichene Fläche</translation>
    </message>
    <message>
        <source>Metallic pad</source>
        <translation>Metallische Fläche</translation>
    </message>
    <message>
        <source>Halo pad</source>
        <translation>Halo-Fläche</translation>
    </message>
    <message>
        <source>Sweep pad</source>
        <translation>Sweep-Fläche</translation>
    </message>
    <message>
        <source>Rain</source>
        <translation>Regen</translation>
    </message>
    <message>
        <source>Soundtrack</source>
        <translation>Filmmusik</translation>
    </message>
    <message>
        <source>Crystal</source>
        <translation>Kristall</translation>
    </message>
    <message>
        <source>Atmosphere</source>
        <translation>Atmosphäre</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Helligkeit</translation>
    </message>
    <message>
        <source>Goblins</source>
        <translation>Kobolde</translation>
    </message>
    <message>
        <source>Echoes</source>
        <translation>Echos</translation>
    </message>
    <message>
        <source>Sci-fi</source>
        <translation>Science-Fiction</translation>
    </message>
    <message>
        <source>Sitar</source>
        <translation>Sitar</translation>
    </message>
    <message>
        <source>Banjo</source>
        <translation>Banjo</translation>
    </message>
    <message>
        <source>Shamisen</source>
        <translation>Shamisen</translation>
    </message>
    <message>
        <source>Koto</source>
        <translation>Koto</translation>
    </message>
    <message>
        <source>Kalimba</source>
        <translation>Kalimba</translation>
    </message>
    <message>
        <source>Bagpipe</source>
        <translation>Dudelsack</translation>
    </message>
    <message>
        <source>Fiddle</source>
        <translation>Fiedel</translation>
    </message>
    <message>
        <source>Shanai</source>
        <translation>Shanai</translation>
    </message>
    <message>
        <source>Tinkle bell</source>
        <translation>Klingelglöckchen</translation>
    </message>
    <message>
        <source>Agogo</source>
        <translation>Agogo</translation>
    </message>
    <message>
        <source>Steel drums</source>
        <translation>Steeldrums</translation>
    </message>
    <message>
        <source>Woodblock</source>
        <translation>Holzblock</translation>
    </message>
    <message>
        <source>Taiko drum</source>
        <translation>Taiko</translation>
    </message>
    <message>
        <source>Melodic tom</source>
        <translation>Melodisches Tom</translation>
    </message>
    <message>
        <source>Synth drum</source>
        <translation>Synth-Trommel</translation>
    </message>
    <message>
        <source>Reverse cymbal</source>
        <translation>Becken rückwärts</translation>
    </message>
    <message>
        <source>Fret noise</source>
        <translation>Bundgeräusch</translation>
    </message>
    <message>
        <source>Breath noise</source>
        <translation>Atemgeräusch</translation>
    </message>
    <message>
        <source>Seashore</source>
        <translation>Meeresrauschen</translation>
    </message>
    <message>
        <source>Bird tweet</source>
        <translation>Vogelgezwitscher</translation>
    </message>
    <message>
        <source>Telephone ring</source>
        <translation>Telefonklingeln</translation>
    </message>
    <message>
        <source>Helicopter</source>
        <translation>Hubschrauber</translation>
    </message>
    <message>
        <source>Applause</source>
        <translation>Applaus</translation>
    </message>
    <message>
        <source>Gunshot</source>
        <translation>Schuss</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
</context>
<context>
    <name>Jam</name>
    <message>
        <source>Another model is loaded. Segue goes on as soon as it is there.</source>
        <translation>Ein anderes Modell wird geladen. Segue macht weiter, sobald es da ist.</translation>
    </message>
    <message>
        <source>Segue's part stopped unexpectedly. It is started again and goes on by itself; all you played is kept.</source>
        <translation>Segues Teil ist unerwartet stehen geblieben. Er wird neu gestartet und macht von selbst weiter; alles Gespielte bleibt.</translation>
    </message>
</context>
<context>
    <name>JamActions</name>
    <message>
        <source>Use the computer's keys</source>
        <translation>Rechnertastatur verwenden</translation>
    </message>
    <message>
        <source>A to ; are white keys, the row above has the black ones</source>
        <translation>A bis Ö sind weiße Tasten, die Reihe darüber hat die schwarzen</translation>
    </message>
    <message>
        <source>Start jamming</source>
        <translation>Jam starten</translation>
    </message>
    <message>
        <source>Begin to play</source>
        <translation>Das Zusammenspiel beginnen</translation>
    </message>
    <message>
        <source>Keep as a piece</source>
        <translation>Als Stück behalten</translation>
    </message>
    <message>
        <source>Open what you played together on Compose</source>
        <translation>Das gemeinsam Gespielte in Komponieren öffnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>End the jam, and look at it</source>
        <translation>Den Jam beenden und ansehen</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Hear the whole jam</source>
        <translation>Den ganzen Jam anhören</translation>
    </message>
    <message>
        <source>Keep a part</source>
        <translation>Teil behalten</translation>
    </message>
    <message>
        <source>Open only the chosen bars on Compose</source>
        <translation>Nur die gewählten Takte auf „Komponieren“ öffnen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Throw this jam away</source>
        <translation>Diesen Jam wegwerfen</translation>
    </message>
    <message>
        <source>Keep bar %1</source>
        <translation>Takt %1 behalten</translation>
    </message>
    <message>
        <source>Keep %1–%2</source>
        <translation>%1–%2 behalten</translation>
    </message>
    <message>
        <source>Choose bars in the row below: a click, then a click with Shift.</source>
        <translation>Wählen Sie unten Takte: ein Klick, dann ein Klick mit Umschalt.</translation>
    </message>
    <message>
        <source>Stop playing</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Hand over now</source>
        <translation>Jetzt übergeben</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Give the turn to the other: %1, a pedal or a learned control</source>
        <translation>Dem anderen die Runde geben: %1, ein Pedal oder ein gelernter Regler</translation>
    </message>
    <message>
        <source>Take over now</source>
        <translation type="vanished">Jetzt übernehmen</translation>
    </message>
</context>
<context>
    <name>JamChecks</name>
    <message>
        <source>the computer's keys</source>
        <translation>die Rechnertastatur</translation>
    </message>
    <message>
        <source>‘%1’ is not connected</source>
        <translation>„%1“ ist nicht angeschlossen</translation>
    </message>
    <message>
        <source>It is used again as soon as it is back. Until then the computer's keys can play.</source>
        <translation>Es wird wieder verwendet, sobald es zurück ist. Bis dahin spielt die Rechnertastatur.</translation>
    </message>
    <message>
        <source>no keyboard</source>
        <translation>kein Keyboard</translation>
    </message>
    <message>
        <source>Choose a MIDI keyboard at “MIDI in” above, or play on the computer's keys.</source>
        <translation>Wählen Sie oben bei „MIDI-Eingang“ ein Keyboard, oder spielen Sie auf der Rechnertastatur.</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>wird geöffnet…</translation>
    </message>
    <message>
        <source>Segue is opening the sound, or waits for a port that was lost.</source>
        <translation>Der Klang wird geöffnet, oder sein Anschluss ist weg und es wird auf ihn gewartet.</translation>
    </message>
    <message>
        <source>no sound</source>
        <translation>kein Klang</translation>
    </message>
    <message>
        <source>No audio device found. You can still send MIDI to a port.</source>
        <translation>Kein Audiogerät gefunden. Sie können trotzdem MIDI an einen Anschluss senden.</translation>
    </message>
    <message>
        <source>built-in sound</source>
        <translation>eingebauter Klang</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>wird geladen…</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>late: %1 × in 30 s</source>
        <translation>zu spät: %1 × in 30 s</translation>
    </message>
    <message>
        <source>It was not ready in time and played its last bar again.</source>
        <translation>Es war nicht rechtzeitig fertig und spielte seinen letzten Takt noch einmal.</translation>
    </message>
    <message>
        <source>keeps up, %1 ms behind</source>
        <translation>kommt mit, %1 ms dahinter</translation>
    </message>
    <message>
        <source>%1 ms behind</source>
        <translation>%1 ms dahinter</translation>
    </message>
    <message>
        <source>A smaller model, or fewer other programs, would answer sooner.</source>
        <translation>Ein kleineres Modell oder weniger andere Programme antworten früher.</translation>
    </message>
    <message>
        <source>delay not known</source>
        <translation>Verzögerung nicht bekannt</translation>
    </message>
    <message>
        <source>Segue cannot measure how long a MIDI instrument takes to sound.</source>
        <translation>Was ein MIDI-Instrument bis zum Klang braucht, wissen nur Ihre Ohren.</translation>
    </message>
    <message>
        <source>A smaller buffer sounds sooner: Edit ▸ Preferences ▸ Sound and ports.</source>
        <translation>Ein kleinerer Puffer klingt früher: Bearbeiten ▸ Einstellungen ▸ Klang und Anschlüsse.</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>It is used again as soon as it is back. Play ▸ Typing keyboard plays, too.</source>
        <translation type="vanished">Es wird wieder benutzt, sobald es zurück ist. Spielen lässt sich auch mit Wiedergabe ▸ Spielen mit der Tastatur.</translation>
    </message>
    <message>
        <source>Choose a MIDI keyboard: click “MIDI in” above. Without one, the computer's keys play as well: Play ▸ Typing keyboard.</source>
        <translation type="vanished">Wählen Sie ein MIDI-Keyboard: Klicken Sie oben auf „MIDI-Eingang“. Ohne eines lässt sich auch auf der Rechnertastatur spielen: Wiedergabe ▸ Spielen mit der Tastatur.</translation>
    </message>
</context>
<context>
    <name>JamClock</name>
    <message>
        <source>Count-in</source>
        <translation>Vorzähler</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>Segue rests</source>
        <translation>Segue pausiert</translation>
    </message>
    <message>
        <source>It goes on as soon as it can.</source>
        <translation>Es macht weiter, sobald es kann.</translation>
    </message>
    <message>
        <source>The end</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>What you played is gathered…</source>
        <translation>Das Gespielte wird gesammelt…</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Play a note, or press Space, to take over.</source>
        <translation>Eine Note von Ihnen oder die Leertaste übernimmt.</translation>
    </message>
    <message>
        <source>Let Segue rest</source>
        <translation>Segue pausieren lassen</translation>
    </message>
    <message>
        <source>Let Segue join in</source>
        <translation>Segue einsteigen lassen</translation>
    </message>
    <message>
        <source>Take over now</source>
        <translation>Jetzt übernehmen</translation>
    </message>
    <message>
        <source>Hand over now</source>
        <translation>Jetzt übergeben</translation>
    </message>
    <message>
        <source>You play a phrase, Segue answers.</source>
        <translation>Sie spielen eine Phrase, Segue antwortet.</translation>
    </message>
    <message>
        <source>You and Segue play the same number of bars by turns.</source>
        <translation>Sie und Segue spielen abwechselnd gleich viele Takte.</translation>
    </message>
    <message>
        <source>Segue joins in with your first note.</source>
        <translation>Segue setzt mit Ihrer ersten Note ein.</translation>
    </message>
    <message>
        <source>Segue plays on and on; play a note to take over.</source>
        <translation>Segue spielt immer weiter; eine Note von Ihnen übernimmt.</translation>
    </message>
    <message>
        <source>Segue begins by itself.</source>
        <translation>Segue beginnt von selbst.</translation>
    </message>
    <message>
        <source>You begin.</source>
        <translation>Sie beginnen.</translation>
    </message>
    <message>
        <source>No keyboard is heard yet.</source>
        <translation>Noch ist kein Keyboard zu hören.</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>Noten: %1</translation>
    </message>
    <message>
        <source>You played</source>
        <translation>Sie spielten</translation>
    </message>
    <message>
        <source>Segue played</source>
        <translation>Segue spielte</translation>
    </message>
    <message>
        <source>You play</source>
        <translation>Sie spielen</translation>
    </message>
    <message>
        <source>Segue plays</source>
        <translation>Segue spielt</translation>
    </message>
    <message>
        <source>Not ready in time…</source>
        <translation>Nicht rechtzeitig fertig…</translation>
    </message>
    <message>
        <source>of %1 bars</source>
        <translation>von %1 Takten</translation>
    </message>
    <message>
        <source>of 1 bar</source>
        <translation>von 1 Takt</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>of this turn</source>
        <translation>dieser Runde</translation>
    </message>
    <message>
        <source>You, from bar %1</source>
        <translation>Sie, ab Takt %1</translation>
    </message>
    <message>
        <source>Or play a note now: Segue stops at once</source>
        <translation>Oder sofort: Segue hört bei Ihrer ersten Note auf</translation>
    </message>
    <message>
        <source>Segue answers from bar %1</source>
        <translation>Segue antwortet ab Takt %1</translation>
    </message>
    <message>
        <source>It listens.</source>
        <translation>Segue hört zu.</translation>
    </message>
    <message>
        <source>Segue's answer is ready</source>
        <translation>Segues Antwort ist bereit</translation>
    </message>
    <message>
        <source>Segue looks for its answer</source>
        <translation>Segue sucht seine Antwort</translation>
    </message>
    <message>
        <source>Segue listens</source>
        <translation>Segue hört zu</translation>
    </message>
    <message>
        <source>bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>Space hands over.</source>
        <translation>Die Leertaste übergibt.</translation>
    </message>
    <message>
        <source>Stop playing, or press Space, to hand over.</source>
        <translation>Halten Sie inne oder drücken Sie Leertaste, um zu übergeben.</translation>
    </message>
    <message>
        <source>Stop playing, or press Space, to hear it.</source>
        <translation>Halten Sie inne oder drücken Sie Leertaste, um sie zu hören.</translation>
    </message>
    <message>
        <source>Segue joins in with your next note, or with Space.</source>
        <translation>Segue setzt mit Ihrer nächsten Note ein, oder mit der Leertaste.</translation>
    </message>
    <message>
        <source>If you hand over now, Segue begins on the next beat.</source>
        <translation>Wenn Sie jetzt übergeben, beginnt Segue mit dem nächsten Schlag.</translation>
    </message>
    <message>
        <source>Your bars count from your first note: %1 each.</source>
        <translation>Ihre Takte zählen ab Ihrer ersten Note: je %1.</translation>
    </message>
    <message>
        <source>Space lets Segue rest.</source>
        <translation type="vanished">Mit der Leertaste pausiert Segue.</translation>
    </message>
</context>
<context>
    <name>JamPage</name>
    <message>
        <source>Jam</source>
        <translation>Jam</translation>
    </message>
    <message>
        <source>No jam is running.</source>
        <translation type="vanished">Gerade jammt niemand.</translation>
    </message>
    <message>
        <source>In</source>
        <translation type="vanished">Eingang</translation>
    </message>
    <message>
        <source>Out</source>
        <translation type="vanished">Ausgang</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation type="vanished">Segue</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation type="vanished">Latenz</translation>
    </message>
    <message>
        <source>Start jamming</source>
        <translation type="vanished">Jam starten</translation>
    </message>
    <message>
        <source>Bar to go back to</source>
        <translation type="vanished">Takt, zu dem es zurückgeht</translation>
    </message>
    <message>
        <source>Everything from this bar on is removed</source>
        <translation type="vanished">Der Takt, ab dem alles zurückgenommen wird</translation>
    </message>
    <message>
        <source>Go back to bar</source>
        <translation type="vanished">Zurück zu Takt</translation>
    </message>
    <message>
        <source>Remove everything from this bar on, and restore Segue's memory of that time</source>
        <translation type="vanished">Alles ab diesem Takt zurücknehmen, mit Segues Gedächtnis von damals</translation>
    </message>
    <message>
        <source>Keep as a piece</source>
        <translation type="vanished">Als Stück behalten</translation>
    </message>
    <message>
        <source>Open what you played together on Compose</source>
        <translation type="vanished">Das gemeinsam Gespielte in Komponieren öffnen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="vanished">Verwerfen</translation>
    </message>
    <message>
        <source>Throw this jam away</source>
        <translation type="vanished">Diesen Jam wegwerfen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="vanished">Stopp</translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="vanished">Leertaste</translation>
    </message>
    <message>
        <source>Give the turn to the other: %1, a pedal or a learned control</source>
        <translation type="vanished">Dem anderen die Runde geben: %1, ein Pedal oder ein gelernter Regler</translation>
    </message>
    <message>
        <source>Give the turn to the other: Space, J, a pedal or a learned control</source>
        <translation type="vanished">Dem anderen übergeben: Leertaste, J, ein Pedal oder ein gelernter Regler</translation>
    </message>
</context>
<context>
    <name>JamRoll</name>
    <message>
        <source>What you and Segue play</source>
        <translation>Was Sie und Segue spielen</translation>
    </message>
    <message>
        <source>Your notes are solid, Segue's are hatched. Dashed notes are decided, but not yet played. Click a bar to choose it.</source>
        <translation>Ihre Noten sind gefüllt, Segues schraffiert. Gestrichelte Noten sind beschlossen, aber noch nicht gespielt. Ein Klick wählt einen Takt.</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Segue, planned</source>
        <translation>Segue, geplant</translation>
    </message>
</context>
<context>
    <name>JamSentences</name>
    <message>
        <source>Segue was not ready in time %1 times in half a minute and played its last bar again. Use a smaller model, or close other programs.</source>
        <translation>Segue war in einer halben Minute %1-mal nicht rechtzeitig fertig und spielte seinen letzten Takt noch einmal. Nehmen Sie ein kleineres Modell oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Segue is back, and remembers all you played.</source>
        <translation>Segue ist zurück und weiß noch alles Gespielte.</translation>
    </message>
    <message>
        <source>‘%1’ was disconnected. Its keys were let go; it is used again when it is back.</source>
        <translation>„%1“ wurde getrennt. Seine Tasten sind losgelassen; es wird wieder benutzt, wenn es zurück ist.</translation>
    </message>
    <message>
        <source>Your keyboard is back.</source>
        <translation>Ihr Keyboard ist zurück.</translation>
    </message>
    <message>
        <source>The sound of ‘%1’ is gone. The jam goes on, and is heard when it is back.</source>
        <translation>Der Klang von „%1“ ist weg. Der Jam geht weiter und ist zu hören, wenn er zurück ist.</translation>
    </message>
    <message>
        <source>Two clicks, then eight more: tap any key along with these eight.</source>
        <translation>Zwei Klicks, dann noch acht: Tippen Sie zu diesen acht mit einer Taste mit.</translation>
    </message>
    <message>
        <source>Ten notes go out over the cable.</source>
        <translation>Zehn Noten gehen über das Kabel hinaus.</translation>
    </message>
    <message>
        <source>%1 of %2 taps</source>
        <translation>%1 von %2 Schlägen</translation>
    </message>
    <message>
        <source>What you play on ‘%1’ is recorded %2 ms later from now on; half of your taps lay within %3 ms.</source>
        <translation>Was Sie auf „%1“ spielen, wird ab jetzt %2 ms später notiert; die Hälfte Ihrer Schläge lag innerhalb von %3 ms.</translation>
    </message>
    <message>
        <source>What arrives on ‘%1’ is recorded %2 ms earlier from now on, and the output gets its notes as much earlier as it is late; over the cable half of the notes lay within %3 ms.</source>
        <translation>Was an „%1“ ankommt, wird ab jetzt %2 ms früher notiert, und der Ausgang erhält seine Noten um so viel früher, wie er zu spät ist; über das Kabel lag die Hälfte der Noten innerhalb von %3 ms.</translation>
    </message>
    <message>
        <source>What you play on ‘%1’ is recorded %2 ms earlier from now on; half of your taps lay within %3 ms.</source>
        <translation>Was Sie auf „%1“ spielen, wird ab jetzt %2 ms früher notiert; die Hälfte Ihrer Schläge lag innerhalb von %3 ms.</translation>
    </message>
    <message>
        <source>What arrives on ‘%1’ is recorded %2 ms earlier from now on; over the cable half of the notes lay within %3 ms.</source>
        <translation type="vanished">Was über „%1“ hereinkommt, wird ab jetzt %2 ms früher aufgeschrieben; über das Kabel lag die Hälfte der Noten innerhalb von %3 ms.</translation>
    </message>
</context>
<context>
    <name>JamSetup</name>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Bars of Segue's turn</source>
        <translation>Takte von Segues Einsatz</translation>
    </message>
    <message>
        <source>How you play together</source>
        <translation>Wie Sie zusammen spielen</translation>
    </message>
    <message>
        <source>Click on the beats</source>
        <translation>Klick auf den Schlägen</translation>
    </message>
    <message>
        <source>The metronome</source>
        <translation>Das Metronom</translation>
    </message>
    <message>
        <source>Instruments and time</source>
        <translation>Klang und Tempo</translation>
    </message>
    <message>
        <source>Instruments, tempo, who hands over</source>
        <translation>Instrumente, Tempo, Übergabe</translation>
    </message>
    <message>
        <source>The same</source>
        <translation>Dasselbe</translation>
    </message>
    <message>
        <source>This mode needs a beat.</source>
        <translation>Hier muss es einen Puls geben.</translation>
    </message>
    <message>
        <source>A beat for both</source>
        <translation>Ein Puls für beide</translation>
    </message>
    <message>
        <source>Free: your own time</source>
        <translation>Frei: Ihre eigene Zeit</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Quarters a minute</source>
        <translation>Viertel pro Minute</translation>
    </message>
    <message>
        <source>I play</source>
        <translation>Ich spiele</translation>
    </message>
    <message>
        <source>What you play</source>
        <translation>Was Sie spielen</translation>
    </message>
    <message>
        <source>Segue plays</source>
        <translation>Segue spielt</translation>
    </message>
    <message>
        <source>What Segue plays</source>
        <translation>Was Segue spielt</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>In this mode only the number of bars ends a turn.</source>
        <translation>Hier übergeben nur die Takte.</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Übergabe</translation>
    </message>
    <message>
        <source>What hands over beside the button</source>
        <translation>Was außer der Taste übergibt</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>The sustain pedal</source>
        <translation>Das Haltepedal</translation>
    </message>
    <message>
        <source>The soft pedal</source>
        <translation>Das Una-corda-Pedal</translation>
    </message>
    <message>
        <source>The lowest key (A0)</source>
        <translation>Die tiefste Taste (A0)</translation>
    </message>
    <message>
        <source>The end of a phrase hands over</source>
        <translation>Phrasenende übergibt</translation>
    </message>
    <message>
        <source>A silence of nearly two beats is the end of a phrase</source>
        <translation>Eine Stille von fast zwei Schlägen ist das Ende einer Phrase</translation>
    </message>
    <message>
        <source>Shape the answer</source>
        <translation>Antwort formen</translation>
    </message>
    <message>
        <source>Sliders that Segue's next notes follow</source>
        <translation>Regler, denen Segues nächste Noten folgen</translation>
    </message>
    <message>
        <source>What it remembers</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>The bars that Segue goes on from</source>
        <translation>Die Takte, von denen Segue ausgeht</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Segue forgets what was played before this bar</source>
        <translation>Segue vergisst, was vor diesem Takt gespielt wurde</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Festhalten</translation>
    </message>
    <message>
        <source>Segue uses only what was played up to now, whatever comes later</source>
        <translation>Segue richtet sich nach dem bisher Gespielten, was auch noch kommt</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>Keyboard</translation>
    </message>
    <message>
        <source>The keyboard, the sound, and how late they are</source>
        <translation>Keyboard, Klang und Verzögerung</translation>
    </message>
    <message>
        <source>In</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Calibrate…</source>
        <translation>Kalibrieren…</translation>
    </message>
    <message>
        <source>Tap eight clicks: finds how late your keyboard is</source>
        <translation>Acht Klicks mittippen: findet, wie spät Ihr Keyboard ist</translation>
    </message>
    <message>
        <source>By cable</source>
        <translation>Mit Kabel</translation>
    </message>
    <message>
        <source>With a MIDI cable from the output back to the input: finds how late they are</source>
        <translation>Mit einem MIDI-Kabel vom Ausgang zurück zum Eingang: findet heraus, wie spät sie sind</translation>
    </message>
    <message>
        <source>Space and %1</source>
        <translation>Leertaste und %1</translation>
    </message>
    <message>
        <source>Bars each</source>
        <translation>Takte für jeden</translation>
    </message>
    <message>
        <source>Segue's turn, in bars</source>
        <translation>Takte für Segue</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>Turns that are traded have a number of bars.</source>
        <translation>Im Wechsel hat jeder eine Zahl von Takten.</translation>
    </message>
    <message>
        <source>Stop the jam first.</source>
        <translation>Halten Sie zuerst den Jam an.</translation>
    </message>
    <message>
        <source>No jam is running.</source>
        <translation>Gerade jammt niemand.</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>verändert</translation>
    </message>
    <message>
        <source>What Segue hears</source>
        <translation type="vanished">Was Segue hört</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="vanished">Modus</translation>
    </message>
    <message>
        <source>1 bar</source>
        <translation type="vanished">1 Takt</translation>
    </message>
    <message>
        <source>%1 bars</source>
        <translation type="vanished">%1 Takte</translation>
    </message>
    <message>
        <source>Until I play</source>
        <translation type="vanished">Bis ich spiele</translation>
    </message>
    <message>
        <source>In this mode turns do not end by themselves.</source>
        <translation type="vanished">Einsätze haben hier kein Ende.</translation>
    </message>
    <message>
        <source>Its turn</source>
        <translation type="vanished">Sein Einsatz</translation>
    </message>
    <message>
        <source>Trade turns by phrase</source>
        <translation type="vanished">Phrasen im Wechsel</translation>
    </message>
    <message>
        <source>Trade bars</source>
        <translation type="vanished">Takte im Wechsel</translation>
    </message>
    <message>
        <source>Segue accompanies me</source>
        <translation type="vanished">Segue begleitet mich</translation>
    </message>
    <message>
        <source>Segue plays on and on</source>
        <translation type="vanished">Segue spielt immer weiter</translation>
    </message>
    <message>
        <source>While it plays</source>
        <translation type="vanished">Während es spielt</translation>
    </message>
    <message>
        <source>Memory and keyboard</source>
        <translation type="vanished">Gedächtnis und Keyboard</translation>
    </message>
    <message>
        <source>Space and J</source>
        <translation type="vanished">Leertaste und J</translation>
    </message>
    <message>
        <source>The metronome (K)</source>
        <translation type="vanished">Das Metronom (K)</translation>
    </message>
</context>
<context>
    <name>JamTurns</name>
    <message>
        <source>Count-in</source>
        <translation type="vanished">Vorzähler</translation>
    </message>
    <message>
        <source>You play</source>
        <translation type="vanished">Sie spielen</translation>
    </message>
    <message>
        <source>Space lets Segue rest.</source>
        <translation type="vanished">Mit der Leertaste pausiert Segue.</translation>
    </message>
    <message>
        <source>Both play</source>
        <translation type="vanished">Beide spielen</translation>
    </message>
    <message>
        <source>Segue plays</source>
        <translation type="vanished">Segue spielt</translation>
    </message>
    <message>
        <source>Not ready in time…</source>
        <translation type="vanished">Nicht rechtzeitig fertig…</translation>
    </message>
    <message>
        <source>The end</source>
        <translation type="vanished">Ende</translation>
    </message>
    <message>
        <source>Keep it as a piece, or discard it.</source>
        <translation type="vanished">Behalten Sie ihn als Stück, oder verwerfen Sie ihn.</translation>
    </message>
    <message>
        <source>Not ready yet</source>
        <translation type="vanished">Noch nicht bereit</translation>
    </message>
    <message>
        <source>Ready to jam</source>
        <translation type="vanished">Bereit zum Jammen</translation>
    </message>
    <message>
        <source>What you played is gathered…</source>
        <translation type="vanished">Das Gespielte wird gesammelt…</translation>
    </message>
    <message>
        <source>Segue rests</source>
        <translation type="vanished">Segue pausiert</translation>
    </message>
    <message>
        <source>It goes on as soon as it can.</source>
        <translation type="vanished">Es macht weiter, sobald es kann.</translation>
    </message>
    <message>
        <source>You play a phrase, Segue answers.</source>
        <translation type="vanished">Sie spielen eine Phrase, Segue antwortet.</translation>
    </message>
    <message>
        <source>You and Segue play the same number of bars by turns.</source>
        <translation type="vanished">Sie und Segue spielen abwechselnd gleich viele Takte.</translation>
    </message>
    <message>
        <source>Segue joins in with your first note.</source>
        <translation type="vanished">Segue setzt mit Ihrer ersten Note ein.</translation>
    </message>
    <message>
        <source>Segue plays on and on; play a note to take over.</source>
        <translation type="vanished">Segue spielt immer weiter; eine Note von Ihnen übernimmt.</translation>
    </message>
    <message>
        <source>Play a note, or press Space, to take over.</source>
        <translation type="vanished">Eine Note von Ihnen oder die Leertaste übernimmt.</translation>
    </message>
    <message>
        <source>Until bar %1. Play a note, or press Space, to take over.</source>
        <translation type="vanished">Bis Takt %1. Eine Note von Ihnen oder die Leertaste übernimmt.</translation>
    </message>
    <message>
        <source>Segue joins in with your next note, or with Space.</source>
        <translation type="vanished">Segue setzt mit Ihrer nächsten Note ein, oder mit der Leertaste.</translation>
    </message>
    <message>
        <source>Segue plays from bar %1.</source>
        <translation type="vanished">Segue spielt ab Takt %1.</translation>
    </message>
    <message>
        <source>Space hands over. Segue's answer is ready.</source>
        <translation type="vanished">Die Leertaste übergibt. Segues Antwort steht bereit.</translation>
    </message>
    <message>
        <source>Space hands over.</source>
        <translation type="vanished">Die Leertaste übergibt.</translation>
    </message>
</context>
<context>
    <name>JamViews</name>
    <message>
        <source>A jam is on</source>
        <translation>Ein Jam läuft</translation>
    </message>
    <message>
        <source>You and Segue play together, on the page Jam; end it to stop.</source>
        <translation>Sie und Segue spielen zusammen, auf der Seite Jam; beenden Sie es, um aufzuhören.</translation>
    </message>
    <message>
        <source>It goes on only in its own meter, with the same players.</source>
        <translation>Er geht nur in seiner Taktart und mit denselben Spielern weiter.</translation>
    </message>
    <message>
        <source>What you played is gathered…</source>
        <translation>Das Gespielte wird gesammelt…</translation>
    </message>
    <message>
        <source>Keep or discard the last jam first.</source>
        <translation>Behalten oder verwerfen Sie zuerst den letzten Jam.</translation>
    </message>
    <message>
        <source>No jam is running.</source>
        <translation>Gerade jammt niemand.</translation>
    </message>
    <message>
        <source>In its memory: bars %1, notes %2.</source>
        <translation>Im Gedächtnis: Takte %1, Noten %2.</translation>
    </message>
    <message>
        <source>It uses only the bars up to %1.</source>
        <translation>Es richtet sich nach den Takten bis %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n Takt</numerusform><numerusform>%n Takte</numerusform></translation>
    </message>
    <message>
        <source>Your phrase ended: %1 s of silence.</source>
        <translation>Ihre Phrase ist zu Ende: %1 s Stille.</translation>
    </message>
    <message>
        <source>The jam is over.</source>
        <translation>Der Jam ist vorbei.</translation>
    </message>
    <message>
        <source>Keep or discard it on the Jam page.</source>
        <translation>Behalten oder verwerfen Sie ihn auf der Jam-Seite.</translation>
    </message>
    <message>
        <source>The jam is neither kept nor discarded.</source>
        <translation type="vanished">Der Jam ist weder behalten noch verworfen.</translation>
    </message>
    <message>
        <source>Stop it and keep it as a piece, or it is lost.</source>
        <translation type="vanished">Halten Sie ihn an und behalten Sie ihn als Stück, sonst ist er verloren.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
    <message>
        <source>Jam %1</source>
        <translation type="vanished">Jam %1</translation>
    </message>
    <message>
        <source>Notes played: %1 by you, %2 by Segue.</source>
        <translation type="vanished">Gespielte Noten: %1 von Ihnen, %2 von Segue.</translation>
    </message>
</context>
<context>
    <name>KeptRecordings</name>
    <message>
        <source>Keep the recording</source>
        <translation>Aufnahme behalten</translation>
    </message>
    <message>
        <source>Recording's level</source>
        <translation>Pegel der Aufnahme</translation>
    </message>
    <message>
        <source>Delete the recording</source>
        <translation>Aufnahme löschen</translation>
    </message>
</context>
<context>
    <name>KeptRow</name>
    <message>
        <source>Recording, %1</source>
        <translation type="vanished">Aufnahme, %1</translation>
    </message>
</context>
<context>
    <name>KeyEditing</name>
    <message>
        <source>%1 belongs to “%2”.</source>
        <translation>%1 gehört zu „%2“.</translation>
    </message>
</context>
<context>
    <name>KeyboardDialog</name>
    <message>
        <source>How ‘%1’ is heard</source>
        <translation>Wie „%1“ gehört wird</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>As played</source>
        <translation>Wie gespielt</translation>
    </message>
    <message>
        <source>Softer</source>
        <translation>Leiser</translation>
    </message>
    <message>
        <source>Louder</source>
        <translation>Lauter</translation>
    </message>
    <message>
        <source>Much louder</source>
        <translation>Viel lauter</translation>
    </message>
    <message>
        <source>All notes alike</source>
        <translation>Alle Noten gleich</translation>
    </message>
    <message>
        <source>No split</source>
        <translation>Nicht geteilt</translation>
    </message>
    <message>
        <source>Choose a split first.</source>
        <translation>Wählen Sie zuerst eine Teilung.</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>Transponieren</translation>
    </message>
    <message>
        <source>Touch</source>
        <translation>Anschlag</translation>
    </message>
    <message>
        <source>Split below</source>
        <translation>Teilen unter</translation>
    </message>
    <message>
        <source>Lower part plays</source>
        <translation>Unterer Teil spielt</translation>
    </message>
    <message>
        <source>Transpose the lower part</source>
        <translation>Unteren Teil transponieren</translation>
    </message>
    <message>
        <source>What is played sounds at once</source>
        <translation>Gespieltes klingt sofort</translation>
    </message>
    <message>
        <source>Off for an instrument that sounds by itself</source>
        <translation>Aus für ein Instrument, das selbst klingt</translation>
    </message>
    <message>
        <source>Somebody else plays it: a track of its own</source>
        <translation>Jemand anderes spielt darauf: eine eigene Spur</translation>
    </message>
    <message>
        <source>It records to the track that has its name, and joins a jam as a second player</source>
        <translation>Es nimmt in die Spur seines Namens auf und ist in einem Jam ein zweiter Spieler</translation>
    </message>
    <message>
        <source>Each note bends by itself (MPE)</source>
        <translation>Jeder Ton wird für sich gebogen (MPE)</translation>
    </message>
    <message>
        <source>A keyboard that says so by itself needs no tick</source>
        <translation>Ein Keyboard, das es selbst meldet, braucht keinen Haken</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>C major</source>
        <translation>C-Dur</translation>
    </message>
    <message>
        <source>D♭ major</source>
        <translation>Des-Dur</translation>
    </message>
    <message>
        <source>D major</source>
        <translation>D-Dur</translation>
    </message>
    <message>
        <source>E♭ major</source>
        <translation>Es-Dur</translation>
    </message>
    <message>
        <source>E major</source>
        <translation>E-Dur</translation>
    </message>
    <message>
        <source>F major</source>
        <translation>F-Dur</translation>
    </message>
    <message>
        <source>F♯ major</source>
        <translation>Fis-Dur</translation>
    </message>
    <message>
        <source>G major</source>
        <translation>G-Dur</translation>
    </message>
    <message>
        <source>A♭ major</source>
        <translation>As-Dur</translation>
    </message>
    <message>
        <source>A major</source>
        <translation>A-Dur</translation>
    </message>
    <message>
        <source>B♭ major</source>
        <translation>B-Dur</translation>
    </message>
    <message>
        <source>B major</source>
        <translation>H-Dur</translation>
    </message>
    <message>
        <source>C minor</source>
        <translation>c-Moll</translation>
    </message>
    <message>
        <source>C♯ minor</source>
        <translation>cis-Moll</translation>
    </message>
    <message>
        <source>D minor</source>
        <translation>d-Moll</translation>
    </message>
    <message>
        <source>D♯ minor</source>
        <translation>dis-Moll</translation>
    </message>
    <message>
        <source>E minor</source>
        <translation>e-Moll</translation>
    </message>
    <message>
        <source>F minor</source>
        <translation>f-Moll</translation>
    </message>
    <message>
        <source>F♯ minor</source>
        <translation>fis-Moll</translation>
    </message>
    <message>
        <source>G minor</source>
        <translation>g-Moll</translation>
    </message>
    <message>
        <source>G♯ minor</source>
        <translation>gis-Moll</translation>
    </message>
    <message>
        <source>A minor</source>
        <translation>a-Moll</translation>
    </message>
    <message>
        <source>B♭ minor</source>
        <translation>b-Moll</translation>
    </message>
    <message>
        <source>B minor</source>
        <translation>h-Moll</translation>
    </message>
</context>
<context>
    <name>KeysModel</name>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>You gave it these keys.</source>
        <translation>Diese Tasten haben Sie vergeben.</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Take them from there</source>
        <translation>Von dort übernehmen</translation>
    </message>
    <message>
        <source>Search what it does, or a key…</source>
        <translation>Suchen, was es tut, oder eine Taste…</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Press the new keys</source>
        <translation>Neue Tasten drücken</translation>
    </message>
    <message>
        <source>Click here and press the keys that the action shall have</source>
        <translation>Hier klicken und die Tasten drücken, die die Aktion haben soll</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Keine Tasten</translation>
    </message>
    <message>
        <source>Take the keys away from this action</source>
        <translation>Dieser Aktion die Tasten nehmen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Give this action its first keys again</source>
        <translation>Dieser Aktion ihre ersten Tasten wiedergeben</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Give every action its first keys again</source>
        <translation>Allen Aktionen ihre ersten Tasten wiedergeben</translation>
    </message>
    <message>
        <source>Choose an action in the table first.</source>
        <translation>Wählen Sie zuerst eine Aktion in der Tabelle.</translation>
    </message>
    <message>
        <source>It has no keys.</source>
        <translation>Sie hat keine Tasten.</translation>
    </message>
    <message>
        <source>It has its first keys.</source>
        <translation>Sie hat ihre ersten Tasten.</translation>
    </message>
    <message>
        <source>Keys as in</source>
        <translation type="vanished">Tasten wie in</translation>
    </message>
    <message>
        <source>What keys are like where you changed nothing</source>
        <translation type="vanished">Welche Tasten gelten, wo Sie nichts geändert haben</translation>
    </message>
    <message>
        <source>Keys as in a DAW</source>
        <translation type="vanished">Tasten wie in einer DAW</translation>
    </message>
    <message>
        <source>Keys as in a notation program</source>
        <translation type="vanished">Tasten wie im Notensatz</translation>
    </message>
</context>
<context>
    <name>Kits</name>
    <message>
        <source>Standard kit</source>
        <translation>Standard-Kit</translation>
    </message>
    <message>
        <source>Room kit</source>
        <translation>Room-Kit</translation>
    </message>
    <message>
        <source>Power kit</source>
        <translation>Power-Kit</translation>
    </message>
    <message>
        <source>Electronic kit</source>
        <translation>Elektronik-Kit</translation>
    </message>
    <message>
        <source>Analog kit</source>
        <translation>Analog-Kit</translation>
    </message>
    <message>
        <source>Jazz kit</source>
        <translation>Jazz-Kit</translation>
    </message>
    <message>
        <source>Brush kit</source>
        <translation>Besen-Kit</translation>
    </message>
    <message>
        <source>Orchestra kit</source>
        <translation>Orchester-Kit</translation>
    </message>
    <message>
        <source>Effects kit</source>
        <translation>Effekt-Kit</translation>
    </message>
</context>
<context>
    <name>LanguagePage</name>
    <message>
        <source>Language</source>
        <translation type="vanished">Sprache</translation>
    </message>
    <message>
        <source>The language of the window's words</source>
        <translation type="vanished">Die Sprache der Wörter im Fenster</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation type="vanished">Wie das System</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="vanished">&amp;Sprache</translation>
    </message>
    <message>
        <source>The language holds from the next start on.</source>
        <translation type="vanished">Die Sprache gilt ab dem nächsten Start.</translation>
    </message>
</context>
<context>
    <name>LevelBars</name>
    <message>
        <source>Peak {0} dB</source>
        <translation>Spitze {0} dB</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Or drop folders and files here</source>
        <translation>Oder Ordner und Dateien hierher ziehen</translation>
    </message>
    <message>
        <source>Remove folder…</source>
        <translation>Ordner herausnehmen…</translation>
    </message>
    <message>
        <source>The library forgets it; its files stay where they are (Delete)</source>
        <translation>Die Bibliothek vergisst ihn; seine Dateien bleiben, wo sie sind (Entf)</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Hören</translation>
    </message>
    <message>
        <source>Hear it; again: stop (Space)</source>
        <translation>Anhören; nochmals: anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open it in Compose (Enter)</source>
        <translation>In Komponieren öffnen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Tick all shown</source>
        <translation>Alle gezeigten ankreuzen</translation>
    </message>
    <message>
        <source>Models may learn from all of these pieces</source>
        <translation>Modelle dürfen aus all diesen Stücken lernen</translation>
    </message>
    <message>
        <source>Untick all shown</source>
        <translation>Alle gezeigten abwählen</translation>
    </message>
    <message>
        <source>Models learn from none of these pieces</source>
        <translation>Modelle lernen aus keinem dieser Stücke</translation>
    </message>
    <message>
        <source>Make a style</source>
        <translation>Stil machen</translation>
    </message>
    <message>
        <source>Remember how the ticked ones of these pieces sound. It takes a minute, and the style is called as their folder, or as what you search for</source>
        <translation>Merkt sich, wie die angekreuzten dieser Stücke klingen. Es dauert eine Minute, und der Stil heißt wie ihr Ordner oder wie das, wonach Sie suchen</translation>
    </message>
    <message>
        <source>Train on these…</source>
        <translation>Damit trainieren…</translation>
    </message>
    <message>
        <source>Go on to training</source>
        <translation>Weiter zum Training</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message>
        <source>No piece is shown</source>
        <translation>Es wird kein Stück gezeigt</translation>
    </message>
    <message>
        <source>{0} of {1} pieces ticked · {2}</source>
        <translation>{0} von {1} Stücken angekreuzt · {2}</translation>
    </message>
    <message>
        <source>Models learn from the pieces that are ticked</source>
        <translation>Modelle lernen aus den angekreuzten Stücken</translation>
    </message>
    <message>
        <source>No piece is ticked</source>
        <translation>Kein Stück ist angekreuzt</translation>
    </message>
    <message>
        <source>All folders</source>
        <translation>Alle Ordner</translation>
    </message>
    <message>
        <source>Picture of {0}</source>
        <translation>Bild von {0}</translation>
    </message>
    <message>
        <source>An import is running</source>
        <translation>Ein Import läuft gerade</translation>
    </message>
    <message>
        <source>It lies in a folder that was added: choose that one</source>
        <translation>Er liegt in einem Ordner, der hinzugefügt wurde: Wählen Sie diesen</translation>
    </message>
    <message>
        <source>Choose a folder in the list first</source>
        <translation>Wählen Sie zuerst einen Ordner in der Liste</translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="vanished">Import</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="vanished">Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation type="vanished">Import abbrechen</translation>
    </message>
    <message>
        <source>Stop reading; what was read stays in the library</source>
        <translation type="vanished">Nicht weiterlesen; was gelesen ist, bleibt in der Bibliothek</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Takes</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Or drop folders and files here</source>
        <translation>Oder Ordner und Dateien hierher ziehen</translation>
    </message>
    <message>
        <source>Open as a page…</source>
        <translation>Als Seite öffnen…</translation>
    </message>
    <message>
        <source>Folders, composers, keys and more, on a page of their own</source>
        <translation>Ordner, Komponisten, Tonarten und mehr auf einer eigenen Seite</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>Search models…</source>
        <translation>Modelle suchen…</translation>
    </message>
    <message>
        <source>Starter is ready. Train one on your own pieces: about 15 minutes.</source>
        <translation>Starter ist bereit. Trainieren Sie eines mit Ihren Stücken: etwa 15 Minuten.</translation>
    </message>
    <message>
        <source>Train a model…</source>
        <translation>Modell trainieren…</translation>
    </message>
    <message>
        <source>Go to Train</source>
        <translation>Zum Training</translation>
    </message>
    <message>
        <source>offered</source>
        <translation>angeboten</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht behalten</translation>
    </message>
    <message>
        <source>bars {0}–{1}</source>
        <translation>Takte {0}–{1}</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} Noten</translation>
    </message>
    <message>
        <source>starred</source>
        <translation>mit Stern</translation>
    </message>
    <message>
        <source>Search takes…</source>
        <translation>Takes suchen…</translation>
    </message>
    <message>
        <source>Each alternative is kept here as a take, even one that you reject.</source>
        <translation>Jede Alternative bleibt hier als Take, auch eine abgelehnte.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Why files could not be read</source>
        <translation>Warum Dateien nicht lesbar waren</translation>
    </message>
    <message>
        <source>Open the import report in the library</source>
        <translation>Den Importbericht in der Bibliothek öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%n could not be read</source>
        <translation><numerusform>%n nicht lesbar</numerusform><numerusform>%n nicht lesbar</numerusform></translation>
    </message>
    <message>
        <source>not for training</source>
        <translation>nicht fürs Training</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>Dieses Modell verwenden</translation>
    </message>
    <message>
        <source>Hear it</source>
        <translation>Anhören</translation>
    </message>
    <message>
        <source>Train further…</source>
        <translation>Weiter trainieren…</translation>
    </message>
    <message>
        <source>Remove star</source>
        <translation>Stern entfernen</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>Über dieses Modell</translation>
    </message>
    <message>
        <source>It came with Segue and stays as it is</source>
        <translation>Es kam mit Segue und bleibt, wie es ist</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Import a model…</source>
        <translation>Modell importieren…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>It is in use</source>
        <translation>Es ist in Gebrauch</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Rename model</source>
        <translation>Modell umbenennen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Show in the roll</source>
        <translation>In der Pianorolle zeigen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Make this take again</source>
        <translation>Diesen Take noch einmal erzeugen</translation>
    </message>
    <message>
        <source>Rename take</source>
        <translation>Take umbenennen</translation>
    </message>
    <message>
        <source>Your words on it</source>
        <translation>Ihre Worte dazu</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation type="vanished">Importbericht</translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="vanished">Import</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="vanished">Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation type="vanished">Import abbrechen</translation>
    </message>
    <message>
        <source>Stop reading; what was read stays in the library</source>
        <translation type="vanished">Nicht weiterlesen; was gelesen ist, bleibt in der Bibliothek</translation>
    </message>
    <message>
        <source>{0} files not used</source>
        <translation type="vanished">{0} nicht verwendet</translation>
    </message>
    <message>
        <source>learned from</source>
        <translation type="vanished">daraus gelernt</translation>
    </message>
    <message>
        <source>Everything the model offers is kept here, even what you reject.</source>
        <translation type="vanished">Alles, was das Modell anbietet, bleibt hier, auch das Abgelehnte.</translation>
    </message>
    <message>
        <source>Go to Train (Ctrl+2)</source>
        <translation type="vanished">Zum Training (Strg+2)</translation>
    </message>
    <message>
        <source>Reading {0} of {1}…</source>
        <translation type="vanished">{0} von {1} gelesen…</translation>
    </message>
    <message>
        <source>{0} files not used — see report</source>
        <translation type="vanished">{0} Dateien nicht verwendet – siehe Bericht</translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="vanished">Öffnen</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation type="vanished">Hören</translation>
    </message>
    <message>
        <source>Add to this piece</source>
        <translation type="vanished">In dieses Stück einfügen</translation>
    </message>
    <message>
        <source>Let the model remember it first</source>
        <translation type="vanished">Das Modell zuerst lesen lassen</translation>
    </message>
    <message>
        <source>Do not use for training</source>
        <translation type="vanished">Nicht fürs Training verwenden</translation>
    </message>
    <message>
        <source>Use for training</source>
        <translation type="vanished">Fürs Training verwenden</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation type="vanished">Schlagwörter…</translation>
    </message>
    <message>
        <source>Whose music it is…</source>
        <translation type="vanished">Wessen Musik es ist…</translation>
    </message>
    <message>
        <source>Words of your own, with commas between them</source>
        <translation type="vanished">Eigene Wörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="vanished">Schlagwörter</translation>
    </message>
    <message>
        <source>Who wrote it, and what may be done with it</source>
        <translation type="vanished">Wer sie geschrieben hat und was man damit tun darf</translation>
    </message>
    <message>
        <source>Whose music it is</source>
        <translation type="vanished">Wessen Musik es ist</translation>
    </message>
</context>
<context>
    <name>LibraryViews</name>
    <message>
        <source>Instruments</source>
        <translation>Instrumente</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tonarten</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Tempo (♩ a minute)</source>
        <translation>Tempo (♩ je Minute)</translation>
    </message>
    <message>
        <source>Nothing was imported yet.</source>
        <translation>Es wurde noch nichts importiert.</translation>
    </message>
    <message>
        <source>Model ‘%1’ is not at %2. Starter is used instead.</source>
        <translation>Modell „%1“ ist nicht in %2. Stattdessen wird Starter verwendet.</translation>
    </message>
    <message>
        <source>No model was found.</source>
        <translation>Es wurde kein Modell gefunden.</translation>
    </message>
    <message>
        <source>Delete the model ‘%1’?</source>
        <translation>Das Modell „%1“ löschen?</translation>
    </message>
    <message>
        <source>Its folder is deleted from this computer.</source>
        <translation>Sein Ordner wird von diesem Rechner gelöscht.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Add a folder of MIDI files</source>
        <translation>Ordner mit MIDI-Dateien hinzufügen</translation>
    </message>
    <message>
        <source>Looking for music…</source>
        <translation>Suche nach Musik …</translation>
    </message>
    <message numerus="yes">
        <source>%n files and folders</source>
        <translation><numerusform>%n Datei oder Ordner</numerusform><numerusform>%n Dateien und Ordner</numerusform></translation>
    </message>
    <message>
        <source>Reading {0} of {1}…</source>
        <translation>{0} von {1} gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>%n pieces added.</source>
        <translation><numerusform>%n Stück hinzugefügt.</numerusform><numerusform>%n Stücke hinzugefügt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Stopped: %n pieces added.</source>
        <translation><numerusform>Angehalten: %n Stück hinzugefügt.</numerusform><numerusform>Angehalten: %n Stücke hinzugefügt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Nothing new: the library has these %n pieces.</source>
        <translation><numerusform>Nichts Neues: Die Bibliothek hat dieses %n Stück.</numerusform><numerusform>Nichts Neues: Die Bibliothek hat diese %n Stücke.</numerusform></translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message numerus="yes">
        <source>%n new pieces were found in your folders.</source>
        <translation><numerusform>In Ihren Ordnern wurde %n neues Stück gefunden.</numerusform><numerusform>In Ihren Ordnern wurden %n neue Stücke gefunden.</numerusform></translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Importbericht</translation>
    </message>
    <message numerus="yes">
        <source>%n new pieces are not ticked, because you chose what models learn from.</source>
        <translation><numerusform>%n neues Stück ist nicht angehakt, weil Sie gewählt haben, wovon Modelle lernen.</numerusform><numerusform>%n neue Stücke sind nicht angehakt, weil Sie gewählt haben, wovon Modelle lernen.</numerusform></translation>
    </message>
    <message>
        <source>Saved as ‘%1’.</source>
        <translation>Als „%1“ gespeichert.</translation>
    </message>
    <message>
        <source>Save a table of all files</source>
        <translation>Tabelle aller Dateien speichern</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Looking for MIDI files…</source>
        <translation type="vanished">MIDI-Dateien werden gesucht…</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation type="vanished">Import läuft…</translation>
    </message>
    <message>
        <source>Importing %1 of %2</source>
        <translation type="vanished">%1 von %2 importiert</translation>
    </message>
    <message>
        <source>%1 of %2 files are ready.</source>
        <translation type="vanished">%1 von %2 Dateien sind bereit.</translation>
    </message>
</context>
<context>
    <name>Licences</name>
    <message>
        <source>Works in Segue and in its training part</source>
        <translation>Werke in Segue und seinem Trainingsteil</translation>
    </message>
    <message>
        <source>Music that the starter learned from</source>
        <translation>Musik, aus der der Starter gelernt hat</translation>
    </message>
    <message>
        <source>%1. This work comes without a licence text.</source>
        <translation>%1. Dieses Werk kommt ohne Lizenztext.</translation>
    </message>
</context>
<context>
    <name>LicencesDialog</name>
    <message>
        <source>Search licences</source>
        <translation>Lizenzen suchen</translation>
    </message>
    <message>
        <source>Search a name or a licence…</source>
        <translation>Name oder Lizenz suchen…</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Parts of Segue</source>
        <translation>Teile von Segue</translation>
    </message>
    <message>
        <source>Choose a part to read its licence</source>
        <translation>Wählen Sie einen Teil, um seine Lizenz zu lesen</translation>
    </message>
    <message>
        <source>Licence text</source>
        <translation>Lizenztext</translation>
    </message>
    <message>
        <source>Divider between list and text</source>
        <translation>Trenner zwischen Liste und Text</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="vanished">Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>LossChart</name>
    <message>
        <source>Log steps</source>
        <translation>Schritte logarithmisch</translation>
    </message>
    <message>
        <source>Give the first steps, where most is learned, most room</source>
        <translation>Den ersten Schritten, in denen am meisten gelernt wird, den meisten Platz geben</translation>
    </message>
    <message>
        <source>Better than the beginning, and copying, over steps</source>
        <translation>Besser als zu Beginn, und Kopiertes, über den Schritten</translation>
    </message>
    <message>
        <source>Latest step: {0} against {1}, at songs it never saw</source>
        <translation>Letzter Schritt: {0} gegenüber {1}, bei nie gesehenen Stücken</translation>
    </message>
    <message>
        <source>Copied: {0}</source>
        <translation>Kopiert: {0}</translation>
    </message>
    <message>
        <source>The curve appears here while the model learns.</source>
        <translation>Hier erscheint die Kurve, während das Modell lernt.</translation>
    </message>
    <message>
        <source>Better at songs never seen</source>
        <translation>Besser bei nie gesehenen Stücken</translation>
    </message>
    <message>
        <source>Better than {0} at songs never seen</source>
        <translation>Besser als {0} bei nie gesehenen Stücken</translation>
    </message>
    <message>
        <source>band: half of the {0} songs</source>
        <translation>Band: die Hälfte der {0} Stücke</translation>
    </message>
    <message>
        <source>band: all {0} songs</source>
        <translation>Band: alle {0} Stücke</translation>
    </message>
    <message>
        <source>best so far: step {0}</source>
        <translation>bisher bester: Schritt {0}</translation>
    </message>
    <message>
        <source>best: step {0}</source>
        <translation>am besten: Schritt {0}</translation>
    </message>
    <message>
        <source>Copied from your pieces: above {0} Segue advises to stop</source>
        <translation>Aus Ihren Stücken kopiert: über {0} rät Segue aufzuhören</translation>
    </message>
    <message>
        <source>now, step {0}</source>
        <translation>jetzt, Schritt {0}</translation>
    </message>
    <message>
        <source>next measured at {0}</source>
        <translation>nächste Messung bei {0}</translation>
    </message>
    <message>
        <source>step {0}: {1} against {2}</source>
        <translation>Schritt {0}: {1} gegenüber {2}</translation>
    </message>
    <message>
        <source>better at {0} of {1} songs</source>
        <translation>besser bei {0} von {1} Stücken</translation>
    </message>
    <message>
        <source>step {0}: {1} copied</source>
        <translation>Schritt {0}: {1} kopiert</translation>
    </message>
    <message>
        <source>Surprise and copying over steps</source>
        <translation type="vanished">Überraschung und Kopiertes nach Schritten</translation>
    </message>
    <message>
        <source>Latest surprise at music it never saw: {0}</source>
        <translation type="vanished">Letzte Überraschung bei Musik, die es nie sah: {0}</translation>
    </message>
    <message>
        <source>Surprise at songs never seen: lower is better</source>
        <translation type="vanished">Überraschung durch nie gesehene Stücke: weniger ist besser</translation>
    </message>
    <message>
        <source>{0} at the same songs: {1}</source>
        <translation type="vanished">{0} bei denselben Stücken: {1}</translation>
    </message>
    <message>
        <source>step {0}: surprise {1}</source>
        <translation type="vanished">Schritt {0}: Überraschung {1}</translation>
    </message>
    <message>
        <source>Surprise over steps</source>
        <translation type="vanished">Überraschung im Lauf der Schritte</translation>
    </message>
    <message>
        <source>{0} on your pieces {1}</source>
        <translation type="vanished">{0} bei Ihren Stücken {1}</translation>
    </message>
    <message>
        <source>— never seen</source>
        <translation type="vanished">— nie gesehen</translation>
    </message>
    <message>
        <source>— learned from</source>
        <translation type="vanished">— gelernt</translation>
    </message>
    <message>
        <source>How much your music surprises it appears here.</source>
        <translation type="vanished">Hier erscheint, wie sehr Ihre Musik es überrascht.</translation>
    </message>
    <message>
        <source>What it learns from is varied, so it surprises more.</source>
        <translation type="vanished">Woraus es lernt, wird abgewandelt und überrascht deshalb mehr.</translation>
    </message>
    <message>
        <source>learned from</source>
        <translation type="vanished">daraus gelernt</translation>
    </message>
    <message>
        <source>never seen</source>
        <translation type="vanished">nie gesehen</translation>
    </message>
    <message>
        <source>Latest surprise at music it never saw: {0:.2f}</source>
        <translation type="vanished">Letzte Überraschung bei Musik, die es nie sah: {0:.2f}</translation>
    </message>
    <message>
        <source>{0} on your pieces {1:.2f}</source>
        <translation type="vanished">{0} bei Ihren Stücken {1:.2f}</translation>
    </message>
    <message>
        <source>— held out</source>
        <translation type="vanished">— Prüfung</translation>
    </message>
    <message>
        <source>— training</source>
        <translation type="vanished">— Training</translation>
    </message>
    <message>
        <source>The loss appears here once training begins.</source>
        <translation type="vanished">Der Verlust erscheint hier, sobald das Training beginnt.</translation>
    </message>
    <message>
        <source>training</source>
        <translation type="vanished">Training</translation>
    </message>
    <message>
        <source>held out</source>
        <translation type="vanished">Prüfung</translation>
    </message>
    <message>
        <source>Loss over steps</source>
        <translation type="vanished">Verlust über die Schritte</translation>
    </message>
    <message>
        <source>Latest held-out loss {0:.2f}</source>
        <translation type="vanished">Letzter Prüfverlust {0:.2f}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsbereich %1</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Piano roll</source>
        <translation>Pianorolle</translation>
    </message>
    <message>
        <source>Tabs under the roll</source>
        <translation>Reiter unter der Rolle</translation>
    </message>
    <message>
        <source>Panes under the roll</source>
        <translation>Ansichten unter der Pianorolle</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Arbeitsbereich</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation type="vanished">Bahn</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation type="vanished">Hinweise</translation>
    </message>
</context>
<context>
    <name>MarkPalette</name>
    <message>
        <source>Marks</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>On a note</source>
        <translation>An der Note</translation>
    </message>
    <message>
        <source>Over notes</source>
        <translation>Über Noten</translation>
    </message>
    <message>
        <source>How loud</source>
        <translation>Wie laut</translation>
    </message>
    <message>
        <source>The way through</source>
        <translation>Der Weg durchs Stück</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Worte</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>There are no notes yet.</source>
        <translation>Es gibt noch keine Noten.</translation>
    </message>
    <message>
        <source>Select notes first.</source>
        <translation>Wählen Sie zuerst Noten aus.</translation>
    </message>
    <message>
        <source>Drums do not have this mark.</source>
        <translation>Schlagzeug hat dieses Zeichen nicht.</translation>
    </message>
    <message>
        <source>There is nothing to put it on.</source>
        <translation>Hier ist nichts, woran es stehen könnte.</translation>
    </message>
    <message>
        <source>Words over the first note</source>
        <translation>Worte über der ersten Note</translation>
    </message>
    <message>
        <source>Such as Allegro, Andante 84 or 120</source>
        <translation>Etwa Allegro, Andante 84 oder 120</translation>
    </message>
    <message>
        <source>A finger for each note: 1 2 3</source>
        <translation>Ein Finger für jede Note: 1 2 3</translation>
    </message>
    <message>
        <source>A syllable for each note: A-ve Ma-ri-a</source>
        <translation>Eine Silbe für jede Note: A-ve Ma-ri-a</translation>
    </message>
    <message>
        <source>%1 at bar %2</source>
        <translation>%1 bei Takt %2</translation>
    </message>
    <message>
        <source>%1 taken off bar %2</source>
        <translation>%1 bei Takt %2 weggenommen</translation>
    </message>
    <message>
        <source>%2 on 1 note</source>
        <translation>%2 an 1 Note</translation>
    </message>
    <message>
        <source>%2 on %1 notes</source>
        <translation>%2 an %1 Noten</translation>
    </message>
    <message>
        <source>%2 taken off 1 note</source>
        <translation>%2 von 1 Note weggenommen</translation>
    </message>
    <message>
        <source>%2 taken off %1 notes</source>
        <translation>%2 von %1 Noten weggenommen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>MasterStrip</name>
    <message>
        <source>Master</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Reverb</source>
        <translation>Hall</translation>
    </message>
    <message>
        <source>Volume of everything</source>
        <translation>Lautstärke von allem</translation>
    </message>
    <message>
        <source>Level of everything</source>
        <translation>Pegel von allem</translation>
    </message>
    <message>
        <source>Volume of everything in decibels</source>
        <translation>Lautstärke von allem in Dezibel</translation>
    </message>
    <message>
        <source>Type a level, such as −3</source>
        <translation>Einen Pegel eingeben, etwa −3</translation>
    </message>
    <message>
        <source>Limiter</source>
        <translation>Limiter</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Lautheit</translation>
    </message>
    <message>
        <source>not played yet</source>
        <translation>noch nicht gespielt</translation>
    </message>
    <message>
        <source>now {0}, range {1}</source>
        <translation>jetzt {0}, Umfang {1}</translation>
    </message>
    <message>
        <source>Loudness of the piece so far: {0} LUFS</source>
        <translation>Lautheit des Stücks bis hier: {0} LUFS</translation>
    </message>
    <message>
        <source>Loudness of the last 3 s, and the range in LU</source>
        <translation>Lautheit der letzten 3 s, und der Umfang in LU</translation>
    </message>
    <message>
        <source>held back {0} dB</source>
        <translation>hält {0} dB zurück</translation>
    </message>
    <message>
        <source>at rest</source>
        <translation>in Ruhe</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>hall</source>
        <translation>Saal</translation>
    </message>
    <message>
        <source>Reverb: {0}</source>
        <translation>Hall: {0}</translation>
    </message>
</context>
<context>
    <name>MemorySlots</name>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Nothing remembered yet</source>
        <translation>Noch nichts im Gedächtnis</translation>
    </message>
    <message>
        <source>{0} bars exactly, {1} compressed, {2} forgotten</source>
        <translation>{0} Takte genau, {1} verdichtet, {2} vergessen</translation>
    </message>
    <message>
        <source>Bar {0}: remembered exactly</source>
        <translation>Takt {0}: genau behalten</translation>
    </message>
    <message>
        <source>Bar {0}: remembered compressed</source>
        <translation>Takt {0}: verdichtet behalten</translation>
    </message>
    <message>
        <source>Bar {0}: forgotten</source>
        <translation>Takt {0}: vergessen</translation>
    </message>
    <message>
        <source>{0} % of its attention</source>
        <translation>{0} % seiner Aufmerksamkeit</translation>
    </message>
</context>
<context>
    <name>MemoryStrip</name>
    <message>
        <source>note by note</source>
        <translation>Note für Note</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the bars before the place where it goes on</source>
        <translation>Die Takte vor der Stelle vergessen, an der es weitergeht</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Read the piece again from its start</source>
        <translation>Das Stück von Anfang an noch einmal lesen</translation>
    </message>
    <message>
        <source>Remember another piece…</source>
        <translation>Ein anderes Stück lesen…</translation>
    </message>
    <message>
        <source>Let the model read another piece first</source>
        <translation>Das Modell zuerst ein anderes Stück lesen lassen</translation>
    </message>
    <message>
        <source>Where it looks</source>
        <translation>Wohin es schaut</translation>
    </message>
    <message>
        <source>While it writes, light up the bars that the model looks at</source>
        <translation>Während es schreibt, die Takte aufleuchten lassen, auf die das Modell schaut</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>älteste</translation>
    </message>
    <message>
        <source>in outline</source>
        <translation>im Umriss</translation>
    </message>
    <message>
        <source>{0} % of the piece so far</source>
        <translation>{0} % des Stücks bis hier</translation>
    </message>
    <message>
        <source>1 bar</source>
        <translation>1 Takt</translation>
    </message>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n Takt</numerusform><numerusform>%n Takte</numerusform></translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>Remembering ‘{0}’</source>
        <translation>„{0}“ im Gedächtnis</translation>
    </message>
    <message>
        <source>Forget the bars before the place where it goes on (Ctrl+Shift+F)</source>
        <translation type="vanished">Die Takte vor der Stelle vergessen, an der es weitergeht (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="vanished">genau</translation>
    </message>
    <message>
        <source>compressed</source>
        <translation type="vanished">verdichtet</translation>
    </message>
    <message>
        <source>Drop what the model remembers (Ctrl+Shift+F)</source>
        <translation type="vanished">Verwerfen, was das Modell behält (Strg+Umschalt+F)</translation>
    </message>
</context>
<context>
    <name>MeterViews</name>
    <message>
        <source>No sound</source>
        <translation>Kein Klang</translation>
    </message>
</context>
<context>
    <name>MissingPart</name>
    <message>
        <source>Training is not installed</source>
        <translation>Das Training ist nicht installiert</translation>
    </message>
    <message>
        <source>Training makes a model of your own music: it reads your pieces again and again, and Segue then continues in their style. All of it happens on this computer.</source>
        <translation>Das Training macht ein Modell aus Ihrer eigenen Musik: Es liest Ihre Stücke immer wieder, und Segue setzt dann in ihrem Stil fort. Alles geschieht auf diesem Computer.</translation>
    </message>
    <message>
        <source>Choose the downloaded file…</source>
        <translation>Heruntergeladene Datei wählen…</translation>
    </message>
    <message>
        <source>Segue checks the file and unpacks it into your data folder</source>
        <translation>Segue prüft die Datei und entpackt sie in Ihren Datenordner</translation>
    </message>
    <message>
        <source>The file is being installed</source>
        <translation>Die Datei wird installiert</translation>
    </message>
</context>
<context>
    <name>Mixer</name>
    <message>
        <source>Mixer</source>
        <translation>Mischpult</translation>
    </message>
    <message>
        <source>Tracks appear here once there are some.</source>
        <translation>Hier erscheinen Spuren, sobald es welche gibt.</translation>
    </message>
    <message>
        <source>Strips</source>
        <translation>Kanalzüge</translation>
    </message>
    <message>
        <source>Channel, port, delay</source>
        <translation>Kanal, Port, Verzögerung</translation>
    </message>
    <message>
        <source>MIDI channel, output and delay of each track</source>
        <translation>MIDI-Kanal, Ausgang und Verzögerung jeder Spur</translation>
    </message>
    <message numerus="yes">
        <source>channel in %n track(s)</source>
        <translation><numerusform>Kanal in %n Spur</numerusform><numerusform>Kanal in %n Spuren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>port in %n track(s)</source>
        <translation><numerusform>Port in %n Spur</numerusform><numerusform>Port in %n Spuren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>delay in %n track(s)</source>
        <translation><numerusform>Verzögerung in %n Spur</numerusform><numerusform>Verzögerung in %n Spuren</numerusform></translation>
    </message>
    <message>
        <source>all as they came</source>
        <translation>alles wie gekommen</translation>
    </message>
    <message>
        <source>Level of everything</source>
        <translation type="vanished">Pegel von allem</translation>
    </message>
    <message>
        <source>Master</source>
        <translation type="vanished">Summe</translation>
    </message>
</context>
<context>
    <name>ModeSign</name>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>End: %1</source>
        <translation>Beenden: %1</translation>
    </message>
</context>
<context>
    <name>ModeTiles</name>
    <message>
        <source>How you play together</source>
        <translation>Wie Sie zusammen spielen</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Phrasen</translation>
    </message>
    <message>
        <source>when you stop</source>
        <translation>wenn Sie enden</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>as many each</source>
        <translation>gleich viele</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>Zusammen</translation>
    </message>
    <message>
        <source>both at once</source>
        <translation>beide zugleich</translation>
    </message>
    <message>
        <source>Alone</source>
        <translation>Allein</translation>
    </message>
    <message>
        <source>only Segue</source>
        <translation>nur Segue</translation>
    </message>
    <message>
        <source>You play a phrase, Segue answers.</source>
        <translation>Sie spielen eine Phrase, Segue antwortet.</translation>
    </message>
    <message>
        <source>You and Segue play the same number of bars by turns.</source>
        <translation>Sie und Segue spielen abwechselnd gleich viele Takte.</translation>
    </message>
    <message>
        <source>Segue joins in with your first note.</source>
        <translation>Segue setzt mit Ihrer ersten Note ein.</translation>
    </message>
    <message>
        <source>Segue plays on and on; play a note to take over.</source>
        <translation>Segue spielt immer weiter; eine Note von Ihnen übernimmt.</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Learned from</source>
        <translation>Gelernt aus</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Entstehung</translation>
    </message>
    <message>
        <source>How well it foretells held-out pieces</source>
        <translation>Wie gut es zurückgehaltene Stücke voraussagt</translation>
    </message>
    <message>
        <source>Sliders</source>
        <translation>Regler</translation>
    </message>
    <message>
        <source>Corrections</source>
        <translation>Korrekturen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Nothing of it was kept to be heard</source>
        <translation>Es wurde nichts Hörbares davon aufbewahrt</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Music</source>
        <translation>Musik</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Noten</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Began with</source>
        <translation>Begonnen mit</translation>
    </message>
    <message>
        <source>Saved step</source>
        <translation>Gespeicherter Schritt</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauerte</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Auf</translation>
    </message>
    <message>
        <source>Time chosen</source>
        <translation>Gewählte Zeit</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Steps it holds in memory</source>
        <translation>Schritte, die es im Gedächtnis hält</translation>
    </message>
    <message>
        <source>Older steps it holds compressed</source>
        <translation>Ältere Schritte, die es verdichtet behält</translation>
    </message>
    <message>
        <source>Steps it learned at once</source>
        <translation>Schritte, die es auf einmal lernte</translation>
    </message>
    <message>
        <source>%1, %2 as one, by %3</source>
        <translation>%1, je %2 als einer, durch %3</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Dynamik</translation>
    </message>
    <message>
        <source>Note length</source>
        <translation>Notenlänge</translation>
    </message>
    <message>
        <source>as measured on “%1”</source>
        <translation>wie mit „%1“ gemessen</translation>
    </message>
    <message>
        <source>does what it says</source>
        <translation>tut, was er sagt</translation>
    </message>
    <message>
        <source>does too little</source>
        <translation>bewirkt zu wenig</translation>
    </message>
    <message>
        <source>not measured yet</source>
        <translation>noch nicht gemessen</translation>
    </message>
    <message>
        <source>How much it needs them was measured with this model.</source>
        <translation>Wie sehr es sie braucht, wurde mit diesem Modell gemessen.</translation>
    </message>
    <message>
        <source>How much it needs them was not measured: it gets those of “%1”.</source>
        <translation>Wie sehr es sie braucht, wurde nicht gemessen: Es bekommt die von „%1“.</translation>
    </message>
    <message>
        <source>How much it needs them was not measured: it gets none.</source>
        <translation>Wie sehr es sie braucht, wurde nicht gemessen: Es bekommt keine.</translation>
    </message>
    <message>
        <source>Loss before</source>
        <translation>Verlust vorher</translation>
    </message>
    <message>
        <source>Loss now</source>
        <translation>Verlust jetzt</translation>
    </message>
    <message>
        <source>Better by</source>
        <translation>Besser um</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>Abschreiben</translation>
    </message>
    <message>
        <source>It was not looked for.</source>
        <translation>Es wurde nicht danach gesucht.</translation>
    </message>
    <message>
        <source>%1 of what it made in %2 samples stands, 16 notes in a row, in its songs.</source>
        <translation>%1 von dem, was es in %2 Proben machte, steht 16 Noten lang in seinen Stücken.</translation>
    </message>
    <message>
        <source>Every run of %1 notes or more is found, shorter ones by chance.</source>
        <translation>Jede Folge von %1 Noten und mehr wird gefunden, kürzere nur zufällig.</translation>
    </message>
    <message>
        <source>bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>%1 notes in a row</source>
        <translation>%1 Noten hintereinander</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 weitere</translation>
    </message>
    <message>
        <source>About “{0}”</source>
        <translation>Über „{0}“</translation>
    </message>
    <message>
        <source>Songs it learned from, by hash</source>
        <translation>Stücke, aus denen es lernte, als Prüfsummen</translation>
    </message>
    <message>
        <source>▶ Hear it</source>
        <translation>▶ Anhören</translation>
    </message>
    <message>
        <source>A piece that it went on with (again: stop)</source>
        <translation>Ein Stück, das es fortgesetzt hat (noch einmal: Halt)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>No model yet</source>
        <translation>Noch kein Modell</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modell: {0}</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>Anderes Modell wählen</translation>
    </message>
</context>
<context>
    <name>ModelViews</name>
    <message>
        <source>The model has forgotten the bars before %1. Rebuild brings them back.</source>
        <translation>Das Modell hat die Takte vor %1 vergessen. „Neu lesen“ holt sie zurück.</translation>
    </message>
    <message>
        <source>The model reads the piece anew next time.</source>
        <translation>Das Modell liest das Stück beim nächsten Mal neu.</translation>
    </message>
    <message>
        <source>The model reads ‘%1’ before this piece from now on.</source>
        <translation>Das Modell liest von nun an „%1“ vor diesem Stück.</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>The model is being loaded.</source>
        <translation>Das Modell wird geladen.</translation>
    </message>
    <message>
        <source>Model loading…</source>
        <translation>Modell wird geladen…</translation>
    </message>
    <message>
        <source>This model has not learned to plan chords</source>
        <translation>Dieses Modell hat nicht gelernt, Akkorde zu planen</translation>
    </message>
    <message>
        <source>%1 ready</source>
        <translation>%1 bereit</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>Segue makes notes on the processor: it is fast enough for one player.</source>
        <translation>Segue macht Noten auf dem Prozessor: schnell genug für einen Spieler.</translation>
    </message>
    <message>
        <source>begins from nothing</source>
        <translation>beginnt aus dem Nichts</translation>
    </message>
    <message>
        <source>hears the whole piece</source>
        <translation>hört das ganze Stück</translation>
    </message>
    <message>
        <source>hears the last bar</source>
        <translation>hört den letzten Takt</translation>
    </message>
    <message>
        <source>hears the last %1 bars</source>
        <translation>hört die letzten %1 Takte</translation>
    </message>
    <message>
        <source>%1 bar</source>
        <translation>%1 Takt</translation>
    </message>
    <message>
        <source>%1 bars</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>%1: %2 ms a bar, slower than it sounds</source>
        <translation>%1: %2 ms je Takt, langsamer als es klingt</translation>
    </message>
    <message>
        <source>ready, %1 ms a bar</source>
        <translation>bereit, %1 ms je Takt</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>Choose one in the Models tab.</source>
        <translation>Wählen Sie eines unter „Modelle“.</translation>
    </message>
    <message>
        <source>Model “%1” ready</source>
        <translation type="vanished">Modell „%1“ bereit</translation>
    </message>
    <message>
        <source>Memory 1 bar</source>
        <translation type="vanished">Gedächtnis 1 Takt</translation>
    </message>
    <message>
        <source>Memory %1 bars</source>
        <translation type="vanished">Gedächtnis %1 Takte</translation>
    </message>
    <message>
        <source>Model “%1” · %2 ms a bar</source>
        <translation type="vanished">Modell „%1“ · %2 ms je Takt</translation>
    </message>
    <message>
        <source>Keeps about %1 notes in mind</source>
        <translation type="vanished">Behält etwa %1 Noten im Kopf</translation>
    </message>
    <message>
        <source>Transformer-XL · %1 M weights · holds about %2 notes</source>
        <translation type="vanished">Transformer-XL · %1 Mio. Gewichte · behält etwa %2 Noten</translation>
    </message>
</context>
<context>
    <name>Models</name>
    <message>
        <source>Its file %1 is missing.</source>
        <translation>Seine Datei %1 fehlt.</translation>
    </message>
    <message>
        <source>Its description is damaged.</source>
        <translation>Seine Beschreibung ist beschädigt.</translation>
    </message>
    <message>
        <source>It was made by a newer version (format %1; this one reads up to %2).</source>
        <translation>Es stammt aus einer neueren Version (Format %1; diese liest bis %2).</translation>
    </message>
    <message>
        <source>%1 with the style of %2 pieces</source>
        <translation>%1 mit dem Stil von %2 Stücken</translation>
    </message>
    <message>
        <source>learned from %1 pieces</source>
        <translation>aus %1 Stücken gelernt</translation>
    </message>
</context>
<context>
    <name>ModelsShelf</name>
    <message>
        <source>Nothing of ‘%1’ was kept to be heard.</source>
        <translation>Von „%1“ wurde nichts Hörbares aufbewahrt.</translation>
    </message>
    <message>
        <source>Export the model ‘%1’</source>
        <translation>Modell „%1“ exportieren</translation>
    </message>
    <message>
        <source>Segue model (*%1)</source>
        <translation>Segue-Modell (*%1)</translation>
    </message>
    <message>
        <source>Writing the model…</source>
        <translation>Das Modell wird geschrieben…</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Modell importieren</translation>
    </message>
    <message>
        <source>Looking through the model…</source>
        <translation>Das Modell wird durchgesehen…</translation>
    </message>
    <message>
        <source>Wrote ‘%1’ (%2).</source>
        <translation>„%1“ geschrieben (%2).</translation>
    </message>
    <message>
        <source>‘%1’ is among your models.</source>
        <translation>„%1“ ist unter Ihren Modellen.</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>Damit weitermachen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
</context>
<context>
    <name>NextRequest</name>
    <message>
        <source>Rewrite bar %1 in %2</source>
        <translation>Takt %1 in %2 neu</translation>
    </message>
    <message>
        <source>Rewrite bars %1–%3 in %2</source>
        <translation>Takte %1–%3 in %2 neu</translation>
    </message>
    <message>
        <source>Fill bar %1 in %2</source>
        <translation>Takt %1 in %2 füllen</translation>
    </message>
    <message>
        <source>Fill bars %1–%3 in %2</source>
        <translation>Takte %1–%3 in %2 füllen</translation>
    </message>
    <message>
        <source>1 track</source>
        <translation>1 Spur</translation>
    </message>
    <message>
        <source>%1 tracks</source>
        <translation>%1 Spuren</translation>
    </message>
    <message>
        <source>Let the others answer in bar %1</source>
        <translation>Die anderen in Takt %1 antworten lassen</translation>
    </message>
    <message>
        <source>Let the others answer in bars %1–%3</source>
        <translation>Die anderen in den Takten %1–%3 antworten lassen</translation>
    </message>
    <message>
        <source>Add a track that plays along…</source>
        <translation>Spur hinzufügen, die mitspielt…</translation>
    </message>
    <message>
        <source>Begin 1 bar</source>
        <translation>1 Takt beginnen</translation>
    </message>
    <message>
        <source>Begin %1 bars</source>
        <translation>%1 Takte beginnen</translation>
    </message>
    <message>
        <source>in bar %1</source>
        <translation>in Takt %1</translation>
    </message>
    <message>
        <source>after bar %1</source>
        <translation>nach Takt %1</translation>
    </message>
    <message>
        <source>from the beginning</source>
        <translation>von Anfang an</translation>
    </message>
    <message>
        <source>bar %1</source>
        <translation>Takt %1</translation>
    </message>
    <message>
        <source>bars %1–%3</source>
        <translation>Takte %1–%3</translation>
    </message>
    <message>
        <source>Go on from bar %2</source>
        <translation>Weiter ab Takt %2</translation>
    </message>
    <message>
        <source>Continue 1 bar from bar %2</source>
        <translation>1 Takt weiter ab Takt %2</translation>
    </message>
    <message>
        <source>Continue %1 bars from bar %2</source>
        <translation>%1 Takte weiter ab Takt %2</translation>
    </message>
</context>
<context>
    <name>NoteCommands</name>
    <message>
        <source>Paste %1 note</source>
        <translation>%1 Note einfügen</translation>
    </message>
    <message>
        <source>Paste %1 notes</source>
        <translation>%1 Noten einfügen</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Note löschen</translation>
    </message>
    <message>
        <source>Duplicate note</source>
        <translation>Note duplizieren</translation>
    </message>
    <message>
        <source>Draw note</source>
        <translation>Note zeichnen</translation>
    </message>
    <message>
        <source>Move note</source>
        <translation>Note verschieben</translation>
    </message>
    <message>
        <source>Copy note</source>
        <translation>Note kopieren</translation>
    </message>
    <message>
        <source>Change length of note</source>
        <translation>Notenlänge ändern</translation>
    </message>
    <message>
        <source>Tie note</source>
        <translation>Note binden</translation>
    </message>
    <message>
        <source>Transpose note</source>
        <translation>Note transponieren</translation>
    </message>
    <message>
        <source>Change velocity of note</source>
        <translation>Anschlagstärke der Note ändern</translation>
    </message>
    <message>
        <source>Quantise note</source>
        <translation>Note quantisieren</translation>
    </message>
    <message>
        <source>Change feel of note</source>
        <translation>Feeling einer Note ändern</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation><numerusform>%n Note löschen</numerusform><numerusform>%n Noten löschen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n notes</source>
        <translation><numerusform>%n Note duplizieren</numerusform><numerusform>%n Noten duplizieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation><numerusform>%n Note verschieben</numerusform><numerusform>%n Noten verschieben</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Copy %n notes</source>
        <translation><numerusform>%n Note kopieren</numerusform><numerusform>%n Noten kopieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change length of %n notes</source>
        <translation><numerusform>Länge von %n Note ändern</numerusform><numerusform>Länge von %n Noten ändern</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Tie %n notes</source>
        <translation><numerusform>%n Note binden</numerusform><numerusform>%n Noten binden</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n notes</source>
        <translation><numerusform>%n Note transponieren</numerusform><numerusform>%n Noten transponieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change velocity of %n notes</source>
        <translation><numerusform>Anschlagstärke von %n Note ändern</numerusform><numerusform>Anschlagstärke von %n Noten ändern</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Quantise %n notes</source>
        <translation><numerusform>%n Note quantisieren</numerusform><numerusform>%n Noten quantisieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change feel of %n notes</source>
        <translation><numerusform>Feeling von %n Note ändern</numerusform><numerusform>Feeling von %n Noten ändern</numerusform></translation>
    </message>
</context>
<context>
    <name>NotesModel</name>
    <message>
        <source>Start</source>
        <translation type="vanished">Beginnen</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation type="vanished">Tonhöhe</translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="vanished">Länge</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation type="vanished">Anschlag</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation type="vanished">Von</translation>
    </message>
    <message>
        <source>you</source>
        <translation type="vanished">Ihnen</translation>
    </message>
    <message>
        <source>take {0}</source>
        <translation type="vanished">Take {0}</translation>
    </message>
    <message>
        <source>{0}, edited</source>
        <translation type="vanished">{0}, bearbeitet</translation>
    </message>
    <message>
        <source>Change {0}</source>
        <translation type="vanished">{0} ändern</translation>
    </message>
</context>
<context>
    <name>NoticeList</name>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>There are no notices.</source>
        <translation>Es gibt keine Meldungen.</translation>
    </message>
</context>
<context>
    <name>NoticeStrip</name>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>All that this notice says</source>
        <translation>Alles, was diese Meldung sagt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message numerus="yes">
        <source>%n open notices</source>
        <translation><numerusform>%n offene Meldung</numerusform><numerusform>%n offene Meldungen</numerusform></translation>
    </message>
    <message>
        <source>1 open notice</source>
        <translation>1 offene Meldung</translation>
    </message>
</context>
<context>
    <name>OfferPlace</name>
    <message>
        <source>Every track is set to Context or Ignore: set one to Write.</source>
        <translation>Jede Spur steht auf Kontext oder Ignorieren: Stellen Sie eine auf Schreiben.</translation>
    </message>
    <message>
        <source>The tracks that Segue hears have no notes before this bar.</source>
        <translation>Die Spuren, die Segue hört, haben vor diesem Takt keine Noten.</translation>
    </message>
    <message>
        <source>There is no track.</source>
        <translation>Es gibt keine Spur.</translation>
    </message>
    <message>
        <source>Drag over the bars in the ruler, or select notes in them.</source>
        <translation>Im Lineal über die Takte ziehen, oder Noten darin auswählen.</translation>
    </message>
    <message>
        <source>Choose at most 64 bars to write anew.</source>
        <translation>Wählen Sie höchstens 64 Takte, die neu geschrieben werden sollen.</translation>
    </message>
    <message>
        <source>This model has not learned to fill gaps. Rewrite does without.</source>
        <translation>Dieses Modell hat nicht gelernt, Lücken zu füllen. „Neu schreiben“ kommt ohne das aus.</translation>
    </message>
    <message>
        <source>There is no other track to write.</source>
        <translation>Es gibt keine andere Spur zu schreiben.</translation>
    </message>
    <message>
        <source>There is nothing around these bars to go by: Continue begins a piece.</source>
        <translation>Um diese Takte herum steht nichts, wonach es gehen könnte: „Fortsetzen“ beginnt ein Stück.</translation>
    </message>
    <message>
        <source>Track %1</source>
        <translation>Spur %1</translation>
    </message>
    <message>
        <source>All other tracks stay as they are.</source>
        <translation>Alle anderen Spuren bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Nothing is before the playhead: move it, or continue from the end.</source>
        <translation type="vanished">Vor der Abspielposition steht nichts: Versetzen Sie sie, oder setzen Sie am Ende fort.</translation>
    </message>
    <message>
        <source>There is nothing to continue yet. Play or drop a few bars, or draw some notes.</source>
        <translation type="vanished">Es gibt noch nichts fortzusetzen. Spielen, ziehen oder zeichnen Sie ein paar Takte.</translation>
    </message>
    <message>
        <source>The piece has notes already: begin a new one with Ctrl+N.</source>
        <translation type="vanished">Das Stück hat schon Noten: Beginnen Sie mit Strg+N ein neues.</translation>
    </message>
    <message>
        <source>Select notes in the bars to write anew, or set a loop over them.</source>
        <translation type="vanished">Wählen Sie Noten in den Takten, die neu geschrieben werden sollen, oder legen Sie einen Loop darüber.</translation>
    </message>
    <message>
        <source>Select notes in the bars to fill, or set a loop over them.</source>
        <translation type="vanished">Wählen Sie Noten in den Takten aus, die gefüllt werden sollen, oder legen Sie einen Loop darüber.</translation>
    </message>
</context>
<context>
    <name>OfferPlan</name>
    <message>
        <source>who plays</source>
        <translation>wer spielt</translation>
    </message>
    <message>
        <source>Plan of alternative {0}</source>
        <translation>Plan von Alternative {0}</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation><numerusform>und %n weitere</numerusform><numerusform>und %n weitere</numerusform></translation>
    </message>
    <message>
        <source>{0} plays in {1} of {2} bars</source>
        <translation>{0} spielt in {1} von {2} Takten</translation>
    </message>
    <message>
        <source>{0} are planned</source>
        <translation>{0} sind geplant</translation>
    </message>
    <message>
        <source>who plays, and how full</source>
        <translation type="vanished">wer spielt und wie dicht</translation>
    </message>
    <message>
        <source>Plan of offer {0}</source>
        <translation type="vanished">Plan von Angebot {0}</translation>
    </message>
</context>
<context>
    <name>OfferViews</name>
    <message>
        <source>The model is at work: Esc stops it.</source>
        <translation>Das Modell ist bei der Arbeit: Esc hält es an.</translation>
    </message>
    <message>
        <source>Waiting for the model…</source>
        <translation>Warten auf das Modell…</translation>
    </message>
    <message>
        <source>Reading the piece…</source>
        <translation>Das Stück wird gelesen…</translation>
    </message>
    <message>
        <source>Keeps %1 when it is whole; Enter: at once</source>
        <translation>Behält %1, wenn es ganz ist; Enter: sofort</translation>
    </message>
    <message>
        <source>Making %1</source>
        <translation>Entsteht: %1</translation>
    </message>
    <message>
        <source>Looking for better ones…</source>
        <translation>Sucht bessere…</translation>
    </message>
    <message>
        <source>Listening to how they join…</source>
        <translation>Die Anschlüsse werden geprüft…</translation>
    </message>
    <message>
        <source>There are no alternatives: press %1 first.</source>
        <translation>Es gibt keine Alternativen: Drücken Sie zuerst %1.</translation>
    </message>
    <message>
        <source>There are fewer alternatives.</source>
        <translation>So viele Alternativen gibt es nicht.</translation>
    </message>
    <message>
        <source>&amp;Begin</source>
        <translation>&amp;Beginnen</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Stop making</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Added 1 bar.</source>
        <translation>1 Takt hinzugefügt.</translation>
    </message>
    <message>
        <source>Added %1 bars.</source>
        <translation>%1 Takte hinzugefügt.</translation>
    </message>
    <message>
        <source>Rewrote bar %1.</source>
        <translation>Takt %1 neu geschrieben.</translation>
    </message>
    <message>
        <source>Rewrote bars %1 to %2.</source>
        <translation>Takte %1 bis %2 neu geschrieben.</translation>
    </message>
    <message>
        <source>Filled bar %1.</source>
        <translation>Takt %1 gefüllt.</translation>
    </message>
    <message>
        <source>Filled bars %1 to %2.</source>
        <translation>Takte %1 bis %2 gefüllt.</translation>
    </message>
    <message>
        <source>Press %1 to go on from there.</source>
        <translation>%1 macht dort weiter.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Nothing is on offer: press G first.</source>
        <translation type="vanished">Es liegt nichts vor: Drücken Sie zuerst G.</translation>
    </message>
    <message>
        <source>Press G to go on from there.</source>
        <translation type="vanished">Mit G geht es von dort weiter.</translation>
    </message>
    <message>
        <source>Undo: Ctrl+Z. Press G to go on from there.</source>
        <translation type="vanished">Rückgängig: Strg+Z. Mit G geht es von dort weiter.</translation>
    </message>
    <message>
        <source>Bar %1 is written anew: %3.</source>
        <translation type="vanished">Takt %1 wird neu geschrieben: %3.</translation>
    </message>
    <message>
        <source>Bars %1 to %2 are written anew: %3.</source>
        <translation type="vanished">Takte %1 bis %2 werden neu geschrieben: %3.</translation>
    </message>
    <message>
        <source>Track %1</source>
        <translation type="vanished">Spur %1</translation>
    </message>
    <message>
        <source>All other tracks stay as they are.</source>
        <translation type="vanished">Alle anderen Spuren bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Every track is set to Context or Ignore: set one to Write.</source>
        <translation type="vanished">Jede Spur steht auf Kontext oder Ignorieren: Stellen Sie eine auf Schreiben.</translation>
    </message>
    <message>
        <source>There is no track.</source>
        <translation type="vanished">Es gibt keine Spur.</translation>
    </message>
    <message>
        <source>Select notes in the bars to write anew, or set a loop over them.</source>
        <translation type="vanished">Wählen Sie Noten in den Takten, die neu geschrieben werden sollen, oder legen Sie einen Loop darüber.</translation>
    </message>
    <message>
        <source>Choose at most 64 bars to write anew.</source>
        <translation type="vanished">Wählen Sie höchstens 64 Takte, die neu geschrieben werden sollen.</translation>
    </message>
    <message>
        <source>The piece has notes already: begin a new one with Ctrl+N.</source>
        <translation type="vanished">Das Stück hat schon Noten: Beginnen Sie mit Strg+N ein neues.</translation>
    </message>
    <message>
        <source>There is nothing to continue yet. Play or drop a few bars, or draw some notes.</source>
        <translation type="vanished">Es gibt noch nichts fortzusetzen. Spielen, ziehen oder zeichnen Sie ein paar Takte.</translation>
    </message>
</context>
<context>
    <name>OfferWords</name>
    <message>
        <source>rises</source>
        <translation>steigt</translation>
    </message>
    <message>
        <source>falls</source>
        <translation>fällt</translation>
    </message>
    <message>
        <source>busier</source>
        <translation>belebter</translation>
    </message>
    <message>
        <source>calmer</source>
        <translation>ruhiger</translation>
    </message>
    <message>
        <source>higher</source>
        <translation>höher</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>tiefer</translation>
    </message>
    <message>
        <source>leaps</source>
        <translation>springt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>schreitet</translation>
    </message>
    <message>
        <source>wider</source>
        <translation>weiter</translation>
    </message>
    <message>
        <source>narrower</source>
        <translation>enger</translation>
    </message>
    <message>
        <source>long notes</source>
        <translation>lange Töne</translation>
    </message>
    <message>
        <source>short notes</source>
        <translation>kurze Töne</translation>
    </message>
    <message>
        <source>louder</source>
        <translation>lauter</translation>
    </message>
    <message>
        <source>softer</source>
        <translation>leiser</translation>
    </message>
    <message>
        <source>off-beat</source>
        <translation>off-beat</translation>
    </message>
    <message>
        <source>on-beat</source>
        <translation>im Takt</translation>
    </message>
    <message>
        <source>ends on V</source>
        <translation>endet auf V</translation>
    </message>
    <message>
        <source>ends on I</source>
        <translation>endet auf I</translation>
    </message>
</context>
<context>
    <name>Origins</name>
    <message>
        <source>{0}, {1}, velocity {2}</source>
        <translation>{0}, {1}, Anschlag {2}</translation>
    </message>
    <message>
        <source>Take {0}</source>
        <translation>Take {0}</translation>
    </message>
    <message>
        <source>{0}, changed by you</source>
        <translation>{0}, von Ihnen geändert</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation type="vanished">Von Ihnen</translation>
    </message>
</context>
<context>
    <name>OtherBeats</name>
    <message>
        <source>Segue looks for other beats.</source>
        <translation type="vanished">Segue sucht andere Schläge.</translation>
    </message>
    <message>
        <source>Segue found no other beats.</source>
        <translation type="vanished">Segue hat keine anderen Schläge gefunden.</translation>
    </message>
    <message>
        <source>Other beats, %1 of %2.</source>
        <translation type="vanished">Andere Schläge, %1 von %2.</translation>
    </message>
    <message>
        <source>No steady beat was found: this is guess %1 of %2.</source>
        <translation type="vanished">Ein gleichmäßiger Schlag wurde nicht gefunden: Das ist Vermutung %1 von %2.</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>The whole piece: drag the frame to look elsewhere</source>
        <translation>Das ganze Stück: Ziehen Sie den Rahmen, um anderswo hinzusehen</translation>
    </message>
</context>
<context>
    <name>OwnFolders</name>
    <message>
        <source>Segue cannot write to its folder ‘%1’ (%2).</source>
        <translation>Segue kann in seinen Ordner „%1“ nicht schreiben (%2).</translation>
    </message>
    <message>
        <source>Playing and Continue work; what would be kept there is lost when you close it.</source>
        <translation>Spielen und Fortsetzen gehen; was dort aufgehoben würde, ist beim Schließen verloren.</translation>
    </message>
    <message>
        <source>Save your pieces in another place.</source>
        <translation>Speichern Sie Ihre Stücke an einem anderen Ort.</translation>
    </message>
</context>
<context>
    <name>PaneBar</name>
    <message>
        <source>Make others</source>
        <translation>Andere machen</translation>
    </message>
    <message>
        <source>Put all alternatives away and make others</source>
        <translation>Alle Alternativen weglegen und andere machen</translation>
    </message>
    <message>
        <source>Forget peaks</source>
        <translation>Spitzen vergessen</translation>
    </message>
    <message>
        <source>Let the white lines of the meters go</source>
        <translation>Die weißen Striche der Pegel löschen</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Panes under the roll</source>
        <translation>Ansichten unter der Pianorolle</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Insert before</source>
        <translation>Davor einfügen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Fold the panes away</source>
        <translation>Bereiche einklappen</translation>
    </message>
    <message>
        <source>Unfold the panes</source>
        <translation>Bereiche ausklappen</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation type="vanished">Anschlag</translation>
    </message>
    <message>
        <source>Velocities and controllers under the roll</source>
        <translation type="vanished">Anschlag und Controller unter der Rolle</translation>
    </message>
    <message>
        <source>None of these</source>
        <translation type="vanished">Keine davon</translation>
    </message>
    <message>
        <source>Put them all away and make others</source>
        <translation type="vanished">Alle weglegen und andere machen</translation>
    </message>
</context>
<context>
    <name>PartExtraction</name>
    <message>
        <source>Extract parts</source>
        <translation>Stimmen herausschreiben</translation>
    </message>
    <message numerus="yes">
        <source>%n of the files are there already.</source>
        <translation><numerusform>%n der Dateien gibt es schon.</numerusform><numerusform>%n der Dateien gibt es schon.</numerusform></translation>
    </message>
    <message>
        <source>What is in them now is replaced.</source>
        <translation>Was jetzt darin ist, wird ersetzt.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n parts to ‘%1’.</source>
        <translation><numerusform>%n Stimme nach „%1“ geschrieben.</numerusform><numerusform>%n Stimmen nach „%1“ geschrieben.</numerusform></translation>
    </message>
</context>
<context>
    <name>Parts</name>
    <message>
        <source>Bass line</source>
        <translation>Basslinie</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Pad</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>Second voice</source>
        <translation>Zweite Stimme</translation>
    </message>
    <message>
        <source>Another instrument</source>
        <translation>Anderes Instrument</translation>
    </message>
</context>
<context>
    <name>PartsOptionsDialog</name>
    <message>
        <source>&amp;Parts</source>
        <translation>&amp;Stimmen</translation>
    </message>
    <message>
        <source>&amp;Write as</source>
        <translation>Schreiben &amp;als</translation>
    </message>
</context>
<context>
    <name>PendingJam</name>
    <message>
        <source>Jam %1</source>
        <translation>Jam %1</translation>
    </message>
    <message>
        <source>Notes played: %1 by you, %2 by Segue.</source>
        <translation>Gespielte Noten: %1 von Ihnen, %2 von Segue.</translation>
    </message>
    <message>
        <source>%1, bars %2–%3</source>
        <translation>%1, Takte %2–%3</translation>
    </message>
    <message>
        <source>The jam is neither kept nor discarded.</source>
        <translation>Der Jam ist weder behalten noch verworfen.</translation>
    </message>
    <message>
        <source>Stop it and keep it as a piece, or it is lost.</source>
        <translation>Halten Sie ihn an und behalten Sie ihn als Stück, sonst ist er verloren.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>PhaseBar</name>
    <message>
        <source>Prepare</source>
        <translation>Vorbereiten</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Choose the best</source>
        <translation>Besten wählen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>read the pieces</source>
        <translation>Stücke lesen</translation>
    </message>
    <message>
        <source>step by step</source>
        <translation>Schritt für Schritt</translation>
    </message>
    <message>
        <source>Not running</source>
        <translation>Läuft nicht</translation>
    </message>
    <message>
        <source>pieces read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>writing…</source>
        <translation>schreibt …</translation>
    </message>
    <message>
        <source>{0} notes a second</source>
        <translation>{0} Noten je Sekunde</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>Schritt {0}</translation>
    </message>
    <message>
        <source>{0} steps</source>
        <translation>{0} Schritte</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>gelernt</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>from about {0}</source>
        <translation>ab etwa {0}</translation>
    </message>
    <message>
        <source>by the test songs</source>
        <translation>an den Teststücken</translation>
    </message>
    <message>
        <source>as a model</source>
        <translation>als Modell</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>liest …</translation>
    </message>
    <message>
        <source>{0} of {1} pieces</source>
        <translation>{0} von {1} Stücken</translation>
    </message>
    <message>
        <source>step {0}: measuring</source>
        <translation>Schritt {0}: misst</translation>
    </message>
    <message>
        <source>step {0}: trying out</source>
        <translation>Schritt {0}: probiert aus</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation>Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>Phase: {0}</source>
        <translation>Abschnitt: {0}</translation>
    </message>
    <message>
        <source>by songs never seen</source>
        <translation type="vanished">an nie gesehenen Stücken</translation>
    </message>
    <message>
        <source>in your models</source>
        <translation type="vanished">bei den Modellen</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation type="vanished">alle Schritte</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation type="vanished">Vorbereiten</translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="vanished">Trainieren</translation>
    </message>
    <message>
        <source>Evaluating</source>
        <translation type="vanished">Prüfen</translation>
    </message>
    <message>
        <source>Trying out</source>
        <translation type="vanished">Ausprobieren</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation type="vanished">Abschluss</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation type="vanished">Vorspielen</translation>
    </message>
</context>
<context>
    <name>PianoRoll</name>
    <message>
        <source>Piano roll</source>
        <translation>Pianorolle</translation>
    </message>
    <message>
        <source>Segue begins here</source>
        <translation>Segue beginnt hier</translation>
    </message>
    <message>
        <source>Segue goes on from here</source>
        <translation>Hier geht Segue weiter</translation>
    </message>
    <message>
        <source>Play your keyboard, draw with a double-click, or drop a .mid file.</source>
        <translation type="vanished">Spielen Sie auf Ihrem Keyboard, zeichnen Sie mit Doppelklick, oder ziehen Sie eine .mid-Datei hierher.</translation>
    </message>
    <message>
        <source>Open demo</source>
        <translation type="vanished">Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open a short piece to try Segue with</source>
        <translation type="vanished">Ein kurzes Stück öffnen, um Segue auszuprobieren</translation>
    </message>
</context>
<context>
    <name>PieceBrowser</name>
    <message>
        <source>Search pieces…</source>
        <translation>Stücke suchen…</translation>
    </message>
    <message>
        <source>Words in titles, composers, folders and tags</source>
        <translation>Wörter in Titeln, Komponisten, Ordnern und Schlagwörtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Show only some of the pieces</source>
        <translation>Nur einige der Stücke zeigen</translation>
    </message>
    <message>
        <source>Any instrument</source>
        <translation>Jedes Instrument</translation>
    </message>
    <message>
        <source>Instrument</source>
        <translation>Instrument</translation>
    </message>
    <message>
        <source>Any key</source>
        <translation>Jede Tonart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Any length</source>
        <translation>Jede Länge</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Any tempo</source>
        <translation>Jedes Tempo</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Any tag</source>
        <translation>Jedes Schlagwort</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Schlagwort</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Clear search and filters</source>
        <translation>Suche und Filter leeren</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Search {0} pieces…</source>
        <translation>{0} Stücke durchsuchen…</translation>
    </message>
    <message>
        <source>Add a folder of MIDI files. They stay where they are.</source>
        <translation>Fügen Sie einen Ordner mit MIDI-Dateien hinzu. Sie bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>No piece named ‘{0}’.</source>
        <translation>Kein Stück namens „{0}“.</translation>
    </message>
    <message>
        <source>No piece is like that.</source>
        <translation>Kein Stück ist so.</translation>
    </message>
    <message>
        <source>Filtered</source>
        <translation>Gefiltert</translation>
    </message>
</context>
<context>
    <name>PieceCredits</name>
    <message>
        <source>Title and composer</source>
        <translation>Titel und Komponist</translation>
    </message>
</context>
<context>
    <name>PieceExport</name>
    <message>
        <source>Export MIDI with origins</source>
        <translation>MIDI mit Herkunft exportieren</translation>
    </message>
    <message>
        <source>Export MusicXML</source>
        <translation>MusicXML exportieren</translation>
    </message>
    <message>
        <source>MIDI files (*.mid)</source>
        <translation type="vanished">MIDI-Dateien (*.mid)</translation>
    </message>
    <message>
        <source>MusicXML (*.musicxml)</source>
        <translation type="vanished">MusicXML (*.musicxml)</translation>
    </message>
    <message>
        <source>There are no notes yet.</source>
        <translation type="vanished">Es gibt noch keine Noten.</translation>
    </message>
    <message>
        <source>Writing ‘%1’…</source>
        <translation type="vanished">„%1“ wird geschrieben…</translation>
    </message>
    <message>
        <source>Written to ‘%1’.</source>
        <translation type="vanished">In „%1“ geschrieben.</translation>
    </message>
    <message>
        <source>It is being written.</source>
        <translation type="vanished">Es wird gerade geschrieben.</translation>
    </message>
    <message>
        <source>It needs the library partitura: pip install segue[musicxml].</source>
        <translation type="vanished">Dazu braucht es die Bibliothek partitura: pip install segue[musicxml].</translation>
    </message>
</context>
<context>
    <name>PieceGroups</name>
    <message>
        <source>comes next</source>
        <translation>kommt als Nächstes</translation>
    </message>
    <message>
        <source>Pieces just read</source>
        <translation>Eben gelesene Stücke</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>All pieces</source>
        <translation>Alle Stücke</translation>
    </message>
</context>
<context>
    <name>PieceList</name>
    <message>
        <source>Search pieces…</source>
        <translation type="vanished">Stücke suchen…</translation>
    </message>
    <message>
        <source>Words in titles, composers, folders and tags</source>
        <translation type="vanished">Wörter in Titeln, Komponisten, Ordnern und Schlagwörtern</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="vanished">Filter</translation>
    </message>
    <message>
        <source>Show only some of the pieces</source>
        <translation type="vanished">Nur einige der Stücke zeigen</translation>
    </message>
    <message>
        <source>Any instrument</source>
        <translation type="vanished">Jedes Instrument</translation>
    </message>
    <message>
        <source>Instrument</source>
        <translation type="vanished">Instrument</translation>
    </message>
    <message>
        <source>Any key</source>
        <translation type="vanished">Jede Tonart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="vanished">Tonart</translation>
    </message>
    <message>
        <source>Any length</source>
        <translation type="vanished">Jede Länge</translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="vanished">Länge</translation>
    </message>
    <message>
        <source>Any tempo</source>
        <translation type="vanished">Jedes Tempo</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation type="vanished">Tempo</translation>
    </message>
    <message>
        <source>Any tag</source>
        <translation type="vanished">Jedes Schlagwort</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation type="vanished">Schlagwort</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="vanished">Alle zeigen</translation>
    </message>
    <message>
        <source>Clear search and filters</source>
        <translation type="vanished">Suche und Filter leeren</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="vanished">Leeren</translation>
    </message>
    <message>
        <source>Search {0} pieces…</source>
        <translation type="vanished">{0} Stücke durchsuchen…</translation>
    </message>
    <message>
        <source>Add a folder of MIDI files. They stay where they are.</source>
        <translation type="vanished">Fügen Sie einen Ordner mit MIDI-Dateien hinzu. Sie bleiben, wo sie sind.</translation>
    </message>
    <message>
        <source>No piece named ‘{0}’.</source>
        <translation type="vanished">Kein Stück namens „{0}“.</translation>
    </message>
    <message>
        <source>No piece is like that.</source>
        <translation type="vanished">Kein Stück ist so.</translation>
    </message>
    <message>
        <source>Filtered</source>
        <translation type="vanished">Gefiltert</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation type="vanished">Stücke</translation>
    </message>
    <message>
        <source>Words in names and tags</source>
        <translation type="vanished">Wörter in Namen und Schlagwörtern</translation>
    </message>
</context>
<context>
    <name>PieceMenu</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Hören</translation>
    </message>
    <message>
        <source>Add to this piece</source>
        <translation>In dieses Stück einfügen</translation>
    </message>
    <message>
        <source>Let the model remember it first</source>
        <translation>Das Modell zuerst lesen lassen</translation>
    </message>
    <message>
        <source>Do not use for training</source>
        <translation>Nicht fürs Training verwenden</translation>
    </message>
    <message>
        <source>Use for training</source>
        <translation>Fürs Training verwenden</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>Schlagwörter…</translation>
    </message>
    <message>
        <source>Whose music it is…</source>
        <translation>Wessen Musik es ist…</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Words of your own, with commas between them</source>
        <translation>Eigene Wörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Who wrote it, and what may be done with it</source>
        <translation>Wer sie geschrieben hat und was man damit tun darf</translation>
    </message>
    <message>
        <source>Whose music it is</source>
        <translation>Wessen Musik es ist</translation>
    </message>
</context>
<context>
    <name>PieceTable</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Composer</source>
        <translation>Komponist</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>Instruments</source>
        <translation>Instrumente</translation>
    </message>
</context>
<context>
    <name>PiecesColumn</name>
    <message>
        <source>Chosen pieces</source>
        <translation>Gewählte Stücke</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>fest</translation>
    </message>
    <message>
        <source>A training keeps the pieces that it began with</source>
        <translation>Ein Training behält die Stücke, mit denen es begonnen hat</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen pieces</source>
        <translation><numerusform>%n gewähltes Stück</numerusform><numerusform>%n gewählte Stücke</numerusform></translation>
    </message>
    <message>
        <source>{0} to learn, {1} to test</source>
        <translation>{0} lernen, {1} testen</translation>
    </message>
    <message numerus="yes">
        <source>%n pieces are set aside. They are never learned from and only measure.</source>
        <translation><numerusform>%n Stück ist beiseitegelegt. Daraus wird nie gelernt, es dient nur zum Messen.</numerusform><numerusform>%n Stücke sind beiseitegelegt. Daraus wird nie gelernt, sie dienen nur zum Messen.</numerusform></translation>
    </message>
    <message>
        <source>The end of the piece is set aside: it is not learned from, it measures.</source>
        <translation>Das Ende des Stücks ist beiseitegelegt: Daraus wird nicht gelernt, daran wird gemessen.</translation>
    </message>
</context>
<context>
    <name>PiecesDialog</name>
    <message>
        <source>“%1” learns from these pieces</source>
        <translation>„%1“ lernt aus diesen Stücken</translation>
    </message>
    <message>
        <source>Pieces to learn from</source>
        <translation>Stücke, aus denen gelernt wird</translation>
    </message>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation><numerusform>%n Stück</numerusform><numerusform>%n Stücke</numerusform></translation>
    </message>
</context>
<context>
    <name>PitchSets</name>
    <message>
        <source>Scale or chord</source>
        <translation>Tonleiter oder Akkord</translation>
    </message>
    <message>
        <source>Only {0} {1}</source>
        <translation>Nur {0} {1}</translation>
    </message>
    <message>
        <source>Every note</source>
        <translation>Alle Töne</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Tonleiter</translation>
    </message>
    <message>
        <source>Chord</source>
        <translation>Akkord</translation>
    </message>
    <message>
        <source>major</source>
        <translation>Dur</translation>
    </message>
    <message>
        <source>natural minor</source>
        <translation>natürliches Moll</translation>
    </message>
    <message>
        <source>harmonic minor</source>
        <translation>harmonisches Moll</translation>
    </message>
    <message>
        <source>melodic minor</source>
        <translation>melodisches Moll</translation>
    </message>
    <message>
        <source>Dorian</source>
        <translation>Dorisch</translation>
    </message>
    <message>
        <source>Phrygian</source>
        <translation>Phrygisch</translation>
    </message>
    <message>
        <source>Lydian</source>
        <translation>Lydisch</translation>
    </message>
    <message>
        <source>Mixolydian</source>
        <translation>Mixolydisch</translation>
    </message>
    <message>
        <source>major pentatonic</source>
        <translation>Dur-Pentatonik</translation>
    </message>
    <message>
        <source>minor pentatonic</source>
        <translation>Moll-Pentatonik</translation>
    </message>
    <message>
        <source>blues</source>
        <translation>Blues</translation>
    </message>
    <message>
        <source>whole tone</source>
        <translation>Ganzton</translation>
    </message>
    <message>
        <source>octatonic</source>
        <translation>Oktatonisch</translation>
    </message>
    <message>
        <source>major chord</source>
        <translation>Dur-Akkord</translation>
    </message>
    <message>
        <source>minor chord</source>
        <translation>Moll-Akkord</translation>
    </message>
    <message>
        <source>diminished chord</source>
        <translation>verminderter Akkord</translation>
    </message>
    <message>
        <source>augmented chord</source>
        <translation>übermäßiger Akkord</translation>
    </message>
    <message>
        <source>sus4 chord</source>
        <translation>sus4-Akkord</translation>
    </message>
    <message>
        <source>7 chord</source>
        <translation>7-Akkord</translation>
    </message>
    <message>
        <source>maj7 chord</source>
        <translation>maj7-Akkord</translation>
    </message>
    <message>
        <source>m7 chord</source>
        <translation>m7-Akkord</translation>
    </message>
    <message>
        <source>m7♭5 chord</source>
        <translation>m7♭5-Akkord</translation>
    </message>
    <message>
        <source>dim7 chord</source>
        <translation>dim7-Akkord</translation>
    </message>
    <message>
        <source>6 chord</source>
        <translation>6-Akkord</translation>
    </message>
</context>
<context>
    <name>Pointer</name>
    <message>
        <source>Delete note</source>
        <translation type="vanished">Note löschen</translation>
    </message>
    <message>
        <source>Draw note</source>
        <translation type="vanished">Note zeichnen</translation>
    </message>
    <message>
        <source>Change length of note</source>
        <translation type="vanished">Notenlänge ändern</translation>
    </message>
    <message>
        <source>Copy note</source>
        <translation type="vanished">Note kopieren</translation>
    </message>
    <message>
        <source>Move note</source>
        <translation type="vanished">Note verschieben</translation>
    </message>
</context>
<context>
    <name>Ports</name>
    <message>
        <source>A port “%1” for other programs</source>
        <translation>Ein Anschluss „%1“ für andere Programme</translation>
    </message>
    <message>
        <source>A port “%1” that other programs play to</source>
        <translation>Ein Anschluss „%1“, in den andere Programme spielen</translation>
    </message>
    <message>
        <source>The transport of the JACK server</source>
        <translation>Der Transport des JACK-Servers</translation>
    </message>
    <message>
        <source>A port for each track, too, called as the track</source>
        <translation>Auch ein Anschluss für jede Spur, der wie die Spur heißt</translation>
    </message>
</context>
<context>
    <name>Preferences</name>
    <message>
        <source>Models</source>
        <translation type="vanished">Modelle</translation>
    </message>
    <message>
        <source>Library</source>
        <translation type="vanished">Bibliothek</translation>
    </message>
    <message>
        <source>Music prepared for training</source>
        <translation type="vanished">Für das Training vorbereitete Musik</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation type="vanished">Ungespeicherte Arbeit</translation>
    </message>
    <message>
        <source>Something is being moved.</source>
        <translation type="vanished">Es wird gerade etwas verschoben.</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="vanished">%1 frei</translation>
    </message>
    <message>
        <source>Where shall this be kept: %1</source>
        <translation type="vanished">Wo soll dies liegen: %1</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation type="vanished">Wird verschoben…</translation>
    </message>
    <message>
        <source>It was moved.</source>
        <translation type="vanished">Es wurde verschoben.</translation>
    </message>
    <message>
        <source>Everything is as at first.</source>
        <translation type="vanished">Alles ist wie am Anfang.</translation>
    </message>
    <message>
        <source>Everything is as at first; the file was kept as ‘%1’.</source>
        <translation type="vanished">Alles ist wie am Anfang; die Datei liegt noch da, als ‚%1‘.</translation>
    </message>
    <message>
        <source>Your preferences could not be read.</source>
        <translation type="vanished">Ihre Einstellungen konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file of your preferences was damaged.</source>
        <translation type="vanished">Die Datei Ihrer Einstellungen war beschädigt.</translation>
    </message>
    <message>
        <source>Everything is as at first; the damaged file was kept beside it.</source>
        <translation type="vanished">Alles ist wie am Anfang; die beschädigte Datei liegt noch daneben.</translation>
    </message>
</context>
<context>
    <name>PreferencesViews</name>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Music prepared for training</source>
        <translation>Für das Training vorbereitete Musik</translation>
    </message>
    <message>
        <source>Unsaved work</source>
        <translation>Ungespeicherte Arbeit</translation>
    </message>
    <message>
        <source>Something is being moved.</source>
        <translation>Es wird gerade etwas verschoben.</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 frei</translation>
    </message>
    <message>
        <source>Where shall this be kept: %1</source>
        <translation>Wo soll dies liegen: %1</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>Wird verschoben…</translation>
    </message>
    <message>
        <source>It was moved.</source>
        <translation>Es wurde verschoben.</translation>
    </message>
    <message>
        <source>Everything is as at first.</source>
        <translation>Alles ist wie am Anfang.</translation>
    </message>
    <message>
        <source>Everything is as at first; the file was kept as ‘%1’.</source>
        <translation>Alles ist wie am Anfang; die Datei liegt noch da, als ‚%1‘.</translation>
    </message>
    <message>
        <source>Your preferences could not be read.</source>
        <translation>Ihre Einstellungen konnten nicht gelesen werden.</translation>
    </message>
</context>
<context>
    <name>PreferencesWindow</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>The size holds from the next start on.</source>
        <translation>Die Größe gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language holds from the next start on.</source>
        <translation>Die Sprache gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Sound and ports</source>
        <translation>Klang und Anschlüsse</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Taste</source>
        <translation>Geschmack</translation>
    </message>
    <message>
        <source>Nothing is ever sent anywhere: no account, no statistics, no crash reports.</source>
        <translation>Es wird nie etwas irgendwohin gesendet: kein Konto, keine Statistik, keine Absturzberichte.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>PrintOptionsDialog</name>
    <message>
        <source>The score</source>
        <translation>Die Partitur</translation>
    </message>
    <message>
        <source>All parts, each from a new page</source>
        <translation>Alle Stimmen, jede auf einer neuen Seite</translation>
    </message>
    <message>
        <source>The score and all parts</source>
        <translation>Die Partitur und alle Stimmen</translation>
    </message>
    <message>
        <source>The part of %1</source>
        <translation>Die Stimme von %1</translation>
    </message>
    <message>
        <source>&amp;Pages</source>
        <translation>&amp;Seiten</translation>
    </message>
    <message>
        <source>&amp;Composer</source>
        <translation>&amp;Komponist</translation>
    </message>
    <message>
        <source>Print the score</source>
        <translation type="vanished">Noten drucken</translation>
    </message>
    <message>
        <source>&amp;Print</source>
        <translation type="vanished">&amp;Drucken</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Print the score</source>
        <translation>Noten drucken</translation>
    </message>
    <message>
        <source>Save as PDF</source>
        <translation>Als PDF speichern</translation>
    </message>
    <message>
        <source>Drawing the score…</source>
        <translation>Die Noten werden gezeichnet…</translation>
    </message>
    <message numerus="yes">
        <source>Printed: %n pages.</source>
        <translation><numerusform>Gedruckt: %n Seite.</numerusform><numerusform>Gedruckt: %n Seiten.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n parts to ‘%1’.</source>
        <translation><numerusform>%n Stimme nach „%1“ geschrieben.</numerusform><numerusform>%n Stimmen nach „%1“ geschrieben.</numerusform></translation>
    </message>
    <message>
        <source>Could not write ‘%1’ (%2).</source>
        <translation>„%1“ konnte nicht geschrieben werden (%2).</translation>
    </message>
    <message>
        <source>Title and composer</source>
        <translation>Titel und Komponist</translation>
    </message>
    <message>
        <source>Drawing the score… %1 %</source>
        <translation>Die Noten werden gezeichnet… %1 %</translation>
    </message>
    <message>
        <source>The score is being drawn.</source>
        <translation>Die Noten werden gerade gezeichnet.</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation type="vanished">PDF (*.pdf)</translation>
    </message>
    <message>
        <source>There are no notes yet.</source>
        <translation type="vanished">Es gibt noch keine Noten.</translation>
    </message>
    <message>
        <source>Written to ‘%1’.</source>
        <translation type="vanished">In „%1“ geschrieben.</translation>
    </message>
</context>
<context>
    <name>ReadingLine</name>
    <message>
        <source>Import</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the import</source>
        <translation>Import abbrechen</translation>
    </message>
    <message>
        <source>Stop reading; what was read stays in the library</source>
        <translation>Nicht weiterlesen; was gelesen ist, bleibt in der Bibliothek</translation>
    </message>
    <message>
        <source>Looking for music…</source>
        <translation>Suche nach Musik …</translation>
    </message>
    <message>
        <source>Reading %1 of %2</source>
        <translation>Lese %1 von %2</translation>
    </message>
</context>
<context>
    <name>Recording</name>
    <message>
        <source>Record round %1</source>
        <translation>Runde %1 aufnehmen</translation>
    </message>
    <message>
        <source>Nothing was played lately, on a MIDI keyboard or by keys.</source>
        <translation>Es wurde in letzter Zeit nichts gespielt, weder auf einem MIDI-Keyboard noch mit Tasten.</translation>
    </message>
    <message>
        <source>Record %1 note</source>
        <translation>%1 Note aufnehmen</translation>
    </message>
    <message>
        <source>Record %1 notes</source>
        <translation>%1 Noten aufnehmen</translation>
    </message>
    <message>
        <source>Choose a MIDI keyboard first: click “MIDI in” above. Without one, the computer's keys play as well: Play ▸ Typing keyboard.</source>
        <translation type="vanished">Wählen Sie zuerst ein MIDI-Keyboard: Klicken Sie oben auf „MIDI-Eingang“. Ohne eines lässt sich auch auf der Rechnertastatur spielen: Wiedergabe ▸ Spielen mit der Tastatur.</translation>
    </message>
    <message>
        <source>Record take %1</source>
        <translation type="vanished">Take %1 aufnehmen</translation>
    </message>
    <message>
        <source>A track has one pitch wheel: bends of single notes (MPE) are kept where a note sounds alone, and left out elsewhere.</source>
        <translation type="vanished">Eine Spur hat ein einziges Pitch-Rad: Biegungen einzelner Töne (MPE) bleiben, wo ein Ton allein klingt, und fehlen sonst.</translation>
    </message>
</context>
<context>
    <name>RecordingRow</name>
    <message>
        <source>Recording</source>
        <translation>Aufnahme</translation>
    </message>
    <message>
        <source>Mute the recording</source>
        <translation>Aufnahme stumm schalten</translation>
    </message>
    <message>
        <source>Remove the recording</source>
        <translation>Aufnahme entfernen</translation>
    </message>
    <message>
        <source>Remove the recording from the piece; Undo brings it back</source>
        <translation>Die Aufnahme aus dem Stück entfernen; Rückgängig bringt sie zurück</translation>
    </message>
    <message>
        <source>Recording, %1</source>
        <translation>Aufnahme, %1</translation>
    </message>
    <message>
        <source>A recording of %1, which this piece keeps and plays beside the tracks</source>
        <translation>Eine Aufnahme von %1, die dieses Stück behält und neben den Spuren spielt</translation>
    </message>
    <message>
        <source>The recording that this piece keeps; it plays beside the tracks</source>
        <translation type="vanished">Die Aufnahme, die dieses Stück behält; sie klingt neben den Spuren</translation>
    </message>
</context>
<context>
    <name>Regenerating</name>
    <message>
        <source>Take %1 was made by “%2”, which is not on this computer.</source>
        <translation>Take %1 ist von „%2“, und dieses Modell ist nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>These are the notes of take %1 again.</source>
        <translation>Das sind wieder die Noten von Take %1.</translation>
    </message>
    <message>
        <source>These are not the notes of take %1.</source>
        <translation>Das sind nicht die Noten von Take %1.</translation>
    </message>
    <message>
        <source>The piece, the model or the way Segue draws has changed since it was made.</source>
        <translation>Das Stück, das Modell oder die Art, wie Segue schreibt, hat sich geändert, seit es entstand.</translation>
    </message>
    <message>
        <source>The piece or the model has changed since it was made.</source>
        <translation type="vanished">Das Stück oder das Modell ist seitdem ein anderes.</translation>
    </message>
</context>
<context>
    <name>Remembering</name>
    <message>
        <source>Remember another piece first</source>
        <translation>Zuerst ein anderes Stück lesen</translation>
    </message>
</context>
<context>
    <name>RestartNote</name>
    <message>
        <source>Start again now</source>
        <translation type="vanished">Jetzt neu starten</translation>
    </message>
    <message>
        <source>Close Segue and open it again; unsaved work is asked about</source>
        <translation type="vanished">Segue schließen und wieder öffnen; nach ungespeicherter Arbeit wird gefragt</translation>
    </message>
</context>
<context>
    <name>RestartPage</name>
    <message>
        <source>Start again now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Close Segue and open it again; unsaved work is asked about</source>
        <translation>Segue schließen und wieder öffnen; nach ungespeicherter Arbeit wird gefragt</translation>
    </message>
</context>
<context>
    <name>RoleChip</name>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Ignorieren</translation>
    </message>
    <message>
        <source>Write: Segue goes on with this track</source>
        <translation>Schreiben: Segue setzt diese Spur fort</translation>
    </message>
    <message>
        <source>Context: Segue hears this track and does not write it</source>
        <translation>Kontext: Segue hört diese Spur und schreibt sie nicht</translation>
    </message>
    <message>
        <source>Ignore: Segue does not know of this track</source>
        <translation>Ignorieren: Segue weiß nichts von dieser Spur</translation>
    </message>
    <message>
        <source>Role: {0}</source>
        <translation>Rolle: {0}</translation>
    </message>
</context>
<context>
    <name>RollCommands</name>
    <message>
        <source>Delete note</source>
        <translation type="vanished">Note löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation type="vanished"><numerusform>%n Note löschen</numerusform><numerusform>%n Noten löschen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n notes</source>
        <translation type="vanished"><numerusform>%n Note duplizieren</numerusform><numerusform>%n Noten duplizieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation type="vanished"><numerusform>%n Note verschieben</numerusform><numerusform>%n Noten verschieben</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Copy %n notes</source>
        <translation type="vanished"><numerusform>%n Note kopieren</numerusform><numerusform>%n Noten kopieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change length of %n notes</source>
        <translation type="vanished"><numerusform>Länge von %n Note ändern</numerusform><numerusform>Länge von %n Noten ändern</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Transpose %n notes</source>
        <translation type="vanished"><numerusform>%n Note transponieren</numerusform><numerusform>%n Noten transponieren</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Change velocity of %n notes</source>
        <translation type="vanished"><numerusform>Anschlagstärke von %n Note ändern</numerusform><numerusform>Anschlagstärke von %n Noten ändern</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Quantise %n notes</source>
        <translation type="vanished"><numerusform>%n Note quantisieren</numerusform><numerusform>%n Noten quantisieren</numerusform></translation>
    </message>
    <message>
        <source>Duplicate note</source>
        <translation type="vanished">Note duplizieren</translation>
    </message>
    <message>
        <source>Transpose note</source>
        <translation type="vanished">Note transponieren</translation>
    </message>
    <message>
        <source>Move note</source>
        <translation type="vanished">Note verschieben</translation>
    </message>
    <message>
        <source>Change length of note</source>
        <translation type="vanished">Notenlänge ändern</translation>
    </message>
    <message>
        <source>Quantise note</source>
        <translation type="vanished">Note quantisieren</translation>
    </message>
    <message>
        <source>Change velocity of note</source>
        <translation type="vanished">Anschlagstärke der Note ändern</translation>
    </message>
    <message>
        <source>Velocity {0}</source>
        <translation type="vanished">Anschlag {0}</translation>
    </message>
    <message>
        <source>No notes</source>
        <translation type="vanished">Keine Noten</translation>
    </message>
    <message>
        <source>{0}, {1}, velocity {2}</source>
        <translation type="vanished">{0}, {1}, Anschlag {2}</translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation type="vanished"><numerusform>%n Note</numerusform><numerusform>%n Noten</numerusform></translation>
    </message>
    <message>
        <source>{0}, {1}: {2}</source>
        <translation type="vanished">{0}, {1}: {2}</translation>
    </message>
</context>
<context>
    <name>RollMenu</name>
    <message>
        <source>Continue from bar %1</source>
        <translation>Ab Takt %1 fortsetzen</translation>
    </message>
    <message>
        <source>Continue with a wish</source>
        <translation>Mit einem Wunsch fortsetzen</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Select bar %1</source>
        <translation>Takt %1 auswählen</translation>
    </message>
    <message>
        <source>This track has no notes in this bar.</source>
        <translation>Diese Spur hat in diesem Takt keine Noten.</translation>
    </message>
    <message>
        <source>Continue, in a word</source>
        <translation type="vanished">Fortsetzen mit Wunsch</translation>
    </message>
</context>
<context>
    <name>RollState</name>
    <message>
        <source>Bar %1 of all tracks selected</source>
        <translation>Takt %1 aller Spuren ausgewählt</translation>
    </message>
    <message>
        <source>Bars %1 to %2 of all tracks selected</source>
        <translation>Takte %1 bis %2 aller Spuren ausgewählt</translation>
    </message>
    <message>
        <source>1 note selected</source>
        <translation>1 Note ausgewählt</translation>
    </message>
    <message numerus="yes">
        <source>%n notes selected</source>
        <translation><numerusform>%n Note ausgewählt</numerusform><numerusform>%n Noten ausgewählt</numerusform></translation>
    </message>
</context>
<context>
    <name>RollWalking</name>
    <message>
        <source>No notes</source>
        <translation>Keine Noten</translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation><numerusform>%n Note</numerusform><numerusform>%n Noten</numerusform></translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>Draw note</source>
        <translation type="vanished">Note zeichnen</translation>
    </message>
</context>
<context>
    <name>RowList</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>No piece named ‘{0}’.</source>
        <translation>Kein Stück namens „{0}“.</translation>
    </message>
</context>
<context>
    <name>RulerEdits</name>
    <message>
        <source>Tempo from bar %1</source>
        <translation>Tempo ab Takt %1</translation>
    </message>
    <message>
        <source>Quarter notes a minute</source>
        <translation>Viertel je Minute</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Meter from bar %1</source>
        <translation>Taktart ab Takt %1</translation>
    </message>
    <message>
        <source>Beats in a bar</source>
        <translation>Schläge je Takt</translation>
    </message>
    <message>
        <source>‘%1’ is no meter: write it like 7/8, with 1, 2, 4, 8, 16 or 32 below.</source>
        <translation>„%1“ ist keine Taktart: Schreiben Sie sie wie 7/8, unten mit 1, 2, 4, 8, 16 oder 32.</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key from bar %1</source>
        <translation>Tonart ab Takt %1</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Marker in bar %1</source>
        <translation>Marke in Takt %1</translation>
    </message>
    <message>
        <source>Its words</source>
        <translation>Ihr Text</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>Tempo from bar %1…</source>
        <translation>Tempo ab Takt %1…</translation>
    </message>
    <message>
        <source>Meter from bar %1…</source>
        <translation>Taktart ab Takt %1…</translation>
    </message>
    <message>
        <source>Key from bar %1…</source>
        <translation>Tonart ab Takt %1…</translation>
    </message>
    <message>
        <source>Marker in bar %1…</source>
        <translation>Marke in Takt %1…</translation>
    </message>
    <message>
        <source>Correct the bars…</source>
        <translation>Takte berichtigen …</translation>
    </message>
    <message>
        <source>Loop this bar</source>
        <translation>Diesen Takt im Loop spielen</translation>
    </message>
    <message>
        <source>Continue from here</source>
        <translation>Ab hier fortsetzen</translation>
    </message>
    <message>
        <source>Nothing of this kind begins in this bar.</source>
        <translation>Nichts dergleichen beginnt in diesem Takt.</translation>
    </message>
    <message>
        <source>Remove its tempo</source>
        <translation>Tempo hier entfernen</translation>
    </message>
    <message>
        <source>Remove its meter</source>
        <translation>Taktart hier entfernen</translation>
    </message>
    <message>
        <source>Remove its key</source>
        <translation>Tonart hier entfernen</translation>
    </message>
    <message>
        <source>Remove its markers</source>
        <translation>Marken hier entfernen</translation>
    </message>
    <message>
        <source>Remove tempo</source>
        <translation>Tempo entfernen</translation>
    </message>
    <message>
        <source>Remove meter</source>
        <translation>Taktart entfernen</translation>
    </message>
    <message>
        <source>Remove key</source>
        <translation>Tonart entfernen</translation>
    </message>
    <message>
        <source>Remove marker</source>
        <translation>Marke entfernen</translation>
    </message>
</context>
<context>
    <name>SampleList</name>
    <message>
        <source>Hear {0}</source>
        <translation>{0} hören</translation>
    </message>
    <message>
        <source>{0}, best</source>
        <translation>{0}, Bester</translation>
    </message>
</context>
<context>
    <name>SamplesColumn</name>
    <message>
        <source>Opening</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>Which piece's beginning is gone on with</source>
        <translation>Welches Stücks Anfang fortgesetzt wird</translation>
    </message>
    <message>
        <source>Longest copy</source>
        <translation>Längste Kopie</translation>
    </message>
    <message>
        <source>Compare blind…</source>
        <translation>Blind vergleichen…</translation>
    </message>
    <message>
        <source>Hear two steps without knowing which is which</source>
        <translation>Zwei Schritte hören, ohne zu wissen, welcher welcher ist</translation>
    </message>
    <message>
        <source>Show the pieces…</source>
        <translation>Stücke zeigen …</translation>
    </message>
    <message>
        <source>Show each piece that the model learns from</source>
        <translation>Jedes Stück zeigen, aus dem das Modell lernt</translation>
    </message>
    <message>
        <source>What it sounds like</source>
        <translation>Wie es klingt</translation>
    </message>
    <message>
        <source>the same opening, then each step goes on</source>
        <translation>derselbe Anfang, dann führt jeder Schritt fort</translation>
    </message>
    <message>
        <source>At each saved step Segue continues the same opening, for your ear.</source>
        <translation>Bei jedem gespeicherten Schritt setzt Segue denselben Anfang fort, für Ihr Ohr.</translation>
    </message>
    <message>
        <source>It takes two saved steps to compare</source>
        <translation>Zum Vergleichen braucht es zwei gespeicherte Schritte</translation>
    </message>
    <message>
        <source>Compare two steps blind…</source>
        <translation type="vanished">Zwei Schritte blind vergleichen…</translation>
    </message>
    <message>
        <source>Judge by ear, not by number</source>
        <translation type="vanished">Nach dem Ohr urteilen, nicht nach der Zahl</translation>
    </message>
    <message>
        <source>Hear it learn</source>
        <translation type="vanished">Beim Lernen zuhören</translation>
    </message>
    <message>
        <source>the same opening at each saved step</source>
        <translation type="vanished">derselbe Anfang bei jedem gespeicherten Schritt</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation type="vanished">Abschreiben</translation>
    </message>
    <message>
        <source>Share of 16-note windows also found in your pieces. Above 10 % Segue suggests stopping.</source>
        <translation type="vanished">Anteil der 16-Noten-Fenster, die auch in Ihren Stücken stehen. Über 10 % rät Segue, aufzuhören.</translation>
    </message>
</context>
<context>
    <name>ScoreEdits</name>
    <message>
        <source>No notes</source>
        <translation>Keine Noten</translation>
    </message>
    <message numerus="yes">
        <source>Bar %1: %n notes</source>
        <translation><numerusform>Takt %1: %n Note</numerusform><numerusform>Takt %1: %n Noten</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Bars %1 to %2: %n notes</source>
        <translation><numerusform>Takte %1 bis %2: %n Note</numerusform><numerusform>Takte %1 bis %2: %n Noten</numerusform></translation>
    </message>
</context>
<context>
    <name>ScorePage</name>
    <message>
        <source>Score</source>
        <translation>Noten</translation>
    </message>
</context>
<context>
    <name>ScorePane</name>
    <message>
        <source>Drawing…</source>
        <translation>Wird gezeichnet…</translation>
    </message>
    <message>
        <source>Bar %1 is of an alternative; it is not kept yet.</source>
        <translation>Takt %1 gehört zu einer Alternative; er ist noch nicht behalten.</translation>
    </message>
    <message>
        <source>Bars %1 to %2 are of an alternative; they are not kept yet.</source>
        <translation>Die Takte %1 bis %2 gehören zu einer Alternative; sie sind noch nicht behalten.</translation>
    </message>
    <message>
        <source>It was played freely: the score has the nearest plain rhythms.</source>
        <translation>Das wurde frei gespielt: Die Noten zeigen die nächstliegenden einfachen Rhythmen.</translation>
    </message>
    <message>
        <source>Bar %1 is offered; it is not kept yet.</source>
        <translation type="vanished">Takt %1 wird angeboten; er ist noch nicht behalten.</translation>
    </message>
    <message>
        <source>Bars %1 to %2 are offered; they are not kept yet.</source>
        <translation type="vanished">Die Takte %1 bis %2 werden angeboten; sie sind noch nicht behalten.</translation>
    </message>
    <message>
        <source>Bar %1, beat %2: %3, %4 quarters</source>
        <translation type="vanished">Takt %1, Schlag %2: %3, %4 Viertel</translation>
    </message>
</context>
<context>
    <name>ScoreViews</name>
    <message>
        <source>%1 (Segue's own)</source>
        <translation>%1 (Segues eigener Klang)</translation>
    </message>
</context>
<context>
    <name>SearchDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>SecondStart</name>
    <message>
        <source>It may be busy. As soon as it answers, it comes to the front and this question goes away. You can open a second window beside it; unsaved work in the first one stays there.</source>
        <translation>Vielleicht ist es beschäftigt. Sobald es antwortet, kommt es nach vorn und diese Frage verschwindet. Sie können daneben ein zweites Fenster öffnen; was im ersten nicht gespeichert ist, bleibt dort.</translation>
    </message>
    <message>
        <source>Segue is already open, and its window does not answer.</source>
        <translation>Segue ist schon geöffnet, und das Fenster antwortet nicht.</translation>
    </message>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>&amp;Open a second window</source>
        <translation>Zweites Fenster ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>‘%1’ is still being trained.</source>
        <translation type="vanished">„%1“ wird noch trainiert.</translation>
    </message>
    <message>
        <source>It keeps the step it is at; next time it can be resumed from there.</source>
        <translation type="vanished">Es behält den Schritt, bei dem es ist; beim nächsten Mal geht es von dort weiter.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
    <message>
        <source>Not while something is imported or trained.</source>
        <translation type="vanished">Nicht während importiert oder trainiert wird.</translation>
    </message>
    <message>
        <source>Remember another piece first</source>
        <translation type="vanished">Zuerst ein anderes Stück lesen</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>&amp;Look for new music in the library's folders</source>
        <translation>In den Ordnern der Bibliothek nach neuer &amp;Musik sehen</translation>
    </message>
    <message>
        <source>After each start, and whenever files come, change or go there</source>
        <translation>Nach jedem Start und sobald dort Dateien hinzukommen, sich ändern oder verschwinden</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Like the desktop</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>The colours of the whole window</source>
        <translation>Die Farben des ganzen Fensters</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>75 %</source>
        <translation>75 %</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>115 %</source>
        <translation>115 %</translation>
    </message>
    <message>
        <source>125 %</source>
        <translation>125 %</translation>
    </message>
    <message>
        <source>150 %</source>
        <translation>150 %</translation>
    </message>
    <message>
        <source>175 %</source>
        <translation>175 %</translation>
    </message>
    <message>
        <source>200 %</source>
        <translation>200 %</translation>
    </message>
    <message>
        <source>&amp;Size of text and controls</source>
        <translation>&amp;Größe von Schrift und Bedienung</translation>
    </message>
    <message>
        <source>Makes all words and controls smaller or larger</source>
        <translation>Macht alle Wörter und Bedienelemente kleiner oder größer</translation>
    </message>
    <message>
        <source>The last piece</source>
        <translation>Das letzte Stück</translation>
    </message>
    <message>
        <source>The start page</source>
        <translation>Die Startseite</translation>
    </message>
    <message>
        <source>&amp;At the start</source>
        <translation>&amp;Beim Start</translation>
    </message>
    <message>
        <source>What is there when Segue is started without a file</source>
        <translation>Was da ist, wenn Segue ohne Datei gestartet wird</translation>
    </message>
    <message>
        <source>Repeat the last bar</source>
        <translation>Den letzten Takt wiederholen</translation>
    </message>
    <message>
        <source>Wait in silence</source>
        <translation>In Stille warten</translation>
    </message>
    <message>
        <source>While more is &amp;made</source>
        <translation>&amp;Solange mehr entsteht</translation>
    </message>
    <message>
        <source>What playing does when it comes to the end of what is made, until it goes on into the alternative. With the clock of another device nothing is repeated</source>
        <translation>Was die Wiedergabe am Ende des Fertigen tut, bis sie in die Alternative weitergeht. Mit der Clock eines anderen Geräts wird nichts wiederholt</translation>
    </message>
    <message>
        <source>&amp;Learn from what I keep</source>
        <translation>Aus dem &amp;lernen, was ich behalte</translation>
    </message>
    <message>
        <source>Alternatives like those that you kept before are offered first</source>
        <translation>Alternativen wie die, die Sie schon behalten haben, werden zuerst angeboten</translation>
    </message>
    <message>
        <source>Taste</source>
        <translation>Geschmack</translation>
    </message>
    <message>
        <source>Keys as in a DAW</source>
        <translation>Tasten wie in einer DAW</translation>
    </message>
    <message>
        <source>Keys as in a notation program</source>
        <translation>Tasten wie im Notensatz</translation>
    </message>
    <message>
        <source>Keys as in</source>
        <translation>Tasten wie in</translation>
    </message>
    <message>
        <source>What keys are like where you changed nothing</source>
        <translation>Welche Tasten gelten, wo Sie nichts geändert haben</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>English</source>
        <translation>English</translation>
    </message>
    <message>
        <source>Deutsch</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>The language of the window's words</source>
        <translation>Die Sprache der Wörter im Fenster</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Higher draws rarer notes; 0 takes the likeliest every time</source>
        <translation>Höher zieht seltenere Noten; 0 nimmt immer die wahrscheinlichste</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Draw from the likeliest that together have this share</source>
        <translation>Aus den wahrscheinlichsten ziehen, die zusammen diesen Anteil haben</translation>
    </message>
    <message>
        <source>Typical-p</source>
        <translation>Typical-p</translation>
    </message>
    <message>
        <source>Draw from what tells about as much as is to be expected, up to this share; 1 leaves it out</source>
        <translation>Aus dem ziehen, was etwa so viel sagt, wie zu erwarten ist, bis zu diesem Anteil; 1 lässt es weg</translation>
    </message>
    <message>
        <source>Min-p</source>
        <translation>Min-p</translation>
    </message>
    <message>
        <source>Leave out what is less likely than this share of the likeliest</source>
        <translation>Weglassen, was unwahrscheinlicher ist als dieser Anteil der wahrscheinlichsten</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draw from this many of the likeliest</source>
        <translation>Aus so vielen der wahrscheinlichsten ziehen</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Above 1, what was drawn lately gets less likely</source>
        <translation>Über 1 wird weniger wahrscheinlich, was gerade gezogen wurde</translation>
    </message>
    <message>
        <source>Lowest pitch</source>
        <translation>Tiefster Ton</translation>
    </message>
    <message>
        <source>No note below; drums are free</source>
        <translation>Keine Note darunter; Schlagzeug ist frei</translation>
    </message>
    <message>
        <source>Highest pitch</source>
        <translation>Höchster Ton</translation>
    </message>
    <message>
        <source>No note above; drums are free</source>
        <translation>Keine Note darüber; Schlagzeug ist frei</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>Longest copy</source>
        <translation>Längste Kopie</translation>
    </message>
    <message>
        <source>Never more notes in a row than this from a piece the model learned from, in any key; scales and repeated notes are free. For the pieces that Starter learned from it holds from 30 notes on</source>
        <translation>Nie mehr Noten hintereinander als so viele aus einem gelernten Stück, in keiner Tonart; Tonleitern und Tonwiederholungen sind frei. Für die Stücke, aus denen Starter lernte, gilt es ab 30 Noten</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>The same seed and settings give the same notes</source>
        <translation>Derselbe Startwert und dieselben Einstellungen ergeben dieselben Noten</translation>
    </message>
    <message>
        <source>Draw {0}, offer the best</source>
        <translation>{0} ziehen, die besten anbieten</translation>
    </message>
    <message>
        <source>Better ones take the place of what was not heard yet; switch it off on a slow machine</source>
        <translation>Bessere nehmen den Platz dessen ein, was noch nicht gehört wurde; auf langsamen Rechnern ausschalten</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>More steps learn more, and at last by heart.</source>
        <translation>Mehr Schritte lernen mehr, und am Ende auswendig.</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>The run ends after this time, whatever the steps.</source>
        <translation>Der Lauf endet nach dieser Zeit, gleich bei welchem Schritt.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Saved step every</source>
        <translation>Schritt speichern alle</translation>
    </message>
    <message>
        <source>How often it is measured, saved and heard.</source>
        <translation>Wie oft gemessen, gespeichert und vorgespielt wird.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>Ends after so many saved steps without improvement; 0 never does.</source>
        <translation>Endet nach so vielen gespeicherten Schritten ohne Besserung; 0 nie.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Higher learns faster and may become unstable.</source>
        <translation>Höher lernt schneller und kann instabil werden.</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation>Wie es lernt</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>The learning rate rises over so many steps.</source>
        <translation>Die Lernrate steigt über so viele Schritte an.</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation>Lernrate am Ende</translation>
    </message>
    <message>
        <source>Share of the learning rate that is left at the end.</source>
        <translation>Anteil der Lernrate, der am Ende bleibt.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Higher learns less by heart, and slower.</source>
        <translation>Höher lernt weniger auswendig, und langsamer.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Gewichtszerfall</translation>
    </message>
    <message>
        <source>Higher keeps weights small, which copies less.</source>
        <translation>Höher hält die Gewichte klein; das schreibt weniger ab.</translation>
    </message>
    <message>
        <source>Gradient limit</source>
        <translation>Gradientengrenze</translation>
    </message>
    <message>
        <source>Lower keeps a single odd piece from spoiling much.</source>
        <translation>Tiefer verhindert, dass ein seltsames Stück viel verdirbt.</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>Stücke</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>More pieces at once use more memory and make steps steadier.</source>
        <translation>Mehr Stücke zugleich brauchen mehr Speicher und machen die Schritte ruhiger.</translation>
    </message>
    <message>
        <source>How it reads</source>
        <translation>Wie es liest</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Noten</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>Abschnitt</translation>
    </message>
    <message>
        <source>How much is read at once; longer uses more memory.</source>
        <translation>Wie viel auf einmal gelesen wird; länger braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>next piece</source>
        <translation>nächstes Stück</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>Ends of pieces</source>
        <translation>Enden der Stücke</translation>
    </message>
    <message>
        <source>Where a piece fills no whole segment, the next one begins there, the rest stays empty, or the end is left out.</source>
        <translation>Wo ein Stück keinen ganzen Abschnitt füllt, beginnt dort das nächste, der Rest bleibt leer, oder das Ende wird weggelassen.</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation>Transponieren</translation>
    </message>
    <message>
        <source>Each pass hears every piece in another key, which copies less.</source>
        <translation>Jeder Durchgang hört jedes Stück in einer anderen Tonart; das schreibt weniger ab.</translation>
    </message>
    <message>
        <source>The same seed draws the same order and the same changes.</source>
        <translation>Derselbe Startwert ergibt dieselbe Reihenfolge und dieselben Änderungen.</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation>schnellstes</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>MPS</source>
        <translation>MPS</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Where it computes; the fastest one if left alone.</source>
        <translation>Wo gerechnet wird; von selbst das schnellste.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>float32</source>
        <translation>float32</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>bfloat16 is faster where the processor has it, and less exact.</source>
        <translation>bfloat16 ist schneller, wo der Prozessor es kann, und weniger genau.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>More layers understand more and take longer.</source>
        <translation>Mehr Schichten verstehen mehr und dauern länger.</translation>
    </message>
    <message>
        <source>The new model</source>
        <translation>Das neue Modell</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Wider knows more and takes longer; a multiple of the heads.</source>
        <translation>Breiter weiß mehr und dauert länger; ein Vielfaches der Köpfe.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Things it can attend to at once.</source>
        <translation>Worauf es zugleich achten kann.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>How much it carries from before; with 0 it sees its segment only.</source>
        <translation>Wie viel es von vorher mitnimmt; mit 0 sieht es nur seinen Abschnitt.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>dilated</source>
        <translation>weite Faltung</translation>
    </message>
    <message>
        <source>most used</source>
        <translation>meistgenutzte</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>Verdichtung</translation>
    </message>
    <message>
        <source>Holds older notes, too, several as one, made in this way.</source>
        <translation>Behält auch ältere Noten, mehrere als eine, auf diese Weise gebildet.</translation>
    </message>
    <message>
        <source>Compressed</source>
        <translation>Verdichtet</translation>
    </message>
    <message>
        <source>How many older notes it holds so; a multiple of the rate.</source>
        <translation>Wie viele ältere Noten es so behält; ein Vielfaches der Rate.</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>How many notes become one.</source>
        <translation>Wie viele Noten zu einer werden.</translation>
    </message>
    <message>
        <source>what fits</source>
        <translation>was passt</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <source>auto-encoding</source>
        <translation>Autoencoding</translation>
    </message>
    <message>
        <source>through time</source>
        <translation>durch die Zeit</translation>
    </message>
    <message>
        <source>Compression learns</source>
        <translation>Verdichtung lernt</translation>
    </message>
    <message>
        <source>The aim that trains a convolution; the others have nothing to train.</source>
        <translation>Das Ziel, das eine Faltung trainiert; die anderen haben nichts zu trainieren.</translation>
    </message>
    <message>
        <source>How much it carries from before.</source>
        <translation type="vanished">Wie viel es von vorher behält.</translation>
    </message>
</context>
<context>
    <name>SetupColumn</name>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Show the list…</source>
        <translation>Liste zeigen …</translation>
    </message>
    <message>
        <source>Show each piece that the model learns from</source>
        <translation>Jedes Stück zeigen, aus dem das Modell lernt</translation>
    </message>
    <message>
        <source>Choose pieces…</source>
        <translation>Stücke wählen…</translation>
    </message>
    <message>
        <source>Tick the pieces that the model learns from</source>
        <translation>Die Stücke ankreuzen, aus denen das Modell lernt</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Or drop folders and files here</source>
        <translation>Oder Ordner und Dateien hierher ziehen</translation>
    </message>
    <message>
        <source>Learn from</source>
        <translation>Lernen aus</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Rechner</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experte</translation>
    </message>
    <message>
        <source>Show every setting, with what it does</source>
        <translation>Jede Einstellung zeigen, mit ihrer Wirkung</translation>
    </message>
    <message>
        <source>Measure again</source>
        <translation>Noch einmal messen</translation>
    </message>
    <message>
        <source>Train a throw-away model for 20 steps and see how long that takes</source>
        <translation>Ein Wegwerfmodell 20 Schritte lang trainieren und sehen, wie lange das dauert</translation>
    </message>
    <message>
        <source>Choose another folder…</source>
        <translation>Anderen Ordner wählen…</translation>
    </message>
    <message>
        <source>Keep trainings on another disk, those that wait with them</source>
        <translation>Trainings auf einer anderen Festplatte halten, die wartenden mit ihnen</translation>
    </message>
    <message>
        <source>Use a graphics card…</source>
        <translation>Grafikkarte nutzen…</translation>
    </message>
    <message>
        <source>Read how a graphics card is used for training, step by step</source>
        <translation>Schritt für Schritt lesen, wie eine Grafikkarte zum Trainieren genutzt wird</translation>
    </message>
    <message>
        <source>Name of the new model</source>
        <translation>Name des neuen Modells</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>There are no pieces yet: add a folder</source>
        <translation>Es gibt noch keine Stücke: einen Ordner hinzufügen</translation>
    </message>
    <message>
        <source>{0} h {1} m</source>
        <translation>{0} Std. {1} Min.</translation>
    </message>
    <message>
        <source>{0} minutes</source>
        <translation>{0} Minuten</translation>
    </message>
    <message>
        <source>Nothing yet: drop a folder of MIDI files here.</source>
        <translation>Noch nichts: Ziehen Sie einen Ordner mit MIDI-Dateien hierher.</translation>
    </message>
    <message>
        <source>{0} of {1} pieces · {2}</source>
        <translation>{0} von {1} Stücken · {2}</translation>
    </message>
    <message>
        <source>What the model learns from</source>
        <translation type="vanished">Woraus das Modell lernt</translation>
    </message>
</context>
<context>
    <name>ShortFamilies</name>
    <message>
        <source>Pno</source>
        <translation>Klav</translation>
    </message>
    <message>
        <source>Bell</source>
        <translation>Glock</translation>
    </message>
    <message>
        <source>Org</source>
        <translation>Org</translation>
    </message>
    <message>
        <source>Gtr</source>
        <translation>Git</translation>
    </message>
    <message>
        <source>Bass</source>
        <translation>Bass</translation>
    </message>
    <message>
        <source>Str</source>
        <translation>Str</translation>
    </message>
    <message>
        <source>Ens</source>
        <translation>Ens</translation>
    </message>
    <message>
        <source>Brass</source>
        <translation>Blech</translation>
    </message>
    <message>
        <source>Reed</source>
        <translation>Rohr</translation>
    </message>
    <message>
        <source>Flute</source>
        <translation>Flöte</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Pad</source>
        <translation>Fläche</translation>
    </message>
    <message>
        <source>FX</source>
        <translation>FX</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Perc</source>
        <translation>Schlag</translation>
    </message>
    <message>
        <source>SFX</source>
        <translation>SFX</translation>
    </message>
    <message>
        <source>Dr</source>
        <translation>Dr</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Search shortcuts</source>
        <translation>Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Search what it does, or a key…</source>
        <translation>Suchen, was es tut, oder eine Taste…</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Nothing named ‘{0}’.</source>
        <translation>Nichts namens „{0}“.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="vanished">Schließen (Esc)</translation>
    </message>
</context>
<context>
    <name>Sketch</name>
    <message>
        <source>same chords</source>
        <translation>gleiche Akkorde</translation>
    </message>
    <message>
        <source>same chords, another tune</source>
        <translation>gleiche Akkorde, andere Melodie</translation>
    </message>
    <message>
        <source>same chords and tune</source>
        <translation>gleiche Akkorde und Melodie</translation>
    </message>
</context>
<context>
    <name>SliderMeasuring</name>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen…</translation>
    </message>
    <message>
        <source>Measuring… %1 of %2</source>
        <translation>Wird gemessen… %1 von %2</translation>
    </message>
</context>
<context>
    <name>SoundSettings</name>
    <message>
        <source>Sound and ports</source>
        <translation>Klang und Anschlüsse</translation>
    </message>
    <message>
        <source>MIDI keyboards</source>
        <translation>MIDI-Keyboards</translation>
    </message>
    <message>
        <source>Controls of a MIDI keyboard</source>
        <translation>Regler eines MIDI-Keyboards</translation>
    </message>
    <message>
        <source>Sound through</source>
        <translation>Klang über</translation>
    </message>
    <message>
        <source>What sounds when a piece plays</source>
        <translation>Was klingt, wenn ein Stück spielt</translation>
    </message>
    <message>
        <source>A port for each track</source>
        <translation>Ein Port für jede Spur</translation>
    </message>
    <message>
        <source>Another program then has each track on an input of its own</source>
        <translation>Ein anderes Programm hat dann jede Spur auf einem eigenen Eingang</translation>
    </message>
    <message>
        <source>Audio device</source>
        <translation>Audiogerät</translation>
    </message>
    <message>
        <source>Where the built-in sound is heard</source>
        <translation>Wo der eingebaute Klang zu hören ist</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>A larger one sounds later, and does not break up on a busy machine</source>
        <translation>Ein größerer klingt später und setzt auf einem beschäftigten Rechner nicht aus</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>How much room is around the built-in sound</source>
        <translation>Wie viel Raum um den eingebauten Klang ist</translation>
    </message>
    <message>
        <source>Count in</source>
        <translation>Vorzähler</translation>
    </message>
    <message>
        <source>When the count-in is heard</source>
        <translation>Wann der Vorzähler zu hören ist</translation>
    </message>
    <message>
        <source>When recording only</source>
        <translation>Nur beim Aufnehmen</translation>
    </message>
    <message>
        <source>Whenever it plays</source>
        <translation>Bei jeder Wiedergabe</translation>
    </message>
    <message>
        <source>Notes sound as they are drawn and moved</source>
        <translation>Noten klingen beim Zeichnen und Verschieben</translation>
    </message>
    <message>
        <source>Hear each note that you draw, move or click</source>
        <translation>Jede Note hören, die Sie zeichnen, verschieben oder anklicken</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a sound bank</source>
        <translation>Klangbank wählen</translation>
    </message>
    <message>
        <source>A SoundFont file: .sf2 or .sf3</source>
        <translation>Eine SoundFont-Datei: .sf2 oder .sf3</translation>
    </message>
    <message>
        <source>Segue's own</source>
        <translation>Segues eigene</translation>
    </message>
    <message>
        <source>Use the sound bank that comes with Segue</source>
        <translation>Die Klangbank nehmen, die zu Segue gehört</translation>
    </message>
    <message>
        <source>Pieces then sound as on every other computer with Segue</source>
        <translation>Stücke klingen dann wie auf jedem anderen Computer mit Segue</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test the sound</source>
        <translation>Den Klang testen</translation>
    </message>
    <message>
        <source>Play three chords</source>
        <translation>Drei Akkorde spielen</translation>
    </message>
    <message>
        <source>Sound &amp;through</source>
        <translation>Klang &amp;über</translation>
    </message>
    <message>
        <source>&amp;Audio device</source>
        <translation>&amp;Audiogerät</translation>
    </message>
    <message>
        <source>&amp;Buffer</source>
        <translation>&amp;Puffer</translation>
    </message>
    <message>
        <source>&amp;Room</source>
        <translation>&amp;Raum</translation>
    </message>
    <message>
        <source>Sound bank</source>
        <translation>Klangbank</translation>
    </message>
    <message>
        <source>&amp;Count in</source>
        <translation>&amp;Vorzähler</translation>
    </message>
    <message>
        <source>Follow the clock of</source>
        <translation>Clock kommt von</translation>
    </message>
    <message>
        <source>Another device starts, stops and leads the tempo</source>
        <translation>Ein anderes Gerät startet, hält an und führt das Tempo</translation>
    </message>
    <message>
        <source>MIDI outputs and clock</source>
        <translation>MIDI-Ausgänge und Clock</translation>
    </message>
    <message>
        <source>The clock also runs while the music is stopped</source>
        <translation>Die Clock läuft auch, während die Musik steht</translation>
    </message>
    <message>
        <source>For devices that lose their tempo without it</source>
        <translation>Für Geräte, die sonst ihr Tempo verlieren</translation>
    </message>
    <message>
        <source>&amp;Follow the clock of</source>
        <translation>Clock &amp;kommt von</translation>
    </message>
    <message>
        <source>No MIDI devices found. Plug one in; it appears by itself.</source>
        <translation>Keine MIDI-Geräte gefunden. Schließen Sie eines an; es erscheint von selbst.</translation>
    </message>
    <message>
        <source>No MIDI outputs found that could keep time with Segue.</source>
        <translation>Keine MIDI-Ausgänge gefunden, die mit Segue im Takt bleiben könnten.</translation>
    </message>
    <message>
        <source>There is nothing to move yet.</source>
        <translation>Es gibt noch nichts zu bewegen.</translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <translation>%1 (nicht verbunden)</translation>
    </message>
    <message>
        <source>Listen to %1</source>
        <translation>Auf %1 hören</translation>
    </message>
    <message>
        <source>Hear and record what is played on it</source>
        <translation>Hören und aufnehmen, was darauf gespielt wird</translation>
    </message>
    <message>
        <source>Input offset of %1</source>
        <translation>Eingangsversatz von %1</translation>
    </message>
    <message>
        <source>Record notes earlier (−) or later, for slow instruments</source>
        <translation>Gespieltes früher (−) oder später setzen: für träge Instrumente</translation>
    </message>
    <message>
        <source>Keys…</source>
        <translation>Tasten…</translation>
    </message>
    <message>
        <source>How %1 is heard</source>
        <translation>Wie %1 gehört wird</translation>
    </message>
    <message>
        <source>Channel, transposition, touch, split, and whether it sounds at once</source>
        <translation>Kanal, Transposition, Anschlag, Teilung, und ob es sofort klingt</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Send clock to %1</source>
        <translation>Clock an %1 senden</translation>
    </message>
    <message>
        <source>It starts, stops and keeps time with Segue</source>
        <translation>Es startet, hält an und bleibt mit Segue im Takt</translation>
    </message>
    <message>
        <source>Time code</source>
        <translation>Timecode</translation>
    </message>
    <message>
        <source>Send time code to %1</source>
        <translation>Timecode an %1 senden</translation>
    </message>
    <message>
        <source>It follows Segue by hours, minutes, seconds and frames (MTC)</source>
        <translation>Es folgt Segue nach Stunden, Minuten, Sekunden und Bildern (MTC)</translation>
    </message>
    <message>
        <source>Latency of %1</source>
        <translation>Latenz von %1</translation>
    </message>
    <message>
        <source>Notes and clock are sent earlier by this. Jam ▸ By cable measures it.</source>
        <translation>Noten und Clock gehen um so viel früher hinaus. Jam ▸ Mit Kabel misst es.</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Move a control now…</source>
        <translation>Bewegen Sie jetzt einen Regler…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>Lernen</translation>
    </message>
    <message>
        <source>Learn a control for %1</source>
        <translation>Einen Regler lernen für %1</translation>
    </message>
    <message>
        <source>Then move a knob, a slider or a pedal, or press a key or pad</source>
        <translation>Bewegen Sie dann einen Regler oder ein Pedal, oder drücken Sie eine Taste oder ein Pad</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the control for %1</source>
        <translation>Den Regler vergessen für %1</translation>
    </message>
    <message>
        <source>No control moves it any more</source>
        <translation>Kein Regler bewegt es mehr</translation>
    </message>
    <message>
        <source>Best found</source>
        <translation type="vanished">Beste gefundene</translation>
    </message>
    <message>
        <source>Use the best sound bank found</source>
        <translation type="vanished">Die beste gefundene Klangbank verwenden</translation>
    </message>
    <message>
        <source>Go back to the best bank on this machine</source>
        <translation type="vanished">Zurück zur besten Klangbank auf diesem Rechner</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation type="vanished">Wird geprüft …</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="vanished">Noch einmal prüfen</translation>
    </message>
    <message>
        <source>Try %1 again</source>
        <translation type="vanished">%1 noch einmal prüfen</translation>
    </message>
    <message>
        <source>Play each of its sounds once; if that works, Segue uses it again</source>
        <translation type="vanished">Jeden ihrer Klänge einmal erzeugen; geht alles gut, wird sie wieder verwendet</translation>
    </message>
    <message>
        <source>MIDI clock</source>
        <translation type="vanished">MIDI-Clock</translation>
    </message>
    <message>
        <source>Then move a knob, a slider or a pedal</source>
        <translation type="vanished">Dann einen Knopf, Regler oder ein Pedal bewegen</translation>
    </message>
</context>
<context>
    <name>SoundViews</name>
    <message>
        <source>Volume of the current track</source>
        <translation>Lautstärke der aktuellen Spur</translation>
    </message>
    <message>
        <source>Built-in sound</source>
        <translation>Eingebauter Klang</translation>
    </message>
    <message>
        <source>The system's own</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>None: Segue's own clock</source>
        <translation>niemandem: Segue zählt selbst</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Raum</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Saal</translation>
    </message>
    <message>
        <source>Control %1, channel %2</source>
        <translation>Controller %1, Kanal %2</translation>
    </message>
    <message>
        <source>Key %1, channel %2</source>
        <translation>Taste %1, Kanal %2</translation>
    </message>
    <message>
        <source>Nothing is open yet.</source>
        <translation>Es ist noch nichts offen.</translation>
    </message>
    <message>
        <source>No audio device found. You can still send MIDI to a port.</source>
        <translation>Kein Audiogerät gefunden. Sie können trotzdem MIDI an einen Anschluss senden.</translation>
    </message>
    <message>
        <source>Connect another program to the MIDI port “%1”: notes go there.</source>
        <translation>Verbinden Sie ein anderes Programm mit dem MIDI-Anschluss „%1“: Dorthin gehen die Noten.</translation>
    </message>
    <message>
        <source>Notes go to ‘%1’.</source>
        <translation>Noten gehen an „%1“.</translation>
    </message>
    <message>
        <source>‘%1’ sounds about %2 ms after a note is asked for.</source>
        <translation>„%1“ klingt etwa %2 ms, nachdem eine Note verlangt wird.</translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <translation>%1 (nicht verbunden)</translation>
    </message>
    <message>
        <source>Sound is breaking up (%1 drop-outs).</source>
        <translation>Der Klang setzt aus (%1 Aussetzer).</translation>
    </message>
    <message>
        <source>Use %1 ms</source>
        <translation>%1 ms verwenden</translation>
    </message>
    <message>
        <source>A larger buffer usually helps.</source>
        <translation>Meist hilft ein größerer Puffer.</translation>
    </message>
    <message>
        <source>The best found</source>
        <translation type="vanished">Die beste gefundene</translation>
    </message>
    <message>
        <source>‘%1’ is not used: it could not be played when it was tried.</source>
        <translation type="vanished">„%1“ wird nicht verwendet: Bei der Prüfung konnte sie nicht gespielt werden.</translation>
    </message>
    <message>
        <source>‘%1’ is not used: it could not be tried to the end.</source>
        <translation type="vanished">„%1“ wird nicht verwendet: Sie konnte nicht zu Ende geprüft werden.</translation>
    </message>
    <message>
        <source>Choose a sound bank</source>
        <translation type="vanished">Klangbank wählen</translation>
    </message>
    <message>
        <source>Sound banks (*.sf2 *.sf3)</source>
        <translation type="vanished">Klangbänke (*.sf2 *.sf3)</translation>
    </message>
    <message>
        <source>The computer's keys play: A to ; and the row above, from C%1. Z and X change the octave.</source>
        <translation type="vanished">Die Tasten des Rechners spielen: A bis Ö und die Reihe darüber, ab C%1. Z und X wechseln die Oktave.</translation>
    </message>
    <message>
        <source>Stop typing notes</source>
        <translation type="vanished">Tasten spielen nicht mehr</translation>
    </message>
</context>
<context>
    <name>SpeedChoice</name>
    <message>
        <source>How fast it counts</source>
        <translation>Wie schnell gezählt wird</translation>
    </message>
    <message>
        <source>beats a minute</source>
        <translation>pro Minute</translation>
    </message>
    <message>
        <source>Half %1</source>
        <translation>Halb %1</translation>
    </message>
    <message>
        <source>Double %1</source>
        <translation>Doppelt %1</translation>
    </message>
</context>
<context>
    <name>Spoken</name>
    <message>
        <source>bar {0} beat {1}</source>
        <translation>Takt {0} Schlag {1}</translation>
    </message>
    <message>
        <source>{0}, {1} notes: {2}</source>
        <translation>{0}, {1} Noten: {2}</translation>
    </message>
    <message>
        <source>1 beat</source>
        <translation>1 Schlag</translation>
    </message>
    <message>
        <source>{0} beats</source>
        <translation>{0} Schläge</translation>
    </message>
    <message>
        <source>{0}, {1}, {2}, velocity {3}</source>
        <translation>{0}, {1}, {2}, Anschlag {3}</translation>
    </message>
    <message>
        <source>{0}, offered</source>
        <translation>{0}, angeboten</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>New piece</source>
        <translation>Neues Stück</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Recent pieces</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Demo pieces</source>
        <translation>Demostücke</translation>
    </message>
    <message>
        <source>More demo pieces</source>
        <translation>Weitere Demostücke</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Open your piece</source>
        <translation>Eigenes Stück öffnen</translation>
    </message>
    <message>
        <source>or drop a file here</source>
        <translation>oder eine Datei hierher ziehen</translation>
    </message>
    <message>
        <source>Add your MIDI folder</source>
        <translation>MIDI-Ordner hinzufügen</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>bleibt auf diesem Rechner</translation>
    </message>
    <message>
        <source>Empty, with tracks for</source>
        <translation>Leer, mit Spuren für</translation>
    </message>
    <message>
        <source>You begin a piece, Segue goes on with it, and you keep what you like.</source>
        <translation>Sie beginnen ein Stück, Segue schreibt weiter, und Sie behalten, was Ihnen gefällt.</translation>
    </message>
    <message>
        <source>Nothing to hear?</source>
        <translation>Nichts zu hören?</translation>
    </message>
    <message>
        <source>Choose another output</source>
        <translation>Einen anderen Ausgang wählen</translation>
    </message>
    <message>
        <source>Hear how that sounds: each of these stops after {0} bars, and Segue writes the next {0}.</source>
        <translation>So klingt das: Jedes endet nach {0} Takten, die nächsten {0} schreibt Segue.</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
    <message>
        <source>with the computer's keys</source>
        <translation>mit der Computertastatur</translation>
    </message>
    <message>
        <source>Back to ‘{0}’</source>
        <translation>Zurück zu „{0}“</translation>
    </message>
    <message>
        <source>Begin an empty piece</source>
        <translation type="vanished">Ein leeres Stück beginnen</translation>
    </message>
    <message>
        <source>What you open or save is here the next time.</source>
        <translation type="vanished">Was Sie öffnen oder speichern, steht beim nächsten Mal hier.</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="vanished">Öffnen…</translation>
    </message>
    <message>
        <source>Open a Segue piece, a MIDI file or MusicXML</source>
        <translation type="vanished">Ein Segue-Stück, eine MIDI-Datei oder MusicXML öffnen</translation>
    </message>
</context>
<context>
    <name>StartViews</name>
    <message>
        <source>1 bar</source>
        <translation>1 Takt</translation>
    </message>
    <message>
        <source>%1 bars</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>Segue wrote the hatched bars.</source>
        <translation type="vanished">Die schraffierten Takte hat Segue geschrieben.</translation>
    </message>
    <message>
        <source>Enter keeps them, G makes four others.</source>
        <translation type="vanished">Enter behält sie, G macht vier andere.</translation>
    </message>
</context>
<context>
    <name>Starting</name>
    <message>
        <source>The computer runs on its battery. Start the training all the same?</source>
        <translation type="vanished">Der Rechner läuft mit Akku. Das Training trotzdem beginnen?</translation>
    </message>
    <message>
        <source>It keeps its steps and can be resumed if the battery runs out.</source>
        <translation type="vanished">Es behält seine Schritte und kann weitermachen, wenn der Akku leer wird.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="vanished">Beginnen</translation>
    </message>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation type="vanished"><numerusform>%n Stück</numerusform><numerusform>%n Stücken</numerusform></translation>
    </message>
    <message>
        <source>“{0}” learns from {1} · {2}</source>
        <translation type="vanished">„{0}“ lernt aus {1} · {2}</translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>SteeringSliders</name>
    <message>
        <source>in the middle the model is as it is; double-click to go back there</source>
        <translation>in der Mitte ist das Modell, wie es ist; Doppelklick führt dorthin zurück</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>More or fewer notes; {0}</source>
        <translation>Mehr oder weniger Noten; {0}</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Higher or lower notes; {0}</source>
        <translation>Höhere oder tiefere Noten; {0}</translation>
    </message>
    <message>
        <source>Loudness</source>
        <translation>Dynamik</translation>
    </message>
    <message>
        <source>Louder or softer notes; {0}</source>
        <translation>Lautere oder leisere Noten; {0}</translation>
    </message>
    <message>
        <source>Note length</source>
        <translation>Notenlänge</translation>
    </message>
    <message>
        <source>Longer or shorter notes; {0}</source>
        <translation>Längere oder kürzere Noten; {0}</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>tiefer</translation>
    </message>
    <message>
        <source>higher</source>
        <translation>höher</translation>
    </message>
    <message>
        <source>softer</source>
        <translation>leiser</translation>
    </message>
    <message>
        <source>louder</source>
        <translation>lauter</translation>
    </message>
    <message>
        <source>shorter</source>
        <translation>kürzer</translation>
    </message>
    <message>
        <source>longer</source>
        <translation>länger</translation>
    </message>
    <message>
        <source>As measured on “{0}”</source>
        <translation>Wie mit „{0}“ gemessen</translation>
    </message>
    <message>
        <source>Not all are measured yet</source>
        <translation>Noch nicht alle gemessen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Measure sliders</source>
        <translation>Regler messen</translation>
    </message>
    <message>
        <source>What was measured so far is kept</source>
        <translation>Was bis jetzt gemessen ist, bleibt erhalten</translation>
    </message>
    <message>
        <source>Measure which of them work with this model; you can go on working meanwhile</source>
        <translation>Herausfinden, welche davon mit diesem Modell wirken; man kann dabei weiterarbeiten</translation>
    </message>
    <message>
        <source>It was measured with this model and does too little.</source>
        <translation>Er wurde mit diesem Modell gemessen und bewirkt zu wenig.</translation>
    </message>
    <message>
        <source>It was not measured with this model yet.</source>
        <translation>Er wurde mit diesem Modell noch nicht gemessen.</translation>
    </message>
    <message>
        <source>{0} (as measured on “{1}”)</source>
        <translation>{0} (wie mit „{1}“ gemessen)</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>wie es ist</translation>
    </message>
    <message>
        <source>a little {0}</source>
        <translation>etwas {0}</translation>
    </message>
    <message>
        <source>It is not known to work with this model: its training had no time to measure it, or found that it does too little.</source>
        <translation type="vanished">Dass er bei diesem Modell wirkt, ist nicht bekannt: Beim Training war keine Zeit, ihn zu messen, oder er bewirkte zu wenig.</translation>
    </message>
</context>
<context>
    <name>StepSamples</name>
    <message>
        <source>It takes two saved steps to compare</source>
        <translation>Zum Vergleichen braucht es zwei gespeicherte Schritte</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
</context>
<context>
    <name>TakeTree</name>
    <message>
        <source>Search takes…</source>
        <translation>Takes suchen…</translation>
    </message>
    <message>
        <source>Search the tree</source>
        <translation>Im Baum suchen</translation>
    </message>
    <message>
        <source>Each continuation that you keep becomes a branch here.</source>
        <translation>Jede Fortsetzung, die Sie behalten, wird hier ein Zweig.</translation>
    </message>
    <message>
        <source>Accepting a continuation adds a branch point.</source>
        <translation type="vanished">Wer eine Fortsetzung behält, bekommt hier eine Verzweigung.</translation>
    </message>
</context>
<context>
    <name>Takes</name>
    <message>
        <source>Keep take %1</source>
        <translation>Take %1 behalten</translation>
    </message>
    <message>
        <source>Go back to the beginning</source>
        <translation>Zurück an den Anfang</translation>
    </message>
    <message>
        <source>Go back to take %1</source>
        <translation>Zurück zu Take %1</translation>
    </message>
    <message>
        <source>Take %1 of “%2”, seed %3</source>
        <translation>Take %1 von „%2“, Startwert %3</translation>
    </message>
</context>
<context>
    <name>TastePage</name>
    <message>
        <source>Taste</source>
        <translation>Geschmack</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Forget the learned taste</source>
        <translation>Den gelernten Geschmack vergessen</translation>
    </message>
    <message>
        <source>Segue compares the alternative that you keep with the others that you heard: how many notes, how high, how loud and the like. Half of the alternatives follow your taste, and they stay as varied as without it. A wish comes first.</source>
        <translation>Segue vergleicht die Alternative, die Sie behalten, mit den anderen, die Sie gehört haben: wie viele Noten, wie hoch, wie laut und so weiter. Die Hälfte der Alternativen folgt Ihrem Geschmack, und sie bleiben so abwechslungsreich wie ohne ihn. Ein Wunsch geht vor.</translation>
    </message>
    <message>
        <source>It is kept in a small file on this computer, and in no piece that you share.</source>
        <translation>Er steht in einer kleinen Datei auf diesem Rechner und in keinem Stück, das Sie weitergeben.</translation>
    </message>
    <message>
        <source>Segue compares the alternative that you keep with the others that you heard: how many notes, how high, how loud and the like. Half of what is offered follows your taste, and the offers stay as varied as without it. A wish comes first.</source>
        <translation type="vanished">Segue vergleicht die Alternative, die Sie behalten, mit den anderen, die Sie gehört haben: wie viele Noten, wie hoch, wie laut und so weiter. Die Hälfte dessen, was angeboten wird, folgt Ihrem Geschmack, und die Angebote bleiben so abwechslungsreich wie ohne ihn. Ein Wunsch geht vor.</translation>
    </message>
</context>
<context>
    <name>TasteViews</name>
    <message>
        <source>Your taste could not be read, so Segue learns it anew.</source>
        <translation>Ihr Geschmack war nicht lesbar; Segue lernt ihn von vorn.</translation>
    </message>
    <message>
        <source>Nothing was learned yet.</source>
        <translation>Noch wurde nichts gelernt.</translation>
    </message>
    <message>
        <source>nothing clear yet</source>
        <translation>noch nichts Deutliches</translation>
    </message>
    <message numerus="yes">
        <source>You prefer: %1 (from %n choice(s)).</source>
        <translation><numerusform>Sie bevorzugen: %1 (aus %n Entscheidung).</numerusform><numerusform>Sie bevorzugen: %1 (aus %n Entscheidungen).</numerusform></translation>
    </message>
    <message>
        <source>busier</source>
        <translation>belebter</translation>
    </message>
    <message>
        <source>sparser</source>
        <translation>weniger Noten</translation>
    </message>
    <message>
        <source>higher</source>
        <translation>höher</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>tiefer</translation>
    </message>
    <message>
        <source>a wide range</source>
        <translation>ein weiter Umfang</translation>
    </message>
    <message>
        <source>a narrow range</source>
        <translation>ein enger Umfang</translation>
    </message>
    <message>
        <source>more chromatic</source>
        <translation>chromatischer</translation>
    </message>
    <message>
        <source>in the key</source>
        <translation>in der Tonart</translation>
    </message>
    <message>
        <source>off the beat</source>
        <translation>neben dem Schlag</translation>
    </message>
    <message>
        <source>on the beat</source>
        <translation>auf dem Schlag</translation>
    </message>
    <message>
        <source>louder</source>
        <translation>lauter</translation>
    </message>
    <message>
        <source>softer</source>
        <translation>leiser</translation>
    </message>
    <message>
        <source>leaps</source>
        <translation>springt</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>more rests</source>
        <translation>mehr Pausen</translation>
    </message>
    <message>
        <source>fewer rests</source>
        <translation>weniger Pausen</translation>
    </message>
    <message>
        <source>longer notes</source>
        <translation>längere Noten</translation>
    </message>
    <message>
        <source>shorter notes</source>
        <translation>kürzere Noten</translation>
    </message>
    <message>
        <source>like the piece</source>
        <translation>wie das Stück</translation>
    </message>
    <message>
        <source>unlike the piece</source>
        <translation>anders als das Stück</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Piano</source>
        <translation>Klavier</translation>
    </message>
    <message>
        <source>Piano, two hands</source>
        <translation>Klavier, zweihändig</translation>
    </message>
    <message>
        <source>Right hand</source>
        <translation>Rechte Hand</translation>
    </message>
    <message>
        <source>Left hand</source>
        <translation>Linke Hand</translation>
    </message>
    <message>
        <source>Lead sheet</source>
        <translation>Leadsheet</translation>
    </message>
    <message>
        <source>Melody</source>
        <translation>Melodie</translation>
    </message>
    <message>
        <source>Chords</source>
        <translation>Akkorde</translation>
    </message>
    <message>
        <source>Bass</source>
        <translation>Bass</translation>
    </message>
    <message>
        <source>Voice and piano</source>
        <translation>Stimme und Klavier</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Stimme</translation>
    </message>
    <message>
        <source>String quartet</source>
        <translation>Streichquartett</translation>
    </message>
    <message>
        <source>Violin 1</source>
        <translation>Violine 1</translation>
    </message>
    <message>
        <source>Violin 2</source>
        <translation>Violine 2</translation>
    </message>
    <message>
        <source>Viola</source>
        <translation>Viola</translation>
    </message>
    <message>
        <source>Cello</source>
        <translation>Violoncello</translation>
    </message>
    <message>
        <source>Wind quintet</source>
        <translation>Bläserquintett</translation>
    </message>
    <message>
        <source>Flute</source>
        <translation>Flöte</translation>
    </message>
    <message>
        <source>Oboe</source>
        <translation>Oboe</translation>
    </message>
    <message>
        <source>Clarinet</source>
        <translation>Klarinette</translation>
    </message>
    <message>
        <source>Horn</source>
        <translation>Horn</translation>
    </message>
    <message>
        <source>Bassoon</source>
        <translation>Fagott</translation>
    </message>
    <message>
        <source>Choir</source>
        <translation>Chor</translation>
    </message>
    <message>
        <source>Soprano</source>
        <translation>Sopran</translation>
    </message>
    <message>
        <source>Alto</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Tenor</source>
        <translation>Tenor</translation>
    </message>
    <message>
        <source>Bass voice</source>
        <translation>Bass (Stimme)</translation>
    </message>
    <message>
        <source>Band with drums</source>
        <translation>Band mit Schlagzeug</translation>
    </message>
    <message>
        <source>Lead</source>
        <translation>Lead</translation>
    </message>
    <message>
        <source>Guitar</source>
        <translation>Gitarre</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Keyboard</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation>Schlagzeug</translation>
    </message>
    <message>
        <source>Waltz for piano</source>
        <translation>Walzer für Klavier</translation>
    </message>
</context>
<context>
    <name>TimeGrid</name>
    <message>
        <source>Bar</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>min:s</source>
        <translation>min:s</translation>
    </message>
</context>
<context>
    <name>TimePage</name>
    <message>
        <source>Time in view</source>
        <translation>Sichtbare Zeit</translation>
    </message>
</context>
<context>
    <name>TimeRuler</name>
    <message>
        <source>Ruler</source>
        <translation>Taktlineal</translation>
    </message>
    <message>
        <source>Bars %1 to %2 of all tracks selected</source>
        <translation>Takte %1 bis %2 aller Spuren ausgewählt</translation>
    </message>
    <message>
        <source>Drag to where Segue goes on</source>
        <translation>Dorthin ziehen, wo Segue fortsetzt</translation>
    </message>
    <message>
        <source>Drag to move this section with everything in it</source>
        <translation>Ziehen verschiebt diesen Abschnitt mit allem darin</translation>
    </message>
    <message>
        <source>Bar %1 is doubtful: its beats are not clear.</source>
        <translation>Takt %1 ist zweifelhaft: Seine Schläge sind nicht deutlich.</translation>
    </message>
    <message>
        <source>Click to go there, drag to select bars, Alt and drag to make a loop</source>
        <translation>Klicken, um dorthin zu gehen; ziehen, um Takte auszuwählen; mit Alt ziehen für eine Schleife</translation>
    </message>
    <message>
        <source>Ctrl and drag a bar line to move it: notes sound when they did</source>
        <translation type="vanished">Mit Strg einen Taktstrich ziehen, um ihn zu verschieben: Noten erklingen, wann sie erklangen</translation>
    </message>
    <message>
        <source>Click to go there, drag to make a loop</source>
        <translation type="vanished">Klicken, um dorthin zu gehen; ziehen für einen Loop</translation>
    </message>
</context>
<context>
    <name>TrackHeader</name>
    <message>
        <source>Track name</source>
        <translation>Name der Spur</translation>
    </message>
    <message>
        <source>Track name (F2)</source>
        <translation>Name der Spur (F2)</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Instrument and output</source>
        <translation>Instrument und Ausgang</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>Eingebaut</translation>
    </message>
    <message>
        <source>{0} on {1}, channel {2}</source>
        <translation>{0} auf {1}, Kanal {2}</translation>
    </message>
    <message>
        <source>Track {0}: {1}</source>
        <translation>Spur {0}: {1}</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="vanished">Lautstärke</translation>
    </message>
    <message>
        <source>Vol</source>
        <translation type="vanished">Laut</translation>
    </message>
</context>
<context>
    <name>TrackHeaders</name>
    <message>
        <source>Tracks</source>
        <translation>Spuren</translation>
    </message>
    <message>
        <source>+ Add track</source>
        <translation>+ Spur hinzufügen</translation>
    </message>
    <message>
        <source>Add an empty track</source>
        <translation>Eine leere Spur hinzufügen</translation>
    </message>
    <message>
        <source>+ Accompany</source>
        <translation>+ Begleiten</translation>
    </message>
    <message>
        <source>Instrument</source>
        <translation>Instrument</translation>
    </message>
    <message>
        <source>Default output</source>
        <translation>Standardausgang</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanal</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation>Solo</translation>
    </message>
    <message>
        <source>Instrument and output</source>
        <translation>Instrument und Ausgang</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Remove track</source>
        <translation>Spur entfernen</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Sky</source>
        <translation>Himmelblau</translation>
    </message>
    <message>
        <source>Sand</source>
        <translation>Sand</translation>
    </message>
    <message>
        <source>+ Plays along</source>
        <translation type="vanished">+ Spielt mit</translation>
    </message>
    <message>
        <source>Drums</source>
        <translation type="vanished">Schlagzeug</translation>
    </message>
</context>
<context>
    <name>TrainChoices</name>
    <message>
        <source>%1 of music is too little to learn from nothing; it takes about 10 h.</source>
        <translation>%1 Musik sind zu wenig, um von nichts zu lernen; dazu braucht es etwa 10 Std.</translation>
    </message>
    <message>
        <source>It takes about 10 h of music.</source>
        <translation>Es braucht etwa 10 Std. Musik.</translation>
    </message>
    <message>
        <source>Sound like my pieces</source>
        <translation>Klingt wie meine Stücke</translation>
    </message>
    <message>
        <source>starts from Starter · works from 20 minutes of music</source>
        <translation>geht von Starter aus · ab 20 Minuten Musik</translation>
    </message>
    <message>
        <source>Only my pieces</source>
        <translation>Nur meine Stücke</translation>
    </message>
    <message>
        <source>learns from nothing but your music</source>
        <translation>lernt nur aus Ihrer Musik</translation>
    </message>
    <message>
        <source>Go on with “%1”</source>
        <translation>Mit „%1“ weiter</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Stil</translation>
    </message>
    <message>
        <source>Taste</source>
        <translation>Kostprobe</translation>
    </message>
    <message>
        <source>Evening</source>
        <translation>Abend</translation>
    </message>
    <message>
        <source>Night</source>
        <translation>Nacht</translation>
    </message>
    <message>
        <source>With so few pieces it would take no longer than the others</source>
        <translation>Mit so wenigen Stücken würde es nicht länger dauern als die anderen</translation>
    </message>
    <message>
        <source>A style belongs to a model: begin with one</source>
        <translation>Ein Stil gehört zu einem Modell: Beginnen Sie mit einem</translation>
    </message>
    <message>
        <source>Remembers how these pieces sound, as if the model had just heard them. The model itself stays; it is heard most in the first few hundred notes of a piece.</source>
        <translation>Merkt sich, wie diese Stücke klingen, als hätte das Modell sie gerade gehört. Das Modell selbst bleibt; am meisten hört man es in den ersten paar Hundert Noten eines Stücks.</translation>
    </message>
    <message>
        <source>Measuring this computer with your pieces…</source>
        <translation>Dieser Rechner wird mit Ihren Stücken gemessen…</translation>
    </message>
    <message>
        <source>One processor core is kept free for playing.</source>
        <translation>Ein Prozessorkern bleibt für die Wiedergabe frei.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1, %2 steps, each piece about %3 times.</source>
        <translation>%1, %2 Schritte, jedes Stück etwa %3-mal.</translation>
    </message>
    <message>
        <source>%1 (%2): %3 notes a second, %4 of memory, %5 pieces side by side.</source>
        <translation>%1 (%2): %3 Noten je Sekunde, %4 Speicher, %5 Stücke nebeneinander.</translation>
    </message>
    <message>
        <source>Up to %1 of disk; %2 are free.</source>
        <translation>Bis zu %1 auf der Festplatte; %2 sind frei.</translation>
    </message>
    <message>
        <source>The computer runs on its battery: plug it in for a long training.</source>
        <translation>Der Rechner läuft mit Akku: Schließen Sie ihn für ein langes Training ans Netz an.</translation>
    </message>
    <message>
        <source>%1 of music is little: 20 minutes or more sound better, and copy less.</source>
        <translation>%1 Musik sind wenig: Ab 20 Minuten klingt es besser und schreibt weniger ab.</translation>
    </message>
    <message>
        <source>Your pieces are being read; then there is something to learn from.</source>
        <translation>Ihre Stücke werden gelesen; dann gibt es etwas zu lernen.</translation>
    </message>
    <message>
        <source>No pieces to learn from yet. You need about 20 minutes of MIDI: add a folder.</source>
        <translation>Noch keine Stücke zum Lernen. Sie brauchen etwa 20 Minuten MIDI: Fügen Sie einen Ordner hinzu.</translation>
    </message>
    <message>
        <source>There is less than a minute of music: add more pieces.</source>
        <translation>Es ist weniger als eine Minute Musik: Fügen Sie Stücke hinzu.</translation>
    </message>
    <message>
        <source>%1 of music is too little to learn from nothing; it takes about 10 h. “Sound like my pieces” works from 20 minutes.</source>
        <translation>%1 Musik sind zu wenig, um von nichts zu lernen; dazu braucht es etwa 10 Std. „Klingt wie meine Stücke“ geht ab 20 Minuten.</translation>
    </message>
    <message>
        <source>The disk has %1 left; this training needs %2. Make room, or choose a folder on another disk.</source>
        <translation>Auf der Festplatte sind %1 frei; dieses Training braucht %2. Machen Sie Platz oder wählen Sie einen Ordner auf einer anderen.</translation>
    </message>
    <message>
        <source>%1 (%2): %3 tokens a second, %4 of memory, %5 pieces side by side.</source>
        <translation type="vanished">%1 (%2): %3 Zeichen je Sekunde, %4 Speicher, %5 Stücke nebeneinander.</translation>
    </message>
    <message>
        <source>The disk has %1 left; this training needs %2. Make room first.</source>
        <translation type="vanished">Auf der Festplatte sind noch %1; dieses Training braucht %2. Schaffen Sie zuerst Platz.</translation>
    </message>
</context>
<context>
    <name>TrainCopied</name>
    <message>
        <source>It copies much from your pieces (%1): better stop.</source>
        <translation>Es schreibt viel aus Ihren Stücken ab (%1): besser aufhören.</translation>
    </message>
    <message>
        <source>It copies much from your pieces (%1): an earlier step may copy less.</source>
        <translation>Es schreibt viel aus Ihren Stücken ab (%1): ein früherer Schritt vielleicht weniger.</translation>
    </message>
    <message>
        <source>It copies some of your pieces (%1).</source>
        <translation>Es schreibt einiges aus Ihren Stücken ab (%1).</translation>
    </message>
    <message>
        <source>It copies more than %2 (%1, %2: %3).</source>
        <translation>Es schreibt mehr ab als %2 (%1, %2: %3).</translation>
    </message>
    <message>
        <source>copied from your pieces</source>
        <translation>aus Ihren Stücken kopiert</translation>
    </message>
    <message>
        <source>copied from your pieces (%1: %2)</source>
        <translation>aus Ihren Stücken kopiert (%1: %2)</translation>
    </message>
    <message>
        <source>Step %1: %2 notes in a row of ‘%3’, from bar %4.</source>
        <translation>Schritt %1: %2 Noten hintereinander aus „%3“, ab Takt %4.</translation>
    </message>
</context>
<context>
    <name>TrainExpert</name>
    <message>
        <source>More steps learn more, and at last by heart.</source>
        <translation type="vanished">Mehr Schritte lernen mehr, und am Ende auswendig.</translation>
    </message>
    <message>
        <source>The run ends after this time, whatever the steps.</source>
        <translation type="vanished">Der Lauf endet nach dieser Zeit, gleich bei welchem Schritt.</translation>
    </message>
    <message>
        <source>How often it is measured, saved and heard.</source>
        <translation type="vanished">Wie oft gemessen, gespeichert und vorgespielt wird.</translation>
    </message>
    <message>
        <source>Ends after so many saved steps without improvement; 0 never does.</source>
        <translation type="vanished">Endet nach so vielen gespeicherten Schritten ohne Besserung; 0 nie.</translation>
    </message>
    <message>
        <source>min</source>
        <translation type="vanished">Min.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="vanished">Schritte</translation>
    </message>
    <message>
        <source>How long</source>
        <translation type="vanished">Wie lange</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="vanished">Schritte</translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="vanished">Zeit</translation>
    </message>
    <message>
        <source>Saved step every</source>
        <translation type="vanished">Schritt speichern alle</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation type="vanished">Geduld</translation>
    </message>
    <message>
        <source>Higher learns faster and may become unstable.</source>
        <translation type="vanished">Höher lernt schneller und kann instabil werden.</translation>
    </message>
    <message>
        <source>The learning rate rises over so many steps.</source>
        <translation type="vanished">Die Lernrate steigt über so viele Schritte an.</translation>
    </message>
    <message>
        <source>Share of the learning rate that is left at the end.</source>
        <translation type="vanished">Anteil der Lernrate, der am Ende bleibt.</translation>
    </message>
    <message>
        <source>Higher learns less by heart, and slower.</source>
        <translation type="vanished">Höher lernt weniger auswendig, und langsamer.</translation>
    </message>
    <message>
        <source>Higher keeps weights small, which copies less.</source>
        <translation type="vanished">Höher hält die Gewichte klein; das schreibt weniger ab.</translation>
    </message>
    <message>
        <source>Lower keeps a single odd piece from spoiling much.</source>
        <translation type="vanished">Tiefer verhindert, dass ein seltsames Stück viel verdirbt.</translation>
    </message>
    <message>
        <source>How it learns</source>
        <translation type="vanished">Wie es lernt</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="vanished">Lernrate</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation type="vanished">Anlauf</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation type="vanished">Lernrate am Ende</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation type="vanished">Dropout</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="vanished">Gewichtszerfall</translation>
    </message>
    <message>
        <source>Gradient limit</source>
        <translation type="vanished">Gradientengrenze</translation>
    </message>
    <message>
        <source>More pieces at once use more memory and make steps steadier.</source>
        <translation type="vanished">Mehr Stücke zugleich brauchen mehr Speicher und machen die Schritte ruhiger.</translation>
    </message>
    <message>
        <source>How much is read at once; longer uses more memory.</source>
        <translation type="vanished">Wie viel auf einmal gelesen wird; länger braucht mehr Speicher.</translation>
    </message>
    <message>
        <source>Each pass hears every piece in another key, which copies less.</source>
        <translation type="vanished">Jeder Durchgang hört jedes Stück in einer anderen Tonart; das schreibt weniger ab.</translation>
    </message>
    <message>
        <source>The same seed draws the same order and the same changes.</source>
        <translation type="vanished">Derselbe Startwert ergibt dieselbe Reihenfolge und dieselben Änderungen.</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation type="vanished">Stücke</translation>
    </message>
    <message>
        <source>notes</source>
        <translation type="vanished">Noten</translation>
    </message>
    <message>
        <source>How it reads</source>
        <translation type="vanished">Wie es liest</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation type="vanished">Nebeneinander</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation type="vanished">Abschnitt</translation>
    </message>
    <message>
        <source>Transpose</source>
        <translation type="vanished">Transponieren</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="vanished">Startwert</translation>
    </message>
    <message>
        <source>Where it computes; the fastest one if left alone.</source>
        <translation type="vanished">Wo gerechnet wird; von selbst das schnellste.</translation>
    </message>
    <message>
        <source>bfloat16 is faster where the processor has it, and less exact.</source>
        <translation type="vanished">bfloat16 ist schneller, wo der Prozessor es kann, und weniger genau.</translation>
    </message>
    <message>
        <source>fastest</source>
        <translation type="vanished">schnellstes</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation type="vanished">Dieser Rechner</translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="vanished">Gerät</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="vanished">Genauigkeit</translation>
    </message>
    <message>
        <source>More layers understand more and take longer.</source>
        <translation type="vanished">Mehr Schichten verstehen mehr und dauern länger.</translation>
    </message>
    <message>
        <source>Wider knows more and takes longer; a multiple of the heads.</source>
        <translation type="vanished">Breiter weiß mehr und dauert länger; ein Vielfaches der Köpfe.</translation>
    </message>
    <message>
        <source>Things it can attend to at once.</source>
        <translation type="vanished">Worauf es zugleich achten kann.</translation>
    </message>
    <message>
        <source>How much it carries from before.</source>
        <translation type="vanished">Wie viel es von vorher behält.</translation>
    </message>
    <message>
        <source>The new model</source>
        <translation type="vanished">Das neue Modell</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="vanished">Schichten</translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="vanished">Breite</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="vanished">Köpfe</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="vanished">Gedächtnis</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="vanished">Zeichen</translation>
    </message>
</context>
<context>
    <name>TrainGains</name>
    <message>
        <source>As good as %1</source>
        <translation>So gut wie %1</translation>
    </message>
    <message>
        <source>%1 better than %2</source>
        <translation>%1 besser als %2</translation>
    </message>
    <message>
        <source>%1 worse than %2</source>
        <translation>%1 schlechter als %2</translation>
    </message>
    <message>
        <source>at songs that it never saw</source>
        <translation>bei Stücken, die es nie sah</translation>
    </message>
    <message>
        <source>at songs that it never saw: at each of the %1</source>
        <translation>bei Stücken, die es nie sah: bei jedem der %1</translation>
    </message>
    <message>
        <source>at songs that it never saw: better at %1 of %2</source>
        <translation>bei Stücken, die es nie sah: besser bei %1 von %2</translation>
    </message>
</context>
<context>
    <name>TrainNotices</name>
    <message>
        <source>It goes on from that very step.</source>
        <translation>Es geht genau bei diesem Schritt weiter.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>‘%1’ is ready.</source>
        <translation>„%1“ ist bereit.</translation>
    </message>
    <message>
        <source>It is %1 % better than before at pieces of yours that it never saw.</source>
        <translation>Bei Stücken von Ihnen, die es nie sah, ist es %1 % besser als zuvor.</translation>
    </message>
    <message>
        <source>But it is no better than before at pieces of yours that it never saw.</source>
        <translation>Aber bei Stücken von Ihnen, die es nie sah, ist es nicht besser als zuvor.</translation>
    </message>
    <message>
        <source>Compare it by ear; more pieces would help.</source>
        <translation>Vergleichen Sie mit dem Ohr; mehr Stücke würden helfen.</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>Damit weitermachen</translation>
    </message>
    <message>
        <source>Choose folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Trainings are being moved to ‘%1’…</source>
        <translation>Trainings werden nach „%1“ verschoben…</translation>
    </message>
    <message>
        <source>A training can begin or go on once they are there.</source>
        <translation>Sobald sie dort sind, kann ein Training beginnen oder weitergehen.</translation>
    </message>
    <message>
        <source>Trainings are kept in ‘%1’ from now on.</source>
        <translation>Trainings liegen von jetzt an in „%1“.</translation>
    </message>
    <message>
        <source>What was learned so far was moved there.</source>
        <translation>Was bisher gelernt wurde, liegt jetzt dort.</translation>
    </message>
    <message>
        <source>No piece is ticked any more.</source>
        <translation>Kein Stück ist mehr angehakt.</translation>
    </message>
    <message>
        <source>Nothing was started.</source>
        <translation>Es wurde nichts gestartet.</translation>
    </message>
    <message numerus="yes">
        <source>The pieces to learn from changed a moment ago: now there are %n.</source>
        <translation><numerusform>Die Stücke, aus denen gelernt wird, haben sich eben geändert: Jetzt ist es %n.</numerusform><numerusform>Die Stücke, aus denen gelernt wird, haben sich eben geändert: Jetzt sind es %n.</numerusform></translation>
    </message>
    <message>
        <source>Look at them, then press “Start training” again.</source>
        <translation>Sehen Sie sich diese an und klicken Sie noch einmal auf „Training beginnen“.</translation>
    </message>
    <message>
        <source>None of these pieces is ticked.</source>
        <translation>Keines dieser Stücke ist angekreuzt.</translation>
    </message>
    <message numerus="yes">
        <source>The %n ticked ones of these pieces are less than a minute of music.</source>
        <translation><numerusform>Das %n angekreuzte dieser Stücke ist weniger als eine Minute Musik.</numerusform><numerusform>Die %n angekreuzten dieser Stücke sind weniger als eine Minute Musik.</numerusform></translation>
    </message>
    <message>
        <source>‘%1’ is still being trained.</source>
        <translation>„%1“ wird noch trainiert.</translation>
    </message>
    <message>
        <source>Make the style when it has ended.</source>
        <translation>Machen Sie den Stil, wenn es beendet ist.</translation>
    </message>
    <message numerus="yes">
        <source>The training learns from the other %n pieces.</source>
        <translation><numerusform>Das Training lernt aus dem anderen Stück (%n).</numerusform><numerusform>Das Training lernt aus den anderen %n Stücken.</numerusform></translation>
    </message>
    <message>
        <source>‘%1’ is not learned from. %2</source>
        <translation>Aus „%1“ wird nicht gelernt. %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more of the chosen pieces are not learned from.</source>
        <translation><numerusform>Aus %n weiteren der gewählten Stücke wird nicht gelernt.</numerusform><numerusform>Aus %n weiteren der gewählten Stücke wird nicht gelernt.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n pieces were ticked after Start: they are not learned from.</source>
        <translation><numerusform>%n Stück wurde nach dem Start angehakt: Aus ihm wird nicht gelernt.</numerusform><numerusform>%n Stücke wurden nach dem Start angehakt: Aus ihnen wird nicht gelernt.</numerusform></translation>
    </message>
    <message>
        <source>The training was stopped before its first saved step.</source>
        <translation>Das Training wurde vor dem ersten gespeicherten Schritt angehalten.</translation>
    </message>
    <message>
        <source>There was nothing to keep yet; your models are as they were.</source>
        <translation>Es gab noch nichts zu behalten; Ihre Modelle sind, wie sie waren.</translation>
    </message>
    <message>
        <source>Your pieces surprise it %1 % less than before.</source>
        <translation type="vanished">Ihre Stücke überraschen es %1 % weniger als zuvor.</translation>
    </message>
    <message>
        <source>But pieces of yours that it never saw surprise it no less than before.</source>
        <translation type="vanished">Aber Stücke von Ihnen, die es nie gesehen hat, überraschen es nicht weniger als vorher.</translation>
    </message>
    <message>
        <source>It foretells your pieces %1 % better than before.</source>
        <translation type="vanished">Es sagt Ihre Stücke um %1 % besser voraus als zuvor.</translation>
    </message>
</context>
<context>
    <name>TrainPage</name>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>My pieces</source>
        <translation>Meine Stücke</translation>
    </message>
    <message>
        <source>No training yet. You need about 20 minutes of MIDI.</source>
        <translation>Noch kein Training. Sie brauchen etwa 20 Minuten MIDI.</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Training beginnen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop and keep best</source>
        <translation>Anhalten und Bestes behalten</translation>
    </message>
    <message>
        <source>Ends here; the best saved step is kept</source>
        <translation>Endet hier; der beste gespeicherte Schritt bleibt</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen…</translation>
    </message>
    <message>
        <source>Throw away what this run made</source>
        <translation>Wegwerfen, was dieser Lauf gemacht hat</translation>
    </message>
    <message>
        <source>Choose a goal and a time. Segue stays usable while it trains.</source>
        <translation>Wählen Sie Ziel und Zeit. Segue bleibt während des Trainings benutzbar.</translation>
    </message>
    <message>
        <source>after {0}</source>
        <translation>nach {0}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>It can be renamed when it is done</source>
        <translation>Es lässt sich umbenennen, wenn es fertig ist</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Stop and keep step {0}</source>
        <translation>Anhalten, Schritt {0} behalten</translation>
    </message>
    <message>
        <source>Keeping the best step…</source>
        <translation>Der beste Schritt wird behalten …</translation>
    </message>
    <message>
        <source>Keeping this step…</source>
        <translation>Dieser Schritt wird behalten…</translation>
    </message>
    <message>
        <source>Go on from this very step</source>
        <translation>Genau bei diesem Schritt weitermachen</translation>
    </message>
    <message>
        <source>Keeps this step and frees the processor and its memory; nothing is lost</source>
        <translation>Behält diesen Schritt und gibt Prozessor und Speicher frei; es geht nichts verloren</translation>
    </message>
    <message>
        <source>Ready in {0}</source>
        <translation>Fertig in {0}</translation>
    </message>
    <message>
        <source>at step {0}</source>
        <translation>bei Schritt {0}</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Wird gemessen…</translation>
    </message>
    <message>
        <source>time left</source>
        <translation>verbleibend</translation>
    </message>
    <message>
        <source>Almost done</source>
        <translation>Fast fertig</translation>
    </message>
    <message>
        <source>{0} left</source>
        <translation>noch {0}</translation>
    </message>
    <message>
        <source>ready at about {0}</source>
        <translation>fertig gegen {0}</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>the model is written</source>
        <translation>das Modell wird geschrieben</translation>
    </message>
    <message>
        <source>the best step is kept</source>
        <translation>der beste Schritt wird behalten</translation>
    </message>
    <message>
        <source>the best step is heard and measured</source>
        <translation>der beste Schritt wird gehört und gemessen</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>Abschluss</translation>
    </message>
    <message>
        <source>Training step {0} of {1}</source>
        <translation>Trainingsschritt {0} von {1}</translation>
    </message>
    <message>
        <source>{0}, about {1} left</source>
        <translation>{0}, noch etwa {1}</translation>
    </message>
    <message>
        <source>step {0} of {1}</source>
        <translation type="vanished">Schritt {0} von {1}</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation type="vanished">Schritt {0}</translation>
    </message>
    <message>
        <source>{0} at the same songs</source>
        <translation type="vanished">{0}, dieselben Stücke</translation>
    </message>
    <message>
        <source>surprise at songs never seen</source>
        <translation type="vanished">Überraschung, nie gesehen</translation>
    </message>
    <message>
        <source>copied from your pieces</source>
        <translation type="vanished">aus Ihren Stücken kopiert</translation>
    </message>
    <message>
        <source>steps · pass {0}</source>
        <translation type="vanished">Schritte · Durchgang {0}</translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="vanished">Schritte</translation>
    </message>
    <message>
        <source>notes a second</source>
        <translation type="vanished">Noten je Sekunde</translation>
    </message>
    <message>
        <source>surprise at new music</source>
        <translation type="vanished">Überraschung bei Neuem</translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="vanished">Speicher</translation>
    </message>
    <message>
        <source>{0} % of the last part</source>
        <translation type="vanished">{0} % des letzten Teils</translation>
    </message>
    <message>
        <source>done about {0}</source>
        <translation type="vanished">fertig gegen {0}</translation>
    </message>
    <message>
        <source>Training step {0} of {1}, about {2} left</source>
        <translation type="vanished">Trainingsschritt {0} von {1}, noch etwa {2}</translation>
    </message>
    <message>
        <source>held-out loss</source>
        <translation type="vanished">Prüfverlust</translation>
    </message>
    <message>
        <source>tokens a second</source>
        <translation type="vanished">Zeichen je Sekunde</translation>
    </message>
</context>
<context>
    <name>TrainSetup</name>
    <message>
        <source>My pieces</source>
        <translation>Meine Stücke</translation>
    </message>
    <message>
        <source>A training is running</source>
        <translation>Es läuft ein Training</translation>
    </message>
    <message>
        <source>This computer is being measured</source>
        <translation>Dieser Rechner wird gemessen</translation>
    </message>
</context>
<context>
    <name>TrainShows</name>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 (best)</source>
        <translation>%1 (bester)</translation>
    </message>
</context>
<context>
    <name>TrainViews</name>
    <message>
        <source>It keeps the step it is at; next time it can be resumed from there.</source>
        <translation>Es behält den Schritt, bei dem es ist; beim nächsten Mal geht es von dort weiter.</translation>
    </message>
    <message>
        <source>A style has no saved steps: it would have to be started again.</source>
        <translation>Ein Stil hat keine gespeicherten Schritte: Er müsste neu begonnen werden.</translation>
    </message>
    <message>
        <source>‘%1’ is still being trained.</source>
        <translation>„%1“ wird noch trainiert.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Discard the training of ‘%1’?</source>
        <translation>Das Training von „%1“ verwerfen?</translation>
    </message>
    <message>
        <source>What it has learned so far is deleted.</source>
        <translation>Was es bisher gelernt hat, wird gelöscht.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Compose keeps using “%1” meanwhile</source>
        <translation>Komponieren verwendet inzwischen weiter „%1“</translation>
    </message>
    <message>
        <source>Keeping the best saved step and listening to it…</source>
        <translation>Der beste gespeicherte Schritt wird behalten und angehört…</translation>
    </message>
    <message>
        <source>Keeping this step…</source>
        <translation>Dieser Schritt wird behalten…</translation>
    </message>
    <message>
        <source>Finishing “%1”</source>
        <translation>„%1“ wird abgeschlossen</translation>
    </message>
    <message>
        <source>Training “%1”</source>
        <translation>„%1“ wird trainiert</translation>
    </message>
    <message>
        <source>“%1” is paused</source>
        <translation>„%1“ ist angehalten</translation>
    </message>
    <message>
        <source>Untrained</source>
        <translation>Untrainiert</translation>
    </message>
    <message>
        <source>Starter</source>
        <translation>Starter</translation>
    </message>
    <message>
        <source>Before</source>
        <translation type="vanished">Vorher</translation>
    </message>
    <message>
        <source>The computer runs on its battery. Start the training all the same?</source>
        <translation type="vanished">Der Rechner läuft mit Akku. Das Training trotzdem beginnen?</translation>
    </message>
    <message>
        <source>It keeps its steps and can be resumed if the battery runs out.</source>
        <translation type="vanished">Es behält seine Schritte und kann weitermachen, wenn der Akku leer wird.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="vanished">Beginnen</translation>
    </message>
    <message>
        <source>My pieces</source>
        <translation type="vanished">Meine Stücke</translation>
    </message>
    <message>
        <source>A training is running</source>
        <translation type="vanished">Es läuft ein Training</translation>
    </message>
    <message>
        <source>This computer is being measured</source>
        <translation type="vanished">Dieser Rechner wird gemessen</translation>
    </message>
</context>
<context>
    <name>TrainWords</name>
    <message>
        <source>It is starting to memorise; the best is step %1.</source>
        <translation>Es beginnt auswendig zu lernen; am besten ist Schritt %1.</translation>
    </message>
    <message>
        <source>Still improving.</source>
        <translation>Wird noch besser.</translation>
    </message>
    <message>
        <source>Flat since step %1.</source>
        <translation>Gleichbleibend seit Schritt %1.</translation>
    </message>
    <message>
        <source>Not yet better on music of yours that it never saw than at the beginning.</source>
        <translation>Bei Musik von Ihnen, die es nie gesehen hat, noch nicht besser als am Anfang.</translation>
    </message>
    <message>
        <source>No step so far is better on music of yours that it never saw than the beginning: more pieces would help.</source>
        <translation>Bei Musik von Ihnen, die es nie gesehen hat, ist bisher kein Schritt besser als der Anfang: Mehr Stücke würden helfen.</translation>
    </message>
    <message>
        <source>Going on from step %1…</source>
        <translation>Geht bei Schritt %1 weiter …</translation>
    </message>
    <message>
        <source>Reading your pieces: %1 of %2.</source>
        <translation>Ihre Stücke werden gelesen: %1 von %2.</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>Listening to how much your music surprises it now…</source>
        <translation>Hört, wie sehr Ihre Musik es jetzt überrascht…</translation>
    </message>
    <message>
        <source>It has learned. The best step is heard and measured, then the model is saved…</source>
        <translation>Es hat gelernt. Der beste Schritt wird angehört und gemessen, dann wird das Modell gespeichert…</translation>
    </message>
    <message>
        <source>The best step is being saved as a model…</source>
        <translation>Der beste Schritt wird als Modell gespeichert …</translation>
    </message>
    <message>
        <source>Going on with a few openings, for your ear…</source>
        <translation>Ein paar Anfänge werden fortgesetzt, für Ihr Ohr…</translation>
    </message>
    <message>
        <source>Training ‘%1’ is paused at step %2 (%3 %).</source>
        <translation>Das Training „%1“ ist bei Schritt %2 pausiert (%3 %).</translation>
    </message>
    <message>
        <source>Music of yours that it never saw surprises it %1 % less than at the beginning.</source>
        <translation type="vanished">Musik von Ihnen, die es nie sah, überrascht es %1 % weniger als am Anfang.</translation>
    </message>
    <message>
        <source>Copying is high (%1): better stop.</source>
        <translation type="vanished">Es schreibt viel ab (%1): besser aufhören.</translation>
    </message>
    <message>
        <source>Copying is rising (%1).</source>
        <translation type="vanished">Es schreibt zunehmend ab (%1).</translation>
    </message>
    <message>
        <source>It copies a little (%1).</source>
        <translation type="vanished">Es kopiert ein wenig (%1).</translation>
    </message>
    <message>
        <source>Copying is low (%1).</source>
        <translation type="vanished">Es schreibt wenig ab (%1).</translation>
    </message>
    <message>
        <source>Step %1: %2 notes in a row of ‘%3’, from bar %4.</source>
        <translation type="vanished">Schritt %1: %2 Noten hintereinander aus „%3“, ab Takt %4.</translation>
    </message>
    <message>
        <source>Held-out loss is rising: it is starting to memorise; the best is step %1.</source>
        <translation type="vanished">Der Prüfverlust steigt: Es beginnt, auswendig zu lernen; am besten ist Schritt %1.</translation>
    </message>
    <message>
        <source>Your pieces' held-out loss is %1 % below where it began.</source>
        <translation type="vanished">Der Prüfverlust Ihrer Stücke liegt %1 % unter dem Anfang.</translation>
    </message>
    <message>
        <source>Listening to your held-out pieces as they are foretold now…</source>
        <translation type="vanished">Ihre zurückgehaltenen Stücke werden geprüft, wie sie jetzt vorausgesagt werden…</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="vanished">%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="vanished">%1 Min.</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation type="vanished">%1 Std.</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation type="vanished">%1 Std. %2 Min.</translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation type="vanished">%1 GB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="vanished">%1 MB</translation>
    </message>
</context>
<context>
    <name>TrainingFolder</name>
    <message>
        <source>Where shall trainings be kept from now on?</source>
        <translation>Wo sollen Trainings von jetzt an liegen?</translation>
    </message>
</context>
<context>
    <name>TrainingPart</name>
    <message>
        <source>The training part is being installed</source>
        <translation>Der Trainingsteil wird installiert</translation>
    </message>
    <message>
        <source>Training is not installed</source>
        <translation>Das Training ist nicht installiert</translation>
    </message>
    <message>
        <source>The training part that you have downloaded</source>
        <translation>Der Trainingsteil, den Sie heruntergeladen haben</translation>
    </message>
    <message>
        <source>Training part (*.zip)</source>
        <translation>Trainingsteil (*.zip)</translation>
    </message>
    <message>
        <source>It needs PyTorch and MidiTok: %1 MB to download, %2 MB on the disk. Run this in Segue's folder: %3</source>
        <translation>Es braucht PyTorch und MidiTok: %1 MB zum Herunterladen, %2 MB auf der Festplatte. Führen Sie dies in Segues Ordner aus: %3</translation>
    </message>
    <message>
        <source>It needs a part of its own, ‘%1’: %2 MB to download, %3 MB on the disk. Download it where you got Segue, then choose it here.</source>
        <translation>Es braucht einen eigenen Teil, ‚%1‘: %2 MB Download, %3 MB auf der Platte. Laden Sie ihn dort herunter, woher Sie Segue haben, und wählen Sie ihn dann hier.</translation>
    </message>
</context>
<context>
    <name>TrainingStart</name>
    <message>
        <source>The computer runs on its battery. Start the training all the same?</source>
        <translation>Der Rechner läuft mit Akku. Das Training trotzdem beginnen?</translation>
    </message>
    <message>
        <source>It keeps its steps and can be resumed if the battery runs out.</source>
        <translation>Es behält seine Schritte und kann weitermachen, wenn der Akku leer wird.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message numerus="yes">
        <source>%n pieces</source>
        <translation type="vanished"><numerusform>%n Stück</numerusform><numerusform>%n Stücken</numerusform></translation>
    </message>
    <message>
        <source>“{0}” learns from {1} · {2}</source>
        <translation type="vanished">„{0}“ lernt aus {1} · {2}</translation>
    </message>
</context>
<context>
    <name>TransportBar</name>
    <message>
        <source>To start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop; a second click goes to the start and ends every sound</source>
        <translation>Stopp; noch einmal: an den Anfang, und Stille</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Play or stop</source>
        <translation>Wiedergabe oder Stopp</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufnehmen</translation>
    </message>
    <message>
        <source>Record what you play</source>
        <translation>Aufnehmen, was Sie spielen</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Loop</translation>
    </message>
    <message>
        <source>Repeat the loop range</source>
        <translation>Den Loopbereich wiederholen</translation>
    </message>
    <message>
        <source>PANIC</source>
        <translation>PANIK</translation>
    </message>
    <message>
        <source>Panic</source>
        <translation>Panik</translation>
    </message>
    <message>
        <source>End every note on every output</source>
        <translation>Jede Note auf jedem Ausgang beenden</translation>
    </message>
    <message>
        <source>What Record records</source>
        <translation>Was Aufnehmen aufnimmt</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>Bar, beat and sixteenth: type a place to go there</source>
        <translation>Takt, Schlag und Sechzehntel: Tippen Sie einen Ort, um dorthin zu gehen</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>Takte</translation>
    </message>
    <message>
        <source>Show bars and beats, or minutes</source>
        <translation>Takte und Schläge zeigen, oder Minuten</translation>
    </message>
    <message>
        <source>Tempo</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Quarter notes a minute: drag, scroll or type</source>
        <translation>Viertel je Minute: ziehen, rollen oder tippen</translation>
    </message>
    <message>
        <source>ext</source>
        <translation>ext.</translation>
    </message>
    <message>
        <source>tap</source>
        <translation>tap</translation>
    </message>
    <message>
        <source>Tap tempo</source>
        <translation>Tempo klopfen</translation>
    </message>
    <message>
        <source>Tap in time to set the tempo</source>
        <translation>Im Takt klopfen, um das Tempo zu setzen</translation>
    </message>
    <message>
        <source>Meter</source>
        <translation>Taktart</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Tonart</translation>
    </message>
    <message>
        <source>Metronome</source>
        <translation>Metronom</translation>
    </message>
    <message>
        <source>Snap</source>
        <translation>Raster</translation>
    </message>
    <message>
        <source>MIDI input</source>
        <translation>MIDI-Eingang</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Meter from here on</source>
        <translation>Taktart ab hier</translation>
    </message>
    <message>
        <source>Key of the piece</source>
        <translation>Tonart des Stücks</translation>
    </message>
    <message>
        <source>Metronome and count-in</source>
        <translation>Metronom und Vorzähler</translation>
    </message>
    <message>
        <source>Grid that edits snap to</source>
        <translation>Raster, an dem Änderungen einrasten</translation>
    </message>
    <message>
        <source>MIDI inputs that Segue listens to</source>
        <translation>MIDI-Eingänge, auf die gehört wird</translation>
    </message>
    <message>
        <source>Buttons that do not fit into a narrow window</source>
        <translation>Was in einem schmalen Fenster keinen Platz hat</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Click off</source>
        <translation>Klick aus</translation>
    </message>
    <message>
        <source>1 bar</source>
        <translation>1 Takt</translation>
    </message>
    <message numerus="yes">
        <source>%n bars</source>
        <translation><numerusform>%n Takt</numerusform><numerusform>%n Takte</numerusform></translation>
    </message>
    <message>
        <source>Snap {0}</source>
        <translation>Raster {0}</translation>
    </message>
    <message>
        <source>No MIDI in</source>
        <translation>Kein MIDI</translation>
    </message>
    <message>
        <source>{0} (not connected)</source>
        <translation>{0} (nicht verbunden)</translation>
    </message>
    <message>
        <source>MIDI input: {0}</source>
        <translation>MIDI-Eingang: {0}</translation>
    </message>
    <message>
        <source>Record from the microphone</source>
        <translation>Vom Mikrofon aufnehmen</translation>
    </message>
    <message>
        <source>The tempo of the external clock</source>
        <translation>Das Tempo gibt die Clock vor, der gefolgt wird</translation>
    </message>
    <message>
        <source>m:s</source>
        <translation>m:s</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>Eine andere…</translation>
    </message>
    <message>
        <source>No MIDI devices found. Plug one in; it appears by itself.</source>
        <translation>Keine MIDI-Geräte gefunden. Schließen Sie eines an; es erscheint von selbst.</translation>
    </message>
    <message>
        <source>Sound and ports…</source>
        <translation>Klang und Anschlüsse…</translation>
    </message>
    <message>
        <source>Find out from the notes</source>
        <translation>Aus den Noten ermitteln</translation>
    </message>
    <message>
        <source>Major</source>
        <translation>Dur</translation>
    </message>
    <message>
        <source>Minor</source>
        <translation>Moll</translation>
    </message>
    <message>
        <source>Click while playing</source>
        <translation>Klick bei der Wiedergabe</translation>
    </message>
    <message>
        <source>No count-in</source>
        <translation>Kein Vorzähler</translation>
    </message>
    <message>
        <source>Count in: {0}</source>
        <translation>Vorzähler: {0}</translation>
    </message>
    <message>
        <source>Volume {0} %</source>
        <translation>Lautstärke {0} %</translation>
    </message>
    <message>
        <source>A MIDI keyboard</source>
        <translation>Ein MIDI-Keyboard</translation>
    </message>
    <message>
        <source>The computer's keys</source>
        <translation>Die Tasten des Rechners</translation>
    </message>
    <message>
        <source>The microphone</source>
        <translation>Das Mikrofon</translation>
    </message>
    <message>
        <source>Which microphone</source>
        <translation>Welches Mikrofon</translation>
    </message>
    <message>
        <source>The system's own</source>
        <translation>Das des Systems</translation>
    </message>
    <message>
        <source>Click while you sing (in headphones)</source>
        <translation>Klick, während Sie singen (im Kopfhörer)</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>adaptive</source>
        <translation>adaptiv</translation>
    </message>
    <message>
        <source>To start (Home)</source>
        <translation type="vanished">Zum Anfang (Pos1)</translation>
    </message>
    <message>
        <source>Play or stop (Space)</source>
        <translation type="vanished">Wiedergabe oder Stopp (Leertaste)</translation>
    </message>
    <message>
        <source>Record what you play (R)</source>
        <translation type="vanished">Aufnehmen, was Sie spielen (R)</translation>
    </message>
    <message>
        <source>Repeat the loop range (L)</source>
        <translation type="vanished">Den Loopbereich wiederholen (L)</translation>
    </message>
    <message>
        <source>End every note on every output (Ctrl+.)</source>
        <translation type="vanished">Jede Note auf jedem Ausgang beenden (Strg+.)</translation>
    </message>
    <message>
        <source>Metronome and count-in (K)</source>
        <translation type="vanished">Metronom und Vorzähler (K)</translation>
    </message>
    <message>
        <source>Grid that edits snap to (N)</source>
        <translation type="vanished">Raster, an dem Änderungen einrasten (N)</translation>
    </message>
</context>
<context>
    <name>TransportViews</name>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>%1 bar</source>
        <translation>%1 Takt</translation>
    </message>
    <message>
        <source>%1 bars</source>
        <translation>%1 Takte</translation>
    </message>
    <message>
        <source>Plays as fast as written.</source>
        <translation>Spielt so schnell, wie notiert.</translation>
    </message>
    <message>
        <source>Plays at %1 % of the written tempo.</source>
        <translation>Spielt mit %1 % des notierten Tempos.</translation>
    </message>
    <message>
        <source>Speed %1 %</source>
        <translation>Tempo %1 %</translation>
    </message>
    <message>
        <source>The music plays slower or faster than written; end it to play as written.</source>
        <translation>Die Musik spielt langsamer oder schneller als geschrieben; beenden Sie es, um wie geschrieben zu spielen.</translation>
    </message>
    <message>
        <source>Half of the notes left less than %1 ms late, 99 of 100 less than %2 ms.</source>
        <translation>Die Hälfte der Noten ging weniger als %1 ms zu spät hinaus, 99 von 100 weniger als %2 ms.</translation>
    </message>
    <message>
        <source>Some notes were late</source>
        <translation>Manche Noten kamen zu spät</translation>
    </message>
    <message>
        <source>In time</source>
        <translation>Im Takt</translation>
    </message>
    <message>
        <source>Playing</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Out: opening…</source>
        <translation type="vanished">Ausgang: wird geöffnet…</translation>
    </message>
    <message>
        <source>Out: no sound</source>
        <translation type="vanished">Ausgang: kein Klang</translation>
    </message>
    <message>
        <source>Built-in sound</source>
        <translation type="vanished">Eingebauter Klang</translation>
    </message>
    <message>
        <source>What sounds. Click to choose another output.</source>
        <translation type="vanished">Was klingt. Klicken, um einen anderen Ausgang zu wählen.</translation>
    </message>
    <message>
        <source>Out: %1</source>
        <translation type="vanished">Ausgang: %1</translation>
    </message>
    <message>
        <source>In: %1</source>
        <translation type="vanished">Eingang: %1</translation>
    </message>
    <message>
        <source>In: none</source>
        <translation type="vanished">Eingang: keiner</translation>
    </message>
    <message>
        <source>The MIDI keyboards that are listened to. Click to choose.</source>
        <translation type="vanished">Die MIDI-Keyboards, auf die gehört wird. Klicken zum Wählen.</translation>
    </message>
    <message>
        <source>No MIDI devices found. Plug one in; it appears by itself.</source>
        <translation type="vanished">Keine MIDI-Geräte gefunden. Schließen Sie eines an; es erscheint von selbst.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation type="vanished">Nichts</translation>
    </message>
    <message>
        <source>%1 (not connected)</source>
        <translation type="vanished">%1 (nicht verbunden)</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="vanished">Erneut versuchen</translation>
    </message>
    <message>
        <source>Choose output</source>
        <translation type="vanished">Ausgang wählen</translation>
    </message>
    <message>
        <source>Out: none</source>
        <translation type="vanished">Ausgang: keiner</translation>
    </message>
    <message>
        <source>‘%1’ was disconnected. Notes were stopped.</source>
        <translation type="vanished">„%1“ wurde getrennt. Alle Noten wurden beendet.</translation>
    </message>
    <message>
        <source>It will reconnect by itself.</source>
        <translation type="vanished">Es verbindet sich von selbst wieder.</translation>
    </message>
    <message>
        <source>Player %1 ms late (p99 %2)</source>
        <translation type="vanished">Spieler %1 ms spät (p99 %2)</translation>
    </message>
    <message>
        <source>How late messages left since playing began: half of them less than the first figure, 99 of 100 less than the second.</source>
        <translation type="vanished">Wie spät Nachrichten seit Beginn der Wiedergabe hinausgingen: die Hälfte weniger als die erste Zahl, 99 von 100 weniger als die zweite.</translation>
    </message>
</context>
<context>
    <name>TuningDialog</name>
    <message>
        <source>Tuning</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <source>What the pitches of the keys are, drums excepted</source>
        <translation>Welche Tonhöhen die Tasten haben, außer beim Schlagzeug</translation>
    </message>
    <message>
        <source>Open a &amp;Scala file…</source>
        <translation>&amp;Scala-Datei öffnen…</translation>
    </message>
    <message>
        <source>Read a scale from a file that ends in .scl</source>
        <translation>Eine Skala aus einer Datei lesen, die auf .scl endet</translation>
    </message>
    <message>
        <source>&amp;Keyboard mapping…</source>
        <translation>&amp;Tastaturbelegung…</translation>
    </message>
    <message>
        <source>tuned as a whole (MTS)</source>
        <translation>als Ganzes gestimmt (MTS)</translation>
    </message>
    <message>
        <source>with a bend for each note (MPE)</source>
        <translation>mit einer Tonbeugung je Note (MPE)</translation>
    </message>
    <message>
        <source>in equal temperament</source>
        <translation>gleichstufig gestimmt</translation>
    </message>
    <message>
        <source>MTS needs a device that knows the MIDI Tuning Standard; MPE is heard almost everywhere, with up to 14 notes at a time</source>
        <translation>MTS braucht ein Gerät, das den MIDI Tuning Standard kennt; MPE ist fast überall zu hören, mit bis zu 14 Noten zugleich</translation>
    </message>
    <message>
        <source>&amp;Tuning</source>
        <translation>Stimm&amp;ung</translation>
    </message>
    <message>
        <source>&amp;MIDI outputs play</source>
        <translation>&amp;MIDI-Ausgänge spielen</translation>
    </message>
    <message>
        <source>Segue composes in 12 notes: the model, the key and the scale on the keyboard stay as they are. Only the pitches that you hear change.</source>
        <translation>Segue komponiert mit 12 Tönen: Modell, Tonart und die Tonleiter auf der Klaviatur bleiben, wie sie sind. Nur die Tonhöhen, die man hört, ändern sich.</translation>
    </message>
    <message>
        <source>Open a Scala file first.</source>
        <translation>Öffnen Sie zuerst eine Scala-Datei.</translation>
    </message>
    <message>
        <source>Read which key plays which note of the scale from a .kbm file</source>
        <translation>Aus einer .kbm-Datei lesen, welche Taste welchen Ton der Skala spielt</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>Aus einer Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n note(s) of the piece are on keys that this tuning leaves out; they are silent.</source>
        <translation><numerusform>%n Note des Stücks liegt auf einer Taste, die diese Stimmung auslässt; sie ist stumm.</numerusform><numerusform>%n Noten des Stücks liegen auf Tasten, die diese Stimmung auslässt; sie sind stumm.</numerusform></translation>
    </message>
    <message>
        <source>C C♯ D E♭ E F F♯ G G♯ A B♭ B</source>
        <translation>C Cis D Es E F Fis G Gis A B H</translation>
    </message>
    <message>
        <source>Cents from equal temperament, from middle C on: %1.</source>
        <translation>Cent Abweichung von der gleichstufigen Stimmung, vom eingestrichenen C an: %1.</translation>
    </message>
</context>
<context>
    <name>TuningViews</name>
    <message>
        <source>Tuning</source>
        <translation>Stimmung</translation>
    </message>
    <message>
        <source>Open a Scala file</source>
        <translation>Scala-Datei öffnen</translation>
    </message>
    <message>
        <source>Scala scales (*.scl)</source>
        <translation>Scala-Skalen (*.scl)</translation>
    </message>
    <message>
        <source>Open a keyboard mapping</source>
        <translation>Tastaturbelegung öffnen</translation>
    </message>
    <message>
        <source>Scala keyboard mappings (*.kbm)</source>
        <translation>Scala-Tastaturbelegungen (*.kbm)</translation>
    </message>
</context>
<context>
    <name>Tunings</name>
    <message>
        <source>Equal temperament</source>
        <translation>Gleichstufige Stimmung</translation>
    </message>
    <message>
        <source>Just intonation in C</source>
        <translation>Reine Stimmung in C</translation>
    </message>
    <message>
        <source>Pythagorean</source>
        <translation>Pythagoreisch</translation>
    </message>
    <message>
        <source>Quarter-comma meantone</source>
        <translation>Mitteltönig (1/4 Komma)</translation>
    </message>
    <message>
        <source>Werckmeister III</source>
        <translation>Werckmeister III</translation>
    </message>
    <message>
        <source>Kirnberger III</source>
        <translation>Kirnberger III</translation>
    </message>
    <message>
        <source>Vallotti</source>
        <translation>Vallotti</translation>
    </message>
    <message>
        <source>19 equal steps, 12 of them on the keys</source>
        <translation>19 gleiche Stufen, 12 davon auf den Tasten</translation>
    </message>
    <message>
        <source>19 equal steps, one a key</source>
        <translation>19 gleiche Stufen, eine je Taste</translation>
    </message>
    <message>
        <source>24 equal steps, one a key</source>
        <translation>24 gleiche Stufen, eine je Taste</translation>
    </message>
</context>
<context>
    <name>TurnButton</name>
    <message>
        <source>Whose turn it is</source>
        <translation type="vanished">Wer dran ist</translation>
    </message>
</context>
<context>
    <name>TypingViews</name>
    <message>
        <source>Keys play %1–%2</source>
        <translation>Tasten spielen %1–%2</translation>
    </message>
    <message>
        <source>The computer's keys play: A to ; and the row above. Z and X change the octave. Esc ends it.</source>
        <translation>Die Tasten des Rechners spielen: A bis Ö und die Reihe darüber. Z und X wechseln die Oktave. Esc beendet es.</translation>
    </message>
    <message>
        <source>No MIDI keyboard is heard: choose one at “MIDI in” above.</source>
        <translation>Kein MIDI-Keyboard wird gehört: Wählen Sie oben bei „MIDI-Eingang“ eines.</translation>
    </message>
    <message>
        <source>Record with the computer's keys</source>
        <translation>Mit den Tasten des Rechners aufnehmen</translation>
    </message>
</context>
<context>
    <name>UsePanel</name>
    <message>
        <source>Use it when it is done</source>
        <translation>Verwenden, wenn es fertig ist</translation>
    </message>
    <message>
        <source>Compose and Jam write with the model as soon as it is made</source>
        <translation>Komponieren und Jam schreiben mit dem Modell, sobald es fertig ist</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Compose and Jam write with this model from now on</source>
        <translation>Komponieren und Jam schreiben von nun an mit diesem Modell</translation>
    </message>
    <message>
        <source>Listen</source>
        <translation>Anhören</translation>
    </message>
    <message>
        <source>How the model goes on with the opening above</source>
        <translation>Wie das Modell den Anfang oben fortsetzt</translation>
    </message>
    <message>
        <source>Compose and Jam then write with it</source>
        <translation>Komponieren und Jam schreiben dann damit</translation>
    </message>
    <message>
        <source>Compose and Jam write with it</source>
        <translation>Komponieren und Jam schreiben damit</translation>
    </message>
    <message>
        <source>Compose uses it already</source>
        <translation>Komponieren verwendet es schon</translation>
    </message>
    <message>
        <source>✓  Used when it is done</source>
        <translation>✓  Wird verwendet, wenn es fertig ist</translation>
    </message>
</context>
<context>
    <name>VelocityLane</name>
    <message>
        <source>Lane</source>
        <translation>Bahn</translation>
    </message>
    <message>
        <source>Show velocities or a controller</source>
        <translation>Anschlagstärken oder einen Controller zeigen</translation>
    </message>
    <message>
        <source>Velocity lane</source>
        <translation>Anschlagbahn</translation>
    </message>
    <message>
        <source>Controller {0}</source>
        <translation>Controller {0}</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Anschlag</translation>
    </message>
    <message>
        <source>Lane: {0}</source>
        <translation>Bahn: {0}</translation>
    </message>
    <message>
        <source>Change velocity</source>
        <translation>Anschlagstärke ändern</translation>
    </message>
    <message>
        <source>Draw {0}</source>
        <translation>{0} zeichnen</translation>
    </message>
    <message>
        <source>Modulation</source>
        <translation type="vanished">Modulation</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="vanished">Lautstärke</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation type="vanished">Expression</translation>
    </message>
    <message>
        <source>Sustain</source>
        <translation type="vanished">Haltepedal</translation>
    </message>
</context>
<context>
    <name>WaitingRuns</name>
    <message>
        <source>Also waiting</source>
        <translation type="vanished">Es warten auch</translation>
    </message>
    <message>
        <source>Begin another training</source>
        <translation type="vanished">Ein anderes Training beginnen</translation>
    </message>
    <message>
        <source>This one waits on; it is listed here until it goes on</source>
        <translation type="vanished">Dieses wartet weiter; es steht hier, bis es weitergeht</translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="vanished">Zeigen</translation>
    </message>
    <message>
        <source>Show the training ‘{0}’</source>
        <translation type="vanished">Das Training „{0}“ zeigen</translation>
    </message>
</context>
<context>
    <name>WaitingRunsView</name>
    <message>
        <source>Also waiting</source>
        <translation>Es warten auch</translation>
    </message>
    <message>
        <source>Begin another training</source>
        <translation>Ein anderes Training beginnen</translation>
    </message>
    <message>
        <source>This one waits on; it is listed here until it goes on</source>
        <translation>Dieses wartet weiter; es steht hier, bis es weitergeht</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the training ‘{0}’</source>
        <translation>Das Training „{0}“ zeigen</translation>
    </message>
</context>
<context>
    <name>Waterfall</name>
    <message>
        <source>Waterfall</source>
        <translation type="vanished">Wasserfall</translation>
    </message>
    <message>
        <source>What you and Segue play; hollow notes are planned and may still change. Click a bar of the past to go back to it.</source>
        <translation type="vanished">Was Sie und Segue spielen; hohle Noten sind geplant und können sich noch ändern. Klicken Sie auf einen vergangenen Takt, um zu ihm zurückzugehen.</translation>
    </message>
</context>
<context>
    <name>WelcomeCard</name>
    <message>
        <source>Skip</source>
        <translation type="vanished">Überspringen</translation>
    </message>
    <message>
        <source>Help ▸ Replay introduction shows this</source>
        <translation type="vanished">Hilfe ▸ Einführung wiederholen zeigt dies</translation>
    </message>
    <message>
        <source>Three chords are playing. If you hear nothing, try another output.</source>
        <translation type="vanished">Es spielen drei Akkorde. Wenn Sie nichts hören, versuchen Sie einen anderen Ausgang.</translation>
    </message>
    <message>
        <source>Output</source>
        <translation type="vanished">Ausgang</translation>
    </message>
    <message>
        <source>Where Segue is heard</source>
        <translation type="vanished">Wo Segue zu hören ist</translation>
    </message>
    <message>
        <source>Play again</source>
        <translation type="vanished">Noch einmal</translation>
    </message>
    <message>
        <source>Play the three chords again</source>
        <translation type="vanished">Die drei Akkorde noch einmal spielen</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation type="vanished">Ja</translation>
    </message>
    <message>
        <source>Yes, I hear it</source>
        <translation type="vanished">Ja, ich höre es</translation>
    </message>
    <message>
        <source>No</source>
        <translation type="vanished">Nein</translation>
    </message>
    <message>
        <source>No, I hear nothing</source>
        <translation type="vanished">Nein, ich höre nichts</translation>
    </message>
    <message>
        <source>Play my keyboard</source>
        <translation type="vanished">Auf meinem Keyboard spielen</translation>
    </message>
    <message>
        <source>Open or drop MIDI files…</source>
        <translation type="vanished">MIDI-Dateien öffnen oder ablegen…</translation>
    </message>
    <message>
        <source>Or drop them on this card</source>
        <translation type="vanished">Oder auf dieser Karte ablegen</translation>
    </message>
    <message>
        <source>Use the demo</source>
        <translation type="vanished">Das Demostück verwenden</translation>
    </message>
    <message>
        <source>A short piece to go on from</source>
        <translation type="vanished">Ein kurzes Stück zum Fortsetzen</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation type="vanished">Eingebaut</translation>
    </message>
    <message>
        <source>1 of 2</source>
        <translation type="vanished">1 von 2</translation>
    </message>
    <message>
        <source>Can you hear this?</source>
        <translation type="vanished">Hören Sie das?</translation>
    </message>
    <message>
        <source>Play my keyboard: {0}</source>
        <translation type="vanished">Auf meinem Keyboard spielen: {0}</translation>
    </message>
    <message>
        <source>2 of 2</source>
        <translation type="vanished">2 von 2</translation>
    </message>
    <message>
        <source>What would you like to begin with?</source>
        <translation type="vanished">Womit möchten Sie beginnen?</translation>
    </message>
    <message>
        <source>Eight bars to go on from</source>
        <translation type="vanished">Acht Takte zum Fortsetzen</translation>
    </message>
    <message>
        <source>What do you have?</source>
        <translation type="vanished">Was haben Sie?</translation>
    </message>
</context>
<context>
    <name>WindowSession</name>
    <message>
        <source>Not while something is imported or trained.</source>
        <translation>Nicht während importiert oder trainiert wird.</translation>
    </message>
    <message>
        <source>A jam is running: stop it first.</source>
        <translation>Ein Jam läuft: Beenden Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>Remember another piece first</source>
        <translation type="vanished">Zuerst ein anderes Stück lesen</translation>
    </message>
    <message>
        <source>‘%1’ is still being trained.</source>
        <translation type="vanished">„%1“ wird noch trainiert.</translation>
    </message>
    <message>
        <source>It keeps the step it is at; next time it can be resumed from there.</source>
        <translation type="vanished">Es behält den Schritt, bei dem es ist; beim nächsten Mal geht es von dort weiter.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
</context>
<context>
    <name>WishChip</name>
    <message>
        <source>What it is to be like</source>
        <translation type="vanished">Wie es werden soll</translation>
    </message>
    <message>
        <source>Busier, calmer, like the selected bars, an answer, an end; for one request</source>
        <translation type="vanished">Bewegter, ruhiger, wie die ausgewählten Takte, eine Antwort, ein Schluss; für eine Anfrage</translation>
    </message>
    <message>
        <source>In a word</source>
        <translation type="vanished">Wunsch</translation>
    </message>
    <message>
        <source>Busier, calmer, like the selected bars, an answer, an end; until you keep one</source>
        <translation type="vanished">Belebter, ruhiger, wie die gewählten Takte, eine Antwort, ein Schluss; bis Sie eine behalten</translation>
    </message>
</context>
<context>
    <name>WishGrid</name>
    <message>
        <source>Wish for the next request</source>
        <translation>Wunsch für die nächste Anfrage</translation>
    </message>
    <message>
        <source>The piece goes on after these bars.</source>
        <translation>Nach diesen Takten geht das Stück weiter.</translation>
    </message>
</context>
<context>
    <name>Wishes</name>
    <message>
        <source>What goes on until it is stopped has no end.</source>
        <translation>Was weitergeht, bis man es anhält, hat keinen Schluss.</translation>
    </message>
    <message>
        <source>As it goes on</source>
        <translation>Wie es weitergeht</translation>
    </message>
    <message>
        <source>Busier</source>
        <translation>Belebter</translation>
    </message>
    <message>
        <source>Calmer</source>
        <translation>Ruhiger</translation>
    </message>
    <message>
        <source>Build up</source>
        <translation>Steigern</translation>
    </message>
    <message>
        <source>End it</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Like the bars before</source>
        <translation>Wie die Takte davor</translation>
    </message>
    <message>
        <source>The bars before again, varied</source>
        <translation>Die Takte davor noch einmal, verändert</translation>
    </message>
    <message>
        <source>A new section (B part)</source>
        <translation>Ein neuer Teil (B-Teil)</translation>
    </message>
    <message>
        <source>Answer the bars before</source>
        <translation>Antwort auf die Takte davor</translation>
    </message>
    <message>
        <source>Like bar {0}</source>
        <translation>Wie Takt {0}</translation>
    </message>
    <message>
        <source>Like bars {0} to {1}</source>
        <translation>Wie Takt {0} bis {1}</translation>
    </message>
    <message>
        <source>Bar {0} again, varied</source>
        <translation>Takt {0} noch einmal, verändert</translation>
    </message>
    <message>
        <source>Bars {0} to {1} again, varied</source>
        <translation>Takt {0} bis {1} noch einmal, verändert</translation>
    </message>
    <message>
        <source>Answer bar {0}</source>
        <translation>Antwort auf Takt {0}</translation>
    </message>
    <message>
        <source>Answer bars {0} to {1}</source>
        <translation>Antwort auf Takt {0} bis {1}</translation>
    </message>
    <message>
        <source>B part</source>
        <translation>B-Teil</translation>
    </message>
    <message>
        <source>Like before</source>
        <translation>Wie zuvor</translation>
    </message>
    <message>
        <source>Again, varied</source>
        <translation>Variiert</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Like {0}</source>
        <translation>Wie {0}</translation>
    </message>
    <message>
        <source>Vary {0}</source>
        <translation>{0} variieren</translation>
    </message>
    <message>
        <source>Answer {0}</source>
        <translation>Antwort auf {0}</translation>
    </message>
    <message>
        <source>In a word</source>
        <translation type="vanished">In einem Wort</translation>
    </message>
</context>
<context>
    <name>_BarTile</name>
    <message>
        <source>Segue</source>
        <translation>Segue</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Ihnen</translation>
    </message>
    <message>
        <source>Bar %1, %2</source>
        <translation>Takt %1, %2</translation>
    </message>
</context>
<context>
    <name>_Canvas</name>
    <message>
        <source>Tree of takes</source>
        <translation>Baum der Takes</translation>
    </message>
    <message>
        <source>Click a node to go back there; %1 goes on from it another way</source>
        <translation>Ein Klick auf einen Knoten geht dorthin zurück; %1 macht von dort anders weiter</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Geschrieben</translation>
    </message>
    <message>
        <source>before any take</source>
        <translation>vor jedem Take</translation>
    </message>
    <message>
        <source>Take {0}</source>
        <translation>Take {0}</translation>
    </message>
    <message>
        <source>Go back here</source>
        <translation>Hierher zurück</translation>
    </message>
    <message>
        <source>Make this take again</source>
        <translation>Diesen Take noch einmal erzeugen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Remove star</source>
        <translation>Stern entfernen</translation>
    </message>
    <message>
        <source>Star</source>
        <translation>Stern</translation>
    </message>
    <message>
        <source>Sign</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Rename take</source>
        <translation>Take umbenennen</translation>
    </message>
    <message>
        <source>Your words on it</source>
        <translation>Ihre Worte dazu</translation>
    </message>
    <message>
        <source>Click a node to go back there; G goes on from it another way</source>
        <translation type="vanished">Klicken Sie einen Knoten an, um dorthin zurückzukehren; G setzt von dort anders fort</translation>
    </message>
</context>
<context>
    <name>_ChannelStrip</name>
    <message>
        <source>Mute</source>
        <translation type="vanished">Stummschalten</translation>
    </message>
    <message>
        <source>Solo</source>
        <translation type="vanished">Solo</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation type="vanished">Lautstärke</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation type="vanished">Panorama</translation>
    </message>
    <message>
        <source>Left or right; double-click for the middle</source>
        <translation type="vanished">Links oder rechts; Doppelklick für die Mitte</translation>
    </message>
    <message>
        <source>Offset </source>
        <translation type="vanished">Versatz </translation>
    </message>
    <message>
        <source> ms</source>
        <translation type="vanished"> ms</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="vanished">Versatz</translation>
    </message>
    <message>
        <source>Later or earlier than written, for slow outputs</source>
        <translation type="vanished">Später oder früher als notiert, für langsame Ausgänge</translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="vanished">Pegel</translation>
    </message>
    <message>
        <source>Vol</source>
        <translation type="vanished">Laut</translation>
    </message>
    <message>
        <source>left {0}</source>
        <translation type="vanished">links {0}</translation>
    </message>
    <message>
        <source>right {0}</source>
        <translation type="vanished">rechts {0}</translation>
    </message>
    <message>
        <source>middle</source>
        <translation type="vanished">Mitte</translation>
    </message>
</context>
<context>
    <name>_ContinuedPicture</name>
    <message>
        <source>The first bars of ‘{0}’, and how Segue goes on</source>
        <translation>Die ersten Takte von ‚{0}‘, und wie Segue weiterschreibt</translation>
    </message>
    <message>
        <source>The piece</source>
        <translation>Das Stück</translation>
    </message>
    <message>
        <source>Segue goes on</source>
        <translation>Segue führt fort</translation>
    </message>
</context>
<context>
    <name>_Dot</name>
    <message>
        <source>all is well</source>
        <translation>alles in Ordnung</translation>
    </message>
    <message>
        <source>Status: %1</source>
        <translation>Status: %1</translation>
    </message>
</context>
<context>
    <name>_Doubt</name>
    <message>
        <source>Bar %1</source>
        <translation>Takt %1</translation>
    </message>
</context>
<context>
    <name>_Facts</name>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>_Notice</name>
    <message>
        <source>Close</source>
        <translation type="vanished">Schließen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="vanished">Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>For a report or a search</source>
        <translation type="vanished">Für einen Bericht oder eine Suche</translation>
    </message>
</context>
<context>
    <name>_PieceRows</name>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
</context>
<context>
    <name>_Row</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Einzelheiten kopieren</translation>
    </message>
    <message>
        <source>For a report or a search</source>
        <translation>Für einen Bericht oder eine Suche</translation>
    </message>
</context>
</TS>
