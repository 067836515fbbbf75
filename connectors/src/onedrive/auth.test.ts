import { createHash, randomBytes } from 'node:crypto';
import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, describe, expect, it } from 'vitest';
import type { OAuth } from '../kit/connector.ts';
import { createHttpClient } from '../kit/http/client.ts';
import { onedrive } from './index.ts';

const auth = onedrive.auth as OAuth;
const redirectUri = 'http://localhost:3000/oauth';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const http = createHttpClient({ userAgent: 'Sheaf (test)' });
const graph = await forThisFile(startGraph({ samples: false }));
const app = { clientId: graph.clientId, settings: {}, clientSecret: graph.clientSecret, urls: graph.urls, http };
afterAll(() => http.close());

const ask = { state: 's', redirectUri, challenge };

/** Acts as a person: opens the page, selects an account, presses the button. */
async function codeFrom(url: URL): Promise<string> {
  const body = new URLSearchParams({ person: 'bruno', decision: 'allow' });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location')!).searchParams.get('code')!;
}

describe('connecting', () => {
  it('requests other people’s files and sites only on demand, for the given account', async () => {
    const sites = 'Read items in all site collections';
    expect(await (await fetch(auth.authorizeUrl(app, ask))).text()).not.toContain(sites);
    const url = auth.authorizeUrl(app, { ...ask, access: ['shared'] });
    expect(await (await fetch(url)).text()).toContain(sites);
    const code = await codeFrom(url);
    const { scopes } = await auth.exchange(app, { code, redirectUri, verifier });
    expect(scopes).toEqual(['User.Read', 'Files.ReadWrite', 'Files.ReadWrite.All', 'Sites.Read.All']);
    expect(auth.more!.map((more) => more.scopes.every((scope) => scopes.includes(scope)))).toEqual([true]);
    const named = auth.authorizeUrl(app, { ...ask, access: ['shared'], login: 'bruno@example.com' }).searchParams;
    expect([named.get('login_hint'), named.get('prompt')]).toEqual(['bruno@example.com', null]);
    expect(auth.authorizeUrl(app, ask).searchParams.get('prompt')).toBe('select_account');
  });

  it('rejects a consent without files', async () => {
    const url = auth.authorizeUrl(app, ask);
    url.searchParams.set('scope', 'User.Read offline_access');
    await expect(auth.exchange(app, { code: await codeFrom(url), redirectUri, verifier })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
