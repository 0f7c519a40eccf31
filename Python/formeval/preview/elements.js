// What the page is made of. No text of a form is ever HTML.

export const FOCUS = 'a[href], button, input, select, textarea, summary';
export const usable = one => !one.disabled && one.checkVisibility();
export const key = JSON.stringify;
export const join = (...texts) => texts.filter(Boolean).join(' ');

/** Whether a value is one of a list. */
export function same(list) {
  const keys = new Set((list ?? []).map(one => key(one)));
  return value => keys.has(key(value));
}

/** Makes an element; texts become text nodes. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [one, value] of Object.entries(properties)) {
    if (one in made) made[one] = value; else made.setAttribute(one, value);
  }
  made.append(...children);
  return made;
}

export const button = (onclick, text = '', className = '') =>
  make('button', { type: 'button', onclick, className }, text);

/** What a language calls itself; the tag where the browser does not know the language. */
export function ownName(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag);
  } catch {
    return tag;
  }
}

/** A tag that the browser takes as that of a language; it knows fewer than a form may declare. */
export function localeOf(tag = 'en') {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return 'en';
  }
}

/** The script that people write in these places. Browsers name the places without it. */
const CHINESE = { zh: 'zh-hans', 'zh-tw': 'zh-hant', 'zh-hk': 'zh-hant', 'zh-mo': 'zh-hant' };

/** The tag of a list that a language is read by, as Docs/FileFormat.md says; undefined if there is
 *  none. */
export function lookup(language, tags) {
  const find = tag => tags.find(one => one.toLowerCase() === tag);
  const parts = (language ?? '').toLowerCase().split('-');
  for (let found; parts.length; parts.pop()) {
    const tag = parts.join('-');
    if ((found = find(tag) ?? find(CHINESE[tag]))) return found;
  }
  return undefined;
}

/** Lets an element have exactly these children, and moves only those that stand elsewhere. */
export function arrange(parent, children) {
  let place = parent.firstChild;
  for (const child of children) {
    if (child === place) place = place.nextSibling;
    else if (parent.moveBefore && child.isConnected && parent.isConnected) {
      parent.moveBefore(child, place);
    } else parent.insertBefore(child, place);
  }
  while (place) [place] = [place.nextSibling, place.remove()];
  return parent;
}

/** Writes a text, and hides its element where there is none. */
export function write(element, text) {
  if (element.textContent !== (text || '')) element.textContent = text || '';
  element.hidden = !text;
}

// Accents of Latin, Greek and Cyrillic letters, and the vowels of Arabic and Hebrew, which people
// leave out. In other scripts, such as Devanagari and Kana, a mark makes another letter.
const ACCENTS = /[\u0300-\u036F]|(?=[\p{scx=Arab}\p{scx=Hebr}])\p{M}/gu;
// In capitals ß is SS, and ı is I, whatever the language of the browser.
const plainLetters = text => text.normalize('NFKD').replace(ACCENTS, '').toUpperCase();

/** Whether a text has what is searched for, whatever the case and the accents of its letters. */
export function isFound(searched, text) {
  return plainLetters(text).includes(plainLetters(searched.trim()));
}
