<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="it" sourcelanguage="en">
<context>
    <name>AboutBar</name>
    <message>
        <source>Ask about the selected text</source>
        <translation>Chiedi del testo selezionato</translation>
    </message>
    <message>
        <source>Ask about this</source>
        <translation>Chiedi di questo</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>Copia il testo selezionato</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copia</translation>
    </message>
</context>
<context>
    <name>AboutChip</name>
    <message>
        <source>Ask about everything again</source>
        <translation>Torna a chiedere di tutto</translation>
    </message>
    <message>
        <source>About {0}</source>
        <translation>Su {0}</translation>
    </message>
</context>
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Margine</source>
        <translation>Informazioni su Margine</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versioni</translation>
    </message>
    <message>
        <source>Questions to your own documents, on your own machine. Nothing leaves this computer.</source>
        <translation>Domande ai tuoi documenti, sul tuo computer. Nulla esce da qui.</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>Novità</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Licenze</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copia</translation>
    </message>
    <message>
        <source>Copy the versions and the text that is shown</source>
        <translation>Copia le versioni e il testo mostrato</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>Python {0} · Qt {1} · {2}</source>
        <translation>Python {0} · Qt {1} · {2}</translation>
    </message>
    <message>
        <source>This installation does not say what is new.</source>
        <translation>Questa installazione non dice che cosa c’è di nuovo.</translation>
    </message>
    <message>
        <source>Licences of libraries and models</source>
        <translation>Licenze delle librerie e dei modelli</translation>
    </message>
    <message>
        <source>The file NOTICE of this installation is missing.</source>
        <translation>In questa installazione manca il file NOTICE.</translation>
    </message>
    <message>
        <source>Written in English.</source>
        <translation>È scritto in inglese.</translation>
    </message>
</context>
<context>
    <name>AbsenceWords</name>
    <message>
        <source>The passage is in another language than the question.</source>
        <translation>Il passaggio è in una lingua diversa dalla domanda.</translation>
    </message>
    <message>
        <source>The passage does not hold the answer, as the model read it</source>
        <translation>Il passaggio non contiene la risposta, secondo la lettura del modello</translation>
    </message>
    <message>
        <source>Similarity of question and closest passage (cosine)</source>
        <translation>Somiglianza tra domanda e passaggio più vicino (coseno)</translation>
    </message>
    <message>
        <source>Words of the question in the passage, by weight</source>
        <translation>Parole della domanda presenti nel passaggio, per peso</translation>
    </message>
    <message>
        <source>All together: not in your documents</source>
        <translation>Nell’insieme: non è nei tuoi documenti</translation>
    </message>
    <message>
        <source>{0} (limit {1})</source>
        <translation>{0} (limite {1})</translation>
    </message>
    <message>
        <source>The model read the closest passage and found no answer.</source>
        <translation>Il modello ha letto il passaggio più vicino e non vi ha trovato una risposta.</translation>
    </message>
    <message>
        <source>Nothing in your documents is near enough to the question to be read for an answer.</source>
        <translation>Nei tuoi documenti non c’è nulla di abbastanza vicino alla domanda da leggervi una risposta.</translation>
    </message>
    <message>
        <source>The question cannot be answered from it, as the model says if asked</source>
        <translation>Non basta per rispondere alla domanda, come dice il modello se interrogato</translation>
    </message>
    <message>
        <source>The model read the closest passage and judged that it does not answer the question.</source>
        <translation>Il modello ha letto il passaggio più vicino e giudica che non risponde alla domanda.</translation>
    </message>
    <message>
        <source>The model read the closest passage and was not sure of an answer.</source>
        <translation>Il modello ha letto il passaggio più vicino e non era sicuro che contenesse una risposta.</translation>
    </message>
    <message>
        <source>The model saw something like an answer in the closest passage, but too little else speaks for it.</source>
        <translation>Il modello ha visto qualcosa di simile a una risposta nel passaggio più vicino, ma poco altro la sostiene.</translation>
    </message>
    <message>
        <source>The passage is close to the subject.</source>
        <translation>Il passaggio è vicino all’argomento.</translation>
    </message>
    <message>
        <source>The passage touches the subject only loosely.</source>
        <translation>Il passaggio tocca l’argomento solo di sfuggita.</translation>
    </message>
    <message>
        <source>The passage is about something else.</source>
        <translation>Il passaggio parla d’altro.</translation>
    </message>
    <message>
        <source>It holds most of the question’s words.</source>
        <translation>Contiene quasi tutte le parole della domanda.</translation>
    </message>
    <message>
        <source>It holds some of the question’s words.</source>
        <translation>Contiene alcune parole della domanda.</translation>
    </message>
    <message>
        <source>It holds few of the question’s words.</source>
        <translation>Contiene poche parole della domanda.</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>The question asks for a number, and what the model read out of the closest passage tells none.</source>
        <translation>La domanda chiede un numero, e ciò che il modello ha tratto dal brano più vicino non ne indica nessuno.</translation>
    </message>
</context>
<context>
    <name>AddQuestion</name>
    <message>
        <source>Add a model</source>
        <translation>Aggiungi un modello</translation>
    </message>
    <message>
        <source>Add {0}?</source>
        <translation>Aggiungere {0}?</translation>
    </message>
    <message>
        <source>Use it where it is</source>
        <translation>Usalo dove si trova</translation>
    </message>
    <message>
        <source>Copy it to the other models</source>
        <translation>Copialo insieme agli altri modelli</translation>
    </message>
    <message>
        <source>Takes no room. It is gone when the file is moved or its disk taken away.</source>
        <translation>Non occupa spazio. Se il file viene spostato o il suo disco scollegato, non c’è più.</translation>
    </message>
    <message>
        <source>Takes {0} of the {1} that are free. The file itself stays as it is.</source>
        <translation>Occupa {0} dei {1} liberi. Il file originale resta com’è.</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Aggiungi</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Why your documents were read, or not</source>
        <translation>Perché i tuoi documenti sono stati letti, o no</translation>
    </message>
    <message>
        <source>Ask the other way</source>
        <translation>Chiedi nell’altro modo</translation>
    </message>
    <message>
        <source>Ask each passage by itself, and see whether the sources agree</source>
        <translation>Interroga ogni passaggio da solo e mostra se le fonti concordano</translation>
    </message>
    <message>
        <source>Compare sources</source>
        <translation>Confronta le fonti</translation>
    </message>
    <message>
        <source>Ask again, and let the model write an answer from the passages</source>
        <translation>Ripeti la domanda e lascia che il modello scriva una risposta dai passaggi</translation>
    </message>
    <message>
        <source>Write an answer</source>
        <translation>Scrivi una risposta</translation>
    </message>
    <message>
        <source>The answer was stopped at its length limit.</source>
        <translation>La risposta è stata fermata al limite di lunghezza.</translation>
    </message>
    <message>
        <source>The model had no room for {0}.</source>
        <translation>Il modello non aveva posto per: {0}.</translation>
    </message>
    <message>
        <source>Ask again, from the model’s memory alone</source>
        <translation>Chiedi di nuovo, con la sola memoria del modello</translation>
    </message>
    <message>
        <source>Ask again, with passages of your documents</source>
        <translation>Chiedi di nuovo, con passaggi dei tuoi documenti</translation>
    </message>
    <message>
        <source>Copy the answer with its sources</source>
        <translation>Copia la risposta con le fonti</translation>
    </message>
    <message>
        <source>Save this answer…</source>
        <translation>Salva questa risposta…</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Chiudi questo messaggio</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>New conversation (Ctrl+N)</source>
        <translation>Nuova conversazione (Ctrl+N)</translation>
    </message>
    <message>
        <source>You are editing an earlier question: what follows it will be replaced.</source>
        <translation>Stai modificando una domanda precedente: ciò che la segue sarà sostituito.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
</context>
<context>
    <name>CheckDialog</name>
    <message>
        <source>Check installation</source>
        <translation>Controllo dell’installazione</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Controllo in corso…</translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation>Che cosa ha trovato il controllo</translation>
    </message>
    <message>
        <source>The report names no file of yours and holds nothing of your documents.</source>
        <translation>Il resoconto non nomina i tuoi file e non contiene nulla dei tuoi documenti.</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Copia il resoconto</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>Checking: {0}</source>
        <translation>Controllo: {0}</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) found.</source>
        <translation>
            <numerusform>%n problema trovato.</numerusform>
            <numerusform>%n problemi trovati.</numerusform>
        </translation>
    </message>
    <message>
        <source>In a terminal, margine doctor --repair puts right what can be.</source>
        <translation>In un terminale, margine doctor --repair corregge ciò che si può.</translation>
    </message>
    <message>
        <source>Everything works; some lines are worth a look.</source>
        <translation>Tutto funziona; alcune righe meritano un’occhiata.</translation>
    </message>
    <message>
        <source>Everything is as it should be.</source>
        <translation>Tutto è come dev’essere.</translation>
    </message>
    <message>
        <source>The check ended unexpectedly. In a terminal, margine doctor tells more.</source>
        <translation>Il controllo si è interrotto. In un terminale, margine doctor dice di più.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>bene</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>attenzione</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>problema</translation>
    </message>
</context>
<context>
    <name>CheckNote</name>
    <message>
        <source>Why</source>
        <translation>Perché</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Nascondi</translation>
    </message>
</context>
<context>
    <name>CheckWords</name>
    <message>
        <source>Supported by its passages.</source>
        <translation>Trova riscontro nei passaggi citati.</translation>
    </message>
    <message>
        <source>Supported only in part.</source>
        <translation>Trova riscontro solo in parte.</translation>
    </message>
    <message>
        <source>Not supported by the passages.</source>
        <translation>Non trova riscontro nei passaggi.</translation>
    </message>
    <message>
        <source>(supported only in part)</source>
        <translation>(riscontro solo parziale)</translation>
    </message>
    <message>
        <source>(not supported by the passages)</source>
        <translation>(senza riscontro nei passaggi)</translation>
    </message>
    <message>
        <source>It has a number that is in none of the cited passages.</source>
        <translation>Contiene un numero che non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>It has a date that is in none of the cited passages.</source>
        <translation>Contiene una data che non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The number {0} is in none of the cited passages.</source>
        <translation>Il numero {0} non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The numbers {0} are in none of the cited passages.</source>
        <translation>I numeri {0} non compaiono in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The date {0} is in none of the cited passages.</source>
        <translation>La data {0} non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The dates {0} are in none of the cited passages.</source>
        <translation>Le date {0} non compaiono in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>It has a name that is in none of the cited passages.</source>
        <translation>Contiene un nome che non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The name {0} is in none of the cited passages.</source>
        <translation>Il nome {0} non compare in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>The names {0} are in none of the cited passages.</source>
        <translation>I nomi {0} non compaiono in nessuno dei passaggi citati.</translation>
    </message>
    <message>
        <source>It denies what the passages say, or the other way round: see {0}.</source>
        <translation>Nega ciò che i passaggi affermano, o viceversa: vedi {0}.</translation>
    </message>
    <message>
        <source>It denies what the passages say, or the other way round.</source>
        <translation>Nega ciò che i passaggi affermano, o viceversa.</translation>
    </message>
    <message>
        <source>It cites no passage, and none was found that it could rest on.</source>
        <translation>Non cita alcun passaggio, e non se ne è trovato uno su cui possa reggersi.</translation>
    </message>
    <message>
        <source>The cited passages do not seem to say {0}.</source>
        <translation>I passaggi citati non sembrano dire {0}.</translation>
    </message>
    <message>
        <source>The cited passages do not seem to say this.</source>
        <translation>I passaggi citati non sembrano dirlo.</translation>
    </message>
    <message>
        <source>All {0} sentences are supported by their passages.</source>
        <translation>Tutte le {0} frasi trovano riscontro nei passaggi citati.</translation>
    </message>
    <message>
        <source>None of the {0} sentences is fully supported.</source>
        <translation>Nessuna delle {0} frasi trova pieno riscontro.</translation>
    </message>
    <message>
        <source>Supported: {0} of {1} sentences. See the marked one.</source>
        <translation>Frasi con riscontro: {0} su {1}. Guarda quella segnata.</translation>
    </message>
    <message>
        <source>Supported: {0} of {1} sentences. See the marked ones.</source>
        <translation>Frasi con riscontro: {0} su {1}. Guarda quelle segnate.</translation>
    </message>
    <message>
        <source>Each sentence was compared with the passages that it cites: numbers, dates, names, negation and meaning. The check can be wrong, too: look at the passage itself.</source>
        <translation>Ogni frase è stata confrontata con i passaggi che cita: numeri, date, nomi, negazioni e senso. Anche il controllo può sbagliare: guarda il passaggio stesso.</translation>
    </message>
</context>
<context>
    <name>CitationCard</name>
    <message>
        <source>Copy the quoted text</source>
        <translation>Copia il testo citato</translation>
    </message>
</context>
<context>
    <name>CitationCarrier</name>
    <message>
        <source>Copy as a quotation with its source</source>
        <translation>Copia come citazione con la fonte</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>Copia il testo selezionato</translation>
    </message>
    <message>
        <source>Copy the answer with its sources</source>
        <translation>Copia la risposta con le fonti</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleziona tutto</translation>
    </message>
</context>
<context>
    <name>CitationStrip</name>
    <message>
        <source>Previous citation (Alt+Left)</source>
        <translation>Citazione precedente (Alt+Sinistra)</translation>
    </message>
    <message>
        <source>Next citation (Alt+Right)</source>
        <translation>Citazione successiva (Alt+Destra)</translation>
    </message>
    <message>
        <source>Citation [{0}] · {1} of {2}</source>
        <translation>Citazione [{0}] · {1} di {2}</translation>
    </message>
</context>
<context>
    <name>ClosingToTray</name>
    <message>
        <source>Margine goes on here</source>
        <translation>Margine continua qui</translation>
    </message>
    <message>
        <source>It watches your folders. “Quit” in its menu ends it.</source>
        <translation>Tiene d’occhio le tue cartelle. «Esci» nel suo menu lo chiude.</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Find a command or a file</source>
        <translation>Trova un comando o un file</translation>
    </message>
    <message>
        <source>Find a command or a file…</source>
        <translation>Trova un comando o un file…</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>Che cosa corrisponde</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Nulla si chiama così.</translation>
    </message>
    <message>
        <source>↑ ↓ choose · Enter does it · Esc closes</source>
        <translation>↑ ↓ scelgono · Invio esegue · Esc chiude</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Comandi</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>File</translation>
    </message>
    <message>
        <source>Ask only in</source>
        <translation>Chiedi solo in</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Impostazioni</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>Order of the comparison</source>
        <translation>Ordine del confronto</translation>
    </message>
    <message>
        <source>By answer</source>
        <translation>Per risposta</translation>
    </message>
    <message>
        <source>By source</source>
        <translation>Per fonte</translation>
    </message>
    <message numerus="yes">
        <source>%n different answer(s)</source>
        <translation>
            <numerusform>%n risposta diversa</numerusform>
            <numerusform>%n risposte diverse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One answer, in %n document(s)</source>
        <translation>
            <numerusform>Una sola risposta, in %n documento</numerusform>
            <numerusform>Una sola risposta, in %n documenti</numerusform>
        </translation>
    </message>
    <message>
        <source>No source gives an answer</source>
        <translation>Nessuna fonte dà una risposta</translation>
    </message>
    <message numerus="yes">
        <source>{0} (%n document(s))</source>
        <translation>
            <numerusform>{0} (%n documento)</numerusform>
            <numerusform>{0} (%n documenti)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n altra</numerusform>
            <numerusform>altre %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) of little weight</source>
        <translation>
            <numerusform>%n altra di poco peso</numerusform>
            <numerusform>altre %n di poco peso</numerusform>
        </translation>
    </message>
    <message>
        <source>Do not say</source>
        <translation>Non lo dicono</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>&lt; 1 %</source>
        <translation>&lt; 1 %</translation>
    </message>
    <message numerus="yes">
        <source>{0}: {1} of the weight, %n document(s)</source>
        <translation>
            <numerusform>{0}: {1} del peso, %n documento</numerusform>
            <numerusform>{0}: {1} del peso, %n documenti</numerusform>
        </translation>
    </message>
    <message>
        <source>Does not say</source>
        <translation>Non lo dice</translation>
    </message>
</context>
<context>
    <name>CostLabel</name>
    <message numerus="yes">
        <source>%Ln token(s) read</source>
        <translation>
            <numerusform>%Ln token letto</numerusform>
            <numerusform>%Ln token letti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) written</source>
        <translation>
            <numerusform>%Ln token scritto</numerusform>
            <numerusform>%Ln token scritti</numerusform>
        </translation>
    </message>
    <message>
        <source>The draft: {0}.</source>
        <translation>La bozza: {0}.</translation>
    </message>
    <message>
        <source>It was not used: this is what deciding cost.</source>
        <translation>Non è stata usata: decidere è costato questo.</translation>
    </message>
    <message>
        <source>The answer goes on from it, so nothing of this was done in vain.</source>
        <translation>La risposta continua da lì: niente è stato fatto invano.</translation>
    </message>
    <message numerus="yes">
        <source>Saved: reading the %Ln passage(s) found.</source>
        <translation>
            <numerusform>Risparmiata la lettura del passaggio trovato (%Ln).</numerusform>
            <numerusform>Risparmiata la lettura dei %Ln passaggi trovati.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading your documents: {0}, %Ln token(s) read.</source>
        <translation>
            <numerusform>Lettura dei tuoi documenti: {0}, %Ln token letto.</numerusform>
            <numerusform>Lettura dei tuoi documenti: {0}, %Ln token letti.</numerusform>
        </translation>
    </message>
    <message>
        <source>First words after {0} s, done after {1} s, {2} tokens read, {3} written.</source>
        <translation>Prime parole dopo {0} s, fine dopo {1} s, {2} token letti, {3} scritti.</translation>
    </message>
</context>
<context>
    <name>Deaths</name>
    <message>
        <source>The system ended it, most likely because memory ran out.</source>
        <translation>Lo ha chiuso il sistema, con ogni probabilità perché la memoria era finita.</translation>
    </message>
    <message>
        <source>One of the libraries that it works with crashed ({0}).</source>
        <translation>Una delle librerie che usa si è bloccata ({0}).</translation>
    </message>
