import { auth } from './auth.ts';
import { collections } from './collections.ts';
import { documents, sharing } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { invites } from './invites.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';
import { sources } from './sources.ts';
import { transfers } from './transfers.ts';
import { user } from './user.ts';

/** Every call of the API. A call that is not here does not exist. */
export const contract = {
  auth,
  user,
  organizations,
  members,
  invites,
  labels,
  collections,
  sources,
  documents,
  sharing,
  transfers,
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

export { auth, authForms, type User } from './auth.ts';
export type { Batch } from './batch.ts';
export { ApiError, type Call, createClient } from './client.ts';
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
  type Activity,
  type Document,
  type DocumentDetails,
  type DocumentSort,
  type Duplicate,
  documentSorts,
  documents,
  type SharedMember,
  sharing,
  type UploadPolicy,
  uploadPolicies,
  uploadsPath,
  uploadsSource,
} from './documents.ts';
export type { Access, CallInput, DataOf, Endpoint, Received } from './endpoint.ts';
export { type ErrorBody, errorBody, type Pagination, pageQuery, pagination } from './envelope.ts';
export { type ErrorCode, errorCodes, sharedErrors } from './error-codes.ts';
export { messages } from './fields.ts';
export { type InvitableRole, type Invite, invitableRoles, invites } from './invites.ts';
export { type Label, labelColors, labels } from './labels.ts';
export { limits } from './limits.ts';
export { type Member, members } from './members.ts';
export { type Industry, industries, type Organization, organizations } from './organizations.ts';
export { type Plan, planLimits, type Subscription } from './plans.ts';
export { may, mayManage, type Permission, policy, type Role, roles } from './policy.ts';
export {
  type AccountStatus,
  accountStatuses,
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
export { type Session, user } from './user.ts';
