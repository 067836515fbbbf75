import { type AuditEvent, contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { memberOf } from '../../testing/member.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { statementsDuring } from '../../testing/statements.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { groupRoutes } from '../groups/index.ts';
import { deleteExpiredEvents } from './delete-expired.ts';
import { auditIn, auditPerson, type Recorded } from './record.ts';

const { audit, auth, documents, groups, members, organizations, sharing } = contract;
const from = { ip: '198.51.100.7', userAgent: 'curl/8.0' };

let me: TestPerson;
const app = await forThisFile(testApp());
beforeEach(async () => {
  me = await person(app);
});

const record = (who: TestPerson, ...events: Recorded[]) =>
  auditIn(app.services.db, who.organizationId, { id: who.id, name: 'Ada', email: who.email, from }, events);

type Query = Parameters<typeof listOf>[1];
const listOf = async (
  who: TestPerson,
  query: { action?: AuditEvent['action']; actor?: string; from?: string; to?: string } = {},
) => (await who.call(audit.list, { query })).data.events;

const exported = async (who: TestPerson, format: 'csv' | 'json', query: Query = {}) => {
  const { data } = await who.call(audit.export, { body: { format, ...query } });
  return app.request({ method: 'GET', url: `/storage/${data.local_path}` });
};

describe('the list', () => {
  it('comes in pages that neither repeat nor skip events, whatever is added meanwhile', async () => {
    await record(me, ...Array.from({ length: 5 }, (_, n): Recorded => ({ action: 'shared', details: { n } })));
    const seen: unknown[] = [];
    let after: string | undefined;
    do {
      const { data } = await me.call(audit.list, { query: { per_page: 2, ...(after && { after }) } });
      seen.push(...data.events.map(({ details }) => details.n));
      after = data.next ?? undefined;
      await record(me, { action: 'shared', details: { n: 'later' } });
    } while (after);
    expect(seen).toEqual([4, 3, 2, 1, 0]);
    expect((await failure(me.call(audit.list, { query: { after: 'made up' } }))).status).toBe(422);
  });

  it('is filtered by person, action and time', async () => {
    const other = await person(app, { role: 'admin', organizationId: me.organizationId });
    await record(me, { action: 'shared' }, { action: 'invited' });
    await record(other, { action: 'shared' });
    const actors = async (query: Query) => (await listOf(other, query)).map(({ actor }) => actor!.id);
    expect(await actors({ action: 'shared' })).toEqual([other.id, me.id]);
    expect(await actors({ actor: me.id })).toEqual([me.id, me.id]);
    expect(await actors({ actor: me.id, action: 'shared' })).toEqual([me.id]);
    const { at } = (await listOf(me, { action: 'invited' }))[0]!;
    expect(await actors({ from: at, action: 'invited' })).toHaveLength(1);
    expect(await actors({ to: at, action: 'invited' })).toEqual([]);
    const people = (await me.call(audit.people)).data;
    expect(people.map(({ id }) => id).sort()).toEqual([me.id, other.id].sort());
  });

  it('shows what people did here under their name at the time, also after they left', async () => {
    const other = await person(app, { role: 'member', organizationId: me.organizationId });
    await record(other, { action: 'shared' });
    await app.services.pool.query(`update users set name = 'Somebody Else' where id = $1`, [other.id]);
    await me.call(members.remove, { params: { id: other.id }, query: { content: 'delete' } });
    await app.work();
    expect(await listOf(me, { actor: other.id })).toMatchObject([{ actor: { name: 'Ada', email: other.email } }]);
  });

  it('names the API key that was used', async () => {
    const [id] = await addFiles(app, me, await quietAccount(app, me), [{ name: 'a.txt', bytes: 'a' }]);
    const key = await apiKeyOf(app, me, 'read');
    await key.call(documents.download, { params: { id: id! } });
    expect(await listOf(me)).toMatchObject([{ action: 'downloaded', api_key: 'A key', actor: { id: me.id } }]);
  });
});

describe('signing in', () => {
  const tryToSignIn = (email: string) =>
    failure(app.as()(auth.login, { body: { email, password: 'nobody’s password' } }));

  it('is recorded in every workspace of the person, and in no other', async () => {
    const elsewhere = await person(app);
    const stranger = await person(app);
    const { db } = app.services;
    const membership = { organization_id: elsewhere.organizationId, user_id: me.id, role: 'guest' };
    await db.insertInto('memberships').values(membership).execute();
    await tryToSignIn(me.email);
    for (const who of [me, elsewhere])
      expect(await listOf(who)).toMatchObject([{ action: 'sign_in_failed', actor: { id: me.id } }]);
    expect(await listOf(stranger)).toEqual([]);
  });

  it('runs the same statements for an unknown address, and appears in no one’s log', async () => {
    const { pool } = app.services;
    const known = await statementsDuring(pool, () => tryToSignIn(me.email));
    const unknown = await statementsDuring(pool, () => tryToSignIn('nobody@example.com'));
    expect(unknown).toEqual(known);
    const { rows } = await pool.query('select user_id, actor_email from audit_events where organization_id is null');
    expect(rows).toContainEqual({ user_id: null, actor_email: null });
  });
});

describe('downloads', () => {
  it('record one event per document in ten minutes, however many parts two servers send', async () => {
    // A slow test must not run into the next ten minutes.
    const window = 600_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / window) * window });
    onTestFinished(() => void vi.useRealTimers());
    const [id] = await addFiles(app, me, await quietAccount(app, me), [{ name: 'film.mp4', bytes: 'x'.repeat(100) }]);
    const { data } = await me.call(documents.get, { params: { id: id! } });
    const url = `/storage/${data.local_path}&download=1`;
    const part = (server: TestApp['app'], start: number) =>
      server.inject({ method: 'GET', url, headers: { range: `bytes=${start}-${start + 9}` } });
    const twin = await secondServer(app);
    const parts = await Promise.all([10, 20, 30, 0].map((start) => part(app.app, start)));
    await Promise.all([40, 50, 60].map((start) => part(twin.app, start)));
    await twin.close();
    expect(parts.map(({ statusCode }) => statusCode)).toEqual([206, 206, 206, 206]);
    expect(await listOf(me)).toMatchObject([{ action: 'downloaded', object: { id, name: 'film.mp4' } }]);
    const more = await statementsDuring(app.services.pool, () => part(app.app, 70));
    expect(more.filter((text) => text.includes('audit_events'))).toEqual([]);
  });

  it('record how many documents a zip was made for', async () => {
    const given = [
      { name: 'a.txt', bytes: 'a' },
      { name: 'b.txt', bytes: 'b' },
    ];
    const document_ids = await addFiles(app, me, await quietAccount(app, me), given);
    const { data } = await me.call(documents.zip, { body: { document_ids } });
    await app.request({ method: 'GET', url: `/storage/${data.local_path}` });
    expect(await listOf(me)).toMatchObject([
      { action: 'downloaded', object: { name: 'Documents.zip' }, details: { documents: 2 } },
    ]);
  });
});

