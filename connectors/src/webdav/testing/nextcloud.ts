import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Node, type Path, Tree } from './tree.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The part of Nextcloud that the connector uses, with Nextcloud's own spelling. */
export interface Nextcloud {
  /** The address of its front page. */
  url: string;
  tree: Tree;
  /** The chunks of unfinished uploads, by their folder. */
  uploads: Map<string, Map<string, Buffer>>;
  /** Method and path of every request so far. */
  asked: string[];
  /** Called first; if it returns an answer, that is sent instead. */
  instead: (request: IncomingMessage) => Answer | null;
  /** Returns null to accept a request: by Basic, unless a test replaces it. */
  signIn: (request: IncomingMessage) => Answer | null;
  stop(): Promise<void>;
}

/** People sign in as `ada@example.com`; their files are under `ada`. */
export const login = { username: 'ada@example.com', password: 'app-password' };
const basic = Buffer.from(`${login.username}:${login.password}`).toString('base64');
const [DAV, USER] = ['/cloud/remote.php/dav', 'ada'];

export async function startNextcloud(): Promise<Nextcloud> {
  const tree = new Tree();
  const uploads = new Map<string, Map<string, Buffer>>();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    cloud.asked.push(`${request.method} ${request.url}`);
    const answer = cloud.instead(request) ?? handle(request, Buffer.concat(chunks));
    response.setHeader('content-length', Buffer.byteLength(answer.body ?? ''));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cloud: Nextcloud = {
    url: `${origin}/cloud`,
    tree,
    uploads,
    asked: [],
    instead: () => null,
    signIn: ({ headers }) => (headers.authorization === `Basic ${basic}` ? null : { status: 401 }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function handle(request: IncomingMessage, body: Buffer): Answer {
    const { method = '', headers } = request;
    const refusal = cloud.signIn(request);
    if (refusal) return refusal;
    const path = pathIn(`${DAV}/files/${USER}`, request.url!);
    if (path) return handleFile(tree, method, path, headers, body, pathIn(`${DAV}/files/${USER}`, target(headers)));
    const upload = pathIn(`${DAV}/uploads/${USER}`, request.url!);
    if (upload) return handleUpload(method, upload, headers, body);
    if (!request.url!.startsWith(`${DAV}/`)) return { status: 405 };
    if (method === 'SEARCH') {
      const id = Number(/<d:literal>(\d+)</.exec(body.toString())![1]);
      const node = tree.byId(id);
      return multistatus(node ? [entry(tree, node)] : []);
    }
    if (request.url !== `${DAV}/` || method !== 'PROPFIND') return { status: 404 };
    const principal = `<d:current-user-principal><d:href>${DAV}/principals/users/${USER}/</d:href></d:current-user-principal>`;
    return multistatus([response(`${DAV}/`, principal)]);
  }

  function handleUpload(method: string, [id, name]: Path, headers: IncomingMessage['headers'], body: Buffer): Answer {
    const chunks = uploads.get(id!);
    if (method === 'MKCOL') {
      uploads.set(id!, new Map());
      return { status: 201 };
    }
    if (!chunks) return { status: 404 };
    if (method === 'DELETE') {
      uploads.delete(id!);
      return { status: 204 };
    }
    if (method === 'PUT') {
      chunks.set(name!, body);
      return { status: 201 };
    }
    if (method === 'PROPFIND') {
      const own = response(`${DAV}/uploads/${USER}/${id}/`, '<d:resourcetype><d:collection/></d:resourcetype>');
      const files = [...chunks].map(([chunk, { length }]) =>
        response(`${DAV}/uploads/${USER}/${id}/${chunk}`, `<d:getcontentlength>${length}</d:getcontentlength>`),
      );
      return multistatus([own, ...files]);
    }
    const to = pathIn(`${DAV}/files/${USER}`, target(headers))!;
    if (!tree.find(to.slice(0, -1))?.children) return { status: 409 };
    if (headers.overwrite === 'F' && tree.find(to)) return { status: 412 };
    uploads.delete(id!);
    const file = Buffer.concat([...chunks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes));
    tree.write(to, file, propsIn(headers));
    return { status: 201 };
  }

  return cloud;
}

function handleFile(
  tree: Tree,
  method: string,
  path: Path,
  headers: IncomingMessage['headers'],
  body: Buffer,
  to: Path | null,
): Answer {
  const node = tree.find(path);
  if (method === 'PUT' || method === 'MKCOL') {
    if (method === 'MKCOL' && node) return { status: 405 };
    if (!tree.find(path.slice(0, -1))?.children) return { status: 409 };
    if (method === 'MKCOL') tree.mkdir(path);
    else tree.write(path, body, propsIn(headers));
    return { status: node ? 204 : 201 };
  }
  if (!node) return { status: 404 };
  switch (method) {
    case 'PROPFIND': {
      if (headers.depth === '1') tree.opened(node);
      const below = headers.depth === '1' ? [...(node.children?.values() ?? [])] : [];
      return multistatus([node, ...below].map((one) => entry(tree, one)));
    }
    case 'GET': {
      if (node.children) return { status: 501 };
      const known = { etag: `"${node.etag}"`, ...(node.checksum && { 'oc-checksum': node.checksum }) };
      const [, start, end] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
      if (start === undefined) return { status: 200, headers: known, body: node.bytes };
      const piece = node.bytes.subarray(Number(start), end ? Number(end) + 1 : undefined);
      const range = `bytes ${start}-${Number(start) + piece.length - 1}/${node.bytes.length}`;
      return { status: 206, headers: { ...known, 'content-range': range }, body: piece };
    }
    case 'DELETE':
      tree.remove(path);
      return { status: 204 };
    case 'PATCH': {
      const algorithm = headers['x-recalculate-hash'] as string;
      node.checksum = `${algorithm.toUpperCase()}:${createHash(algorithm).update(node.bytes).digest('hex')}`;
      return { status: 204, headers: { 'oc-checksum': node.checksum } };
    }
    case 'MOVE':
    case 'COPY':
      if (headers.overwrite === 'F' && tree.find(to!)) return { status: 412 };
      if (!tree.find(to!.slice(0, -1))?.children || path.every((name, at) => name === to![at])) return { status: 409 };
      if (method === 'MOVE') tree.move(path, to!);
      else tree.write(to!, node.bytes);
      return { status: 201 };
  }
  return { status: 405 };
}

const target = (headers: IncomingMessage['headers']) =>
  headers.destination === undefined ? '' : new URL(headers.destination as string).pathname;

const propsIn = (headers: IncomingMessage['headers']) => ({
  ...(headers['x-oc-mtime'] && { modified: Number(headers['x-oc-mtime']) }),
  ...(headers['oc-checksum'] && { checksum: headers['oc-checksum'] as string }),
});

function pathIn(base: string, url: string): string[] | null {
  if (!url.startsWith(`${base}/`)) return null;
  return url.slice(base.length).split('/').filter(Boolean).map(decodeURIComponent);
}

function entry(tree: Tree, node: Node): string {
  // Like PHP’s rawurlencode, which keeps fewer characters than JavaScript’s.
  const encode = (name: string) =>
    encodeURIComponent(name).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const href = `${DAV}/files/${USER}/${tree.pathOf(node).map(encode).join('/')}`;
  const common =
    `<d:getlastmodified>${new Date(node.modified * 1000).toUTCString()}</d:getlastmodified>` +
    `<d:getetag>&quot;${node.etag}&quot;</d:getetag><oc:fileid>${node.id}</oc:fileid>` +
    '<oc:owner-display-name>Ada L.</oc:owner-display-name>' +
    `<nc:mount-type>${node.isMounted ? 'external' : ''}</nc:mount-type>` +
    `<oc:permissions>${node.isMounted ? 'RMGDNVW' : 'RGDNVW'}</oc:permissions>`;
  if (node.children)
    return response(
      href.endsWith('/') ? href : `${href}/`,
      `<d:resourcetype><d:collection/></d:resourcetype>${common}`,
      '<d:getcontentlength/><oc:checksums/>',
    );
  const checksums = node.checksum ? `<oc:checksums><oc:checksum>${node.checksum}</oc:checksum></oc:checksums>` : '';
  const length = `<d:getcontentlength>${node.bytes.length}</d:getcontentlength>`;
  return response(href, `<d:resourcetype/>${length}${common}${checksums}`, checksums ? '' : '<oc:checksums/>');
}

const response = (href: string, found: string, missing = '') =>
  `<d:response><d:href>${href}</d:href>` +
  `<d:propstat><d:prop>${found}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>` +
  (missing && `<d:propstat><d:prop>${missing}</d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>`) +
  '</d:response>';

const multistatus = (responses: string[]): Answer => ({
  status: 207,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  body:
    '<?xml version="1.0"?>\n<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" ' +
    `xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">${responses.join('')}</d:multistatus>`,
});
