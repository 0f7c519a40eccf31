// Written by Scripts/language-data, which says where each line comes from; do not edit. The data is
// of the Unicode Common Locale Data Repository (CLDR) 47, (c) 2004-2025 Unicode, Inc., under the
// Unicode License v3, which NOTICE.md has in full.
//
// An empty line ends a language, and `=` repeats the line above. The lines of a language are:
// - its tags, the signs of the decimal point and of groups, how many digits must stand before a
//   group, the sizes of the last group and of those before, minus, percent, a percentage, zero
// - the medium date, the short time, how they are joined, the halves of a day
// - the months beside a day and alone, and both abbreviated
// - the weekdays from Monday, and abbreviated

enum LanguageTable {
  static let text = """
    en|.|,|1|3|3|-|%|#,##0%|0
    MMM d, y|h:mm\u{202F}a|{1}, {0}|AM|PM
    January|February|March|April|May|June|July|August|September|October|November|December
    =
    Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec
    =
    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday
    Mon|Tue|Wed|Thu|Fri|Sat|Sun

    en-GB|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1}, {0}|am|pm
    January|February|March|April|May|June|July|August|September|October|November|December
    =
    Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec
    =
    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday
    Mon|Tue|Wed|Thu|Fri|Sat|Sun

    af|,|\u{00A0}|1|3|3|-|%|#,##0%|0
    dd MMM y|HH:mm|{1} {0}|vm.|nm.
    Januarie|Februarie|Maart|April|Mei|Junie|Julie|Augustus|September|Oktober|November|Desember
    =
    Jan.|Feb.|Mrt.|Apr.|Mei|Jun.|Jul.|Aug.|Sep.|Okt.|Nov.|Des.
    =
    Maandag|Dinsdag|Woensdag|Donderdag|Vrydag|Saterdag|Sondag
    Ma.|Di.|Wo.|Do.|Vr.|Sa.|So.

    am|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|h:mm a|{1} {0}|ጥዋት|ከሰዓት
    ጃንዋሪ|ፌብሩዋሪ|ማርች|ኤፕሪል|ሜይ|ጁን|ጁላይ|ኦገስት|ሴፕቴምበር|ኦክቶበር|ኖቬምበር|ዲሴምበር
    =
    ጃን|ፌብ|ማርች|ኤፕሪ|ሜይ|ጁን|ጁላይ|ኦገስ|ሴፕቴ|ኦክቶ|ኖቬም|ዲሴም
    =
    ሰኞ|ማክሰኞ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ|እሑድ
    ሰኞ|ማክሰ|ረቡዕ|ሐሙስ|ዓርብ|ቅዳሜ|እሑድ

    ar|.|,|1|3|3|\u{200E}-|\u{200E}%\u{200E}|#,##0%|0
    dd\u{200F}/MM\u{200F}/y|h:mm a|{1}، {0}|ص|م
    يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    =
    =
    =
    الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
    =

    ar-EG|٫|٬|1|3|3|\u{061C}-|٪\u{061C}|#,##0%|٠
    dd\u{200F}/MM\u{200F}/y|h:mm a|{1}، {0}|ص|م
    يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر
    =
    =
    =
    الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد
    =

    bg|,|\u{00A0}|2|3|3|-|%|#,##0%|0
    d.MM.y\u{202F}'г'.|H:mm|{1}, {0}|am|pm
    януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември
    =
    яну|фев|март|апр|май|юни|юли|авг|сеп|окт|ное|дек
    =
    понеделник|вторник|сряда|четвъртък|петък|събота|неделя
    пн|вт|ср|чт|пт|сб|нд

    bn|.|,|1|3|2|-|%|#,##,##0%|০
    d MMM, y|h:mm a|{1} {0}|AM|PM
    জানুয়ারী|ফেব্রুয়ারী|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর
    =
    জানু|ফেব|মার্চ|এপ্রি|মে|জুন|জুল|আগ|সেপ|অক্টো|নভে|ডিসে
    জানু|ফেব|মার্চ|এপ্রিল|মে|জুন|জুলাই|আগস্ট|সেপ্টেম্বর|অক্টোবর|নভেম্বর|ডিসেম্বর
    সোমবার|মঙ্গলবার|বুধবার|বৃহস্পতিবার|শুক্রবার|শনিবার|রবিবার
    সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র|শনি|রবি

    bs|,|.|1|3|3|-|%|#,##0%|0
    d. MMM y.|HH:mm|{1} {0}|a.\u{202F}m.|p.\u{202F}m.
    januar|februar|mart|april|maj|juni|juli|august|septembar|oktobar|novembar|decembar
    =
    jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec
    =
    ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja
    pon|uto|sri|čet|pet|sub|ned

    cs|,|\u{00A0}|1|3|3|-|%|#,##0\u{00A0}%|0
    d. M. y|H:mm|{1} {0}|dop.|odp.
    ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince
    leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec
    led|úno|bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro
    =
    pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle
    po|út|st|čt|pá|so|ne

    cy|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1} {0}|AM|PM
    Ionawr|Chwefror|Mawrth|Ebrill|Mai|Mehefin|Gorffennaf|Awst|Medi|Hydref|Tachwedd|Rhagfyr
    =
    Ion|Chwef|Maw|Ebr|Mai|Meh|Gorff|Awst|Medi|Hyd|Tach|Rhag
    Ion|Chw|Maw|Ebr|Mai|Meh|Gor|Awst|Medi|Hyd|Tach|Rhag
    Dydd Llun|Dydd Mawrth|Dydd Mercher|Dydd Iau|Dydd Gwener|Dydd Sadwrn|Dydd Sul
    Llun|Maw|Mer|Iau|Gwen|Sad|Sul

    da|,|.|1|3|3|-|%|#,##0\u{00A0}%|0
    d. MMM y|HH.mm|{1} {0}|AM|PM
    januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december
    =
    jan.|feb.|mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.
    =
    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
    man.|tirs.|ons.|tors.|fre.|lør.|søn.

    de|,|.|1|3|3|-|%|#,##0\u{00A0}%|0
    dd.MM.y|HH:mm|{1}, {0}|AM|PM
    Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    =
    Jan.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.
    Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez
    Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag
    Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.

    de-CH|.|’|1|3|3|-|%|#,##0%|0
    dd.MM.y|HH:mm|{1}, {0}|AM|PM
    Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember
    =
    Jan.|Feb.|März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.
    Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez
    Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag
    Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.

    el|,|.|1|3|3|-|%|#,##0%|0
    d MMM y|h:mm\u{202F}a|{1}, {0}|π.μ.|μ.μ.
    Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|\
    Νοεμβρίου|Δεκεμβρίου
    Ιανουάριος|Φεβρουάριος|Μάρτιος|Απρίλιος|Μάιος|Ιούνιος|Ιούλιος|Αύγουστος|Σεπτέμβριος|Οκτώβριος|\
    Νοέμβριος|Δεκέμβριος
    Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ
    Ιαν|Φεβ|Μάρ|Απρ|Μάι|Ιούν|Ιούλ|Αύγ|Σεπ|Οκτ|Νοέ|Δεκ
    Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή
    Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ|Κυρ

    es|,|.|2|3|3|-|%|#,##0\u{00A0}%|0
    d MMM y|H:mm|{1}, {0}|a.\u{202F}m.|p.\u{202F}m.
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
    =
    ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo
    lun|mar|mié|jue|vie|sáb|dom

    et|,|\u{00A0}|2|3|3|−|%|#,##0%|0
    d. MMM y|HH:mm|{1} {0}|AM|PM
    jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember
    =
    jaan|veebr|märts|apr|mai|juuni|juuli|aug|sept|okt|nov|dets
    =
    esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev
    E|T|K|N|R|L|P

    fa|٫|٬|1|3|3|\u{200E}−|٪|#,##0%|۰
    d MMM y|H:mm|{1}،\u{200F} {0}|ق.ظ.|ب.ظ.
    ژانویهٔ|فوریهٔ|مارس|آوریل|مهٔ|ژوئن|ژوئیهٔ|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
    ژانویه|فوریه|مارس|آوریل|مه|ژوئن|ژوئیه|اوت|سپتامبر|اکتبر|نوامبر|دسامبر
    =
    =
    دوشنبه|سه\u{200C}شنبه|چهارشنبه|پنجشنبه|جمعه|شنبه|یکشنبه
    =

    fi|,|\u{00A0}|1|3|3|−|%|#,##0\u{00A0}%|0
    d.M.y|H.mm|{1} {0}|ap.|ip.
    tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|syyskuut\
    a|lokakuuta|marraskuuta|joulukuuta
    tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marrasku\
    u|joulukuu
    tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu
    =
    maanantaina|tiistaina|keskiviikkona|torstaina|perjantaina|lauantaina|sunnuntai
    ma|ti|ke|to|pe|la|su

    fr|,|\u{202F}|1|3|3|-|%|#,##0\u{00A0}%|0
    d MMM y|HH:mm|{1}, {0}|AM|PM
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre
    =
    janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.
    =
    lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche
    lun.|mar.|mer.|jeu.|ven.|sam.|dim.

    ga|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1} {0}|r.n.|i.n.
    Eanáir|Feabhra|Márta|Aibreán|Bealtaine|Meitheamh|Iúil|Lúnasa|Meán Fómhair|Deireadh Fómhair|Sam\
    hain|Nollaig
    =
    Ean|Feabh|Márta|Aib|Beal|Meith|Iúil|Lún|MFómh|DFómh|Samh|Noll
    =
    Dé Luain|Dé Máirt|Dé Céadaoin|Déardaoin|Dé hAoine|Dé Sathairn|Dé Domhnaigh
    Luan|Máirt|Céad|Déar|Aoine|Sath|Domh

    he|.|,|1|3|3|\u{200E}-|%|#,##0%|0
    d בMMM y|H:mm|{1}, {0}|AM|PM
    ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר
    =
    ינו׳|פבר׳|מרץ|אפר׳|מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳
    =
    יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון
    יום ב׳|יום ג׳|יום ד׳|יום ה׳|יום ו׳|שבת|יום א׳

    hi|.|,|1|3|2|-|%|#,##,##0%|0
    d MMM y|h:mm a|{1}, {0}|am|pm
    जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर
    =
    जन॰|फ़र॰|मार्च|अप्रैल|मई|जून|जुल॰|अग॰|सित॰|अक्टू॰|नव॰|दिस॰
    =
    सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार
    सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि

    hr|,|.|1|3|3|−|%|#,##0\u{00A0}%|0
    d. MMM y.|HH:mm|{1} {0}|AM|PM
    siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|prosi\
    nca
    siječanj|veljača|ožujak|travanj|svibanj|lipanj|srpanj|kolovoz|rujan|listopad|studeni|prosinac
    sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro
    =
    ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja
    pon|uto|sri|čet|pet|sub|ned

    hu|,|\u{00A0}|2|3|3|-|%|#,##0%|0
    y. MMM d.|H:mm|{1} {0}|de.|du.
    január|február|március|április|május|június|július|augusztus|szeptember|október|november|decem\
    ber
    =
    jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.
    =
    hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap
    H|K|Sze|Cs|P|Szo|V

    id|,|.|1|3|3|-|%|#,##0%|0
    d MMM y|HH.mm|{1} {0}|AM|PM
    Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember
    =
    Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des
    =
    Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu
    Sen|Sel|Rab|Kam|Jum|Sab|Min

    it|,|.|2|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1}, {0}|AM|PM
    gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre
    =
    gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic
    =
    lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica
    lun|mar|mer|gio|ven|sab|dom

    ja|.|,|1|3|3|-|%|#,##0%|0
    y/MM/dd|H:mm|{1} {0}|午前|午後
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    =
    =
    =
    月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日
    月|火|水|木|金|土|日

    ko|.|,|1|3|3|-|%|#,##0%|0
    y. M. d.|a h:mm|{1} {0}|AM|PM
    1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월
    =
    =
    =
    월요일|화요일|수요일|목요일|금요일|토요일|일요일
    월|화|수|목|금|토|일

    lt|,|\u{00A0}|1|3|3|−|%|#,##0\u{00A0}%|0
    y-MM-dd|HH:mm|{1} {0}|priešpiet|popiet
    sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|gruod\
    žio
    sausis|vasaris|kovas|balandis|gegužė|birželis|liepa|rugpjūtis|rugsėjis|spalis|lapkritis|gruodi\
    s
    saus.|vas.|kov.|bal.|geg.|birž.|liep.|rugp.|rugs.|spal.|lapkr.|gruod.
    =
    pirmadienis|antradienis|trečiadienis|ketvirtadienis|penktadienis|šeštadienis|sekmadienis
    pr|an|tr|kt|pn|št|sk

    lv|,|\u{00A0}|2|3|3|-|%|#,##0%|0
    y. 'gada' d. MMM|HH:mm|{1} {0}|priekšp.|pēcp.
    janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|dec\
    embris
    =
    janv.|febr.|marts|apr.|maijs|jūn.|jūl.|aug.|sept.|okt.|nov.|dec.
    =
    pirmdiena|otrdiena|trešdiena|ceturtdiena|piektdiena|sestdiena|svētdiena
    pirmd.|otrd.|trešd.|ceturtd.|piektd.|sestd.|svētd.

    mt|.|,|1|3|3|-|%|#,##0%|0
    dd MMM y|HH:mm|{1} {0}|AM|PM
    Jannar|Frar|Marzu|April|Mejju|Ġunju|Lulju|Awwissu|Settembru|Ottubru|Novembru|Diċembru
    =
    Jan|Fra|Mar|Apr|Mej|Ġun|Lul|Aww|Set|Ott|Nov|Diċ
    =
    It-Tnejn|It-Tlieta|L-Erbgħa|Il-Ħamis|Il-Ġimgħa|Is-Sibt|Il-Ħadd
    Tne|Tli|Erb|Ħam|Ġim|Sib|Ħad

    nb no|,|\u{00A0}|1|3|3|−|%|#,##0\u{00A0}%|0
    d. MMM y|HH:mm|{1}, {0}|a.m.|p.m.
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember
    =
    jan.|feb.|mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.
    jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des
    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag
    man.|tir.|ons.|tor.|fre.|lør.|søn.

    nl|,|.|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1}, {0}|a.m.|p.m.
    januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december
    =
    jan|feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec
    =
    maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag
    ma|di|wo|do|vr|za|zo

    pl|,|\u{00A0}|2|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1}, {0}|AM|PM
    stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|gru\
    dnia
    styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|grudzi\
    eń
    sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru
    =
    poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela
    pon.|wt.|śr.|czw.|pt.|sob.|niedz.

    pt|,|.|1|3|3|-|%|#,##0%|0
    d 'de' MMM 'de' y|HH:mm|{1} {0}|AM|PM
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
    =
    jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.
    =
    segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo
    seg.|ter.|qua.|qui.|sex.|sáb.|dom.

    pt-PT|,|\u{00A0}|2|3|3|-|%|#,##0%|0
    dd/MM/y|HH:mm|{1}, {0}|a.m.|p.m.
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro
    =
    jan.|fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.
    =
    segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo
    segunda|terça|quarta|quinta|sexta|sábado|domingo

    ro|,|.|1|3|3|-|%|#,##0\u{00A0}%|0
    d MMM y|HH:mm|{1}, {0}|a.m.|p.m.
    ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decemb\
    rie
    =
    ian.|feb.|mar.|apr.|mai|iun.|iul.|aug.|sept.|oct.|nov.|dec.
    =
    luni|marți|miercuri|joi|vineri|sâmbătă|duminică
    lun.|mar.|mie.|joi|vin.|sâm.|dum.

    ru|,|\u{00A0}|1|3|3|-|%|#,##0\u{00A0}%|0
    d MMM y\u{202F}'г'.|HH:mm|{1}, {0}|AM|PM
    января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря
    январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь
    янв.|февр.|мар.|апр.|мая|июн.|июл.|авг.|сент.|окт.|нояб.|дек.
    янв.|февр.|март|апр.|май|июнь|июль|авг.|сент.|окт.|нояб.|дек.
    понедельник|вторник|среда|четверг|пятница|суббота|воскресенье
    пн|вт|ср|чт|пт|сб|вс

    sk|,|\u{00A0}|1|3|3|-|%|#,##0\u{00A0}%|0
    d. M. y|H:mm|{1}, {0}|AM|PM
    januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra
    január|február|marec|apríl|máj|jún|júl|august|september|október|november|december
    jan|feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec
    =
    pondelok|utorok|streda|štvrtok|piatok|sobota|nedeľa
    po|ut|st|št|pi|so|ne

    sl|,|.|2|3|3|−|%|#,##0\u{00A0}%|0
    d. MMM y|HH:mm|{1}, {0}|dop.|pop.
    januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december
    =
    jan.|feb.|mar.|apr.|maj|jun.|jul.|avg.|sep.|okt.|nov.|dec.
    =
    ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja
    pon.|tor.|sre.|čet.|pet.|sob.|ned.

    sr|,|.|1|3|3|-|%|#,##0%|0
    d. M. y.|HH:mm|{1} {0}|AM|PM
    јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар
    =
    јан|феб|мар|апр|мај|јун|јул|авг|сеп|окт|нов|дец
    =
    понедељак|уторак|среда|четвртак|петак|субота|недеља
    пон|уто|сре|чет|пет|суб|нед

    sr-Latn|,|.|1|3|3|-|%|#,##0%|0
    d. M. y.|HH:mm|{1} {0}|AM|PM
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar
    =
    jan|feb|mar|apr|maj|jun|jul|avg|sep|okt|nov|dec
    =
    ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja
    pon|uto|sre|čet|pet|sub|ned

    sv|,|\u{00A0}|1|3|3|−|%|#,##0\u{00A0}%|0
    d MMM y|HH:mm|{1} {0}|fm|em
    januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december
    =
    jan.|feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.
    =
    måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag
    mån|tis|ons|tors|fre|lör|sön

    sw|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1} {0}|AM|PM
    Januari|Februari|Machi|Aprili|Mei|Juni|Julai|Agosti|Septemba|Oktoba|Novemba|Desemba
    =
    Jan|Feb|Mac|Apr|Mei|Jun|Jul|Ago|Sep|Okt|Nov|Des
    =
    Jumatatu|Jumanne|Jumatano|Alhamisi|Ijumaa|Jumamosi|Jumapili
    =

    th|.|,|1|3|3|-|%|#,##0%|0
    d MMM y|HH:mm|{1} {0}|AM|PM
    มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันว\
    าคม
    =
    ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.
    =
    วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันศุกร์|วันเสาร์|วันอาทิตย์
    จ.|อ.|พ.|พฤ.|ศ.|ส.|อา.

    tr|,|.|1|3|3|-|%|%#,##0|0
    d MMM y|HH:mm|{1} {0}|ÖÖ|ÖS
    Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık
    =
    Oca|Şub|Mar|Nis|May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara
    =
    Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar
    Pzt|Sal|Çar|Per|Cum|Cmt|Paz

    uk|,|\u{00A0}|1|3|3|-|%|#,##0%|0
    d MMM y\u{202F}'р'.|HH:mm|{1}, {0}|дп|пп
    січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня
    січень|лютий|березень|квітень|травень|червень|липень|серпень|вересень|жовтень|листопад|грудень
    січ.|лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.
    =
    понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя
    пн|вт|ср|чт|пт|сб|нд

    ur|.|,|1|3|3|\u{200E}-|%|#,##0%|0
    d MMM، y|h:mm a|{1} {0}|AM|PM
    جنوری|فروری|مارچ|اپریل|مئی|جون|جولائی|اگست|ستمبر|اکتوبر|نومبر|دسمبر
    =
    =
    =
    پیر|منگل|بدھ|جمعرات|جمعہ|ہفتہ|اتوار
    =

    vi|,|.|1|3|3|-|%|#,##0%|0
    d MMM, y|HH:mm|{0} {1}|SA|CH
    tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|thán\
    g 12
    Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|Tháng 11|Thán\
    g 12
    thg 1|thg 2|thg 3|thg 4|thg 5|thg 6|thg 7|thg 8|thg 9|thg 10|thg 11|thg 12
    Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|Tháng 11|Thán\
    g 12
    Thứ Hai|Thứ Ba|Thứ Tư|Thứ Năm|Thứ Sáu|Thứ Bảy|Chủ Nhật
    Th 2|Th 3|Th 4|Th 5|Th 6|Th 7|CN

    zh|.|,|1|3|3|-|%|#,##0%|0
    y年M月d日|HH:mm|{1} {0}|上午|下午
    一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月
    =
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    =
    星期一|星期二|星期三|星期四|星期五|星期六|星期日
    周一|周二|周三|周四|周五|周六|周日

    zh-Hant|.|,|1|3|3|-|%|#,##0%|0
    y年M月d日|ah:mm|{1} {0}|上午|下午
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月
    =
    =
    =
    星期一|星期二|星期三|星期四|星期五|星期六|星期日
    週一|週二|週三|週四|週五|週六|週日

    zu|.|,|1|3|3|-|%|#,##0%|0
    MMM d, y|HH:mm|{1} {0}|AM|PM
    Januwari|Februwari|Mashi|Ephreli|Meyi|Juni|Julayi|Agasti|Septhemba|Okthoba|Novemba|Disemba
    =
    Jan|Feb|Mas|Eph|Mey|Jun|Jul|Aga|Sep|Okt|Nov|Dis
    =
    UMsombuluko|ULwesibili|ULwesithathu|ULwesine|ULwesihlanu|UMgqibelo|ISonto
    Mso|Bil|Tha|Sin|Hla|Mgq|Son
    """
}
