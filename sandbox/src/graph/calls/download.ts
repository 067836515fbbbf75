import { randomBytes } from 'node:crypto';
import { byteRange } from '../../shared/range.ts';
import type { SandboxRequest, SandboxResponse } from '../../shared/server.ts';
import { type DriveCall, theItem } from '../call.ts';
import { GraphError } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import type { GraphNode } from '../files/graph-node.ts';
import type { World } from '../world.ts';

/** GET …/content */
export function redirectToContent(call: DriveCall): SandboxResponse {
  const node = theItem(call);
  if (node.kind !== 'file') throw new GraphError('itemNotFound', 'The item has no content');
  if (node.malware) throw new GraphError('malwareDetected');
  return { status: 302, headers: { location: call.downloadLink(call.drive, node) } };
}

const LINK_MS = 60 * 60_000;
const MAX_LINKS = 20_000;

/** Pre-authenticated addresses, which let anyone read the file for an hour without a token. */
export class Downloads {
  readonly #world: World;
  readonly #links = new Map<string, { drive: Drive; id: string; expires: number }>();

  constructor(world: World) {
    this.#world = world;
  }

  link(drive: Drive, node: GraphNode): string {
    const key = randomBytes(24).toString('base64url');
    this.#links.set(key, { drive, id: node.id, expires: Date.now() + LINK_MS });
    const [oldest] = this.#links.keys();
    if (this.#links.size > MAX_LINKS) this.#links.delete(oldest!);
    return `${this.#world.origin}/download/${key}`;
  }

  expire(): void {
    this.#links.clear();
  }

  follow(req: SandboxRequest, key: string): SandboxResponse {
    if (req.headers.authorization !== undefined) throw new GraphError('unauthenticated');
    const link = this.#links.get(key);
    const node = link && link.expires > Date.now() ? link.drive.find(link.id) : undefined;
    if (!node?.content) throw new GraphError('itemNotFound', 'The link has expired');
    if (node.malware) throw new GraphError('malwareDetected');
    const { content } = node;
    const type = { 'content-type': node.mimeType ?? 'application/octet-stream', 'accept-ranges': 'bytes' };
    const range = byteRange(req.headers.range, content.size);
    if (range === 'unsatisfiable')
      throw new GraphError('invalidRange', undefined, { 'content-range': `bytes */${content.size}` });
    if (range === null)
      return { status: 200, headers: { ...type, 'content-length': String(content.size) }, body: content.read() };
    const { start, end } = range;
    const headers = {
      ...type,
      'content-range': `bytes ${start}-${end}/${content.size}`,
      'content-length': String(end - start + 1),
    };
    return { status: 206, headers, body: content.read(start, end + 1) };
  }
}
