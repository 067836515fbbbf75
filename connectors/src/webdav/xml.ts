/** Told in the order of the document. A code is what the reader was given for the element's name; 0 for all others. */
export interface XmlEvents {
  open(code: number): void;
  /** With the text since the last tag, of elements that have a code. */
  close(code: number, text: string): void;
}

export class MalformedXml extends Error {}

/** No tag or text between two tags is longer: an answer that never closes one is garbage. */
const MOST_TOKEN_CHARS = 1024 * 1024;
const MOST_DEPTH = 64;
/** Tags with attributes may all differ. */
const MOST_KEPT_TAGS = 500;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const XMLNS = /\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Tag {
  /** With its brackets. */
  written: string;
  name: string;
  code: number;
  opens: boolean;
  closes: boolean;
  /** Where it means this. */
  within: Scope;
  /** For what is inside it. */
  scope: Scope;
  /** The tag that came next the last time. Lists repeat themselves, so it is nearly always right. */
  next: Tag | null;
}

interface Scope {
  /** Namespace by prefix. */
  bindings: ReadonlyMap<string, string>;
  /** Tags by what is between their brackets, so that each is looked at once. */
  tags: Map<string, Tag>;
}

/**
 * Reads XML in pieces, as they come: elements, namespaces and text, which is all that WebDAV needs. There are no
 * entities but the five of XML itself, and a document type is refused, so nothing can be expanded or fetched.
 * Ours and not a package's because a listing is mostly this, and parsers for all of XML take more than twice as long.
 */
export class XmlReader {
  readonly #codes: ReadonlyMap<string, number>;
  readonly #events: XmlEvents;
  readonly #open: Tag[] = [];
  readonly #outer: Scope[] = [];
  #scope: Scope = { bindings: new Map([['', '']]), tags: new Map() };
  #last: Tag | null = null;
  #code = 0;
  #text = '';
  #rest = '';

  /** `codes`: by `namespace local-name`. */
  constructor(codes: ReadonlyMap<string, number>, events: XmlEvents) {
    this.#codes = codes;
    this.#events = events;
  }

  write(piece: string): void {
    const xml = this.#rest === '' ? piece : this.#rest + piece;
    let at = 0;
    for (;;) {
      const bracket = xml.indexOf('<', at);
      if (bracket === -1) break;
      if (bracket > at && this.#code !== 0) this.#text += unescaped(xml.slice(at, bracket));
      at = bracket;
      const next = this.#markup(xml, bracket);
      if (next === -1) break;
      at = next;
    }
    this.#rest = xml.slice(at);
    if (this.#rest.length > MOST_TOKEN_CHARS) throw new MalformedXml('a tag or text without end');
  }

  end(): void {
    if (this.#open.length > 0 || this.#rest.trim() !== '') throw new MalformedXml('it ends in the middle');
  }

  /** Where the markup at a `<` ends; -1 where that has not come yet. */
  #markup(xml: string, at: number): number {
    const expected = this.#last?.next;
    if (expected && expected.within === this.#scope && xml.startsWith(expected.written, at)) {
      this.#take(expected);
      return at + expected.written.length;
    }
    const end = xml.indexOf('>', at);
    if (end === -1) return -1;
    const inside = xml.slice(at + 1, end);
    const known = this.#scope.tags.get(inside);
    if (known !== undefined) {
      this.#take(known);
      return end + 1;
    }
    const second = xml.charCodeAt(at + 1);
    if (second === 33 /* ! */ || second === 63 /* ? */) return this.#declaration(xml, at);
    const trueEnd = endOfTag(xml, at, end);
    if (trueEnd !== -1) this.#take(this.#newTag(trueEnd === end ? inside : xml.slice(at + 1, trueEnd)));
    return trueEnd === -1 ? -1 : trueEnd + 1;
  }

  #declaration(xml: string, at: number): number {
    const until = (close: string) => {
      const end = xml.indexOf(close, at);
      return end === -1 ? -1 : end + close.length;
    };
    if (xml.startsWith('<?', at)) return until('?>');
    if (xml.startsWith('<!--', at)) return until('-->');
    if (!xml.startsWith('<![CDATA[', at)) throw new MalformedXml('a document type');
    const end = until(']]>');
    if (end !== -1) this.#text += xml.slice(at + 9, end - 3);
    return end;
  }

  #newTag(inside: string): Tag {
    const opens = !inside.startsWith('/');
    const closes = !opens || inside.endsWith('/');
    const bare = inside.slice(opens ? 0 : 1, opens && closes ? -1 : undefined).trimEnd();
    const space = bare.search(/\s/);
    const name = space === -1 ? bare : bare.slice(0, space);
    const scope = space === -1 ? this.#scope : declare(this.#scope, bare);
    const code = this.#codes.get(keyOf(scope.bindings, name)) ?? 0;
    const tag: Tag = { written: `<${inside}>`, name, code, opens, closes, within: this.#scope, scope, next: null };
    if (this.#scope.tags.size < MOST_KEPT_TAGS) this.#scope.tags.set(inside, tag);
    return tag;
  }

  #take(tag: Tag): void {
    if (this.#last) this.#last.next = tag;
    this.#last = tag;
    if (tag.opens) {
      if (this.#open.length === MOST_DEPTH) throw new MalformedXml('nested too deeply');
      this.#open.push(tag);
      this.#outer.push(this.#scope);
      this.#scope = tag.scope;
      this.#code = tag.code;
      this.#text = '';
      this.#events.open(tag.code);
    }
    if (!tag.closes) return;
    const opened = this.#open.pop();
    if (opened?.name !== tag.name) throw new MalformedXml(`</${tag.name.slice(0, 50)}> closes nothing`);
    this.#scope = this.#outer.pop()!;
    const text = this.#text;
    this.#text = '';
    this.#code = 0;
    this.#events.close(opened.code, text);
  }
}

/** A quoted value may hold the `>` that seems to end the tag. */
function endOfTag(xml: string, at: number, firstEnd: number): number {
  let end = firstEnd;
  for (let from = at; end !== -1; ) {
    const quote = xml.slice(from, end).search(/["']/);
    if (quote === -1) return end;
    const closing = xml.indexOf(xml[from + quote]!, from + quote + 1);
    if (closing === -1) return -1;
    from = closing + 1;
    if (closing > end) end = xml.indexOf('>', closing);
  }
  return -1;
}

function declare(outer: Scope, inside: string): Scope {
  let bindings: Map<string, string> | undefined;
  for (const [, prefix = '', double, single] of inside.matchAll(XMLNS)) {
    const namespace = unescaped(double ?? single ?? '');
    if ((bindings ?? outer.bindings).get(prefix) === namespace) continue;
    bindings ??= new Map(outer.bindings);
    bindings.set(prefix, namespace);
  }
  return bindings === undefined ? outer : { bindings, tags: new Map() };
}

function keyOf(bindings: ReadonlyMap<string, string>, name: string): string {
  const colon = name.indexOf(':');
  const namespace = bindings.get(colon === -1 ? '' : name.slice(0, colon));
  if (namespace === undefined || name === '') throw new MalformedXml(`<${name.slice(0, 50)}> has no namespace`);
  return `${namespace} ${name.slice(colon + 1)}`;
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
