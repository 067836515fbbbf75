import { createHash } from 'node:crypto';
import type { AuditAction, AuditDetails, AuditObjectKind } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Origin } from '../../http/client.ts';
import { deviceName } from '../../http/device-name.ts';
import { kept } from '../../platform/memory.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { fitDetails, fitName } from './fit.ts';

/** Who did something: a viewer, or somebody who is about to become one. */
export interface Actor {
  id: string;
  name: string;
  email: string;
  /** Null where it is done for somebody who is not there. */
  from: Origin | null;
  credential?: { kind: 'session' } | { kind: 'key'; name: string };
}

/** Somebody who is not signed in, of whom no more is known. */
interface Visitor {
  from: Origin;
}

export interface Recorded {
  action: AuditAction;
  object?: { kind: AuditObjectKind; id?: string; name?: string | null };
  details?: AuditDetails;
}

type InWorkspace = Actor & { membership: { organizationId: string } };

/** Records what a member did in the workspace of the request. In the caller's transaction: neither happens without the other. */
export const audit = (tx: Executor, member: InWorkspace, done: Recorded | readonly Recorded[]): Promise<void> =>
  auditIn(tx, member.membership.organizationId, member, done);

/** The same where the workspace is another one. Without an actor Sheaf did it itself. */
export async function auditIn(
  tx: Executor,
  organizationId: string,
  actor: Actor | null,
  done: Recorded | readonly Recorded[],
): Promise<void> {
  const events = 'action' in done ? [done] : done;
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newId(), organization_id: organizationId, ...rowOf(actor, event) }));
  await sql`insert into audit_events (${columns}, id, organization_id)
    select ${columns}, id, organization_id from ${recordset(rows)}`.execute(tx);
}

/**
 * Records what concerns a person and no single workspace, such as signing in: once in each workspace they belong to at this
 * moment. Where nobody has the address that was tried (`id: null`), that is kept without a name, at the cost of the same work.
 */
export async function auditPerson(
  tx: Executor,
  person: { id: string | null; from: Origin },
  event: Recorded,
): Promise<void> {
  const row = { id: newId(), user_id: person.id, ...rowOf(null, event), ...whereFrom(person.from) };
  const own = sql`select m.organization_id from memberships m join organizations o on o.id = m.organization_id
    and o.deleted_at is null where m.user_id = ${person.id}::uuid`;
  // The time of one id, and an end of their own.
  await sql`insert into audit_events (id, organization_id, user_id, actor_name, actor_email, action, object_kind, object_id,
      object_name, details, ip, device)
    select (left(x.id::text, 24) || right(gen_random_uuid()::text, 12))::uuid, w.organization_id, u.id, u.name, u.email,
      x.action, x.object_kind, x.object_id, x.object_name, x.details, x.ip, x.device
    from ${recordset([row])} left join users u on u.id = x.user_id
    cross join (${own} union all select null where ${person.id}::uuid is null) w`.execute(tx);
}

const windowMs = 10 * 60_000;
const maxRemembered = 50_000;

/** What this process has recorded in the current ten minutes. */
const recentOf = kept(() => ({ window: 0, keys: new Set<string>() }));

/** Records something that happens many times in a row, such as the parts of a download, once in ten minutes, at the cost of one insert. */
export async function auditOnce(
  services: Services,
  organizationId: string,
  actor: Actor | Visitor,
  event: Recorded & { object: { id: string } },
): Promise<void> {
  const recent = recentOf(services);
  const window = Math.floor(Date.now() / windowMs);
  if (recent.window !== window || recent.keys.size > maxRemembered) {
    recent.window = window;
    recent.keys.clear();
  }
  const who = 'id' in actor ? `${actor.id} ${keyName(actor) ?? ''}` : `visitor ${actor.from.ip}`;
  const what = [organizationId, who, event.action, event.object.id].join(' ');
  if (recent.keys.has(what)) return;
  const once_key = createHash('sha256').update(`${what} ${window}`).digest('hex');
  const row = { id: newId(), organization_id: organizationId, once_key, ...rowOf(actor, event) };
  await sql`insert into audit_events (${columns}, id, organization_id, once_key)
    select ${columns}, id, organization_id, decode(once_key, 'hex') from ${recordset([row])}
    on conflict (once_key) where once_key is not null do nothing`.execute(services.db);
  recent.keys.add(what);
}

const columns = sql.raw(
  'user_id, actor_name, actor_email, key_name, action, object_kind, object_id, object_name, details, ip, device',
);

const recordset = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (
  id uuid, organization_id uuid, user_id uuid, actor_name text, actor_email text, key_name text, action text, object_kind text,
  object_id text, object_name text, details jsonb, ip text, device text, once_key text)`;

const keyName = ({ credential }: Actor): string | null => (credential?.kind === 'key' ? credential.name : null);

const whereFrom = ({ ip, userAgent }: Origin) => ({ ip: fitName(ip, 100) || null, device: deviceName(userAgent) });

const rowOf = (actor: Actor | Visitor | null, { action, object, details = {} }: Recorded) => ({
  ...(actor?.from && whereFrom(actor.from)),
  ...(actor !== null &&
    'id' in actor && {
      user_id: actor.id,
      actor_name: fitName(actor.name),
      actor_email: fitName(actor.email),
      key_name: keyName(actor),
    }),
  action,
  object_kind: object?.kind ?? null,
  object_id: object?.id ?? null,
  object_name: object?.name ? fitName(object.name) : null,
  details: fitDetails(details),
});
