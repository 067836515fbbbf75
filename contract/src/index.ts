import { accessRequests } from './access-requests.ts';
import { apiKeys } from './account/api-keys.ts';
import { auth } from './account/auth.ts';
import { notifications } from './account/notifications.ts';
import { passkeys } from './account/passkeys.ts';
import { twoFactor } from './account/two-factor.ts';
import { user } from './account/user.ts';
import { ai } from './ai.ts';
import { archives } from './archives.ts';
import { payment } from './billing/payment.ts';
import { subscription } from './billing/subscription.ts';
import { bulk } from './bulk.ts';
import type { Endpoint } from './calls/endpoint.ts';
import { collections } from './collections.ts';
import { documents } from './documents.ts';
import { duplicates } from './duplicates.ts';
import { labels } from './labels.ts';
import { links, visits } from './links.ts';
import { inviteRequests, pendingShares } from './pending-shares.ts';
import { relocations } from './relocations.ts';
import { renditions } from './renditions.ts';
import { search } from './search/search.ts';
import { sharing } from './sharing.ts';
import { sources } from './sources.ts';
import { stars } from './stars.ts';
import { transfers } from './transfers.ts';
import { trash } from './trash.ts';
import { audit } from './workspace/audit.ts';
import { groups } from './workspace/groups.ts';
import { invites } from './workspace/invites.ts';
import { members } from './workspace/members.ts';
import { onboarding } from './workspace/onboarding.ts';
import { organizations } from './workspace/organizations.ts';

/** All calls of the API. */
export const contract = {
  auth,
  user,
  notifications,
  twoFactor,
  passkeys,
  apiKeys,
  organizations,
  audit,
  onboarding,
  members,
  groups,
  invites,
  labels,
  collections,
  sources,
  documents,
  duplicates,
  archives,
  stars,
  trash,
  relocations,
  renditions,
  bulk,
  sharing,
  links,
  visits,
  accessRequests,
  pendingShares,
  inviteRequests,
  search,
  ai,
  transfers,
  payment,
  subscription,
};

/** The same as a flat list, each with its name: `auth.login`. */
export const endpoints: readonly { name: string; section: string; endpoint: Endpoint }[] = Object.entries(
  contract,
).flatMap(([section, calls]) =>
  Object.entries(calls).map(([call, endpoint]) => ({
    name: `${section}.${call}`,
    section,
    endpoint: endpoint as Endpoint,
  })),
);

export { type AccessRequest, accessRequests } from './access-requests.ts';
export { type ApiKey, apiKeys, type KeyScope, keyPattern, keyScopes } from './account/api-keys.ts';
export { auth, authForms, type SecondStep, type User } from './account/auth.ts';
export { changesWith, keyScopeOf } from './account/key-scopes.ts';
export {
  allNotificationKinds,
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from './account/notification-kinds.ts';
export { type Notification, type NotificationSetting, notifications } from './account/notifications.ts';
export { type Passkey, passkeys } from './account/passkeys.ts';
export { type TwoFactor, twoFactor } from './account/two-factor.ts';
export { type Session, user } from './account/user.ts';
export { type Cannot, cannot } from './account-ref.ts';
export type { Activity } from './activity.ts';
export { type AiCitation, type AiMessage, type AiScope, type AiSettings, type AiThread, ai, aiEvents } from './ai.ts';
export { type ArchiveEntry, archives } from './archives.ts';
export { type BillingAddress, type Card, type Payment, payment } from './billing/payment.ts';
export {
  type BillingInterval,
  billingIntervals,
  graceDays,
  type PaidPlan,
  type Plan,
  type PlanLimit,
  planLimits,
  planPrices,
  type Subscription,
} from './billing/plans.ts';
export { type SubscriptionPreview, subscription } from './billing/subscription.ts';
export { taxIdOf } from './billing/vat-id.ts';
export { type BulkAction, type BulkBatch, bulk } from './bulk.ts';
export type { Batch } from './calls/batch.ts';
export { ApiError, type Call, createClient } from './calls/client.ts';
export {
  type Access,
  type CallInput,
  type DataOf,
  type Endpoint,
  pictureTypes,
  type Received,
} from './calls/endpoint.ts';
export { type ErrorBody, errorBody, type Pagination, pageQuery, pagination } from './calls/envelope.ts';
export { type ErrorCode, errorCodes, sharedErrors } from './calls/error-codes.ts';
export { messages } from './calls/fields.ts';
export { limits } from './calls/limits.ts';
export { type Collection, collections } from './collections.ts';
export {
  type ArchiveKind,
  archiveKind,
  type DocumentType,
  documentFormat,
  documentType,
  documentTypes,
  extensionOf,
  type TypeFilter,
  type TypeFilterName,
  typeFilterNames,
  typeFilters,
} from './document-types.ts';
export {
  type Document,
  type DocumentDetails,
  type DocumentSort,
  documentSorts,
  documents,
  type SharePermission,
  type UploadPolicy,
  uploadPolicies,
  uploadsPath,
  uploadsSource,
} from './documents.ts';
export { type Duplicate, duplicates } from './duplicates.ts';
export { type Label, labelColors, labels } from './labels.ts';
export { type LinkedDocument, links, type PublicLink, visits } from './links.ts';
export type { MessagePicture, ThreadMessage } from './messages.ts';
export {
  type InviteRequest,
  inviteRequests,
  type PendingShare,
  pendingShares,
  type SharedByEmail,
} from './pending-shares.ts';
export { plainDirection } from './plain-direction.ts';
export { type Relocation, type RelocationRequest, relocations } from './relocations.ts';
export { isOldOffice, renditions } from './renditions.ts';
export {
  type PassagePlace,
  type SavedSearch,
  type SearchPassage,
  type SearchRecord,
  type SearchResult,
  type SearchSuggestion,
  search,
} from './search/search.ts';
export {
  formatSearch,
  isSearchOperator,
  parseSearch,
  type SearchOperator,
  type SearchTerm,
  searchDay,
  searchOperators,
  searchTypes,
  termAt,
} from './search/search-query.ts';
export { type AccessReason, type ShareCandidate, type SharedMember, sharing } from './sharing.ts';
export {
  type AccountStatus,
  accountStatuses,
  type ChatChannel,
  type CredentialField,
  eventsPath,
  type FileMode,
  type RemoteFolder,
  type ServerEvent,
  type Source,
  type SourceAccount,
  type SyncFailure,
  type SyncSettings,
  serverEvent,
  sources,
} from './sources.ts';
export { stars } from './stars.ts';
export {
  type MyFiles,
  type ReportFormat,
  type Transfer,
  type TransferItem,
  type TransferOutcome,
  type TransferPreview,
  type TransferRequest,
  transfers,
} from './transfers.ts';
export { type TrashedAccount, trash } from './trash.ts';
export {
  type AuditAction,
  type AuditDetails,
  type AuditEvent,
  type AuditFormat,
  type AuditObjectKind,
  audit,
  auditActions,
  auditFilters,
  auditFormats,
} from './workspace/audit.ts';
export { type Group, groups } from './workspace/groups.ts';
export { type InvitableRole, type Invite, invitableRoles, invites } from './workspace/invites.ts';
export { type Departure, type Member, members } from './workspace/members.ts';
export { type OnboardingProgress, onboarding } from './workspace/onboarding.ts';
export { type Industry, industries, type Organization, organizations } from './workspace/organizations.ts';
export { may, mayManage, type Permission, policy, type Role, roles } from './workspace/policy.ts';
