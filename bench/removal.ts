import { accountOf, wideOf } from './src/seed-documents.ts';
import { startWorld } from './src/world.ts';

/**
 * What a request costs that removes an account, shares a folder or ends that, with many documents beside hardly any, and how
 * long a list takes while they go: `node bench/removal.ts [documents] [rounds]`.
 */

const documents = Number(process.argv[2] ?? 100_000);
const rounds = Number(process.argv[3] ?? 5);
const hardlyAny = 2;

const world = await startWorld();
const { pool, organizationId, userId } = world;
const one = async <T>(text: string, values: unknown[]): Promise<T> => (await pool.query(text, values)).rows[0];

async function timed(method: string, path: string, body?: object): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${world.url}/api${path}`, {
    method,
    headers: { ...world.headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return performance.now() - began;
}

/** The median in milliseconds, by operation. */
async function measure(count: number): Promise<Map<string, number>> {
  const taken = new Map<string, number[]>();
  const note = (name: string, ms: number) => taken.set(name, [...(taken.get(name) ?? []), ms]);
  for (let round = 0; round < rounds; round++) {
    const account = await one<{ id: string }>(accountOf, [organizationId, userId, 'sftp', `${count} ${round}`]);
    await pool.query(wideOf, [organizationId, account.id, userId, 0, count - 1]);
    await pool.query('analyze documents, document_access');
    const folder = await one<{ id: string }>(`select id from documents where account_id = $1 and remote_id = '0'`, [
      account.id,
    ]);
    note(
      'share a folder',
      await timed('POST', '/user/share-files', { inviting_ids: [organizationId], document_ids: [folder.id] }),
    );
    note('end the share', await timed('DELETE', `/user/share-files/${organizationId}/${folder.id}`));
    note('remove the account', await timed('DELETE', `/sources/delete/${account.id}`));
    note('a list meanwhile', await timed('GET', '/documents?sort=name'));
    await pool.query('delete from source_accounts where id = $1', [account.id]);
  }
  return new Map([...taken].map(([name, ms]) => [name, ms.sort((a, b) => a - b)[Math.floor(ms.length / 2)]!]));
}

try {
  await measure(hardlyAny);
  const [few, many] = [await measure(hardlyAny), await measure(documents)];
  console.log(`${rounds} rounds, medians in ms: with ${hardlyAny} documents, with ${documents}, ratio`);
  for (const [name, ms] of many)
    console.log(
      `${name.padEnd(20)} ${few.get(name)!.toFixed(1).padStart(8)} ${ms.toFixed(1).padStart(8)} ${(ms / few.get(name)!).toFixed(1).padStart(6)}`,
    );
} finally {
  await world.stop();
}