describe('records', () => {
  it('stay small and harmless, whatever the names are', async () => {
    const long = 'n'.repeat(10_000);
    const hostile = '=HYPERLINK("http://evil.example")\u202efdp.exe\n';
    await record(
      me,
      { action: 'shared', object: { kind: 'document', name: long }, details: { with: Array(1000).fill(long), long } },
      { action: 'shared', object: { kind: 'document', name: hostile } },
      { action: 'shared', object: { kind: 'document', name: '😀'.repeat(500) }, details: { half: '\ud83d' } },
    );
    const { rows } = await app.services.pool.query(
      'select max(length(details::text)) as details, max(length(object_name)) as name from audit_events where organization_id = $1',
      [me.organizationId],
    );
    expect(rows[0].details).toBeLessThan(16_384);
    expect(rows[0].name).toBe(300);
    const lines = (await exported(me, 'csv')).body.split('\r\n');
    const line = lines.find((text) => text.includes('evil'))!;
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")\ufffdfdp.exe "`);
    expect(lines.join()).not.toMatch(/[\u202a-\u202e]/);
  });

  it('split lists that are too long for one event', async () => {
    const { id } = (await me.call(groups.create, { body: { name: 'All of us' } })).data;
    const people = await Promise.all(
      Array.from({ length: 60 }, () => person(app, { role: 'member', organizationId: me.organizationId })),
    );
    const user_ids = people.map((one) => one.id);
    await me.call(groups.addMembers, { params: { id }, body: { user_ids } });
    const events = await listOf(me, { action: 'group_members_changed' });
    expect(events.map(({ details }) => (details.added as string[]).length).sort()).toEqual([10, 50]);
    const [document] = await addDocuments(app, me, await quietAccount(app, me), [{ name: 'Budget.xlsx' }]);
    await me.call(sharing.share, { body: { document_ids: [document!], inviting_ids: user_ids } });
    const shared = await listOf(me, { action: 'shared' });
    expect(shared.flatMap(({ details }) => details.with as string[])).toHaveLength(60);
  });

  it('exist exactly if what they record does, wherever it is cut off', async () => {
    const viewer = { ...memberOf(me), name: 'Ada' };
    const { handle } = groupRoutes.find(({ endpoint }) => endpoint === groups.create)!;
    for (let dieAt = 1; ; dieAt++) {
      const killed = killableServices(app.services, dieAt, async () => {});
      const name = `Group ${dieAt}`;
      await handle({ viewer, body: { name } } as never, killed.services).catch(() => {});
      await killed.end();
      const made = (await me.call(groups.list, { query: { search: name } })).data.filter(
        (group) => group.name === name,
      );
      const told = (await listOf(me, { action: 'group_created' })).filter(({ object }) => object?.name === name);
      expect(told).toHaveLength(made.length);
      if (!killed.isDead) break;
    }
    expect(await listOf(me, { action: 'group_created' })).not.toEqual([]);
  });
});

describe('append-only', () => {
  const age = async (days: number, organizationId = me.organizationId) => {
    const { pool } = app.services;
    // The owner of the table can disable the trigger, as the application does where it has no other role.
    await pool.query('alter table audit_events disable trigger audit_events_kept');
    await pool.query(
      `update audit_events set at = now() - make_interval(days => $2),
         id = (lpad(to_hex((extract(epoch from now() - make_interval(days => $2)) * 1000)::bigint), 12, '0') || right(replace(id::text, '-', ''), 20))::uuid
       where organization_id = $1`,
      [organizationId, days],
    );
    await pool.query('alter table audit_events enable trigger audit_events_kept');
  };
  const expire = () => deleteExpiredEvents.run({}, app.services, new AbortController().signal);

  it.each([
    ['changed', `update audit_events set action = 'signed_in' where organization_id = $1`],
    ['deleted', 'delete from audit_events where organization_id = $1'],
    [
      'replaced',
      `insert into audit_events select * from audit_events where organization_id = $1 on conflict (id) do update set ip = null`,
    ],
  ])('cannot be %s with the connection of the application', async (_, text) => {
    await record(me, { action: 'shared' });
    await expect(app.services.pool.query(text, [me.organizationId])).rejects.toThrow('append-only');
    await expect(app.services.pool.query('truncate audit_events')).rejects.toThrow('append-only');
    expect(await listOf(me)).toMatchObject([{ action: 'shared', ip: from.ip }]);
  });

  it('deletes events older than configured, in slices, and nothing else', async () => {
    const old = await person(app);
    await record(old, ...Array.from({ length: 1001 }, (): Recorded => ({ action: 'shared' })));
    await auditPerson(app.services.db, { id: old.id, from }, { action: 'signed_in' });
    await record(me, { action: 'invited' });
    await age(366, old.organizationId);
    await age(364);
    await expire();
    expect([await listOf(old), (await listOf(me)).length]).toEqual([[], 1]);
  });

  it('deletes the events of a workspace once it can no longer be restored, and not before', async () => {
    const { pool } = app.services;
    await record(me, { action: 'shared' });
    const params = { id: me.organizationId };
    await me.call(organizations.delete, { params });
    const count = async () =>
      (await pool.query('select from audit_events where organization_id = $1', [params.id])).rowCount;
    const purge = async () => {
      const { purgeOrganizations } = await import('../removals/index.ts');
      await purgeOrganizations.run({}, app.services, new AbortController().signal);
    };
    await purge();
    expect(await count()).toBe(2);
    await expect(pool.query('delete from audit_events where organization_id = $1', [params.id])).rejects.toThrow(
      'append-only',
    );
    await pool.query(`update organizations set deleted_at = now() - interval '31 days' where id = $1`, [params.id]);
    await purge();
    expect(await count()).toBe(0);
  });
});

describe('an export', () => {
  it('has every matching event, reads the database in pages, and is recorded itself', async () => {
    await record(me, ...Array.from({ length: 1203 }, (_, n): Recorded => ({ action: 'shared', details: { n } })));
    const answer = await exported(me, 'json', { action: 'shared' });
    const events: AuditEvent[] = JSON.parse(answer.body);
    expect(events.map(({ details }) => details.n)).toEqual(Array.from({ length: 1203 }, (_, n) => 1202 - n));
    expect(answer.headers['content-disposition']).toMatch(/audit-log-.*\.json/);
    const csv = await exported(me, 'csv', { action: 'shared' });
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1204);
    expect(await listOf(me, { action: 'exported' })).toMatchObject([
      { details: { format: 'csv', action: 'Shared' } },
      { details: { format: 'json', action: 'Shared' } },
    ]);
  });

  it('can be fetched only while the person is an owner or admin there', async () => {
    const admin = await person(app, { role: 'admin', organizationId: me.organizationId });
    const { data } = await admin.call(audit.export, { body: { format: 'csv' } });
    const fetchIt = async (path: string) => (await app.request({ method: 'GET', url: `/storage/${path}` })).status;
    expect(await fetchIt(data.local_path)).toBe(200);
    const stranger = await person(app);
    const forged = data.local_path.replace(me.organizationId, stranger.organizationId);
    expect(await fetchIt(forged)).toBe(404);
    await me.call(members.setRole, { params: { id: admin.id }, body: { role: 'member' } });
    expect(await fetchIt(data.local_path)).toBe(404);
    expect((await failure(admin.call(audit.list))).status).toBe(403);
  });
});
