import { listInvitations } from '../server/src/features/invites/invites.queries.ts';
import { labels } from '../server/src/features/labels/labels.ts';
import { listMembers } from '../server/src/features/members/members.queries.ts';
import type { Services } from '../server/src/services.ts';
import { memberOf } from '../server/src/testing/member.ts';
import { judge } from './src/judge.ts';
import { load } from './src/load.ts';
import { pgbench } from './src/pgbench.ts';
import { figures } from './src/table.ts';
import { inWorld, type World } from './src/world.ts';

/**
 * Signed-in calls over HTTP beside the same SQL by pgbench: the same PostgreSQL, the same number of connections, one
 * after the other in one run. Run with `node bench/http.ts [seconds] [connections]`; needs pgbench on the PATH.
 */

const effort = { seconds: Number(process.argv[2] ?? 8), connections: Number(process.argv[3] ?? 8) };

async function seed({ pool, organizationId, userId }: World): Promise<void> {
  await pool.query(
    `with people as (
      insert into users (id, name, email, password_hash, email_verified_at)
      select gen_random_uuid(), 'Member ' || md5(n::text), 'member' || n || '@example.com', '', now() from generate_series(1, 10000) n
      returning id)
    insert into memberships (organization_id, user_id, role) select $1, id, 'member' from people`,
    [organizationId],
  );
  await pool.query(
    `insert into invitations (id, organization_id, email, role, invited_by, expires_at)
    select gen_random_uuid(), $1, 'invited' || n || '@example.com', 'member', $2, now() + interval '7 days' from generate_series(1, 1000) n`,
    [organizationId, userId],
  );
  await pool.query(
    `insert into labels (id, organization_id, user_id, name, color)
    select gen_random_uuid(), $1, $2, 'Label ' || n, '#1971c2' from generate_series(1, 5000) n`,
    [organizationId, userId],
  );
  await pool.query('vacuum analyze');
}

await inWorld(async (world) => {
  const me = memberOf(world.owner);
  const page = { page: 1, per_page: 20 };
  await seed(world);

  console.log(`${effort.connections} connections, ${effort.seconds} s each\n`);
  const health = await load(`${world.url}/api/health`, {}, effort);
  console.log(`${'GET /api/health'.padEnd(34)} http ${figures(health)}\n`);
  const cases: [name: string, path: string, queries: () => Promise<unknown>][] = [
    ['GET /auth/user', '/auth/user', async () => {}],
    ['members, 10,000, page 1', '/organization/members', () => listMembers(world.db, world.organizationId, page)],
    [
      'members, 10,000, page 500',
      '/organization/members?page=500',
      () => listMembers(world.db, world.organizationId, { ...page, page: 500 }),
    ],
    [
      'members, search, one hit',
      '/organization/members?search=member777%40',
      () => listMembers(world.db, world.organizationId, { ...page, search: 'member777@' }),
    ],
    ['invitations, 1,000, page 1', '/user/invites', () => listInvitations(world.db, world.organizationId, page)],
    ['labels, 5,000, page 1', '/labels', () => labels.page({ db: world.db } as Services, me, page)],
  ];
  for (const [name, path, queries] of cases) {
    const statements = [world.viewer, ...(await world.statementsOf(queries))];
    const sql = await pgbench(world.connection, statements, effort);
    const http = await load(`${world.url}/api${path}`, world.headers, effort);
    console.log(`${name.padEnd(34)} http ${figures(http)}\n${''.padEnd(34)} sql  ${figures(sql)}`);
    const [rate, p95] = [http.rate / sql.rate, http.p95 / sql.p95];
    console.log(
      `${''.padEnd(34)} ratio: rate ${rate.toFixed(2)} of pgbench, p95 ${p95.toFixed(2)} times` +
        ` (${judge(`${name}: p95, times pgbench`, p95, 3)})\n`,
    );
  }
});
