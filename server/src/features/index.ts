import type { Route } from '../http/route.ts';
import type { JobHandler } from '../jobs/queue.ts';
import { sendMailHandler } from '../jobs/send-mail.ts';
import { authRoutes, cleanUp, sendResetCode } from './auth/index.ts';
import { collectionRoutes } from './collections/index.ts';
import { documentRoutes, forgetActivity } from './documents/index.ts';
import { downloadRoutes, forgetZips, mountStorage, retryThumbnails } from './downloads/index.ts';
import { collectImage } from './images/index.ts';
import { inviteRoutes } from './invites/index.ts';
import { labelRoutes } from './labels/index.ts';
import { memberRoutes } from './members/index.ts';
import { forgetBytes, organizationRoutes, purgeOrganizations } from './organizations/index.ts';
import { forgetDeleted } from './owned-names/index.ts';
import { sharingRoutes } from './sharing/index.ts';
import { forgetAuthorizations, renewWatches, sourceRoutes, watchAccount } from './sources/index.ts';
import { forgetBatches, mountEvents, runSync, scheduleRuns, sweepBlobs, syncRoutes } from './sync/index.ts';
import { repeatTransfers, runTransfer, transferNews, transferRoutes } from './transfers/index.ts';
import { expireUploads, mountUploads, myFilesRoutes, purgeDeleted } from './uploads/index.ts';
import { userRoutes } from './user/index.ts';
import { mountWebhooks } from './webhooks/index.ts';

/** What the program can do: a feature joins by a line in each list. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...inviteRoutes,
  ...labelRoutes,
  ...collectionRoutes,
  ...sourceRoutes,
  ...syncRoutes,
  ...documentRoutes,
  ...downloadRoutes,
  ...sharingRoutes,
  ...myFilesRoutes,
  ...transferRoutes,
];

export const jobHandlers: readonly JobHandler[] = [
  sendMailHandler,
  sendResetCode,
  cleanUp,
  collectImage,
  purgeOrganizations,
  forgetBytes,
  forgetDeleted,
  forgetAuthorizations,
  renewWatches,
  watchAccount,
  runSync,
  scheduleRuns,
  sweepBlobs,
  forgetBatches,
  forgetActivity,
  forgetZips,
  retryThumbnails,
  expireUploads,
  purgeDeleted,
  runTransfer,
  repeatTransfers,
];

/** What is not a call of the contract: streams, and what providers call. */
export const streams = [mountEvents({ sheaf_transfer: transferNews }), mountUploads, mountWebhooks];

/** What has an address beside /api. */
export const doors = [mountStorage];
