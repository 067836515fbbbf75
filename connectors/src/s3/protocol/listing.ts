import { ConnectorError } from '../../kit/errors.ts';
import { MalformedXml, type XmlEvents, XmlReader } from '../../kit/xml/xml-reader.ts';
import { byKey } from '../keys.ts';

export interface ListedObject {
  key: string;
  size: number;
  /** The ETag without quotes. */
  etag: string;
  modifiedAt: Date | null;
}

export interface ListPage {
  objects: ListedObject[];
  /** With a delimiter: the distinct prefixes before it. */
  prefixes: string[];
  /** Keys that aren’t UTF-8, in the store’s encoding. */
  unreadable: string[];
  /** The parameters that request the next page; null at the end. */
  next: Readonly<Record<string, string>> | null;
  /** 1 if the store doesn’t support ListObjectsV2. */
  version: 1 | 2;
}

const MAX_BYTES = 32 * 1024 * 1024;
const NAMES = [
  'Contents',
  'Key',
  'LastModified',
  'ETag',
  'Size',
  'CommonPrefixes',
  'Prefix',
  'NextContinuationToken',
  'IsTruncated',
  'EncodingType',
  'ListBucketResult',
  'KeyCount',
  'Marker',
  'NextMarker',
] as const;
type Name = (typeof NAMES)[number];
/** Stores use different namespaces. */
const CODES: ReadonlyMap<string, number> = new Map(NAMES.map((name, at) => [`* ${name}`, at + 1]));

/** Parses an answer to ListObjectsV2. */
export async function readListing(body: AsyncIterable<Uint8Array>): Promise<ListPage> {
  const reading = new ListingReading();
  const reader = new XmlReader(CODES, reading);
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > MAX_BYTES) throw new MalformedXml('it is too long');
      reader.write(decoder.decode(piece, { stream: true }));
    }
    reader.write(decoder.decode());
    reader.end();
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    throw new ConnectorError('unavailable', `The store’s list of files can’t be read: ${error.message}`);
  }
  return reading.page();
}

class ListingReading implements XmlEvents {
  readonly #texts: Partial<Record<Name, string>> = {};
  readonly #objects: Partial<Record<Name, string>>[] = [];
  readonly #prefixes: string[] = [];
  #object: Partial<Record<Name, string>> | null = null;
  #inPrefixes = false;
  #begun = false;

  open(code: number): void {
    const name = NAMES[code - 1];
    if (!this.#begun && name !== 'ListBucketResult') throw new MalformedXml('it is no listing');
    this.#begun = true;
    if (name === 'Contents') this.#object = {};
    else if (name === 'CommonPrefixes') this.#inPrefixes = true;
  }

  close(code: number, text: string): void {
    const name = NAMES[code - 1];
    if (name === undefined) return;
    if (name === 'Contents') {
      this.#objects.push(this.#object!);
      this.#object = null;
    } else if (name === 'CommonPrefixes') this.#inPrefixes = false;
    else if (this.#object) this.#object[name] = text;
    else if (this.#inPrefixes) {
      if (name === 'Prefix') this.#prefixes.push(text);
    } else this.#texts[name] = text;
  }

  page(): ListPage {
    const { NextContinuationToken: token, IsTruncated, EncodingType, KeyCount, Marker, NextMarker } = this.#texts;
    const version = Marker !== undefined && KeyCount === undefined && token === undefined ? 1 : 2;
    const decoded = EncodingType?.trim() === 'url' ? urlDecoded : (name: string) => name;
    const page: ListPage = { objects: [], prefixes: [], unreadable: [], next: null, version };
    for (const { Key = '', ETag = '', Size = '', LastModified = '' } of this.#objects) {
      const key = decoded(Key);
      const modified = Date.parse(LastModified);
      const [size, etag] = [Number(Size), ETag.replaceAll('"', '')];
      if (key === null) page.unreadable.push(Key);
      else page.objects.push({ key, size, etag, modifiedAt: Number.isNaN(modified) ? null : wholeSecond(modified) });
    }
    for (const prefix of this.#prefixes) {
      const name = decoded(prefix);
      if (name === null) page.unreadable.push(prefix);
      else page.prefixes.push(name);
    }
    if (IsTruncated?.trim() === 'true')
      page.next =
        version === 2 ? nextOf(token, page) : markerOf(NextMarker === undefined ? null : decoded(NextMarker), page);
    return page;
  }
}

/** Some stores report more entries without a token. */
function nextOf(token: string | undefined, page: ListPage): ListPage['next'] {
  return token ? { 'continuation-token': token } : { 'start-after': lastOf(page) };
}

const markerOf = (named: string | null, page: ListPage): ListPage['next'] => ({ marker: named || lastOf(page) });

function lastOf({ objects, prefixes }: ListPage): string {
  const last = [objects.at(-1)?.key, prefixes.at(-1)]
    .filter((name) => name !== undefined)
    .sort(byKey)
    .at(-1);
  // A list with more entries but without a position is incomplete.
  if (last === undefined)
    throw new ConnectorError('unavailable', 'The store says that there are more files, and not where');
  return last;
}

/** Listings have fractions of seconds that the headers of the same file lack. */
export const wholeSecond = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000);

function urlDecoded(name: string): string | null {
  if (!/[%+]/.test(name)) return name;
  try {
    return decodeURIComponent(name.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
