import { contract, eventsPath } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { ask, messages, newThread } from '../features/ai/testing/conversations.ts';
import { callTool } from '../features/mcp/testing/assistant.ts';
import { wantTexts } from '../features/passages/index.ts';
import { apiKeyOf } from '../testing/api-keys.ts';
import { addDocuments, quietAccount } from '../testing/documents.ts';
import { person } from '../testing/people.ts';
import { addFiles } from '../testing/stored-files.ts';
import { testApp } from '../testing/test-app.ts';

const { documents, sharing, groups, search, collections, members } = contract;

const app = await forThisFile(testApp());
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });

const lease = 'Lease of the studio. Notice has to be given three months before the end of a quarter.';

/** A folder with a file, shared with a group that a guest is in, and what the guest prepared while they saw it. */
async function shared() {
  const owner = await person(app);
  const { organizationId } = owner;
  const guest = await person(app, { role: 'guest', organizationId });
  const account = await quietAccount(app, owner);
  const [folder] = await addDocuments(app, owner, account, [{ name: 'Contracts', folder: true }]);
  const [file] = await addFiles(app, owner, account, [{ name: 'Agreement.txt', bytes: lease, parent: folder! }]);
  await wantTexts(app.services.db, [file!]);
  await app.work({ readTexts: true });
  const group = (await owner.call(groups.create, { body: { name: 'Tenants' } })).data;
  const params = { id: group.id };
  await owner.call(groups.addMembers, { params, body: { user_ids: [guest.id] } });
  await owner.call(sharing.share, { body: { inviting_ids: [group.id], document_ids: [folder!] } });

  const collection = (await guest.call(collections.create, { body: { name: 'Mine' } })).data;
  await guest.call(documents.setCollections, { body: { document_id: file!, collections: [collection.id] } });
  const local = (await guest.call(documents.get, { params: { id: file! } })).data.local_path!;
  const zip = (await guest.call(documents.zip, { body: { document_ids: [folder!] } })).data.local_path;
  const thread = await newThread(guest);
  const answer = await ask(guest, thread, 'How much notice has to be given?');
  expect(answer.citations).toHaveLength(1);
  const key = await apiKeyOf(app, guest, 'mcp');
  const tool = async (name: string, args: Record<string, unknown>) =>
    (await callTool(origin, key.headers, name, args).catch(() => ({ text: '' }))).text.includes('Agreement.txt');
  const stored = async (path: string) => {
    const fetched = await fetch(`${origin}/storage/${path}`);
    return fetched.status === 200 && Buffer.from(await fetched.arrayBuffer()).includes('Lease');
  };
  const total = async (query: object) => (await guest.call(documents.list, { query })).pagination.total;
  const works = (call: Promise<unknown>) => call.then(() => true).catch(() => false);
  const ways: Record<string, () => Promise<boolean | number>> = {
    list: () => total({}),
    'top of what is shared': () => total({ owner: 'shared', parent_id: 'root' }),
    folder: () => total({ parent_id: folder! }),
    'below the folder': () => total({ in: folder! }),
    collection: () => total({ collection_id: collection.id }),
    'count of the collection': async () =>
      (await guest.call(collections.get, { params: { id: collection.id } })).data.count,
    sources: async () => (await guest.call(documents.sources)).data.length,
    details: () => works(guest.call(documents.get, { params: { id: file! } })),
    activity: () => works(guest.call(documents.activity, { params: { id: file! } })),
    open: () => works(guest.call(documents.open, { params: { id: file! } })),
    'why they see it': () =>
      works(guest.call(sharing.reasons, { params: { id: file! }, query: { user_id: guest.id } })),
    search: async () => (await guest.call(search.find, { query: { q: 'notice quarter' } })).data.length,
    'search by name': async () => (await guest.call(search.find, { query: { q: 'agreement' } })).data.length,
    'search for a similar name': async () => (await guest.call(search.find, { query: { q: 'agreemnet' } })).data.length,
    'search with an operator alone': async () =>
      (await guest.call(search.find, { query: { q: 'in:contracts' } })).data.length,
    suggestions: async () =>
      (await guest.call(search.suggest, { query: { q: 'agre' } })).data.filter(({ document }) => document).length,
    'folders after in:': async () => (await guest.call(search.suggest, { query: { q: 'in:contr' } })).data.length,
    'bytes by their path': () => stored(local),
    'zip that was prepared': () => stored(zip),
    'new zip': () => works(guest.call(documents.zip, { body: { document_ids: [folder!] } })),
    download: async () =>
      (
        await app.request({
          method: 'POST',
          url: `/api/documents/download/${file}`,
          headers: guest.headers,
        })
      ).status === 200,
    'old answer': async () => (await messages(guest, thread))[1]!.content.includes('three months'),
    'old citation': async () => (await messages(guest, thread))[1]!.citations.length,
    'new answer': async () => (await ask(guest, thread, 'How much notice has to be given?')).supported,
    'assistant searches': () => tool('search', { query: 'agreement' }),
    'assistant reads': () => tool('read_document', { document_id: file! }),
    'assistant lists': () => tool('list_folder', { folder_id: folder! }),
    'assistant asks for changes': () =>
      tool('changes_since', { since: new Date(Date.now() - 3_600_000).toISOString() }),
  };
  const open = async () => {
    const seen: Record<string, boolean | number> = {};
    for (const [name, through] of Object.entries(ways)) seen[name] = await through();
    return seen;
  };
  return { owner, guest, group, params, folder: folder!, file: file!, open };
}

