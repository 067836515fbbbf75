import type { Grant } from '../shared/grants.ts';
import type { SandboxRequest } from '../shared/server.ts';
import { BoxError } from './errors.ts';
import type { Account } from './files/account.ts';
import type { BoxNode, NodeType } from './files/node.ts';

/** A request whose sender and account are known. */
export interface Call {
  req: SandboxRequest;
  account: Account;
  grant: Grant;
  /** The named parts of the path. */
  params: Readonly<Record<string, string>>;
  /** True for the host that receives contents. */
  uploadUrl: string;
  /** The maximum number of entries on a page. */
  maxPerPage: number;
}

const types: Record<string, NodeType> = { files: 'file', folders: 'folder', web_links: 'web_link' };

export const typeOf = ({ params }: Call): NodeType => types[params.kind!]!;

export const theItem = (call: Call): BoxNode => call.account.get(typeOf(call), call.params.id!);

/** Refuses a change if the item’s version differs from the client’s. */
export function checkMatch({ req }: Call, { etag }: BoxNode): void {
  const expected = req.headers['if-match'];
  if (expected !== undefined && expected !== String(etag)) throw new BoxError('precondition_failed');
}

export async function jsonBody<T>({ req }: Call): Promise<T> {
  if (!/^application\/json\b/.test(req.headers['content-type'] ?? ''))
    throw new BoxError('bad_request', 'The content-type has to be application/json');
  try {
    const body: unknown = JSON.parse((await req.body()).toString());
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as T;
  } catch {}
  throw new BoxError('bad_request', 'Could not parse JSON');
}

export function integer(text: string | null, otherwise: number, max: number): number {
  if (text === null) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new BoxError('bad_request', `${text} is not a number`);
  if (Number(text) > max) throw new BoxError('bad_request', `${text} is more than ${max}`);
  return Number(text);
}
