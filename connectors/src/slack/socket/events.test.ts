import { type SlackSandbox, startSlack } from '@sheaf/sandbox';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OAuthApp } from '../../kit/app.ts';
import { testAccount } from '../../kit/testing/test-account.ts';
import { events, receive } from './events.ts';

let sandbox: SlackSandbox;
let app: OAuthApp;
let account: ReturnType<typeof testAccount>;
let stops: AbortController[];
beforeEach(async () => {
  sandbox = await startSlack({ samples: false });
  sandbox.control.addChannel({ name: 'general' });
  account = testAccount({});
  stops = [];
  const { clientId, clientSecret, settings, urls } = sandbox;
  app = { clientId, clientSecret, settings: { ...settings }, urls, http: account.http };
});
afterEach(async () => {
  for (const stop of stops) stop.abort();
  await account.close();
  await sandbox.stop();
});

/** Receives events, with the first already requested. */
function received(options: { silentMs?: number; app?: OAuthApp } = {}) {
  const stop = new AbortController();
  stops.push(stop);
  const all = receive(options.app ?? app, stop.signal, options.silentMs);
  const first = all.next();
  first.catch(() => {});
  return { all, stop, first };
}

const open = () => sandbox.control.sockets().open;
const post = (text = 'hello') => sandbox.control.post({ channel: 'general', text });
const team = (done = false) => ({
  done,
  value: { kind: 'accounts', remoteUserIds: [], startingWith: [`${sandbox.state.team.id}:`] },
});

it('is configured by the app’s token', () => {
  expect(events.isSetUp(app)).toBe(true);
  expect(events.isSetUp({ ...app, settings: { appToken: '' } })).toBe(false);
  expect(events.isSetUp({ ...app, settings: {} })).toBe(false);
});

it('reports the workspace of messages, edits and deletions, and acknowledges each when the next is requested', async () => {
  const { all, first } = received();
  await expect.poll(open).toBe(1);
  const ts = post();
  expect(await first).toEqual(team());
  expect(sandbox.control.sockets().unacknowledged).toBe(1);
  const second = all.next();
  await expect.poll(() => sandbox.control.sockets().unacknowledged).toBe(0);
  sandbox.control.edit({ channel: 'general', ts, text: 'changed' });
  expect(await second).toEqual(team());
  const third = all.next();
  await expect.poll(() => sandbox.control.sockets().unacknowledged).toBe(0);
  sandbox.control.remove({ channel: 'general', ts });
  expect(await third).toEqual(team());
});

it('receives unacknowledged events again on the next connection', async () => {
  const { all, first } = received();
  await expect.poll(open).toBe(1);
  post();
  await first;
  await all.return(undefined);
  await expect.poll(open).toBe(0);
  const again = received();
  expect(await again.first).toEqual(team());
  void again.all.next();
  await expect.poll(() => sandbox.control.sockets().unacknowledged).toBe(0);
});

it.each(['warning', 'refresh_requested'])(
  'opens a new connection before it closes one that Slack wants replaced (%s)',
  async (reason) => {
    const { first } = received();
    await expect.poll(open).toBe(1);
    sandbox.control.disconnect({ reason });
    // The sandbox keeps the old one open: the client must close it once the new one works.
    await expect.poll(() => sandbox.control.sockets()).toMatchObject({ open: 1, opened: 2 });
    post();
    expect(await first).toEqual(team());
  },
);

it('keeps using the old connection if Slack refuses a new one', async () => {
  const { first } = received();
  await expect.poll(open).toBe(1);
  sandbox.control.fail({ path: '/api/apps.connections.open', action: { kind: 'status', status: 503 } });
  sandbox.control.disconnect();
  await expect.poll(() => sandbox.control.calls({ prefix: 'POST /api/apps.connections.open' })).toBe(2);
  post();
  expect(await first).toEqual(team());
  expect(sandbox.control.sockets()).toMatchObject({ open: 1, opened: 1 });
});

it('fails with a temporary error if a connection breaks off', async () => {
  const { first } = received();
  await expect.poll(open).toBe(1);
  sandbox.control.dropSockets();
  await expect(first).rejects.toMatchObject({ code: 'unavailable' });
});

it('fails with a temporary error if nothing arrives any more, not even the answer to a ping', async () => {
  const { first } = received({ silentMs: 1000 });
  await expect.poll(open).toBe(1);
  sandbox.control.freezeSockets();
  await expect(first).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('nothing comes') });
});

it('names the reason of a refusal, and never the address’s ticket', async () => {
  const wrong = received({ app: { ...app, settings: { appToken: 'xapp-wrong' } } });
  await expect(wrong.first).rejects.toMatchObject({ error: 'invalid_auth' });
  const ofPerson = received({ app: { ...app, settings: { appToken: 'xoxp-person' } } });
  await expect(ofPerson.first).rejects.toMatchObject({ error: 'not_allowed_token_type' });
  sandbox.control.fail({ path: '/api/apps.connections.open', action: { kind: 'status', status: 429, retryAfter: 7 } });
  await expect(received().first).rejects.toMatchObject({ code: 'rate_limited', detail: { retryAfterMs: 7000 } });
  sandbox.control.fail({ path: '/link/', action: { kind: 'status', status: 503 } });
  const error = await received().first.catch((refusal: unknown) => refusal as Error);
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('503') });
  expect(JSON.stringify([String(error), (error as Error).stack])).not.toContain('ticket');
});

it('fails if the app’s Socket Mode is disabled', async () => {
  const { first } = received();
  await expect.poll(open).toBe(1);
  sandbox.control.disconnect({ reason: 'link_disabled' });
  await expect(first).rejects.toMatchObject({ code: 'forbidden' });
  await expect.poll(open).toBe(0);
});

it('acknowledges and skips unknown messages', async () => {
  const { first } = received();
  await expect.poll(open).toBe(1);
  for (const text of ['no JSON', '[]', '{}', '{"type":"invented"}', '{"type":"events_api","envelope_id":7}'])
    sandbox.control.sendRaw({ text });
  sandbox.control.sendRaw({ text: JSON.stringify({ type: 'slash_commands', envelope_id: 'x', payload: {} }) });
  // An empty prefix would match every id.
  const everybody = { type: 'event_callback', team_id: '' };
  sandbox.control.sendRaw({ text: JSON.stringify({ type: 'events_api', envelope_id: 'y', payload: everybody }) });
  post();
  expect(await first).toEqual(team());
});

it('ends quietly when it is aborted, and closes the connection', async () => {
  const { first, stop } = received();
  await expect.poll(open).toBe(1);
  stop.abort();
  expect(await first).toEqual({ done: true, value: undefined });
  await expect.poll(open).toBe(0);
});
