import type { IncomingHttpHeaders } from 'node:http';

/** Both ends are included, as in HTTP. */
export interface Part {
  start: number;
  end: number;
}

/** Identifies the state of a file. */
export interface Validators {
  /** A strong ETag, with its quotes. */
  etag: string;
  modifiedAt: Date;
}

/**
 * The one part that a request asks for. Null if it gets the whole file: it has no Range, several ranges or an invalid
 * one, If-Range names another state, or the file is empty.
 */
export function partOf(headers: IncomingHttpHeaders, size: number, file: Validators): Part | 'beyond' | null {
  const [, first, last] = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(headers.range?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (size === 0 || !stillThat(headers['if-range'], file)) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start >= size ? 'beyond' : { start, end };
}

/** The parts of a file that may be read: bytes of its start and its end, and how many in one answer. */
export interface Window {
  first: number;
  last: number;
  atOnce: number;
}

/** As much of the part as may be read; clients ask for the rest with their next request. */
export function within({ first, last, atOnce }: Window, part: Part | 'beyond' | null, size: number): Part | 'beyond' {
  if (part === null || part === 'beyond') return 'beyond';
  const { start } = part;
  if (start >= first && start < size - last) return 'beyond';
  const limit = start < first && first < size - last ? first : size;
  return { start, end: Math.min(part.end, start + atOnce - 1, limit - 1) };
}

function stillThat(condition: string | string[] | undefined, { etag, modifiedAt }: Validators): boolean {
  if (condition === undefined) return true;
  return condition === etag || (!String(condition).includes('"') && condition === modifiedAt.toUTCString());
}

/** Whether the client already has this state. If-None-Match takes precedence over If-Modified-Since. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    return known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return since >= Math.floor(modifiedAt.getTime() / 1000) * 1000;
}
