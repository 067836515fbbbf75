import { Agent, request } from 'node:http';
import { hashPassword } from '../server/src/features/auth/index.ts';
import { median } from './src/table.ts';
import { startWorld, type World } from './src/world.ts';

/**
 * A promise of docs/security.md that is measured, not tested: how long an answer takes does not tell whether an address has an
 * account. Run with `node bench/security.ts [tries]`.
 */

const tries = Number(process.argv[2] ?? 250);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const origin = (world: World) => `${world.url}/api`;

/** Answers the status and how long it took. */
function post(url: string, body: string, headers: Record<string, string>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'Content-Type': 'application/json', ...headers } },
      (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode!, ms: performance.now() - began }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function shuffled<T>(list: readonly T[]): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

/** How often two random halves of everything differ by at least as much: above a few percent it is noise. */
function chance(known: number[], unknown: number[]): number {
  const seen = Math.abs(median(known) - median(unknown));
  const rounds = 2000;
  let asLarge = 0;
  for (let i = 0; i < rounds; i += 1) {
    const all = shuffled([...known, ...unknown]);
    if (Math.abs(median(all.slice(0, known.length)) - median(all.slice(known.length))) >= seen) asLarge += 1;
  }
  return asLarge / rounds;
}

async function compareAddresses(world: World): Promise<void> {
  const hash = await hashPassword('correct horse battery');
  await world.pool.query(
    `insert into users (id, name, email, password_hash, email_verified_at)
     select gen_random_uuid(), 'Known ' || n, 'known' || n || '@example.com', $2, now() from generate_series(1, $1) n`,
    [tries, hash],
  );
  const addresses = Array.from({ length: tries }, (_, n) => n + 1);
  const calls: [string, string, (email: string) => object][] = [
    ['sign in, wrong password', '/auth/login', (email) => ({ email, password: 'wrong password' })],
    ['ask for a reset code', '/auth/forget-password', (email) => ({ email })],
    [
      'reset with a wrong code',
      '/auth/reset-password',
      (email) => ({ email, code: '12345x', password: 'something new', password_confirmation: 'something new' }),
    ],
  ];
  console.log(`${tries} addresses with an account, ${tries} without, in random order, one at a time\n`);
  for (const [name, path, body] of calls) {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    const statuses: Record<string, Set<number>> = { known: new Set(), unknown: new Set() };
    const order = shuffled(addresses.flatMap((n) => [`known${n}`, `unknown${n}`]));
    for (const [i, who] of order.entries()) {
      const kind = who.replace(/\d+/, '');
      // Each from a network of its own, so that nobody is slowed down.
      const from = { 'X-Forwarded-For': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` };
      const { status, ms } = await post(origin(world) + path, JSON.stringify(body(`${who}@example.com`)), from);
      times[kind]!.push(ms);
      statuses[kind]!.add(status);
    }
    const [known, unknown] = [median(times.known!), median(times.unknown!)];
    console.log(
      `${name.padEnd(26)} known ${known.toFixed(2)} ms (${[...statuses.known!].join()})  unknown ${unknown.toFixed(2)} ms (${[...statuses.unknown!].join()})` +
        `  difference ${(known - unknown).toFixed(2)} ms, as large by chance in ${(100 * chance(times.known!, times.unknown!)).toFixed(0)} % of splits`,
    );
    // What was asked for is mailed meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}

const world = await startWorld({ TRUST_PROXY: '1' });
try {
  await compareAddresses(world);
} finally {
  agent.destroy();
  await world.stop();
}
