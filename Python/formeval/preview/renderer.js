// Shows a form from its state, and keeps it by change sets alone, as Docs/Protocols.md says.
// No text of a form is ever HTML.

const WORDS = {
  en: { next: 'Continue', back: 'Back', required: 'required', problem: 'There is a problem',
    error: 'Error', shown: 'Shown', add: 'Add', remove: 'Remove', up: 'Move up', down: 'Move down',
    other: 'Something else', waits: 'Waits for an answer', sent: 'Sent.', tapped: 'Tapped',
    accept: 'Accept', reject: 'Reject', pages: 'Pages', language: 'Language', less: 'Less', more: 'More' },
  de: { next: 'Weiter', back: 'Zurück', required: 'Pflichtfeld', problem: 'Es gibt ein Problem',
    error: 'Fehler', shown: 'Neu', add: 'Hinzufügen', remove: 'Entfernen', up: 'Nach oben',
    down: 'Nach unten', other: 'Etwas anderes', waits: 'Wartet auf eine Antwort', sent: 'Gesendet.',
    tapped: 'Angetippt', accept: 'Annehmen', reject: 'Ablehnen', pages: 'Seiten', language: 'Sprache',
    less: 'Weniger', more: 'Mehr' },
};
const MODES = { int: 'numeric', decimal: 'decimal', stepper: 'decimal', email: 'email', phone: 'tel', url: 'url' };
const NATIVE = { date: 'date', time: 'time', countDown: 'time', dateTime: 'datetime-local' };
const FOCUS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';
const key = JSON.stringify;

/** Makes an element; texts become text nodes. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [one, value] of Object.entries(properties)) {
    if (one in made && !one.includes('-')) made[one] = value; else made.setAttribute(one, value);
  }
  made.append(...children);
  return made;
}

/** Lets an element have exactly these children, and moves only those that stand elsewhere. */
function arrange(parent, children) {
  let place = parent.firstChild;
  for (const child of children) {
    if (child === place) { place = place.nextSibling; continue; }
    if (parent.moveBefore && child.isConnected && parent.isConnected) parent.moveBefore(child, place);
    else parent.insertBefore(child, place);
  }
  while (place) { const next = place.nextSibling; place.remove(); place = next; }
}

function write(element, text) {
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
  element.hidden = !text;
}

/** The state of a form: the rules are those of Docs/Protocols.md. */
class Replica extends EventTarget {
  take(state) {
    this.state = state;
    this.index();
  }

  index() {
    this.members = new Map();
    this.items = new Map();
    this.around = new Map();  // Of a row its section or item, of an item its list.
    for (const section of this.state.sections) {
      this.members.set(section.id, section);
      const add = (row, owner) => { this.members.set(row.id, row); this.around.set(row, owner); };
      for (const row of section.rows ?? []) add(row, section);
      for (const item of section.items ?? []) {
        this.items.set(item.id, item);
        this.around.set(item, section);
        for (const row of item.rows) add(row, item);
      }
    }
  }

  /** What a row or section is called in edits, or its id. */
  name(member) {
    const owner = this.around.get(member);
    const item = member.item !== undefined ? this.items.get(member.item)
      : owner?.rows && !owner.tag && owner.item !== undefined ? this.items.get(owner.item)
      : owner && this.around.get(owner) ? owner : owner?.item !== undefined ? this.items.get(owner.item) : null;
    if (!item) return member.tag ?? member.id;
    const list = this.around.get(item);
    const address = `${this.name(list)}[${list.items.indexOf(item)}]`;
    return member.tag ? `${address}.${member.tag}` : address;
  }

  apply(answer) {
    if (answer.items) this.applyItems(answer.items);
    const touched = new Set();
    for (const change of answer.changes) touched.add(this.applyChange(change));
    for (const word of ['canSubmit', 'dirty', 'canUndo', 'canRedo', 'language', 'timeZone', 'page', 'progress']) {
      if (answer[word]) this.state[word] = answer[word].new;
    }
    for (const { page, attribute, new: value } of answer.pages ?? []) this.state.pages[page][attribute] = value;
    if (answer.pending) {
      const ended = answer.pending.ended.map(one => one.token);
      const left = (this.state.pendingValidations ?? []).filter(one => !ended.includes(one.token));
      this.state.pendingValidations = [...left, ...answer.pending.began];
      const waiting = new Set(this.state.pendingValidations.map(one => one.id));
      for (const one of [...answer.pending.ended, ...answer.pending.began]) {
        const row = this.members.get(one.id);
        if (row) { row.pending = waiting.has(one.id); touched.add(row); }
      }
    }
    return touched;
  }

