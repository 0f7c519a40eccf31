// The preview's own words in the languages of the standard messages. Those of errors and of values
// come from the form. Not yet read by native speakers, but for English.

import { lookup } from './elements.js';

const NAMES = `next back required problem error shown add remove up down other waits sent tapped
  accept reject pages language less more tap yes no none search choose`.split(/\s+/);

/** By language: the words in the order of the names. */
const WORDS = {
  en: 'Continue|Back|required|There is a problem|Error|Shown|Add|Remove|Move up|Move down|' +
    'Something else|Waits for an answer|Sent.|Tapped|Accept|Reject|Pages|Language|Less|More|' +
    'Tap|Yes|No|Not answered|Search|Choose a file',
  ar: 'متابعة|رجوع|مطلوب|هناك مشكلة|خطأ|ظهر|إضافة|إزالة|نقل إلى أعلى|نقل إلى أسفل|شيء آخر|' +
    'في انتظار رد|تم الإرسال.|تم الضغط|قبول|رفض|الصفحات|اللغة|أقل|أكثر|ضغط|نعم|لا|بلا إجابة|بحث|' +
    'اختيار ملف',
  de: 'Weiter|Zurück|Pflichtfeld|Es gibt ein Problem|Fehler|Neu|Hinzufügen|Entfernen|Nach oben|' +
    'Nach unten|Etwas anderes|Wartet auf eine Antwort|Gesendet.|Angetippt|Annehmen|Ablehnen|' +
    'Seiten|Sprache|Weniger|Mehr|Antippen|Ja|Nein|Keine Angabe|Suchen|Datei auswählen',
  es: 'Continuar|Atrás|obligatorio|Hay un problema|Error|Nuevo|Añadir|Quitar|Subir|Bajar|' +
    'Otra cosa|A la espera de una respuesta|Enviado.|Pulsado|Aceptar|Rechazar|Páginas|Idioma|' +
    'Menos|Más|Pulsar|Sí|No|Sin respuesta|Buscar|Elegir un archivo',
  fr: 'Continuer|Retour|obligatoire|Il y a un problème|Erreur|Nouveau|Ajouter|Retirer|Monter|' +
    'Descendre|Autre chose|En attente d’une réponse|Envoyé.|Appui|Accepter|Refuser|Pages|' +
    'Langue|Moins|Plus|Appuyer|Oui|Non|Sans réponse|Rechercher|Choisir un fichier',
  hi: 'आगे बढ़ें|वापस|आवश्यक|एक समस्या है|त्रुटि|अब दिख रहा है|जोड़ें|हटाएँ|ऊपर ले जाएँ|' +
    'नीचे ले जाएँ|कुछ और|उत्तर की प्रतीक्षा है|भेज दिया गया।|दबाया गया|स्वीकार करें|' +
    'अस्वीकार करें|पृष्ठ|भाषा|कम|अधिक|दबाएँ|हाँ|नहीं|कोई उत्तर नहीं|खोजें|फ़ाइल चुनें',
  it: 'Continua|Indietro|obbligatorio|C’è un problema|Errore|Nuovo|Aggiungi|Rimuovi|Sposta su|' +
    'Sposta giù|Altro|In attesa di una risposta|Inviato.|Premuto|Accetta|Rifiuta|Pagine|' +
    'Lingua|Meno|Più|Premi|Sì|No|Nessuna risposta|Cerca|Scegli un file',
  ja: '次へ|戻る|必須|問題があります|エラー|表示|追加|削除|上へ移動|下へ移動|その他|回答を待っています|送信しました。|押されました|受け付ける|拒否する|ページ|言語|' +
    '減らす|増やす|押す|はい|いいえ|未回答|検索|ファイルを選択',
  nl: 'Doorgaan|Terug|verplicht|Er is een probleem|Fout|Nieuw|Toevoegen|Verwijderen|Omhoog|' +
    'Omlaag|Iets anders|Wacht op een antwoord|Verzonden.|Aangetikt|Accepteren|Weigeren|' +
    'Pagina’s|Taal|Minder|Meer|Aantikken|Ja|Nee|Niet beantwoord|Zoeken|Bestand kiezen',
  pl: 'Dalej|Wstecz|wymagane|Wystąpił problem|Błąd|Nowe|Dodaj|Usuń|Przesuń w górę|' +
    'Przesuń w dół|Coś innego|Oczekiwanie na odpowiedź|Wysłano.|Naciśnięto|Zaakceptuj|Odrzuć|' +
    'Strony|Język|Mniej|Więcej|Naciśnij|Tak|Nie|Brak odpowiedzi|Szukaj|Wybierz plik',
  pt: 'Continuar|Voltar|obrigatório|Há um problema|Erro|Novo|Adicionar|Remover|Mover para cima|' +
    'Mover para baixo|Outra coisa|Aguardando uma resposta|Enviado.|Tocado|Aceitar|Recusar|' +
    'Páginas|Idioma|Menos|Mais|Tocar|Sim|Não|Sem resposta|Pesquisar|Escolher um arquivo',
  'pt-PT': 'Continuar|Voltar|obrigatório|Há um problema|Erro|Novo|Adicionar|Remover|' +
    'Mover para cima|' +
    'Mover para baixo|Outra coisa|À espera de uma resposta|Enviado.|Tocado|Aceitar|Recusar|' +
    'Páginas|Idioma|Menos|Mais|Tocar|Sim|Não|Sem resposta|Pesquisar|Escolher um ficheiro',
  ru: 'Далее|Назад|обязательно|Есть ошибки|Ошибка|Появилось|Добавить|Удалить|Переместить вверх|' +
    'Переместить вниз|Другое|Ожидается ответ|Отправлено.|Нажато|Принять|Отклонить|Страницы|' +
    'Язык|Меньше|Больше|Нажать|Да|Нет|Нет ответа|Поиск|Выбрать файл',
  tr: 'Devam|Geri|zorunlu|Bir sorun var|Hata|Yeni|Ekle|Kaldır|Yukarı taşı|Aşağı taşı|' +
    'Başka bir şey|Yanıt bekleniyor|Gönderildi.|Basıldı|Kabul et|Reddet|Sayfalar|Dil|Azalt|' +
    'Artır|Bas|Evet|Hayır|Yanıt yok|Ara|Dosya seç',
  uk: 'Далі|Назад|обов’язково|Є помилки|Помилка|З’явилося|Додати|Вилучити|Перемістити вгору|' +
    'Перемістити вниз|Інше|Очікується відповідь|Надіслано.|Натиснуто|Прийняти|Відхилити|' +
    'Сторінки|Мова|Менше|Більше|Натиснути|Так|Ні|Немає відповіді|Пошук|Вибрати файл',
  zh: '继续|返回|必填|存在问题|错误|已显示|添加|移除|上移|下移|其他|正在等待答复|已提交。|已点按|接受|拒绝|页面|语言|减少|增加|点按|是|否|未作答|搜索|选择文件',
  'zh-Hant': '繼續|返回|必填|發生問題|錯誤|已顯示|新增|移除|上移|下移|其他|正在等待回覆|已送出。|已點按|接受|拒絕|頁面|語言|減少|增加|點按|是|否|未作答|' +
    '搜尋|' +
    '選擇檔案',
};

const known = new Map();

/** The words in a language by their names; English where the language has none. */
export function wordsOf(language) {
  if (!known.has(language)) known.set(language, found(language));
  return known.get(language);
}

function found(language) {
  const words = WORDS[lookup(language, Object.keys(WORDS)) ?? 'en'].split('|');
  return Object.fromEntries(NAMES.map((name, index) => [name, words[index]]));
}
