import type { Call } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { Mail } from './mail.ts';
import { happens } from './oddities.ts';

const MAX_RESULTS = 500;

/** The requested page size, up to Gmail’s limit of 500. */
export function maxResults({ req, maxPerPage }: Call): number {
  const text = req.query.get('maxResults') ?? '100';
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw new GoogleError('invalidArgument', `Invalid value at 'max_results' (TYPE_UINT32), "${text}"`);
  return Math.min(Number(text), MAX_RESULTS, maxPerPage);
}

/** Tokens are opaque digits: the time and the id of the last mail on the page. */
export function tokenAfter({ at, id }: Mail): string {
  return `${String(at).padStart(14, '0')}${BigInt(`0x${id}`).toString().padStart(20, '0')}`;
}

/** The position in a list, undefined at its beginning. */
export function positionOf({ req }: Call): { at: number; id: string } | undefined {
  const token = req.query.get('pageToken');
  if (token === null || token === '') return undefined;
  if (!/^\d{34}1?$/.test(token) || req.fault?.kind === 'expire-cursor')
    throw new GoogleError('invalidArgument', 'Invalid pageToken', 'pageToken');
  return { at: Number(token.slice(0, 14)), id: BigInt(token.slice(14, 34)).toString(16).padStart(16, '0') };
}

/** At most `max` of them, and the token of the next page if there is one. */
export function cut<Item>(
  items: Iterable<Item>,
  max: number,
  tokenOf: (last: Item) => string,
): { page: Item[]; nextPageToken?: string } {
  const page: Item[] = [];
  for (const item of items) {
    if (page.length === max) return { page, nextPageToken: tokenOf(page.at(-1)!) };
    page.push(item);
  }
  return { page };
}

/** After an empty page, this suffix ends the next token, which leads to the empty page’s position. */
const AFTER_EMPTY = '1';
const START = `${'9'.repeat(14)}${'0'.repeat(20)}`;

/** A page of mails with the mailbox’s oddities. */
export function oddPage(
  { req, mailbox: { oddities } }: Call,
  { page, nextPageToken }: { page: Mail[]; nextPageToken?: string },
): { page: Mail[]; nextPageToken?: string } {
  const token = req.query.get('pageToken') || START;
  const place = `${token} ${req.query.getAll('labelIds').join()}`;
  const isEmpty = token.length === START.length && page.length > 0 && happens(oddities, 'emptyPages', place);
  if (isEmpty) return { page: [], nextPageToken: `${token}${AFTER_EMPTY}` };
  const shown = happens(oddities, 'reversed', place) ? page.toReversed() : page;
  const last = page.at(-2);
  if (nextPageToken && last && happens(oddities, 'repeated', place))
    return { page: shown, nextPageToken: tokenAfter(last) };
  return { page: shown, ...(nextPageToken && { nextPageToken }) };
}

/** The answer of a list of mails or threads. */
export function asked({ req, mailbox }: Call): { labelIds: string[]; spamAndTrash: boolean } {
  if (req.query.get('q')) throw new GoogleError('invalidArgument', 'This sandbox cannot search.');
  const labelIds = req.query.getAll('labelIds');
  for (const id of labelIds) if (!mailbox.label(id)) throw new GoogleError('invalidArgument', `Invalid label: ${id}`);
  return { labelIds, spamAndTrash: req.query.get('includeSpamTrash') === 'true' };
}
