"""Words of grammar in the languages that the grounding check reads, folded: lower case, no accents.

A word of these carries no claim of its own, and a text's share of them tells its language.
"""

from __future__ import annotations

from collections.abc import Mapping


def word_set(text: str) -> frozenset[str]:
    """The words of `text`, parted by white space."""
    return frozenset(text.split())


FUNCTION_WORDS: Mapping[str, frozenset[str]] = {
    "it": word_set(
        """
        il lo la i gli le l un uno una un di a da in con su per tra fra del dello della dei degli
        delle d al allo alla ai agli alle dal dallo dalla dai dagli dalle nel nello nella nei negli
        nelle sul sullo sulla sui sugli sulle e ed o od ma se che chi cui quale quali quanto quanti
        quanta quante come dove quando perche anche ancora gia piu meno molto poco tutto tutti tutta
        tutte ogni ciascun ciascuno ciascuna altro altri altra altre stesso stessa questo questa
        questi queste quello quella quelli quelle quel quei tale tali suo sua suoi sue loro mio tuo
        nostro vostro esso essa essi esse egli lei lui noi voi si ci vi ne mi ti essere e sono sia
        siano era erano fu furono sara saranno stato stata stati state stesso viene vengono venne
        vennero veniva venivano verra ha hanno ho abbia abbiano aveva avevano ebbe avere avra fa
        fare fatto puo possono potra potranno poteva deve devono dovra dovranno doveva va vanno
        inoltre quindi pero infatti mentre dopo prima oltre presso circa secondo durante cosi poi
        solo soltanto cioe ossia ovvero invece dunque sempre qui qualsiasi alcuni alcune alcuno
        parte modo caso dell all nell sull dall quell c s ecco
        """
    ),
    "en": word_set(
        """
        the a an of to in on at by for with from into onto over under about as and or but if that
        which who whom whose what when where why how than then there here this these those it its
        he she they them his her their our your my we you i me us him is are was were be been being
        am has have had having do does did done will would shall should can could may might must
        each every all any some such other another both either more most less few many much own
        same so too very also only just again further once after before during while until through
        because upon between among within against across per via however therefore thus moreover
        etc s t one ones up out off according them itself himself themselves get gets got made make
        """
    ),
    "de": word_set(
        """
        der die das den dem des ein eine einen einem einer eines und oder aber wenn dass ob als wie
        wo wann warum was wer wen wem welche welcher welches in im an am auf aus bei beim mit nach
        von vom vor zu zum zur uber unter zwischen durch fur gegen ohne um bis seit wahrend wegen
        ist sind war waren sei sein wird werden wurde wurden worden hat haben hatte hatten kann
        konnen konnte muss mussen musste soll sollen darf durfen er sie es wir ihr ich du man sich
        sein seine seiner seinem seinen ihre ihrer ihrem ihren dieser diese dieses diesem diesen
        jeder jede jedes jedem jeden alle allen aller alles auch noch nur schon sehr so dann da hier
        dort mehr weniger sowie jedoch innerhalb spatestens mindestens hochstens etwa dabei damit
        """
    ),
    "fr": word_set(
        """
        le la les l un une des de du d a au aux en dans sur sous par pour avec sans chez vers entre
        et ou mais si que qui quoi dont ou quand comment pourquoi quel quelle quels quelles ce cet
        cette ces son sa ses leur leurs mon ton notre votre il elle ils elles on nous vous je tu se
        s y est sont etait etaient fut furent sera seront etre ete a ont avait avaient eu aura avoir
        fait faire peut peuvent pouvait doit doivent devait plus moins tres aussi encore deja tout
        tous toute toutes chaque autre autres meme ainsi donc car alors apres avant pendant selon
        depuis comme lors c qu n j m t
        """
    ),
    "es": word_set(
        """
        el la los las lo un una unos unas de del a al en con por para sin sobre entre hasta desde
        y e o u pero si que quien cual cuales cuanto cuando donde como porque su sus mi tu nuestro
        este esta estos estas ese esa esos esas aquel aquella se le les me te nos es son era eran
        fue fueron sera seran ser sido esta estan estaba ha han habia haber hay puede pueden podra
        debe deben debera mas menos muy tambien ya todo todos toda todas cada otro otra otros otras
        mismo misma asi entonces despues antes durante segun ademas solo
        """
    ),
}

# "The answer to the question is 15": words about the answer itself, which no passage has.
ANSWER = word_set("risposta answer antwort reponse respuesta")
QUESTION = word_set("domanda question frage pregunta")

# What may stand at the beginning of a sentence with a capital, and is no name, beside the words
# of grammar: asked for where nothing but the place of a word makes it look like one.
OPENERS: Mapping[str, frozenset[str]] = {
    "it": word_set(
        "si no non nessun nessuno nessuna niente nulla mai entro inoltre infine tuttavia pertanto"
        " pero eventuali ogni ciascuno chiunque chi dopo prima attualmente oggi successivamente"
        " infatti"
    ),
    "en": word_set(
        "yes no not none nobody nothing never however therefore moreover furthermore finally"
        " additionally everyone anyone someone nowadays today later then first second third"
        " everything nowhere otherwise instead"
    ),
    "de": word_set("ja nein nicht kein keine niemand nie nichts ausserdem jedoch daher heute"),
    "fr": word_set("oui non ne aucun aucune personne rien jamais enfin cependant toutefois"),
    "es": word_set("si no nunca nadie nada ninguno ninguna ademas finalmente sin hoy luego"),
}
