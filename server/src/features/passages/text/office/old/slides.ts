import { type Piece, Unreadable } from '../../piece.ts';
import type { Streams } from './container.ts';

const kinds = {
  document: 0x03e8,
  slide: 0x03ee,
  slideFacts: 0x03ef,
  notes: 0x03f0,
  list: 0x0ff0,
  entry: 0x03f3,
  wideText: 0x0fa0,
  narrowText: 0x0fa8,
  edit: 0x0ff5,
  places: 0x1772,
};
/** The numbers of the two lists in a presentation. */
const [ofSlides, ofNotes] = [0, 2];
const encrypted = 0xf3d1c4df;
const maxDepth = 20;
/** The maximum number of edits; each save may have added one. */
const maxEdits = 1_000;

interface Part {
  kind: number;
  instance: number;
  isContainer: boolean;
  body: Buffer;
}

/** A slide or its notes: the text in the list, and where the rest is. */
interface Entry {
  id: number;
  part: number;
  texts: string[];
}

/** Slides in presentation order, each with its speaker notes. */
export function* readOldSlides(streams: Streams): Generator<Piece> {
  const main = streams.get('PowerPoint Document')!;
  const user = streams.get('Current User');
  if (!user) throw new Unreadable('This file is damaged.');
  if (user.readUInt32LE(12) === encrypted) throw new Unreadable('This presentation is password-protected.');
  const { places, root } = partsOf(main, user.readUInt32LE(16));
  const partAt = (id: number, kind: number) => {
    const place = places.get(id);
    const found = place === undefined ? undefined : partIn(main, place);
    return found?.kind === kind ? found : undefined;
  };
  const document = partAt(root, kinds.document);
  if (!document) throw new Unreadable('This file is damaged.');
  const lists = [...inside(document.body)].filter(({ kind }) => kind === kinds.list);
  const entriesOf = (which: number) => lists.filter(({ instance }) => instance === which).flatMap(entriesIn);
  const notes = new Map(entriesOf(ofNotes).map(({ id, part }) => [id, part]));
  for (const [index, { part, texts }] of entriesOf(ofSlides).entries()) {
    const slide = partAt(part, kinds.slide);
    const facts = slide && [...inside(slide.body)].find(({ kind }) => kind === kinds.slideFacts);
    const spoken = facts && partAt(notes.get(facts.body.readUInt32LE(16)) ?? 0, kinds.notes);
    const all = [...texts, ...(slide ? textsIn(slide) : []), ...(spoken ? textsIn(spoken) : [])];
    yield { place: { slide: index + 1 }, text: all.join('\n') };
  }
}

/** Where the current parts are; a save may append new ones. */
function partsOf(main: Buffer, newest: number): { places: Map<number, number>; root: number } {
  const places = new Map<number, number>();
  let root: number | undefined;
  let edits = 0;
  for (let at = newest; at !== 0; ) {
    const { kind, body } = partIn(main, at);
    if (kind !== kinds.edit || ++edits > maxEdits) throw new Unreadable('This file is damaged.');
    root ??= body.readUInt32LE(16);
    for (const [id, place] of placesIn(partIn(main, body.readUInt32LE(12)))) if (!places.has(id)) places.set(id, place);
    at = body.readUInt32LE(8);
  }
  return { places, root: root ?? 0 };
}

function* placesIn({ kind, body }: Part): Generator<[id: number, place: number]> {
  if (kind !== kinds.places) throw new Unreadable('This file is damaged.');
  for (let at = 0; at + 4 <= body.length; ) {
    const first = body.readUInt32LE(at);
    const [id, count] = [first & 0xfffff, first >>> 20];
    at += 4;
    for (let index = 0; index < count; index++, at += 4) yield [id + index, body.readUInt32LE(at)];
  }
}

function partIn(bytes: Buffer, at: number): Part {
  const [head, kind, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)];
  return {
    kind,
    instance: head >> 4,
    isContainer: (head & 0xf) === 0xf,
    body: bytes.subarray(at + 8, at + 8 + length),
  };
}

function* inside(bytes: Buffer): Generator<Part> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const part = partIn(bytes, at);
    yield part;
    at += 8 + part.body.length;
  }
}

function entriesIn({ body }: Part): Entry[] {
  const entries: Entry[] = [];
  for (const part of inside(body)) {
    if (part.kind === kinds.entry)
      entries.push({ id: part.body.readUInt32LE(12), part: part.body.readUInt32LE(0), texts: [] });
    else entries.at(-1)?.texts.push(...textsIn(part));
  }
  return entries;
}

function textsIn({ kind, isContainer, body }: Part, depth = 0): string[] {
  if (kind === kinds.wideText) return [readable(body.toString('utf16le'))];
  if (kind === kinds.narrowText) return [readable(body.toString('latin1'))];
  if (!isContainer || depth > maxDepth) return [];
  return [...inside(body)].flatMap((part) => textsIn(part, depth + 1));
}

const signs: Readonly<Record<string, string>> = { '\t': '\t', '\n': '\n', '\r': '\n', '\v': '\n' };
const readable = (text: string): string => text.replace(/\p{Cc}/gu, (sign) => signs[sign] ?? '');
