import { contract } from '@sheaf/contract';
import { startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { failure } from '../../../testing/failure.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';

const { sources } = contract;
const login = { bucket: 'files', accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };

const store = await forThisFile(startS3(login));
const app = await forThisFile(testApp({ privateNetworks: ['127.0.0.0/8'] }));

it('reports what a source rejects in the form at its field, without a second attempt', async () => {
  const me = await person(app);
  const { url } = (await me.call(sources.beginOAuth, { body: { source: 's3' } })).data;
  const state = new URL(url).searchParams.get('state')!;
  const submit = (wrong: Record<string, string>) => {
    const fields = { endpoint: store.url, ...login, ...wrong };
    return me.call(sources.submitCredentials, { body: { source: 's3', state, fields } });
  };
  const refused = await failure(submit({ bucket: 'other' }));
  expect(refused).toMatchObject({ code: 'source_failed', errors: { bucket: [refused.message] } });
  expect(Object.keys((await failure(submit({ secretAccessKey: 'wrong' }))).errors)).toEqual(['secretAccessKey']);
  expect(Object.keys((await failure(submit({ pathStyle: 'perhaps' }))).errors)).toEqual(['pathStyle']);

  const before = store.faults.count();
  store.faults.add({ times: 10, action: { kind: 'status', status: 503 } });
  const busy = await failure(submit({}));
  expect(Object.keys(busy.errors)).toEqual(['endpoint']);
  expect(store.faults.count()).toBe(before + 1);
});
