import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { certificate } from '../../kit/testing/certificate.ts';
import { startHttpServer } from '../../kit/testing/http-server.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { google, microsoft } from '../index.ts';
import { startScriptedServer } from '../testing/scripted-server.ts';

const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, certificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));
const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.stop();
});

const tokenOf = (name: string) =>
  `x.${Buffer.from(JSON.stringify({ upn: 'ada@example.com', name })).toString('base64url')}.x`;

/** Accepts one token, and answers others as Google and Microsoft do. */
async function startMailServer(right: string) {
  const seen: string[] = [];
  const server = await startScriptedServer({
    greeting: '* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=XOAUTH2] hello',
    answers: {
      AUTHENTICATE: (socket, { tag, text }) => {
        const [, , mechanism, response = ''] = text.split(' ');
        const said = Buffer.from(response, 'base64').toString();
        seen.push(`${mechanism} ${said.replaceAll('\x01', '|')}`);
        const refusal = Buffer.from('{"status":"400","schemes":"bearer"}').toString('base64');
        if (said.includes(`Bearer ${right}\x01`)) socket.write(`${tag} OK signed in\r\n`);
        else socket.write(`+ ${refusal}\r\n${tag} NO AUTHENTICATE failed.\r\n`);
      },
    },
  });
  opened.push(server);
  return { seen, imap: `imaps://127.0.0.1:${server.port}` };
}

it('signs in to Microsoft 365 with a token, and with a new one where the first has expired', async () => {
  const { seen, imap } = await startMailServer(tokenOf('new'));
  const account = testAccount({ urls: { imap }, token: () => tokenOf('old'), refresh: () => tokenOf('new') });
  const session = microsoft.open({ ...account, call: (work) => work() });
  expect(await session.identity()).toMatchObject({ email: 'ada@example.com', label: 'ada@example.com' });
  expect(seen).toEqual(['old', 'new'].map((name) => `XOAUTH2 user=ada@example.com|auth=Bearer ${tokenOf(name)}||`));
  await session[Symbol.asyncDispose]();
  await account.close();
});

it('asks to reconnect if a new token is refused too', async () => {
  const { imap } = await startMailServer('none');
  const account = testAccount({ urls: { imap }, token: () => tokenOf('old'), refresh: () => tokenOf('new') });
  const session = microsoft.open({ ...account, call: (work) => work() });
  await expect(session.identity()).rejects.toMatchObject({ code: 'auth_revoked' });
  await session[Symbol.asyncDispose]();
  await account.close();
});

it('signs in to Google, which reports whose mailbox it is', async () => {
  const { seen, imap } = await startMailServer('ya29.token');
  const api = await startHttpServer((request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(request.headers.authorization === 'Bearer ya29.token' ? { email: 'ada@gmail.com' } : {})),
  );
  opened.push({ stop: api.close });
  const account = testAccount({ urls: { imap, userinfo: api.url }, token: () => 'ya29.token' });
  const session = google.open({ ...account, call: (work) => work() });
  expect(await session.identity()).toMatchObject({ email: 'ada@gmail.com' });
  expect(seen).toEqual(['XOAUTH2 user=ada@gmail.com|auth=Bearer ya29.token||']);
  await session[Symbol.asyncDispose]();
  await account.close();
});

it('asks Microsoft for IMAP and nothing else, and detects that it wasn’t granted', async () => {
  if (microsoft.auth.kind !== 'oauth2') return expect.unreachable();
  let answer: object = {};
  const server = await startHttpServer((_, response) =>
    response
      .writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer)),
  );
  opened.push({ stop: server.close });
  const { http, close } = testAccount({});
  const urls = { authorize: `${server.url}/authorize`, token: `${server.url}/token` };
  const app = { clientId: 'c', clientSecret: 's', settings: {}, urls, http };
  const { auth } = microsoft;
  const url = auth.authorizeUrl(app, { state: 's', redirectUri: 'https://sheaf.test/oauth', challenge: 'x' });
  const scope = 'https://outlook.office.com/IMAP.AccessAsUser.All';
  expect(url.searchParams.get('scope')).toBe(`${scope} offline_access`);
  const ask = { code: 'c', redirectUri: 'https://sheaf.test/oauth', verifier: 'v' };
  answer = { access_token: 'a', refresh_token: 'r', expires_in: 3600, scope };
  expect(await auth.exchange(app, ask)).toMatchObject({
    accessToken: 'a',
    refreshToken: 'r',
    scopes: ['IMAP.AccessAsUser.All'],
  });
  answer = { access_token: 'a', expires_in: 3600, scope: 'offline_access' };
  await expect(auth.exchange(app, ask)).rejects.toMatchObject({ code: 'forbidden' });
  answer = { error: 'invalid_grant' };
  await expect(auth.refresh(app, 'r')).rejects.toMatchObject({ code: 'auth_revoked' });
  await close();
});