  applyItems({ removed, moved, inserted }) {
    const leaving = [], coming = [];
    for (const { sectionId, at } of removed) leaving.push([sectionId, at]);
    for (const { sectionId, from, to, id } of moved) {
      leaving.push([sectionId, from]);
      coming.push([sectionId, to, this.items.get(id)]);
    }
    for (const { sections = [], at, section, sectionId, ...item } of inserted) {
      coming.push([sectionId, at, item]);
      this.state.sections.push(...sections);
      for (const inner of sections) this.members.set(inner.id, inner);
    }
    for (const [id, at] of leaving.sort((a, b) => b[1] - a[1])) this.members.get(id).items.splice(at, 1);
    for (const [id, at, item] of coming.sort((a, b) => a[1] - b[1])) this.members.get(id).items.splice(at, 0, item);
    // The sections of an item stand behind its list, in the order of the items.
    const inside = new Map(), ordered = [];
    for (const section of this.state.sections) {
      inside.set(section.item, [...inside.get(section.item) ?? [], section]);
    }
    const add = section => {
      ordered.push(section);
      for (const item of section.items ?? []) (inside.get(item.id) ?? []).forEach(add);
    };
    (inside.get(undefined) ?? []).forEach(add);
    this.state.sections = ordered;
    this.index();
  }

  applyChange({ id, item, tag, attribute, new: value, display, errorDetails }) {
    const member = id ? this.members.get(id) : item ? this.items.get(item) : tag === null ? this.state : null;
    if (!member) return;  // A row that is gone, or an input.
    if (attribute === 'bounds') {
      for (const bound of ['minimum', 'maximum', 'step', 'minuteInterval']) member[bound] = value[bound];
    } else if (attribute === 'optionTitles') {
      member.allOptions?.forEach((option, place) => { option.title = value[place]; });
    } else if (attribute === 'groupTitles' || attribute === 'groupFooters') {
      for (const group of member.optionGroups ?? []) {
        group[attribute === 'groupTitles' ? 'title' : 'footer'] = value[group.key] ?? undefined;
      }
    } else if (attribute !== 'options' || value) {
      member[attribute] = value;
      if (attribute === 'value') member.display = display;
      if (attribute === 'errors') member.errorDetails = errorDetails;
    }
    return member;
  }
}

/** A form on the page: the replica, its elements, and the way to the server. */
class Form extends Replica {
  constructor(root) {
    super();
    this.root = root;
    const address = new URL(location);
    this.session = address.hash.slice(1, 41) || crypto.randomUUID();
    history.replaceState(null, '', `#${this.session}`);
    this.window = crypto.randomUUID();
    this.queue = Promise.resolve();
    this.arrived = new Map();
    this.views = new Map();
    const events = new EventSource(`events?session=${this.session}&window=${this.window}`);
    events.onmessage = message => this.hear(JSON.parse(message.data));
    events.onerror = () => this.tell({ ended: 'The preview does not answer.' });
  }

  // The server

  /** Sends a line after those before it, and gives the answer once the page shows it. */
  ask(line) {
    const sent = this.queue.then(() => this.post(line));
    this.queue = sent.catch(() => {});
    return sent.then(({ sequence, answer }) => answer?.changes ? this.arrive(sequence, line, answer, true) : answer ?? {});
  }

  async post(line) {
    const response = await fetch('line', { method: 'POST', body: key({ session: this.session,
      generation: this.generation ?? 0, line }), headers: { 'X-Formeval': this.window } }).catch(() => null);
    const body = await response?.json().catch(() => null) ?? { error: 'The preview does not answer.' };
    if (body.stale) this.load();
    if (!response?.ok) this.tell({ ended: body.ended ?? body.error });
    return body;
  }

  async load() {
    const { generation, sequence, answer } = await this.post({ state: true });
    if (!answer?.state) return;
    Object.assign(this, { generation, sequence });
    this.arrived.clear();
    this.take(answer.state);
    this.show();
    this.dispatchEvent(new CustomEvent('state'));
  }

  hear({ status, generation, sequence, line, answer }) {
    if (status) {
      this.tell(status);
      if (status.generation !== this.generation || sequence > this.sequence) this.load();
    } else if (generation === this.generation) {
      if (answer.open) this.load(); else this.arrive(sequence, line, answer, false);
    }
  }

  tell(status) { if (status.form) this.path = status.form; this.dispatchEvent(new CustomEvent('status', { detail: status })); }