</context>
<context>
    <name>DigestForm</name>
    <message>
        <source>What to make</source>
        <translation>Che cosa fare</translation>
    </message>
    <message>
        <source>A summary</source>
        <translation>Un riassunto</translation>
    </message>
    <message>
        <source>A list of one kind</source>
        <translation>Un elenco</translation>
    </message>
    <message>
        <source>Another digest is being made. It stops when this one begins; what it has read is kept.</source>
        <translation>È in corso un’altra sintesi. Si ferma quando comincia questa; quanto ha letto resta.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Comincia</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>e %n altro</numerusform>
            <numerusform>e altri %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected file(s) cannot be read and are left out.</source>
        <translation>
            <numerusform>%n file selezionato non si può leggere ed è lasciato fuori.</numerusform>
            <numerusform>%n file selezionati non si possono leggere e sono lasciati fuori.</numerusform>
        </translation>
    </message>
    <message>
        <source>Language of the result</source>
        <translation>Lingua del risultato</translation>
    </message>
    <message>
        <source>In my own words</source>
        <translation>Con parole mie</translation>
    </message>
    <message>
        <source>As the documents</source>
        <translation>Come i documenti</translation>
    </message>
    <message>
        <source>What to list</source>
        <translation>Che cosa elencare</translation>
    </message>
    <message>
        <source>for example: all penalties for delay</source>
        <translation>per esempio: tutte le penali per il ritardo</translation>
    </message>
    <message>
        <source>What matters most (may be left empty)</source>
        <translation>Che cosa conta di più (anche vuoto)</translation>
    </message>
    <message>
        <source>for example: what the tenant has to pay</source>
        <translation>per esempio: che cosa deve pagare il conduttore</translation>
    </message>
    <message numerus="yes">
        <source>Read %n document(s) from end to end</source>
        <translation>
            <numerusform>Leggere %n documento da cima a fondo</numerusform>
            <numerusform>Leggere %n documenti da cima a fondo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) to read</source>
        <translation>
            <numerusform>%n passaggio da leggere</numerusform>
            <numerusform>%n passaggi da leggere</numerusform>
        </translation>
    </message>
    <message>
        <source>Every passage is read by the model, one after another: this takes a while.</source>
        <translation>Il modello legge ogni passaggio, uno dopo l’altro: ci vuole un po’.</translation>
    </message>
</context>
<context>
    <name>DigestList</name>
    <message>
        <source>Points of the digest</source>
        <translation>Punti della sintesi</translation>
    </message>
    <message>
        <source>Enter opens the page of a source; Left and Right choose among several.</source>
        <translation>Invio apre la pagina di una fonte; Sinistra e Destra scelgono fra più fonti.</translation>
    </message>
</context>
<context>
    <name>DigestNote</name>
    <message>
        <source>Add a folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Read whole documents</source>
        <translation>Leggere documenti interi</translation>
    </message>
    <message>
        <source>Sum documents up, or list everything of one kind that they hold: deadlines, amounts, duties…</source>
        <translation>Riassumi documenti, o elenca tutto quello che contengono di un certo tipo: scadenze, importi, obblighi…</translation>
    </message>
    <message>
        <source>Select one or more files in the library on the left; hold Ctrl or Shift for several.</source>
        <translation>Seleziona uno o più file nella biblioteca a sinistra; per più di uno tieni premuto Ctrl o Maiusc.</translation>
    </message>
    <message>
        <source>Each point says which page it is from; a click opens it.</source>
        <translation>Ogni punto dice da quale pagina viene; un clic la apre.</translation>
    </message>
    <message>
        <source>Nothing to read in what is selected</source>
        <translation>Nella selezione non c’è nulla da leggere</translation>
    </message>
    <message>
        <source>These files are not read yet, or could not be read. Select others.</source>
        <translation>Questi file non sono ancora letti, o non si possono leggere. Selezionane altri.</translation>
    </message>
    <message>
        <source>There are no documents yet</source>
        <translation>Non ci sono ancora documenti</translation>
    </message>
    <message>
        <source>Drop a folder on the window, or add one.</source>
        <translation>Trascina una cartella sulla finestra, o aggiungine una.</translation>
    </message>
</context>
<context>
    <name>DigestPage</name>
    <message>
        <source>Make another digest</source>
        <translation>Fai un’altra sintesi</translation>
    </message>
    <message>
        <source>Stopped. What was read is kept.</source>
        <translation>Fermato. Quanto è letto resta.</translation>
    </message>
    <message>
        <source>The engine is being started again.</source>
        <translation>Il motore viene riavviato.</translation>
    </message>
    <message>
        <source>Reading goes on by itself where it was.</source>
        <translation>La lettura riprende da sola da dove era.</translation>
    </message>
    <message>
        <source>← Back to “{0}”</source>
        <translation>← Torna a «{0}»</translation>
    </message>
</context>
<context>
    <name>DigestProgressStrip</name>
    <message>
        <source>Progress of reading the passages</source>
        <translation>Avanzamento della lettura dei passaggi</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Ferma</translation>
    </message>
    <message>
        <source>Stop reading; what is read is kept</source>
        <translation>Ferma la lettura; quanto è letto resta</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continua</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Mi fermo…</translation>
    </message>
    <message>
        <source>Getting ready to read…</source>
        <translation>Preparo la lettura…</translation>
    </message>
    <message>
        <source>Read {0} of {1} passages</source>
        <translation>Letti {0} passaggi su {1}</translation>
    </message>
    <message>
        <source>All {0} passages are read</source>
        <translation>Letti tutti i {0} passaggi</translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n punto</numerusform>
            <numerusform>%n punti</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestResult</name>
    <message>
        <source>Copy as text</source>
        <translation>Copia come testo</translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n punto</numerusform>
            <numerusform>%n punti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n passage(s)</source>
        <translation>
            <numerusform>da %n passaggio</numerusform>
            <numerusform>da %n passaggi</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) could not be read</source>
        <translation>
            <numerusform>%n passaggio non si è potuto leggere</numerusform>
            <numerusform>%n passaggi non si sono potuti leggere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing of this kind was found in %n passage(s).</source>
        <translation>
            <numerusform>Nulla del genere in %n passaggio.</numerusform>
            <numerusform>Nulla del genere in %n passaggi.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There was nothing to sum up in %n passage(s).</source>
        <translation>
            <numerusform>Nulla da riassumere in %n passaggio.</numerusform>
            <numerusform>Nulla da riassumere in %n passaggi.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save as a document…</source>
        <translation>Salva come documento…</translation>
    </message>
</context>
<context>
    <name>DigestWords</name>
    <message>
        <source>Deadlines</source>
        <translation>Scadenze</translation>
    </message>
    <message>
        <source>Amounts</source>
        <translation>Importi</translation>
    </message>
    <message>
        <source>Duties</source>
        <translation>Obblighi</translation>
    </message>
    <message>
        <source>Names and contacts</source>
        <translation>Nomi e recapiti</translation>
    </message>
    <message>
        <source>list all deadlines</source>
        <translation>elenca tutte le scadenze</translation>
    </message>
    <message>
        <source>list all amounts of money</source>
        <translation>elenca tutti gli importi</translation>
    </message>
    <message>
        <source>list all duties, and whose they are</source>
        <translation>elenca tutti gli obblighi, e di chi sono</translation>
    </message>
    <message>
        <source>list all people and companies, and how they can be reached</source>
        <translation>elenca tutte le persone e le società, e come si raggiungono</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Riassunto</translation>
    </message>
    <message>
        <source>Summary: {0}</source>
        <translation>Riassunto: {0}</translation>
    </message>
    <message>
        <source>Sources: {0}</source>
        <translation>Fonti: {0}</translation>
    </message>
</context>
<context>
    <name>DiskUse</name>
    <message>
        <source>Texts</source>
        <translation>Testi</translation>
    </message>
    <message>
        <source>Words, for the search</source>
        <translation>Parole, per la ricerca</translation>
    </message>
    <message>
        <source>Vectors, for the search by meaning</source>
        <translation>Vettori, per il significato</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversazioni</translation>
    </message>
    <message>
        <source>Digests and other</source>
        <translation>Sintesi e altro</translation>
    </message>
</context>
<context>
    <name>Docking</name>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Passaggi</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
</context>
<context>
    <name>DocumentHead</name>
    <message>
        <source>Previous page (Page Up)</source>
        <translation>Pagina precedente (Pag su)</translation>
    </message>
    <message>
        <source>Next page (Page Down)</source>
        <translation>Pagina successiva (Pag giù)</translation>
    </message>
    <message>
        <source>Smaller (Ctrl+−)</source>
        <translation>Più piccola (Ctrl+−)</translation>
    </message>
    <message>
        <source>Larger (Ctrl++)</source>
        <translation>Più grande (Ctrl++)</translation>
    </message>
    <message>
        <source>Fit the width (Ctrl+0)</source>
        <translation>Adatta alla larghezza (Ctrl+0)</translation>
    </message>
    <message>
        <source>Open in its own program</source>
        <translation>Apri con il suo programma</translation>
    </message>
    <message>
        <source>Find in this document (Ctrl+F)</source>
        <translation>Trova in questo documento (Ctrl+F)</translation>
    </message>
    <message>
        <source>Ask about this page (Ctrl+Shift+A)</source>
        <translation>Chiedi di questa pagina (Ctrl+Maiusc+A)</translation>
    </message>
</context>
<context>
    <name>DocumentNotes</name>
    <message>
        <source>The passage begins on the page before.</source>
        <translation>Il passaggio comincia nella pagina precedente.</translation>
    </message>
    <message>
        <source>The passage goes on on the next page.</source>
        <translation>Il passaggio continua nella pagina seguente.</translation>
    </message>
</context>
<context>
    <name>DocumentView</name>
    <message>
        <source>The file is not here now: this is its text as it was read.</source>
        <translation>Ora il file non è qui: questo è il suo testo come fu letto.</translation>
    </message>
    <message>
        <source>The file has changed since it was read: this is how it was then.</source>
        <translation>Il file è cambiato da quando è stato letto: qui è com’era allora.</translation>
    </message>
    <message>
        <source>“{0}” lies in another folder now: {1}.</source>
        <translation>«{0}» ora si trova in un’altra cartella: {1}.</translation>
    </message>
    <message>
        <source>This text cannot be shown.</source>
        <translation>Questo testo non si può mostrare.</translation>
    </message>
    <message>
        <source>The file has changed since it was read, so nothing is marked.</source>
        <translation>Il file è cambiato da quando è stato letto, perciò nulla è evidenziato.</translation>
    </message>
    <message>
        <source>This document is locked by a password.</source>
        <translation>Questo documento è protetto da una password.</translation>
    </message>
    <message>
        <source>This page could not be drawn; this is its text.</source>
        <translation>Non è stato possibile disegnare questa pagina; questo è il suo testo.</translation>
    </message>
    <message>
        <source>This page could not be drawn.</source>
        <translation>Non è stato possibile disegnare questa pagina.</translation>
    </message>
    <message>
        <source>Choose a number in an answer, or a passage, to see its page here.</source>
        <translation>Scegli un numero in una risposta, o un passaggio, per vedere qui la sua pagina.</translation>
    </message>
    <message>
        <source>Opening the page…</source>
        <translation>Apro la pagina…</translation>
    </message>
    <message>
        <source>The text is long: the part around the passage is shown.</source>
        <translation>Il testo è lungo: è mostrata la parte intorno al passaggio.</translation>
    </message>
    <message>
        <source>This is the text that was quoted from it.</source>
        <translation>Questo è il testo che ne era stato citato.</translation>
    </message>
    <message>
        <source>It read: “{0}”</source>
        <translation>Vi si leggeva: “{0}”</translation>
    </message>
    <message>
        <source>“{0}” is no longer in the library: this is its copy “{1}”.</source>
        <translation>«{0}» non è più nella biblioteca: questa è la sua copia «{1}».</translation>
    </message>
</context>
<context>
    <name>EmptyNote</name>
    <message>
        <source>Clear the filter</source>
        <translation>Togli il filtro</translation>
    </message>
    <message>
        <source>No documents yet</source>
        <translation>Ancora nessun documento</translation>
    </message>
    <message>
        <source>Among these files, none has “{0}” in its name.</source>
        <translation>Fra questi file nessuno ha «{0}» nel nome.</translation>
    </message>
    <message>
        <source>No file has “{0}” in its name.</source>
        <translation>Nessun file ha «{0}» nel nome.</translation>
    </message>
    <message>
        <source>No file is in this condition now.</source>
        <translation>Ora nessun file è in questo stato.</translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <source>The engine is of another version than the window.</source>
        <translation>Il motore è di una versione diversa dalla finestra.</translation>
    </message>
    <message>
        <source>Close the program and start it again.</source>
        <translation>Chiudi il programma e avvialo di nuovo.</translation>
    </message>
</context>
<context>
    <name>EnginePort</name>
    <message>
        <source>The engine was started again.</source>
        <translation>Il motore è stato riavviato.</translation>
    </message>
    <message>
        <source>That was needed for what was changed.</source>
        <translation>Era necessario per ciò che è stato cambiato.</translation>
    </message>
    <message>
        <source>The engine stopped while working.</source>
        <translation>Il motore si è fermato durante il lavoro.</translation>
    </message>
    <message>
        <source>It ended unexpectedly; your documents are not affected.</source>
        <translation>È terminato in modo imprevisto; i tuoi documenti non ne risentono.</translation>
    </message>
    <message>
        <source>Please ask again.</source>
        <translation>Ripeti la domanda.</translation>
    </message>
</context>
<context>
    <name>ExchangeContents</name>
    <message>
        <source>Thinking…</source>
        <translation>Sto pensando…</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n passage(s)…</source>
        <translation>
            <numerusform>Leggo %n passaggio…</numerusform>
            <numerusform>Leggo %n passaggi…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %n passage(s)… {0} %</source>
        <translation>
            <numerusform>Leggo %n passaggio… {0} %</numerusform>
            <numerusform>Leggo %n passaggi… {0} %</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading the question… {0} %</source>
        <translation>Leggo la domanda… {0} %</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Sto scrivendo…</translation>
    </message>
</context>
<context>
    <name>ExchangeText</name>
    <message>
        <source>Answer</source>
        <translation>Risposta</translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <source>Stopped.</source>
        <translation>Fermata.</translation>
    </message>
    <message>
        <source>This answer could not be kept in the library.</source>
        <translation>Non è stato possibile conservare questa risposta nella biblioteca.</translation>
    </message>
    <message>
        <source>Not finished yet.</source>
        <translation>Non ancora finita.</translation>
    </message>
</context>
<context>
    <name>ExportController</name>
    <message>
        <source>It could not be printed.</source>
        <translation>Non è stato possibile stampare.</translation>
    </message>
    <message>
        <source>Look at the printer, or save it as PDF instead.</source>
        <translation>Controlla la stampante, oppure salva in PDF.</translation>
    </message>
    <message>
        <source>Sent to the printer.</source>
        <translation>Inviato alla stampante.</translation>
    </message>
    <message>
        <source>The file could not be saved.</source>
        <translation>Non è stato possibile salvare il file.</translation>
    </message>
    <message>
        <source>The pages could not be made.</source>
        <translation>Impossibile comporre le pagine.</translation>
    </message>
    <message>
        <source>Saved: {0}</source>
        <translation>Salvato: {0}</translation>
    </message>
    <message>
        <source>There is nothing to save or print here yet.</source>
        <translation>Qui non c’è ancora nulla da salvare o stampare.</translation>
    </message>
</context>
<context>
    <name>ExportFormats</name>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Word document (*.docx)</source>
        <translation>Documento Word (*.docx)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Pagina web (*.html)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
</context>
<context>
    <name>ExportPick</name>
    <message>
        <source>Copied: the last answer with its sources.</source>
        <translation>Copiata l’ultima risposta con le fonti.</translation>
    </message>
    <message>
        <source>There is no answer to copy yet.</source>
        <translation>Non c’è ancora una risposta da copiare.</translation>
    </message>
</context>
<context>
    <name>ExportSaving</name>
    <message>
        <source>Save as</source>
        <translation>Salva con nome</translation>
    </message>
    <message>
        <source>What is there is no file. Choose another name.</source>
        <translation>Ciò che c’è a quel nome non è un file. Scegli un altro nome.</translation>
    </message>
    <message>
        <source>The folder is not there. Choose another one.</source>
        <translation>La cartella non esiste. Scegline un’altra.</translation>
    </message>
    <message>
        <source>The disk is full. Make room, or choose another place.</source>
        <translation>Il disco è pieno. Libera spazio o scegli un altro posto.</translation>
    </message>
    <message>
        <source>Nothing can be written to this folder. Choose another one.</source>
        <translation>In questa cartella non si può scrivere. Scegline un’altra.</translation>
    </message>
    <message>
        <source>The file that is there cannot be written over. Choose another name.</source>
        <translation>Il file esistente non si può sovrascrivere. Scegli un altro nome.</translation>
    </message>
</context>
<context>
    <name>ExportWords</name>
    <message>
        <source>Sources</source>
        <translation>Fonti</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Riassunto</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punti</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversazione</translation>
    </message>
    <message>
        <source>Made with Margine</source>
        <translation>Creato con Margine</translation>
    </message>
    <message>
        <source>Searched for: {0}</source>
        <translation>Cercato: {0}</translation>
    </message>
    <message>
        <source>one sentence is not fully supported</source>
        <translation>una frase non è del tutto confermata</translation>
    </message>
    <message>
        <source>{0} sentences are not fully supported</source>
        <translation>{0} frasi non sono del tutto confermate</translation>
    </message>
    <message>
        <source>stopped at its length limit</source>
        <translation>interrotta al limite di lunghezza</translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation>modello {0}</translation>
    </message>
    <message>
        <source>({0} % of the weight)</source>
        <translation>({0} % del peso)</translation>
    </message>
    <message>
        <source>pages {0}–{1}</source>
        <translation>pagine {0}–{1}</translation>
    </message>
</context>
<context>
    <name>FailureNote</name>
    <message>
        <source>Ask again</source>
        <translation>Chiedi di nuovo</translation>
    </message>
</context>
<context>
    <name>FetchQuestion</name>
    <message>
        <source>Fetch a model</source>
        <translation>Scarica un modello</translation>
    </message>
    <message>
        <source>Fetch {0}?</source>
        <translation>Scaricare {0}?</translation>
    </message>
    <message>
        <source>{0} come from the network. Licence: {1}.</source>
        <translation>Dalla rete arrivano {0}. Licenza: {1}.</translation>
    </message>
    <message>
        <source>It is kept in {0} and checked byte for byte. Only these files are asked for; nothing of your documents, and nothing about you, is sent. You can pause at any time.</source>
        <translation>Si conserva in {0} e si verifica byte per byte. Si chiedono soltanto questi file; non si invia nulla dei tuoi documenti né di te. Puoi sospendere in ogni momento.</translation>
    </message>
    <message>
        <source>{0} must be free on the disk while it is made; {1} are.</source>
        <translation>Sul disco devono essere liberi {0}; ce ne sono {1}.</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Scarica</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Add files</source>
        <translation>Aggiungi file</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Aggiungi una cartella</translation>
    </message>
    <message>
        <source>Open another library</source>
        <translation>Apri un’altra biblioteca</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Apri</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>Cerca in:</translation>
    </message>
    <message>
        <source>Files of type:</source>
        <translation>File di tipo:</translation>
    </message>
</context>
<context>
    <name>FileKinds</name>
    <message>
        <source>Documents and pictures</source>
        <translation>Documenti e immagini</translation>
    </message>
    <message>
        <source>Pictures of text</source>
        <translation>Immagini di testo</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tutti i file (*)</translation>
    </message>
</context>
<context>
    <name>FileNote</name>
    <message>
        <source>Enter its password…</source>
        <translation>Inserisci la password…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Rileggi</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Mostra nella cartella</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Riprendi</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter the files…</source>
        <translation>Filtra i file…</translation>
    </message>
    <message>
        <source>Filter the files of the library by name</source>
        <translation>Filtra i file della biblioteca per nome</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Togli il filtro</translation>
    </message>
    <message>
        <source>Show files by how they are</source>
        <translation>Mostra i file secondo il loro stato</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this document…</source>
        <translation>Trova in questo documento…</translation>
    </message>
    <message>
        <source>Find in this document</source>
        <translation>Trova in questo documento</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>Punto precedente (Maiusc+F3)</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>Punto successivo (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Chiudi (Esc)</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Non trovato</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} di {1}</translation>
    </message>
