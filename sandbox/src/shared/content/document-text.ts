import { unzip } from './unzip.ts';

/** The paragraphs of a document, or of a presentation; null of what is none. */
export const paragraphsOf = (extension: string, bytes: Buffer) => unlessBroken(() => paragraphs(extension, bytes));

/** The tables of a workbook, one a sheet; null of what is none. */
export const tablesOf = (extension: string, bytes: Buffer) => unlessBroken(() => tables(extension, bytes));

/** Null where the numbers in an archive point at nothing, or its bytes cannot be unpacked. */
function unlessBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof RangeError || code.startsWith('Z_')) return null;
    throw error;
  }
}

function paragraphs(extension: string, bytes: Buffer): string[] | null {
  if (extension === 'rtf') return rtf(bytes.toString('latin1'));
  const parts = unzip(bytes);
  if (!parts) return null;
  const names = [...parts.keys()];
  const slides = names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).sort(bySlide);
  const main = ['word/document.xml', 'content.xml'].filter((name) => parts.has(name));
  const read = [...main, ...slides];
  if (read.length === 0) return null;
  return read.flatMap((name) => inParagraphs(parts.get(name)!().toString()));
}

function tables(extension: string, bytes: Buffer): string[][][] | null {
  if (extension === 'csv') return [csv(bytes.toString())];
  const parts = unzip(bytes);
  if (!parts) return null;
  const shared = elements(parts.get('xl/sharedStrings.xml')?.().toString() ?? '', 'si').map(({ inner }) => text(inner));
  const sheets = [...parts.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).sort(bySlide);
  if (sheets.length > 0) return sheets.map((name) => rows(parts.get(name)!().toString(), 'row', 'c', shared));
  const ods = parts.get('content.xml');
  return ods ? [rows(ods().toString(), 'table:table-row', 'table:table-cell', [])] : null;
}

const bySlide = (one: string, other: string) => number(one) - number(other);
const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1]);

const inParagraphs = (xml: string) =>
  ['w:p', 'a:p', 'text:h', 'text:p']
    .flatMap((tag) => elements(xml, tag))
    .sort((one, other) => one.at - other.at)
    .map(({ inner }) => text(inner))
    .filter((line) => line !== '');

function rows(xml: string, row: string, cell: string, shared: readonly string[]): string[][] {
  return elements(xml, row).map(({ inner }) =>
    elements(inner, cell).map(({ attributes, inner: value }) =>
      /\bt="s"/.test(attributes) ? (shared[Number(text(value))] ?? '') : text(value),
    ),
  );
}

interface Element {
  at: number;
  attributes: string;
  inner: string;
}

/** The elements of a name that does not occur inside of itself; in one pass, whatever the text. */
function elements(xml: string, tag: string): Element[] {
  const found: Element[] = [];
  const start = new RegExp(`<${tag}(\\s[^<>]*?)?(/?)>`, 'g');
  const end = `</${tag}>`;
  for (let match = start.exec(xml); match; match = start.exec(xml)) {
    const { index: at, 1: attributes = '', 2: isEmpty } = match;
    const to = isEmpty ? start.lastIndex : xml.indexOf(end, start.lastIndex);
    if (to < 0) break;
    found.push({ at, attributes, inner: xml.slice(start.lastIndex, to) });
    if (!isEmpty) start.lastIndex = to + end.length;
  }
  return found;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const text = (xml: string) =>
  xml.replace(/<[^<>]*>/g, '').replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => entities[name]!);

function rtf(source: string): string[] | null {
  if (!source.startsWith('{\\rtf')) return null;
  const body = source.replace(/\{\\(?:fonttbl|colortbl|stylesheet|info|\*)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '');
  const bytes = body.replace(/\\'([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const plain = bytes.replace(/\\par\b ?/g, '\n').replace(/\\[a-z]+-?\d* ?|[{}]|\r/g, '');
  return plain
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** With quotes around values that have commas, quotes or lines in them. */
function csv(source: string): string[][] {
  const lines: string[][] = [[]];
  for (const { 1: quoted, 2: plain = '', 3: after } of source.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\n\r]*))(,|\r?\n|$)/g,
  )) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (after !== ',') lines.push([]);
  }
  return lines.filter((line) => line.some((value) => value !== ''));
}
