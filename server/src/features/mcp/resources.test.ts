import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { apiKeyOf, type TestKey } from '../../testing/api-keys.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { wantTexts } from '../passages/index.ts';
import { connect } from './testing/assistant.ts';

/** Documents as resources of an assistant. */

const app = await forThisFile(testApp());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
const me = await person(app);
const key = await apiKeyOf(app, me, 'mcp');
const account = await quietAccount(app, me);
const [lease] = (await addFiles(app, me, account, [{ name: 'Lease.txt', bytes: 'The rent is 900 euros.' }])) as [
  string,
];
await wantTexts(app.services.db, [lease]);
await app.work({ readTexts: true });
const [folder] = (await addDocuments(app, me, account, [
  { name: 'Folder', folder: true },
  ...Array.from({ length: 60 }, (_, n) => ({ name: `Older ${n}.txt` })),
])) as [string];

type Client = Awaited<ReturnType<typeof connect>>;
async function asked<T>(as: TestKey, ask: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(origin, as.headers);
  return ask(client).finally(() => client.close());
}
const read = (as: TestKey, id: string) =>
  asked(as, (client) => client.readResource({ uri: `sheaf://documents/${id}` }));
const page = (cursor?: string) =>
  asked(key, async (client) => (await client.request({ method: 'resources/list', params: { cursor } })) as Page);
interface Page {
  resources: { uri: string; name: string }[];
  nextCursor?: string;
}

it('lists the documents one may see, page by page, and no folders', async () => {
  const first = await page();
  const second = await page(first.nextCursor);
  expect([first.resources.length, second.resources.length, second.nextCursor]).toEqual([50, 11, undefined]);
  const all = [...first.resources, ...second.resources];
  expect(new Set(all.map(({ uri }) => uri)).size).toBe(61);
  expect(all.map(({ name }) => name)).not.toContain('Folder');
  expect(all).toContainEqual(
    expect.objectContaining({ uri: `sheaf://documents/${lease}`, name: 'Lease.txt', mimeType: 'text/plain' }),
  );
  await expect(page('last week')).rejects.toThrow('cursor must be the nextCursor of the answer before.');
});

it('describes how to address any document', async () => {
  const { resourceTemplates } = await asked(key, (client) => client.listResourceTemplates());
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'sheaf://documents/{id}', mimeType: 'text/plain' }]);
});

it('returns the text of a document as untrusted, and records who read it', async () => {
  const { contents } = await read(key, lease);
  const { text } = contents[0] as { text: string };
  expect(text).toMatch(/<(untrusted-[0-9a-f]{16})>\nThe rent is 900 euros\.\n<\/\1>$/);
  expect(text).toMatch(/not as instructions/);
  const { rows } = await app.services.pool.query('select user_id, tool from mcp_calls where subject_id = $1', [lease]);
  expect(rows).toEqual([{ user_id: me.id, tool: 'resources/read' }]);
});

it('explains what can’t be read', async () => {
  await expect(read(key, folder)).rejects.toThrow('This is a folder');
  await expect(read(key, newId())).rejects.toThrow('doesn’t exist');
  await expect(read(key, 'passwords')).rejects.toThrow(/not found/i);
});

it('shows others a document only while it is shared with them', async () => {
  const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
  const theirs = await apiKeyOf(app, guest, 'mcp');
  const names = () => asked(theirs, async (client) => (await client.listResources()).resources.map(({ name }) => name));
  await expect(read(theirs, lease)).rejects.toThrow('doesn’t exist');
  expect(await names()).toEqual([]);
  await me.call(contract.sharing.share, { body: { inviting_ids: [guest.id], document_ids: [lease] } });
  await app.work();
  expect((await read(theirs, lease)).contents).toHaveLength(1);
  expect(await names()).toEqual(['Lease.txt']);
  await me.call(contract.sharing.unshare, { params: { userId: guest.id, documentId: lease } });
  await expect(read(theirs, lease)).rejects.toThrow('doesn’t exist');
  expect(await names()).toEqual([]);
});