</context>
<context>
    <name>FirstSteps</name>
    <message>
        <source>Models…</source>
        <translation>Modelli…</translation>
    </message>
    <message>
        <source>Go on without one</source>
        <translation>Prosegui senza</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Try the sample documents</source>
        <translation>Prova i documenti di esempio</translation>
    </message>
    <message>
        <source>Write a question</source>
        <translation>Scrivi una domanda</translation>
    </message>
    <message>
        <source>Skip the introduction</source>
        <translation>Salta l’introduzione</translation>
    </message>
    <message>
        <source>Your documents are in the library</source>
        <translation>I tuoi documenti sono nella biblioteca</translation>
    </message>
    <message>
        <source>Add your documents</source>
        <translation>Aggiungi i tuoi documenti</translation>
    </message>
    <message>
        <source>Drop a folder or files anywhere on this window, or choose a folder. They stay where they are, and nothing is changed in them.</source>
        <translation>Trascina una cartella o dei file in un punto qualsiasi di questa finestra, oppure scegli una cartella. Restano dove sono, e non vi si cambia nulla.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Chiedi</translation>
    </message>
    <message>
        <source>A language model is on this computer</source>
        <translation>C’è un modello linguistico su questo computer</translation>
    </message>
    <message>
        <source>Looking for a language model…</source>
        <translation>Ricerca di un modello linguistico…</translation>
    </message>
    <message>
        <source>Get a language model</source>
        <translation>Procurati un modello linguistico</translation>
    </message>
    <message>
        <source>It writes the answers, on this computer. The list shows what each one needs; nothing is fetched before you agree. Without one, sentences of your documents answer.</source>
        <translation>Scrive le risposte, su questo computer. L’elenco mostra che cosa serve a ciascuno; non si scarica nulla prima del tuo consenso. Senza, rispondono frasi dei tuoi documenti.</translation>
    </message>
    <message>
        <source>One of these, or anything you like. You need not wait for the reading.</source>
        <translation>Una di queste, o ciò che vuoi. Non serve attendere la fine della lettura.</translation>
    </message>
    <message>
        <source>In your own words, in the language you like. You need not wait for the reading to end: what is ready answers.</source>
        <translation>Con parole tue, nella lingua che preferisci. Non serve attendere la fine della lettura: risponde ciò che è pronto.</translation>
    </message>
    <message>
        <source>Welcome to Margine</source>
        <translation>Benvenuto in Margine</translation>
    </message>
    <message>
        <source>Three steps to an answer about your own documents.</source>
        <translation>Tre passi fino a una risposta sui tuoi documenti.</translation>
    </message>
    <message>
        <source>Everything stays on this computer. Nothing is sent.</source>
        <translation>Tutto resta su questo computer. Non si invia nulla.</translation>
    </message>
</context>
<context>
    <name>FolderDialog</name>
    <message>
        <source>Exclude and limits</source>
        <translation>Esclusioni e limiti</translation>
    </message>
    <message>
        <source>Patterns of what is left out, one a line</source>
        <translation>Modelli di ciò che si esclude, uno per riga</translation>
    </message>
    <message>
        <source>No limit of its own</source>
        <translation>Nessun limite proprio</translation>
    </message>
    <message>
        <source>Largest file that is taken in</source>
        <translation>File più grande che viene preso</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Conteggio…</translation>
    </message>
    <message numerus="yes">
        <source>Nothing is left out of %n file(s).</source>
        <translation>
            <numerusform>Nulla è escluso da %n file.</numerusform>
            <numerusform>Nulla è escluso da %n file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) of {0} would be left out.</source>
        <translation>
            <numerusform>%n file su {0} sarebbe escluso.</numerusform>
            <numerusform>%n file su {0} sarebbero esclusi.</numerusform>
        </translation>
    </message>
    <message>
        <source>What they leave out cannot be counted now.</source>
        <translation>Ora non si può contare che cosa escludono.</translation>
    </message>
    <message>
        <source>What is left out of “{0}”</source>
        <translation>Che cosa si esclude da «{0}»</translation>
    </message>
    <message>
        <source>One pattern a line. * stands for any letters, **/ for any folders; a / at the end means folders, one at the start this folder itself; ! takes back in.</source>
        <translation>Un modello per riga. * sta per qualsiasi lettera, **/ per qualsiasi cartella; una / alla fine indica cartelle, una all’inizio questa cartella; ! riammette.</translation>
    </message>
    <message>
        <source>Leave out files larger than</source>
        <translation>Escludi i file più grandi di</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Salva</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>Nothing is deleted from your disk. What is left out is no longer found, and comes back when its pattern goes.</source>
        <translation>Nulla viene cancellato dal disco. Ciò che è escluso non si trova più, e ritorna quando si toglie il modello.</translation>
    </message>
</context>
<context>
    <name>FolderWords</name>
    <message>
        <source>Away</source>
        <translation>Assente</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>In pausa</translation>
    </message>
    <message>
        <source>A drive is away</source>
        <translation>Un’unità è assente</translation>
    </message>
    <message>
        <source>Looked at now and then</source>
        <translation>Controllata ogni tanto</translation>
    </message>
    <message>
        <source>Paused: it is neither looked at nor read. What was read of it can still be found.</source>
        <translation>In pausa: non si controlla e non si legge. Ciò che era stato letto si trova ancora.</translation>
    </message>
    <message>
        <source>It is not there now. What was read of it can still be found.</source>
        <translation>Ora non c’è. Ciò che ne era stato letto si trova ancora.</translation>
    </message>
    <message>
        <source>A drive in it is not there now. What was read of it can still be found.</source>
        <translation>Ora manca un’unità al suo interno. Ciò che era stato letto si trova ancora.</translation>
    </message>
    <message>
        <source>Changes are looked for when the program starts, and when you ask.</source>
        <translation>Le modifiche si cercano all’avvio del programma e quando lo chiedi.</translation>
    </message>
    <message>
        <source>Watched: changes are read by themselves.</source>
        <translation>Sorvegliata: le modifiche si leggono da sé.</translation>
    </message>
    <message>
        <source>The system cannot watch more folders, so it is looked at every few minutes.</source>
        <translation>Il sistema non può sorvegliare altre cartelle, perciò si controlla ogni pochi minuti.</translation>
    </message>
    <message>
        <source>It holds the whole system, where something changes all the time, so it is looked at every few minutes.</source>
        <translation>Contiene l’intero sistema, dove qualcosa cambia di continuo, perciò si controlla ogni pochi minuti.</translation>
    </message>
    <message>
        <source>The system does not tell of all changes on this drive, so it is looked at every few minutes.</source>
        <translation>Il sistema non segnala tutte le modifiche su questa unità, perciò si controlla ogni pochi minuti.</translation>
    </message>
    <message>
        <source>one pattern</source>
        <translation>un modello</translation>
    </message>
    <message>
        <source>{0} patterns</source>
        <translation>{0} modelli</translation>
    </message>
    <message>
        <source>files over {0} MB</source>
        <translation>file oltre {0} MB</translation>
    </message>
    <message>
        <source>Left out: {0}.</source>
        <translation>Esclusi: {0}.</translation>
    </message>
</context>
<context>
    <name>GateController</name>
    <message>
        <source>Stopped. The threshold is as it was.</source>
        <translation>Interrotto. La soglia è quella di prima.</translation>
    </message>
</context>
<context>
    <name>GateDialog</name>
    <message>
        <source>When documents are searched</source>
        <translation>Quando si cerca nei documenti</translation>
    </message>
    <message>
        <source>Calibrate on my questions</source>
        <translation>Calibra sulle mie domande</translation>
    </message>
    <message>
        <source>Drafting question {0} of {1}…</source>
        <translation>Bozza della domanda {0} di {1}…</translation>
    </message>
    <message>
        <source>Choosing the threshold…</source>
        <translation>Scelta della soglia…</translation>
    </message>
    <message numerus="yes">
        <source>Done: it searches above {0} from now on (between {1} and {2} if other questions like these had been drawn). Of your %n question(s) it would search for {3}.</source>
        <translation>
            <numerusform>Fatto: d’ora in poi cerca sopra {0} (tra {1} e {2} con altre domande come questa). Per la tua domanda cercherebbe: {3} su %n.</numerusform>
            <numerusform>Fatto: d’ora in poi cerca sopra {0} (tra {1} e {2} con altre domande come queste). Delle tue %n domande cercherebbe per {3}.</numerusform>
        </translation>
    </message>
    <message>
        <source>How often documents are searched</source>
        <translation>Quanto spesso si cerca nei documenti</translation>
    </message>
    <message>
        <source>On Automatic the model drafts a few words first. If it is not sure of them, it reads your documents.</source>
        <translation>In Automatico il modello scrive prima una bozza di poche parole. Se non ne è sicuro, legge i tuoi documenti.</translation>
    </message>
    <message>
        <source>What it judges by</source>
        <translation>Da che cosa giudica</translation>
    </message>
    <message>
        <source>How often it searches</source>
        <translation>Quanto spesso cerca</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>never</source>
        <translation>mai</translation>
    </message>
    <message>
        <source>always</source>
        <translation>sempre</translation>
    </message>
    <message>
        <source>Searches about {0} of 10 questions.</source>
        <translation>Cerca per circa {0} domande su 10.</translation>
    </message>
    <message>
        <source>Searches for hardly any question.</source>
        <translation>Non cerca quasi per nessuna domanda.</translation>
    </message>
    <message>
        <source>Searches for nearly every question.</source>
        <translation>Cerca per quasi tutte le domande.</translation>
    </message>
    <message>
        <source>Calibrated on your questions: what you choose takes effect at once.</source>
        <translation>Calibrato sulle tue domande: ciò che scegli vale subito.</translation>
    </message>
    <message numerus="yes">
        <source>Takes effect when it is calibrated: it drafts the %n question(s) you asked here, and sets its threshold by them.</source>
        <translation>
            <numerusform>Vale dopo la calibrazione: scrive una bozza per la domanda che hai fatto qui (%n) e ne ricava la soglia.</numerusform>
            <numerusform>Vale dopo la calibrazione: scrive una bozza per le %n domande che hai fatto qui e ne ricava la soglia.</numerusform>
        </translation>
    </message>
    <message>
        <source>Takes effect when it is calibrated on your own questions. Ask {0} more first.</source>
        <translation>Vale dopo la calibrazione sulle tue domande. Prima fanne ancora {0}.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Interrompi</translation>
    </message>
</context>
<context>
    <name>GatePanel</name>
    <message>
        <source>Why your documents were read, or not</source>
        <translation>Perché i tuoi documenti sono stati letti, o no</translation>
    </message>
    <message>
        <source>When documents are searched…</source>
        <translation>Quando si cerca nei documenti…</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Bozza</translation>
    </message>
    <message>
        <source>What the search had found</source>
        <translation>Che cosa aveva trovato la ricerca</translation>
    </message>
</context>
<context>
    <name>GatePlot</name>
    <message>
        <source>How unsure each word of the draft was</source>
        <translation>Quanto era incerta ogni parola della bozza</translation>
    </message>
    <message>
        <source>Token {0} of {1}: {2}, {3}</source>
        <translation>Token {0} di {1}: {2}, {3}</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n token</numerusform>
        </translation>
    </message>
    <message>
        <source>Least sure of {0}, {1}</source>
        <translation>Più incerto su {0}, {1}</translation>
    </message>
    <message>
        <source>a line break</source>
        <translation>un a capo</translation>
    </message>
    <message>
        <source>the end or a space</source>
        <translation>la fine o uno spazio</translation>
    </message>
    <message>
        <source>← and → step from word to word</source>
        <translation>← e → passano da una parola all’altra</translation>
    </message>
</context>
<context>
    <name>GateWords</name>
    <message>
        <source>From your documents</source>
        <translation>Dai tuoi documenti</translation>
    </message>
    <message>
        <source>Not in your documents</source>
        <translation>Non è nei tuoi documenti</translation>
    </message>
    <message>
        <source>From the model’s memory (passages found, not used)</source>
        <translation>Dalla memoria del modello (passaggi trovati, non usati)</translation>
    </message>
    <message>
        <source>From the model’s memory (documents not searched)</source>
        <translation>Dalla memoria del modello (documenti non consultati)</translation>
    </message>
    <message>
        <source>From the model’s memory (no passage found)</source>
        <translation>Dalla memoria del modello (nessun passaggio trovato)</translation>
    </message>
    <message>
        <source>documents asked for</source>
        <translation>documenti richiesti</translation>
    </message>
    <message>
        <source>memory asked for</source>
        <translation>memoria richiesta</translation>
    </message>
    <message>
        <source>You asked for your documents, so they were read and nothing was weighed.</source>
        <translation>Hai chiesto i tuoi documenti: sono stati letti senza valutare altro.</translation>
    </message>
    <message>
        <source>You asked for no documents, so none was read and nothing was weighed.</source>
        <translation>Hai chiesto di non usare documenti: non ne è stato letto nessuno, senza valutare altro.</translation>
    </message>
    <message>
        <source>There was no draft to judge by, and nothing to read.</source>
        <translation>Non c’era una bozza da cui giudicare, né nulla da leggere.</translation>
    </message>
    <message>
        <source>Its draft speaks for your documents ({0}, searched above {1}), but no passage was found to read.</source>
        <translation>La bozza indica i tuoi documenti ({0}, si cerca sopra {1}), ma non è stato trovato nessun passaggio da leggere.</translation>
    </message>
    <message>
        <source>Neither its draft nor what the search found speaks for your documents ({0}, searched above {1}), so it answered without them.</source>
        <translation>Né la bozza né ciò che la ricerca ha trovato indicano i tuoi documenti ({0}, si cerca sopra {1}), quindi ha risposto senza.</translation>
    </message>
    <message>
        <source>There was no draft to judge by, so it turned to your documents.</source>
        <translation>Non c’era una bozza da cui giudicare, quindi ha consultato i tuoi documenti.</translation>
    </message>
    <message>
        <source>It was not sure of its own words.</source>
        <translation>Non era sicuro delle proprie parole.</translation>
    </message>
    <message>
        <source>What the search found speaks for your documents whatever a draft says ({0}, searched above {1}), so it turned to them at once.</source>
        <translation>Ciò che la ricerca ha trovato indica i tuoi documenti, qualunque bozza scriva ({0}, si cerca sopra {1}): li ha consultati subito.</translation>
    </message>
    <message>
        <source>What the search found does not speak for your documents whatever a draft says ({0}, searched above {1}), so it answered without them at once.</source>
        <translation>Ciò che la ricerca ha trovato non indica i tuoi documenti, qualunque bozza scriva ({0}, si cerca sopra {1}): ha risposto subito senza.</translation>
    </message>
    <message>
        <source>Its draft and what the search found speak for your documents ({0}, searched above {1}), so it turned to them.</source>
        <translation>La bozza e ciò che la ricerca ha trovato indicano i tuoi documenti ({0}, si cerca sopra {1}), quindi li ha consultati.</translation>
    </message>
    <message>
        <source>It was not sure of its own words ({0}, searched above {1}), so it turned to your documents.</source>
        <translation>Non era sicuro delle proprie parole ({0}, si cerca sopra {1}), quindi ha consultato i tuoi documenti.</translation>
    </message>
    <message>
        <source>It was not sure of its own words ({0}, searched above {1}), but no passage was found to read.</source>
        <translation>Non era sicuro delle proprie parole ({0}, si cerca sopra {1}), ma non è stato trovato nessun passaggio da leggere.</translation>
    </message>
    <message>
        <source>It was sure of its own words ({0}, searched above {1}), so it answered without your documents.</source>
        <translation>Era sicuro delle proprie parole ({0}, si cerca sopra {1}), quindi ha risposto senza i tuoi documenti.</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Margine</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropia</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Varianza</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Indizi</translation>
    </message>
    <message>
        <source>How close the second-best word came at each step of the draft.</source>
        <translation>Quanto era vicina la seconda scelta a ogni passo della bozza.</translation>
    </message>
    <message>
        <source>Over how many words the model spread its bets at each step.</source>
        <translation>Fra quante parole il modello era incerto a ogni passo.</translation>
    </message>
    <message>
        <source>How far five drafts disagree, word by word. Takes longer.</source>
        <translation>Quanto discordano cinque bozze, parola per parola. Richiede più tempo.</translation>
    </message>
    <message>
        <source>The draft, weighed with what the search has found in your documents.</source>
        <translation>La bozza, pesata con ciò che la ricerca ha trovato nei tuoi documenti.</translation>
    </message>
    <message>
        <source>How close the second choice of each word was</source>
        <translation>Quanto era vicina la seconda scelta di ogni parola</translation>
    </message>
    <message>
        <source>How many words were in the running each time</source>
        <translation>Fra quante parole era incerto ogni volta</translation>
    </message>
    <message>
        <source>How far the drafts disagree on each word</source>
        <translation>Quanto le bozze discordano su ogni parola</translation>
    </message>
    <message>
        <source>How unsure each word of the draft was</source>
        <translation>Quanto era incerta ogni parola della bozza</translation>
    </message>
    <message>
        <source>The nearest passage’s likeness in meaning</source>
        <translation>Somiglianza di significato del passaggio più vicino</translation>
    </message>
    <message>
        <source>The question’s telling words that one passage holds</source>
        <translation>Parole importanti della domanda presenti in un passaggio</translation>
    </message>
    <message>
        <source>Passages that words and meaning both find first</source>
        <translation>Passaggi trovati per primi sia per parole sia per significato</translation>
    </message>
    <message>
        <source>What the question is about</source>
        <translation>Di che cosa tratta la domanda</translation>
    </message>
    <message>
        <source>most of them</source>
        <translation>quasi tutte</translation>
    </message>
    <message>
        <source>some</source>
        <translation>alcune</translation>
    </message>
    <message>
        <source>few</source>
        <translation>poche</translation>
    </message>
    <message>
        <source>your own affairs</source>
        <translation>faccende tue</translation>
    </message>
    <message>
        <source>not clear</source>
        <translation>non è chiaro</translation>
    </message>
    <message>
        <source>what anybody may ask</source>
        <translation>ciò che chiunque può chiedere</translation>
    </message>
    <message>
        <source>nearly the same ones</source>
        <translation>quasi gli stessi</translation>
    </message>
    <message>
        <source>some in common</source>
        <translation>alcuni in comune</translation>
    </message>
    <message>
        <source>hardly any in common</source>
        <translation>quasi nessuno in comune</translation>
    </message>
    <message>
        <source>Not in: {0}</source>
        <translation>Non è in: {0}</translation>
    </message>
</context>
<context>
    <name>IndexNotice</name>
    <message>
        <source>Your documents are read</source>
        <translation>I tuoi documenti sono stati letti</translation>
    </message>
    <message>
        <source>{0} of {1} files can be asked.</source>
        <translation>Si possono interrogare {0} file su {1}.</translation>
    </message>
