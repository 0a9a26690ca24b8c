"""Names that languages write differently: a country, city or body under one number, folded."""

from __future__ import annotations

from collections.abc import Mapping

_SAME = """
italia italy italien italie italian italiano italiana italiani italiane italienisch italienne
germania germany deutschland allemagne alemania german germans tedesco tedesca tedeschi tedesche
deutsch deutsche deutscher allemand allemande aleman
francia france frankreich french francese francesi franzosisch francais frances
spagna spain spanien espagne espana spanish spagnolo spagnola spagnoli espanol
svizzera switzerland schweiz suisse suiza swiss svizzero svizzeri
austria osterreich autriche austriaco austrian
inghilterra england angleterre inglaterra english inglese inglesi englisch anglais ingles
regno united-kingdom kingdom konigreich royaume reino
unito unita uniti unite united vereinigte vereinigtes unis unido unidos
stati states staaten etats estados
europa europe europaische europaischen europeo europea europei european europeenne
grecia greece griechenland grece greek greco greca
olanda holland netherlands niederlande dutch olandese paesi-bassi
giappone japan japon japanese giapponese
cina china chine chinese cinese cinesi
russia russland russie rusia russian russo russa
turchia turkey turkei turquie turquia
egitto egypt agypten egypte egipto
roma rome rom roman romano romana romani
milano milan mailand
firenze florence florenz florencia
venezia venice venedig venise venecia
torino turin
napoli naples neapel napoles
genova genoa genua genes
padova padua
londra london londres
parigi paris
berlino berlin
monaco munich munchen
colonia cologne koln
vienna wien vienne viena
zurigo zurich
ginevra geneva genf geneve
bruxelles brussels brussel bruselas
lisbona lisbon lissabon lisbonne lisboa
atene athens athen athenes
mosca moscow moskau moscou moscu
varsavia warsaw warschau varsovie
praga prague prag
nuova new neue nouvelle nueva
nord north norden norte
sud south suden sur
mare sea meer mer mar
onu un uno nations-unies
ue eu
parlamento parliament parlement
ministero ministry ministerium ministere ministerio
corte court tribunale tribunal gericht cour
banca bank banque banco
universita university universitat universite universidad
repubblica republic republik republique republica
commissione commission kommission comision
consiglio council rat conseil consejo
codice code kodex codigo
papa pope papst pape
re king konig roi rey
regina queen konigin reine reina
giovanni john johannes jean juan
carlo charles karl carlos
luigi louis ludwig luis
guglielmo william wilhelm guillaume guillermo
federico frederick friedrich frederic
elisabetta elizabeth elisabeth isabel
giorgio george georg georges jorge
giacomo james jakob jacques
pietro peter pierre pedro
paolo paul pablo
francesco francis franz francois francisco
maria mary marie
caterina catherine katharina catalina
"""
EXONYMS: Mapping[str, int] = {
    name: line for line, names in enumerate(_SAME.split("\n")) for name in names.split()
}
"""Words with the same number name the same."""
