import type { Access, KeyScope, Role } from '@sheaf/contract';
import type { Sight } from '../features/access/index.ts';
import type { Origin } from './client.ts';

/** How somebody proves who they are: a browser by its session, a script or an assistant by an API key. */
export type Credential =
  | { kind: 'session'; id: string }
  | { kind: 'key'; id: string; name: string; scopes: readonly KeyScope[] };

/** Who asks. */
export interface Viewer {
  credential: Credential;
  id: string;
  name: string;
  email: string;
  avatarKey: string | null;
  emailVerifiedAt: Date | null;
  from: Origin;
  /** Place in the organisation of the request; null where the person has none, or not in that one. */
  membership: Membership | null;
}

interface Membership extends Sight {
  organizationId: string;
  role: Role;
  /** A payment is overdue: nothing can be changed. */
  readOnly: boolean;
  /** The workspace requires two-factor authentication, which the person has not set up: they can do nothing here. */
  lacksTwoFactor: boolean;
}

/** What a job keeps of the request it was asked for by. */
export type Asked = Pick<Viewer, 'credential' | 'from'>;

export const askedBy = ({ credential, from }: Viewer): Asked => ({ credential, from });

/** A viewer whose place in the organisation is certain. */
export interface Member extends Viewer {
  membership: Membership;
}

/** The columns that tie a row to one member of one organisation. */
export const ownedBy = ({ id, membership }: Member) => ({ organization_id: membership.organizationId, user_id: id });

/** Of calls that are closed to keys (see keyScopeOf in the contract): whoever makes them has a session. */
export function sessionIdOf({ credential }: Viewer): string {
  if (credential.kind !== 'session') throw new Error('This call is made with a key, and has to be closed to keys.');
  return credential.id;
}

export type ViewerFor<A extends Access> = A extends 'public'
  ? null
  : A extends 'session' | 'verified'
    ? Viewer
    : Member;
