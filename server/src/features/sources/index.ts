export { presentAccount, presentBatch } from './accounts.present.ts';
export { type BatchRow, findAnyAccount, notifyAccount } from './accounts.queries.ts';
export { appLimitText, appPausedMs, deleteExpiredPauses, refuseWhilePaused } from './app-pauses.ts';
export { cannotAnything, cannotWrite } from './cannot-write.ts';
export { asSourceError } from './connect/connect.ts';
export { plainReason } from './connect/plain-reason.ts';
export { deleteExpiredAuthorizations } from './delete-expired.ts';
export { accountsHeldBy, type HeldAccount, handOverAccounts } from './hand-over.ts';
export { openAccount, unconfirmed } from './open-account.ts';
export { ownFilesOf } from './own-files.ts';
export {
  availableProviders,
  findProvider,
  isSandboxed,
  sandboxFrames,
  sandboxPage,
  sourceHolds,
  sourceName,
  sourceSlugs,
  sourcesThatCan,
} from './provider.ts';
export { eraseAccount, findRemoved, lockRemoved, markRemoved } from './removed-accounts.ts';
export { revokeGrants, revokeSoon } from './secrets/revoke-grants.ts';
export { countUnreadableAccounts, sealedAccounts, sealedAuthorizations, sealedGrants } from './secrets/sealed.ts';
export { reportUnreadable, UnreadableAccess } from './secrets/secrets.ts';
export { sourceRoutes } from './sources.routes.ts';
export { aboutAccount, liveAccount, ownAccount } from './sources.service.ts';
export {
  accountLease,
  addToCounts,
  loadState,
  recount,
  refuseDisconnected,
  type SyncState,
  saveNotIncluded,
  saveOutcome,
  saveState,
  syncsAutomatically,
  takeDueAccounts,
} from './sync-state.ts';
export { renewWatches, watchAccount, webhookPath } from './watch.ts';
