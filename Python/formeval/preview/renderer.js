// Shows a form from its state, and keeps it by change sets alone, as Docs/Protocols.md says.
// No text of a form is ever HTML.

import { wordsOf } from './words.js';

const MODES = { int: 'numeric', decimal: 'decimal', stepper: 'decimal', email: 'email', phone: 'tel', url: 'url' };
const TYPES = { date: 'date', time: 'time', countDown: 'time', dateTime: 'datetime-local', slider: 'range', password: 'password' };
const FOCUS = 'a[href], button, input, select, textarea, summary';
const usable = one => !one.disabled && one.checkVisibility();
const key = JSON.stringify;
const join = (...texts) => texts.filter(Boolean).join(' ');
const same = list => { const keys = new Set((list ?? []).map(key)); return value => keys.has(key(value)); };

/** Makes an element; texts become text nodes. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [one, value] of Object.entries(properties)) {
    if (one in made) made[one] = value; else made.setAttribute(one, value);
  }
  made.append(...children);
  return made;
}
const button = (onclick, text = '', className = '') => make('button', { type: 'button', onclick, className }, text);

/** What a language calls itself; the tag where the browser does not know the language. */
function ownName(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag);
  } catch {
    return tag;
  }
}

/** Lets an element have exactly these children, and moves only those that stand elsewhere. */
function arrange(parent, children) {
  let place = parent.firstChild;
  for (const child of children) {
    if (child === place) place = place.nextSibling;
    else if (parent.moveBefore && child.isConnected && parent.isConnected) parent.moveBefore(child, place);
    else parent.insertBefore(child, place);
  }
  while (place) [place] = [place.nextSibling, place.remove()];
  return parent;
}

/** Writes a text, and hides its element where there is none. */
function write(element, text) {
  if (element.textContent !== (text || '')) element.textContent = text || '';
  element.hidden = !text;
}

/** A form on the page: its state, its elements, and the way to the server. */
class Form extends EventTarget {
  constructor(root) {
    super();
    Object.assign(this, { root, queue: Promise.resolve(), arrived: new Map(), window: crypto.randomUUID(), generation: 0 });
    this.session = location.hash.slice(1, 41) || crypto.randomUUID();
    history.replaceState(null, '', `#${this.session}`);
    const events = new EventSource(`events?session=${this.session}&window=${this.window}`);
    events.onmessage = message => this.hear(JSON.parse(message.data));
    events.onerror = () => this.tell('status', { ended: 'The preview does not answer.' });
  }

  tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  // The server

  /** Sends a line after those before it, and gives the answer once the page shows it. */
  ask(line) {
    const sent = this.queue.then(() => this.post('line', { session: this.session, generation: this.generation, line }));
    this.queue = sent;
    return sent.then(message => (message.answer?.changes ? this.arrive({ ...message, line, mine: true }) : message.answer ?? {}));
  }

  async post(path, body) {
    const request = { method: 'POST', body: key(body), headers: { 'X-Formeval': this.window } };
    const response = await fetch(path, request).catch(() => null);
    const answer = await response?.json().catch(() => null) ?? { error: 'The preview does not answer.' };
    if (answer.stale) this.load();
    if (!response?.ok) this.tell('status', { ended: answer.ended ?? answer.error });
    return answer;
  }

  /** Builds the page anew. The focus, what is being typed and what was refused stay with the row of that name. */
  async load(keepsTexts = true) {
    const asked = { session: this.session, generation: this.generation, line: { state: true } };
    const { generation, sequence, answer, saved } = await this.post('line', asked);
    if (!answer?.state) return;
    const focused = this.names?.get(this.views.get(document.activeElement.closest('[data-id]')?.dataset.id)?.member);
    const texts = [...this.views?.values() ?? []].filter(one => (one.typing || one.typed) && !one.input.validity.badInput)
      .map(one => [this.names.get(one.member), one.input.value, one.typing, key(one.member.value)]);
    for (const view of this.views?.values() ?? []) view.typing = false; // The user does not leave the control that goes.
    Object.assign(this, { generation, sequence, arrived: new Map(), state: answer.state });
    this.index();
    this.show();
    const called = name => [...this.views.values()].find(one => one.member && this.names.get(one.member) === name);
    if (focused) called(focused)?.focus();
    // A text that was refused goes where the row has another value by now.
    for (const [name, text, typing, value] of keepsTexts ? texts : []) {
      const view = called(name);
      if (typing || view && key(view.member.value) === value) view?.enter?.(text, typing);
    }
    this.tell('state', saved);
  }

  hear({ status, ...message }) {
    const { generation, sequence, answer } = message;
    if (status) this.tell('status', status);
    if (status ? status.generation !== this.generation || sequence > this.sequence : answer.open) this.load(!answer);
    else if (answer && generation === this.generation) this.arrive(message);
  }

