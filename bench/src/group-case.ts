import { load, type Measured } from './load.ts';
import { accountOf, wideOf } from './seed-documents.ts';
import type { World } from './world.ts';

const people = 1_000;

/** The same lists, first by a folder that is shared with the member by name, then by one shared with a group they are in. */
const lists: [name: string, query: Record<string, string>][] = [
  ['first page', {}],
  ['sort name, page 100', { sort: 'name', page: '100' }],
  ['shared with me', { owner: 'shared', parent_id: 'root' }],
  ['owner shared', { owner: 'shared' }],
];

/**
 * A colleague's folder with many documents, shared with a group of 1,000: how many rows that costs, what joining costs, and
 * how long lists take beside the same lists where the folder is shared with the member by name.
 */
export async function groupCase(
  world: World,
  { documents, seconds, connections }: { documents: number; seconds: number; connections: number },
): Promise<void> {
  const { pool, organizationId, userId } = world;
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> => (await pool.query(text, values)).rows[0];
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const rows = async () => (await one<{ count: number }>('select count(*) as count from document_access')).count;
  const colleague = await one<{ id: string }>(`select user_id as id from memberships where user_id <> $1 limit 1`, [
    userId,
  ]);
  const account = await one<{ id: string }>(accountOf, [organizationId, colleague.id, 'sftp', 'folder for a group']);
  await pool.query(wideOf, [organizationId, account.id, colleague.id, 0, documents - 1]);
  const folder = await one<{ id: string }>(`select id from documents where account_id = $1 and remote_id = '0'`, [
    account.id,
  ]);
  const group = await one<{ id: string }>(
    `insert into groups (id, organization_id, name) values (gen_random_uuid(), $1, 'A thousand') returning id`,
    [organizationId],
  );
  await pool.query(
    `with crowd as (insert into users (id, name, email, password_hash) select gen_random_uuid(), 'Somebody', 'crowd' || n || '@example.com', ''
       from generate_series(1, $2) n returning id),
     joined as (insert into memberships (organization_id, user_id, role) select $1, id, 'member' from crowd returning user_id)
     select count(*) from joined`,
    [organizationId, people],
  );
  await pool.query(
    `insert into group_members (organization_id, group_id, user_id) select organization_id, $2, user_id from memberships
     where organization_id = $1 and user_id <> all($3::uuid[])`,
    [organizationId, group.id, [userId, colleague.id]],
  );
  const share = (principal: string) =>
    pool.query(
      `insert into document_shares (organization_id, document_id, user_id, account_id) values ($1, $2, $3, $4)`,
      [organizationId, folder.id, principal, account.id],
    );
  const measure = async (): Promise<Measured[]> => {
    await pool.query('vacuum analyze document_access');
    const measured: Measured[] = [];
    for (const [, query] of lists) {
      const address = `${world.url}/api/documents?${new URLSearchParams(query)}`;
      await fetch(address, { headers: world.headers }).then((answer) => answer.text());
      measured.push(await load(address, world.headers, { seconds, connections }));
    }
    return measured;
  };

  await share(userId);
  const byName = await measure();
  await pool.query('delete from document_shares where document_id = $1', [folder.id]);
  const before = await rows();
  const sharing = await timed(() => share(group.id));
  const after = await rows();
  const joining = await timed(() =>
    pool.query('insert into group_members (organization_id, group_id, user_id) values ($1, $2, $3)', [
      organizationId,
      group.id,
      userId,
    ]),
  );
  console.log(
    `\na folder of ${documents} shared with a group of ${people}: ${after - before} rows in ${(sharing / 1000).toFixed(1)} s; joining ${(await rows()) - after} rows in ${joining.toFixed(1)} ms`,
  );
  const byGroup = await measure();
  for (const [index, [name]] of lists.entries()) {
    const [person, throughGroup] = [byName[index]!, byGroup[index]!];
    console.log(
      `${name.padEnd(30)} p95 by name ${person.p95.toFixed(2)} ms, through the group ${throughGroup.p95.toFixed(2)} ms: ${(throughGroup.p95 / person.p95).toFixed(2)}`,
    );
  }
}
