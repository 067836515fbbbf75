export { presentAccount, presentBatch } from './accounts.present.ts';
export { type BatchRow, findAnyAccount } from './accounts.queries.ts';
export { forgetAuthorizations } from './forget-authorizations.ts';
export { openAccount } from './open-account.ts';
export { findProvider, sourceName } from './provider.ts';
export { resealSecrets } from './reseal.ts';
export { sourceRoutes } from './sources.routes.ts';
export { liveAccount, ownAccount } from './sources.service.ts';
export { renewWatches, watchAccount, webhookPath } from './watch.ts';