  /** Applies change sets in the order in which the form made them, whoever brings them. */
  arrive(message) {
    return new Promise(done => {
      this.arrived.set(message.sequence, { ...message, done });
      for (let next; (next = this.arrived.get(this.sequence + 1)); next.done(next.answer)) {
        this.arrived.delete(++this.sequence);
        this.change(next.answer, next.mine);
        this.tell('answer', next);
      }
      if (message.sequence <= this.sequence) done(message.answer);
    });
  }

  /** An edit by the user. What is refused is shown at the view, or below the form. */
  async edit(line, view) {
    const answer = await this.ask({ as: 'user', ...line }), refusal = answer.shown ?? answer.error;
    if (answer.error) this.tell('answer', { line, answer, mine: true });
    if (view) {
      view.refusal = refusal;
      view.update();
      this.summarize();
    } else if (refusal) this.note(refusal);
    return answer;
  }

  /** An edit that leaves the page or submits it: not past a text that was refused. */
  async leave(line) {
    await this.queue;
    const of = 'tap' in line ? 'form' : 'page';
    const stays = one => one.typed && one.refusal && (of === 'form' ? one.element.isConnected : one.element.checkVisibility());
    return [...this.views.values()].some(stays) ? this.summarize(of) : this.edit(line);
  }

  // The state

  /** Finds the members by id, what is around them, and what edits call them. */
  index() {
    for (const name of ['members', 'items', 'around', 'names']) this[name] = new Map();
    const add = (member, owner, base) => {
      this.members.set(member.id, member);
      this.around.set(member, owner);
      this.names.set(member, base ? [base, member.tag].filter(Boolean).join('.') : member.tag ?? member.id);
    };
    for (const section of this.state.sections) {
      const base = this.names.get(this.items.get(section.item));
      add(section, this.items.get(section.item), base);
      for (const row of section.rows ?? []) add(row, section, base);
      for (const [place, item] of (section.items ?? []).entries()) {
        this.items.set(item.id, item);
        this.around.set(item, section);
        this.names.set(item, `${this.names.get(section)}[${place}]`);
        for (const row of item.rows) add(row, item, this.names.get(item));
      }
    }
    // An item that undo brings back is made anew.
    for (const [id, { member }] of this.views ?? []) {
      if (member && (this.members.get(id) ?? this.items.get(Number(id.slice(1)))) !== member) this.views.delete(id);
    }
  }

  apply(answer) {
    const { state } = this;
    state.optionSources = { ...state.optionSources, ...answer.optionSources };
    if (answer.items) this.applyItems(answer.items);
    const touched = new Set([...answer.changes, ...answer.stateChanges ?? []].flatMap(change => this.applyChange(change)));
    // A row has no options of its own while all can be chosen.
    for (const row of touched) if (row?.options && row.options.length === this.optionsOf(row)?.length) delete row.options;
    for (const word of ['canSubmit', 'dirty', 'canUndo', 'canRedo', 'language', 'direction', 'timeZone', 'page',
      'progress']) {
      if (answer[word]) state[word] = answer[word].new;
    }
    for (const { page, attribute, new: value } of answer.pages ?? []) state.pages[page][attribute] = value;
    if (answer.pending) {
      const { began, ended } = answer.pending, left = state.pendingValidations ?? [];
      state.pendingValidations = [...left.filter(one => !ended.some(two => two.token === one.token)), ...began];
      for (const row of [...ended, ...began].map(one => this.members.get(one.id)).filter(Boolean)) {
        row.pending = state.pendingValidations.some(one => one.id === row.id);
        touched.add(row);
      }
    }
    return touched;
  }

  applyItems({ removed, moved, inserted }) {
    const leaving = [...removed.map(one => [one.sectionId, one.at]), ...moved.map(one => [one.sectionId, one.from])];
    const coming = moved.map(one => [one.sectionId, one.to, this.items.get(one.id)]);
    for (const { sections = [], at, section, sectionId, ...item } of inserted) {
      coming.push([sectionId, at, item]);
      this.state.sections.push(...sections);
      for (const inner of sections) this.members.set(inner.id, inner);
    }
    for (const [id, at] of leaving.sort((a, b) => b[1] - a[1])) this.members.get(id).items.splice(at, 1);
    for (const [id, at, item] of coming.sort((a, b) => a[1] - b[1])) this.members.get(id).items.splice(at, 0, item);
    // The sections of an item stand behind its list, in the order of the items.
    const inside = id => this.state.sections.filter(section => section.item === id);
    const ordered = section => [section, ...(section.items ?? []).flatMap(item => inside(item.id).flatMap(ordered))];
    this.state.sections = inside(undefined).flatMap(ordered);
    this.index();
  }

