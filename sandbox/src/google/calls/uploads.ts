import { randomBytes } from 'node:crypto';
import { StoredContent } from '../../shared/content/content.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody, parseJson, theFile } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { DriveNode } from '../files/drive-node.ts';
import { parseMultipart } from './multipart.ts';
import { addFile, answerFile, changeFile, type FileBody, folderToWrite } from './write-files.ts';

const GRAIN = 256 * 1024;

/** A resumable upload. Its address is enough to continue it: no token is needed. */
interface UploadSession {
  call: Call;
  body: FileBody;
  /** The file to replace; null for a new file. */
  node: DriveNode | null;
  contentType: string | undefined;
  total: number | null;
  pieces: Buffer[];
  received: number;
  done: DriveNode | null;
}

export class Uploads {
  readonly #sessions = new Map<string, UploadSession>();

  /** POST creates a file, PATCH replaces the content of one. */
  async begin(call: Call): Promise<SandboxResponse> {
    const node = call.params.fileId === undefined ? null : theFile(call);
    switch (call.req.query.get('uploadType')) {
      case 'resumable':
        return this.#open(call, node);
      case 'multipart': {
        const { body, bytes, contentType } = parseMultipart(call.req.headers['content-type'], await call.req.body());
        return store(call, node, parseJson(body) as FileBody, [bytes], contentType);
      }
      case 'media':
        return store(call, node, {}, [await call.req.body()], call.req.headers['content-type']);
      default:
        throw new GoogleError('badRequest', 'uploadType has to be media, multipart or resumable.');
    }
  }

  async #open(call: Call, node: DriveNode | null): Promise<SandboxResponse> {
    const body = await jsonBody<FileBody>(call);
    const length = call.req.headers['x-upload-content-length'];
    const total = length === undefined ? null : Number(length);
    // Requests that can’t succeed are refused before the bytes are sent.
    if (node === null) folderToWrite(call, body.parents?.[0] ?? 'root');
    if (total !== null && call.drive.limit !== null && call.drive.usage.total + total > call.drive.limit) {
      throw new GoogleError('storageQuotaExceeded');
    }
    const id = `A${randomBytes(30).toString('base64url')}`;
    const contentType = call.req.headers['x-upload-content-type'] as string | undefined;
    this.#sessions.set(id, { call, body, node, contentType, total, pieces: [], received: 0, done: null });
    const url = new URL(call.req.path, call.origin);
    for (const [name, value] of call.req.query) url.searchParams.set(name, value);
    url.searchParams.set('upload_id', id);
    return { status: 200, headers: { location: url.href, 'x-guploader-uploadid': id } };
  }

  expire(): void {
    this.#sessions.clear();
  }

  /** PUT sends bytes, or with a star queries how many have arrived; DELETE cancels. */
  async go(req: SandboxRequest): Promise<SandboxResponse> {
    const id = req.query.get('upload_id') ?? '';
    const session = this.#sessions.get(id);
    if (!session) throw new GoogleError('notFound', 'Upload session not found.');
    if (req.method === 'DELETE') {
      this.#sessions.delete(id);
      return { status: 499 };
    }
    const range = contentRange(req.headers['content-range']);
    if (range?.total != null) agree(session, range.total);
    if (session.done) return answerFile(session.call, session.done);
    try {
      if (range === null) await take(session, req, 0, true);
      else if (range.start !== null) await take(session, req, range.start, range.total === range.end + 1, range.end);
    } catch (error) {
      if (!(error instanceof WrongOffset)) throw error;
      return { status: 503, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: error.message };
    }
    return session.total !== null && session.received === session.total ? finish(session) : progress(session);
  }
}

/** Answers unlike all other refusals of Google: 503, in plain text. */
class WrongOffset extends Error {}

function agree(session: UploadSession, total: number): void {
  if (session.total !== null && session.total !== total)
    throw new GoogleError('badRequest', 'The total differs from the one announced.');
  session.total = total;
}

async function take(
  session: UploadSession,
  req: SandboxRequest,
  start: number,
  last: boolean,
  end?: number,
): Promise<void> {
  if (start > session.received) {
    const text = `Invalid request.  According to the Content-Range header, the upload offset is ${start} byte(s), which exceeds already uploaded size of ${session.received} byte(s).`;
    throw new WrongOffset(text);
  }
  const length = end === undefined ? Number(req.headers['content-length']) : end - start + 1;
  if (!last && length % GRAIN !== 0) throw new GoogleError('badRequest', `Chunks are multiples of ${GRAIN} bytes.`);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of req.incoming as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
    }
  } catch {
    // The connection broke: complete grains are kept.
  }
  const received = Buffer.concat(pieces);
  const complete = size === length;
  const keepsLess = session.call.drive.oddities.uploadsKeepLess && size - (session.received - start) > GRAIN;
  const until = keepsLess ? session.received - start + GRAIN : complete ? size : size - (size % GRAIN);
  const usable = received.subarray(session.received - start, until);
  session.pieces.push(usable);
  session.received += usable.length;
  if (complete && end === undefined) agree(session, session.received);
}

function progress({ received }: UploadSession): SandboxResponse {
  return { status: 308, headers: received === 0 ? {} : { range: `bytes=0-${received - 1}` } };
}

function finish(session: UploadSession): SandboxResponse {
  const { call, body, pieces, contentType } = session;
  const content = new StoredContent(...pieces);
  if (session.node) changeFile(call, session.node, body, content);
  session.done = session.node ?? addFile(call, body, content, contentType);
  session.pieces = [];
  return answerFile(call, session.done);
}

function store(
  call: Call,
  node: DriveNode | null,
  body: FileBody,
  pieces: Buffer[],
  contentType: string | undefined,
): SandboxResponse {
  const content = new StoredContent(...pieces);
  if (node) changeFile(call, node, body, content);
  return answerFile(call, node ?? addFile(call, body, content, contentType));
}

function contentRange(
  header: string | undefined,
): { start: number; end: number; total: number | null } | { start: null; total: number | null } | null {
  if (header === undefined) return null;
  const parts = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header);
  if (!parts) throw new GoogleError('badRequest', 'Failed to parse Content-Range header.');
  const total = parts[3] === '*' ? null : Number(parts[3]);
  if (parts[1] === undefined) return { start: null, total };
  const [start, end] = [Number(parts[1]), Number(parts[2])];
  if (end < start || (total !== null && end >= total))
    throw new GoogleError('badRequest', 'Failed to parse Content-Range header.');
  return { start, end, total };
}
