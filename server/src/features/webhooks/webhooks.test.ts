import { createHmac } from 'node:crypto';
import { contract } from '@sheaf/contract';
import { freePort, startDropbox, startGoogle, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAccount, connectFully, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { renewWatches } from '../sources/index.ts';
import { scheduleRuns } from '../sync/index.ts';

const { sources } = contract;

const empty = { samples: false };
const [google, dropbox, graph] = await Promise.all([
  forThisFile(startGoogle(empty)),
  forThisFile(startDropbox(empty)),
  forThisFile(startGraph(empty)),
]);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const settings = { pubsubTopic: 'projects/p/topics/mail', pubsubToken: 'token of the subscription' };
google.control.subscribe({
  topic: settings.pubsubTopic,
  endpoint: `${url}/api/webhooks/gmail?${new URLSearchParams({ token: settings.pubsubToken })}`,
});
const app = await forThisFile(
  testApp(
    {},
    {
      'google-drive': { ...google, webhookUrl: url },
      dropbox: { ...dropbox, webhookUrl: url },
      onedrive: { ...graph, webhookUrl: url },
      gmail: { ...google, settings, webhookUrl: url },
    },
  ),
);
await app.app.listen({ port, host: '127.0.0.1' });

/** A connected account with its files, watched if the provider supports it. */
async function synced(source: string, who: string): Promise<{ me: TestPerson; id: string }> {
  const me = await person(app);
  const { id } = await connectFully(me, source, who);
  await syncAccount(app, me, id);
  await renewWatches.run({}, app.services, new AbortController().signal);
  await app.work();
  return { me, id };
}

const runsOf = (id: string) =>
  app.services.db.selectFrom('batches').select(['id', 'status']).where('account_id', '=', id).execute();
const waiting = async (id: string) => (await runsOf(id)).filter(({ status }) => status === 'pending').length;
const document = (accountId: string, name: string) =>
  app.services.db
    .selectFrom('documents')
    .select(['content'])
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
const watchOf = (id: string) =>
  app.services.db.selectFrom('source_watches').selectAll().where('account_id', '=', id).executeTakeFirst();

/** Makes runs that wait for more news due at once. */
async function workNow(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(app.services.db);
  await app.work();
}

const post = (path: string, headers: Record<string, string>, payload: string = '') =>
  app.request({ method: 'POST', url: `/api/webhooks/${path}`, headers, payload });

describe('Gmail', () => {
  it('publishes changes of a watched mailbox, and the mail is synced', async () => {
    const { id } = await synced('gmail', 'chen');
    expect(await watchOf(id)).toMatchObject({ remote_id: 'projects/p/topics/mail' });
    google.control.addMail({ person: 'chen', subject: 'Published', text: 'published' });
    await expect.poll(() => waiting(id)).toBe(1);
    await workNow();
    expect(await document(id, 'Published')).toBeDefined();
  }, 120_000);

  it('is rejected without the token of the subscription', async () => {
    const data = Buffer.from('{"emailAddress":"chen@example.com","historyId":1}').toString('base64');
    const body = JSON.stringify({ message: { data } });
    const headers = { 'content-type': 'application/json' };
    const statuses = ['gmail', 'gmail?token=guessed'].map(async (path) => (await post(path, headers, body)).status);
    expect(new Set(await Promise.all(statuses)).size).toBe(1);
    expect((await statuses[0])! >= 400).toBe(true);
  });
});

describe('Google Drive', () => {
  it('reports changes, of which many make one run, and the document is synced', async () => {
    const { id } = await synced('google-drive', 'ada');
    for (const name of ['first.txt', 'second.txt']) google.control.add({ person: 'ada', name, text: name });
    await expect.poll(() => waiting(id)).toBe(1);
    google.control.add({ person: 'ada', name: 'third.txt', text: 'third' });
    await workNow();
    expect(await document(id, 'third.txt')).toEqual({ content: 'stored' });
    expect(await document(id, 'first.txt')).toEqual({ content: 'stored' });
    expect(await waiting(id)).toBeLessThanOrEqual(1);
  }, 120_000);

  it('is rejected without the name and secret of a watch', async () => {
    const { id } = await synced('google-drive', 'bruno');
    const { name } = (await watchOf(id))!;
    const runs = (await runsOf(id)).length;
    const state = { 'x-goog-resource-state': 'change' };
    const answers = await Promise.all([
      post('google-drive', state),
      post('google-drive', { ...state, 'x-goog-channel-id': name! }),
      post('google-drive', { ...state, 'x-goog-channel-id': name!, 'x-goog-channel-token': 'guessed' }),
      post('google-drive', { ...state, 'x-goog-channel-id': "' or 1=1", 'x-goog-channel-token': 'guessed' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await runsOf(id)).length).toBe(runs);
    expect((await post('google-drive', state, 'x'.repeat(2_000_000))).status).toBe(413);
  }, 120_000);

  it('renews watches before they end, tries a refused one again later, and the account works', async () => {
    const { me, id } = await synced('google-drive', 'chen');
    const before = (await watchOf(id))!;
    expect(before.renew_at.getTime()).toBeGreaterThan(Date.now() + 5 * 86_400_000);
    google.control.clearCalls();
    const comesUpAt = (at: Date | string) =>
      app.services.pool.query('update source_accounts set watch_at = $2 where id = $1', [id, at]);
    const watchNow = async () => {
      await renewWatches.run({}, app.services, new AbortController().signal);
      await app.work();
    };
    // As after an upgrade: a watch of the previous version lasts, and the account isn't due any earlier.
    await comesUpAt('-infinity');
    await watchNow();
    expect(await watchOf(id)).toEqual(before);
    const { rows } = await app.services.pool.query('select watch_at from source_accounts where id = $1', [id]);
    expect(rows[0].watch_at).toEqual(before.renew_at);
    await sql`update source_watches set renew_at = now() where account_id = ${id}`.execute(app.services.db);
    await comesUpAt(new Date());
    await watchNow();
    expect((await watchOf(id))!.name).not.toBe(before.name);
    expect(google.control.calls({ prefix: 'POST /drive/v3/changes/watch' })).toBe(1);
    const stops = () => google.control.calls({ prefix: 'POST /drive/v3/channels/stop' });
    await expect.poll(stops).toBe(1);
    await me.call(sources.disconnect, { params: { id } });
    await app.work();
    await expect.poll(stops).toBe(2);
    expect(await watchOf(id)).toBeUndefined();
    await connectAccount(me, 'google-drive', 'chen', id);
    await watchNow();
    expect((await watchOf(id))!.remote_id).not.toBeNull();
  }, 120_000);

  it('asks again later after a refused watch, and the account works', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', 'ada');
    google.control.fail({
      path: '/drive/v3/changes/watch',
      action: { kind: 'status', status: 403, reason: 'forbidden' },
    });
    await sql`update source_accounts set next_sync_at = now() where id = ${id}`.execute(app.services.db);
    await renewWatches.run({}, app.services, new AbortController().signal);
    await app.work();
    const watch = (await watchOf(id))!;
    expect(watch).toMatchObject({ name: null, remote_id: null });
    expect(watch.renew_at.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await me.call(sources.delete, { params: { id } });
    expect(await watchOf(id)).toBeUndefined();
  }, 120_000);
});

describe('OneDrive', () => {
  it('proves our address, reports changes in every drive, and is watched until disconnected', async () => {
    const { me, id } = await synced('onedrive', 'bruno');
    expect(graph.control.calls({ prefix: 'POST /v1.0/subscriptions' })).toBe(4);
    expect((await watchOf(id))!.renew_at.getTime()).toBeGreaterThan(Date.now() + 20 * 86_400_000);
    const library = 'Harbour project/Drawings';
    graph.control.write({ person: 'bruno', library, path: 'plan.txt', text: 'plan' });
    await expect.poll(() => waiting(id)).toBe(1);
    await workNow();
    expect(await document(id, 'plan.txt')).toEqual({ content: 'stored' });
    await me.call(sources.disconnect, { params: { id } });
    await app.work();
    await expect.poll(() => graph.control.calls({ prefix: 'DELETE /v1.0/subscriptions' })).toBe(4);
  }, 120_000);

  it('is rejected without the name and secret of a watch', async () => {
    const { id } = await synced('onedrive', 'ada');
    const { name } = (await watchOf(id))!;
    const runs = (await runsOf(id)).length;
    const json = { 'content-type': 'application/json' };
    const told = (clientState: unknown) => post('onedrive', json, JSON.stringify({ value: [{ clientState }] }));
    const answers = await Promise.all([told(undefined), told(name), told(`${name}:guessed`), told(`' or 1=1:x`)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await post('onedrive', json, '[]')).status).toBe(400);
    expect((await runsOf(id)).length).toBe(runs);
    const echo = await post('onedrive?validationToken=%3Cb%3E%20%26', {});
    expect([echo.status, echo.body, echo.headers['content-type'], echo.headers['x-content-type-options']]).toEqual([
      200,
      '<b> &',
      'text/plain; charset=utf-8',
      'nosniff',
    ]);
  }, 120_000);
});

const signed = (body: string) => ({
  'content-type': 'application/json',
  'x-dropbox-signature': createHmac('sha256', dropbox.clientSecret).update(body).digest('hex'),
});

describe('Dropbox', () => {
  it('gets its challenge back as text that no browser takes for a page', async () => {
    const answer = await app.request({ method: 'GET', url: '/api/webhooks/dropbox?challenge=%3Cb%3Ehi' });
    expect(answer).toMatchObject({
      status: 200,
      body: '<b>hi',
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
    expect((await app.request({ method: 'GET', url: '/api/webhooks/dropbox' })).status).toBe(400);
  });

  it('reports a change, and the document is synced', async () => {
    const { id } = await synced('dropbox', 'ada');
    await dropbox.control.webhook({ url: `${url}/api/webhooks/dropbox` });
    dropbox.control.write({ person: 'ada', path: '/told.txt', text: 'told' });
    await expect.poll(() => waiting(id)).toBe(1);
    await workNow();
    expect(await document(id, 'told.txt')).toEqual({ content: 'stored' });
  }, 120_000);

  it('is accepted only with its signature, and doesn’t learn who is known', async () => {
    const { id } = await synced('dropbox', 'bruno');
    const runs = (await runsOf(id)).length;
    const account = dropbox.state.account('bruno').accountId;
    const body = JSON.stringify({ list_folder: { accounts: [account] } });
    const stranger = JSON.stringify({ list_folder: { accounts: ['dbid:nobody'] } });
    expect((await post('dropbox', {}, body)).status).toBe(403);
    expect((await post('dropbox', { 'x-dropbox-signature': 'zz' }, body)).status).toBe(403);
    expect((await post('dropbox', signed(stranger), body)).status).toBe(403);
    expect((await post('dropbox', signed('[]'), '[]')).status).toBe(400);
    expect((await runsOf(id)).length).toBe(runs);
    expect((await post('dropbox', signed(stranger), stranger)).status).toBe(204);
    await Promise.all(Array.from({ length: 5 }, () => post('dropbox', signed(body), body)));
    expect(await waiting(id)).toBe(1);
    // A run that waits for a limit of the app serves all news meanwhile.
    await app.services.pool.query(`update batches set status = 'paused' where account_id = $1 and status = 'pending'`, [
      id,
    ]);
    expect((await post('dropbox', signed(body), body)).status).toBe(204);
    expect((await runsOf(id)).length).toBe(runs + 1);
  }, 120_000);
});

it('starts no runs by news or schedule while an overdue payment makes the workspace read-only', async () => {
  const { me, id } = await synced('dropbox', 'chen');
  const { services } = app;
  const setReadOnly = (is: boolean) =>
    services.pool.query('update organizations set read_only = $1 where id = $2', [is, me.organizationId]);
  const news = JSON.stringify({ list_folder: { accounts: [dropbox.state.account('chen').accountId] } });
  const bothAsk = async () => {
    expect((await post('dropbox', signed(news), news)).status).toBe(204);
    const byNews = await waiting(id);
    await services.pool.query('update source_accounts set next_sync_at = now() where id = $1', [id]);
    await services.pool.query(`update batches set status = 'cancelled' where account_id = $1 and status = 'pending'`, [
      id,
    ]);
    await scheduleRuns.run({}, services, new AbortController().signal);
    return { byNews, byClock: await waiting(id) };
  };
  await setReadOnly(true);
  expect(await bothAsk()).toEqual({ byNews: 0, byClock: 0 });
  // Once it is paid, it is due within five minutes.
  await setReadOnly(false);
  expect(await bothAsk()).toEqual({ byNews: 1, byClock: 1 });
});

it('answers 404 if providers can’t reach this server', async () => {
  const hidden = await testApp({}, { dropbox });
  const challenge = await hidden.request({ method: 'GET', url: '/api/webhooks/dropbox?challenge=x' });
  expect(challenge.status).toBe(404);
  await hidden.close();
});
