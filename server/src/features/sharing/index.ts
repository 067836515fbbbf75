export { endSharesOfDeletedGroups } from './end-group-shares.ts';
export { endSomeSharesWith } from './end-shares-with.ts';
export { mailGroups } from './group-mails.ts';
export { mailShares } from './mail-shares.ts';
export { inheritShares } from './sharing.queries.ts';
export { sharingRoutes } from './sharing.routes.ts';
export { mustBeInvitable, shareFor, shareWithin } from './sharing.service.ts';
export { resumeWalks, walkShares } from './walks.ts';