</context>
<context>
    <name>JobPort</name>
    <message>
        <source>This stopped unexpectedly.</source>
        <translation>Si è interrotto in modo imprevisto.</translation>
    </message>
    <message>
        <source>Its process ended before it was done.</source>
        <translation>Il suo processo è terminato prima di finire.</translation>
    </message>
    <message>
        <source>Try again: what is done is kept.</source>
        <translation>Riprova: ciò che è fatto resta.</translation>
    </message>
</context>
<context>
    <name>KeepingController</name>
    <message>
        <source>Move the library</source>
        <translation>Sposta la biblioteca</translation>
    </message>
    <message>
        <source>Cancelled. The library is where it was.</source>
        <translation>Annullato. La biblioteca è dov’era.</translation>
    </message>
    <message>
        <source>The library is being backed up.</source>
        <translation>Backup della biblioteca in corso.</translation>
    </message>
    <message>
        <source>The backup is being restored.</source>
        <translation>Ripristino del backup in corso.</translation>
    </message>
    <message>
        <source>The library is being moved.</source>
        <translation>Spostamento della biblioteca in corso.</translation>
    </message>
    <message>
        <source>Where the restored library is to be put</source>
        <translation>Dove mettere la biblioteca ripristinata</translation>
    </message>
    <message>
        <source>The folder cannot be looked at.</source>
        <translation>Non si può guardare nella cartella.</translation>
    </message>
    <message>
        <source>{0} in {1}. It is not encrypted: keep it where only you can read it.</source>
        <translation>{0} in {1}. Non è cifrato: tienilo dove solo tu puoi leggerlo.</translation>
    </message>
    <message>
        <source>The backup was written and checked.</source>
        <translation>Il backup è stato scritto e verificato.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostra</translation>
    </message>
    <message numerus="yes">
        <source>The library of %n document(s) was restored.</source>
        <translation>
            <numerusform>La biblioteca di %n documento è stata ripristinata.</numerusform>
            <numerusform>La biblioteca di %n documenti è stata ripristinata.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Aprila</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was changed.</source>
        <translation>Annullato. Non è stato cambiato nulla.</translation>
    </message>
    <message>
        <source>The library lies in its new place.</source>
        <translation>La biblioteca è nel suo nuovo posto.</translation>
    </message>
    <message>
        <source>Moving the library was interrupted.</source>
        <translation>Lo spostamento della biblioteca è stato interrotto.</translation>
    </message>
    <message>
        <source>Nothing is lost: it is where it was. Try it again.</source>
        <translation>Non è andato perso nulla: è dov’era. Riprova.</translation>
    </message>
    <message>
        <source>It was erased meanwhile: nothing of it is left in either place.</source>
        <translation>Nel frattempo è stata cancellata: non ne resta nulla in nessuno dei due posti.</translation>
    </message>
    <message>
        <source>The library was not moved.</source>
        <translation>La biblioteca non è stata spostata.</translation>
    </message>
</context>
<context>
    <name>KeepingDialog</name>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Mostra nella cartella</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Sto misurando…</translation>
    </message>
    <message>
        <source>Back up…</source>
        <translation>Backup…</translation>
    </message>
    <message>
        <source>Restore…</source>
        <translation>Ripristina…</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>Sposta…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>What it takes of the disk cannot be told now.</source>
        <translation>Ora non si può dire quanto spazio occupa.</translation>
    </message>
    <message>
        <source>{0} in all; {1} are free on its drive</source>
        <translation>{0} in tutto; sul suo disco sono liberi {1}</translation>
    </message>
    <message>
        <source>Copying: {0} of {1}</source>
        <translation>Copia: {0} di {1}</translation>
    </message>
    <message>
        <source>Packing: {0} of {1}</source>
        <translation>Compressione: {0} di {1}</translation>
    </message>
    <message>
        <source>Unpacking: {0} of {1}</source>
        <translation>Estrazione: {0} di {1}</translation>
    </message>
    <message>
        <source>Checking: {0} of {1}</source>
        <translation>Verifica: {0} di {1}</translation>
    </message>
    <message>
        <source>This library</source>
        <translation>Questa biblioteca</translation>
    </message>
    <message>
        <source>Back up into one file</source>
        <translation>Backup in un solo file</translation>
    </message>
    <message>
        <source>You can go on working meanwhile. The file is read back and checked.</source>
        <translation>Intanto puoi continuare a lavorare. Il file viene riletto e verificato.</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Ripristina un backup</translation>
    </message>
    <message>
        <source>Into a folder of its own; this library stays as it is.</source>
        <translation>In una cartella a parte; questa biblioteca resta com’è.</translation>
    </message>
    <message>
        <source>Move to another folder or drive</source>
        <translation>Sposta in un’altra cartella o su un altro disco</translation>
    </message>
    <message>
        <source>Copied and checked first; the old files go when the new ones work.</source>
        <translation>Prima si copia e si verifica; i vecchi file vanno via quando i nuovi funzionano.</translation>
    </message>
    <message>
        <source>Library and backups hold the text of your documents, unencrypted: whoever can read the files can read that. Keep them on a drive that is encrypted as a whole.</source>
        <translation>La biblioteca e i backup contengono il testo dei tuoi documenti, non cifrato: chi può leggere i file può leggere anche quello. Tienili su un disco interamente cifrato.</translation>
    </message>
</context>
<context>
    <name>KeepingFiles</name>
    <message>
        <source>Back up the library</source>
        <translation>Backup della biblioteca</translation>
    </message>
    <message>
        <source>Backups (*.zip)</source>
        <translation>Backup (*.zip)</translation>
    </message>
    <message>
        <source>Margine library {0}.zip</source>
        <translation>Biblioteca di Margine {0}.zip</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Ripristina un backup</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tutti i file (*)</translation>
    </message>
    <message>
        <source>Put it here</source>
        <translation>Metti qui</translation>
    </message>
    <message>
        <source>Move the library?</source>
        <translation>Spostare la biblioteca?</translation>
    </message>
    <message>
        <source>It is put into {0}. Reading and answering wait until that is done; you can cancel it, and the library stays where it is. Your documents are not moved.</source>
        <translation>Viene messa in {0}. Lettura e risposte aspettano che sia finito; puoi annullare, e la biblioteca resta dov’è. I tuoi documenti non vengono spostati.</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Sposta</translation>
    </message>
    <message>
        <source>Margine library</source>
        <translation>Biblioteca di Margine</translation>
    </message>
</context>
<context>
    <name>LeftAnswer</name>
    <message>
        <source>The answer to “{0}” was stopped.</source>
        <translation>La risposta a «{0}» è stata interrotta.</translation>
    </message>
</context>
<context>
    <name>LeftArea</name>
    <message>
        <source>Library or conversations</source>
        <translation>Biblioteca o conversazioni</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Biblioteca</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Conversazioni</translation>
    </message>
    <message>
        <source>Earlier conversations (Ctrl+H)</source>
        <translation>Conversazioni precedenti (Ctrl+H)</translation>
    </message>
</context>
<context>
    <name>LibraryModel</name>
    <message>
        <source>You set it aside. It is not read, and nothing of it is found.</source>
        <translation>Messo da parte da te. Non viene letto, e non se ne trova nulla.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n da leggere</numerusform>
            <numerusform>%n da leggere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not readable</source>
        <translation>
            <numerusform>%n non leggibile</numerusform>
            <numerusform>%n non leggibili</numerusform>
        </translation>
    </message>
    <message>
        <source>Away</source>
        <translation>Assente</translation>
    </message>
    <message>
        <source>Only in the cloud</source>
        <translation>Solo nel cloud</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passaggio</numerusform>
            <numerusform>%n passaggi</numerusform>
        </translation>
    </message>
    <message>
        <source>Locked: enter its password</source>
        <translation>Protetto: scrivi la password</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) recognised from the picture</source>
        <translation>
            <numerusform>%n pagina riconosciuta dall’immagine</numerusform>
            <numerusform>%n pagine riconosciute dalle immagini</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n pagina</numerusform>
            <numerusform>%n pagine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slide(s)</source>
        <translation>
            <numerusform>%n diapositiva</numerusform>
            <numerusform>%n diapositive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sheet(s)</source>
        <translation>
            <numerusform>%n foglio</numerusform>
            <numerusform>%n fogli</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chapter(s)</source>
        <translation>
            <numerusform>%n capitolo</numerusform>
            <numerusform>%n capitoli</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s)</source>
        <translation>
            <numerusform>%n parte</numerusform>
            <numerusform>%n parti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n messaggio</numerusform>
            <numerusform>%n messaggi</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>In attesa</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>In lettura…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Pronto</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>Senza testo</translation>
    </message>
    <message>
        <source>Locked by a password</source>
        <translation>Protetto da password</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Non è stato possibile leggerlo</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>Messo da parte</translation>
    </message>
    <message>
        <source>Kind of file not supported</source>
        <translation>Tipo di file non supportato</translation>
    </message>
</context>
<context>
    <name>LibraryPanel</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n pagina</numerusform>
            <numerusform>%n pagine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passaggio</numerusform>
            <numerusform>%n passaggi</numerusform>
        </translation>
    </message>
    <message>
        <source>Summarise…</source>
        <translation>Riassumi…</translation>
    </message>
    <message>
        <source>List everything of a kind…</source>
        <translation>Elenca tutto di un tipo…</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Scrivi la password…</translation>
    </message>
    <message>
        <source>Open in its own program</source>
        <translation>Apri con il suo programma</translation>
    </message>
    <message>
        <source>Show in its folder</source>
        <translation>Mostra nella sua cartella</translation>
    </message>
    <message numerus="yes">
        <source>%n set aside</source>
        <translation>
            <numerusform>%n messo da parte</numerusform>
            <numerusform>%n messi da parte</numerusform>
        </translation>
    </message>
    <message>
        <source>It is not there now. What was read of it can still be found.</source>
        <translation>Ora non c’è. Ciò che ne era stato letto si trova ancora.</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Leggi di nuovo</translation>
    </message>
    <message>
        <source>Remove it for good now</source>
        <translation>Togli subito per davvero</translation>
    </message>
    <message>
        <source>Take back: read it again</source>
        <translation>Riprendi: leggi di nuovo</translation>
    </message>
    <message numerus="yes">
        <source>Take %n back: read them again</source>
        <translation>
            <numerusform>Riprendi %n elemento: leggi di nuovo</numerusform>
            <numerusform>Riprendi %n elementi: leggi di nuovo</numerusform>
        </translation>
    </message>
    <message>
        <source>Look for changes now</source>
        <translation>Cerca ora le modifiche</translation>
    </message>
    <message>
        <source>Go on watching and reading</source>
        <translation>Riprendi a sorvegliare e leggere</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Metti in pausa</translation>
    </message>
    <message>
        <source>Exclude and limits…</source>
        <translation>Esclusioni e limiti…</translation>
    </message>
    <message numerus="yes">
        <source>Read %n failed file(s) again</source>
        <translation>
            <numerusform>Leggi di nuovo %n file non riuscito</numerusform>
            <numerusform>Leggi di nuovo %n file non riusciti</numerusform>
        </translation>
    </message>
    <message>
        <source>Files of the library</source>
        <translation>File della biblioteca</translation>
    </message>
    <message>
        <source>Add files… (Ctrl+O)</source>
        <translation>Aggiungi file… (Ctrl+O)</translation>
    </message>
    <message>
        <source>Add a folder… (Ctrl+Shift+O)</source>
        <translation>Aggiungi una cartella… (Ctrl+Maiusc+O)</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n file(s)</source>
        <translation>
            <numerusform>{0} di %n file</numerusform>
            <numerusform>{0} di %n file</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove from the library</source>
        <translation>Togli dalla biblioteca</translation>
    </message>
    <message>
        <source>Set aside: do not read</source>
        <translation>Metti da parte: non leggere</translation>
    </message>
</context>
<context>
    <name>LibraryQuestions</name>
    <message>
        <source>Read all of “{0}”?</source>
        <translation>Leggere tutto “{0}”?</translation>
    </message>
    <message>
        <source>It is a whole drive: every document on it would be read, and its text kept in the library, which may take hours and much room. Mostly one or a few of its folders are meant.</source>
        <translation>È un’intera unità: ogni documento che contiene verrebbe letto e il suo testo tenuto nella biblioteca, il che può richiedere ore e molto spazio. Di solito si intende una o alcune delle sue cartelle.</translation>
    </message>
    <message>
        <source>It holds your whole home folder: every document in it would be read, and its text kept in the library, which may take hours and much room. Mostly one or a few of its folders are meant.</source>
        <translation>Contiene tutta la tua cartella personale: ogni documento che c’è dentro verrebbe letto e il suo testo tenuto nella biblioteca, il che può richiedere ore e molto spazio. Di solito si intende una o alcune delle sue cartelle.</translation>
    </message>
    <message>
        <source>It holds the whole system, with everybody’s documents and the programs’ own: all of these would be read, and their text kept in the library, which may take hours and much room. Mostly one or a few of its folders are meant.</source>
        <translation>Contiene l’intero sistema, con i documenti di tutti e quelli dei programmi: tutti verrebbero letti e il loro testo tenuto nella biblioteca, il che può richiedere ore e molto spazio. Di solito si intende una o alcune delle sue cartelle.</translation>
    </message>
    <message>
        <source>Read all of it</source>
        <translation>Leggi tutto</translation>
    </message>
    <message>
        <source>Remove “{0}” from the library?</source>
        <translation>Togliere «{0}» dalla biblioteca?</translation>
    </message>
    <message numerus="yes">
        <source>Remove “{0}” and %n more from the library?</source>
        <translation>
            <numerusform>Togliere «{0}» e %n altro dalla biblioteca?</numerusform>
            <numerusform>Togliere «{0}» e altri %n dalla biblioteca?</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is deleted from your disk. Its passages are taken out of the library and are no longer found; answers that quote them keep their text.</source>
        <translation>Nulla viene cancellato dal disco. I suoi passaggi escono dalla biblioteca e non si trovano più; le risposte che li citano conservano il testo.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Togli</translation>
    </message>
    <message>
        <source>The library’s folder cannot be looked at.</source>
        <translation>Non si può guardare nella cartella della biblioteca.</translation>
    </message>
    <message>
        <source>Erase the whole library?</source>
        <translation>Cancellare tutta la biblioteca?</translation>
    </message>
    <message>
        <source>This deletes everything that was read from your documents: their text, its index, digests, your conversations, pictures of pages, and the logs. {0} in {1}.</source>
        <translation>Si cancella tutto ciò che è stato letto dai tuoi documenti: il testo, il suo indice, le sintesi, le tue conversazioni, le immagini delle pagine e i log. {0} in {1}.</translation>
    </message>
    <message>
        <source>Your documents themselves, the models and the settings stay. It cannot be undone.</source>
        <translation>I documenti stessi, i modelli e le impostazioni restano. Non si può annullare.</translation>
    </message>
    <message>
        <source>Not of this program, and left alone there: {0}</source>
        <translation>Non sono di questo programma e restano lì: {0}</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Cancella tutto</translation>
    </message>
</context>
<context>
    <name>LibraryRows</name>
    <message>
        <source>open</source>
        <translation>aperta</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>chiusa</translation>
    </message>
</context>
<context>
    <name>LibrarySwitch</name>
    <message>
        <source>This library is open already.</source>
        <translation>Questa biblioteca è già aperta.</translation>
    </message>
    <message>
        <source>There is no library in this folder.</source>
        <translation>In questa cartella non c’è una biblioteca.</translation>
    </message>
    <message>
        <source>Choose a folder that holds one, or an empty folder for a new one. To read the documents of a folder, add it with “Add a folder…”.</source>
        <translation>Scegli una cartella che ne contiene una, oppure una cartella vuota per crearne una nuova. Per leggere i documenti di una cartella, aggiungila con «Aggiungi una cartella…».</translation>
    </message>
    <message>
        <source>The library “{0}” is not here now.</source>
        <translation>La biblioteca «{0}» ora non c’è.</translation>
    </message>
    <message>
        <source>{0}: its drive may be away. If you have moved it yourself, open it where it is now.</source>
        <translation>{0}: forse il suo disco non è collegato. Se l’hai spostata tu, aprila dove si trova ora.</translation>
    </message>
    <message>
        <source>The folder cannot be looked at.</source>
        <translation>La cartella non si può esaminare.</translation>
    </message>
    <message>
        <source>The other library’s window could not be started.</source>
        <translation>Non è stato possibile aprire la finestra dell’altra biblioteca.</translation>
    </message>
