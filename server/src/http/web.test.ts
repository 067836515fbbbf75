import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';
import { mountWeb } from './web.ts';

const dir = await mkdtemp(join(tmpdir(), 'sheaf-web-'));
await writeFile(join(dir, 'index.html'), '<!doctype html>');
const app = fastify();
setSecurityHeaders(app, { https: false, officeViewer: false, cardForm: undefined });
await mountWeb(app, dir);
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

it('leads to the operator’s privacy policy, or to the app’s page if there is none', async () => {
  expect((await app.inject('/privacy')).statusCode).toBe(200);
  const other = fastify();
  await mountWeb(other, dir, { privacyUrl: 'https://example.com/privacy' });
  const { statusCode, headers } = await other.inject('/privacy');
  expect([statusCode, headers.location]).toEqual([302, 'https://example.com/privacy']);
  await other.close();
});

it('lets only the page with the card form load what the payment provider serves', async () => {
  const provider = 'https://pay.example';
  const cardForm = { script: provider, frame: provider, connect: provider, image: provider };
  const open = fastify();
  setSecurityHeaders(open, { https: false, officeViewer: false, cardForm });
  await mountWeb(open, dir);
  const policyOf = async (url: string) => String((await open.inject(url)).headers['content-security-policy']);
  for (const url of ['/plans/card', '/plans/card?return=/plans', '/plans/card/']) {
    const policy = await policyOf(url);
    for (const kind of ['script-src', 'frame-src', 'connect-src', 'img-src'])
      expect(policy.split('; ').find((rule) => rule.startsWith(kind))).toContain(provider);
  }
  for (const url of [
    '/plans',
    '/plans/upgrade',
    '/plans/cards',
    '/onboarding?step=4',
    '/x/plans/card',
    '/?/plans/card',
  ])
    expect(await policyOf(url)).not.toContain(provider);
  expect((await app.inject('/plans/card')).headers['content-security-policy']).toBe(await policyOf('/plans'));
  await open.close();
});

it.each([
  ['none', undefined],
  ['same-origin', undefined],
  ['same-site', 'same-origin'],
  ['cross-site', 'same-origin'],
  [undefined, 'same-origin'],
])('serves a page opened from %s with the opener policy %s', async (site, policy) => {
  const { statusCode, headers } = await app.inject({
    url: '/directory',
    headers: site === undefined ? {} : { 'sec-fetch-site': site },
  });
  expect(statusCode).toBe(200);
  expect(headers['cross-origin-opener-policy']).toBe(policy);
  expect(headers.vary).toBe('Accept-Encoding, Sec-Fetch-Site');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server/mcp'])(
  'answers 404 for %s, because assistants request it and a page would confuse them',
  async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  },
);
