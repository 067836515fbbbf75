import type { Message, RemoteId } from '@sheaf/connectors';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { attachmentDocument, channelDocument, threadDocument } from './remote-ids.ts';
import { renderThread } from './render-thread.ts';
import {
  deleteGone,
  dropMessages,
  knownMessages,
  markMessages,
  settleChannel,
  storeMessages,
} from './store-messages.ts';
import { threadItems } from './thread-items.ts';

const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google }));
// Messages belong to an account of any source.
const account = (await connectAccount(await person(app), 'google-drive', 'ada')).id;
beforeEach(() => app.services.pool.query('delete from messages'));

const id = (text: string) => text as RemoteId;
let minutes = 0;
const message = (name: string, thread: string, change: Partial<Message> = {}): Message => ({
  id: id(name),
  thread: { id: id(thread), title: `Title of ${name}` },
  channelIds: [id('inbox')],
  isUnread: false,
  isFlagged: false,
  author: { name: 'Ada', address: 'ada@example.com' },
  recipients: [],
  sentAt: new Date(Date.UTC(2026, 0, 1, 0, minutes++)),
  body: { type: 'text', value: `Text of ${name}` },
  attachments: [],
  ...change,
});
const db = () => app.services.db;
const chosen = [id('inbox'), id('archive')];
const items = (...threads: string[]) => threadItems(db(), account, threads, chosen);
const store = (...messages: Message[]) => storeMessages(db(), account, messages);

describe('threads', () => {
  it('are put together from their messages, whatever their order of arrival', async () => {
    const [first, second] = [message('1', 'a'), message('2', 'a', { author: { name: 'Bruno' }, isUnread: true })];
    expect(await store(second)).toEqual(['a']);
    const half = (await items('a')).items[0]!;
    await store(first);
    const { items: made, gone } = await items('a');
    expect(gone).toEqual([]);
    expect(made).toMatchObject([
      {
        id: threadDocument('a'),
        parentId: channelDocument('inbox'),
        name: 'Title of 1',
        kind: 'native',
        exports: ['text/html'],
        modifiedAt: second.sentAt,
        conversation: { kind: 'chat', messages: 2, unread: 1, people: ['Ada', 'Bruno'], others: 0 },
      },
    ]);
    expect(made[0]!.revision).not.toBe(half.revision);
    await store(first, second);
    expect((await items('a')).items[0]!.revision).toBe(made[0]!.revision);
  });

  it('change when a message is edited, but not when it is marked', async () => {
    const one = message('1', 'a');
    await store(one);
    const { revision } = (await items('a')).items[0]!;
    expect(await markMessages(db(), account, [{ ...one, isFlagged: true, isUnread: true }])).toEqual(['a']);
    const marked = (await items('a')).items[0]!;
    expect(marked).toMatchObject({ revision, conversation: { flagged: true, unread: 1 } });
    await store({ ...one, body: { type: 'text', value: 'edited' }, editedAt: new Date() });
    expect((await items('a')).items[0]!.revision).not.toBe(revision);
  });

  it('are in the channel of most of their messages', async () => {
    const archived = { channelIds: [id('elsewhere'), id('archive')] };
    await store(message('1', 'a'), message('2', 'a', archived), message('3', 'a', archived));
    expect((await items('a')).items[0]!.parentId).toBe(channelDocument('archive'));
  });

  it('have attachments beside them, but not the inline pictures of a message', async () => {
    const attachments = [
      { id: 'p1', name: 'plan.pdf', mimeType: 'application/pdf', size: 7 },
      { id: 'p2', name: 'logo.png', mimeType: 'image/png', size: 9, contentId: 'logo' },
    ];
    await store(message('1', 'a', { attachments }));
    expect((await items('a')).items.slice(1)).toMatchObject([
      { id: attachmentDocument('1', 'p1'), name: 'plan.pdf', kind: 'file', threadId: threadDocument('a'), size: 7 },
    ]);
  });

  it('move with their messages', async () => {
    const one = message('1', 'a');
    await store(one);
    expect((await store({ ...one, thread: { id: id('b'), title: 'Other' } })).sort()).toEqual(['a', 'b']);
    expect((await items('a', 'b')).gone).toEqual([threadDocument('a')]);
  });

  it('survive malformed messages', async () => {
    const odd = message('1', 'a', {
      thread: { id: id('a'), title: `\0${'x'.repeat(5000)}\ud800` },
      author: { name: '' },
      sentAt: new Date(Number.NaN),
      body: { type: 'text', value: 'nul\0 half \udc00' },
    });
    await store(odd);
    expect((await items('a')).items[0]!.name).toHaveLength(255);
  });
});