  applyChange({ id, item, tag, optionSource: source, attribute, new: value, display, errorDetails }) {
    if (source) {
      const { optionSources } = this.state;
      if (attribute === 'optionTitles') retitle(optionSources[source], value);
      else optionSources[source] = value;
      return [...this.members.values()].filter(one => one.optionSource === source);
    }
    const member = id ? this.members.get(id) : item ? this.items.get(item) : tag === null && this.state;
    if (!member) return undefined; // A row that is gone, or an input.
    const texts = { groupTitles: 'title', groupFooters: 'footer' }[attribute];
    if (attribute === 'bounds') {
      for (const bound of ['minimum', 'maximum', 'step', 'minuteInterval']) member[bound] = value[bound];
    } else if (attribute === 'optionTitles') {
      retitle(member.allOptions ?? [], value);
    } else if (texts) {
      for (const group of member.optionGroups ?? []) if (group.key in value) group[texts] = value[group.key];
    } else {
      member[attribute] = value;
      if (attribute === 'value') member.display = display;
      if (attribute === 'errors') member.errorDetails = errorDetails;
      if (attribute === 'verdict') member.verdictDetails = errorDetails;
    }
    return member;
  }

  /** All options of a row or a matrix, which may have them from a source; undefined without options. */
  optionsOf({ optionSource, allOptions }) { return optionSource ? this.state.optionSources[optionSource] : allOptions; }

  // The page

  word(name) { return wordsOf(this.state.language)[name]; }

  /** What people call a row, a section or an item. */
  label(member) {
    const owner = this.around.get(member);
    if (owner?.items) return `${this.label(owner)} ${owner.items.indexOf(member) + 1}`;
    return member.title ?? (owner?.rows?.length === 1 ? this.label(owner) : member.tag ?? member.type ?? member.id);
  }

  show() {
    Object.assign(this, { views: new Map(), links: new Map(), pageButtons: new Map() });
    this.heading = make('h1', { tabIndex: -1 });
    const languages = (this.state.languages ?? []).map(one => make('option', { value: one, lang: one }, ownName(one)));
    this.language = make('select', { onchange: () => this.ask({ set: { language: this.language.value } }) }, ...languages);
    this.languages = make('label', { hidden: !languages.length }, make('span'), ' ', this.language);
    [this.texts, this.pageTexts, this.foot] = ['', '', ''].map(() => make('p', { className: 'hint' }));
    this.summary = make('div', { className: 'summary', tabIndex: -1, role: 'group', hidden: true }, make('h2'), make('ul'));
    [this.pages, this.body, this.pending] = [make('nav'), make('div'), make('div')];
    this.pageTitle = make('h2', { tabIndex: -1 });
    this.back = button(() => this.edit({ page: 'previous' }));
    this.next = button(() => this.leave({ page: 'next' }), '', 'main');
    this.region = make('p', { role: 'status' });
    this.root.replaceChildren(make('header', {}, this.heading, this.languages), this.texts, this.summary, this.pages,
      make('div', { className: 'card' }, this.pageTitle, this.pageTexts, this.body),
      make('p', { className: 'actions' }, this.back, this.next), this.pending, this.region, this.foot);
    this.change({ changes: [] }, false, true);
  }

  change(answer, mine, everything = answer.page || answer.language || answer.items) {
    const active = document.activeElement;
    const controls = this.root.contains(active) && [...this.root.querySelectorAll(FOCUS)];
    const touched = this.apply(answer);
    for (const owner of [...touched].map(one => this.around.get(one))) if (owner?.kind === 'matrix') touched.add(owner);
    const is = (...names) => answer.changes.some(change => names.includes(change.attribute));
    for (const [id, view] of this.views) {
      // A switch that has lost its answer becomes the question for one.
      if (view.isToggle && view.member.value === null) everything = this.views.delete(id);
      const passed = view.refusal && !view.typed; // Of a control that shows the value again.
      if (passed) view.refusal = undefined;
      if (passed || everything || touched.has(view.member)) view.update();
    }
    if (everything || answer.pages || is('hidden')) this.arrangeAll();
    this.frame();
    if (mine && answer.page) this.summary.hidden = true;
    this.summarize(mine && (answer.refusedMove ? 'page' : answer.refusedSubmit ? 'form' : ''));
    const shown = answer.changes.filter(change => change.attribute === 'hidden' && !change.new && change.id)
      .map(change => this.members.get(change.id)).filter(one => one?.title && this.views.get(one.id)?.element.checkVisibility());
    if (mine && answer.page) (this.pageTitle.hidden ? this.heading : this.pageTitle).focus();
    else if (shown.length) this.note(`${this.word('shown')}: ${shown.slice(0, 5).map(one => one.title).join(', ')}`, 'unseen');
    for (const { action, name, id } of mine && answer.actions || []) {
      if (action === 'submit') this.note(this.word('sent'));
      else if (action === 'tap') this.note(`${this.word('tapped')}: ${name ?? this.label(this.members.get(id))}`);
    }
    if (mine && answer.waitingSubmit) this.note(answer.waitingSubmit.withdrawn ? '' : this.word('waits'));
    // The focus goes on to what follows where its element is gone.
    const lost = document.activeElement === active || !this.root.contains(document.activeElement);
    if (controls && lost && !usable(active)) {
      const place = controls.indexOf(active), order = [...controls.slice(place + 1), ...controls.slice(0, place).reverse()];
      (order.find(usable) ?? this.heading).focus();
    }
  }

