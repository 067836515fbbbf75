import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { connectAccount, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { saveNotIncluded } from './sync-state.ts';

const { sources } = contract;

it('reports what a limit leaves out, until it no longer does', async () => {
  const google = await startGoogle({ samples: false });
  const app = await testApp({}, { 'google-drive': google });
  const me = await person(app);
  const { id, not_included } = await connectAccount(me, 'google-drive', 'ada');
  expect(not_included).toEqual([]);
  const shown = async () => (await me.call(sources.accounts)).data[0]!.not_included;
  const drives = { what: 'shared drives', count: 7, why: 'Sheaf reads up to 5,000 shared drives of an account.' };
  const others = { what: 'channels', count: 1, why: 'There are too many.' };
  await saveNotIncluded(app.services.db, id, [drives]);
  await saveNotIncluded(app.services.db, id, [others]);
  expect(await shown()).toEqual([drives, others]);
  await saveNotIncluded(app.services.db, id, [{ ...drives, count: 9 }]);
  expect(await shown()).toEqual([others, { ...drives, count: 9 }]);
  await saveNotIncluded(app.services.db, id, [{ ...others, count: 0 }]);
  expect(await shown()).toEqual([{ ...drives, count: 9 }]);

  // Drive has no such limit to report for this account.
  await syncAccount(app, me, id);
  expect(await shown()).toEqual([]);
  await app.close();
  await google.stop();
});
