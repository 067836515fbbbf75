import { randomBytes } from 'node:crypto';
import { StoredContent } from '../../shared/content/content.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { CONFLICT, conflictBehavior, type DriveCall, itemAnswer, jsonBody, mustWrite, theItem } from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import { checkName } from '../files/names.ts';
import { timesOf } from './items.ts';
import { type FileTarget, mimeTypeOf, placeFile } from './place-file.ts';

const GRAIN = 320 * 1024;
const MAX_FRAGMENT = 60 * 1024 * 1024;
const MAX_SIMPLE = 250 * 1024 * 1024;
const LIFE_MS = 7 * 24 * 3_600_000;

interface UploadSession {
  call: DriveCall;
  target: FileTarget;
  times: ReturnType<typeof timesOf>;
  total: number | null;
  pieces: Buffer[];
  received: number;
  expires: number;
}

interface SessionBody {
  item?: { name?: unknown; fileSystemInfo?: never; fileSize?: number; [CONFLICT]?: unknown };
}

/** PUT …/content: the complete file in one request. */
export async function putContent(call: DriveCall): Promise<SandboxResponse> {
  mustWrite(call);
  const behavior = conflictBehavior(call.req.query.get(CONFLICT), 'replace');
  const target = { ...targetOf(call), behavior };
  const content = new StoredContent(await call.req.body(MAX_SIMPLE));
  const { node, isNew } = placeFile(target, content, { mimeType: mimeTypeOf(target.name) });
  return itemAnswer(call, node, isNew ? 201 : 200);
}

/** Uploads in fragments. Their address is a secret that needs no token, and refuses one. */
export class UploadSessions {
  readonly #open = new Map<string, UploadSession>();

  async begin(call: DriveCall): Promise<SandboxResponse> {
    mustWrite(call);
    const { item = {} } = await jsonBody<SessionBody>(call);
    const usual = call.world.oddities.conflictsAsObserved ? 'replace' : 'fail';
    const target = { ...targetOf(call), behavior: conflictBehavior(item[CONFLICT], usual) };
    if (item.name !== undefined && item.name !== target.name)
      throw new GraphError('invalidRequest', 'The name differs from the one in the address');
    const { drive, parent, name, behavior } = target;
    if (behavior === 'fail' && drive.child(parent, name)) throw new GraphError('nameAlreadyExists');
    if (item.fileSize !== undefined) {
      if (drive.type !== 'personal') throw new GraphError('invalidRequest', 'fileSize is for personal drives only');
      if (drive.used + item.fileSize > drive.total) throw new GraphError('quotaLimitReached');
    }
    const id = randomBytes(24).toString('base64url');
    const expires = Date.now() + LIFE_MS;
    const times = timesOf(item.fileSystemInfo);
    this.#open.set(id, { call, target, times, total: null, pieces: [], received: 0, expires });
    return jsonAnswer({
      uploadUrl: `${call.world.origin}/up/${id}`,
      expirationDateTime: new Date(expires).toISOString(),
      nextExpectedRanges: ['0-'],
    });
  }

  expire(): void {
    this.#open.clear();
  }

  async go(req: SandboxRequest, id: string): Promise<SandboxResponse> {
    if (req.headers.authorization !== undefined) throw new GraphError('unauthenticated');
    const session = this.#open.get(id);
    if (!session || session.expires < Date.now())
      throw new GraphError('itemNotFound', 'The upload session was not found');
    if (req.method === 'GET') return progress(session, 200);
    if (req.method === 'DELETE') {
      this.#open.delete(id);
      return { status: 204 };
    }
    if (req.method !== 'PUT') throw new GraphError('invalidRequest');
    await take(session, req);
    if (session.received < session.total!) return progress(session, 202);
    // If the name was taken meanwhile, the file is refused and the session stays.
    const { call, target, pieces, times } = session;
    const more = { mimeType: mimeTypeOf(target.name), ...times };
    const { node, isNew } = placeFile(target, new StoredContent(...pieces), more);
    this.#open.delete(id);
    return itemAnswer({ ...call, req: { ...call.req, query: new URLSearchParams() } }, node, isNew ? 201 : 200);
  }
}

/** The folder and the name in an address such as items/{parent}:/{name}: or items/{id}. */
function targetOf(call: DriveCall): Omit<FileTarget, 'behavior'> {
  const { drive, base, path } = call;
  if (path.length === 0) {
    if (base.kind !== 'file') throw new GraphError('invalidRequest', 'A folder has no content');
    return { drive, parent: drive.get(base.parent!), name: base.name };
  }
  const parent = theItem({ ...call, path: path.slice(0, -1) });
  if (parent.kind !== 'folder') throw new GraphError('invalidRequest', 'The parent is not a folder');
  return { drive, parent, name: checkName(path.at(-1)) };
}

async function take(session: UploadSession, req: SandboxRequest): Promise<void> {
  const parts = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(req.headers['content-range'] ?? '');
  if (!parts) throw new GraphError('invalidRequest', 'Content-Range is missing or invalid');
  const [start, end, total] = parts.slice(1).map(Number) as [number, number, number];
  const length = end - start + 1;
  if (length < 1 || end >= total) throw new GraphError('invalidRequest', 'Content-Range is invalid');
  if (session.total !== null && session.total !== total)
    throw new GraphError('invalidRequest', 'The total size differs from that of earlier fragments');
  if (length > MAX_FRAGMENT) throw new GraphError('fragmentTooLarge');
  if (end + 1 < total && length % GRAIN !== 0)
    throw new GraphError('invalidRequest', 'Fragments have to be multiples of 320 KiB (327,680 bytes)');
  if (start !== session.received && session.received !== total) throw new GraphError('invalidRange');
  if (session.received === total) return;
  if (Number(req.headers['content-length']) !== length)
    throw new GraphError('invalidRequest', 'Content-Length differs from Content-Range');
  // A fragment that breaks off is dropped as a whole: reading it fails.
  const bytes = await req.body(MAX_FRAGMENT);
  if (session.received !== start) throw new GraphError('invalidRange');
  session.total = total;
  session.pieces.push(bytes);
  session.received += bytes.length;
  session.expires = Date.now() + LIFE_MS;
}

function progress({ received, total, expires }: UploadSession, status: number): SandboxResponse {
  const nextExpectedRanges = received === total ? [] : [total === null ? '0-' : `${received}-${total - 1}`];
  return jsonAnswer({ expirationDateTime: new Date(expires).toISOString(), nextExpectedRanges }, status);
}
