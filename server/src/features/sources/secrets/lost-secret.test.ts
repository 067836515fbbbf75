import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { expect, it, vi } from 'vitest';
import { deriveKeys } from '../../../platform/secrets/keys.ts';
import { person } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { reportUnreadable } from './secrets.ts';

const { sources } = contract;

it('reports a lost secret, and works again once the account is reconnected', async () => {
  const google = await startGoogle({ samples: false });
  google.control.add({ person: 'ada', name: 'a.txt', text: 'a' });
  const app = await testApp({}, { 'google-drive': google });
  const logged = vi.spyOn(app.services.log, 'error');
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', 'ada');
  const account = async () => (await me.call(sources.accounts)).data.find((one) => one.id === id)!;
  const syncNow = async () => {
    await me.call(sources.syncNow, { params: { id } });
    await app.work();
  };
  await reportUnreadable(app.services);
  expect(logged).not.toHaveBeenCalled();

  app.services.keys = deriveKeys({ current: 'a new secret, since the old one was lost', previous: [] });
  await reportUnreadable(app.services);
  expect(logged).toHaveBeenCalledWith({ accounts: 1 }, expect.stringMatching(/SHEAF_SECRET.*Restore it/));
  await syncNow();
  const unreadable = 'The saved access to this account can’t be read anymore. Reconnect the account.';
  expect(await account()).toMatchObject({ status: 'needs_reauth', problem: unreadable });
  expect(logged).toHaveBeenLastCalledWith(
    expect.objectContaining({ accountId: id }),
    expect.stringContaining('has to be reconnected'),
  );
  // A person who browses it meanwhile gets the same message.
  const browsing = me.call(sources.files, { body: { source_account_id: id, parent_id: null } });
  await expect(browsing).rejects.toMatchObject({ message: unreadable });

  await connectAccount(me, 'google-drive', 'ada', id);
  await syncNow();
  expect(await account()).toMatchObject({ status: 'connected', problem: null });
  await app.close();
  await google.stop();
});