</context>
<context>
    <name>LostSources</name>
    <message>
        <source>“{0}” has changed since: what is quoted is the earlier text.</source>
        <translation>«{0}» è cambiato nel frattempo: la citazione riporta il testo di allora.</translation>
    </message>
    <message>
        <source>“{0}” is no longer in the library: what is quoted is kept here.</source>
        <translation>«{0}» non è più nella biblioteca: il testo citato è conservato qui.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Drop to add to the library</source>
        <translation>Rilascia per aggiungere alla biblioteca</translation>
    </message>
    <message>
        <source>The new language is used from the next start of the program.</source>
        <translation>La nuova lingua si usa dal prossimo avvio del programma.</translation>
    </message>
    <message>
        <source>The new language is used as soon as what is being done has ended.</source>
        <translation>La nuova lingua si usa appena finisce il lavoro in corso.</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aiuto</translation>
    </message>
    <message>
        <source>Check installation…</source>
        <translation>Controlla l’installazione…</translation>
    </message>
    <message>
        <source>About Margine</source>
        <translation>Informazioni su Margine</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;File</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Aggiungi file…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Look for changed files</source>
        <translation>Cerca file cambiati</translation>
    </message>
    <message>
        <source>Erase the library…</source>
        <translation>Cancella la biblioteca…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Impostazioni…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Esci</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>&amp;Conversazione</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>Nuova conversazione</translation>
    </message>
    <message>
        <source>Write a question</source>
        <translation>Scrivi una domanda</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Ferma la risposta</translation>
    </message>
    <message>
        <source>Next citation</source>
        <translation>Citazione successiva</translation>
    </message>
    <message>
        <source>Previous citation</source>
        <translation>Citazione precedente</translation>
    </message>
    <message>
        <source>When documents are searched…</source>
        <translation>Quando si cerca nei documenti…</translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation>In una finestra propria</translation>
    </message>
    <message>
        <source>On the left</source>
        <translation>A sinistra</translation>
    </message>
    <message>
        <source>On the right</source>
        <translation>A destra</translation>
    </message>
    <message>
        <source>Next area</source>
        <translation>Area successiva</translation>
    </message>
    <message>
        <source>Previous area</source>
        <translation>Area precedente</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Vista</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Chiedi</translation>
    </message>
    <message>
        <source>Search the documents</source>
        <translation>Cerca nei documenti</translation>
    </message>
    <message>
        <source>Digest of whole documents</source>
        <translation>Sintesi di documenti interi</translation>
    </message>
    <message>
        <source>Show how it was found</source>
        <translation>Mostra come è stato trovato</translation>
    </message>
    <message>
        <source>Larger page</source>
        <translation>Pagina più grande</translation>
    </message>
    <message>
        <source>Smaller page</source>
        <translation>Pagina più piccola</translation>
    </message>
    <message>
        <source>Page as wide as the view</source>
        <translation>Pagina larga quanto la vista</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colori</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Come il sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Chiari</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Scuri</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lingua</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>Novità</translation>
    </message>
    <message>
        <source>Open another library…</source>
        <translation>Apri un’altra biblioteca…</translation>
    </message>
    <message>
        <source>Recent libraries</source>
        <translation>Biblioteche recenti</translation>
    </message>
    <message>
        <source>Find a command or a file…</source>
        <translation>Trova un comando o un file…</translation>
    </message>
    <message>
        <source>Place of the library</source>
        <translation>Posto della biblioteca</translation>
    </message>
    <message>
        <source>Place of the passages</source>
        <translation>Posto dei passaggi</translation>
    </message>
    <message>
        <source>Place of the document</source>
        <translation>Posto del documento</translation>
    </message>
    <message>
        <source>With the passages</source>
        <translation>Con i passaggi</translation>
    </message>
    <message>
        <source>Below the passages</source>
        <translation>Sotto i passaggi</translation>
    </message>
    <message>
        <source>All panels where they were at first</source>
        <translation>Tutti i pannelli al loro posto iniziale</translation>
    </message>
    <message>
        <source>Ask the question that is written</source>
        <translation>Porre la domanda scritta</translation>
    </message>
    <message>
        <source>Begin a new line in the question</source>
        <translation>Andare a capo nella domanda</translation>
    </message>
    <message>
        <source>Open what is chosen</source>
        <translation>Aprire ciò che è scelto</translation>
    </message>
    <message>
        <source>From the search to its results</source>
        <translation>Dalla ricerca ai risultati</translation>
    </message>
    <message>
        <source>Page before, page after in the document</source>
        <translation>Pagina precedente, pagina successiva nel documento</translation>
    </message>
    <message>
        <source>Remove what is selected from the library</source>
        <translation>Togliere dalla biblioteca ciò che è selezionato</translation>
    </message>
    <message>
        <source>From one control to the next, and back</source>
        <translation>Da un controllo al successivo, e indietro</translation>
    </message>
    <message>
        <source>Go to the library</source>
        <translation>Vai alla biblioteca</translation>
    </message>
    <message>
        <source>Go to the passages</source>
        <translation>Vai ai passaggi</translation>
    </message>
    <message>
        <source>Go to the document</source>
        <translation>Vai al documento</translation>
    </message>
    <message>
        <source>Open the library {0}</source>
        <translation>Apri la biblioteca {0}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelli…</translation>
    </message>
    <message>
        <source>Save as a document…</source>
        <translation>Salva come documento…</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Stampa…</translation>
    </message>
    <message>
        <source>Earlier conversations</source>
        <translation>Conversazioni precedenti</translation>
    </message>
    <message>
        <source>Delete this conversation</source>
        <translation>Elimina questa conversazione</translation>
    </message>
    <message>
        <source>Edit the last question</source>
        <translation>Modifica l’ultima domanda</translation>
    </message>
    <message>
        <source>Copy the last answer with its sources</source>
        <translation>Copia l’ultima risposta con le fonti</translation>
    </message>
    <message>
        <source>&amp;Document</source>
        <translation>&amp;Documento</translation>
    </message>
    <message>
        <source>Find in the document…</source>
        <translation>Trova nel documento…</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>Punto successivo</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>Punto precedente</translation>
    </message>
    <message>
        <source>Ask about the selected text</source>
        <translation>Chiedi del testo selezionato</translation>
    </message>
    <message>
        <source>Ask about this page</source>
        <translation>Chiedi di questa pagina</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>Copia il testo selezionato</translation>
    </message>
    <message>
        <source>Choose what is asked…</source>
        <translation>Scegli a che cosa chiedere…</translation>
    </message>
    <message>
        <source>Ask everything</source>
        <translation>Chiedi a tutti i documenti</translation>
    </message>
    <message>
        <source>Filter the library’s files</source>
        <translation>Filtra i file della biblioteca</translation>
    </message>
    <message>
        <source>Filter the files, in the library</source>
        <translation>Filtra i file, nella biblioteca</translation>
    </message>
    <message>
        <source>Open and close a folder of the library</source>
        <translation>Apri e chiudi una cartella della biblioteca</translation>
    </message>
    <message>
        <source>Bring back what was removed, in the library</source>
        <translation>Recupera ciò che è stato tolto, nella biblioteca</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Biblioteca</translation>
    </message>
    <message>
        <source>Where it lies and what it takes…</source>
        <translation>Dove si trova e quanto occupa…</translation>
    </message>
    <message>
        <source>Back up the library…</source>
        <translation>Backup della biblioteca…</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>Ripristina un backup…</translation>
    </message>
    <message>
        <source>Move the library…</source>
        <translation>Sposta la biblioteca…</translation>
    </message>
    <message>
        <source>Show the library</source>
        <translation>Mostra la biblioteca</translation>
    </message>
    <message>
        <source>Show passages and document</source>
        <translation>Mostra passaggi e documento</translation>
    </message>
    <message>
        <source>Report a problem…</source>
        <translation>Segnala un problema…</translation>
    </message>
</context>
<context>
    <name>ModelCard</name>
    <message>
        <source>Use</source>
        <translation>Usa</translation>
    </message>
    <message>
        <source>Fetch…</source>
        <translation>Scarica…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Sospendi</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Prova</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Rimuovi…</translation>
    </message>
    <message>
        <source>Trying it in a process of its own…</source>
        <translation>Prova in un processo a parte…</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>Sospensione…</translation>
    </message>
    <message>
        <source>Go on fetching…</source>
        <translation>Continua a scaricare…</translation>
    </message>
    <message>
        <source>It is in use: use another one first.</source>
        <translation>È in uso: prima usane un altro.</translation>
    </message>
    <message>
        <source>Cannot be used</source>
        <translation>Non utilizzabile</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>In uso</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Su questo computer</translation>
    </message>
    <message>
        <source>{0} % fetched</source>
        <translation>Scaricato al {0} %</translation>
    </message>
    <message>
        <source>Not fetched</source>
        <translation>Non scaricato</translation>
    </message>
    <message>
        <source>Speed on this computer: not measured yet. “Try” measures it.</source>
        <translation>Velocità su questo computer: non ancora misurata. «Prova» la misura.</translation>
    </message>
</context>
<context>
    <name>ModelDialog</name>
    <message>
        <source>Models</source>
        <translation>Modelli</translation>
    </message>
    <message>
        <source>Looking at the models…</source>
        <translation>Esame dei modelli…</translation>
    </message>
    <message>
        <source>Add a model file…</source>
        <translation>Aggiungi un file…</translation>
    </message>
    <message>
        <source>Add a model folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>Drop to add a model</source>
        <translation>Rilascia per aggiungere un modello</translation>
    </message>
    <message>
        <source>A .gguf file or a sentence-transformers folder can be dropped here.</source>
        <translation>Qui si può trascinare un file .gguf o una cartella di sentence-transformers.</translation>
    </message>
</context>
<context>
    <name>ModelManager</name>
    <message>
        <source>Models (*.gguf)</source>
        <translation>Modelli (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Tutti i file (*)</translation>
    </message>
    <message>
        <source>Another model is being fetched.</source>
        <translation>Si sta scaricando un altro modello.</translation>
    </message>
    <message>
        <source>Wait for it, or pause it.</source>
        <translation>Attendi che finisca, o sospendilo.</translation>
    </message>
    <message>
        <source>needs {0} of memory</source>
        <translation>richiede {0} di memoria</translation>
    </message>
    <message>
        <source>Copying the model…</source>
        <translation>Copia del modello…</translation>
    </message>
    <message>
        <source>Add a model</source>
        <translation>Aggiungi un modello</translation>
    </message>
</context>
<context>
    <name>ModelQuestions</name>
    <message>
        <source>Remove {0}?</source>
        <translation>Rimuovere {0}?</translation>
    </message>
    <message>
        <source>Its files are deleted: {0}. To use it again it has to be fetched again.</source>
        <translation>I suoi file vengono eliminati: {0}. Per usarlo ancora va scaricato di nuovo.</translation>
    </message>
    <message>
        <source>The copy in the models folder is deleted: {0}. The file that it was made from is not touched.</source>
        <translation>La copia nella cartella dei modelli viene eliminata: {0}. Il file da cui è stata fatta non viene toccato.</translation>
    </message>
    <message>
        <source>It is taken off this list. The file itself stays where it is.</source>
        <translation>Viene tolto da questo elenco. Il file resta dov’è.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Rimuovi</translation>
    </message>
    <message>
        <source>From PyPI, the Python Package Index</source>
        <translation>Da PyPI, il Python Package Index</translation>
    </message>
    <message>
        <source>From Hugging Face, the model hub</source>
        <translation>Da Hugging Face, l’archivio di modelli</translation>
    </message>
</context>
<context>
    <name>ModelWords</name>
    <message>
        <source>Writing answers</source>
        <translation>Scrivere le risposte</translation>
    </message>
    <message>
        <source>Finding passages by meaning</source>
        <translation>Trovare i passaggi per significato</translation>
    </message>
    <message>
        <source>Reading text on pictures</source>
        <translation>Leggere il testo nelle immagini</translation>
    </message>
    <message>
        <source>This computer: {0} of memory, {1} of it free · {2} free on the disk</source>
        <translation>Questo computer: {0} di memoria, di cui {1} liberi · {2} liberi sul disco</translation>
    </message>
    <message>
        <source>licence not known</source>
        <translation>licenza non nota</translation>
    </message>
    <message>
        <source>Needs {0} of memory: more than this computer has.</source>
        <translation>Richiede {0} di memoria: più di quanta ne abbia questo computer.</translation>
    </message>
    <message>
        <source>Needs {0} of memory: more than is free just now.</source>
        <translation>Richiede {0} di memoria: più di quanta sia libera adesso.</translation>
    </message>
    <message>
        <source>Needs {0} of memory: this computer has enough.</source>
        <translation>Richiede {0} di memoria: questo computer ne ha abbastanza.</translation>
    </message>
    <message>
        <source>reads {0} and writes {1} tokens a second</source>
        <translation>legge {0} e scrive {1} token al secondo</translation>
    </message>
    <message>
        <source>On this computer: {0}</source>
        <translation>Su questo computer: {0}</translation>
    </message>
    <message>
        <source>Checking that it arrived whole…</source>
        <translation>Verifica che sia arrivato intero…</translation>
    </message>
    <message>
        <source>Preparing it for this computer…</source>
        <translation>Preparazione per questo computer…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} di {1}</translation>
    </message>
    <message>
        <source>{0} a second</source>
        <translation>{0} al secondo</translation>
    </message>
</context>
<context>
    <name>NameLine</name>
    <message>
        <source>Save</source>
        <translation>Salva</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
</context>
<context>
    <name>Outside</name>
    <message>
        <source>“{0}” could not be opened.</source>
        <translation>Non è stato possibile aprire «{0}».</translation>
    </message>
    <message>
        <source>Choose on your system which program opens such files.</source>
        <translation>Scegli nel tuo sistema con quale programma aprire questi file.</translation>
    </message>
    <message>
        <source>“{0}” is not here now.</source>
        <translation>«{0}» ora non c’è.</translation>
    </message>
    <message>
        <source>{0}: it was moved, renamed or deleted, or its drive is away.</source>
        <translation>{0}: è stato spostato, rinominato o eliminato, oppure il suo disco non è collegato.</translation>
    </message>
</context>
<context>
    <name>PageArea</name>
    <message>
        <source>Page</source>
        <translation>Pagina</translation>
    </message>
</context>
<context>
    <name>PanelDrag</name>
    <message>
        <source>Drag it away to move the panel</source>
        <translation>Trascina per spostare il pannello</translation>
    </message>
    <message>
        <source>On the left</source>
        <translation>A sinistra</translation>
    </message>
    <message>
        <source>On the right</source>
        <translation>A destra</translation>
    </message>
    <message>
        <source>With the passages</source>
        <translation>Con i passaggi</translation>
    </message>
    <message>
        <source>Below the passages</source>
        <translation>Sotto i passaggi</translation>
    </message>
    <message>
        <source>In a window of its own</source>
        <translation>In una finestra propria</translation>
    </message>
</context>
<context>
    <name>PassageCard</name>
    <message>
        <source>Passage {0}: {1}</source>
        <translation>Passaggio {0}: {1}</translation>
    </message>
    <message>
        <source>cited as {0}</source>
        <translation>citato come {0}</translation>
    </message>
    <message>
        <source>in the prompt</source>
        <translation>nel prompt</translation>
    </message>
    <message>
        <source>The model was given this passage</source>
        <translation>Il modello ha ricevuto questo passaggio</translation>
    </message>
</context>
<context>
    <name>PassagesPanel</name>
    <message>
        <source>Passages found</source>
        <translation>Passaggi trovati</translation>
    </message>
    <message>
        <source>The passages found for a question appear here.</source>
        <translation>Qui compaiono i passaggi trovati per una domanda.</translation>
    </message>
    <message>
        <source>No passage was looked for, or none was found.</source>
        <translation>Nessun passaggio è stato cercato, o nessuno è stato trovato.</translation>
    </message>
</context>
<context>
    <name>PasswordDialog</name>
    <message>
        <source>Enter the password</source>
        <translation>Scrivi la password</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Password</translation>
    </message>
    <message>
        <source>Show the password</source>
        <translation>Mostra la password</translation>
    </message>
    <message numerus="yes">
        <source>Try it on the %n other locked file(s) in this folder too</source>
        <translation>
            <numerusform>Provala anche su %n altro file protetto di questa cartella</numerusform>
            <numerusform>Provala anche su altri %n file protetti di questa cartella</numerusform>
        </translation>
    </message>
    <message>
        <source>Open and read</source>
        <translation>Apri e leggi</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>To be searched, its text is copied into the library on this computer, where it lies unencrypted and without a password. Anyone who can read your files can read it there.</source>
        <translation>Per la ricerca, il testo viene copiato nella biblioteca su questo computer, dove resta non cifrato e senza password. Chi può leggere i tuoi file può leggerlo lì.</translation>
    </message>
    <message>
        <source>To protect it, encrypt the disk (FileVault, BitLocker or LUKS), or leave the document locked. The password itself is kept in memory until you close the program, and is never written down.</source>
        <translation>Per proteggerlo, cifra il disco (FileVault, BitLocker o LUKS), oppure lascia il documento chiuso. La password resta in memoria finché non chiudi il programma e non viene mai scritta su disco.</translation>
    </message>
    <message>
        <source>Trying it…</source>
        <translation>Provo…</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Stop reading; what is done is kept</source>
        <translation>Ferma la lettura; ciò che è fatto resta</translation>
    </message>
    <message>
        <source>Progress of reading the documents</source>
        <translation>Avanzamento della lettura dei documenti</translation>
    </message>
    <message>
        <source>Looking at the files…</source>
        <translation>Guardo i file…</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Mi fermo…</translation>
    </message>
    <message>
        <source>Waiting while a question is answered</source>
        <translation>In attesa durante una risposta</translation>
    </message>
    <message numerus="yes">
        <source>Looking at the files… %n found</source>
        <translation>
            <numerusform>Guardo i file… %n trovato</numerusform>
            <numerusform>Guardo i file… %n trovati</numerusform>
        </translation>
    </message>
    <message>
        <source>Learning passages: {0} of {1}</source>
        <translation>Imparo i passaggi: {0} di {1}</translation>
    </message>
    <message>
        <source>Reading files: {0} of {1}</source>
        <translation>Leggo i file: {0} di {1}</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) a second</source>
        <translation>
            <numerusform>%n pagina/s</numerusform>
            <numerusform>%n pagine/s</numerusform>
        </translation>
    </message>
    <message>
        <source>{0} pages a second</source>
        <translation>{0} pagine/s</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s) a second</source>
        <translation>
            <numerusform>%n passaggio/s</numerusform>
            <numerusform>%n passaggi/s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QuestionBox</name>
    <message>
        <source>Ask about your documents…</source>
        <translation>Chiedi qualcosa sui tuoi documenti…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Domanda</translation>
    </message>
    <message>
        <source>Write an answer</source>
        <translation>Rispondi</translation>
    </message>
    <message>
        <source>The model writes an answer. What it rests on is quoted at once.</source>
        <translation>Il modello scrive una risposta. Ciò su cui si basa è citato subito.</translation>
    </message>
    <message>
        <source>Quote only</source>
        <translation>Solo citazione</translation>
    </message>
    <message>
        <source>The sentences of your documents that answer best, as they stand there. Nothing is written, so it is there at once.</source>
        <translation>Le frasi dei tuoi documenti che rispondono meglio, così come sono. Non si scrive nulla, perciò arriva subito.</translation>
    </message>
    <message>
        <source>What answers a question</source>
        <translation>Che cosa risponde a una domanda</translation>
    </message>
    <message>
        <source>Whether the model writes an answer</source>
        <translation>Se il modello scrive una risposta</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatico</translation>
    </message>
    <message>
        <source>The model drafts first; your documents are read when it is not sure of its draft.</source>
        <translation>Il modello scrive prima una bozza; i tuoi documenti si leggono quando non ne è sicuro.</translation>
    </message>
    <message>
        <source>Always from documents</source>
        <translation>Sempre dai documenti</translation>
    </message>
    <message>
        <source>Your documents are read for every question.</source>
        <translation>I tuoi documenti si leggono per ogni domanda.</translation>
    </message>
    <message>
        <source>Never from documents</source>
        <translation>Mai dai documenti</translation>
    </message>
    <message>
        <source>Answers come from the model’s memory alone.</source>
        <translation>Le risposte vengono dalla sola memoria del modello.</translation>
    </message>
    <message>
        <source>When documents are read</source>
        <translation>Quando si leggono i documenti</translation>
    </message>
    <message>
        <source>When your documents are read for an answer</source>
        <translation>Quando si leggono i tuoi documenti per una risposta</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Ferma (Esc)</translation>
    </message>
    <message>
        <source>Ask (Enter)</source>
        <translation>Chiedi (Invio)</translation>
    </message>
</context>
<context>
    <name>QuestionHead</name>
    <message>
        <source>Question</source>
        <translation>Domanda</translation>
    </message>
    <message>
        <source>Edit this question and ask again</source>
        <translation>Modifica questa domanda e chiedi di nuovo</translation>
    </message>
    <message>
        <source>About {0}</source>
        <translation>Su {0}</translation>
    </message>
</context>
<context>
    <name>QuoteBlock</name>
    <message>
        <source>Show the quotation</source>
        <translation>Mostra la citazione</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>Citato</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>Citazione</translation>
    </message>
    <message>
        <source>Closest passage so far</source>
        <translation>Il passaggio più vicino finora</translation>
    </message>
    <message>
        <source>Hide the quotation</source>
        <translation>Nascondi la citazione</translation>
    </message>
</context>
<context>
    <name>ReadingNote</name>
    <message numerus="yes">
        <source>%n file(s) are still to be read: what is ready answers.</source>
        <translation>
            <numerusform>Resta %n file da leggere: risponde ciò che è pronto.</numerusform>
            <numerusform>Restano %n file da leggere: risponde ciò che è pronto.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReasonsPanel</name>
    <message>
        <source>The chosen passage, and why it was found</source>
        <translation>Il passaggio scelto, e perché è stato trovato</translation>
    </message>
    <message>
        <source>Choose a result to see its whole text, and why it was found.</source>
        <translation>Scegli un risultato per vederne il testo intero e perché è stato trovato.</translation>
    </message>
