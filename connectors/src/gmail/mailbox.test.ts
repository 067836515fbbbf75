import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import type { Cursor, RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import type { Message, MessageBatch } from '../kit/threads.ts';
import { gmail } from './index.ts';

const person = 'ada';
const { signal } = new AbortController();
let session: Session;
const google = await forThisFile(startGoogle());
const account = await forThisFile(
  testAccount({
    urls: google.urls,
    settings: { pubsubTopic: 'projects/p/topics/t' },
    token: () => google.control.authorize({ person }).accessToken,
  }),
);
session = gmail.open(account);

const none = async (ids: readonly RemoteId[]) => new Set(ids.slice(0, 0));
const all = async (ids: readonly RemoteId[]) => new Set(ids);
async function read(channel: string, known = none): Promise<MessageBatch[]> {
  const batches: MessageBatch[] = [];
  for await (const batch of session.threads!.messages(channel as RemoteId, { from: null, signal, known }))
    batches.push(batch);
  return batches;
}
const messagesOf = (batches: readonly MessageBatch[]) => batches.flatMap(({ messages }) => messages);
async function since(at: Cursor): Promise<MessageBatch[]> {
  const batches: MessageBatch[] = [];
  for await (const batch of session.threads!.changes!.since(at, signal)) batches.push(batch);
  return batches;
}
const titled = (messages: readonly Message[], title: string) => messages.filter(({ thread }) => thread.title === title);

describe('channels', () => {
  it('are inbox, sent, own labels and all mail; spam and trash only if chosen', async () => {
    const { items, next } = await session.threads!.channels(null);
    expect(next).toBeNull();
    expect(items.map(({ name, isOff }) => (isOff ? `(${name})` : name))).toEqual([
      'Inbox',
      'Sent',
      'Clients',
      'Projects/Atelier',
      'Projects/Harbour',
      'Receipts',
      'All mail',
      '(Spam)',
      '(Trash)',
    ]);
  });

  it('hold archived mail in All mail, drafts nowhere, and spam and trash only in their own channels', async () => {
    const everything = messagesOf(await read('ALL_MAIL'));
    const held = google.control.mails({ person });
    const isShown = ({ labelIds }: { labelIds: readonly string[] }) =>
      !['DRAFT', 'SPAM', 'TRASH'].some((label) => labelIds.includes(label));
    expect(everything.map(({ id }) => id).sort()).toEqual(
      held
        .filter(isShown)
        .map(({ id }) => id as RemoteId)
        .sort(),
    );
    const archived = titled(everything, 'Welcome to the studio').find(({ author }) => author.name === 'Chen Wei')!;
    expect(archived.channelIds).toEqual(['ALL_MAIL']);
    expect(messagesOf(await read('SPAM')).map(({ channelIds }) => channelIds)).toEqual([['SPAM']]);
    expect(messagesOf(await read('TRASH')).map(({ thread }) => thread.title)).toEqual(['Old newsletter']);
  });

  it('are all named by a message, the main one first, with its marks', async () => {
    const messages = messagesOf(await read('INBOX'));
    const label = google.mailboxes.get(person)!.labels;
    const harbour = [...label].find(({ name }) => name === 'Projects/Harbour')!.id;
    const [decision] = titled(messages, 'Application 2026-0117 received');
    expect(decision).toMatchObject({ channelIds: ['INBOX', harbour, 'ALL_MAIL'], isFlagged: true, isUnread: false });
    expect(titled(messages, 'Lunch on Friday?').every(({ isUnread }) => isUnread)).toBe(true);
  });
});

describe('a message', () => {
  it('has people, a thread, a body and attachments without inline pictures', async () => {
    const photos = titled(messagesOf(await read('INBOX')), 'Photos from the water');
    const first = photos.at(-1)!;
    expect(first).toMatchObject({
      author: { name: 'Chen Wei', address: 'chen@example.com' },
      body: { type: 'html' },
      thread: { id: first.id },
      webUrl: `https://mail.google.com/mail/?authuser=ada%40example.com#all/${first.id}`,
    });
    expect(first.recipients.map(({ as, address }) => `${as} ${address}`)).toEqual([
      'to ada@example.com',
      'to bruno@example.com',
      'to dana@example.com',
    ]);
    expect(first.attachments.map(({ name, contentId }) => [name, contentId])).toEqual([
      ['Lighthouse.jpg', 'lighthouse'],
      ['Ferry landing.jpg', undefined],
      ['Crane in winter.jpg', undefined],
    ]);
    expect(new Set(photos.map(({ thread }) => thread.id)).size).toBe(1);
    const ids = first.attachments.map(({ id }) => id);
    const again = titled(messagesOf(await read('INBOX')), 'Photos from the water').at(-1)!;
    expect(again.attachments.map(({ id }) => id)).toEqual(ids);
    const bytes = Buffer.concat(await (await session.threads!.attachment(first.id, ids[1]!)).body.toArray());
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(bytes.length).toBe(first.attachments[1]!.size);
  });
});

describe('a listing', () => {
  it('reads nothing again that is known, except labels after Gmail has lost its history', async () => {
    const id = google.control.addMail({ person, subject: 'Known', text: 'known' }) as RemoteId;
    const at = await session.threads!.changes!.start();
    google.control.modifyMail({ person, id, add: ['STARRED'], remove: ['UNREAD'] });
    const gets = async (channel: string) => {
      google.control.clearCalls();
      const batches = await read(channel, all);
      expect(messagesOf(batches)).toEqual([]);
      expect(batches.at(-1)!.present).toMatchObject({ since: null, ids: expect.arrayContaining([id]) });
      const marked = batches.flatMap((batch) => batch.marked).find((marks) => marks.id === id);
      return { marked, gets: google.control.calls({ prefix: 'GET /gmail/v1/users/me/messages/' }) };
    };
    expect(await gets('INBOX')).toEqual({ marked: undefined, gets: 0 });
    google.control.expireHistory({ person });
    await expect(since(at)).rejects.toMatchObject({ code: 'cursor_expired' });
    // This also holds for a session after the one that detected it.
    session = gmail.open(account);
    expect((await gets('INBOX')).marked).toMatchObject({ isUnread: false, isFlagged: true });
    const outside = google.control
      .mails({ person })
      .filter(({ labelIds }) => !labelIds.some((label) => ['INBOX', 'SPAM', 'TRASH'].includes(label)));
    expect((await gets('ALL_MAIL')).gets).toBe(outside.length);
    // The history is lost again, in the session that has just read it.
    const later = await session.threads!.changes!.start();
    google.control.modifyMail({ person, id, remove: ['STARRED'] });
    google.control.expireHistory({ person });
    await expect(since(later)).rejects.toMatchObject({ code: 'cursor_expired' });
    expect((await gets('INBOX')).marked).toMatchObject({ isFlagged: false });
    await since(await session.threads!.changes!.start());
    expect(await gets('INBOX')).toEqual({ marked: undefined, gets: 0 });
  });

  it('starts over after Gmail has dropped its page', async () => {
    google.control.addManyMails({ person: 'bruno', count: 600 });
    const other = testAccount({
      urls: google.urls,
      token: () => google.control.authorize({ person: 'bruno' }).accessToken,
    });
    const threads = gmail.open(other).threads!;
    const options = { signal, known: none };
    let place: Cursor | undefined;
    for await (const { cursor } of threads.messages('ALL_MAIL' as RemoteId, { ...options, from: null })) {
      place = cursor;
      if (JSON.parse(cursor).page !== null) break;
    }
    google.control.fail({ path: '/gmail/v1/users/me/messages', action: { kind: 'expire-cursor' } });
    const rest = threads.messages('ALL_MAIL' as RemoteId, { ...options, from: place! });
    const next = rest[Symbol.asyncIterator]().next();
    await expect(next).rejects.toMatchObject({ code: 'cursor_expired' });
    await other.close();
  });
});

describe('changes', () => {
  it('read completely what comes into a channel or out of the trash, and only labels of the rest', async () => {
    const id = google.control.addMail({ person, subject: 'Moves', text: 'moves', labelIds: ['TRASH'] }) as RemoteId;
    const label = google.control.addLabel({ person, name: 'Kept' });
    let at = await session.threads!.changes!.start();
    const next = async () => {
      const batches = await since(at);
      at = batches.at(-1)!.cursor;
      const [whole, marks] = [messagesOf(batches), batches.flatMap(({ marked }) => marked)];
      return {
        whole: whole.map(({ channelIds }) => channelIds),
        marks: marks.map(({ channelIds, isUnread }) => [channelIds, isUnread]),
      };
    };
    google.control.modifyMail({ person, id, remove: ['TRASH'] });
    expect(await next()).toEqual({ whole: [['ALL_MAIL']], marks: [] });
    google.control.modifyMail({ person, id, add: [label] });
    expect(await next()).toEqual({ whole: [[label, 'ALL_MAIL']], marks: [] });
    google.control.modifyMail({ person, id, add: ['UNREAD', 'CATEGORY_FORUMS'] });
    expect(await next()).toEqual({ whole: [], marks: [[[label, 'ALL_MAIL'], true]] });
    google.control.modifyMail({ person, id, remove: [label] });
    expect(await next()).toEqual({ whole: [], marks: [[['ALL_MAIL'], true]] });
    google.control.modifyMail({ person, id, add: ['TRASH'] });
    expect(await next()).toEqual({ whole: [['TRASH']], marks: [] });
  });

  it('leave out drafts, and mail that came and went', async () => {
    const at = await session.threads!.changes!.start();
    google.control.addMail({ person, subject: 'Draft', text: 'draf', labelIds: ['DRAFT'] });
    const id = google.control.addMail({ person, subject: 'Short', text: 'short' });
    google.control.deleteMail({ person, id });
    const batches = await since(at);
    expect(messagesOf(batches)).toEqual([]);
    expect(batches.flatMap(({ deleted }) => deleted)).toEqual([id]);
  });

  it('resume in the middle of many records', async () => {
    const at = await session.threads!.changes!.start();
    for (let number = 0; number < 60; number++)
      google.control.addMail({ person, subject: `Many ${number}`, text: 'x' });
    const seen = new Set<string>();
    for (let place: Cursor | null = at; place; ) {
      const [first] = await firstOf(place);
      place = first?.cursor ?? null;
      for (const { id } of first?.messages ?? []) seen.add(id);
    }
    expect(seen.size).toBe(60);
    async function firstOf(place: Cursor): Promise<MessageBatch[]> {
      for await (const batch of gmail.open(account).threads!.changes!.since(place, signal)) return [batch];
      return [];
    }
  });

  it('are read again from the start if Gmail has dropped them', async () => {
    const at = await session.threads!.changes!.start();
    google.control.expireHistory({ person });
    await expect(since(at)).rejects.toMatchObject({ code: 'cursor_expired' });
  });
});

describe('a watch', () => {
  it('is requested at the operator’s topic, and only if there is one', async () => {
    const hook = { name: 'n', url: new URL('https://sheaf.example/api/webhooks/gmail'), secret: 's' };
    const watch = await session.threads!.watch!(hook);
    expect(watch!.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const without = gmail.open({ ...account, settings: {} }).threads!;
    expect(await without.watch!(hook)).toBeNull();
  });
});
