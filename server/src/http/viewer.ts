import type { Access, Endpoint, Role } from '@sheaf/contract';
import { limits, may } from '@sheaf/contract';
import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '../errors.ts';
import { tokenHash } from '../platform/keys.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Services } from '../services.ts';

/** Who asks. */
export interface Viewer {
  sessionId: string;
  id: string;
  name: string;
  email: string;
  avatarKey: string | null;
  emailVerifiedAt: Date | null;
  /** Place in the organisation of the request; null where the person has none, or not in that one. */
  membership: Membership | null;
}

interface Membership {
  organizationId: string;
  role: Role;
  /** Rises with every change of the documents the person sees here. */
  viewVersion: number;
}

/** A viewer whose place in the organisation is certain. */
export interface Member extends Viewer {
  membership: Membership;
}

/** The columns that tie a row to one member of one organisation. */
export const ownedBy = ({ id, membership }: Member) => ({ organization_id: membership.organizationId, user_id: id });

export type ViewerFor<A extends Access> = A extends 'public'
  ? null
  : A extends 'session' | 'verified'
    ? Viewer
    : Member;

interface ViewerRow {
  session_id: string;
  stale: boolean;
  id: string;
  name: string;
  email: string;
  avatar_key: string | null;
  email_verified_at: Date | null;
  organization_id: string | null;
  role: Role | null;
  view_version: number | null;
}

/** Session, person and membership in one round trip; the organisation is the asked one, else the first joined. */
export const viewerQuery = `
  select s.id as session_id,
    least(s.last_used_at, m.seen_at) < now() - interval '1 minute' as stale,
    u.id, u.name, u.email, u.avatar_key, u.email_verified_at, m.organization_id, m.role, m.view_version
  from sessions s
  join users u on u.id = s.user_id
  left join lateral (
    select m.organization_id, m.role, coalesce(m.last_seen_at, '-infinity') as seen_at, v.version as view_version
    from memberships m
    join organizations o on o.id = m.organization_id and o.deleted_at is null
    left join document_views v on v.organization_id = m.organization_id and v.user_id = m.user_id
    where m.user_id = u.id and ($2::uuid is null or m.organization_id = $2)
    order by m.joined_at, m.organization_id limit 1
  ) m on true
  where s.token_hash = $1 and s.expires_at > now()`;

const nowhere = '00000000-0000-0000-0000-000000000000';

async function findViewer(request: FastifyRequest, asked: unknown, services: Services): Promise<Viewer | null> {
  const token = /^Bearer ([\w-]{1,128})$/.exec(request.headers.authorization ?? '')?.[1];
  if (!token) return null;
  const organization = asked === undefined || asked === '' ? null : isUuid(String(asked)) ? asked : nowhere;
  const { rows } = await services.pool.query<ViewerRow>(viewerQuery, [tokenHash(token), organization]);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) touch(row, services);
  return {
    sessionId: row.session_id,
    id: row.id,
    name: row.name,
    email: row.email,
    avatarKey: row.avatar_key,
    emailVerifiedAt: row.email_verified_at,
    membership:
      row.organization_id && row.role
        ? { organizationId: row.organization_id, role: row.role, viewVersion: row.view_version ?? 0 }
        : null,
  };
}

/** Notes the use of a session, and prolongs it, at most once a minute and beside the request: most cost one query. */
function touch(row: ViewerRow, { pool, log }: Services): void {
  pool
    .query(
      `with used as (
         update sessions set last_used_at = now(), expires_at = now() + make_interval(days => $2) where id = $1)
       update memberships set last_seen_at = now() where user_id = $3 and organization_id = $4`,
      [row.session_id, limits.sessionDays, row.id, row.organization_id],
    )
    .catch((error) => log.warn({ err: error }, 'session not touched'));
}

/** Lets a request through or throws. Runs before the body is read. */
export async function admit<A extends Access>(
  { access, organization }: Pick<Endpoint, 'organization'> & { access: A },
  request: FastifyRequest,
  services: Services,
): Promise<ViewerFor<A>> {
  if (access === 'public') return null as ViewerFor<A>;
  const asked = organization === 'path' ? (request.params as { id: string }).id : request.headers.organization;
  const viewer = await findViewer(request, asked, services);
  if (!viewer) throw new AppError('unauthenticated', 'Please sign in.');
  if (access === 'session') return viewer as ViewerFor<A>;
  if (!viewer.emailVerifiedAt) throw new AppError('email_not_verified', 'Please verify your e-mail address first.');
  if (access === 'verified') return viewer as ViewerFor<A>;
  if (!viewer.membership) throw notFound('This workspace');
  if (!may(viewer.membership.role, access))
    throw new AppError('forbidden', 'Your role in this workspace does not allow that.');
  return viewer as ViewerFor<A>;
}
