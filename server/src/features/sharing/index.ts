export { endSharesOfDeletedGroups } from './end-group-shares.ts';
export { endSomeSharesWith } from './end-shares-with.ts';
export { mailGroups } from './group-mails.ts';
export { inheritShares } from './sharing.queries.ts';
export { sharingRoutes } from './sharing.routes.ts';
export { mustBeInvitable, shareFor, shareWithin } from './sharing.service.ts';
export { tellPeople } from './tell-people.ts';
export { resumeWalks, walkShares } from './walks.ts';