  /** Applies change sets in the order in which the form made them, whoever brings them. */
  arrive(sequence, line, answer, mine) {
    return new Promise(done => {
      this.arrived.set(sequence, [line, answer, mine, done]);
      while (this.arrived.has(this.sequence + 1)) {
        const [line, answer, mine, done] = this.arrived.get(++this.sequence);
        this.arrived.delete(this.sequence);
        this.change(answer, mine);
        this.dispatchEvent(new CustomEvent('answer', { detail: { line, answer, mine } }));
        done(answer);
      }
      if (sequence < this.sequence) done(answer);
    });
  }

  /** An edit by the user. What is refused is shown where the view says. */
  async edit(line, view) {
    const answer = await this.ask({ as: 'user', ...line });
    if (answer.error) this.dispatchEvent(new CustomEvent('answer', { detail: { line, answer, mine: true } }));
    if (view) { view.refusal = answer.error; view.update(); this.summarize(); } else if (answer.error) this.note(answer.error);
    return answer;
  }

  /** An edit that leaves the page or submits it: not past a text that was refused. */
  async leave(line, view) {
    await this.queue;
    if ([...this.views.values()].some(one => one.refusal && one.element.isConnected)) return this.summarize(true);
    return this.edit(line, view);
  }

  // The page

  word(name) { return (WORDS[this.state.language?.slice(0, 2)] ?? WORDS.en)[name]; }

  show() {
    const focused = this.where(document.activeElement);
    this.views = new Map();
    this.summary = make('div', { className: 'summary', tabIndex: -1, role: 'group', hidden: true });
    this.heading = make('h1', { tabIndex: -1 });
    this.language = make('select', { onchange: () => this.ask({ set: { language: this.language.value } }) },
      ...(this.state.languages ?? []).map(one => make('option', {}, one)));
    this.languages = make('label', { hidden: !this.state.languages }, make('span'), this.language);
    this.texts = make('p', { className: 'hint' });
    this.pages = make('nav');
    this.pageTitle = make('h2', { tabIndex: -1 });
    this.pageHint = make('p', { className: 'hint' });
    this.body = make('div');
    this.foot = make('p', { className: 'hint' });
    this.backButton = make('button', { type: 'button', onclick: () => this.edit({ page: 'previous' }) });
    this.nextButton = make('button', { type: 'button', className: 'main', onclick: () => this.leave({ page: 'next' }) });
    this.pending = make('div');
    this.region = make('p', { role: 'status' });
    this.root.replaceChildren(make('header', {}, this.heading, this.languages), this.texts, this.summary,
      this.pages, make('div', { className: 'card' }, this.pageTitle, this.pageHint, this.body),
      make('p', { className: 'steps' }, this.backButton, this.nextButton), this.pending, this.region, this.foot);
    this.change({ changes: [] }, false, true);
    const again = focused && [...this.views.values()].find(view => view.row && this.name(view.row) === focused.name);
    if (again?.input && focused.text !== undefined) again.input.value = focused.text;
    again?.focus();
  }

  where(element) {
    const view = this.views.get(element?.closest?.('[data-id]')?.dataset.id);
    return view?.row && { name: this.name(view.row), text: view.typed ? view.input.value : undefined };
  }

  change(answer, mine, everything = answer.page || answer.language) {
    const active = document.activeElement;
    const controls = this.root.contains(active) ? [...this.root.querySelectorAll(FOCUS)] : null;
    const touched = this.apply(answer);
    const shown = answer.changes.filter(change => change.attribute === 'hidden' && change.new === false && change.id)
      .map(change => this.members.get(change.id)).filter(member => member && !member.hidden && member.title);
    if (everything || answer.items || answer.pages || answer.changes.some(change => change.attribute === 'hidden' || change.attribute === 'allOptions')) this.arrangeAll();
    for (const view of this.views.values()) {
      if (everything || answer.items || touched.has(view.row) || touched.has(view.section)) view.update();
    }
    this.frame();
    if (mine && answer.page) this.closeSummary();
    this.summarize(mine && (answer.refusedMove || answer.refusedSubmit));
    const seen = shown.filter(member => this.views.get(member.id)?.element.isConnected).slice(0, 5);
    if (mine && answer.page) (this.pageTitle.hidden ? this.heading : this.pageTitle).focus();
    else if (seen.length && !answer.page) this.note(`${this.word('shown')}: ${seen.map(one => one.title).join(', ')}`, false);
    for (const { action, name, id } of mine ? answer.actions ?? [] : []) {
      if (action === 'submit') this.note(this.word('sent'));
      else if (action === 'tap') this.note(`${this.word('tapped')}: ${name ?? this.members.get(id)?.title ?? id}`);
    }
    if (mine && answer.waitingSubmit) this.note(answer.waitingSubmit.withdrawn ? '' : this.word('waits'));
    // The focus goes on to what follows where its element is gone.
    if (controls && (!active.isConnected || active.disabled) && (active === document.activeElement || !this.root.contains(document.activeElement))) {
      const place = controls.indexOf(active);
      const usable = one => one.isConnected && !one.disabled;
      (controls.slice(place + 1).find(usable) ?? controls.slice(0, place).reverse().find(usable) ?? this.heading).focus();
    }
  }