describe('the content of a channel', () => {
  it('removes all other messages from it, and from Sheaf if they are in no chosen channel', async () => {
    const both = { channelIds: [id('inbox'), id('archive')] };
    await store(message('1', 'a'), message('2', 'b', both), message('3', 'c'));
    const touched = await settleChannel(db(), account, id('inbox'), { since: null, ids: [id('3')] });
    expect(touched.sort()).toEqual(['a', 'b']);
    expect(await dropMessages(db(), account, { outside: chosen, threads: touched })).toEqual(['a']);
    const { items: kept, gone } = await items('a', 'b', 'c');
    expect(gone).toEqual([threadDocument('a')]);
    expect(kept.map(({ id: document, parentId }) => [document, parentId]).sort()).toEqual([
      [threadDocument('b'), channelDocument('archive')],
      [threadDocument('c'), channelDocument('inbox')],
    ]);
  });

  it('does not affect messages older than its start', async () => {
    const [old, recent] = [message('1', 'a'), message('2', 'b')];
    await store(old, recent);
    expect(await settleChannel(db(), account, id('inbox'), { since: recent.sentAt, ids: [] })).toEqual(['b']);
  });

  it('adds known messages of another channel', async () => {
    await store(message('1', 'a', { channelIds: [id('archive')] }));
    await settleChannel(db(), account, id('inbox'), { since: null, ids: [id('1')] });
    await settleChannel(db(), account, id('archive'), { since: null, ids: [] });
    expect((await items('a')).items[0]!.parentId).toBe(channelDocument('inbox'));
  });
});

describe('messages that are gone', () => {
  it('are no longer known, and come back when they reappear', async () => {
    const one = message('1', 'a');
    await store(one);
    expect(await dropMessages(db(), account, { ids: [one.id] })).toEqual(['a']);
    expect(await knownMessages(db(), account, [one.id])).toEqual(new Set());
    await store(one);
    expect(await knownMessages(db(), account, [one.id])).toEqual(new Set([one.id]));
  });

  it('are deleted once their thread is no document, or continues without them', async () => {
    await store(message('1', 'a'), message('2', 'b'), message('3', 'b'));
    await dropMessages(db(), account, { ids: [id('1'), id('2')] });
    await deleteGone(db(), account);
    const { rows } = await app.services.pool.query('select remote_id from messages order by 1');
    expect(rows).toEqual([{ remote_id: '3' }]);
  });
});

it('a thread is a page that runs and loads nothing', async () => {
  const many = Array.from({ length: 45 }, (_, index) => message(`m${index}`, 'a'));
  const hostile = {
    author: { name: '<script>alert(1)</script>' },
    body: { type: 'text', value: '<img src=x onerror=1>' },
  } as const;
  await store(...many, message('last', 'a', hostile));
  const page = Buffer.concat(await renderThread(db(), account, 'a', 'A & <b>').toArray()).toString();
  expect(page.match(/<article id="/g)).toHaveLength(46);
  expect(page).toContain('<title>A &amp; &lt;b&gt;</title>');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<img/);
  expect(page.indexOf('Text of m0')).toBeLessThan(page.indexOf('Text of m44'));
});