/** Each document once: a count of two would mean that somebody sees it for two reasons. */
const wide: Record<string, boolean | number> = {
  list: 2,
  'top of what is shared': 1,
  folder: 1,
  'below the folder': 1,
  collection: 1,
  'count of the collection': 1,
  sources: 1,
  details: true,
  activity: true,
  open: true,
  'why they see it': true,
  search: 1,
  'search by name': 1,
  'search for a similar name': 1,
  'search with an operator alone': 1,
  suggestions: 1,
  'folders after in:': 1,
  'bytes by their path': true,
  'zip that was prepared': true,
  'new zip': true,
  download: true,
  'old answer': true,
  'old citation': 1,
  'new answer': true,
  'assistant searches': true,
  'assistant reads': true,
  'assistant lists': true,
  'assistant asks for changes': true,
};
const shut = Object.fromEntries(Object.entries(wide).map(([way, seen]) => [way, typeof seen === 'number' ? 0 : false]));

it('a group’s members see what is shared with it in every call, once, and only while it is shared', async () => {
  const { owner, guest, group, params, folder, file, open } = await shared();
  expect(await open()).toEqual(wide);

  // Visible for several reasons at once.
  const other = (await owner.call(groups.create, { body: { name: 'Lawyers' } })).data;
  await owner.call(groups.addMembers, { params: { id: other.id }, body: { user_ids: [guest.id] } });
  await owner.call(sharing.share, { body: { inviting_ids: [other.id, guest.id], document_ids: [folder, file] } });
  expect(await open()).toEqual(wide);
  for (const id of [other.id, guest.id])
    await owner.call(sharing.unshare, { params: { userId: id, documentId: file }, query: { also: folder } });
  expect(await open()).toEqual(wide);

  await owner.call(groups.removeMember, { params: { ...params, userId: guest.id } });
  expect(await open()).toEqual(shut);
  await owner.call(groups.addMembers, { params, body: { user_ids: [guest.id] } });
  expect(await open()).toEqual(wide);

  await owner.call(groups.delete, { params });
  expect(await open()).toEqual(shut);
  expect((await owner.call(documents.get, { params: { id: file } })).data.shared).toBe(false);
  await owner.call(groups.restore, { params });
  expect(await open()).toEqual(wide);

  await owner.call(sharing.unshare, { params: { userId: group.id, documentId: folder } });
  expect(await open()).toEqual(shut);

  // A guest is not part of everyone until they become a member.
  await owner.call(sharing.share, { body: { inviting_ids: [owner.organizationId], document_ids: [folder] } });
  expect(await open()).toEqual(shut);
  await owner.call(members.setRole, { params: { id: guest.id }, body: { role: 'member' } });
  expect(await open()).toEqual(wide);
  await owner.call(members.setRole, { params: { id: guest.id }, body: { role: 'guest' } });
  expect(await open()).toEqual(shut);
}, 600_000);

it('sends events about what a group sees, and about joining and leaving it', async () => {
  const owner = await person(app);
  const bea = await person(app, { role: 'member', organizationId: owner.organizationId });
  const account = await quietAccount(app, owner);
  const [file] = await addDocuments(app, owner, account, [{ name: 'plan.txt' }]);
  const group = (await owner.call(groups.create, { body: { name: 'Listeners' } })).data;
  const params = { id: group.id };
  const line = new AbortController();
  const stream = await fetch(`${origin}/api${eventsPath}`, { headers: bea.headers, signal: line.signal });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the line ended');
      if (value.includes('"type":"documents"')) return true;
    }
  };
  const change = async (call: () => Promise<unknown>) => {
    const hearing = heard();
    await call();
    return hearing;
  };
  expect(await change(() => owner.call(groups.addMembers, { params, body: { user_ids: [bea.id] } }))).toBe(true);
  expect(
    await change(() => owner.call(sharing.share, { body: { inviting_ids: [group.id], document_ids: [file!] } })),
  ).toBe(true);
  expect(await change(() => owner.call(groups.delete, { params }))).toBe(true);
  line.abort();
  await reader.cancel().catch(() => {});
});
