<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ChatPanel</name>
    <message>
        <location filename="../../app/ui/chat_panel.py" line="51"/>
        <source>New conversation (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/chat_panel.py" line="59"/>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <location filename="../../app/ui/document_view.py" line="142"/>
        <source>The file has changed since it was read: this is how it was then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="151"/>
        <source>This text cannot be shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="165"/>
        <source>The file has changed since it was read, so nothing is marked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="177"/>
        <source>This page could not be drawn; this is its text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="179"/>
        <source>This page could not be drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="189"/>
        <source>Previous page (Page Up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="190"/>
        <source>Next page (Page Down)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="193"/>
        <source>Smaller (Ctrl+−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="194"/>
        <source>Larger (Ctrl++)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="195"/>
        <source>Fit the width (Ctrl+0)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="196"/>
        <source>Open in its own program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="225"/>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="230"/>
        <source>Choose a number in an answer, or a passage, to see its page here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="282"/>
        <source>Opening the page…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="328"/>
        <source>The text is long: the part around the passage is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="335"/>
        <source>Page {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="337"/>
        <source>Page {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/document_view.py" line="339"/>
        <source> (printed {0})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <location filename="../../app/ui/drop_overlay.py" line="60"/>
        <source>Drop to add to the library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <location filename="../../app/ui/engine_client.py" line="82"/>
        <source>The engine is of another version than the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/engine_client.py" line="84"/>
        <source>Close the program and start it again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EnginePort</name>
    <message>
        <location filename="../../app/ui/engine_port.py" line="150"/>
        <source>The engine stopped while working.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/engine_port.py" line="151"/>
        <source>It ended unexpectedly; your documents are not affected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/engine_port.py" line="154"/>
        <source>Please ask again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="67"/>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="105"/>
        <location filename="../../app/ui/exchange_view.py" line="263"/>
        <source>Writing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="127"/>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="134"/>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="144"/>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="169"/>
        <source>Draft (not used)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="209"/>
        <source>Ask again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="226"/>
        <source>Ask the other way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="229"/>
        <source>Copy the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/exchange_view.py" line="259"/>
        <source>Reading %n passage(s)…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/exchange_view.py" line="276"/>
        <source>Reading %n passage(s)… {0} %</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="278"/>
        <source>Reading the question… {0} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="291"/>
        <source>Closest passage so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="353"/>
        <source>The answer was stopped at its length limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="360"/>
        <source>Ask again, from the model’s memory alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/exchange_view.py" line="361"/>
        <source>Ask again, with passages of your documents</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GateWords</name>
    <message>
        <location filename="../../app/ui/gate_words.py" line="27"/>
        <source>From your documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="29"/>
        <source>Not in your documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="31"/>
        <source>From the model’s memory (passages found, not used)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="33"/>
        <source>From the model’s memory (documents not searched)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="35"/>
        <source>From the model’s memory (no passage found)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="43"/>
        <source>documents asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="44"/>
        <source>memory asked for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="60"/>
        <source>You chose whether your documents are read, so nothing was weighed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="63"/>
        <source>U says how unsure the model was while drafting: 0 is sure, 1 is guessing. Above the threshold τ, passages of your documents are given to the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="69"/>
        <source>Here it was unsure, so your documents were read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="71"/>
        <source>Here it was sure, so its own draft became the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/gate_words.py" line="79"/>
        <source>First words after {0} s, done after {1} s, {2} tokens read, {3} written.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message numerus="yes">
        <location filename="../../app/ui/library_model.py" line="213"/>
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_model.py" line="215"/>
        <source>%n to read</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_model.py" line="217"/>
        <source>%n without text</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_model.py" line="221"/>
        <source>%n passage(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_model.py" line="223"/>
        <source>%n page(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="230"/>
        <source>Waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="231"/>
        <source>Reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="232"/>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="233"/>
        <source>No text (scanned?)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="234"/>
        <source>Locked by a password</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="235"/>
        <source>Could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_model.py" line="236"/>
        <source>Kind of file not supported</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message>
        <location filename="../../app/ui/library_panel.py" line="53"/>
        <source>No documents yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_panel.py" line="86"/>
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_panel.py" line="87"/>
        <source>%n page(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_panel.py" line="88"/>
        <source>%n passage(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="98"/>
        <source>Open in its own program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="99"/>
        <source>Show in its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="102"/>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/library_panel.py" line="109"/>
        <source>Read %n failed file(s) again</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="112"/>
        <source>Remove from the library…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="138"/>
        <source>Files of the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="145"/>
        <source>Add files… (Ctrl+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="147"/>
        <source>Add a folder… (Ctrl+Shift+O)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/library_panel.py" line="152"/>
        <source>Library</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <location filename="../../app/ui/main_window.py" line="108"/>
        <source>Passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="109"/>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="188"/>
        <source>Add files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="192"/>
        <source>Documents (*.pdf *.txt *.md *.markdown)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="193"/>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="200"/>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="213"/>
        <source>Remove “{0}” from the library?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="216"/>
        <source>Nothing is deleted from your disk. Its passages are taken out of the library and are no longer found; answers that quote them keep their text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="220"/>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="250"/>
        <source>The new language is used from the next start of the program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="306"/>
        <source>The engine stopped and is being started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="307"/>
        <source>Nothing is lost: reading goes on where it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="312"/>
        <source>The engine stopped several times and was not started again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="313"/>
        <source>Your documents are not affected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="316"/>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="321"/>
        <source>No language model is installed, so questions cannot be answered yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="322"/>
        <source>Run “margine models fetch” in a terminal, then start the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="329"/>
        <source>The language model cannot be used: questions are not answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="331"/>
        <source>The search model cannot be used: passages are found by words only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/main_window.py" line="385"/>
        <source>Questions to your own documents, on your own machine. Nothing leaves this computer.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <location filename="../../app/ui/menus.py" line="36"/>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="37"/>
        <source>About Margine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="40"/>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="41"/>
        <source>Add files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="42"/>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="43"/>
        <source>Look for changed files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="45"/>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="48"/>
        <source>&amp;Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="49"/>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="50"/>
        <source>Write a question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="51"/>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="53"/>
        <source>Next citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="54"/>
        <source>Previous citation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="57"/>
        <source>Next area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="58"/>
        <source>Previous area</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="61"/>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="63"/>
        <source>Larger page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="64"/>
        <source>Smaller page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="65"/>
        <source>Page as wide as the view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="68"/>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="70"/>
        <location filename="../../app/ui/menus.py" line="76"/>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="71"/>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="72"/>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/menus.py" line="75"/>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PassageCard</name>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="37"/>
        <source>Passage {0}: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/passages_panel.py" line="47"/>
        <source>Also in %n other file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="82"/>
        <source>in the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="83"/>
        <source>The model was given this passage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="103"/>
        <source>words (BM25)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="104"/>
        <source>meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="105"/>
        <source>together</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PassagesPanel</name>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="136"/>
        <source>Passages found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="153"/>
        <source>The passages found for a question appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/passages_panel.py" line="160"/>
        <source>No passage was looked for, or none was found.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="38"/>
        <source>Stop reading; what is done is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="42"/>
        <source>Progress of reading the documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="71"/>
        <source>Looking at the files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="86"/>
        <source>Stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="98"/>
        <source>Waiting while a question is answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/progress_strip.py" line="103"/>
        <source>Looking at the files… %n found</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="106"/>
        <source>Learning passages: {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="109"/>
        <source>Reading files: {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/progress_strip.py" line="116"/>
        <source>{0} pages/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <location filename="../../app/ui/question_box.py" line="73"/>
        <source>Ask about your documents…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="74"/>
        <source>Question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="112"/>
        <source>Automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="114"/>
        <source>The model drafts first; your documents are read when it is not sure of its draft.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="120"/>
        <source>Always from documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="121"/>
        <source>Your documents are read for every question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="125"/>
        <source>Never from documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="126"/>
        <source>Answers come from the model&apos;s memory alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="133"/>
        <source>When documents are read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="134"/>
        <source>When your documents are read for an answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="149"/>
        <source>Stop (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/question_box.py" line="149"/>
        <source>Ask (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <location filename="../../app/ui/status_line.py" line="50"/>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="51"/>
        <source>Starting again…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="52"/>
        <source>Not working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="59"/>
        <source>Loading the language model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="61"/>
        <source>Loading the search model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="64"/>
        <source>Ready · answers by {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="66"/>
        <source>The language model is not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/status_line.py" line="67"/>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <location filename="../../app/ui/text_page.py" line="80"/>
        <source>Text of the document</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <location filename="../../app/ui/welcome.py" line="29"/>
        <source>Add a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="32"/>
        <source>Try the sample documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="43"/>
        <source>Everything stays on this computer. Nothing is sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="77"/>
        <source>Drop a folder here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="80"/>
        <source>Margine reads your PDF, text and Markdown files, then answers questions about them and shows the page behind every claim.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="91"/>
        <source>What would you like to know?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="92"/>
        <source>Ask in your own words, in the language you like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="105"/>
        <source>Numbers in the answer, as 1, open the page they come from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="106"/>
        <source>Put &quot;exact words&quot; in quotes to find just those.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/welcome.py" line="107"/>
        <source>Ask the other way to compare documents with the model’s memory.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <location filename="../../app/ui/wording.py" line="28"/>
        <source>less than a minute left</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/wording.py" line="31"/>
        <source>about %n minute(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <location filename="../../app/ui/wording.py" line="33"/>
        <source>about %n hour(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <location filename="../../app/ui/wording.py" line="48"/>
        <source>page {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <location filename="../../app/ui/wording.py" line="49"/>
        <source>page {0} (printed {1})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
