import { createHash, randomBytes } from 'node:crypto';
import { type Content, StoredContent } from '../../shared/content/content.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, integer, jsonBody, theItem } from '../call.ts';
import { BoxError, jsonAnswer } from '../errors.ts';
import type { BoxNode } from '../files/node.ts';
import { boxTime } from '../files/resource.ts';
import { timeOf } from './times.ts';
import { filesAnswer } from './upload.ts';

interface Part {
  part_id: string;
  offset: number;
  size: number;
  sha1: string;
}

interface UploadSession {
  person: string;
  /** The destination of a new file; for a new version, the file. */
  to: { parent: string; name: string } | { file: string };
  size: number;
  parts: Map<number, { part: Part; bytes: Buffer }>;
  expires: number;
  commits: number;
}

export interface SessionRules {
  /** Smaller files are refused; 20 MB at Box. */
  minBytes: number;
  partBytes: number;
  /** The number of commits answered with 202, because the parts are not ready yet. */
  busyCommits: number;
}

const LIFE_MS = 7 * 86_400_000;

/** Large files are sent in parts of a size that Box chooses, followed by one commit with all of them. */
export class UploadSessions {
  readonly #sessions = new Map<string, UploadSession>();
  readonly #rules: SessionRules;

  constructor(rules: SessionRules) {
    this.#rules = rules;
  }

  expire(): void {
    this.#sessions.clear();
  }

  async create(call: Call): Promise<SandboxResponse> {
    const body = await jsonBody<{ folder_id?: string; file_size?: number; file_name?: string }>(call);
    const { folder_id: parent = '', file_size: size, file_name: name } = body;
    if (!Number.isSafeInteger(size)) throw new BoxError('bad_request', 'file_size is required');
    if (size! < this.#rules.minBytes) throw new BoxError('file_size_too_small');
    const { id: file } = call.params;
    if (file === undefined) call.account.refuseUpload(parent, name, size!);
    else theItem(call);
    const id = randomBytes(16).toString('hex').toUpperCase();
    const { person } = call.grant;
    const expires = Date.now() + LIFE_MS;
    const to = file === undefined ? { parent, name: name! } : { file };
    this.#sessions.set(id, { person, to, size: size!, parts: new Map(), expires, commits: 0 });
    return jsonAnswer(this.#describe(call, id, this.#sessions.get(id)!), 201);
  }

  abort(call: Call): SandboxResponse {
    this.#find(call);
    this.#sessions.delete(call.params.session!);
    return { status: 204 };
  }

  async putPart(call: Call): Promise<SandboxResponse> {
    const { req } = call;
    const session = this.#find(call);
    const { partBytes } = this.#rules;
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/
      .exec(req.headers['content-range'] ?? '')
      ?.slice(1)
      .map(Number);
    if (!range) throw new BoxError('bad_request', 'content-range is missing or wrong');
    const [start, end, total] = range as [number, number, number];
    const isExact = start % partBytes === 0 && end + 1 === Math.min(start + partBytes, session.size);
    if (total !== session.size || !isExact) throw new BoxError('range_not_valid');
    const bytes = await req.body();
    if (bytes.length !== end - start + 1) throw new BoxError('range_not_valid');
    const digest = createHash('sha1').update(bytes).digest();
    if (req.headers.digest !== `sha=${digest.toString('base64')}`) throw new BoxError('digest_mismatch');
    const held = session.parts.get(start)?.part;
    const isSame = held?.sha1 === digest.toString('hex') && !call.account.oddities.refusesRepeatedParts;
    if (held) {
      if (isSame) return jsonAnswer({ part: held });
      throw new BoxError('range_overlaps_existing_range');
    }
    const part: Part = {
      part_id: randomBytes(4).toString('hex').toUpperCase(),
      offset: start,
      size: bytes.length,
      sha1: digest.toString('hex'),
    };
    session.parts.set(start, { part, bytes });
    return jsonAnswer({ part });
  }

  /** Lists parts page by page, in the order they arrived. */
  listParts(call: Call): SandboxResponse {
    const { query } = call.req;
    const offset = integer(query.get('offset'), 0, 1_000_000);
    const limit = Math.min(integer(query.get('limit'), 100, 1000), call.maxPerPage);
    const parts = [...this.#find(call).parts.values()].map(({ part }) => part);
    const entries = parts.slice(offset, offset + limit);
    return jsonAnswer({ entries, offset, limit, total_count: parts.length, order: [{ by: 'type', direction: 'ASC' }] });
  }

  async commit(call: Call): Promise<SandboxResponse> {
    const session = this.#find(call);
    const { parts, attributes } = await jsonBody<{ parts?: Part[]; attributes?: { content_modified_at?: string } }>(
      call,
    );
    const given = call.req.headers.digest;
    if (typeof given !== 'string' || !given.startsWith('sha=')) throw new BoxError('bad_request', 'digest is required');
    if (!isComplete(session, parts)) throw new BoxError('parts_mismatch');
    if (session.commits === 0 && call.account.oddities.commitsTooEarly) {
      session.commits++;
      throw new BoxError('parts_mismatch');
    }
    if (session.commits++ < this.#rules.busyCommits) return { status: 202, headers: { 'retry-after': '0' } };
    const ordered = [...session.parts.values()].sort((a, b) => a.part.offset - b.part.offset);
    const content = new StoredContent(...ordered.map(({ bytes }) => bytes));
    const digest = Buffer.from(content.hash('sha1'), 'hex').toString('base64');
    if (given !== `sha=${digest}`)
      throw new BoxError('digest_mismatch', `File digest was incorrect. Actual: ${digest} Expected: ${given.slice(4)}`);
    const node = this.#keep(call, session, content, timeOf(attributes?.content_modified_at));
    this.#sessions.delete(call.params.session!);
    return filesAnswer(call, node);
  }

  #keep({ account }: Call, { to }: UploadSession, content: Content, contentModified: number): BoxNode {
    if ('parent' in to) {
      const parent = account.folder(to.parent);
      return account.add({ type: 'file', name: to.name, parent, content, contentModified }, 'ITEM_UPLOAD');
    }
    const node = account.get('file', to.file);
    account.write(node, content, contentModified);
    return node;
  }

  #find({ params, grant }: Call): UploadSession {
    const session = this.#sessions.get(params.session!);
    if (!session || session.person !== grant.person || session.expires < Date.now()) throw new BoxError('not_found');
    return session;
  }

  #describe({ uploadUrl }: Call, id: string, { size, parts, expires }: UploadSession): object {
    const { partBytes } = this.#rules;
    const url = `${uploadUrl}/2.0/files/upload_sessions/${id}`;
    return {
      id,
      type: 'upload_session',
      session_expires_at: boxTime(expires),
      part_size: partBytes,
      total_parts: Math.ceil(size / partBytes),
      num_parts_processed: parts.size,
      session_endpoints: {
        upload_part: url,
        commit: `${url}/commit`,
        abort: url,
        list_parts: `${url}/parts`,
        status: url,
        log_event: `${url}/log`,
      },
    };
  }
}

/** Checks that the list names exactly the uploaded parts, in order and without a gap. */
function isComplete({ parts, size }: UploadSession, listed: readonly Part[] | undefined): boolean {
  let end = 0;
  for (const { part_id, offset, size: length, sha1 } of listed ?? []) {
    const held = parts.get(offset)?.part;
    if (offset !== end || held?.part_id !== part_id || held.size !== length || held.sha1 !== sha1) return false;
    end += length;
  }
  return end === size;
}
