import { setTimeout as wait } from 'node:timers/promises';
import { startModels } from '../sandbox/src/index.ts';
import { gatherFor } from '../server/src/features/search/query/statistics.ts';
import { judge } from './src/judge.ts';
import { type Measured, summarize } from './src/load.ts';
import { seedPassages } from './src/seed-passages.ts';
import { signIn, startWorld, type World } from './src/world.ts';

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

  await otherCalls(wait(2_000));
  const alone = await otherCalls(wait(8_000));
  const during: number[] = [];
  let firstOfMany: number[] = [];
  for (let wave = 0; wave < waves; wave += 1) {
    models.say(...askers.map(() => slowAnswer()));
    const asked = Promise.all(askers.map((headers, index) => ask(headers, question(wave * people + index))));
    during.push(...(await otherCalls(asked)));
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
    whole.push(await ask(askers[turn % people]!, question(turn + 1_000)));
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

/** Asks in a conversation of its own; returns the milliseconds until the first word, when the answer has ended. */
async function ask(headers: Record<string, string>, content: string): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`${world.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
  const { data } = (await (await post('/ai/threads', {})).json()) as { data: { id: string } };
  const began = performance.now();
  const answer = await post(`/ai/threads/${data.id}/messages`, { content });
  let first = Number.NaN;
  let heard = '';
  for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
    heard += text;
    if (Number.isNaN(first) && heard.includes('event: delta')) first = performance.now() - began;
  }
  if (!heard.includes('event: done')) throw new Error(`The answer did not end: ${heard.slice(-500)}`);
  return first;
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

/** The milliseconds of each, until something has ended. Those that are refused count as well. */
async function otherCalls(end: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const state = { hasEnded: false };
  const ended = end.finally(() => {
    state.hasEnded = true;
  });
  const paths = ['/documents?per_page=20', '/auth/user', '/labels'];
  for (let turn = 0; !state.hasEnded; turn += 1) {
    open.push(timed(paths[turn % paths.length]!));
    await wait(pauseMs);
  }
  await Promise.all([...open, ended]);
  return times;

  async function timed(path: string): Promise<void> {
    const began = performance.now();
    const response = await fetch(`${world.url}/api${path}`, { headers: world.headers });
    await response.arrayBuffer();
    if (!response.ok) failed += 1;
    times.push(performance.now() - began);
  }
}

/** Colleagues who are signed in, each of whom may see a fifth of the documents. */
async function addPeople({ pool, organizationId }: World, number: number): Promise<Record<string, string>[]> {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < number; n += 1) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (id, name, email, password_hash, email_verified_at)
       values (gen_random_uuid(), 'Person', 'person' || $1::int || '@example.com', '', now()) returning id`,
      [n],
    );
    const { id } = rows[0]!;
    await pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'member')`, [
      organizationId,
      id,
    ]);
    await pool.query(
      `insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
       select id, $2, organization_id, account_id, false, null, name_key, placed_at, size, type, format
       from documents where organization_id = $1 and remote_id::int % 5 = $3::int % 5`,
      [organizationId, id, n],
    );
    headers.push(await signIn(pool, id, organizationId));
  }
  await pool.query('vacuum analyze');
  return headers;
}

function row(name: string, { p50, p95, p99 }: Measured): void {
  console.log(`${name.padEnd(34)} p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  p99 ${p99.toFixed(0)} ms`);
}
