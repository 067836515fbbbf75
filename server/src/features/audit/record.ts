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

/** The person who did something: a viewer, or someone about to become one. */
export interface Actor {
  id: string;
  name: string;
  email: string;
  /** Null if it is done on behalf of someone who is not present. */
  from: Origin | null;
  credential?: { kind: 'session' } | { kind: 'key'; name: string };
}

/** Someone who is not signed in and not otherwise known. */
interface Visitor {
  from: Origin;
}

export interface Recorded {
  action: AuditAction;
  object?: { kind: AuditObjectKind; id?: string; name?: string | null };
  details?: AuditDetails;
}

type InWorkspace = Actor & { membership: { organizationId: string } };

/**
 * Records what a member did in the workspace of the request. Runs in the caller's transaction, so that neither happens
 * without the other.
 */
export const audit = (tx: Executor, member: InWorkspace, done: Recorded | readonly Recorded[]): Promise<void> =>
  auditIn(tx, member.membership.organizationId, member, done);

/** Like `audit`, for another workspace. Without an actor, Sheaf itself did it. */
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
 * Records an event that concerns a person and no single workspace, such as signing in, once in each of their current
 * workspaces. If no one has the address that was tried (`id: null`), it is recorded without a name, at the same cost.
 */
export async function auditPerson(
  tx: Executor,
  person: { id: string | null; from: Origin },
  event: Recorded,
): Promise<void> {
  const row = { id: newId(), user_id: person.id, ...rowOf(null, event), ...whereFrom(person.from) };
  const own = sql`select m.organization_id from memberships m join organizations o on o.id = m.organization_id
    and o.deleted_at is null where m.user_id = ${person.id}::uuid`;
  // Each row gets an id with the time of the given one and random last digits.
  await sql`insert into audit_events (id, organization_id, user_id, actor_name, actor_email, action, object_kind, object_id,
      object_name, details, ip, device)
    select (left(x.id::text, 24) || right(gen_random_uuid()::text, 12))::uuid, w.organization_id, u.id, u.name, u.email,
      x.action, x.object_kind, x.object_id, x.object_name, x.details, x.ip, x.device
    from ${recordset([row])} left join users u on u.id = x.user_id
    cross join (${own} union all select null where ${person.id}::uuid is null) w`.execute(tx);
}

const windowMs = 10 * 60_000;
const maxRemembered = 50_000;

/** The events recorded by this instance in the current ten minutes. */
const recentOf = kept(() => ({ window: 0, keys: new Set<string>() }));

/**
 * Records an event that repeats in quick succession, such as the download of parts of a file, once in ten minutes, with
 * one insert.
 */
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
