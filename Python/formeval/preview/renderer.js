// Shows a form on the page: its pages, sections, items and rows, and its errors in a summary.

import { chosenOf, titled } from './choices.js';
import { controlOf } from './controls.js';
import {
  arrange, button, FOCUS, join, key, lookup, make, ownName, same, usable, write,
} from './elements.js';
import { FormState } from './state.js';
import { wordsOf } from './words.js';

/** A form on the page. */
class Form extends FormState {
  constructor(root) {
    super();
    this.root = root;
  }

  word(name) { return wordsOf(this.state.language)[name]; }

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
    const stays = ({ typed, refusal, element }) => typed && refusal
      && (of === 'form' ? element.isConnected : element.checkVisibility());
    return [...this.views.values()].some(stays) ? this.summarize(of) : this.edit(line);
  }

  /** Goes to a page of the list. Who sets `opensAll` is an author, who goes to any page. */
  async turn(page) {
    if (!this.opensAll) {
      return page < this.state.page ? this.edit({ page }) : this.leave({ page });
    }
    const line = { page, unchecked: true }, answer = await this.ask(line);
    // The command counts pages from 0, and the list from 1.
    const { title, visible } = this.state.pages[page];
    const why = visible ? answer.error : 'this page shows nothing now';
    this.note(answer.error ? `${title ?? page + 1}: ${why}` : '');
    if (answer.error) this.tell('answer', { line, answer, mine: true });
    return answer;
  }

  /** Goes to the row that follows, with the key for that. */
  async follow(row) {
    const view = this.views.get((await this.ask({ next: row.id })).id);
    if (view?.element.checkVisibility()) view.focus();
  }

  // The page

  /** Builds the page anew for another state, which `take` takes.
   *  The focus, what is being typed and what was refused stay with the row of that name. */
  rebuild(keepsTexts, take) {
    const around = document.activeElement.closest('[data-id]');
    const focused = this.names?.get(this.views.get(around?.dataset.id)?.member);
    const views = [...this.views?.values() ?? []];
    const texts = views.filter(one => (one.typing || one.typed) && !one.input.validity.badInput)
      .map(one => [this.names.get(one.member), one.input.value, one.typing, key(one.member.value)]);
    for (const view of views) view.typing = false; // The user does not leave the control that goes.
    take();
    this.show();
    const called = name => [...this.views.values()]
      .find(one => one.member && this.names.get(one.member) === name);
    if (focused) called(focused)?.focus();
    // A text that was refused goes where the row has another value by now.
    for (const [name, text, typing, value] of keepsTexts ? texts : []) {
      const view = called(name);
      if (typing || view && key(view.member.value) === value) view?.enter?.(text, typing);
    }
  }

  show() {
    Object.assign(this, { views: new Map(), links: new Map(), pageButtons: new Map() });
    this.heading = make('h1', { tabIndex: -1 });
    const languages = (this.state.languages ?? [])
      .map(one => make('option', { value: one, lang: one }, ownName(one)));
    this.language = make('select', {
      onchange: () => this.ask({ set: { language: this.language.value } }),
    }, ...languages);
    this.languages = make('label', { hidden: !languages.length }, make('span'), ' ', this.language);
    const hint = () => make('p', { className: 'hint' });
    [this.texts, this.pageTexts, this.foot] = [hint(), hint(), hint()];
    const summary = { className: 'summary', tabIndex: -1, role: 'group', hidden: true };
    this.summary = make('div', summary, make('h2'), make('ul'));
    [this.pages, this.body, this.pending] = [make('nav'), make('div'), make('div')];
    this.pageTitle = make('h2', { tabIndex: -1 });
    this.back = button(() => this.edit({ page: 'previous' }));
    this.next = button(() => this.leave({ page: 'next' }), '', 'main');
    this.region = make('p', { role: 'status' });
    this.root.replaceChildren(
      make('header', {}, this.heading, this.languages), this.texts, this.summary, this.pages,
      make('div', { className: 'card' }, this.pageTitle, this.pageTexts, this.body),
      make('p', { className: 'actions' }, this.back, this.next), this.pending, this.region,
      this.foot);
    this.change({ changes: [] }, false, true);
  }

  /** Applies a change set and shows it. `mine`: this window has made the edit. */
  change(answer, mine, everything = answer.page || answer.language || answer.items) {
    const active = document.activeElement;
    const controls = this.root.contains(active) && [...this.root.querySelectorAll(FOCUS)];
    const touched = this.apply(answer);
    for (const owner of [...touched].map(one => this.around.get(one))) {
      if (owner?.kind === 'matrix') touched.add(owner);
    }
    const is = (...names) => answer.changes.some(change => names.includes(change.attribute));
    for (const [id, view] of this.views) {
      if (view.isOutdated?.()) everything = this.views.delete(id);
      const passed = view.refusal && !view.typed; // Of a control that shows the value again.
      if (passed) view.refusal = undefined;
      if (passed || everything || touched.has(view.member)) view.update();
    }
    if (everything || answer.pages || is('hidden')) this.arrangeAll();
    // What was refused is refused again, in the other language.
    for (const view of answer.language ? this.views.values() : []) {
      if (view.typed && view.refusal) view.enter(view.input.value, view.typing);
    }
    this.frame();
    if (mine && answer.page) this.summary.hidden = true;
    this.summarize(mine && (answer.refusedMove ? 'page' : answer.refusedSubmit ? 'form' : ''));
    this.announce(answer, mine);
    // The focus goes on to what follows where its element is gone.
    const lost = document.activeElement === active || !this.root.contains(document.activeElement);
    if (controls && lost && !usable(active)) {
      const place = controls.indexOf(active);
      const order = [...controls.slice(place + 1), ...controls.slice(0, place).reverse()];
      (order.find(usable) ?? this.heading).focus();
    }
  }

  /** Tells what came of an edit beside values: rows that appeared, taps, a page. */
  announce(answer, mine) {
    const shown = answer.changes.filter(one => one.attribute === 'hidden' && !one.new && one.id)
      .map(one => this.members.get(one.id))
      .filter(one => one?.title && this.views.get(one.id)?.element.checkVisibility());
    const titles = shown.slice(0, 5).map(one => one.title).join(', ');
    if (mine && answer.page) (this.pageTitle.hidden ? this.heading : this.pageTitle).focus();
    else if (titles) this.note(`${this.word('shown')}: ${titles}`, 'unseen');
    for (const { action, name, id } of mine && answer.actions || []) {
      if (action === 'submit') this.note(this.word('sent'));
      else if (action === 'tap') {
        this.note(`${this.word('tapped')}: ${name ?? this.label(this.members.get(id))}`);
      }
    }
    if (mine && answer.waitingSubmit) {
      this.note(answer.waitingSubmit.withdrawn ? '' : this.word('waits'));
    }
  }

  note(text, className = 'note') {
    Object.assign(this.region, { className: text && className, textContent: text });
  }

  /** What stands around the sections. */
  frame() {
    const { state } = this, { pages = [] } = state, page = pages[state.page];
    document.documentElement.lang = state.language ?? 'en';
    document.documentElement.dir = state.direction;
    write(this.heading, state.title ?? '…');
    write(this.texts, join(state.subtitle, state.help));
    write(this.foot, state.footer);
    write(this.languages.firstChild, this.word('language'));
    const languages = state.languages ?? [];
    this.language.value = lookup(state.language, languages) ?? languages[0] ?? '';
    const visible = [...pages.keys()].filter(index => pages[index].visible);
    const listed = this.opensAll ? [...pages.keys()] : visible;
    this.pages.hidden = !listed.length;
    this.pages.ariaLabel = this.word('pages');
    arrange(this.pages, listed.map(index => this.pageButton(index)));
    write(this.pageTitle, page?.title);
    write(this.pageTexts, page && join(page.subtitle, page.help));
    write(this.back, page && visible[0] !== state.page && this.word('back'));
    write(this.next, page && visible.at(-1) !== state.page && this.word('next'));
    arrange(this.pending, (state.pendingValidations ?? [])
      .map(one => this.view(one.token, () => this.question(one))));
    const title = [page?.title, state.title].filter(Boolean).join(' – ') || '…';
    document.title = join(!this.summary.hidden && `${this.word('error')}:`, title);
  }

  pageButton(index) {
    const { complete, valid, visible, progress, title } = this.state.pages[index];
    if (!this.pageButtons.has(index)) this.pageButtons.set(index, button(() => this.turn(index)));
    const one = this.pageButtons.get(index);
    write(one, join(complete && valid && progress.required && '✓', title ?? `${index + 1}`));
    one.ariaCurrent = index === this.state.page ? 'step' : null;
    one.classList.toggle('hidden', !visible);
    return one;
  }

  /** A question of a rule that takes time, with its answers. */
  question({ token, function: name, arguments: given }) {
    const text = make('input', { ariaLabel: `${this.word('reject')}: ${token}` });
    const answer = (word, value) =>
      button(() => this.ask({ resolve: { [token]: value() } }), this.word(word));
    const element = make('div', { className: 'card' },
      make('p', {}, `${this.word('waits')}: ${name}(${key(given)})`),
      answer('accept', () => true), text, answer('reject', () => text.value || false));
    return { element, update() {} };
  }

  /** Lets the visible rows, items and sections stand in their places. Other pages are there, and
   *  hidden. Who sets `ghost` draws what stands for hidden rows and sections. */
  arrangeAll() {
    const { pages = [], page, sections } = this.state;
    const paged = new Set(pages.flatMap(one => one.sectionIds));
    const current = new Set(pages[page]?.sectionIds);
    const children = new Map(), around = [];
    const ghost = member => this.view(`ghost ${member.id}`, () => this.ghost(member));
    for (const section of sections) {
      const depth = section.depth ?? 0, parent = around[depth - 1];
      around[depth] = section;
      const place = parent?.items ? this.items.get(section.item) : parent;
      if (section.hidden && !this.ghost) continue;
      const above = around.slice(0, depth).filter(one => one.title).length;
      const level = Math.min(above + (pages.length ? 3 : 2), 6);
      const element = section.hidden ? ghost(section)
        : this.view(section.id, () => this.section(section, level));
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
      const name = section.hidden ? `ghost ${section.id}` : section.id;
      const { head = [], body, element } = this.views.get(name);
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
    const isMatrix = section.kind === 'matrix';
    const title = make(`h${level}`, { className: 'title' });
    const body = make(isMatrix ? 'table' : 'div', { className: section.kind ?? 'plain' });
    const head = make('tr');
    const texts = ['hint', 'error', 'hint'].map(className => make('p', { className }));
    const [hint, errors, foot] = texts;
    const insert = async template => {
      const place = { section: section.id, at: section.items.length };
      const line = { insert: [template ? { ...place, template } : place] };
      const { items } = await this.edit(line, view);
      if (items) this.views.get(`i${items.inserted[0].id}`)?.focus();
    };
    const inserts = section.items && !section.counted
      && (section.allows ?? ['insert']).includes('insert');
    const adds = (inserts ? section.templates ?? [''] : [])
      .map(name => [name, button(() => insert(name))]);
    const actions = make('p', { className: 'actions', hidden: !adds.length },
      ...adds.map(([, one]) => one));
    const top = section.collapsed ? make('summary', {}, title) : title;
    const element = make(section.collapsed ? 'details' : 'section', {}, top, hint, body, errors,
      actions, foot);
    const heads = isMatrix ? [make('thead', {}, head)] : [];
    const view = { member: section, element, body, head: heads, update: () => {
      const chooses = section.kind === 'selectable'; // Its row has the title.
      if (isMatrix) this.columns(section, view, head);
      write(title, !chooses && section.title);
      write(hint, !chooses && join(section.subtitle, section.help));
      write(foot, section.footer);
      write(errors, view.failed = join(view.refusal, ...section.verdict ?? []));
      for (const [name, add] of adds) {
        Object.assign(add, {
          disabled: !section.canInsert, textContent: join(this.word('add'), name),
        });
        add.ariaLabel = `${add.textContent}: ${this.label(section)}`;
      }
    } };
    return view;
  }

  /** Heads a matrix with the options that a row offers or has, and perhaps with one for texts that
   *  are no option. */
  columns(section, view, head) {
    const rows = section.rows.filter(row => !row.hidden), scope = 'col';
    const offered = row => row.options ?? this.optionsOf(row).map(one => one.value);
    const given = same(rows.flatMap(row => [...offered(row), ...chosenOf(row)]));
    const columns = this.optionsOf(section).filter(one => given(one.value));
    const hasOwn = rows.some(row => row.other);
    const texts = [...columns.map(titled), ...hasOwn ? [this.word('other')] : []];
    Object.assign(view, { columns, hasOwn }).body.ariaLabel = this.label(section);
    head.replaceChildren(make('td'), ...texts.map(text => make('th', { scope }, text)));
    for (const row of rows) this.views.get(row.id)?.update();
  }

  item(item) {
    const list = this.around.get(item);
    const body = make('div'), title = make('p', { className: 'title' });
    const place = () => list.items.indexOf(item);
    const act = by => button(() => {
      const at = { section: list.id, at: place() };
      const line = by ? { move: [{ ...at, to: place() + by }] } : { remove: [at] };
      this.edit(line, this.views.get(list.id));
    }, '', 'small');
    const buttons = { up: act(-1), down: act(1), remove: act(0) };
    const actions = make('p', { className: 'actions' }, ...Object.values(buttons));
    const element = make('div', { className: 'item', role: 'group' }, title, body, actions);
    return { member: item, element, body, update: () => {
      const label = element.ariaLabel = this.label(item);
      write(title, (item.rows.length !== 1 || item.rows[0].title) && label);
      for (const [name, one] of Object.entries(buttons)) {
        const textContent = this.word(name);
        Object.assign(one, { textContent, ariaLabel: `${textContent}: ${label}` });
      }
      buttons.up.hidden = buttons.down.hidden = !list.allows?.includes('reorder');
      buttons.up.disabled = !item.canMove || place() === 0;
      buttons.down.disabled = !item.canMove || place() === list.items.length - 1;
      buttons.remove.hidden = !item.canDelete;
    } };
  }

  row(row) {
    const id = row.id.slice(1), view = { member: row };
    const isCell = this.around.get(row).kind === 'matrix', isButton = row.type === 'button';
    const { input, element = '', grouped, isToggle, update = () => {} }
      = controlOf(row, this)(row, view, this);
    const title = make('span'), mark = make('span', { className: 'mark' });
    const actions = make('p', { className: 'actions' });
    const name = isCell ? 'th' : grouped ? 'legend' : input ? 'label' : 'p';
    const label = make(name, { className: 'title' }, title, ' ', mark);
    if (isCell) element.append(Object.assign(label, { scope: 'row' }));
    const [hint, errors, foot] = ['hint', 'error', 'foot']
      .map(part => make('p', { className: part, id: `${id}-${part}` }));
    if (input) label.htmlFor = input.id = id;
    const texts = [hint, errors, foot, actions], below = make('td', {}, ...isCell ? texts : []);
    const parts = isCell ? [element, make('tr', {}, below)] : isButton ? [element, ...texts]
      : isToggle ? [make('div', { className: 'toggle' }, element, label), ...texts]
        : [label, hint, element, errors, foot, actions];
    view.element = make(isCell ? 'tbody' : grouped ? 'fieldset' : 'div',
      { className: `row ${row.type}` }, ...parts);
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
      const waits = row.pending && `${this.word('waits')} …`;
      write(errors, join(...details.map(one => one.message), waits));
      view.failed = details.find(one => one.severity !== 'warning')?.message;
      errors.className = view.failed ? 'error' : 'warning';
      view.element.classList.toggle('failed', Boolean(view.failed));
      this.actions(row, view, actions);
      const described = texts.filter(one => one !== actions && !one.hidden).map(one => one.id);
      const controls = isCell ? element.querySelectorAll('input')
        : [input ?? (grouped ? view.element : element)].filter(Boolean);
      for (const one of controls) one.setAttribute('aria-describedby', described.join(' '));
      if (input) input.ariaInvalid = String(Boolean(view.failed));
      if (isCell) {
        Object.assign(below, { colSpan: element.children.length }).parentNode.hidden
          = texts.every(one => one.hidden);
      }
    };
    return view;
  }

  /** The buttons of a row: its actions, and the tap of a disabled row that takes it. */
  actions(row, view, element) {
    const taps = row.disabled && row.tapsWhenDisabled ? [{ title: this.word('tap') }] : [];
    const all = [...row.actions ?? [], ...taps];
    arrange(element, all.map(({ name: action, title: text = action, disabled }, place) => {
      const line = action ? { tap: row.id, action } : { tap: row.id };
      const one = element.children[place] ?? button(() => this.edit(line, view), '', 'small');
      return Object.assign(one, {
        textContent: text, ariaLabel: `${text}: ${this.label(row)}`,
        disabled: disabled || row.disabled && !row.tapsWhenDisabled,
      });
    }));
    element.hidden = !element.firstChild;
  }

  /** The errors of the page or the form, each as a link, once it could not be left. */
  summarize(of) {
    if (of) Object.assign(this, { summarized: of }).summary.hidden = false;
    if (this.summary.hidden) return;
    const texts = new Set(), all = this.summarized === 'form';
    const failed = [...this.body.querySelectorAll('[data-id]')]
      .filter(one => all || one.checkVisibility())
      .map(one => this.views.get(one.dataset.id)).filter(one => one?.failed);
    arrange(this.summary.lastChild, failed.map(view => {
      const owner = this.around.get(view.member), label = this.label(view.member);
      const named = this.around.get(owner)?.items;
      let text = view.failed.includes(label) ? view.failed : `${label}: ${view.failed}`;
      if (named && !text.startsWith(this.label(owner))) text = `${this.label(owner)}, ${text}`;
      if (texts.has(text)) text += ` (${this.names.get(view.member)})`;
      texts.add(text);
      const href = `#${view.member.id.slice(1)}`;
      if (!this.links.has(view)) this.links.set(view, make('li', {}, make('a', { href })));
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
    const has = id => this.views.get(id)?.element.contains(view.element);
    const page = this.state.pages?.findIndex(one => one.sectionIds.some(has));
    if (page >= 0 && page !== this.state.page) await this.edit({ page });
    view.focus();
  }
}

export const form = new Form(document.getElementById('form'));
form.addEventListener('status', ({ detail: { diagnostics, ended } }) => {
  const again = button(() => form.post('restart'), 'Start the command again');
  const texts = [diagnostics, ended].filter(Boolean).map(one => make('pre', {}, one));
  document.getElementById('status').replaceChildren(...texts, ...ended ? [again] : []);
});