  note(text, className = 'note') { Object.assign(this.region, { className: text && className, textContent: text }); }

  /** What stands around the sections. */
  frame() {
    const { state } = this, { pages = [] } = state, page = pages[state.page];
    document.documentElement.lang = state.language ?? 'en';
    document.documentElement.dir = state.direction;
    write(this.heading, state.title ?? '…');
    write(this.texts, join(state.subtitle, state.help));
    write(this.foot, state.footer);
    write(this.languages.firstChild, this.word('language'));
    if (state.language) this.language.value = state.language;
    const visible = [...pages.keys()].filter(index => pages[index].visible);
    this.pages.hidden = !visible.length;
    this.pages.ariaLabel = this.word('pages');
    arrange(this.pages, visible.map(index => {
      const { complete, valid, progress, title } = pages[index];
      if (!this.pageButtons.has(index)) this.pageButtons.set(index, button(() => (index < this.state.page ? this.edit({ page: index }) : this.leave({ page: index }))));
      const one = this.pageButtons.get(index);
      write(one, join(complete && valid && progress.required && '✓', title ?? `${index + 1}`));
      one.ariaCurrent = index === state.page ? 'step' : null;
      return one;
    }));
    write(this.pageTitle, page?.title);
    write(this.pageTexts, page && join(page.subtitle, page.help));
    write(this.back, page && visible[0] !== state.page && this.word('back'));
    write(this.next, page && visible.at(-1) !== state.page && this.word('next'));
    arrange(this.pending, (state.pendingValidations ?? []).map(one => this.view(one.token, () => this.question(one))));
    document.title = join(!this.summary.hidden && `${this.word('error')}:`, [page?.title, state.title ?? 'Form'].filter(Boolean).join(' – '));
  }

  /** A question of a rule that takes time, with its answers. */
  question({ token, function: name, arguments: given }) {
    const text = make('input', { ariaLabel: `${this.word('reject')}: ${token}` });
    const answer = (word, value) => button(() => this.ask({ resolve: { [token]: value() } }), this.word(word));
    const element = make('div', { className: 'card' }, make('p', {}, `${this.word('waits')}: ${name}(${key(given)})`),
      answer('accept', () => true), text, answer('reject', () => text.value || false));
    return { element, update() {} };
  }

  /** Lets the visible rows, items and sections stand in their places; other pages are there, and hidden.
   *  Who sets `ghost` draws what stands for hidden rows and sections. */
  arrangeAll() {
    const { pages = [], page, sections } = this.state;
    const paged = new Set(pages.flatMap(one => one.sectionIds)), current = new Set(pages[page]?.sectionIds);
    const children = new Map(), around = [];
    const ghost = member => this.view(`ghost ${member.id}`, () => this.ghost(member));
    for (const section of sections) {
      const depth = section.depth ?? 0, parent = around[depth - 1];
      around[depth] = section;
      const place = parent?.items ? this.items.get(section.item) : parent;
      if (section.hidden && !this.ghost) continue;
      const level = around.slice(0, depth).filter(one => one.title).length + (pages.length ? 3 : 2);
      const element = section.hidden ? ghost(section) : this.view(section.id, () => this.section(section, Math.min(level, 6)));
      element.hidden = !parent && paged.has(section.id) && !current.has(section.id);
      children.set(place, [...children.get(place) ?? [], section]);
    }
    const rows = list => list.filter(row => this.ghost || !row.hidden)
      .map(row => (row.hidden ? ghost(row) : this.view(row.id, () => this.row(row))));
    const inside = owner => (children.get(owner) ?? []).map(section => {
      const items = (section.hidden ? [] : section.items ?? []).map(item => {
        const element = this.view(`i${item.id}`, () => this.item(item));
        arrange(this.views.get(`i${item.id}`).body, [...rows(item.rows), ...inside(item)]);
        return element;
      });
      const { head = [], body, element } = this.views.get(section.hidden ? `ghost ${section.id}` : section.id);
      arrange(body, [...head, ...rows(section.rows ?? []), ...items, ...inside(section)]);
      return element;
    });
    arrange(this.body, inside(undefined));
  }

