// Shows beside the form what it does: why a row is as it is, what each edit changed, what it holds.

import { changed, reasonsOf, stated } from './changes.js';
import { button, join, key, lookup, make, ownName } from './elements.js';
import { asCommand, asTest, begin, keep, named } from './log.js';
import { Picture } from './pictures.js';
import { form } from './renderer.js';
import * as samples from './samples.js';

const small = (text, onclick) => button(onclick, text, 'small');
const label = (text, control) => make('label', {}, text, control);
const details = (title, ...inside) => make('details', {}, make('summary', {}, title), ...inside);
const shows = name => make('pre', { tabIndex: 0, role: 'region', ariaLabel: name });
const actions = (...buttons) => make('p', { className: 'actions' }, ...buttons);
const field = size => make('input', { size });
const flip = (text, checked, onchange) => {
  const input = make('input', { type: 'checkbox', role: 'switch', checked, onchange });
  return { input, element: make('label', { className: 'toggle' }, input, ` ${text}`) };
};
const called = member => [form.names.get(member), member.title].filter(Boolean).join(' ');

const asked = async (text, line) => { text.textContent = (await form.ask(line)).error ?? ''; };

let explained, explainedName, soon; // The row or section that "Why" is about.
const why = shows('Why'), json = shows('JSON'), log = make('ol', { reversed: true });
const members = make('select', { id: 'members', onchange: () => explain(members.value) });
const undo = small('Undo', () => form.ask({ undo: true }));
const redo = small('Redo', () => form.ask({ redo: true }));
const again = small('Start again', async () => {
  const { misfits } = await form.ask({ open: true });
  await form.load(false);
  samples.restart();
  samples.tellMisfits(misfits);
});
const [name, value, now] = [field(9), field(12), field(21)];
const said = make('p', { className: 'error' });
const ripple = new Picture('Last edit', 'Picture of the last edit', id => explain(id));
const around = new Picture(
  'Around the row', 'Picture of what decides it, and what it decides', id => explain(id));
const held = details('Values and saved state', actions(
  ...['values', 'save', 'blockers'].map(word => small(word, async () =>
    write(json, (await form.ask({ [word]: true }))[word])))), json);
const hidden = flip('Hidden rows in the form', false, show);
const author = flip('Open any page', sessionStorage.opensAll === 'true', show);
const foreign = make('p', { className: 'error', hidden: true });
const panel = make('div', {}, foreign, hidden.element, author.element, actions(undo, redo, again),
  samples.element, make('h2', {}, 'Why'), label('Click the title of a row, or choose ', members),
  why, around.element, make('h2', {}, 'Changes'),
  actions(small('Copy as command', () => copy(asCommand())),
    small('Copy as test', async () => copy(await asTest()))),
  ripple.element, log, held,
  details('Inputs and now',
    make('p', {}, label('Input ', name), label(' is ', value), ' ',
      small('Set input', () => asked(said, { enter: { [name.value]: value.value } }))),
    make('p', {}, label('now() is ', now), ' ',
      small('Set now', () => asked(said, { now: now.value }))),
    said));
const shown = flip('Inspector', true, show);
form.opensAll = author.input.checked;
document.getElementById('inspector').append(shown.element, panel);
// Asks why only of the hidden rows that can be seen: a form may have thousands.
const watcher = new IntersectionObserver(seen => seen.filter(one => one.isIntersecting)
  .forEach(one => tellReason(one.target)));

around.element.addEventListener('toggle', () => drawAround());
// While the picture of edits is open, each line asks for its own.
const { ask } = form;
const others = ['state', 'save', 'values', 'why', 'impact', 'graph', 'blockers', 'next', 'open'];
form.ask = line => {
  const [first, ...rest] = [line].flat();
  if (!ripple.isOpen || others.some(word => word in first)) return ask.call(form, line);
  const drawn = { ...first, ripple: true };
  return ask.call(form, Array.isArray(line) ? [drawn, ...rest] : drawn);
};

