"""Words that deny, and pairs of words that say the contrary of each other, in five languages.

Folded forms; a word that ends in `*` stands for all that begin so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.answer.grounding_words import word_set

# Deny the clause they stand in. Several in one clause are one denial ("non ... nessuno").
NEGATORS: Mapping[str, str] = {
    "it": "non nessun nessuno nessuna niente nulla mai ne neppure neanche nemmeno",
    "en": "not no never none nobody nothing neither nor cannot nowhere n't dont doesnt didnt isnt"
    " arent wasnt werent wont cant couldnt shouldnt mustnt neednt hasnt havent hadnt wouldnt",
    "de": "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder",
    "fr": "pas ne n aucun aucune jamais rien personne ni nul nulle",
    "es": "no nunca jamas ningun ninguno ninguna nadie nada tampoco ni",
}
# Turn what follows them into its contrary, each by itself.
REVERSERS: Mapping[str, str] = {
    "it": "senza escluso esclusa esclusi escluse impossibile rifiut* neg* mancat* mancanza privo"
    " priva priv* assenza assente assenti incapac*",
    "en": "without unable impossible refus* den* fail* lack* absence absent exclud*"
    " excluding incapable",
    "de": "ohne unmoglich verweiger* ablehn* abgelehnt fehl* mangels ausgeschlossen ausser",
    "fr": "sans impossible refus* nie manque absence absent exclu* incapable",
    "es": "sin imposible rechaz* nieg* neg* falta ausencia ausente exclu* incapaz",
}
# Words that begin like one of the above and deny nothing.
NOT_REVERSERS = word_set(
    "negli negozio negozi negozia negoziato negoziazione negoziazioni nego negocio negocios"
    " denial denmark dense density dentist denote denotes denominated denomination den"
    " privato privata privati private privacy privilegio privilegiato privatamente"
    " prevention preventive preventivo failure-free"
)
# (what is said, side +1, side -1): each word of a side says the contrary of those of the other.
ANTONYMS: Sequence[tuple[str, str, str]] = (
    (
        "permit",
        "ammess* consentit* permess* autorizzat* consente ammette permette lecit* puo possono"
        " potra potranno allowed permitted may can authori* permits allows lawful erlaubt gestattet"
        " zulassig darf durfen kann konnen autoris* permis* permet peut peuvent permitid* puede"
        " pueden autorizad* permite",
        "vietat* proibit* divieto vieta illecit* inammissibil* forbidden prohibit* banned ban bans"
        " unlawful disallowed verboten untersagt unzulassig verbot interdit* interdiction defendu"
        " prohibid* prohibe",
    ),
    (
        "oblige",
        "obbligatori* obbligo deve devono dovra dovranno necessari* richiest* tenut* mandatory must"
        " required compulsory obligatory requires obliged shall erforderlich muss mussen"
        " verpflichtet notwendig pflicht obligatoire* doit doivent requis obligatori* debe deben"
        " obligad* necesari*",
        "facoltativ* opzional* optional voluntary needn unnecessary freiwillig unverbindlich"
        " facultati* opcional* voluntari*",
    ),
    (
        "rise",
        "aument* cresc* crescita sal* rialzo incremen* increas* rise rises rising rose grew grow*"
        " grown steig* gestiegen erhoh* augment* hausse aument* crec* sub*",
        "diminu* cal* ridu* ridott* decresc* ribass* decreas* fall falls fell fallen falling"
        " declin* drop* reduc* shrank shrink* sink* gesunken senk* baisse* reduit disminu* baj*",
    ),
    (
        "bound",
        "almeno minimo minima minimi minime least minimum mindestens minimal moins menos",
        "massimo massima massimi massime most maximum hochstens maximal maximum maximo maxima",
    ),
    (
        "over",
        "superiore superiori supera superano superare oltre sopra eccede above exceed* over greater"
        " uberschreit* ubersteig* oberhalb superieur* depass* superior* supera",
        "inferiore inferiori sotto below under beneath unterhalb unterschreit* inferieur*"
        " inferior*",
    ),
    (
        "when",
        "prima anteriormente precedente before prior preceding vor vorher avant antes",
        "dopo successivamente successivo seguito after following subsequent nach nachdem apres"
        " despues",
    ),
    (
        "all",
        "sempre tutti tutte always all every everyone immer alle jeder toujours tous siempre todos",
        "mai nessuno nessuna never none nobody nie niemals niemand jamais aucun nunca nadie"
        " ninguno",
    ),
    (
        "free",
        "gratuit* gratis free kostenlos kostenfrei",
        "pagamento onerosa charged chargeable kostenpflichtig payant* pago",
    ),
    (
        "open",
        "apert* apre aprono open opens opened offnet geoffnet ouvert* ouvre abiert* abre",
        "chius* chiude chiudono close closes closed schliesst geschlossen ferme* cerrad* cierra",
    ),
    (
        "accept",
        "accett* accolt* accogli* approv* accept* approv* granted angenommen genehmigt accord*"
        " acept* aprob*",
        "respin* rigett* rifiut* bocciat* reject* refus* declined abgelehnt zuruckgewiesen rejet*"
        " rechaz*",
    ),
    (
        "include",
        "inclus* inclu* compres* comprend* includ* inclusive inbegriffen einschliesslich enthalten"
        " compris* incluy*",
        "esclus* esclud* exclud* exclusive ausgeschlossen exclu*",
    ),
    (
        "valid",
        "valid* efficac* valide vigente gultig wirksam",
        "nullo nulla nulli nulle inefficac* invalid* void ungultig unwirksam",
    ),
    (
        "public",
        "pubblic* public* offentlich",
        "privato privata privati private privat privé",
    ),
    (
        "active",
        "attiv* abilita* enabled enable* enables aktiviert active* activ*",
        "disattiv* disabilit* disable* inattiv* inactive deaktiviert desactiv*",
    ),
    (
        "high",
        "alto alta alti alte elevat* maggior* higher high highest increased hoch hoher eleve* mayor"
        " alt*",
        "basso bassa bassi basse minor* lower low lowest niedrig niedriger faible* menor bajo baja",
    ),
    (
        "early",
        "inizia iniziano comincia begin begins began start starts started beginnt comienza",
        "termina terminano finisce finiscono ends ended finishes finished endet",
    ),
    (
        "win",
        "vinse vince vinto vittoria won win wins victory gewann gewonnen gagne* gano victoire",
        "perse perde perso sconfitta lost lose loses defeat* verlor verloren perdu* perdio",
    ),
    (
        "hot",
        "caldo calda caldi calde hot warm warmer heiss chaud* caliente",
        "freddo fredda freddi fredde cold cool colder kalt froid* frio fria",
    ),
    (
        "day",
        "giorno diurn* daytime day morning mattina mattino",
        "notte notturn* night nighttime evening sera",
    ),
    (
        "inside",
        "dentro interno interna interni interne inside indoor* internal",
        "fuori esterno esterna esterni esterne outside outdoor* external",
    ),
    (
        "positive",
        "positiv* favorevol* favorable favourable favorable",
        "negativ* sfavorevol* contrari* unfavourable unfavorable adverse",
    ),
    (
        "whole",
        "intero intera interamente completo completa completamente entire entirely fully wholly"
        " totally completely full",
        "parziale parziali parzialmente partial partially partly teilweise",
    ),
    (
        "safe",
        "sicur* safe safely innocu* sicher",
        "pericolos* dangerous hazardous unsafe gefahrlich dangereu* peligros*",
    ),
    (
        "add",
        "aggiung* aggiunt* add adds added adding",
        "rimuov* rimoss* toglie* tolt* remove* removing removed",
    ),
    (
        "north",
        "nord settentrional* north* nord nordlich* norte",
        "sud meridional* south* sud sudlich* sur",
    ),
    ("east", "oriental* east* ostlich*", "ovest occidental* west* oeste"),
    ("quick", "veloc* rapid* fast faster quick* schnell*", "lent* slow slower slowly langsam*"),
    (
        "later",
        "anticip* earlier früher",
        "posticip* rinvi* postpon* later delay* spater",
    ),
)
