import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSlack } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const sandbox = await forThisFile(startSlack());
const token = sandbox.control.authorize({ person: 'ada' }).accessToken;

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of what they read.
type Answer = any;

async function call(method: string, args: Record<string, string> = {}, bearer = token): Promise<Answer> {
  const headers = { authorization: `Bearer ${bearer}` };
  const body = new URLSearchParams(args);
  const response = await fetch(`${sandbox.urls.api}/${method}`, { method: 'POST', headers, body });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ...((await response.json()) as object),
  };
}

describe('methods', () => {
  it('refuse with status 200 and an error', async () => {
    const { control } = sandbox;
    expect(await call('auth.test', {}, 'xoxp-invented')).toMatchObject({
      status: 200,
      ok: false,
      error: 'invalid_auth',
    });
    expect(await call('chat.invented')).toMatchObject({ ok: false, error: 'unknown_method' });
    const { accessToken } = control.authorize({ person: 'chen', scopes: ['channels:read'] });
    expect(await call('users.list', {}, accessToken)).toMatchObject({
      error: 'missing_scope',
      needed: 'users:read',
      provided: 'channels:read',
    });
    Object.assign(sandbox.state.user('chen'), { isDeleted: true });
    expect(await call('auth.test', {}, accessToken)).toMatchObject({ error: 'account_inactive' });
    Object.assign(sandbox.state.user('chen'), { isDeleted: false });
    control.revoke({ person: 'chen' });
    expect(await call('auth.test', {}, accessToken)).toMatchObject({ error: 'token_revoked' });
  });

  it('ignore JSON and a token in the address', async () => {
    const url = `${sandbox.urls.api}/conversations.info`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ channel: sandbox.state.channel('general').id });
    const unread = await (await fetch(url, { method: 'POST', headers, body })).json();
    expect(unread).toMatchObject({ error: 'channel_not_found' });
    expect(await (await fetch(`${sandbox.urls.api}/auth.test?token=${token}`)).json()).toMatchObject({
      error: 'not_authed',
    });
  });

  it('are limited by their tier, in a minute of the sandbox’s clock', async () => {
    const begun = Date.now();
    const limited = await startSlack({ rates: 'tiers', samples: false, clock: () => begun });
    const { accessToken } = limited.control.authorize({ person: 'ada' });
    const list = async () => {
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${limited.urls.api}/users.list`, { headers });
      return `${response.status} ${response.headers.get('retry-after')} ${(await response.json()).error}`;
    };
    for (let calls = 0; calls < 20; calls++) expect(await list()).toBe('200 null undefined');
    expect(await list()).toBe('429 60 ratelimited');
    limited.control.advance({ ms: 61_000 });
    expect(await list()).toBe('200 null undefined');
    expect(limited.control.rates()['users.list']).toBe(21);
    await limited.stop();
  });
});

describe('conversations', () => {
  const names = (answer: Answer) => answer.channels.map(({ name, user }: Answer) => name ?? user);

  it('are listed in pages that may be short, without those of other people', async () => {
    const types = 'public_channel,private_channel,im,mpim';
    const all = await call('conversations.list', { types });
    expect(names(all)).toEqual(expect.arrayContaining(['general', 'finance', 'office-move', 'mpdm-ada--chen--dana-1']));
    const chen = sandbox.control.authorize({ person: 'chen' }).accessToken;
    expect(names(await call('conversations.list', { types }, chen))).not.toContain('finance');
    const id = sandbox.state.channel('finance').id;
    expect(await call('conversations.history', { channel: id }, chen)).toMatchObject({ error: 'channel_not_found' });
    let cursor = '';
    const paged: string[] = [];
    const sizes: number[] = [];
    do {
      const page = await call('conversations.list', { limit: '1', exclude_archived: 'true', cursor });
      paged.push(...names(page));
      sizes.push(page.channels.length);
      cursor = page.response_metadata.next_cursor;
    } while (cursor !== '');
    expect(paged).toEqual(['general', 'harbour', 'atelier']);
    expect(sizes).toEqual([1, 1, 1, 0]);
    expect(await call('conversations.list', { types: 'channel' })).toMatchObject({ error: 'invalid_types' });
  });

  it('have a history from new to old, within bounds, in pages', async () => {
    const channel = sandbox.control.addChannel({ name: 'pages' });
    const ts = Array.from({ length: 7 }, (_, at) => sandbox.control.post({ channel, text: `${at}` }));
    const texts = (page: Answer) => page.messages.map(({ text }: Answer) => text).join('');
    const first = await call('conversations.history', { channel, limit: '3' });
    expect([texts(first), first.has_more]).toEqual(['654', true]);
    const cursor = first.response_metadata.next_cursor;
    const second = await call('conversations.history', { channel, limit: '3', cursor });
    expect([texts(second), second.has_more]).toEqual(['321', true]);
    const bounds = { channel, oldest: ts[1]!, latest: ts[4]! };
    expect(texts(await call('conversations.history', bounds))).toBe('32');
    expect(texts(await call('conversations.history', { ...bounds, inclusive: 'true' }))).toBe('4321');
    expect(await call('conversations.history', { channel, limit: '5000' })).toMatchObject({ error: 'invalid_limit' });
    expect(await call('conversations.history', { channel, cursor: 'x' })).toMatchObject({ error: 'invalid_cursor' });
    sandbox.control.retain({ channel, since: ts[4]!, isHidden: true });
    expect(await call('conversations.history', { channel })).toMatchObject({ is_limited: true, has_more: false });
  });

  it('have threads, whose first message stays as a tombstone', async () => {
    const channel = sandbox.control.addChannel({ name: 'threads' });
    const parent = sandbox.control.post({ channel, text: 'parent' });
    const answers = ['a', 'b', 'c'].map((text) => sandbox.control.post({ channel, text, thread: parent }));
    sandbox.control.post({ channel, text: 'also here', thread: parent, broadcast: true });
    const { messages } = await call('conversations.history', { channel });
    expect(messages).toMatchObject([
      { subtype: 'thread_broadcast', thread_ts: parent },
      { text: 'parent', thread_ts: parent, reply_count: 4 },
    ]);
    const page = await call('conversations.replies', { channel, ts: parent, limit: '3' });
    expect(page.messages.map(({ text }: Answer) => text)).toEqual(['parent', 'a', 'b']);
    const cursor = page.response_metadata.next_cursor;
    const rest = await call('conversations.replies', { channel, ts: parent, cursor });
    expect(rest.messages.map(({ text }: Answer) => text)).toEqual(['parent', 'c', 'also here']);
    sandbox.control.remove({ channel, ts: parent });
    sandbox.control.remove({ channel, ts: answers[0]! });
    const left = (await call('conversations.replies', { channel, ts: parent })).messages;
    expect(left[0]).toMatchObject({ subtype: 'tombstone', user: 'USLACKBOT', reply_count: 3 });
    expect(await call('conversations.replies', { channel, ts: '1.000000' })).toMatchObject({
      error: 'thread_not_found',
    });
  });

  it('hold any number of messages without using memory', async () => {
    const channel = sandbox.control.addChannel({ name: 'bulk' });
    sandbox.control.addMany({ channel, count: 200_000, threadEvery: 100, repliesEach: 2 });
    const newest = sandbox.control.post({ channel, text: 'newest' });
    const page = await call('conversations.history', { channel, limit: '200' });
    expect(page.messages[0].ts).toBe(newest);
    const again = await call('conversations.history', { channel, latest: newest, limit: '199' });
    expect(again.messages).toEqual(page.messages.slice(1));
    const parent = page.messages.find(({ reply_count }: Answer) => reply_count);
    expect((await call('conversations.replies', { channel, ts: parent.ts })).messages).toHaveLength(3);
  });

  it('accept only text with Slack’s escapes', () => {
    const { control } = sandbox;
    const channel = control.addChannel({ name: 'escapes' });
    for (const mrkdwn of ['a < b', 'R&D', '<b>bold</b>', '&quot;'])
      expect(() => control.post({ channel, mrkdwn }), mrkdwn).toThrow('escaped');
    control.post({ channel, text: 'a < b & c' });
    expect(control.list({ channel })[0]!.text).toBe('a &lt; b &amp; c');
  });
});

it('returns files to signed-in people, and a sign-in page to others', async () => {
  const channel = sandbox.control.addChannel({ name: 'files' });
  sandbox.control.post({ channel, files: [{ name: 'Note.txt', text: 'hello' }] });
  const [file] = (await call('conversations.history', { channel })).messages[0].files;
  const get = async (headers: Record<string, string>) => fetch(file.url_private_download, { headers });
  expect(await (await get({ authorization: `Bearer ${token}` })).text()).toBe('hello');
  const part = await get({ authorization: `Bearer ${token}`, range: 'bytes=1-2' });
  expect([part.status, await part.text()]).toEqual([206, 'el']);
  const page = await get({ authorization: 'Bearer xoxp-invented' });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  sandbox.control.removeFile({ name: 'Note.txt' });
  expect((await call('conversations.history', { channel })).messages[0].files).toMatchObject([{ mode: 'tombstone' }]);
  expect(await call('files.info', { file: file.id })).toMatchObject({ error: 'file_deleted' });
});

it('rotates tokens if the app enables it: a refresh token works once', async () => {
  const rotating = await startSlack({ rotation: true, samples: false });
  const { refreshToken } = rotating.control.authorize({ person: 'ada' });
  const refresh = async (refresh_token: string) => {
    const { clientId, clientSecret } = rotating;
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, refresh_token });
    body.set('grant_type', 'refresh_token');
    return (await fetch(`${rotating.urls.api}/oauth.v2.access`, { method: 'POST', body })).json() as Answer;
  };
  const first = await refresh(refreshToken!);
  expect(first).toMatchObject({ ok: true, token_type: 'user', expires_in: 43_200 });
  const used = await fetch(`${rotating.urls.api}/auth.test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.access_token}` },
  });
  expect(await used.json()).toMatchObject({ ok: true });
  expect(await refresh(refreshToken!)).toMatchObject({ ok: false, error: 'invalid_refresh_token' });
  expect(await refresh(first.refresh_token)).toMatchObject({ ok: true });
  await rotating.stop();
});

it('sends events, signed, after a challenge, and again after a failure', async () => {
  const received: { body: Answer; headers: Answer; isSigned: boolean }[] = [];
  const receiver = createServer(async (req, res) => {
    const raw = Buffer.concat(await req.toArray()).toString();
    const body = JSON.parse(raw);
    const time = req.headers['x-slack-request-timestamp'];
    const mac = createHmac('sha256', sandbox.settings.signingSecret)
      .update(`v0:${String(time)}:${raw}`)
      .digest('hex');
    received.push({ body, headers: req.headers, isSigned: req.headers['x-slack-signature'] === `v0=${mac}` });
    res.statusCode = received.length === 2 ? 500 : 200;
    res.end(body.challenge);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await sandbox.control.webhook({ url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` });
  const channel = sandbox.control.addChannel({ name: 'events' });
  const ts = sandbox.control.post({ channel, text: 'first' });
  sandbox.control.edit({ channel, ts, text: 'second' });
  sandbox.control.remove({ channel, ts });
  await expect.poll(() => received.length).toBe(5);
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  expect(received.map(({ body }) => body.event?.subtype ?? body.event?.type ?? body.type)).toEqual([
    'url_verification',
    'message',
    'message',
    'message_changed',
    'message_deleted',
  ]);
  expect(received[2]!.headers['x-slack-retry-num']).toBe('1');
  expect(received[2]!.body.event_id).toBe(received[1]!.body.event_id);
  receiver.close();
});
