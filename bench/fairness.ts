import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { upload } from '../server/src/testing/upload.ts';
import { type Account, attacks } from './src/attacks.ts';
import { firstWord } from './src/first-word.ts';
import { judge } from './src/judge.ts';
import { summarize } from './src/load.ts';
import { startWorld } from './src/world.ts';

/**
 * What one account that does its worst does to another in a workspace of its own: p95 of the other's calls, compared with
 * those in between, while nobody else is there, so that whatever else the machine does is in both.
 * `node bench/fairness.ts [rounds] [part of an attack's name]`.
 */

const rounds = Number(process.argv[2] ?? 4);
const chosen = Object.keys(attacks).filter((name) => name.includes(process.argv[3] ?? ''));
/** Of each round, half alone and half attacked. */
const halfSeconds = 5;
const goal = 2;
const busyFiles = 40;
const script = new URL('./src/attacks.ts', import.meta.url);

// As it is shipped: the limit of requests is a part of what keeps things fair.
const world = await startWorld({ RATE_LIMIT: '1200' });
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

/** In a process of its own. `stop` tells how often it was refused. */
function prepare(name: string, accounts: readonly Account[]) {
  const child = fork(script);
  child.send({
    name,
    target: { url: world.url, accounts: accounts.map(({ token, headers }) => ({ token, headers })) },
  });
  return {
    go: () => child.send('go'),
    pause: () => child.send('pause'),
    async stop(): Promise<number> {
      child.kill('SIGTERM');
      const [refused] = await once(child, 'message');
      await once(child, 'exit');
      return refused;
    },
  };
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const measured = ['GET /documents', 'GET /search', 'first word', 'upload to searchable'] as const;
type Times = Record<(typeof measured)[number], number[]>;

const noTimes = (): Times => ({
  'GET /documents': [],
  'GET /search': [],
  'first word': [],
  'upload to searchable': [],
});

/** Adds times of the other account's calls, one after another, and of its uploads beside them. */
async function measure(who: Account, times: Times): Promise<void> {
  const end = performance.now() + halfSeconds * 1000;
  const calls = async () => {
    while (performance.now() < end) {
      times['GET /documents'].push(await timed(() => json(who, '/documents')));
      times['GET /search'].push(await timed(() => json(who, '/search?q=lease')));
      times['first word'].push(await askedFirstWord(who));
      await wait(400);
    }
  };
  const uploads = async () => {
    while (performance.now() < end) {
      const word = `quokka${nextNumber()}`;
      times['upload to searchable'].push(await timed(() => uploadAndFind(who, word)));
      // As a person would: not one after another.
      await wait(1_000);
    }
  };
  await Promise.all([calls(), uploads()]);
}

async function uploadAndFind(who: Account, word: string): Promise<void> {
  await upload(world.url, who.token, `Line ${nextNumber()}.txt`, `A line about the ${word} at the harbour.`);
  const giveUp = performance.now() + 120_000;
  const isFound = async () =>
    (await json(who, `/search?q=${word}`)).data?.some((hit: { matched: string }) => hit.matched === 'content');
  while (!(await isFound()) && performance.now() < giveUp) await wait(100);
}

async function askedFirstWord({ headers }: Account): Promise<number> {
  // Questions and calls per minute are limited for each person.
  await world.pool.query(`delete from throttles where key like 'questions %'`);
  return firstWord(world, headers, 'How much notice has to be given before the end of a quarter?').catch(() => {
    failed += 1;
    return Number.NaN;
  });
}

const p95 = (times: number[]) => summarize(times, 1).p95;

try {
  const other = world.owner;
  const busy = [await world.addPerson(), await world.addPerson(), await world.addPerson()];
  const lease = 'The rent is 2,400 euros. Notice has to be given three months before the end of a quarter.';
  await upload(world.url, other.token, 'Lease.txt', lease);
  for (const one of busy)
    for (let n = 0; n < busyFiles; n += 1)
      await upload(world.url, one.token, `Agreement ${n}.txt`, `${lease} word${n % 10} `.repeat(200) + n);
  const waiting = `select from content_texts where state = 'waiting' limit 1`;
  while ((await world.pool.query(waiting)).rowCount) await wait(200);
  await measure(other, noTimes());

  console.log(
    `p95 of another account’s calls in ms, alone → attacked, ${rounds} rounds; goal: ${goal} times as long\n`,
  );
  console.log(`${'while one account has'.padEnd(30)}${measured.map((name) => name.padStart(26)).join('')}`);
  for (const name of chosen) {
    failed = 0;
    const attack = prepare(name, busy);
    const [alone, attacked] = [noTimes(), noTimes()];
    for (let round = 0; round < rounds; round += 1) {
      await measure(other, alone);
      attack.go();
      await measure(other, attacked);
      attack.pause();
      await wait(500);
    }
    const refused = await attack.stop();
    const cells = measured.map((what) => {
      const [before, now] = [p95(alone[what]), p95(attacked[what])];
      const judged = judge(`${what} while one account has ${name}: p95, times alone`, now / before, goal);
      return `${before.toFixed(0)} → ${now.toFixed(0)}  ${(now / before).toFixed(1)}×${judged.includes('MISSED') ? ' MISSED' : ''}`.padStart(
        26,
      );
    });
    const notes = [refused && `${refused} refused`, failed && `${failed} of the other’s`].filter(Boolean).join(', ');
    console.log(`${name.padEnd(30)}${cells.join('')}${notes && `  (${notes})`}`);
  }
} finally {
  await world.stop();
}
