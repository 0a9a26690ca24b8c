<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CheckDialog</name>
    <message numerus="yes">
        <source>%n problem(s) found.</source>
        <translation>
            <numerusform>%n problem found.</numerusform>
            <numerusform>%n problems found.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message numerus="yes">
        <source>%n different answer(s)</source>
        <translation>
            <numerusform>%n answer</numerusform>
            <numerusform>%n different answers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One answer, in %n document(s)</source>
        <translation>
            <numerusform>One answer, in %n document</numerusform>
            <numerusform>One answer, in %n documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} (%n document(s))</source>
        <translation>
            <numerusform>{0} (%n document)</numerusform>
            <numerusform>{0} (%n documents)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) of little weight</source>
        <translation>
            <numerusform>%n other of little weight</numerusform>
            <numerusform>%n others of little weight</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}: {1} of the weight, %n document(s)</source>
        <translation>
            <numerusform>{0}: {1} of the weight, %n document</numerusform>
            <numerusform>{0}: {1} of the weight, %n documents</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CostLabel</name>
    <message numerus="yes">
        <source>%Ln token(s) read</source>
        <translation>
            <numerusform>%Ln token read</numerusform>
            <numerusform>%Ln tokens read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) written</source>
        <translation>
            <numerusform>%Ln token written</numerusform>
            <numerusform>%Ln tokens written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved: reading the %Ln passage(s) found.</source>
        <translation>
            <numerusform>Saved: reading the passage found.</numerusform>
            <numerusform>Saved: reading the %Ln passages found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading your documents: {0}, %Ln token(s) read.</source>
        <translation>
            <numerusform>Reading your documents: {0}, %Ln token read.</numerusform>
            <numerusform>Reading your documents: {0}, %Ln tokens read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestForm</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected file(s) cannot be read and are left out.</source>
        <translation>
            <numerusform>%n selected file cannot be read and is left out.</numerusform>
            <numerusform>%n selected files cannot be read and are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n document(s) from end to end</source>
        <translation>
            <numerusform>Read %n document from end to end</numerusform>
            <numerusform>Read %n documents from end to end</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) to read</source>
        <translation>
            <numerusform>%n passage to read</numerusform>
            <numerusform>%n passages to read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestProgressStrip</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestResult</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n passage(s)</source>
        <translation>
            <numerusform>from %n passage</numerusform>
            <numerusform>from %n passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) could not be read</source>
        <translation>
            <numerusform>%n passage could not be read</numerusform>
            <numerusform>%n passages could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing of this kind was found in %n passage(s).</source>
        <translation>
            <numerusform>Nothing of this kind was found in %n passage.</numerusform>
            <numerusform>Nothing of this kind was found in %n passages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There was nothing to sum up in %n passage(s).</source>
        <translation>
            <numerusform>There was nothing to sum up in %n passage.</numerusform>
            <numerusform>There was nothing to sum up in %n passages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExchangeContents</name>
    <message numerus="yes">
        <source>Reading %n passage(s)…</source>
        <translation>
            <numerusform>Reading %n passage…</numerusform>
            <numerusform>Reading %n passages…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n passage(s)… {0} %</source>
        <translation>
            <numerusform>Reading %n passage… {0} %</numerusform>
            <numerusform>Reading %n passages… {0} %</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message numerus="yes">
        <source>Nothing is left out of %n file(s).</source>
        <translation>
            <numerusform>Nothing is left out of %n file.</numerusform>
            <numerusform>Nothing is left out of %n files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of {0} would be left out.</source>
        <translation>
            <numerusform>%n file of {0} would be left out.</numerusform>
            <numerusform>%n files of {0} would be left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GateDialog</name>
    <message numerus="yes">
        <source>Done: it searches above {0} from now on (between {1} and {2} if other questions like these had been drawn). Of your %n question(s) it would search for {3}.</source>
        <translation>
            <numerusform>Done: it searches above {0} from now on (between {1} and {2} if other questions like this one had been drawn). Of your %n question it would search for {3}.</numerusform>
            <numerusform>Done: it searches above {0} from now on (between {1} and {2} if other questions like these had been drawn). Of your %n questions it would search for {3}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Takes effect when it is calibrated: it drafts the %n question(s) you asked here, and sets its threshold by them.</source>
        <translation>
            <numerusform>Takes effect when it is calibrated: it drafts the %n question you asked here, and sets its threshold by it.</numerusform>
            <numerusform>Takes effect when it is calibrated: it drafts the %n questions you asked here, and sets its threshold by them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GatePlot</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>KeepingController</name>
    <message numerus="yes">
        <source>The library of %n document(s) was restored.</source>
        <translation>
            <numerusform>The library of %n document was restored.</numerusform>
            <numerusform>The library of %n documents was restored.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n to read</numerusform>
            <numerusform>%n to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n not readable</numerusform>
            <numerusform>%n not readable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) recognised from the picture</source>
        <translation>
            <numerusform>%n page recognised from the picture</numerusform>
            <numerusform>%n pages recognised from the picture</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slide(s)</source>
        <translation>
            <numerusform>%n slide</numerusform>
            <numerusform>%n slides</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sheet(s)</source>
        <translation>
            <numerusform>%n sheet</numerusform>
            <numerusform>%n sheets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chapter(s)</source>
        <translation>
            <numerusform>%n chapter</numerusform>
            <numerusform>%n chapters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n failed file(s) again</source>
        <translation>
            <numerusform>Read %n failed file again</numerusform>
            <numerusform>Read %n failed files again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Take %n back: read them again</source>
        <translation>
            <numerusform>Take %n back: read it again</numerusform>
            <numerusform>Take %n back: read them again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n file(s)</source>
        <translation>
            <numerusform>{0} of %n file</numerusform>
            <numerusform>{0} of %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n set aside</source>
        <translation>
            <numerusform>%n set aside</numerusform>
            <numerusform>%n set aside</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryQuestions</name>
    <message numerus="yes">
        <source>Remove “{0}” and %n more from the library?</source>
        <translation>
            <numerusform>Remove “{0}” and %n more from the library?</numerusform>
            <numerusform>Remove “{0}” and %n more from the library?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message numerus="yes">
        <source>Try it on the %n other locked file(s) in this folder too</source>
        <translation>
            <numerusform>Try it on the other locked file in this folder too</numerusform>
            <numerusform>Try it on the %n other locked files in this folder too</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message numerus="yes">
        <source>Looking at the files… %n found</source>
        <translation>
            <numerusform>Looking at the files… %n found</numerusform>
            <numerusform>Looking at the files… %n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) a second</source>
        <translation>
            <numerusform>%n page a second</numerusform>
            <numerusform>%n pages a second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) a second</source>
        <translation>
            <numerusform>%n passage a second</numerusform>
            <numerusform>%n passages a second</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadingNote</name>
    <message numerus="yes">
        <source>%n file(s) are still to be read: what is ready answers.</source>
        <translation>
            <numerusform>%n file is still to be read: what is ready answers.</numerusform>
            <numerusform>%n files are still to be read: what is ready answers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReasonsView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RefusalView</name>
    <message numerus="yes">
        <source>Closest passage(s)</source>
        <translation>
            <numerusform>Closest passage</numerusform>
            <numerusform>Closest passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Removal</name>
    <message numerus="yes">
        <source>“{0}” and %n more were set aside.</source>
        <translation>
            <numerusform>“{0}” and %n more were set aside.</numerusform>
            <numerusform>“{0}” and %n more were set aside.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{0}” and %n more were removed.</source>
        <translation>
            <numerusform>“{0}” and %n more were removed.</numerusform>
            <numerusform>“{0}” and %n more were removed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScopeChooser</name>
    <message numerus="yes">
        <source>%n place(s) ticked</source>
        <translation>
            <numerusform>%n place ticked</numerusform>
            <numerusform>%n places ticked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScopeCounts</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) no longer in the library</source>
        <translation>
            <numerusform>%n place no longer in the library</numerusform>
            <numerusform>%n places no longer in the library</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, %n left out</source>
        <translation>
            <numerusform>{0}, %n left out</numerusform>
            <numerusform>{0}, %n left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation>
            <numerusform>{0} and %n more</numerusform>
            <numerusform>{0} and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchLine</name>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message numerus="yes">
        <source>%n document(s) selected</source>
        <translation>
            <numerusform>%n document selected</numerusform>
            <numerusform>%n documents selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passage</numerusform>
            <numerusform>%n passages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsController</name>
    <message numerus="yes">
        <source>Each model has vectors of its own, so %n passage(s) have to be embedded anew. No file is read again, and your documents are not touched.</source>
        <translation>
            <numerusform>Each model has vectors of its own, so %n passage has to be embedded anew. No file is read again, and your documents are not touched.</numerusform>
            <numerusform>Each model has vectors of its own, so %n passages have to be embedded anew. No file is read again, and your documents are not touched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsSection</name>
    <message numerus="yes">
        <source>Show %n more setting(s)</source>
        <translation>
            <numerusform>Show %n more setting</numerusform>
            <numerusform>Show %n more settings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShareStrip</name>
    <message numerus="yes">
        <source>Searched for {0} of %n question(s)</source>
        <translation>
            <numerusform>Searched for {0} of %n question</numerusform>
            <numerusform>Searched for {0} of %n questions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Where the gate decided, it searched for {0} of %n; the others you chose yourself.</source>
        <translation>
            <numerusform>Where the gate decided, it searched for {0} of %n; the others you chose yourself.</numerusform>
            <numerusform>Where the gate decided, it searched for {0} of %n; the others you chose yourself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SimilarList</name>
    <message numerus="yes">
        <source>+%n similar passage(s)</source>
        <translation>
            <numerusform>+%n similar passage</numerusform>
            <numerusform>+%n similar passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also in %n other file(s)</source>
        <translation>
            <numerusform>Also in %n other file</numerusform>
            <numerusform>Also in %n other files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SuspicionNote</name>
    <message numerus="yes">
        <source>The passage(s) {0} contain(s) instructions addressed to the program; they were not followed.</source>
        <translation>
            <numerusform>Passage {0} contains instructions addressed to the program; they were not followed.</numerusform>
            <numerusform>Passages {0} contain instructions addressed to the program; they were not followed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TalkModel</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n question</numerusform>
            <numerusform>%n questions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UnlockController</name>
    <message numerus="yes">
        <source>%n file(s) are locked by a password.</source>
        <translation>
            <numerusform>%n file is locked by a password.</numerusform>
            <numerusform>%n files are locked by a password.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WindowNews</name>
    <message numerus="yes">
        <source>The engine stopped %n time(s) in a row and is not started again.</source>
        <translation>
            <numerusform>The engine stopped %n time and is not started again.</numerusform>
            <numerusform>The engine stopped %n times in a row and is not started again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The password opened %n file(s).</source>
        <translation>
            <numerusform>The password opened %n file.</numerusform>
            <numerusform>The password opened %n files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) stay locked: the password of these is another one.</source>
        <translation>
            <numerusform>%n file stays locked: its password is another one.</numerusform>
            <numerusform>%n files stay locked: the password of these is another one.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There is nothing in %n of them that can be read.</source>
        <translation>
            <numerusform>There is nothing in %n of them that can be read.</numerusform>
            <numerusform>There is nothing in %n of them that can be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Durations</name>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>about %n minute left</numerusform>
            <numerusform>about %n minutes left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>about %n hour left</numerusform>
            <numerusform>about %n hours left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s)</source>
        <translation>
            <numerusform>about %n minute</numerusform>
            <numerusform>about %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s)</source>
        <translation>
            <numerusform>about %n hour</numerusform>
            <numerusform>about %n hours</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_GroupWords</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked</source>
        <translation>
            <numerusform>%n locked</numerusform>
            <numerusform>%n locked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without text</source>
        <translation>
            <numerusform>%n without text</numerusform>
            <numerusform>%n without text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n set aside</source>
        <translation>
            <numerusform>%n set aside</numerusform>
            <numerusform>%n set aside</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n to read</numerusform>
            <numerusform>%n to read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not supported</source>
        <translation>
            <numerusform>%n not supported</numerusform>
            <numerusform>%n not supported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ready</source>
        <translation>
            <numerusform>%n ready</numerusform>
            <numerusform>%n ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that could not be read</source>
        <translation>
            <numerusform>Show %n file that could not be read</numerusform>
            <numerusform>Show the %n files that could not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that ask for a password</source>
        <translation>
            <numerusform>Show %n file that asks for a password</numerusform>
            <numerusform>Show the %n files that ask for a password</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that hold no text</source>
        <translation>
            <numerusform>Show %n file that holds no text</numerusform>
            <numerusform>Show the %n files that hold no text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) or folder(s) that are not read again by themselves</source>
        <translation>
            <numerusform>Show the %n file or folder that is not read again by itself</numerusform>
            <numerusform>Show the %n files or folders that are not read again by themselves</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that are still to be read</source>
        <translation>
            <numerusform>Show %n file that is still to be read</numerusform>
            <numerusform>Show the %n files that are still to be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) of a kind that is not read</source>
        <translation>
            <numerusform>Show %n file of a kind that is not read</numerusform>
            <numerusform>Show the %n files of a kind that is not read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that can be asked about</source>
        <translation>
            <numerusform>Show %n file that can be asked about</numerusform>
            <numerusform>Show the %n files that can be asked about</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ModelCounts</name>
    <message numerus="yes">
        <source>%n language(s)</source>
        <translation>
            <numerusform>%n language</numerusform>
            <numerusform>%n languages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>indexes about %n passage(s) a second</source>
        <translation>
            <numerusform>indexes about %n passage a second</numerusform>
            <numerusform>indexes about %n passages a second</numerusform>
        </translation>
    </message>
</context>
</TS>