  /** The element of a member, made where there is none. */
  view(id, build) {
    if (!this.views.has(id)) {
      const view = build();
      view.focus ??= () => [...view.element.querySelectorAll(FOCUS)].find(usable)?.focus();
      if (view.member) view.element.dataset.id = id;
      this.views.set(id, view);
      view.update();
    }
    return this.views.get(id).element;
  }

  section(section, level) {
    const isMatrix = section.kind === 'matrix', title = make(`h${level}`, { className: 'title' });
    const body = make(isMatrix ? 'table' : 'div', { className: section.kind ?? 'plain' }), head = make('tr');
    const [hint, errors, foot] = ['hint', 'error', 'hint'].map(className => make('p', { className }));
    const insert = async template => {
      const place = { section: section.id, at: section.items.length };
      const { items } = await this.edit({ insert: [template ? { ...place, template } : place] }, view);
      if (items) this.views.get(`i${items.inserted[0].id}`)?.focus();
    };
    const inserts = section.items && !section.counted && (section.allows ?? ['insert']).includes('insert');
    const adds = (inserts ? section.templates ?? [''] : []).map(name => [name, button(() => insert(name))]);
    const actions = make('p', { className: 'actions', hidden: !adds.length }, ...adds.map(([, one]) => one));
    const element = make(section.collapsed ? 'details' : 'section', {}, section.collapsed ? make('summary', {}, title) : title,
      hint, body, errors, actions, foot);
    const view = { member: section, element, body, head: isMatrix ? [make('thead', {}, head)] : [], update: () => {
      const chooses = section.kind === 'selectable'; // Its row has the title.
      if (isMatrix) this.columns(section, view, head);
      write(title, !chooses && section.title);
      write(hint, !chooses && join(section.subtitle, section.help));
      write(foot, section.footer);
      write(errors, view.failed = join(view.refusal, ...section.verdict ?? []));
      for (const [name, add] of adds) {
        Object.assign(add, { disabled: !section.canInsert, textContent: join(this.word('add'), name) });
        add.ariaLabel = `${add.textContent}: ${this.label(section)}`;
      }
    } };
    return view;
  }

  /** Heads a matrix with the options that a row offers or has, and perhaps with one for texts that are no option. */
  columns(section, view, head) {
    const rows = section.rows.filter(row => !row.hidden), scope = 'col';
    const given = same(rows.flatMap(row => [...row.options ?? this.optionsOf(row).map(one => one.value), ...chosenOf(row)]));
    const columns = this.optionsOf(section).filter(one => given(one.value)), hasOwn = rows.some(row => row.other);
    const texts = [...columns.map(titled), ...hasOwn ? [this.word('other')] : []];
    Object.assign(view, { columns, hasOwn }).body.ariaLabel = this.label(section);
    head.replaceChildren(make('td'), ...texts.map(text => make('th', { scope }, text)));
    for (const row of rows) this.views.get(row.id)?.update();
  }

  item(item) {
    const list = this.around.get(item), body = make('div'), title = make('p', { className: 'title' });
    const place = () => list.items.indexOf(item);
    const act = by => button(() => {
      const at = { section: list.id, at: place() };
      this.edit(by ? { move: [{ ...at, to: place() + by }] } : { remove: [at] }, this.views.get(list.id));
    }, '', 'small');
    const buttons = { up: act(-1), down: act(1), remove: act(0) };
    const actions = make('p', { className: 'actions' }, ...Object.values(buttons));
    const element = make('div', { className: 'item', role: 'group' }, title, body, actions);
    return { member: item, element, body, update: () => {
      const label = element.ariaLabel = this.label(item);
      write(title, (item.rows.length !== 1 || item.rows[0].title) && label);
      for (const [name, one] of Object.entries(buttons)) {
        Object.assign(one, { textContent: this.word(name), ariaLabel: `${this.word(name)}: ${label}` });
      }
      buttons.up.hidden = buttons.down.hidden = !list.allows?.includes('reorder');
      buttons.up.disabled = !item.canMove || place() === 0;
      buttons.down.disabled = !item.canMove || place() === list.items.length - 1;
      buttons.remove.hidden = !item.canDelete;
    } };
  }

