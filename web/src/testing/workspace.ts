import {
  accessRequests,
  ai,
  apiKeys,
  audit,
  auth,
  bulk,
  collections,
  type DataOf,
  documents,
  duplicates,
  groups,
  inviteRequests,
  invites,
  labels,
  links,
  members,
  notifications,
  onboarding,
  organizations,
  passkeys,
  payment,
  pendingShares,
  planLimits,
  type Subscription,
  search,
  sources,
  transfers,
  trash,
  twoFactor,
  type User,
  user as userCalls,
} from '@sheaf/contract';
import { answers } from './fake-server.ts';

export const idOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const person: User = {
  id: idOf(1),
  name: 'Robin Example',
  email: 'robin@example.com',
  avatar: null,
  email_verified_at: '2026-01-01T00:00:00Z',
};

const workspace = {
  id: idOf(2),
  name: "Robin Example's workspace",
  logo: null,
  industry: null,
  role: 'owner',
} as const;

const free: Subscription = {
  plan: 'free',
  status: 'active',
  limits: planLimits.free,
  usage: { members: 1, invitations: 0, accounts: 0, storage_bytes: 0, ai_messages: 0, transfer_bytes: 0 },
  billing: 'test',
  payment: {
    interval: null,
    quantity: 1,
    period_end: null,
    cancel_at_period_end: false,
    grace_until: null,
    next_plan: null,
    address_required: false,
  },
};

type Info = DataOf<typeof organizations.info>;

/** The subscription of the workspace: Free, except for the given values. */
export const subscribed = (change: Partial<Subscription>): Subscription => ({ ...free, ...change });

/** The server’s information about the workspace and the person’s role in it. */
export const workspaceInfo = ({ subscription = free, role = 'owner', owners = 1, ...rest }: Partial<Info> = {}) =>
  answers(organizations.info, {
    id: workspace.id,
    subscription,
    role,
    owners,
    two_factor_setup_required: false,
    links_allowed: false,
    last_backup_at: null,
    ...rest,
  });

/** A server with accounts and a mail server. */
export const installation = answers(auth.installation, { has_users: true, mail: 'sent', passkeys: true });

/** A person alone in an empty workspace. */
export const newWorkspace = [
  answers(auth.user, person),
  answers(organizations.list, [workspace]),
  answers(organizations.listDeleted, []),
  workspaceInfo(),
  answers(onboarding.get, { steps: [], choice: null }),
  answers(labels.list, []),
  answers(collections.list, []),
  answers(documents.list, []),
  answers(documents.sources, []),
  answers(duplicates.list, []),
  answers(documents.excerpts, []),
  answers(accessRequests.list, []),
  answers(pendingShares.list, []),
  answers(trash.accounts, []),
  answers(bulk.list, []),
  answers(notifications.list, { notifications: [], unread: 0 }),
  answers(notifications.settings, []),
  answers(search.saved, []),
  answers(search.history, []),
  answers(sources.list, []),
  answers(sources.accounts, []),
  answers(transfers.list, []),
  answers(transfers.myFiles, []),
  answers(ai.settings, { enabled: true, excluded_sources: [], model: null, meaning_share: 1 }),
  answers(ai.threads, []),
  answers(ai.suggestions, []),
  answers(members.list, []),
  answers(members.departures, []),
  answers(groups.list, []),
  answers(invites.list, []),
  answers(inviteRequests.list, []),
  answers(userCalls.sessions, []),
  answers(twoFactor.get, { enabled: false, enabled_at: null, app: false, recovery_codes_left: 0 }),
  answers(passkeys.list, []),
  answers(links.list, []),
  answers(organizations.security, { two_factor_required: false, links_allowed: false }),
  answers(apiKeys.list, []),
  answers(audit.list, { events: [], next: null }),
  answers(audit.people, []),
  answers(payment.cards, []),
  answers(payment.list, []),
  answers(payment.address, null),
];
