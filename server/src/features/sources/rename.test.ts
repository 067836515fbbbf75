import { sources } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

it('gives an account a name, and removes it again', async () => {
  const me = await person(app);
  const id = await quietAccount(app, me);
  const rename = async (display_name: string) =>
    (await me.call(sources.rename, { params: { id }, body: { display_name } })).data;
  expect(await rename('  Studio archive ')).toMatchObject({
    name: 'somebody@example.com',
    display_name: 'Studio archive',
  });
  const { data } = await me.call(sources.accounts);
  expect(data[0]!.display_name).toBe('Studio archive');
  expect((await rename(' ')).display_name).toBeNull();
});

it('rejects invalid names, and accounts of others', async () => {
  const me = await person(app);
  const colleague = await person(app, { role: 'admin', organizationId: me.organizationId });
  const id = await quietAccount(app, me);
  const rename = (who: typeof me, display_name: string) =>
    failure(who.call(sources.rename, { params: { id }, body: { display_name } }));
  expect((await rename(me, 'ab')).errors).toEqual({ display_name: ['Name length must be more than 3'] });
  expect((await rename(me, 'a\nbcd')).status).toBe(422);
  expect((await rename(me, 'x'.repeat(121))).status).toBe(422);
  expect((await rename(colleague, 'Mine now')).status).toBe(404);
  expect((await rename(await person(app), 'Mine now')).status).toBe(404);
  expect((await me.call(sources.accounts)).data[0]!.display_name).toBeNull();
});
