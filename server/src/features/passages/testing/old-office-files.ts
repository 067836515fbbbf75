import { CFB } from '@e965/xlsx';

/** A container as in Office files before 2007, with these streams. */
export function oldOfficeFile(streams: Record<string, Buffer>): Buffer {
  const container = CFB.utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(container, `/${name}`, bytes);
  return Buffer.from(CFB.write(container, { type: 'buffer' }));
}

const isNarrow = (text: string): boolean => Buffer.byteLength(text) === text.length;

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * index);
  return bytes;
};

/** A Word file whose pieces are stored in reverse order, with one byte per character where possible. */
export function oldWord(pieces: readonly string[], { isEncrypted = false } = {}): Buffer {
  const header = Buffer.alloc(0x400);
  const stored = pieces.map((text) => Buffer.from(text, isNarrow(text) ? 'latin1' : 'utf16le'));
  const places = stored.map((_, index) =>
    stored.slice(index + 1).reduce((sum, { length }) => sum + length, header.length),
  );
  const ends = pieces.map((_, index) => pieces.slice(0, index + 1).join('').length);
  const descriptors = places.map((place, index) =>
    Buffer.concat([
      Buffer.alloc(2),
      words(isNarrow(pieces[index]!) ? (place * 2) | 0x4000_0000 : place),
      Buffer.alloc(2),
    ]),
  );
  const table = Buffer.concat([words(0, ...ends), ...descriptors]);
  // A change of formatting that pieces could refer to comes first.
  const parts = Buffer.concat([Buffer.from([1, 2, 0, 9, 9, 2]), words(table.length), table]);
  header.writeUInt16LE(0xa5ec, 0);
  header.writeUInt16LE(0xc1, 2);
  header.writeUInt16LE(0x0200 | (isEncrypted ? 0x0100 : 0), 10);
  words(16, parts.length).copy(header, 0x1a2);
  return oldOfficeFile({
    WordDocument: Buffer.concat([header, ...stored.toReversed()]),
    '1Table': Buffer.concat([Buffer.alloc(16), parts]),
  });
}

function record(kind: number, body: Buffer | Buffer[], instance = 0): Buffer {
  const inner = Buffer.isBuffer(body) ? body : Buffer.concat(body);
  const head = Buffer.alloc(4);
  head.writeUInt16LE((instance << 4) | (Buffer.isBuffer(body) ? 0 : 0xf), 0);
  head.writeUInt16LE(kind, 2);
  return Buffer.concat([head, words(inner.length), inner]);
}

const text = (value: string): Buffer =>
  isNarrow(value) ? record(0x0fa8, Buffer.from(value, 'latin1')) : record(0x0fa0, Buffer.from(value, 'utf16le'));
const entry = (part: number, id: number): Buffer => record(0x03f3, words(part, 0, 0, id, 0));
const slide = (notes: number, ...texts: string[]): Buffer =>
  record(0x03ee, [
    record(0x03ef, words(0, 0, 0, 0, notes, 0)),
    record(0x040c, [record(0xf002, [record(0xf00d, texts.map(text))])]),
  ]);

/** A presentation that was saved twice: the first slide was changed before the second time. */
export function oldSlides(): Buffer {
  const lists = [
    record(0x0ff0, [entry(2, 256), text('Roadmap & budget'), entry(3, 257)]),
    record(0x0ff0, [entry(4, 300)], 2),
  ];
  const parts: [id: number, bytes: Buffer][] = [
    [1, record(0x03e8, lists)],
    [2, slide(300, 'What was')],
    [3, slide(0, 'Thank you')],
    [4, record(0x03f0, [text('Speak slowly')])],
  ];
  const stream: Buffer[] = [];
  const end = () => Buffer.concat(stream).length;
  const save = (changed: typeof parts, before: number): number => {
    const places = changed.map(([id, bytes]) => {
      const place = end();
      stream.push(bytes);
      return words((1 << 20) | id, place);
    });
    const directory = end();
    stream.push(record(0x1772, Buffer.concat(places)));
    const edit = end();
    stream.push(record(0x0ff5, words(0, 0, before, directory, 1, 5, 0)));
    return edit;
  };
  // The end of the chain is 0, so nothing may start there.
  stream.push(record(0, Buffer.alloc(4)));
  const newest = save([[2, slide(300, 'What is новое')]], save(parts, 0));
  return oldOfficeFile({
    'PowerPoint Document': Buffer.concat(stream),
    'Current User': record(0x0ff6, words(20, 0xe391c05f, newest)),
  });
}
