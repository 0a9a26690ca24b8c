"""Units of measure, in the words of five languages, each under one name."""

from __future__ import annotations

from collections.abc import Mapping

from app.answer.grounding_words import word_set

_UNITS: Mapping[str, str] = {
    "second": "second seconds secondi sec sekunde sekunden seconde secondes segundo segundos s",
    "minute": "minute minutes min minuto minuti minuten minutos mins",
    "hour": "hour hours ora ore h hr hrs stunde stunden heure heures hora horas uhr",
    "day": "day days giorno giorni gg tag tage tagen jour jours dia dias giornata giornate",
    "week": "week weeks settimana settimane woche wochen semaine semaines semana semanas",
    "month": "month months mese mesi monat monate monaten mois mes meses mensilita",
    "year": "year years anno anni jahr jahre jahren an ans annee annees ano anos",
    "night": "night nights notte notti nacht nachte nachten nuit nuits noche noches",
    "century": "century centuries secolo secoli jahrhundert siecle siecles siglo siglos",
    "euro": "euro euros eur €",
    "dollar": "dollar dollars dollaro dollari usd $ dolar dolares",
    "pound_money": "£ gbp sterling sterline",
    "franc": "franc francs franchi franco franken chf",
    "cent": "cents centesimi centesimo centimes",
    "percent": "% percent prozent percento",
    "km": "km kilometre kilometres kilometer kilometers chilometro chilometri kilometre kilometros",
    "m": "m metre metres meter meters metro metri metern metros mt",
    "cm": "cm centimetre centimetres centimeter centimeters centimetro centimetri",
    "mm": "mm millimetre millimetres millimeter millimeters millimetro millimetri",
    "mile": "mile miles miglio miglia",
    "sqm": "mq sqm m²",
    "kg": "kg kilogram kilograms chilogrammo chilogrammi chilo chili kilogramm kilo kilos",
    "g": "g gr gram grams grammo grammi gramm gramme grammes gramos",
    "mg": "mg milligram milligrams milligrammo milligrammi milligramm milligrammes miligramos",
    "ml": "ml millilitre millilitres milliliter milliliters millilitro millilitri",
    "litre": "l litre litres liter liters litro litri litros",
    "gb": "gb gigabyte gigabytes",
    "mb": "mb megabyte megabytes",
    "tb": "tb terabyte terabytes",
    "volt": "v volt volts",
    "watt": "w watt watts",
    "degree": "° degree degrees grado gradi grad",
    "article": "article articles articolo articoli art artt artikel articulo articulos",
    "comma": "comma commi",
    "page": "page pages pag pagina pagine pagg seite seiten pp",
    "paragraph": "paragraph paragraphs § paragrafo paragrafi absatz",
    "chapter": "chapter chapters capitolo capitoli kapitel chapitre capitulo capo",
    "section": "section sections sezione sezioni abschnitt",
    "times": "times volte volta mal fois veces",
}
UNITS: Mapping[str, str] = {word: name for name, words in _UNITS.items() for word in words.split()}
"""The name of the unit that a folded word or sign stands for."""

MONEY = frozenset({"euro", "dollar", "pound_money", "franc", "cent"})
BEFORE = frozenset({"article", "comma", "page", "paragraph", "chapter", "section"})
"""Units that stand before their number ("articolo 15")."""
CURRENCY_SIGNS = frozenset("€$£¥")
_SHORT = word_set("s h m g l v w min an ans ano anos mes dia mal sec metro capo")
PERCENT_PHRASES = (("per", "cento"), ("per", "cent"), ("pour", "cent"), ("por", "ciento"))


def spoken_unit(word: str) -> str:
    """The unit of a word that is written out; "" for letters that mean a unit behind figures only,
    and for words that are none."""
    return "" if word in _SHORT else UNITS.get(word, "")
