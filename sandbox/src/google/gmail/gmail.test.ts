import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startGoogle } from '../../index.ts';
import { forThisFile } from '../../testing/for-this-file.ts';

const person = 'ada';
const google = await forThisFile(startGoogle());
const token = google.control.authorize({ person, scopes: ['https://mail.google.com/'] }).accessToken;

type Options = RequestInit & { as?: string };
const send = (path: string, { as = token, headers, ...init }: Options = {}): Promise<Response> =>
  fetch(`${google.urls.gmail}/users/me/${path}`, { ...init, headers: { authorization: `Bearer ${as}`, ...headers } });
// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
const get = async (path: string, options?: Options): Promise<any> => (await send(path, options)).json();
async function refused(path: string, options?: Options): Promise<[number, string]> {
  const { error } = await get(path, options);
  return [error.code, error.errors[0].reason];
}
const json = (value: unknown): Options => ({ method: 'POST', body: JSON.stringify(value) });
const mailCalled = (subject: string, who: 'ada' | 'bruno' | 'chen' = person) =>
  google.control.mails({ person: who }).find((mail) => mail.subject === subject)!;

describe('the samples', () => {
  it('are a plausible mailbox: some threads in several labels, with attachments, a draft, spam and trash', async () => {
    const mails = google.control.mails({ person });
    expect(mails.length).toBeGreaterThan(30);
    expect(new Set(mails.map(({ threadId }) => threadId)).size).toBeGreaterThan(10);
    const labels = mails.flatMap(({ labelIds }) => labelIds);
    expect(labels).toEqual(expect.arrayContaining(['INBOX', 'SENT', 'DRAFT', 'SPAM', 'TRASH', 'STARRED', 'UNREAD']));
    expect(mails.some(({ labelIds }) => labelIds.filter((id) => id.startsWith('Label_')).length > 0)).toBe(true);
    // Drafts are visible only to their authors.
    expect(google.control.mails({ person: 'bruno' }).flatMap(({ labelIds }) => labelIds)).not.toContain('DRAFT');
  });

  it('are the same at every start, and a thread has the id of its first mail', async () => {
    const again = await startGoogle();
    expect(again.control.mails({ person })).toEqual(google.control.mails({ person }));
    await again.stop();
    const first = mailCalled('Boathouse: floor plan for the permit');
    expect(first.id).toBe(first.threadId);
    expect(mailCalled('Re: Boathouse: floor plan for the permit').threadId).toBe(first.id);
  });
});

describe('messages', () => {
  it('are listed by id, newest first, in pages of at most 500 with opaque tokens', async () => {
    google.control.addManyMails({ person: 'chen', count: 1200 });
    const as = google.control.authorize({ person: 'chen' }).accessToken;
    const sizes: number[] = [];
    const ids = new Set<string>();
    for (let page = ''; ; ) {
      const list = await get(`messages?maxResults=9999&pageToken=${page}`, { as });
      sizes.push(list.messages.length);
      for (const { id } of list.messages) ids.add(id);
      expect(Object.keys(list.messages[0])).toEqual(['id', 'threadId']);
      if (!list.nextPageToken) break;
      expect(list.nextPageToken).toMatch(/^\d+$/);
      page = list.nextPageToken;
    }
    expect(sizes.slice(0, 2)).toEqual([500, 500]);
    expect(ids.size).toBe(sizes.reduce((sum, size) => sum + size));
    expect((await get('messages', { as })).messages).toHaveLength(100);
    expect(await refused('messages?pageToken=nonsense')).toEqual([400, 'invalidArgument']);
  });

  it('are filtered by all given labels; spam and trash are listed only on request, and an empty list is left out', async () => {
    const unread = await get('messages?labelIds=INBOX&labelIds=UNREAD');
    expect(unread.messages.length).toBeGreaterThan(0);
    expect(await get('messages?labelIds=SPAM')).toEqual({ resultSizeEstimate: 0 });
    expect((await get('messages?labelIds=SPAM&includeSpamTrash=true')).messages).toHaveLength(1);
    expect(await refused('messages?labelIds=Label_none')).toEqual([400, 'invalidArgument']);
  });

  it('are returned in four formats', async () => {
    const { id } = mailCalled('Photos from the water');
    const minimal = await get(`messages/${id}?format=minimal`);
    expect(minimal).toMatchObject({
      id,
      labelIds: expect.arrayContaining(['INBOX']),
      snippet: expect.stringMatching(/boat/),
    });
    expect(minimal.payload).toBeUndefined();
    const metadata = await get(`messages/${id}?format=metadata&metadataHeaders=subject`);
    expect(metadata.payload.headers).toEqual([{ name: 'Subject', value: 'Photos from the water' }]);
    const full = await get(`messages/${id}`);
    expect(full.payload.mimeType).toBe('multipart/mixed');
    expect(full.payload.parts[0].parts[1].parts[0]).toMatchObject({ partId: '0.1.0', mimeType: 'text/html' });
    expect(full.payload.parts[0].parts[1].parts[1].headers).toContainEqual({
      name: 'Content-ID',
      value: '<lighthouse>',
    });
    const raw = Buffer.from((await get(`messages/${id}?format=raw`)).raw, 'base64url').toString();
    expect(raw).toMatch(/^From: Chen Wei <chen@example\.com>\r\n/);
    expect(raw).toContain('Content-Type: image/jpeg; name="Ferry landing.jpg"\r\n');
    expect(await refused(`messages/${id}?format=huge`)).toEqual([400, 'invalidArgument']);
    expect(await refused('messages/not-an-id')).toEqual([400, 'invalidArgument']);
    expect(await refused('messages/1fffffffffffffff')).toEqual([404, 'notFound']);
  });

  it('have attachments of up to 25 MB whose ids differ at every read, and long texts that are fetched like them', async () => {
    const size = 25_000_000;
    const files = [{ name: 'big.bin', mimeType: 'application/octet-stream', size }];
    const id = google.control.addMail({ person, subject: 'Big', text: 'x'.repeat(200_000), files });
    const [one, two] = [await get(`messages/${id}`), await get(`messages/${id}`)];
    const [text, file] = one.payload.parts;
    expect(text.body).toEqual({ size: 200_000, attachmentId: expect.any(String) });
    expect(file.body.attachmentId).not.toBe(two.payload.parts[1].body.attachmentId);
    const attached = await get(`messages/${id}/attachments/${file.body.attachmentId}`);
    expect(attached.size).toBe(size);
    expect(Buffer.from(attached.data, 'base64url').length).toBe(size);
    expect(await refused(`messages/${id}/attachments/wrong`)).toEqual([400, 'invalidArgument']);
  });
});

