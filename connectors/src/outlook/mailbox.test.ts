import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { RemoteId } from '../kit/remote.ts';
import type { Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { outlook } from './index.ts';

const person = 'ada';
let account: ReturnType<typeof testAccount>;
let session: Session;
const graph = await forThisFile(startGraph({ filesPerFolder: 1 }));
beforeEach(() => {
  account = testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken });
  session = outlook.open(account);
});

const text = async (message: string, id: string) => {
  const { body } = await session.threads!.attachment(message as RemoteId, id);
  return Buffer.concat(await body.toArray()).toString();
};
const folderNamed = (displayName: string) => graph.control.addMailFolder({ person, displayName }) as RemoteId;
const deliver = (folder: string, subject: string, more: object = {}) =>
  graph.control.deliverMail({ person, subject, text: subject, folder, ...more }) as RemoteId;
const follow = async (mirror: MessageMirror, folder: RemoteId) => mirror.follow(outlook.open(account).threads!, folder);

describe('folders', () => {
  it('become channels, including nested ones; spam and trash are off, drafts and searches left out', async () => {
    const archived = graph.control.addMailFolder({ person, displayName: 'Old jokes', parent: 'deleteditems' });
    const { items } = await session.threads!.channels(null);
    expect(items.filter(({ name }) => !/^(channel|Old jokes)/.test(name)).map(named)).toEqual([
      'Inbox',
      'Sent Items',
      'Archive',
      'Clients',
      'Projects',
      'Projects/Atelier',
      'Projects/Harbour',
      'Receipts',
      '(Conversation History)',
      '(Deleted Items)',
      '(Deleted Items/Old jokes)',
      '(Junk Email)',
    ]);
    graph.control.removeMailFolder({ person, folder: archived });
  });
  const named = ({ name, isOff }: { name: string; isOff?: boolean }) => (isOff ? `(${name})` : name);

  it('are listed completely, however many there are', async () => {
    const parent = folderNamed('Many');
    for (let number = 0; number < 120; number++)
      graph.control.addMailFolder({ person, displayName: `${number}`, parent });
    const { items } = await session.threads!.channels(null);
    expect(items.filter(({ name }) => name.startsWith('Many/'))).toHaveLength(120);
    for (const { id } of items.filter(({ name }) => name.startsWith('Many')))
      graph.control.removeMailFolder({ person, folder: id });
  });
});