  row(row) {
    const id = row.id.slice(1), view = { member: row }, isCell = this.around.get(row).kind === 'matrix';
    const control = isCell ? choice : row.calculated ? output : row.type === 'label' ? () => ({}) : row.type === 'button' ? press
      : this.optionsOf(row) ? choice : !['switch', 'check'].includes(row.type) ? text : row.value === null ? answer : toggle;
    const { input, element = '', grouped, update = () => {} } = control(row, view, this);
    view.isToggle = control === toggle;
    const title = make('span'), mark = make('span', { className: 'mark' }), actions = make('p', { className: 'actions' });
    const label = make(isCell ? 'th' : grouped ? 'legend' : input ? 'label' : 'p', { className: 'title' }, title, ' ', mark);
    if (isCell) element.append(Object.assign(label, { scope: 'row' }));
    const [hint, errors, foot] = ['hint', 'error', 'foot'].map(name => make('p', { className: name, id: `${id}-${name}` }));
    if (input) label.htmlFor = input.id = id;
    const texts = [hint, errors, foot, actions], below = make('td', {}, ...isCell ? texts : []);
    view.element = make(isCell ? 'tbody' : grouped ? 'fieldset' : 'div', { className: `row ${row.type}` }, ...isCell
      ? [element, make('tr', {}, below)] : row.type === 'button' ? [element, ...texts] : view.isToggle
        ? [make('div', { className: 'toggle' }, element, label), ...texts] : [label, hint, element, errors, foot, actions]);
    if (input) view.focus = () => input.focus();
    view.update = () => {
      update(); // The control may show the value again in place of a refused text.
      // A refused text leaves the row without a value: that error would mislead.
      const details = view.refusal ? [{ message: !view.typing && view.refusal }]
        : row.errorDetails ?? row.errors.map(message => ({ message }));
      write(title, this.label(row));
      write(mark, row.required && !row.calculated && `(${this.word('required')})`);
      write(hint, join(row.subtitle, row.help, row.selectorTitle));
      write(foot, row.footer);
      write(errors, join(...details.map(one => one.message), row.pending && `${this.word('waits')} …`));
      view.failed = details.find(one => one.severity !== 'warning')?.message;
      errors.className = view.failed ? 'error' : 'warning';
      view.element.classList.toggle('failed', Boolean(view.failed));
      const taps = row.disabled && row.tapsWhenDisabled ? [{ title: this.word('tap') }] : [];
      arrange(actions, [...row.actions ?? [], ...taps].map(({ name: action, title: text = action, disabled }, place) => Object.assign(
        actions.children[place] ?? button(() => this.edit(action ? { tap: row.id, action } : { tap: row.id }, view), '', 'small'),
        { textContent: text, ariaLabel: `${text}: ${this.label(row)}`, disabled: disabled || row.disabled && !row.tapsWhenDisabled })));
      actions.hidden = !actions.firstChild;
      const described = texts.filter(one => one !== actions && !one.hidden).map(one => one.id).join(' ');
      for (const one of isCell ? element.querySelectorAll('input') : [input ?? (grouped ? view.element : element)].filter(Boolean)) {
        one.setAttribute('aria-describedby', described);
      }
      if (input) input.ariaInvalid = String(Boolean(view.failed));
      if (isCell) Object.assign(below, { colSpan: element.children.length }).parentNode.hidden = texts.every(one => one.hidden);
    };
    return view;
  }

  /** The errors of the page or the form, each as a link, once it could not be left. */
  summarize(of) {
    if (of) Object.assign(this, { summarized: of }).summary.hidden = false;
    if (this.summary.hidden) return;
    const texts = new Set();
    const failed = [...this.body.querySelectorAll('[data-id]')].filter(one => this.summarized === 'form' || one.checkVisibility())
      .map(one => this.views.get(one.dataset.id)).filter(one => one?.failed);
    arrange(this.summary.lastChild, failed.map(view => {
      const owner = this.around.get(view.member), label = this.label(view.member), named = this.around.get(owner)?.items;
      let text = view.failed.includes(label) ? view.failed : `${label}: ${view.failed}`;
      if (named && !text.startsWith(this.label(owner))) text = `${this.label(owner)}, ${text}`;
      if (texts.has(text)) text += ` (${this.names.get(view.member)})`;
      texts.add(text);
      if (!this.links.has(view)) this.links.set(view, make('li', {}, make('a', { href: `#${view.member.id.slice(1)}` })));
      const link = this.links.get(view);
      write(link.firstChild, text);
      link.firstChild.onclick = event => { event.preventDefault(); this.goTo(view); };
      return link;
    }));
    this.summary.hidden = !failed.length;
    this.summary.ariaLabel = this.word('problem');
    write(this.summary.firstChild, this.word('problem'));
    this.frame();
    if (of) this.summary.focus();
  }

  async goTo(view) {
    const page = this.state.pages?.findIndex(one => one.sectionIds.some(id => this.views.get(id)?.element.contains(view.element)));
    if (page >= 0 && page !== this.state.page) await this.edit({ page });
    view.focus();
  }
}

// Controls: each gives its element, perhaps an input that has the label, and an update.

function output(row) {
  const element = make('output');
  return { element, update: () => { element.textContent = row.display ?? '—'; } };
}