function write(element, given) {
  element.textContent = typeof given === 'string' ? given : JSON.stringify(given, null, 2);
}

async function copy(text) {
  write(json, text);
  held.open = true;
  await navigator.clipboard?.writeText(text).catch(() => {});
}

async function drawAround() {
  const id = explained ?? members.value;
  if (!around.isOpen || !form.members.has(id)) return around.wipe();
  const { dot, error } = await form.ask({ graph: id });
  if (id !== (explained ?? members.value)) return undefined;
  if (error) return around.say(error);
  return around.draw(dot, `What decides ${called(form.members.get(id))}`);
}

/** Tells why a row or section is as it is, and what a change of it can reach. */
async function explain(id) {
  members.value = explained = id;
  explainedName = form.names.get(form.members.get(id));
  const { causes = [], verdict = [], error } = await form.ask({ why: id });
  const { readers = [], reads = [] } = await form.ask({ impact: id });
  if (id !== explained) return;
  const reached = (word, list) => (list.length ? [word] : []).concat(list.map(one => {
    const through = one.through?.length ? ` through ${one.through.join(', ')}` : '';
    return `  ${one.name} ${one.use}${through}`;
  }));
  const told = causes.flatMap(cause => [sentence(cause), ...cause.reasons.flatMap(parts)]);
  const groups = [[...error ? [error] : [], ...told, ...verdict], reached('can change', readers),
    reached('reads', reads)];
  write(why, groups.filter(one => one.length).map(one => one.join('\n')).join('\n\n'));
  await drawAround();
}

function sentence(cause) {
  const because = cause.because.map(stated).join(' and ');
  return stated(cause) + (because && `, because ${because}.`);
}

/** A line for each part of a text that decides, with its result. */
function parts({ parts: list, text }) {
  return (list ?? (text ? [{ depth: 0, text }] : [])).map(one => {
    const value = one.value === null ? 'nil' : key(one.value) ?? '';
    const result = one.failed ?? (one.needed === false ? 'not needed' : value);
    return `  ${'  '.repeat(one.depth)}${one.text}   ${result}`;
  });
}

/** Tells why anew after an edit, once for all that come at once; `id` is that of the row by now. */
function explainAgain(id = explained) {
  clearTimeout(soon);
  if (id === undefined) return;
  if (form.members.has(id)) soon = setTimeout(() => explain(id), 50);
  else {
    explained = undefined;
    write(why, '');
    around.wipe();
  }
}

/** Shows the inspector or not, the hidden rows in the form or not, and all pages or not. */
function show() {
  const isOn = shown.input.checked;
  panel.hidden = !isOn;
  sessionStorage.opensAll = author.input.checked;
  form.ghost = isOn && hidden.input.checked ? ghost : undefined;
  form.opensAll = isOn && author.input.checked;
  form.frame();
  form.arrangeAll();
  refresh();
}

/** What stands in the form, in grey, for a hidden row or section. */
function ghost(member) {
  const text = make('p', { lang: 'en', dir: 'ltr' }), body = make('div');
  const isCell = form.around.get(member)?.kind === 'matrix';
  const cell = () => make('tr', {}, make('td', { colSpan: 99 }, text));
  text.dataset.of = member.id;
  write(text, called(member));
  const element = make(isCell ? 'tbody' : 'div', { className: 'hidden' },
    ...isCell ? [cell()] : [text, body]);
  return { element, body, update() {} };
}

async function tellReason(text) {
  const member = form.members.get(text.dataset.of);
  const { causes = [] } = await form.ask({ why: text.dataset.of });
  const hides = causes.filter(one => one.attribute === 'hidden' && one.value);
  const reasons = hides.flatMap(one => one.reasons.filter(two => two.text).map(two => {
    const of = two.tag === member.tag ? '' : `${two.tag}: `;
    return `${of}${two.text} is ${key(two.parts?.[0].value)}`;
  }));
  write(text, [called(member), ...reasons].join(' · '));
}

