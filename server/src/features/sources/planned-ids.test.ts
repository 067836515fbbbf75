import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { plannedId } from './planned-ids.ts';

const app = await forThisFile(testApp());

it('returns the same id to everyone who plans the same key, until it is used up', async () => {
  const { db } = app.services;
  const account = await quietAccount(app, await person(app));
  const plan = (proposed: string, usedUp?: string) => plannedId(db, account, 'folder', async () => proposed, usedUp);
  const [first, ...others] = await Promise.all(['a', 'b', 'c', 'd'].map((id) => plan(id)));
  expect(new Set(others)).toEqual(new Set([first]));
  expect(await plan('e')).toBe(first);
  const [second, also] = await Promise.all([plan('f', first), plan('g', first)]);
  expect(also).toBe(second);
  expect(second).not.toBe(first);
  // A caller that still holds the replaced id.
  expect(await plan('h', first)).toBe(second);
  expect(await plannedId(db, account, 'another', async () => 'i')).toBe('i');

  await db
    .updateTable('planned_ids')
    .set({ planned_at: new Date(Date.now() - 8 * 86_400_000) })
    .execute();
  await plannedId(db, account, 'third', async () => 'j');
  const left = await db.selectFrom('planned_ids').select('key').where('account_id', '=', account).execute();
  expect(left).toEqual([{ key: 'third' }]);
});
