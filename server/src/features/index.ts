import { deleteExpiredCounts } from '../http/limits/delete-expired.ts';
import type { Route } from '../http/route.ts';
import { giveNextTurns } from '../jobs/next-turns.ts';
import type { JobHandler } from '../jobs/queue.ts';
import { deleteExpiredMails, sendMailHandler } from '../jobs/send-mail.ts';
import type { Services, Use } from '../services.ts';
import { accessRequestRoutes, recordAccessRequest } from './access-requests/index.ts';
import { accountSecurityRoutes } from './account-security/index.ts';
import { aiRoutes } from './ai/index.ts';
import { apiKeyRoutes, deleteExpiredKeys, noteKeyUse } from './api-keys/index.ts';
import { auditRoutes, deleteExpiredEvents } from './audit/index.ts';
import { authRoutes, cleanUp, noteSessionUse, sendResetCode } from './auth/index.ts';
import { billingRoutes, mountStripeWebhook, reconcileDue, reconcileHandler } from './billing/index.ts';
import { bulkRoutes, deleteExpiredBulk, describeBulk, resumeBulk, runBulk } from './bulk/index.ts';
import { collectionRoutes } from './collections/index.ts';
import { deleteExpiredActivity, documentRoutes, purgeDeleted } from './documents/index.ts';
import { deleteExpiredZips, downloadRoutes, makeRenditions, mountStorage, retryThumbnails } from './downloads/index.ts';
import { mountEvents } from './events/index.ts';
import { deleteExpiredGroups, groupRoutes } from './groups/index.ts';
import { collectImage } from './images/index.ts';
import { inviteRoutes } from './invites/index.ts';
import { labelRoutes } from './labels/index.ts';
import { linkRoutes } from './links/index.ts';
import { deleteExpiredMcpCalls, mountMcp } from './mcp/index.ts';
import { memberRoutes } from './members/index.ts';
import { expireUploads, mountUploads, myFilesRoutes } from './my-files/index.ts';
import {
  deleteExpiredNotifications,
  describeNotifications,
  emailDigests,
  emailNotifications,
  notificationRoutes,
} from './notifications/index.ts';
import { onboardingRoutes } from './onboarding/index.ts';
import { deleteBytes, organizationRoutes } from './organizations/index.ts';
import {
  embedOlderPassages,
  indexOlderPassages,
  passageRoutes,
  readScans,
  readTexts,
  sweepScans,
  sweepTexts,
  wakeReaders,
  wakeScanners,
} from './passages/index.ts';
import { relocationRoutes } from './relocations/index.ts';
import {
  departureHandler,
  purgeOrganizations,
  removalRoutes,
  removeAccountHandler,
  resumeRemovals,
} from './removals/index.ts';
import { scheduledBackup } from './scheduled-backups/index.ts';
import { gatherStatistics, searchRoutes } from './search/index.ts';
import { deleteExpiredChallenges } from './second-factors/index.ts';
import { shareByEmailRoutes } from './share-by-email/index.ts';
import {
  endSharesOfDeletedGroups,
  mailGroups,
  mailShares,
  resumeWalks,
  sharingRoutes,
  walkShares,
} from './sharing/index.ts';
import {
  deleteExpiredAuthorizations,
  deleteExpiredPauses,
  renewWatches,
  revokeGrants,
  sourceRoutes,
  watchAccount,
} from './sources/index.ts';
import { starRoutes } from './stars/index.ts';
import { sweepBlobs } from './storage/index.ts';
import { deleteExpiredBatches, restartStuckRuns, runSync, scheduleRuns, syncRoutes } from './sync/index.ts';
import { deleteExpiredTags, tagRoutes } from './tags/index.ts';
import {
  deleteExpiredListings,
  deliverFile,
  describeTransfer,
  listForReview,
  repeatTransfers,
  restartStuckTransfers,
  runTransfer,
  transferRoutes,
} from './transfers/index.ts';
import { deleteExpiredEmailChanges, userRoutes } from './user/index.ts';
import { mountLinkedFiles, visitRoutes } from './visits/index.ts';
import { mountWebhooks } from './webhooks/index.ts';
import { deleteExpiredWrites, describeWrite, restartStuckWrites, runWrites } from './writes/index.ts';

