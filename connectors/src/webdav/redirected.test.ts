import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHttpServer } from '../kit/testing/http-server.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { webdav } from './index.ts';

type Server = Awaited<ReturnType<typeof startHttpServer>>;
let named: Server;
let other: Server;
const authorizations: (string | undefined)[] = [];
beforeAll(async () => {
  other = await startHttpServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.writeHead(207).end(`<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href><d:propstat><d:prop>
      <d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>
      </d:response></d:multistatus>`);
  });
  named = await startHttpServer((_, response) => response.writeHead(302, { location: `${other.url}/` }).end());
});
afterAll(() => Promise.all([named.close(), other.close()]));

it('sends no password after a redirect to another server', async () => {
  const account = testAccount({ fields: { address: named.url, username: 'ada', password: 'secret' } });
  const session = webdav.open(account);
  await expect(session.identity()).rejects.toMatchObject({ message: expect.stringContaining(other.url) });
  await expect(session.files!.browse(null, null)).rejects.toMatchObject({ code: 'unavailable' });
  await session[Symbol.asyncDispose]();
  await account.close();
  expect(authorizations.length).toBeGreaterThan(0);
  expect(new Set(authorizations)).toEqual(new Set([undefined]));
});