function press(row, view, form) {
  const element = button(() => (row.submits ? form.leave({ tap: row.id }) : form.edit({ tap: row.id }, view)), '', row.submits && 'main');
  // A button that submits may be tapped while the form is invalid, to see why.
  return { element, update: () => Object.assign(element, { textContent: form.label(row), disabled: row.disabled && !row.submits }) };
}

function toggle(row, view, form) {
  const input = make('input', { type: 'checkbox', onchange: () => form.edit({ set: { [row.id]: input.checked } }, view) });
  if (row.type === 'switch') input.role = 'switch';
  const update = () => Object.assign(input, { checked: row.value === true, indeterminate: row.value === null, disabled: row.disabled });
  return { element: input, input, update };
}

/** A switch without an answer: yes, no, or neither. */
function answer(row, view, form) {
  const choices = [['yes', true], ['no', false], ['none', null]].map(([word, value]) => {
    const radio = make('input', { type: 'radio', name: row.id, onclick: () => form.edit({ set: { [row.id]: value } }, view) });
    return { word, value, radio, label: make('label', {}, radio, make('span')) };
  });
  return { element: make('div', { className: 'options' }, ...choices.map(one => one.label)), grouped: true, update: () => {
    for (const { word, value, radio, label } of choices) {
      write(label.lastChild, form.word(word));
      Object.assign(radio, { checked: row.value === value, disabled: row.disabled });
      label.hidden = value === null && row.required;
    }
  } };
}

/** Other options are told beside their titles. */
const retitle = (options, titles) => options.length === titles.length && options.forEach((option, place) => { option.title = titles[place]; });
const chosenOf = row => (row.value === null ? [] : Array.isArray(row.value) ? row.value : [row.value]);
const titled = ({ value, title }) => title ?? (typeof value === 'string' ? value : key(value));

function choice(row, view, form) {
  const section = form.around.get(row), several = row.type === 'multipleSelector' || section.selection === 'multiple';
  const isCells = section.kind === 'matrix';
  const listed = !isCells && !several && !row.other && row.type !== 'segmented' && section.kind !== 'selectable';
  const element = listed ? make('select', { onchange: () => form.edit({ set: { [row.id]: JSON.parse(element.value) } }, view) })
    : isCells ? make('tr') : make('div', { className: 'options' });
  const select = value => form.edit({ select: { [row.id]: value } }, view);
  const nodes = new Map(), none = make('option', { value: 'null' });
  const node = (name, build) => nodes.get(name) ?? nodes.set(name, build()).get(name);
  const other = make('input', { className: 'other', onchange: async () => {
    const { error } = await (several ? select(other.value) : form.edit({ enter: { [row.id]: other.value } }, view));
    if (!error) other.value = '';
  } });
  const update = () => {
    const chosen = chosenOf(row), isChosen = same(chosen);
    const isOpen = row.options ? same(row.options) : () => true, isOff = same(row.disabledOptions);
    const all = form.optionsOf(row), isKnown = same(all.map(one => one.value));
    const texts = row.other ? chosen.filter(one => !isKnown(one)).map(value => ({ value })) : [];
    const offered = [...all.filter(one => isOpen(one.value) || isChosen(one.value)), ...texts];
    const draw = ({ value, title = titled({ value }) }) => {
      const option = node(key(value), () => (listed ? make('option', { value: key(value) }) : make('label', {},
        make('input', { type: several ? 'checkbox' : 'radio', name: row.id, onclick: () => select(value) }), make('span'))));
      write(listed ? option : option.lastChild, title);
      const off = Boolean(row.disabled || row.calculated || isOff(value));
      Object.assign(listed ? option : option.firstChild, { disabled: off }, !listed && { checked: isChosen(value) },
        isCells && { ariaLabel: `${form.label(row)}: ${title}` });
      return option;
    };
    const grouped = (row.optionGroups ?? []).map(({ key: name, title, footer, options }) => {
      const inside = offered.filter(one => same(options)(one.value)).map(draw);
      const group = node(`group ${key(name)}`, () => (listed ? make('optgroup') : make('div', { role: 'group' },
        make('p', { className: 'group' }), make('div', { className: 'options' }), make('p', { className: 'hint' }))));
      arrange(listed ? group : group.children[1], inside);
      if (listed) group.label = title ?? '';
      else [group.ariaLabel] = [title ?? '', write(group.firstChild, title), write(group.lastChild, footer)];
      return [group, options];
    });
    const isGrouped = same(grouped.flatMap(([, options]) => options));
    const drawn = [...grouped.map(([group]) => group), ...offered.filter(one => !isGrouped(one.value)).map(draw)];
    const cell = (name, inside) => arrange(node(`cell ${key(name)}`, () => make('td')), inside);
    write(none, row.placeholder ?? '—');
    if (isCells) {
      const { columns, hasOwn } = form.views.get(section.id), own = row.other ? [...texts.map(draw), other] : [];
      const filled = columns.map(({ value }) => cell(value, offered.filter(one => key(one.value) === key(value)).map(draw)));
      arrange(element, [element.firstChild, ...filled, ...hasOwn ? [cell(undefined, own)] : []]);
    } else arrange(element, listed ? [none, ...drawn] : row.other ? [...drawn, other] : drawn);
    if (listed) Object.assign(element, { value: key(row.value), disabled: row.disabled });
    Object.assign(other, { ariaLabel: `${form.label(row)}: ${form.word('other')}`, placeholder: row.placeholder ?? '…', disabled: row.disabled });
  };
  return { element, input: listed ? element : undefined, grouped: !listed, update };
}

