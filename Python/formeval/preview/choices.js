// Controls to choose from options: a list, buttons, a matrix, or many options that are searched.

import { arrange, isFound, key, make, same, write } from './elements.js';

/** Above this many options they can be searched. */
const LONG = 20;

export const chosenOf = row =>
  (row.value === null ? [] : Array.isArray(row.value) ? row.value : [row.value]);
export const titled = ({ value, title }) =>
  title ?? (typeof value === 'string' ? value : key(value));

/** A field that leaves only the options with a text in their titles, and says how many they are. */
function searchField(row, form, update) {
  const input = make('input', { type: 'search', autocomplete: 'off', oninput: update });
  const word = make('span'), count = make('output', { className: 'hint' });
  input.onkeydown = event => { if (event.key === 'Enter') event.preventDefault(); };
  return {
    element: make('div', { className: 'search' }, make('label', {}, word, input), count),
    finds: option => isFound(input.value, titled(option)),
    get isOn() { return input.value.trim() !== ''; },
    update(found, all) {
      write(word, form.word('search'));
      input.ariaLabel = `${form.label(row)}: ${form.word('search')}`;
      write(count, this.isOn && `${found} / ${all}`);
    },
  };
}

export function choice(row, view, form) {
  const section = form.around.get(row), isCells = section.kind === 'matrix';
  const several = row.type === 'multipleSelector' || section.selection === 'multiple';
  const isLong = () => !isCells && form.optionsOf(row).length > LONG;
  const isSearched = isLong();
  view.isOutdated = () => isLong() !== isSearched;
  const listed = !isCells && !several && !row.other && !isSearched && row.type !== 'segmented'
    && section.kind !== 'selectable';
  const body = listed ? make('select', {
    onchange: () => form.edit({ set: { [row.id]: JSON.parse(body.value) } }, view),
  }) : isCells ? make('tr') : make('div', { className: isSearched ? 'options long' : 'options' });
  const select = value => form.edit({ select: { [row.id]: value } }, view);
  const nodes = new Map(), none = make('option', { value: 'null' });
  // A radio button that is chosen cannot be taken back by itself.
  const nothing = make('label', {}, make('input', {
    type: 'radio', name: row.id, onclick: () => form.edit({ set: { [row.id]: null } }, view),
  }), make('span'));
  const node = (name, build) => nodes.get(name) ?? nodes.set(name, build()).get(name);
  const other = make('input', { className: 'other', onchange: async () => {
    const enter = { enter: { [row.id]: other.value } };
    const { error } = await (several ? select(other.value) : form.edit(enter, view));
    if (!error) other.value = '';
  } });
  const own = make('label', { className: 'own' }, make('span'), other);
  const build = value => (listed ? make('option', { value: key(value) }) : make('label', {},
    make('input', {
      type: several ? 'checkbox' : 'radio', name: row.id, onclick: () => select(value),
    }), make('span')));
  const buildGroup = () => (listed ? make('optgroup') : make('div', { role: 'group' },
    make('p', { className: 'group' }), make('div', { className: 'options' }),
    make('p', { className: 'hint' })));

  const update = () => {
    const chosen = chosenOf(row), isChosen = same(chosen);
    const isOpen = row.options ? same(row.options) : () => true, isOff = same(row.disabledOptions);
    const all = form.optionsOf(row), isKnown = same(all.map(one => one.value));
    const texts = row.other ? chosen.filter(one => !isKnown(one)).map(value => ({ value })) : [];
    const open = all.filter(one => isOpen(one.value) || isChosen(one.value));
    const found = search?.isOn ? open.filter(search.finds) : open;
    // What is chosen stays in sight.
    const offered = [...open.filter(one => found.includes(one) || isChosen(one.value)), ...texts];
    search?.update(found.length, open.length);
    const draw = ({ value, title = titled({ value }) }) => {
      const option = node(key(value), () => build(value));
      write(listed ? option : option.lastChild, title);
      const disabled = Boolean(row.disabled || row.calculated || isOff(value));
      Object.assign(listed ? option : option.firstChild, { disabled },
        !listed && { checked: isChosen(value) },
        isCells && { ariaLabel: `${form.label(row)}: ${title}` });
      return option;
    };
    const grouped = (row.optionGroups ?? []).map(({ key: name, title, footer, options }) => {
      const inside = offered.filter(one => same(options)(one.value)).map(draw);
      const group = node(`group ${key(name)}`, buildGroup);
      arrange(listed ? group : group.children[1], inside);
      if (listed) group.label = title ?? '';
      else {
        group.ariaLabel = title ?? '';
        write(group.firstChild, title);
        write(group.lastChild, footer);
      }
      return { group, options, isEmpty: !inside.length };
    });
    const isGrouped = same(grouped.flatMap(({ options }) => options));
    const drawn = [
      ...grouped.filter(one => !search?.isOn || !one.isEmpty).map(({ group }) => group),
      ...offered.filter(one => !isGrouped(one.value)).map(draw),
    ];
    write(none, row.placeholder ?? '—');
    write(own.firstChild, form.word('other'));
    if (isCells) {
      const cell = (name, inside) => arrange(node(`cell ${key(name)}`, () => make('td')), inside);
      const { columns, hasOwn } = form.views.get(section.id);
      const filled = columns.map(({ value }) =>
        cell(value, offered.filter(one => key(one.value) === key(value)).map(draw)));
      const last = hasOwn ? [cell(undefined, row.other ? [...texts.map(draw), own] : [])] : [];
      arrange(body, [body.firstChild, ...filled, ...last]);
    } else {
      const isLeftOut = several || row.required || search?.isOn;
      const first = listed ? [none] : isLeftOut ? [] : [nothing];
      arrange(body, [...first, ...drawn, ...row.other ? [own] : []]);
      const disabled = Boolean(row.disabled || row.calculated);
      Object.assign(nothing.firstChild, { checked: row.value === null, disabled });
      write(nothing.lastChild, form.word('none'));
    }
    if (listed) Object.assign(body, { value: key(row.value), disabled: row.disabled });
    Object.assign(other, {
      ariaLabel: `${form.label(row)}: ${form.word('other')}`, placeholder: row.placeholder ?? '…',
      disabled: row.disabled,
    });
  };
  const search = isSearched ? searchField(row, form, update) : undefined;
  const element = search ? make('div', {}, search.element, body) : body;
  return { element, input: listed ? element : undefined, grouped: !listed, update };
}