  note(text, visible = true) {
    this.region.className = visible && text ? 'note' : 'unseen';
    this.region.textContent = text;
  }

  /** What stands around the sections. */
  frame() {
    const { state } = this;
    document.documentElement.lang = state.language ?? state.languages?.[0] ?? 'en';
    write(this.heading, state.title ?? '…');
    write(this.texts, [state.subtitle, state.help].filter(Boolean).join(' '));
    write(this.foot, state.footer);
    this.languages.firstChild.textContent = `${this.word('language')} `;
    if (state.language) this.language.value = state.language;
    const visible = (state.pages ?? []).map((page, index) => ({ page, index })).filter(({ page }) => page.visible);
    const page = state.pages?.[state.page];
    this.pages.hidden = !visible.length;
    this.pages.ariaLabel = this.word('pages');
    const buttons = this.pageButtons ??= new Map();
    arrange(this.pages, visible.map(({ page, index }) => {
      if (!buttons.has(index)) buttons.set(index, make('button', { type: 'button', onclick: () => this.leave({ page: index }) }));
      const button = buttons.get(index);
      write(button, (page.complete && page.valid && page.progress.required ? '✓ ' : '') + (page.title ?? `${index + 1}`));
      button.ariaCurrent = index === state.page ? 'step' : null;
      return button;
    }));
    write(this.pageTitle, page?.title);
    write(this.pageHint, page && [page.subtitle, page.help].filter(Boolean).join(' '));
    write(this.backButton, page && visible[0].index !== state.page ? this.word('back') : '');
    write(this.nextButton, page && visible.at(-1).index !== state.page ? this.word('next') : '');
    const asked = state.pendingValidations ?? [];
    arrange(this.pending, asked.map(one => this.views.get(one.token)?.element ?? this.question(one)));
    const title = [page?.title, state.title].filter(Boolean).join(' – ');
    document.title = (this.summary.hidden ? '' : `${this.word('error')}: `) + (title || 'Form');
  }

  question({ token, function: name, arguments: given }) {
    const text = make('input', { ariaLabel: `${this.word('reject')}: ${token}` });
    const element = make('div', { className: 'card' }, make('p', {}, `${this.word('waits')}: ${name}(${key(given)})`),
      make('button', { type: 'button', onclick: () => this.ask({ resolve: { [token]: true } }) }, this.word('accept')), text,
      make('button', { type: 'button', onclick: () => this.ask({ resolve: { [token]: text.value || false } }) }, this.word('reject')));
    this.views.set(token, { element, update() {}, focus() {} });
    return element;
  }

  /** Lets the visible rows, items and sections stand in their places. */
  arrangeAll() {
    const { state } = this;
    const page = state.pages?.[state.page];
    const paged = new Set((state.pages ?? []).flatMap(one => one.sectionIds));
    const children = new Map([[null, []]]), around = [];
    const levels = new Map();  // Of headings: no level is left out.
    for (const section of state.sections) {
      const depth = section.depth ?? 0;
      const parent = around[depth - 1] ?? null;
      around[depth] = section;
      levels.set(section, around.slice(0, depth).filter(one => one.title).length + (page?.title ? 3 : 2));
      const place = parent?.items ? this.items.get(section.item) : parent;
      if (section.hidden || (!parent && paged.has(section.id) && !page?.sectionIds.includes(section.id))) continue;
      children.set(place, [...children.get(place) ?? [], section]);
    }
    const rows = list => list.filter(row => !row.hidden).map(row => this.view(row.id, () => this.row(row)));
    const sections = owner => (children.get(owner) ?? []).map(section => {
      const view = this.view(section.id, () => this.section(section, Math.min(6, levels.get(section))));
      const items = (section.items ?? []).map(item => {
        const one = this.view(`i${item.id}`, () => this.item(item));
        arrange(one.body, [...rows(item.rows), ...sections(item)].map(view => view.element));
        return one;
      });
      arrange(view.body, [...rows(section.rows ?? []), ...items, ...sections(section)].map(view => view.element));
      return view;
    });
    arrange(this.body, sections(null).map(view => view.element));
  }

  view(id, build) {
    if (!this.views.has(id)) { const view = build(); this.views.set(id, view); view.update(); }
    return this.views.get(id);
  }