/** What the program can do: a feature joins by a line in each list. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...userRoutes,
  ...notificationRoutes,
  ...accountSecurityRoutes,
  ...apiKeyRoutes,
  ...organizationRoutes,
  ...auditRoutes,
  ...onboardingRoutes,
  ...memberRoutes,
  ...groupRoutes,
  ...inviteRoutes,
  ...labelRoutes,
  ...collectionRoutes,
  ...sourceRoutes,
  ...removalRoutes,
  ...syncRoutes,
  ...documentRoutes,
  ...tagRoutes,
  ...starRoutes,
  ...bulkRoutes,
  ...passageRoutes,
  ...downloadRoutes,
  ...sharingRoutes,
  ...linkRoutes,
  ...visitRoutes,
  ...accessRequestRoutes,
  ...shareByEmailRoutes,
  ...searchRoutes,
  ...myFilesRoutes,
  ...relocationRoutes,
  ...transferRoutes,
  ...aiRoutes,
  ...billingRoutes,
];

export const jobHandlers: readonly JobHandler[] = [
  sendMailHandler,
  deleteExpiredMails,
  giveNextTurns,
  deleteExpiredCounts,
  sendResetCode,
  cleanUp,
  deleteExpiredEmailChanges,
  deleteExpiredChallenges,
  deleteExpiredKeys,
  deleteExpiredEvents,
  deleteExpiredMcpCalls,
  collectImage,
  removeAccountHandler,
  departureHandler,
  resumeRemovals,
  purgeOrganizations,
  deleteBytes,
  deleteExpiredTags,
  endSharesOfDeletedGroups,
  deleteExpiredGroups,
  mailGroups,
  mailShares,
  walkShares,
  resumeWalks,
  recordAccessRequest,
  emailNotifications,
  emailDigests,
  deleteExpiredNotifications,
  deleteExpiredAuthorizations,
  deleteExpiredPauses,
  revokeGrants,
  renewWatches,
  watchAccount,
  runSync,
  scheduleRuns,
  restartStuckRuns,
  sweepBlobs,
  deleteExpiredBatches,
  deleteExpiredActivity,
  deleteExpiredZips,
  retryThumbnails,
  makeRenditions,
  expireUploads,
  purgeDeleted,
  runBulk,
  resumeBulk,
  deleteExpiredBulk,
  readTexts,
  wakeReaders,
  sweepTexts,
  readScans,
  wakeScanners,
  sweepScans,
  indexOlderPassages,
  embedOlderPassages,
  gatherStatistics,
  runTransfer,
  listForReview,
  deleteExpiredListings,
  repeatTransfers,
  restartStuckTransfers,
  runWrites(deliverFile),
  restartStuckWrites,
  deleteExpiredWrites,
  reconcileHandler,
  reconcileDue,
  scheduledBackup,
];

/** What is not a call of the contract: streams, and what providers call. */
export const streams = [
  mountEvents({
    sheaf_transfer: describeTransfer,
    sheaf_write: describeWrite,
    sheaf_bulk: describeBulk,
    sheaf_notification: describeNotifications,
  }),
  mountUploads,
  mountWebhooks,
  mountStripeWebhook,
];

/** Routes outside /api. */
export const rootRoutes = [mountStorage, mountLinkedFiles, mountMcp];

export function noteUse(services: Services, use: Use): void {
  if ('keyId' in use) noteKeyUse(services, use);
  else noteSessionUse(services, use);
}

export { preparePrices } from './billing/index.ts';
export { startListening } from './sync/index.ts';
export { startReceiving } from './webhooks/index.ts';
