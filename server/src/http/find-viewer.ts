import type { KeyScope, Role } from '@sheaf/contract';
import { sql } from 'kysely';
import { lacksTwoFactor } from '../db/lacks-two-factor.ts';
import type { Executor } from '../db/pool.ts';
import { joinSight, type SightRow, sightColumns, sightNames, sightOf } from '../features/access/index.ts';
import { isApiKey } from '../platform/secrets/api-key.ts';
import { tokenHash } from '../platform/secrets/keys.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Services } from '../services.ts';
import type { Asked, Member, Viewer } from './viewer.ts';

/** All that the database knows about a viewer. */
type Known = Omit<Viewer, 'from'>;

interface ViewerRow extends SightRow {
  stale: boolean;
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  email_verified_at: Date | null;
  organization_id: string | null;
  role: Role | null;
  read_only: boolean | null;
  lacks_two_factor: boolean | null;
}

/** Session, person and membership in one round trip. The organization is the requested one, else the first joined. */
export const viewerQuery = `
  select s.id as session_id,
    least(s.last_used_at, m.seen_at) < now() - interval '1 minute' as stale,
    u.id, u.name, u.email, u.avatar_key, u.email_verified_at, m.organization_id, m.role, m.read_only, m.lacks_two_factor,
    ${sightNames('m')}
  from sessions s
  join users u on u.id = s.user_id
  left join lateral (
    select m.organization_id, m.role, o.read_only, ${lacksTwoFactor} as lacks_two_factor,
      coalesce(m.last_seen_at, '-infinity') as seen_at,
      ${sightColumns}
    from memberships m
    join organizations o on o.id = m.organization_id and o.deleted_at is null
    ${joinSight}
    where m.user_id = u.id and ($2::uuid is null or m.organization_id = $2)
    order by m.joined_at, m.organization_id limit 1
  ) m on true
  where s.token_hash = $1 and s.expires_at > now()`;

/** The same for a key, whose organization is fixed: in any other it has no membership. */
const keyQuery = `
  select k.id as key_id, k.name as key_name, k.scopes,
    coalesce(k.last_used_at, '-infinity') < now() - interval '1 minute' as stale,
    u.id, u.name, u.email, u.avatar_key, u.email_verified_at,
    case when $2::uuid is null or k.organization_id = $2 then k.organization_id end as organization_id,
    m.role, o.read_only, ${lacksTwoFactor} as lacks_two_factor, ${sightColumns}
  from api_keys k
  join users u on u.id = k.user_id
  join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id
  join organizations o on o.id = k.organization_id and o.deleted_at is null
  ${joinSight}
  where k.key_hash = $1 and (k.expires_at is null or k.expires_at > now())`;

/** The same without a request, for a member given by ids. */
const memberQuery = (organizationId: string, userId: string) => sql<ViewerRow>`
  select false as stale, u.id, u.name, u.email, u.avatar_key, u.email_verified_at, m.organization_id,
    m.role, o.read_only, ${sql.raw(lacksTwoFactor)} as lacks_two_factor, ${sql.raw(sightColumns)}
  from memberships m
  join users u on u.id = m.user_id
  join organizations o on o.id = m.organization_id and o.deleted_at is null
  ${sql.raw(joinSight)}
  where m.organization_id = ${organizationId} and m.user_id = ${userId}`;

/**
 * For jobs that act for somebody who requested it earlier, with their present rights; null if they are no longer a
 * member. Without `asked`, the network and device of the request are unknown.
 */
export async function findMember(
  db: Executor,
  { organizationId, userId, asked }: { organizationId: string; userId: string; asked: Asked | null },
): Promise<Member | null> {
  const { rows } = await memberQuery(organizationId, userId).execute(db);
  if (!rows[0]) return null;
  const { membership, ...person } = personOf(rows[0]);
  return membership && { ...person, membership, ...(asked ?? askedFromNowhere) };
}

const nowhere = '00000000-0000-0000-0000-000000000000';

const askedFromNowhere: Asked = {
  credential: { kind: 'session', id: nowhere },
  from: { ip: '', userAgent: '' },
};

/**
 * The viewer that the token belongs to, in the requested organization; null if the token is unknown or no longer valid.
 */
export async function findViewer(services: Services, token: string, asked: unknown): Promise<Known | null> {
  const organization = asked === undefined || asked === '' ? null : isUuid(String(asked)) ? asked : nowhere;
  const values = [tokenHash(token), organization];
  return isApiKey(token) ? byKey(services, values) : bySession(services, values);
}

async function bySession(services: Services, values: unknown[]): Promise<Known | null> {
  const { rows } = await services.pool.query<ViewerRow & { session_id: string }>(viewerQuery, values);
  const [row] = rows;
  if (!row) return null;
  // At most once a minute and not awaited, so that most requests cost one query.
  if (row.stale) services.noteUse({ sessionId: row.session_id, userId: row.id, organizationId: row.organization_id });
  return { credential: { kind: 'session', id: row.session_id }, ...personOf(row) };
}

async function byKey(services: Services, values: unknown[]): Promise<Known | null> {
  const { rows } = await services.pool.query<ViewerRow & { key_id: string; key_name: string; scopes: KeyScope[] }>(
    keyQuery,
    values,
  );
  const [row] = rows;
  if (!row) return null;
  if (row.stale) services.noteUse({ keyId: row.key_id });
  return { credential: { kind: 'key', id: row.key_id, name: row.key_name, scopes: row.scopes }, ...personOf(row) };
}

const personOf = (row: ViewerRow): Omit<Known, 'credential'> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  avatarKey: row.avatar_key,
  emailVerifiedAt: row.email_verified_at,
  membership:
    row.organization_id && row.role
      ? {
          organizationId: row.organization_id,
          role: row.role,
          readOnly: row.read_only ?? false,
          lacksTwoFactor: row.lacks_two_factor ?? false,
          ...sightOf(row),
        }
      : null,
});