describe('a message', () => {
  it('has people, a conversation, a body and a link', async () => {
    const mirror = new MessageMirror();
    const { items } = await session.threads!.channels(null);
    for (const { id } of items.filter(({ isOff }) => !isOff)) {
      mirror.cursor = null;
      await follow(mirror, id);
    }
    const photos = [...mirror.messages.values()].filter(({ thread }) => thread.title === 'Photos from the water');
    const [first] = photos.sort((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
    expect(first).toMatchObject({ author: { name: 'Chen Wei', address: 'chen@example.com' }, body: { type: 'html' } });
    expect(first!.recipients.map(({ as, address }) => `${as} ${address}`)).toContain('to bruno@example.com');
    expect(new Set(photos.map(({ thread }) => thread.id)).size).toBe(1);
    expect(first!.attachments.map(({ name, contentId }) => [name, contentId])).toContainEqual([
      'Lighthouse.jpg',
      'lighthouse',
    ]);
    expect(first!.webUrl).toMatch(/^https:\/\/outlook\./);
  });

  it('keeps its id when it moves, and disappears when it is deleted', async () => {
    const [from, to] = [folderNamed('From'), folderNamed('To')];
    const id = deliver(from, 'Moves');
    const mirror = new MessageMirror();
    await follow(mirror, from);
    const cursor = mirror.cursor;
    graph.control.moveMail({ person, id, folder: to });
    graph.control.clearCalls();
    await follow(mirror, from);
    expect(mirror.messages.get(id)?.channelIds).toEqual([to]);
    const other = new MessageMirror();
    for (const message of mirror.messages.values()) other.messages.set(message.id, message);
    const [batch] = await follow(other, to);
    expect(batch).toMatchObject({ messages: [], marked: [{ id, channelIds: [to] }] });
    graph.control.moveMail({ person, id, folder: 'deleteditems' });
    await follow(other, to);
    expect(other.of(to)).toEqual([]);
    expect(other.messages.has(id)).toBe(true);
    graph.control.deleteMail({ person, id });
    mirror.cursor = cursor;
    const batches = await follow(mirror, from);
    expect(batches.flatMap(({ deleted }) => deleted)).toEqual([id]);
  });

  it('isn’t fetched again if only its marks have changed', async () => {
    const folder = folderNamed('Marks');
    const id = deliver(folder, 'Marked');
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    expect(mirror.messages.get(id)).toMatchObject({ isUnread: true, isFlagged: false });
    graph.control.markMail({ person, id, isRead: true });
    const read = await follow(mirror, folder);
    graph.control.markMail({ person, id, isFlagged: true });
    const flagged = await follow(mirror, folder);
    expect([...read, ...flagged].flatMap(({ messages }) => messages)).toEqual([]);
    expect(mirror.messages.get(id)).toMatchObject({ isUnread: false, isFlagged: true });
  });

  it('shows the beginning of a long text, and is attached completely', async () => {
    const folder = folderNamed('Long');
    const id = deliver(folder, 'Long', { text: 'long '.repeat(300_000) });
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    const { body, attachments } = mirror.messages.get(id)!;
    expect(body.value.length).toBe(1024 * 1024);
    expect(attachments).toMatchObject([{ id: 'raw', name: 'Message.eml' }]);
    expect(await text(id, 'raw')).toMatch(/^Subject: Long\r$/m);
  });

  it('is read if a batch is too large, without its text if it is too large alone', async () => {
    const folder = folderNamed('Huge');
    const huge = deliver(folder, 'Huge', { text: 'x'.repeat(17 * 1024 * 1024) });
    const ids = Array.from({ length: 3 }, (_, number) => deliver(folder, `Beside ${number}`));
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    expect([...mirror.messages.keys()].sort()).toEqual([huge, ...ids].sort());
    expect(mirror.messages.get(huge)!.body.value).toHaveLength(255);
    expect(mirror.messages.get(huge)!.attachments).toMatchObject([{ id: 'raw' }]);
  });
});

describe('attachments', () => {
  it('are files, messages and events, but not references, which have no bytes', async () => {
    const folder = folderNamed('Kinds');
    const id = deliver(folder, 'Kinds', {
      files: [{ name: 'plan.txt', mimeType: 'text/plain', base64: Buffer.from('a plan').toString('base64') }],
      extras: [
        { kind: 'message', name: 'Fwd: Hello', text: 'Subject: Hello\r\n\r\nhello' },
        { kind: 'event', name: 'Lunch', text: 'BEGIN:VCALENDAR' },
        { kind: 'reference', name: 'Shared.docx' },
      ],
    });
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    const { attachments } = mirror.messages.get(id)!;
    expect(attachments.map(({ name, mimeType, size }) => [name, mimeType, size])).toEqual([
      ['plan.txt', 'text/plain', null],
      ['Fwd: Hello.eml', 'message/rfc822', null],
      ['Lunch.ics', 'text/calendar', null],
    ]);
    const contents = await Promise.all(attachments.map((one) => text(id, one.id)));
    expect(contents).toEqual(['a plan', 'Subject: Hello\r\n\r\nhello', 'BEGIN:VCALENDAR']);
  });

  it('stay within a mailbox’s limits if many are opened at once', async () => {
    const folder = folderNamed('Pictures');
    const files = Array.from({ length: 30 }, (_, number) => ({
      name: `${number}.bin`,
      mimeType: 'image/png',
      size: 10,
    }));
    const id = deliver(folder, 'Pictures', { files });
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    const { attachments } = mirror.messages.get(id)!;
    await Promise.all(attachments.map((one) => text(id, one.id)));
    expect(graph.control.mailUse({ person })).toMatchObject({ refused: 0 });
  });
});

describe('reading a folder', () => {
  it('needs one call for twenty messages', async () => {
    const folder = folderNamed('Calls');
    graph.control.addManyMessages({ person, folder, count: 100 });
    graph.control.clearCalls();
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    expect(mirror.messages.size).toBe(100);
    expect(graph.control.calls({ prefix: 'POST /v1.0/$batch' })).toBe(5);
    expect(graph.control.calls({ prefix: 'GET /v1.0/me/mailFolders' })).toBe(1);
  });

  it('starts over after the delta token has expired, without fetching known messages again', async () => {
    const folder = folderNamed('Expires');
    const [kept, gone] = [deliver(folder, 'Kept'), deliver(folder, 'Gone')];
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    graph.control.deleteMail({ person, id: gone });
    graph.control.expireMailDelta({ person });
    const added = deliver(folder, 'Added');
    await expect(follow(mirror, folder)).rejects.toMatchObject({ code: 'cursor_expired' });
    mirror.cursor = null;
    const batches = await follow(mirror, folder);
    expect(batches.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual([added]);
    expect([...mirror.messages.keys()].sort()).toEqual([kept, added].sort());
  });

  it('still finds messages that left after an interruption', async () => {
    const folder = folderNamed('Interrupted');
    graph.control.addManyMessages({ person, folder, count: 250 });
    const mirror = new MessageMirror();
    await follow(mirror, folder);
    const gone = deliver(folder, 'Gone');
    await follow(mirror, folder);
    mirror.cursor = null;
    // The session ends after the first page.
    await mirror.follow(outlook.open(account).threads!, folder, 1);
    expect(JSON.parse(mirror.cursor!).link).toMatch(/skiptoken/);
    graph.control.deleteMail({ person, id: gone });
    await follow(mirror, folder);
    expect(mirror.messages.size).toBe(250);
  });

  it('waits as long as demanded, even by one message of a batch', async () => {
    const folder = folderNamed('Throttled');
    const ids = Array.from({ length: 5 }, (_, number) => deliver(folder, `Throttled ${number}`));
    const waits: (number | undefined)[] = [];
    const patient: typeof account = {
      ...account,
      async call(work) {
        for (;;) {
          try {
            return await work();
          } catch (error) {
            const { code, detail } = error as { code: string; detail: { retryAfterMs?: number } };
            if (code !== 'rate_limited') throw error;
            waits.push(detail.retryAfterMs);
          }
        }
      },
    };
    const reason = 'ApplicationThrottled';
    graph.control.fail({
      path: `/v1.0/me/messages/${encodeURIComponent(ids[2]!)}`,
      action: { kind: 'status', status: 429, retryAfter: 7, reason },
    });
    graph.control.fail({ path: '/v1.0/me/mailFolders', action: { kind: 'status', status: 429, retryAfter: 3 } });
    graph.control.clearCalls();
    const mirror = new MessageMirror();
    await mirror.follow(outlook.open(patient).threads!, folder);
    expect(mirror.messages.size).toBe(5);
    expect(waits).toEqual([3000, 7000]);
    // Only the refused one is requested again.
    expect(graph.control.calls({ prefix: `GET /v1.0/me/messages/${encodeURIComponent(ids[2]!)}` })).toBe(2);
    expect(graph.control.calls({ prefix: `GET /v1.0/me/messages/${encodeURIComponent(ids[0]!)}` })).toBe(1);
  });

  it('reports an account without a mailbox', async () => {
    graph.control.setMailEnabled({ person, isEnabled: false });
    const failure = session.threads!.channels(null);
    await expect(failure).rejects.toMatchObject({
      code: 'forbidden',
      plain: expect.stringContaining('no Outlook mailbox'),
    });
    graph.control.setMailEnabled({ person, isEnabled: true });
  });

  it('drops nothing if a nested folder can’t be listed', async () => {
    const parent = folderNamed('Parent');
    graph.control.addMailFolder({ person, displayName: 'Child', parent });
    for (const status of [403, 404]) {
      graph.control.fail({
        path: `/v1.0/me/mailFolders/${encodeURIComponent(parent)}/childFolders`,
        action: { kind: 'status', status },
      });
      await expect(session.threads!.channels(null)).rejects.toMatchObject({ name: 'ConnectorError' });
    }
  });
});
