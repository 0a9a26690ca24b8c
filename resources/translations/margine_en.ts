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
    <name>ExchangeView</name>
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
</context>
<context>
    <name>MainWindow</name>
    <message numerus="yes">
        <source>Remove “{0}” and %n more from the library?</source>
        <translation>
            <numerusform>Remove “{0}” and %n more from the library?</numerusform>
            <numerusform>Remove “{0}” and %n more from the library?</numerusform>
        </translation>
    </message>
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
</context>
</TS>
