// The control of each type of row. Each gives its element, perhaps an input that has the label, and
// an update; `grouped` says that the element holds several controls.

import { choice } from './choices.js';
import { button, key, localeOf, make, write } from './elements.js';

const MODES = {
  int: 'numeric', decimal: 'decimal', stepper: 'decimal', email: 'email', phone: 'tel', url: 'url',
};
const TYPES = {
  date: 'date', time: 'time', countDown: 'time', dateTime: 'datetime-local', slider: 'range',
  password: 'password',
};
/** What is written from left to right in each language, as numbers with their signs are. */
const LEFT_TO_RIGHT = [...Object.keys(MODES), 'password', 'account', 'zipCode'];
/** What a browser may fill in. */
const AUTOCOMPLETE = {
  name: 'name', email: 'email', phone: 'tel', password: 'new-password', account: 'username',
  zipCode: 'postal-code', url: 'url',
};

/** The control that shows a row as it is now. */
export function controlOf(row, form) {
  if (form.around.get(row).kind === 'matrix') return choice;
  if (row.calculated) return output;
  if (row.type === 'label') return () => ({});
  if (row.type === 'button') return press;
  if (form.optionsOf(row)) return choice;
  if (['switch', 'check'].includes(row.type)) return row.value === null ? answer : toggle;
  return row.type === 'file' ? file : text;
}

function output(row) {
  const element = make('output');
  return { element, update: () => { element.textContent = row.display ?? '—'; } };
}

function press(row, view, form) {
  const line = { tap: row.id };
  const tap = () => (row.submits ? form.leave(line) : form.edit(line, view));
  const element = button(tap, '', row.submits && 'main');
  // A button that submits may be tapped while the form is invalid, to see why.
  return { element, update: () => Object.assign(element, {
    textContent: form.label(row), disabled: row.disabled && !row.submits,
  }) };
}

function toggle(row, view, form) {
  const onchange = () => form.edit({ set: { [row.id]: input.checked } }, view);
  const input = make('input', { type: 'checkbox', onchange });
  if (row.type === 'switch') input.role = 'switch';
  // A switch that has lost its answer becomes the question for one.
  view.isOutdated = () => row.value === null;
  return { element: input, input, isToggle: true, update: () => Object.assign(input, {
    checked: row.value === true, indeterminate: row.value === null, disabled: row.disabled,
  }) };
}

/** A switch without an answer: yes, no, or neither. */
function answer(row, view, form) {
  const choices = [['yes', true], ['no', false], ['none', null]].map(([word, value]) => {
    const onclick = () => form.edit({ set: { [row.id]: value } }, view);
    const radio = make('input', { type: 'radio', name: row.id, onclick });
    return { word, value, radio, label: make('label', {}, radio, make('span')) };
  });
  const element = make('div', { className: 'options' }, ...choices.map(one => one.label));
  return { element, grouped: true, update: () => {
    for (const { word, value, radio, label } of choices) {
      write(label.lastChild, form.word(word));
      Object.assign(radio, { checked: row.value === value, disabled: row.disabled });
      label.hidden = value === null && row.required;
    }
  } };
}

/** The name of the chosen file is the value. Nothing of the file is read or sent. */
function file(row, view, form) {
  const enter = name => form.edit({ enter: { [row.id]: name } }, view);
  // The button of the browser speaks the language of the browser, so another one is shown.
  const input = make('input', { type: 'file', className: 'unseen' });
  input.onchange = () => enter(input.files[0]?.name ?? '');
  const choose = make('span', { className: 'choose', ariaHidden: 'true' });
  choose.onclick = () => input.click();
  const shown = make('span'), remove = button(() => enter(''), '', 'small');
  const element = make('div', { className: 'field' }, input, choose, shown, remove);
  return { input, element, update: () => {
    const name = row.value === null ? '' : String(row.value);
    write(choose, form.word('choose'));
    write(shown, name);
    if (name !== (input.files[0]?.name ?? '')) {
      // The control shows the name that the form has, for example after an undo.
      const chosen = new DataTransfer();
      if (name) chosen.items.add(new File([], name));
      input.files = chosen.files;
    }
    input.disabled = row.disabled;
    write(remove, name && !row.disabled && form.word('remove'));
    remove.ariaLabel = `${form.word('remove')}: ${form.label(row)}`;
  } };
}

