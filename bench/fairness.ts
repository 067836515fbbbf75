import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { upload } from '../server/src/testing/upload.ts';
import { type Account, addAccount } from './src/add-account.ts';
import { summarize } from './src/load.ts';
import { nestedForms } from './src/nested-forms.ts';
import { startWorld } from './src/world.ts';

/**
 * What one account that does its worst does to another in a workspace of its own: p95 of the other's calls, compared with
 * those while nobody else is there, in the same run. `node bench/fairness.ts [seconds]` for each case.
 */

const seconds = Number(process.argv[2] ?? 20);
const goal = 2;
const busyFiles = 40;

const world = await startWorld();
const api = `${world.url}/api`;
let count = 0;
const nextNumber = (): number => {
  count += 1;
  return count;
};
let failed = 0;

const json = async ({ headers }: Account, path: string, body?: object) => {
  const answer = await fetch(api + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  if (answer.status >= 300) failed += 1;
  return answer.json().catch(() => ({}));
};

/** Again and again, some at a time, until it is stopped; what is refused is not repeated at once. */
function again(atOnce: number, work: (stopped: AbortSignal) => Promise<unknown>): () => Promise<void> {
  const stop = new AbortController();
  const loop = async () => {
    while (!stop.signal.aborted) await work(stop.signal).catch(() => wait(50));
  };
  const loops = Array.from({ length: atOnce }, loop);
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

/** Opens an answer and reads nothing of it. */
const openUnread = (url: string, headers: Record<string, string>, stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    const sent = get(url, { headers, signal: stopped }, (answer) => {
      answer.pause();
      answer.on('close', resolve).on('error', () => {});
    });
    sent.on('error', () => resolve());
  });

const attacks: [name: string, begin: (who: readonly Account[]) => Promise<() => Promise<void>>][] = [
  ['nobody', async () => async () => {}],
  [
    'PDFs of nested forms',
    async ([one]) =>
      again(1, async () => {
        const name = `${nextNumber()}.pdf`;
        await upload(world.url, one!.token, name, nestedForms(name));
        await wait(1_000);
      }),
  ],
  [
    'searches of 490 letters',
    async ([one]) => {
      const q = encodeURIComponent(
        Array.from({ length: 82 }, (_, n) => `word${n % 10}`)
          .join(' ')
          .slice(0, 490),
      );
      return again(8, () => json(one!, `/search?q=${q}`));
    },
  ],
  [
    'zips nobody reads',
    async ([one]) => {
      const id = await upload(world.url, one!.token, 'large.bin', Buffer.alloc(30_000_000, crypto.randomUUID()));
      return again(64, async (stopped) => {
        const { data } = await json(one!, '/documents/zip', { document_ids: [id] });
        if (!data) return wait(50);
        return openUnread(`${world.url}/storage/${data.local_path}`, {}, stopped);
      });
    },
  ],
  ['event streams', async ([one]) => again(50, (stopped) => openUnread(`${api}/events`, one!.headers, stopped))],
  [
    'suggestions, three accounts',
    async (who) => {
      const stops = who.map((one) => again(8, () => json(one, '/ai/suggestions')));
      return async () => void (await Promise.all(stops.map((stop) => stop())));
    },
  ],
];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const measured = ['GET /documents', 'GET /search', 'first word', 'upload to searchable'] as const;

/** Times of the other account's calls, one after another, and of its uploads beside them. */
async function measure(who: Account): Promise<Record<(typeof measured)[number], number>> {
  const times = new Map<string, number[]>(measured.map((name) => [name, []]));
  const end = performance.now() + seconds * 1000;
  const calls = async () => {
    while (performance.now() < end) {
      times.get('GET /documents')!.push(await timed(() => json(who, '/documents')));
      times.get('GET /search')!.push(await timed(() => json(who, '/search?q=lease')));
      times.get('first word')!.push(await firstWord(who));
      await wait(250);
    }
  };
  const uploads = async () => {
    while (performance.now() < end) {
      const word = `quokka${nextNumber()}`;
      times.get('upload to searchable')!.push(await timed(() => uploadAndFind(who, word)));
      // As a person would: not one after another.
      await wait(1_000);
    }
  };
  await Promise.all([calls(), uploads()]);
  return Object.fromEntries([...times].map(([name, all]) => [name, summarize(all, 1).p95])) as never;
}

async function uploadAndFind(who: Account, word: string): Promise<void> {
  await upload(world.url, who.token, `Line ${nextNumber()}.txt`, `A line about the ${word} at the harbour.`);
  const giveUp = performance.now() + 120_000;
  const isFound = async () =>
    (await json(who, `/search?q=${word}`)).data?.some((hit: { matched: string }) => hit.matched === 'content');
  while (!(await isFound()) && performance.now() < giveUp) await wait(100);
}

async function firstWord(who: Account): Promise<number> {
  // A person may ask so many questions a minute.
  await world.pool.query('delete from ai_rates');
  const { data: thread } = await json(who, '/ai/threads', {});
  const began = performance.now();
  const answer = await fetch(`${api}/ai/threads/${thread.id}/messages`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ content: 'How much notice has to be given before the end of a quarter?' }),
  });
  if (answer.status >= 300) failed += 1;
  const reader = answer.body!.getReader();
  await reader.read();
  const ms = performance.now() - began;
  while (!(await reader.read()).done);
  return ms;
}

try {
  const other = await addAccount(world, 'Ada', 'business');
  const busy = await Promise.all(['Mallory', 'Mia', 'Max'].map((name) => addAccount(world, name, 'free')));
  const lease = 'The rent is 2,400 euros. Notice has to be given three months before the end of a quarter.';
  await upload(world.url, other.token, 'Lease.txt', lease);
  for (const one of busy)
    for (let n = 0; n < busyFiles; n += 1)
      await upload(world.url, one.token, `Agreement ${n}.txt`, `${lease} word${n % 10} `.repeat(200) + n);
  const waiting = `select from content_texts where state = 'waiting' limit 1`;
  while ((await world.pool.query(waiting)).rowCount) await wait(200);
  await measure(other);

  console.log(
    `p95 of another account’s calls in ms, ${seconds} s each; times as long as with nobody else, goal ${goal}\n`,
  );
  console.log(`${'while one account has'.padEnd(30)}${measured.map((name) => name.padStart(24)).join('')}`);
  let idle: Awaited<ReturnType<typeof measure>> | undefined;
  for (const [name, begin] of attacks) {
    failed = 0;
    const stop = await begin(busy);
    await wait(idle ? 3_000 : 0);
    const now = await measure(other);
    await stop();
    idle ??= now;
    const cells = measured.map((what) => {
      const ratio = now[what] / idle![what];
      return `${now[what].toFixed(0)}  ${ratio.toFixed(1)}×${ratio > goal ? ' MISSED' : ''}`.padStart(24);
    });
    console.log(`${name.padEnd(30)}${cells.join('')}${failed ? `  (${failed} refused)` : ''}`);
  }
} finally {
  await world.stop();
}
