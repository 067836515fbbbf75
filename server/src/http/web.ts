import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { viewerHeaders } from './security-headers.ts';

/** Never the web app's: a missing file or call there is missing. */
const ours = /^\/(api|assets|images|dev|mcp|storage|\.well-known)(\/|$)/;

/**
 * From the address bar, a bookmark or a page of ours: nobody holds the window, so nothing is lost without the policy that
 * takes it from them; with it, Chromium compiles all script anew. Who does not say is taken for another site.
 */
const openedByNobodyElse: ReadonlySet<unknown> = new Set(['none', 'same-origin']);

interface Pages {
  /** Of the operator. */
  privacyUrl?: string | undefined;
  /** Whether a public link leads anywhere. */
  isLinkLive?(token: string): Promise<boolean>;
}

/** The address is a secret: no page that is left to is told of it, no search engine lists it, nobody keeps it. */
const linkHeaders = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
};

/**
 * The web app: files as they are, every other page address answered with index.html for the router in the browser.
 * /privacy leads to the operator's own page, where there is one.
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
      // Hashed names never change their content; the few others are asked for anew.
      const forever = path.startsWith(join(dir, 'assets'));
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      // The page that shows files has no origin, and loads them like anybody from elsewhere.
      if (forever) reply.header('Access-Control-Allow-Origin', '*');
    },
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  );
  app.get<{ Querystring: { images?: string } }>('/viewer.html', (request, reply) =>
    reply.headers(viewerHeaders(request.query.images === 'shown')).sendFile('viewer.html'),
  );
  // One page for all public links; its status says whether there is one here, for clients that look at nothing else.
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
