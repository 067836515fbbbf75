import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';
import { mountWeb } from './web.ts';

let dir: string;
let app: FastifyInstance;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sheaf-web-'));
  await writeFile(join(dir, 'index.html'), '<!doctype html>');
  app = fastify();
  setSecurityHeaders(app, { https: false, officeViewer: false });
  await mountWeb(app, dir);
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

it.each([
  ['none', undefined],
  ['same-origin', undefined],
  ['same-site', 'same-origin'],
  ['cross-site', 'same-origin'],
  [undefined, 'same-origin'],
])('a page opened from %s has the opener policy %s', async (site, policy) => {
  const { statusCode, headers } = await app.inject({
    url: '/directory',
    headers: site === undefined ? {} : { 'sec-fetch-site': site },
  });
  expect(statusCode).toBe(200);
  expect(headers['cross-origin-opener-policy']).toBe(policy);
  expect(headers.vary).toBe('Accept-Encoding, Sec-Fetch-Site');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
