"""Words that carry grammar and little meaning, case-folded, of the languages that questions are
mostly asked in. Not complete: what is missing counts as a word with a meaning, which costs little.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words(
    """
    a about above after against all also am among an and any are as at be because been before
    being below between both but by can could did do does doing down during each either else etc
    few for from further had has have having he her here hers him his i if in into is it its itself
    just many may me might more most much must my near neither no nor not of off on once only or
    other our out over own per rather same shall she should since so some such than that the their
    them then there these they this those though through thus to too toward towards under until up
    upon us very was we were what when where whether which while who whom whose why will with
    within without would yet you your
    """
)
_ITALIAN = _words(
    """
    a abbia abbiamo abbiano ad agli ai al alcune alcuni alla alle allo altra altre altri altro anche
    ancora avere aveva avevano avuto c che chi ci ciascuna ciascuno ciò coi col come comunque con
    contro cosa così cui d da dagli dai dal dalla dalle dallo degli dei del dell della delle dello
    dentro di dopo dove dovrebbe durante e ebbe ed entrambi era erano essa esse essere essi esso fa
    fino fra fu fuori furono già gli ha hai hanno ho i il in infatti inoltre invece io l la le lei
    li lo loro lui ma mai mediante meno mentre mi molta molte molti molto ne negli nei nel
    nell nella nelle nello nessun nessuna nessuno non nè né nostra nostro o ogni ognuno oltre
    oppure ossia
    per però perché perchè più poi possono presso prima può pure qual quale quali qualche qualcosa
    quando quanta quante quanti quanto quasi quel quella quelle quelli quello questa queste questi
    questo qui quindi s sarà se sebbene secondo sei sempre senza si sia siano sin sino solo sono
    sopra sotto stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi
    tale tali tra troppo tua tuo tutta tutte tutti tutto un una uno va verrà verso vi viene
    vengono voi è
    """
)
_FRENCH = _words(
    """
    à afin ai ainsi après au aucun aucune auquel aussi autre autres aux avait avant avec avoir
    avaient c car ce ceci cela celle celles celui ces cet cette ceux chaque chez combien comme
    comment contre d dans de depuis des dès donc dont du durant elle elles en encore entre es est
    et étaient était étant été être eu eux fait fut furent hors ici il ils j je jusque l la là le
    lequel laquelle les lesquels leur leurs lors lorsque lui m ma mais malgré même mêmes mes moins
    mon n ne ni nos notre nous on ont or ou où par parce parmi pas pendant peu peut plus pour
    pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si
    soit son sont sous sur t ta tandis te tel telle tes toi ton tous tout toute toutes très tu un
    une vers via voici voilà vos votre vous y
    """
)
_GERMAN = _words(
    """
    ab aber alle allem allen aller alles als also am an andere anderen auch auf aus außer bei beim
    bereits bevor bis bzw da dabei dadurch dafür damit danach daran darauf darin dass davon dazu
    dein dem den denen der deren des dessen die dies diese diesem diesen dieser dieses doch dort du
    durch ein eine einem einen einer eines er es etwa etwas euch für gab gegen gewesen habe haben
    hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins
    ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinem keinen keiner können könnte
    man mehr mein mit muss müssen nach nachdem neben nicht nichts noch nun nur ob obwohl oder ohne
    sehr sei sein seine seinem seinen seiner seit sich sie sind so sogar solche soll sollte sondern
    sowie über um und uns unser unter vom von vor während wann war waren warum was weder wegen weil
    welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wird wo
    wobei woher wohin wurde wurden zu zum zur zwar zwischen
    """
)
_SPANISH = _words(
    """
    a al algo algunas alguno algunos ante antes aquel aquella aun aunque bajo bien cada casi como
    cómo con contra cual cuál cuales cuáles cuando cuándo cuanta cuántas cuántos cuánto cuya cuyo de
    debe del desde donde dónde durante e el él ella ellas ellos en entre era eran es esa esas ese
    esos esta está estaba estado están estar estas este esto estos fue fueron ha había habían han
    hasta hay la las le les lo los mas más me mediante menos mi mientras muy nada ni no nos nosotros
    nuestra nuestro o os otra otras otro otros para pero poco por porque pues que qué quien quién
    quienes se sea según ser si sí sido sin sino sobre son su sus también tan tanto te tiene tienen
    toda todas todo todos tras tu un una unas uno unos y ya
    """
)
_CHINESE = _words(
    "的 了 在 是 和 与 及 或 被 把 对 从 到 由 为 以 于 就 都 也 而 其 这 那 之 所 吗 呢"
)

FUNCTION_WORDS: frozenset[str] = _ENGLISH | _ITALIAN | _FRENCH | _GERMAN | _SPANISH | _CHINESE
"""Of all of them together: a passage need not be in the question's language."""
