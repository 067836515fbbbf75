import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { person } from '../../testing/people.ts';
import { connectAccount, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { claimConnection, startReceiving } from './receive-events.ts';

let receivers: ReturnType<typeof startReceiving>[];
const slack = await forThisFile(startSlack({ samples: false }));
const app = await forThisFile(testApp({}, { slack }));
beforeEach(() => {
  receivers = [];
});
afterEach(async () => {
  slack.control.clearFaults();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await allClosed();
});

const impatient = { lookMs: 20, pauses: { shortestMs: 5, longestMs: 50 } };
function receive() {
  const receiver = startReceiving(app.services, impatient);
  receivers.push(receiver);
  return receiver;
}
const sockets = () => slack.control.sockets();
async function allClosed(): Promise<void> {
  await expect.poll(() => sockets().open).toBe(0);
}

/** A connected account with its messages. */
async function synced(channel: string) {
  const me = await person(app);
  const { id } = await connectAccount(me, 'slack', 'ada');
  slack.control.addChannel({ name: channel });
  await syncAccount(app, me, id);
  const waiting = async () =>
    (
      await app.services.db
        .selectFrom('batches')
        .select('id')
        .where('account_id', '=', id)
        .where('status', '=', 'pending')
        .execute()
    ).length;
  const texts = async () => {
    const { rows } = await sql<{ text: string }>`select regexp_replace(body, '<[^>]*>', '', 'g') as text from messages
      where account_id = ${id} and gone_at is null order by sent_at`.execute(app.services.db);
    return rows.map(({ text }) => text.trim());
  };
  return { id, waiting, texts };
}

/** Makes runs that wait for more news due at once. */
async function workNow(): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(app.services.db);
  await app.work();
}

it('syncs messages, edits and deletions with the runs they request', async () => {
  const { waiting, texts } = await synced('by-socket');
  receive();
  await expect.poll(() => sockets().open).toBe(1);
  const ts = slack.control.post({ channel: 'by-socket', text: 'one' });
  slack.control.post({ channel: 'by-socket', text: 'two' });
  await expect.poll(waiting).toBe(1);
  await workNow();
  expect(await texts()).toEqual(['one', 'two']);
  slack.control.edit({ channel: 'by-socket', ts, text: 'ONE' });
  await expect.poll(waiting).toBe(1);
  await workNow();
  expect(await texts()).toEqual(['ONE', 'two']);
  slack.control.remove({ channel: 'by-socket', ts });
  await expect.poll(waiting).toBe(1);
  await workNow();
  expect(await texts()).toEqual(['two']);
});

it('acknowledges an event only once its run is recorded', async () => {
  const { id, waiting } = await synced('on-record');
  receive();
  await expect.poll(() => sockets().open).toBe(1);
  const holder = await app.services.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from source_accounts where id = $1 for update', [id]);
    slack.control.post({ channel: 'on-record', text: 'held up' });
    const waitsForLock = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const blocked = async () => (await app.services.pool.query(waitsForLock)).rows.length;
    await expect.poll(blocked).toBeGreaterThan(0);
    expect(sockets().unacknowledged).toBe(1);
    expect(await waiting()).toBe(0);
    await holder.query('commit');
  } finally {
    holder.release();
  }
  await expect.poll(() => sockets().unacknowledged).toBe(0);
  expect(await waiting()).toBe(1);
});

it('reconnects after a broken or refused connection, and receives what happened meanwhile', async () => {
  const { waiting } = await synced('again');
  receive();
  await expect.poll(() => sockets().open).toBe(1);
  const { opened } = sockets();
  slack.control.fail({ path: '/api/apps.connections.open', times: 2, action: { kind: 'status', status: 503 } });
  slack.control.fail({ path: '/link/', action: { kind: 'status', status: 502 } });
  slack.control.dropSockets();
  slack.control.post({ channel: 'again', text: 'meanwhile' });
  await expect.poll(waiting).toBe(1);
  expect(sockets()).toMatchObject({ open: 1, opened: opened + 1 });
});

it('has one process hold the connection, and another take over when it stops or is silent for a minute', async () => {
  const [first, second] = [newId(), newId()];
  const claim = (me: string) => claimConnection(app.services, 'slack', me);
  expect([await claim(first), await claim(second), await claim(first)]).toEqual([true, false, true]);
  await app.services.pool.query(`update app_listeners set until = now() - interval '1 second'`);
  expect([await claim(second), await claim(first)]).toEqual([true, false]);

  // A killed process leaves it like this.
  const { opened } = sockets();
  const one = receive();
  await app.services.pool.query(`update app_listeners set until = now() - interval '1 second'`);
  await expect.poll(sockets).toMatchObject({ open: 1, opened: opened + 1 });
  receive();
  await one.stop();
  await expect.poll(sockets).toMatchObject({ open: 1, opened: opened + 2 });
});

it('opens nothing without the app’s token', async () => {
  const without = await testApp({}, { slack: { ...slack, settings: { signingSecret: 'x' } } });
  const receiver = startReceiving(without.services, impatient);
  await receiver.stop();
  expect(sockets().open).toBe(0);
  await without.close();
});