  section(section, level) {
    const id = section.id.slice(1);
    const title = make(`h${level}`, { id: `${id}-title`, className: 'title' }), hint = make('p', { className: 'hint' });
    const body = make('div', { className: section.kind ?? 'plain' }), foot = make('p', { className: 'hint' });
    const errors = make('p', { className: 'error' }), adds = make('p', { className: 'actions' });
    const content = [hint, body, errors, adds, foot];
    const element = section.collapsed
      ? make('details', {}, make('summary', {}, title), ...content) : make('section', {}, title, ...content);
    element.dataset.id = section.id;
    const view = { section, element, body, focus: () => (adds.querySelector('button') ?? element.querySelector(FOCUS))?.focus() };
    const insert = async template => {
      const at = section.items.length;
      const { items } = await this.edit({ insert: [{ section: section.id, at, ...template && { template } }] }, view);
      if (items) this.views.get(`i${items.inserted[0].id}`)?.focus();
    };
    const buttons = section.items && !section.counted && (section.allows ?? ['insert']).includes('insert')
      ? (section.templates ?? ['']).map(name => make('button', { type: 'button', onclick: () => insert(name) })) : [];
    adds.append(...buttons);
    adds.hidden = !buttons.length;
    view.update = () => {
      const chooses = section.kind === 'selectable';  // Its row has the title.
      write(title, chooses ? '' : section.title);
      write(hint, chooses ? '' : [section.subtitle, section.help].filter(Boolean).join(' '));
      write(foot, section.footer);
      write(errors, view.refusal ?? section.verdict?.join(' '));
      buttons.forEach((button, place) => {
        button.textContent = [this.word('add'), section.templates?.[place]].filter(Boolean).join(' ');
        button.ariaLabel = `${button.textContent}: ${this.label(section)}`;
        button.disabled = !section.canInsert;
      });
    };
    return view;
  }

  item(item) {
    const list = this.around.get(item), body = make('div'), title = make('p', { className: 'title' });
    const place = () => list.items.indexOf(item);
    const act = (name, step) => make('button', { type: 'button', className: 'small', onclick: () => {
      const edit = { section: list.id, at: place() };
      this.edit(name === 'remove' ? { remove: [edit] } : { move: [{ ...edit, to: place() + step }] }, this.views.get(list.id));
    } });
    const buttons = { up: act('up', -1), down: act('down', 1), remove: act('remove') };
    const element = make('div', { className: 'item', role: 'group' }, title, body, make('p', { className: 'actions' }, ...Object.values(buttons)));
    const focus = () => (element.querySelector(FOCUS) ?? element).focus();
    return { section: list, element, body, focus, update: () => {
      const label = element.ariaLabel = this.label(item);
      write(title, item.rows.length === 1 && !item.rows[0].title ? '' : label);
      for (const [name, button] of Object.entries(buttons)) {
        button.textContent = this.word(name);
        button.ariaLabel = `${this.word(name)}: ${label}`;
      }
      buttons.up.hidden = buttons.down.hidden = !item.canMove && !list.allows?.includes('reorder');
      buttons.up.disabled = !item.canMove || place() === 0;
      buttons.down.disabled = !item.canMove || place() === list.items.length - 1;
      buttons.remove.hidden = !item.canDelete;
    } };
  }

  /** What people call a row, a section or an item. */
  label(member) {
    const owner = this.around.get(member);
    if (owner?.items) return `${this.label(owner)} ${owner.items.indexOf(member) + 1}`;
    return member.title ?? (owner && (owner.kind === 'selectable' || owner.rows?.length === 1) && this.label(owner)
      || member.tag || member.placeholder || member.type || member.id);
  }

  // Rows

