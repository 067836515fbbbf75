import { contract, type Document, type SyncSettings } from '@sheaf/contract';
import { startGoogle, startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount, syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Mail and chats from the source to the documents, over HTTP and with the real jobs. */

const { sources, documents, sharing } = contract;

const google = await forThisFile(startGoogle({ samples: false, pageSize: 10 }));
const slack = await forThisFile(startSlack({ samples: false }));
const app = await forThisFile(testApp({}, { gmail: google, slack }));
afterEach(() => {
  google.control.clearFaults();
  slack.control.clearFaults();
});

interface Synced {
  me: TestPerson;
  id: string;
  sync(choice?: Partial<SyncSettings>): Promise<void>;
  list(query?: object): Promise<Document[]>;
  named(name: string): Promise<Document>;
}

async function connected(source: string): Promise<Synced> {
  const me = await person(app);
  const { id } = await connectAccount(me, source, 'ada');
  const list = async (query: object = {}) =>
    (await me.call(documents.list, { query: { per_page: 100, sort: 'name', ...query } })).data;
  return {
    me,
    id,
    async sync(choice = {}) {
      await syncAccount(app, me, id, choice);
      const { status, problem } = (await me.call(sources.accounts)).data[0]!;
      expect({ status, problem }).toEqual({ status: 'connected', problem: null });
    },
    list,
    named: async (name) => (await list()).find((document) => document.name === name)!,
  };
}

const bodies = (document: { messages: { body: string }[] }) =>
  document.messages.map(({ body }) =>
    Buffer.from(body, 'base64url')
      .toString()
      .replace(/<[^>]*>/g, '')
      .trim(),
  );

describe('Gmail', () => {
  const ada = { person: 'ada' } as const;
  const mail = (subject: string, more: object = {}) =>
    google.control.addMail({ ...ada, subject, text: `Text of ${subject}`, labelIds: ['INBOX'], ...more });

  it('shows threads as documents in their label, with messages and attachments', async () => {
    const work = google.control.addLabel({ ...ada, name: 'Work' });
    const files = [{ name: 'plan.txt', mimeType: 'text/plain', base64: Buffer.from('the plan').toString('base64') }];
    const first = mail('Harvest', { labelIds: ['INBOX', work] });
    mail('Re: Harvest', { answers: first, files });
    mail('Other');
    const { me, sync, list, named } = await connected('gmail');
    await sync();
    const thread = await named('Harvest');
    expect(thread).toMatchObject({
      type: 'mail',
      content: 'stored',
      location: [{ name: 'Inbox' }],
      conversation: { kind: 'mail', messages: 2 },
      messages: [],
    });
    const details = (await me.call(documents.get, { params: { id: thread.id } })).data;
    expect(bodies(details)).toEqual(['Text of Harvest', 'Text of Re: Harvest']);
    const attachment = await named('plan.txt');
    expect(details.messages[1]!.attachments).toEqual([{ document_id: attachment.id, name: 'plan.txt', size: 8 }]);
    expect((await me.call(documents.get, { params: { id: attachment.id } })).data.thread).toEqual({
      id: thread.id,
      name: 'Harvest',
    });
    const page = await app.request({ method: 'GET', url: `/storage/${thread.local_path}`, headers: me.headers });
    expect(page.body).toContain('Text of Re: Harvest');
    expect((await list({ kind: 'folder' })).map(({ name }) => name)).toContain('Work');
  });

  it('lists a label newest thread first, with attachments inside theirs', async () => {
    const label = google.control.addLabel({ ...ada, name: 'Orchard' });
    const at = (subject: string, more: object = {}) => mail(subject, { labelIds: [label], ...more });
    const files = ['apples', 'pears'].map((name) => ({ name: `${name}.txt`, mimeType: 'text/plain', base64: 'YQ==' }));
    const first = at('Zoe asks', { files: files.slice(0, 1) });
    at('Bees');
    at('Re: Zoe asks', { answers: first, files: files.slice(1) });
    const { me, sync, list } = await connected('gmail');
    await sync({ chat_selected: [{ id: label, name: 'Orchard' }] });
    const [folder] = await list({ kind: 'folder' });
    const inside = (await me.call(documents.list, { query: { parent_id: folder!.id } })).data;
    // By name, the older thread would come first.
    expect(inside.map(({ name, conversation }) => [name, conversation?.attachments])).toEqual([
      ['Zoe asks', 2],
      ['Bees', 0],
    ]);
    expect((await list({ parent_id: folder!.id })).map(({ name }) => name)).toEqual(['Bees', 'Zoe asks']);
    // Searched by name or type, they are documents of their own.
    expect((await list({ in: folder!.id, search: 'apples' })).map(({ name }) => name)).toEqual(['apples.txt']);
    expect((await list({ account_id: folder!.account.id })).map(({ name }) => name)).toContain('pears.txt');
  });

  it('shows a thread as unread as long as the mailbox does, and only to its owner', async () => {
    const [subject, labelIds] = ['Unread news', ['INBOX', 'UNREAD']];
    const id = mail(subject, { labelIds });
    const { me, sync, named } = await connected('gmail');
    const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
    await sync();
    const thread = await named(subject);
    expect(thread.conversation).toMatchObject({ messages: 1, unread: 1 });
    await me.call(sharing.share, { body: { inviting_ids: [colleague.id], document_ids: [thread.id] } });
    const shared = (await colleague.call(documents.get, { params: { id: thread.id } })).data;
    expect([shared.conversation!.unread, shared.messages[0]!.unread]).toEqual([0, false]);
    const version = async () =>
      (await app.services.pool.query('select version from document_views where user_id = $1', [me.id])).rows[0].version;
    const before = await version();
    google.control.modifyMail({ ...ada, id, remove: ['UNREAD'] });
    await sync();
    // Open lists reload.
    expect(await version()).not.toBe(before);
    expect((await named(subject)).conversation).toMatchObject({ unread: 0 });
    google.control.modifyMail({ ...ada, id, add: ['UNREAD'] });
    await sync();
    const details = (await me.call(documents.get, { params: { id: thread.id } })).data;
    expect([details.conversation!.unread, details.messages[0]!.unread]).toEqual([1, true]);
  });

  it('allows threads with the same title', async () => {
    mail('Invoice');
    mail('Invoice');
    const { sync, list } = await connected('gmail');
    await sync();
    expect((await list({ search: 'Invoice' })).map(({ name }) => name)).toEqual(['Invoice', 'Invoice']);
  });

  it('extends a thread by a new message, removes a deleted one, and deletes the thread with its last', async () => {
    const first = mail('Weather');
    const { me, sync, named } = await connected('gmail');
    await sync();
    const { id } = await named('Weather');
    const reply = mail('Re: Weather', { answers: first });
    await sync();
    expect(await named('Weather')).toMatchObject({ id, conversation: { messages: 2 }, content: 'stored' });
    google.control.deleteMail({ ...ada, id: reply });
    await sync();
    const details = (await me.call(documents.get, { params: { id } })).data;
    expect(bodies(details)).toEqual(['Text of Weather']);
    google.control.deleteMail({ ...ada, id: first });
    await sync();
    expect(await named('Weather')).toBeUndefined();
    const { rows } = await app.services.pool.query(
      `select from messages where thread_title like '%Weather%' and account_id in (select account_id from documents where id = $1)`,
      [id],
    );
    expect(rows).toEqual([]);
  });

  it('reads everything again when the history is gone, finds deletions and keeps ids', async () => {
    const [stays, goes] = [mail('Stays'), mail('Goes')];
    const { sync, named } = await connected('gmail');
    await sync();
    const { id } = await named('Stays');
    google.control.deleteMail({ ...ada, id: goes });
    mail('Re: Stays', { answers: stays });
    google.control.expireHistory(ada);
    await sync();
    expect(await named('Stays')).toMatchObject({ id, conversation: { messages: 2 } });
    expect(await named('Goes')).toBeUndefined();
  });

  it('has only chosen labels, and removes threads that leave them', async () => {
    const chosen = google.control.addLabel({ ...ada, name: 'Chosen' });
    const inside = mail('Inside', { labelIds: [chosen] });
    mail('Outside');
    const { me, id, sync, list } = await connected('gmail');
    const choice = { chat_selected: [{ id: chosen, name: 'Chosen' }] };
    await sync(choice);
    const names = async () => (await list({ kind: 'file' })).map(({ name }) => name);
    expect(await names()).toEqual(['Inside']);
    google.control.modifyMail({ ...ada, id: inside, remove: [chosen], add: ['INBOX'] });
    await sync(choice);
    expect(await names()).toEqual([]);
    await sync();
    expect(await names()).toEqual(expect.arrayContaining(['Inside', 'Outside']));
    const preview = { source_account_id: id, data: { sync: { chat_selected: [] } } };
    expect((await me.call(sources.previewSettings, { body: preview })).data.removed).toBeGreaterThan(2);
    await sync({ chat_selected: [] });
    expect(await list()).toEqual([]);
    expect((await app.services.pool.query('select from messages where account_id = $1', [id])).rows).toEqual([]);
  });

  it('keeps a thread in two labels as one document when one of them is no longer chosen', async () => {
    const [first, second] = ['Kept', 'Left'].map((name) => google.control.addLabel({ ...ada, name }));
    const chat_selected = [first, second].map((id) => ({ id: id!, name: '' }));
    mail('Both', { labelIds: [second, first] });
    mail('One', { labelIds: [second] });
    const { sync, named } = await connected('gmail');
    await sync({ chat_selected });
    const { id } = await named('Both');
    await sync({ chat_selected: chat_selected.slice(0, 1) });
    expect(await named('Both')).toMatchObject({ id, location: [{ name: 'Kept' }] });
    expect(await named('One')).toBeUndefined();
  });

  it('returns a long thread page by page', async () => {
    const first = mail('Long');
    for (let index = 1; index <= 70; index++) mail('Re: Long', { answers: first, text: `number ${index}` });
    const { me, sync, named } = await connected('gmail');
    await sync();
    const { id } = await named('Long');
    const details = (await me.call(documents.get, { params: { id } })).data;
    expect(details.messages).toHaveLength(50);
    const rest = (await me.call(documents.messages, { params: { id }, query: { after: details.next_message! } })).data;
    expect([...bodies(details), ...bodies(rest)].slice(1)).toEqual(
      Array.from({ length: 70 }, (_, index) => `number ${index + 1}`),
    );
    expect(rest.next).toBeNull();
    const stranger = await person(app);
    await expect(stranger.call(documents.messages, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('Slack', () => {
  it('shows a channel’s day as a document, with replies below their messages; edits and deletions follow', async () => {
    const channel = 'harvest';
    slack.control.addChannel({ name: channel });
    const first = slack.control.post({ channel, text: 'The wheat is ripe' });
    const gone = slack.control.post({ channel, text: 'A mistake' });
    slack.control.post({ channel, user: 'bruno', text: 'Then let us begin', thread: first });
    const { me, sync, list } = await connected('slack');
    await sync();
    const inChannel = async () =>
      (await list({ kind: 'file' })).filter(({ location }) => location.some(({ name }) => name === '#harvest'));
    const [day, ...others] = await inChannel();
    expect([day!.type, others]).toEqual(['chat', []]);
    expect(day!.name).toMatch(/^#harvest, /);
    expect(day!.conversation).toMatchObject({
      messages: 3,
      people: [expect.stringContaining('Ada'), expect.stringContaining('Bruno')],
    });
    const details = async () => (await me.call(documents.get, { params: { id: day!.id } })).data;
    expect(bodies(await details())).toEqual(['The wheat is ripe', 'Then let us begin', 'A mistake']);
    expect((await details()).messages.map(({ answer }) => answer)).toEqual([false, true, false]);
    slack.control.edit({ channel, ts: first, text: 'The wheat is golden' });
    slack.control.remove({ channel, ts: gone });
    await sync();
    expect(bodies(await details())).toEqual(['The wheat is golden', 'Then let us begin']);
    const page = await app.request({
      method: 'GET',
      url: `/storage/${(await inChannel())[0]!.local_path}`,
      headers: me.headers,
    });
    expect(page.body).toMatch(/golden[\s\S]*class="answer"[\s\S]*begin/);
  });

  it('shows a day as unread until the person has read the channel in Slack', async () => {
    const channel = 'unread';
    slack.control.addChannel({ name: channel });
    const first = slack.control.post({ channel, user: 'bruno', text: 'one' });
    slack.control.post({ channel, user: 'bruno', text: 'two' });
    slack.control.markRead({ channel, ts: first });
    const { me, sync, list } = await connected('slack');
    await sync();
    const day = async () => {
      const found = (await list({ kind: 'file' })).find(({ name }) => name.startsWith('#unread, '))!;
      const { messages } = (await me.call(documents.get, { params: { id: found.id } })).data;
      return { unread: found.conversation!.unread, messages: messages.map(({ unread }) => unread) };
    };
    expect(await day()).toEqual({ unread: 1, messages: [false, true] });
    slack.control.markRead({ channel });
    await sync();
    expect(await day()).toEqual({ unread: 0, messages: [false, false] });
  });

  it('asks before removing anything when a workspace suddenly has fewer channels, and keeps the rest readable', async () => {
    const channel = 'vanishing';
    slack.control.addChannel({ name: channel });
    const day = 86_400_000_000;
    slack.control.addMany({ channel, count: 55, step: day, threadEvery: 1, repliesEach: 1 });
    const { me, id, sync, list } = await connected('slack');
    await sync();
    slack.control.leave({ channel, user: 'ada' });
    await me.call(sources.syncNow, { params: { id } });
    await app.work();
    const account = (await me.call(sources.accounts)).data[0]!;
    expect(account).toMatchObject({ status: 'attention', held_deletions: expect.any(Number) });
    expect(account.held_deletions).toBeGreaterThanOrEqual(55);
    await me.call(sources.decideDeletions, { params: { id }, body: { action: 'keep' } });
    await me.call(sources.syncNow, { params: { id } });
    await app.work();
    const kept = (await list({ search: '#vanishing,' }))[0]!;
    const details = (await me.call(documents.get, { params: { id: kept.id } })).data;
    expect(details.messages.map(({ answer }) => answer)).toEqual([false, true]);
  });

  it('lists for choosing all channels that the person may see', async () => {
    slack.control.addChannel({ name: 'closed', kind: 'private_channel', members: ['ada'] });
    const { me, id } = await connected('slack');
    const body = { source_account_id: id, kind: 'chats' } as const;
    const { chats } = (await me.call(sources.browse, { body })).data;
    expect(chats.find(({ name }) => name === '#closed')).toMatchObject({ is_private: true });
    expect((await me.call(sources.files, { body })).data).toEqual(chats);
    expect((await me.call(sources.files, { body: { source_account_id: id } })).data).toEqual(chats);
  });
});
