import { createHash } from 'node:crypto';
import { contract, type Endpoint, endpoints } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../testing/documents.ts';
import { person } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/** What the server sends and stores gives nothing away. */

const google = await forThisFile(startGoogle());
const { clientId, clientSecret, urls } = google;
const app = await forThisFile(testApp({}, { 'google-drive': { clientId, clientSecret, urls } }));
const someone = await person(app);

const nobody = '00000000-0000-7000-8000-000000000000';
/** These delete what they act on. */
const ending = new Set<Endpoint>([contract.auth.logout, contract.organizations.delete, contract.members.leave]);

describe.each(endpoints)('$name', ({ endpoint }) => {
  it('is never cached, whether it is refused or answered', async () => {
    const who = ending.has(endpoint) ? await person(app) : someone;
    const path = endpoint.path.replace(/\{\w+\}/g, endpoint.organization === 'path' ? who.organizationId : nobody);
    for (const headers of [{}, who.headers]) {
      const answer = await app.request({ method: endpoint.method, url: `/api${path}`, headers });
      expect(answer.headers['cache-control']).toMatch(/no-store/);
    }
  });
});

it.each(['/api/nothing', '/api/%', '/api/health', '/dev/mailbox.json'])('%s is never cached', async (url) => {
  const { headers } = await app.request({ method: 'GET', url, headers: { host: 'localhost' } });
  expect(headers['cache-control']).toBe('no-store');
});

it('the proof of an authorization is not readable in the database', async () => {
  const { url } = (await someone.call(contract.sources.beginOAuth, { body: { source: 'google-drive' } })).data;
  const challenge = new URL(url).searchParams.get('code_challenge')!;
  const { rows } = await app.services.pool.query('select * from source_authorizations');
  const sha = (text: string) => createHash('sha256').update(text).digest('base64url');
  const values = rows.flatMap((row) => Object.values(row)).map(String);
  expect(values.length).toBeGreaterThan(0);
  expect(values.some((value) => sha(value) === challenge)).toBe(false);
  const { secrets } = rows[0];
  const verifier = JSON.parse(app.services.keys.unseal(secrets)).verifier;
  expect(sha(verifier)).toBe(challenge);
});

it('a link of a source that isn’t http or https is not passed on', async () => {
  const [id] = await addDocuments(app, someone, await quietAccount(app, someone), [{ name: 'a.txt' }]);
  const shown = async (web_url: string) => {
    await app.services.db.updateTable('documents').set({ web_url }).where('id', '=', id!).execute();
    return (await someone.call(contract.documents.get, { params: { id: id! } })).data.web_url;
  };
  expect(await shown('https://drive.google.com/file/d/1')).toBe('https://drive.google.com/file/d/1');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'nonsense']) expect(await shown(bad)).toBeNull();
});