  row(row) {
    const id = row.id.slice(1), form = this;
    const view = { row, hints: make('p', { className: 'hint', id: `${id}-hint` }), foot: make('p', { className: 'hint', id: `${id}-foot` }),
      errors: make('p', { className: 'error', id: `${id}-error` }), actions: make('p', { className: 'actions' }) };
    const control = row.calculated ? output(view) : row.type === 'label' ? { element: '' }
      : row.type === 'button' ? button(view, form) : row.allOptions ? choice(view, form, id)
      : row.type === 'switch' || row.type === 'check' ? toggle(view, form) : text(view, form);
    const { input } = view;
    view.title = make('span');
    view.mark = make('span', { className: 'mark' });
    const grouped = control.group, label = make(grouped ? 'legend' : input && row.type !== 'button' ? 'label' : 'p', { className: 'title' }, view.title, ' ', view.mark);
    if (input && !grouped) { input.id = id; label.htmlFor = id; }
    const children = row.type === 'switch' || row.type === 'check'
      ? [make('div', { className: 'toggle' }, control.element, label), view.hints] : row.type === 'button' ? [control.element, view.hints]
      : [label, view.hints, control.element];
    view.element = make(grouped ? 'fieldset' : 'div', { className: `row ${row.type}` }, ...children, view.errors, view.foot, view.actions);
    view.element.dataset.id = row.id;
    view.focus = () => (input?.isConnected ? input : view.element.querySelector(FOCUS))?.focus();
    view.update = () => {
      write(view.title, this.label(row));
      write(view.mark, row.required && !row.calculated ? `(${this.word('required')})` : '');
      write(view.hints, [row.subtitle, row.help, row.selectorTitle].filter(Boolean).join(' '));
      write(view.foot, row.footer);
      const details = row.errorDetails ?? row.errors.map(message => ({ message }));
      const messages = [...view.refusal && !view.typing ? [view.refusal] : [], ...details.map(one => one.message), ...row.pending ? [`${this.word('waits')} …`] : []];
      view.failed = Boolean(view.refusal && !view.typing) || details.some(one => one.severity !== 'warning');
      write(view.errors, messages.join(' '));
      view.errors.className = view.failed ? 'error' : 'warning';
      view.element.classList.toggle('failed', view.failed);
      const described = [view.hints, view.errors, view.foot].filter(one => !one.hidden).map(one => one.id).join(' ');
      const named = grouped ? view.element : input;
      if (named && described) named.setAttribute('aria-describedby', described); else named?.removeAttribute('aria-describedby');
      if (input && !grouped && row.type !== 'button') input.ariaInvalid = String(view.failed);
      arrange(view.actions, (row.actions ?? []).map(({ name, title, disabled }, place) => {
        const act = view.actions.children[place] ?? make('button', { type: 'button', className: 'small' });
        Object.assign(act, { textContent: title ?? name, disabled: disabled || row.disabled, onclick: () => this.edit({ tap: row.id, action: name }, view) });
        return act;
      }));
      control.update?.();
    };
    return view;
  }

  // Errors

  summarize(opens) {
    if (opens) this.summary.hidden = false;
    if (this.summary.hidden) return;
    const texts = new Set(), links = this.links ??= new Map(), shown = [];
    for (const section of this.state.sections) {
      const members = [...section.rows ?? [], ...(section.items ?? []).flatMap(item => item.rows)];
      for (const member of [...section.verdict?.length ? [section] : [], ...members]) {
        const view = this.views.get(member.id);
        const details = member.verdict ? member.verdict.map(message => ({ message })) : member.errorDetails ?? (member.errors ?? []).map(message => ({ message }));
        const found = details.filter(one => one.severity !== 'warning').map(one => one.message);
        if (view?.refusal && view.element.isConnected) found.unshift(view.refusal);
        if (member.hidden || !found.length) continue;
        const item = this.around.get(this.around.get(member)) ? this.around.get(member) : this.items.get(section.item);
        const label = [item && this.label(item), member.title ?? (item ? '' : this.label(member))].filter(Boolean).join(', ');
        let text = found[0].includes(label) ? found[0] : `${label}: ${found[0]}`;
        while (texts.has(text)) text += ` (${this.name(member)})`;
        texts.add(text);
        if (!links.has(member.id)) links.set(member.id, make('li', {}, make('a', { href: `#${member.id.slice(1)}` })));
        const item_ = links.get(member.id);
        write(item_.firstChild, text);
        item_.firstChild.onclick = event => { event.preventDefault(); this.goTo(member, section); };
        shown.push(item_);
      }
    }
    if (!shown.length) return this.closeSummary();
    this.summary.ariaLabel = this.word('problem');
    if (!this.summary.firstChild) this.summary.append(make('h2'), make('ul'));
    write(this.summary.firstChild, this.word('problem'));
    arrange(this.summary.lastChild, shown);
    this.frame();
    if (opens) this.summary.focus();
  }

  closeSummary() {
    this.summary.hidden = true;
    this.frame();
  }

  async goTo(member, section) {
    const page = (this.state.pages ?? []).findIndex(one => one.sectionIds.includes(section.id));
    if (page >= 0 && page !== this.state.page) await this.edit({ page });
    this.views.get(member.id)?.focus();
  }
}

// Controls. Each has an element, and may have an update.

function output(view) {
  const element = make('output');
  return { element, update: () => { element.textContent = view.row.display ?? '—'; } };
}

function button(view, form) {
  const { row } = view;
  const element = view.input = make('button', { type: 'button', className: row.submits ? 'main' : '',
    onclick: () => row.submits ? form.leave({ tap: row.id }) : form.edit({ tap: row.id }, view) });
  return { element, update: () => {
    element.textContent = form.label(row);
    // A button that submits may be tapped while the form is invalid, to see why.
    element.disabled = row.disabled && !row.submits;
  } };
}

