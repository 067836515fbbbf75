import type { Access, KeyScope, Role } from '@sheaf/contract';
import type { Sight } from '../features/access/index.ts';
import type { Origin } from './client.ts';

/** How a viewer proves who they are: browsers with a session, scripts and assistants with an API key. */
export type Credential =
  | { kind: 'session'; id: string }
  | { kind: 'key'; id: string; name: string; scopes: readonly KeyScope[] };

/** The person who makes a request. */
export interface Viewer {
  credential: Credential;
  id: string;
  name: string;
  email: string;
  avatarKey: string | null;
  emailVerifiedAt: Date | null;
  from: Origin;
  /** The membership in the organization of the request; null if the person has none, or not in that one. */
  membership: Membership | null;
}

interface Membership extends Sight {
  organizationId: string;
  role: Role;
  /** Nothing can be changed because a payment is overdue. */
  readOnly: boolean;
  /** The workspace requires two-factor authentication, which the person has not set up, so they can do nothing here. */
  lacksTwoFactor: boolean;
}

/** What a job keeps of the request that queued it. */
export type Asked = Pick<Viewer, 'credential' | 'from'>;

export const askedBy = ({ credential, from }: Viewer): Asked => ({ credential, from });

/** A viewer whose membership in the organization is certain. */
export interface Member extends Viewer {
  membership: Membership;
}

/** The columns that tie a row to one member of one organization. */
export const ownedBy = ({ id, membership }: Member) => ({ organization_id: membership.organizationId, user_id: id });

/** For calls that are closed to keys (see keyScopeOf in the contract): the viewer has a session. */
export function sessionIdOf({ credential }: Viewer): string {
  if (credential.kind !== 'session') throw new Error('This call is made with a key, and has to be closed to keys.');
  return credential.id;
}

export type ViewerFor<A extends Access> = A extends 'public'
  ? null
  : A extends 'session' | 'verified'
    ? Viewer
    : Member;
