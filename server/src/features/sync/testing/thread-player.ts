import { deepEqual, ok } from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { contract } from '@sheaf/contract';
import fc from 'fast-check';
import { killableServices } from '../../../testing/killable-services.ts';
import { person } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { contentKey } from '../../storage/index.ts';
import { runSync } from '../run.ts';
import { replayPlan } from './histories.ts';
import type { ExpectedMessage, ThreadEdit, ThreadWorld } from './thread-world.ts';

const { sources } = contract;

interface Plan {
  runs: number;
  /** Short and without faults or kills: only the source is odd. */
  isCalm?: boolean;
}

function historiesOf<Fault>({ edits, faults }: ThreadWorld<Fault>, isCalm: boolean) {
  const edit: fc.Arbitrary<ThreadEdit> = fc.record({ what: fc.constantFrom(...edits), pick: fc.nat(10_000) });
  const fault = fc.record({ nth: fc.integer({ min: 1, max: 25 }), action: fc.constantFrom(...faults) });
  const run = fc.record({
    faults: fc.array(fault, { maxLength: isCalm ? 0 : 2 }),
    /** The statement at which the worker is killed. */
    killAt: isCalm ? fc.constant(null) : fc.option(fc.integer({ min: 5, max: 120 })),
    /** Edits of others, each before a call of the run. */
    meanwhile: fc.array(fc.record({ call: fc.integer({ min: 1, max: 30 }), edit }), { maxLength: isCalm ? 0 : 3 }),
  });
  const round = fc.record({ edits: fc.array(edit, { minLength: isCalm ? 4 : 0, maxLength: 8 }), run });
  return fc.record({
    /** Determines the oddities of the source. */
    seed: fc.nat(1_000_000),
    before: fc.integer({ min: 8, max: isCalm ? 14 : 25 }),
    rounds: fc.array(round, { minLength: isCalm ? 2 : 1, maxLength: isCalm ? 2 : 5 }),
  });
}

/**
 * Random histories of one world: messages are added and changed, also in the middle of runs; runs meet faults or are
 * killed at a random statement; sources are odd. After undisturbed runs, the documents are exactly those of the source.
 */
export function playThreads<Fault>(
  app: TestApp,
  world: ThreadWorld<Fault>,
  { runs, isCalm = false }: Plan,
): Promise<void> {
  const { signal } = new AbortController();
  const history = fc.asyncProperty(historiesOf(world, isCalm), async ({ seed, before, rounds }) => {
    await world.clear(String(seed));
    for (let pick = 0; pick < before; pick++) await world.edit({ what: pick % 4 === 3 ? 'answer' : 'post', pick });
    const who = await person(app);
    const accountId = await world.connect(who);
    const request = async () => (await who.call(sources.retryFailures, { params: { id: accountId } })).data.batch_id;
    for (const { edits, run } of rounds) {
      for (const edit of edits) await world.edit(edit);
      const batchId = await request();
      for (const fault of run.faults) world.fail(fault);
      const look = async (nth: number) => {
        for (const { call, edit } of run.meanwhile) if (call === nth) await world.edit(edit);
      };
      const worker = killableServices(app.services, run.killAt, look);
      world.watch?.(look);
      await runSync.run({ accountId, batchId }, worker.services, signal).catch((error) => {
        if (!worker.isDead) throw error;
      });
      await worker.end();
      world.watch?.(null);
      world.clearFaults();
    }
    // A limit caused by a fault is over; it holds for as long as the last run had to wait.
    await app.services.pool.query('truncate app_pauses');
    // With the usual timeouts: a busy machine is no fault of the source.
    for (let updates = world.updates ?? 1; updates > 0; updates--) {
      await runSync.run({ accountId, batchId: await request() }, app.services, signal);
      const failure = await compare(app, accountId, await world.messages()).catch((error: unknown) => error);
      if (failure === undefined) return;
      if (updates === 1) throw failure;
    }
  });
  return fc.assert(history, replayPlan(runs));
}

async function compare(app: TestApp, account: string, there: readonly ExpectedMessage[]): Promise<void> {
  const { rows: accounts } = await app.services.pool.query(
    'select status, problem from source_accounts where id = $1',
    [account],
  );
  deepEqual(accounts, [{ status: 'connected', problem: null }]);
  const { rows: here } = await app.services.pool.query(
    `select remote_id as id, thread_remote_id as thread, channel_ids as channels, is_unread as unread,
       is_flagged as flagged, body as text, array(select a ->> 'name' from jsonb_array_elements(attachments) a) as files
     from messages where account_id = $1`,
    [account],
  );
  const inOrder = (messages: readonly ExpectedMessage[]) =>
    messages
      .map((one) => ({ ...one, channels: one.channels.toSorted(), text: plain(one.text) }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  deepEqual(inOrder(here), inOrder(there));
  await compareDocuments(app, account, there);
}

/**
 * Checks that every thread and attachment is a document with its bytes, and that a thread's page has all its messages.
 */
async function compareDocuments(app: TestApp, account: string, there: readonly ExpectedMessage[]): Promise<void> {
  const { pool, blobs } = app.services;
  const { rows } = await pool.query(
    `select remote_id, name, content, sha256, organization_id, thread_remote_id, conversation -> 'messages' as messages
     from documents where account_id = $1 and kind <> 'folder'`,
    [account],
  );
  deepEqual(
    rows.filter(({ content }) => content !== 'stored'),
    [],
  );
  const attached = rows.filter(({ thread_remote_id }) => thread_remote_id !== null);
  deepEqual(attached.map(({ name }) => name).sort(), there.flatMap(({ files }) => files).sort());
  const threads = new Map(rows.filter((row) => !attached.includes(row)).map((row) => [row.remote_id, row]));
  const expected = Map.groupBy(there, ({ thread }) => `thread:${thread}`);
  deepEqual([...threads.keys()].sort(), [...expected.keys()].sort());
  for (const [id, messages] of expected) {
    const { organization_id, sha256, messages: count } = threads.get(id);
    deepEqual(count, messages.length);
    const page = plain(await text((await blobs.get(contentKey(organization_id, sha256)))!.body));
    for (const message of messages) ok(page.includes(plain(message.text)), `${message.text} is not on its page`);
  }
}

const plain = (body: string): string => body.replace(/<[^>]*>/g, '').trim();
