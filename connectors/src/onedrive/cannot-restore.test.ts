import { startGraph } from '@sheaf/sandbox';
import { expect, it } from 'vitest';
import type { RemoteId } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { cannotRestore } from './cannot-restore.ts';
import { onedrive } from './index.ts';

/** Tests that the manifest’s restrictions match Microsoft’s refusals. */
it.each([
  ['a personal account that allows all files', 'ada', ['Files.ReadWrite.All'], ['shared'], null],
  ['a personal account', 'ada', ['Files.ReadWrite'], [], /allow access to SharePoint libraries and shared folders/],
  ['an account of a company', 'bruno', ['Files.ReadWrite.All'], ['shared'], /personal accounts only/],
] as const)('%s', async (_, person, scopes, access, reason) => {
  const graph = await startGraph({ samples: false });
  const token = () => graph.control.authorize({ person, scopes: ['User.Read', ...scopes] }).accessToken;
  const account = testAccount({ urls: graph.urls, token });
  const writes = onedrive.open(account).writes!;
  const itemId = graph.control.write({ person, path: 'a.txt', text: 'a' });
  const id = `${graph.state.ownDrive(person).id}/${itemId}` as RemoteId;
  await writes.trash!(id);
  const refusal = cannotRestore({ id, isFolder: false, access });
  const restored = writes.restore!(id);
  if (reason === null) {
    expect(refusal).toBeNull();
    expect(await restored).toMatchObject({ id, name: 'a.txt', parentId: null });
  } else {
    expect(refusal).toMatch(reason);
    await expect(restored).rejects.toMatchObject({ code: 'forbidden' });
  }
  await account.close();
  await graph.stop();
});
