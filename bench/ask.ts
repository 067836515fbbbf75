import { setTimeout as wait } from 'node:timers/promises';
import { startModels } from '../sandbox/src/index.ts';
import { gatherFor } from '../server/src/features/search/query/statistics.ts';
import { firstWord } from './src/first-word.ts';
import { judge } from './src/judge.ts';
import { type Measured, summarize } from './src/load.ts';
import { otherCalls } from './src/other-calls.ts';
import { seedPassages } from './src/seed-passages.ts';
import { startWorld, type World } from './src/world.ts';

/**
 * What 50 people who ask at once do to the API's other calls, and what the first word of an answer takes beyond what its
 * model takes: `node bench/ask.ts [people] [documents]`. The model is the sandbox's, over HTTP; it writes for five seconds.
 */

const people = Number(process.argv[2] ?? 50);
const documents = Number(process.argv[3] ?? 5_000);
const waves = 2;
/** Other calls, one every so many milliseconds, whether those before were answered or not. */
const pauseMs = 40;
let failed = 0;
const goals = { ratio: 1.5, firstWordMs: 300 };

const models = await startModels();
const world = await startWorld({
  AI_PROVIDER: 'openai',
  AI_MODEL: 'scripted',
  AI_API_KEY: 'a-key',
  AI_URL: models.openaiUrl,
  RATE_LIMIT: '0',
});
try {
  const { words } = await seedPassages(world, documents);
  await gatherFor(world.db, world.organizationId);
  const askers = await addPeople(world, people);
  const mid = words.filter(({ share }) => share < 0.02 && share > 0.002).map(({ word }) => word);
  const question = (turn: number) => `What about ${mid[turn % mid.length]} and ${mid[(turn * 7) % mid.length]}?`;
  console.log(`${documents} documents, ${documents * 2} passages, ${people} people\n`);

  const others = async (end: Promise<unknown>) => {
    const calls = await otherCalls({ url: world.url, headers: world.headers, pauseMs }, end);
    failed += calls.failed;
    return calls.times;
  };
  await others(wait(2_000));
  const alone = await others(wait(8_000));
  const during: number[] = [];
  let firstOfMany: number[] = [];
  for (let wave = 0; wave < waves; wave += 1) {
    models.say(...askers.map(() => slowAnswer()));
    const asked = Promise.all(
      askers.map((headers, index) => firstWord(world, headers, question(wave * people + index))),
    );
    during.push(...(await others(asked)));
    firstOfMany = [...firstOfMany, ...(await asked)];
  }
  const [before, meanwhile] = [summarize(alone, 1), summarize(during, 1)];
  row('other calls, nobody asks', before);
  row(`other calls, ${people} people ask`, meanwhile);
  row(`first word, ${people} at once`, summarize(firstOfMany, 1));
  if (failed > 0) console.log(`${failed} other calls were refused`);
  const ratio = meanwhile.p95 / before.p95;
  console.log(
    `p95 of other calls: ${ratio.toFixed(2)} times, ${judge(`p95 of other calls while ${people} ask: times alone`, ratio, goals.ratio)}\n`,
  );

  const [own, whole]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 20; turn += 1) {
    models.say([{ text: 'Yes, ' }, { text: 'indeed.' }], [{ text: 'Yes, ' }, { text: 'indeed.' }]);
    own.push(await firstByte());
    whole.push(await firstWord(world, askers[turn % people]!, question(turn + 1_000)));
  }
  row('first word of the model itself', summarize(own, 1));
  row('first word of an answer', summarize(whole, 1));
  const added = summarize(whole, 1).p95 - summarize(own, 1).p50;
  console.log(
    `added at p95: ${added.toFixed(0)} ms, ${judge('first word of an answer: added at p95, ms', added, goals.firstWordMs)}`,
  );
} finally {
  await world.stop();
  await models.stop();
}

/** A word every tenth of a second. */
function slowAnswer() {
  const pause = {
    get until() {
      return wait(100);
    },
  };
  return Array.from({ length: 50 }, () => [{ text: 'word ' }, pause]).flat();
}

/** Of the model's own answer. */
async function firstByte(): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${models.openaiUrl}/chat/completions`, { method: 'POST', body: '{}' });
  const reader = answer.body!.getReader();
  await reader.read();
  const first = performance.now() - began;
  while (!(await reader.read()).done);
  return first;
}

/** Colleagues who are signed in, each of whom may see a fifth of the documents. */
async function addPeople({ pool, organizationId, addPerson }: World, number: number) {
  const all: Record<string, string>[] = [];
  for (let n = 0; n < number; n += 1) {
    const { id, headers } = await addPerson({ role: 'member', organizationId });
    await pool.query(
      `insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
       select id, $2, organization_id, account_id, false, null, name_key, placed_at, size, type, format
       from documents where organization_id = $1 and remote_id::int % 5 = $3::int % 5`,
      [organizationId, id, n],
    );
    all.push(headers);
  }
  await pool.query('vacuum analyze');
  return all;
}

function row(name: string, { p50, p95, p99 }: Measured): void {
  console.log(`${name.padEnd(34)} p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  p99 ${p99.toFixed(0)} ms`);
}
