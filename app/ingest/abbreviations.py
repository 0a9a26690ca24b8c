"""Words that are written with a full stop behind them, without the stop, case-folded."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ITALIAN = _words(
    """
    a abb all allegg ag app apr art artt arch avv all ca cap capp cass cfr cit cl co col coll
    comm cond cons const cost cpv cod co dic dir disp doc dott dottt dr ecc ed es etc febb fig
    figg fil fn fraz gazz gen geom giu giur gg ing int ibid id l lett lgs lug lgt loc mag mons mar
    mod n nn num nov obbl on op ord ott p pag pagg par parr parg pp prof proff prot prov p.es
    p.iva pres prev ragg rag reg ric rif s sc sec sen sez sezz seg segg sig sigg sigra sigg.re
    sott ss str suppl tab tabb tel tit titt tosc trib u v vd vol voll vs
    """
)
ENGLISH = _words(
    """
    adm al apr approx apt assn assoc aug ave blvd bros brig c ca capt cf ch chap cl cmdr co col
    corp cpl dec dept dist div dr ed eds edn eq eqs esp est et etal ext feb fig figs fn ft fwd gen
    gov hon hr hrs ibid inc incl inst jan jr jul jun lat lbs lt ltd maj mar max md min misc mr mrs
    ms msgr mt nat no nos nov oct op oz p par para pg pl pp pres prof pt pvt rd ref refs rep
    resp rev sec sect sen sept sep sgt sr st subsec suppl tel trans univ v viz vol vols vs yr yrs
    """
)
FRENCH = _words(
    """
    al apr art av bd bibl boul chap ch cf col coll déc dép dir dr éd éds env ex fasc fév fig hab
    ibid janv juil l lieut m mlle mme mm mgr me ms n nb no nov obs oct p par parag pl pp préf prof
    réf réimpr s sept sq sqq st ste suiv t tél tit trad v vol
    """
)
GERMAN = _words(
    """
    abb abk abs abschn abt allg alt anh anl anm apr art aufl aug ausg az bd bde bearb beisp bes
    best betr bez bezgl bgbl bspw bzgl bzw ca chr d dez dgl dipl dr ebd ebf ehem eigtl einschl
    entspr erg evtl exkl f feb ff fig forts fr frl geb gegr gem gen gest ggf gr h hd hg hl hr hrsg
    i inh inkl ing insb jan jh jhd jul jun kap kath lfd lt m mär max mind min mio mrd nachf n näml
    nov nr o okt p pers pf phil pl prof r rd rel s sa sep sept sog sp st std str tab tel tgl u
    übers u.a umg urspr usf v verf vgl vorm vors wg wiss z zit ziff zt ztg zw
    """
)
SPANISH = _words(
    """
    abr admón ago aprox arq art arts av avda c cap caps cía cf cfr col coord d dch dic dir doc dpto
    dr dra dres ed eds ej ene esq etc excmo feb fig figs fol gral ibíd ib ilmo izda jul jun lic
    mar máx mín ms n nov núm núms oct p pág págs párr pbro pl prof prov r ref reg rev s sec sept
    sig sigs sr sra sres srta sta sto t tel tít trad v vda vid vol vols
    """
)

MAY_END_A_SENTENCE = _words(
    "a.c a.m bros co corp d.c ecc etc ff inc ltd p.m seg segg sq sqq ss usw u.s.w"
)
"""After these a capital begins a sentence ("ecc. La")."""

ONLY_BEFORE_NUMBERS = _words(
    """
    al all alt app art arts best cap col cost dir ed est ext fil fin hab int mar max min mod
    no nos on ord par rep sa sp str tab tel trans
    """
)
"""Words in their own right ("modern art."), shortened only where a number follows ("art. 3")."""

ABBREVIATIONS = (
    (ITALIAN | ENGLISH | FRENCH | GERMAN | SPANISH) - MAY_END_A_SENTENCE - ONLY_BEFORE_NUMBERS
)

GERMAN_MONTHS = _words(
    """
    januar jänner februar märz april mai juni juli august september oktober november dezember
    """
)
