import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { viewerHeaders } from './security-headers.ts';

/** Not handled by the web app: a missing file or call there is a 404. */
const ours = /^\/(api|assets|images|dev|mcp|storage|\.well-known)(\/|$)/;

/**
 * Opened from the address bar, a bookmark or a page of ours: no other page holds the window, so leaving out the opener
 * policy loses nothing, and with it Chromium compiles all scripts again. Requests that don’t say where they come from
 * count as from another site.
 */
const openedByNobodyElse: ReadonlySet<unknown> = new Set(['none', 'same-origin']);

interface Pages {
  /** The operator's page. */
  privacyUrl?: string | undefined;
  /** Whether a public link works. */
  isLinkLive?(token: string): Promise<boolean>;
}

/** The address is a secret: it is not sent as a referrer, search engines don’t list it, and nobody caches it. */
const linkHeaders = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/**
 * Serves the web app: files as they are, and index.html for every other page address, for the router in the browser.
 * /privacy leads to the operator's own page if there is one.
 */
export async function mountWeb(
  app: FastifyInstance,
  dir: string,
  { privacyUrl, isLinkLive }: Pages = {},
): Promise<void> {
  if (privacyUrl) app.get('/privacy', (_, reply) => reply.redirect(privacyUrl));
  await app.register(fastifyStatic, {
    root: dir,
    serve: false,
    preCompressed: true,
    setHeaders(reply, path) {
      // Files with hashed names never change; the few others are revalidated.
      const forever = path.startsWith(join(dir, 'assets'));
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The page that shows files has no origin, so its requests are cross-origin.
      if (forever) reply.header('Access-Control-Allow-Origin', '*');
    },
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  app.get<{ Querystring: { images?: string } }>('/viewer.html', (request, reply) =>
    reply.headers(viewerHeaders(request.query.images === 'shown')).sendFile('viewer.html'),
  );
  // All public links have one page; its status says whether this link works, for clients that read only that.
  app.get<{ Params: { token: string } }>(
    '/l/:token',
    { onRequest: async (request) => app.limits?.onArrival(request) },
    async ({ params }, reply) => {
      const isLive = isLinkLive ? await isLinkLive(params.token) : false;
      return reply
        .headers(linkHeaders)
        .code(isLive ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(await readFile(join(dir, 'index.html')));
    },
  );
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*'];
    if (ours.test(`/${path}`)) throw notFound('This page');
    reply.header('Vary', 'Accept-Encoding, Sec-Fetch-Site');
    if (openedByNobodyElse.has(request.headers['sec-fetch-site'])) reply.removeHeader('Cross-Origin-Opener-Policy');
    return reply.sendFile(/^[\w-]+\.\w+$/.test(path) ? path : 'index.html');
  });
}
