import { randomBytes } from 'node:crypto';
import type { Content } from '../../shared/content/content.ts';
import { byteRange } from '../../shared/range.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { type Call, theItem } from '../call.ts';
import { BoxError } from '../errors.ts';

const LIFE_MS = 15 * 60_000;

/** Contents come from another host, at addresses that are valid for some minutes and need no token. */
export class Downloads {
  readonly #links = new Map<string, { content: Content; name: string; expires: number }>();
  origin = '';
  /** Counts tokens sent here, where none is needed: another host learned them. */
  tokensGivenAway = 0;

  redirect(call: Call): SandboxResponse {
    const { content, name, version } = theItem(call);
    const wanted = call.req.query.get('version');
    if (content === null || (wanted !== null && wanted !== version)) throw new BoxError('not_found');
    const link = randomBytes(24).toString('base64url');
    this.#links.set(link, { content, name, expires: Date.now() + LIFE_MS });
    return { status: 302, headers: { location: `${this.origin}/d/1/${link}/download` } };
  }

  follow(req: SandboxRequest): SandboxResponse {
    const link = this.#links.get(/^\/d\/1\/([\w-]+)\/download$/.exec(req.path)?.[1] ?? '');
    if (!link || link.expires < Date.now()) return { status: 404 };
    if (req.headers.authorization !== undefined) this.tokensGivenAway++;
    const { content, name } = link;
    const range = byteRange(req.headers.range, content.size);
    if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${content.size}` } };
    const { start, end } = range ?? { start: 0, end: content.size - 1 };
    return {
      status: range ? 206 : 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(end - start + 1),
        'accept-ranges': 'bytes',
        'content-disposition': `attachment;filename*=UTF-8''${encodeURIComponent(name)}`,
        ...(range && { 'content-range': `bytes ${start}-${end}/${content.size}` }),
      },
      body: content.read(start, end + 1),
    };
  }
}
