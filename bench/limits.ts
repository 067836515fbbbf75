import { newToken, tokenHash } from '../server/src/platform/keys.ts';
import { load, type Measured } from './src/load.ts';
import { processorMs } from './src/processor-time.ts';
import { startWorld, type World } from './src/world.ts';

/**
 * What the shared rate limit costs: the same calls of many people with the limit and without it, in turns, on a server and a
 * PostgreSQL each. Run with `node bench/limits.ts [seconds] [rounds]`.
 */

const seconds = Number(process.argv[2] ?? 0.5);
const rounds = Number(process.argv[3] ?? 30);
const effort = { seconds, connections: 8 };
const people = 500;

/** Headers of people who are signed in, one after another, so that nobody reaches the limit. */
async function signedIn({ pool, organizationId }: World): Promise<() => Record<string, string>> {
  const tokens = Array.from({ length: people }, newToken);
  await pool.query(
    `with people as (
      insert into users (id, name, email, password_hash, email_verified_at)
      select gen_random_uuid(), 'Member ' || n, 'limited' || n || '@example.com', '', now() from generate_series(1, $1::int) n
      returning id),
    members as (insert into memberships (organization_id, user_id, role) select $2, id, 'member' from people)
    insert into sessions (id, user_id, token_hash, user_agent, expires_at)
    select gen_random_uuid(), p.id, t.hash, 'bench', now() + interval '1 day'
    from (select id, row_number() over () as n from people) p
    join (select hash, n from unnest($3::bytea[]) with ordinality as t (hash, n)) t using (n)`,
    [people, organizationId, tokens.map(tokenHash)],
  );
  let next = 0;
  return () => {
    next += 1;
    return { Authorization: `Bearer ${tokens[next % people]!}`, Organization: organizationId };
  };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const worlds = { without: await startWorld({ RATE_LIMIT: '0' }), with: await startWorld({ RATE_LIMIT: '1200' }) };
try {
  const measured: Record<keyof typeof worlds, (Measured & { processor: number })[]> = { without: [], with: [] };
  const headers = { without: await signedIn(worlds.without), with: await signedIn(worlds.with) };
  for (let round = 0; round < rounds; round += 1)
    for (const name of ['without', 'with'] as const) {
      const before = processorMs(worlds[name].pid);
      const one = await load(`${worlds[name].url}/api/auth/user`, headers[name], effort);
      const processor = (processorMs(worlds[name].pid) - before) / (one.rate * seconds);
      measured[name].push({ ...one, processor });
    }
  type Figure = keyof (typeof measured)['with'][number];
  const of = (name: keyof typeof worlds, figure: Figure) => median(measured[name].map((one) => one[figure]));
  console.log(
    `GET /auth/user of ${people} people, ${effort.connections} connections, ${rounds} rounds of ${seconds} s\n`,
  );
  for (const name of ['without', 'with'] as const)
    console.log(
      `${name.padEnd(8)} ${of(name, 'rate').toFixed(0).padStart(6)}/s  p50 ${of(name, 'p50').toFixed(2)}  p95 ${of(name, 'p95').toFixed(2)} ms  processor ${of(name, 'processor').toFixed(3)} ms a call`,
    );
  const ratio = (figure: Figure) => (of('with', figure) / of('without', figure)).toFixed(2);
  console.log(
    `ratio    rate ${ratio('rate')}  p50 ${ratio('p50')}  p95 ${ratio('p95')}  processor ${ratio('processor')}`,
  );
  const { rows } = await worlds.with.pool.query('select count(*) as rows, sum(used) as used from request_counts');
  console.log(`rows of the shared count: ${rows[0].rows}, calls in them: ${rows[0].used ?? 0}`);
} finally {
  await worlds.without.stop();
  await worlds.with.stop();
}
