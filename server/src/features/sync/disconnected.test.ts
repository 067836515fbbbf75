import type { RemoteId } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { loadState } from '../sources/index.ts';
import { writeListed } from './write-listed.ts';

it('writes nothing in a run that still reads once its account was given to another member', async () => {
  const google = await startGoogle();
  const { clientId, clientSecret, urls } = google;
  const app = await testApp({}, { 'google-drive': { clientId, clientSecret, urls } });
  try {
    const owner = await person(app);
    const member = await person(app, { role: 'member', organizationId: owner.organizationId });
    const { id } = await connectAccount(member, 'google-drive', 'ada');
    const { db } = app.services;
    const state = (await loadState(db, id))!;
    const items = [
      {
        id: 'private' as RemoteId,
        parentId: null,
        name: 'private.txt',
        kind: 'file' as const,
        mimeType: 'text/plain',
        size: 1,
        revision: '1',
        hashes: {},
        modifiedAt: null,
      },
    ];
    await member.call(contract.members.leave, { body: { content: 'hand_over', hand_over_to: owner.id } });
    await expect(db.transaction().execute((tx) => writeListed(tx, state, items))).rejects.toMatchObject({
      code: 'auth_revoked',
    });
    expect((await owner.call(contract.documents.list)).data).toEqual([]);
  } finally {
    await app.close();
    await google.stop();
  }
});