function refresh() {
  undo.ariaDisabled = String(!form.state.canUndo);
  redo.ariaDisabled = String(!form.state.canRedo);
  author.element.hidden = !form.state.pages?.length;
  tellLanguage();
  const all = [...form.members.values()], chosen = members.value, before = [...members.options];
  const isOther = all.length !== before.length
    || all.some((one, place) => before[place].value !== one.id);
  const options = isOther ? all.map(one => make('option', { value: one.id })) : before;
  for (const [place, text] of all.map(called).entries()) {
    if (options[place].textContent !== text) options[place].textContent = text;
  }
  if (isOther) members.replaceChildren(...options);
  if (isOther && form.members.has(chosen)) members.value = chosen;
  watcher.disconnect();
  document.querySelectorAll('#form [data-of]').forEach(one => watcher.observe(one));
}

/** The language that the command line asks for: `--input language=fr`, `--input=language:="fr"`. */
function askedLanguage(words = []) {
  const inputs = words.map((word, place) =>
    (words[place - 1] === '--input' ? word : word.match(/^--input=(.*)/s)?.[1] ?? ''));
  const given = inputs.map(one => one.match(/^language(:?)=(.*)/s));
  const [, isJSON, text] = given.findLast(Boolean) ?? [];
  return isJSON ? JSON.parse(text) : text;
}

/** Says that the form lacks the language that the command line asks for. */
function tellLanguage() {
  const { language, languages = [] } = form.state ?? {};
  const asked = askedLanguage(form.command);
  foreign.hidden = !asked || !languages.length || Boolean(lookup(asked, languages));
  if (foreign.hidden) return;
  write(foreign, `The form has no texts in '${asked}'; people read ${ownName(language)}.`);
}

form.addEventListener('status', ({ detail }) => { form.command = detail.command ?? form.command; });
form.addEventListener('state', ({ detail: { saved, misfits } }) => {
  begin(saved);
  log.replaceChildren();
  members.replaceChildren();
  ripple.wipe();
  refresh();
  samples.refresh();
  if (misfits) samples.tellMisfits(misfits);
  // Ids are those of another opening; the row is known by its name.
  const explainedNow = [...form.members.values()]
    .find(one => form.names.get(one) === explainedName);
  if (explained !== undefined) explainAgain(explainedNow?.id ?? '');
});
form.addEventListener('answer', ({ detail: { line, answer, mine, saved } }) => {
  const { changes = [], counts, error, problems } = answer;
  const objects = [line].flat().map(({ ripple: isDrawn, ...one }) => one);
  if (!error) keep(Array.isArray(line) ? objects : objects[0], saved);
  if (changes.length && answer.ripple && ripple.isOpen) {
    ripple.draw(answer.ripple, 'What the last edit changed');
  } else if (changes.length) ripple.wipe();
  if (!error) explainAgain();
  const told = error ? [{ text: error }] : changed(answer, form);
  if (!told.length) told.push({ text: 'nothing changed' });
  const did = told.map(one => make('div', {}, one.text));
  // Each reason is a question of its own, for which the next edit waits.
  for (const [place, one] of panel.hidden ? [] : told.slice(0, 10).entries()) {
    reasonsOf(one, form).then(why => { did[place].textContent = join(one.text, why); });
  }
  if (!error) {
    for (const one of problems.began) did.push(make('div', {}, `problem: ${one.message}`));
    const { evaluated, conditions } = counts;
    did.push(make('div', {}, `${evaluated} of ${conditions} conditions evaluated`));
  }
  const edits = objects.map(named).flatMap(({ as, ...one }) => Object.entries(one));
  const done = edits.map(([word, given]) => `${word} ${key(given)}`).join(' + ');
  const by = mine ? '' : ' by another window';
  log.prepend(make('li', {}, make('b', {}, done), by, ...did));
  while (log.children.length > 200) log.lastChild.remove();
  refresh();
});
document.getElementById('form').addEventListener('click', event => {
  const row = event.target.closest('.title')?.closest('[data-id]');
  const id = row?.dataset.id ?? event.target.dataset.of;
  if (form.members.has(id)) explain(id);
});