function text(row, view, form) {
  const type = TYPES[row.type], slides = type === 'range', native = type && !slides && type !== 'password';
  const number = ['int', 'decimal', 'stepper'].includes(row.type);
  const input = row.type === 'textArea' ? make('textarea', { rows: 4 }) : make('input', { type: type ?? 'text', autocomplete: 'off' });
  if (MODES[row.type]) input.inputMode = MODES[row.type];
  let shown, sent, known, sending = 0; // `known`: the value that the field has shown or given last.
  const look = (value = row.value) => key([value, number && form.state.language, native && form.state.timeZone]);
  const spelled = ({ value } = row) => {
    if (value === null) return '';
    const plain = { useGrouping: false, maximumFractionDigits: 15, numberingSystem: 'latn' };
    if (number) return new Intl.NumberFormat(form.state.language ?? 'en', plain).format(value);
    if (row.type === 'dateTime') return clock(value, form.state.timeZone ?? 'UTC');
    return row.type === 'countDown' ? value.slice(11, 16) : typeof value === 'object' ? key(value) : String(value);
  };
  const entered = ({ value } = input) => {
    if (value && row.type === 'dateTime') return instant(value, form.state.timeZone ?? 'UTC');
    return value && row.type === 'countDown' ? `1970-01-01T${value}:00Z` : value;
  };
  const send = async () => {
    if (input.validity.badInput) { // Half of a date.
      [view.refusal, view.typed, sent] = [input.validationMessage, true, undefined];
      return view.update();
    }
    const given = sent = input.value;
    sending += 1;
    const { error, code, changes = [] } = await form.edit({ enter: { [row.id]: entered() } }, view), last = input.value === given;
    view.typed = Boolean(error) || !last;
    const made = changes.find(one => one.id === row.id && one.attribute === 'value');
    if (made) known = key(made.new);
    // The value that half of the text gave before is none that the user meant; one of another window is.
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
  Object.assign(view, { input, enter: (given, typing) => {
    Object.assign(view, { typed: true, typing });
    input.value = given;
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
  return { input, element: make('div', { className: 'field' }, input, unit, ...steps), update: () => {
    Object.assign(input, { disabled: row.disabled, placeholder: row.placeholder ?? '' });
    write(unit, slides ? row.display ?? '—' : row.unit);
    if (slides) Object.assign(input, { min: row.minimum ?? 0, max: row.maximum ?? 100, step: row.step ?? 'any' });
    else if (['date', 'time'].includes(row.type)) Object.assign(input, { min: row.minimum ?? '', max: row.maximum ?? '' });
    steps.forEach((one, place) => Object.assign(one, { disabled: row.disabled,
      ariaLabel: `${form.word(place ? 'more' : 'less')}: ${form.label(row)}` }));
    // What is being typed, or was refused, stays until the value becomes another one otherwise.
    if (sending || (view.typed && view.refusal ? key(row.value) === known : look() === shown)) return;
    [shown, known] = [look(), key(row.value)];
    view.typed = false;
    view.refusal = undefined;
    input.value = sent = spelled();
  } };
}

/** A point in time as the clock of a time zone shows it, for a native control. */
function clock(time, timeZone) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(time)).replace(' ', 'T');
}

function instant(shown, timeZone) {
  const wanted = Date.parse(`${shown}Z`);
  let time = wanted;
  for (let pass = 0; pass < 2; pass += 1) time += wanted - Date.parse(`${clock(time, timeZone)}Z`);
  return new Date(time).toISOString().replace('.000', '');
}

export const form = new Form(document.getElementById('form'));
form.addEventListener('status', ({ detail: { diagnostics, ended } }) => {
  const again = button(() => form.post('restart'), 'Start the command again');
  const texts = [diagnostics, ended].filter(Boolean).map(one => make('pre', {}, one));
  document.getElementById('status').replaceChildren(...texts, ...ended ? [again] : []);
});