</context>
<context>
    <name>ReasonsView</name>
    <message>
        <source>Why it was found</source>
        <translation>Perché è stato trovato</translation>
    </message>
    <message>
        <source>Copy the passage and its place</source>
        <translation>Copia il passaggio e dove si trova</translation>
    </message>
    <message>
        <source>Open the page</source>
        <translation>Apri la pagina</translation>
    </message>
    <message>
        <source>{0} together = {1} from the words + {2} from the meaning</source>
        <translation>{0} insieme = {1} dalle parole + {2} dal significato</translation>
    </message>
    <message>
        <source>None of the query’s words stands in it: it was found by its meaning.</source>
        <translation>Non contiene nessuna parola della ricerca: è stato trovato per il significato.</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Parola</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Volte</translation>
    </message>
    <message>
        <source>Adds</source>
        <translation>Aggiunge</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>e un’altra (%n)</numerusform>
            <numerusform>e altre %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RefusalView</name>
    <message>
        <source>In numbers</source>
        <translation>In numeri</translation>
    </message>
    <message>
        <source>Search wider</source>
        <translation>Cerca più a fondo</translation>
    </message>
    <message>
        <source>Ask again, and read three times as many passages. This takes longer.</source>
        <translation>Ripeti la domanda e leggi il triplo dei passaggi. Richiede più tempo.</translation>
    </message>
    <message>
        <source>Answer without documents</source>
        <translation>Rispondi senza documenti</translation>
    </message>
    <message>
        <source>Ask again, from the model’s memory alone. It may be wrong.</source>
        <translation>Ripeti la domanda, solo dalla memoria del modello. Può sbagliare.</translation>
    </message>
    <message numerus="yes">
        <source>Closest passage(s)</source>
        <translation>
            <numerusform>Il passaggio più vicino</numerusform>
            <numerusform>I passaggi più vicini</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Nascondi</translation>
    </message>
    <message>
        <source>Ask everything</source>
        <translation>Chiedi a tutti i documenti</translation>
    </message>
    <message>
        <source>Ask again, in all of your documents.</source>
        <translation>Chiedi di nuovo, in tutti i tuoi documenti.</translation>
    </message>
</context>
<context>
    <name>Removal</name>
    <message>
        <source>“{0}” was set aside.</source>
        <translation>«{0}» è stato messo da parte.</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” and %n more were set aside.</source>
        <translation>
            <numerusform>«{0}» e %n altro elemento sono stati messi da parte.</numerusform>
            <numerusform>«{0}» e altri %n elementi sono stati messi da parte.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{0}” was removed.</source>
        <translation>«{0}» è stato tolto.</translation>
    </message>
    <message numerus="yes">
        <source>“{0}” and %n more were removed.</source>
        <translation>
            <numerusform>«{0}» e %n altro elemento sono stati tolti.</numerusform>
            <numerusform>«{0}» e altri %n elementi sono stati tolti.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportController</name>
    <message>
        <source>A report of this program</source>
        <translation>Un rapporto su questo programma</translation>
    </message>
    <message>
        <source>It helps to find the cause of a fault. Look through it, and pass it on.</source>
        <translation>Aiuta a trovare la causa di un difetto. Leggilo e inoltralo.</translation>
    </message>
    <message>
        <source>Margine ended unexpectedly the last time</source>
        <translation>L’ultima volta Margine si è chiuso all’improvviso</translation>
    </message>
    <message>
        <source>One of the libraries that it works with crashed. Your documents are not affected, and what was stored is kept.</source>
        <translation>Una delle librerie con cui lavora è andata in crash. I tuoi documenti non ne risentono, e ciò che era salvato c’è ancora.</translation>
    </message>
    <message>
        <source>Something went wrong that should not have</source>
        <translation>È successo qualcosa che non doveva succedere</translation>
    </message>
    <message>
        <source>The program goes on; your documents and the library are not affected. If something does not work now, close the window and open it again.</source>
        <translation>Il programma continua; i tuoi documenti e la biblioteca non ne risentono. Se ora qualcosa non funziona, chiudi la finestra e riaprila.</translation>
    </message>
</context>
<context>
    <name>ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>Rapporto</translation>
    </message>
    <message>
        <source>Nothing is sent anywhere. The report holds versions, the processor, settings that are not private, and where in the program it happened; no text of your documents, no question, no answer, no name of a file.</source>
        <translation>Non viene inviato nulla. Il rapporto contiene versioni, processore, impostazioni non private e il punto del programma in cui è successo; nessun testo dei tuoi documenti, nessuna domanda, nessuna risposta, nessun nome di file.</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Copia il rapporto</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiato</translation>
    </message>
</context>
<context>
    <name>RestartBar</name>
    <message>
        <source>Restart the engine</source>
        <translation>Riavvia il motore</translation>
    </message>
    <message>
        <source>Restart the engine to apply: {0}. It takes a moment; an answer that is being written ends.</source>
        <translation>Riavvia il motore per applicare: {0}. Richiede un momento; una risposta in corso si interrompe.</translation>
    </message>
</context>
<context>
    <name>ResultColumns</name>
    <message>
        <source>The three lists, side by side</source>
        <translation>Le tre liste, una accanto all’altra</translation>
    </message>
</context>
<context>
    <name>ResultList</name>
    <message>
        <source>Passages found, best first</source>
        <translation>Passaggi trovati, dal migliore</translation>
    </message>
</context>
<context>
    <name>Scope</name>
    <message>
        <source>All documents</source>
        <translation>Tutti i documenti</translation>
    </message>
    <message>
        <source>in: {0}</source>
        <translation>in: {0}</translation>
    </message>
    <message>
        <source>without {0}</source>
        <translation>senza {0}</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vuota</translation>
    </message>
    <message>
        <source>no longer in the library</source>
        <translation>non più nella biblioteca</translation>
    </message>
    <message>
        <source>everything in it is left out</source>
        <translation>tutto il contenuto è escluso</translation>
    </message>
    <message>
        <source>no files in it</source>
        <translation>nessun file al suo interno</translation>
    </message>
</context>
<context>
    <name>ScopeChip</name>
    <message>
        <source>Ask everything (Esc)</source>
        <translation>Chiedi a tutti i documenti (Esc)</translation>
    </message>
    <message>
        <source>What is asked: {0}. Press to choose.</source>
        <translation>Si chiede a: {0}. Premi per scegliere.</translation>
    </message>
    <message>
        <source>Choose what is asked (Ctrl+Shift+L)</source>
        <translation>Scegli a che cosa chiedere (Ctrl+Maiusc+L)</translation>
    </message>
</context>
<context>
    <name>ScopeChooser</name>
    <message>
        <source>Choose what is asked</source>
        <translation>Scegli a che cosa chiedere</translation>
    </message>
    <message>
        <source>Nothing is called that.</source>
        <translation>Niente si chiama così.</translation>
    </message>
    <message>
        <source>Save as a collection…</source>
        <translation>Salva come raccolta…</translation>
    </message>
    <message>
        <source>↑ ↓ choose · Space ticks · Enter asks there · Esc closes</source>
        <translation>↑ ↓ scelgono · Spazio spunta · Invio chiede lì · Esc chiude</translation>
    </message>
    <message>
        <source>Find a collection, folder or file…</source>
        <translation>Trova una raccolta, una cartella o un file…</translation>
    </message>
    <message>
        <source>Find a collection, folder or file</source>
        <translation>Trova una raccolta, una cartella o un file</translation>
    </message>
    <message>
        <source>What can be asked</source>
        <translation>A che cosa si può chiedere</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Rinomina…</translation>
    </message>
    <message>
        <source>Change what is in it</source>
        <translation>Cambia il contenuto</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Elimina</translation>
    </message>
    <message>
        <source>“{0}” was deleted. Its files stay.</source>
        <translation>“{0}” è stata eliminata. I suoi file restano.</translation>
    </message>
    <message>
        <source>Name of the new collection</source>
        <translation>Nome della nuova raccolta</translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) ticked</source>
        <translation>
            <numerusform>%n elemento spuntato</numerusform>
            <numerusform>%n elementi spuntati</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n lasciato fuori</numerusform>
            <numerusform>%n lasciati fuori</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask only these</source>
        <translation>Chiedi solo a questi</translation>
    </message>
    <message>
        <source>Save “{0}”</source>
        <translation>Salva “{0}”</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Nuovo nome</translation>
    </message>
    <message>
        <source>Collections</source>
        <translation>Raccolte</translation>
    </message>
    <message>
        <source>All documents</source>
        <translation>Tutti i documenti</translation>
    </message>
    <message>
        <source>Ask in</source>
        <translation>Chiedi in</translation>
    </message>
    <message>
        <source>Ticked</source>
        <translation>Spuntati</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Lasciati fuori</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Cartelle</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>File</translation>
    </message>
    <message>
        <source>no longer in the library</source>
        <translation>non più nella biblioteca</translation>
    </message>
    <message>
        <source>partly ticked</source>
        <translation>spuntata in parte</translation>
    </message>
    <message>
        <source>inside a ticked folder</source>
        <translation>dentro una cartella spuntata</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>spuntato</translation>
    </message>
    <message>
        <source>not ticked</source>
        <translation>non spuntato</translation>
    </message>
</context>
<context>
    <name>ScopeCounts</name>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) no longer in the library</source>
        <translation>
            <numerusform>%n elemento non più nella biblioteca</numerusform>
            <numerusform>%n elementi non più nella biblioteca</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0}, %n left out</source>
        <translation>
            <numerusform>{0}, %n lasciato fuori</numerusform>
            <numerusform>{0}, %n lasciati fuori</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation>
            <numerusform>{0} e %n altro</numerusform>
            <numerusform>{0} e altri %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScopeMenu</name>
    <message>
        <source>Ask only these</source>
        <translation>Chiedi solo a questi</translation>
    </message>
    <message>
        <source>Add to collection</source>
        <translation>Aggiungi alla raccolta</translation>
    </message>
    <message>
        <source>New collection…</source>
        <translation>Nuova raccolta…</translation>
    </message>
</context>
<context>
    <name>ScoreRows</name>
    <message>
        <source>Reranked</source>
        <translation>Riordinati</translation>
    </message>
    <message>
        <source>{0}: rank {1}, score {2}</source>
        <translation>{0}: posto {1}, punteggio {2}</translation>
    </message>
</context>
<context>
    <name>SearchBox</name>
    <message>
        <source>Search your documents…</source>
        <translation>Cerca nei tuoi documenti…</translation>
    </message>
    <message>
        <source>Search your documents</source>
        <translation>Cerca nei tuoi documenti</translation>
    </message>
    <message>
        <source>Results appear while you type. Down moves to them, Enter searches at once.</source>
        <translation>I risultati appaiono mentre scrivi. Freccia giù va ai risultati, Invio cerca subito.</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Cancella la ricerca</translation>
    </message>
</context>
<context>
    <name>SearchControls</name>
    <message>
        <source>Length of each list</source>
        <translation>Lunghezza di ogni lista</translation>
    </message>
    <message>
        <source>How many candidates each of the two searches gives to be fused</source>
        <translation>Quanti candidati dà ognuna delle due ricerche da unire</translation>
    </message>
    <message>
        <source>How widely the graph of vectors is searched: more finds more and takes longer</source>
        <translation>Quanto ampiamente si cerca nel grafo dei vettori: di più trova di più e dura di più</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>How much the meaning counts; the words count for the rest</source>
        <translation>Quanto conta il significato; le parole contano per il resto</translation>
    </message>
    <message>
        <source>Weight of the meaning, in hundredths</source>
        <translation>Peso del significato, in centesimi</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Ripristina</translation>
    </message>
    <message>
        <source>Back to how questions are searched</source>
        <translation>Torna a come si cerca per le domande</translation>
    </message>
    <message>
        <source>Results (k)</source>
        <translation>Risultati (k)</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Candidati</translation>
    </message>
    <message>
        <source>Graph (ef)</source>
        <translation>Grafo (ef)</translation>
    </message>
    <message>
        <source>words</source>
        <translation>parole</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>significato</translation>
    </message>
    <message>
        <source>Weighted sum</source>
        <translation>Somma pesata</translation>
    </message>
    <message>
        <source>Scores are scaled to one measure and added with their weights</source>
        <translation>I punteggi sono portati a una stessa misura e sommati con i loro pesi</translation>
    </message>
    <message>
        <source>By ranks (RRF)</source>
        <translation>Per posizioni (RRF)</translation>
    </message>
    <message>
        <source>Only the ranks count: 1 / (60 + rank) in each list, added up</source>
        <translation>Contano solo le posizioni: la somma di 1 / (60 + posizione) nelle liste</translation>
    </message>
    <message>
        <source>How the two lists become one</source>
        <translation>Come le due liste diventano una</translation>
    </message>
</context>
<context>
    <name>SearchLine</name>
    <message>
        <source>Show more</source>
        <translation>Mostra altri</translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passaggio</numerusform>
            <numerusform>%n passaggi</numerusform>
        </translation>
    </message>
    <message>
        <source>language: {0}</source>
        <translation>lingua: {0}</translation>
    </message>
</context>
<context>
    <name>SearchNote</name>
    <message>
        <source>Search again</source>
        <translation>Cerca di nuovo</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Find a passage</source>
        <translation>Trova un passaggio</translation>
    </message>
    <message>
        <source>Type a few words or a whole question: results appear as you type.</source>
        <translation>Scrivi qualche parola o una domanda intera: i risultati appaiono mentre scrivi.</translation>
    </message>
    <message>
        <source>“Words in quotes” must stand there exactly so.</source>
        <translation>Le “parole tra virgolette” devono esserci esattamente così.</translation>
    </message>
    <message>
        <source>A minus before a word (-word) leaves out passages that hold it.</source>
        <translation>Un meno davanti a una parola (-parola) esclude i passaggi che la contengono.</translation>
    </message>
    <message>
        <source>The Down key moves to the results, Enter opens one.</source>
        <translation>Freccia giù va ai risultati, Invio ne apre uno.</translation>
    </message>
    <message>
        <source>There is nothing to search yet</source>
        <translation>Non c’è ancora niente in cui cercare</translation>
    </message>
    <message>
        <source>Drop a folder on the window, or add one.</source>
        <translation>Trascina una cartella sulla finestra, o aggiungine una.</translation>
    </message>
    <message>
        <source>Your documents are still being read</source>
        <translation>I tuoi documenti sono ancora in lettura</translation>
    </message>
    <message>
        <source>Passages can be found as soon as the first file is read.</source>
        <translation>I passaggi si trovano appena il primo file è stato letto.</translation>
    </message>
    <message>
        <source>The engine is starting</source>
        <translation>Il motore si sta avviando</translation>
    </message>
    <message>
        <source>The search begins by itself as soon as it is ready.</source>
        <translation>La ricerca parte da sola appena è pronto.</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Ricerca in corso…</translation>
    </message>
    <message>
        <source>The first search after the start takes a little longer.</source>
        <translation>La prima ricerca dopo l’avvio dura un po’ di più.</translation>
    </message>
    <message>
        <source>Choose “Try again” at the top of the window.</source>
        <translation>Scegli “Riprova” in cima alla finestra.</translation>
    </message>
    <message>
        <source>The engine is not running</source>
        <translation>Il motore non è in funzione</translation>
    </message>
    <message>
        <source>No passage holds exactly “{0}”: try it without quotes.</source>
        <translation>Nessun passaggio contiene esattamente “{0}”: prova senza virgolette.</translation>
    </message>
    <message>
        <source>Take out the minus before “{0}”.</source>
        <translation>Togli il meno davanti a “{0}”.</translation>
    </message>
    <message>
        <source>Try fewer or other words, or ask in a whole sentence.</source>
        <translation>Prova con meno parole o con altre, o scrivi una frase intera.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Niente trovato</translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Show the lists behind the result, and their scores (Ctrl+Shift+H)</source>
        <translation>Mostra le liste da cui viene il risultato, e i loro punteggi (Ctrl+Maiusc+H)</translation>
    </message>
    <message>
        <source>Show how it was found</source>
        <translation>Mostra come è stato trovato</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Ricerca in corso</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>Words (BM25)</source>
        <translation>Parole (BM25)</translation>
    </message>
    <message>
        <source>Together (fused)</source>
        <translation>Insieme (fusione)</translation>
    </message>
    <message>
        <source>Meaning (dense)</source>
        <translation>Significato (vettori)</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Parole</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Insieme</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significato</translation>
    </message>
    <message>
        <source>Passages that hold the query’s words; rare words count more.</source>
        <translation>Passaggi che contengono le parole della ricerca; le parole rare contano di più.</translation>
    </message>
    <message>
        <source>Both lists made one: this is the result.</source>
        <translation>Le due liste unite in una: questo è il risultato.</translation>
    </message>
    <message>
        <source>Passages whose meaning is close to the query’s, in any words or language.</source>
        <translation>Passaggi di significato vicino alla ricerca, con qualunque parola e in qualunque lingua.</translation>
    </message>
    <message>
        <source>+1 similar</source>
        <translation>+1 simile</translation>
    </message>
    <message>
        <source>+{0} similar</source>
        <translation>+{0} simili</translation>
    </message>
    <message>
        <source>words {0}</source>
        <translation>parole {0}</translation>
    </message>
    <message>
        <source>together {0}</source>
        <translation>insieme {0}</translation>
    </message>
    <message>
        <source>meaning {0}</source>
        <translation>significato {0}</translation>
    </message>
    <message>
        <source>Says almost the same as place {0} of the fused list, and stands behind it</source>
        <translation>Dice quasi lo stesso del posto {0} della lista unita, e sta dietro a quello</translation>
    </message>
    <message>
        <source>Not in the fused list: other passages do better in both ways together.</source>
        <translation>Non è nella lista unita: altri passaggi fanno meglio nell’insieme.</translation>
    </message>
    <message>
        <source>Place {0} in the fused list</source>
        <translation>Posto {0} nella lista unita</translation>
    </message>
    <message>
        <source>Result {0}: {1}</source>
        <translation>Risultato {0}: {1}</translation>
    </message>
    <message>
        <source>{0}, place {1}: {2}. Score {3}. {4}</source>
        <translation>{0}, posto {1}: {2}. Punteggio {3}. {4}</translation>
    </message>
    <message>
        <source>exactly “{0}”</source>
        <translation>esattamente “{0}”</translation>
    </message>
    <message>
        <source>without {0}</source>
        <translation>senza {0}</translation>
    </message>
    <message>
        <source>{0} ms (meaning {1}, search {2})</source>
        <translation>{0} ms (significato {1}, ricerca {2})</translation>
    </message>
    <message>
        <source>{0} vectors, all compared</source>
        <translation>{0} vettori, tutti confrontati</translation>
    </message>
    <message>
        <source>{0} vectors, through the graph</source>
        <translation>{0} vettori, attraverso il grafo</translation>
    </message>
</context>
<context>
    <name>SearchedLine</name>
    <message>
        <source>Ask as written</source>
        <translation>Chiedi così com’è scritta</translation>
    </message>
    <message>
        <source>Searched for: {0}</source>
        <translation>Cercato: {0}</translation>
    </message>