function text(row, view, form) {
  const type = TYPES[row.type], slides = type === 'range';
  const native = type && !slides && type !== 'password';
  const number = ['int', 'decimal', 'stepper'].includes(row.type);
  const autocomplete = AUTOCOMPLETE[row.type] ?? 'off';
  const input = row.type === 'textArea' ? make('textarea', { rows: 4 })
    : make('input', { type: type ?? 'text', autocomplete });
  if (MODES[row.type]) input.inputMode = MODES[row.type];
  if (LEFT_TO_RIGHT.includes(row.type)) input.dir = 'ltr';
  // `known`: the value that the field has shown or given last.
  let shown, sent, known, sending = 0;
  const look = (value = row.value) =>
    key([value, number && form.state.language, native && form.state.timeZone]);
  const zone = () => form.state.timeZone ?? 'UTC';
  const spelled = ({ value } = row) => {
    if (value === null) return '';
    const plain = { useGrouping: false, maximumFractionDigits: 15, numberingSystem: 'latn' };
    if (number) return new Intl.NumberFormat(localeOf(form.state.language), plain).format(value);
    if (row.type === 'dateTime') return clock(value, zone());
    if (row.type === 'countDown') return value.slice(11, 16);
    return typeof value === 'object' ? key(value) : String(value);
  };
  const entered = ({ value } = input) => {
    if (value && row.type === 'dateTime') return instant(value, zone());
    return value && row.type === 'countDown' ? `1970-01-01T${value}:00Z` : value;
  };
  const send = async () => {
    if (input.validity.badInput) { // Half of a date.
      [view.typed, sent] = [true, undefined];
      // The control tells no text. The form refuses this one, as any that is not a date.
      const { shown: refusal } = await form.ask({ as: 'user', enter: { [row.id]: '–' } });
      if (input.validity.badInput) view.refusal = refusal ?? input.validationMessage;
      return view.update();
    }
    const given = sent = input.value;
    sending += 1;
    const answered = await form.edit({ enter: { [row.id]: entered() } }, view);
    const { error, code, changes = [] } = answered, last = input.value === given;
    view.typed = Boolean(error) || !last;
    const made = changes.find(one => one.id === row.id && one.attribute === 'value');
    if (made) known = key(made.new);
    // The value that half of the text gave before is none that the user meant; one of another
    // window is.
    if (code === 'wrongType' && row.value !== null && last && key(row.value) === known) {
      const cleared = await form.ask({ as: 'user', enter: { [row.id]: '' } });
      if (!cleared.error) known = key(null);
    }
    sending -= 1;
    // The value that the text gave, also if another window has changed it since.
    if (!error) shown = look(made ? made.new : row.value);
    if (sending) return undefined;
    return !last && view.typing ? send() : view.update();
  };
  input.oninput = () => {
    view.typed = true;
    view.typing = !slides;
    // A year of less than four digits is being typed.
    if (!sending && !(native && /^0/.test(input.value))) send();
  };
  input.onkeydown = event => {
    // An Enter that ends the composition of a word, as in Japanese, is not one of its own.
    if (event.key !== 'Enter' || event.isComposing || row.type === 'textArea') return;
    event.preventDefault();
    form.follow(row);
  };
  Object.assign(view, { input, enter: (given, typing) => {
    Object.assign(view, { typed: true, typing });
    if (input.value !== given) input.value = given; // Half of a date is '', and stays.
    send();
  } });
  input.onblur = () => {
    if (!view.typing && !input.validity.badInput && !(native && view.refusal)) return;
    view.typing = false;
    if (input.value !== sent || input.validity.badInput) send(); else view.update();
    if (!native) form.ask({ as: 'user', blur: [row.id] });
    form.summarize();
  };
  const unit = make('span', { className: 'unit' });
  const steps = (row.type === 'stepper' ? [-1, 1] : []).map(by => button(() => {
    const to = (row.value ?? row.minimum ?? 0) + by * (row.step ?? 1);
    form.edit({ set: { [row.id]: Number(to.toFixed(10)) } }, view);
  }, by < 0 ? '−' : '+', 'small'));
  const update = () => {
    Object.assign(input, { disabled: row.disabled, placeholder: row.placeholder ?? '' });
    write(unit, slides ? row.display ?? '—' : row.unit);
    const { minimum: min, maximum: max, step } = row;
    if (slides) Object.assign(input, { min: min ?? 0, max: max ?? 100, step: step ?? 'any' });
    else if (['date', 'time'].includes(row.type)) {
      // A browser empties half of a date when a bound is set, also to the same one.
      for (const [name, bound] of [['min', min ?? ''], ['max', max ?? '']]) {
        if (input[name] !== bound) input[name] = bound;
      }
    }
    steps.forEach((one, place) => Object.assign(one, {
      disabled: row.disabled,
      ariaLabel: `${form.word(place ? 'more' : 'less')}: ${form.label(row)}`,
    }));
    // What is being typed, or was refused, stays until the value becomes another one otherwise.
    const isRefused = view.typed && view.refusal;
    if (sending || (isRefused ? key(row.value) === known : look() === shown)) return;
    [shown, known] = [look(), key(row.value)];
    view.typed = false;
    view.refusal = undefined;
    input.value = sent = spelled();
  };
  return { input, element: make('div', { className: 'field' }, input, unit, ...steps), update };
}

/** A point in time as the clock of a time zone shows it, for a native control. */
function clock(time, timeZone) {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone, dateStyle: 'short', timeStyle: 'short',
  });
  return format.format(new Date(time)).replace(' ', 'T');
}

function instant(shown, timeZone) {
  const wanted = Date.parse(`${shown}Z`);
  let time = wanted;
  for (let pass = 0; pass < 2; pass += 1) time += wanted - Date.parse(`${clock(time, timeZone)}Z`);
  return new Date(time).toISOString().replace('.000', '');
}