describe('a change of mail', () => {
  it('is in the history, in order and in pages, until it expires', async () => {
    const { historyId } = await get('profile');
    const id = google.control.addMail({ person, subject: 'New', text: 'new' });
    google.control.modifyMail({ person, id, add: ['STARRED'], remove: ['UNREAD'] });
    google.control.modifyMail({ person, id, add: ['TRASH'], remove: ['INBOX'] });
    google.control.deleteMail({ person, id });
    const kinds = (list: { history: object[] }) => list.history.map((one) => Object.keys(one)[2]);
    const all = await get(`history?startHistoryId=${historyId}`);
    expect(kinds(all)).toEqual([
      'messagesAdded',
      'labelsAdded',
      'labelsRemoved',
      'labelsAdded',
      'labelsRemoved',
      'messagesDeleted',
    ]);
    expect(all.history[1].labelsAdded[0]).toMatchObject({ message: { id }, labelIds: ['STARRED'] });
    const first = await get(`history?startHistoryId=${historyId}&maxResults=4`);
    const rest = await get(`history?startHistoryId=${historyId}&maxResults=4&pageToken=${first.nextPageToken}`);
    expect([...kinds(first), ...kinds(rest)]).toEqual(kinds(all));
    expect(kinds(await get(`history?startHistoryId=${historyId}&historyTypes=messageDeleted`))).toEqual([
      'messagesDeleted',
    ]);
    const end = await get(`history?startHistoryId=${all.historyId}`);
    expect(end).toEqual({ historyId: all.historyId });
    google.control.expireHistory({ person });
    expect(await refused(`history?startHistoryId=${all.historyId}`)).toEqual([404, 'notFound']);
    expect(await refused('history?startHistoryId=x')).toEqual([400, 'invalidArgument']);
  });

  it('is published if the mailbox is watched', async () => {
    const posts: string[] = [];
    const server = createServer(async (request, response) => {
      for await (const piece of request) posts.push(String(piece));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const topic = 'projects/sandbox/topics/mail';
    google.control.subscribe({ topic, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
    expect(await refused('watch', json({ topicName: 'mail' }))).toEqual([400, 'invalidArgument']);
    const watch = await get('watch', json({ topicName: topic }));
    expect(Number(watch.expiration)).toBeGreaterThan(Date.now());
    google.control.addMail({ person, subject: 'News', text: 'news' });
    await expect.poll(() => posts.length).toBe(1);
    const data = JSON.parse(Buffer.from(JSON.parse(posts[0]!).message.data, 'base64').toString());
    expect(data).toEqual({ emailAddress: 'ada@example.com', historyId: expect.any(Number) });
    server.close();
  });
});

describe('limits', () => {
  it('are units per person and minute by the sandbox’s clock, refused in two ways', async () => {
    let now = 0;
    const small = await startGoogle({ samples: false, mailQuota: { perUser: 12, now: () => now } });
    const ask = async (who: 'ada' | 'bruno') => {
      const headers = { authorization: `Bearer ${small.control.authorize({ person: who }).accessToken}` };
      const response = await fetch(`${small.urls.gmail}/users/me/messages`, { headers });
      return [
        response.status,
        ((await response.json()) as { error?: { errors: { reason: string }[] } }).error?.errors[0]?.reason,
      ];
    };
    expect(await ask('ada')).toEqual([200, undefined]);
    expect(await ask('ada')).toEqual([200, undefined]);
    expect(await ask('ada')).toEqual([403, 'rateLimitExceeded']);
    expect(await ask('ada')).toEqual([429, 'rateLimitExceeded']);
    expect(await ask('bruno')).toEqual([200, undefined]);
    now = 60_001;
    expect(await ask('ada')).toEqual([200, undefined]);
    expect(small.control.mailUse({ person: 'ada' })).toEqual({ units: 15, peak: 10, refused: 2 });
    await small.stop();
  });

  it('apply to scopes: metadata opens no contents, and a token opens only one mailbox', async () => {
    const { id } = mailCalled('Photos from the water');
    const scope = (name: string) =>
      google.control.authorize({ person, scopes: [`https://www.googleapis.com/auth/${name}`] }).accessToken;
    const as = scope('gmail.metadata');
    expect((await send(`messages/${id}?format=metadata`, { as })).status).toBe(200);
    expect(await refused(`messages/${id}`, { as })).toEqual([403, 'forbidden']);
    expect(await refused('profile', { as: scope('drive') })).toEqual([403, 'insufficientPermissions']);
    const other = await fetch(`${google.urls.gmail}/users/bruno@example.com/profile`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(other.status).toBe(403);
  });

  it('leave memory small: 100,000 mails are cheap', async () => {
    const many = await startGoogle({ samples: false });
    const before = process.memoryUsage().heapUsed;
    many.control.addManyMails({ person, count: 100_000 });
    expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(150);
    await many.stop();
  });
});