function toggle(view, form) {
  const { row } = view;
  const element = view.input = make('input', { type: 'checkbox',
    onchange: () => form.edit({ set: { [row.id]: element.checked } }, view) });
  if (row.type === 'switch') element.setAttribute('role', 'switch');
  return { element, update: () => {
    element.checked = row.value === true;
    element.indeterminate = row.value === null;
    element.disabled = row.disabled;
  } };
}

function choice(view, form, id) {
  const { row } = view, section = form.around.get(row);
  const several = row.type === 'multipleSelector' || section.selection === 'multiple';
  const chosen = () => (several ? row.value ?? [] : row.value === null ? [] : [row.value]).map(key);
  const titles = option => option.title ?? (typeof option.value === 'string' ? option.value : key(option.value));
  const offered = () => {
    const open = row.options && new Set(row.options.map(key)), now = new Set(chosen()), known = new Set(row.allOptions.map(one => key(one.value)));
    return [...row.allOptions.filter(one => !open || open.has(key(one.value)) || now.has(key(one.value))),
      ...row.other ? [row.value ?? []].flat().filter(one => !known.has(key(one))).map(value => ({ value })) : []];
  };
  const grouped = (options, draw) => {
    if (!row.optionGroups) return options.map(draw);
    const left = new Set(options);
    const groups = row.optionGroups.map(group => {
      const inside = options.filter(one => group.options.some(value => key(value) === key(one.value)));
      inside.forEach(one => left.delete(one));
      return [group, inside.map(draw)];
    });
    return [...groups, ...[...left].map(draw)];
  };
  const off = option => row.disabled || (row.disabledOptions ?? []).some(one => key(one) === key(option.value));
  if (!several && !row.other && row.type !== 'segmented' && section.kind !== 'selectable') {
    const element = view.input = make('select', { onchange: () => form.edit({ set: { [row.id]: element.value === '' ? null : JSON.parse(element.value) } }, view) });
    let drawn;
    return { element, update: () => {
      const options = offered(), look = key([options, row.disabledOptions, row.optionGroups, row.placeholder]);
      if (look !== drawn) {
        drawn = look;
        const draw = one => make('option', { value: key(one.value), disabled: off(one) }, titles(one));
        element.replaceChildren(make('option', { value: '' }, row.placeholder ?? '—'), ...grouped(options, draw)
          .map(one => Array.isArray(one) ? make('optgroup', { label: one[0].title ?? '' }, ...one[1]) : one));
      }
      element.value = row.value === null ? '' : key(row.value);
      element.disabled = row.disabled;
    } };
  }
  const element = make('div', { className: 'options' }), inputs = new Map(), groups = new Map();
  const select = value => form.edit({ select: { [row.id]: value } }, view);
  const draw = option => {
    const name = key(option.value);
    if (!inputs.has(name)) {
      const input = make('input', { type: several ? 'checkbox' : 'radio', name: id, onclick: () => select(option.value) });
      inputs.set(name, make('label', {}, input, make('span')));
    }
    const label = inputs.get(name);
    write(label.lastChild, titles(option));
    Object.assign(label.firstChild, { checked: chosen().includes(name), disabled: off(option) });
    return label;
  };
  const other = make('input', { className: 'other', onchange: async () => {
    const { error } = await (several ? select(other.value) : form.edit({ enter: { [row.id]: other.value } }, view));
    if (!error) other.value = '';
  } });
  return { element, group: true, update: () => {
    const drawn = grouped(offered(), draw).map(one => {
      if (!Array.isArray(one)) return one;
      const name = key(one[0].key);
      if (!groups.has(name)) groups.set(name, make('div', { role: 'group' }, make('p', { className: 'group' }), make('div', { className: 'options' }), make('p', { className: 'hint' })));
      const group = groups.get(name);
      group.ariaLabel = one[0].title ?? '';
      write(group.children[0], one[0].title);
      write(group.children[2], one[0].footer);
      arrange(group.children[1], one[1]);
      return group;
    });
    Object.assign(other, { ariaLabel: `${form.label(row)}: ${form.word('other')}`, placeholder: row.placeholder ?? '…', disabled: row.disabled });
    arrange(element, row.other ? [...drawn, other] : drawn);
  } };
}