</context>
<context>
    <name>SelectionBar</name>
    <message>
        <source>Summarise…</source>
        <translation>Riassumi…</translation>
    </message>
    <message>
        <source>Read the selected documents from end to end and sum them up</source>
        <translation>Leggi da cima a fondo i documenti selezionati e riassumili</translation>
    </message>
    <message>
        <source>List…</source>
        <translation>Elenca…</translation>
    </message>
    <message>
        <source>List everything of one kind in the selected documents: deadlines, amounts…</source>
        <translation>Elenca tutto quello che c’è di un certo tipo nei documenti selezionati: scadenze, importi…</translation>
    </message>
    <message numerus="yes">
        <source>%n document(s) selected</source>
        <translation>
            <numerusform>%n documento selezionato</numerusform>
            <numerusform>%n documenti selezionati</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passage(s)</source>
        <translation>
            <numerusform>%n passaggio</numerusform>
            <numerusform>%n passaggi</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask only these</source>
        <translation>Chiedi solo a questi</translation>
    </message>
    <message>
        <source>Keep questions and searches to what is selected</source>
        <translation>Limita domande e ricerche a ciò che è selezionato</translation>
    </message>
</context>
<context>
    <name>SettingField</name>
    <message>
        <source>Reset</source>
        <translation>Ripristina</translation>
    </message>
    <message>
        <source>Reset “{0}” to its default</source>
        <translation>Riporta “{0}” al valore predefinito</translation>
    </message>
</context>
<context>
    <name>SettingWords</name>
    <message>
        <source>General</source>
        <translation>Generali</translation>
    </message>
    <message>
        <source>Answering</source>
        <translation>Risposte</translation>
    </message>
    <message>
        <source>When documents are searched</source>
        <translation>Quando si cercano i documenti</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Ricerca</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lettura</translation>
    </message>
    <message>
        <source>Models and machine</source>
        <translation>Modelli e computer</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacy</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>on</source>
        <translation>attivo</translation>
    </message>
    <message>
        <source>off</source>
        <translation>disattivo</translation>
    </message>
    <message>
        <source>chosen by the program</source>
        <translation>scelto dal programma</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vuoto</translation>
    </message>
    <message>
        <source>about {0} of 10 questions</source>
        <translation>circa {0} domande su 10</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Predefinito: {0}</translation>
    </message>
    <message>
        <source>after a restart of the engine</source>
        <translation>dopo il riavvio del motore</translation>
    </message>
    <message>
        <source>after a restart of the engine; embeds every passage anew</source>
        <translation>dopo il riavvio del motore; ricalcola i vettori di ogni passaggio</translation>
    </message>
    <message>
        <source>Choose a value from {0} to {1}.</source>
        <translation>Scegli un valore da {0} a {1}.</translation>
    </message>
    <message>
        <source>This takes a whole number.</source>
        <translation>Qui va un numero intero.</translation>
    </message>
    <message>
        <source>This takes a number.</source>
        <translation>Qui va un numero.</translation>
    </message>
    <message>
        <source>Library: text, passages and indexes</source>
        <translation>Biblioteca: testo, passaggi e indici</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelli</translation>
    </message>
    <message>
        <source>Settings and layout of the window</source>
        <translation>Impostazioni e disposizione della finestra</translation>
    </message>
    <message>
        <source>Logs, without text of your documents</source>
        <translation>Registri, senza testo dei tuoi documenti</translation>
    </message>
    <message>
        <source>Too long: {0} characters of at most {1}.</source>
        <translation>Troppo lungo: {0} caratteri su un massimo di {1}.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Colours</source>
        <translation>Colori</translation>
    </message>
    <message>
        <source>Colours of the window: light, dark, or as the system has them.</source>
        <translation>Colori della finestra: chiari, scuri o come nel sistema.</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Come il sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Chiari</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Scuri</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Dimensione del testo</translation>
    </message>
    <message>
        <source>Size of all text in the window, of what the system sets.</source>
        <translation>Dimensione di tutto il testo della finestra, rispetto a quella del sistema.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Lingua</translation>
    </message>
    <message>
        <source>Language of the window; answers are in the language of the question.</source>
        <translation>Lingua della finestra; le risposte sono nella lingua della domanda.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Movimento</translation>
    </message>
    <message>
        <source>Whether things in the window move by themselves.</source>
        <translation>Se qualcosa nella finestra si muove da sé.</translation>
    </message>
    <message>
        <source>Nothing moves</source>
        <translation>Nulla si muove</translation>
    </message>
    <message>
        <source>Things move</source>
        <translation>Con movimento</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Avvisi</translation>
    </message>
    <message>
        <source>Whether the system tells when a long reading of documents ends in the background.</source>
        <translation>Se il sistema avvisa quando una lunga lettura di documenti finisce in secondo piano.</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Resta nell’area di notifica</translation>
    </message>
    <message>
        <source>Whether the program goes on, and watches your folders, when its window is closed: where the system has a tray to find it in.</source>
        <translation>Se il programma continua, e tiene d’occhio le tue cartelle, quando si chiude la sua finestra: dove il sistema ha un’area di notifica in cui ritrovarlo.</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Risposte</translation>
    </message>
    <message>
        <source>What answers a question in the window: the model, or a quotation alone.</source>
        <translation>Che cosa risponde a una domanda nella finestra: il modello, o la sola citazione.</translation>
    </message>
    <message>
        <source>Written by the model</source>
        <translation>Scritte dal modello</translation>
    </message>
    <message>
        <source>A quotation alone</source>
        <translation>La sola citazione</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Risposta più lunga</translation>
    </message>
    <message>
        <source>Longest answer; a token is about three quarters of a word.</source>
        <translation>La risposta più lunga; un token è circa tre quarti di parola.</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>Passaggi</translation>
    </message>
    <message>
        <source>Passages offered to the prompt. More find more, and take longer to read.</source>
        <translation>Passaggi dati al modello. Di più trovano di più, e richiedono più tempo.</translation>
    </message>
    <message>
        <source>Length of a passage</source>
        <translation>Lunghezza di un passaggio</translation>
    </message>
    <message>
        <source>What the model reads of a passage at most, its best sentences; 0: all of it.</source>
        <translation>Quanto il modello legge al massimo di un passaggio, le frasi migliori; 0: tutto.</translation>
    </message>
    <message>
        <source>Documents are searched</source>
        <translation>I documenti si cercano</translation>
    </message>
    <message>
        <source>When passages enter the prompt. On Automatic the model drafts a few words first, and reads your documents if it is not sure of them.</source>
        <translation>Quando i passaggi sono dati al modello. In automatico il modello abbozza prima qualche parola, e legge i tuoi documenti se non ne è sicuro.</translation>
    </message>
    <message>
        <source>Automatically</source>
        <translation>In automatico</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Sempre</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>What the gate judges by</source>
        <translation>In base a che cosa si decide</translation>
    </message>
    <message>
        <source>Signal that the gate reads.</source>
        <translation>Il segnale che decide se cercare.</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Margine</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropia</translation>
    </message>
    <message>
        <source>Variance</source>
        <translation>Varianza</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Indizi</translation>
    </message>
    <message>
        <source>How often it searches</source>
        <translation>Quanto spesso si cerca</translation>
    </message>
    <message>
        <source>Share of questions that documents are searched for, where the gate is calibrated.</source>
        <translation>Quota di domande per cui si cercano i documenti, dopo la calibrazione.</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Campioni</translation>
    </message>
    <message>
        <source>Samples of the signal variance, N in TARG.</source>
        <translation>Campioni del segnale varianza, N in TARG.</translation>
    </message>
    <message>
        <source>Temperature of the samples</source>
        <translation>Temperatura dei campioni</translation>
    </message>
    <message>
        <source>Temperature of these samples.</source>
        <translation>Temperatura di questi campioni.</translation>
    </message>
    <message>
        <source>Length of the draft</source>
        <translation>Lunghezza della bozza</translation>
    </message>
    <message>
        <source>Length of the draft, k in TARG.</source>
        <translation>Lunghezza della bozza, k in TARG.</translation>
    </message>
    <message>
        <source>Joining the two lists</source>
        <translation>Unione dei due elenchi</translation>
    </message>
    <message>
        <source>How the two result lists become one: by their scores, or by their ranks alone.</source>
        <translation>Come i due elenchi di risultati diventano uno: per punteggio, o per la sola posizione.</translation>
    </message>
    <message>
        <source>By weighted scores</source>
        <translation>Per punteggi pesati</translation>
    </message>
    <message>
        <source>By ranks (RRF)</source>
        <translation>Per posizione (RRF)</translation>
    </message>
    <message>
        <source>Weight of the meaning</source>
        <translation>Peso del significato</translation>
    </message>
    <message>
        <source>Weight of the dense score; the words have the rest.</source>
        <translation>Peso del punteggio per significato; alle parole va il resto.</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Candidati</translation>
    </message>
    <message>
        <source>Candidates taken from each list.</source>
        <translation>Candidati presi da ciascun elenco.</translation>
    </message>
    <message>
        <source>Reranker</source>
        <translation>Riordinatore</translation>
    </message>
    <message>
        <source>What orders the passages found for a question anew: empty for nothing, generator for the language model, or the folder of a cross-encoder.</source>
        <translation>Che cosa riordina i passaggi trovati per una domanda: vuoto per niente, generator per il modello linguistico, o la cartella di un cross-encoder.</translation>
    </message>
    <message>
        <source>Passages reranked</source>
        <translation>Passaggi riordinati</translation>
    </message>
    <message>
        <source>Passages that the reranker reads.</source>
        <translation>Passaggi letti dal riordinatore.</translation>
    </message>
    <message>
        <source>Text on pictures</source>
        <translation>Testo nelle immagini</translation>
    </message>
    <message>
        <source>Whether the text on pictures is recognised: in scanned PDF files and picture files.</source>
        <translation>Se il testo nelle immagini è riconosciuto: nei PDF scansiti e nei file di immagini.</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>Riconosciuto</translation>
    </message>
    <message>
        <source>Not recognised</source>
        <translation>Non riconosciuto</translation>
    </message>
    <message>
        <source>Recognised by</source>
        <translation>Riconosciuto da</translation>
    </message>
    <message>
        <source>What recognises it: pp-ocr, which comes with the program, tesseract, or auto: the one that is installed, pp-ocr first.</source>
        <translation>Che cosa lo riconosce: PP-OCR, che viene con il programma, Tesseract, o quello installato, prima PP-OCR.</translation>
    </message>
    <message>
        <source>What is installed</source>
        <translation>Quello installato</translation>
    </message>
    <message>
        <source>Watch folders</source>
        <translation>Sorveglia le cartelle</translation>
    </message>
    <message>
        <source>Whether folders are watched while the program runs; else they are looked at when it starts, and on demand.</source>
        <translation>Se le cartelle sono sorvegliate mentre il programma è aperto; altrimenti sono controllate all’avvio e su richiesta.</translation>
    </message>
    <message>
        <source>Largest file</source>
        <translation>File più grande</translation>
    </message>
    <message>
        <source>Largest file that is read.</source>
        <translation>Il file più grande che viene letto.</translation>
    </message>
    <message>
        <source>Memory for a file</source>
        <translation>Memoria per un file</translation>
    </message>
    <message>
        <source>Most memory for one file.</source>
        <translation>La memoria massima per un file.</translation>
    </message>
    <message>
        <source>Time for a page</source>
        <translation>Tempo per una pagina</translation>
    </message>
    <message>
        <source>Longest time for one file&apos;s page.</source>
        <translation>Il tempo massimo per una pagina di un file.</translation>
    </message>
    <message>
        <source>Time for a file</source>
        <translation>Tempo per un file</translation>
    </message>
    <message>
        <source>Longest time for one file.</source>
        <translation>Il tempo massimo per un file.</translation>
    </message>
    <message>
        <source>Time for recognising a page</source>
        <translation>Tempo per riconoscere una pagina</translation>
    </message>
    <message>
        <source>Longest time for recognising one page.</source>
        <translation>Il tempo massimo per riconoscere una pagina.</translation>
    </message>
    <message>
        <source>Look again every</source>
        <translation>Ricontrolla ogni</translation>
    </message>
    <message>
        <source>How often a folder is looked at whose changes the system does not tell of.</source>
        <translation>Ogni quanto si ricontrolla una cartella di cui il sistema non segnala le modifiche.</translation>
    </message>
    <message>
        <source>Model that writes</source>
        <translation>Modello che scrive</translation>
    </message>
    <message>
        <source>Model that writes the answers; empty: the default one.</source>
        <translation>Il modello che scrive le risposte; se non lo scegli tu, quello del programma.</translation>
    </message>
    <message>
        <source>Model that searches</source>
        <translation>Modello che cerca</translation>
    </message>
    <message>
        <source>Model that turns text into vectors; empty: the default one. Another one makes all vectors anew.</source>
        <translation>Il modello che trasforma il testo in vettori; se non lo scegli tu, quello del programma. Un altro ricalcola tutti i vettori.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Threads per model; 0: one per physical core.</source>
        <translation>Thread per modello; 0: uno per core fisico.</translation>
    </message>
    <message>
        <source>Context size</source>
        <translation>Dimensione del contesto</translation>
    </message>
    <message>
        <source>How much the model can hold in mind at once: passages, conversation and answer. A larger one takes more memory.</source>
        <translation>Quanto il modello può tenere a mente insieme: passaggi, conversazione e risposta. Uno più grande richiede più memoria.</translation>
    </message>
    <message>
        <source>What runs the search model</source>
        <translation>Che cosa esegue il modello che cerca</translation>
    </message>
    <message>
        <source>What runs that model: onnx (8 bits, fast), torch, or auto: onnx where it is set up. Another choice makes all vectors anew.</source>
        <translation>Che cosa esegue quel modello: ONNX (8 bit, veloce), Torch, o il più veloce predisposto. Un’altra scelta ricalcola tutti i vettori.</translation>
    </message>
    <message>
        <source>The faster one that is set up</source>
        <translation>Il più veloce predisposto</translation>
    </message>
    <message>
        <source>Instructions for answers</source>
        <translation>Istruzioni per le risposte</translation>
    </message>
    <message>
        <source>What the model is told besides, before every question: for whom it writes, in what tone. How well it answers was measured without; a small model follows only simple ones.</source>
        <translation>Ciò che si dice in più al modello, prima di ogni domanda: per chi scrive, con che tono. La qualità delle risposte è stata misurata senza; un modello piccolo segue solo istruzioni semplici.</translation>
    </message>
    <message>
        <source>When it is not in the documents</source>
        <translation>Se non è nei documenti</translation>
    </message>
    <message>
        <source>What is said where your documents do not hold the answer; empty: a sentence in the language of the question.</source>
        <translation>Ciò che si dice se i tuoi documenti non contengono la risposta; vuoto: una frase nella lingua della domanda.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Soglia</translation>
    </message>
    <message>
        <source>The documents are searched where the signal chosen is above it, τ in TARG; 0: what was calibrated for it.</source>
        <translation>Si cerca nei documenti quando il segnale scelto la supera, τ in TARG; 0: quella calibrata per il segnale.</translation>
    </message>
    <message>
        <source>Keep conversations</source>
        <translation>Conserva le conversazioni</translation>
    </message>
    <message>
        <source>Whether questions and answers are kept in the library, and nowhere else. Those that are there stay until you delete them.</source>
        <translation>Se domande e risposte sono conservate nella biblioteca, e in nessun altro posto. Quelle che ci sono restano finché non le elimini.</translation>
    </message>
</context>
<context>
    <name>SettingsController</name>
    <message>
        <source>Change “{0}” to “{1}”?</source>
        <translation>Cambiare “{0}” in “{1}”?</translation>
    </message>
    <message>
        <source>Change it</source>
        <translation>Cambia</translation>
    </message>
    <message>
        <source>The library is empty: nothing has to be made anew.</source>
        <translation>La biblioteca è vuota: non c’è nulla da rifare.</translation>
    </message>
    <message>
        <source>It is the model that finds passages now, so nothing has to be made anew. What was prepared of another one is given up.</source>
        <translation>È il modello che trova i passi adesso, perciò non c’è nulla da rifare. Ciò che era stato preparato di un altro viene abbandonato.</translation>
    </message>
    <message numerus="yes">
        <source>Each model has vectors of its own, so %n passage(s) have to be embedded anew. No file is read again, and your documents are not touched.</source>
        <translation>
            <numerusform>Ogni modello ha vettori suoi, perciò va ricalcolato quello di %n passaggio. Nessun file viene riletto e i tuoi documenti non sono toccati.</numerusform>
            <numerusform>Ogni modello ha vettori suoi, perciò vanno ricalcolati quelli di %n passaggi. Nessun file viene riletto e i tuoi documenti non sono toccati.</numerusform>
        </translation>
    </message>
    <message>
        <source>On this computer that takes {0}, in the background.</source>
        <translation>Su questo computer richiede {0}, in secondo piano.</translation>
    </message>
    <message>
        <source>That may take {0}, in the background; how fast this computer is was not measured yet.</source>
        <translation>Può richiedere {0}, in secondo piano; la velocità di questo computer non è ancora stata misurata.</translation>
    </message>
    <message>
        <source>Until it is done, the present model goes on finding passages; then the new one takes its place by itself. The engine starts again for it now, which ends an answer that is being written.</source>
        <translation>Fino ad allora è il modello attuale a trovare i passaggi; poi quello nuovo prende da sé il suo posto. Per questo il motore riparte ora, il che interrompe una risposta in corso.</translation>
    </message>
</context>
<context>
    <name>SettingsSection</name>
    <message numerus="yes">
        <source>Show %n more setting(s)</source>
        <translation>
            <numerusform>Mostra un’altra impostazione (%n)</numerusform>
            <numerusform>Mostra altre %n impostazioni</numerusform>
        </translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Mostra meno</translation>
    </message>
</context>
<context>
    <name>SettingsWindow</name>
    <message>
        <source>Settings</source>
        <translation>Impostazioni</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Cerca impostazioni</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>Pagine delle impostazioni</translation>
    </message>
    <message>
        <source>The settings cannot be saved: they hold until the program ends.</source>
        <translation>Le impostazioni non si possono salvare: valgono finché il programma è aperto.</translation>
    </message>
    <message>
        <source>Calibrate on my questions…</source>
        <translation>Calibra sulle mie domande…</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelli…</translation>
    </message>
    <message>
        <source>Everything stays on this computer: the program opens no connection of its own. It keeps what it read from your documents, so that it need not read them again. All of it can be read by you alone.</source>
        <translation>Tutto resta su questo computer: il programma non apre da sé alcuna connessione. Conserva ciò che ha letto dai tuoi documenti, per non doverli rileggere. Solo tu puoi leggerlo.</translation>
    </message>
    <message>
        <source>Erase the library…</source>
        <translation>Cancella la biblioteca…</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>Mostra la cartella</translation>
    </message>
    <message>
        <source>No setting has “{0}”.</source>
        <translation>Nessuna impostazione contiene “{0}”.</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Cancella la ricerca</translation>
    </message>
    <message>
        <source>Search…</source>
        <translation>Cerca…</translation>
    </message>
