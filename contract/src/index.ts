import { ai } from './ai.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { payment } from './billing/payment.ts';
import { subscription } from './billing/subscription.ts';
import { bulk } from './bulk.ts';
import type { Endpoint } from './calls/endpoint.ts';
import { collections } from './collections.ts';
import { documents } from './documents.ts';
import { groups } from './groups.ts';
import { invites } from './invites.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { onboarding } from './onboarding.ts';
import { organizations } from './organizations.ts';
import { passkeys } from './passkeys.ts';
import { search } from './search/search.ts';
import { sharing } from './sharing.ts';
import { sources } from './sources.ts';
import { stars } from './stars.ts';
import { transfers } from './transfers.ts';
import { trash } from './trash.ts';
import { twoFactor } from './two-factor.ts';
import { user } from './user.ts';

/** Every call of the API. A call that is not here does not exist. */
export const contract = {
  auth,
  user,
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
  stars,
  trash,
  bulk,
  sharing,
  search,
  ai,
  transfers,
  payment,
  subscription,
};

/** The same as one flat list, each with its name: `auth.login`. */
export const endpoints: readonly { name: string; section: string; endpoint: Endpoint }[] = Object.entries(
  contract,
).flatMap(([section, calls]) =>
  Object.entries(calls).map(([call, endpoint]) => ({
    name: `${section}.${call}`,
    section,
    endpoint: endpoint as Endpoint,
  })),
);

export { type Cannot, cannot } from './account-ref.ts';
export type { Activity } from './activity.ts';
export { type AiCitation, type AiMessage, type AiScope, type AiSettings, type AiThread, ai, aiEvents } from './ai.ts';
export { type ApiKey, apiKeys, type KeyScope, keyPattern, keyScopes } from './api-keys.ts';
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
} from './audit.ts';
export { auth, authForms, type SecondStep, type User } from './auth.ts';
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
  type DocumentFormat,
  type DocumentType,
  documentFormat,
  documentFormats,
  documentType,
  documentTypes,
  extensionOf,
} from './document-types.ts';
export {
  type Document,
  type DocumentDetails,
  type DocumentSort,
  type Duplicate,
  documentSorts,
  documents,
  type UploadPolicy,
  uploadPolicies,
  uploadsPath,
  uploadsSource,
} from './documents.ts';
export { type Group, groups } from './groups.ts';
export { type InvitableRole, type Invite, invitableRoles, invites } from './invites.ts';
export { changesWith, keyScopeOf } from './key-scopes.ts';
export { type Label, labelColors, labels } from './labels.ts';
export { type Departure, type Member, members } from './members.ts';
export type { MessagePicture, ThreadMessage } from './messages.ts';
export { type OnboardingProgress, onboarding } from './onboarding.ts';
export { type Industry, industries, type Organization, organizations } from './organizations.ts';
export { type Passkey, passkeys } from './passkeys.ts';
export { plainDirection } from './plain-direction.ts';
export { may, mayManage, type Permission, policy, type Role, roles } from './policy.ts';
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
export { type TwoFactor, twoFactor } from './two-factor.ts';
export { type Session, user } from './user.ts';