function text(view, form) {
  const { row } = view, native = NATIVE[row.type], slides = row.type === 'slider';
  const input = view.input = row.type === 'textArea' ? make('textarea', { rows: 4 })
    : make('input', { type: native ?? (slides ? 'range' : row.type === 'password' ? 'password' : 'text'), autocomplete: 'off', spellcheck: false });
  if (MODES[row.type]) input.inputMode = MODES[row.type];
  const unit = make('span', { className: 'unit' });
  const number = ['int', 'decimal', 'stepper', 'slider'].includes(row.type);
  let shown, sent, sending = 0;
  const look = () => key([row.value, number && !slides ? form.state.language : 0, native ? form.state.timeZone : 0]);
  const spelled = () => {
    const { value } = row;
    if (value === null) return '';
    if (number && !slides) return new Intl.NumberFormat(form.state.language ?? 'en', { useGrouping: false, maximumFractionDigits: 15, numberingSystem: 'latn' }).format(value);
    if (row.type === 'dateTime') return clock(value, form.state.timeZone ?? 'UTC');
    if (row.type === 'countDown') return value.slice(11, 16);
    return typeof value === 'object' ? key(value) : String(value);
  };
  const entered = () => {
    if (!input.value) return '';
    if (row.type === 'dateTime') return instant(input.value, form.state.timeZone ?? 'UTC');
    return row.type === 'countDown' ? `1970-01-01T${input.value}:00Z` : input.value;
  };
  const send = async () => {
    if (native && input.validity.badInput) { view.refusal = input.validationMessage; return view.update(); }
    sent = input.value;
    sending += 1;
    const { error, code } = await form.edit({ enter: { [row.id]: entered() } }, view);
    if (error) shown = undefined;
    // The value that half of the text gave before is none that the user meant.
    if (code === 'wrongType' && row.value !== null && input.value === sent) await form.ask({ as: 'user', enter: { [row.id]: '' } });
    sending -= 1;
    if (error) return view.typed && !sending && input.value !== sent ? send() : undefined;
    shown = look();
    view.typed = view.typed && input.value !== sent;
    if (view.typed && !sending) send();  // What was typed in the meantime.
  };
  input.oninput = () => {
    view.typed = true;
    view.typing = !slides;
    // A year of less than four digits is being typed.
    if (!sending && !(native && /^0/.test(input.value))) send();
  };
  input.onblur = () => {
    if (!view.typed && !view.refusal) return;
    view.typing = false;
    if (input.value !== sent || native && input.validity.badInput) send(); else view.update();
    if (!native) form.ask({ as: 'user', blur: [row.id] });
    form.summarize();
  };
  const step = by => make('button', { type: 'button', className: 'small', onclick: () => {
    const to = (row.value ?? row.minimum ?? 0) + by * (row.step ?? 1);
    form.edit({ set: { [row.id]: Number(to.toFixed(10)) } }, view);
  } }, by < 0 ? '−' : '+');
  const steps = row.type === 'stepper' ? [step(-1), step(1)] : [];
  return { element: make('div', { className: 'field' }, input, unit, ...steps), update: () => {
    input.disabled = row.disabled;
    if (row.placeholder) input.placeholder = row.placeholder;
    write(unit, slides ? row.display ?? '—' : row.unit);
    input.required = row.required && !native;
    if (slides || native && native !== 'datetime-local' && row.type !== 'countDown') {
      if (slides) Object.assign(input, { min: row.minimum ?? 0, max: row.maximum ?? 100, step: row.step ?? 'any' });
      else Object.assign(input, { min: row.minimum ?? '', max: row.maximum ?? '' });
    }
    steps.forEach((one, place) => { one.disabled = row.disabled; one.ariaLabel = `${form.word(place ? 'more' : 'less')}: ${form.label(row)}`; });
    // What is being typed, or was refused, stays until the value becomes another one otherwise.
    if (sending || look() === shown || view.typed && shown === undefined) return;
    shown = look();
    view.typed = false;
    view.refusal = undefined;
    input.value = sent = spelled();
  } };
}

/** A point in time as the clock of a time zone shows it, for a native control. */
function clock(value, timeZone) {
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(value));
  return parts.replace(' ', 'T');
}

function instant(shown, timeZone) {
  let time = Date.parse(`${shown}Z`);
  for (let pass = 0; pass < 2; pass += 1) time += Date.parse(`${shown}Z`) - Date.parse(`${clock(time, timeZone)}Z`);
  return new Date(time).toISOString().replace('.000', '');
}

export const form = new Form(document.getElementById('form'));
const status = document.getElementById('status');
form.addEventListener('status', ({ detail: { diagnostics, ended } }) => {
  status.replaceChildren(...[diagnostics, ended].filter(Boolean).map(one => make('pre', {}, one)));
  if (ended) status.append(make('button', { type: 'button', onclick: () => fetch('restart', { method: 'POST', headers: { 'X-Formeval': form.window } }) }, 'Start again'));
});
