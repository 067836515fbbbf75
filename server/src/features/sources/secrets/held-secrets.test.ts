import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { openAccount } from '../open-account.ts';

const graph = await forThisFile(startGraph({ samples: false }));
const app = await forThisFile(testApp({}, { onedrive: graph }));

/** An open account, and how often its secrets were decrypted. */
async function openCounted() {
  const { id } = await connectAccount(await person(app), 'onedrive', 'ada');
  let decrypted = 0;
  const { keys } = app.services;
  const unseal: typeof keys.unseal = (sealed) => {
    decrypted += 1;
    return keys.unseal(sealed);
  };
  const session = openAccount({ ...app.services, keys: { ...keys, unseal } }, { id, source: 'onedrive' });
  return { session, decrypted: () => decrypted };
}

it('decrypts the secrets of an open account once, however many calls it makes', async () => {
  const { session, decrypted } = await openCounted();
  for (let n = 0; n < 5; n += 1) await session.files!.browse(null, null);
  expect(decrypted()).toBe(1);
  await session[Symbol.asyncDispose]();
});

it('uses the new token once the old one was rejected', async () => {
  const { session } = await openCounted();
  await session.files!.browse(null, null);
  graph.control.expireTokens({ person: 'ada' });
  await expect(session.files!.browse(null, null)).resolves.toMatchObject({ items: [] });
  await session[Symbol.asyncDispose]();
});
