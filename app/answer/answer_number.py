"""Whether an answer gives the number that was asked for.

Asked "how many" of a passage that does not tell, a small model repeats another sentence of it,
and the check of the answer finds nothing wrong, for all of it stands in the passage. But what
holds no number, and no word for a quantity, does not say how many. Only what plainly asks for a
number is held to this: what begins with the question words, and asks neither how long ("until the
works are handed over") nor how often ("yearly").

Asked for a telephone number or a tax code, it repeats the name of whose it is. Such things are
always written with figures, so that an answer without any is none.
"""

from __future__ import annotations

import re

from app.answer.answer_words import WordReader, kinds_in
from app.answer.question_kind import Asked, first_asked
from app.index.tokens import fold_accents, normalize_word

_YEAR = re.compile(r"\b(?:years?|ann[oi]|années?|jahr\w*|años?)$", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"\bhow (?:long|often)\b|\b(?:secondo|in) quanto\b|\bquanto riguarda\b"
    r"|\bquant[oe] (?:tempo|volte|spesso|dura\w*)\b|\bwie (?:lange?|oft)\b"
    r"|\bcombien de (?:temps|fois)\b|\bcuánt[oa]s? (?:tiempo|veces|dura\w*)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_FIGURES = {
    "en": r"(?:what|which)(?:['’]s| is| was) (?:the |an? )?(?:\w+(?:['’]s)? ){0,3}?"
    r"(?:iban|number plate|post ?code|zip code|tax code|(?:(?:tele)?phone|mobile|fax|vat|tax"
    r"|social security|account|policy|invoice|serial|case|reference|passport"
    r"|registration|licen[cs]e|house) number)"
    r"(?! (?:for|good|lottery|meant|needed|used))",
    "it": r"(?:qual(?:i|e)?(?: è|['’] ?è| era)|dimmi|dammi) (?:il |lo |la |l['’] ?)?(?:su[oa] )?"
    r"(?:partita iva|p\. ?iva|codice fiscale|iban|cap|codice postale|recapito telefonico"
    r"|numero di (?:telefono|cellulare|fax|conto|polizza|fattura|protocollo|repertorio|matricola"
    r"|serie|pratica|passaporto|targa)|numero civico)",
    "de": r"(?:wie lautet|was ist) (?:die |das |der )?(?:iban|postleitzahl|ust-?id\w*|aktenzeichen"
    r"|(?:telefon|handy|fax|steuer|konto|rechnungs|serien|policen|umsatzsteuer-?)nummer)",
    "fr": r"quel(?:le)? est (?:le |la |l['’] ?)?(?:siret|siren|iban|code postal"
    r"|numéro (?:de |d['’] ?)?(?:téléphone|fax|tva|siret|siren|compte|facture|série|police"
    r"|dossier))",
    "es": r"cuál es (?:el |la )?(?:nif|cif|iban|código postal"
    r"|número de (?:teléfono|cuenta|factura|serie|póliza|expediente|fax))",
}
"""What asks for something that is always written with figures, by language; at the beginning."""
_ASKS_FIGURES = {
    language: re.compile(rf"\W*(?:{words})(?!\w)", re.IGNORECASE)
    for language, words in _FIGURES.items()
}
_QUANTITIES = {
    "en": "all none no nobody nothing both every each many most several few some majority minority"
    " part much little lot lots plenty dozens enough entire whole double triple single only more"
    " less equal free as",
    "it": "tutti tutte tutto tutta nessuno nessuna nessun niente nulla entrambi entrambe ogni molti"
    " molte molto molta parecchi parecchie alcuni alcune qualche pochi poche poco poca maggioranza"
    " maggior minoranza parte gran decine centinaia migliaia gratis gratuito gratuita doppio triplo"
    " pari altrettanti altrettante piu meno solo sola unico unica un uno una",
    "de": "alle alles keine kein keiner niemand nichts beide jede jeder jedes viele viel die"
    " meisten mehrere einige wenige wenig mehrheit minderheit teil dutzende hunderte tausende"
    " doppelt kostenlos genug ganze mehr weniger einzige nur ein eine einen einem einer eins so",
    "fr": "tous toutes tout toute aucun aucune personne rien deux chaque beaucoup plusieurs"
    " quelques peu majorite minorite plupart partie dizaines centaines milliers double gratuit"
    " gratuite assez entier plus moins seul seule un une autant",
    "es": "todos todas todo toda ninguno ninguna ningun nadie nada ambos ambas cada muchos muchas"
    " mucho mucha varios varias algunos algunas pocos pocas poco mayoria minoria parte decenas"
    " cientos miles doble gratis bastante entero mas menos solo unico unica un uno una",
}
"""Words that tell a quantity without a number, by language, without accents."""
_WORDS = {language: frozenset(words.split()) for language, words in _QUANTITIES.items()}


def asks_for_number(question: str, language: str) -> bool:
    """Whether `question`, in the language with that ISO 639-1 code, plainly asks for a number or
    a year. Where words for quantities are not known, none does."""
    if language not in _WORDS or _OTHERWISE.search(question):
        return False
    kind, words = first_asked(question, language)
    return kind is Asked.NUMBER or (kind is Asked.TIME and bool(_YEAR.search(words)))


def asks_for_figures(question: str, language: str) -> bool:
    """Whether `question` plainly asks for something that is always written with figures: a
    telephone number, a tax code, an account."""
    pattern = _ASKS_FIGURES.get(language)
    return pattern is not None and pattern.match(question) is not None


def lacks_number(question: str, answer: str, language: str, reader: WordReader) -> bool:
    """Whether `question` asks for a number and `answer`, without its citations, tells none.

    What the question itself says is no answer to it.
    """
    if asks_for_figures(question, language):
        return not any(map(str.isdigit, answer))
    if not asks_for_number(question, language):
        return False
    asked = {word.term for word in reader.read(question, language)}
    if kinds_in(reader.read(answer, language), asked) & {Asked.NUMBER, Asked.TIME}:
        return False
    return not (_folded(answer) - _folded(question)) & _WORDS[language]


def _folded(text: str) -> set[str]:
    return {fold_accents(normalize_word(word)) for word in _WORD.findall(text)}