</context>
<context>
    <name>ShareStrip</name>
    <message>
        <source>When documents are searched…</source>
        <translation>Quando si cerca nei documenti…</translation>
    </message>
    <message numerus="yes">
        <source>Searched for {0} of %n question(s)</source>
        <translation>
            <numerusform>Ricerche: {0} su %n domanda</numerusform>
            <numerusform>Ricerche: {0} su %n domande</numerusform>
        </translation>
    </message>
    <message>
        <source>The gate decided each time whether your documents are read.</source>
        <translation>Ogni volta ha deciso il filtro se leggere i tuoi documenti.</translation>
    </message>
    <message numerus="yes">
        <source>Where the gate decided, it searched for {0} of %n; the others you chose yourself.</source>
        <translation>
            <numerusform>Dove ha deciso il filtro, ha cercato per {0} su %n; le altre volte hai scelto tu.</numerusform>
            <numerusform>Dove ha deciso il filtro, ha cercato per {0} su %n; le altre volte hai scelto tu.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>In lists, texts and pages</source>
        <translation>Negli elenchi, nei testi e nelle pagine</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Scorciatoie da tastiera</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Chiudi</translation>
    </message>
</context>
<context>
    <name>SideArea</name>
    <message>
        <source>Passages</source>
        <translation>Passaggi</translation>
    </message>
    <message>
        <source>Passage</source>
        <translation>Passaggio</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Documento</translation>
    </message>
</context>
<context>
    <name>SimilarButton</name>
    <message>
        <source>same text</source>
        <translation>stesso testo</translation>
    </message>
    <message>
        <source>Open {0} ({1})</source>
        <translation>Apri {0} ({1})</translation>
    </message>
</context>
<context>
    <name>SimilarList</name>
    <message numerus="yes">
        <source>+%n similar passage(s)</source>
        <translation>
            <numerusform>+%n passaggio simile</numerusform>
            <numerusform>+%n passaggi simili</numerusform>
        </translation>
    </message>
    <message>
        <source>Passages that say almost the same, in other places</source>
        <translation>Passaggi che dicono quasi lo stesso, in altri punti</translation>
    </message>
    <message numerus="yes">
        <source>Also in %n other file(s)</source>
        <translation>
            <numerusform>Anche in %n altro file</numerusform>
            <numerusform>Anche in altri %n file</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceButton</name>
    <message>
        <source>Source {0}: {1}</source>
        <translation>Fonte {0}: {1}</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Starting…</source>
        <translation>Avvio…</translation>
    </message>
    <message>
        <source>Starting again…</source>
        <translation>Riavvio…</translation>
    </message>
    <message>
        <source>Not working</source>
        <translation>Non funziona</translation>
    </message>
    <message>
        <source>Loading the language model…</source>
        <translation>Carico il modello linguistico…</translation>
    </message>
    <message>
        <source>Loading the search model…</source>
        <translation>Carico il modello di ricerca…</translation>
    </message>
    <message>
        <source>Ready · answers by {0}</source>
        <translation>Pronto · risponde {0}</translation>
    </message>
    <message>
        <source>The language model is not available</source>
        <translation>Il modello linguistico non è disponibile</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Pronto</translation>
    </message>
    <message>
        <source>search model {0}: {1} % prepared</source>
        <translation>modello di ricerca {0}: preparato al {1} %</translation>
    </message>
</context>
<context>
    <name>SummaryCard</name>
    <message>
        <source>Summary</source>
        <translation>Riassunto</translation>
    </message>
</context>
<context>
    <name>SuspicionNote</name>
    <message numerus="yes">
        <source>The passage(s) {0} contain(s) instructions addressed to the program; they were not followed.</source>
        <translation>
            <numerusform>Il passaggio {0} contiene istruzioni rivolte al programma; non sono state seguite.</numerusform>
            <numerusform>I passaggi {0} contengono istruzioni rivolte al programma; non sono state seguite.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TalkController</name>
    <message>
        <source>Conversation deleted.</source>
        <translation>Conversazione eliminata.</translation>
    </message>
    <message>
        <source>Question and answers replaced.</source>
        <translation>Domanda e risposte sostituite.</translation>
    </message>
    <message>
        <source>Deleted: “{0}”</source>
        <translation>Eliminata: «{0}»</translation>
    </message>
</context>
<context>
    <name>TalkList</name>
    <message>
        <source>Conversations, newest first</source>
        <translation>Conversazioni, dalla più recente</translation>
    </message>
</context>
<context>
    <name>TalkModel</name>
    <message numerus="yes">
        <source>%n question(s)</source>
        <translation>
            <numerusform>%n domanda</numerusform>
            <numerusform>%n domande</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TalkPanel</name>
    <message>
        <source>Search conversations…</source>
        <translation>Cerca nelle conversazioni…</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>Cerca nelle conversazioni</translation>
    </message>
    <message>
        <source>Nothing found in your conversations.</source>
        <translation>Nessun risultato nelle tue conversazioni.</translation>
    </message>
    <message>
        <source>Your conversations are kept here, in the library alone.</source>
        <translation>Le tue conversazioni sono conservate qui, soltanto nella biblioteca.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Apri</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Rinomina</translation>
    </message>
    <message>
        <source>Title it by its first question</source>
        <translation>Usa come titolo la prima domanda</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Elimina</translation>
    </message>
    <message>
        <source>New questions are not kept: so it is chosen in the settings.</source>
        <translation>Le nuove domande non sono conservate: così è scelto nelle impostazioni.</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>Cancella la ricerca</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Text of the document</source>
        <translation>Testo del documento</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Open Margine</source>
        <translation>Apri Margine</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Esci</translation>
    </message>
</context>
<context>
    <name>UndoNote</name>
    <message>
        <source>Undo</source>
        <translation>Annulla</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Chiudi questo messaggio</translation>
    </message>
</context>
<context>
    <name>UnlockBar</name>
    <message>
        <source>Password</source>
        <translation>Password</translation>
    </message>
    <message>
        <source>Show the pages</source>
        <translation>Mostra le pagine</translation>
    </message>
    <message>
        <source>This document is locked by a password, which is forgotten when the program is closed. This is its text, as it was read; the pages are shown once you enter it.</source>
        <translation>Questo documento è protetto da una password, che alla chiusura del programma viene dimenticata. Questo è il suo testo, come è stato letto; le pagine si vedono quando la scrivi.</translation>
    </message>
    <message>
        <source>This password does not open it. Its text is shown meanwhile.</source>
        <translation>Questa password non lo apre. Intanto si vede il testo.</translation>
    </message>
</context>
<context>
    <name>UnlockController</name>
    <message>
        <source>“{0}” is locked by a password.</source>
        <translation>«{0}» è protetto da una password.</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) are locked by a password.</source>
        <translation>
            <numerusform>%n file è protetto da una password.</numerusform>
            <numerusform>%n file sono protetti da una password.</numerusform>
        </translation>
    </message>
    <message>
        <source>This password does not open it.</source>
        <translation>Questa password non lo apre.</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>Why</source>
        <translation>Perché</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Add a folder…</source>
        <translation>Aggiungi una cartella…</translation>
    </message>
    <message>
        <source>Try the sample documents</source>
        <translation>Prova i documenti di esempio</translation>
    </message>
    <message>
        <source>Everything stays on this computer. Nothing is sent.</source>
        <translation>Tutto resta su questo computer. Nulla viene inviato.</translation>
    </message>
    <message>
        <source>Opening your library…</source>
        <translation>Apro la tua biblioteca…</translation>
    </message>
    <message>
        <source>Drop a folder here</source>
        <translation>Trascina qui una cartella</translation>
    </message>
    <message>
        <source>Margine reads your PDFs, office documents, mail, books, web pages and texts, then answers questions about them and shows the page behind every claim.</source>
        <translation>Margine legge PDF, documenti d’ufficio, posta, libri, pagine web e testi, poi risponde alle domande e mostra la pagina dietro ogni affermazione.</translation>
    </message>
    <message>
        <source>What would you like to know?</source>
        <translation>Che cosa vorresti sapere?</translation>
    </message>
    <message>
        <source>Ask in your own words, in the language you like.</source>
        <translation>Chiedi a parole tue, nella lingua che preferisci.</translation>
    </message>
    <message>
        <source>Every numbered claim opens the page it comes from.</source>
        <translation>Ogni affermazione numerata apre la pagina da cui viene.</translation>
    </message>
    <message>
        <source>Put exact words in “quotes” to find just those.</source>
        <translation>Metti parole esatte tra “virgolette” per trovare proprio quelle.</translation>
    </message>
    <message>
        <source>“Ask the other way” compares your documents with the model’s memory.</source>
        <translation>«Chiedi nell’altro modo» confronta i documenti con la memoria del modello.</translation>
    </message>
</context>
<context>
    <name>WindowNews</name>
    <message>
        <source>Nothing is lost: reading goes on where it was.</source>
        <translation>Nulla va perso: la lettura riprende da dov’era.</translation>
    </message>
    <message>
        <source>The engine stopped and is being started again.</source>
        <translation>Il motore si è fermato e viene riavviato.</translation>
    </message>
    <message numerus="yes">
        <source>The engine stopped %n time(s) in a row and is not started again.</source>
        <translation>
            <numerusform>Il motore si è fermato %n volta e non viene riavviato.</numerusform>
            <numerusform>Il motore si è fermato %n volte di seguito e non viene riavviato.</numerusform>
        </translation>
    </message>
    <message>
        <source>Your documents are not affected, and your questions are still here.</source>
        <translation>I tuoi documenti non ne risentono e le tue domande sono ancora qui.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Riprova</translation>
    </message>
    <message>
        <source>No language model is installed, so questions cannot be answered yet.</source>
        <translation>Nessun modello linguistico è installato: per ora non si può rispondere alle domande.</translation>
    </message>
    <message>
        <source>“Models…” shows what can be fetched, or takes a file that you have.</source>
        <translation>«Modelli…» mostra che cosa si può scaricare, o accetta un file che hai già.</translation>
    </message>
    <message>
        <source>Models…</source>
        <translation>Modelli…</translation>
    </message>
    <message>
        <source>The language model cannot be used: questions are not answered.</source>
        <translation>Il modello linguistico non si può usare: le domande restano senza risposta.</translation>
    </message>
    <message>
        <source>The reranker cannot be used: passages keep the search’s order.</source>
        <translation>Il modello di riordino non si può usare: i passaggi restano nell’ordine della ricerca.</translation>
    </message>
    <message>
        <source>The search model cannot be used: passages are found by words only.</source>
        <translation>Il modello di ricerca non si può usare: i passaggi si trovano solo per parole.</translation>
    </message>
    <message>
        <source>Some folders cannot be watched: the system’s limit is reached.</source>
        <translation>Alcune cartelle non si possono sorvegliare: il limite del sistema è raggiunto.</translation>
    </message>
    <message>
        <source>Changes in them are found all the same, within a few minutes.</source>
        <translation>Le modifiche si trovano comunque, entro pochi minuti.</translation>
    </message>
    <message numerus="yes">
        <source>The password opened %n file(s).</source>
        <translation>
            <numerusform>La password ha aperto %n file.</numerusform>
            <numerusform>La password ha aperto %n file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) stay locked: the password of these is another one.</source>
        <translation>
            <numerusform>%n file resta protetto: la sua password è un’altra.</numerusform>
            <numerusform>%n file restano protetti: la loro password è un’altra.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not everything could be looked at.</source>
        <translation>Non è stato possibile guardare tutto.</translation>
    </message>
    <message>
        <source>Not everything can be added.</source>
        <translation>Non si può aggiungere tutto.</translation>
    </message>
    <message>
        <source>There is nothing in “{0}” that can be read.</source>
        <translation>In «{0}» non c’è nulla che si possa leggere.</translation>
    </message>
    <message numerus="yes">
        <source>There is nothing in %n of them that can be read.</source>
        <translation>
            <numerusform>In %n di questi elementi non c’è nulla che si possa leggere.</numerusform>
            <numerusform>In %n di questi elementi non c’è nulla che si possa leggere.</numerusform>
        </translation>
    </message>
    <message>
        <source>The library’s list says why of each file; what comes in later is read then.</source>
        <translation>L’elenco della biblioteca dice il perché di ogni file; ciò che arriverà dopo sarà letto.</translation>
    </message>
    <message>
        <source>Not of this program, and left alone there: {0}</source>
        <translation>Non sono di questo programma e restano lì: {0}</translation>
    </message>
    <message>
        <source>The library was erased.</source>
        <translation>La biblioteca è stata cancellata.</translation>
    </message>
    <message>
        <source>The search model {0} cannot be prepared: the present one goes on.</source>
        <translation>Il modello di ricerca {0} non può essere preparato: si continua con quello attuale.</translation>
    </message>
    <message>
        <source>Show a report</source>
        <translation>Mostra un rapporto</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>page {0}</source>
        <translation>pagina {0}</translation>
    </message>
    <message>
        <source>slide {0}</source>
        <translation>diapositiva {0}</translation>
    </message>
    <message>
        <source>sheet {0}</source>
        <translation>foglio {0}</translation>
    </message>
    <message>
        <source>chapter {0}</source>
        <translation>capitolo {0}</translation>
    </message>
    <message>
        <source>part {0}</source>
        <translation>parte {0}</translation>
    </message>
    <message>
        <source>message {0}</source>
        <translation>messaggio {0}</translation>
    </message>
    <message>
        <source>p. {0}</source>
        <translation>p. {0}</translation>
    </message>
    <message>
        <source>Page {0}</source>
        <translation>Pagina {0}</translation>
    </message>
    <message>
        <source>Slide {0}</source>
        <translation>Diapositiva {0}</translation>
    </message>
    <message>
        <source>Sheet {0}</source>
        <translation>Foglio {0}</translation>
    </message>
    <message>
        <source>Chapter {0}</source>
        <translation>Capitolo {0}</translation>
    </message>
    <message>
        <source>Part {0}</source>
        <translation>Parte {0}</translation>
    </message>
    <message>
        <source>Message {0}</source>
        <translation>Messaggio {0}</translation>
    </message>
    <message>
        <source>Page {0} of {1}</source>
        <translation>Pagina {0} di {1}</translation>
    </message>
    <message>
        <source>Slide {0} of {1}</source>
        <translation>Diapositiva {0} di {1}</translation>
    </message>
    <message>
        <source>Sheet {0} of {1}</source>
        <translation>Foglio {0} di {1}</translation>
    </message>
    <message>
        <source>Chapter {0} of {1}</source>
        <translation>Capitolo {0} di {1}</translation>
    </message>
    <message>
        <source>Part {0} of {1}</source>
        <translation>Parte {0} di {1}</translation>
    </message>
    <message>
        <source>Message {0} of {1}</source>
        <translation>Messaggio {0} di {1}</translation>
    </message>
    <message>
        <source> (printed {0})</source>
        <translation> (stampata {0})</translation>
    </message>
    <message>
        <source>recognised, only {0} sure</source>
        <translation>riconosciuto, sicuro solo al {0}</translation>
    </message>
    <message>
        <source>Text recognised from the picture, only {0} sure: compare it with the picture.</source>
        <translation>Testo riconosciuto dall’immagine, sicuro solo al {0}: confrontalo con l’immagine.</translation>
    </message>
    <message>
        <source>Text recognised from the picture, {0} sure.</source>
        <translation>Testo riconosciuto dall’immagine, sicuro al {0}.</translation>
    </message>
    <message>
        <source>page {0} (printed {1})</source>
        <translation>pagina {0} (stampata {1})</translation>
    </message>
</context>
<context>
    <name>WorkArea</name>
    <message>
        <source>Ask, search, or read whole documents</source>
        <translation>Chiedere, cercare o leggere documenti interi</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Chiedi</translation>
    </message>
    <message>
        <source>Ask, and get an answer (Ctrl+1)</source>
        <translation>Chiedi, e ricevi una risposta (Ctrl+1)</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Cerca</translation>
    </message>
    <message>
        <source>Search for passages (Ctrl+2)</source>
        <translation>Cerca passaggi (Ctrl+2)</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Sintesi</translation>
    </message>
    <message>
        <source>Sum up whole documents, or list what they hold (Ctrl+3)</source>
        <translation>Riassumi documenti interi, o elenca che cosa contengono (Ctrl+3)</translation>
    </message>
    <message>
        <source>Digest {0} %</source>
        <translation>Sintesi {0} %</translation>
    </message>
</context>
<context>
    <name>_Durations</name>
    <message>
        <source>less than a minute left</source>
        <translation>manca meno di un minuto</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>manca circa %n minuto</numerusform>
            <numerusform>mancano circa %n minuti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>manca circa %n ora</numerusform>
            <numerusform>mancano circa %n ore</numerusform>
        </translation>
    </message>
    <message>
        <source>less than a minute</source>
        <translation>meno di un minuto</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s)</source>
        <translation>
            <numerusform>circa %n minuto</numerusform>
            <numerusform>circa %n minuti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s)</source>
        <translation>
            <numerusform>circa %n ora</numerusform>
            <numerusform>circa %n ore</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_GroupWords</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n non riuscito</numerusform>
            <numerusform>%n non riusciti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked</source>
        <translation>
            <numerusform>%n protetto</numerusform>
            <numerusform>%n protetti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without text</source>
        <translation>
            <numerusform>%n senza testo</numerusform>
            <numerusform>%n senza testo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n set aside</source>
        <translation>
            <numerusform>%n messo da parte</numerusform>
            <numerusform>%n messi da parte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n to read</source>
        <translation>
            <numerusform>%n da leggere</numerusform>
            <numerusform>%n da leggere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not supported</source>
        <translation>
            <numerusform>%n non supportato</numerusform>
            <numerusform>%n non supportati</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n ready</source>
        <translation>
            <numerusform>%n pronto</numerusform>
            <numerusform>%n pronti</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that could not be read</source>
        <translation>
            <numerusform>Mostra %n file che non si è potuto leggere</numerusform>
            <numerusform>Mostra i %n file che non si sono potuti leggere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that ask for a password</source>
        <translation>
            <numerusform>Mostra %n file che chiede una password</numerusform>
            <numerusform>Mostra i %n file che chiedono una password</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that hold no text</source>
        <translation>
            <numerusform>Mostra %n file senza testo</numerusform>
            <numerusform>Mostra i %n file senza testo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) or folder(s) that are not read again by themselves</source>
        <translation>
            <numerusform>Mostra %n file o cartella che da sé non si legge più</numerusform>
            <numerusform>Mostra i %n file o cartelle che da sé non si leggono più</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that are still to be read</source>
        <translation>
            <numerusform>Mostra %n file ancora da leggere</numerusform>
            <numerusform>Mostra i %n file ancora da leggere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) of a kind that is not read</source>
        <translation>
            <numerusform>Mostra %n file di un tipo che non si legge</numerusform>
            <numerusform>Mostra i %n file di un tipo che non si legge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show the %n file(s) that can be asked about</source>
        <translation>
            <numerusform>Mostra %n file su cui si può chiedere</numerusform>
            <numerusform>Mostra i %n file su cui si può chiedere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_ModelCounts</name>
    <message numerus="yes">
        <source>%n language(s)</source>
        <translation>
            <numerusform>%n lingua</numerusform>
            <numerusform>%n lingue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>indexes about %n passage(s) a second</source>
        <translation>
            <numerusform>indicizza circa %n passaggio al secondo</numerusform>
            <numerusform>indicizza circa %n passaggi al secondo</numerusform>
        </translation>
    </message>
</context>
</TS>
